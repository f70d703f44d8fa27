// Decodes one picture: reads a PNG, JPEG, GIF or WebP from standard input and writes it, scaled down, to standard output.
// Of a picture that moves, the first frame is taken.
//
// A decoder of foreign files has faults, so nothing but this program calls one, and this program can do nothing else:
// before it reads a byte it enters the strict mode of seccomp, in which only read, write and exit are left. Without that
// it decodes nothing.
//
//   navpicture FORM WIDTH HEIGHT ORIENTATION
//
// WIDTH and HEIGHT are the most pixels of the result, ORIENTATION is that in which the picture was taken, from 1 to 8 as
// Exif counts; the result is upright. FORM is one of
//
//   rgba     four numbers of 4 bytes, the least significant first: the width and height of the picture, and those of the
//            result; then the result row by row: red, green, blue and alpha
//   png      a PNG file of at most COPY_LIMIT bytes, scaled down further if it would have more
//   sixel    the data of a DEC sixel string, without the string's beginning and end, in at most 255 colours, and fewer if
//            there would be more bytes than COPY_LIMIT; small pictures grow
//
// Its exit codes are those of `PictureProblem`.

#include <fcntl.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sixel.h"

enum { NO_PICTURE = 2, TOO_LARGE = 3, DAMAGED = 4, NO_BOX = 5, WRONG_USE = 64 };

#define PIXEL_LIMIT (40 * 1000 * 1000)
#define INPUT_LIMIT ((size_t)32 << 20)
#define ARENA_SIZE ((size_t)576 << 20)
#define COPY_LIMIT ((size_t)4 << 20)
#define SECONDS 2
#define COPY_SECONDS 6

// No memory can be asked for in the box: this is all there is, and it is never given back. The kernel provides only the
// pages that are used.
static unsigned char *arena;
static size_t used, last;
static int is_full;

static void *take(size_t size) {
  size_t start = (used + 15) & ~(size_t)15;
  if (size > ARENA_SIZE - 64 || start > ARENA_SIZE - size) {
    is_full = 1;
    return NULL;
  }
  last = start;
  used = start + size;
  return arena + start;
}

// The newest block grows in place, as the one does into which a PNG is unpacked.
static void *take_again(void *block, size_t before, size_t size) {
  if (block == arena + last && size <= ARENA_SIZE - last) {
    used = last + size;
    return block;
  }
  void *copy = take(size);
  return copy == NULL ? NULL : memcpy(copy, block, before < size ? before : size);
}

#define STBI_MALLOC(size) take(size)
#define STBI_REALLOC_SIZED(block, before, size) \
  ((block) == NULL ? take(size) : take_again(block, before, size))
#define STBI_FREE(block) ((void)(block))
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_ONLY_GIF
#define STBI_MAX_DIMENSIONS (1 << 16)
#define STB_IMAGE_IMPLEMENTATION
#include <stb/stb_image.h>
#include <webp/decode.h>

// The linker calls these instead of libwebp's own (`--wrap`), which ask for memory.
void *__wrap_WebPSafeMalloc(uint64_t count, size_t size) {
  return size > 0 && count > ARENA_SIZE / size ? NULL : take((size_t)count * size);
}

// Memory of the arena is given out once, so it is zero.
void *__wrap_WebPSafeCalloc(uint64_t count, size_t size) {
  return __wrap_WebPSafeMalloc(count, size);
}

void __wrap_WebPSafeFree(void *block) { (void)block; }

#define STBIW_MALLOC(size) take(size)
#define STBIW_REALLOC_SIZED(block, before, size) STBI_REALLOC_SIZED(block, before, size)
#define STBIW_REALLOC(block, size) NULL
#define STBIW_FREE(block) ((void)(block))
#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

// The functions of the C library end a process in another way, which the box does not know.
static _Noreturn void leave(int code) {
  for (;;) {
    syscall(SYS_exit, code);
  }
}

static size_t read_all(unsigned char *bytes, size_t limit) {
  size_t count = 0;
  while (count < limit) {
    ssize_t more = read(0, bytes + count, limit - count);
    if (more <= 0) {
      break;
    }
    count += (size_t)more;
  }
  return count;
}

static void write_all(const unsigned char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(1, bytes, count);
    if (written <= 0) {
      leave(DAMAGED);
    }
    bytes += written;
    count -= (size_t)written;
  }
}

