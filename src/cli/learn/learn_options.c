/* The option table of mgnn-learn, and checks of its values. */
#include "learn.h"
#include "base/number.h"
#include "base/mem.h"
#include "io/read/read.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define IN(member) offsetof(mg_learn_input_options, member)
#define RUN(member) offsetof(mg_learn_run_options, member)
#define OUT(member) offsetof(mg_learn_output_options, member)
/* The offset of the value given for a setting. */
#define SET(setting) (RUN(value) + MG_SET_##setting * sizeof(const char *))

static const mg_option input_rows[] = {
  { 'I', "input-format", "WORD", MG_WORD, IN(format), 0, 0,
    "format of GRAPH: {readers} [default: by its suffix or content]" },
  { 0, "features", "FILE", MG_FILE, IN(features), 0, 0,
    "features of the nodes: .svm, .npy, .npz or a table with a row per node" },
  { 0, "class", "NAME|FILE", MG_WORD, IN(labels), 0, 0,
    "classes of the nodes: an attribute, or a table node,label; -1 is none" },
  { 0, "binary-features", NULL, MG_FLAG, IN(binary), 0, 0,
    "count every feature that is not 0 as 1" },
  { 0, "set", "NAME", MG_WORD, IN(name), 0, 0,
    "name of the data set in results and settings [default: that of its folder]" },
  { 0, "max-nodes", "N", MG_COUNT, IN(max_nodes), 1, 4294967294.0,
    "refuse graphs with more nodes [default: 10000000]" },
  { 0, "max-edges", "N", MG_COUNT, IN(max_edges), 1, 4294967294.0,
    "refuse graphs with more edges [default: 100000000]" },
  { 0, "max-bytes", "N", MG_COUNT, IN(max_bytes), 1, 1e15,
    "refuse files with more bytes after decompression [default: 4000000000]" },
  MG_OPTIONS_END
};

static const mg_option model_rows[] = {
  { 'm', "model", "LIST", MG_WORD, RUN(models), 0, 0,
    "models, separated by commas: {models}, all [default: mgnn-message]" },
  { 0, "settings", "FILE", MG_FILE, RUN(settings), 0, 0,
    "table of settings, a line per data set and model; options override it" },
  { 0, "lr", "X", MG_WORD, SET(LR), 0, 0, "learning rate [default: 0.01]" },
  { 0, "weight-decay", "X", MG_WORD, SET(WEIGHT_DECAY), 0, 0,
    "L2 penalty in the gradient of all weights [default: 0.0005]" },
  { 0, "dropout", "P", MG_WORD, SET(DROPOUT), 0, 0,
    "share of the numbers dropped in training [default: 0.5]" },
  { 0, "hidden", "N", MG_WORD, SET(HIDDEN), 0, 0,
    "width of the hidden layers [default: 64]" },
  { 0, "layers", "K", MG_WORD, SET(LAYERS), 0, 0, "number of layers [default: 2]" },
  { 0, "alpha", "X", MG_WORD, SET(ALPHA), 0, 0,
    "pull to the embedding; for {alpha} [default: 0.1]" },
  { 0, "beta", "X", MG_WORD, SET(BETA), 0, 0,
    "push to the metric's lengths, 0 for none; for {beta} [default: 0.5]" },
  { 0, "theta", "X", MG_WORD, SET(THETA), 0, 0,
    "layer k has gamma = ln(1 + X/k); for {theta} [default: 0.5]" },
  { 0, "mu", "X", MG_WORD, SET(MU), 0, 0,
    "pull to the embedding; for {mu} [default: 0.1]" },
  { 0, "p", "X", MG_WORD, SET(P), 0, 0,
    "exponent of the Laplacian; for {p} [default: 2]" },
  { 0, "metric-attention", "concat|bilinear", MG_WORD, SET(ATTENTION), 0, 0,
    "how the metric's logit is computed; for {attention} [default: concat]" },
  { 0, "initial", "linear|mlp", MG_WORD, SET(INITIAL), 0, 0,
    "how the features are embedded; for {initial} [default: linear]" },
  { 0, "eps", "X", MG_WORD, SET(EPS), 0, 0,
    "added to distances; for {eps} [default: 0.00001]" },
  { 0, "metric-bound", "B", MG_WORD, SET(METRIC_BOUND), 0, 0,
    "bound of the metric's logit, which keeps its gradient from vanishing; for {metric_bound} [default: 0, none]" },
  MG_OPTIONS_END
};

