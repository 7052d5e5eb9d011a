/* Layout mode: search for positions that meet the lengths of the input. */
#ifndef MG_CLI_SEARCH_H
#define MG_CLI_SEARCH_H

#include "program.h"
#include "run.h"
#include "solve/arrange/trajectory.h"

typedef struct {
  const char *pairs, *spread, *align, *effort;
  int no_overlap, no_layout;
  double tolerance;
  long restarts;
  mg_search_limits limits;
  const char *dim;             /* a number, for both modes, or auto */
  int dim_auto;
} mg_search_options;

extern const mg_option mg_search_rows[];
void mg_search_options_init(mg_search_options *opt);

/* How a search went, beside the positions that it found. */
typedef struct {
  mgnn_outcome *tries;         /* of every restart */
  size_t try_count;
  const mgnn_outcome *best;    /* the one that was chosen; NULL: none yet */
  int stopped;                 /* a limit or a signal ended it early */
  const char *stopped_by;      /* the reason, if it is not that of the best */
  double begin;                /* by mg_clock */
  int dim_met;                 /* --dim auto: the lengths are met in it */
  mg_trajectory trajectory;         /* of the best, where frames are wanted */
  double align_rms;            /* distance left by --align, root mean square */
  struct {                     /* what --no-overlap did */
    size_t pairs;              /* of nodes that covered each other */
    double mean_move, max_move, energy_before;
  } overlap;
} mg_found;

/* What the search needs to know of the other stages. */
typedef struct {
  double aspect;               /* of the page, width to height */
  double strict;               /* NAN, or what --dim auto calls met */
  int quiet;
} mg_search_use;

/* How much is done for lengths that determine a drawing and are not met. */
typedef struct {
  const char *name;
  size_t searches;             /* more of them, from other seeds, */
  double work;                 /* as long as all together took no more iterations
                                  times edges */
  double rigidity;             /* see MG_WORK_LITTLE */
} mg_effort;

const mg_effort *mg_search_effort(const mg_search_options *opt);

/* Check the options before anything is read (layers: in layers mode none
 * belongs); *dim receives that of --dim, 0 if none is given.  Then check what
 * they ask of the input. */
mgnn_status mg_search_check(mg_search_options *opt, int layers, long *dim,
                            mgnn_error *err);
mgnn_status mg_search_input_check(const mg_search_options *opt,
                                  const mg_input *in, mgnn_error *err);

/* Search, --restarts times, and in the dimension that --dim asks for; align
 * what was found to positions that were given; measure it, and the trajectory
 * where frames are wanted. */
mgnn_status mg_search_run(mg_found *s, const mg_search_options *opt,
                          const mg_search_use *use, mg_results *runs,
                          mgnn_error *err);
mgnn_status mg_search_align(mg_found *s, mg_results *runs, mgnn_error *err);
mgnn_status mg_search_measure(mg_found *s, mg_results *runs, mgnn_error *err);
void mg_search_free(mg_found *s);

/* Make the frames of a run from a trajectory that ends where the run does. */
mgnn_status mg_trajectory_frames(const mg_results *runs, mg_run *run,
                                 const mg_trajectory *t, mgnn_error *err);

#endif
