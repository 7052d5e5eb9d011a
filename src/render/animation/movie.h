/* Animations: a sequence of scenes, repeated forever. */
#ifndef MG_MOVIE_H
#define MG_MOVIE_H

#include "render/canvas/scene.h"

#include <stdio.h>

typedef struct {
  size_t count;                /* frames, at least 1 */
  double fps;                  /* frames per second */
  double hold;                 /* seconds for which the last frame is shown */
  /* Nonzero: all scenes have the same runs, with the same edges and nodes in the same
   * order, so that positions between two frames can be interpolated. */
  int steady;
  /* Build frame k into *out, which the caller frees. */
  mgnn_status (*scene)(void *ctx, size_t k, mg_scene *out, mgnn_error *err);
  void *ctx;
} mg_movie;

/* The number of seconds for which frame k is shown. */
static inline double
mg_movie_seconds(const mg_movie *movie, size_t k)
{
  double each = 1 / movie->fps;

  return k + 1 < movie->count || each > movie->hold ? each : movie->hold;
}

/* Write an animation, as a backend writes a scene.  APNG: each frame is identical to
 * the PNG of its scene.  SVG: moves without a script in viewers that support SMIL, and
 * shows the last frame in others. */
mgnn_status mg_movie_png(const mg_movie *movie, const mg_meta *meta, FILE *out,
                         mgnn_error *err);
mgnn_status mg_movie_svg(const mg_movie *movie, const mg_meta *meta, FILE *out,
                         mgnn_error *err);

#endif
