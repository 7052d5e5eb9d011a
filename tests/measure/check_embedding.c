/* Measures of an embedding, against formulas and a dense second computation. */
#include "base/dense.h"
#include "measure/embedding.h"
#include "problems.h"
#include "small_graphs.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DIM = 3, CLASSES = 3 };

static double
measure(const mg_embedding *e, const char *name)
{
  double x;

  ck_assert_int_eq(mg_measure_value(e, mg_measure_find(name, strlen(name)), &x,
                                    NULL), MGNN_OK);
  return x;
}

/* A random problem with positions, labels (every seventh node has none) and a
 * split. */
typedef struct {
  mgnn_problem *p;
  double x[DIM * N];
  int label[N];
  unsigned char part[N];
} random_case;

static mg_embedding
random_embedding(random_case *r, uint64_t seed)
{
  r->p = random_problem(seed, 0.2, 0);
  ck_assert_int_eq(mg_random_normal(seed + 100, 2, DIM * N, r->x, NULL), MGNN_OK);
  for (size_t i = 0; i < N; i++) {
    r->label[i] = i % 7 == 3 ? -1 : (int)(i % CLASSES);
    r->part[i] = i % 2 == 0 ? MG_TRAIN : MG_TEST;
    r->x[i * DIM] += r->label[i];
  }
  return (mg_embedding){ r->p, DIM, r->x, r->label, CLASSES,
                         { r->part, 1 }, NAN, 1, NULL };
}

/* tr(X^T L X) with L written out. */
START_TEST(dirichlet_is_that_of_the_dense_laplacian)
{
  random_case r;
  mg_embedding e = random_embedding(&r, (uint64_t)_i);
  const mg_graph *g = &r.p->graph;
  double l[N][N] = { { 0 } }, energy = 0, norm = 0;

  for (size_t i = 0; i < N; i++)
    l[i][i] = 1;
  for (size_t k = 0; k < g->m; k++) {
    size_t i = g->ends[2 * k], j = g->ends[2 * k + 1];

    l[i][j] = l[j][i] = -1 / sqrt(mg_degree(g, i) * mg_degree(g, j));
  }
  for (size_t c = 0; c < DIM; c++)
    for (size_t i = 0; i < N; i++) {
      norm += r.x[i * DIM + c] * r.x[i * DIM + c];
      for (size_t j = 0; j < N; j++)
        energy += r.x[i * DIM + c] * l[i][j] * r.x[j * DIM + c];
    }
  ck_assert_double_eq_tol(measure(&e, "dirichlet"), energy / norm, 1e-13);
  mgnn_problem_free(r.p);
}
END_TEST

/* By the singular values of the whole centred matrix. */
START_TEST(directions_are_those_of_the_matrix)
{
  random_case r;
  mg_embedding e = random_embedding(&r, (uint64_t)_i);
  double a[N * N] = { 0 }, v[N * N], s[N], sum = 0, entropy = 0;

  for (size_t c = 0; c < DIM; c++) {
    double mean = 0;

    for (size_t i = 0; i < N; i++)
      mean += r.x[i * DIM + c] / N;
    for (size_t i = 0; i < N; i++)
      a[i * N + c] = r.x[i * DIM + c] - mean;
  }
  ck_assert_int_eq(mg_singular_values(N, a, v, s, NULL), MGNN_OK);
  for (size_t k = 0; k < DIM; k++)
    sum += s[k];
  for (size_t k = 0; k < DIM; k++)
    entropy -= s[k] / sum * log(s[k] / sum);
  ck_assert_double_eq_tol(measure(&e, "effective_rank"), exp(entropy), 1e-12);
  ck_assert_double_eq_tol(measure(&e, "singular_ratio"), s[1] / s[0], 1e-12);
  mgnn_problem_free(r.p);
}
END_TEST

/* By the singular values of the whole matrix, as it is; all pairs one by one;
 * the squares about the mean. */
