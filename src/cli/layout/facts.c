/* Chooses the measures of layers from the options, and computes them in Z and Y. */
#include "facts.h"
#include "base/mem.h"
#include "render/canvas/text.h"
#include "cli/common/program.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define AT(member) offsetof(mg_facts_options, member)

/* With more classes, the table of pairs of classes is left out. */
enum { CLASSES_MOST = 50 };

const mg_option mg_facts_rows[] = {
  { 0, "measures", "NAME[,NAME]...|all", MG_WORD | MG_OF_LAYERS, AT(measures), 0, 0,
    "measures of each layer, for --report and --plot; see mgnn-math(7) [default: all but gap]" },
  { 0, "captions", "NAME[,NAME]...", MG_WORD | MG_OF_LAYERS, AT(captions), 0, 0,
    "captions below drawings of layers: energy, none, measures [default: energy]" },
  { 0, "splits", "FILE", MG_FILE | MG_OF_LAYERS, AT(splits), 0, 0,
    "training and test nodes for probe_accuracy: a table node,split0,..." },
  { 0, "reference", "FILE", MG_FILE | MG_OF_LAYERS, AT(reference), 0, 0,
    "positions to compare each layer with" },
  MG_OPTIONS_END
};

static const char class_lengths[] = "class_lengths";

static mgnn_status
unknown(const char *word, size_t len, mgnn_error *err)
{
  char list[400] = "";
  size_t used = 0;

  for (size_t k = 0; k < MG_MEASURES; k++)
    used += (size_t)snprintf(list + used, sizeof list - used, "%s, ",
                             mg_measures[k].name);
  return mg_fail(err, MGNN_EINVAL, "--measures: there is no measure \"%.*s\"; "
                 "there are all, %s%s", len < 31 ? (int)len : 31, word, list,
                 class_lengths);
}

static mgnn_status
want(mg_facts_plan *plan, const char *word, size_t len, mgnn_error *err)
{
  size_t k = mg_measure_find(word, len);

  if (k < MG_MEASURES)
    plan->wanted[k] = 1;
  else if (len == sizeof class_lengths - 1
           && strncmp(word, class_lengths, len) == 0)
    plan->class_lengths = 1;
  else if (len == 3 && strncmp(word, "all", 3) == 0) {
    memset(plan->wanted, 1, sizeof plan->wanted);
    plan->class_lengths = 1;
  } else
    return unknown(word, len, err);
  return MGNN_OK;
}

/* Read the list of --captions; the measures in it will be computed. */
static mgnn_status
captions_read(mg_facts_plan *plan, const char *text, mgnn_error *err)
{
  plan->captioned = 1;
  if (strcmp(text, "none") == 0)
    return MGNN_OK;
  for (; text != NULL; text = mg_list_rest(text)) {
    size_t len = strcspn(text, ","), k = mg_measure_find(text, len);

    if (k == MG_MEASURES
        && !(len == 6 && strncmp(text, "energy", len) == 0))
      return mg_fail(err, MGNN_EINVAL, "--captions: \"%.*s\" is neither energy, "
                     "none nor a measure in mgnn-math(7)",
                     len < 31 ? (int)len : 31, text);
    if (plan->notes == MG_NOTES)
      return mg_fail(err, MGNN_EINVAL, "--captions: %d measures are the most",
                     MG_NOTES);
    plan->note[plan->notes++] = k;
    if (k < MG_MEASURES)
      plan->wanted[k] = plan->measures = 1;
  }
  return MGNN_OK;
}

void
mg_facts_note(const mg_facts_plan *plan, const double *value, double energy,
              char *text, size_t size)
{
  size_t used = 0;

  *text = '\0';
  for (size_t k = 0; k < plan->notes && used < size; k++) {
    size_t m = plan->note[k];
    char number[MG_TEXT_NUMBER];

    mg_text_number(number, m == MG_MEASURES ? energy
                   : value != NULL ? value[m] : NAN, 3);
    used += (size_t)snprintf(text + used, size - used, "%s%s = %s",
                             k > 0 ? ", " : "",
                             m < MG_MEASURES ? mg_measures[m].name : "E",
                             number);
  }
  for (char *s = text; *s != '\0'; s++)
    if (*s == '_')
      *s = ' ';
}

mgnn_status
mg_facts_check(mg_facts_plan *plan, const mg_facts_options *opt, int layers,
               enum mg_facts_shown shown, mgnn_error *err)
{
  const char *named = opt->measures, *given = named != NULL ? "--measures"
                      : opt->splits != NULL ? "--splits" : "--reference";

  *plan = (mg_facts_plan){ .best = NAN };
  if (opt->captions != NULL)
    PASS(captions_read(plan, opt->captions, err));
  if ((named != NULL || opt->splits != NULL || opt->reference != NULL)
      && shown == MG_FACTS_HIDDEN)
    return mg_fail(err, MGNN_EINVAL, "%s: nothing would show it; give --report FILE, "
                   "--plot FILE, --table FILE or --claims", given);
  if (!layers || shown == MG_FACTS_HIDDEN
      || (shown == MG_FACTS_CHARTED && named == NULL))
    return MGNN_OK;
  plan->measures = 1;
  plan->charted = named != NULL;
  for (size_t k = 0; k < MG_MEASURES && named == NULL; k++)
    plan->wanted[k] |= shown == MG_FACTS_CLAIMED
                       || !(mg_measures[k].needs & MG_WITH_BEST);
  plan->thrifty = named == NULL && shown == MG_FACTS_PAGED;
  plan->class_lengths = named == NULL && shown >= MG_FACTS_REPORTED;
  for (; named != NULL; named = mg_list_rest(named))
    PASS(want(plan, named, strcspn(named, ","), err));
  return MGNN_OK;
}

