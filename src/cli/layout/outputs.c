/* Finds the wanted outputs, checks their names, and writes them. */
#include "outputs.h"
#include "base/mem.h"
#include "cli/common/file_set.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define AT(member) offsetof(mg_output_options, member)

const mg_option mg_output_rows[] = {
  { 'o', "output", "FILE", MG_FILES, AT(files), 0, 0,
    "the drawing, positions or graph, by suffix; see --format; %d in the name: a file per layer, %m: per model; repeatable" },
  { 'T', "format", "WORD", MG_WORD, AT(format), 0, 0,
    "format of the output: {formats} [default: by its suffix]" },
  { 0, "space", "z|y", MG_WORD, AT(space), 0, 0,
    "coordinates to write and draw [default: z in layers mode, y in layout mode]" },
  { 0, "embed", "pca|mds", MG_WORD, AT(embed), 0, 0,
    "how to draw more than three dimensions [default: pca]" },
  { 0, "sheet", "FILE", MG_FILE | MG_OF_LAYERS, AT(sheet), 0, 0,
    "all layers as one figure, a row per model" },
  { 0, "show-layers", "K,K,...", MG_WORD | MG_OF_LAYERS, AT(show_layers), 0, 0,
    "layers on the sheet; 0 is the start [default: 1 to the last]" },
  { 0, "viewport", "frame|model|all", MG_WORD | MG_OF_LAYERS, AT(viewport), 0, 0,
    "frames that share one scale on sheets and animations: none, those of a model, all [default: model]" },
  { 0, "animate", "FILE", MG_FILE, AT(animate), 0, 0,
    "animation of the layers or of the search: .png, .svg, .html" },
  { 0, "fps", "X", MG_REAL, AT(fps), 0.01, 1000,
    "frames per second of --animate [default: 2 with --layers, else 15]" },
  { 0, "hold", "SECONDS", MG_REAL, AT(hold), 0, 600,
    "how long --animate shows the last frame [default: 2]" },
  { 0, "plot", "FILE", MG_FILE, AT(plot), 0, 0,
    "charts of energy, errors and lengths: .svg, .png, .pdf" },
  { 0, "uncertainty", "FILE", MG_FILE | MG_OF_LAYOUT, AT(uncertainty), 0, 0,
    "table of the standard errors of the positions" },
  { 0, "worst", "FILE", MG_FILE, AT(worst), 0, 0,
    "table of the edges with given and achieved lengths, the worst first" },
  { 0, "report", "FILE", MG_FILE, AT(report), 0, 0, "everything measured, as JSON" },
  { 0, "table", "FILE", MG_FILE | MG_OF_LAYERS, AT(table), 0, 0,
    "measures of layers as CSV, a row per setting, model, layer, space and measure" },
  { 0, "claims", "text|markdown|json", MG_MAYBE_WORD | MG_OF_LAYERS, AT(claims), 0, 0,
    "print what the measures show about each model [default: text]" },
  MG_OPTIONS_END
};

void
mg_output_options_init(mg_output_options *opt)
{
  memset(opt, 0, sizeof *opt);
  opt->fps = NAN;
  opt->hold = 2;
}

/* ---- formats ---- */

static int
is_stdout(const char *name)
{
  return strcmp(name, "-") == 0;
}

/* Set the format and kind of an output from a format word or, if that is NULL, from the
 * suffix of its name. */
static mgnn_status
format_find(mg_wanted *t, const char *word, mgnn_error *err)
{
  char words[200];

  t->format = mg_file_format_of(t->name, &word);
  t->word = word;
  if (word == NULL)
    return mg_fail(err, MGNN_EINVAL, "%s %s: the name has no suffix that tells "
                   "the format; give one, or -T WORD", t->option, t->name);
  if (t->format.draw != NULL || t->format.write != NULL) {
    t->kind = t->format.draw != NULL ? MG_STILL : MG_POSITIONS;
    return MGNN_OK;
  }
  t->kind = MG_PAGE;
  if (strcasecmp(word, "html") == 0)
    return MGNN_OK;
  return mg_fail(err, MGNN_EINVAL, "%s %s: \"%s\" is not a format we write; give "
                 "%s", t->option, t->name, word,
                 mg_choices(words, sizeof words, mg_format_word));
}

