/* The files that mgnn-inspect writes: drawings laid onto each other, sheets,
 * and rigid parts. */
#include "config.h"
#include "base/mem.h"
#include "base/vec.h"
#include "inspect.h"
#include "io/output.h"
#include "io/write.h"
#include "program.h"
#include "render/backend/backend.h"
#include "render/figure/project.h"
#include "render/compose/sheet.h"

#include <math.h>
#include <string.h>
#include <strings.h>

/* ---- which, and under which names ---- */

/* What a file name, or -T, asks for: a drawing, or data; both NULL: it is no
 * format of ours. */
typedef struct {
  const char *path;
  const mg_backend *draw;
  const mg_writer *write;
  const char *number;          /* the %d in its name, or NULL */
} target;

static target
target_of(const mg_inspection *in, const char *path)
{
  const char *word = in->job.opt->format, *dot = strrchr(path, '.');
  target t = { path, NULL, NULL, strstr(path, "%d") };

  if (word == NULL && dot != NULL && strchr(dot, '/') == NULL)
    word = dot + 1;
  if (word == NULL)
    return t;
  for (const mg_backend *b = mg_backends; b->name != NULL; b++)
    if (strcasecmp(b->name, word) == 0)
      t.draw = b;
  for (const mg_writer *w = mg_writers; w->word != NULL; w++)
    if (strcasecmp(w->word, word) == 0)
      t.write = w;
  return t;
}

/* Whether what a target asks for is among what was asked. */
static mgnn_status
check_use(const mg_inspection *in, const target *t, mgnn_error *err)
{
  int others = in->opt->realizations > 0;

  if (t->draw == NULL && t->write == NULL)
    return mg_fail(err, MGNN_EINVAL, "-o %s: not a format we write; there are "
                   "svg, png, pdf for drawings and csv, gml, graphml, json, xyz "
                   "for positions; give such a suffix, or -T WORD", t->path);
  if (t->number != NULL && !others)
    return mg_fail(err, MGNN_EINVAL, "-o %s: %%d is the number of a drawing "
                   "found with --realizations N", t->path);
  if (t->write != NULL && t->number == NULL && in->given < 2)
    return mg_fail(err, MGNN_EINVAL, "-o %s: the positions written are those of "
                   "one drawing laid onto another: give two%s", t->path,
                   others ? ", or %d in the name for those found" : "");
  return MGNN_OK;
}

/* An output may not replace an input. */
static mgnn_status
inputs_stay(const mg_inspection *in, const char *path, mgnn_error *err)
{
  const mg_layout_options *opt = in->job.opt;
  const char *const input[] = { in->job.path, in->path[0], in->path[1],
                                opt->input.metric, opt->input.labels, opt->input.features,
                                opt->input.pin };

  for (size_t a = 0; a < sizeof input / sizeof *input; a++)
    if (mg_input_is(input[a], path))
      return mg_fail(err, MGNN_EINVAL, "%s is an input: it will not be "
                     "replaced; name another output", path);
  return MGNN_OK;
}

/* The name of drawing number k, which takes the place of %d; room: the bytes
 * of *path, 24 more than those of the target's. */
static void
path_number(const target *t, size_t k, char *path, size_t room)
{
  snprintf(path, room, "%.*s%zu%s", (int)(t->number - t->path), t->path, k,
           t->number + 2);
}

static mgnn_status
series_check(const mg_inspection *in, const target *t, mgnn_error *err)
{
  size_t room = strlen(t->path) + 24;
  char *path = mg_alloc(room, 1);
  mgnn_status status = path != NULL ? MGNN_OK : mg_fail_memory(err);

  for (long k = 1; k <= in->opt->realizations && status == MGNN_OK; k++) {
    path_number(t, (size_t)k, path, room);
    status = inputs_stay(in, path, err);
  }
  mg_free(path);
  return status;
}

