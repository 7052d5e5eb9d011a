/* Patch stitching: the peeling it uses, what the rigidity filter keeps, how
 * bodies are merged, and that sparse graphs come out right. */
#include "base/mem.h"
#include "base/random.h"
#include "base/dense.h"
#include "problem/energy.h"
#include "solve/run_control.h"
#include "solve/stitch/merge_patches.h"
#include "solve/stitch/patch.h"
#include "solve/descent/locate.h"
#include "solve/stitch/stitch.h"
#include "solve/stitch/local_solve.h"
#include "small_graphs.h"
#include "unit.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- graphs to test with ---- */

/* A graph and a placement that its lengths are taken from. */
typedef struct {
  mg_graph g;
  size_t dim;
  double *x;
} model;

static void
model_free(model *t)
{
  mg_graph_free(&t->g);
  mg_free(t->x);
}

/* Takes the lengths from t->x, times 1 + noise * N(0,1). */
static void
model_edges(model *t, size_t n, size_t m, const unsigned *ends, double noise,
            uint64_t *stream)
{
  unsigned *own = mg_alloc(m, 2 * sizeof *own);
  double *length = mg_alloc(m, sizeof *length);

  ck_assert(own != NULL && length != NULL);
  memcpy(own, ends, 2 * m * sizeof *own);
  for (size_t e = 0; e < m; e++)
    length[e] = mg_distance(t->x + ends[2 * e] * t->dim,
                            t->x + ends[2 * e + 1] * t->dim, t->dim)
                * (1 + noise * mg_random_deviate(stream));
  ck_assert_int_eq(mg_graph_init(&t->g, n, m, own, NULL), MGNN_OK);
  ck_assert_int_eq(mg_graph_lengths_set(&t->g, length, NULL, NULL), MGNN_OK);
  mg_free(length);
}

/* Random positions for a graph given by its edges. */
static void
model_random(model *t, size_t dim, size_t n, size_t m, const unsigned *ends,
             unsigned long seed)
{
  uint64_t stream = mg_random_stream(seed, 0);

  t->dim = dim;
  t->x = mg_alloc(n, dim * sizeof *t->x);
  ck_assert_ptr_nonnull(t->x);
  for (size_t k = 0; k < n * dim; k++)
    t->x[k] = mg_random_deviate(&stream);
  model_edges(t, n, m, ends, 0, &stream);
}

/* Points in a square or cube, joined up to the distance where an inner one has
 * `degree` neighbours; with `c_shape` a third is cut out from one side. */
static void
model_geometric(model *t, size_t dim, size_t n, double degree, int c_shape,
                double noise, unsigned long seed)
{
  uint64_t stream = mg_random_stream(seed, 0);
  double share = c_shape ? 7.0 / 9 : 1;
  double radius = dim == 2
                  ? sqrt(degree * share / (3.141592653589793 * (double)n))
                  : cbrt(degree * share * 3
                         / (4 * 3.141592653589793 * (double)n));
  unsigned *ends = mg_alloc(n, 2 * n * sizeof *ends);
  size_t m = 0;

  t->dim = dim;
  t->x = mg_alloc(n, dim * sizeof *t->x);
  ck_assert(t->x != NULL && ends != NULL);
  for (size_t i = 0; i < n; i++)
    do {
      for (size_t c = 0; c < dim; c++)
        t->x[i * dim + c] = mg_random_uniform(&stream);
    } while (c_shape && t->x[i * dim] > 1.0 / 3
             && fabs(t->x[i * dim + 1] - 0.5) < 1.0 / 6);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++)
      if (mg_distance(t->x + i * dim, t->x + j * dim, dim) < radius) {
        ends[2 * m] = (unsigned)i;
        ends[2 * m++ + 1] = (unsigned)j;
      }
  model_edges(t, n, m, ends, noise, &stream);
  mg_free(ends);
}

static double
largest_error(const mg_graph *g, size_t dim, const double *y)
{
  double worst = 0;

  for (size_t e = 0; e < g->m; e++) {
    double r = mg_distance(y + g->ends[2 * e] * dim,
                           y + g->ends[2 * e + 1] * dim, dim);

    worst = fmax(worst, fabs(r - g->target[e]) / g->target[e]);
  }
  return worst;
}

/* ---- the parts ---- */

