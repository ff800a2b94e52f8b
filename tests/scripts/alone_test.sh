#!/usr/bin/env bash
# scripts/check_alone.sh on a small tree, with a CMake and a compiler that are fakes: what it draws, what it says and how it ends.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $1" && exit 1; }

home=$work/home
bin=$work/bin
mkdir -p "$home/scripts" "$home/core" "$bin"
cp "$root"/scripts/{check_alone,setup,cuda}.sh "$home/scripts"

# The compiler refuses a file that says so, and notes each that it is given, in folders in which nothing else is written.
cat >"$bin/fake++" <<'COMPILER'
#!/bin/sh
[ "$3" = -fsyntax-only ] && [ "$1" = '-DNAME="a b"' ] || exit 9
! grep -q 'lacks' "$2" || { echo "$2: error: lacks an include"; exit 1; }
COMPILER
# CMake writes what it is to: the commands of the tree's sources, of a header's and of one that is generated.
cat >"$bin/cmake" <<'CMAKE'
#!/usr/bin/env bash
[ "$1" = -S ] || exit 0
entry() { printf '{\n  "directory": "%s",\n  "command": "fake++ -DNAME=\\"\\\\\\"a b\\\\\\"\\" %s",\n  "file": "%s"\n},\n' "$1" "$2" "$2"; }
mkdir -p "$4/generated/alone/core"
echo >"$4/generated/alone/core/h.hpp.cpp"
{
  echo '['
  for file in "$PWD"/core/*.cpp "$4/generated/alone/core/h.hpp.cpp" "$4/generated/other.cpp"; do entry "$4" "$file"; done
  echo ']'
} >"$4/compile_commands.json"
CMAKE
chmod +x "$bin"/*
export PATH=$bin:$PATH GIT_AUTHOR_NAME=n GIT_AUTHOR_EMAIL=e GIT_COMMITTER_NAME=n GIT_COMMITTER_EMAIL=e
for i in $(seq 30); do echo "int i$i;" >"$home/core/old$i.cpp"; done

# check SEED [COUNT]: what it says is in `answer`, its code in `code`, what it has taken in `taken`.
check() {
  answer=$(HETEROSCOPE_SEED=$1 "$home/scripts/check_alone.sh" "$work/build" "${compiler:-fake++}" ${2:+"$2"} 2>&1)
  code=$?
  taken=$(sed -n 's/^fake++: //p' <<<"$answer" | sort)
}

# Without a history all count alike.
check 1 5
[ "$code" = 0 ] || fail "it ends with $code: $answer"
[ "$(wc -l <<<"$taken")" = 5 ] || fail "it takes others than 5: $taken"

git init -q "$home" && git -C "$home" add -A && git -C "$home" commit -qm old
for i in $(seq 60); do git -C "$home" commit -q --allow-empty -m "$i"; done
for i in $(seq 10); do echo "int n$i;" >"$home/core/new$i.cpp"; done
git -C "$home" add -A && git -C "$home" commit -qm new

# Three quarters from what the last commits changed, rounded up, and others for each seed.
for seed in $(seq 20); do
  check "$seed" 6
  [ "$code" = 0 ] && [ "$(wc -l <<<"$taken")" = 6 ] || fail "seed $seed: $code, $answer"
  [ "$(grep -c '^core/new' <<<"$taken")" = 5 ] || fail "seed $seed takes others than 5 changed ones: $taken"
  all+=$taken$'\n'
done
[ "$(grep '^core/new' <<<"$all" | sort -u | wc -l)" = 10 ] || fail "20 seeds do not draw every changed source"
[ "$(grep '^core/[oh]' <<<"$all" | sort -u | wc -l)" -ge 10 ] || fail "20 seeds draw few others"
check a 6 && first=$taken
check a 6
[ "$first" = "$taken" ] || fail "the same seed draws others"
check 1 30
[ "$(grep -c '^core/new' <<<"$taken")" = 10 ] && [ "$(wc -l <<<"$taken")" = 30 ] || fail "with few changed ones it takes: $taken"

# All of them: 40 sources and a header, by its name; nothing that is generated otherwise.
check 1
[ "$code" = 0 ] && [ "$(wc -l <<<"$taken")" = 41 ] && grep -qx core/h.hpp <<<"$taken" || fail "all: $code, $answer"

echo 'lacks' >"$home/core/new3.cpp"
check 1
[ "$code" != 0 ] || fail "it ends well where a source lacks something"
grep -qF 'new3.cpp: error: lacks an include' <<<"$answer" && grep -qx 'FAILED alone: core/new3.cpp' <<<"$answer" ||
  fail "it does not name the source: $answer"

compiler=nobody++ check 1 5
[ "$code" = 77 ] && [ "$answer" = "skipped: nobody++ is not installed" ] || fail "without the compiler: $code, $answer"
