/* Prints the answers of mgnn-inspect in words. */
#include "inspect.h"
#include "inspect/rigidity.h"
#include "io/text/message.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SHOWN = 10, WORST = 5, PATH_SHOWN = 12 };

static const char *
name(const mg_inspection *in, size_t i, char buf[MG_SHOW_MAX])
{
  return mg_show_name(buf, in->input.src.names.text[i]);
}

static void
say_edge(const mg_inspection *in, size_t e, FILE *out)
{
  const unsigned *ends = in->input.problem->graph.ends + 2 * e;
  char a[MG_SHOW_MAX], b[MG_SHOW_MAX];

  fprintf(out, "%s - %s", name(in, ends[0], a), name(in, ends[1], b));
}

/* Print a path; the middle of a long path is left out. */
static void
say_path(const mg_inspection *in, const mgnn_violation *v, FILE *out)
{
  char buf[MG_SHOW_MAX];

  for (size_t k = 0; k < v->nodes; k++) {
    if (v->nodes > PATH_SHOWN && k == PATH_SHOWN / 2) {
      size_t left_out = v->nodes - PATH_SHOWN;

      fprintf(out, " - (%zu more)", left_out);
      k += left_out;
    }
    fprintf(out, "%s%s", k > 0 ? " - " : "", name(in, v->path[k], buf));
  }
}

static void
say_violations(const mg_inspection *in, FILE *out)
{
  const mgnn_violations *v = &in->feasible.violations;
  size_t m = in->input.problem->graph.m;

  if (v->count == 0 && m > 0)
    fprintf(out, "  No edge is longer than another path between its ends "
            "(tolerance %g)%s\n", in->feasible.tolerance, v->checked == m ? "."
            : ",\n  as far as the search went: see mgnn-inspect(1).");
  if (v->count == 0)
    return;
  fprintf(out, "  %zu edge%s longer than another path between %s:\n", v->count,
          v->count == 1 ? " is" : "s are",
          v->count == 1 ? "its ends" : "their ends");
  for (size_t k = 0; k < v->count && k < SHOWN; k++) {
    const mgnn_violation *w = &v->item[k];

    fputs("    ", out);
    say_edge(in, w->edge, out);
    fprintf(out, " should be %.6g%s, but ", w->length,
            in->input.problem->graph.target_upper != NULL ? " or more" : "");
    say_path(in, w, out);
    fprintf(out, " is %.6g: %.4g too much\n", w->path_length,
            w->length - w->path_length);
  }
  if (v->count > SHOWN)
    fprintf(out, "    and %zu more\n", v->count - SHOWN);
  if (v->checked < m) {
    fprintf(out, "  Only %zu of the %zu edges were looked at.\n", v->checked, m);
    return;
  }
  fprintf(out, "  Smallest repair: shorten these edges to their other paths (by %.6g "
          "in all), or\n  change all lengths by up to %.4g %%.\n", v->shortening,
          100 * v->uniform_change);
}

static void
say_edm(const mg_inspection *in, FILE *out)
{
  const mgnn_feasibility *f = &in->feasible;

  if (f->edm < 0)
    return;
  fprintf(out, "  All pairs are given.  ");
  if (f->edm)
    fprintf(out, "They are Euclidean distances, of dimension %zu", f->edm_dim);
  else
    fprintf(out, "They are not Euclidean distances in any dimension");
  fprintf(out, "\n  (eigenvalues of the Gram matrix from %.4g to %.4g of the "
          "largest square,\n  judged to %.2g).\n", f->edm_least, f->edm_most,
          f->edm_slack);
  if (f->nearest != NULL)
    fprintf(out, "  The nearest such distances have dimension %zu; their "
            "squares are %.4g %% away.\n", f->nearest_dim,
            100 * f->nearest_change);
}

static void
say_group(const mg_inspection *in, FILE *out)
{
  const mgnn_feasibility *f = &in->feasible;
  char buf[MG_SHOW_MAX];

  if (f->group_size == 0)
    return;
  if (strcmp(f->method, "pins") == 0) {
    char other[MG_SHOW_MAX];

    fprintf(out, "  %s and %s are pinned at a distance that the edges between them "
            "do not allow.\n",
            name(in, f->group[0], buf), name(in, f->group[1], other));
    return;
  }
  fprintf(out, "  These %zu nodes, or nodes that should coincide with them, "
          "are all joined\n  and do not fit into %zu dimension%s:\n   ",
          f->group_size, in->input.dim, mg_plural(in->input.dim));
  for (size_t k = 0; k < f->group_size; k++)
    fprintf(out, " %s%s", name(in, f->group[k], buf),
            k + 1 < f->group_size ? "," : "\n");
}

