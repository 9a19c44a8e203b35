// What SQLite is told before it is used, by a function that Swift cannot call: how many arguments it takes hangs on the
// first one.
#pragma once

int sqlite3_config(int, ...);

// SQLITE_CONFIG_MEMSTATUS: it counts no memory, and takes no lock for that each time it asks for some.
static inline int sqlite_count_no_memory(void) { return sqlite3_config(9, 0); }
