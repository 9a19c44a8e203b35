// What Swift's Glibc module lacks.
#pragma once

// Settings of the allocator.
#include <malloc.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/prctl.h>

/// Declared for XSI only.
int wcwidth(wchar_t character);

// glibc declares these only with _GNU_SOURCE: posix_spawn(3), pipe(2).

/// Closes all descriptors from this one on in the child. glibc 2.34 or newer.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

/// POSIX_SPAWN_SETSID: a new session. glibc 2.26 or newer.
enum { tern_spawn_setsid = 0x80 };

/// PR_SET_DUMPABLE: without core dumps, and unreadable for other processes of the user. prctl(2) is variadic.
static inline int tern_set_dumpable(int is_dumpable) {
  return prctl(PR_SET_DUMPABLE, (unsigned long)is_dumpable, 0UL, 0UL, 0UL);
}

/// PR_GET_DUMPABLE.
static inline int tern_is_dumpable(void) { return prctl(PR_GET_DUMPABLE, 0UL, 0UL, 0UL, 0UL); }

/// pipe(2) with flags, such as O_CLOEXEC.
int pipe2(int ends[2], int flags);

// Integration of Dispatch's main queue with an own run loop. Foundation uses the same two functions, which no installed
// header declares: CFRunLoop.c of swift-corelibs-foundation, private/queue_private.h of swift-corelibs-libdispatch.

/// A descriptor that becomes readable when the main queue has work.
int _dispatch_get_main_queue_handle_4CF(void);

/// Runs the work of the main queue. Call it on the main thread.
void _dispatch_main_queue_callback_4CF(void *message);
