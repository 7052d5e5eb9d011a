/* Prescribed lengths: the parts of the search (one node, the starts, the lift,
 * repair, pins), and the whole with pins, bounds, stiffness, many dimensions and
 * early ends. */
#include "base/mem.h"
#include "base/random.h"
#include "base/dense.h"
#include "problem/energy.h"
#include "solve/run_control.h"
#include "solve/descent/descend.h"
#include "solve/descent/length_error.h"
#include "solve/descent/lift.h"
#include "solve/descent/locate.h"
#include "solve/arrange/align.h"
#include "solve/lengths/repair.h"
#include "solve/lengths/restarts.h"
#include "solve/lengths/search_lengths.h"
#include "solve/stress/pivot_mds.h"
#include "small_graphs.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const mg_run_control plain = { .seed = 1, .threads = 1,
                                     .tolerance = 1e-6 };

#define TASK(g, dim, pin, control) (&(mg_task){ g, dim, pin, control, NULL })

static mg_task
task_of(const mg_graph *g, size_t dim)
{
  return (mg_task){ g, dim, NULL, &plain, NULL };
}

/* ---- graphs to test with ---- */

static mg_graph
graph_of(size_t n, size_t m, const unsigned *ends, const double *lower,
         const double *upper)
{
  unsigned *own = mg_alloc(m, 2 * sizeof *own);
  mg_graph g;

  ck_assert_ptr_nonnull(own);
  if (m > 0)
    memcpy(own, ends, 2 * m * sizeof *own);
  ck_assert_int_eq(mg_graph_init(&g, n, m, own, NULL), MGNN_OK);
  if (lower != NULL)
    ck_assert_int_eq(mg_graph_lengths_set(&g, lower, upper, NULL), MGNN_OK);
  return g;
}

/* Points in the unit cube, joined up to `radius`, with their true lengths. */
static mg_graph
geometric(size_t n, size_t dim, double radius, unsigned long seed, double *x)
{
  uint64_t stream = mg_random_stream(seed, 0);
  unsigned *ends = mg_alloc(n * n, sizeof *ends);
  double *length = mg_alloc(n * n / 2, sizeof *length);
  size_t m = 0;
  mg_graph g;

  ck_assert(ends != NULL && length != NULL);
  for (size_t c = 0; c < n * dim; c++)
    x[c] = mg_random_uniform(&stream);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++) {
      double r = mg_distance(x + i * dim, x + j * dim, dim);

      if (r > radius)
        continue;
      ends[2 * m] = (unsigned)i;
      ends[2 * m + 1] = (unsigned)j;
      length[m++] = r;
    }
  g = graph_of(n, m, ends, length, NULL);
  mg_free(ends);
  mg_free(length);
  return g;
}

static double
length_of(const mg_graph *g, size_t dim, const double *y, size_t e)
{
  return mg_distance(y + g->ends[2 * e] * dim, y + g->ends[2 * e + 1] * dim,
                     dim);
}

/* E straight from its definition. */
static double
energy_of(const mg_graph *g, size_t dim, const double *y)
{
  double sum = 0;

  for (size_t e = 0; e < g->m; e++) {
    double r = length_of(g, dim, y, e), low = g->target[e];
    double high = g->target_upper != NULL ? g->target_upper[e] : low;
    double gap = r < low ? low - r : r > high ? r - high : 0;

    sum += (g->stiffness != NULL ? g->stiffness[e] : 1) * gap * gap;
  }
  return sum;
}

/* Search; returns the energy, after checking that it is the truth. */
static double
search(const mg_graph *g, size_t dim, const unsigned char *pin, double *y)
{
  mg_search found;
  double sum;

  ck_assert_int_eq(mg_search_lengths(TASK(g, dim, pin, &plain), y, NULL, &found,
                                     NULL), MGNN_OK);
  ck_assert_ptr_nonnull(found.stage);
  for (size_t c = 0; c < g->n * dim; c++)
    ck_assert(isfinite(y[c]));
  sum = energy_of(g, dim, y);
  ck_assert_double_eq_tol(found.energy, sum, 1e-9 * (sum + 1e-9));
  return sum;
}

static void
all_lengths_met(const mg_graph *g, size_t dim, const double *y, double tolerance)
{
  for (size_t e = 0; e < g->m; e++)
    ck_assert_double_eq_tol(length_of(g, dim, y, e), g->target[e], tolerance);
}

/* On a line (|r| - m)^2 is the lesser of (r - m)^2 and (-r - m)^2, so the
 * least energy is that of the best choice of signs, each of which leaves a
 * linear system with the Laplacian as its matrix.  `fixed` nodes stay; there
 * is one at least. */
static double
least_on_a_line(const mg_graph *g, const unsigned char *fixed, const double *at)
{
  enum { MOST = 8 };
  double best = INFINITY;

  ck_assert_uint_le(g->n, MOST);
  for (size_t signs = 0; signs < (size_t)1 << g->m; signs++) {
    double a[MOST][MOST + 1] = { { 0 } }, x[MOST], sum = 0;

    for (size_t e = 0; e < g->m; e++) {
      unsigned i = g->ends[2 * e], j = g->ends[2 * e + 1];
      double m = signs >> e & 1 ? -g->target[e] : g->target[e];

      a[i][i]++, a[j][j]++, a[i][j]--, a[j][i]--;
      a[i][g->n] += m, a[j][g->n] -= m;
    }
    for (size_t i = 0; i < g->n; i++)
      if (fixed[i]) {
        memset(a[i], 0, sizeof a[i]);
        a[i][i] = 1;
        a[i][g->n] = at[i];
      }
    for (size_t p = 0; p < g->n; p++)
      for (size_t r = 0; r < g->n; r++)
        for (size_t c = g->n + 1; r != p && c-- > p;)
          a[r][c] -= a[r][p] / a[p][p] * a[p][c];
    for (size_t i = 0; i < g->n; i++)
      x[i] = a[i][g->n] / a[i][i];
    for (size_t e = 0; e < g->m; e++) {
      double gap = fabs(x[g->ends[2 * e]] - x[g->ends[2 * e + 1]])
                   - g->target[e];

      sum += gap * gap;
    }
    best = fmin(best, sum);
  }
  return best;
}

