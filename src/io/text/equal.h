/* Comparisons of short texts, for all readers. */
#ifndef MG_EQUAL_H
#define MG_EQUAL_H

#include <stddef.h>
#include <string.h>

static inline int
mg_is_blank(char c)
{
  return c == ' ' || c == '\t';
}

/* Whether len bytes at s spell `word` (given in lower case), ignoring case. */
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

/* The length of a column's title without its unit: "length (km)", "length [km]". */
static inline size_t
mg_title_length(const char *s)
{
  size_t len = strcspn(s, "(["), all = strlen(s);

  if (len == 0 || len == all || s[all - 1] != (s[len] == '(' ? ')' : ']'))
    return all;
  while (len > 0 && mg_is_blank(s[len - 1]))
    len--;
  return len;
}

/* Whether a title is `word`, ignoring case and a unit after it. */
static inline int
mg_title_is(const char *s, const char *word)
{
  return mg_text_is(s, mg_title_length(s), word);
}

/* Whether two texts differ only in letter case and in blanks, _ and -. */
static inline int
mg_text_like(const char *a, const char *b)
{
  for (;; a++, b++) {
    char x, y;

    while (*a == ' ' || *a == '_' || *a == '-')
      a++;
    while (*b == ' ' || *b == '_' || *b == '-')
      b++;
    x = *a >= 'A' && *a <= 'Z' ? (char)(*a + 32) : *a;
    y = *b >= 'A' && *b <= 'Z' ? (char)(*b + 32) : *b;
    if (x != y)
      return 0;
    if (x == '\0')
      return 1;
  }
}

/* Whether len bytes at s spell infinity, with or without a sign. */
static inline int
mg_text_is_infinity(const char *s, size_t len)
{
  size_t sign = len > 0 && (s[0] == '+' || s[0] == '-');

  return mg_text_is(s + sign, len - sign, "inf")
         || mg_text_is(s + sign, len - sign, "infinity")
         || mg_text_is(s + sign, len - sign, "\xe2\x88\x9e");
}

#endif
