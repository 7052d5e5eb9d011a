/* What lengths determine: known graphs, and every verdict against slow second
 * computations on many random graphs. */
#include "base/subgraph.h"
#include "base/dense.h"
#include "inspect/rigidity.h"
#include "fuse.h"
#include "unit.h"

#include <gsl/gsl_linalg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4000 };

/* A graph that is being built. */
typedef struct {
  size_t n, m;
  mgnn_node ends[2 * MOST];
} sketch;

static unsigned
below(unsigned *state, unsigned limit)
{
  *state = *state * 1664525u + 1013904223u;
  return (unsigned)(((unsigned long long)(*state >> 8) * limit) >> 24);
}

static int
joined(const sketch *s, size_t i, size_t j)
{
  for (size_t e = 0; e < s->m; e++)
    if ((s->ends[2 * e] == i && s->ends[2 * e + 1] == j)
        || (s->ends[2 * e] == j && s->ends[2 * e + 1] == i))
      return 1;
  return 0;
}

static void
bar(sketch *s, size_t i, size_t j)
{
  if (i == j || joined(s, i, j))
    return;
  ck_assert_uint_lt(s->m, MOST);
  s->ends[2 * s->m] = i;
  s->ends[2 * s->m++ + 1] = j;
}

static void
cut(sketch *s, size_t e)
{
  s->m--;
  memmove(s->ends + 2 * e, s->ends + 2 * e + 2,
          2 * (s->m - e) * sizeof *s->ends);
}

/* Join all nodes from `from` to `to` - 1. */
static void
clique(sketch *s, size_t from, size_t to)
{
  for (size_t i = from; i < to; i++)
    for (size_t j = i + 1; j < to; j++)
      bar(s, i, j);
}

static void
bipartite(sketch *s, size_t a, size_t b)
{
  s->n = a + b;
  s->m = 0;
  for (size_t i = 0; i < a; i++)
    for (size_t j = 0; j < b; j++)
      bar(s, i, a + j);
}

static void
random_graph(sketch *s, size_t n, double p, unsigned *state)
{
  s->n = n;
  s->m = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t j = i + 1; j < n; j++)
      if (below(state, 1000) < 1000 * p)
        bar(s, i, j);
}

