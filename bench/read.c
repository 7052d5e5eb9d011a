/* The cost of reading: everything from the file to edges without loops and
 * parallel ones, named nodes and their lengths; beside it igraph's readers, as
 * they come.  One random graph in several formats, tables of lengths and
 * positions for it.  Each reader runs in a process of its own, so that its peak
 * of memory is its own; there it reads the file several times, and the best is
 * kept: processor time with one thread, time by the clock with all.  Bytes per edge are what the process grew
 * by when it read for the first time.
 * Usage: read [NODES [EDGES [WORD]]]; WORD chooses rows of that name. */
#define _DEFAULT_SOURCE        /* wait4 */
#include "base/mem.h"
#include "base/threads.h"
#include "io/read/read.h"
#include "io/table/table.h"
#include "problem/metric.h"
#include "problem/simplify.h"

#include <dlfcn.h>
#include <igraph.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>
#ifdef _OPENMP
#include <omp.h>
#endif

enum { REPEATS = 7, SLOW_REPEATS = 2 };

/* ---- files ---- */

/* A small generator of its own, so that the graph is the same everywhere. */
static unsigned
draw(unsigned long long *state, size_t below)
{
  *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (unsigned)((*state >> 33) % below);
}

/* The ends of edge e. */
static void
edge(size_t e, size_t n, unsigned ends[2])
{
  unsigned long long s = 77 + e * 2654435761ULL;

  draw(&s, n);
  ends[0] = draw(&s, n);
  ends[1] = draw(&s, n);
}

static void
write_gml(FILE *out, size_t n, size_t m)
{
  unsigned long long s = 1;

  fprintf(out, "graph\n[\n  directed 0\n");
  for (size_t i = 0; i < n; i++)
    fprintf(out, "  node\n  [\n    id %zu\n    label \"n%zu\"\n    x 0.%06u\n"
            "    y 0.%06u\n  ]\n", i, i, draw(&s, 1000000), draw(&s, 1000000));
  for (size_t e = 0; e < m; e++)
    fprintf(out, "  edge\n  [\n    source %u\n    target %u\n    weight 0.%06u\n"
            "  ]\n", draw(&s, n), draw(&s, n), draw(&s, 1000000));
  fprintf(out, "]\n");
}

/* Edges in an order: the e-th in the place e * step mod m, step prime. */
static void
write_rows(FILE *out, size_t n, size_t m, size_t step, char separator,
           int digits)
{
  for (size_t k = 0; k < m; k++) {
    size_t e = k * step % m;
    unsigned ends[2], sum, other;

    edge(e, n, ends);
    /* The same for parallel edges, 0 for loops. */
    other = (ends[0] ^ ends[1]) * 104729U;
    sum = other > 0 ? (ends[0] + ends[1]) * 7919U : 0;
    fprintf(out, "%u%c%u", ends[0], separator, ends[1]);
    if (digits == 6)
      fprintf(out, "%c0.%06u", separator, sum % 1000000U);
    else if (digits == 17)
      fprintf(out, "%c0.%08u%09u", separator, sum % 100000000U,
              other % 1000000000U);
    fputc('\n', out);
  }
}

static void
write_csv(FILE *out, size_t n, size_t m)
{
  write_rows(out, n, m, 1, ',', 6);
}

static void
write_csv_long(FILE *out, size_t n, size_t m)
{
  write_rows(out, n, m, 1, ',', 17);
}

static void
write_edges(FILE *out, size_t n, size_t m)
{
  write_rows(out, n, m, 1, ' ', 0);
}

static void
write_metric(FILE *out, size_t n, size_t m)
{
  fprintf(out, "source,target,length\n");
  write_rows(out, n, m, 1, ',', 6);
}

static void
write_metric_long(FILE *out, size_t n, size_t m)
{
  fprintf(out, "source,target,length\n");
  write_rows(out, n, m, 1, ',', 17);
}

static void
write_metric_shuffled(FILE *out, size_t n, size_t m)
{
  fprintf(out, "source,target,length\n");
  write_rows(out, n, m, 7368787, ',', 6);
}

static void
write_mtx(FILE *out, size_t n, size_t m)
{
  fprintf(out, "%%%%MatrixMarket matrix coordinate pattern symmetric\n"
          "%zu %zu %zu\n", n, n, m);
  for (size_t e = 0; e < m; e++) {
    unsigned ends[2];

    edge(e, n, ends);
    fprintf(out, "%u %u\n", ends[0] + 1, ends[1] + 1);
  }
}

static void
write_dot(FILE *out, size_t n, size_t m)
{
  fprintf(out, "graph {\n");
  for (size_t e = 0; e < m; e++) {
    unsigned ends[2];

    edge(e, n, ends);
    fprintf(out, "  %u -- %u [weight=0.%03u];\n", ends[0], ends[1],
            (ends[0] ^ ends[1]) % 999 + 1);
  }
  fprintf(out, "}\n");
}

