// Decodes one picture: reads a PNG, JPEG, GIF or WebP from standard input and writes its pixels, scaled down, to
// standard output. Of a picture that moves, the first frame is taken.
//
// A decoder of foreign files has faults, so nothing but this program calls one, and this program can do nothing else:
// before it reads a byte it enters the strict mode of seccomp, in which only read, write and exit are left. Without that
// it decodes nothing.
//
//   navpicture SIDE    the longest side of the result in pixels
//
// It writes four numbers of 4 bytes, the least significant first: the width and height of the picture, and those of the
// result; then the result row by row: red, green, blue and alpha. Its exit codes are those of `PictureProblem`.

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

enum { NO_PICTURE = 2, TOO_LARGE = 3, DAMAGED = 4, NO_BOX = 5, WRONG_USE = 64 };

#define PIXEL_LIMIT (40 * 1000 * 1000)
#define INPUT_LIMIT ((size_t)32 << 20)
#define ARENA_SIZE ((size_t)576 << 20)
#define SECONDS 2

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

static int scaled(int length, int longest, int side) {
  int result = (int)(((int64_t)length * side + longest / 2) / longest);
  return longest <= side ? length : result < 1 ? 1 : result;
}

static void write_scaled(const unsigned char *pixels, int width, int height, int side) {
  int longest = width > height ? width : height;
  int columns = scaled(width, longest, side), rows = scaled(height, longest, side);
  unsigned char *row = take((size_t)columns * 4);
  if (row == NULL) {
    leave(TOO_LARGE);
  }
  write_number((uint32_t)width);
  write_number((uint32_t)height);
  write_number((uint32_t)columns);
  write_number((uint32_t)rows);
  for (int y = 0; y < rows; y++) {
    int top = (int)((int64_t)y * height / rows), bottom = (int)((int64_t)(y + 1) * height / rows);
    for (int x = 0; x < columns; x++) {
      int left = (int)((int64_t)x * width / columns);
      int right = (int)((int64_t)(x + 1) * width / columns);
      mean(pixels, width, left, right, top, bottom, row + (size_t)x * 4);
    }
    write_all(row, (size_t)columns * 4);
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

static _Noreturn void write_webp(const unsigned char *picture, size_t size, int side) {
  int width = 0, height = 0;
  find_frame(&picture, &size);
  if (!WebPGetInfo(picture, size, &width, &height)) {
    leave(NO_PICTURE);
  }
  check_size(width, height);
  size_t length = (size_t)width * (size_t)height * 4;
  unsigned char *pixels = take(length);
  if (pixels == NULL) {
    leave(TOO_LARGE);
  }
  if (WebPDecodeRGBAInto(picture, size, pixels, length, width * 4) == NULL) {
    leave(is_full ? TOO_LARGE : DAMAGED);
  }
  write_scaled(pixels, width, height, side);
  leave(0);
}

int main(int count, char **arguments) {
  int side = count == 2 ? atoi(arguments[1]) : 0;
  if (side < 1 || side > 4096) {
    return WRONG_USE;
  }
  const struct rlimit time = {.rlim_cur = SECONDS, .rlim_max = SECONDS};
  arena = mmap(NULL, ARENA_SIZE, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (arena == MAP_FAILED || setrlimit(RLIMIT_CPU, &time) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0) {
    return NO_BOX;
  }
  unsigned char *input = take(INPUT_LIMIT);
  size_t size = read_all(input, INPUT_LIMIT);
  if (size >= 12 && memcmp(input, "RIFF", 4) == 0 && memcmp(input + 8, "WEBP", 4) == 0) {
    write_webp(input, size, side);
  }
  int width = 0, height = 0, parts = 0;
  if (!stbi_info_from_memory(input, (int)size, &width, &height, &parts)) {
    leave(NO_PICTURE);
  }
  check_size(width, height);
  const unsigned char *pixels = stbi_load_from_memory(input, (int)size, &width, &height, &parts, 4);
  if (pixels == NULL) {
    leave(strcmp(stbi_failure_reason(), "outofmem") == 0 ? TOO_LARGE : DAMAGED);
  }
  write_scaled(pixels, width, height, side);
  leave(0);
}