/* ---- the parts ---- */


/* Four neighbours that span the plane leave one place. */
START_TEST(a_node_is_where_its_lengths_say)
{
  const double at[] = { 0.3, -0.2,  0, 0,  1, 0,  0, 1,  -1, -1 };
  double length[4], y[10], x[2];
  mg_location found;
  mg_locator l;
  mg_graph g;

  for (size_t k = 0; k < 4; k++)
    length[k] = mg_distance(at, at + 2 * (k + 1), 2);
  g = graph_of(5, 4, star_ends, length, NULL);
  memcpy(y, at, sizeof y);
  y[0] = y[1] = 1e6;                   /* not read */
  ck_assert_int_eq(mg_locator_init(&l, &g, 2, 1, NULL), MGNN_OK);
  found = mg_locate(&l, &g, 0, y, NULL, x);
  ck_assert_uint_eq(found.count, 4);
  ck_assert_double_eq_tol(x[0], 0.3, 1e-9);
  ck_assert_double_eq_tol(x[1], -0.2, 1e-9);
  ck_assert_double_le(found.energy, 1e-18);
  mg_locator_free(&l);
  mg_graph_free(&g);
}
END_TEST

/* Neighbours on the x axis cannot distinguish up from down. */
START_TEST(a_mirror_image_is_the_rival)
{
  const double at[] = { 0.4, 0.7,  0, 0,  1, 0,  2, 0,  -1, 0 };
  double length[4], y[10], x[2];
  mg_location found;
  mg_locator l;
  mg_graph g;

  for (size_t k = 0; k < 4; k++)
    length[k] = mg_distance(at, at + 2 * (k + 1), 2);
  g = graph_of(5, 4, star_ends, length, NULL);
  memcpy(y, at, sizeof y);
  ck_assert_int_eq(mg_locator_init(&l, &g, 2, 1, NULL), MGNN_OK);
  found = mg_locate(&l, &g, 0, y, NULL, x);
  ck_assert_double_eq_tol(x[0], 0.4, 1e-6);
  ck_assert_double_eq_tol(fabs(x[1]), 0.7, 1e-6);
  ck_assert_double_eq_tol(l.rival[0], 0.4, 1e-6);
  ck_assert_double_eq_tol(l.rival[1], -x[1], 1e-6);
  ck_assert_double_le(found.energy, 1e-12);
  ck_assert_double_le(found.other, 1e-12);
  ck_assert_double_le(found.flat, 1e-9);
  mg_locator_free(&l);
  mg_graph_free(&g);
}
END_TEST

/* One neighbour, none in use, all at one point: still some place that fits. */
START_TEST(few_neighbours_leave_a_choice_not_a_nan)
{
  double length[] = { 2, 1, 1, 1 }, x[5], y[25] = { 0 };
  unsigned char use[5] = { 0, 1, 0, 0, 0 };

  for (size_t dim = 1; dim <= 5; dim++) {
    mg_graph g = graph_of(5, 4, star_ends, length, NULL);
    double zero[5] = { 0 };
    mg_locator l;

    ck_assert_int_eq(mg_locator_init(&l, &g, dim, 7, NULL), MGNN_OK);
    use[1] = 1;
    ck_assert_uint_eq(mg_locate(&l, &g, 0, y, use, x).count, 1);
    ck_assert_double_eq_tol(mg_distance(x, zero, dim), 2, 1e-6);
    use[1] = 0;
    ck_assert_uint_eq(mg_locate(&l, &g, 0, y, use, x).count, 0);
    ck_assert(isfinite(x[0]));
    mg_locate(&l, &g, 0, y, NULL, x);  /* lengths 2, 1, 1, 1 from the origin */
    ck_assert_double_eq_tol(mg_distance(x, zero, dim), 1.25, 0.02);
    mg_locator_free(&l);
    mg_graph_free(&g);
  }
}
END_TEST

static void
start_meets(mg_start *start, size_t n, size_t dim, double radius, double off)
{
  double x[200 * 3], y[200 * 3];
  mg_graph g = geometric(n, dim, radius, dim, x);

  ck_assert_int_eq(start(TASK(&g, dim, NULL, &plain), y, NULL), MGNN_OK);
  all_lengths_met(&g, dim, y, off);
  mg_graph_free(&g);
}

/* Classical scaling of true distances gives the points back. */
START_TEST(pivots_draw_a_complete_graph_to_scale)
{
  for (size_t dim = 1; dim <= 3; dim++)
    start_meets(mg_start_pivot, 30, dim, 10, 0.01);    /* the jitter is 1e-3 */
}
END_TEST

START_TEST(buildup_draws_a_dense_graph_exactly)
{
  start_meets(mg_start_buildup, 200, 2, 0.25, 1e-5);
  start_meets(mg_start_buildup, 200, 3, 0.45, 1e-5);
}
END_TEST

