#!/usr/bin/env bash
# Links to a machine elsewhere, which is this one behind a shaped link (docs/machines.md):
#   scripts/check.sh link [cpu|gpu]       times over links of several rates and delays, against goals; who computes there, cpu
#                                         unless it is named
#   scripts/check.sh link-soak [SECONDS]  the window used at random for an hour, or so long, while the machine elsewhere
#                                         computes; memory at both ends watched
#   scripts/check.sh link-cuts            a thousand links that are cut behind seeded numbers of bytes (HETEROSCOPE_SEED: the seed)
# Tables are printed as Markdown; "(!)" stands at what misses its goal. The machine must be idle: the window is drawn by its CPU.
# Shaped links need root (tests/link/shaped_link.cpp), the window xvfb. HETEROSCOPE_BUILD: a folder with what has been built, instead
# of build.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh

built=$(realpath "${HETEROSCOPE_BUILD:-build}")
program=$built/heteroscope
times=$built/tests/heteroscope_link_times
shaped=$built/tests/heteroscope_shaped_link
cuts=$built/tests/heteroscope_link_cuts
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
export XDG_CONFIG_HOME=$folder/config
problem=(mandelbrot --precision fp32)
failed=0

# Each link: its name, how it is shaped, and the goals: pictures a second while a hand drags, ms to the first change, ms to the
# whole picture.
links=(
  '1 Gbit/s, 1 ms|--mbit 1000 --ms 1 --mtu 9000|60 0 60'
  '100 Mbit/s, 20 ms|--mbit 100 --ms 20|30 0 300'
  '20 Mbit/s, 50 ms|--mbit 20 --ms 50|15 120 1500'
  '100 Mbit/s, 20 ms, 10 % lost|--mbit 100 --ms 20 --loss 10|0 0 0'
)
pipe_goal_ms=5

# What is computed with a trace.
traced=(
  'mandelbrot --precision fp32 --size 1920x1080'
  'blur --size 1920x1080'
  'heat --set n=1024 --steps 100'
  'triangle --set n=2048'
  'nbody --size 1920x1080'
  'histogram --size 1920x1080'
)

# Prints a row of a table: row KIND NAME VIA GOALS PROCESSOR. Ends the check where nothing can be measured.
row() {
  local code=0 display=()
  [ "$1" != window ] || display=(xvfb-run -a -s '-screen 0 1920x1080x24')
  # shellcheck disable=SC2086
  "${display[@]}" "$times" "$1" "$2" "$3" $4 "${problem[@]}" --size 1920x1080 --processor "$5" || code=$?
  [ "$code" -le 1 ] || exit "$code"
  [ "$code" -eq 0 ] || failed=1
}

# All links, the pipe first: table KIND PIPE_GOALS PROCESSOR
table() {
  local each name shape goals
  "$times" "$1"
  [ "$1" = frames ] || row "$1" 'none: this process' true '0 0 0' "$3"
  row "$1" 'a pipe' "$program worker" "$2" "$3@there"
  for each in "${links[@]}"; do
    IFS='|' read -r name shape goals <<<"$each"
    [ "$1" != frames ] || goals=0
    row "$1" "$name" "$shaped $shape -- $program worker" "$goals" "$3@there"
  done
  printf '\n'
}

# What the traces of the workloads come to: trace_table PROCESSOR
trace_table() {
  local each code
  "$times" traces
  for each in "${traced[@]}"; do
    code=0
    # shellcheck disable=SC2086
    "$times" traces "$each" "$program worker" 0 $each --link packed --processor "$1@there" || code=$?
    [ "$code" -le 1 ] || exit "$code"
  done
  printf '\n'
}

# What `bench` measures there is what it measures here: neither is certainly slower by more than 2 %.
compare_benches() {
  local variant=simd_tuned
  [ "$1" = cpu ] || variant=cuda_tuned
  local options=("${problem[@]}" --scene full --size 2048x2048 --variant "$variant" --repeat 31)
  "$program" machines add there --via "$shaped --mbit 100 --ms 20 -- $program worker" >/dev/null
  "$program" bench "${options[@]}" --processor "$1" --json "$folder/here.json" >/dev/null
  "$program" bench "${options[@]}" --processor "$1@there" --json "$folder/there.json" >/dev/null
  "$program" compare "$folder/here.json" "$folder/there.json" --fail-if-slower 2% || failed=1
  "$program" compare "$folder/there.json" "$folder/here.json" --fail-if-slower 2% >/dev/null || failed=1
}

check_link() {
  local processor=${1:-cpu}
  case $processor in
    cpu | gpu) ;;
    *) say "link: '$processor' is unknown; known: cpu, gpu" && exit 2 ;;
  esac
  say 'a frame of 1920x1080 over the link and in this process, whose bits are compared'
  table frames "$pipe_goal_ms" "$processor"
  say 'a frame with a trace, whose spans cross packed'
  trace_table "$processor"
  say 'the engine, which is asked for another view 125 times a second, as by a moving mouse'
  table engine '0 0 0' "$processor"
  say 'the window, whose picture is dragged'
  table window '0 0 0' "$processor"
  say 'bench here and there'
  compare_benches "$processor"
}

check_link_soak() {
  "$built/tests/heteroscope_soak" --for "${1:-3600}" --via "$shaped --mbit 100 --ms 20 -- $program worker" || failed=1
}

check_link_cuts() {
  "$cuts" cuts 1000 "${HETEROSCOPE_SEED:-$RANDOM}" "$program" worker || failed=1
}

wanted=$1
shift
"check_${wanted//-/_}" "$@"
exit "$failed"
