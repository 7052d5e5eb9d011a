/* Computes from options and positions the colours (by strain, length, label or
 * attribute), the node sizes (by attribute) and the lengths written at edges. */
#include "encoding.h"
#include "base/mem.h"
#include "base/number.h"
#include "io/text/stream.h"
#include "measure/measure.h"
#include "problem/simplify.h"
#include "render/canvas/text.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define AT(member) offsetof(mg_encoding_options, member)

const mg_option mg_encoding_rows[] = {
  { 0, "edge-color", "SPEC", MG_WORD, AT(edge_color), 0, 0,
    "colour of the edges: strain, length, label, attr:NAME, or one colour" },
  { 0, "node-color", "SPEC", MG_WORD, AT(node_color), 0, 0,
    "colour of the nodes: label, stress, attr:NAME, or one colour" },
  { 0, "node-size", "X|attr:NAME", MG_WORD, AT(node_size), 0, 0,
    "diameter of the nodes, or an attribute to show as area" },
  { 0, "annotate", "SPEC", MG_WORD, AT(annotate), 0, 0,
    "write achieved/target lengths at all edges (lengths) or at the K worst (worst:K)" },
  { 0, "scale-bar", "yes|no", MG_WORD, AT(scale_bar), 0, 0,
    "show how long a length is on the page [default: yes if there are lengths]" },
  { 0, "view", "A,E", MG_WORD, AT(view), 0, 0,
    "view of a 3D drawing from azimuth A and elevation E, in degrees" },
  MG_OPTIONS_END
};

/* The quantity that a colour scale shows.  STRAIN, LENGTH and STRESS depend on the
 * positions; ATTRIBUTE does not. */
typedef enum { NOTHING, STRAIN, LENGTH, STRESS, ATTRIBUTE } measure;

enum { EDGE, NODE };

struct mg_encoding {
  const mg_encoding_options *opt;
  const mg_drawn_graph *in;
  size_t dim;
  int in_z;
  mg_shade edge, node;
  measure edge_by, node_by;
  mg_groups edge_groups;       /* m: groups of a text attribute; else empty */
  mg_groups node_groups;       /* n: the same; else the labels are the groups */
  double *value[2];            /* m and n: values of number attributes */
  mg_colour *own[2];           /* of edges and nodes: colour of each group, if
                                * the texts of all groups are colours */
  double *size;                /* n */
  char *palette;               /* lines of the palette file, later the list of colours
                                * in class order; or NULL */
  struct {
    double most;               /* largest value */
    char title[120];
  } sizes;
  unsigned char *zero;         /* m: 1 for length 0; NULL if no length is 0 */
  double mean;                 /* of the lengths other than 0, if some are 0 */
  size_t worst;                /* how many edges get their length; SIZE_MAX: all */

  struct {                     /* of edges and of nodes: the values so far, only a */
    double *value, low, high;  /* sample if there are very many */
    size_t count, cap;
  } seen[2];
  size_t stride;
};

/* A scale is chosen from about this many values; more would not change it. */
enum { SEEN_MOST = 1000000 };

/* Try keywords first, then attr:NAME, then colours; the message for a bad colour
 * therefore lists everything that the option accepts. */
