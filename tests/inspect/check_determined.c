/* Which nodes lengths determine: known graphs, and small random ones against what
 * Jackson, Jordan and Szabadka prove of the plane, computed by brute force. */
#include "inspect/determined.h"
#include "base/dense.h"
#include "fuse.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 12, BARS = MOST * (MOST - 1) / 2 };

typedef struct {
  size_t n, m;
  mgnn_node ends[2 * BARS];
  unsigned char pin[3 * MOST];         /* for up to three dimensions */
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
  s->ends[2 * s->m] = i;
  s->ends[2 * s->m++ + 1] = j;
}

static void
clique(sketch *s, size_t from, size_t to)
{
  for (size_t i = from; i < to; i++)
    for (size_t j = i + 1; j < to; j++)
      bar(s, i, j);
}

static void
random_graph(sketch *s, size_t n, unsigned per_mille, unsigned *state)
{
  memset(s, 0, sizeof *s);
  s->n = n;
  for (size_t i = 0; i < n; i++)
    for (size_t j = i + 1; j < n; j++)
      if (below(state, 1000) < per_mille)
        bar(s, i, j);
}

static mgnn_problem *
problem_of(const sketch *s, size_t dim)
{
  mgnn_problem *p;

  ck_assert_int_eq(mgnn_problem_new(&p, s->n, s->m, s->ends, NULL, NULL),
                   MGNN_OK);
  if (memchr(s->pin, 1, s->n * dim) != NULL)
    ck_assert_int_eq(mgnn_problem_pins_set(p, dim, s->pin, NULL), MGNN_OK);
  return p;
}

static mgnn_determined *
judge(const sketch *s, size_t dim)
{
  mgnn_problem *p = problem_of(s, dim);
  mgnn_determined *d;

  ck_assert_int_eq(mgnn_determined_find(p, dim, 1, &d, NULL), MGNN_OK);
  mgnn_problem_free(p);
  return d;
}

/* "yyn-": yes, yes, no, not known. */
static void
expect(const sketch *s, size_t dim, const char *answers, const char *up_to)
{
  mgnn_determined *d = judge(s, dim);
  char text[MOST + 1] = "";
  size_t yes = 0;

  for (size_t i = 0; i < s->n; i++) {
    int a = mgnn_determined_node(d, i);

    text[i] = a < 0 ? '-' : a ? 'y' : 'n';
    yes += a == 1;
  }
  ck_assert_str_eq(text, answers);
  ck_assert_str_eq(mgnn_determined_up_to(d), up_to);
  ck_assert_uint_eq(mgnn_determined_count(d), yes);
  mgnn_determined_free(d);
}

/* ---- by brute force, in the plane ---- */

/* Laman: every set of k nodes has at most 2k-3 of the bars in `set`. */
static int
independent(const sketch *s, const unsigned char *set)
{
  for (unsigned nodes = 0; nodes < 1u << s->n; nodes++) {
    int inside = 0;

    for (size_t e = 0; e < s->m; e++)
      inside += set[e] && nodes >> s->ends[2 * e] & 1
                && nodes >> s->ends[2 * e + 1] & 1;
    if (inside > 0 && inside > 2 * __builtin_popcount(nodes) - 3)
      return 0;
  }
  return 1;
}

/* Components of the matroid: bars are joined by the circuits that those outside
 * of a basis make with it. */
static void
components(const sketch *s, unsigned *of)
{
  unsigned char basis[BARS] = { 0 };

  for (size_t e = 0; e < s->m; e++) {
    of[e] = (unsigned)e;
    basis[e] = 1;
    basis[e] = (unsigned char)independent(s, basis);
  }
  for (size_t e = 0; e < s->m; e++)
    for (size_t f = 0; f < s->m && !basis[e]; f++) {
      unsigned from = of[f];
      int exchange;

      if (!basis[f])
        continue;
      basis[e] = 1, basis[f] = 0;
      exchange = independent(s, basis);
      basis[e] = 0, basis[f] = 1;
      for (size_t k = 0; k < s->m && exchange; k++)
        if (of[k] == from)
          of[k] = of[e];
    }
}

/* Whether u and v are connected by the bars of component c without a and b. */
static int
connected(const sketch *s, const unsigned *of, unsigned c, size_t u, size_t v,
          unsigned without)
{
  unsigned in = 1u << u;

  for (int more = 1; more;) {
    more = 0;
    for (size_t k = 0; k < 2 * s->m; k++)
      if (of[k / 2] == c && in >> s->ends[k] & 1
          && !((in | without) >> s->ends[k ^ 1] & 1)) {
        in |= 1u << s->ends[k ^ 1];
        more = 1;
      }
  }
  return in >> v & 1;
}

static int
three_paths(const sketch *s, const unsigned *of, unsigned c, size_t u, size_t v)
{
  for (size_t a = 0; a < s->n; a++)
    for (size_t b = a; b < s->n; b++)
      if (a != u && a != v && b != u && b != v
          && !connected(s, of, c, u, v, 1u << a | 1u << b))
        return 0;
  return 1;
}