/* K4 on 0..3 with the path 3-4-5 and the triangle 5-6-7 at its end: with 1
 * nothing is left of the path's free end, with 2 only K4 stays. */
START_TEST(peeling_leaves_the_core)
{
  static const unsigned ends[] = { 0, 1,  0, 2,  0, 3,  1, 2,  1, 3,  2, 3,
                                   3, 4,  4, 5,  5, 6,  6, 7,  5, 7,  7, 8 };
  unsigned order[9];
  size_t removed;
  model t;

  model_random(&t, 2, 9, 12, ends, 1);
  ck_assert_int_eq(mg_k_core(&t.g, 2, order, &removed, NULL), MGNN_OK);
  ck_assert_uint_eq(removed, 1);
  ck_assert_uint_eq(order[0], 8);
  ck_assert_int_eq(mg_k_core(&t.g, 3, order, &removed, NULL), MGNN_OK);
  ck_assert_uint_eq(removed, 5);
  for (unsigned k = 0; k < 4; k++)
    ck_assert_uint_eq(order[5 + k], k);
  ck_assert_int_eq(mg_k_core(&t.g, 4, order, &removed, NULL), MGNN_OK);
  ck_assert_uint_eq(removed, 9);
  model_free(&t);
}
END_TEST

/* Every removed node, when it went, had at most so many neighbours left. */
START_TEST(peeling_takes_nodes_that_hang_on_few)
{
  model t;
  unsigned *order;
  size_t removed, *when;

  model_geometric(&t, 2, 300, 7, 0, 0, 3);
  order = malloc(t.g.n * sizeof *order);
  when = malloc(t.g.n * sizeof *when);
  ck_assert_int_eq(mg_k_core(&t.g, 4, order, &removed, NULL), MGNN_OK);
  ck_assert_uint_gt(removed, 10);
  ck_assert_uint_lt(removed, 290);
  for (size_t k = 0; k < t.g.n; k++)
    when[order[k]] = k < removed ? k : removed;
  for (size_t i = 0; i < t.g.n; i++) {
    size_t later = 0;

    for (size_t k = t.g.row[i]; k < t.g.row[i + 1]; k++)
      later += when[t.g.to[k]] == removed || when[t.g.to[k]] > when[i];
    if (when[i] < removed)
      ck_assert_uint_le(later, 3);
    else
      ck_assert_uint_gt(later, 3);
  }
  free(order);
  free(when);
  model_free(&t);
}
END_TEST

/* A node with as many neighbours as dimensions can meet all of them, with more
 * only if they agree. */
START_TEST(a_node_is_located_where_its_lengths_are)
{
  static const unsigned ends[] = { 0, 4,  1, 4,  2, 4,  3, 4 };
  static const unsigned char some[] = { 1, 1, 1, 0, 0 },
                             all[] = { 1, 1, 1, 1, 0 };

  for (unsigned long seed = 1; seed <= 20; seed++)
    for (size_t dim = 2; dim <= 3; dim++) {
      model t;
      mg_locator l;
      double y[15];

      model_random(&t, dim, 5, 4, ends, seed);
      memcpy(y, t.x, 5 * dim * sizeof *y);
      ck_assert_int_eq(mg_locator_init(&l, &t.g, dim, seed, NULL), MGNN_OK);
      mg_locate(&l, &t.g, 4, y, some, y + 4 * dim);
      for (unsigned j = 0; j < 3; j++)
        ck_assert_double_eq_tol(mg_distance(y + j * dim, y + 4 * dim, dim),
                                t.g.target[j], 1e-6);
      mg_locate(&l, &t.g, 4, y, all, y + 4 * dim);
      for (size_t c = 4 * dim; c < 5 * dim; c++)
        ck_assert_double_eq_tol(y[c], t.x[c], 1e-5);
      mg_locator_free(&l);
      model_free(&t);
    }
}
END_TEST

/* ---- the filter ---- */

/* How many nodes are kept around `centre`, at random positions; keep may be
 * NULL. */