static void
write_graphml(FILE *out, size_t n, size_t m)
{
  fprintf(out, "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
          "<key id=\"w\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n"
          "<graph edgedefault=\"undirected\">\n");
  for (size_t i = 0; i < n; i++)
    fprintf(out, "<node id=\"%zu\"/>\n", i);
  for (size_t e = 0; e < m; e++) {
    unsigned ends[2];

    edge(e, n, ends);
    fprintf(out, "<edge source=\"%u\" target=\"%u\"><data key=\"w\">0.%03u</data>"
            "</edge>\n", ends[0], ends[1], (ends[0] ^ ends[1]) % 999 + 1);
  }
  fprintf(out, "</graph></graphml>\n");
}

static void
write_gexf(FILE *out, size_t n, size_t m)
{
  fprintf(out, "<gexf xmlns=\"http://www.gexf.net/1.2draft\" version=\"1.2\">\n"
          "<graph defaultedgetype=\"undirected\"><nodes>\n");
  for (size_t i = 0; i < n; i++)
    fprintf(out, "<node id=\"%zu\" label=\"%zu\"/>\n", i, i);
  fprintf(out, "</nodes><edges>\n");
  for (size_t e = 0; e < m; e++) {
    unsigned ends[2];

    edge(e, n, ends);
    fprintf(out, "<edge id=\"%zu\" source=\"%u\" target=\"%u\" weight=\"0.%03u\"/>"
            "\n", e, ends[0], ends[1], (ends[0] ^ ends[1]) % 999 + 1);
  }
  fprintf(out, "</edges></graph></gexf>\n");
}

static void
write_json(FILE *out, size_t n, size_t m)
{
  fprintf(out, "{\"directed\": false, \"multigraph\": true, \"graph\": {}, "
          "\"nodes\": [");
  for (size_t i = 0; i < n; i++)
    fprintf(out, "%s{\"id\": %zu}", i > 0 ? ", " : "", i);
  fprintf(out, "], \"links\": [");
  for (size_t e = 0; e < m; e++) {
    unsigned ends[2];

    edge(e, n, ends);
    fprintf(out, "%s{\"weight\": 0.%03u, \"source\": %u, \"target\": %u}",
            e > 0 ? ", " : "", (ends[0] ^ ends[1]) % 999 + 1, ends[0], ends[1]);
  }
  fprintf(out, "]}\n");
}

static void
write_positions(FILE *out, size_t n, size_t m)
{
  unsigned long long s = 1;

  (void)m;
  fprintf(out, "node,x,y\n");
  for (size_t i = 0; i < n; i++)
    fprintf(out, "%zu,0.%06u,0.%06u\n", i, draw(&s, 1000000),
            draw(&s, 1000000));
}

/* ---- readers ---- */

static void
check(mgnn_status status, const mgnn_error *err)
{
  if (status == MGNN_OK)
    return;
  fprintf(stderr, "%s\n", err->text);
  exit(EXIT_FAILURE);
}

/* What has been read; it stays, to be counted, until the next time. */
static mg_source src;
static mg_simple simple;

static void
read_graph(const char *path)
{
  mgnn_error err;

  mg_source_free(&src);
  mg_simple_free(&simple);
  check(mg_read(&src, path, NULL, &err), &err);
  check(mg_simplify(&simple, src.n, src.m, src.ends, &err), &err);
}

static void
read_lengths(const char *path)
{
  static mg_lengths lengths;
  const mg_specification spec = {
    .metric = { .kind = MG_METRIC_FILE, .name = path }
  };
  mg_tables tables = { 0 };
  const mg_metric_input in = { .src = &src, .simple = &simple, .spec = &spec,
                               .tables = &tables };
  mgnn_error err;

  mg_lengths_free(&lengths);
  check(mg_tables_read(&tables, &src, &spec.metric, &err), &err);
  check(mg_metric_lengths(&lengths, &in, &err), &err);
  mg_tables_free(&tables);
}

static void
read_positions(const char *path)
{
  static double *x;
  unsigned char *has = mg_alloc(src.n, 1);
  mgnn_error err;
  int dim;

  mg_free(x);
  check(mg_read_some_rows(&src, path, &x, &dim, has, &err), &err);
  mg_free(has);
}

static igraph_t peer;
static int peer_is_there;

static FILE *
peer_open(const char *path)
{
  FILE *in = fopen(path, "r");

  if (peer_is_there)
    igraph_destroy(&peer);
  if (in == NULL)
    exit(EXIT_FAILURE);
  peer_is_there = 1;
  return in;
}

