/* Layout mode on many ranks.  Components that fit on one rank are searched there
 * like in the ordinary program; larger ones by all ranks together, one after the
 * other, by sparse stress and, if only edges count, a descent on E from there.
 * The later stages for exact lengths (repair, stitching) are left out. */
#include "shard_layout.h"
#include "base/threads.h"
#include "base/mem.h"
#include "checkpoint.h"
#include "write_text.h"
#include "shard_components.h"
#include "solve/arrange/align.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { GATHER = 5000 };

typedef struct {
  mg_shard *s;
  const mg_owners *owners;
  mg_shard_layout_options *opt;
  const unsigned char *pin;
  double *y;
  mg_shard_components parts;
  mg_checkpoint keep;
  mg_small_outcome small;      /* of the components searched by one rank */
  mg_shard_outcome *out;
} divided_layout;

static void
phase_begin(divided_layout *l, const char *name)
{
  l->out->phase = name;
  mg_ranks_stage(name);
}

void
mg_shard_layout_options_init(mg_shard_layout_options *opt)
{
  *opt = (mg_shard_layout_options){ .dim = 2, .seed = 1, .tolerance = 1e-6,
                                    .aspect = 1, .gather = GATHER };
}

/* ---- one component, by all ranks ---- */

typedef struct {
  divided_layout *l;
  mg_shard shard;              /* of the component; unused if it is the whole graph */
  unsigned *at;                /* own nodes of it in l->s; NULL: it is all */
  mg_shard_paths paths;
  unsigned char *pin;          /* of the component */
  double *y, *start;           /* own * dim each */
  mg_shard_task task;
} component;

/* Copy positions from the whole graph, or back to it. */
static void
component_move(const component *c, double *y, int back)
{
  size_t dim = c->l->opt->dim;

  for (size_t i = 0; i < c->task.shard->own; i++) {
    double *whole = c->l->y + (c->at != NULL ? c->at[i] : i) * dim;

    memcpy(back ? whole : y + i * dim, back ? y + i * dim : whole, dim * sizeof *y);
  }
}

static mgnn_status
component_init(component *c, divided_layout *l, int64_t label, mgnn_error *err)
{
  const mg_shard_layout_options *opt = l->opt;
  mg_shard *s = l->s;
  size_t dim = opt->dim, size;
  int pinned = 0, keeping = opt->checkpoint != NULL;

  *c = (component){ .l = l };
  phase_begin(l, "dividing the components");
  if (l->parts.count > 1) {
    PASS(mg_shard_component(&c->shard, l->s, &l->parts, label, l->owners, &c->at, err));
    s = &c->shard;
  }
  size = s->own * dim;
  c->pin = mg_alloc(size, 1);
  c->y = mg_alloc(2 * size, sizeof *c->y);
  if (keeping)
    l->keep.vector = mg_zalloc(MG_KEPT_VECTORS, size * sizeof *c->y);
  PASS(mg_ranks_have(s->ranks, c->pin != NULL && c->y != NULL
                     && (!keeping || l->keep.vector != NULL), err));
  c->start = c->y + size;
  for (size_t i = 0; i < s->own && l->pin != NULL; i++)
    for (size_t k = 0; k < dim; k++)
      pinned |= c->pin[i * dim + k]
        = l->pin[(c->at != NULL ? c->at[i] : i) * dim + k];
  pinned = mg_rank_any(s->ranks, pinned);
  PASS(mg_shard_paths_init(&c->paths, s, err));
  c->task = (mg_shard_task){ s, l->owners, &c->paths, 0, dim, opt->seed,
                             pinned ? c->pin : NULL, &l->opt->limits };
  mg_ranks_before(s->ranks, s->own, &c->task.nodes);
  component_move(c, c->y, 0);
  l->keep.part = s;
  l->keep.state.component = label;
  return MGNN_OK;
}

static mgnn_status
keep_stage(component *c, int stage, mgnn_error *err)
{
  mg_checkpoint *keep = &c->l->keep;
  int over;

  component_move(c, c->y, 1);
  if (c->l->opt->checkpoint == NULL)
    return MGNN_OK;
  keep->state.stage = stage;
  keep->state.step = 0;
  keep->state.iterations = c->l->opt->limits.done;
  return mg_checkpoint_due(keep, keep->ranks, &c->l->opt->limits, &over)
         ? mg_checkpoint_write(keep, 0, err) : MGNN_OK;
}