static size_t
rigid_part(size_t dim, size_t n, size_t m, const unsigned *ends, size_t centre,
           unsigned char *keep)
{
  unsigned char own[64];
  size_t first = 0;

  for (unsigned long seed = 1; seed <= 5; seed++) {
    unsigned char *part = keep != NULL ? keep : own;
    size_t kept = 0;
    model t;

    model_random(&t, dim, n, m, ends, seed);
    ck_assert_int_eq(mg_rigid_part(&t.g, dim, t.x, centre, seed, part, NULL),
                     MGNN_OK);
    for (size_t i = 0; i < n; i++)
      kept += part[i];
    if (seed == 1)
      first = kept;
    ck_assert_uint_eq(kept, first);
    model_free(&t);
  }
  return first;
}

/* The complete graph on count nodes from `base` on. */
static size_t
clique(unsigned *ends, size_t m, unsigned base, unsigned count)
{
  for (unsigned a = 0; a < count; a++)
    for (unsigned b = 0; b < a; b++) {
      ends[2 * m] = base + a;
      ends[2 * m++ + 1] = base + b;
    }
  return m;
}

START_TEST(two_triangles_on_one_edge_can_be_folded)
{
  static const unsigned ends[] = { 0, 1,  0, 2,  1, 2,  0, 3,  1, 3 };

  ck_assert_uint_eq(rigid_part(2, 4, 5, ends, 0, NULL), 0);
}
END_TEST

START_TEST(complete_graphs_are_rigid)
{
  unsigned ends[2 * 15];

  ck_assert_uint_eq(rigid_part(2, 4, clique(ends, 0, 0, 4), ends, 0, NULL), 4);
  ck_assert_uint_eq(rigid_part(3, 5, clique(ends, 0, 0, 5), ends, 2, NULL), 5);
  ck_assert_uint_eq(rigid_part(3, 4, clique(ends, 0, 0, 4), ends, 0, NULL), 0);
}
END_TEST

/* 3-connected and redundantly rigid: globally rigid in the plane (Jackson and
 * Jordan).  Without a rim edge, redundancy is lost. */
START_TEST(wheels_are_rigid_in_the_plane)
{
  static const unsigned ends[] = { 0, 1,  0, 2,  0, 3,  0, 4,  0, 5,
                                   1, 2,  2, 3,  3, 4,  4, 5,  5, 1 };

  ck_assert_uint_eq(rigid_part(2, 6, 10, ends, 0, NULL), 6);
  ck_assert_uint_eq(rigid_part(2, 6, 10, ends, 3, NULL), 6);
  ck_assert_uint_eq(rigid_part(2, 6, 9, ends, 0, NULL), 0);
}
END_TEST

/* Bodies that share d nodes can be mirrored against each other, with d - 1 (a
 * hinge) also turned: only the side of the centre is kept. */
START_TEST(only_one_side_of_a_mirror_or_hinge_is_kept)
{
  for (unsigned dim = 2; dim <= 3; dim++)
    for (unsigned shared = dim - 1; shared <= dim; shared++) {
      unsigned ends[60];
      unsigned char keep[16];
      size_t m = clique(ends, 0, 0, 5), more = clique(ends, m, 5 - shared, 5);
      size_t unique = 0, n = 10 - shared;

      for (size_t e = 0; e < more; e++)        /* shared pairs come twice */
        if (e < m || ends[2 * e] >= 5) {
          ends[2 * unique] = ends[2 * e];
          ends[2 * unique++ + 1] = ends[2 * e + 1];
        }
      ck_assert_uint_eq(rigid_part(dim, n, unique, ends, 0, keep), 5);
      for (size_t i = 0; i < n; i++)
        ck_assert_int_eq(keep[i], i < 5);
      ck_assert_uint_eq(rigid_part(dim, n, unique, ends, n - 1, keep), 5);
      for (size_t i = 0; i < n; i++)
        ck_assert_int_eq(keep[i], i >= 5 - shared);
    }
}
END_TEST

/* With dim + 1 nodes shared the bodies are one. */
START_TEST(bodies_that_share_enough_are_one)
{
  for (unsigned dim = 2; dim <= 3; dim++) {
    unsigned ends[60], n = 2 * (dim + 2) - (dim + 1);
    size_t m = clique(ends, 0, 0, dim + 2);

    for (unsigned a = dim + 2; a < n; a++)
      for (unsigned b = 1; b <= dim + 1; b++) {
        ends[2 * m] = a;
        ends[2 * m++ + 1] = b;
      }
    ck_assert_uint_eq(rigid_part(dim, n, m, ends, 0, NULL), n);
  }
}
END_TEST

