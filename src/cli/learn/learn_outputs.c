/* Writes files made from a trained network: lengths, predictions, logits, an embedding,
 * the network itself.  Reads a network back. */
#include "learn.h"
#include "base/mem.h"
#include "cli/common/file_set.h"
#include "io/table/features.h"
#include "io/write/write.h"
#include "io/write/sink.h"
#include "learn/drawn_metric.h"

#include <stdio.h>
#include <string.h>

/* ---- checks before the work ---- */

int
mg_learn_net_wanted(const mg_learning *l)
{
  int wanted = 0;

  for (size_t k = 0; k < MG_LEARN_FILES; k++)
    wanted |= l->out.file[k] != NULL;
  return wanted;
}

static mgnn_status
outputs_add(const mg_learning *l, mg_files *files, mgnn_error *err)
{
  for (size_t k = 0; k <= MG_LEARN_FILES; k++) {
    const char *name = k < MG_LEARN_FILES ? l->out.file[k] : l->out.report;

    if (name == NULL)
      continue;
    PASS(mg_files_add(files, name, err));
    PASS(mg_output_try(name, err));
  }
  return MGNN_OK;
}

/* Fails if files are wanted that cannot be made from collections of graphs. */
mgnn_status
mg_learn_kind_check(void *run, mgnn_error *err)
{
  const mg_learning *l = run;

  if (l->sets > 0 && mg_learn_of_graphs(&l->set[0])
      && (mg_learn_net_wanted(l) || l->out.load != NULL))
    return mg_fail(err, MGNN_EINVAL, "-o, --predictions, --logits, "
                   "--embedding, --save and --load are for classes of nodes; "
                   "%s has graphs", l->set[0].name);
  return MGNN_OK;
}

mgnn_status
mg_learn_files_check(void *run, mgnn_error *err)
{
  const mg_learning *l = run;
  const char *const input[] = { l->call.operand[0], l->in.features,
                                l->in.labels, l->run.settings, l->run.splits,
                                l->run.journal, l->out.load };
  mg_files files = { 0 };
  mgnn_status status = MGNN_OK;

  if (mg_learn_net_wanted(l) && l->call.operands > 1)
    return mg_fail(err, MGNN_EINVAL, "-o, --predictions, --logits, "
                   "--embedding and --save are for one data set; there are %zu",
                   l->call.operands);
  TRY(outputs_add(l, &files, err));
  TRY(mg_files_check(&files, input, sizeof input / sizeof *input, err));
end:
  mg_files_free(&files);
  return status;
}

/* ---- a network read back ---- */

/* Renumber the labels of the data as classes of the loaded model, matched by name. */
static mgnn_status
classes_match(mg_learning *l, mg_learn_set *set, mgnn_error *err)
{
  const mg_model_file *m = &l->loaded;

  for (size_t i = 0; i < set->src.n; i++) {
    const char *name;
    size_t c = 0;

    if (set->label[i] < 0)
      continue;
    name = set->groups.name[set->class_group[set->label[i]]];
    while (c < m->classes && strcmp(m->class_name[c], name) != 0)
      c++;
    if (c == m->classes)
      return mg_fail(err, MGNN_EINVAL, "%s: the label \"%.40s\" is no class of "
                     "the model %s", set->labels, name, l->out.load);
    set->label[i] = (int)c;
  }
  set->task.inputs.outputs = m->classes;
  return MGNN_OK;
}

static mgnn_status
features_match(const mg_learning *l, mg_learn_set *set, mgnn_error *err)
{
  size_t want = l->loaded.features;

  if (set->x.dense == NULL && set->x.cols < want)
    return mg_matrix_widen(&set->x, want, err);
  if (set->x.cols != want)
    return mg_fail(err, MGNN_EINVAL, "%s: has %zu features per node, the model "
                   "%s has %zu", set->features, set->x.cols, l->out.load, want);
  return MGNN_OK;
}

mgnn_status
mg_learn_load(void *run, mgnn_error *err)
{
  mg_learning *l = run;
  mg_learn_set *set = &l->set[0];
  mg_net *net = &l->best.net;

  PASS(mg_model_read(&l->loaded, l->out.load, err));
  PASS(features_match(l, set, err));
  PASS(classes_match(l, set, err));
  if (strcmp(l->loaded.model->name, "linkx") == 0
      && set->src.n != l->loaded.nodes)
    return mg_fail(err, MGNN_EINVAL, "%s: linkx knows the %zu nodes that it was "
                   "trained on; %s has %zu", l->out.load, l->loaded.nodes,
                   set->graph, set->src.n);
  mg_net_init(net);
  l->loaded.model->build(net, &set->task.inputs, &l->loaded.s);
  if (net->failed)
    return mg_fail_memory(err);
  PASS(mg_model_load(&l->loaded, net, l->out.load, err));
  mg_net_forward(net);
  l->best.exists = 1;
  return MGNN_OK;
}

