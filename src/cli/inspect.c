/* mgnn-inspect: options, the questions, exit status. */
#include "inspect.h"
#include "base/number.h"
#include "base/threads.h"
#include "program.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PROGRAM "mgnn-inspect"

static void
print_help(void)
{
  puts("Usage: mgnn-inspect [OPTION]... GRAPH [POSITIONS [POSITIONS2]]\n"
       "Say whether the lengths of a graph's edges can be met, and how well a\n"
       "drawing meets them; whether two drawings are the same.\n"
       "\n"
       "GRAPH is a file, or - for standard input.  POSITIONS are tables with a row\n"
       "per node, as mgnn-layout writes them.  The answers go to standard output.");
  mg_options_help(mg_inspect_table, stdout);
  puts("\n"
       "Exit status: 0 the questions were answered, 1 bad usage or input, 2 cannot\n"
       "read or write, 3 a limit ended a search, 4 --strict and the lengths cannot\n"
       "be met, or are not.\n"
       "\n"
       "  mgnn-inspect graph.gml\n"
       "  mgnn-inspect graph.gml --metric lengths.csv drawing.csv other.csv --json");
}

/* "A..B", or one number. */
static mgnn_status
dims_parse(mg_inspection *in, mgnn_error *err)
{
  const char *word = in->opt->dims, *dots;
  double first, last;
  size_t len;

  if (word == NULL)
    return MGNN_OK;
  dots = strstr(word, "..");
  len = dots != NULL ? (size_t)(dots - word) : strlen(word);
  if (!mg_number_whole(word, len, &first) || first != floor(first)
      || !(first >= 1))
    first = NAN;
  last = first;
  if (dots != NULL && (!mg_number_whole(dots + 2, strlen(dots + 2), &last)
                       || last != floor(last)))
    last = NAN;
  if (!(last >= first && last <= 100))
    return mg_fail(err, MGNN_EINVAL, "--dims is \"%s\", must be two whole "
                   "numbers from 1 to 100 as in 1..6", word);
  in->dim_first = (size_t)first;
  in->dim_last = (size_t)last;
  return MGNN_OK;
}

/* What the table alone cannot check. */
static mgnn_status
options_check(mg_inspection *in, mg_layout_options *opt, mgnn_error *err)
{
  if (opt->space != NULL && strcmp(opt->space, "z") != 0
      && strcmp(opt->space, "y") != 0)
    return mg_fail(err, MGNN_EINVAL, "--space is \"%s\", must be z or y",
                   opt->space);
  if (mg_layout_options_size(opt, err) != MGNN_OK)
    return MGNN_EINVAL;
  return dims_parse(in, err);
}

static mgnn_status
operands_take(mg_inspection *in, int argc, char **argv, int first,
              mgnn_error *err)
{
  if (first == argc)
    return mg_fail(err, MGNN_EINVAL, "which graph? give a file, or - for "
                   "standard input; try --help");
  if (argc - first > 1 + MG_DRAWINGS)
    return mg_fail(err, MGNN_EINVAL, "a graph and up to two drawings: \"%s\" is "
                   "one too many%s", argv[first + 1 + MG_DRAWINGS],
                   isnan(in->job.opt->strict) ? ""
                   : " (the value of --strict stands after an equals sign: "
                     "--strict=0.01)");
  in->job.path = argv[first];
  for (int k = first + 1; k < argc; k++)
    in->path[in->given++] = argv[k];
  return MGNN_OK;
}

static mgnn_status
run(mg_inspection *in, mgnn_error *err)
{
  mgnn_status status = mg_inspection_outputs_check(in, err);

  mg_phases_begin(&in->job.phases, in->job.opt->verbose && !in->job.opt->quiet
                  ? PROGRAM : NULL);
  if (status == MGNN_OK)
    status = mg_inspection_read(in, err);
  mg_report_notes(&in->job);
  if (status == MGNN_OK)
    mg_report_verbose(&in->job);
  mg_phase_end(&in->job.phases, "start");
  mg_phases_say(&in->job.phases);
  if (status == MGNN_OK)
    status = mg_inspection_ask(in, err);
  if (status == MGNN_OK)
    status = mg_inspection_outputs_write(in, err);
  mg_phase_end(&in->job.phases, "draw");
  if (status == MGNN_OK) {
    if (in->opt->json)
      mg_inspection_put(in, stdout);
    else
      mg_inspection_say(in, stdout);
  }
  mg_phase_end(&in->job.phases, "report");
  mg_phases_end(&in->job.phases);
  return status;
}

/* The exit status of a run that went well. */
static int
verdict(const mg_inspection *in)
{
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
            100 * in->job.opt->strict);
  return MG_EXIT_STRICT;
}

int
main(int argc, char **argv)
{
  mg_inspect_options opt;
  mg_inspection in;
  mgnn_error err = { MGNN_OK, "" };
  mgnn_status status;
  int first = 0, code;

  mg_program_start();
  memset(&in, 0, sizeof in);
  mg_inspect_options_init(&opt);
  in.opt = &opt;
  in.job.opt = &opt.layout;
  in.job.program = PROGRAM;
  status = mg_options_parse(mg_inspect_table, &opt, argc, argv, &first, &err);
  if (status == MGNN_OK && (opt.layout.help || opt.layout.version)) {
    if (opt.layout.help)
      print_help();
    else
      mg_program_version(PROGRAM);
    mg_options_free(mg_inspect_table, &opt);
    return mg_program_end(PROGRAM);
  }
  if (status == MGNN_OK)
    status = operands_take(&in, argc, argv, first, &err);
  if (status == MGNN_OK)
    status = options_check(&in, &opt.layout, &err);
  if (status == MGNN_OK)
    mg_threads_set((int)opt.layout.threads);
  if (status == MGNN_OK)
    status = run(&in, &err);
  code = status == MGNN_OK ? verdict(&in) : mg_program_fail(PROGRAM, &err);
  mg_inspection_free(&in);
  mg_options_free(mg_inspect_table, &opt);
  return code;
}
