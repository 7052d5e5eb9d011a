/* Random small graphs of every format through the programs, with random
 * options, right and wrong: the exit status is a documented one, a failure has
 * its message and leaves the old output, a success writes whole files without
 * NaN, no input is changed and no two outputs are one file, no part file stays,
 * the program itself, with other threads, writes the same bytes, and memory and
 * descriptors stay as they are.  SOAK_ROUNDS sets how many. */
#define _GNU_SOURCE
#include "cli/inspect/inspect_options.h"
#include "cli/layout/layout_options.h"
#include "mains.h"
#include "random_numbers.h"
#include "unit.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <math.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <zlib.h>

enum { NODES_MAX = 12, WORDS_MAX = 40, WORD_SIZE = 120,
       TEXT_SIZE = WORD_SIZE + 40, AGAIN = 8 };

static const char old[] = "what was there before\n";

static uint64_t state;

/* A random whole number below `count`. */
static unsigned
random_below(unsigned count)
{
  return (unsigned)((random_bits(&state) >> 33) % count);
}

/* One of the words that bars separate. */
static const char *
pick(const char *words)
{
  static char word[WORD_SIZE];
  unsigned count = 1, at;
  const char *w = words;

  for (; *w != '\0'; w++)
    count += *w == '|';
  for (at = random_below(count), w = words; at > 0; w++)
    at -= *w == '|';
  snprintf(word, sizeof word, "%.*s", (int)strcspn(w, "|"), w);
  return word;
}

/* A graph: n nodes named 1 to n, m edges. */
typedef struct {
  int n, m, ends[NODES_MAX * NODES_MAX][2];
  double length[NODES_MAX * NODES_MAX];
} small;

static double
random_length(unsigned kind)
{
  static const double far[] = { 1e-140, 1e-75, 1e-40, 1e40, 1e75, 1e140 };

  switch (kind) {
  case 0:  return 0;
  case 1:  return pow(10, (double)random_below(25) - 12);
  case 2:  return 1e150 * (1 + random_below(9)) / 10;
  case 3:  return 1e-149 * (1 + random_below(9));
  case 4:  return random_below(3);
  case 5:  return far[random_below(6)] * (1 + random_below(9));
  default: return 0.5 + random_below(100) / 50.0;
  }
}

/* Loops and parallel edges are among the edges now and then. */
static void
small_random(small *g)
{
  unsigned density = 1 + random_below(10), kind = random_below(9);
  int odd = random_below(6) == 0;

  g->n = 1 + (int)random_below(NODES_MAX);
  g->m = 0;
  for (int i = 1; i <= g->n; i++)
    for (int j = 1; j <= i - !odd; j++)
      if (random_below(10) < density) {
        g->ends[g->m][0] = i;
        g->ends[g->m][1] = odd && random_below(5) == 0 ? 1 : j;
        g->length[g->m++] = random_length(kind);
      }
}

static void
put_rows(const small *g, FILE *out, const char *row)
{
  for (int e = 0; e < g->m; e++)
    fprintf(out, row, g->ends[e][0], g->ends[e][1], g->length[e]);
}

static void
put_gml(const small *g, FILE *out)
{
  fputs("graph [\n", out);
  for (int i = 1; i <= g->n; i++)
    fprintf(out, "node [ id %d label \"%d\" kind \"k%d\" x %d y %u pin %d ]\n",
            i, i, i % 3, i, random_below(5), i % 4 == 1);
  put_rows(g, out, "edge [ source %d target %d len %.17g weight 2 ]\n");
  fputs("]\n", out);
}

static void
put_graphml(const small *g, FILE *out)
{
  if (random_below(4) == 0)
    fprintf(out, "<?xml version=\"1.0\" encoding=\"%s\"?>\n",
            pick("UTF-8|US-ASCII|ISO-8859-1|UTF-7|UTF-16|EBCDIC-US|x"));
  fputs("<graphml><key id=\"l\" for=\"edge\" attr.name=\"len\" attr.type="
        "\"double\"/><graph edgedefault=\"undirected\">\n", out);
  for (int i = 1; i <= g->n; i++)
    fprintf(out, "<node id=\"%d\"/>\n", i);
  put_rows(g, out, "<edge source=\"%d\" target=\"%d\"><data key=\"l\">%.17g"
           "</data></edge>\n");
  fputs("</graph></graphml>\n", out);
}

