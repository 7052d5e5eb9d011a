/* Draws the bar of a colour scale, with its ticks. */
#ifndef MG_COLOUR_BAR_H
#define MG_COLOUR_BAR_H

#include "render/canvas/page.h"

enum { MG_BAR_TICKS = 6 };

typedef struct {
  const mg_shade *shade;
  const char *title;           /* cut to fit */
  const char *tick[MG_BAR_TICKS];
  double at[MG_BAR_TICKS];     /* 0 is the low end, 1 the high end */
  size_t ticks;
  size_t every;                /* 1: all ticks are drawn; 2: every second one, ... */
  const char *beyond[2];       /* texts at the separate blocks for values below and
                                * above the scale; NULL: there are no such values */
  mg_text_lines below;              /* text below the bar */
  size_t lines_shown;          /* number of these lines that have space */
  double text_width;           /* of the widest tick */
  double beyond_width[2];      /* of those texts */
  double title_width;
  double font;
  int upright;
  double length;               /* of the scale itself */
  double width, height;        /* of the whole */
  double x, y;                 /* of its corner within the legend */
} mg_bar;

/* Prepare the texts of a scale's bar; they are cut to `limit` pixels. */
mgnn_status mg_bar_init(mg_bar *bar, mg_page *page, const mg_shade *shade,
                        double font, double limit, mgnn_error *err);

/* Make the bar upright or horizontal, at most `longest` long, and set its size. */
void mg_bar_arrange(mg_bar *bar, int upright, double longest);

/* The most words and edge runs (of one segment each) that a bar needs. */
enum { MG_BAR_WORDS = MG_BAR_TICKS + 3 + MG_NAME_LINES,
       MG_BAR_RUNS = MG_SHADE_STEPS + MG_BAR_TICKS + 2 };

/* Draw the arranged bar, with its upper left corner at x, y, into a panel that has
 * room for it. */
void mg_bar_draw(const mg_bar *bar, const mg_look *look, mg_panel *panel,
                 double x, double y);

#endif
