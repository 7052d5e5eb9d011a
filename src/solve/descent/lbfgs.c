/* L-BFGS by the two-loop recursion (Nocedal, 1980), with a backtracking line
 * search.  Our own, since GSL has no L-BFGS and its minimizers take no metric
 * and use one thread.  From PivotMDS to a stress of 1e-6, with 4000 nodes of
 * mean degree 20, GSL's vector_bfgs2 makes 304 evaluations of E (0.12 s) and
 * its conjugate gradients 971 (0.35 s); this makes 87 (0.036 s;
 * bench/libraries).  Sums are taken over fixed blocks in order, so that they
 * are the same for any number of threads. */
#include "lbfgs.h"
#include "base/mem.h"
#include "problem/energy.h"

#include <math.h>
#include <string.h>

/* Estimate of the iterations left.  Long descents slow down about as a power of
 * the iteration k: the relative decrease is c k^-p, with p and c from the
 * second quarter and the second half of the iterations so far. */

enum { LEAST = 16 };           /* iterations before an estimate is made */

void
mg_eta_add(mg_eta *o, double value)
{
  if (o->stride == 0)
    o->stride = 1;
  if (o->kept == MG_ETA_MOST) {
    for (size_t k = 0; 2 * k < o->kept; k++)
      o->value[k] = o->value[2 * k];
    o->kept /= 2;
    o->stride *= 2;
  }
  if (o->iterations % o->stride == 0)
    o->value[o->kept++] = value;
  o->iterations++;
}

double
mg_eta_left(const mg_eta *o, double tolerance, double floor)
{
  size_t last = o->kept > 0 ? (o->kept - 1) / 4 * 4 : 0;
  double at = (double)(last * o->stride), passed;
  double before, now, power, end = INFINITY, low = INFINITY;

  if (o->iterations < LEAST || last < 4)
    return NAN;
  before = log(o->value[last / 4] / o->value[last / 2]) / (at / 4);
  now = log(o->value[last / 2] / o->value[last]) / (at / 2);
  if (!(now > 0) || !isfinite(before))
    return NAN;
  power = log2(before / now);  /* the middles are at 3/8 and 3/4 of at */
  if (power > 0.05)
    end = 0.75 * at * pow(now / tolerance, 1 / power);
  if (floor > 0)
    low = at + fmax(0, log(o->value[last] / floor)) / now;
  passed = (double)(o->iterations - 1);
  end = fmin(end, low);
  return isfinite(end) ? fmax(0, end - passed) : NAN;
}

enum { VECTOR_BLOCK = 8192, BACKTRACKS = 40 };

typedef mg_lbfgs_state state;

static inline size_t
block_end(const state *t, size_t k)
{
  return (k + 1) * VECTOR_BLOCK < t->size ? (k + 1) * VECTOR_BLOCK : t->size;
}

