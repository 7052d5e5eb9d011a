/* The options of mgnn-learn. */
#include "learn.h"
#include "base/number.h"
#include "base/mem.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define IN(member) offsetof(mg_learn_input_options, member)
#define RUN(member) offsetof(mg_learn_run_options, member)
#define OUT(member) offsetof(mg_learn_output_options, member)
/* The value of setting k: the rows below are in the order of that table, which
 * a test makes sure of. */
#define SET(k) (RUN(value) + (k) * sizeof(const char *))

static const mg_option input_rows[] = {
  { 'I', "input-format", "WORD", MG_WORD, IN(format), 0, 0,
    "format of GRAPH: gml, edgelist, csv, tsv, mtx, graphml, pajek, ncol, lgl (by the suffix)" },
  { 0, "features", "FILE", MG_FILE, IN(features), 0, 0,
    "features of the nodes: .svm, .npy, .npz or a table with a row per node" },
  { 0, "labels", "NAME|FILE", MG_WORD, IN(labels), 0, 0,
    "classes of the nodes: an attribute, or a table node,label; -1 is none" },
  { 0, "binary-features", NULL, MG_FLAG, IN(binary), 0, 0,
    "every feature that is not 0 counts as 1" },
  { 0, "set", "NAME", MG_WORD, IN(name), 0, 0,
    "name of the data set in results and settings (that of its folder)" },
  { 0, "max-nodes", "N", MG_COUNT, IN(max_nodes), 1, 4294967294.0,
    "refuse graphs with more nodes (10000000)" },
  { 0, "max-edges", "N", MG_COUNT, IN(max_edges), 1, 4294967294.0,
    "refuse graphs with more edges (100000000)" },
  { 0, "max-bytes", "N", MG_COUNT, IN(max_bytes), 1, 1e15,
    "refuse files with more bytes, decompressed (4000000000)" },
  MG_OPTIONS_END
};

static const mg_option model_rows[] = {
  { 'm', "model", "LIST", MG_WORD, RUN(models), 0, 0,
    "models, with commas between: linear, mlp, gcn, sgc, appnp, pointnet, gat, gin, gcnii, pgnn, linkx, mgnn, all (mgnn)" },
  { 0, "settings", "FILE", MG_FILE, RUN(settings), 0, 0,
    "table of settings, a line per data set and model; options come before it" },
  { 0, "lr", "X", MG_WORD, SET(0), 0, 0, "rate of learning (0.01)" },
  { 0, "weight-decay", "X", MG_WORD, SET(1), 0, 0,
    "L2 in the gradient of all weights (0.0005)" },
  { 0, "dropout", "P", MG_WORD, SET(2), 0, 0,
    "share of the numbers dropped in training (0.5)" },
  { 0, "hidden", "N", MG_WORD, SET(3), 0, 0, "numbers per node in a layer (64)" },
  { 0, "layers", "K", MG_WORD, SET(4), 0, 0, "layers (2)" },
  { 0, "alpha", "X", MG_WORD, SET(5), 0, 0,
    "pull to the embedding: appnp, gcnii, mgnn (0.1)" },
  { 0, "beta", "X", MG_WORD, SET(6), 0, 0,
    "push to the metric's lengths: mgnn (0.5); 0: no metric" },
  { 0, "theta", "X", MG_WORD, SET(7), 0, 0,
    "layer k has gamma = ln(1 + X/k): gcnii, mgnn (0.5)" },
  { 0, "mu", "X", MG_WORD, SET(8), 0, 0, "pull to the embedding: pgnn (0.1)" },
  { 0, "p", "X", MG_WORD, SET(9), 0, 0, "exponent of the Laplacian: pgnn (2)" },
  { 0, "attention", "concat|bilinear", MG_WORD, SET(10), 0, 0,
    "how the metric's logit is made: mgnn (concat)" },
  { 0, "initial", "linear|mlp", MG_WORD, SET(11), 0, 0,
    "how the features are embedded: mgnn (linear)" },
  { 0, "form", "message|matrix", MG_WORD, SET(12), 0, 0,
    "form of the layer: mgnn (message)" },
  { 0, "eps", "X", MG_WORD, SET(13), 0, 0,
    "added to distances: mgnn (0.00001)" },
  { 0, "metric-bound", "B", MG_WORD, SET(14), 0, 0,
    "bound of the metric's logit, which keeps it alive: mgnn; 2 is good (0: none)" },
  MG_OPTIONS_END
};

