/* Layout mode: search for positions that meet the lengths of the input. */
#ifndef MG_CLI_SEARCH_H
#define MG_CLI_SEARCH_H

#include "policy/finish.h"
#include "cli/common/program.h"
#include "run.h"
#include "io/write/json.h"

typedef struct {
  const char *pairs, *spread, *tree, *align, *effort;
  const char *positions;
  int no_overlap, no_layout;
  double tolerance;
  long restarts;
  mg_search_limits limits;
  const char *dim;             /* a number, for both modes, or auto */
  int dim_auto;
} mg_search_options;

extern const mg_option mg_search_rows[];
void mg_search_options_init(mg_search_options *opt);

typedef struct {
  long count;                  /* 0: none */
  double cluster;              /* RMSD within a cluster; NAN: a tenth of the
                                  radius */
} mg_ensemble_options;

/* What was done with a drawing once it was found. */
typedef struct {
  double align_rms;            /* distance left by --align, root mean square */
  mg_parted overlap;           /* what --no-overlap did */
} mg_arranged;

/* What the search needs to know of the other stages. */
typedef struct {
  double aspect;               /* of the page, width to height */
  double strict;               /* NAN, or what --dim auto calls met */
  const mg_ensemble_options *ensemble;
} mg_search_use;

/* Check the options before anything is read; *dim receives that of --dim, 0 if none is
 * given.  Then check what they ask of the input. */
mgnn_status mg_search_check(mg_search_options *opt, long *dim, mgnn_error *err);
mgnn_status mg_search_input_check(const mg_search_options *opt,
                                  const mg_input *in, mgnn_error *err);

/* Make a plan of the options, and search by it; the drawing becomes that of the run.
 * Align it to positions that were given; measure it, and if wanted its worst edges, and
 * the trajectory where frames are wanted. */
mgnn_status mg_search_plan(mg_plan *plan, const mg_search_options *opt,
                           const mg_search_use *use, mg_results *runs,
                           mgnn_error *err);
mgnn_status mg_search_run(mg_found *s, mg_plan *plan, int quiet, mg_results *runs,
                          mgnn_error *err);
mgnn_status mg_search_align(double *rms, mg_results *runs, mgnn_error *err);
mgnn_status mg_search_measure(mg_found *s, const mg_plan *plan, int worst,
                              mg_results *runs, mgnn_error *err);

/* Make the frames of a run from a trajectory that ends where the run does. */
mgnn_status mg_trajectory_frames(const mg_results *runs, mg_run *run,
                                 const mg_trajectory *t, mgnn_error *err);

extern const mg_option mg_ensemble_rows[];

/* Check what the options ask of the input. */
mgnn_status mg_ensemble_input_check(const mg_ensemble_options *opt,
                                    const mg_results *runs, mgnn_error *err);

/* A line of the summary; the item `ensemble` of the report. */
void mg_ensemble_say(const mg_ensemble *e);
void mg_ensemble_report(mg_json *j, const mg_ensemble *e);

#endif
