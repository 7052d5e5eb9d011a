/* Turns what generic lengths determine into what the given lengths determine.  Equal
 * lengths, lattices and nodes on a line can have more drawings than generic lengths;
 * they can also fix nodes that would be loose.  A drawing that meets them decides many
 * nodes: those that follow node by node (trilateration.c), parts that can be mirrored
 * in a hyperplane with unusually many nodes and, in small graphs, by all drawings that
 * branch and prune finds.  The rest is "not known": numbers do not tell generic lengths
 * from, say, those of the mean of two drawings, which bends either way. */
#include "determined.h"

#include "base/dense.h"
#include "base/mem.h"
#include "enumerate.h"
#include "feasible.h"
#include "realize.h"
#include "node_sets.h"
#include "solve/branch/k_tree.h"
#include "solve/descent/length_error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double enumeration_work = 2e7;    /* places compared; about .1 s */
static const double mirror_work = 3e8;         /* nodes visited, shared evenly */
enum { DRAWINGS = 20000, ENUMERATED = 200 };   /* at most: drawings, nodes */

typedef struct {
  mgnn_determined *d;
  const mgnn_problem *p;
  size_t dim;
  const double *y;
  unsigned char *placed;       /* n */
  unsigned char *moved;        /* n: another drawing has it elsewhere */
  unsigned char *stays;        /* n: pieces that must not be mirrored */
  size_t off;                  /* edges whose lengths y does not meet */
  double radius;               /* of the drawing y */
  double work, work_most;
  unsigned *on, *piece, *queue;        /* n each */
  double *plane;               /* (2*dim+2)*dim */
  unsigned *base;              /* dim+1 nodes to compare places by, or a plane's */
  size_t base_count;
  size_t drawings;
  int base_moves;              /* another drawing moves base nodes */
} drawing_judge;

/* Whether the answer comes from a theorem on generic lengths. */
static int
is_generic(const mgnn_determined *d, size_t i)
{
  return d->how[i] == MG_HOW_WHOLE || d->how[i] == MG_HOW_KERNEL;
}

int
mg_determined_has(const mgnn_determined *d, mg_how how)
{
  return d != NULL && d->n > 0 && memchr(d->how, how, d->n) != NULL;
}

/* Whether the answer is final: it holds for the given lengths, generic or not. */
static int
is_certain(const mgnn_determined *d, size_t i)
{
  return (d->node[i] == 1 && !is_generic(d, i)) || d->how[i] == MG_HOW_ANOTHER;
}

/* Record that another drawing has node i elsewhere, unless theorems exclude it. */
static void
set_elsewhere(mgnn_determined *d, size_t i)
{
  d->others = 1;
  if (d->node[i] == 1 || is_generic(d, i))
    mg_determined_set(d, i, 0, MG_HOW_ANOTHER);
}

/* ---- mirror images of parts ---- */

/* List the nodes on a hyperplane.  Returns 0 if it holds all anchors, more than
 * dim: the report then says of all parts that each can be mirrored. */
static size_t
nodes_on(drawing_judge *q, const double *at, const double *normal)
{
  size_t n = q->d->n, dim = q->dim, count = 0, pinned = 0;
  double height = mg_inner(at, normal, dim);

  for (unsigned i = 0; i < n; i++)
    if (fabs(mg_inner(q->y + i * dim, normal, dim) - height)
        <= MG_MET * q->radius) {
      q->on[count++] = i;
      pinned += q->d->how[i] == MG_HOW_PINNED;
    }
  q->work += (double)n;
  return pinned > dim && q->d->anchors != NULL ? 0 : count;
}

/* Choose the pieces that stay in place: those with pins, and the piece with the
 * most placed nodes, or else the most determined ones. */
static void
pieces_keep(const drawing_judge *q, size_t count)
{
  size_t n = q->d->n, dim = q->dim, best = 0;
  unsigned *have = q->queue, most = 0;

  memset(q->stays, 0, count);
  for (int placed = 1; placed >= 0 && most == 0; placed--) {
    memset(have, 0, count * sizeof *have);
    for (size_t i = 0; i < n; i++)
      if (q->piece[i] != MG_NO_PIECE)
        have[q->piece[i]] += placed ? q->placed[i] : q->d->node[i] == 1;
    for (size_t k = 0; k < count; k++)
      if (have[k] > most) {
        most = have[k];
        best = k;
      }
  }
  q->stays[best] = 1;
  for (size_t k = 0; k < n * dim && q->p->pin != NULL; k++)
    if (q->p->pin[k] && q->piece[k / dim] != MG_NO_PIECE)
      q->stays[q->piece[k / dim]] = 1;
}

