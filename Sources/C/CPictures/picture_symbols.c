#define _GNU_SOURCE
#include "picture_decoder.h"
#include "picture_pixels.h"

#include <stdlib.h>
#include <string.h>

// The subset of libchafa in use, as declared by chafa.h of 1.12. The header itself requires all of GLib.
typedef struct chafa_config chafa_config;
typedef struct chafa_canvas chafa_canvas;
typedef struct chafa_map chafa_map;

enum {
  MODE_TRUECOLOR = 0,
  MODE_INDEXED_240 = 2,
  MODE_INDEXED_16 = 3,
  MODE_FGBG = 5,
  MODE_INDEXED_8 = 6,
  DITHER_DIFFUSION = 2,
  PIXEL_RGBA8_UNASSOCIATED = 4,
  TAG_SPACE = 1 << 0,
  TAG_SOLID = 1 << 1,
  TAG_STIPPLE = 1 << 2,
  TAG_BLOCK = 1 << 3,
  TAG_QUAD = 1 << 7,
  TAG_HALF = 1 << 8 | 1 << 9,
  TAG_ASCII = 1 << 14,
};

static struct {
  void (*set_threads)(int count);
  void (*calculate)(int, int, int *width, int *height, float ratio, int zoom, int stretch);
  chafa_map *(*new_map)(void);
  void (*add_tags)(chafa_map *, int tags);
  chafa_config *(*new_config)(void);
  void (*set_geometry)(chafa_config *, int width, int height);
  void (*set_mode)(chafa_config *, int mode);
  void (*set_map)(chafa_config *, const chafa_map *);
  void (*set_fill_map)(chafa_config *, const chafa_map *);
  void (*set_dither)(chafa_config *, int mode);
  void (*set_preprocessing)(chafa_config *, int is_wanted);
  void (*set_foreground)(chafa_config *, uint32_t color);
  void (*set_background)(chafa_config *, uint32_t color);
  void (*set_foreground_alone)(chafa_config *, int is_alone);
  chafa_canvas *(*new_canvas)(const chafa_config *);
  void (*draw)(chafa_canvas *, int type, const uint8_t *, int width, int height, int stride);
  uint32_t (*character)(chafa_canvas *, int column, int row);
  void (*colors)(chafa_canvas *, int column, int row, int *foreground, int *background);
} chafa;

static const char *open_chafa(void) {
  static const char file[] = "libchafa.so.0";
  void *library = tern_picture_open_library(file);
  if (!library) return file;
  const struct {
    const char *name;
    void *function;
  } names[] = {
      {"chafa_set_n_threads", &chafa.set_threads},
      {"chafa_calc_canvas_geometry", &chafa.calculate},
      {"chafa_symbol_map_new", &chafa.new_map},
      {"chafa_symbol_map_add_by_tags", &chafa.add_tags},
      {"chafa_canvas_config_new", &chafa.new_config},
      {"chafa_canvas_config_set_geometry", &chafa.set_geometry},
      {"chafa_canvas_config_set_canvas_mode", &chafa.set_mode},
      {"chafa_canvas_config_set_symbol_map", &chafa.set_map},
      {"chafa_canvas_config_set_fill_symbol_map", &chafa.set_fill_map},
      {"chafa_canvas_config_set_dither_mode", &chafa.set_dither},
      {"chafa_canvas_config_set_preprocessing_enabled", &chafa.set_preprocessing},
      {"chafa_canvas_config_set_fg_color", &chafa.set_foreground},
      {"chafa_canvas_config_set_bg_color", &chafa.set_background},
      {"chafa_canvas_config_set_fg_only_enabled", &chafa.set_foreground_alone},
      {"chafa_canvas_new", &chafa.new_canvas},
      {"chafa_canvas_draw_all_pixels", &chafa.draw},
      {"chafa_canvas_get_char_at", &chafa.character},
      {"chafa_canvas_get_colors_at", &chafa.colors},
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (!tern_picture_load_symbol(library, names[i].name, names[i].function)) return file;
  }
  return NULL;
}

