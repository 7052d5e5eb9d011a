/* A run as a moving drawing: one panel, or one per model. */
#include "config.h"
#include "base/mem.h"
#include "job.h"
#include "paint.h"
#include "render/animation/movie.h"
#include "render/figure/project.h"
#include "render/compose/sheet.h"
#include "render/compose/still.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 64 };            /* bytes of a caption or a note */

/* Frames per second, and the size of a drawing on its own, where they are not
 * given: layers are looked at one by one, a search as it flows. */
static const double layers_fps = 2, search_fps = 15;
static const double side = 480;

typedef struct {
  const mg_job *job;
  const mg_run *run;
  size_t runs;
  mg_projection *view;         /* runs */
  mg_viewport *port;           /* runs */
  mg_picture *pic;             /* runs */
  mg_dress *dress;             /* runs: what they wear in the present frame */
  double *x;                   /* n*dim */
  double *xy;                  /* runs * 3n: places, depth in space */
  char *words;                 /* runs * 2 * ROOM: caption, note */
  mg_style style;
} stage;

/* What stands below frame k. */
static void
describe(const stage *s, size_t r, size_t k)
{
  const mg_frame *f = &s->run[r].frame[k];
  char *caption = s->words + 2 * ROOM * r, *note = caption + ROOM;

  if (f->step == 0)
    snprintf(caption, ROOM, "Start");
  else if (s->run[r].rule != NULL)
    snprintf(caption, ROOM, "%s-%zu", s->run[r].rule->title, f->step);
  else
    snprintf(caption, ROOM, "Iteration %zu", f->step);
  mg_job_say(note, ROOM, s->job->paths ? "stress = " : "E = ", f->merit);
  s->pic[r].caption = caption;
  s->pic[r].note = note;
}

static void
pose(const stage *s, size_t r, size_t k)
{
  size_t n = s->job->in.src.n;
  double *xy = s->xy + 3 * n * r;

  mg_job_frame(s->job, &s->run[r], k, s->job->draws_z, s->x);
  mg_project(&s->view[r], n, s->x, xy);
  s->pic[r].xy = xy;
  if (s->job->in.dim == 3) {
    mg_project_depth(&s->view[r], n, s->x, xy + 2 * n);
    s->pic[r].depth = xy + 2 * n;
  }
}

/* Colours, sizes and remarks of frame k. */
static mgnn_status
dress(const stage *s, size_t r, size_t k, mgnn_error *err)
{
  mg_job_frame(s->job, &s->run[r], k, 0, s->x);
  return mg_paint_dress(s->job->paint, s->x, &s->pic[r], &s->dress[r], err);
}

static mgnn_status
scene(void *ctx, size_t k, mg_scene *out, mgnn_error *err)
{
  const stage *s = ctx;
  mgnn_status status = MGNN_OK;

  for (size_t r = 0; r < s->runs && status == MGNN_OK; r++) {
    pose(s, r, k);
    describe(s, r, k);
    status = dress(s, r, k, err);
  }
  if (status == MGNN_OK && s->runs == 1)
    status = mg_scene_build(out, s->pic, &s->style, s->port, err);
  else if (status == MGNN_OK)
    status = mg_sheet_build(out, s->pic, 1, s->runs, s->port, &s->style, err);
  for (size_t r = 0; r < s->runs; r++)
    mg_dress_free(&s->dress[r]);
  return status;
}

/* Whether edges and nodes keep their order and their colours. */
static int
is_steady(const mg_job *job)
{
  const mg_layout_options *opt = job->opt;

  return job->in.dim != 3
         && (opt->edge_color == NULL || strcmp(opt->edge_color, "strain") != 0)
         && (opt->edge_color == NULL || strcmp(opt->edge_color, "length") != 0)
         && (opt->node_color == NULL || strcmp(opt->node_color, "stress") != 0);
}

