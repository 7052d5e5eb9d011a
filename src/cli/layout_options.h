/* What a user can ask of mgnn-layout. */
#ifndef MG_LAYOUT_OPTIONS_H
#define MG_LAYOUT_OPTIONS_H

#include "input.h"
#include "options.h"
#include "render/canvas/style.h"

typedef struct {
  int help, version, quiet, verbose;

  mg_input_options input;

  /* layers mode */
  long layers;                 /* -1: layout mode */
  const char *model, *precision;
  mg_list alpha, beta;
  double eps;
  int self_loops;

  /* layout mode */
  const char *pairs, *align;
  int no_overlap;
  double tolerance, time_limit;
  long max_iterations, restarts;

  /* both */
  const char *dim_word;
  int dim_auto;
  long seed, threads;
  double strict;               /* NAN: not asked for */

  /* what is written */
  mg_list outputs;
  const char *format, *space, *sheet, *animate, *plot, *report;
  double fps, hold;            /* of --animate; fps NAN: as suits the mode */

  /* how it is drawn */
  const char *size;
  const char *edge_color, *node_color, *node_size;
  const char *annotate, *scale_bar, *view;
  double azimuth, elevation;   /* in degrees, of --view */
  int no_legend;
  mg_style style;
} mg_layout_options;

extern const mg_option mg_layout_table[];

void mg_layout_options_init(mg_layout_options *o);

/* Put --size and --no-legend into the style. */
mgnn_status mg_layout_options_size(mg_layout_options *o, mgnn_error *err);

#endif
