#!/usr/bin/env bash
# How the CUDA toolkit is found and fetched (scripts/cuda.sh), on machines made of fakes: drivers, toolkits, package indexes
# and what goes wrong with them. Needs no GPU, no toolkit and no network but this machine's own, of which it sees the usual
# commands alone: neither settings of pip or proxies, nor a toolkit, a driver, WSL or how full its disk is.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
index_pid=
trap '[ -n "$index_pid" ] && kill "$index_pid"; rm -rf "$work"' EXIT
failed=0

fail() { printf 'FAILED: %s: %s\n%s\n' "$case" "$1" "${answer:-}" >&2; failed=1; }

# Answers with a fixed exit code and text: fake FOLDER NAME CODE TEXT
fake() {
  mkdir -p "$1"
  printf '#!/bin/sh\ncat <<"TEXT"\n%s\nTEXT\nexit %s\n' "$4" "$3" >"$1/$2"
  chmod +x "$1/$2"
}

# A compiler of this CUDA release. HOW: whole; or broken; or what it says of the host's compiler.
fake_nvcc() {
  mkdir -p "$1/bin"
  cat >"$1/bin/nvcc" <<NVCC
#!/bin/sh
case "$3" in broken) echo 'nvcc: cicc is missing'; exit 127 ;; esac
if [ "\$1" = --version ]; then echo 'Cuda compilation tools, release $2, V$2.88'; exit 0; fi
if [ "\$1" = --list-gpu-code ]; then for each in ${4:-75 80 90}; do echo "sm_\$each"; done; exit 0; fi
[ -z "\$TRIALS" ] || echo "\$0" >>"\$TRIALS"
case "$3" in whole) ;; *) echo "$3" >&2; exit 1 ;; esac
while [ \$# -gt 0 ]; do [ "\$1" = -o ] && : >"\$2"; shift; done
NVCC
  chmod +x "$1/bin/nvcc"
}

driver() { fake "$bin" nvidia-smi 0 "$1"; }
no_driver() { fake "$bin" nvidia-smi 9 "NVIDIA-SMI has failed"; }