static void
put_csv(const small *g, FILE *out)
{
  fputs("source,target,length,weight\n", out);
  put_rows(g, out, "%d,%d,%.17g,2\n");
}

static void
put_tsv(const small *g, FILE *out)
{
  fputs("source\ttarget\tlength\n", out);
  put_rows(g, out, "%d\t%d\t%.17g\n");
}

static void
put_pajek(const small *g, FILE *out)
{
  fprintf(out, "*Vertices %d\n*Edges\n", g->n);
  put_rows(g, out, "%d %d %.17g\n");
}

static void
put_mtx(const small *g, FILE *out)
{
  fprintf(out, "%%%%MatrixMarket matrix coordinate real symmetric\n%d %d %d\n",
          g->n, g->n, g->m);
  put_rows(g, out, "%d %d %.17g\n");
}

static void
put_lgl(const small *g, FILE *out)
{
  for (int e = 0; e < g->m; e++)
    fprintf(out, "# %d\n%d\n", g->ends[e][0], g->ends[e][1]);
}

static void
put_plain(const small *g, FILE *out)
{
  put_rows(g, out, "%d %d %.17g\n");
}

static const struct {
  const char *name;
  void (*put)(const small *g, FILE *out);
} formats[] = {
  { "g.gml", put_gml }, { "g.graphml", put_graphml }, { "g.csv", put_csv },
  { "g.tsv", put_tsv }, { "g.net", put_pajek }, { "g.mtx", put_mtx },
  { "g.lgl", put_lgl }, { "g.ncol", put_plain }, { "g.edges", put_plain },
  { "g.dist", put_plain }
};

/* As other systems end lines, or a file that was converted twice. */
static void
ends_of_lines(char **bytes, size_t *size)
{
  const char *end = pick("\r\n|\r\r\n|\r\r\r\n|\n\n");
  char *made = NULL;
  size_t made_size = 0;
  FILE *out = open_memstream(&made, &made_size);

  for (size_t k = 0; k < *size; k++)
    if ((*bytes)[k] == '\n')
      fputs(end, out);
    else
      putc((*bytes)[k], out);
  fclose(out);
  free(*bytes);
  *bytes = made;
  *size = made_size;
}

/* In several parts, each compressed by itself; the last may be damaged. */
static void
parts_put(const char *name, const char *bytes, size_t size)
{
  unsigned parts = 1 + random_below(3);
  struct stat about;

  unlink(name);
  for (unsigned k = 0; k < parts; k++) {
    size_t from = size * k / parts, to = size * (k + 1) / parts;
    gzFile gz = gzopen(name, "ab");

    gzwrite(gz, bytes + from, (unsigned)(to - from));
    gzclose(gz);
  }
  if (random_below(4) == 0 && stat(name, &about) == 0)
    ck_assert_int_eq(truncate(name, about.st_size - 1 - random_below(12)), 0);
}

/* Whole or with a few bytes changed; plain or compressed.  Returns its name. */
static const char *
graph_put(const small *g)
{
  static char name[24];
  unsigned f = random_below(sizeof formats / sizeof *formats);
  char *bytes;
  size_t size;
  FILE *out = open_memstream(&bytes, &size);

  formats[f].put(g, out);
  fclose(out);
  if (random_below(8) == 0 && size > 0)
    for (unsigned k = 1 + random_below(3); k > 0; k--)
      bytes[random_below((unsigned)size)] = (char)random_below(256);
  if (random_below(6) == 0)
    ends_of_lines(&bytes, &size);
  if (random_below(6) == 0) {
    snprintf(name, sizeof name, "%s.gz", formats[f].name);
    parts_put(name, bytes, size);
  } else {
    snprintf(name, sizeof name, "%s", formats[f].name);
    put_bytes(name, bytes, size);
  }
  free(bytes);
  return name;
}

/* z.csv: positions; m.csv: a metric; l.csv: labels.  Some lack a node. */
static void
tables_put(const small *g)
{
  FILE *z = fopen("z.csv", "w"), *m = fopen("m.csv", "w");
  FILE *l = fopen("l.csv", "w");
  int missing = random_below(6) == 0, flat = random_below(5) == 0;

  fputs("node,x,y\n", z);
  fputs("node,label\n", l);
  for (int i = 1; i <= g->n - missing; i++) {
    fprintf(z, "%d,%d,%u\n", i, flat ? 0 : i, flat ? 0 : random_below(9));
    fprintf(l, "%d,k%d\n", i, i % 2);
  }
  fputs("source,target,length\n", m);
  for (int e = 0; e < g->m - missing; e++)
    fprintf(m, "%d,%d,%.17g\n", g->ends[e][0], g->ends[e][1],
            random_length(random_below(8)));
  fclose(z);
  fclose(m);
  fclose(l);
}