static mgnn_status
shade_parse(const char *word, int which, mg_shade *shade, measure *by,
            mgnn_error *err)
{
  static const struct {
    const char *word;
    int which;
    measure by;
  } known[] = { { "strain", EDGE, STRAIN }, { "length", EDGE, LENGTH },
                { "stress", NODE, STRESS } };

  memset(shade, 0, sizeof *shade);
  *by = NOTHING;
  if (word == NULL)
    return MGNN_OK;
  if (strcmp(word, "label") == 0) {
    shade->kind = MG_SHADE_LABEL;
    return MGNN_OK;
  }
  for (int k = 0; k < 3; k++)
    if (known[k].which == which && strcmp(word, known[k].word) == 0) {
      shade->kind = MG_SHADE_NUMBER;
      *by = known[k].by;
      shade->measured = 1;
      return MGNN_OK;
    }
  shade->title = mg_spec_attribute(word);
  if (shade->title != NULL) {
    *by = ATTRIBUTE;
    return MGNN_OK;
  }
  shade->kind = MG_SHADE_COLOUR;
  if (mg_colour_parse(word, &shade->colour, NULL) != MGNN_OK)
    return mg_fail(err, MGNN_EINVAL, "--%s is \"%.60s\", must be %s, label, "
                   "attr:NAME, or a colour: a CSS name or #rrggbb",
                   which == EDGE ? "edge-color" : "node-color", word,
                   which == EDGE ? "strain, length" : "stress");
  return MGNN_OK;
}

static mgnn_status
annotate_parse(const char *word, size_t *out, mgnn_error *err)
{
  double count;

  *out = 0;
  if (word == NULL)
    return MGNN_OK;
  if (strcmp(word, "lengths") == 0) {
    *out = SIZE_MAX;
    return MGNN_OK;
  }
  if (strncmp(word, "worst:", 6) == 0
      && mg_number_whole(word + 6, strlen(word + 6), &count) && count >= 1
      && count <= 1e6 && count == floor(count)) {
    *out = (size_t)count;
    return MGNN_OK;
  }
  return mg_fail(err, MGNN_EINVAL, "--annotate is \"%.60s\", must be lengths, or "
                 "worst:K with K from 1 to 1000000", word);
}

/* --view AZIMUTH,ELEVATION */
static mgnn_status
view_parse(mg_encoding_options *opt, mgnn_error *err)
{
  const char *word = opt->view, *end, *comma;

  if (word == NULL)
    return MGNN_OK;
  end = word + strlen(word);
  comma = mg_number_read(word, end, &opt->from[0]);
  if (comma == NULL || *comma != ','
      || mg_number_read(comma + 1, end, &opt->from[1]) != end
      || !(fabs(opt->from[0]) <= 360) || !(fabs(opt->from[1]) <= 90))
    return mg_fail(err, MGNN_EINVAL, "--view is \"%.60s\", must be two numbers: "
                   "the azimuth, from -360 to 360 degrees, and the elevation, "
                   "from -90 to 90, such as 30,20", word);
  return MGNN_OK;
}

enum { PALETTE_MOST = 20000 };  /* bytes read of a palette file */

/* Read a palette file, with a class and its colour in each line, into p->palette. */
static mgnn_status
palette_load(mg_encoding *p, const char *path, mgnn_error *err)
{
  mg_stream in;
  mgnn_status status;
  char *line = NULL;
  size_t len, at = 0;
  mg_colour c;

  PASS(mg_stream_open(&in, path, NULL, err));
  TRY(mg_allocated(p->palette = mg_alloc(PALETTE_MOST + 2, 1), err));
  for (;;) {
    TRY(mg_stream_line(&in, &line, &len, err));
    if (line == NULL || at + len >= PALETTE_MOST)
      break;
    if (len == 0 || (in.line == 1 && strpbrk(line, "=,;\t") != NULL
        && mg_colour_parse(strpbrk(line, "=,;\t") + 1, &c, NULL) != MGNN_OK))
      continue;                /* blank, or a header */
    memcpy(p->palette + at, line, len);
    at += len;
    p->palette[at++] = '\n';
  }
  strcpy(p->palette + at, at > 0 ? "" : "\n");
end:
  mg_stream_close(&in);
  return status;
}

