/* The cost of one layer: nanoseconds per slot (an edge seen from one end), as
 * time that passed and as time of the processors, which a busy machine does not
 * spoil.  Only layers are timed, not what comes before the first and after the
 * last; the best of all layers counts, as they are all alike.
 *
 * Usage: layers [-n NODES] [-m EDGES] [-d DIM] [-k LAYERS] [-t THREADS]
 *               [-g random|grid|shuffled] [-r RULE] [-c any|avx2]
 *               [-p single|double] [-f PREFETCH] [-o REORDER]
 * grid: each node joined to 20 near it, numbered row by row; shuffled: the same
 * with numbers given at random.  -c, -f and -o force what is chosen else. */
#include "base/threads.h"
#include "propagate/engine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  size_t n, m, dim, layers;
  int threads, single;
  const char *graph, *rule;
  mg_choice choice;
} setting;

/* A small generator of its own, so that the graph is the same everywhere. */
static size_t
draw(unsigned long long *state, size_t below)
{
  *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (size_t)(*state >> 33) % below;
}

/* Random pairs: i with a later node, and no pair twice. */
static void
random_edges(size_t n, size_t m, mgnn_node *ends)
{
  unsigned long long state = 1;
  size_t per_node = m / n;

  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < per_node; k++) {
      /* one draw from each of per_node stretches of the ring behind i */
      size_t wide = (n / 2 - 1) / per_node;
      size_t far = 1 + k * wide + draw(&state, wide);

      ends[2 * (i * per_node + k)] = i;
      ends[2 * (i * per_node + k) + 1] = (i + far) % n;
    }
}

/* A torus of side*side nodes. */
static void
grid_edges(size_t side, mgnn_node *ends)
{
  static const int offset[10][2] = { { 1, 0 }, { 2, 0 }, { -2, 1 }, { -1, 1 },
                                     { 0, 1 }, { 1, 1 }, { 2, 1 }, { -1, 2 },
                                     { 0, 2 }, { 1, 2 } };

  for (size_t i = 0; i < side * side; i++)
    for (size_t k = 0; k < 10; k++) {
      size_t x = (i % side + side + (size_t)offset[k][0]) % side;
      size_t y = (i / side + (size_t)offset[k][1]) % side;

      ends[2 * (10 * i + k)] = i;
      ends[2 * (10 * i + k) + 1] = y * side + x;
    }
}

static void
shuffle(size_t n, size_t m, mgnn_node *ends)
{
  size_t *name = malloc(n * sizeof *name);
  unsigned long long state = 2;

  for (size_t i = 0; i < n; i++) {
    size_t j = draw(&state, i + 1);

    name[i] = name[j];
    name[j] = i;
  }
  for (size_t k = 0; k < 2 * m; k++)
    ends[k] = name[ends[k]];
  free(name);
}

static mgnn_problem *
problem_make(setting *s)
{
  mgnn_problem *p = NULL;
  double *length;
  mgnn_node *ends, side = (size_t)sqrt((double)s->n);

  if (strcmp(s->graph, "random") != 0) {
    s->n = side * side;
    s->m = 10 * s->n;
  }
  s->m = s->m / s->n * s->n;
  ends = malloc(2 * s->m * sizeof *ends);
  length = malloc(s->m * sizeof *length);
  if (ends == NULL || length == NULL)
    exit(EXIT_FAILURE);
  if (strcmp(s->graph, "random") == 0)
    random_edges(s->n, s->m, ends);
  else
    grid_edges(side, ends);
  if (strcmp(s->graph, "shuffled") == 0)
    shuffle(s->n, s->m, ends);
  for (size_t e = 0; e < s->m; e++)
    length[e] = 0.5 + (double)(e % 8) / 8;
  mgnn_problem_new(&p, s->n, s->m, ends, length, NULL);
  free(ends);
  free(length);
  return p;
}

