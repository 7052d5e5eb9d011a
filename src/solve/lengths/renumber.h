/* A task renumbered in breadth-first order, so that neighbours are near each
 * other in memory. */
#ifndef MG_RENUMBER_H
#define MG_RENUMBER_H

#include "base/subgraph.h"
#include "solve/run_control.h"

enum { MG_RENUMBER_FROM = 2000 };      /* nodes from which it saves time */

typedef struct {
  mg_task task;                /* its control shows this graph if the original's
                                  control shows the original graph */
  mg_run_control control;
  unsigned *called;            /* n: outside numbers of the nodes, for the watcher */
  mg_subgraph sub;             /* its graph; sub.node: node numbers in the
                                  original */
  double *y;                   /* n*dim */
  unsigned char *determined;   /* n, to be filled by the search */
  unsigned char *pin;
} mg_renumbered;

/* Renumber a task.  Free with mg_renumbered_free, also after a failure.
 * Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_renumbered_init(mg_renumbered *r, const mg_task *t,
                               const double *y, mgnn_error *err);
void mg_renumbered_free(mg_renumbered *r);

/* Return the results in the original numbers: the positions, and unless they
 * are NULL `determined` and the trajectory. */
mgnn_status mg_renumbered_give(const mg_renumbered *r, double *y,
                               unsigned char *determined,
                               struct mg_trajectory *trajectory,
                               mgnn_error *err);

#endif
