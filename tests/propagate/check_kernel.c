/* The kernels of the layers: vectorised against plain, and the choices that
 * must not change a bit: prefetch, threads, where neighbours live. */
#include "base/random.h"
#include "problem/problem.h"
#include "propagate/engine.h"
#include "fuse.h"
#include "random_numbers.h"
#include "small_graphs.h"
#include "unit.h"

#include <math.h>
#include <mgnn.h>
#include <stdlib.h>
#include <string.h>

enum { N = 2600, PER = 4, M = N * PER };

static const size_t dims[] = { 1, 2, 3, 4, 21, 68 };
enum { DIMS = sizeof dims / sizeof *dims };

/* Chords of a ring whose last two nodes have no neighbours: rows of different
 * lengths, neighbours near and far.  Narrow: lengths that are floats. */
static mgnn_problem *
ring(int narrow)
{
  size_t m = 0, n = N - 2;
  mgnn_node *ends = malloc(2 * M * sizeof *ends);
  double *length = malloc(M * sizeof *length);
  unsigned state = 5;
  mgnn_problem *p;

  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < PER; k++) {
      size_t wide = (n / 2 - 1) / PER;

      if (random_unit32(&state) < 0.3)
        continue;
      ends[2 * m] = i;
      ends[2 * m + 1] = (i + 1 + k * wide
                         + (size_t)(random_unit32(&state) * (double)wide))
                        % n;
      length[m] = random_unit32(&state) < 0.1 ? 0
                  : 0.1 + 2 * random_unit32(&state);
      if (narrow)
        length[m] = (double)(float)length[m];
      m++;
    }
  ck_assert_int_eq(mgnn_problem_new(&p, N, m, ends, length, NULL),
                   MGNN_OK);
  free(ends);
  free(length);
  return p;
}

