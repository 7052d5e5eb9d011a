/* SipHash-2-4, and its keys. */
#define _DEFAULT_SOURCE        /* getentropy */
#include "hash.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

mg_hash_key
mg_hash_key_new(void)
{
  mg_hash_key key;

  if (getentropy(&key, sizeof key) != 0) {
    struct timespec now = { 0, 0 };

    /* Without random bytes of the system: a stack address, and the time. */
    clock_gettime(CLOCK_MONOTONIC, &now);
    key.half[0] = (uint64_t)(uintptr_t)&key;
    key.half[1] = (uint64_t)now.tv_nsec;
  }
  return key;
}

static inline uint64_t
rotate(uint64_t x, int bits)
{
  return x << bits | x >> (64 - bits);
}

/* Eight bytes, little-endian; compilers turn this expression into one load. */
static inline uint64_t
word_at(const unsigned char *p)
{
  return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16
         | (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40
         | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

static inline void
rounds(uint64_t v[4], int count)
{
  while (count-- > 0) {
    v[0] += v[1];
    v[2] += v[3];
    v[1] = rotate(v[1], 13) ^ v[0];
    v[3] = rotate(v[3], 16) ^ v[2];
    v[0] = rotate(v[0], 32) + v[3];
    v[2] += v[1];
    v[3] = rotate(v[3], 21) ^ v[0];
    v[1] = rotate(v[1], 17) ^ v[2];
    v[2] = rotate(v[2], 32);
  }
}

static inline void
mix(uint64_t v[4], uint64_t word)
{
  v[3] ^= word;
  rounds(v, 2);
  v[0] ^= word;
}

uint64_t
mg_hash(const mg_hash_key *key, const void *data, size_t len)
{
  const unsigned char *p = data;
  uint64_t v[4] = { key->half[0] ^ UINT64_C(0x736f6d6570736575),
                    key->half[1] ^ UINT64_C(0x646f72616e646f6d),
                    key->half[0] ^ UINT64_C(0x6c7967656e657261),
                    key->half[1] ^ UINT64_C(0x7465646279746573) };
  uint64_t last = (uint64_t)len << 56;
  size_t k = 0;

  for (; k + 8 <= len; k += 8)
    mix(v, word_at(p + k));
  for (size_t i = k; i < len; i++)
    last |= (uint64_t)p[i] << 8 * (i - k);
  mix(v, last);
  v[2] ^= 0xff;
  rounds(v, 4);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}
