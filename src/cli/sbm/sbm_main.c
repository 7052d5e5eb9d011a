/* mgnn-sbm: generates stochastic block model graphs with features and lengths. */
#include "cli/common/file_set.h"
#include "cli/common/program.h"
#include "sbm_model.h"
#include "io/text/message.h"

#include "base/mem.h"
#include "io/write/output.h"
#include "io/write/sink.h"
#include "io/write/write.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define PROGRAM "mgnn-sbm"

/* The block of every node as text: pointers into an array of one text per block. */
typedef struct {
  const char **label;          /* n */
  char (*text)[12];            /* one per block */
} block_labels;

/* One run: its options, and the results of its steps. */
typedef struct {
  mg_call call;                /* first, as in every program */
  const char *preset, *blocks, *means, *prefix;
  double p_in, p_out;          /* NAN: as in the preset */
  double within, between;

  mg_sbm model;
  block_labels labels;
  mg_graph graph;
  double *features;
} sbm_run;

#define AT(member) offsetof(sbm_run, member)

static const mg_option model_rows[] = {
  { 0, "preset", "WORD", MG_WORD, AT(preset), 0, 0,
    "homophilic: p-in 0.3, p-out 0.05; heterophilic: p-in 0.05, p-out 0.2 [default: homophilic]" },
  { 0, "blocks", "N,N,...", MG_WORD, AT(blocks), 0, 0,
    "sizes of the blocks [default: 50,50,50,50]" },
  { 0, "p-in", "P", MG_REAL, AT(p_in), 0, 1,
    "probability of an edge within a block" },
  { 0, "p-out", "P", MG_REAL, AT(p_out), 0, 1,
    "probability of an edge between blocks" },
  { 0, "means", "X,Y:X,Y:...", MG_WORD, AT(means), 0, 0,
    "mean of the features of each block, of any dimension [default: points of a square grid, 0,0:1,0:0,1:1,1 for four blocks]" },
  { 0, "within", "X", MG_REAL, AT(within), 0, 1e300,
    "length of edges within a block [default: 0]" },
  { 0, "between", "X", MG_REAL, AT(between), 0, 1e300,
    "length of edges between blocks [default: 5]" },
  { 0, "seed", "N", MG_COUNT, AT(call.seed), 0, 4294967295.0,
    "seed of all random numbers [default: 1]" },
  MG_OPTIONS_END
};

static const mg_option output_rows[] = {
  { 'o', "output", "PREFIX", MG_FILE, AT(prefix), 0, 0,
    "write PREFIX.gml, PREFIX-metric.csv and PREFIX-features.csv" },
  MG_OPTIONS_END
};

static const mg_option_part options[] = {
  { "Model", model_rows, 0 },
  { "General", output_rows, 0 },
  { NULL, mg_general_rows, AT(call) },
  { NULL, NULL, 0 }
};

static const struct {
  const char *word;
  double p_in, p_out;
} presets[] = {
  { "homophilic", 0.3, 0.05 },
  { "heterophilic", 0.05, 0.2 }
};

static mgnn_status
prefix_check(const char *prefix, mgnn_error *err)
{
  if (prefix == NULL)
    return mg_fail(err, MGNN_EINVAL, "-o is missing; say where to write, for "
                   "example -o sbm");
  if (strcmp(prefix, "-") == 0)
    return mg_fail(err, MGNN_EINVAL, "three files are written, which standard "
                   "output cannot take; give a prefix, for example -o sbm");
  if (prefix[strlen(prefix) - 1] == '/')
    return mg_fail(err, MGNN_EINVAL, "-o %s: the files need a name too, for "
                   "example -o %ssbm", prefix, prefix);
  return MGNN_OK;
}

static mgnn_status
check(void *run, mgnn_error *err)
{
  sbm_run *r = run;

  if (r->call.operands > 0)
    return mg_fail(err, MGNN_EINVAL, "\"%s\" is not an option; the model is "
                   "described by options alone, see --help",
                   r->call.operand[0]);
  return prefix_check(r->prefix, err);
}

/* Make the model that the options describe. */
static mgnn_status
model_make(void *run, mgnn_error *err)
{
  sbm_run *r = run;
  size_t choice = 0, count = sizeof presets / sizeof *presets;

  while (r->preset != NULL && choice < count
         && strcmp(r->preset, presets[choice].word) != 0)
    choice++;
  if (choice == count)
    return mg_fail(err, MGNN_EINVAL, "--preset is \"%s\", must be %s or %s",
                   r->preset, presets[0].word, presets[1].word);
  r->model.p_in = isnan(r->p_in) ? presets[choice].p_in : r->p_in;
  r->model.p_out = isnan(r->p_out) ? presets[choice].p_out : r->p_out;
  r->model.within = r->within;
  r->model.between = r->between;
  PASS(mg_sbm_blocks_read(&r->model, r->blocks, err));
  return mg_sbm_means_read(&r->model, r->means, err);
}

static mgnn_status
labels_make(const mg_sbm *sbm, block_labels *out, mgnn_error *err)
{
  PASS(mg_allocated_all(err, MG_NEW(out->label, sbm->n),
                        MG_NEW(out->text, sbm->blocks)));
  for (size_t b = 0; b < sbm->blocks; b++) {
    snprintf(out->text[b], sizeof *out->text, "%u", (unsigned)b);
    for (size_t i = sbm->start[b]; i < sbm->start[b + 1]; i++)
      out->label[i] = out->text[b];
  }
  return MGNN_OK;
}

