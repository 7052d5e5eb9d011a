/* Orders the columns of a sparse A so that eliminating A^T A creates few new
 * entries, and plans the fronts: SuiteSparse's CHOLMOD orders the nodes and
 * finds the supernodes of the factor. */
#include "config.h"
#include "fronts.h"

#include "base/cholmod_late.h"
#include "base/mem.h"
#include "base/subgraph.h"

#include <string.h>

mgnn_status
mg_shape_init(mg_shape *out, size_t rows, size_t nodes, size_t width,
              size_t entries, mgnn_error *err)
{
  out->rows = rows;
  out->nodes = nodes;
  out->width = width;
  out->first = mg_alloc(rows + 1, sizeof *out->first);
  out->node = mg_alloc(entries, sizeof *out->node);
  return out->first != NULL && out->node != NULL ? MGNN_OK
                                                 : mg_fail_memory(err);
}

void
mg_shape_free(mg_shape *s)
{
  mg_free_all(s->first, s->node);
}

/* AMD gives better orders (up to 15 % less time for a rank) but forms A^T A,
 * which a hub can make dense; COLAMD works on A itself. */
static int
ordering(const mg_shape *s)
{
  const double most = 1e7;
  double product = 0;

  for (size_t r = 0; r < s->rows; r++) {
    double size = (double)(s->first[r + 1] - s->first[r]);

    product += size * size;
  }
  return product <= most ? CHOLMOD_AMD : CHOLMOD_COLAMD;
}

/* The symbolic factor of A^T A, by nodes.  Supernodes are not merged, as
 * CHOLMOD would for BLAS: the extra multiplications modulo a prime cost more
 * than merging saves. */
static mgnn_status
analyze(const mg_shape *s, cholmod_common *common, cholmod_factor **out,
        mgnn_error *err)
{
  size_t entries = s->first[s->rows];
  cholmod_sparse *a;

  common->print = 0;
  common->supernodal = CHOLMOD_SUPERNODAL;
  common->nmethods = 1;
  common->method[0].ordering = ordering(s);
  common->nrelax[0] = common->nrelax[1] = common->nrelax[2] = 0;
  common->zrelax[0] = common->zrelax[1] = common->zrelax[2] = 0;
  a = cholmod_l_allocate_sparse(s->nodes, s->rows, entries, 0, 1, 0,
                                CHOLMOD_PATTERN, common);
  PASS(mg_allocated(a, err));
  for (size_t r = 0; r <= s->rows; r++)
    ((SuiteSparse_long *)a->p)[r] = (SuiteSparse_long)s->first[r];
  for (size_t k = 0; k < entries; k++)
    ((SuiteSparse_long *)a->i)[k] = s->node[k];
  *out = cholmod_l_analyze(a, common);
  cholmod_l_free_sparse(&a, common);
  return mg_allocated(*out, err);      /* fails for lack of memory only */
}

/* Multiplications to eliminate k pivots with r others: (k+r)^3/6 - r^3/6. */
static double
front_work(double k, double r)
{
  return ((k + r) * (k + r) * (k + r) - r * r * r) / 6;
}

/* Copy CHOLMOD's supernodes to fronts.  Supernode k has the columns super[k] to
 * super[k+1]-1; their rows are in s, from pi[k] on, rising, these columns first.
 * front: n numbers, receives the front in which each node is eliminated. */
static void
fronts_fill(mg_fronts *f, const mg_shape *shape, const cholmod_factor *l,
            unsigned *front)
{
  const SuiteSparse_long *super = l->super, *pi = l->pi, *node = l->Perm;

  f->pivot_first[0] = f->rest_first[0] = 0;
  for (size_t k = 0; k < f->count; k++) {
    size_t pivots = (size_t)(super[k + 1] - super[k]);
    size_t rest = (size_t)(pi[k + 1] - pi[k]) - pivots;
    const SuiteSparse_long *row = (const SuiteSparse_long *)l->s + pi[k];

    f->pivot_first[k + 1] = f->pivot_first[k] + pivots;
    f->rest_first[k + 1] = f->rest_first[k] + rest;
    f->work += front_work((double)(shape->width * pivots),
                          (double)(shape->width * rest));
    for (size_t c = 0; c < pivots; c++) {
      unsigned i = (unsigned)node[(size_t)super[k] + c];

      f->pivot[f->pivot_first[k] + c] = i;
      front[i] = (unsigned)k;
    }
    for (size_t c = 0; c < rest; c++)
      f->rest[f->rest_first[k] + c] = (unsigned)node[row[pivots + c]];
  }
  for (size_t k = 0; k < f->count; k++)
    f->parent[k] = f->rest_first[k] < f->rest_first[k + 1]
                   ? front[f->rest[f->rest_first[k]]] : MG_NOWHERE;
  for (size_t r = 0; r < shape->rows; r++) {
    f->row_front[r] = MG_NOWHERE;
    for (size_t k = shape->first[r]; k < shape->first[r + 1]; k++)
      if (front[shape->node[k]] < f->row_front[r])
        f->row_front[r] = front[shape->node[k]];
  }
}

mgnn_status
mg_fronts_plan(mg_fronts *out, const mg_shape *shape, mgnn_error *err)
{
  size_t n = shape->nodes, rows = shape->rows;
  unsigned *front = NULL;
  cholmod_factor *l = NULL;
  cholmod_common common;
  mgnn_status status = mg_library_load(CHOLMOD_LIBRARY, err);

  memset(out, 0, sizeof *out);
  if (status != MGNN_OK)
    return status;
  cholmod_l_start(&common);
  TRY(mg_allocated(front = mg_alloc(n, sizeof *front), err));
  TRY(analyze(shape, &common, &l, err));
  out->count = n > 0 ? l->nsuper : 0;
  TRY(mg_allocated_all(err, out->pivot_first = mg_alloc(out->count + 1, 2 * sizeof (size_t)),
                       MG_NEW(out->pivot, l->ssize),
                       MG_NEW(out->parent, out->count + rows)));
  out->rest_first = out->pivot_first + out->count + 1;
  out->rest = out->pivot + n;
  out->row_front = out->parent + out->count;
  fronts_fill(out, shape, l, front);
end:
  cholmod_l_free_factor(&l, &common);
  cholmod_l_finish(&common);
  mg_free(front);
  if (status != MGNN_OK)
    mg_fronts_free(out);
  return status;
}

mgnn_status
mg_fronts_whole(mg_fronts *out, const mg_shape *shape, mgnn_error *err)
{
  size_t n = shape->nodes;

  memset(out, 0, sizeof *out);
  if ((out->pivot_first = mg_zalloc(4, sizeof (size_t))) == NULL
      || (out->pivot = mg_alloc(n, sizeof *out->pivot)) == NULL
      || (out->parent = mg_zalloc(1 + shape->rows, sizeof *out->parent)) == NULL) {
    mg_fronts_free(out);
    return mg_fail_memory(err);
  }
  out->count = 1;
  out->pivot_first[1] = n;
  for (size_t i = 0; i < n; i++)
    out->pivot[i] = (unsigned)i;
  out->parent[0] = MG_NOWHERE;
  out->rest_first = out->pivot_first + 2;
  out->rest = out->pivot + n;
  out->row_front = out->parent + 1;
  out->work = front_work((double)(shape->width * n), 0);
  return MGNN_OK;
}

void
mg_fronts_free(mg_fronts *f)
{
  mg_free_all(f->pivot_first, f->pivot, f->parent);
  memset(f, 0, sizeof *f);
}
