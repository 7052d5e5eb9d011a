/* Writes the interactive page: the hand-written sources of the viewer, joined by the
 * build, with the data inserted.  Texts and single numbers are JSON; long arrays are
 * base64 of their little-endian bytes.  The page loads nothing from elsewhere, and its
 * Content-Security-Policy allows only the one script with a given hash.  So text from
 * the user cannot run as a script, even if it escaped from its element, which
 * mg_json_in_page prevents. */
#include "viewer.h"
#include "html_looks.h"
#include "base/dense.h"
#include "base/mem.h"
#include "io/write/fields.h"
#include "io/write/json.h"
#include "render/canvas/look.h"
#include "render/figure/project.h"

#include <glib.h>
#include <math.h>
#include <stdint.h>

enum { AXES_MAX = 3 };         /* coordinates per node in the page */

typedef struct {
  const mg_viewer *v;
  mg_look look;
  double *axis;                /* AXES_MAX*dim: axes of the initial view */
  size_t axes;                 /* 1 to 3 */
  double *y;                   /* n*dim: one frame */
  float *before;               /* n*axes: the previous frame as the page decodes it */
  double *centre;              /* dim: subtracted from every position */
  double scale;                /* a power of 2: all lengths are divided by it */
  mg_sink sink;
  mg_json json;
  int no_memory;               /* nonzero: data left out, as memory was short */

  /* put_arrays runs twice: first (listing) it writes the list of arrays into the
   * JSON, then their bytes as base64. */
  int listing;
  unsigned char bytes[3 << 12];        /* bytes waiting to be encoded */
  size_t waiting, written;
} html_page;

/* Write the waiting bytes as base64; always a multiple of three but at the end. */
static void
code(html_page *p)
{
  char *text = g_base64_encode(p->bytes, p->waiting);

  mg_put_text(&p->sink, text);
  g_free(text);
  p->waiting = 0;
}

/* Write the `width` bytes of an integer, lowest first. */
static void
put_bits(html_page *p, uint32_t bits, size_t width)
{
  for (size_t k = 0; k < width; k++) {
    p->bytes[p->waiting++] = (unsigned char)(bits >> (8 * k));
    if (p->waiting == sizeof p->bytes)
      code(p);
  }
  p->written += width;
}

static void
put_float(html_page *p, double x)
{
  float narrow = (float)x;
  uint32_t bits;

  memcpy(&bits, &narrow, sizeof bits);
  put_bits(p, bits, 4);
}

/* Begin an array of elements of `width` bytes: 'u' integers, 'f' floats; or 'd': a step
 * as a float, then differences in steps, of variable length.  Arrays begin at
 * multiples of 4.  Returns nonzero if the caller must write the bytes now. */
static int
array(html_page *p, const char *name, char kind, size_t width, size_t count)
{
  char type[4] = { kind, (char)('0' + width), '\0' };

  if (p->listing) {
    mg_json_row(&p->json, '[');
    mg_json_text(&p->json, name);
    mg_json_text(&p->json, type);
    mg_json_count(&p->json, count);
    mg_json_close(&p->json);
    return 0;
  }
  while (p->written % 4 != 0)
    put_bits(p, 0, 1);
  return 1;
}

/* The number of bytes for integers up to `most`. */
static size_t
width_of(size_t most)
{
  return most < 256 ? 1 : most < 65536 ? 2 : 4;
}

/* Write numbers of all nodes or edges; only once if all are equal. */
static void
put_numbers(html_page *p, const char *name, const double *x, size_t all, double scale)
{
  size_t count = 1;

  if (x == NULL || all == 0)
    return;
  for (size_t k = 1; k < all && count == 1; k++)
    if (x[k] != x[0])
      count = all;
  if (array(p, name, 'f', 4, count))
    for (size_t k = 0; k < count; k++)
      put_float(p, x[k] / scale);
}

/* Write groups; the number after the last one stands for "no group". */
static void
put_groups(html_page *p, const char *name, const int *group, size_t count, size_t groups)
{
  size_t wide = width_of(groups);

  if (group != NULL && array(p, name, 'u', wide, count))
    for (size_t k = 0; k < count; k++)
      put_bits(p, group[k] >= 0 ? (uint32_t)group[k] : (uint32_t)groups, wide);
}


