/* Numbers the nodes as mgnn-layout does: in the order of their first appearance
 * in the files, or by their own names if these are the numbers 0 to n-1 or 1 to
 * n.  If several ranks meet the same token, the rank given by its hash settles
 * its number. */
#ifndef MG_NUMBER_TOKENS_H
#define MG_NUMBER_TOKENS_H

#include "owners.h"
#include "io/tokens.h"

/* The names of the nodes at home. */
typedef struct {
  uint64_t n;
  int first;                   /* 0 or 1: the names are numbers, beginning with
                                  this; -1: names are stored below */
  int64_t *integer;            /* names of nodes at home that are integers */
  char **text;                 /* the others; NULL: see integer */
  mg_pool pool;
} mg_node_names;

void mg_node_names_free(mg_node_names *names);

/* The name of the k-th node at home, whose number is i; buf has MG_NUMBER_MAX bytes. */
const char *mg_node_name(const mg_node_names *names, size_t k, uint64_t i, char *buf);

/* Number all tokens of all ranks, met in `chunks` chunks: number[k] becomes the
 * number of token k of this rank.  Fills homes and names.  Collective. */
mgnn_status mg_tokens_number(const mg_tokens *t, const mg_ranks *ranks, uint64_t chunks,
                             unsigned *number, mg_owners *homes, mg_node_names *names,
                             mgnn_error *err);

/* number[k] becomes the node named by token k of this rank; MG_NAMES_NONE: no
 * such node.  Collective. */
mgnn_status mg_tokens_find(const mg_tokens *t, const mg_node_names *names,
                           const mg_owners *homes, const mg_ranks *ranks,
                           unsigned *number, mgnn_error *err);

#endif