START_TEST(a_dangling_node_is_dropped)
{
  for (unsigned dim = 2; dim <= 3; dim++) {
    unsigned ends[60];
    unsigned char keep[16];
    size_t m = clique(ends, 0, 0, 6);

    for (unsigned j = 0; j < dim; j++) {
      ends[2 * m] = 6;
      ends[2 * m++ + 1] = j;
    }
    ck_assert_uint_eq(rigid_part(dim, 7, m, ends, 0, keep), 6);
    ck_assert_int_eq(keep[6], 0);
    ck_assert_uint_eq(rigid_part(dim, 7, m, ends, 6, NULL), 0);
  }
}
END_TEST

/* K_{5,5} in space meets both conditions of Hendrickson, is 4-connected and
 * redundantly rigid, and yet not globally rigid (Connelly): the test sees it,
 * K_{5,6} is another matter. */
START_TEST(a_bipartite_graph_deceives_counting_but_not_the_filter)
{
  unsigned ends[60];
  size_t m = 0;

  for (unsigned a = 0; a < 5; a++)
    for (unsigned b = 5; b < 10; b++) {
      ends[2 * m] = a;
      ends[2 * m++ + 1] = b;
    }
  ck_assert_uint_eq(rigid_part(3, 10, m, ends, 0, NULL), 0);
  for (unsigned a = 0; a < 5; a++) {
    ends[2 * m] = a;
    ends[2 * m++ + 1] = 10;
  }
  ck_assert_uint_eq(rigid_part(3, 11, m, ends, 0, NULL), 11);
}
END_TEST

/* ---- merging ---- */

/* Cut a body out of the points x, turned by an angle, mirrored if asked, and
 * shifted. */
static void
body_cut(mg_bodies *list, const double *x, unsigned first, unsigned count,
          double angle, int mirror, double shift)
{
  mg_body p;

  ck_assert_int_eq(mg_body_init(&p, count, 2, NULL), MGNN_OK);
  for (unsigned a = 0; a < count; a++) {
    const double *at = x + 2 * (first + a);

    p.node[a] = first + a;
    p.x[2 * a] = cos(angle) * at[0] - sin(angle) * at[1] + shift;
    p.x[2 * a + 1] = (sin(angle) * at[0] + cos(angle) * at[1])
                     * (mirror ? -1 : 1);
  }
  ck_assert_int_eq(mg_bodies_add(list, &p, NULL), MGNN_OK);
}

/* A strip of points, each joined to those up to 4 numbers away. */
static void
model_strip(model *t, size_t n)
{
  uint64_t stream = mg_random_stream(5, 0);
  unsigned *ends = malloc(8 * n * sizeof *ends);
  size_t m = 0;

  t->dim = 2;
  t->x = mg_alloc(n, 2 * sizeof *t->x);
  for (size_t i = 0; i < n; i++) {
    t->x[2 * i] = (double)i + 0.3 * mg_random_uniform(&stream);
    t->x[2 * i + 1] = 2 * mg_random_uniform(&stream);
    for (size_t j = i < 4 ? 0 : i - 4; j < i; j++) {
      ends[2 * m] = (unsigned)i;
      ends[2 * m++ + 1] = (unsigned)j;
    }
  }
  model_edges(t, n, m, ends, 0, &stream);
  free(ends);
}

static const mg_merge_rules exact = { .rms = 0.01, .error = 0.005,
                                      .polish = 1.5 };
#define TASK(g, dim, control) (&(mg_task){ &(g), dim, NULL, &(control), NULL })
static const mg_run_control calm = { .seed = 1, .threads = 1,
                                     .tolerance = 1e-6 };

/* Bodies that overlap by 4 and lie anywhere, some mirrored, merge into one
 * cluster with the right shape. */
