/* mgnn-layout: options, the steps, messages, exit status. */
#include "base/number.h"
#include "base/threads.h"
#include "job.h"
#include "paint.h"
#include "program.h"
#include "solve/solver.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void
print_help(void)
{
  puts("Usage: mgnn-layout [OPTION]... GRAPH\n"
       "Draw a graph so that its edges get their prescribed lengths.\n"
       "\n"
       "GRAPH is a file, or - for standard input.  Without --layers the lengths are\n"
       "met as well as can be (layout mode); with it exactly K layers of a network\n"
       "are run (layers mode).  The drawing goes to -o FILE, or as SVG to standard\n"
       "output.");
  mg_options_help(mg_layout_table, stdout);
  puts("\n"
       "Exit status: 0 done, 1 bad usage or input, 2 cannot read or write,\n"
       "3 stopped early with the result so far written, 4 --strict and a length is\n"
       "not met.\n"
       "\n"
       "  mgnn-layout graph.gml --metric lengths.csv -o drawing.svg\n"
       "  mgnn-layout graph.gml --layers 8 --model mgnn,sgc,appnp --sheet sheet.svg");
}

/* Values that the table alone cannot check. */
static mgnn_status
options_check(mg_layout_options *opt, mgnn_error *err)
{
  if (opt->space != NULL && strcmp(opt->space, "z") != 0
      && strcmp(opt->space, "y") != 0)
    return mg_fail(err, MGNN_EINVAL, "--space is \"%s\", must be z or y",
                   opt->space);
  if (mg_paint_check(opt, err) != MGNN_OK)
    return MGNN_EINVAL;
  if (opt->pairs != NULL && strcmp(opt->pairs, "edges") != 0
      && strcmp(opt->pairs, "paths") != 0)
    return mg_fail(err, MGNN_EINVAL, "--pairs is \"%s\", must be edges or paths",
                   opt->pairs);
  if (opt->dim_word != NULL) {
    double dim = 0;

    opt->dim_auto = strcmp(opt->dim_word, "auto") == 0;
    if (!opt->dim_auto
        && (!mg_number_whole(opt->dim_word, strlen(opt->dim_word), &dim)
            || !(dim >= 1 && dim <= 10000) || dim != (double)(long)dim))
      return mg_fail(err, MGNN_EINVAL, "--dim is \"%s\", must be a whole number "
                     "from 1 to 10000, or auto", opt->dim_word);
    opt->input.dim = (long)dim;
  }
  if (opt->layers >= 0
      && (opt->pairs != NULL || opt->restarts != 1 || opt->max_iterations > 0
          || opt->time_limit > 0 || opt->tolerance != 1e-6))
    return mg_fail(err, MGNN_EINVAL, "--pairs, --restarts, --tolerance, "
                   "--max-iterations and --time-limit belong to layout mode: "
                   "leave them out, or --layers");
  if (opt->layers < 0 && opt->self_loops)
    return mg_fail(err, MGNN_EINVAL, "--self-loops belongs to layers mode: give "
                   "the number of layers with --layers K");
  if (opt->precision != NULL && strcmp(opt->precision, "single") != 0
      && strcmp(opt->precision, "double") != 0)
    return mg_fail(err, MGNN_EINVAL, "--precision is \"%s\", must be single or "
                   "double", opt->precision);
  if (opt->layers < 0 && opt->precision != NULL)
    return mg_fail(err, MGNN_EINVAL, "--precision belongs to layers mode: give "
                   "the number of layers with --layers K");
  if (opt->dim_auto && opt->pairs != NULL && strcmp(opt->pairs, "paths") == 0)
    return mg_fail(err, MGNN_EINVAL, "--dim auto asks for the edges' lengths: "
                   "leave --pairs paths out");
  if (opt->layers >= 0 && opt->no_overlap)
    return mg_fail(err, MGNN_EINVAL, "--no-overlap does not go with --layers: "
                   "layers are shown as they are");
  if (opt->align != NULL && (opt->layers >= 0 || opt->dim_auto))
    return mg_fail(err, MGNN_EINVAL, "--align belongs to layout mode, in a "
                   "dimension that is known");
  if (opt->dim_auto && opt->layers >= 0)
    return mg_fail(err, MGNN_EINVAL, "--dim auto belongs to layout mode: give "
                   "a number with --layers");
  return mg_layout_options_size(opt, err);
}

