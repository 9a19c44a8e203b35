// Configuration of SQLite by a variadic function, which Swift cannot call.
#pragma once

int sqlite3_config(int, ...);

// SQLITE_CONFIG_MEMSTATUS: disables memory statistics, which need a lock for each allocation.
static inline int sqlite_count_no_memory(void) { return sqlite3_config(9, 0); }
