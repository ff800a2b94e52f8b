#!/usr/bin/env bash
# Everything that a contributor checks before a change is handed in, beyond scripts/test.sh:
#   scripts/check.sh             all of it
#   scripts/check.sh format      .clang-format and the direction of includes
#   scripts/check.sh tidy        clang-tidy over every source (needs clang-tidy)
#   scripts/check.sh asan        the tests of the CPU side under AddressSanitizer and UndefinedBehaviorSanitizer
#   scripts/check.sh tsan        the same under ThreadSanitizer (needs clang and libomp-dev)
#   scripts/check.sh gpu         verify under compute-sanitizer's four tools (needs a GPU and a CUDA toolkit)
# ThreadSanitizer sees OpenMP's own synchronization through Archer, which libomp loads; only libomp, not libgomp, has it.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh

require() {
  local tool
  for tool in "$@"; do
    if ! command -v "$tool" >/dev/null; then
      say "$tool is needed for this check (Debian package: $tool)"
      exit 1
    fi
  done
}

check_format() {
  require clang-format
  scripts/format.sh --check
  scripts/check_includes.sh
}

check_tidy() {
  require clang-tidy
  configure debug -DHETEROSCOPE_CUDA=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
  find app core kernels -name '*.cpp' ! -name 'device_cuda.cpp' ! -name 'presenter_interop.cpp' -print0 |
    xargs -0 -n 1 -P "$(nproc)" clang-tidy -p build-debug --quiet --extra-arg=-Wno-unknown-warning-option
}

check_asan() {
  configure asan
  build asan
  ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1 UBSAN_OPTIONS=print_stacktrace=1 \
    ctest --test-dir build-asan --output-on-failure --parallel 2 -L 'unit|conformance|command|fuzz'
}

check_tsan() {
  require clang++
  local archer
  archer=$(find /usr/lib/llvm-*/lib -name libarcher.so 2>/dev/null | sort -V | tail -n 1)
  if [ -z "$archer" ]; then
    say "libarcher.so is needed for this check (Debian package: libomp-dev)"
    exit 1
  fi
  configure tsan
  build tsan
  OMP_TOOL_LIBRARIES="$archer" \
    TSAN_OPTIONS="ignore_noninstrumented_modules=1 suppressions=$PWD/scripts/tsan.supp" \
    ctest --test-dir build-tsan --output-on-failure --parallel 1 -L 'unit|conformance|command'
}

check_gpu() {
  find_cuda
  require compute-sanitizer
  configure release
  build release
  local tool
  for tool in memcheck racecheck initcheck synccheck; do
    say "compute-sanitizer --tool $tool"
    # Small pictures: every access is checked, about a thousand times slower.
    compute-sanitizer --tool "$tool" --error-exitcode 9 --print-limit 5 \
      build/heteroscope verify --processor gpu --size 33x17
  done
}

wanted=("$@")
[ $# -eq 0 ] && wanted=(format tidy asan tsan)
for each in "${wanted[@]}"; do
  case $each in
    format | tidy | asan | tsan | gpu) say "check: $each" && "check_$each" ;;
    *) say "unknown check '$each'; known: format, tidy, asan, tsan, gpu" && exit 2 ;;
  esac
done
say "checks passed: ${wanted[*]}"
