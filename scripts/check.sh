#!/usr/bin/env bash
# Everything that a contributor checks before a change is handed in, beyond scripts/test.sh:
#   scripts/check.sh             all of it
#   scripts/check.sh tests       every test, of which scripts/test.sh takes a twelfth of those that take long
#   scripts/check.sh format      .clang-format and the direction of includes
#   scripts/check.sh headers     each header compiled alone, and every source without precompiled headers; the same by clang++, where that
#                                is installed, without making code (scripts/check_alone.sh, of which scripts/test.sh runs a share)
#   scripts/check.sh tidy        clang-tidy over every source (needs clang-tidy)
#   scripts/check.sh asan        the tests of the CPU side under AddressSanitizer and UndefinedBehaviorSanitizer
#   scripts/check.sh tsan        the same under ThreadSanitizer (needs clang and libomp-dev)
#   scripts/check.sh gpu         verify, every kernel compared; then under compute-sanitizer's four tools odd and aligned sizes
#                                and two minutes of random cases each (needs a GPU and a CUDA toolkit)
#   scripts/check.sh like [7.5|8.6|8.9|12.0]
#                                verify on a GPU that is held to what one of that compute capability has, with the code that one
#                                would run; all four unless one is named (needs a GPU of compute capability 9.0 or more)
#   scripts/check.sh cpu         verify on the CPU: every case, of which scripts/test.sh takes a share
#   scripts/check.sh cliffs [cpu|gpu] [WORKLOAD...]
#                                default variants over ladders of sizes, parameters and blocks: where time jumps, or a smaller
#                                problem takes longer (scripts/cliffs.sh; the machine must be idle)
#   scripts/check.sh random      ten minutes of random cases, others each time
#   scripts/check.sh faults      every call that can fail made to fail, one at a time, under AddressSanitizer
#   scripts/check.sh faults-own [gpu]
#                                a thousand seeded faults of variants of a person's own, of functions or of kernels
#   scripts/check.sh own_times [cpu|gpu]
#                                what a person waits for who writes a variant: times against goals (scripts/own_times.sh; the
#                                machine must be idle)
#   scripts/check.sh soak        the window used at random for an hour (HETEROSCOPE_SOAK: other seconds), its memory watched
#   scripts/check.sh link [cpu|gpu], link-soak [SECONDS], link-cuts
#                                links to a machine elsewhere: times against goals, memory at both ends, a thousand cuts
#                                (scripts/link.sh; needs root; the machine must be idle)
#   scripts/check.sh fresh [bookworm|trixie|sid] [cuda]
#                                README's two commands on a bare Debian in a folder (needs root and debootstrap; scripts/fresh.sh)
#   scripts/check.sh deep        all pixels of deep views whose counts are known exactly (tests/deep)
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

check_tests() { scripts/test.sh --tests-regex '.'; }

check_format() {
  require clang-format
  scripts/format.sh --check
  scripts/check_includes.sh
  scripts/check_names.sh
  scripts/check_ranges.sh
  scripts/check_launches.sh
  scripts/check_links.sh
}

# Builds targets of a preset: build_targets PRESET "TARGET..." [OPTION...], the options for CMake.
build_targets() {
  local preset=$1 target
  enter_build "$preset"
  configure "$preset" "${@:3}"
  for target in $2; do build "$preset" "$target"; done
  leave_build
}

# The same of the release build, with the CUDA part where there is a toolkit, unless HETEROSCOPE_CUDA is OFF.
build_release() {
  enter_build release
  choose_cuda release no
  configure release "${cuda_options[@]}"
  build release "$1"
  leave_build
}

# clang-tidy cannot read GCC's precompiled headers, and with them a source may lack an include.
plainly=(-DHETEROSCOPE_CUDA=OFF -DHETEROSCOPE_PCH=OFF)

check_headers() {
  build_targets debug "heteroscope_headers all" "${plainly[@]}"
  scripts/check_alone.sh build-alone clang++ || [ $? = 77 ]
}

check_tidy() {
  require clang-tidy
  build_targets debug "" "${plainly[@]}"
  find app core kernels -name '*.cpp' ! -name '*_cuda.cpp' ! -name 'presenter_interop.cpp' -print0 |
    xargs -0 -n 1 -P "$(nproc)" clang-tidy -p build-debug --quiet --extra-arg=-Wno-unknown-warning-option
}

check_asan() {
  build_targets asan all
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
  build_targets tsan all
  OMP_TOOL_LIBRARIES="$archer" \
    TSAN_OPTIONS="ignore_noninstrumented_modules=1 suppressions=$PWD/scripts/tsan.supp" \
    ctest --test-dir build-tsan --output-on-failure --parallel 1 -L 'unit|conformance|command'
}

# Ends the check where there is no toolkit, or none is wanted.
require_cuda_part() {
  if [ "$(wanted_cuda)" = OFF ]; then
    say "this check needs the CUDA part, but HETEROSCOPE_CUDA is OFF"
    exit 2
  fi
  choose_cuda release no
  if [ -n "$no_cuda" ]; then
    say "this check needs the CUDA part: $no_cuda"
    exit 1
  fi
}