enum tern_picture_outcome tern_picture_open(const unsigned char *bytes, size_t size, struct tern_picture *picture) {
  enum tern_picture_kind kind = tern_picture_kind(bytes, size, picture->message, sizeof picture->message);
  if (kind == TERN_PICTURE_NONE) return TERN_PICTURE_UNKNOWN;
  const char *missing = tern_pixels_open(kind);
  if (!missing) missing = open_chafa();
  if (!missing) return TERN_PICTURE_DONE;
  tern_picture_set_message(picture, missing);
  return TERN_PICTURE_NO_LIBRARY;
}

static chafa_config *configure(const struct tern_picture_request *request, int width, int height) {
  chafa_config *config = chafa.new_config();
  chafa.set_geometry(config, width, height);
  chafa_map *map = chafa.new_map();
  chafa.add_tags(map, request->is_ascii ? TAG_SPACE | TAG_ASCII : TAG_SPACE | TAG_SOLID | TAG_BLOCK | TAG_QUAD | TAG_HALF);
  chafa.set_map(config, map);
  chafa.set_foreground(config, request->is_light ? 0x000000 : 0xFFFFFF);
  chafa.set_background(config, request->is_light ? 0xFFFFFF : 0x000000);
  int mode = request->colors >= 1 << 24 ? MODE_TRUECOLOR : request->colors >= 256 ? MODE_INDEXED_240 : MODE_FGBG;
  if (mode == MODE_FGBG) {
    if (request->colors >= 8) mode = request->colors >= 16 ? MODE_INDEXED_16 : MODE_INDEXED_8;
    // With few colours dithering and fill characters improve the result. Such terminals have too few pairs for two
    // colours per cell.
    chafa_map *fill = chafa.new_map();
    chafa.add_tags(fill, TAG_SPACE | (request->is_ascii ? TAG_ASCII : TAG_SOLID | TAG_STIPPLE));
    chafa.set_fill_map(config, fill);
    chafa.set_dither(config, DITHER_DIFFUSION);
    chafa.set_foreground_alone(config, 1);
    // It turns pictures with low contrast to black and white.
    if (mode == MODE_FGBG) chafa.set_preprocessing(config, 0);
  }
  chafa.set_mode(config, mode);
  return config;
}

enum tern_picture_outcome tern_picture_draw(
  const unsigned char *bytes, size_t size, const struct tern_picture_request *request, struct tern_picture *picture
) {
  struct tern_pixels pixels = {0};
  // Chafa samples 8×8 pixels per cell.
  int cell_width = request->cell_width > 8 ? request->cell_width : 8;
  int cell_height = request->cell_height > 8 ? request->cell_height : 8;
  enum tern_picture_outcome outcome =
    tern_pixels_read(bytes, size, request->width * cell_width, request->height * cell_height, &pixels, picture);
  if (outcome != TERN_PICTURE_DONE) return outcome;
  int width = request->width, height = request->height;
  chafa.set_threads(1);
  float ratio = request->cell_width > 0 ? (float)request->cell_width / (float)request->cell_height : 0.5f;
  chafa.calculate(pixels.width, pixels.height, &width, &height, ratio, 0, 0);
  width = width < 1 ? 1 : width > request->width ? request->width : width;
  height = height < 1 ? 1 : height > request->height ? request->height : height;
  if (request->cell_width > 0) tern_raster_fit(&pixels, request, &width, &height);
  chafa_canvas *canvas = chafa.new_canvas(configure(request, width, height));
  picture->cells = calloc((size_t)width * height, sizeof *picture->cells);
  if (!canvas || !picture->cells) return TERN_PICTURE_NO_MEMORY;
  chafa.draw(canvas, PIXEL_RGBA8_UNASSOCIATED, pixels.bytes, pixels.width, pixels.height, pixels.width * 4);
  picture->width = width;
  picture->height = height;
  for (int row = 0; row < height; row++) {
    for (int column = 0; column < width; column++) {
      int foreground = -1, background = -1;
      struct tern_picture_cell *cell = &picture->cells[row * width + column];
      cell->character = chafa.character(canvas, column, row);
      if (request->colors >= 8) chafa.colors(canvas, column, row, &foreground, &background);
      cell->foreground = foreground;
      cell->background = request->colors >= 256 ? background : -1;
    }
  }
  if (request->cell_width > 0) tern_raster_make(&pixels, request, picture);
  return TERN_PICTURE_DONE;
}