/* Add a bar between every two nodes that are linked globally, until there are no
 * more. */
static void
close_links(sketch *s)
{
  for (int more = 1; more;) {
    unsigned of[BARS];
    sketch next = *s;

    more = 0;
    components(s, of);
    for (size_t u = 0; u < s->n; u++)
      for (size_t v = u + 1; v < s->n; v++)
        for (size_t e = 0; e < s->m && !joined(&next, u, v); e++)
          if (three_paths(s, of, of[e], u, v)) {
            bar(&next, u, v);
            more = 1;
          }
    *s = next;
  }
}

static size_t
largest_clique(const sketch *s)
{
  size_t most = 0;

  for (unsigned set = 0; set < 1u << s->n; set++) {
    size_t size = (size_t)__builtin_popcount(set);
    int all = size > most;

    for (size_t i = 0; i < s->n && all; i++)
      for (size_t j = 0; j < i && all; j++)
        all = !(set >> i & 1 && set >> j & 1) || joined(s, i, j);
    if (all)
      most = size;
  }
  return most;
}

/* Another node that is joined to all of them. */
static void
cone(sketch *s)
{
  for (size_t i = 0; i < s->n; i++)
    bar(s, i, s->n);
  s->n++;
}

/* What is "yes" is all linked, and as many as can be; what is "no" is not linked
 * to all of it.  With `coned`, the same of the cone over the graph in space, where
 * what is determined is the cone over what is in the plane (Connelly and
 * Whiteley). */
static void
compare(const sketch *s, const sketch *closed, int coned)
{
  sketch over = *s;
  mgnn_determined *d;
  size_t most = largest_clique(closed);

  if (coned)
    cone(&over);
  d = judge(&over, coned ? 3 : 2);
  ck_assert_uint_eq(mgnn_determined_count(d),
                    most >= 3 || most == s->n ? most + (size_t)coned : 0);
  for (size_t i = 0; i < s->n; i++) {
    int all = 1;

    for (size_t j = 0; j < s->n; j++)
      all = all && (j == i || mgnn_determined_node(d, j) != 1
                    || joined(closed, i, j));
    if (mgnn_determined_node(d, i) == 1)
      ck_assert(all);
    if (mgnn_determined_node(d, i) == 0 && mgnn_determined_count(d) > 0)
      ck_assert(!all);
  }
  mgnn_determined_free(d);
}

START_TEST(bodies_are_those_of_linked_pairs)
{
  unsigned state = 3 + 7 * (unsigned)_i;
  size_t bodies = 0;

  for (int round = 0; round < 100; round++) {
    sketch s, closed;

    random_graph(&s, 3 + below(&state, 5), 350 + 50 * below(&state, 9), &state);
    closed = s;
    close_links(&closed);
    bodies += largest_clique(&closed) > 3 && largest_clique(&closed) < s.n;
    compare(&s, &closed, 0);
    compare(&s, &closed, 1);
  }
  ck_assert_uint_gt(bodies, 4);
}
END_TEST

/* With three pins or more: the nodes that are linked to all of them. */
START_TEST(what_is_linked_to_the_anchors_is_localizable)
{
  unsigned state = 11 + 5 * (unsigned)_i;
  size_t more = 0;

  for (int round = 0; round < 60; round++) {
    sketch s, closed;
    mgnn_determined *d;
    size_t n = 5 + below(&state, 3), pins = 3 + below(&state, 2);

    random_graph(&s, n, 300 + 50 * below(&state, 8), &state);
    closed = s;
    clique(&closed, 0, pins);
    memset(s.pin, 1, 2 * pins);
    close_links(&closed);
    d = judge(&s, 2);
    ck_assert_str_eq(mgnn_determined_up_to(d), "nothing");
    for (size_t i = 0; i < n; i++) {
      int all = 1;

      for (size_t j = 0; j < pins; j++)
        all = all && (j == i || joined(&closed, i, j));
      ck_assert_int_eq(mgnn_determined_node(d, i) == 1, all);
      more += all && i >= pins;
    }
    mgnn_determined_free(d);
  }
  ck_assert_uint_gt(more, 10);
}
END_TEST

/* ---- known graphs ---- */

START_TEST(small_graphs_in_the_plane)
{
  sketch s = { .n = 3 };

  expect(&s, 2, "nnn", "rigid motions");
  bar(&s, 0, 1);
  bar(&s, 1, 2);
  expect(&s, 2, "nnn", "rigid motions");       /* no place to refer to */
  bar(&s, 0, 2);
  expect(&s, 2, "yyy", "rigid motions");
  s.n = 4;                     /* a node on two bars can be folded over */
  bar(&s, 0, 3);
  bar(&s, 1, 3);
  expect(&s, 2, "yyyn", "rigid motions");
  bar(&s, 2, 3);
  expect(&s, 2, "yyyy", "rigid motions");
  s.n = 6;                     /* a pendant node turns, a lone one goes anywhere */
  bar(&s, 0, 4);
  expect(&s, 2, "yyyynn", "rigid motions");
}
END_TEST

