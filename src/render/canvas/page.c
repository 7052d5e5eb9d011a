/* Builds a page: its size, its panels, its words and its title. */
#include "page.h"

#include <math.h>
#include <string.h>

mgnn_status
mg_page_open(mg_page *page, mg_scene *scene, const mg_style *style,
             size_t panels, mgnn_error *err)
{
  memset(page, 0, sizeof *page);
  memset(scene, 0, sizeof *scene);
  page->scene = scene;
  page->style = style;
  PASS(mg_style_check(style, err));
  PASS(mg_look_colours(&page->look, style, err));
  scene->dpi = style->dpi;
  scene->background = page->look.background;
  PASS(mg_allocated(scene->panel = mg_zalloc(panels, sizeof *scene->panel), err));
  page->ruler = mg_ruler_new(style->font);
  scene->font = style->font;
  return mg_allocated(page->ruler, err);
}

/* Count the characters that no font has, which are drawn as boxes. */
static void
count_unknown(mg_page *page)
{
  mg_scene *scene = page->scene;

  for (size_t p = 0; p < scene->panels; p++)
    for (size_t w = 0; w < scene->panel[p].word_count; w++) {
      char first[8] = "";

      scene->unknown += mg_ruler_unknown(page->ruler,
                                         scene->panel[p].words[w].text, first);
      if (scene->unknown_first[0] == '\0')
        memcpy(scene->unknown_first, first, sizeof first);
    }
}

mgnn_status
mg_page_close(mg_page *page, mgnn_status status, mgnn_error *err)
{
  if (status == MGNN_OK)
    count_unknown(page);
  if (status == MGNN_OK)
    status = mg_ruler_check(page->ruler, err);
  mg_free(page->clean);
  mg_ruler_free(page->ruler);
  if (status != MGNN_OK)
    mg_scene_free(page->scene);
  return status;
}

void
mg_page_size(mg_page *page, double width, double height)
{
  double side = fmin(width, height);

  page->width = width;
  page->height = height;
  page->scene->width = mg_units(width);
  page->scene->height = mg_units(height);
  page->margin = page->style->margin;
  if (isnan(page->margin))
    page->margin = fmin(0.04 * side, 12 + 0.02 * side);
  /* Larger pages are read from farther away: the font grows, but more slowly. */
  page->font = fmax(12.5 * sqrt(side / 800), side >= 150 ? 10.5 : 9);
  if (!isnan(page->style->font_size))
    page->font = page->style->font_size;
}

mgnn_status
mg_page_inside(const mg_page *page, mg_region *out, mgnn_error *err)
{
  *out = (mg_region){ page->margin, page->margin,
                      page->width - 2 * page->margin,
                      page->height - 2 * page->margin };
  if (out->width > 0 && out->height > 0)
    return MGNN_OK;
  return mg_fail(err, MGNN_EINVAL, "a margin of %.0f pixels on each side "
                 "leaves nothing of a page of %.0f x %.0f pixels",
                 page->margin, page->width, page->height);
}

mgnn_status
mg_page_panel(mg_page *page, const char *name, const mg_region *box,
              size_t words, mg_panel **out, mgnn_error *err)
{
  mg_scene *scene = page->scene;
  mg_panel *panel = &scene->panel[scene->panels];

  PASS(mg_allocated(panel->words = mg_alloc(words, sizeof *panel->words), err));
  panel->name = name;
  panel->page = page->look.background;
  panel->low = mg_at(box->x, box->y);
  panel->high = mg_at(box->x + box->width, box->y + box->height);
  scene->panels++;
  *out = panel;
  return MGNN_OK;
}

mgnn_status
mg_page_keep(mg_page *page, const char *text, const char **out, mgnn_error *err)
{
  return mg_allocated(*out = mg_text_keep(&page->scene->pool, text), err);
}

mgnn_status
mg_page_fit(mg_page *page, const char **text, double size, double limit,
            double *width, mgnn_error *err)
{
  mgnn_status status = mg_page_keep(page, *text, text, err);

  if (status != MGNN_OK)
    return status;
  *text = mg_ruler_fit(page->ruler, &page->scene->pool, *text, size, limit, width);
  return mg_allocated(*text, err);
}