/* Both starts put every node somewhere, whatever the graph. */
START_TEST(starts_cope_with_any_graph)
{
  static const unsigned ends[] = { 0, 1, 1, 2, 3, 4 };
  const double zero[] = { 0, 0, 0 }, mixed[] = { 1e-8, 1e8, 0 };
  mg_start *starts[] = { mg_start_pivot, mg_start_buildup };

  for (size_t k = 0; k < 2; k++)
    for (size_t n = 0; n <= 6; n++)    /* node 5 is on its own */
      for (size_t dim = 1; dim <= 7; dim += 3) {
        size_t m = n >= 5 ? 3 : n >= 3 ? 2 : n >= 2 ? 1 : 0;
        double y[6 * 7];
        mg_graph g = graph_of(n, m, ends, m > 0 ? n % 2 ? zero : mixed : NULL,
                              NULL);

        ck_assert_int_eq(starts[k](TASK(&g, dim, NULL, &plain), y, NULL),
                         MGNN_OK);
        for (size_t c = 0; c < n * dim; c++)
          ck_assert(isfinite(y[c]));
        mg_graph_free(&g);
      }
}
END_TEST

/* A wheel whose hub was put outside of its rim is a local minimum: the rim
 * would have to let it through.  In space it walks over the rim. */
START_TEST(lifting_lets_a_node_over_an_edge)
{
  enum { N = 9 };
  double x[N * 2] = { 0.1, 0.05 }, y[N * 2], height[N] = { 0.5 };
  mg_search found = { 0 };
  mg_graph g;
  mg_task t;

  for (size_t k = 1; k < N; k++) {
    x[2 * k] = cos(6.283185307179586 * (double)k / (N - 1));
    x[2 * k + 1] = sin(6.283185307179586 * (double)k / (N - 1));
  }
  {
    unsigned ends[N * N];
    double length[N * N];
    size_t m = 0;

    for (unsigned i = 0; i < N; i++)
      for (unsigned j = 0; j < i; j++) {
        ends[2 * m] = i;
        ends[2 * m + 1] = j;
        length[m++] = mg_distance(x + 2 * i, x + 2 * j, 2);
      }
    g = graph_of(N, m, ends, length, NULL);
  }
  memcpy(y, x, sizeof y);
  y[0] = 3;
  t = task_of(&g, 2);
  ck_assert_int_eq(mg_lift(&t, height, y, &found, NULL), MGNN_OK);
  ck_assert_double_le(found.energy, 1e-12);
  ck_assert_double_eq_tol(found.energy, energy_of(&g, 2, y), 1e-15);
  all_lengths_met(&g, 2, y, 1e-6);
  mg_graph_free(&g);
}
END_TEST

/* Nodes, and pairs of neighbours, mirrored at the line of their neighbours are
 * found and put back; E never rises. */
START_TEST(repair_turns_nodes_round)
{
  enum { N = 300 };
  double x[N * 2], y[N * 2];
  mg_graph g = geometric(N, 2, 0.14, 5, x);
  mg_task t = task_of(&g, 2);
  mg_search found = { 0 };
  double before;

  memcpy(y, x, sizeof y);
  for (size_t i = 0; i < N; i += 40) {
    y[2 * i] += 0.1;
    y[2 * i + 1] -= 0.15;
  }
  ck_assert_int_eq(mg_descend_from(&t, (mg_depth){ 0, 1e-6, 1e-20, 5 }, y,
                                   &found, NULL), MGNN_OK);
  before = found.energy;
  ck_assert_int_eq(mg_repair(&t, NULL, y, &found, NULL), MGNN_OK);
  ck_assert_double_le(found.energy, before);
  ck_assert_double_eq_tol(found.energy, energy_of(&g, 2, y), 1e-12);
  all_lengths_met(&g, 2, y, 1e-4);
  mg_graph_free(&g);
}
END_TEST

/* A mesh of triangles of which half of the edges are left out, as in networks of
 * roads: chains, long cycles, and here and there a rigid part. */
START_TEST(lengths_of_a_large_loose_mesh_are_met)
{
  enum { SIDE = 50, N = SIDE * SIDE };
  double *x = mg_alloc(2 * N, sizeof *x), *length = mg_alloc(3 * N, sizeof *x);
  unsigned *ends = mg_alloc(6 * N, sizeof *ends);
  uint64_t stream = mg_random_stream(4, 4);
  size_t m = 0;
  mg_graph g;

  for (unsigned i = 0; i < N; i++) {
    x[2 * i] = i % SIDE + 0.8 * mg_random_uniform(&stream);
    x[2 * i + 1] = i / SIDE + 0.8 * mg_random_uniform(&stream);
  }
  for (unsigned i = 0; i < N; i++)
    for (unsigned k = 0; k < 3; k++) {
      unsigned j = k == 0 ? i + 1 : k == 1 ? i + SIDE : i + SIDE + 1;
      int tree = k == 0 || (k == 1 && i % SIDE == i / SIDE);

      if (j >= N || (k != 1 && i % SIDE == SIDE - 1)
          || (!tree && mg_random_uniform(&stream) > 0.25))
        continue;
      ends[2 * m] = i;
      ends[2 * m + 1] = j;
      length[m++] = mg_distance(x + 2 * i, x + 2 * j, 2);
    }
  g = graph_of(N, m, ends, length, NULL);
  search(&g, 2, NULL, x);
  all_lengths_met(&g, 2, x, 1e-7);
  mg_graph_free(&g);
  mg_free(x);
  mg_free(length);
  mg_free(ends);
}
END_TEST

