/* What a rule is: one layer of a network, as the new positions of a range of
 * nodes.  The table of rules is the only place that knows them all. */
#ifndef MG_RULE_H
#define MG_RULE_H

#include "problem/energy.h"

typedef struct {
  double alpha, beta, eps;
  unsigned long seed;
} mg_rates;

/* One layer for the nodes from begin to end - 1, on Y = D^-1/2 Z: next from y,
 * with the origin y0.  All have dim doubles per node; next is apart from the
 * other two.  A node of degree 0 gets y0. */
typedef void mg_step(const mg_graph *g, size_t dim, const mg_rates *rate,
                     const double *y0, const double *y, double *next,
                     size_t begin, size_t end);

typedef struct {
  const char *name;            /* the word after --model */
  const char *title;           /* in captions */
  const char *summary;         /* its line in --help */
  int takes_alpha, takes_beta;
  double alpha, beta;          /* defaults */
  mg_step *step;
} mg_rule;

extern const mg_rule mg_rules[];       /* ends with name NULL */

/* The row of that name, or NULL. */
const mg_rule *mg_rule_find(const char *name);

mg_step mg_step_mgnn, mg_step_mgnn_message, mg_step_sgc, mg_step_appnp;

#endif
