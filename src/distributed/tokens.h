/* What nodes are called in the files, and which numbers they get: those of mgnn-layout,
 * in the order of their first appearance, or the numbers that they are called by where
 * these are 0 to n-1 or 1 to n.  A token that several ranks have met is the business of
 * one of them, by its hash. */
#ifndef MG_TOKENS_H
#define MG_TOKENS_H

#include "owners.h"
#include "io/ids.h"

/* The tokens that this rank has met.  Zeroed, it has met none. */
typedef struct {
  mg_ids ids;
  size_t count, cap;
  int64_t *integer;            /* the token, if it is a whole number; */
  uint32_t *text;              /* else its number in ids.texts; MG_NAMES_NONE */
  uint64_t *place;             /* where it was met first: a number that grows along the
                                  files, the chunk in its upper half */
  size_t caps[2];
} mg_tokens;

/* The number here of a token; one that is new is entered.  Places must grow. */
mgnn_status mg_tokens_add(mg_tokens *t, const char *s, uint64_t place, uint32_t *out,
                          mgnn_error *err);
void mg_tokens_free(mg_tokens *t);

/* A token as text; buf has MG_NUMBER_MAX bytes. */
const char *mg_tokens_text(const mg_tokens *t, size_t k, char *buf);

/* What the nodes at home are called. */
typedef struct {
  uint64_t n;
  int first;                   /* 0 or 1: nodes are called by their numbers from
                                  there on; -1: as below */
  int64_t *integer;            /* for each node at home, or */
  char **text;                 /* NULL where it is the integer */
  mg_pool pool;
} mg_node_names;

void mg_node_names_free(mg_node_names *names);

/* The name of the k-th node at home, whose number is i; buf has MG_NUMBER_MAX bytes. */
const char *mg_node_name(const mg_node_names *names, size_t k, uint64_t i, char *buf);

/* Number all tokens of all ranks, met in `chunks` chunks: number[k] is that of token k
 * here.  Fills homes and names.  Collective. */
mgnn_status mg_tokens_number(const mg_tokens *t, const mg_ranks *ranks, uint64_t chunks,
                             unsigned *number, mg_owners *homes, mg_node_names *names,
                             mgnn_error *err);

#endif
