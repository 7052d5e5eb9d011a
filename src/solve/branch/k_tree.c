/* Spanning K-trees, grown from a clique: each new body is searched once for
 * nodes joined to K of its nodes.  A node may be able to join several bodies,
 * and its choice decides which nodes can join it.  Along a backbone it has to
 * be the body just before it; so nodes come first whose numbers are nearest to
 * those of their references, and if that does not span the graph, those with
 * the shortest lengths. */
#include "k_tree.h"
#include "base/dense.h"
#include "base/mem.h"

#include <string.h>

enum {
  CLIQUES = 24,                /* cliques that a tree is grown from, at most */
  CLIQUE_STEPS = 2000,         /* steps of the search for a clique */
  PLACED = 1000000             /* nodes in all trees together, about: takes one
                                  or two seconds */
};

static const double steep = 1e-3;      /* least relative height of references */
static const double flat = 1e-5;       /* relative height that counts as 0 */

/* A node and a body that it may join; the smallest key comes first. */
typedef struct {
  double key;
  unsigned node, body;
} entry;

typedef struct {
  mg_k_tree *t;
  entry *queue;                /* a heap */
  size_t waiting, capacity;
  int by_length;               /* nonzero: keys are lengths, else number gaps */
  const unsigned *number;      /* n, or NULL: 0, 1, ... */
  unsigned *hits;              /* n: nodes of the present body joined to it */
  double *length;              /* n: length to the present node */
  unsigned char *seen;         /* n: nonzero if it was in a tree */
  double *point, *basis;       /* (dim+1)*dim; dim*dim */
  double *far, *normal;        /* dim+1; dim */
  unsigned *body;              /* dim+1 */
  size_t steps;
} builder;

int
mg_edge_is_bar(const mg_graph *g, size_t e)
{
  return (g->stiffness == NULL || g->stiffness[e] > 0)
         && (g->target_upper == NULL || g->target_upper[e] == g->target[e])
         && g->target[e] > 0;
}

int
mg_slot_is_bar(const mg_graph *g, size_t k)
{
  return (g->weight == NULL || g->weight[k] > 0)
         && (g->upper == NULL || g->upper[k] == g->length[k])
         && g->length[k] > 0;
}

double
mg_hyperplane(size_t dim, const double *r, size_t count, double *basis,
              double *normal)
{
  double least = INFINITY, most = 0, best = -1;

  for (size_t k = 1; k < count; k++) {
    double *u = basis + (k - 1) * dim, height;

    for (size_t c = 0; c < dim; c++)
      u[c] = r[k * dim + c] - r[c];
    most = fmax(most, sqrt(mg_inner(u, u, dim)));
    mg_orthogonalise(dim, basis, k - 1, u);
    height = mg_orthogonalise(dim, basis, k - 1, u);
    least = fmin(least, height);
    for (size_t c = 0; c < dim && height > 0; c++)
      u[c] /= height;
  }
  for (size_t axis = 0; axis < dim; axis++) {
    double left = 1;

    for (size_t k = 1; k < count; k++)
      left -= basis[(k - 1) * dim + axis] * basis[(k - 1) * dim + axis];
    if (left > best) {
      best = left;
      memset(normal, 0, dim * sizeof *normal);
      normal[axis] = 1;
    }
  }
  for (int twice = 0; twice < 2; twice++) {
    double length = mg_orthogonalise(dim, basis, count - 1, normal);

    for (size_t c = 0; c < dim && length > 0; c++)
      normal[c] /= length;
  }
  return count < 2 ? 1 : most > 0 ? least / most : 0;
}

/* Find the point at distances d from `count` points: their differences e_k =
 * r_k - r_0 have an orthonormal basis u, and 2 e_k.p = d_0^2 - d_k^2 + |e_k|^2;
 * the rest of d_0 goes along the normal.  Returns this height, negative if d_0
 * is too short, so that the spheres do not meet. */
