/* The table of rules. */
#include "rule.h"

#include <string.h>

const mg_rule mg_rules[] = {
  { "mgnn", "MGNN", "metric layer in matrix form", 1, 1, 0.05, 0.5,
    MG_METRIC },
  { "mgnn-message", "MGNN-msg", "metric layer in message-passing form", 1, 1,
    0.05, 0.5, MG_MESSAGE },
  { "sgc", "SGC", "neighbours' mean", 0, 0, 0, 0, MG_MEAN },
  { "appnp", "APPNP", "neighbours' mean with a pull to the start", 1, 0, 0.1, 0,
    MG_MEAN },
  { NULL, NULL, NULL, 0, 0, 0, 0, MG_MEAN }
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