/* Set the format of an output with all frames in one file; words: the three allowed. */
static mgnn_status
format_find_among(mg_wanted *t, const char *const *words, mgnn_error *err)
{
  const char *word = NULL;

  t->format = mg_file_format_of(t->name, &word);
  for (int k = 0; k < 3; k++)
    if (word != NULL && strcasecmp(word, words[k]) == 0) {
      t->word = words[k];
      return MGNN_OK;
    }
  return mg_fail(err, MGNN_EINVAL, "%s %s: the name must end in .%s, .%s or "
                 ".%s", t->option, t->name, words[0], words[1], words[2]);
}

/* ---- names ---- */

/* The length of the %d or %0Nd that starts at s, 0 if neither does; *width receives
 * N. */
static size_t
layer_mark(const char *s, int *width)
{
  size_t len = 1;

  *width = 0;
  if (s[len] == '0' && s[len + 1] >= '1' && s[len + 1] <= '9') {
    *width = s[len + 1] - '0';
    len += 2;
  }
  return s[len] == 'd' ? len + 1 : 0;
}

static mgnn_status
name_check(mg_wanted *t, const mg_results *runs, mgnn_error *err)
{
  for (const char *s = t->name; *s != '\0'; s++) {
    int width;

    if (*s != '%')
      continue;
    if (s[1] == 'm')
      t->per_model = 1;
    else if (layer_mark(s, &width) > 0)
      t->per_layer = 1;
    else if (s[1] != '%')
      return mg_fail(err, MGNN_EINVAL, "%s %s: after %% only d, 0Nd (the "
                     "layer), m (the model) and %% are known", t->option,
                     t->name);
    s++;
  }
  if (t->per_layer && runs->ensemble > 0 && t->kind != MG_POSITIONS)
    return mg_fail(err, MGNN_EINVAL, "%s %s: %%d is the number of a model, and a "
                   "drawing shows the best alone: leave it out, or write positions",
                   t->option, t->name);
  if (t->per_layer && !runs->in_layers && runs->ensemble == 0)
    return mg_fail(err, MGNN_EINVAL, "%s %s: %%d is the number of a layer, "
                   "which there is only with --layers", t->option, t->name);
  if (t->per_layer && t->kind != MG_STILL && t->kind != MG_POSITIONS)
    return mg_fail(err, MGNN_EINVAL, "%s %s: %s holds all layers in one file; "
                   "leave %%d out of its name", t->option, t->name, t->word);
  if (t->per_model && !runs->in_layers)
    return mg_fail(err, MGNN_EINVAL, "%s %s: %%m is the name of a model, which "
                   "there is only with --layers", t->option, t->name);
  return MGNN_OK;
}

/* The first number of an output's files: they are numbered by layer or by model. */
static size_t
number_first(const mg_wanted *t, const mg_results *runs)
{
  return t->per_layer && runs->ensemble > 0 ? 1 : 0;
}

static size_t
number_last(const mg_wanted *t, const mg_results *runs)
{
  return !t->per_layer ? 0 : runs->models != NULL ? runs->model_count
         : runs->ensemble > 0 ? runs->ensemble : runs->layers;
}

/* Whether each file of the output shows a single layer. */
static int
by_layer(const mg_wanted *t)
{
  return t->kind == MG_STILL || t->kind == MG_POSITIONS;
}

/* The number of runs that one file of an output holds. */
static size_t
runs_per_file(const mg_wanted *t, const mg_results *runs)
{
  return by_layer(t) || t->per_model ? 1 : runs->count;
}

