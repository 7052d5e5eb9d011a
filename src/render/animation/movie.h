/* Scenes one after the other, again and again. */
#ifndef MG_MOVIE_H
#define MG_MOVIE_H

#include "render/canvas/scene.h"

#include <stdio.h>

typedef struct {
  size_t count;                /* frames, at least 1 */
  double fps;                  /* frames per second */
  double hold;                 /* seconds that the last one is shown */
  /* Nonzero: all scenes have the same runs of edges and nodes, the same ones
   * in the same order, so that what is between two frames can be drawn. */
  int steady;
  /* Build frame k into *out, which the caller frees. */
  mgnn_status (*scene)(void *ctx, size_t k, mg_scene *out, mgnn_error *err);
  void *ctx;
} mg_movie;

/* How long frame k is shown, in seconds. */
static inline double
mg_movie_seconds(const mg_movie *movie, size_t k)
{
  double each = 1 / movie->fps;

  return k + 1 < movie->count || each > movie->hold ? each : movie->hold;
}

/* Write a movie, as a backend writes a scene.  APNG: every frame as its scene
 * would be as PNG, to the last bit.  SVG: moves by itself where the viewer can,
 * without script, and shows the last frame where it cannot. */
mgnn_status mg_movie_png(const mg_movie *movie, const mg_meta *meta, FILE *out,
                         mgnn_error *err);
mgnn_status mg_movie_svg(const mg_movie *movie, const mg_meta *meta, FILE *out,
                         mgnn_error *err);

#endif