START_TEST(pieces_merge_whatever_their_orientation)
{
  enum { N = 52 };
  mg_bodies bodies = { .count = 0 }, clusters = { .count = 0 };
  model t;

  model_strip(&t, N);
  for (unsigned k = 0; 8 * k + 12 <= N; k++)
    body_cut(&bodies, t.x, 8 * k, 12, 1.1 * k, k % 2, 10.0 * k);
  ck_assert_int_eq(mg_bodies_index(&bodies, N, NULL), MGNN_OK);
  ck_assert_int_eq(mg_merge_patches(TASK(t.g, 2, calm), &exact, &bodies,
                                    &clusters, NULL), MGNN_OK);
  ck_assert_uint_eq(clusters.count, 1);
  ck_assert_uint_eq(clusters.body[0].count, N);
  for (unsigned a = 0; a < N; a++)
    for (unsigned b = 0; b < a; b++) {
      const mg_body *p = &clusters.body[0];

      ck_assert_double_eq_tol(mg_distance(p->x + 2 * a, p->x + 2 * b, 2),
                              mg_distance(t.x + 2 * p->node[a],
                                          t.x + 2 * p->node[b], 2), 1e-6);
    }
  mg_bodies_free(&bodies);
  mg_bodies_free(&clusters);
  model_free(&t);
}
END_TEST

/* Where all shared nodes lie on a line, a body may be right or its mirror
 * image: it must stay out.  With one that is wrong in shape it is the same. */
START_TEST(pieces_that_might_be_mirrored_stay_apart)
{
  enum { N = 20 };

  for (int wrong = 0; wrong < 2; wrong++) {
    mg_bodies bodies = { .count = 0 }, clusters = { .count = 0 };
    model t;

    model_strip(&t, N);
    for (unsigned i = 8; i < 12 && !wrong; i++)
      t.x[2 * i + 1] = 1 + 0.1 * t.x[2 * i];
    body_cut(&bodies, t.x, 0, 12, 0, 0, 0);
    body_cut(&bodies, t.x, 8, 12, 1, 0, 7);
    if (wrong)
      bodies.body[1].x[1] += 0.5;
    ck_assert_int_eq(mg_bodies_index(&bodies, N, NULL), MGNN_OK);
    ck_assert_int_eq(mg_merge_patches(TASK(t.g, 2, calm), &exact, &bodies,
                                      &clusters, NULL), MGNN_OK);
    ck_assert_uint_eq(clusters.count, 2);
    ck_assert_uint_eq(clusters.body[0].count, 12);
    ck_assert_uint_eq(clusters.body[1].count, 12);
    mg_bodies_free(&bodies);
    mg_bodies_free(&clusters);
    model_free(&t);
  }
}
END_TEST

/* Links are distances inside the bodies, each pair once, and no edges. */
START_TEST(links_know_the_distances_in_a_piece)
{
  enum { N = 20 };
  mg_bodies bodies = { .count = 0 };
  unsigned node[N], map[N];
  mg_subgraph s;
  mg_links l;
  model t;

  model_strip(&t, N);
  body_cut(&bodies, t.x, 0, 12, 2, 0, 3);
  body_cut(&bodies, t.x, 5, 15, 1, 1, -2);
  for (unsigned i = 0; i < N; i++) {
    node[i] = N - 1 - i;
    map[i] = MG_NOWHERE;
  }
  ck_assert_int_eq(mg_bodies_index(&bodies, N, NULL), MGNN_OK);
  ck_assert_int_eq(mg_links_find(&l, &bodies, TASK(t.g, 2, calm), node, N, 9,
                                 NULL),
                   MGNN_OK);
  ck_assert_uint_gt(l.extra.count, 20);
  for (size_t k = 0; k < l.extra.count; k++)
    ck_assert_double_eq_tol(l.length[k],
                            mg_distance(t.x + 2 * node[l.ends[2 * k]],
                                        t.x + 2 * node[l.ends[2 * k + 1]], 2),
                            1e-12);
  /* Refuses pairs that come twice. */
  ck_assert_int_eq(mg_subgraph_init(&s, &t.g, node, N, map, &l.extra, NULL),
                   MGNN_OK);
  ck_assert_uint_eq(s.graph.m, t.g.m + l.extra.count);
  mg_subgraph_free(&s);
  mg_links_free(&l);
  mg_bodies_free(&bodies);
  model_free(&t);
}
END_TEST

/* ---- the whole ---- */

/* Stitch from scattered positions. */
static int
stitch(const model *t, int threads, double *y, unsigned char *determined)
{
  mg_run_control control = { .seed = 1, .threads = threads, .tolerance = 1e-6 };
  uint64_t stream = 4;
  int better;

  for (size_t k = 0; k < t->g.n * t->dim; k++)
    y[k] = mg_random_deviate(&stream);
  ck_assert_int_eq(mg_stitch(TASK(t->g, t->dim, control), y, determined, &better,
                             NULL), MGNN_OK);
  return better;
}

