#!/usr/bin/env bash
# Every relative link of a page names a file that is there, and a heading that this file has where it names one (#heading); and
# each test that a page names (`Suite.Test`) is one of tests/: prints what is not there, and fails if there is such. Arguments:
# pages; without any, all of the repository.
set -euo pipefail
cd "$(dirname "$0")/.."

pages=("$@")
[ $# -eq 0 ] && mapfile -t pages < <(find . -name '*.md' -not -path './build*' -not -path './.*' -printf '%P\n' | sort)

# The names by which links reach the headings of a page: lower case, without punctuation, with hyphens for blanks.
headings() {
  awk '/^```/ { code = !code; next } !code && /^#+ / { sub(/^#+ /, ""); print tolower($0) }' "$1" |
    sed -E 's/\[([^]]*)\]\([^)]*\)/\1/g; s/[^[:alnum:]_ -]//g; s/ /-/g'
}

# All tests, as pages name them.
tests=$(grep -rhoE '\b(TYPED_)?TEST(_[FP])?\(\w+, *\w+\)' tests | sed -E 's/.*\((\w+), *(\w+)\)/\1.\2/')

failed=0
for page in "${pages[@]}"; do
  while IFS= read -r link; do
    target=${link%%#*}
    case $target in http:* | https:* | mailto:*) continue ;; esac
    file=$page
    if [ -n "$target" ]; then file=$(dirname "$page")/$target; fi
    if [ ! -e "$file" ]; then
      printf '%s: there is no %s\n' "$page" "$target" >&2
      failed=1
    elif [[ $link == *'#'* && $file == *.md ]] && ! grep -qxF -- "${link#*#}" <<<"$(headings "$file")"; then
      printf '%s: no heading of %s is #%s\n' "$page" "$file" "${link#*#}" >&2
      failed=1
    fi
  done < <({ grep -oE '\]\([^) ]+\)' "$page" || true; } | sed -E 's/^\]\((.*)\)$/\1/')
  while IFS= read -r name; do
    if ! grep -qxF -- "$name" <<<"$tests"; then
      printf '%s: there is no test %s\n' "$page" "$name" >&2
      failed=1
    fi
  done < <({ grep -oE "\`[A-Z][A-Za-z0-9]+\\.[A-Z][A-Za-z0-9]+\`" "$page" || true; } | tr -d '`')
done
exit "$failed"