/* ---- writing ---- */

/* The data from which the files are made. */
typedef struct {
  const mg_learning *l;
  const mg_learn_set *set;
  const mg_net *net;
  unsigned char *part;         /* n */
  unsigned long seed;
  double temperature;
  size_t file;                 /* MG_LEARN_...: the file being written */
} written;

/* The name of a class. */
static const char *
class_name(const written *w, size_t c)
{
  return w->l->out.load != NULL ? w->l->loaded.class_name[c]
         : w->set->groups.name[w->set->class_group[c]];
}

static mgnn_status
metric_write(const written *w, FILE *out, mgnn_error *err)
{
  const mg_drawn_options opt = { (size_t)w->l->out.extra, w->seed,
                                 w->temperature };
  const char *from = w->l->out.metric_from;
  mg_drawn_metric m = { 0 };
  mg_sink s;
  mgnn_status status = MGNN_OK;

  if (from != NULL && strcmp(from, "attention") == 0)
    TRY(mg_drawn_attention(w->net, &m, err));
  else
    TRY(mg_drawn_predictions(w->net, &w->set->task, w->part, &opt, &m, err));
  mg_sink_init(&s, out);
  mg_put_text(&s, "source,target,length\n");
  for (size_t k = 0; k < m.count; k++) {
    mg_put_cell(&s, w->set->src.names.text[m.pair[k].a]);
    mg_put_char(&s, ',');
    mg_put_cell(&s, w->set->src.names.text[m.pair[k].b]);
    mg_put_char(&s, ',');
    mg_put_number(&s, m.pair[k].length);
    mg_put_char(&s, '\n');
  }
  mg_sink_flush(&s);
  if (!w->l->call.quiet)
    fprintf(stderr, "%s: %zu edges%s have lengths\n", w->l->call.program,
            m.edges, m.count > m.edges ? " and more pairs, for "
            "mgnn-layout --metric-adds-edges --pairs paths," : "");
end:
  mg_drawn_metric_free(&m);
  return status;
}

/* Write the numbers at the end of a row. */
static void
numbers_put(mg_sink *s, const double *x, size_t count)
{
  for (size_t c = 0; c < count; c++) {
    mg_put_char(s, ',');
    mg_put_number(s, x[c]);
  }
}

/* Write a number for every node and class: softmax(results / temperature) or, for
 * --logits, the results themselves. */
static mgnn_status
classes_write(const written *w, FILE *out, mgnn_error *err)
{
  double temperature = w->file == MG_LEARN_LOGITS ? 0
                       : w->l->out.calibrated ? w->temperature : 1;
  size_t classes = w->set->task.inputs.outputs, n = w->set->src.n;
  double *p = mg_alloc(n, classes * sizeof *p);
  mg_sink s;

  PASS(mg_allocated(p, err));
  mg_probabilities(w->net, &w->set->task, temperature, p);
  mg_sink_init(&s, out);
  mg_put_text(&s, "node,label,part");
  for (size_t c = 0; c < classes; c++) {
    mg_put_char(&s, ',');
    mg_put_cell(&s, class_name(w, c));
  }
  for (size_t i = 0; i < n; i++) {
    mg_put_char(&s, '\n');
    mg_put_cell(&s, w->set->src.names.text[i]);
    mg_put_char(&s, ',');
    mg_put_cell(&s, class_name(w, mg_predicted(w->net, classes, i)));
    mg_put_char(&s, ',');
    mg_put_char(&s, (char)w->part[i]);
    numbers_put(&s, p + i * classes, classes);
  }
  mg_put_char(&s, '\n');
  mg_sink_flush(&s);
  mg_free(p);
  return MGNN_OK;
}

/* The values of a layer; -1: of the last or, if there are no layers, the results. */
static const mg_table *
layer_find(const mg_net *net, long layer, mgnn_error *err)
{
  if (layer < 0 && net->layers == 0)
    return mg_net_results(net);
  if (layer < 0)
    layer = net->layers - 1;
  for (size_t t = 0; t < net->tables; t++)
    if (net->table[t].layer == layer + 1)
      return &net->table[t];
  if (net->layers == 0)
    mg_fail(err, MGNN_EINVAL, "--layer is %ld, but the model has results only; "
            "leave it out", layer);
  else
    mg_fail(err, MGNN_EINVAL, "--layer is %ld, the model has layers 0 to %d",
            layer, net->layers - 1);
  return NULL;
}