static double
dot_range(const double *a, const double *b, size_t begin, size_t end)
{
  double sum[4] = { 0, 0, 0, 0 };      /* separate sums: in a single chain each
                                          addition waits for the last */
  size_t c = begin;

  for (; c + 4 <= end; c += 4)
    for (size_t s = 0; s < 4; s++)
      sum[s] += a[c + s] * b[c + s];
  for (; c < end; c++)
    sum[0] += a[c] * b[c];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* Add up a single block without OpenMP: in a small graph opening a parallel
 * region costs more than the sum, even with one thread. */
static double
dot(state *t, const double *a, const double *b)
{
  const mg_sums *sums = t->opt->sums;
  double sum = 0;

  if (sums != NULL)
    return sums->dot(sums->ctx, t->size, a, b);
  if (t->blocks == 1)
    return dot_range(a, b, 0, t->size);
#pragma omp parallel for if (t->blocks > 4) num_threads(mg_threads(t->opt->threads))
  for (size_t k = 0; k < t->blocks; k++)
    t->partial[k] = dot_range(a, b, k * VECTOR_BLOCK, block_end(t, k));
  for (size_t k = 0; k < t->blocks; k++)
    sum += t->partial[k];
  return sum;
}

/* out = a + scale * b; out may be a. */
static void
combine_range(double *out, const double *a, double scale, const double *b,
              size_t begin, size_t end)
{
#pragma omp simd
  for (size_t c = begin; c < end; c++)
    out[c] = a[c] + scale * b[c];
}

static void
combine(const state *t, double *out, const double *a, double scale,
        const double *b)
{
  if (t->blocks == 1) {
    combine_range(out, a, scale, b, 0, t->size);
    return;
  }
#pragma omp parallel for if (t->blocks > 4) num_threads(mg_threads(t->opt->threads))
  for (size_t k = 0; k < t->blocks; k++)
    combine_range(out, a, scale, b, k * VECTOR_BLOCK, block_end(t, k));
}

/* a += scale * b, then a . with, block by block, so that the product reads the
 * new a from the cache. */
static double
add_dot(state *t, double *a, double scale, const double *b, const double *with)
{
  double sum = 0;

  if (t->blocks == 1 || t->opt->sums != NULL) {
    combine(t, a, a, scale, b);
    return dot(t, a, with);
  }
#pragma omp parallel for if (t->blocks > 4) num_threads(mg_threads(t->opt->threads))
  for (size_t k = 0; k < t->blocks; k++) {
    size_t begin = k * VECTOR_BLOCK, end = block_end(t, k);

    combine_range(a, a, scale, b, begin, end);
    t->partial[k] = dot_range(a, with, begin, end);
  }
  for (size_t k = 0; k < t->blocks; k++)
    sum += t->partial[k];
  return sum;
}

/* Pairs are kept in a ring; k = 0 is the newest. */
static inline size_t
pair_at(const state *t, size_t k)
{
  return (t->next + t->opt->memory - 1 - k) % t->opt->memory;
}

/* sum_c inverse_c y_c^2; uses t->trial as scratch. */
static double
weighed_square(state *t, const double *y)
{
  const double *inverse = t->f->inverse;
  double sum = 0;

  if (t->opt->sums != NULL) {
    for (size_t c = 0; c < t->size; c++)
      t->trial[c] = inverse[c] * y[c];
    return dot(t, t->trial, y);
  }
  for (size_t c = 0; c < t->size; c++)
    sum += inverse[c] * y[c] * y[c];
  return sum;
}

/* step *= -gamma * inverse.  gamma = s.y / sum_c inverse_c y_c^2 of the newest
 * pair scales the metric to the curvature there, so that the full step is
 * mostly accepted. */
static void
measure(state *t)
{
  const double *restrict inverse = t->f->inverse;
  double *restrict step = t->step, gamma = 1;

  if (t->f->metric != NULL) {  /* the metric has its own scale */
    t->f->metric(t->f->ctx, step);
    for (size_t c = 0; c < t->size; c++)
      step[c] = -step[c];
    return;
  }
  if (t->kept > 0) {
    size_t at = pair_at(t, 0);
    double yhy = weighed_square(t, t->y + at * t->size);

    gamma = yhy > 0 ? 1 / (t->rho[at] * yhy) : 1;
  }
#pragma omp simd
  for (size_t c = 0; c < t->size; c++)
    step[c] *= -gamma * inverse[c];
}

/* step = -H grad by two loops over the pairs (s, y), rho = 1 / s.y:
 *   newest to oldest   alpha = rho s.q,  q -= alpha y,  from q = grad;
 *   oldest to newest   step += (-alpha - rho y.step) s,
 *                      from step = -gamma inverse q.
 * Each pass also computes the product that the next pair needs, because passes
 * over memory dominate the cost beyond the cache. */
static void
direction(state *t)
{
  double sum = 0;

  memcpy(t->step, t->grad, t->size * sizeof *t->step);
  if (t->kept > 0)
    sum = dot(t, t->s + pair_at(t, 0) * t->size, t->step);
  for (size_t k = 0; k < t->kept; k++) {
    size_t at = pair_at(t, k);
    const double *y = t->y + at * t->size;

    t->alpha[at] = t->rho[at] * sum;
    if (k + 1 < t->kept)
      sum = add_dot(t, t->step, -t->alpha[at], y,
                    t->s + pair_at(t, k + 1) * t->size);
    else
      combine(t, t->step, t->step, -t->alpha[at], y);
  }
  measure(t);
  if (t->kept > 0)
    sum = dot(t, t->y + pair_at(t, t->kept - 1) * t->size, t->step);
  for (size_t k = t->kept; k-- > 0;) {
    size_t at = pair_at(t, k);
    const double *s = t->s + at * t->size;
    double by = -t->alpha[at] - t->rho[at] * sum;

    if (k > 0)
      sum = add_dot(t, t->step, by, s, t->y + pair_at(t, k - 1) * t->size);
    else
      combine(t, t->step, t->step, by, s);
  }
}

/* Backtrack until the value has decreased enough (Armijo, 1e-4): each time to
 * the minimum of the parabola through both values and the slope, clamped to 0.1
 * to 0.5 of the length before.  Updates the value.  Returns the length, 0 if
 * none decreases it. */
static double
line_search(state *t, double slope)
{
  double far = 1, *value = &t->result.value;

  for (int tries = 0; tries < BACKTRACKS; tries++) {
    double there, lowest;

    combine(t, t->trial, t->x, far, t->step);
    there = t->f->value(t->f->ctx, t->trial, t->trial_grad);
    t->result.evaluations++;
    if (there <= *value + 1e-4 * far * slope && there < *value) {
      *value = there;
      return far;
    }
    lowest = -slope * far * far / (2 * (there - *value - slope * far));
    far = lowest > 0.1 * far && lowest < 0.5 * far ? lowest
          : lowest >= 0.5 * far ? 0.5 * far : 0.1 * far;
  }
  return 0;
}

/* Store the pair of the move just made if its curvature s.y is positive.  The Armijo
 * rule does not ensure that, and without it H would not stay positive definite. */
static void
remember(state *t)
{
  double *s = t->s + t->next * t->size, *y = t->y + t->next * t->size;
  double sy;

  combine(t, s, t->trial, -1, t->x);
  combine(t, y, t->trial_grad, -1, t->grad);
  sy = dot(t, s, y);
  if (!(sy > 1e-10 * sqrt(dot(t, s, s) * dot(t, y, y))))
    return;
  t->rho[t->next] = 1 / sy;
  t->next = (t->next + 1) % t->opt->memory;
  if (t->kept < t->opt->memory)
    t->kept++;
}

/* Call the watcher; return whether the search ends before its next step. */
static int
is_ended(state *t)
{
  const mg_lbfgs_options *opt = t->opt;
  mg_lbfgs_result *out = &t->result;

  if (opt->watch != NULL
      && opt->watch(opt->watch_ctx, out->iterations, t->x, out->value))
    out->end = MG_LBFGS_STOPPED;
  else if (opt->max_iterations > 0 && out->iterations >= opt->max_iterations)
    out->end = MG_LBFGS_LIMIT;
  return out->end != MG_LBFGS_CONVERGED;
}

void
mg_lbfgs_run(mg_lbfgs_state *t)
{
  const mg_lbfgs_options *opt = t->opt;
  mg_lbfgs_result *out = &t->result;

  if (out->evaluations == 0) {
    out->value = t->f->value(t->f->ctx, t->x, t->grad);
    out->evaluations = 1;
  }
  out->end = MG_LBFGS_CONVERGED;
  while (out->value > opt->floor && t->idle < opt->patience && !is_ended(t)) {
    double before = out->value, slope, *swap;

    direction(t);
    slope = dot(t, t->grad, t->step);
    if (!(slope < 0) && t->kept > 0) {       /* rounding made H useless */
      t->kept = 0;
      direction(t);
      slope = dot(t, t->grad, t->step);
    }
    if (!(slope < 0))
      break;
    if (line_search(t, slope) == 0) {
      if (t->kept == 0)
        break;
      t->kept = 0;
      continue;
    }
    remember(t);
    swap = t->x, t->x = t->trial, t->trial = swap;
    swap = t->grad, t->grad = t->trial_grad, t->trial_grad = swap;
    out->iterations++;
    t->idle = before - out->value <= opt->tolerance * before ? t->idle + 1 : 0;
  }
}

void
mg_lbfgs_init(mg_lbfgs_options *opt)
{
  memset(opt, 0, sizeof *opt);
  opt->memory = 8;
  opt->tolerance = 1e-6;
  opt->patience = 3;
  opt->threads = 1;
}

mgnn_status
mg_lbfgs_state_init(mg_lbfgs_state *t, const mg_objective *f,
                    const mg_lbfgs_options *opt, mgnn_error *err)
{
  size_t blocks = (f->size + VECTOR_BLOCK - 1) / VECTOR_BLOCK;
  size_t vectors = 2 * opt->memory + 5;
  double *large = mg_alloc(vectors, f->size * sizeof *large);
  double *small = mg_alloc(2 * opt->memory + blocks, sizeof *small);
  mgnn_status status = MGNN_OK;

  *t = (mg_lbfgs_state){ .f = f, .opt = opt, .size = f->size, .blocks = blocks,
                         .s = large, .rho = small };
  TRY(mg_allocated(large, err));
  TRY(mg_allocated(small, err));
  t->y = t->s + opt->memory * f->size;
  t->x = t->y + opt->memory * f->size;
  t->grad = t->x + f->size;
  t->trial = t->grad + f->size;
  t->trial_grad = t->trial + f->size;
  t->step = t->trial_grad + f->size;
  t->alpha = small + opt->memory;
  t->partial = small + 2 * opt->memory;
end:
  if (status != MGNN_OK)
    mg_lbfgs_state_free(t);
  return status;
}

void
mg_lbfgs_state_free(mg_lbfgs_state *t)
{
  mg_free_all(t->s, t->rho);
  memset(t, 0, sizeof *t);
}

mgnn_status
mg_lbfgs(const mg_objective *f, const mg_lbfgs_options *opt, double *x,
         mg_lbfgs_result *out, mgnn_error *err)
{
  mg_lbfgs_state t;
  mgnn_status status = mg_lbfgs_state_init(&t, f, opt, err);

  if (status != MGNN_OK)
    return status;
  memcpy(t.x, x, f->size * sizeof *x);
  mg_lbfgs_run(&t);
  memcpy(x, t.x, f->size * sizeof *x);
  *out = t.result;
  mg_lbfgs_state_free(&t);
  return MGNN_OK;
}