static void
peer_gml(const char *path)
{
  FILE *in = peer_open(path);

  igraph_set_attribute_table(&igraph_cattribute_table);
  if (igraph_read_graph_gml(&peer, in) != IGRAPH_SUCCESS)
    exit(EXIT_FAILURE);
  fclose(in);
}

static void
peer_edges(const char *path)
{
  FILE *in = peer_open(path);

  if (igraph_read_graph_edgelist(&peer, in, 0, 0) != IGRAPH_SUCCESS)
    exit(EXIT_FAILURE);
  fclose(in);
}

static void
peer_graphml(const char *path)
{
  FILE *in = peer_open(path);

  igraph_set_attribute_table(&igraph_cattribute_table);
  if (igraph_read_graph_graphml(&peer, in, 0) != IGRAPH_SUCCESS)
    exit(EXIT_FAILURE);
  fclose(in);
}

/* Graphviz's libcgraph and jansson, whose tree is what any reader that uses it
 * begins with, if they are installed. */
static void *
library_call(const char *library, const char *name)
{
  void *found = dlopen(library, RTLD_NOW);

  return found != NULL ? dlsym(found, name) : NULL;
}

static void
peer_dot(const char *path)
{
  static void *graph;
  void *(*agread)(FILE *in, void *disc);
  int (*agclose)(void *graph);
  FILE *in = fopen(path, "r");

  *(void **)&agread = library_call("libcgraph.so.6", "agread");
  *(void **)&agclose = library_call("libcgraph.so.6", "agclose");
  if (in == NULL || agread == NULL || agclose == NULL)
    exit(EXIT_FAILURE);
  if (graph != NULL)
    agclose(graph);
  graph = agread(in, NULL);
  fclose(in);
}

static void
peer_json(const char *path)
{
  static void *tree;
  void *(*load)(const char *path, size_t flags, void *error);
  void (*delete)(void *tree);

  *(void **)&load = library_call("libjansson.so.4", "json_load_file");
  *(void **)&delete = library_call("libjansson.so.4", "json_delete");
  if (load == NULL || delete == NULL)
    exit(EXIT_FAILURE);
  if (tree != NULL)
    delete(tree);
  tree = load(path, 0, NULL);
}

/* ---- measuring ---- */

typedef struct {
  const char *name, *suffix;
  void (*write)(FILE *out, size_t n, size_t m);
  void (*read)(const char *path);
  int for_graph;               /* a table that goes with the graph in CSV */
  void (*peer)(const char *path);
} format;

static const format formats[] = {
  { "GML", ".gml", write_gml, read_graph, 0, peer_gml },
  { "CSV", ".csv", write_csv, read_graph, 0, NULL },
  { "CSV, 17 digits", ".csv", write_csv_long, read_graph, 0, NULL },
  { "CSV, gzip", ".csv.gz", write_csv, read_graph, 0, NULL },
  { "edge list", ".edges", write_edges, read_graph, 0, peer_edges },
  { "DOT", ".dot", write_dot, read_graph, 0, peer_dot },
  { "GraphML", ".graphml", write_graphml, read_graph, 0, peer_graphml },
  { "GEXF", ".gexf", write_gexf, read_graph, 0, NULL },
  { "JSON", ".json", write_json, read_graph, 0, peer_json },
  { "Matrix Market", ".mtx", write_mtx, read_graph, 0, NULL },
  { "metric", ".csv", write_metric, read_lengths, 1, NULL },
  { "metric, 17 digits", ".csv", write_metric_long, read_lengths, 1, NULL },
  { "metric, shuffled", ".csv", write_metric_shuffled, read_lengths, 1, NULL },
  { "positions", ".csv", write_positions, read_positions, 1, NULL }
};

typedef struct {
  double one, all;             /* seconds, with one thread and with all */
  double peak, kept;           /* bytes */
} cost;

