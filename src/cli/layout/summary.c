/* The summary: the results of a run in a few lines on standard error. */
#include "cli/common/fit_words.h"
#include "io/text/message.h"
#include "layout_stages.h"
#include "solve/descent/length_error.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void
say_lengths(const mg_layout *l, const mg_run *run)
{
  const mg_graph *g = &l->in.problem->graph;
  const mgnn_figures *f = mg_run_figures(&l->runs, run);

  if (!l->runs.in_layers && f->max_relative_error >= 1e-6
      && mg_length_error_most(g, l->runs.dim, run->last) <= 1e-6)
    fputs("; all lengths are met, to the digits they are given with", stderr);
  else
    mg_say_lengths(f, mg_mean_length(g));
}

/* List the edges whose lengths are farthest off. */
static void
say_worst(const mg_layout *l)
{
  const unsigned *ends = l->in.problem->graph.ends;
  char **name = l->in.src.names.text;

  if (!mg_fit_shows(mg_run_figures(&l->runs, &l->runs.run[0])))
    return;
  for (size_t k = 0; k < l->runs.worst_count && k < MG_WORST_SHOWN; k++) {
    const mg_edge_fit *w = &l->runs.worst[k];

    mg_say_fit("mgnn-layout", k, name[ends[2 * w->edge]], name[ends[2 * w->edge + 1]], w,
               l->in.unit);
  }
}

static void
say_layers(const mg_layout *l)
{
  for (size_t k = 0; k < l->runs.count; k++) {
    const mg_run *run = &l->runs.run[k];
    char first[32], last[32];

    mg_number_short(first, sizeof first, "", run->figures[0].energy);
    mg_number_short(last, sizeof last, "", run->figures[l->runs.layers].energy);
    fprintf(stderr, "mgnn-layout: %s: %zu layer%s, energy %s -> %s",
            run->name, l->runs.layers, mg_plural(l->runs.layers), first,
            last);
    say_lengths(l, run);
    if (!isnan(run->scaled_stress))
      fprintf(stderr, "; stress %.3g, %.3g if enlarged %.3g times",
              run->figures[l->runs.layers].stress, run->scaled_stress,
              run->scale);
    fputc('\n', stderr);
  }
  if (l->found.stopped && l->sweep.settings == 0)
    fprintf(stderr, "mgnn-layout: interrupted: %zu of %ld layers, of %zu model%s\n",
            l->runs.layers, l->opt.layers.layers, l->runs.count,
            mg_plural(l->runs.count));
  else if (l->found.stopped)
    fprintf(stderr, "mgnn-layout: interrupted: the table and pictures have %zu of %zu "
            "runs of the sweep to their end\n", l->sweep.finished,
            l->sweep.settings * l->sweep.models);
}

/* Print how the freedom that lengths leave was used, unless the search was stopped.
 * Returns whether a number of degrees of freedom was printed. */
static int
say_spread(const mg_layout *l)
{
  size_t used = l->found.verdict.inner_freedom;

  if (l->found.best->spread_nodes == 0 || l->found.stopped)
    return 0;
  if (!l->found.verdict.inner_known)
    fputs("; what they leave free was used to spread the drawing", stderr);
  else if (used > 0)
    fprintf(stderr, "; %zu degree%s of freedom %s used to spread the drawing",
            used, mg_plural(used), used == 1 ? "was" : "were");
  return l->found.verdict.inner_known && used > 0;
}

static void
say_up_to(const mgnn_determined *d)
{
  if (*d->up_to == 'a')
    fprintf(stderr, " up to %s", d->up_to);
  if (d->anchors != NULL)
    fprintf(stderr, ", as all anchors are %s", d->anchors);
}

/* Print whether lengths determine the drawing.  Nothing is printed if a signal came
 * before this was tested, or if the lengths cannot be met. */
