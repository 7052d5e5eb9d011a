/* The option table of mgnn-layout-mpi, made from that of mgnn-layout and its own. */
#include "mpi_stages.h"
#include "base/mem.h"

#include <stddef.h>
#include <string.h>

#define AT(member) offsetof(mg_mpi_options, member)

static const mg_option own_rows[] = {
  { 0, "partition", "block|scotch|auto", MG_WORD, AT(partition), 0, 0,
    "how nodes are divided among ranks; never changes the results [default: auto]" },
  { 0, "write-binary", "FILE", MG_FILE, AT(write_binary), 0, 0,
    "write the graph in a form that is read faster" },
  { 0, "dry-run", NULL, MG_FLAG, AT(dry_run), 0, 0,
    "only print the memory and time that the run would take" },
  { 0, "ranks", "N", MG_COUNT, AT(ranks), 1, 1e7,
    "number of ranks for --dry-run [default: those of this run]" },
  { 0, "gather", "N", MG_COUNT, AT(gather), 1, 1e6,
    "layout mode: one rank searches components of at most N nodes [default: 5000]" },
  { 0, "checkpoint", "FILE", MG_FILE, AT(checkpoint), 0, 0,
    "layout mode: save the state of the search in FILE from time to time" },
  { 0, "every", "MINUTES", MG_REAL, AT(every), 1e-4, 1e6,
    "minutes between checkpoints [default: 10]" },
  { 0, "resume", NULL, MG_FLAG, AT(resume), 0, 0,
    "continue from the checkpoint, on any number of ranks" },
  MG_OPTIONS_END
};

/* The options shared with mgnn-layout, each group after its heading and before NULL. */
static const char *const shared[] = {
  "Input", "input-format", "metric", "metric-adds-edges",
  "stiffness", "pin", "features", "init",
  "lenient", "strict-tables", NULL,
  "Layers", "layers", "model", "alpha", "beta", "eps", "step", "theta", "gpr", "p",
  "mu", "self-loops", "precision", NULL,
  "Layout", "dim", "pairs", "tolerance", "max-iterations", "time-limit", NULL,
  "Limits", "seed", "threads", NULL,
  "Output", "output", "format", "space", "report", NULL,
  "General", "quiet", "verbose", "usage", "help", "version", NULL,
  NULL
};

/* Shared options that do less here, and so have another argument and help. */
static const struct {
  const char *word, *arg, *help;
} changed[] = {
  { "input-format", "WORD", "format of GRAPH: edgelist, csv, tsv, mtx, binary (by the "
    "suffix)" },
  { "metric", "SPEC", "lengths: FILE.csv with a header source,target,length; attr:NAME; "
    "const:X (attr:len, else all 1)" },
  { "init", "WORD|FILE", "where nodes start: auto, a table of positions, and in layers "
    "mode features or random" },
  { "pin", "FILE", "layout mode: a table of the positions of nodes that stay" },
  { "dim", "D", "dimension (2)" },
  { "output", "FILE", "positions (.csv), a picture of the plane (.png), and of at most "
    "100000 nodes and edges other formats of mgnn-layout; %m in the name: a file for each "
    "model; repeatable" },
};

/* Reasons to refuse options of mgnn-layout, if their names do not suggest them. */
static const struct {
  const char *word, *reason;
} reasons[] = {
  { "sheet", "does not draw sheets" },
  { "animate", "does not make animations" },
  { "plot", "does not draw charts" },
  { "claims", "does not judge models" },
  { "table", "does not compare settings" },
  { "compare", "does not run other programs' layouts" },
  { "attention", "does not read attention" },
  { "topology", "does not read molecules" },
  { "cutoff", "does not read molecules" },
  { "component", "keeps all components" },
  { "no-isolates", "keeps all nodes" },
  { "class", "does not read classes" },
  { "project", "takes features as they are" },
  { "max-nodes", "has no limit but memory and 2^32 - 1 nodes" },
  { "max-edges", "has no limit but memory" },
  { "max-bytes", "has no limit but memory" }
};

/* Find option `word` in a table; *at receives the offset of its value in the struct. */
static const mg_option *
row_find(const mg_option_part *table, const char *word, size_t len, size_t *at)
{
  const mg_option *row;

  for (size_t k = 0; (row = mg_options_row(table, k, at)) != NULL; k++)
    if (strlen(row->word) == len && strncmp(row->word, word, len) == 0)
      return row;
  return NULL;
}

