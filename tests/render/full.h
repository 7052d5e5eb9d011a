/* A picture that has everything: scales, sizes, depth and remarks. */
#ifndef FULL_H
#define FULL_H

#include "render/canvas/shade.h"
#include "sample.h"

#include <math.h>

enum { N = 30, M = 60 };

typedef struct {
  mg_picture pic;
  mg_shade edge, node;
  double xy[2 * N], depth[N], size[N], edge_value[M], node_value[N];
  unsigned ends[2 * M];
  mg_remark remark[M];
  const char *names[N];
  char text[N][16];
} full;

static inline void
full_init(full *f)
{
  state = 11;
  memset(f, 0, sizeof *f);
  f->edge = (mg_shade){ .kind = MG_SHADE_NUMBER, .title = "strain",
                        .diverging = 1, .percent = 1, .low = -0.5, .high = 0.5,
                        .least = -0.9, .most = 3,
                        .below = "where 0 is asked: something longer" };
  f->node = (mg_shade){ .kind = MG_SHADE_NUMBER, .title = "age", .low = 0,
                        .high = 1, .least = 0, .most = 1 };
  for (int i = 0; i < N; i++) {
    f->xy[2 * i] = uniform();
    f->xy[2 * i + 1] = uniform();
    f->depth[i] = uniform();
    f->size[i] = 0.5 + uniform();
    f->node_value[i] = uniform();
    snprintf(f->text[i], sizeof f->text[i], "v%d", i);
    f->names[i] = f->text[i];
  }
  for (int e = 0; e < M; e++) {
    f->ends[2 * e] = (unsigned)(e % N);
    f->ends[2 * e + 1] = (unsigned)((e + 1 + e / N) % N);
    f->edge_value[e] = e % 7 == 0 ? NAN : uniform() - 0.5;
    f->remark[e] = (mg_remark){ .a = f->ends[2 * e], .b = f->ends[2 * e + 1],
                                .edge = (size_t)e, .text = "1.25/3" };
  }
  f->pic = (mg_picture){
    .n = N, .m = M, .ends = f->ends, .xy = f->xy, .names = f->names,
    .depth = f->depth, .size = { f->size, "area of nodes: age", 20, 1 },
    .nodes.shade = &f->node, .edges.shade = &f->edge,
    .nodes.value = f->node_value, .edges.value = f->edge_value,
    .remarks = { f->remark, 8 },
    .to_scale.kind = MG_SCALE_LENGTH
  };
}

/* Its scene, on a page of this size. */
static inline mg_scene
full_scene(const full *f, double width, double height)
{
  mgnn_error err = { MGNN_OK, "" };
  mg_style style;
  mg_scene scene;

  mg_style_init(&style);
  style.width = width;
  style.height = height;
  ck_assert_msg(mg_scene_build(&scene, &f->pic, &style, NULL, &err) == MGNN_OK,
                "%s", err.text);
  return scene;
}

#endif