char *
mg_output_name(const char *pattern, const char *model, size_t layer)
{
  /* enough if every byte were a mark for a model or a number of 20 digits */
  size_t cap = strlen(pattern) * (strlen(model) + 24) + 1, used = 0;
  char *name = mg_alloc(cap, 1);

  if (name == NULL)
    return NULL;
  for (const char *s = pattern; *s != '\0'; s++) {
    int width;

    if (*s != '%') {
      name[used++] = *s;
      continue;
    }
    if (s[1] == 'm')           /* ':' becomes '-' in file names */
      for (const char *m = model; *m != '\0'; m++)
        name[used++] = *m == ':' ? '-' : *m;
    else if (s[1] == '%')
      name[used++] = '%';
    else {
      s += layer_mark(s, &width) - 2;
      used += (size_t)snprintf(name + used, cap - used, "%0*zu", width, layer);
    }
    s++;
  }
  name[used] = '\0';
  return name;
}

/* The name of one file; NULL if out of memory. */
static char *
name_of(const mg_wanted *t, const mg_run *run, size_t layer)
{
  if (t->kind == MG_SHEET || t->kind == MG_REPORT_FILE)    /* without marks */
    return mg_strdup(t->name);
  return mg_output_name(t->name, run->name != NULL ? run->name : "", layer);
}

/* ---- the wanted outputs ---- */

static mgnn_status
file_add(mg_outputs *out, const mg_output_options *opt, const mg_results *runs,
         const char *name, mgnn_error *err)
{
  mg_wanted *t = &out->item[out->count];

  for (size_t k = 0; k < out->count; k++)
    if (strcmp(out->item[k].option, "--output") == 0
        && strcmp(out->item[k].name, name) == 0)
      return mg_fail(err, MGNN_EINVAL, "--output names %s twice", name);
  out->count++;
  t->option = "--output";
  t->name = name;
  PASS(format_find(t, is_stdout(name) && opt->format == NULL ? "svg"
                   : opt->format, err));
  PASS(name_check(t, runs, err));
  if (runs->count > 1 && !t->per_model && t->kind != MG_PAGE)
    return mg_fail(err, MGNN_EINVAL, "--output %s: %zu models need a name with "
                   "%%m for the model, or --sheet", name, runs->count);
  return MGNN_OK;
}

static mgnn_status
sheet_add(mg_outputs *out, const mg_output_options *opt, mgnn_error *err)
{
  mg_wanted *t = &out->item[out->count];

  if (opt->sheet == NULL)
    return MGNN_OK;
  out->count++;
  t->option = "--sheet";
  t->name = opt->sheet;
  PASS(format_find(t, is_stdout(t->name) && opt->format == NULL ? "svg" : NULL,
                   err));
  t->kind = MG_SHEET;
  if (t->format.draw == NULL)
    return mg_fail(err, MGNN_EINVAL, "--sheet %s: a sheet is a drawing: svg, "
                   "png or pdf", t->name);
  return MGNN_OK;
}

/* Add the output of --animate or --plot. */
static mgnn_status
whole_add(mg_outputs *out, const mg_results *runs, mg_wanted_kind kind,
          const char *name, mgnn_error *err)
{
  static const char *const moving[] = { "svg", "png", "html" };
  static const char *const charts[] = { "svg", "png", "pdf" };
  mg_wanted *t = &out->item[out->count];

  if (name == NULL)
    return MGNN_OK;
  out->count++;
  t->kind = kind;
  t->option = kind == MG_ANIMATION ? "--animate" : "--plot";
  t->name = name;
  PASS(format_find_among(t, kind == MG_ANIMATION ? moving : charts, err));
  return name_check(t, runs, err);
}

/* Add an output that a later stage writes; here only its name is checked. */
static void
later_add(mg_outputs *out, const char *option, const char *name)
{
  if (name != NULL)
    out->item[out->count++] = (mg_wanted){ .kind = MG_REPORT_FILE,
                                           .option = option, .name = name };
}

