#!/usr/bin/env bash
# What sending rows beside computing is worth, and what auto leaves out, on a machine with several NVIDIA GPUs and nothing else running:
#   scripts/several_gpus.sh PROGRAM FOLDER [GPUS]     GPUS: 0,1 unless others are given
# Each row is measured with even shares, and most with auto, as JSON in the folder; what `bench` prints says what each GPU takes alone,
# the frame, its share of the ideal, which GPUs rest, and where several are not worth it. Two programs are compared by running it for
# each, with a folder of its own, and `heteroscope compare` of the two files of a row. Some five minutes.
set -euo pipefail

program=${1:?the program to be measured} folder=${2:?a folder for results} gpus=gpu:${3:-0,1}
mkdir -p "$folder"

# measure NAME ARGUMENTS of bench
measure() {
  local name=$1
  shift
  echo "== $name: bench $*"
  "$program" bench "$@" --budget 2s --json "$folder/$name.json" | tee "$folder/$name.txt"
}

# with even shares, and by auto
both() {
  local name=$1
  shift
  measure "$name" "$@" --processor "$gpus"
  measure "$name-auto" "$@" --processor "$gpus" --split auto
}

both inside-fp64 mandelbrot --scene inside --size 16384x16384 --precision fp64 --variant cuda_unrolled
both inside-fp32 mandelbrot --scene inside --size 16384x16384 --precision fp32 --variant cuda_unrolled
both full-fp64 mandelbrot --scene full --size 16384x16384 --precision fp64 --variant cuda_tuned
both inside-small mandelbrot --scene inside --size 2048x2048 --precision fp64 --variant cuda_unrolled
both triangle triangle --set n=65536 --precision fp32 --variant cuda_linear
both transpose transpose --size 16384x16384 --precision fp32 --variant cuda_shared
both histogram histogram --size 16384x16384 --precision fp64 --variant cuda_private
# participants that exchange rows between steps, or within one
measure heat heat --set n=32768 --precision fp32 --steps 64 --variant cuda_blocked --processor "$gpus"
for n in 4097 16385; do
  measure "cg-$n" laplace --scene large_cg --set "n=$n" --precision fp64 --steps 64 --variant cuda --processor "$gpus"
  for variant in cuda cuda_graph; do
    measure "multigrid-$n-$variant" laplace --set method=multigrid --set "n=$n" --precision fp64 --variant "$variant" --processor "$gpus"
  done
done
# a GPU that auto leaves alone, beside the CPU
for n in 2048 4096; do
  measure "rest-$n" mandelbrot --scene full --size "${n}x$n" --precision fp64 --variant cuda_tuned --processor split --split auto
done
"$program" trace mandelbrot --scene inside --size 4096x4096 --processor "$gpus" --out "$folder/trace.json"