static void
say_feasible(const mg_inspection *in, FILE *out)
{
  const mgnn_feasibility *f = &in->feasible;
  char why[200];

  mg_inspection_why(in, why, sizeof why);
  fprintf(out, "\nCan the lengths be met in dimension %zu?  %s\n  (%s)\n",
          in->input.dim, f->feasible < 0 ? "Not known." : f->feasible ? "Yes."
          : "No.", why);
  say_violations(in, out);
  say_edm(in, out);
  say_group(in, out);
  if (in->unsearched != NULL)
    fprintf(out, "  No drawing was looked for: %s.\n", in->unsearched);
  else if (f->feasible < 0 && !isnan(f->max_error))
    fprintf(out, "  The best drawing found is off by up to %.4g %%%s.\n",
            100 * f->max_error, in->stopped ? ", when a limit stopped it" : "");
}

/* List the rigid parts that are larger than an edge, the largest first. */
static void
say_parts(const mg_inspection *in, FILE *out)
{
  const mgnn_rigidity *r = &in->rigidity;
  char buf[MG_SHOW_MAX];
  size_t large = 0;

  while (large < r->parts && r->part_first[large + 1] - r->part_first[large] > 2)
    large++;
  fprintf(out, "  %zu rigid part%s, %zu of them more than an edge\n", r->parts,
          mg_plural(r->parts), large);
  for (size_t k = 0; k < large && k < WORST; k++) {
    size_t first = r->part_first[k], count = r->part_first[k + 1] - first;

    fprintf(out, "    %zu nodes:", count);
    for (size_t a = 0; a < count && a < PATH_SHOWN; a++)
      fprintf(out, "%s %s", a > 0 ? "," : "",
              name(in, r->part_node[first + a], buf));
    fprintf(out, "%s\n", count > PATH_SHOWN ? ", ..." : "");
  }
}

/* Print how many edges do not count for rigidity, and why. */
static void
say_kinds(const mg_inspection *in, FILE *out)
{
  const mg_edge_kinds k = in->kinds;
  size_t m = in->input.problem->graph.m;

  if (k.intervals > 0)
    fprintf(out, "  %zu of %zu lengths %s: %s the drawing, %s not determine it\n",
            k.intervals, m, k.intervals == 1 ? "is an interval" : "are intervals",
            k.intervals == 1 ? "it bounds" : "they bound",
            k.intervals == 1 ? "it does" : "they do");
  if (k.loose > 0)
    fprintf(out, "  %zu of %zu edges ha%s stiffness 0: %s nothing\n", k.loose, m,
            k.loose == 1 ? "s" : "ve", k.loose == 1 ? "it holds" : "they hold");
}

/* Print how many nodes are determined, and up to which motions. */
static void
say_determined(const mg_inspection *in, FILE *out)
{
  size_t n = in->input.src.n, no = in->nodes.no, yes = in->nodes.yes;
  const char *up_to = in->nodes.up_to;

  if (in->determined == NULL || n == 0 || in->feasible.feasible == 0)
    return;
  if (yes == 0 && no == n) {
    fprintf(out, "  No node has a determined place: no body to refer to.\n");
    return;
  }
  fprintf(out, "  %zu of %zu nodes are determined", yes, n);
  if (*up_to == 'n')
    fputs(" (localizable from the anchors)", out);
  else
    fprintf(out, " up to %s%s", up_to, yes < n && in->input.pinned == 0
            ? ", in the largest body" : "");
  if (in->determined->anchors != NULL)
    fprintf(out, ", as all anchors are %s", in->determined->anchors);
  if (no > 0)
    fprintf(out, "; %zu %s not", no, no == 1 ? "is" : "are");
  if (yes + no < n)
    fprintf(out, "; of %zu it is not known", n - no - yes);
  fputc('\n', out);
  if (in->determined->generic > yes)
    fprintf(out, "    (generic lengths would determine %zu%s)\n", in->determined->generic,
            in->determined->others ? ", these are special" : "");
  if (in->determined->generic > yes && in->determined->error > 0)
    fprintf(out, "    (kernel of random stress matrices: this number is wrong with a\n"
            "    probability of at most %.2g)\n", in->determined->error);
}