static double
spheres_meet(const builder *b, size_t count, double *out)
{
  size_t dim = b->t->dim;
  const double *r = b->point, *d = b->far;
  double left = d[0] * d[0], height;

  memcpy(out, r, dim * sizeof *out);
  for (size_t k = 1; k < count; k++) {
    const double *u = b->basis + (k - 1) * dim;
    double square = 0, known = 0, up = 0, along;

    for (size_t c = 0; c < dim; c++) {
      double e = r[k * dim + c] - r[c];

      square += e * e;
      known += e * (out[c] - r[c]);
      up += e * u[c];
    }
    along = ((d[0] * d[0] - d[k] * d[k] + square) / 2 - known) / up;
    left -= along * along;
    for (size_t c = 0; c < dim; c++)
      out[c] += along * u[c];
  }
  height = left > 0 ? sqrt(left) : -sqrt(-left);
  for (size_t c = 0; c < dim && left > 0; c++)
    out[c] += height * b->normal[c];
  return height;
}

/* ---- cliques ---- */

/* Add `by` to the hits of all nodes joined to i. */
static void
neighbours_count(builder *b, unsigned i, unsigned by)
{
  const mg_graph *g = b->t->graph;

  for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
    if (mg_slot_is_bar(g, k))
      b->hits[g->to[k]] += by;
}

/* Extend body[0..count-1], whose neighbours are counted in hits, to dim+1
 * nodes; returns 0 if no such clique was found within the limit of steps. */
static int
clique_extend(builder *b, size_t count)
{
  const mg_graph *g = b->t->graph;
  unsigned last = b->body[count - 1];

  if (count == b->t->dim + 1)
    return 1;
  for (size_t k = g->row[last]; k < g->row[last + 1]; k++) {
    unsigned i = g->to[k];
    int found;

    if (b->hits[i] != count || !mg_slot_is_bar(g, k))
      continue;
    if (b->steps++ > CLIQUE_STEPS)
      return 0;
    b->body[count] = i;
    neighbours_count(b, i, 1);
    found = clique_extend(b, count + 1);
    neighbours_count(b, i, (unsigned)-1);
    if (found)
      return 1;
  }
  return 0;
}

/* ---- growing ---- */

static int
is_before(const entry *a, const entry *b)
{
  if (a->key != b->key)
    return a->key < b->key;
  return a->node != b->node ? a->node < b->node : a->body < b->body;
}

static mgnn_status
queue_add(builder *b, entry new, mgnn_error *err)
{
  entry *q = mg_grow(b->queue, b->waiting, &b->capacity, sizeof *q);
  size_t at = b->waiting;

  PASS(mg_allocated(q, err));
  b->queue = q;
  b->waiting++;
  for (; at > 0 && is_before(&new, &q[(at - 1) / 2]); at = (at - 1) / 2)
    q[at] = q[(at - 1) / 2];
  q[at] = new;
  return MGNN_OK;
}

static entry
queue_take(builder *b)
{
  entry *q = b->queue, first = q[0], last = q[--b->waiting];
  size_t at = 0, child;

  while ((child = 2 * at + 1) < b->waiting) {
    child += child + 1 < b->waiting && is_before(&q[child + 1], &q[child]);
    if (!is_before(&q[child], &last))
      break;
    q[at] = q[child];
    at = child;
  }
  q[at] = last;
  return first;
}

/* The key of a node joined to another: larger for nodes farther apart. */
static double
key_of(const builder *b, unsigned i, unsigned j, double length)
{
  unsigned p = b->number != NULL ? b->number[i] : i;
  unsigned q = b->number != NULL ? b->number[j] : j;

  return b->by_length ? length : p > q ? p - q : q - p;
}

/* Find the distances from node i to the nodes among the `count` of b->body joined
 * to it, and move these to the front, the nearest first; returns their number. */
static size_t
joints_find(builder *b, unsigned i, size_t count)
{
  const mg_graph *g = b->t->graph;
  size_t joined = 0;

  for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
    if (mg_slot_is_bar(g, k))
      b->length[g->to[k]] = g->length[k];
  for (size_t a = 0; a < count; a++) {
    unsigned j = b->body[a];

    double far = b->length[j];
    size_t at = joined;

    if (!(far > 0))
      continue;
    b->body[a] = b->body[joined++];
    for (; at > 0 && key_of(b, i, b->body[at - 1], b->far[at - 1])
                     > key_of(b, i, j, far); at--) {
      b->body[at] = b->body[at - 1];
      b->far[at] = b->far[at - 1];
    }
    b->body[at] = j;
    b->far[at] = far;
  }
  for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
    b->length[g->to[k]] = 0;
  return joined;
}

