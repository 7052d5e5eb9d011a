/* Fills in the names, labels and node places of a picture of a graph. */
#include "drawn_graph.h"
#include "base/number.h"
#include "render/canvas/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void
mg_drawn_words(const mg_drawn_graph *d, mg_picture *pic)
{
  pic->names = (const char *const *)d->src->names.text;
  pic->shown = d->shown;
  pic->group = d->groups->group;
  pic->groups = (const char *const *)d->groups->name;
  pic->group_count = d->groups->count;
  pic->groups_title = d->groups_title;
  pic->appearance = d->appearance;
}

void
mg_drawn_place(const mg_drawn_graph *d, const double *x,
               const mg_projection *projection, double *xy, mg_picture *pic)
{
  const mg_graph *g = &d->problem->graph;

  pic->n = g->n;
  pic->m = g->m;
  pic->ends = g->ends;
  pic->xy = xy;
  mg_project(projection, g->n, x, xy);
  if (d->dim == 3) {
    pic->depth = xy + 2 * g->n;
    mg_project_depth(projection, g->n, x, xy + 2 * g->n);
  }
}

int
mg_drawn_share(const mg_projection *projection, size_t n, const double *x,
               char *note, size_t size)
{
  double share = mg_project_share(projection, n, x);
  char percent[MG_TEXT_NUMBER];
  size_t used = strlen(note);

  if (isnan(share))
    return 0;
  mg_text_number(percent, 100 * share, 3);
  snprintf(note + used, size - used,
           used > 0 ? ", %s %% of variance"
           : "two principal axes, %s %% of the variance", percent);
  return 1;
}

const char *
mg_spec_attribute(const char *word)
{
  static const char attr[] = "attr:";

  return word != NULL && strncmp(word, attr, sizeof attr - 1) == 0
         && word[sizeof attr - 1] != '\0' ? word + sizeof attr - 1 : NULL;
}

mgnn_status
mg_spec_number(const char *option, const char *word, double *x, mgnn_error *err)
{
  if (word != NULL && mg_spec_attribute(word) == NULL
      && (!mg_number_whole(word, strlen(word), x) || !(*x >= 0 && *x <= 1e4)))
    return mg_fail(err, MGNN_EINVAL, "--%s is \"%.60s\", must be a number from 0 to "
                   "10000, or attr:NAME", option, word);
  return MGNN_OK;
}

mgnn_status
mg_spec_column(const mg_column **out, const mg_source *src, const char *what,
               const char *option, const char *name, mgnn_error *err)
{
  const mg_attributes *at = *what == 'n' ? &src->node : &src->edge;

  *out = mg_attribute_find(at, name);
  return *out != NULL ? MGNN_OK
         : mg_attribute_missing(src, at, what, option, name, err);
}

/* Several nodes may have the same text. */
mgnn_status
mg_shown_names_read(mg_shown_names *out, const mg_source *src, const char *name,
                    mgnn_error *err)
{
  const mg_column *col;

  if (name == NULL || strcmp(name, "yes") == 0 || strcmp(name, "no") == 0)
    return MGNN_OK;
  PASS(mg_spec_column(&col, src, "node", "--names (yes, no or an attribute)", name, err));
  PASS(mg_allocated(out->text = mg_alloc(src->n, sizeof *out->text), err));
  for (size_t i = 0; i < src->n; i++) {
    char number[MG_NUMBER_MAX + 1];
    const char *text = mg_column_has(col, i) ? mg_column_text(col, i, number)
                                             : "";

    PASS(mg_allocated(out->text[i] = mg_pool_keep(&out->pool, text, strlen(text)), err));
  }
  return MGNN_OK;
}

void
mg_shown_names_free(mg_shown_names *shown)
{
  mg_free(shown->text);
  mg_pool_free(&shown->pool);
}
