# Completion of heteroscope's command line for bash. The program itself says what fits.
_heteroscope() {
  local line=${COMP_LINE:0:COMP_POINT} words word answer prefix= files= named=
  # Words are split at blanks alone: bash takes = and : for ends of words, which are parts of values here.
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  word=${words[-1]}
  [[ $COMP_WORDBREAKS == *=* ]] && prefix=${word%"${word##*[=:]}"}
  COMPREPLY=()
  while IFS= read -r answer; do
    case $answer in
      :files | :folders)
        files=yes
        local value=$word kind=-f each
        [[ $word == --*=* ]] && value=${word#*=}
        [[ $answer == :folders ]] && kind=-d
        while IFS= read -r each; do COMPREPLY+=("$each"); done < <(compgen "$kind" -- "$value")
        ;;
      *)
        answer=${answer%%$'\t'*}
        # The value of KEY=VALUE follows without a blank.
        [[ $answer == *= ]] && compopt -o nospace 2>/dev/null
        named=yes
        COMPREPLY+=("${answer#"$prefix"}")
        ;;
    esac
  done < <("${words[0]/#\~/$HOME}" describe --complete -- "${words[@]:1}" 2>/dev/null)
  # With it bash escapes the "=" of KEY=VALUE, so only where every answer is a file.
  [[ -n $files && -z $named ]] && compopt -o filenames 2>/dev/null
  return 0
}
complete -F _heteroscope heteroscope
