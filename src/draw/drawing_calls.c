/* The public functions of mgnn-draw.h: arrays and options in, drawings out. */
#include <mgnn-draw.h>

#include "config.h"
#include "base/number.h"
#include "encoding.h"
#include "io/write/output.h"
#include "looks.h"
#include "render/animation/movie.h"
#include "render/backend/backend.h"
#include "render/compose/sheet.h"
#include "render/compose/still.h"
#include "render/html/viewer.h"
#include "policy/finish.h"
#include "spacing.h"
#include "style_options.h"

#include <math.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

/* The values of all options. */
typedef struct {
  mg_style_options style;
  mg_encoding_options encoding;
  mg_looks_options looks;
  const char *labels, *frames, *unit;
  double fps, hold;
  int no_overlap;
} settings;

struct mgnn_draw {
  mgnn_problem *problem;
  mg_source src;               /* names and attributes; no edges */
  int lengths_given;
  size_t frames;               /* how many the positions hold */
  settings set;
  mg_pool words;               /* texts that `set` points to */
};

static const mg_option label_rows[] = {
  { 0, "labels", "ATTR", MG_WORD, offsetof(settings, labels), 0, 0,
    "what the nodes' colours and shapes tell apart" },
  { 0, "no-overlap", NULL, MG_FLAG, offsetof(settings, no_overlap), 0, 0,
    "move nodes apart that would cover each other" },
  { 0, "frames", "last|sheet|animation", MG_WORD, offsetof(settings, frames), 0, 0,
    "which of several frames are drawn: the last, all on one page, or all as an animation (last)" },
  { 0, "fps", "X", MG_REAL, offsetof(settings, fps), 0.01, 1000,
    "frames per second of an animation (2)" },
  { 0, "hold", "SECONDS", MG_REAL, offsetof(settings, hold), 0, 600,
    "how long the last frame of an animation is shown (2)" },
  { 0, "unit", "WORD", MG_WORD, offsetof(settings, unit), 0, 0,
    "unit of the lengths, shown at the scale bar and on the page" },
  MG_OPTIONS_END
};

static const mg_option_part table[] = {
  { NULL, label_rows, 0 },
  { NULL, mg_style_page_rows, offsetof(settings, style) },
  { NULL, mg_encoding_rows, offsetof(settings, encoding) },
  { NULL, mg_looks_rows + 1, offsetof(settings, looks) },    /* all but --style: no file */
  { NULL, mg_style_mark_rows, offsetof(settings, style) },
  { NULL, NULL, 0 }
};

/* ---- the graph ---- */

static mgnn_status
lengths_take(mgnn_draw *d, const mgnn_draw_graph *g, mgnn_error *err)
{
  if (g->upper != NULL && g->length == NULL)
    return mg_fail(err, MGNN_EINVAL, "there are upper bounds, but no lengths");
  if (g->upper != NULL)
    PASS(mgnn_problem_bounds_set(d->problem, g->length, g->upper, err));
  if (g->stiffness != NULL)
    PASS(mgnn_problem_stiffness_set(d->problem, g->stiffness, err));
  d->lengths_given = g->length != NULL;
  return MGNN_OK;
}

static mgnn_status
names_number(mg_names *out, size_t n, mgnn_error *err)
{
  for (size_t i = 0; i < n; i++) {
    char text[MG_NUMBER_MAX];
    uint32_t at;

    PASS(mg_names_append(out, text, mg_number_write(text, (double)i), &at, err));
  }
  return MGNN_OK;
}

mgnn_status
mgnn_draw_new(mgnn_draw **out, const mgnn_draw_graph *g, mgnn_error *err)
{
  mgnn_draw *d = mg_zalloc(1, sizeof *d);
  mgnn_status status = MGNN_OK;

  *out = NULL;
  TRY(mg_allocated(d, err));
  d->frames = 1;
  d->set.fps = d->set.hold = 2;
  d->set.looks.style = "plain";
  mg_limits_init(&d->src.limits);
  d->src.limits.bytes = SIZE_MAX;      /* the data is in memory already */
  mg_style_init(&d->set.style.style);
  TRY(mg_allocated(d->src.path = mg_strdup("the graph"), err));
  TRY(mgnn_problem_new(&d->problem, g->nodes, g->edges, g->ends,
                       g->upper == NULL ? g->length : NULL, err));
  TRY(lengths_take(d, g, err));
  d->src.n = g->nodes;
  d->src.m = g->edges;
  TRY(names_number(&d->src.names, g->nodes, err));
  *out = d;
  return MGNN_OK;
end:
  mgnn_draw_free(d);
  return status;
}