START_TEST(collapse_is_seen_from_the_origin)
{
  random_case r;
  mg_embedding e = random_embedding(&r, (uint64_t)_i);
  double a[N * N] = { 0 }, v[N * N], s[N], mean[DIM] = { 0 }, angles = 0;
  double off = 0, all = 0;

  for (size_t i = 0; i < N; i++)
    for (size_t c = 0; c < DIM; c++) {
      a[i * N + c] = r.x[i * DIM + c];
      mean[c] += r.x[i * DIM + c] / N;
    }
  for (size_t i = 0; i < N; i++) {
    const double *x = r.x + i * DIM;

    off += mg_distance(x, mean, DIM) * mg_distance(x, mean, DIM);
    all += mg_inner(x, x, DIM);
    for (size_t j = 0; j < N; j++) {
      const double *y = r.x + j * DIM;

      angles += 1 - mg_inner(x, y, DIM) / sqrt(mg_inner(x, x, DIM)
                                               * mg_inner(y, y, DIM));
    }
  }
  ck_assert_int_eq(mg_singular_values(N, a, v, s, NULL), MGNN_OK);
  ck_assert_double_eq_tol(measure(&e, "linear_ratio"), s[1] / s[0], 1e-12);
  ck_assert_double_eq_tol(measure(&e, "mad_all"), angles / (N * N), 1e-12);
  ck_assert_double_eq_tol(measure(&e, "point_ratio"), sqrt(off / all), 1e-12);
  mgnn_problem_free(r.p);
}
END_TEST

/* The claim of a name, for all measures of an embedding. */
static int
claimed(const mg_embedding *e, const char *claim)
{
  double value[MG_MEASURES];
  size_t c = 0;

  for (size_t k = 0; k < MG_MEASURES; k++)
    value[k] = mg_measures[k].needs != 0 ? NAN : measure(e, mg_measures[k].name);
  while (c < MG_CLAIMS && strcmp(mg_claims[c].claim, claim) != 0)
    c++;
  ck_assert_uint_lt(c, MG_CLAIMS);
  return mg_claim_holds(&mg_claims[c], value);
}

/* Claims do not contradict each other: a point is on a ray and a ray on a line,
 * for embeddings of every kind: shifted, flattened, with outliers, with nodes at
 * the origin, on both sides of it, in two directions.  And what is one is called
 * so. */
START_TEST(a_point_is_on_a_ray_and_a_ray_on_a_line)
{
  size_t points = 0, rays = 0, lines = 0, others = 0;
  uint64_t stream = 17;
  random_case r;
  mg_embedding e = random_embedding(&r, 1);

  for (int k = 0; k < 3000; k++) {
    double shift = pow(10, 4 * mg_random_uniform(&stream) - 2);
    double flat = pow(10, -3 * mg_random_uniform(&stream));
    double along = k % 3 == 0 ? flat : 1, far = 1;
    int point, ray, line;

    ck_assert_int_eq(mg_random_normal((uint64_t)k, 2, DIM * N, r.x, NULL),
                     MGNN_OK);
    if (k % 5 == 0)
      far = pow(10, 3 * mg_random_uniform(&stream));
    for (size_t i = 0; i < N; i++)
      for (size_t c = 0; c < DIM; c++) {
        double *x = &r.x[i * DIM + c];

        *x = c == 0 ? along * *x + shift : flat * *x;
        if (i == 0 && k % 5 == 0)
          *x *= c == 0 ? 0 : far;              /* an outlier, across */
        if (k % 7 == 0 && i % 2 == 0)
          *x = -*x;
        if (k % 11 == 0 && i < 3)
          *x = 0;
      }
    point = claimed(&e, "collapsed to a point");
    ray = claimed(&e, "collapsed to a ray");
    line = claimed(&e, "collapsed to a line");
    ck_assert_msg(ray >= point && line >= ray, "%d: point %d, ray %d, line %d", k,
                  point, ray, line);
    points += point == 1;
    rays += ray == 1 && !point;
    lines += line == 1 && !ray;
    others += line == 0;
    /* measures alone: a point needs no other */
    ck_assert(!(measure(&e, "point_ratio") <= 0.03 && k % 11 != 0)
              || (measure(&e, "mad_all") <= 0.01
                  && measure(&e, "linear_ratio") <= 0.05));
  }
  ck_assert_uint_gt(points, 100);
  ck_assert_uint_gt(rays, 100);
  ck_assert_uint_gt(lines, 100);
  ck_assert_uint_gt(others, 100);
  mgnn_problem_free(r.p);
}
END_TEST

