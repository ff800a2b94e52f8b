#!/usr/bin/env bash
# Packages on a system that has nothing else: fresh.sh SUITE ROOT PACKAGE..., with SUITE bookworm, trixie or sid; ROOT a folder
# that is that system, or that debootstrap makes; PACKAGE Debian packages, which are installed, started and removed,
# or an archive. Needs root, and the packages' sources that apt has. Says how long each step takes.
set -euo pipefail
if [ $# -lt 3 ]; then
  echo "fresh.sh SUITE ROOT PACKAGE..." >&2
  exit 2
fi
suite=$1 root=$(realpath -m "$2")
shift 2
for package in "$@"; do packages+=("$(realpath -e "$package")"); done
cd "$(dirname "$0")/../.."
. scripts/setup.sh
. scripts/bare.sh

known_suite "$suite"
can_make_bare
if [ ! -x "$root/usr/bin/apt-get" ]; then make_bare "$suite" "$root"; fi

# inside COMMAND: in that system.
inside() { in_bare "$root" bash -euc "$1"; }

# timed WHAT COMMAND
timed() {
  local start
  start=$(date +%s%N)
  inside "$2" || { say "failed: $1" && exit 1; }
  say "$1: $((($(date +%s%N) - start) / 1000000)) ms"
}

rm -rf "$root/packages" && mkdir "$root/packages" && cp "${packages[@]}" "$root/packages"
debs=$(cd "$root" && find packages -name '*.deb' -printf '/%p ')
quiet='>/tmp/log 2>&1 || { tail -n 20 /tmp/log; exit 1; }'
inside "apt-get -o Acquire::Check-Valid-Until=false update $quiet; apt-get install -y --no-install-recommends xvfb xauth libgl1-mesa-dri xz-utils $quiet"

use='"$program" --version | head -n 1
  cd "$(mktemp -d)"; "$program" render mandelbrot --size 320x200 --out a.png; test "$(stat -c %s a.png)" -gt 1000'
tour='cd "$(mktemp -d)"; XDG_CONFIG_HOME=$PWD xvfb-run -a -s "-screen 0 1280x800x24" "$program" --tour out >/tmp/log 2>&1 || { tail -n 20 /tmp/log; exit 1; }
  test -s out/timing.md; ls out/*.png | head -n 3'
if [ -n "$debs" ]; then
  # What there is, but for what apt, dpkg and the system's own caches keep.
  list='find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /packages -o -path /root/.cache -o -path /var/cache -o -path /var/log \
    -o -path /var/lib/apt -o -path /var/lib/dpkg \) -prune -o -print | sort'
  before=$(inside "$list")
  timed "installed" "apt-get install -y --no-install-recommends $debs $quiet"
  timed "first picture" "program=heteroscope; $use"
  timed "tour of the window" "program=heteroscope; $tour"
  names=$(for each in $debs; do dpkg-deb --field "$root$each" Package; done | xargs)
  timed "removed" "apt-get purge -y --autoremove $names $quiet"
  after=$(inside "$list")
  trace=$(comm -13 <(sort <<<"$before") <(sort <<<"$after"))
  if [ -n "$trace" ]; then printf 'left behind:\n%s\n' "$trace"; fi
  if grep -q heteroscope <<<"$trace"; then exit 1; fi
fi
for archive in "$root"/packages/*.tar.xz; do
  [ -e "$archive" ] || continue
  inside "mkdir -p /opt/moved; tar -C /opt/moved --strip-components=1 -xf /packages/$(basename "$archive")"
  inside 'apt-get install -y --no-install-recommends libgl1 libx11-6 libxcb1 libxcursor1 libxi6 libxinerama1 libxrandr2 '"$quiet"
  timed "first picture of the archive" "program=/opt/moved/bin/heteroscope; $use"
  timed "tour of the archive's window" "program=/opt/moved/bin/heteroscope; $tour"
  inside 'rm -r /opt/moved'
done
