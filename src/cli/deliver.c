/* The outputs: which were asked for, under which names, and writing them. */
#include "config.h"
#include "base/mem.h"
#include "io/output.h"
#include "io/write.h"
#include "job.h"
#include "paint.h"
#include "program.h"
#include "render/backend/backend.h"
#include "render/figure/project.h"
#include "render/compose/sheet.h"
#include "render/compose/still.h"
#include "render/canvas/text.h"
#include "solve/solver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* A format that holds all layers of all models in one file. */
typedef struct {
  const char *word;            /* after -T, and the suffix */
  mgnn_status (*write)(const mg_job *job, const mg_run *first, size_t count,
                       FILE *out, mgnn_error *err);
} whole;

static const whole wholes[] = {
  { "html", mg_job_explore },
  { NULL, NULL }
};

/* Those of --animate. */
static const whole animations[] = {
  { "svg", mg_job_animate_svg },
  { "png", mg_job_animate_png },
  { "html", mg_job_animate_html },
  { NULL, NULL }
};

/* Those of --plot. */
static const whole plots[] = {
  { "svg", mg_job_plot_svg },
  { "png", mg_job_plot_png },
  { "pdf", mg_job_plot_pdf },
  { NULL, NULL }
};

/* One -o: exactly one of `draw`, `write` and `whole` is set. */
typedef struct {
  const char *name;            /* with its %d, %03d, %m, %% */
  const mg_backend *draw;
  const mg_writer *write;
  const whole *whole;
  int per_layer, per_model;
} target;

struct mg_delivery {
  target *out;
  size_t count;
  target sheet, animate, plot; /* name NULL: none */
};

/* Fill in the format of a target from a word or, if that is NULL, from the
 * suffix of its name. */
static mgnn_status
format_find(target *t, const char *word, const char *option, mgnn_error *err)
{
  char list[200] = "";
  size_t used = 0;

  if (word == NULL) {
    const char *dot = strrchr(t->name, '.');

    if (dot == NULL || strchr(dot, '/') != NULL)
      return mg_fail(err, MGNN_EINVAL, "%s %s: the name has no suffix that "
                     "tells the format; give one, or -T WORD", option, t->name);
    word = dot + 1;
  }
  for (const mg_backend *b = mg_backends; b->name != NULL; b++) {
    if (strcasecmp(b->name, word) == 0)
      t->draw = b;
    used += (size_t)snprintf(list + used, sizeof list - used, "%s, ", b->name);
  }
  for (const mg_writer *w = mg_writers; w->word != NULL; w++) {
    if (strcasecmp(w->word, word) == 0)
      t->write = w;
    used += (size_t)snprintf(list + used, sizeof list - used, "%s, ", w->word);
  }
  for (const whole *w = wholes; w->word != NULL; w++) {
    if (strcasecmp(w->word, word) == 0)
      t->whole = w;
    used += (size_t)snprintf(list + used, sizeof list - used, "%s, ", w->word);
  }
  if (t->draw == NULL && t->write == NULL && t->whole == NULL)
    return mg_fail(err, MGNN_EINVAL, "%s %s: \"%s\" is not a format we write; "
                   "there are: %.*s", option, t->name, word,
                   used > 2 ? (int)used - 2 : 0, list);
  return MGNN_OK;
}

/* Fill in the format of a target that holds all layers, by its suffix. */
static mgnn_status
whole_find(target *t, const whole *table, const char *option, mgnn_error *err)
{
  const char *dot = strrchr(t->name, '.');
  char list[100] = "";
  size_t used = 0;

  for (const whole *w = table; w->word != NULL; w++) {
    if (dot != NULL && strcasecmp(w->word, dot + 1) == 0)
      t->whole = w;
    used += (size_t)snprintf(list + used, sizeof list - used, ".%s%s", w->word,
                             w[1].word == NULL ? "" : w[2].word == NULL ? " or "
                             : ", ");
  }
  return t->whole != NULL ? MGNN_OK
         : mg_fail(err, MGNN_EINVAL, "%s %s: the name must end in %s", option,
                   t->name, list);
}