static double
seconds(clockid_t clock)
{
  struct timespec t;

  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Kilobytes of this process: now, and at most. */
static void
memory(double *now, double *most)
{
  struct rusage used;
  long total = 0, resident = 0;
  FILE *in = fopen("/proc/self/statm", "r");

  if (in == NULL || fscanf(in, "%ld %ld", &total, &resident) != 2)
    resident = 0;
  if (in != NULL)
    fclose(in);
  getrusage(RUSAGE_SELF, &used);
  *now = (double)resident * (double)sysconf(_SC_PAGESIZE);
  *most = 1024.0 * (double)used.ru_maxrss;
}

static double
best(void (*reader)(const char *), const char *path, int repeats, int threads)
{
  clockid_t clock = threads == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
  double least = 1e300;

#ifdef _OPENMP
  omp_set_num_threads(threads);
#else
  (void)threads;
#endif
  for (int k = 0; k < repeats; k++) {
    double start = seconds(clock), took;

    reader(path);
    took = seconds(clock) - start;
    least = took < least ? took : least;
  }
  return least;
}

/* In a child, which may have to read the graph first. */
static cost
measure(void (*reader)(const char *), const char *path, const char *graph,
        int repeats, int threads)
{
  cost c = { 0, 0, 0, 0 };
  int ends[2], status;
  pid_t child;

  fflush(stdout);
  if (pipe(ends) != 0 || (child = fork()) < 0)
    exit(EXIT_FAILURE);
  if (child == 0) {
    double before, most;

    if (graph != NULL)
      read_graph(graph);
    memory(&before, &most);
    best(reader, path, 1, threads);
    memory(&c.kept, &c.peak);
    c.kept -= before;
    c.peak -= before;
    c.one = best(reader, path, repeats, 1);
    c.all = best(reader, path, repeats, threads);
    _exit(write(ends[1], &c, sizeof c) == (ssize_t)sizeof c ? EXIT_SUCCESS
          : EXIT_FAILURE);
  }
  if (waitpid(child, &status, 0) != child || status != 0
      || read(ends[0], &c, sizeof c) != (ssize_t)sizeof c) {
    fprintf(stderr, "%s: could not be read\n", path);
    exit(EXIT_FAILURE);
  }
  close(ends[0]);
  close(ends[1]);
  return c;
}

/* Compress a file, as gzip -6 does. */
static void
pack(const char *path, const char *packed)
{
  static char block[1 << 20];
  FILE *in = fopen(path, "r");
  gzFile out = gzopen(packed, "wb6");
  size_t got;

  if (in == NULL || out == NULL)
    exit(EXIT_FAILURE);
  while ((got = fread(block, 1, sizeof block, in)) > 0)
    gzwrite(out, block, (unsigned)got);
  fclose(in);
  gzclose(out);
}

/* Write a file; its size before it is compressed, if it is. */
static double
make(const format *f, const char *path, size_t n, size_t m)
{
  int packed = strstr(f->suffix, ".gz") != NULL;
  char plain[100];
  double bytes;
  FILE *out;

  snprintf(plain, sizeof plain, "%s%s", path, packed ? ".plain" : "");
  out = fopen(plain, "w");
  if (out == NULL)
    exit(EXIT_FAILURE);
  f->write(out, n, m);
  bytes = (double)ftell(out);
  fclose(out);
  if (packed) {
    pack(plain, path);
    remove(plain);
  }
  return bytes;
}

static void
print_row(const format *f, const char *who, double bytes, size_t m, cost c)
{
  printf("%-18s %-7s %7.1f %8.4f %8.4f %7.0f %7.0f %7.1f %7.1f\n", f->name, who,
         bytes / 1e6, c.one, c.all, bytes / 1e6 / c.one, bytes / 1e6 / c.all,
         c.peak / (double)m, c.kept / (double)m);
  fflush(stdout);
}

static const char *
peer_name(const format *f)
{
  return f->peer == peer_dot ? "cgraph" : f->peer == peer_json ? "jansson"
         : "igraph";
}

static int
peer_is_installed(const format *f)
{
  return f->peer == peer_dot ? library_call("libcgraph.so.6", "agread") != NULL
         : f->peer != peer_json
           || library_call("libjansson.so.4", "json_load_file") != NULL;
}

static void
run(const format *f, const char *graph, size_t n, size_t m, int threads)
{
  char path[100];
  double bytes;
  cost c;

  snprintf(path, sizeof path, "bench-read-%ld-it%s", (long)getpid(), f->suffix);
  bytes = make(f, path, n, m);
  c = measure(f->read, path, f->for_graph ? graph : NULL, REPEATS, threads);
  print_row(f, "ours", bytes, m, c);
  if (f->peer != NULL && peer_is_installed(f)) {
    cost p = measure(f->peer, path, NULL, SLOW_REPEATS, 1);

    print_row(f, peer_name(f), bytes, m, p);
    printf("%-18s ratio %25.1f\n", "", p.one / c.one);
  }
  remove(path);
}

int
main(int argc, char **argv)
{
  size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000;
  size_t m = argc > 2 ? strtoul(argv[2], NULL, 10) : 10 * n;
  int threads = mg_threads(0);
  char graph[100];

  if (n == 0)
    return EXIT_FAILURE;
  snprintf(graph, sizeof graph, "bench-read-%ld.csv", (long)getpid());
  make(&formats[1], graph, n, m);
  printf("%zu nodes, %zu edges, %d threads\n", n, m, threads);
  printf("%-18s %-7s %7s %8s %8s %7s %7s %7s %7s\n", "format", "reader", "MB",
         "s, one", "s, all", "MB/s", "MB/s", "peak/e", "kept/e");
  for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
    if (argc < 4 || strncmp(formats[k].name, argv[3], strlen(argv[3])) == 0)
      run(&formats[k], graph, n, m, threads);
  remove(graph);
  return EXIT_SUCCESS;
}
