/* The targets.  Bytes become a file that has no name, in memory, which the
 * readers open through /proc: they are tried as they are used. */
#define _GNU_SOURCE            /* memfd_create */
#include "fuzz.h"
#include "base/mem.h"
#include "cli/inspect/inspect_options.h"
#include "cli/learn/learn.h"
#include "cli/layout/layout_options.h"
#include "cli/sbm/sbm_model.h"
#include "io/read/read.h"
#include "io/table/features.h"
#include "io/table/table.h"
#include "io/table/table_arrays.h"
#include "io/text/zip.h"
#include "learn/model_file.h"
#include "io/write/write.h"
#include "problem/metric.h"
#include "cli/mains.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

enum { PATH_ROOM = 40, WORDS_MAX = 64,
       NODES_MAX = 20000 };    /* declared sizes cost no more than a moment */

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

/* What was read, written in a format and read again: as many nodes and edges.
 * Names that XML cannot hold, and those that GML does not number, may meet. */
static void
write_again(const mg_record *r, const mg_writer *w)
{
  const mg_source *src = r->given->src;
  char path[PATH_ROOM];
  int fd = file_make(path, "", 0);
  FILE *out = fdopen(dup(fd), "w");
  mg_source again;
  mgnn_error err;

  if (out == NULL || w->write(r, out, &err) != MGNN_OK)
    abort();
  fclose(out);
  if (mg_read(&again, path, w->word, &err) == MGNN_OK) {
    if (again.n != src->n || again.m != src->m
        || again.directed != src->directed)
      abort();
    mg_source_free(&again);
  } else if (strcmp(w->word, "dot") == 0 && strcmp(src->format, "dot") == 0) {
    fprintf(stderr, "%s\n", err.text);
    abort();
  }
  close(fd);
}

/* In one of the formats that keep all attributes: another number, another one. */
static void
write_one(const mg_source *src, unsigned number)
{
  unsigned *ends = NULL;
  double *x = mg_zalloc(src->n, 2 * sizeof *x);
  mg_simple simple = { 0 };
  mg_graph g = { 0 };

  if (x != NULL
      && mg_simplify(&simple, src->n, src->m, src->ends, NULL) == MGNN_OK
      && (ends = mg_alloc(simple.m, 2 * sizeof *ends)) != NULL) {
    const mg_given given = { src, src->ends, simple.into, simple.loops,
                             simple.merged };
    const mg_record r = { &g, 2, x, x, (const char *const *)src->names.text,
                          NULL, NULL, "y", 1, &given, NULL, 0 };

    if (simple.m > 0)
      memcpy(ends, simple.ends, 2 * simple.m * sizeof *ends);
    const mg_writer *w = mg_writers;

    for (number %= 5; w->attributes != 1 || number-- > 0;)
      w++;
    if (mg_graph_init(&g, src->n, simple.m, ends, NULL) == MGNN_OK)
      write_again(&r, w);
    mg_graph_free(&g);
  }
  mg_simple_free(&simple);
  mg_free(x);
}

/* A graph file of the format that the target is named for. */
static void
graph(const char *name, const uint8_t *data, size_t size)
{
  unsigned sum = 0;
  mg_limits limits;
  mg_source src;
  mgnn_error err;

  mg_limits_init(&limits);
  limits.nodes = limits.edges = NODES_MAX;
  limits.memory = data;
  limits.size = size;
  for (size_t k = 0; k < size; k++)
    sum += data[k];
  if (mg_read_within(&src, "memory", name, &limits, &err) == MGNN_OK) {
    if (src.n < 100 && src.m < 200)
      write_one(&src, sum);
    mg_source_free(&src);
  }
}

/* The same through zlib; a table, since no format is better. */
static void
gzip(const char *name, const uint8_t *data, size_t size)
{
  (void)name;
  graph("csv", data, size);
}

/* ---- one text, read in several ways ---- */

