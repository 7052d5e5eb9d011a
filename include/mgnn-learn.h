/* libmgnn-learn: train graph neural networks to tell the classes of nodes.
 *
 * Everything passes as plain arrays, as in mgnn.h, whose statuses and errors
 * are used here.  Models and settings are named by strings.  The library never
 * prints, never exits and keeps no state between calls.  Networks of different
 * threads do not touch each other.
 *
 * See libmgnn-learn(3), and mgnn-learn(1) for models and settings. */
#ifndef MGNN_LEARN_H
#define MGNN_LEARN_H

#include <mgnn.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A graph with features and classes. */
typedef struct mgnn_learn_data mgnn_learn_data;
/* A trained network. */
typedef struct mgnn_learn_net mgnn_learn_net;

/* What data are made of.
 *
 * nodes, edges       sizes; ends has 2*edges node numbers, no pair twice; a
 *                    loop is kept as one.
 * features           numbers per node.
 * dense              nodes*features numbers, node after node; or NULL:
 * row, column, value sparse rows: those of node i are the entries row[i] to
 *                    row[i+1]-1, columns rising.
 * classes            number of classes.
 * label              nodes numbers below classes; -1: not known. */
typedef struct {
  size_t nodes, edges;
  const mgnn_node *ends;
  size_t features;
  const double *dense;
  const size_t *row;
  const unsigned int *column;
  const double *value;
  size_t classes;
  const int *label;
} mgnn_learn_arrays;

/* Make data; the arrays are copied.  *out is NULL if the call fails.  Returns
 * MGNN_OK, MGNN_EINVAL or MGNN_ENOMEM. */
mgnn_status mgnn_learn_data_new(mgnn_learn_data **out,
                                const mgnn_learn_arrays *arrays,
                                mgnn_error *err);
void mgnn_learn_data_free(mgnn_learn_data *data);

/* How far a training is, as its watcher is told. */
typedef struct {
  long epoch;                  /* done */
  double loss;                 /* cross-entropy of the training nodes, before it */
  double validation;           /* percent of the validation nodes told right */
} mgnn_learn_progress;

/* How a network is trained.  Set the defaults with mgnn_learn_params_init:
 * mgnn-message, 0.2 and 0.2, seed 1.
 *
 * size      of the struct where the caller was compiled, as in mgnn.h.
 * model     "mgnn-message", "gcn", ...: a model of mgnn-learn(1), which says how
 *           "mgnn" and "pgnn" differ from what earlier versions trained.
 * settings  "lr=0.01 layers=8": names and values as the options there, blanks
 *           between; NULL or "": the defaults.
 * part      one letter per node: 't' training, 'v' validation, 'e' test, '-'
 *           unused; NULL: drawn from the seed, with the shares `validation` and
 *           `test` of the nodes with a label.
 * seed      of all random numbers.
 * watch     NULL, or called after each epoch; a nonzero answer ends the training
 *           there with MGNN_ENOCONV. */
typedef struct {
  size_t size;
  const char *model, *settings;
  const char *part;
  double validation, test;
  unsigned long seed;
  int (*watch)(void *ctx, const mgnn_learn_progress *now);
  void *watch_ctx;
} mgnn_learn_params;

void mgnn_learn_params_init_size(mgnn_learn_params *par, size_t size);
#define mgnn_learn_params_init(par) \
  mgnn_learn_params_init_size(par, sizeof *(par))

/* What came of it: percent of the nodes of each part that are told right at the
 * selected epoch, which is the first with the best validation. */
typedef struct {
  long epoch, epochs;
  double train, validation, test;
  size_t parameters;
  int diverged;                /* the loss was no longer finite; what was best
                                  before counts */
} mgnn_learn_result;

/* Train.  The network borrows the data, which must outlive it.  par NULL: the
 * defaults.  result may be NULL.  Returns MGNN_OK, MGNN_ENOCONV (the watcher ended
 * it; the network is that of the best epoch so far), MGNN_EINVAL or
 * MGNN_ENOMEM. */
mgnn_status mgnn_learn_train(mgnn_learn_net **out, const mgnn_learn_data *data,
                             const mgnn_learn_params *par,
                             mgnn_learn_result *result, mgnn_error *err);
void mgnn_learn_net_free(mgnn_learn_net *net);

/* Probabilities of the classes: nodes*classes numbers, node after node.  They are
 * the softmax of the logits; calibrated ones are the softmax of the logits over a
 * temperature that makes the labels of the validation nodes most likely. */
void mgnn_learn_predict(const mgnn_learn_net *net, double *p);
void mgnn_learn_predict_calibrated(const mgnn_learn_net *net, double *p);
void mgnn_learn_logits(const mgnn_learn_net *net, double *y);

/* Numbers per node of a layer (0: the embedding of the features), and those
 * numbers, nodes times as many.  The size is 0 where there is no such layer. */
size_t mgnn_learn_layer_size(const mgnn_learn_net *net, size_t layer);
void mgnn_learn_layer(const mgnn_learn_net *net, size_t layer, double *z);

/* Lengths of pairs of nodes, worth drawing (from "predictions", with `extra`
 * pairs per node beside the edges) or the network's own (from "attention").
 * *ends receives 2 * *count node numbers, *length as many numbers; both are to
 * be freed with mgnn_learn_free.  Returns MGNN_OK, MGNN_EINVAL (no such source,
 * or a model without a metric) or MGNN_ENOMEM; then both are NULL. */
mgnn_status mgnn_learn_metric(const mgnn_learn_net *net, const char *from,
                              size_t extra, size_t *count, mgnn_node **ends,
                              double **length, mgnn_error *err);
void mgnn_learn_free(void *array);

/* Write a network to a file, whole or not at all; and read one for data whose
 * features and classes are as many.  Files that are damaged are refused.
 * Classes are called by their numbers.  Also MGNN_EIO and MGNN_EPARSE. */
mgnn_status mgnn_learn_save(const mgnn_learn_net *net, const char *path,
                            mgnn_error *err);
mgnn_status mgnn_learn_load(mgnn_learn_net **out, const mgnn_learn_data *data,
                            const char *path, mgnn_error *err);

#ifdef __cplusplus
}
#endif

#endif
