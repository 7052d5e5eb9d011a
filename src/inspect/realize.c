/* Finds drawings with the same lengths that are not congruent: by branch and
 * prune if a discretization order exists (all of them if its lengths are exact,
 * some if it has intervals), else by reflections and restarts. */
#include "realize.h"
#include "base/dense.h"
#include "base/mem.h"
#include "base/error.h"
#include "measure/measure.h"
#include "base/random.h"
#include "enumerate.h"
#include "feasible.h"
#include "node_sets.h"
#include "solve/arrange/align.h"

#include <math.h>
#include <string.h>

enum {
  SEPARATORS = 1000,           /* separators kept */
  TRIES = 40,                  /* searches, plus four per drawing wanted */
  ALIGNMENTS = 100             /* tries to align a drawing to the first */
};

typedef struct {
  const mgnn_problem *p;
  size_t dim;
  mgnn_realizations *out;
  size_t most;
  double tolerance;
  uint64_t stream;
  mg_separators sep;
  unsigned *piece, *queue;     /* n */
  double near;                 /* distance at which a node counts as in place */
  int held;                    /* pins allow no motion, so that drawings are
                                  compared without alignment */
  double *x;                   /* n*dim: the candidate */
  double *aligned;             /* n*dim */
  double *a, *b;               /* n*dim: points used to align */
  double *normal, *span;       /* dim; dim*dim */
} realization_search;

double
mg_radius(size_t n, size_t dim, const double *y)
{
  double sum = 0;

  for (size_t c = 0; c < dim; c++) {
    double mean = 0;

    for (size_t i = 0; i < n; i++)
      mean += y[i * dim + c] / (double)n;
    for (size_t i = 0; i < n; i++)
      sum += (y[i * dim + c] - mean) * (y[i * dim + c] - mean) / (double)n;
  }
  return sqrt(sum);
}

static size_t
size_of(const realization_search *s)
{
  return s->p->graph.n * s->dim;
}

/* ---- hyperplanes ---- */

/* Find a unit normal of the nodes of a set: the only one if they are dim nodes
 * in general position, else a random one. */
static void
normal_find(realization_search *s, const double *y, const unsigned *node, size_t size)
{
  size_t dim = s->dim, count = 0;
  double length, *n = s->normal;

  for (size_t k = 1; k < size && count + 1 < dim; k++) {
    double *v = s->span + count * dim, before = 0;

    for (size_t c = 0; c < dim; c++) {
      v[c] = y[node[k] * dim + c] - y[node[0] * dim + c];
      before += v[c] * v[c];
    }
    length = mg_orthogonalise(dim, s->span, count, v);
    if (!(length > 1e-9 * sqrt(before)))
      continue;
    for (size_t c = 0; c < dim; c++)
      v[c] /= length;
    count++;
  }
  do {
    for (size_t c = 0; c < dim; c++)
      n[c] = mg_random_deviate(&s->stream);
    length = mg_orthogonalise(dim, s->span, count, n);
  } while (!(length > 1e-3));
  for (size_t c = 0; c < dim; c++)
    n[c] /= length;
  length = mg_orthogonalise(dim, s->span, count, n);   /* again, against rounding */
  for (size_t c = 0; c < dim; c++)
    n[c] /= length;
}

/* x - 2 ((x - at) . normal) normal */
static void
reflect(const realization_search *s, const double *at, double *x)
{
  size_t dim = s->dim;
  double dot = 0;

  for (size_t c = 0; c < dim; c++)
    dot += (x[c] - at[c]) * s->normal[c];
  for (size_t c = 0; c < dim; c++)
    x[c] -= 2 * dot * s->normal[c];
}

/* ---- aligning a drawing to the first ---- */

/* Move x by the rigid motion that best brings `count` of its points, in s->a,
 * to those in s->b; without reflection if the signs of volumes matter. */
static mgnn_status
move_by(realization_search *s, size_t count, double *x, mgnn_error *err)
{
  size_t n = s->p->graph.n, dim = s->dim;
  mg_motion motion;
  mgnn_status status = mg_motion_fit(&motion, dim, count, s->a, s->b,
                                     s->p->terms.chirality.count > 0, err);

  for (size_t i = 0; i < n && status == MGNN_OK; i++) {
    memcpy(s->a, x + i * dim, dim * sizeof *x);
    mg_motion_apply(&motion, s->a, x + i * dim);
  }
  mg_motion_free(&motion);
  return status;
}

static void
point_add(realization_search *s, const double *x, size_t i, size_t *count)
{
  size_t dim = s->dim;

  memcpy(s->a + *count * dim, x + i * dim, dim * sizeof *x);
  memcpy(s->b + *count * dim, s->out->y + i * dim, dim * sizeof *x);
  ++*count;
}

