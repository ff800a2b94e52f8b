#!/usr/bin/env bash
# The parameters of tests are listed as words, not as bytes or addresses, which are others in each build: listing_test.sh
# CTEST BUILD, a folder whose tests that program lists.
set -euo pipefail
unnamed=$("$1" --test-dir "$2" -N | grep -E 'byte object <|(^|[^0-9])0x' || true)
[ -z "$unnamed" ] && exit 0
printf 'these need a PrintTo for their parameters (tests/printed_ids.hpp):\n%s\n' "$unnamed" >&2
exit 1