/* By hand: a line through the origin is one although the nodes are near a point
 * of it; a line elsewhere is none; two opposite rays are no ray. */
START_TEST(claims_are_about_the_origin)
{
  static const struct {
    double x[8];
    int line, ray, point;
  } known[] = {
    { { 100, 0, 100, 1, 101, 0, 101, 1 }, 1, 1, 1 },
    { { 1, 2, 2, 4, 3, 6, 7, 14 }, 1, 1, 0 },
    { { 1, 2, -2, -4, 3, 6, 7, 14 }, 1, 0, 0 },
    { { -3, 1, -1, 1, 1, 1, 3, 1 }, 0, 0, 0 },
    { { 5, 5, 5, 5, 5, 5, 5, 5 }, 1, 1, 1 },
    { { 0 }, -1, -1, -1 }
  };
  mgnn_problem *p;
  mg_embedding e = { .dim = 2, .x = known[_i].x };

  ck_assert_int_eq(mgnn_problem_new(&p, 4, 3, path_ends, NULL, NULL), MGNN_OK);
  e.p = p;
  ck_assert_int_eq(claimed(&e, "collapsed to a line"), known[_i].line);
  ck_assert_int_eq(claimed(&e, "collapsed to a ray"), known[_i].ray);
  ck_assert_int_eq(claimed(&e, "collapsed to a point"), known[_i].point);
  mgnn_problem_free(p);
}
END_TEST

/* Points on a line have one direction, equal axes as many as there are. */
START_TEST(rank_counts_directions)
{
  const double cross[] = { 1, 0, -1, 0, 0, 1, 0, -1 };
  const double line[] = { 1, 2, 2, 4, 3, 6, 7, 14 };
  const double point[] = { 5, 5, 5, 5, 5, 5, 5, 5 };
  mgnn_problem *p;
  mg_embedding e = { .dim = 2, .x = cross };

  ck_assert_int_eq(mgnn_problem_new(&p, 4, 3, path_ends, NULL, NULL), MGNN_OK);
  e.p = p;
  ck_assert_double_eq_tol(measure(&e, "effective_rank"), 2, 1e-14);
  ck_assert_double_eq_tol(measure(&e, "singular_ratio"), 1, 1e-14);
  e.x = line;
  ck_assert_double_eq_tol(measure(&e, "effective_rank"), 1, 1e-6);
  ck_assert_double_eq_tol(measure(&e, "singular_ratio"), 0, 1e-7);
  e.x = point;
  ck_assert(isnan(measure(&e, "effective_rank")));
  ck_assert(isnan(measure(&e, "singular_ratio")));
  mgnn_problem_free(p);
}
END_TEST

/* Angles of 90 and 180 degrees and one that is not defined. */
START_TEST(angles_are_averaged_over_edges)
{
  const double x[] = { 1, 0, 0, 3, 0, -2, 0, 0 };
  mgnn_problem *p;
  mg_embedding e = { .dim = 2, .x = x };

  ck_assert_int_eq(mgnn_problem_new(&p, 4, 3, path_ends, NULL, NULL), MGNN_OK);
  e.p = p;
  ck_assert_double_eq_tol(measure(&e, "mad"), (1 + 2) / 2.0, 1e-15);
  mgnn_problem_free(p);
}
END_TEST