void
mgnn_draw_free(mgnn_draw *d)
{
  if (d == NULL)
    return;
  mgnn_problem_free(d->problem);
  mg_source_free(&d->src);
  mg_pool_free(&d->words);
  mg_free(d);
}

/* ---- what is known of it ---- */

mgnn_status
mgnn_draw_names(mgnn_draw *d, const char *const *name, mgnn_error *err)
{
  mg_names names = { 0 };
  mgnn_status status = MGNN_OK;

  for (size_t i = 0; i < d->src.n; i++) {
    uint32_t at;

    TRY(mg_names_append(&names, name[i], strlen(name[i]), &at, err));
  }
  mg_names_free(&d->src.names);
  d->src.names = names;
  return MGNN_OK;
end:
  mg_names_free(&names);
  return status;
}

/* The attribute of that name, new or emptied. */
static mgnn_status
column_of(mgnn_draw *d, mgnn_draw_part part, const char *name, mg_column **out,
          mgnn_error *err)
{
  mg_attributes *at = part == MGNN_DRAW_NODES ? &d->src.node : &d->src.edge;
  size_t k;

  if (part != MGNN_DRAW_NODES && part != MGNN_DRAW_EDGES)
    return mg_fail(err, MGNN_EINVAL, "the part is %d, must be MGNN_DRAW_NODES or "
                   "MGNN_DRAW_EDGES", (int)part);
  PASS(mg_attribute_column(&d->src, at, name, &k, err));
  mg_column_free(&at->column[k]);
  at->column[k] = (mg_column){ .name = at->column[k].name, .default_number = NAN };
  *out = &at->column[k];
  return MGNN_OK;
}

mgnn_status
mgnn_draw_numbers(mgnn_draw *d, mgnn_draw_part part, const char *name,
                  const double *value, mgnn_error *err)
{
  size_t count = part == MGNN_DRAW_NODES ? d->src.n : d->src.m;
  mg_column *col;

  PASS(column_of(d, part, name, &col, err));
  return mg_column_put_numbers(&d->src, col, 0, count, value, err);
}

mgnn_status
mgnn_draw_texts(mgnn_draw *d, mgnn_draw_part part, const char *name,
                const char *const *text, mgnn_error *err)
{
  size_t count = part == MGNN_DRAW_NODES ? d->src.n : d->src.m;
  mg_column *col;

  PASS(column_of(d, part, name, &col, err));
  for (size_t k = 0; k < count; k++) {
    const char *kept;

    if (text[k] == NULL)
      continue;
    PASS(mg_allocated(kept = mg_pool_keep(&d->src.pool, text[k], strlen(text[k])), err));
    PASS(mg_column_put_text(&d->src, col, k, kept, err));
  }
  return MGNN_OK;
}

/* ---- options ---- */

const char *
mgnn_draw_option(size_t k, const char **value, const char **help)
{
  const mg_option *row = mg_options_row(table, k, NULL);

  if (row == NULL)
    return NULL;
  if (value != NULL)
    *value = mg_option_kind(row) == MG_FLAG ? NULL : row->arg;
  if (help != NULL)
    *help = row->help;
  return row->word;
}

const char *
mgnn_draw_format(size_t k)
{
  for (const mg_backend *b = mg_backends; b->name != NULL; b++, k--)
    if (k == 0)
      return b->name;
  return k == 0 ? "html" : NULL;
}

