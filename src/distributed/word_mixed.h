/* What a word of a file adds to the sum that checks it: the sum has no order, so that
 * every rank adds what it has. */
#ifndef MG_WORD_MIXED_H
#define MG_WORD_MIXED_H

#include <stdint.h>

static inline uint64_t
mg_word_mixed(uint64_t place, uint64_t bits)
{
  uint64_t h = bits ^ place * UINT64_C(0x9e3779b97f4a7c15);

  h = (h ^ h >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  h = (h ^ h >> 27) * UINT64_C(0x94d049bb133111eb);
  return h ^ h >> 31;
}

#endif
