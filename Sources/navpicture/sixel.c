#include "sixel.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

// Colours of 5 bits for each of red, green and blue: how many pixels have them, the sums of these, and 1 more than their
// number in the palette, 0 before that is known. `order` has those that occur; a box of the median cut is a part of it.
#define COLORS (1 << 15)
static struct { uint32_t count; uint64_t sums[3]; uint16_t number; } colors[COLORS];
static uint16_t order[COLORS], sorted[COLORS];
typedef struct { int start, end; } box;

static int color_of(const unsigned char *pixel) {
  return pixel[0] >> 3 << 10 | pixel[1] >> 3 << 5 | pixel[2] >> 3;
}

static int part_of(int color, int axis) { return color >> (10 - 5 * axis) & 31; }

// Returns the longest side of a box, and its axis.
static int longest_side(box box, int *longest) {
  int result = 0;
  for (int axis = 0; axis < 3; axis++) {
    int low = 31, high = 0;
    for (int at = box.start; at < box.end; at++) {
      int part = part_of(order[at], axis);
      low = part < low ? part : low;
      high = part > high ? part : high;
    }
    if (high - low > result) {
      result = high - low;
      *longest = axis;
    }
  }
  return result;
}

// Sorts a box along an axis, and returns where its pixels are parted in halves; both have colours.
static int parted(box box, int axis) {
  int next = box.start;
  uint64_t all = 0, below = 0;
  for (int part = 0; part < 32; part++) {
    for (int at = box.start; at < box.end; at++) {
      if (part_of(order[at], axis) == part) {
        sorted[next++] = order[at];
        all += colors[order[at]].count;
      }
    }
  }
  memcpy(order + box.start, sorted + box.start, (size_t)(box.end - box.start) * sizeof *order);
  int middle = box.start;
  while (middle < box.end && below * 2 < all) {
    below += colors[order[middle++]].count;
  }
  return middle <= box.start ? box.start + 1 : middle >= box.end ? box.end - 1 : middle;
}

// The colours of the palette: the means of their boxes.
static int palette[256][3];

// Makes a palette of the colours of a picture, and returns how many it has.
static int make_palette(int used, box *boxes, int most) {
  int count = used > 0 ? 1 : 0;
  boxes[0] = (box){0, used};
  while (count > 0 && count < most) {
    int best = -1, axis = 0, other = 0;
    uint64_t weight = 0;
    for (int index = 0; index < count; index++) {
      uint64_t pixels = 0;
      for (int at = boxes[index].start; at < boxes[index].end; at++) {
        pixels += colors[order[at]].count;
      }
      pixels *= (uint64_t)longest_side(boxes[index], &other);
      if (pixels > weight) {
        best = index, axis = other, weight = pixels;
      }
    }
    if (best < 0) {
      break;
    }
    int middle = parted(boxes[best], axis);
    boxes[count++] = (box){middle, boxes[best].end};
    boxes[best].end = middle;
  }
  for (int index = 0; index < count; index++) {
    uint64_t pixels = 0, sums[3] = {0};
    for (int at = boxes[index].start; at < boxes[index].end; at++) {
      pixels += colors[order[at]].count;
      for (int axis = 0; axis < 3; axis++) {
        sums[axis] += colors[order[at]].sums[axis];
      }
    }
    for (int axis = 0; axis < 3; axis++) {
      palette[index][axis] = (int)((sums[axis] + pixels / 2) / pixels);
    }
  }
  for (int color = 0; color < COLORS; color++) {
    colors[color].number = 0;
  }
  return count;
}

// Returns the number in the palette that is nearest to a colour; one search serves for all colours of the same 5 bits.
static int nearest(const int *color, int count) {
  unsigned char pixel[3] = {(unsigned char)color[0], (unsigned char)color[1], (unsigned char)color[2]};
  uint16_t *known = &colors[color_of(pixel)].number;
  if (*known == 0) {
    int least = INT_MAX;
    for (int number = 0; number < count; number++) {
      int distance = 0;
      for (int axis = 0; axis < 3; axis++) {
        distance += (color[axis] - palette[number][axis]) * (color[axis] - palette[number][axis]);
      }
      if (distance < least) {
        least = distance;
        *known = (uint16_t)(number + 1);
      }
    }
  }
  return *known - 1;
}

#define CLEAR 255