/* Write x as *before plus q steps, encoded as 1 + 2 q, or -2 q if q < 0, or 0 if x is
 * not finite; seven bits per byte, the lowest first, 128 added to all but the last. */
static void
put_difference(html_page *p, double x, float step, float *before)
{
  double q = isfinite(x) ? rint((x - *before) / step) : 0;
  uint64_t code = !isfinite(x) ? 0 : q < 0 ? (uint64_t)(-2 * q) : 1 + (uint64_t)(2 * q);

  for (; code > 127; code >>= 7)
    put_bits(p, (uint32_t)(code & 127) | 128, 1);
  put_bits(p, (uint32_t)code, 1);
  *before = isfinite(x) ? (float)(*before + q * step) : 0;
}

/* The step of coarse positions, as a part of the largest coordinate: in small graphs
 * energies are exact to 1e-6; in large ones it is about a hundredth of a pixel. */
static const double step_small = 0x1p-23, step_large = 0x1p-15;
enum { NODES_SMALL = 2000 };

/* Write the positions of a frame, relative to the centre, in the page's axes.  coarse:
 * as differences from the previous frame, or from 0 if the step is negative. */
static void
put_positions(html_page *p, int coarse)
{
  size_t n = p->v->graph->n, dim = p->v->dim, axes = p->axes;
  double most = 0, most_before = 0;
  float step;

  for (size_t i = 0; i < n; i++) {
    double *y = p->y + i * dim, x[AXES_MAX];

    for (size_t c = 0; c < dim; c++)
      y[c] = (y[c] - p->centre[c]) / p->scale;
    for (size_t a = 0; a < axes; a++) {
      x[a] = dim > AXES_MAX ? mg_inner(y, p->axis + a * dim, dim) : y[a];
      most = isfinite(x[a]) ? fmax(most, fabs(x[a])) : most;
    }
    memcpy(p->y + i * axes, x, axes * sizeof *x);
  }
  step = most > 0x1p-100 ? (float)(most * (n > NODES_SMALL ? step_large : step_small)) : 1;
  for (size_t k = 0; k < n * axes && coarse; k++)
    most_before = fmax(most_before, fabs((double)p->before[k]));
  if (most_before > 0x1p40 * step)     /* the difference would need too many bits */
    memset(p->before, 0, n * axes * sizeof *p->before);
  if (coarse)
    put_float(p, most_before > 0x1p40 * step ? -step : step);
  for (size_t k = 0; k < n * axes; k++)
    if (coarse)
      put_difference(p, p->y[k], step, &p->before[k]);
    else
      put_float(p, p->y[k]);
}

static void
put_run(html_page *p, size_t r)
{
  const mg_viewer *v = p->v;
  const mg_viewer_run *run = &v->run[r];
  size_t kept = 0, seen = 0;

  memset(p->before, 0, v->graph->n * p->axes * sizeof *p->before);
  for (size_t f = 0; f < run->frames; f++)
    kept += !run->frame[f].between;
  /* The last frame is exact, since lengths are read from it; the others may be coarse.
   * In more than three dimensions projected positions lack the lengths: add these. */
  for (size_t f = 0; f < run->frames; f++) {
    int coarse = !run->frame[f].between && ++seen < kept;

    if (!run->frame[f].between
        && array(p, "at", coarse ? 'd' : 'f', coarse ? 1 : 4, v->graph->n * p->axes)) {
      v->pose(v->ctx, r, f, p->y);
      put_positions(p, coarse);
    }
  }
  if (v->dim > AXES_MAX && array(p, "lengths", 'f', 4, kept * v->graph->m))
    for (size_t f = 0; f < run->frames; f++)
      if (!run->frame[f].between) {
        v->pose(v->ctx, r, f, p->y);
        for (size_t e = 0; e < v->graph->m; e++)
          put_float(p, mg_edge_length(v->graph, e, v->dim, p->y) / p->scale);
      }
}

