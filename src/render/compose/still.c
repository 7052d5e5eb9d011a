/* One picture on a page: title above, legend beside or below, scale bar and
 * caption below, the picture in what they leave. */
#include "still.h"
#include "drawing.h"
#include "render/figure/caption.h"
#include "render/figure/legend.h"
#include "render/figure/rings.h"
#include "render/figure/scale_bar.h"

#include <math.h>

/* What of the page the parts get. */
typedef struct {
  mg_region box;               /* the picture */
  double scale;                /* height of the scale bar; 0: none */
  double caption;              /* height of caption and note; 0: none */
  double font;                 /* of those */
} division;

/* Put the legend beside or below the drawing, wherever the drawing remains
 * larger; the box becomes what is left.  `below` is wanted for other words. */
static mgnn_status
put_legend(mg_page *page, const mg_picture *pic, const mg_viewport *view,
           mg_region *box, double below, mgnn_error *err)
{
  double gap = 1.5 * page->font, side = 0, bottom = 0;
  double width = box->width, height = box->height;
  mg_legend upright, flat;
  mgnn_status status = MGNN_OK;

  mg_legend_init(&upright, page->font, width / 3);
  TRY(mg_legend_collect(&upright, page, pic, 1, err));
  flat = upright;              /* the keys stay with one of them */
  mg_legend_beside(&upright, 0.4 * width, height);
  mg_legend_below(&flat, width, 0.3 * height);
  if (upright.height > 0)
    side = mg_viewport_scale(view, width - upright.width - gap, height - below);
  if (flat.height > 0)
    bottom = mg_viewport_scale(view, width, height - below - flat.height - gap);
  if (side > 0 && (side >= bottom || flat.shown < upright.shown)) {
    box->width -= upright.width + gap;
    TRY(mg_legend_draw(&upright, page, box->x + box->width + gap,
                       box->y + (height - below - upright.height) / 2, err));
  } else if (bottom > 0) {
    box->height -= flat.height + gap;
    TRY(mg_legend_draw(&flat, page, box->x + (width - flat.width) / 2,
                       box->y + box->height + gap, err));
  }
end:
  mg_legend_free(&upright);
  return status;
}

mgnn_status
mg_still_open(mg_page *page, mg_scene *out, const mg_style *style,
              mg_region *box, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  TRY(mg_page_open(page, out, style, 4, err));
  mg_page_size(page, mg_style_width(style), mg_style_height(style));
  TRY(mg_page_inside(page, box, err));
  TRY(mg_page_title(page, box, err));
end:
  return status;
}

/* Put what goes around the picture, and say what it leaves. */
static mgnn_status
divide(mg_page *page, const mg_picture *pic, const mg_viewport *view,
       division *d, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  d->font = 1.1 * page->font;
  d->caption = mg_caption_height(pic, d->font);
  if (d->caption > 0.4 * d->box.height)
    d->caption = 0;
  d->scale = pic->to_scale ? 1.9 * page->font : 0;
  if (d->scale > 0.15 * d->box.height)
    d->scale = 0;
  TRY(put_legend(page, pic, view, &d->box, d->caption + d->scale, err));
  d->box.height -= d->caption + d->scale;
end:
  return status;
}

mgnn_status
mg_still_picture(mg_page *page, const mg_picture *pic, const mg_viewport *view,
                 const mg_region *box, mg_panel **panel, double *unit,
                 mgnn_error *err)
{
  mg_figure f = { .page = page, .pic = pic, .view = view, .box = *box };
  mgnn_status status = MGNN_OK;

  TRY(mg_page_panel(page, "drawing", box, mg_drawing_words(page, pic), &f.panel,
                    err));
  *panel = f.panel;
  mg_figure_look(page, pic, view, box);
  TRY(mg_drawing_put(&f, err));
  if (unit != NULL)
    *unit = f.unit;
end:
  return status;
}