/* Put the colours of a palette list or file into the order of the classes. */
static mgnn_status
read_palette(mg_encoding *p, mg_style *style, mgnn_error *err)
{
  const mg_groups *g = p->node_groups.count > 0 ? &p->node_groups : p->in->groups;
  mg_palette found;

  if (style == NULL || (p->palette == NULL && strchr(style->palette, '=') == NULL))
    return MGNN_OK;
  if (p->palette == NULL)
    PASS(mg_allocated(p->palette = mg_alloc(PALETTE_MOST, 1), err));
  else
    style->palette = p->palette;
  if (g == NULL || g->count == 0)
    return MGNN_OK;
  PASS(mg_palette_find(style->palette, (const char *const *)g->name, g->count, &found,
                       err));
  for (size_t k = 0; k < found.count; k++)
    snprintf(p->palette + 8 * k, 9, "#%06x,", found.node[k]);
  style->palette = p->palette;
  return MGNN_OK;
}

mgnn_status
mg_encoding_new(mg_encoding **out, mg_encoding_options *opt, mg_style *style,
                int in_z, mgnn_error *err)
{
  mg_encoding *p = mg_zalloc(1, sizeof *p);
  mg_palette check;

  *out = p;
  PASS(mg_allocated(p, err));
  p->opt = opt;
  p->in_z = in_z;
  if (strpbrk(style->palette, "./") != NULL && strpbrk(style->palette, "=\n") == NULL)
    PASS(palette_load(p, style->palette, err));
  if (p->palette != NULL || strpbrk(style->palette, ",=") != NULL)
    PASS(mg_palette_find(p->palette != NULL ? p->palette : style->palette, NULL, 0,
                         &check, err));
  PASS(shade_parse(opt->edge_color, EDGE, &p->edge, &p->edge_by, err));
  PASS(shade_parse(opt->node_color, NODE, &p->node, &p->node_by, err));
  PASS(annotate_parse(opt->annotate, &p->worst, err));
  PASS(mg_spec_number("node-size", opt->node_size, &style->node_size, err));
  return view_parse(opt, err);
}

/* Whether all values present are numbers, and at least one is present. */
static int
all_numbers(const mg_column *col, size_t count)
{
  size_t found = 0;

  for (size_t k = 0; k < count; k++) {
    double x;

    if (!mg_column_has(col, k))
      continue;
    if (!mg_column_number(col, k, &x))
      return 0;
    found++;
  }
  return found > 0;
}

/* If there are groups and the text of each is a colour, draw each group in that
 * colour. */
static mgnn_status
colours_of(mg_encoding *p, int which, const mg_groups *groups, mg_shade *shade,
           mgnn_error *err)
{
  mg_colour *own = mg_alloc(groups->count, sizeof *own);
  int all = groups->count > 0;

  PASS(mg_allocated(p->own[which] = own, err));
  for (size_t k = 0; k < groups->count && all; k++)
    all = mg_colour_parse(groups->name[k], &own[k], NULL) == MGNN_OK;
  if (all) {
    shade->kind = MG_SHADE_OWN;
    shade->own = own;
    shade->group_count = groups->count;
  }
  return MGNN_OK;
}

/* The attribute values of merged edges: the mean of numbers, or the first text. */
static mgnn_status
read_edge_column(mg_encoding *p, const mg_column *col, mgnn_error *err)
{
  const mg_source *src = p->in->src;
  size_t m = p->in->problem->graph.m, *count = NULL;
  mg_groups all = { 0 };
  int numbers = all_numbers(col, src->m);
  mgnn_status status = MGNN_OK;

  if (numbers) {
    TRY(mg_allocated_all(err, MG_ZEROS(count, m), MG_ZEROS(p->value[EDGE], m)));
  } else {
    TRY(mg_groups_make(&all, col, src->m, err));
    p->edge_groups.name = all.name;    /* taken over */
    p->edge_groups.count = all.count;
    p->edge_groups.group = mg_alloc(m, sizeof *p->edge_groups.group);
    TRY(mg_allocated(p->edge_groups.group, err));
  }
  for (size_t r = src->m; r-- > 0;) {  /* backwards, so that the first text wins */
    size_t e = p->in->into != NULL ? p->in->into[r] : r;
    double x;

    if (e == MG_DROPPED)
      continue;
    if (!numbers)
      p->edge_groups.group[e] = all.group[r];
    else if (mg_column_number(col, r, &x)) {
      p->value[EDGE][e] += x;
      count[e]++;
    }
  }
  for (size_t e = 0; e < m && numbers; e++)
    p->value[EDGE][e] = count[e] > 0 ? p->value[EDGE][e] / (double)count[e] : NAN;
end:
  mg_free_all(all.group, count);
  return status;
}