/* Check and parse all options, as far as possible without a graph. */
static mgnn_status
settings_check(settings *set, mg_encoding **out, mg_looks *looks, mgnn_error *err)
{
  PASS(mg_style_options_check(&set->style, err));
  PASS(mg_looks_check(looks, &set->looks, &set->style.style, err));
  PASS(mg_encoding_new(out, &set->encoding, &set->style.style, 0, err));
  return mg_style_check(&set->style.style, err);
}

static mgnn_status
value_set(mgnn_draw *d, settings *set, const mg_option *row, size_t at,
          const char *value, mgnn_error *err)
{
  if (mg_option_kind(row) != MG_FLAG) {
    value = mg_pool_keep(&d->words, value != NULL ? value : "",
                         value != NULL ? strlen(value) : 0);
    PASS(mg_allocated(value, err));
  } else if (value != NULL && *value != '\0')
    return mg_fail(err, MGNN_EINVAL, "--%s takes no value", row->word);
  return mg_option_set(row, value, (char *)set + at, err);
}

mgnn_status
mgnn_draw_set(mgnn_draw *d, const char *option, const char *value, mgnn_error *err)
{
  settings set = d->set, tried;
  mg_encoding *encoding = NULL;
  mg_looks looks = { 0 };
  const mg_option *row;
  mgnn_status status = MGNN_OK;
  size_t at;

  row = mg_options_find(table, option, &at, &value);
  if (row == NULL) {
    row = mg_option_like(table, option, strlen(option));
    return mg_fail(err, MGNN_EINVAL, "there is no option --%.40s to draw with; %s%s%s",
                   option, row != NULL ? "did you mean --" : "mgnn-layout(1) has them "
                   "under \"How it is drawn\"", row != NULL ? row->word : "",
                   row != NULL ? "?" : "");
  }
  TRY(mg_drawing_load(err));   /* colour names come from Pango */
  TRY(value_set(d, &set, row, at, value, err));
  tried = set;
  TRY(settings_check(&tried, &encoding, &looks, err));
  d->set = set;
end:
  mg_encoding_free(encoding);
  return status;
}

mgnn_status
mgnn_draw_frames(mgnn_draw *d, size_t frames, mgnn_error *err)
{
  if (frames == 0)
    return mg_fail(err, MGNN_EINVAL, "there are 0 frames, must be 1 or more");
  d->frames = frames;
  return MGNN_OK;
}

/* ---- drawing ---- */

/* The state while one drawing is made. */
typedef struct {
  const mgnn_draw *d;
  const double *y, *all;       /* positions of the last frame, and of all */
  double *moved;               /* the last frame after --no-overlap; or NULL */
  settings set;
  mg_encoding *encoding;
  mg_looks looks;
  mg_source src;               /* shallow copy of d->src with its own notes */
  mg_drawn_graph graph;
  mg_groups groups;
  mg_shown_names shown;
  size_t drawn;                /* how many frames are drawn: 1 (the last) or all */
  int moves;                   /* nonzero: as an animation */
  mg_viewport view;            /* common to all frames of an animation */
  mg_projection projection;
} drawing;

static const mg_meta about[] = {
  { "Software", "libmgnn-draw " PACKAGE_VERSION }, { NULL, NULL }
};

static const double *
seen_from(const drawing *w)
{
  return w->set.encoding.view != NULL ? w->set.encoding.from : NULL;
}

/* Read the looks of nodes and edges from their attributes. */
static mgnn_status
looks_take(drawing *w, mgnn_error *err)
{
  const mg_given given = { .src = &w->src, .ends = w->d->problem->graph.ends };
  const mg_looks_use use = {
    .nodes = 1, .edges = 1, .names = w->set.style.style.labels == MG_NAMED_ALL,
    .style = &w->set.style.style
  };

  w->src.notes = (mg_notes){ 0 };
  w->graph.appearance = &w->looks.appearance;
  return mg_looks_read(&w->looks, &w->src, &given, &use, err);
}