/* Sampled steps may raise the stress; then a given start is kept instead. */
static mgnn_status
stress_run(component *c, int rough, mgnn_error *err)
{
  divided_layout *l = c->l;
  mg_checkpoint *keep = l->opt->checkpoint != NULL ? &l->keep : NULL;
  size_t size = c->task.shard->own * l->opt->dim;
  double before = INFINITY, after = 0;

  phase_begin(l, "sparse stress");
  memcpy(c->start, c->y, size * sizeof *c->y);
  if (l->opt->given)
    PASS(mg_shard_stress_estimate(&c->task, c->start, &before, err));
  PASS(mg_shard_stress(&c->task, l->opt->given, rough, c->y, keep, err));
  if (!rough)
    PASS(mg_shard_stress_estimate(&c->task, c->y, &after, err));
  if (!(after < before)) {
    memcpy(c->y, c->start, size * sizeof *c->y);
    after = before;
  }
  l->out->stress += after;
  return MGNN_OK;
}

/* Run all stages, or resume from the stage of the checkpoint. */
static mgnn_status
component_search(component *c, mgnn_error *err)
{
  divided_layout *l = c->l;
  int stage = l->keep.resumed ? (int)l->keep.state.stage : MG_STAGE_FIRST;
  const mg_reducer reducer = mg_rank_reducer(l->s->ranks);
  double value;

  if (l->keep.resumed) {
    phase_begin(l, "reading the checkpoint");
    PASS(mg_checkpoint_read_part(&l->keep, err));
    l->opt->limits.done = (size_t)l->keep.state.iterations;
    l->out->stress = l->keep.state.stress;
    if (l->keep.state.vectors == 0)      /* saved between two stages */
      l->keep.resumed = 0;
  }
  if (stage < MG_STAGE_DESCENT && (l->opt->paths || !l->opt->given)) {
    PASS(stress_run(c, !l->opt->paths, err));
    PASS(keep_stage(c, MG_STAGE_DESCENT, err));
  }
  if (!l->opt->paths) {
    phase_begin(l, "descent");
    PASS(mg_shard_descend(&c->task, l->opt->tolerance, c->y,
                          l->opt->checkpoint != NULL ? &l->keep : NULL, &value, err));
  }
  phase_begin(l, "orientation");
  if (!l->opt->given && c->task.pin == NULL)
    PASS(mg_orient_all(&(mg_points){ l->opt->dim, c->task.shard->own,
                                     (double)c->task.nodes, c->task.shard->name,
                                     &reducer }, c->y, err));
  return MGNN_OK;
}

/* ---- all of them ---- */

static mgnn_status
divided_search(divided_layout *l, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < l->parts.large_count; k++) {
    int64_t label = l->parts.large[k];
    component c;

    if (l->keep.resumed && label < l->keep.state.component)
      continue;                          /* its positions were read */
    status = component_init(&c, l, label, err);
    if (status == MGNN_OK)
      status = component_search(&c, err);
    if (status == MGNN_OK) {
      component_move(&c, c.y, 1);
      l->out->divided++;
    }
    mg_shard_paths_free(&c.paths);
    if (c.at != NULL)
      mg_shard_free(&c.shard);
    mg_free_all(c.at, c.pin, c.y, c.l->keep.vector);
    c.l->keep.vector = NULL;
    TRY(status);
    /* The next checkpoint continues behind this component. */
    l->keep.state.component = label + 1;
    l->keep.state.stress = l->out->stress;
    l->keep.state.stage = MG_STAGE_FIRST;
  }
end:
  return status;
}

/* A checksum of all slots, the same for every division of the nodes. */
static uint64_t
graph_sum(const mg_shard *s)
{
  const double *values[] = { s->length, s->upper, s->weight };
  uint64_t sum = 0, bits;

  for (size_t i = 0; i < s->own; i++)
    for (size_t k = s->row[i]; k < s->row[i + 1]; k++) {
      uint64_t h = mg_word_mixed(s->name[i] + UINT64_C(1), s->name[s->to[k]]);

      for (size_t v = 0; v < 3; v++)
        if (values[v] != NULL) {
          memcpy(&bits, &values[v][k], sizeof bits);
          h = mg_word_mixed(h + v, bits);
        }
      sum += h;
    }
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, s->ranks->comm);
  return sum;
}

/* The same for the given start and for pins. */
static uint64_t
start_sum(const divided_layout *l)
{
  const mg_shard *s = l->s;
  size_t dim = l->opt->dim;
  uint64_t sum = 0, bits;

  for (size_t k = 0; k < s->own * dim; k++) {
    int pinned = l->pin != NULL && l->pin[k];

    if (!pinned && !l->opt->given)
      continue;
    memcpy(&bits, &l->y[k], sizeof bits);
    sum += mg_word_mixed(2 * (s->name[k / dim] * dim + k % dim) + 1 + (uint64_t)pinned,
                         bits);
  }
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, s->ranks->comm);
  return sum;
}

/* Resume from the checkpoint; components to be searched again get their start
 * back. */
