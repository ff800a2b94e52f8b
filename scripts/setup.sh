# shellcheck shell=bash
# Set-up that run.sh, test.sh and check.sh share; sourced by them, from the repository's root:
#   install_packages        installs what is missing from scripts/packages.txt (Debian), or says what is needed
#   apt_install PACKAGE...  installs these, with sudo where the user is not root
#   has_nvidia_gpu          whether there is an NVIDIA GPU with a driver
#   enter_build PRESET      makes the preset's build folder, and waits for another script that builds in it
#   leave_build             lets others build there; programs that are started then do not hold it
#   choose_cuda PRESET YES  sets `cuda_options`, what CMake is told about the CUDA part; YES: a toolkit is fetched if none fits;
#                           HETEROSCOPE_CUDA=OFF: none is looked for
#   configure PRESET        configures quietly with a CMake preset; on failure shows what CMake said
#   drawing_seed            prints what a share of tests and checks is drawn by
#   build PRESET [TARGET]   builds, and shows how far it is; on failure shows what the compiler said

# What a drawn share of tests and checks is drawn by: HETEROSCOPE_SEED, else the commit.
drawing_seed() { printf '%s' "${HETEROSCOPE_SEED:-$(git rev-parse --short HEAD 2>/dev/null || echo 0)}"; }

say() { printf 'heteroscope: %s\n' "$*" >&2; }

# The words of a package list, without comments.
packages_in() { sed 's/#.*//' "$1" | xargs; }

# Those of the given packages that are not installed.
missing_packages() {
  local package
  for package in "$@"; do
    # A virtual package has no status of its own; dpkg-query fails for it, and apt-get then finds nothing to do.
    if [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" != installed ]; then
      printf '%s ' "$package"
    fi
  done
}

# One sentence for what apt's log says. Lists that could not be fetched are warnings to apt, which then misses packages.
why_apt_failed() {
  if grep -qE 'No space left on device|have enough free space' "$1"; then
    echo "the disk is full"
  elif grep -qE 'Could not get lock|Unable to acquire the dpkg frontend lock|Unable to lock' "$1"; then
    echo "another program is installing packages; try again when it has finished"
  elif grep -qE 'Could not (resolve|connect)|failure resolving|Connection (failed|timed out|refused)|Network is unreachable|Cannot initiate the connection' "$1"; then
    echo "the package mirror cannot be reached over the network"
  elif grep -qE 'Hash Sum mismatch|unexpected size|404  Not Found' "$1"; then
    echo "the package mirror lacks what its lists name, or sent only a part of it (apt-get update may help)"
  else
    grep -m 1 -E '^(E|sudo): ' "$1" || tail -n 1 "$1"
  fi
}

apt_install() {
  local root=() log
  if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
      say "missing packages, and neither root nor sudo to install them: $*"
      return 1
    fi
    root=(sudo)
  fi
  say "installing $*"
  log=$(mktemp)
  # Services that packages start must not hold the build folder (9: enter_build).
  if ! { "${root[@]}" env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get update -q &&
         "${root[@]}" env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"; } \
       >"$log" 2>&1 9>&-; then
    say "apt-get could not install them: $(why_apt_failed "$log") (all that it says: $log)"
    return 1
  fi
  rm -f "$log"
}

install_packages() {
  local wanted missing
  wanted=$(packages_in scripts/packages.txt)
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    say "apt-get is not installed here: install these Debian packages, or those of your system that match them: $wanted"
    return 0
  fi
  # shellcheck disable=SC2086  # one word a package
  missing=$(missing_packages $wanted)
  # shellcheck disable=SC2086
  if [ -n "$missing" ]; then apt_install $missing; fi
}

. scripts/cuda.sh

# What HETEROSCOPE_CUDA says: ON, OFF, or nothing.
wanted_cuda() {
  case ${HETEROSCOPE_CUDA:-} in
    ON | OFF | '') printf '%s' "${HETEROSCOPE_CUDA:-}" ;;
    *) say "HETEROSCOPE_CUDA is '$HETEROSCOPE_CUDA': it can be ON or OFF" && return 2 ;;
  esac
}

# Where the CUDA part was asked for and there is no toolkit, that is the end; else the program is CPU-only, and the script
# says so when it is built.
choose_cuda() {
  local folder wanted
  wanted=$(wanted_cuda) || return
  folder=$(folder_of "$1")
  cuda_options=(-DHETEROSCOPE_CUDA=OFF)
  if [ "$wanted" = OFF ]; then return 0; fi
  if { [ "$2" = yes ] && provide_cuda "$folder"; } || { [ "$2" != yes ] && find_cuda "$folder"; }; then
    # shellcheck disable=SC2034  # the caller's
    cuda_options=(-DHETEROSCOPE_CUDA=ON -DCMAKE_CUDA_COMPILER="$nvcc")
  elif [ "$wanted" = ON ]; then
    say "HETEROSCOPE_CUDA is ON, but $no_cuda"
    return 2
  fi
}

# After the build, if the program lacks what this machine could use.
say_cpu_only() {
  if [ -n "$no_cuda" ]; then say "the program is CPU-only: $no_cuda"; fi
}

