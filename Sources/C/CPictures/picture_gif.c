#include "picture_pixels.h"

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

static struct {
  __typeof__(DGifOpen) *open;
  __typeof__(DGifGetRecordType) *record;
  __typeof__(DGifGetExtension) *extension;
  __typeof__(DGifGetExtensionNext) *next;
  __typeof__(DGifGetImageDesc) *image;
  __typeof__(DGifGetLine) *line;
  __typeof__(GifErrorString) *message;
} gif;

const char *tern_gif_open(void) {
  const struct tern_symbol symbols[] = {
      {"DGifOpen", &gif.open},
      {"DGifGetRecordType", &gif.record},
      {"DGifGetExtension", &gif.extension},
      {"DGifGetExtensionNext", &gif.next},
      {"DGifGetImageDesc", &gif.image},
      {"DGifGetLine", &gif.line},
      {"GifErrorString", &gif.message},
  };
  return tern_pixels_load_library("libgif.so.7", symbols, sizeof symbols / sizeof *symbols);
}

struct rest {
  const unsigned char *bytes;
  size_t size;
};

static int take(GifFileType *file, GifByteType *bytes, int count) {
  struct rest *rest = file->UserData;
  size_t taken = count < 0 ? 0 : (size_t)count < rest->size ? (size_t)count : rest->size;
  memcpy(bytes, rest->bytes, taken);
  rest->bytes += taken;
  rest->size -= taken;
  return (int)taken;
}

static enum tern_picture_outcome damaged(struct tern_picture *picture, const char *message) {
  tern_picture_set_message(picture, message);
  return TERN_PICTURE_DAMAGED;
}

/// Advances to the next image of the file.
/// - transparent: set to the index of the transparent colour, -1 without one, if the file specifies it.
/// - Returns: whether there is an image.
static int find_image(GifFileType *file, int *transparent) {
  GifRecordType type = UNDEFINED_RECORD_TYPE;
  while (gif.record(file, &type) == GIF_OK && type == EXTENSION_RECORD_TYPE) {
    int code = 0;
    GifByteType *block = NULL;
    if (gif.extension(file, &code, &block) != GIF_OK) return 0;
    if (code == GRAPHICS_EXT_FUNC_CODE && block && block[0] >= 4) *transparent = block[1] & 1 ? block[4] : -1;
    while (block) {
      if (gif.next(file, &block) != GIF_OK) return 0;
    }
  }
  return type == IMAGE_DESC_RECORD_TYPE;
}

/// The next line of an interlaced image (GIF89a, appendix E): every eighth line first, then those in between.
static long next_line(long line, long height, int *pass) {
  static const int starts[] = {4, 2, 1}, steps[] = {8, 8, 4, 2};
  line += steps[*pass];
  while (line >= height && *pass < 3) line = starts[(*pass)++];
  return line;
}

static enum tern_picture_outcome read_image(
  GifFileType *file, int transparent, struct tern_pixels *pixels, struct tern_picture *picture
) {
  const ColorMapObject *map = file->Image.ColorMap ? file->Image.ColorMap : file->SColorMap;
  if (!map) return damaged(picture, "no colour table");
  long width = file->Image.Width, height = file->Image.Height;
  unsigned char *indices = malloc((size_t)width), *line = malloc((size_t)width * 4);
  if (!indices || !line) return TERN_PICTURE_NO_MEMORY;
  int pass = file->Image.Interlace ? 0 : -1;
  long row = 0;
  for (long count = 0; count < height; count++) {
    if (gif.line(file, indices, (int)width) != GIF_OK) return damaged(picture, gif.message(file->Error));
    for (long column = 0; column < width; column++) {
      int index = indices[column], is_seen = index != transparent && index < map->ColorCount;
      const GifColorType none = {0}, color = is_seen ? map->Colors[index] : none;
      const unsigned char parts[] = {color.Red, color.Green, color.Blue, is_seen ? 255 : 0};
      memcpy(line + column * 4, parts, sizeof parts);
    }
    tern_pixels_copy_frame(line, width, 1, file->Image.Left, file->Image.Top + row, pixels);
    row = pass < 0 ? row + 1 : next_line(row, height, &pass);
  }
  return TERN_PICTURE_DONE;
}

enum tern_picture_outcome tern_gif_read(
  const unsigned char *bytes, size_t size, struct tern_pixels *pixels, struct tern_picture *picture
) {
  struct rest rest = {bytes, size};
  int error = 0, transparent = -1;
  GifFileType *file = gif.open(&rest, take, &error);
  if (!file) return damaged(picture, gif.message(error));
  if (!find_image(file, &transparent) || gif.image(file) != GIF_OK) {
    return damaged(picture, file->Error ? gif.message(file->Error) : "no image in the file");
  }
  const GifImageDesc *image = &file->Image;
  long width = file->SWidth > 0 ? file->SWidth : (long)image->Left + image->Width;
  long height = file->SHeight > 0 ? file->SHeight : (long)image->Top + image->Height;
  // A frame may be larger than the canvas.
  enum tern_picture_outcome outcome = tern_pixels_measure(picture, image->Width, image->Height);
  if (outcome == TERN_PICTURE_DONE) outcome = tern_pixels_measure(picture, width, height);
  if (outcome == TERN_PICTURE_DONE) outcome = tern_pixels_reserve(pixels, (int)width, (int)height);
  if (outcome == TERN_PICTURE_DONE) outcome = read_image(file, transparent, pixels, picture);
  if (outcome == TERN_PICTURE_DONE) picture->is_animated = find_image(file, &transparent);
  return outcome;
}
