/* Random geometric graphs with true lengths: how often, how well and how fast
 * the search for prescribed lengths finds the points again.
 *
 *   recover [-n NODES] [-d DIM] [-k DEGREE] [-c] [-e NOISE] [-s FIRST[-LAST]]
 *           [-j THREADS] [-l SECONDS] [-p TOLERANCE] [-t] [-f]
 *
 * Points are uniform in the unit square or cube, with -c in a C (the cube
 * without 1/3 < y < 2/3, x > 1/3); the radius is such that an inner node has
 * DEGREE neighbours in the mean; of a disconnected graph the largest component
 * is taken.  Lengths are multiplied by 1 + NOISE * N(0,1).  -t starts at the
 * truth instead: the yardstick under noise; -f leaves spreading out (--spread
 * no).  One row per seed: what was asked,
 * nodes and edges, stress, largest relative error, RMSD in radii after the best
 * motion, the share of nodes called determined, CPU seconds, and the stage. */
#define _POSIX_C_SOURCE 200809L
#include "base/graph.h"
#include "base/mem.h"
#include "solve/arrange/align.h"
#include "solve/run_control.h"
#include "solve/descent/descend.h"
#include "solve/descent/length_error.h"
#include "solve/lengths/search_lengths.h"
#include "solve/lengths/search_spread.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  size_t n, dim;
  double degree, noise, limit, tolerance;
  unsigned long first, last;
  int c_shape, truth, fast, threads;
} task;

typedef struct {
  size_t n, m;
  double radius, *x;           /* n*dim */
  unsigned *ends;
  double *length;
} sample;

static unsigned long state;

/* splitmix64 */
static double
uniform(void)
{
  unsigned long h = state += 0x9e3779b97f4a7c15UL;

  h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9UL;
  h = (h ^ (h >> 27)) * 0x94d049bb133111ebUL;
  return ((double)((h ^ (h >> 31)) >> 11) + 0.5) * 0x1p-53;
}

