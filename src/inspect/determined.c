/* Decides which nodes generic lengths determine, relative to a body of reference:
 * the pinned nodes, or else the largest set of nodes known to be determined
 * relative to each other.
 *
 * Yes: at generic positions x every framework with the same lengths has the same
 * stresses (Connelly 2005), so that its coordinates are in the kernel of all
 * stress matrices.  So are x and 1.  If a random vector z of the kernel is an
 * affine function of x on a set of nodes, so is every vector of the kernel, and
 * only an affine map can change the set; if its bars allow only congruences, it
 * is determined.  In the plane this finds all nodes that three disjoint paths
 * join, the M-connected components of Jackson, Jordan and Szabadka (2006).
 *
 * No: a motion moves the node relative to the body; or at most dim disjoint paths
 * lead from it to the body, so that the part behind the nodes that separate it
 * can be reflected in a hyperplane through these.
 *
 * For all other nodes the answer is "not known": no theorem covers them. */
#include "determined.h"

#include "base/mem.h"
#include "base/subgraph.h"
#include "framework.h"

#include <string.h>

enum {
  DIM_MOST = 8                 /* largest dimension in which bodies are searched */
};

typedef struct {
  const mg_bars *all;          /* all bars; those with a stress */
  mg_bars stressed;
  mg_framework w;              /* of bars with a stress */
  uint64_t *z;                 /* n: a vector of the kernel; NULL: no stress */
  size_t dim;
  size_t tried;                /* bases tried */
  unsigned *base;              /* dim + 1 nodes */
  uint64_t *plane;             /* dim + 1: z = plane . (x, 1) on the base */
  uint64_t *system;            /* (dim+1) x (dim+2) of scratch */
  unsigned *member, *best;     /* n: the current body, the largest so far */
  size_t count, best_count;
  unsigned *mark, stamp;       /* n: equal to stamp: in the current body */
  unsigned char *known;        /* n: 1 if in a body already found */
} place_search;

/* ---- affine functions ---- */

/* Gauss-Jordan elimination of a matrix with `rows` rows and `cols` columns on
 * its first `pivots` columns; returns their rank.  Rows are exchanged. */
static size_t
reduce(const mg_field *f, uint64_t *a, size_t rows, size_t cols, size_t pivots)
{
  size_t rank = 0;

  for (size_t c = 0; c < pivots && rank < rows; c++) {
    size_t r = rank;
    uint64_t inverse;

    while (r < rows && a[r * cols + c] == 0)
      r++;
    if (r == rows)
      continue;
    for (size_t k = 0; k < cols; k++) {
      uint64_t swap = a[r * cols + k];

      a[r * cols + k] = a[rank * cols + k];
      a[rank * cols + k] = swap;
    }
    inverse = mg_field_invert(f, a[rank * cols + c]);
    for (size_t k = 0; k < cols; k++)
      a[rank * cols + k] = mg_field_mul(f, a[rank * cols + k], inverse);
    for (size_t q = 0; q < rows; q++) {
      uint64_t factor = a[q * cols + c];

      for (size_t k = 0; k < cols && q != rank && factor != 0; k++)
        a[q * cols + k] = mg_field_sub(f, a[q * cols + k],
                                       mg_field_mul(f, factor,
                                                    a[rank * cols + k]));
    }
    rank++;
  }
  return rank;
}

/* Find the affine function of x that equals z on the base; 0 if there is none,
 * which is unlikely at random positions. */
static int
plane_fit(place_search *s)
{
  size_t size = s->dim + 1;

  s->tried++;
  for (size_t k = 0; k < size; k++) {
    uint64_t *row = s->system + k * (size + 1);

    memcpy(row, s->w.x + s->base[k] * s->dim, s->dim * sizeof *row);
    row[s->dim] = s->w.field.one;
    row[s->dim + 1] = s->z[s->base[k]];
  }
  if (reduce(&s->w.field, s->system, size, size + 1, size) < size)
    return 0;
  for (size_t k = 0; k < size; k++)
    s->plane[k] = s->system[k * (size + 1) + size];
  return 1;
}

static int
fits(const place_search *s, unsigned i)
{
  const mg_field *f = &s->w.field;
  uint64_t value = mg_field_add(f, s->plane[s->dim],
                                mg_field_dot(f, s->plane, s->w.x + i * s->dim,
                                             s->dim));

  return value == s->z[i];
}

/* ---- bodies ---- */

static void
join(place_search *s, unsigned i)
{
  s->mark[i] = s->stamp;
  s->member[s->count++] = i;
}

/* Collect the nodes that fit and that bars with stress connect to the base; if
 * `wide`, collect all nodes that fit. */
