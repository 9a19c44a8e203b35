#ifndef TERN_PICTURE_DECODER_H
#define TERN_PICTURE_DECODER_H

#include <stddef.h>
#include <stdint.h>

// Conversion of pictures to cells: libturbojpeg, libpng, libwebp and giflib decode pixels, libchafa makes characters of
// them. For terminals with graphics, scaled pixels are returned, too. The libraries are opened on demand, in a separate
// process without privileges.

/// The result of decoding.
enum tern_picture_outcome {
  TERN_PICTURE_DONE = 0,
  /// Not a picture, or an unsupported type, which `message` names.
  TERN_PICTURE_UNKNOWN = 1,
  /// Truncated or damaged; `message` has the library's error.
  TERN_PICTURE_DAMAGED = 2,
  /// The file declares more pixels than allowed.
  TERN_PICTURE_TOO_MANY_PIXELS = 3,
  TERN_PICTURE_NO_MEMORY = 4,
  /// A library is missing; `message` has its name.
  TERN_PICTURE_NO_LIBRARY = 5,
  /// Done; the picture is the first frame of an animation.
  TERN_PICTURE_DONE_ANIMATED = 6,
  /// The CPU time is used up.
  TERN_PICTURE_TOO_SLOW = 7,
  /// The process crashed; the width has the number of the signal.
  TERN_PICTURE_CRASHED = 8,
};

struct tern_picture_request {
  /// The maximum size in cells. Proportions are preserved.
  int width, height;
  /// The colours of the terminal: 2^24, 256, 16 or 8; none if fewer.
  int colors;
  /// Whether to use ASCII characters only.
  int is_ascii;
  /// Whether the terminal's background is light; only relevant without colours.
  int is_light;
  /// The size of a cell in pixels if pixels are requested; 0 otherwise.
  int cell_width, cell_height;
  /// The number of colours for pixels, at most TERN_PICTURE_MAX_COLORS; 0 for true colour.
  int palette;
  /// The colour behind transparent pixels, 0xRRGGBB.
  int background;
};

enum {
  /// Maximum pixels of a scaled picture.
  TERN_PICTURE_MAX_SHOWN_PIXELS = 4 * 1000 * 1000,
  TERN_PICTURE_MAX_COLORS = 256,
};

/// A character in two colours, 0xRRGGBB; -1 is the terminal's default.
struct tern_picture_cell {
  uint32_t character;
  int32_t foreground, background;
};

struct tern_picture {
  int width, height;
  /// In row-major order; NULL if there are none. Never freed, because the process exits.
  struct tern_picture_cell *cells;
  /// In pixels, at most the size of the cells; 0 if not requested or out of memory.
  int raster_width, raster_height;
  /// In row-major order: red, green and blue of each pixel, or its index in `colors`.
  unsigned char *raster;
  /// Red, green and blue of each colour.
  int color_count;
  unsigned char colors[3 * TERN_PICTURE_MAX_COLORS];
  /// The size declared by the file; 0 if unknown.
  int pixel_width, pixel_height;
  /// Whether the picture is the first frame of an animation.
  int is_animated;
  char message[160];
};

enum tern_picture_kind { TERN_PICTURE_JPEG, TERN_PICTURE_PNG, TERN_PICTURE_WEBP, TERN_PICTURE_GIF, TERN_PICTURE_NONE };

/// Media for external programs.
enum tern_media_kind { TERN_MEDIA_NONE, TERN_MEDIA_VIDEO, TERN_MEDIA_AUDIO };

/// Detects the type by the first bytes. `message` names unsupported types.
enum tern_picture_kind tern_picture_kind(const unsigned char *bytes, size_t size, char *message, size_t capacity);

/// Whether a file is video or audio by its first bytes.
enum tern_media_kind tern_media_kind(const unsigned char *bytes, size_t size);

/// Opens the libraries for the picture.
enum tern_picture_outcome tern_picture_open(const unsigned char *bytes, size_t size, struct tern_picture *picture);

/// Installs signal handlers that report crashes and exceeded CPU time on standard output: `mark` and 24 bytes with
/// 32-bit numbers. Call it first, before any output.
void tern_picture_report_crashes(const unsigned char *mark, size_t size);

/// Irrevocably drops access to files, sockets and processes, and limits CPU time and memory. System calls are only
/// filtered if kernel and processor support it.
/// - Returns: 0, or -1 if the system refuses.
int tern_picture_confine(size_t memory, int seconds);

/// Call it once, after `tern_picture_open`.
enum tern_picture_outcome tern_picture_draw(
  const unsigned char *bytes, size_t size, const struct tern_picture_request *request, struct tern_picture *picture);

#endif