static double
normal(void)
{
  double u = uniform(), v = uniform();

  return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

static double
seconds(void)
{
  struct timespec t;

  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *
need(void *block)
{
  if (block == NULL) {
    fputs("recover: out of memory\n", stderr);
    exit(1);
  }
  return block;
}

/* The volume of the ball of radius 1. */
static double
ball(size_t dim)
{
  return pow(3.141592653589793, (double)dim / 2) / tgamma((double)dim / 2 + 1);
}

static void
points_draw(const task *t, sample *s)
{
  double volume = t->c_shape ? 7.0 / 9 : 1;

  s->n = t->n;
  s->x = need(mg_alloc(s->n * t->dim, sizeof *s->x));
  for (size_t i = 0; i < s->n; i++) {
    double *x = s->x + i * t->dim;

    do
      for (size_t c = 0; c < t->dim; c++)
        x[c] = uniform();
    while (t->c_shape && x[0] > 1.0 / 3 && x[1] > 1.0 / 3 && x[1] < 2.0 / 3);
  }
  s->radius = pow(t->degree * volume / ((double)s->n * ball(t->dim)),
                  1.0 / (double)t->dim);
}

/* Cells of the width of the radius, in the first two coordinates. */
static size_t
cell_of(const task *t, const sample *s, size_t side, size_t i)
{
  size_t a = (size_t)(s->x[i * t->dim] * (double)side);
  size_t b = t->dim > 1 ? (size_t)(s->x[i * t->dim + 1] * (double)side) : 0;

  return a * side + b;
}

static void
edge_add(sample *s, size_t *cap, unsigned a, unsigned b, double r)
{
  if (s->m == *cap) {
    *cap = *cap * 3 / 2 + 1000;
    s->ends = need(mg_resize(s->ends, 2 * *cap, sizeof *s->ends));
    s->length = need(mg_resize(s->length, *cap, sizeof *s->length));
  }
  s->ends[2 * s->m] = a;
  s->ends[2 * s->m + 1] = b;
  s->length[s->m++] = r;
}

static void
edges_find(const task *t, sample *s)
{
  size_t side = (size_t)(1 / s->radius) > 0 ? (size_t)(1 / s->radius) : 1;
  size_t cap = 0, *head = need(mg_alloc(side * side, sizeof *head));
  size_t *next = need(mg_alloc(s->n, sizeof *next));

  memset(head, 255, side * side * sizeof *head);
  for (size_t i = s->n; i-- > 0;) {
    size_t at = cell_of(t, s, side, i), a = at / side, b = at % side;

    for (size_t u = a > 0 ? a - 1 : 0; u <= a + 1 && u < side; u++)
      for (size_t v = b > 0 ? b - 1 : 0; v <= b + 1 && v < side; v++)
        for (size_t j = head[u * side + v]; j != (size_t)-1; j = next[j]) {
          double r = mg_distance(s->x + i * t->dim, s->x + j * t->dim, t->dim);

          if (r <= s->radius)
            edge_add(s, &cap, (unsigned)i, (unsigned)j, r);
        }
    next[i] = head[at];
    head[at] = i;
  }
  mg_free(head);
  mg_free(next);
}

static unsigned
root_of(unsigned *up, unsigned i)
{
  while (up[i] != i)
    i = up[i] = up[up[i]];
  return i;
}

/* Keep the largest component and number its nodes anew. */
static void
component_keep(const task *t, sample *s)
{
  unsigned *up = need(mg_alloc(s->n, sizeof *up)), best = 0;
  unsigned *count = need(mg_zalloc(s->n, sizeof *count));
  size_t n = 0, m = 0;

  for (size_t i = 0; i < s->n; i++)
    up[i] = (unsigned)i;
  for (size_t e = 0; e < s->m; e++)
    up[root_of(up, s->ends[2 * e])] = root_of(up, s->ends[2 * e + 1]);
  for (size_t i = 0; i < s->n; i++)
    if (++count[root_of(up, (unsigned)i)] > count[best])
      best = root_of(up, (unsigned)i);
  for (size_t i = 0; i < s->n; i++)
    up[i] = root_of(up, (unsigned)i);
  for (size_t i = 0; i < s->n; i++)
    if (up[i] == best) {
      memmove(s->x + n * t->dim, s->x + i * t->dim, t->dim * sizeof *s->x);
      count[i] = (unsigned)n++;
    }
  for (size_t e = 0; e < s->m; e++)
    if (up[s->ends[2 * e]] == best) {
      s->ends[2 * m] = count[s->ends[2 * e]];
      s->ends[2 * m + 1] = count[s->ends[2 * e + 1]];
      s->length[m++] = s->length[e];
    }
  s->n = n;
  s->m = m;
  mg_free(up);
  mg_free(count);
}

static void
noise_add(const task *t, sample *s)
{
  for (size_t e = 0; e < s->m && t->noise > 0; e++)
    s->length[e] *= fmax(0, 1 + t->noise * normal());
}

/* `limit` seconds of wall time from now. */
static int
on_limit(void *ctx)
{
  return time(NULL) > *(time_t *)ctx;
}

static mgnn_status
find(const task *t, const mg_graph *g, const sample *s, unsigned long seed,
     double *y, unsigned char *determined, mg_search *found, mgnn_error *err)
{
  time_t until = time(NULL) + (time_t)t->limit;
  mg_run_control control = { .seed = seed, .threads = t->threads,
                             .tolerance = t->tolerance,
                             .stop = t->limit > 0 ? on_limit : NULL,
                             .ctx = &until };

  mg_spread_facts unused;

  if (!t->truth && !t->fast)
    return mg_search_spread(&(mg_task){ g, t->dim, NULL, &control, NULL }, y,
                            determined, found, &unused, err);
  if (!t->truth)
    return mg_search_lengths(&(mg_task){ g, t->dim, NULL, &control, NULL }, y,
                             determined, found, err);
  memcpy(y, s->x, s->n * t->dim * sizeof *y);
  memset(determined, 255, s->n);
  *found = (mg_search){ .stage = "truth" };
  return mg_descend_from(&(mg_task){ g, t->dim, NULL, &control, NULL },
                         (mg_depth){ 0, 1e-2 * t->tolerance, 1e-24, 10 }, y,
                         found, err);
}

static void
row_print(const task *t, const sample *s, const mg_graph *g,
          unsigned long seed, const double *y, const unsigned char *determined,
          const mg_search *found, double took)
{
  double scale = 0;
  size_t sure = 0;
  mg_motion motion;

  for (size_t e = 0; e < s->m; e++)
    scale += s->length[e] * s->length[e];
  for (size_t i = 0; i < s->n; i++)
    sure += determined[i] == 1;
  if (mg_motion_fit(&motion, t->dim, s->n, y, s->x, 0, NULL) != MGNN_OK)
    need(NULL);
  printf("%-6s %zuD %2g %2lu %4g %7zu %8zu  %8.2e %8.2e %8.2e %6zu %8.3f %6zu "
         "%s\n", t->c_shape ? "c" : "square", t->dim, t->degree, seed, t->noise,
         s->n, s->m, found->energy / scale, mg_length_error_most(g, t->dim, y),
         motion.rms / s->radius, sure, took, found->iterations, found->stage);
  fflush(stdout);
  mg_motion_free(&motion);
}

static void
run(const task *t, unsigned long seed)
{
  sample s = { 0 };
  mgnn_error err = { 0 };
  unsigned char *determined;
  mg_search found;
  double *y, from;
  mg_graph g;

  state = seed * 7919 + 17;
  points_draw(t, &s);
  edges_find(t, &s);
  component_keep(t, &s);
  noise_add(t, &s);
  y = need(mg_zalloc(s.n * t->dim, sizeof *y));
  determined = need(mg_alloc(s.n, 1));
  if (mg_graph_init(&g, s.n, s.m, s.ends, &err) != MGNN_OK
      || mg_graph_lengths_set(&g, s.length, NULL, &err) != MGNN_OK) {
    fprintf(stderr, "recover: %s\n", err.text);
    exit(1);
  }
  from = seconds();
  if (find(t, &g, &s, seed, y, determined, &found, &err) != MGNN_OK) {
    fprintf(stderr, "recover: %s\n", err.text);
    exit(1);
  }
  row_print(t, &s, &g, seed, y, determined, &found, seconds() - from);
  mg_graph_free(&g);
  mg_free(s.x);
  mg_free(s.length);
  mg_free(determined);
  mg_free(y);
}

int
main(int argc, char **argv)
{
  task t = { .n = 1000, .dim = 2, .degree = 20, .first = 1, .last = 1,
             .threads = 1, .tolerance = 1e-6 };
  char *dash;

  for (int c; (c = getopt(argc, argv, "n:d:k:ce:s:j:l:p:tf")) != -1;)
    switch (c) {
    case 'n': t.n = (size_t)atof(optarg); break;
    case 'd': t.dim = (size_t)atoi(optarg); break;
    case 'k': t.degree = atof(optarg); break;
    case 'c': t.c_shape = 1; break;
    case 'e': t.noise = atof(optarg); break;
    case 'j': t.threads = atoi(optarg); break;
    case 'l': t.limit = atof(optarg); break;
    case 'p': t.tolerance = atof(optarg); break;
    case 't': t.truth = 1; break;
    case 'f': t.fast = 1; break;
    case 's':
      t.first = t.last = strtoul(optarg, &dash, 10);
      if (*dash == '-')
        t.last = strtoul(dash + 1, NULL, 10);
      break;
    default:
      fputs("usage: recover [-n NODES] [-d DIM] [-k DEGREE] [-c] [-e NOISE] "
            "[-s FIRST[-LAST]] [-j THREADS] [-l SECONDS] [-p TOLERANCE] "
            "[-t] [-f]\n", stderr);
      return 1;
    }
  for (unsigned long seed = t.first; seed <= t.last; seed++)
    run(&t, seed);
  return 0;
}