/* Values for options whose own range would take too long, or tells nothing:
 * right ones, which may not fit the rest, and wrong ones. */
static const struct {
  const char *word, *right, *wrong;
} values[] = {
  { "input-format", "csv|gml", "edgelist|dist|pajek|foo" },
  { "metric", "m.csv|const:1|const:0|const:1e150|attr:len|labels:0,5|"
    "coords:z.csv", "const:-1|const:nan|attr:none|labels:1|attention:len|"
    "none.csv|l.csv|-|attr:weight" },
  { "stiffness", "weight|len", "none" },
  { "pin", "z.csv", "pin|none|l.csv" },
  { "labels", "l.csv", "kind|label|none|z.csv" },
  { "features", "z.csv", "none.csv|l.csv" },
  { "init", "auto|random|pivot|buildup|z.csv", "features|attributes|none|l.csv" },
  { "align", "z.csv", "none.csv|m.csv" },
  { "max-nodes", "100", "1|5" }, { "max-edges", "1000", "1|5" },
  { "max-bytes", "100000", "1|100" },
  { "layers", "0|1|2|5", "-1|x" },
  { "model", "mgnn|sgc|appnp|mgnn-message|gcn|gcnii|gpr|pgnn|gat|mgnn-damped",
    "mgnn,sgc|mgnn,mgnn|gin" },
  { "alpha", "0|1|0.5|mgnn=0.1", "2|-1|nan|x=1" },
  { "beta", "0|1|100|mgnn=0.1", "-1|inf|nan" },
  { "eps", "0|1e-5|1|1e100", "-1|nan" },
  { "pairs", "edges|paths", "all" },
  { "precision", "double|single", "half" },
  { "restarts", "1|2|3", "0" },
  { "tolerance", "0|1e-6|0.5", "1|nan|-nan" },
  { "max-iterations", "1|10|1000", "0" },
  { "time-limit", "0.001|10|1e9", "-1|nan" },
  { "dim", "1|2|3|17|50", "auto|0|1.5|10001|nan" },
  { "dims", "1..3|2..2", "3..1|x" },
  { "realizations", "1|3", "0" },
  { "strict", "0.001|0.5", "-1" },
  { "space", "z|y", "w" },
  { "fps", "0.01|15|1000", "0" }, { "hold", "0|2|600", "601" },
  { "size", "100x80|300x200", "10x10|300x20|9x9|big" },
  { "dpi", "10|96|200", "9" },
  { "margin", "0|10", "10000" },
  { "background", "none|white|#123456", "nocolor" },
  { "palette", "safe|paper|grey", "none" },
  { "edge-color", "strain|length|red|attr:len", "label|attr:weight|attr:none|?" },
  { "node-color", "stress|blue", "label|attr:kind|attr:x|attr:none|?" },
  { "node-size", "0|5|10000", "attr:x|attr:none|-1" },
  { "annotate", "lengths|worst:3", "worst:0|?" },
  { "scale-bar", "yes|no", "?" },
  { "view", "30,20", "400,-90|x" },
  { "title", "a title|<b>&\"|%d%s|\xff\xfe", "a title" },
  { "threads", "1|2|3", "0" },
  { "format", "svg|csv", "foo" },
  { "sheet", "o-s.svg|o-s.png|o-s.pdf", "o-s.csv|-|no/o-s.svg|z.csv|%m.svg|./o.svg" },
  { "animate", "o-a.svg|o-a.png|o-a.html", "o-a.csv|%m.svg|./o.svg|link-z.svg" },
  { "plot", "o-p.svg|o-p.png|o-p.pdf", "o-p.gif|%m.svg|./o.svg|link-o.svg" },
  { "report", "o-r.json|-", "no/r.json|./o.csv|link-o.csv|g.csv|./g.gml" },
  { "output", "o.svg|o.png|o.pdf|o.html|o.csv|o.gml|o.graphml|o.json|o.xyz|"
    "/dev/null", "o-%d.svg|o-%m.csv|o-%m-%03d.csv|o.foo|o|-|no/o.svg|.|"
    "./o.csv|./o.svg|keep/../o.csv|link-o.csv|link-z.csv|loop.csv|g.gml|z.csv|"
    "./m.csv|o%d.csv|%m.svg" },
  { "help", "", "" }, { "usage", "", "" }, { "version", "", "" }
};

