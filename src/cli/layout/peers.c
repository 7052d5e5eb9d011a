/* --compare: measures several layouts of one graph, writes a table and a sheet. */
#include "peers.h"
#include "base/threads.h"
#include "base/mem.h"
#include "cli/common/files.h"
#include "io/write/json.h"
#include "io/write/output.h"
#include "peer_layouts.h"
#include "problem/positions_file.h"
#include "cli/common/program.h"
#include "render/compose/sheet.h"
#include "io/text/message.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define AT(member) offsetof(mg_peers_options, member)

const mg_option mg_peers_rows[] = {
  { 0, "compare", "NAME|FILE[,...]", MG_WORD | MG_OF_LAYOUT, AT(list), 0, 0,
    "measure other layouts beside this one: igraph's {peers}, or tables of positions" },
  { 0, "compare-table", "FILE", MG_FILE | MG_OF_LAYOUT, AT(table), 0, 0,
    "write that comparison as .txt, .md, .csv or .json [default: to standard output]" },
  { 0, "compare-sheet", "FILE", MG_FILE | MG_OF_LAYOUT, AT(sheet), 0, 0,
    "draw the layouts side by side: .svg, .png, .pdf" },
  MG_OPTIONS_END
};

/* ---- the layouts to compare ---- */

static mgnn_status
peer_add(mg_peers *p, const char *word, size_t len, mgnn_error *err)
{
  const char *title = mg_peer_title(word, len);
  mg_peer *more = mg_resize(p->item, p->count + 1, sizeof *more);
  mg_peer *item;
  char names[200];

  PASS(mg_allocated(more, err));
  p->item = more;
  item = &more[p->count++];
  *item = (mg_peer){ .from_file = title == NULL, .seconds = NAN };
  if (title == NULL && (len == 0 || memchr(word, '.', len) == NULL))
    return mg_fail(err, MGNN_EINVAL, "--compare: \"%.*s\" is neither a file nor one "
                   "of %s", len < 60 ? (int)len : 60, word,
                   mg_choices(names, sizeof names, mg_peer_name));
  item->name = mg_alloc(title != NULL ? strlen(title) + 1 : len + 1, 1);
  PASS(mg_allocated(item->name, err));
  if (title != NULL)
    strcpy(item->name, title);
  else {
    memcpy(item->name, word, len);
    item->name[len] = '\0';
  }
  return MGNN_OK;
}

enum { TEXT, MARKDOWN, CSV, JSON };

/* The format of the table, by suffix; text without one.  -1: unknown suffix. */
static int
table_format(const char *name)
{
  static const char *const suffix[] = { ".txt", ".md", ".csv", ".json" };
  const char *dot = name != NULL ? strrchr(name, '.') : NULL;
  int format = JSON;

  if (dot == NULL || strchr(dot, '/') != NULL)
    return TEXT;
  while (format >= 0 && strcmp(dot, suffix[format]) != 0)
    format--;
  return format;
}

mgnn_status
mg_peers_check(mg_peers *p, const mg_peers_options *opt, mgnn_error *err)
{
  const char *word = NULL;

  if (opt->list == NULL)
    return MGNN_OK;
  if (table_format(opt->table) < 0)
    return mg_fail(err, MGNN_EINVAL, "--compare-table %s: must end in .txt, .md, .csv or "
                   ".json", opt->table);
  if (opt->sheet != NULL) {
    p->backend = mg_file_format_of(opt->sheet, &word).draw;
    if (p->backend == NULL)
      return mg_fail(err, MGNN_EINVAL, "--compare-sheet %s: must end in .svg, .png or "
                     ".pdf", opt->sheet);
  }
  PASS(peer_add(p, "kk", 2, err));      /* ours; renamed below */
  strcpy(p->item[0].name, "mgnn");
  for (const char *list = opt->list; list != NULL; list = mg_list_rest(list))
    PASS(peer_add(p, list, strcspn(list, ","), err));
  return MGNN_OK;
}

/* ---- positions ---- */

mgnn_status
mg_peers_read(mg_peers *p, const mg_input *in, mgnn_error *err)
{
  int dim;

  if (p->count > 0 && in->dim != 2)
    return mg_fail(err, MGNN_EINVAL, "--compare is for drawings in the plane, not in "
                   "%zu dimensions", in->dim);
  for (size_t k = 0; k < p->count; k++)
    if (p->item[k].from_file) {
      PASS(mg_positions_read_all(&in->src, p->item[k].name, &p->item[k].xy, &dim,
                                 err));
      if (dim != 2)
        return mg_fail(err, MGNN_EINVAL, "--compare: %s has %d coordinates per node, "
                       "must have 2", p->item[k].name, dim);
    }
  return MGNN_OK;
}

