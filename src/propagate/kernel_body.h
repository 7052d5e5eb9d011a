/* The kernels in plain C, for `real` (double or float): included by
 * kernel_double.c and kernel_single.c, which define real and NAME.  Each kernel
 * is one inline body, instantiated for the plane, for space and for any
 * dimension. */
#include "kernel.h"

#include <math.h>
#include <string.h>

#define BODY static inline __attribute__((always_inline))

BODY void
row_finish(const mg_rates *rate, size_t dim, double degree, const real *origin,
           const real *sum, real *out)
{
  const real alpha = (real)rate->alpha, share = (real)(1 / degree);

  for (size_t c = 0; c < dim; c++)
    out[c] = alpha * origin[c] + share * sum[c];
}

BODY void
fetch(const mg_rows *rows, const real *near, size_t width, size_t k,
      int prefetch)
{
  if (prefetch)
    __builtin_prefetch(near + rows->to[k + MG_AHEAD] * width);
}

/* next_i = alpha y0_i + (1-alpha) (1/d_i) sum_j w_ij y_j */
BODY void
mean(const mg_rows *rows, const mg_rates *rate, const mg_positions *f,
     size_t dim, size_t width, mg_range range, int prefetch)
{
  const real *origin = f->origin, *own = f->own, *near = f->near;
  const real keep = (real)(1 - rate->alpha);
  real *next = f->next;

  for (size_t i = range.begin; i < range.end; i++) {
    real small[3] = { 0, 0, 0 };
    real *out = next + i * width, *sum = dim <= 3 ? small : out;
    double degree = mg_rows_degree(rows, i);

    if (!(degree > 0)) {
      memcpy(out, origin + i * width, width * sizeof *out);
      continue;
    }
    for (size_t c = 0; c < dim; c++)
      sum[c] = (real)rows->loop * own[i * width + c];
    for (size_t k = rows->row[i]; k < rows->row[i + 1]; k++) {
      const real *yj = near + rows->to[k] * width;
      real w = rows->weight == NULL ? 1 : (real)rows->weight[k];

      fetch(rows, near, width, k, prefetch);
      for (size_t c = 0; c < dim; c++)
        sum[c] += w * yj[c];
    }
    for (size_t c = 0; c < dim; c++)
      sum[c] *= keep;
    row_finish(rate, dim, degree, origin + i * width, sum, out);
  }
}

/* The target of slot k for a distance r: r itself if it is within the bounds. */
BODY real
target(const mg_rows *rows, size_t k, real r, int plain)
{
  real lower = rows->length != NULL ? (real)rows->length[k]
                                    : (real)rows->length_single[k];

  if (plain || rows->upper == NULL || r <= lower)
    return lower;
  return r < (real)rows->upper[k] ? r : (real)rows->upper[k];
}

/* The forms of the metric layer. */
enum {
  PLAIN = 1,                   /* neither weights nor intervals */
  MESSAGE = 2,
  PREFETCH = 4
};

/* With d_i = sum_j w_ij (plus 1 and m_ii = 0 with self-loops):
 *   next_i = alpha y0_i + (1/d_i) sum_j w_ij ((1-alpha) y_j
 *            + beta m_ij (y_i - y_j) / (|y_i - y_j| + eps))
 * Within the sum, y_j pulls neighbours together, the other term holds them m_ij
 * apart.  For two coincident nodes and eps 0 the quotient is the unit vector of
 * mg_random_direction.
 *
 * The message form has (s_i/s_j) y_i - y_j with s = sqrt(d) in place of y_i -
 * y_j above the bar: z_i and z_j over one common factor. */
