#ifndef TERN_CNCURSES_SHIM_H
#define TERN_CNCURSES_SHIM_H

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

// What Swift cannot reach: macros, globals and variadic functions.

/// Declared in term.h, whose macros (lines, columns, …) would take over the names of the program.
extern NCURSES_EXPORT(char *) tigetstr(const char *);
extern NCURSES_EXPORT(int) tigetflag(const char *);
extern NCURSES_EXPORT(int) tigetnum(const char *);
extern NCURSES_EXPORT(int) setupterm(const char *, int, int *);

/// Declared for GNU programs alone.
extern int dup3(int, int, int);
extern int memfd_create(const char *, unsigned int);

static const attr_t TERN_A_BOLD = A_BOLD;
static const attr_t TERN_A_DIM = A_DIM;
static const attr_t TERN_A_UNDERLINE = A_UNDERLINE;
static const attr_t TERN_A_REVERSE = A_REVERSE;
static const attr_t TERN_A_STANDOUT = A_STANDOUT;

static inline WINDOW *tern_stdscr(void) { return stdscr; }
static inline WINDOW *tern_curscr(void) { return curscr; }
static inline FILE *tern_stdin(void) { return stdin; }
static inline const char *tern_codeset(void) { return nl_langinfo(CODESET); }

/// One base character and at most four marks, ended by 0.
static inline int tern_put_cell(WINDOW *window, int row, int column, const wchar_t *text, attr_t attributes, short pair) {
  cchar_t cell;
  if (setcchar(&cell, text, attributes, pair, NULL) == ERR) return ERR;
  return mvwadd_wch(window, row, column, &cell);
}

/// The same for one ASCII character, which is what most cells hold.
static inline int tern_put_ascii(WINDOW *window, int row, int column, unsigned char character, attr_t attributes, short pair) {
  wchar_t text[2] = {character, 0};
  return tern_put_cell(window, row, column, text, attributes, pair);
}

/// Room for CCHARW_MAX characters and the 0 that ends them. Gives the cells that the character takes, or 0 in the right
/// half of a wide one.
static inline int tern_get_cell(WINDOW *window, int row, int column, wchar_t *text, attr_t *attributes, short *pair) {
  cchar_t cell;
  if (mvwin_wch(window, row, column, &cell) == ERR || getcchar(&cell, text, attributes, pair, NULL) == ERR) return 1;
  // Curses numbers the cells of a wide character from 1 where a cell of bytes has its character.
  attr_t part = cell.attr & A_CHARTEXT;
  return part == 0 ? 1 : part == 1 ? 2 : 0;
}

static inline int tern_window_size(int fd, int *height, int *width) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return -1;
  *height = size.ws_row;
  *width = size.ws_col;
  return 0;
}

/// A file without a name that no child inherits, or -1.
static inline int tern_memory_file(void) { return memfd_create("tern", 1 /* MFD_CLOEXEC */); }

/// Lets a descriptor mean what another one means; no child inherits it.
static inline int tern_replace(int descriptor, int meaning) {
  return dup3(meaning, descriptor, O_CLOEXEC) < 0 ? -1 : 0;
}

// A crash leaves a usable terminal: the handler writes bytes that were prepared while all was well, gives the
// terminal its settings back, and lets the fault happen again under the action that was there before. It calls
// nothing but what POSIX allows in a signal handler.

struct tern_crash_guard {
  int fd;
  size_t length;
  char bytes[512];
  struct termios settings;
  struct sigaction before[NSIG];
  char stack[65536];
};

/// A static variable of the function, not of the file: those are left out of what Swift compiles.
static inline struct tern_crash_guard *tern_crash_guard(void) {
  static struct tern_crash_guard guard = {.fd = -1};
  return &guard;
}

static const int tern_crash_signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE};

static inline void tern_handle_crash(int signal) {
  if (tern_crash_guard()->fd >= 0) {
    ssize_t written = write(tern_crash_guard()->fd, tern_crash_guard()->bytes, tern_crash_guard()->length);
    (void)written;
    tcsetattr(tern_crash_guard()->fd, TCSANOW, &tern_crash_guard()->settings);
    tern_crash_guard()->fd = -1;
  }
  for (size_t i = 0; i < sizeof tern_crash_signals / sizeof *tern_crash_signals; i++) {
    sigaction(tern_crash_signals[i], &tern_crash_guard()->before[tern_crash_signals[i]], NULL);
  }
  // A signal that was sent, not caused, does not come again by itself.
  raise(signal);
}

/// To be called before ncurses changes the terminal's settings.
static inline void tern_remember_terminal(int fd) {
  tern_crash_guard()->fd = tcgetattr(fd, &tern_crash_guard()->settings) == 0 ? fd : -1;
}

static inline void tern_add_farewell(const char *bytes) {
  if (!bytes || bytes == (char *)-1) return;
  size_t length = strlen(bytes);
  if (tern_crash_guard()->length + length > sizeof tern_crash_guard()->bytes) return;
  memcpy(tern_crash_guard()->bytes + tern_crash_guard()->length, bytes, length);
  tern_crash_guard()->length += length;
}

static inline void tern_guard_against_crash(void) {
  stack_t stack = {.ss_sp = tern_crash_guard()->stack, .ss_size = sizeof tern_crash_guard()->stack};
  sigaltstack(&stack, NULL);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = tern_handle_crash;
  action.sa_flags = SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof tern_crash_signals / sizeof *tern_crash_signals; i++) {
    sigaction(tern_crash_signals[i], &action, &tern_crash_guard()->before[tern_crash_signals[i]]);
  }
}

static inline void tern_end_crash_guard(void) { tern_crash_guard()->fd = -1; }

#endif