static void
put_arrays(html_page *p)
{
  const mg_viewer *v = p->v;
  const mg_graph *g = v->graph;
  const mg_picture *pic = v->picture;
  size_t wide = width_of(g->n);

  if (array(p, "ends", 'u', wide, 2 * g->m))
    for (size_t k = 0; k < 2 * g->m; k++)
      put_bits(p, g->ends[k], wide);
  put_numbers(p, "target", g->target, g->m, p->scale);
  put_numbers(p, "upper", g->target_upper, g->m, p->scale);
  put_numbers(p, "stiffness", g->stiffness, g->m, 1);
  put_groups(p, "group", pic->group, g->n, pic->group_count);
  if (pic->edges.shade != NULL) {
    put_groups(p, "edgeGroup", pic->edges.group, g->m, pic->edges.shade->group_count);
    put_numbers(p, "edgeValue", pic->edges.shade->measured ? NULL : pic->edges.value, g->m, 1);
  }
  if (pic->nodes.shade != NULL)
    put_numbers(p, "nodeValue", pic->nodes.shade->measured ? NULL : pic->nodes.value, g->n, 1);
  put_numbers(p, "size", pic->size.times, g->n, 1);
  if (v->pin != NULL && v->dim <= AXES_MAX
      && array(p, "pin", 'u', 1, g->n * v->dim))
    for (size_t k = 0; k < g->n * v->dim; k++)
      put_bits(p, v->pin[k], 1);
  for (size_t r = 0; r < v->runs; r++)
    put_run(p, r);
}

static void
put_texts(mg_json *j, const char *key, const char *const *text, size_t count)
{
  mg_html_row(j, key);
  for (size_t k = 0; k < count; k++)
    mg_json_text(j, text[k]);
  mg_json_close(j);
}

/* Write the meaning of colours, unless it is strain, which the page computes itself. */
static void
put_shade(mg_json *j, const char *key, const mg_shade *shade)
{
  static const char *const kinds[] = { "", "colour", "label", "group", "own", "number" };
  int own = shade != NULL && shade->kind == MG_SHADE_OWN;

  if (shade == NULL || shade->kind == MG_SHADE_PLAIN || (shade->measured && shade->diverging))
    return;
  put_open(j, key, '{');
  put_text(j, "kind", kinds[shade->kind]);
  put_text(j, "title", shade->title);
  put_flag(j, "measured", shade->measured);
  put_flag(j, "percent", shade->percent);
  put_number(j, "low", shade->low);
  put_number(j, "high", shade->high);
  put_texts(j, "groups", shade->groups, own ? 0 : shade->group_count);
  mg_html_row(j, "colours");
  if (shade->kind == MG_SHADE_COLOUR)
    mg_html_colour(j, shade->colour);
  for (size_t k = 0; k < shade->group_count && own; k++)
    mg_html_colour(j, shade->own[k]);
  mg_json_close(j);
  mg_json_close(j);
}

/* Write a colour scale, for light and for dark pages. */
static void
put_scales(mg_json *j, const char *key, const char *name)
{
  put_open(j, key, '[');
  for (int dark = 0; dark < 2; dark++) {
    const mg_scale *scale = mg_scale_find(name, dark);

    mg_json_row(j, '[');
    for (size_t k = 0; k < MG_SCALE_STOPS; k++)
      mg_html_colour(j, mg_colour_rgb(scale->stop[k]));
    mg_json_close(j);
  }
  mg_json_close(j);
}

/* Write the corners of every shape of nodes, around 0 and for radius 1. */
static void
put_marks(mg_json *j)
{
  put_open(j, "marks", '[');
  for (int mark = 0; mark < MG_MARKS; mark++) {
    mg_point corner[MG_CORNERS_MAX];
    size_t count = mg_mark_corners((mg_mark)mark, 100, corner);

    mg_json_row(j, '[');
    for (size_t k = 0; k < count; k++) {
      mg_json_row(j, '[');
      mg_json_number(j, corner[k].x / 100.0);
      mg_json_number(j, corner[k].y / 100.0);
      mg_json_close(j);
    }
    mg_json_close(j);
  }
  mg_json_close(j);
}