static const mg_option run_rows[] = {
  { 0, "epochs", "N", MG_WORD, SET(EPOCHS), 0, 0,
    "train at most N epochs [default: 1500]" },
  { 0, "patience", "N", MG_WORD, SET(PATIENCE), 0, 0,
    "stop after N epochs without a better validation [default: 100]" },
  { 0, "split", "T/V/E", MG_WORD, RUN(split), 0, 0,
    "shares of the nodes for training, validation and test [default: 60/20/20]" },
  { 0, "splits", "FILE", MG_FILE, RUN(splits), 0, 0,
    "table node,NAME,...: a column per split, with t, v, e or -" },
  { 0, "seeds", "LIST", MG_WORD, RUN(seeds), 0, 0,
    "a run for each seed: 1..10, or 1,4,7; with --splits, the columns [default: 1, or all columns]" },
  { 0, "batch", "N", MG_COUNT, RUN(batch), 1, 1e6,
    "graphs per step, for graph regression [default: 512]" },
  { 0, "readout", "sum|mean", MG_WORD, RUN(readout), 0, 0,
    "how node values become one value per graph [default: sum]" },
  { 0, "tune", "N", MG_COUNT, RUN(tune), 1, 100000,
    "first find the best of N settings by validation; options that are given stay" },
  { 0, "journal", "FILE", MG_FILE, RUN(journal), 0, 0,
    "append each finished run to FILE, and skip runs that it holds" },
  { 0, "threads", "N", MG_COUNT,
    offsetof(mg_learning, call.threads) - offsetof(mg_learning, run), 1, 1024,
    "runs at the same time; never changes the results [default: all processors]" },
  MG_OPTIONS_END
};

static const mg_option output_rows[] = {
  { 'o', "output", "FILE", MG_FILE, OUT(file[MG_LEARN_METRIC]), 0, 0,
    "write lengths of pairs of nodes, for mgnn-layout --metric" },
  { 0, "metric-from", "predictions|attention", MG_WORD, OUT(metric_from), 0, 0,
    "source of the lengths of -o: how similar predictions are, or the learned metric [default: predictions]" },
  { 0, "extra-pairs", "N", MG_COUNT, OUT(extra), 0, 1000,
    "pairs per node beside the edges, if made from predictions [default: 5]" },
  { 0, "predictions", "FILE", MG_FILE, OUT(file[MG_LEARN_PREDICTIONS]), 0, 0,
    "write the predicted label of every node and the probability of each class" },
  { 0, "calibrated", NULL, MG_FLAG, OUT(calibrated), 0, 0,
    "scale the probabilities of --predictions by the temperature that suits the validation nodes" },
  { 0, "logits", "FILE", MG_FILE, OUT(file[MG_LEARN_LOGITS]), 0, 0, "write the logits" },
  { 0, "embedding", "FILE", MG_FILE, OUT(file[MG_LEARN_EMBEDDING]), 0, 0,
    "write the embedding of every node, .csv or .npy" },
  { 0, "layer", "K", MG_COUNT, OUT(layer), 0, 1000,
    "layer that --embedding writes; 0 is the embedding of the features [default: the last]" },
  { 0, "save", "FILE", MG_FILE, OUT(file[MG_LEARN_SAVE]), 0, 0,
    "write the trained model" },
  { 0, "load", "FILE", MG_FILE, OUT(load), 0, 0, "use a saved model, without training" },
  { 0, "report", "FILE", MG_FILE, OUT(report), 0, 0, "write all results as JSON" },
  { 'T', "format", "text|markdown|latex|csv|json", MG_WORD, OUT(format), 0, 0,
    "format of the table on standard output [default: text]" },
  { 0, "paper", NULL, MG_FLAG, OUT(paper), 0, 0,
    "add the published values of the table of settings" },
  MG_OPTIONS_END
};

const mg_option_part mg_learn_options[] = {
  { "Data", input_rows, offsetof(mg_learning, in) },
  { "Models", model_rows, offsetof(mg_learning, run) },
  { "Runs", run_rows, offsetof(mg_learning, run) },
  { "Output", output_rows, offsetof(mg_learning, out) },
  { "General", mg_general_rows, offsetof(mg_learning, call) },
  { NULL, NULL, 0 }
};

