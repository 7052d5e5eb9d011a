/* Runs layers on shards. */
#include "shard_layers.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>
#include <time.h>

/* ---- exchange of ghosts ---- */

typedef struct {
  mg_shard *shard;
  mgnn_status status;          /* the first failure */
  mgnn_error err;
  double waited;               /* CPU seconds */
} halo;

static double
processor_time(void)
{
  return (double)clock() / CLOCKS_PER_SEC;
}

typedef mgnn_status halo_step(mg_shard *s, mg_number_kind kind, size_t width, void *x,
                              mgnn_error *err);

static void
halo_do(halo *h, halo_step *step, const mg_numbers *numbers, size_t width, void *y)
{
  h->waited -= processor_time();
  if (h->status == MGNN_OK)
    h->status = step(h->shard, numbers->size == sizeof (double) ? MG_DOUBLE : MG_FLOAT,
                     width, y, &h->err);
  h->waited += processor_time();
}

static void
halo_begin(void *ctx, const mg_numbers *numbers, size_t width, void *y)
{
  halo_do(ctx, mg_shard_exchange_begin, numbers, width, y);
}

static void
halo_end(void *ctx, const mg_numbers *numbers, size_t width, void *y)
{
  halo_do(ctx, mg_shard_exchange_end, numbers, width, y);
}

/* ---- the rows of a shard ---- */

/* Take lengths in the engine's units, as floats if that is exact or `single` is set. */
static mgnn_status
lengths_take(mg_rows *rows, const mg_shard *s, int single, double scale,
             mgnn_error *err)
{
  size_t slots = s->row[s->own];
  double *wide, *upper;
  float *narrow;

  if (s->length != NULL && !single && !mg_rows_fit_single(s->length, slots)) {
    wide = mg_rows_alloc(rows, slots, sizeof *wide);
    for (size_t k = 0; k < slots && wide != NULL; k++)
      wide[k] = scale * s->length[k];
    rows->length = wide;
  } else {
    narrow = mg_rows_alloc(rows, slots, sizeof *narrow);
    for (size_t k = 0; k < slots && narrow != NULL; k++)
      narrow[k] = (float)(scale * (s->length != NULL ? s->length[k] : 1));
    rows->length_single = narrow;
  }
  if (s->upper != NULL) {
    upper = mg_rows_alloc(rows, slots, sizeof *upper);
    for (size_t k = 0; k < slots && upper != NULL; k++)
      upper[k] = scale * s->upper[k];
    rows->upper = upper;
    PASS(mg_allocated(upper, err));
  }
  return rows->length != NULL || rows->length_single != NULL
         ? MGNN_OK : mg_fail_memory(err);
}

/* Set degrees including loops, if edges have weights. */
static mgnn_status
degrees_take(mg_rows *rows, const mg_shard *s, mgnn_error *err)
{
  double *degree;

  if (s->weight == NULL)
    return MGNN_OK;
  degree = mg_rows_alloc(rows, s->own, sizeof *degree);
  PASS(mg_allocated(degree, err));
  for (size_t i = 0; i < s->own; i++)
    degree[i] = s->degree[i] + rows->loop;
  rows->degree = degree;
  return MGNN_OK;
}

static mgnn_status
rows_of_shard(mg_engine *e, const mg_shard_run *run, const mg_rule *rule,
              mgnn_error *err)
{
  const mg_shard *s = run->shard;
  int reads = mg_rule_reads(rule);
  mg_rows *rows = &e->rows;

  *rows = (mg_rows){
    .n = s->own, .row = s->row, .to = s->to, .name = s->name, .near_name = s->name,
    .weight = s->weight,
    .loop = rule->form & MG_WITH_LOOPS ? 1 : run->loop,
    .in_z = (rule->form & MG_ATTENDED) != 0
  };
  PASS(degrees_take(rows, s, err));
  if (reads & MG_ROWS_ROOT) {
    double *root = mg_rows_alloc(rows, s->own + s->ghosts, sizeof *root);

    for (size_t i = 0; i < s->own + s->ghosts && root != NULL; i++) {
      double degree = s->degree[i] + rows->loop;

      root[i] = degree > 0 ? sqrt(degree) : 1;
    }
    rows->near_root = root;
    PASS(mg_allocated(root, err));
  }
  if (reads & MG_ROWS_LENGTH)
    PASS(lengths_take(rows, s, run->par->single_precision, e->scale, err));
  return MGNN_OK;
}

