#!/usr/bin/env bash
# Cliffs of the default variants:
#   scripts/check.sh cliffs [cpu|gpu] [WORKLOAD...]   gpu where there is an NVIDIA GPU; all workloads unless some are named
# Each workload's default variant is measured over ladders of sizes, parameters and blocks, a result of `bench` for each rung, and
# `compare --cliffs` judges them: where a rung takes more than 1.3 times its neighbor's time for what it needs, or takes longer than
# a larger one. The results stay in build/cliffs. HETEROSCOPE_CLIFFS: a built program, instead of build/heteroscope.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh

program=${HETEROSCOPE_CLIFFS:-build/heteroscope}
bound=1.3
folder=build/cliffs
failed=0

# The default variant of a workload's first stage on a processor, as `list` names it.
default_variant() {
  "$program" list "$1" | awk -v processor="$2" '
    ($1 == "cpu" || $1 == "gpu") && NF > 1 { now = $1; name = $2 }
    now == processor && /\[default\]/ && !found { print name; found = 1 }'
}

# The powers of two from $1 to $2 as "N SIDES...", each with its neighbors one below and one above.
around_powers() {
  local n
  for ((n = $1; n <= $2; n *= 2)); do printf '%s %s %s ' $((n - 1)) "$n" $((n + 1)); done
}

# ladder NAME: the rungs that follow are of it; `judge` ends it, `judge --rising` where each rung has more to do.
ladder() {
  name=$workload-$1
  rungs=()
  mkdir -p "$folder/$processor/$name"
}

# rung NAME OPTION...: measures the ladder's workload with these options.
rung() {
  local file=$folder/$processor/$name/$1.json
  local why status=0
  why=$("$program" bench "$workload" --processor "$processor" --variant "${variant_of_ladder:-$variant}" "${threads[@]}" \
    "${@:2}" --within 1 --budget 300ms --json "$file" 2>&1 >/dev/null) || status=$?
  case $status in
    0) rungs+=("$file") ;;
    2) say "ladder $name: $1 is left out: ${why#heteroscope: }" ;;
    *) printf '%s\n' "$why" >&2 && exit "$status" ;;
  esac
}

judge() {
  say "ladder $name: ${#rungs[@]} rungs"
  "$program" compare "${rungs[@]}" --cliffs "$bound" "$@" || failed=1
}

ladders_of_mandelbrot() {
  local n
  ladder limits
  for n in 1 2 16 63 64 65 255 256 257 1000 4000 16000; do
    rung "limit-$n" --scene full --size 4096x4096 --set "max_iterations=$n"
  done
  judge --rising
  ladder sizes
  for n in $(around_powers 256 4096); do rung "side-$n" --scene full --size "${n}x${n}"; done
  judge
  [ "$processor" = gpu ] || return 0
  ladder blocks
  for n in 32x1 32x2 32x4 32x8 32x16 32x32; do rung "block-$n" --scene full --size 4096x4096 --block "$n"; done
  judge
}

ladders_of_blur() {
  local side r
  for side in 1024 4095 8192; do
    ladder "radii-$side"
    for ((r = 1; r <= 32; ++r)); do
      rung "radius-$(printf %02d "$r")" --source noise --size "${side}x${side}" --set "radius=$r"
    done
    judge --rising
  done
}

ladders_of_histogram() {
  local n source most
  most=$("$program" list histogram | awk '$1 == "bins" { print; getline; print; exit }' | grep -oE 'to [0-9]+' | grep -oE '[0-9]+')
  ladder bins
  for n in 2 $(around_powers 4 "$most"); do
    [ "$n" -gt "$most" ] || rung "bins-$(printf %06d "$n")" --scene range256 --source noise --size 8192x8192 --set "bins=$n"
  done
  judge
  # Values that are all different, and values that collide in one bin or in two.
  for n in 8 256 "$most"; do
    ladder "colliding-$n"
    for source in noise checkerboard constant; do
      rung "$source" --scene range256 --source "$source" --size 8192x8192 --set "bins=$n"
    done
    judge
  done
}

ladders_of_transpose() {
  local n
  ladder sizes
  for n in $(around_powers 512 8192); do rung "side-$n" --source noise --size "${n}x${n}"; done
  judge
  # As many values in every shape.
  ladder shapes
  for n in 65536x256 32768x512 16384x1024 8192x2048 4096x4096 2048x8192 1024x16384 512x32768 256x65536; do
    rung "shape-$n" --source noise --size "$n"
  done
  judge
}

ladders_of_heat() {
  local n
  ladder sides
  for n in $(around_powers 512 8192); do rung "side-$n" --scene noise --set "n=$n" --steps 16; done
  judge
  ladder steps
  for n in 1 2 3 4 7 8 9 15 16 17 31 32 33 64; do rung "steps-$n" --scene noise --set n=4096 --steps "$n"; done
  judge --rising
}

ladders_of_laplace() {
  local n
  ladder sides
  for n in 127 128 129 255 256 257 511 512 513 1023 1024 1025 2047 2048 2049; do
    rung "side-$n" --scene step --set "n=$n" --steps 8
  done
  judge
}

ladders_of_triangle() {
  local n variant_of_ladder=
  ladder sides
  for n in $(around_powers 512 16384); do rung "side-$n" --set "n=$n"; done
  judge
  [ "$processor" = gpu ] || return 0
  variant_of_ladder=cuda_fr
  ladder blocks
  for n in 8x8 16x16 32x32; do rung "block-$n" --set n=16384 --block "$n"; done
  judge
}

ladders_of_nbody() {
  local n
  ladder bodies
  for n in $(around_powers 256 16384); do rung "bodies-$n" --scene plummer --set "bodies=$n" --steps 4; done
  judge
}

case ${1:-} in
  cpu | gpu) processor=$1 && shift ;;
  *) if has_nvidia_gpu; then processor=gpu; else processor=cpu; fi ;;
esac
threads=()
[ "$processor" = gpu ] || threads=(--threads 0)
known=(mandelbrot blur histogram transpose heat laplace triangle nbody)
wanted=("$@")
[ $# -eq 0 ] && wanted=("${known[@]}")
for each in "${wanted[@]}"; do
  case " ${known[*]} " in
    *" $each "*) ;;
    *) say "cliffs: no ladders of '$each'; known: ${known[*]}" && exit 2 ;;
  esac
done
for workload in "${wanted[@]}"; do
  variant=$(default_variant "$workload" "$processor")
  "ladders_of_$workload"
done
exit "$failed"