static mgnn_status
read_edges(mg_encoding *p, mgnn_error *err)
{
  const mg_column *col;
  mgnn_status status;

  if (p->edge_by != ATTRIBUTE)
    return MGNN_OK;
  PASS(mg_spec_column(&col, p->in->src, "edge", "--edge-color", p->edge.title, err));
  status = read_edge_column(p, col, err);
  p->edge.kind = p->value[EDGE] != NULL ? MG_SHADE_NUMBER : MG_SHADE_GROUP;
  p->edge.groups = (const char *const *)p->edge_groups.name;
  p->edge.group_count = p->edge_groups.count;
  if (status == MGNN_OK && p->edge.kind == MG_SHADE_GROUP)
    status = colours_of(p, EDGE, &p->edge_groups, &p->edge, err);
  return status;
}

static mgnn_status
read_nodes(mg_encoding *p, mgnn_error *err)
{
  const mg_source *src = p->in->src;
  const mg_column *col;

  if (p->node_by != ATTRIBUTE)
    return MGNN_OK;
  PASS(mg_spec_column(&col, src, "node", "--node-color", p->node.title, err));
  if (!all_numbers(col, src->n)) {
    mgnn_status status = mg_groups_make(&p->node_groups, col, src->n, err);

    p->node.kind = MG_SHADE_LABEL;
    return status != MGNN_OK ? status
           : colours_of(p, NODE, &p->node_groups, &p->node, err);
  }
  p->node.kind = MG_SHADE_NUMBER;
  PASS(mg_allocated(p->value[NODE] = mg_alloc(src->n, sizeof *p->value[NODE]), err));
  for (size_t i = 0; i < src->n; i++)
    if (!mg_column_number(col, i, &p->value[NODE][i]))
      p->value[NODE][i] = NAN;
  return MGNN_OK;
}

/* Diameters of the largest and the smallest node, times the usual one; in between,
 * areas are proportional to the values. */
static const double size_most = 2.4, size_least = 0.35;

static mgnn_status
read_sizes(mg_encoding *p, mgnn_error *err)
{
  const mg_source *src = p->in->src;
  const char *name = mg_spec_attribute(p->opt->node_size);
  const mg_column *col;
  double most = 0;

  if (name == NULL)
    return MGNN_OK;
  PASS(mg_spec_column(&col, src, "node", "--node-size", name, err));
  PASS(mg_allocated(p->size = mg_alloc(src->n, sizeof *p->size), err));
  for (size_t i = 0; i < src->n; i++) {
    p->size[i] = 0;
    if (mg_column_has(col, i)
        && (!mg_column_number(col, i, &p->size[i]) || p->size[i] < 0))
      return mg_fail(err, MGNN_EINVAL, "%s: --node-size: the attribute %.60s of "
                     "node \"%.60s\" is not a number of at least 0", src->path,
                     name, src->names.text[i]);
    most = fmax(most, p->size[i]);
  }
  for (size_t i = 0; i < src->n; i++)
    p->size[i] = fmax(size_least, most > 0 ? size_most * sqrt(p->size[i] / most)
                                           : 1);
  p->sizes.most = most;
  snprintf(p->sizes.title, sizeof p->sizes.title, "area of nodes: %.60s", name);
  return MGNN_OK;
}

/* Strain relative to a length of 0 would be infinite: find the edges of length 0 and
 * the mean of the other lengths, which is used in its place. */
