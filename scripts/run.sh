#!/usr/bin/env bash
# Installs what is missing, builds heteroscope into build/ and starts it; arguments go to the program:
#   scripts/run.sh                  the window
#   scripts/run.sh list             any command of the program
# Without arguments and without a display, the window is shown on a virtual display for a short scripted tour, whose
# pictures and timing table go to out/.
set -euo pipefail
here=$PWD
cd "$(dirname "$0")/.."
. scripts/setup.sh

install_packages
find_cuda
configure release -DHETEROSCOPE_TESTS=OFF
build release
program=$PWD/build/heteroscope

if [ $# -gt 0 ] || [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]; then
  # Files that the arguments name are meant from where the caller stands.
  cd "$here"
  exec "$program" "$@"
fi

if ! command -v xvfb-run >/dev/null; then
  say "no display (neither DISPLAY nor WAYLAND_DISPLAY is set), and no xvfb-run to make a virtual one"
  say "without a window: scripts/run.sh render mandelbrot --out fractal.png"
  exit 2
fi
say "no display (neither DISPLAY nor WAYLAND_DISPLAY is set): a scripted tour on a virtual one, into out/"
mkdir -p out
xvfb-run --auto-servernum --server-args="-screen 0 1600x1000x24" "$program" --tour out/
