/* Breaks the texts of nodes with shapes into lines, and computes the nodes' sizes. */
#include "plate_size.h"
#include "base/dense.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* In ems: the distance of lines, the space around text in a box, and around text
 * without a shape. */
static const double leading = 1.17, pad_x = 0.45, pad_y = 0.28, pad_none = 0.12;

/* Texts wider than this many ems are broken at blanks. */
enum { WIDEST = 22 };

static mgnn_status
add_line(mg_plate_size *it, mg_page *page, const char *text, unsigned char side,
         double *wide, mgnn_error *err)
{
  mg_text_lines lines;

  mg_ruler_wrap(page->ruler, &page->scene->pool, text, 1, WIDEST,
                MG_NAME_LINES, &lines);
  if (lines.count == 0)
    return mg_fail_memory(err);
  for (size_t k = 0; k < lines.count && it->count < MG_PLATE_LINES; k++) {
    it->side[it->count] = side;
    it->line[it->count++] = lines.line[k];
  }
  *wide = fmax(*wide, lines.width / 2);
  return MGNN_OK;
}

/* Split a text at \n into clean lines; surplus lines are replaced by an ellipsis. */
static mgnn_status
break_text(mg_plate_size *it, mg_page *page, const char *text, double *wide,
           mgnn_error *err)
{
  while (*text != '\0' && it->count < MG_PLATE_LINES) {
    size_t len = strcspn(text, "\n");
    unsigned char last = len > 0 ? (unsigned char)text[len - 1] : 0;
    int side = last == MG_TEXT_LEFT || last == MG_TEXT_RIGHT ? last : 0;
    const char *part = mg_pool_keep(&page->scene->pool, text, len - (side > 0));
    const char *clean;

    PASS(mg_allocated(part, err));
    PASS(mg_page_keep(page, part, &clean, err));
    if (it->count + 1 == MG_PLATE_LINES && text[len] != '\0'
        && text[len + 1] != '\0')
      clean = "\xe2\x80\xa6";
    PASS(add_line(it, page, clean, (unsigned char)side, wide, err));
    text += len + (text[len] == '\n');
  }
  return MGNN_OK;
}

/* Half of the height of `count` lines, in ems. */
static double
height_of(size_t count)
{
  return 0.5 + leading / 2 * (double)(count > 0 ? count - 1 : 0);
}

/* Read the text of cell k, up to the next cell, and the name of its port. */
static mgnn_status
read_cell(mg_plate_size *it, mg_page *page, const char **text, size_t k,
          mgnn_error *err)
{
  static const char ends[] = { MG_TEXT_CLOSE, MG_TEXT_NEXT, MG_TEXT_PORT, '\0' };
  size_t first = it->count;
  double wide = 0;

  for (;;) {
    size_t len = strcspn(*text, ends);
    const char *part = mg_pool_keep(&page->scene->pool, *text, len);

    PASS(mg_allocated(part, err));
    PASS(break_text(it, page, part + (*part == '\n'), &wide, err));
    *text += len;
    if (**text != MG_TEXT_PORT)
      break;
    len = strcspn(++*text, ends);
    it->cell[k].port = mg_pool_keep(&page->scene->pool, *text, len);
    PASS(mg_allocated(it->cell[k].port, err));
    *text += len + ((*text)[len] == MG_TEXT_PORT);
  }
  it->cell[k].from = first;
  it->cell[k].count = it->count - first;
  it->cell[k].a = wide + pad_x;
  it->cell[k].b = height_of(it->count - first) + pad_y;
  return MGNN_OK;
}

/* Read the cells inside cell `up`, side by side if `across`, and their space. */
static mgnn_status
read_cells(mg_plate_size *it, mg_page *page, const char **text, size_t up,
           int across, mgnn_error *err)
{
  enum { CELLS_MOST = 2000 };
  double along = 0, most = 0;

  do {
    size_t k = it->cells;

    *text += **text == MG_TEXT_NEXT;
    PASS(mg_room(&it->cell, k, &it->cap, sizeof *it->cell, err));
    it->cell[it->cells++] = (mg_plate_cell){
      .place = k == up + 1 ? MG_CELL_FIRST : across ? MG_CELL_RIGHT : MG_CELL_BELOW };
    if (**text == MG_TEXT_OPEN && k < CELLS_MOST) {
      ++*text;
      PASS(read_cells(it, page, text, k, !across, err));
      *text += **text == MG_TEXT_CLOSE;
      *text += strcspn(*text, (const char[]){ MG_TEXT_NEXT, MG_TEXT_CLOSE, '\0' });
    } else
      PASS(read_cell(it, page, text, k, err));
    it->cell[k].next = it->cells;
    along += across ? it->cell[k].a : it->cell[k].b;
    most = fmax(most, across ? it->cell[k].b : it->cell[k].a);
  } while (**text == MG_TEXT_NEXT);
  it->cell[up].a = across ? along : most;
  it->cell[up].b = across ? most : along;
  it->cell[up].next = it->cells;
  return MGNN_OK;
}

