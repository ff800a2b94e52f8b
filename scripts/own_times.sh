#!/usr/bin/env bash
# What a person waits for who writes a variant in a file, against goals (tests/own/own_times.cpp):
#   scripts/check.sh own_times [cpu|gpu]     on that processor alone; both unless one is named
# Tables are printed as Markdown; "(!)" stands at what misses its goal, and "skipped" where there is no GPU. The machine must be idle.
# HETEROSCOPE_BUILD: a folder with what has been built, instead of build.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh

times=$(realpath "${HETEROSCOPE_BUILD:-build}")/tests/heteroscope_own_times
failed=0

case ${1:-both} in
  cpu | gpu | both) wanted=${1:-both} ;;
  *) say "own_times: '$1' is unknown; known: cpu, gpu" && exit 2 ;;
esac

# Prints a row of a table where its processor is wanted: row PROCESSOR MODE WORD... A row that cannot be measured does not end the
# check: the others are printed all the same.
row() {
  [ "$wanted" = both ] || [ "$wanted" = "$1" ] || return 0
  "$times" "${@:2}" || failed=1
}

# heading MODE TITLE
heading() {
  say "$2"
  printf '\n'
  "$times" "$1"
}

# Milliseconds from a save to the picture, and to the end of the comparison in small cases.
gpu_save=(200 1000)
cpu_save=(1500 0)
saves=10
full=(--size 1920x1080 --precision fp32)

heading saves 'a file that is saved: from right before it is written'
row gpu saves 'mandelbrot, kernel' $saves "${gpu_save[@]}" cuda_2d mandelbrot "${full[@]}"
row gpu saves 'heat, kernel' $saves "${gpu_save[@]}" cuda_global heat --set n=1440 --steps 16 --precision fp32
row cpu saves 'mandelbrot, function' $saves "${cpu_save[@]}" omp_static mandelbrot "${full[@]}"
row cpu saves 'blur, function' $saves "${cpu_save[@]}" omp blur "${full[@]}"

usable=500
count_of() { if [ "$1" = endless ]; then echo 3; else echo 5; fi; }
heading faults 'a fault: from when the window knows it'
for kind in null_write trap endless; do
  row gpu faults "mandelbrot, kernel: $kind" "$(count_of "$kind")" $usable $kind cuda_2d mandelbrot "${full[@]}"
done
for kind in null_write endless; do
  row cpu faults "blur, function: $kind" "$(count_of "$kind")" $usable $kind omp blur "${full[@]}"
done

longer=0.05
frames=301
slow_frames=101
heading isolated 'a frame by a worker and in this process'
row gpu isolated 'mandelbrot, GPU' $frames $longer mandelbrot "${full[@]}" --processor gpu
row gpu isolated 'heat, GPU' $frames $longer heat --set n=1440 --steps 16 --precision fp32 --processor gpu
row cpu isolated 'mandelbrot, CPU' $slow_frames $longer mandelbrot "${full[@]}" --processor cpu
row cpu isolated 'heat, CPU' $slow_frames $longer heat --set n=1440 --steps 16 --precision fp32 --processor cpu

ratio=1.01
# template PROCESSOR VARIANT WORKLOAD OPTION...
template() {
  local stage=
  [[ $2 != *=* ]] || stage=" ${2%%=*}"
  row "$1" templates "$3$stage, ${1^^}" $ratio "${@:2}"
}

heading templates 'files to start from beside the variants of the program'
template gpu cuda_2d mandelbrot --scene full --size 4096x4096 --precision fp32
template gpu mean=cuda_atomic binarize --source noise --size 2048x2048 --precision fp32
template gpu threshold=cuda_2d binarize --source noise --size 16384x12288 --precision fp32
template gpu cuda_global transpose --source noise --size 12288x8192 --precision fp32
template gpu cuda_global blur --source noise --size 4096x4096 --set radius=5 --precision fp32
template gpu cuda_global_atomic histogram --source noise --size 2048x2048 --precision fp32
template gpu cuda_global heat --set n=10240 --steps 4 --precision fp32
template gpu cuda laplace --scene step --set method=jacobi --set n=8193 --steps 4 --precision fp64
template gpu cuda_bb triangle --set n=24576 --precision fp32
template gpu advance=cuda_global nbody --scene plummer --set bodies=16384 --steps 4 --precision fp32
template cpu omp_static mandelbrot --scene full --size 1024x1024 --precision fp32
template cpu mean=omp_reduction binarize --source noise --size 4096x4096 --precision fp32
template cpu threshold=omp binarize --source noise --size 4096x4096 --precision fp32
template cpu omp_rows transpose --source noise --size 4096x4096 --precision fp32
template cpu omp blur --source noise --size 2048x2048 --set radius=5 --precision fp32
template cpu omp_atomic histogram --source noise --size 1024x1024 --precision fp32
template cpu omp heat --set n=2048 --steps 4 --precision fp32
template cpu omp laplace --scene step --set method=jacobi --set n=1025 --steps 8 --precision fp64
template cpu omp_static triangle --set n=4096 --precision fp32
template cpu advance=omp nbody --scene plummer --set bodies=4096 --steps 2 --precision fp32
exit "$failed"
