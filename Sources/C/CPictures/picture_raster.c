#include "picture_decoder.h"
#include "picture_pixels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Scales the pixels of a file to those of the terminal, blends them with its background, and reduces colours if
// necessary.

/// The source of a scaled pixel: `count` pixels from `first` on with their weights.
struct share {
  int first, count;
  float *weights;
};

/// The sources of `to` pixels among `from`: by covered area when shrinking, by distance when enlarging. NULL if out of
/// memory.
static struct share *shares(int from, int to) {
  double scale = (double)from / to;
  int most = (int)ceil(scale) + 2;
  struct share *all = calloc((size_t)to, sizeof *all);
  float *weights = malloc((size_t)to * (size_t)most * sizeof *weights);
  if (!all || !weights) return NULL;
  for (int i = 0; i < to; i++) {
    struct share *share = &all[i];
    share->weights = weights + (size_t)i * (size_t)most;
    double start = i * scale, end = start + scale;
    if (scale < 1) {
      double middle = start + scale / 2 - 0.5;
      start = middle < 0 ? 0 : middle > from - 1 ? from - 1 : middle;
      share->first = (int)start;
      share->count = share->first + 1 < from ? 2 : 1;
      share->weights[0] = share->count == 1 ? 1 : (float)(1 - (start - share->first));
      share->weights[1] = (float)(start - share->first);
      continue;
    }
    share->first = (int)start;
    int last = (int)ceil(end);
    if (last > from) last = from;
    if (share->first > from - 1) share->first = from - 1;
    share->count = last - share->first < 1 ? 1 : last - share->first;
    float sum = 0;
    for (int j = 0; j < share->count; j++) {
      double left = share->first + j > start ? share->first + j : start;
      double right = share->first + j + 1 < end ? share->first + j + 1 : end;
      share->weights[j] = right > left ? (float)(right - left) : 0;
      sum += share->weights[j];
    }
    for (int j = 0; j < share->count; j++) share->weights[j] = sum > 0 ? share->weights[j] / sum : 1.0f / (float)share->count;
  }
  return all;
}

/// Adds a weighted, horizontally scaled row of the file to a sum.
static void add_row(const unsigned char *row, const struct share *columns, int width, float weight, const float background[3], float *sum) {
  for (int column = 0; column < width; column++) {
    const struct share *share = &columns[column];
    for (int j = 0; j < share->count; j++) {
      const unsigned char *pixel = row + 4 * (size_t)(share->first + j);
      float part = weight * share->weights[j], opaque = part * (float)pixel[3] / 255, rest = part - opaque;
      for (int k = 0; k < 3; k++) sum[3 * column + k] += opaque * (float)pixel[k] + rest * background[k];
    }
  }
}

static unsigned char *scale(const struct tern_pixels *pixels, int width, int height, int background_color) {
  const float background[3] = {(float)(background_color >> 16 & 255), (float)(background_color >> 8 & 255), (float)(background_color & 255)};
  struct share *columns = shares(pixels->width, width), *rows = shares(pixels->height, height);
  unsigned char *result = malloc((size_t)width * (size_t)height * 3);
  float *sum = malloc((size_t)width * 3 * sizeof *sum);
  if (!columns || !rows || !result || !sum) return NULL;
  for (int row = 0; row < height; row++) {
    memset(sum, 0, (size_t)width * 3 * sizeof *sum);
    for (int j = 0; j < rows[row].count; j++) {
      const unsigned char *source = pixels->bytes + (size_t)(rows[row].first + j) * (size_t)pixels->width * 4;
      add_row(source, columns, width, rows[row].weights[j], background, sum);
    }
    unsigned char *target = result + (size_t)row * (size_t)width * 3;
    for (int k = 0; k < width * 3; k++) target[k] = sum[k] >= 255 ? 255 : sum[k] <= 0 ? 0 : (unsigned char)(sum[k] + 0.5f);
  }
  return result;
}

// Colour reduction: median cut with five bits per component.

enum { BITS = 5, BINS = 1 << (3 * BITS) };

