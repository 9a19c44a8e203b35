#ifndef TERN_TERMINAL_GUARD_H
#define TERN_TERMINAL_GUARD_H

#include <stddef.h>

// Restores the terminal after a crash, or if the main thread is blocked when the program is terminated. The required
// state is saved beforehand.
//
// Implemented in a source file rather than in the header, so that there is one guard for all callers.

/// Saves the settings of the terminal. Call it before curses changes them.
void tern_guard_save_settings(int terminal);

/// Replaces the bytes to send on restore, which leave the alternate screen and show the cursor.
void tern_guard_set_restore_bytes(const char *bytes, size_t count);

/// Installs crash handlers that restore the terminal and then raise the signal again.
void tern_guard_install(void);

/// Sets the input on which a response ending with the device attributes (ESC [ ? … c) is pending. It is consumed on
/// restore, so that no shell reads it. -1 if none is pending.
void tern_guard_expect_response(int input);

/// Restores the terminal once, waiting at most 0.3 s for a blocked one. Callable from any thread and from signal
/// handlers.
void tern_guard_restore(void);

/// Disables the guard after the terminal has been restored.
void tern_guard_disable(void);

#endif
