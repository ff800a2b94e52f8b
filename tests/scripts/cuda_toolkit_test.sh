#!/usr/bin/env bash
# How the CUDA toolkit is found and fetched (scripts/cuda.sh), on machines made of fakes: drivers, toolkits, package indexes
# and what goes wrong with them. Needs no GPU, no toolkit and no network but this machine's own.
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
case "$3" in whole) ;; *) echo "$3" >&2; exit 1 ;; esac
while [ \$# -gt 0 ]; do [ "\$1" = -o ] && : >"\$2"; shift; done
NVCC
  chmod +x "$1/bin/nvcc"
}

driver() { fake "$bin" nvidia-smi 0 "$1"; }
no_driver() { fake "$bin" nvidia-smi 9 "NVIDIA-SMI has failed"; }

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
}

# Runs a line of shell after setup.sh, where it finds only the case's toolkits; its output is in `answer`, its code in `code`.
run() {
  answer=$(cd "$home" && env -u CUDACXX -u CUDA_HOME -u CUDA_PATH -u HETEROSCOPE_CUDA -u PIP_FIND_LINKS \
    PATH="$bin:/usr/bin:/bin" PIP_INDEX_URL="${index:-http://127.0.0.1:9/}" PIP_CONFIG_FILE=/dev/null PIP_RETRIES=0 \
    bash -euc ". scripts/setup.sh; cuda_places=($home/places/*); cuda_driver_file=$home/driver; ${*}" 2>&1)
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
says "has $home/places/a/bin/nvcc"
sed -i 's/ -o \]/ -never ]/' "$home/places/a/bin/nvcc"
touch -r "$home/scripts/cuda.sh" "$home/places/a/bin/nvcc"
run "find_cuda build || echo tried again"
says "tried again"

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
fake "$bin" id 0 0
run "install() { cuda_places=($home/places/debian); }; install; $provide"
says "fetching apt's nvidia-cuda-toolkit 12.4, 1000 MB"
says "has $home/places/debian/bin/nvcc"

begin "no root and no sudo"
driver 550.163.01
fake "$bin" apt-cache 0 "  Candidate: 12.4.131~12.4.1-2"
fake "$bin" id 0 1000
rm "$bin/apt-get"
mkdir -p "$home/few"
for tool in env bash cat sed grep sort head awk id mktemp rm mkdir stat cmp df printf dirname apt-get; do
  ln -sf "$(PATH=$bin:/usr/bin:/bin command -v "$tool")" "$home/few/$tool"
done
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
run "$provide"
says "fetching the CUDA toolkit 13.0 from PyPI into build/cuda/: 37 MB"
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
says "HETEROSCOPE_CUDA is ON, but the CUDA toolkit could not be fetched: there is no way to the package index through the network"
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
says "reason: the CUDA toolkit could not be fetched: what came is not what was published"
nothing_half
cp "$work/kept" "$wheel"

begin "a full disk before"
index=$served
driver 580.95.05
fake "$bin" df 0 "Filesystem 1M-blocks Used Available Capacity Mounted on
/dev/vda 100 1 99 1% /"
run "$provide"
says "reason: the CUDA toolkit needs 2000 MB in build/, and 99 MB are free"
nothing_half

begin "a full disk meanwhile"
fake "$bin" python3 1 "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device"
sed -i '2i case "$*" in *--version*) exit 0 ;; esac' "$bin/python3"
run "$provide"
says "reason: the CUDA toolkit could not be fetched: the disk is full"
nothing_half

begin "python without pip"
fake "$bin" python3 1 "No module named pip"
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

# What run.sh says on a machine of fakes, where building succeeds at once and the program says "listed".
run_script() {
  echo bash >"$home/scripts/packages.txt"
  sed -i "s|^cuda_places=.*|cuda_places=($home/places/*)|; s|^cuda_driver_file=.*|cuda_driver_file=$home/driver|" "$home/scripts/cuda.sh"
  for tool in cmake ninja; do fake "$bin" "$tool" 0 ""; done
  fake "$home/build" heteroscope 0 listed
  run "HETEROSCOPE_CUDA=${1:-} scripts/run.sh list"
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

begin "two builds at once"
run "mkfifo held; (enter_build release; echo >held; for i in {1..600}; do if grep -qs waiting said; then break; fi; sleep 0.1; done; echo first) & \
  : <held; (enter_build release; echo second) 2>said; cat said; wait"
says "another script builds in build/: waiting for it"
[ "$(grep -E '^(first|second)$' <<<"$answer" | head -n 1)" = first ] || fail "the second did not wait"

exit $failed