/* A turned, mirrored and shifted drawing comes back onto its pins. */
START_TEST(pins_fix_the_motion)
{
  enum { N = 12 };
  double x[N * 3], y[N * 3], turned[N * 3];
  unsigned char pin[N * 3] = { 0 };
  mg_graph g = geometric(N, 3, 10, 3, x);

  for (size_t i = 0; i < N; i++) {     /* (a, b, c) -> (1 - b, c + 2, a) */
    turned[3 * i] = 1 - x[3 * i + 1];
    turned[3 * i + 1] = x[3 * i + 2] + 2;
    turned[3 * i + 2] = x[3 * i];
  }
  memcpy(y, turned, sizeof y);
  for (size_t i = 0; i < 4; i++)
    memset(pin + 3 * i, 1, 3);
  ck_assert_int_eq(mg_align_to_pins(N, 3, pin, x, y, NULL), MGNN_OK);
  for (size_t c = 0; c < 3 * N; c++)
    ck_assert_double_eq_tol(y[c], x[c], 1e-9);

  /* Single coordinates: one axis of each of several nodes. */
  memset(pin, 0, sizeof pin);
  for (size_t i = 0; i < N; i++)
    pin[3 * i + i % 3] = 1;
  memcpy(y, turned, sizeof y);
  ck_assert_int_eq(mg_align_to_pins(N, 3, pin, x, y, NULL), MGNN_OK);
  for (size_t i = 0; i < N; i++)
    ck_assert_double_eq(y[3 * i + i % 3], x[3 * i + i % 3]);
  mg_graph_free(&g);
}
END_TEST

/* ---- the whole ---- */

/* Lengths 1, 1, 3 cannot be met.  With residuals t, t and -t the sum of squares
 * is least: 1 + t + 1 + t = 3 - t gives t = 1/3. */
START_TEST(a_triangle_that_does_not_close_shares_the_error)
{
  const double length[] = { 1, 1, 3 };

  for (size_t dim = 1; dim <= 4; dim++) {
    mg_graph g = graph_of(3, 3, triangle_ends, length, NULL);
    double y[12];

    ck_assert_double_eq_tol(search(&g, dim, NULL, y), 1.0 / 3, 1e-9);
    ck_assert_double_eq_tol(length_of(&g, dim, y, 0), 4.0 / 3, 1e-4);
    ck_assert_double_eq_tol(length_of(&g, dim, y, 1), 4.0 / 3, 1e-4);
    ck_assert_double_eq_tol(length_of(&g, dim, y, 2), 8.0 / 3, 1e-4);
    mg_graph_free(&g);
  }
}
END_TEST

/* With stiffness w the force f = w * residual is the same in all three:
 * f (1/w1 + 1/w2 + 1/w3) = 1. */
START_TEST(stiff_edges_deviate_less)
{
  const double length[] = { 1, 1, 3 }, w[] = { 1, 4, 2 };
  double f = 1 / (1 + 1.0 / 4 + 1.0 / 2), y[6];
  mg_graph g = graph_of(3, 3, triangle_ends, length, NULL);

  ck_assert_int_eq(mg_graph_stiffness_set(&g, w, NULL), MGNN_OK);
  ck_assert_double_eq_tol(search(&g, 2, NULL, y), f, 1e-9);
  ck_assert_double_eq_tol(length_of(&g, 2, y, 0), 1 + f / w[0], 1e-4);
  ck_assert_double_eq_tol(length_of(&g, 2, y, 1), 1 + f / w[1], 1e-4);
  ck_assert_double_eq_tol(length_of(&g, 2, y, 2), 3 - f / w[2], 1e-4);
  mg_graph_free(&g);
}
END_TEST

START_TEST(a_braced_square_is_found)
{
  const double d = sqrt(2), length[] = { 1, 1, 1, 1, d, d };
  mg_graph g = graph_of(4, 6, square_ends, length, NULL);
  double y[8];

  search(&g, 2, NULL, y);
  all_lengths_met(&g, 2, y, 1e-8);
  mg_graph_free(&g);
}
END_TEST

/* No lengths 0 or many: nodes fall together where asked. */
START_TEST(zero_lengths_are_met)
{
  const double some[] = { 0, 1, 0, 1, 1 }, none[] = { 0, 0, 0, 0, 0 };
  mg_graph g = graph_of(4, 5, kite_ends, some, NULL);
  double y[8];

  search(&g, 2, NULL, y);
  all_lengths_met(&g, 2, y, 1e-6);
  ck_assert_int_eq(mg_graph_lengths_set(&g, none, NULL, NULL), MGNN_OK);
  search(&g, 2, NULL, y);
  all_lengths_met(&g, 2, y, 1e-6);
  mg_graph_free(&g);
}
END_TEST

/* Four blocks, 0 within and 5 between: the corners of a tetrahedron.  In the
 * plane they cannot be had; a square with sides 5 s and diagonals 5 s sqrt(2)
 * and the best s leaves a positive energy, so E is above 0 and at most that. */
START_TEST(four_blocks_are_a_tetrahedron)
{
  enum { SIZE = 8, N = 4 * SIZE };
  unsigned ends[N * N];
  double length[N * N], y[N * 3], sides, diagonals, s;
  size_t m = 0;
  mg_graph g;

  for (unsigned i = 0; i < N; i++)
    for (unsigned j = 0; j < i; j++) {
      ends[2 * m] = i;
      ends[2 * m + 1] = j;
      length[m++] = i / SIZE == j / SIZE ? 0 : 5;
    }
  g = graph_of(N, m, ends, length, NULL);
  search(&g, 3, NULL, y);
  all_lengths_met(&g, 3, y, 1e-6);

  sides = 4 * SIZE * SIZE;
  diagonals = 2 * SIZE * SIZE;
  s = (sides + sqrt(2) * diagonals) / (sides + 2 * diagonals);
  ck_assert_double_le(search(&g, 2, NULL, y),
                      25 * (sides * (s - 1) * (s - 1)
                            + diagonals * (s * sqrt(2) - 1) * (s * sqrt(2) - 1))
                      * (1 + 1e-6));
  mg_graph_free(&g);
}
END_TEST

