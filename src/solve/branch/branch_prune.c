/* Branch and prune, by lengths instead of by nodes.  The side of each node of a
 * K-tree is one bit.  The distance of two nodes depends only on the bits on the
 * path between their bodies, so a length decides these, mostly all at once
 * (Liberti et al., "On the number of realizations of certain Henneberg graphs",
 * 2014; Goncalves et al., "A new algorithm for the DMDGP", 2021), and a
 * depth-first search goes from length to length instead of from node to node.
 * Of f bits the first half moves one end, in a frame at the middle of the path,
 * and the other half the other end: 2^(f/2) places each.  Pairs of them at the
 * right distance are found by sorting along one axis. */
#include "branch_prune.h"
#include "base/mem.h"
#include "solve/descent/length_error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Branch and prune as a start: takes the first good leaf, or the best of several. */

enum { LEAVES = 64 };          /* leaves compared, at most */

static const double good = 1e-4;       /* relative error that is good enough */
static const double rounding = 1e-7;   /* error of positions, in mean lengths */

typedef struct {
  const mg_task *task;
  double *y;
  double worst;                /* error of y; INFINITY: no leaf yet */
  size_t leaves;
} best;

double
mg_branch_tolerance(const mg_graph *g)
{
  mg_error_unit unit = mg_error_unit_of(g);

  return rounding * unit.mean + 2 * unit.typical;
}

static int
on_leaf(void *ctx, const mg_branch_leaf *leaf)
{
  best *b = ctx;
  const mg_graph *g = b->task->graph;
  double worst = mg_length_error_most(g, b->task->dim, leaf->x);

  if (worst < b->worst) {
    b->worst = worst;
    memcpy(b->y, leaf->x, g->n * b->task->dim * sizeof *b->y);
  }
  return ++b->leaves >= LEAVES || worst < good;
}

mgnn_status
mg_branch_start(const mg_task *t, const unsigned *number, double work, double *y,
                int *found, mgnn_error *err)
{
  best b = { .task = t, .y = y, .worst = INFINITY };
  mg_branch_options opt = { mg_branch_tolerance(t->graph), work, on_leaf, &b,
                            t->control };
  mg_branch_result result;
  mg_k_tree tree = { 0 };
  mgnn_status status = MGNN_OK;

  *found = 0;
  if (t->dim > MG_BRANCH_DIM)
    return MGNN_OK;
  TRY(mg_k_tree_find(&tree, t->graph, t->dim, number, err));
  if (tree.count < t->graph->n || tree.missed > 10 * opt.tolerance)
    goto end;
  TRY(mg_branch_prune(&tree, &opt, &result, err));
  *found = b.leaves > 0;
end:
  mg_k_tree_free(&tree);
  return status;
}

enum {
  BITS_MOST = 40,              /* bits that one length may decide */
  BITS_INTERVAL = 16,          /* the same for an interval, which excludes little */
  HITS_MOST = 1 << 16          /* combinations stored for one length */
};

static const double paths_most = 3e7;  /* limit of bits on all paths together */

/* Lists of numbers, one after the other. */
typedef struct {
  size_t *first;               /* count+1 */
  unsigned *item;
} lists;

typedef struct {
  uint64_t bits;               /* bit k: the k-th undecided node is mirrored */
  double off;                  /* error of the length */
} hit;

/* A length chosen to branch on, and the combinations that meet it. */
typedef struct {
  size_t edge;
  size_t hits, next, first;    /* combinations; next to try; start in the pool */
  size_t bits, ripe;           /* where its nodes begin in `decided`, and the
                                  lengths fully decided by these in `ready` */
} frame;

typedef struct {
  double x[MG_BRANCH_DIM];     /* one per dimension */
  uint64_t bits;
} place;

typedef struct {
  mg_k_tree *t;
  const mg_branch_options *opt;
  size_t edges;                /* lengths outside of the tree */
  unsigned *edge;              /* their edge numbers */
  lists path;                  /* for each edge, the nodes whose side matters,
                                  from one end to the other */
  lists on;                    /* for each node, the edges whose path contains it */
  unsigned *left;              /* per edge: undecided nodes on its path */
  unsigned char *fixed, *moved;        /* n */
  unsigned *decided, *ready;   /* n nodes; edges */
  size_t decided_count, ready_count;
  frame *stack;                /* n + 1 */
  size_t depth;
  struct { hit *item; size_t count, capacity; } pool;
  struct { place *item; size_t capacity; } images;
  double *plane;               /* (2*dim+2)*dim */
  double work;
  int gave_up;                 /* nonzero: the search was incomplete */
} search;

