/* Rigid motions, orientation, packing, overlaps; whole layouts with several
 * components; what a watcher sees. */
#include "base/mem.h"
#include "base/dense.h"
#include "base/subgraph.h"
#include "measure/plane_figures.h"
#include "solve/arrange/align.h"
#include "solve/arrange/overlap.h"
#include "solve/arrange/pack.h"
#include "solve/arrange/pack_components.h"
#include "solve/arrange/tree.h"
#include "solve/descent/lbfgs.h"
#include "random_graph.h"
#include "small_graphs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Points turned, mirrored and shifted come back exactly. */
START_TEST(a_rigid_motion_is_found)
{
  for (size_t dim = 1; dim <= 4; dim++) {
    double x[10 * 4], y[10 * 4], back[4];
    unsigned seed = (unsigned)dim;
    mg_motion m;

    for (size_t k = 0; k < 10 * dim; k++)
      x[k] = random_unit32(&seed);
    for (size_t i = 0; i < 10; i++)      /* swap axes, mirror one, shift */
      for (size_t c = 0; c < dim; c++)
        y[i * dim + c] = (c == 0 ? -1 : 1) * x[i * dim + (c + 1) % dim] + 3;
    ck_assert_int_eq(mg_motion_fit(&m, dim, 10, x, y, 0, NULL), MGNN_OK);
    ck_assert_double_le(m.rms, 1e-14);
    for (size_t i = 0; i < 10; i++) {
      mg_motion_apply(&m, x + i * dim, back);
      ck_assert_double_le(mg_distance(back, y + i * dim, dim), 1e-13);
    }
    mg_motion_free(&m);
  }
}
END_TEST

/* A mirror image cannot be reached by turning alone: the best fit leaves
 * 4 times the least singular value. */
START_TEST(a_proper_motion_does_not_mirror)
{
  static const double x[] = { 0, 0,  2, 0,  0, 1,  3, 1 };
  double y[8], sum = 0;
  mg_motion m, free_motion;

  for (size_t i = 0; i < 4; i++) {
    y[2 * i] = x[2 * i];
    y[2 * i + 1] = -x[2 * i + 1];
  }
  ck_assert_int_eq(mg_motion_fit(&free_motion, 2, 4, x, y, 0, NULL), MGNN_OK);
  ck_assert_int_eq(mg_motion_fit(&m, 2, 4, x, y, 1, NULL), MGNN_OK);
  ck_assert_double_le(free_motion.rms, 1e-14);
  sum = m.rms * m.rms * 4;
  ck_assert_double_eq_tol(sum, 4 * m.least, 1e-12);
  ck_assert_double_gt(m.turn[0] * m.turn[3] - m.turn[1] * m.turn[2], 0);
  mg_motion_free(&m);
  mg_motion_free(&free_motion);
}
END_TEST

/* However a drawing lies, it is turned to the same orientation. */
START_TEST(orientation_does_not_depend_on_how_it_lay)
{
  double x[20 * 2], y[20 * 2], t = 0.7;
  unsigned seed = 5;

  for (size_t i = 0; i < 20; i++) {
    x[2 * i] = 3 * random_unit32(&seed) * random_unit32(&seed);
    x[2 * i + 1] = random_unit32(&seed);
    y[2 * i] = cos(t) * x[2 * i] + sin(t) * x[2 * i + 1] - 8;
    y[2 * i + 1] = sin(t) * x[2 * i] - cos(t) * x[2 * i + 1] + 2;
  }
  ck_assert_int_eq(mg_orient(2, 20, x, NULL), MGNN_OK);
  ck_assert_int_eq(mg_orient(2, 20, y, NULL), MGNN_OK);
  for (size_t k = 0; k < 40; k++)
    ck_assert_double_eq_tol(x[k], y[k], 1e-12);
}
END_TEST

/* The principal axes of a square grid can be any, of a rectangle's corners with weights
 * on one diagonal they are oblique: the smallest rectangle has the sides of both, and
 * lies. */