/* Graphs without cycles can have any lengths, in any dimension. */
START_TEST(trees_are_met_exactly)
{
  enum { N = 60 };
  unsigned ends[3][2 * (N - 1)];
  double length[N - 1], y[N * 5];

  for (unsigned i = 1; i < N; i++) {
    const unsigned path[] = { i - 1, i }, star[] = { 0, i };
    const unsigned tree[] = { (i - 1) / 2, i };

    memcpy(ends[0] + 2 * (i - 1), path, sizeof path);
    memcpy(ends[1] + 2 * (i - 1), star, sizeof star);
    memcpy(ends[2] + 2 * (i - 1), tree, sizeof tree);
    length[i - 1] = 0.5 + (i * 37 % 11);
  }
  for (size_t k = 0; k < 3; k++)
    for (size_t dim = 1; dim <= 5; dim++) {
      mg_graph g = graph_of(N, N - 1, ends[k], length, NULL);

      search(&g, dim, NULL, y);
      all_lengths_met(&g, dim, y, 1e-6);
      mg_graph_free(&g);
    }
}
END_TEST

/* Points with all their distances, in one to ten dimensions. */
START_TEST(any_dimension_is_recovered)
{
  enum { N = 40 };
  double x[N * 10], y[N * 10];

  for (size_t dim = 1; dim <= 10; dim += dim < 4 ? 1 : 3) {
    mg_graph g = geometric(N, dim, 10, dim, x);

    search(&g, dim, NULL, y);
    all_lengths_met(&g, dim, y, 1e-7);
    mg_graph_free(&g);
  }
}
END_TEST

START_TEST(geometric_graphs_are_recovered)
{
  enum { N = 300 };
  double x[N * 3], y[N * 3];
  mg_graph g = geometric(N, 2, 0.146, 1, x);   /* mean degree 20 inside */

  search(&g, 2, NULL, y);
  all_lengths_met(&g, 2, y, 1e-8);
  mg_graph_free(&g);
  g = geometric(N, 3, 0.3, 1, x);
  search(&g, 3, NULL, y);
  all_lengths_met(&g, 3, y, 1e-8);
  mg_graph_free(&g);
}
END_TEST

/* Above 2000 nodes they are renumbered first. */
START_TEST(large_graphs_keep_their_numbers)
{
  enum { N = 2500 };
  double *x = mg_alloc(N * 2, sizeof *x), *y = mg_alloc(N * 2, sizeof *y);
  unsigned char *pin = mg_zalloc(N, 2);
  mg_graph g = geometric(N, 2, 0.055, 1, x);

  search(&g, 2, NULL, y);
  all_lengths_met(&g, 2, y, 1e-6);
  for (size_t i = 0; i < N; i += 300)
    pin[2 * i] = pin[2 * i + 1] = 1;
  memcpy(y, x, N * 2 * sizeof *y);
  search(&g, 2, pin, y);
  all_lengths_met(&g, 2, y, 1e-6);
  for (size_t i = 0; i < N; i += 300) {
    ck_assert_double_eq(y[2 * i], x[2 * i]);
    ck_assert_double_eq(y[2 * i + 1], x[2 * i + 1]);
  }
  mg_graph_free(&g);
  mg_free(x);
  mg_free(y);
  mg_free(pin);
}
END_TEST

/* Anchors: pinned nodes stay, and all others come where they truly are. */
START_TEST(anchors_place_a_network)
{
  enum { N = 150 };
  double x[N * 2], y[N * 2] = { 0 };
  unsigned char pin[N * 2] = { 0 };
  mg_graph g = geometric(N, 2, 0.25, 2, x);

  for (size_t i = 0; i < N; i += 30) {
    memset(pin + 2 * i, 1, 2);
    memcpy(y + 2 * i, x + 2 * i, 2 * sizeof *y);
  }
  search(&g, 2, pin, y);
  for (size_t c = 0; c < 2 * N; c++)
    if (pin[c])
      ck_assert_double_eq(y[c], x[c]);
    else
      ck_assert_double_eq_tol(y[c], x[c], 1e-5);
  mg_graph_free(&g);
}
END_TEST

/* Heights alone: a chain with its ends at given heights, the rest free. */
START_TEST(single_coordinates_can_be_pinned)
{
  static const unsigned ends[] = { 0, 1, 1, 2, 2, 3, 0, 2, 1, 3 };
  const double length[] = { 2, 2, 2, 3, 3 };
  unsigned char pin[] = { 0, 1, 0, 0, 0, 0, 0, 1 };
  double y[] = { 9, 1, 9, 9, 9, 9, 9, -1 };
  mg_graph g = graph_of(4, 5, ends, length, NULL);

  search(&g, 2, pin, y);
  ck_assert_double_eq(y[1], 1);
  ck_assert_double_eq(y[7], -1);
  all_lengths_met(&g, 2, y, 1e-6);
  mg_graph_free(&g);
}
END_TEST

/* Pins too far apart: the chain is stretched evenly, and the pins stay. */
START_TEST(pins_win_over_lengths)
{
  unsigned char pin[] = { 1, 1, 0, 0, 0, 0, 1, 1 };
  double y[] = { 0, 0, 0, 0, 0, 0, 6, 0 };
  mg_graph g = graph_of(4, 3, path_ends, NULL, NULL);

  ck_assert_double_eq_tol(search(&g, 2, pin, y), 3, 1e-6);
  ck_assert_double_eq(y[0], 0);
  ck_assert_double_eq(y[6], 6);
  for (size_t e = 0; e < 3; e++)
    ck_assert_double_eq_tol(length_of(&g, 2, y, e), 2, 1e-3);
  mg_graph_free(&g);
}
END_TEST

/* |b| = 2 and |b - 2| = 3 ask for -2 or -1: -1.5, on the far side of both. */
START_TEST(a_node_may_go_past_its_pins)
{
  const double length[] = { 2, 3 };
  unsigned char pin[] = { 1, 0, 1 };
  double y[] = { 0, 1, 2 };
  mg_graph g = graph_of(3, 2, path_ends, length, NULL);

  ck_assert_double_eq_tol(search(&g, 1, pin, y), 0.5, 1e-6);
  ck_assert_double_eq_tol(y[1], -1.5, 1e-3);
  mg_graph_free(&g);
}
END_TEST