/* Add all outputs named by options; if there are none, a drawing to standard output. */
static mgnn_status
targets_add(mg_outputs *out, const mg_output_options *opt,
            const mg_results *runs, mgnn_error *err)
{
  for (size_t k = 0; k < opt->files.count; k++)
    PASS(file_add(out, opt, runs, opt->files.word[k], err));
  PASS(sheet_add(out, opt, err));
  PASS(whole_add(out, runs, MG_ANIMATION, opt->animate, err));
  PASS(whole_add(out, runs, MG_CHARTS, opt->plot, err));
  later_add(out, "--report", opt->report);
  later_add(out, "--uncertainty", opt->uncertainty);
  later_add(out, "--worst", opt->worst);
  later_add(out, "--table", opt->table);
  later_add(out, "--claims", opt->claims != NULL ? "-" : NULL);
  if (out->count > 0)
    return MGNN_OK;
  if (opt->format == NULL && isatty(STDOUT_FILENO))
    return mg_fail(err, MGNN_EINVAL, "no output is named, and the terminal "
                   "cannot show a drawing: give -o FILE.svg, or -o - to print "
                   "it all the same");
  return file_add(out, opt, runs, "-", err);
}

/* ---- checks of names ---- */

/* Add the names of all files of an output. */
static mgnn_status
names_add(mg_files *files, const mg_wanted *t, const mg_results *runs,
          mgnn_error *err)
{
  size_t step = runs_per_file(t, runs), last = number_last(t, runs);
  char *name = NULL;
  mgnn_status status = MGNN_OK;

  for (size_t r = 0; r < runs->count; r += step)
    for (size_t layer = number_first(t, runs); layer <= last; layer++) {
      name = name_of(t, &runs->run[r], layer);
      TRY(mg_allocated(name, err));
      TRY(mg_files_add(files, name, err));
      mg_free(name);
      name = NULL;
    }
end:
  mg_free(name);
  return status;
}

/* Check before the work that the first file of an output can be written. */
static mgnn_status
target_try(const mg_wanted *t, const mg_results *runs, mgnn_error *err)
{
  char *name = name_of(t, &runs->run[0], number_first(t, runs));
  mgnn_status status = name != NULL ? mg_output_try(name, err)
                                    : mg_fail_memory(err);

  mg_free(name);
  return status;
}

mgnn_status
mg_outputs_check(mg_outputs *out, const mg_output_options *opt,
                 const mg_peers_options *peers, const mg_results *runs,
                 const char *const *input, size_t inputs, mgnn_error *err)
{
  const mg_wanted *to_stdout = NULL;
  mg_files files = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(out->item = mg_zalloc(opt->files.count + 11, sizeof *out->item), err));
  if (peers->list != NULL) {
    later_add(out, "--compare-table", peers->table != NULL ? peers->table : "-");
    later_add(out, "--compare-sheet", peers->sheet);
  }
  TRY(targets_add(out, opt, runs, err));
  for (size_t k = 0; k < out->count; k++) {
    if (!is_stdout(out->item[k].name))
      continue;
    if (to_stdout != NULL)
      return mg_fail(err, MGNN_EINVAL, "standard output can take only one of %s "
                     "and %s; give the other a file", to_stdout->option,
                     out->item[k].option);
    to_stdout = &out->item[k];
  }
  for (size_t k = 0; k < out->count; k++)
    TRY(names_add(&files, &out->item[k], runs, err));
  TRY(mg_files_check(&files, input, inputs, err));
  for (size_t k = 0; k < out->count; k++)
    TRY(target_try(&out->item[k], runs, err));
end:
  mg_files_free(&files);
  return status;
}

static int
ends_in_html(const char *name)
{
  size_t len = name != NULL ? strlen(name) : 0;

  return len > 5 && strcasecmp(name + len - 5, ".html") == 0;
}

int
mg_outputs_have_page(const mg_output_options *opt)
{
  int found = ends_in_html(opt->animate)
              || (opt->format != NULL && strcasecmp(opt->format, "html") == 0);

  for (size_t k = 0; k < opt->files.count; k++)
    found |= ends_in_html(opt->files.word[k]);
  return found;
}

