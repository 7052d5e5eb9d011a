/* The public functions of mgnn-learn.h, from arrays to arrays. */
#include <mgnn-learn.h>

#include "base/mem.h"
#include "base/error.h"
#include "data.h"
#include "drawn_metric.h"
#include "io/write/output.h"
#include "model_file.h"

#include <string.h>

struct mgnn_learn_data {
  mg_matrix x;
  mg_learn_graph graph;
  int *label;
  mg_learn_task task;
};

struct mgnn_learn_net {
  const mgnn_learn_data *data;
  const mg_model *model;
  mg_settings s;
  mg_net net;
  unsigned char *part;         /* one byte per node */
  double temperature;
  unsigned long seed;
};

/* ---- data ---- */

static mgnn_status
arrays_check(const mgnn_learn_arrays *a, mgnn_error *err)
{
  if (a->nodes < 1 || a->nodes >= 4294967295U || a->features < 1
      || a->classes < 2)
    return mg_fail(err, MGNN_EINVAL, "there are %zu nodes, %zu features and %zu "
                   "classes; at least 1, 1 and 2 are needed", a->nodes,
                   a->features, a->classes);
  for (size_t k = 0; k < 2 * a->edges; k++)
    if (a->ends[k] >= a->nodes)
      return mg_fail(err, MGNN_EINVAL, "edge %zu joins node %u, but there are "
                     "%zu nodes", k / 2, a->ends[k], a->nodes);
  for (size_t i = 0; i < a->nodes; i++)
    if (a->label[i] < -1 || a->label[i] >= (int)a->classes)
      return mg_fail(err, MGNN_EINVAL, "node %zu has label %d, must be from -1 "
                     "to %zu", i, a->label[i], a->classes - 1);
  for (size_t k = 0; a->dense != NULL && k < a->nodes * a->features; k++)
    if (!isfinite(a->dense[k]))
      return mg_fail(err, MGNN_EINVAL, "feature %zu of node %zu is not finite",
                     k % a->features, k / a->features);
  return MGNN_OK;
}

/* Check and copy features given as sparse rows. */
static mgnn_status
sparse_take(mgnn_learn_data *d, const mgnn_learn_arrays *a, mgnn_error *err)
{
  size_t entries = a->row[a->nodes];
  mg_csr rows = { 0 };
  mgnn_status status = MGNN_OK;

  for (size_t i = 0; i < a->nodes; i++)
    for (size_t k = a->row[i]; k < a->row[i + 1]; k++)
      if (a->column[k] >= a->features || !isfinite(a->value[k])
          || (k > a->row[i] && a->column[k] <= a->column[k - 1]))
        return mg_fail(err, MGNN_EINVAL, "entry %zu of node %zu is in column %u "
                       "with the value %g; columns must rise and be below %zu, "
                       "values finite", k - a->row[i], i, a->column[k],
                       a->value[k], a->features);
  TRY(mg_csr_alloc(&rows, a->nodes, a->features, entries, err));
  memcpy(rows.row, a->row, (a->nodes + 1) * sizeof *rows.row);
  memcpy(rows.col, a->column, entries * sizeof *rows.col);
  for (size_t k = 0; k < entries; k++)
    rows.value[k] = (mg_real)a->value[k];
  TRY(mg_matrix_sparse(&d->x, &rows, err));
end:
  mg_csr_free(&rows);
  return status;
}

mgnn_status
mgnn_learn_data_new(mgnn_learn_data **out, const mgnn_learn_arrays *a,
                    mgnn_error *err)
{
  mgnn_learn_data *d = NULL;
  mgnn_status status = MGNN_OK;

  *out = NULL;
  TRY(arrays_check(a, err));
  TRY(mg_allocated(d = mg_zalloc(1, sizeof *d), err));
  TRY(mg_allocated(d->label = mg_alloc(a->nodes, sizeof *d->label), err));
  memcpy(d->label, a->label, a->nodes * sizeof *d->label);
  if (a->dense != NULL)
    TRY(mg_matrix_make(&d->x, a->nodes, a->features, a->dense, err));
  else
    TRY(sparse_take(d, a, err));
  TRY(mg_learn_graph_make(&d->graph, a->nodes, a->edges, a->ends, err));
  d->task = (mg_learn_task){
    .inputs = { .features = &d->x, .adjacency = &d->graph.adjacency,
                .plain = &d->graph.plain, .loops = &d->graph.loops,
                .outputs = a->classes },
    .n = a->nodes, .label = d->label };
  *out = d;
  d = NULL;
end:
  mgnn_learn_data_free(d);
  return status;
}

void
mgnn_learn_data_free(mgnn_learn_data *d)
{
  if (d == NULL)
    return;
  mg_matrix_free(&d->x);
  mg_learn_graph_free(&d->graph);
  mg_free_all(d->label, d);
}

/* ---- training ---- */