/* Queue the nodes that may join the body of node i: joined to i, and to all but
 * at most one of its references.  Nodes joined to the references alone could
 * join the body that contains these. */
static mgnn_status
body_look(builder *b, unsigned i, mgnn_error *err)
{
  const mg_k_tree *t = b->t;
  const mg_graph *g = t->graph;
  size_t dim = t->dim;
  mgnn_status status = MGNN_OK;

  for (size_t c = 0; c < dim; c++)
    neighbours_count(b, t->ref[i * dim + c], 1);
  for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
    unsigned j = g->to[k];

    if (!mg_slot_is_bar(g, k) || t->rank[j] != MG_NOWHERE || b->hits[j] + 1 < dim)
      continue;
    memcpy(b->body, t->ref + i * dim, dim * sizeof *b->body);
    b->body[dim] = i;
    joints_find(b, j, dim + 1);
    TRY(queue_add(b, (entry){ key_of(b, j, b->body[dim - 1], b->far[dim - 1]),
                              j, i }, err));
  }
end:
  for (size_t c = 0; c < dim; c++)
    neighbours_count(b, t->ref[i * dim + c], (unsigned)-1);
  return status;
}

/* Place a node by the `count` nodes of b->body, whose distances from it are in
 * b->far; returns 0 if these are not in general position. */
static int
node_place(builder *b, unsigned i, size_t count)
{
  mg_k_tree *t = b->t;
  size_t dim = t->dim;
  double height, least;

  memset(t->x + i * dim, 0, dim * sizeof *t->x);
  if (count > 0) {
    for (size_t k = 0; k < count; k++)
      memcpy(b->point + k * dim, t->x + b->body[k] * dim, dim * sizeof *t->x);
    least = mg_hyperplane(dim, b->point, count, b->basis, b->normal);
    if (!(least > steep))
      return 0;
    height = spheres_meet(b, count, t->x + i * dim);
    t->flat[i] = height < flat * b->far[0];
    t->missed = fmax(t->missed, height < 0 ? height * height / b->far[0] : 0);
  }
  t->rank[i] = (unsigned)t->count;
  t->order[t->count++] = i;
  return 1;
}

/* Let node i join the body of node j, if references can be found there. */
static mgnn_status
join(builder *b, unsigned i, unsigned j, mgnn_error *err)
{
  mg_k_tree *t = b->t;
  size_t dim = t->dim, joined;

  if (t->rank[i] != MG_NOWHERE)
    return MGNN_OK;
  memcpy(b->body, t->ref + j * dim, dim * sizeof *b->body);
  b->body[dim] = j;
  joined = joints_find(b, i, dim + 1);
  for (size_t drop = joined; drop-- > 0 && joined >= dim;) {
    unsigned node = b->body[drop];
    double far = b->far[drop];

    if (joined > dim) {        /* one too many: the one dropped goes last */
      b->body[drop] = b->body[dim];
      b->far[drop] = b->far[dim];
      b->body[dim] = node;
      b->far[dim] = far;
    }
    if (node_place(b, i, dim)) {
      memcpy(t->ref + i * dim, b->body, dim * sizeof *t->ref);
      t->parent[i] = j;
      return body_look(b, i, err);
    }
    if (joined == dim)
      break;
    b->body[dim] = b->body[drop];
    b->far[dim] = b->far[drop];
    b->body[drop] = node;
    b->far[drop] = far;
  }
  return MGNN_OK;
}

/* Make the clique in b->body the first body; returns 0 if it is degenerate. */
static int
root_place(builder *b)
{
  mg_k_tree *t = b->t;
  size_t dim = t->dim;
  unsigned *clique = t->ref;   /* of node 0, not in use yet */
  unsigned root = b->body[dim];

  memset(t->rank, 255, t->graph->n * sizeof *t->rank);
  t->count = 0;
  t->missed = 0;
  memcpy(clique, b->body, dim * sizeof *clique);
  for (size_t k = 0; k <= dim; k++) {
    unsigned i = k < dim ? clique[k] : root;

    memcpy(b->body, clique, k * sizeof *clique);
    joints_find(b, i, k);
    if (!node_place(b, i, k))
      return 0;
    t->parent[i] = root;
  }
  if (t->flat[root])           /* mirroring it would not mirror all */
    return 0;
  memmove(t->ref + root * dim, clique, dim * sizeof *clique);
  return 1;
}

