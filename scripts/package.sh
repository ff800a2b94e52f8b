#!/usr/bin/env bash
# Makes what people install, into packages/, and says how large it is:
#   scripts/package.sh            all of it
#   scripts/package.sh deb        heteroscope_VERSION_amd64.deb, for the Debian on which it runs, and heteroscope-mpi
#   scripts/package.sh archive    heteroscope-VERSION-x86_64.tar.xz: a folder that runs wherever it lies, on this system and
#                                 on newer ones; for many, make it on the oldest
#   HETEROSCOPE_CUDA=ON scripts/package.sh     with the CUDA part, for every GPU from Turing on that the toolkit knows, as
#                                 heteroscope-cuda; HETEROSCOPE_ARCHITECTURES: for others, as CMake names them ("86-real;90")
# The same commit gives the same bytes: files have its date.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh

cuda=$(wanted_cuda)
name=heteroscope
if [ "$cuda" = ON ]; then name=heteroscope-cuda; fi
options=("-DCMAKE_INSTALL_DOCDIR=share/doc/$name")
folder=$(folder_of package)

# Of these an archive has no copies: they belong to the system's C library, its graphics drivers or its X server, and a driver
# that is newer than such a copy would not run beside it. cairo's two ways to XRender
# are copied: no driver asks for them, and few systems without a desktop have them.
system_libraries='^(linux-vdso|ld-linux.*|lib(c|m|dl|pthread|rt|gcc_s|stdc\+\+|z|GL|GLX|EGL|OpenGL|GLdispatch|X11.*|Xau|Xdmcp|Xext|xcb|xcb-shm|wayland.*|bsd|md|cuda|nvidia.*))\.so'

say_size() { say "$1: $(du -h --apparent-size "$1" | cut -f1)B"; }

make_deb() {
  local made
  if ! command -v dpkg-shlibdeps >/dev/null; then
    say "dpkg-shlibdeps is needed for Debian packages (Debian package: dpkg-dev)"
    return 1
  fi
  rm -rf "$folder/packages"
  quietly "$folder/cpack.log" cpack --config "$folder/CPackConfig.cmake" -G DEB -B "$folder/packages"
  for made in "$folder"/packages/*.deb; do
    cp "$made" "packages/$(basename "$made").new"
    mv "packages/$(basename "$made").new" "packages/$(basename "$made")"
    say_size "packages/$(basename "$made")"
  done
}

# The shared libraries of a program that an archive has to bring.
own_libraries() { ldd "$1" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | grep -vE "/${system_libraries#^}" || true; }

# The newest version of the C library that any of the files asks for.
newest_glibc() {
  objdump -T "$@" 2>/dev/null | grep -oE 'GLIBC_[0-9.]+' | sort -uV | tail -n 1
}

make_archive() {
  local top each package
  stage=$(mktemp -d)
  trap 'rm -rf "$stage"' EXIT
  top=$name-$version-$(uname -m)
  quietly "$folder/install.log" cmake --install "$folder" --prefix "$stage/$top" --strip
  while IFS= read -r each; do
    install -D -m 644 "$(realpath "$each")" "$stage/$top/lib/heteroscope/$(basename "$each")"
    # Their licenses go along.
    package=$(dpkg-query -S "$(realpath "$each")" 2>/dev/null | head -n 1 | cut -d: -f1) || package=
    if [ -n "$package" ]; then
      install -D -m 644 "/usr/share/doc/$package/copyright" "$stage/$top/share/doc/$name/licenses/$package"
    else
      say "the license of $each is not known: it belongs to no package"
      return 1
    fi
  done < <(own_libraries "$stage/$top/bin/heteroscope")
  if [ ! -e "$stage/$top/share/doc/$name/licenses/Apache-2.0" ]; then
    say "the license of the font Roboto is missing, which an archive needs (Debian package: base-files)"
    return 1
  fi
  say "the archive needs $(newest_glibc "$stage/$top"/bin/* "$stage/$top"/lib/heteroscope/*), or a newer C library"
  tar --create --directory "$stage" --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mode=u+w,go-w \
    --mtime="@$SOURCE_DATE_EPOCH" "$top" | xz -9 --threads=1 >"packages/$top.tar.xz.new"
  mv "packages/$top.tar.xz.new" "packages/$top.tar.xz"
  say_size "packages/$top.tar.xz"
}

wanted=("$@")
[ $# -eq 0 ] && wanted=(deb archive)
for each in "${wanted[@]}"; do
  case $each in
    deb | archive) ;;
    *) say "unknown package '$each'; known: deb, archive" && exit 2 ;;
  esac
done
install_packages
enter_build package
if ! mkdir -p packages 2>/dev/null || ! [ -w packages ]; then say "cannot write into $PWD/packages" && exit 2; fi
if [ "$cuda" = ON ]; then
  choose_cuda package yes
  architectures=${HETEROSCOPE_ARCHITECTURES:-$(package_architectures "$nvcc")}
  options+=("${cuda_options[@]}" "-DCMAKE_CUDA_ARCHITECTURES=$architectures")
else
  options+=(-DHETEROSCOPE_CUDA=OFF)
fi
configure package "${options[@]}"
build package
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$folder/CMakeCache.txt")
SOURCE_DATE_EPOCH=$(sed -n 's/^set(HETEROSCOPE_COMMIT_TIME \(.*\))$/\1/p' "$folder/generated/commit.cmake")
export SOURCE_DATE_EPOCH
umask 022
say_size "$folder/heteroscope"
for each in "${wanted[@]}"; do "make_$each"; done
