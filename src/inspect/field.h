/* Arithmetic modulo a prime p between 2^56 and 2^57, to compute ranks without
 * rounding.  Numbers are in Montgomery form (x stands for x / 2^64 mod p); a
 * random number needs no conversion to it. */
#ifndef MG_FIELD_H
#define MG_FIELD_H

#include <stddef.h>
#include <stdint.h>

/* A product of two such numbers: the compiler's 128-bit type or, on 32-bit
 * processors, a pair. */
#if defined __SIZEOF_INT128__ && !defined MG_WIDE_PAIR
__extension__ typedef unsigned __int128 mg_wide;

static inline mg_wide
mg_wide_product(uint64_t a, uint64_t b)
{
  return (mg_wide)a * b;
}

static inline mg_wide
mg_wide_sum(mg_wide s, mg_wide t)
{
  return s + t;
}

static inline uint64_t
mg_wide_high(mg_wide t)
{
  return (uint64_t)(t >> 64);
}

static inline uint64_t
mg_wide_low(mg_wide t)
{
  return (uint64_t)t;
}

/* t mod p, for p below 2^63. */
static inline uint64_t
mg_wide_modulo(mg_wide t, uint64_t p)
{
  return (uint64_t)(t % p);
}
#else
typedef struct {
  uint64_t high, low;
} mg_wide;

/* By halves: (a1 2^32 + a0) (b1 2^32 + b0). */
static inline mg_wide
mg_wide_product(uint64_t a, uint64_t b)
{
  uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32);
  uint64_t other = a0 * b1 + (uint32_t)middle;

  return (mg_wide){ a1 * b1 + (middle >> 32) + (other >> 32),
                    other << 32 | (uint32_t)low };
}

static inline mg_wide
mg_wide_sum(mg_wide s, mg_wide t)
{
  uint64_t low = s.low + t.low;

  return (mg_wide){ s.high + t.high + (low < s.low), low };
}

static inline uint64_t
mg_wide_high(mg_wide t)
{
  return t.high;
}

static inline uint64_t
mg_wide_low(mg_wide t)
{
  return t.low;
}

/* Bit by bit, which is slow, but the search for a prime is rare. */
static inline uint64_t
mg_wide_modulo(mg_wide t, uint64_t p)
{
  uint64_t rest = t.high % p;

  for (int bit = 63; bit >= 0; bit--) {
    rest = rest << 1 | (t.low >> bit & 1);
    if (rest >= p)
      rest -= p;
  }
  return rest;
}
#endif

typedef struct {
  uint64_t p, inverse;         /* inverse * p = 1 mod 2^64 */
  uint64_t one;
  uint64_t stream, taken;      /* random numbers: the stream, how many were drawn */
} mg_field;

/* Initialise a field.  The seed fixes its prime and its random numbers. */
void mg_field_init(mg_field *f, uint64_t seed);
uint64_t mg_field_random(mg_field *f);         /* any number */
uint64_t mg_field_random_unit(mg_field *f);    /* any but 0 */
/* The inverse of a, which must not be 0. */
uint64_t mg_field_invert(const mg_field *f, uint64_t a);

/* t / 2^64 mod p, for t below p * 2^64. */
static inline uint64_t
mg_field_reduce(const mg_field *f, mg_wide t)
{
  uint64_t q = mg_wide_low(t) * f->inverse, high = mg_wide_high(t);
  uint64_t back = mg_wide_high(mg_wide_product(q, f->p));

  return high >= back ? high - back : high + f->p - back;
}

static inline uint64_t
mg_field_mul(const mg_field *f, uint64_t a, uint64_t b)
{
  return mg_field_reduce(f, mg_wide_product(a, b));
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
    mg_wide t = mg_wide_product(0, 0);

    for (size_t k = 0; k < part; k++)
      t = mg_wide_sum(t, mg_wide_product(a[k], b[k]));
    sum = mg_field_add(f, sum, mg_field_reduce(f, t));
    a += part;
    b += part;
    count -= part;
  }
  return sum;
}

#endif