/* What --no-overlap and --dim auto ask of the input. */
static mgnn_status
search_check(const mg_job *job, mgnn_error *err)
{
  const mg_layout_options *opt = job->opt;
  const mg_input *in = &job->in;

  if (opt->no_overlap && (in->dim != 2 || opt->dim_auto))
    return mg_fail(err, MGNN_EINVAL, "--no-overlap needs the plane: leave --dim "
                   "out, or make it 2");
  if (opt->no_overlap && in->pinned > 0)
    return mg_fail(err, MGNN_EINVAL, "--no-overlap would move pinned nodes: "
                   "leave one of them out");
  if (opt->dim_auto && (in->start_given || in->pinned > 0
                        || opt->input.features != NULL))
    return mg_fail(err, MGNN_EINVAL, "--dim auto does not go with --init, "
                   "--features or pins: they have a dimension");
  return MGNN_OK;
}

/* The whole job: one call per step, timed. */
static mgnn_status
run(mg_job *job, mgnn_error *err)
{
  mg_delivery *delivery = NULL;
  double begin = mg_clock(), read;
  mgnn_status status = mg_job_models(job, err);

  mg_phases_begin(&job->phases, job->opt->verbose && !job->opt->quiet
                  ? job->program : NULL);
  if (status == MGNN_OK)
    status = mg_delivery_new(&delivery, job, err);
  if (status == MGNN_OK)
    status = mg_job_input(job, NULL, err);
  if (status == MGNN_OK)
    status = search_check(job, err);
  if (status == MGNN_OK)
    status = mg_paint_new(&job->paint, job, err);
  mg_source_spent(&job->in.src);
  mg_report_notes(job);
  if (status == MGNN_OK)
    mg_report_verbose(job);
  mg_phase_end(&job->phases, "paint");
  mg_phases_say(&job->phases);
  read = mg_clock();
  job->seconds[MG_READ] = read - begin;
  if (status == MGNN_OK)
    status = mg_job_move(job, mg_delivery_wants_frames(delivery), err);
  if (status == MGNN_OK)
    status = mg_job_judge(job, err);
  mg_phase_end(&job->phases, "judge");
  mg_phases_say(&job->phases);
  job->seconds[MG_LAYOUT] = mg_clock() - read;
  if (status == MGNN_OK)
    status = mg_delivery_write(delivery, job, err);
  if (status == MGNN_OK)
    status = mg_report_write(job, err);
  if (status == MGNN_OK)
    mg_report_summary(job);
  mg_delivery_free(delivery);
  mg_phase_end(&job->phases, "report");
  mg_phases_end(&job->phases);
  return status;
}

int
main(int argc, char **argv)
{
  mg_layout_options opt;
  mg_job job;
  mgnn_error err = { MGNN_OK, "" };
  mgnn_status status;
  int first = 0, code;

  mg_program_start();
  memset(&job, 0, sizeof job);
  mg_layout_options_init(&opt);
  status = mg_options_parse(mg_layout_table, &opt, argc, argv, &first, &err);
  if (status == MGNN_OK && (opt.help || opt.version)) {
    if (opt.help)
      print_help();
    else
      mg_program_version("mgnn-layout");
    mg_options_free(mg_layout_table, &opt);
    return mg_program_end("mgnn-layout");
  }
  if (status == MGNN_OK && argc - first != 1)
    status = argc == first
      ? mg_fail(&err, MGNN_EINVAL, "which graph? give one file, or - for "
                "standard input; try --help")
      : mg_fail(&err, MGNN_EINVAL, "one graph at a time: \"%s\" is one too many"
                "%s", argv[first + 1], isnan(opt.strict) ? ""
                : " (the value of --strict stands after an equals sign: "
                  "--strict=0.01)");
  if (status == MGNN_OK)
    status = options_check(&opt, &err);
  if (status == MGNN_OK) {
    mg_threads_set((int)opt.threads);
    job.opt = &opt;
    job.program = "mgnn-layout";
    job.path = argv[first];
    job.argc = argc;
    job.argv = argv;
    job.draws_z = opt.space != NULL ? *opt.space == 'z' : opt.layers >= 0;
    status = run(&job, &err);
  }
  if (status != MGNN_OK)
    code = mg_program_fail("mgnn-layout", &err);
  else if (job.stopped)
    code = MG_EXIT_STOPPED;
  else if (mg_job_strict_fails(&job)) {
    fprintf(stderr, "mgnn-layout: --strict: the worst length is off by more than "
            "%g %%\n", 100 * opt.strict);
    code = MG_EXIT_STRICT;
  } else
    code = MG_EXIT_DONE;
  mg_job_free(&job);
  mg_options_free(mg_layout_table, &opt);
  return code;
}