/* Degree 10 in the plane and 14 in space, where descents alone end in some
 * local minimum; the C too, where shortest paths mislead. */
START_TEST(sparse_graphs_are_recovered)
{
  static const struct {
    size_t dim, n;
    double degree;
    int c_shape;
  } cases[] = { { 2, 300, 12, 0 }, { 2, 300, 12, 1 }, { 2, 200, 9, 0 },
                { 3, 200, 18, 0 }, { 3, 200, 20, 1 } };

  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    unsigned char *determined;
    size_t known = 0;
    double *y;
    model t;

    model_geometric(&t, cases[k].dim, cases[k].n, cases[k].degree,
                    cases[k].c_shape, 0, 11 + k);
    y = malloc(t.g.n * t.dim * sizeof *y);
    determined = malloc(t.g.n);
    ck_assert_int_eq(stitch(&t, 1, y, determined), 1);
    ck_assert_double_lt(largest_error(&t.g, t.dim, y), 1e-3);
    /* What is determined has the distances of the truth, all of them. */
    for (size_t i = 0; i < t.g.n; i++) {
      known += determined[i];
      for (size_t j = 0; j < i && determined[i]; j++)
        if (determined[j])
          ck_assert_double_eq_tol(mg_distance(y + i * t.dim, y + j * t.dim,
                                              t.dim),
                                  mg_distance(t.x + i * t.dim, t.x + j * t.dim,
                                              t.dim), 1e-4);
    }
    ck_assert_uint_gt(known, t.g.n / 2);
    free(y);
    free(determined);
    model_free(&t);
  }
}
END_TEST

/* With noise the energy comes down to that of a descent from the truth. */
START_TEST(noise_is_lived_with)
{
  double *y, *partial, mine, truth, stress;
  mg_local s;
  model t;

  model_geometric(&t, 2, 200, 18, 0, 0.01, 21);
  y = malloc(t.g.n * 2 * sizeof *y);
  partial = malloc(mg_blocks(t.g.n) * sizeof *partial);
  ck_assert_int_eq(stitch(&t, 1, y, NULL), 1);
  mine = mg_energy(&t.g, 2, 0, 1, y, NULL, partial);
  ck_assert_int_eq(mg_local_init(&s, &t.g, 2, NULL, NULL, 1, NULL), MGNN_OK);
  ck_assert_int_eq(mg_local_solve(&s, 0, 0,
                                  t.x, &stress, NULL), MGNN_OK);
  truth = stress * s.scale;
  ck_assert_double_le(mine, 1.01 * truth);
  mg_local_free(&s);
  free(y);
  free(partial);
  model_free(&t);
}
END_TEST

START_TEST(threads_change_nothing)
{
  model t;
  double *y[3];
  unsigned char *determined[3];

  model_geometric(&t, 2, 300, 9, 0, 0, 31);
  for (int k = 0; k < 3; k++) {
    y[k] = malloc(t.g.n * 2 * sizeof **y);
    determined[k] = malloc(t.g.n);
    stitch(&t, k + 1, y[k], determined[k]);
    ck_assert_mem_eq(y[0], y[k], t.g.n * 2 * sizeof **y);
    ck_assert_mem_eq(determined[0], determined[k], t.g.n);
  }
  for (int k = 0; k < 3; k++) {
    free(y[k]);
    free(determined[k]);
  }
  model_free(&t);
}
END_TEST

/* A path, a tree, a triangle, single nodes: all is removed and put back. */
START_TEST(tiny_and_tree_like_graphs_come_out_exact)
{
  static const unsigned ends[] = { 0, 1,  1, 2,  0, 2,  2, 3,  3, 4,  3, 5,
                                   5, 6,  6, 7 };

  for (size_t dim = 2; dim <= 3; dim++)
    for (size_t n = 1; n <= 8; n++) {
      unsigned char determined[8];
      double y[24];
      size_t m = 0;
      model t;

      while (m < 8 && ends[2 * m] < n && ends[2 * m + 1] < n)
        m++;
      model_random(&t, dim, n, m, ends, 7);
      stitch(&t, 1, y, determined);
      ck_assert_double_lt(largest_error(&t.g, dim, y), 1e-6);
      for (size_t i = 0; i < n; i++)
        ck_assert_int_eq(determined[i], 0);
      model_free(&t);
    }
}
END_TEST

