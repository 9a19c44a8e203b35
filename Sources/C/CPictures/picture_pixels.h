#ifndef TERN_PICTURE_PIXELS_H
#define TERN_PICTURE_PIXELS_H

#include "picture_decoder.h"

// Decoding of files to pixels.

/// Maximum pixels of a picture.
enum { TERN_PICTURE_MAX_PIXELS = 64 * 1000 * 1000 };

struct tern_pixels {
  /// Red, green, blue and alpha, not premultiplied.
  unsigned char *bytes;
  int width, height;
};

/// A function of a dynamic library, and where its address is stored.
struct tern_symbol {
  const char *name;
  void *function;
};

/// Opens the library for a type. Returns its file name if it is missing, NULL otherwise.
const char *tern_pixels_open(enum tern_picture_kind kind);

/// - width, height: the minimum size to decode, if the file is at least as large.
enum tern_picture_outcome tern_pixels_read(
  const unsigned char *bytes, size_t size, int width, int height, struct tern_pixels *pixels,
  struct tern_picture *picture);

/// Opens a library. Returns its file name if it or one of the functions is missing, NULL otherwise.
const char *tern_pixels_load_library(const char *file, const struct tern_symbol *symbols, size_t count);

/// Stores the size declared by the file, and checks it.
enum tern_picture_outcome tern_pixels_measure(struct tern_picture *picture, long width, long height);

/// Allocates transparent pixels, unless there are too many.
enum tern_picture_outcome tern_pixels_reserve(struct tern_pixels *pixels, int width, int height);

/// Copies a frame to its position, clipped; other pixels stay unchanged.
void tern_pixels_copy_frame(
  const unsigned char *part, long width, long height, long left, long top, struct tern_pixels *pixels);

const char *tern_gif_open(void);
enum tern_picture_outcome tern_gif_read(
  const unsigned char *bytes, size_t size, struct tern_pixels *pixels, struct tern_picture *picture);

/// Extends a picture by a cell if necessary, so that it fills its cells in at least one direction.
void tern_raster_fit(const struct tern_pixels *pixels, const struct tern_picture_request *request, int *width, int *height);

/// Scales the pixels to the size of the cells and the requested number of colours. Without memory the picture has no
/// pixels.
void tern_raster_make(
  const struct tern_pixels *pixels, const struct tern_picture_request *request, struct tern_picture *picture);

void *tern_picture_open_library(const char *name);
int tern_picture_load_symbol(void *library, const char *name, void *function);
void tern_picture_set_message(struct tern_picture *picture, const char *message);

#endif