check_gpu() {
  require_cuda_part
  build_release all
  # It lies beside the nvcc that was chosen.
  require compute-sanitizer
  build/heteroscope verify --processor gpu --jobs "$(nproc)"
  local tool
  for tool in memcheck racecheck initcheck synccheck; do
    # Small pictures: every access is checked, about a thousand times slower.
    sanitized "$tool" verify --processor gpu --size 33x17 --size 304x76 --case-limit 600
    sanitized "$tool" verify --processor gpu --for 120s --case-limit 600
  done
}

# The instructions of older GPUs come from their PTX, of which each build has one alone: a driver takes the newest that it finds.
# No GPU of compute capability 9.0 takes the PTX of 12.0, which has all instructions of 9.0 that the kernels use.
check_like() {
  local wanted=("$@") each code
  [ $# -eq 0 ] && wanted=(7.5 8.6 8.9 12.0)
  for each in "${wanted[@]}"; do
    case $each in
      7.5 | 8.6 | 8.9 | 12.0) ;;
      *) say "like: no compute capability '$each' here; known: 7.5, 8.6, 8.9, 12.0" && exit 2 ;;
    esac
  done
  for each in "${wanted[@]}"; do
    case $each in
      7.5) code=75-virtual ;;
      8.6) code=86-virtual ;;
      8.9) code=89-virtual ;;
      12.0) code=90-virtual ;;
    esac
    require_cuda_part
    enter_build like
    choose_cuda like no
    configure like "${cuda_options[@]}" -DCMAKE_CUDA_ARCHITECTURES="$code"
    build like heteroscope
    leave_build
    say "verify, as on compute capability $each"
    HETEROSCOPE_LIKE=$each build-like/heteroscope verify --processor gpu --jobs "$(nproc)"
  done
}

# Runs a command of the program, and the processes that it starts, under one of compute-sanitizer's tools; fails if any of
# them had an error.
sanitized() {
  local tool=$1 logs
  shift
  logs=$(mktemp -d)
  say "compute-sanitizer --tool $tool: $*"
  compute-sanitizer --tool "$tool" --target-processes all --print-limit 5 --log-file "$logs/%p" build/heteroscope "$@"
  # Tools that cannot follow kernels which launch kernels (cuda_dp) say so, and count it as an error.
  if ! awk '/CUDA Dynamic Parallelism is not supported/ { said++ }
            /ERROR SUMMARY/ { summaries++; errors += $4 }
            END { exit !(summaries > 0 && errors == said) }' "$logs"/*; then
    cat "$logs"/* >&2
    return 1
  fi
  rm -r "$logs"
}

check_cpu() {
  build_release heteroscope
  build/heteroscope verify --processor cpu --jobs "$(nproc)"
}

check_random() {
  build_release all
  build/heteroscope verify --for 10m
}

check_faults() {
  build_targets asan "heteroscope_faults heteroscope_faulty"
  local parts part failed=0 running=()
  parts=$(nproc)
  for ((part = 1; part <= parts; ++part)); do
    build-asan/tests/heteroscope_faults build-asan/tests/heteroscope_faulty --all --part "$part/$parts" &
    running+=($!)
  done
  for part in "${running[@]}"; do wait "$part" || failed=1; done
  return $failed
}

check_faults_own() {
  local options=() seed=${HETEROSCOPE_SEED:-$RANDOM}
  case ${1:-} in
    '') ;;
    gpu) require_cuda_part && options=(--gpu) ;;
    *) say "faults-own: '$1' is unknown; known: gpu" && exit 2 ;;
  esac
  build_release heteroscope_own_faults
  build/tests/heteroscope_own_faults --count 1000 --seed "$seed" "${options[@]}"
}

check_soak() {
  build_release heteroscope_soak
  build/tests/heteroscope_soak --for "${HETEROSCOPE_SOAK:-3600}"
}

check_deep() {
  build_release heteroscope_conformance_tests
  HETEROSCOPE_ALL_SAMPLES=1 build/tests/heteroscope_conformance_tests --gtest_filter='*Deep*'
}

if [ "${1:-}" = fresh ]; then exec scripts/fresh.sh "${@:2}"; fi
if [ "${1:-}" = cliffs ]; then
  [ -n "${HETEROSCOPE_CLIFFS:-}" ] || build_release heteroscope
  exec scripts/cliffs.sh "${@:2}"
fi
if [ "${1:-}" = own_times ]; then
  [ -n "${HETEROSCOPE_BUILD:-}" ] || build_release heteroscope_own_times
  exec scripts/own_times.sh "${@:2}"
fi
case ${1:-} in
  link | link-soak | link-cuts)
    [ -n "${HETEROSCOPE_BUILD:-}" ] || build_release all
    exec scripts/link.sh "$@"
    ;;
esac
if [ "${1:-}" = like ] || [ "${1:-}" = faults-own ]; then
  "check_${1//-/_}" "${@:2}"
  say "checks passed: $*"
  exit
fi
wanted=("$@")
[ $# -eq 0 ] && wanted=(tests format headers tidy cpu asan tsan)
for each in "${wanted[@]}"; do
  case $each in
    tests | format | headers | tidy | asan | tsan | cpu | gpu | random | faults | soak | deep) say "check: $each" && "check_$each" ;;
    *) say "unknown check '$each'; known: tests, format, headers, tidy, asan, tsan, cpu, gpu, random, faults, soak, deep, fresh, like, cliffs, faults-own, own_times, link, link-soak, link-cuts" && exit 2 ;;
  esac
done
say "checks passed: ${wanted[*]}"
