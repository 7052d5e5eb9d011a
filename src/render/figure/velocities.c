/* Arrows at nodes: a straight stroke with a head, from the middle of the node. */
#include "velocities.h"

#include <math.h>

/* In parts of the head's length. */
static const double head_slim = 0.8, into_head = 0.9;

mg_colour
mg_velocities_colour(const mg_look *look)
{
  return look->ink;            /* no colour of a part */
}

/* The arrow from a point of the page that goes by dx, dy pixels. */
static void
put_arrow(mg_stroke *s, mg_point at, double dx, double dy, double head)
{
  double x = mg_px(at.x), y = mg_px(at.y), length = hypot(dx, dy), left;
  mg_xy tip = { x + dx, y + dy }, corner[3];

  head = fmin(head, 0.7 * length);
  left = 1 - into_head * head / length;
  mg_arrowhead(tip, (mg_xy){ dx / length, dy / length }, head, head_slim * head,
               corner);
  for (int k = 0; k < 3; k++)
    s->head[0].at[k] = mg_at(corner[k].x, corner[k].y);
  s->head[0].corners = 3;
  s->heads = 1;
  s->p[0] = s->p[1] = at;
  s->p[2] = s->p[3] = mg_at(x + left * dx, y + left * dy);
}

mgnn_status
mg_velocities_put(const mg_figure *f, mgnn_error *err)
{
  const double *arrow = f->pic->around.arrow;
  const mg_look *look = &f->page->look;
  mg_panel *panel = f->panel;
  double width = fmax(1.2, 1.5 * look->edge_width);
  double head = 3.2 * width + 0.4 * fmin(look->node, 14);
  mg_stroke *strokes;

  if (arrow == NULL)
    return MGNN_OK;
  strokes = mg_resize(panel->strokes, panel->stroke_count + f->pic->n,
                      sizeof *strokes);
  PASS(mg_allocated(strokes, err));
  panel->strokes = strokes;
  for (size_t i = 0; i < f->pic->n; i++) {
    double dx = f->unit * arrow[2 * i], dy = -f->unit * arrow[2 * i + 1];
    mg_stroke *s = &strokes[panel->stroke_count];

    if (!(hypot(dx, dy) >= 1) || !isfinite(dx + dy))
      continue;                /* not to be seen */
    *s = (mg_stroke){ .name = "velocity", .colour = mg_velocities_colour(look),
                      .width = mg_units(width), .dash = MG_SOLID,
                      .i = (unsigned)i, .j = (unsigned)i };
    put_arrow(s, f->at[i], dx, dy, head);
    panel->stroke_count++;
  }
  if (panel->layers > 0)
    panel->layer[panel->layers - 1].strokes = panel->stroke_count;
  return MGNN_OK;
}
