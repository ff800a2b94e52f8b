#!/usr/bin/env bash
# How a bare Debian is made and entered (scripts/bare.sh), by scripts/check.sh fresh and by tests/packages/fresh.sh, on machines made
# of fakes. Needs neither root nor network, and starts no debootstrap of this machine.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
bin=$work/bin
trap 'rm -rf "$work"' EXIT
failed=0

mkdir -p "$bin" "$work/tmp"
for tool in env bash sh cat sed grep awk cut sort head tail mktemp rm mv mkdir cp dirname basename date find xargs realpath stat tr wc nproc; do
  ln -s "$(PATH=/usr/bin:/bin command -v "$tool")" "$bin/$tool"
done
: >"$work/package.deb"

command_of() { printf '#!/bin/sh\n%s\n' "$2" >"$bin/$1"; chmod +x "$bin/$1"; }

# run COMMAND...: what it says is in `answer`, its exit code in `code`.
run() {
  answer=$(env -i PATH="$bin" HOME="$work" TMPDIR="$work/tmp" "$@" 2>&1)
  code=$?
}

fail() { printf 'FAILED: %s: exit code %s, and it says: %s\n' "$1" "$code" "$answer" >&2; failed=1; }

# expect CODE TEXT WORD...: the exit code and the last line, of `fresh WORD...`; only that line but for what has been begun.
expect() {
  run "$root/scripts/check.sh" fresh "${@:3}"
  if [ $code != "$1" ] || [ "$(grep -vc '^heteroscope: making' <<<"$answer")" != 1 ] || ! tail -n 1 <<<"$answer" | grep -qF -- "$2"; then
    fail "fresh ${*:3}"
  fi
}

# The same of packages' test.
expect_of_packages() {
  run "$root/tests/packages/fresh.sh" trixie "$work/system" "$work/package.deb"
  if [ $code != "$1" ] || [ "$(grep -vc '^heteroscope: making' <<<"$answer")" != 1 ] || ! tail -n 1 <<<"$answer" | grep -qF -- "$2"; then
    fail "packages/fresh.sh"
  fi
}

expect 2 "unknown system 'potato'; known: bookworm, trixie, sid" potato
expect 2 "unknown word 'gpu'; known: cuda" sid gpu
expect 1 "debootstrap is needed for this check (Debian package: debootstrap)" trixie
expect_of_packages 1 "debootstrap is needed for this check (Debian package: debootstrap)"
command_of debootstrap "exit 1"
command_of id "echo 1000"
expect 1 "this check needs root" trixie cuda
expect_of_packages 1 "this check needs root"
command_of id "echo 0"
expect 1 "apt-get does not say which mirror it has" trixie
expect_of_packages 1 "apt-get does not say which mirror it has"
command_of apt-get "exit 0"
expect 1 "apt's sources name no mirror of Debian" trixie
expect_of_packages 1 "apt's sources name no mirror of Debian"
# Sources that fill a pipe: the mirror is the first, and apt is heard to its end.
command_of apt-get 'echo "main|http://deb.example/other/|Other"
echo "main|http://deb.example/late/|Debian Backports"
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do i=$i$i$i$i$i$i$i$i; i=$i$i$i$i$i$i$i$i; i=$i$i$i$i$i$i$i$i
  echo "main|http://deb.example/first/|Debian|$i$i$i$i$i$i$i$i"; done
echo "main|http://deb.example/second/|Debian"'
expect 1 "debootstrap could not make trixie" trixie
grep -qF "making trixie from http://deb.example/first/ in " <<<"$answer" || fail "the mirror"
expect_of_packages 1 "debootstrap could not make trixie"
[ ! -e "$work/system" ] && [ ! -e "$work/system.unfinished" ] || fail "half a system is left"

# A system that is a folder, in which a command is only written down.
command_of debootstrap '[ "$2" = --include=ca-certificates,git ] && shift; mkdir -p "$3/usr/bin" "$3/etc/apt/apt.conf.d" && : >"$3/usr/bin/apt-get"'
command_of apt-config 'echo "Acquire::http::Proxy \"http://proxy.example\";"; echo "APT::Other \"1\";"'
command_of unshare 'echo "entered: $*"; exit 3'
command_of git 'mkdir -p "$4"'
for word in '' cuda; do
  run "$root/scripts/check.sh" fresh trixie $word
  [ $code = 3 ] || fail "fresh trixie $word"
  # Without a wish for it there is no CUDA part, also where this machine has a GPU, which the bare system sees.
  grep -qF "HETEROSCOPE_CUDA=$([ -n "$word" ] && echo ON || echo OFF) bash -c cd /root/heteroscope && scripts/run.sh render" <<<"$answer" ||
    fail "fresh trixie '$word' and CUDA"
done
[ -z "$(find "$work/tmp" -name 'trixie*')" ] || fail "the system is not removed"
run "$root/tests/packages/fresh.sh" trixie "$work/system" "$work/package.deb"
[ $code = 3 ] || fail "packages/fresh.sh"
[ "$(cat "$work/system/etc/apt/apt.conf.d/00proxy")" = 'Acquire::http::Proxy "http://proxy.example";' ] || fail "what apt is told"
[ -e "$work/system/packages/package.deb" ] || fail "the package is not there"
exit $failed
