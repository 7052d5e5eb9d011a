/* Reads splits of the nodes into training, validation and test. */
#include "array.h"
#include "table_arrays.h"
#include "table_parts.h"
#include "base/mem.h"

#include <string.h>

/* The words for a part, and the part. */
static const struct {
  const char *word;
  unsigned char part;
} words[] = {
  { "t", MG_TRAIN }, { "train", MG_TRAIN }, { "training", MG_TRAIN },
  { "v", MG_VALIDATE }, { "val", MG_VALIDATE }, { "valid", MG_VALIDATE },
  { "validation", MG_VALIDATE },
  { "e", MG_TEST }, { "test", MG_TEST },
  { "-", MG_UNUSED }, { "unused", MG_UNUSED }, { "none", MG_UNUSED },
  { "", MG_UNUSED }
};

static mgnn_status
cell_part(const mg_csv *csv, size_t k, unsigned char *out, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];

  for (size_t w = 0; w < sizeof words / sizeof *words; w++)
    if (mg_cell_is(&csv->cell[k], words[w].word)) {
      *out = words[w].part;
      return MGNN_OK;
    }
  return mg_csv_fail(csv, &csv->cell[k], err, "%s is no part of a split; there "
                     "are t (training), v (validation), e (test) and - (unused)",
                     mg_show(shown, csv->cell[k].text));
}

/* Read a row: a node, and its part in the split of every other column. */
static mgnn_status
read_row(const mg_source *src, const mg_csv *csv, size_t name, mg_splits *out,
         unsigned char *seen, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];
  uint32_t node;

  PASS(mg_table_node(src, csv, name, &node, err));
  if (seen[node])
    PASS(mg_csv_fail(csv, NULL, err, "node %s has a row already",
                     mg_show(shown, src->names.text[node])));
  seen[node] = 1;
  for (size_t k = 0, split = 0; k < csv->count; k++)
    if (k != name)
      PASS(cell_part(csv, k, &out->part[split++ * src->n + node], err));
  return MGNN_OK;
}

mgnn_status
mg_read_splits(const mg_source *src, const char *path, mg_splits *out,
               mgnn_error *err)
{
  unsigned char *seen = mg_zalloc(src->n, 1);
  size_t name, columns, head;
  mgnn_status status = MGNN_OK;
  mg_csv csv = { 0 };

  *out = (mg_splits){ 0 };
  TRY(mg_allocated(seen, err));
  if (mg_is_array_path(path)) {
    TRY(mg_read_split_arrays(src, path, out, err));
    goto end;
  }
  TRY(mg_csv_open(&csv, path, 0, &src->limits, err));
  TRY(mg_csv_row(&csv, err));
  columns = csv.count;
  head = csv.line;
  name = mg_table_column(&csv, "node", NULL);
  if (columns < 2 || name == columns)
    TRY(mg_fail(err, MGNN_EPARSE, "%s: a table of splits must start with the "
                "header node,split0,split1,...", csv.in.path));
  TRY(mg_allocated(out->part = mg_alloc(src->n, columns - 1), err));
  memset(out->part, MG_UNUSED, src->n * (columns - 1));
  out->count = columns - 1;
  EACH(mg_csv_row(&csv, err), csv.count > 0) {
    if (csv.count != columns)
      TRY(mg_table_ragged(&csv, columns, head, err));
    TRY(read_row(src, &csv, name, out, seen, err));
  }
end:
  mg_csv_close(&csv);
  mg_free(seen);
  if (status != MGNN_OK) {
    mg_free(out->part);
    *out = (mg_splits){ 0 };
  }
  return status;
}
