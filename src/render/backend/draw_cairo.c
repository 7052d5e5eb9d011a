/* Paints scenes with Cairo, on any of its surfaces, and writes PDF. */
#include "draw_cairo.h"
#include "backend.h"
#include "draw_dots.h"
#include "draw_lines.h"
#include "io/write/output.h"
#include "render/canvas/text.h"

#include <cairo-pdf.h>

mgnn_status
mg_cairo_fail(cairo_status_t status, mgnn_error *err)
{
  if (status == CAIRO_STATUS_SUCCESS)
    return MGNN_OK;
  if (status == CAIRO_STATUS_NO_MEMORY)
    return mg_fail_memory(err);
  return mg_fail(err, MGNN_EIO, "could not render: %s",
                 cairo_status_to_string(status));
}

static void
ink(cairo_t *cr, mg_colour c)
{
  cairo_set_source_rgba(cr, c.r / 255.0, c.g / 255.0, c.b / 255.0, c.a / 255.0);
}

/* When to use mg_lines_draw in place of Cairo: for at least LINES_LEAST edges, at most
 * LINES_WIDEST pixels wide; one per LINES_PIXELS pixels, or LINES_ALWAYS in all.
 * Cairo's rounding darkens pixels that many strokes cover only slightly. */
enum { LINES_LEAST = 16, LINES_PIXELS = 20000, LINES_ALWAYS = 1000,
       LINES_WIDEST = 3 };

/* From this many nodes of one shape on, use mg_dots_draw in place of Cairo. */
enum { DOTS_LEAST = 4000 };

/* Draw edges, or `runs` runs of nodes of one shape, directly into the pixels of an
 * image.  Returns 0 if not done: the surface is no image, or Cairo is good enough. */
static int
paint_pixels(cairo_t *cr, const mg_edge_run *edges, const mg_node_run *nodes,
             size_t runs, double scale)
{
  cairo_surface_t *surface = cairo_get_target(cr);
  mg_pixels p;
  int done;

  if (cairo_surface_get_type(surface) != CAIRO_SURFACE_TYPE_IMAGE)
    return 0;
  cairo_surface_flush(surface);
  p = (mg_pixels){ cairo_image_surface_get_data(surface),
                   cairo_image_surface_get_width(surface),
                   cairo_image_surface_get_height(surface),
                   cairo_image_surface_get_stride(surface) };
  if (edges != NULL)
    done = edges->count >= LINES_LEAST
           && edges->width * scale <= LINES_WIDEST * MG_UNITS
           && (edges->count >= LINES_ALWAYS
               || (double)edges->count * LINES_PIXELS
                  >= (double)p.width * p.height)
           && mg_lines_draw(&p, edges, scale);
  else
    done = mg_dots_draw(&p, nodes, runs, scale);
  cairo_surface_mark_dirty(surface);
  return done;
}

static void
paint_edges(cairo_t *cr, const mg_edge_run *run, double scale, size_t together)
{
  if (paint_pixels(cr, run, NULL, 0, scale))
    return;
  ink(cr, run->colour);
  cairo_set_line_width(cr, run->width);
  for (size_t k = 0; k < run->count; k++) {
    const mg_segment *e = &run->segment[k];

    cairo_move_to(cr, e->a.x, e->a.y);
    cairo_line_to(cr, e->b.x, e->b.y);
    if ((k + 1) % together == 0 || k + 1 == run->count)
      cairo_stroke(cr);
  }
}

static void
paint_nodes(cairo_t *cr, const mg_node_run *run)
{
  cairo_set_line_width(cr, run->outline_width);
  for (size_t k = 0; k < run->count; k++) {
    const mg_dot *dot = &run->dot[k];

    mg_cairo_mark(cr, run, dot);
    ink(cr, run->fill);
    if (run->outline_width > 0) {
      cairo_fill_preserve(cr);
      ink(cr, run->outline);
      cairo_stroke(cr);
    } else
      cairo_fill(cr);
  }
}

