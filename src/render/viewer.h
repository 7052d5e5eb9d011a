/* A page to explore a run: one HTML file that holds all frames of all models
 * and draws them itself.  Not a backend, since those draw one finished scene;
 * here the reader's browser decides what is shown. */
#ifndef MG_VIEWER_H
#define MG_VIEWER_H

#include "base/graph.h"
#include "mgnn.h"
#include "picture.h"
#include "style.h"

#include <stdio.h>

/* One model, or the one solution of layout mode. */
typedef struct {
  const char *title;           /* "MGNN"; or NULL */
  size_t frames;
  const size_t *step;          /* frames: the layer or iteration of each; NULL:
                                  0, 1, ... */
  const mgnn_figures *figures; /* frames of them; or NULL: only the last frame
                                  was measured, by `final` */
  const mgnn_figures *final;
} mg_viewer_run;

/* All that the page shows.  Borrowed for the call. */
typedef struct {
  const mg_graph *graph;
  size_t dim;
  const char *const *names;    /* n */
  const int *group;            /* n, -1: none; or NULL */
  const char *const *groups;
  size_t group_count;
  const mg_style *style;
  const mg_meta *meta;         /* or NULL */
  const char *heading;         /* shown where the style has no title */
  const char *unit;            /* what frames are: "layer", "iteration" */
  int shows_z;                 /* at first; the reader may switch */
  int without_lengths;         /* targets are all 1 for want of any */
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

/* The sources of the page, as they are in src/render/viewer; the build turns
 * them into bytes. */
typedef struct {
  const char *name;            /* "viewer.css" */
  const unsigned char *bytes;
  size_t size;
} mg_viewer_file;

extern const mg_viewer_file mg_viewer_files[]; /* ends with name NULL */

#endif
