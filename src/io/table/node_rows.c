/* Matches rows of a table without names to nodes. */
#include "array.h"
#include "base/mem.h"
#include "base/number.h"
#include "features.h"
#include "io/numbering.h"
#include "io/text/message.h"

#include <math.h>
#include <string.h>

/* Whether the names are the numbers from, from + 1, ... in any order; then node[k]
 * receives the node called from + k. */
static int
numbered_from(const mg_source *src, size_t from, unsigned *node)
{
  memset(node, 0xff, src->n * sizeof *node);
  for (size_t i = 0; i < src->n; i++) {
    const char *name = src->names.text[i];
    double x;

    if (!mg_number_whole(name, strlen(name), &x) || x != floor(x)
        || x < (double)from || x >= (double)(from + src->n)
        || node[(size_t)x - from] != 0xffffffffU)
      return 0;
    node[(size_t)x - from] = (unsigned)i;
  }
  return 1;
}

void
mg_row_nodes(const mg_source *src, unsigned *node)
{
  if (!numbered_from(src, 0, node) && !numbered_from(src, 1, node))
    for (size_t i = 0; i < src->n; i++)
      node[i] = (unsigned)i;
}

mgnn_status
mg_rows_wrong(const mg_source *src, const char *path, size_t rows, mgnn_error *err)
{
  return mg_fail(err, MGNN_EPARSE, "%s: has %zu row%s, but %s has %zu node%s; "
                 "isolated nodes of an edge list are known by --class", path,
                 rows, mg_plural(rows), src->path, src->n, mg_plural(src->n));
}

mgnn_status
mg_array_nodes(const mg_source *src, const char *path, size_t rows,
               unsigned **node, mgnn_error *err)
{
  *node = NULL;
  if (rows != src->n)
    PASS(mg_rows_wrong(src, path, rows, err));
  PASS(mg_source_rows_check(src, path, "give them as a table in CSV with their "
                            "names in a first column, node", err));
  PASS(mg_allocated(*node = mg_alloc(src->n, sizeof **node), err));
  mg_row_nodes(src, *node);
  return MGNN_OK;
}

mgnn_status
mg_array_nodes_add(mg_source *src, const char *path, size_t rows, mgnn_error *err)
{
  size_t known = src->n;
  char name[MG_NUMBER_MAX];
  uint32_t node;
  double x;

  for (size_t i = 0; i < known; i++)
    if (!mg_number_whole(src->names.text[i], strlen(src->names.text[i]), &x)
        || !(x >= 0 && x < (double)rows && x == floor(x)))
      return MGNN_OK;
  PASS(mg_source_allows(src, rows, src->m, 0, err));
  for (size_t i = 0; i < rows; i++) {
    mg_number_write(name, (double)i);
    if (mg_source_find(src, name, strlen(name)) == MG_NAMES_NONE)
      PASS(mg_source_add_node(src, name, strlen(name), &node, err));
  }
  PASS(mg_note(&src->notes, err, "%s: %zu node%s in no edge of %s %s added", path,
               src->n - known, src->n - known == 1 ? " is" : "s are", src->path,
               src->n - known == 1 ? "and was" : "and were"));
  return mg_source_number(src, err);
}
