/* What a rule is: one layer of a network by its name, its rates and the kind of
 * kernel.  The table of rules is the only place that knows them all. */
#ifndef MG_RULE_H
#define MG_RULE_H

#include "kernel.h"
#include "problem/energy.h"

typedef struct {
  const char *name;            /* the word after --model */
  const char *title;           /* in captions */
  const char *summary;         /* its line in --help */
  int takes_alpha, takes_beta;
  double alpha, beta;          /* defaults */
  mg_kind kind;
  int form;                    /* what it adds to the kernel: a sum of these */
} mg_rule;

enum {
  MG_WITH_LOOPS = 1,           /* always A + I */
  MG_DAMPED = 2,               /* goes `step` of the way */
  MG_MAPPED = 4,               /* times (1-b) I + b W, b = log(theta/layer + 1) */
  MG_FILTERED = 8,             /* shows a sum of all layers */
  MG_ATTENDED = 16             /* averages Z, not Y, by given weights */
};

extern const mg_rule mg_rules[];       /* ends with name NULL */

/* The row of that name, or NULL. */
const mg_rule *mg_rule_find(const char *name);

/* What mgnn_layer_params_init sets. */
extern const mgnn_layer_params mg_layer_params_default;

#endif
