/* Training: Adam, the loss, early stopping. */
#ifndef MG_TRAIN_H
#define MG_TRAIN_H

#include "io/table/table.h"
#include "model.h"

#include <mgnn-learn.h>

/* Split the labelled nodes randomly: the shares `validation` and `test` of
 * them, rounded, go to these parts, the rest is for training.  part: n bytes.
 * MGNN_EINVAL if a part is empty, or MGNN_ENOMEM. */
mgnn_status mg_split_random(size_t n, const int *label, double validation,
                            double test, uint64_t seed, unsigned char *part,
                            mgnn_error *err);

/* A learning task: the inputs of a model and the labels. */
typedef struct {
  mg_model_inputs inputs;
  size_t n;                    /* nodes */
  const int *label;            /* n: class, below inputs.outputs; -1: no label */
  /* NULL, or called after each epoch: nonzero ends the run. */
  int (*watch)(void *ctx, const mgnn_learn_progress *now);
  void *watch_ctx;
} mg_learn_task;

/* The outcome of a run.  Accuracies are in percent, at the selected epoch. */
typedef struct {
  long epoch, epochs;          /* selected; number run */
  double train, validation, test;
  double seconds;              /* CPU time per epoch */
  size_t parameters;
  long diverged;               /* first epoch with a non-finite loss, or 0 */
  int stopped;                 /* the watch function ended the run */
} mg_outcome;

/* Train once.  net: built with the model and finished; it is initialised here.
 * At the end it has the weights of the selected epoch, and tables evaluated
 * with them.  Weights are learned from the training nodes alone; the validation
 * nodes select the epoch.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_train(mg_net *net, const mg_learn_task *task,
                     const unsigned char *part, const mg_settings *s,
                     uint64_t seed, mg_outcome *out, mgnn_error *err);

/* The state of Adam: moving averages of the gradient and of its square. */
typedef struct {
  mg_real *first, *second;
  long step;
} mg_adam;

mgnn_status mg_adam_init(mg_adam *a, const mg_net *net, mgnn_error *err);
void mg_adam_update(mg_adam *a, mg_net *net, double rate, double decay);
void mg_adam_free(mg_adam *a);

/* The mean cross-entropy over the nodes of a part.  Writes its gradient to the
 * last table. */
double mg_cross_entropy(mg_net *net, const mg_learn_task *task,
                        const unsigned char *part, unsigned char which);
/* The predicted class of node i: the one with the largest result. */
size_t mg_predicted(const mg_net *net, size_t classes, size_t i);
/* The percentage of correct predictions in a part. */
double mg_accuracy(const mg_net *net, const mg_learn_task *task,
                   const unsigned char *part, unsigned char which);

static inline const mg_table *
mg_net_results(const mg_net *net)
{
  return &net->table[net->op[net->ops - 1].out];
}

#endif
