/* --component and --no-isolates: remove the nodes that are not selected from all that
 * was read, so that later stages never see them. */
#include "base/mem.h"
#include "base/number.h"
#include "base/subgraph.h"
#include "input.h"
#include "problem/components.h"

#include <math.h>
#include <string.h>

mgnn_status
mg_input_selection_parse(const mg_input_options *opt, mg_selection *out,
                         mgnn_error *err)
{
  const char *word = opt->component;
  double number;

  *out = (mg_selection){ 0, opt->no_isolates };
  if (word == NULL || strcmp(word, "all") == 0)
    return MGNN_OK;
  if (strcmp(word, "largest") == 0)
    out->component = 1;
  else if (mg_number_whole(word, strlen(word), &number) && number >= 1
           && number <= 4e9 && number == floor(number))
    out->component = (size_t)number;
  else
    return mg_fail(err, MGNN_EINVAL, "--component is \"%.60s\", must be largest, "
                   "all, or a number: 1 is the largest", word);
  return MGNN_OK;
}

/* Move the rows of the selected nodes to the front.  Node numbers are ascending, so
 * no row is overwritten before it was moved. */
static void
keep_rows(void *rows, size_t size, const mg_selected *s)
{
  for (size_t k = 0; k < s->count && rows != NULL; k++)
    memmove((char *)rows + k * size, (char *)rows + s->node[k] * size, size);
}

static void
keep_values(mg_column *col, const mg_selected *s)
{
  for (size_t k = 0; k < s->count && k < col->cap; k++) {
    size_t from = s->node[k];

    if (col->number != NULL)
      col->number[k] = from < col->cap ? col->number[from] : NAN;
    if (col->text != NULL)
      col->text[k] = from < col->cap ? col->text[from] : NULL;
  }
}

/* Whether edge r of the file is kept: if its merged edge is kept or, for a self-loop,
 * its node.  place: the new numbers of nodes. */
static int
edge_stays(const mg_input *in, size_t r, const unsigned *edge,
           const unsigned *place)
{
  uint32_t e = in->simple.into != NULL ? in->simple.into[r] : (uint32_t)r;

  if (e != MG_DROPPED)
    return edge[e] != MG_NOWHERE;
  return in->src.ends != NULL && place[in->src.ends[2 * r]] != MG_NOWHERE;
}

/* Move the kept edges of the file, with their attributes, to the front. */
static mgnn_status
keep_edges(mg_input *in, const mg_selected *s, size_t nodes,
           const unsigned *edge, mgnn_error *err)
{
  unsigned *place = mg_alloc(nodes, sizeof *place);
  mg_selected kept = { .node = mg_alloc(in->src.m, sizeof *kept.node) };
  uint32_t *into = in->simple.into;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, place, kept.node));
  for (size_t i = 0; i < nodes; i++)
    place[i] = MG_NOWHERE;
  for (size_t k = 0; k < s->count; k++)
    place[s->node[k]] = (unsigned)k;
  for (size_t r = 0; r < in->src.m; r++)
    if (edge_stays(in, r, edge, place))
      kept.node[kept.count++] = (unsigned)r;
  for (size_t k = 0; k < kept.count; k++) {
    size_t r = kept.node[k];

    for (int end = 0; end < 2 && in->src.ends != NULL; end++)
      in->src.ends[2 * k + end] = place[in->src.ends[2 * r + end]];
    if (into != NULL)
      into[k] = into[r] == MG_DROPPED ? MG_DROPPED : edge[into[r]];
  }
  for (size_t c = 0; c < in->src.edge.count; c++)
    keep_values(&in->src.edge.column[c], &kept);
  in->src.m = kept.count;
  mg_line_runs_free(&in->src.edge_line);
end:
  mg_free_all(place, kept.node);
  return status;
}

mgnn_status
mg_input_select(mg_input *in, mgnn_error *err)
{
  size_t wide = in->dim * sizeof(double);
  mg_input_files *f = &in->files;
  mg_selection what;
  mg_selected s = { 0 };
  unsigned *edge = NULL;
  mgnn_status status = MGNN_OK;

  TRY(mg_input_selection_parse(in->opt, &what, err));
  if (what.component == 0 && !what.no_isolates)
    return MGNN_OK;
  TRY(mg_select_find(&s, &in->problem->graph, &what, err));
  if (s.left_nodes == 0)
    goto end;
  TRY(mg_allocated(edge = mg_alloc(in->problem->graph.m, sizeof *edge), err));
  TRY(mg_select_problem(&in->problem, &s, edge, err));
  TRY(keep_edges(in, &s, in->src.n, edge, err));
  keep_rows(f->features, wide, &s);
  keep_rows(f->start, wide, &s);
  keep_rows(f->pins, wide, &s);
  keep_rows(f->pinned, 1, &s);
  keep_rows(in->positions, wide, &s);
  keep_rows(in->align, wide, &s);
  keep_rows(in->align_has, 1, &s);
  keep_rows(f->start_has, 1, &s);
  keep_rows(in->groups.group, sizeof *in->groups.group, &s);
  keep_rows(in->shown.text, sizeof *in->shown.text, &s);
  keep_rows(in->src.names.text, sizeof *in->src.names.text, &s);
  keep_rows(in->src.node_line, sizeof *in->src.node_line, &s);
  for (size_t k = 0; k < in->src.node.count; k++)
    keep_values(&in->src.node.column[k], &s);
  in->src.n = in->src.names.count = s.count;
  in->parts.left_nodes = s.left_nodes;
  in->parts.left = s.left_components;
end:
  mg_free(edge);
  mg_selected_free(&s);
  return status;
}