void
mg_mpi_table_make(mg_mpi_table *table)
{
  size_t rows = 0, parts = 0;

  memset(table, 0, sizeof *table);
  for (const char *const *word = shared; *word != NULL; word++) {
    table->part[parts++] = (mg_option_part){ *word, &table->row[rows], 0 };
    for (word++; *word != NULL; word++) {
      size_t at;
      const mg_option *row = row_find(mg_layout_table, *word, strlen(*word), &at);

      table->row[rows] = *row;
      for (size_t k = 0; k < sizeof changed / sizeof *changed; k++)
        if (strcmp(changed[k].word, *word) == 0) {
          table->row[rows].arg = changed[k].arg;
          table->row[rows].help = changed[k].help;
        }
      table->row[rows++].at = AT(layout) + at;
    }
    table->row[rows++] = (mg_option)MG_OPTIONS_END;
    if (strcmp(table->part[parts - 1].heading, "Input") == 0)
      table->part[parts++] = (mg_option_part){ NULL, own_rows, 0 };
  }
}

void
mg_mpi_options_init(void *options)
{
  mg_mpi_options *opt = options;

  memset(opt, 0, sizeof *opt);
  mg_layout_options_init(&opt->layout);
  opt->partition = "auto";
  opt->gather = 5000;
}

mgnn_status
mg_mpi_refuse(const mg_mpi_table *table, int argc, char **argv, mgnn_error *err)
{
  for (int k = 1; k < argc && strcmp(argv[k], "--") != 0; k++) {
    const char *word = argv[k] + 2;
    size_t len = strcspn(argv[k], "="), at;

    if (strncmp(argv[k], "--", 2) != 0
        || row_find(mg_layout_table, word, len - 2, &at) == NULL
        || row_find(table->part, word, len - 2, &at) != NULL)
      continue;
    for (size_t r = 0; r < sizeof reasons / sizeof *reasons; r++)
      if (strlen(reasons[r].word) == len - 2
          && strncmp(reasons[r].word, word, len - 2) == 0)
        return mg_fail(err, MGNN_EINVAL, "%.*s: mgnn-layout-mpi %s; use mgnn-layout",
                       (int)len, argv[k], reasons[r].reason);
    return mg_fail(err, MGNN_EINVAL, "%.*s: mgnn-layout-mpi does not have this "
                   "option; use mgnn-layout", (int)len, argv[k]);
  }
  return MGNN_OK;
}

mg_read_options
mg_mpi_read_options(const mg_mpi_options *opt, const mg_metric_spec *metric)
{
  const mg_input_options *in = &opt->layout.input;

  return (mg_read_options){
    .path = opt->layout.call.operand, .paths = opt->layout.call.operands,
    .format = in->format,
    .spec = { .metric = *metric, .stiffness = in->stiffness, .lenient = in->lenient,
              .hint = mg_input_hints }
  };
}

static int
is_petsc(const char *word)
{
  static const char *const families[] = {
    "-mgnn_", "-ksp_", "-pc_", "-mat_", "-vec_", "-sf_", "-log_", "-options_", "-malloc_",
    "-memory_", "-info", "-citations", "-use_gpu_aware_mpi"
  };

  for (size_t k = 0; k < sizeof families / sizeof *families; k++)
    if (strncmp(word, families[k], strlen(families[k])) == 0)
      return 1;
  return 0;
}

char **
mg_mpi_petsc_words(int *argc, char **argv, int *words)
{
  char **out = mg_alloc((size_t)*argc + 1, sizeof *out);
  int kept = 1;

  if (out == NULL)
    return NULL;
  out[0] = argv[0];
  *words = 1;
  for (int k = 1; k < *argc; k++) {
    if (!is_petsc(argv[k])) {
      argv[kept++] = argv[k];
      continue;
    }
    if (strncmp(argv[k], "-mgnn_", 6) == 0) {
      argv[k] += 5;
      argv[k][0] = '-';
    }
    out[(*words)++] = argv[k];
    if (k + 1 < *argc && argv[k + 1][0] != '-')
      out[(*words)++] = argv[++k];
  }
  argv[kept] = out[*words] = NULL;
  *argc = kept;
  return out;
}
