/* The tokens by which nodes are called in files that are read piece after piece: each
 * has a number, in the order in which they were met. */
#ifndef MG_TOKENS_H
#define MG_TOKENS_H

#include "ids.h"

/* Zeroed, it has met none. */
typedef struct mg_tokens {
  mg_ids ids;                  /* the number of a token */
  size_t count, cap;
  int64_t *integer;            /* the token, if it is a whole number; */
  uint32_t *text;              /* else its number in ids.texts; MG_NAMES_NONE */
  uint64_t *place;             /* where it was met first: a number of the caller's that
                                  grows along the files */
  size_t caps[2];
} mg_tokens;

/* The number here of a token; one that is new is entered.  Places must grow. */
mgnn_status mg_tokens_add(mg_tokens *t, const char *s, uint64_t place, uint32_t *out,
                          mgnn_error *err);

/* Make an entry for a token that is new; the caller enters t->count - 1 into `ids`,
 * those of t unless they were lent.  whole: the integer that it is, or NULL: a text. */
mgnn_status mg_tokens_append(mg_tokens *t, const mg_ids *ids, const int64_t *whole,
                             uint64_t place, mgnn_error *err);
void mg_tokens_free(mg_tokens *t);

/* A token as text; buf has MG_NUMBER_MAX bytes. */
const char *mg_tokens_text(const mg_tokens *t, size_t k, char *buf);

/* An integer as text, in buf. */
const char *mg_token_integer(int64_t x, char *buf);

#endif