static void
say_rigidity(const mg_layout *l)
{
  const mgnn_rigidity *r = &l->found.verdict.rigidity;
  const mgnn_determined *d = l->found.verdict.determined;
  int off = l->found.verdict.lengths.feasible < 0;

  if (d == NULL || l->found.verdict.lengths.feasible == 0)
    return;
  if (l->found.verdict.kinds.intervals > 0)
    fprintf(stderr, "\nmgnn-layout: %zu of %zu lengths are intervals: they bound "
            "the drawing, they do not determine it", l->found.verdict.kinds.intervals,
            l->in.problem->graph.m);
  if (d->count == d->n) {
    fputs("\nmgnn-layout: lengths determine the drawing", stderr);
    say_up_to(d);
    if (off)
      fputs(", but are not met: they may contradict each other", stderr);
  } else if (!r->rigid)
    fprintf(stderr, mg_determined_has(d, MG_HOW_SPECIAL)
                    && !mg_determined_has(d, MG_HOW_MOTION)
            ? "\nmgnn-layout: generic lengths would leave %zu degree%s of freedom, but "
              "these are special: whether they determine the drawing is not known"
            : "\nmgnn-layout: lengths do not determine the drawing: %zu degree%s of "
              "freedom", r->degrees_of_freedom, mg_plural(r->degrees_of_freedom));
  else if (r->globally_rigid == 0)
    fputs("\nmgnn-layout: the drawing is rigid, but others may have the same "
          "lengths", stderr);
  else if (r->globally_rigid > 0) {
    fputs("\nmgnn-layout: generic lengths would determine the drawing", stderr);
    say_up_to(d);
    fputs(d->others ? ", but these are special: other drawings meet them too"
          : off ? ", but these are not met: they may contradict each other"
                : "; whether these do is not known", stderr);
  }
}

/* With anchors, print how many nodes have a determined position, and how many of these
 * are at it; nothing if all do and are. */
static void
say_localizable(const mg_layout *l)
{
  const mgnn_determined *d = l->found.verdict.determined;
  const mg_verified *v = &l->found.verdict.verified;

  if (l->in.pinned == 0 || d == NULL || l->found.verdict.lengths.feasible == 0
      || (d->count == l->in.src.n && v->off == 0))
    return;
  fprintf(stderr, "\nmgnn-layout: %zu of %zu nodes are determined (localizable)",
          d->count, l->in.src.n);
  if (d->count > 0)
    say_up_to(d);
  if (d->generic > d->count)
    fprintf(stderr, ", %zu for generic lengths", d->generic);
  if (v->asked > 0 && v->off == 0)
    fprintf(stderr, ", by lengths that are met to %.2g", v->to);
  else if (v->asked > 0)
    fprintf(stderr, "; the places of %zu of the %zu free ones follow from lengths that "
            "are met to %.2g", v->count, v->asked, v->to);
}

enum { NUMBER = 32 };

/* Print two numbers with as few digits as distinguish them, at least four. */
static void
print_distinct(double a, double b, char *a_text, char *b_text)
{
  int digits = 4;

  do {
    snprintf(a_text, NUMBER, "%.*g", digits, a);
    snprintf(b_text, NUMBER, "%.*g", digits, b);
  } while (digits++ < 17 && strcmp(a_text, b_text) == 0);
}

static void
say_verdict(const mg_layout *l)
{
  const mgnn_feasibility *f = &l->found.verdict.lengths;
  const mgnn_violation *v = f->violations.item;
  char **name = l->in.src.names.text, a[MG_SHOW_MAX], b[MG_SHOW_MAX];
  char asked[NUMBER], path[NUMBER];

  if (l->found.verdict.asked != MG_LENGTHS_JUDGED || f->feasible != 0)
    return;
  fputs("\nmgnn-layout: no drawing can meet these lengths", stderr);
  if (f->violations.count > 0) {
    print_distinct(v->length, v->path_length, asked, path);
    fprintf(stderr, ": %s - %s should be %s, but a path of length %s joins them",
            mg_show_name(a, name[v->path[0]]),
            mg_show_name(b, name[v->path[v->nodes - 1]]), asked, path);
    if (f->violations.count > 1)
      fprintf(stderr, " (%zu such edges)", f->violations.count);
  } else {
    if (strcmp(f->method, "pins") == 0) {
      const double *y = l->runs.run[0].last;
      size_t dim = l->runs.dim, i = f->group[0], k = f->group[1];

      fprintf(stderr, ": %s and %s are pinned %.4g apart, which the edges between "
              "them do not allow",
              mg_show_name(a, name[i]), mg_show_name(b, name[k]),
              mg_distance(y + i * dim, y + k * dim, dim));
      return;
    }
    fprintf(stderr, " in %zu dimension%s", l->runs.dim, mg_plural(l->runs.dim));
    for (size_t k = 0; k < f->group_size; k++)
      fprintf(stderr, "%s%s", k == 0 ? ": " : k + 1 == f->group_size ? " and " : ", ",
              mg_show_name(a, name[f->group[k]]));
    if (f->group_size > 0)
      fputs(" alone do not fit", stderr);
  }
}

