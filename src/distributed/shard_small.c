/* Searches small components: each is sent to one rank, which searches it like
 * the ordinary program and sends the positions back. */
#include "shard_components.h"
#include "base/threads.h"
#include "base/mem.h"
#include "partition.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers sent with each node: its component, its position, its pins. */
enum { LABEL, POSITION };

typedef struct {
  const mg_small_search *how;
  mg_shipment all;
  mgnn_node *number;           /* per node received: its number in its component */
  uint64_t iterations;
  double stress;
  int reached;                 /* index in `reasons` of the limit that ended a search */
} small_search;

/* A node received: its component, and its place among all of them. */
typedef struct {
  double label;
  size_t at;
} small_node;

static const char *const reasons[] = { NULL, "iterations", "time", "stopped" };

static int
is_small(const mg_shard_components *c, size_t i)
{
  for (size_t k = 0; k < c->large_count; k++)
    if (c->large[k] == c->label[i])
      return 0;
  return c->size[i] > 1;
}

static int
node_order(const void *left, const void *right)
{
  const small_node *a = left, *b = right;

  if (a->label != b->label)
    return a->label < b->label ? -1 : 1;
  return a->at < b->at ? -1 : a->at > b->at;
}

static double *
values_of(const small_search *p, const small_node *node)
{
  return p->all.value + node->at * p->all.width;
}

/* Make a problem of one component; each edge is taken from its lower end's row. */
static mgnn_status
problem_make(mgnn_problem **out, const small_search *p, const small_node *node, size_t n,
             mgnn_error *err)
{
  const mg_shard_rows *r = &p->all.rows;
  size_t dim = p->how->dim, slots = 0, m = 0;
  mgnn_node *ends = NULL;
  double *lower = NULL, *upper, *weight;
  unsigned char *pin = mg_alloc(n, dim);
  int pinned = 0;
  mgnn_status status = MGNN_OK;

  for (size_t i = 0; i < n; i++)
    slots += r->row[node[i].at + 1] - r->row[node[i].at];
  TRY(mg_allocated(pin, err));
  TRY(mg_allocated(ends = mg_alloc(slots, sizeof *ends), err));
  TRY(mg_allocated(lower = mg_alloc(3 * slots, sizeof *lower), err));
  upper = lower + slots;
  weight = upper + slots;
  for (size_t i = 0; i < n; i++)
    for (size_t k = r->row[node[i].at]; k < r->row[node[i].at + 1]; k++)
      if (r->to[k] > node[i].at) {
        ends[2 * m] = (mgnn_node)i;
        ends[2 * m + 1] = p->number[r->to[k]];
        lower[m] = r->length != NULL ? r->length[k] : 1;
        upper[m] = r->upper != NULL ? r->upper[k] : 1;
        weight[m++] = r->weight != NULL ? r->weight[k] : 1;
      }
  for (size_t k = 0; k < n * dim; k++)
    pinned |= pin[k] = values_of(p, &node[k / dim])[POSITION + dim + k % dim] > 0;
  TRY(mgnn_problem_new(out, n, m, ends, lower, err));
  if (r->upper != NULL)
    TRY(mgnn_problem_bounds_set(*out, lower, upper, err));
  if (r->weight != NULL)
    TRY(mgnn_problem_stiffness_set(*out, weight, err));
  if (pinned)
    TRY(mgnn_problem_pins_set(*out, dim, pin, err));
end:
  mg_free_all(ends, lower, pin);
  return status;
}

static int
on_progress(void *ctx, const mgnn_progress *now)
{
  const mg_shard_limits *limits = ctx;

  (void)now;
  return limits->stop != NULL && limits->stop(limits->ctx);
}