static void write_number(uint32_t number) {
  unsigned char bytes[4] = {number & 255, number >> 8 & 255, number >> 16 & 255, number >> 24};
  write_all(bytes, sizeof bytes);
}

// Writes the mean of a rectangle of pixels; a transparent pixel has no colour.
static void mean(const unsigned char *pixels, int width, int left, int right, int top, int bottom,
                 unsigned char *result) {
  uint64_t sums[3] = {0}, alpha = 0;
  for (int y = top; y < bottom; y++) {
    const unsigned char *pixel = pixels + ((size_t)y * (size_t)width + (size_t)left) * 4;
    for (int x = left; x < right; x++, pixel += 4) {
      for (int part = 0; part < 3; part++) {
        sums[part] += (uint64_t)pixel[part] * pixel[3];
      }
      alpha += pixel[3];
    }
  }
  uint64_t count = (uint64_t)(right - left) * (uint64_t)(bottom - top);
  for (int part = 0; part < 3; part++) {
    result[part] = alpha == 0 ? 0 : (unsigned char)((sums[part] + alpha / 2) / alpha);
  }
  result[3] = (unsigned char)((alpha + count / 2) / count);
}

static image blank(int width, int height) {
  image result = {width, height, take((size_t)width * (size_t)height * 4)};
  if (result.pixels == NULL) {
    leave(TOO_LARGE);
  }
  return result;
}

static int at_least_one(int64_t number) { return number < 1 ? 1 : (int)number; }

// Returns a picture in its proportions, scaled down to fit into a size, or up if it grows.
static image scaled(image from, int width, int height, int grows) {
  if (!grows && from.width <= width && from.height <= height) {
    return from;
  }
  if ((int64_t)from.width * height > (int64_t)from.height * width) {
    height = at_least_one(((int64_t)from.height * width + from.width / 2) / from.width);
  } else {
    width = at_least_one(((int64_t)from.width * height + from.height / 2) / from.height);
  }
  image to = blank(width, height);
  for (int y = 0; y < height; y++) {
    int top = (int)((int64_t)y * from.height / height);
    int bottom = at_least_one((int64_t)(y + 1) * from.height / height);
    for (int x = 0; x < width; x++) {
      int left = (int)((int64_t)x * from.width / width);
      int right = at_least_one((int64_t)(x + 1) * from.width / width);
      mean(from.pixels, from.width, left, right > left ? right : left + 1, top,
           bottom > top ? bottom : top + 1, to.pixels + ((size_t)y * (size_t)width + (size_t)x) * 4);
    }
  }
  return to;
}

static image upright(image from, int orientation) {
  int turned = orientation >= 5;
  int mirrored = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  int flipped = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  if (!turned && !mirrored && !flipped) {
    return from;
  }
  image to = turned ? blank(from.height, from.width) : blank(from.width, from.height);
  for (int y = 0; y < to.height; y++) {
    for (int x = 0; x < to.width; x++) {
      int column = turned ? y : x, row = turned ? x : y;
      column = mirrored ? from.width - 1 - column : column;
      row = flipped ? from.height - 1 - row : row;
      memcpy(to.pixels + ((size_t)y * (size_t)to.width + (size_t)x) * 4,
             from.pixels + ((size_t)row * (size_t)from.width + (size_t)column) * 4, 4);
    }
  }
  return to;
}

static void write_pixels(image picture, int width, int height) {
  write_number((uint32_t)width);
  write_number((uint32_t)height);
  write_number((uint32_t)picture.width);
  write_number((uint32_t)picture.height);
  write_all(picture.pixels, (size_t)picture.width * (size_t)picture.height * 4);
}

static void write_png(image picture) {
  for (;;) {
    int count = 0;
    unsigned char *file = stbi_write_png_to_mem(picture.pixels, picture.width * 4, picture.width,
                                                picture.height, 4, &count);
    if (file == NULL) {
      leave(TOO_LARGE);
    }
    if ((size_t)count <= COPY_LIMIT) {
      return write_all(file, (size_t)count);
    }
    picture = scaled(picture, at_least_one(picture.width * 3 / 4),
                     at_least_one(picture.height * 3 / 4), 0);
  }
}

