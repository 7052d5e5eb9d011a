/* Pixels are words of the machine, whatever its order of bytes. */
#ifndef PIXEL_H
#define PIXEL_H

#include <stdint.h>
#include <string.h>

enum { BLUE = 0, GREEN = 8, RED = 16 };        /* bits below a colour */

static inline int
pixel_colour(const unsigned char *at, int colour)
{
  uint32_t pixel;

  memcpy(&pixel, at, sizeof pixel);
  return (int)(pixel >> colour & 255);
}

#endif
