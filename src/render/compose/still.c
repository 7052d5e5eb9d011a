/* Lays out one picture on a page: title above, legend beside or below, scale bar and
 * caption below, and the picture in the remaining space. */
#include "still.h"
#include "drawing.h"
#include "render/figure/caption.h"
#include "render/figure/labels.h"
#include "render/figure/legend.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* The picture and how the page is divided. */
typedef struct {
  const mg_picture *pic;
  const mg_viewport *view;
  mg_region box;               /* the picture */
  double scale;                /* height of the scale bar; 0: none */
  double caption;              /* height of caption and note; 0: none */
  double font;                 /* of caption and note */
} division;

/* Put the legend beside or below the drawing, whichever leaves the drawing larger;
 * *box becomes the remaining space.  `below`: height reserved for other texts. */
static mgnn_status
put_legend(mg_page *page, const mg_picture *pic, const mg_viewport *view,
           mg_region *box, double below, mgnn_error *err)
{
  double gap = 1.5 * page->font, side = 0, bottom = 0;
  double width = box->width, height = box->height;
  double grows = page->style->fitted ? page->style->side : 0;
  mg_legend upright, flat;
  mgnn_status status = MGNN_OK;

  mg_legend_init(&upright, page->font, fmax(fmax(width, grows) / 3,
                                                fmin(width, 15 * page->font)));
  TRY(mg_legend_collect(&upright, page, pic, 1, err));
  flat = upright;              /* both share the keys, freed once */
  mg_legend_beside(&upright, fmax(0.4 * width, 0.4 * grows), height);
  mg_legend_below(&flat, width, fmax(0.3 * height, 0.3 * grows));
  /* If the page may still grow, compare as if it had grown by the legend. */
  if (upright.height > 0)
    side = mg_viewport_scale(view, fmax(width - upright.width - gap, grows / 9),
                             height - below);
  if (flat.height > 0)
    bottom = mg_viewport_scale(view, width, fmax(height - below - flat.height
                                                 - gap, grows / 9));
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
  PASS(mg_page_open(page, out, style, 4, err));
  mg_page_size(page, isnan(style->width) ? style->side : style->width,
               isnan(style->height) ? style->side : style->height);
  PASS(mg_page_inside(page, box, err));
  return mg_page_title(page, box, err);
}

/* How often the page's size is adapted to the parts around the picture, which can
 * change with it: the legend may move from beside to below. */
enum { FIT_ROUNDS = 3 };

mgnn_status
mg_still_fit(mg_style *fitted, const mg_style *style, const mg_viewport *view,
             mg_still_divide *divide, void *ctx, mgnn_error *err)
{
  double around = isnan(style->margin) ? 0 : 2 * style->margin, width, height;
  mgnn_status status = MGNN_OK;

  *fitted = *style;
  if (!isnan(style->height))
    return MGNN_OK;
  mg_viewport_shape(view, isnan(style->width) ? style->side : style->width,
                    &width, &height);
  if (!isnan(style->texts.width)) {
    width = style->texts.width;
    height = style->texts.height;
  }
  fitted->fitted = 1;
  if (isnan(style->width))
    fitted->width = ceil(width + around);
  else
    fitted->side = style->width;
  fitted->height = ceil(height + around);
  for (int round = 0; round < FIT_ROUNDS && status == MGNN_OK; round++) {
    mg_scene scene;
    mg_region box;
    mg_page page;

    status = mg_still_open(&page, &scene, fitted, &box, err);
    if (status == MGNN_OK)
      status = divide(&page, ctx, &box, err);
    status = mg_page_close(&page, status, err);
    if (status == MGNN_OK) {
      if (isnan(style->width))
        fitted->width = ceil(fitted->width + width - box.width);
      else {                   /* given width: keep the shape */
        height *= box.width / width;
        width = box.width;
      }
      fitted->height = ceil(fitted->height + height - box.height);
      mg_scene_free(&scene);
    }
  }
  return status;
}

/* Put the parts around the picture; *box becomes the space for the nodes' centres. */
static mgnn_status
divide(mg_page *page, void *ctx, mg_region *box, mgnn_error *err)
{
  division *d = ctx;

  d->font = 1.1 * page->font;
  mg_figure_look(page, d->pic, d->view, box);  /* for samples in the legend */
  PASS(mg_caption_height(page, d->pic, d->font, box->width, &d->caption, err));
  if (d->caption > 0.4 * box->height)
    d->caption = 0;
  d->scale = d->pic->to_scale.kind ? 1.9 * page->font : 0;
  if (d->scale > 0.3 * box->height)
    d->scale = 0;
  PASS(put_legend(page, d->pic, d->view, box, d->caption + d->scale, err));
  if (d->caption > 0)          /* narrower beside a legend */
    PASS(mg_caption_height(page, d->pic, d->font, box->width, &d->caption, err));
  box->height -= d->caption + d->scale;
  d->box = *box;
  /* Leave space for names beside the outermost nodes, as mg_figure_place does. */
  if (mg_figure_names(page, d->pic, 0) == MG_NAMED_ALL) {
    box->width -= 4 * page->font;
    box->height -= 2 * page->font;
  }
  return MGNN_OK;
}

