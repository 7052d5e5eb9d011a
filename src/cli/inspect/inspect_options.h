/* The options of mgnn-inspect. */
#ifndef MG_INSPECT_OPTIONS_H
#define MG_INSPECT_OPTIONS_H

#include "cli/common/input.h"
#include "cli/common/program.h"
#include "draw/style_options.h"

/* The content of a drawing: the rigid parts, these with velocities, or the forces of a
 * self-stress. */
typedef enum {
  MG_SHOW_PARTS, MG_SHOW_MOTION, MG_SHOW_STRESS, MG_SHOWN
} mg_shown;

typedef struct {
  const char *word;            /* as given, or NULL */
  mg_shown what;
  size_t number;               /* of the motion or stress, from 0 */
} mg_show_options;

typedef struct {
  mg_call call;                /* first, as in every program */
  mg_input_options input;
  const char *space;

  const char *dims;
  size_t dim_first, dim_last;  /* of --dims; 0: not wanted */
  long realizations;           /* 0: not wanted */
  double tolerance;            /* relative, of lengths */
  int no_search;
  mg_search_limits limits;
  double strict;               /* NAN: not wanted */

  int json;
  mg_list files;               /* -o */
  const char *format;
  const char *motions, *stresses;      /* files for them, or NULL */
  mg_show_options show;
  mg_style_options style;
} mg_inspect_options;

extern const mg_option_part mg_inspect_table[];
extern const mg_word_list mg_inspect_lists[];

void mg_inspect_options_init(void *options);

/* Check the options beyond what their rows check, before anything is read. */
mgnn_status mg_inspect_options_check(mg_inspect_options *opt, mgnn_error *err);

#endif