/* Print the results of --chirality and --min-distance. */
static void
say_terms(const mg_layout *l)
{
  const mgnn_problem *p = l->in.problem;
  const double *y = l->runs.run[0].last;
  size_t count = p->terms.chirality.count, dim = l->runs.dim;
  double x = p->terms.min_distance;
  mg_close_pairs near = { .count = 0 };

  if (count > 0)
    fprintf(stderr, "\nmgnn-layout: %zu of %zu centres have the handedness asked "
            "for", mgnn_chirality_right(p, dim, y), count);
  else if (dim == 3 && p->graph.n > 3 && !l->runs.paths && l->in.lengths_given
           && l->in.pinned == 0 && !l->opt.search.no_layout)
    fputs("\nmgnn-layout: the mirror image fits these lengths equally (--chirality "
          "tells which is meant)", stderr);
  if (!(x > 0) || mg_close_pairs_find(&near, &p->graph, dim, y, x * (1 - 1e-3), NULL)
                  != MGNN_OK)
    return;
  if (near.count > 0)
    fprintf(stderr, "\nmgnn-layout: %zu pair%s without an edge %s nearer than %g, "
            "the nearest %.4g apart", near.count, mg_plural(near.count),
            near.count == 1 ? "is" : "are", x, near.least);
  else
    fprintf(stderr, "\nmgnn-layout: nodes without an edge are at least %g apart", x);
}

static void
say_overlap(const mg_arranged *a, double energy)
{
  char before[32], after[32];

  if (a->overlap.pairs == 0) {
    fputs("\nmgnn-layout: no nodes covered each other", stderr);
    return;
  }
  if (a->overlap.left > 0) {
    fprintf(stderr, "\nmgnn-layout: %zu pair%s of nodes cover each other, since the "
            "lengths leave no other place: a larger --size or a smaller --node-size "
            "separates those not on one spot", a->overlap.left, mg_plural(a->overlap.left));
    return;
  }
  snprintf(before, sizeof before, "%.4g", a->overlap.energy_before);
  snprintf(after, sizeof after, "%.4g", energy);
  fprintf(stderr, "\nmgnn-layout: %zu pair%s of nodes covered each other: nodes "
          "moved by %.3g on average, the energy ", a->overlap.pairs,
          mg_plural(a->overlap.pairs), a->overlap.mean_move);
  if (strcmp(before, after) == 0)
    fprintf(stderr, "stayed at %s", after);
  else
    fprintf(stderr, "%s from %s to %s",
            energy > a->overlap.energy_before ? "rose" : "fell", before, after);
}

/* Print a hint if the search did not meet lengths that might be met. */
static void
say_unmet(const mg_layout *l)
{
  size_t count = l->found.verdict.unmet;
  const char *effort = l->opt.search.effort;
  char max[32], least[32];

  if (count == 0)
    return;
  mg_number_short(max, sizeof max, "", 100 * l->runs.run[0].figures->max_relative_error);
  mg_number_short(least, sizeof least, "", 100 * l->found.verdict.unmet_beyond);
  fprintf(stderr, "\nmgnn-layout: %zu edge%s off by more than %s %%, up to %s %%: a "
          "better drawing may exist%s", count, count == 1 ? " remains" : "s remain",
          least, max,
          effort == NULL || *effort != 'h' ? " (try --effort high)" : "");
}

static void
say_layout(const mg_layout *l)
{
  const mg_found *f = &l->found;
  const mgnn_outcome *best = f->best;
  const char *reason = f->stopped_by != NULL ? f->stopped_by : best->reason;
  double energy = l->runs.run[0].figures[0].energy;
  char path[MG_SHOW_PATH];
  int spread = 0;

  fputs("mgnn-layout:", stderr);
  if (l->runs.paths)
    fprintf(stderr, " stress of all pairs %.6g, %.3g per pair",
            best->pair_stress,
            l->in.parts.pairs > 0 ? best->pair_stress / l->in.parts.pairs : 0);
  if (!l->runs.paths || l->in.lengths_given) {
    fprintf(stderr, "%s energy %.4g", l->runs.paths ? ";" : "", energy);
    say_lengths(l, &l->runs.run[0]);
    spread = say_spread(l);
    say_worst(l);
  }
  say_verdict(l);
  if (!spread)
    say_rigidity(l);
  say_localizable(l);
  say_terms(l);
  /* Rings show when nodes without texts are at one place. */
  if (l->opt.search.no_overlap
      || (l->arranged.overlap.pairs > 0
          && (l->arranged.overlap.left == 0 || l->pictures.looks.appearance.node != NULL)))
    say_overlap(&l->arranged, energy);
  if (l->in.align != NULL)
    fprintf(stderr, "\nmgnn-layout: %s %s: %.4g apart (rms)",
            l->in.pinned > 0 ? "compared with" : "aligned with",
            mg_show_path(path, l->opt.search.align), l->arranged.align_rms);
  if (l->opt.search.dim_auto)
    fprintf(stderr, f->dim_met
            ? "\nmgnn-layout: dimension %zu meets the lengths"
            : "\nmgnn-layout: no dimension up to 6 meets the lengths; %zu comes "
              "within 1 %% of the best", l->runs.dim);
  if (l->opt.call.verbose && best->stage != NULL)
    fprintf(stderr, "\nmgnn-layout: found by: %s", best->stage);
  say_unmet(l);
  fprintf(stderr, "\nmgnn-layout: %s after %zu iteration%s, %.2f s\n",
          l->opt.search.no_layout ? "drawn as given"
          : l->found.verdict.unmet > 0 ? "ended in a local minimum"
          : !f->stopped ? "converged"
          : strcmp(reason, "time") == 0 ? "stopped by --time-limit"
          : strcmp(reason, "iterations") == 0
            ? "stopped by --max-iterations" : "interrupted",
          best->iterations, mg_plural(best->iterations),
          l->opt.call.seconds[MG_LAYOUT]);
}

