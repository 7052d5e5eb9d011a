/* The page that shows the rigid parts of the inspected graph. */
#include "base/mem.h"
#include "base/vec.h"
#include "inspect.h"
#include "io/text/message.h"
#include "render/figure/project.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Where the nodes are drawn: where they were given, else as mgnn-layout draws
 * them.  n*dim doubles, of which *own are the caller's to free. */
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
                               *own, err);
end:
  return status == MGNN_ENOCONV ? MGNN_OK : status;
}

mg_picture
mg_inspection_picture(const mg_inspection *in, const double *xy)
{
  const mg_graph *g = &in->input.problem->graph;

  return (mg_picture){ .n = g->n, .m = g->m, .ends = g->ends, .xy = xy,
                       .names = (const char *const *)in->input.src.names.text,
                       .shown = in->input.shown.text };
}

mgnn_status
mg_inspection_look(const mg_inspection *in, mg_parts_look *out, mgnn_error *err)
{
  mgnn_status status = mg_parts_look_init(out, &in->rigidity, err);

  if (status == MGNN_OK && in->rigidity.rigid && in->opt.show.what != MG_SHOW_PARTS)
    snprintf(out->text[0], sizeof out->text[0], "rigid at generic positions");
  return status;
}

/* The fastest node's arrow, in parts of the drawing's radius. */
static const double longest_arrow = 0.6;

/* The velocities of --show motion on the page, 2n doubles, with the fastest so
 * long; NULL: that is not shown. */
static mgnn_status
arrows_make(const mg_inspection *in, const mg_projection *view, double **arrow,
            mgnn_error *err)
{
  size_t n = in->input.src.n, dim = in->input.dim;
  const double *v;
  double most = 0, factor;
  mgnn_status status = MGNN_OK;

  if (in->opt.show.what != MG_SHOW_MOTION)
    return MGNN_OK;
  v = mgnn_flexes_motion(in->flexes[0], in->opt.show.number);
  TRY(mg_allocated(*arrow = mg_alloc(n, 2 * sizeof **arrow), err));
  for (size_t i = 0; i < n; i++)
    most = fmax(most, sqrt(mg_inner(v + i * dim, v + i * dim, dim)));
  factor = longest_arrow * mg_radius(n, dim, in->y[0]) / most;
  mg_project(view, n, v, *arrow);
  for (size_t c = 0; c < 2 * n; c++)
    (*arrow)[c] *= factor;
end:
  return status;
}

/* What is said below the picture: of the positions, where these are what counts, else
 * of the graph. */
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
  mg_picture pic = mg_inspection_picture(in, xy);
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
  TRY(mg_inspection_look(in, &look, err));
  TRY(mg_parts_scene(out, &pic, &look, &in->opt.style.style, NULL, err));
end:
  mg_parts_look_free(&look);
  mg_free(view.axis);
  mg_free(own);
  mg_free(arrow);
  mg_free(xy);
  return status;
}