static int
is_drawing(const mg_wanted *t)
{
  return t->kind != MG_POSITIONS && t->kind != MG_REPORT_FILE;
}

int
mg_outputs_want_frames(const mg_outputs *out)
{
  for (size_t k = 0; k < out->count; k++)
    if (out->item[k].per_layer
        || (is_drawing(&out->item[k]) && out->item[k].kind != MG_STILL))
      return 1;
  return 0;
}

mgnn_status
mg_outputs_width_check(const mg_outputs *out, const mg_output_options *opt,
                       size_t n, size_t dim, mgnn_error *err)
{
  enum { WIDE = 50, NUMBERS_MOST = 1000000, BYTES = 20 };

  for (size_t k = 0; k < out->count && opt->format == NULL; k++) {
    const mg_wanted *w = &out->item[k];

    if (w->kind == MG_POSITIONS && dim > WIDE && n * dim > NUMBERS_MOST
        && strncmp(w->word, "np", 2) != 0)
      return mg_fail(err, MGNN_EINVAL, "%s: %zu nodes in %zu dimensions would be "
                     "some %zu MB of text: write .npy or .npz, bring the features "
                     "to D dimensions with --project pca:D, or ask for it with -T "
                     "%s", w->name, n, dim, n * dim * BYTES / 1000000, w->word);
  }
  return MGNN_OK;
}

int
mg_outputs_are_drawn(const mg_outputs *out, int drawn)
{
  for (size_t k = 0; k < out->count; k++)
    if (out->item[k].kind != MG_REPORT_FILE
        && is_drawing(&out->item[k]) == drawn)
      return 1;
  return 0;
}

mg_keep
mg_outputs_keep(const mg_outputs *out)
{
  mg_keep keep = MG_KEEP_NAMES;

  for (size_t k = 0; k < out->count; k++) {
    const mg_wanted *t = &out->item[k];

    if (t->kind == MG_PAGE
        || (t->kind == MG_POSITIONS && t->format.write->attributes))
      return MG_KEEP_ALL;
    if (is_drawing(t))
      keep = MG_KEEP_EDGES;
  }
  return keep;
}

void
mg_outputs_free(mg_outputs *out)
{
  mg_free(out->item);
}

/* ---- writing them ---- */

/* The content of one file: a layer of a run, or `count` runs starting with it. */
typedef struct {
  const mg_run *run;
  size_t count, layer;
  mg_run_view view;            /* for a still */
  const mg_sweep *sweep;       /* for sheets and charts */
} content;

static mgnn_status
put_positions(const mg_wanted *t, const mg_pictures *p, const content *c,
              FILE *out, mgnn_error *err)
{
  const mg_results *runs = p->runs;
  const mg_input *in = runs->in;
  size_t n = in->src.n;
  size_t frame = c->layer < runs->layers ? c->layer : MG_FRAME_LAST;
  double *x = mg_alloc(n * runs->dim, sizeof *x);
  double *y = mg_alloc(n * runs->dim, sizeof *y);
  const char **labels = in->groups.group != NULL ? mg_alloc(n, sizeof *labels)
                                                 : NULL;
  const mg_given given = mg_input_given(in);
  const mg_record record = {
    .given = t->format.write->attributes ? &given : NULL,
    .graph = &in->problem->graph, .dim = runs->dim, .x = x, .y = y,
    .names = (const char *const *)in->src.names.text, .labels = labels,
    .label_key = in->opt->labels, .space = p->in_z ? "z" : "y",
    .without_lengths = !in->lengths_given,
    .models = t->per_layer ? NULL : runs->models, .model_count = runs->model_count
  };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, x, y));
  if (in->groups.group != NULL)
    TRY(mg_allocated(labels, err));
  for (size_t i = 0; i < n && labels != NULL; i++)
    labels[i] = in->groups.group[i] >= 0 ? in->groups.name[in->groups.group[i]]
                                         : NULL;
  mg_run_positions(runs, c->run, frame, p->in_z, x);
  mg_run_positions(runs, c->run, frame, 0, y);
  if (t->per_layer && runs->models != NULL) {
    memcpy(x, runs->models + (c->layer - 1) * n * runs->dim, n * runs->dim * sizeof *x);
    memcpy(y, x, n * runs->dim * sizeof *y);
  }
  TRY(t->format.write->write(&record, out, err));
