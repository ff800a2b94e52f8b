#!/usr/bin/env bash
# Applies .clang-format to every source of the project. With --check it changes nothing, names what is not formatted and
# fails if anything is; without clang-format 14, whose layout decides (others differ), it exits with 77: skipped.
set -euo pipefail
cd "$(dirname "$0")/.."

tool=$(command -v clang-format-14 || command -v clang-format || true)
if [ -z "$tool" ] || ! "$tool" --version | grep -q 'version 14\.'; then
  echo "clang-format 14 is not installed, so the format was not checked (Debian package: clang-format-14)"
  exit 77
fi
mode=(-i)
[ "${1:-}" = --check ] && mode=(--dry-run -Werror)
find app assets/own core kernels tests \( -name '*.cpp' -o -name '*.hpp' -o -name '*.cu' -o -name '*.cuh' \) -print0 |
  xargs -0 "$tool" "${mode[@]}"
