/* Runs layers: moves positions in and out, and passes over all rows, block by
 * block.  The formulas are in the kernels. */
#include "engine.h"
#include "base/mem.h"
#include "base/order.h"
#include "base/random.h"
#include "base/threads.h"
#include "problem/energy.h"

#include <math.h>
#include <string.h>

/* Numbers nodes along a Hilbert curve and rates numberings.  10^6 points take
 * 0.20 s, mostly for the keys; qsort instead of the radix sort would take 0.31
 * s, GSL's gsl_sort_uint_index, which is not stable, 0.55 s
 * (bench/libraries). */

enum { SAMPLE = 2000, MOST = 20 };     /* rows sampled, slots of each */

double
mg_order_gap(const mg_rows *rows, const unsigned *place)
{
  size_t step = rows->n / SAMPLE + 1, count = 0;
  double sum = 0;

  for (size_t i = 0; i < rows->n; i += step)
    for (size_t k = rows->row[i]; k < rows->row[i + 1] && k < rows->row[i] + MOST;
         k++, count++) {
      unsigned j = rows->to[k];

      sum += place == NULL ? fabs((double)i - (double)j)
                           : fabs((double)place[i] - (double)place[j]);
    }
  return count > 0 ? sum / (double)count : 0;
}

static void
range_find(const double *y, size_t n, size_t dim, double *least, double *most)
{
  *least = *most = y[0];
  for (size_t i = 1; i < n; i++) {
    *least = fmin(*least, y[i * dim]);
    *most = fmax(*most, y[i * dim]);
  }
}

static uint32_t
column_of(double x, double least, double most)
{
  double part = most > least ? (x - least) / (most - least) : 0;

  return (uint32_t)(part * ((1 << MG_HILBERT_BITS) - 1));
}

/* One pass of a radix sort, by 16 bits of the keys from `shift` on.  O(n) and
 * stable, so that nodes with equal keys stay in order. */
static void
sort_by(const uint32_t *key, unsigned shift, size_t n, const unsigned *from,
        unsigned *to, size_t *begin)
{
  memset(begin, 0, ((1 << 16) + 1) * sizeof *begin);
  for (size_t i = 0; i < n; i++)
    begin[(key[i] >> shift & 0xffff) + 1]++;
  for (size_t b = 0; b < 1 << 16; b++)
    begin[b + 1] += begin[b];
  for (size_t i = 0; i < n; i++)
    to[begin[key[from[i]] >> shift & 0xffff]++] = from[i];
}

mgnn_status
mg_order_along(const double *y, size_t n, size_t dim, unsigned *order,
               unsigned *place, mgnn_error *err)
{
  double least[2], most[2];
  uint32_t *key = mg_alloc(n, sizeof *key);
  size_t *begin = mg_alloc((1 << 16) + 1, sizeof *begin);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, key, begin));
  if (n == 0)
    goto end;
  range_find(y, n, dim, &least[0], &most[0]);
  range_find(y + 1, n, dim, &least[1], &most[1]);
  for (size_t i = 0; i < n; i++) {
    uint32_t cell[] = { column_of(y[i * dim], least[0], most[0]),
                        column_of(y[i * dim + 1], least[1], most[1]) };

    key[i] = (uint32_t)mg_hilbert_key(cell, 2);
    order[i] = (unsigned)i;
  }
  sort_by(key, 0, n, order, place, begin);
  sort_by(key, 16, n, place, order, begin);
  for (size_t k = 0; k < n; k++)
    place[order[k]] = (unsigned)k;
end:
  mg_free_all(key, begin);
  return status;
}

/* Compare neighbours with random nodes along the first coordinate.  In a random
 * start a neighbour is less than 3/8 as far in (2/pi) atan(3/8) = 0.23 of the
 * slots.  Comparing with the breadth of the drawing would accept a random start of
 * 10^6 nodes, since the extremes of many normal deviates lie ever farther out. */
int
mg_order_is_local(const mg_rows *rows, const double *y, size_t dim)
{
  size_t step = rows->n / SAMPLE + 1;
  uint64_t stream = mg_random_stream(0, rows->n);
  size_t count = 0, near = 0;

  if (dim < 2 || rows->n == 0)
    return 0;
  for (size_t i = 0; i < rows->n; i += step)
    for (size_t k = rows->row[i]; k < rows->row[i + 1] && k < rows->row[i] + MOST;
         k++, count++) {
      size_t other = mg_random_below(&stream, rows->n);

      near += fabs(y[i * dim] - y[rows->to[k] * dim])
              < 0.375 * fabs(y[i * dim] - y[other * dim]);
    }
  return 2 * near > count;
}

