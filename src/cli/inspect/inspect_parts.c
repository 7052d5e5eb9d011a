/* Drawings and tables of rigidity: the page of the rigid parts, with velocities; the
 * page of a self-stress; tables of motions and self-stresses. */
#include "base/mem.h"
#include "base/dense.h"
#include "inspect.h"
#include "io/text/message.h"
#include "io/write/sink.h"
#include "io/write/write.h"
#include "render/figure/project.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Find the positions to draw: the given ones, else a drawing as by mgnn-layout.
 * *y: n*dim doubles.  *own is set if the caller has to free them. */
static mgnn_status
positions(const mg_inspection *in, const double **y, double **own,
          mgnn_error *err)
{
  int given = in->input.lengths_given;
  size_t size = in->input.src.n * in->input.dim;
  mgnn_status status = MGNN_OK;

  *y = in->given > 0 ? in->y[0] : given ? in->found : NULL;
  if (*y != NULL)
    return MGNN_OK;
  TRY(mg_allocated(*own = mg_alloc(size, sizeof **own), err));
  *y = *own;
  memcpy(*own, in->input.start, size * sizeof **own);
  status = mg_inspection_embed(in, given ? "edges" : "paths", in->input.dim,
                               NULL, *own, err);
end:
  return status == MGNN_ENOCONV ? MGNN_OK : status;
}

/* A picture of the nodes at xy, 2n doubles, without a caption. */
static mg_picture
picture_of(const mg_inspection *in, const double *xy)
{
  const mg_graph *g = &in->input.problem->graph;

  return (mg_picture){ .n = g->n, .m = g->m, .ends = g->ends, .xy = xy,
                       .names = (const char *const *)in->input.src.names.text,
                       .shown = in->input.shown.text };
}

/* Length of the fastest node's arrow, relative to the radius of the drawing. */
static const double longest_arrow = 0.6;

/* Make the arrows of --show motion, 2n doubles on the page, scaled to longest_arrow;
 * *arrow stays NULL without --show motion. */
static mgnn_status
arrows_make(const mg_inspection *in, const mg_projection *view, double **arrow,
            mgnn_error *err)
{
  size_t n = in->input.src.n, dim = in->input.dim;
  const double *v;
  double most = 0, factor;

  if (in->opt.show.what != MG_SHOW_MOTION)
    return MGNN_OK;
  v = mgnn_flexes_motion(in->flexes[0], in->opt.show.number);
  PASS(mg_allocated(*arrow = mg_alloc(n, 2 * sizeof **arrow), err));
  for (size_t i = 0; i < n; i++)
    most = fmax(most, sqrt(mg_inner(v + i * dim, v + i * dim, dim)));
  factor = longest_arrow * mg_radius(n, dim, in->y[0]) / most;
  mg_project(view, n, v, *arrow);
  for (size_t c = 0; c < 2 * n; c++)
    (*arrow)[c] *= factor;
  return MGNN_OK;
}

/* Write the caption: about the given positions with --show motion, else about the
 * graph. */
static void
write_caption(const mg_inspection *in, char *out, size_t size)
{
  const mgnn_rigidity *r = &in->rigidity;
  size_t motions = in->local[0].degrees_of_freedom;

  if (in->opt.show.what == MG_SHOW_MOTION)
    snprintf(out, size, "%zu degree%s of freedom to first order", motions,
             mg_plural(motions));
  else if (r->rigid)
    snprintf(out, size, r->globally_rigid == 1 ? "globally rigid"
             : r->globally_rigid == 0 ? "rigid, not globally rigid" : "rigid");
  else
    snprintf(out, size, "%zu degree%s of freedom, %zu rigid part%s",
             r->degrees_of_freedom, mg_plural(r->degrees_of_freedom),
             r->parts, mg_plural(r->parts));
}

mgnn_status
mg_inspection_parts(const mg_inspection *in, mg_scene *out, mgnn_error *err)
{
  const mg_graph *g = &in->input.problem->graph;
  double *xy = mg_alloc(g->n, 2 * sizeof *xy), *own = NULL, *arrow = NULL;
  mg_projection view = { 0, NULL };
  mg_parts_look look = { 0 };
  const double *y = NULL;
  char caption[100], title[60];
  mg_picture pic = picture_of(in, xy);
  mgnn_status status = MGNN_OK;

  pic.caption = caption;
  TRY(mg_allocated(xy, err));
  write_caption(in, caption, sizeof caption);
  TRY(positions(in, &y, &own, err));
  TRY(mg_projection_fit(&view, in->input.dim, g->n, y, err));
  mg_project(&view, g->n, y, xy);
  TRY(arrows_make(in, &view, &arrow, err));
  if (arrow != NULL) {
    snprintf(title, sizeof title, "velocities, motion %zu of %zu",
             in->opt.show.number + 1, mgnn_flexes_motions(in->flexes[0]));
    pic.around = (mg_surroundings){ .arrow = arrow, .arrows_title = title };
  }
  TRY(mg_parts_look_init(&look, &in->rigidity, err));
  if (in->rigidity.rigid && in->opt.show.what != MG_SHOW_PARTS)
    snprintf(look.text[0], sizeof look.text[0], "rigid at generic positions");
  TRY(mg_parts_scene(out, &pic, &look, &in->opt.style.style, NULL, err));
end:
  mg_parts_look_free(&look);
  mg_free_all(view.axis, own, arrow, xy);
  return status;
}

