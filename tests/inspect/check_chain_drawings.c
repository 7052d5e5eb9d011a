/* Drawings of short chains, exact and with intervals, beside all of them one by one. */
#include "base/mem.h"
#include "base/random.h"
#include "problem/problem.h"
#include "unit.h"

#include <math.h>

enum {
  N_MOST = 9, M_MOST = N_MOST * (N_MOST - 1) / 2,
  FREE_MOST = 4,               /* intervals along a chain with them */
  GRID = 9                     /* lengths of each that are tried */
};

/* A chain: node i is joined to the dim nodes before it, and to some others by
 * contacts.  The lengths to those before it but the farthest are exact. */
typedef struct {
  size_t n, dim, m;
  mgnn_node ends[2 * M_MOST];
  double lower[M_MOST], upper[M_MOST], x[3 * N_MOST];
} chain;

static double
between(const chain *c, const double *x, size_t i, size_t j)
{
  return mg_distance(x + i * c->dim, x + j * c->dim, c->dim);
}

static void
link_add(chain *c, size_t i, size_t j, double width)
{
  double r = between(c, c->x, i, j);

  for (size_t e = 0; e < c->m; e++)
    if (c->ends[2 * e] == i && c->ends[2 * e + 1] == j)
      return;
  c->ends[2 * c->m] = i;
  c->ends[2 * c->m + 1] = j;
  c->lower[c->m] = r * (1 - width);
  c->upper[c->m++] = r * (1 + width);
}

/* Put node i of x so far[k] from node i-1-k, on the given side; how far from the
 * mirror that is, -1 if there is no such place. */
static double
place(const chain *c, double *x, size_t i, const double *far, int side)
{
  const double *o = x + (i - 1) * 3, *p = x + (i - 2) * 3, *q = x + (i < 3 ? 0 : i - 3) * 3;
  double e[3][3] = { { 0 } }, gap = 0, i2 = 0, j2 = 0, u, v = 0, up;

  for (size_t k = 0; k < 3; k++)
    gap += (p[k] - o[k]) * (p[k] - o[k]);
  gap = sqrt(gap);
  for (size_t k = 0; k < 3; k++)
    e[0][k] = (p[k] - o[k]) / gap;
  u = (far[0] * far[0] - far[1] * far[1] + gap * gap) / (2 * gap);
  if (c->dim == 2) {
    e[2][0] = -e[0][1];
    e[2][1] = e[0][0];
  } else {
    for (size_t k = 0; k < 3; k++)
      i2 += (q[k] - o[k]) * e[0][k];
    for (size_t k = 0; k < 3; k++) {
      e[1][k] = q[k] - o[k] - i2 * e[0][k];
      j2 += e[1][k] * e[1][k];
    }
    j2 = sqrt(j2);
    for (size_t k = 0; k < 3; k++)
      e[1][k] /= j2;
    for (size_t k = 0; k < 3; k++)
      e[2][k] = e[0][(k + 1) % 3] * e[1][(k + 2) % 3]
                - e[0][(k + 2) % 3] * e[1][(k + 1) % 3];
    v = (far[0] * far[0] - far[2] * far[2] + i2 * i2 + j2 * j2 - 2 * i2 * u)
        / (2 * j2);
  }
  up = far[0] * far[0] - u * u - v * v;
  if (up < 0)
    return -1;
  up = sqrt(up);
  for (size_t k = 0; k < 3; k++)
    x[i * 3 + k] = o[k] + u * e[0][k] + v * e[1][k] + (side ? -up : up) * e[2][k];
  return up;
}

/* A drawing, 3*n doubles: bit k of `sides` and last[k] are of node dim+k.  The least
 * distance of a node from its mirror; -1 if there is no drawing. */
static double
draw(const chain *c, unsigned sides, const double *last, double *x)
{
  double least = INFINITY;

  memset(x, 0, 3 * c->n * sizeof *x);
  for (size_t i = 0; i < c->dim; i++)
    memcpy(x + 3 * i, c->x + i * c->dim, c->dim * sizeof *x);
  for (size_t i = c->dim; i < c->n && least >= 0; i++) {
    double far[3];

    for (size_t k = 0; k < c->dim; k++)
      far[k] = between(c, c->x, i, i - 1 - k);
    far[c->dim - 1] = last[i - c->dim];
    least = fmin(least, place(c, x, i, far, sides >> (i - c->dim) & 1));
  }
  return least;
}

