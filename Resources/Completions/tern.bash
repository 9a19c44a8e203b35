
# Bash also splits words at the characters of COMP_WORDBREAKS, for example in @ada@timeline.example. This joins them again,
# completes the unquoted words with the generated function, and quotes the results.
_tern_whole_words() {
    local tern_rest="${COMP_LINE:0:COMP_POINT}" tern_piece
    local -a tern_words=()
    local -i tern_index
    for ((tern_index = 0; tern_index <= COMP_CWORD; tern_index++)); do
        if [[ ${tern_index} -eq 0 || "${tern_rest}" == [[:blank:]]* ]]; then
            tern_rest="${tern_rest#"${tern_rest%%[![:blank:]]*}"}"
            tern_words+=('')
        fi
        tern_piece="${COMP_WORDS[tern_index]}"
        [[ ${tern_index} -eq COMP_CWORD ]] && tern_piece="${tern_rest}"
        tern_words[${#tern_words[@]} - 1]+="${tern_piece}"
        tern_rest="${tern_rest#"${tern_piece}"}"
    done

    # The value after an equals sign is a separate word.
    local tern_option="${tern_words[${#tern_words[@]} - 1]}" tern_given=''
    if [[ "${tern_option}" == --*=* ]]; then
        tern_words[${#tern_words[@]} - 1]="${tern_option%%=*}"
        tern_words+=("${tern_option#*=}")
        # If COMP_WORDBREAKS lacks the equals sign, Bash replaces the option together with the value.
        [[ "${COMP_WORDBREAKS}" == *=* ]] || tern_given="${tern_option%%=*}="
    fi
    # Options and paths without a command are those of `open`; `help` is followed by a command.
    local tern_files=true
    if [[ "${tern_words[1]-}" == -* ]] || [[ ${#tern_words[@]} -gt 2 && "${tern_words[1]}" == *[./]* ]]; then
        tern_words=("${tern_words[0]}" open "${tern_words[@]:1}")
    elif [[ "${tern_words[1]-}" == help && ${#tern_words[@]} -gt 2 ]]; then
        tern_words=("${tern_words[0]}" "${tern_words[@]:2}")
        tern_files=false
    fi

    # The word being completed, as typed and without quotes.
    local -a COMP_WORDS=("${tern_words[@]}")
    local -i COMP_CWORD="$((${#tern_words[@]} - 1))"
    local tern_typed="${COMP_WORDS[COMP_CWORD]}" tern_before="${COMP_WORDS[COMP_CWORD > 0 ? COMP_CWORD - 1 : 0]}"
    local tern_meant="${tern_typed//\\/}" tern_quote=''
    if [[ "${tern_typed}" == [\"\']* ]]; then
        tern_quote="${tern_typed:0:1}"
        tern_meant="${tern_typed:1}"
    fi
    COMP_WORDS[COMP_CWORD]="${tern_meant}"
    COMPREPLY=()
    _tern "${1}" "${tern_meant}" "${tern_before}"
    # Remove the trap of the generated function, which would otherwise run after every sourced file.
    trap - RETURN

    # Names of accounts and timelines are not files, and may contain any character.
    local tern_names=false
    case "${tern_before}" in
    --account | --timeline) tern_names=true ;;
    logout | export | forget | rename | stats) [[ COMP_CWORD -eq 2 && "${tern_meant}" != -* ]] && tern_names=true ;;
    esac
    "${tern_names}" && compopt +o filenames 2>/dev/null
    # Offer files where a path is allowed: instead of a command, and for `stats`.
    [[ COMP_CWORD -eq 1 || ( "${COMP_WORDS[1]}" == stats && "${tern_before}" != --* ) ]] || tern_files=false
    "${tern_files}" || compopt +o default 2>/dev/null

    # Bash replaces only the part of the word after the last character of COMP_WORDBREAKS.
    local tern_head='' tern_sign
    if [[ -z "${tern_quote}" ]]; then
        for ((tern_index = ${#tern_typed} - 1; tern_index >= 0; tern_index--)); do
            tern_sign="${tern_typed:tern_index:1}"
            if [[ "${COMP_WORDBREAKS}" == *"${tern_sign}"* && "${tern_sign}" != [[:blank:]\"\'] ]] &&
                [[ ${tern_index} -eq 0 || "${tern_typed:tern_index-1:1}" != '\' ]]; then
                tern_head="${tern_typed:0:tern_index+1}"
                tern_given=''
                # With host name completion, the @ is part of the replaced word.
                [[ "${tern_sign}" == @ ]] && shopt -q hostcomplete && tern_head="${tern_head%@}"
                break
            fi
        done
    fi
    for tern_index in "${!COMPREPLY[@]}"; do
        tern_piece="${COMPREPLY[tern_index]}"
        if "${tern_names}"; then
            case "${tern_quote}" in
            '') printf -v tern_piece %q "${tern_piece}" ;;
            '"') tern_piece="${tern_piece//[\\]/\\\\}"; tern_piece="${tern_piece//\"/\\\"}"
                tern_piece="${tern_piece//\$/\\\$}"; tern_piece="${tern_piece//\`/\\\`}" ;;
            *) tern_piece="${tern_piece//\'/\'\\\'\'}" ;;
            esac
        fi
        COMPREPLY[tern_index]="${tern_given}${tern_piece#"${tern_head}"}"
    done
}

# Replaces the generated function: after ^C in a process substitution, Bash 5.2 no longer completes anything.
__tern_add_completions() {
    local tern_found
    tern_found="$(IFS=$'\n' compgen "${@}" -- "${cur}")"
    [[ -z "${tern_found}" ]] && return
    local -a tern_lines
    mapfile -t tern_lines <<<"${tern_found}"
    COMPREPLY+=("${tern_lines[@]}")
}

complete -o filenames -o default -F _tern_whole_words tern