/* The prism is rigid and 3-connected, and has other drawings: which of its pairs
 * are linked no theorem here says. */
START_TEST(what_no_theorem_decides_is_not_known)
{
  sketch s = { .n = 6 };

  for (size_t i = 0; i < 3; i++) {
    bar(&s, i, (i + 1) % 3);
    bar(&s, 3 + i, 3 + (i + 1) % 3);
    bar(&s, i, 3 + i);
  }
  expect(&s, 2, "yyy---", "rigid motions");
}
END_TEST

START_TEST(anchors_say_up_to_what)
{
  sketch s = { .n = 4 };
  mgnn_determined *d;

  clique(&s, 0, 4);
  expect(&s, 2, "yyyy", "rigid motions");
  s.pin[0] = s.pin[1] = 1;
  expect(&s, 2, "yyyy", "rigid motions");      /* turned about the one */
  s.pin[2] = s.pin[3] = 1;
  expect(&s, 2, "yyyy", "a mirror image");
  s.pin[4] = s.pin[5] = 1;
  expect(&s, 2, "yyyy", "nothing");
  d = judge(&s, 2);
  ck_assert_str_eq(mgnn_determined_how(d, 0), "pinned");
  ck_assert_str_eq(mgnn_determined_how(d, 3), "globally rigid graph");
  mgnn_determined_free(d);
  s.n = 5;                     /* two bars to anchors: folded over */
  bar(&s, 0, 4);
  bar(&s, 1, 4);
  expect(&s, 2, "yyyyn", "nothing");
  d = judge(&s, 2);
  ck_assert_str_eq(mgnn_determined_how(d, 3), "stress kernel");
  ck_assert_str_eq(mgnn_determined_how(d, 4), "separated");
  mgnn_determined_free(d);
}
END_TEST

/* Two anchors, and a node joined to both: it is up to a mirror image.  A second
 * one is mirrored on its own. */
START_TEST(beside_two_anchors_one_triangle_is_the_reference)
{
  sketch s = { .n = 3, .pin = { 1, 1, 1, 1 } };

  bar(&s, 0, 2);
  bar(&s, 1, 2);
  expect(&s, 2, "yyy", "a mirror image");
  s.n = 4;
  bar(&s, 0, 3);
  bar(&s, 1, 3);
  expect(&s, 2, "yyyn", "a mirror image");
}
END_TEST

/* The double banana: two bodies of 5 nodes about a hinge of two without a bar. */
START_TEST(a_body_in_space_ends_at_the_hinge)
{
  sketch s = { .n = 8 };

  for (size_t k = 2; k < 8; k++) {
    bar(&s, 0, k);
    bar(&s, 1, k);
  }
  clique(&s, 2, 5);
  clique(&s, 5, 8);
  expect(&s, 3, "yyyyynnn", "rigid motions");
}
END_TEST

/* On the line a body is what no node cuts: a square, and beside it a triangle at
 * one of its nodes. */
START_TEST(on_the_line_bodies_end_at_cut_nodes)
{
  sketch s = { .n = 6 };

  for (size_t i = 0; i < 4; i++)
    bar(&s, i, (i + 1) % 4);
  bar(&s, 3, 4);
  bar(&s, 4, 5);
  bar(&s, 5, 3);
  expect(&s, 1, "yyyynn", "rigid motions");
}
END_TEST

/* An interval and an edge of stiffness 0 hold nothing: K4 is a body with six
 * bars, and with none of them nothing is. */
START_TEST(only_bars_count)
{
  sketch s = { .n = 4 };
  const double low[6] = { 1, 1, 1, 1, 1, 1 };
  const double high[6] = { 9, 9, 9, 9, 9, 9 };
  const double one_soft[6] = { 1, 1, 1, 1, 1, 0 };
  mgnn_problem *p;
  mgnn_determined *d;
  mgnn_rigidity r;

  clique(&s, 0, 4);
  p = problem_of(&s, 2);
  ck_assert_uint_eq(mgnn_problem_bars(p), 6);
  ck_assert_int_eq(mgnn_problem_stiffness_set(p, one_soft, NULL), MGNN_OK);
  ck_assert_uint_eq(mgnn_problem_bars(p), 5);
  ck_assert_int_eq(mgnn_rigidity_find(p, 2, 1, &r, NULL), MGNN_OK);
  ck_assert_int_eq(r.globally_rigid, 0);       /* two triangles */
  ck_assert_int_eq(r.rigid, 1);
  ck_assert_uint_eq(r.stresses, 0);
  ck_assert_uint_eq(r.edge_part[4], 0);
  ck_assert_uint_eq(r.edge_part[5], 0xffffffffu);
  mgnn_rigidity_free(&r);
  ck_assert_int_eq(mgnn_problem_bounds_set(p, low, high, NULL), MGNN_OK);
  ck_assert_uint_eq(mgnn_problem_bars(p), 0);
  ck_assert_int_eq(mgnn_rigidity_find(p, 2, 1, &r, NULL), MGNN_OK);
  ck_assert_uint_eq(r.degrees_of_freedom, 5);
  ck_assert_uint_eq(r.parts, 0);
  mgnn_rigidity_free(&r);
  ck_assert_int_eq(mgnn_determined_find(p, 2, 1, &d, NULL), MGNN_OK);
  ck_assert_uint_eq(mgnn_determined_count(d), 0);
  mgnn_determined_free(d);
  mgnn_problem_free(p);
}
END_TEST

