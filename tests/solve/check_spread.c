/* The freedom that lengths leave: metrics, regions, what is determined, and
 * drawings whose spread is known by formula. */
#include "base/mem.h"
#include "base/random.h"
#include "base/dense.h"
#include "problem/energy.h"
#include "solve/descent/edge_metric.h"
#include "solve/descent/length_error.h"
#include "solve/lengths/determined_body.h"
#include "solve/lengths/region_stress.h"
#include "solve/lengths/search_lengths.h"
#include "solve/lengths/search_spread.h"
#include "solve/lengths/spread.h"
#include "unit.h"

#include <math.h>
#include <string.h>

static const mg_run_control plain = { .seed = 1, .threads = 1,
                                     .tolerance = 1e-6 };

static mg_graph
graph_of(size_t n, size_t m, const unsigned *ends, const double *length)
{
  unsigned *own = mg_alloc(m, 2 * sizeof *own);
  mg_graph g;

  ck_assert_ptr_nonnull(own);
  memcpy(own, ends, 2 * m * sizeof *own);
  ck_assert_int_eq(mg_graph_init(&g, n, m, own, NULL), MGNN_OK);
  if (length != NULL)
    ck_assert_int_eq(mg_graph_lengths_set(&g, length, NULL, NULL), MGNN_OK);
  return g;
}

enum { MOST = 400 };

/* A random tree whose nodes hang on one of the ten before them, and `more` edges
 * between nodes up to ten apart; lengths between 1 and 2, so that no triangle
 * fails. */
static mg_graph
sparse_graph(size_t n, size_t more, unsigned long seed)
{
  uint64_t stream = mg_random_stream(seed, 0);
  unsigned ends[4 * MOST];
  double length[2 * MOST];
  size_t m = 0;

  for (size_t i = 1; i < n; i++) {
    ends[2 * m] = (unsigned)(i - 1 - mg_random_below(&stream, i < 10 ? i : 10));
    ends[2 * m++ + 1] = (unsigned)i;
  }
  for (size_t k = 0; k < more; k++) {
    unsigned i = (unsigned)mg_random_below(&stream, n - 10);
    unsigned j = i + 1 + (unsigned)mg_random_below(&stream, 9);
    int twice = 0;

    for (size_t e = 0; e < m; e++)
      twice |= ends[2 * e] == i && ends[2 * e + 1] == j;
    if (!twice) {
      ends[2 * m] = i;
      ends[2 * m++ + 1] = j;
    }
  }
  for (size_t e = 0; e < m; e++)
    length[e] = 1 + mg_random_uniform(&stream);
  return graph_of(n, m, ends, length);
}

static mg_search
spread(const mg_graph *g, size_t dim, const unsigned char *pin, double *y,
       mg_spread_facts *facts)
{
  mg_search found;
  mg_task t = { g, dim, pin, &plain, NULL };

  ck_assert_int_eq(mg_search_spread(&t, y, NULL, &found, facts, NULL), MGNN_OK);
  return found;
}

/* Path stress by Floyd and Warshall's rule. */
static double
path_stress(const mg_graph *g, size_t dim, const double *y)
{
  size_t n = g->n;
  double *d = mg_alloc(n * n, sizeof *d), sum = 0;

  ck_assert_ptr_nonnull(d);
  for (size_t k = 0; k < n * n; k++)
    d[k] = INFINITY;
  for (size_t e = 0; e < g->m; e++) {
    size_t i = g->ends[2 * e], j = g->ends[2 * e + 1];

    d[i * n + j] = d[j * n + i] = g->target[e];
  }
  for (size_t k = 0; k < n; k++)
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++)
        d[i * n + j] = fmin(d[i * n + j], d[i * n + k] + d[k * n + j]);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++)
      sum += pow(mg_distance(y + i * dim, y + j * dim, dim) / d[i * n + j] - 1,
                 2);
  mg_free(d);
  return sum;
}

/* ---- parts ---- */

/* The matrix times what solves it is what was asked: of 60 rows, which is dense,
 * and of 90, by CHOLMOD. */
