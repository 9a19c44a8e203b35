
# In place of the last lines of what is generated. An option or a path without a command is one of open, behind help stands a
# command, and where nothing fits, a file does in place of a command or of an account to count.
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
