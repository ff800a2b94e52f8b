# Completion of heteroscope's command line for fish. The program itself says what fits.
function __heteroscope_answers
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    set -l word (commandline --current-token --cut-at-cursor)
    for answer in ($words[1] describe --complete -- $words[2..-1] "$word" 2>/dev/null)
        switch $answer
            case :files
                __fish_complete_path "$word"
            case :folders
                __fish_complete_directories "$word"
            case '*'
                echo $answer
        end
    end
end
complete --command heteroscope --no-files --arguments '(__heteroscope_answers)'
