/* Reweighted least squares.  Huber: weights min(1, k s/|r|), a convex problem.
 * Geman-McClure: weights (C^2 / (r^2 + C^2))^2, with C from the largest
 * residual down to 3 s: at first all lengths count, then ever fewer (graduated
 * non-convexity, Blake and Zisserman 1987, Yang and others 2020).  At the end
 * lengths more likely wrong than right are left out and the others count fully,
 * so that the result is least squares without the wrong ones. */
#include "robust.h"
#include "base/mem.h"
#include "base/random.h"
#include "descent/locate.h"
#include "limit.h"
#include "problem/energy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* RANSAC (Fischler and Bolles 1981): places from random samples of just enough
 * lengths, and from the lengths that agree with these. */

enum { SAMPLES = 100 };        /* in the plane with a third of the lengths wrong,
                                  all samples contain a wrong one once in 10^15 */

typedef struct {
  const mg_graph *g;
  size_t dim;
  double most;
  double *y, *x, *best;        /* n*dim; a trial place and the best one of a node */
  unsigned char *use;          /* n: neighbours used to locate the node */
  mg_locator locator;
} places;

static double
slot_cost(const places *s, size_t k, const double *x)
{
  const mg_graph *g = s->g;
  double r = mg_distance(x, s->y + g->to[k] * s->dim, s->dim);
  double off = r - mg_target_near(g->length, g->upper, k, r);
  double w = g->weight != NULL ? g->weight[k] : 1;

  return fmin(w * off * off, s->most);
}

static double
cost(const places *s, size_t i, const double *x)
{
  double sum = 0;

  for (size_t k = s->g->row[i]; k < s->g->row[i + 1]; k++)
    sum += slot_cost(s, k, x);
  return sum;
}

static void
nobody(places *s, size_t i)
{
  for (size_t k = s->g->row[i]; k < s->g->row[i + 1]; k++)
    s->use[s->g->to[k]] = 0;
}

/* Keep s->x as the best place if its cost is lower. */
static void
offer(places *s, size_t i, double *least)
{
  double here = cost(s, i, s->x);

  if (here < *least) {
    *least = here;
    memcpy(s->best, s->x, s->dim * sizeof *s->x);
  }
}

/* Try a place from dim+1 random lengths, and one from all that agree with it. */
static void
sample(places *s, size_t i, uint64_t *stream, double *least)
{
  const mg_graph *g = s->g;
  size_t degree = g->row[i + 1] - g->row[i];

  nobody(s, i);
  for (size_t count = 0; count <= s->dim; ) {
    size_t k = (size_t)(mg_random_uniform(stream) * (double)degree);
    unsigned char *use = &s->use[g->to[g->row[i] + k]];

    count += !*use;
    *use = 1;
  }
  mg_locate(&s->locator, g, i, s->y, s->use, s->x);
  offer(s, i, least);
  for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
    s->use[g->to[k]] = slot_cost(s, k, s->x) < s->most;
  mg_locate(&s->locator, g, i, s->y, s->use, s->x);
  offer(s, i, least);
}

mgnn_status
mg_robust_places(const mg_graph *g, size_t dim, const unsigned char *pin,
                 const unsigned char *mark, double most, double *y, size_t *moved,
                 mgnn_error *err)
{
  places s = { .g = g, .dim = dim, .most = most, .y = y };
  mgnn_status status = MGNN_OK;

  *moved = 0;
  TRY(mg_allocated(s.x = mg_alloc(2 * dim, sizeof *s.x), err));
  TRY(mg_allocated(s.use = mg_zalloc(g->n, 1), err));
  TRY(mg_locator_init(&s.locator, g, dim, 1, err));
  s.best = s.x + dim;
  for (size_t i = 0; i < g->n; i++) {
    double before = cost(&s, i, y + i * dim), least = before;
    uint64_t stream = mg_random_stream(1, i);

    if (!mark[i] || g->row[i + 1] - g->row[i] < dim + 2
        || (pin != NULL && memchr(pin + i * dim, 1, dim) != NULL))
      continue;
    for (int k = 0; k < SAMPLES; k++)
      sample(&s, i, &stream, &least);
    nobody(&s, i);
    if (least < before * (1 - 1e-6)) {
      memcpy(y + i * dim, s.best, dim * sizeof *y);
      *moved += 1;
    }
  }
end:
  mg_locator_free(&s.locator);
  mg_free_all(s.use, s.x);
  return status;
}

enum { ROUNDS = 100, EM_ROUNDS = 50 };

#define HUBER 1.345            /* 95 % efficient if errors are normal */
#define CUTOFF 3.              /* cutoff of Geman-McClure, in standard deviations */