/* Distribute the space of a cell among the cells inside it. */
static void
place_cells(mg_plate_size *it, size_t up, int across)
{
  const mg_plate_cell *u = &it->cell[up];
  double more = across ? u->a : u->b, from = across ? u->x - u->a : u->y - u->b;
  size_t count = 0;

  for (size_t k = up + 1; k < u->next; k = it->cell[k].next) {
    more -= across ? it->cell[k].a : it->cell[k].b;
    count++;
  }
  for (size_t k = up + 1; k < u->next; k = it->cell[k].next) {
    mg_plate_cell *c = &it->cell[k];
    double half = (across ? c->a : c->b) + more / (double)count;

    c->a = across ? half : u->a;
    c->b = across ? u->b : half;
    c->x = across ? from + half : u->x;
    c->y = across ? u->y : from + half;
    from += 2 * half;
    place_cells(it, k, !across);
  }
}

static mgnn_status
read_record(mg_plate_size *it, mg_page *page, const char *text, int across,
            mgnn_error *err)
{
  PASS(mg_room(&it->cell, 0, &it->cap, sizeof *it->cell, err));
  it->cell[it->cells++] = (mg_plate_cell){ .port = NULL };
  PASS(read_cells(it, page, &text, 0, across, err));
  it->wide = it->cell[0].a - pad_x;
  it->high = it->cell[0].b - pad_y;
  return MGNN_OK;
}

void
mg_plates_free(mg_plate_size *plate, size_t n)
{
  for (size_t i = 0; plate != NULL && i < n; i++)
    mg_free(plate[i].cell);
  mg_free(plate);
}

const char *
mg_plate_text(const mg_picture *pic, size_t i)
{
  const char *text = pic->appearance->node[i].text;

  return pic->shown != NULL ? pic->shown[i] : text != NULL ? text
         : pic->names != NULL ? pic->names[i] : NULL;
}

mgnn_status
mg_plate_measure(mg_plate_size *out, const mg_picture *pic, mg_page *page,
                 int named, mgnn_error *err)
{
  for (size_t i = 0; i < pic->n; i++) {
    const mg_node_look *look = &pic->appearance->node[i];
    const char *text = mg_plate_text(pic, i);

    if (!mg_node_shapes[look->shape].holds_text || !mg_is_text(text)
        || named == MG_NAMED_NONE
        || (page->style->labels == MG_NAMED_AUTO && pic->n > MG_TEXTS_WITHIN))
      continue;
    if (look->shape == MG_NODE_RECORD)
      PASS(read_record(&out[i], page, text, !look->down, err));
    else {
      PASS(break_text(&out[i], page, text, &out[i].wide, err));
      out[i].high = height_of(out[i].count);
    }
  }
  return MGNN_OK;
}

static void
scale_one(mg_plate_size *it, const mg_node_look *look, double font, double node)
{
  const mg_node_shape_row *row = &mg_node_shapes[look->shape];
  double own = look->font > 0 ? look->font : 1;

  it->font = own * font;
  it->ring = 0.28 * it->font;
  if (it->count == 0 || !row->holds_text) {
    it->a = it->b = node / 2;
    /* Shapes without text are larger than points, so that they can be recognised. */
    if (look->shape != MG_NODE_POINT && row->drawn)
      it->a = it->b = 0.62 * node;
    /* Sizes in a file suit its own page: limit them so that they do not hide edges. */
    it->a = fmax(it->a, fmin(look->width / 2 * font, 0.9 * node));
    it->b = fmax(it->b, fmin(look->height / 2 * font, 0.9 * node));
    it->ring = 0.2 * node;
  } else {
    double w = it->wide + (row->drawn ? pad_x : pad_none);
    double h = it->high + (row->drawn ? pad_y : pad_none);

    /* Shapes other than boxes need less space around the corners of the text. */
    if (row->border != MG_BORDER_BOX) {
      w -= 0.55 * pad_x;
      h -= 0.55 * pad_y;
    }
    mg_outline_around(row->border, w, h, &it->a, &it->b);
    if (row->even && row->border == MG_BORDER_ELLIPSE)
      it->a = it->b = hypot(w, h);
    it->a = fmax(it->a, look->width / 2) * it->font;
    it->b = fmax(it->b, look->height / 2) * it->font;
  }
  if (row->even)
    it->a = it->b = fmax(it->a, it->b);
  else if (row->border == MG_BORDER_ELLIPSE    /* visibly wider than a circle */
           || row->border > MG_BORDER_DIAMOND)
    it->a = fmax(it->a, 1.3 * it->b);
  if (it->cells > 0) {
    it->cell[0].a = it->a / it->font;
    it->cell[0].b = it->b / it->font;
    place_cells(it, 0, !look->down);
  }
  it->a += it->ring * (look->borders > 1 ? look->borders - 1 : 0);
  it->b += it->ring * (look->borders > 1 ? look->borders - 1 : 0);
  it->loop = 0;
}

