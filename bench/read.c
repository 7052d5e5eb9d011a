/* The cost of reading: our readers beside igraph's, on the same random graph,
 * written as GML (nodes with label, x, y; edges with weight), as a CSV table
 * (source, target, weight) and as an edge list.  Each reader runs in a process
 * of its own, so that its peak of memory is its own; times are those of the
 * processor, the best of three.  Bytes per edge are what the process grew by.
 * Usage: read [NODES [EDGES]] */
#define _DEFAULT_SOURCE        /* wait4 */
#include "io/read.h"

#include <igraph.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* A small generator of its own, so that the graph is the same everywhere. */
static unsigned
draw(unsigned long long *state, size_t below)
{
  *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (unsigned)((*state >> 33) % below);
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

static void
write_csv(FILE *out, size_t n, size_t m)
{
  unsigned long long s = 1;

  for (size_t e = 0; e < m; e++)
    fprintf(out, "%u,%u,0.%06u\n", draw(&s, n), draw(&s, n), draw(&s, 1000000));
}

static void
write_edges(FILE *out, size_t n, size_t m)
{
  unsigned long long s = 1;

  for (size_t e = 0; e < m; e++)
    fprintf(out, "%u %u\n", draw(&s, n), draw(&s, n));
}

static size_t
read_ours(const char *path)
{
  static mg_source src;        /* stays, to be counted */
  mgnn_error err;

  if (mg_read(&src, path, NULL, &err) != MGNN_OK) {
    fprintf(stderr, "%s\n", err.text);
    exit(EXIT_FAILURE);
  }
  return src.m;
}

static size_t
read_igraph_gml(const char *path)
{
  static igraph_t g;
  FILE *in = fopen(path, "r");

  igraph_set_attribute_table(&igraph_cattribute_table);
  if (in == NULL || igraph_read_graph_gml(&g, in) != IGRAPH_SUCCESS)
    exit(EXIT_FAILURE);
  fclose(in);
  return (size_t)igraph_ecount(&g);
}

static size_t
read_igraph_edges(const char *path)
{
  static igraph_t g;
  FILE *in = fopen(path, "r");

  if (in == NULL
      || igraph_read_graph_edgelist(&g, in, 0, 0) != IGRAPH_SUCCESS)
    exit(EXIT_FAILURE);
  fclose(in);
  return (size_t)igraph_ecount(&g);
}

static const struct {
  const char *name, *suffix;
  void (*write)(FILE *out, size_t n, size_t m);
  size_t (*ours)(const char *path), (*igraph)(const char *path);
} format[] = {
  { "GML", ".gml", write_gml, read_ours, read_igraph_gml },
  { "CSV", ".csv", write_csv, read_ours, NULL },
  { "edge list", ".edges", write_edges, read_ours, read_igraph_edges }
};

/* Pages of memory this process has now. */
static long
pages(void)
{
  FILE *in = fopen("/proc/self/statm", "r");
  long total = 0, resident = 0;

  if (in == NULL || fscanf(in, "%ld %ld", &total, &resident) != 2)
    resident = 0;
  if (in != NULL)
    fclose(in);
  return resident;
}

/* Read in a child: processor seconds, bytes at the peak and at the end. */
static double
measure(size_t (*reader)(const char *), const char *path, size_t m,
        double *peak, double *kept)
{
  long page = sysconf(_SC_PAGESIZE), before = pages(), grown = 0;
  struct rusage used;
  int pipe_ends[2], status;
  pid_t child;

  if (pipe(pipe_ends) != 0 || (child = fork()) < 0)
    exit(EXIT_FAILURE);
  if (child == 0) {
    size_t got = reader(path);

    grown = pages() - before;
    _exit(got == m && write(pipe_ends[1], &grown, sizeof grown)
          == (ssize_t)sizeof grown ? EXIT_SUCCESS : EXIT_FAILURE);
  }
  if (wait4(child, &status, 0, &used) != child || status != 0
      || read(pipe_ends[0], &grown, sizeof grown) != (ssize_t)sizeof grown) {
    fprintf(stderr, "%s: could not be read\n", path);
    exit(EXIT_FAILURE);
  }
  close(pipe_ends[0]);
  close(pipe_ends[1]);
  *peak = 1024.0 * (double)used.ru_maxrss - (double)(before * page);
  *kept = (double)(grown * page);
  return (double)used.ru_utime.tv_sec + 1e-6 * (double)used.ru_utime.tv_usec
         + (double)used.ru_stime.tv_sec + 1e-6 * (double)used.ru_stime.tv_usec;
}

static double
row(const char *name, const char *who, size_t (*reader)(const char *),
    const char *path, double bytes, size_t m)
{
  double best = 1e300, peak = 0, kept = 0;

  for (int k = 0; k < 3; k++) {
    double took = measure(reader, path, m, &peak, &kept);

    best = took < best ? took : best;
  }
  printf("%-10s %-7s %8.1f %8.3f %8.0f %8.0f %8.0f\n", name, who, bytes / 1e6,
         best, bytes / 1e6 / best, peak / (double)m, kept / (double)m);
  fflush(stdout);
  return best;
}

int
main(int argc, char **argv)
{
  size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000;
  size_t m = argc > 2 ? strtoul(argv[2], NULL, 10) : 10 * n;

  if (n == 0)
    return EXIT_FAILURE;
  printf("%-10s %-7s %8s %8s %8s %8s %8s\n", "format", "reader", "MB", "cpu s",
         "MB/s", "peak B/e", "kept B/e");
  fflush(stdout);
  for (size_t k = 0; k < sizeof format / sizeof *format; k++) {
    char path[100];
    double ours, bytes;
    FILE *out;

    snprintf(path, sizeof path, "bench-read-%ld%s", (long)getpid(),
             format[k].suffix);
    out = fopen(path, "w");
    if (out == NULL)
      return EXIT_FAILURE;
    format[k].write(out, n, m);
    bytes = (double)ftell(out);
    fclose(out);
    ours = row(format[k].name, "ours", format[k].ours, path, bytes, m);
    if (format[k].igraph != NULL)
      printf("%-10s ratio   %26.1f\n", "", row(format[k].name, "igraph",
                                               format[k].igraph, path, bytes, m)
             / ours);
    remove(path);
  }
  return EXIT_SUCCESS;
}