int
mg_facts_need_best(const mg_facts_plan *plan)
{
  for (size_t k = 0; k < MG_MEASURES; k++)
    if (plan->wanted[k] && (mg_measures[k].needs & MG_WITH_BEST))
      return 1;
  return 0;
}

/* Search for a drawing as layout mode does, and set plan->best to its scaled stress. */
static mgnn_status
best_find(mg_facts_plan *plan, mgnn_error *err)
{
  const mgnn_problem *p = plan->in->problem;
  double *y = mg_zalloc(p->graph.n, plan->dim * sizeof *y);
  mgnn_search_params par;
  mgnn_status status = MGNN_OK;
  mg_embedding e = { .p = p, .dim = plan->dim, .x = y };
  size_t stress = mg_measure_find("scaled_stress", 13);

  TRY(mg_allocated(y, err));
  mgnn_search_params_init(&par);
  par.control.seed = plan->seed;
  par.control.watch = mg_program_watch;
  status = mgnn_layout(p, plan->dim, &par, y, NULL, err);
  TRY(status == MGNN_ENOCONV ? MGNN_OK : status);
  TRY(mg_measure_value(&e, stress, &plan->best, err));
end:
  mg_free(y);
  return status;
}

/* Drop slow measures if only a page shows them: those that compare all pairs of nodes
 * above 3000 nodes, all of them for very large graphs. */
static void
spare(mg_facts_plan *plan)
{
  const mg_graph *g = &plan->in->problem->graph;

  for (size_t k = 0; k < MG_MEASURES; k++)
    if (g->n + g->m > 200000
        || (g->n > 3000 && (mg_measures[k].needs & MG_WITH_LABELS)))
      plan->wanted[k] = 0;
  for (size_t k = 0; k < plan->notes; k++)
    if (plan->note[k] < MG_MEASURES)
      plan->wanted[plan->note[k]] = 1;
}

mgnn_status
mg_facts_begin(mg_facts_plan *plan, const mg_input *in, unsigned long seed,
               mgnn_error *err)
{
  plan->in = in;
  plan->dim = in->dim;
  plan->seed = seed;
  if (!plan->measures)
    return MGNN_OK;
  if (plan->thrifty)
    spare(plan);
  plan->before = mg_alloc(in->src.n, in->dim * sizeof *plan->before);
  PASS(mg_allocated(plan->before, err));
  return mg_facts_need_best(plan) ? best_find(plan, err) : MGNN_OK;
}

/* Compute all wanted measures in one space. */
static mgnn_status
space_find(const mg_facts_plan *plan, const double *x, const mg_totals *totals,
           double *value, mg_class_length **classes, mgnn_error *err)
{
  const mg_groups *groups = &plan->in->groups;
  const mg_embedding e = {
    .p = plan->in->problem, .dim = plan->dim, .x = x,
    .label = groups->count > 0 ? groups->group : NULL,
    .classes = groups->count, .splits = plan->in->layer_tables.splits,
    .best = plan->best, .seed = plan->seed, .totals = totals
  };
  int there = (e.label != NULL ? MG_WITH_LABELS : 0)
              | (e.splits.count > 0 ? MG_WITH_SPLITS : 0)
              | (isnan(e.best) ? 0 : MG_WITH_BEST);

  for (size_t k = 0; k < MG_MEASURES; k++) {
    value[k] = NAN;
    if (plan->wanted[k] && (mg_measures[k].needs & ~there) == 0)
      PASS(mg_measure_value(&e, k, &value[k], err));
  }
  if (!plan->class_lengths || e.label == NULL || e.classes > CLASSES_MOST)
    return MGNN_OK;
  *classes = mg_alloc(MG_CLASS_PAIRS(e.classes), sizeof **classes);
  PASS(mg_allocated(*classes, err));
  mg_class_lengths(&e, *classes);
  return MGNN_OK;
}

static mgnn_status
compare(const mg_facts_plan *plan, const double *y, const double *other,
        mgnn_comparison **out, mgnn_error *err)
{
  PASS(mg_allocated(*out = mg_alloc(1, sizeof **out), err));
  return mgnn_compare(plan->in->problem, plan->dim, y, other, 1e-6, *out, err);
}

mgnn_status
mg_facts_find(mg_facts_plan *plan, size_t layer, const double *z,
              const double *y, mg_facts *out, mgnn_figures *figures,
              mgnn_error *err)
{
  const double *reference = plan->in->layer_tables.reference;
  const double *x[MG_SPACES] = { z, y };
  mg_totals totals[MG_SPACES];

  PASS(mg_totals_find(plan->in->problem, plan->dim, y, z, totals, figures, err));
  for (int s = 0; s < MG_SPACES; s++)
    PASS(space_find(plan, x[s], &totals[s], out->value[s], &out->classes[s], err));
  if (layer > 0)
    PASS(compare(plan, y, plan->before, &out->previous, err));
  if (reference != NULL)
    PASS(compare(plan, y, reference, &out->reference, err));
  memcpy(plan->before, y, plan->in->src.n * plan->dim * sizeof *y);
  return MGNN_OK;
}

void
mg_facts_free(mg_facts *facts)
{
  for (int s = 0; s < MG_SPACES; s++)
    mg_free(facts->classes[s]);
  mg_free_all(facts->previous, facts->reference);
}