/* Whether all contacts, the lengths of number `from` on, are met. */
static int
contacts_met(const chain *c, size_t from, const double *x)
{
  for (size_t e = from; e < c->m; e++) {
    double r = mg_distance(x + 3 * c->ends[2 * e], x + 3 * c->ends[2 * e + 1], 3);

    if (r < c->lower[e] - 1e-7 || r > c->upper[e] + 1e-7)
      return 0;
  }
  return 1;
}

/* The side of every node after the first dim of a drawing of n*dim doubles; those of
 * the first such node are 0 if `any` mirror will do. */
static unsigned
sides_of(const chain *c, const double *y, int any)
{
  unsigned sides = 0;

  for (size_t i = c->dim; i < c->n; i++) {
    double e[3][3] = { { 0 } }, det;

    for (size_t k = 0; k < c->dim; k++)
      for (size_t a = 0; a < c->dim; a++)
        e[k][a] = y[(k == 0 ? i : i - k - 1) * c->dim + a] - y[(i - 1) * c->dim + a];
    if (c->dim == 2)           /* (i-2) - (i-1) before i - (i-1) */
      det = e[1][0] * e[0][1] - e[1][1] * e[0][0];
    else
      det = e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1])
            - e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0])
            + e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]);
    sides |= (unsigned)(det < 0) << (i - c->dim);
  }
  return any && sides & 1 ? ~sides & ((1U << (c->n - c->dim)) - 1) : sides;
}

static void
chain_init(chain *c, size_t n, size_t dim, double width, uint64_t *stream)
{
  double last[N_MOST], x[3 * N_MOST];
  int good;

  do {                         /* no arc comes near its mirror image */
    *c = (chain){ .n = n, .dim = dim };
    for (size_t k = dim; k < n * dim; k += dim) {
      double length = 0;

      for (size_t a = 0; a < dim; a++)
        c->x[k + a] = mg_random_deviate(stream);
      length = sqrt(mg_inner(c->x + k, c->x + k, dim));
      for (size_t a = 0; a < dim; a++)
        c->x[k + a] = c->x[k - dim + a] + c->x[k + a] / length;
    }
    good = 1;
    for (int s = -1; s <= 1; s++) {
      for (size_t k = 0; k < n - dim; k++)
        last[k] = between(c, c->x, k, k + dim) * (1 + s * width);
      good &= draw(c, 0, last, x) > 0.15;
    }
  } while (!good);
  for (size_t j = 1; j < n; j++)
    for (size_t i = j > dim ? j - dim : 0; i < j; i++)
      link_add(c, i, j, j - i == dim ? width : 0);
}

