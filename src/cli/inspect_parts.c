/* The page that shows the rigid parts of the inspected graph. */
#include "base/mem.h"
#include "inspect.h"
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
  size_t size = in->job.in.src.n * in->job.in.dim;
  mgnn_search_params par;
  mgnn_status status;

  *own = NULL;
  *y = in->given > 0 ? in->y[0] : in->job.in.lengths_given ? in->found : NULL;
  if (*y != NULL)
    return MGNN_OK;
  *own = mg_alloc(size, sizeof **own);
  if (*own == NULL)
    return mg_fail_memory(err);
  *y = *own;
  memcpy(*own, in->job.in.start, size * sizeof **own);
  mgnn_search_params_init(&par);
  par.control.seed = (unsigned long)in->job.opt->seed;
  par.pairs = in->job.in.lengths_given ? "edges" : "paths";
  par.control.max_iterations = (size_t)in->job.opt->max_iterations;
  par.control.time_limit = in->job.opt->time_limit;
  status = mgnn_layout(in->job.in.problem, in->job.in.dim, &par, *own, NULL, err);
  return status == MGNN_ENOCONV ? MGNN_OK : status;
}

static void
write_caption(const mgnn_rigidity *r, char *out, size_t room)
{
  if (r->rigid)
    snprintf(out, room, r->globally_rigid == 1 ? "globally rigid"
             : r->globally_rigid == 0 ? "rigid, not globally rigid" : "rigid");
  else
    snprintf(out, room, "%zu degree%s of freedom, %zu rigid part%s",
             r->degrees_of_freedom, r->degrees_of_freedom == 1 ? "" : "s",
             r->parts, r->parts == 1 ? "" : "s");
}

mgnn_status
mg_inspection_parts(const mg_inspection *in, mg_scene *out, mgnn_error *err)
{
  const mg_graph *g = &in->job.in.problem->graph;
  double *xy = mg_alloc(g->n, 2 * sizeof *xy), *own = NULL;
  mg_projection view = { 0, NULL };
  mg_parts_look look;
  const double *y = NULL;
  char caption[100];
  mg_picture pic = { .n = g->n, .m = g->m, .ends = g->ends, .xy = xy,
                     .names = (const char *const *)in->job.in.src.names.text,
                     .caption = caption };
  mgnn_status status;

  memset(out, 0, sizeof *out);
  memset(&look, 0, sizeof look);
  write_caption(&in->rigidity, caption, sizeof caption);
  status = xy != NULL ? positions(in, &y, &own, err) : mg_fail_memory(err);
  if (status == MGNN_OK)
    status = mg_projection_fit(&view, in->job.in.dim, g->n, y, err);
  if (status == MGNN_OK) {
    mg_project(&view, g->n, y, xy);
    status = mg_parts_look_init(&look, &in->rigidity, err);
  }
  if (status == MGNN_OK)
    status = mg_parts_scene(out, &pic, &look, &in->job.opt->style, err);
  mg_parts_look_free(&look);
  mg_free(view.axis);
  mg_free(own);
  mg_free(xy);
  return status;
}