/* Write the style, with null for values that the page chooses; and the metadata. */
static void
put_style(html_page *p)
{
  const mg_style *style = p->v->style;
  const mg_look *look = &p->look;
  mg_json *j = &p->json;

  put_open(j, "style", '{');
  put_number(j, "node", style->node_size);
  put_number(j, "width", style->edge_width);
  put_number(j, "opacity", style->opacity);
  put_number(j, "font", style->font_size);
  put_flag(j, "names", style->labels == MG_NAMED_AUTO ? -1
           : style->labels != MG_NAMED_NONE);
  put_flag(j, "legend", style->legend != 0);
  put_flag(j, "rings", style->rings != 0);
  mg_json_key(j, "background");
  if (look->background.a < 128 || strcmp(style->background, "white") == 0)
    mg_json_null(j);
  else
    mg_html_colour(j, look->background);
  mg_html_row(j, "palette");
  for (size_t k = 0; k < look->palette.count; k++)
    mg_html_colour(j, mg_colour_rgb(look->palette.node[k]));
  mg_json_close(j);
  put_scales(j, "scales", "diverging");
  put_scales(j, "ramps", "sequential");
  put_marks(j);
  mg_json_key(j, "edge");
  mg_html_colour(j, mg_colour_rgb(look->palette.edge));
  if (look->palette.by_group) {
    mg_json_key(j, "within");
    mg_html_colour(j, mg_colour_rgb(look->palette.within));
    mg_json_key(j, "between");
    mg_html_colour(j, mg_colour_rgb(look->palette.between));
  }
  mg_json_close(j);
  put_open(j, "meta", '{');
  for (const mg_meta *meta = p->v->meta; meta != NULL && meta->key != NULL; meta++)
    put_text(j, meta->key, meta->text);
  mg_json_close(j);
}

/* Write the measures of a run in Z or in Y, a row for each. */
static void
put_values(mg_json *j, const char *key, const double *value, size_t measures,
           size_t frames)
{
  put_open(j, key, '[');
  for (size_t k = 0; k < measures; k++) {
    mg_json_row(j, '[');
    for (size_t f = 0; f < frames; f++)
      mg_json_number(j, value[k * frames + f]);
    mg_json_close(j);
  }
  mg_json_close(j);
}

/* The part of the variance of a run's last frame that the axes show. */
static double
share_of(html_page *p, size_t r)
{
  const mg_viewer *v = p->v;
  size_t n = v->graph->n, dim = v->dim;
  double all = 0, seen = 0;

  if (dim <= AXES_MAX)
    return NAN;
  v->pose(v->ctx, r, v->run[r].frames - 1, p->y);
  for (size_t c = 0; c < dim; c++) {
    double mean = 0;

    for (size_t i = 0; i < n; i++)
      mean += p->y[i * dim + c] / (double)n;
    for (size_t i = 0; i < n; i++) {
      p->y[i * dim + c] -= mean;
      all += p->y[i * dim + c] * p->y[i * dim + c];
    }
  }
  for (size_t i = 0; i < n; i++)
    for (size_t a = 0; a < AXES_MAX; a++)
      seen += pow(mg_inner(p->y + i * dim, p->axis + a * dim, dim), 2);
  return seen / all;
}

static void
put_model(html_page *p, size_t r)
{
  mg_json *j = &p->json;
  const mg_viewer_run *run = &p->v->run[r];

  mg_json_open(j, '{');
  put_text(j, "title", run->title);
  if (run->rule != NULL) {
    put_text(j, "rule", run->rule);
    put_number(j, "alpha", run->alpha);
    put_number(j, "beta", run->beta);
    put_number(j, "eps", run->eps);
    put_number(j, "step", run->step);
  }
  mg_html_row(j, "steps");
  for (size_t f = 0; f < run->frames; f++)
    mg_json_count(j, run->frame[f].step);
  mg_json_close(j);
  mg_html_row(j, "kept");      /* frames with positions */
  for (size_t f = 0; f < run->frames; f++)
    if (!run->frame[f].between)
      mg_json_count(j, f);
  mg_json_close(j);
  mg_html_row(j, "merit");
  for (size_t f = 0; f < run->frames; f++)
    mg_json_number(j, run->frame[f].merit);
  mg_json_close(j);
  mg_html_row(j, "rms");
  for (size_t f = 0; f < run->frames; f++)
    mg_json_number(j, run->frame[f].rms);
  mg_json_close(j);
  put_values(j, "z", run->value[0], p->v->known.count, run->frames);
  put_values(j, "y", run->value[1], p->v->known.count, run->frames);
  put_number(j, "share", share_of(p, r));
  mg_json_close(j);
}

