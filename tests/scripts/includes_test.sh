#!/usr/bin/env bash
# scripts/check_includes.sh on a small tree with an order of its own: what it lets through, and that it names what is against
# the order.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() { printf 'FAILED: %s: %s\n%s\n' "$case" "$1" "${answer:-}" >&2; failed=1; }

# A file that includes others: file PATH INCLUDED...
file() {
  local path=$home/$1 included
  shift
  mkdir -p "$(dirname "$path")"
  echo '#pragma once' >"$path"
  for included in "$@"; do printf '#include "%s"\n' "$included" >>"$path"; done
}

# A tree that is in order.
begin() {
  case=$1
  home=$work/$(tr ' ' _ <<<"$1")
  mkdir -p "$home/scripts" "$home/tests"
  cp "$root/scripts/check_includes.sh" "$home/scripts"
  printf '%s\n' '# low ones first' core/low 'core/left core/right core/world' core/left/inner kernels app/window app/. >"$home/scripts/rooms.txt"
  file core/low/a.hpp core/low/b.hpp
  file core/low/b.hpp
  file core/left/a.hpp core/low/a.hpp core/left/part/b.hpp
  file core/left/part/b.hpp core/low/a.hpp core/left/a.hpp
  file core/left/inner/a.hpp core/left/a.hpp
  file core/right/a.hpp core/low/a.hpp
  file core/world/a.hpp core/low/a.hpp
  file kernels/one/a.hpp core/right/a.hpp core/left/inner/a.hpp
  file app/window/panels/a.hpp kernels/one/a.hpp
  file app/main.cpp app/window/panels/a.hpp core/low/a.hpp
}

check() { answer=$("$home/scripts/check_includes.sh" 2>&1); code=$?; }
passes() { check; [ "$code" = 0 ] && [ -z "$answer" ] || fail "it does not pass ($code)"; }
names() { check; [ "$code" = 1 ] && grep -qF -- "$1" <<<"$answer" || fail "it does not name ($code): $1"; }

begin 'in order'
passes

begin 'upward'
file core/low/c.hpp core/right/a.hpp
names 'core/low/c.hpp:2:#include "core/right/a.hpp": core/low must not include core/right'

begin 'a neighbor on the same line'
file core/left/c.hpp core/right/a.hpp
names 'core/left/c.hpp:2:#include "core/right/a.hpp": core/left must not include core/right'

begin 'a room within a room'
file core/left/c.hpp core/left/inner/a.hpp
names 'core/left must not include core/left/inner'

begin 'another house'
file core/right/c.cu kernels/one/a.hpp
names 'core/right must not include kernels'
file kernels/one/b.cuh app/window/panels/a.hpp
names 'kernels must not include app/window'

begin 'the program itself'
file app/window/b.cpp app/main.cpp
names 'app/window must not include app/.'

begin 'a room without a line'
file core/new/a.hpp core/low/a.hpp
names 'core/new/a.hpp: its folder is in no room of scripts/rooms.txt'
file core/new/a.hpp
file core/right/b.hpp core/new/a.hpp
names 'core/right/b.hpp:2:#include "core/new/a.hpp": that folder is in no room of scripts/rooms.txt'

begin 'a room with two lines'
echo core/low >>"$home/scripts/rooms.txt"
names 'core/low stands twice in scripts/rooms.txt'

exit "$failed"
