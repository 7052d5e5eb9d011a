/* First-order rigidity at given positions, in floating point: the small motions
 * that change no length.  Unlike the generic tests it detects singular
 * positions, such as a node on the line between its neighbours. */
#include "determined.h"
#include "framework.h"

#include "base/dense.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

/* Fill in the rigidity matrix of the nodes that are not pinned, with unit
 * directions.  An edge of length 0 has no direction and so no effect. */
static void
fill(const mg_bars *b, size_t dim, const double *y, mg_shape *shape,
     double *value)
{
  size_t at = 0;

  for (size_t e = 0; e < b->real; e++) {
    const unsigned *ends = b->ends + 2 * e;
    double gap = mg_distance(y + ends[0] * dim, y + ends[1] * dim, dim);

    shape->first[e] = at;
    for (int side = 0; side < 2 && gap > 0; side++) {
      const double *from = y + ends[side] * dim, *to = y + ends[!side] * dim;

      if (b->pin[ends[side]])
        continue;
      for (size_t c = 0; c < dim; c++)
        value[at * dim + c] = (from[c] - to[c]) / gap;
      shape->node[at++] = ends[side];
    }
  }
  shape->first[b->real] = at;
}

/* Smaller singular values cannot be told from 0: their squares are rounding errors. */
static const double least = 1e-7;

typedef struct {
  const mg_shape *shape;
  const mg_fronts *fronts;
  const double *value;
} matrix;

/* Extend *bound by factors of 10 while no singular value lies in between: up to
 * 0.1, or down to `least`. */
static mgnn_status
gap_extend(const matrix *a, double factor, size_t below, double *bound,
           mgnn_error *err)
{
  for (;;) {
    double next = *bound * factor;
    size_t count = 0;

    if (factor < 1 ? next < least * 0.999 : next > 0.1001)
      break;
    PASS(mg_inertia(a->shape, a->fronts, a->value, next * next, &count, err));
    if (count != below)
      break;
    *bound = next;
  }
  return MGNN_OK;
}

/* Up to so many nodes the rank alone takes less time than loading CHOLMOD, 2 ms. */
enum { WHOLE_MOST = 40 };

/* Find the rank and, unless `quick`, the gap around the tolerance.  MGNN_EINVAL
 * if that takes more than `work` multiplications. */
static mgnn_status
rank_at(const mg_bars *b, size_t dim, const double *y, double work, int quick,
        mgnn_infinitesimal *out, mgnn_error *err)
{
  double *value = mg_alloc(b->real, 2 * dim * sizeof *value);
  double tolerance = out->tolerance;
  size_t below = 0;
  mg_shape shape = { 0 };
  mg_fronts fronts = { 0 };
  const matrix a = { &shape, &fronts, value };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(value, err));
  TRY(mg_shape_init(&shape, b->real, b->n, dim, 2 * b->real, err));
  fill(b, dim, y, &shape, value);
  TRY(quick && b->n <= WHOLE_MOST ? mg_fronts_whole(&fronts, &shape, err)
                                  : mg_fronts_plan(&fronts, &shape, err));
  TRY(mg_framework_check(&fronts, work, err));
  TRY(mg_inertia(&shape, &fronts, value, tolerance * tolerance, &below, err));
  out->rank = b->n * dim - below;
  out->gap_low = out->gap_high = tolerance;
  if (!quick) {
    TRY(gap_extend(&a, 0.1, below, &out->gap_low, err));
    TRY(gap_extend(&a, 10, below, &out->gap_high, err));
  }
end:
  mg_fronts_free(&fronts);
  mg_shape_free(&shape);
  mg_free(value);
  return status;
}

/* Find all figures.  The number of rotations that fix points in general position
 * with a span of dimension s-1 is C(dim+1-s, 2) (see mg_rigid_motions). */
static mgnn_status
find(const mgnn_problem *p, size_t dim, const double *y, double work, int quick,
     mgnn_infinitesimal *out, mgnn_error *err)
{
  size_t all, pinned, free;
  double *scratch = NULL;
  mg_bars b = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_bars_init(&b, &p->graph, dim, p->pin, err));
  TRY(mg_allocated(scratch = mg_alloc(dim + 1, dim * sizeof *scratch), err));
  TRY(rank_at(&b, dim, y, work, quick, out, err));
  all = mg_affine_span(y, b.n, dim, NULL, out->tolerance, scratch);
  pinned = mg_affine_span(y, b.n, dim, b.pin, out->tolerance, scratch);
  free = dim * (b.n - b.pinned);
  out->motions = mg_rigid_motions(all, pinned, dim);
  out->degrees_of_freedom = free > out->rank + out->motions
                          ? free - out->rank - out->motions : 0;
  out->stresses = b.real - out->rank;
end:
  mg_free(scratch);
  mg_bars_free(&b);
  return status;
}

mgnn_status
mgnn_infinitesimal_find(const mgnn_problem *p, size_t dim, const double *y,
                        double tolerance, mgnn_infinitesimal *out,
                        mgnn_error *err)
{
  mgnn_infinitesimal here = { .tolerance = tolerance };

  if (!(tolerance >= 1e-7 && tolerance < 1))
    return mg_fail(err, MGNN_EINVAL, "the tolerance is %g, must be at least "
                   "1e-7 and less than 1", tolerance);
  PASS(mg_problem_dim_check(p, dim, err));
  PASS(mg_positions_check(p->graph.n, dim, y, NULL, err));
  PASS(find(p, dim, y, MG_WORK_MOST, 0, &here, err));
  here.rigid = here.degrees_of_freedom == 0;
  if (here.gap_low > fmax(tolerance / 10, least) * 1.001
      || here.gap_high < tolerance * 9.99)
    here.rigid = -1;
  *out = here;
  return MGNN_OK;
}

mgnn_status
mg_singular_find(const mgnn_problem *p, size_t dim, const double *y,
                 double tolerance, size_t freedom, int *yes, mgnn_error *err)
{
  mgnn_infinitesimal here = { .tolerance = tolerance };
  mgnn_status status = find(p, dim, y, MG_WORK_LITTLE, 1, &here, err);

  *yes = status == MGNN_OK && here.degrees_of_freedom > freedom;
  return status == MGNN_EINVAL ? MGNN_OK : status;
}
