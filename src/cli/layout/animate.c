/* Draws runs as an animation, with one panel per model, or as an interactive page. */
#include "base/mem.h"
#include "pictures.h"
#include "render/animation/movie.h"
#include "render/compose/sheet.h"
#include "render/html/viewer.h"

#include <math.h>
#include <string.h>

/* Default frames per second (slow for layers, which are viewed one by one; fast for a
 * search, to show a flow), and the default side of a drawing on its own. */
static const double layers_fps = 2, search_fps = 15;
static const double side = 480;
/* Larger graphs get no names by default: names jump while nodes move smoothly. */
enum { NAMES_MOST = 40 };

typedef struct {
  const mg_pictures *p;
  const mg_run *run;
  size_t runs;
  mg_run_view *view;           /* runs */
  mg_run_picture *shown;       /* runs: in the current frame */
  mg_style style;
} animation;

/* Build the page of a frame: like a still for one run, like a sheet for several. */
static mgnn_status
build_frame(const animation *a, mg_scene *out, mgnn_error *err)
{
  mg_picture *pic = mg_alloc(a->runs, sizeof *pic);
  mg_viewport *port = mg_alloc(a->runs, sizeof *port);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, pic, port));
  for (size_t r = 0; r < a->runs; r++) {
    pic[r] = a->shown[r].pic;
    pic[r].to_scale.kind = mg_pictures_bar(a->p);
    port[r] = a->view[r].viewport;
  }
  TRY(a->runs == 1
      ? mg_scene_build(out, pic, &a->style, port, err)
      : mg_sheet_build(out, pic, 1, a->runs, port, &a->style, err));
end:
  mg_free_all(pic, port);
  return status;
}

static mgnn_status
scene(void *ctx, size_t k, mg_scene *out, mgnn_error *err)
{
  const animation *a = ctx;
  mgnn_status status = MGNN_OK;

  for (size_t r = 0; r < a->runs; r++) {
    const mg_run *run = &a->run[r];

    TRY(mg_run_picture_encode(&a->shown[r], a->p, run, k, 1, err));
    TRY(mg_run_picture_place(&a->shown[r], a->p, run, k,
                             &a->view[r].projection, err));
  }
  TRY(build_frame(a, out, err));
end:
  for (size_t r = 0; r < a->runs; r++)
    mg_run_picture_free(&a->shown[r]);
  return status;
}

mgnn_status
mg_pictures_animation(const mg_pictures *p, const mg_run *first, size_t count,
                      const char *format, FILE *out, mgnn_error *err)
{
  animation a = { p, first, count, mg_zalloc(count, sizeof *a.view),
                  mg_zalloc(count, sizeof *a.shown), p->style };
  const mg_movie movie = {
    .count = first->frame_count, .hold = p->hold, .scene = scene, .ctx = &a,
    .fps = !isnan(p->fps) ? p->fps : p->runs->in_layers ? layers_fps
           : search_fps,
    /* In 3D nodes and edges are sorted by depth, so their order changes. */
    .steady = p->runs->dim != 3 && mg_encoding_is_constant(p->encoding)
  };
  mg_about about;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, a.view, a.shown));
  a.style.side = side;
  if (strcmp(format, "png") != 0)
    a.style.rings = 0;         /* in SVG nodes glide, and are one run each */
  if (a.style.labels == MG_NAMED_AUTO && p->runs->in->src.n > NAMES_MOST)
    a.style.labels = MG_NAMED_NONE;
  for (size_t r = 0; r < count; r++)
    TRY(mg_run_view_init(&a.view[r], p, &first[r], 1, err));
  if (p->sheet.share == MG_VIEW_ALL)
    for (size_t r = 0; r < count; r++)
      TRY(mg_run_view_widen(&a.view[0], p, &first[r], err));
  for (size_t r = 1; r < count && p->sheet.share == MG_VIEW_ALL; r++)
    a.view[r].viewport = a.view[0].viewport;
  mg_pictures_about(p, NAN, &about);
  TRY(strcmp(format, "png") == 0 ? mg_movie_png(&movie, about.item, out, err)
                                 : mg_movie_svg(&movie, about.item, out, err));
end:
  for (size_t r = 0; r < count && a.view != NULL; r++)
    mg_run_view_free(&a.view[r]);
  mg_free_all(a.view, a.shown);
  return status;
}

/* ---- interactive pages ---- */

/* The runs that one page shows. */
typedef struct {
  const mg_results *runs;
  const mg_run *first;
  size_t *pick, picks;         /* the shown frames of a search; NULL: all */
  size_t measure[MG_MEASURES], measures;       /* those with values */
  const char *title[MG_MEASURES];
} shown;

static void
positions(void *ctx, size_t run, size_t frame, double *y)
{
  const shown *s = ctx;
  const mg_run *from = s->first + run;

  mg_run_positions(s->runs, from, s->pick != NULL ? s->pick[frame] : frame, 0, y);
}

/* The name of the graph: its file name without folders and suffixes. */
static char *
heading_of(const char *path)
{
  const char *slash = strrchr(path, '/');
  const char *name = slash != NULL ? slash + 1 : path;
  size_t len = strcspn(name, ".");

  if (strcmp(path, "-") == 0 || len == 0)
    return mg_strdup("Graph");
  return mg_strndup(name, len);
}

/* Choose the frames to show.  Layers: all.  Trajectory of a search: as many as fit into
 * 400 kB at 16/3 bytes per coordinate, with the first and the last in any case;
 * interpolated frames cost nothing. */
