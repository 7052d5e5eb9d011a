/* What the readers of edge tables, distances, matrices and GML share. */
#include "build.h"

#include <string.h>

void
mg_build_init(mg_build *b, mg_source *src)
{
  memset(b, 0, sizeof *b);
  b->src = src;
}

void
mg_build_free(mg_build *b)
{
  mg_ids_free(&b->ids);
}

/* A node for a token that is new; the caller enters it into the ids. */
static mgnn_status
node_new(mg_build *b, const char *s, size_t len, mgnn_error *err)
{
  mg_source *src = b->src;
  mgnn_status status = MGNN_OK;
  const char *kept;

  status = mg_source_allows(src, src->n + 1, src->m, 0, err);
  if (status != MGNN_OK)
    return status;
  if (b->id_column == 0) {
    status = mg_attribute_column(src, &src->node, "id", &b->id_column, err);
    if (status != MGNN_OK)
      return status;
    b->id_column++;
  }
  kept = mg_pool_keep(&src->pool, s, len);
  if (kept == NULL)
    return mg_fail_memory(err);
  status = mg_column_put_text(&src->node.column[b->id_column - 1], src->n, kept,
                              err);
  if (status == MGNN_OK)
    src->n++;
  return status;
}

mgnn_status
mg_build_node(mg_build *b, const char *s, size_t len, unsigned *out,
              mgnn_error *err)
{
  mgnn_status status;

  *out = mg_ids_find_text(&b->ids, s, len);
  if (*out != MG_NAMES_NONE)
    return MGNN_OK;
  *out = (unsigned)b->src->n;
  status = node_new(b, s, len, err);
  if (status == MGNN_OK)
    status = mg_ids_add_text(&b->ids, s, len, *out, err);
  return status;
}

mgnn_status
mg_build_node_whole(mg_build *b, int64_t id, const char *s, size_t len,
                    unsigned *out, mgnn_error *err)
{
  mgnn_status status;

  *out = mg_ids_find(&b->ids, id);
  if (*out != MG_NAMES_NONE)
    return MGNN_OK;
  *out = (unsigned)b->src->n;
  status = node_new(b, s, len, err);
  if (status == MGNN_OK)
    status = mg_ids_add(&b->ids, id, *out, err);
  return status;
}

mgnn_status
mg_build_edge(mg_build *b, unsigned from, unsigned to, size_t line,
              mgnn_error *err)
{
  mg_source *src = b->src;
  mgnn_status status = mg_source_allows(src, src->n, src->m + 1, line, err);
  uint32_t *lines;
  unsigned *ends;

  if (status != MGNN_OK)
    return status;
  lines = mg_grow(src->edge_line, src->m, &b->lines_cap, sizeof *lines);
  if (lines == NULL)
    return mg_fail_memory(err);
  src->edge_line = lines;
  ends = mg_grow(src->ends, 2 * src->m + 1, &b->ends_cap, sizeof *ends);
  if (ends == NULL)
    return mg_fail_memory(err);
  src->ends = ends;
  lines[src->m] = line < UINT32_MAX ? (uint32_t)line : UINT32_MAX;
  ends[2 * src->m] = from;
  ends[2 * src->m + 1] = to;
  src->m++;
  return MGNN_OK;
}
