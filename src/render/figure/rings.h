/* Places where several nodes are one above the other: how many, and of which
 * groups. */
#ifndef MG_RINGS_H
#define MG_RINGS_H

#include "figure.h"

/* One such place: at node i, where `count` nodes are, which are member[first]
 * to member[first+count-1].  A pie shows the groups of its nodes, if they
 * differ; a ring goes around it, and a number is written beside it, where there
 * are not too many. */
typedef struct {
  unsigned i;
  size_t first, count;
  int radius;                  /* of the pie, in units; 0: all are alike */
  int ring;                    /* its radius, in units; 0: none */
} mg_ring;

typedef struct {
  mg_ring *ring;
  size_t count, rings, wedges; /* places; those with a ring; parts of pies */
  unsigned *member;            /* n */
} mg_rings;

/* Beyond so many nodes, and in nodes below two pixels, nothing could be seen:
 * nothing is looked for. */
enum { MG_RINGS_NODES = 20000 };

/* Find them, where the style wants that.
 * A zeroed one is empty; free it also after a failure.  Time O(n). */
mgnn_status mg_rings_find(const mg_figure *f, mg_rings *out, mgnn_error *err);
void mg_rings_free(mg_rings *r);

/* Put them into the panel, where the nodes are already and f->spare_runs and
 * f->spare_dots are left, and for each ring a remark that says how many nodes
 * it holds. */
mgnn_status mg_rings_put(const mg_figure *f, const mg_rings *r,
                         mg_remark *remark, mgnn_error *err);

/* How many runs that takes, at most. */
size_t mg_rings_runs(const mg_figure *f, const mg_rings *r);

#endif
