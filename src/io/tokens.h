/* The tokens that stand for nodes in files that are read in pieces.  They are numbered
 * in the order of their first appearance. */
#ifndef MG_TOKENS_H
#define MG_TOKENS_H

#include "ids.h"

/* Zeroed, it is empty. */
typedef struct mg_tokens {
  mg_ids ids;                  /* the number of a token */
  size_t count, cap;
  int64_t *integer;            /* the token, if it is an integer; */
  uint32_t *text;              /* else its number in ids.texts; MG_NAMES_NONE */
  uint64_t *place;             /* of its first appearance: a number set by the caller,
                                  which grows along the files */
  size_t caps[2];
} mg_tokens;

/* The number of a token, which is added if it is new.  Places must grow. */
mgnn_status mg_tokens_add(mg_tokens *t, const char *s, uint64_t place, uint32_t *out,
                          mgnn_error *err);

/* Add a new token to the arrays; the caller must add its number t->count - 1 to `ids`
 * (&t->ids, or a table in their place).  whole: the token's integer; NULL: a text. */
mgnn_status mg_tokens_append(mg_tokens *t, const mg_ids *ids, const int64_t *whole,
                             uint64_t place, mgnn_error *err);
void mg_tokens_free(mg_tokens *t);

/* A token as text; buf has MG_NUMBER_MAX bytes. */
const char *mg_tokens_text(const mg_tokens *t, size_t k, char *buf);

/* An integer as text, in buf. */
const char *mg_token_integer(int64_t x, char *buf);

#endif