/* Print whether self-stresses hold the motions of a drawing flexible to first order. */
static void
say_second(const mgnn_flexes *f, FILE *out)
{
  int stable = mgnn_flexes_prestress_stable(f);
  int rigid = mg_flexes_second_order(f);

  if (stable > 0)
    fputs("    a self-stress holds it: prestress stable, and so rigid to second "
          "order\n", out);
  else if (rigid > 0)
    fprintf(out, "    every motion is held by some self-stress: rigid to second "
            "order%s\n", stable == 0 ? ", but not prestress stable" : "");
  else if (rigid == 0)
    fprintf(out, "    no self-stress holds it: flexible to second order too%s\n",
            mgnn_flexes_stresses(f) == 0 ? ", as there is none" : "");
  else
    fputs("    no self-stress was found that holds it: the second order is not "
          "known\n", out);
}

/* Whether generic lengths would leave freedom, but it is not known if these do. */
static int
is_special(const mg_inspection *in)
{
  return in->feasible.feasible != 0 && in->nodes.special;
}

/* The headline: about the given lengths if they can be met, else about the graph. */
static const char *
rigidity_headline(const mg_inspection *in)
{
  const mgnn_rigidity *r = &in->rigidity;
  int met = in->feasible.feasible != 0, global = r->globally_rigid == 1;
  const char *yes = !global ? "Yes, as these are special."
                    : *in->nodes.up_to == 'a'
                      ? "Up to a mirror image: it is globally rigid."
                      : "Yes: it is globally rigid.";

  return global && !met ? "They cannot be met; the graph is globally rigid."
         : met && in->nodes.yes == in->input.src.n ? yes
         : global && in->determined->others
           ? "No: it is globally rigid, but these lengths are special."
         : global ? "Yes if they are generic; whether they are is not known."
         : !r->rigid && !is_special(in) ? "No: it is flexible."
         : !r->rigid ? "Not known: it is flexible, but these lengths are special."
         : r->globally_rigid < 0 ? "It is rigid; whether globally is not known."
         : is_special(in) && in->nodes.no == 0
           ? "Not known: it is rigid, not globally rigid, but these lengths are special."
           : "Only in part: it is rigid, not globally rigid.";
}

static void
say_rigid(const mg_inspection *in, FILE *out)
{
  const mgnn_rigidity *r = &in->rigidity;
  char why[300];

  fprintf(out, "\nDo lengths determine a drawing of this graph in dimension %zu? "
          " ", in->input.dim);
  mg_inspection_why_rigid(in, r->rigid, why, sizeof why);
  if (in->undetermined != NULL) {
    fprintf(out, "Not known.\n  (%s)\n", why);
    return;
  }
  fprintf(out, "%s\n  (%s; for generic lengths, by the graph alone)\n",
          rigidity_headline(in), why);
  fprintf(out, "  %zu degree%s of freedom beyond rigid motions; %zu of %zu edges "
          "are redundant\n", r->degrees_of_freedom,
          mg_plural(r->degrees_of_freedom), r->redundant, r->edges);
  say_kinds(in, out);
  say_determined(in, out);
  if (!r->rigid)
    say_parts(in, out);
  for (size_t k = 0; k < in->given; k++) {
    const mgnn_infinitesimal *l = &in->local[k];
    char path[MG_SHOW_PATH];

    if (!(l->tolerance > 0))
      continue;
    fprintf(out, "  at %s: ", mg_show_path(path, in->path[k]));
    if (l->rigid >= 0)
      fprintf(out, "%s to first order, %zu degree%s of freedom\n",
              l->rigid ? "rigid" : "flexible", l->degrees_of_freedom,
              mg_plural(l->degrees_of_freedom));
    else
      fprintf(out, "not known whether it is rigid to first order\n");
    fprintf(out, "    (numerical: the rigidity matrix has %s singular value "
            "between %g and %g)\n", l->rigid >= 0 ? "no" : "a",
            l->rigid >= 0 ? l->gap_low : fmax(l->tolerance / 10, 1e-7),
            l->rigid >= 0 ? l->gap_high : l->tolerance * 10);
    if (l->rigid == 0 && in->flexes[k] != NULL)
      say_second(in->flexes[k], out);
  }
}

