#!/usr/bin/env bash
# What stands for CUDA variants in a build without CUDA compiles, those of the tests' example, too:
#   tests/scripts/stand_ins_test.sh CMAKE COMPILER
# A build that has CUDA never compiles these sources.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" -S . -B "$folder" -DCMAKE_CXX_COMPILER="$2" -DHETEROSCOPE_CUDA=OFF >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
shopt -s globstar nullglob
sources=("$folder"/generated/absent/**/*.cpp)
variants=(kernels/**/*.cu tests/example/**/*.cu)
if [ "${#sources[@]}" -lt 50 ]; then
  echo "${#sources[@]} sources stand for ${#variants[@]} with kernels"
  exit 1
fi
cat "${sources[@]}" | "$2" -std=c++20 -I. -fsyntax-only -Werror -x c++ -
echo "${#sources[@]} sources compile"
