/* From what a search found to the drawing that is delivered: nodes that do not cover
 * each other as they are drawn, the end of the trajectory, the figures of merit. */
#ifndef MG_FINISH_H
#define MG_FINISH_H

#include "measure/measure.h"
#include "policy.h"
#include "solve/arrange/pack.h"

enum { MG_PART_TURNS = 30 };   /* if it is asked for; most drawings need a few */

/* Who draws tells the sizes: of the drawing xy the least distance of nodes, and, if
 * *named is then not MG_EXTENT_NONE, what each takes with its name. */
typedef struct {
  mgnn_status (*sizes)(void *ctx, const double *xy, double *gap, mg_extent *extent,
                       int *named, mgnn_error *err);
  void *ctx;
  double *dots;                /* what part of their usual size dots have; NULL: theirs is given */
  int (*stopped)(void);        /* the user has had enough */
  int turns;                   /* at most */
  unsigned long seed;
} mg_parting;

/* What parting did. */
typedef struct {
  size_t pairs, left;          /* of nodes that covered each other, and still do */
  double mean_move, max_move, energy_before;
} mg_parted;

/* Move nodes apart that cover each other; *pairs receives how many did.  How large
 * nodes and names are in the drawing depends on how large the drawing is, so the two
 * are found in turns; but if texts are in boxes, the page grows with them, or letters
 * shrink, and one turn is enough. */
mgnn_status mg_part(const mg_graph *g, const mg_parting *how, double *y, size_t *pairs,
                    mgnn_error *err);

/* The same for what was found, y; if `freely`, within the freedom that lengths leave. */
mgnn_status mg_found_part(const mg_plan *plan, const mg_found *f, const mg_parting *how,
                          int freely, double *y, mg_parted *out, mgnn_error *err);

/* The drawing as it will be written, y, which --no-overlap and --align have moved since
 * the search, ends the trajectory; its figures, and its worst edges, up to as many as
 * *worst_count says. */
mgnn_status mg_found_finish(const mg_plan *plan, mg_found *f, const double *y,
                            mgnn_figures *figures, mg_edge_fit *worst,
                            size_t *worst_count, mgnn_error *err);

#endif
