/* The cost of rigidity tests on several kinds of graphs, in the plane by the
 * pebble game and in space by ranks.  Usage: rigid [EDGES [EDGES-IN-SPACE]] */
#include "inspect/rigidity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* A graph that grows. */
typedef struct {
  size_t n, m, cap;
  mgnn_node *ends;
} sketch;

static double
draw(unsigned long long *state)
{
  *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(*state >> 33) / 2147483648.0;
}

static size_t
below(unsigned long long *state, size_t n)
{
  return (size_t)(draw(state) * (double)n);
}

static void
bar(sketch *s, size_t i, size_t j)
{
  if (s->m == s->cap) {
    s->cap = 2 * s->cap + 1000;
    s->ends = realloc(s->ends, 2 * s->cap * sizeof *s->ends);
    if (s->ends == NULL)
      exit(EXIT_FAILURE);
  }
  s->ends[2 * s->m] = i;
  s->ends[2 * s->m++ + 1] = j;
}

/* Random points in the unit square or cube, joined up to the distance that
 * makes the mean degree; found by cells of that width. */
static void
geometric(sketch *s, size_t n, int dim, double degree)
{
  unsigned long long state = 7;
  double r = dim == 2 ? sqrt(degree / (3.14159 * (double)n))
                      : cbrt(3 * degree / (4 * 3.14159 * (double)n));
  size_t side = (size_t)(1 / r), cells = side * side * (dim == 3 ? side : 1);
  double *x = malloc(3 * n * sizeof *x);
  size_t *head = malloc(cells * sizeof *head), *next = malloc(n * sizeof *next);

  if (x == NULL || head == NULL || next == NULL)
    exit(EXIT_FAILURE);
  s->n = n;
  s->m = 0;
  for (size_t c = 0; c < cells; c++)
    head[c] = n;
  for (size_t i = 0; i < n; i++) {
    size_t at[3] = { 0, 0, 0 };

    for (int c = 0; c < 3; c++) {
      x[3 * i + (size_t)c] = c < dim ? draw(&state) : 0;
      at[c] = (size_t)(x[3 * i + (size_t)c] * (double)side);
    }
    for (int k = 0; k < 27; k++) {
      size_t a = at[0] + (size_t)(k % 3) - 1, b = at[1] + (size_t)(k / 3 % 3) - 1,
             c = at[2] + (size_t)(k / 9) - 1;

      if (a >= side || b >= side || c >= (dim == 3 ? side : 1))
        continue;
      for (size_t j = head[(c * side + b) * side + a]; j < n; j = next[j]) {
        double d = 0;

        for (size_t e = 0; e < 3; e++)
          d += (x[3 * i + e] - x[3 * j + e]) * (x[3 * i + e] - x[3 * j + e]);
        if (d < r * r)
          bar(s, j, i);
      }
    }
    next[i] = head[(at[2] * side + at[1]) * side + at[0]];
    head[(at[2] * side + at[1]) * side + at[0]] = i;
  }
  free(x);
  free(head);
  free(next);
}

static void
rgg6(sketch *s, size_t m)
{
  geometric(s, m / 3, 2, 6);
}

static void
rgg10(sketch *s, size_t m)
{
  geometric(s, m / 5, 2, 10);
}

static void
rgg4(sketch *s, size_t m)
{
  geometric(s, m / 2, 2, 4);
}

/* A square grid with one diagonal per cell. */
static void
mesh(sketch *s, size_t m)
{
  size_t side = (size_t)sqrt((double)m / 3);

  s->n = side * side;
  s->m = 0;
  for (size_t i = 0; i < side; i++)
    for (size_t j = 0; j < side; j++) {
      if (j + 1 < side)
        bar(s, i * side + j, i * side + j + 1);
      if (i + 1 < side)
        bar(s, i * side + j, i * side + side + j);
      if (i + 1 < side && j + 1 < side)
        bar(s, i * side + j, i * side + side + j + 1);
    }
}

/* A square grid with a diagonal in 51 of 100 cells. */
static void
braced(sketch *s, size_t m)
{
  size_t side = (size_t)sqrt((double)m / 2.51);
  unsigned long long state = 3;

  s->n = side * side;
  s->m = 0;
  for (size_t i = 0; i < side; i++)
    for (size_t j = 0; j < side; j++) {
      if (j + 1 < side)
        bar(s, i * side + j, i * side + j + 1);
      if (i + 1 < side)
        bar(s, i * side + j, i * side + side + j);
      if (i + 1 < side && j + 1 < side && draw(&state) < 0.51)
        bar(s, i * side + j, i * side + side + j + 1);
    }
}

