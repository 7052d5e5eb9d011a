/* The outputs of mgnn-layout: finds which are wanted and under which names, and writes
 * them. */
#ifndef MG_OUTPUTS_H
#define MG_OUTPUTS_H

#include "cli/common/files.h"
#include "cli/common/options.h"
#include "peers.h"
#include "pictures.h"
#include "sweep.h"

typedef struct {
  mg_list files;               /* -o */
  const char *format, *space, *sheet, *animate, *plot, *report,
             *uncertainty, *worst;
  const char *show_layers, *viewport;
  const char *table, *claims;  /* claims: a format, "" for text */
  const char *embed;           /* pca, mds, or NULL */
  double fps, hold;            /* of --animate; fps NAN: default of the mode */
} mg_output_options;

extern const mg_option mg_output_rows[];
void mg_output_options_init(mg_output_options *opt);

typedef enum {
  MG_STILL, MG_POSITIONS, MG_PAGE, MG_SHEET, MG_ANIMATION, MG_CHARTS,
  MG_REPORT_FILE
} mg_wanted_kind;

/* One output, which may be several files. */
typedef struct {
  mg_wanted_kind kind;
  const char *option;          /* the option that names it, as "--output" */
  const char *name;            /* as given, with %d, %03d, %m, %% */
  const char *word;            /* its format */
  mg_file_format format;
  int per_layer, per_model;
} mg_wanted;

typedef struct {
  mg_wanted *item;
  size_t count;
  const mg_sweep *sweep;       /* if it compares settings, sheets and charts
                                  show it in place of the runs */
} mg_outputs;

/* Find the wanted outputs, and check the options and all names, before anything is
 * read.  input: `inputs` names of input files (or NULL), which no output may have. */
mgnn_status mg_outputs_check(mg_outputs *out, const mg_output_options *opt,
                             const mg_peers_options *peers, const mg_results *runs,
                             const char *const *input, size_t inputs,
                             mgnn_error *err);

/* Whether an interactive page is wanted. */
int mg_outputs_have_page(const mg_output_options *opt);

/* Whether layers, or the trajectory of a search, will be drawn or written. */
int mg_outputs_want_frames(const mg_outputs *out);

/* Whether any output is a drawing (drawn 1), or any is positions (drawn 0). */
int mg_outputs_are_drawn(const mg_outputs *out, int drawn);

/* Refuse to write very many coordinates as text, unless --format asks for it. */
mgnn_status mg_outputs_width_check(const mg_outputs *out,
                                   const mg_output_options *opt, size_t n,
                                   size_t dim, mgnn_error *err);

/* The parts of the given graph that the outputs need. */
mg_keep mg_outputs_keep(const mg_outputs *out);

/* Write the outputs that are drawings (drawn 1), or those that are positions (0). */
mgnn_status mg_outputs_put(const mg_outputs *out, mg_pictures *p, int drawn,
                           mgnn_error *err);

void mg_outputs_free(mg_outputs *out);

/* Fill in a name with %m, %d and %% for a model and a layer.  Free it with mg_free.
 * NULL: out of memory. */
char *mg_output_name(const char *pattern, const char *model, size_t layer);

#endif