/* Choose the colour scales, common to all frames that are drawn. */
static mgnn_status
scales_take(drawing *w, mgnn_error *err)
{
  size_t size = w->d->src.n * w->graph.dim;

  mg_encoding_begin(w->encoding, w->graph.dim, w->drawn);
  for (size_t k = 1; k < w->drawn; k++)
    PASS(mg_encoding_add(w->encoding, w->all + (k - 1) * size, err));
  PASS(mg_encoding_add(w->encoding, w->y, err));
  return mg_encoding_finish(w->encoding, err);
}

/* Move the nodes of a drawing in the plane apart, for --no-overlap. */
static mgnn_status
overlap_remove(drawing *w, mgnn_error *err)
{
  size_t n = w->d->src.n, pairs;
  mg_spacing space = { &w->graph, w->encoding, &w->set.style.style, 1, MG_APART_NONE };
  const mg_parting how = { mg_spacing_measure, &space, mg_spacing_dots(space.style), NULL,
                           MG_PART_TURNS, 1 };

  if (!w->set.no_overlap || n < 2)
    return MGNN_OK;
  if (w->graph.dim != 2 || w->d->frames > 1)
    return mg_fail(err, MGNN_EINVAL, "--no-overlap is for one drawing in the plane, not "
                   "for %zu dimensions and %zu frames", w->graph.dim, w->d->frames);
  PASS(mg_allocated(w->moved = mg_alloc(2 * n, sizeof *w->moved), err));
  memcpy(w->moved, w->y, 2 * n * sizeof *w->moved);
  PASS(mg_part(&w->d->problem->graph, &how, w->moved, &pairs, err));
  w->looks.appearance.apart = space.apart;
  w->y = w->all = w->moved;
  return MGNN_OK;
}

static mgnn_status
drawing_init(drawing *w, const mgnn_draw *d, size_t dim, const double *y,
             mgnn_error *err)
{
  int all = d->set.frames != NULL && strcmp(d->set.frames, "last") != 0;

  *w = (drawing){ .d = d, .all = y, .set = d->set, .src = d->src,
                  .drawn = all ? d->frames : 1,
                  .moves = all && strcmp(d->set.frames, "animation") == 0 };
  PASS(mg_dim_check(dim, err));
  PASS(mg_positions_check(d->frames * d->src.n, dim, y, NULL, err));
  w->y = d->src.n > 0 ? y + (d->frames - 1) * d->src.n * dim : y;
  PASS(mg_drawing_load(err));
  PASS(settings_check(&w->set, &w->encoding, &w->looks, err));
  if (w->set.labels != NULL)
    PASS(mg_groups_read(&w->groups, &d->src, w->set.labels, err));
  PASS(mg_shown_names_read(&w->shown, &d->src, w->set.style.names, err));
  w->graph = (mg_drawn_graph){
    .src = &d->src, .problem = d->problem, .groups = &w->groups,
    .groups_title = w->set.labels, .shown = w->shown.text, .dim = dim,
    .lengths_given = d->lengths_given, .unit = w->set.unit
  };
  PASS(mg_encoding_read(w->encoding, &w->graph, &w->set.style.style, err));
  PASS(looks_take(w, err));
  PASS(overlap_remove(w, err));
  PASS(mg_projection_choose(&w->projection, seen_from(w), dim, d->src.n, w->y, err));
  return scales_take(w, err);
}

/* One frame as a picture, with the data that it points to. */
typedef struct {
  mg_picture pic;
  mg_encoded values;
  double *xy;                  /* n places, then n depths */
  char caption[32], note[64];
} shot;

static void
shot_free(shot *s)
{
  mg_encoded_free(&s->values);
  mg_free(s->xy);
}

/* Make the picture of frame k; all frames use the projection of the last one. */
static mgnn_status
shot_take(shot *s, const drawing *w, size_t k, mgnn_error *err)
{
  size_t n = w->d->src.n, dim = w->graph.dim, last = w->d->frames - 1;
  const double *y = k < last ? w->all + k * n * dim : w->y;

  *s = (shot){ .xy = mg_alloc(n, 3 * sizeof *s->xy) };
  PASS(mg_allocated(s->xy, err));
  mg_drawn_words(&w->graph, &s->pic);
  PASS(mg_encode(w->encoding, y, &s->pic, &s->values, err));
  mg_drawn_place(&w->graph, y, &w->projection, s->xy, &s->pic);
  if (dim > 3 && mg_drawn_share(&w->projection, n, y, s->note, sizeof s->note))
    s->pic.note = s->note;
  if (w->drawn > 1) {
    snprintf(s->caption, sizeof s->caption, "layer %zu", k);
    s->pic.caption = s->caption;
  }
  return MGNN_OK;
}

