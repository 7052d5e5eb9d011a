/* Graph regression: training in batches of graphs by the mean absolute error. */
#include "collection.h"
#include "base/threads.h"
#include "base/mem.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  const mg_collection *c;
  const mg_settings *s;
  const mg_batching *how;
  mg_net net;
  mg_graph_batch now;                /* the network's inputs */
  mg_adam adam;
  unsigned *order;             /* graphs of the present part */
  mg_real *best;               /* weights of the selected epoch */
} graph_run;

static int
falling(const void *a, const void *b)
{
  size_t x = *(const size_t *)a, y = *(const size_t *)b;

  return (x < y) - (x > y);
}

/* The sum of the `count` largest of n sizes. */
static mgnn_status
largest_sum(const size_t *first, size_t n, size_t count, size_t *out,
            mgnn_error *err)
{
  size_t *size = mg_alloc(n, sizeof *size);

  PASS(mg_allocated(size, err));
  for (size_t g = 0; g < n; g++)
    size[g] = first[g + 1] - first[g];
  qsort(size, n, sizeof *size, falling);
  *out = 0;
  for (size_t g = 0; g < n && g < count; g++)
    *out += size[g];
  mg_free(size);
  return MGNN_OK;
}

/* Build a network with memory for the largest possible batch. */
static mgnn_status
net_for_any_batch(graph_run *r, const mg_model *model, mgnn_error *err)
{
  size_t nodes, edges, graphs = r->how->batch;

  PASS(largest_sum(r->c->node, r->c->graphs, graphs, &nodes, err));
  PASS(largest_sum(r->c->edge, r->c->graphs, graphs, &edges, err));
  r->now.features = (mg_matrix){ .rows = nodes,
                                 .cols = r->c->types + r->c->bonds };
  r->now.readout = (mg_matrix){ .rows = graphs, .cols = nodes };
  r->now.plain = (mg_slots){ .n = nodes, .slots = 2 * edges };
  r->now.loops = (mg_slots){ .n = nodes, .slots = 2 * edges + nodes };
  r->now.inputs = (mg_model_inputs){
    .features = &r->now.features, .readout = &r->now.readout,
    .plain = &r->now.plain, .loops = &r->now.loops, .outputs = 1 };
  mg_net_init(&r->net);
  model->build(&r->net, &r->now.inputs, r->s);
  return mg_net_finish(&r->net, err);
}

/* Make a batch the network's input; structs it points to keep their addresses. */
static mgnn_status
batch_load(graph_run *r, const unsigned *graph, size_t count, mgnn_error *err)
{
  mg_model_inputs inputs = r->now.inputs;
  mg_graph_batch next;

  PASS(mg_graph_batch_make(&next, r->c, graph, count, r->how->mean, err));
  mg_graph_batch_free(&r->now);
  r->now = next;
  r->now.inputs = inputs;
  mg_net_follow(&r->net);
  return MGNN_OK;
}

/* The sum of |result - target|; with `slope`, also sets the gradient of its mean. */
static double
absolute_errors(graph_run *r, const unsigned *graph, int slope)
{
  const mg_table *y = mg_net_results(&r->net);
  double sum = 0, n = (double)r->now.graphs;

  if (slope)
    memset(y->dx, 0, y->size * sizeof *y->dx);
  for (size_t k = 0; k < r->now.graphs; k++) {
    double d = y->x[k * y->ld] - r->c->target[graph[k]];

    sum += fabs(d);
    if (slope)
      y->dx[k * y->ld] = (mg_real)((d > 0) - (d < 0)) / (mg_real)n;
  }
  return sum;
}

/* The mean absolute error of a part.  With a stream: in random order, with a
 * step of Adam after each batch. */
static mgnn_status
part_run(graph_run *r, unsigned char which, uint64_t *stream, double *error,
         mgnn_error *err)
{
  size_t count = 0;
  double sum = 0;

  for (size_t g = 0; g < r->c->graphs; g++)
    if (r->c->part[g] == which)
      r->order[count++] = (unsigned)g;
  for (size_t k = count; stream != NULL && k > 1; k--) {
    size_t other = mg_random_below(stream, k);
    unsigned swap = r->order[other];

    r->order[other] = r->order[k - 1];
    r->order[k - 1] = swap;
  }
  r->net.training = stream != NULL;
  for (size_t from = 0; from < count; from += r->how->batch) {
    size_t size = count - from < r->how->batch ? count - from : r->how->batch;

    PASS(batch_load(r, r->order + from, size, err));
    if (stream != NULL)
      r->net.noise = mg_random_stream(*stream, from);
    mg_net_forward(&r->net);
    sum += absolute_errors(r, r->order + from, stream != NULL);
    if (stream == NULL)
      continue;
    mg_net_backward(&r->net);
    mg_adam_update(&r->adam, &r->net, r->s->rate, r->s->decay);
  }
  *error = sum / (double)count;
  return MGNN_OK;
}

static mgnn_status
epochs_run(graph_run *r, uint64_t seed, mg_outcome *out, mgnn_error *err)
{
  double begin = mg_clock_thread();
  long since = 0;

  for (long epoch = 1; epoch <= r->s->epochs && since <= r->s->patience
       && !out->stopped; epoch++) {
    uint64_t stream = mg_random_stream(seed, (uint64_t)epoch);
    double error, validation;

    PASS(part_run(r, MG_TRAIN, &stream, &error, err));
    out->epochs = epoch;
    PASS(part_run(r, MG_VALIDATE, NULL, &validation, err));
    if (!isfinite(error) || !isfinite(validation)) {
      out->diverged = epoch;
      break;
    }
    since++;
    if (epoch == 1 || validation < out->validation) {
      since = 0;
      out->validation = validation;
      out->train = error;
      out->epoch = epoch;
      memcpy(r->best, r->net.w, r->net.count * sizeof *r->best);
    }
    out->stopped = r->how->stop != NULL && r->how->stop();
  }
  out->seconds = (mg_clock_thread() - begin) / (double)out->epochs;
  memcpy(r->net.w, r->best, r->net.count * sizeof *r->best);
  return part_run(r, MG_TEST, NULL, &out->test, err);
}

mgnn_status
mg_train_graphs(const mg_collection *c, const mg_model *model,
                const mg_settings *s, const mg_batching *how, uint64_t seed,
                mg_outcome *out, mgnn_error *err)
{
  graph_run r = { .c = c, .s = s, .how = how };
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  TRY(net_for_any_batch(&r, model, err));
  out->parameters = mg_net_parameters(&r.net);
  TRY(mg_adam_init(&r.adam, &r.net, err));
  TRY(mg_allocated_all(err, MG_NEW(r.order, c->graphs),
                       MG_NEW(r.best, r.net.count + 1)));
  mg_net_start(&r.net, seed);
  memcpy(r.best, r.net.w, r.net.count * sizeof *r.best);
  TRY(epochs_run(&r, seed, out, err));
end:
  mg_net_free(&r.net);
  mg_graph_batch_free(&r.now);
  mg_adam_free(&r.adam);
  mg_free_all(r.order, r.best);
  return status;
}
