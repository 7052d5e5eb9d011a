/* SVG, written directly: small, in groups, open to other styles.  Every look is
 * said once, as attributes of a group with class names; attributes, not a
 * <style> element, because they work in every reader, yield to any style sheet
 * and do not leak into a page that the drawing is put into. */
#include "backend.h"
#include "draw_svg.h"
#include "render/canvas/text.h"

#include <math.h>
#include <string.h>

/* Up to this many edges on the page each is an element of its own.  Beyond,
 * that many edges of one look share a path: short for the file and quick to
 * draw, while edges in different paths still darken each other where they
 * cross. */
enum { EDGES_APART = 5000, EDGES_TOGETHER = 64 };

/* Beyond so many, places are rounded to a tenth of a pixel, and nodes lose
 * their names: nobody sees the one or finds the other, and the file is smaller
 * by a third. */
enum { EDGES_MANY = 100000 };

/* ` name="text"` */
static void
put_data(mg_sink *s, const char *name, const char *text)
{
  attribute_begin(s, name);
  put_text(s, text);
  put(s, "\"");
}

/* One edge, with the names of its ends where they have some: a path, which is
 * shorter than a line. */
static void
put_segment(mg_sink *s, const mg_panel *panel, const mg_segment *e)
{
  char *p;

  put(s, "<path");
  if (panel->names != NULL && panel->names[e->i] != NULL
      && panel->names[e->j] != NULL) {
    put_data(s, "data-a", panel->names[e->i]);
    put_data(s, "data-b", panel->names[e->j]);
  }
  put(s, " d=\"");
  p = piece_begin(s);
  *p++ = 'M';
  p = write_pair(p, e->a.x, e->a.y);
  *p++ = 'l';
  piece_end(s, write_pair(p, e->b.x - e->a.x, e->b.y - e->a.y));
  put(s, "\"/>\n");
}

static mg_point
rounded(mg_point p)
{
  return (mg_point){ mg_svg_tenth(p.x), mg_svg_tenth(p.y) };
}

void
mg_svg_path(mg_sink *s, const mg_segment *e, size_t count, int coarse)
{
  mg_point at = { 0, 0 };

  for (size_t k = 0; k < count; k++) {
    mg_point a = coarse ? rounded(e[k].a) : e[k].a;
    mg_point b = coarse ? rounded(e[k].b) : e[k].b;
    char *p = piece_begin(s);

    *p++ = k == 0 ? 'M' : 'm';
    p = write_pair(p, a.x - at.x, a.y - at.y);
    *p++ = 'l';
    piece_end(s, write_pair(p, b.x - a.x, b.y - a.y));
    at = b;
  }
}

/* Discs as one path: lines of no length with round ends. */
static void
put_dots(mg_sink *s, const mg_dot *dot, size_t count)
{
  mg_point at = { 0, 0 };

  put(s, "<path d=\"");
  for (size_t k = 0; k < count; k++) {
    mg_point to = rounded(dot[k].at);
    char *p = piece_begin(s);

    *p++ = k == 0 ? 'M' : 'm';
    p = write_pair(p, to.x - at.x, to.y - at.y);
    *p++ = 'h';
    *p++ = '0';
    piece_end(s, p);
    at = to;
  }
  put(s, "\"/>\n");
}

/* The colour of edges.  Readers of SVG count in 255ths: a line that adds less
 * than one to a pixel adds nothing, however many there are.  Lines that would
 * be so faint are less so, and in turn of a colour nearer to the page's. */
static mg_colour
edge_colour(const mg_edge_run *run, mg_colour page)
{
  const int least = 100;       /* of a 25500th */
  mg_colour c = run->colour;

  if (run->width > 0 && run->width < MG_UNITS && c.a > 0
      && c.a * run->width < least) {
    int a = least / run->width + 1;
    double part = sqrt((double)c.a / a);

    if (page.a == 0)
      page = mg_colour_rgb(0xffffff);
    c = mg_colour_mix(page, c, part);
    c.a = (unsigned char)(a < 255 ? a : 255);
  }
  return c;
}

void
mg_svg_group(mg_sink *s, const char *class)
{
  put(s, "<g class=\"");
  put(s, class);
  put(s, "\"");
}

void
mg_svg_edge_group(mg_sink *s, const mg_edge_run *run, mg_colour colour)
{
  mg_svg_group(s, run->name);
  put_colour(s, "stroke", colour);
  put_length(s, "stroke-width", run->width);
  put(s, ">\n");
}

void
mg_svg_node_group(mg_sink *s, const mg_node_run *run)
{
  mg_svg_group(s, run->name);
  put_colour(s, "fill", run->fill);
  if (run->outline_width > 0) {
    put_colour(s, "stroke", run->outline);
    put_length(s, "stroke-width", run->outline_width);
  }
  put(s, ">\n");
}

