#!/usr/bin/env bash
# Which tests scripts/test.sh runs (scripts/share.sh): share_test.sh BUILD, a folder whose tests ctest lists.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1" && exit 1; }

# Two hundred tests of two suites that take long, and a hundred that do not.
mapfile -t long < <(grep -v '^#' "$root/tests/long_suites.txt" | head -n 2)
for ((i = 1; i <= 300; ++i)); do
  case $((i % 3)) in
    0) printf '  Test  #%d: Short.Number%d\n' "$i" "$i" ;;
    *) printf '  Test  #%d: %s.Number%d/0  # GetParam() = 0\n' "$i" "${long[i % 3 - 1]}" "$i" ;;
  esac
done >"$work/list"

drawn_by() { "$root/scripts/share.sh" "$1" <"$work/list" 2>"$work/said"; }
for ((seed = 1; seed <= 160; ++seed)); do
  drawn_by "$seed" >"$work/drawn"
  [ "$(awk '$1 % 3 == 0' "$work/drawn" | wc -l)" = 100 ] || fail "seed $seed leaves out short tests"
  count=$(awk '$1 % 3 != 0' "$work/drawn" | wc -l)
  [ "$count" -ge 3 ] && [ "$count" -le 40 ] || fail "seed $seed draws $count of 200"
  grep -qF "$count of 200 long tests, drawn by the seed $seed" "$work/said" || fail "says: $(cat "$work/said")"
  cat "$work/drawn" >>"$work/all"
done
[ "$(sort -u "$work/all" | wc -l)" = 300 ] || fail "160 seeds do not draw every test"
[ "$(drawn_by a)" = "$(drawn_by a)" ] || fail "the same seed draws others"
[ "$(drawn_by a)" != "$(drawn_by b)" ] || fail "another seed draws the same"

ctest --test-dir "$1" -N >"$work/list"
while read -r suite; do
  grep -qE "^ *Test +#[0-9]+: $suite(\\.|$| )" "$work/list" || fail "no test is of the suite $suite of tests/long_suites.txt"
done < <(grep -v '^#' "$root/tests/long_suites.txt")