/* Set the dash pattern of the following lines; MG_SOLID: no dashes. */
static void
set_dash(cairo_t *cr, mg_dash dash, int width)
{
  const double length[] = { mg_dashes[dash].on * width,
                            mg_dashes[dash].off * width };

  cairo_set_dash(cr, length, length[0] > 0 ? 2 : 0, 0);
}

static void
line_path(cairo_t *cr, const mg_stroke *s)
{
  cairo_move_to(cr, s->p[0].x, s->p[0].y);
  cairo_curve_to(cr, s->p[1].x, s->p[1].y, s->p[2].x, s->p[2].y, s->p[3].x,
                 s->p[3].y);
}

static void
head_path(cairo_t *cr, const mg_head *head)
{
  cairo_new_sub_path(cr);
  for (int c = 0; c < head->corners; c++)
    cairo_line_to(cr, head->at[c].x, head->at[c].y);
  cairo_close_path(cr);
}

/* Paint the strokes below the nodes or, if `over`, those above them. */
static void
paint_strokes(cairo_t *cr, const mg_stroke *stroke, size_t count, int over)
{
  for (const mg_stroke *s = stroke; s < stroke + count; s++) {
    if ((s->halo.a > 0) != over)
      continue;
    if (over) {
      line_path(cr, s);
      for (const mg_head *head = s->head; head < s->head + s->heads; head++)
        head_path(cr, head);
      ink(cr, s->halo);
      cairo_set_line_width(cr, s->width + 2 * MG_UNITS);
      cairo_stroke(cr);
    }
    ink(cr, s->colour);
    cairo_set_line_width(cr, s->width);
    set_dash(cr, s->dash, s->width);
    line_path(cr, s);
    cairo_stroke(cr);
    set_dash(cr, MG_SOLID, 0);
    for (const mg_head *head = s->head; head < s->head + s->heads; head++) {
      head_path(cr, head);
      if (head->empty)
        cairo_stroke(cr);
      else
        cairo_fill(cr);
    }
  }
}

/* Add an ellipse as four curves, exact to 0.03 % with this handle. */
static void
ellipse_path(cairo_t *cr, mg_point at, double a, double b)
{
  static const double quarter[4][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 },
                                        { 0, -1 } };
  const double handle = 0.5522847;

  cairo_move_to(cr, at.x + a, at.y);
  for (int k = 0; k < 4; k++) {
    const double *p = quarter[k], *q = quarter[(k + 1) % 4];

    cairo_curve_to(cr, at.x + a * (p[0] + handle * q[0]),
                   at.y + b * (p[1] + handle * q[1]),
                   at.x + a * (q[0] + handle * p[0]),
                   at.y + b * (q[1] + handle * p[1]), at.x + a * q[0],
                   at.y + b * q[1]);
  }
  cairo_close_path(cr);
}

/* Add the border of a plate and its inner lines.  A curve with one control point equals
 * one with two, each 2/3 of the way from an end to that point. */
static void
plate_path(cairo_t *cr, const mg_plate *plate)
{
  mg_path_point path[MG_PATH_MAX];
  size_t count = mg_plate_path(plate, path);
  int open = count > 0 && path[0].op == 'M';

  if (count == 0)
    ellipse_path(cr, plate->at, plate->half_width, plate->half_height);
  for (size_t k = 0; k < count; k++) {
    mg_point p = path[k].at;

    if (path[k].op == 'm' && open)
      cairo_close_path(cr);
    open = open && path[k].op != 'm';
    if (path[k].op == 'm' || path[k].op == 'M')
      cairo_move_to(cr, p.x, p.y);
    else if (path[k].op == 'L')
      cairo_line_to(cr, p.x, p.y);
    else {
      mg_point to = path[k + 1 < count ? ++k : 0].at;
      double x, y;

      cairo_get_current_point(cr, &x, &y);
      cairo_curve_to(cr, (x + 2 * p.x) / 3, (y + 2 * p.y) / 3,
                     (to.x + 2 * p.x) / 3, (to.y + 2 * p.y) / 3, to.x, to.y);
    }
  }
  if (open)
    cairo_close_path(cr);
}