static void
put_edge_run(mg_sink *s, const mg_panel *panel, const mg_edge_run *run,
             mg_svg_detail detail)
{
  size_t each = detail == MG_SVG_APART ? 1 : EDGES_TOGETHER;

  mg_svg_edge_group(s, run, edge_colour(run, panel->page));
  for (size_t k = 0; k < run->count; k += each) {
    size_t left = run->count - k;

    if (detail == MG_SVG_APART) {
      put_segment(s, panel, &run->segment[k]);
      continue;
    }
    put(s, "<path d=\"");
    mg_svg_path(s, &run->segment[k], left < each ? left : each,
                detail == MG_SVG_COARSE);
    put(s, "\"/>\n");
  }
  put(s, "</g>\n");
}

void
mg_svg_mark(mg_sink *s, const mg_node_run *run, const mg_dot *dot,
            const char **tag)
{
  int radius = dot->radius > 0 ? dot->radius : run->radius;
  mg_point corner[MG_CORNERS_MAX], at = dot->at;
  size_t corners = mg_mark_corners(run->mark, radius, corner);

  if (corners == 0) {
    *tag = "circle";
    put(s, "<circle");
    put_length(s, "cx", at.x);
    put_length(s, "cy", at.y);
    put_length(s, "r", radius);
    return;
  }
  *tag = "path";
  put(s, "<path d=\"M");
  for (size_t k = 0; k < corners; k++) {
    mg_point from = k > 0 ? corner[k - 1] : (mg_point){ -at.x, -at.y };
    char *p = piece_begin(s);

    if (k == 1)
      *p++ = 'l';
    else if (k > 1 && corner[k].x >= from.x)
      *p++ = ' ';
    piece_end(s, write_pair(p, corner[k].x - from.x, corner[k].y - from.y));
  }
  put(s, "z\"");
}

/* Whether all of a run are discs of one size without outline. */
static int
all_plain(const mg_node_run *run)
{
  if (run->mark != MG_DISC || run->outline_width > 0)
    return 0;
  for (size_t k = 0; k < run->count; k++)
    if (run->dot[k].radius > 0 && run->dot[k].radius != run->radius)
      return 0;
  return 1;
}

static void
put_dot_run(mg_sink *s, const mg_node_run *run)
{
  mg_svg_group(s, run->name);
  put(s, " stroke-linecap=\"round\"");
  put_colour(s, "stroke", run->fill);
  put_length(s, "stroke-width", 2 * run->radius);
  put(s, ">\n");
  for (size_t k = 0; k < run->count; k += EDGES_TOGETHER)
    put_dots(s, &run->dot[k], run->count - k < EDGES_TOGETHER
             ? run->count - k : EDGES_TOGETHER);
  put(s, "</g>\n");
}

static void
put_node_run(mg_sink *s, const mg_node_run *run, mg_svg_detail detail)
{
  mg_svg_node_group(s, run);
  for (size_t k = 0; k < run->count; k++) {
    mg_dot dot = run->dot[k];
    const char *tag;

    if (detail == MG_SVG_COARSE) {
      dot.at = rounded(dot.at);
      dot.name = NULL;
    }
    mg_svg_mark(s, run, &dot, &tag);
    if (dot.name != NULL)
      put_data(s, "data-name", dot.name);
    if (dot.name == NULL || detail != MG_SVG_APART) {
      put(s, "/>\n");
      continue;
    }
    put(s, ">");
    put_title(s, dot.name);
    put(s, "</");
    put(s, tag);
    put(s, ">\n");
  }
  put(s, "</g>\n");
}

/* What words that follow each other have in common is said by a group. */
static int
same_look(const mg_word *a, const mg_word *b)
{
  return strcmp(a->name, b->name) == 0 && a->size == b->size
         && memcmp(&a->colour, &b->colour, sizeof a->colour) == 0
         && memcmp(&a->halo, &b->halo, sizeof a->halo) == 0;
}

void
mg_svg_words(mg_sink *s, const mg_word *word, size_t count)
{
  static const char *const anchor[] = { "", " text-anchor=\"middle\"",
                                        " text-anchor=\"end\"" };

  for (size_t k = 0; k < count; k++) {
    const mg_word *w = &word[k];

    if (k == 0 || !same_look(w, &word[k - 1])) {
      mg_svg_group(s, w->name);
      put_length(s, "font-size", w->size);
      put_colour(s, "fill", w->colour);
      if (w->halo.a > 0) {
        put_colour(s, "stroke", w->halo);
        put_length(s, "stroke-width", w->size / 4);
        put(s, " stroke-linejoin=\"round\" paint-order=\"stroke\"");
      }
      put(s, ">\n");
    }
    put(s, "<text");
    put_length(s, "x", w->at.x);
    put_length(s, "y", w->at.y);
    put(s, anchor[w->anchor]);
    put(s, ">");
    put_text(s, w->text);
    put(s, "</text>\n");
    if (k + 1 == count || !same_look(w, &word[k + 1]))
      put(s, "</g>\n");
  }
}