/* The most frames in a row of a sheet. */
enum { ACROSS = 5 };

/* Draw the last `count` frames on one page: a single one, or several as a sheet. */
static mgnn_status
page_draw(const drawing *w, size_t count, const mg_backend *backend, FILE *out,
          mgnn_error *err)
{
  const mg_style *style = &w->set.style.style;
  size_t rows = (count + ACROSS - 1) / ACROSS, cols = (count + rows - 1) / rows;
  shot *all = mg_zalloc(count, sizeof *all);
  mg_picture *pic = mg_zalloc(rows * cols, sizeof *pic);
  mg_scene scene = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, all, pic));
  for (size_t k = 0; k < count; k++) {
    TRY(shot_take(&all[k], w, w->d->frames - count + k, err));
    pic[k] = all[k].pic;
    if (k > 0)
      pic[k].to_scale.kind = MG_SCALE_NONE;
  }
  TRY(count == 1 ? mg_scene_build(&scene, pic, style, NULL, err)
                 : mg_sheet_build(&scene, pic, rows, cols, NULL, style, err));
  TRY(backend->draw(&scene, about, out, err));
end:
  for (size_t k = 0; all != NULL && k < count; k++)
    shot_free(&all[k]);
  mg_scene_free(&scene);
  mg_free_all(all, pic);
  return status;
}

static mgnn_status
movie_scene(void *ctx, size_t k, mg_scene *out, mgnn_error *err)
{
  const drawing *w = ctx;
  shot s;
  mgnn_status status = shot_take(&s, w, k, err);

  if (status == MGNN_OK)
    status = mg_scene_build(out, &s.pic, &w->set.style.style, &w->view, err);
  shot_free(&s);
  return status;
}

static mgnn_status
animation(drawing *w, const mg_backend *backend, FILE *out, mgnn_error *err)
{
  const mg_movie movie = {
    .count = w->d->frames, .fps = w->set.fps, .hold = w->set.hold,
    /* In 3 dimensions the order of nodes and edges changes: it follows the depth. */
    .steady = w->graph.dim != 3 && mg_encoding_is_constant(w->encoding),
    .scene = movie_scene, .ctx = w
  };
  shot s = { 0 };
  mgnn_status status = MGNN_OK;
  int png = strcmp(backend->name, "png") == 0;

  if (!png && strcmp(backend->name, "svg") != 0)
    return mg_fail(err, MGNN_EINVAL, "an animation can be svg, png or html, not %s",
                   backend->name);
  w->set.style.style.rings = png;      /* moving SVG needs equal runs in all frames */
  mg_viewport_init(&w->view);
  for (size_t k = 0; k < w->d->frames; k++) {
    shot_free(&s);
    TRY(shot_take(&s, w, k, err));
    TRY(mg_viewport_fit(&w->view, &s.pic, err));
  }
  TRY(png ? mg_movie_png(&movie, about, out, err) : mg_movie_svg(&movie, about, out, err));
end:
  shot_free(&s);
  return status;
}

static void
pose(void *ctx, size_t run, size_t frame, double *y)
{
  const drawing *w = ctx;
  size_t size = w->d->src.n * w->graph.dim;

  (void)run;
  memcpy(y, w->all + frame * size, size * sizeof *y);
}

