/* Writes an interactive HTML page: one file that contains all frames of all models
 * and the script that draws them.  It is not a backend, since those draw one finished
 * scene; here the reader decides in the browser what is shown. */
#ifndef MG_VIEWER_H
#define MG_VIEWER_H

#include "base/graph.h"
#include "io/given.h"
#include "render/canvas/scene.h"
#include "render/canvas/style.h"
#include "render/figure/picture.h"

#include <stdio.h>

/* The figures of a frame. */
typedef struct {
  size_t step;                 /* the layer, or the iteration of the search */
  double merit;                /* the energy, or another minimised quantity */
  double rms;                  /* relative error of the lengths */
  int between;                 /* nonzero: interpolated by the page, at even steps
                                * on the line between the nearest frames that are
                                * stored */
} mg_viewer_frame;

/* One model, or the one solution of layout mode. */
typedef struct {
  const char *title;           /* "MGNN"; or NULL */
  size_t frames;
  const mg_viewer_frame *frame;
  const double *value[2];      /* in Z and in Y: measure after measure, its values
                                * in all frames; NULL if there are no measures */
  const char *rule;            /* rule of its layers, by which the page can add
                                * layers, with its parameters; NULL: no layers */
  double alpha, beta, eps, step;
} mg_viewer_run;

/* Names of measures. */
typedef struct {
  const char *const *title;
  size_t count;
} mg_viewer_measures;

/* The words for a frame ("layer" or "iteration") and its merit ("Energy", "E"). */
typedef struct {
  const char *unit, *merit, *sign;
  const char *length;          /* the unit of lengths; NULL or empty: not known */
} mg_viewer_words;

/* The contents of the page.  Borrowed for the call. */
typedef struct {
  const mg_graph *graph;
  size_t dim;
  const mg_picture *picture;   /* names (required), groups and looks; its
                                * positions are not used */
  const mg_style *style;
  const mg_meta *meta;         /* or NULL */
  const char *heading;         /* shown if the style has no title */
  mg_viewer_words words;
  mg_viewer_measures known;    /* the measures of frames, see value */
  int plays;                   /* nonzero: the animation starts by itself */
  double fps;                  /* frames per second; NAN: the page chooses */
  /* Initial settings, which the reader can change. */
  int shows_z;
  int shows_strain;            /* by the colours of edges */
  const double *seen_from;     /* azimuth and elevation, in degrees, in three
                                * dimensions; or NULL: the view that shows most */
  const unsigned char *pin;    /* n*dim: nonzero for fixed coordinates; or NULL */
  int without_lengths;         /* nonzero: no lengths given, all targets are 1 */
  const mg_given *given;       /* source of the attributes shown at the node or edge
                                * under the pointer; or NULL */
  size_t runs;
  const mg_viewer_run *run;
  /* Fill in the positions of a frame, in Y, as n*dim doubles. */
  void (*pose)(void *ctx, size_t run, size_t frame, double *y);
  void *ctx;
} mg_viewer;

/* Write the page.  The same content gives the same bytes, on any machine.
 * Returns MGNN_OK, MGNN_EINVAL (an unknown palette or colour) or MGNN_ENOMEM;
 * errors of writing stick to the file.  Time O(frames * (n * dim + m)). */
mgnn_status mg_viewer_write(const mg_viewer *v, FILE *out, mgnn_error *err);

/* The template of the page: the sources in src/render/viewer, joined by the build;
 * ends with a 0, which the size does not count.  The data of a run replace
 * @TITLE@, @DATA@ and @BYTES@, in this order. */
extern const unsigned char mg_viewer_page[];
extern const size_t mg_viewer_page_size;

#endif
