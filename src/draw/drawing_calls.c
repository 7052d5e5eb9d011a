/* The public calls of mgnn-draw.h: arrays and words in, bytes out. */
#include <mgnn-draw.h>

#include "config.h"
#include "base/number.h"
#include "encoding.h"
#include "io/write/output.h"
#include "render/backend/backend.h"
#include "render/compose/still.h"
#include "render/html/viewer.h"
#include "style_options.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What options set. */
typedef struct {
  mg_style_options style;
  mg_encoding_options encoding;
  const char *labels;
} settings;

struct mgnn_draw {
  mgnn_problem *problem;
  mg_source src;               /* names and attributes; no edges */
  int lengths_given;
  settings set;
  mg_pool words;               /* that they point into */
};

static const mg_option label_rows[] = {
  { 0, "labels", "ATTR", MG_WORD, offsetof(settings, labels), 0, 0,
    "what the nodes' colours and shapes tell apart" },
  MG_OPTIONS_END
};

static const mg_option_part table[] = {
  { NULL, label_rows, 0 },
  { NULL, mg_style_page_rows, offsetof(settings, style) },
  { NULL, mg_encoding_rows, offsetof(settings, encoding) },
  { NULL, mg_style_width_rows, offsetof(settings, style) },
  { NULL, mg_style_mark_rows, offsetof(settings, style) },
  { NULL, NULL, 0 }
};

/* ---- the graph ---- */

static mgnn_status
lengths_take(mgnn_draw *d, const mgnn_draw_graph *g, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  if (g->upper != NULL && g->length == NULL)
    return mg_fail(err, MGNN_EINVAL, "there are upper bounds, but no lengths");
  if (g->upper != NULL)
    TRY(mgnn_problem_bounds_set(d->problem, g->length, g->upper, err));
  if (g->stiffness != NULL)
    TRY(mgnn_problem_stiffness_set(d->problem, g->stiffness, err));
  d->lengths_given = g->length != NULL;
end:
  return status;
}

static mgnn_status
names_number(mg_names *out, size_t n, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  for (size_t i = 0; i < n; i++) {
    char text[MG_NUMBER_MAX];
    uint32_t at;

    TRY(mg_names_append(out, text, mg_number_write(text, (double)i), &at, err));
  }
end:
  return status;
}