static void
put(const mg_engine *e, const double *z, void *y)
{
  size_t n = e->rows.n, blocks = mg_blocks(n);

#pragma omp parallel for schedule(static) if (blocks > 16) \
  num_threads(mg_threads(e->threads))
  for (size_t b = 0; b < blocks; b++)
    e->numbers->put(&e->rows, e->dim, e->width, e->scale, z, y,
                    (mg_range){ b * MG_BLOCK, mg_block_end(b, n) });
}

void
mg_engine_take(const mg_engine *e, double *z)
{
  size_t n = e->rows.n, blocks = mg_blocks(n);

#pragma omp parallel for schedule(static) if (blocks > 16) \
  num_threads(mg_threads(e->threads))
  for (size_t b = 0; b < blocks; b++)
    e->numbers->take(&e->rows, e->dim, e->width, e->scale,
                     e->finish.sum != NULL ? e->finish.other : e->y, z,
                     (mg_range){ b * MG_BLOCK, mg_block_end(b, n) });
}

/* Fill in b W for the next layer, with b = log(theta/layer + 1) and W as in a
 * new network: uniform from -1/sqrt(dim) to 1/sqrt(dim).  Returns 1 - b. */
static double
matrix_fill(const mg_engine *e)
{
  uint64_t stream = mg_random_stream(e->rate.seed, e->layers + 1);
  double b = log1p(e->finish.theta / (double)(e->layers + 1));
  double most = b / sqrt((double)e->dim);

  for (size_t k = 0; k < e->dim * e->dim; k++)
    e->finish.matrix[k] = most * (2 * mg_random_uniform(&stream) - 1);
  return 1 - b;
}

/* Apply the rule's later steps to a block of rows; returns the new positions. */
static const void *
block_apply_form(const mg_engine *e, double keep, mg_range range)
{
  const mg_finish *f = &e->finish;
  const mg_positions mapped = { e->dim, e->width, NULL, e->next, NULL, f->other };
  const mg_addition sum = {
    e->y0, e->next, f->sum, f->other,
    f->sum != NULL ? mg_filter_term(&f->filter, e->layers + 1) : 0,
    f->sum != NULL ? mg_filter_last(&f->filter, e->layers + 1) : 0
  };

  if (f->form & MG_DAMPED && f->step != 1)
    e->numbers->blend(e->y, f->step, e->next, range.begin * e->width,
                      range.end * e->width);
  if (f->form & MG_MAPPED)
    e->numbers->map(&mapped, keep, f->matrix, range);
  if (f->form & MG_FILTERED)
    e->numbers->add(&e->rows, e->width, &sum, range);
  return f->other != NULL ? f->other : e->next;
}

/* Compute a range of rows; returns nonzero if the new positions are finite,
 * which is tested while a block is in the cache. */
static int
rows_pass(mg_engine *e, int prefetch, double keep, mg_range rows)
{
  const mg_positions at = { e->dim, e->width, e->y0, e->y, e->y, e->next };
  size_t blocks = mg_blocks(rows.end - rows.begin);
  int finite = 1;

#pragma omp parallel for schedule(dynamic, 4) if (blocks > 4) \
  num_threads(mg_threads(e->threads)) reduction(&& : finite)
  for (size_t b = 0; b < blocks; b++) {
    size_t begin = rows.begin + b * MG_BLOCK;
    size_t end = rows.begin + mg_block_end(b, rows.end - rows.begin);
    const void *made;

    e->kernel->run(&e->rows, &e->rate, &at, begin, end,
                   prefetch && mg_prefetch_allowed(&e->rows, end));
    made = block_apply_form(e, keep, (mg_range){ begin, end });
    finite = e->numbers->finite(made, begin * e->width, end * e->width)
             && finite;
  }
  return finite;
}

/* Compute all rows: those without copies first, while the copies are on their way. */
static int
pass(mg_engine *e, int prefetch)
{
  double keep = e->finish.matrix != NULL ? matrix_fill(e) : 1;
  const mg_halo *halo = &e->halo;
  int finite;

  if (halo->begin == NULL)
    return rows_pass(e, prefetch, keep, (mg_range){ 0, e->rows.n });
  halo->begin(halo->ctx, e->numbers, e->width, e->y);
  finite = rows_pass(e, prefetch, keep, (mg_range){ 0, halo->inner });
  halo->end(halo->ctx, e->numbers, e->width, e->y);
  return rows_pass(e, prefetch, keep, (mg_range){ halo->inner, e->rows.n })
         && finite;
}

