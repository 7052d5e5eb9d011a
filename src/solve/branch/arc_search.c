/* Branch and prune with arcs, after the interval branch and prune of Lavor,
 * Liberti and Mucherino (2013) and MD-jeep, which uses descents in it
 * (Mucherino and Lin, 2019).  Branches are whole arcs, not samples of them,
 * because descents slide nodes along their arcs. */
#include "arc_search.h"
#include "arcs.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/subgraph.h"
#include "k_tree.h"
#include "solve/descent/descend.h"
#include "solve/descent/length_error.h"
#include "solve/descent/locate.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* A stack of overwritten positions (a trail, as in constraint solvers). */

typedef struct {
  unsigned node;
  double was[3];
} trail_note;

/* Empty if zeroed. */
typedef struct {
  trail_note *note;
  size_t count, capacity;
} trail;

/* Record the positions in `before` of those of n nodes that moved in x: n*dim
 * doubles each, dim at most 3.  MGNN_OK or MGNN_ENOMEM. */
static mgnn_status
trail_add(trail *t, size_t n, size_t dim, const double *before,
             const double *x, mgnn_error *err)
{
  for (size_t i = 0; i < n; i++) {
    trail_note *more;

    if (memcmp(before + i * dim, x + i * dim, dim * sizeof *x) == 0)
      continue;
    more = mg_grow(t->note, t->count, &t->capacity, sizeof *more);
    PASS(mg_allocated(more, err));
    t->note = more;
    more[t->count].node = (unsigned)i;
    memcpy(more[t->count++].was, before + i * dim, dim * sizeof *x);
  }
  return MGNN_OK;
}

enum {
  BRANCHES = 8,                /* branches of a node, at most */
  SAMPLES = 72,                /* samples of a circle without an arc */
  WINDOW = 60,                 /* nodes in the descent around a new one */
  STEPS = 150                  /* iterations of such a descent */
};

static const double turn = 6.283185307179586;
static const double longest = 1.4;     /* angle above which an arc is split */

typedef struct {
  double angle, off;           /* off: sum of squared errors of the lengths */
} branch;

typedef struct {
  mg_task task;
  mg_run_control control;      /* of the descents */
  const mg_arc_options *opt;
  mg_arc_result *out;
  mg_arc_order order;
  mg_error_unit unit;
  size_t count;                /* number of nodes placed */
  double *x, *saved, *deepest; /* n*dim each */
  unsigned char *next;         /* n, by rank: number of branches tried */
  unsigned char *use;          /* n: nonzero if placed */
  unsigned *ref;               /* n: slots to placed neighbours */
  unsigned *map, *window;      /* n; n */
  unsigned char *seen, *pin;   /* n; n*dim */
  struct {
    uint64_t *row;             /* n rows of `words`: bits of the ranks that
                                  caused a failure */
    size_t words;
  } blame;
  struct {
    trail moved;            /* moves by descents, if opt->leaf is set */
    size_t *mark;              /* n, by rank: size of the trail before it was placed */
  } back;
  mg_locator locator;
} search;

/* ---- the branches of a node ---- */

static double
low_of(const mg_graph *g, size_t k)
{
  return g->length[k];
}

static double
high_of(const mg_graph *g, size_t k)
{
  return g->upper != NULL ? g->upper[k] : g->length[k];
}

/* Find the slots from node i to placed nodes, the narrowest first; count them. */
static size_t
refs_find(search *s, unsigned i)
{
  const mg_graph *g = s->task.graph;
  size_t count = 0;

  for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
    double width = high_of(g, k) - low_of(g, k);
    size_t at = count;

    if (!s->use[g->to[k]] || (g->weight != NULL && !(g->weight[k] > 0)))
      continue;
    for (; at > 0; at--) {
      size_t before = s->ref[at - 1];

      if (!(high_of(g, before) - low_of(g, before) > width))
        break;
      s->ref[at] = s->ref[at - 1];
    }
    s->ref[at] = (unsigned)k;
    count++;
  }
  return count;
}