/* Whether edges between piece k and nodes on the plane keep their lengths when
 * it is mirrored; such nodes may be slightly off the plane. */
static int
keeps_lengths(const drawing_judge *q, size_t k, const double *at, const double *normal)
{
  const mg_graph *g = &q->p->graph;
  size_t dim = q->dim;
  double height = mg_inner(at, normal, dim);

  for (size_t e = 0; e < g->m; e++) {
    size_t a = g->ends[2 * e], b = g->ends[2 * e + 1];
    double r = mg_edge_length(g, e, dim, q->y), up, over;

    if ((q->piece[a] == k) == (q->piece[b] == k))
      continue;
    up = mg_inner(q->y + a * dim, normal, dim) - height;
    over = mg_inner(q->y + b * dim, normal, dim) - height;
    if (fabs(sqrt(fmax(0, r * r + 4 * up * over)) - r) > MG_MET * r)
      return 0;
  }
  return 1;
}

/* Mirror the pieces that the nodes on one hyperplane separate. */
static void
mirror_pieces(drawing_judge *q, const double *at, const double *normal)
{
  size_t n = q->d->n, dim = q->dim, on = nodes_on(q, at, normal), count;
  double height = mg_inner(at, normal, dim);

  if (on <= dim || on == n)
    return;
  count = mg_pieces_without(&q->p->graph, q->on, on, q->piece, q->queue);
  q->work += (double)(n + 2 * q->p->graph.m);
  if (count < 2)
    return;
  pieces_keep(q, count);
  for (size_t k = 0; k < count; k++) {
    if (q->stays[k] || !keeps_lengths(q, k, at, normal))
      continue;
    q->work += (double)q->p->graph.m;
    for (size_t i = 0; i < n; i++)
      if (q->piece[i] == k
          && fabs(mg_inner(q->y + i * dim, normal, dim) - height)
             > MG_MET * q->radius)
        set_elsewhere(q->d, i);
  }
}

/* Whether the hyperplane through the dim chosen nodes holds another neighbour
 * of v or of one of them. */
static int
more_are_on(drawing_judge *q, unsigned v, const double *at, const double *normal)
{
  const mg_graph *g = &q->p->graph;
  size_t dim = q->dim, on = 0;
  double height = mg_inner(at, normal, dim);

  for (size_t k = 0; k <= dim && on == 0; k++) {
    unsigned from = k < dim ? q->base[k] : v;

    q->work += (double)(g->row[from + 1] - g->row[from]);
    for (size_t s = g->row[from]; s < g->row[from + 1] && on == 0; s++) {
      on = fabs(mg_inner(q->y + g->to[s] * dim, normal, dim) - height)
           <= MG_MET * q->radius;
      for (size_t c = 0; c < dim; c++)
        on &= g->to[s] != q->base[c];
    }
  }
  return on > 0;
}

/* Try all choices of dim nodes among v and its neighbours: `have` are chosen,
 * and `from` is the next candidate. */
static void
mirror_choices(drawing_judge *q, unsigned v, size_t have, size_t from)
{
  const mg_graph *g = &q->p->graph;
  size_t dim = q->dim, degree = g->row[v + 1] - g->row[v];
  double *point = q->plane, *normal = point + dim * dim;

  if (have == dim) {
    q->work += (double)(dim * dim * dim);
    if (mg_hyperplane(dim, point, dim, normal + dim, normal) > 1e-3
        && more_are_on(q, v, point, normal))
      mirror_pieces(q, point, normal);
    return;
  }
  for (size_t k = from; k <= degree && q->work < q->work_most; k++) {
    unsigned i = q->base[have] = k < degree ? g->to[g->row[v] + k] : v;

    memcpy(point + have * dim, q->y + i * dim, dim * sizeof *point);
    mirror_choices(q, v, have + 1, k + 1);
  }
}

/* Find hyperplanes with more than dim nodes: these separate parts of the graph
 * that generic lengths would hold together. */
static void
find_mirrored(drawing_judge *q)
{
  const mg_graph *g = &q->p->graph;

  for (unsigned v = 0; v < g->n; v++) {
    int near = is_generic(q->d, v);

    for (size_t k = g->row[v]; k < g->row[v + 1] && !near; k++)
      near = is_generic(q->d, g->to[k]);
    q->work_most = q->work + mirror_work / (double)g->n;
    if (near)
      mirror_choices(q, v, 0, 0);
  }
}

