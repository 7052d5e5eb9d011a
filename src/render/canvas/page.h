/* The making of a scene: what scene, sheet, legend and labels share.  Not for
 * backends. */
#ifndef MG_PAGE_H
#define MG_PAGE_H

#include "look.h"
#include "scene.h"
#include "text.h"

/* Everything at hand while a page is laid out. */
typedef struct {
  mg_scene *scene;
  const mg_style *style;
  mg_look look;
  mg_ruler *ruler;
  double width, height;        /* of the page, in CSS pixels as all here */
  double margin;
  double font;                 /* of the words around the drawing */
  size_t panels_cap;
  const char *const *names;    /* the last picture's names, */
  const char **clean;          /* and the same as they are drawn */
  double unit;                 /* pixels of a unit of length, in the last
                                * picture; 0: it has no extent */
} mg_page;

/* A part of the page, y down. */
typedef struct {
  double x, y, width, height;
} mg_region;

/* Begin a scene: check the style, take its colours, make room for at most
 * `panels` panels.  End it in any case with mg_page_close, which returns
 * `status`, and empties the scene if that is a failure. */
mgnn_status mg_page_open(mg_page *page, mg_scene *scene, const mg_style *style,
                         size_t panels, mgnn_error *err);
mgnn_status mg_page_close(mg_page *page, mgnn_status status);

/* Set the size of the page, and with it its margin and font. */
void mg_page_size(mg_page *page, double width, double height);

/* The next panel, with room for that many words. */
mgnn_status mg_page_panel(mg_page *page, const char *name, const mg_region *box,
                          size_t words, mg_panel **out, mgnn_error *err);

/* Hundredths of a pixel. */
int mg_page_units(double px);

/* Add a word to a panel that has room.  The text is clean and lives as long as
 * the scene.  Returns the word, so that the caller can change more. */
mg_word *mg_page_word(mg_panel *panel, const char *name, const char *text,
                      double x, double y, mg_anchor anchor, double size,
                      mg_colour colour);

/* How high the style's title is at a font of the page, in lines of at most this
 * width; 0 if there is none. */
mgnn_status mg_page_heading(mg_page *page, double font, double width,
                            double *height, mgnn_error *err);

/* Draw the style's title, if it has one, at the top of the box, in up to three
 * lines; the box becomes what is left below. */
mgnn_status mg_page_title(mg_page *page, mg_region *box, mgnn_error *err);

/* The height of caption and note at a font size; 0 if there are none. */
double mg_page_caption_height(const mg_picture *pic, double font);

/* Draw caption and note below y, in the middle of the box's width.  The panel
 * has room for two more words. */
mgnn_status mg_page_caption(mg_page *page, mg_panel *panel,
                            const mg_picture *pic, const mg_region *box,
                            double y, double font, mgnn_error *err);

/* Set the look's sizes for pictures of n nodes and m edges in such a box. */
void mg_page_look(mg_page *page, size_t n, size_t m, const mg_viewport *view,
                  const mg_region *box);

/* How many words a picture's panel may come to hold, captions included. */
size_t mg_page_words(const mg_page *page, const mg_picture *pic);

/* Draw a picture into a box: edges, nodes, remarks, names.  The look's sizes are
 * set for it; the panel has room for mg_page_words. */
mgnn_status mg_page_picture(mg_page *page, mg_panel *panel,
                            const mg_picture *pic, const mg_viewport *view,
                            const mg_region *box, mgnn_error *err);

/* How many pixels a unit of the viewport gets in a box of this size, compared
 * with other boxes. */
double mg_page_scale(const mg_viewport *view, double width, double height);

#endif
