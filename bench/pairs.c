/* Drawing all pairs: how low the stress gets, and how fast.
 *
 *   pairs [-d DIM] [-j THREADS] [-s SEED] [-t TOLERANCE] [-e ROWS] [-o FILE]
 *         GRAPH...
 *
 * GRAPH is an edge list, or a made one: grid:W:H, tree:DEPTH (binary),
 * rgg:N:DEGREE (random geometric, in the unit square).  All lengths are 1; of a
 * disconnected graph the largest component is taken.  One row per graph: nodes,
 * edges, full stress (estimated where the search is not exact), stress per
 * pair, iterations, the stage that won, wall and CPU seconds of the search and
 * peak memory.  -e estimates stress from more rows of the matrix of distances
 * than the search does; -o writes the drawing of the last graph. */
#define _POSIX_C_SOURCE 200809L
#include "base/graph.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/subgraph.h"
#include "io/read/read.h"
#include "problem/paths.h"
#include "problem/simplify.h"
#include "solve/stress/search_pairs.h"
#include "solve/stress/sparse_stress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static double
seconds(clockid_t clock)
{
  struct timespec t;

  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void
die(const char *what, const mgnn_error *err)
{
  fprintf(stderr, "pairs: %s: %s\n", what, err != NULL ? err->text : "no");
  exit(1);
}

static unsigned *
grid(size_t w, size_t h, size_t *n, size_t *m)
{
  unsigned *ends = mg_alloc(2 * w * h, 2 * sizeof *ends);
  size_t k = 0;

  for (size_t i = 0; i < w * h; i++) {
    if (i % w + 1 < w)
      ends[k++] = (unsigned)i, ends[k++] = (unsigned)(i + 1);
    if (i / w + 1 < h)
      ends[k++] = (unsigned)i, ends[k++] = (unsigned)(i + w);
  }
  *n = w * h;
  *m = k / 2;
  return ends;
}

static unsigned *
tree(size_t depth, size_t *n, size_t *m)
{
  unsigned *ends;

  *n = ((size_t)2 << depth) - 1;
  *m = *n - 1;
  ends = mg_alloc(*m, 2 * sizeof *ends);
  for (size_t i = 1; i < *n; i++) {
    ends[2 * i - 2] = (unsigned)((i - 1) / 2);
    ends[2 * i - 1] = (unsigned)i;
  }
  return ends;
}

/* Points in cells as wide as the radius. */
static unsigned *
geometric(size_t n, double degree, size_t *m)
{
  double radius = sqrt(degree / (3.141592653589793 * (double)n));
  size_t side = (size_t)(1 / radius), cap = 0;
  double *x = malloc(2 * n * sizeof *x);
  unsigned *first = malloc((side * side + 1) * sizeof *first);
  unsigned *next = malloc(n * sizeof *next), *ends = NULL;
  uint64_t stream = mg_random_stream(1, n);

  memset(first, 255, (side * side + 1) * sizeof *first);
  *m = 0;
  for (size_t i = 0; i < n; i++) {
    size_t a, b;

    x[2 * i] = mg_random_uniform(&stream);
    x[2 * i + 1] = mg_random_uniform(&stream);
    a = (size_t)(x[2 * i] * (double)side);
    b = (size_t)(x[2 * i + 1] * (double)side);
    for (size_t c = a > 0 ? a - 1 : 0; c <= a + 1 && c < side; c++)
      for (size_t r = b > 0 ? b - 1 : 0; r <= b + 1 && r < side; r++)
        for (unsigned j = first[c * side + r]; j != MG_NOWHERE; j = next[j])
          if (hypot(x[2 * i] - x[2 * j], x[2 * i + 1] - x[2 * j + 1]) < radius) {
            ends = mg_grow(ends, *m, &cap, 2 * sizeof *ends);
            ends[2 * *m] = (unsigned)i;
            ends[2 * *m + 1] = j;
            ++*m;
          }
    next[i] = first[a * side + b];
    first[a * side + b] = (unsigned)i;
  }
  free(next);
  free(first);
  free(x);
  return ends;
}

static unsigned *
from_file(const char *path, size_t *n, size_t *m)
{
  mgnn_error err;
  mg_source source;
  mg_simple simple;
  unsigned *ends;

  if (mg_read(&source, path, NULL, &err) != MGNN_OK
      || mg_simplify(&simple, source.n, source.m, source.ends, &err) != MGNN_OK)
    die(path, &err);
  *n = source.n;
  *m = simple.m;
  ends = mg_alloc(*m, 2 * sizeof *ends);
  memcpy(ends, simple.ends, 2 * *m * sizeof *ends);
  mg_simple_free(&simple);
  mg_source_free(&source);
  return ends;
}

/* The largest component of what `name` says. */
static void
graph_get(mg_subgraph *out, const char *name)
{
  mgnn_error err;
  mg_graph all;
  mg_paths p;
  size_t n = 0, m = 0, a, b, most = 0, start = 0;
  double degree;
  unsigned *ends, *map;
  char *seen;

  if (sscanf(name, "grid:%zu:%zu", &a, &b) == 2)
    ends = grid(a, b, &n, &m);
  else if (sscanf(name, "tree:%zu", &a) == 1)
    ends = tree(a, &n, &m);
  else if (sscanf(name, "rgg:%zu:%lf", &n, &degree) == 2)
    ends = geometric(n, degree, &m);
  else
    ends = from_file(name, &n, &m);
  if (mg_graph_init(&all, n, m, ends, &err) != MGNN_OK
      || mg_paths_init(&p, &all, &err) != MGNN_OK)
    die(name, &err);
  seen = calloc(n, 1);
  map = malloc(n * sizeof *map);
  memset(map, 255, n * sizeof *map);
  for (size_t i = 0; i < n; i++) {
    if (seen[i])
      continue;
    mg_paths_from(&p, i, n);
    for (size_t k = 0; k < p.reached_count; k++)
      seen[p.reached[k]] = 1;
    if (p.reached_count > most) {
      most = p.reached_count;
      start = i;
    }
  }
  mg_paths_from(&p, start, n);
  if (mg_subgraph_init(out, &all, p.reached, most, map, NULL, &err) != MGNN_OK)
    die(name, &err);
  mg_paths_free(&p);
  mg_graph_free(&all);
  free(map);
  free(seen);
}

static void
positions_write(const char *path, const mg_graph *g, size_t dim,
                const double *y)
{
  FILE *out = fopen(path, "w");

  if (out == NULL)
    die(path, NULL);
  for (size_t c = 0; c < g->n * dim; c++)
    fprintf(out, "%.9g%c", y[c], c % dim + 1 < dim ? ' ' : '\n');
  fclose(out);
}

int
main(int argc, char **argv)
{
  mg_run_control control = { .seed = 1, .threads = 1, .tolerance = 1e-6 };
  const char *path = NULL;
  size_t dim = 2, rows = 0;
  int option;

  while ((option = getopt(argc, argv, "d:j:s:t:e:o:")) != -1)
    switch (option) {
    case 'd': dim = (size_t)atoi(optarg); break;
    case 'j': control.threads = atoi(optarg); break;
    case 's': control.seed = (unsigned long)atol(optarg); break;
    case 't': control.tolerance = atof(optarg); break;
    case 'e': rows = (size_t)atol(optarg); break;
    case 'o': path = optarg; break;
    default: return 1;
    }
  printf("%-12s %8s %8s %12s %9s %5s %-7s %7s %7s %6s\n", "graph", "nodes",
         "edges", "stress", "per pair", "its", "stage", "wall s", "cpu s", "MB");
  for (; optind < argc; optind++) {
    const char *name = strrchr(argv[optind], '/');
    struct rusage used;
    mgnn_error err;
    mg_subgraph s;
    mg_search out;
    double stress, wall, cpu, *y;

    graph_get(&s, argv[optind]);
    y = malloc(s.graph.n * dim * sizeof *y);
    wall = seconds(CLOCK_MONOTONIC);
    cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (mg_search_pairs(&(mg_task){ &s.graph, dim, NULL, &control, NULL }, 0, y, &out,
                        &err) != MGNN_OK)
      die(argv[optind], &err);
    stress = out.energy;
    wall = seconds(CLOCK_MONOTONIC) - wall;
    cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    if (rows > 0
        && mg_sparse_stress(&(mg_task){ &s.graph, dim, NULL, &control, NULL }, y, rows,
                            &stress, &err) != MGNN_OK)
      die(argv[optind], &err);
    getrusage(RUSAGE_SELF, &used);
    printf("%-12s %8zu %8zu %12.2f %9.5f %5zu %-7s %7.3f %7.3f %6ld\n",
           name != NULL ? name + 1 : argv[optind], s.graph.n, s.graph.m, stress,
           stress / (0.5 * (double)s.graph.n * (double)(s.graph.n - 1)),
           out.iterations, out.stage, wall, cpu, used.ru_maxrss / 1024);
    fflush(stdout);
    if (path != NULL)
      positions_write(path, &s.graph, dim, y);
    free(y);
    mg_subgraph_free(&s);
  }
  return 0;
}
