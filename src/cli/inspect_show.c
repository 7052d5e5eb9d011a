/* What --show draws beside velocities: a self-stress on the edges, and a motion as it
 * goes on. */
#include "base/mem.h"
#include "inspect.h"
#include "io/text/message.h"
#include "render/animation/movie.h"
#include "render/figure/project.h"
#include "render/html/viewer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- a self-stress ---- */

/* Widths of edges, in parts of the usual one: without stress, and what the largest
 * force adds. */
static const double slack = 0.5, taut = 2.5;

/* What is drawn of a stress: its forces, which are stress by length, so that what
 * pulls harder is seen to; and the widths. */
typedef struct {
  double *force;               /* m, then once more to be sorted */
  mg_line_look *line;          /* m */
} forces;

static mgnn_status
forces_make(forces *f, const mg_inspection *in, mgnn_error *err)
{
  const mg_graph *g = &in->input.problem->graph;
  const double *w = mgnn_flexes_stress(in->flexes[0], in->opt.show.number);
  size_t dim = in->input.dim;
  double most = 0;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(f->force = mg_alloc(g->m, 2 * sizeof *f->force), err));
  TRY(mg_allocated(f->line = mg_zalloc(g->m, sizeof *f->line), err));
  for (size_t e = 0; e < g->m; e++) {
    const unsigned *ends = g->ends + 2 * e;

    f->force[e] = w[e] * mg_distance(in->y[0] + ends[0] * dim,
                                     in->y[0] + ends[1] * dim, dim);
    most = fmax(most, fabs(f->force[e]));
  }
  for (size_t e = 0; e < g->m; e++) {
    f->force[e] /= most > 0 ? most : 1;
    f->force[g->m + e] = f->force[e];
    f->line[e] = (mg_line_look){ .a = g->ends[2 * e], .b = g->ends[2 * e + 1],
                                 .edge = e, .of = 1,
                                 .width = (float)(slack + taut
                                                  * fabs(f->force[e])) };
  }
end:
  return status;
}

mgnn_status
mg_inspection_stress(const mg_inspection *in, mg_scene *out, mgnn_error *err)
{
  const mg_graph *g = &in->input.problem->graph;
  double *xy = mg_alloc(g->n, 2 * sizeof *xy);
  mg_projection view = { 0, NULL };
  mg_appearance look = { 0 };
  mg_shade shade = { .kind = MG_SHADE_NUMBER, .diverging = 1,
                     .title = "force",
                     .below = "in parts of the largest; + tension, - compression, "
                              "or all the other way round" };
  mg_picture pic = mg_inspection_picture(in, xy);
  forces f = { 0 };
  char caption[60];
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(xy, err));
  TRY(mg_projection_fit(&view, in->input.dim, g->n, in->y[0], err));
  mg_project(&view, g->n, in->y[0], xy);
  TRY(forces_make(&f, in, err));
  mg_shade_range(&shade, f.force + g->m, g->m, 0.1);
  snprintf(caption, sizeof caption, "self-stress %zu of %zu",
           in->opt.show.number + 1, mgnn_flexes_stresses(in->flexes[0]));
  look.line = f.line;
  look.lines = g->m;
  pic.caption = caption;
  pic.appearance = &look;
  pic.edges = (mg_colouring){ .shade = &shade, .value = f.force };
  TRY(mg_scene_build(out, &pic, &in->opt.style.style, NULL, err));
end:
  mg_free(view.axis);
  mg_free(f.force);
  mg_free(f.line);
  mg_free(xy);
  return status;
}

/* ---- a flex ---- */

/* Frames per second, the side of the page, and nodes that have names.  PNG has every
 * frame whole, and so only each second one. */
static const double fps = 25, side = 600;
enum { NAMES_MOST = 40, PNG_EVERY = 2 };

typedef struct {
  const mg_inspection *in;
  size_t frames, every;
  double *xy;
  mg_projection view;
  mg_viewport port;
  mg_parts_look look;
  mg_style style;
  char caption[100];
} flex_movie;

/* Frame k begins at the start: round and round where the path is closed, else to its
 * end, back to its beginning and to the start again. */
static const double *
positions_of(const mg_inspection *in, size_t k)
{
  const mg_flex_path *path = &in->flex;
  size_t turn = path->count > 1 ? 2 * path->count - 2 : 1;
  size_t at = path->closed ? k : (path->start + k) % turn;

  if (at >= path->count)
    at = turn - at;
  return path->y + at * in->input.src.n * in->input.dim;
}