/* ---- the layers ---- */

static double
most_of(const mg_shard_run *run, const double *z)
{
  const mg_shard *s = run->shard;
  const double *origin = run->par->origin;
  size_t size = s->own * run->dim;
  double most = s->m > 0 && s->length == NULL ? 1 : 0;

  for (size_t k = 0; k < size; k++)
    most = fmax(most, fabs(z[k]));
  for (size_t k = 0; k < size && origin != NULL; k++)
    most = fmax(most, fabs(origin[k]));
  for (size_t k = 0; k < s->row[s->own] && s->length != NULL; k++)
    most = fmax(most, s->length[k]);
  return mg_ranks_most_real(s->ranks, most);
}

/* Run all layers; *bad: the first after which positions here are not finite. */
static mgnn_status
layers_step(mg_engine *e, const mg_shard_run *run, const halo *h, double *z,
            uint64_t *bad, mgnn_error *err)
{
  const mgnn_control *control = &run->par->control;
  mgnn_status status = MGNN_OK;

  for (size_t layer = 1; layer <= run->par->layers; layer++) {
    const mgnn_progress now = { layer, z, NAN, NAN };

    if (!mg_engine_step(e) && *bad == UINT64_MAX)
      *bad = layer;
    if (h->status != MGNN_OK) {
      *err = h->err;
      return h->status;
    }
    if (control->watch == NULL)
      continue;
    mg_engine_take(e, z);
    if (control->watch(control->watch_ctx, &now))
      return mg_fail(err, MGNN_ENOCONV, "stopped at layer %zu", layer);
  }
  return status;
}

mgnn_status
mg_shard_propagate(const mg_shard_run *run, double *z, mgnn_error *err)
{
  mg_shard *s = run->shard;
  halo h = { .shard = s, .status = MGNN_OK };
  mg_layer_run layers = { NULL, run->dim, run->par, NULL, { -1, 0, MG_AVX2 } };
  const mgnn_progress begin = { 0, z, NAN, NAN };
  mg_engine e = { 0 };
  uint64_t bad = UINT64_MAX, first;
  mgnn_status status = MGNN_OK;

  TRY(mg_dim_check(run->dim, err));
  TRY(mg_layer_params_check(run->par, 0, &layers.rule, err));
  mg_engine_begin(&e, &layers, run->par->single_precision
                               ? mg_engine_unit(most_of(run, z)) : 1);
  status = rows_of_shard(&e, run, layers.rule, err);
  e.halo = (mg_halo){ s->ghosts, s->interior, halo_begin, halo_end, &h };
  if (status == MGNN_OK)
    status = mg_engine_start(&e, &layers, z, err);
  TRY(mg_ranks_agree(s->ranks, status, err));
  if (run->par->control.watch != NULL
      && run->par->control.watch(run->par->control.watch_ctx, &begin))
    status = mg_fail(err, MGNN_ENOCONV, "stopped at layer 0");
  if (status == MGNN_OK)
    status = layers_step(&e, run, &h, z, &bad, err);
  TRY(mg_ranks_agree(s->ranks, status, err));
  MPI_Allreduce(&bad, &first, 1, MPI_UINT64_T, MPI_MIN, s->ranks->comm);
  if (first != UINT64_MAX)
    TRY(mg_layer_diverged(&layers, (size_t)first, err));
  if (run->par->layers > 0)
    mg_engine_take(&e, z);
end:
  if (run->waited != NULL)
    *run->waited += h.waited;
  mg_engine_free(&e);
  return status;
}
