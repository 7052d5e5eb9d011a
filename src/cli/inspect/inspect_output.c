/* Writes the files of -o: positions of aligned or found drawings, sheets of drawings,
 * and pictures of rigid parts. */
#include "config.h"
#include "base/mem.h"
#include "base/error.h"
#include "base/dense.h"
#include "cli/common/file_set.h"
#include "cli/common/files.h"
#include "inspect.h"
#include "render/figure/project.h"
#include "render/compose/sheet.h"

#include <math.h>
#include <string.h>

/* ---- wanted files and their names ---- */

typedef struct {
  const char *path;
  mg_file_format format;
  const char *number;          /* points to the %d in path, or NULL */
  const char *word;            /* word or suffix of the format, or NULL */
} target;

static target
target_of(const mg_inspection *in, const char *path)
{
  target t = { .path = path, .word = in->opt.format,
               .number = strstr(path, "%d") };

  t.format = mg_file_format_of(path, &t.word);
  return t;
}

/* Check that the file of a target can be made with the given options. */
static mgnn_status
check_use(const mg_inspection *in, const target *t, mgnn_error *err)
{
  int others = in->opt.realizations > 0;
  char words[200];

  if (strcmp(t->path, "-") == 0)
    return mg_fail(err, MGNN_EINVAL, "-o -: standard output carries the "
                   "answers; name a file");
  if (t->format.draw == NULL && t->format.write == NULL)
    return mg_fail(err, MGNN_EINVAL, "-o %s: not a format we write; there are "
                   "svg, png, pdf for drawings and %s for positions; give such a "
                   "suffix, or -T WORD", t->path,
                   mg_choices(words, sizeof words, mg_writer_word));
  if (t->number != NULL && !others)
    return mg_fail(err, MGNN_EINVAL, "-o %s: %%d is the number of a drawing "
                   "found with --realizations N", t->path);
  if (t->format.write != NULL && t->number == NULL && in->given < 2)
    return mg_fail(err, MGNN_EINVAL, "-o %s: the positions written are those of "
                   "one drawing aligned to another: give two%s", t->path,
                   others ? ", or %d in the name for those found" : "");
  return MGNN_OK;
}

/* The name of the file for drawing number k, which replaces %d, if any; NULL if out of
 * memory. */
static char *
path_number(const target *t, size_t k)
{
  size_t size = strlen(t->path) + 24;
  char *path = mg_alloc(size, 1);

  if (path != NULL && t->number != NULL)
    snprintf(path, size, "%.*s%zu%s", (int)(t->number - t->path), t->path, k,
             t->number + 2);
  else if (path != NULL)
    snprintf(path, size, "%s", t->path);
  return path;
}

/* Add the names of all files of an output. */
static mgnn_status
names_add(mg_files *files, const mg_inspection *in, const target *t,
          mgnn_error *err)
{
  long last = t->number == NULL ? 1 : in->opt.realizations;
  char *path = NULL;
  mgnn_status status = MGNN_OK;

  for (long k = 1; k <= last; k++) {
    TRY(mg_allocated(path = path_number(t, (size_t)k), err));
    TRY(mg_files_add(files, path, err));
    mg_free(path);
    path = NULL;
  }
end:
  mg_free(path);
  return status;
}

/* Check that --show is used with one drawing, and with positions. */
static mgnn_status
check_show(const mg_inspection *in, mgnn_error *err)
{
  const mg_show_options *show = &in->opt.show;

  if (show->what == MG_SHOW_PARTS)
    return MGNN_OK;
  if (in->opt.realizations > 0)
    return mg_fail(err, MGNN_EINVAL, "--show %s does not go with --realizations: it "
                   "shows one drawing", show->word);
  if (in->given == 0)
    return mg_fail(err, MGNN_EINVAL, "--show %s: there are motions and stresses at "
                   "positions: give a drawing", show->word);
  return MGNN_OK;
}

mgnn_status
mg_inspection_outputs_check(void *inspection, mgnn_error *err)
{
  const mg_inspection *in = inspection;
  const mg_input_options *opt = &in->opt.input;
  const char *const input[] = { in->opt.call.operand[0], in->path[0],
                                in->path[1], opt->metric, opt->labels,
                                opt->features, opt->pin };
  const char *const table[] = { in->opt.motions, in->opt.stresses };
  const mg_list *list = &in->opt.files;
  mg_files files = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(check_show(in, err));
  for (size_t k = 0; k < list->count; k++) {
    const target t = target_of(in, list->word[k]);

    TRY(check_use(in, &t, err));
    TRY(names_add(&files, in, &t, err));
  }
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    if (table[k] == NULL)
      continue;
    if (in->given == 0 || strcmp(table[k], "-") == 0)
      TRY(mg_fail(err, MGNN_EINVAL, in->given == 0
                  ? "%s %s: there are motions and stresses at positions: give a "
                    "drawing" : "%s %s: standard output carries the answers; name "
                    "a file", k == 0 ? "--motions" : "--stresses", table[k]));
    TRY(mg_files_add(&files, table[k], err));
  }
  TRY(mg_files_add(&files, "-", err));         /* the answers */
  TRY(mg_files_check(&files, input, sizeof input / sizeof *input, err));
  for (size_t k = 0; k < list->count; k++)
    TRY(mg_output_try(list->word[k], err));
  for (size_t k = 0; k < sizeof table / sizeof *table; k++)
    if (table[k] != NULL)
      TRY(mg_output_try(table[k], err));
end:
  mg_files_free(&files);
  return status;
}

/* ---- positions ---- */

