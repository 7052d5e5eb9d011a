/* Draws nodes with shapes, in their own colours or those of their kind, and the texts
 * inside, in an ink that contrasts with the fill. */
#include "plates.h"
#include "hulls.h"

#include <math.h>
#include <string.h>

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
      lines += *text == '\n' || *text == MG_TEXT_NEXT;
    lines *= MG_NAME_LINES;     /* each may be broken */
    count += lines < MG_PLATE_LINES ? lines : MG_PLATE_LINES;
  }
  return count;
}

/* The colour behind a text on a plate. */
static mg_colour
behind(const mg_figure *f, const mg_plate *plate)
{
  mg_colour page = f->page->look.outline, fill = plate->fill;

  if (!mg_node_shapes[plate->shape].drawn || fill.a == 0)
    return page;
  return mg_colour_mix(page, (mg_colour){ fill.r, fill.g, fill.b, 255 },
                       fill.a / 255.0);
}

/* Put the lines of a cell into the panel, around its centre. */
static void
put_lines(const mg_figure *f, const mg_plate_size *size, const mg_plate_cell *cell,
          mg_colour ink)
{
  const double leading = 1.17, font = size->font;

  for (size_t k = cell->from; k < cell->from + cell->count; k++) {
    int side = size->side[k];

    if (size->line[k][0] == '\0')
      continue;
    mg_panel_word(f->panel, size->line[k],
                  cell->x + (side == MG_TEXT_LEFT ? -1 : side == MG_TEXT_RIGHT)
                            * cell->a,
                  cell->y + (0.36 + leading * ((double)(k - cell->from)
                                               - ((double)cell->count - 1) / 2))
                            * font,
                  (mg_type){ "label within", font,
                             side == MG_TEXT_LEFT ? MG_START
                             : side == MG_TEXT_RIGHT ? MG_END : MG_MIDDLE, ink });
  }
}

/* The innermost outline, which contains the text. */
static mg_outline
innermost(const mg_figure *f, size_t i)
{
  const mg_node_look *look = &f->pic->appearance->node[i];
  const mg_plate_size *size = &f->plate[i];
  double rings = size->ring * (look->borders > 1 ? look->borders - 1 : 0);

  return (mg_outline){ mg_node_shapes[look->shape].border,
                       { mg_px(f->at[i].x), mg_px(f->at[i].y) },
                       size->a - rings, size->b - rings };
}

/* A cell with its text, in pixels on the page. */
static mg_plate_cell
cell_on_page(const mg_figure *f, size_t i, const mg_plate_cell *cell)
{
  double font = f->plate[i].font;

  return (mg_plate_cell){ mg_px(f->at[i].x) + font * cell->x,
                          mg_px(f->at[i].y) + font * cell->y, font * cell->a,
                          font * cell->b, cell->from, cell->count, 0, NULL,
                          MG_CELL_FIRST };
}

static void
put_text(const mg_figure *f, size_t i, const mg_plate *plate)
{
  const mg_plate_size *size = &f->plate[i];
  mg_outline inner = innermost(f, i);
  mg_xy at = mg_outline_text(&inner);
  mg_plate_cell cell = { at.x, at.y, size->wide * size->font, 0, 0, size->count, 0,
                         NULL, MG_CELL_FIRST };
  mg_colour ink = f->pic->appearance->node[i].ink;

  if (ink.a == 0)
    ink = f->page->look.ink;
  if (fabs(mg_colour_lightness(behind(f, plate)) - mg_colour_lightness(ink))
      < (f->pic->appearance->node[i].ink.a > 0 ? 0.1 : 0.42))
    ink = mg_colour_rgb(mg_colour_lightness(behind(f, plate)) < 0.5 ? 0xffffff
                                                                   : 0x1c1e21);
  for (size_t k = 0; k < size->cells; k++) {
    cell = cell_on_page(f, i, &size->cell[k]);
    cell.a -= 0.35 * size->font;       /* from the border to the text */
    put_lines(f, size, &cell, ink);
  }
  if (size->cells == 0)
    put_lines(f, size, &cell, ink);
}

/* Make the plate of node i.  It is filled in its own colour, or that of its kind,
 * unless it is clear, so that edges below do not run through the text. */
static mgnn_status
make(const mg_figure *f, size_t i, mg_plate *out, mgnn_error *err)
{
  const mg_node_look *node = &f->pic->appearance->node[i];
  const mg_look *look = &f->page->look;
  double pen = node->pen > 0 ? node->pen : 1;
  mg_colour kind;

  *out = (mg_plate){ .title = f->names != NULL ? f->names[i] : NULL,
                     .shape = node->shape, .at = f->at[i],
                     .half_width = mg_units(f->plate[i].a),
                     .half_height = mg_units(f->plate[i].b),
                     .dash = (mg_dash)node->dash };
  PASS(mg_figure_node_colour(f, i, &kind, &out->name, err));
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
  out->rounding = node->rounded ? mg_units(0.6 * f->plate[i].font) : 0;
  if (node->shape == MG_NODE_UNDERLINE)
    out->fill = (mg_colour){ 0, 0, 0, 0 };
  return MGNN_OK;
}

/* Add the further borders of a node and the borders between its cells; returns their
 * number.  out NULL: only count them. */