end:
  mg_free_all(x, y, labels);
  return status;
}

static mgnn_status
put(const mg_wanted *t, mg_pictures *p, const content *c, FILE *out,
    mgnn_error *err)
{
  switch (t->kind) {
  case MG_STILL:
    return mg_pictures_still(p, c->run, c->layer, &c->view, t->format.draw, out,
                             err);
  case MG_POSITIONS:
    return put_positions(t, p, c, out, err);
  case MG_SHEET:
    if (mg_sweep_compares(c->sweep))
      return mg_sweep_sheet(c->sweep, p, t->format.draw, out, err);
    return mg_pictures_sheet(p, t->format.draw, out, err);
  case MG_CHARTS:
    if (mg_sweep_compares(c->sweep))
      return mg_sweep_charts(c->sweep, p, t->format.draw, out, err);
    return mg_pictures_charts(p, c->run, c->count, t->format.draw, out, err);
  case MG_ANIMATION:
    if (strcmp(t->word, "html") != 0)
      return mg_pictures_animation(p, c->run, c->count, t->word, out, err);
    return mg_pictures_page(p, c->run, c->count, 1, out, err);
  case MG_PAGE:
    return mg_pictures_page(p, c->run, c->count, 0, out, err);
  case MG_REPORT_FILE:         /* written later */
    break;
  }
  return MGNN_OK;
}

/* Write one file, completely or not at all. */
static mgnn_status
put_file(const mg_wanted *t, mg_pictures *p, const content *c, mgnn_error *err)
{
  char *name = name_of(t, c->run, c->layer);
  mg_output out = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(name, err));
  TRY(mg_output_open(&out, name, err));
  TRY(put(t, p, c, out.file, err));
  TRY(mg_output_keep(&out, p->runs->files, err));
end:
  mg_output_discard(&out);
  mg_free(name);
  return status;
}

/* Write the layers of a run.  They share one viewport, so that positions and sizes can
 * be compared between files. */
static mgnn_status
put_layers(const mg_wanted *t, mg_pictures *p, const mg_run *run,
           mgnn_error *err)
{
  size_t last = t->per_layer ? number_last(t, p->runs) : p->runs->layers;
  content c = { .run = run, .count = 1 };
  mgnn_status status = MGNN_OK;

  if (t->kind == MG_STILL)
    TRY(mg_run_view_init(&c.view, p, run, t->per_layer, err));
  for (c.layer = t->per_layer ? number_first(t, p->runs) : last; c.layer <= last; c.layer++)
    TRY(put_file(t, p, &c, err));
end:
  mg_run_view_free(&c.view);
  return status;
}

static mgnn_status
put_target(const mg_outputs *out, const mg_wanted *t, mg_pictures *p,
           mgnn_error *err)
{
  const mg_results *runs = p->runs;
  size_t step = runs_per_file(t, runs);

  for (size_t r = 0; r < runs->count; r += step) {
    const content all = { .run = &runs->run[r], .count = step,
                          .sweep = out->sweep };

    PASS(by_layer(t) ? put_layers(t, p, &runs->run[r], err)
                     : put_file(t, p, &all, err));
  }
  return MGNN_OK;
}

mgnn_status
mg_outputs_put(const mg_outputs *out, mg_pictures *p, int drawn,
               mgnn_error *err)
{
  for (size_t k = 0; k < out->count; k++)
    if (out->item[k].kind != MG_REPORT_FILE
        && is_drawing(&out->item[k]) == drawn)
      PASS(put_target(out, &out->item[k], p, err));
  return MGNN_OK;
}