# The machine's commands but for those that say what it has.
mkdir "$work/tools"
ln -s -t "$work/tools" /usr/bin/*
for each in nvcc nvidia-smi sudo; do rm -f "$work/tools/$each"; done

# A fresh repository of scripts alone, with a PATH of its own before the machine's.
begin() {
  case=$1
  home=$work/$(tr ' ' _ <<<"$1")
  bin=$home/bin
  mkdir -p "$bin" "$home/build" "$home/places"
  cp -r "$root/scripts" "$home/scripts"
  no_driver
  fake "$bin" apt-cache 0 "N: Unable to locate package nvidia-cuda-toolkit"
  fake "$bin" apt-get 100 "E: no network"
  fake "$bin" nvcc 127 ""
  free_mb 50000
  index=
}

# What df says is free.
free_mb() {
  cat >"$bin/df" <<DF
#!/bin/sh
echo 'Filesystem blocks Used Available Capacity Mounted on'
case "\$*" in *-Pk*) echo '/dev/vda 0 0 $(($1 * 1024)) 1% /' ;; *) echo '/dev/vda 0 0 $1 1% /' ;; esac
DF
  chmod +x "$bin/df"
}

# What scripts/cuda.sh takes for the machine.
machine() {
  echo "cuda_places=($home/places/*); cuda_driver_file=$home/driver; gpu_signs=($home/dev/*); wsl_gpu=$home/dxg; wsl_libraries=$home/wsl"
}

# Runs a line of shell after setup.sh, where it finds only the case's toolkits; its output is in `answer`, its code in `code`.
run() {
  answer=$(cd "$home" && env -i HOME="$home" PATH="$bin:$work/tools" TRIALS="$home/trials" \
    PIP_INDEX_URL="${index:-http://127.0.0.1:9/}" PIP_CONFIG_FILE=/dev/null PIP_RETRIES=0 \
    bash -euc ". scripts/setup.sh; $(machine); ${*}" 2>&1)
  code=$?
}

provide='if provide_cuda build; then echo "has $nvcc"; else echo "reason: $no_cuda"; fi'

says() { grep -qF -- "$1" <<<"$answer" || fail "it does not say: $1"; }
silent_of() { if grep -qF -- "$1" <<<"$answer"; then fail "it says: $1"; fi; }
nothing_half() { [ ! -e "$home/build/cuda" ] && [ ! -e "$home/build/cuda.unfinished" ] || fail "something half lies in build/"; }

# A package index in a folder, with one wheel that brings a compiler, and the list of its hash.
make_index() {
  local file=nvidia_cuda_nvcc-13.0.88-py3-none-any.whl
  mkdir -p "$work/index/nvidia-cuda-nvcc"
  fake_nvcc "$work/wheel/nvidia/cu13" 13.0 whole
  mkdir -p "$work/wheel/nvidia/cu13/lib" "$work/wheel/nvidia_cuda_nvcc-13.0.88.dist-info"
  : >"$work/wheel/nvidia/cu13/lib/libcudart.so.13"
  /usr/bin/python3 - "$work/wheel" "$work/index/nvidia-cuda-nvcc/$file" <<'PYTHON'
import os, sys, zipfile
source, wheel = sys.argv[1:]
info = "nvidia_cuda_nvcc-13.0.88.dist-info/"
with zipfile.ZipFile(wheel, "w") as out:
    names = []
    for folder, _, files in os.walk(source):
        for name in files:
            path = os.path.join(folder, name)
            inside = os.path.relpath(path, source)
            out.write(path, inside)
            names.append(inside)
    out.writestr(info + "METADATA", "Metadata-Version: 2.1\nName: nvidia-cuda-nvcc\nVersion: 13.0.88\n")
    out.writestr(info + "WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
    out.writestr(info + "RECORD", "".join(f"{name},,\n" for name in names))
PYTHON
  printf '<a href="%s">%s</a>\n' "$file" "$file" >"$work/index/nvidia-cuda-nvcc/index.html"
  wheel=$work/index/nvidia-cuda-nvcc/$file
  hash=$(sha256sum "$wheel" | cut -d ' ' -f 1)
  list="# 37.4 MB
nvidia-cuda-nvcc==13.0.88 --hash=sha256:$hash"
}

serve_index() {
  /usr/bin/python3 - "$work/index" "$work/port" >/dev/null 2>&1 <<'PYTHON' &
import functools, http.server, os, sys
handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[1])
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
with open(sys.argv[2] + ".new", "w") as out:
    out.write(str(server.server_address[1]))
os.rename(sys.argv[2] + ".new", sys.argv[2])
server.serve_forever()
PYTHON
  index_pid=$!
  for _ in $(seq 600); do [ -e "$work/port" ] && break; sleep 0.1; done
  served=http://127.0.0.1:$(cat "$work/port")/
}

# --- which installed toolkit is taken

begin "the first that fits"
driver 535.183.01
fake_nvcc "$home/places/a" 11.8 whole
fake_nvcc "$home/places/b" 13.0 whole
fake_nvcc "$home/places/c" 12.4 "error: #error -- unsupported GNU version! gcc versions later than 13 are not supported!"
fake_nvcc "$home/places/d" 12.6 broken
fake_nvcc "$home/places/e" 12.8 whole
run "$provide"
says "has $home/places/e/bin/nvcc"
says "a/bin/nvcc is left aside: it is CUDA 11.8, and 12.0 is the oldest"
says "b/bin/nvcc is left aside: it is CUDA 13.0, and the driver 535.183.01 runs CUDA 12 at most"
says "c/bin/nvcc is left aside: CUDA 12.4 does not compile with this machine's compiler: error: #error -- unsupported GNU version!"
says "d/bin/nvcc is left aside: it does not run"

begin "CUDA_HOME comes first"
fake_nvcc "$home/mine" 12.9 whole
fake_nvcc "$home/places/a" 12.8 whole
run "CUDA_HOME=$home/mine; $provide"
says "has $home/mine/bin/nvcc"

begin "the trial is made once"
fake_nvcc "$home/places/a" 12.8 whole
run "$provide"
run "$provide"
says "has $home/places/a/bin/nvcc"
[ "$(wc -l <"$home/trials")" = 1 ] || fail "there were $(wc -l <"$home/trials") trials"
echo '# changed' >>"$home/places/a/bin/nvcc"
run "$provide"
says "has $home/places/a/bin/nvcc"
[ "$(wc -l <"$home/trials")" = 2 ] || fail "a changed compiler is not tried"

begin "what does not fit is tried and said once"
driver 580.95.05
fake_nvcc "$home/places/a" 12.8 "error: unsupported GNU version"
ln -s a "$home/places/b"
run "$provide"
[ "$(wc -l <"$home/trials")" = 1 ] || fail "there were $(wc -l <"$home/trials") trials"
[ "$(grep -c 'is left aside' <<<"$answer")" = 2 ] || fail "it is not said once (of nvcc on PATH and of the toolkit)"

begin "a toolkit that is newer than this script, and drivers that may run it"
fake_nvcc "$home/places/a" 14.1 whole
run "$provide"
says "has $home/places/a/bin/nvcc"
driver 640.10
run "$provide"
says "has $home/places/a/bin/nvcc"
driver 570.10
run "$provide"
says "it is CUDA 14.1, and the driver 570.10 runs CUDA 12 at most"

begin "WSL"
mkdir "$home/wsl"
: >"$home/dxg"
: >"$home/wsl/libcuda.so.1"
fake "$home/wsl" nvidia-smi 0 "581.29"
run 'driver_version; if has_nvidia_gpu; then echo " and a GPU"; fi'
says "581.29 and a GPU"

begin "no toolkit is looked for"
fake_nvcc "$home/places/a" 12.8 whole
run 'HETEROSCOPE_CUDA=OFF; choose_cuda release yes; echo "${cuda_options[@]}"'
[ "$answer" = -DHETEROSCOPE_CUDA=OFF ] || fail "what CMake is told"
[ ! -e "$home/trials" ] || fail "a toolkit is tried"

begin "architectures of a package"
fake_nvcc "$home/places/a" 12.4 whole "52 75 80 86 87 89 90"
fake_nvcc "$home/places/b" 13.0 whole "75 80 86 87 88 89 90 100 103 110 120 121"
fake_nvcc "$home/places/c" 99.0 whole "200"
run "package_architectures $home/places/a/bin/nvcc"
[ "$answer" = "75-real;80-real;86-real;89-real;90" ] || fail "those of CUDA 12.4"
run "package_architectures $home/places/b/bin/nvcc"
[ "$answer" = "75-real;80-real;86-real;89-real;90-real;100-real;120" ] || fail "those of CUDA 13.0"
run "package_architectures $home/places/c/bin/nvcc"
[ $code = 1 ] || fail "its exit code is $code"
says "knows none of the architectures that a package has code for"

begin "the driver file where there is no nvidia-smi"
echo 'NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  575.57.08  Release Build' >"$home/driver"
run 'driver_version'
says 575.57.08

begin "a build that knew no toolkit asks again"
fake_nvcc "$home/places/a" 12.8 whole
printf 'CMAKE_CUDA_COMPILER:FILEPATH=NOTFOUND\nCMAKE_BUILD_TYPE:STRING=Release\n' >"$home/build/CMakeCache.txt"
run "$provide; cat build/CMakeCache.txt"
says "CMAKE_BUILD_TYPE:STRING=Release"
silent_of NOTFOUND

# --- an older driver

begin "an older driver and Debian 12"
driver 535.183.01
fake "$bin" apt-cache 0 "  Candidate: 11.8.89~11.8.0-5~deb12u1"
run "$provide"
says "reason: the driver 535.183.01 runs CUDA 12 at most, and the toolkit that can be fetched is 13.0, for drivers from 580 on"
says "apt's nvidia-cuda-toolkit is 11.8, and 12.4 is needed: install a driver from 580 on, or a CUDA toolkit from 12.4 to 12.9"
nothing_half

begin "an older driver and no non-free"
driver 550.163.01
run "$provide"
says "apt has no nvidia-cuda-toolkit (Debian: component non-free): install a driver from 580 on"

begin "a driver older than CUDA 12"
driver 470.256.02
run "$provide"
says "the driver 470.256.02 runs CUDA 11 at most"
silent_of "12.9"

begin "an older driver and Debian 13"
driver 550.163.01
fake "$bin" apt-cache 0 "  Candidate: 12.4.131~12.4.1-2"
cat >"$bin/apt-get" <<APT
#!/bin/sh
case "\$*" in
  *--print-uris*) echo "'http://deb.example/a.deb' a.deb 900000000 SHA256:0"; echo "'http://deb.example/b.deb' b.deb 100000000 SHA256:0" ;;
  *install*) mkdir -p $home/places/debian/bin; cp $home/new/bin/nvcc $home/places/debian/bin/ ;;
esac
APT
fake_nvcc "$home/new" 12.4 whole
fake_nvcc "$home/places/old" 11.8 whole
fake "$bin" id 0 0
run "cuda_places=($home/places/old $home/places/debian); $provide"
says "fetching apt's nvidia-cuda-toolkit 12.4, 1000 MB"
says "has $home/places/debian/bin/nvcc"
[ "$(grep -c 'old/bin/nvcc is left aside' <<<"$answer")" = 1 ] || fail "what was left aside is tried again"

begin "a toolkit of Debian without a compiler"
driver 550.163.01
fake "$bin" apt-cache 0 "  Candidate: 12.4.131~12.4.1-2"
fake "$bin" apt-get 0 ""
fake "$bin" id 0 0
run "$provide"
says "reason: apt's nvidia-cuda-toolkit 12.4 is installed, and no nvcc of it is found"

begin "no root and no sudo"
driver 550.163.01
fake "$bin" apt-cache 0 "  Candidate: 12.4.131~12.4.1-2"
fake "$bin" id 0 1000
rm "$bin/apt-get"
mkdir -p "$home/few"
for tool in env bash cat sed grep sort head awk id mktemp rm mkdir stat cmp df dirname; do
  ln -sf "$(PATH=$bin:$work/tools command -v "$tool")" "$home/few/$tool"
done
fake "$home/few" apt-get 100 ""
run "PATH=$bin:$home/few; $provide"
says "neither root nor sudo to install them: nvidia-cuda-toolkit"
says "reason: apt could not install nvidia-cuda-toolkit 12.4 for the driver 550.163.01"

# --- wheels

if ! /usr/bin/python3 -m pip --version >/dev/null 2>&1; then
  echo "skipped: python3 has no pip, so that no wheels can be fetched"
  [ $failed = 0 ] && exit 77
  exit 1
fi
make_index
serve_index

begin "wheels"
index=$served
driver 580.95.05
echo "$list" >"$home/scripts/cuda_wheels.txt"
# Neither venv nor ensurepip, which Debian has in packages of their own.
printf '#!/bin/sh\ncase "$*" in *venv* | *ensurepip*) echo "No module named venv"; exit 1 ;; esac\nexec %s "$@"\n' "$work/tools/python3" >"$bin/python3"
chmod +x "$bin/python3"
run "$provide"
says "fetching the CUDA toolkit 13.0 from PyPI into build/cuda/: 37 MB"
[ "$(wc -l <"$home/trials")" = 1 ] || fail "there were $(wc -l <"$home/trials") trials"
says "has $home/build/cuda/nvidia/cu13/bin/nvcc"
[ -e "$home/build/cuda/nvidia/cu13/lib64/libcudart.so" ] || fail "lib64 and libcudart.so are no links"
[ ! -e "$home/build/cuda.unfinished" ] || fail "cuda.unfinished is left"
index=
run "$provide"
says "has $home/build/cuda/nvidia/cu13/bin/nvcc"
silent_of "fetching"
rm "$home/build/cuda/wheels.txt"
run "$provide"
says "reason: the CUDA toolkit could not be fetched"

begin "no driver but CUDA asked for"
index=$served
echo "$list" >"$home/scripts/cuda_wheels.txt"
run "HETEROSCOPE_CUDA=ON; choose_cuda release yes; echo \"\${cuda_options[@]}\""
says "-DHETEROSCOPE_CUDA=ON -DCMAKE_CUDA_COMPILER=$home/build/cuda/nvidia/cu13/bin/nvcc"

begin "no network"
index=http://127.0.0.1:9/
echo "$list" >"$home/scripts/cuda_wheels.txt"
run "HETEROSCOPE_CUDA=ON; choose_cuda release yes"
[ "$code" = 2 ] || fail "its exit code is $code"
says "HETEROSCOPE_CUDA is ON, but the CUDA toolkit could not be fetched: the package index cannot be reached over the network"
nothing_half

begin "a card and no network"
driver 580.95.05
run "choose_cuda release yes; echo \"\${cuda_options[@]}\"; say_cpu_only"
says "-DHETEROSCOPE_CUDA=OFF"
says "the program is CPU-only: the CUDA toolkit could not be fetched"

begin "an index that answers 404"
index=${served}nowhere/
echo "$list" >"$home/scripts/cuda_wheels.txt"
run "$provide"
says "reason: the CUDA toolkit could not be fetched: the package index does not have nvidia-cuda-nvcc==13.0.88"
nothing_half

begin "half a file"
index=$served
echo "$list" >"$home/scripts/cuda_wheels.txt"
cp "$wheel" "$work/kept"
truncate -s 700 "$wheel"
run "$provide"
says "reason: the CUDA toolkit could not be fetched: a fetched file is not the published one"
nothing_half
cp "$work/kept" "$wheel"

begin "a full disk before"
index=$served
driver 580.95.05
free_mb 99
run "$provide"
says "reason: the CUDA toolkit needs 2000 MB in build/, and 99 MB are free"
nothing_half

begin "a full disk meanwhile"
driver 580.95.05
fake "$bin" python3 1 "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device"
sed -i '2i case "$*" in *--version*) exit 0 ;; esac' "$bin/python3"
run "$provide"
says "reason: the CUDA toolkit could not be fetched: the disk is full"
nothing_half

begin "python without pip"
driver 580.95.05
run "python_with_pip() { false; }; $provide"
says "reason: python3 has no pip to fetch the CUDA toolkit with (Debian package: python3-pip)"

begin "wheels that do not compile here"
index=$served
sed -i 's/^case "whole" in whole) ;;/case "too new" in whole) ;;/' "$work/wheel/nvidia/cu13/bin/nvcc"
make_index_again=$work/wheel/nvidia/cu13/bin/nvcc
sed -i 's/echo "whole" >&2/echo "error: unsupported compiler" >\&2/' "$make_index_again"
(cd "$work/wheel" && /usr/bin/python3 -c "
import sys, zipfile
old = zipfile.ZipFile(sys.argv[1]); new = zipfile.ZipFile(sys.argv[1] + '.new', 'w')
for each in old.infolist():
    new.writestr(each, open(each.filename, 'rb').read() if each.filename.endswith('bin/nvcc') else old.read(each))
new.close()" "$wheel" && mv "$wheel.new" "$wheel")
hash=$(sha256sum "$wheel" | cut -d ' ' -f 1)
printf '# 37.4 MB\nnvidia-cuda-nvcc==13.0.88 --hash=sha256:%s\n' "$hash" >"$home/scripts/cuda_wheels.txt"
run "$provide"
says "reason: the CUDA toolkit from PyPI does not serve here: CUDA 13.0 does not compile with this machine's compiler: error: unsupported compiler"
nothing_half

# --- the scripts themselves

# A machine on which all packages are installed, building succeeds at once and the program says "listed".
fake_machine() {
  echo bash >"$home/scripts/packages.txt"
  machine | sed 's/; /\n/g' >>"$home/scripts/cuda.sh"
  fake "$bin" dpkg-query 0 installed
  fake "$bin" ninja 0 ""
  for tool in cmake ctest cpack; do
    printf '#!/bin/sh\necho "$*" >>%s/cmake_words\n' "$home" >"$bin/$tool"
    chmod +x "$bin/$tool"
  done
  fake "$home/build" heteroscope 0 listed
}

# What a script of the repository says there: run_script HETEROSCOPE_CUDA [SCRIPT [WORD...]]
run_script() {
  fake_machine
  run "HETEROSCOPE_CUDA=${1:-} scripts/${2:-run.sh list} ${*:3}"
}

begin "a card without a way to a toolkit is said last"
driver "GPU 0: NVIDIA Fake
535.183.01"
run_script
[ "$code" = 0 ] || fail "its exit code is $code"
[ "$(tail -n 1 <<<"$answer")" = listed ] || fail "the program is not started"
tail -n 2 <<<"$answer" | head -n 1 | grep -q "^heteroscope: the program is CPU-only: the driver 535.183.01 runs CUDA 12 at most" ||
  fail "it is not said last"

begin "no toolkit although it was asked for"
driver 535.183.01
run_script ON
[ "$code" = 2 ] || fail "its exit code is $code"
says "HETEROSCOPE_CUDA is ON, but the driver 535.183.01 runs CUDA 12 at most"
silent_of listed

begin "a card and no wish for it"
driver "GPU 0: NVIDIA Fake
535.183.01"
run_script OFF
[ "$code" = 0 ] || fail "its exit code is $code"
silent_of CPU-only

begin "a word that HETEROSCOPE_CUDA cannot be"
run "HETEROSCOPE_CUDA=maybe; wanted_cuda"
[ "$code" = 2 ] || fail "its exit code is $code"
says "HETEROSCOPE_CUDA is 'maybe': it can be ON or OFF"

begin "a folder that cannot be written"
rmdir "$home/build"
: >"$home/build"
run "enter_build release"
[ "$code" = 2 ] || fail "its exit code is $code"
says "cannot write into $home/build"

begin "packages cannot be written"
: >"$home/packages"
run_script '' package.sh
[ "$code" = 2 ] || fail "its exit code is $code"
says "cannot write into $home/packages"
silent_of "building"

# A script waits for another that holds the folder in which it builds: waits_for FOLDER SCRIPT [WORD...]
waits_for() {
  local script=$2
  begin "two builds at once, and $*"
  fake_machine
  mkdir -p "$home/$1"
  fake "$home/$1" heteroscope 0 ""
  run "mkfifo held; (exec 9>>$1/.lock; flock 9; echo >held; for i in {1..600}; do if grep -qs waiting said; then break; fi; sleep 0.1; done; echo first >>said) & \
    read -r _ <held; scripts/$script ${*:3} >>said 2>&1 || true; wait; cat said"
  says "another script builds in $1/: waiting for it"
  grep -A 1000 '^first$' <<<"$answer" | grep -qF "building into $1/" || fail "it builds before the other has ended"
}
waits_for build run.sh list
waits_for build test.sh
waits_for build check.sh cpu
waits_for build-asan check.sh faults
waits_for build-debug check.sh headers
waits_for build-package package.sh deb

begin "warnings are as the build has them after another script made it"
fake_machine
run "mkfifo held; (exec 9>>build/.lock; flock 9; echo >held; for i in {1..600}; do if grep -qs waiting said; then break; fi; sleep 0.1; done; \
  echo HETEROSCOPE_WERROR:BOOL=OFF >build/CMakeCache.txt) & read -r _ <held; scripts/test.sh >>said 2>&1 || true; wait; cat said; cat cmake_words"
says "--preset release"
silent_of "--preset developer"

# --- packages and disks

# What apt says, and what is said of it, for packages that a build needs.
begin "apt does not give packages"
fake_machine
echo "heteroscope-needs-this" >"$home/scripts/packages.txt"
fake "$bin" dpkg-query 1 ""
fake "$bin" id 0 0
while IFS='|' read -r apt line; do
  fake "$bin" apt-get 100 "$apt"
  run "scripts/run.sh list"
  [ "$code" = 1 ] || fail "its exit code is $code"
  says "apt-get could not install them: $line (all that it says: "
  [ "$(wc -l <<<"$answer")" -le 3 ] || fail "it says more than a line"
  silent_of listed
done <<'CASES'
W: Failed to fetch http://deb.example/ Temporary failure resolving 'deb.example'|the package mirror cannot be reached over the network
E: Failed to fetch http://deb.example/x.deb  404  Not Found [IP: 192.0.2.1 80]|the package mirror lacks what its lists name, or sent only a part of it (apt-get update may help)
E: Failed to fetch http://deb.example/x.deb  File has unexpected size (7 != 9). Mirror sync in progress?|the package mirror lacks what its lists name, or sent only a part of it (apt-get update may help)
E: You don't have enough free space in /var/cache/apt/archives/.|the disk is full
E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 7|another program is installing packages; try again when it has finished
E: Unable to locate package heteroscope-needs-this|E: Unable to locate package heteroscope-needs-this
CASES
fake "$bin" id 0 1000
rm "$bin/apt-get"
run "scripts/run.sh list"
[ "$code" = 1 ] || fail "its exit code is $code"
says "missing packages, and neither root nor sudo to install them: heteroscope-needs-this"
silent_of listed

begin "a disk that is full while it builds"
fake_machine
fake "$bin" cmake 1 "fatal error: error writing to a.o: No space left on device"
run "scripts/run.sh list"
[ "$code" = 1 ] || fail "its exit code is $code"
[ "$(tail -n 1 <<<"$answer")" = "heteroscope: the disk is full: $home/build needs more" ] || fail "it is not said last"
fake "$bin" cmake 1 "collect2: ld terminated with signal 7 [Bus error]"
free_mb 0
run "scripts/run.sh list"
[ "$(tail -n 1 <<<"$answer")" = "heteroscope: the disk is full: $home/build needs more" ] || fail "it is not said last"
silent_of listed

exit $failed
