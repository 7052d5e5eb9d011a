/* --tune: settings by successive halving, on validation alone. */
#include "learn.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/threads.h"
#include "learn/tune.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Settings under trial. */
typedef struct {
  size_t number;
  mg_settings s;
  double sum;                  /* of validation accuracies */
  size_t splits;               /* that it has run on */
} trial;

/* The better mean first, then the earlier one. */
static int
better_first(const void *x, const void *y)
{
  const trial *a = x, *b = y;
  double u = a->sum / (double)a->splits, v = b->sum / (double)b->splits;

  return u != v ? (u < v) - (u > v)
                : (a->number > b->number) - (a->number < b->number);
}

/* Run a trial on the splits from its first new one to `upto`. */
static mgnn_status
trial_run(const mg_learning *l, const mg_learn_case *c, trial *t, size_t upto,
          mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  for (; t->splits < upto; t->splits++) {
    mg_outcome out;

    TRY(mg_learn_train_once(l, c, &t->s, l->seed[t->splits], &out, err));
    t->sum += mg_learn_of_graphs(c->set) ? -out.validation : out.validation;
  }
end:
  return status;
}

/* One rung: all that are left, on `upto` splits. */
static mgnn_status
rung_run(const mg_learning *l, const mg_learn_case *c, trial *t, size_t count,
         size_t upto, mgnn_error *err)
{
  mgnn_status failed = MGNN_OK;

#pragma omp parallel for schedule(dynamic, 1) num_threads(mg_threads(0))
  for (size_t k = 0; k < count; k++) {
    mgnn_error why = { MGNN_OK, "" };
    mgnn_status status = trial_run(l, c, &t[k], upto, &why);

#pragma omp critical(mg_learn_tune)
    if (status != MGNN_OK && failed == MGNN_OK) {
      failed = status;
      if (err != NULL)
        *err = why;
    }
  }
  return failed;
}

static void
chosen_print(const mg_learning *l, const mg_learn_case *c, const trial *best)
{
  char text[MG_SETTING_TEXT];

  if (l->call.quiet)
    return;
  fprintf(stderr, "%s: %s, %s: best of %ld settings, validation %.4g on %zu "
          "split%s:", l->call.program, c->set->name, c->model->name,
          l->run.tune, fabs(best->sum) / (double)best->splits, best->splits,
          best->splits == 1 ? "" : "s");
  for (size_t k = 0; k < MG_SETTINGS; k++)
    if (mg_setting_used(c->model, &mg_setting_rows[k]))
      fprintf(stderr, " %s=%s", mg_setting_rows[k].name,
              mg_setting_text(&best->s, &mg_setting_rows[k], text));
  fputc('\n', stderr);
}

/* The first trial has the settings that were there. */
static mgnn_status
case_tune(const mg_learning *l, mg_learn_case *c, uint64_t seed, mgnn_error *err)
{
  size_t count = (size_t)l->run.tune;
  unsigned char fixed[MG_SETTINGS];
  trial *t = mg_zalloc(count, sizeof *t);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(t, err));
  for (size_t k = 0; k < MG_SETTINGS; k++)
    fixed[k] = l->run.value[k] != NULL;
  for (size_t k = 0; k < count; k++) {
    uint64_t stream = mg_random_stream(seed, k);

    t[k].number = k;
    t[k].s = c->s;
    if (k > 0)
      mg_tune_draw(c->model, fixed, &stream, &t[k].s);
  }
  for (size_t splits = 1; count > 0;
       splits = 2 * splits < l->seeds ? 2 * splits : l->seeds) {
    TRY(rung_run(l, c, t, count, splits, err));
    qsort(t, count, sizeof *t, better_first);
    if (count == 1 || splits == l->seeds)
      break;
    count = (count + 1) / 2;
  }
  c->s = t[0].s;
  chosen_print(l, c, &t[0]);
end:
  mg_free(t);
  return status;
}

mgnn_status
mg_learn_tune(mg_learning *l, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < l->case_count; k++)
    TRY(case_tune(l, &l->cases[k], mg_random_stream(0x7e57, k), err));
end:
  return status;
}
