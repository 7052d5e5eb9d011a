/* Functions shared by the metric files. */
#include "metric_parts.h"
#include "base/number.h"
#include "io/tokens.h"
#include "io/text/csv.h"
#include "io/text/equal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void
mg_lengths_free(mg_lengths *l)
{
  mg_free_all(l->lower, l->upper, l->stiffness);
  memset(l, 0, sizeof *l);
}

mgnn_status
mg_lengths_alloc(mg_lengths *l, size_t m, int intervals, mgnn_error *err)
{
  l->lower = mg_alloc(m, sizeof *l->lower);
  if (intervals)
    l->upper = mg_alloc(m, sizeof *l->upper);
  if (l->lower == NULL || (intervals && l->upper == NULL))
    return mg_fail_memory(err);
  l->given = 1;
  return MGNN_OK;
}

const char *
mg_where(const mg_source *src, size_t r, char buf[MG_WHERE_MAX])
{
  uint32_t line = mg_line_runs_find(&src->edge_line, r);

  if (line != 0)
    snprintf(buf, MG_WHERE_MAX, "%.250s:%u", src->path, line);
  else
    snprintf(buf, MG_WHERE_MAX, "%.250s", src->path);
  return buf;
}

const char *
mg_show_pair(const mg_source *src, const unsigned *ends, char buf[MG_PAIR_MAX])
{
  char shown[2][MG_SHOW_MAX], number[MG_NUMBER_MAX];

  for (int k = 0; k < 2; k++)
    mg_show(shown[k], src->met != NULL ? mg_tokens_text(src->met, ends[k], number)
            : src->names.text != NULL ? src->names.text[ends[k]]
            : mg_token_integer((int64_t)ends[k] + 1, number));
  snprintf(buf, MG_PAIR_MAX, "%s - %s", shown[0], shown[1]);
  return buf;
}

const char *
mg_show_edges(size_t count, char buf[MG_SHOW_MAX])
{
  snprintf(buf, MG_SHOW_MAX, "%zu edge%s", count, count == 1 ? "" : "s");
  return buf;
}

const char *
mg_hint_text(const mg_metric_input *in, mg_hint hint)
{
  const char *const *texts = in->spec->hint;

  return texts != NULL && texts[hint] != NULL ? texts[hint] : "";
}

size_t
mg_edge_of(const mg_simple *simple, size_t r)
{
  return simple->into != NULL ? simple->into[r] : r;
}

size_t
mg_first_of(const mg_simple *simple, size_t e)
{
  size_t r = 0;

  while (mg_edge_of(simple, r) != e)
    r++;
  return r;
}

mgnn_status
mg_missing_note(mg_notes *notes, const char *path, const char *what, size_t missing,
                double mean, mgnn_error *err)
{
  char count[MG_SHOW_MAX], number[MG_SHOW_MAX];

  return mg_note(notes, err, "%.300s: %s without %s got the mean of "
                 "the others, %s", path, mg_show_edges(missing, count), what,
                 mg_show_number(number, mean));
}

mgnn_status
mg_pairs_unused_note(mg_notes *notes, const char *path, const char *graph,
                     size_t unused, const char *hint, mgnn_error *err)
{
  if (unused == 0)
    return MGNN_OK;
  return mg_note(notes, err, "%.300s: %zu pair%s no edge of %.300s and "
                 "%s ignored%s", path, unused, unused == 1 ? " is" : "s are", graph,
                 unused == 1 ? "was" : "were", hint);
}

mgnn_status
mg_differing_note(mg_notes *notes, const char *path, const char *what, size_t differing,
                  mgnn_error *err)
{
  char count[MG_SHOW_MAX];

  if (differing == 0)
    return MGNN_OK;
  return mg_note(notes, err, "%s: %s differ%s in %s from an earlier one "
                 "between the same nodes; the merged edge got the mean", path,
                 mg_show_edges(differing, count), differing == 1 ? "s" : "", what);
}

mgnn_status
mg_lengths_complete(mg_lengths *l, const mg_metric_input *in, const char *path,
                    const char *what, mgnn_error *err)
{
  size_t m = in->simple->m, have = 0;
  mg_sum lengths = { 0 }, stiffnesses = { 0 };
  double length, stiffness;

  for (size_t e = 0; e < m; e++)
    have += !isnan(l->lower[e]);
  if (have == m)
    return MGNN_OK;
  for (size_t e = 0; e < m; e++)
    if (!isnan(l->lower[e])) {
      mg_sum_add(&lengths, mg_length_middle(l->lower[e], l->upper != NULL ? l->upper[e]
                                                         : l->lower[e]));
      if (l->stiffness != NULL)
        mg_sum_add(&stiffnesses, l->stiffness[e]);
    }
  length = mg_mean_of(&lengths, have);
  stiffness = mg_mean_of(&stiffnesses, have);
  for (size_t e = 0; e < m; e++)
    if (isnan(l->lower[e])) {
      l->lower[e] = length;
      if (l->upper != NULL)
        l->upper[e] = length;
      if (l->stiffness != NULL)
        l->stiffness[e] = stiffness;
    }
  return mg_missing_note(&in->src->notes, path, what, m - have, length, err);
}

mgnn_status
mg_length_loop(const char *at, const char *node, double length, mgnn_error *err)
{
  char shown[MG_SHOW_MAX], number[MG_SHOW_MAX];

  return mg_fail(err, MGNN_EPARSE, "%s: the length from node %s to itself is %s; it must "
                 "be 0", at, mg_show(shown, node), mg_show_number(number, length));
}

mgnn_status
mg_rows_ignored_note(mg_notes *notes, const char *path, size_t unknown, size_t loops,
                     mgnn_error *err)
{
  if (unknown > 0)
    PASS(mg_note(notes, err, "%.300s: %zu row%s no node of the graph and %s ignored", path,
                 unknown, unknown == 1 ? " names" : "s name",
                 unknown == 1 ? "was" : "were"));
  return loops == 0 ? MGNN_OK
         : mg_note(notes, err, "%.300s: %zu length%s from a node to itself %s ignored",
                   path, loops, mg_plural(loops), loops == 1 ? "was" : "were");
}
