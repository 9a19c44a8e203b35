#ifndef TERN_PICTURE_DECODER_H
#define TERN_PICTURE_DECODER_H

#include <stddef.h>
#include <stdint.h>

// Pictures become cells: libturbojpeg, libpng, libwebp and giflib make pixels of a file, libchafa makes characters of these;
// where the terminal shows pixels, as many of them as it has room for are given, too. All
// are opened when they are needed, in a process that does nothing else and has given up whatever it could do harm with.

/// What has come of a picture.
enum tern_picture_outcome {
  TERN_PICTURE_DONE = 0,
  /// It is no picture, or one of a kind that is not read: `words` says which.
  TERN_PICTURE_UNKNOWN = 1,
  /// Cut off or damaged: `words` says how, in the library's words.
  TERN_PICTURE_DAMAGED = 2,
  /// It says that it has more pixels than any picture that is shown.
  TERN_PICTURE_TOO_MANY_PIXELS = 3,
  TERN_PICTURE_NO_MEMORY = 4,
  /// A library is missing: `words` names it.
  TERN_PICTURE_NO_LIBRARY = 5,
  /// Done, and what was drawn is the first picture of one that moves.
  TERN_PICTURE_DONE_MOVES = 6,
  /// It took more of the processor's time than there was.
  TERN_PICTURE_TOO_SLOW = 7,
  /// The process crashed: in place of a width stands the number of the signal.
  TERN_PICTURE_CRASHED = 8,
};

struct tern_picture_request {
  /// In cells: it is no larger, and keeps its proportions.
  int width, height;
  /// That the terminal has: 2^24, 256, 16, 8; with fewer there are none.
  int colors;
  /// Characters of ASCII alone.
  int is_ascii;
  /// Whether the terminal's background is light; it matters where there are no colours.
  int is_light;
  /// How large a cell is in pixels, where the picture is wanted in pixels as well; else 0.
  int cell_width, cell_height;
  /// How many colours these have, at most TERN_PICTURE_MAX_COLORS; 0: red, green and blue of each.
  int palette;
  /// What shows where the picture is transparent: 0xRRGGBB.
  int ground;
};

enum {
  /// No picture has more pixels when it is shown.
  TERN_PICTURE_MAX_SHOWN_PIXELS = 4 * 1000 * 1000,
  TERN_PICTURE_MAX_COLORS = 256,
};

/// A character in two colours, as 0xRRGGBB; -1 is the terminal's own.
struct tern_picture_cell {
  uint32_t character;
  int32_t foreground, background;
};

struct tern_picture {
  int width, height;
  /// Row after row; NULL where there are none. It is never given back: the process ends.
  struct tern_picture_cell *cells;
  /// In pixels, no more than the cells have room for; 0 where it was not wanted so, or there was no memory for it.
  int raster_width, raster_height;
  /// Row after row: red, green and blue of each pixel, or its number in `colors`.
  unsigned char *raster;
  /// Red, green and blue of each.
  int color_count;
  unsigned char colors[3 * TERN_PICTURE_MAX_COLORS];
  /// As the file says; 0 where it says nothing.
  int pixel_width, pixel_height;
  /// Whether it moves, and this is its first picture.
  int moves;
  char words[160];
};

enum tern_picture_kind { TERN_PICTURE_JPEG, TERN_PICTURE_PNG, TERN_PICTURE_WEBP, TERN_PICTURE_GIF, TERN_PICTURE_NONE };

/// What other programs play.
enum tern_media_kind { TERN_MEDIA_NONE, TERN_MEDIA_FILM, TERN_MEDIA_SOUND };

/// What a file is by its first bytes; of one that is not read, `words` says what it is.
enum tern_picture_kind tern_picture_kind(const unsigned char *bytes, size_t size, char *words, size_t room);

/// Whether a file is a film or a sound, by its first bytes.
enum tern_media_kind tern_media_kind(const unsigned char *bytes, size_t size);

/// Opens the libraries that the picture needs.
enum tern_picture_outcome tern_picture_open(const unsigned char *bytes, size_t size, struct tern_picture *picture);

/// Has standard output say of a crash, and of too little time, what it was: 24 bytes more than `mark`, in numbers of four.
/// To be called before anything else; nothing may have been written by then.
void tern_picture_tell_end(const unsigned char *mark, size_t size);

/// Gives up files, sockets, other processes and more time and memory than a picture takes, for good.
/// A kernel without filters of system calls leaves these out, and so do processors for which there is none here.
/// - 0, or -1 where the system refuses.
int tern_picture_confine(size_t memory, int seconds);

/// To be called once, after `tern_picture_open`.
enum tern_picture_outcome tern_picture_draw(
  const unsigned char *bytes, size_t size, const struct tern_picture_request *request, struct tern_picture *picture);

#endif
