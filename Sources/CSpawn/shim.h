// glibc declares these only with _GNU_SOURCE (posix_spawn(3), pipe(2)), so Swift does not see them.

#include <spawn.h>

/// Closes all descriptors from this one on in the child. glibc 2.34 or newer.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

/// POSIX_SPAWN_SETSID: a new session. glibc 2.26 or newer.
enum { tern_spawn_setsid = 0x80 };

/// pipe(2) with flags, such as O_CLOEXEC.
int pipe2(int ends[2], int flags);
