#define _GNU_SOURCE
#include "picture_pixels.h"

#include <dlfcn.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>
#include <webp/decode.h>

static struct {
  __typeof__(tjInitDecompress) *init;
  __typeof__(tjDecompressHeader3) *header;
  __typeof__(tjDecompress2) *decompress;
  __typeof__(tjGetErrorStr2) *message;
  __typeof__(tjGetErrorCode) *code;
} jpeg;

static struct {
  __typeof__(png_image_begin_read_from_memory) *begin;
  __typeof__(png_image_finish_read) *finish;
} png;

static struct {
  __typeof__(WebPGetFeaturesInternal) *features;
  __typeof__(WebPDecodeRGBAInto) *decode;
} webp;

void *tern_picture_open_library(const char *name) { return dlopen(name, RTLD_NOW | RTLD_LOCAL); }

int tern_picture_load_symbol(void *library, const char *name, void *function) {
  void *symbol = dlsym(library, name);
  memcpy(function, &symbol, sizeof symbol);
  return symbol != NULL;
}

void tern_picture_set_message(struct tern_picture *picture, const char *message) {
  strncpy(picture->message, message ? message : "", sizeof picture->message - 1);
  picture->message[sizeof picture->message - 1] = 0;
}

const char *tern_pixels_load_library(const char *file, const struct tern_symbol *symbols, size_t count) {
  void *library = tern_picture_open_library(file);
  if (!library) return file;
  for (size_t i = 0; i < count; i++) {
    if (!tern_picture_load_symbol(library, symbols[i].name, symbols[i].function)) return file;
  }
  return NULL;
}

const char *tern_pixels_open(enum tern_picture_kind kind) {
  const struct tern_symbol of_jpeg[] = {
      {"tjInitDecompress", &jpeg.init},     {"tjDecompressHeader3", &jpeg.header}, {"tjDecompress2", &jpeg.decompress},
      {"tjGetErrorStr2", &jpeg.message},      {"tjGetErrorCode", &jpeg.code},
  };
  const struct tern_symbol of_png[] = {
      {"png_image_begin_read_from_memory", &png.begin}, {"png_image_finish_read", &png.finish},
  };
  const struct tern_symbol of_webp[] = {
      {"WebPGetFeaturesInternal", &webp.features}, {"WebPDecodeRGBAInto", &webp.decode},
  };
  switch (kind) {
  case TERN_PICTURE_JPEG: return tern_pixels_load_library("libturbojpeg.so.0", of_jpeg, sizeof of_jpeg / sizeof *of_jpeg);
  case TERN_PICTURE_PNG: return tern_pixels_load_library("libpng16.so.16", of_png, sizeof of_png / sizeof *of_png);
  case TERN_PICTURE_WEBP: return tern_pixels_load_library("libwebp.so.7", of_webp, sizeof of_webp / sizeof *of_webp);
  case TERN_PICTURE_GIF: return tern_gif_open();
  case TERN_PICTURE_NONE: return NULL;
  }
  return NULL;
}

enum tern_picture_outcome tern_pixels_reserve(struct tern_pixels *pixels, int width, int height) {
  if (width <= 0 || height <= 0) return TERN_PICTURE_DAMAGED;
  pixels->width = width;
  pixels->height = height;
  pixels->bytes = calloc((size_t)width * height, 4);
  return pixels->bytes ? TERN_PICTURE_DONE : TERN_PICTURE_NO_MEMORY;
}

enum tern_picture_outcome tern_pixels_measure(struct tern_picture *picture, long width, long height) {
  if (width <= 0 || height <= 0 || width > INT32_MAX || height > INT32_MAX) {
    tern_picture_set_message(picture, "invalid size");
    return TERN_PICTURE_DAMAGED;
  }
  picture->pixel_width = (int)width;
  picture->pixel_height = (int)height;
  return width > TERN_PICTURE_MAX_PIXELS / height ? TERN_PICTURE_TOO_MANY_PIXELS : TERN_PICTURE_DONE;
}

/// CMYK as written by Adobe's programs: inverted.
static void use_cmyk(struct tern_pixels *pixels) {
  for (unsigned char *p = pixels->bytes, *end = p + (size_t)pixels->width * pixels->height * 4; p < end; p += 4) {
    for (int part = 0; part < 3; part++) p[part] = p[part] * p[3] / 255;
    p[3] = 255;
  }
}

