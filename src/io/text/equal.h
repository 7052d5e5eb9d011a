/* Comparisons of short texts, for all readers. */
#ifndef MG_EQUAL_H
#define MG_EQUAL_H

#include <stddef.h>

static inline int
mg_is_blank(char c)
{
  return c == ' ' || c == '\t';
}

/* Whether len bytes at s are `word`, which is in small letters, in any case. */
static inline int
mg_text_is(const char *s, size_t len, const char *word)
{
  size_t k = 0;

  while (k < len && word[k] != '\0'
         && (s[k] == word[k]
             || (s[k] >= 'A' && s[k] <= 'Z' && s[k] + 32 == word[k])))
    k++;
  return k == len && word[k] == '\0';
}

/* Whether they are infinity in one of its spellings, perhaps after a sign. */
static inline int
mg_text_is_infinity(const char *s, size_t len)
{
  size_t sign = len > 0 && (s[0] == '+' || s[0] == '-');

  return mg_text_is(s + sign, len - sign, "inf")
         || mg_text_is(s + sign, len - sign, "infinity");
}

#endif