/* Twice the lengths: half the scale and no stress; the gap is what is above the
 * best. */
START_TEST(stress_does_not_ask_for_the_scale)
{
  const double length[] = { 1, 2, 3 }, twice[] = { 0, 2, 6, 12 };
  const double bent[] = { 0, 2, 6, 0 };
  mgnn_problem *p;
  mg_embedding e = { .dim = 1, .x = twice, .best = 0.125 };

  ck_assert_int_eq(mgnn_problem_new(&p, 4, 3, path_ends, length, NULL), MGNN_OK);
  e.p = p;
  ck_assert_double_eq_tol(measure(&e, "scale"), 0.5, 1e-15);
  ck_assert_double_eq_tol(measure(&e, "scaled_stress"), 0, 1e-15);
  ck_assert_double_eq_tol(measure(&e, "gap"), -0.125, 1e-15);
  /* r = 2, 4, 6: the same again, although the path folds */
  e.x = bent;
  ck_assert_double_eq_tol(measure(&e, "scaled_stress"), 0, 1e-15);
  mgnn_problem_free(p);
}
END_TEST

/* E(sX) with every edge written out. */
static double
energy_at(const random_case *r, double s)
{
  const mg_graph *g = &r->p->graph;
  double sum = 0;

  for (size_t e = 0; e < g->m; e++) {
    double d = 0;

    for (size_t c = 0; c < DIM; c++)
      d += pow(r->x[g->ends[2 * e] * DIM + c] - r->x[g->ends[2 * e + 1] * DIM + c],
               2);
    sum += pow(s * sqrt(d) - g->target[e], 2);
  }
  return sum;
}

/* By halving the range in which a parabola has its least value. */
START_TEST(the_best_scale_is_found_by_search)
{
  random_case r;
  mg_embedding e = random_embedding(&r, (uint64_t)_i);
  double low = 0, high = 100;

  for (int k = 0; k < 200; k++) {
    double third = (high - low) / 3;

    if (energy_at(&r, low + third) < energy_at(&r, high - third))
      high -= third;
    else
      low += third;
  }
  ck_assert_double_eq_tol(measure(&e, "scale"), low, 1e-7 * (1 + low));
  ck_assert_double_eq_tol(measure(&e, "scaled_stress"),
                          energy_at(&r, low) / energy_at(&r, 0), 1e-12);
  mgnn_problem_free(r.p);
}
END_TEST

/* Means of the classes, and cosines, written out. */
START_TEST(centroids_and_angles_are_those_of_plain_loops)
{
  random_case r;
  mg_embedding e = random_embedding(&r, (uint64_t)_i);
  const mg_graph *g = &r.p->graph;
  double mean[CLASSES][DIM] = { { 0 } }, size[CLASSES] = { 0 };
  double right = 0, nodes = 0, angles = 0;

  for (size_t i = 0; i < N; i++)
    for (size_t c = 0; c < DIM && r.label[i] >= 0; c++) {
      mean[r.label[i]][c] += r.x[i * DIM + c];
      size[r.label[i]] += c == 0;
    }
  for (size_t i = 0; i < N; i++) {
    double d[CLASSES] = { 0 };

    for (size_t k = 0; k < CLASSES; k++)
      for (size_t c = 0; c < DIM; c++)
        d[k] += pow(r.x[i * DIM + c] - mean[k][c] / size[k], 2);
    nodes += r.label[i] >= 0;
    right += r.label[i] >= 0 && d[r.label[i]] <= fmin(d[0], fmin(d[1], d[2]));
  }
  for (size_t k = 0; k < g->m; k++) {
    const double *a = r.x + g->ends[2 * k] * DIM, *b = r.x + g->ends[2 * k + 1] * DIM;

    angles += 1 - (a[0] * b[0] + a[1] * b[1] + a[2] * b[2])
              / sqrt((a[0] * a[0] + a[1] * a[1] + a[2] * a[2])
                     * (b[0] * b[0] + b[1] * b[1] + b[2] * b[2]));
  }
  ck_assert_double_eq_tol(measure(&e, "centroid_accuracy"), right / nodes, 1e-15);
  ck_assert_double_eq_tol(measure(&e, "mad"), angles / (double)g->m, 1e-13);
  mgnn_problem_free(r.p);
}
END_TEST

