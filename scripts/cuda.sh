# shellcheck shell=bash
# The CUDA toolkit: found where it is installed, or fetched. Sourced by setup.sh, from the repository's root:
#   find_cuda FOLDER      takes the first installed toolkit that fits the compiler and the driver, and says why others do not
#   provide_cuda FOLDER   the same; where none fits, fetches one into FOLDER/cuda, or installs Debian's for an older driver
# Both leave the compiler's path in `nvcc` and on PATH, or return 1 with the reason in `no_cuda`.

nvcc=
no_cuda=
# Where toolkits lie that are not on PATH, the wheels whose hashes are known, where the driver says its version where
# nvidia-smi does not, what shows that it has found a GPU, and the same of WSL.
cuda_places=(/usr/local/cuda /usr/local/cuda-* /opt/cuda)
cuda_wheels=scripts/cuda_wheels.txt
cuda_driver_file=/proc/driver/nvidia/version
gpu_signs=(/proc/driver/nvidia/gpus/* /dev/nvidia[0-9]*)
wsl_gpu=/dev/dxg
wsl_libraries=/usr/lib/wsl/lib
oldest_cuda=12.0         # that compiles the kernels
oldest_debian_cuda=12.4  # of Debian's packages
wheels_cuda=13.0
wheels_driver=580
wheels_disk_mb=2000  # the wheels and what is unpacked from them, together

# Whether version $1 is at least version $2.
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

# The driver's version, such as 580.95.05; nothing where there is none, or none that says it.
driver_version() {
  local smi version=
  for smi in nvidia-smi "$wsl_libraries/nvidia-smi"; do
    version=$("$smi" --query-gpu=driver_version --format=csv,noheader 2>/dev/null | grep -m 1 -E '^[0-9]+\.[0-9.]+$') && break
  done
  if [ -z "$version" ] && [ -r "$cuda_driver_file" ]; then
    version=$(sed -nE '1s/.* ([0-9]{3,}\.[0-9.]+) .*/\1/p' "$cuda_driver_file")
  fi
  printf '%s' "$version"
}

# The newest major version of CUDA that a driver runs; without a version, that of the wheels.
cuda_of_driver() {
  if [ -z "$1" ] || at_least "$1" "$wheels_driver"; then echo 13
  elif at_least "$1" 525; then echo 12
  else echo 11; fi
}

# What a build folder's cache says of a variable.
cached() { if [ -e "$1/CMakeCache.txt" ]; then sed -n "s/^$2:[A-Z]*=//p" "$1/CMakeCache.txt"; fi; }

# Compilers that may be tried, one a line: what is asked for, what the build has, then the usual places.
nvcc_candidates() {
  local folder=$1 each
  {
    printf '%s\n' "${CUDACXX:-}"
    for each in "${CUDA_HOME:-}" "${CUDA_PATH:-}"; do printf '%s\n' "${each:+$each/bin/nvcc}"; done
    cached "$folder" CMAKE_CUDA_COMPILER
    type -aP nvcc || true
    for each in "${cuda_places[@]}"; do printf '%s\n' "$each/bin/nvcc"; done
    if wheels_are_whole "$folder"; then printf '%s\n' "$PWD/$folder/cuda/nvidia/cu13/bin/nvcc"; fi
  } | awk 'NF && !seen[$0]++'
}

# What tells one compiler from another, and from itself after a change, wherever it has been moved.
identity_of() { stat -Lc '%d %i %s %Y' "$1"; }

# Whether the toolkit compiles and links a small program with the machine's compiler; else its first error is in `refusal`.
# What has passed is noted, since the trial takes seconds.
compiles() {
  local compiler=$1 folder=$2 noted=$2/cuda.fits trial identity answer
  identity="$(identity_of "$compiler") $("${CXX:-c++}" --version 2>/dev/null | head -n 1)"
  [ "$(cat "$noted" 2>/dev/null)" = "$identity" ] && return 0
  trial=$(mktemp -d)
  cat >"$trial/trial.cu" <<'SOURCE'
#include <algorithm>
#include <functional>
#include <string>
__global__ void set(int* value) { *value = 1; }
int main(int count, char**) {
  set<<<1, 1>>>(nullptr);
  return cudaDeviceSynchronize() == cudaSuccess && std::to_string(count).empty() ? 1 : 0;
}
SOURCE
  if answer=$("$compiler" -std=c++20 -o "$trial/trial" "$trial/trial.cu" 2>&1) && [ -e "$trial/trial" ]; then
    rm -r "$trial"
    printf '%s\n' "$identity" >"$noted"
    return 0
  fi
  rm -r "$trial"
  refusal=$(grep -m 1 -iE 'error|not found|cannot' <<<"$answer" || head -n 1 <<<"$answer")
  return 1
}

