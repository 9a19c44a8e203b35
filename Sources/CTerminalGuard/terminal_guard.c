#define _GNU_SOURCE
#include "terminal_guard.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// What a signal's handler calls here, POSIX allows it to call.

static atomic_int guarded = -1;
static struct termios settings;
static size_t length;
static char farewell[512];
static struct sigaction before[NSIG];
static char stack[65536];

// SIGXCPU and SIGSYS end a program as a crash does: not at a moment of its own choice.
static const int crashes[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGSYS, SIGXCPU,
                              // Threads of Dispatch leave this one unblocked, so an ignored one would be lost to its sources.
                              SIGPROF};
enum { crash_count = sizeof crashes / sizeof *crashes };

static void handle(int signal) {
  tern_guard_give_back();
  for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &before[crashes[i]], NULL);
  // A signal that was sent, not caused, does not come again by itself.
  raise(signal);
}

void tern_guard_remember(int terminal) {
  guarded = tcgetattr(terminal, &settings) == 0 ? terminal : -1;
}

void tern_guard_add(const char *bytes) {
  size_t added = strlen(bytes);
  if (length + added > sizeof farewell) return;
  memcpy(farewell + length, bytes, added);
  length += added;
}

void tern_guard_install(void) {
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternate, NULL);
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &action, &before[crashes[i]]);
}

void tern_guard_give_back(void) {
  int terminal = atomic_exchange(&guarded, -1);
  if (terminal < 0) return;
  struct pollfd state = {.fd = terminal, .events = POLLOUT};
  if (poll(&state, 1, 0) > 0 && state.revents & POLLOUT) {
    ssize_t written = write(terminal, farewell, length);
    (void)written;
  }
  tcsetattr(terminal, TCSANOW, &settings);
}

void tern_guard_end(void) { guarded = -1; }