static uint32_t number_at(const unsigned char *bytes) {
  return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

// Finds the chunks of the first frame in a WebP that moves, which are a picture to libwebp; else leaves it as it is.
static void find_frame(const unsigned char **picture, size_t *size) {
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(*picture, *size, &features) != VP8_STATUS_OK || !features.has_animation) {
    return;
  }
  for (size_t at = 12; at + 8 <= *size;) {
    const unsigned char *chunk = *picture + at;
    size_t length = number_at(chunk + 4), rest = *size - at - 8;
    if (length > rest) {
      length = rest;
    }
    if (memcmp(chunk, "ANMF", 4) == 0 && length > 16) {
      *picture = chunk + 24;
      *size = length - 16;
      return;
    }
    at += 8 + length + (length & 1);
  }
}

static void check_size(int width, int height) {
  if (width < 1 || height < 1 || (int64_t)width * height > PIXEL_LIMIT) {
    leave(TOO_LARGE);
  }
}

static image decoded_webp(const unsigned char *picture, size_t size) {
  image result = {0};
  find_frame(&picture, &size);
  if (!WebPGetInfo(picture, size, &result.width, &result.height)) {
    leave(NO_PICTURE);
  }
  check_size(result.width, result.height);
  result = blank(result.width, result.height);
  size_t length = (size_t)result.width * (size_t)result.height * 4;
  if (WebPDecodeRGBAInto(picture, size, result.pixels, length, result.width * 4) == NULL) {
    leave(is_full ? TOO_LARGE : DAMAGED);
  }
  return result;
}

static image decoded(const unsigned char *input, size_t size) {
  image result = {0};
  int parts = 0;
  // libwebp alone tells the size of a WebP.
  if (size >= 12 && memcmp(input, "RIFF", 4) == 0 && memcmp(input + 8, "WEBP", 4) == 0) {
    return decoded_webp(input, size);
  }
  if (!stbi_info_from_memory(input, (int)size, &result.width, &result.height, &parts)) {
    leave(NO_PICTURE);
  }
  check_size(result.width, result.height);
  result.pixels = stbi_load_from_memory(input, (int)size, &result.width, &result.height, &parts, 4);
  if (result.pixels == NULL) {
    leave(strcmp(stbi_failure_reason(), "outofmem") == 0 ? TOO_LARGE : DAMAGED);
  }
  return result;
}

static void write_sixel(image picture) {
  unsigned char *text = take(COPY_LIMIT);
  unsigned char *numbers = take((size_t)picture.width * (size_t)picture.height);
  if (text == NULL || numbers == NULL) {
    leave(TOO_LARGE);
  }
  size_t count = sixel_data(picture, numbers, text, COPY_LIMIT);
  if (count == 0) {
    leave(TOO_LARGE);
  }
  write_all(text, count);
}

static int number_of(const char *text, int most) {
  int number = atoi(text);
  return number >= 1 && number <= most ? number : 0;
}

int main(int count, char **arguments) {
  if (count != 5) {
    return WRONG_USE;
  }
  int most_width = number_of(arguments[2], LONGEST_SIDE);
  int most_height = number_of(arguments[3], LONGEST_SIDE);
  int orientation = number_of(arguments[4], 8);
  char form = arguments[1][0];
  if (most_width == 0 || most_height == 0 || orientation == 0) {
    return WRONG_USE;
  }
  rlim_t seconds = form == 'r' ? SECONDS : COPY_SECONDS;
  const struct rlimit time = {.rlim_cur = seconds, .rlim_max = seconds};
  arena = mmap(NULL, ARENA_SIZE, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (arena == MAP_FAILED || setrlimit(RLIMIT_CPU, &time) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0) {
    return NO_BOX;
  }
  unsigned char *input = take(INPUT_LIMIT);
  size_t size = read_all(input, INPUT_LIMIT);
  image whole = decoded(input, size);
  int turned = orientation >= 5;
  image picture = scaled(whole, turned ? most_height : most_width,
                         turned ? most_width : most_height, form == 's');
  picture = upright(picture, orientation);
  switch (form) {
    case 'r':
      write_pixels(picture, turned ? whole.height : whole.width, turned ? whole.width : whole.height);
      break;
    case 'p': write_png(picture); break;
    case 's': write_sixel(picture); break;
    default: leave(WRONG_USE);
  }
  leave(0);
}