static void
paint_plates(cairo_t *cr, const mg_plate *plate, size_t count)
{
  for (size_t k = 0; k < count; k++) {
    const mg_plate *p = &plate[k];

    plate_path(cr, p);
    ink(cr, p->fill);
    cairo_fill_preserve(cr);
    if (p->outline_width > 0) {
      ink(cr, p->outline);
      cairo_set_line_width(cr, p->outline_width);
      set_dash(cr, p->dash, p->outline_width);
      cairo_stroke(cr);
    }
    cairo_new_path(cr);
  }
  set_dash(cr, MG_SOLID, 0);
}

/* The number of runs, from the first on, with the same shape and outline width. */
static size_t
alike(const mg_node_run *run, size_t runs, size_t *nodes)
{
  size_t k = 0;

  for (*nodes = 0; k < runs && run[k].mark == run[0].mark
                   && run[k].outline_width == run[0].outline_width; k++)
    *nodes += run[k].count;
  return k;
}

static void
paint_node_runs(cairo_t *cr, const mg_node_run *run, size_t runs, double scale)
{
  while (runs > 0) {
    size_t nodes, some = alike(run, runs, &nodes);

    if (nodes < DOTS_LEAST || run->mark == MG_WEDGE
        || !paint_pixels(cr, NULL, run, some, scale))
      for (size_t k = 0; k < some; k++)
        paint_nodes(cr, &run[k]);
    run += some;
    runs -= some;
  }
}

/* Paint words, in pixels instead of units: Pango sizes the boxes for characters that
 * no font has by the current scale. */
static void
paint_words(cairo_t *cr, mg_ruler *ruler, const mg_word *word, size_t count)
{
  static const double align[] = { 0, 0.5, 1 };

  cairo_save(cr);
  cairo_scale(cr, MG_UNITS, MG_UNITS);
  cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
  for (size_t k = 0; k < count; k++) {
    const mg_word *w = &word[k];
    double x = w->at.x / (double)MG_UNITS, y = w->at.y / (double)MG_UNITS;
    double size = w->size / (double)MG_UNITS;

    if (w->halo.a > 0) {
      cairo_move_to(cr, x, y);
      mg_ruler_draw(ruler, cr, w->text, size, align[w->anchor], 1);
      ink(cr, w->halo);
      cairo_set_line_width(cr, size / 4);
      cairo_stroke(cr);
    }
    ink(cr, w->colour);
    cairo_move_to(cr, x, y);
    mg_ruler_draw(ruler, cr, w->text, size, align[w->anchor], 0);
    cairo_new_path(cr);
  }
  cairo_restore(cr);
}

static void
paint_panel(cairo_t *cr, mg_ruler *ruler, const mg_panel *panel,
            double scale, size_t together)
{
  mg_layer from = { 0, 0, 0, 0 };

  if (panel->frame.a > 0) {
    ink(cr, panel->frame);
    cairo_set_line_width(cr, MG_UNITS);
    cairo_rectangle(cr, panel->low.x, panel->low.y,
                    panel->high.x - panel->low.x,
                    panel->high.y - panel->low.y);
    cairo_stroke(cr);
  }
  for (size_t l = 0; l < mg_panel_layers(panel); l++) {
    mg_layer to = mg_panel_layer(panel, l);

    for (size_t e = from.edge_runs; e < to.edge_runs; e++)
      paint_edges(cr, &panel->edges[e], scale, together);
    if (from.strokes < to.strokes)
      paint_strokes(cr, panel->strokes + from.strokes, to.strokes - from.strokes, 0);
    if (from.node_runs < to.node_runs)
      paint_node_runs(cr, panel->nodes + from.node_runs,
                      to.node_runs - from.node_runs, scale);
    if (from.plates < to.plates)
      paint_plates(cr, panel->plates + from.plates, to.plates - from.plates);
    from = to;
  }
  if (panel->stroke_count > 0)
    paint_strokes(cr, panel->strokes, panel->stroke_count, 1);
  paint_words(cr, ruler, panel->words, panel->word_count);
}

