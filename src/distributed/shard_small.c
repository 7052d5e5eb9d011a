/* Small components: each is sent to one rank, which searches it as the ordinary program
 * would and sends positions back. */
#include "shard_components.h"
#include "base/clock.h"
#include "base/mem.h"
#include "rank_sums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A node with what is known of it, and a slot of a row: the end with the lower name
 * sends it. */
typedef struct {
  int64_t label;
  unsigned name;
  unsigned char pin[8];
  double y[8];
} node_item;

typedef struct {
  int64_t label;
  unsigned from, to;
  uint64_t place;              /* in its row */
  double length, upper, weight;
} edge_item;

typedef struct {
  const mg_shard *s;
  const mg_shard_components *c;
  const mg_small_search *how;
  size_t *nodes, *edges;       /* to each rank */
  node_item *node;
  edge_item *edge;
  size_t *sent;                /* own nodes in the order of the items */
  uint64_t iterations;
  mg_sum stress;
  int reached;                 /* of `reasons`: the limit that ended a search */
} shipment;

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
rank_for(const shipment *p, size_t i)
{
  return (int)((uint64_t)p->c->label[i] % (uint64_t)p->s->ranks->size);
}

/* Count what goes to each rank, or fill it in. */
static void
items_count(shipment *p)
{
  const mg_shard *s = p->s;

  for (size_t i = 0; i < s->own; i++) {
    if (!is_small(p->c, i))
      continue;
    p->nodes[rank_for(p, i)]++;
    for (size_t k = s->row[i]; k < s->row[i + 1]; k++)
      p->edges[rank_for(p, i)] += s->name[s->to[k]] > s->name[i];
  }
}

static void
edges_fill(shipment *p, size_t i, size_t *at)
{
  const mg_shard *s = p->s;

  for (size_t k = s->row[i]; k < s->row[i + 1]; k++)
    if (s->name[s->to[k]] > s->name[i])
      p->edge[(*at)++] = (edge_item){
        p->c->label[i], s->name[i], s->name[s->to[k]], k - s->row[i],
        s->length != NULL ? s->length[k] : 1, s->upper != NULL ? s->upper[k] : 1,
        s->weight != NULL ? s->weight[k] : 1 };
}

/* place: 2 for each rank, where its next node and edge go. */
static void
items_fill(shipment *p, const double *y, size_t *place)
{
  const mg_shard *s = p->s;
  size_t dim = p->how->dim, nodes = 0, edges = 0;

  for (int r = 0; r < s->ranks->size; r++) {
    place[2 * r] = nodes;
    place[2 * r + 1] = edges;
    nodes += p->nodes[r];
    edges += p->edges[r];
  }
  for (size_t i = 0; i < s->own; i++) {
    node_item item = { .label = p->c->label[i], .name = s->name[i] };
    size_t *at = place + 2 * rank_for(p, i);

    if (!is_small(p->c, i))
      continue;
    for (size_t c = 0; c < dim; c++) {
      item.y[c] = y[i * dim + c];
      item.pin[c] = p->how->pin != NULL && p->how->pin[i * dim + c];
    }
    p->sent[at[0]] = i;
    p->node[at[0]++] = item;
    edges_fill(p, i, &at[1]);
  }
}

static int
node_order(const void *left, const void *right)
{
  const node_item *const *a = left, *const *b = right;

  if ((*a)->label != (*b)->label)
    return (*a)->label < (*b)->label ? -1 : 1;
  return (*a)->name < (*b)->name ? -1 : (*a)->name > (*b)->name;
}

static int
edge_order(const void *left, const void *right)
{
  const edge_item *a = left, *b = right;

  if (a->label != b->label)
    return a->label < b->label ? -1 : 1;
  if (a->from != b->from)
    return a->from < b->from ? -1 : 1;
  return a->place < b->place ? -1 : a->place > b->place;
}

static mgnn_node
node_number(node_item *const *node, size_t count, unsigned name)
{
  size_t low = 0, high = count;

  while (high - low > 1) {
    size_t mid = (low + high) / 2;

    if (node[mid]->name <= name)
      low = mid;
    else
      high = mid;
  }
  return (mgnn_node)low;
}

