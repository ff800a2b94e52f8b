#!/usr/bin/env bash
# What a desktop and man say of the files that are installed beside the program: share.sh CHECK BUILD SOURCES. Exit code 77:
# what would say it is not installed.
set -euo pipefail
check=$1 share=$2/share sources=$3

# need COMMAND PACKAGE
need() {
  if ! command -v "$1" >/dev/null; then
    echo "skipped: $1 is not installed (Debian: $2)"
    exit 77
  fi
}

case $check in
  desktop)
    need desktop-file-validate desktop-file-utils
    said=$(desktop-file-validate "$sources/packaging/heteroscope.desktop" 2>&1)
    [ -z "$said" ] || { echo "$said" && exit 1; }
    ;;
  metainfo)
    need appstreamcli appstream
    name=org.heteroscope.heteroscope.metainfo.xml
    # Where its files are to be had in the web is named by whoever releases it (HETEROSCOPE_HOMEPAGE). From 1.0 on it is missed, which
    # versions before do not know.
    unnamed=()
    case $(appstreamcli --version) in *' 0.'*) ;; *) unnamed=(--override=url-homepage-missing=info) ;; esac
    appstreamcli validate --no-net "${unnamed[@]}" "$share/$name"
    # with pictures, as a build has it that knows where they are to be had
    folder=$(mktemp -d)
    trap 'rm -r "$folder"' EXIT
    sed 's|@at@|https://example.org/heteroscope|' "$sources/packaging/homepage.xml.in" >"$folder/homepage"
    sed "/<content_rating/{
      r $folder/homepage
    }" "$share/$name" >"$folder/$name"
    grep -q '<image>https://example.org/heteroscope/docs/images/window.png</image>' "$folder/$name"
    appstreamcli validate --no-net "$folder/$name"
    for picture in $(sed -n 's|.*@at@/\(docs/images/[^<]*\)<.*|\1|p' "$sources/packaging/homepage.xml.in"); do
      [ -s "$sources/$picture" ] || { echo "$picture is not there" && exit 1; }
    done
    ;;
  mime)
    need update-mime-database shared-mime-info
    need gio libglib2.0-bin
    folder=$(mktemp -d)
    trap 'rm -r "$folder"' EXIT
    mkdir -p "$folder/mime/packages"
    cp "$sources/packaging/heteroscope.xml" /usr/share/mime/packages/freedesktop.org.xml "$folder/mime/packages"
    update-mime-database "$folder/mime" 2>/dev/null
    # expect TYPE NAME: a file of that name with what comes in
    expect() {
      cat >"$folder/$2"
      XDG_DATA_HOME=$folder XDG_DATA_DIRS=$folder gio info -a standard::content-type "$folder/$2" | grep "content-type: $1\$"
    }
    expect application/x-heteroscope-settings+json warm.heteroscope.json <<<'{}'
    # names that end in .json alone are told apart by what is in them
    expect application/x-heteroscope-settings+json warm.json <<<$'{\n  "heteroscope": 1,\n  "workload": "heat"\n}'
    expect application/x-heteroscope-result+json today.json <<<$'{\n  "heteroscope_bench": 2\n}'
    expect application/json other.json <<<$'{\n  "other": 1\n}'
    ;;
  manual)
    need man man-db
    said=$(LC_ALL=C.UTF-8 MANWIDTH=100 man --warnings -E UTF-8 -l "$share/heteroscope.1" 2>&1 >/dev/null)
    [ -z "$said" ] || { echo "$said" && exit 1; }
    # Read whole: a grep that ends early would end man by a signal.
    page=$(LC_ALL=C.UTF-8 man -l "$share/heteroscope.1")
    grep -q 'an oscilloscope for parallel execution' <<<"$page"
    ;;
  icons)
    for size in 16 24 32 48 64 128 256 512; do
      [ "$(head -c 4 "$share/icons/$size/heteroscope.png" | tail -c 3)" = PNG ]
      # a PNG's header has its width and height behind 16 bytes
      [ "$(od -A n -t u4 --endian=big -j 16 -N 8 "$share/icons/$size/heteroscope.png" | xargs)" = "$size $size" ]
    done
    grep -q '<svg ' "$share/heteroscope.svg"
    ;;
esac