/* If the size of the page is not given and nodes have texts inside, its side is
 * multiplied by side_least to side_most so that the crowding of edges comes between
 * crowd_least and 1.  If the font size is given, letters cannot shrink, so the page
 * may grow up to side_fixed times to keep nodes apart. */
static const double side_least = 0.5, side_most = 3, crowd_least = 0.45;
static const double side_fixed = 10;

/* Without edges, nodes are separated by about a third of their size if possible; the
 * drawing has at least lone_least times its usual side. */
static const double lone_gap = 1.3, lone_least = 0.15;

static double
side_times(const mg_style *style, const mg_picture *pic, double crowd, double apart)
{
  double most = isnan(style->font_size) ? side_most : side_fixed;

  if (pic->m == 0 && apart > 0)
    return fmin(fmax(lone_gap * apart, lone_least), most);
  return fmax(crowd > 1 ? fmin(crowd, side_most)
              : fmin(fmax(crowd / crowd_least, side_least), 1),
              fmin(apart, most));
}

/* Choose the side of a page without given size so that edges and texts have space. */
static mgnn_status
find_scale(mg_figure *f, mg_style *grown, double *unit, mgnn_error *err)
{
  const mg_look *look = &f->page->look;
  const mg_picture *pic = f->pic;
  mg_transform t = mg_viewport_into(f->view, &f->box);
  double crowd, apart, times;

  PASS(mg_allocated(f->plate = mg_zalloc(pic->n, sizeof *f->plate), err));
  PASS(mg_plate_measure(f->plate, pic, f->page, mg_figure_names(f->page, pic, 0),
                        err));
  mg_plate_scale(f->plate, pic, look->font, look->node);
  *unit = t.px / t.half;
  PASS(mg_plate_crowding(f->plate, pic, f->view, *unit, &crowd, err));
  PASS(mg_plate_overlap(f->plate, pic, *unit, &apart, err));
  times = side_times(grown, pic, crowd, apart);
  grown->side *= times;
  *unit *= times;
  return MGNN_OK;
}

/* End a measurement: free the figure, close its page and free its scene. */
static mgnn_status
measured(mg_figure *f, mg_scene *scene, mgnn_status status, mgnn_error *err)
{
  mg_free(f->at);
  mg_plates_free(f->plate, f->pic->n);
  status = mg_page_close(f->page, status, err);
  mg_scene_free(scene);
  return status;
}

/* Find the size of drawing that the nodes need, or its height if the width is given. */
static mgnn_status
grow(mg_style *grown, const mg_picture *pic, const mg_viewport *view,
     mgnn_error *err)
{
  mg_scene scene = { 0 };
  mg_region box, all;
  mg_page page;
  mg_figure f = { .page = &page, .pic = pic, .view = view };
  double unit, most = grown->side * (isnan(grown->font_size) ? side_most
                                                              : side_fixed);
  mgnn_status status = mg_still_open(&page, &scene, grown, &box, err);

  TRY(status);
  mg_viewport_shape(view, isnan(grown->width) ? grown->side : box.width,
                    &f.box.width, &f.box.height);
  mg_figure_look(&page, pic, view, &f.box);
  if (isnan(grown->width))
    TRY(find_scale(&f, grown, &unit, err));
  else {                       /* any height */
    f.box.width = box.width;
    f.box.height = side_most * box.width;
    TRY(mg_figure_place(&f, err));
    unit = f.unit;
  }
  all = mg_plate_extent(f.plate, pic, view, unit);
  if (grown->title != NULL || pic->caption != NULL) {  /* room to read them */
    all.width = fmax(all.width, 0.4 * mg_style_default.side);
    all.height = fmax(all.height, 0.12 * mg_style_default.side);
  }
  grown->texts = (mg_text_space){ fmin(all.width, most), fmin(all.height, most),
                                  page.look.font, grown->texts.node_part };
end:
  return measured(&f, &scene, status, err);
}

/* Page sides tried for names beside nodes, times the usual side: the first with space
 * for all names is taken.  Larger pages are tried only while each finds space for at
 * least 1/NAME_GAIN of the missing names. */
static const double name_sides[] = { 1, 1.4, 2 };
enum {
  NAMES_WIDEN = 2000,          /* most nodes for which larger pages are tried */
  NAME_GAIN = 20               /* a larger page must place 1/20 of the missing */
};

