/* Draws heat maps: a coloured cell for each pair of values on two axes, with its number
 * if there is space, and the scale of the colours at the right. */
#include "chart_data.h"

#include <math.h>
#include <string.h>

/* The steps in which the scale is drawn; the relative font size of cells' numbers. */
enum { STEPS = 32 };
static const double small = 0.9;

typedef struct {
  mg_plot *p;
  const mg_heat *heat;
  const mg_scale *scale;
  double wide, high;           /* of a cell */
  int numbers;                 /* nonzero: all numbers fit into their cells */
} heat_map;

size_t
mg_heat_words(const mg_heat *heat)
{
  return heat != NULL ? heat->rows * heat->cols + heat->rows + heat->cols
                        + MG_TICKS_MAX : 0;
}

/* The width of the widest of some numbers. */
static double
numbers_width(mg_plot *p, const double *value, size_t count, int digits)
{
  char text[MG_TEXT_NUMBER];
  double widest = 0;

  for (size_t k = 0; k < count; k++)
    widest = fmax(widest, mg_ruler_width(p->page->ruler,
                                         mg_text_number(text, value[k],
                                                        digits), p->font));
  return widest;
}

/* Draw a rectangle, as a line of its height, on whole pixels, so that neighbouring
 * cells leave no gap. */
static void
fill(mg_plot *p, mg_colour colour, const mg_region *r)
{
  double top = round(r->y), foot = round(r->y + r->height);

  mg_plot_lines(p, "cell", colour, foot - top);
  mg_plot_line(p, round(r->x), (top + foot) / 2, round(r->x + r->width),
               (top + foot) / 2);
}

static mgnn_status
cell_draw(const heat_map *h, size_t row, size_t col, mgnn_error *err)
{
  mg_plot *p = h->p;
  double value = h->heat->value[row * h->heat->cols + col];
  mg_region r = { p->box.x + (double)col * h->wide, p->box.y + p->box.height
                  - (double)(row + 1) * h->high, h->wide, h->high };
  double size = small * p->font, range = h->heat->high - h->heat->low;
  mg_colour colour;
  char text[MG_TEXT_NUMBER];

  if (!isfinite(value))
    return MGNN_OK;
  colour = mg_scale_colour(h->scale,
                           range > 0 ? (value - h->heat->low) / range : 0.5);
  fill(p, colour, &r);
  mg_text_number(text, value, 2);
  if (h->numbers)
    PASS(mg_plot_say(p, text, r.x + r.width / 2,
                     r.y + r.height / 2 + 0.36 * size,
                     (mg_type){ "value", size, MG_MIDDLE,
                                mg_colour_rgb(mg_colour_lightness(colour) < 0.55
                                              ? 0xffffff : 0x000000) }, err));
  return MGNN_OK;
}

/* Write the numbers of columns below and of rows at the left: every one, or only every
 * second, third, ... if they would touch. */
static mgnn_status
numbers_draw(const heat_map *h, mgnn_error *err)
{
  mg_plot *p = h->p;
  double wide = numbers_width(p, h->heat->x, h->heat->cols, 3) + 0.6 * p->font;
  size_t every_x = 1 + (size_t)(wide / h->wide);
  size_t every_y = 1 + (size_t)(1.2 * p->font / h->high);
  mg_type type = { "tick", p->font, MG_MIDDLE, p->page->look.ink };
  char text[MG_TEXT_NUMBER];

  for (size_t k = 0; k < h->heat->cols; k += every_x)
    PASS(mg_plot_say(p, mg_text_number(text, h->heat->x[k], 3),
                     p->box.x + ((double)k + 0.5) * h->wide,
                     p->box.y + p->box.height + 6 + 0.85 * p->font, type, err));
  type.anchor = MG_END;
  for (size_t k = 0; k < h->heat->rows; k += every_y)
    PASS(mg_plot_say(p, mg_text_number(text, h->heat->y[k], 3), p->box.x - 5,
                     p->box.y + p->box.height - ((double)k + 0.5) * h->high
                     + 0.36 * p->font, type, err));
  return MGNN_OK;
}

/* Draw the scale, 0.8 font sizes wide, and its numbers. */
static mgnn_status
scale_draw(const heat_map *h, const mg_axis *axis, mgnn_error *err)
{
  mg_plot *p = h->p;
  double left = p->box.x + p->box.width + 0.8 * p->font;
  double step = p->box.height / STEPS;
  char text[MG_TICK_TEXT];

  for (size_t k = 0; k < STEPS; k++)
    fill(p, mg_scale_colour(h->scale, ((double)k + 0.5) / STEPS),
         &(mg_region){ left, p->box.y + p->box.height - (double)(k + 1) * step,
                       0.8 * p->font, step });
  for (size_t k = 0; k < axis->count; k++) {
    mg_axis_text(axis, k, text);
    PASS(mg_plot_say(p, text, left + 1.1 * p->font,
                     p->box.y + p->box.height * (1 - mg_axis_at(axis, axis->tick[k]))
                     + 0.36 * p->font,
                     (mg_type){ "tick", p->font, MG_START, p->page->look.ink },
                     err));
  }
  return MGNN_OK;
}

/* Set the box of the cells: the space beside numbers, names and scale. */
static void
box_set(heat_map *h, const mg_axis *axis)
{
  mg_plot *p = h->p;
  double left = numbers_width(p, h->heat->y, h->heat->rows, 3) + 6;
  double top = p->above + (p->chart->y_name != NULL ? 3.2 : 2) * p->font;
  double right = numbers_width(p, axis->tick, axis->count, 3) + 2.4 * p->font;

  p->box = (mg_region){ p->cell.x + left, p->cell.y + top,
                        p->cell.width - left - right,
                        p->cell.height - top - 6 - 2.6 * p->font };
  h->wide = p->box.width / (double)h->heat->cols;
  h->high = p->box.height / (double)h->heat->rows;
  h->numbers = h->high > 1.2 * small * p->font
               && small * numbers_width(p, h->heat->value, h->heat->rows
                                        * h->heat->cols, 2) < h->wide - 3;
}

mgnn_status
mg_heat_draw(mg_plot *p, mgnn_error *err)
{
  heat_map h = { .p = p, .heat = p->chart->heat };
  int dark = mg_colour_lightness(p->page->look.ink) > 0.5;
  size_t count = h.heat->rows * h.heat->cols + STEPS;
  mg_axis axis;

  h.scale = mg_scale_find("sequential", dark);
  mg_axis_linear(&axis, h.heat->low, h.heat->high, 4, 0);
  box_set(&h, &axis);
  /* a run and a segment for each cell and each step of the scale */
  PASS(mg_allocated_all(err, p->panel->segment = mg_alloc(count, sizeof (mg_segment)),
                        p->panel->edges = mg_zalloc(count, sizeof (mg_edge_run))));
  for (size_t row = 0; row < h.heat->rows; row++)
    for (size_t col = 0; col < h.heat->cols; col++)
      PASS(cell_draw(&h, row, col, err));
  PASS(scale_draw(&h, &axis, err));
  return numbers_draw(&h, err);
}