static mgnn_status
keep_read(divided_layout *l, mgnn_error *err)
{
  size_t dim = l->opt->dim, size = l->s->own * dim;
  double *start = mg_alloc(size, sizeof *start);
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(l->s->ranks, mg_allocated(start, err), err));
  memcpy(start, l->y, size * sizeof *start);
  TRY(mg_checkpoint_read(&l->keep, l->y, err));
  for (size_t k = 0; k < size && l->keep.state.small.unfinished; k++)
    if (l->parts.size[k / dim] <= l->opt->gather)
      l->y[k] = start[k];
end:
  mg_free(start);
  return status;
}

static mgnn_status
keep_init(divided_layout *l, mgnn_error *err)
{
  const mg_shard_layout_options *opt = l->opt;

  l->keep = (mg_checkpoint){ .ranks = l->s->ranks, .path = opt->checkpoint,
                             .every = opt->every, .last = mg_clock(), .whole = l->s,
                             .owners = l->owners, .y = l->y, .part = l->s };
  if (opt->checkpoint == NULL)
    return MGNN_OK;
  l->keep.state.of.n = l->s->n;
  l->keep.state.of.m = l->s->m;
  l->keep.state.of.graph = graph_sum(l->s);
  l->keep.state.of.dim = opt->dim;
  l->keep.state.of.seed = opt->seed;
  l->keep.state.of.paths = opt->paths != 0;
  l->keep.state.of.gather = opt->gather;
  l->keep.state.of.start = start_sum(l);
  l->keep.state.of.tolerance = opt->tolerance;
  phase_begin(l, "reading the checkpoint");
  if (opt->resume)
    PASS(keep_read(l, err));
  return MGNN_OK;
}

double
mg_shard_mean_length(const mg_shard *s)
{
  double sum = 0;

  if (s->length == NULL || s->m == 0)
    return s->m > 0 ? 1 : 0;
  for (size_t k = 0; k < s->row[s->own]; k++)
    sum += s->length[k];
  mg_rank_add(s->ranks, &sum, 1);
  return sum / (2 * (double)s->m);
}

static mgnn_status
run(divided_layout *l, mgnn_error *err)
{
  const mg_shard_layout_options *opt = l->opt;
  mg_small_search small = { opt->dim, opt->seed, opt->paths, opt->given,
                            opt->tolerance, l->pin, &l->opt->limits };

  phase_begin(l, "components");
  PASS(mg_shard_components_find(&l->parts, l->s, l->owners, opt->gather, err));
  l->out->components = l->parts.count;
  /* The number of pairs of nodes within components. */
  l->out->pairs = 0;
  for (size_t i = 0; i < l->s->own; i++)
    l->out->pairs += (double)(l->parts.size[i] - 1) / 2;
  mg_rank_add(l->s->ranks, &l->out->pairs, 1);
  PASS(keep_init(l, err));
  phase_begin(l, "small components");
  if (!l->keep.resumed || l->keep.state.small.unfinished) {
    PASS(mg_shard_small(l->s, &l->parts, &small, l->y, &l->small, err));
    l->keep.state.small.unfinished = l->small.reached != NULL;
    l->keep.state.small.iterations = l->small.iterations;
    l->keep.state.small.stress = l->small.stress;
  }
  PASS(divided_search(l, err));
  phase_begin(l, "packing");
  if (!opt->given)
    PASS(mg_shard_pack(l->s, &l->parts,
                       &(mg_shard_packing){ opt->dim, l->pin, mg_shard_mean_length(l->s),
                                            opt->aspect }, l->y, err));
  phase_begin(l, "energy");
  return mg_shard_energy(l->s, opt->dim, opt->seed, l->y, &l->out->energy, err);
}

mgnn_status
mg_shard_layout(mg_shard *s, const mg_owners *owners, mg_shard_layout_options *opt,
                const unsigned char *pin, double *y, mg_shard_outcome *out,
                mgnn_error *err)
{
  divided_layout l = { .s = s, .owners = owners, .opt = opt, .pin = pin, .y = y, .out = out };
  mgnn_status status;

  *out = (mg_shard_outcome){ .phase = "start" };
  if (opt->limits.began == 0)
    opt->limits.began = mg_clock();
  status = run(&l, err);
  mg_shard_components_free(&l.parts);
  out->iterations = opt->limits.done + (size_t)l.keep.state.small.iterations;
  out->kept = l.keep.written;
  out->stress += l.keep.state.small.stress;
  if (opt->limits.reached == NULL)
    opt->limits.reached = l.small.reached;
  if (!opt->paths)
    out->stress = NAN;
  if (status == MGNN_ENOMEM && err != NULL) {
    size_t used = strlen(err->text);

    snprintf(err->text + used, sizeof err->text - used, ", in the phase \"%s\"",
             out->phase);
  }
  return status == MGNN_OK && opt->limits.reached != NULL ? MGNN_ENOCONV : status;
}