static void
spread(place_search *s, int wide)
{
  const mg_bars *b = &s->stressed;

  s->stamp++;
  s->count = 0;
  for (size_t k = 0; k <= s->dim; k++)
    join(s, s->base[k]);
  for (size_t k = 0; k < s->count; k++)
    for (size_t t = b->row[s->member[k]]; t < b->row[s->member[k] + 1]; t++)
      if (s->mark[b->to[t]] != s->stamp && fits(s, b->to[t]))
        join(s, b->to[t]);
  for (unsigned i = 0; wide && i < b->n; i++)
    if (s->mark[i] != s->stamp && fits(s, i))
      join(s, i);
}

/* Whether the bars of the body allow only congruences among affine maps: no
 * symmetric Q other than 0 has e^T Q e = 0 for all bar directions e.  Rows are
 * collected until their rank suffices. */
static mgnn_status
holds_shape(const place_search *s, int *yes, mgnn_error *err)
{
  size_t dim = s->dim, size = dim * (dim + 1) / 2, rank = 0;
  const mg_bars *b = s->all;
  uint64_t *a = mg_alloc(size + 1, size * sizeof *a);

  *yes = 0;
  PASS(mg_allocated(a, err));
  for (size_t m = 0; m < s->count && rank < size; m++) {
    unsigned i = s->member[m];

    for (size_t t = b->row[i]; t < b->row[i + 1] && rank < size; t++) {
      unsigned j = b->to[t];
      const uint64_t *x = s->w.x + i * dim, *y = s->w.x + j * dim;
      uint64_t *row = a + rank * size;
      size_t at = 0;

      if (j < i || s->mark[j] != s->stamp)
        continue;
      for (size_t c = 0; c < dim; c++)
        for (size_t d = 0; d <= c; d++)
          row[at++] = mg_field_mul(&s->w.field,
                                   mg_field_sub(&s->w.field, x[c], y[c]),
                                   mg_field_sub(&s->w.field, x[d], y[d]));
      rank = reduce(&s->w.field, a, rank + 1, size, size);
    }
  }
  *yes = rank == size;
  mg_free(a);
  return MGNN_OK;
}

static int
has_pins(const place_search *s)
{
  size_t pinned = 0;

  for (size_t k = 0; k < s->count; k++)
    pinned += s->all->pin[s->member[k]];
  return pinned == s->all->pinned;
}

static void
keep_best(place_search *s)
{
  memcpy(s->best, s->member, s->count * sizeof *s->best);
  s->best_count = s->count;
}

/* Try the body through v and dim of its neighbours, if it has more nodes than these. */
static mgnn_status
try_at(place_search *s, unsigned v, size_t first, mgnn_error *err)
{
  int rigid;

  s->base[0] = v;
  for (size_t k = 0; k < s->dim; k++)
    s->base[k + 1] = s->stressed.to[first + k];
  if (!plane_fit(s))
    return MGNN_OK;
  spread(s, 0);
  if (s->count < s->dim + 2)
    return MGNN_OK;
  PASS(holds_shape(s, &rigid, err));
  for (size_t k = 0; k < s->count && rigid; k++)
    s->known[s->member[k]] = 1;
  if (rigid && s->count > s->best_count && has_pins(s))
    keep_best(s);
  return MGNN_OK;
}

/* Find bodies from successive neighbours of each node that is in no body yet.  Other
 * bodies of a node mostly have such neighbours, too, or are found from other nodes. */
static mgnn_status
bodies_find(place_search *s, mgnn_error *err)
{
  const mg_bars *b = &s->stressed;

  for (unsigned v = 0; v < b->n; v++)
    for (size_t t = b->row[v]; t + s->dim <= b->row[v + 1] && !s->known[v]; t++)
      PASS(try_at(s, v, t, err));
  if (s->best_count == 0)
    return MGNN_OK;
  memcpy(s->base, s->best, (s->dim + 1) * sizeof *s->base);
  if (plane_fit(s)) {
    spread(s, 1);
    keep_best(s);
  }
  return MGNN_OK;
}

/* Find the body of the pinned nodes, with pins as its base. */
static void
pinned_body_find(place_search *s)
{
  size_t have = 0;

  for (unsigned i = 0; i < s->all->n && have <= s->dim; i++)
    if (s->all->pin[i])
      s->base[have++] = i;
  if (plane_fit(s)) {
    spread(s, 1);
    keep_best(s);
  }
}

/* ---- cliques ---- */

/* Find dim + 1 nodes that are all joined, including all pinned ones: the body
 * of reference if no larger one is found. */
static void
clique_find(place_search *s)
{
  const mg_bars *b = s->all;
  mg_clique c = { .b = b, .alone = b->pinned == 0, .size = s->dim + 1,
                  .node = s->member };

  for (unsigned v = 0; v < b->n && s->best_count == 0; v++) {
    if (mg_clique_find(&c, v)) {
      s->count = c.count;
      keep_best(s);
    }
    if (b->pinned > 0)
      return;
  }
}

