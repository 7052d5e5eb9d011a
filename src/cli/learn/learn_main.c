/* mgnn-learn: trains models on graphs with features and labels. */
#include "learn.h"

#include <string.h>

#define PROGRAM "mgnn-learn"

static const char usage[] =
  "Usage: mgnn-learn [OPTION]... GRAPH --features FILE --class FILE\n"
  "  or:  mgnn-learn [OPTION]... FOLDER...\n"
  "Train graph neural networks to classify nodes, MGNN among them, and report the\n"
  "accuracy they reach.  Learned lengths can be drawn by mgnn-layout.\n"
  "A FOLDER is a data set: files graph.*, features.* and labels.csv.";

static const char ending[] =
  "Exit status: 0 done, 1 bad usage or input, 2 cannot read or write, 3 stopped\n"
  "by a signal with the result so far written.\n";

static const char examples[] =
  "  mgnn-learn graph.gml --features features.csv --class classes.csv\n"
  "  mgnn-learn cora/ --model mgnn,gcn --settings settings.csv --seeds 1..10\n";

static const char main_options[] =
  "features class model lr hidden layers seeds tune journal output predictions report";

static mgnn_status
check(void *run, mgnn_error *err)
{
  mg_learning *l = run;

  if (l->call.operands == 0)
    return mg_fail(err, MGNN_EINVAL, "which graph? give a file with --features "
                   "and --class, or a folder; try --help");
  mg_program_can_stop();
  return mg_learn_options_check(l, err);
}

static int
loads(const void *run)
{
  return ((const mg_learning *)run)->out.load != NULL;
}

static int
trains(const void *run)
{
  return !loads(run);
}

static int
tunes(const void *run)
{
  return trains(run) && ((const mg_learning *)run)->run.tune > 0;
}

static const mg_step steps[] = {
  { "read", mg_learn_files_check, MG_READ, NULL, MG_STEP_PLAIN },
  { "read", mg_learn_sets_read, MG_READ, NULL, MG_STEP_PLAIN },
  { "read", mg_learn_kind_check, MG_READ, NULL, MG_STEP_PLAIN },
  { "read", mg_learn_cases_make, MG_READ, trains, MG_STEP_PLAIN },
  { "read", mg_learn_load, MG_READ, loads, MG_STEP_SAY },
  { "tune", mg_learn_tune, MG_LAYOUT, tunes, MG_STEP_PLAIN },
  { "train", mg_learn_jobs_run, MG_LAYOUT, trains, MG_STEP_PLAIN },
  { "write", mg_learn_files_write, MG_WRITE, NULL, MG_STEP_PLAIN },
  { "report", mg_learn_report_write, MG_REPORT, trains, MG_STEP_PLAIN },
  { "report", mg_call_commit, MG_WRITE, NULL, MG_STEP_PLAIN },
  { "report", mg_learn_results_print, MG_REPORT, trains, MG_STEP_PLAIN },
  { NULL, NULL, 0, NULL, MG_STEP_PLAIN }
};

static int
exit_status(void *run)
{
  int code = mg_program_end(PROGRAM);

  return code == MG_EXIT_DONE && ((const mg_learning *)run)->stopped ? MG_EXIT_STOPPED
                                                                     : code;
}

int
main(int argc, char **argv)
{
  static const mg_program program = { PROGRAM, usage, ending, examples, main_options,
                                      mg_learn_options,
                                      mg_learn_options_init, check, steps,
                                      exit_status, mg_learning_free, NULL, 0,
                                      mg_learn_lists, mg_learn_relations };
  mg_learning run;

  memset(&run, 0, sizeof run);
  return mg_program_main(&program, &run, argc, argv);
}
