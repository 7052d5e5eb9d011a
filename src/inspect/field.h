/* Numbers modulo a prime p between 2^56 and 2^57, for ranks without rounding.
 * They are kept in Montgomery's form (x stands for x / 2^64 mod p), which is
 * as good as any other for random numbers. */
#ifndef MG_FIELD_H
#define MG_FIELD_H

#include <stddef.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 mg_wide;

typedef struct {
  uint64_t p, inverse;         /* inverse * p = 1 mod 2^64 */
  uint64_t one;
  uint64_t stream, taken;      /* of random numbers, and how many */
} mg_field;

/* A field whose prime follows from the seed, as will its random numbers. */
void mg_field_init(mg_field *f, uint64_t seed);
uint64_t mg_field_random(mg_field *f);         /* any number */
uint64_t mg_field_random_unit(mg_field *f);    /* any but 0 */
/* The inverse of a number that is not 0. */
uint64_t mg_field_invert(const mg_field *f, uint64_t a);

/* t / 2^64 mod p, for t below p * 2^64. */
static inline uint64_t
mg_field_reduce(const mg_field *f, mg_wide t)
{
  uint64_t q = (uint64_t)t * f->inverse, high = (uint64_t)(t >> 64);
  uint64_t back = (uint64_t)(((mg_wide)q * f->p) >> 64);

  return high >= back ? high - back : high + f->p - back;
}

static inline uint64_t
mg_field_mul(const mg_field *f, uint64_t a, uint64_t b)
{
  return mg_field_reduce(f, (mg_wide)a * b);
}

static inline uint64_t
mg_field_sub(const mg_field *f, uint64_t a, uint64_t b)
{
  return a >= b ? a - b : a + f->p - b;
}

static inline uint64_t
mg_field_add(const mg_field *f, uint64_t a, uint64_t b)
{
  uint64_t s = a + b;

  return s >= f->p ? s - f->p : s;
}

/* The sum of a[k] b[k].  64 products of numbers below 2^57 stay below
 * 2^120 <= p * 2^64. */
static inline uint64_t
mg_field_dot(const mg_field *f, const uint64_t *a, const uint64_t *b,
             size_t count)
{
  uint64_t sum = 0;

  while (count > 0) {
    size_t part = count < 64 ? count : 64;
    mg_wide t = 0;

    for (size_t k = 0; k < part; k++)
      t += (mg_wide)a[k] * b[k];
    sum = mg_field_add(f, sum, mg_field_reduce(f, t));
    a += part;
    b += part;
    count -= part;
  }
  return sum;
}

#endif