/* ---- mirrors ---- */

/* Find the hyperplane through the references of node i: a normal, then a point. */
static void
plane_find(const mg_k_tree *t, unsigned i, double *plane)
{
  size_t dim = t->dim;
  double *point = plane + 2 * dim;

  for (size_t k = 0; k < dim; k++)
    memcpy(point + k * dim, t->x + t->ref[i * dim + k] * dim,
           dim * sizeof *point);
  memcpy(plane + dim, point, dim * sizeof *point);
  mg_hyperplane(dim, point, dim, point + dim * dim, plane);
}

/* x - 2 ((x - point) . normal) normal */
static void
mirror(size_t dim, const double *plane, double *x)
{
  double dot = 0;

  for (size_t c = 0; c < dim; c++)
    dot += (x[c] - plane[dim + c]) * plane[c];
  for (size_t c = 0; c < dim; c++)
    x[c] -= 2 * dot * plane[c];
}

void
mg_k_tree_flip(mg_k_tree *t, unsigned i, unsigned char *moved, double *plane)
{
  size_t from = t->rank[i];

  plane_find(t, i, plane);
  memset(moved, 0, t->graph->n);
  moved[i] = 1;
  for (size_t k = from; k < t->count; k++) {
    unsigned j = t->order[k];

    moved[j] |= k >= t->dim && moved[t->parent[j]];
    if (moved[j])
      mirror(t->dim, plane, t->x + j * t->dim);
  }
}

/* ---- paths ---- */

static int
refers(const mg_k_tree *t, unsigned i, unsigned to)
{
  for (size_t c = 0; c < t->dim; c++)
    if (t->ref[i * t->dim + c] == to)
      return 1;
  return 0;
}

/* The node whose body contains node i: i itself, or the root. */
static unsigned
home(const mg_k_tree *t, unsigned i)
{
  return t->rank[i] < t->dim ? t->order[t->dim] : i;
}

/* Find the nodes whose side changes the distance of a and b, from a to b, into
 * `size` places of out (NULL: only count them); returns their number.  A mirror
 * that contains one of the ends does not change the distance. */
static size_t
path_find(const mg_k_tree *t, unsigned a, unsigned b, size_t size,
          unsigned *out)
{
  unsigned i = home(t, a), j = home(t, b);
  size_t front = 0, back = 0;

  while (i != j) {             /* parents come before their children */
    int first = t->rank[i] > t->rank[j];
    unsigned up = first ? i : j;

    if (!t->flat[up] && !refers(t, up, a) && !refers(t, up, b)) {
      if (out != NULL)
        out[first ? front : size - 1 - back] = up;
      front += first;
      back += !first;
    }
    *(first ? &i : &j) = t->parent[up];
  }
  return front + back;
}

static int
in_tree(const mg_k_tree *t, unsigned a, unsigned b)
{
  if (t->rank[a] > t->rank[b])
    return in_tree(t, b, a);
  return t->rank[b] < t->dim || refers(t, b, a);
}

/* ---- setting up ---- */

/* Collect the edges outside of the tree, and the lengths of their paths; *most
 * receives the sum of these. */
static mgnn_status
edges_collect(search *s, double *most, mgnn_error *err)
{
  const mg_graph *g = s->t->graph;

  PASS(mg_allocated(s->edge = mg_alloc(3 * g->m, sizeof *s->edge), err));
  PASS(mg_allocated(s->path.first = mg_alloc(g->m + 1, sizeof *s->path.first),
                    err));
  s->left = s->edge + g->m;
  s->ready = s->left + g->m;
  s->path.first[0] = 0;
  for (size_t e = 0; e < g->m && *most <= paths_most; e++) {
    unsigned a = g->ends[2 * e], b = g->ends[2 * e + 1];

    if ((g->stiffness != NULL && !(g->stiffness[e] > 0))
        || (in_tree(s->t, a, b) && mg_edge_is_bar(g, e)))
      continue;
    s->left[s->edges] = (unsigned)path_find(s->t, a, b, 0, NULL);
    s->path.first[s->edges + 1] = s->path.first[s->edges] + s->left[s->edges];
    *most += s->left[s->edges];
    s->edge[s->edges++] = (unsigned)e;
  }
  return MGNN_OK;
}