double
mg_loop_reach(double size, int round, int k)
{
  double reach = round ? fmax(3 * size, 11) : fmin(fmax(1.3 * size, 21), 30);

  return reach * (1 + 0.55 * k);
}

void
mg_plate_scale(mg_plate_size *plate, const mg_picture *pic, double font, double node)
{
  for (size_t i = 0; i < pic->n; i++)
    scale_one(&plate[i], &pic->appearance->node[i], font,
              node * (pic->size.times != NULL ? pic->size.times[i] : 1));
  for (size_t k = 0; k < pic->appearance->lines; k++) {
    const mg_line_look *line = &pic->appearance->line[k];
    mg_plate_size *it = &plate[line->a];

    if (line->a == line->b)
      it->loop = fmax(it->loop, mg_loop_reach(fmin(it->a, it->b), 0,
                                              line->place)
                                + (line->label != NULL ? 1.5 * font : 0));
  }
}

/* The part of the line to another node, in direction d, that node i covers. */
static double
covered(const mg_plate_size *plate, const mg_picture *pic, size_t i, mg_xy d)
{
  mg_outline s = { mg_node_shapes[pic->appearance->node[i].shape].border,
                 { 0, 0 }, plate[i].a, plate[i].b };
  mg_xy p = mg_outline_border(&s, d);

  return hypot(p.x, p.y);
}

/* The crowding for several frames, from their mean edge length, so that sizes do not
 * change between frames. */
static double
crowding_of_frames(const mg_plate_size *plate, const mg_picture *pic,
                   const mg_viewport *view, double unit)
{
  double sum = 0;

  for (size_t k = 0; k < 2 * pic->m; k++) {
    const mg_plate_size *it = &plate[pic->ends[k]];

    sum += (it->a + it->b) / 2 + 0.8 * it->font;
  }
  return pic->m > 0 && view->length > 0
         ? sum / (double)pic->m / (view->length * unit) : 1;
}

mgnn_status
mg_plate_crowding(const mg_plate_size *plate, const mg_picture *pic,
                  const mg_viewport *view, double unit, double *out,
                  mgnn_error *err)
{
  double *ratio = mg_alloc(pic->m, sizeof *ratio);
  size_t count = 0;

  PASS(mg_allocated(ratio, err));
  for (size_t e = 0; e < pic->m; e++) {
    unsigned i = pic->ends[2 * e], j = pic->ends[2 * e + 1];
    mg_xy d = { pic->xy[2 * j] - pic->xy[2 * i],
                pic->xy[2 * j + 1] - pic->xy[2 * i + 1] };
    double length = hypot(d.x, d.y) * unit;

    if (length > 0 && isfinite(length))
      ratio[count++] = (covered(plate, pic, i, d) + covered(plate, pic, j, d)
                        + 1.6 * plate[i].font) / length;
  }
  qsort(ratio, count, sizeof *ratio, mg_ascending);
  *out = view->frames > 1 ? crowding_of_frames(plate, pic, view, unit)
         : count > 0 ? ratio[(count * 85 + 99) / 100 - 1] : 1;
  mg_free(ratio);
  return MGNN_OK;
}

/* The node that represents the component of node i (union-find). */
static unsigned
root_of(unsigned *up, unsigned i)
{
  while (up[i] != i)
    i = up[i] = up[up[i]];
  return i;
}

/* The needed over the available distance of two nodes, 2 % apart, in x or in y,
 * whichever is less. */
