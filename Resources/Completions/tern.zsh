
# Replaces the last lines of the generated script. Adds what it cannot express: options and paths without a command are
# completed as those of `open`, the word after `help` as a command, and files are offered where a path is allowed.
functions[__tern_generated]="${functions[_tern]}"

_tern() {
    local -i position=CURRENT
    if [[ "${words[2]}" == -* ]] || [[ ${CURRENT} -gt 2 && "${words[2]}" == *[./]* ]]; then
        words=("${words[1]}" open "${(@)words[2,-1]}")
        (( CURRENT++ ))
    elif [[ "${words[2]}" == help ]] && (( CURRENT > 2 )); then
        words=("${words[1]}" "${(@)words[3,-1]}")
        (( CURRENT-- ))
    fi
    local command="${words[2]}"
    local before="${words[CURRENT - 1]}"
    __tern_generated "${@}" && return
    [[ ${position} -eq 2 || ( "${command}" == stats && "${before}" != --* ) ]] && _files
}

if [[ "${funcstack[1]}" = _tern ]]; then
    _tern "${@}"
else
    compdef _tern tern
fi
