/* Pictures of runs, described in one way for stills, sheets, animations and pages. */
#ifndef MG_PICTURES_H
#define MG_PICTURES_H

#include "draw/encoding.h"
#include "draw/looks.h"
#include "draw/spacing.h"
#include "render/backend/backend.h"
#include "render/figure/project.h"
#include "render/compose/still.h"
#include "run.h"

/* Which frames share one viewport: none, the frames of a model, all. */
typedef enum { MG_VIEW_FRAME, MG_VIEW_MODEL, MG_VIEW_ALL } mg_view_share;

/* Options of sheets and animations. */
typedef struct {
  mg_view_share share;
  int bars;                    /* nonzero: draw scale bars */
  size_t *layer;               /* on a sheet, ascending; NULL: 1 to the last */
  size_t layers;
} mg_sheet_plan;

/* Read the options --viewport and --show-layers of layers mode, NULL if not given.
 * Free plan->layer with mg_free. */
mgnn_status mg_sheet_plan_read(mg_sheet_plan *plan, const char *viewport,
                               const char *layers, mgnn_error *err);

/* Settings common to all pictures of a program run, and counts for the summary. */
typedef struct {
  const mg_results *runs;
  mg_drawn_graph drawn;
  mg_encoding *encoding;
  mg_looks looks;
  mg_style style;
  const double *from;          /* azimuth, elevation; NULL: chosen to show most */
  const double *ellipse;       /* 3n, around the nodes of the last frame; or NULL */
  mg_apart apart;              /* shapes apart in the first run's last frame */
  int in_z;                    /* nonzero: draw Z, else Y */
  int mds;                     /* nonzero: draw more than 3 dimensions by MDS */
  mg_sheet_plan sheet;
  double fps, hold;            /* of animations; fps NAN: default of the mode */
  char *command;               /* the command line, for metadata */
  size_t named, hidden;        /* names, and hidden names, where most are hidden */
  size_t remarks_hidden;       /* most lengths hidden in a drawing */
  size_t unknown;              /* characters in no font, and the first of them */
  char unknown_first[8];
  size_t covered;              /* overlapping pairs of nodes with text */
} mg_pictures;

/* Choose colour scales that fit all drawings: those of every layer if frames are kept,
 * else those of the last layers. */
mgnn_status mg_pictures_scale(mg_pictures *p, mgnn_error *err);

/* How to show a run: the projection, given by the user or chosen for the last frame,
 * and, with all_frames, a viewport that fits all frames.  Empty if zeroed; free it with
 * mg_run_view_free. */
typedef struct {
  mg_projection projection;
  mg_viewport viewport;
  int fitted;                  /* nonzero: viewport fits all frames */
} mg_run_view;

mgnn_status mg_run_view_init(mg_run_view *view, const mg_pictures *p,
                             const mg_run *run, int all_frames,
                             mgnn_error *err);
void mg_run_view_free(mg_run_view *view);

/* Extend the viewport so that it also fits all frames of this run. */
mgnn_status mg_run_view_widen(mg_run_view *view, const mg_pictures *p,
                              const mg_run *run, mgnn_error *err);

enum { MG_CAPTION_MAX = 400 };  /* bytes of a caption or a note */

/* One frame of a run as a picture, with the data that the picture points to.  Empty if
 * zeroed; free it with mg_run_picture_free. */
typedef struct {
  mg_picture pic;
  mg_encoded values;
  double *xy;                  /* n points, then n depths */
  int share;                   /* nonzero: the note gives the share of more
                                  than three dimensions that the page shows */
  char caption[MG_CAPTION_MAX], note[MG_CAPTION_MAX];
} mg_run_picture;

/* Fill in the words, colours and sizes.  moving: the frame belongs to an animation, so
 * in layout mode the caption gives the iteration. */
mgnn_status mg_run_picture_encode(mg_run_picture *out, const mg_pictures *p,
                                  const mg_run *run, size_t frame, int moving,
                                  mgnn_error *err);

/* Fill in the positions of the nodes on the page. */
mgnn_status mg_run_picture_place(mg_run_picture *out, const mg_pictures *p,
                                 const mg_run *run, size_t frame,
                                 const mg_projection *projection,
                                 mgnn_error *err);
void mg_run_picture_free(mg_run_picture *out);

/* The metadata of a picture file; the struct points into itself. */
typedef struct {
  char seed[32], energy[32];
  mg_meta item[5];
} mg_about;

/* Fill in the metadata; without the energy if it is NAN. */
void mg_pictures_about(const mg_pictures *p, double energy, mg_about *about);

/* The pictures of a sheet, row by row.  model[k] is the model of picture k; it decides
 * which pictures share a viewport.  Empty pictures leave their place empty. */
typedef struct {
  mg_run_picture *shown;       /* rows*cols */
  const size_t *model;         /* rows*cols */
  size_t rows, cols;
} mg_picture_grid;

mgnn_status mg_pictures_grid(mg_pictures *p, const mg_picture_grid *grid,
                             double energy, const mg_backend *backend,
                             FILE *out, mgnn_error *err);

/* The kind of scale bar of the pictures, MG_SCALE_... */
int mg_pictures_bar(const mg_pictures *p);

/* Write a scene to an open file, with its metadata; update the counts of *p. */
mgnn_status mg_pictures_draw(mg_pictures *p, const mg_scene *scene,
                             double energy, const mg_backend *backend,
                             FILE *out, mgnn_error *err);

/* Draw to an open file: one layer; a sheet of all layers of all runs; the frames of
 * `count` runs as an animation, in the format of that word; as an interactive page
 * (plays: it starts playing by itself); the figures of `count` runs as charts. */
mgnn_status mg_pictures_still(mg_pictures *p, const mg_run *run, size_t layer,
                              const mg_run_view *view,
                              const mg_backend *backend, FILE *out,
                              mgnn_error *err);
mgnn_status mg_pictures_sheet(mg_pictures *p, const mg_backend *backend,
                              FILE *out, mgnn_error *err);
mgnn_status mg_pictures_animation(const mg_pictures *p, const mg_run *first,
                                  size_t count, const char *format, FILE *out,
                                  mgnn_error *err);
mgnn_status mg_pictures_page(const mg_pictures *p, const mg_run *first,
                             size_t count, int plays, FILE *out,
                             mgnn_error *err);
mgnn_status mg_pictures_charts(const mg_pictures *p, const mg_run *first,
                               size_t count, const mg_backend *backend,
                               FILE *out, mgnn_error *err);

enum { MG_CHARTS_ACROSS = 4 }; /* most charts in a row */

/* The number of columns for `count` charts: of the numbers from 3 on, the one that
 * leaves the fewest places empty, and the largest such.  Fewer if the width of the page
 * is given and charts would be too narrow. */
size_t mg_chart_columns(size_t count, const mg_style *style);

#endif