/* The text in parts of `step` bytes, each compressed by itself; to be freed. */
static uint8_t *
parts_of(const uint8_t *text, size_t size, size_t step, size_t *out_size)
{
  size_t parts = size / step + 1, cap = 2 * size + 64 * parts, used = 0;
  uint8_t *out = malloc(cap);

  for (size_t k = 0; out != NULL && k < parts; k++) {
    size_t left = size - k * step;
    z_stream z = { .next_in = (uint8_t *)text + k * step,
                   .avail_in = (unsigned)(left < step ? left : step),
                   .next_out = out + used, .avail_out = (unsigned)(cap - used) };

    if (deflateInit2(&z, 1, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY) != Z_OK
        || deflate(&z, Z_FINISH) != Z_STREAM_END)
      abort();
    used += z.total_out;
    deflateEnd(&z);
  }
  *out_size = used;
  return out;
}

/* The text with CR CR LF where it has LF; to be freed. */
static uint8_t *
converted_twice(const uint8_t *text, size_t size, size_t *out_size)
{
  uint8_t *out = malloc(3 * size + 1);

  *out_size = 0;
  for (size_t k = 0; out != NULL && k < size; k++) {
    if (text[k] == '\n')
      out[(*out_size)++] = '\r', out[(*out_size)++] = '\r';
    out[(*out_size)++] = text[k];
  }
  return out;
}

static void
must_agree(const mg_source *a, mgnn_status how, const char *format,
           uint8_t *data, size_t size)
{
  char path[PATH_ROOM];
  int fd = file_make(path, data, size);
  mg_source b;
  mgnn_status status = mg_read(&b, path, format, NULL);

  if (status != how)
    abort();
  if (status == MGNN_OK) {
    if (a->n != b.n || a->m != b.m || a->node.count != b.node.count
        || (a->m > 0 && memcmp(a->ends, b.ends, 2 * a->m * sizeof *a->ends)))
      abort();
    for (size_t i = 0; i < a->n; i++)
      if (strcmp(a->names.text[i], b.names.text[i]) != 0)
        abort();
    mg_source_free(&b);
  }
  close(fd);
  free(data);
}

/* First byte: the format; second: the size of the parts.  The rest, a text, must
 * mean the same as a file, in compressed parts, and, where no quotes are in it,
 * with other ends of lines. */
static void
agree(const char *name, const uint8_t *data, size_t size)
{
  static const char *const formats[] = { "csv", "edgelist", "dist", "tsv", "gml",
                                         "mtx", "ncol", "lgl", "pajek",
                                         "graphml", "dl" };
  const char *format;
  char path[PATH_ROOM];
  mgnn_status how;
  mg_source src;
  size_t other;
  uint8_t *bytes;
  int fd;

  (void)name;
  if (size < 2 || size > 4096)
    return;
  format = formats[data[0] % 11];
  /* Compressed already, it would be read in two layers the first time only. */
  if (size > 3 && data[2] == 0x1f && data[3] == 0x8b)
    return;
  fd = file_make(path, data + 2, size - 2);
  how = mg_read(&src, path, format, NULL);
  bytes = parts_of(data + 2, size - 2, 1 + data[1], &other);
  must_agree(&src, how, format, bytes, other);
  if (data[0] % 11 < 4 && memchr(data + 2, '"', size - 2) == NULL) {
    bytes = converted_twice(data + 2, size - 2, &other);
    must_agree(&src, how, format, bytes, other);
  }
  if (how == MGNN_OK)
    mg_source_free(&src);
  close(fd);
}

/* A small graph, in CSV. */
static void
graph_of(mg_source *src, const char *text)
{
  char path[PATH_ROOM];
  int fd = file_make(path, text, strlen(text));

  if (mg_read(src, path, "csv", NULL) != MGNN_OK)
    abort();
  close(fd);
}

/* One for tables to speak of.  open: a table may add nodes. */
static void
small_graph(mg_source *src, int open)
{
  static const char text[] = "source,target,len\na,b,1\nb,c,2\nc,\"d e\",1\n"
                             "\"d e\",a,3\na,c,1\n5,a,2\n";

  graph_of(src, text);
  src->open_nodes = open;
}

