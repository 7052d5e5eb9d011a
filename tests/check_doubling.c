/* Time and memory in proportion: each file here is read, then one that is eight times
 * (thrice doubled) as long in one dimension (nodes, keys, a text, nesting, columns,
 * parts of a compressed file).  It may take 8.8 times the memory and 16 times the
 * time; what is quadratic takes 64 times of either.  Where the file grows more than
 * eightfold, as a matrix does, so may they.
 *
 * Time is that of the processor.  Other processes slow down what shares a cache with
 * them, up to twice as much: so the short file is read next to the long one, several
 * times, and a bad ratio is measured again.  Memory is the most that was allocated at
 * once, by any library. */
#define _GNU_SOURCE            /* memfd_create */
#include "base/mem.h"
#include "cli/mains.h"
#include "io/read/read.h"
#include "io/table/table.h"
#include "problem/metric.h"
#include "unit.h"

#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <math.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <zlib.h>
#ifdef _OPENMP
# include <omp.h>
#endif

/* How much longer the second file is, and what it may cost per byte of the first. */
#define TIMES 8
#define MEMORY_MOST 1.1
#define TIME_MOST 2.0

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
# define SANITIZED 1
#elif defined __has_feature
# if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#  define SANITIZED 1
# endif
#endif
#ifndef SANITIZED
# define SANITIZED 0
#endif

/* ---- what is allocated: every malloc of the process comes here ---- */

static atomic_size_t held, peak;