static mgnn_status
read_lengths(mg_encoding *p, mgnn_error *err)
{
  const mg_graph *g = &p->in->problem->graph;
  size_t zeros = 0;

  for (size_t e = 0; e < g->m; e++)
    zeros += (size_t)mg_edge_is_zero(g, e);
  if (zeros == 0)
    return MGNN_OK;
  if (g->m > zeros)
    p->mean = mg_mean_length(g) * (double)g->m / (double)(g->m - zeros);
  PASS(mg_allocated(p->zero = mg_alloc(g->m, 1), err));
  for (size_t e = 0; e < g->m; e++)
    p->zero[e] = (unsigned char)mg_edge_is_zero(g, e);
  return MGNN_OK;
}

mgnn_status
mg_encoding_read(mg_encoding *p, const mg_drawn_graph *in, mg_style *style,
                 mgnn_error *err)
{
  p->in = in;
  if (p->opt->view != NULL && in->dim != 3)
    return mg_fail(err, MGNN_EINVAL, "--view turns a drawing of three "
                   "dimensions: give --dim 3, or leave --view out");
  PASS(read_lengths(p, err));
  PASS(read_edges(p, err));
  PASS(read_nodes(p, err));
  PASS(read_palette(p, style, err));
  return read_sizes(p, err);
}

void
mg_encoding_free(mg_encoding *p)
{
  if (p == NULL)
    return;
  mg_groups_free(&p->edge_groups);
  mg_groups_free(&p->node_groups);
  mg_free_all(p->palette, p->own[EDGE], p->own[NODE], p->value[EDGE],
              p->value[NODE], p->size, p->zero, p->seen[EDGE].value,
              p->seen[NODE].value, p);
}

void
mg_encoding_begin(mg_encoding *p, size_t dim, size_t frames)
{
  const mg_graph *g = &p->in->problem->graph;

  p->dim = dim;
  p->stride = 1 + (g->m > g->n ? g->m : g->n) * frames / SEEN_MOST;
  for (int k = EDGE; k <= NODE; k++) {
    p->seen[k].count = 0;
    p->seen[k].low = HUGE_VAL;
    p->seen[k].high = -HUGE_VAL;
  }
}

int
mg_encoding_is_constant(const mg_encoding *p)
{
  return p->edge_by != STRAIN && p->edge_by != LENGTH && p->node_by != STRESS;
}

int
mg_encoding_shows_strain(const mg_encoding *p)
{
  return p->edge_by == STRAIN;
}

/* strain = (r - M) / M, where M is the bound that r violates; if M is 0,
 * r / (mean of the other lengths). */
static double
strain_of(const mg_encoding *p, size_t e, double r)
{
  mg_edge_fit fit = mg_edge_fit_of(&p->in->problem->graph, e, r);

  if (r == fit.target)
    return 0;
  return (r - fit.target) / (fit.target > 0 ? fit.target : p->mean);
}

static void
measure_edges(const mg_encoding *p, const double *y, double *value)
{
  const mg_graph *g = &p->in->problem->graph;

  for (size_t e = 0; e < g->m; e++) {
    double r = mg_edge_length(g, e, p->dim, y);

    value[e] = p->edge_by == LENGTH ? r : strain_of(p, e, r);
  }
}

/* value_i = 1/(2E) sum over the edges e at i of w_e (r_e - t_e)^2, so the values of
 * all nodes add up to 1. */
static void
measure_nodes(const mg_encoding *p, const double *y, double *value)
{
  const mg_graph *g = &p->in->problem->graph;
  double energy = 0;

  memset(value, 0, g->n * sizeof *value);
  for (size_t e = 0; e < g->m; e++) {
    double r = mg_edge_length(g, e, p->dim, y);
    mg_edge_fit fit = mg_edge_fit_of(g, e, r);
    double gap = fit.length - fit.target;
    double add = gap * gap * (g->stiffness != NULL ? g->stiffness[e] : 1);

    energy += add;
    value[g->ends[2 * e]] += add / 2;
    value[g->ends[2 * e + 1]] += add / 2;
  }
  for (size_t i = 0; i < g->n && energy > 0; i++)
    value[i] /= energy;
}

