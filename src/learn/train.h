/* Training: Adam, the loss, early stopping. */
#ifndef MG_TRAIN_H
#define MG_TRAIN_H

#include "io/table/table.h"
#include "model.h"

#include <mgnn-learn.h>

/* A random split: a permutation from the seed gives `validation` and `test` of
 * the nodes with a label to these parts, rounded, the rest is for training.
 * part: n bytes.  MGNN_EINVAL if a part is empty, MGNN_ENOMEM. */
mgnn_status mg_split_random(size_t n, const int *label, double validation,
                            double test, uint64_t seed, unsigned char *part,
                            mgnn_error *err);

/* What there is to learn. */
typedef struct {
  mg_model_inputs inputs;
  size_t n;                    /* nodes */
  const int *label;            /* n: the class, below inputs.outputs; -1: none */
  /* NULL, or asked after each epoch: nonzero ends the run there. */
  int (*watch)(void *ctx, const mgnn_learn_progress *now);
  void *watch_ctx;
} mg_learn_task;

/* What came of a run.  Accuracies in percent, at the selected epoch. */
typedef struct {
  long epoch, epochs;          /* selected; done */
  double train, validation, test;
  double seconds;              /* of a processor, per epoch */
  size_t parameters;
  long diverged;               /* the epoch whose loss was not finite; 0: none */
  int stopped;                 /* by who watched */
} mg_outcome;

/* One run.  net: made with the model and finished; it is started here and has
 * the selected weights, and the tables of an evaluation with them, at the end.
 * Only nodes for training are learned from, only those for validation select
 * the epoch.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_train(mg_net *net, const mg_learn_task *task,
                     const unsigned char *part, const mg_settings *s,
                     uint64_t seed, mg_outcome *out, mgnn_error *err);

/* Adam's memory. */
typedef struct {
  mg_real *first, *second;
  long step;
} mg_adam;

mgnn_status mg_adam_init(mg_adam *a, const mg_net *net, mgnn_error *err);
void mg_adam_update(mg_adam *a, mg_net *net, double rate, double decay);
void mg_adam_free(mg_adam *a);

/* Cross-entropy, the mean over the nodes of a part, and the gradient into the
 * last table; returns the loss. */
double mg_cross_entropy(mg_net *net, const mg_learn_task *task,
                        const unsigned char *part, unsigned char which);
/* The class with the largest result. */
size_t mg_predicted(const mg_net *net, size_t classes, size_t i);
/* Percent of the nodes of a part that are predicted right. */
double mg_accuracy(const mg_net *net, const mg_learn_task *task,
                   const unsigned char *part, unsigned char which);

static inline const mg_table *
mg_net_results(const mg_net *net)
{
  return &net->table[net->op[net->ops - 1].out];
}

#endif