static mgnn_status
scene(void *ctx, size_t k, mg_scene *out, mgnn_error *err)
{
  flex_movie *a = ctx;
  mg_picture pic = mg_inspection_picture(a->in, a->xy);

  pic.caption = a->caption;
  mg_project(&a->view, a->in->input.src.n, positions_of(a->in, k * a->every), a->xy);
  return mg_parts_scene(out, &pic, &a->look, &a->style, &a->port, err);
}

static mgnn_status
prepare(flex_movie *a, mgnn_error *err)
{
  const mg_inspection *in = a->in;
  size_t n = in->input.src.n;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(a->xy = mg_alloc(n, 2 * sizeof *a->xy), err));
  TRY(mg_projection_fit(&a->view, in->input.dim, n, in->y[0], err));
  TRY(mg_inspection_look(in, &a->look, err));
  a->style = in->opt.style.style;
  a->style.side = side;
  if (a->style.labels == MG_NAMED_AUTO && n > NAMES_MOST)
    a->style.labels = MG_NAMED_NONE;
  mg_viewport_init(&a->port);
  for (size_t k = 0; k < a->frames; k++) {
    const mg_picture pic = mg_inspection_picture(in, a->xy);

    mg_project(&a->view, n, positions_of(in, k), a->xy);
    mg_viewport_fit(&a->port, &pic);
  }
  snprintf(a->caption, sizeof a->caption, "motion %zu of %zu, lengths kept",
           in->opt.show.number + 1, mgnn_flexes_motions(in->flexes[0]));
end:
  return status;
}

static void
pose(void *ctx, size_t run, size_t frame, double *y)
{
  const flex_movie *a = ctx;

  (void)run;
  memcpy(y, positions_of(a->in, frame),
         a->in->input.src.n * a->in->input.dim * sizeof *y);
}

/* The page to explore, with the errors of the lengths that are prescribed. */
static mgnn_status
page_write(flex_movie *a, const mg_meta *meta, FILE *out, mgnn_error *err)
{
  const mg_inspection *in = a->in;
  mg_viewer_frame *frame = mg_alloc(a->frames, sizeof *frame);
  const mg_viewer_run run = { .frames = a->frames, .frame = frame };
  const mg_picture pic = mg_inspection_picture(in, NULL);
  const mg_viewer viewer = {
    .graph = &in->input.problem->graph, .dim = in->input.dim, .picture = &pic,
    .style = &in->opt.style.style, .meta = meta, .heading = a->caption,
    .words = { "position", "Energy", "E" }, .plays = 1, .fps = fps,
    .without_lengths = !in->input.lengths_given, .runs = 1, .run = &run,
    .pose = pose, .ctx = a
  };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(frame, err));
  for (size_t k = 0; k < a->frames; k++) {
    mgnn_figures f;

    TRY(mgnn_measure(in->input.problem, in->input.dim, positions_of(in, k), NULL, 0,
                     &f, err));
    frame[k] = (mg_viewer_frame){ k, f.energy, f.rms_relative_error };
  }
  TRY(mg_viewer_write(&viewer, out, err));
end:
  mg_free(frame);
  return status;
}

mgnn_status
mg_inspection_flex_draw(const mg_inspection *in, const char *format,
                        const mg_meta *meta, FILE *out, mgnn_error *err)
{
  const mg_flex_path *path = &in->flex;
  int png = strcmp(format, "png") == 0;
  flex_movie a = { .in = in, .every = png ? PNG_EVERY : 1,
                  .frames = path->closed ? path->count
                            : path->count > 1 ? 2 * path->count - 2 : 1 };
  const mg_movie movie = { .count = (a.frames + a.every - 1) / a.every,
                           .fps = fps / (double)a.every,
                           .hold = (double)a.every / fps, .steady = 1,
                           .scene = scene, .ctx = &a };
  mgnn_status status = MGNN_OK;

  TRY(prepare(&a, err));
  TRY(strcmp(format, "html") == 0 ? page_write(&a, meta, out, err)
      : png ? mg_movie_png(&movie, meta, out, err)
      : mg_movie_svg(&movie, meta, out, err));
end:
  mg_parts_look_free(&a.look);
  mg_free(a.view.axis);
  mg_free(a.xy);
  return status;
}
