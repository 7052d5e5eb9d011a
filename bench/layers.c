/* The cost of one layer: nanoseconds per directed edge, on a random graph, as
 * time that passed and as time of the processors (which a busy machine does not
 * spoil).  Usage: layers [NODES [EDGES [LAYERS]]] */
#include "problem/problem.h"
#include "solve/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* A small generator of its own, so that the graph is the same everywhere. */
static size_t
draw(unsigned long long *state, size_t below)
{
  *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (size_t)(*state >> 33) % below;
}

/* Random pairs: i with a later node, and no pair twice within a node. */
static void
random_edges(size_t n, size_t m, size_t *ends)
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

int
main(int argc, char **argv)
{
  size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000;
  size_t m = argc > 2 ? strtoul(argv[2], NULL, 10) / n * n : 10 * n;
  size_t layers = argc > 3 ? strtoul(argv[3], NULL, 10) : 20;
  size_t *ends = malloc(2 * m * sizeof *ends);
  double *z = malloc(2 * n * sizeof *z);
  mgnn_problem *p;
  mgnn_params par;
  mgnn_error err;

  if (ends == NULL || z == NULL || n < 100 || m < n)
    return EXIT_FAILURE;
  random_edges(n, m, ends);
  if (mgnn_problem_new(&p, n, 2, m, ends, NULL, &err) != MGNN_OK) {
    fprintf(stderr, "%s\n", err.text);
    return EXIT_FAILURE;
  }
  free(ends);
  mgnn_params_init(&par);
  par.steps = layers;
  printf("%-14s %8s %8s %8s %9s %9s\n", "rule", "nodes", "edges", "threads",
         "ns/slot", "cpu");
  for (size_t r = 0; mgnn_rule_name(r) != NULL; r++)
    for (par.threads = 1; par.threads <= 2; par.threads++) {
      double best = 1e300, best_cpu = 1e300;

      par.rule = mgnn_rule_name(r);
      for (int repeat = 0; repeat < 5; repeat++) {
        double begin, took;
        clock_t cpu;

        mgnn_place(p, 1, 1, z, NULL);
        begin = mg_clock();
        cpu = clock();
        if (mgnn_propagate(p, &par, z, &err) != MGNN_OK)
          return EXIT_FAILURE;
        took = mg_clock() - begin;
        best = took < best ? took : best;
        took = (double)(clock() - cpu) / CLOCKS_PER_SEC;
        best_cpu = took < best_cpu ? took : best_cpu;
      }
      printf("%-14s %8zu %8zu %8d %9.2f %9.2f\n", par.rule, n, m, par.threads,
             1e9 * best / (double)(2 * m * layers),
             1e9 * best_cpu / (double)(2 * m * layers));
    }
  mgnn_problem_free(p);
  free(z);
  return EXIT_SUCCESS;
}