static const mg_option run_rows[] = {
  { 0, "epochs", "N", MG_WORD, SET(15), 0, 0, "train at most so long (1500)" },
  { 0, "patience", "N", MG_WORD, SET(16), 0, 0,
    "stop after more epochs than this without a better validation (100)" },
  { 0, "split", "T/V/E", MG_WORD, RUN(split), 0, 0,
    "percent of the nodes for training, validation and test, drawn by the seed (60/20/20)" },
  { 0, "splits", "FILE", MG_FILE, RUN(splits), 0, 0,
    "table node,NAME,...: a column per split, with t, v, e or -" },
  { 0, "seeds", "LIST", MG_WORD, RUN(seeds), 0, 0,
    "a run for each: 1..10, or 1,4,7; of --splits, the columns (1, or all columns)" },
  { 0, "batch", "N", MG_COUNT, RUN(batch), 1, 1e6,
    "graphs at one time, where graphs are learned from (512)" },
  { 0, "readout", "sum|mean", MG_WORD, RUN(readout), 0, 0,
    "what a graph has of its nodes (sum)" },
  { 0, "tune", "N", MG_COUNT, RUN(tune), 1, 100000,
    "first search the best of N settings, by validation; options that are given stay" },
  { 0, "journal", "FILE", MG_FILE, RUN(journal), 0, 0,
    "add a line for each run that is done, and skip runs that are there" },
  { 0, "threads", "N", MG_COUNT,
    offsetof(mg_learning, call.threads) - offsetof(mg_learning, run), 1, 1024,
    "runs at one time; the results do not depend on it (all processors)" },
  MG_OPTIONS_END
};

static const mg_option output_rows[] = {
  { 'o', "output", "FILE", MG_FILE, OUT(metric), 0, 0,
    "write lengths of pairs of nodes, for mgnn-layout --metric" },
  { 0, "metric-from", "predictions|attention", MG_WORD, OUT(metric_from), 0, 0,
    "what -o is made of: how alike predictions are, or the metric of mgnn (predictions)" },
  { 0, "extra-pairs", "N", MG_COUNT, OUT(extra), 0, 1000,
    "pairs per node beside the edges, of predictions (5)" },
  { 0, "predictions", "FILE", MG_FILE, OUT(predictions), 0, 0,
    "write the predicted label of every node and the probabilities of all" },
  { 0, "embedding", "FILE", MG_FILE, OUT(embedding), 0, 0,
    "write the numbers of every node in a layer, .csv or .npy" },
  { 0, "layer", "K", MG_COUNT, OUT(layer), 0, 1000,
    "which layer --embedding takes; 0 is the embedding of the features (the last)" },
  { 0, "save", "FILE", MG_FILE, OUT(save), 0, 0, "write the trained model" },
  { 0, "load", "FILE", MG_FILE, OUT(load), 0, 0,
    "use a model that was saved, and train nothing" },
  { 0, "report", "FILE", MG_FILE, OUT(report), 0, 0,
    "write everything that was found as JSON" },
  { 'T', "format", "WORD", MG_WORD, OUT(format), 0, 0,
    "the table on standard output: text, markdown, latex, csv, json (text)" },
  { 0, "paper", NULL, MG_FLAG, OUT(paper), 0, 0,
    "add what the table of settings says was published" },
  MG_OPTIONS_END
};

const mg_option_part mg_learn_options[] = {
  { "The data", input_rows, offsetof(mg_learning, in) },
  { "The models", model_rows, offsetof(mg_learning, run) },
  { "The runs", run_rows, offsetof(mg_learning, run) },
  { "Output", output_rows, offsetof(mg_learning, out) },
  { NULL, mg_general_rows, offsetof(mg_learning, call) },
  { NULL, NULL, 0 }
};

void
mg_learn_options_init(mg_learning *l)
{
  mg_limits limits;

  mg_limits_init(&limits);
  l->in.max_nodes = (long)limits.nodes;
  l->in.max_edges = (long)limits.edges;
  l->in.max_bytes = (long)limits.bytes;
  l->out.layer = -1;
  l->out.extra = 5;
  l->run.batch = 512;
}

/* "60/20/20": three numbers that make 100. */
static mgnn_status
split_read(mg_learning *l, mgnn_error *err)
{
  const char *text = l->run.split != NULL ? l->run.split : "60/20/20";
  const char *p = text, *end = text + strlen(text);
  double share[3] = { 0 };
  int k = 0;

  for (; k < 3 && p != NULL && (p = mg_number_read(p, end, &share[k])) != NULL;
       k++)
    if (k < 2 && *p++ != '/')
      p = NULL;
  if (k < 3 || p != end || !(share[0] > 0 && share[1] > 0 && share[2] > 0)
      || fabs(share[0] + share[1] + share[2] - 100) > 1e-6)
    return mg_fail(err, MGNN_EINVAL, "--split is \"%.40s\", must be three "
                   "numbers above 0 that make 100, for example 60/20/20", text);
  l->validation = share[1] / 100;
  l->test = share[2] / 100;
  return MGNN_OK;
}