/* Find the circle of the first references that do not coincide.  Returns 0 if
 * all of them do. */
static int
circle_of(search *s, size_t count, mg_circle *circle)
{
  const mg_graph *g = s->task.graph;
  size_t dim = s->task.dim;
  double point[6], far[2];

  for (size_t second = 1; second < count; second++) {
    for (size_t k = 0; k + 1 < dim; k++) {
      size_t slot = s->ref[k == 0 ? 0 : second];
      double high = high_of(g, slot);

      memcpy(point + k * dim, s->x + g->to[slot] * dim, dim * sizeof *point);
      far[k] = isinf(high) ? low_of(g, slot) : (low_of(g, slot) + high) / 2;
    }
    if (mg_circle_find(circle, dim, point, far))
      return 1;
  }
  return 0;
}

/* The error of the references' lengths at a point: the sum of squares, and in
 * *worst the largest relative error. */
static double
missed(const search *s, size_t count, const double *at, double *worst)
{
  const mg_graph *g = s->task.graph;
  double sum = 0;

  *worst = 0;
  for (size_t k = 0; k < count; k++) {
    size_t slot = s->ref[k];
    double r = mg_distance(at, s->x + g->to[slot] * s->task.dim, s->task.dim);
    double off = r - mg_target(g, slot, r);

    sum += off * off;
    *worst = fmax(*worst, mg_length_error(g, slot, r, &s->unit));
  }
  return sum;
}

static double
missed_at(const search *s, size_t count, const mg_circle *circle, double angle)
{
  double at[3], worst;

  mg_circle_at(circle, s->task.dim, angle, at);
  return missed(s, count, at, &worst);
}

/* Insert a branch into the list of the `*made` best. */
static void
branch_add(branch *list, size_t *made, branch new)
{
  size_t at = *made < BRANCHES ? (*made)++ : BRANCHES;

  if (at == BRANCHES && !(new.off < list[--at].off))
    return;
  for (; at > 0 && new.off < list[at - 1].off; at--)
    list[at] = list[at - 1];
  list[at] = new;
}

/* If no arc is left: find the points of the circle with locally least errors. */
static void
dips_find(const search *s, size_t count, const mg_circle *circle, branch *list,
          size_t *made)
{
  double value[SAMPLES], step = turn / SAMPLES;

  for (size_t k = 0; k < SAMPLES; k++)
    value[k] = missed_at(s, count, circle, (double)k * step);
  for (size_t k = 0; k < SAMPLES; k++) {
    double before = value[(k + SAMPLES - 1) % SAMPLES];
    double after = value[(k + 1) % SAMPLES];
    double bend = before - 2 * value[k] + after, shift;

    if (value[k] > before || value[k] >= after)
      continue;
    shift = bend > 0 ? (before - after) / (2 * bend) : 0;
    branch_add(list, made, (branch){ ((double)k + shift) * step, value[k] });
  }
}

/* Position of the next node within part k of its arcs, from 0 to 1; the same
 * each time within a pass. */
static double
shift_of(const search *s, size_t k)
{
  uint64_t stream = mg_random_stream(s->control.seed + s->opt->pass,
                                     s->count * MG_ARCS_MOST + k);

  return s->opt->pass == 0 ? 0.5 : mg_random_uniform(&stream);
}

