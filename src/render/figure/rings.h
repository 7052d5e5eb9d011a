/* Marks places where several nodes cover each other, with their number and their
 * groups. */
#ifndef MG_RINGS_H
#define MG_RINGS_H

#include "figure.h"

/* One such place, at node i, with `count` nodes: member[first] to
 * member[first+count-1].  A pie shows the groups of its nodes, if they differ.  If
 * there are not too many such places, a ring is drawn around it and the number of
 * nodes written beside it. */
typedef struct {
  unsigned i;
  size_t first, count;
  int radius;                  /* of the pie, in units; 0: no pie, all are alike */
  int ring;                    /* radius of the ring, in units; 0: no ring */
} mg_ring;

typedef struct {
  mg_ring *ring;
  size_t count, rings, wedges; /* places; those with a ring; parts of pies */
  unsigned *member;            /* n */
} mg_rings;

/* The most nodes for which such places are searched; nor are they searched if nodes
 * are smaller than two pixels. */
enum { MG_RINGS_NODES = 20000 };

/* Find the places, if the style has rings; *out is empty otherwise.
 * Free it also after a failure.  Time O(n). */
mgnn_status mg_rings_find(const mg_figure *f, mg_rings *out, mgnn_error *err);
void mg_rings_free(mg_rings *r);

/* Put pies and rings into the panel, which must contain the nodes and have
 * f->spare_runs and f->spare_dots left; remark receives for each ring a text with its
 * number of nodes. */
mgnn_status mg_rings_put(const mg_figure *f, const mg_rings *r,
                         mg_remark *remark, mgnn_error *err);

/* The most runs that mg_rings_put adds. */
size_t mg_rings_runs(const mg_figure *f, const mg_rings *r);

#endif