/* The best layer: seconds that pass, and of the processors. */
static void
measure(const setting *s, const mgnn_problem *p, const mg_rule *rule,
        const double *z)
{
  double wall = 1e300, cpu = 1e300, begin = mg_clock(), ready;
  double slots = 2 * (double)s->m;
  mgnn_layer_params par;
  mg_layer_run run = { p, s->dim, &par, rule, s->choice };
  mg_engine e;

  mgnn_layer_params_init(&par);
  par.control.threads = s->threads;
  par.layers = s->layers;
  par.single_precision = s->single;
  if (mg_engine_init(&e, &run, z, NULL) != MGNN_OK)
    exit(EXIT_FAILURE);
  ready = mg_clock() - begin;
  for (size_t k = 0; k < s->layers; k++) {
    clock_t before = clock();

    begin = mg_clock();
    mg_engine_step(&e);
    wall = fmin(wall, mg_clock() - begin);
    cpu = fmin(cpu, (double)(clock() - before) / CLOCKS_PER_SEC);
  }
  printf("%-13s %-9s %-6s %9zu %10zu %4zu %7d %8d %7d %9.2f %9.2f %8.3f\n",
         rule->name, s->graph, s->single ? "single" : "double", s->n, s->m,
         s->dim, s->threads, e.prefetch, e.order != NULL, 1e9 * wall / slots,
         1e9 * cpu / slots, ready);
  mg_engine_free(&e);
}

static void
usage(void)
{
  fputs("usage: layers [-n NODES] [-m EDGES] [-d DIM] [-k LAYERS] [-t THREADS]\n"
        "              [-g random|grid|shuffled] [-r RULE] [-c any|avx2]\n"
        "              [-p single|double] [-f PREFETCH] [-o REORDER]\n", stderr);
  exit(EXIT_FAILURE);
}

static void
setting_read(setting *s, int argc, char **argv)
{
  int letter;

  while ((letter = getopt(argc, argv, "n:m:d:k:t:g:r:c:f:o:p:")) != -1)
    switch (letter) {
    case 'n': s->n = strtoul(optarg, NULL, 10); break;
    case 'm': s->m = strtoul(optarg, NULL, 10); break;
    case 'd': s->dim = strtoul(optarg, NULL, 10); break;
    case 'k': s->layers = strtoul(optarg, NULL, 10); break;
    case 't': s->threads = atoi(optarg); break;
    case 'p': s->single = strcmp(optarg, "single") == 0; break;
    case 'g': s->graph = optarg; break;
    case 'r': s->rule = optarg; break;
    case 'c': s->choice.cpu = *optarg == 'a' && optarg[1] == 'v' ? MG_AVX2
                              : MG_ANY_CPU; break;
    case 'f': s->choice.prefetch = atoi(optarg); break;
    case 'o': s->choice.reorder = atoi(optarg); break;
    default: usage();
    }
  if (s->m == 0)
    s->m = 10 * s->n;
  if (s->n < 100 || s->m < s->n || s->dim < 1)
    usage();
}

int
main(int argc, char **argv)
{
  setting s = { 100000, 0, 2, 20, 1, 0, "random", NULL, { -1, -1, MG_AVX2 } };
  mgnn_problem *p;
  double *z;

  setting_read(&s, argc, argv);
  p = problem_make(&s);
  z = malloc(s.n * s.dim * sizeof *z);
  if (p == NULL || z == NULL)
    return EXIT_FAILURE;
  mgnn_place(p, s.dim, 1, 1, z, NULL);
  printf("%-13s %-9s %-6s %9s %10s %4s %7s %8s %7s %9s %9s %8s\n", "rule",
         "graph", "floats", "nodes", "edges", "dim", "threads", "prefetch",
         "reorder", "ns/slot", "cpu", "set-up s");
  for (const mg_rule *rule = mg_rules; rule->name != NULL; rule++)
    if (s.rule == NULL || strcmp(s.rule, rule->name) == 0)
      measure(&s, p, rule, z);
  mgnn_problem_free(p);
  free(z);
  return EXIT_SUCCESS;
}