/* A value for the option of this row, right more often than wrong. */
static void
value_random(const mg_option *row, char out[WORD_SIZE])
{
  for (size_t k = 0; k < sizeof values / sizeof *values; k++)
    if (strcmp(values[k].word, row->word) == 0) {
      snprintf(out, WORD_SIZE, "%s", pick(random_below(12) == 0
                                          ? values[k].wrong : values[k].right));
      return;
    }
  if (random_below(20) == 0)
    snprintf(out, WORD_SIZE, "%s", pick("|x|nan|1e400|-1|0x10|1,5"));
  else if (mg_option_kind(row) == MG_COUNT)
    snprintf(out, WORD_SIZE, "%.0f", row->min + random_below(10));
  else
    snprintf(out, WORD_SIZE, "%.17g", random_below(3) == 0 ? row->min
             : random_below(2) == 0 && row->max < 1e5 ? row->max
             : row->min + (row->max < 10 ? row->max - row->min : 10)
               * random_below(100) / 100);
}

/* A command line. */
typedef struct {
  char text[WORDS_MAX][TEXT_SIZE];
  char *word[WORDS_MAX + 1];
  int count;
} command;

static void
add(command *c, const char *word)
{
  snprintf(c->text[c->count], TEXT_SIZE, "%s", word);
  c->word[c->count] = c->text[c->count];
  c->word[++c->count] = NULL;
}

static void
add_option(command *c, const mg_option *row)
{
  char value[WORD_SIZE], whole[TEXT_SIZE];

  if (mg_option_kind(row) == MG_FLAG || (mg_option_may_lack_value(row) && random_below(2))) {
    snprintf(whole, sizeof whole, "--%.30s", row->word);
  } else {
    value_random(row, value);
    snprintf(whole, sizeof whole, "--%.30s=%s", row->word, value);
  }
  add(c, whole);
}

/* Options of the table, each as likely as the next; now and then those of the
 * other mode. */
static void
add_options(command *c, const mg_option_part *table, unsigned most, int layers)
{
  const mg_option *other = layers ? mg_search_rows : mg_layers_rows;
  unsigned rows = 0;

  while (mg_options_row(table, rows, NULL) != NULL)
    rows++;
  for (unsigned k = random_below(most + 1); k > 0; k--) {
    const mg_option *row = mg_options_row(table, random_below(rows), NULL);
    int fits = 1;

    for (const mg_option *no = other; no->help != NULL; no++)
      fits &= no != row;
    if ((fits || random_below(20) == 0)
        && (strcmp(row->word, "help") != 0 || random_below(20) == 0))
      add_option(c, row);
  }
}

static int (*
command_random(command *c, const small *g))(int, char **)
{
  unsigned which = random_below(20);
  int layers;

  c->count = 0;
  if (which == 0) {
    add(c, "mgnn-sbm");
    add(c, pick("--blocks=3,4|--blocks=1|--blocks=2,x|--blocks=0"));
    add(c, pick("--preset=homophilic|--preset=x|--p-in=1|--p-out=0|--p-in=2"));
    add(c, pick("--means=0,0:1,1|--means=0|--seed=3|--within=1e300|--between=0"));
    add(c, pick("-oo-sbm|-oo-sbm|-o-|-ono/sbm"));
    return sbm_main;
  }
  if (which < 6) {
    add(c, "mgnn-inspect");
    add_options(c, mg_inspect_table, 4, 0);
    add(c, graph_put(g));
    for (unsigned k = random_below(3); k > 0; k--)
      add(c, pick("z.csv|z.csv|none.csv"));
    return inspect_main;
  }
  add(c, "mgnn-layout");
  layers = random_below(3) == 0;
  if (layers)
    add(c, "--layers=3");
  add_options(c, mg_layout_table, 5, layers);
  if (random_below(2) == 0)
    add(c, "--size=120x100");
  add(c, "-o");
  add(c, pick("o.svg|o.csv|o.json|o.gml|o.graphml|o.xyz|o.html|o.png|o.pdf|"
              "o.csv|o.svg"));
  if (layers && random_below(4) == 0)
    add(c, pick("--output=o-%d.csv|--output=o-%m.svg|--output=o-%m-%03d.png"));
  add(c, graph_put(g));
  return layout_main;
}