static void
put_json(html_page *p)
{
  const mg_viewer *v = p->v;
  mg_json *j = &p->json;

  mg_json_begin(j, p->sink.out);
  mg_json_in_page(j);
  mg_json_open(j, '{');
  put_text(j, "title", v->style->title);
  put_text(j, "heading", v->heading);
  put_text(j, "unit", v->words.unit);
  put_text(j, "merit", v->words.merit);
  put_text(j, "sign", v->words.sign);
  put_text(j, "length", v->words.length);
  put_texts(j, "measures", v->known.title, v->known.count);
  put_flag(j, "plays", v->plays != 0);
  put_number(j, "fps", v->fps);
  put_text(j, "space", v->shows_z ? "z" : "y");
  put_text(j, "colour", v->shows_strain ? "strain" : NULL);
  put_count(j, "nodes", v->graph->n);
  put_count(j, "edges", v->graph->m);
  put_count(j, "dim", v->dim);
  put_count(j, "axes", p->axes);
  put_number(j, "loop", v->graph->loop);
  put_number(j, "scale", p->scale);
  mg_html_row(j, "centre");
  for (size_t c = 0; c < v->dim && v->dim <= AXES_MAX; c++)
    mg_json_number(j, p->centre[c]);
  mg_json_close(j);
  put_flag(j, "unasked", v->without_lengths != 0);
  /* The initial view in three dimensions: x, y and the axis towards the reader. */
  mg_html_row(j, "view");
  for (size_t k = 0; k < AXES_MAX * AXES_MAX; k++)
    mg_json_number(j, v->dim == AXES_MAX ? p->axis[k] : k % (AXES_MAX + 1) == 0);
  mg_json_close(j);
  put_style(p);
  put_open(j, "runs", '[');
  for (size_t r = 0; r < v->runs; r++)
    put_model(p, r);
  mg_json_close(j);
  put_open(j, "arrays", '[');
  p->listing = 1;
  put_arrays(p);
  p->listing = 0;
  mg_json_close(j);
  mg_html_looks(j, v->picture, v->graph, v->style->labels);
  put_shade(j, "edgeShade", v->picture->edges.shade);
  put_shade(j, "nodeShade", v->picture->nodes.shade);
  put_text(j, "sizes", v->picture->size.title);
  p->no_memory = !mg_html_attributes(j, v->given, v->graph);
  put_text(j, "label", v->picture->groups_title);
  put_texts(j, "groups", v->picture->groups, v->picture->group_count);
  put_texts(j, "names", v->picture->names, v->graph->n);
  if (v->picture->shown != NULL)
    put_texts(j, "shown", v->picture->shown, v->graph->n);
  mg_json_close(j);
  mg_json_end(j);
}

static void
put_title(html_page *p)
{
  const mg_viewer *v = p->v;

  mg_put_xml(&p->sink, v->style->title != NULL ? v->style->title : v->heading);
}

static void
put_data(html_page *p)
{
  mg_sink_flush(&p->sink);
  put_json(p);
}

static void
put_bytes(html_page *p)
{
  p->written = 0;
  put_arrays(p);
  if (p->waiting > 0)
    code(p);
}

/* Write the page, with each @WORD@ replaced by its content. */
static void
put_page(html_page *p)
{
  static const struct {
    const char *word;
    void (*put)(html_page *p);
  } slot[] = {
    { "@TITLE@", put_title }, { "@DATA@", put_data }, { "@BYTES@", put_bytes }
  };
  const char *from = (const char *)mg_viewer_page;
  const char *end = from + mg_viewer_page_size;

  for (size_t k = 0; k < sizeof slot / sizeof *slot; k++) {
    const char *at = strstr(from, slot[k].word);

    mg_put_bytes(&p->sink, from, (size_t)(at - from));
    slot[k].put(p);
    from = at + strlen(slot[k].word);
  }
  mg_put_bytes(&p->sink, from, (size_t)(end - from));
  mg_sink_flush(&p->sink);
}