/* ---- a self-stress ---- */

/* Widths of edges, relative to the usual width: without force, and the width that the
 * largest force adds. */
static const double slack = 0.5, taut = 2.5;

/* The data to draw a stress: the force of each edge, which is stress times length, and
 * the width that shows it. */
typedef struct {
  double *force;               /* m, and a copy of these to sort */
  mg_line_look *line;          /* m */
} forces;

static mgnn_status
forces_make(forces *f, const mg_inspection *in, mgnn_error *err)
{
  const mg_graph *g = &in->input.problem->graph;
  const double *w = mgnn_flexes_stress(in->flexes[0], in->opt.show.number);
  size_t dim = in->input.dim;
  double most = 0;

  PASS(mg_allocated_all(err, f->force = mg_alloc(g->m, 2 * sizeof *f->force),
                        MG_ZEROS(f->line, g->m)));
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
  return MGNN_OK;
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
  mg_picture pic = picture_of(in, xy);
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
  mg_free_all(view.axis, f.force, f.line, xy);
  return status;
}

/* ---- tables of motions and self-stresses ---- */

/* Write the table motion,node,x,y: a row for each motion and node. */
static void
put_motions(const mg_inspection *in, mg_sink *s)
{
  const mgnn_flexes *f = in->flexes[0];
  size_t dim = in->input.dim;
  char axis[MG_COORDINATE_MAX];

  mg_put_text(s, "motion,node");
  for (size_t c = 0; c < dim; c++) {
    mg_put_char(s, ',');
    mg_put_text(s, mg_coordinate_name(dim, c, axis));
  }
  for (size_t k = 0; k < mgnn_flexes_motions(f); k++)
    for (size_t i = 0; i < in->input.src.n; i++) {
      mg_put_char(s, '\n');
      mg_put_count(s, k + 1);
      mg_put_char(s, ',');
      mg_put_cell(s, in->input.src.names.text[i]);
      for (size_t c = 0; c < dim; c++) {
        mg_put_char(s, ',');
        mg_put_number(s, mgnn_flexes_motion(f, k)[i * dim + c]);
      }
    }
  mg_put_char(s, '\n');
}

/* Write the table stress,source,target,value: a row for each stress and edge. */
static void
put_stresses(const mg_inspection *in, mg_sink *s)
{
  const mgnn_flexes *f = in->flexes[0];
  const mg_graph *g = &in->input.problem->graph;

  mg_put_text(s, "stress,source,target,value\n");
  for (size_t k = 0; k < mgnn_flexes_stresses(f); k++)
    for (size_t e = 0; e < g->m; e++) {
      mg_put_count(s, k + 1);
      for (size_t side = 0; side < 2; side++) {
        mg_put_char(s, ',');
        mg_put_cell(s, in->input.src.names.text[g->ends[2 * e + side]]);
      }
      mg_put_char(s, ',');
      mg_put_number(s, mgnn_flexes_stress(f, k)[e]);
      mg_put_char(s, '\n');
    }
}

static mgnn_status
write_table(const mg_inspection *in, const char *path,
            void (*put)(const mg_inspection *, mg_sink *), mgnn_error *err)
{
  mg_output out = { 0 };
  mg_sink sink;
  mgnn_status status = MGNN_OK;

  if (path == NULL || in->flexes[0] == NULL)
    return MGNN_OK;
  TRY(mg_output_open(&out, path, err));
  mg_sink_init(&sink, out.file);
  put(in, &sink);
  mg_sink_flush(&sink);
  TRY(mg_output_keep(&out, in->opt.call.files, err));
end:
  mg_output_discard(&out);
  return status;
}

mgnn_status
mg_inspection_flexes_write(void *inspection, mgnn_error *err)
{
  const mg_inspection *in = inspection;

  PASS(write_table(in, in->opt.motions, put_motions, err));
  return write_table(in, in->opt.stresses, put_stresses, err);
}