static void
say_dims(const mg_inspection *in, FILE *out)
{
  size_t enough = mg_inspection_dim_enough(in);

  if (in->dims == NULL)
    return;
  fprintf(out, "\nWhich dimension is enough?  ");
  if (enough > 0)
    fprintf(out, "%zu.\n", enough);
  else
    fprintf(out, "None from %zu to %zu was found to be.\n", in->opt.dim_first,
            in->opt.dim_last);
  fprintf(out, "  (numerical: best drawing found, tolerance %g)\n"
          "  dimension        energy   largest error\n", in->opt.tolerance);
  for (size_t k = 0; k <= in->opt.dim_last - in->opt.dim_first; k++) {
    double error = in->dims[k].max_relative_error;

    fprintf(out, "  %9zu  %12.5g  %12.4g %%\n", in->dims[k].dim,
            in->dims[k].energy, isnan(error) ? 0 : 100 * error);
  }
}

static void
say_worst(const mg_inspection *in, size_t k, FILE *out)
{
  const mg_met *met = &in->met[k];

  if (!(met->figures.max_relative_error > in->opt.tolerance))
    return;
  fprintf(out, "  Worst edges:\n");
  for (size_t w = 0; w < met->worst_count && w < WORST; w++) {
    fputs("    ", out);
    say_edge(in, met->worst[w].edge, out);
    fprintf(out, ": %.6g for %.6g%s%s (%.4g %%)\n", met->worst[w].length,
            met->worst[w].target, in->input.unit[0] != '\0' ? " " : "", in->input.unit,
            100 * met->worst[w].error);
  }
}

/* Print how many of the determined nodes are at their place in drawing k. */
static void
say_verified(const mg_inspection *in, size_t k, FILE *out)
{
  const mg_verified *v = &in->verified[k];

  if (v->node == NULL || v->asked == 0)
    return;
  fprintf(out, "  %zu of %zu %sdetermined node%s in place: lengths met to %.2g "
          "fix %s\n", v->count, v->asked, in->input.pinned > 0 ? "free " : "",
          v->asked == 1 ? " is" : "s are", v->to, v->count == 1 ? "it" : "them");
}

static void
say_lengths(const mg_inspection *in, size_t k, FILE *out)
{
  const mgnn_figures *f = &in->met[k].figures;
  const mgnn_distribution *d = &in->met[k].errors;
  char path[MG_SHOW_PATH];

  fprintf(out, "\nHow well does %s meet the lengths?\n",
          mg_show_path(path, in->path[k]));
  if (isnan(f->stress)) {
    fprintf(out, "  There is no length above 0 to measure by; energy %.6g\n",
            f->energy);
    return;
  }
  fprintf(out, "  energy %.6g, stress %.6g, stress-1 %.6g\n", f->energy,
          f->stress, f->stress1);
  fprintf(out, "  stress %.6g if it is scaled by %.6g\n", d->scaled_stress,
          d->scale);
  if (!isnan(f->max_relative_error))
    fprintf(out, "  relative errors: %.4g %% at most, %.4g %% on average, %.4g %% "
            "root mean square\n"
            "  half of the edges are within %.3g %%, 9 of 10 within %.3g %%, 99 "
            "of 100 within %.3g %%\n"
            "  %zu edge%s met (to %g), %zu too short, %zu too long\n",
            100 * f->max_relative_error, 100 * f->mean_relative_error,
            100 * f->rms_relative_error, 100 * d->quantile[1],
            100 * d->quantile[3], 100 * d->quantile[4], d->met,
            d->met == 1 ? " is" : "s are", in->opt.tolerance, d->too_short,
            d->too_long);
  if (!isnan(f->max_zero_length))
    fprintf(out, "  up to %.4g where length 0 was asked\n", f->max_zero_length);
  say_verified(in, k, out);
  say_worst(in, k, out);
}