static mgnn_rigidity
judge_randomized(const sketch *s, int dim)
{
  mgnn_problem *p;
  mgnn_rigidity r;

  ck_assert_int_eq(mgnn_problem_new(&p, s->n, s->m, s->ends, NULL, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mg_rigidity_find(p, dim, 1, 1, MG_WORK_MOST,
                                    &r, NULL), MGNN_OK);
  mgnn_problem_free(p);
  return r;
}

static mgnn_rigidity
judge(const sketch *s, int dim)
{
  mgnn_problem *p;
  mgnn_rigidity r;

  ck_assert_int_eq(mgnn_problem_new(&p, s->n, s->m, s->ends, NULL, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mgnn_rigidity_find(p, dim, 1, &r, NULL), MGNN_OK);
  mgnn_problem_free(p);
  return r;
}

/* Rank in the plane by Laman's count: bars are added one by one, as long as no
 * set of k nodes has more than 2k-3 of them.  For up to 16 nodes. */
static size_t
laman_rank(const sketch *s)
{
  unsigned pair[MOST];
  size_t rank = 0;

  for (size_t e = 0; e < s->m; e++) {
    int good = 1;

    pair[rank] = 1u << s->ends[2 * e] | 1u << s->ends[2 * e + 1];
    for (unsigned set = 0; good && set < 1u << s->n; set++) {
      int inside = 0;

      if ((set & pair[rank]) != pair[rank])
        continue;
      for (size_t k = 0; k <= rank; k++)
        inside += (set & pair[k]) == pair[k];
      good = inside <= 2 * __builtin_popcount(set) - 3;
    }
    rank += (size_t)good;
  }
  return rank;
}

static size_t
laman_rank_with(const sketch *s, size_t i, size_t j)
{
  sketch more = *s;

  bar(&more, i, j);
  return laman_rank(&more);
}

/* Whether the graph is connected without the nodes a and b (n: none). */
static int
connected_without(const sketch *s, size_t a, size_t b)
{
  unsigned char in[64] = { 0 };
  size_t first = 0, left = 0, count = 0;

  while (first == a || first == b)
    first++;
  in[first] = 1;
  for (int more = 1; more;) {
    more = 0;
    for (size_t k = 0; k < 2 * s->m; k++) {
      size_t i = s->ends[k], j = s->ends[k ^ 1];

      if (in[i] && !in[j] && j != a && j != b)
        in[j] = (unsigned char)(more = 1);
    }
  }
  for (size_t i = 0; i < s->n; i++) {
    left += i != a && i != b;
    count += in[i];
  }
  return count == left;
}

static int
slow_triconnected(const sketch *s)
{
  if (s->n < 4)
    return 0;
  for (size_t a = 0; a < s->n; a++)
    for (size_t b = a + 1; b < s->n; b++)
      if (!connected_without(s, a, b))
        return 0;
  return 1;
}

static void
make_bars(mg_bars *b, const sketch *s)
{
  mgnn_problem *p;

  ck_assert_int_eq(mgnn_problem_new(&p, s->n, s->m, s->ends, NULL, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mg_bars_init(b, &p->graph, 2, NULL, NULL), MGNN_OK);
  mgnn_problem_free(p);
}

START_TEST(cutting_pairs_are_found)
{
  unsigned state = (unsigned)_i + 1;
  size_t yes_count = 0;

  for (int round = 0; round < 4000; round++) {
    size_t n = 4 + below(&state, 9);
    mg_bars b;
    sketch s;
    int yes;

    random_graph(&s, n, 0.3 + 0.05 * below(&state, 10), &state);
    make_bars(&b, &s);
    ck_assert_int_eq(mg_triconnected(&b, &yes, NULL), MGNN_OK);
    ck_assert_int_eq(yes, slow_triconnected(&s));
    yes_count += (size_t)yes;
    mg_bars_free(&b);
  }
  ck_assert_uint_gt(yes_count, 400);
  ck_assert_uint_lt(yes_count, 3600);
}
END_TEST

static int
in_part(const mgnn_rigidity *r, size_t k, unsigned v)
{
  for (size_t i = r->part_first[k]; i < r->part_first[k + 1]; i++)
    if (r->part_node[i] == v)
      return 1;
  return 0;
}

/* The parts in the plane: two nodes are in one part exactly if a bar between
 * them would add nothing; every edge is in one part, and it is said in which. */
static void
check_parts(const sketch *s, const mgnn_rigidity *r)
{
  size_t rank = laman_rank(s);

  for (unsigned i = 0; i < s->n; i++)
    for (unsigned j = i + 1; j < s->n; j++) {
      size_t both = 0;

      for (size_t k = 0; k < r->parts; k++)
        both += in_part(r, k, i) && in_part(r, k, j);
      ck_assert_uint_eq(both, laman_rank_with(s, i, j) == rank);
    }
  for (size_t e = 0; e < s->m; e++) {
    ck_assert(in_part(r, r->edge_part[e], (unsigned)s->ends[2 * e]));
    ck_assert(in_part(r, r->edge_part[e], (unsigned)s->ends[2 * e + 1]));
  }
  for (size_t k = 1; k < r->parts; k++)
    ck_assert_uint_le(r->part_first[k + 1] - r->part_first[k],
                      r->part_first[k] - r->part_first[k - 1]);
}

START_TEST(the_pebble_game_agrees_with_counting)
{
  unsigned state = 77 + (unsigned)_i;

  for (int round = 0; round < 150; round++) {
    size_t n = 2 + below(&state, 7), rank;
    int redundant = 1;
    mgnn_rigidity r;
    sketch s;

    random_graph(&s, n, 0.2 + 0.05 * below(&state, 14), &state);
    rank = laman_rank(&s);
    r = judge(&s, 2);
    ck_assert_uint_eq(r.rank, rank);
    ck_assert_uint_eq(r.degrees_of_freedom, 2 * n - 3 - rank);
    ck_assert_uint_eq(r.stresses, s.m - rank);
    ck_assert_int_eq(r.rigid, rank == 2 * n - 3);
    for (size_t e = 0; e < s.m; e++) {
      sketch less = s;

      cut(&less, e);
      ck_assert_int_eq(r.edge_redundant[e], laman_rank(&less) == rank);
      redundant &= r.edge_redundant[e];
    }
    ck_assert_int_eq(r.globally_rigid,
                     n <= 3 ? s.m == n * (n - 1) / 2
                     : r.rigid && redundant && slow_triconnected(&s));
    check_parts(&s, &r);
    mgnn_rigidity_free(&r);
  }
}
END_TEST

/* A wheel: a rim of k nodes and a hub; n = k + 1. */
static void
wheel(sketch *s, size_t k)
{
  s->n = k + 1;
  s->m = 0;
  for (size_t i = 0; i < k; i++) {
    bar(s, i, (i + 1) % k);
    bar(s, i, k);
  }
}

/* Two rims of k nodes, joined node by node. */
static void
prism(sketch *s, size_t k)
{
  s->n = 2 * k;
  s->m = 0;
  for (size_t i = 0; i < k; i++) {
    bar(s, i, (i + 1) % k);
    bar(s, k + i, k + (i + 1) % k);
    bar(s, i, k + i);
  }
}

/* A random Laman graph: from one bar by adding nodes, each to two others, or
 * in place of a bar to its ends and a third node (Henneberg). */
static void
henneberg(sketch *s, size_t n, unsigned *state)
{
  s->n = n;
  s->m = 0;
  bar(s, 0, 1);
  for (size_t v = 2; v < n; v++) {
    size_t a, b, c = below(state, (unsigned)v);
    int split = v > 2 && below(state, 2);

    if (split) {
      size_t e = below(state, (unsigned)s->m);

      a = s->ends[2 * e];
      b = s->ends[2 * e + 1];
      cut(s, e);
    } else {
      a = below(state, (unsigned)v);
      do
        b = below(state, (unsigned)v);
      while (b == a);
    }
    while (split && (c == a || c == b))
      c = below(state, (unsigned)v);
    bar(s, v, a);
    bar(s, v, b);
    if (split)
      bar(s, v, c);
  }
}

/* What must come out. */
static void
expect(const sketch *s, int dim, size_t freedom, size_t redundant, int global)
{
  mgnn_rigidity r = judge(s, dim);

  ck_assert_uint_eq(r.degrees_of_freedom, freedom);
  ck_assert_int_eq(r.rigid, freedom == 0);
  ck_assert_uint_eq(r.redundant, redundant);
  ck_assert_int_eq(r.globally_rigid, global);
  ck_assert_uint_eq(r.motions, mg_rigid_motions(s->n, 0, (size_t)dim));
  ck_assert_uint_eq(r.rank + r.motions + r.degrees_of_freedom,
                    s->n * (size_t)dim);
  if (freedom == 0 && s->m > 0) {
    ck_assert_uint_eq(r.parts, 1);
    ck_assert_uint_eq(r.part_first[1], s->n);
  }
  mgnn_rigidity_free(&r);
}

START_TEST(known_graphs_in_the_plane)
{
  sketch s = { .n = 4 };

  clique(&s, 0, 4);
  expect(&s, 2, 0, 6, 1);
  cut(&s, 5);
  expect(&s, 2, 0, 0, 0);      /* two triangles: one may be folded over */
  bipartite(&s, 3, 3);
  expect(&s, 2, 0, 0, 0);
  bipartite(&s, 4, 4);
  expect(&s, 2, 0, 16, 1);
  bipartite(&s, 2, 5);
  expect(&s, 2, 2 * 7 - 3 - 10, 0, 0);
  for (size_t k = 3; k < 12; k++) {
    wheel(&s, k);
    expect(&s, 2, 0, 2 * k, 1);
    prism(&s, k);              /* 3-connected, and too few bars */
    expect(&s, 2, k - 3, 0, 0);
  }
}
END_TEST

START_TEST(few_nodes)
{
  sketch s = { .n = 0 };

  for (int dim = 1; dim <= 2; dim++) {
    s.n = s.m = 0;
    expect(&s, dim, 0, 0, 1);
    s.n = 1;
    expect(&s, dim, 0, 0, 1);
    s.n = 2;
    expect(&s, dim, 1, 0, 0);
    bar(&s, 0, 1);
    expect(&s, dim, 0, 0, 1);
  }
  s.n = 3;
  expect(&s, 2, 2, 0, 0);
  bar(&s, 1, 2);
  expect(&s, 1, 0, 0, 0);
  expect(&s, 2, 1, 0, 0);
  bar(&s, 0, 2);
  expect(&s, 1, 0, 3, 1);
  expect(&s, 2, 0, 0, 1);
}
END_TEST

START_TEST(on_the_line_cycles_are_determined_and_paths_are_not)
{
  for (size_t n = 3; n < 9; n++) {
    sketch s = { .n = n };

    for (size_t i = 0; i + 1 < n; i++)
      bar(&s, i, i + 1);
    expect(&s, 1, 0, 0, 0);
    bar(&s, 0, n - 1);
    expect(&s, 1, 0, n, 1);
    s.n = n + 1;               /* a pendant node */
    bar(&s, 0, n);
    expect(&s, 1, 0, n, 0);
    s.n = n + 3;               /* and two apart */
    expect(&s, 1, 2, n, 0);
  }
}
END_TEST

START_TEST(laman_graphs_have_nothing_to_spare)
{
  unsigned state = 5;

  for (size_t n = 3; n < 400; n = n * 3 / 2 + 1) {
    sketch s;

    henneberg(&s, n, &state);
    ck_assert_uint_eq(s.m, 2 * n - 3);
    expect(&s, 2, 0, 0, n == 3);
    cut(&s, below(&state, (unsigned)s.m));
    expect(&s, 2, 1, 0, 0);
  }
}
END_TEST

/* K4's 1-extensions and added bars are globally rigid (Connelly). */
START_TEST(extensions_of_k4_are_globally_rigid)
{
  unsigned state = 9;
  sketch s = { .n = 4 };

  clique(&s, 0, 4);
  while (s.n < 300) {
    size_t e = below(&state, (unsigned)s.m), a = s.ends[2 * e],
           b = s.ends[2 * e + 1], c = a, v = s.n++;

    while (c == a || c == b)
      c = below(&state, (unsigned)v);
    cut(&s, e);
    bar(&s, v, a);
    bar(&s, v, b);
    bar(&s, v, c);
    if (below(&state, 8) == 0)
      bar(&s, below(&state, (unsigned)v), below(&state, (unsigned)v));
    if (v % 16 == 0)
      expect(&s, 2, 0, s.m, 1);
  }
}
END_TEST

/* A chain of k wheels, neighbours sharing one node: each joint adds a degree
 * of freedom.  Closed to a ring of k: k - 3 (as a polygon of k sides). */
START_TEST(bodies_at_joints_are_counted)
{
  for (size_t k = 2; k < 12; k++) {
    sketch s = { .n = 5 * k + 1 };
    mgnn_rigidity r;

    for (size_t w = 0; w < k; w++) {
      size_t base = 5 * w, next = base + 5;

      for (size_t i = 0; i < 5; i++) {
        bar(&s, base + i, base + i + 1);
        bar(&s, base + i, base + 2);
      }
      bar(&s, base + 1, base + 3);
      bar(&s, base, next);
      bar(&s, next, base + 2);
    }
    r = judge(&s, 2);
    ck_assert_uint_eq(r.degrees_of_freedom, k - 1);
    ck_assert_uint_eq(r.parts, k);
    ck_assert_uint_eq(r.redundant, s.m);
    ck_assert_int_eq(r.redundantly_rigid, 0);
    mgnn_rigidity_free(&r);
    if (k < 3)
      continue;
    for (size_t e = 0; e < 2 * s.m; e++)
      if (s.ends[e] == 5 * k)
        s.ends[e] = 0;
    s.n--;
    r = judge(&s, 2);
    ck_assert_uint_eq(r.degrees_of_freedom, k - 3);
    ck_assert_uint_eq(r.parts, k > 3 ? k : 1);
    mgnn_rigidity_free(&r);
  }
}
END_TEST

/* With pins: rigid motions that are left, and the pinned nodes as one body. */
START_TEST(pinned_nodes_are_one_body)
{
  /* A path 0-1-2-3 in the plane. */
  sketch s = { .n = 4 };
  static const struct {
    unsigned char pin[8];
    size_t rank, motions, freedom;
    int global;
  } row[] = {
    { { 0 }, 3, 3, 2, 0 },
    { { 1, 1 }, 3, 1, 2, 0 },
    { { 1, 1, 0, 0, 0, 0, 1, 1 }, 3, 0, 1, 0 },
    { { 1, 1, 0, 0, 1, 1, 1, 1 }, 2, 0, 0, 0 },  /* 1 may be folded over */
    { { 1, 1, 1, 1, 1, 1, 1, 1 }, 0, 0, 0, 1 },
    { { 1, 0, 0, 1 }, 3, 3, 2, 0 },              /* not whole nodes */
  };

  for (size_t i = 0; i < 3; i++)
    bar(&s, i, i + 1);
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    mgnn_problem *p;
    mgnn_rigidity r;

    ck_assert_int_eq(mgnn_problem_new(&p, s.n, s.m, s.ends, NULL, NULL),
                     MGNN_OK);
    ck_assert_int_eq(mgnn_problem_pins_set(p, 2, row[k].pin, NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_rigidity_find(p, 2, 1, &r, NULL), MGNN_OK);
    ck_assert_uint_eq(r.rank, row[k].rank);
    ck_assert_uint_eq(r.motions, row[k].motions);
    ck_assert_uint_eq(r.degrees_of_freedom, row[k].freedom);
    ck_assert_int_eq(r.globally_rigid, row[k].global);
    mgnn_rigidity_free(&r);
    mgnn_problem_free(p);
  }
}
END_TEST

/* Three bars to three pinned nodes, not in line, hold a node for good. */
START_TEST(pinned_anchors_locate_a_node)
{
  sketch s = { .n = 5 };
  static const unsigned char pin[10] = { 1, 1, 1, 1, 1, 1, 1, 1, 0, 0 };
  mgnn_problem *p;
  mgnn_rigidity r;

  for (size_t i = 1; i < 4; i++)
    bar(&s, i, 4);
  ck_assert_int_eq(mgnn_problem_new(&p, s.n, s.m, s.ends, NULL, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mgnn_problem_pins_set(p, 2, pin, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_rigidity_find(p, 2, 1, &r, NULL), MGNN_OK);
  ck_assert_uint_eq(r.rank, 2);
  ck_assert_uint_eq(r.motions, 0);
  ck_assert_int_eq(r.globally_rigid, 1);
  ck_assert_uint_eq(r.redundant, 3);
  ck_assert_uint_eq(r.parts, 1);
  mgnn_rigidity_free(&r);
  mgnn_problem_free(p);
}
END_TEST

/* Two K5 without the bar they would share: 18 = 3*8 - 6 bars, as a rigid graph
 * of 8 nodes has, and yet the two turn round the line through 0 and 1. */
START_TEST(the_double_banana_is_flexible)
{
  sketch s = { .n = 8 };
  mgnn_rigidity r;

  for (size_t k = 2; k < 8; k++) {
    bar(&s, 0, k);
    bar(&s, 1, k);
  }
  clique(&s, 2, 5);
  clique(&s, 5, 8);
  ck_assert_uint_eq(s.m, 18);
  r = judge(&s, 3);
  ck_assert_uint_eq(r.rank, 17);
  ck_assert_uint_eq(r.degrees_of_freedom, 1);
  ck_assert_uint_eq(r.redundant, 18);  /* all are in the one circuit */
  ck_assert_int_eq(r.globally_rigid, 0);
  ck_assert_uint_eq(r.parts, 2);
  ck_assert_uint_eq(r.part_first[1], 5);
  ck_assert_uint_eq(r.part_first[2], 10);
  ck_assert_str_eq(r.method, "randomized");
  mgnn_rigidity_free(&r);
}
END_TEST

/* Bolker and Roth: K_{5,5} has 25 bars and rank 24 in space, and is not
 * globally rigid although it is 5-connected and redundantly rigid (Connelly). */
START_TEST(known_graphs_in_space)
{
  sketch s = { .n = 5 };

  clique(&s, 0, 5);
  expect(&s, 3, 0, 10, 1);
  cut(&s, 9);
  expect(&s, 3, 0, 0, 0);
  bipartite(&s, 4, 6);
  expect(&s, 3, 0, 0, 0);      /* 24 bars, independent */
  bipartite(&s, 5, 5);
  expect(&s, 3, 0, 25, 0);
  bipartite(&s, 5, 6);
  expect(&s, 3, 0, 30, 1);
  for (size_t k = 3; k < 9; k++) {
    /* Two poles over a rim: a triangulated sphere, just rigid (Dehn). */
    s.n = k + 2;
    s.m = 0;
    for (size_t i = 0; i < k; i++) {
      bar(&s, i, (i + 1) % k);
      bar(&s, i, k);
      bar(&s, i, k + 1);
    }
    expect(&s, 3, 0, 0, 0);
    bar(&s, k, k + 1);         /* and a cone over a wheel */
    expect(&s, 3, 0, s.m, 1);
  }
}
END_TEST

/* A chain of k tetrahedra, neighbours sharing an edge: k - 1 hinges. */
START_TEST(bodies_at_hinges_are_counted)
{
  for (size_t k = 1; k < 8; k++) {
    sketch s = { .n = 2 * k + 2 };
    mgnn_rigidity r;

    for (size_t t = 0; t < k; t++)
      clique(&s, 2 * t, 2 * t + 4);
    r = judge(&s, 3);
    ck_assert_uint_eq(r.degrees_of_freedom, k - 1);
    ck_assert_uint_eq(r.parts, k);
    for (size_t t = 0; t < k; t++)
      ck_assert_uint_eq(r.part_first[t + 1] - r.part_first[t], 4);
    ck_assert_uint_eq(r.redundant, 0);
    mgnn_rigidity_free(&r);
    for (size_t i = 0; i < 2; i++)     /* the last edge is the first: a ring */
      for (size_t e = 0; e < 2 * s.m; e++)
        if (s.ends[e] == 2 * k + i)
          s.ends[e] = i;
    if (k < 4)
      continue;
    s.n -= 2;
    for (size_t e = s.m; e-- > 0;)     /* which is there twice */
      if (s.ends[2 * e] + s.ends[2 * e + 1] == 1) {
        cut(&s, e);
        break;
      }
    r = judge(&s, 3);          /* a ring of k hinges: k - 6, at least 0 */
    ck_assert_uint_eq(r.degrees_of_freedom, k > 6 ? k - 6 : 0);
    mgnn_rigidity_free(&r);
  }
}
END_TEST

/* In higher dimensions complete graphs, and those with a bar less. */
START_TEST(cliques_in_many_dimensions)
{
  for (int dim = 3; dim < 8; dim++)
    for (size_t n = 0; n < 11; n++) {
      sketch s = { .n = n };
      size_t spare;

      clique(&s, 0, n);
      spare = n >= (size_t)dim + 2 ? s.m : 0;
      expect(&s, dim, 0, spare, 1);
      if (n < 2)
        continue;
      cut(&s, 0);
      if (n <= (size_t)dim + 1)
        expect(&s, dim, 1, 0, 0);
      else
        expect(&s, dim, 0, n == (size_t)dim + 2 ? 0 : s.m,
               n > (size_t)dim + 2);
    }
}
END_TEST

static void
compare(const sketch *s, int dim)
{
  mgnn_rigidity a = judge(s, dim), b = judge_randomized(s, dim);

  ck_assert_uint_eq(a.rank, b.rank);
  ck_assert_uint_eq(a.degrees_of_freedom, b.degrees_of_freedom);
  ck_assert_int_eq(a.globally_rigid, b.globally_rigid);
  ck_assert_uint_eq(a.redundant, b.redundant);
  ck_assert_uint_eq(a.parts, b.parts);
  ck_assert_int_eq(memcmp(a.edge_redundant, b.edge_redundant, s->m), 0);
  for (size_t k = 0; k < a.parts; k++)
    ck_assert_uint_eq(a.part_first[k + 1], b.part_first[k + 1]);
  for (size_t e = 0; e < s->m; e++)
    ck_assert_uint_eq(a.edge_part[e], b.edge_part[e]);
  ck_assert_double_lt(b.error, 1e-9);
  mgnn_rigidity_free(&a);
  mgnn_rigidity_free(&b);
}

START_TEST(counting_and_random_positions_agree)
{
  unsigned state = 1000 + (unsigned)_i;

  for (int round = 0; round < 500; round++) {
    size_t n = 2 + below(&state, 14);
    sketch s;

    /* Around the density where rigidity begins. */
    random_graph(&s, n, (2.0 + 0.5 * below(&state, 8)) / (double)n, &state);
    compare(&s, 1);
    compare(&s, 2);
  }
  for (int round = 0; round < 40; round++) {
    sketch s;

    henneberg(&s, 4 + below(&state, 50), &state);
    for (unsigned k = below(&state, 6); k > 0; k--)
      bar(&s, below(&state, (unsigned)s.n), below(&state, (unsigned)s.n));
    compare(&s, 2);
  }
}
END_TEST

/* The rank by GSL's singular values, dense. */
static size_t
dense_rank(const sketch *s, size_t dim, const double *y, double tolerance)
{
  size_t cols = s->n * dim, rows = s->m > cols ? s->m : cols, rank = 0;
  gsl_matrix *a = gsl_matrix_calloc(rows, cols), *v = gsl_matrix_alloc(cols, cols);
  gsl_vector *d = gsl_vector_alloc(cols), *work = gsl_vector_alloc(cols);

  for (size_t e = 0; e < s->m; e++) {
    size_t i = s->ends[2 * e], j = s->ends[2 * e + 1];
    double gap = mg_distance(y + i * dim, y + j * dim, dim);

    for (size_t c = 0; c < dim && gap > 0; c++) {
      gsl_matrix_set(a, e, i * dim + c, (y[i * dim + c] - y[j * dim + c]) / gap);
      gsl_matrix_set(a, e, j * dim + c, (y[j * dim + c] - y[i * dim + c]) / gap);
    }
  }
  gsl_linalg_SV_decomp(a, v, d, work);
  for (size_t k = 0; k < cols; k++)
    rank += gsl_vector_get(d, k) > tolerance;
  gsl_matrix_free(a);
  gsl_matrix_free(v);
  gsl_vector_free(d);
  gsl_vector_free(work);
  return rank;
}

static mgnn_infinitesimal
judge_at(const sketch *s, int dim, const double *y, const unsigned char *pin)
{
  mgnn_infinitesimal f;
  mgnn_problem *p;

  ck_assert_int_eq(mgnn_problem_new(&p, s->n, s->m, s->ends, NULL, NULL),
                   MGNN_OK);
  if (pin != NULL)
    ck_assert_int_eq(mgnn_problem_pins_set(p, dim, pin, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_infinitesimal_find(p, dim, y, 1e-6, &f, NULL), MGNN_OK);
  mgnn_problem_free(p);
  return f;
}

START_TEST(ranks_at_positions_are_those_of_the_dense_matrix)
{
  unsigned state = 31 + (unsigned)_i;
  double y[3 * 30];

  for (int round = 0; round < 60; round++) {
    int dim = 1 + (int)below(&state, 3);
    mgnn_infinitesimal f;
    mgnn_rigidity r;
    sketch s;

    random_graph(&s, 2 + below(&state, 24), 0.3, &state);
    /* On a grid, so that many places are special; then anywhere. */
    for (size_t k = 0; k < s.n * (size_t)dim; k++)
      y[k] = below(&state, 4);
    f = judge_at(&s, dim, y, NULL);
    ck_assert_uint_eq(f.rank, dense_rank(&s, (size_t)dim, y, 1e-6));
    for (size_t k = 0; k < s.n * (size_t)dim; k++)
      y[k] = below(&state, 1000000) * 1e-6;
    f = judge_at(&s, dim, y, NULL);
    r = judge(&s, dim);
    ck_assert_uint_eq(f.rank, r.rank);
    ck_assert_uint_eq(f.motions, r.motions);
    ck_assert_uint_eq(f.degrees_of_freedom, r.degrees_of_freedom);
    ck_assert_uint_eq(f.stresses, r.stresses);
    mgnn_rigidity_free(&r);
  }
}
END_TEST

/* Special places: a node on the line between its two neighbours can move
 * across it to first order; three nodes in line can be shorn in space. */
START_TEST(special_positions_are_seen)
{
  sketch s = { .n = 3 };
  static const unsigned char ends_pinned[6] = { 1, 1, 0, 0, 1, 1 };
  double line[9] = { 0, 0, 1, 0, 2, 0 }, bent[] = { 0, 0, 1, 1, 2, 0 };
  mgnn_infinitesimal f;

  bar(&s, 0, 1);
  bar(&s, 1, 2);
  f = judge_at(&s, 2, bent, ends_pinned);
  ck_assert_uint_eq(f.rank, 2);
  ck_assert_uint_eq(f.motions, 0);
  ck_assert_int_eq(f.rigid, 1);
  f = judge_at(&s, 2, line, ends_pinned);
  ck_assert_uint_eq(f.rank, 1);
  ck_assert_uint_eq(f.degrees_of_freedom, 1);
  ck_assert_uint_eq(f.stresses, 1);
  bar(&s, 0, 2);
  f = judge_at(&s, 2, line, NULL);
  ck_assert_uint_eq(f.rank, 2);
  ck_assert_uint_eq(f.motions, 3);
  ck_assert_uint_eq(f.degrees_of_freedom, 1);
  memset(line, 0, sizeof line);
  line[3] = 1;
  line[6] = 2;                 /* in space: 5 motions, and 2 ways to bend */
  f = judge_at(&s, 3, line, NULL);
  ck_assert_uint_eq(f.motions, 5);
  ck_assert_uint_eq(f.degrees_of_freedom, 2);
}
END_TEST

/* A prism whose three lines between the triangles meet in a point (Desargues), and
 * three nodes in line, turned, scaled and so rounded: always flexible; with
 * positions of six digits never called rigid; well off always rigid. */
START_TEST(rounding_does_not_decide_at_special_positions)
{
  static const double radius[6] = { 1, 1.3, 0.8, 2.1, 2.5, 3 };
  static const double angle[3] = { 0.3, 2.2, 4.4 };
  static const double off[3] = { 0, 1e-6, 0.05 };
  unsigned state = 21;
  size_t unknown = 0;
  sketch s;

  prism(&s, 3);
  for (int round = 0; round < 120; round++) {
    double turn = 0.01 * below(&state, 628), scale = 1 + below(&state, 99);
    double y[12];
    mgnn_infinitesimal f;

    for (size_t i = 0; i < 6; i++) {
      double r = scale * radius[i], a = angle[i % 3] + turn;

      y[2 * i] = r * cos(a) + 17 * scale;
      y[2 * i + 1] = r * sin(a);
    }
    for (size_t c = 0; c < 12; c++)
      y[c] += off[round % 3] * scale * (0.01 * below(&state, 200) - 1);
    f = judge_at(&s, 2, y, NULL);
    if (round % 3 == 0) {
      ck_assert_int_eq(f.rigid, 0);
      ck_assert_uint_eq(f.degrees_of_freedom, 1);
      ck_assert_uint_eq(f.stresses, 1);
      ck_assert_double_ge(f.gap_high / f.gap_low, 1e3);
    } else if (round % 3 == 1)
      ck_assert_int_ne(f.rigid, 1);
    else
      ck_assert_int_ne(f.rigid, 0);
    unknown += f.rigid < 0;
  }
  ck_assert_uint_gt(unknown, 10);
}
END_TEST

START_TEST(bad_positions_and_tolerances_are_refused)
{
  const mgnn_node ends[] = { 0, 1 };
  double y[] = { 0, 0, 1, 0 };
  mgnn_infinitesimal f;
  mgnn_problem *p;
  mgnn_error err;

  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_infinitesimal_find(p, 2, y, 1e-9, &f, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the tolerance is 1e-09, must be at least 1e-7 "
                   "and less than 1");
  y[2] = NAN;
  ck_assert_int_eq(mgnn_infinitesimal_find(p, 2, y, 1e-6, &f, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the position of node 1 is not finite");
  mgnn_problem_free(p);
}
END_TEST

START_TEST(every_failed_allocation_at_positions_is_reported)
{
  double y[14];
  sketch s;

  wheel(&s, 6);
  for (size_t k = 0; k < 14; k++)
    y[k] = (double)(k * k % 11);
  for (long good = 0;; good++) {
    mgnn_infinitesimal f;
    mgnn_status status;
    mgnn_problem *p;
    int held;

    ck_assert_int_eq(mgnn_problem_new(&p, s.n, s.m, s.ends, NULL, NULL),
                     MGNN_OK);
    mg_fuse_set(good);
    status = mgnn_infinitesimal_find(p, 2, y, 1e-6, &f, NULL);
    held = fuse_held(status);
    mgnn_problem_free(p);
    if (held)
      break;
  }
}
END_TEST

/* The nodes of part k, as bits. */
static unsigned
part_bits(const mgnn_rigidity *r, size_t k)
{
  unsigned bits = 0;

  for (size_t i = r->part_first[k]; i < r->part_first[k + 1]; i++)
    bits |= 1u << r->part_node[i];
  return bits;
}

/* Whether all pairs of a set are in `pair` (bits by node). */
static int
all_fixed(const unsigned *pair, unsigned set, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (set >> i & 1 && (set & ~(pair[i] | 1u << i)) != 0)
      return 0;
  return 1;
}

/* Whether the bars within a set connect it. */
static int
bars_connect(const sketch *s, unsigned set)
{
  unsigned in = set & -set;

  for (int more = 1; more;) {
    more = 0;
    for (size_t k = 0; k < 2 * s->m; k++) {
      unsigned i = 1u << s->ends[k], j = 1u << s->ends[k ^ 1];

      if (in & i && set & j && !(in & j)) {
        in |= j;
        more = 1;
      }
    }
  }
  return in == set && (set & (set - 1)) != 0;
}

/* A distance is fixed if a bar there adds nothing to the rank.  The parts are
 * largest sets of nodes with fixed distances: all that their bars connect. */
START_TEST(parts_in_space_are_the_largest_fixed_sets)
{
  unsigned state = 300 + (unsigned)_i;

  for (int round = 0; round < 60; round++) {
    unsigned pair[8] = { 0 }, all;
    mgnn_rigidity r;
    size_t found = 0;
    sketch s;

    random_graph(&s, 4 + below(&state, 5), 0.55 + 0.05 * below(&state, 6),
                 &state);
    r = judge(&s, 3);
    all = (1u << s.n) - 1;
    for (size_t i = 0; i < s.n; i++)
      for (size_t j = i + 1; j < s.n; j++) {
        sketch more = s;
        mgnn_rigidity q;

        bar(&more, i, j);
        q = judge(&more, 3);
        if (q.rank == r.rank) {
          pair[i] |= 1u << j;
          pair[j] |= 1u << i;
        }
        mgnn_rigidity_free(&q);
      }
    for (unsigned set = 1; set <= all; set++) {
      int largest = all_fixed(pair, set, s.n), is_part = 0;

      for (size_t v = 0; v < s.n && largest; v++)
        largest = set >> v & 1 || !all_fixed(pair, set | 1u << v, s.n);
      for (size_t k = 0; k < r.parts; k++)
        is_part += part_bits(&r, k) == set;
      ck_assert_int_le(is_part, 1);
      found += (size_t)is_part;
      ck_assert(!is_part || largest);
      if (largest && bars_connect(&s, set))
        ck_assert_int_eq(is_part, 1);
    }
    ck_assert_uint_eq(found, r.parts);
    for (size_t e = 0; e < s.m; e++)
      for (size_t k = 0; k < r.parts; k++)
        if (in_part(&r, k, (unsigned)s.ends[2 * e])
            && in_part(&r, k, (unsigned)s.ends[2 * e + 1]))
          ck_assert_uint_ge(__builtin_popcount(part_bits(&r, r.edge_part[e])),
                            __builtin_popcount(part_bits(&r, k)));
    mgnn_rigidity_free(&r);
  }
}
END_TEST

START_TEST(the_quick_answer_is_the_same_or_none)
{
  sketch s = { .n = 5 };
  double lower[10], upper[10];
  mgnn_problem *p;
  mgnn_rigidity r;
  int known;

  clique(&s, 0, 5);
  for (size_t dim = 1; dim < 300; dim = dim * 3 + 1) {
    ck_assert_int_eq(mgnn_problem_new(&p, 5, 10, s.ends, NULL, NULL),
                     MGNN_OK);
    ck_assert_int_eq(mg_rigidity_quick(p, dim, 1e5, &r, &known, NULL), MGNN_OK);
    ck_assert_int_eq(known, dim < 20); /* (5 dim)^3 / 6 multiplications */
    ck_assert_int_eq(r.globally_rigid, known);
    mgnn_rigidity_free(&r);
    mgnn_problem_free(p);
  }
  cut(&s, 0);
  ck_assert_int_eq(mgnn_problem_new(&p, 5, 9, s.ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mg_rigidity_quick(p, 3, 1e5, &r, &known, NULL), MGNN_OK);
  ck_assert(known && r.rigid && !r.globally_rigid);
  mgnn_rigidity_free(&r);
  for (size_t e = 0; e < 9; e++) {
    lower[e] = 1;
    upper[e] = 1.5;
  }
  ck_assert_int_eq(mgnn_problem_bounds_set(p, lower, upper, NULL), MGNN_OK);
  ck_assert_int_eq(mg_rigidity_quick(p, 3, 1e5, &r, &known, NULL), MGNN_OK);
  ck_assert(known && r.degrees_of_freedom == 3 * 5 - 6);       /* no bars */
  mgnn_rigidity_free(&r);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(every_failed_allocation_is_reported)
{
  sketch s;

  for (int dim = 1; dim <= 3; dim++)
    for (long good = 0;; good++) {
      mgnn_rigidity r, none;
      mgnn_status status;
      mgnn_problem *p;
      int held;

      wheel(&s, 6);
      ck_assert_int_eq(mgnn_problem_new(&p, s.n, s.m, s.ends, NULL, NULL),
                       MGNN_OK);
      mg_fuse_set(good);
      status = mgnn_rigidity_find(p, dim, 1, &r, NULL);
      held = fuse_held(status);
      mgnn_problem_free(p);
      if (held) {
        mgnn_rigidity_free(&r);
        break;
      }
      memset(&none, 0, sizeof none);
      ck_assert_int_eq(memcmp(&r, &none, sizeof r), 0);
    }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(cutting_pairs_are_found, 4),
    TEST_EACH(the_pebble_game_agrees_with_counting, 4),
    TEST(known_graphs_in_the_plane),
    TEST(few_nodes),
    TEST(on_the_line_cycles_are_determined_and_paths_are_not),
    TEST(laman_graphs_have_nothing_to_spare),
    TEST(extensions_of_k4_are_globally_rigid),
    TEST(bodies_at_joints_are_counted),
    TEST(pinned_nodes_are_one_body),
    TEST(pinned_anchors_locate_a_node),
    TEST(the_double_banana_is_flexible),
    TEST(known_graphs_in_space),
    TEST(bodies_at_hinges_are_counted),
    TEST(cliques_in_many_dimensions),
    TEST_EACH(counting_and_random_positions_agree, 4),
    TEST_EACH(ranks_at_positions_are_those_of_the_dense_matrix, 3),
    TEST(special_positions_are_seen),
    TEST(rounding_does_not_decide_at_special_positions),
    TEST(bad_positions_and_tolerances_are_refused),
    TEST_EACH(parts_in_space_are_the_largest_fixed_sets, 3),
    TEST(the_quick_answer_is_the_same_or_none),
    TEST(every_failed_allocation_at_positions_is_reported),
    TEST(every_failed_allocation_is_reported)
  };

  return unit_run("rigidity", tests, COUNT(tests), NULL);
}
