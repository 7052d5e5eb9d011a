/* Prints the results as a table, and writes them as JSON. */
#include "learn.h"
#include "io/write/json.h"
#include "io/write/output.h"
#include "io/text/message.h"

#include <math.h>
#include <string.h>

/* ---- JSON ---- */

static void
settings_put(mg_json *j, const mg_learn_case *c)
{
  put_row(j, "settings", '{');
  for (size_t k = 0; k < MG_SETTINGS; k++) {
    const mg_setting *row = &mg_setting_rows[k];
    char text[MG_SETTING_TEXT];

    if (!mg_setting_used(c->model, row))
      continue;
    if (row->kind == MG_SETTING_WORD)
      put_text(j, row->name, mg_setting_text(&c->s, row, text));
    else
      put_number(j, row->name, mg_setting_value(&c->s, row));
  }
  mg_json_close(j);
}

static void
facts_put(mg_json *j, const mg_metric_facts *f)
{
  if (!put_key_if(j, "metric", f->exists))
    return;
  mg_json_row(j, '{');
  put_number(j, "median", f->median);
  put_number(j, "low", f->low);
  put_number(j, "high", f->high);
  put_number(j, "zero_share", f->zero_share);
  put_number(j, "agreement", f->agreement);
  put_number(j, "auc", f->auc);
  put_flag(j, "alive", mg_learn_metric_alive(f));
  mg_json_close(j);
}

static void
job_put(mg_json *j, const mg_learn_job *job)
{
  mg_json_row(j, '{');
  put_count(j, "seed", job->seed);
  put_count(j, "epoch", (size_t)job->out.epoch);
  put_count(j, "epochs", (size_t)job->out.epochs);
  put_number(j, "train", job->out.train);
  put_number(j, "validation", job->out.validation);
  put_number(j, "test", job->out.test);
  if (job->out.stopped)
    put_flag(j, "stopped", 1);
  facts_put(j, &job->facts);
  mg_json_close(j);
}

static void
case_put(mg_json *j, const mg_learning *l, size_t of)
{
  const mg_learn_case *c = &l->cases[of];
  mg_learn_summary s;

  mg_learn_summarise(l, of, &s);
  mg_json_open(j, '{');
  put_text(j, "name", c->model->name);
  settings_put(j, c);
  put_count(j, "parameters", s.parameters);
  put_number(j, "seconds_per_epoch", s.seconds);
  put_open(j, "splits", '[');
  for (size_t k = 0; k < l->jobs; k++)
    if (l->job[k].of == of && l->job[k].out.epochs > 0)
      job_put(j, &l->job[k]);
  mg_json_close(j);
  put_number(j, "test_mean", s.mean);
  put_number(j, "test_sd", s.sd);
  if (!isnan(c->paper))
    put_number(j, "paper", c->paper);
  facts_put(j, &s.facts);
  mg_json_close(j);
}

/* Write the models of a set, and close its object. */
static void
models_put(mg_json *j, const mg_learning *l, const mg_learn_set *set)
{
  put_open(j, "models", '[');
  for (size_t c = 0; c < l->case_count; c++)
    if (l->cases[c].set == set)
      case_put(j, l, c);
  mg_json_close(j);
  mg_json_close(j);
}

static void
set_put(mg_json *j, const mg_learning *l, const mg_learn_set *set)
{
  const mg_collection *g = &set->collection;

  mg_json_open(j, '{');
  put_text(j, "set", set->name);
  if (mg_learn_of_graphs(set)) {
    put_count(j, "graphs", g->graphs);
    put_count(j, "nodes", g->node[g->graphs]);
    put_count(j, "edges", g->edge[g->graphs]);
    put_count(j, "features", g->types + g->bonds);
    models_put(j, l, set);
    return;
  }
  put_count(j, "nodes", set->src.n);
  put_count(j, "edges", set->g.edges);
  put_count(j, "features", set->x.cols);
  put_count(j, "classes", set->task.inputs.outputs);
  put_number(j, "homophily", set->homophily);
  models_put(j, l, set);
}

