/* The stress of node i with the nodes of a region P not near it is approximated
 * by that of i with the centre c of the region, once for each of its nodes:
 *   1/2 sum_i sum_P |P| (|x_i - c_P| / d_iP - 1)^2,   c_P the mean of P,
 * 1/2 since every pair counts from both ends.  Unlike the pushes of pivots
 * (stress/sparse_stress.c) this is a function with a gradient: the push on a
 * region is shared equally by its nodes.  So it can be minimised together with
 * E, for which small steps do not suffice. */
#include "region_stress.h"
#include "base/order.h"
#include "base/mem.h"
#include "problem/energy.h"
#include "problem/paths.h"
#include "solve/descent/length_error.h"
#include "solve/stress/distances.h"

#include <math.h>
#include <string.h>

/* Doubling both numbers takes twice the time for 0.1 % less path stress. */
enum {
  NEAREST = 12,                /* nodes counted individually for each node */
  REGIONS = 100,
  BLOCK = 1024                 /* nodes in a block of work */
};

static const float nearly_0 = 1e-20F;

#define INLINE __attribute__((always_inline)) static inline

static size_t
blocks_of(const mg_region_stress *s)
{
  return (s->n + BLOCK - 1) / BLOCK;
}

/* ---- near pairs ---- */

/* Find the nearest nodes of each node, NEAREST slots each, filled up with the
 * node itself if there are fewer. */
static void
nearest_fill(const mg_region_stress *s, mg_paths *paths, unsigned *to,
             float *far)
{
#pragma omp parallel for schedule(dynamic, 1) num_threads(s->threads)
  for (size_t b = 0; b < s->n; b += BLOCK)
    for (size_t i = b; i < b + BLOCK && i < s->n; i++) {
      mg_paths *p = &paths[mg_thread()];

      mg_paths_from(p, i, NEAREST + 1);
      for (size_t k = 0; k < NEAREST; k++) {
        size_t at = i * NEAREST + k;

        to[at] = k + 1 < p->reached_count ? p->reached[k + 1] : (unsigned)i;
        far[at] = fmaxf((float)(p->distance[to[at]] / s->unit),
                        (float)MG_PAIR_COINCIDE);
      }
    }
}

static int
has(const unsigned *to, size_t i, unsigned j)
{
  for (size_t k = 0; k < NEAREST; k++)
    if (to[i * NEAREST + k] == j)
      return 1;
  return 0;
}

/* Make rows with both ends of each pair from these lists. */
static mgnn_status
near_join(mg_region_stress *s, const unsigned *to, const float *far,
          mgnn_error *err)
{
  mg_near_pairs *near = &s->near;
  size_t *end = mg_zalloc(s->n + 1, sizeof *end), slots = 0;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(near->row = mg_zalloc(s->n + 2, sizeof *near->row), err));
  TRY(mg_allocated(end, err));
  for (int pass = 0; pass < 2; pass++) {
    for (size_t k = 0; k < s->n * NEAREST; k++) {
      size_t i = k / NEAREST, j = to[k];

      if (j == i || (j < i && has(to, j, (unsigned)i)))
        continue;
      if (pass == 0) {
        near->row[i + 1]++;
        near->row[j + 1]++;
        slots += 2;
        continue;
      }
      near->to[end[i]] = (unsigned)j;
      near->to[end[j]] = (unsigned)i;
      near->far[end[i]++] = near->far[end[j]++] = far[k];
    }
    if (pass > 0)
      break;
    for (size_t i = 0; i < s->n; i++)
      near->row[i + 1] += near->row[i];
    memcpy(end, near->row, (s->n + 1) * sizeof *end);
    TRY(mg_allocated(near->to = mg_alloc(slots, sizeof *near->to), err));
    TRY(mg_allocated(near->far = mg_alloc(slots, sizeof *near->far), err));
  }
end:
  mg_free(end);
  return status;
}

static mgnn_status
near_find(mg_region_stress *s, mg_paths *paths, mgnn_error *err)
{
  unsigned *to = mg_alloc(s->n, NEAREST * sizeof *to);
  float *far = mg_alloc(s->n, NEAREST * sizeof *far);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(to, err));
  TRY(mg_allocated(far, err));
  nearest_fill(s, paths, to, far);
  TRY(near_join(s, to, far, err));
