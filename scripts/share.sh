#!/usr/bin/env bash
# Which tests scripts/test.sh runs: all short ones, and of the suites that take long (tests/long_suites.txt) a twelfth of the
# tests, which a seed draws; scripts/check.sh tests runs all of them.
#   scripts/share.sh SEED        reads what `ctest -N` lists, and prints the numbers of those that are run, a line each; on standard
#                                error how many of the long ones these are
set -euo pipefail
seed=$1
suites=$(dirname "$0")/../tests/long_suites.txt

awk -v seed="$seed" -v share=12 '
  # Makes a number below 2^31 of a text: a polynomial in its characters.
  function hash(text, i, out) {
    out = 7
    for (i = 1; i <= length(text); ++i) out = (out * 131 + index(printable, substr(text, i, 1))) % 2147483647
    return out
  }
  BEGIN { for (i = 32; i < 127; ++i) printable = printable sprintf("%c", i) }
  FNR == NR { if ($1 != "" && $1 !~ /^#/) is_long[$1] = 1; next }
  # "  Test  #12: Prefix/Suite.Test/parameter  # GetParam() = ..."
  $1 == "Test" && /^ *Test +#[0-9]+: / {
    match($0, /#[0-9]+/)
    number = substr($0, RSTART + 1, RLENGTH - 1)
    name = substr($0, RSTART + RLENGTH + 2)
    sub(/ +# GetParam.*/, "", name)
    suite = name
    sub(/\..*/, "", suite)
    if (suite in is_long) {
      ++all
      if (hash(seed " " name) % share != 0) next
      ++drawn
    }
    print number
  }
  END { printf "heteroscope: %d of %d long tests, drawn by the seed %s; all of them: scripts/check.sh tests\n", drawn, all, seed >"/dev/stderr" }
' "$suites" -
