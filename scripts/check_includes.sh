#!/usr/bin/env bash
# Includes point one way, app -> kernels -> core, and the places that may know CUDA, OpenGL and ImGui, and how releases of ImGui differ, are few:
# prints every line that breaks this, and fails if there is one.
set -euo pipefail
cd "$(dirname "$0")/.."

failed=0
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

forbid 'core must not include kernels or app' '#include "(kernels|app)/' core
forbid 'kernels must not include app' '#include "app/' kernels
forbid 'app/analysis must not include what measures: it reads results' '#include "app/bench/' app/analysis
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
