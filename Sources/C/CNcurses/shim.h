#ifndef TERN_CNCURSES_SHIM_H
#define TERN_CNCURSES_SHIM_H

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

// Wrappers for what Swift cannot import: macros, globals and variadic functions.

/// Declared in term.h, whose macros (lines, columns, …) would clash with names of the program.
extern NCURSES_EXPORT(char *) tigetstr(const char *);
extern NCURSES_EXPORT(int) tigetflag(const char *);
extern NCURSES_EXPORT(int) tigetnum(const char *);
extern NCURSES_EXPORT(int) setupterm(const char *, int, int *);
extern NCURSES_EXPORT_VAR(NCURSES_CONST char *const) strnames[];

/// Declared only with _GNU_SOURCE.
extern int dup3(int, int, int);
extern int memfd_create(const char *, unsigned int);

static const attr_t TERN_A_BOLD = A_BOLD;
static const attr_t TERN_A_DIM = A_DIM;
static const attr_t TERN_A_UNDERLINE = A_UNDERLINE;
static const attr_t TERN_A_ITALIC = A_ITALIC;
static const attr_t TERN_A_REVERSE = A_REVERSE;
static const attr_t TERN_A_STANDOUT = A_STANDOUT;

static inline WINDOW *tern_stdscr(void) { return stdscr; }
static inline WINDOW *tern_curscr(void) { return curscr; }
static inline FILE *tern_stdin(void) { return stdin; }
static inline const char *tern_codeset(void) { return nl_langinfo(CODESET); }

/// Draws a base character with at most four marks, terminated by 0.
static inline int tern_put_cell(WINDOW *window, int row, int column, const wchar_t *text, attr_t attributes, short pair) {
  cchar_t cell;
  if (setcchar(&cell, text, attributes, pair, NULL) == ERR) return ERR;
  return mvwadd_wch(window, row, column, &cell);
}

/// A blank with these attributes; its character may be replaced by another ASCII character.
static inline cchar_t tern_blank(attr_t attributes, short pair) {
  cchar_t cell;
  if (setcchar(&cell, L" ", attributes, pair, NULL) == ERR) memset(&cell, 0, sizeof cell);
  return cell;
}

/// Draws adjacent cells of one column each.
static inline int tern_put_cells(WINDOW *window, int row, int column, const cchar_t *cells, int count) {
  return count == 0 ? OK : mvwadd_wchnstr(window, row, column, cells, count);
}

/// Reads a cell to a buffer of CCHARW_MAX + 1 characters. Returns its width, or 0 in the right half of a wide
/// character.
static inline int tern_get_cell(WINDOW *window, int row, int column, wchar_t *text, attr_t *attributes, short *pair) {
  cchar_t cell;
  if (mvwin_wch(window, row, column, &cell) == ERR || getcchar(&cell, text, attributes, pair, NULL) == ERR) return 1;
  // Curses numbers the cells of a wide character from 1, in the bits of the character.
  attr_t part = cell.attr & A_CHARTEXT;
  return part == 0 ? 1 : part == 1 ? 2 : 0;
}

/// The names of all string capabilities of terminfo, then NULL.
static inline const char *tern_string_capability(int index) { return strnames[index]; }

static inline int tern_window_size(int fd, int *height, int *width) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return -1;
  *height = size.ws_row;
  *width = size.ws_col;
  return 0;
}

/// The size of a cell in pixels according to the system; -1 if unknown.
static inline int tern_cell_size(int fd, int *height, int *width) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return -1;
  *height = size.ws_ypixel / size.ws_row;
  *width = size.ws_xpixel / size.ws_col;
  return *height > 0 && *width > 0 ? 0 : -1;
}

/// Creates an anonymous file, closed on exec; -1 on failure.
static inline int tern_memory_file(void) { return memfd_create("tern", 1 /* MFD_CLOEXEC */); }

/// Makes a descriptor a duplicate of another one, closed on exec.
static inline int tern_redirect(int descriptor, int meaning) {
  return dup3(meaning, descriptor, O_CLOEXEC) < 0 ? -1 : 0;
}

#endif