static size_t
put_more(const mg_figure *f, size_t i, const mg_plate *first, mg_plate *out)
{
  const mg_node_look *node = &f->pic->appearance->node[i];
  const mg_plate_size *size = &f->plate[i];
  size_t count = 0;

  for (int ring = 1; ring < node->borders; ring++, count++)
    if (out != NULL) {
      out[count] = *first;
      out[count].title = NULL;
      if (ring + 1 < node->borders)    /* the innermost is filled */
        out[count].fill.a = 0;
      out[count].half_width = mg_units(size->a - ring * size->ring);
      out[count].half_height = mg_units(size->b - ring * size->ring);
    }
  for (size_t k = 1; k < size->cells; k++) {   /* the border to the cell before */
    const mg_plate_cell *c = &size->cell[k];
    int right = c->place == MG_CELL_RIGHT;

    if (c->place == MG_CELL_FIRST)
      continue;
    if (out != NULL) {
      out[count] = *first;
      out[count].title = NULL;
      out[count].rounding = 0;
      out[count].at = mg_at(mg_px(first->at.x) + (c->x - right * c->a) * size->font,
                            mg_px(first->at.y) + (c->y - !right * c->b) * size->font);
      out[count].half_width = mg_units(right ? 0 : c->a * size->font);
      out[count].half_height = mg_units(right ? c->b * size->font : 0);
    }
    count++;
  }
  return count;
}

mg_xy
mg_plates_port(const mg_figure *f, size_t i, const char *port)
{
  static const char *const compass[] = { "nw", "n", "ne", "w", "c", "e", "sw", "s",
                                         "se" };
  mg_plate_cell at = { mg_px(f->at[i].x), mg_px(f->at[i].y), f->plate[i].a,
                       f->plate[i].b, 0, 0, 0, NULL, MG_CELL_FIRST };
  size_t len = strcspn(port, ":");

  for (size_t k = 1; k < f->plate[i].cells; k++) {
    const mg_plate_cell *c = &f->plate[i].cell[k];

    if (c->port != NULL && strlen(c->port) == len
        && strncmp(c->port, port, len) == 0)
      at = cell_on_page(f, i, c);
  }
  port = strrchr(port, ':') != NULL ? strrchr(port, ':') + 1 : port;
  for (int k = 0; k < 9; k++)
    if (strcmp(compass[k], port) == 0)         /* just inside the border */
      return (mg_xy){ at.x + 0.98 * (k % 3 - 1) * at.a,
                      at.y + 0.98 * (k / 3 - 1) * at.b };
  return (mg_xy){ at.x, at.y };
}

/* The distance from the centre to the border in direction d. */
static double
reach(const mg_outline *s, mg_xy d)
{
  mg_xy p = mg_outline_border(s, d);

  return hypot(p.x - s->at.x, p.y - s->at.y);
}

/* Whether two nodes overlap by more than a pixel, in x and in y; unless both are
 * boxes, also along the line between their centres. */
static int
is_covered(const mg_outline *p, const mg_outline *q)
{
  mg_xy d = { q->at.x - p->at.x, q->at.y - p->at.y };

  return fabs(d.x) + 1 < p->a + q->a && fabs(d.y) + 1 < p->b + q->b
         && ((p->border == MG_BORDER_BOX && q->border == MG_BORDER_BOX)
             || hypot(d.x, d.y) + 1
                < reach(p, d) + reach(q, (mg_xy){ -d.x, -d.y }));
}

/* Count the pairs of overlapping nodes of which at least one has a text. */
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
  const mg_picture *pic = f->pic;
  mg_panel *panel = f->panel;
  size_t count = 0, corners;

  if (pic->appearance != NULL)
    count = pic->appearance->groups;
  for (size_t i = 0; f->plate != NULL && i < pic->n; i++)
    count += 1 + put_more(f, i, NULL, NULL);
  if (count == 0)
    return MGNN_OK;
  /* The corners of hulls are stored after the plates; only plates point to them. */
  corners = pic->appearance != NULL ? pic->appearance->groups * MG_HULL_CORNERS : 0;
  panel->plates = mg_alloc(count + (corners * sizeof(mg_point) + sizeof(mg_plate) - 1)
                                   / sizeof(mg_plate), sizeof *panel->plates);
  PASS(mg_allocated(panel->plates, err));
  PASS(mg_hulls_put(f, (mg_point *)(panel->plates + count), err));
  if (f->plate == NULL)
    return MGNN_OK;
  f->page->scene->covered += count_covered(f);
  /* From the back to the front; a flat picture has one layer. */
  for (size_t layer = 0; layer < mg_panel_layers(panel); layer++) {
    for (size_t i = 0; i < f->pic->n; i++) {
      mg_plate *plate = &panel->plates[panel->plate_count];

      if (mg_figure_layer(f, mg_figure_nearness(f, i)) != layer)
        continue;
      PASS(make(f, i, plate, err));
      put_text(f, i, plate);
      if (!mg_node_shapes[plate->shape].drawn)
        continue;
      panel->plate_count += 1 + put_more(f, i, plate, plate + 1);
      if (f->pic->appearance->node[i].borders > 1)
        plate->fill.a = 0;
    }
    if (panel->layers > 0)
      panel->layer[layer].plates = panel->plate_count;
  }
  return MGNN_OK;
}
