#!/usr/bin/env bash
# Installs what is missing, builds heteroscope into build/ and starts it; arguments go to the program:
#   scripts/run.sh                          the window
#   scripts/run.sh list                     any command of the program
#   HETEROSCOPE_CUDA=ON scripts/run.sh      with the CUDA part, also where there is no NVIDIA GPU; OFF: without it
# With the CUDA part a toolkit is needed; where none is installed that fits, scripts/cuda.sh fetches one.
# Without arguments and without a display, the window is shown on a virtual display for a short scripted tour, whose
# pictures and timing table go to out/; those of an earlier tour are moved to out-1/, out-2/ and so on.
set -euo pipefail
here=$PWD
cd "$(dirname "$0")/.."
. scripts/setup.sh

options=(-DHETEROSCOPE_UNITY=ON)
cuda=$(wanted_cuda)
if [ -z "$cuda" ] && has_nvidia_gpu; then cuda=GPU; fi
install_packages
enter_build release
# The tests of a build that has them stay, and are not built here.
if [ ! -e build/CMakeCache.txt ]; then options+=(-DHETEROSCOPE_TESTS=OFF); fi
# The CUDA part takes as long to compile as the rest. It is not taken out of a build that has it: test.sh would have to
# compile it again.
cuda_options=(-DHETEROSCOPE_CUDA=OFF)
case $cuda in
  # Kernels that are asked for are to be fast ones.
  ON | GPU)
    choose_cuda release yes
    options+=(-DHETEROSCOPE_QUICK_KERNELS=OFF)
    ;;
  OFF) ;;
  *)
    if grep -qs '^HETEROSCOPE_CUDA:BOOL=ON' build/CMakeCache.txt; then
      choose_cuda release no
    else
      say "no NVIDIA GPU with a driver: the CUDA part is left out (to build it: HETEROSCOPE_CUDA=ON scripts/run.sh)"
    fi
    ;;
esac
configure release "${options[@]}" "${cuda_options[@]}"
build release heteroscope
say_cpu_only
leave_build
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
if [ -e out/timing.md ]; then
  number=1
  while [ -e "out-$number" ]; do number=$((number + 1)); done
  say "out/ of an earlier tour is now out-$number/"
  mv out "out-$number"
fi
xvfb-run --auto-servernum --server-args="-screen 0 1600x1000x24" "$program" --tour out/
