
# Options and paths without a command are those of `open`; `help` is followed by a command.
functions --erase __tern_generated_tokens
functions --copy __tern_tokens __tern_generated_tokens

function __tern_tokens
    set -l tokens (__tern_generated_tokens $argv)
    if string match -q -- '-p*' $argv
        if string match -qr -- '^-|[./]' $tokens[2]; or test (count $tokens) -eq 1 && string match -q -- '-*' (commandline -t)
            set tokens $tokens[1] open $tokens[2..]
        else if test "$tokens[2]" = help
            set tokens $tokens[1] $tokens[3..]
        end
    end
    printf %s\n $tokens
end

# Offer files where a path is allowed: instead of a command, and for `stats`.
complete -c 'tern' -n '__tern_should_offer_completions_for_positional "tern" -eq 1; and test (count (__tern_generated_tokens -pc)) -eq 1; and string match -qr "[./~]" -- (commandline -t)' -F
complete -c 'tern' -n '__tern_should_offer_completions_for_positional "tern stats" -eq 1' -F
