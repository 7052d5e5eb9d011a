/* The squared distance between a point and angle t of a circle is
 * p + q cos(t - s), so bounds on the distance are bounds on the cosine.  They
 * leave two arcs, one on either side of s, which may be joined. */
#include "arcs.h"
#include "base/mem.h"
#include "base/subgraph.h"
#include "k_tree.h"

#include <math.h>
#include <string.h>

/* Orders for branch and prune with arcs (Lavor, Liberti and Mucherino, "The
 * interval Branch-and-Prune algorithm", 2013): nodes placed first should leave
 * few places to later ones. */

enum { CLIQUES = 4 };          /* cliques tried */

typedef struct {
  const mg_graph *g;
  size_t dim;
  const unsigned *number;
  mg_arc_order *out;
  unsigned *exact, *any;       /* n: number of lengths to placed nodes */
  unsigned char *placed;       /* n */
  size_t count, weak;
} grower;

static unsigned
number_of(const grower *w, unsigned i)
{
  return w->number != NULL ? w->number[i] : i;
}

static void
node_take(grower *w, unsigned *order, unsigned i)
{
  const mg_graph *g = w->g;

  w->placed[i] = 1;
  order[w->count++] = i;
  for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
    if (g->weight == NULL || g->weight[k] > 0) {
      w->any[g->to[k]]++;
      w->exact[g->to[k]] += (unsigned)mg_slot_is_bar(g, k);
    }
}

/* Whether node i comes before node j. */
static int
is_first(const grower *w, unsigned i, unsigned j)
{
  unsigned dim = (unsigned)w->dim;
  unsigned a = w->exact[i] < dim ? w->exact[i] : dim;
  unsigned b = w->exact[j] < dim ? w->exact[j] : dim;

  if (a != b)
    return a > b;
  if (w->any[i] != w->any[j])
    return w->any[i] > w->any[j];
  return number_of(w, i) < number_of(w, j);
}

/* The next node; MG_NOWHERE if none is joined to the placed nodes. */
static unsigned
node_next(const grower *w)
{
  unsigned best = MG_NOWHERE;

  for (unsigned i = 0; i < w->g->n; i++)
    if (!w->placed[i] && w->any[i] > 0
        && (best == MG_NOWHERE || is_first(w, i, best)))
      best = i;
  return best;
}

/* Find a clique of exact lengths that begins with node i: each time take the node with
 * the smallest number that is joined to all earlier ones.  Returns 0 if stuck. */
static int
clique_take(grower *w, unsigned i, unsigned *order)
{
  size_t n = w->g->n;

  memset(w->placed, 0, n);
  memset(w->exact, 0, 2 * n * sizeof *w->exact);
  w->count = w->weak = 0;
  node_take(w, order, i);
  while (w->count < w->dim) {
    unsigned best = MG_NOWHERE;

    for (unsigned j = 0; j < n; j++)
      if (!w->placed[j] && w->exact[j] == w->count
          && (best == MG_NOWHERE || number_of(w, j) < number_of(w, best)))
        best = j;
    if (best == MG_NOWHERE)
      return 0;
    node_take(w, order, best);
  }
  return 1;
}

/* Grow an order from a clique at node i; keep it if it is the best so far. */
static void
grow(grower *w, unsigned i, unsigned *order, int *found)
{
  size_t n = w->g->n;

  if (!clique_take(w, i, order))
    return;
  while (w->count < n) {
    unsigned next = node_next(w);

    if (next == MG_NOWHERE)
      return;
    w->weak += w->exact[next] + 1 < w->dim || w->any[next] < w->dim;
    node_take(w, order, next);
  }
  if (!*found || w->weak < w->out->weak) {
    memcpy(w->out->order, order, n * sizeof *order);
    w->out->weak = w->weak;
  }
  *found = 1;
}

mgnn_status
mg_arc_order_find(mg_arc_order *out, const mg_graph *g, size_t dim,
                  const unsigned *number, mgnn_error *err)
{
  grower w = { .g = g, .dim = dim, .number = number, .out = out };
  size_t n = g->n;
  unsigned *order = NULL, *by_number;
  int found = 0;
  mgnn_status status = MGNN_OK;

  *out = (mg_arc_order){ .weak = 0 };
  if (n <= dim || g->length == NULL)
    return MGNN_OK;
  TRY(mg_allocated(out->order = mg_alloc(2 * n, sizeof *out->order), err));
  TRY(mg_allocated(order = mg_alloc(4 * n, sizeof *order), err));
  TRY(mg_allocated(w.placed = mg_alloc(n, 1), err));
  out->rank = out->order + n;
  by_number = order + n;
  w.exact = by_number + n;
  w.any = w.exact + n;
  for (unsigned i = 0; i < n; i++)
    by_number[number_of(&w, i)] = i;
  for (size_t k = 0; k < CLIQUES && !(found && out->weak == 0); k++)
    grow(&w, by_number[k * n / CLIQUES], order, &found);
  for (size_t k = 0; k < n && found; k++)
    out->rank[out->order[k]] = (unsigned)k;
end:
  mg_free_all(order, w.placed);
  if (!found)
    mg_arc_order_free(out);
  return status;
}

void
mg_arc_order_free(mg_arc_order *order)
{
  mg_free(order->order);
  memset(order, 0, sizeof *order);
}

