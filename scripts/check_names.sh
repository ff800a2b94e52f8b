#!/usr/bin/env bash
# A name of a type stands for one thing in a namespace: two classes of one name, in files that nothing includes
# together, compile, and the linker takes the destructor of either for both. Prints each such name, and fails if there
# is one.
set -euo pipefail
cd "$(dirname "$0")/.."

# Types at the beginning of a line, with the namespaces around them; those in a namespace without a name are their file's.
types() {
  find app core kernels \( -name '*.[hc]pp' -o -name '*.cu' -o -name '*.cuh' \) -print0 | xargs -0 awk '
    FNR == 1 { depth = 0 }
    /^namespace [^=]*\{/ { name[++depth] = ($2 == "{") ? FILENAME : $2 }
    /^}  \/\/ namespace/ { if (depth > 0) depth-- }
    /^(class|struct|union|enum) .*\{/ {
      line = $0
      gsub(/alignas\([^)]*\) /, "", line)
      sub(/ final /, " ", line)
      sub(/^(enum class|class|struct|union|enum) /, "", line)
      if (line !~ /^[A-Za-z_0-9]+( : [^{]*)? \{/) next
      sub(/[ :{].*/, "", line)
      where = ""
      for (i = 1; i <= depth; ++i) where = where name[i] "::"
      print where line, FILENAME ":" FNR
    }'
}
found=$(types | sort | awk '$1 == last { print last, place, $2 } { last = $1; place = $2 }')
if [ -n "$found" ]; then
  printf 'types of one name:\n%s\n' "$found" >&2
  exit 1
fi