end:
  mg_free_all(to, far);
  return status;
}

/* ---- regions ---- */

/* Make section p of the order a region; returns its middle, the node nearest to
 * its mean. */
static unsigned
region_make(mg_region_stress *s, size_t p, const unsigned *node, size_t count)
{
  unsigned best = node[0];
  float least = INFINITY;

  for (size_t c = 0; c < s->dim; c++) {
    double sum = 0;

    for (size_t k = 0; k < count; k++)
      sum += (double)s->x[c * s->width + node[k]];
    s->centre[p * s->dim + c] = sum / (double)count;
  }
  for (size_t k = 0; k < count; k++) {
    float square = 0;

    for (size_t c = 0; c < s->dim; c++) {
      float off = s->x[c * s->width + node[k]]
                  - (float)s->centre[p * s->dim + c];

      square += off * off;
    }
    if (square < least) {
      least = square;
      best = node[k];
    }
    s->region[node[k]] = (unsigned)p;
  }
  s->share[p] = 0.5F * (float)count;
  return best;
}

/* Compute the distances from the middle of region p, and the weights.  Up to
 * twice the mean distance of its own nodes a region is no good as a point, so
 * the weight does not grow there. */
static void
column_fill(mg_region_stress *s, size_t p, unsigned middle, mg_paths *paths)
{
  float *far = s->far + p * s->width, *weight = s->weight + p * s->width;
  double radius = 0, clear;

  mg_paths_all(paths, middle);
  for (size_t i = 0; i < s->n; i++) {
    double d = paths->distance[i] / s->unit;

    far[i] = (float)d;
    radius += s->region[i] == p ? d / (2 * (double)s->share[p]) : 0;
  }
  clear = 2 * fmax(radius, 0.5);
  for (size_t i = 0; i < s->n; i++) {
    float d = fmaxf(far[i], (float)clear);

    weight[i] = s->region[i] == p ? 0 : s->share[p] / (d * d);
  }
}

static mgnn_status
regions_find(mg_region_stress *s, const mg_run_control *control,
             mg_paths *paths, int *stopped, mgnn_error *err)
{
  unsigned *order = mg_alloc(s->n + s->regions, sizeof *order), *middle;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(order, err));
  middle = order + s->n;
  TRY(mg_hilbert_order(s->n, s->dim, s->width, s->x, order, err));
  for (size_t p = 0; p < s->regions; p++) {
    size_t begin = p * s->n / s->regions;

    middle[p] = region_make(s, p, order + begin,
                            (p + 1) * s->n / s->regions - begin);
  }
#pragma omp parallel for schedule(dynamic, 1) num_threads(s->threads)
  for (size_t p = 0; p < s->regions; p++)
    if (!mg_run_over_any(control, stopped))
      column_fill(s, p, middle[p], &paths[mg_thread()]);
end:
  mg_free(order);
  return status;
}

/* ---- the function ---- */

static double
near_rows(const mg_region_stress *s, const double *x, size_t begin, size_t end,
          double *grad)
{
  const mg_near_pairs *near = &s->near;
  double sum = 0;

  for (size_t i = begin; i < end; i++)
    for (size_t k = near->row[i]; k < near->row[i + 1]; k++) {
      const double *a = x + i * s->dim, *b = x + near->to[k] * s->dim;
      double d = (double)near->far[k], r = mg_distance(a, b, s->dim), push;

      sum += (r / d - 1) * (r / d - 1) / 2;
      push = r > 0 ? (1 / d - 1 / r) / d : 0;
      for (size_t c = 0; c < s->dim; c++)
        grad[i * s->dim + c] += push * (a[c] - b[c]);
    }
  return sum;
}

/* 1/sqrt(a) by Newton's method from a guess that halves the exponent: unlike
 * sqrtf, which may set errno, compilers vectorise this.  After three steps the
 * error is that of rounding. */
INLINE float
inverse_root(float a)
{
  union { float x; uint32_t bits; } u = { a };

  u.bits = 0x5f375a86U - (u.bits >> 1);
  u.x *= 1.5F - 0.5F * a * u.x * u.x;
  u.x *= 1.5F - 0.5F * a * u.x * u.x;
  return u.x * (1.5F - 0.5F * a * u.x * u.x);
}

