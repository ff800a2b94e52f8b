#!/usr/bin/env bash
# The window's times beside those of bench, on a virtual display, quiet and beside busy programs, as tables of Markdown:
#   scripts/beside.sh mandelbrot --size 320x240 --threads 2      the arguments are those of `render`
# HETEROSCOPE_BUSY: how many busy programs, a table for each number ("0 1 2"). HETEROSCOPE_SCREEN: the display's size, which
# pictures follow that have none of their own. HETEROSCOPE_BESIDE: a built program, instead of build/tests/heteroscope_beside.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh

program=${HETEROSCOPE_BESIDE:-build/tests/heteroscope_beside}
if [ ! -x "$program" ]; then
  say "there is no $program: cmake --build build --target heteroscope_beside makes it (HETEROSCOPE_BESIDE names another one)"
  exit 2
fi

busy=()
server=
end_busy() {
  [ ${#busy[@]} -eq 0 ] || kill "${busy[@]}" 2>/dev/null || true
  busy=()
}
end_all() {
  end_busy
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
}
trap end_all EXIT

# A display of its own, whose number the server chooses and tells.
told=$(mktemp -u)
mkfifo "$told"
Xvfb -displayfd 3 -screen 0 "${HETEROSCOPE_SCREEN:-1280x720}x24" -nolisten tcp 3>"$told" 2>/dev/null &
server=$!
read -r number <"$told" || true
rm "$told"
if [ -z "$number" ]; then
  say "Xvfb did not start (Debian package: xvfb)"
  exit 2
fi

code=0
for count in ${HETEROSCOPE_BUSY:-0 1 2}; do
  for ((i = 0; i < count; ++i)); do
    (while :; do :; done) &
    busy+=($!)
  done
  printf 'Beside %s busy programs: ' "$count"
  DISPLAY=:$number WAYLAND_DISPLAY='' "$program" "$@" || code=$?
  printf '\n'
  end_busy
done
exit "$code"