/* Choose centre and scale of all positions.  Floats have seven digits; relative to the
 * middle of the last frame these describe the drawing and not its place in the plane.
 * Lengths beyond the range of floats are scaled. */
static void
measure(html_page *p)
{
  const mg_viewer *v = p->v;
  size_t n = v->graph->n, dim = v->dim;
  double most = 0;
  int power;

  if (n == 0)
    return;
  v->pose(v->ctx, 0, v->run[0].frames - 1, p->y);
  for (size_t c = 0; c < dim; c++) {
    double low = HUGE_VAL, high = -HUGE_VAL;

    for (size_t i = 0; i < n; i++)
      if (isfinite(p->y[i * dim + c])) {
        low = fmin(low, p->y[i * dim + c]);
        high = fmax(high, p->y[i * dim + c]);
      }
    p->centre[c] = low <= high ? low / 2 + high / 2 : 0;
    /* In Z the centre is not a single point: do not move drawings that lie near 0. */
    if (fabs(p->centre[c]) < 100 * (high - low))
      p->centre[c] = 0;
    if (low <= high)
      most = fmax(most, high - low);
  }
  frexp(most, &power);
  if (power < -60 || power > 60)
    p->scale = ldexp(1, power);
}

/* Compute the third principal axis: the first one after the first two are removed. */
static mgnn_status
third_axis(html_page *p, mgnn_error *err)
{
  size_t dim = p->v->dim;
  mg_projection rest = { dim, NULL };
  mgnn_status status = MGNN_OK;

  for (size_t i = 0; i < p->v->graph->n; i++)
    mg_orthogonalise(dim, p->axis, 2, p->y + i * dim);
  TRY(mg_projection_fit(&rest, dim, p->v->graph->n, p->y, err));
  memcpy(p->axis + 2 * dim, rest.axis, dim * sizeof *p->axis);
end:
  mg_free(rest.axis);
  return status;
}

/* Choose the page's x and y, as given by the user or as in other drawings of the last
 * frame, and the axis towards the reader. */
static mgnn_status
aim(html_page *p, mgnn_error *err)
{
  const mg_viewer *v = p->v;
  mg_projection view = { v->dim, NULL };
  mgnn_status status = MGNN_OK;

  v->pose(v->ctx, 0, v->run[0].frames - 1, p->y);
  TRY(mg_projection_choose(&view, v->seen_from, v->dim, v->graph->n, p->y, err));
  memcpy(p->axis, view.axis, 2 * v->dim * sizeof *p->axis);
  if (v->dim == 3)
    mg_projection_depth(p->axis);
  else if (v->dim > AXES_MAX)
    TRY(third_axis(p, err));
end:
  mg_free(view.axis);
  return status;
}

mgnn_status
mg_viewer_write(const mg_viewer *v, FILE *out, mgnn_error *err)
{
  html_page *p = mg_zalloc(1, sizeof *p);
  mgnn_status status = MGNN_OK;

  PASS(mg_allocated(p, err));
  p->v = v;
  p->scale = 1;
  p->axes = v->dim < AXES_MAX ? v->dim : AXES_MAX;
  mg_sink_init(&p->sink, out);
  TRY(mg_allocated_all(err, MG_NEW(p->y, v->graph->n * v->dim),
                       MG_NEW(p->before, v->graph->n * p->axes),
                       MG_ZEROS(p->centre, v->dim),
                       MG_ZEROS(p->axis, AXES_MAX * v->dim)));
  TRY(mg_look_colours(&p->look, v->style, err));
  TRY(aim(p, err));
  measure(p);
  put_page(p);
  if (p->no_memory)
    TRY(mg_fail_memory(err));
end:
  mg_free_all(p->axis, p->centre, p->before, p->y, p);
  return status;
}
