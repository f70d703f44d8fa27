#ifndef NAVPICTURE_SIXEL_H
#define NAVPICTURE_SIXEL_H

#include <stddef.h>

// The most pixels of a side of a result.
#define LONGEST_SIDE 4096

typedef struct {
  int width, height;
  // Four bytes each: red, green, blue and alpha.
  unsigned char *pixels;
} image;

// Writes a picture as the data of a DEC sixel string, without the string's beginning and end, in at most 255 colours, and in
// fewer if there would be more bytes than `limit`. `numbers` has space for a byte of each pixel. Asks for no memory. Returns
// the number of bytes; 0 if there are too many with any colours.
size_t sixel_data(image picture, unsigned char *numbers, unsigned char *into, size_t limit);

#endif
