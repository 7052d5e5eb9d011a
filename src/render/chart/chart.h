/* Charts on a page: curves, scatter and histograms with axes. */
#ifndef MG_CHART_H
#define MG_CHART_H

#include "render/canvas/scene.h"
#include "render/canvas/style.h"

/* One line of a chart, or its points, or the values that a histogram counts
 * (y; x is then not looked at).  Values that are not finite are left out. */
typedef struct {
  size_t count;
  const double *x, *y;
  const double *band;          /* of lines: where a band around them begins, for
                                  all, then where it ends; NULL: none */
} mg_series;

/* A value for each pair of two others. */
typedef struct {
  size_t cols, rows;
  const double *x, *y;         /* cols; rows, from the foot up */
  const double *value;         /* rows*cols, row after row; NAN: not known */
  double low, high;            /* the ends of the colours */
} mg_heat;

typedef enum {
  MG_NO_CHART,                 /* an empty place */
  MG_LINES,                    /* y against x, a logarithmic axis where values
                                  differ much */
  MG_SCATTER,                  /* y against x on equal axes from 0, with the
                                  line y = x; many points as a density */
  MG_HISTOGRAM,                /* how many values are where */
  MG_HEAT_MAP                  /* values as colours, written into their cells
                                  where there is space */
} mg_chart_kind;

typedef struct {
  mg_chart_kind kind;
  const char *title;           /* above: what is shown */
  const char *x_name, *y_name; /* below the axis; at its top, or NULL */
  const mg_series *series;     /* the look of each is that of its number, */
  size_t series_count;
  size_t first;                /* counted from here */
  const mg_heat *heat;         /* of a heat map */
} mg_chart;

/* What a page of charts shows. */
typedef struct {
  const mg_chart *chart;       /* rows*cols, row after row; where the last ones
                                  are empty places the last row is stretched */
  size_t rows, cols;
  const char *const *names;    /* of the series, for a legend below if there */
  size_t series;               /* are more than one */
  const size_t *looks;         /* numbers of their colours and marks; NULL:
                                  their own */
} mg_charts;

/* Lay out charts.  The page is as large as they need unless the style sets its
 * size; of the style's other members title, background, palette, font_size,
 * margin and dpi count.  Ownership and failures as in mg_scene_build. */
mgnn_status mg_charts_build(mg_scene *out, const mg_charts *charts,
                            const mg_style *style, mgnn_error *err);

#endif