static enum tern_picture_outcome read_jpeg(
  const unsigned char *bytes, size_t size, int width, int height, struct tern_pixels *pixels,
  struct tern_picture *picture
) {
  tjhandle handle = jpeg.init();
  if (!handle) return TERN_PICTURE_NO_MEMORY;
  int full_width = 0, full_height = 0, sampling = 0, space = 0;
  if (jpeg.header(handle, bytes, size, &full_width, &full_height, &sampling, &space) != 0) {
    tern_picture_set_message(picture, jpeg.message(handle));
    return TERN_PICTURE_DAMAGED;
  }
  enum tern_picture_outcome outcome = tern_pixels_measure(picture, full_width, full_height);
  if (outcome != TERN_PICTURE_DONE) return outcome;
  // Decode at the smallest sufficient scale: 1/8 of the width takes 1/64 of the work.
  tjscalingfactor factor = {1, 1};
  for (int part = 8; part > 1; part /= 2) {
    tjscalingfactor smaller = {1, part};
    if (TJSCALED(full_width, smaller) < width || TJSCALED(full_height, smaller) < height) continue;
    factor = smaller;
    break;
  }
  outcome = tern_pixels_reserve(pixels, TJSCALED(full_width, factor), TJSCALED(full_height, factor));
  if (outcome != TERN_PICTURE_DONE) return outcome;
  int is_cmyk = space == TJCS_CMYK || space == TJCS_YCCK;
  int format = is_cmyk ? TJPF_CMYK : TJPF_RGBA;
  if (jpeg.decompress(handle, bytes, size, pixels->bytes, pixels->width, 0, pixels->height, format, 0) != 0) {
    const char *message = jpeg.message(handle);
    // Most warnings are harmless.
    if (jpeg.code(handle) != TJERR_WARNING || strstr(message, "Premature") || strstr(message, "premature")) {
      tern_picture_set_message(picture, message);
      return strstr(message, "memory") || strstr(message, "Memory") ? TERN_PICTURE_NO_MEMORY : TERN_PICTURE_DAMAGED;
    }
  }
  if (is_cmyk) use_cmyk(pixels);
  return TERN_PICTURE_DONE;
}

static enum tern_picture_outcome read_png(
  const unsigned char *bytes, size_t size, struct tern_pixels *pixels, struct tern_picture *picture
) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  if (!png.begin(&image, bytes, size)) {
    tern_picture_set_message(picture, image.message);
    return TERN_PICTURE_DAMAGED;
  }
  enum tern_picture_outcome outcome = tern_pixels_measure(picture, image.width, image.height);
  if (outcome != TERN_PICTURE_DONE) return outcome;
  image.format = PNG_FORMAT_RGBA;
  outcome = tern_pixels_reserve(pixels, (int)image.width, (int)image.height);
  if (outcome != TERN_PICTURE_DONE) return outcome;
  if (!png.finish(&image, NULL, pixels->bytes, 0, NULL)) {
    tern_picture_set_message(picture, image.message);
    return strstr(image.message, "memory") ? TERN_PICTURE_NO_MEMORY : TERN_PICTURE_DAMAGED;
  }
  return TERN_PICTURE_DONE;
}

void tern_pixels_copy_frame(
  const unsigned char *part, long width, long height, long left, long top, struct tern_pixels *pixels
) {
  if (left >= pixels->width || top >= pixels->height) return;
  if (width > pixels->width - left) width = pixels->width - left;
  if (height > pixels->height - top) height = pixels->height - top;
  for (long row = 0; row < height; row++) {
    memcpy(
      pixels->bytes + ((top + row) * pixels->width + left) * 4, part + row * width * 4, (size_t)width * 4);
  }
}

static uint32_t little_endian(const unsigned char *bytes, int count) {
  uint32_t number = 0;
  while (count-- > 0) number = number << 8 | bytes[count];
  return number;
}

