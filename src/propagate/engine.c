/* The engine of the layers: positions in and out, and the pass over all rows,
 * block by block.  It knows no formula. */
#include "engine.h"
#include "base/clock.h"
#include "base/mem.h"
#include "problem/energy.h"

#include <math.h>
#include <string.h>

/* sqrt(d_i), 1 where there is none. */
static double
root(const mg_rows *rows, size_t i)
{
  double degree = mg_rows_degree(rows, i);

  return degree > 0 ? sqrt(degree) : 1;
}

/* y = z / root(i), with zeros where the width exceeds the dimension. */
static void
put(const mg_engine *e, const double *z, double *y)
{
  size_t n = e->rows.n, dim = (size_t)e->p->dim;

#pragma omp parallel for schedule(static) if (n > 16 * MG_BLOCK) \
  num_threads(mg_threads(e->threads))
  for (size_t i = 0; i < n; i++) {
    double by = root(&e->rows, i);

    for (size_t c = 0; c < dim; c++)
      y[i * e->width + c] = z[i * dim + c] / by;
    for (size_t c = dim; c < e->width; c++)
      y[i * e->width + c] = 0;
  }
}

void
mg_engine_take(const mg_engine *e, double *z)
{
  size_t n = e->rows.n, dim = (size_t)e->p->dim;
  const double *y = e->y;

#pragma omp parallel for schedule(static) if (n > 16 * MG_BLOCK) \
  num_threads(mg_threads(e->threads))
  for (size_t i = 0; i < n; i++) {
    double by = root(&e->rows, i);

    for (size_t c = 0; c < dim; c++)
      z[i * dim + c] = y[i * e->width + c] * by;
  }
}

/* Several sums, so that they need not wait for one another. */
static int
all_finite(const double *x, size_t count)
{
  double sum[8] = { 0 };
  size_t k = 0;

  for (; k + 8 <= count; k += 8)
    for (size_t t = 0; t < 8; t++)
      sum[t] += x[k + t] * 0;          /* 0, or NAN from then on */
  for (; k < count; k++)
    sum[0] += x[k] * 0;
  return sum[0] + sum[1] + sum[2] + sum[3] + sum[4] + sum[5] + sum[6] + sum[7]
         == 0;
}

/* All rows once. */
static int
pass(mg_engine *e, int prefetch)
{
  const mg_field field = { (size_t)e->p->dim, e->width, e->y0, e->y, e->y,
                           e->next };
  size_t n = e->rows.n, blocks = mg_blocks(n);
  int finite = 1;

#pragma omp parallel for schedule(dynamic, 4) if (blocks > 4) \
  num_threads(mg_threads(e->threads)) reduction(&& : finite)
  for (size_t b = 0; b < blocks; b++) {
    size_t begin = b * MG_BLOCK, end = begin + MG_BLOCK < n ? begin + MG_BLOCK : n;

    e->kernel->run(&e->rows, &e->rate, &field, begin, end,
                   prefetch && mg_prefetch_allowed(&e->rows, end));
    finite = finite && all_finite((double *)e->next + begin * e->width,
                                  (end - begin) * e->width);
  }
  return finite;
}

/* Fetching ahead pays where positions are far apart in memory, and costs where
 * they are not.  It changes no bit, so a clock may decide: the first layers are
 * run this way and that, and the faster way is kept. */
enum { TRIALS = 4 };

static int
prefetch_now(const mg_engine *e)
{
  return e->prefetch >= 0 ? e->prefetch : (int)(e->layers % 2);
}

static void
prefetch_learn(mg_engine *e, double took)
{
  double *best = &e->seconds[e->layers % 2];

  if (e->layers < 2 || took < *best)
    *best = took;
  if (e->layers + 1 == TRIALS)
    e->prefetch = e->seconds[1] < e->seconds[0];
}

int
mg_engine_step(mg_engine *e)
{
  double begin = e->prefetch < 0 ? mg_clock() : 0;
  int finite = pass(e, prefetch_now(e));
  void *swap = e->y;

  e->y = e->next;
  e->next = swap;
  if (e->prefetch < 0)
    prefetch_learn(e, mg_clock() - begin);
  e->layers++;
  return finite;
}

void
mg_engine_free(mg_engine *e)
{
  mg_rows_free(&e->rows);
  mg_free(e->y0);
  mg_free(e->y);
  mg_free(e->next);
}

mgnn_status
mg_engine_init(mg_engine *e, const mgnn_problem *p, const mgnn_params *par,
               const mg_rule *rule, const mg_choice *choice, const double *z,
               mgnn_error *err)
{
  const mg_rates rate = { rule->takes_alpha ? par->alpha : 0, par->beta,
                          par->eps, par->seed };
  size_t n = p->graph.n, dim = (size_t)p->dim;
  int reads = (rule->kind != MG_MEAN ? MG_ROWS_LENGTH : 0)
              | (rule->kind == MG_MESSAGE ? MG_ROWS_ROOT : 0);
  mgnn_status status;

  memset(e, 0, sizeof *e);
  e->p = p;
  e->rate = rate;
  e->threads = par->threads;
  status = mg_rows_make(&e->rows, &p->graph, reads, 0, 1, par->threads, err);
  if (status != MGNN_OK)
    return status;
  e->kernel = mg_kernel_find(rule->kind, &e->rows, dim, 0, choice->cpu);
  e->width = (dim + e->kernel->pad - 1) / e->kernel->pad * e->kernel->pad;
  e->size = sizeof (double);
  e->y0 = mg_alloc_large(n, e->width * e->size);
  e->y = mg_alloc_large(n, e->width * e->size);
  e->next = mg_alloc_large(n, e->width * e->size);
  if (e->y0 == NULL || e->y == NULL || e->next == NULL) {
    mg_engine_free(e);
    return mg_fail_memory(err);
  }
  /* What fits the cache next to the processor needs no fetching. */
  e->prefetch = n * e->width * e->size < 1 << 19 ? 0 : choice->prefetch;
  if (choice->prefetch >= 0)
    e->prefetch = choice->prefetch;
  put(e, z, e->y);
  put(e, par->origin != NULL ? par->origin : z, e->y0);
  return MGNN_OK;
}