static size_t
in_place(const realization_search *s, const double *x)
{
  size_t dim = s->dim, count = 0;

  for (size_t i = 0; i < s->p->graph.n; i++)
    count += mg_distance(x + i * dim, s->out->y + i * dim, dim) <= s->near;
  return count;
}

/* Align x to the first drawing so that many nodes coincide.  The best fit of
 * all nodes would leave each a little off, so many tries each fit a random node
 * and dim of its neighbours, and the best counts (as in RANSAC); all nodes are
 * fitted only if that fails, or there are no dim+1 of them. */
static mgnn_status
align(realization_search *s, double *x, mgnn_error *err)
{
  const mg_graph *g = &s->p->graph;
  size_t best = 0, count = 0;

  for (size_t i = 0; i < g->n; i++)
    point_add(s, x, i, &count);
  PASS(move_by(s, count, x, err));
  memcpy(s->aligned, x, size_of(s) * sizeof *x);
  for (int k = 0; k < ALIGNMENTS && g->n > s->dim; k++) {
    size_t i = mg_random_below(&s->stream, g->n), here;

    count = 0;
    point_add(s, x, i, &count);
    for (size_t c = 0; c < s->dim && g->row[i] < g->row[i + 1]; c++)
      point_add(s, x, g->to[g->row[i] + mg_random_below(&s->stream,
                                                        g->row[i + 1]
                                                        - g->row[i])], &count);
    PASS(move_by(s, count, x, err));
    here = in_place(s, x);
    if (here > best && here > s->dim) {
      best = here;
      memcpy(s->aligned, x, size_of(s) * sizeof *x);
    }
  }
  memcpy(x, s->aligned, size_of(s) * sizeof *x);
  return MGNN_OK;
}

/* ---- the drawings found ---- */

static mgnn_status
is_new(const realization_search *s, int *yes, mgnn_error *err)
{
  *yes = 1;
  for (size_t k = 0; k < s->out->count && *yes; k++) {
    mgnn_comparison c;
    const double *y = s->out->y + k * size_of(s);

    if (s->held) {
      *yes = 0;
      for (size_t i = 0; i < s->p->graph.n && !*yes; i++)
        *yes = mg_distance(s->x + i * s->dim, y + i * s->dim, s->dim) > s->near;
      continue;
    }
    PASS(mgnn_compare(s->p, s->dim, s->x, y, MG_SAME_DRAWING, &c,
                      err));
    *yes = !(c.max_deviation <= MG_SAME_DRAWING * c.size);
  }
  return MGNN_OK;
}

/* Test the terms other than lengths: chirality and the least distance.  s->x is
 * mirrored if that makes the chirality right. */
static mgnn_status
terms_met(realization_search *s, int *met, mgnn_error *err)
{
  const mg_terms *t = &s->p->terms;
  mg_close_pairs close = { .found = NULL };

  *met = mg_chirality_right(&t->chirality, s->dim, s->x) == t->chirality.count;
  if (!*met && s->p->pin == NULL) {
    for (size_t i = 0; i < s->p->graph.n; i++)
      s->x[i * s->dim] = -s->x[i * s->dim];
    *met = mg_chirality_right(&t->chirality, s->dim, s->x) == t->chirality.count;
  }
  if (!*met || !(t->min_distance > 0))
    return MGNN_OK;
  PASS(mg_close_pairs_find(&close, &s->p->graph, s->dim, s->x,
                           t->min_distance * (1 - s->tolerance), err));
  *met = close.count == 0;
  return MGNN_OK;
}

/* Keep s->x if it meets the lengths and is new.  A reflected drawing is aligned
 * already, as the one it came from was; with pins all are. */
static mgnn_status
offer(realization_search *s, const char *how, mgnn_error *err)
{
  mgnn_realizations *r = s->out;
  mgnn_figures f;
  int fresh = 0;

  PASS(mgnn_measure(s->p, s->dim, s->x, NULL, 0, &f, err));
  if (r->count < s->most && mg_lengths_met(&s->p->graph, &f, s->tolerance))
    PASS(terms_met(s, &fresh, err));
  if (fresh)
    PASS(is_new(s, &fresh, err));
  if (!fresh)
    return MGNN_OK;
  memcpy(r->y + r->count * size_of(s), s->x, size_of(s) * sizeof *r->y);
  if (strcmp(how, "reflection") != 0 && s->p->pin == NULL)
    PASS(align(s, r->y + r->count * size_of(s), err));
  r->how[r->count++] = how;
  return MGNN_OK;
}