/* No output may replace an input, or another output. */
static mgnn_status
check_one(const mg_inspection *in, size_t k, mgnn_error *err)
{
  const mg_layout_options *opt = in->job.opt;
  const target t = target_of(in, opt->outputs.word[k]);
  mgnn_status status;

  if (strcmp(t.path, "-") == 0)
    return mg_fail(err, MGNN_EINVAL, "-o -: standard output carries the "
                   "answers; name a file");
  status = check_use(in, &t, err);
  if (status == MGNN_OK)
    status = t.number != NULL ? series_check(in, &t, err)
                              : inputs_stay(in, t.path, err);
  if (status != MGNN_OK)
    return status;
  for (size_t a = 0; a < k; a++)
    if (mg_output_same(t.path, opt->outputs.word[a]))
      return mg_fail(err, MGNN_EINVAL, "%s and %s are the same output; name two",
                     opt->outputs.word[a], t.path);
  return mg_output_try(t.path, err);
}

mgnn_status
mg_inspection_outputs_check(const mg_inspection *in, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < in->job.opt->outputs.count && status == MGNN_OK; k++)
    status = check_one(in, k, err);
  return status;
}

/* ---- positions ---- */

static mgnn_status
write_positions(const mg_inspection *in, const target *t, const char *path,
                const double *y, mgnn_error *err)
{
  const mg_record record = {
    .graph = &in->job.in.problem->graph, .dim = in->job.in.dim, .x = y, .y = y,
    .names = (const char *const *)in->job.in.src.names.text, .space = "y",
    .without_lengths = !in->job.in.lengths_given
  };
  mg_output out;
  mgnn_status status = mg_output_open(&out, path, err);

  if (status != MGNN_OK)
    return status;
  status = t->write->write(&record, out.file, err);
  if (status == MGNN_OK)
    return mg_output_commit(&out, err);
  mg_output_discard(&out);
  return status;
}

/* Every drawing found, to a file of its own number, counted from 1. */
static mgnn_status
write_each(const mg_inspection *in, const target *t, mgnn_error *err)
{
  size_t room = strlen(t->path) + 24, size = in->job.in.src.n * in->job.in.dim;
  char *path = mg_alloc(room, 1);
  mgnn_status status = path != NULL ? MGNN_OK : mg_fail_memory(err);

  for (size_t k = 0; k < in->others.count && status == MGNN_OK; k++) {
    path_number(t, k + 1, path, room);
    status = write_positions(in, t, path, in->others.y + k * size, err);
  }
  mg_free(path);
  return status;
}

/* ---- the sheet of drawings ---- */

enum { CAPTION = 32 };

/* What the pictures of a sheet are made of. */
typedef struct {
  mg_picture *pic;             /* rows*cols, those beyond the last empty */
  double *xy;                  /* 2n per picture */
  int *group;                  /* n per picture */
  char *caption;               /* CAPTION bytes per picture */
  size_t rows, cols;
} sheet;

static void
sheet_free(sheet *s)
{
  mg_free(s->pic);
  mg_free(s->xy);
  mg_free(s->group);
  mg_free(s->caption);
}

static mgnn_status
sheet_init(sheet *s, const mg_inspection *in, mgnn_error *err)
{
  size_t n = in->job.in.src.n, count = in->others.count;

  memset(s, 0, sizeof *s);
  s->cols = (size_t)ceil(sqrt((double)(count > 0 ? count : 1)));
  s->rows = count > 0 ? (count + s->cols - 1) / s->cols : 1;
  s->pic = mg_zalloc(s->rows * s->cols, sizeof *s->pic);
  s->xy = mg_alloc(count, 2 * n * sizeof *s->xy);
  s->group = mg_alloc(count, n * sizeof *s->group);
  s->caption = mg_alloc(count, CAPTION);
  if (s->pic != NULL && s->xy != NULL && s->group != NULL
      && s->caption != NULL)
    return MGNN_OK;
  sheet_free(s);
  return mg_fail_memory(err);
}

/* Picture k; its nodes fall into those at their place in the first and those
 * elsewhere. */