static mgnn_status
paths_fill(search *s, mgnn_error *err)
{
  const mg_graph *g = s->t->graph;
  size_t n = g->n, total = s->path.first[s->edges];

  PASS(mg_allocated(s->path.item = mg_alloc(2 * total, sizeof *s->path.item),
                    err));
  PASS(mg_allocated(s->on.first = mg_zalloc(n + 2, sizeof *s->on.first), err));
  s->on.item = s->path.item + total;
  for (size_t q = 0; q < s->edges; q++)
    path_find(s->t, g->ends[2 * s->edge[q]], g->ends[2 * s->edge[q] + 1],
              s->left[q], s->path.item + s->path.first[q]);
  for (size_t k = 0; k < total; k++)
    s->on.first[s->path.item[k] + 2]++;
  for (size_t i = 0; i < n; i++)
    s->on.first[i + 2] += s->on.first[i + 1];
  for (size_t q = 0; q < s->edges; q++)
    for (size_t k = s->path.first[q]; k < s->path.first[q + 1]; k++)
      s->on.item[s->on.first[s->path.item[k] + 1]++] = (unsigned)q;
  return MGNN_OK;
}

static mgnn_status
search_init(search *s, mgnn_error *err)
{
  size_t n = s->t->graph->n, dim = s->t->dim;

  PASS(mg_allocated(s->fixed = mg_zalloc(n, 2), err));
  PASS(mg_allocated(s->decided = mg_alloc(2 * n, sizeof *s->decided), err));
  PASS(mg_allocated(s->stack = mg_alloc(n + 1, sizeof *s->stack), err));
  PASS(mg_allocated(s->plane = mg_alloc((2 * dim + 2) * dim, sizeof *s->plane), err));
  s->moved = s->fixed + n;
  return paths_fill(s, err);
}

/* ---- one length ---- */

static int
is_interval(const search *s, size_t q)
{
  return !mg_edge_is_bar(s->t->graph, s->edge[q]);
}

/* The range of lengths allowed for edge q. */
static void
range_find(const search *s, size_t q, double *low, double *high)
{
  const mg_graph *g = s->t->graph;
  size_t e = s->edge[q];
  double slack = s->opt->tolerance
                 * (double)(1 + s->path.first[q + 1] - s->path.first[q]);

  *low = fmax(0, g->target[e] - slack);
  *high = (g->target_upper != NULL ? g->target_upper[e] : g->target[e]) + slack;
}

static int
is_met(const search *s, size_t q)
{
  const mg_k_tree *t = s->t;
  double r = mg_edge_length(t->graph, s->edge[q], t->dim, t->x), low, high;

  range_find(s, q, &low, &high);
  return r >= low && r <= high;
}

/* Find the images of one end of edge q under all combinations of the mirrors of
 * `count` undecided nodes, applying mirrors next to this end first. */
static void
images_fill(search *s, unsigned end, const unsigned *node, size_t count,
            int back, place *out)
{
  const mg_k_tree *t = s->t;
  size_t dim = t->dim, made = 1;

  out[0] = (place){ .bits = 0 };
  memcpy(out[0].x, t->x + end * dim, dim * sizeof *t->x);
  for (size_t k = 0; k < count; k++) {
    size_t at = back ? count - 1 - k : k;

    plane_find(t, node[at], s->plane);
    for (size_t p = 0; p < made; p++) {
      out[made + p] = out[p];
      out[made + p].bits |= (uint64_t)1 << at;
      mirror(dim, s->plane, out[made + p].x);
    }
    made *= 2;
  }
}

static int
by_first(const void *a, const void *b)
{
  const place *p = a, *q = b;

  if (p->x[0] != q->x[0])
    return p->x[0] < q->x[0] ? -1 : 1;
  return p->bits < q->bits ? -1 : p->bits > q->bits;
}

static int
by_error(const void *a, const void *b)
{
  const hit *p = a, *q = b;

  if (p->off != q->off)
    return p->off < q->off ? -1 : 1;
  return p->bits < q->bits ? -1 : p->bits > q->bits;
}

/* Add the pairs of one place with those of a sorted list whose distance is
 * between low and high. */