/* A band of triangles. */
static void
strip(sketch *s, size_t m)
{
  s->n = m / 2;
  s->m = 0;
  for (size_t i = 1; i < s->n; i++) {
    bar(s, i - 1, i);
    if (i > 1)
      bar(s, i - 2, i);
  }
}

/* A random Laman graph: nodes put on two others, or into a bar and on a third
 * node. */
static void
laman(sketch *s, size_t m)
{
  unsigned long long state = 5;

  s->n = m / 2;
  s->m = 0;
  bar(s, 0, 1);
  for (size_t v = 2; v < s->n; v++) {
    size_t e = below(&state, s->m), a = s->ends[2 * e], b = s->ends[2 * e + 1];
    size_t c = v > 2 ? below(&state, v) : a;

    while (v > 2 && (c == a || c == b))
      c = below(&state, v);
    if (v > 2 && draw(&state) < 0.5) {
      s->ends[2 * e + 1] = v;
      bar(s, b, v);
      bar(s, c, v);
    } else {
      bar(s, a, v);
      bar(s, v > 2 ? c : b, v);
    }
  }
}

/* Random pairs of mean degree 5. */
static void
pairs(sketch *s, size_t m)
{
  unsigned long long state = 9;

  s->n = 2 * m / 5;
  s->m = 0;
  for (size_t i = 0; i < s->n; i++)
    for (size_t k = 0; k < 3; k++)
      if (k < 2 || i % 2 == 0)
        bar(s, i, (i + 1 + k * (s->n / 12) + below(&state, s->n / 12)) % s->n);
}

/* Triangles around one node. */
static void
windmill(sketch *s, size_t m)
{
  s->n = m / 3 * 2 + 1;
  s->m = 0;
  for (size_t i = 1; i + 1 < s->n; i += 2) {
    bar(s, 0, i);
    bar(s, i, i + 1);
    bar(s, i + 1, 0);
  }
}

static void
space8(sketch *s, size_t m)
{
  geometric(s, m / 4, 3, 8);
}

static void
space12(sketch *s, size_t m)
{
  geometric(s, m / 6, 3, 12);
}

static void
space20(sketch *s, size_t m)
{
  geometric(s, m / 10, 3, 20);
}

static const struct {
  const char *name;
  int dim;
  void (*make)(sketch *s, size_t m);
} table[] = {
  { "geometric, degree 4", 2, rgg4 },
  { "geometric, degree 6", 2, rgg6 },
  { "geometric, degree 10", 2, rgg10 },
  { "mesh of triangles", 2, mesh },
  { "grid, half braced", 2, braced },
  { "band of triangles", 2, strip },
  { "random Laman graph", 2, laman },
  { "random, degree 5", 2, pairs },
  { "triangles at one node", 2, windmill },
  { "mesh of triangles", 3, mesh },
  { "geometric, degree 8", 3, space8 },
  { "geometric, degree 12", 3, space12 },
  { "geometric, degree 20", 3, space20 },
};

int
main(int argc, char **argv)
{
  size_t plane = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000;
  size_t space = argc > 2 ? strtoul(argv[2], NULL, 10) : 5000;

  printf("%-22s %3s %7s %7s %7s %7s %6s %8s\n", "graph", "dim", "nodes",
         "edges", "dof", "parts", "global", "seconds");
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    sketch s = { 0, 0, 0, NULL };
    mgnn_rigidity r;
    mgnn_problem *p;
    mgnn_error err;
    clock_t begin;

    table[k].make(&s, table[k].dim == 2 ? plane : space);
    if (mgnn_problem_new(&p, s.n, s.m, s.ends, NULL, &err)
        != MGNN_OK) {
      fprintf(stderr, "%s: %s\n", table[k].name, err.text);
      return EXIT_FAILURE;
    }
    begin = clock();
    if (mgnn_rigidity_find(p, table[k].dim, 1, &r, &err) != MGNN_OK) {
      fprintf(stderr, "%s: %s\n", table[k].name, err.text);
      return EXIT_FAILURE;
    }
    printf("%-22s %3d %7zu %7zu %7zu %7zu %6s %8.2f\n", table[k].name,
           table[k].dim, s.n, s.m, r.degrees_of_freedom, r.parts,
           r.globally_rigid ? "yes" : "no",
           (double)(clock() - begin) / CLOCKS_PER_SEC);
    fflush(stdout);
    mgnn_rigidity_free(&r);
    mgnn_problem_free(p);
    free(s.ends);
  }
  return EXIT_SUCCESS;
}