/* Find the branches of a node with `count` references, the best first. */
static size_t
branches_find(search *s, size_t count, const mg_circle *circle, branch *list)
{
  const mg_graph *g = s->task.graph;
  size_t dim = s->task.dim, made = 0, part = 0;
  mg_arcs arcs;

  mg_arcs_all(&arcs);
  for (size_t k = 0; k < count && arcs.count > 0; k++) {
    size_t slot = s->ref[k];
    double slack = s->opt->good / 4 * s->unit.mean;

    mg_arcs_cut(&arcs, circle, dim, s->x + g->to[slot] * dim,
                low_of(g, slot) - slack, high_of(g, slot) + slack);
  }
  mg_arcs_join(&arcs);
  for (size_t a = 0; a < arcs.count; a++) {
    double length = arcs.to[a] - arcs.from[a];
    size_t parts = 1 + (size_t)(length / longest);

    for (size_t k = 0; k < parts; k++) {
      double angle = arcs.from[a] + length * ((double)k + shift_of(s, part++))
                                    / (double)parts;

      branch_add(list, &made, (branch){ angle, missed_at(s, count, circle,
                                                         angle) });
    }
  }
  if (made == 0)
    dips_find(s, count, circle, list, &made);
  return made;
}

/* ---- descents ---- */

/* Collect the nodes around node i in s->window; those at the border are marked
 * in s->pin, and stay in place. */
static size_t
window_find(search *s, unsigned i, size_t most)
{
  const mg_graph *g = s->task.graph;
  size_t count = 1, inner, dim = s->task.dim;

  memset(s->seen, 0, g->n);
  s->window[0] = i;
  s->seen[i] = 1;
  for (inner = 0; inner < count && inner < most; inner++) {
    unsigned j = s->window[inner];

    for (size_t k = g->row[j]; k < g->row[j + 1]; k++)
      if (s->use[g->to[k]] && !s->seen[g->to[k]]) {
        s->seen[g->to[k]] = 1;
        s->window[count++] = g->to[k];
      }
  }
  memset(s->pin, 0, inner * dim);
  memset(s->pin + inner * dim, 1, (count - inner) * dim);
  return count;
}

/* Descend around node i; *worst receives the largest error there. */
static mgnn_status
window_descend(search *s, unsigned i, size_t most, double *worst,
               mgnn_error *err)
{
  size_t dim = s->task.dim, count = window_find(s, i, most);
  int pinned = count > most;
  mg_depth depth = { STEPS, 1e-3, 1e-9, 5 };
  mg_lbfgs_result result;
  mg_subgraph sub = { 0 };
  mg_edge_energy edges = { 0 };
  double *y = mg_alloc(count * dim, sizeof *y);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(y, err));
  TRY(mg_subgraph_init(&sub, s->task.graph, s->window, count, s->map, NULL, err));
  TRY(mg_edge_energy_init(&edges, &sub.graph, dim, pinned ? s->pin : NULL,
                          s->control.seed, 1, err));
  mg_subgraph_take(&sub, dim, s->x, y);
  TRY(mg_descend(&edges, &s->control, depth, y, &result, err));
  mg_subgraph_give(&sub, dim, y, s->x);
  *worst = mg_length_error_most(&sub.graph, dim, y);
  s->out->descents++;
  s->out->work += (double)(result.iterations + 2) * (double)sub.graph.m;
end:
  mg_free(y);
  mg_edge_energy_free(&edges);
  mg_subgraph_free(&sub);
  return status;
}

/* ---- the search ---- */

/* Try the remaining branches of the node of rank s->count until one fits; else
 * *placed is 0. */
