#!/usr/bin/env bash
# README's two commands on a bare Debian, which debootstrap makes in a folder (needs root):
#   scripts/check.sh fresh [bookworm|trixie|sid] [cuda]     cuda: with HETEROSCOPE_CUDA=ON, although there is no GPU
# What is committed is cloned and built there, a picture is rendered and looked at, then the tests run; without `cuda` the CUDA part
# is left out, also where this machine has a GPU. HETEROSCOPE_FRESH_TESTS names what ctest is told instead of nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
. scripts/bare.sh

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
  facts=$(inside /usr/bin/python3 -c "$picture_facts" "$1") || { say "$1 is not a complete PNG"; return 1; }
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

inside() { in_bare "$bare" HETEROSCOPE_CUDA="$cuda" "$@"; }

enter_and() { inside bash -c "cd /root/heteroscope && $1"; }

suite=${1:-bookworm}
known_suite "$suite"
# A card of this machine, which the bare system sees, too, makes no difference.
case ${2:-} in '') cuda=OFF ;; cuda) cuda=ON ;; *) say "unknown word '$2'; known: cuda" && exit 2 ;; esac
can_make_bare

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bare=$work/$suite
started=$SECONDS
make_bare "$suite" "$bare" ca-certificates,git
git clone -q . "$bare/root/heteroscope"
say "made in $(duration $((SECONDS - started)))"

started=$SECONDS
enter_and 'scripts/run.sh render mandelbrot --size 640x360 --out /root/picture.png'
say "$suite: packages, build and first picture in $(duration $((SECONDS - started)))"
look_at /root/picture.png 640 360
started=$SECONDS
enter_and scripts/run.sh
say "$suite: the window's tour in $(duration $((SECONDS - started)))"
pictures=("$bare"/root/heteroscope/out/*.png)
look_at "${pictures[0]#"$bare"}" 1600 1000
started=$SECONDS
enter_and "scripts/test.sh ${HETEROSCOPE_FRESH_TESTS:-}"
say "$suite: the tests in $(duration $((SECONDS - started)))"