/* Push region p and the nodes from begin to end - 1 on each other.  pull, dim * BLOCK,
 * receives the pushes on the nodes; those on the region are added to `push`. */
INLINE double
region_rows(const mg_region_stress *s, size_t p, size_t begin, size_t end,
            float *restrict pull, double *restrict push)
{
  const float *restrict far = s->far + p * s->width + begin;
  const float *restrict weight = s->weight + p * s->width + begin;
  size_t count = end - begin;
  float force[BLOCK], part = 0;

  for (size_t k = 0; k < count; k++)
    force[k] = 0;
  for (size_t c = 0; c < s->dim; c++) {
    const float *restrict x = s->x + c * s->width + begin;
    float at = (float)s->centre[p * s->dim + c];

#pragma omp simd
    for (size_t k = 0; k < count; k++)
      force[k] += (x[k] - at) * (x[k] - at);
  }
#pragma omp simd reduction(+ : part)
  for (size_t k = 0; k < count; k++) {
    float square = force[k] + nearly_0, per_r = inverse_root(square);
    float off = square * per_r - far[k];

    part += weight[k] * off * off;
    force[k] = weight[k] * off * per_r;
  }
  for (size_t c = 0; c < s->dim; c++) {
    const float *restrict x = s->x + c * s->width + begin;
    float at = (float)s->centre[p * s->dim + c], sum = 0;

#pragma omp simd reduction(+ : sum)
    for (size_t k = 0; k < count; k++) {
      float f = force[k] * (x[k] - at);

      pull[c * BLOCK + k] += f;
      sum += f;
    }
    push[p * s->dim + c] -= (double)sum;
  }
  return (double)part;
}

INLINE double
all_regions(const mg_region_stress *s, size_t begin, size_t end, float *pull,
            double *push)
{
  double sum = 0;

  for (size_t p = 0; p < s->regions; p++)
    sum += region_rows(s, p, begin, end, pull, push);
  return sum;
}

static double
all_regions_plain(const mg_region_stress *s, size_t begin, size_t end,
                  float *pull, double *push)
{
  return all_regions(s, begin, end, pull, push);
}

/* The same for machines with AVX2: 8 numbers at once instead of 4. */
#if defined(__GNUC__) && defined(__x86_64__)
__attribute__((target("avx2"))) static double
all_regions_avx2(const mg_region_stress *s, size_t begin, size_t end,
                 float *pull, double *push)
{
  return all_regions(s, begin, end, pull, push);
}
#define HAS_AVX2 __builtin_cpu_supports("avx2")
#else
#define all_regions_avx2 all_regions_plain
#define HAS_AVX2 0
#endif

/* Half the gradient at the nodes of a block, without the pushes on regions. */
static double
block_rows(const mg_region_stress *s, size_t b, const double *x, float *pull,
           double *grad)
{
  size_t begin = b * BLOCK, end = begin + BLOCK < s->n ? begin + BLOCK : s->n;
  double *push = s->push + b * s->regions * s->dim, sum;

  memset(pull, 0, s->dim * BLOCK * sizeof *pull);
  memset(push, 0, s->regions * s->dim * sizeof *push);
  sum = HAS_AVX2 ? all_regions_avx2(s, begin, end, pull, push)
                     : all_regions_plain(s, begin, end, pull, push);
  for (size_t i = begin; i < end; i++)
    for (size_t c = 0; c < s->dim; c++)
      grad[i * s->dim + c] = (double)pull[c * BLOCK + i - begin];
  return sum + near_rows(s, x, begin, end, grad);
}

