/* Used by most readers: nodes found by token, edges, bounds, and unlisted nodes. */
#include "build.h"
#include "io/text/stream.h"
#include "base/number.h"
#include "io/text/message.h"

#include <stdio.h>
#include <string.h>

void
mg_builder_init(mg_builder *b, mg_source *src)
{
  const mg_piece *piece = src->limits.piece;

  memset(b, 0, sizeof *b);
  b->src = src;
  if (piece == NULL || piece->tokens == NULL) {
    mg_ids_expect(&b->ids, src->limits.directs);
    return;
  }
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

/* The node's id also serves as its label or name if other nodes have one. */
mgnn_status
mg_unlisted_end(mg_unlisted *u, mg_builder *b, const char *id, size_t line,
                unsigned *node, mgnn_error *err)
{
  static const char *const names[] = { "label", "name" };
  mg_source *src = b->src;
  char shown[MG_SHOW_MAX];

  if (!src->limits.lenient)
    return mg_fail_at(err, src->path, line, u->column, "an edge ends at node %s, which is "
                      "not there; --lenient adds such nodes", mg_show(shown, id));
  if (*node == MG_NAMES_NONE) {
    PASS(mg_builder_node(b, id, strlen(id), node, err));
    if (src->n > src->line_cap) {
      size_t cap = src->n + src->n / 2;

      PASS(mg_resized(&src->node_line, cap, sizeof *src->node_line, err));
      src->line_cap = cap;
    }
  }
  src->node_line[*node] = (uint32_t)line;
  for (size_t k = 0; k < 2; k++)
    if (mg_attribute_find(&src->node, names[k]) != NULL)
      PASS(mg_attribute_text(src, &src->node, names[k], *node, id, strlen(id), err));
  if (u->count++ > 0)
    return MGNN_OK;
  u->line = line;
  return mg_allocated(u->first = mg_pool_keep(&src->pool, id, strlen(id)), err);
}

mgnn_status
mg_unlisted_note(const mg_unlisted *u, mg_source *src, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];

  return u->count == 0 ? MGNN_OK
         : mg_note(&src->notes, err, "%s:%zu: %zu node%s that edges name, such as %s, %s "
                   "not listed and %s added", src->path, u->line, u->count,
                   mg_plural(u->count), mg_show(shown, u->first),
                   u->count == 1 ? "is" : "are", u->count == 1 ? "was" : "were");
}

mgnn_status
mg_builder_two_kinds(mg_source *src, size_t rows, size_t cols, mgnn_error *err)
{
  char name[40];

  src->n = rows + cols;
  for (size_t i = 0; i < src->n; i++) {
    snprintf(name, sizeof name, "%c%zu", i < rows ? 'r' : 'c', i < rows ? i + 1
             : i + 1 - rows);
    PASS(mg_attribute_text(src, &src->node, "id", i, name, strlen(name), err));
  }
  return src->limits.lengths ? MGNN_OK
         : mg_note(&src->notes, err, "%s: the matrix has %zu rows and %zu columns, which "
                   "are read as two kinds of nodes, r1, ... and c1, ...", src->path, rows,
                   cols);
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

/* Make a node for a new token; the caller enters the token into the ids.
 * whole: the token as an integer, or NULL. */
static mgnn_status
node_new(mg_builder *b, const char *s, size_t len, const int64_t *whole,
         mgnn_error *err)
{
  mg_source *src = b->src;
  const char *kept;

  PASS(mg_source_allows(src, src->n + 1, src->m, 0, err));
  if (b->tokens != NULL) {
    PASS(mg_tokens_append(b->tokens, &b->ids, whole, b->place++, err));
    src->n++;
    return MGNN_OK;
  }
  if (b->id_column == 0) {
    PASS(mg_attribute_column(src, &src->node, "id", &b->id_column, err));
    b->id_column++;
  }
  PASS(mg_allocated(kept = mg_pool_keep(&src->pool, s, len), err));
  PASS(mg_column_put_text(src, &src->node.column[b->id_column - 1], src->n, kept,
                          err));
  src->n++;
  return MGNN_OK;
}

mgnn_status
mg_builder_node(mg_builder *b, const char *s, size_t len, unsigned *out,
                mgnn_error *err)
{
  int64_t whole;

  if (mg_ids_integer(s, len, &whole))
    return mg_builder_node_integer(b, whole, s, len, out, err);
  *out = mg_ids_find_text(&b->ids, s, len);
  if (*out != MG_NAMES_NONE)
    return MGNN_OK;
  *out = (unsigned)b->src->n;
  PASS(node_new(b, s, len, NULL, err));
  return mg_ids_add_text(&b->ids, s, len, *out, err);
}

mgnn_status
mg_builder_node_integer(mg_builder *b, int64_t id, const char *s, size_t len,
                        unsigned *out, mgnn_error *err)
{
  *out = mg_ids_find(&b->ids, id);
  if (*out != MG_NAMES_NONE)
    return MGNN_OK;
  *out = (unsigned)b->src->n;
  PASS(node_new(b, s, len, &id, err));
  return mg_ids_add(&b->ids, id, *out, err);
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

  if (need <= b->ends_cap)
    return MGNN_OK;
  need += b->ends_cap / 2 + 16;
  PASS(mg_resized(&src->ends, need, sizeof *src->ends, err));
  b->ends_cap = need;
  return MGNN_OK;
}

mgnn_status
mg_builder_edge(mg_builder *b, unsigned from, unsigned to, size_t line,
                mgnn_error *err)
{
  mg_source *src = b->src;

  PASS(mg_source_allows(src, src->n, src->m + 1, line, err));
  PASS(ends_reserve(b, 2, err));
  PASS(mg_line_runs_add(&src->edge_line, 1, line, err));
  src->ends[2 * src->m] = from;
  src->ends[2 * src->m + 1] = to;
  src->m++;
  return MGNN_OK;
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

  if (count == 0)
    return MGNN_OK;            /* there may be no array yet */
  for (size_t k = 0; unknown > 0 && k < 2 * count; k++)
    if (node[k] == MG_NAMES_NONE) {
      char text[MG_NUMBER_MAX];
      size_t len = b->tokens == NULL ? mg_number_write_integer(text, (uint64_t)id[k])
                   : 0;

      PASS(mg_builder_node_integer(b, id[k], text, len, &node[k], err));
      unknown--;
    }
  PASS(ends_reserve(b, 2 * count, err));
  PASS(mg_line_runs_add(&src->edge_line, count, line, err));
  memcpy(src->ends + 2 * src->m, node, 2 * count * sizeof *node);
  src->m += count;
  return MGNN_OK;
}

/* The column `upper` is made when the bounds of an edge first differ. */
mgnn_status
mg_bounds_put(mg_bounds *bounds, mg_source *src, double lower, double upper,
              mgnn_error *err)
{
  size_t e = src->m - 1;

  PASS(mg_attribute_number(src, &src->edge, "lower", e, lower, err));
  if (lower != upper && !bounds->intervals) {
    bounds->intervals = 1;
    for (size_t k = 0; k < e; k++)
      PASS(mg_attribute_number(src, &src->edge, "upper", k,
                               src->edge.column[0].number[k], err));
  }
  if (bounds->intervals)
    PASS(mg_attribute_number(src, &src->edge, "upper", e, upper, err));
  return MGNN_OK;
}

void
mg_bounds_done(const mg_bounds *bounds, mg_source *src)
{
  if (!bounds->intervals && src->m > 0)
    src->edge.column[0].name = "len";
}
