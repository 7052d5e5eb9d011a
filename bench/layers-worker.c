/* Layers side by side: ours, the literal equation in C, and GraphBLAS, on one
 * graph and on demand, so that bench/run can let them take turns with each
 * other and with bench/layers-peers.py.
 *
 *   bench/layers-worker random|near NODES EDGES DIM [WHO RULE LAYERS THREADS]
 *
 * runs one thing once, for callgrind; or without the last four reads commands,
 * and answers each with a line:
 *
 *   size                            nodes and slots
 *   graph FILE                      write the graph for other programs
 *   run WHO RULE LAYERS THREADS     ns per slot and layer, or "absent"
 *   keep WHO RULE LAYERS FILE       write the positions that come out
 *   compare WHO RULE LAYERS FILE    largest difference, relative to the largest
 *                                   coordinate in FILE */
#include "layers-worker.h"
#include "mgnn.h"

/* The graph file: n, slots and dim, then rows, neighbours, lengths, z0, each
 * number 8 bytes long. */
static void
rows_write(const bench_rows *g, const char *path)
{
  const int64_t size[3] = { (int64_t)g->n, (int64_t)g->slots, (int64_t)g->dim };
  FILE *out = fopen(path, "wb");

  if (out == NULL
      || fwrite(size, sizeof *size, 3, out) != 3
      || fwrite(g->row, sizeof *g->row, g->n + 1, out) != g->n + 1
      || fwrite(g->to, sizeof *g->to, g->slots, out) != g->slots
      || fwrite(g->length, sizeof *g->length, g->slots, out) != g->slots
      || fwrite(g->z0, sizeof *g->z0, g->n * g->dim, out) != g->n * g->dim
      || fclose(out) != 0) {
    perror(path);
    exit(EXIT_FAILURE);
  }
}

static void
rows_init(bench_rows *g, const bench_graph *from, size_t dim)
{
  int64_t *at;
  uint64_t state = 7;

  g->n = from->n;
  g->slots = 2 * from->m;
  g->dim = dim;
  g->row = bench_alloc(g->n + 1, sizeof *g->row);
  g->to = bench_alloc(g->slots, sizeof *g->to);
  g->length = bench_alloc(g->slots, sizeof *g->length);
  g->degree = bench_alloc(g->n, sizeof *g->degree);
  g->z0 = bench_alloc(g->n * dim, sizeof *g->z0);
  at = bench_alloc(g->n + 1, sizeof *at);
  memset(g->row, 0, (g->n + 1) * sizeof *g->row);
  for (size_t k = 0; k < g->slots; k++)
    g->row[from->ends[k] + 1]++;
  for (size_t i = 0; i < g->n; i++) {
    g->degree[i] = (double)g->row[i + 1];
    g->row[i + 1] += g->row[i];
  }
  memcpy(at, g->row, (g->n + 1) * sizeof *at);
  for (size_t k = 0; k < g->slots; k++) {
    int64_t slot = at[from->ends[k]]++;

    g->to[slot] = (int64_t)from->ends[k ^ 1];
    g->length[slot] = from->length[k / 2];
  }
  for (size_t k = 0; k < g->n * dim; k++)
    g->z0[k] = 2 * bench_uniform(&state) - 1;
  free(at);
}

static void
rows_free(bench_rows *g)
{
  free(g->row);
  free(g->to);
  free(g->length);
  free(g->degree);
  free(g->z0);
}

enum { MOST_DIM = 64 };

/* The equation as it is printed, with H_ij = M_ij / (|y_i - y_j| + eps):
 *   z_i+ = (1-alpha) sum_j z_j / sqrt(d_i d_j)
 *          + beta sum_j H_ij (z_i / d_i - z_j / sqrt(d_i d_j)) + alpha z0_i */
static void
literal_layer(const bench_rows *g, const double *z, double *next)
{
  const double alpha = 0.05, beta = 0.5, eps = 1e-5;
  const int64_t dim = (int64_t)g->dim;

#pragma omp for schedule(static)
  for (int64_t i = 0; i < (int64_t)g->n; i++) {
    const double *zi = z + i * dim, di = g->degree[i];
    double sum[MOST_DIM] = { 0 };

    for (int64_t k = g->row[i]; k < g->row[i + 1]; k++) {
      const int64_t j = g->to[k];
      const double *zj = z + j * dim, dj = g->degree[j];
      double square = 0, h;

      for (int64_t c = 0; c < dim; c++) {
        double apart = zi[c] / sqrt(di) - zj[c] / sqrt(dj);

        square += apart * apart;
      }
      h = g->length[k] / (sqrt(square) + eps);
      for (int64_t c = 0; c < dim; c++)
        sum[c] += (1 - alpha) * zj[c] / sqrt(di * dj)
                  + beta * h * (zi[c] / di - zj[c] / sqrt(di * dj));
    }
    for (int64_t c = 0; c < dim; c++)
      next[i * dim + c] = sum[c] + alpha * g->z0[i * dim + c];
  }
}

static double
literal(const bench_rows *g, size_t layers, int threads, double *out)
{
  size_t size = g->n * g->dim;
  double *z = bench_alloc(size, sizeof *z), *next = bench_alloc(size, sizeof *z);
  double took;

  memcpy(z, g->z0, size * sizeof *z);
  memset(next, 0, size * sizeof *next);
  took = bench_now(threads);
  for (size_t l = 0; l < layers; l++) {
    double *swap = z;

#pragma omp parallel num_threads(threads)
    literal_layer(g, z, next);
    z = next;
    next = swap;
  }
  took = bench_now(threads) - took;
  memcpy(out, z, size * sizeof *z);
  free(z);
  free(next);
  return took;
}