struct bin {
  uint32_t count;
  uint64_t sums[3];
};

/// Colours to be merged: a range of the colour list.
struct box {
  int first, count;
  uint64_t weight;
  int axis, extent;
};

static struct bin *bins;
static int sorted_axis;

static int bin_of(const unsigned char *color) {
  return color[0] >> (8 - BITS) << (2 * BITS) | color[1] >> (8 - BITS) << BITS | color[2] >> (8 - BITS);
}

static int part_of(int bin, int axis) { return bin >> ((2 - axis) * BITS) & ((1 << BITS) - 1); }

static int compare(const void *one, const void *other) {
  return part_of(*(const int *)one, sorted_axis) - part_of(*(const int *)other, sorted_axis);
}

static void measure(struct box *box, const int *list) {
  int least[3] = {255, 255, 255}, most[3] = {0, 0, 0};
  box->weight = 0;
  for (int i = box->first; i < box->first + box->count; i++) {
    box->weight += bins[list[i]].count;
    for (int axis = 0; axis < 3; axis++) {
      int part = part_of(list[i], axis);
      if (part < least[axis]) least[axis] = part;
      if (part > most[axis]) most[axis] = part;
    }
  }
  box->axis = box->extent = 0;
  for (int axis = 0; axis < 3; axis++) {
    if (most[axis] - least[axis] <= box->extent) continue;
    box->axis = axis;
    box->extent = most[axis] - least[axis];
  }
}

/// Splits a box at its weighted median.
static struct box cut(struct box *box, int *list) {
  sorted_axis = box->axis;
  qsort(list + box->first, (size_t)box->count, sizeof *list, compare);
  uint64_t weight = 0;
  int count = 0;
  while (count < box->count - 1) {
    weight += bins[list[box->first + count++]].count;
    if (2 * weight >= box->weight) break;
  }
  struct box rest = {.first = box->first + count, .count = box->count - count};
  box->count = count;
  measure(box, list);
  measure(&rest, list);
  return rest;
}

/// Finds at most `most` representative colours. Returns 0 if out of memory.
static int find_colors(const unsigned char *pixels, size_t count, int most, unsigned char *colors) {
  bins = calloc(BINS, sizeof *bins);
  int *list = malloc(BINS * sizeof *list);
  struct box boxes[TERN_PICTURE_MAX_COLORS];
  if (!bins || !list) return 0;
  for (size_t i = 0; i < count; i++) {
    struct bin *bin = &bins[bin_of(pixels + 3 * i)];
    bin->count++;
    for (int k = 0; k < 3; k++) bin->sums[k] += pixels[3 * i + (size_t)k];
  }
  boxes[0].first = boxes[0].count = 0;
  for (int bin = 0; bin < BINS; bin++) {
    if (bins[bin].count > 0) list[boxes[0].count++] = bin;
  }
  measure(&boxes[0], list);
  int found = 1;
  while (found < most) {
    int widest = -1;
    uint64_t best = 0;
    for (int i = 0; i < found; i++) {
      uint64_t gain = boxes[i].count > 1 ? boxes[i].weight * (uint64_t)(boxes[i].extent * boxes[i].extent) : 0;
      if (gain > best) {
        best = gain;
        widest = i;
      }
    }
    if (widest < 0) break;
    boxes[found] = cut(&boxes[widest], list);
    found++;
  }
  for (int i = 0; i < found; i++) {
    uint64_t sums[3] = {0, 0, 0};
    for (int j = boxes[i].first; j < boxes[i].first + boxes[i].count; j++) {
      for (int k = 0; k < 3; k++) sums[k] += bins[list[j]].sums[k];
    }
    for (int k = 0; k < 3; k++) colors[3 * i + k] = (unsigned char)(sums[k] / (boxes[i].weight ? boxes[i].weight : 1));
  }
  return found;
}