START_TEST(the_smallest_rectangle_lies_along_the_axes)
{
  const double side[2][2] = { { 9, 9 }, { 9, 4 } };

  for (int k = 0; k < 2; k++) {
    double x[100 * 2], low[2] = { INFINITY, INFINITY }, high[2] = { 0, 0 };

    for (size_t i = 0; i < 100; i++) {
      double u = side[k][0] * (double)(i % 10) / 9, v = side[k][1] * (double)(i / 10) / 9;

      if (k == 1 && i % 10 != 0 && i % 10 != 9 && i / 10 != 0 && i / 10 != 9)
        v = side[k][1] / side[k][0] * u;     /* the diagonal */
      x[2 * i] = 0.8 * u - 0.6 * v;
      x[2 * i + 1] = 0.6 * u + 0.8 * v;
    }
    ck_assert_int_eq(mg_orient(2, 100, x, NULL), MGNN_OK);
    for (size_t i = 0; i < 200; i++) {
      low[i % 2] = fmin(low[i % 2], x[i]);
      high[i % 2] = fmax(i < 2 ? -INFINITY : high[i % 2], x[i]);
    }
    for (size_t c = 0; c < 2; c++)
      ck_assert_double_eq_tol(high[c] - low[c], side[k][c], 1e-2);
  }
}
END_TEST

START_TEST(packed_boxes_do_not_overlap)
{
  enum { BOXES = 200 };

  for (unsigned seed = 1; seed <= 20; seed++) {
    mg_box box[BOXES];
    unsigned state = seed;
    double area = 0, width = 0, height = 0, aspect = seed % 2 == 0 ? 1 : 1.6;
    size_t count = seed == 20 ? 1 : BOXES;

    for (size_t k = 0; k < count; k++) {
      box[k].width = 0.1 + random_unit32(&state) * (k < 5 ? 20 : 2);
      box[k].height = 0.1 + random_unit32(&state) * (k < 5 ? 20 : 2);
      area += box[k].width * box[k].height;
    }
    ck_assert_int_eq(mg_pack(box, count, aspect, NULL), MGNN_OK);
    for (size_t a = 0; a < count; a++) {
      width = fmax(width, box[a].x + box[a].width);
      height = fmax(height, box[a].y + box[a].height);
      ck_assert_double_ge(box[a].x, 0);
      ck_assert_double_ge(box[a].y, 0);
      for (size_t b = a + 1; b < count; b++)
        ck_assert(box[a].x + box[a].width <= box[b].x + 1e-9
                  || box[b].x + box[b].width <= box[a].x + 1e-9
                  || box[a].y + box[a].height <= box[b].y + 1e-9
                  || box[b].y + box[b].height <= box[a].y + 1e-9);
    }
    if (count > 1)             /* at most a third is wasted */
      ck_assert_double_le(width * height, 1.5 * area);
  }
}
END_TEST

START_TEST(overlaps_are_removed)
{
  enum { DISCS = 300 };
  double xy[2 * DISCS], old[2 * DISCS], moved = 0, gap = 0.05;
  unsigned seed = 9;
  size_t pairs;

  for (size_t k = 0; k < 2 * DISCS; k++)
    xy[k] = random_unit32(&seed);
  memcpy(xy, xy + 2, 2 * sizeof *xy);            /* two at one point */
  memcpy(old, xy, sizeof xy);
  ck_assert_int_eq(mg_overlap_remove(DISCS, xy, gap, 1, &pairs, NULL), MGNN_OK);
  ck_assert_uint_gt(pairs, 10);
  for (size_t i = 0; i < DISCS; i++) {
    moved = fmax(moved, mg_distance(xy + 2 * i, old + 2 * i, 2));
    for (size_t j = 0; j < i; j++)
      ck_assert_double_ge(mg_distance(xy + 2 * i, xy + 2 * j, 2), 0.999 * gap);
  }
  ck_assert_double_le(moved, 5 * gap);
  memcpy(old, xy, sizeof xy);                    /* now nothing moves */
  ck_assert_int_eq(mg_overlap_remove(DISCS, xy, gap, 1, &pairs, NULL), MGNN_OK);
  ck_assert_uint_eq(pairs, 0);
  ck_assert_int_eq(memcmp(old, xy, sizeof xy), 0);
}
END_TEST