/* The outcome of a layout says the same; NULL with all pairs.  NAN as a pin and a
 * solver that does not exist are refused before anything is searched. */
START_TEST(a_layout_tells_the_same)
{
  sketch s = { .n = 4 };
  double y[8] = { 0 };
  mgnn_search_params par;
  mgnn_outcome out;
  mgnn_error err;
  mgnn_problem *p;

  clique(&s, 0, 3);
  bar(&s, 0, 3);
  bar(&s, 1, 3);
  p = problem_of(&s, 2);
  mgnn_search_params_init(&par);
  ck_assert_int_eq(mgnn_layout(p, 2, &par, y, &out, NULL), MGNN_OK);
  ck_assert_mem_eq(out.determined, "\1\1\1\0", 4);
  mgnn_outcome_free(&out);
  par.pairs = "paths";
  ck_assert_int_eq(mgnn_layout(p, 2, &par, y, &out, NULL), MGNN_OK);
  ck_assert_ptr_null(out.determined);
  par.solver = "none";
  ck_assert_int_eq(mgnn_layout(p, 2, &par, y, &out, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "there is no solver named \"none\", must be lbfgs or "
                   "damped");
  par.solver = mgnn_solver_name(0);
  ck_assert_int_eq(mgnn_layout(p, 2, &par, y, NULL, NULL), MGNN_OK);
  mgnn_problem_free(p);
  s.pin[0] = s.pin[1] = 1;
  p = problem_of(&s, 2);
  y[0] = NAN;
  ck_assert_int_eq(mgnn_layout(p, 2, &par, y, &out, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the position of node 0 is not finite");
  ck_assert_ptr_null(out.determined);
  mgnn_problem_free(p);
}
END_TEST

/* ---- paths ---- */

/* By all sets of at most `most` nodes: is v cut off from what they leave of the
 * body? */
static int
slow_separated(const sketch *s, size_t v, unsigned body, int most)
{
  unsigned of[BARS] = { 0 };

  for (unsigned set = 0; set < 1u << s->n; set++) {
    int cut = !(set >> v & 1) && __builtin_popcount(set) <= most;

    for (size_t i = 0; i < s->n && cut; i++)
      if ((body & ~set) >> i & 1)
        cut = !connected(s, of, 0, v, i, set);
    if (cut)
      return 1;
  }
  return 0;
}

START_TEST(separated_nodes_are_those_that_few_cut_off)
{
  unsigned state = 17 + (unsigned)_i;
  size_t counts[2] = { 0, 0 };

  for (int round = 0; round < 250; round++) {
    unsigned char body[MOST] = { 0 }, ask[MOST], found[MOST] = { 0 };
    unsigned bits = 0;
    int most = 1 + (int)below(&state, 3);
    mg_bars b;
    mgnn_problem *p;
    sketch s;

    random_graph(&s, 5 + below(&state, 5), 200 + 60 * below(&state, 9), &state);
    for (size_t i = 0; (int)i <= most; i++)
      bits |= 1u << below(&state, (unsigned)s.n);
    if (__builtin_popcount(bits) <= most)
      continue;
    for (size_t i = 0; i < s.n; i++) {
      body[i] = bits >> i & 1;
      ask[i] = !body[i];
    }
    p = problem_of(&s, 2);
    ck_assert_int_eq(mg_bars_init(&b, &p->graph, 2, NULL, NULL), MGNN_OK);
    ck_assert_int_eq(mg_separated_find(&b, (size_t)most, body, ask, found, NULL),
                     MGNN_OK);
    for (size_t i = 0; i < s.n; i++) {
      if (!ask[i])
        continue;
      ck_assert_int_eq(found[i], slow_separated(&s, i, bits, most));
      counts[found[i]]++;
    }
    mg_bars_free(&b);
    mgnn_problem_free(p);
  }
  ck_assert_uint_gt(counts[0], 100);
  ck_assert_uint_gt(counts[1], 100);
}
END_TEST

static mgnn_problem *
pinned_problem(size_t n, size_t m, const mgnn_node *ends, const double *length,
               size_t dim, size_t anchors)
{
  unsigned char pin[3 * MOST] = { 0 };
  mgnn_problem *p;

  memset(pin, 1, anchors * dim);
  ck_assert_int_eq(mgnn_problem_new(&p, n, m, ends, length, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_pins_set(p, dim, pin, NULL), MGNN_OK);
  return p;
}

/* Three anchors in the plane, at different places, and what is determined by them
 * up to; the first three nodes are the anchors. */
START_TEST(anchors_on_a_line_leave_a_mirror_image)
{
  static const struct {
    double y[10];
    size_t n;
    const char *up_to, *anchors;
  } known[] = {
    { { 0, 0, 1, 0, 0, 1, 0.4, 0.3 }, 4, "nothing", NULL },
    { { 0, 0, 1, 1, 3, 3, 0.4, 0.3 }, 4, "a mirror image", "on a line" },
    { { 0, 0, 1, 1, 3, 3, 0.4, 0.3, 2, 1 }, 5, "a mirror image of each part",
      "on a line" },
    { { 2, 1, 2, 1, 2, 1, 0.4, 0.3 }, 4, "rigid motions", "at one place" }
  };
  const mgnn_node ends[] = { 0, 3, 1, 3, 2, 3, 0, 4, 1, 4, 2, 4, 3, 4 };
  size_t n = known[_i].n;

  /* With a bar between the two nodes they are one part. */
  for (size_t joined_too = 0; joined_too < n - 3; joined_too++) {
    mgnn_problem *p = pinned_problem(n, 3 * (n - 3) + joined_too, ends, NULL, 2, 3);
    mgnn_determined *d;

    ck_assert_int_eq(mgnn_determined_find(p, 2, 1, &d, NULL), MGNN_OK);
    ck_assert_str_eq(d->up_to, "nothing");     /* in general position */
    ck_assert_int_eq(mg_determined_anchors(d, p, 2, known[_i].y, NULL), MGNN_OK);
    ck_assert_str_eq(d->up_to, joined_too ? "a mirror image" : known[_i].up_to);
    ck_assert_pstr_eq(d->anchors, known[_i].anchors);
    ck_assert_uint_eq(d->count, n);
    mgnn_determined_free(d);
    mgnn_problem_free(p);
  }
}
END_TEST

/* In space four anchors in a plane leave a mirror image, on a line a turn. */
START_TEST(anchors_in_a_plane_leave_a_mirror_image_in_space)
{
  const mgnn_node ends[] = { 0, 4, 1, 4, 2, 4, 3, 4 };
  const double plane[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0.2, 0.3, 0.4 };
  const double line[] = { 0, 0, 0, 1, 1, 1, 2, 2, 2, 5, 5, 5, 0.2, 0.3, 0.4 };
  mgnn_problem *p = pinned_problem(5, 4, ends, NULL, 3, 4);
  mgnn_determined *d;

  ck_assert_int_eq(mgnn_determined_find(p, 3, 1, &d, NULL), MGNN_OK);
  ck_assert_int_eq(mg_determined_anchors(d, p, 3, plane, NULL), MGNN_OK);
  ck_assert_str_eq(d->up_to, "a mirror image");
  ck_assert_str_eq(d->anchors, "in a plane");
  ck_assert_int_eq(mg_determined_anchors(d, p, 3, line, NULL), MGNN_OK);
  ck_assert_str_eq(d->up_to, "rigid motions");
  ck_assert_str_eq(d->anchors, "on a line");
  mgnn_determined_free(d);
  mgnn_problem_free(p);
}
END_TEST

/* Node 3 hangs on three anchors, node 4 on two of them and on node 3: all is
 * determined.  Mirrored in the line of the two, node 4 misses its length to node 3
 * alone, and is not known to be right; node 3 is.  With all lengths met both are. */
START_TEST(places_follow_from_lengths_that_are_met)
{
  const mgnn_node ends[] = { 0, 3, 1, 3, 2, 3, 0, 4, 1, 4, 3, 4 };
  double y[] = { 0, 0, 4, 0, 1, 3, 1, 1, 2, 1.5 }, length[6];
  mgnn_problem *p;
  mgnn_determined *d;
  mg_verified v;

  for (size_t e = 0; e < 6; e++)
    length[e] = mg_distance(y + 2 * ends[2 * e], y + 2 * ends[2 * e + 1], 2);
  p = pinned_problem(5, 6, ends, length, 2, 3);
  ck_assert_int_eq(mgnn_determined_find(p, 2, 1, &d, NULL), MGNN_OK);
  ck_assert_uint_eq(d->count, 5);
  for (int mirrored = 0; mirrored < 2; mirrored++) {
    y[9] = mirrored ? -1.5 : 1.5;
    ck_assert_int_eq(mg_verified_find(d, p, 2, y, &v, NULL), MGNN_OK);
    ck_assert_uint_eq(v.off, mirrored);
    ck_assert_uint_eq(v.count, 2 - mirrored);
    ck_assert_uint_eq(v.node[0], 255);
    ck_assert_uint_eq(v.node[3], 1);
    ck_assert_uint_eq(v.node[4], !mirrored);
    mg_verified_free(&v);
  }
  for (long good = 0;; good++) {
    mgnn_status status;

    mg_fuse_set(good);
    status = mg_verified_find(d, p, 2, y, &v, NULL);
    if (fuse_held(status))
      break;
    ck_assert_ptr_null(v.node);
  }
  mg_verified_free(&v);
  for (long good = 0;; good++) {
    mgnn_status status;

    mg_fuse_set(good);
    status = mg_determined_anchors(d, p, 2, y, NULL);
    if (fuse_held(status))
      break;
  }
  mgnn_determined_free(d);
  mgnn_problem_free(p);
}
END_TEST

/* Two bodies of five nodes that share the edge of nodes 0 and 1.  A bar between nodes 6
 * and 7, of which no node has three to the other body, tells the one body from its
 * mirror image, unless it ends on the line of the edge. */
START_TEST(two_bodies_that_fit_in_one_way_are_one)
{
  static const mgnn_node body[] = { 0, 1, 0, 2, 1, 2, 0, 3, 1, 3, 2, 3, 0, 7, 2, 7, 3, 7,
                                    0, 4, 1, 4, 0, 5, 1, 5, 4, 5, 0, 6, 4, 6, 5, 6, 6, 7 };

  for (int across = 0; across < 3; across++) {
    double y[] = { 0, 0, 1.1, .2, .3, 1.2, 1.4, .9, .2, -.8, 1.3, -1.1, .5, -1.9, .6, 2.1 };
    double length[18];
    mgnn_determined *d;
    mgnn_problem *p;

    if (across == 2) {
      y[12] = 2.2;
      y[13] = .4;
    }
    for (size_t e = 0; e < 18; e++)
      length[e] = mg_distance(y + 2 * body[2 * e], y + 2 * body[2 * e + 1], 2);
    ck_assert_int_eq(mgnn_problem_new(&p, 8, across > 0 ? 18 : 17, body, length, NULL),
                     MGNN_OK);
    ck_assert_int_eq(mgnn_determined_given(p, 2, y, 1, &d, NULL), MGNN_OK);
    for (size_t i = 0; i < 8 && across == 1; i++)
      ck_assert_str_eq(mgnn_determined_how(d, i), "trilateration");
    ck_assert_int_eq(mgnn_determined_count(d) == 8, across == 1);
    mgnn_determined_free(d);
    mgnn_problem_free(p);
  }
}
END_TEST

/* ---- special lengths, against all drawings that branch and prune finds ---- */

/* A triangular lattice, a square one with some diagonals, a wheel that closes only
 * when it is folded, or points with whole coordinates; some bars are left out. */
static void
special_frame(sketch *s, double *y, int kind, unsigned *state)
{
  memset(s, 0, sizeof *s);
  s->n = 5 + below(state, 5);
  for (size_t i = 0; i < s->n; i++) {
    size_t row = i / 3, column = i % 3;

    y[2 * i] = kind == 0 ? (double)column + 0.5 * (double)(row % 2)
               : kind == 1 ? (double)column : below(state, 4);
    y[2 * i + 1] = kind == 0 ? sqrt(0.75) * (double)row
                   : kind == 1 ? (double)row : below(state, 4);
    if (kind == 3) {            /* spokes of 1, turned by 60 degrees to and fro */
      double turn = acos(-1) / 3 * below(state, 6);

      y[2 * i] = i > 0 ? cos(turn) : 0;
      y[2 * i + 1] = i > 0 ? sin(turn) : 0;
    }
  }
  for (size_t i = 0; i < s->n; i++)
    for (size_t j = 0; j < i; j++) {
      double r = mg_distance(y + 2 * i, y + 2 * j, 2);

      if (r > 1e-9 && r < (kind == 0 ? 1.1 : kind == 3 ? 1.9 : 1.5)
          && below(state, 10) > 0)
        bar(s, i, j);
    }
}

/* Whether a drawing of r has node i at another distance from a determined node. */
static int
is_elsewhere(const mgnn_determined *d, const mgnn_realizations *r, size_t i)
{
  for (size_t k = 1; k < r->count; k++)
    for (size_t j = 0; j < d->n; j++) {
      const double *x = r->y + 2 * k * d->n;

      if (d->node[j] == 1
          && fabs(mg_distance(x + 2 * i, x + 2 * j, 2)
                  - mg_distance(r->y + 2 * i, r->y + 2 * j, 2)) > 1e-4)
        return 1;
    }
  return 0;
}

/* No node that is called determined is elsewhere in another drawing, and every one
 * that is called not determined is, where all drawings were found.  Without pins
 * distances between determined nodes are compared, with pins also those to pins;
 * `found` counts what was not determined although generic lengths would be. */
static size_t
compare_with_all(const sketch *s, const double *y)
{
  double length[BARS];
  mgnn_realization_params par;
  mgnn_realizations r;
  mgnn_determined *d, *generic;
  mgnn_problem *p;
  size_t found = 0;

  for (size_t e = 0; e < s->m; e++)
    length[e] = mg_distance(y + 2 * s->ends[2 * e], y + 2 * s->ends[2 * e + 1], 2);
  ck_assert_int_eq(mgnn_problem_new(&p, s->n, s->m, s->ends, length, NULL), MGNN_OK);
  if (memchr(s->pin, 1, 2 * s->n) != NULL)
    ck_assert_int_eq(mgnn_problem_pins_set(p, 2, s->pin, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_determined_find(p, 2, 1, &generic, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_determined_given(p, 2, y, 1, &d, NULL), MGNN_OK);
  mgnn_realization_params_init(&par);
  par.most = 200;
  ck_assert_int_eq(mgnn_realizations_find(p, 2, y, &par, &r, NULL), MGNN_OK);
  for (size_t k = 1; k < r.count && d->anchors == NULL; k++)
    for (size_t i = 0; i < s->n; i++)
      for (size_t j = 0; j < i; j++) {
        const double *x = r.y + 2 * k * s->n;

        if (d->node[i] == 1 && d->node[j] == 1)
          ck_assert_double_eq_tol(mg_distance(x + 2 * i, x + 2 * j, 2),
                                  mg_distance(y + 2 * i, y + 2 * j, 2), 0.01);
      }
  for (size_t i = 0; i < s->n && r.complete && r.count < par.most
                     && d->anchors == NULL && d->count > 2; i++)
    ck_assert(d->node[i] != 0 || is_elsewhere(d, &r, i));
  for (size_t i = 0; i < s->n; i++)
    found += generic->node[i] == 1 && d->node[i] != 1;
  mgnn_realizations_free(&r);
  mgnn_determined_free(d);
  mgnn_determined_free(generic);
  mgnn_problem_free(p);
  return found;
}

START_TEST(determined_nodes_are_in_one_place_in_all_drawings)
{
  unsigned state = 17 + 31 * (unsigned)_i;
  size_t found = 0;

  for (int round = 0; round < 60; round++) {
    sketch s;
    double y[2 * MOST];

    special_frame(&s, y, round % 4, &state);
    if (round % 3 == 0)
      memset(s.pin, 1, 6);
    found += compare_with_all(&s, y);
  }
  ck_assert_uint_gt(found, 0);
}
END_TEST

/* A wheel with spokes of 1 and a rim of 60 degrees: each spoke may turn either way. */
START_TEST(a_special_wheel_is_not_determined)
{
  sketch s = { .n = 7 };
  double y[14] = { 0 };

  for (size_t i = 1; i < 7; i++) {
    bar(&s, 0, i);
    bar(&s, i, i % 6 + 1);
    y[2 * i] = cos(acos(-1) / 3 * (double)i);
    y[2 * i + 1] = sin(acos(-1) / 3 * (double)i);
  }
  ck_assert_uint_eq(compare_with_all(&s, y), 4);       /* but for one triangle */
}
END_TEST

/* Points x on one half and y on the other of a bipartite graph, all on the ellipse
 * x'Mx = 1, and every x moved to x + tMx, every y to y - tMy: the squared lengths
 *   |x + tMx - y + tMy|^2 = |x - y|^2 + 2t (x'Mx - y'My) + t^2 |Mx + My|^2
 * are the same for t and -t.  That is not found, and so it must not be excluded. */
START_TEST(lengths_that_look_random_are_not_taken_as_generic)
{
  const double turn[] = { .31, 1.72, 4.05, .93, 2.61, 3.48, 5.4 };
  const double m[] = { 1 / 1.69, 1 / .64 };
  sketch s = { .n = 7 };
  double y[2][14];

  for (size_t i = 0; i < 7; i++)
    for (size_t c = 0; c < 2; c++) {
      double x = c == 0 ? 1.3 * cos(turn[i]) : .8 * sin(turn[i]);

      for (int side = 0; side < 2; side++)
        y[side][2 * i + c] = x + ((i < 3) == side ? .35 : -.35) * m[c] * x;
    }
  for (size_t k = 0; k < 12; k++) {
    bar(&s, k / 4, 3 + k % 4);
    ck_assert_double_eq_tol(mg_distance(y[0] + 2 * (k / 4), y[0] + 2 * (3 + k % 4), 2),
                            mg_distance(y[1] + 2 * (k / 4), y[1] + 2 * (3 + k % 4), 2),
                            1e-15);
  }
  ck_assert_double_gt(fabs(mg_distance(y[0], y[0] + 2, 2)
                           - mg_distance(y[1], y[1] + 2, 2)), .1);
  ck_assert_uint_eq(compare_with_all(&s, y[0]), 7);
}
END_TEST

/* A chain that is stretched between its ends has one drawing, and it is not called
 * flexible; one that hangs has many. */
START_TEST(a_stretched_chain_does_not_move)
{
  sketch s = { .n = 4, .pin = { 1, 1, 0, 0, 0, 0, 1, 1 } };
  double y[] = { 0, 0, 1.137, 0, 2.033, 0, 3.232, 0 };

  for (size_t i = 0; i < 3; i++)
    bar(&s, i, i + 1);
  for (int hangs = 0; hangs < 2; hangs++) {
    double length[] = { 1.137, 0.896, 1.199 };
    mgnn_determined *d;
    mgnn_problem *p;

    length[1] = mg_distance(y + 2, y + 4, 2);
    length[2] = mg_distance(y + 4, y + 6, 2);
    ck_assert_int_eq(mgnn_problem_new(&p, 4, 3, s.ends, length, NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_problem_pins_set(p, 2, s.pin, NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_determined_given(p, 2, y, 1, &d, NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_determined_node(d, 1), hangs ? 0 : -1);
    ck_assert_int_eq(mgnn_determined_node(d, 2), hangs ? 0 : -1);
    mgnn_determined_free(d);
    mgnn_problem_free(p);
    y[5] = -0.4;
  }
}
END_TEST

/* Part of a lattice, bent, with lengths of 3 digits that are met as they are written:
 * two corners can be mirrored, though branch and prune, which wants lengths to be met
 * exactly, finds no drawing. */
START_TEST(without_a_drawing_none_is_the_only_one)
{
  sketch s = { .n = 12 };
  double y[24], length[BARS];
  mgnn_determined *d;
  mgnn_problem *p;

  for (size_t i = 0; i < 12; i++) {
    size_t row = i / 4, column = i % 4;

    y[2 * i] = (double)column + 0.5 * (double)row + 0.05 * sin(7.0 * (double)i);
    y[2 * i + 1] = 0.866 * (double)row + 0.05 * cos(5.0 * (double)i);
    for (size_t j = 0; j < i; j++)
      if (mg_distance(y + 2 * i, y + 2 * j, 2) < 1.3)
        bar(&s, i, j);
  }
  for (size_t e = 0; e < s.m; e++)
    length[e] = rint(1000 * mg_distance(y + 2 * s.ends[2 * e],
                                        y + 2 * s.ends[2 * e + 1], 2)) / 1000;
  ck_assert_int_eq(mgnn_problem_new(&p, 12, s.m, s.ends, length, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_determined_given(p, 2, y, 1, &d, NULL), MGNN_OK);
  ck_assert_int_ne(mgnn_determined_node(d, 0), 1);
  ck_assert_int_ne(mgnn_determined_node(d, 11), 1);
  mgnn_determined_free(d);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(every_failed_allocation_is_reported)
{
  for (size_t dim = 1; dim <= 3; dim++)
    for (long good = 0;; good++) {
      sketch s = { .n = 9 };
      mgnn_determined *d;
      mgnn_status status;
      mgnn_problem *p;
      int held;

      clique(&s, 0, 6);
      for (size_t i = 6; i < 9; i++) {
        bar(&s, i, 0);
        bar(&s, i, 1);
      }
      p = problem_of(&s, dim);
      mg_fuse_set(good);
      status = mgnn_determined_find(p, dim, 1, &d, NULL);
      held = fuse_held(status);
      mgnn_problem_free(p);
      if (held) {
        mgnn_determined_free(d);
        break;
      }
      ck_assert_ptr_null(d);
    }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(bodies_are_those_of_linked_pairs, 3),
    TEST_EACH(what_is_linked_to_the_anchors_is_localizable, 3),
    TEST(small_graphs_in_the_plane),
    TEST(what_no_theorem_decides_is_not_known),
    TEST(anchors_say_up_to_what),
    TEST(beside_two_anchors_one_triangle_is_the_reference),
    TEST(a_body_in_space_ends_at_the_hinge),
    TEST(on_the_line_bodies_end_at_cut_nodes),
    TEST(only_bars_count),
    TEST(a_layout_tells_the_same),
    TEST_EACH(separated_nodes_are_those_that_few_cut_off, 3),
    TEST_EACH(anchors_on_a_line_leave_a_mirror_image, 4),
    TEST(anchors_in_a_plane_leave_a_mirror_image_in_space),
    TEST(places_follow_from_lengths_that_are_met),
    TEST_EACH(determined_nodes_are_in_one_place_in_all_drawings, 5),
    TEST(a_special_wheel_is_not_determined),
    TEST(lengths_that_look_random_are_not_taken_as_generic),
    TEST(two_bodies_that_fit_in_one_way_are_one),
    TEST(a_stretched_chain_does_not_move),
    TEST(without_a_drawing_none_is_the_only_one),
    TEST(every_failed_allocation_is_reported)
  };

  return unit_run("determined", tests, COUNT(tests), NULL);
}