/// The next animation frame; NULL if there is no complete one.
/// - at: the position to start at; set to the position after the frame.
static const unsigned char *webp_frame(const unsigned char *bytes, size_t size, size_t *at, size_t *frame_size) {
  while (*at <= size && size - *at >= 8) {
    const unsigned char *chunk = bytes + *at;
    size_t length = little_endian(chunk + 4, 4);
    if (length > size - *at - 8) return NULL;
    *at += 8 + length + length % 2;
    if (length <= 16 || memcmp(chunk, "ANMF", 4) != 0) continue;
    *frame_size = length;
    return chunk + 8;
  }
  return NULL;
}

/// Reads the first frame of an animation from the container (WebP Container Specification, ANMF).
static enum tern_picture_outcome read_moving_webp(
  const unsigned char *bytes, size_t size, int width, int height, struct tern_pixels *pixels,
  struct tern_picture *picture
) {
  size_t at = 12, frame_size = 0, ignored = 0;
  const unsigned char *frame = webp_frame(bytes, size, &at, &frame_size);
  WebPBitstreamFeatures features;
  memset(&features, 0, sizeof features);
  if (!frame || webp.features(frame + 16, frame_size - 16, &features, WEBP_DECODER_ABI_VERSION) != VP8_STATUS_OK ||
      features.has_animation) {
    tern_picture_set_message(picture, "invalid first frame");
    return TERN_PICTURE_DAMAGED;
  }
  picture->is_animated = webp_frame(bytes, size, &at, &ignored) != NULL;
  enum tern_picture_outcome outcome = tern_pixels_measure(picture, features.width, features.height);
  if (outcome == TERN_PICTURE_DONE) outcome = tern_pixels_measure(picture, width, height);
  if (outcome == TERN_PICTURE_DONE) outcome = tern_pixels_reserve(pixels, width, height);
  if (outcome != TERN_PICTURE_DONE) return outcome;
  size_t capacity = (size_t)features.width * features.height * 4;
  unsigned char *part = malloc(capacity);
  if (!part) return TERN_PICTURE_NO_MEMORY;
  if (!webp.decode(frame + 16, frame_size - 16, part, capacity, features.width * 4)) {
    tern_picture_set_message(picture, "truncated file");
    return TERN_PICTURE_DAMAGED;
  }
  tern_pixels_copy_frame(part, features.width, features.height, 2L * little_endian(frame, 3), 2L * little_endian(frame + 3, 3), pixels);
  return TERN_PICTURE_DONE;
}

static enum tern_picture_outcome read_webp(
  const unsigned char *bytes, size_t size, struct tern_pixels *pixels, struct tern_picture *picture
) {
  WebPBitstreamFeatures features;
  memset(&features, 0, sizeof features);
  if (webp.features(bytes, size, &features, WEBP_DECODER_ABI_VERSION) != VP8_STATUS_OK) {
    tern_picture_set_message(picture, "invalid header");
    return TERN_PICTURE_DAMAGED;
  }
  enum tern_picture_outcome outcome = tern_pixels_measure(picture, features.width, features.height);
  if (outcome != TERN_PICTURE_DONE) return outcome;
  if (features.has_animation) return read_moving_webp(bytes, size, features.width, features.height, pixels, picture);
  outcome = tern_pixels_reserve(pixels, features.width, features.height);
  if (outcome != TERN_PICTURE_DONE) return outcome;
  size_t capacity = (size_t)pixels->width * pixels->height * 4;
  if (!webp.decode(bytes, size, pixels->bytes, capacity, pixels->width * 4)) {
    tern_picture_set_message(picture, "truncated file");
    return TERN_PICTURE_DAMAGED;
  }
  return TERN_PICTURE_DONE;
}

enum tern_picture_outcome tern_pixels_read(
  const unsigned char *bytes, size_t size, int width, int height, struct tern_pixels *pixels,
  struct tern_picture *picture
) {
  switch (tern_picture_kind(bytes, size, picture->message, sizeof picture->message)) {
  case TERN_PICTURE_JPEG: return read_jpeg(bytes, size, width, height, pixels, picture);
  case TERN_PICTURE_PNG: return read_png(bytes, size, pixels, picture);
  case TERN_PICTURE_WEBP: return read_webp(bytes, size, pixels, picture);
  case TERN_PICTURE_GIF: return tern_gif_read(bytes, size, pixels, picture);
  case TERN_PICTURE_NONE: return TERN_PICTURE_UNKNOWN;
  }
  return TERN_PICTURE_UNKNOWN;
}
