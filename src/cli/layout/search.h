/* Layout mode: searches for positions that meet the lengths of the input. */
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
  const char *dim;             /* a number (in both modes), or auto */
  int dim_auto;
} mg_search_options;

extern const mg_option mg_search_rows[];
void mg_search_options_init(mg_search_options *opt);

typedef struct {
  long count;                  /* 0: none */
  double cluster;              /* RMSD within a cluster; NAN: a tenth of the
                                  radius */
} mg_ensemble_options;

/* Results of rearranging the drawing after the search. */
typedef struct {
  double align_rms;            /* root mean square distance left by --align */
  mg_parted overlap;           /* how overlapping nodes were moved apart */
} mg_arranged;

/* Options of other stages that the search needs. */
typedef struct {
  double aspect;               /* of the page, width to height */
  double strict;               /* error that --dim auto accepts as met; or NAN */
  const mg_ensemble_options *ensemble;
} mg_search_use;

/* Check the options before anything is read; *dim receives the number of --dim, 0 for
 * auto, and is unchanged without --dim.  Later, check that they fit the input. */
mgnn_status mg_search_check(mg_search_options *opt, long *dim, mgnn_error *err);
mgnn_status mg_search_input_check(const mg_search_options *opt,
                                  const mg_input *in, mgnn_error *err);

/* Make a plan from the options.  Search by it; the result is the drawing of the run.
 * Align the drawing to the positions of --align.  Measure it, the worst edges if
 * wanted, and the trajectory if frames are wanted. */
mgnn_status mg_search_plan(mg_plan *plan, const mg_search_options *opt,
                           const mg_search_use *use, mg_results *runs,
                           mgnn_error *err);
mgnn_status mg_search_run(mg_found *s, mg_plan *plan, int quiet, mg_results *runs,
                          mgnn_error *err);
mgnn_status mg_search_align(double *rms, mg_results *runs, mgnn_error *err);
mgnn_status mg_search_measure(mg_found *s, const mg_plan *plan, int worst,
                              mg_results *runs, mgnn_error *err);

/* Make the frames of a run from a trajectory that ends at the run's positions. */
mgnn_status mg_trajectory_frames(const mg_results *runs, mg_run *run,
                                 const mg_trajectory *t, mgnn_error *err);

extern const mg_option mg_ensemble_rows[];

/* Check that the options of ensembles fit the input. */
mgnn_status mg_ensemble_input_check(const mg_ensemble_options *opt,
                                    const mg_results *runs, mgnn_error *err);

/* Print the line of the summary; write the item `ensemble` of the report. */
void mg_ensemble_say(const mg_ensemble *e);
void mg_ensemble_report(mg_json *j, const mg_ensemble *e);

#endif
