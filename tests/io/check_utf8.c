/* The check of encodings, and Latin-1 made UTF-8. */
#include "io/text/utf8.h"
#include "unit.h"

/* The definition, slowly: decode by the bits, then compare with the
 * least value of that length. */
static int
valid_slowly(const unsigned char *s, size_t len)
{
  static const unsigned long least[] = { 0, 0, 0x80, 0x800, 0x10000 };

  for (size_t i = 0; i < len;) {
    unsigned c = s[i];
    size_t size = c < 0x80 ? 1 : c >> 5 == 6 ? 2 : c >> 4 == 14 ? 3
                  : c >> 3 == 30 ? 4 : 0;
    unsigned long value;

    if (size == 0 || i + size > len)
      return 0;
    value = size == 1 ? c : c & (0x7fU >> size);
    for (size_t k = 1; k < size; k++) {
      if (s[i + k] >> 6 != 2)
        return 0;
      value = value << 6 | (s[i + k] & 0x3f);
    }
    if (value < least[size] || value > 0x10ffff
        || (value >= 0xd800 && value <= 0xdfff))
      return 0;
    i += size;
  }
  return 1;
}

START_TEST(utf8_is_distinguished_from_other_bytes)
{
  static const unsigned char edge[] = { 0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f,
    0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0,
    0xf1, 0xf3, 0xf4, 0xf5, 0xff };
  enum { N = sizeof edge };
  unsigned char s[12] = "abcdefgh";
  size_t valid = 0;

  for (size_t i = 0; i < (size_t)N * N * N * N; i++) {
    s[8] = edge[i % N];
    s[9] = edge[i / N % N];
    s[10] = edge[i / N / N % N];
    s[11] = edge[i / N / N / N];
    for (size_t from = 0; from <= 8; from += 8) {
      int want = valid_slowly(s + from, 12 - from);

      if (mg_utf8_valid((char *)s + from, 12 - from) != want)
        ck_abort_msg("%02x %02x %02x %02x", s[8], s[9], s[10], s[11]);
      valid += (size_t)want;
    }
  }
  ck_assert_uint_gt(valid, 100);
}
END_TEST

START_TEST(latin1_becomes_utf8)
{
  char in[256], out[512];
  size_t len, at = 0;

  for (int i = 0; i < 256; i++)
    in[i] = (char)i;
  len = mg_utf8_from_latin1(out, in, sizeof in);
  ck_assert_uint_eq(len, 128 + 2 * 128);
  ck_assert_int_eq(mg_utf8_valid(out, len), 1);
  for (unsigned i = 0; i < 256; i++)
    if (i < 128)
      ck_assert_uint_eq((unsigned char)out[at++], i);
    else {
      unsigned high = (unsigned char)out[at++], low = (unsigned char)out[at++];

      ck_assert_uint_eq((high & 0x1f) << 6 | (low & 0x3f), i);
    }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(utf8_is_distinguished_from_other_bytes),
    TEST(latin1_becomes_utf8)
  };

  return unit_run("utf8", tests, COUNT(tests), NULL);
}