/* The number of nodes in a piece; *pinned: whether one of them is pinned. */
static size_t
piece_size(const realization_search *s, size_t k, int *pinned)
{
  size_t size = 0;

  *pinned = 0;
  for (size_t i = 0; i < s->p->graph.n; i++) {
    if (s->piece[i] != k)
      continue;
    size++;
    for (size_t c = 0; c < s->dim && s->p->pin != NULL; c++)
      *pinned |= s->p->pin[i * s->dim + c];
  }
  return size;
}

/* Reflect drawing `from` through one separator, each piece on its own: edges
 * within a piece and to the separator keep their lengths.  Pieces with pins
 * stay; without pins the largest stays, as reflecting it equals, up to
 * congruence, reflecting all others. */
static mgnn_status
reflect_all(realization_search *s, size_t from, size_t set, mgnn_error *err)
{
  const mg_graph *g = &s->p->graph;
  const unsigned *node = s->sep.sets.node + s->sep.sets.first[set];
  const double *y = s->out->y + from * size_of(s);
  size_t dim = s->dim, largest = 0, most = 0;
  size_t size = mg_node_sets_size(&s->sep.sets, set);
  size_t count = mg_pieces_without(g, node, size, s->piece, s->queue);
  int pinned;

  for (size_t k = 0; k < count; k++) {
    size_t here = piece_size(s, k, &pinned);

    if (here > most) {
      most = here;
      largest = k;
    }
  }
  normal_find(s, y, node, size);
  for (size_t k = 0; k < count && s->out->count < s->most; k++) {
    piece_size(s, k, &pinned);
    if (pinned || (k == largest && s->p->pin == NULL))
      continue;
    memcpy(s->x, y, size_of(s) * sizeof *s->x);
    for (size_t i = 0; i < g->n; i++)
      if (s->piece[i] == k)
        reflect(s, y + node[0] * dim, s->x + i * dim);
    PASS(offer(s, "reflection", err));
  }
  return MGNN_OK;
}

/* Reflect all drawings from number `first` on, including the new ones: k
 * separators lead to up to 2^k drawings. */
static mgnn_status
reflect_from(realization_search *s, size_t first, mgnn_error *err)
{
  for (size_t k = first; k < s->out->count; k++)
    for (size_t set = 0; set < s->sep.sets.count && s->out->count < s->most; set++)
      PASS(reflect_all(s, k, set, err));
  return MGNN_OK;
}

/* Fill in a random start: positions of the same extent as the first drawing, or
 * that drawing folded over at a node. */
static void
start_fill(realization_search *s, int fold)
{
  size_t n = s->p->graph.n, dim = s->dim, size = size_of(s);
  const double *y = s->out->y + mg_random_below(&s->stream, s->out->count)
                                * size;
  unsigned at = (unsigned)mg_random_below(&s->stream, n);

  if (!fold) {
    double spread = mg_radius(n, dim, y) / sqrt((double)dim);

    for (size_t k = 0; k < size; k++)
      s->x[k] = spread * mg_random_deviate(&s->stream);
    return;
  }
  memcpy(s->x, y, size * sizeof *y);
  normal_find(s, y, &at, 1);
  for (size_t i = 0; i < n; i++) {
    double side = 0;

    for (size_t c = 0; c < dim; c++)
      side += (y[i * dim + c] - y[at * dim + c]) * s->normal[c];
    if (side > 0)
      reflect(s, y + at * dim, s->x + i * dim);
  }
}

static mgnn_status
restart_all(realization_search *s, unsigned long seed, mgnn_error *err)
{
  size_t tries = TRIES + 4 * s->most;
  mgnn_status status = MGNN_OK;
  mgnn_search_params par;

  mgnn_search_params_init(&par);
  par.tolerance = 1e-12;
  par.control.seed = seed;
  par.control.max_iterations = 2000;
  for (size_t k = 0; k < tries && s->out->count < s->most && s->p->graph.n > 0;
       k++) {
    size_t before = s->out->count;

    start_fill(s, k % 2 == 0);
    /* Pinned coordinates stay as in the first drawing. */
    for (size_t c = 0; c < size_of(s) && s->p->pin != NULL; c++)
      if (s->p->pin[c])
        s->x[c] = s->out->y[c];
    status = mgnn_solve(s->p, s->dim, &par, s->x, NULL, err);
    s->out->restarts++;
    if (status != MGNN_OK && status != MGNN_ENOCONV)
      goto end;
    TRY(offer(s, "restart", err));
    TRY(reflect_from(s, before, err));
  }
end:
  return status;
}

