/* The options of mgnn-layout: those of all its stages. */
#ifndef MG_LAYOUT_OPTIONS_H
#define MG_LAYOUT_OPTIONS_H

#include "draw/encoding.h"
#include "draw/looks.h"
#include "facts.h"
#include "cli/common/input.h"
#include "bounds.h"
#include "search.h"
#include "errors_of_lengths.h"
#include "layers.h"
#include "outputs.h"
#include "peers.h"
#include "cli/common/program.h"
#include "sweep.h"
#include "draw/style_options.h"

typedef struct {
  mg_call call;                /* first, as in every program */
  mg_input_options input;
  mg_layers_options layers;
  mg_facts_options facts;
  mg_sweep_options sweep;
  mg_peers_options peers;
  mg_search_options search;
  mg_bounds_options bounds;
  mg_ensemble_options ensemble;
  mg_error_options errors;
  double strict;               /* NAN: not given */
  mg_output_options output;
  mg_style_options style;
  mg_encoding_options encoding;
  mg_looks_options looks;
} mg_layout_options;

extern const mg_option_part mg_layout_table[];
extern const mg_word_list mg_layout_lists[];
extern const mg_option_relation mg_layout_relations[];

void mg_layout_options_init(void *options);

/* Write the options as a command line without file names, for the metadata of
 * pictures.  Free *out with mg_free. */
mgnn_status mg_layout_command(const mg_layout_options *opt, char **out,
                              mgnn_error *err);

#endif
