/* Functions of scenes: units, memory, and the shapes of nodes. */
#include "scene.h"

#include <math.h>
#include <string.h>

int
mg_units(double px)
{
  /* Also turns NAN into 0. */
  if (!(px > -1e7))
    px = px < 0 ? -1e7 : 0;
  if (px > 1e7)
    px = 1e7;
  return (int)floor(px * MG_UNITS + 0.5);
}

mg_point
mg_at(double x, double y)
{
  return (mg_point){ mg_units(x), mg_units(y) };
}

void
mg_scene_free(mg_scene *scene)
{
  for (size_t i = 0; i < scene->panels; i++) {
    mg_panel *panel = &scene->panel[i];

    mg_free_all(panel->edges, panel->nodes, panel->words, panel->segment,
                panel->dot, panel->strokes, panel->plates, panel->layer,
                panel->names);
  }
  mg_free(scene->panel);
  mg_pool_free(&scene->pool);
  memset(scene, 0, sizeof *scene);
}

size_t
mg_scene_edges(const mg_scene *scene)
{
  size_t edges = 0;

  for (size_t k = 0; k < scene->panels; k++) {
    edges += scene->panel[k].stroke_count;
    for (size_t r = 0; r < scene->panel[k].edge_runs; r++)
      edges += scene->panel[k].edges[r].count;
  }
  return edges;
}

/* The point `by` from p towards q, at most halfway. */
static mg_point
towards(mg_point p, mg_point q, double by)
{
  double x = q.x - p.x, y = q.y - p.y, r = hypot(x, y);
  double t = r > 0 ? fmin(by / r, 0.5) : 0;

  return (mg_point){ p.x + (int)lround(t * x), p.y + (int)lround(t * y) };
}

/* Replace each corner by a curve with the corner as control point. */
static size_t
round_corners(const mg_path_point *path, size_t count, double by, mg_path_point *out)
{
  for (size_t k = 0; k < count; k++) {
    mg_point p = path[k].at;

    out[3 * k] = (mg_path_point){ k > 0 ? 'L' : 'M',
                                  towards(p, path[(k + count - 1) % count].at, by) };
    out[3 * k + 1] = (mg_path_point){ 'Q', p };
    out[3 * k + 2] = (mg_path_point){ 'L', towards(p, path[(k + 1) % count].at,
                                                  by) };
  }
  return 3 * count;
}

size_t
mg_plate_path(const mg_plate *plate, mg_path_point out[MG_PATH_MAX])
{
  mg_border border = mg_node_shapes[plate->shape].border;
  const mg_path_step *step = mg_border_path(border);
  const mg_outline s = { border, { plate->at.x, plate->at.y }, plate->half_width,
                         plate->half_height };
  mg_path_point all[MG_PATH_MAX];
  size_t count = 0, corners = 0, used = 0;

  for (; count < plate->corners && count < MG_PATH_MAX / 4; corners = ++count)
    all[count] = (mg_path_point){ count > 0 ? 'L' : 'M', plate->corner[count] };
  for (; plate->corner == NULL && step != NULL && step->op != 0; step++) {
    mg_xy p = mg_outline_step(&s, step);

    if (step->op == 'T')
      continue;
    all[count++] = (mg_path_point){ step->op, { (int)lround(p.x), (int)lround(p.y) } };
    if (corners + 1 == count && step->op != 'm')
      corners = count;
  }
  if (plate->rounding > 0 && corners <= MG_PATH_MAX / 4)
    used = round_corners(all, corners, plate->rounding, out);
  else
    corners = 0;
  memcpy(out + used, all + corners, (count - corners) * sizeof *all);
  return used + count - corners;
}

/* The corners of the shapes, in hundredths of the disc's radius; all shapes look as
 * large as the disc. */
static const struct {
  size_t count;
  signed char at[MG_CORNERS_MAX][2];
} shape[MG_MARKS] = {
  [MG_SQUARE] = { 4, { { -89, -89 }, { 89, -89 }, { 89, 89 }, { -89, 89 } } },
  [MG_DIAMOND] = { 4, { { 0, -124 }, { 124, 0 }, { 0, 124 }, { -124, 0 } } },
  [MG_TRIANGLE] = { 3, { { 0, -127 }, { 124, 76 }, { -124, 76 } } },
  [MG_CROSS] = { 12, { { -42, -118 }, { 42, -118 }, { 42, -42 }, { 118, -42 },
                       { 118, 42 }, { 42, 42 }, { 42, 118 }, { -42, 118 },
                       { -42, 42 }, { -118, 42 }, { -118, -42 },
                       { -42, -42 } } },
  [MG_STAR] = { 10, { { 0, -127 }, { 34, -43 }, { 125, -39 }, { 55, 20 },
                      { 78, 108 }, { 0, 58 }, { -78, 108 }, { -55, 20 },
                      { -125, -39 }, { -34, -43 } } },
  [MG_FUNNEL] = { 3, { { -124, -76 }, { 124, -76 }, { 0, 127 } } },
  [MG_HEXAGON] = { 6, { { -110, 0 }, { -55, -95 }, { 55, -95 }, { 110, 0 },
                        { 55, 95 }, { -55, 95 } } }
};

size_t
mg_mark_corners(mg_mark mark, int radius, mg_point *corner)
{
  for (size_t k = 0; k < shape[mark].count; k++)
    corner[k] = (mg_point){ radius * shape[mark].at[k][0] / 100,
                            radius * shape[mark].at[k][1] / 100 };
  return shape[mark].count;
}

size_t
mg_dot_corners(const mg_node_run *run, const mg_dot *dot, mg_point *corner)
{
  const double degree = acos(-1) / 180;
  int radius = mg_dot_radius(run, dot), arc = MG_CORNERS_MAX - 2;

  if (run->mark != MG_WEDGE)
    return mg_mark_corners(run->mark, radius, corner);
  corner[0] = (mg_point){ 0, 0 };
  for (int k = 0; k <= arc; k++) {
    double angle = (dot->from + (double)k / arc * dot->sweep) * degree;

    corner[k + 1] = (mg_point){ (int)lround(radius * sin(angle)),
                                (int)lround(-radius * cos(angle)) };
  }
  return MG_CORNERS_MAX;
}
