/* libmgnn-learn: train graph neural networks to classify nodes.
 *
 * All data are plain arrays, and statuses and errors are those of mgnn.h.  Models and
 * settings are named by strings.  The library never prints, never exits and keeps no
 * state between calls; several threads may train at the same time.
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

/* The arrays of a data set.
 *
 * nodes, edges       the sizes.
 * ends               2*edges node numbers, no pair twice; self-loops are kept.
 * features           the number of features per node.
 * dense              nodes*features numbers, node after node; or NULL, and
 * row, column, value the features as sparse rows: those of node i are the entries
 *                    row[i] to row[i+1]-1, columns rising.
 * classes            the number of classes.
 * label              one per node, below classes; -1: not known. */
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

/* The progress of a training, passed to its watcher. */
typedef struct {
  long epoch;                  /* epochs done */
  double loss;                 /* cross-entropy of the training nodes before this
                                  epoch */
  double validation;           /* accuracy on the validation nodes, per cent */
} mgnn_learn_progress;

/* Parameters of a training.  Set the defaults with mgnn_learn_params_init:
 * mgnn-message, 0.2 and 0.2, seed 1.
 *
 * size      the size of the struct when the caller was compiled, as in mgnn.h.
 * model     "mgnn-message", "gcn", ...: a model of mgnn-learn(1).
 * settings  options of mgnn-learn(1) as "lr=0.01 layers=8"; NULL or "": the defaults.
 * part      one letter per node: 't' training, 'v' validation, 'e' test, '-'
 *           unused; NULL: random, with the shares `validation` and `test` of the
 *           nodes with a label.
 * seed      the seed of all random numbers.
 * watch     NULL, or called after each epoch; returning a value other than 0 ends the
 *           training with MGNN_ENOCONV. */
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

/* The result of a training: the accuracy on each part, per cent, at the selected epoch,
 * the first with the best validation. */
typedef struct {
  long epoch, epochs;          /* the selected epoch, and all that were run */
  double train, validation, test;
  size_t parameters;
  int diverged;                /* the loss became infinite; the best epoch before
                                  counts */
} mgnn_learn_result;

/* Train a network.  It borrows the data, which must outlive it.  par NULL: the
 * defaults.  result may be NULL.  Returns MGNN_OK, MGNN_ENOCONV (the watcher ended the
 * training; the network is that of the best epoch so far), MGNN_EINVAL or
 * MGNN_ENOMEM. */
mgnn_status mgnn_learn_train(mgnn_learn_net **out, const mgnn_learn_data *data,
                             const mgnn_learn_params *par,
                             mgnn_learn_result *result, mgnn_error *err);
void mgnn_learn_net_free(mgnn_learn_net *net);

/* The probabilities of the classes, nodes*classes numbers, node after node: the softmax
 * of the logits.  Calibrated probabilities first divide the logits by the temperature
 * that makes the labels of the validation nodes most likely. */
void mgnn_learn_predict(const mgnn_learn_net *net, double *p);
void mgnn_learn_predict_calibrated(const mgnn_learn_net *net, double *p);
void mgnn_learn_logits(const mgnn_learn_net *net, double *y);

/* The width of a layer (0: the embedding of the features), 0 beyond the last; and its
 * nodes*width values. */
size_t mgnn_learn_layer_size(const mgnn_learn_net *net, size_t layer);
void mgnn_learn_layer(const mgnn_learn_net *net, size_t layer, double *z);

/* Lengths for pairs of nodes: from "predictions", with `extra` pairs per node beside
 * the edges, or from "attention", the learned metric.  *ends receives 2 * *count node
 * numbers and *length *count numbers; free both with mgnn_learn_free.  Returns MGNN_OK,
 * MGNN_EINVAL (an unknown source, or a model without a metric) or MGNN_ENOMEM; after a
 * failure both are NULL. */
mgnn_status mgnn_learn_metric(const mgnn_learn_net *net, const char *from,
                              size_t extra, size_t *count, mgnn_node **ends,
                              double **length, mgnn_error *err);
void mgnn_learn_free(void *array);

/* Write a network to a file, whole or not at all; and read one, for data with the same
 * numbers of features and classes.  Damaged files are refused.  Classes are named by
 * their numbers.  Also return MGNN_EIO and MGNN_EPARSE. */
mgnn_status mgnn_learn_save(const mgnn_learn_net *net, const char *path,
                            mgnn_error *err);
mgnn_status mgnn_learn_load(mgnn_learn_net **out, const mgnn_learn_data *data,
                            const char *path, mgnn_error *err);

#ifdef __cplusplus
}
#endif

#endif