/* One whose nodes are numbers: tables of it are read in pieces. */
static void
plain_graph(mg_source *src)
{
  graph_of(src, "1,2\n2,3\n3,1\n3,4\n4,5\n5,1\n1,4\n2,5\n9,1\n9,2\n");
}

static void
metric(const char *name, const uint8_t *data, size_t size)
{
  char path[PATH_ROOM];
  int fd = file_make(path, data, size);
  mg_specification spec = { .metric = { .kind = MG_METRIC_FILE, .name = path },
                            .lenient = size % 2 };
  mg_tables tables = { .dim = 0 };
  mg_lengths lengths = { 0 };
  mg_simple simple = { 0 };
  mg_source src;

  (void)name;
  if (size % 4 < 2)
    small_graph(&src, 0);
  else
    plain_graph(&src);
  if (mg_simplify(&simple, src.n, src.m, src.ends, NULL) == MGNN_OK
      && mg_tables_read(&tables, &src, &spec.metric, NULL) == MGNN_OK) {
    const mg_metric_input in = { &src, &simple, &spec, &tables, NULL };

    if (mg_metric_lengths(&lengths, &in, NULL) == MGNN_OK)
      mg_lengths_free(&lengths);
    mg_tables_free(&tables);
  }
  mg_simple_free(&simple);
  if (mg_tables_read(&tables, &src, &spec.metric, NULL) == MGNN_OK) {
    mg_metric_add_edges(&src, &tables, &spec.metric, NULL);
    mg_tables_free(&tables);
  }
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

/* Features as svmlight has them. */
static void
features(const char *name, const uint8_t *data, size_t size)
{
  char path[PATH_ROOM];
  int fd = file_make(path, data, size);
  mg_features f = { 0 };
  mg_source src;

  small_graph(&src, 0);
  (void)name;
  mg_read_svm(&src, path, &f, NULL);
  mg_features_free(&f);
  mg_source_free(&src);
  close(fd);
}

/* Arrays of NumPy: as features, labels, splits, and as a graph. */
static void
arrays(const char *name, const uint8_t *data, size_t size)
{
  char path[PATH_ROOM];
  int fd = file_make(path, data, size);
  mg_features f = { 0 };
  mg_splits splits = { 0 };
  mg_source src;

  for (int open = 0; open < 2; open++) {
    small_graph(&src, open);
    src.limits.nodes = NODES_MAX;
    mg_read_arrays(&src, path, &f, NULL);
    mg_features_free(&f);
    mg_read_split_arrays(&src, path, &splits, NULL);
    mg_free(splits.part);
    splits = (mg_splits){ 0 };
    mg_read_label_array(&src, path, "label", NULL);
    mg_source_free(&src);
  }
  close(fd);
  graph(name, data, size);
}

/* ---- composed arrays ---- */

/* Bytes from which choices are made; zeros after their end. */
typedef struct {
  const uint8_t *p, *end;
} choices;

static size_t
choose(choices *c, size_t count)
{
  return c->p < c->end ? *c->p++ % count : 0;
}

/* Member names that some reader asks for, types and sizes, right and wrong. */
static const char *const member_names[] = {
  "edge_index", "x", "y", "names", "length", "edge_weight", "num_nodes", "data",
  "indices", "indptr", "shape", "row", "col", "format", "adj_data",
  "adj_indices", "adj_indptr", "adj_shape", "attr_data", "attr_indices",
  "attr_indptr", "attr_shape", "train_mask", "val_mask", "test_idx", "arr_0"
};
static const char *const descrs[] = {
  "<i8", "<f8", "|b1", "<U3", "|S3", "<i4", "<f4", "<f2", "|u1", ">i2", ">f8",
  "|i1", "<u8", "<U0", "|S0", ">U2", "<U100000", "<2 ", "<f", "|O", "<c16", "=i8"
};
static const char *const lengths[] = { "2", "0", "1", "3", "5", "6", "7", "200",
                                       "10000001", "4000000000000000" };
#define CHOOSE(c, list) list[choose(c, sizeof list / sizeof *list)]

/* An array of a composed header; its numbers are the next bytes, a byte each in
 * every `step`, or the bytes as they are.  Returns its size. */
static size_t
npy_compose(choices *c, char out[1024])
{
  const char *descr = CHOOSE(c, descrs), *rows = CHOOSE(c, lengths);
  const char *cols = CHOOSE(c, lengths);
  size_t form = choose(c, 256), step = choose(c, 9), data = choose(c, 256);
  size_t len, at;

  len = (size_t)snprintf(out + 10, 200, "{'descr': '%s', 'fortran_order': %s, "
                         "'shape': (%s%s%s%s), }\n", descr,
                         form & 1 ? "True" : form & 64 ? "Twice" : "False",
                         form & 32 ? "" : rows, form & 32 ? "" : ",",
                         form & 6 ? "" : cols, (form & 24) == 24 ? ",2" : "");
  memcpy(out, "\x93NUMPY\x01\x00", 8);
  out[8] = (char)(len % 256);
  out[9] = (char)(len / 256);
  at = 10 + len;
  for (size_t k = 0; k < data; k++)
    out[at + k] = (char)(step > 0 && k % step != 0 ? 0 : choose(c, 256));
  return at + data;
}

/* First byte: the number of members, 0 for an array by itself. */
static void
shapes(const char *name, const uint8_t *data, size_t size)
{
  choices c = { data, data + size };
  size_t members = choose(&c, 7), used;
  char bytes[1024], label[40], *text = NULL;
  mg_zip_writer zip = { .out = open_memstream(&text, &used) };

  (void)name;
  if (members == 0)
    fwrite(bytes, 1, npy_compose(&c, bytes), zip.out);
  for (size_t k = 0; k < members; k++) {
    snprintf(label, sizeof label, "%s.npy", CHOOSE(&c, member_names));
    mg_zip_put(&zip, label, bytes, npy_compose(&c, bytes), NULL);
  }
  if (members > 0)
    mg_zip_finish(&zip);
  mg_zip_writer_free(&zip);
  fclose(zip.out);
  arrays(members > 0 ? "npz" : "npy", (const uint8_t *)text, used);
  free(text);
}

/* A trained model. */
static void
model(const char *name, const uint8_t *data, size_t size)
{
  char path[PATH_ROOM];
  int fd = file_make(path, data, size);
  mg_model_file m;

  (void)name;
  if (mg_model_read(&m, path, NULL) == MGNN_OK)
    mg_model_file_free(&m);
  close(fd);
}

/* A collection of graphs, as lines of JSON. */
static void
jsonl(const char *name, const uint8_t *data, size_t size)
{
  char path[PATH_ROOM];
  int fd = file_make(path, data, size);
  mg_learn_set set = { .graph = path };

  (void)name;
  mg_learn_collection_read(&set, 0, NULL);
  mg_collection_free(&set.collection);
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

/* One word per line, as after the names of the programs; and as --metric. */
static void
options(const char *name, const uint8_t *data, size_t size)
{
  char *text = strndup((const char *)data, size), *word[WORDS_MAX + 2];
  mg_layout_options layout;
  mg_inspect_options inspect;
  mg_metric_spec spec;
  int first, count;

  (void)name;
  if (text == NULL)
    return;
  word[0] = "mgnn";
  mg_metric_parse(&spec, text, NULL);
  count = words_cut(text, word + 1, WORDS_MAX);
  mg_layout_options_init(&layout);
  mg_options_parse(mg_layout_table, mg_layout_relations, &layout, count + 1, word, &first, NULL);
  mg_options_free(mg_layout_table, &layout);
  mg_inspect_options_init(&inspect);
  mg_options_parse(mg_inspect_table, NULL, &inspect, count + 1, word, &first, NULL);
  mg_options_free(mg_inspect_table, &inspect);
  free(text);
}

/* First byte: the probabilities.  A line: --blocks; another: --means.  Only a
 * small model is turned into a graph. */
static void
sbm(const char *name, const uint8_t *data, size_t size)
{
  char *text = size > 1 ? strndup((const char *)data + 1, size - 1) : NULL;
  char *word[3];
  mg_sbm model = { .between = 5 };
  mg_graph graph = { 0 };
  double *features;

  (void)name;
  if (text == NULL)
    return;
  model.p_in = data[0] % 16 / 15.0;
  model.p_out = data[0] / 16 / 15.0;
  if (words_cut(text, word, 2) == 1)
    word[1] = NULL;
  if (mg_sbm_blocks_read(&model, word[0], NULL) == MGNN_OK
      && mg_sbm_means_read(&model, word[1], NULL) == MGNN_OK
      && model.n <= 200 && model.dim <= 100) {
    features = mg_alloc(model.n, model.dim * sizeof *features);
    if (features != NULL
        && mg_sbm_generate(&model, data[0], &graph, features, NULL) == MGNN_OK)
      mg_graph_free(&graph);
    mg_free(features);
  }
  mg_sbm_free(&model);
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
  "--palette=paper", "--background=none", "--no-legend", "--tolerance=0",
  "--dim=50", "--metric=const:1e75", "--metric=const:1e-75", "--alpha=nan",
  "--beta=nan", "--eps=nan", "--tolerance=nan", "--time-limit=nan",
  "--opacity=0.001", "--opacity=1e-300", "--edge-width=0.0001",
  "--edge-color=strain", "--annotate=lengths", "--size=60x40"
};
/* What is written, whatever else is asked. */
static const char *const formats[] = { "svg", "csv", "gml", "graphml", "json",
                                       "xyz", "html", "png", "dot", "gexf" };

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

/* What a whole run is made of.  First byte: `choice`, for formats.  Second
 * byte: how many options follow, a byte each.  Then the graph, and after a
 * line of "=" the metric, or what else a table is asked for. */
typedef struct {
  unsigned choice;
  char graph[PATH_ROOM], table[PATH_ROOM], out[PATH_ROOM];     /* paths */
  int fd[3];                   /* the files of these */
  char *word[WORDS_MAX + 16];
  int argc, made;              /* words; the first `made` are ours to free */
} whole_run;

/* Take it apart, with at most `most` options of the list of `count`; 0: the
 * bytes are too few, or too many to be quick. */
static int
run_begin(whole_run *r, const char *program, const uint8_t *data, size_t size,
          const char *const *list, size_t count, unsigned most)
{
  const uint8_t *text, *split;
  size_t options, left;

  if (size < 2 || size > 4096 || size < 2 + (size_t)(data[1] % (most + 1)))
    return 0;
  r->choice = data[0];
  options = data[1] % (most + 1);
  text = data + 2 + options;
  left = size - 2 - options;
  split = memmem(text, left, "\n=\n", 3);
  r->fd[0] = file_make(r->graph, text, split ? (size_t)(split - text) + 1
                                             : left);
  r->fd[1] = split ? file_make(r->table, split + 3,
                               left - (size_t)(split + 3 - text))
                   : file_make(r->table, "", 0);
  r->fd[2] = file_make(r->out, "", 0);
  r->argc = 0;
  r->word[r->argc++] = word_make(program, "");
  for (size_t k = 0; k < options; k++)
    r->word[r->argc++] = word_make(list[data[2 + k] % count], r->table);
  r->made = r->argc;
  return 1;
}

static void
run_add(whole_run *r, const char *word)
{
  r->word[r->argc++] = (char *)word;
  r->word[r->argc] = NULL;
}

static void
run_end(whole_run *r)
{
  while (r->made > 0)
    free(r->word[--r->made]);
  for (int k = 0; k < 3; k++)
    close(r->fd[k]);
}

static const char *const inputs[] = { "csv", "gml", "edgelist", "dist" };

static void
pipeline(const char *name, const uint8_t *data, size_t size)
{
  whole_run r;
  int layers = 0;

  (void)name;
  if (!run_begin(&r, "mgnn-layout", data, size, harmless, HARMLESS, 8))
    return;
  for (int k = 1; k < r.made; k++)
    layers |= strncmp(r.word[k], "--layers", 8) == 0;
  run_add(&r, "-q");
  run_add(&r, "-I");
  run_add(&r, inputs[r.choice % 4]);
  run_add(&r, "-T");
  run_add(&r, formats[r.choice / 4 % FORMATS]);
  run_add(&r, "-o");
  run_add(&r, r.out);
  run_add(&r, "--threads=1");
  run_add(&r, "--report=/dev/null");
  if (!layers)
    run_add(&r, "--max-iterations=200");
  run_add(&r, r.graph);
  layout_main(r.argc, r.word);
  run_end(&r);
}

/* The same for mgnn-inspect.  M is a table, and may be the first drawing. */
static const char *const questions[] = {
  "--json", "--no-search", "--dim=1", "--dim=3", "--dim=17", "--dims=1..4",
  "--realizations=3", "--tolerance=0", "--tolerance=0.5", "--strict",
  "--strict=0.5", "--space=z", "--space=y", "--metric=M", "--metric=const:0",
  "--metric=const:1e-150", "--metric=const:1e150", "--metric=coords:M",
  "--labels=M", "--labels=label", "--stiffness=weight", "--pin=pin", "--pin=M",
  "--lenient", "--metric-adds-edges", "--seed=7", "-v", "--node-labels",
  "--dim=50", "--metric=const:1e75", "--metric=const:1e-75", "--tolerance=nan",
  "--time-limit=nan"
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

/* inspect_main with its answers thrown away. */
static void
ask_quietly(int argc, char **argv)
{
  int keep, nowhere;

  fflush(stdout);
  keep = dup(STDOUT_FILENO);
  nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nowhere, STDOUT_FILENO);
  inspect_main(argc, argv);
  fflush(stdout);
  if (keep >= 0)
    dup2(keep, STDOUT_FILENO);
  close(keep);
  close(nowhere);
}

static void
inspect(const char *name, const uint8_t *data, size_t size)
{
  whole_run r;

  (void)name;
  if (!run_begin(&r, "mgnn-inspect", data, size, questions, QUESTIONS, 6))
    return;
  run_add(&r, "-I");
  run_add(&r, inputs[r.choice % 4]);
  run_add(&r, "--threads=1");
  run_add(&r, "--max-iterations=200");
  if (r.choice & 16) {
    run_add(&r, "-T");
    run_add(&r, r.choice & 32 ? "csv" : "svg");
    run_add(&r, "-o");
    run_add(&r, r.out);
  }
  run_add(&r, r.graph);
  if (r.choice & 4)
    run_add(&r, r.table);
  if ((r.choice & 12) == 12)
    run_add(&r, r.table);
  ask_quietly(r.argc, r.word);
  run_end(&r);
}

const fuzz_target fuzz_targets[] = {
  { "gml", graph }, { "dot", graph }, { "edgelist", graph }, { "csv", graph },
  { "tsv", graph },
  { "mtx", graph }, { "dist", graph }, { "graphml", graph },
  { "gexf", graph }, { "json", graph },
  { "pajek", graph }, { "ncol", graph }, { "lgl", graph },
  { "metis", graph }, { "sif", graph }, { "leda", graph }, { "dl", graph },
  { "ampl", graph }, { "pdb", graph }, { "cif", graph }, { "sdf", graph },
  { "xyz", graph }, { "upl", graph }, { "lol", graph }, { "tbl", graph },
  { "nmrstar", graph }, { "gzip", gzip },
  { "agree", agree },
  { "metric", metric }, { "rows", rows }, { "labels", labels },
  { "svm", features }, { "npy", arrays }, { "npz", arrays }, { "shapes", shapes },
  { "model", model },
  { "jsonl", jsonl },
  { "options", options }, { "sbm", sbm }, { "pipeline", pipeline },
  { "inspect", inspect },
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
