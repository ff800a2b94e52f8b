#!/usr/bin/env bash
# Includes point one way, app -> kernels -> core, and inside of these from room to room as scripts/rooms.txt says; and the
# places that may know CUDA, OpenGL and ImGui, and how releases of ImGui differ, are few: prints every line that breaks
# this, and fails if there is one.
set -euo pipefail
cd "$(dirname "$0")/.."

failed=0
# Each include of a source of this project, with the line of scripts/rooms.txt that its room and the other's stand on.
found=$({ grep -v '^ *#' scripts/rooms.txt; echo; grep -rnE --include='*.cpp' --include='*.hpp' --include='*.cu' \
  --include='*.cuh' --include='*.inc' '^[[:space:]]*#[[:space:]]*include "(core|kernels|app)/' core kernels app || true; } | awk '
  # The room of a file: its folder, or the nearest one above that has a line.
  function room_of(file, folder) {
    folder = file
    sub("/[^/]*$", "", folder)
    if (folder "/." in line) return folder "/."
    while (!(folder in line) && folder ~ "/") sub("/[^/]*$", "", folder)
    return folder in line ? folder : ""
  }
  !/#/ { for (i = 1; i <= NF; ++i) { if ($i in line) print $i " stands twice in scripts/rooms.txt"; line[$i] = NR }; next }
  {
    file = $0; sub(/:.*/, "", file)
    other = $0; sub(/^[^"]*"/, "", other); sub(/".*/, "", other)
    from = room_of(file); to = room_of(other)
    if (from == "") print file ": its folder is in no room of scripts/rooms.txt"
    else if (to == "") print $0 ": that folder is in no room of scripts/rooms.txt"
    else if (from != to && line[from] <= line[to]) print $0 ": " from " must not include " to
  }')
if [ -n "$found" ]; then
  printf 'includes against the order of rooms (scripts/rooms.txt):\n%s\n' "$found" >&2
  failed=1
fi

# forbid REASON PATTERN PATH...: no line under the paths may match.
forbid() {
  local reason=$1 pattern=$2 found
  shift 2
  found=$(grep -rnE --include='*.cpp' --include='*.hpp' --include='*.cu' --include='*.cuh' "$pattern" "$@" || true)
  if [ -n "$found" ]; then
    printf '%s:\n%s\n' "$reason" "$found" >&2
    failed=1
  fi
}

forbid 'core and kernels must not know OpenGL or ImGui' '#include [<"](GL/|GLFW/|glad/|imgui)' core kernels
forbid 'MPI is for core/world/mpi alone' '#include [<"]mpi.h' app kernels $(find core -mindepth 1 -maxdepth 1 ! -name world) core/world/*.?pp
found=$(grep -rnE --include='*.cpp' --include='*.hpp' --include='*.cu' --include='*.cuh' '#if.*(CUDA|__NVCC__)' app core kernels tests |
  grep -vE '^core/([a-z]+/)*(host_device|freestanding)\.hpp:[0-9]+: *#ifdef __CUDACC_RTC__$' || true)
if [ -n "$found" ]; then
  printf 'the build chooses files; sources do not ask for CUDA, but for NVRTC, in two headers:\n%s\n' "$found" >&2
  failed=1
fi
found=$(grep -rlE '#include [<"]cuda_gl_interop.h' app core kernels | grep -v '^app/window/picture/presenter_interop.cpp$' || true)
if [ -n "$found" ]; then
  printf 'cuda_gl_interop.h is for app/window/picture/presenter_interop.cpp alone:\n%s\n' "$found" >&2
  failed=1
fi
found=$(grep -rnE 'ImGui::(PushFont|GetKeyIndex)\(|ImGuiKey_Key[Pp]adEnter|\.Key(Map|sDown)\[|(->|\.)FontSize\b' app tests |
  grep -vE '^(app/window/look/imgui_versions|tests/window/held_keys)\.hpp:' || true)
if [ -n "$found" ]; then
  printf 'releases of ImGui differ in these: app/window/look/imgui_versions.hpp has what all have:\n%s\n' "$found" >&2
  failed=1
fi
exit "$failed"
