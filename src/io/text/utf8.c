/* Checks and converts encodings.  Files that are not UTF-8 are taken as
 * Latin-1, the usual encoding of older graph files. */
#include "utf8.h"

#include <stdint.h>
#include <string.h>

size_t
mg_utf8_length(const char *text, size_t left)
{
  const unsigned char *s = (const unsigned char *)text;
  unsigned lead = s[0], low = 0x80, high = 0xbf;
  size_t len;

  if (lead < 0x80)
    return 1;
  if (lead >= 0xc2 && lead <= 0xdf)
    len = 2;
  else if (lead >= 0xe0 && lead <= 0xef)
    len = 3;
  else if (lead >= 0xf0 && lead <= 0xf4)
    len = 4;
  else
    return 0;
  /* The second byte excludes overlong forms, surrogates and codes above U+10FFFF. */
  if (lead == 0xe0)
    low = 0xa0;
  else if (lead == 0xed)
    high = 0x9f;
  else if (lead == 0xf0)
    low = 0x90;
  else if (lead == 0xf4)
    high = 0x8f;
  if (left < len || s[1] < low || s[1] > high)
    return 0;
  for (size_t k = 2; k < len; k++)
    if ((s[k] & 0xc0) != 0x80)
      return 0;
  return len;
}

char *
mg_utf8_put(char *to, unsigned code)
{
  int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  static const unsigned lead[] = { 0, 0xc0, 0xe0, 0xf0 };

  *to++ = (char)(lead[more] | code >> 6 * more);
  while (more-- > 0)
    *to++ = (char)(0x80 | (code >> 6 * more & 0x3f));
  return to;
}

int
mg_utf8_valid(const char *s, size_t len)
{
  const char *p = s, *end = len > 0 ? s + len : s;     /* s may be NULL if len is 0 */

  while (p < end) {
    uint64_t eight;
    size_t step;

    if (end - p >= 8) {
      memcpy(&eight, p, 8);
      if ((eight & UINT64_C(0x8080808080808080)) == 0) {
        p += 8;
        continue;
      }
    }
    step = mg_utf8_length(p, (size_t)(end - p));
    if (step == 0)
      return 0;
    p += step;
  }
  return 1;
}

size_t
mg_utf8_from_latin1(char *out, const char *s, size_t len)
{
  char *q = out;

  for (size_t i = 0; i < len; i++) {
    unsigned char c = (unsigned char)s[i];

    if (c < 0x80)
      *q++ = (char)c;
    else {
      *q++ = (char)(0xc0 | c >> 6);
      *q++ = (char)(0x80 | (c & 0x3f));
    }
  }
  return (size_t)(q - out);
}
