/* Chooses the models to run on each data set, and their settings. */
#include "learn.h"
#include "base/mem.h"
#include "base/number.h"
#include "io/table/table_parts.h"

#include <math.h>
#include <string.h>

/* ---- the table of settings ---- */

/* Find the columns.  setting[k]: the setting of column k; NULL: it is no setting. */
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
      return mg_csv_fail(csv, &csv->cell[k], err, "no setting is called %s%s",
                         mg_show(shown, csv->cell[k].text),
                         strcmp(csv->cell[k].text, "form") == 0 ? "; write the "
                         "models mgnn-message and mgnn for the forms message and "
                         "matrix" : "");
  }
  return MGNN_OK;
}

enum { COLUMNS_MAX = 64 };

/* Take the settings of a case from the cells of its lines that are not empty.  A set
 * called * matches any; later lines override earlier ones. */
static mgnn_status
table_apply(mg_learn_case *c, const mg_learning *l, mgnn_error *err)
{
  const mg_setting *setting[COLUMNS_MAX];
  const char *path = l->run.settings;
  size_t set, model, paper, columns, lines = 0;
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
    lines++;
    snprintf(where, sizeof where, "%.900s:%zu: ", path, csv.line);
    for (size_t k = 0; k < columns; k++)
      if (setting[k] != NULL && csv.cell[k].len > 0)
        TRY(mg_setting_set(&c->s, setting[k], csv.cell[k].text, where, err));
    if (paper < columns && csv.cell[paper].len > 0)
      TRY(mg_table_number(&csv, paper, "paper", &c->paper, err));
  }
  if (lines == 0 && !l->call.quiet)
    fprintf(stderr, "%s: %s has no line for %s and %s, whose settings are the "
            "defaults\n", l->call.program, path, c->set->name, c->model->name);
end:
  mg_csv_close(&csv);
  return status;
}

/* ---- cases ---- */

static mgnn_status
graphs_refuse(const mg_model *model, mgnn_error *err)
{
  char list[256] = "";

  for (const mg_model *m = mg_models; m->name != NULL; m++)
    if (m->graphs)
      snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s",
               *list != '\0' ? ", " : "", m->name);
  return mg_fail(err, MGNN_EINVAL, "--model: %s is for classes of nodes; the "
                 "models of graphs are %s", model->name, list);
}

static mgnn_status
case_add(mg_learning *l, const mg_learn_set *set, const mg_model *model,
         mgnn_error *err)
{
  mg_learn_case *more = mg_resize(l->cases, l->case_count + 1, sizeof *more);
  mg_learn_case *c;

  PASS(mg_allocated(more, err));
  l->cases = more;
  if (mg_learn_of_graphs(set) && !model->graphs)
    return graphs_refuse(model, err);
  for (size_t k = 0; k < l->case_count; k++)
    if (l->cases[k].set == set && l->cases[k].model == model)
      return mg_fail(err, MGNN_EINVAL, "--model: %s is there twice",
                     model->name);
  c = &l->cases[l->case_count++];
  *c = (mg_learn_case){ .set = set, .model = model, .paper = NAN };
  mg_settings_init(&c->s);
  if (mg_learn_of_graphs(set)) {       /* as in the paper */
    c->s.epochs = 500;
    c->s.patience = 50;
  }
  if (l->run.settings != NULL)
    PASS(table_apply(c, l, err));
  for (size_t k = 0; k < MG_SETTINGS; k++)
    if (l->run.value[k] != NULL)
      PASS(mg_setting_set(&c->s, &mg_setting_rows[k], l->run.value[k], "--",
                          err));
  return MGNN_OK;
}

/* The model with that name.  tell: warn if it meant another in earlier versions. */
static const mg_model *
model_named(const mg_learning *l, const char *name, int tell)
{
  const mg_model *model = mg_model_find(name);
  const mg_model *before = mg_model_before(name, "message");

  if (tell && !l->call.quiet && model != NULL && model != before)
    fprintf(stderr, "%s: %s is now the equation that mgnn-layout has under this name; "
            "earlier versions trained %s under it\n", l->call.program, name, before->name);
  return model;
}

mgnn_status
mg_learn_cases_make(void *run, mgnn_error *err)
{
  mg_learning *l = run;
  const char *all = l->run.models != NULL ? l->run.models : "mgnn-message";
  char names[200];

  for (size_t s = 0; s < l->sets; s++)
    for (const char *list = all; list != NULL;) {
      size_t len = strcspn(list, ",");
      const mg_model *model;
      char name[32];

      snprintf(name, sizeof name, "%.*s", len < 31 ? (int)len : 31, list);
      list = list[len] == ',' ? list + len + 1 : NULL;
      for (const mg_model *m = mg_models; strcmp(name, "all") == 0
           && m->name != NULL; m++)
        if (m->graphs || !mg_learn_of_graphs(&l->set[s]))
          PASS(case_add(l, &l->set[s], m, err));
      if (strcmp(name, "all") == 0)
        continue;
      model = model_named(l, name, s == 0);
      if (model == NULL)
        return mg_fail(err, MGNN_EINVAL, "--model: there is no \"%s\"; give all, or %s",
                       name, mg_choices(names, sizeof names, mg_model_name));
      PASS(case_add(l, &l->set[s], model, err));
    }
  return MGNN_OK;
}
