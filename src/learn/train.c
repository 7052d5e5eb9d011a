/* Training: Adam, cross-entropy, early stopping by the validation accuracy. */
#include "train.h"
#include "base/threads.h"
#include "base/mem.h"
#include "base/random.h"

#include <string.h>

mgnn_status
mg_split_random(size_t n, const int *label, double validation, double test,
                uint64_t seed, unsigned char *part, mgnn_error *err)
{
  unsigned *order = mg_alloc(n, sizeof *order);
  uint64_t stream = mg_random_stream(seed, 0x5b117);
  size_t count = 0, v, e;

  PASS(mg_allocated(order, err));
  for (size_t i = 0; i < n; i++) {
    part[i] = MG_UNUSED;
    if (label[i] >= 0)
      order[count++] = (unsigned)i;
  }
  for (size_t k = count; k > 1; k--) {
    size_t other = mg_random_below(&stream, k);
    unsigned swap = order[other];

    order[other] = order[k - 1];
    order[k - 1] = swap;
  }
  v = (size_t)floor(validation * (double)count + 0.5);
  e = (size_t)floor(test * (double)count + 0.5);
  for (size_t k = 0; k < count; k++)
    part[order[k]] = k < v ? MG_VALIDATE : k < v + e ? MG_TEST : MG_TRAIN;
  mg_free(order);
  if (v == 0 || e == 0 || v + e >= count)
    return mg_fail(err, MGNN_EINVAL, "a split of %zu labelled nodes leaves %zu "
                   "for training, %zu for validation and %zu for the test; none "
                   "may be 0", count, v + e < count ? count - v - e : 0, v, e);
  return MGNN_OK;
}

/* ---- Adam ---- */

mgnn_status
mg_adam_init(mg_adam *a, const mg_net *net, mgnn_error *err)
{
  *a = (mg_adam){ .first = mg_zalloc(net->count + 1, sizeof *a->first),
                  .second = mg_zalloc(net->count + 1, sizeof *a->second) };
  if (a->first != NULL && a->second != NULL)
    return MGNN_OK;
  mg_adam_free(a);
  return mg_fail_memory(err);
}

void
mg_adam_free(mg_adam *a)
{
  mg_free_all(a->first, a->second);
  memset(a, 0, sizeof *a);
}

void
mg_adam_update(mg_adam *a, mg_net *net, double rate, double decay)
{
  double t = (double)++a->step;
  const mg_adam_step step = {
    .rate = (mg_real)(rate / (1 - pow(0.9, t))), .decay = (mg_real)decay,
    .root = (mg_real)(1 / sqrt(1 - pow(0.999, t))) };

  net->kernels->adam(&step, net->count, net->w, net->dw, a->first, a->second);
}

/* ---- the loss ---- */

double
mg_cross_entropy(mg_net *net, const mg_learn_task *task,
                 const unsigned char *part, unsigned char which)
{
  const mg_table *y = mg_net_results(net);
  size_t count = 0, classes = task->inputs.outputs;
  double loss = 0;

  memset(y->dx, 0, y->size * sizeof *y->dx);
  for (size_t i = 0; i < task->n; i++)
    count += part[i] == which;
  for (size_t i = 0; i < task->n; i++) {
    const mg_real *x = y->x + i * y->ld;
    mg_real *dx = y->dx + i * y->ld;
    double most = x[0], sum = 0;

    if (part[i] != which)
      continue;
    for (size_t c = 1; c < classes; c++)
      most = x[c] > most ? x[c] : most;
    for (size_t c = 0; c < classes; c++)
      sum += exp(x[c] - most);
    loss -= x[task->label[i]] - most - log(sum);
    for (size_t c = 0; c < classes; c++)
      dx[c] = (mg_real)(exp(x[c] - most) / sum / (double)count);
    dx[task->label[i]] -= (mg_real)(1 / (double)count);
  }
  return loss / (double)count;
}