static void
embedding_csv(const written *w, size_t cols, const double *x, FILE *out)
{
  mg_sink s;

  mg_sink_init(&s, out);
  mg_put_text(&s, "node");
  for (size_t c = 0; c < cols; c++) {
    mg_put_text(&s, ",x");
    mg_put_count(&s, c + 1);
  }
  for (size_t i = 0; i < w->set->src.n; i++) {
    mg_put_char(&s, '\n');
    mg_put_cell(&s, w->set->src.names.text[i]);
    numbers_put(&s, x + i * cols, cols);
  }
  mg_put_char(&s, '\n');
  mg_sink_flush(&s);
}

/* Write the embedding.  Rows of .npy are in the order in which arrays are read. */
static mgnn_status
embedding_write(const written *w, FILE *out, mgnn_error *err)
{
  const mg_table *t = layer_find(w->net, w->l->out.layer, err);
  const char *name = w->l->out.file[MG_LEARN_EMBEDDING];
  size_t n = w->set->src.n, len = strlen(name), cols;
  int npy = len > 4 && strcmp(name + len - 4, ".npy") == 0;
  unsigned *node = NULL;
  double *x = NULL;
  mgnn_status status = MGNN_OK;

  if (t == NULL)
    return MGNN_EINVAL;
  cols = t->cols;
  TRY(mg_allocated_all(err, x = mg_alloc(n, cols * sizeof *x), MG_NEW(node, n)));
  mg_row_nodes(&w->set->src, node);
  for (size_t i = 0; i < n; i++)
    for (size_t c = 0; c < cols; c++)
      x[i * cols + c] = t->x[(npy ? node[i] : i) * t->ld + c];
  if (npy)
    mg_write_npy(out, n, cols, x);
  else
    embedding_csv(w, cols, x, out);
end:
  mg_free_all(x, node);
  return status;
}

static mgnn_status
model_write(const written *w, FILE *out, mgnn_error *err)
{
  const mg_learning *l = w->l;
  const mg_learn_case *c = l->out.load == NULL
                           ? &l->cases[l->job[l->best.job].of] : NULL;
  size_t classes = w->set->task.inputs.outputs;
  mg_model_file about = { .features = w->set->x.cols, .nodes = w->set->src.n,
                          .temperature = w->temperature };

  about.model = c->model;
  about.s = c->s;
  PASS(mg_allocated(about.class_name = mg_alloc(classes, sizeof *about.class_name), err));
  for (; about.classes < classes; about.classes++)
    about.class_name[about.classes] = (char *)class_name(w, about.classes);
  mg_model_write(out, &about, w->net);
  mg_free(about.class_name);
  return MGNN_OK;
}

static mgnn_status
files_write(written *w, mgnn_error *err)
{
  static mgnn_status (*const write[])(const written *, FILE *, mgnn_error *) = {
    [MG_LEARN_METRIC] = metric_write, [MG_LEARN_PREDICTIONS] = classes_write,
    [MG_LEARN_LOGITS] = classes_write, [MG_LEARN_EMBEDDING] = embedding_write,
    [MG_LEARN_SAVE] = model_write
  };
  mg_output out = { 0 };
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < MG_LEARN_FILES; k++)
    if (w->l->out.file[k] != NULL) {
      w->file = k;
      TRY(mg_output_open(&out, w->l->out.file[k], err));
      TRY(write[k](w, out.file, err));
      TRY(mg_output_keep(&out, w->l->call.files, err));
    }
end:
  mg_output_discard(&out);
  return status;
}

/* With --load, print how many of the labels are predicted correctly. */
static void
accuracy_print(const written *w)
{
  size_t right = 0, known = 0;

  for (size_t i = 0; i < w->set->src.n; i++)
    if (w->set->label[i] >= 0) {
      known++;
      right += (size_t)w->set->label[i]
               == mg_predicted(w->net, w->set->task.inputs.outputs, i);
    }
  if (known > 0)
    printf("%s, %s: %zu of %zu labels predicted, %.2f %%\n", w->set->name,
           w->l->loaded.model->name, right, known,
           100 * (double)right / (double)known);
}

mgnn_status
mg_learn_files_write(void *run, mgnn_error *err)
{
  mg_learning *l = run;
  written w = { .l = l, .set = &l->set[0], .net = &l->best.net, .seed = 1 };
  mgnn_status status = MGNN_OK;

  if (!l->best.exists)
    return MGNN_OK;
  TRY(mg_allocated(w.part = mg_alloc(w.set->src.n, 1), err));
  memset(w.part, MG_UNUSED, w.set->src.n);
  if (l->out.load != NULL) {
    w.temperature = l->loaded.temperature;
    accuracy_print(&w);
  } else {
    w.seed = l->job[l->best.job].seed;
    TRY(mg_learn_part(l, w.set, w.seed, w.part, err));
    w.temperature = mg_calibrate(w.net, &w.set->task, w.part);
  }
  TRY(files_write(&w, err));
end:
  mg_free(w.part);
  return status;
}
