/* Writes SVG that moves by SMIL, without a script.  Parts that do not move are written
 * once; each edge or node is one element with its places in all frames, between which
 * the viewer interpolates.  All animations are timed by a clock, an animation without
 * effect that restarts when it ends.  The plain attributes are those of the last
 * frame, for viewers without SMIL. */
#include "movie.h"
#include "render/backend/draw_svg.h"

#include <math.h>
#include <string.h>

/* Up to EDGES_APART edges, each is an element of its own; with more, EDGES_TOGETHER
 * edges share a path, as in still drawings. */
enum { EDGES_APART = 500, EDGES_TOGETHER = 64 };

#define CLOCK "mgnnclock"

typedef struct {
  const mg_movie *movie;
  mg_scene *scene;             /* all frames */
  size_t last;                 /* number of the last frame */
  mg_sink sink;
  int apart;
} smil_file;

/* Some edges of a run, or one of its nodes, in all frames. */
typedef struct {
  size_t panel, run, first, count;
} moving_part;

/* Write seconds, rounded to thousandths. */
static void
put_seconds(mg_sink *s, double seconds)
{
  mg_put_number(s, floor(seconds * 1000 + 0.5) / 1000);
  mg_put_text(s, "s");
}

static double
seconds_to(const mg_movie *movie, size_t k)
{
  return (double)k / movie->fps;
}

/* Write ` begin=... dur=...` for the time in which frames first to last-1 are shown. */
static void
put_time(smil_file *f, size_t first, size_t last)
{
  mg_sink *s = &f->sink;

  mg_put_text(s, " begin=\"" CLOCK ".begin");
  if (first > 0) {
    mg_put_text(s, "+");
    put_seconds(s, seconds_to(f->movie, first));
  }
  mg_put_text(s, "\" dur=\"");
  put_seconds(s, seconds_to(f->movie, last) - seconds_to(f->movie, first));
  mg_put_text(s, "\"");
}

static const mg_panel *
panel_of(const smil_file *f, size_t frame, size_t k)
{
  return &f->scene[frame].panel[k];
}

static const mg_segment *
edges_in(const smil_file *f, size_t frame, const moving_part *part)
{
  return panel_of(f, frame, part->panel)->edges[part->run].segment
         + part->first;
}

static const mg_dot *
node_in(const smil_file *f, size_t frame, const moving_part *part)
{
  return &panel_of(f, frame, part->panel)->nodes[part->run].dot[part->first];
}

static void
put_place(mg_sink *s, mg_point at)
{
  piece_end(s, write_pair(piece_begin(s), mg_svg_tenth(at.x), mg_svg_tenth(at.y)));
}

/* Write ` begin=... values="..."/>` of an animation through all frames. */
static void
put_values(smil_file *f, const moving_part *part, int is_node)
{
  mg_sink *s = &f->sink;

  put_time(f, 0, f->last);
  mg_put_text(s, " fill=\"freeze\" values=\"");
  for (size_t k = 0; k <= f->last; k++) {
    if (k > 0)
      mg_put_text(s, ";");
    if (is_node)
      put_place(s, node_in(f, k, part)->at);
    else
      mg_svg_path(s, edges_in(f, k, part), part->count, 1);
  }
  mg_put_text(s, "\"/>");
}

static void
put_edges(smil_file *f, const moving_part *part)
{
  const mg_segment *last = edges_in(f, f->last, part);
  mg_sink *s = &f->sink;
  int moves = 0;

  for (size_t k = 0; k < f->last && !moves; k++)
    moves = memcmp(edges_in(f, k, part), last, part->count * sizeof *last) != 0;
  mg_put_text(s, "<path d=\"");
  mg_svg_path(s, last, part->count, 1);
  if (moves) {
    mg_put_text(s, "\"><animate attributeName=\"d\"");
    put_values(f, part, 0);
    mg_put_text(s, "</path>\n");
  } else
    mg_put_text(s, "\"/>\n");
}

static void
put_node(smil_file *f, const moving_part *part)
{
  const mg_node_run *run = &panel_of(f, f->last, part->panel)->nodes[part->run];
  const mg_dot *last = node_in(f, f->last, part);
  mg_dot middle = { .radius = last->radius };
  mg_sink *s = &f->sink;
  const char *tag;
  int moves = 0;

  for (size_t k = 0; k < f->last && !moves; k++) {
    mg_point at = node_in(f, k, part)->at;

    moves = at.x != last->at.x || at.y != last->at.y;
  }
  mg_svg_mark(s, run, &middle, &tag);
  mg_put_text(s, " transform=\"translate(");
  put_place(s, last->at);
  mg_put_text(s, ")\">");
  if (last->name != NULL)
    mg_svg_put(s, "<title>%t</title>", last->name);
  if (moves) {
    mg_put_text(s, "<animateTransform attributeName=\"transform\" "
                "type=\"translate\"");
    put_values(f, part, 1);
  }
  mg_svg_put(s, "</%s>\n", tag);
}

