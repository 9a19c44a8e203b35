#ifndef TERN_TERMINAL_GUARD_H
#define TERN_TERMINAL_GUARD_H

#include <stddef.h>

// Gives the terminal back when nobody else can: after a crash, or when the program is asked to end and does not come to
// it. What is needed for that is kept from the time when all was well.
//
// All of it lies in a file of its own, not in a header: there is one guard, whatever the compiler makes of its callers.

/// Keeps the settings of the terminal. To be called before curses changes them.
void tern_guard_remember(int terminal);

/// Has these bytes be sent when the terminal is given back, in place of others: what leaves the screen, shows the cursor.
void tern_guard_send(const char *bytes, size_t count);

/// From now on a crash gives the terminal back, and then does what it would have done.
void tern_guard_install(void);

/// From now on the terminal owes an answer that ends with its attributes (ESC [ ? … c), to be read there: it is taken in
/// before the terminal is given back, so that no shell reads it. -1 where it owes none.
void tern_guard_expect(int input);

/// Gives the terminal back, once. A terminal that takes nothing is waited for no longer than 0.3 s. Any thread,
/// and a signal's handler, may call it.
void tern_guard_give_back(void);

/// The terminal has been given back.
void tern_guard_end(void);

#endif