# Whether this nvcc can build a program for this machine; else the reason is in `refusal`.
fits() {
  local compiler=$1 driver=$2 folder=$3 version
  refusal=
  version=$("$compiler" --version 2>/dev/null | sed -nE 's/.*release ([0-9]+\.[0-9]+).*/\1/p')
  if [ -z "$version" ]; then
    refusal="it does not run"
  elif ! at_least "$version" "$oldest_cuda"; then
    refusal="it is CUDA $version, and $oldest_cuda is the oldest that compiles the kernels"
  elif [ -n "$driver" ] && ! at_least "$driver" "$wheels_driver" && [ "${version%%.*}" -gt "$(cuda_of_driver "$driver")" ]; then
    # Drivers that are newer than what this script knows of may run newer toolkits, too.
    refusal="it is CUDA $version, and the driver $driver runs CUDA $(cuda_of_driver "$driver") at most"
  elif ! compiles "$compiler" "$folder"; then
    refusal="CUDA $version does not compile with this machine's compiler: $refusal"
  fi
  [ -z "$refusal" ]
}

take_nvcc() {
  nvcc=$1
  no_cuda=
  PATH=$PATH:$(dirname "$nvcc")
  export PATH
  # A build that knew another toolkit, or none, asks again.
  if [ -e "$2/CMakeCache.txt" ] && [ "$(cached "$2" CMAKE_CUDA_COMPILER)" != "$nvcc" ]; then
    sed -i -E '/^(CMAKE_CUDA_(COMPILER|HOST|FLAGS|RUNTIME)[A-Z_]*|CUDAToolkit_[A-Za-z_]+|CUDA_[A-Za-z_]+|HETEROSCOPE_CUPTI|HETEROSCOPE_CUDADEVRT|HETEROSCOPE_NVRTC):/d' \
      "$2/CMakeCache.txt"
    rm -f "$2"/CMakeFiles/*/CMakeCUDACompiler.cmake
  fi
}

# Compilers that did not fit: a trial takes seconds, and another name, or a toolkit that has come since, does not change them.
declare -A refused_nvcc

find_cuda() {
  local folder=$1 driver candidate identity refusal
  driver=$(driver_version)
  nvcc=
  no_cuda=${no_cuda:-no CUDA toolkit (nvcc) on PATH, in CUDA_HOME, /usr/local/cuda or /opt/cuda}
  while IFS= read -r candidate; do
    [ -e "$candidate" ] || continue
    identity=$(identity_of "$candidate")
    if [ -n "${refused_nvcc[$identity]:-}" ]; then continue; fi
    if fits "$candidate" "$driver" "$folder"; then
      take_nvcc "$candidate" "$folder"
      return 0
    fi
    refused_nvcc[$identity]=$refusal
    no_cuda="no CUDA toolkit that fits: $candidate: $refusal"
    say "$candidate is left aside: $refusal"
  done < <(nvcc_candidates "$folder")
  return 1
}

# Whether FOLDER/cuda holds all that cuda_wheels names: the list is copied there last.
wheels_are_whole() { cmp -s "$cuda_wheels" "$1/cuda/wheels.txt"; }

# One sentence for what pip's log says.
why_pip_failed() {
  if grep -q 'No space left on device' "$1"; then
    echo "the disk is full ($wheels_disk_mb MB are needed)"
  elif grep -qE 'DO NOT MATCH THE HASHES|Hashes are required|IncompleteRead|not a valid zip|BadZipFile|invalid distribution' "$1"; then
    echo "a fetched file is not the published one: it was cut off or changed on the way"
  elif grep -qE 'NewConnectionError|ConnectTimeout|NameResolutionError|name resolution|Network is unreachable|Connection refused|timed out|Connection(Reset|Aborted|)Error|ProxyError|SSLError' "$1"; then
    echo "the package index cannot be reached over the network"
  elif grep -qE 'No matching distribution|Could not find a version|HTTP error|404' "$1"; then
    echo "the package index does not have $(grep -E 'No matching distribution|Could not find a version' "$1" | grep -oE 'nvidia-[a-z0-9-]+==[0-9.]+' | head -n 1)"
  else
    grep -m 1 -iE 'error' "$1" || echo "pip says why in $1"
  fi
}

# A python3 that has pip; installs Debian's where no one has it.
python_with_pip() {
  local each
  for each in python3 /usr/bin/python3; do
    if "$each" -m pip --version >/dev/null 2>&1; then echo "$each"; return 0; fi
  done
  apt_install python3-pip >&2 && /usr/bin/python3 -m pip --version >/dev/null 2>&1 && echo /usr/bin/python3
}

# Puts the wheels into FOLDER/cuda. They are unpacked beside it and renamed when they are whole and have compiled something.
fetch_wheels() {
  local folder=$1 python fetched=$1/cuda.unfinished log=$1/cuda.log free root size refusal
  size=$(awk '/^# [0-9.]+ MB$/ { sum += $2 } END { printf "%.0f", sum }' "$cuda_wheels")
  rm -rf "$fetched"
  free=$(df -Pm "$folder" | awk 'NR == 2 { print $4 }')
  if [ "$free" -lt "$wheels_disk_mb" ]; then
    no_cuda="the CUDA toolkit needs $wheels_disk_mb MB in $folder/, and $free MB are free"
    return 1
  fi
  if ! python=$(python_with_pip); then
    no_cuda="python3 has no pip to fetch the CUDA toolkit with (Debian package: python3-pip)"
    return 1
  fi
  say "fetching the CUDA toolkit $wheels_cuda from PyPI into $folder/cuda/: $size MB"
  mkdir -p "$fetched/tmp"
  if ! TMPDIR=$PWD/$fetched/tmp "$python" -m pip install --target "$fetched/whole" --require-hashes --no-deps --only-binary :all: \
       --no-cache-dir --no-input --no-compile --disable-pip-version-check --retries 2 -r "$cuda_wheels" >"$log" 2>&1; then
    no_cuda="the CUDA toolkit could not be fetched: $(why_pip_failed "$log")"
    rm -rf "$fetched"
    return 1
  fi
  root=$fetched/whole/nvidia/cu13
  # The compiler and CMake look in lib64, and for the library without its version.
  ln -s lib "$root/lib64" && ln -s libcudart.so.13 "$root/lib/libcudart.so"
  if ! fits "$PWD/$root/bin/nvcc" "$(driver_version)" "$folder"; then
    no_cuda="the CUDA toolkit from PyPI does not serve here: $refusal"
    rm -rf "$fetched"
    return 1
  fi
  if ! cp "$cuda_wheels" "$fetched/whole/wheels.txt" || ! rm -rf "${folder:?}/cuda" || ! mv -T "$fetched/whole" "$folder/cuda"; then
    no_cuda="the CUDA toolkit cannot be put into $folder/cuda"
    rm -rf "$fetched"
    return 1
  fi
  rm -rf "$fetched"
}

# For a driver that the wheels are too new for: Debian's toolkit, where apt's sources have one that is new enough.
install_debian_cuda() {
  local driver=$1 version size advice
  advice="install a driver from $wheels_driver on"
  if at_least "$driver" 525; then
    advice+=", or a CUDA toolkit from $oldest_debian_cuda to 12.9 from NVIDIA's archive of CUDA toolkits into /usr/local"
  fi
  no_cuda="the driver $driver runs CUDA $(cuda_of_driver "$driver") at most, and the toolkit that can be fetched is $wheels_cuda, for drivers from $wheels_driver on"
  at_least "$driver" 525 || { no_cuda+=": $advice"; return 1; }
  version=$(LC_ALL=C apt-cache policy nvidia-cuda-toolkit 2>/dev/null | sed -nE 's/^ *Candidate: ([0-9]+\.[0-9]+).*/\1/p')
  if [ -z "$version" ]; then
    no_cuda+="; apt has no nvidia-cuda-toolkit (Debian: component non-free): $advice"
    return 1
  elif ! at_least "$version" "$oldest_debian_cuda"; then
    no_cuda+="; apt's nvidia-cuda-toolkit is $version, and $oldest_debian_cuda is needed: $advice"
    return 1
  fi
  size=$(apt-get install -qq --no-install-recommends --print-uris nvidia-cuda-toolkit 2>/dev/null |
    awk '{ sum += $3 } END { printf "%.0f", sum / 1e6 }')
  say "the driver $driver needs CUDA 12: fetching apt's nvidia-cuda-toolkit $version, $size MB"
  if ! apt_install nvidia-cuda-toolkit; then
    no_cuda="apt could not install nvidia-cuda-toolkit $version for the driver $driver"
    return 1
  fi
  no_cuda="apt's nvidia-cuda-toolkit $version is installed, and no nvcc of it is found"
}

provide_cuda() {
  local folder=$1 driver
  find_cuda "$folder" && return 0
  driver=$(driver_version)
  if [ "$(cuda_of_driver "$driver")" -ge 13 ]; then
    fetch_wheels "$folder" || return 1
  else
    install_debian_cuda "$driver" || return 1
  fi
  find_cuda "$folder"
}

# The architectures that a package has code for, as CMake names them: of those that it is to serve, all that the compiler knows,
# and the newest one's PTX, of which a driver makes code for GPUs that are newer.
package_architectures() {
  local compiler=$1 known each names=()
  known=$("$compiler" --list-gpu-code) || return 1
  for each in 75 80 86 89 90 100 120; do
    if grep -qx "sm_$each" <<<"$known"; then names+=("$each-real"); fi
  done
  if [ ${#names[@]} = 0 ]; then
    say "$compiler knows none of the architectures that a package has code for"
    return 1
  fi
  names[-1]=${names[-1]%-real}
  (IFS=';' && printf '%s' "${names[*]}")
}
