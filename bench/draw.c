/* What a drawing costs on one thread: seconds of the processor and bytes per
 * edge, on a page of 2000 x 2000, for every backend; for Cairo with a stroke per
 * edge, as SVG and as pixels; and for positions as a table.
 *
 *   bench/draw [EDGES]
 *
 * Once with edges between neighbours, once with edges between any two nodes. */
#include "common.h"
#include "io/write/write.h"
#include "render/backend/backend.h"
#include "render/compose/still.h"

#include <cairo-svg.h>
#ifdef _OPENMP
#include <omp.h>
#endif

static uint64_t state = 1;

static double
uniform(void)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (double)(state >> 11) / 9007199254740992.0;
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
    xy[2 * i] = (double)(i % side) + uniform();
    xy[2 * i + 1] = (double)(i / side) + uniform();
  }
  for (size_t e = 0; e < m; e++) {
    size_t i = (size_t)(uniform() * (double)(side * side)), j;
    double x = (double)(i % side) + floor(7 * uniform()) - 3;
    double y = (double)(i / side) + floor(7 * uniform()) - 3;

    x = fmin(fmax(x, 0), (double)(side - 1));
    y = fmin(fmax(y, 0), (double)(side - 1));
    j = near ? (size_t)y * side + (size_t)x
             : (size_t)(uniform() * (double)(side * side));
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
say(const char *what, double seconds, double bytes, size_t count,
    const char *each)
{
  printf("  %-28s %8.3f s  %6.1f bytes/%s\n", what, seconds,
         bytes / (double)count, each);
}

static cairo_status_t
count(void *bytes, const unsigned char *data, unsigned length)
{
  (void)data;
  *(double *)bytes += length;
  return CAIRO_STATUS_SUCCESS;
}

/* Stroke one of `every` edges, the way a program without lines of its own
 * would go.  The surface is finished, and destroyed. */
static void
stroke(cairo_surface_t *surface, const mg_scene *scene, size_t every)
{
  cairo_t *cr = cairo_create(surface);

  cairo_scale(cr, 1.0 / MG_UNITS, 1.0 / MG_UNITS);
  for (size_t p = 0; p < scene->panels; p++)
    for (size_t r = 0; r < scene->panel[p].edge_runs; r++) {
      const mg_edge_run *run = &scene->panel[p].edges[r];

      cairo_set_line_width(cr, run->width);
      cairo_set_source_rgba(cr, 0, 0, 0, run->colour.a / 255.0);
      for (size_t k = 0; k < run->count; k += every) {
        cairo_move_to(cr, run->segment[k].a.x, run->segment[k].a.y);
        cairo_line_to(cr, run->segment[k].b.x, run->segment[k].b.y);
        cairo_stroke(cr);
      }
    }
  cairo_destroy(cr);
  cairo_surface_finish(surface);
  cairo_surface_destroy(surface);
}

/* Pixels of all edges would take minutes and every edge takes the same: a part
 * of them is drawn, and the time multiplied. */
static void
cairo_alone(const mg_scene *scene, size_t m)
{
  double bytes = 0, begin = bench_cpu();
  int width = scene->width / MG_UNITS, height = scene->height / MG_UNITS;
  size_t every = m / 20000 + 1;

  stroke(cairo_svg_surface_create_for_stream(count, &bytes, width, height),
         scene, 1);
  say("Cairo's SVG, edges only", bench_cpu() - begin, bytes, m, "edge");
  begin = bench_cpu();
  stroke(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height), scene,
         every);
  say("Cairo's pixels, edges only", (bench_cpu() - begin) * (double)every, 0, m,
      "edge");
}

/* Positions of n nodes as a table, from drawn ones to full precision. */
static int
positions(size_t n)
{
  mg_graph graph = { .n = n };
  double *x = malloc(2 * n * sizeof *x), begin;
  mg_record record = { .graph = &graph, .dim = 2, .x = x };
  FILE *out = tmpfile();

  if (x == NULL || out == NULL)
    return 0;
  for (size_t k = 0; k < 2 * n; k++)
    x[k] = 100 * uniform() - 50;
  begin = bench_cpu();
  if (mg_writer_find("csv")->write(&record, out, NULL) != MGNN_OK
      || fflush(out) != 0)
    return 0;
  printf("%zu nodes\n", n);
  say("positions", bench_cpu() - begin, (double)ftell(out), n, "node");
  fclose(out);
  free(x);
  return 1;
}

static int
backends(const mg_scene *scene, size_t m)
{
  for (const mg_backend *b = mg_backends; b->name != NULL; b++) {
    FILE *out = tmpfile();
    double begin = bench_cpu();

    if (out == NULL || b->draw(scene, NULL, out, NULL) != MGNN_OK)
      return 0;
    say(b->name, bench_cpu() - begin, (double)ftell(out), m, "edge");
    fclose(out);
  }
  return 1;
}

int
main(int argc, char **argv)
{
  size_t m = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000;

#ifdef _OPENMP
  omp_set_num_threads(1);
#endif
  for (int near = 1; near >= 0; near--) {
    mg_picture pic;
    mg_style style;
    mg_scene scene;
    double begin;

    fill(&pic, m > 0 ? m : 1, near);
    mg_style_init(&style);
    style.width = style.height = 2000;
    begin = bench_cpu();
    if (mg_scene_build(&scene, &pic, &style, NULL, NULL) != MGNN_OK)
      return 1;
    printf("%zu nodes, %zu edges %s\n", pic.n, pic.m,
           near ? "between neighbours" : "between any two");
    say("scene", bench_cpu() - begin, 0, pic.m, "edge");
    if (!backends(&scene, pic.m))
      return 1;
    cairo_alone(&scene, pic.m);
    mg_scene_free(&scene);
    free((void *)pic.xy);
    free((void *)pic.ends);
  }
  return positions(m > 0 ? m : 1) ? 0 : 1;
}