static mgnn_status
page(drawing *w, FILE *out, mgnn_error *err)
{
  size_t frames = w->d->frames, size = w->d->src.n * w->graph.dim;
  mgnn_figures figures;
  mg_viewer_frame *frame = mg_zalloc(frames, sizeof *frame);
  const mg_viewer_run run = { .frames = frames, .frame = frame };
  shot last = { 0 };
  const mg_viewer viewer = {
    .graph = &w->d->problem->graph, .dim = w->graph.dim, .picture = &last.pic,
    .style = &w->set.style.style, .meta = about, .heading = "Graph",
    .words = { frames > 1 ? "layer" : "iteration", "Energy", "E", w->set.unit }, .fps = NAN,
    .shows_strain = mg_encoding_shows_strain(w->encoding),
    .seen_from = seen_from(w), .without_lengths = !w->d->lengths_given,
    .runs = 1, .run = &run, .pose = pose, .ctx = w
  };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(frame, err));
  for (size_t k = 0; k < frames; k++) {
    TRY(mgnn_measure(w->d->problem, w->graph.dim, w->all + k * size, NULL, 0,
                     &figures, err));
    frame[k] = (mg_viewer_frame){ .step = k, .merit = figures.energy,
                                  .rms = figures.rms_relative_error };
  }
  TRY(shot_take(&last, w, frames - 1, err));
  TRY(mg_viewer_write(&viewer, out, err));
end:
  shot_free(&last);
  mg_free(frame);
  return status;
}

static mgnn_status
format_find(const char *word, const mg_backend **out, mgnn_error *err)
{
  *out = NULL;
  for (const mg_backend *b = mg_backends; b->name != NULL; b++)
    if (strcasecmp(b->name, word) == 0)
      *out = b;
  if (*out == NULL && strcasecmp(word, "html") != 0)
    return mg_fail(err, MGNN_EINVAL, "\"%.40s\" is not a format of drawings; "
                   "there are: svg, png, pdf, html", word);
  return MGNN_OK;
}

static mgnn_status
put(const mgnn_draw *d, size_t dim, const double *y, const mg_backend *backend,
    FILE *out, mgnn_error *err)
{
  drawing w;
  mgnn_status status = MGNN_OK;

  TRY(drawing_init(&w, d, dim, y, err));
  TRY(backend == NULL ? page(&w, out, err)
      : w.moves ? animation(&w, backend, out, err)
                : page_draw(&w, w.drawn, backend, out, err));
end:
  mg_encoding_free(w.encoding);
  mg_looks_free(&w.looks);
  mg_notes_free(&w.src.notes);
  mg_groups_free(&w.groups);
  mg_shown_names_free(&w.shown);
  mg_free_all(w.projection.axis, w.moved);
  return status;
}

mgnn_status
mgnn_draw_bytes(const mgnn_draw *d, size_t dim, const double *y,
                const char *format, unsigned char **bytes, size_t *size,
                mgnn_error *err)
{
  const mg_backend *backend;
  char *text = NULL;
  mg_output out = { 0 };
  mgnn_status status = MGNN_OK;

  *bytes = NULL;
  *size = 0;
  TRY(format_find(format, &backend, err));
  TRY(mg_output_open_memory(&out, err));
  TRY(put(d, dim, y, backend, out.file, err));
  TRY(mg_output_take(&out, &text, size, err));
  *bytes = (unsigned char *)text;
end:
  mg_output_discard(&out);
  return status;
}

void
mgnn_draw_bytes_free(unsigned char *bytes)
{
  mg_free(bytes);
}

mgnn_status
mgnn_draw_file(const mgnn_draw *d, size_t dim, const double *y,
               const char *format, const char *path, mgnn_error *err)
{
  const mg_backend *backend;
  mg_output out = { 0 };
  const char *dot = strrchr(path, '.');
  mgnn_status status = MGNN_OK;

  if (format == NULL && (dot == NULL || strchr(dot, '/') != NULL))
    return mg_fail(err, MGNN_EINVAL, "%s: the name has no suffix that tells the "
                   "format; give one, or the format", path);
  TRY(format_find(format != NULL ? format : dot + 1, &backend, err));
  TRY(mg_drawing_load(err));
  TRY(mg_output_open(&out, path, err));
  TRY(put(d, dim, y, backend, out.file, err));
  TRY(mg_output_commit(&out, err));
end:
  mg_output_discard(&out);
  return status;
}