#if !SANITIZED
void *__libc_malloc(size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_memalign(size_t align, size_t size);
void __libc_free(void *block);

static void *
count_in(void *block)
{
  size_t now = atomic_fetch_add(&held, malloc_usable_size(block))
               + malloc_usable_size(block);
  size_t before = atomic_load(&peak);

  while (now > before && !atomic_compare_exchange_weak(&peak, &before, now))
    ;
  return block;
}

static void
count_out(void *block)
{
  atomic_fetch_sub(&held, malloc_usable_size(block));
}

void *
malloc(size_t size)
{
  return count_in(__libc_malloc(size));
}

void *
calloc(size_t count, size_t size)
{
  return count_in(__libc_calloc(count, size));
}

void *
realloc(void *block, size_t size)
{
  size_t before = malloc_usable_size(block);
  void *grown = __libc_realloc(block, size);

  if (grown == NULL && size > 0)
    return NULL;
  atomic_fetch_sub(&held, before);
  return count_in(grown);
}

void *
aligned_alloc(size_t align, size_t size)
{
  return count_in(__libc_memalign(align, size));
}

void *
memalign(size_t align, size_t size)
{
  return aligned_alloc(align, size);
}

int
posix_memalign(void **out, size_t align, size_t size)
{
  *out = aligned_alloc(align, size);
  return *out != NULL ? 0 : ENOMEM;
}

void
free(void *block)
{
  count_out(block);
  __libc_free(block);
}
#endif

/* ---- files ---- */

/* What a file is made of, as k grows: head, item k times, middle, last k times,
 * tail.  In an item @i is its number, @j another number below k, @m is i modulo
 * 1000, @n is i + 1. */
typedef struct {
  const char *as;              /* the reader, the table, or a command line */
  const char *what;            /* grows */
  size_t k;
  const char *head, *item, *middle, *last, *tail;
} growth;

static void
repeat(FILE *out, const char *item, size_t k)
{
  for (size_t i = 0; item != NULL && i < k; i++)
    for (const char *p = item; *p != '\0'; p++)
      if (*p != '@')
        putc(*p, out);
      else
        switch (*++p) {
        case 'j': fprintf(out, "%zu", i * 7919 % k); break;
        case 'm': fprintf(out, "%zu", i % 1000); break;
        case 'n': fprintf(out, "%zu", i + 1); break;
        default:  fprintf(out, "%zu", i);
        }
}

static void
text_make(FILE *out, const growth *g, size_t k)
{
  fputs(g->head != NULL ? g->head : "", out);
  repeat(out, g->item, k);
  fputs(g->middle != NULL ? g->middle : "", out);
  repeat(out, g->last, k);
  fputs(g->tail != NULL ? g->tail : "", out);
}

/* A matrix of k rows and columns, 0 on the diagonal. */
static void
matrix_make(FILE *out, size_t k)
{
  for (size_t i = 0; i < k; i++)
    for (size_t j = 0; j < k; j++)
      fprintf(out, "%d%c", i != j, j + 1 < k ? ',' : '\n');
}

/* A table in k parts, each compressed by itself; without item there is nothing
 * in them. */
static void
parts_make(const char *path, const growth *g, size_t k)
{
  gzFile out = gzopen(path, "wb1");

  gzputs(out, "source,target\n");
  gzclose(out);
  for (size_t i = 0; i < k; i++) {
    out = gzopen(path, "ab1");
    if (g->item != NULL)
      gzprintf(out, "%zu,%zu\n", i, i + 1);
    gzclose(out);
  }
}

static off_t
file_make(const char *path, const growth *g, size_t k)
{
  struct stat about;

  if (strncmp(g->as, "parts", 5) == 0)
    parts_make(path, g, k);
  else {
    FILE *out = fopen(path, "wb");

    ck_assert_ptr_nonnull(out);
    if (strcmp(g->what, "matrix") == 0)
      matrix_make(out, k);
    else
      text_make(out, g, k);
    fclose(out);
  }
  if (strncmp(g->as, "gz ", 3) == 0) {
    char command[100];

    snprintf(command, sizeof command, "gzip -1nf %s && mv %s.gz %s", path, path,
             path);
    ck_assert_int_eq(system(command), 0);
    return (off_t)k;           /* what is in it grows */
  }
  ck_assert_int_eq(stat(path, &about), 0);
  return about.st_size;
}

/* ---- what is measured ---- */

/* A table of the kind `as`, for a graph of k nodes 0, 1, ... */
static void
table_read(const char *as, const char *path, const mg_source *graph)
{
  mg_source *src = (mg_source *)graph;
  double *x = NULL;
  int dim;

  if (strcmp(as, "rows") == 0) {
    if (mg_read_rows(src, path, &x, &dim, NULL) == MGNN_OK)
      mg_free(x);
  } else if (strcmp(as, "labels") == 0)
    mg_read_labels(src, path, "label", NULL);
  else {
    const mg_metric_spec metric = { .kind = MG_METRIC_FILE, .name = path };
    mg_tables t = { .dim = 0 };

    if (mg_tables_read(&t, src, &metric, NULL) == MGNN_OK)
      mg_tables_free(&t);
  }
}

/* A reader that for every line counts all before it, and keeps more bytes than for the
 * last: what this test is there to find.  In blocks of their own: a single one
 * that grows is copied each time, and what it leaves kept, where the heap is in parts,
 * as under emulation (24 GB). */
static void
read_again_and_again(const char *path)
{
  void **last = NULL;          /* a block starts with where the one before is */
  FILE *in = fopen(path, "rb");
  volatile size_t counted;
  size_t lines = 0;
  char line[100];

  while (fgets(line, sizeof line, in) != NULL) {
    void **now = malloc(sizeof *now + 2 * ++lines);

    ck_assert_ptr_nonnull(now);
    *now = last;
    last = now;
    for (counted = 0; counted < 32 * lines;)
      counted++;
  }
  while (last != NULL) {
    void **before = *last;

    free(last);
    last = before;
  }
  fclose(in);
}

/* The words after "run", with FILE for the file. */
static void
program_run(const char *words, const char *path)
{
  char text[300], *word[40];
  int count = 0;

  snprintf(text, sizeof text, "%s", words);
  for (char *w = strtok(text, " "); w != NULL; w = strtok(NULL, " "))
    word[count++] = strcmp(w, "FILE") == 0 ? (char *)path : w;
  word[count] = NULL;
  ck_assert_int_eq(layout_main(count, word), 0);
}

/* How it ends is not asked: a file may be refused. */
static void
use(const growth *g, const char *path, const mg_source *graph)
{
  const char *as = strncmp(g->as, "gz ", 3) == 0 ? g->as + 3 : g->as;
  mg_source src;

  if (strcmp(as, "quadratic") == 0)
    read_again_and_again(path);
  else if (strncmp(as, "run ", 4) == 0)
    program_run(as + 4, path);
  else if (strncmp(as, "table ", 6) == 0)
    table_read(as + 6, path, graph);
  else if (mg_read(&src, path, strncmp(as, "parts", 5) == 0 ? "csv" : as, NULL)
           == MGNN_OK)
    mg_source_free(&src);
}

typedef struct {
  double seconds, bytes;
} cost;

static double
processor_time(void)
{
  struct timespec t;

  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The graph of k nodes that a table speaks of. */
static void
graph_read(const growth *g, size_t k, mg_source *out)
{
  const growth nodes = { "edgelist", "", k, NULL, "@i @n\n", NULL, NULL, NULL };

  memset(out, 0, sizeof *out);
  if (strncmp(g->as, "table ", 6) != 0)
    return;
  if (strcmp(g->what, "columns") == 0)
    k = 4;                     /* of few nodes */
  file_make("graph", &nodes, k);
  ck_assert_int_eq(mg_read(out, "graph", "edgelist", NULL), MGNN_OK);
  out->open_nodes = strcmp(g->what, "new nodes") == 0;
}

static void
measure(const growth *g, const char *path, size_t k, cost *least)
{
  mg_source graph;
  double start;
  size_t before;

  graph_read(g, k, &graph);
  before = atomic_load(&held);
  atomic_store(&peak, before);
  start = processor_time();
  use(g, path, &graph);
  least->seconds = fmin(least->seconds, processor_time() - start);
  least->bytes = fmin(least->bytes, (double)(atomic_load(&peak) - before));
  mg_source_free(&graph);
}

enum { ROUNDS_MAX = 10, SHORT_RUNS = 4 };

/* How much more time and memory the long file takes, over what its size allows: at
 * most 1 each where all is well. */
static cost
compare_at(const growth *g)
{
  size_t few = g->k / 2;
  double size = (double)file_make("one", g, few);
  double grown = fmax(TIMES, (double)file_make("two", g, TIMES * few) / size);
  cost least = { INFINITY, INFINITY };

  for (int k = 0; k < ROUNDS_MAX && !(least.seconds <= 1); k++) {
    cost one = { INFINITY, INFINITY }, two = one;

    for (int run = 0; run < (SANITIZED ? 1 : SHORT_RUNS); run++)
      measure(g, "one", few, &one);
    if (SANITIZED)
      return (cost){ 0, 0 };   /* it was read: their business is faults */
    measure(g, "two", TIMES * few, &two);
    least.seconds = fmin(least.seconds, two.seconds / one.seconds / grown / TIME_MOST);
    least.bytes = fmin(least.bytes,
                       (two.bytes - 1e5) / one.bytes / grown / MEMORY_MOST);
    if (getenv("DOUBLING_SHOW") != NULL)
      fprintf(stderr, "%-12.40s %-24s %7.1f ms, %.2f; %8.2f MB, %.2f\n", g->as,
              g->what, 1e3 * one.seconds, two.seconds / one.seconds / grown,
              1e-6 * one.bytes, two.bytes / one.bytes / grown);
  }
  return least;
}

/* Where the working set comes to exceed a cache, time jumps: what is linear does
 * so at one size, so twice the size and half of it are asked too. */
static cost
compare(const growth *g)
{
  static const double scale[] = { 1, 2, 0.5 };
  cost least = { INFINITY, INFINITY };

  for (int k = 0; k < 3 && !(least.seconds <= 1 && least.bytes <= 1); k++) {
    growth scaled = *g;
    cost over;

    scaled.k = (size_t)((double)g->k * scale[k]);
    over = compare_at(&scaled);
    least.seconds = fmin(least.seconds, over.seconds);
    least.bytes = fmin(least.bytes, over.bytes);
  }
  return least;
}

#define GRAPHML "<graphml>"

#define ATOM_RECORD \
  "ATOM      1  N   ALA A   1       0.000   0.000   0.000\n"
#define CIF_ATOMS "loop_\n_atom_site.type_symbol\n_atom_site.label_atom_id\n" \
  "_atom_site.Cartn_x\n_atom_site.Cartn_y\n_atom_site.Cartn_z\n"
#define STAR_RESTRAINTS "loop_\n_Gen_dist_constraint.ID\n" \
  "_Gen_dist_constraint.Seq_ID_1\n_Gen_dist_constraint.Atom_ID_1\n" \
  "_Gen_dist_constraint.Seq_ID_2\n_Gen_dist_constraint.Atom_ID_2\n" \
  "_Gen_dist_constraint.Distance_upper_bound_val\n"

#define NO_LAYOUT \
  "run mgnn-layout -q --threads 1 --no-layout --init random -I csv FILE -o out.svg"
#define LENGTHS "source,target,length\n"

static const growth growths[] = {
  { "gml", "nodes", 20000, "graph [", "node [ id @i ]\n", NULL, NULL, "]" },
  { "gml", "edges", 20000, "graph [ node [ id 0 ] node [ id 1 ]",
    "edge [ source 0 target 1 weight @i ]\n", NULL, NULL, "]" },
  { "gml", "nodes and edges", 15000, "graph [", "node [ id @i label \"n@j\" ]\n",
    NULL, "edge [ source @i target @j ]\n", "]" },
  { "gml", "edges before nodes", 15000, "graph [",
    "edge [ source @i target @j ]\n", NULL, "node [ id @i ]\n", "]" },
  { "gml", "text ids before nodes", 15000, "graph [",
    "edge [ source \"a@i\" target \"a@j\" ]\n", NULL, "node [ id \"a@i\" ]\n",
    "]" },
  { "gml", "text", 400000, "graph [ node [ id 0 label \"", "long  text", NULL,
    NULL, "\" ] ]" },
  { "gz gml", "text", 400000, "graph [ node [ id 0 label \"", "long  text", NULL,
    NULL, "\" ] ]" },
  { "gml", "text of entities", 150000, "graph [ node [ id 0 label \"", "&amp;",
    NULL, NULL, "\" ] ]" },
  { "gml", "text in Latin-1", 400000, "graph [ node [ id 0 label \"",
    "\xe9t\xe9", NULL, NULL, "\" ] ]" },
  { "gml", "text left open", 400000, "graph [ node [ id 0 label \"", "\nlong",
    NULL, NULL, NULL },
  { "gml", "number", 400000, "graph [ node [ id 0 x 1.", "00000", NULL, NULL,
    "1 ] ]" },
  { "gml", "key", 400000, "graph [ node [ id 0 k", "eyeye", NULL, NULL,
    " 1 ] ]" },
  { "gml", "comments", 150000, "graph [", "# @i\n", NULL, NULL, "]" },
  { "gml", "blanks", 400000, "graph [", " \n\t\r\n", NULL, NULL, "]" },
  { "gml", "keys of a node", 900, "graph [ node [ id 1 ", "k@i 1 ", NULL, NULL,
    "] ]" },
  { "gml", "nodes of many keys", 15000, "graph [",
    "node [ id @i k@m \"@j\" ]\n", NULL, NULL, "]" },
  { "gml", "values of a key", 60000, "graph [ node [ id 1 ", "k @i ", NULL,
    NULL, "] ]" },
  { "gml", "keys skipped", 60000, "graph [", "k@i [ a 1 ] ", NULL, NULL, "]" },
  { "gml", "lists", 20000, "graph [ node [ id 1 ", "a [ b [ c [ d @i ] ] ]",
    NULL, NULL, "] ]" },
  { "gml", "nesting", 300000, "graph [ node [ id 1 ", "a [ ", "a 1", "] ",
    "] ]" },
  { "gml", "graphs", 40000, NULL, "graph [ node [ id 1 ] ]\n", NULL, NULL, "" },
  { "graphml", "nodes", 10000, GRAPHML "<graph>", "<node id='@i'/>\n", NULL,
    NULL, "</graph></graphml>" },
  { "graphml", "nodes and edges", 10000, GRAPHML "<graph>",
    "<node id='n@i'/>\n", NULL, "<edge source='n@i' target='n@j'/>\n",
    "</graph></graphml>" },
  { "graphml", "edges before nodes", 10000, GRAPHML "<graph>",
    "<edge id='@i' source='n@j' target='n0'/>\n", NULL, "<node id='n@i'/>\n",
    "</graph></graphml>" },
  { "graphml", "keys", 10000, GRAPHML,
    "<key id='k@i' for='node' attr.name='n@i' attr.type='double'/>\n", NULL,
    NULL, "<graph><node id='1'/></graph></graphml>" },
  { "graphml", "keys with defaults", 900, GRAPHML,
    "<key id='k@i' for='node' attr.name='n@i' attr.type='double'><default>1"
    "</default></key>\n", NULL, NULL,
    "<graph><node id='1'/><node id='2'/></graph></graphml>" },
  { "graphml", "keys with values", 900, GRAPHML,
    "<key id='k@i' for='node' attr.name='n@i' attr.type='double'/>\n",
    "<graph><node id='1'>", "<data key='k@i'>1</data>",
    "</node></graph></graphml>" },
  { "graphml", "values of a key", 20000, GRAPHML
    "<key id='k' for='node' attr.name='n' attr.type='string'/><graph>"
    "<node id='1'>", "<data key='k'>@i</data>", NULL, NULL,
    "</node></graph></graphml>" },
  { "graphml", "values without a key", 20000, GRAPHML "<graph><node id='1'>",
    "<data key='k@i'>1</data>", NULL, NULL, "</node></graph></graphml>" },
  { "graphml", "text", 150000, GRAPHML
    "<key id='k' for='node' attr.name='n' attr.type='string'/><graph>"
    "<node id='1'><data key='k'>", "long  text", NULL, NULL,
    "</data></node></graph></graphml>" },
  { "gz graphml", "text", 150000, GRAPHML
    "<key id='k' for='node' attr.name='n' attr.type='string'/><graph>"
    "<node id='1'><data key='k'>", "long  text", NULL, NULL,
    "</data></node></graph></graphml>" },
  { "graphml", "text of entities", 40000, GRAPHML
    "<key id='k' for='node' attr.name='n' attr.type='string'/><graph>"
    "<node id='1'><data key='k'>", "&amp;&#65;", NULL, NULL,
    "</data></node></graph></graphml>" },
  { "graphml", "text in sections", 20000, GRAPHML
    "<key id='k' for='node' attr.name='n' attr.type='string'/><graph>"
    "<node id='1'><data key='k'>", "<![CDATA[ long ]]>", NULL, NULL,
    "</data></node></graph></graphml>" },
  { "graphml", "text in pieces", 20000, GRAPHML
    "<key id='k' for='node' attr.name='n' attr.type='string'/><graph>"
    "<node id='1'><data key='k'>", "a<!-- b -->", NULL, NULL,
    "</data></node></graph></graphml>" },
  { "graphml", "comment", 150000, GRAPHML "<!-- ", "long  text", NULL, NULL,
    "--><graph/></graphml>" },
  { "graphml", "comments", 40000, GRAPHML, "<!-- @i -->", NULL, NULL,
    "<graph/></graphml>" },
  { "graphml", "instructions", 40000, GRAPHML, "<?a @i?>", NULL, NULL,
    "<graph/></graphml>" },
  { "graphml", "attributes of a tag, too many", 4000, GRAPHML "<graph><node id='1' ",
    "a@i='1' ", NULL, NULL, "/></graph></graphml>" },
  { "graphml", "namespaces of a tag, too many", 4000,
    GRAPHML "<graph><node id='1' ", "xmlns:a@i='b' ", NULL, NULL,
    "/></graph></graphml>" },
  { "graphml", "open namespaces", 8000, GRAPHML "<graph>",
    "<b xmlns:a@i='@j'>", NULL, NULL, "</graph></graphml>" },
  { "graphml", "attribute", 150000, GRAPHML "<graph><node id='", "longlong",
    NULL, NULL, "'/></graph></graphml>" },
  { "graphml", "nesting", 20000, GRAPHML "<graph>", "<a>", NULL, "</a>",
    "</graph></graphml>" },
  { "graphml", "graphs", 15000, GRAPHML, "<graph><node id='@i'/></graph>", NULL,
    NULL, "</graphml>" },
  { "graphml", "names of tags", 200000, GRAPHML "<graph>", "<a@i/>", NULL, NULL,
    "</graph></graphml>" },
  { "pajek", "nodes and edges", 15000, "*Vertices 100000\n", "@n \"a@j\"\n",
    "*Edges\n", "1 2 @i\n", NULL },
  { "pajek", "edges", 20000, "*Vertices 9\n*Edges\n", "1 2 @i\n", NULL, NULL,
    NULL },
  { "pajek", "neighbours", 60000, "*Vertices 9\n*Edgeslist\n1", " 2", NULL, NULL,
    "\n" },
  { "pajek", "row of a matrix", 60000, "*Vertices 900000\n*Matrix\n", "1 ", NULL,
    NULL, "\n" },
  { "pajek", "label", 150000, "*Vertices 1\n1 \"", "longlong", NULL, NULL,
    "\"\n" },
  { "pajek", "parameters", 40000, "*Vertices 1\n1 a ", "x_fact 1 ", NULL, NULL,
    "\n" },
  { "pajek", "lines before", 60000, NULL, "@i\n", NULL, NULL,
    "*Vertices 1\n" },
  { "dl", "edges", 20000, "DL n=9\nformat = edgelist1\ndata:\n", "1 2 @i\n", NULL,
    NULL, NULL },
  { "dl", "labels", 20000, "DL n=90000 format=el1\nlabels embedded\ndata:\n",
    "a@i a@j\n", NULL, NULL, NULL },
  { "dl", "neighbours", 60000, "DL n=9\nformat = nodelist1\ndata:\n1", " 2", NULL,
    NULL, "\n" },
  { "ncol", "rows", 20000, NULL, "a@i b@j @m\n", NULL, NULL, NULL },
  { "ncol", "name", 150000, "a", "longlong", NULL, NULL, " b\n" },
  { "lgl", "rows", 20000, NULL, "# a@i\nb@j\n", NULL, NULL, NULL },
  { "lgl", "neighbours", 40000, "# a\n", "b@i\n", NULL, NULL, NULL },
  { "edgelist", "rows", 60000, NULL, "@i @j\n", NULL, NULL, NULL },
  { "edgelist", "rows of far ids", 20000, NULL, "@i000000007 @j000000007\n",
    NULL, NULL, NULL },
  { "edgelist", "rows of names", 20000, NULL, "a@i a@j\n", NULL, NULL, NULL },
  { "edgelist", "values of a row", 900, "1 2 {'a': 1", ", 'k@i': 1", NULL, NULL,
    "}\n" },
  { "edgelist", "rows of many keys", 20000, NULL, "@i @j {'k@m': 1}\n",
    NULL, NULL, NULL },
  { "edgelist", "blanks", 300000, "1", "  \t ", NULL, NULL, "2\n" },
  { "edgelist", "empty lines", 400000, "1 2\n", "\n\r\n", NULL, NULL, NULL },
  { "edgelist", "comments", 150000, "1 2\n", "# @i\n", NULL, NULL, NULL },
  { "edgelist", "carriage returns", 400000, "1 2", "\r\r\r", NULL, NULL,
    "\n" },
  { "csv", "rows", 60000, "source,target,length\n", "@i,@j,@m.5\n", NULL, NULL,
    NULL },
  { "gz csv", "rows", 60000, "source,target,length\n", "@i,@j,@m.5\n", NULL,
    NULL, NULL },
  { "csv", "rows of names", 20000, "source,target,kind\n", "a@i,a@j,k@m\n",
    NULL, NULL, NULL },
  { "csv", "columns", 900, "source,target", ",c@i", "\n1,2", ",@i", "\n" },
  { "csv", "columns, too many", 20000, "source,target", ",c@i", "\n1,2", ",@i",
    "\n" },
  { "csv", "columns of one name", 20000, "source,target", ",c", "\n1,2", ",@i",
    "\n" },
  { "csv", "cell", 300000, "source,target,kind\na,b,", "longlong", NULL, NULL,
    "\n" },
  { "csv", "quotes", 300000, "source,target,kind\na,b,\"", "\"\"a\n", NULL, NULL,
    "\"\n" },
  { "csv", "quote left open", 300000, "source,target,kind\na,b,\"", "\naaa", NULL,
    NULL, NULL },
  { "tsv", "rows", 40000, "source\ttarget\tlength\n", "@i\t@j\t@m\n", NULL,
    NULL, NULL },
  { "mtx", "rows", 60000, "%%MatrixMarket matrix coordinate real general\n"
    "600000 600000 600000\n", "@n @n @j.5\n", NULL, NULL, NULL },
  { "mtx", "comments", 150000,
    "%%MatrixMarket matrix coordinate real general\n", "%@i\n", NULL, NULL,
    "2 2 1\n1 2 1\n" },
  { "dist", "rows", 40000, NULL, "@i @j 1.5 2.5\n", NULL, NULL, NULL },
  { "ampl", "rows", 40000, "param : E : c I cL cU :=\n", "@i @j 0 1 1.5 2.5\n",
    NULL, NULL, ";\n" },
  { "ampl", "nodes", 40000, "set V := ", "@i\n", NULL, NULL, ";\n" },
  { "pdb", "remarks", 200000, ATOM_RECORD, "REMARK   1\n", NULL, NULL, NULL },
  { "pdb", "atoms on one spot", 40000, NULL, ATOM_RECORD, NULL, NULL, NULL },
  { "cif", "atoms", 20000, CIF_ATOMS, "C C@i @i 0 @j\n", NULL, NULL, NULL },
  { "cif", "other values", 100000, "loop_\n_a.b\n", "'x y'\n", NULL, NULL,
    "\n" CIF_ATOMS "C C 0 0 0\n" },
  { "cif", "text", 300000, "_a.b\n;", "longlong\n", NULL, NULL, "\n;\n" CIF_ATOMS
    "C C 0 0 0\n" },
  { "upl", "rows", 20000, NULL, "@i ALA HA @j ALA HB 5.5\n", NULL, NULL, NULL },
  { "lol", "rows", 20000, NULL, "@i ALA HA @j ALA HB 1.5\n", NULL, NULL, NULL },
  { "tbl", "rows", 10000, NULL, "assign (resid @i and name HA) (resid @j and name "
    "HB) 3 1 1\n", NULL, NULL, NULL },
  { "tbl", "comments", 100000, "assign (resid 1 and name HA) (resid 2 and name HB) "
    "3 1 1\n", "{ c } ! c\n", NULL, NULL, NULL },
  { "tbl", "alternatives", 10000, "assign (resid 1 and name HA) (resid 2 and name "
    "HB) 3 1 1\n", "or (resid 1 and name HA) (resid @i and name HB)\n", NULL, NULL,
    NULL },
  { "nmrstar", "rows", 10000, STAR_RESTRAINTS, "@i @i HA @j HB 5\n", NULL, NULL,
    NULL },
  { "parts", "parts", 5000, NULL, "@i,@j\n", NULL, NULL, NULL },
  { "parts", "parts with nothing", 20000, NULL, NULL, NULL, NULL, NULL },
  { "table rows", "nodes", 20000, "node,x,y\n", "@i,1,2.5\n", NULL, NULL,
    NULL },
  { "table rows", "nodes, without names", 20000, NULL, "@i,1,2.5\n", NULL, NULL,
    NULL },
  { "table rows", "columns", 4000, "0", ",@i", NULL, NULL, "\n" },
  { "table labels", "nodes", 20000, "node,label\n", "@i,kind@j\n", NULL, NULL,
    NULL },
  { "table labels", "new nodes", 10000, "node,label\n", "a@i,kind@j\n", NULL,
    NULL, NULL },
  { "table labels", "text", 300000, "node,label\n0,", "longlong", NULL, NULL,
    "\n" },
  { "table metric", "rows", 20000, "source,target,length\n", "@i,@j,1.5\n",
    NULL, NULL, NULL },
  { "table metric", "matrix", 400, NULL, NULL, NULL, NULL, NULL },
  { "run mgnn-layout -q --threads 1 --layers 1 -I edgelist FILE -o out.csv",
    "nodes and edges", 10000, NULL, "@i @j\n", NULL, NULL, NULL },
  { "run mgnn-layout -q --threads 1 --layers 1 -I edgelist FILE -o out.gml",
    "nodes and edges", 10000, NULL, "a@i a@j\n", NULL, NULL, NULL },
  { "run mgnn-layout -q --threads 1 --layers 1 -I edgelist FILE -o out.graphml",
    "nodes and edges", 10000, NULL, "a@i a@j\n", NULL, NULL, NULL },
  { "run mgnn-layout -q --threads 1 --layers 1 -I edgelist FILE -o out.json",
    "nodes and edges", 10000, NULL, "a@i a@j\n", NULL, NULL, NULL },
  { "run mgnn-layout -q --threads 1 --layers 1 -I edgelist FILE -o out.svg",
    "nodes and edges", 10000, NULL, "a@i a@j\n", NULL, NULL, NULL },
  { "run mgnn-layout -q --threads 1 --layers 1 -I edgelist FILE -o out.html",
    "nodes and edges", 10000, NULL, "a@i a@j\n", NULL, NULL, NULL },
  { "run mgnn-layout -q --threads 1 --layers 1 -I edgelist --node-labels FILE "
    "-o out.svg", "name", 60000, "a", "longlong", NULL, NULL, " b\n" },
  { "run mgnn-layout -q --threads 1 --layers 1 -I edgelist --node-labels FILE "
    "-o out.png", "name", 60000, "a", "longlong", NULL, NULL, " b\n" },
  { "run mgnn-layout -q --threads 1 --layers 1 -I edgelist --node-labels FILE "
    "-o out.html", "name", 60000, "a", "longlong", NULL, NULL, " b\n" },
  { "run mgnn-layout -q --threads 1 --layers 1 -I csv --labels FILE FILE "
    "-o out.svg", "labels", 2000, "source,target,node,label\n",
    "@i,k@i,@i,k@i\n", NULL, NULL,
    NULL },
  { NO_LAYOUT, "leaves of a hub", 6000, LENGTHS, "hub,a@i,1\n", NULL, NULL, NULL },
  { NO_LAYOUT, "leaves of two hubs", 3000, LENGTHS, "g,a@i,1\nh,a@i,1\n", NULL, NULL,
    NULL },
  { NO_LAYOUT, "leaves of two hubs that are joined", 3000, LENGTHS "g,h,1\n",
    "g,a@i,1\nh,a@i,1\n", NULL, NULL, NULL },
};

START_TEST(time_and_memory_grow_as_the_file_does)
{
  const growth *g = &growths[_i];
  cost over = compare(g);

  ck_assert_msg(over.seconds <= 1, "%s, %s: eight times as many take %.2f times "
                "as long as allowed", g->as, g->what, over.seconds);
  ck_assert_msg(over.bytes <= 1, "%s, %s: eight times as many take %.2f times "
                "the memory allowed", g->as, g->what, over.bytes);
}
END_TEST

/* This test can fail. */
START_TEST(a_quadratic_reader_is_found)
{
  const growth g = { "quadratic", "lines", 1000, NULL, "@i\n", NULL, NULL,
                     NULL };
  cost over = compare(&g);

  if (SANITIZED)
    return;
  ck_assert_double_gt(over.seconds, 1.3);
  ck_assert_double_gt(over.bytes, 1.3);
}
END_TEST

int
main(void)
{
#ifdef _OPENMP
  omp_set_num_threads(1);
#endif
  /* Freed memory stays, so that the second round has no page faults. */
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
  const unit_test tests[] = {
    TEST(a_quadratic_reader_is_found),
    TEST_EACH(time_and_memory_grow_as_the_file_does, COUNT(growths))
  };
  const unit_needs needs = { .seconds = 120 };

  return unit_run("doubling", tests, COUNT(tests), &needs);
}
