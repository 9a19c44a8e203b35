// A minimal ncurses program: as many lines as its argument says, a bar on one of them, and the keys j, ^F, G and g. It
// measures the cost of the machine, the terminal driver and ncurses.

#include <curses.h>
#include <locale.h>
#include <stdlib.h>

static const char text[] = "the least that a program on ncurses can be: a line that is drawn, and a bar that moves";

static void draw(int top, int selected, int count) {
  erase();
  for (int row = 0; row < LINES && top + row < count; row++) {
    if (top + row == selected) attron(A_REVERSE);
    mvprintw(row, 0, "p%06d %.*s", top + row, COLS > 9 ? COLS - 9 : 0, text);
    if (top + row == selected) attroff(A_REVERSE);
  }
  refresh();
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 1000;
  int top = 0, selected = 0, key = 'g';
  setlocale(LC_ALL, "");
  initscr();
  raw();
  noecho();
  idlok(stdscr, TRUE);
  curs_set(0);
  while (key != 'q' && key != ERR) {
    if (key == 'j') selected++;
    if (key == 'F' - '@') selected += LINES;
    if (key == 'G' || selected >= count) selected = count - 1;
    if (key == 'g') selected = 0;
    if (selected < top) top = selected;
    if (selected >= top + LINES) top = selected - LINES + 1;
    draw(top, selected, count);
    key = getch();
  }
  endwin();
  return 0;
}
