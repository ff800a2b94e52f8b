#!/usr/bin/env bash
# Each kernel launch is checked before the next one, under its own name: HETEROSCOPE_LAUNCHED(name) reports whichever
# launch failed before it. Prints each launch that is not, and fails if there is one. A kernel that is launched through a
# variable (`kernel`) may have any name; launches by kernels themselves are not the host's.
set -euo pipefail
cd "$(dirname "$0")/.."

found=$(find core kernels app \( -name '*.cu' -o -name '*.cuh' \) -print0 | xargs -0 awk '
  function report() { if (launched != "") print place ": the launch of " launched " is not checked" }
  FNR == 1 { report(); launched = "" }
  /cudaStreamFireAndForget/ { next }
  /<<</ {
    name = $0
    sub(/(<[^<>]*>)?<<<.*/, "", name)
    sub(/.*[^A-Za-z_0-9]/, "", name)
    if (name == "") next                     # its template arguments stand on the line before
    if (launched != "" && launched != name) report()
    launched = name
    place = FILENAME ":" FNR
  }
  /^[^#]*HETEROSCOPE_LAUNCHED\(/ {
    name = $0
    sub(/.*HETEROSCOPE_LAUNCHED\(/, "", name)
    sub(/\).*/, "", name)
    if (launched != name && launched != "kernel" && launched != "")
      print FILENAME ":" FNR ": checks the launch of " name ", but " launched " was launched"
    launched = ""
  }
  END { report() }')
if [ -n "$found" ]; then
  printf 'kernel launches:\n%s\n' "$found" >&2
  exit 1
fi
