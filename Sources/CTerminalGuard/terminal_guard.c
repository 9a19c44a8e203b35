#define _GNU_SOURCE
#include "terminal_guard.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// What a signal's handler calls here, POSIX allows it to call.

static atomic_int guarded = -1;
static atomic_int expected = -1;
static struct termios settings;
/// One of them is sent while the other one is written anew.
static struct {
  size_t length;
  char bytes[512];
} farewells[2];
static atomic_int current = 0;
static struct sigaction before[NSIG];
static char stack[65536];

// SIGXCPU and SIGSYS end a program as a crash does: not at a moment of its own choice.
static const int crashes[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGSYS, SIGXCPU,
                              // Threads of Dispatch leave this one unblocked, so an ignored one would be lost to its sources.
                              SIGPROF};
enum { crash_count = sizeof crashes / sizeof *crashes };

/// For how long a terminal is waited for that takes nothing at the moment, in milliseconds.
enum { patience = 300 };

static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// How much of ESC [ ? … c has come, with one byte more; 4 is all of it.
static int matched(int before, char byte) {
  if (byte == 033) return 1;
  if (before == 1 && byte == '[') return 2;
  if (before == 2 && byte == '?') return 3;
  if (before == 3 && byte == 'c') return 4;
  return before == 3 && (byte == ';' || (byte >= '0' && byte <= '9')) ? 3 : 0;
}

/// Reads up to the end of the answer that is owed, but for no longer than a fifth of a second.
static void take_in_answer(int input) {
  const long end = milliseconds() + 200;
  int state = 0;
  for (long left = 200; left > 0; left = end - milliseconds()) {
    struct pollfd ready = {.fd = input, .events = POLLIN};
    if (poll(&ready, 1, (int)left) <= 0 || !(ready.revents & POLLIN)) return;
    char bytes[64];
    const ssize_t count = read(input, bytes, sizeof bytes);
    if (count <= 0) return;
    for (ssize_t i = 0; i < count; i++) {
      state = matched(state, bytes[i]);
      if (state == 4) return;
    }
  }
}

static void handle(int signal) {
  tern_guard_give_back();
  for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &before[crashes[i]], NULL);
  // A signal that was sent, not caused, does not come again by itself.
  raise(signal);
}

void tern_guard_remember(int terminal) {
  guarded = tcgetattr(terminal, &settings) == 0 ? terminal : -1;
}

void tern_guard_send(const char *bytes, size_t count) {
  int next = 1 - current;
  if (count > sizeof farewells[next].bytes) return;
  memcpy(farewells[next].bytes, bytes, count);
  farewells[next].length = count;
  current = next;
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
  // Where a picture is being sent, the terminal has as much to read as there is room for, and takes more in a moment.
  // poll() may be called in a handler; nothing is waited for that never comes.
  struct pollfd state = {.fd = terminal, .events = POLLOUT};
  if (poll(&state, 1, patience) > 0 && state.revents & POLLOUT) {
    ssize_t written = write(terminal, farewells[current].bytes, farewells[current].length);
    (void)written;
  }
  int input = atomic_exchange(&expected, -1);
  if (input >= 0) take_in_answer(input);
  tcsetattr(terminal, TCSANOW, &settings);
}

void tern_guard_expect(int input) { expected = input; }

void tern_guard_end(void) { guarded = -1; }
