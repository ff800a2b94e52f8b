#!/usr/bin/env bash
# scripts/check_ranges.sh on a small tree: which loops it names, and which it lets through.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
mkdir -p "$work/scripts" "$work"/{core,kernels,app,tests}
cp "$root/scripts/check_ranges.sh" "$work/scripts"

cat >"$work/core/a.hpp" <<'HEADER'
struct Made {
  [[nodiscard]] const std::vector<int>& all() const { return all_; }
  std::vector<int> copies() const;
  std::vector<int> list;
};
Made made(int of);
const Made& kept();
std::unique_ptr<Made> owned();
std::shared_ptr<const Made> shared();
std::optional<std::vector<int>> maybe();
Made both(int of);
Made& both(double of);
Made* pointed();
HEADER

# A source with that loop. names LOOP: it is named; passes LOOP: it is not.
check() {
  printf '%s\n' 'void f() {' "  for (const int each : $1) {" '  }' '}' >"$work/core/a.cpp"
  answer=$(timeout 60 "$work/scripts/check_ranges.sh" 2>&1)
  code=$?
}
fail() { printf 'FAILED: %s: %s (%s)\n%s\n' "$1" "$2" "$code" "$answer" >&2; failed=1; }
names() { check "$1"; [ "$code" = 1 ] && grep -qF 'core/a.cpp:2: ' <<<"$answer" || fail "$1" 'it is not named'; }
passes() { check "$1"; [ "$code" = 0 ] && [ -z "$answer" ] || fail "$1" 'it is named'; }

names 'made(1).all()'
names 'made(f(2, "a)")).all()'
names 'Made{1}.all()'
names 'owned()->all()'
names 'owned()->list'
names 'shared()->all()'
names 'made(1).list.front().rows'
names 'here.made(1).all()'
names '*maybe()'
names 'parts[made(1)].made(2).all()'
names 'made(1).all()[0]'

passes 'made(1)'
passes 'made(1).list'
passes 'made(1).copies()'
passes 'made(1).all().copies()'
passes 'kept().all()'
passes 'pointed()->all()'
passes 'both(1).all()'
passes 'unknown(1).all()'
passes 'std::span(list).subspan(1)'
passes 'here.all()'
passes '*here'
passes '{1, 2, 3}'

# A loop over several lines, one with a statement ahead of its range, and loops with other heads.
check $'\n      made(1).all()'
[ "$code" = 1 ] || fail 'over several lines' 'it is not named'
printf '%s\n' 'void f() {' '  for (const Made all = made(1); const int each : all.all()) {}' \
  '  for (int i = 0; i < 3; ++i) {}' '  for (;;) {}' '  log("for (", ":");' '}' >"$work/core/a.cpp"
answer=$(timeout 60 "$work/scripts/check_ranges.sh" 2>&1)
code=$?
[ "$code" = 0 ] || fail 'other heads' 'it is named'

exit "$failed"