/* Keep every stride-th value, enough for percentiles; the limits use all values. */
static mgnn_status
keep_values(mg_encoding *p, int which, const double *value, size_t count,
            mgnn_error *err)
{
  for (size_t k = 0; k < count; k++) {
    if (!isfinite(value[k]))
      continue;
    p->seen[which].low = fmin(p->seen[which].low, value[k]);
    p->seen[which].high = fmax(p->seen[which].high, value[k]);
    if (k % p->stride == 0) {
      PASS(mg_room(&p->seen[which].value, p->seen[which].count, &p->seen[which].cap,
                   sizeof *p->seen[which].value, err));
      p->seen[which].value[p->seen[which].count++] = value[k];
    }
  }
  return MGNN_OK;
}

mgnn_status
mg_encoding_add(mg_encoding *p, const double *y, mgnn_error *err)
{
  const mg_graph *g = &p->in->problem->graph;
  double *value = NULL;
  mgnn_status status = MGNN_OK;

  if (mg_encoding_is_constant(p))
    return MGNN_OK;
  TRY(mg_allocated(value = mg_alloc(g->m > g->n ? g->m : g->n, sizeof *value), err));
  if (p->edge_by == STRAIN || p->edge_by == LENGTH) {
    measure_edges(p, y, value);
    TRY(keep_values(p, EDGE, value, g->m, err));
  }
  if (p->node_by == STRESS) {
    measure_nodes(p, y, value);
    TRY(keep_values(p, NODE, value, g->n, err));
  }
end:
  mg_free(value);
  return status;
}

/* Smaller strains cannot be seen in a drawing. */
static const double strain_floor = 0.01;

mgnn_status
mg_encoding_finish(mg_encoding *p, mgnn_error *err)
{
  static const char *const title[] = { NULL, "strain", "length",
                                       "share of the energy" };
  const struct {
    mg_shade *shade;
    measure by;
    const double *value;
    size_t count;
  } row[] = {
    { &p->edge, p->edge_by, p->value[EDGE], p->in->problem->graph.m },
    { &p->node, p->node_by, p->value[NODE], p->in->src->n }
  };

  for (int k = EDGE; k <= NODE; k++) {
    mg_shade *shade = row[k].shade;

    if (shade->kind != MG_SHADE_NUMBER)
      continue;
    if (row[k].by == ATTRIBUTE)
      PASS(keep_values(p, k, row[k].value, row[k].count, err));
    else
      shade->title = title[row[k].by];
    shade->diverging = row[k].by == STRAIN;
    shade->percent = row[k].by == STRAIN || row[k].by == STRESS;
    mg_shade_range(shade, p->seen[k].value, p->seen[k].count, strain_floor);
    if (row[k].by == STRAIN && p->zero != NULL)
      shade->below = "where 0 is asked: length / mean of the other targets";
    if (p->seen[k].count > 0) {
      shade->least = p->seen[k].low;
      shade->most = p->seen[k].high;
    }
    if (row[k].by == STRESS)   /* the scale of shares starts at 0 */
      shade->low = shade->least = 0;
  }
  return MGNN_OK;
}

int
mg_encoding_node_own(const mg_encoding *p, size_t i, mg_colour *out)
{
  int group = p->node.kind == MG_SHADE_OWN ? p->node_groups.group[i] : -1;

  if (group >= 0)
    *out = p->own[NODE][group];
  return group >= 0;
}

