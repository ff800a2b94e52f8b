#!/usr/bin/env bash
# What `cmake --install` puts in place works there and elsewhere: installed.sh BUILD.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cmake --install "$1" --prefix "$folder/first" >/dev/null
mv "$folder/first" "$folder/moved"
cd "$folder"
"$folder/moved/bin/heteroscope" --version | head -n 1
"$folder/moved/bin/heteroscope" render mandelbrot --size 33x17 --out out.png
for each in share/applications/heteroscope.desktop share/metainfo/org.heteroscope.heteroscope.metainfo.xml share/mime/packages/heteroscope.xml \
  share/man/man1/heteroscope.1.gz share/bash-completion/completions/heteroscope share/zsh/vendor-completions/_heteroscope \
  share/fish/vendor_completions.d/heteroscope.fish share/icons/hicolor/scalable/apps/heteroscope.svg \
  share/icons/hicolor/512x512/apps/heteroscope.png; do
  [ -s "$folder/moved/$each" ] || { echo "$each was not installed" && exit 1; }
done
find "$folder/moved/share/doc" -name copyright -size +0 | grep . >/dev/null
# The text of the font's license, which the program contains.
if [ -e /usr/share/common-licenses/Apache-2.0 ]; then
  find "$folder/moved/share/doc" -path '*/licenses/Apache-2.0' -size +0 | grep . >/dev/null || { echo "Roboto's license was not installed" && exit 1; }
fi
# What lets mpirun start it is found from where the program lies.
if [ -e "$1/libheteroscope_mpi.so" ]; then
  mpi=$(find "$folder/moved" -name libheteroscope_mpi.so)
  [ -n "$mpi" ] || { echo "libheteroscope_mpi.so was not installed" && exit 1; }
  if command -v mpirun >/dev/null; then
    export HWLOC_COMPONENTS=-gl # looks for no GPU on displays, of which one may end meanwhile
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 2 \
      "$folder/moved/bin/heteroscope" render mandelbrot --size 33x17 --tile 33x8 --out ranks.png
    rm "$mpi"
    said=$(OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 2 \
      "$folder/moved/bin/heteroscope" list 2>&1 || true)
    grep -q 'heteroscope-mpi is not installed' <<<"$said" || { echo "$said" && exit 1; }
  fi
fi
