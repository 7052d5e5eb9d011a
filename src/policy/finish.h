/* From the result of a search to the drawing that is delivered: moves nodes apart
 * that overlap as drawn, ends the trajectory, computes the figures of merit. */
#ifndef MG_FINISH_H
#define MG_FINISH_H

#include "measure/measure.h"
#include "policy.h"
#include "solve/arrange/pack.h"

enum { MG_PART_TURNS = 30 };   /* if requested; most drawings need a few */

/* How to part nodes.  `sizes` gives, for the drawing xy, the least distance of
 * nodes and, unless *named is MG_EXTENT_NONE, the extent of each with its name. */
typedef struct {
  mgnn_status (*sizes)(void *ctx, const double *xy, double *gap, mg_extent *extent,
                       int *named, mgnn_error *err);
  void *ctx;
  double *dots;                /* dots' size, as a share of the usual; NULL: fixed */
  int (*stopped)(void);        /* nonzero if the user wants to stop */
  int turns;                   /* at most so many */
  unsigned long seed;
} mg_parting;

/* The effect of parting. */
typedef struct {
  size_t pairs, left;          /* pairs of nodes that overlapped; that still do */
  double mean_move, max_move, energy_before;
} mg_parted;

/* Move overlapping nodes apart; *pairs receives the number of pairs that
 * overlapped.  The sizes of nodes and names depend on the size of the drawing,
 * so both are found in turns.  If names are in boxes one turn is enough: the
 * page grows with them or letters shrink. */
mgnn_status mg_part(const mg_graph *g, const mg_parting *how, double *y, size_t *pairs,
                    mgnn_error *err);

/* As mg_part, for a found drawing; if `freely`, lengths stay met as well as before. */
mgnn_status mg_found_part(const mg_plan *plan, const mg_found *f, const mg_parting *how,
                          int freely, double *y, mg_parted *out, mgnn_error *err);

/* Deliver y, the drawing after --no-overlap and --align: it ends the
 * trajectory; find its figures and its worst edges.  *worst_count: in, room for
 * edges; out, edges listed. */
mgnn_status mg_found_finish(const mg_plan *plan, mg_found *f, const double *y,
                            mgnn_figures *figures, mg_edge_fit *worst,
                            size_t *worst_count, mgnn_error *err);

#endif