/* ---- all of them ---- */

static mgnn_status
on_found(void *ctx, double *x, int *enough, mgnn_error *err)
{
  realization_search *s = ctx;

  memcpy(s->x, x, size_of(s) * sizeof *x);
  PASS(offer(s, "branch", err));
  *enough = s->out->count >= s->most;
  return MGNN_OK;
}

/* Run branch and prune.  If it finds all drawings and all are kept, the kept
 * ones are the total; duplicates within rounding are kept once.  If some are
 * not kept, their chirality and least distance are unknown. */
static mgnn_status
enumerate(realization_search *s, unsigned long seed, mgnn_error *err)
{
  const mg_enumeration e = { s->p, s->dim, s->out->y, s->tolerance, on_found, s,
                             &s->out->count, seed, 0 };
  int kept, terms = mg_terms_any(&s->p->terms);
  mg_enumerated all;

  PASS(mg_enumerate(&e, &all, err));
  if (!all.ordered)
    return MGNN_OK;
  kept = s->out->count < s->most;
  s->out->complete = all.complete && (kept || !terms);
  s->out->total = kept || terms ? (double)s->out->count
                  : fmax(all.count, (double)s->out->count);
  return MGNN_OK;
}

static mgnn_status
search_init(realization_search *s, mgnn_error *err)
{
  size_t n = s->p->graph.n, dim = s->dim, size = size_of(s);
  mgnn_realizations *r = s->out;

  PASS(mg_allocated_all(err, r->y = mg_alloc(s->most, size * sizeof *r->y),
                        MG_NEW(r->how, s->most),
                        s->piece = mg_alloc(n, 2 * sizeof *s->piece),
                        MG_NEW(s->x, 4 * size + (dim + 1) * dim)));
  s->queue = s->piece + n;
  s->aligned = s->x + size;
  s->b = s->aligned + size;
  s->a = s->b + size;
  s->normal = s->a + size;
  s->span = s->normal + dim;
  return mg_separators_find(&s->sep, &s->p->graph, dim, SEPARATORS, err);
}

static mgnn_status
params_check(const mgnn_problem *p, size_t dim, const double *y,
             const mgnn_realization_params *par, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  TRY(mg_problem_dim_check(p, dim, err));
  TRY(mg_tolerance_check(par->tolerance, err));
  if (par->most < 1)
    return mg_fail(err, MGNN_EINVAL, "no drawing is asked for, must be at least 1");
  status = mg_positions_check(p->graph.n, dim, y, NULL, err);
end:
  return status;
}

static const mgnn_realization_params defaults = {
  .seed = 1, .most = 10, .tolerance = MG_MET
};

static const mg_params_kind kind = {
  "mgnn_realization_params", sizeof defaults,
  offsetof(mgnn_realization_params, tolerance) + sizeof(double), &defaults
};

void
mgnn_realization_params_init_size(mgnn_realization_params *par, size_t size)
{
  mg_params_init(&kind, par, size);
}

mgnn_status
mgnn_realizations_find(const mgnn_problem *p, size_t dim, const double *y,
                       const mgnn_realization_params *par,
                       mgnn_realizations *out, mgnn_error *err)
{
  realization_search s = { .p = p, .dim = dim, .out = out };
  mgnn_realization_params own;
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  TRY(mg_params_take(&kind, &own, par, err));
  TRY(params_check(p, dim, y, &own, err));
  s.most = own.most;
  s.tolerance = own.tolerance;
  s.stream = mg_random_stream(own.seed, 5);
  TRY(search_init(&s, err));
  memcpy(s.x, y, size_of(&s) * sizeof *y);
  s.near = MG_SAME_DRAWING * mg_radius(p->graph.n, dim, y);
  s.held = p->pin != NULL && mg_pins_span(p, dim, y) + 1 >= dim;
  TRY(offer(&s, "given", err));
  out->separators = s.sep.sets.count;
  out->all_separators = s.sep.complete;
  if (out->count > 0)
    TRY(enumerate(&s, own.seed, err));
  if (!out->complete && out->count > 0) {
    TRY(reflect_from(&s, 0, err));
    TRY(restart_all(&s, own.seed, err));
    out->total = fmax(out->total, (double)out->count);
  }
end:
  mg_node_sets_free(&s.sep.sets);
  mg_free_all(s.piece, s.x);
  if (status != MGNN_OK)
    mgnn_realizations_free(out);
  return status;
}

void
mgnn_realizations_free(mgnn_realizations *r)
{
  mg_free_all(r->y, r->how);
  memset(r, 0, sizeof *r);
}