/* Solve a w = b by Gauss and Jordan, with pivots; b becomes w. */
static void
solve(double a[DIM + 1][DIM + 1], double b[DIM + 1])
{
  for (int k = 0; k <= DIM; k++) {
    int pivot = k;

    for (int i = k; i <= DIM; i++)
      pivot = fabs(a[i][k]) > fabs(a[pivot][k]) ? i : pivot;
    for (int c = 0; c <= DIM; c++) {
      double swap = a[k][c];

      a[k][c] = a[pivot][c];
      a[pivot][c] = swap;
    }
    double swap = b[k];

    b[k] = b[pivot];
    b[pivot] = swap;
    for (int i = 0; i <= DIM; i++) {
      double factor = a[i][k] / a[k][k];

      for (int c = 0; i != k && c <= DIM; c++)
        a[i][c] -= factor * a[k][c];
      b[i] -= i != k ? factor * b[k] : 0;
    }
  }
  for (int k = 0; k <= DIM; k++)
    b[k] /= a[k][k];
}

/* The probe is least squares on the classes as unit vectors, fitted to the
 * training nodes and asked about the others. */
START_TEST(the_probe_is_least_squares)
{
  random_case r;
  mg_embedding e = random_embedding(&r, (uint64_t)_i);
  double w[CLASSES][DIM + 1] = { { 0 } }, right = 0, asked = 0;

  for (int k = 0; k < CLASSES; k++) {
    double a[DIM + 1][DIM + 1] = { { 0 } };

    for (size_t i = 0; i < N; i++) {
      double u[DIM + 1] = { r.x[i * DIM], r.x[i * DIM + 1], r.x[i * DIM + 2], 1 };

      for (int c = 0; c <= DIM && r.label[i] >= 0 && r.part[i] == MG_TRAIN; c++) {
        w[k][c] += r.label[i] == k ? u[c] : 0;
        for (int d = 0; d <= DIM; d++)
          a[c][d] += u[c] * u[d];
      }
    }
    solve(a, w[k]);
  }
  for (size_t i = 0; i < N; i++) {
    double score[CLASSES];

    for (int k = 0; k < CLASSES; k++)
      score[k] = w[k][0] * r.x[i * DIM] + w[k][1] * r.x[i * DIM + 1]
                 + w[k][2] * r.x[i * DIM + 2] + w[k][3];
    if (r.label[i] < 0 || r.part[i] != MG_TEST)
      continue;
    asked++;
    right += score[r.label[i]] >= fmax(score[0], fmax(score[1], score[2]));
  }
  ck_assert_double_eq_tol(measure(&e, "probe_accuracy"), right / asked, 1e-15);
  mgnn_problem_free(r.p);
}
END_TEST

static const double *sort_by;

static int
by_distance(const void *a, const void *b)
{
  size_t i = *(const size_t *)a, j = *(const size_t *)b;

  return sort_by[i] != sort_by[j] ? sort_by[i] < sort_by[j] ? -1 : 1
                                  : i < j ? -1 : i > j;
}

/* Distances from node i to all labelled others, and those nodes by distance. */
static size_t
others(const random_case *r, size_t i, double *d, size_t *node)
{
  size_t count = 0;

  for (size_t j = 0; j < N; j++) {
    d[j] = 0;
    for (size_t c = 0; c < DIM; c++)
      d[j] += pow(r->x[i * DIM + c] - r->x[j * DIM + c], 2);
    d[j] = sqrt(d[j]);
    if (j != i && r->label[j] >= 0)
      node[count++] = j;
  }
  sort_by = d;
  qsort(node, count, sizeof *node, by_distance);
  return count;
}