mgnn_status
mg_peers_run(mg_peers *p, const mg_results *runs, const mgnn_control *control,
             double seconds, mgnn_error *err)
{
  const mgnn_problem *problem = runs->in->problem;
  size_t n = problem->graph.n;

  for (size_t k = 0; k < p->count; k++) {
    mg_peer *item = &p->item[k];
    double begin = mg_clock();

    mgnn_status status = MGNN_OK;

    if (item->xy == NULL)
      PASS(mg_allocated(item->xy = mg_zalloc(2 * n, sizeof *item->xy), err));
    if (k == 0)
      memcpy(item->xy, runs->run[0].last, 2 * n * sizeof *item->xy);
    else if (!item->from_file)
      status = mg_program_stopped() ? MGNN_ENOCONV
               : mg_peer_layout(item->name, &problem->graph, control, item->xy, err);
    if (status == MGNN_ENOCONV) {      /* left out */
      fprintf(stderr, "mgnn-layout: --compare: %s was stopped and is left out\n",
              item->name);
      mg_free_all(item->name, item->xy);
      memmove(item, item + 1, (--p->count - k--) * sizeof *item);
      continue;
    }
    PASS(status);
    if (!item->from_file)
      item->seconds = k == 0 ? seconds : mg_clock() - begin;
    PASS(mg_plane_measure(problem, item->xy, runs->seed, &item->figures, err));
    for (size_t c = 0; c < 2 * n && isfinite(item->figures.scale); c++)
      item->xy[c] *= item->figures.scale;
  }
  return MGNN_OK;
}

/* ---- the table ---- */

static const struct {
  const char *key, *title;
  const char *form;            /* for people */
  size_t at;
  double unit;
} columns[] = {
  { "rms_relative_error", "lengths off, %", "%.3g",
    offsetof(mg_plane_figures, rms), 100 },
  { "max_relative_error", "worst, %", "%.3g", offsetof(mg_plane_figures, worst),
    100 },
  { "scaled_stress", "stress", "%.3g", offsetof(mg_plane_figures, stress), 1 },
  { "path_stress", "path stress", "%.3g",
    offsetof(mg_plane_figures, path_stress), 1 },
  { "crossings", "crossings", "%.0f", offsetof(mg_plane_figures, crossings), 1 },
  { "neighbours", "neighbours, %", "%.3g",
    offsetof(mg_plane_figures, neighbours), 100 },
  { "clumped", "clumped", "%.0f", offsetof(mg_plane_figures, clumped), 1 },
  { "scale", "scale", "%.3g", offsetof(mg_plane_figures, scale), 1 }
};

enum { COLUMNS = sizeof columns / sizeof *columns };

static double
value_of(const mg_peer *item, size_t c)
{
  double x;

  memcpy(&x, (const char *)&item->figures + columns[c].at, sizeof x);
  return x;
}

static void
show(char *text, size_t size, const mg_peer *item, size_t c)
{
  double x = c < COLUMNS ? value_of(item, c) * columns[c].unit : item->seconds;

  if (isnan(x))
    snprintf(text, size, "-");
  else
    snprintf(text, size, c < COLUMNS ? columns[c].form : "%.2f",
             fabs(x) < 1e-9 ? 0 : x);
}

/* Write the table as text in columns, or with bars between them for Markdown. */
static void
put_rows(FILE *out, const mg_peers *p, int markdown)
{
  const char *bar = markdown ? " | " : "  ";
  int wide = 6;

  for (size_t k = 0; k < p->count; k++)
    if ((int)strlen(p->item[k].name) > wide)
      wide = (int)strlen(p->item[k].name);
  fprintf(out, "%s%-*s", markdown ? "| " : "", wide, "layout");
  for (size_t c = 0; c < COLUMNS; c++)
    fprintf(out, "%s%14s", bar, columns[c].title);
  fprintf(out, "%s%7s%s\n", bar, "seconds", markdown ? " |" : "");
  if (markdown) {
    fputs("|---|", out);
    for (size_t c = 0; c <= COLUMNS; c++)
      fputs("---:|", out);
    fputc('\n', out);
  }
  for (size_t k = 0; k < p->count; k++) {
    char text[64];

    fprintf(out, "%s%-*s", markdown ? "| " : "", wide, p->item[k].name);
    for (size_t c = 0; c <= COLUMNS; c++) {
      show(text, sizeof text, &p->item[k], c);
      fprintf(out, c < COLUMNS ? "%s%14s" : "%s%7s", bar, text);
    }
    fputs(markdown ? " |\n" : "\n", out);
  }
}