BODY void
metric(const mg_rows *rows, const mg_rates *rate, const mg_positions *f,
       size_t dim, size_t width, int form, mg_range range)
{
  const int plain = form & PLAIN, message = form & MESSAGE;
  const real *origin = f->origin, *own = f->own, *near = f->near;
  const real keep = (real)(1 - rate->alpha), beta = (real)rate->beta;
  real *next = f->next;

  for (size_t i = range.begin; i < range.end; i++) {
    const real *yi = own + i * width;
    real small[3] = { 0, 0, 0 };
    real *out = next + i * width, *sum = dim <= 3 ? small : out;
    double degree = mg_rows_degree(rows, i), root = message ? sqrt(degree) : 1;

    if (!(degree > 0)) {
      memcpy(out, origin + i * width, width * sizeof *out);
      continue;
    }
    for (size_t c = 0; c < dim; c++)
      sum[c] = (real)rows->loop * keep * yi[c];
    for (size_t k = rows->row[i]; k < rows->row[i + 1]; k++) {
      const real *yj = near + rows->to[k] * width;
      real r = 0, gap, m, push, ratio;
      real w = plain || rows->weight == NULL ? 1 : (real)rows->weight[k];

      fetch(rows, near, width, k, form & PREFETCH);
      for (size_t c = 0; c < dim; c++)
        r += (yi[c] - yj[c]) * (yi[c] - yj[c]);
      r = ROOT(r);
      gap = r + (real)rate->eps;
      m = target(rows, k, r, plain);
      push = gap > 0 ? beta * m / gap : 0;
      ratio = message ? (real)(root / rows->near_root[rows->to[k]]) : 1;
      for (size_t c = 0; c < dim; c++)
        sum[c] += w * (keep * yj[c] + push * (ratio * yi[c] - yj[c]));
      if (!(gap > 0) && m > 0)
        DIRECTION(rate->seed, mg_rows_name(rows, i), mg_rows_near_name(rows, k),
                  dim, (double)(w * beta * m), sum);
    }
    row_finish(rate, dim, degree, origin + i * width, sum, out);
  }
}

void
NAME(mean)(const mg_rows *rows, const mg_rates *rate, const mg_positions *f,
           size_t begin, size_t end, int prefetch)
{
  const mg_range range = { begin, end };

  if (f->width == 2)
    mean(rows, rate, f, 2, 2, range, prefetch);
  else if (f->width == 3)
    mean(rows, rate, f, 3, 3, range, prefetch);
  else
    mean(rows, rate, f, f->dim, f->width, range, prefetch);
}

void
NAME(metric)(const mg_rows *rows, const mg_rates *rate, const mg_positions *f,
             size_t begin, size_t end, int prefetch)
{
  const mg_range range = { begin, end };
  int plain = rows->weight == NULL && rows->upper == NULL;
  int ahead = prefetch ? PREFETCH : 0;

  if (plain && f->width == 2)
    metric(rows, rate, f, 2, 2, PLAIN | ahead, range);
  else if (plain && f->width == 3)
    metric(rows, rate, f, 3, 3, PLAIN | ahead, range);
  else
    metric(rows, rate, f, f->dim, f->width, ahead, range);
}

void
NAME(message)(const mg_rows *rows, const mg_rates *rate, const mg_positions *f,
              size_t begin, size_t end, int prefetch)
{
  metric(rows, rate, f, f->dim, f->width, MESSAGE | (prefetch ? PREFETCH : 0),
         (mg_range){ begin, end });
}

/* w (sqrt(w) r)^(p-2); 0 for coincident nodes unless p is 2. */
static double
laplacian_weight(double w, double r, double p)
{
  if (p == 2)
    return w;
  return w > 0 && r > 0 ? w * pow(sqrt(w) * r, p - 2) : 0;
}

/* With m_ij = w_ij (sqrt(w_ij) |y_i - y_j|)^(p-2):
 *   next_i = (1/d_i sum_j m_ij y_j + (2 mu/p) y0_i)
 *            / (1/d_i sum_j m_ij + 2 mu/p)
 * A node stays in place if the denominator is 0. */
