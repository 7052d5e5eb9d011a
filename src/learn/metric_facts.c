/* Whether the learned metric is alive, and whether it separates classes. */
#include "metric_facts.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

size_t
mg_metric_edges(const mg_net *net, double *length)
{
  const mg_op *op = mg_metric_op(net);
  const mg_slots *g = op->graph;
  const mg_real *m = mg_out(net, op)->x;
  size_t count = 0;

  for (size_t i = 0; i < g->n; i++)
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
      if (g->to[k] > i)
        length[count++] = ((double)m[k] + (double)m[g->rev[k]]) / 2;
  return count;
}

static int
rising(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

/* An edge for the AUC. */
typedef struct {
  double length;
  int apart;                   /* its ends are of different classes */
} judged;

static int
by_length(const void *a, const void *b)
{
  return rising(&((const judged *)a)->length, &((const judged *)b)->length);
}

/* The share of pairs (an edge within a class, one between) whose second is the
 * longer; equal ones count half.  By the sum of ranks. */
static double
auc_of(judged *edge, size_t count)
{
  double apart = 0, ranks = 0;

  qsort(edge, count, sizeof *edge, by_length);
  for (size_t from = 0, to; from < count; from = to) {
    for (to = from + 1; to < count && edge[to].length == edge[from].length;)
      to++;
    for (size_t k = from; k < to; k++)
      if (edge[k].apart) {
        apart++;
        ranks += (double)(from + to + 1) / 2;
      }
  }
  if (apart == 0 || apart == (double)count)
    return NAN;
  return (ranks - apart * (apart + 1) / 2) / (apart * ((double)count - apart));
}

static mgnn_status
auc_find(const mg_net *net, const mg_learn_task *task, mg_metric_facts *out,
         mgnn_error *err)
{
  const mg_slots *g = mg_metric_op(net)->graph;
  double *length = mg_alloc(g->slots, sizeof *length);
  judged *edge = mg_alloc(g->slots, sizeof *edge);
  size_t e = 0, count = 0;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(length, err));
  TRY(mg_allocated(edge, err));
  mg_metric_edges(net, length);
  for (size_t i = 0; i < g->n; i++)
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      size_t j = g->to[k];

      if (j <= i)
        continue;
      if (task->label[i] >= 0 && task->label[j] >= 0)
        edge[count++] = (judged){ length[e], task->label[i] != task->label[j] };
      e++;
    }
  out->auc = auc_of(edge, count);
end:
  mg_free(length);
  mg_free(edge);
  return status;
}

static mgnn_status
weights_find(const mg_op *op, mg_metric_facts *out, mgnn_error *err)
{
  const mg_slots *g = op->graph;
  double *w = mg_alloc(g->slots, sizeof *w);
  size_t count = 0, zeros = 0;

  if (w == NULL)
    return mg_fail_memory(err);
  for (size_t i = 0; i < g->n; i++)
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
      if (g->to[k] != i) {
        w[count++] = op->kept[2][k];
        zeros += op->kept[2][k] * op->kept[1][k] == 0;
      }
  qsort(w, count, sizeof *w, rising);
  out->median = count > 0 ? w[count / 2] : NAN;
  out->low = count > 0 ? w[count / 20] : NAN;
  out->high = count > 0 ? w[count - 1 - count / 20] : NAN;
  out->zero_share = count > 0 ? (double)zeros / (double)count : NAN;
  mg_free(w);
  return MGNN_OK;
}

/* Set beta of all layers. */
static void
beta_set(mg_net *net, int metric, double beta)
{
  for (size_t k = 0; k < net->ops; k++)
    if (net->op[k].in[2] == metric && net->op[k].graph != NULL)
      net->op[k].number[1] = beta;
}

static double
beta_of(const mg_net *net, int metric)
{
  for (size_t k = 0; k < net->ops; k++)
    if (net->op[k].in[2] == metric && net->op[k].graph != NULL)
      return net->op[k].number[1];
  return 0;
}

static mgnn_status
agreement_find(mg_net *net, const mg_learn_task *task, int metric,
               mg_metric_facts *out, mgnn_error *err)
{
  size_t *was = mg_alloc(task->n, sizeof *was), same = 0;
  double beta = beta_of(net, metric);

  if (was == NULL)
    return mg_fail_memory(err);
  for (size_t i = 0; i < task->n; i++)
    was[i] = mg_predicted(net, task->inputs.outputs, i);
  beta_set(net, metric, 0);
  mg_net_forward(net);
  for (size_t i = 0; i < task->n; i++)
    same += was[i] == mg_predicted(net, task->inputs.outputs, i);
  beta_set(net, metric, beta);
  mg_net_forward(net);
  out->agreement = 100 * (double)same / (double)task->n;
  mg_free(was);
  return MGNN_OK;
}

mgnn_status
mg_metric_facts_find(mg_net *net, const mg_learn_task *task,
                     mg_metric_facts *out, mgnn_error *err)
{
  const mg_op *op = mg_metric_op(net);
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  if (op == NULL)
    return MGNN_OK;
  out->exists = 1;
  TRY(weights_find(op, out, err));
  TRY(auc_find(net, task, out, err));
  TRY(agreement_find(net, task, op->out, out, err));
end:
  return status;
}
