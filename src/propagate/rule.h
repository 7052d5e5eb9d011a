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
} mg_rule;

extern const mg_rule mg_rules[];       /* ends with name NULL */

/* The row of that name, or NULL. */
const mg_rule *mg_rule_find(const char *name);

#endif