/* One component as a problem. */
static mgnn_status
problem_make(mgnn_problem **out, const shipment *p, node_item *const *node, size_t n,
             const edge_item *edge, size_t m, mgnn_error *err)
{
  const mg_small_search *how = p->how;
  mgnn_node *ends = mg_alloc(2 * m, sizeof *ends);
  double *lower = mg_alloc(3 * m, sizeof *lower), *upper, *weight;
  unsigned char *pin = mg_alloc(n, how->dim);
  int pinned = 0;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(ends, err));
  TRY(mg_allocated(lower, err));
  TRY(mg_allocated(pin, err));
  upper = lower + m;
  weight = upper + m;
  for (size_t e = 0; e < m; e++) {
    ends[2 * e] = node_number(node, n, edge[e].from);
    ends[2 * e + 1] = node_number(node, n, edge[e].to);
    lower[e] = edge[e].length;
    upper[e] = edge[e].upper;
    weight[e] = edge[e].weight;
  }
  for (size_t k = 0; k < n * how->dim; k++)
    pinned |= pin[k] = node[k / how->dim]->pin[k % how->dim];
  TRY(mgnn_problem_new(out, n, m, ends, lower, err));
  if (p->s->upper != NULL)
    TRY(mgnn_problem_bounds_set(*out, lower, upper, err));
  if (p->s->weight != NULL)
    TRY(mgnn_problem_stiffness_set(*out, weight, err));
  if (pinned)
    TRY(mgnn_problem_pins_set(*out, how->dim, pin, err));
end:
  mg_free(ends);
  mg_free(lower);
  mg_free(pin);
  return status;
}

static int
on_progress(void *ctx, const mgnn_progress *now)
{
  const mg_shard_limits *limits = ctx;

  (void)now;
  return limits->stop != NULL && limits->stop(limits->ctx);
}

static void
limits_set(mgnn_control *control, mg_shard_limits *limits)
{
  double left = limits->seconds - (mg_clock() - limits->began);

  control->max_iterations = limits->iterations;
  control->time_limit = limits->seconds <= 0 ? 0 : left > 1e-9 ? left : 1e-9;
  control->watch = on_progress;
  control->watch_ctx = limits;
}

/* How a search ended. */
static void
outcome_note(shipment *p, const mgnn_outcome *out)
{
  p->iterations += out->iterations;
  if (!isnan(out->pair_stress))
    mg_sum_add(&p->stress, out->pair_stress);
  for (int k = 1; k < (int)(sizeof reasons / sizeof *reasons); k++)
    if (strcmp(out->reason, reasons[k]) == 0 && k > p->reached)
      p->reached = k;
}

static mgnn_status
component_search(shipment *p, node_item **node, size_t n, const edge_item *edge,
                 size_t m, mgnn_error *err)
{
  const mg_small_search *how = p->how;
  size_t dim = how->dim;
  mgnn_problem *problem = NULL;
  mgnn_search_params par;
  mgnn_outcome out = { 0 };
  double *y = mg_alloc(n, dim * sizeof *y);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(y, err));
  TRY(problem_make(&problem, p, node, n, edge, m, err));
  mgnn_search_params_init(&par);
  par.pairs = how->paths ? "paths" : "edges";
  par.tolerance = how->tolerance;
  par.control.seed = how->seed;
  par.control.threads = 1;
  limits_set(&par.control, how->limits);
  for (size_t k = 0; k < n * dim; k++)
    y[k] = node[k / dim]->y[k % dim];
  status = how->given ? mgnn_solve(problem, dim, &par, y, &out, err)
                      : mgnn_layout(problem, dim, &par, y, &out, err);
  if (status != MGNN_ENOCONV)          /* which is an answer */
    TRY(status);
  status = MGNN_OK;
  outcome_note(p, &out);
  for (size_t k = 0; k < n * dim; k++)
    node[k / dim]->y[k % dim] = y[k];
end:
  mgnn_outcome_free(&out);
  mgnn_problem_free(problem);
  mg_free(y);
  return status;
}