/* Prefetching halves the time of a layer if neighbours are far apart in memory
 * (8.8 ns per slot to 4.4 for a random graph of 10^6 nodes), and costs up to 16
 * % otherwise.  It changes no bit, so time may decide: the first layers run
 * alternately with and without, and the faster way is kept. */
enum { TRIALS = 6 };

int
mg_engine_step(mg_engine *e)
{
  double begin = e->prefetch < 0 ? mg_clock() : 0;
  int finite = pass(e, e->prefetch >= 0 ? e->prefetch : (int)(e->layers % 2));
  void **made = e->finish.form & MG_MAPPED ? &e->finish.other : &e->next;
  void *swap = e->y;

  e->y = *made;
  *made = swap;
  if (e->prefetch < 0) {
    double took = mg_clock() - begin, *best = &e->seconds[e->layers % 2];

    if (e->layers < 2 || took < *best)
      *best = took;
    if (e->layers + 1 == TRIALS)
      e->prefetch = e->seconds[1] < e->seconds[0];
  }
  e->layers++;
  return finite;
}

void
mg_engine_free(mg_engine *e)
{
  mg_rows_free(&e->rows);
  mg_free_all(e->degree, e->order, e->finish.matrix);
  mg_filter_free(&e->finish.filter);
  mg_free_all(e->finish.other, e->finish.sum, e->y0, e->y, e->next);
}

double
mg_engine_unit(double most)
{
  int exponent;

  frexp(most, &exponent);
  return most > 0 && most < INFINITY ? ldexp(1, -exponent) : 1;
}

/* The largest absolute value of all positions and lengths. */
static double
largest_number(const mg_layer_run *run, const double *z)
{
  const mg_graph *g = &run->p->graph;
  const double *origin = run->par->origin;
  size_t size = g->n * run->dim;
  double most = 0;

  for (size_t k = 0; k < size; k++)
    most = fmax(most, fabs(z[k]));
  for (size_t k = 0; k < size && origin != NULL; k++)
    most = fmax(most, fabs(origin[k]));
  for (size_t k = 0; k < g->m; k++)
    most = fmax(most, g->target[k]);
  return most;
}

/* Renumbering costs about twenty layers and saves up to half of each if
 * neighbours are needlessly far apart in memory.  It is done only if their mean
 * distance exceeds a cache, and the new numbers cut that to a quarter.  It
 * changes no bit. */
enum { NEAR_BYTES = 1 << 18 };

/* Order along a Hilbert curve if z is already a drawing, else breadth first. */
static mgnn_status
order_choose(const mg_engine *e, int forced, const double *z, unsigned *place,
             mgnn_error *err)
{
  size_t dim = e->dim;

  if (dim > 1 && (forced == MG_ALONG || (forced < 0 && mg_order_is_local(
                                           &e->rows, z, dim))))
    return mg_order_along(z, e->rows.n, dim, e->order, place, err);
  mg_breadth_first(e->rows.n, e->rows.row, e->rows.to, e->order, place);
  return MGNN_OK;
}

static mgnn_status
renumber(mg_engine *e, size_t steps, size_t bytes, int forced, const double *z,
         mgnn_error *err)
{
  double gap = mg_order_gap(&e->rows, NULL);
  unsigned *place = NULL;
  mgnn_status status = MGNN_OK;

  if (forced == 0 || (forced < 0 && (steps < MG_LONG_RUN
                                     || gap * (double)bytes < NEAR_BYTES)))
    return MGNN_OK;
  TRY(mg_allocated_all(err, MG_NEW(e->order, e->rows.n), MG_NEW(place, e->rows.n)));
  TRY(order_choose(e, forced, z, place, err));
  if (forced > 0 || mg_order_gap(&e->rows, place) < gap / 4)
    TRY(mg_rows_reorder(&e->rows, e->order, place, e->threads, err));
  else {
    mg_free(e->order);
    e->order = NULL;
  }
end:
  mg_free(place);
  return status;
}

int
mg_rule_reads(const mg_rule *rule)
{
  return rule->kind == MG_METRIC ? MG_ROWS_LENGTH
         : rule->kind == MG_MESSAGE ? MG_ROWS_LENGTH | MG_ROWS_ROOT : 0;
}

/* Make the rows of the graph as the rule needs them: with self-loops, or with
 * attention as the weights. */
