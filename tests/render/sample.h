/* Random pictures for the units of render: made, turned into scenes, drawn by a
 * backend, and what is found in a scene by its name. */
#ifndef SAMPLE_H
#define SAMPLE_H

#include "random_numbers.h"
#include "render/backend/backend.h"
#include "render/compose/still.h"
#include "unit.h"

#include <stdint.h>

static uint64_t state;

static inline double
uniform(void)
{
  return random_unit(&state);
}

/* A picture of n nodes at random and m edges between any of them. */
typedef struct {
  mg_picture pic;
  double *xy;
  unsigned *ends;
  char **names;
  int *group;
  char **groups;
} sample;

static inline sample
sample_new(size_t n, size_t m, size_t groups)
{
  sample s;
  char text[40];

  state = 7;
  memset(&s, 0, sizeof s);
  s.xy = calloc(2 * n + 1, sizeof *s.xy);
  s.ends = calloc(2 * m + 1, sizeof *s.ends);
  s.names = calloc(n + 1, sizeof *s.names);
  s.group = calloc(n + 1, sizeof *s.group);
  s.groups = calloc(groups + 1, sizeof *s.groups);
  for (size_t i = 0; i < n; i++) {
    s.xy[2 * i] = uniform();
    s.xy[2 * i + 1] = uniform();
    snprintf(text, sizeof text, "v%zu", i);
    s.names[i] = strdup(text);
    s.group[i] = groups > 0 ? (int)(i % groups) : -1;
  }
  for (size_t e = 0; e < m; e++) {
    s.ends[2 * e] = (unsigned)(uniform() * (double)n);
    do
      s.ends[2 * e + 1] = (unsigned)(uniform() * (double)n);
    while (n > 1 && s.ends[2 * e] == s.ends[2 * e + 1]);
  }
  for (size_t g = 0; g < groups; g++) {
    snprintf(text, sizeof text, "group %zu", g);
    s.groups[g] = strdup(text);
  }
  s.pic.n = n;
  s.pic.m = m;
  s.pic.xy = s.xy;
  s.pic.ends = s.ends;
  s.pic.names = (const char *const *)s.names;
  if (groups > 0) {
    s.pic.group = s.group;
    s.pic.groups = (const char *const *)s.groups;
    s.pic.group_count = groups;
  }
  return s;
}

static inline void
sample_free(sample *s)
{
  for (size_t i = 0; i < s->pic.n; i++)
    free(s->names[i]);
  for (size_t g = 0; s->groups[g] != NULL; g++)
    free(s->groups[g]);
  free(s->xy);
  free(s->ends);
  free(s->names);
  free(s->group);
  free(s->groups);
}

static const mg_meta some_meta[] = {
  { "command", "mgnn-layout a.gml -o <x>.svg" },
  { "seed", "1" },
  { "label", "Stra\xc3\x9f" "e & \"Weg\"" },
  { NULL, NULL }
};

typedef struct {
  char *bytes;
  size_t len;
} blob;

static inline blob
draw(const mg_backend *b, const mg_scene *scene, const mg_meta *meta)
{
  blob out = { NULL, 0 };
  mgnn_error err = { MGNN_OK, "" };
  FILE *f = open_memstream(&out.bytes, &out.len);

  ck_assert_msg(b->draw(scene, meta, f, &err) == MGNN_OK, "%s: %s", b->name,
                err.text);
  fclose(f);
  return out;
}

static inline const mg_backend *
backend(const char *name)
{
  for (const mg_backend *b = mg_backends; b->name != NULL; b++)
    if (strcmp(b->name, name) == 0)
      return b;
  ck_abort_msg("no backend %s", name);
  return NULL;
}

static inline mg_scene
scene_of(const mg_picture *pic, const mg_style *style, const mg_viewport *view)
{
  mg_scene scene;
  mgnn_error err = { MGNN_OK, "" };

  ck_assert_msg(mg_scene_build(&scene, pic, style, view, &err) == MGNN_OK,
                "%s", err.text);
  return scene;
}

static inline mg_style
plain_style(void)
{
  mg_style style;

  mg_style_init(&style);
  style.width = style.height = 800;
  style.labels = MG_NAMED_NONE;
  style.rings = 0;
  return style;
}

static inline const mg_panel *
panel_named(const mg_scene *scene, const char *name)
{
  for (size_t k = 0; k < scene->panels; k++)
    if (strcmp(scene->panel[k].name, name) == 0)
      return &scene->panel[k];
  return NULL;
}

/* Where a node is, by its name. */
static inline mg_point
node_point(const mg_panel *panel, const char *name)
{
  for (size_t r = 0; r < panel->node_runs; r++)
    for (size_t k = 0; k < panel->nodes[r].count; k++)
      if (strcmp(panel->nodes[r].dot[k].name, name) == 0)
        return panel->nodes[r].dot[k].at;
  ck_abort_msg("no node %s", name);
  return (mg_point){ 0, 0 };
}

#endif