/* The length of the %d or %0Nd that starts at s, 0 if there is none; *width
 * receives N. */
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
name_check(target *t, const mg_job *job, const char *option, mgnn_error *err)
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
                     "layer), m (the model) and %% are known", option, t->name);
    s++;
  }
  if (t->per_layer && !mg_job_in_layers(job))
    return mg_fail(err, MGNN_EINVAL, "%s %s: %%d is the number of a layer, "
                   "which there is only with --layers", option, t->name);
  if (t->per_layer && t->whole != NULL)
    return mg_fail(err, MGNN_EINVAL, "%s %s: %s holds all layers in one file; "
                   "leave %%d out of its name", option, t->name,
                   t->whole->word);
  if (t->per_model && !mg_job_in_layers(job))
    return mg_fail(err, MGNN_EINVAL, "%s %s: %%m is the name of a model, which "
                   "there is only with --layers", option, t->name);
  return MGNN_OK;
}

/* The name of one file; NULL if out of memory. */
static char *
name_of(const target *t, const mg_run *run, size_t layer)
{
  const char *model = run->rule != NULL ? run->rule->name : "";
  size_t cap = strlen(t->name) * (strlen(model) + 24) + 1, used = 0;
  char *name = mg_alloc(cap, 1);

  if (name == NULL)
    return NULL;
  for (const char *s = t->name; *s != '\0'; s++) {
    int width;

    if (*s != '%') {
      name[used++] = *s;
      continue;
    }
    if (s[1] == 'm')
      used += (size_t)snprintf(name + used, cap - used, "%s", model);
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

static mgnn_status
target_add(mg_delivery *d, const mg_job *job, const char *name,
           mgnn_error *err)
{
  target *t = &d->out[d->count];
  mgnn_status status;

  t->name = name;
  for (size_t k = 0; k < d->count; k++)
    if (strcmp(d->out[k].name, name) == 0)
      return mg_fail(err, MGNN_EINVAL, "--output names %s twice", name);
  d->count++;
  status = format_find(t, strcmp(name, "-") == 0 && job->opt->format == NULL
                       ? "svg" : job->opt->format, "--output", err);
  if (status == MGNN_OK)
    status = name_check(t, job, "--output", err);
  if (status == MGNN_OK && job->runs > 1 && !t->per_model
      && t->whole == NULL)
    return mg_fail(err, MGNN_EINVAL, "--output %s: %zu models need a name with "
                   "%%m for the model, or --sheet", name, job->runs);
  return status;
}

static mgnn_status
sheet_set(mg_delivery *d, const mg_job *job, mgnn_error *err)
{
  mgnn_status status;

  d->sheet.name = job->opt->sheet;
  if (!mg_job_in_layers(job))
    return mg_fail(err, MGNN_EINVAL, "--sheet shows layers: give their number "
                   "with --layers K");
  status = format_find(&d->sheet, strcmp(d->sheet.name, "-") == 0
                       && job->opt->format == NULL ? "svg" : NULL, "--sheet",
                       err);
  if (status == MGNN_OK && d->sheet.draw == NULL)
    status = mg_fail(err, MGNN_EINVAL, "--sheet %s: a sheet is a drawing: svg, "
                     "png or pdf", d->sheet.name);
  return status;
}

static mgnn_status
whole_set(target *t, const whole *table, const mg_job *job, const char *option,
          const char *name, mgnn_error *err)
{
  mgnn_status status;

  t->name = name;
  if (name == NULL)
    return MGNN_OK;
  status = whole_find(t, table, option, err);
  return status == MGNN_OK ? name_check(t, job, option, err) : status;
}

/* Output number k of all that were named, NULL for one that was not; counted
 * up to outputs_count. */
static const char *
output_name(const mg_delivery *d, const mg_layout_options *opt, size_t k)
{
  const char *const more[] = { opt->sheet, opt->animate, opt->plot, opt->report };

  return k < d->count ? d->out[k].name : more[k - d->count];
}

static size_t
outputs_count(const mg_delivery *d)
{
  return d->count + 4;
}

/* An output may not replace an input. */
static mgnn_status
inputs_stay(const mg_job *job, const char *name, mgnn_error *err)
{
  const mg_layout_options *opt = job->opt;
  const char *const in[] = { job->path, opt->input.metric, opt->input.labels, opt->input.features,
                             opt->input.init, opt->input.pin, opt->align };

  for (size_t k = 0; k < sizeof in / sizeof *in; k++)
    if (mg_input_is(in[k], name))
      return mg_fail(err, MGNN_EINVAL, "%s is an input: it will not be "
                     "replaced; name another output", name);
  return MGNN_OK;
}

/* Nor may any of the files of an output with %d or %m in its name. */
static mgnn_status
series_check(const target *t, const mg_job *job, mgnn_error *err)
{
  size_t layers = t->per_layer ? (size_t)job->opt->layers : 0;
  mgnn_status status = MGNN_OK;

  for (size_t r = 0; r < job->runs && status == MGNN_OK; r++)
    for (size_t layer = 0; layer <= layers && status == MGNN_OK; layer++) {
      char *name = name_of(t, &job->run[r], layer);

      status = name != NULL ? inputs_stay(job, name, err) : mg_fail_memory(err);
      mg_free(name);
    }
  return status;
}

/* No output may replace an input, or another output. */
static mgnn_status
files_check(const mg_delivery *d, const mg_job *job, mgnn_error *err)
{
  const mg_layout_options *opt = job->opt;
  mgnn_status status = MGNN_OK;

  for (size_t a = 0; a < outputs_count(d) && status == MGNN_OK; a++) {
    const char *name = output_name(d, opt, a);

    if (name == NULL || strcmp(name, "-") == 0)
      continue;
    status = a < d->count && strchr(name, '%') != NULL
             ? series_check(&d->out[a], job, err) : inputs_stay(job, name, err);
    for (size_t b = a + 1; b < outputs_count(d) && status == MGNN_OK; b++) {
      const char *other = output_name(d, opt, b);

      if (other != NULL && mg_output_same(name, other))
        status = mg_fail(err, MGNN_EINVAL, "%s and %s are the same output; name "
                         "two", name, other);
    }
  }
  return status;
}

/* Standard output takes one thing. */
static mgnn_status
stdout_check(const mg_delivery *d, const mg_layout_options *opt,
             mgnn_error *err)
{
  size_t uses = 0;

  for (size_t k = 0; k < outputs_count(d); k++) {
    const char *name = output_name(d, opt, k);

    uses += name != NULL && strcmp(name, "-") == 0;
  }
  if (uses > 1)
    return mg_fail(err, MGNN_EINVAL, "standard output can take only one of "
                   "--output, --sheet and --report; give the others a file");
  return MGNN_OK;
}

/* Try the first name of every output. */
static mgnn_status
places_try(const mg_delivery *d, const mg_job *job, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < d->count + 2 && status == MGNN_OK; k++) {
    const target *t = k < d->count ? &d->out[k]
                      : k == d->count ? &d->animate : &d->plot;
    char *name;

    if (t->name == NULL)
      continue;
    name = name_of(t, &job->run[0], 0);
    status = name != NULL ? mg_output_try(name, err) : mg_fail_memory(err);
    mg_free(name);
  }
  if (status == MGNN_OK && d->sheet.name != NULL)
    status = mg_output_try(d->sheet.name, err);
  if (status == MGNN_OK && job->opt->report != NULL)
    status = mg_output_try(job->opt->report, err);
  return status;
}

mgnn_status
mg_delivery_new(mg_delivery **out, const mg_job *job, mgnn_error *err)
{
  const mg_layout_options *opt = job->opt;
  mg_delivery *d = mg_zalloc(1, sizeof *d);
  mgnn_status status = MGNN_OK;

  *out = NULL;
  if (d != NULL)
    d->out = mg_zalloc(opt->outputs.count + 1, sizeof *d->out);
  if (d == NULL || d->out == NULL) {
    mg_free(d);
    return mg_fail_memory(err);
  }
  for (size_t k = 0; k < opt->outputs.count && status == MGNN_OK; k++)
    status = target_add(d, job, opt->outputs.word[k], err);
  if (status == MGNN_OK && opt->sheet != NULL)
    status = sheet_set(d, job, err);
  if (status == MGNN_OK)
    status = whole_set(&d->animate, animations, job, "--animate", opt->animate,
                       err);
  if (status == MGNN_OK)
    status = whole_set(&d->plot, plots, job, "--plot", opt->plot, err);
  if (status == MGNN_OK && d->count == 0 && opt->sheet == NULL
      && opt->animate == NULL && opt->plot == NULL && opt->report == NULL) {
    if (opt->format == NULL && isatty(STDOUT_FILENO))
      status = mg_fail(err, MGNN_EINVAL, "no output is named, and the terminal "
                       "cannot show a drawing: give -o FILE.svg, or -o - to "
                       "print it all the same");
    else
      status = target_add(d, job, "-", err);
  }
  if (status == MGNN_OK)
    status = stdout_check(d, opt, err);
  if (status == MGNN_OK)
    status = files_check(d, job, err);
  if (status == MGNN_OK)
    status = places_try(d, job, err);
  if (status != MGNN_OK) {
    mg_delivery_free(d);
    d = NULL;
  }
  *out = d;
  return status;
}

int
mg_delivery_wants_frames(const mg_delivery *d)
{
  if (d->sheet.name != NULL || d->animate.name != NULL || d->plot.name != NULL)
    return 1;
  for (size_t k = 0; k < d->count; k++)
    if (d->out[k].per_layer || d->out[k].whole != NULL)
      return 1;
  return 0;
}

void
mg_delivery_free(mg_delivery *d)
{
  if (d == NULL)
    return;
  mg_free(d->out);
  mg_free(d);
}

/* What all pictures of a job share, and the scratch they are made in. */
typedef struct {
  mg_job *job;
  mg_projection view;
  double *x, *y;               /* n*dim each: as drawn and written; in Y */
  double *xy;                  /* 2n */
  double *depth;               /* n in three dimensions, else NULL */
  const char **labels;         /* n texts or NULL each; or NULL: no labels */
  size_t hidden;               /* names left out of a drawing, at most */
  size_t remarks_hidden;       /* and lengths */
  char caption[64], note[64];
  mg_style style;
} studio;

void
mg_job_picture(const mg_job *job, mg_picture *pic)
{
  const mg_graph *g = &job->in.problem->graph;

  memset(pic, 0, sizeof *pic);
  pic->n = g->n;
  pic->m = g->m;
  pic->ends = g->ends;
  pic->names = (const char *const *)job->in.src.names.text;
  pic->group = job->in.groups.group;
  pic->groups = (const char *const *)job->in.groups.name;
  pic->group_count = job->in.groups.count;
}

/* How much of more than three dimensions the page shows. */
static void
say_share(const studio *s, char *note, size_t room, mg_picture *pic)
{
  double share = mg_project_share(&s->view, s->job->in.src.n, s->x);
  char percent[MG_TEXT_NUMBER];
  size_t used = pic->note != NULL ? strlen(note) : 0;

  if (isnan(share))
    return;
  mg_text_number(percent, 100 * share, 3);
  snprintf(note + used, room - used, used > 0 ? ", %s %% of variance"
           : "two principal axes, %s %% of the variance", percent);
  pic->note = note;
}

static void
describe(studio *s, const mg_run *run, size_t layer, mg_picture *pic,
         char *caption, size_t room, char *note)
{
  mg_job_picture(s->job, pic);
  if (run->rule != NULL) {
    if (layer == 0)            /* no layer of any model yet */
      snprintf(caption, room, "Start");
    else
      snprintf(caption, room, "%s-%zu", run->rule->title, layer);
    mg_job_say(note, room, "E = ", run->figures[layer].energy);
    pic->caption = caption;
    pic->note = note;
  }
  if (s->job->in.dim > 3)
    say_share(s, note, room, pic);
}

/* Fill in s->x for a layer, its projection into xy and its depth. */
static void
pose(studio *s, const mg_run *run, size_t layer, double *xy, double *depth)
{
  mg_job_positions(s->job, run, layer, s->job->draws_z, s->x);
  mg_project(&s->view, s->job->in.src.n, s->x, xy);
  if (depth != NULL)
    mg_project_depth(&s->view, s->job->in.src.n, s->x, depth);
}

/* What a picture of a layer shows beyond its positions. */
static mgnn_status
dress(studio *s, const mg_run *run, size_t layer, mg_picture *pic,
      mg_dress *clothes, mgnn_error *err)
{
  mg_job_positions(s->job, run, layer, 0, s->y);
  return mg_paint_dress(s->job->paint, s->y, pic, clothes, err);
}

/* The projection of a run: as the user says, or one for all its layers, from
 * the last. */
static mgnn_status
aim(studio *s, const mg_run *run, mgnn_error *err)
{
  const mg_layout_options *opt = s->job->opt;

  mg_free(s->view.axis);
  s->view.axis = NULL;
  if (opt->view != NULL)
    return mg_projection_turn(&s->view, opt->azimuth, opt->elevation, err);
  mg_job_positions(s->job, run, s->job->layers, s->job->draws_z, s->x);
  return mg_projection_fit(&s->view, s->job->in.dim, s->job->in.src.n, s->x, err);
}

mgnn_status
mg_job_command(const mg_job *job, char **out, mgnn_error *err)
{
  static const char *const skip[] = { "output", "sheet", "animate", "fps",
                                      "hold", "plot", "report", "threads",
                                      "quiet", "verbose", "format", "labels",
                                      "metric", "init", "strict", NULL };
  const mg_layout_options *opt = job->opt;
  mg_layout_options defaults;
  size_t size = 0;
  FILE *text = open_memstream(out, &size);

  if (text == NULL)
    return mg_fail_memory(err);
  mg_layout_options_init(&defaults);
  fputs("mgnn-layout", text);
  if (opt->input.metric != NULL && strchr(opt->input.metric, ':') != NULL
      && strncmp(opt->input.metric, "coords:", 7) != 0)
    fprintf(text, " --metric %s", opt->input.metric);
  mg_options_print(mg_layout_table, opt, &defaults, skip, text);
  fputs(" GRAPH", text);
  return fclose(text) == 0 ? MGNN_OK : mg_fail_memory(err);
}

/* Draw, with what is written into pictures beside the drawing. */
static mgnn_status
draw_scene(const studio *s, const mg_scene *scene, const mg_backend *backend,
           const mg_run *run, size_t layer, FILE *out, mgnn_error *err)
{
  char *command = NULL, seed[32], energy[32];
  mgnn_status status = mg_job_command(s->job, &command, err);

  snprintf(seed, sizeof seed, "%ld", s->job->opt->seed);
  snprintf(energy, sizeof energy, "%.17g", run->figures[layer].energy);
  if (status == MGNN_OK) {
    const mg_meta meta[] = { { "Software", "mgnn-layout " PACKAGE_VERSION },
                             { "Command", command }, { "Seed", seed },
                             { "Energy", energy }, { NULL, NULL } };

    status = backend->draw(scene, meta, out, err);
  }
  free(command);
  return status;
}

static void
count_hidden(studio *s, const mg_scene *scene)
{
  if (scene->hidden > s->hidden)
    s->hidden = scene->hidden;
  if (scene->remarks_hidden > s->remarks_hidden)
    s->remarks_hidden = scene->remarks_hidden;
}

/* Open, let `draw` or `write` fill, and rename. */
static mgnn_status
write_one(studio *s, const target *t, const mg_run *run, size_t layer,
          const mg_viewport *view, mgnn_error *err)
{
  mg_job *job = s->job;
  char *name = name_of(t, run, layer);
  double begin = mg_clock();
  mg_scene scene;
  mg_output out;
  mgnn_status status = name != NULL ? MGNN_OK : mg_fail_memory(err);

  memset(&scene, 0, sizeof scene);
  pose(s, run, layer, s->xy, s->depth);
  if (status == MGNN_OK && t->draw != NULL) {
    mg_picture pic;
    mg_dress clothes;

    describe(s, run, layer, &pic, s->caption, sizeof s->caption, s->note);
    pic.xy = s->xy;
    pic.depth = s->depth;
    status = dress(s, run, layer, &pic, &clothes, err);
    if (status == MGNN_OK)
      status = mg_scene_build(&scene, &pic, &s->style, view, err);
    count_hidden(s, &scene);
    mg_dress_free(&clothes);
    mg_phase_end(&job->phases, "scene");
  }
  if (status == MGNN_OK)
    status = mg_output_open(&out, name, err);
  if (status == MGNN_OK) {
    if (t->draw != NULL)
      status = draw_scene(s, &scene, t->draw, run, layer, out.file, err);
    else {
      const mg_record record = {
        .graph = &job->in.problem->graph, .dim = job->in.dim, .x = s->x, .y = s->y,
        .names = (const char *const *)job->in.src.names.text,
        .labels = s->labels,
        .label_key = job->opt->input.labels,
        .space = job->draws_z ? "z" : "y",
        .without_lengths = !job->in.lengths_given
      };

      mg_job_positions(job, run, layer, 0, s->y);
      status = t->write->write(&record, out.file, err);
    }
    if (status == MGNN_OK)
      status = mg_output_commit(&out, err);
    else
      mg_output_discard(&out);
  }
  job->seconds[t->draw != NULL ? MG_DRAW : MG_WRITE] += mg_clock() - begin;
  mg_scene_free(&scene);
  mg_free(name);
  mg_phase_end(&job->phases, t->draw != NULL ? "draw" : "write");
  return status;
}

/* All files of one target for one run.  Frames share one viewport. */
static mgnn_status
write_target(studio *s, const target *t, const mg_run *run, mgnn_error *err)
{
  size_t last = s->job->layers;
  mgnn_status status = aim(s, run, err);
  mg_viewport view;

  if (status == MGNN_OK && !t->per_layer)
    return write_one(s, t, run, last, NULL, err);
  mg_viewport_init(&view);
  for (size_t layer = 0; layer <= last && t->draw != NULL && status == MGNN_OK;
       layer++) {
    mg_picture pic;

    pose(s, run, layer, s->xy, s->depth);
    describe(s, run, layer, &pic, s->caption, sizeof s->caption, s->note);
    pic.xy = s->xy;
    pic.depth = s->depth;
    mg_viewport_fit(&view, &pic);
  }
  for (size_t layer = 0; layer <= last && status == MGNN_OK; layer++)
    status = write_one(s, t, run, layer, &view, err);
  return status;
}

/* A file for all runs, or for each where the name tells them apart. */
static mgnn_status
write_whole(const target *t, mg_job *job, mgnn_error *err)
{
  size_t step = t->per_model ? 1 : job->runs;
  double begin = mg_clock();
  mgnn_status status = MGNN_OK;

  for (size_t r = 0; r < job->runs && status == MGNN_OK; r += step) {
    char *name = name_of(t, &job->run[r], 0);
    mg_output out;

    status = name != NULL ? mg_output_open(&out, name, err)
                          : mg_fail_memory(err);
    if (status == MGNN_OK) {
      status = t->whole->write(job, &job->run[r], step, out.file, err);
      if (status == MGNN_OK)
        status = mg_output_commit(&out, err);
      else
        mg_output_discard(&out);
    }
    mg_free(name);
  }
  job->seconds[MG_DRAW] += mg_clock() - begin;
  mg_phase_end(&job->phases, "draw");
  return status;
}

/* The sheet: layers 1 to K of every model, or the start alone where K is 0. */
static mgnn_status
write_sheet(studio *s, const target *t, mgnn_error *err)
{
  enum { ROOM = 64 };
  mg_job *job = s->job;
  size_t first = job->layers > 0, cols = job->layers + 1 - first, k = 0;
  size_t count = cols * job->runs, n = job->in.src.n;
  mg_picture *pic = mg_alloc(count, sizeof *pic);
  double *xy = mg_alloc(count, 3 * n * sizeof *xy), begin = mg_clock();
  char *texts = mg_alloc(count, 2 * ROOM);
  mg_dress *clothes = mg_zalloc(count, sizeof *clothes);
  mgnn_status status = MGNN_OK;
  mg_scene scene;
  mg_output out;

  memset(&scene, 0, sizeof scene);
  if (pic == NULL || xy == NULL || texts == NULL || clothes == NULL)
    status = mg_fail_memory(err);
  for (size_t r = 0; r < job->runs && status == MGNN_OK; r++) {
    status = aim(s, &job->run[r], err);
    for (size_t c = 0; c < cols && status == MGNN_OK; c++, k++) {
      double *at = xy + 3 * n * k, *depth = s->depth != NULL ? at + 2 * n : NULL;

      pose(s, &job->run[r], first + c, at, depth);
      describe(s, &job->run[r], first + c, &pic[k], texts + 2 * ROOM * k, ROOM,
               texts + 2 * ROOM * k + ROOM);
      pic[k].xy = at;
      pic[k].depth = depth;
      status = dress(s, &job->run[r], first + c, &pic[k], &clothes[k], err);
    }
  }
  if (status == MGNN_OK)
    status = mg_sheet_build(&scene, pic, job->runs, cols, NULL, &s->style,
                            err);
  mg_phase_end(&job->phases, "scene");
  count_hidden(s, &scene);
  if (status == MGNN_OK)
    status = mg_output_open(&out, t->name, err);
  if (status == MGNN_OK) {
    status = draw_scene(s, &scene, t->draw, &job->run[0], job->layers, out.file,
                        err);
    if (status == MGNN_OK)
      status = mg_output_commit(&out, err);
    else
      mg_output_discard(&out);
  }
  job->seconds[MG_DRAW] += mg_clock() - begin;
  mg_scene_free(&scene);
  for (k = 0; k < count && clothes != NULL; k++)
    mg_dress_free(&clothes[k]);
  mg_free(clothes);
  mg_free(pic);
  mg_free(xy);
  mg_free(texts);
  mg_phase_end(&job->phases, "draw");
  return status;
}

/* Let the scales of colours fit all that is drawn. */
static mgnn_status
show_paint(studio *s, int with_frames, mgnn_error *err)
{
  mg_job *job = s->job;
  size_t first = with_frames ? 0 : job->layers;
  mgnn_status status = MGNN_OK;

  mg_paint_expect(job->paint, job->runs * (job->layers + 1 - first));
  for (size_t r = 0; r < job->runs && status == MGNN_OK; r++)
    for (size_t layer = first; layer <= job->layers && status == MGNN_OK;
         layer++) {
      mg_job_positions(job, &job->run[r], layer, 0, s->y);
      status = mg_paint_see(job->paint, s->y, err);
    }
  if (status == MGNN_OK)
    status = mg_paint_settle(job->paint, err);
  return status;
}

static void
say_hidden(const studio *s)
{
  if (s->job->opt->quiet)
    return;
  if (s->hidden > 0)
    fprintf(stderr, "mgnn-layout: there was no room for %zu of the nodes' names; "
            "try a larger --size or a smaller --font-size\n", s->hidden);
  if (s->remarks_hidden > 0)
    fprintf(stderr, "mgnn-layout: there was no room for %zu of the lengths and "
            "counts; try a larger --size or a smaller --font-size\n",
            s->remarks_hidden);
}

mgnn_status
mg_delivery_write(const mg_delivery *d, mg_job *job, mgnn_error *err)
{
  size_t n = job->in.src.n;
  studio s = { .job = job, .style = job->opt->style };
  mgnn_status status = MGNN_OK;

  s.x = mg_alloc(n * job->in.dim, sizeof *s.x);
  s.y = mg_alloc(n * job->in.dim, sizeof *s.y);
  s.xy = mg_alloc(2 * n, sizeof *s.xy);
  if (job->in.dim == 3)
    s.depth = mg_alloc(n, sizeof *s.depth);
  if (job->in.groups.group != NULL)
    s.labels = mg_alloc(n, sizeof *s.labels);
  if (s.x == NULL || s.y == NULL || s.xy == NULL
      || (job->in.dim == 3 && s.depth == NULL)
      || (job->in.groups.group != NULL && s.labels == NULL))
    status = mg_fail_memory(err);
  for (size_t i = 0; i < n && s.labels != NULL; i++)
    s.labels[i] = job->in.groups.group[i] >= 0
                  ? job->in.groups.name[job->in.groups.group[i]] : NULL;
  if (status == MGNN_OK)
    status = show_paint(&s, mg_delivery_wants_frames(d), err);
  mg_phase_end(&job->phases, "scene");
  for (size_t k = 0; k < d->count && status == MGNN_OK; k++) {
    if (d->out[k].whole != NULL)
      status = write_whole(&d->out[k], job, err);
    for (size_t r = 0; r < job->runs && status == MGNN_OK
                       && d->out[k].whole == NULL; r++)
      status = write_target(&s, &d->out[k], &job->run[r], err);
  }
  if (status == MGNN_OK && d->sheet.name != NULL)
    status = write_sheet(&s, &d->sheet, err);
  if (status == MGNN_OK && d->animate.name != NULL)
    status = write_whole(&d->animate, job, err);
  if (status == MGNN_OK && d->plot.name != NULL)
    status = write_whole(&d->plot, job, err);
  say_hidden(&s);
  mg_free(s.depth);
  mg_free(s.x);
  mg_free(s.y);
  mg_free(s.xy);
  mg_free(s.labels);
  mg_free(s.view.axis);
  return status;
}