START_TEST(neighbours_and_silhouette_are_those_of_all_distances)
{
  random_case r;
  mg_embedding e = random_embedding(&r, (uint64_t)_i);
  double right = 0, width = 0, nodes = 0;

  for (size_t i = 0; i < N; i++) {
    double d[N], sum[CLASSES] = { 0 }, size[CLASSES] = { 0 }, b = INFINITY;
    size_t node[N], votes[CLASSES] = { 0 }, count, winner = 0;

    if (r.label[i] < 0)
      continue;
    nodes++;
    count = others(&r, i, d, node);
    for (size_t k = 0; k < 10; k++)
      votes[r.label[node[k]]]++;
    for (size_t c = 1; c < CLASSES; c++)
      winner = votes[c] > votes[winner] ? c : winner;
    right += winner == (size_t)r.label[i];
    for (size_t k = 0; k < count; k++) {
      sum[r.label[node[k]]] += d[node[k]];
      size[r.label[node[k]]]++;
    }
    for (size_t c = 0; c < CLASSES; c++)
      if (c != (size_t)r.label[i])
        b = fmin(b, sum[c] / size[c]);
    sum[r.label[i]] /= size[r.label[i]];
    width += (b - sum[r.label[i]]) / fmax(b, sum[r.label[i]]);
  }
  ck_assert_double_eq_tol(measure(&e, "knn_accuracy"), right / nodes, 1e-15);
  ck_assert_double_eq_tol(measure(&e, "silhouette"), width / nodes, 1e-13);
  mgnn_problem_free(r.p);
}
END_TEST

/* Two groups apart: everything is right.  All on one spot: no more than the
 * share of one class. */
START_TEST(separated_is_told_from_collapsed)
{
  double x[12], same[12] = { 0 };
  const int label[] = { 0, 0, 0, 1, 1, 1 };
  unsigned char part[] = { MG_TRAIN, MG_TRAIN, MG_TEST,
                           MG_TRAIN, MG_TRAIN, MG_TEST };
  mgnn_problem *p;
  mg_embedding e = { .dim = 2, .x = x, .label = label, .classes = 2,
                     .splits = { part, 1 } };

  for (size_t i = 0; i < 6; i++) {
    x[2 * i] = i < 3 ? 0 : 10;
    x[2 * i + 1] = (double)(i % 3);
  }
  ck_assert_int_eq(mgnn_problem_new(&p, 6, 6, two_triangles_ends, NULL, NULL),
                   MGNN_OK);
  e.p = p;
  ck_assert_double_eq(measure(&e, "centroid_accuracy"), 1);
  ck_assert_double_eq(measure(&e, "probe_accuracy"), 1);
  ck_assert_double_gt(measure(&e, "silhouette"), 0.8);
  e.x = same;
  ck_assert_double_eq(measure(&e, "centroid_accuracy"), 0.5);
  ck_assert_double_eq(measure(&e, "probe_accuracy"), 0.5);
  ck_assert_double_eq(measure(&e, "silhouette"), 0);
  mgnn_problem_free(p);
}
END_TEST

