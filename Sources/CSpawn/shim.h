// What glibc declares for programs in C that ask for GNU's own (posix_spawn(3), pipe(2)), and Swift does not see.

#include <spawn.h>

/// Has the program have nothing open from that descriptor on. glibc 2.34 or newer.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

/// POSIX_SPAWN_SETSID: a session of its own. glibc 2.26 or newer.
enum { tern_spawn_setsid = 0x80 };

/// pipe(2) with flags: O_CLOEXEC.
int pipe2(int ends[2], int flags);
