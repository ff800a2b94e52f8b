#!/usr/bin/env bash
# What a build says of its sources (cmake/Commit.cmake), of which the file that it writes stays as it is until that changes:
# commit_test.sh CMAKE. Exit code 77: git is missing.
set -euo pipefail
cmake=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
if ! command -v git >/dev/null; then
  echo "skipped: git is not installed"
  exit 77
fi
sources=$(mktemp -d)
trap 'rm -rf "$sources"' EXIT
unset $(git rev-parse --local-env-vars) GIT_CONFIG_GLOBAL
export HOME=$sources XDG_CONFIG_HOME=$sources GIT_CONFIG_NOSYSTEM=1 GIT_CEILING_DIRECTORIES=$sources/..
out=$sources/out/commit.hpp

# expect NAME: what the next build's file says.
expect() {
  said=$("$cmake" "-DSOURCE=$sources/tree" "-DOUT=$out" -P "$root/cmake/Commit.cmake" 2>&1) || { echo "$said" && exit 1; }
  [ -z "$said" ] || { echo "$said" && exit 1; }
  if ! grep -qxF "#define HETEROSCOPE_COMMIT \"$1\"" "$out"; then
    echo "instead of $1: $(cat "$out")"
    exit 1
  fi
}

mkdir -p "$sources/tree/cmake"
cd "$sources/tree"
echo '$Format:%H %ct$' >cmake/commit.txt
expect unknown
git init -q
git config user.name test && git config user.email test@localhost
git add -A && git commit -qm first
first=$(git rev-parse HEAD)
expect "$first"
touch -d '2001-01-01' "$out"
expect "$first"
[ "$(date -r "$out" +%Y)" = 2001 ] || { echo "it is written anew without a change" && exit 1; }
# A build does not have to be configured to see that a file has changed, or is as it was.
echo more >>cmake/commit.txt
expect "$first and changes"
git checkout -q cmake/commit.txt
expect "$first"
echo more >>cmake/commit.txt
git commit -qam second
expect "$(git rev-parse HEAD)"
# An archive that git has made names its commit by itself.
rm -rf .git
echo "$first 1700000000" >cmake/commit.txt
expect "$first"