/* ---- all drawings ---- */

/* Choose up to dim+1 nodes in general position, placed nodes first. */
static void
base_choose(drawing_judge *q)
{
  size_t dim = q->dim;
  double *basis = q->plane, *v = basis + dim * dim;

  q->base_count = 0;
  for (int placed = 1; placed >= 0; placed--)
    for (unsigned i = 0; i < q->d->n && q->base_count <= dim; i++) {
      double height = q->radius;

      if ((q->d->node[i] != 1 && !is_generic(q->d, i))
          || (q->placed[i] != 0) != placed)
        continue;
      if (q->base_count > 0) {
        for (size_t c = 0; c < dim; c++)
          v[c] = q->y[i * dim + c] - q->y[q->base[0] * dim + c];
        height = mg_orthogonalise(dim, basis, q->base_count - 1, v);
        for (size_t c = 0; c < dim && height > 0; c++)
          basis[(q->base_count - 1) * dim + c] = v[c] / height;
      }
      if (height > 0.01 * q->radius)
        q->base[q->base_count++] = i;
    }
}

/* Whether node i is as far from the nodes of the base in x as it is in y. */
static int
is_there(const drawing_judge *q, const double *x, size_t i)
{
  size_t dim = q->dim;

  for (size_t k = 0; k < q->base_count; k++) {
    size_t b = q->base[k];

    if (fabs(mg_distance(x + i * dim, x + b * dim, dim)
             - mg_distance(q->y + i * dim, q->y + b * dim, dim))
        > MG_SAME_DRAWING * q->radius)
      return 0;
  }
  return 1;
}

static mgnn_status
on_drawing(void *ctx, double *x, int *enough, mgnn_error *err)
{
  drawing_judge *q = ctx;

  (void)err;
  for (size_t k = 0; k < q->base_count; k++)
    q->base_moves |= !is_there(q, x, q->base[k]);
  for (size_t i = 0; i < q->d->n && !q->base_moves; i++)
    if (!q->moved[i] && !is_there(q, x, i)) {
      q->moved[i] = 1;
      set_elsewhere(q->d, i);
    }
  q->d->others |= q->base_moves;
  *enough = q->base_moves || ++q->drawings >= DRAWINGS;
  return MGNN_OK;
}

/* Branch and prune, for a small graph of exact lengths: a node that another drawing
 * has elsewhere is not determined; a node that all drawings agree on is. */
static mgnn_status
find_others(drawing_judge *q, mgnn_error *err)
{
  const mg_edge_kinds kinds = mg_edge_kinds_count(&q->p->graph);
  const size_t none = 0;
  const mg_enumeration e = { .p = q->p, .dim = q->dim, .y = q->y,
                             .tolerance = MG_MET, .found = on_drawing, .ctx = q,
                             .kept = &none, .seed = 1, .work = enumeration_work };
  mg_enumerated all;

  if (q->d->n > ENUMERATED || kinds.intervals + kinds.loose > 0
      || mg_terms_any(&q->p->terms) || q->d->anchors != NULL)
    return MGNN_OK;
  base_choose(q);
  PASS(mg_enumerate(&e, &all, err));
  for (size_t i = 0; i < q->d->n; i++)
    if (!is_certain(q->d, i) && !q->moved[i] && all.complete && !q->base_moves
        && (q->base_count > q->dim ? q->drawings > 0 && q->drawings < DRAWINGS
                                   : q->drawings == 1))
      mg_determined_set(q->d, i, 1, MG_HOW_COUNTED);
  return MGNN_OK;
}

/* ---- the answers ---- */

/* For these nodes generic theorems prove nothing.  A motion or mirror image is
 * real if a drawing meets the lengths and is not singular: a chain stretched
 * between its ends has infinitesimal motions only. */
static mgnn_status
judge_generic(drawing_judge *q, int met, mgnn_error *err)
{
  int singular_place = 0;

  if (met) {
    double off = mg_length_error_most(&q->p->graph, q->dim, q->y);

    /* there, errors x of lengths move nodes by sqrt(2x) */
    PASS(mg_singular_find(q->p, q->dim, q->y, fmax(1e-6, fmin(1e-3, 10 * sqrt(off))),
                          q->d->freedom, &singular_place, err));
    find_mirrored(q);
    PASS(find_others(q, err));
  }
  for (size_t i = 0; i < q->d->n; i++) {
    mg_how how = q->d->how[i];
    int loose = how == MG_HOW_MOTION || how == MG_HOW_NOTHING || how == MG_HOW_SEPARATED;

    if (is_generic(q->d, i) || (loose && !met))
      q->d->node[i] = 255;
    else if (loose && singular_place)
      mg_determined_set(q->d, i, 255, MG_HOW_SPECIAL);
  }
  return MGNN_OK;
}