static mgnn_status
node_place(search *s, int *placed, mgnn_error *err)
{
  size_t n = s->task.graph->n, dim = s->task.dim, made = 0;
  unsigned i = s->order.order[s->count];
  size_t count = refs_find(s, i);
  branch list[BRANCHES];
  mg_circle circle;

  *placed = 0;
  s->back.mark[s->count] = s->back.moved.count;
  s->out->work += s->opt->leaf != NULL ? (double)count : 0;
  if (count > 0 && circle_of(s, count, &circle))
    made = branches_find(s, count, &circle, list);
  while (s->next[s->count] < (made > 0 ? made : 1) && !*placed) {
    double worst;

    if (made > 0)
      mg_circle_at(&circle, dim, list[s->next[s->count]].angle, s->x + i * dim);
    else
      mg_locate(&s->locator, s->task.graph, i, s->x, s->use, s->x + i * dim);
    s->next[s->count]++;
    missed(s, count, s->x + i * dim, &worst);
    *placed = worst < s->opt->good;
    if (*placed)
      break;
    s->use[i] = 1;
    memcpy(s->saved, s->x, n * dim * sizeof *s->x);
    PASS(window_descend(s, i, WINDOW, &worst, err));
    if (worst >= s->opt->good && s->count > WINDOW)
      PASS(window_descend(s, i, n, &worst, err));
    *placed = worst < s->opt->good;
    s->use[i] = 0;
    if (!*placed)
      memcpy(s->x, s->saved, n * dim * sizeof *s->x);
    else if (s->opt->leaf != NULL)
      PASS(trail_add(&s->back.moved, n, dim, s->saved, s->x, err));
    if (s->out->work > s->opt->work)
      break;
  }
  if (*placed)
    s->use[i] = 1;
  return MGNN_OK;
}

/* Unplace the nodes from a rank on, and undo the moves made since. */
static void
unplace(search *s, size_t rank)
{
  while (s->count > rank)
    s->use[s->order.order[--s->count]] = 0;
  while (s->back.moved.count > s->back.mark[rank]) {
    const trail_note *note = &s->back.moved.note[--s->back.moved.count];

    memcpy(s->x + note->node * s->task.dim, note->was, s->task.dim * sizeof *s->x);
  }
  s->out->turns++;
}

/* Go back from a node without a branch to the last node that caused this
 * (backjumping).  Returns 0 if none is left. */
static int
turn_back(search *s)
{
  const mg_graph *g = s->task.graph;
  unsigned i = s->order.order[s->count];
  size_t back = s->count, words = s->blame.words;
  uint64_t *blame = s->blame.row + s->count * words, *there;

  for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
    size_t rank = s->order.rank[g->to[k]];

    if (rank < s->count)
      blame[rank / 64] |= (uint64_t)1 << rank % 64;
  }
  while (back > 0 && !(blame[(back - 1) / 64] >> (back - 1) % 64 & 1))
    back--;
  if (back <= s->task.dim)
    return 0;
  back--;
  blame[back / 64] &= ~((uint64_t)1 << back % 64);
  there = s->blame.row + back * words;
  for (size_t k = 0; k < words; k++)
    there[k] |= blame[k];
  unplace(s, back);
  return 1;
}

/* Report a leaf and go back to its last node; all nodes before it count as
 * causes of having no other branch.  Returns 0 if the search ends. */
static int
leaf_report(search *s)
{
  size_t last = s->count - 1;

  s->out->leaves++;
  if (s->opt->leaf == NULL || s->opt->leaf(s->opt->ctx, s->x))
    return 0;
  for (size_t rank = 0; rank < last; rank++)
    s->blame.row[last * s->blame.words + rank / 64] |= (uint64_t)1 << rank % 64;
  unplace(s, last);
  return 1;
}

static void
deepest_keep(search *s)
{
  if (s->count <= s->out->placed)
    return;
  s->out->placed = s->count;
  memcpy(s->deepest, s->x, s->task.graph->n * s->task.dim * sizeof *s->x);
}

static mgnn_status
search_run(search *s, mgnn_error *err)
{
  size_t n = s->task.graph->n, words = s->blame.words;
  int placed, on = 1;

  while (on && !mg_run_over(&s->control) && s->out->work <= s->opt->work) {
    PASS(node_place(s, &placed, err));
    if (!placed) {
      on = turn_back(s);
      continue;
    }
    s->count++;
    deepest_keep(s);
    if (s->count == n) {
      on = leaf_report(s);
      continue;
    }
    s->next[s->count] = 0;
    memset(s->blame.row + s->count * words, 0, words * sizeof *s->blame.row);
  }
  return MGNN_OK;
}