static int nearest(const unsigned char *color, const unsigned char *colors, int count) {
  int best = 0, least = INT32_MAX;
  for (int i = 0; i < count; i++) {
    int red = color[0] - colors[3 * i], green = color[1] - colors[3 * i + 1], blue = color[2] - colors[3 * i + 2];
    int distance = 3 * red * red + 6 * green * green + blue * blue;
    if (distance >= least) continue;
    least = distance;
    best = i;
  }
  return best;
}

static unsigned char clamp(int value) { return (unsigned char)(value < 0 ? 0 : value > 255 ? 255 : value); }

/// Maps each pixel to the nearest colour with error diffusion (Floyd-Steinberg). Returns 0 if out of memory.
static int number_pixels(const unsigned char *pixels, int width, int height, const unsigned char *colors, int count, unsigned char *numbers) {
  // The cached result for colours that differ in the lowest bits only.
  int16_t *known = malloc(BINS * sizeof *known);
  size_t size = ((size_t)width + 2) * 3;
  int *missed = calloc(2 * size, sizeof *missed);
  if (!known || !missed) return 0;
  for (int i = 0; i < BINS; i++) known[i] = -1;
  for (int row = 0; row < height; row++) {
    int *here = missed + (row % 2 ? size : 0) + 3, *below = missed + (row % 2 ? 0 : size) + 3;
    memset(below - 3, 0, size * sizeof *below);
    for (int column = 0; column < width; column++) {
      size_t place = (size_t)row * (size_t)width + (size_t)column;
      unsigned char wanted[3];
      for (int k = 0; k < 3; k++) wanted[k] = clamp(pixels[3 * place + (size_t)k] + here[3 * column + k] / 16);
      int16_t *found = &known[bin_of(wanted)];
      if (*found < 0) *found = (int16_t)nearest(wanted, colors, count);
      numbers[place] = (unsigned char)*found;
      for (int k = 0; k < 3; k++) {
        int error = wanted[k] - colors[3 * *found + k];
        here[3 * column + 3 + k] += 7 * error;
        below[3 * column - 3 + k] += 3 * error;
        below[3 * column + k] += 5 * error;
        below[3 * column + 3 + k] += error;
      }
    }
  }
  return 1;
}

void tern_raster_fit(const struct tern_pixels *pixels, const struct tern_picture_request *request, int *width, int *height) {
  int most_width = *width < request->width ? *width + 1 : request->width;
  int most_height = *height < request->height ? *height + 1 : request->height;
  double across = (double)pixels->width / request->cell_width, down = (double)pixels->height / request->cell_height;
  double factor = fmin(most_width / across, most_height / down);
  *width = (int)fmin(fmax(1, ceil(factor * across - 1e-6)), most_width);
  *height = (int)fmin(fmax(1, ceil(factor * down - 1e-6)), most_height);
}

void tern_raster_make(
  const struct tern_pixels *pixels, const struct tern_picture_request *request, struct tern_picture *picture
) {
  double max_width = (double)picture->width * request->cell_width, max_height = (double)picture->height * request->cell_height;
  double factor = fmin(max_width / pixels->width, max_height / pixels->height);
  double area = factor * pixels->width * factor * pixels->height;
  if (area > TERN_PICTURE_MAX_SHOWN_PIXELS) factor *= sqrt(TERN_PICTURE_MAX_SHOWN_PIXELS / area);
  int width = (int)fmin(fmax(1, floor(factor * pixels->width + 1e-6)), max_width);
  int height = (int)fmin(fmax(1, floor(factor * pixels->height + 1e-6)), max_height);
  unsigned char *raster = scale(pixels, width, height, request->background);
  if (!raster) return;
  if (request->palette > 0) {
    size_t count = (size_t)width * (size_t)height;
    int most = request->palette < TERN_PICTURE_MAX_COLORS ? request->palette : TERN_PICTURE_MAX_COLORS;
    unsigned char *numbers = malloc(count);
    int colors = numbers ? find_colors(raster, count, most, picture->colors) : 0;
    if (colors == 0 || !number_pixels(raster, width, height, picture->colors, colors, numbers)) return;
    picture->color_count = colors;
    raster = numbers;
  }
  picture->raster = raster;
  picture->raster_width = width;
  picture->raster_height = height;
}