static void
write_metric(const mg_graph *g, FILE *out)
{
  mg_sink s;

  mg_sink_init(&s, out);
  mg_put_text(&s, "source,target,length\n");
  for (size_t e = 0; e < g->m; e++) {
    mg_put_count(&s, g->ends[2 * e]);
    mg_put_char(&s, ',');
    mg_put_count(&s, g->ends[2 * e + 1]);
    mg_put_char(&s, ',');
    mg_put_number(&s, g->target[e]);
    mg_put_char(&s, '\n');
  }
  mg_sink_flush(&s);
}

/* The output files: their suffix after the prefix, and their format. */
static const struct {
  const char *suffix;
  const char *word;            /* a row of mg_writers; NULL: the metric table */
} files[] = {
  { ".gml", "gml" },
  { "-metric.csv", NULL },
  { "-features.csv", "csv" }
};
enum { FILES = sizeof files / sizeof *files };

static mgnn_status
names_add(const char *prefix, mg_files *names, mgnn_error *err)
{
  size_t size = strlen(prefix) + 20;
  char *path = mg_alloc(size, 1);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(path, err));
  for (size_t k = 0; k < FILES; k++) {
    snprintf(path, size, "%s%s", prefix, files[k].suffix);
    TRY(mg_files_add(names, path, err));
  }
end:
  mg_free(path);
  return status;
}

static mgnn_status
files_write(void *run, mgnn_error *err)
{
  const sbm_run *r = run;
  const mg_record record = { .graph = &r->graph, .dim = r->model.dim,
                             .x = r->features, .labels = r->labels.label,
                             .label_key = "block" };
  mg_output out = { 0 };
  mg_files names = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(names_add(r->prefix, &names, err));
  TRY(mg_files_check(&names, NULL, 0, err));
  for (size_t k = 0; k < FILES; k++) {
    TRY(mg_output_open(&out, names.item[k].name, err));
    if (files[k].word != NULL)
      TRY(mg_writer_find(files[k].word)->write(&record, out.file, err));
    else
      write_metric(&r->graph, out.file);
    TRY(mg_output_keep(&out, r->call.files, err));
  }
end:
  mg_output_discard(&out);
  mg_files_free(&names);
  return status;
}

static mgnn_status
print_summary(void *run, mgnn_error *err)
{
  const sbm_run *r = run;
  const mg_sbm *sbm = &r->model;
  const mg_graph *g = &r->graph;
  size_t inner = 0;
  char prefix[MG_SHOW_PATH];

  (void)err;
  if (r->call.quiet)
    return MGNN_OK;
  for (size_t e = 0; e < g->m; e++)
    inner += mg_sbm_block(sbm, g->ends[2 * e])
             == mg_sbm_block(sbm, g->ends[2 * e + 1]);
  fprintf(stderr, PROGRAM ": %zu nodes in %zu block%s, %zu edges within blocks "
          "and %zu between, %zu feature%s\n", sbm->n, sbm->blocks,
          mg_plural(sbm->blocks), inner, g->m - inner, sbm->dim,
          mg_plural(sbm->dim));
  if (!r->call.verbose)
    return MGNN_OK;
  fprintf(stderr, PROGRAM ": p-in %g, p-out %g, lengths %g and %g, seed %ld\n",
          sbm->p_in, sbm->p_out, sbm->within, sbm->between, r->call.seed);
  for (size_t k = 0; k < FILES; k++)
    fprintf(stderr, PROGRAM ": wrote %s%s\n",
            mg_show_path(prefix, r->prefix), files[k].suffix);
  return MGNN_OK;
}

static mgnn_status
generate(void *run, mgnn_error *err)
{
  sbm_run *r = run;

  PASS(labels_make(&r->model, &r->labels, err));
  r->features = mg_alloc(r->model.n, r->model.dim * sizeof *r->features);
  PASS(mg_allocated(r->features, err));
  return mg_sbm_generate(&r->model, (unsigned long)r->call.seed, &r->graph,
                         r->features, err);
}

static const mg_step steps[] = {
  { "generate", model_make, MG_READ, NULL, MG_STEP_PLAIN },
  { "generate", generate, MG_LAYOUT, NULL, MG_STEP_PLAIN },
  { "write", files_write, MG_WRITE, NULL, MG_STEP_PLAIN },
  { "write", mg_call_commit, MG_WRITE, NULL, MG_STEP_PLAIN },
  { "write", print_summary, MG_WRITE, NULL, MG_STEP_PLAIN },
  { NULL, NULL, 0, NULL, MG_STEP_PLAIN }
};

static void
init(void *run)
{
  sbm_run *r = run;

  r->blocks = "50,50,50,50";
  r->p_in = r->p_out = NAN;
  r->between = 5;
  r->call.seed = 1;
}

static void
release(void *run)
{
  sbm_run *r = run;

  mg_free_all(r->features, r->labels.label, r->labels.text);
  mg_graph_free(&r->graph);
  mg_sbm_free(&r->model);
}

int
main(int argc, char **argv)
{
  static const mg_program program = {
    PROGRAM,
    "Usage: " PROGRAM " [OPTION]... -o PREFIX\n"
    "Make a stochastic block model graph with features and edge lengths, "
    "for\nmgnn-layout.", "",
    "  " PROGRAM " --preset heterophilic --seed 2 -o sbm\n",
    "output preset blocks p-in p-out means within between seed", options, init, check, steps, NULL, release, NULL, 0, NULL, NULL
  };
  sbm_run run;

  memset(&run, 0, sizeof run);
  return mg_program_main(&program, &run, argc, argv);
}
