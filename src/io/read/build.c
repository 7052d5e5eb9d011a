/* What the readers of edge tables, distances, matrices and GML share. */
#include "build.h"
#include "io/text/stream.h"
#include "base/number.h"

#include <string.h>

void
mg_builder_init(mg_builder *b, mg_source *src)
{
  const mg_piece *piece = src->limits.piece;

  memset(b, 0, sizeof *b);
  b->src = src;
  if (piece == NULL || piece->tokens == NULL)
    return;
  b->tokens = piece->tokens;
  b->place = piece->place;
  b->ids = b->tokens->ids;
  memset(&b->tokens->ids, 0, sizeof b->tokens->ids);
  src->n = b->tokens->count;
}

void
mg_builder_done(mg_builder *b)
{
  if (b->tokens == NULL) {
    b->src->tokens = b->ids;
    memset(&b->ids, 0, sizeof b->ids);
  }
  mg_source_trim(b->src);
}

void
mg_builder_free(mg_builder *b)
{
  if (b->tokens != NULL)
    b->tokens->ids = b->ids;
  else
    mg_ids_free(&b->ids);
  memset(&b->ids, 0, sizeof b->ids);
}

/* A node for a token that is new; the caller enters it into the ids.  whole: the
 * integer that it is, or NULL. */
static mgnn_status
node_new(mg_builder *b, const char *s, size_t len, const int64_t *whole,
         mgnn_error *err)
{
  mg_source *src = b->src;
  mgnn_status status = MGNN_OK;
  const char *kept;

  TRY(mg_source_allows(src, src->n + 1, src->m, 0, err));
  if (b->tokens != NULL) {
    TRY(mg_tokens_append(b->tokens, &b->ids, whole, b->place++, err));
    src->n++;
    goto end;
  }
  if (b->id_column == 0) {
    TRY(mg_attribute_column(src, &src->node, "id", &b->id_column, err));
    b->id_column++;
  }
  TRY(mg_allocated(kept = mg_pool_keep(&src->pool, s, len), err));
  TRY(mg_column_put_text(src, &src->node.column[b->id_column - 1], src->n, kept,
                         err));
  src->n++;
end:
  return status;
}

mgnn_status
mg_builder_node(mg_builder *b, const char *s, size_t len, unsigned *out,
                mgnn_error *err)
{
  int64_t whole;
  mgnn_status status = MGNN_OK;

  if (mg_ids_integer(s, len, &whole))
    return mg_builder_node_integer(b, whole, s, len, out, err);
  *out = mg_ids_find_text(&b->ids, s, len);
  if (*out != MG_NAMES_NONE)
    return MGNN_OK;
  *out = (unsigned)b->src->n;
  TRY(node_new(b, s, len, NULL, err));
  TRY(mg_ids_add_text(&b->ids, s, len, *out, err));
end:
  return status;
}

mgnn_status
mg_builder_node_integer(mg_builder *b, int64_t id, const char *s, size_t len,
                        unsigned *out, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  *out = mg_ids_find(&b->ids, id);
  if (*out != MG_NAMES_NONE)
    return MGNN_OK;
  *out = (unsigned)b->src->n;
  TRY(node_new(b, s, len, &id, err));
  TRY(mg_ids_add(&b->ids, id, *out, err));
end:
  return status;
}

const char *
mg_builder_token(const mg_builder *b, size_t i, char *buf)
{
  const mg_tokens *t = b->tokens;

  if (t == NULL)
    return b->src->node.column[b->id_column - 1].text[i];
  return t->text[i] != MG_NAMES_NONE ? b->ids.texts.text[t->text[i]]
         : mg_token_integer(t->integer[i], buf);
}

static mgnn_status
ends_reserve(mg_builder *b, size_t count, mgnn_error *err)
{
  mg_source *src = b->src;
  size_t need = 2 * src->m + count;
  unsigned *grown;

  if (need <= b->ends_cap)
    return MGNN_OK;
  need += b->ends_cap / 2 + 16;
  grown = mg_resize(src->ends, need, sizeof *grown);
  if (grown == NULL)
    return mg_fail_memory(err);
  src->ends = grown;
  b->ends_cap = need;
  return MGNN_OK;
}

mgnn_status
mg_builder_edge(mg_builder *b, unsigned from, unsigned to, size_t line,
                mgnn_error *err)
{
  mg_source *src = b->src;
  mgnn_status status = MGNN_OK;

  TRY(mg_source_allows(src, src->n, src->m + 1, line, err));
  TRY(ends_reserve(b, 2, err));
  TRY(mg_line_runs_add(&src->edge_line, 1, line, err));
  src->ends[2 * src->m] = from;
  src->ends[2 * src->m + 1] = to;
  src->m++;
end:
  return status;
}

size_t
mg_builder_edges_left(const mg_builder *b)
{
  const mg_source *src = b->src;
  size_t most = src->limits.edges;

  return most > src->m ? most - src->m : 0;
}

mgnn_status
mg_builder_edges(mg_builder *b, size_t count, const int64_t *id, uint32_t *node,
                 size_t unknown, size_t line, mgnn_error *err)
{
  mg_source *src = b->src;
  mgnn_status status = MGNN_OK;

  if (count == 0)
    return MGNN_OK;            /* there may be no array yet */
  for (size_t k = 0; unknown > 0 && k < 2 * count; k++)
    if (node[k] == MG_NAMES_NONE) {
      char text[MG_NUMBER_MAX];
      size_t len = b->tokens == NULL ? mg_number_write_integer(text, (uint64_t)id[k])
                   : 0;

      TRY(mg_builder_node_integer(b, id[k], text, len, &node[k], err));
      unknown--;
    }
  TRY(ends_reserve(b, 2 * count, err));
  TRY(mg_line_runs_add(&src->edge_line, count, line, err));
  memcpy(src->ends + 2 * src->m, node, 2 * count * sizeof *node);
  src->m += count;
end:
  return status;
}

/* The second column is made when a pair of bounds first differs. */
mgnn_status
mg_bounds_put(mg_bounds *bounds, mg_source *src, double lower, double upper,
              mgnn_error *err)
{
  size_t e = src->m - 1;
  mgnn_status status = MGNN_OK;

  TRY(mg_attribute_number(src, &src->edge, "lower", e, lower, err));
  if (lower != upper && !bounds->intervals) {
    bounds->intervals = 1;
    for (size_t k = 0; k < e; k++)
      TRY(mg_attribute_number(src, &src->edge, "upper", k,
                              src->edge.column[0].number[k], err));
  }
  if (bounds->intervals)
    TRY(mg_attribute_number(src, &src->edge, "upper", e, upper, err));
end:
  return status;
}

void
mg_bounds_done(const mg_bounds *bounds, mg_source *src)
{
  if (!bounds->intervals && src->m > 0)
    src->edge.column[0].name = "len";
}