/* On a line no node can pass another, so each must be on the right side of its
 * neighbours from the beginning. */
START_TEST(the_best_on_a_line_is_found)
{
  for (unsigned k = 0; k < 120; k++) {
    uint64_t stream = mg_random_stream(k, 1);
    unsigned n = 3 + k % 5, ends[20];
    unsigned char fixed[8] = { 1 }, pin[8] = { 0 };
    double length[10], at[8] = { 0 }, y[8] = { 0 }, least;
    size_t m = 0;
    mg_graph g;

    for (unsigned i = 1; i < n; i++, m++) {
      ends[2 * m] = (unsigned)mg_random_below(&stream, i);
      ends[2 * m + 1] = i;
    }
    for (unsigned i = 2; i < n; i += 2)        /* a chord, if there is none */
      if (ends[2 * (i - 1)] != 0) {
        ends[2 * m] = 0;
        ends[2 * m++ + 1] = i;
      }
    for (size_t e = 0; e < m; e++)
      length[e] = 0.2 + 2 * mg_random_uniform(&stream);
    g = graph_of(n, m, ends, length, NULL);
    for (unsigned i = 0; i < n && k % 3; i++) {
      fixed[i] = pin[i] = i % 3 == 0;
      at[i] = y[i] = pin[i] ? 2 * mg_random_uniform(&stream) : 0;
    }
    least = least_on_a_line(&g, fixed, at);
    ck_assert_double_le(search(&g, 1, k % 3 ? pin : NULL, y),
                        1.001 * least + 1e-9);
    mg_graph_free(&g);
  }
}
END_TEST

/* Three starts that agree may all miss the best order, which few lead to: 7 of 20
 * seeds found it. */
START_TEST(the_best_order_on_a_line_is_found_by_most_seeds)
{
  static const unsigned ends[] = { 0, 1, 2, 0, 2, 1, 1, 3, 3, 0, 4, 3,
                                   5, 1, 5, 2, 4, 1, 4, 5, 2, 3, 4, 0 };
  static const double length[] = {
    .9069728519521999, .7509774105593429, .4262870568652497, .26717551333548727,
    .6788523002884942, .8065509175497035, 1.0969957521356267, .6572753818046726,
    1.012159869676306, .6032843024357654, 1.0546957478076047, .7992718151077854 };
  static const unsigned char first[6] = { 1 };
  mg_graph g = graph_of(6, 12, ends, length, NULL);
  double at[6] = { 0 }, least = least_on_a_line(&g, first, at);
  size_t best = 0;

  for (unsigned long seed = 1; seed <= 20; seed++) {
    mg_run_control control = { .seed = seed, .threads = 1, .tolerance = 1e-6 };
    double y[6] = { 0 };
    mg_search found;

    ck_assert_int_eq(mg_search_lengths(TASK(&g, 1, NULL, &control), y, NULL,
                                       &found, NULL), MGNN_OK);
    ck_assert_double_ge(found.energy, 0.999999 * least);
    best += found.energy <= 1.001 * least;
  }
  ck_assert_uint_ge(best, 17);
  mg_graph_free(&g);
}
END_TEST

/* All held: nothing moves. */
START_TEST(what_is_all_pinned_stays)
{
  unsigned char pin[] = { 1, 1, 1, 1, 1, 1 };
  const double given[] = { 0, 1, 2, 3, 4, 7 };
  double y[6];
  mg_graph g = graph_of(3, 2, path_ends, NULL, NULL);

  memcpy(y, given, sizeof y);
  search(&g, 2, pin, y);
  ck_assert_mem_eq(y, given, sizeof y);
  mg_graph_free(&g);
}
END_TEST

/* Bounds around the true lengths, some without an upper end. */
START_TEST(intervals_are_kept)
{
  enum { N = 60 };
  double x[N * 2], y[N * 2];
  mg_graph g = geometric(N, 2, 0.35, 4, x);
  double *lower = mg_alloc(g.m, sizeof *lower);
  double *upper = mg_alloc(g.m, sizeof *upper);

  for (size_t e = 0; e < g.m; e++) {
    lower[e] = e % 5 == 1 ? 0 : 0.95 * g.target[e];
    upper[e] = e % 5 == 0 ? INFINITY : 1.05 * g.target[e];
  }
  ck_assert_int_eq(mg_graph_lengths_set(&g, lower, upper, NULL), MGNN_OK);
  search(&g, 2, NULL, y);
  for (size_t e = 0; e < g.m; e++) {
    ck_assert_double_ge(length_of(&g, 2, y, e), lower[e] - 1e-4);
    ck_assert_double_le(length_of(&g, 2, y, e), upper[e] + 1e-4);
  }
  mg_free(lower);
  mg_free(upper);
  mg_graph_free(&g);
}
END_TEST

/* Whatever is asked, the answer is finite and no worse than all nodes at one
 * point. */
START_TEST(strange_lengths_give_finite_drawings)
{
  enum { N = 20 };
  unsigned ends[N * N];
  double length[N * N], y[N * 3];
  const double scales[] = { 1e-100, 1e-8, 1, 1e8, 1e100 };

  for (size_t k = 0; k < 8; k++)
    for (size_t dim = 1; dim <= 3; dim++) {
      double worst = 0;
      size_t m = 0;
      mg_graph g;

      for (unsigned i = 0; i < N; i++)
        for (unsigned j = 0; j < i; j++) {
          if ((i * 7 + j * 3) % 3 == 0 && j + 1 != i)
            continue;
          ends[2 * m] = i;
          ends[2 * m + 1] = j;
          length[m] = k < 5 ? scales[k]                /* all equal */
                      : k == 5 ? pow(10, (double)((i + j) % 9) - 4)
                      : k == 6 ? (i + j) % 2           /* 0 and 1 */
                      : pow(10, (double)(i * j % 17) - 8);
          worst += length[m] * length[m];
          m++;
        }
      g = graph_of(N, m, ends, length, NULL);
      ck_assert_double_le(search(&g, dim, NULL, y), worst);
      mg_graph_free(&g);
    }
}
END_TEST

