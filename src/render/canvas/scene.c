/* What every scene has: units, memory, and the shapes of nodes. */
#include "scene.h"

#include <math.h>
#include <string.h>

int
mg_units(double px)
{
  /* Also sends NAN to 0. */
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

static void
panel_free(mg_panel *panel)
{
  mg_free(panel->edges);
  mg_free(panel->nodes);
  mg_free(panel->words);
  mg_free(panel->segment);
  mg_free(panel->dot);
  mg_free(panel->strokes);
  mg_free(panel->plates);
  mg_free(panel->layer);
  mg_free(panel->names);
}

void
mg_scene_free(mg_scene *scene)
{
  for (size_t i = 0; i < scene->panels; i++)
    panel_free(&scene->panel[i]);
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

size_t
mg_plate_corners(const mg_plate *plate, mg_point corner[4])
{
  mg_point at = plate->at;
  int w = plate->half_width, h = plate->half_height;

  switch (mg_node_shapes[plate->shape].border) {
  case MG_BORDER_BOX:
    corner[0] = (mg_point){ at.x - w, at.y - h };
    corner[1] = (mg_point){ at.x + w, at.y - h };
    corner[2] = (mg_point){ at.x + w, at.y + h };
    corner[3] = (mg_point){ at.x - w, at.y + h };
    return 4;
  case MG_BORDER_DIAMOND:
    corner[0] = (mg_point){ at.x, at.y - h };
    corner[1] = (mg_point){ at.x + w, at.y };
    corner[2] = (mg_point){ at.x, at.y + h };
    corner[3] = (mg_point){ at.x - w, at.y };
    return 4;
  case MG_BORDER_ELLIPSE:
    break;
  }
  return 0;
}

/* The corners of the shapes, in hundredths of the disc's radius; sized so that
 * all look as large as the disc. */
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