/* Write the report: an object for one set, an array of objects for several. */
static void
json_put(const mg_learning *l, FILE *out)
{
  mg_json j;

  mg_json_begin(&j, out);
  if (l->sets > 1)
    mg_json_open(&j, '[');
  for (size_t s = 0; s < l->sets; s++)
    set_put(&j, l, &l->set[s]);
  if (l->sets > 1)
    mg_json_close(&j);
  mg_json_end(&j);
}

mgnn_status
mg_learn_report_write(void *run, mgnn_error *err)
{
  const mg_learning *l = run;
  mg_output out = { 0 };
  mgnn_status status = MGNN_OK;

  if (l->out.report == NULL)
    return MGNN_OK;
  TRY(mg_output_open(&out, l->out.report, err));
  json_put(l, out.file);
  TRY(mg_output_keep(&out, l->call.files, err));
end:
  mg_output_discard(&out);
  return status;
}

/* ---- tables ---- */

/* The separators and signs of a table format. */
typedef struct {
  const char *word, *begin, *between, *end, *after_head, *last;
  const char *plus_minus;
} table_style;

static const table_style styles[] = {
  { "text", "", "  ", "\n", "", "", " +- " },
  { "markdown", "| ", " | ", " |\n", "|", "", " ± " },
  { "latex", "", " & ", " \\\\\n", "\\midrule\n", "\\bottomrule\n\\end{tabular}\n",
    " $\\pm$ " },
  { "csv", "", ",", "\n", "", "", "," }
};

/* Heads of the columns after set and model. */
static const char *const heads[] = {
  "test %", "rank", "validation %", "parameters", "ms/epoch", "w median",
  "M = 0 %", "agrees %", "AUC", "paper %"
};
enum { HEADS = sizeof heads / sizeof *heads, CELL = 64 };

/* The rank of a case among the models on its data set; equal means share a rank. */
static size_t
rank_of(const mg_learning *l, size_t of)
{
  mg_learn_summary own, other;
  size_t rank = 1;

  mg_learn_summarise(l, of, &own);
  for (size_t c = 0; c < l->case_count; c++)
    if (l->cases[c].set == l->cases[of].set) {
      mg_learn_summarise(l, c, &other);
      rank += mg_learn_of_graphs(l->cases[of].set) ? other.mean < own.mean
                                                   : other.mean > own.mean;
    }
  return rank;
}

static void
cell_number(char *out, const char *format, double x)
{
  if (isfinite(x))
    snprintf(out, CELL, format, x);
  else
    snprintf(out, CELL, "-");
}

static void
cells_make(const mg_learning *l, size_t of, const table_style *style,
           char (*cell)[CELL])
{
  mg_learn_summary s;
  const mg_metric_facts *f = &s.facts;

  const int digits = mg_learn_of_graphs(l->cases[of].set) ? 4 : 2;

  mg_learn_summarise(l, of, &s);
  if (isnan(s.mean))
    snprintf(cell[0], CELL, "-%s", strcmp(style->word, "csv") == 0 ? "," : "");
  else if (isnan(s.sd))
    snprintf(cell[0], CELL, "%.*f%s", digits, s.mean,
             strcmp(style->word, "csv") == 0 ? "," : "");
  else
    snprintf(cell[0], CELL, "%.*f%s%.*f", digits, s.mean, style->plus_minus,
             digits, s.sd);
  cell_number(cell[1], "%.0f", isnan(s.mean) ? NAN : (double)rank_of(l, of));
  cell_number(cell[2], digits == 4 ? "%.4f" : "%.2f", s.validation);
  snprintf(cell[3], CELL, "%zu", s.parameters);
  cell_number(cell[4], "%.3g", 1e3 * s.seconds);
  cell_number(cell[5], "%.2g", f->exists ? f->median : NAN);
  cell_number(cell[6], "%.1f", f->exists ? 100 * f->zero_share : NAN);
  cell_number(cell[7], "%.1f", f->exists ? f->agreement : NAN);
  cell_number(cell[8], "%.3f", f->exists ? f->auc : NAN);
  cell_number(cell[9], digits == 2 ? "%.2f" : "%.3f", l->cases[of].paper);
}

