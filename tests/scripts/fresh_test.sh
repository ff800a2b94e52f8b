#!/usr/bin/env bash
# What scripts/check.sh fresh says where it cannot make a bare system. Needs neither root nor network.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
failed=0

# expect CODE TEXT WORD...: the exit code and one line, of `fresh WORD...`
expect() {
  local code answer
  answer=$(PATH=$bin:/usr/bin:/bin "$root/scripts/check.sh" fresh "${@:3}" 2>&1)
  code=$?
  if [ $code != "$1" ] || [ "$(wc -l <<<"$answer")" != 1 ] || ! grep -qF -- "$2" <<<"$answer"; then
    printf 'FAILED: fresh %s: exit code %s, and it says: %s\n' "${*:3}" "$code" "$answer" >&2
    failed=1
  fi
}

command_of() { printf '#!/bin/sh\n%s\n' "$2" >"$bin/$1"; chmod +x "$bin/$1"; }

expect 2 "unknown system 'potato'; known: bookworm, trixie, sid" potato
expect 2 "unknown word 'gpu'; known: cuda" sid gpu
# debootstrap lies in /usr/sbin
expect 1 "debootstrap is needed for this check (Debian package: debootstrap)" trixie
command_of debootstrap "exit 1"
command_of id "echo 1000"
expect 1 "only root can do: sudo scripts/check.sh fresh trixie cuda" trixie cuda
command_of id "echo 0"
command_of apt-get "exit 0"
expect 1 "apt's sources name no mirror of Debian" trixie
exit $failed