void
NAME(laplacian)(const mg_rows *rows, const mg_rates *rate,
                const mg_positions *f, size_t begin, size_t end, int prefetch)
{
  const real *origin = f->origin, *own = f->own, *near = f->near;
  const double pull = 2 * rate->mu / rate->p;
  size_t dim = f->dim, width = f->width;
  real *next = f->next;

  for (size_t i = begin; i < end; i++) {
    const real *yi = own + i * width;
    real *out = next + i * width;
    double degree = mg_rows_degree(rows, i);
    double all = laplacian_weight(rows->loop, 0, rate->p), share;

    if (!(degree > 0)) {
      memcpy(out, origin + i * width, width * sizeof *out);
      continue;
    }
    for (size_t c = 0; c < dim; c++)
      out[c] = (real)all * yi[c];
    for (size_t k = rows->row[i]; k < rows->row[i + 1]; k++) {
      const real *yj = near + rows->to[k] * width;
      double w = rows->weight == NULL ? 1 : rows->weight[k], r = 0;

      fetch(rows, near, width, k, prefetch);
      for (size_t c = 0; c < dim; c++)
        r += ((double)yi[c] - (double)yj[c]) * ((double)yi[c] - (double)yj[c]);
      w = laplacian_weight(w, sqrt(r), rate->p);
      all += w;
      for (size_t c = 0; c < dim; c++)
        out[c] += (real)w * yj[c];
    }
    share = all / degree + pull;
    for (size_t c = 0; c < dim; c++)
      out[c] = share > 0 ? (real)(((double)out[c] / degree
                                   + pull * (double)origin[i * width + c])
                                  / share) : yi[c];
  }
}

/* sqrt(d_i), or 1 for a node of degree 0. */
static double
root(const mg_rows *rows, size_t i)
{
  double degree = mg_rows_degree(rows, i);

  return degree > 0 && !rows->in_z ? sqrt(degree) : 1;
}

static void
put(const mg_rows *rows, size_t dim, size_t width, double scale,
    const double *z, void *to, mg_range range)
{
  real *y = to;

  for (size_t i = range.begin; i < range.end; i++) {
    const double *from = z + mg_rows_place(rows, i) * dim;
    double by = root(rows, i);

    for (size_t c = 0; c < dim; c++)
      y[i * width + c] = (real)(from[c] / by * scale);
    for (size_t c = dim; c < width; c++)
      y[i * width + c] = 0;
  }
}

static void
take(const mg_rows *rows, size_t dim, size_t width, double scale,
     const void *from, double *z, mg_range range)
{
  const real *y = from;

  for (size_t i = range.begin; i < range.end; i++) {
    double *out = z + mg_rows_place(rows, i) * dim, by = root(rows, i);

    for (size_t c = 0; c < dim; c++)
      out[c] = (double)y[i * width + c] / scale * by;
  }
}

/* Keep several sums, because each addition in a single chain waits for the one
 * before.  x * 0 is 0 if x is finite, else NAN, and NAN stays in a sum. */
static int
all_finite(const void *numbers, size_t begin, size_t end)
{
  const real *x = numbers;
  real sum[8] = { 0, 0, 0, 0, 0, 0, 0, 0 };
  size_t k = begin;

  for (; k + 8 <= end; k += 8)
    for (size_t t = 0; t < 8; t++)
      sum[t] += x[k + t] * 0;
  for (; k < end; k++)
    sum[0] += x[k] * 0;
  return sum[0] + sum[1] + sum[2] + sum[3] + sum[4] + sum[5] + sum[6] + sum[7]
         == 0;
}

static void
blend(const void *from, double share, void *to, size_t begin, size_t end)
{
  const real *y = from;
  real *next = to;

  for (size_t k = begin; k < end; k++)
    next[k] = y[k] + (real)share * (next[k] - y[k]);
}

static void
map(const mg_positions *f, double keep, const double *matrix, mg_range range)
{
  const real *from = f->own;
  size_t dim = f->dim, width = f->width;
  real *to = f->next;

  for (size_t i = range.begin; i < range.end; i++) {
    real *out = to + i * width;

    for (size_t c = 0; c < width; c++)
      out[c] = (real)keep * from[i * width + c];
    for (size_t a = 0; a < dim; a++) {
      real x = from[i * width + a];

      for (size_t c = 0; c < dim; c++)
        out[c] += x * (real)matrix[a * dim + c];
    }
  }
}

static void
add(const mg_rows *rows, size_t width, const mg_addition *a, mg_range range)
{
  const real *h = a->h, *origin = a->origin;
  real *sum = a->sum, *shown = a->shown;

  for (size_t i = range.begin; i < range.end; i++) {
    int alone = !(mg_rows_degree(rows, i) > 0);

    for (size_t k = i * width; k < (i + 1) * width; k++) {
      shown[k] = alone ? origin[k] : sum[k] + (real)a->last * h[k];
      sum[k] += (real)a->term * h[k];
    }
  }
}

const mg_numbers NUMBERS = { sizeof (real), put, take, all_finite, blend, map,
                             add };
