#compdef heteroscope
# Completion of heteroscope's command line for zsh. The program itself says what fits.
_heteroscope() {
  local answer word files= folders=
  local -a finished open
  for answer in "${(@f)$(${(Q)words[1]/#\~/$HOME} describe --complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $answer in
      '') ;;
      :files) files=1 ;;
      :folders) folders=1 ;;
      *)
        word=${answer%%$'\t'*}
        # The value of KEY=VALUE follows without a blank.
        if [[ $word == *= ]]; then
          open+=("${word//:/\\:}:${answer#*$'\t'}")
        else
          finished+=("${word//:/\\:}:${answer#*$'\t'}")
        fi
        ;;
    esac
  done
  (( $#finished )) && _describe -V heteroscope finished
  (( $#open )) && _describe -V heteroscope open -S ''
  if [[ -n $files$folders ]]; then
    [[ $PREFIX == --*=* ]] && compset -P '--*='
    if [[ -n $files ]]; then _files; else _files -/; fi
  fi
}
if [[ $funcstack[1] == _heteroscope ]]; then
  _heteroscope "$@"
else
  compdef _heteroscope heteroscope
fi