/* Boxes of all shapes around points: none touch afterwards. */
START_TEST(overlapping_boxes_are_removed)
{
  enum { BOXES = 150 };
  double xy[2 * BOXES];
  mg_extent e[BOXES];
  unsigned seed = 4;
  size_t pairs;

  for (size_t i = 0; i < BOXES; i++) {
    e[i] = (mg_extent){ 0.01, 0.01 + 0.1 * random_unit32(&seed), 0.02, 0.01 };
    xy[2 * i] = random_unit32(&seed);
    xy[2 * i + 1] = random_unit32(&seed);
  }
  memcpy(xy, xy + 2, 2 * sizeof *xy);            /* two at one point */
  ck_assert_int_eq(mg_overlap_remove_boxes(BOXES, xy, e, 1, &pairs, NULL),
                   MGNN_OK);
  ck_assert_uint_gt(pairs, 10);
  for (size_t i = 0; i < BOXES; i++)
    for (size_t j = 0; j < i; j++) {
      double dx = xy[2 * j] - xy[2 * i], dy = xy[2 * j + 1] - xy[2 * i + 1];

      ck_assert(dx > 0.998 * (e[i].right + e[j].left)
                || -dx > 0.998 * (e[i].left + e[j].right)
                || dy > 0.998 * (e[i].above + e[j].below)
                || -dy > 0.998 * (e[i].below + e[j].above));
    }
  ck_assert_int_eq(mg_overlap_remove_boxes(BOXES, xy, e, 1, &pairs, NULL),
                   MGNN_OK);
  ck_assert_uint_eq(pairs, 0);
}
END_TEST

/* A hundred triangles and pairs and 400 isolated nodes: no two components are
 * nearer than a mean length, what is isolated takes 400/250/4 of the area of the
 * rest, about, in rows below it; with extents, as of names or of boxes higher than
 * edges are long, nothing of a component lies in the box of another. */
START_TEST(isolated_nodes_gather_below)
{
  enum { PARTS = 100, LONES = 400, NODES = 5 * PARTS / 2 + LONES,
         EDGES = 2 * PARTS };
  unsigned ends[2 * EDGES];
  size_t m = 0, n = 0, part[NODES];
  double *y = calloc(2 * NODES, sizeof *y);
  mg_extent *extent = calloc(NODES, sizeof *extent);
  mg_graph *g;
  mgnn_problem *p;
  mg_components c;

  for (size_t k = 0; k < PARTS; k++) {
    size_t count = 2 + k % 2;

    for (size_t a = 0; a < count; a++) {
      part[n + a] = k;
      y[2 * (n + a)] = 0.5 * (double)a * (a == 1 ? 2 : 0.5);
      y[2 * (n + a) + 1] = a == 2 ? sqrt(0.75) : 0;
      if (a == 0 && count == 2)
        continue;
      ends[2 * m] = (unsigned)(n + a);
      ends[2 * m++ + 1] = (unsigned)(count == 2 ? n : n + (a + 1) % 3);
    }
    n += count;
  }
  for (size_t i = n; i < NODES; i++)
    part[i] = i;
  ck_assert_int_eq(mgnn_problem_new(&p, NODES, m, ends, NULL, NULL), MGNN_OK);
  g = &p->graph;
  ck_assert_int_eq(mg_components_find(&c, g, NULL), MGNN_OK);
  for (int named = 0; named < 3; named++) {
    static const mg_extent each[] = { { 0, 0, 0, 0 }, { 0.1, 0.9, 0.2, 0.2 },
                                      { 1, 1, 1.5, 1.5 } };
    double low = INFINITY, high = -INFINITY, top = -INFINITY;
    double bottom = INFINITY;

    for (size_t i = 0; i < NODES && named; i++)
      extent[i] = each[named];
    ck_assert_int_eq(mg_pack_components(&(mg_packing){ g, &c, 2, NULL, 1,
                                        named ? extent : NULL }, y, NULL),
                     MGNN_OK);
    for (size_t i = 0; i < NODES; i++) {
      size_t lone = i >= NODES - LONES;

      top = fmax(top, y[2 * i + 1]);
      bottom = fmin(bottom, y[2 * i + 1]);
      low = fmin(low, lone ? INFINITY : y[2 * i + 1]);
      high = fmax(high, lone ? y[2 * i + 1] : -INFINITY);
      for (size_t j = 0; j < i; j++) {
        double apart = mg_distance(y + 2 * i, y + 2 * j, 2);

        if (!lone)
          ck_assert_double_ge(apart, 0.999);
        if (named && part[i] != part[j])
          ck_assert(fabs(y[2 * i] - y[2 * j])
                    > 0.999 * (each[named].left + each[named].right)
                    || fabs(y[2 * i + 1] - y[2 * j + 1])
                       > 0.999 * (each[named].below + each[named].above));
      }
    }
    ck_assert_double_lt(high, low - 0.4);
    if (!named)
      ck_assert_double_le(high - bottom, 0.45 * (top - low));
  }
  mg_components_free(&c);
  mgnn_problem_free(p);
  free(extent);
  free(y);
}
END_TEST

