/* Lengths of pairs of nodes, from predictions or from the learned metric. */
#include "drawn_metric.h"
#include "base/dense.h"
#include "base/mem.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

static const double EDGE_LEAST = 0.02, EXTRA_LEAST = 0.2;

void
mg_drawn_metric_free(mg_drawn_metric *m)
{
  mg_free(m->pair);
  memset(m, 0, sizeof *m);
}

/* ---- probabilities ---- */

static void
row_probabilities(const mg_net *net, size_t classes, double temperature,
                  size_t i, double *p)
{
  const mg_table *y = mg_net_results(net);
  double most = -INFINITY, sum = 0;

  for (size_t c = 0; c < classes; c++)
    p[c] = y->x[i * y->ld + c];
  if (temperature == 0)
    return;
  for (size_t c = 0; c < classes; c++)
    most = fmax(most, p[c] / temperature);
  for (size_t c = 0; c < classes; c++)
    sum += p[c] = exp(p[c] / temperature - most);
  for (size_t c = 0; c < classes; c++)
    p[c] /= sum;
}

void
mg_probabilities(const mg_net *net, const mg_learn_task *task,
                 double temperature, double *p)
{
  for (size_t i = 0; i < task->n; i++)
    row_probabilities(net, task->inputs.outputs, temperature, i,
                      p + i * task->inputs.outputs);
}

/* The logarithm of p for the label of node i. */
static double
log_likelihood(const mg_net *net, const mg_learn_task *task, double t, size_t i)
{
  const mg_table *y = mg_net_results(net);
  const mg_real *x = y->x + i * y->ld;
  size_t best = mg_predicted(net, task->inputs.outputs, i);
  double most = x[best] / t, sum = 1;

  for (size_t c = 0; c < task->inputs.outputs; c++)
    sum += c != best ? exp(x[c] / t - most) : 0;
  return x[task->label[i]] / t - most - log(sum);
}

double
mg_calibrate(const mg_net *net, const mg_learn_task *task,
             const unsigned char *part)
{
  double best = 1, most = -INFINITY;

  if (memchr(part, MG_VALIDATE, task->n) == NULL)
    return 1;
  for (int quarter = -8; quarter <= 16; quarter++) {
    double t = pow(2, quarter / 4.0), sum = 0;

    for (size_t i = 0; i < task->n; i++)
      if (part[i] == MG_VALIDATE)
        sum += log_likelihood(net, task, t, i);
    if (sum > most) {
      most = sum;
      best = t;
    }
  }
  return best;
}

/* ---- pairs ---- */

typedef struct {
  const mg_learn_task *task;
  const double *p;             /* n x classes */
  double *below;               /* classes x n: sums of p over nodes up to this one */
  uint64_t stream;
} drawer;

static double
apart(const drawer *d, size_t i, size_t j)
{
  size_t classes = d->task->inputs.outputs;
  double sum = 0;

  for (size_t c = 0; c < classes; c++)
    sum += fabs(d->p[i * classes + c] - d->p[j * classes + c]);
  return sum / 2;
}

static size_t
draw_class(drawer *d, size_t i)
{
  size_t classes = d->task->inputs.outputs, c = 0;
  double left = mg_random_uniform(&d->stream);

  while (c + 1 < classes && (left -= d->p[i * classes + c]) >= 0)
    c++;
  return c;
}

/* Draw a node with probability proportional to its p of the class. */
static size_t
draw_node(drawer *d, size_t class)
{
  size_t n = d->task->n, from = 0, to = n - 1;
  const double *below = d->below + class * n;
  double at = mg_random_uniform(&d->stream) * below[n - 1];

  while (from < to) {
    size_t middle = (from + to) / 2;

    if (below[middle] > at)
      to = middle;
    else
      from = middle + 1;
  }
  return from;
}

static int
by_ends(const void *x, const void *y)
{
  const mg_drawn_pair *a = x, *b = y;

  return a->a != b->a ? (a->a > b->a) - (a->a < b->a)
                      : (a->b > b->b) - (a->b < b->b);
}

static int
is_edge(const mg_slots *g, size_t i, size_t j)
{
  for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
    if (g->to[k] == j)
      return 1;
  return 0;
}

static void
pair_add(mg_drawn_metric *m, size_t i, size_t j, double length)
{
  m->pair[m->count++] = (mg_drawn_pair){ (unsigned)(i < j ? i : j),
                                         (unsigned)(i < j ? j : i), length };
}

static void
pairs_draw(drawer *d, size_t extra, mg_drawn_metric *out)
{
  const mg_slots *g = d->task->inputs.plain;
  size_t kept = 0;

  for (size_t i = 0; i < g->n; i++)
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
      if (g->to[k] > i)
        pair_add(out, i, g->to[k],
                 EDGE_LEAST + (1 - EDGE_LEAST) * apart(d, i, g->to[k]));
  out->edges = out->count;
  for (size_t i = 0; i < g->n; i++)
    for (size_t k = 0; k < extra; k++) {
      size_t j = draw_node(d, draw_class(d, i));

      if (j != i && !is_edge(g, i, j))
        pair_add(out, i, j, EXTRA_LEAST + (1 - EXTRA_LEAST) * apart(d, i, j));
    }
  qsort(out->pair, out->count, sizeof *out->pair, by_ends);
  for (size_t k = 0; k < out->count; k++)
    if (k == 0 || by_ends(&out->pair[k], &out->pair[kept - 1]) != 0)
      out->pair[kept++] = out->pair[k];
  out->count = kept;
}

