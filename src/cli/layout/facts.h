/* The measures of every layer of a run, besides its figures of merit. */
#ifndef MG_FACTS_H
#define MG_FACTS_H

#include "cli/common/input.h"
#include "measure/embedding.h"
#include "cli/common/options.h"

typedef struct {
  const char *measures;        /* names of measures, or all; NULL: not given */
  const char *splits, *reference;
  const char *captions;        /* energy, none, names of measures; or NULL */
} mg_facts_options;

extern const mg_option mg_facts_rows[];

/* The measures of one layer.  Those that were not wanted are NAN or NULL. */
typedef struct {
  double value[MG_SPACES][MG_MEASURES];
  mg_class_length *classes[MG_SPACES]; /* one for each pair of classes */
  mgnn_comparison *previous, *reference;       /* Y compared with the layer
                                                  before, with --reference */
} mg_facts;

enum { MG_NOTES = 8 };         /* most measures in a caption */

/* Which measures are wanted, and what is needed to compute them. */
typedef struct {
  const mg_input *in;
  size_t dim;
  unsigned long seed;
  unsigned char wanted[MG_MEASURES];
  int class_lengths;
  int measures;                /* nonzero: anything is wanted */
  int charted;                 /* --measures was given: charts show them */
  int thrifty;                 /* only a page shows the measures: for large
                                  graphs, leave out those that take long */
  int captioned;               /* --captions was given: */
  size_t note[MG_NOTES], notes;        /* its list; MG_MEASURES: the energy */
  double best;                 /* see mg_embedding */
  double *before;              /* n*dim: Y of the layer before; or NULL */
} mg_facts_plan;

/* Where the measures will be shown.  Charts show those that --measures names.  Without
 * --measures, reports and tables have all but the gap, which takes a search; claims
 * have the gap, too. */
enum mg_facts_shown {
  MG_FACTS_HIDDEN, MG_FACTS_CHARTED, MG_FACTS_PAGED, MG_FACTS_REPORTED,
  MG_FACTS_CLAIMED
};

/* Check the options before anything is read. */
mgnn_status mg_facts_check(mg_facts_plan *plan, const mg_facts_options *opt,
                           int layers, enum mg_facts_shown shown,
                           mgnn_error *err);

/* Whether the measures need a best drawing to compare with.  Prepare the measures, and
 * search for that drawing if needed; call this after the input was read. */
int mg_facts_need_best(const mg_facts_plan *plan);
mgnn_status mg_facts_begin(mg_facts_plan *plan, const mg_input *in,
                           unsigned long seed, mgnn_error *err);

/* Measure a layer, given as Z and as Y, and find its figures of merit except for the
 * objective.  Call it for the layers of a model in order, from 0 on. */
mgnn_status mg_facts_find(mg_facts_plan *plan, size_t layer, const double *z,
                          const double *y, mg_facts *out, mgnn_figures *figures,
                          mgnn_error *err);
void mg_facts_free(mg_facts *facts);

/* Write the note below the drawing of a layer into `text` of `size` bytes; "" if there
 * is nothing to write.  value: the measures of the layer, or NULL. */
void mg_facts_note(const mg_facts_plan *plan, const double *value, double energy,
                   char *text, size_t size);

#endif