/* Write the curve of a stroke (head -1) or one of its heads. */
static void
put_stroke_part(smil_file *f, size_t panel, size_t k, int head)
{
  const mg_stroke *last = &panel_of(f, f->last, panel)->strokes[k];
  mg_sink *s = &f->sink;

  mg_put_text(s, "<path");
  if (head >= 0)
    mg_svg_arrowhead(s, last, head);
  mg_put_text(s, " d=\"");
  mg_svg_stroke(s, last, head);
  mg_put_text(s, "\"><animate attributeName=\"d\"");
  put_time(f, 0, f->last);
  mg_put_text(s, " fill=\"freeze\" values=\"");
  for (size_t frame = 0; frame <= f->last; frame++) {
    if (frame > 0)
      mg_put_text(s, ";");
    mg_svg_stroke(s, &panel_of(f, frame, panel)->strokes[k], head);
  }
  mg_put_text(s, "\"/></path>\n");
}

/* Write the strokes below the nodes or, if `over`, those above them. */
static void
put_strokes(smil_file *f, size_t panel, int over)
{
  const mg_panel *last = panel_of(f, f->last, panel);

  for (size_t k = 0; k < last->stroke_count; k++) {
    const mg_stroke *it = &last->strokes[k];

    if ((it->halo.a > 0) != over)
      continue;
    if (k == 0 || !mg_svg_strokes_alike(it, it - 1))
      mg_svg_stroke_group(&f->sink, it);
    for (int head = -1; head < it->heads; head++)
      put_stroke_part(f, panel, k, head);
    if (k + 1 == last->stroke_count || !mg_svg_strokes_alike(it, it + 1))
      mg_put_text(&f->sink, "</g>\n");
  }
}

/* Write the runs of a panel, whose looks do not change. */
static void
put_runs(smil_file *f, size_t k)
{
  const mg_panel *last = panel_of(f, f->last, k);
  size_t lot = f->apart ? 1 : EDGES_TOGETHER;
  mg_sink *s = &f->sink;

  if (last->edge_runs > 0 || last->stroke_count > 0)
    mg_put_text(s, "<g class=\"edges\" fill=\"none\">\n");
  for (size_t r = 0; r < last->edge_runs; r++) {
    const mg_edge_run *run = &last->edges[r];

    mg_svg_edge_group(s, run, run->colour);
    for (size_t e = 0; e < run->count; e += lot)
      put_edges(f, &(moving_part){ k, r, e, run->count - e < lot
                                            ? run->count - e : lot });
    mg_put_text(s, "</g>\n");
  }
  put_strokes(f, k, 0);
  if (last->edge_runs > 0 || last->stroke_count > 0)
    mg_put_text(s, "</g>\n");
  if (last->node_runs > 0)
    mg_put_text(s, "<g class=\"nodes\">\n");
  for (size_t r = 0; r < last->node_runs; r++) {
    mg_svg_node_group(s, &last->nodes[r]);
    for (size_t i = 0; i < last->nodes[r].count; i++)
      put_node(f, &(moving_part){ k, r, i, 1 });
    mg_put_text(s, "</g>\n");
  }
  if (last->node_runs > 0)
    mg_put_text(s, "</g>\n");
  if (mg_panel_covers(last)) {
    mg_put_text(s, "<g class=\"edges\" fill=\"none\">\n");
    put_strokes(f, k, 1);
    mg_put_text(s, "</g>\n");
  }
}

static int
same_words(const mg_panel *a, const mg_panel *b)
{
  if (a->word_count != b->word_count)
    return 0;
  for (size_t k = 0; k < a->word_count; k++)
    if (strcmp(a->words[k].text, b->words[k].text) != 0
        || a->words[k].at.x != b->words[k].at.x
        || a->words[k].at.y != b->words[k].at.y)
      return 0;
  return 1;
}

/* Begin a group that is visible while frames first to last-1 are shown.  The last frame
 * is visible by default, for viewers without animation. */
static void
put_shown(smil_file *f, size_t first, size_t last)
{
  mg_sink *s = &f->sink;

  if (last < f->movie->count) {
    mg_put_text(s, "<g display=\"none\"><set attributeName=\"display\" "
                "to=\"inline\"");
    put_time(f, first, last);
    mg_put_text(s, "/>\n");
  } else {
    mg_put_text(s, "<g>");
    if (first > 0) {
      mg_put_text(s, "<set attributeName=\"display\" to=\"none\"");
      put_time(f, 0, first);
      mg_put_text(s, "/>");
    }
    mg_put_text(s, "\n");
  }
}

/* Write the words, which are not interpolated: those of each frame if they differ. */
static void
put_words(smil_file *f, size_t panel)
{
  for (size_t first = 0, last; first < f->movie->count; first = last) {
    const mg_panel *p = panel_of(f, first, panel);

    for (last = first + 1; last < f->movie->count; last++)
      if (!same_words(p, panel_of(f, last, panel)))
        break;
    if (first == 0 && last == f->movie->count) {
      mg_svg_words(&f->sink, p->words, p->word_count);
      return;
    }
    put_shown(f, first, last);
    mg_svg_words(&f->sink, p->words, p->word_count);
    mg_put_text(&f->sink, "</g>\n");
  }
}