static void
put_csv(FILE *out, const mg_peers *p)
{
  char number[MG_NUMBER_MAX];

  fputs("layout", out);
  for (size_t c = 0; c < COLUMNS; c++)
    fprintf(out, ",%s", columns[c].key);
  fputs(",seconds,sampled\n", out);
  for (size_t k = 0; k < p->count; k++) {
    fputs(p->item[k].name, out);
    for (size_t c = 0; c <= COLUMNS; c++) {
      double x = c < COLUMNS ? value_of(&p->item[k], c) : p->item[k].seconds;

      *number = '\0';
      if (isfinite(x))
        mg_number_write(number, x);
      fprintf(out, ",%s", number);
    }
    fprintf(out, ",%d\n", p->item[k].figures.sampled);
  }
}

static void
put_json(FILE *out, const mg_peers *p)
{
  mg_json json, *j = &json;

  mg_json_begin(j, out);
  mg_json_open(j, '[');
  for (size_t k = 0; k < p->count; k++) {
    mg_json_row(j, '{');
    put_text(j, "layout", p->item[k].name);
    for (size_t c = 0; c < COLUMNS; c++)
      put_number(j, columns[c].key, value_of(&p->item[k], c));
    put_number(j, "seconds", p->item[k].seconds);
    put_flag(j, "sampled", p->item[k].figures.sampled);
    mg_json_close(j);
  }
  mg_json_close(j);
  mg_json_end(j);
}

/* ---- the sheet ---- */

/* Draw the sheet, with each drawing shown as a run of one layer. */
static mgnn_status
sheet_draw(const mg_peers *p, mg_pictures *pictures, FILE *out, mgnn_error *err)
{
  size_t cols = p->count < 4 ? p->count : p->count == 4 ? 2 : 3;
  size_t rows = (p->count + cols - 1) / cols;
  mg_run_picture *shown = mg_zalloc(rows * cols, sizeof *shown);
  mg_picture *pic = mg_zalloc(rows * cols, sizeof *pic);
  mg_viewport *views = mg_zalloc(rows * cols, sizeof *views);
  mg_results runs = *pictures->runs;
  mg_pictures mine = *pictures;
  mg_scene scene = { 0 };
  mg_run_view view = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, shown, pic, views));
  mine.runs = &runs;
  mine.in_z = 0;
  for (size_t k = 0; k < p->count; k++) {
    mg_run run = { .last = p->item[k].xy, .figures = runs.run[0].figures };
    mg_run_picture *s = &shown[k];

    TRY(mg_run_view_init(&view, &mine, &run, 0, err));
    TRY(mg_run_picture_encode(s, &mine, &run, MG_FRAME_LAST, 0, err));
    TRY(mg_run_picture_place(s, &mine, &run, MG_FRAME_LAST, &view.projection, err));
    mg_run_view_free(&view);
    snprintf(s->caption, MG_CAPTION_MAX, "%s", p->item[k].name);
    snprintf(s->note, MG_CAPTION_MAX, "lengths off by %.3g %%, %.0f crossings",
             100 * p->item[k].figures.rms, p->item[k].figures.crossings);
    s->pic.caption = s->caption;
    s->pic.note = s->note;
    pic[k] = s->pic;
    mg_viewport_init(&views[k]);
    TRY(mg_viewport_fit(&views[k], &pic[k], err));
  }
  mg_viewports_align(views, p->count);
  TRY(mg_sheet_build(&scene, pic, rows, cols, views, &pictures->style, err));
  TRY(mg_pictures_draw(pictures, &scene, NAN, p->backend, out, err));
end:
  mg_run_view_free(&view);
  mg_scene_free(&scene);
  for (size_t k = 0; shown != NULL && k < p->count; k++)
    mg_run_picture_free(&shown[k]);
  mg_free_all(shown, pic, views);
  return status;
}

mgnn_status
mg_peers_write(const mg_peers *p, const mg_peers_options *opt,
               mg_pictures *pictures, mgnn_error *err)
{
  int format = table_format(opt->table);
  mg_output table = { 0 }, sheet = { 0 };
  mgnn_status status = MGNN_OK;

  if (p->count == 0)
    return MGNN_OK;
  TRY(mg_output_open(&table, opt->table != NULL ? opt->table : "-", err));
  if (format == CSV)
    put_csv(table.file, p);
  else if (format == JSON)
    put_json(table.file, p);
  else
    put_rows(table.file, p, format == MARKDOWN);
  TRY(mg_output_keep(&table, pictures->runs->files, err));
  if (opt->sheet != NULL) {
    TRY(mg_drawing_load(err));
    TRY(mg_output_open(&sheet, opt->sheet, err));
    TRY(sheet_draw(p, pictures, sheet.file, err));
    TRY(mg_output_keep(&sheet, pictures->runs->files, err));
  }
end:
  mg_output_discard(&table);
  mg_output_discard(&sheet);
  return status;
}

void
mg_peers_free(mg_peers *p)
{
  for (size_t k = 0; k < p->count; k++)
    mg_free_all(p->item[k].name, p->item[k].xy);
  mg_free(p->item);
}