static mgnn_status
frames_pick(shown *s, mgnn_error *err)
{
  const mg_run *run = s->first;
  double coordinates = (double)(s->runs->dim < 3 ? s->runs->dim : 3)
                       * (double)s->runs->in->src.n, most = 4e5 * 3 / 16;
  size_t kept = 0, every, k = 0;

  if (s->runs->in_layers)
    return MGNN_OK;
  PASS(mg_allocated(s->pick = mg_alloc(run->frame_count, sizeof *s->pick), err));
  for (size_t f = 0; f < run->frame_count; f++)
    kept += !run->frame[f].between;
  every = 1 + (size_t)((double)(kept - 1) * coordinates / most);
  for (size_t f = 0; f < run->frame_count; f++) {
    if (every == 1 || (!run->frame[f].between
                       && (k == 0 || (kept - 1 - k) % every == 0)))
      s->pick[s->picks++] = f;
    k += !run->frame[f].between;
  }
  return MGNN_OK;
}

/* Find the wanted measures that have a value for some layer. */
static void
measures_find(shown *s, size_t count)
{
  const mg_results *runs = s->runs;

  for (size_t m = 0; m < MG_MEASURES && runs->plan.measures; m++) {
    int known = 0;

    for (size_t r = 0; r < count; r++)
      for (size_t k = 0; k <= runs->layers && s->first[r].facts != NULL; k++)
        known |= isfinite(s->first[r].facts[k].value[MG_IN_Y][m]);
    if (known && runs->plan.wanted[m]) {
      s->title[s->measures] = mg_measures[m].title;
      s->measure[s->measures++] = m;
    }
  }
}

static mgnn_status
values_fill(const shown *s, const mg_run *from, mg_viewer_run *to,
            mgnn_error *err)
{
  double *value;

  for (int space = 0; space < MG_SPACES && s->measures > 0; space++) {
    to->value[space] = value = mg_alloc(s->measures * to->frames,
                                        sizeof *value);
    PASS(mg_allocated(value, err));
    for (size_t k = 0; k < s->measures * to->frames; k++)
      value[k] = from->facts[k % to->frames].value[space]
                 [s->measure[k / to->frames]];
  }
  return MGNN_OK;
}

static mgnn_status
run_fill(const shown *s, const mg_run *from, mg_viewer_run *to, mgnn_error *err)
{
  mg_viewer_frame *frame;

  to->title = from->title;
  if (from->rule != NULL) {
    to->rule = from->rule->name;
    to->alpha = from->param[MG_PARAM_ALPHA];
    to->beta = from->param[MG_PARAM_BETA];
    to->eps = from->param[MG_PARAM_EPS];
    to->step = from->param[MG_PARAM_STEP];
  }
  to->frames = s->pick != NULL ? s->picks : from->frame_count;
  to->frame = frame = mg_alloc(to->frames, sizeof *frame);
  PASS(mg_allocated(frame, err));
  for (size_t f = 0; f < to->frames; f++) {
    const mg_snapshot *kept = &from->frame[s->pick != NULL ? s->pick[f] : f];

    frame[f] = (mg_viewer_frame){ kept->step, kept->merit,
                                  kept->figures.rms_relative_error,
                                  kept->between };
  }
  return values_fill(s, from, to, err);
}

static mgnn_status
page_write(const shown *s, const mg_pictures *p, const mg_viewer_run *run,
           size_t count, int plays, FILE *out, mgnn_error *err)
{
  const mg_input *in = s->runs->in;
  char *heading = heading_of(in->use.path);
  const mg_given given = mg_input_given(in);
  mg_about about;
  mg_run_picture last = { 0 };
  const mg_viewer viewer = {
    .graph = &in->problem->graph, .dim = s->runs->dim,
    .picture = &last.pic, .style = &p->style, .meta = about.item,
    .heading = heading,
    .words.unit = s->runs->in_layers ? "layer" : "iteration",
    .words.merit = s->runs->paths ? "Stress" : "Energy",
    .words.sign = s->runs->paths ? "stress" : "E", .words.length = in->unit,
    .known = { s->title, s->measures },
    .plays = plays, .fps = p->fps, .shows_z = p->in_z,
    .shows_strain = mg_encoding_shows_strain(p->encoding),
    .seen_from = p->from, .pin = in->problem->pin, .without_lengths = !in->lengths_given,
    .given = &given,
    .runs = count, .run = run, .pose = positions, .ctx = (void *)s
  };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(heading, err));
  TRY(mg_run_picture_encode(&last, p, s->first, MG_FRAME_LAST, 0, err));
  mg_pictures_about(p, NAN, &about);
  TRY(mg_viewer_write(&viewer, out, err));
end:
  mg_run_picture_free(&last);
  mg_free(heading);
  return status;
}

mgnn_status
mg_pictures_page(const mg_pictures *p, const mg_run *first, size_t count,
                 int plays, FILE *out, mgnn_error *err)
{
  shown s = { .runs = p->runs, .first = first };
  mg_viewer_run *run = mg_zalloc(count, sizeof *run);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(run, err));
  TRY(frames_pick(&s, err));
  measures_find(&s, count);
  for (size_t r = 0; r < count; r++)
    TRY(run_fill(&s, &first[r], &run[r], err));
  TRY(page_write(&s, p, run, count, plays, out, err));
end:
  for (size_t r = 0; r < count && run != NULL; r++)
    mg_free_all((void *)run[r].frame, (void *)run[r].value[MG_IN_Z],
                (void *)run[r].value[MG_IN_Y]);
  mg_free_all(run, s.pick);
  return status;
}
