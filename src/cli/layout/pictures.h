/* Pictures of runs: one description for stills, sheets, animations and pages. */
#ifndef MG_PICTURES_H
#define MG_PICTURES_H

#include "draw/encoding.h"
#include "draw/looks.h"
#include "draw/spacing.h"
#include "render/backend/backend.h"
#include "render/figure/project.h"
#include "render/compose/still.h"
#include "run.h"

/* What shares a part of the plane: nothing, the layers of a model, all. */
typedef enum { MG_VIEW_FRAME, MG_VIEW_MODEL, MG_VIEW_ALL } mg_view_share;

/* What sheets and animations show. */
typedef struct {
  mg_view_share share;
  int bars;                    /* scale bars */
  size_t *layer;               /* of a sheet, rising; NULL: 1 to the last */
  size_t layers;
} mg_sheet_plan;

/* Read the options --viewport and --show-layers, NULL if not given, which only layers
 * mode has; free the plan's list with mg_free. */
mgnn_status mg_sheet_plan_read(mg_sheet_plan *plan, const char *viewport,
                               const char *layers, mgnn_error *err);

/* What all pictures of a program's run have in common. */
typedef struct {
  const mg_results *runs;
  mg_drawn_graph drawn;
  mg_encoding *encoding;
  mg_looks looks;
  mg_style style;
  const double *from;          /* azimuth and elevation; NULL: what shows most */
  const double *ellipse;       /* 3n, around the nodes of the last frame; or NULL */
  mg_apart apart;              /* of nodes in the last frame of the first run */
  int in_z;                    /* Z is drawn */
  int mds;                     /* more than three dimensions are drawn by MDS */
  mg_sheet_plan sheet;
  double fps, hold;            /* of animations; fps NAN: as suits the mode */
  char *command;               /* that made the result, for metadata */
  size_t named, hidden;        /* names of a drawing, and of them left out, at most */
  size_t remarks_hidden;       /* and lengths */
  size_t unknown;              /* characters that no font has, and the first */
  char unknown_first[8];
  size_t covered;              /* pairs of nodes with text that cover each other */
} mg_pictures;

/* Choose the scales of colours so that they fit all that is drawn: every layer
 * where frames are kept, else the last ones. */
mgnn_status mg_pictures_scale(mg_pictures *p, mgnn_error *err);

/* How a run is seen: the projection, as the user says or from the last frame,
 * and, with all_frames, a viewport that fits all of them.  Zeroed, it is empty;
 * free it with mg_run_view_free. */
typedef struct {
  mg_projection projection;
  mg_viewport viewport;
  int fitted;                  /* nonzero: to all frames */
} mg_run_view;

mgnn_status mg_run_view_init(mg_run_view *view, const mg_pictures *p,
                             const mg_run *run, int all_frames,
                             mgnn_error *err);
void mg_run_view_free(mg_run_view *view);

/* Widen the viewport so that it shows all frames of a run, too. */
mgnn_status mg_run_view_widen(mg_run_view *view, const mg_pictures *p,
                              const mg_run *run, mgnn_error *err);

enum { MG_CAPTION_MAX = 400 };  /* bytes of a caption or a note */

/* One frame of a run as a picture, and all that it points to.  Zeroed, it is
 * empty; free it with mg_run_picture_free. */
typedef struct {
  mg_picture pic;
  mg_encoded values;
  double *xy;                  /* n places, then n depths */
  int share;                   /* of more than three dimensions the note says
                                  how much the page shows */
  char caption[MG_CAPTION_MAX], note[MG_CAPTION_MAX];
} mg_run_picture;

/* Fill in the words, and what colours and sizes encode.  moving: the caption
 * says which frame it is also where that is no layer. */
mgnn_status mg_run_picture_encode(mg_run_picture *out, const mg_pictures *p,
                                  const mg_run *run, size_t frame, int moving,
                                  mgnn_error *err);

/* Fill in where the nodes are. */
mgnn_status mg_run_picture_place(mg_run_picture *out, const mg_pictures *p,
                                 const mg_run *run, size_t frame,
                                 const mg_projection *projection,
                                 mgnn_error *err);
void mg_run_picture_free(mg_run_picture *out);

/* What is written into pictures beside the drawing; it points into itself. */
typedef struct {
  char seed[32], energy[32];
  mg_meta item[5];
} mg_about;

/* energy NAN: left out. */
void mg_pictures_about(const mg_pictures *p, double energy, mg_about *about);

/* Pictures in rows, as a sheet: model[k] is the model of picture k, by which they
 * share viewports.  An empty picture leaves its place empty. */
typedef struct {
  mg_run_picture *shown;       /* rows*cols */
  const size_t *model;         /* the same */
  size_t rows, cols;
} mg_picture_grid;

mgnn_status mg_pictures_grid(mg_pictures *p, const mg_picture_grid *grid,
                             double energy, const mg_backend *backend,
                             FILE *out, mgnn_error *err);

/* What a scale bar of a picture tells. */
int mg_pictures_bar(const mg_pictures *p);

/* Write a scene to an open file, with what pictures say of themselves. */
mgnn_status mg_pictures_draw(mg_pictures *p, const mg_scene *scene,
                             double energy, const mg_backend *backend,
                             FILE *out, mgnn_error *err);

/* Draw to an open file: one layer; all layers of all runs; the frames of
 * `count` runs as an animation, by the word of its format; as an interactive page
 * (plays: it starts by itself); their figures as charts. */
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

enum { MG_CHARTS_ACROSS = 4 }; /* at most */

/* Columns for so many charts: those from 3 on that leave the fewest places
 * empty, and of these the most; fewer where the width of the page is given and
 * they would be too narrow. */
size_t mg_chart_columns(size_t count, const mg_style *style);

#endif