/* Layers of a rule, from a start in which some neighbours are at one point. */
static double *
run(const mgnn_problem *p, size_t dim, const char *rule, int single, double eps,
    size_t steps, int threads, const mg_choice *choice)
{
  size_t size = N * dim;
  double *z = malloc(size * sizeof *z), *z0 = malloc(size * sizeof *z);
  mgnn_layer_params par;

  ck_assert_int_eq(mgnn_place(p, dim, 3, 2, z, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_place(p, dim, 4, 2, z0, NULL), MGNN_OK);
  if (dim > 1) {
    mgnn_rescale(p, dim, z, 1);
    for (size_t e = 0; e < p->graph.m; e += 97)
      memcpy(z + p->graph.ends[2 * e] * dim,
             z + p->graph.ends[2 * e + 1] * dim,
             dim * sizeof *z);
    mgnn_rescale(p, dim, z, 0);
  }
  mgnn_layer_params_init(&par);
  par.rule = rule;
  par.layers = steps;
  par.alpha = 0.15;
  par.beta = 0.6;
  par.eps = eps;
  par.control.threads = threads;
  par.origin = z0;
  par.single_precision = single;
  ck_assert_int_eq(mg_propagate(&(mg_layer_run){ p, dim, &par, NULL, *choice }, z,
                                NULL), MGNN_OK);
  free(z0);
  return z;
}

static double
largest(const double *x, const double *y, size_t count)
{
  double max = 0;

  for (size_t k = 0; k < count; k++)
    max = fmax(max, fabs(y == NULL ? x[k] : x[k] - y[k]));
  return max;
}

/* One layer, by plain C and by what this machine has, to 5e-15 relative. */
START_TEST(vectors_agree_with_plain_c)
{
  static const mg_choice plain = { 0, 0, MG_ANY_CPU }, best = { 0, 0, MG_AVX2 };
  const char *rule = mgnn_rule_name((size_t)_i);

  for (size_t d = 0; d < DIMS; d++)
    for (int variant = 0; variant < 8; variant++) {
      mgnn_problem *p = ring(variant & 1);
      double eps = variant & 2 ? 0 : 1e-5, *a, *b;

      mgnn_problem_self_loops_set(p, variant & 4);
      a = run(p, dims[d], rule, 0, eps, 1, 1, &plain);
      b = run(p, dims[d], rule, 0, eps, 1, 1, &best);
      ck_assert_double_le(largest(a, b, N * dims[d]),
                          5e-15 * largest(a, NULL, N * dims[d]));
      free(a);
      free(b);
      mgnn_problem_free(p);
    }
}
END_TEST

/* Forced, and decided upon. */
START_TEST(numbering_changes_no_bit)
{
  const char *rule = mgnn_rule_name((size_t)_i);

  for (size_t d = 0; d < DIMS; d++)
    for (int variant = 0; variant < 16; variant++) {
      const mg_choice as_is = { 0, 0, MG_AVX2 };
      const mg_choice chosen = { 1, variant & 8 ? MG_ALONG : MG_BREADTH,
                                 MG_AVX2 };
      mgnn_problem *p = ring(variant & 1);
      double eps = variant & 4 ? 0 : 1e-5, *a, *b, *wide;

      if (variant & 1) {       /* all that has a value in each slot */
        wide = malloc(p->graph.m * sizeof *wide);
        for (size_t e = 0; e < p->graph.m; e++)
          wide[e] = p->graph.target[e] + 0.5;
        ck_assert_int_eq(mgnn_problem_stiffness_set(p, wide, NULL), MGNN_OK);
        ck_assert_int_eq(mgnn_problem_bounds_set(p, mgnn_problem_lengths(p),
                                                 wide, NULL), MGNN_OK);
        free(wide);
      }
      a = run(p, dims[d], rule, variant & 2, eps, 3, 1, &as_is);
      b = run(p, dims[d], rule, variant & 2, eps, 3, 2, &chosen);
      ck_assert_int_eq(memcmp(a, b, N * dims[d] * sizeof *a), 0);
      free(a);
      free(b);
      mgnn_problem_free(p);
    }
}
END_TEST

/* A grid of 400 x 400 whose nodes were numbered at random, and how many of its
 * layers are run; drawn: from a drawing of it. */
static int
is_renumbered(int shuffled, int drawn, size_t layers)
{
  enum { SIDE = 400, SIZE = SIDE * SIDE };
  static const mg_choice choice = { -1, -1, MG_AVX2 };
  size_t m = 0;
  mgnn_node *ends = malloc(4 * SIZE * sizeof *ends);
  unsigned *name = malloc(SIZE * sizeof *name), state = 9;
  double *z = calloc(2 * SIZE, sizeof *z);
  mgnn_problem *p;
  mgnn_layer_params par;
  mg_layer_run run;
  mg_engine engine;
  int renumbered;

  for (unsigned i = 0; i < SIZE; i++) {
    size_t j = shuffled ? (size_t)(random_unit32(&state) * (i + 1)) : i;

    name[i] = name[j];
    name[j] = i;
  }
  for (size_t i = 0; i < SIZE; i++)
    for (size_t step = 1; step <= SIDE; step += SIDE - 1)
      if (i + step < SIZE && (step > 1 || (i + 1) % SIDE != 0)) {
        ends[2 * m] = name[i];
        ends[2 * m++ + 1] = name[i + step];
      }
  for (size_t i = 0; i < SIZE && drawn; i++) {
    z[2 * name[i]] = (double)(i % SIDE);
    z[2 * name[i] + 1] = (double)(i / SIDE);
  }
  ck_assert_int_eq(mgnn_problem_new(&p, SIZE, m, ends, NULL, NULL), MGNN_OK);
  mgnn_layer_params_init(&par);
  par.layers = layers;
  run = (mg_layer_run){ p, 2, &par, mg_rule_find("mgnn"), choice };
  ck_assert_int_eq(mg_engine_init(&engine, &run, z, NULL), MGNN_OK);
  renumbered = engine.order != NULL;
  if (drawn && renumbered)     /* along the curve, each node is beside the next */
    for (size_t k = 1; k < SIZE; k++) {
      const double *a = z + 2 * engine.order[k - 1], *b = z + 2 * engine.order[k];

      ck_assert_double_le(fabs(a[0] - b[0]) + fabs(a[1] - b[1]), 3);
    }
  mg_engine_free(&engine);
  mgnn_problem_free(p);
  free(ends);
  free(name);
  free(z);
  return renumbered;
}

START_TEST(nodes_are_renumbered_where_it_pays)
{
  ck_assert_int_eq(is_renumbered(1, 0, 500), 1);
  ck_assert_int_eq(is_renumbered(1, 1, 500), 1);
  ck_assert_int_eq(is_renumbered(1, 0, 5), 0);
  ck_assert_int_eq(is_renumbered(0, 0, 500), 0);
}
END_TEST

/* A cycle of so many nodes, at random or on a circle: whatever the size, one is a
 * drawing, the other is none. */
START_TEST(a_random_start_is_no_drawing)
{
  size_t n = 1;

  for (int k = 0; k < _i; k++)
    n *= 10;
  size_t *row = malloc((n + 1) * sizeof *row);
  unsigned *to = malloc(2 * n * sizeof *to);
  double *y = malloc(2 * n * sizeof *y);
  mg_rows rows = { .n = n, .row = row, .to = to };

  ck_assert(row != NULL && to != NULL && y != NULL);
  for (size_t i = 0; i <= n; i++)
    row[i] = 2 * i;
  for (size_t i = 0; i < n; i++) {
    to[2 * i] = (unsigned)((i + 1) % n);
    to[2 * i + 1] = (unsigned)((i + n - 1) % n);
  }
  for (unsigned long seed = 1; seed <= 3; seed++) {
    ck_assert_int_eq(mg_random_normal(seed, 1, 2 * n, y, NULL), MGNN_OK);
    ck_assert_int_eq(mg_order_is_local(&rows, y, 2), 0);
  }
  for (size_t i = 0; i < n; i++) {
    y[2 * i] = cos(2 * acos(-1) * (double)i / (double)n);
    y[2 * i + 1] = sin(2 * acos(-1) * (double)i / (double)n);
  }
  ck_assert_int_eq(mg_order_is_local(&rows, y, 2), 1);
  y[0] = 1e9;                  /* one stray node changes nothing */
  ck_assert_int_eq(mg_order_is_local(&rows, y, 2), 1);
  memset(y, 0, 2 * n * sizeof *y);
  ck_assert_int_eq(mg_order_is_local(&rows, y, 2), 0);
  free(row);
  free(to);
  free(y);
}
END_TEST

/* Hilbert's curve goes from each square of a grid to one at its side. */
START_TEST(the_curve_visits_squares_side_by_side)
{
  enum { SIDE = 16, SIZE = SIDE * SIDE };
  unsigned order[SIZE], place[SIZE];
  double y[3 * SIZE];

  for (size_t i = 0; i < SIZE; i++) {
    y[3 * i] = (double)(i % SIDE);
    y[3 * i + 1] = 1e6 * (double)(i / SIDE);   /* another unit, no matter */
    y[3 * i + 2] = 7;
  }
  ck_assert_int_eq(mg_order_along(y, SIZE, 3, order, place, NULL), MGNN_OK);
  for (unsigned k = 0; k < SIZE; k++)
    ck_assert_uint_eq(place[order[k]], k);
  for (unsigned k = 1; k < SIZE; k++) {
    int a = (int)order[k - 1], b = (int)order[k];

    ck_assert_int_eq(abs(a % SIDE - b % SIDE) + abs(a / SIDE - b / SIDE), 1);
  }
  /* all at one point: as they are */
  memset(y, 0, sizeof y);
  ck_assert_int_eq(mg_order_along(y, SIZE, 2, order, place, NULL), MGNN_OK);
  for (unsigned k = 0; k < SIZE; k++)
    ck_assert_uint_eq(order[k], k);
  ck_assert_int_eq(mg_order_along(y, 0, 2, order, place, NULL), MGNN_OK);
}
END_TEST

/* A path in a random order: breadth first from an end, it is a path in order;
 * from within, neighbours are two apart. */
START_TEST(breadth_first_numbers_of_a_path)
{
  enum { LONG = 1000 };
  mgnn_node ends[2 * LONG];
  unsigned order[LONG + 2], place[LONG + 2], seen[LONG + 2] = { 0 };
  mgnn_problem *p;
  mg_rows rows;

  for (size_t i = 0; i + 1 < LONG; i++) {      /* 377 = 13 * 29 */
    ends[2 * i] = 377 * i % LONG;
    ends[2 * i + 1] = 377 * (i + 1) % LONG;
  }
  ck_assert_int_eq(mgnn_problem_new(&p, LONG + 2, LONG - 1, ends, NULL, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mg_rows_make(&rows, &p->graph, 0, 0, 1, 1, NULL), MGNN_OK);
  mg_breadth_first(rows.n, rows.row, rows.to, order, place);
  for (unsigned k = 0; k < LONG + 2; k++) {
    ck_assert_uint_eq(place[order[k]], k);
    seen[order[k]]++;
  }
  for (unsigned k = 0; k < LONG + 2; k++)
    ck_assert_uint_eq(seen[k], 1);
  ck_assert_double_le(mg_order_gap(&rows, place), 2);
  ck_assert_double_ge(mg_order_gap(&rows, NULL), 2);
  mg_rows_free(&rows);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(prefetch_and_threads_change_no_bit)
{
  const char *rule = mgnn_rule_name((size_t)_i);

  for (size_t d = 0; d < DIMS; d++)
    for (int variant = 0; variant < 8; variant++) {
      mg_cpu cpu = variant & 1 ? MG_AVX2 : MG_ANY_CPU;
      int single = variant & 4;
      const mg_choice with = { 1, 0, cpu }, without = { 0, 0, cpu };
      const mg_choice timed = { -1, -1, cpu };
      double eps = variant & 2 ? 0 : 1e-5;
      mgnn_problem *p = ring(1);
      double *a = run(p, dims[d], rule, single, eps, 3, 1, &without);
      double *b = run(p, dims[d], rule, single, eps, 3, 3, &with);
      double *c = run(p, dims[d], rule, single, eps, 3, 2, &timed);

      ck_assert_int_eq(memcmp(a, b, N * dims[d] * sizeof *a), 0);
      ck_assert_int_eq(memcmp(a, c, N * dims[d] * sizeof *a), 0);
      free(a);
      free(b);
      free(c);
      mgnn_problem_free(p);
    }
}
END_TEST

/* The same in single precision: the largest number is of size 1, so that a few
 * roundings of 2^-24 are allowed, and more where close neighbours turn a
 * rounding of a position into one of a direction:
 *   |error_i| <= 8 2^-24 (Y + beta/d_i sum_j m_ij Y / (r_ij + eps)),
 * with Y the largest coordinate of the layer before.  Against double. */
START_TEST(single_precision_rounds_as_it_should)
{
  static const char *rules[] = { "mgnn", "sgc", "appnp" };

  for (size_t d = 0; d < DIMS; d++)
    for (int variant = 0; variant < 12; variant++) {
      mgnn_problem *p = ring(variant & 1);
      const mg_choice choice = { 0, 0, variant & 2 ? MG_AVX2 : MG_ANY_CPU };
      size_t dim = dims[d], size = N * dim;
      double *y = malloc(size * sizeof *y), *one = malloc(size * sizeof *one);
      double *other = malloc(size * sizeof *other), most;
      mgnn_layer_params par;

      mgnn_layer_params_init(&par);
      par.rule = rules[variant / 4];
      ck_assert_int_eq(mgnn_place(p, dim, 3, 2, one, NULL), MGNN_OK);
      memcpy(other, one, size * sizeof *one);
      memcpy(y, one, size * sizeof *one);
      mgnn_rescale(p, dim, y, 1);
      most = largest(y, NULL, size);
      ck_assert_int_eq(mg_propagate(&(mg_layer_run){ p, dim, &par, NULL, choice }, one, NULL), MGNN_OK);
      par.single_precision = 1;
      ck_assert_int_eq(mg_propagate(&(mg_layer_run){ p, dim, &par, NULL, choice }, other, NULL), MGNN_OK);
      mgnn_rescale(p, dim, one, 1);
      mgnn_rescale(p, dim, other, 1);
      for (size_t i = 0; i < N; i++) {
        double bound = most, off = largest(one + i * dim, other + i * dim, dim);
        const mg_graph *g = &p->graph;

        for (size_t e = 0; e < g->m && variant < 4 && off > 8 * 0x1p-24 * most;
             e++)
          if (g->ends[2 * e] == i || g->ends[2 * e + 1] == i)
            bound += par.beta / (double)(g->row[i + 1] - g->row[i])
                     * g->target[e] * most
                     / (mg_edge_length(g, e, dim, y) + par.eps);
        ck_assert_double_le(off, 8 * 0x1p-24 * bound);
      }
      free(y);
      free(one);
      free(other);
      mgnn_problem_free(p);
    }
}
END_TEST

/* Means do not make an error larger: it grows by a rounding with each layer.
 * Units do not matter. */
START_TEST(single_precision_stays_close_over_layers)
{
  enum { LAYERS = 30 };
  mgnn_problem *p = ring(1);
  double *one = malloc(2 * N * sizeof *one), *other = malloc(2 * N * sizeof *one);
  mgnn_layer_params par;

  for (int units = 0; units < 2; units++) {
    double most;

    mgnn_layer_params_init(&par);
    par.rule = "appnp";
    par.layers = LAYERS;
    ck_assert_int_eq(mgnn_place(p, 2, 3, units == 0 ? 1 : 1e60, one, NULL), MGNN_OK);
    most = largest(one, NULL, 2 * N);
    memcpy(other, one, 2 * N * sizeof *one);
    ck_assert_int_eq(mgnn_propagate(p, 2, &par, one, NULL), MGNN_OK);
    par.single_precision = 1;
    ck_assert_int_eq(mgnn_propagate(p, 2, &par, other, NULL), MGNN_OK);
    ck_assert_double_le(largest(one, other, 2 * N), LAYERS * 8 * 0x1p-24 * most);
    ck_assert_double_gt(largest(one, other, 2 * N), 0);
  }
  mgnn_problem_free(p);
  free(one);
  free(other);
}
END_TEST

/* Nodes at one point part along a direction of the seed, by floats too. */
START_TEST(nodes_at_one_point_part_in_single_precision)
{
  static const double two[] = { 2 };

  for (size_t dim = 1; dim <= 9; dim++)
    for (int cpu = MG_ANY_CPU; cpu <= MG_AVX2; cpu++) {
      const mg_choice choice = { 0, 0, (mg_cpu)cpu };
      double x[18] = { 0 }, r = 0;
      mgnn_problem *p;
      mgnn_layer_params par;

      ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, path_ends, two, NULL),
                       MGNN_OK);
      mgnn_layer_params_init(&par);
      par.alpha = 0;
      par.beta = 1;
      par.eps = 0;
      par.single_precision = 1;
      ck_assert_int_eq(mg_propagate(&(mg_layer_run){ p, dim, &par, NULL, choice }, x, NULL), MGNN_OK);
      for (size_t c = 0; c < dim; c++)
        r += (x[c] - x[dim + c]) * (x[c] - x[dim + c]);
      ck_assert_double_eq_tol(sqrt(r), 4, 1e-5);
      mgnn_problem_free(p);
    }
}
END_TEST

/* What another machine would hold of the rows from begin to end - 1: these
 * rows, and copies of their neighbours in the order in which they occur. */
typedef struct {
  size_t n, near_n, row[N + 1];
  unsigned to[2 * M], name[N], near_name[2 * M], seen[N];
  double length[2 * M];
} share;

static void
share_fill(share *s, const mg_rows *rows, size_t begin, size_t end)
{
  memset(s->seen, 0, sizeof s->seen);
  s->n = end - begin;
  s->near_n = 0;
  for (size_t i = begin; i <= end; i++)
    s->row[i - begin] = rows->row[i] - rows->row[begin];
  for (size_t i = begin; i < end; i++)
    s->name[i - begin] = (unsigned)i;
  for (size_t k = rows->row[begin]; k < rows->row[end]; k++) {
    unsigned j = rows->to[k];

    if (s->seen[j] == 0) {
      s->near_name[s->near_n++] = j;
      s->seen[j] = (unsigned)s->near_n;
    }
    s->to[k - rows->row[begin]] = s->seen[j] - 1;
    if (rows->length != NULL)
      s->length[k - rows->row[begin]] = rows->length[k];
  }
}

/* Positions of the named nodes, one after the other. */
static double *
copies(const double *y, const unsigned *name, size_t count, size_t width)
{
  double *out = malloc((count + 1) * width * sizeof *out);

  for (size_t k = 0; k < count; k++)
    memcpy(out + k * width, y + name[k] * width, width * sizeof *out);
  return out;
}

/* Rows 500 to 1299 computed from such a share have the bits that they have
 * when all rows are computed together; with eps 0 and nodes at one point too,
 * whose directions follow from the names. */
START_TEST(neighbours_may_live_elsewhere)
{
  enum { BEGIN = 500, END = 1300 };
  share *s = malloc(sizeof *s);

  for (size_t d = 0; d < DIMS; d++)
    for (mg_kind kind = MG_MEAN; kind <= MG_LAPLACIAN; kind++) {
      mgnn_problem *p = ring(0);
      const mg_rates rate = { 0.1, 0.6, 0, 1.5, 0.1, 1 };
      const mg_kernel_row *kernel;
      mg_positions field = { 0 };
      mg_rows rows, part;
      double *y, *own, *near, *next, *other, *near_root;
      size_t w;

      ck_assert_int_eq(mg_rows_make(&rows, &p->graph,
                                    MG_ROWS_LENGTH | MG_ROWS_ROOT, 0, 1, 1, NULL),
                       MGNN_OK);
      kernel = mg_kernel_find(kind, &rows, dims[d], 0, MG_AVX2);
      w = (dims[d] + kernel->pad - 1) / kernel->pad * kernel->pad;
      y = calloc(N * w, sizeof *y);
      next = malloc(N * w * sizeof *next);
      for (size_t i = 0; i < N; i++)
        for (size_t c = 0; c < dims[d]; c++)
          y[i * w + c] = sin((double)((i / 3) * w + c));
      field = (mg_positions){ dims[d], w, y, y, y, next };
      kernel->run(&rows, &rate, &field, 0, N, 0);

      share_fill(s, &rows, BEGIN, END);
      own = copies(y, s->name, s->n, w);
      near = copies(y, s->near_name, s->near_n, w);
      near_root = copies(rows.near_root, s->near_name, s->near_n, 1);
      other = malloc(s->n * w * sizeof *other);
      part = (mg_rows){ .n = s->n, .row = s->row, .to = s->to,
                        .length = s->length, .near_root = near_root,
                        .name = s->name, .near_name = s->near_name };
      field = (mg_positions){ dims[d], w, own, own, near, other };
      kernel->run(&part, &rate, &field, 0, 300, 1);
      kernel->run(&part, &rate, &field, 300, s->n, 0);
      ck_assert_int_eq(memcmp(other, next + BEGIN * w, s->n * w * sizeof *y), 0);

      free(y);
      free(next);
      free(own);
      free(near);
      free(near_root);
      free(other);
      mg_rows_free(&rows);
      mgnn_problem_free(p);
    }
  free(s);
}
END_TEST

/* Each allocation of a run that does all there is to do fails in turn. */
START_TEST(no_memory_and_all_stays_as_it_was)
{
  static const double length[] = { 1, 0.1 }, upper[] = { 2, 2 };
  static const mg_choice choice = { 1, MG_ALONG, MG_AVX2 };
  mgnn_problem *p;
  mgnn_layer_params par;
  int held = 0;

  ck_assert_int_eq(mgnn_problem_new(&p, 3, 2, path_ends, length, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mgnn_problem_bounds_set(p, length, upper, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_stiffness_set(p, upper, NULL), MGNN_OK);
  mgnn_layer_params_init(&par);
  par.rule = "mgnn-message";
  for (long good = 0; !held; good++) {
    double z[6] = { 0, 0, 1, 0, 0, 1 }, same[6] = { 0, 0, 1, 0, 0, 1 };
    mgnn_status status;

    mg_fuse_set(good);
    status = mg_propagate(&(mg_layer_run){ p, 2, &par, NULL, choice }, z, NULL);
    held = fuse_held(status);
    if (!held)
      ck_assert_int_eq(memcmp(z, same, sizeof z), 0);
  }
  mgnn_problem_free(p);
}
END_TEST

/* Every row of the table is chosen for something, so that the tests above run
 * it, unless the machine lacks what it needs. */
START_TEST(every_kernel_is_chosen_for_something)
{
  static const double one = 1;

  for (size_t k = 0; k < mg_kernel_count; k++) {
    const mg_kernel_row *row = &mg_kernels[k];
    mg_rows rows = { .weight = row->plain ? NULL : &one };

    if (row->cpu <= mg_cpu_here())
      ck_assert_ptr_eq(mg_kernel_find(row->kind, &rows, row->dim_least,
                                      row->single, row->cpu), row);
  }
}
END_TEST

/* Arrays of 4 MB and more come from huge pages, and are freed like others. */
START_TEST(large_blocks_are_blocks)
{
  char *block = mg_alloc_large(5 << 20, 1);

  ck_assert_ptr_nonnull(block);
  memset(block, 1, 5 << 20);
  mg_free(block);
  ck_assert_ptr_null(mg_alloc_large((size_t)-1, 16));
  mg_fuse_set(0);
  ck_assert_ptr_null(mg_alloc_large(5 << 20, 1));
  mg_fuse_set(-1);
}
END_TEST

int
main(void)
{
  int rules = names_count(mgnn_rule_name);
  const unit_test tests[] = {
    TEST_EACH(vectors_agree_with_plain_c, rules),
    TEST_EACH(numbering_changes_no_bit, rules),
    TEST(nodes_are_renumbered_where_it_pays),
    TEST_RANGE(a_random_start_is_no_drawing, 2, 7),
    TEST(the_curve_visits_squares_side_by_side),
    TEST(breadth_first_numbers_of_a_path),
    TEST(no_memory_and_all_stays_as_it_was),
    TEST_EACH(prefetch_and_threads_change_no_bit, rules),
    TEST(single_precision_rounds_as_it_should),
    TEST(single_precision_stays_close_over_layers),
    TEST(nodes_at_one_point_part_in_single_precision),
    TEST(neighbours_may_live_elsewhere),
    TEST(every_kernel_is_chosen_for_something),
    TEST(large_blocks_are_blocks)
  };
  const unit_needs needs = { .seconds = 240 };

  return unit_run("kernel", tests, COUNT(tests), &needs);
}