/* Write the positions of drawing number k, counted from 1. */
static mgnn_status
write_positions(const mg_inspection *in, const target *t, size_t k,
                const double *y, mgnn_error *err)
{
  const mg_given given = mg_input_given(&in->input);
  const mg_record record = {
    .given = t->format.write->attributes ? &given : NULL,
    .graph = &in->input.problem->graph, .dim = in->input.dim, .x = y, .y = y,
    .names = (const char *const *)in->input.src.names.text, .space = "y",
    .without_lengths = !in->input.lengths_given
  };
  char *path = path_number(t, k);
  mg_output out = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(path, err));
  TRY(mg_output_open(&out, path, err));
  TRY(t->format.write->write(&record, out.file, err));
  TRY(mg_output_keep(&out, in->opt.call.files, err));
end:
  mg_output_discard(&out);
  mg_free(path);
  return status;
}

/* Write every drawing found, each to a file with its number. */
static mgnn_status
write_each(const mg_inspection *in, const target *t, mgnn_error *err)
{
  size_t size = in->input.src.n * in->input.dim;

  for (size_t k = 0; k < in->others.count; k++)
    PASS(write_positions(in, t, k + 1, in->others.y + k * size, err));
  return MGNN_OK;
}

/* ---- the sheet of drawings ---- */

enum { CAPTION = 32 };

/* The pictures of a sheet, and their data. */
typedef struct {
  mg_picture *pic;             /* rows*cols; places after the last are empty */
  double *xy;                  /* 2n per picture */
  int *group;                  /* n per picture */
  char *caption;               /* CAPTION bytes per picture */
  size_t rows, cols;
} sheet;

static mgnn_status
sheet_init(sheet *s, const mg_inspection *in, mgnn_error *err)
{
  size_t n = in->input.src.n, count = in->others.count;

  s->cols = (size_t)ceil(sqrt((double)(count > 0 ? count : 1)));
  s->rows = count > 0 ? (count + s->cols - 1) / s->cols : 1;
  PASS(mg_allocated_all(err, MG_ZEROS(s->pic, s->rows * s->cols),
                        s->xy = mg_alloc(count, 2 * n * sizeof *s->xy),
                        s->group = mg_alloc(count, n * sizeof *s->group)));
  return mg_allocated(s->caption = mg_alloc(count, CAPTION), err);
}

/* Make picture k, with two groups of nodes: those placed as in the first drawing, and
 * those elsewhere. */
static void
picture_fill(sheet *s, const mg_inspection *in, size_t k,
             const mg_projection *view, double near)
{
  static const char *const groups[] = { "as in 1", "elsewhere" };
  const mg_graph *g = &in->input.problem->graph;
  size_t n = g->n, dim = in->input.dim;
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
  pic->names = (const char *const *)in->input.src.names.text;
  pic->shown = in->input.shown.text;
  pic->group = s->group + k * n;
  pic->groups = groups;
  pic->group_count = in->others.count > 1 ? 2 : 0;
  pic->caption = s->caption + CAPTION * k;
  pic->note = k > 0 ? in->others.how[k] : NULL;
}

static mgnn_status
build_sheet(const mg_inspection *in, mg_scene *scene, mgnn_error *err)
{
  size_t n = in->input.src.n, dim = in->input.dim, count = in->others.count;
  double near = count > 0 ? MG_SAME_DRAWING * mg_radius(n, dim, in->others.y)
                          : 0;
  mg_projection view = { 0, NULL };
  sheet s = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(sheet_init(&s, in, err));
  TRY(mg_projection_fit(&view, dim, count > 0 ? n : 0, in->others.y, err));
  for (size_t k = 0; k < count; k++)
    picture_fill(&s, in, k, &view, near);
  TRY(mg_sheet_build(scene, s.pic, s.rows, s.cols, NULL, &in->opt.style.style,
                     err));
end:
  mg_free_all(view.axis, s.pic, s.xy, s.group, s.caption);
  return status;
}

/* Draw the sheet of drawings, the rigid parts, or the content that --show names. */
static mgnn_status
draw(const mg_inspection *in, const target *t, mgnn_error *err)
{
  char seed[32];
  const mg_meta meta[] = { { "Software", "mgnn-inspect " PACKAGE_VERSION },
                           { "Seed", seed }, { NULL, NULL } };
  mg_scene scene = { 0 };
  mg_output out = { 0 };
  mgnn_status status = MGNN_OK;

  snprintf(seed, sizeof seed, "%ld", in->opt.call.seed);
  if (in->opt.realizations == 0 && in->undetermined != NULL)
    return mg_fail(err, MGNN_EINVAL, "-o %s: the rigid parts are not known: %s",
                   t->path, in->undetermined);
  TRY(mg_drawing_load(err));
  TRY(mg_output_open(&out, t->path, err));
  TRY((in->opt.realizations > 0 ? build_sheet
       : in->opt.show.what == MG_SHOW_STRESS ? mg_inspection_stress
       : mg_inspection_parts)(in, &scene, err));
  TRY(t->format.draw->draw(&scene, meta, out.file, err));
  TRY(mg_output_keep(&out, in->opt.call.files, err));
end:
  mg_output_discard(&out);
  mg_scene_free(&scene);
  return status;
}

mgnn_status
mg_inspection_outputs_write(void *inspection, mgnn_error *err)
{
  const mg_inspection *in = inspection;
  const mg_list *files = &in->opt.files;

  for (size_t k = 0; k < files->count; k++) {
    const target t = target_of(in, files->word[k]);

    if (t.format.write == NULL)
      PASS(draw(in, &t, err));
    else if (t.number != NULL)
      PASS(write_each(in, &t, err));
    else
      PASS(write_positions(in, &t, 1, in->aligned, err));
  }
  return MGNN_OK;
}
