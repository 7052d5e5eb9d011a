/* A page being laid out: panels and words, put on it in pixels.  Knows nothing
 * of graphs; what goes where is decided by its callers. */
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
  double width, height;        /* of the page, in CSS pixels as all here */
  double margin;
  double font;                 /* of the words around the drawing */
  const char *const *names;    /* the last picture's names, */
  const char **clean;          /* and the same as they are drawn */
} mg_page;

/* A part of the page, y down. */
typedef struct {
  double x, y, width, height;
} mg_region;

/* Begin a scene: check the style, take its colours, allocate at most `panels`
 * panels.  End it in any case with mg_page_close, which returns `status`, or
 * MGNN_EIO if a font could not be opened, and empties the scene if that is a
 * failure. */
mgnn_status mg_page_open(mg_page *page, mg_scene *scene, const mg_style *style,
                         size_t panels, mgnn_error *err);
mgnn_status mg_page_close(mg_page *page, mgnn_status status, mgnn_error *err);

/* Set the size of the page, and with it its margin and font. */
void mg_page_size(mg_page *page, double width, double height);

/* What the margins leave of the page; fails if that is nothing. */
mgnn_status mg_page_inside(const mg_page *page, mg_region *out, mgnn_error *err);

/* The next panel, which can hold that many words. */
mgnn_status mg_page_panel(mg_page *page, const char *name, const mg_region *box,
                          size_t words, mg_panel **out, mgnn_error *err);

/* A clean copy of a text, which lives as long as the scene. */
mgnn_status mg_page_keep(mg_page *page, const char *text, const char **out,
                         mgnn_error *err);

/* The same, cut to `limit` pixels at a font size; *width receives its width. */
mgnn_status mg_page_fit(mg_page *page, const char **text, double size,
                        double limit, double *width, mgnn_error *err);

/* A clean copy of a text in lines of at most `limit` pixels at a font size, which
 * becomes smaller if a word is wider than that: letters shrink, to 0.7 of the
 * size, before they are cut. */
mgnn_status mg_page_wrap(mg_page *page, const char *text, double *size,
                         double limit, mg_text_lines *out, mgnn_error *err);

/* The clean copies of n names, any of them NULL.  Those of the last call are
 * kept, because the pictures of a sheet share theirs. */
mgnn_status mg_page_names(mg_page *page, const char *const *names, size_t n,
                          const char ***out, mgnn_error *err);

/* How a word is set. */
typedef struct {
  const char *name;            /* class */
  double size;
  mg_anchor anchor;
  mg_colour colour;
} mg_type;

/* Add a word to a panel whose words are not used up.  The text is clean and
 * lives as long as the scene.  Returns the word, for a halo. */
mg_word *mg_panel_word(mg_panel *panel, const char *text, double x, double y,
                       mg_type type);

/* Add a line as a run of its own; the panel has a segment for every run. */
void mg_panel_line(mg_panel *panel, const char *name, mg_colour colour,
                   double width, mg_segment line);
mg_segment mg_line(double x0, double y0, double x1, double y1);

/* How high the style's title is at a font of the page, in lines of at most this
 * width; 0 if there is none. */
mgnn_status mg_page_heading(mg_page *page, double font, double width,
                            double *height, mgnn_error *err);

/* Put the style's title, if it has one, at the top of the box, in as many
 * lines as it needs; the box becomes what is left below. */
mgnn_status mg_page_title(mg_page *page, mg_region *box, mgnn_error *err);

#endif