/* A better drawing is left alone. */
START_TEST(what_is_right_already_stays)
{
  mg_run_control control = { .seed = 1, .threads = 1, .tolerance = 1e-6 };
  double *y;
  int better;
  model t;

  model_geometric(&t, 2, 60, 12, 0, 0, 41);
  y = malloc(t.g.n * 2 * sizeof *y);
  memcpy(y, t.x, t.g.n * 2 * sizeof *y);
  ck_assert_int_eq(mg_stitch(TASK(t.g, 2, control), y, NULL, &better, NULL),
                   MGNN_OK);
  ck_assert_int_eq(better, 0);
  ck_assert_mem_eq(y, t.x, t.g.n * 2 * sizeof *y);
  free(y);
  model_free(&t);
}
END_TEST

static int
asked(void *ctx)
{
  return --*(int *)ctx < 0;
}

/* Whenever time runs out, y is a whole drawing: the old or a better one. */
START_TEST(an_end_called_early_leaves_a_drawing)
{
  double *y, *old;
  model t;

  model_geometric(&t, 2, 100, 10, 0, 0, 51);
  y = malloc(t.g.n * 2 * sizeof *y);
  old = malloc(t.g.n * 2 * sizeof *y);
  for (int patience = 0; patience < 40; patience += 6) {
    int left = patience, better;
    mg_run_control control = { .seed = 1, .threads = 1, .tolerance = 1e-6,
                               .stop = asked, .ctx = &left };
    uint64_t stream = 4;

    for (size_t k = 0; k < t.g.n * 2; k++)
      y[k] = old[k] = mg_random_deviate(&stream);
    ck_assert_int_eq(mg_stitch(TASK(t.g, 2, control), y, NULL, &better, NULL),
                   MGNN_OK);
    if (better)
      ck_assert_double_lt(largest_error(&t.g, 2, y),
                          largest_error(&t.g, 2, old));
    else
      ck_assert_mem_eq(y, old, t.g.n * 2 * sizeof *y);
  }
  free(y);
  free(old);
  model_free(&t);
}
END_TEST

