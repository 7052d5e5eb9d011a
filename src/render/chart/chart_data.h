/* A chart being drawn: what chart.c and chart_data.c share. */
#ifndef MG_CHART_DATA_H
#define MG_CHART_DATA_H

#include "axis.h"
#include "chart.h"
#include "render/canvas/page.h"

typedef struct {
  mg_page *page;
  mg_panel *panel;
  const mg_chart *chart;
  mg_axis x, y;
  mg_region cell, box;         /* with words; of the data */
  double font;
  size_t x_about;              /* numbers below the x axis, about */
  size_t segments, dots;       /* used so far */
} mg_plot;

/* Allocate segments and dots, and runs of them. */
mgnn_status mg_plot_allocate(mg_plot *p, size_t segments, size_t dots,
                             mgnn_error *err);

/* The same for all that the chart will need. */
mgnn_status mg_plot_open(mg_plot *p, mgnn_error *err);

/* Choose both axes; the height of the box is set. */
void mg_plot_range(mg_plot *p);

/* Values on the page. */
double mg_plot_x(const mg_plot *p, double x);
double mg_plot_y(const mg_plot *p, double y);

/* Begin a run of lines; add one. */
void mg_plot_lines(mg_plot *p, const char *class, mg_colour colour,
                   double width);
void mg_plot_line(mg_plot *p, double x1, double y1, double x2, double y2);

/* Draw what the chart shows. */
void mg_plot_data(mg_plot *p);

/* A line with the mark of series k, for the legend. */
void mg_plot_sample(mg_plot *p, size_t k, double x, double y, double width);

#endif