START_TEST(tiny_graphs_work)
{
  const double length[] = { 3 };
  double y[2 * 3] = { 0 };
  mg_search found;

  for (size_t dim = 1; dim <= 3; dim++)
    for (size_t n = 0; n <= 2; n++) {
      unsigned char known[2] = { 7, 7 };
      mg_graph g = graph_of(n, n / 2, path_ends, n > 1 ? length : NULL, NULL);

      ck_assert_int_eq(mg_search_lengths(TASK(&g, dim, NULL, &plain), y, known,
                                         &found, NULL), MGNN_OK);
      ck_assert_double_le(found.energy, 1e-15);
      for (size_t i = 0; i < n; i++)
        ck_assert(known[i] == 0 || known[i] == 1 || known[i] == 255);
      if (n == 2)
        all_lengths_met(&g, dim, y, 1e-7);
      mg_graph_free(&g);
    }
}
END_TEST

START_TEST(threads_change_nothing)
{
  enum { N = 2200 };
  double *x = mg_alloc(N * 2, sizeof *x), *y = mg_alloc(N * 6, sizeof *y);
  mg_graph g = geometric(N, 2, 0.042, 1, x);   /* mean degree 12: repairs */

  for (int threads = 1; threads <= 3; threads++) {
    mg_run_control control = plain;
    mg_search found;

    control.threads = threads;
    ck_assert_int_eq(mg_search_lengths(TASK(&g, 2, NULL, &control),
                                       y + (threads - 1) * 2 * N, NULL, &found,
                                       NULL), MGNN_OK);
  }
  ck_assert_mem_eq(y, y + 2 * N, 2 * N * sizeof *y);
  ck_assert_mem_eq(y, y + 4 * N, 2 * N * sizeof *y);
  mg_graph_free(&g);
  mg_free(x);
  mg_free(y);
}
END_TEST

static int
count_down(void *ctx)
{
  int *left = ctx;

  return --*left < 0;
}

/* Stopped at once or in the middle, there is a finite drawing. */
START_TEST(an_early_end_leaves_a_drawing)
{
  enum { N = 120 };
  double x[N * 2], y[N * 2];
  mg_graph g = geometric(N, 2, 0.16, 3, x);

  for (int asked = 0; asked < 3000; asked = 3 * asked / 2 + 1) {
    int left = asked;
    mg_run_control control = plain;
    mg_search found;

    control.stop = count_down;
    control.ctx = &left;
    ck_assert_int_eq(mg_search_lengths(TASK(&g, 2, NULL, &control), y, NULL,
                                       &found, NULL), MGNN_OK);
    for (size_t c = 0; c < 2 * N; c++)
      ck_assert(isfinite(y[c]));
    ck_assert_double_eq_tol(found.energy, energy_of(&g, 2, y), 1e-9);
  }
  mg_graph_free(&g);
}
END_TEST

/* Every allocation may fail; what was in y then stays. */
START_TEST(the_search_survives_allocation_failure)
{
  enum { N = 40 };
  double x[N * 2], y[N * 2];
  unsigned char pin[N * 2] = { 1, 1, 0 };
  mg_graph g = geometric(N, 2, 0.3, 6, x);
  mgnn_status status = MGNN_ENOMEM;
  mg_search found;
  mgnn_error err;

  pin[40] = pin[41] = 1;
  for (int k = 0; k < 2; k++, status = MGNN_ENOMEM)
    for (long good = 0; status != MGNN_OK; good = good < 400 ? good + 1
                                                  : good * 21 / 20) {
      memcpy(y, x, sizeof y);
      mg_fuse_set(good);
      status = mg_search_lengths(TASK(&g, 2, k ? pin : NULL, &plain), y, NULL,
                                 &found, &err);
      mg_fuse_set(-1);
      if (status == MGNN_OK)
        break;
      ck_assert_int_eq(status, MGNN_ENOMEM);
      ck_assert_mem_eq(y, x, sizeof y);
    }
  mg_graph_free(&g);
}
END_TEST

/* Four nodes on a line, all to be equally far apart, one pinned: no stage meets the lengths,
 * so the last ones run as well. */
START_TEST(retries_survive_allocation_failure)
{
  mg_graph g = graph_of(4, 6, k4_ends, NULL, NULL);
  const double x[] = { 3, 0, 1, 2 };
  unsigned char pin[] = { 1, 0, 0, 0 };
  mgnn_status status = MGNN_ENOMEM;

  for (long good = 0; status != MGNN_OK; good++) {
    double y[4];
    mg_search found = { .energy = 100 };
    mg_task t = task_of(&g, 1);

    t.pin = pin;
    memcpy(y, x, sizeof y);
    mg_fuse_set(good);
    status = mg_restarts(&t, y, &found, NULL);
    mg_fuse_set(-1);
    ck_assert(status == MGNN_OK || status == MGNN_ENOMEM);
    ck_assert_double_eq(y[0], 3);
    ck_assert(found.energy == 100
              || fabs(found.energy - energy_of(&g, 1, y)) < 1e-9);
  }
  mg_graph_free(&g);
}
END_TEST