typedef struct {
  mgnn_problem p;              /* the caller's problem with weights of our
                                  own */
  size_t dim, m;
  size_t unknowns;             /* number of coordinates not pinned */
  double sigma, least;         /* given deviation, or 0; lower bound of an estimate */
  double start;                /* by mg_clock */
  int stopped;                 /* nonzero: stopped by the time limit or the watcher */
  double *y;                   /* n*dim: present positions */
  double *base, *residual, *sorted, *stiffness;
} state;

/* Compute the residuals, as if the stiffness were 1: sqrt(w) (length - target);
 * NAN for lengths of weight 0. */
static void
residuals_find(state *s)
{
  const mg_graph *g = &s->p.graph;

  for (size_t e = 0; e < s->m; e++) {
    double r = mg_edge_length(g, e, s->dim, s->y);
    double off = r - mg_target_near(g->target, g->target_upper, e, r);

    s->residual[e] = s->base[e] > 0 ? sqrt(s->base[e]) * off : NAN;
  }
}

static int
number_compare(const void *p, const void *q)
{
  double a = *(const double *)p, b = *(const double *)q;

  return a < b ? -1 : a > b;
}

/* Standard deviation of the errors: 1.4826 median |r| if they are normal, divided by
 * sqrt(degrees of freedom / lengths), by which residuals are smaller than errors. */
static double
scale_find(const state *s)
{
  size_t count = 0;
  double freedom;

  if (s->sigma > 0)
    return s->sigma;
  for (size_t e = 0; e < s->m; e++)
    if (!isnan(s->residual[e]))
      s->sorted[count++] = fabs(s->residual[e]);
  if (count == 0)
    return s->least;
  qsort(s->sorted, count, sizeof *s->sorted, number_compare);
  freedom = fmax((double)count / 4, (double)count - (double)s->unknowns);
  return fmax(s->least, 1.4826 * s->sorted[count / 2]
                        * sqrt((double)count / freedom));
}

static double
residual_most(const state *s)
{
  double most = 0;

  for (size_t e = 0; e < s->m; e++)
    most = fmax(most, fabs(s->residual[e]));   /* fmax ignores NAN */
  return most;
}

/* Set the weights; returns the largest change of a weight. */
static double
weights_set(const state *s, int huber, double cutoff, double *weight)
{
  double change = 0;

  for (size_t e = 0; e < s->m; e++) {
    double r = fabs(s->residual[e]), w = 1;

    if (isnan(r))
      continue;
    if (huber)
      w = r > cutoff ? cutoff / r : 1;
    else {
      w = 1 / (1 + (r / cutoff) * (r / cutoff));
      w *= w;
    }
    change = fmax(change, fabs(w - weight[e]));
    weight[e] = w;
  }
  return change;
}

/* Solve with these weights.  Only a time limit or the watcher stops the rounds;
 * if the iterations run out, the next round continues. */
static mgnn_status
solve(state *s, const double *weight, const mgnn_search_params *par,
      mgnn_error *err)
{
  mgnn_outcome outcome = { 0 };
  mgnn_search_params own = *par;
  mgnn_status status = MGNN_OK;

  if (own.control.time_limit > 0)
    own.control.time_limit = fmax(1e-3, own.control.time_limit - mg_clock()
                                        + s->start);
  for (size_t e = 0; e < s->m; e++)
    s->stiffness[e] = s->base[e] * weight[e];
  TRY(mg_graph_stiffness_set(&s->p.graph, s->stiffness, err));
  status = mgnn_solve(&s->p, s->dim, &own, s->y, &outcome, err);
  if (status == MGNN_ENOCONV) {
    s->stopped = strcmp(outcome.reason, "iterations") != 0;
    status = MGNN_OK;
  }
  TRY(status);
  residuals_find(s);
end:
  mgnn_outcome_free(&outcome);
  return status;
}

/* Estimate the share e of wrong lengths by expectation and maximisation, in a
 * mixture of normal errors of scale s and uniform ones in -R..R, and the odds
 *   e / (1 - e) * (1 / 2R) / (exp(-r^2 / 2 s^2) / (s sqrt(2 pi))). */
static void
odds_find(const state *s, mgnn_robust *out)
{
  double range = fmax(residual_most(s), 10 * out->scale), share = 0.05;
  double ratio = out->scale * sqrt(8 * atan(1)) / (2 * range);

  for (int round = 0; round < EM_ROUNDS; round++) {
    double sum = 0, count = 0;

    for (size_t e = 0; e < s->m; e++) {
      double z = s->residual[e] / out->scale;

      out->odds[e] = isnan(z) ? 0 : share / (1 - share) * ratio
                                    * exp(fmin(z * z / 2, 600));
      sum += out->odds[e] / (1 + out->odds[e]);
      count += !isnan(z);
    }
    share = fmin(0.5, fmax(sum, 0.5) / fmax(count, 1));
  }
  out->share = share;
  out->suspects = 0;
  for (size_t e = 0; e < s->m; e++)
    out->suspects += out->odds[e] > 1;
}

