/* The table of rules. */
#include "rule.h"

#include <string.h>

const mg_rule mg_rules[] = {
  { "mgnn", "MGNN", "metric layer in matrix form", 1, 1, 0.05, 0.5,
    MG_METRIC, 0 },
  { "mgnn-message", "MGNN-msg", "metric layer in message-passing form", 1, 1,
    0.05, 0.5, MG_MESSAGE, 0 },
  { "mgnn-damped", "MGNN-damped", "a step towards the metric layer", 1, 1, 0.05,
    0.5, MG_METRIC, MG_DAMPED },
  { "sgc", "SGC", "neighbours' mean", 0, 0, 0, 0, MG_MEAN, 0 },
  { "appnp", "APPNP", "neighbours' mean with a pull to the start", 1, 0, 0.1, 0,
    MG_MEAN, 0 },
  { "gcn", "GCN", "mean of a node and its neighbours", 0, 0, 0, 0, MG_MEAN,
    MG_WITH_LOOPS },
  { "gcnii", "GCNII", "the same with a pull to the start and an identity map", 1,
    0, 0.1, 0, MG_MEAN, MG_WITH_LOOPS | MG_MAPPED },
  { "gpr", "GPR", "a polynomial of the neighbours' mean", 1, 0, 0.1, 0, MG_MEAN,
    MG_FILTERED },
  { "pgnn", "pGNN", "descent of the p-Laplacian", 0, 0, 0, 0, MG_LAPLACIAN, 0 },
  { "gat", "GAT", "neighbours' mean by given attention", 0, 0, 0, 0, MG_MEAN,
    MG_ATTENDED },
  { NULL, NULL, NULL, 0, 0, 0, 0, MG_MEAN, 0 }
};

const mg_rule *
mg_rule_find(const char *name)
{
  for (const mg_rule *rule = mg_rules; rule->name != NULL; rule++)
    if (strcmp(rule->name, name) == 0)
      return rule;
  return NULL;
}

const char *
mgnn_rule_name(size_t i)
{
  return i < sizeof mg_rules / sizeof *mg_rules ? mg_rules[i].name : NULL;
}