static mgnn_status
pairs_add(search *s, const place *a, const place *list, size_t size,
          const double range[3], mgnn_error *err)
{
  size_t dim = s->t->dim, begin = 0, end = size;
  double low = range[0] * range[0], high = range[1] * range[1];

  while (begin < end) {        /* the first with x >= a.x - high */
    size_t middle = begin + (end - begin) / 2;

    if (list[middle].x[0] < a->x[0] - range[1])
      begin = middle + 1;
    else
      end = middle;
  }
  for (; begin < size && list[begin].x[0] <= a->x[0] + range[1]; begin++) {
    double square = 0;
    hit *more;

    s->work++;
    for (size_t c = 0; c < dim; c++)
      square += (a->x[c] - list[begin].x[c]) * (a->x[c] - list[begin].x[c]);
    if (square < low || square > high)
      continue;
    more = mg_grow(s->pool.item, s->pool.count, &s->pool.capacity, sizeof *more);
    PASS(mg_allocated(more, err));
    s->pool.item = more;
    more[s->pool.count++] = (hit){ a->bits | list[begin].bits,
                                   fabs(sqrt(square) - range[2]) };
  }
  return MGNN_OK;
}

static int
is_over(const search *s)
{
  return s->work > s->opt->work
         || (s->opt->control != NULL && mg_run_over(s->opt->control));
}

/* Find the combinations of the undecided nodes of edge q, s->decided[from...],
 * that meet its length, and add them to the pool, the closest first. */
static mgnn_status
hits_find(search *s, size_t q, size_t from, mgnn_error *err)
{
  const mg_graph *g = s->t->graph;
  const unsigned *node = s->decided + from;
  size_t count = s->decided_count - from, half = count / 2;
  size_t a = (size_t)1 << half, b = (size_t)1 << (count - half);
  size_t before = s->pool.count;
  double range[3];

  if (s->images.capacity < a + b) {
    mg_free(s->images.item);
    s->images.capacity = a + b;
    PASS(mg_allocated(s->images.item = mg_alloc(a + b, sizeof *s->images.item), err));
  }
  range_find(s, q, &range[0], &range[1]);
  range[2] = (range[0] + range[1]) / 2;
  images_fill(s, g->ends[2 * s->edge[q]], node, half, 0, s->images.item);
  images_fill(s, g->ends[2 * s->edge[q] + 1], node + half, count - half, 1,
              s->images.item + a);
  for (size_t k = 0; k < b; k++)
    s->images.item[a + k].bits <<= half;
  if (b > 0)
    qsort(s->images.item + a, b, sizeof *s->images.item, by_first);
  s->work += (double)(a + b);
  for (size_t k = 0; k < a && s->pool.count < before + HITS_MOST; k++) {
    if (k % 256 == 0 && is_over(s))
      break;
    PASS(pairs_add(s, s->images.item + k, s->images.item + a, b, range, err));
  }
  s->gave_up |= is_over(s) || s->pool.count >= before + HITS_MOST;
  if (s->pool.count > before)
    qsort(s->pool.item + before, s->pool.count - before, sizeof *s->pool.item,
          by_error);
  return MGNN_OK;
}

/* ---- the tree of lengths ---- */

/* Choose the length with the fewest undecided nodes, exact ones before
 * intervals; returns `edges` if all are decided. */
static size_t
edge_choose(const search *s)
{
  size_t best = s->edges, least = SIZE_MAX;

  for (size_t q = 0; q < s->edges; q++) {
    size_t key = s->left[q] + (is_interval(s, q) ? 1000 : 0);

    if (s->left[q] > 0 && key < least) {
      least = key;
      best = q;
    }
  }
  return best;
}

/* Mark all nodes on the path of edge q as decided, and list the lengths that no
 * longer depend on undecided nodes. */
static void
nodes_decide(search *s, size_t q)
{
  for (size_t k = s->path.first[q]; k < s->path.first[q + 1]; k++) {
    unsigned i = s->path.item[k];

    if (s->fixed[i])
      continue;
    s->fixed[i] = 1;
    s->decided[s->decided_count++] = i;
    for (size_t a = s->on.first[i]; a < s->on.first[i + 1]; a++)
      if (--s->left[s->on.item[a]] == 0)
        s->ready[s->ready_count++] = s->on.item[a];
  }
}

static void
nodes_release(search *s, size_t bits, size_t ripe)
{
  while (s->decided_count > bits) {
    unsigned i = s->decided[--s->decided_count];

    s->fixed[i] = 0;
    for (size_t a = s->on.first[i]; a < s->on.first[i + 1]; a++)
      s->left[s->on.item[a]]++;
  }
  s->ready_count = ripe;
}

