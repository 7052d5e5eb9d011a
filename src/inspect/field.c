/* Chooses random primes, and computes random numbers and inverses modulo them. */
#include "field.h"

#include "base/random.h"

static uint64_t
power(uint64_t a, uint64_t e, uint64_t p)
{
  uint64_t result = 1;

  for (; e > 0; e >>= 1) {
    if (e & 1)
      result = mg_wide_modulo(mg_wide_product(result, a), p);
    a = mg_wide_modulo(mg_wide_product(a, a), p);
  }
  return result;
}

/* Miller and Rabin's test.  With these bases it is exact below 2^64. */
static int
is_prime(uint64_t p)
{
  static const unsigned char base[] =
    { 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37 };
  uint64_t odd = p - 1;
  int twos = 0;

  for (; odd % 2 == 0; odd /= 2)
    twos++;
  for (size_t k = 0; k < sizeof base; k++) {
    uint64_t a = power(base[k], odd, p);
    int t = 0;

    if (a == 1)
      continue;
    for (; t < twos && a != p - 1; t++)
      a = mg_wide_modulo(mg_wide_product(a, a), p);
    if (t == twos)
      return 0;
  }
  return 1;
}

static uint64_t
next_random(mg_field *f)
{
  return mg_random_stream(f->stream, f->taken++);
}

void
mg_field_init(mg_field *f, uint64_t seed)
{
  const uint64_t low = (uint64_t)1 << 56;

  f->stream = seed;
  f->taken = 0;
  do
    f->p = low | (next_random(f) & (low - 1)) | 1;
  while (!is_prime(f->p));
  /* Newton's method: each step doubles the number of correct bits, from 3. */
  f->inverse = f->p;
  for (int k = 0; k < 5; k++)
    f->inverse *= 2 - f->p * f->inverse;
  f->one = mg_wide_modulo(mg_wide_product((uint64_t)1 << 32, (uint64_t)1 << 32), f->p);
}

uint64_t
mg_field_random(mg_field *f)
{
  uint64_t x;

  do
    x = next_random(f) >> 7;
  while (x >= f->p);
  return x;
}

uint64_t
mg_field_random_unit(mg_field *f)
{
  uint64_t x;

  do
    x = mg_field_random(f);
  while (x == 0);
  return x;
}

/* By Fermat's theorem the inverse is a^(p-2). */
uint64_t
mg_field_invert(const mg_field *f, uint64_t a)
{
  uint64_t result = f->one;

  for (uint64_t e = f->p - 2; e > 0; e >>= 1) {
    if (e & 1)
      result = mg_field_mul(f, result, a);
    a = mg_field_mul(f, a, a);
  }
  return result;
}