static double
pair_needs(const mg_plate_size *plate, const double *xy, size_t i, size_t j,
           double unit)
{
  const double hair = 1.02;
  double dx = fabs(xy[2 * i] - xy[2 * j]) * unit;
  double dy = fabs(xy[2 * i + 1] - xy[2 * j + 1]) * unit;
  double need = fmin(hair * (plate[i].a + plate[j].a) / dx,
                     hair * (plate[i].b + plate[j].b) / dy);

  return isfinite(need) ? need : 0;
}

mgnn_status
mg_plate_overlap(const mg_plate_size *plate, const mg_picture *pic, double unit,
                 double *out, mgnn_error *err)
{
  enum { MOST = 5000 };
  mg_apart apart = pic->appearance->apart;
  unsigned *up;

  *out = 0;
  if (apart == MG_APART_NONE || pic->n > MOST)
    return MGNN_OK;
  PASS(mg_allocated(up = mg_alloc(pic->n, sizeof *up), err));
  for (size_t i = 0; i < pic->n; i++)
    up[i] = (unsigned)i;
  for (size_t e = 0; e < pic->m && apart == MG_APART_PARTS; e++)
    up[root_of(up, pic->ends[2 * e])] = root_of(up, pic->ends[2 * e + 1]);
  for (size_t i = 0; i < pic->n; i++)
    for (size_t j = 0; j < i; j++)
      if (root_of(up, (unsigned)i) != root_of(up, (unsigned)j))
        *out = fmax(*out, pair_needs(plate, pic->xy, i, j, unit));
  mg_free(up);
  return MGNN_OK;
}

mg_region
mg_plate_extent(const mg_plate_size *plate, const mg_picture *pic,
                const mg_viewport *view, double unit)
{
  const double line = 1.5;     /* around a node */
  int any = view->x0 <= view->x1;
  double wide = any ? (view->x1 / 2 - view->x0 / 2) * (2 * unit) : 0;
  double high = any ? (view->y1 / 2 - view->y0 / 2) * (2 * unit) : 0;
  double x0 = 0, y0 = 0, x1 = wide, y1 = high;

  for (size_t i = 0; i < pic->n; i++) {
    double x = (pic->xy[2 * i] / 2 - view->x0 / 2) * (2 * unit);
    double y = (view->y1 / 2 - pic->xy[2 * i + 1] / 2) * (2 * unit);
    double a = plate[i].a + plate[i].loop + line;
    double b = plate[i].b + plate[i].loop + line;

    if (!isfinite(x) || !isfinite(y)) {        /* in the middle */
      x = wide / 2;
      y = high / 2;
    }
    x0 = fmin(x0, x - a);
    x1 = fmax(x1, x + a);
    y0 = fmin(y0, y - b);
    y1 = fmax(y1, y + b);
  }
  return (mg_region){ x0, y0, x1 - x0, y1 - y0 };
}

/* Whether all nodes are inside the box at this scale. */
static int
is_within(const mg_plate_size *plate, const mg_picture *pic,
          const mg_viewport *view, const mg_region *box, double unit)
{
  mg_region all = mg_plate_extent(plate, pic, view, unit);

  return all.width <= box->width && all.height <= box->height;
}

/* The least scale of the nodes' centres, as a part of the scale for points. */
static const double middles_least = 0.2;

int
mg_plate_fits(const mg_plate_size *plate, const mg_picture *pic,
              const mg_viewport *view, const mg_region *box)
{
  mg_transform t = mg_viewport_into(view, box);

  return is_within(plate, pic, view, box, middles_least * t.px / t.half);
}

/* Bisects for the largest scale at which the nodes are inside.  They are inside at all
 * smaller scales too, as the extent is convex in the scale and least at 0. */
mg_region
mg_plate_pad(const mg_plate_size *plate, const mg_picture *pic,
             const mg_viewport *view, mg_region box)
{
  enum { STEPS = 24 };
  mg_transform t = mg_viewport_into(view, &box);
  double unit = t.px / t.half, low = middles_least, high = 1;
  mg_region all;

  if (!(unit > 0))
    return box;
  for (int k = 0; k < STEPS && low < high; k++) {
    double middle = k == 0 ? 1 : (low + high) / 2;

    if (is_within(plate, pic, view, &box, middle * unit))
      low = middle;
    else
      high = middle;
  }
  all = mg_plate_extent(plate, pic, view, low * unit);
  return (mg_region){ box.x + (box.width - all.width) / 2 - all.x,
                      box.y + (box.height - all.height) / 2 - all.y,
                      fmax(low * t.width, 0.01), fmax(low * t.height, 0.01) };
}