/* Find a clique at node i, into b->body; returns 0 if there is none. */
static int
clique_find(builder *b, unsigned i)
{
  int found;

  b->body[0] = i;
  b->steps = 0;
  neighbours_count(b, i, 1);
  found = clique_extend(b, 1);
  neighbours_count(b, i, (unsigned)-1);
  return found;
}

/* Whether some node outside the tree is in no clique, and so in no tree. */
static int
is_hopeless(builder *b)
{
  for (unsigned i = 0; i < b->t->graph->n; i++)
    if (b->t->rank[i] == MG_NOWHERE && !clique_find(b, i)
        && b->steps <= CLIQUE_STEPS)
      return 1;
  return 0;
}

/* Grow a tree from a clique at node i. */
static mgnn_status
grow_from(builder *b, unsigned i, mgnn_error *err)
{
  mg_k_tree *t = b->t;

  if (!clique_find(b, i) || !root_place(b))
    return MGNN_OK;
  b->waiting = 0;
  PASS(body_look(b, t->order[t->dim], err));
  while (b->waiting > 0) {
    entry next = queue_take(b);

    PASS(join(b, next.node, next.body, err));
  }
  return MGNN_OK;
}

static mgnn_status
builder_init(builder *b, mgnn_error *err)
{
  mg_k_tree *t = b->t;
  size_t n = t->graph->n, dim = t->dim;

  PASS(mg_allocated(t->order = mg_alloc(n, (3 + dim) * sizeof *t->order), err));
  PASS(mg_allocated(t->flat = mg_zalloc(n, 1), err));
  PASS(mg_allocated(t->x = mg_zalloc(n, dim * sizeof *t->x), err));
  PASS(mg_allocated(b->hits = mg_zalloc(n + dim + 1, sizeof *b->hits), err));
  PASS(mg_allocated(b->seen = mg_zalloc(n, 1), err));
  PASS(mg_allocated(b->length = mg_zalloc(n + (2 * dim + 3) * (dim + 1),
                                          sizeof *b->length), err));
  t->rank = t->order + n;
  t->parent = t->rank + n;
  t->ref = t->parent + n;
  b->body = b->hits + n;
  b->point = b->length + n;
  b->basis = b->point + (dim + 1) * dim;
  b->far = b->basis + dim * dim;
  b->normal = b->far + dim + 1;
  return MGNN_OK;
}

mgnn_status
mg_k_tree_find(mg_k_tree *t, const mg_graph *g, size_t dim,
               const unsigned *number, mgnn_error *err)
{
  builder b = { .t = t, .number = number };
  size_t placed = 0;
  mgnn_status status = MGNN_OK;

  *t = (mg_k_tree){ .graph = g, .dim = dim };
  if (g->n <= dim || g->length == NULL)
    return MGNN_OK;
  TRY(builder_init(&b, err));
  for (size_t i = 0, tries = 0; i < g->n && tries < CLIQUES
                                && t->count < g->n && placed < PLACED; i++) {
    if (b.seen[i] || g->row[i + 1] - g->row[i] < dim)
      continue;
    tries++;
    for (b.by_length = 0; b.by_length < 2 && t->count < g->n; b.by_length++) {
      TRY(grow_from(&b, (unsigned)i, err));
      placed += t->count;
      if (t->count > 0 && t->count < g->n && is_hopeless(&b))
        goto end;
    }
    b.seen[i] = 1;
    for (size_t k = 0; k < t->count; k++)
      b.seen[t->order[k]] = 1;
  }
end:
  mg_free_all(b.queue, b.hits, b.seen, b.length);
  if (status != MGNN_OK)
    mg_k_tree_free(t);
  return status;
}

void
mg_k_tree_free(mg_k_tree *t)
{
  mg_free_all(t->order, t->flat, t->x);
  memset(t, 0, sizeof *t);
}
