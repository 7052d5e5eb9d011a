/* Charts of how cost grows with the number of edges:
 *
 *   bench/curve FILE.svg|FILE.png <scaling.csv
 *
 * Rows of the table, after its header: edges, seconds of the processor, peak
 * bytes. */
#include "common.h"
#include "render/backend/backend.h"
#include "render/chart/chart.h"

enum { MOST = 64 };

typedef struct {
  size_t count;
  double edges[MOST], seconds[MOST], each[MOST], bytes[MOST];
} table;

static int
table_read(table *t)
{
  char line[200];

  if (fgets(line, sizeof line, stdin) == NULL)
    return 0;
  while (t->count < MOST && fgets(line, sizeof line, stdin) != NULL) {
    size_t k = t->count;

    if (sscanf(line, "%lf,%lf,%lf", &t->edges[k], &t->seconds[k], &t->bytes[k])
        != 3 || !(t->edges[k] > 0))
      return 0;
    t->each[k] = 1e9 * t->seconds[k] / t->edges[k];
    t->bytes[k] /= t->edges[k];
    t->count++;
  }
  return t->count > 0;
}

int
main(int argc, char **argv)
{
  const char *suffix = argc == 2 ? strrchr(argv[1], '.') : NULL;
  table t = { 0 };
  mg_scene scene;
  mg_style style;
  mgnn_error err;
  FILE *out;
  int ok;

  if (suffix == NULL || !table_read(&t)) {
    fprintf(stderr, "usage: curve FILE.svg|FILE.png <scaling.csv\n");
    return EXIT_FAILURE;
  }
  const mg_series seconds = { .count = t.count, .x = t.edges, .y = t.seconds };
  const mg_series each = { .count = t.count, .x = t.edges, .y = t.each };
  const mg_series bytes = { .count = t.count, .x = t.edges, .y = t.bytes };
  const mg_chart chart[] = {
    { .kind = MG_LINES, .title = "Seconds of the processor", .x_name = "edges",
      .series = &seconds, .series_count = 1, .first = 0 },
    { .kind = MG_LINES, .title = "The same per edge, nanoseconds",
      .x_name = "edges", .series = &each, .series_count = 1, .first = 1 },
    { .kind = MG_LINES, .title = "Peak bytes per edge", .x_name = "edges",
      .series = &bytes, .series_count = 1, .first = 2 }
  };

  mg_style_init(&style);
  if (mg_charts_build(&scene, &(mg_charts){ .chart = chart, .rows = 1, .cols = 3 }, &style,
                      &err) != MGNN_OK) {
    fprintf(stderr, "%s\n", err.text);
    return EXIT_FAILURE;
  }
  out = fopen(argv[1], "wb");
  ok = out != NULL
       && (strcmp(suffix, ".png") == 0 ? mg_draw_png : mg_draw_svg)
          (&scene, NULL, out, &err) == MGNN_OK;
  ok = out != NULL && fclose(out) == 0 && ok;
  if (!ok)
    fprintf(stderr, "%s: cannot be written\n", argv[1]);
  mg_scene_free(&scene);
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
