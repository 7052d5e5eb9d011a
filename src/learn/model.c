/* The table of models. */
#include "model.h"

#include <string.h>

const mg_model mg_models[] = {
  { "linear", "", mg_model_linear, 0 },
  { "mlp", "layers", mg_model_mlp, 0 },
  { "gcn", "layers", mg_model_gcn, 1 },
  { "sgc", "layers", mg_model_sgc, 0 },
  { "appnp", "layers alpha", mg_model_appnp, 0 },
  { "pointnet", "layers", mg_model_pointnet, 1 },
  { "gat", "layers", mg_model_gat, 1 },
  { "gin", "layers", mg_model_gin, 1 },
  { "gcnii", "layers alpha theta", mg_model_gcnii, 0 },
  { "pgnn", "layers mu p", mg_model_pgnn, 0 },
  { "linkx", "layers", mg_model_linkx, 0 },
  { "mgnn", "layers alpha beta theta attention embedding form metric-bound eps",
    mg_model_mgnn, 1 },
  { NULL, NULL, NULL, 0 }
};

const mg_model *
mg_model_find(const char *name)
{
  for (const mg_model *m = mg_models; m->name != NULL; m++)
    if (strcmp(m->name, name) == 0)
      return m;
  return NULL;
}

void
mg_settings_init(mg_settings *s)
{
  *s = (mg_settings){ .rate = 0.01, .decay = 5e-4, .dropout = 0.5, .hidden = 64,
                      .layers = 2, .epochs = 1500, .patience = 100,
                      .alpha = 0.1, .beta = 0.5, .theta = 0.5, .mu = 0.1,
                      .p = 2, .eps = 1e-5 };
}
