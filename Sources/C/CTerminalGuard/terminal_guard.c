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

// Signal handlers here only call async-signal-safe functions (POSIX).

static atomic_int guarded = -1;
static atomic_int expected = -1;
static struct termios settings;
/// One is in use while the other one is updated.
static struct {
  size_t length;
  char bytes[512];
} restore_bytes[2];
static atomic_int current = 0;
static struct sigaction before[NSIG];
static char stack[65536];

// SIGXCPU and SIGSYS end a program like a crash.
static const int crashes[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGSYS, SIGXCPU,
                              // Dispatch threads leave SIGPROF unblocked; if it were ignored, its dispatch sources
                              // would not receive it.
                              SIGPROF};
enum { crash_count = sizeof crashes / sizeof *crashes };

/// How long to wait for a blocked terminal, in milliseconds.
enum { patience = 300 };

static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// The number of matched parts of ESC [ ? … c after another byte; 4 if complete.
static int matched(int before, char byte) {
  if (byte == 033) return 1;
  if (before == 1 && byte == '[') return 2;
  if (before == 2 && byte == '?') return 3;
  if (before == 3 && byte == 'c') return 4;
  return before == 3 && (byte == ';' || (byte >= '0' && byte <= '9')) ? 3 : 0;
}

/// Reads up to the end of the pending response, for at most 200 ms.
static void consume_response(int input) {
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
  tern_guard_restore();
  for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &before[crashes[i]], NULL);
  // A signal from another process is not raised again automatically.
  raise(signal);
}

void tern_guard_save_settings(int terminal) {
  guarded = tcgetattr(terminal, &settings) == 0 ? terminal : -1;
}

void tern_guard_set_restore_bytes(const char *bytes, size_t count) {
  int next = 1 - current;
  if (count > sizeof restore_bytes[next].bytes) return;
  memcpy(restore_bytes[next].bytes, bytes, count);
  restore_bytes[next].length = count;
  current = next;
}

void tern_guard_install(void) {
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternate, NULL);
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &action, &before[crashes[i]]);
}

void tern_guard_restore(void) {
  int terminal = atomic_exchange(&guarded, -1);
  if (terminal < 0) return;
  // While a picture is sent, the terminal's buffer is full and drains in a moment. poll() is async-signal-safe; the
  // timeout covers terminals that never drain it.
  struct pollfd state = {.fd = terminal, .events = POLLOUT};
  if (poll(&state, 1, patience) > 0 && state.revents & POLLOUT) {
    ssize_t written = write(terminal, restore_bytes[current].bytes, restore_bytes[current].length);
    (void)written;
  }
  int input = atomic_exchange(&expected, -1);
  if (input >= 0) consume_response(input);
  tcsetattr(terminal, TCSANOW, &settings);
}

void tern_guard_expect_response(int input) { expected = input; }

void tern_guard_disable(void) { guarded = -1; }