START_TEST(the_metric_is_inverted)
{
  enum { MORE = 45, DIM = 2 };
  const size_t n = _i == 0 ? 30 : MORE;
  mg_graph g = sparse_graph(n, 20, 5);
  double y[MORE * DIM], b[MORE * DIM], x[MORE * DIM], node[MORE], slot[4 * MOST];
  unsigned char pin[MORE * DIM] = { 0 };
  uint64_t stream = mg_random_stream(3, 0);
  mg_metric_terms terms = { 0.7, 0.2, node, 0.3, slot, 0 };
  mg_edge_metric *metric;

  memset(pin + 4 * DIM, 1, DIM);       /* node 4, and half of node 9 */
  pin[9 * DIM] = 1;
  for (size_t c = 0; c < n * DIM; c++) {
    y[c] = 3 * mg_random_uniform(&stream);
    x[c] = b[c] = mg_random_uniform(&stream);
    node[c / DIM] = 1 + (double)(c % 3);
  }
  for (size_t k = 0; k < g.row[n]; k++)
    slot[k] = 1 / g.length[k];
  ck_assert_int_eq(mg_edge_metric_init(&metric, &g, DIM, pin, NULL), MGNN_OK);
  ck_assert_int_eq(mg_edge_metric_factor(metric, y, &terms, NULL), MGNN_OK);
  ck_assert_int_eq(mg_edge_metric_solve(metric, x), 0);
  for (size_t i = 0; i < n; i++) {
    double row[DIM];

    for (size_t c = 0; c < DIM; c++)
      row[c] = terms.share * node[i] * x[i * DIM + c];
    for (size_t k = g.row[i]; k < g.row[i + 1]; k++) {
      const double *a = y + i * DIM, *o = y + g.to[k] * DIM;
      double r = mg_distance(a, o, DIM), u[DIM], away[DIM], along = 0;
      double across = fmax(0, 1 - g.length[k] / r);

      for (size_t c = 0; c < DIM; c++) {
        u[c] = (a[c] - o[c]) / r;
        away[c] = x[i * DIM + c] - x[g.to[k] * DIM + c];
        along += u[c] * away[c];
      }
      for (size_t c = 0; c < DIM; c++)
        row[c] += terms.by * ((1 - across) * along * u[c] + across * away[c])
                  + terms.damping * slot[k] * away[c];
    }
    for (size_t c = 0; c < DIM; c++)
      if (pin[i * DIM + c])
        ck_assert_double_eq(x[i * DIM + c], 0);
      else
        ck_assert_double_eq_tol(row[c], b[i * DIM + c], 1e-12);
  }
  mg_edge_metric_free(metric);
  mg_graph_free(&g);
}
END_TEST

/* The sum as its formula has it, and its gradient by differences. */
START_TEST(regions_are_a_function_and_its_gradient)
{
  enum { N = 300 };
  size_t dim = (size_t)_i;
  mg_graph g = sparse_graph(N, 60, 7);
  mg_task t = { &g, dim, NULL, &plain, NULL };
  double y[N * 3], grad[N * 3], unused[N * 3], sum = 0, value;
  uint64_t stream = mg_random_stream(9, 0);
  mg_region_stress s;
  int stopped = 0;

  for (size_t c = 0; c < N * dim; c++)
    y[c] = 10 * mg_random_uniform(&stream);
  ck_assert_int_eq(mg_region_stress_init(&s, &t, y, &stopped, NULL), MGNN_OK);
  ck_assert_int_eq(stopped, 0);
  for (size_t c = 0; c < N * dim; c++)
    y[c] /= s.unit;
  value = s.objective.value(&s, y, grad);
  for (size_t p = 0; p < s.regions; p++) {
    double centre[3] = { 0 };
    size_t count = 0;

    for (size_t i = 0; i < N; i++)
      if (s.region[i] == p) {
        count++;
        for (size_t c = 0; c < dim; c++)
          centre[c] += y[i * dim + c];
      }
    ck_assert_double_eq((double)s.share[p], (double)count / 2);
    for (size_t c = 0; c < dim; c++)
      centre[c] /= (double)count;
    for (size_t i = 0; i < N; i++)
      sum += (double)s.weight[p * s.width + i]
             * pow(mg_distance(y + i * dim, centre, dim)
                   - (double)s.far[p * s.width + i], 2);
  }
  for (size_t i = 0; i < N; i++)
    for (size_t k = s.near.row[i]; k < s.near.row[i + 1]; k++)
      sum += pow(mg_distance(y + i * dim, y + s.near.to[k] * dim, dim)
                 / (double)s.near.far[k] - 1, 2) / 2;
  ck_assert_double_eq_tol(value, sum, 1e-5 * sum);
  for (size_t c = 0; c < N * dim; c += 37) {
    double at = y[c], step = 1e-2, up, down;

    y[c] = at + step;
    up = s.objective.value(&s, y, unused);
    y[c] = at - step;
    down = s.objective.value(&s, y, unused);
    y[c] = at;
    ck_assert_double_eq_tol((up - down) / (4 * step), grad[c],
                            0.02 * fabs(grad[c]) + 0.05);
  }
  mg_region_stress_free(&s);
  mg_graph_free(&g);
}
END_TEST

