/* Factors A^T W A = L D L^T over a prime field, and solves with the factors.
 * Written here because SuiteSparse has no such numbers and dense elimination
 * would be too slow: 10^5 bars of degree 12 in space take 3 * 10^10
 * multiplications of 1.2 ns along the fronts, and 2 * 10^13 in a dense matrix.
 *
 * With random W no pivoting is needed.  By Cauchy and Binet the leading minors
 * are sums of squares of A's minors with different products of weights as
 * factors, so each vanishes for all W only if those of A do.  If a number of D
 * is 0, its column of A depends on earlier ones, and the rest of the column is
 * 0, too. */
#include "fronts.h"

#include "base/mem.h"
#include "base/subgraph.h"

#include <string.h>

typedef uint64_t num;

typedef struct {
  const mg_field *field;
  uint64_t *inverse;           /* by column: 1/D */
  size_t rank;
} num_context;

static inline num
num_add(const num_context *ctx, num a, num b)
{
  return mg_field_add(ctx->field, a, b);
}

static inline num
num_sub(const num_context *ctx, num a, num b)
{
  return mg_field_sub(ctx->field, a, b);
}

static inline num
num_mul(const num_context *ctx, num a, num b)
{
  return mg_field_mul(ctx->field, a, b);
}

static inline num
num_dot(const num_context *ctx, const num *a, const num *b, size_t count)
{
  return mg_field_dot(ctx->field, a, b, count);
}

static num
num_pivot(num_context *ctx, size_t column, const num *d)
{
  ctx->inverse[column] = *d == 0 ? 0 : mg_field_invert(ctx->field, *d);
  ctx->rank += *d != 0;
  return ctx->inverse[column];
}

#include "eliminate.h"

mgnn_status
mg_factor_find(mg_factor *f, const uint64_t *value, const uint64_t *weight,
               int keep, mgnn_error *err)
{
  size_t columns = f->shape->nodes * f->shape->width;
  num_context ctx = { f->field, NULL, 0 };
  elimination e = { .shape = f->shape, .fronts = f->fronts, .value = value,
                    .weight = weight };
  mgnn_status status = MGNN_OK;

  TRY(elimination_init(&e, err));
  TRY(mg_allocated_all(err, MG_ZEROS(f->lower, f->fronts->count),
                       MG_NEW(f->inverse, columns)));
  ctx.inverse = f->inverse;
  for (size_t k = 0; k < f->fronts->count; k++) {
    TRY(eliminate_front(&e, &ctx, k, &f->lower[k], err));
    if (!keep) {
      mg_free(f->lower[k]);
      f->lower[k] = NULL;
    }
  }
  f->rank = ctx.rank;
end:
  elimination_free(&e);
  if (status != MGNN_OK)
    mg_factor_free(f);
  return status;
}

void
mg_factor_free(mg_factor *f)
{
  if (f->lower != NULL)
    for (size_t k = 0; k < f->fronts->count; k++)
      mg_free(f->lower[k]);
  mg_free_all(f->lower, f->inverse);
  memset(f, 0, sizeof *f);
}

static size_t
column_of(const mg_factor *f, size_t k, size_t i)
{
  const mg_fronts *p = f->fronts;
  size_t width = f->shape->width, node = i / width;
  size_t pivots = p->pivot_first[k + 1] - p->pivot_first[k];

  node = node < pivots ? p->pivot[p->pivot_first[k] + node]
                       : p->rest[p->rest_first[k] + node - pivots];
  return node * width + i % width;
}

static size_t
front_pivots(const mg_factor *f, size_t k)
{
  return f->shape->width
         * (f->fronts->pivot_first[k + 1] - f->fronts->pivot_first[k]);
}

static size_t
front_size(const mg_factor *f, size_t k)
{
  return front_pivots(f, k) + f->shape->width
         * (f->fronts->rest_first[k + 1] - f->fronts->rest_first[k]);
}

/* x := L^-1 x, front by front; L has 1 on its diagonal. */
static void
solve_forward(const mg_factor *f, uint64_t *x)
{
  for (size_t k = 0; k < f->fronts->count; k++) {
    size_t pivots = front_pivots(f, k), size = front_size(f, k);

    for (size_t i = 1; i < size; i++) {
      uint64_t *xi = x + column_of(f, k, i);

      for (size_t j = 0; j < (i < pivots ? i : pivots); j++)
        *xi = mg_field_sub(f->field, *xi,
                           mg_field_mul(f->field, f->lower[k][i * pivots + j],
                                        x[column_of(f, k, j)]));
    }
  }
}

/* x := L^-T x. */
static void
solve_backward(const mg_factor *f, uint64_t *x)
{
  for (size_t k = f->fronts->count; k-- > 0;) {
    size_t pivots = front_pivots(f, k), size = front_size(f, k);

    for (size_t i = size; i-- > 1;) {
      uint64_t xi = x[column_of(f, k, i)];

      for (size_t j = 0; j < (i < pivots ? i : pivots); j++) {
        uint64_t *xj = x + column_of(f, k, j);

        *xj = mg_field_sub(f->field, *xj,
                           mg_field_mul(f->field, f->lower[k][i * pivots + j],
                                        xi));
      }
    }
  }
}

void
mg_factor_solve(const mg_factor *f, uint64_t *x, const uint64_t *loose)
{
  solve_forward(f, x);
  for (size_t c = 0; c < f->shape->nodes * f->shape->width; c++)
    x[c] = f->inverse[c] != 0 ? mg_field_mul(f->field, x[c], f->inverse[c])
         : loose != NULL ? loose[c] : 0;
  solve_backward(f, x);
}
