/* The page to explore: a job's runs as the viewer takes them. */
#include "config.h"
#include "base/mem.h"
#include "job.h"
#include "render/html/viewer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The runs of a job that one page shows, and every how manyth frame. */
typedef struct {
  const mg_job *job;
  const mg_run *first;
  size_t every;
} shown;

/* The frame of a run that is frame f of the page: the last one always is. */
static size_t
frame_of(const shown *s, const mg_run *run, size_t f)
{
  size_t last = run->frame_count - 1, back = last % s->every;

  return f == 0 ? 0 : f * s->every - (back > 0 ? s->every - back : 0);
}

static void
pose(void *ctx, size_t run, size_t frame, double *y)
{
  const shown *s = ctx;

  mg_job_frame(s->job, s->first + run, frame_of(s, s->first + run, frame), 0,
               y);
}

/* The graph's name: its file's, without folders and suffixes. */
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

/* Layers are shown all; the way of a search so closely that a page stays within
 * some 20 MB, 16/3 bytes for each coordinate. */
static size_t
every_of(const mg_job *job, const mg_run *run)
{
  double coordinates = (double)(job->in.dim < 3 ? job->in.dim : 3)
                       * (double)job->in.src.n, most = 20e6 * 3 / 16;

  if (mg_job_in_layers(job))
    return 1;
  return 1 + (size_t)((double)run->frame_count * coordinates / most);
}

static mgnn_status
run_tell(const shown *s, const mg_run *from, mg_viewer_run *to, mgnn_error *err)
{
  mg_viewer_frame *frame;

  to->title = from->rule != NULL ? from->rule->title : NULL;
  to->frames = 1 + (from->frame_count - 1 + s->every - 1) / s->every;
  to->frame = frame = mg_alloc(to->frames, sizeof *frame);
  if (frame == NULL)
    return mg_fail_memory(err);
  for (size_t f = 0; f < to->frames; f++) {
    const mg_frame *kept = &from->frame[frame_of(s, from, f)];

    frame[f] = (mg_viewer_frame){ kept->step, kept->merit,
                                  kept->figures.rms_relative_error };
  }
  return MGNN_OK;
}

static mgnn_status
page_write(const shown *s, const mg_viewer_run *run, size_t count, int plays,
           FILE *out, mgnn_error *err)
{
  const mg_job *job = s->job;
  const mg_layout_options *opt = job->opt;
  const double from[2] = { opt->azimuth, opt->elevation };
  mg_picture picture;
  char *heading = heading_of(job->path), *command = NULL, seed[32];
  mgnn_status status = heading != NULL ? mg_job_command(job, &command, err)
                                       : mg_fail_memory(err);

  mg_job_picture(job, &picture);
  if (status == MGNN_OK) {
    const mg_meta meta[] = { { "Software", "mgnn-layout " PACKAGE_VERSION },
                             { "Command", command }, { "Seed", seed },
                             { NULL, NULL } };
    const mg_viewer viewer = {
      .graph = &job->in.problem->graph, .dim = job->in.dim,
      .picture = &picture,
      .style = &opt->style, .meta = meta, .heading = heading,
      .unit = mg_job_in_layers(job) ? "layer" : "iteration",
      .merit = job->paths ? "Stress" : "Energy",
      .sign = job->paths ? "stress" : "E",
      .plays = plays, .fps = opt->fps,
      .shows_z = job->draws_z,
      .shows_strain = opt->edge_color != NULL
                      && strcmp(opt->edge_color, "strain") == 0,
      .seen_from = opt->view != NULL ? from : NULL,
      .without_lengths = !job->in.lengths_given,
      .runs = count, .run = run, .pose = pose, .ctx = (void *)s
    };

    snprintf(seed, sizeof seed, "%ld", opt->seed);
    status = mg_viewer_write(&viewer, out, err);
  }
  free(command);
  mg_free(heading);
  return status;
}

static mgnn_status
explore(const mg_job *job, const mg_run *first, size_t count, int plays,
        FILE *out, mgnn_error *err)
{
  shown s = { job, first, every_of(job, first) };
  mg_viewer_run *run = mg_zalloc(count, sizeof *run);
  mgnn_status status = run != NULL ? MGNN_OK : mg_fail_memory(err);

  for (size_t r = 0; r < count && status == MGNN_OK; r++)
    status = run_tell(&s, &first[r], &run[r], err);
  if (status == MGNN_OK)
    status = page_write(&s, run, count, plays, out, err);
  for (size_t r = 0; r < count && run != NULL; r++)
    mg_free((void *)run[r].frame);
  mg_free(run);
  return status;
}

mgnn_status
mg_job_explore(const mg_job *job, const mg_run *first, size_t count,
               FILE *out, mgnn_error *err)
{
  return explore(job, first, count, 0, out, err);
}

mgnn_status
mg_job_animate_html(const mg_job *job, const mg_run *first, size_t count,
                    FILE *out, mgnn_error *err)
{
  return explore(job, first, count, 1, out, err);
}
