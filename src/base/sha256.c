/* SHA-256 as in FIPS 180-4, byte by byte into blocks of 64: it hashes a page's
 * script once per file, so nothing is done for speed. */
#include "sha256.h"

#include <stdint.h>
#include <string.h>

/* The first 32 bits of the fractional parts of the cube roots of the first 64
 * primes (4.2.2). */
static const uint32_t round_word[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
  0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
  0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
  0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
  0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
  0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
};

typedef struct {
  uint32_t h[8];
  unsigned char block[64];
  uint64_t bytes;              /* taken so far */
} state;

static uint32_t
turned(uint32_t x, unsigned by)
{
  return x >> by | x << (32 - by);
}

/* The compression function (6.2.2), in the standard's letters. */
static void
compress(uint32_t h[8], const unsigned char *block)
{
  uint32_t w[64], v[8];

  for (int t = 0; t < 16; t++)
    w[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16
           | (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
  for (int t = 16; t < 64; t++)
    w[t] = w[t - 16] + w[t - 7]
           + (turned(w[t - 15], 7) ^ turned(w[t - 15], 18) ^ w[t - 15] >> 3)
           + (turned(w[t - 2], 17) ^ turned(w[t - 2], 19) ^ w[t - 2] >> 10);
  memcpy(v, h, sizeof v);
  for (int t = 0; t < 64; t++) {
    uint32_t e = v[4], a = v[0];
    uint32_t t1 = v[7] + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25))
                  + ((e & v[5]) ^ (~e & v[6])) + round_word[t] + w[t];
    uint32_t t2 = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22))
                  + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));

    memmove(v + 1, v, 7 * sizeof *v);
    v[4] += t1;
    v[0] = t1 + t2;
  }
  for (int k = 0; k < 8; k++)
    h[k] += v[k];
}

static void
take(state *s, unsigned char byte)
{
  s->block[s->bytes++ % 64] = byte;
  if (s->bytes % 64 == 0)
    compress(s->h, s->block);
}

void
mg_sha256(size_t count, const unsigned char *const *text, const size_t *len,
          unsigned char out[MG_SHA256_SIZE])
{
  state s = { { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 }, { 0 }, 0 };
  uint64_t bits;

  for (size_t k = 0; k < count; k++)
    for (size_t i = 0; i < len[k]; i++)
      take(&s, text[k][i]);
  bits = 8 * s.bytes;
  take(&s, 0x80);              /* the padding (5.1.1) */
  while (s.bytes % 64 != 56)
    take(&s, 0);
  for (int shift = 56; shift >= 0; shift -= 8)
    take(&s, (unsigned char)(bits >> shift));
  for (size_t k = 0; k < MG_SHA256_SIZE; k++)
    out[k] = (unsigned char)(s.h[k / 4] >> (24 - 8 * (k % 4)));
}
