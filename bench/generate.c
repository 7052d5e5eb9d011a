/* Large graphs as files, for bench/run:
 *
 *   bench/generate random|near|road NODES EDGES gml|metric|edges|mtx >FILE
 *
 * GML without lengths, the lengths as a table source,target,length, an edge list
 * with lengths, or a Matrix Market file without. */
#include "road.h"

/* Lengths are eighths, below 4, but those of roads. */
static void
length_put(char at[32], double length)
{
  static const char *const part[] = { "", ".125", ".25", ".375",
                                      ".5", ".625", ".75", ".875" };
  unsigned eighths = (unsigned)(length * 8);

  if (length * 8 > (double)eighths)
    snprintf(at, 32, "%.17g", length);
  else
    snprintf(at, 32, "%u%s", eighths / 8, part[eighths % 8]);
}

static void
edges_put(const bench_graph *g, const char *before, const char *between,
          const char *after, int lengths)
{
  for (size_t e = 0; e < g->m; e++) {
    char length[32] = "";

    if (lengths)
      length_put(length, g->length[e]);
    printf("%s%u%s%u%s%s\n", before, g->ends[2 * e], between,
           g->ends[2 * e + 1], lengths ? between : after, length);
  }
}

static void
gml_put(const bench_graph *g)
{
  printf("graph [\n");
  for (size_t i = 0; i < g->n; i++)
    printf("  node [ id %zu ]\n", i);
  edges_put(g, "  edge [ source ", " target ", " ]", 0);
  printf("]\n");
}

static void
metric_put(const bench_graph *g)
{
  printf("source,target,length\n");
  edges_put(g, "", ",", "", 1);
}

static void
list_put(const bench_graph *g)
{
  edges_put(g, "", " ", "", 1);
}

static void
matrix_put(const bench_graph *g)
{
  printf("%%%%MatrixMarket matrix coordinate pattern general\n%zu %zu %zu\n",
         g->n, g->n, g->m);
  for (size_t e = 0; e < g->m; e++)
    printf("%u %u\n", g->ends[2 * e] + 1, g->ends[2 * e + 1] + 1);
}

static const struct {
  const char *name;
  void (*put)(const bench_graph *g);
} form[] = {
  { "gml", gml_put },
  { "metric", metric_put },
  { "edges", list_put },
  { "mtx", matrix_put }
};

int
main(int argc, char **argv)
{
  size_t f = 0, forms = sizeof form / sizeof *form;
  bench_graph g;

  while (argc == 5 && f < forms && strcmp(argv[4], form[f].name) != 0)
    f++;
  if (argc != 5 || f == forms) {
    fprintf(stderr, "usage: generate random|near|road NODES EDGES "
            "gml|metric|edges|mtx\n");
    return EXIT_FAILURE;
  }
  if (strcmp(argv[1], "road") == 0)
    g = bench_graph_road(strtoul(argv[2], NULL, 10));
  else
    g = bench_graph_make(argv[1], strtoul(argv[2], NULL, 10),
                         strtoul(argv[3], NULL, 10));
  form[f].put(&g);
  bench_graph_free(&g);
  return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