/* Two triangles and three lone nodes: lengths are met, pieces kept apart. */
START_TEST(components_lie_side_by_side)
{
  static const double length[] = { 3, 4, 5, 1, 1, 1 };
  double y[9 * 2] = { 0 };
  mgnn_problem *p;
  mgnn_search_params par;
  mgnn_outcome out;

  ck_assert_int_eq(mgnn_problem_new(&p, 9, 6, two_triangles_ends, length, NULL),
                   MGNN_OK);
  mgnn_search_params_init(&par);
  ck_assert_int_eq(mgnn_layout(p, 2, &par, y, &out, NULL), MGNN_OK);
  mgnn_outcome_free(&out);
  ck_assert_double_le(out.energy, 1e-12);
  for (size_t i = 0; i < 9; i++)
    for (size_t j = 0; j < i; j++)
      ck_assert_double_gt(mg_distance(y + 2 * i, y + 2 * j, 2), 0.5);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(pinned_nodes_stay_and_nothing_is_turned)
{
  static const double length[] = { 3, 4, 5 };
  static const unsigned char pin[] = { 1, 1,  1, 1,  0, 0 };
  double y[] = { 10, 10,  10, 13,  0, 0 };
  mgnn_problem *p;
  mgnn_search_params par;
  mgnn_outcome out;

  ck_assert_int_eq(mgnn_problem_new(&p, 3, 3, triangle_ends, length, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mgnn_problem_pins_set(p, 2, pin, NULL), MGNN_OK);
  mgnn_search_params_init(&par);
  ck_assert_int_eq(mgnn_layout(p, 2, &par, y, &out, NULL), MGNN_OK);
  mgnn_outcome_free(&out);
  ck_assert_double_le(out.energy, 1e-12);
  ck_assert_double_eq(y[0], 10);
  ck_assert_double_eq(y[3], 13);
  ck_assert_double_eq_tol(y[5], 13, 1e-5);       /* the right angle is at 1 */
  mgnn_problem_free(p);
}
END_TEST

/* A descent that slows down as k^-1.5 is down at 1e-6 when k = 1e4; one that
 * halves is down at 2^-200 after 200; of one that has just begun, or does not
 * slow down, nothing is said. */
START_TEST(the_end_of_a_descent_is_foreseen)
{
  mg_eta power = { 0, 0, 0, { 0 } }, half = power, steady = power;
  double value = 1;

  ck_assert(isnan(mg_eta_left(&power, 1e-6, 0)));
  for (size_t k = 0; k <= 2000; k++) {
    value *= 1 - (k > 0 ? pow((double)k, -1.5) / 2 : 0);
    mg_eta_add(&power, value);
    if (k < 10)
      ck_assert(isnan(mg_eta_left(&power, 1e-6, 0)));
  }
  ck_assert_double_eq_tol(mg_eta_left(&power, 0.5e-6, 0), 8000, 800);
  ck_assert_double_eq(mg_eta_left(&power, 1e-3, 0), 0);
  for (int k = 0; k <= 50; k++) {
    mg_eta_add(&half, ldexp(1, -k));
    mg_eta_add(&steady, ldexp(1, -k));
  }
  ck_assert_double_eq_tol(mg_eta_left(&half, 1e-6, ldexp(1, -200)), 150,
                          1e-6);
  ck_assert(isnan(mg_eta_left(&steady, 1e-6, 0)));
}
END_TEST

typedef struct {
  size_t step, seen;           /* the last; how many with a value */
  double last;
  int one;                     /* descent: the energy does not rise */
} seen;

static int
look(void *ctx, const mgnn_progress *now)
{
  seen *s = ctx;

  ck_assert_uint_ge(now->step, s->step);
  s->step = now->step;
  if (isnan(now->value))
    return 0;
  s->seen++;
  ck_assert(isnan(now->left) || now->left >= 0);
  if (s->one)
    ck_assert_double_le(now->value, s->last);
  s->last = now->value;
  return 0;
}

START_TEST(the_watcher_sees_how_far_it_is)
{
  static const char *const pairs[] = { "edges", "paths" };
  double length[N][N], y[2 * N];
  mgnn_problem *p = random_problem(3, 0, length);
  seen s = { 0, 0, INFINITY, 1 };
  mgnn_outcome out;
  mgnn_search_params par;

  mgnn_search_params_init(&par);
  par.control.watch = look;
  par.control.watch_ctx = &s;
  for (size_t k = 0; mgnn_solver_name(k) != NULL; k++) {
    par.solver = mgnn_solver_name(k);
    s.step = s.seen = 0;
    s.last = INFINITY;
    ck_assert_int_eq(mgnn_place(p, 2, 1, 1, y, NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_solve(p, 2, &par, y, &out, NULL), MGNN_OK);
    ck_assert_uint_ge(s.seen, out.iterations);
    ck_assert_double_ge(s.last, out.energy);
  }
  for (size_t k = 0; k < 2; k++) {
    par.pairs = pairs[k];
    s.step = s.seen = 0;
    s.one = 0;
    ck_assert_int_eq(mgnn_layout(p, 2, &par, y, &out, NULL), MGNN_OK);
    ck_assert_uint_gt(s.seen, 10);
    ck_assert_uint_le(s.step, out.iterations);
    mgnn_outcome_free(&out);
  }
  mgnn_problem_free(p);
}
END_TEST

START_TEST(unknown_words_are_refused)
{
  mgnn_problem *p;
  mgnn_search_params par;
  mgnn_error err;

  ck_assert_int_eq(mgnn_problem_new(&p, 0, 0, NULL, NULL, NULL), MGNN_OK);
  mgnn_search_params_init(&par);
  par.pairs = "some";
  ck_assert_int_eq(mgnn_layout(p, 2, &par, NULL, NULL, &err), MGNN_EINVAL);
  ck_assert_ptr_nonnull(strstr(err.text, "pairs is \"some\""));
  ck_assert_int_eq(mgnn_start(p, 2, "circle", &par, NULL, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "there is no start named \"circle\", must be pivot or "
                   "buildup");
  mgnn_problem_free(p);
}
END_TEST

enum { TREE = 120 };

/* A random tree with lengths from 0.2 to 2: nodes hang on earlier ones, on few of
 * them (hubs) for odd seeds. */
static void
random_tree(mg_graph *g, unsigned seed)
{
  unsigned *ends = mg_alloc(2 * (TREE - 1), sizeof *ends);
  double length[TREE - 1];

  ck_assert_ptr_nonnull(ends);
  for (unsigned i = 1; i < TREE; i++) {
    double most = seed % 2 == 1 && i > 5 ? 5 : i;

    ends[2 * i - 2] = i;
    ends[2 * i - 1] = (unsigned)(random_unit32(&seed) * most) % i;
    length[i - 1] = 0.2 + 1.8 * random_unit32(&seed);
  }
  ck_assert_int_eq(mg_graph_init(g, TREE, TREE - 1, ends, NULL), MGNN_OK);
  ck_assert_int_eq(mg_graph_lengths_set(g, length, NULL, NULL), MGNN_OK);
}

static size_t
crossings(const mg_graph *g, const double *y)
{
  size_t count = 0;

  for (size_t e = 0; e < g->m; e++)
    for (size_t d = 0; d < e; d++) {
      const unsigned *a = g->ends + 2 * e, *b = g->ends + 2 * d;

      if (a[0] != b[0] && a[0] != b[1] && a[1] != b[0] && a[1] != b[1])
        count += mg_segments_cross(y + 2 * a[0], y + 2 * a[1], y + 2 * b[0],
                                   y + 2 * b[1]) != 0;
    }
  return count;
}

/* All lengths, and no crossing, whatever they are. */
START_TEST(a_tree_is_drawn_to_length_without_crossings)
{
  double y[2 * TREE] = { 0 };
  mg_forest f;
  mg_graph g;

  random_tree(&g, (unsigned)_i + 1);
  ck_assert_int_eq(mg_forest_find(&f, &g, NULL), MGNN_OK);
  ck_assert_uint_eq(f.hanging, TREE - 1);
  ck_assert_int_eq(mg_forest_place(&f, &g, y, NULL), MGNN_OK);
  for (size_t e = 0; e < g.m; e++)
    ck_assert_double_eq_tol(mg_edge_length(&g, e, 2, y), g.target[e], 1e-12);
  ck_assert_uint_eq(crossings(&g, y), 0);
  mg_forest_free(&f);
  mg_graph_free(&g);
}
END_TEST

/* A binary tree, and random ones, too large for daylight: any lengths will do, so that
 * the leaves have space all around.  The nearest two are at least 1/2000 of the binary
 * tree apart. */
START_TEST(a_large_tree_has_space_for_its_leaves)
{
  enum { MANY = 4095 };
  unsigned *ends = mg_alloc(2 * (MANY - 1), sizeof *ends), seed = (unsigned)_i;
  double *y = mg_zalloc(MANY, 2 * sizeof *y), *room = mg_alloc(MANY, sizeof *room);
  double wide = 0, near = INFINITY;
  mg_forest f;
  mg_graph g;

  ck_assert(ends != NULL && y != NULL && room != NULL);
  for (unsigned i = 1; i < MANY; i++) {
    ends[2 * i - 2] = i;
    ends[2 * i - 1] = _i == 0 ? (i - 1) / 2 : (unsigned)(random_unit32(&seed) * i) % i;
  }
  ck_assert_int_eq(mg_graph_init(&g, MANY, MANY - 1, ends, NULL), MGNN_OK);
  ck_assert_int_eq(mg_forest_find(&f, &g, NULL), MGNN_OK);
  mg_forest_lengths_choose(&f, &g, room);
  ck_assert_int_eq(mg_forest_place(&f, &g, y, NULL), MGNN_OK);
  ck_assert_uint_eq(crossings(&g, y), 0);
  for (size_t i = 0; i < MANY; i++)
    for (size_t j = 0; j < i; j++) {
      wide = fmax(wide, mg_distance(y + 2 * i, y + 2 * j, 2));
      near = fmin(near, mg_distance(y + 2 * i, y + 2 * j, 2));
    }
  ck_assert_double_gt(near, _i == 0 ? wide / 2000 : 0);
  mg_forest_free(&f);
  mg_graph_free(&g);
  mg_free(y);
  mg_free(room);
}
END_TEST

/* Nodes before what hangs on them, which is next to each other; sizes and leaves
 * add up. */
START_TEST(a_forest_is_listed_from_its_roots)
{
  mg_forest f;
  mg_graph g;

  random_tree(&g, (unsigned)_i + 1);
  ck_assert_int_eq(mg_forest_find(&f, &g, NULL), MGNN_OK);
  for (size_t k = 0; k < TREE; k++) {
    unsigned i = f.list[k], up = f.parent[i];
    double leaves = 0, size = 1;

    ck_assert_uint_eq(f.start[i], k);
    for (size_t j = 0; j < TREE; j++)
      if (f.parent[j] == i) {
        leaves += f.leaves[j];
        size += f.size[j];
      }
    ck_assert_double_eq(f.leaves[i], f.size[i] == 1 ? 1 : leaves);
    ck_assert_double_eq(f.size[i], size);
    ck_assert(up == MG_NOWHERE
              || (f.start[up] < k && k + f.size[i] <= f.start[up] + f.size[up]));
  }
  mg_forest_free(&f);
  mg_graph_free(&g);
}
END_TEST

/* A triangle at its corners with a hub of 60 leaves on one: only these hang, on the
 * side away from the triangle, no two nearer than a hundredth of an edge. */
START_TEST(leaves_of_a_hub_are_apart)
{
  enum { LEAVES = 60, NODES = LEAVES + 3 };
  unsigned *ends = mg_alloc(2 * NODES, sizeof *ends);
  const double root = sqrt(3) / 2, corner[] = { 0, 0, -root, 0.5, -root, -0.5 };
  double y[2 * NODES] = { 0 }, room[NODES];
  mg_forest f;
  mg_graph g;

  ck_assert_ptr_nonnull(ends);
  for (unsigned k = 0; k < 3; k++) {
    ends[2 * k] = k;
    ends[2 * k + 1] = (k + 1) % 3;
  }
  for (unsigned k = 3; k < NODES; k++) {
    ends[2 * k] = 0;
    ends[2 * k + 1] = k;
  }
  ck_assert_int_eq(mg_graph_init(&g, NODES, NODES, ends, NULL), MGNN_OK);
  ck_assert_int_eq(mg_forest_find(&f, &g, NULL), MGNN_OK);
  ck_assert_uint_eq(f.hanging, LEAVES);
  mg_forest_lengths_choose(&f, &g, room);
  ck_assert(room[0] > 0 && room[1] == 0 && room[2] == 0);
  memcpy(y, corner, sizeof corner);
  ck_assert_int_eq(mg_forest_place(&f, &g, y, NULL), MGNN_OK);
  ck_assert_mem_eq(y, corner, sizeof corner);
  ck_assert_uint_eq(crossings(&g, y), 0);
  for (size_t i = 0; i < NODES; i++)
    for (size_t j = 0; j < i; j++)
      ck_assert_double_gt(mg_distance(y + 2 * i, y + 2 * j, 2), 0.01);
  mg_forest_free(&f);
  mg_graph_free(&g);
}
END_TEST

START_TEST(a_forest_without_memory_is_told)
{
  double y[2 * TREE] = { 0 };
  mg_graph g;

  random_tree(&g, 7);
  for (long good = 0; ; good++) {
    mg_forest f = { 0 };
    mgnn_status status;

    mg_fuse_set(good);
    status = mg_forest_find(&f, &g, NULL);
    if (status == MGNN_OK)
      status = mg_forest_place(&f, &g, y, NULL);
    mg_forest_free(&f);
    if (!mg_fuse_blown()) {
      mg_fuse_set(-1);
      ck_assert_int_eq(status, MGNN_OK);
      break;
    }
    mg_fuse_set(-1);
    ck_assert_int_eq(status, MGNN_ENOMEM);
  }
  mg_graph_free(&g);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(a_rigid_motion_is_found),
    TEST(a_proper_motion_does_not_mirror),
    TEST(orientation_does_not_depend_on_how_it_lay),
    TEST(the_smallest_rectangle_lies_along_the_axes),
    TEST(packed_boxes_do_not_overlap),
    TEST(overlaps_are_removed),
    TEST(overlapping_boxes_are_removed),
    TEST(isolated_nodes_gather_below),
    TEST_EACH(a_tree_is_drawn_to_length_without_crossings, 30),
    TEST_EACH(a_large_tree_has_space_for_its_leaves, 4),
    TEST_EACH(a_forest_is_listed_from_its_roots, 6),
    TEST(leaves_of_a_hub_are_apart),
    TEST(a_forest_without_memory_is_told),
    TEST(components_lie_side_by_side),
    TEST(pinned_nodes_stay_and_nothing_is_turned),
    TEST(the_end_of_a_descent_is_foreseen),
    TEST(the_watcher_sees_how_far_it_is),
    TEST(unknown_words_are_refused)
  };

  return unit_run("arrange", tests, COUNT(tests), NULL);
}
