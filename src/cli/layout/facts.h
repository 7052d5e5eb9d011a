/* What is measured of every layer of a run, beside its figures of merit. */
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

/* Of one layer.  Members that were not asked for are NAN or NULL. */
typedef struct {
  double value[MG_SPACES][MG_MEASURES];
  mg_class_length *classes[MG_SPACES]; /* pairs of classes */
  mgnn_comparison *previous, *reference;       /* of Y, with the layer before
                                                  and with --reference */
} mg_facts;

enum { MG_NOTES = 8 };         /* measures in a caption, at most */

/* What is asked for. */
typedef struct {
  const mg_input *in;
  size_t dim;
  unsigned long seed;
  unsigned char wanted[MG_MEASURES];
  int class_lengths;
  int measures;                /* whether anything is */
  int charted;                 /* measures were named: charts show them */
  int thrifty;                 /* only a page shows them: what takes long is left
                                  out for large graphs */
  int captioned;               /* captions were named: */
  size_t note[MG_NOTES], notes;        /* which; MG_MEASURES: the energy */
  double best;                 /* see mg_embedding */
  double *before;              /* n*dim: Y of the layer before; or NULL */
} mg_facts_plan;

/* What will show the measures.  In charts are those that are named.  In a report
 * or table are all of them if none is named, but the gap, which takes a search;
 * claims want that, too. */
enum mg_facts_shown {
  MG_FACTS_HIDDEN, MG_FACTS_CHARTED, MG_FACTS_PAGED, MG_FACTS_REPORTED,
  MG_FACTS_CLAIMED
};

/* Check the options before anything is read. */
mgnn_status mg_facts_check(mg_facts_plan *plan, const mg_facts_options *opt,
                           int layers, enum mg_facts_shown shown,
                           mgnn_error *err);

/* Whether a best drawing is needed; then look for it.  To be called once the
 * input is there. */
int mg_facts_need_best(const mg_facts_plan *plan);
mgnn_status mg_facts_begin(mg_facts_plan *plan, const mg_input *in,
                           unsigned long seed, mgnn_error *err);

/* Measure a layer, given as Z and as Y, with its figures of merit but the objective.
 * To be called for the layers of a model in turn, from 0 on. */
mgnn_status mg_facts_find(mg_facts_plan *plan, size_t layer, const double *z,
                          const double *y, mg_facts *out, mgnn_figures *figures,
                          mgnn_error *err);
void mg_facts_free(mg_facts *facts);

/* What a caption says of a layer: value has the measures or is NULL.
 * `text` of `size` bytes is "" if it says nothing. */
void mg_facts_note(const mg_facts_plan *plan, const double *value, double energy,
                   char *text, size_t size);

#endif
