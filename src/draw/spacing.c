/* Measures the space that each node takes on the page, to move nodes apart. */
#include "spacing.h"
#include "render/backend/backend.h"
#include "render/compose/still.h"

#include <math.h>

void
mg_spacing_show(mg_apart apart, mg_picture *pic, mg_appearance *look)
{
  if (pic->appearance == NULL || apart == MG_APART_NONE)
    return;
  *look = *pic->appearance;
  look->apart = apart;
  pic->appearance = look;
}

mgnn_status
mg_spacing_sizes(const mg_spacing *s, const double *xy, double *gap,
                 mg_extent *extent, int *named, mgnn_error *err)
{
  const mg_graph *g = &s->drawn->problem->graph;
  mg_picture pic = { .n = g->n, .m = g->m, .ends = g->ends, .xy = xy };
  mg_encoded values = { 0 };
  mg_appearance look;
  mgnn_status status = MGNN_OK;

  TRY(mg_drawing_load(err));   /* names are measured with Pango */
  mg_drawn_words(s->drawn, &pic);
  mg_spacing_show(s->apart, &pic, &look);
  mg_encoding_begin(s->encoding, 2, 1);
  TRY(mg_encoding_add(s->encoding, xy, err));
  TRY(mg_encoding_finish(s->encoding, err));
  TRY(mg_encode(s->encoding, xy, &pic, &values, err));
  TRY(mg_still_extents(&pic, s->style, gap, extent, named, err));
  if (*named == MG_EXTENT_NAMES && !s->names)
    *named = MG_EXTENT_NONE;
end:
  mg_encoded_free(&values);
  return status;
}

double *
mg_spacing_dots(mg_style *style)
{
  return isnan(style->node_size) ? &style->texts.node_part : NULL;
}

mgnn_status
mg_spacing_measure(void *spacing, const double *xy, double *gap, mg_extent *extent,
                   int *named, mgnn_error *err)
{
  mg_spacing *s = spacing;

  PASS(mg_spacing_sizes(s, xy, gap, extent, named, err));
  if (*named == MG_EXTENT_BOXES)
    s->apart = MG_APART_ALL;
  return MGNN_OK;
}