/* K4 with a node on three of its nodes, one on two and one on that. */
START_TEST(what_three_places_determine_is_a_body)
{
  static const unsigned ends[] = { 0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3,
                                   4, 0, 4, 1, 4, 2, 5, 3, 5, 4, 6, 5 };
  mg_graph g = graph_of(7, 12, ends, NULL);
  mg_task plane = { &g, 2, NULL, &plain, NULL }, space = { &g, 3, NULL, &plain, NULL };
  unsigned char body[7];
  size_t count;

  ck_assert_int_eq(mg_determined_body(&plane, body, &count, NULL), MGNN_OK);
  ck_assert_uint_eq(count, 5);
  ck_assert_mem_eq(body, "\1\1\1\1\1\0\0", 7);
  ck_assert_int_eq(mg_determined_body(&space, body, &count, NULL), MGNN_OK);
  ck_assert_uint_eq(count, 4);
  mg_graph_free(&g);
}
END_TEST

/* Two triangles joined by three edges are rigid; where one is the other shifted,
 * it can slide.  Node 6 hangs on one edge, node 7 on two. */
START_TEST(what_no_motion_moves_joins_the_body)
{
  static const unsigned ends[] = { 0, 1, 1, 2, 2, 0, 3, 4, 4, 5, 5, 3,
                                   0, 3, 1, 4, 2, 5, 5, 6, 3, 7, 4, 7 };
  static const double y[] = { 0, 0, 4, 0, 2, 3, 1, .5, 3.2, .7, 1.8, 1.9,
                              2, 2.5, 2, 0.1 };
  static const double shifted[] = { 0, 0, 4, 0, 2, 3, 10, 1, 14, 1, 12, 4,
                                    2, 2.5, 12, 0.1 };
  mg_graph g = graph_of(8, 12, ends, NULL);
  mg_task t = { &g, 2, NULL, &plain, NULL };
  unsigned char body[8] = { 1, 1, 1 };
  mgnn_status status = MGNN_ENOMEM;

  for (long good = 0; status == MGNN_ENOMEM; good++) {
    ck_assert_mem_eq(body, "\1\1\1\0\0\0\0\0", 8);
    mg_fuse_set(good);
    status = mg_body_extend(&t, y, body, NULL);
    mg_fuse_set(-1);
  }
  ck_assert_int_eq(status, MGNN_OK);
  ck_assert_mem_eq(body, "\1\1\1\1\1\1\0\0", 8);
  memset(body + 3, 0, 5);
  ck_assert_int_eq(mg_body_extend(&t, shifted, body, NULL), MGNN_OK);
  ck_assert_mem_eq(body, "\1\1\1\0\0\0\0\0", 8);
  mg_graph_free(&g);
}
END_TEST

START_TEST(energies_tie_near_0_and_within_a_hundredth)
{
  static const unsigned ends[] = { 0, 1 };
  static const double ten = 10;
  mg_graph g = graph_of(2, 1, ends, &ten);

  ck_assert(mg_energies_tie(&g, 1e-13, 1e-30));
  ck_assert(!mg_energies_tie(&g, 1e-11, 1e-30));
  ck_assert(mg_energies_tie(&g, 1, 1.009));
  ck_assert(!mg_energies_tie(&g, 1, 1.011));
  mg_graph_free(&g);
}
END_TEST

/* ---- drawings known by formula ---- */

