/* What can be said of the lengths of a drawing, within a budget. */
#ifndef MG_VERDICT_H
#define MG_VERDICT_H

#include "inspect/determined.h"
#include "run.h"

typedef struct {
  int known;                   /* the next is filled in */
  mgnn_feasibility lengths;    /* can they be met? */
  mg_edge_kinds kinds;         /* of the edges */
  int rigidity_known;          /* the next is filled in */
  mgnn_rigidity rigidity;      /* do they determine the drawing? */
  mgnn_determined *determined; /* which nodes; NULL: not asked, or not known */
  mg_verified verified;        /* which of these are where they belong; node NULL:
                                * as there */
  int inner_known;             /* the next is filled in */
  size_t inner_freedom;        /* degrees of freedom within components: those
                                  that packing does not use */
} mg_verdict;

/* Layout mode: say whether the lengths can be met, within a budget of some
 * seconds: a drawing that meets them says so, and where it does not a witness
 * is looked for.  work: of the tests of rigidity, see MG_WORK_LITTLE. */
mgnn_status mg_verdict_find(mg_verdict *v, const mg_results *runs, double work,
                            mgnn_error *err);
void mg_verdict_free(mg_verdict *v);

#endif