/* Stopped at once, or with more nodes than it is for, it leaves all alone. */
START_TEST(retries_know_when_not_to)
{
  enum { N = MG_RESTARTS_MOST + 1 };
  double y[N] = { 1, 2, 3 };
  mg_search found = { .energy = 2 };
  int left = 0;
  mg_run_control control = plain;
  mg_graph g = graph_of(3, 3, triangle_ends, NULL, NULL);
  mg_task t = task_of(&g, 1);

  control.stop = count_down;
  control.ctx = &left;
  t.control = &control;
  ck_assert_int_eq(mg_restarts(&t, y, &found, NULL), MGNN_OK);
  mg_graph_free(&g);
  t.control = &plain;
  g = graph_of(N, 3, triangle_ends, NULL, NULL);
  ck_assert_int_eq(mg_restarts(&t, y, &found, NULL), MGNN_OK);
  mg_graph_free(&g);
  g = graph_of(0, 0, triangle_ends, NULL, NULL);
  ck_assert_int_eq(mg_restarts(&t, y, &found, NULL), MGNN_OK);
  mg_graph_free(&g);
  ck_assert(y[0] == 1 && y[1] == 2 && y[2] == 3 && found.energy == 2);
  ck_assert_uint_eq(found.iterations, 0);
}
END_TEST

/* The quantum of three lengths on a triangle, root mean square. */
static double
quantum_of(double a, double b, double c)
{
  const double length[] = { a, b, c };
  mg_graph g = graph_of(3, 3, triangle_ends, length, NULL);
  double quantum = mg_error_unit_of(&g).typical;

  mg_graph_free(&g);
  return quantum;
}

START_TEST(the_quantum_of_lengths_is_seen_from_their_digits)
{
  /* six digits: 1.5 may have been 1.50000, the others end at 1e-6 */
  ck_assert_double_eq_tol(quantum_of(0.123456, 1.5, 0.7),
                          sqrt((1e-12 + 1e-10 + 1e-12) / 3), 1e-18);
  ck_assert_double_eq_tol(quantum_of(12345.7, 99999.1, 3), 0.1, 1e-15);
  ck_assert_double_eq_tol(quantum_of(123457, 999991, 30), 1, 1e-15);
  ck_assert_double_eq_tol(quantum_of(1.234e-9, 5.678e-9, 9e-9), 1e-12, 1e-26);
  /* whole numbers and halves mean what they say */
  ck_assert(quantum_of(1, 2, 3) == 0);
  ck_assert(quantum_of(1, 1, 1) == 0);
  ck_assert(quantum_of(0.5, 1.5, 2) == 0);
  ck_assert(quantum_of(1e150, 1e150, 1e-150) == 0);
  /* no decimals */
  ck_assert(quantum_of(1.0 / 3, sqrt(2), 1) == 0);
}
END_TEST

/* m q^2/12, the mean of errors that are even within a quantum, and three standard
 * errors of chi-square with m degrees of freedom. */
START_TEST(energy_of_rounding_is_that_of_even_errors)
{
  static const double length[] = { 1.2345, 1.2346, 0.9871 };
  mg_graph g = graph_of(3, 3, triangle_ends, length, NULL);
  mg_error_unit unit = mg_error_unit_of(&g);
  double mean = 3 * 1e-8 / 12;

  ck_assert_double_eq_tol(mg_energy_of_rounding(&g, &unit),
                          mean * (1 + 3 * sqrt(2. / 3)), 1e-20);
  mg_graph_free(&g);
}
END_TEST

START_TEST(errors_within_the_rounding_are_none)
{
  static const double length[] = { 0.0001, 1.2345, 1.2346 };
  mg_graph g = graph_of(3, 3, triangle_ends, length, NULL);
  mg_error_unit unit = mg_error_unit_of(&g);

  ck_assert_double_eq_tol(unit.typical, 1e-4, 1e-18);
  ck_assert(mg_length_error(&g, 0, 0.00015, &unit) == 0);
  ck_assert_double_eq_tol(mg_length_error(&g, 0, 0.0004, &unit), 1, 1e-9);
  mg_graph_free(&g);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(a_node_is_where_its_lengths_say),
    TEST(a_mirror_image_is_the_rival),
    TEST(few_neighbours_leave_a_choice_not_a_nan),
    TEST(pivots_draw_a_complete_graph_to_scale),
    TEST(buildup_draws_a_dense_graph_exactly),
    TEST(starts_cope_with_any_graph),
    TEST(lifting_lets_a_node_over_an_edge),
    TEST(repair_turns_nodes_round),
    TEST(lengths_of_a_large_loose_mesh_are_met),
    TEST(pins_fix_the_motion),
    TEST(the_quantum_of_lengths_is_seen_from_their_digits),
    TEST(energy_of_rounding_is_that_of_even_errors),
    TEST(errors_within_the_rounding_are_none),
    TEST(a_triangle_that_does_not_close_shares_the_error),
    TEST(stiff_edges_deviate_less),
    TEST(a_braced_square_is_found),
    TEST(zero_lengths_are_met),
    TEST(four_blocks_are_a_tetrahedron),
    TEST(trees_are_met_exactly),
    TEST(any_dimension_is_recovered),
    TEST(geometric_graphs_are_recovered),
    TEST(large_graphs_keep_their_numbers),
    TEST(anchors_place_a_network),
    TEST(single_coordinates_can_be_pinned),
    TEST(pins_win_over_lengths),
    TEST(a_node_may_go_past_its_pins),
    TEST(the_best_on_a_line_is_found),
    TEST(the_best_order_on_a_line_is_found_by_most_seeds),
    TEST(what_is_all_pinned_stays),
    TEST(intervals_are_kept),
    TEST(strange_lengths_give_finite_drawings),
    TEST(tiny_graphs_work),
    TEST(threads_change_nothing),
    TEST(an_early_end_leaves_a_drawing),
    TEST(the_search_survives_allocation_failure),
    TEST(retries_survive_allocation_failure),
    TEST(retries_know_when_not_to)
  };

  return unit_run("lengths", tests, COUNT(tests), NULL);
}