mgnn_status
mgnn_draw_new(mgnn_draw **out, const mgnn_draw_graph *g, mgnn_error *err)
{
  mgnn_draw *d = mg_zalloc(1, sizeof *d);
  mgnn_status status = MGNN_OK;

  *out = NULL;
  TRY(mg_allocated(d, err));
  mg_limits_init(&d->src.limits);
  d->src.limits.bytes = SIZE_MAX;      /* the caller has them already */
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

/* The column of a name, without values. */
static mgnn_status
column_of(mgnn_draw *d, mgnn_draw_part part, const char *name, mg_column **out,
          mgnn_error *err)
{
  mg_attributes *at = part == MGNN_DRAW_NODES ? &d->src.node : &d->src.edge;
  mgnn_status status = MGNN_OK;
  size_t k;

  if (part != MGNN_DRAW_NODES && part != MGNN_DRAW_EDGES)
    return mg_fail(err, MGNN_EINVAL, "the part is %d, must be MGNN_DRAW_NODES or "
                   "MGNN_DRAW_EDGES", (int)part);
  TRY(mg_attribute_column(&d->src, at, name, &k, err));
  mg_column_free(&at->column[k]);
  at->column[k] = (mg_column){ .name = at->column[k].name, .default_number = NAN };
  *out = &at->column[k];
end:
  return status;
}

mgnn_status
mgnn_draw_numbers(mgnn_draw *d, mgnn_draw_part part, const char *name,
                  const double *value, mgnn_error *err)
{
  size_t count = part == MGNN_DRAW_NODES ? d->src.n : d->src.m;
  mg_column *col;
  mgnn_status status = MGNN_OK;

  TRY(column_of(d, part, name, &col, err));
  TRY(mg_column_put_numbers(&d->src, col, 0, count, value, err));
end:
  return status;
}

mgnn_status
mgnn_draw_texts(mgnn_draw *d, mgnn_draw_part part, const char *name,
                const char *const *text, mgnn_error *err)
{
  size_t count = part == MGNN_DRAW_NODES ? d->src.n : d->src.m;
  mg_column *col;
  mgnn_status status = MGNN_OK;

  TRY(column_of(d, part, name, &col, err));
  for (size_t k = 0; k < count; k++) {
    const char *kept;

    if (text[k] == NULL)
      continue;
    kept = mg_pool_keep(&d->src.pool, text[k], strlen(text[k]));
    TRY(mg_allocated(kept, err));
    TRY(mg_column_put_text(&d->src, col, k, kept, err));
  }
end:
  return status;
}

/* ---- options ---- */

const char *
mgnn_draw_option(size_t k, const char **value, const char **help)
{
  const mg_option *row = mg_options_row(table, k, NULL);

  if (row == NULL)
    return NULL;
  if (value != NULL)
    *value = row->kind == MG_FLAG ? NULL : row->arg;
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

/* Words become numbers, as far as they can without a graph. */
static mgnn_status
settings_check(settings *set, mg_encoding **out, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  TRY(mg_style_options_check(&set->style, err));
  TRY(mg_encoding_new(out, &set->encoding, &set->style.style, 0, err));
  TRY(mg_style_check(&set->style.style, err));
end:
  return status;
}

static mgnn_status
value_set(mgnn_draw *d, settings *set, const mg_option *row, size_t at,
          const char *value, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  if (row->kind != MG_FLAG) {
    value = mg_pool_keep(&d->words, value != NULL ? value : "",
                         value != NULL ? strlen(value) : 0);
    TRY(mg_allocated(value, err));
  } else if (value != NULL && *value != '\0')
    return mg_fail(err, MGNN_EINVAL, "--%s takes no value", row->word);
  TRY(mg_option_set(row, value, (char *)set + at, err));
end:
  return status;
}

mgnn_status
mgnn_draw_set(mgnn_draw *d, const char *option, const char *value,
              mgnn_error *err)
{
  settings set = d->set, tried;
  mg_encoding *encoding = NULL;
  const mg_option *row;
  mgnn_status status = MGNN_OK;
  size_t at;

  for (size_t k = 0; (row = mg_options_row(table, k, &at)) != NULL; k++)
    if (strcmp(row->word, option) == 0)
      break;
  if (row == NULL) {
    row = mg_option_like(table, option, strlen(option));
    return mg_fail(err, MGNN_EINVAL, "there is no option --%.40s to draw with; %s%s%s",
                   option, row != NULL ? "did you mean --" : "mgnn-layout(1) has them "
                   "under \"How it is drawn\"", row != NULL ? row->word : "",
                   row != NULL ? "?" : "");
  }
  TRY(mg_drawing_load(err));   /* it knows colours */
  TRY(value_set(d, &set, row, at, value, err));
  tried = set;
  TRY(settings_check(&tried, &encoding, err));
  d->set = set;
end:
  mg_encoding_free(encoding);
  return status;
}

/* ---- drawing ---- */

/* One drawing in the making. */
typedef struct {
  const mgnn_draw *d;
  const double *y;
  settings set;
  mg_encoding *encoding;
  mg_drawn_graph graph;
  mg_groups groups;
  mg_shown_names shown;
} drawing;

static const mg_meta about[] = {
  { "Software", "libmgnn-draw " PACKAGE_VERSION }, { NULL, NULL }
};

static const double *
seen_from(const drawing *w)
{
  return w->set.encoding.view != NULL ? w->set.encoding.from : NULL;
}

static mgnn_status
drawing_init(drawing *w, const mgnn_draw *d, size_t dim, const double *y,
             mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  *w = (drawing){ .d = d, .y = y, .set = d->set };
  TRY(mg_dim_check(dim, err));
  TRY(mg_positions_check(d->src.n, dim, y, NULL, err));
  TRY(mg_drawing_load(err));
  TRY(settings_check(&w->set, &w->encoding, err));
  if (w->set.labels != NULL)
    TRY(mg_groups_read(&w->groups, &d->src, w->set.labels, err));
  TRY(mg_shown_names_read(&w->shown, &d->src, w->set.style.names, err));
  w->graph = (mg_drawn_graph){
    .src = &d->src, .problem = d->problem, .groups = &w->groups,
    .groups_title = w->set.labels, .shown = w->shown.text, .dim = dim,
    .lengths_given = d->lengths_given
  };
  TRY(mg_encoding_read(w->encoding, &w->graph, err));
  mg_encoding_begin(w->encoding, dim, 1);
  TRY(mg_encoding_add(w->encoding, y, err));
  TRY(mg_encoding_finish(w->encoding, err));
end:
  return status;
}

static void
drawing_free(drawing *w)
{
  mg_encoding_free(w->encoding);
  mg_groups_free(&w->groups);
  mg_shown_names_free(&w->shown);
}

static mgnn_status
still(const drawing *w, const mg_backend *backend, FILE *out, mgnn_error *err)
{
  size_t n = w->d->src.n, dim = w->graph.dim;
  mg_projection projection = { 0, NULL };
  mg_encoded values = { 0 };
  mg_picture pic = { 0 };
  mg_scene scene = { 0 };
  char note[64] = "";
  double *xy = mg_alloc(n, 3 * sizeof *xy);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(xy, err));
  TRY(mg_projection_choose(&projection, seen_from(w), dim, n, w->y, err));
  mg_drawn_words(&w->graph, &pic);
  TRY(mg_encode(w->encoding, w->y, &pic, &values, err));
  mg_drawn_place(&w->graph, w->y, &projection, xy, &pic);
  if (dim > 3 && mg_drawn_share(&projection, n, w->y, note, sizeof note))
    pic.note = note;
  TRY(mg_scene_build(&scene, &pic, &w->set.style.style, NULL, err));
  TRY(backend->draw(&scene, about, out, err));
end:
  mg_scene_free(&scene);
  mg_encoded_free(&values);
  mg_free(projection.axis);
  mg_free(xy);
  return status;
}

static void
pose(void *ctx, size_t run, size_t frame, double *y)
{
  const drawing *w = ctx;

  (void)run;
  (void)frame;
  memcpy(y, w->y, w->d->src.n * w->graph.dim * sizeof *y);
}

static mgnn_status
page(const drawing *w, FILE *out, mgnn_error *err)
{
  mgnn_figures figures;
  mg_viewer_frame frame;
  const mg_viewer_run run = { .frames = 1, .frame = &frame };
  mg_picture picture = { 0 };
  const mg_viewer viewer = {
    .graph = &w->d->problem->graph, .dim = w->graph.dim, .picture = &picture,
    .style = &w->set.style.style, .meta = about, .heading = "Graph",
    .words = { "iteration", "Energy", "E" }, .fps = NAN,
    .shows_strain = mg_encoding_shows_strain(w->encoding),
    .seen_from = seen_from(w), .without_lengths = !w->d->lengths_given,
    .runs = 1, .run = &run, .pose = pose, .ctx = (void *)w
  };
  mgnn_status status = MGNN_OK;

  TRY(mgnn_measure(w->d->problem, w->graph.dim, w->y, NULL, 0, &figures, err));
  frame = (mg_viewer_frame){ 0, figures.energy, figures.rms_relative_error };
  mg_drawn_words(&w->graph, &picture);
  TRY(mg_viewer_write(&viewer, out, err));
end:
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
  TRY(backend != NULL ? still(&w, backend, out, err) : page(&w, out, err));
end:
  drawing_free(&w);
  return status;
}

mgnn_status
mgnn_draw_bytes(const mgnn_draw *d, size_t dim, const double *y,
                const char *format, unsigned char **bytes, size_t *size,
                mgnn_error *err)
{
  const mg_backend *backend;
  char *text = NULL;
  FILE *out = NULL;
  mgnn_status status = MGNN_OK;

  *bytes = NULL;
  *size = 0;
  TRY(format_find(format, &backend, err));
  TRY(mg_allocated(out = open_memstream(&text, size), err));
  TRY(put(d, dim, y, backend, out, err));
end:
  if (out != NULL && (ferror(out) | fclose(out)) != 0 && status == MGNN_OK)
    status = mg_fail_memory(err);
  if (status == MGNN_OK)
    *bytes = (unsigned char *)text;
  else
    free(text);
  return status;
}

void
mgnn_draw_bytes_free(unsigned char *bytes)
{
  free(bytes);
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
