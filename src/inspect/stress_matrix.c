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
  mg_shape shape = { n, n, 1, NULL, NULL };
  uint64_t *value = mg_alloc(entries + n, sizeof *value);
  uint64_t *weight;
  mg_fronts fronts;
  mg_factor factor;
  mgnn_status status;

  shape.first = mg_alloc(n + 1, sizeof *shape.first);
  shape.node = mg_alloc(entries, sizeof *shape.node);
  if (value == NULL || shape.first == NULL || shape.node == NULL) {
    status = mg_fail_memory(err);
    goto leave;
  }
  weight = value + entries;
  fill(f, stress, &shape, value);
  for (size_t i = 0; i < n; i++)
    weight[i] = mg_field_random_unit(&f->field);
  status = mg_fronts_plan(&fronts, &shape, err);
  if (status != MGNN_OK)
    goto leave;
  status = mg_framework_check(&fronts, err);
  if (status == MGNN_OK)
    status = mg_factor_init(&factor, &shape, &fronts, &f->field, value,
                            weight, 0, err);
  if (status == MGNN_OK) {
    *rank = factor.rank;
    mg_factor_free(&factor);
  }
  mg_fronts_free(&fronts);
leave:
  mg_free(value);
  mg_free(shape.first);
  mg_free(shape.node);
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
