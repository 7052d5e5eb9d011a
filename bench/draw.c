/* What a drawing costs: seconds of one processor and bytes per edge, for every
 * backend, and for Cairo's own SVG with a stroke per edge.
 *
 *   bench/draw [EDGES]
 *
 * Once with edges between neighbours, once with edges between any two nodes. */
#include "render/backend.h"

#include <cairo-svg.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t state = 1;

static double
chance(void)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (double)(state >> 11) / 9007199254740992.0;
}

static double
seconds(void)
{
  return (double)clock() / CLOCKS_PER_SEC;
}

/* m edges over m/10 nodes, a node in every square of a grid; `near`: none is
 * longer than three squares. */
static void
fill(mg_picture *pic, size_t m, int near)
{
  size_t side = (size_t)ceil(sqrt((double)m / 10));
  double *xy = malloc(side * side * 2 * sizeof *xy);
  unsigned *ends = malloc(2 * m * sizeof *ends);

  if (xy == NULL || ends == NULL)
    exit(1);
  for (size_t i = 0; i < side * side; i++) {
    xy[2 * i] = (double)(i % side) + chance();
    xy[2 * i + 1] = (double)(i / side) + chance();
  }
  for (size_t e = 0; e < m; e++) {
    size_t i = (size_t)(chance() * (double)(side * side)), j;
    double x = (double)(i % side) + floor(7 * chance()) - 3;
    double y = (double)(i / side) + floor(7 * chance()) - 3;

    x = fmin(fmax(x, 0), (double)(side - 1));
    y = fmin(fmax(y, 0), (double)(side - 1));
    j = near ? (size_t)y * side + (size_t)x
             : (size_t)(chance() * (double)(side * side));
    ends[2 * e] = (unsigned)i;
    ends[2 * e + 1] = (unsigned)j;
  }
  memset(pic, 0, sizeof *pic);
  pic->n = side * side;
  pic->m = m;
  pic->xy = xy;
  pic->ends = ends;
}

static void
say(const char *what, double begin, double bytes, size_t m)
{
  printf("  %-28s %8.3f s  %6.1f bytes/edge\n", what, seconds() - begin,
         bytes / (double)m);
}

static cairo_status_t
count(void *bytes, const unsigned char *data, unsigned length)
{
  (void)data;
  *(double *)bytes += length;
  return CAIRO_STATUS_SUCCESS;
}

/* The way a program without a writer of its own would go. */
static void
cairo_alone(const mg_scene *scene, size_t m)
{
  double bytes = 0, begin = seconds();
  cairo_surface_t *surface
    = cairo_svg_surface_create_for_stream(count, &bytes, scene->width / 100.0,
                                          scene->height / 100.0);
  cairo_t *cr = cairo_create(surface);

  cairo_scale(cr, 0.01, 0.01);
  for (size_t p = 0; p < scene->panels; p++)
    for (size_t r = 0; r < scene->panel[p].edge_runs; r++) {
      const mg_edge_run *run = &scene->panel[p].edges[r];

      cairo_set_line_width(cr, run->width);
      cairo_set_source_rgba(cr, 0, 0, 0, run->colour.a / 255.0);
      for (size_t k = 0; k < run->count; k++) {
        cairo_move_to(cr, run->segment[k].a.x, run->segment[k].a.y);
        cairo_line_to(cr, run->segment[k].b.x, run->segment[k].b.y);
        cairo_stroke(cr);
      }
    }
  cairo_destroy(cr);
  cairo_surface_finish(surface);
  cairo_surface_destroy(surface);
  say("Cairo's SVG, edges only", begin, bytes, m);
}

int
main(int argc, char **argv)
{
  size_t m = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000;

  for (int near = 1; near >= 0; near--) {
    mg_picture pic;
    mg_style style;
    mg_scene scene;
    double begin;

    fill(&pic, m > 0 ? m : 1, near);
    mg_style_init(&style);
    begin = seconds();
    if (mg_scene_build(&scene, &pic, &style, NULL, NULL) != MGNN_OK)
      return 1;
    printf("%zu nodes, %zu edges %s\n", pic.n, pic.m,
           near ? "between neighbours" : "between any two");
    say("scene", begin, 0, pic.m);
    for (const mg_backend *b = mg_backends; b->name != NULL; b++) {
      FILE *out = tmpfile();

      if (out == NULL)
        return 1;
      begin = seconds();
      if (b->draw(&scene, NULL, out, NULL) != MGNN_OK)
        return 1;
      say(b->name, begin, (double)ftell(out), pic.m);
      fclose(out);
    }
    cairo_alone(&scene, pic.m);
    mg_scene_free(&scene);
    free((void *)pic.xy);
    free((void *)pic.ends);
  }
  return 0;
}