/* The projection of each run, from its end, and a viewport for all frames. */
static mgnn_status
aim(stage *s, mgnn_error *err)
{
  const mg_job *job = s->job;
  mgnn_status status = MGNN_OK;

  for (size_t r = 0; r < s->runs && status == MGNN_OK; r++) {
    size_t count = s->run[r].frame_count;

    mg_job_picture(job, &s->pic[r]);
    mg_job_frame(job, &s->run[r], count - 1, job->draws_z, s->x);
    status = job->opt->view != NULL
             ? mg_projection_turn(&s->view[r], job->opt->azimuth,
                                  job->opt->elevation, err)
             : mg_projection_fit(&s->view[r], job->in.dim, job->in.src.n, s->x, err);
    mg_viewport_init(&s->port[r]);
    for (size_t k = 0; k < count && status == MGNN_OK; k++) {
      pose(s, r, k);
      mg_viewport_fit(&s->port[r], &s->pic[r]);
    }
  }
  return status;
}

static mgnn_status
stage_init(stage *s, const mg_job *job, const mg_run *first, size_t count,
           mgnn_error *err)
{
  size_t n = job->in.src.n;

  memset(s, 0, sizeof *s);
  s->job = job;
  s->run = first;
  s->runs = count;
  s->style = job->opt->style;
  if (count == 1 && isnan(s->style.width) && isnan(s->style.height))
    s->style.width = s->style.height = side;
  s->view = mg_zalloc(count, sizeof *s->view);
  s->port = mg_zalloc(count, sizeof *s->port);
  s->pic = mg_zalloc(count, sizeof *s->pic);
  s->x = mg_alloc(n * job->in.dim, sizeof *s->x);
  s->xy = mg_alloc(count, 3 * n * sizeof *s->xy);
  s->dress = mg_zalloc(count, sizeof *s->dress);
  s->words = mg_alloc(count, 2 * ROOM);
  if (s->view == NULL || s->port == NULL || s->pic == NULL || s->x == NULL
      || s->xy == NULL || s->words == NULL || s->dress == NULL)
    return mg_fail_memory(err);
  return aim(s, err);
}

static void
stage_free(stage *s)
{
  for (size_t r = 0; r < s->runs && s->view != NULL; r++)
    mg_free(s->view[r].axis);
  mg_free(s->view);
  mg_free(s->port);
  mg_free(s->pic);
  mg_free(s->dress);
  mg_free(s->x);
  mg_free(s->xy);
  mg_free(s->words);
}

typedef mgnn_status writer(const mg_movie *movie, const mg_meta *meta,
                           FILE *out, mgnn_error *err);

static mgnn_status
animate(writer *write, const mg_job *job, const mg_run *first, size_t count,
        FILE *out, mgnn_error *err)
{
  char *command = NULL, seed[32];
  stage s;
  mgnn_status status = stage_init(&s, job, first, count, err);

  if (status == MGNN_OK)
    status = mg_job_command(job, &command, err);
  if (status == MGNN_OK) {
    const mg_meta meta[] = { { "Software", "mgnn-layout " PACKAGE_VERSION },
                             { "Command", command }, { "Seed", seed },
                             { NULL, NULL } };
    const mg_movie movie = {
      .count = first->frame_count,
      .fps = !isnan(job->opt->fps) ? job->opt->fps
             : mg_job_in_layers(job) ? layers_fps : search_fps,
      .hold = job->opt->hold, .steady = is_steady(job), .scene = scene, .ctx = &s
    };

    snprintf(seed, sizeof seed, "%ld", job->opt->seed);
    status = write(&movie, meta, out, err);
  }
  free(command);
  stage_free(&s);
  return status;
}

mgnn_status
mg_job_animate_png(const mg_job *job, const mg_run *first, size_t count,
                   FILE *out, mgnn_error *err)
{
  return animate(mg_movie_png, job, first, count, out, err);
}

mgnn_status
mg_job_animate_svg(const mg_job *job, const mg_run *first, size_t count,
                   FILE *out, mgnn_error *err)
{
  return animate(mg_movie_svg, job, first, count, out, err);
}