static mgnn_status
component_search(small_search *p, const small_node *node, size_t n, mgnn_error *err)
{
  const mg_small_search *how = p->how;
  size_t dim = how->dim;
  mgnn_problem *problem = NULL;
  mgnn_search_params par;
  mgnn_outcome out = { 0 };
  mg_shard_limits *limits = how->limits;
  double *y = mg_alloc(n, dim * sizeof *y), left;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(y, err));
  TRY(problem_make(&problem, p, node, n, err));
  mgnn_search_params_init(&par);
  par.pairs = how->paths ? "paths" : "edges";
  par.tolerance = how->tolerance;
  par.control.seed = how->seed;
  par.control.threads = 1;
  left = limits->seconds - (mg_clock() - limits->began);
  par.control.max_iterations = limits->iterations;
  par.control.time_limit = limits->seconds <= 0 ? 0 : left > 1e-9 ? left : 1e-9;
  par.control.watch = on_progress;
  par.control.watch_ctx = limits;
  for (size_t k = 0; k < n * dim; k++)
    y[k] = values_of(p, &node[k / dim])[POSITION + k % dim];
  status = how->given ? mgnn_solve(problem, dim, &par, y, &out, err)
                      : mgnn_layout(problem, dim, &par, y, &out, err);
  if (status != MGNN_ENOCONV)          /* a result, not a failure */
    TRY(status);
  status = MGNN_OK;
  p->iterations += out.iterations;
  p->stress += isnan(out.pair_stress) ? 0 : out.pair_stress;
  for (int k = p->reached + 1; k < (int)(sizeof reasons / sizeof *reasons); k++)
    if (strcmp(out.reason, reasons[k]) == 0)
      p->reached = k;
  for (size_t k = 0; k < n * dim; k++)
    values_of(p, &node[k / dim])[POSITION + k % dim] = y[k];
end:
  mgnn_outcome_free(&out);
  mgnn_problem_free(problem);
  mg_free(y);
  return status;
}

/* Search all components that were sent here, one after the other. */
static mgnn_status
all_search(small_search *p, mgnn_error *err)
{
  size_t count = p->all.rows.own;
  small_node *node = mg_alloc(count, sizeof *node);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(node, err));
  TRY(mg_allocated(p->number = mg_alloc(count, sizeof *p->number), err));
  for (size_t k = 0; k < count; k++)
    node[k] = (small_node){ p->all.value[k * p->all.width + LABEL], k };
  qsort(node, count, sizeof *node, node_order);
  for (size_t k = 0, end; k < count; k = end) {
    for (end = k; end < count && node[end].label == node[k].label; end++)
      p->number[node[end].at] = (mgnn_node)(end - k);
    TRY(component_search(p, node + k, end - k, err));
  }
end:
  mg_free_all(node, p->number);
  return status;
}

mgnn_status
mg_shard_small(const mg_shard *s, const mg_shard_components *c,
               const mg_small_search *how, double *y, mg_small_outcome *out,
               mgnn_error *err)
{
  small_search p = { .how = how };
  size_t dim = how->dim, width = POSITION + 2 * dim;
  double *value = mg_alloc(s->own, width * sizeof *value);
  int *rank = mg_alloc(s->own, sizeof *rank);
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_have(s->ranks, value != NULL && rank != NULL, err));
  for (size_t i = 0; i < s->own; i++) {
    double *to = value + i * width;

    rank[i] = is_small(c, i) ? (int)(c->label[i] % s->ranks->size) : -1;
    to[LABEL] = (double)c->label[i];
    for (size_t k = 0; k < dim; k++) {
      int pinned = how->pin != NULL && how->pin[i * dim + k];

      to[POSITION + k] = c->size[i] == 1 && !how->given && !pinned ? 0 : y[i * dim + k];
      to[POSITION + dim + k] = pinned;
    }
  }
  TRY(mg_shipment_init(&p.all, s, rank, width, value, err));
  TRY(mg_ranks_agree(s->ranks, all_search(&p, err), err));
  TRY(mg_shipment_return(&p.all, s->ranks, value, err));
  mg_ranks_before(s->ranks, p.iterations, &out->iterations);
  mg_rank_add(s->ranks, &p.stress, 1);
  out->stress = p.stress;
  out->reached = reasons[mg_ranks_most(s->ranks, (uint64_t)p.reached)];
  for (size_t i = 0; i < s->own; i++)
    memcpy(y + i * dim, value + i * width + POSITION, dim * sizeof *y);
end:
  mg_shipment_free(&p.all);
  mg_free_all(value, rank);
  return status;
}