mgnn_status
mg_drawn_predictions(const mg_net *net, const mg_learn_task *task,
                     const unsigned char *part, const mg_drawn_options *opt,
                     mg_drawn_metric *out, mgnn_error *err)
{
  size_t n = task->n, classes = task->inputs.outputs;
  double *p = mg_alloc(n, classes * sizeof *p);
  drawer d = { .task = task, .p = p,
               .stream = mg_random_stream(opt->seed, 0xd7a3) };
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  TRY(mg_allocated_all(err, p, d.below = mg_alloc(n, classes * sizeof *d.below),
                       MG_NEW(out->pair, task->inputs.plain->slots + n * opt->extra)));
  mg_probabilities(net, task, opt->temperature, p);
  for (size_t i = 0; i < n; i++)
    if (part[i] == MG_TRAIN || part[i] == MG_VALIDATE)
      for (size_t c = 0; c < classes; c++)
        p[i * classes + c] = (size_t)task->label[i] == c;
  for (size_t c = 0; c < classes; c++)
    for (size_t i = 0; i < n; i++)
      d.below[c * n + i] = p[i * classes + c]
                           + (i > 0 ? d.below[c * n + i - 1] : 0);
  pairs_draw(&d, opt->extra, out);
end:
  mg_free_all(p, d.below);
  return status;
}

mgnn_status
mg_drawn_attention(const mg_net *net, mg_drawn_metric *out, mgnn_error *err)
{
  const mg_op *op = mg_metric_op(net);
  const mg_slots *g;
  const mg_real *m;

  memset(out, 0, sizeof *out);
  if (op == NULL)
    return mg_fail(err, MGNN_EINVAL, "the model has no metric of its own; only "
                   "mgnn and mgnn-message with beta above 0 have one");
  g = op->graph;
  m = mg_out(net, op)->x;
  PASS(mg_allocated(out->pair = mg_alloc(g->slots, sizeof *out->pair), err));
  for (size_t i = 0; i < g->n; i++)
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
      if (g->to[k] > i)
        pair_add(out, i, g->to[k],
                 ((double)m[k] + (double)m[g->rev[k]]) / 2);
  out->edges = out->count;
  qsort(out->pair, out->count, sizeof *out->pair, by_ends);
  return MGNN_OK;
}

/* ---- whether the learned metric has any effect, and separates classes ---- */

static int
by_length(const void *a, const void *b)
{
  return mg_ascending(&((const mg_drawn_pair *)a)->length,
                &((const mg_drawn_pair *)b)->length);
}

/* The area under the ROC curve, from the sum of ranks: the share of pairs of an
 * edge within and one between classes with the latter longer; ties count half. */
static mgnn_status
auc_find(const mg_net *net, const mg_learn_task *task, mg_metric_facts *out,
         mgnn_error *err)
{
  const int *label = task->label;
  mg_drawn_metric m = { 0 };
  double apart = 0, ranks = 0, count = 0;
  mgnn_status status = MGNN_OK;

  TRY(mg_drawn_attention(net, &m, err));
  for (size_t k = 0; k < m.count; k++)
    if (label[m.pair[k].a] >= 0 && label[m.pair[k].b] >= 0)
      m.pair[(size_t)count++] = m.pair[k];
  m.count = (size_t)count;
  qsort(m.pair, m.count, sizeof *m.pair, by_length);
  for (size_t from = 0, to; from < m.count; from = to) {
    for (to = from + 1; to < m.count
         && m.pair[to].length == m.pair[from].length;)
      to++;
    for (size_t k = from; k < to; k++)
      if (label[m.pair[k].a] != label[m.pair[k].b]) {
        apart++;
        ranks += (double)(from + to + 1) / 2;
      }
  }
  out->auc = apart == 0 || apart == count ? NAN
             : (ranks - apart * (apart + 1) / 2) / (apart * (count - apart));
end:
  mg_drawn_metric_free(&m);
  return status;
}

static mgnn_status
weights_find(const mg_op *op, mg_metric_facts *out, mgnn_error *err)
{
  const mg_slots *g = op->graph;
  double *w = mg_alloc(g->slots, sizeof *w);
  size_t count = 0, zeros = 0;

  PASS(mg_allocated(w, err));
  for (size_t i = 0; i < g->n; i++)
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
      if (g->to[k] != i) {
        w[count++] = op->kept[2][k];
        zeros += op->kept[2][k] * op->kept[1][k] == 0;
      }
  qsort(w, count, sizeof *w, mg_ascending);
  out->median = count > 0 ? w[count / 2] : NAN;
  out->low = count > 0 ? w[count / 20] : NAN;
  out->high = count > 0 ? w[count - 1 - count / 20] : NAN;
  out->zero_share = count > 0 ? (double)zeros / (double)count : NAN;
  mg_free(w);
  return MGNN_OK;
}

/* Set beta in all layers; returns the old value. */
static double
beta_set(mg_net *net, int metric, double beta)
{
  double was = 0;

  for (size_t k = 0; k < net->ops; k++)
    if (net->op[k].in[2] == metric && net->op[k].graph != NULL) {
      was = net->op[k].number[1];
      net->op[k].number[1] = beta;
    }
  return was;
}

static mgnn_status
agreement_find(mg_net *net, const mg_learn_task *task, int metric,
               mg_metric_facts *out, mgnn_error *err)
{
  size_t *was = mg_alloc(task->n, sizeof *was), same = 0;
  double beta;

  PASS(mg_allocated(was, err));
  for (size_t i = 0; i < task->n; i++)
    was[i] = mg_predicted(net, task->inputs.outputs, i);
  beta = beta_set(net, metric, 0);
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

  memset(out, 0, sizeof *out);
  if (op == NULL)
    return MGNN_OK;
  out->exists = 1;
  PASS(weights_find(op, out, err));
  PASS(auc_find(net, task, out, err));
  return agreement_find(net, task, op->out, out, err);
}
