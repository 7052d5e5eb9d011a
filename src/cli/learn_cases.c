/* Which models run on which data sets, and with which settings. */
#include "learn.h"
#include "base/mem.h"
#include "base/number.h"
#include "io/table/table_parts.h"

#include <math.h>
#include <string.h>

/* ---- the table of settings ---- */

/* Find the columns; setting[k] is what column k sets, NULL: something else. */
static mgnn_status
columns_find(const mg_csv *csv, const mg_setting **setting, size_t *set,
             size_t *model, size_t *paper, mgnn_error *err)
{
  *set = mg_table_column(csv, "set", NULL);
  *model = mg_table_column(csv, "model", NULL);
  *paper = mg_table_column(csv, "paper", NULL);
  if (*set == csv->count || *model == csv->count)
    return mg_fail(err, MGNN_EPARSE, "%s: a table of settings must start with a "
                   "header that has set and model, then settings such as lr",
                   csv->in.path);
  for (size_t k = 0; k < csv->count; k++) {
    char shown[MG_SHOW_MAX];

    setting[k] = mg_setting_find(csv->cell[k].text);
    if (setting[k] == NULL && k != *set && k != *model && k != *paper)
      return mg_csv_fail(csv, &csv->cell[k], err, "no setting is called %s",
                         mg_show(shown, csv->cell[k].text));
  }
  return MGNN_OK;
}

enum { COLUMNS_MAX = 64 };

/* The line of a case: its settings, where cells are not empty.  A set called *
 * is any; later lines count. */
static mgnn_status
table_apply(mg_learn_case *c, const char *path, mgnn_error *err)
{
  const mg_setting *setting[COLUMNS_MAX];
  size_t set, model, paper, columns;
  mg_csv csv = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_csv_open(&csv, path, 0, NULL, err));
  TRY(mg_csv_row(&csv, err));
  columns = csv.count;
  if (columns > COLUMNS_MAX)
    TRY(mg_fail(err, MGNN_EPARSE, "%s: has %zu columns; a table of settings has "
                "at most %d", path, columns, COLUMNS_MAX));
  TRY(columns_find(&csv, setting, &set, &model, &paper, err));
  for (;;) {
    char where[MG_SHOW_PATH];

    TRY(mg_csv_row(&csv, err));
    if (csv.count == 0)
      break;
    if (csv.count != columns)
      TRY(mg_table_ragged(&csv, columns, 1, err));
    if ((strcmp(csv.cell[set].text, c->set->name) != 0
         && strcmp(csv.cell[set].text, "*") != 0)
        || strcmp(csv.cell[model].text, c->model->name) != 0)
      continue;
    snprintf(where, sizeof where, "%.900s:%zu: ", path, csv.line);
    for (size_t k = 0; k < columns; k++)
      if (setting[k] != NULL && csv.cell[k].len > 0)
        TRY(mg_setting_set(&c->s, setting[k], csv.cell[k].text, where, err));
    if (paper < columns && csv.cell[paper].len > 0)
      TRY(mg_table_number(&csv, paper, "paper", &c->paper, err));
  }
end:
  mg_csv_close(&csv);
  return status;
}

/* ---- cases ---- */

/* The next name of a list with commas; returns what follows it, NULL at its
 * end. */
static const char *
next_name(const char *list, char *name, size_t size)
{
  size_t len = strcspn(list, ",");

  snprintf(name, size, "%.*s", (int)(len < size ? len : size - 1), list);
  return list[len] == ',' ? list + len + 1 : NULL;
}

static mgnn_status
case_add(mg_learning *l, const mg_learn_set *set, const mg_model *model,
         mgnn_error *err)
{
  mg_learn_case *more = mg_resize(l->cases, l->case_count + 1, sizeof *more);
  mg_learn_case *c;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(more, err));
  l->cases = more;
  if (mg_learn_of_graphs(set) && !model->graphs)
    return mg_fail(err, MGNN_EINVAL, "--model: %s is for classes of nodes; of "
                   "graphs there are gcn, pointnet, gat, gin and mgnn",
                   model->name);
  for (size_t k = 0; k < l->case_count; k++)
    if (l->cases[k].set == set && l->cases[k].model == model)
      return mg_fail(err, MGNN_EINVAL, "--model: %s is there twice",
                     model->name);
  c = &l->cases[l->case_count++];
  *c = (mg_learn_case){ .set = set, .model = model, .paper = NAN };
  mg_settings_init(&c->s);
  if (mg_learn_of_graphs(set)) {       /* the paper's protocol for these */
    c->s.epochs = 500;
    c->s.patience = 50;
  }
  if (l->run.settings != NULL)
    TRY(table_apply(c, l->run.settings, err));
  for (size_t k = 0; k < MG_SETTINGS; k++)
    if (l->run.value[k] != NULL)
      TRY(mg_setting_set(&c->s, &mg_setting_rows[k], l->run.value[k], "--",
                         err));
end:
  return status;
}

mgnn_status
mg_learn_cases_make(mg_learning *l, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  for (size_t s = 0; s < l->sets; s++) {
    const char *list = l->run.models != NULL ? l->run.models : "mgnn";

    for (char name[32]; list != NULL;) {
      const mg_model *model;

      list = next_name(list, name, sizeof name);
      for (const mg_model *m = mg_models; strcmp(name, "all") == 0
           && m->name != NULL; m++)
        if (m->graphs || !mg_learn_of_graphs(&l->set[s]))
          TRY(case_add(l, &l->set[s], m, err));
      if (strcmp(name, "all") == 0)
        continue;
      model = mg_model_find(name);
      if (model == NULL)
        TRY(mg_fail(err, MGNN_EINVAL, "--model: there is no \"%s\"; there are "
                    "linear, mlp, gcn, sgc, appnp, pointnet, gat, gin, gcnii, "
                    "pgnn, linkx, mgnn and all", name));
      TRY(case_add(l, &l->set[s], model, err));
    }
  }
end:
  return status;
}
