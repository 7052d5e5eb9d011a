/* Which of many pairs of nodes a pair is. */
#ifndef MG_PAIRS_H
#define MG_PAIRS_H

#include "io/names.h"

typedef struct {
  size_t *row;                 /* n + 1: where those with this smaller end are */
  uint64_t *item;              /* the larger end, and in the lower half the
                                  number; sorted where a row is long */
} mg_pairs;

/* Index `count` pairs of n nodes; of pairs that are equal, in either order, any
 * one may be found.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_pairs_init(mg_pairs *p, size_t n, size_t count,
                          const unsigned *ends, mgnn_error *err);
void mg_pairs_free(mg_pairs *p);

/* The number of the pair a < b; MG_NAMES_NONE if it is none of them. */
uint32_t mg_pairs_find(const mg_pairs *p, unsigned a, unsigned b);

#endif
