/* A rule is one layer of a network: its name, its rates and its kind of kernel.
 * Only the table of rules lists them all. */
#ifndef MG_RULE_H
#define MG_RULE_H

#include "kernel.h"
#include "problem/energy.h"

typedef struct {
  const char *name;            /* value of --model */
  const char *title;           /* for captions */
  const char *summary;         /* line of --help */
  int takes_alpha, takes_beta;
  double alpha, beta;          /* defaults */
  mg_kind kind;
  int form;                    /* steps added to the kernel: MG_WITH_LOOPS + ... */
} mg_rule;

enum {
  MG_WITH_LOOPS = 1,           /* always use A + I */
  MG_DAMPED = 2,               /* go only the share `step` of the way */
  MG_MAPPED = 4,               /* multiply by (1-b) I + b W, b = log(theta/layer + 1) */
  MG_FILTERED = 8,             /* return a weighted sum of all layers */
  MG_ATTENDED = 16             /* average Z, not Y, by given weights */
};

extern const mg_rule mg_rules[];       /* ends with name NULL */

/* The rule with that name, or NULL. */
const mg_rule *mg_rule_find(const char *name);

/* The values that mgnn_layer_params_init sets. */
extern const mgnn_layer_params mg_layer_params_default;

#endif
