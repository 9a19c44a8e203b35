#ifndef TERN_PICTURE_PIXELS_H
#define TERN_PICTURE_PIXELS_H

#include "picture_decoder.h"

// Files become pixels.

/// No picture that is shown has more.
enum { TERN_PICTURE_MAX_PIXELS = 64 * 1000 * 1000 };

struct tern_pixels {
  /// Red, green, blue and alpha, not multiplied.
  unsigned char *bytes;
  int width, height;
};

/// A function of a library, and where it is put.
struct tern_symbol {
  const char *name;
  void *function;
};

/// The file of the library, where it is missing; NULL where it has been opened.
const char *tern_pixels_open(enum tern_picture_kind kind);

/// - width, height: how many pixels are wanted at the least, where the file has as many.
enum tern_picture_outcome tern_pixels_read(
  const unsigned char *bytes, size_t size, int width, int height, struct tern_pixels *pixels,
  struct tern_picture *picture);

/// - The file, where it or one of the functions is missing; else NULL.
const char *tern_pixels_library(const char *file, const struct tern_symbol *symbols, size_t count);

/// Notes how large the file says that it is.
enum tern_picture_outcome tern_pixels_measure(struct tern_picture *picture, long width, long height);

/// Room for the pixels, where there are not too many of them. All are transparent.
enum tern_picture_outcome tern_pixels_reserve(struct tern_pixels *pixels, int width, int height);

/// Lays a part of a picture that moves onto it, as far as it is within; the rest stays as it is.
void tern_pixels_lay(
  const unsigned char *part, long width, long height, long left, long top, struct tern_pixels *pixels);

const char *tern_gif_open(void);
enum tern_picture_outcome tern_gif_read(
  const unsigned char *bytes, size_t size, struct tern_pixels *pixels, struct tern_picture *picture);

/// Makes pixels of the size of the picture's cells, and of as many colours as are wanted. The picture stays without them
/// where there is no memory.
void tern_raster_make(
  const struct tern_pixels *pixels, const struct tern_picture_request *request, struct tern_picture *picture);

void *tern_picture_library(const char *name);
int tern_picture_take(void *library, const char *name, void *function);
void tern_picture_say(struct tern_picture *picture, const char *words);

#endif
