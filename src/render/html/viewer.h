/* An interactive page of a run: one HTML file that holds all frames of all models
 * and draws them itself.  Not a backend, since those draw one finished scene;
 * here the reader's browser decides what is shown. */
#ifndef MG_VIEWER_H
#define MG_VIEWER_H

#include "base/graph.h"
#include "io/given.h"
#include "render/canvas/scene.h"
#include "render/canvas/style.h"
#include "render/figure/picture.h"

#include <stdio.h>

/* What is said of a frame. */
typedef struct {
  size_t step;                 /* the layer, or the iteration of the search */
  double merit;                /* the energy, or what else is brought down */
  double rms;                  /* relative error of the lengths */
  int between;                 /* on the straight line between the frames around
                                * it that are not, at even steps: the page makes
                                * it from them */
} mg_viewer_frame;

/* One model, or the one solution of layout mode. */
typedef struct {
  const char *title;           /* "MGNN"; or NULL */
  size_t frames;
  const mg_viewer_frame *frame;
  const double *value[2];      /* in Z and in Y: frames of each measure, one after
                                * the other; NULL if there are no measures */
  const char *rule;            /* of its layers, which the page goes on with, and
                                * the parameters; NULL: none */
  double alpha, beta, eps, step;
} mg_viewer_run;

/* Names of measures. */
typedef struct {
  const char *const *title;
  size_t count;
} mg_viewer_measures;

/* What frames are, "layer" or "iteration", and what their merit is: "Energy", "E". */
typedef struct {
  const char *unit, *merit, *sign;
  const char *length;          /* the unit of lengths; NULL or empty: not known */
} mg_viewer_words;

/* All that the page shows.  Borrowed for the call. */
typedef struct {
  const mg_graph *graph;
  size_t dim;
  const mg_picture *picture;   /* names, which there are, and groups; no
                                * positions */
  const mg_style *style;
  const mg_meta *meta;         /* or NULL */
  const char *heading;         /* shown where the style has no title */
  mg_viewer_words words;
  mg_viewer_measures known;    /* what else is known of them */
  int plays;                   /* nonzero: it starts by itself */
  double fps;                  /* frames per second; NAN: the page chooses */
  /* At first; the reader may switch all of these. */
  int shows_z;
  int shows_strain;            /* by the colours of edges */
  const double *seen_from;     /* azimuth and elevation, in degrees, of three
                                * dimensions; or NULL: what shows most */
  const unsigned char *pin;    /* n*dim: coordinates that stay, or NULL */
  int without_lengths;         /* targets are all 1 as none are given */
  const mg_given *given;       /* whose attributes are shown of what is pointed
                                * at; or NULL */
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

/* The page as it is for all runs: the sources in src/render/viewer, which the
 * build joins; ends with a 0, which does not count.  What belongs to a run goes
 * where @TITLE@, @DATA@ and @BYTES@ stand, in this order. */
extern const unsigned char mg_viewer_page[];
extern const size_t mg_viewer_page_size;

#endif
