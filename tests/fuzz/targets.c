/* The targets.  Bytes become a file that has no name, in memory, which the
 * readers open through /proc: they are tried as they are used. */
#define _GNU_SOURCE            /* memfd_create */
#include "fuzz.h"
#include "base/mem.h"
#include "cli/layout_options.h"
#include "io/read.h"
#include "io/table.h"
#include "problem/metric.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PATH_ROOM = 40, WORDS_MAX = 64 };

/* Make a file of these bytes and write its path; returns its descriptor. */
static int
file_make(char path[PATH_ROOM], const void *data, size_t size)
{
  int fd = memfd_create("fuzz", MFD_CLOEXEC);

  if (fd < 0 || write(fd, data, size) != (ssize_t)size) {
    perror("memfd_create");
    abort();
  }
  snprintf(path, PATH_ROOM, "/proc/self/fd/%d", fd);
  return fd;
}

/* A graph file of the format that the target is named for. */
static void
graph(const char *name, const uint8_t *data, size_t size)
{
  char path[PATH_ROOM];
  int fd = file_make(path, data, size);
  mg_source src;
  mgnn_error err;

  if (mg_read(&src, path, name, &err) == MGNN_OK)
    mg_source_free(&src);
  close(fd);
}

/* The same, by the way of zlib; a table, for want of a better choice. */
static void
gzip(const char *name, const uint8_t *data, size_t size)
{
  (void)name;
  graph("csv", data, size);
}

/* A small graph for tables to speak of.  open: a table may add nodes. */
static void
small_graph(mg_source *src, int open)
{
  static const char text[] = "source,target,len\na,b,1\nb,c,2\nc,\"d e\",1\n"
                             "\"d e\",a,3\na,c,1\n5,a,2\n";
  char path[PATH_ROOM];
  int fd = file_make(path, text, sizeof text - 1);

  if (mg_read(src, path, "csv", NULL) != MGNN_OK)
    abort();
  src->open_nodes = open;
  close(fd);
}

static void
metric(const char *name, const uint8_t *data, size_t size)
{
  char path[PATH_ROOM];
  int fd = file_make(path, data, size);
  mg_metric_spec spec = { .kind = MG_METRIC_FILE, .name = path };
  mg_metric_table table = { 0 };
  mg_lengths lengths = { 0 };
  mg_simple simple = { 0 };
  size_t ignored;
  mg_source src;

  (void)name;
  small_graph(&src, 0);
  if (mg_read_metric(&src, path, NULL, 0, &table, &ignored, NULL) == MGNN_OK)
    mg_metric_table_free(&table);
  if (mg_simplify(&simple, src.n, src.m, src.ends, NULL) == MGNN_OK) {
    const mg_metric_input in = { .src = &src, .simple = &simple, .dim = 2,
                                 .lenient = size % 2 };

    if (mg_metric_lengths(&lengths, &spec, &in, NULL) == MGNN_OK)
      mg_lengths_free(&lengths);
    mg_simple_free(&simple);
  }
  mg_metric_add_edges(&src, path, NULL);
  mg_source_free(&src);
  close(fd);
}

/* Positions and features: the same kind of table, for all or some nodes. */
static void
rows(const char *name, const uint8_t *data, size_t size)
{
  char path[PATH_ROOM];
  int fd = file_make(path, data, size), dim;
  double *x = NULL;
  mg_source src;
  unsigned char has[5];

  (void)name;
  small_graph(&src, 0);
  if (mg_read_rows(&src, path, &x, &dim, NULL) == MGNN_OK)
    mg_free(x);
  if (mg_read_some_rows(&src, path, &x, &dim, has, NULL) == MGNN_OK)
    mg_free(x);
  mg_source_free(&src);
  close(fd);
}

static void
labels(const char *name, const uint8_t *data, size_t size)
{
  char path[PATH_ROOM];
  int fd = file_make(path, data, size);
  mg_source src;

  (void)name;
  for (int open = 0; open < 2; open++) {
    small_graph(&src, open);
    mg_read_labels(&src, path, "label", NULL);
    mg_source_free(&src);
  }
  close(fd);
}

/* Cut text into words at its ends of lines; returns how many there are. */
static int
words_cut(char *text, char **word, int max)
{
  int count = 0;

  while (count < max && text != NULL) {
    word[count++] = text;
    text = strchr(text, '\n');
    if (text != NULL)
      *text++ = '\0';
  }
  word[count] = NULL;
  return count;
}

/* One word per line, as after the name of the program; and as --metric. */
static void
options(const char *name, const uint8_t *data, size_t size)
{
  char *text = strndup((const char *)data, size), *word[WORDS_MAX + 2];
  mg_layout_options opt;
  mg_metric_spec spec;
  int first, count;

  (void)name;
  if (text == NULL)
    return;
  word[0] = "mgnn-layout";
  mg_metric_parse(&spec, text, NULL);
  count = words_cut(text, word + 1, WORDS_MAX);
  mg_layout_options_init(&opt);
  mg_options_parse(mg_layout_table, &opt, count + 1, word, &first, NULL);
  mg_options_free(mg_layout_table, &opt);
  free(text);
}

