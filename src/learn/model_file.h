/* Saves trained networks to files and loads them.
 *
 * A file is lines of text, then numbers.  The lines:
 *   mgnn-learn model 2         the format and its version; version 1 has a
 *                              setting form, see mg_model_before
 *   model NAME
 *   features N, nodes N        columns of the features; nodes of the graph that
 *                              it was trained on, which matter to linkx only
 *   temperature X              of the predictions, see drawn_metric.h
 *   setting NAME VALUE         one line for each setting
 *   class NAME                 one line for each class, in order
 *   weights N, states N        how many numbers follow
 *   data
 * The line feed after data is followed by the weights and states, IEEE single
 * precision, little-endian, without padding; then by 8 bytes, the FNV-1a hash
 * of everything before. */
#ifndef MG_MODEL_FILE_H
#define MG_MODEL_FILE_H

#include "settings.h"

#include <stdio.h>

typedef struct {
  const mg_model *model;
  mg_settings s;
  size_t features, nodes, classes;
  char **class_name;           /* classes texts */
  double temperature;
  size_t weights, states;
  float *number;               /* weights + states */
} mg_model_file;

/* Write a network.  Errors of writing stay with `out`. */
void mg_model_write(FILE *out, const mg_model_file *about, const mg_net *net);

/* Read one.  A file of another format or version, one that is cut short,
 * changed, too large, or has numbers that are not finite is refused with
 * MGNN_EPARSE.  *out is zeroed on failure. */
mgnn_status mg_model_read(mg_model_file *out, const char *path,
                          mgnn_error *err);
void mg_model_file_free(mg_model_file *m);

/* Finish a network that was built with the same model and settings, and give it
 * the numbers.  MGNN_EINVAL if it is of another size, MGNN_ENOMEM. */
mgnn_status mg_model_load(const mg_model_file *m, mg_net *net, const char *path,
                          mgnn_error *err);

#endif