/* Whether any edge has a label of its own. */
static int
has_edge_labels(const mg_appearance *look)
{
  for (size_t k = 0; look->line != NULL && k < look->lines; k++)
    if (look->line[k].label != NULL)
      return 1;
  return 0;
}

static void
say_hidden(const mg_layout *l)
{
  const mg_pictures *p = &l->pictures;

  if (p->hidden > 0)
    fprintf(stderr, "mgnn-layout: %zu of %zu names of nodes are left out; "
            "%sa larger --size or a smaller --font-size shows more\n", p->hidden,
            p->named, p->style.labels == MG_NAMED_AUTO && p->named > MG_HUBS_NAMED
                      ? "--names yes or " : "");
  if (p->remarks_hidden > 0)
    fprintf(stderr, "mgnn-layout: no space for %zu of the %s; try a larger "
            "--size or a smaller --font-size\n", p->remarks_hidden,
            has_edge_labels(&p->looks.appearance) ? "labels of edges"
                                                  : "lengths and counts");
  if (p->unknown > 0)
    fprintf(stderr, "mgnn-layout: %zu character%s, such as \"%s\", %s in no font "
            "here: boxes are drawn instead\n", p->unknown, mg_plural(p->unknown),
            p->unknown_first, p->unknown == 1 ? "is" : "are");
  if (p->covered > 0)
    fprintf(stderr, "mgnn-layout: %zu pair%s of nodes cover each other%s\n",
            p->covered, mg_plural(p->covered),
            l->runs.in_layers || l->runs.dim != 2 || l->opt.search.no_overlap
            || l->arranged.overlap.left > 0 ? "" : "; --no-overlap moves them apart");
}

mgnn_status
mg_layout_summary(void *layout, mgnn_error *err)
{
  const mg_layout *l = layout;
  char path[MG_SHOW_PATH];

  (void)err;
  if (l->opt.call.quiet)
    return MGNN_OK;
  say_hidden(l);
  fprintf(stderr, "mgnn-layout: %s: %zu node%s, %zu edge%s",
          mg_show_path(path, l->in.src.path), l->in.src.n, mg_plural(l->in.src.n), l->in.problem->graph.m,
          mg_plural(l->in.problem->graph.m));
  if (l->in.parts.count > 1)
    fprintf(stderr, ", %zu components", l->in.parts.count);
  if (l->in.unit[0] != '\0')
    fprintf(stderr, "; lengths in %s", l->in.unit);
  if (l->in.parts.left > 0)
    fprintf(stderr, "; left out: %zu node%s in %zu component%s",
            l->in.parts.left_nodes, mg_plural(l->in.parts.left_nodes),
            l->in.parts.left, mg_plural(l->in.parts.left));
  fputc('\n', stderr);
  if (l->runs.in_layers)
    say_layers(l);
  else
    say_layout(l);
  if (!l->runs.in_layers) {
    mg_bounds_say(&l->bounds, &l->in);
    mg_ensemble_say(&l->found.ensemble);
    if (l->found.stopped && (l->errors.robust != NULL || l->errors.at != NULL))
      fputs("mgnn-layout: the search was interrupted: what follows are errors of this "
            "drawing more than of the lengths\n", stderr);
    mg_errors_say(&l->errors, &l->in);
  }
  return MGNN_OK;
}