static mgnn_problem *problem;  /* for ours; made once, as the graph is */

static double
ours(const bench_rows *g, const char *rule, size_t layers, int threads,
     double *out)
{
  mgnn_layer_params par;
  mgnn_error err;
  double took;

  mgnn_layer_params_init(&par);
  par.single_precision = strcmp(rule, "mgnn-single") == 0;
  par.rule = par.single_precision ? "mgnn" : rule;
  par.layers = layers;
  par.control.threads = threads;
  memcpy(out, g->z0, g->n * g->dim * sizeof *out);
  took = bench_now(threads);
  if (mgnn_propagate(problem, g->dim, &par, out, &err) != MGNN_OK) {
    fprintf(stderr, "%s\n", err.text);
    exit(EXIT_FAILURE);
  }
  return bench_now(threads) - took;
}

static double
ours_mgnn(const bench_rows *g, size_t layers, int threads, double *out)
{
  return ours(g, "mgnn", layers, threads, out);
}

static double
ours_mgnn_single(const bench_rows *g, size_t layers, int threads, double *out)
{
  return ours(g, "mgnn-single", layers, threads, out);
}

static double
ours_sgc(const bench_rows *g, size_t layers, int threads, double *out)
{
  return ours(g, "sgc", layers, threads, out);
}

static const struct {
  const char *who, *rule;
  bench_run *run;
} table[] = {
  { "ours", "mgnn", ours_mgnn },
  { "ours", "mgnn-single", ours_mgnn_single },
  { "ours", "sgc", ours_sgc },
  { "literal", "mgnn", literal },
  { "graphblas", "sgc", bench_sgc_graphblas }
};

/* Seconds, or something negative where there is no such thing. */
static double
run(const bench_rows *g, const char *who, const char *rule, size_t layers,
    int threads, double *out)
{
  for (size_t k = 0; k < sizeof table / sizeof *table; k++)
    if (strcmp(who, table[k].who) == 0 && strcmp(rule, table[k].rule) == 0)
      return table[k].run(g, layers, threads, out);
  return -1;
}

static void
keep(const double *x, size_t size, const char *path)
{
  FILE *out = fopen(path, "wb");

  if (out == NULL || fwrite(x, sizeof *x, size, out) != size
      || fclose(out) != 0) {
    perror(path);
    exit(EXIT_FAILURE);
  }
}

static double
compare(const double *x, size_t size, const char *path)
{
  double *other = bench_alloc(size, sizeof *other), far = 0, large = 0;
  FILE *in = fopen(path, "rb");

  if (in == NULL || fread(other, sizeof *other, size, in) != size) {
    perror(path);
    exit(EXIT_FAILURE);
  }
  fclose(in);
  for (size_t k = 0; k < size; k++) {
    far = fmax(far, fabs(x[k] - other[k]));
    large = fmax(large, fabs(other[k]));
  }
  free(other);
  return far / large;
}

static void
answer(const bench_rows *g, const char *line, double *out)
{
  char who[20], rule[20], path[1000];
  size_t layers, size = g->n * g->dim;
  int threads = 1;

  if (strcmp(line, "size\n") == 0) {
    printf("%zu %zu\n", g->n, g->slots);
  } else if (sscanf(line, "graph %999s", path) == 1) {
    rows_write(g, path);
    printf("ok\n");
  } else if (sscanf(line, "run %19s %19s %zu %d", who, rule, &layers, &threads)
             == 4) {
    double took = run(g, who, rule, layers, threads, out);

    if (took < 0)
      printf("absent\n");
    else
      printf("%.6g\n", 1e9 * took / (double)(layers * g->slots));
  } else if (sscanf(line, "keep %19s %19s %zu %999s", who, rule, &layers, path)
             == 4) {
    run(g, who, rule, layers, 1, out);
    keep(out, size, path);
    printf("ok\n");
  } else if (sscanf(line, "compare %19s %19s %zu %999s", who, rule, &layers,
                    path) == 4) {
    if (run(g, who, rule, layers, 1, out) < 0)
      printf("absent\n");
    else
      printf("%.3g\n", compare(out, size, path));
  } else {
    printf("unknown\n");
  }
  fflush(stdout);
}

int
main(int argc, char **argv)
{
  size_t dim = argc > 4 ? strtoul(argv[4], NULL, 10) : 0;
  bench_graph from;
  bench_rows g;
  char line[1200];
  double *out;
  mgnn_error err;

  if (dim < 1 || dim > MOST_DIM || (argc != 5 && argc != 9)) {
    fprintf(stderr, "usage: layers-worker random|near NODES EDGES DIM "
            "[WHO RULE LAYERS THREADS]\n");
    return EXIT_FAILURE;
  }
  from = bench_graph_make(argv[1], strtoul(argv[2], NULL, 10),
                          strtoul(argv[3], NULL, 10));
  rows_init(&g, &from, dim);
  if (mgnn_problem_new(&problem, from.n, from.m, from.ends,
                       from.length, &err) != MGNN_OK) {
    fprintf(stderr, "%s\n", err.text);
    return EXIT_FAILURE;
  }
  bench_graph_free(&from);
  out = bench_alloc(g.n * dim, sizeof *out);
  if (argc == 9)
    run(&g, argv[5], argv[6], strtoul(argv[7], NULL, 10),
        (int)strtol(argv[8], NULL, 10), out);
  else
    while (fgets(line, sizeof line, stdin) != NULL)
      answer(&g, line, out);
  mgnn_problem_free(problem);
  rows_free(&g);
  free(out);
  return EXIT_SUCCESS;
}