/* All components that were sent here; positions are changed in the items. */
static mgnn_status
all_search(shipment *p, mg_mail *nodes, mg_mail *edges, mgnn_error *err)
{
  node_item *item = nodes->item, **node = mg_alloc(nodes->total, sizeof *node);
  edge_item *edge = edges->item;
  size_t e = 0;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(node, err));
  for (size_t k = 0; k < nodes->total; k++)
    node[k] = &item[k];
  qsort(node, nodes->total, sizeof *node, node_order);
  qsort(edge, edges->total, sizeof *edge, edge_order);
  for (size_t k = 0, end; k < nodes->total; k = end) {
    size_t first = e;

    for (end = k; end < nodes->total && node[end]->label == node[k]->label;)
      end++;
    while (e < edges->total && edge[e].label == node[k]->label)
      e++;
    TRY(component_search(p, node + k, end - k, edge + first, e - first, err));
  }
end:
  mg_free(node);
  return status;
}

static void
parcel_free(shipment *p)
{
  mg_free(p->nodes);
  mg_free(p->edges);
  mg_free(p->node);
  mg_free(p->edge);
  mg_free(p->sent);
}

static mgnn_status
parcel_init(shipment *p, const double *y, mgnn_error *err)
{
  const mg_ranks *ranks = p->s->ranks;
  size_t nodes = 0, edges = 0;
  size_t *place = mg_alloc(2 * (size_t)ranks->size, sizeof *place);
  mgnn_status status = MGNN_OK;

  p->nodes = mg_zalloc((size_t)ranks->size, sizeof *p->nodes);
  p->edges = mg_zalloc((size_t)ranks->size, sizeof *p->edges);
  TRY(mg_ranks_agree(ranks, place != NULL && p->nodes != NULL
                            && p->edges != NULL ? MGNN_OK : mg_fail_memory(err),
                     err));
  items_count(p);
  for (int r = 0; r < ranks->size; r++) {
    nodes += p->nodes[r];
    edges += p->edges[r];
  }
  p->node = mg_alloc(nodes, sizeof *p->node);
  p->edge = mg_alloc(edges, sizeof *p->edge);
  p->sent = mg_alloc(nodes, sizeof *p->sent);
  TRY(mg_ranks_agree(ranks, p->node != NULL && p->edge != NULL && p->sent != NULL
                            ? MGNN_OK : mg_fail_memory(err), err));
  items_fill(p, y, place);
end:
  mg_free(place);
  return status;
}

mgnn_status
mg_shard_small(const mg_shard *s, const mg_shard_components *c,
               const mg_small_search *how, double *y, mg_small_outcome *out,
               mgnn_error *err)
{
  shipment p = { .s = s, .c = c, .how = how };
  mg_mail nodes = { 0 }, edges = { 0 };
  size_t dim = how->dim, count = 0;
  mgnn_status status = MGNN_OK;

  for (size_t i = 0; i < s->own; i++)
    for (size_t k = i * dim; k < (i + 1) * dim && c->size[i] == 1; k++)
      if (!how->given && (how->pin == NULL || !how->pin[k]))
        y[k] = 0;
  TRY(parcel_init(&p, y, err));
  TRY(mg_mail_send(&nodes, s->ranks, sizeof *p.node, p.nodes, p.node, err));
  TRY(mg_mail_send(&edges, s->ranks, sizeof *p.edge, p.edges, p.edge, err));
  TRY(mg_ranks_agree(s->ranks, all_search(&p, &nodes, &edges, err), err));
  mg_mail_answer(&nodes, s->ranks, sizeof *p.node, nodes.item, p.nodes, p.node);
  mg_ranks_before(s->ranks, p.iterations, &out->iterations);
  mg_rank_sums(s->ranks, &p.stress, 1);
  out->stress = mg_sum_value(&p.stress);
  out->reached = reasons[mg_ranks_most(s->ranks, (uint64_t)p.reached)];
  for (int r = 0; r < s->ranks->size; r++)
    count += p.nodes[r];
  for (size_t k = 0; k < count; k++)
    memcpy(y + p.sent[k] * dim, p.node[k].y, dim * sizeof *y);
end:
  parcel_free(&p);
  mg_mail_free(&nodes);
  mg_mail_free(&edges);
  return status;
}