/* Place the first nodes, a clique, as in K-trees. */
static void
clique_place(search *s)
{
  const mg_graph *g = s->task.graph;
  size_t dim = s->task.dim;

  for (; s->count < dim; s->count++) {
    unsigned i = s->order.order[s->count];
    double far[3] = { 0 }, *at = s->x + i * dim;

    memset(at, 0, dim * sizeof *at);
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
      if (s->order.rank[g->to[k]] < s->count)
        far[s->order.rank[g->to[k]]] = g->length[k];
    if (s->count == 1)
      at[0] = far[0];
    if (s->count == 2) {       /* from (0, 0) and (a, 0) */
      double a = s->x[s->order.order[1] * dim];

      at[0] = (far[0] * far[0] - far[1] * far[1] + a * a) / (2 * a);
      at[1] = sqrt(fmax(0, far[0] * far[0] - at[0] * at[0]));
    }
    s->use[i] = 1;
  }
  deepest_keep(s);
  s->next[s->count] = 0;
}

static mgnn_status
search_init(search *s, mgnn_error *err)
{
  size_t n = s->task.graph->n, dim = s->task.dim;

  s->blame.words = (n + 63) / 64;
  PASS(mg_allocated(s->x = mg_zalloc(3 * n, dim * sizeof *s->x), err));
  PASS(mg_allocated(s->next = mg_zalloc(n, 3 + dim), err));
  PASS(mg_allocated(s->ref = mg_alloc(3 * n, sizeof *s->ref), err));
  s->blame.row = mg_zalloc(n, s->blame.words * sizeof *s->blame.row);
  PASS(mg_allocated(s->blame.row, err));
  PASS(mg_allocated(s->back.mark = mg_zalloc(n, sizeof *s->back.mark), err));
  PASS(mg_locator_init(&s->locator, s->task.graph, dim, s->control.seed, err));
  s->saved = s->x + n * dim;
  s->deepest = s->saved + n * dim;
  s->use = s->next + n;
  s->seen = s->use + n;
  s->pin = s->seen + n;
  s->map = s->ref + n;
  s->window = s->map + n;
  memset(s->map, 255, n * sizeof *s->map);
  return MGNN_OK;
}

/* Output the deepest branch, and place the other nodes where they fit best. */
static void
rest_place(search *s, double *y)
{
  size_t n = s->task.graph->n, dim = s->task.dim;

  memcpy(y, s->deepest, n * dim * sizeof *y);
  for (size_t k = 0; k < n; k++)
    s->use[s->order.order[k]] = k < s->out->placed;
  for (size_t k = s->out->placed; k < n; k++) {
    unsigned i = s->order.order[k];

    mg_locate(&s->locator, s->task.graph, i, y, s->use, y + i * dim);
    s->use[i] = 1;
  }
}

mgnn_status
mg_arc_search(const mg_task *t, const unsigned *number, const mg_arc_options *opt,
              double *y, mg_arc_result *out, mgnn_error *err)
{
  search s = { .task = *t, .opt = opt, .out = out, .control = *t->control };
  mgnn_status status = MGNN_OK;

  *out = (mg_arc_result){ .ordered = 0 };
  if (t->dim < 2 || t->dim > 3 || t->graph->n > MG_ARC_NODES)
    return MGNN_OK;
  TRY(mg_arc_order_find(&s.order, t->graph, t->dim, number, err));
  out->ordered = s.order.order != NULL && s.order.weak * 20 <= t->graph->n;
  if (!out->ordered)
    goto end;
  s.control.threads = 1;
  s.control.iterations = NULL;
  s.control.report = NULL;
  s.control.trajectory = NULL;
  s.unit = mg_error_unit_of(t->graph);
  TRY(search_init(&s, err));
  clique_place(&s);
  TRY(search_run(&s, err));
  rest_place(&s, y);
end:
  mg_arc_order_free(&s.order);
  mg_locator_free(&s.locator);
  mg_free_all(s.x, s.next, s.ref, s.blame.row, s.back.mark, s.back.moved.note);
  return status;
}
