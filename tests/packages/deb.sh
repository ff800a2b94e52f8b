#!/usr/bin/env bash
# The Debian packages that CPack makes of this build: what lintian says of them, what they need, and that they are made twice
# with the same bytes: deb.sh BUILD SOURCES. Exit code 77: dpkg-shlibdeps is missing.
set -euo pipefail
build=$1
if ! command -v dpkg-shlibdeps >/dev/null; then
  echo "skipped: dpkg-shlibdeps is not installed (Debian: dpkg-dev)"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
export SOURCE_DATE_EPOCH=1700000000
umask 022
for each in first second; do
  cpack --config "$build/CPackConfig.cmake" -G DEB -B "$folder/$each" >"$folder/log" 2>&1 || { cat "$folder/log" && exit 1; }
done
ls "$folder"/first/*.deb
for deb in "$folder"/first/*.deb; do
  cmp "$deb" "$folder/second/$(basename "$deb")"
  dpkg-deb --field "$deb" Package Version Depends
  # Nothing of CUDA, which a machine without a card has not, but for the package of that name.
  if dpkg-deb --field "$deb" Depends | sed 's/heteroscope-cuda//' | grep -iE 'cuda|nvidia|cublas|nvrtc'; then exit 1; fi
  dpkg-deb --extract "$deb" "$folder/root"
done
for file in "$folder/root/usr/bin/heteroscope" $(find "$folder/root" -name '*.so*' -type f); do
  if readelf --dynamic "$file" | grep NEEDED | grep -iE 'cuda|nvidia|cublas|nvrtc|cupti|libGLX?\.'; then
    echo "$file needs it"
    exit 1
  fi
done
if ! command -v lintian >/dev/null; then
  echo "not looked at: lintian is not installed (Debian: lintian)"
  exit 0
fi
# Not of packages that no archive of Debian's takes: a bug that they close; and whoever releases them says who answers for them
# (HETEROSCOPE_MAINTAINER), for which a place holder stands here. CPack calls ldconfig for any library that is shared. What
# appstreamcli says of the metainfo, share.sh asks it; from 1.0 on it misses a homepage, which whoever releases them names, too.
# Older ones refuse to suppress a tag that they do not know.
left_out=initial-upload-closes-no-bugs,maintscript-calls-ldconfig,bogus-mail-host,bogus-mail-host-in-debian-changelog
if lintian-explain-tags appstream-metadata-validation-failed 2>/dev/null | grep '^[A-Z]: appstream-metadata-validation-failed' >/dev/null; then
  left_out+=,appstream-metadata-validation-failed
fi
lintian --no-cfg --fail-on error,warning --allow-root --suppress-tags "$left_out" "$folder"/first/*.deb
