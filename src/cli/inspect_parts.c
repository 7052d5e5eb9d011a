/* The page that shows the rigid parts of the inspected graph. */
#include "base/mem.h"
#include "inspect.h"
#include "io/text/message.h"
#include "render/compose/rigid_parts.h"
#include "render/figure/project.h"

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

static void
write_caption(const mgnn_rigidity *r, char *out, size_t size)
{
  if (r->rigid)
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
  double *xy = mg_alloc(g->n, 2 * sizeof *xy), *own = NULL;
  mg_projection view = { 0, NULL };
  mg_parts_look look = { 0 };
  const double *y = NULL;
  char caption[100];
  mg_picture pic = { .n = g->n, .m = g->m, .ends = g->ends, .xy = xy,
                     .names = (const char *const *)in->input.src.names.text,
                     .shown = in->input.shown.text, .caption = caption };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(xy, err));
  write_caption(&in->rigidity, caption, sizeof caption);
  TRY(positions(in, &y, &own, err));
  TRY(mg_projection_fit(&view, in->input.dim, g->n, y, err));
  mg_project(&view, g->n, y, xy);
  TRY(mg_parts_look_init(&look, &in->rigidity, err));
  TRY(mg_parts_scene(out, &pic, &look, &in->opt.style.style, NULL, err));
end:
  mg_parts_look_free(&look);
  mg_free(view.axis);
  mg_free(own);
  mg_free(xy);
  return status;
}