START_TEST(a_cycle_is_a_regular_polygon)
{
  enum { N = 12 };
  unsigned ends[2 * N];
  double y[2 * N] = { 0 };
  mg_spread_facts facts;
  mg_graph g;

  for (unsigned k = 0; k < N; k++) {
    ends[2 * k] = k;
    ends[2 * k + 1] = (k + 1) % N;
  }
  g = graph_of(N, N, ends, NULL);
  ck_assert_double_le(spread(&g, 2, NULL, y, &facts).energy, 1e-20);
  ck_assert_uint_eq(facts.nodes, N);
  for (size_t i = 0; i < N; i++)
    for (size_t j = 0; j < i; j++) {
      double half = acos(-1) / N;

      ck_assert_double_eq_tol(mg_distance(y + 2 * i, y + 2 * j, 2),
                              sin(half * (double)(i - j)) / sin(half), 1e-3);
    }
  mg_graph_free(&g);
}
END_TEST

START_TEST(a_path_is_straight)
{
  enum { N = 40 };
  unsigned ends[2 * N];
  double length[N], y[3 * N] = { 0 }, total = 0;
  size_t dim = (size_t)_i;
  mg_spread_facts facts;
  mg_graph g;

  for (unsigned k = 0; k + 1 < N; k++) {
    ends[2 * k] = k;
    ends[2 * k + 1] = k + 1;
    total += length[k] = 1 + k % 5;
  }
  g = graph_of(N, N - 1, ends, length);
  ck_assert_double_le(spread(&g, dim, NULL, y, &facts).energy, 1e-18);
  ck_assert_double_eq_tol(mg_distance(y, y + dim * (N - 1), dim), total,
                          1e-4 * total);
  mg_graph_free(&g);
}
END_TEST

/* Two triangles on one edge: a rhombus of side 5 with a diagonal of 6, whose
 * other one is 8, or 0 if it is folded. */
START_TEST(mirror_images_are_unfolded)
{
  static const unsigned ends[] = { 0, 1, 0, 2, 1, 2, 1, 3, 2, 3 };
  static const double length[] = { 5, 5, 6, 5, 5 };
  mg_graph g = graph_of(4, 5, ends, length);
  double y[8] = { 0 };
  mg_spread_facts facts;

  ck_assert_double_le(spread(&g, 2, NULL, y, &facts).energy, 1e-18);
  ck_assert_double_eq_tol(mg_distance(y, y + 6, 2), 8, 1e-8);
  mg_graph_free(&g);
}
END_TEST

/* A chain on a node in a triangle that is pinned stretches away from it. */
START_TEST(pins_are_kept_and_chains_point_away)
{
  static const unsigned ends[] = { 0, 1, 1, 2, 0, 2, 2, 3, 3, 4, 4, 5 };
  static const double length[] = { 2, 2, 2, 1, 1, 1 };
  mg_graph g = graph_of(6, 6, ends, length);
  double y[12] = { 0, 0, 2, 0, 1, sqrt(3) };
  unsigned char pin[12] = { 1, 1, 1, 1, 1, 1 };
  mg_spread_facts facts;

  ck_assert_double_le(spread(&g, 2, pin, y, &facts).energy, 1e-18);
  ck_assert_double_eq(y[0], 0);
  ck_assert_double_eq(y[2], 2);
  ck_assert_double_eq(y[5], sqrt(3));
  ck_assert_double_eq_tol(y[10], 1, 1e-2);
  ck_assert_double_eq_tol(y[11], 3 + sqrt(3), 1e-2);
  mg_graph_free(&g);
}
END_TEST

/* ---- energy first ---- */

static void
compare_with_lengths(const mg_graph *g, size_t dim)
{
  double y[3 * MOST] = { 0 }, z[3 * MOST] = { 0 };
  mg_task t = { g, dim, NULL, &plain, NULL };
  mg_spread_facts facts;
  mg_search found = spread(g, dim, NULL, y, &facts), other;

  ck_assert_int_eq(mg_search_lengths(&t, z, NULL, &other, NULL), MGNN_OK);
  ck_assert(found.energy <= other.energy
            || mg_energies_tie(g, found.energy, other.energy));
  ck_assert_uint_eq(facts.nodes > 0, 1);
  if (isfinite(facts.stress))
    ck_assert_double_eq_tol(facts.stress, path_stress(g, dim, y),
                            1e-4 * facts.stress + 1e-6);
  if (dim > 1)
    ck_assert_double_lt(path_stress(g, dim, y), path_stress(g, dim, z));
}