/* Parameters of the last solves, which are exact; earlier rounds need not be. */
static mgnn_search_params
params_last(const mgnn_search_params *par)
{
  mgnn_search_params last = *par;

  last.tolerance = par->tolerance * 1e-4;
  return last;
}

/* Try other places for the ends of suspects, with all lengths at full weight again. */
static mgnn_status
suspects_move(state *s, mgnn_robust *out, size_t *moved, mgnn_error *err)
{
  const mg_graph *g = &s->p.graph;
  unsigned char *mark = mg_zalloc(g->n, 1);
  double most = CUTOFF * out->scale;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(mark, err));
  for (size_t e = 0; e < s->m; e++)
    if (out->odds[e] > 1)
      mark[g->ends[2 * e]] = mark[g->ends[2 * e + 1]] = 1;
  TRY(mg_graph_stiffness_set(&s->p.graph, s->base, err));
  TRY(mg_robust_places(g, s->dim, s->p.pin, mark, most * most, s->y, moved, err));
  if (*moved > 0) {
    residuals_find(s);
    odds_find(s, out);
  }
end:
  mg_free(mark);
  return status;
}

/* Leave the suspects out; a length that agrees with the others again counts again. */
static mgnn_status
suspects_drop(state *s, const mgnn_search_params *par, mgnn_robust *out,
              mgnn_error *err)
{
  mgnn_search_params last = params_last(par);

  for (int round = 0; round < 5 && !s->stopped; round++) {
    size_t changed = 0, moved;

    odds_find(s, out);
    PASS(suspects_move(s, out, &moved, err));
    for (size_t e = 0; e < s->m; e++) {
      double w = out->odds[e] > 1 ? 0 : 1;

      changed += w != out->weight[e];
      out->weight[e] = w;
    }
    if (changed + moved == 0)
      break;
    PASS(solve(s, out->weight, &last, err));
    out->rounds++;
    out->scale = scale_find(s);
  }
  return MGNN_OK;
}

/* Copy the problem, sharing all but the weights. */
static mgnn_status
state_make(state *s, const mgnn_problem *p, size_t dim, const double *y,
           mgnn_error *err)
{
  const mg_graph *g = &p->graph;
  size_t size = g->n * dim;

  *s = (state){ .p = *p, .dim = dim, .m = g->m, .sigma = mg_problem_sigma(p),
                .start = mg_clock() };
  s->p.graph.stiffness = s->p.graph.weight = s->p.graph.degree = NULL;
  for (size_t k = 0; k < size; k++)
    s->unknowns += p->pin == NULL || !p->pin[k];
  PASS(mg_allocated(s->y = mg_alloc(size, sizeof *s->y), err));
  PASS(mg_allocated(s->base = mg_alloc(s->m, sizeof *s->base), err));
  PASS(mg_allocated(s->residual = mg_alloc(s->m, sizeof *s->residual), err));
  PASS(mg_allocated(s->sorted = mg_alloc(s->m, sizeof *s->sorted), err));
  PASS(mg_allocated(s->stiffness = mg_alloc(s->m, sizeof *s->stiffness), err));
  memcpy(s->y, y, size * sizeof *y);
  for (size_t e = 0; e < s->m; e++) {
    s->base[e] = g->stiffness != NULL ? g->stiffness[e] : 1;
    s->least += 1e-6 * sqrt(s->base[e]) * g->target[e] / (double)s->m;
  }
  s->least = fmax(s->least, 1e-150);
  return MGNN_OK;
}

static mgnn_status
result_make(mgnn_robust **out, const state *s, mgnn_error *err)
{
  mgnn_robust *r = mg_zalloc(1, sizeof *r);

  PASS(mg_allocated(*out = r, err));
  r->m = s->m;
  r->unit = s->p.noise.kind != NULL ? s->p.noise.unit : 1;
  PASS(mg_allocated(r->odds = mg_zalloc(s->m, sizeof *r->odds), err));
  PASS(mg_allocated(r->weight = mg_alloc(s->m, sizeof *r->weight), err));
  PASS(mg_allocated(r->suspect = mg_alloc(s->m, sizeof *r->suspect), err));
  for (size_t e = 0; e < s->m; e++)
    r->weight[e] = 1;
  return MGNN_OK;
}

