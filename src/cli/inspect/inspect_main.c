/* mgnn-inspect: tells whether lengths can be met, and how well a drawing meets them. */
#include "inspect.h"
#include "cli/common/notes.h"

#include <stdio.h>
#include <string.h>

#define PROGRAM "mgnn-inspect"

static const char usage[] =
  "Usage: mgnn-inspect [OPTION]... GRAPH [POSITIONS [POSITIONS2]]\n"
  "Can the lengths of a graph be met?  Do they fix the drawing?  How well does a\n"
  "drawing meet them, and is another drawing the same?\n"
  "GRAPH is a file, or - for standard input; POSITIONS a table as mgnn-layout\n"
  "writes it.";

static const char ending[] =
  "Exit status: 0 the questions were answered, 1 bad usage or input, 2 cannot\n"
  "read or write, 3 a limit or signal ended a search, 4 --strict and the lengths cannot\n"
  "be met, or are not.\n";

static const char examples[] =
  "  mgnn-inspect graph.gml\n"
  "  mgnn-inspect graph.gml --metric lengths.csv drawing.csv other.csv --json\n"
  "  mgnn-inspect graph.gml --realizations 20 -o drawings.svg\n";

static const char main_options[] =
  "metric pin dim dims realizations met strict json output show";

static mgnn_status
check(void *run, mgnn_error *err)
{
  mg_inspection *in = run;
  const mg_call *call = &in->opt.call;

  PASS(mg_operands_check(call, 1 + MG_DRAWINGS, "a graph and up to two drawings",
                         in->opt.strict, err));
  for (size_t k = 1; k < call->operands; k++)
    in->path[in->given++] = call->operand[k];
  PASS(mg_inspect_options_check(&in->opt, err));
  mg_program_can_stop();
  return MGNN_OK;
}

/* ---- the steps ---- */

static mgnn_status
read_graph(void *run, mgnn_error *err)
{
  mg_inspection *in = run;
  const mg_input_use use = {
    .path = in->opt.call.operand[0], .positions = in->path[0],
    .seed = (unsigned long)in->opt.call.seed, .eps = 1e-5, .aspect = 1,
    .names = in->opt.style.names,
    .keep = in->opt.files.count > 0 ? MG_KEEP_ALL : MG_KEEP_NAMES
  };

  return mg_input_read(&in->input, &in->opt.input, &use, err);
}

static mgnn_status
read_tables(void *run, mgnn_error *err)
{
  mg_inspection *in = run;

  PASS(mg_input_tables(&in->input, err));
  return mg_inspection_read_second(in, err);
}

static mgnn_status
build_problem(void *run, mgnn_error *err)
{
  return mg_input_build(&((mg_inspection *)run)->input, err);
}

/* Print notes on the input, also after a failed step; then err is NULL. */
static mgnn_status
print_notes(void *run, mgnn_error *err)
{
  mg_inspection *in = run;

  mg_notes_print(&in->opt.call, &in->input, err != NULL);
  return MGNN_OK;
}

static mgnn_status
print_answers(void *run, mgnn_error *err)
{
  const mg_inspection *in = run;

  (void)err;
  if (in->opt.json)
    mg_inspection_put(in, stdout);
  else
    mg_inspection_say(in, stdout);
  return MGNN_OK;
}

static const mg_step steps[] = {
  { "read", mg_inspection_outputs_check, MG_READ, NULL, MG_STEP_PLAIN },
  { "read", read_graph, MG_READ, NULL, MG_STEP_PLAIN },
  { "tables", read_tables, MG_READ, NULL, MG_STEP_PLAIN },
  { "build", build_problem, MG_READ, NULL, MG_STEP_PLAIN },
  { "start", mg_inspection_start, MG_READ, NULL, MG_STEP_PLAIN },
  { "start", print_notes, MG_READ, NULL, MG_STEP_SAY_ALWAYS },
  { "feasible", mg_ask_feasible, MG_LAYOUT, NULL, MG_STEP_PLAIN },
  { "rigid", mg_ask_rigid, MG_LAYOUT, NULL, MG_STEP_PLAIN },
  { "rigid", mg_ask_shown, MG_LAYOUT, NULL, MG_STEP_PLAIN },
  { "dims", mg_ask_dims, MG_LAYOUT, NULL, MG_STEP_PLAIN },
  { "lengths", mg_ask_lengths, MG_LAYOUT, NULL, MG_STEP_PLAIN },
  { "same", mg_ask_same, MG_LAYOUT, NULL, MG_STEP_PLAIN },
  { "others", mg_ask_others, MG_LAYOUT, NULL, MG_STEP_PLAIN },
  { "draw", mg_inspection_outputs_write, MG_DRAW, NULL, MG_STEP_PLAIN },
  { "draw", mg_inspection_flexes_write, MG_DRAW, NULL, MG_STEP_PLAIN },
  { "draw", mg_call_commit, MG_WRITE, NULL, MG_STEP_PLAIN },
  { "report", print_answers, MG_REPORT, NULL, MG_STEP_PLAIN },
  { NULL, NULL, 0, NULL, MG_STEP_PLAIN }
};

/* ---- the program ---- */

static int
exit_status(void *run)
{
  const mg_inspection *in = run;
  int code = mg_program_end(PROGRAM);

  if (code != MG_EXIT_DONE)
    return code;
  if (in->stopped)
    return MG_EXIT_STOPPED;
  if (!mg_inspection_strict_fails(in))
    return MG_EXIT_DONE;
  if (in->feasible.feasible == 0)
    fprintf(stderr, PROGRAM ": --strict: the lengths cannot be met\n");
  else
    fprintf(stderr, PROGRAM ": --strict: a length is off by more than %g %%\n",
            100 * in->opt.strict);
  return MG_EXIT_STRICT;
}

int
main(int argc, char **argv)
{
  static const mg_program program = {
    PROGRAM, usage, ending, examples, main_options, mg_inspect_table, mg_inspect_options_init, check,
    steps, exit_status, mg_inspection_free, NULL, 0, mg_inspect_lists, NULL
  };
  mg_inspection run;

  memset(&run, 0, sizeof run);
  return mg_program_main(&program, &run, argc, argv);
}
