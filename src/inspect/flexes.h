/* Motions at given positions, and where they lead. */
#ifndef MG_FLEXES_H
#define MG_FLEXES_H

#include "rigidity.h"

enum { MG_FLEX_DIM_MOST = 16 };

/* An orthonormal basis of the rigid motions at y that move no pinned node, as
 * n*dim doubles each; rigid can hold dim (dim + 1) / 2 of them. */
mgnn_status mg_rigid_basis(const mg_bars *b, size_t dim, const double *y,
                           double *rigid, size_t *count, mgnn_error *err);

/* Whether every motion is held by some self-stress, and so the framework is rigid:
 * 1 yes, 0 no, -1 not known. */
int mg_flexes_second_order(const mgnn_flexes *f);

/* Velocities, n*dim, near motion k that extend to second order, if such are found;
 * else motion k. */
mgnn_status mg_flexes_direction(const mgnn_flexes *f, size_t k, double *v,
                                mgnn_error *err);

/* Positions one after the other, all with the same lengths of the bars. */
typedef struct {
  size_t count;                /* at least 1 */
  size_t start;                /* the one that was given */
  double *y;                   /* count * n*dim */
  int closed;                  /* nonzero: after the last comes the first */
  double max_error;            /* of any bar anywhere, relative to its length at
                                * the start */
  const char *forwards, *backwards;    /* why it ends: "closed", "steps",
                                * "held" (no way on), "bound" (of an interval) */
} mg_flex_path;

typedef struct {
  const double *direction;     /* n*dim: the motion to follow */
  size_t most;                 /* steps in which a path is to close; */
  size_t open;                 /*   one that does not has so many each way */
  double stride;               /* how far a step moves the fastest node, as a part
                                * of the radius */
  const unsigned *ground;      /* nodes that are to stay in place, or NULL: all, */
  size_t ground_count;         /*   as well as they can; not used with pins */
} mg_flex_params;

/* Follow a motion along the positions with the same lengths: a
 * step along the tangent, then Newton's method back to the lengths, until it is
 * where it began or can go no further; then the other way, if it is not closed.
 * f: found at y.  Free with mg_flex_path_free. */
mgnn_status mg_flex_path_find(const mgnn_problem *p, size_t dim, const double *y,
                              const mgnn_flexes *f, const mg_flex_params *par,
                              mg_flex_path *out, mgnn_error *err);
void mg_flex_path_free(mg_flex_path *path);

#endif