START_TEST(what_stitching_is_not_for_is_left_alone)
{
  static const double upper[] = { 9, 9, 9, 9, 9, 9 },
                      zero[] = { 1, 1, 0, 1, 1, 1 };
  double y[40] = { 1, 2, 3, 4 };
  unsigned char determined[4] = { 255, 255, 255, 255 };
  int better = 1;
  model t;

  model_random(&t, 2, 4, 6, k4_ends, 1);
  ck_assert_int_eq(mg_stitch(TASK(t.g, 1, calm), y, determined, &better,
                             NULL), MGNN_OK);
  ck_assert_int_eq(better, 0);
  ck_assert_int_eq(mg_stitch(TASK(t.g, 4, calm), y, determined, &better,
                             NULL), MGNN_OK);
  ck_assert_int_eq(better, 0);
  ck_assert_int_eq(mg_graph_lengths_set(&t.g, t.g.target, upper, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mg_stitch(TASK(t.g, 2, calm), y, determined, &better,
                             NULL), MGNN_OK);
  ck_assert_int_eq(better, 0);
  ck_assert_int_eq(mg_graph_lengths_set(&t.g, zero, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mg_stitch(TASK(t.g, 2, calm), y, determined, &better,
                             NULL), MGNN_OK);
  ck_assert_int_eq(better, 0);
  ck_assert(y[0] == 1 && y[3] == 4 && determined[0] == 255);
  model_free(&t);
}
END_TEST

/* Exact lengths are distinguished from those that are not, or cannot be. */
START_TEST(a_probe_recognises_exact_lengths)
{
  static const double noise[] = { 0, 0.01, 0 };

  for (size_t k = 0; k < 3; k++) {
    mg_probe probe = { -1, NAN, NAN, -1 };
    model t;

    model_geometric(&t, k == 2 ? 3 : 2, 150, k == 2 ? 18 : 12, 0, noise[k], 12);
    ck_assert_int_eq(mg_stitch_probe(TASK(t.g, t.dim, calm), &probe,
                                     NULL), MGNN_OK);
    ck_assert_int_eq(probe.exact, noise[k] == 0);
    ck_assert_int_eq(probe.noisy, noise[k] > 0);
    if (noise[k] > 0)          /* the variance of the errors is noise^2 */
      ck_assert_double_eq_tol(sqrt(probe.variance), noise[k],
                              3 * probe.uncertain * noise[k]);
    ck_assert_int_eq(mg_stitch_probe(TASK(t.g, 1, calm), &probe, NULL),
                     MGNN_OK);
    ck_assert_int_eq(probe.exact, 0);
    for (long good = 0; k == 0; good = good < 40 ? good + 1 : 2 * good) {
      mgnn_status status;

      mg_fuse_set(good);
      status = mg_stitch_probe(TASK(t.g, t.dim, calm), &probe, NULL);
      if (!mg_fuse_blown())
        break;
      ck_assert_int_eq(status, MGNN_ENOMEM);
    }
    mg_fuse_set(-1);
    model_free(&t);
  }
  for (int k = 0; k < 2; k++) {        /* all of it is removed, or one patch */
    mg_probe probe = { -1, NAN, NAN, -1 };
    model t;

    model_random(&t, 2, 4, k == 0 ? 3 : 6, k4_ends, 1);
    ck_assert_int_eq(mg_stitch_probe(TASK(t.g, 2, calm), &probe, NULL),
                     MGNN_OK);
    ck_assert_int_eq(probe.exact, k);
    model_free(&t);
  }
}
END_TEST

/* The 1st, 2nd, ... allocation fails: the call says so and y stays. */
START_TEST(stitching_survives_allocation_failure)
{
  unsigned char *determined;
  double *y, *old;
  long good = 0, step = 1;
  model t;

  model_geometric(&t, 2, 40, 9, 0, 0, 62);
  y = malloc(t.g.n * 2 * sizeof *y);
  old = malloc(t.g.n * 2 * sizeof *y);
  determined = malloc(t.g.n);
  for (;; good += step) {
    uint64_t stream = 4;
    mgnn_status status;
    int better;

    for (size_t k = 0; k < t.g.n * 2; k++)
      y[k] = old[k] = mg_random_deviate(&stream);
    mg_fuse_set(good);
    status = mg_stitch(TASK(t.g, 2, calm), y, determined, &better, NULL);
    if (!mg_fuse_blown()) {
      ck_assert_int_eq(status, MGNN_OK);
      break;
    }
    ck_assert_int_eq(status, MGNN_ENOMEM);
    ck_assert_mem_eq(y, old, t.g.n * 2 * sizeof *y);
    step = good < 300 ? 1 : 37;          /* later patches are all the same */
  }
  mg_fuse_set(-1);
  ck_assert_int_gt(good, 300);
  free(y);
  free(old);
  free(determined);
  model_free(&t);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(peeling_leaves_the_core),
    TEST(peeling_takes_nodes_that_hang_on_few),
    TEST(a_node_is_located_where_its_lengths_are),
    TEST(two_triangles_on_one_edge_can_be_folded),
    TEST(complete_graphs_are_rigid),
    TEST(wheels_are_rigid_in_the_plane),
    TEST(only_one_side_of_a_mirror_or_hinge_is_kept),
    TEST(bodies_that_share_enough_are_one),
    TEST(a_dangling_node_is_dropped),
    TEST(a_bipartite_graph_deceives_counting_but_not_the_filter),
    TEST(pieces_merge_whatever_their_orientation),
    TEST(pieces_that_might_be_mirrored_stay_apart),
    TEST(links_know_the_distances_in_a_piece),
    TEST(sparse_graphs_are_recovered),
    TEST(noise_is_lived_with),
    TEST(threads_change_nothing),
    TEST(tiny_and_tree_like_graphs_come_out_exact),
    TEST(what_is_right_already_stays),
    TEST(an_end_called_early_leaves_a_drawing),
    TEST(what_stitching_is_not_for_is_left_alone),
    TEST(a_probe_recognises_exact_lengths),
    TEST(stitching_survives_allocation_failure)
  };

  gsl_set_error_handler_off();
  return unit_run("stitch", tests, COUNT(tests), NULL);
}