static void
row_print(const table_style *style, const char *set, const char *model,
          char (*cell)[CELL], int columns)
{
  static const int width[HEADS] = { 14, 4, 12, 10, 8, 8, 7, 8, 5, 7 };
  const int text = strcmp(style->word, "text") == 0;

  printf("%s%-*s%s%-*s", style->begin, text ? 12 : 0, set, style->between,
         text ? 12 : 0, model);
  for (int k = 0; k < columns; k++)
    printf("%s%*s", style->between, text ? width[k] : 0, cell[k]);
  fputs(style->end, stdout);
}

static void
head_print(const table_style *style, int columns, int of_graphs)
{
  char cell[HEADS][CELL];
  const int latex = strcmp(style->word, "latex") == 0;
  const int csv = strcmp(style->word, "csv") == 0;

  for (int k = 0; k < columns; k++) {
    snprintf(cell[k], CELL, "%s", heads[k]);
    if (of_graphs && (k == 0 || k == 2 || k == 9))
      snprintf(cell[k], CELL, "%.*sMAE", (int)strcspn(heads[k], "%"), heads[k]);
    else if (latex && strchr(cell[k], '%') != NULL)
      snprintf(cell[k], CELL, "%.*s\\%%", (int)strcspn(heads[k], "%"),
               heads[k]);
  }
  if (csv)
    snprintf(cell[0], CELL, "test,sd");
  if (latex)
    printf("\\begin{tabular}{ll%.*s}\n\\toprule\n", columns, "rrrrrrrrrr");
  row_print(style, "set", "model", cell, columns);
  fputs(style->after_head, stdout);
  for (int k = 0; k < columns + 2 && strcmp(style->word, "markdown") == 0; k++)
    fputs(k < 2 ? " --- |" : " ---: |", stdout);
  if (strcmp(style->word, "markdown") == 0)
    putchar('\n');
}

/* Print whether the learned lengths have an effect on predictions. */
static void
verdicts_print(const mg_learning *l)
{
  for (size_t c = 0; c < l->case_count; c++) {
    mg_learn_summary s;

    mg_learn_summarise(l, c, &s);
    if (!s.facts.exists)
      continue;
    printf("%s, %s: the learned lengths have %s effect: %.1f %% of them are 0, and "
           "with --beta 0 %.1f %% of the predictions stay the same\n",
           l->cases[c].set->name, l->cases[c].model->name,
           mg_learn_metric_alive(&s.facts) ? "an" : "no",
           100 * s.facts.zero_share, s.facts.agreement);
  }
}

mgnn_status
mg_learn_results_print(void *run, mgnn_error *err)
{
  const mg_learning *l = run;
  const char *word = l->out.format != NULL ? l->out.format : "text";
  const table_style *style = styles;
  const int columns = l->out.paper ? HEADS : HEADS - 1;

  (void)err;
  if (strcmp(word, "json") == 0) {
    json_put(l, stdout);
    return MGNN_OK;
  }
  while (strcmp(style->word, word) != 0)
    style++;
  head_print(style, columns, mg_learn_of_graphs(&l->set[0]));
  for (size_t c = 0; c < l->case_count; c++) {
    char cell[HEADS][CELL];

    cells_make(l, c, style, cell);
    row_print(style, l->cases[c].set->name, l->cases[c].model->name, cell,
              columns);
  }
  fputs(style->last, stdout);
  if (style == styles)
    verdicts_print(l);
  return MGNN_OK;
}