static const char *
line_of(const command *c)
{
  static char line[WORDS_MAX * (TEXT_SIZE + 1)];
  size_t len = 0;

  for (int k = 0; k < c->count; k++)
    len += (size_t)snprintf(line + len, sizeof line - len, " %s", c->word[k]);
  return line;
}

/* Bytes of a file, with a 0 after them, to be freed; NULL: there is none. */
static char *
bytes_of(const char *path, size_t *size)
{
  struct stat about;
  char *bytes;
  FILE *in;

  if (stat(path, &about) != 0 || (in = fopen(path, "rb")) == NULL)
    return NULL;
  bytes = malloc((size_t)about.st_size + 1);
  *size = fread(bytes, 1, (size_t)about.st_size, in);
  bytes[*size] = '\0';
  fclose(in);
  return bytes;
}

static int
ends_with(const char *bytes, size_t size, const char *tail)
{
  size_t len = strlen(tail);

  return size >= len && memcmp(bytes + size - len, tail, len) == 0;
}

/* A number that is none, as printf or JavaScript would write it. */
static int
has_nan(const char *bytes, size_t size)
{
  for (size_t k = 1; k + 3 < size; k++)
    if ((strncasecmp(bytes + k, "nan", 3) == 0
         || strncasecmp(bytes + k, "inf", 3) == 0)
        && !isalnum((unsigned char)bytes[k - 1])
        && !isalnum((unsigned char)bytes[k + 3]))
      return 1;
  return 0;
}

/* What files of a suffix end in; whether they are text that holds numbers. */
static const struct {
  const char *suffix, *tail;
  int is_text;
} kinds[] = {
  { ".svg", "</svg>\n", 1 }, { ".html", "</html>\n", 0 },
  { ".pdf", "%%EOF\n", 0 }, { ".png", "IEND\xae\x42\x60\x82", 0 },
  { ".json", "}\n", 1 }, { ".csv", "\n", 1 }, { ".gml", "]\n", 1 },
  { ".graphml", "</graphml>\n", 1 }, { ".xyz", "\n", 1 }
};

/* What is wrong with a file that a run has written; NULL: nothing. */
static const char *
fault_of(const char *path)
{
  const char *fault = NULL, *suffix = strrchr(path, '.');
  size_t size = 0;
  char *bytes = bytes_of(path, &size);

  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    if (suffix != NULL && strcmp(suffix, kinds[k].suffix) == 0) {
      if (!ends_with(bytes, size, kinds[k].tail))
        fault = "is not complete";
      else if (kinds[k].is_text && has_nan(bytes, size))
        fault = "holds NaN or infinity";
    }
  free(bytes);
  return fault;
}

/* Call visit for every output of a run; 0: all went well. */
static void
each_output(const command *c, int status,
            void (*visit)(const command *c, int status, const char *path))
{
  struct dirent *entry;
  DIR *dir = opendir(".");

  while ((entry = readdir(dir)) != NULL) {
    ck_assert_msg(strstr(entry->d_name, ".part") == NULL, "%s: left %s",
                  line_of(c), entry->d_name);
    if (entry->d_name[0] == 'o')
      visit(c, status, entry->d_name);
  }
  closedir(dir);
}

static void
output_judge(const command *c, int status, const char *path)
{
  size_t size = 0;
  char *bytes = bytes_of(path, &size);
  int untouched = strcmp(bytes, old) == 0;

  free(bytes);
  if (untouched || strstr(line_of(c), "--format=") != NULL)
    return;                    /* the suffix does not tell what it is */
  ck_assert_msg(fault_of(path) == NULL, "%s (status %d): %s %s", line_of(c),
                status, path, fault_of(path));
}

/* Remove; or, as a result to compare with, put aside. */
static void
output_remove(const command *c, int status, const char *path)
{
  (void)c;
  (void)status;
  unlink(path);
}

static void
output_keep(const command *c, int status, const char *path)
{
  char name[300];

  (void)c;
  (void)status;
  snprintf(name, sizeof name, "keep/%s", path);
  ck_assert_int_eq(rename(path, name), 0);
}

static int
is_report(const command *c, const char *path)
{
  return strcmp(path, "o-r.json") == 0
         || (strcmp(path, "o.csv") == 0
             && (strstr(line_of(c), "--report=./o.csv") != NULL
                 || strstr(line_of(c), "--report=link-o.csv") != NULL));
}

