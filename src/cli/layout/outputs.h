/* The outputs of mgnn-layout: which are wanted, under which names, and writing
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
  double fps, hold;            /* of --animate; fps NAN: as suits the mode */
} mg_output_options;

extern const mg_option mg_output_rows[];
void mg_output_options_init(mg_output_options *opt);

typedef enum {
  MG_STILL, MG_POSITIONS, MG_PAGE, MG_SHEET, MG_ANIMATION, MG_CHARTS,
  MG_REPORT_FILE
} mg_wanted_kind;

/* One output, of one file or of several. */
typedef struct {
  mg_wanted_kind kind;
  const char *option;          /* that names it, "--output" */
  const char *name;            /* with its %d, %03d, %m, %% */
  const char *word;            /* its format */
  mg_file_format format;
  int per_layer, per_model;
} mg_wanted;

typedef struct {
  mg_wanted *item;
  size_t count;
  const mg_sweep *sweep;       /* what sheets and charts show, if it compares
                                  settings */
} mg_outputs;

/* Find out what is wanted, and check the options and every name before anything
 * is read: `input` has `inputs` names that no output may have, NULL for none. */
mgnn_status mg_outputs_check(mg_outputs *out, const mg_output_options *opt,
                             const mg_peers_options *peers, const mg_results *runs,
                             const char *const *input, size_t inputs,
                             mgnn_error *err);

/* Whether an interactive page is among them. */
int mg_outputs_have_page(const mg_output_options *opt);

/* Whether layers, or the trajectory of a search, will be drawn or written. */
int mg_outputs_want_frames(const mg_outputs *out);

/* Whether anything is drawn (1), or any positions are written (0). */
int mg_outputs_are_drawn(const mg_outputs *out, int drawn);

/* Whether so many nodes in so many dimensions may be written: as text only by a
 * format that was asked for. */
mgnn_status mg_outputs_width_check(const mg_outputs *out,
                                   const mg_output_options *opt, size_t n,
                                   size_t dim, mgnn_error *err);

/* What of the graph as it was given the outputs need. */
mg_keep mg_outputs_keep(const mg_outputs *out);

/* Draw the drawings (1), or write the positions (0). */
mgnn_status mg_outputs_put(const mg_outputs *out, mg_pictures *p, int drawn,
                           mgnn_error *err);

void mg_outputs_free(mg_outputs *out);

/* The name that a pattern with %m, %d and %% has for a model and a layer: to be freed.
 * NULL: no memory. */
char *mg_output_name(const char *pattern, const char *model, size_t layer);

#endif