size_t
mg_predicted(const mg_net *net, size_t classes, size_t i)
{
  const mg_table *y = mg_net_results(net);
  size_t best = 0;

  for (size_t c = 1; c < classes; c++)
    if (y->x[i * y->ld + c] > y->x[i * y->ld + best])
      best = c;
  return best;
}

double
mg_accuracy(const mg_net *net, const mg_learn_task *task,
            const unsigned char *part, unsigned char which)
{
  size_t count = 0, right = 0;

  for (size_t i = 0; i < task->n; i++)
    if (part[i] == which) {
      count++;
      right += mg_predicted(net, task->inputs.outputs, i)
               == (size_t)task->label[i];
    }
  return count > 0 ? 100 * (double)right / (double)count : 0;
}

/* ---- a run ---- */

typedef struct {
  mg_net *net;
  const mg_learn_task *task;
  const unsigned char *part;
  const mg_settings *s;
  uint64_t seed;
  mg_adam adam;
  mg_real *best;               /* weights, then states, of the selected epoch */
} training_run;

static void
best_keep(training_run *r)
{
  memcpy(r->best, r->net->w, r->net->count * sizeof *r->best);
  memcpy(r->best + r->net->count, r->net->state,
         r->net->states * sizeof *r->best);
}

/* Make one step of Adam.  Returns the loss before it. */
static double
learn(training_run *r, int is_evaluated)
{
  double loss;

  r->net->training = 1;
  if (!is_evaluated)
    mg_net_forward(r->net);
  loss = mg_cross_entropy(r->net, r->task, r->part, MG_TRAIN);
  mg_net_backward(r->net);
  mg_adam_update(&r->adam, r->net, r->s->rate, r->s->decay);
  r->net->training = 0;
  return loss;
}

/* Run all epochs and keep the weights of the best one. */
static void
epochs_run(training_run *r, mg_outcome *out)
{
  /* Without dropout, an evaluation can serve as the next forward pass. */
  const int same = r->s->dropout == 0 && r->net->states == 0;
  double begin = mg_clock_thread();
  long since = 0;

  for (long epoch = 1; epoch <= r->s->epochs && since <= r->s->patience
       && !out->stopped; epoch++) {
    double loss, validation;

    r->net->noise = mg_random_stream(r->seed, (uint64_t)epoch);
    loss = learn(r, same && epoch > 1);
    out->epochs = epoch;
    if (!isfinite(loss)) {
      out->diverged = epoch;
      break;
    }
    mg_net_forward(r->net);
    validation = mg_accuracy(r->net, r->task, r->part, MG_VALIDATE);
    since++;
    if (epoch == 1 || validation > out->validation) {
      out->validation = validation;
      out->test = mg_accuracy(r->net, r->task, r->part, MG_TEST);
      out->epoch = epoch;
      since = 0;
      best_keep(r);
    }
    out->stopped = r->task->watch != NULL
                   && r->task->watch(r->task->watch_ctx, &(mgnn_learn_progress){
                        epoch, loss, validation });
  }
  out->seconds = (mg_clock_thread() - begin) / (double)out->epochs;
}

mgnn_status
mg_train(mg_net *net, const mg_learn_task *task, const unsigned char *part,
         const mg_settings *s, uint64_t seed, mg_outcome *out, mgnn_error *err)
{
  training_run r = { .net = net, .task = task, .part = part, .s = s,
                     .seed = seed };
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  out->parameters = mg_net_parameters(net);
  TRY(mg_adam_init(&r.adam, net, err));
  TRY(mg_allocated(r.best = mg_alloc(net->count + net->states + 1, sizeof *r.best), err));
  mg_net_start(net, seed);
  best_keep(&r);
  epochs_run(&r, out);
  memcpy(net->w, r.best, net->count * sizeof *r.best);
  memcpy(net->state, r.best + net->count, net->states * sizeof *r.best);
  mg_net_forward(net);
  out->train = mg_accuracy(net, task, part, MG_TRAIN);
end:
  mg_adam_free(&r.adam);
  mg_free(r.best);
  return status;
}