static void
picture_fill(sheet *s, const mg_inspection *in, size_t k,
             const mg_projection *view, double near)
{
  static const char *const groups[] = { "as in 1", "elsewhere" };
  const mg_graph *g = &in->job.in.problem->graph;
  size_t n = g->n, dim = in->job.in.dim;
  const double *y = in->others.y + k * n * dim;
  mg_picture *pic = &s->pic[k];

  mg_project(view, n, y, s->xy + 2 * n * k);
  for (size_t i = 0; i < n; i++)
    s->group[k * n + i] = mg_distance(y + i * dim, in->others.y + i * dim, dim)
                          > near;
  snprintf(s->caption + CAPTION * k, CAPTION, "%zu", k + 1);
  pic->n = n;
  pic->m = g->m;
  pic->ends = g->ends;
  pic->xy = s->xy + 2 * n * k;
  pic->names = (const char *const *)in->job.in.src.names.text;
  pic->group = s->group + k * n;
  pic->groups = groups;
  pic->group_count = in->others.count > 1 ? 2 : 0;
  pic->caption = s->caption + CAPTION * k;
  pic->note = k > 0 ? in->others.how[k] : NULL;
}

static mgnn_status
draw_scene(const mg_inspection *in, const target *t, const mg_scene *scene,
           mgnn_error *err)
{
  char seed[32];
  const mg_meta meta[] = { { "Software", "mgnn-inspect " PACKAGE_VERSION },
                           { "Seed", seed }, { NULL, NULL } };
  mg_output out;
  mgnn_status status = mg_output_open(&out, t->path, err);

  if (status != MGNN_OK)
    return status;
  snprintf(seed, sizeof seed, "%ld", in->job.opt->seed);
  status = t->draw->draw(scene, meta, out.file, err);
  if (status == MGNN_OK)
    return mg_output_commit(&out, err);
  mg_output_discard(&out);
  return status;
}

static mgnn_status
draw_sheet(const mg_inspection *in, const target *t, mgnn_error *err)
{
  mg_projection view = { 0, NULL };
  mg_scene scene;
  sheet s;
  mgnn_status status = sheet_init(&s, in, err);

  if (status != MGNN_OK)
    return status;
  memset(&scene, 0, sizeof scene);
  status = mg_projection_fit(&view, in->job.in.dim,
                             in->others.count > 0 ? in->job.in.src.n : 0,
                             in->others.y, err);
  for (size_t k = 0; k < in->others.count && status == MGNN_OK; k++)
    picture_fill(&s, in, k, &view, MG_SAME_DRAWING
                 * mg_radius(in->job.in.src.n, in->job.in.dim, in->others.y));
  if (status == MGNN_OK)
    status = mg_sheet_build(&scene, s.pic, s.rows, s.cols, NULL,
                            &in->job.opt->style, err);
  if (status == MGNN_OK)
    status = draw_scene(in, t, &scene, err);
  mg_scene_free(&scene);
  mg_free(view.axis);
  sheet_free(&s);
  return status;
}

static mgnn_status
draw_parts(const mg_inspection *in, const target *t, mgnn_error *err)
{
  mgnn_status status;
  mg_scene scene;

  if (in->undetermined != NULL)
    return mg_fail(err, MGNN_EINVAL, "-o %s: the rigid parts are not known: %s",
                   t->path, in->undetermined);
  status = mg_inspection_parts(in, &scene, err);
  if (status == MGNN_OK)
    status = draw_scene(in, t, &scene, err);
  mg_scene_free(&scene);
  return status;
}

mgnn_status
mg_inspection_outputs_write(const mg_inspection *in, mgnn_error *err)
{
  const mg_list *outputs = &in->job.opt->outputs;
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < outputs->count && status == MGNN_OK; k++) {
    const target t = target_of(in, outputs->word[k]);

    if (t.draw != NULL)
      status = in->opt->realizations > 0 ? draw_sheet(in, &t, err)
                                         : draw_parts(in, &t, err);
    else if (t.number != NULL)
      status = write_each(in, &t, err);
    else
      status = write_positions(in, &t, t.path, in->aligned, err);
  }
  return status;
}
