/* What nodes are called in the files, and which numbers they get: those of mgnn-layout,
 * in the order of their first appearance, or the numbers that they are called by where
 * these are 0 to n-1 or 1 to n.  A token that several ranks have met is the business of
 * one of them, by its hash. */
#ifndef MG_NUMBER_TOKENS_H
#define MG_NUMBER_TOKENS_H

#include "owners.h"
#include "io/tokens.h"

/* What the nodes at home are called. */
typedef struct {
  uint64_t n;
  int first;                   /* 0 or 1: nodes are called by their numbers from
                                  there on; -1: as below */
  int64_t *integer;            /* for each node at home, or */
  char **text;                 /* NULL if it is the integer */
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

/* number[k]: the node that token k here names, MG_NAMES_NONE if there is none.
 * Collective. */
mgnn_status mg_tokens_find(const mg_tokens *t, const mg_node_names *names,
                           const mg_owners *homes, const mg_ranks *ranks,
                           unsigned *number, mgnn_error *err);

#endif
