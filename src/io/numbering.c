/* Sorts nodes that are known only from edges, if their names are numbers. */
#include "numbering.h"
#include "io/text/message.h"

#include <string.h>

/* The lowest name, 0 or 1, if the nodes are called 0 to n-1 or 1 to n;
 * else -1. */
static int
first_number(const mg_source *src)
{
  const mg_ids *ids = &src->tokens;
  size_t n = src->n, last;

  if (n == 0 || ids->count != n || ids->texts.count > 0 || ids->directs == 0)
    return -1;
  last = ids->direct[0] != 0 ? n - 1 : n;
  if (ids->directs <= last)
    return -1;
  for (size_t k = last - n + 1; k <= last; k++)
    if (ids->direct[k] == 0)
      return -1;
  return last == n;
}

/* to[k] = from[order[k]], for an array of items of 8 bytes, or of 4. */
static mgnn_status
permute(void *items, size_t size, size_t count, const uint32_t *order,
        mgnn_error *err)
{
  void *old;

  if (items == NULL)
    return MGNN_OK;
  PASS(mg_allocated(old = mg_alloc(count, size), err));
  memcpy(old, items, count * size);
  for (size_t k = 0; k < count && size == 8; k++)
    memcpy((char *)items + 8 * k, (char *)old + 8 * order[k], 8);
  for (size_t k = 0; k < count && size == 4; k++)
    memcpy((char *)items + 4 * k, (char *)old + 4 * order[k], 4);
  mg_free(old);
  return MGNN_OK;
}

/* Handles two edges at a time, for speed: all large tables go through this. */
static void
renumber_ends(unsigned *restrict end, size_t count, const uint32_t *restrict place)
{
  size_t k = 0;

  for (; k + 4 <= count; k += 4) {
    end[k] = place[end[k]];
    end[k + 1] = place[end[k + 1]];
    end[k + 2] = place[end[k + 2]];
    end[k + 3] = place[end[k + 3]];
  }
  for (; k < count; k++)
    end[k] = place[end[k]];
}

static mgnn_status
renumber(mg_source *src, size_t first, const uint32_t *order, mgnn_error *err)
{
  uint32_t *place = mg_alloc(src->n, sizeof *place);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(place, err));
  for (size_t k = 0; k < src->n; k++)
    place[order[k]] = (uint32_t)k;
  for (size_t k = 0; k < src->node.count; k++) {
    mg_column *col = &src->node.column[k];

    if (col->cap < src->n && (col->number != NULL || col->text != NULL))
      TRY(mg_column_reserve(src, col, src->n - 1, err));
    TRY(permute(col->number, sizeof *col->number, src->n, order, err));
    TRY(permute(col->text, sizeof *col->text, src->n, order, err));
  }
  TRY(permute(src->node_line, sizeof *src->node_line, src->n, order, err));
  TRY(permute(src->names.text, sizeof *src->names.text, src->names.count, order,
              err));
  renumber_ends(src->ends, 2 * src->m, place);
  for (size_t k = 0; k < src->n; k++)
    src->tokens.direct[k + first] = (uint32_t)k + 1;
end:
  mg_free(place);
  return status;
}

mgnn_status
mg_source_number(mg_source *src, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  uint32_t *order = NULL;
  size_t moved = 0;
  int first;

  if (!src->unordered || src->names.slots > 0)
    return MGNN_OK;
  /* Large numbers that came before small ones may still be in the hash. */
  if (src->tokens.count == src->n)
    TRY(mg_ids_reach(&src->tokens, src->n, err));
  first = first_number(src);
  if (first < 0)
    return MGNN_OK;
  TRY(mg_allocated(order = mg_alloc(src->n, sizeof *order), err));
  for (size_t k = 0; k < src->n; k++) {
    order[k] = src->tokens.direct[k + (size_t)first] - 1;
    moved += order[k] != k;
  }
  if (moved > 0)
    TRY(renumber(src, (size_t)first, order, err));
  src->unordered = 0;
end:
  mg_free(order);
  return status;
}

/* Find a number that is missing among the names; 0: the names are not numbers. */
static int
missing_number(const mg_source *src, size_t *out)
{
  const mg_ids *ids = &src->tokens;
  size_t k = ids->directs > 0 && ids->direct[0] == 0;

  if (ids->count != src->n || ids->texts.count > 0 || src->n == 0)
    return 0;
  while (k < ids->directs && ids->direct[k] != 0)
    k++;
  *out = k;
  return 1;
}

mgnn_status
mg_source_rows_check(const mg_source *src, const char *path, const char *remedy,
                     mgnn_error *err)
{
  char shown[MG_SHOW_MAX];
  size_t gap;

  if (!src->unordered || src->n == 0)
    return MGNN_OK;
  if (missing_number(src, &gap))
    return mg_fail(err, MGNN_EPARSE, "%s: rows without names cannot be matched: "
                   "the nodes of %s are not all of 0 to n-1 or 1 to n (%zu is "
                   "missing); %s, or name all nodes in a table of labels", path,
                   src->path, gap, remedy);
  return mg_fail(err, MGNN_EPARSE, "%s: rows without names cannot be matched: "
                 "the nodes of %s (the first is %s) have no order; %s", path,
                 src->path, mg_show(shown, src->names.text[0]), remedy);
}