/* ---- the answers ---- */

static mgnn_status
search_init(place_search *s, const mg_bars *all, const mgnn_rigidity *r,
            mgnn_error *err)
{
  size_t n = all->n, dim = r->dim;

  s->all = all;
  s->dim = dim;
  PASS(mg_allocated_all(err, MG_NEW(s->base, dim + 1),
                        s->plane = mg_alloc(dim + 1, (dim + 3) * sizeof *s->plane)));
  s->system = s->plane + dim + 1;
  PASS(mg_allocated(s->member = mg_zalloc(n + dim + 2, 3 * sizeof *s->member),
                    err));
  s->best = s->member + n + dim + 2;
  s->mark = s->best + n + dim + 2;
  return mg_allocated(s->known = mg_zalloc(n, 1), err);
}

/* Find bodies by the kernel, using only bars that can carry a stress. */
static mgnn_status
kernel_find(place_search *s, const mgnn_rigidity *r, uint64_t seed, double work,
            mgnn_error *err)
{
  const mg_bars *b = s->all;
  unsigned char *keep = mg_alloc(b->m, 1);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(keep, err));
  for (size_t k = 0; k < b->m; k++)
    keep[k] = k >= b->real || r->edge_redundant[b->edge[k]];
  TRY(mg_bars_select(&s->stressed, b, keep, err));
  TRY(mg_framework_init(&s->w, &s->stressed, s->dim, seed, work, err));
  TRY(mg_allocated(s->z = mg_alloc(b->n, sizeof *s->z), err));
  TRY(mg_stress_kernel(&s->w, s->z, err));
  if (b->pinned > s->dim)
    pinned_body_find(s);
  else
    TRY(bodies_find(s, err));
end:
  mg_free(keep);
  return status;
}

/* Answer "no" for nodes that share no rigid part with the whole body. */
static void
answer_moving(const place_search *s, const mgnn_rigidity *r, unsigned *with,
              mgnn_determined *d)
{
  size_t need = s->best_count < s->dim + 1 ? s->best_count : s->dim + 1;

  memset(with, 0, d->n * sizeof *with);
  for (size_t k = 0; k < need; k++)
    with[s->best[k]] = 1;
  for (size_t k = 0; k < r->parts; k++) {
    size_t have = 0;

    for (size_t a = r->part_first[k]; a < r->part_first[k + 1]; a++)
      have += with[r->part_node[a]] & 1;
    for (size_t a = r->part_first[k]; a < r->part_first[k + 1] && have == need;
         a++)
      with[r->part_node[a]] |= 2;
  }
  for (size_t i = 0; i < d->n; i++)
    if (d->node[i] == 255 && !(with[i] & 2))
      mg_determined_set(d, i, 0, MG_HOW_MOTION);
}

static mgnn_status
answer_separated(const place_search *s, mgnn_determined *d, mgnn_error *err)
{
  size_t n = d->n;
  unsigned char *body = mg_zalloc(n, 3), *ask;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(body, err));
  ask = body + n;
  for (size_t i = 0; i < n; i++) {
    body[i] = d->node[i] == 1;
    ask[i] = d->node[i] == 255;
  }
  TRY(mg_separated_find(s->all, s->dim, body, ask, ask + n, err));
  for (size_t i = 0; i < n; i++)
    if (ask[n + i] && d->node[i] != 0)
      mg_determined_set(d, i, 0, MG_HOW_SEPARATED);
end:
  mg_free(body);
  return status;
}

/* Answer for nodes in the body, moving against it, or open to reflection. */
static mgnn_status
answer_by_body(place_search *s, const mgnn_rigidity *r, int too_large,
               mgnn_determined *d, mgnn_error *err)
{
  mg_how how = s->best_count > s->dim + 1 ? MG_HOW_KERNEL : MG_HOW_BODY;

  for (size_t k = 0; k < s->best_count; k++)
    mg_determined_set(d, s->best[k], 1, how);
  for (size_t i = 0; i < d->n; i++)
    if (s->all->pin[i])
      mg_determined_set(d, i, 1, MG_HOW_PINNED);
  if (how == MG_HOW_KERNEL)
    d->error = (double)s->tried * mg_stress_rank_error(&s->w);
  if (s->best_count == 0 && s->all->pinned == 0) {
    for (size_t i = 0; i < d->n && !too_large; i++)
      mg_determined_set(d, i, 0, MG_HOW_NOTHING);
    return MGNN_OK;
  }
  if (s->best_count == 0)      /* too few pins to hold any other node */
    for (unsigned i = 0; i < d->n; i++)
      if (s->all->pin[i])
        s->best[s->best_count++] = i;
  answer_moving(s, r, s->mark, d);
  if (s->best_count > s->dim)
    PASS(answer_separated(s, d, err));
  return MGNN_OK;
}

