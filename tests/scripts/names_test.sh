#!/usr/bin/env bash
# scripts/check_names.sh on a small tree: what it lets through, and that it names what stands for two things.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() { printf 'FAILED: %s: %s\n%s\n' "$case" "$1" "${answer:-}" >&2; failed=1; }

# A file of these lines: file PATH LINE...
file() {
  local path=$home/$1
  shift
  mkdir -p "$(dirname "$path")"
  printf '%s\n' "$@" >"$path"
}

# A source with a line in a namespace without a name inside of another one: source PATH NAMESPACE LINE
source_with() { file "$1" "namespace $2 {" 'namespace {' '' "$3" '' '}  // namespace' "}  // namespace $2"; }

# A tree in which no name stands for two things.
begin() {
  case=$1
  home=$work/$(tr ' ' _ <<<"$1")
  mkdir -p "$home/scripts" "$home"/{core,kernels,app,tests}
  cp "$root/scripts/check_names.sh" "$home/scripts"
  file core/a.hpp '#include "core/types.hpp"' 'namespace h {' 'std::vector<int> rows_of(const Plan& plan);' '}  // namespace h'
  file core/types.hpp 'namespace h {' 'struct Plan {' '  int rows = 0;' '};' '}  // namespace h'
  file core/a.cpp '#include "core/a.hpp"' 'namespace h {' 'std::vector<int> rows_of(const Plan& plan) {' '}' '}  // namespace h'
  file app/a.hpp 'namespace h {' 'int title_of(int page);' '}  // namespace h'
  file app/a.cpp '#include "app/a.hpp"'
  source_with core/b.cpp h 'int columns_of(int plan) {'
}

check() { answer=$("$home/scripts/check_names.sh" 2>&1); code=$?; }
passes() { check; [ "$code" = 0 ] && [ -z "$answer" ] || fail "it does not pass ($code)"; }
names() { check; [ "$code" = 1 ] && grep -qF -- "$1" <<<"$answer" || fail "it does not name ($code): $1"; }

begin 'in order'
passes

begin 'two types'
file app/b.hpp 'namespace h {' 'class Plan {' '};' '}  // namespace h'
names 'h::Plan app/b.hpp:2 core/types.hpp:2'

begin 'a type of a file and one of another'
source_with core/c.cpp h 'struct Share {'
source_with core/d.cpp h 'struct Share {'
passes

begin 'a hidden function'
source_with core/c.cpp h 'int rows_of(double part) {'
names 'h::rows_of core/a.hpp is hidden by core/c.cpp:4'

begin 'a hidden function with a long type'
source_with core/c.cpp h 'std::pair<std::function<void(int)>, std::vector<int>> rows_of(double part,'
names 'h::rows_of core/a.hpp is hidden by core/c.cpp:4'

begin 'a hidden type'
source_with core/c.cpp h 'struct Plan {'
names 'h::Plan core/types.hpp is hidden by core/c.cpp:4'

begin 'hidden from a namespace inside'
source_with core/c.cpp h::inner 'int rows_of(double part) {'
names 'h::rows_of core/a.hpp is hidden by core/c.cpp:4'

begin 'a namespace beside'
source_with core/c.cpp other 'int rows_of(double part) {'
passes

begin 'a header that no source of the library includes'
source_with core/c.cpp h 'int title_of(double part) {'
passes

begin 'a header of a library below'
source_with app/c.cpp h 'int rows_of(double part) {'
passes
file app/d.cpp '#include "core/a.hpp"'
names 'h::rows_of core/a.hpp is hidden by app/c.cpp:4'

begin 'tests'
file tests/unit/a.cpp '#include "core/a.hpp"'
source_with tests/unit/b.cpp h 'class Plan : public Test {'
source_with tests/window/b.cpp h 'int rows_of(double part) {'
passes
source_with tests/unit/c.cpp h 'int rows_of(double part) {'
names 'h::rows_of core/a.hpp is hidden by tests/unit/c.cpp:4'

begin 'calls, members and variables'
file core/c.cpp 'namespace h {' 'namespace {' 'const int rows = rows_of(plan);' '  int rows_of(int member);' 'bool Plan::rows_of(int x) {' '}' '}  // namespace' \
  '}  // namespace h'
passes

exit "$failed"