/* The options that the pipeline may meet: none that name files or take long.
 * M stands for the metric's file. */
static const char *const harmless[] = {
  "--layers=2", "--layers=0", "--model=mgnn", "--model=mgnn,sgc",
  "--model=mgnn-message", "--model=appnp", "--alpha=0", "--alpha=1",
  "--beta=0", "--beta=100", "--eps=0", "--self-loops", "--pairs=edges",
  "--pairs=paths", "--dim=1", "--dim=3", "--dim=17", "--dim=auto",
  "--init=random", "--init=pivot", "--init=buildup", "--init=attributes",
  "--init=M", "--features=M", "--metric=M", "--metric=coords:M",
  "--metric=const:0", "--metric=const:1e-150", "--metric=const:1e150",
  "--metric=labels:0,5", "--labels=label", "--labels=M", "--lenient",
  "--metric-adds-edges", "--stiffness=weight", "--pin=pin", "--pin=M",
  "--align=M", "--no-overlap", "--restarts=2", "--strict", "--seed=7",
  "--space=z", "--space=y", "--node-labels", "--title=a<b>&\"c\"\xff",
  "--size=10x10", "--size=2000x30", "--margin=1000", "--node-size=0",
  "--node-size=1000", "--edge-width=0", "--opacity=0", "--font-size=1000",
  "--palette=paper", "--background=none", "--no-legend", "--tolerance=0"
};
/* What is written, whatever else is asked. */
static const char *const formats[] = { "svg", "csv", "gml", "graphml", "json",
                                       "xyz", "html" };

enum { HARMLESS = sizeof harmless / sizeof *harmless,
       FORMATS = sizeof formats / sizeof *formats };

/* The word, with M replaced by the path. */
static char *
word_make(const char *word, const char *path)
{
  size_t len = strlen(word);
  char *made = malloc(len + PATH_ROOM);

  if (made == NULL)
    abort();
  memcpy(made, word, len + 1);
  if (len > 1 && word[len - 1] == 'M' && (word[len - 2] == '='
                                         || word[len - 2] == ':'))
    strcpy(made + len - 1, path);
  return made;
}

/* First byte: the formats of the graph and of the output.  Second byte: how
 * many options follow, a byte each.  Then the graph, and after a line of "="
 * the metric, or what else a table is asked for. */
static void
pipeline(const char *name, const uint8_t *data, size_t size)
{
  static const char *const inputs[] = { "csv", "gml", "edgelist", "dist" };
  char graph_path[PATH_ROOM], table_path[PATH_ROOM], out_path[PATH_ROOM];
  char *word[WORDS_MAX + 16];
  const uint8_t *text, *split;
  size_t options, left;
  int argc = 0, made, graph_fd, table_fd, out_fd;

  (void)name;
  if (size < 2 || size > 4096)
    return;
  options = data[1] % 9;
  if (size < 2 + options)
    return;
  text = data + 2 + options;
  left = size - 2 - options;
  split = memmem(text, left, "\n=\n", 3);
  graph_fd = file_make(graph_path, text, split ? (size_t)(split - text) + 1
                                               : left);
  table_fd = split ? file_make(table_path, split + 3,
                               left - (size_t)(split + 3 - text))
                   : file_make(table_path, "", 0);
  out_fd = file_make(out_path, "", 0);
  word[argc++] = word_make("mgnn-layout", "");
  for (size_t k = 0; k < options; k++)
    word[argc++] = word_make(harmless[data[2 + k] % HARMLESS], table_path);
  made = argc;
  word[argc++] = "-q";
  word[argc++] = "-I";
  word[argc++] = (char *)inputs[data[0] % 4];
  word[argc++] = "-T";
  word[argc++] = (char *)formats[data[0] / 4 % FORMATS];
  word[argc++] = "-o";
  word[argc++] = out_path;
  word[argc++] = "--threads=1";
  word[argc++] = "--max-iterations=200";
  word[argc++] = "--report=/dev/null";
  word[argc++] = graph_path;
  word[argc] = NULL;
  for (size_t k = 0; k < options; k++)
    if (strncmp(word[1 + k], "--layers", 8) == 0) {
      word[argc - 3] = "-q";   /* in place of --max-iterations */
      break;
    }
  fuzz_layout(argc, word);
  while (made > 0)
    free(word[--made]);
  close(graph_fd);
  close(table_fd);
  close(out_fd);
}

const fuzz_target fuzz_targets[] = {
  { "gml", graph }, { "edgelist", graph }, { "csv", graph }, { "tsv", graph },
  { "mtx", graph }, { "dist", graph }, { "graphml", graph },
  { "pajek", graph }, { "ncol", graph }, { "lgl", graph }, { "gzip", gzip },
  { "metric", metric }, { "rows", rows }, { "labels", labels },
  { "options", options }, { "pipeline", pipeline },
  { NULL, NULL }
};

const fuzz_target *
fuzz_find(const char *name)
{
  for (const fuzz_target *t = fuzz_targets; t->name != NULL; t++)
    if (strcmp(t->name, name) == 0)
      return t;
  return NULL;
}