# A driver that has found a device shows it in one of these ways: natively, in a container, which may lack some of them, and
# in WSL, where the host's driver stands behind /dev/dxg and brings a libcuda if it is NVIDIA's.
has_nvidia_gpu() {
  local found
  if nvidia-smi -L 2>/dev/null | grep -q '^GPU '; then return 0; fi
  for found in "${gpu_signs[@]}"; do
    if [ -e "$found" ]; then return 0; fi
  done
  [ -e "$wsl_gpu" ] && [ -e "$wsl_libraries/libcuda.so.1" ]
}

# After a failure: says so if the disk on which the folder lies is full, which compilers say in many ways and cut off.
say_full_disk() {
  if grep -qs 'No space left on device' "$2" || [ "$(df -Pk "$1" | awk 'NR == 2 { print $4 }')" -lt 1024 ]; then
    say "the disk is full: $PWD/$1 needs more"
  fi
}

# Runs a command with its output kept in a file, which is shown only if it fails.
quietly() {
  local log=$1
  shift
  if ! "$@" >"$log" 2>&1; then
    tail -n 80 "$log" >&2
    say "failed: $* (all of it: $log)"
    say_full_disk "$(dirname "$log")" "$log"
    return 1
  fi
}

# Presets `release` and `developer` differ in whether warnings are errors, and share a folder.
folder_of() { case $1 in release | developer) echo build ;; *) echo "build-$1" ;; esac; }

enter_build() {
  local folder
  folder=$(folder_of "$1")
  if ! mkdir -p "$folder" 2>/dev/null || ! { : >>"$folder/.lock"; } 2>/dev/null; then
    say "cannot write into $PWD/$folder: copy the source folder to where you may write, and build there"
    return 2
  fi
  command -v flock >/dev/null || return 0
  exec 9>>"$folder/.lock"
  if ! flock -n 9; then
    say "another script builds in $folder/: waiting for it"
    flock 9
  fi
}

leave_build() { exec 9>&-; }

configure() {
  local preset=$1 folder
  shift
  folder=$(folder_of "$preset")
  mkdir -p "$folder"
  quietly "$folder/configure.log" cmake --preset "$preset" --no-warn-unused-cli "$@" || return 1
  sed -n 's/^-- heteroscope: /heteroscope: /p' "$folder/configure.log" >&2
}

duration() { if [ "$1" -lt 60 ]; then echo "$1 s"; else echo "$(($1 / 60)) min $(($1 % 60)) s"; fi; }

# Sets `weight` to how long a step takes, by ninja's name for it or by its command, compared with others: as measured, a
# C++ source of the window is 10.
weigh() {
  case $1 in
    *'CUDA object'* | *.cu.o*) weight=45 ;;
    *.gch* | *.pch*) weight=50 ;;
    *'CXX object core/'* | *'CXX object kernels/'* | *' -o core/'*' -c '* | *' -o kernels/'*' -c '*) weight=20 ;;
    *'CXX object'* | *' -c '*) weight=10 ;;
    *) weight=2 ;;
  esac
}

# Shows how far a build is whose steps ninja names on standard input: on a terminal in a line that is written anew, else
# with a line every half minute. All that ninja says goes to the log. $2, $3: how many steps a whole build has, and their
# weight; the steps that are left have the same weight on average unless it is one.
show_progress() {
  local log=$1 steps=$2 all=$3 start=$SECONDS shown=$SECONDS done=0 line weight ahead left text= number of
  while IFS= read -r line; do
    # On a full disk the log ends, and the build fails by itself.
    printf '%s\n' "$line" >>"$log" 2>/dev/null || true
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\  ]] || continue
    number=${BASH_REMATCH[1]} of=${BASH_REMATCH[2]}
    [ "$number" -gt 0 ] || continue
    weigh "$line"
    done=$((done + weight))
    if [ "$of" -ge "$steps" ]; then ahead=$((all - done)); else ahead=$(((of - number) * all / steps)); fi
    [ "$ahead" -gt 0 ] || ahead=1
    # The first steps say little about how long the others will take.
    if [ $((SECONDS - start)) -lt 5 ] || [ $((done * 20)) -lt "$ahead" ]; then continue; fi
    left=$(((SECONDS - start) * ahead / done))
    text="$((done * 100 / (done + ahead))) %, about $(duration "$left") left"
    if [ -t 2 ]; then
      printf '\rheteroscope: %s\033[K' "$text" >&2
    elif [ $((SECONDS - shown)) -ge 30 ]; then
      shown=$SECONDS
      say "$text"
    fi
  done
  if [ -t 2 ] && [ -n "$text" ]; then printf '\r\033[K' >&2; fi
}

build() {
  local preset=$1 target=${2:-all} folder log steps=1 all=1 weight line start=$SECONDS
  folder=$(folder_of "$preset")
  log=$folder/build.log
  say "building into $folder/"
  while IFS= read -r line; do
    weigh "$line"
    steps=$((steps + 1)) all=$((all + weight))
  done < <(ninja -C "$folder" -t commands "$target")
  steps=$((steps - 1))
  : >"$log"
  if ! env -u NINJA_STATUS cmake --build "$folder" --target "$target" 2>&1 | show_progress "$log" "$steps" "$all"; then
    tail -n 80 "$log" >&2
    say "failed: cmake --build $folder (all of it: $log)"
    say_full_disk "$folder" "$log"
    return 1
  fi
  if [ $((SECONDS - start)) -ge 5 ]; then say "built in $(duration $((SECONDS - start)))"; fi
}
