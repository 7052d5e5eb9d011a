/* The bar of a colour scale, with its ticks. */
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
  size_t every;                /* which of them there is space for */
  const char *beyond[2];       /* at blocks of their own, how far values go
                                * below and above; NULL: not beyond the end */
  mg_text_lines below;              /* of text below it, */
  size_t lines_shown;          /* if there is space */
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

/* Make it upright or lying, at most so long; sets its size. */
void mg_bar_arrange(mg_bar *bar, int upright, double longest);

/* How many words and edge runs it takes, one segment each. */
enum { MG_BAR_WORDS = MG_BAR_TICKS + 3 + MG_NAME_LINES,
       MG_BAR_RUNS = MG_SHADE_STEPS + MG_BAR_TICKS + 2 };

/* Draw it as it was arranged, its upper left corner at x, y, into a panel that
 * can hold it. */
void mg_bar_draw(const mg_bar *bar, const mg_look *look, mg_panel *panel,
                 double x, double y);

#endif
