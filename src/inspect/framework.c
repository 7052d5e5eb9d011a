/* Rank, motions and stresses of the rigidity matrix at random positions.
 *
 * The row of bar ij is x_i - x_j in the columns of i, and x_j - x_i in those of
 * j.  Over the field the rank r is never above that of generic positions:
 * minors that vanish for all positions vanish here.  It is below only if
 *   a minor of order r, a polynomial of degree r, vanishes at the positions:
 *     r / p (Schwartz, Zippel);
 *   p divides all of the minor's coefficients, of which one is at most
 *     (4 dim)^r: it has no more than r prime factors above 2^56, and there are
 *     more than 2^50 primes up to 2^57 to choose from: r / 2^50;
 *   or a leading minor of R^T W R, for j up to r of degree j in the weights,
 *     vanishes: r(r+1)/2 / p. */
#include "framework.h"

#include "base/mem.h"

#include <string.h>

static void
framework_fill(mg_framework *f)
{
  const mg_bars *b = f->b;
  size_t dim = f->dim;

  for (size_t k = 0; k < b->n * dim; k++)
    f->x[k] = mg_field_random(&f->field);
  for (size_t e = 0; e <= b->m; e++)
    f->shape.first[e] = 2 * e;
  for (size_t e = 0; e < b->m; e++) {
    const uint64_t *xi = f->x + b->ends[2 * e] * dim;
    const uint64_t *xj = f->x + b->ends[2 * e + 1] * dim;
    uint64_t *v = f->value + 2 * e * dim;

    for (size_t c = 0; c < dim; c++) {
      v[c] = mg_field_sub(&f->field, xi[c], xj[c]);
      v[dim + c] = mg_field_sub(&f->field, xj[c], xi[c]);
    }
    f->weight[e] = mg_field_random_unit(&f->field);
  }
  if (b->m > 0)
    memcpy(f->shape.node, b->ends, 2 * b->m * sizeof *b->ends);
}

mgnn_status
mg_framework_check(const mg_fronts *fronts, double most, mgnn_error *err)
{
  if (fronts->work <= most)
    return MGNN_OK;
  return mg_fail(err, MGNN_EINVAL, "the graph is too large and too dense for a "
                 "rank test: it would take about %.0e multiplications, at "
                 "most %.0e are made", fronts->work, most);
}

mgnn_status
mg_framework_init(mg_framework *out, const mg_bars *b, size_t dim,
                  uint64_t seed, double work, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  out->b = b;
  out->work = work;
  out->dim = dim;
  mg_field_init(&out->field, seed);
  TRY(mg_shape_init(&out->shape, b->m, b->n, dim, 2 * b->m, err));
  TRY(mg_allocated_all(err, MG_NEW(out->x, b->n * dim),
                       out->value = mg_alloc(b->m, 2 * dim * sizeof *out->value),
                       MG_NEW(out->weight, b->m)));
  framework_fill(out);
  TRY(mg_fronts_plan(&out->fronts, &out->shape, err));
  TRY(mg_framework_check(&out->fronts, work, err));
  out->factor = (mg_factor){ .shape = &out->shape, .fronts = &out->fronts,
                             .field = &out->field };
  TRY(mg_factor_find(&out->factor, out->value, out->weight, 1, err));
end:
  if (status != MGNN_OK)
    mg_framework_free(out);
  return status;
}

void
mg_framework_free(mg_framework *f)
{
  mg_factor_free(&f->factor);
  mg_fronts_free(&f->fronts);
  mg_free_all(f->x, f->value, f->weight);
  mg_shape_free(&f->shape);
  memset(f, 0, sizeof *f);
}

double
mg_framework_error(const mg_framework *f)
{
  double r = (double)f->factor.rank + 1;

  return r * (r + 3) / 2 * 0x1p-56 + r * 0x1p-50;
}

/* A random infinitesimal motion, which changes no length: solves R^T W R u = 0
 * with random values where u is free. */
static mgnn_status
find_motion(mg_framework *f, uint64_t *motion, mgnn_error *err)
{
  size_t columns = f->b->n * f->dim;
  uint64_t *loose = mg_alloc(columns, sizeof *loose);

  PASS(mg_allocated(loose, err));
  memset(motion, 0, columns * sizeof *motion);
  for (size_t c = 0; c < columns; c++)
    loose[c] = mg_field_random(&f->field);
  mg_factor_solve(&f->factor, motion, loose);
  mg_free(loose);
  return MGNN_OK;
}

/* A random stress.  For any y, with R^T W R u = R^T y, the remainder
 *   y - W R u,
 * is in balance: R^T of it is 0.  If y is in balance it is y itself, so the
 * remainder of a random y is random among the stresses. */
mgnn_status
mg_framework_stress(mg_framework *f, uint64_t *stress, mgnn_error *err)
{
  size_t columns = f->b->n * f->dim, dim = f->dim;
  uint64_t *u = mg_zalloc(columns, sizeof *u);
  const mg_field *field = &f->field;

  PASS(mg_allocated(u, err));
  for (size_t e = 0; e < f->b->m; e++) {
    stress[e] = mg_field_random(&f->field);
    for (size_t k = 0; k < 2 * dim; k++) {
      uint64_t *at = u + f->b->ends[2 * e + k / dim] * dim + k % dim;

      *at = mg_field_add(field, *at,
                         mg_field_mul(field, stress[e],
                                      f->value[2 * e * dim + k]));
    }
  }
  mg_factor_solve(&f->factor, u, NULL);
  for (size_t e = 0; e < f->b->m; e++) {
    const uint64_t *v = f->value + 2 * e * dim;
    uint64_t stretch =
      mg_field_add(field,
                   mg_field_dot(field, v, u + f->b->ends[2 * e] * dim, dim),
                   mg_field_dot(field, v + dim,
                                u + f->b->ends[2 * e + 1] * dim, dim));

    stress[e] = mg_field_sub(field, stress[e],
                             mg_field_mul(field, f->weight[e], stretch));
  }
  mg_free(u);
  return MGNN_OK;
}

/* A rigid framework is one part; otherwise a random motion shows the parts.  A
 * bar is redundant if a random stress is not 0 there. */
mgnn_status
mg_rigidity_random(mg_framework *f, mg_bar_facts *out, mgnn_error *err)
{
  size_t n = f->b->n, m = f->b->m;
  uint64_t *scratch = mg_alloc(n * f->dim + m, sizeof *scratch);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(scratch, err));
  out->rank = f->factor.rank;
  TRY(mg_framework_stress(f, scratch, err));
  for (size_t e = 0; e < m; e++)
    out->redundant[e] = scratch[e] != 0;
  TRY(find_motion(f, scratch, err));
  TRY(mg_rigid_components(f, scratch, out, err));
end:
  mg_free(scratch);
  return status;
}
