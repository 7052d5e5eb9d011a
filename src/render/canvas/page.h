/* A page under construction: puts panels and words on it, in pixels.  It is
 * independent of graphs; its callers decide the layout. */
#ifndef MG_PAGE_H
#define MG_PAGE_H

#include "look.h"
#include "scene.h"
#include "text.h"

typedef struct {
  mg_scene *scene;
  const mg_style *style;
  mg_look look;
  mg_ruler *ruler;
  double width, height;        /* of the page, in CSS pixels like all sizes here */
  double margin;
  double font;                 /* font size of the texts around the drawing */
  const char *const *names;    /* names of the last picture */
  const char **clean;          /* clean copies of these */
} mg_page;

/* A part of the page, y down. */
typedef struct {
  double x, y, width, height;
} mg_region;

/* Begin a scene: check the style, take its colours, and allocate `panels` panels.
 * End it in any case with mg_page_close, which returns `status`, or MGNN_EIO if a
 * font could not be opened; if this is a failure, mg_page_close empties the
 * scene. */
mgnn_status mg_page_open(mg_page *page, mg_scene *scene, const mg_style *style,
                         size_t panels, mgnn_error *err);
mgnn_status mg_page_close(mg_page *page, mgnn_status status, mgnn_error *err);

/* Set the size of the page, and with it its margin and font. */
void mg_page_size(mg_page *page, double width, double height);

/* The page without its margins; fails if nothing is left. */
mgnn_status mg_page_inside(const mg_page *page, mg_region *out, mgnn_error *err);

/* Begin the next panel, with room for `words` words. */
mgnn_status mg_page_panel(mg_page *page, const char *name, const mg_region *box,
                          size_t words, mg_panel **out, mgnn_error *err);

/* A clean copy of a text, which lives as long as the scene. */
mgnn_status mg_page_keep(mg_page *page, const char *text, const char **out,
                         mgnn_error *err);

/* Replace *text by a clean copy, cut to `limit` pixels; *width receives its width. */
mgnn_status mg_page_fit(mg_page *page, const char **text, double size,
                        double limit, double *width, mgnn_error *err);

/* Break a clean copy of a text into lines of at most `limit` pixels.  If a word is
 * wider, *size is reduced, to at least 0.7 of its value, before the word is cut. */
mgnn_status mg_page_wrap(mg_page *page, const char *text, double *size,
                         double limit, mg_text_lines *out, mgnn_error *err);

/* Clean copies of n names, any of which may be NULL.  Repeated calls with the same
 * names return the same copies, since the pictures of a sheet share names. */
mgnn_status mg_page_names(mg_page *page, const char *const *names, size_t n,
                          const char ***out, mgnn_error *err);

/* The style of a word. */
typedef struct {
  const char *name;            /* class */
  double size;
  mg_anchor anchor;
  mg_colour colour;
} mg_type;

/* Add a word to a panel that has room for it.  The text must be clean and live as
 * long as the scene.  Returns the word, so that the caller can add a halo. */
mg_word *mg_panel_word(mg_panel *panel, const char *text, double x, double y,
                       mg_type type);

/* Add a line as a run of its own; the panel must have a segment for every run. */
void mg_panel_line(mg_panel *panel, const char *name, mg_colour colour,
                   double width, mg_segment line);
mg_segment mg_line(double x0, double y0, double x1, double y1);

/* The height of the style's title if the page has this font size, in lines of at most
 * this width; 0 without title. */
mgnn_status mg_page_heading(mg_page *page, double font, double width,
                            double *height, mgnn_error *err);

/* Put the style's title, if it has one, at the top of the box, in as many lines as it
 * needs; *box becomes the space below. */
mgnn_status mg_page_title(mg_page *page, mg_region *box, mgnn_error *err);

#endif
