#!/usr/bin/env bash
# Installs what is missing, builds everything into build/, the CUDA part too if there is a toolkit, and runs the tests: of those
# that take long a twelfth, drawn by the commit or by HETEROSCOPE_SEED (scripts/share.sh). ctest's summary comes last.
# Tests that need a GPU count as skipped where there is none, with the reason. Arguments go to ctest, which then runs all tests
# that they name:
#   scripts/test.sh -L command      only the command line's tests (labels: unit, conformance, command, window, sources)
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh

cuda=$(wanted_cuda)
install_packages
enter_build developer
# Warnings are errors; not in a build that run.sh has made without, where all would be compiled anew.
preset=developer
if grep -qs '^HETEROSCOPE_WERROR:BOOL=OFF' build/CMakeCache.txt; then preset=release; fi
options=(-DHETEROSCOPE_TESTS=ON -DHETEROSCOPE_UNITY=ON)
fetch=no
if [ "$cuda" = ON ] || has_nvidia_gpu; then fetch=yes; fi
choose_cuda "$preset" "$fetch"
# Without a GPU all that tests see of kernels is whether they compile. A build that has them for use elsewhere keeps them.
if has_nvidia_gpu; then
  options+=(-DHETEROSCOPE_QUICK_KERNELS=OFF)
elif ! grep -qs '^HETEROSCOPE_CUDA:BOOL=ON' build/CMakeCache.txt; then
  options+=(-DHETEROSCOPE_QUICK_KERNELS=ON)
fi
configure "$preset" "${options[@]}" "${cuda_options[@]}"
build "$preset"
say_cpu_only
leave_build
if [ $# -eq 0 ]; then
  drawn=$(ctest --test-dir build -N | scripts/share.sh "$(drawing_seed)")
  # ctest -I reads from a file which tests to run: none by a range of numbers (0,0,0), and each of these
  { printf '0,0,0' && printf ',%s' $drawn; } >build/drawn_tests.txt
  set -- -I "$PWD/build/drawn_tests.txt"
fi
exec ctest --test-dir build --output-on-failure --parallel 2 --no-tests=error "$@"
