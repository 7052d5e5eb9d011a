/* One run of mgnn-layout: its options, and what each stage leaves to the next. */
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
  mg_sweep sweep;              /* layers mode: more settings of the same */
  mg_plan plan;                /* layout mode: how to search, */
  mg_found found;              /* how that went, */
  mg_arranged arranged;        /* what was done with the drawing then, */
  mg_peers peers;              /* and drawings that it is compared with */
  mg_errors errors;            /* and what is known of errors of lengths */
  mg_bounds_found bounds;            /* and what was made of bounds */
  mg_pictures pictures;
} mg_layout;

/* Pack the components of a plane drawing again where names are drawn. */
mgnn_status mg_layout_pack_names(mg_layout *l, mgnn_error *err);

/* --no-overlap: move nodes of a plane drawing apart as they would be drawn. */
mgnn_status mg_layout_no_overlap(mg_layout *l, mgnn_error *err);

/* Steps: write the table of edges; write the report, as JSON; print the summary, for a person. */
mgnn_status mg_layout_worst(void *layout, mgnn_error *err);
mgnn_status mg_layout_report(void *layout, mgnn_error *err);
mgnn_status mg_layout_summary(void *layout, mgnn_error *err);

/* The items `self_loops` and `models` of a report. */
void mg_json_models(mg_json *j, const mg_layers_options *opt, const mg_results *runs);

/* The program: options checked, steps, the exit status, what is freed. */
mgnn_status mg_layout_check(void *run, mgnn_error *err);
extern const mg_step mg_layout_steps[];
int mg_layout_exit(void *run);
void mg_layout_release(void *run);

/* Only what one output, of layout mode, takes: with --no-layout it shows the positions
 * of --init. */
mgnn_status mg_layout_draw(const mg_layout_options *opt, mgnn_error *err);

#endif