static const mgnn_learn_params defaults = {
  .model = "mgnn-message", .validation = 0.2, .test = 0.2, .seed = 1
};

static const mg_params_kind kind = {
  "mgnn_learn_params", sizeof defaults,
  offsetof(mgnn_learn_params, watch_ctx) + sizeof defaults.watch_ctx, &defaults
};

void
mgnn_learn_params_init_size(mgnn_learn_params *par, size_t size)
{
  mg_params_init(&kind, par, size);
}

/* Parse settings given as "lr=0.01 layers=8". */
static mgnn_status
settings_parse(mgnn_learn_net *net, const char *text, mgnn_error *err)
{
  mg_settings_init(&net->s);
  while (text != NULL && *(text += strspn(text, " ")) != '\0') {
    size_t name = strcspn(text, "= "), len = strcspn(text, " ");
    char word[64] = "", value[64] = "";
    const mg_setting *row;

    if (text[name] == '=' && len < sizeof word) {
      memcpy(word, text, name);
      memcpy(value, text + name + 1, len - name - 1);
    }
    text += len;
    row = mg_setting_find(word);
    if (row == NULL)
      return mg_fail(err, MGNN_EINVAL, "\"%.40s\": settings are of the form "
                     "lr=0.01 layers=8, and there is none of this name",
                     text - len);
    PASS(mg_setting_set(&net->s, row, value, "", err));
  }
  return MGNN_OK;
}

/* The parts of the nodes: those given, or a random split. */
static mgnn_status
part_take(mgnn_learn_net *net, const mgnn_learn_params *par, mgnn_error *err)
{
  const mg_learn_task *task = &net->data->task;

  if (par->part == NULL)
    return mg_split_random(task->n, task->label, par->validation, par->test,
                           par->seed, net->part, err);
  for (size_t i = 0; i < task->n; i++) {
    if (par->part[i] == '\0' || strchr("tve-", par->part[i]) == NULL
        || (par->part[i] != '-' && task->label[i] < 0))
      return mg_fail(err, MGNN_EINVAL, "the part of node %zu must be t, v, e or "
                     "-, and - where it has no label", i);
    net->part[i] = (unsigned char)par->part[i];
  }
  for (const char *which = "tve"; *which != '\0'; which++)
    if (memchr(net->part, *which, task->n) == NULL)
      return mg_fail(err, MGNN_EINVAL, "no node has the part %c: training "
                     "needs nodes for t, v and e", *which);
  return MGNN_OK;
}

static mgnn_status
net_new(mgnn_learn_net **out, const mgnn_learn_data *data, mgnn_error *err)
{
  mgnn_learn_net *net = mg_zalloc(1, sizeof *net);

  *out = net;
  PASS(mg_allocated(net, err));
  net->data = data;
  PASS(mg_allocated(net->part = mg_alloc(data->task.n, 1), err));
  memset(net->part, MG_UNUSED, data->task.n);
  mg_net_init(&net->net);
  return MGNN_OK;
}

mgnn_status
mgnn_learn_train(mgnn_learn_net **out, const mgnn_learn_data *data,
                 const mgnn_learn_params *par, mgnn_learn_result *result,
                 mgnn_error *err)
{
  mgnn_learn_params own;
  mg_learn_task task = data->task;
  mgnn_learn_net *net = NULL;
  mg_outcome got = { 0 };
  char names[200];
  mgnn_status status = MGNN_OK;

  *out = NULL;
  TRY(mg_params_take(&kind, &own, par, err));
  TRY(net_new(&net, data, err));
  net->model = mg_model_find(own.model);
  net->seed = own.seed;
  if (net->model == NULL)
    TRY(mg_fail(err, MGNN_EINVAL, "there is no model \"%.40s\"; give %s", own.model,
                mg_choices(names, sizeof names, mg_model_name)));
  TRY(settings_parse(net, own.settings, err));
  TRY(part_take(net, &own, err));
  task.watch = own.watch;
  task.watch_ctx = own.watch_ctx;
  net->model->build(&net->net, &data->task.inputs, &net->s);
  TRY(mg_net_finish(&net->net, err));
  TRY(mg_train(&net->net, &task, net->part, &net->s, own.seed, &got, err));
  net->temperature = mg_calibrate(&net->net, &data->task, net->part);
  if (result != NULL)
    *result = (mgnn_learn_result){ got.epoch, got.epochs, got.train,
                                   got.validation, got.test, got.parameters,
                                   got.diverged > 0 };
  *out = net;
  net = NULL;
  if (got.stopped)
    status = mg_fail(err, MGNN_ENOCONV, "stopped at epoch %ld", got.epochs);
end:
  mgnn_learn_net_free(net);
  return status;
}

void
mgnn_learn_net_free(mgnn_learn_net *net)
{
  if (net == NULL)
    return;
  mg_net_free(&net->net);
  mg_free_all(net->part, net);
}

/* ---- results ---- */