static mgnn_problem *
problem_of(const chain *c, size_t pinned)
{
  unsigned char pin[3 * N_MOST] = { 0 };
  mgnn_problem *p;

  ck_assert_int_eq(mgnn_problem_new(&p, c->n, c->m, c->ends, c->lower, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mgnn_problem_bounds_set(p, c->lower, c->upper, NULL), MGNN_OK);
  memset(pin, 1, pinned * c->dim);
  if (pinned > 0)
    ck_assert_int_eq(mgnn_problem_pins_set(p, c->dim, pin, NULL), MGNN_OK);
  return p;
}

static void
drawings_find(mgnn_realizations *r, const mgnn_problem *p, const chain *c,
              size_t most)
{
  mgnn_realization_params par;

  mgnn_realization_params_init(&par);
  par.most = most;
  ck_assert_int_eq(mgnn_realizations_find(p, c->dim, c->x, &par, r, NULL), MGNN_OK);
}

/* ---- exact lengths in space ---- */

/* Of all 2^(n-3) sides those that meet the contacts; a mirror image is no other
 * drawing, unless three pinned nodes tell them apart, or the volume of the first four
 * nodes is given: then its sign is. */
START_TEST(exact_chains_have_as_many_as_one_by_one)
{
  uint64_t stream = mg_random_stream(11, (uint64_t)_i);
  size_t n = 5 + (size_t)_i % 5, pinned = _i % 3 == 1 ? 3 : 0, want = 0, plain;
  const mgnn_node first[] = { 2, 1, 0, 3 };
  double last[N_MOST], x[3 * N_MOST];
  unsigned char seen[1 << (N_MOST - 3)] = { 0 };
  mgnn_realizations r;
  mgnn_problem *p;
  chain c;

  chain_init(&c, n, 3, 0, &stream);
  plain = c.m;
  for (int k = _i % 4; k > 0 && n > 5; k--) {
    size_t i = mg_random_below(&stream, n - 4);

    link_add(&c, i, i + 4 + mg_random_below(&stream, n - 4 - i), 0.02 * (k % 2));
  }
  for (size_t k = 0; k < n - 3; k++)
    last[k] = between(&c, c.x, k, k + 3);
  for (unsigned sides = 0; sides < 1U << (n - 3); sides++)
    if ((pinned || !(sides & 1)) && draw(&c, sides, last, x) >= 0
        && contacts_met(&c, plain, x))
      want++;
  p = problem_of(&c, pinned);
  if (_i % 3 == 2) {           /* half of them, the mirror images of the others */
    signed char sign = sides_of(&c, c.x, 0) & 1 ? -1 : 1;

    ck_assert_int_eq(mgnn_problem_chirality_set(p, 1, first, &sign, NULL, NULL),
                     MGNN_OK);
    if (mgnn_chirality_right(p, 3, c.x) == 0) {
      sign = (signed char)-sign;
      ck_assert_int_eq(mgnn_problem_chirality_set(p, 1, first, &sign, NULL, NULL),
                       MGNN_OK);
    }
  }
  drawings_find(&r, p, &c, 100);
  ck_assert_int_eq(r.complete, 1);
  ck_assert_uint_eq(r.count, want);
  ck_assert_double_eq(r.total, (double)want);
  for (size_t k = 0; k < r.count; k++) {
    unsigned sides = sides_of(&c, r.y + k * n * 3, !pinned);

    ck_assert_int_eq(seen[sides], 0);
    seen[sides] = 1;
    if (_i % 3 == 2)
      ck_assert_uint_eq(mgnn_chirality_right(p, 3, r.y + k * n * 3), 1);
  }
  mgnn_realizations_free(&r);
  mgnn_problem_free(p);
}
END_TEST

/* ---- intervals ---- */

/* All combinations of GRID lengths for each interval and of sides that meet the
 * contacts, by number: sides * GRID^free + the lengths' digits. */
typedef struct {
  size_t free, size;           /* size: GRID^free */
  int *cluster;                /* -1: not met; else its cluster */
  int count;
} samples;

static double
length_at(const chain *c, size_t k, size_t digit)
{
  double r = between(c, c->x, k, k + c->dim);
  size_t e = 0;

  while (c->ends[2 * e] != k || c->ends[2 * e + 1] != k + c->dim)
    e++;
  ck_assert_double_le(c->lower[e], r);
  return c->lower[e] + (c->upper[e] - c->lower[e]) * (double)digit / (GRID - 1);
}

static void
samples_take(samples *s, const chain *c, size_t contacts)
{
  size_t total;

  s->free = c->n - c->dim;
  s->size = 1;
  for (size_t k = 0; k < s->free; k++)
    s->size *= GRID;
  total = s->size << s->free;
  ck_assert_ptr_nonnull(s->cluster = mg_alloc(total, sizeof *s->cluster));
  for (size_t a = 0; a < total; a++) {
    double last[FREE_MOST], x[3 * N_MOST];
    size_t digits = a % s->size;

    for (size_t k = 0; k < s->free; k++, digits /= GRID)
      last[k] = length_at(c, k, digits % GRID);
    s->cluster[a] = !(a / s->size & 1) && draw(c, (unsigned)(a / s->size), last, x) >= 0
                    && contacts_met(c, contacts, x) ? 0 : -1;
  }
}

/* The sample that is a step up or down, or none, in each length from sample a, by the
 * digits 0, 1, 2 of t; a where there is none. */
static size_t
beside(const samples *s, size_t a, size_t t)
{
  size_t b = a;

  for (size_t k = 0, step = 1; k < s->free; k++, step *= GRID, t /= 3) {
    size_t digit = a % s->size / step % GRID;

    if ((t % 3 == 1 && digit == 0) || (t % 3 == 2 && digit == GRID - 1))
      return a;
    b = t % 3 == 1 ? b - step : t % 3 == 2 ? b + step : b;
  }
  return b;
}

/* Samples beside each other are in one cluster.  Those of other sides are in others,
 * since no arc comes near its mirror image. */
static void
clusters_find(samples *s)
{
  size_t total = s->size << s->free, *queue = mg_alloc(total, sizeof *queue);
  size_t around = (size_t)(pow(3, (double)s->free) + 0.5);

  ck_assert_ptr_nonnull(queue);
  s->count = 0;
  for (size_t a = 0; a < total; a++) {
    size_t end = 1;

    if (s->cluster[a] != 0)
      continue;
    s->cluster[a] = ++s->count;
    queue[0] = a;
    for (size_t at = 0; at < end; at++)
      for (size_t t = 1; t < around; t++) {
        size_t b = beside(s, queue[at], t);

        if (s->cluster[b] != 0)
          continue;
        s->cluster[b] = s->count;
        queue[end++] = b;
      }
  }
  mg_free(queue);
}

/* The cluster of the sample nearest to a drawing, and how many steps that is away. */
static int
cluster_of(const samples *s, const chain *c, const double *y, double *away)
{
  size_t sides = sides_of(c, y, 1);
  double digit[FREE_MOST];
  int best = -1;

  *away = INFINITY;
  for (size_t k = 0; k < s->free; k++) {
    double low = length_at(c, k, 0), high = length_at(c, k, GRID - 1);

    digit[k] = (between(c, y, k, k + c->dim) - low) / (high - low) * (GRID - 1);
  }
  for (size_t a = sides * s->size; a < (sides + 1) * s->size; a++) {
    size_t digits = a % s->size;
    double far = 0;

    for (size_t k = 0; k < s->free; k++, digits /= GRID)
      far = fmax(far, fabs((double)(digits % GRID) - digit[k]));
    if (s->cluster[a] >= 0 && far < *away) {
      *away = far;
      best = s->cluster[a];
    }
  }
  return best;
}

/* Every cluster of samples has a drawing by branch and prune, and every drawing is in
 * one of them, in the plane and in space, with pins and without; how many there are is
 * never certain, but as many as are asked for are found. */
START_TEST(every_cluster_of_solutions_is_found)
{
  uint64_t stream = mg_random_stream(5, (uint64_t)_i);
  size_t dim = 2 + (size_t)_i % 2, n = dim + 3 + (size_t)_i / 2 % 2, contacts;
  size_t pinned = _i % 3 == 2 ? dim : 0;
  unsigned char seen[1000] = { 0 };
  samples s;
  chain c;
  mgnn_problem *p;
  mgnn_realizations r;

  chain_init(&c, n, dim, 0.04, &stream);
  contacts = c.m;
  if (_i % 4 != 3)
    link_add(&c, 0, n - 1, 0.03);
  if (_i % 5 == 4)
    link_add(&c, 1, n - 1, 0.03);
  samples_take(&s, &c, contacts);
  clusters_find(&s);
  ck_assert_int_ge(s.count, 1);
  ck_assert_int_lt(s.count, 1000);
  p = problem_of(&c, pinned);
  drawings_find(&r, p, &c, 60);
  ck_assert_int_eq(r.complete, 0);
  ck_assert_uint_eq(r.count, 60);
  ck_assert_double_eq(r.total, (double)r.count);
  for (size_t k = 0; k < r.count; k++) {
    double away;
    int cluster = cluster_of(&s, &c, r.y + k * n * dim, &away);

    ck_assert_double_le(away, 2);
    if (k == 0 || strcmp(r.how[k], "branch") == 0)
      seen[cluster] = 1;
    if (pinned > 0)
      ck_assert_mem_eq(r.y + k * n * dim, c.x, pinned * dim * sizeof *c.x);
  }
  for (int k = 1; k <= s.count; k++)
    ck_assert_int_eq(seen[k], 1);
  mg_free(s.cluster);
  mgnn_realizations_free(&r);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(every_allocation_may_fail)
{
  uint64_t stream = mg_random_stream(5, 1);
  mgnn_realization_params par;
  mgnn_status status = MGNN_ENOMEM;
  mgnn_realizations r;
  mgnn_problem *p;
  chain c;

  chain_init(&c, 6, 2, 0.04, &stream);
  link_add(&c, 0, 5, 0.001);
  p = problem_of(&c, 2);
  mgnn_realization_params_init(&par);
  par.most = 4;
  for (long good = 0; status != MGNN_OK; good++) {
    mg_fuse_set(good);
    status = mgnn_realizations_find(p, 2, c.x, &par, &r, NULL);
    mg_fuse_set(-1);
    ck_assert(status == MGNN_OK || status == MGNN_ENOMEM);
  }
  ck_assert_uint_eq(r.count, 4);
  mgnn_realizations_free(&r);
  mgnn_problem_free(p);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(exact_chains_have_as_many_as_one_by_one, 60),
    TEST_EACH(every_cluster_of_solutions_is_found, 24),
    TEST(every_allocation_may_fail)
  };

  return unit_run("chain drawings", tests, COUNT(tests), NULL);
}
