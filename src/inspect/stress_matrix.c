/* The stress matrix of a framework, whose rank decides global rigidity: with n
 * nodes in dim dimensions, n >= dim + 2, a generic framework is globally rigid
 * exactly if the stress matrix of a generic stress has rank n - dim - 1
 * (Connelly 2005; Gortler, Healy and Thurston 2010). */
#include "framework.h"

#include "base/mem.h"

#include <string.h>

/* Fill in the matrices of several stresses, one below the other, n rows each.
 * Row i: minus the stress of bar ij in column j, the sum of i's stresses in
 * column i.  Bars without stress have no entries. */
static void
fill(const mg_framework *f, const uint64_t *stress, size_t count,
     mg_shape *shape, uint64_t *value)
{
  const mg_bars *b = f->b;
  size_t at = 0;

  for (size_t r = 0; r < count * b->n; r++) {
    size_t own = at++, i = r % b->n;

    shape->first[r] = own;
    shape->node[own] = (unsigned)i;
    value[own] = 0;
    for (size_t k = b->row[i]; k < b->row[i + 1]; k++) {
      uint64_t s = stress[r / b->n * b->m + b->bar[k]];

      if (s == 0)
        continue;
      shape->node[at] = b->to[k];
      value[at++] = mg_field_sub(&f->field, 0, s);
      value[own] = mg_field_add(&f->field, value[own], s);
    }
  }
  shape->first[count * b->n] = at;
}

/* Combine `count` stresses, m numbers each: find the rank of their matrices,
 * stacked, and, unless it is NULL, a random vector in the kernel of all of
 * them. */
static mgnn_status
solve(mg_framework *f, const uint64_t *stress, size_t count, size_t *rank,
      uint64_t *kernel, mgnn_error *err)
{
  size_t n = f->b->n, entries = count * (n + 2 * f->b->m);
  uint64_t *value = mg_alloc(entries + (count + 1) * n, sizeof *value);
  uint64_t *weight, *loose;
  mg_shape shape = { 0 };
  mg_fronts fronts = { 0 };
  mg_factor factor = { .shape = &shape, .fronts = &fronts,
                       .field = &f->field };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(value, err));
  TRY(mg_shape_init(&shape, count * n, n, 1, entries, err));
  weight = value + entries;
  loose = weight + count * n;
  fill(f, stress, count, &shape, value);
  for (size_t i = 0; i < count * n; i++)
    weight[i] = mg_field_random_unit(&f->field);
  TRY(mg_fronts_plan(&fronts, &shape, err));
  TRY(mg_framework_check(&fronts, f->work, err));
  TRY(mg_factor_find(&factor, value, weight, kernel != NULL, err));
  *rank = factor.rank;
  if (kernel != NULL) {
    for (size_t i = 0; i < n; i++)
      loose[i] = mg_field_random(&f->field);
    memset(kernel, 0, n * sizeof *kernel);
    mg_factor_solve(&factor, kernel, loose);
  }
end:
  mg_factor_free(&factor);
  mg_fronts_free(&fronts);
  mg_shape_free(&shape);
  mg_free(value);
  return status;
}

mgnn_status
mg_stress_rank(mg_framework *f, const uint64_t *stress, size_t *rank,
               mgnn_error *err)
{
  return solve(f, stress, 1, rank, NULL, err);
}

/* Combine two random stresses: the kernel of one alone is more often larger
 * than the kernel that all stresses share. */
mgnn_status
mg_stress_kernel(mg_framework *f, uint64_t *kernel, mgnn_error *err)
{
  enum { STRESSES = 2 };
  size_t rank = 0, m = f->b->m;
  uint64_t *stress = mg_alloc(m, STRESSES * sizeof *stress);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(stress, err));
  for (size_t k = 0; k < STRESSES; k++)
    TRY(mg_framework_stress(f, stress + k * m, err));
  TRY(solve(f, stress, STRESSES, &rank, kernel, err));
end:
  mg_free(stress);
  return status;
}

/* Up to a common factor a stress is a polynomial of degree 3r + 3 in the
 * positions and random numbers; a minor of order t has t times that degree.  As
 * in framework.c, with t = n - dim - 1:
 *   t(3r+3) / p + t(3r+3) / 2^50 + t(t+1)/2 / p. */
double
mg_stress_rank_error(const mg_framework *f)
{
  double r = (double)f->factor.rank, t = (double)f->b->n;

  return mg_framework_error(f) + t * (t + 1) / 2 * 0x1p-56
         + t * (3 * r + 3) * (0x1p-56 + 0x1p-50);
}