static double
value(void *ctx, const double *x, double *grad)
{
  mg_region_stress *s = ctx;
  size_t blocks = blocks_of(s), dim = s->dim, size = s->regions * dim;
  double sum = 0;

  memset(s->centre, 0, s->regions * s->dim * sizeof *s->centre);
  for (size_t i = 0; i < s->n; i++)
    for (size_t c = 0; c < s->dim; c++) {
      s->x[c * s->width + i] = (float)x[i * s->dim + c];
      s->centre[s->region[i] * s->dim + c] +=
        x[i * s->dim + c] / (2 * (double)s->share[s->region[i]]);
    }
#pragma omp parallel num_threads(s->threads)
  {
    float *pull = s->pull + (size_t)mg_thread() * dim * BLOCK;

#pragma omp for schedule(dynamic, 1)
    for (size_t b = 0; b < blocks; b++)
      s->partial[b] = block_rows(s, b, x, pull, grad);
  }
  memset(s->centre, 0, size * sizeof *s->centre);
  for (size_t b = 0; b < blocks; b++) {
    sum += s->partial[b];
    for (size_t k = 0; k < size; k++)
      s->centre[k] += s->push[b * size + k];
  }
  for (size_t i = 0; i < s->n; i++)
    for (size_t c = 0; c < dim; c++)
      grad[i * dim + c] += s->centre[s->region[i] * dim + c]
                           / (2 * (double)s->share[s->region[i]]);
  return sum;
}

static mgnn_status
allocate(mg_region_stress *s, mgnn_error *err)
{
  size_t size = s->regions * s->dim, blocks = blocks_of(s);

  PASS(mg_allocated(s->region = mg_alloc(s->n, sizeof *s->region), err));
  PASS(mg_allocated(s->share = mg_alloc(s->regions, sizeof *s->share), err));
  PASS(mg_allocated(s->far = mg_alloc(2 * s->regions, s->width * sizeof *s->far), err));
  s->weight = s->far + s->regions * s->width;
  PASS(mg_allocated(s->degree = mg_alloc(s->n, sizeof *s->degree), err));
  PASS(mg_allocated(s->x = mg_zalloc(s->dim * s->width, sizeof *s->x), err));
  PASS(mg_allocated(s->centre = mg_alloc(size * (1 + blocks), sizeof *s->centre), err));
  s->push = s->centre + size;
  PASS(mg_allocated(s->partial = mg_alloc(blocks, sizeof *s->partial), err));
  s->pull = mg_alloc((size_t)s->threads * s->dim * BLOCK, sizeof *s->pull);
  return mg_allocated(s->pull, err);
}

mgnn_status
mg_region_stress_init(mg_region_stress *s, const mg_task *t, const double *y,
                      int *stopped, mgnn_error *err)
{
  size_t n = t->graph->n, dim = t->dim;
  mg_paths *paths = NULL;
  mgnn_status status = MGNN_OK;

  *s = (mg_region_stress){ .n = n, .dim = dim, .width = (n + 7) / 8 * 8,
                           .threads = mg_threads(t->control->threads),
                           .unit = mg_mean_positive_length(t->graph),
                           .regions = n < REGIONS ? n : REGIONS };
  TRY(allocate(s, err));
  TRY(mg_allocated(paths = mg_zalloc((size_t)s->threads, sizeof *paths), err));
  for (int k = 0; k < s->threads; k++)
    TRY(mg_paths_init(&paths[k], t->graph, err));
  for (size_t k = 0; k < n * dim; k++)
    s->x[k % dim * s->width + k / dim] = (float)(y[k] / s->unit);
  TRY(near_find(s, paths, err));
  TRY(regions_find(s, t->control, paths, stopped, err));
  memset(s->degree, 0, s->n * sizeof *s->degree);
  for (size_t i = 0; i < s->n; i++)
    for (size_t k = s->near.row[i]; k < s->near.row[i + 1]; k++)
      s->degree[i] += 1 / ((double)s->near.far[k] * (double)s->near.far[k]);
  for (size_t p = 0; p < s->regions; p++)
    for (size_t i = 0; i < s->n; i++)
      s->degree[i] += 2 * (double)s->weight[p * s->width + i];
  s->objective = (mg_objective){ n * dim, value, s, NULL, NULL };
end:
  for (int k = 0; paths != NULL && k < s->threads; k++)
    mg_paths_free(&paths[k]);
  mg_free(paths);
  return status;
}

void
mg_region_stress_free(mg_region_stress *s)
{
  mg_free_all(s->near.row, s->near.to, s->near.far, s->region, s->share, s->far,
              s->degree, s->x, s->centre, s->partial, s->pull);
  memset(s, 0, sizeof *s);
}
