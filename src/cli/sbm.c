/* mgnn-sbm: stochastic block model graphs with features and lengths. */
#include "options.h"
#include "phase.h"
#include "program.h"
#include "sbm_model.h"

#include "base/mem.h"
#include "io/output.h"
#include "io/sink.h"
#include "io/write.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define PROGRAM "mgnn-sbm"

typedef struct {
  const char *preset, *blocks, *means, *prefix;
  double p_in, p_out;          /* NAN: as in the preset */
  double within, between;
  long seed;
  int quiet, verbose, help, version;
} sbm_options;

#define AT(member) offsetof(sbm_options, member)

static const mg_option table[] = {
  { 0, NULL, NULL, MG_HEADING, 0, 0, 0, "The model" },
  { 0, "preset", "WORD", MG_WORD, AT(preset), 0, 0,
    "homophilic: p-in 0.3, p-out 0.05; heterophilic: p-in 0.05, p-out 0.2 "
    "(homophilic)" },
  { 0, "blocks", "N,N,...", MG_WORD, AT(blocks), 0, 0,
    "sizes of the blocks (50,50,50,50)" },
  { 0, "p-in", "P", MG_REAL, AT(p_in), 0, 1,
    "probability of an edge within a block" },
  { 0, "p-out", "P", MG_REAL, AT(p_out), 0, 1,
    "probability of an edge between blocks" },
  { 0, "means", "X,Y:X,Y:...", MG_WORD, AT(means), 0, 0,
    "mean of the features in each block, of any dimension (points of a square "
    "grid: 0,0:1,0:0,1:1,1 for four blocks)" },
  { 0, "within", "X", MG_REAL, AT(within), 0, 1e300,
    "length of edges within a block (0)" },
  { 0, "between", "X", MG_REAL, AT(between), 0, 1e300,
    "length of edges between blocks (5)" },
  { 0, "seed", "N", MG_COUNT, AT(seed), 0, 4294967295.0,
    "decides all that is left to chance (1)" },

  { 0, NULL, NULL, MG_HEADING, 0, 0, 0, "General" },
  { 'o', "output", "PREFIX", MG_FILE, AT(prefix), 0, 0,
    "write PREFIX.gml, PREFIX-metric.csv and PREFIX-features.csv" },
  { 'q', "quiet", NULL, MG_FLAG, AT(quiet), 0, 0, "print errors only" },
  { 'v', "verbose", NULL, MG_FLAG, AT(verbose), 0, 0, "say more" },
  { 'h', "help", NULL, MG_FLAG, AT(help), 0, 0, "print this and exit" },
  { 'V', "version", NULL, MG_FLAG, AT(version), 0, 0,
    "print the version and exit" },
  { 0, NULL, NULL, MG_HEADING, 0, 0, 0, NULL }
};

static const struct {
  const char *word;
  double p_in, p_out;
} presets[] = {
  { "homophilic", 0.3, 0.05 },
  { "heterophilic", 0.05, 0.2 }
};

static void
print_help(void)
{
  printf("Usage: " PROGRAM " [OPTION]... -o PREFIX\n"
         "Make a stochastic block model graph with features and edge lengths, "
         "for\nmgnn-layout.\n");
  mg_options_help(table, stdout);
}

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

/* The model that the options describe. */
static mgnn_status
model_make(const sbm_options *opt, mg_sbm *sbm, mgnn_error *err)
{
  size_t choice = 0, count = sizeof presets / sizeof *presets;
  mgnn_status status;

  while (opt->preset != NULL && choice < count
         && strcmp(opt->preset, presets[choice].word) != 0)
    choice++;
  if (choice == count)
    return mg_fail(err, MGNN_EINVAL, "--preset is \"%s\", must be %s or %s",
                   opt->preset, presets[0].word, presets[1].word);
  sbm->p_in = isnan(opt->p_in) ? presets[choice].p_in : opt->p_in;
  sbm->p_out = isnan(opt->p_out) ? presets[choice].p_out : opt->p_out;
  sbm->within = opt->within;
  sbm->between = opt->between;
  status = mg_sbm_blocks_read(sbm, opt->blocks, err);
  if (status == MGNN_OK)
    status = mg_sbm_means_read(sbm, opt->means, err);
  return status;
}

/* The block of every node as text: pointers into one array of short texts. */
typedef struct {
  const char **label;          /* n */
  char (*text)[8];             /* one per block */
} block_labels;

