/* Generators of the tests' own: what a test uses must not change when the
 * library's generator does. */
#ifndef RANDOM_NUMBERS_H
#define RANDOM_NUMBERS_H

#include <stdint.h>

/* 64 bits of a linear congruential generator; the upper ones are good. */
static inline uint64_t
random_bits(uint64_t *state)
{
  return *state = *state * UINT64_C(6364136223846793005)
                  + UINT64_C(1442695040888963407);
}

/* A number from 0 to below 1. */
static inline double
random_unit(uint64_t *state)
{
  return (double)(random_bits(state) >> 11) * 0x1p-53;
}

/* The same with a short period, for small data. */
static inline double
random_unit32(unsigned *state)
{
  *state = *state * 1664525u + 1013904223u;
  return (*state >> 8) * 0x1p-24;
}

#endif