static mgnn_status
drawing_judge_init(drawing_judge *q, mgnn_error *err)
{
  size_t n = q->d->n, dim = q->dim;

  PASS(mg_allocated_all(err, q->placed = mg_zalloc(n, 3),
                        q->on = mg_alloc(n + dim + 1, 4 * sizeof *q->on),
                        q->plane = mg_alloc(2 * dim + 2, dim * sizeof *q->plane)));
  q->moved = q->placed + n;
  q->stays = q->moved + n;
  q->piece = q->on + n + dim + 1;
  q->queue = q->piece + n + dim + 1;
  q->base = q->queue + n + dim + 1;
  q->radius = q->y != NULL ? mg_radius(n, dim, q->y) : 0;
  q->off = 1;
  return mg_placed_find(q->d, q->p, dim, q->y, q->placed, &q->off, err);
}

/* Count the determined nodes again, and free the scratch arrays. */
static void
drawing_judge_end(drawing_judge *q)
{
  mgnn_determined *d = q->d;

  d->count = 0;
  for (size_t i = 0; i < d->n; i++)
    d->count += d->node[i] == 1;
  mg_free_all(q->on, q->plane, q->placed);
}

mgnn_status
mg_determined_given(mgnn_determined *d, const mgnn_problem *p, size_t dim,
                    const double *y, int feasible, mgnn_error *err)
{
  drawing_judge q = { .d = d, .p = p, .dim = dim, .y = y };
  size_t open = 0;
  mgnn_status status = MGNN_OK;

  d->generic = d->count;
  TRY(drawing_judge_init(&q, err));
  for (size_t i = 0; i < d->n && feasible == 0; i++)
    if (d->how[i] != MG_HOW_PINNED)
      mg_determined_set(d, i, 255, MG_HOW_VOID);
  if (feasible == 0)
    goto end;
  for (size_t i = 0; i < d->n; i++)
    if (q.placed[i] && d->how[i] != MG_HOW_PINNED && d->how[i] != MG_HOW_BODY)
      mg_determined_set(d, i, 1, MG_HOW_PLACED);
  for (size_t i = 0; i < d->n; i++)
    open += !is_certain(d, i);
  if (open > 0)
    TRY(judge_generic(&q, q.off == 0, err));
end:
  drawing_judge_end(&q);
  return status;
}

mgnn_status
mg_determined_compare(mgnn_determined *d, const mgnn_problem *p, size_t dim,
                      const mgnn_realizations *r, mgnn_error *err)
{
  drawing_judge q = { .d = d, .p = p, .dim = dim, .y = r->y };
  int enough;
  mgnn_status status = MGNN_OK;

  TRY(drawing_judge_init(&q, err));
  base_choose(&q);
  for (size_t k = 1; k < r->count && d->anchors == NULL && !q.base_moves; k++)
    TRY(on_drawing(&q, r->y + k * d->n * dim, &enough, err));
  for (size_t i = 0; i < d->n && q.base_moves; i++)
    if (d->node[i] == 1 && d->how[i] != MG_HOW_PINNED)
      mg_determined_set(d, i, 255, MG_HOW_SPECIAL);
end:
  drawing_judge_end(&q);
  return status;
}

mgnn_status
mgnn_determined_given(const mgnn_problem *p, size_t dim, const double *y,
                      unsigned long seed, mgnn_determined **out, mgnn_error *err)
{
  mgnn_determined *d = NULL;
  mgnn_status status = MGNN_OK;

  *out = NULL;
  TRY(mg_problem_dim_check(p, dim, err));
  TRY(mg_positions_check(p->graph.n, dim, y, NULL, err));
  TRY(mgnn_determined_find(p, dim, seed, &d, err));
  TRY(mg_determined_anchors(d, p, dim, y, err));
  TRY(mg_determined_given(d, p, dim, y, -1, err));
  *out = d;
  d = NULL;
end:
  mgnn_determined_free(d);
  return status;
}