/* The viewport given, or else `own`, fitted to the picture. */
static const mg_viewport *
view_of(const mg_viewport *view, mg_viewport *own, const mg_picture *pic)
{
  if (view != NULL)
    return view;
  mg_viewport_init(own);
  mg_viewport_fit(own, pic);
  return own;
}

mgnn_status
mg_scene_build(mg_scene *out, const mg_picture *pic, const mg_style *style,
               const mg_viewport *view, mgnn_error *err)
{
  mg_viewport own;
  double unit, low;
  mg_panel *panel;
  mg_page page;
  division d;
  mgnn_status status = MGNN_OK;

  TRY(mg_still_open(&page, out, style, &d.box, err));
  view = view_of(view, &own, pic);
  TRY(divide(&page, pic, view, &d, err));
  TRY(mg_still_picture(&page, pic, view, &d.box, &panel, &unit, err));
  low = d.box.y + d.box.height;
  if (d.scale > 0)
    TRY(mg_scale_bar_put(&page, &d.box, low, unit, err));
  if (d.caption > 0)
    TRY(mg_caption_put(&page, panel, pic, &d.box, low + d.scale, d.font, err));
end:
  return mg_page_close(&page, status);
}

/* The largest radius of a node or ring, with half of its outline, in units. */
static mgnn_status
largest_radius(const mg_figure *f, double *out, mgnn_error *err)
{
  const mg_look *look = &f->page->look;
  size_t n = f->pic->n, rings;
  mg_ring *ring = mg_alloc(n / 2, sizeof *ring);
  mgnn_status status = MGNN_OK;

  *out = 0;
  TRY(mg_allocated(ring, err));
  for (size_t i = 0; i < n; i++) {
    int radius = mg_figure_radius(f, i);

    if (radius == 0)
      radius = mg_units(look->node / 2);
    *out = fmax(*out, radius + mg_units(look->outline_width) / 2.0);
  }
  TRY(mg_rings_find(f, ring, &rings, err));
  for (size_t k = 0; k < rings; k++)
    *out = fmax(*out, ring[k].radius + mg_rings_width(f) / 2.0);
end:
  mg_free(ring);
  return status;
}

/* Two radii on the page and a hair, in the units of the picture.  Distances are
 * compared along the diagonal, so that a drawing that is all wide or all high
 * has an extent; y is down on the page. */
static double
diameter(const mg_figure *f, double radius)
{
  double low = INFINITY, high = -INFINITY, from = INFINITY, to = -INFINITY;

  for (size_t i = 0; i < f->pic->n; i++) {
    const double *xy = f->pic->xy + 2 * i;

    from = fmin(from, xy[0] + xy[1]);
    to = fmax(to, xy[0] + xy[1]);
    low = fmin(low, f->at[i].x - f->at[i].y);
    high = fmax(high, f->at[i].x - f->at[i].y);
  }
  return high > low && to > from
         ? 2.1 * radius * (to - from) / (high - low) : 0;
}

mgnn_status
mg_still_diameter(const mg_picture *pic, const mg_style *style, double *out,
                  mgnn_error *err)
{
  mg_viewport view;
  mg_scene scene;
  mg_page page;
  division d;
  mg_figure f = { .page = &page, .pic = pic, .view = &view };
  double radius;
  mgnn_status status = MGNN_OK;

  *out = 0;
  TRY(mg_still_open(&page, &scene, style, &d.box, err));
  view_of(NULL, &view, pic);
  TRY(divide(&page, pic, &view, &d, err));
  mg_figure_look(&page, pic, &view, &d.box);
  f.box = d.box;
  TRY(mg_figure_place(&f, err));
  if (page.look.node > 0) {
    TRY(largest_radius(&f, &radius, err));
    *out = diameter(&f, radius);
  }
end:
  mg_free(f.at);
  status = mg_page_close(&page, status);
  mg_scene_free(&scene);
  return status;
}