static mgnn_status
rows_make(mg_engine *e, const mg_layer_run *run, mgnn_error *err)
{
  const mgnn_layer_params *par = run->par;
  mg_graph g = run->p->graph;
  int attended = run->rule->form & MG_ATTENDED && par->attention != NULL;
  int looped = run->rule->form & MG_WITH_LOOPS && g.loop == 0;

  if (attended || (looped && g.degree != NULL)) {
    PASS(mg_allocated(e->degree = mg_zalloc(g.n, sizeof *e->degree), err));
  }
  for (size_t k = 0; k < 2 * g.m && attended; k++)
    e->degree[g.ends[k]] += par->attention[k / 2];
  for (size_t i = 0; i < g.n && e->degree != NULL; i++)
    e->degree[i] += attended ? g.loop : g.degree[i] + 1;
  if (e->degree != NULL)
    g.degree = e->degree;
  if (attended)
    g.stiffness = (double *)par->attention;    /* read only */
  if (looped)
    g.loop = 1;
  PASS(mg_rows_make(&e->rows, &g, mg_rule_reads(run->rule), par->single_precision,
                    e->scale, e->threads, err));
  e->rows.in_z = (run->rule->form & MG_ATTENDED) != 0;
  return MGNN_OK;
}

/* Prepare the steps after the kernel; positions are in e->y. */
static mgnn_status
finish_init(mg_engine *e, const mg_layer_run *run, mgnn_error *err)
{
  const mgnn_layer_params *par = run->par;
  size_t n = e->rows.n, bytes = e->width * e->numbers->size;
  mg_finish *f = &e->finish;

  *f = (mg_finish){ .form = run->rule->form, .step = par->step,
                    .theta = par->theta };
  if (f->form & (MG_MAPPED | MG_FILTERED))
    PASS(mg_allocated(f->other = mg_alloc_large(n + e->halo.count, bytes), err));
  if (f->form & MG_MAPPED)
    PASS(mg_allocated(f->matrix = mg_alloc(e->dim, e->dim * sizeof *f->matrix),
                      err));
  if (f->form & MG_FILTERED) {
    PASS(mg_filter_parse(&f->filter, par->filter, par->alpha, err));
    PASS(mg_allocated(f->sum = mg_zalloc(n, bytes), err));
    e->numbers->add(&e->rows, e->width, &(mg_addition){
                      e->y0, e->y, f->sum, f->other,
                      mg_filter_term(&f->filter, 0), 0 }, (mg_range){ 0, n });
  }
  return MGNN_OK;
}

void
mg_engine_begin(mg_engine *e, const mg_layer_run *run, double scale)
{
  const mgnn_layer_params *par = run->par;

  memset(e, 0, sizeof *e);
  e->dim = run->dim;
  e->threads = par->control.threads;
  e->numbers = par->single_precision ? &mg_singles : &mg_doubles;
  e->scale = scale;
  e->rate = (mg_rates){ run->rule->takes_alpha ? par->alpha : 0, par->beta,
                        par->eps * scale, par->p,
                        par->mu * pow(scale, par->p - 2), par->control.seed };
  if (run->rule->form & MG_FILTERED)
    e->rate.alpha = 0;         /* alpha belongs to the filter here */
}

mgnn_status
mg_engine_start(mg_engine *e, const mg_layer_run *run, const double *z,
                mgnn_error *err)
{
  const mgnn_layer_params *par = run->par;
  size_t near = e->rows.n + e->halo.count;
  size_t bytes;                /* size of a position */

  e->kernel = mg_kernel_find(run->rule->kind, &e->rows, e->dim,
                             par->single_precision != 0, run->choice.cpu);
  e->width = (e->dim + e->kernel->pad - 1) / e->kernel->pad * e->kernel->pad;
  bytes = e->width * e->numbers->size;
  PASS(mg_allocated_all(err, e->y0 = mg_alloc_large(e->rows.n, bytes),
                        e->y = mg_alloc_large(near, bytes),
                        e->next = mg_alloc_large(near, bytes)));
  /* Positions that fit in a core's cache (512 kB) need no prefetching. */
  e->prefetch = run->choice.prefetch;
  if (e->prefetch < 0 && near * bytes < 1 << 19)
    e->prefetch = 0;
  put(e, z, e->y);
  put(e, par->origin != NULL ? par->origin : z, e->y0);
  return finish_init(e, run, err);
}

mgnn_status
mg_engine_init(mg_engine *e, const mg_layer_run *run, const double *z,
               mgnn_error *err)
{
  const mgnn_layer_params *par = run->par;

  mg_engine_begin(e, run, par->single_precision
                          ? mg_engine_unit(largest_number(run, z)) : 1);
  PASS(rows_make(e, run, err));
  PASS(renumber(e, par->layers, e->dim * e->numbers->size, run->choice.reorder,
                z, err));
  return mg_engine_start(e, run, z, err);
}