mgnn_status
mg_page_wrap(mg_page *page, const char *text, double *size, double limit,
             mg_text_lines *out, mgnn_error *err)
{
  const double least = 0.7;    /* smaller letters look odd beside others */
  double widest;

  PASS(mg_page_keep(page, text, &text, err));
  widest = mg_ruler_word(page->ruler, text, *size);
  if (widest > limit)
    *size *= fmax(0.999 * limit / widest, least);   /* beyond rounding */
  mg_ruler_wrap(page->ruler, &page->scene->pool, text, *size, limit,
                MG_LINES_MAX, out);
  return out->count > 0 ? MGNN_OK : mg_fail_memory(err);
}

mgnn_status
mg_page_names(mg_page *page, const char *const *names, size_t n,
              const char ***out, mgnn_error *err)
{
  *out = NULL;
  if (names == NULL)
    return MGNN_OK;
  if (page->names != names) {
    mg_free(page->clean);
    page->names = NULL;
    PASS(mg_allocated(page->clean = mg_zalloc(n, sizeof *page->clean), err));
    for (size_t i = 0; i < n; i++)
      if (names[i] != NULL)
        PASS(mg_page_keep(page, names[i], &page->clean[i], err));
    page->names = names;
  }
  *out = page->clean;
  return MGNN_OK;
}

mg_word *
mg_panel_word(mg_panel *panel, const char *text, double x, double y, mg_type type)
{
  mg_word *word = &panel->words[panel->word_count++];

  *word = (mg_word){ .name = type.name, .text = text, .at = mg_at(x, y),
                     .anchor = type.anchor, .size = mg_units(type.size),
                     .colour = type.colour };
  return word;
}

mg_segment
mg_line(double x0, double y0, double x1, double y1)
{
  return (mg_segment){ mg_at(x0, y0), mg_at(x1, y1), 0, 0 };
}

void
mg_panel_line(mg_panel *panel, const char *name, mg_colour colour,
              double width, mg_segment line)
{
  mg_segment *kept = &panel->segment[panel->edge_runs];

  *kept = line;
  panel->edges[panel->edge_runs++] = (mg_edge_run){
    name, colour, mg_units(width), 1, kept
  };
}

static const double title_size = 1.35, title_leading = 1.25;

/* Break the style's title into lines, and compute their height; 0 without title. */
static mgnn_status
wrap_title(mg_page *page, double *size, double width, mg_text_lines *out,
           double *height, mgnn_error *err)
{
  out->count = 0;
  *height = 0;
  if (!mg_is_text(page->style->title))
    return MGNN_OK;
  PASS(mg_page_keep(page, page->style->title, &page->scene->title, err));
  PASS(mg_page_wrap(page, page->scene->title, size, width, out, err));
  *height = (1.9 + title_leading * (double)(out->count - 1)) * *size;
  return MGNN_OK;
}

mgnn_status
mg_page_heading(mg_page *page, double font, double width, double *height,
                mgnn_error *err)
{
  double size = title_size * font;
  mg_text_lines title;

  return wrap_title(page, &size, width, &title, height, err);
}

mgnn_status
mg_page_title(mg_page *page, mg_region *box, mgnn_error *err)
{
  double size = title_size * page->font, height;
  mg_region strip = *box;
  mg_panel *panel;
  mg_text_lines title;

  PASS(wrap_title(page, &size, box->width, &title, &height, err));
  if (title.count == 0 || height > 0.5 * box->height)
    return MGNN_OK;            /* only in the file's metadata */
  strip.height = height;
  PASS(mg_page_panel(page, "heading", &strip, title.count, &panel, err));
  for (size_t k = 0; k < title.count; k++)
    mg_panel_word(panel, title.line[k], box->x + box->width / 2,
                  box->y + (0.9 + title_leading * (double)k) * size,
                  (mg_type){ "title", size, MG_MIDDLE, page->look.ink });
  box->y += height;
  box->height -= height;
  return MGNN_OK;
}
