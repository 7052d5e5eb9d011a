/* Reads positions from a graph file, whose nodes are matched by their names. */
#include "positions_file.h"
#include "attributes.h"
#include "io/read/read.h"
#include "base/mem.h"

#include <string.h>

int
mg_positions_in_graph(const char *path)
{
  const mg_reader *reader = mg_reader_of(path);

  return reader != NULL && reader->positions;
}

/* Whether a drawing in GEXF is plane: nodes always have a z there, which is then 0. */
static int
is_plane(const mg_source *file, const double *x)
{
  for (size_t i = 0; i < file->n; i++)
    if (x[3 * i + 2] != 0)
      return 0;
  return mg_source_is(file, "gexf");
}

/* Read positions in three dimensions if every node has as many, else two, else one. */
static mgnn_status
positions_take(const mg_source *file, double *x, unsigned char *has, int *dim,
               mgnn_error *err)
{
  for (*dim = 3; *dim > 0; --*dim)
    if (mg_attribute_positions(file, (size_t)*dim, x, has) == file->n
        && (*dim < 3 || !is_plane(file, x)))
      return MGNN_OK;
  return mg_fail(err, MGNN_EPARSE, "%s: not every node has a position in its "
                 "attributes (x, y and z, or pos)", file->path);
}

mgnn_status
mg_positions_read(const mg_source *src, const char *path, double **x, int *dim,
                  mg_rows_match *match, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  mg_limits limits = src->limits;
  mg_source file = { .n = 0 };
  unsigned char *has = NULL;
  double *all = NULL, *out = NULL;

  limits.cutoff = 0;
  limits.topology = NULL;
  match->common = match->others = 0;
  TRY(mg_read_within(&file, path, NULL, &limits, err));
  TRY(mg_allocated_all(err, has = mg_alloc(file.n, 1),
                       all = mg_alloc(file.n, 3 * sizeof *all),
                       out = mg_zalloc(src->n, 3 * sizeof *out)));
  TRY(positions_take(&file, all, has, dim, err));
  memset(match->has, 0, src->n);
  for (size_t k = 0; k < file.n; k++) {
    const char *name = file.names.text[k];
    uint32_t i = mg_source_is(&file, "xyz") && file.n == src->n ? (uint32_t)k
                 : mg_source_find(src, name, strlen(name));

    if (i == MG_NAMES_NONE) {
      if (match->others++ == 0)
        match->other_line = file.node_line != NULL ? file.node_line[k] : 0;
      continue;
    }
    memcpy(out + i * (size_t)*dim, all + k * (size_t)*dim,
           (size_t)*dim * sizeof *out);
    match->common += !match->has[i];
    match->has[i] = 1;
  }
  *x = out;
  out = NULL;
end:
  mg_free_all(has, all, out);
  mg_source_free(&file);
  return status;
}

mgnn_status
mg_positions_read_all(const mg_source *src, const char *path, double **x, int *dim,
                      mgnn_error *err)
{
  mg_rows_match m = { .has = NULL };
  mgnn_status status = MGNN_OK;

  if (!mg_positions_in_graph(path))
    return mg_read_rows(src, path, x, dim, err);
  TRY(mg_allocated(m.has = mg_alloc(src->n, 1), err));
  TRY(mg_positions_read(src, path, x, dim, &m, err));
  if (m.common < src->n || m.others > 0)
    TRY(mg_fail(err, MGNN_EPARSE, "%s: has positions of %zu of the %zu nodes of "
                "%s, and of %zu others", path, m.common, src->n, src->path,
                m.others));
end:
  mg_free(m.has);
  return status;
}
