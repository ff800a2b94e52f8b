#!/usr/bin/env bash
# README's two commands on a bare Debian, which debootstrap makes in a folder (needs root):
#   scripts/check.sh fresh [bookworm|trixie|sid] [cuda]     cuda: with HETEROSCOPE_CUDA=ON, although there is no GPU
# The mirror, proxies and certificates are those of this machine's apt. What is committed is cloned and built there, a picture is
# rendered and looked at, then the tests run. HETEROSCOPE_FRESH_TESTS names what ctest is told instead of nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh

# The Debian mirror of apt's sources: the first URI of a source that has a component main and is no other vendor's.
debian_mirror() {
  LC_ALL=C apt-get indextargets --format '$(SITE) $(COMPONENT) $(ORIGIN) $(REPO_URI)' 2>/dev/null |
    awk '$2 == "main" && $3 == "Debian" && $4 !~ /security/ { print $4; exit }'
}

# A PNG's width and height, and how many different bytes its rows have, as the bare system's python reads them.
picture_facts='
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
assert data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG"
width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
at, packed = 8, b""
while at < len(data):
    length, name = struct.unpack(">I4s", data[at:at + 8])
    packed += data[at + 8:at + 8 + length] if name == b"IDAT" else b""
    at += 12 + length
rows = zlib.decompress(packed)
channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[kind]
print(width, height, len(set(rows)), len(rows) - height * (1 + width * channels * depth // 8))
'

# Fails unless the picture at $1 in the bare system has width $2 and height $3 and is not of one color.
look_at() {
  local facts width height values rest
  facts=$(inside /usr/bin/python3 -c "$picture_facts" "$1") || { say "$1 is no whole PNG"; return 1; }
  read -r width height values rest <<<"$facts"
  if [ "$width" != "$2" ] || [ "$height" != "$3" ] || [ "$rest" != 0 ]; then
    say "$1 has $width x $height pixels instead of $2 x $3"
    return 1
  fi
  if [ "$values" -lt 16 ]; then
    say "$1 is empty: $values different bytes"
    return 1
  fi
  say "$1: $width x $height pixels, $values different bytes"
}

inside() { chroot "$bare" env -i HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin "${passed[@]}" "$@"; }

enter_and() { inside bash -c "cd /root/heteroscope && $1"; }

take_down() {
  local each
  for each in dev sys proc; do
    if mountpoint -q "$bare/$each"; then umount -R -l "$bare/$each"; fi
  done
  # What is still mounted is this machine's own, and is not removed.
  if ! grep -q " $bare/" /proc/self/mounts; then rm -rf "$bare"; fi
}

suite=${1:-bookworm}
case $suite in bookworm | trixie | sid) ;; *) say "unknown system '$suite'; known: bookworm, trixie, sid" && exit 2 ;; esac
case ${2:-} in '' | cuda) ;; *) say "unknown word '$2'; known: cuda" && exit 2 ;; esac
if ! command -v debootstrap >/dev/null; then say "debootstrap is needed for this check (Debian package: debootstrap)" && exit 1; fi
if [ "$(id -u)" != 0 ]; then say "this check makes a system in a folder, which only root can do: sudo scripts/check.sh fresh $*" && exit 1; fi
mirror=$(debian_mirror)
if [ -z "$mirror" ]; then say "apt's sources name no mirror of Debian: apt-get update, or add one" && exit 1; fi

bare=$(mktemp -d)
trap take_down EXIT
passed=()
for each in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY PIP_INDEX_URL; do
  if [ -n "${!each:-}" ]; then passed+=("$each=${!each}"); fi
done
if [ "${2:-}" = cuda ]; then passed+=(HETEROSCOPE_CUDA=ON); fi

started=$SECONDS
say "making $suite from $mirror in $bare"
log=$(mktemp)
if ! debootstrap --variant=minbase --include=ca-certificates,git "$suite" "$bare" "$mirror" >"$log" 2>&1; then
  tail -n 20 "$log" >&2
  say "debootstrap could not make $suite (all of it: $log)"
  exit 1
fi
rm "$log"
for each in proc sys dev; do
  mount --rbind "/$each" "$bare/$each"
  mount --make-rslave "$bare/$each"
done
for each in /etc/resolv.conf /etc/hosts /etc/ssl/certs/ca-certificates.crt; do
  if [ -e "$each" ]; then cp -L "$each" "$bare$each"; fi
done
# What apt is told here of proxies and of mirrors that are behind; sources and keys are the new system's own.
apt-config dump | grep -E '^Acquire::(https?::Proxy|Check-Valid-Until)' >"$bare/etc/apt/apt.conf.d/00proxy" || true
git clone -q . "$bare/root/heteroscope"
say "made in $(duration $((SECONDS - started)))"

started=$SECONDS
enter_and 'scripts/run.sh render mandelbrot --size 640x360 --out /root/picture.png'
say "$suite: packages, build and first picture in $(duration $((SECONDS - started)))"
look_at /root/picture.png 640 360
started=$SECONDS
enter_and scripts/run.sh
say "$suite: the window's tour in $(duration $((SECONDS - started)))"
first=$(cd "$bare/root/heteroscope/out" && printf '%s\n' *.png | head -n 1)
look_at "/root/heteroscope/out/$first" 1600 1000
started=$SECONDS
enter_and "scripts/test.sh ${HETEROSCOPE_FRESH_TESTS:-}"
say "$suite: the tests in $(duration $((SECONDS - started)))"