/* Count the names that have no space on a page of this style. */
static mgnn_status
missing_names(const mg_style *style, division *d, size_t *missing, mgnn_error *err)
{
  mg_style fitted;
  mg_scene scene = { 0 };
  mg_page page = { .scene = &scene };
  mg_figure f = { .page = &page, .pic = d->pic, .view = d->view };
  mgnn_status status = MGNN_OK;

  TRY(mg_still_fit(&fitted, style, d->view, divide, d, err));
  TRY(mg_still_open(&page, &scene, &fitted, &f.box, err));
  TRY(divide(&page, d, &f.box, err));
  f.box = d->box;
  mg_figure_look(&page, d->pic, d->view, &f.box);
  TRY(mg_figure_place(&f, err));
  TRY(mg_labels_missing(&f, missing, err));
end:
  return measured(&f, &scene, status, err);
}

/* Choose the side of a page without given size so that names have space. */
static mgnn_status
widen(mg_style *grown, division *d, mgnn_error *err)
{
  enum { SIDES = sizeof name_sides / sizeof *name_sides };
  size_t missing, least = SIZE_MAX;
  double side = grown->side;
  mg_style trial = *grown;

  if (!isnan(grown->name_side)) {
    grown->side = grown->name_side;
    return MGNN_OK;
  }
  for (size_t k = 0; k < SIDES && least > 0; k++) {
    trial.side = side * name_sides[k];
    PASS(missing_names(&trial, d, &missing, err));
    if (k > 0 && missing + least / NAME_GAIN >= least)
      break;
    least = missing;
    grown->side = grown->name_side = trial.side;
  }
  return MGNN_OK;
}

/* Fit the style to a picture, begin its page and put the parts around the picture. */
static mgnn_status
begin(mg_page *page, mg_scene *out, const mg_style *style, mg_style *fitted,
      division *d, mgnn_error *err)
{
  const mg_appearance *look = d->pic->appearance;
  mg_style grown = *style;
  mg_region box;

  memset(page, 0, sizeof *page);
  memset(out, 0, sizeof *out);
  page->scene = out;
  if (look != NULL && look->node != NULL && isnan(style->height)
      && (d->pic->n <= MG_TEXTS_WITHIN || style->labels == MG_NAMED_ALL))
    PASS(grow(&grown, d->pic, d->view, err));
  else if (isnan(style->width) && isnan(style->height)
           && style->labels != MG_NAMED_NONE && d->pic->names != NULL
           && d->pic->n <= NAMES_WIDEN && d->view->frames <= 1)
    PASS(widen(&grown, d, err));
  PASS(mg_still_fit(fitted, &grown, d->view, divide, d, err));
  PASS(mg_still_open(page, out, fitted, &d->box, err));
  box = d->box;
  return divide(page, d, &box, err);
}

mgnn_status
mg_still_picture(mg_page *page, const mg_picture *pic, const mg_viewport *view,
                 const mg_region *box, mg_panel **panel, double *unit,
                 mgnn_error *err)
{
  mg_figure f = { .page = page, .pic = pic, .view = view, .box = *box };

  PASS(mg_page_panel(page, "drawing", box, mg_drawing_words(page, pic), &f.panel,
                     err));
  *panel = f.panel;
  mg_figure_look(page, pic, view, box);
  PASS(mg_drawing_put(&f, err));
  if (unit != NULL)
    *unit = f.unit;
  return MGNN_OK;
}

/* Use the given viewport or, if it is NULL, fit `own` to the picture; zero *out. */
static mgnn_status
view_choose(const mg_viewport **view, mg_viewport *own, const mg_picture *pic,
            mg_scene *out, mgnn_error *err)
{
  memset(out, 0, sizeof *out);
  if (*view != NULL)
    return MGNN_OK;
  mg_viewport_init(own);
  *view = own;
  return mg_viewport_fit(own, pic, err);
}

mgnn_status
mg_scene_build(mg_scene *out, const mg_picture *pic, const mg_style *style,
               const mg_viewport *view, mgnn_error *err)
{
  mg_viewport own;
  double unit, low;
  mg_panel *panel;
  mg_page page;
  mg_style fitted;
  division d = { .pic = pic };
  mgnn_status status = view_choose(&view, &own, pic, out, err);

  if (status != MGNN_OK)
    return status;
  d.view = view;
  TRY(begin(&page, out, style, &fitted, &d, err));
  TRY(mg_still_picture(&page, pic, view, &d.box, &panel, &unit, err));
  low = d.box.y + d.box.height;
  if (d.scale > 0)
    TRY(mg_scale_bar_put(&page, &d.box, low, unit, &pic->to_scale, err));
  if (d.caption > 0)
    TRY(mg_caption_put(&page, panel, pic, &d.box, low + d.scale, d.font, err));
end:
  return mg_page_close(&page, status, err);
}