static mgnn_status
labels_make(const mg_sbm *sbm, block_labels *out, mgnn_error *err)
{
  out->label = mg_alloc(sbm->n, sizeof *out->label);
  out->text = mg_alloc(sbm->blocks, sizeof *out->text);
  if (out->label == NULL || out->text == NULL)
    return mg_fail_memory(err);
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

/* The files: what follows the prefix, and the format. */
static const struct {
  const char *suffix;
  const char *word;            /* a row of mg_writers; NULL: the metric table */
} files[] = {
  { ".gml", "gml" },
  { "-metric.csv", NULL },
  { "-features.csv", "csv" }
};
enum { FILES = sizeof files / sizeof *files };

/* Write them all, or none. */
static mgnn_status
files_write(const mg_record *r, const char *prefix, mgnn_error *err)
{
  size_t room = strlen(prefix) + 20;
  char *path = mg_alloc(room, 1);
  mgnn_status status = MGNN_OK;
  mg_output out[FILES];

  memset(out, 0, sizeof out);
  if (path == NULL)
    return mg_fail_memory(err);
  for (size_t k = 0; k < FILES && status == MGNN_OK; k++) {
    snprintf(path, room, "%s%s", prefix, files[k].suffix);
    status = mg_output_open(&out[k], path, err);
  }
  for (size_t k = 0; k < FILES && status == MGNN_OK; k++)
    if (files[k].word != NULL)
      status = mg_writer_find(files[k].word)->write(r, out[k].file, err);
    else
      write_metric(r->graph, out[k].file);
  if (status == MGNN_OK)
    status = mg_output_commit_all(out, FILES, err);
  for (size_t k = 0; k < FILES; k++)
    mg_output_discard(&out[k]);
  mg_free(path);
  return status;
}

static void
print_summary(const sbm_options *opt, const mg_sbm *sbm, const mg_graph *g)
{
  size_t inner = 0;

  for (size_t e = 0; e < g->m; e++)
    inner += mg_sbm_block(sbm, g->ends[2 * e])
             == mg_sbm_block(sbm, g->ends[2 * e + 1]);
  fprintf(stderr, PROGRAM ": %zu nodes in %zu block%s, %zu edges within blocks "
          "and %zu between, %zu feature%s\n", sbm->n, sbm->blocks,
          sbm->blocks == 1 ? "" : "s", inner, g->m - inner, sbm->dim,
          sbm->dim == 1 ? "" : "s");
  if (!opt->verbose)
    return;
  fprintf(stderr, PROGRAM ": p-in %g, p-out %g, lengths %g and %g, seed %ld\n",
          sbm->p_in, sbm->p_out, sbm->within, sbm->between, opt->seed);
  for (size_t k = 0; k < FILES; k++)
    fprintf(stderr, PROGRAM ": wrote %s%s\n", opt->prefix, files[k].suffix);
}

static mgnn_status
run(const sbm_options *opt, mgnn_error *err)
{
  mg_sbm sbm = { 0 };
  mg_graph graph = { 0 };
  block_labels labels = { NULL, NULL };
  double *features = NULL;
  mg_phases phases;
  mgnn_status status = model_make(opt, &sbm, err);

  mg_phases_begin(&phases, opt->verbose && !opt->quiet ? PROGRAM : NULL);
  if (status != MGNN_OK)
    goto leave;
  status = labels_make(&sbm, &labels, err);
  if (status != MGNN_OK)
    goto leave;
  features = mg_alloc(sbm.n, sbm.dim * sizeof *features);
  status = features != NULL
           ? mg_sbm_draw(&sbm, (unsigned long)opt->seed, &graph, features, err)
           : mg_fail_memory(err);
  mg_phase_end(&phases, "draw");
  if (status == MGNN_OK) {
    const mg_record r = { .graph = &graph, .dim = sbm.dim, .x = features,
                          .labels = labels.label, .label_key = "block" };

    status = files_write(&r, opt->prefix, err);
  }
  mg_phase_end(&phases, "write");
  if (status == MGNN_OK && !opt->quiet)
    print_summary(opt, &sbm, &graph);
  mg_phases_end(&phases);
leave:
  mg_free(features);
  mg_free(labels.label);
  mg_free(labels.text);
  mg_graph_free(&graph);
  mg_sbm_free(&sbm);
  return status;
}

int
main(int argc, char **argv)
{
  sbm_options opt = { .blocks = "50,50,50,50", .p_in = NAN, .p_out = NAN,
                      .between = 5, .seed = 1 };
  mgnn_status status;
  mgnn_error err;
  int first;

  mg_program_start();
  status = mg_options_parse(table, &opt, argc, argv, &first, &err);
  if (status == MGNN_OK && (opt.help || opt.version)) {
    if (opt.help)
      print_help();
    else
      mg_program_version(PROGRAM);
    mg_options_free(table, &opt);
    return mg_program_end(PROGRAM);
  }
  if (status == MGNN_OK && first < argc)
    status = mg_fail(&err, MGNN_EINVAL, "\"%s\" is not an option; the model is "
                     "described by options alone, see --help", argv[first]);
  if (status == MGNN_OK)
    status = prefix_check(opt.prefix, &err);
  if (status == MGNN_OK)
    status = run(&opt, &err);
  mg_options_free(table, &opt);
  return status == MGNN_OK ? MG_EXIT_DONE : mg_program_fail(PROGRAM, &err);
}
