/* The hash is the published one, and its keys differ. */
#include "base/hash.h"
#include "unit.h"

/* SipHash-2-4 under the key 00 01 ... 0f, of the bytes 00 01 ... of the length
 * 0, 1, 8 and 15: from the reference implementation's list of vectors; that of
 * 15 is in the paper, appendix A. */
START_TEST(hash_is_siphash_2_4)
{
  static const struct {
    size_t len;
    uint64_t hash;
  } row[] = { { 0, UINT64_C(0x726fdb47dd0e0e31) },
              { 1, UINT64_C(0x74f839c593dc67fd) },
              { 8, UINT64_C(0x93f5f5799a932462) },
              { 15, UINT64_C(0xa129ca6149be45e5) } };
  const mg_hash_key key = { { UINT64_C(0x0706050403020100),
                              UINT64_C(0x0f0e0d0c0b0a0908) } };
  unsigned char data[16];

  for (int k = 0; k < 16; k++)
    data[k] = (unsigned char)k;
  for (size_t k = 0; k < sizeof row / sizeof *row; k++)
    ck_assert_uint_eq(mg_hash(&key, data, row[k].len), row[k].hash);
}
END_TEST

START_TEST(keys_differ)
{
  mg_hash_key a = mg_hash_key_new(), b = mg_hash_key_new();

  ck_assert(a.half[0] != b.half[0] || a.half[1] != b.half[1]);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = { TEST(hash_is_siphash_2_4), TEST(keys_differ) };

  return unit_run("hash", tests, COUNT(tests), NULL);
}