// Gives each pixel a number of the palette, or CLEAR. What a pixel's color lacks is added to the pixels beside and below
// it (Floyd and Steinberg).
static void number_pixels(image picture, int count, unsigned char *numbers) {
  static int16_t lacks[2][LONGEST_SIDE + 2][3];
  memset(lacks, 0, sizeof lacks);
  for (int y = 0; y < picture.height; y++) {
    int16_t(*here)[3] = lacks[y & 1], (*below)[3] = lacks[~y & 1];
    memset(below, 0, sizeof lacks[0]);
    for (int x = 0; x < picture.width; x++) {
      size_t at = (size_t)y * (size_t)picture.width + (size_t)x;
      const unsigned char *pixel = picture.pixels + at * 4;
      numbers[at] = CLEAR;
      if (pixel[3] < 128) {
        continue;
      }
      int color[3];
      for (int axis = 0; axis < 3; axis++) {
        int wanted = pixel[axis] + here[x + 1][axis] / 16;
        color[axis] = wanted < 0 ? 0 : wanted > 255 ? 255 : wanted;
      }
      numbers[at] = (unsigned char)nearest(color, count);
      for (int axis = 0; axis < 3; axis++) {
        int lack = color[axis] - palette[numbers[at]][axis];
        here[x + 2][axis] += (int16_t)(lack * 7);
        below[x][axis] += (int16_t)(lack * 3);
        below[x + 1][axis] += (int16_t)(lack * 5);
        below[x + 2][axis] += (int16_t)lack;
      }
    }
  }
}

static unsigned char *text;
static size_t text_count, text_limit;

static void put(char byte) {
  if (text_count < text_limit) {
    text[text_count] = (unsigned char)byte;
  }
  text_count++;
}

static void put_number(char before, uint64_t number) {
  char digits[20];
  int count = 0;
  do {
    digits[count++] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  put(before);
  while (count > 0) {
    put(digits[--count]);
  }
}

static void put_run(int bits, int count) {
  if (count > 3) {
    put_number('!', (uint64_t)count);
    count = 1;
  }
  for (; count > 0; count--) {
    put((char)('?' + bits));
  }
}

// The pixels of six rows that have a color, as the bits of a sixel for each column.
static unsigned char band[256][LONGEST_SIDE];

static void put_band(image picture, const unsigned char *numbers, int top, int count) {
  memset(band, 0, sizeof band);
  for (int y = top; y < picture.height && y < top + 6; y++) {
    for (int x = 0; x < picture.width; x++) {
      band[numbers[(size_t)y * (size_t)picture.width + (size_t)x]][x] |= (unsigned char)(1 << (y - top));
    }
  }
  for (int number = 0; number < count; number++) {
    int end = picture.width;
    while (end > 0 && band[number][end - 1] == 0) {
      end--;
    }
    if (end == 0) {
      continue;
    }
    put_number('#', (uint64_t)number);
    for (int x = 0; x < end;) {
      int start = x;
      while (x < end && band[number][x] == band[number][start]) {
        x++;
      }
      put_run(band[number][start], x - start);
    }
    put('$');
  }
  put('-');
}

size_t sixel_data(image picture, unsigned char *numbers, unsigned char *into, size_t limit) {
  static box boxes[256];
  int used = 0;
  for (size_t at = 0; at < (size_t)picture.width * (size_t)picture.height * 4; at += 4) {
    const unsigned char *pixel = picture.pixels + at;
    if (pixel[3] < 128) {
      continue;
    }
    int color = color_of(pixel);
    if (colors[color].count++ == 0) {
      order[used++] = (uint16_t)color;
    }
    for (int axis = 0; axis < 3; axis++) {
      colors[color].sums[axis] += pixel[axis];
    }
  }
  text = into;
  text_limit = limit;
  for (int most = CLEAR; most > 1; most /= 2) {
    text_count = 0;
    int count = make_palette(used, boxes, most);
    number_pixels(picture, count, numbers);
    put('"');
    put('1');
    put_number(';', 1);
    put_number(';', (uint64_t)picture.width);
    put_number(';', (uint64_t)picture.height);
    for (int number = 0; number < count; number++) {
      put_number('#', (uint64_t)number);
      put_number(';', 2);
      for (int axis = 0; axis < 3; axis++) {
        put_number(';', (uint64_t)(palette[number][axis] * 100 + 127) / 255);
      }
    }
    for (int top = 0; top < picture.height; top += 6) {
      put_band(picture, numbers, top, count);
    }
    if (text_count <= limit) {
      return text_count;
    }
  }
  return 0;
}
