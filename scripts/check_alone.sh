#!/usr/bin/env bash
# Compiles sources and headers each alone, without precompiled headers and without others joined to them, with warnings as errors, but
# makes no code of them. What a source lacks is hidden in the build of scripts/test.sh, which has both, and what another compiler says.
#   scripts/check_alone.sh FOLDER COMPILER [COUNT]    COUNT of them, drawn by the commit or by HETEROSCOPE_SEED, three quarters from those
#                                                     that the last commits changed; without COUNT all. FOLDER is configured for it.
# Ends with 77 where that compiler is not installed.
set -euo pipefail
mkdir -p "$1"
folder=$(cd "$1" && pwd)
compiler=$2
count=${3:-all}
cd "$(dirname "$0")/.."
. scripts/setup.sh

if ! command -v "$compiler" >/dev/null; then
  echo "skipped: $compiler is not installed"
  exit 77
fi
quietly "$folder/configure.log" cmake -S . -B "$folder" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Debug \
  -DHETEROSCOPE_WERROR=ON -DHETEROSCOPE_CUDA=OFF -DHETEROSCOPE_PCH=OFF -DHETEROSCOPE_UNITY=OFF -DHETEROSCOPE_TESTS=ON
quietly "$folder/commit.log" cmake --build "$folder" --target heteroscope_commit

# "FILE<tab>COMMAND" of each source of the project and of each header, for which there is a source that includes it alone; a file that
# several targets have is compiled as in the first.
listed() {
  awk -v root="$PWD/" -v headers="$folder/generated/alone/" '
    function value(line) {
      sub(/^ *"[a-z]*": "/, "", line)
      sub(/",?$/, "", line)
      gsub(/\\"/, "\"", line)
      gsub(/\\\\/, "\\", line)
      return line
    }
    /^ *"command": / { command = value($0) }
    /^ *"file": / {
      file = value($0)
      if (index(file, headers) == 1) {
        file = substr(file, length(headers) + 1)
        sub(/\.cpp$/, "", file)
      } else if (index(file, root) == 1 && file !~ "/generated/") {
        file = substr(file, length(root) + 1)
      } else {
        next
      }
      if (!seen[file]++) print file "\t" command
    }' "$folder/compile_commands.json"
}

# What the last commits changed: about as many as are handed in together.
recently_changed() { git log -n 60 --format= --name-only 2>/dev/null || true; }

# Of these lines as many as wanted.
drawn() {
  if [ "$count" = all ]; then
    cat
    return
  fi
  awk -F '\t' -v seed="$(drawing_seed) $compiler" '
    # A number below 2^31 of a text: a polynomial in its characters.
    function hash(text, i, out) {
      out = 7
      for (i = 1; i <= length(text); ++i) out = (out * 131 + index(printable, substr(text, i, 1))) % 2147483647
      return out
    }
    BEGIN { for (i = 32; i < 127; ++i) printable = printable sprintf("%c", i) }
    FILENAME != "-" { changed[$1] = 1; next }
    { printf "%d\t%010d\t%s\n", !($1 in changed), hash(seed " " $1), $0 }' <(recently_changed) - | LC_ALL=C sort |
    awk -F '\t' -v count="$count" '
      { line[NR] = $3 "\t" $4 }
      $1 == 0 { changed = NR }
      END {
        first = int((3 * count + 3) / 4)
        if (first > changed) first = changed
        others = NR - changed
        if (count - first > others) first = count - others
        for (i = 1; i <= NR; ++i) if (i <= first || (i > changed && i <= changed + count - first)) print line[i]
      }'
}

jobs=1
if [ "$count" = all ]; then jobs=$(nproc); fi
drawn < <(listed) >"$folder/alone.txt"
[ -s "$folder/alone.txt" ] || { echo "no sources in $folder/compile_commands.json" && exit 1; }
cut -f 1 "$folder/alone.txt" | sed "s/^/$compiler: /"
# Each line is a word for xargs, which gives it to a shell; it ends with 123 if one of these fails.
cd "$folder"
tr '\n' '\0' <alone.txt | xargs -0 -n 1 -P "$jobs" bash -c '
  command=${1#*$'"'\t'"'}
  eval "$command -fsyntax-only" || { echo "FAILED alone: ${1%%$'"'\t'"'*}"; exit 1; }' alone