/* The largest radius of a node with half of its outline, in units of the page. */
static double
largest_radius(const mg_figure *f)
{
  const mg_look *look = &f->page->look;
  double most = 0;

  for (size_t i = 0; i < f->pic->n && f->plate != NULL; i++) {
    const mg_plate_size *it = &f->plate[i];
    mg_border border = mg_node_shapes[f->pic->appearance->node[i].shape].border;

    most = fmax(most, mg_units(border != MG_BORDER_ELLIPSE
                               && border != MG_BORDER_DIAMOND
                               ? hypot(it->a, it->b) : fmax(it->a, it->b)));
  }
  for (size_t i = 0; i < f->pic->n && f->plate == NULL; i++) {
    int radius = mg_figure_radius(f, i);

    if (radius == 0)
      radius = mg_units(look->node / 2);
    most = fmax(most, radius + mg_units(look->outline_width) / 2.0);
  }
  return most;
}

/* Slightly more than two radii on the page, in the units of the picture.  The scale
 * is taken along the diagonal, x + y, since a drawing may have no width or no
 * height; y points down on the page. */
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

/* Whether any node has its text inside. */
static int
is_boxed(const mg_figure *f)
{
  for (size_t i = 0; i < f->pic->n && f->plate != NULL; i++)
    if (f->plate[i].count > 0)
      return 1;
  return 0;
}

/* The extent of a node with space around its text, or with the name to its right. */
static mg_extent
extent_of(const mg_figure *f, size_t i, const double *name)
{
  const mg_look *look = &f->page->look;
  double r = look->node / 2 * mg_figure_magnified(f, i) + look->outline_width;
  double high;

  if (f->plate != NULL && f->plate[i].count > 0) {
    double a = (f->plate[i].a + 0.5 * look->font) / f->unit;
    double b = (f->plate[i].b + 0.5 * look->font) / f->unit;

    return (mg_extent){ a, a, b, b };
  }
  if (f->plate != NULL)
    r = fmax(f->plate[i].a, f->plate[i].b);
  high = fmax(r, name[1] / 2);
  r *= 1.05;
  return (mg_extent){ r / f->unit,
                      (r + (name[0] > 0 ? 0.4 * look->font + name[0] : 0))
                      / f->unit, high / f->unit, high / f->unit };
}

/* The extents of all nodes; names count only if all fit in half of the page. */
static mgnn_status
find_extents(const mg_figure *f, mg_extent *extent, int *named, mgnn_error *err)
{
  size_t n = f->pic->n;
  double *size = mg_alloc(n, 2 * sizeof *size), area = 0;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(size, err));
  memset(size, 0, 2 * n * sizeof *size);
  if (mg_figure_names(f->page, f->pic, 0) == MG_NAMED_ALL)
    TRY(mg_labels_sizes(f, size, err));
  for (size_t i = 0; i < n; i++) {
    extent[i] = extent_of(f, i, size + 2 * i);
    area += (extent[i].left + extent[i].right)
            * (extent[i].below + extent[i].above) * f->unit * f->unit;
  }
  *named = is_boxed(f) ? MG_EXTENT_BOXES
           : area < 0.5 * f->box.width * f->box.height ? MG_EXTENT_NAMES
           : MG_EXTENT_NONE;
end:
  mg_free(size);
  return status;
}

mgnn_status
mg_still_extents(const mg_picture *pic, mg_style *style, double *gap,
                 mg_extent *extent, int *named, mgnn_error *err)
{
  mg_viewport own;
  mg_scene scene;
  mg_page page;
  mg_style fitted;
  division d = { .pic = pic };
  mg_figure f = { .page = &page, .pic = pic };
  mgnn_status status = view_choose(&f.view, &own, pic, &scene, err);

  *gap = 0;
  *named = 0;
  if (status != MGNN_OK)
    return status;
  d.view = f.view;
  TRY(begin(&page, &scene, style, &fitted, &d, err));
  style->name_side = fitted.name_side;
  mg_figure_look(&page, pic, f.view, &d.box);
  f.box = d.box;
  TRY(mg_figure_place(&f, err));
  if (page.look.node > 0)
    *gap = diameter(&f, largest_radius(&f));
  if (extent != NULL && isfinite(f.unit) && f.unit > 0
      && (mg_figure_names(&page, pic, 0) == MG_NAMED_ALL || is_boxed(&f)))
    TRY(find_extents(&f, extent, named, err));
end:
  return measured(&f, &scene, status, err);
}