void
mgnn_learn_predict(const mgnn_learn_net *net, double *p)
{
  mg_probabilities(&net->net, &net->data->task, 1, p);
}

void
mgnn_learn_predict_calibrated(const mgnn_learn_net *net, double *p)
{
  mg_probabilities(&net->net, &net->data->task, net->temperature, p);
}

void
mgnn_learn_logits(const mgnn_learn_net *net, double *y)
{
  mg_probabilities(&net->net, &net->data->task, 0, y);
}

static const mg_table *
layer_of(const mgnn_learn_net *net, size_t layer)
{
  for (size_t t = 0; t < net->net.tables; t++)
    if ((size_t)net->net.table[t].layer == layer + 1)
      return &net->net.table[t];
  return NULL;
}

size_t
mgnn_learn_layer_size(const mgnn_learn_net *net, size_t layer)
{
  const mg_table *t = layer_of(net, layer);

  return t != NULL ? t->cols : 0;
}

void
mgnn_learn_layer(const mgnn_learn_net *net, size_t layer, double *z)
{
  const mg_table *t = layer_of(net, layer);

  for (size_t i = 0; t != NULL && i < t->rows; i++)
    for (size_t c = 0; c < t->cols; c++)
      *z++ = t->x[i * t->ld + c];
}

mgnn_status
mgnn_learn_metric(const mgnn_learn_net *net, const char *from, size_t extra,
                  size_t *count, mgnn_node **ends, double **length,
                  mgnn_error *err)
{
  const mg_drawn_options opt = { extra, net->seed, net->temperature };
  mg_drawn_metric m = { 0 };
  mgnn_status status = MGNN_OK;

  *ends = NULL;
  *length = NULL;
  if (strcmp(from, "attention") == 0)
    TRY(mg_drawn_attention(&net->net, &m, err));
  else if (strcmp(from, "predictions") == 0)
    TRY(mg_drawn_predictions(&net->net, &net->data->task, net->part, &opt, &m,
                             err));
  else
    TRY(mg_fail(err, MGNN_EINVAL, "a metric is from \"predictions\" or "
                "\"attention\", not from \"%.40s\"", from));
  TRY(mg_allocated_all(err, *ends = mg_alloc(m.count, 2 * sizeof **ends),
                       MG_NEW(*length, m.count)));
  for (size_t k = 0; k < m.count; k++) {
    (*ends)[2 * k] = m.pair[k].a;
    (*ends)[2 * k + 1] = m.pair[k].b;
    (*length)[k] = m.pair[k].length;
  }
  *count = m.count;
end:
  mg_drawn_metric_free(&m);
  if (status != MGNN_OK) {
    mg_free(*ends);
    *ends = NULL;
  }
  return status;
}

void
mgnn_learn_free(void *array)
{
  mg_free(array);
}

/* ---- files ---- */

mgnn_status
mgnn_learn_save(const mgnn_learn_net *net, const char *path, mgnn_error *err)
{
  size_t classes = net->data->task.inputs.outputs;
  mg_model_file about = {
    .model = net->model, .s = net->s, .features = net->data->x.cols,
    .nodes = net->data->task.n, .temperature = net->temperature };
  char (*text)[24] = mg_alloc(classes, sizeof *text);
  mg_output out = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, text, MG_NEW(about.class_name, classes)));
  for (; about.classes < classes; about.classes++) {
    snprintf(text[about.classes], sizeof *text, "%zu", about.classes);
    about.class_name[about.classes] = text[about.classes];
  }
  TRY(mg_output_open(&out, path, err));
  mg_model_write(out.file, &about, &net->net);
  TRY(mg_output_commit(&out, err));
end:
  mg_output_discard(&out);
  mg_free_all(about.class_name, text);
  return status;
}

mgnn_status
mgnn_learn_load(mgnn_learn_net **out, const mgnn_learn_data *data,
                const char *path, mgnn_error *err)
{
  mgnn_learn_net *net = NULL;
  mg_model_file m = { 0 };
  mgnn_status status = MGNN_OK;

  *out = NULL;
  TRY(mg_model_read(&m, path, err));
  if (m.features != data->x.cols || m.classes != data->task.inputs.outputs)
    TRY(mg_fail(err, MGNN_EINVAL, "%s: the model has %zu features and %zu "
                "classes, the data have %zu and %zu", path, m.features,
                m.classes, data->x.cols, data->task.inputs.outputs));
  TRY(net_new(&net, data, err));
  net->model = m.model;
  net->s = m.s;
  net->temperature = m.temperature;
  net->seed = 1;
  net->model->build(&net->net, &data->task.inputs, &net->s);
  if (net->net.failed)
    TRY(mg_fail_memory(err));
  TRY(mg_model_load(&m, &net->net, path, err));
  mg_net_forward(&net->net);
  *out = net;
  net = NULL;
end:
  mg_model_file_free(&m);
  mgnn_learn_net_free(net);
  return status;
}
