/* Nodes with shapes: the colours they have of their own or by their kind, and
 * the text within, dark on light and light on dark. */
#include "plates.h"

#include <math.h>

size_t
mg_plates_words(const mg_picture *pic)
{
  size_t count = 0;

  if (pic->appearance == NULL || pic->appearance->node == NULL)
    return 0;
  for (size_t i = 0; i < pic->n; i++) {
    const char *text = mg_plate_text(pic, i);
    size_t lines = 1;

    for (; text != NULL && *text != '\0'; text++)
      lines += *text == '\n';
    lines *= MG_LINES_MAX;     /* each may be broken */
    count += lines < MG_PLATE_LINES ? lines : MG_PLATE_LINES;
  }
  return count;
}

/* What a text on it is seen against. */
static mg_colour
behind(const mg_figure *f, const mg_plate *plate)
{
  mg_colour page = f->page->look.outline, fill = plate->fill;

  if (!mg_node_shapes[plate->shape].drawn || fill.a == 0)
    return page;
  return mg_colour_mix(page, (mg_colour){ fill.r, fill.g, fill.b, 255 },
                       fill.a / 255.0);
}

static void
put_text(const mg_figure *f, const mg_plate_size *size, const mg_plate *plate)
{
  const double leading = 1.17;
  double x = mg_px(plate->at.x), y = mg_px(plate->at.y);
  mg_colour ink = f->page->look.ink;

  if (fabs(mg_colour_lightness(behind(f, plate)) - mg_colour_lightness(ink))
      < 0.42)
    ink = mg_colour_rgb(mg_colour_lightness(ink) > 0.5 ? 0x1c1e21 : 0xffffff);
  for (size_t k = 0; k < size->count; k++)
    if (size->line[k][0] != '\0')
      mg_panel_word(f->panel, size->line[k], x,
                    y + (0.36 + leading * ((double)k
                                           - ((double)size->count - 1) / 2))
                        * size->font,
                    (mg_type){ "label within", size->font, MG_MIDDLE, ink });
}

/* Filled as its kind, where there are kinds; else as paper, so that lines below
 * do not run through the text. */
static mgnn_status
make(const mg_figure *f, size_t i, mg_plate *out, mgnn_error *err)
{
  const mg_node_look *node = &f->pic->appearance->node[i];
  const mg_look *look = &f->page->look;
  double pen = node->pen > 0 ? node->pen : 1;
  mg_colour kind;
  mgnn_status status = MGNN_OK;

  *out = (mg_plate){ .title = f->names != NULL ? f->names[i] : NULL,
                     .shape = node->shape, .at = f->at[i],
                     .half_width = mg_units(f->plate[i].a),
                     .half_height = mg_units(f->plate[i].b),
                     .dash = (mg_dash)node->dash };
  TRY(mg_figure_node_colour(f, i, &kind, &out->name, err));
  out->fill = node->fill.a > 0 ? node->fill
              : node->clear ? (mg_colour){ 0, 0, 0, 0 } : kind;
  if (node->shape == MG_NODE_POINT) {
    out->outline = node->outline.a > 0 && node->fill.a > 0 ? node->outline
                                                           : look->outline;
    out->outline_width = mg_units(look->outline_width);
  } else {
    out->outline = node->outline.a > 0 ? node->outline : look->ink;
    out->outline_width = mg_units(fmin(1.0, fmax(look->node * 0.12, 0.3)) * pen);
  }
end:
  return status;
}

/* How far the border is from the middle, towards another node. */
static double
reach(const mg_outline *s, mg_xy d)
{
  mg_xy p = mg_outline_border(s, d);

  return hypot(p.x - s->at.x, p.y - s->at.y);
}

/* Whether two nodes cover each other by more than a pixel: boxes where they do in
 * both directions, others also along the line between their middles. */
static int
is_covered(const mg_outline *p, const mg_outline *q)
{
  mg_xy d = { q->at.x - p->at.x, q->at.y - p->at.y };

  return fabs(d.x) + 1 < p->a + q->a && fabs(d.y) + 1 < p->b + q->b
         && ((p->border == MG_BORDER_BOX && q->border == MG_BORDER_BOX)
             || hypot(d.x, d.y) + 1
                < reach(p, d) + reach(q, (mg_xy){ -d.x, -d.y }));
}

/* Pairs that do, one at least with a text. */
static size_t
count_covered(const mg_figure *f)
{
  enum { MOST = 2000 };
  size_t count = 0;

  for (size_t i = 0; i < f->pic->n && f->pic->n <= MOST; i++) {
    mg_outline p = mg_figure_shape(f, i);

    for (size_t j = 0; j < f->pic->n && f->plate[i].count > 0; j++)
      if (i != j && (j > i || f->plate[j].count == 0)) {
        mg_outline q = mg_figure_shape(f, j);

        count += (size_t)is_covered(&p, &q);
      }
  }
  return count;
}

mgnn_status
mg_plates_put(const mg_figure *f, mgnn_error *err)
{
  mg_panel *panel = f->panel;
  mgnn_status status = MGNN_OK;

  if (f->plate == NULL)
    return MGNN_OK;
  f->page->scene->covered += count_covered(f);
  panel->plates = mg_alloc(f->pic->n, sizeof *panel->plates);
  TRY(mg_allocated(panel->plates, err));
  /* From the back to the front; a flat picture has one layer. */
  for (size_t layer = 0; layer < mg_panel_layers(panel); layer++) {
    for (size_t i = 0; i < f->pic->n; i++) {
      mg_plate *plate = &panel->plates[panel->plate_count];

      if (mg_figure_layer(f, mg_figure_nearness(f, i)) != layer)
        continue;
      TRY(make(f, i, plate, err));
      panel->plate_count += mg_node_shapes[plate->shape].drawn != 0;
      put_text(f, &f->plate[i], plate);
    }
    if (panel->layers > 0)
      panel->layer[layer].plates = panel->plate_count;
  }
end:
  return status;
}