/* Define a function that returns the k-th model that uses a setting. */
#define USERS(setting) \
  static const char *users_of_##setting(size_t k) \
  { return mg_model_using(MG_SET_##setting, k); }
USERS(ALPHA)
USERS(BETA)
USERS(THETA)
USERS(MU)
USERS(P)
USERS(ATTENTION)
USERS(INITIAL)
USERS(EPS)
USERS(METRIC_BOUND)

const mg_word_list mg_learn_lists[] = {
  { "{readers}", mg_reader_word }, { "{models}", mg_model_name },
  { "{alpha}", users_of_ALPHA }, { "{beta}", users_of_BETA },
  { "{theta}", users_of_THETA }, { "{mu}", users_of_MU }, { "{p}", users_of_P },
  { "{attention}", users_of_ATTENTION }, { "{initial}", users_of_INITIAL },
  { "{eps}", users_of_EPS }, { "{metric_bound}", users_of_METRIC_BOUND },
  { NULL, NULL }
};

const mg_option_relation mg_learn_relations[] = {
  { "calibrated", MG_NEEDS, "predictions", NULL },
  { "split", MG_EXCLUDES, "splits", "since one draws splits and the other reads them" },
  { "save", MG_EXCLUDES, "load", "which would write the same model" },
  { NULL, MG_NEEDS, NULL, NULL }
};

void
mg_learn_options_init(void *run)
{
  mg_learning *l = run;
  mg_limits limits;

  mg_limits_init(&limits);
  l->in.max_nodes = (long)limits.nodes;
  l->in.max_edges = (long)limits.edges;
  l->in.max_bytes = (long)limits.bytes;
  l->out.layer = -1;
  l->out.extra = 5;
  l->run.batch = 512;
}

/* Read --split, as in "60/20/20": three numbers with the sum 100 or 1. */
static mgnn_status
split_read(mg_learning *l, mgnn_error *err)
{
  const char *text = l->run.split != NULL ? l->run.split : "60/20/20";
  const char *p = text, *end = text + strlen(text);
  double share[3] = { 0 }, sum;
  int k = 0;

  for (; k < 3 && p != NULL && (p = mg_number_read(p, end, &share[k])) != NULL;
       k++)
    if (k < 2 && *p++ != '/')
      p = NULL;
  sum = share[0] + share[1] + share[2];
  if (k < 3 || p != end || !(share[0] > 0 && share[1] > 0 && share[2] > 0)
      || (fabs(sum - 100) > 1e-6 && fabs(sum - 1) > 1e-8))
    return mg_fail(err, MGNN_EINVAL, "--split is \"%.40s\", must be three "
                   "numbers above 0 with the sum 100 or 1, for example 60/20/20", text);
  l->validation = share[1] / sum;
  l->test = share[2] / sum;
  return MGNN_OK;
}

static mgnn_status
seed_add(mg_learning *l, unsigned long seed, mgnn_error *err)
{
  unsigned long *more;

  for (size_t k = 0; k < l->seeds; k++)
    if (l->seed[k] == seed)
      return mg_fail(err, MGNN_EINVAL, "--seeds: %lu is there twice", seed);
  PASS(mg_allocated(more = mg_resize(l->seed, l->seeds + 1, sizeof *more), err));
  l->seed = more;
  l->seed[l->seeds++] = seed;
  return MGNN_OK;
}

/* Read --seeds, as in "1..10,12": numbers and ranges. */
static mgnn_status
seeds_read(mg_learning *l, mgnn_error *err)
{
  const char *text = l->run.seeds != NULL ? l->run.seeds : "1", *stop;

  if (l->run.seeds == NULL && l->run.splits != NULL)
    return MGNN_OK;            /* all columns, unknown yet */
  for (const char *p = text; ; p = stop + 1) {
    const char *dots = strstr(p, "..");
    double from = 0, to;
    int right;

    stop = p + strcspn(p, ",");
    if (dots == NULL || dots > stop)
      dots = stop;
    right = mg_number_whole(p, (size_t)(dots - p), &from);
    to = from;
    if (right && dots < stop)
      right = mg_number_whole(dots + 2, (size_t)(stop - dots - 2), &to);
    if (!right || !(from >= 0 && to >= from && to < 4294967296.0
                    && to - from < 10000) || from != floor(from)
        || to != floor(to))
      return mg_fail(err, MGNN_EINVAL, "--seeds is \"%.40s\", must be whole "
                     "numbers with commas between, or a range such as 1..10 of "
                     "at most 10000", text);
    for (double seed = from; seed <= to; seed++)
      PASS(seed_add(l, (unsigned long)seed, err));
    if (*stop == '\0')
      break;
  }
  return MGNN_OK;
}

mgnn_status
mg_learn_options_check(mg_learning *l, mgnn_error *err)
{
  mg_settings s;

  mg_settings_init(&s);
  for (size_t k = 0; k < MG_SETTINGS; k++)
    if (l->run.value[k] != NULL)
      PASS(mg_setting_set(&s, &mg_setting_rows[k], l->run.value[k], "--", err));
  if (l->out.load != NULL && l->call.operands > 1)
    return mg_fail(err, MGNN_EINVAL, "--load is for one data set; there are %zu",
                   l->call.operands);
  PASS(split_read(l, err));
  return seeds_read(l, err);
}
