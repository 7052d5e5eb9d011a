/* The stress matrix of a framework, whose rank decides global rigidity: with n
 * nodes in dim dimensions, n >= dim + 2, a generic framework is globally rigid
 * exactly if the stress matrix of a generic stress has rank n - dim - 1
 * (Connelly 2005; Gortler, Healy and Thurston 2010). */
#include "framework.h"

#include "base/mem.h"

#include <string.h>

/* Row i of the matrix: minus the stress of bar ij in column j, the sum of i's
 * stresses in column i. */
static void
fill(const mg_framework *f, const uint64_t *stress, mg_shape *shape,
     uint64_t *value)
{
  const mg_bars *b = f->b;
  size_t at = 0;

  for (size_t i = 0; i < b->n; i++) {
    size_t own = at++;

    shape->first[i] = own;
    shape->node[own] = (unsigned)i;
    value[own] = 0;
    for (size_t k = b->row[i]; k < b->row[i + 1]; k++) {
      uint64_t s = stress[b->bar[k]];

      shape->node[at] = b->to[k];
      value[at++] = mg_field_sub(&f->field, 0, s);
      value[own] = mg_field_add(&f->field, value[own], s);
    }
  }
  shape->first[b->n] = at;
}

mgnn_status
mg_stress_rank(mg_framework *f, const uint64_t *stress, size_t *rank,
               mgnn_error *err)
{
  size_t n = f->b->n, entries = n + 2 * f->b->m;
  uint64_t *value = mg_alloc(entries + n, sizeof *value), *weight;
  mg_shape shape = { 0 };
  mg_fronts fronts = { 0 };
  mg_factor factor = { .shape = &shape, .fronts = &fronts,
                       .field = &f->field };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(value, err));
  TRY(mg_shape_init(&shape, n, n, 1, entries, err));
  weight = value + entries;
  fill(f, stress, &shape, value);
  for (size_t i = 0; i < n; i++)
    weight[i] = mg_field_random_unit(&f->field);
  TRY(mg_fronts_plan(&fronts, &shape, err));
  TRY(mg_framework_check(&fronts, err));
  TRY(mg_factor_find(&factor, value, weight, 0, err));
  *rank = factor.rank;
end:
  mg_factor_free(&factor);
  mg_fronts_free(&fronts);
  mg_shape_free(&shape);
  mg_free(value);
  return status;
}

/* A stress is, but for a common factor, a polynomial of degree 3r + 3 in the
 * positions and random numbers; a minor of order t has t times that.  As in
 * framework.c, with t = n - dim - 1:
 *   t(3r+3) / p + t(3r+3) / 2^50 + t(t+1)/2 / p. */
double
mg_stress_rank_error(const mg_framework *f)
{
  double r = (double)f->factor.rank, t = (double)f->b->n;

  return mg_framework_error(f) + t * (t + 1) / 2 * 0x1p-56
         + t * (3 * r + 3) * (0x1p-56 + 0x1p-50);
}
