#!/usr/bin/env bash
# What bash, zsh and fish make of the completions that the program describes: completions.sh PROGRAM SHELL. Exit code 77: that
# shell is not installed.
set -euo pipefail
program=$(realpath "$1") shell=$2
if ! command -v "$shell" >/dev/null; then
  echo "skipped: $shell is not installed (Debian: $shell)"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
mkdir bin && ln -s "$program" bin/heteroscope && PATH=$folder/bin:$PATH
touch 'a picture.png' saved.json && mkdir pictures
heteroscope describe "--$shell" >completion

# Prints what the shell offers for a command line whose end is the cursor, a word a line.
offered_by_bash() {
  bash --norc -c '. ./completion; COMP_LINE=$1 COMP_POINT=${#1}; _heteroscope; printf "%s\n" "${COMPREPLY[@]}"' - "$1"
}
# Without a terminal zsh has no editor: in the place of what would show the words stands what prints them.
offered_by_zsh() {
  zsh -f -c '
    compdef() { : }
    compset() { PREFIX=${PREFIX#--*=} }
    _describe() { local each; for each in "${(@P)3}"; do print -r -- ${each%%:*}; done }
    _files() { local each; for each in $PREFIX*(N); do print -r -- $each; done }
    . ./completion
    words=("${(@Q)${(z)1}}")
    [[ $1 == *" " ]] && words+=("")
    CURRENT=$#words PREFIX=$words[-1]
    _heteroscope | grep -F -- "${PREFIX##--*=}"' - "$1"
}
offered_by_fish() { fish --no-config -c '. ./completion; complete --do-complete $argv[1]' -- "$1" | cut -f1; }

failed=0
# expect LINE WORD...: these are offered.
expect() {
  local line=$1 word found
  shift
  found=$("offered_by_$shell" "$line" 2>errors) || true
  if [ -s errors ]; then
    echo "$shell, '$line': $(cat errors)"
    failed=1
  fi
  for word in "$@"; do
    if ! grep -qxF -- "$word" <<<"$found"; then
      printf "%s, '%s': %s is not among: %s\n" "$shell" "$line" "$word" "$(echo $found | cut -c1-300)"
      failed=1
    fi
  done
}

expect 'heteroscope rend' render
expect 'heteroscope render mandel' mandelbrot
expect 'heteroscope render mandelbrot --pal' --palette
expect 'heteroscope render mandelbrot --variant omp_dyn' omp_dynamic
expect 'heteroscope render mandelbrot --scene ' seahorses full
expect 'heteroscope render mandelbrot --set max_it' max_iterations=
expect 'heteroscope render mandelbrot --settings sav' saved.json
expect 'heteroscope lesson sched' schedules
# bash puts in place only what stands behind the last = or :
if [ "$shell" = bash ]; then
  expect 'heteroscope render heat --set initial=s' spot
  expect 'heteroscope --tour pic' pictures
  expect 'heteroscope a' 'a picture.png'
else
  expect 'heteroscope render heat --set initial=s' initial=spot
fi
exit $failed