/* The report names the command, the threads and the seconds, and no other
 * output may differ from the one put aside. */
static void
output_compare(const command *c, int status, const char *path)
{
  size_t size = 0, kept_size = 0;
  char name[300], *bytes, *kept;

  (void)status;
  snprintf(name, sizeof name, "keep/%s", path);
  bytes = bytes_of(path, &size);
  kept = bytes_of(name, &kept_size);
  ck_assert_msg(kept != NULL && (is_report(c, path)
                                 || (size == kept_size
                                     && memcmp(bytes, kept, size) == 0)),
                "%s: %s differs with other threads", line_of(c), path);
  free(bytes);
  free(kept);
  unlink(name);
  unlink(path);
}

/* As a function of this process. */
static int
run_here(const command *c, int (*program)(int, char **))
{
  command copy = *c;
  int out, err, status;

  for (int k = 0; k < copy.count; k++)   /* getopt changes their order */
    copy.word[k] = copy.text[k];
  out = redirect(1, "answer");
  err = redirect(2, "said");
  status = program(copy.count, copy.word);
  restore(2, err);
  restore(1, out);
  return status;
}

/* As a program, with another number of threads; -1: it was ended. */
static int
run_apart(const command *c, const char *folder)
{
  char path[4000];
  int status;
  pid_t pid;

  snprintf(path, sizeof path, "%s/%s", folder, c->word[0]);
  fflush(NULL);
  pid = fork();
  if (pid == 0) {
    redirect(1, "answer-apart");
    redirect(2, "said-apart");
    redirect(0, "/dev/null");
    setenv("OMP_NUM_THREADS", "3", 1);
    execv(path, c->word);
    _exit(127);
  }
  ck_assert_int_gt(pid, 0);
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Whether time ended the run: then it may end elsewhere the next time. */
static int
depends_on_time(const command *c)
{
  return strstr(line_of(c), "--time-limit") != NULL;
}

/* The file that word k names for an output; NULL: it names none. */
static const char *
output_named(const command *c, int k)
{
  static const char *const words[] = { "--output=", "--report=", "--plot=",
                                       "--sheet=", "--animate=" };

  for (size_t w = 0; w < COUNT(words); w++)
    if (strncmp(c->text[k], words[w], strlen(words[w])) == 0)
      return c->text[k] + strlen(words[w]);
  return k > 0 && strcmp(c->text[k - 1], "-o") == 0 ? c->text[k] : NULL;
}

static int
is_read(const command *c, const char *name)
{
  for (int k = 1; k < c->count; k++)
    if (output_named(c, k) == NULL && strstr(c->text[k], name) != NULL)
      return 1;
  return 0;
}

/* The bytes of all files that a run reads, mixed into one number. */
static uint64_t
inputs_sum(const command *c)
{
  static const char *const tables[] = { "z.csv", "m.csv", "l.csv" };
  uint64_t sum = 7;

  for (size_t k = 0; k < COUNT(tables) + 2 * COUNT(formats); k++) {
    char name[40], *bytes;
    size_t size = 0;

    if (k < COUNT(tables))
      snprintf(name, sizeof name, "%s", tables[k]);
    else
      snprintf(name, sizeof name, "%s%s", formats[(k - COUNT(tables)) / 2].name,
               k % 2 ? ".gz" : "");
    bytes = is_read(c, name) ? bytes_of(name, &size) : NULL;
    for (size_t i = 0; bytes != NULL && i < size; i++)
      sum = (sum ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    sum += size + (bytes != NULL);
    free(bytes);
  }
  return sum;
}

static int
is_plain(const char *name)
{
  return name != NULL && strcmp(name, "-") != 0 && strchr(name, '%') == NULL
         && name[0] != '/';
}

/* Two outputs in one file: one of them would be lost.  Of two --report, and the
 * like, the last counts. */
static int
has_twins(const command *c)
{
  for (int a = 0; a < c->count; a++)
    for (int b = 0; b < a; b++) {
      const char *x = output_named(c, a), *y = output_named(c, b);
      char there[2][PATH_MAX];
      size_t kind = strcspn(c->text[a], "=");

      if (!is_plain(x) || !is_plain(y)
          || (c->text[a][2] != 'o' && c->text[a][0] == '-'
              && strncmp(c->text[a], c->text[b], kind) == 0))
        continue;
      if (realpath(x, there[0]) != NULL && realpath(y, there[1]) != NULL
          && strcmp(there[0], there[1]) == 0)
        return 1;
    }
  return 0;
}

/* Outputs that are there already, and links. */
static void
old_put(void)
{
  unlink("link-o.csv");
  unlink("link-o.svg");
  unlink("link-z.csv");
  unlink("link-z.svg");
  unlink("loop.csv");
  ck_assert_int_eq(symlink("o.csv", "link-o.csv"), 0);
  ck_assert_int_eq(symlink("o.svg", "link-o.svg"), 0);
  ck_assert_int_eq(symlink("z.csv", "link-z.csv"), 0);
  ck_assert_int_eq(symlink("z.csv", "link-z.svg"), 0);
  ck_assert_int_eq(symlink("loop.csv", "loop.csv"), 0);

  put("o.svg", old);
  put("o.csv", old);
  put("o-sbm.gml", old);
}

/* Returns the exit status. */
static int
round_run(int number, const char *folder)
{
  static small g;
  static command c;
  int (*program)(int, char **), status;
  size_t size = 0;
  uint64_t inputs;
  char *said;

  state = (uint64_t)number * 7919 + 11;
  random_below(2);
  small_random(&g);
  tables_put(&g);
  program = command_random(&c, &g);
  old_put();
  inputs = inputs_sum(&c);
  status = run_here(&c, program);
  ck_assert_msg(inputs_sum(&c) == inputs,
                "%d:%s: an input is changed", number, line_of(&c));
  ck_assert_msg(status == 1 || status == 2 || !has_twins(&c),
                "%d:%s: two outputs in one file", number, line_of(&c));
  ck_assert_msg(status >= 0 && status <= 4, "%d:%s: status %d", number,
                line_of(&c), status);
  said = bytes_of("said", &size);
  ck_assert_msg((status != 1 && status != 2) || size > 0,
                "%d:%s: status %d without a word", number, line_of(&c), status);
  ck_assert_msg(!has_nan(said, size) || strstr(line_of(&c), "nan") != NULL
                || strstr(line_of(&c), "inf") != NULL,
                "%d:%s: says %s", number, line_of(&c), said);
  free(said);
  each_output(&c, status, output_judge);
  if (folder != NULL && number % AGAIN == 0 && !depends_on_time(&c)) {
    int again;

    mkdir("keep", 0777);
    each_output(&c, status, output_keep);
    old_put();
    again = run_apart(&c, folder);
    ck_assert_msg(again == status, "%d:%s: status %d, as a program %d", number,
                  line_of(&c), status, again);
    each_output(&c, status, output_compare);
  }
  each_output(&c, status, output_remove);
  return status;
}

static int
rounds(int few)
{
  const char *asked = getenv("SOAK_ROUNDS");

  return asked != NULL && atoi(asked) > 0 ? atoi(asked) : few;
}

START_TEST(any_command_line_ends_well)
{
  const char *folder = getenv("top_builddir");
  int count = rounds(240), free_fd = -1, last_fd;
  int ended[5] = { 0 };
  size_t before = 0;

  for (int k = 0; k < count; k++) {
    const char *first = getenv("SOAK_FIRST");      /* others each time */

    if (k == count / 2) {
      before = mallinfo2().uordblks;
      free_fd = dup(0);
      close(free_fd);
    }
    ended[round_run(k + (first != NULL ? atoi(first) : 0), folder)]++;
  }
  last_fd = dup(0);
  close(last_fd);
  ck_assert_int_eq(last_fd, free_fd);
  /* Caches of fonts, and an exit handler per run of a program. */
  ck_assert_uint_le(mallinfo2().uordblks, before + 1048576
                    + (size_t)count / 2 * 64);
  if (getenv("SOAK_ROUNDS") != NULL)
    printf("# %d command lines, status 0 to 4: %d %d %d %d %d; %zu bytes held at "
           "half, %zu at the end\n", count, ended[0], ended[1], ended[2],
           ended[3], ended[4], before, (size_t)mallinfo2().uordblks);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(any_command_line_ends_well)
  };
  const unit_needs needs = {
    .seconds = getenv("SOAK_ROUNDS") != NULL ? 3600 : 120
  };

  if (freopen("/dev/null", "r", stdin) == NULL)
    return 1;
  return unit_run("command_lines", tests, COUNT(tests), &needs);
}
