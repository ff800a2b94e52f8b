#!/usr/bin/env bash
# Every relative link of a page names a file that is there: prints each that does not, and fails if there is one. Arguments:
# pages; without any, all of the repository.
set -euo pipefail
cd "$(dirname "$0")/.."

pages=("$@")
[ $# -eq 0 ] && mapfile -t pages < <(find . -name '*.md' -not -path './build*' -not -path './.*' -printf '%P\n' | sort)
failed=0
for page in "${pages[@]}"; do
  while IFS= read -r link; do
    target=${link%%#*}
    case $target in '' | http:* | https:* | mailto:*) continue ;; esac
    if [ ! -e "$(dirname "$page")/$target" ]; then
      printf '%s: there is no %s\n' "$page" "$target" >&2
      failed=1
    fi
  done < <({ grep -oE '\]\([^) ]+\)' "$page" || true; } | sed -E 's/^\]\((.*)\)$/\1/')
done
exit "$failed"