START_TEST(lengths_are_met_as_before_and_paths_better)
{
  for (unsigned long seed = 1; seed <= 4; seed++) {
    mg_graph g = sparse_graph(80, 5, seed);

    compare_with_lengths(&g, (size_t)_i);
    mg_graph_free(&g);
  }
}
END_TEST

/* A cycle of 1, 1, 1 and 5 cannot close; what hangs on it is free. */
START_TEST(lengths_that_fail_share_the_error_as_before)
{
  static const unsigned ends[] = { 0, 1, 1, 2, 2, 3, 3, 0, 0, 4, 4, 5, 1, 6 };
  static const double length[] = { 1, 1, 1, 5, 1, 1, 2 };
  mg_graph g = graph_of(7, 7, ends, length);
  double y[14] = { 0 };
  mg_spread_facts facts;

  /* each of the four is off by 1/2 */
  ck_assert_double_eq_tol(spread(&g, 2, NULL, y, &facts).energy, 1, 1e-6);
  mg_graph_free(&g);
}
END_TEST

START_TEST(zero_lengths_stiffness_and_intervals_work)
{
  mg_graph g = sparse_graph(60, 3, 11);
  double lower[2 * MOST], upper[2 * MOST], stiff[2 * MOST], y[3 * MOST] = { 0 };
  mg_spread_facts facts;

  for (size_t e = 0; e < g.m; e++) {
    lower[e] = e % 7 == 0 && e < 59 ? 0 : g.target[e];
    upper[e] = lower[e] * (e % 3 == 0 ? 1.5 : 1);
    stiff[e] = 1 + (double)(e % 4);
  }
  ck_assert_int_eq(mg_graph_stiffness_set(&g, stiff, NULL), MGNN_OK);
  ck_assert_int_eq(mg_graph_lengths_set(&g, lower, NULL, NULL), MGNN_OK);
  ck_assert_double_le(spread(&g, 2, NULL, y, &facts).energy, 1e-12);
  ck_assert_int_eq(mg_graph_lengths_set(&g, lower, upper, NULL), MGNN_OK);
  ck_assert_double_le(spread(&g, 2, NULL, y, &facts).energy, 1e-9);
  mg_graph_free(&g);
}
END_TEST

/* Six nodes in general position, all joined: what was done before is done. */
START_TEST(what_is_determined_keeps_its_bytes)
{
  double x[12], y[12] = { 0 }, z[12] = { 0 }, length[15];
  unsigned ends[30];
  uint64_t stream = mg_random_stream(2, 0);
  mg_spread_facts facts;
  mg_search found;
  size_t m = 0;
  mg_graph g;
  mg_task t = { &g, 2, NULL, &plain, NULL };

  for (size_t c = 0; c < 12; c++)
    x[c] = mg_random_uniform(&stream);
  for (unsigned i = 0; i < 6; i++)
    for (unsigned j = 0; j < i; j++) {
      ends[2 * m] = i;
      ends[2 * m + 1] = j;
      length[m++] = mg_distance(x + 2 * i, x + 2 * j, 2);
    }
  g = graph_of(6, m, ends, length);
  spread(&g, 2, NULL, y, &facts);
  ck_assert_uint_eq(facts.nodes, 0);
  ck_assert_int_eq(mg_search_lengths(&t, z, NULL, &found, NULL), MGNN_OK);
  ck_assert_mem_eq(y, z, sizeof y);
  mg_graph_free(&g);
}
END_TEST

/* N random points of a square with edges up to `far`: more edges than coordinates,
 * but no three known nodes near every other. */
static mg_graph
braced_graph(size_t n, double far, unsigned long seed)
{
  uint64_t stream = mg_random_stream(seed, 1);
  double x[2 * MOST], length[8 * MOST];
  unsigned ends[16 * MOST];
  size_t m = 0;

  for (size_t c = 0; c < 2 * n; c++)
    x[c] = mg_random_uniform(&stream);
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < i && m < 8 * MOST; j++) {
      double d = mg_distance(x + 2 * i, x + 2 * j, 2);

      if (d < far || j + 1 == i) {
        ends[2 * m] = i;
        ends[2 * m + 1] = j;
        length[m++] = d;
      }
    }
  return graph_of(n, m, ends, length);
}