static void
put_panel(smil_file *f, size_t k)
{
  const mg_panel *last = panel_of(f, f->last, k);
  mg_sink *s = &f->sink;

  mg_svg_put(s, "<g class=\"%s\">\n", last->name);
  if (last->frame.a > 0) {
    mg_put_text(s, "<g class=\"around\">\n");
    mg_svg_frame(s, last);
    mg_put_text(s, "</g>\n");
  }
  put_runs(f, k);
  put_words(f, k);
  mg_put_text(s, "</g>\n");
}

/* Whether two panels have the same strokes in the same order, with equally many heads
 * and equally straight, so that they can be interpolated.  Nodes with texts cannot,
 * since texts are not interpolated. */
static int
same_strokes(const mg_panel *a, const mg_panel *b)
{
  int same = a->stroke_count == b->stroke_count && a->plate_count == 0
             && b->plate_count == 0;

  for (size_t k = 0; same && k < a->stroke_count; k++) {
    const mg_stroke *p = &a->strokes[k], *q = &b->strokes[k];

    same = p->i == q->i && p->j == q->j && p->heads == q->heads
           && p->halo.a == q->halo.a
           && mg_svg_is_straight(p) == mg_svg_is_straight(q);
  }
  return same;
}

/* Whether two panels have the same runs, as far as can be checked. */
static int
same_runs(const mg_panel *a, const mg_panel *b)
{
  int same = a->edge_runs == b->edge_runs && a->node_runs == b->node_runs
             && same_strokes(a, b);

  for (size_t k = 0; same && k < a->edge_runs; k++) {
    same = a->edges[k].count == b->edges[k].count
           && a->edges[k].width == b->edges[k].width;
    for (size_t e = 0; same && e < a->edges[k].count; e++)
      same = a->edges[k].segment[e].i == b->edges[k].segment[e].i
             && a->edges[k].segment[e].j == b->edges[k].segment[e].j;
  }
  for (size_t k = 0; same && k < a->node_runs; k++)
    same = a->nodes[k].count == b->nodes[k].count
           && a->nodes[k].radius == b->nodes[k].radius;
  return same;
}

static int
is_steady(const smil_file *f)
{
  for (size_t k = 1; f->movie->steady && k < f->movie->count; k++) {
    if (f->scene[k].panels != f->scene[0].panels)
      return 0;
    for (size_t p = 0; p < f->scene[k].panels; p++)
      if (!same_runs(panel_of(f, 0, p), panel_of(f, k, p)))
        return 0;
  }
  return f->movie->steady;
}

static void
put_frames(smil_file *f)
{
  for (size_t k = 0; k < f->movie->count; k++) {
    put_shown(f, k, k + 1);
    for (size_t p = 0; p < f->scene[k].panels; p++)
      mg_svg_panel(&f->sink, panel_of(f, k, p),
                   f->apart ? MG_SVG_APART : MG_SVG_TOGETHER);
    mg_put_text(&f->sink, "</g>\n");
  }
}

static void
put_all(smil_file *f)
{
  const mg_scene *last = &f->scene[f->last];
  mg_sink *s = &f->sink;

  f->apart = mg_scene_edges(last) <= EDGES_APART;
  mg_put_text(s, "<g><animate id=\"" CLOCK "\" attributeName=\"opacity\" "
              "values=\"1\" begin=\"0s;" CLOCK ".end\" dur=\"");
  put_seconds(s, seconds_to(f->movie, f->last)
                 + mg_movie_seconds(f->movie, f->last));
  mg_put_text(s, "\"/></g>\n");
  if (is_steady(f))
    for (size_t k = 0; k < last->panels; k++)
      put_panel(f, k);
  else
    put_frames(f);
  mg_put_text(s, "</svg>\n");
  mg_sink_flush(s);
}

mgnn_status
mg_movie_svg(const mg_movie *movie, const mg_meta *meta, FILE *out, mgnn_error *err)
{
  smil_file *f = mg_zalloc(1, sizeof *f);
  mgnn_status status = MGNN_OK;

  PASS(mg_allocated(f, err));
  f->movie = movie;
  f->last = movie->count - 1;
  mg_sink_init(&f->sink, out);
  TRY(mg_allocated(f->scene = mg_zalloc(movie->count, sizeof *f->scene), err));
  for (size_t k = 0; k < movie->count; k++)
    TRY(movie->scene(movie->ctx, k, &f->scene[k], err));
  TRY(mg_svg_head(&f->sink, &f->scene[f->last], meta, err));
  put_all(f);
end:
  for (size_t k = 0; f->scene != NULL && k < movie->count; k++)
    mg_scene_free(&f->scene[k]);
  mg_free_all(f->scene, f);
  return status;
}
