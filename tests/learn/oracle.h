/* The models once more, slow and dense, in complex numbers: with one weight moved
 * by i h, h tiny, the imaginary part of the loss over h is its derivative to
 * rounding. */
#ifndef ORACLE_H
#define ORACLE_H

#include "learn/train.h"

/* The loss of a model with the weights of a network; one weight, by its place in
 * net->w, has `moved` added.  part: only nodes with 't' count. */
double _Complex oracle_loss(const char *model, const mg_net *net,
                            const mg_learn_task *task, const mg_settings *s,
                            const unsigned char *part, size_t place,
                            double _Complex moved);

#endif
