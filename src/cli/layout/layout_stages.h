/* One run of mgnn-layout: its options, and the results of each stage for the next. */
#ifndef MG_LAYOUT_STAGES_H
#define MG_LAYOUT_STAGES_H

#include "bounds.h"
#include "search.h"
#include "errors_of_lengths.h"
#include "layout_options.h"

typedef struct {
  mg_layout_options opt;       /* first, as in every program */
  mg_outputs outputs;
  mg_input in;
  mg_results runs;
  mg_sweep sweep;              /* layers mode: the settings of --sweep */
  mg_plan plan;                /* layout mode: how to search */
  mg_found found;              /* results of the search */
  mg_arranged arranged;        /* results of --align and --no-overlap */
  mg_peers peers;              /* the drawings of --compare */
  mg_errors errors;            /* of --noise, --robust and --uncertainty */
  mg_bounds_found bounds;            /* of --smooth */
  mg_pictures pictures;
} mg_layout;

/* Pack the components of a plane drawing again, with space for drawn names. */
mgnn_status mg_layout_pack_names(mg_layout *l, mgnn_error *err);

/* Move overlapping nodes of a plane drawing apart, at the sizes they are drawn with. */
mgnn_status mg_layout_no_overlap(mg_layout *l, mgnn_error *err);

/* Steps: write the table of --worst; write the JSON report; print the summary. */
mgnn_status mg_layout_worst(void *layout, mgnn_error *err);
mgnn_status mg_layout_report(void *layout, mgnn_error *err);
mgnn_status mg_layout_summary(void *layout, mgnn_error *err);

/* Write the items `self_loops` and `models` of a report. */
void mg_json_models(mg_json *j, const mg_layers_options *opt, const mg_results *runs);

/* Parts of the program for mg_program: check, steps, status, free. */
mgnn_status mg_layout_check(void *run, mgnn_error *err);
extern const mg_step mg_layout_steps[];
int mg_layout_exit(void *run);
void mg_layout_release(void *run);

/* Run only the stages that make one output of layout mode.  With --no-layout the output
 * shows the positions of --init. */
mgnn_status mg_layout_draw(const mg_layout_options *opt, mgnn_error *err);

#endif