/* Spreading takes away nothing that a search for lengths knows. */
START_TEST(what_was_determined_stays_known)
{
  enum { N = 120 };
  size_t known = 0;

  for (unsigned long seed = 1; seed <= 8 && known < 2; seed++) {
    mg_graph g = braced_graph(N, 0.12, seed);
    mg_task t = { .graph = &g, .dim = 2, .control = &plain };
    double y[2 * N] = { 0 }, z[2 * N] = { 0 };
    unsigned char there[N], here[N];
    mg_spread_facts facts;
    mg_search found, other;

    memset(there, 255, N);
    memset(here, 255, N);
    ck_assert_uint_ge(g.m, 2 * N - 3);
    ck_assert_int_eq(mg_search_lengths(&t, z, there, &other, NULL), MGNN_OK);
    if (memchr(there, 1, N) != NULL) {
      known++;
      ck_assert_int_eq(mg_search_spread(&t, y, here, &found, &facts, NULL),
                       MGNN_OK);
      ck_assert_mem_eq(here, there, N);
      ck_assert(found.energy <= other.energy
                || mg_energies_tie(&g, found.energy, other.energy));
    }
    mg_graph_free(&g);
  }
  ck_assert_uint_ge(known, 1);
}
END_TEST

/* ---- limits ---- */

START_TEST(threads_do_not_change_a_spread)
{
  mg_graph g = sparse_graph(200, 30, 3);
  double y[400] = { 0 }, z[400] = { 0 };
  mg_run_control two = { .seed = 1, .threads = 2, .tolerance = 1e-6 };
  mg_task t = { &g, 2, NULL, &two, NULL };
  mg_spread_facts facts;
  mg_search found;

  spread(&g, 2, NULL, y, &facts);
  ck_assert_int_eq(mg_search_spread(&t, z, NULL, &found, &facts, NULL),
                   MGNN_OK);
  ck_assert_mem_eq(y, z, sizeof y);
  mg_graph_free(&g);
}
END_TEST

static int
at_once(void *ctx)
{
  (void)ctx;
  return 1;
}

START_TEST(a_run_that_is_over_leaves_a_drawing)
{
  mg_graph g = sparse_graph(50, 5, 3);
  double y[100] = { 0 };
  mg_run_control over = { .seed = 1, .threads = 1, .stop = at_once };
  mg_task t = { &g, 2, NULL, &over, NULL };
  mg_spread_facts facts;
  mg_search found;

  ck_assert_int_eq(mg_search_spread(&t, y, NULL, &found, &facts, NULL),
                   MGNN_OK);
  for (size_t c = 0; c < 100; c++)
    ck_assert(isfinite(y[c]));
  mg_graph_free(&g);
}
END_TEST

START_TEST(spreading_survives_allocation_failure)
{
  mg_graph g = sparse_graph(14, 1, 3);
  mgnn_status status = MGNN_ENOMEM;

  for (long good = 0; status != MGNN_OK; good++) {
    double y[28] = { 0 };
    mg_task t = { &g, 2, NULL, &plain, NULL };
    mg_spread_facts facts;
    mg_search found;

    mg_fuse_set(good);
    status = mg_search_spread(&t, y, NULL, &found, &facts, NULL);
    mg_fuse_set(-1);
    ck_assert(status == MGNN_OK || status == MGNN_ENOMEM);
  }
  mg_graph_free(&g);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(the_metric_is_inverted, 2),
    TEST_RANGE(regions_are_a_function_and_its_gradient, 2, 4),
    TEST(what_three_places_determine_is_a_body),
    TEST(what_no_motion_moves_joins_the_body),
    TEST(energies_tie_near_0_and_within_a_hundredth),
    TEST(a_cycle_is_a_regular_polygon),
    TEST_RANGE(a_path_is_straight, 1, 4),
    TEST(mirror_images_are_unfolded),
    TEST(pins_are_kept_and_chains_point_away),
    TEST_RANGE(lengths_are_met_as_before_and_paths_better, 1, 4),
    TEST(lengths_that_fail_share_the_error_as_before),
    TEST(zero_lengths_stiffness_and_intervals_work),
    TEST(what_is_determined_keeps_its_bytes),
    TEST(what_was_determined_stays_known),
    TEST(threads_do_not_change_a_spread),
    TEST(a_run_that_is_over_leaves_a_drawing),
    TEST(spreading_survives_allocation_failure)
  };

  return unit_run("spread", tests, COUNT(tests), NULL);
}
