/* A task whose nodes are in breadth-first order: neighbours then are near each
 * other in memory. */
#ifndef MG_RENUMBER_H
#define MG_RENUMBER_H

#include "base/subgraph.h"
#include "solve/run_control.h"

enum { MG_RENUMBER_FROM = 2000 };      /* nodes from which it saves time */

typedef struct {
  mg_task task;                /* with the control of the other, but that this is
                                  the graph which it shows if that was */
  mg_run_control control;
  unsigned *called;            /* n: what nodes are called by who watches */
  mg_subgraph sub;             /* its graph; sub.node: what nodes are called in
                                  the other */
  double *y;                   /* n*dim */
  unsigned char *determined;   /* n, not set */
  unsigned char *pin;
} mg_renumbered;

/* Free with mg_renumbered_free, after a failure too.  Returns MGNN_OK or
 * MGNN_ENOMEM. */
mgnn_status mg_renumbered_init(mg_renumbered *r, const mg_task *t,
                               const double *y, mgnn_error *err);
void mg_renumbered_free(mg_renumbered *r);

/* Hand back the positions, what is determined, unless that is NULL, and the
 * trajectory, unless that is NULL. */
mgnn_status mg_renumbered_give(const mg_renumbered *r, double *y,
                               unsigned char *determined,
                               struct mg_trajectory *trajectory,
                               mgnn_error *err);

#endif