static const double turn = 6.283185307179586;

void
mg_arcs_all(mg_arcs *a)
{
  a->from[0] = 0;
  a->to[0] = turn;
  a->count = 1;
}

static void
arc_add(mg_arcs *a, double from, double to)
{
  if (a->count < MG_ARCS_MOST && from <= to) {
    a->from[a->count] = from;
    a->to[a->count++] = to;
  }
}

/* The arcs from angle `from` to `to`, both shifted into one turn: one or two,
 * in rising order. */
static void
arcs_of(mg_arcs *out, double from, double to)
{
  double shift = turn * floor(from / turn);

  out->count = 0;
  from -= shift;
  to -= shift;
  if (to > turn)
    arc_add(out, 0, fmin(to - turn, from));
  arc_add(out, from, fmin(to, turn));
}

/* Append the intersection of a and b to out. */
static void
arcs_meet(const mg_arcs *a, const mg_arcs *b, mg_arcs *out)
{
  for (size_t i = 0; i < a->count; i++)
    for (size_t j = 0; j < b->count; j++)
      arc_add(out, fmax(a->from[i], b->from[j]), fmin(a->to[i], b->to[j]));
}

/* Sort the arcs (two sorted sets, one appended to the other) and join those
 * that touch. */
static void
arcs_sort(mg_arcs *a)
{
  size_t kept = 0;

  for (size_t i = 1; i < a->count; i++)
    for (size_t j = i; j > 0 && a->from[j] < a->from[j - 1]; j--) {
      double from = a->from[j], to = a->to[j];

      a->from[j] = a->from[j - 1], a->to[j] = a->to[j - 1];
      a->from[j - 1] = from, a->to[j - 1] = to;
    }
  for (size_t i = 0; i < a->count; i++)
    if (kept > 0 && a->from[i] <= a->to[kept - 1])
      a->to[kept - 1] = fmax(a->to[kept - 1], a->to[i]);
    else {
      a->from[kept] = a->from[i];
      a->to[kept++] = a->to[i];
    }
  a->count = kept;
}

void
mg_arcs_cut(mg_arcs *a, const mg_circle *c, size_t dim, const double *point,
            double low, double high)
{
  double p = c->radius * c->radius, along = 0, across = 0, q, s, least, most;
  mg_arcs side, out = { .count = 0 };

  for (size_t k = 0; k < dim; k++) {
    double w = c->centre[k] - point[k];

    p += w * w;
    along += w * c->u[k];
    across += w * c->v[k];
  }
  q = 2 * c->radius * sqrt(along * along + across * across);
  s = atan2(across, along);
  least = low > 0 ? low * low - p : -INFINITY;
  most = high * high - p;
  if (least > q || most < -q) {
    a->count = 0;
    return;
  }
  if (least <= -q && most >= q)
    return;
  least = least <= -q ? turn / 2 : acos(least / q);    /* the wider angle */
  most = most >= q ? 0 : acos(most / q);
  arcs_of(&side, s + most, s + least);
  arcs_meet(a, &side, &out);
  arcs_of(&side, s - least, s - most);
  arcs_meet(a, &side, &out);
  arcs_sort(&out);
  *a = out;
}

void
mg_arcs_join(mg_arcs *a)
{
  size_t last = a->count - 1;

  if (a->count < 2 || a->from[0] > 0 || a->to[last] < turn)
    return;
  a->from[0] = a->from[last];
  a->to[0] += turn;
  a->count--;
}

void
mg_circle_at(const mg_circle *c, size_t dim, double t, double *out)
{
  for (size_t k = 0; k < dim; k++)
    out[k] = c->centre[k] + c->radius * (cos(t) * c->u[k] + sin(t) * c->v[k]);
}

int
mg_circle_find(mg_circle *c, size_t dim, const double *point, const double *far)
{
  double axis[3] = { 0 }, gap = 0, along, height;
  size_t least = 0;

  memset(c, 0, sizeof *c);
  memcpy(c->centre, point, dim * sizeof *point);
  c->radius = far[0];
  c->u[0] = c->v[1] = 1;
  if (dim == 2)
    return 1;
  for (size_t k = 0; k < 3; k++) {
    axis[k] = point[3 + k] - point[k];
    gap += axis[k] * axis[k];
  }
  gap = sqrt(gap);
  if (!(gap > 1e-9 * (far[0] + far[1])))
    return 0;
  along = (far[0] * far[0] - far[1] * far[1] + gap * gap) / (2 * gap);
  height = far[0] * far[0] - along * along;
  c->radius = height > 0 ? sqrt(height) : 0;
  for (size_t k = 0; k < 3; k++) {
    axis[k] /= gap;
    c->centre[k] += along * axis[k];
    if (fabs(axis[k]) < fabs(axis[least]))
      least = k;
  }
  height = sqrt(1 - axis[least] * axis[least]);        /* u = e - (e.a) a, v = a x u */
  for (size_t k = 0; k < 3; k++)
    c->u[k] = ((k == least) - axis[least] * axis[k]) / height;
  for (size_t k = 0; k < 3; k++)
    c->v[k] = axis[(k + 1) % 3] * c->u[(k + 2) % 3]
              - axis[(k + 2) % 3] * c->u[(k + 1) % 3];
  return 1;
}
