/* Draws boxes and hulls around groups of nodes.  A hull is a polygon with a side in
 * each of DIRECTIONS directions, a margin beyond the farthest node, so its corners
 * look nearly round.  With four directions it is a box. */
#include "hulls.h"

#include <math.h>

enum { DIRECTIONS = MG_HULL_CORNERS };

/* In font sizes: space around nodes, extra space for each level of inner groups, and
 * the height of a line of text. */
static const double margin = 0.8, step = 0.6, row = 1.3;

/* The number of levels of groups inside each group. */
static int *
find_levels(const mg_appearance *look)
{
  int *level = mg_zalloc(look->groups, sizeof *level);

  for (size_t k = look->groups; level != NULL && k-- > 0;)
    if (look->group[k].up >= 0 && level[look->group[k].up] <= level[k])
      level[look->group[k].up] = level[k] + 1;
  return level;
}

double
mg_hulls_space(const mg_figure *f)
{
  const mg_appearance *look = f->pic->appearance;
  int most = 0;

  if (look == NULL || look->groups == 0)
    return 0;
  for (size_t k = 0; k < look->groups; k++) {
    int depth = 0;

    for (int up = look->group[k].up; up >= 0; up = look->group[up].up)
      depth++;
    most = depth > most ? depth : most;
  }
  return fmin((margin + row + (step + row) * most) * f->page->look.font,
              0.2 * fmin(f->box.width, f->box.height));
}

static mg_xy
direction(const mg_group_look *group, int d, double *turn)
{
  *turn = 2 * acos(-1) / (group->round ? DIRECTIONS : 4);
  return (mg_xy){ cos(d * *turn), sin(d * *turn) };
}

/* How far the nodes of each group extend in each of its directions. */
static void
find_reach(const mg_figure *f, double *far)
{
  const mg_appearance *look = f->pic->appearance;
  double turn;

  for (size_t k = 0; k < look->groups * DIRECTIONS; k++)
    far[k] = -INFINITY;
  for (size_t i = 0; i < f->pic->n; i++) {
    mg_outline s = mg_figure_shape(f, i);

    for (int k = look->group_of[i]; k >= 0; k = look->group[k].up)
      for (int d = 0; d < DIRECTIONS; d++) {
        mg_xy u = direction(&look->group[k], d, &turn);
        double *to = &far[(size_t)k * DIRECTIONS + (size_t)d];

        *to = fmax(*to, s.at.x * u.x + s.at.y * u.y + fabs(s.a * u.x) + fabs(s.b * u.y));
      }
  }
}

/* Add group k as a plate; far: how far its border is out in each direction. */
static mgnn_status
put_one(const mg_figure *f, size_t k, const double *far, mg_point *corner,
        mgnn_error *err)
{
  const mg_group_look *group = &f->pic->appearance->group[k];
  const mg_look *look = &f->page->look;
  int count = group->round ? DIRECTIONS : 4;
  double x = 0, top = INFINITY, turn, width;
  mg_colour kind = mg_look_fill(look, k);
  const char *text = group->text;

  for (int d = 0; d < count; d++) {
    mg_xy u = direction(group, d, &turn);
    /* How far aside the border in this direction meets the next one. */
    double aside = (far[(d + 1) % count] - far[d] * cos(turn)) / sin(turn);
    mg_xy p = { far[d] * u.x - aside * u.y, far[d] * u.y + aside * u.x };

    corner[d] = mg_at(p.x, p.y);
    x += p.x / count;
    top = fmin(top, p.y);
  }
  f->panel->plates[f->panel->plate_count++] = (mg_plate){
    .name = "group", .shape = MG_NODE_BOX, .corner = corner, .corners = (size_t)count,
    .fill = group->fill.a > 0 || !group->round ? group->fill
            : mg_colour_faded(kind, 0.12),
    .outline = group->outline.a > 0 || !group->round ? group->outline
               : mg_colour_faded(kind, 0.7),
    .outline_width = mg_units(group->pen), .dash = (mg_dash)group->dash,
    .rounding = group->round || group->rounded ? mg_units(look->font) : 0
  };
  if (!mg_is_text(text))
    return MGNN_OK;
  PASS(mg_page_keep(f->page, text, &text, err));
  PASS(mg_page_fit(f->page, &text, look->font, fmax(2 * (x - mg_px(corner[1].x)),
                                                   10 * look->font), &width, err));
  mg_panel_word(f->panel, text, x, top + (group->round ? -0.3 : 1.1) * look->font,
                (mg_type){ "group", look->font, MG_MIDDLE,
                           group->ink.a > 0 ? group->ink
                           : group->round ? kind : look->ink })->halo = look->halo;
  return MGNN_OK;
}

mgnn_status
mg_hulls_put(const mg_figure *f, mg_point *corner, mgnn_error *err)
{
  const mg_appearance *look = f->pic->appearance;
  double *far = NULL, font = f->page->look.font;
  int *level = NULL;
  mgnn_status status = MGNN_OK;

  if (look == NULL || look->groups == 0 || f->pic->depth != NULL)
    return MGNN_OK;
  TRY(mg_allocated_all(err, level = find_levels(look),
                       far = mg_alloc(look->groups, DIRECTIONS * sizeof *far)));
  find_reach(f, far);
  for (size_t k = 0; k < look->groups; k++) {
    const mg_group_look *group = &look->group[k];
    double *own = far + k * DIRECTIONS;

    if (!(own[0] > -INFINITY))
      continue;
    for (int d = 0; d < DIRECTIONS; d++)
      own[d] += (margin + step * level[k]) * font;
    if (!group->round && mg_is_text(group->text))      /* direction 3 is up */
      own[3] += row * (level[k] + 1) * font;
    TRY(put_one(f, k, own, corner + k * DIRECTIONS, err));
  }
  TRY(mg_allocated(f->panel->layer = mg_zalloc(2, sizeof *f->panel->layer), err));
  f->panel->layer[0].plates = f->panel->plate_count;
end:
  mg_free_all(level, far);
  return status;
}