/* Reweight and solve until the weights no longer change. */
static mgnn_status
rounds_run(state *s, int huber, const mgnn_search_params *par, mgnn_robust *out,
           mgnn_error *err)
{
  double cutoff, change = 1, last = huber ? HUBER : CUTOFF;

  residuals_find(s);
  out->scale = scale_find(s);
  cutoff = residual_most(s);
  for (; out->rounds < ROUNDS && change > 1e-3 && !s->stopped; out->rounds++) {
    int graduated = !huber && cutoff / 1.6 > last * out->scale;

    cutoff = graduated ? cutoff / 1.6 : last * out->scale;
    change = weights_set(s, huber, cutoff, out->weight);
    PASS(solve(s, out->weight, par, err));
    out->scale = scale_find(s);
    change = graduated ? 1 : change;
  }
  if (!huber)
    PASS(suspects_drop(s, par, out, err));
  odds_find(s, out);
  return MGNN_OK;
}

static int
by_odds(const void *p, const void *q)
{
  const mg_suspect *a = p, *b = q;

  if (a->odds != b->odds)
    return a->odds < b->odds ? 1 : -1;
  return a->edge < b->edge ? -1 : a->edge > b->edge;
}

static void
suspects_sort(mgnn_robust *r)
{
  size_t count = 0;

  for (size_t e = 0; e < r->m; e++)
    if (r->odds[e] > 1)
      r->suspect[count++] = (mg_suspect){ r->odds[e], e };
  if (count > 0)
    qsort(r->suspect, count, sizeof *r->suspect, by_odds);
}

/* Store the weights in the problem, as factors of its stiffnesses. */
static mgnn_status
weights_keep(mgnn_problem *p, state *s, const mgnn_robust *r, mgnn_error *err)
{
  const double *given = mgnn_problem_stiffness(p);

  for (size_t e = 0; e < s->m; e++)
    s->stiffness[e] = (given != NULL ? given[e] : 1) * r->weight[e];
  return mgnn_problem_stiffness_set(p, s->stiffness, err);
}

static mgnn_status
loss_check(const char *loss, int *huber, mgnn_error *err)
{
  *huber = loss != NULL && strcmp(loss, "huber") == 0;
  if (*huber || loss == NULL || strcmp(loss, "geman-mcclure") == 0)
    return MGNN_OK;
  return mg_fail(err, MGNN_EINVAL, "the robust loss is \"%.60s\", must be huber or "
                 "geman-mcclure", loss);
}

mgnn_status
mgnn_robust_find(mgnn_problem *p, size_t dim, const char *loss,
                 const mgnn_search_params *par, double *y, mgnn_robust **out,
                 mgnn_error *err)
{
  mgnn_search_params own;
  mgnn_robust *r = NULL;
  int huber, paths;
  state s = { 0 };
  mgnn_status status = MGNN_OK;

  *out = NULL;
  TRY(mg_search_params_take(&own, par, err));
  TRY(mg_search_params_check(&own, &paths, err));
  if (paths)
    TRY(mg_fail(err, MGNN_EINVAL, "pairs is \"paths\", must be edges: what may be "
                "wrong are their lengths"));
  TRY(loss_check(loss, &huber, err));
  TRY(mg_problem_dim_check(p, dim, err));
  TRY(mg_positions_check(p->graph.n, dim, y, NULL, err));
  TRY(state_make(&s, p, dim, y, err));
  TRY(result_make(&r, &s, err));
  TRY(rounds_run(&s, huber, &own, r, err));
  suspects_sort(r);
  TRY(weights_keep(p, &s, r, err));
  memcpy(y, s.y, p->graph.n * dim * sizeof *y);
  *out = r;
  r = NULL;
  if (s.stopped)
    status = mg_fail(err, MGNN_ENOCONV, "stopped after %zu rounds", (*out)->rounds);
end:
  mg_free_all(s.p.graph.stiffness, s.p.graph.weight, s.p.graph.degree, s.y, s.base,
              s.residual, s.sorted, s.stiffness);
  mgnn_robust_free(r);
  return status;
}

void
mgnn_robust_free(mgnn_robust *r)
{
  if (r == NULL)
    return;
  mg_free_all(r->odds, r->weight, r->suspect, r);
}

/* ---- what is asked of it ---- */

size_t
mgnn_robust_suspects(const mgnn_robust *r)
{
  return r->suspects;
}

size_t
mgnn_robust_suspect(const mgnn_robust *r, size_t k)
{
  return r->suspect[k].edge;
}

double
mgnn_robust_odds(const mgnn_robust *r, size_t e)
{
  return r->odds[e];
}

double
mgnn_robust_weight(const mgnn_robust *r, size_t e)
{
  return r->weight[e];
}

double
mgnn_robust_scale(const mgnn_robust *r)
{
  return r->scale / r->unit;
}

double
mgnn_robust_share(const mgnn_robust *r)
{
  return r->share;
}