mgnn_status
mg_cairo_paint(cairo_surface_t *surface, const mg_scene *scene, double scale,
               size_t together, mgnn_error *err)
{
  mg_ruler *ruler = mg_ruler_new(scene->font);
  mgnn_status status;
  cairo_t *cr;

  PASS(mg_allocated(ruler, err));
  cr = cairo_create(surface);
  cairo_scale(cr, scale / MG_UNITS, scale / MG_UNITS);
  /* On vector surfaces, painting an opaque page first also saves a costly search for
   * objects below translucent lines. */
  if (scene->background.a > 0) {
    ink(cr, scene->background);
    cairo_paint(cr);
  }
  for (size_t k = 0; k < scene->panels; k++)
    paint_panel(cr, ruler, &scene->panel[k], scale, together);
  status = mg_cairo_fail(cairo_status(cr), err);
  if (status == MGNN_OK)
    status = mg_ruler_check(ruler, err);
  cairo_destroy(cr);
  mg_ruler_free(ruler);
  return status;
}

static cairo_status_t
pass_on(void *out, const unsigned char *data, unsigned int length)
{
  return fwrite(data, 1, length, out) == length ? CAIRO_STATUS_SUCCESS
                                                : CAIRO_STATUS_WRITE_ERROR;
}

/* Join meta into one text, "key: text; key: text"; free it with mg_free. */
static mgnn_status
join(const mg_meta *meta, char **out, mgnn_error *err)
{
  mg_pool pool = { NULL, 0, 0, NULL };
  mg_output memory;
  size_t size;
  mgnn_status status = MGNN_OK;

  TRY(mg_output_open_memory(&memory, err));
  for (size_t k = 0; meta != NULL && meta[k].key != NULL; k++) {
    const char *key = mg_text_keep(&pool, meta[k].key);
    const char *text = mg_text_keep(&pool, meta[k].text);

    TRY(mg_allocated(key != NULL ? text : NULL, err));
    fprintf(memory.file, "%s%s: %s", k > 0 ? "; " : "", key, text);
  }
  TRY(mg_output_take(&memory, out, &size, err));
end:
  mg_output_discard(&memory);
  mg_pool_free(&pool);
  return status;
}

mgnn_status
mg_draw_pdf(const mg_scene *scene, const mg_meta *meta, FILE *out, mgnn_error *err)
{
  const double points = 0.75;  /* to the CSS pixel */
  char *subject = NULL;
  cairo_surface_t *surface;
  mgnn_status status = join(meta, &subject, err);

  if (status != MGNN_OK)
    return status;
  surface = cairo_pdf_surface_create_for_stream(pass_on, out,
                                                scene->width * points
                                                / MG_UNITS,
                                                scene->height * points
                                                / MG_UNITS);
  /* An invalid date removes the date, so the same drawing gives the same bytes. */
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR,
                                 "mgnn-layout");
  if (scene->title != NULL)
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, scene->title);
  if (subject[0] != '\0')
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, subject);
  status = mg_cairo_paint(surface, scene, points, 64, err);
  cairo_surface_finish(surface);
  if (ferror(out))
    status = MGNN_OK;          /* reported by the caller, with the file's name */
  else if (status == MGNN_OK)
    status = mg_cairo_fail(cairo_surface_status(surface), err);
  cairo_surface_destroy(surface);
  mg_free(subject);
  return status;
}