/* At (0,0), (1,1) and (3,0) with labels a, b, b: by hand. */
START_TEST(lengths_are_averaged_by_pair_of_classes)
{
  const double x[] = { 0, 0, 1, 1, 3, 0 }, length[] = { 1, 2, 5 };
  const int label[] = { 0, 1, 1 };
  mgnn_problem *p;
  mg_class_length pair[MG_CLASS_PAIRS(2)];

  ck_assert_int_eq(mgnn_problem_new(&p, 3, 3, triangle_ends, length, NULL),
                   MGNN_OK);
  mg_class_lengths(&(mg_embedding){ .p = p, .dim = 2, .x = x, .label = label,
                                    .classes = 2 }, pair);
  ck_assert_uint_eq(pair[MG_CLASS_PAIR(0, 0)].edges, 0);
  ck_assert(isnan(pair[MG_CLASS_PAIR(0, 0)].length));
  ck_assert_uint_eq(pair[MG_CLASS_PAIR(0, 1)].edges, 2);
  ck_assert_double_eq_tol(pair[MG_CLASS_PAIR(0, 1)].length, (sqrt(2) + 3) / 2,
                          1e-15);
  ck_assert_double_eq(pair[MG_CLASS_PAIR(0, 1)].target, 3);
  ck_assert_double_eq_tol(pair[MG_CLASS_PAIR(1, 1)].length, sqrt(5), 1e-15);
  mgnn_problem_free(p);
}
END_TEST

/* A sample of 1500 of 20,000 nodes: within four standard errors. */
START_TEST(samples_are_near_the_whole)
{
  enum { MANY = 20000 };
  double *x = malloc(2 * MANY * sizeof *x);
  int *label = malloc(MANY * sizeof *label);
  size_t asked = mg_sample_size(MANY, 2);
  mgnn_problem *p;
  mg_embedding e = { .dim = 2, .x = x, .label = label, .classes = 2, .seed = 1 };
  double share;

  ck_assert_uint_lt(asked, MANY);
  ck_assert_uint_ge(asked, 1000);
  ck_assert_int_eq(mgnn_problem_new(&p, MANY, 4, path_ends, NULL, NULL),
                   MGNN_OK);
  e.p = p;
  /* One in four of evenly spaced points has the other label: each sees 7 or 8
   * of the first among its 10 nearest. */
  for (size_t i = 0; i < MANY; i++) {
    x[2 * i] = (double)i;
    x[2 * i + 1] = 0;
    label[i] = i % 4 == 0;
  }
  share = measure(&e, "knn_accuracy");
  ck_assert_double_eq_tol(share, 0.75,
                          4 * sqrt(0.75 * 0.25 / (double)asked));
  mgnn_problem_free(p);
  free(x);
  free(label);
}
END_TEST

/* Every measure, with its allocations failing in turn. */
START_TEST(out_of_memory_is_told)
{
  random_case r;
  mg_embedding e = random_embedding(&r, 3);
  double x;

  for (long good = 0; ; good++) {
    mgnn_status status;

    mg_fuse_set(good);
    status = mg_measure_value(&e, (size_t)_i, &x, NULL);
    if (!mg_fuse_blown()) {
      mg_fuse_set(-1);
      ck_assert_int_eq(status, MGNN_OK);
      break;
    }
    mg_fuse_set(-1);
    ck_assert_int_eq(status, MGNN_ENOMEM);
  }
  mgnn_problem_free(r.p);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(dirichlet_is_that_of_the_dense_laplacian, 8),
    TEST_EACH(collapse_is_seen_from_the_origin, 8),
    TEST(a_point_is_on_a_ray_and_a_ray_on_a_line),
    TEST_EACH(claims_are_about_the_origin, 6),
    TEST_EACH(directions_are_those_of_the_matrix, 8),
    TEST(rank_counts_directions),
    TEST(angles_are_averaged_over_edges),
    TEST(stress_does_not_ask_for_the_scale),
    TEST_EACH(neighbours_and_silhouette_are_those_of_all_distances, 8),
    TEST_EACH(the_best_scale_is_found_by_search, 8),
    TEST_EACH(centroids_and_angles_are_those_of_plain_loops, 8),
    TEST_EACH(the_probe_is_least_squares, 8),
    TEST(separated_is_told_from_collapsed),
    TEST(lengths_are_averaged_by_pair_of_classes),
    TEST(samples_are_near_the_whole),
    TEST_EACH(out_of_memory_is_told, MG_MEASURES)
  };

  return unit_run("embedding", tests, COUNT(tests), NULL);
}
