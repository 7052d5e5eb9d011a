/* Layout mode, --ensemble: several drawings that meet the lengths, as different as
 * these allow. */
#ifndef MG_ENSEMBLE_H
#define MG_ENSEMBLE_H

#include "io/write/json.h"
#include "search.h"

typedef struct {
  long count;                  /* 0: none */
  double cluster;              /* RMSD within a cluster; NAN: a tenth of the
                                  radius */
} mg_ensemble_options;

extern const mg_option mg_ensemble_rows[];

typedef struct {
  unsigned long seed;
  double energy, worst;        /* largest relative error of a length */
  double rmsd;                 /* to the first, after alignment */
  size_t cluster;              /* from 1 */
} mg_ensemble_model;

typedef struct {
  size_t count;
  mg_ensemble_model *model;             /* the one that is drawn, then by energy */
  double *x;                   /* count * n*dim, aligned to the first */
  size_t clusters;
  double threshold;
} mg_ensemble;

/* Check the options (robust: lengths will be reweighted), then what they ask of the
 * input. */
mgnn_status mg_ensemble_check(const mg_ensemble_options *opt,
                              const mg_search_options *search, int layers,
                              int robust, mgnn_error *err);
mgnn_status mg_ensemble_input_check(const mg_ensemble_options *opt,
                                    const mg_results *runs, mgnn_error *err);

/* After a search: find the others.  The best of all becomes that of the run.
 * Bounds are sampled, so that searches end in different places, and the descent
 * that follows meets the bounds that were given.  found->stopped is set where a
 * limit or a signal ended it; what was found until then is there. */
mgnn_status mg_ensemble_run(mg_ensemble *e, const mg_ensemble_options *opt,
                            const mg_search_options *search, mg_found *found,
                            mg_results *runs, mgnn_error *err);

/* Align them to the drawing as it is now, the first of them, and cluster them. */
mgnn_status mg_ensemble_cluster(mg_ensemble *e, const mg_ensemble_options *opt,
                                mg_results *runs, mgnn_error *err);
void mg_ensemble_free(mg_ensemble *e);

/* A line of the summary; the item `ensemble` of the report. */
void mg_ensemble_say(const mg_ensemble *e);
void mg_ensemble_report(mg_json *j, const mg_ensemble *e);

#endif
