/* The options about the page and the look of every drawing. */
#ifndef MG_STYLE_OPTIONS_H
#define MG_STYLE_OPTIONS_H

#include "base/option_rows.h"
#include "render/canvas/style.h"

typedef struct {
  mg_style style;
  const char *size;            /* WxH */
  const char *figure_width;    /* a length with its unit; or NULL */
  double dpi;                  /* 0: not given */
  double aspect;               /* width / height in --size; else 1 */
  int no_legend, no_rings;
  const char *names;           /* an attribute, yes or no; or NULL */
} mg_style_options;

/* The page, and the drawing on it; programs list node size options in between. */
extern const mg_option mg_style_page_rows[], mg_style_mark_rows[];
/* --edge-width for programs in which it is only a number. */
extern const mg_option mg_style_width_rows[];

/* Check the options, store them in the style, and set the aspect. */
mgnn_status mg_style_options_check(mg_style_options *opt, mgnn_error *err);

#endif