static void
say_same(const mg_inspection *in, FILE *out)
{
  const mgnn_comparison *c = &in->same;
  mg_node_rest far[WORST];
  char buf[MG_SHOW_MAX];
  size_t count;

  if (in->given < 2)
    return;
  count = mg_inspection_farthest(in, WORST, far);
  fprintf(out, "\nAre the two drawings the same?  %s%s.\n",
          c->congruent ? "Yes, they are congruent"
          : c->similar ? "Yes, but for their size: they are similar"
          : c->equivalent ? "No: equivalent (on the edges), not congruent"
          : "No", c->mirrored == 1 ? ", one the mirror image of the other" : "");
  fprintf(out, "  (numerical: best rigid motion, tolerance %g)\n",
          in->opt.tolerance);
  fprintf(out, "  lengths of edges differ by up to %.4g %%\n"
          "  root mean square distance of the nodes %.6g, without mirroring "
          "%.6g,\n  with scaling by %.6g %.6g; the second drawing has radius "
          "%.6g\n", 100 * c->max_edge_difference, c->rmsd, c->rmsd_unmirrored,
          c->scale, c->rmsd_scaled, c->size);
  if (count > 0)
    fprintf(out, "  Nodes that differ most:\n");
  for (size_t k = 0; k < count; k++)
    fprintf(out, "    %s: by %.6g\n", name(in, far[k].node, buf),
            far[k].distance);
}

/* Print the number of other drawings if branch and prune has found them all. */
static void
say_all(const mgnn_realizations *r, int pinned, FILE *out)
{
  if (r->total > 1)
    fprintf(out, "There are %.17g in all, no two %s", r->total,
            pinned ? "with all nodes in the same places" : "congruent");
  else
    fprintf(out, "None: this is the only one");
  fprintf(out, r->total > (double)r->count ? "; %zu were kept.\n" : ".\n",
          r->count);
  fprintf(out, "  (certain, to rounding: branch and prune searched the sides of all "
          "nodes)\n");
}

/* Up to this relative error of the best drawing, suggest --met, so that a search for
 * others can start from it. */
static const double nearly = 0.01;

/* Print the number of other drawings found, if there may be more. */
static void
say_some(const mg_inspection *in, FILE *out)
{
  const mgnn_realizations *r = &in->others;
  size_t branched = 0, reflected = 0, restarted = 0;

  for (size_t k = 1; k < r->count; k++)
    *(r->how[k][0] == 'b' ? &branched : r->how[k][2] == 'f' ? &reflected
      : &restarted) += 1;
  if (r->total > 1)
    fprintf(out, "There are at least %.17g, no two %s", r->total,
            in->input.pinned > 0 ? "with all nodes in the same places"
            : "congruent");
  else
    fprintf(out, "None was found");
  fprintf(out, r->total > (double)r->count ? "; %zu were kept.\n" : ".\n",
          r->count);
  fprintf(out, "  (heuristic: %s%zu set%s of nodes to reflect through%s, %zu "
          "restart%s; there may be more)\n", branched > 0 ? "branch and prune, " : "",
          r->separators, mg_plural(r->separators), r->all_separators ? ""
          : " and more not tried", r->restarts, mg_plural(r->restarts));
  if (r->count > 1)
    fprintf(out, "  %zu by branch and prune, %zu by reflection of a piece, %zu by a "
            "search from elsewhere\n", branched, reflected, restarted);
}

static void
say_others(const mg_inspection *in, FILE *out)
{
  const mgnn_realizations *r = &in->others;

  if (in->opt.realizations == 0)
    return;
  fprintf(out, "\nWhich other drawings have these lengths?  ");
  if (r->count == 0) {
    fprintf(out, "There is none to start from.\n");
    if (in->feasible.feasible < 0 && in->feasible.max_error < nearly)
      fprintf(out, "  With --met %g the best drawing found would be one.\n",
              pow(10, ceil(log10(in->feasible.max_error))));
    return;
  }
  if (r->complete) {
    say_all(r, in->input.pinned > 0, out);
    return;
  }
  say_some(in, out);
  if (in->undetermined == NULL && !in->rigidity.rigid && !is_special(in))
    fprintf(out, "  The graph is flexible: there are infinitely many.\n");
}

void
mg_inspection_say(const mg_inspection *in, FILE *out)
{
  const mg_graph *g = &in->input.problem->graph;
  char path[MG_SHOW_PATH];

  fprintf(out, "%s: %zu node%s, %zu edge%s",
          mg_show_path(path, in->input.src.path), g->n, g->n == 1 ? "" : "s", g->m, g->m == 1 ? "" : "s");
  if (in->input.parts.count > 1)
    fprintf(out, ", %zu components", in->input.parts.count);
  fprintf(out, "%s\n", in->input.lengths_given || g->m == 0 ? ""
          : "; no lengths are given: all are 1");
  say_feasible(in, out);
  say_rigid(in, out);
  say_dims(in, out);
  for (size_t k = 0; k < in->given; k++)
    say_lengths(in, k, out);
  say_same(in, out);
  say_others(in, out);
}