static mgnn_status
find(const mgnn_problem *p, unsigned long seed, const mgnn_rigidity *r,
     double work, mgnn_determined *d, mgnn_error *err)
{
  mg_bars bars = { 0 };
  place_search s = { 0 };
  int too_large = r->dim > DIM_MOST;
  mgnn_status status = MGNN_OK;

  TRY(mg_bars_init(&bars, &p->graph, r->dim, p->pin, err));
  d->up_to = bars.pinned > r->dim ? "nothing"
             : bars.pinned == r->dim ? "a mirror image" : "rigid motions";
  for (size_t i = 0; i < d->n; i++)
    if (r->globally_rigid == 1)
      mg_determined_set(d, i, 1, bars.pin[i] ? MG_HOW_PINNED : MG_HOW_WHOLE);
    else
      mg_determined_set(d, i, 255, MG_HOW_OPEN);
  if (r->globally_rigid == 1) {
    d->error = r->global_error;
    goto end;
  }
  TRY(search_init(&s, &bars, r, err));
  if (!too_large && (r->redundant > 0 || bars.pinned > r->dim)) {
    status = kernel_find(&s, r, seed, work, err);
    too_large = status == MGNN_EINVAL;
    status = too_large ? MGNN_OK : status;
    TRY(status);
  }
  if (s.best_count == 0 && !too_large && bars.pinned <= r->dim)
    clique_find(&s);
  TRY(answer_by_body(&s, r, too_large, d, err));
  for (size_t i = 0; i < d->n && too_large; i++)
    if (d->node[i] == 255)
      d->how[i] = MG_HOW_LARGE;
end:
  mg_framework_free(&s.w);
  mg_bars_free(&s.stressed);
  mg_free_all(s.base, s.plane, s.member, s.known, s.z);
  mg_bars_free(&bars);
  return status;
}

mgnn_status
mg_determined_find(const mgnn_problem *p, unsigned long seed,
                   const mgnn_rigidity *r, double work, mgnn_determined **out,
                   mgnn_error *err)
{
  size_t n = p->graph.n;
  mgnn_determined *d = mg_zalloc(1, sizeof *d);
  mgnn_status status = MGNN_OK;

  *out = NULL;
  TRY(mg_allocated(d, err));
  d->n = n;
  d->freedom = r->degrees_of_freedom;
  TRY(mg_allocated(d->node = mg_alloc(n, 2), err));
  d->how = d->node + n;
  TRY(find(p, seed, r, work, d, err));
  for (size_t i = 0; i < n; i++)
    d->count += d->node[i] == 1;
  d->generic = d->count;
  *out = d;
  d = NULL;
end:
  mgnn_determined_free(d);
  return status;
}

/* ---- the public face ---- */

mgnn_status
mgnn_determined_find(const mgnn_problem *p, size_t dim, unsigned long seed,
                     mgnn_determined **out, mgnn_error *err)
{
  mgnn_rigidity r = { 0 };
  mgnn_status status = MGNN_OK;

  *out = NULL;
  TRY(mgnn_rigidity_find(p, dim, seed, &r, err));
  TRY(mg_determined_find(p, seed, &r, MG_WORK_MOST, out, err));
end:
  mgnn_rigidity_free(&r);
  return status;
}

void
mgnn_determined_free(mgnn_determined *d)
{
  if (d != NULL)
    mg_free(d->node);
  mg_free(d);
}

int
mgnn_determined_node(const mgnn_determined *d, size_t i)
{
  return d->node[i] == 255 ? -1 : d->node[i];
}

const char *
mgnn_determined_how(const mgnn_determined *d, size_t i)
{
  static const char *const words[] = {
    [MG_HOW_OPEN] = "no theorem decides",
    [MG_HOW_LARGE] = "too much work",
    [MG_HOW_SPECIAL] = "special lengths",
    [MG_HOW_VOID] = "lengths that cannot be met",
    [MG_HOW_PINNED] = "pinned",
    [MG_HOW_WHOLE] = "globally rigid graph",
    [MG_HOW_BODY] = "body of reference",
    [MG_HOW_KERNEL] = "stress kernel",
    [MG_HOW_PLACED] = "trilateration",
    [MG_HOW_COUNTED] = "branch and prune",
    [MG_HOW_NOTHING] = "no body of reference",
    [MG_HOW_MOTION] = "motion",
    [MG_HOW_SEPARATED] = "separated",
    [MG_HOW_ANOTHER] = "another drawing"
  };

  return words[d->how[i]];
}

size_t
mgnn_determined_count(const mgnn_determined *d)
{
  return d->count;
}

const char *
mgnn_determined_up_to(const mgnn_determined *d)
{
  return d->up_to;
}

double
mgnn_determined_error(const mgnn_determined *d)
{
  return d->error;
}