/* Apply the mirrors of a combination: if nodes depend on each other the later
 * one first, or to undo them the earlier one. */
static void
flips_make(search *s, const frame *f, uint64_t bits, int undo)
{
  const mg_k_tree *t = s->t;
  const unsigned *node = s->decided + f->bits;
  size_t count = 0;
  unsigned rank[64];

  for (size_t k = 0; k < 64; k++)
    if (bits >> k & 1) {
      size_t at = count++;

      while (at > 0 && rank[at - 1] > t->rank[node[k]]) {
        rank[at] = rank[at - 1];
        at--;
      }
      rank[at] = t->rank[node[k]];
    }
  for (size_t k = 0; k < count; k++)
    mg_k_tree_flip(s->t, t->order[rank[undo ? k : count - 1 - k]], s->moved,
                   s->plane);
}

/* Choose a length and find its combinations.  *leaf is 1 if all are decided. */
static mgnn_status
frame_push(search *s, int *leaf, mgnn_error *err)
{
  size_t q = edge_choose(s);
  frame *f = &s->stack[s->depth];

  *leaf = q == s->edges;
  if (*leaf)
    return MGNN_OK;
  *f = (frame){ .edge = q, .first = s->pool.count, .bits = s->decided_count,
                .ripe = s->ready_count };
  s->depth++;
  if (s->left[q] > (is_interval(s, q) ? BITS_INTERVAL : BITS_MOST)) {
    s->gave_up = 1;            /* no combinations, so the search turns back */
    return MGNN_OK;
  }
  nodes_decide(s, q);
  PASS(hits_find(s, q, f->bits, err));
  f->hits = s->pool.count - f->first;
  return MGNN_OK;
}

/* Go on to the next combination that contradicts no length, on this level or an
 * earlier one.  Returns 0 if none is left. */
static int
frame_next(search *s)
{
  while (s->depth > 0) {
    frame *f = &s->stack[s->depth - 1];

    if (f->next > 0)
      flips_make(s, f, s->pool.item[f->first + f->next - 1].bits, 1);
    while (f->next < f->hits && !is_over(s)) {
      uint64_t bits = s->pool.item[f->first + f->next++].bits;
      int met = 1;

      flips_make(s, f, bits, 0);
      s->work += (double)s->t->graph->n;
      for (size_t k = f->ripe; k < s->ready_count && met; k++)
        met = is_met(s, s->ready[k]);
      if (met)
        return 1;
      flips_make(s, f, bits, 1);
    }
    s->gave_up |= f->next < f->hits;
    nodes_release(s, f->bits, f->ripe);
    s->pool.count = f->first;
    s->depth--;
  }
  return 0;
}

static int
leaf_report(search *s, mg_branch_result *out)
{
  const mg_k_tree *t = s->t;
  unsigned *free = s->decided + t->graph->n;
  mg_branch_leaf leaf = { t->x, free, 0 };

  for (size_t k = t->dim + 1; k < t->count; k++)
    if (!s->fixed[t->order[k]] && !t->flat[t->order[k]])
      free[leaf.count++] = t->order[k];
  out->leaves++;
  return s->opt->leaf(s->opt->ctx, &leaf);
}

mgnn_status
mg_branch_prune(mg_k_tree *t, const mg_branch_options *opt,
                mg_branch_result *out, mgnn_error *err)
{
  search s = { .t = t, .opt = opt };
  double most = 0;
  int leaf, on = 1;
  mgnn_status status = MGNN_OK;

  *out = (mg_branch_result){ .complete = 0 };
  TRY(edges_collect(&s, &most, err));
  if (most > paths_most)
    goto end;
  TRY(search_init(&s, err));
  for (size_t q = 0; q < s.edges; q++)
    on &= s.left[q] > 0 || is_met(&s, q);
  while (on) {
    TRY(frame_push(&s, &leaf, err));
    if (leaf && leaf_report(&s, out)) {
      s.gave_up = 1;
      break;
    }
    on = frame_next(&s);
  }
  out->complete = !s.gave_up;
end:
  mg_free_all(s.edge, s.path.first, s.path.item, s.on.first, s.fixed, s.decided,
              s.stack, s.plane, s.pool.item, s.images.item);
  return status;
}