static mgnn_status
seeds_wrong(const char *text, mgnn_error *err)
{
  return mg_fail(err, MGNN_EINVAL, "--seeds is \"%.40s\", must be whole numbers "
                 "with commas between, or a range such as 1..10 of at most "
                 "10000", text);
}

static mgnn_status
seed_add(mg_learning *l, unsigned long seed, mgnn_error *err)
{
  unsigned long *more;

  for (size_t k = 0; k < l->seeds; k++)
    if (l->seed[k] == seed)
      return mg_fail(err, MGNN_EINVAL, "--seeds: %lu is there twice", seed);
  more = mg_resize(l->seed, l->seeds + 1, sizeof *more);
  if (more == NULL)
    return mg_fail_memory(err);
  l->seed = more;
  l->seed[l->seeds++] = seed;
  return MGNN_OK;
}

static mgnn_status
seeds_read(mg_learning *l, mgnn_error *err)
{
  const char *text = l->run.seeds != NULL ? l->run.seeds : "1", *p = text;
  const char *end = text + strlen(text);
  mgnn_status status = MGNN_OK;

  if (l->run.seeds == NULL && l->run.splits != NULL)
    return MGNN_OK;            /* all columns, which are not known yet */
  while (p < end) {
    double from, to;

    /* "1..10": a number would take the first point. */
    const char *dots = strstr(p, ".."), *comma = strchr(p, ',');
    const char *stop = comma != NULL ? comma : end;

    if (dots != NULL && dots > stop)
      dots = NULL;
    if (mg_number_read(p, dots != NULL ? dots : stop, &from)
        != (dots != NULL ? dots : stop))
      return seeds_wrong(text, err);
    to = from;
    if (dots != NULL && mg_number_read(dots + 2, stop, &to) != stop)
      return seeds_wrong(text, err);
    if (!(from >= 0 && to >= from && to < 4294967296.0 && to - from < 10000)
        || from != floor(from) || to != floor(to))
      return seeds_wrong(text, err);
    for (double seed = from; seed <= to; seed++)
      TRY(seed_add(l, (unsigned long)seed, err));
    p = stop + (stop < end);
    if (p == end && stop < end)
      return seeds_wrong(text, err);
  }
end:
  return status;
}

static mgnn_status
words_check(const mg_learning *l, mgnn_error *err)
{
  static const char *const formats[] = { "text", "markdown", "latex", "csv",
                                         "json", NULL };
  const char *format = l->out.format;
  size_t k = 0;

  while (format != NULL && formats[k] != NULL && strcmp(format, formats[k]) != 0)
    k++;
  if (formats[k] == NULL)
    return mg_fail(err, MGNN_EINVAL, "--format is \"%.40s\", must be text, "
                   "markdown, latex, csv or json", format);
  if (l->out.metric_from != NULL
      && strcmp(l->out.metric_from, "predictions") != 0
      && strcmp(l->out.metric_from, "attention") != 0)
    return mg_fail(err, MGNN_EINVAL, "--metric-from is \"%.40s\", must be "
                   "predictions or attention", l->out.metric_from);
  if (l->run.readout != NULL && strcmp(l->run.readout, "sum") != 0
      && strcmp(l->run.readout, "mean") != 0)
    return mg_fail(err, MGNN_EINVAL, "--readout is \"%.40s\", must be sum or "
                   "mean", l->run.readout);
  if (l->out.load != NULL && l->call.operands > 1)
    return mg_fail(err, MGNN_EINVAL, "--load is for one data set; there are "
                   "%zu", l->call.operands);
  if (l->run.splits != NULL && l->run.split != NULL)
    return mg_fail(err, MGNN_EINVAL, "--split draws splits and --splits reads "
                   "them; leave one of them out");
  return MGNN_OK;
}

mgnn_status
mg_learn_options_check(mg_learning *l, mgnn_error *err)
{
  mg_settings s;
  mgnn_status status = MGNN_OK;

  mg_settings_init(&s);
  for (size_t k = 0; k < MG_SETTINGS; k++)
    if (l->run.value[k] != NULL)
      TRY(mg_setting_set(&s, &mg_setting_rows[k], l->run.value[k], "--", err));
  TRY(words_check(l, err));
  TRY(split_read(l, err));
  TRY(seeds_read(l, err));
end:
  return status;
}
