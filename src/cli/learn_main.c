/* mgnn-learn: train models on a graph with features and labels. */
#include "learn.h"

#include <stdio.h>
#include <string.h>

#define PROGRAM "mgnn-learn"

static const char usage[] =
  "Usage: mgnn-learn [OPTION]... GRAPH --features FILE --labels FILE\n"
  "  or:  mgnn-learn [OPTION]... FOLDER...\n"
  "Train graph neural networks to tell the classes of nodes, among them the\n"
  "network whose layers prescribe lengths of edges, and say what they reach.\n"
  "\n"
  "A FOLDER is a data set: files graph.*, features.* and labels.csv.";

static const char ending[] =
  "\n"
  "Exit status: 0 done, 1 bad usage or input, 2 cannot read or write.\n"
  "\n"
  "  mgnn-learn cora/ --model mgnn,gcn --settings settings.csv --seeds 1..10\n";

static mgnn_status
check(void *run, mgnn_error *err)
{
  mg_learning *l = run;

  if (l->call.operands == 0)
    return mg_fail(err, MGNN_EINVAL, "which graph? give a file with --features "
                   "and --labels, or a folder; try --help");
  return mg_learn_options_check(l, err);
}

static mgnn_status
read_sets(void *run, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  TRY(mg_learn_sets_read(run, err));
  TRY(mg_learn_kind_check(run, err));
end:
  return status;
}

static mgnn_status
make_cases(void *run, mgnn_error *err)
{
  return mg_learn_cases_make(run, err);
}

static mgnn_status
check_files(void *run, mgnn_error *err)
{
  return mg_learn_files_check(run, err);
}

static mgnn_status
load(void *run, mgnn_error *err)
{
  return mg_learn_load(run, err);
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

static mgnn_status
write_files(void *run, mgnn_error *err)
{
  return mg_learn_files_write(run, err);
}

static mgnn_status
tune(void *run, mgnn_error *err)
{
  return mg_learn_tune(run, err);
}

static int
tunes(const void *run)
{
  return trains(run) && ((const mg_learning *)run)->run.tune > 0;
}

static mgnn_status
train(void *run, mgnn_error *err)
{
  return mg_learn_jobs_run(run, err);
}

static mgnn_status
print_results(void *run, mgnn_error *err)
{
  return mg_learn_results_print(run, err);
}

static mgnn_status
write_report(void *run, mgnn_error *err)
{
  return mg_learn_report_write(run, err);
}

static const mg_step steps[] = {
  { "read", check_files, MG_READ, NULL, MG_STEP_PLAIN },
  { "read", read_sets, MG_READ, NULL, MG_STEP_PLAIN },
  { "read", make_cases, MG_READ, trains, MG_STEP_PLAIN },
  { "read", load, MG_READ, loads, MG_STEP_SAY },
  { "tune", tune, MG_LAYOUT, tunes, MG_STEP_PLAIN },
  { "train", train, MG_LAYOUT, trains, MG_STEP_PLAIN },
  { "write", write_files, MG_WRITE, NULL, MG_STEP_PLAIN },
  { "report", write_report, MG_REPORT, trains, MG_STEP_PLAIN },
  { "report", print_results, MG_REPORT, trains, MG_STEP_PLAIN },
  { NULL, NULL, 0, NULL, MG_STEP_PLAIN }
};

static void
init(void *run)
{
  mg_learn_options_init(run);
}

static void
release(void *run)
{
  mg_learning_free(run);
}

static int
exit_status(void *run)
{
  (void)run;
  return mg_program_end(PROGRAM);
}

int
main(int argc, char **argv)
{
  static const mg_program program = { PROGRAM, usage, ending, mg_learn_options,
                                      init, check, steps, exit_status,
                                      release, NULL, 0 };
  mg_learning run;

  memset(&run, 0, sizeof run);
  return mg_program_main(&program, &run, argc, argv);
}
