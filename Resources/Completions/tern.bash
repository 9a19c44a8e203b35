
# Bash breaks words at what COMP_WORDBREAKS names: also within @ada@timeline.example. This puts them together again, has
# the words completed as what they mean, and quotes what comes of it.
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

    # What stands behind a sign of equality is a word of its own.
    local tern_option="${tern_words[${#tern_words[@]} - 1]}" tern_given=''
    if [[ "${tern_option}" == --*=* ]]; then
        tern_words[${#tern_words[@]} - 1]="${tern_option%%=*}"
        tern_words+=("${tern_option#*=}")
        # Bash replaces it together with the option where the sign breaks no words.
        [[ "${COMP_WORDBREAKS}" == *=* ]] || tern_given="${tern_option%%=*}="
    fi
    # An option or a path without a command is one of open, and behind help stands a command.
    local tern_files=true
    if [[ "${tern_words[1]-}" == -* ]] || [[ ${#tern_words[@]} -gt 2 && "${tern_words[1]}" == *[./]* ]]; then
        tern_words=("${tern_words[0]}" open "${tern_words[@]:1}")
    elif [[ "${tern_words[1]-}" == help && ${#tern_words[@]} -gt 2 ]]; then
        tern_words=("${tern_words[0]}" "${tern_words[@]:2}")
        tern_files=false
    fi

    # What is being typed, as it stands there and as it is meant.
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
    # It leaves what gives the shell its options back behind, for everything that is sourced later.
    trap - RETURN

    # Names of accounts and timelines are no files, and may hold anything.
    local tern_names=false
    case "${tern_before}" in
    --account | --timeline) tern_names=true ;;
    logout | export | forget | rename | stats) [[ COMP_CWORD -eq 2 && "${tern_meant}" != -* ]] && tern_names=true ;;
    esac
    "${tern_names}" && compopt +o filenames 2>/dev/null
    # Where nothing fits, a file does in place of a command or of an account to count.
    [[ COMP_CWORD -eq 1 || ( "${COMP_WORDS[1]}" == stats && "${tern_before}" != --* ) ]] || tern_files=false
    "${tern_files}" || compopt +o default 2>/dev/null

    # The part of the word that Bash does not replace ends with the last sign that breaks it.
    local tern_head='' tern_sign
    if [[ -z "${tern_quote}" ]]; then
        for ((tern_index = ${#tern_typed} - 1; tern_index >= 0; tern_index--)); do
            tern_sign="${tern_typed:tern_index:1}"
            if [[ "${COMP_WORDBREAKS}" == *"${tern_sign}"* && "${tern_sign}" != [[:blank:]\"\'] ]] &&
                [[ ${tern_index} -eq 0 || "${tern_typed:tern_index-1:1}" != '\' ]]; then
                tern_head="${tern_typed:0:tern_index+1}"
                tern_given=''
                # Where names of hosts are completed, the sign before one is a part of the word.
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

# In place of the one that is generated: Bash 5.2 completes nothing any more after ^C while it reads from a process.
__tern_add_completions() {
    local tern_found
    tern_found="$(IFS=$'\n' compgen "${@}" -- "${cur}")"
    [[ -z "${tern_found}" ]] && return
    local -a tern_lines
    mapfile -t tern_lines <<<"${tern_found}"
    COMPREPLY+=("${tern_lines[@]}")
}

complete -o filenames -o default -F _tern_whole_words tern
