/* The journal, with a line for each finished run, so that an interrupted command
 * continues where it stopped when it is given again. */
#include "learn.h"
#include "base/number.h"
#include "io/table/table_parts.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char header[] =
  "set,model,seed,key,epoch,epochs,train,validation,test,seconds,parameters,"
  "diverged,median,low,high,zero_share,agreement,auc";
enum { NUMBERS = 14, COLUMNS = NUMBERS + 4, KEY = 20 };

/* The key of a run: a hash of its model, settings, data and split. */
static void
key_of(const mg_learning *l, const mg_learn_job *job, char out[KEY])
{
  const mg_learn_case *c = &l->cases[job->of];
  const mg_learn_set *set = c->set;
  const int graphs = mg_learn_of_graphs(set);
  const uint64_t fact[] = {
    set->src.n, set->g.edges, set->x.cols,
    graphs ? set->collection.graphs : mg_matrix_entries(&set->x),
    set->task.inputs.outputs, (uint64_t)l->in.binary,
    (uint64_t)(1e6 * l->validation), (uint64_t)(1e6 * l->test),
    graphs ? (uint64_t)l->run.batch : 0,
    graphs && l->run.readout != NULL ? (uint64_t)l->run.readout[0] : 0
  };
  uint64_t key = mg_settings_hash(c->model, &c->s);

  for (size_t k = 0; k < sizeof fact / sizeof *fact; k++)
    key = (key ^ fact[k]) * UINT64_C(1099511628211);
  if (c->set->part != NULL)
    for (size_t i = 0; i < c->set->src.n; i++)
      key = (key ^ c->set->part[(job->seed - 1) * c->set->src.n + i])
            * UINT64_C(1099511628211);
  snprintf(out, KEY, "%016" PRIx64, key);
}

/* Copy the figures of a job to x, in the order of the columns. */
static void
figures_get(const mg_learn_job *job, double *x)
{
  const mg_outcome *o = &job->out;
  const mg_metric_facts *f = &job->facts;
  const double figure[NUMBERS] = {
    (double)o->epoch, (double)o->epochs, o->train, o->validation, o->test,
    o->seconds, (double)o->parameters, (double)o->diverged,
    f->exists ? f->median : NAN, f->low, f->high, f->zero_share, f->agreement,
    f->auc };

  memcpy(x, figure, sizeof figure);
}

static void
figures_put(mg_learn_job *job, const double *x)
{
  job->out = (mg_outcome){
    .epoch = (long)x[0], .epochs = (long)x[1], .train = x[2],
    .validation = x[3], .test = x[4], .seconds = x[5],
    .parameters = (size_t)x[6], .diverged = (long)x[7] };
  job->facts = (mg_metric_facts){
    .exists = !isnan(x[8]), .median = x[8], .low = x[9], .high = x[10],
    .zero_share = x[11], .agreement = x[12], .auc = x[13] };
  job->done = 1;
}

/* The job that a line belongs to; NULL if it is not a job of this command. */
static mg_learn_job *
job_of_line(const mg_learning *l, const mg_csv *csv)
{
  for (size_t k = 0; k < l->jobs; k++) {
    mg_learn_job *job = &l->job[k];
    char seed[32], key[KEY];

    snprintf(seed, sizeof seed, "%lu", job->seed);
    key_of(l, job, key);
    if (strcmp(csv->cell[0].text, l->cases[job->of].set->name) == 0
        && strcmp(csv->cell[1].text, l->cases[job->of].model->name) == 0
        && strcmp(csv->cell[2].text, seed) == 0 && strcmp(csv->cell[3].text, key) == 0)
      return job;
  }
  return NULL;
}

mgnn_status
mg_learn_journal_read(mg_learning *l, mgnn_error *err)
{
  FILE *probe = fopen(l->run.journal, "r");
  mg_csv csv = { 0 };
  mgnn_status status = MGNN_OK;

  if (probe == NULL && errno == ENOENT)
    return MGNN_OK;
  if (probe != NULL)
    fclose(probe);
  TRY(mg_csv_open(&csv, l->run.journal, ',', NULL, err));
  TRY(mg_csv_row(&csv, err));
  if (csv.count > 0 && (csv.count != COLUMNS
                        || !mg_cell_is(&csv.cell[3], "key")))
    TRY(mg_fail(err, MGNN_EPARSE, "%s: is not a journal of mgnn-learn; name "
                "another file for --journal", l->run.journal));
  while (csv.count > 0) {
    double x[NUMBERS];
    mg_learn_job *job;
    int whole = 1;

    TRY(mg_csv_row(&csv, err));
    if (csv.count != COLUMNS)
      continue;                /* incomplete: the program was killed */
    for (size_t k = 0; k < NUMBERS; k++) {
      x[k] = NAN;
      if (csv.cell[k + 4].len > 0)
        whole &= mg_number_whole(csv.cell[k + 4].text, csv.cell[k + 4].len,
                                 &x[k]);
    }
    job = whole && !isnan(x[7]) ? job_of_line(l, &csv) : NULL;
    if (job == NULL)
      continue;
    l->resumed += !job->done;
    figures_put(job, x);
  }
end:
  mg_csv_close(&csv);
  return status;
}

/* Writes the line by one call of fwrite, so only the last line can be incomplete. */
mgnn_status
mg_learn_journal_add(const mg_learning *l, const mg_learn_job *job,
                     mgnn_error *err)
{
  const mg_learn_case *c = &l->cases[job->of];
  FILE *out = fopen(l->run.journal, "a+");
  char line[1200], key[KEY];
  double x[NUMBERS];
  int len, last = '\n', fresh, failed;

  if (out == NULL)
    return mg_fail(err, MGNN_EIO, "%s: %s", l->run.journal, strerror(errno));
  fresh = fseek(out, 0, SEEK_END) != 0 || ftell(out) == 0;
  if (!fresh && fseek(out, -1, SEEK_END) == 0)
    last = getc(out);
  key_of(l, job, key);
  len = snprintf(line, sizeof line, "%s%s%s%.200s,%s,%lu,%s",
                 fresh ? header : "", fresh ? "\n" : "", last != '\n' ? "\n" : "",
                 c->set->name, c->model->name, job->seed, key);
  figures_get(job, x);
  for (size_t k = 0; k < NUMBERS; k++) {
    line[len++] = ',';
    if (isfinite(x[k]))
      len += (int)mg_number_write(line + len, x[k]);
  }
  line[len++] = '\n';
  fseek(out, 0, SEEK_END);
  failed = fwrite(line, 1, (size_t)len, out) != (size_t)len;
  failed |= fclose(out) != 0;
  if (failed)
    return mg_fail(err, MGNN_EIO, "%s: the line of a run could not be written: "
                   "%s", l->run.journal, strerror(errno));
  return MGNN_OK;
}