/* "achieved/target"; the target is written as an interval if one is given and met. */
static const char *
length_text(mg_pool *pool, const mg_graph *g, size_t e, double r)
{
  mg_edge_fit fit = mg_edge_fit_of(g, e, r);
  char text[4 * MG_TEXT_NUMBER], a[MG_TEXT_NUMBER], b[MG_TEXT_NUMBER];
  char c[MG_TEXT_NUMBER];

  if (g->target_upper != NULL && g->target_upper[e] > g->target[e]
      && fit.error == 0)
    snprintf(text, sizeof text, "%s/%s\xe2\x80\x93%s", mg_text_number(a, r, 3),
             mg_text_number(b, g->target[e], 3),
             mg_text_number(c, g->target_upper[e], 3));
  else
    snprintf(text, sizeof text, "%s/%s", mg_text_number(a, r, 3),
             mg_text_number(b, fit.target, 3));
  return mg_pool_keep(pool, text, strlen(text));
}

static mgnn_status
write_lengths(const mg_encoding *p, const double *y, mg_picture *pic,
              mg_encoded *values, mgnn_error *err)
{
  const mg_graph *g = &p->in->problem->graph;
  size_t count = p->worst < g->m ? p->worst : g->m;
  mg_edge_fit *worst = NULL;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(values->remark = mg_alloc(count, sizeof *values->remark), err));
  if (p->worst < SIZE_MAX) {
    TRY(mg_allocated(worst = mg_alloc(count, sizeof *worst), err));
    count = mg_edges_worst(p->in->problem, p->dim, y, count, worst);
  }
  for (size_t k = 0; k < count; k++) {
    size_t e = worst != NULL ? worst[k].edge : k;

    values->remark[k] = (mg_remark){
      .a = g->ends[2 * e], .b = g->ends[2 * e + 1], .edge = e,
      .text = length_text(&values->pool, g, e, mg_edge_length(g, e, p->dim, y))
    };
    TRY(mg_allocated(values->remark[k].text, err));
  }
  pic->remarks.list = values->remark;
  pic->remarks.count = count;
end:
  mg_free(worst);
  return status;
}

mgnn_status
mg_encode(const mg_encoding *p, const double *y, mg_picture *pic,
          mg_encoded *values, mgnn_error *err)
{
  const mg_graph *g = &p->in->problem->graph;

  pic->edges.shade = &p->edge;
  pic->nodes.shade = &p->node;
  pic->edges.group = p->edge_groups.group;
  pic->edges.value = p->value[EDGE];
  pic->nodes.value = p->value[NODE];
  pic->size.times = p->size;
  pic->size.title = p->size != NULL ? p->sizes.title : NULL;
  pic->size.most = p->sizes.most;
  pic->size.least = p->sizes.most * pow(size_least / size_most, 2);
  if (p->node_groups.group != NULL) {
    pic->group = p->node_groups.group;
    pic->groups = (const char *const *)p->node_groups.name;
    pic->group_count = p->node_groups.count;
    pic->groups_title = p->node.title;
  }
  if (p->edge_by == STRAIN || p->edge_by == LENGTH) {
    values->edge_value = mg_alloc(g->m, sizeof *values->edge_value);
    PASS(mg_allocated(values->edge_value, err));
    measure_edges(p, y, values->edge_value);
    pic->edges.value = values->edge_value;
  }
  if (p->node_by == STRESS) {
    values->node_value = mg_alloc(g->n, sizeof *values->node_value);
    PASS(mg_allocated(values->node_value, err));
    measure_nodes(p, y, values->node_value);
    pic->nodes.value = values->node_value;
  }
  /* Only drawings of Y show the lengths, and only up to three dimensions to scale. */
  pic->to_scale.unit = p->in->unit;
  pic->to_scale.kind = !p->in_z && p->dim <= 3
                       && (p->opt->scale_bar != NULL
                           ? p->opt->scale_bar[0] == 'y'
                           : p->in->lengths_given);
  return p->worst > 0 ? write_lengths(p, y, pic, values, err) : MGNN_OK;
}

void
mg_encoded_free(mg_encoded *values)
{
  mg_free_all(values->edge_value, values->node_value, values->remark);
  mg_pool_free(&values->pool);
  memset(values, 0, sizeof *values);
}