static void
put_rect(mg_sink *s, const char *class, mg_point low, mg_point high)
{
  put(s, "<rect class=\"");
  put(s, class);
  put(s, "\"");
  if (low.x != 0 || low.y != 0) {
    put_length(s, "x", low.x);
    put_length(s, "y", low.y);
  }
  put_length(s, "width", high.x - low.x);
  put_length(s, "height", high.y - low.y);
}

void
mg_svg_panel(mg_sink *s, const mg_panel *panel, mg_svg_detail detail)
{
  mg_svg_group(s, panel->name);
  put(s, ">\n");
  if (panel->frame.a > 0) {
    put_rect(s, "frame", panel->low, panel->high);
    put(s, " fill=\"none\"");
    put_colour(s, "stroke", panel->frame);
    put(s, "/>\n");
  }
  for (size_t l = 0, e = 0, n = 0; l < mg_panel_layers(panel); l++) {
    mg_layer to = mg_panel_layer(panel, l);

    if (e < to.edge_runs) {
      put(s, "<g class=\"edges\" fill=\"none\">\n");
      for (; e < to.edge_runs; e++)
        put_edge_run(s, panel, &panel->edges[e], detail);
      put(s, "</g>\n");
    }
    if (n < to.node_runs) {
      put(s, "<g class=\"nodes\">\n");
      for (; n < to.node_runs; n++)
        if (detail == MG_SVG_COARSE && all_plain(&panel->nodes[n]))
          put_dot_run(s, &panel->nodes[n]);
        else
          put_node_run(s, &panel->nodes[n], detail);
      put(s, "</g>\n");
    }
  }
  mg_svg_words(s, panel->words, panel->word_count);
  put(s, "</g>\n");
}

/* The keys and texts of meta come from anywhere, so they are cleaned here. */
mgnn_status
mg_svg_head(mg_sink *s, const mg_scene *scene, const mg_meta *meta,
            mgnn_error *err)
{
  mg_pool pool = { NULL, 0, 0, NULL };
  mgnn_status status = MGNN_OK;

  put(s, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<svg xmlns=\"http://www.w3.org/2000/svg\"");
  put_length(s, "width", scene->width);
  put_length(s, "height", scene->height);
  put(s, " viewBox=\"0 0 ");
  put_units(s, scene->width);
  put(s, " ");
  put_units(s, scene->height);
  put(s, "\" font-family=\"" MG_FONT "\">\n");
  if (scene->title != NULL) {
    put_title(s, scene->title);
    put(s, "\n");
  }
  for (size_t k = 0; meta != NULL && meta[k].key != NULL; k++) {
    const char *key = mg_text_keep(&pool, meta[k].key);
    const char *text = mg_text_keep(&pool, meta[k].text);

    TRY(mg_allocated(key, err));
    TRY(mg_allocated(text, err));
    put(s, k == 0 ? "<desc>" : "\n");
    put_text(s, key);
    put(s, ": ");
    put_text(s, text);
  }
  if (meta != NULL && meta[0].key != NULL)
    put(s, "</desc>\n");
  if (scene->background.a > 0) {
    mg_point low = { 0, 0 }, high = { scene->width, scene->height };

    put_rect(s, "page", low, high);
    put_colour(s, "fill", scene->background);
    put(s, "/>\n");
  }
end:
  mg_pool_free(&pool);
  return status;
}

mgnn_status
mg_draw_svg(const mg_scene *scene, const mg_meta *meta, FILE *out,
            mgnn_error *err)
{
  size_t edges = mg_scene_edges(scene);
  mg_sink sink, *s = &sink;
  mgnn_status status = MGNN_OK;

  mg_sink_init(s, out);
  TRY(mg_svg_head(s, scene, meta, err));
  for (size_t k = 0; k < scene->panels; k++)
    mg_svg_panel(s, &scene->panel[k], edges <= EDGES_APART ? MG_SVG_APART
                 : edges <= EDGES_MANY ? MG_SVG_TOGETHER : MG_SVG_COARSE);
  put(s, "</svg>\n");
  mg_sink_flush(s);
end:
  return status;
}
