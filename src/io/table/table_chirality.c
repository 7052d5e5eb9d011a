/* Reads handedness from a table, or derives it from the names of atoms. */
#include "chirality.h"
#include "base/mem.h"
#include "base/number.h"
#include "table_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static mgnn_status
centre_add(mg_centres *c, size_t *capacity, const unsigned node[4], int sign,
           double volume, mgnn_error *err)
{
  size_t cap = *capacity;
  unsigned *more;
  signed char *signs;
  double *volumes;

  if (c->count < cap) {
    memcpy(c->node + 4 * c->count, node, 4 * sizeof *node);
    c->sign[c->count] = (signed char)sign;
    c->volume[c->count++] = volume;
    return MGNN_OK;
  }
  cap = cap < 8 ? 16 : 2 * cap;
  if ((more = mg_resize(c->node, cap, 4 * sizeof *more)) != NULL)
    c->node = more;
  if ((signs = mg_resize(c->sign, cap, 1)) != NULL)
    c->sign = signs;
  if ((volumes = mg_resize(c->volume, cap, sizeof *volumes)) != NULL)
    c->volume = volumes;
  if (more == NULL || signs == NULL || volumes == NULL)
    return mg_fail_memory(err);
  *capacity = cap;
  return centre_add(c, capacity, node, sign, volume, err);
}

void
mg_centres_free(mg_centres *c)
{
  mg_free_all(c->node, c->sign, c->volume);
  memset(c, 0, sizeof *c);
}

/* ---- a table ---- */

static mgnn_status
cell_sign(const mg_csv *csv, size_t k, int *out, mgnn_error *err)
{
  static const char *const words[2][3] = { { "-", "-1", "-" },
                                           { "+", "+1", "1" } };
  char shown[MG_SHOW_MAX];

  for (int s = 0; s < 2; s++)
    for (int w = 0; w < 3; w++)
      if (mg_cell_is(&csv->cell[k], words[s][w])) {
        *out = 2 * s - 1;
        return MGNN_OK;
      }
  return mg_csv_fail(csv, &csv->cell[k], err, "the sign is %s, must be + or -",
                     mg_show(shown, csv->cell[k].text));
}

static mgnn_status
row_read(const mg_source *src, const mg_csv *csv, mg_centres *out, size_t *cap,
         mgnn_error *err)
{
  unsigned node[4];
  int sign = 0;
  double volume = NAN;
  char shown[MG_SHOW_MAX];

  for (size_t k = 0; k < 4; k++) {
    PASS(mg_table_node(src, csv, k, &node[k], err));
    for (size_t p = 0; p < k; p++)
      if (node[p] == node[k])
        PASS(mg_csv_fail(csv, &csv->cell[k], err, "node %s is there twice: four "
                         "different nodes have a volume",
                         mg_show(shown, csv->cell[k].text)));
  }
  PASS(cell_sign(csv, 4, &sign, err));
  if (csv->count > 5 && csv->cell[5].len > 0) {
    PASS(mg_table_number(csv, 5, "the volume", &volume, err));
    if (!(volume > 0))
      PASS(mg_csv_fail(csv, &csv->cell[5], err, "the volume is %g, must be positive: "
                       "the sign has a column of its own", volume));
  }
  return centre_add(out, cap, node, sign, volume, err);
}

mgnn_status
mg_read_chirality(const mg_source *src, const char *path, mg_centres *out,
                  mgnn_error *err)
{
  static const char *const title[] = { "a", "b", "c", "d", "sign", "volume" };
  size_t columns, head, cap = 0;
  mg_csv csv = { 0 };
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  TRY(mg_csv_open(&csv, path, 0, &src->limits, err));
  TRY(mg_csv_row(&csv, err));
  columns = csv.count;
  head = csv.line;
  for (size_t k = 0; k < columns || k < 5; k++)
    if (k >= columns || k > 5 || !mg_cell_is(&csv.cell[k], title[k]))
      TRY(mg_fail(err, MGNN_EPARSE, "%s: a table of handedness must start with the "
                  "header a,b,c,d,sign or a,b,c,d,sign,volume", csv.in.path));
  EACH(mg_csv_row(&csv, err), csv.count > 0) {
    if (csv.count != columns)
      TRY(mg_table_ragged(&csv, columns, head, err));
    TRY(row_read(src, &csv, out, &cap, err));
  }
end:
  mg_csv_close(&csv);
  if (status != MGNN_OK)
    mg_centres_free(out);
  return status;
}

/* ---- names ---- */

enum { ATOMS = 5 };

static const char *const atoms[ATOMS] = { "N", "CA", "C", "CB", "HA" };

/* Find an atom in the residue of `name`.  names NULL: use those of the source. */
static uint32_t
atom_find(const mg_source *src, const mg_names *names, const char *name,
          size_t residue, const char *atom)
{
  char buf[256];
  size_t len = strlen(atom);

  if (residue + len >= sizeof buf)
    return MG_NAMES_NONE;
  memcpy(buf, name, residue);
  memcpy(buf + residue, atom, len + 1);
  return names != NULL ? mg_names_find(names, buf, residue + len)
                       : mg_source_find(src, buf, residue + len);
}

/* Add a tetrahedron for each CA.  Without CB it has HA, with the opposite sign. */
static mgnn_status
names_search(const mg_source *src, const mg_names *names, mg_centres *out,
             mgnn_error *err)
{
  size_t cap = 0;

  for (size_t i = 0; i < src->n; i++) {
    const char *name = (names != NULL ? names : &src->names)->text[i];
    const char *slash = strrchr(name, '/');
    unsigned node[ATOMS];
    int has;

    if (slash == NULL || strcmp(slash + 1, "CA") != 0)
      continue;
    for (size_t k = 0; k < ATOMS; k++)
      node[k] = atom_find(src, names, name, (size_t)(slash + 1 - name), atoms[k]);
    has = node[3] != MG_NAMES_NONE;
    if (!has)
      node[3] = node[4];
    if (node[0] != MG_NAMES_NONE && node[2] != MG_NAMES_NONE
        && node[3] != MG_NAMES_NONE)
      PASS(centre_add(out, &cap, node, has ? -1 : 1, NAN, err));
  }
  return MGNN_OK;
}

/* Make names CHAIN/NUMBER/ATOM of all nodes from their attributes.  Stops early, with
 * fewer than n names, if two are the same or one is not known. */
static mgnn_status
names_of_attributes(const mg_source *src, mg_names *out, mgnn_error *err)
{
  static const char *const title[] = { "chain", "number", "atom" };
  char name[256], number[MG_NUMBER_MAX];

  for (size_t i = 0; i < src->n; i++) {
    size_t len = 0;
    uint32_t at;

    for (size_t k = 0; k < 3; k++) {
      const mg_column *col = mg_attribute_find(&src->node, title[k]);
      const char *text = col != NULL ? mg_column_text(col, i, number) : NULL;

      if ((text == NULL && k > 0) || (text != NULL && len + strlen(text) > 200))
        return MGNN_OK;
      if (text != NULL)
        len += (size_t)snprintf(name + len, sizeof name - len, "%s%s",
                                len > 0 ? "/" : "", text);
    }
    PASS(mg_names_add(out, name, len, &at, err));
    if (at != i)
      break;
  }
  return MGNN_OK;
}

mgnn_status
mg_chirality_by_names(const mg_source *src, mg_centres *out, mgnn_error *err)
{
  mg_names names = { 0 };
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  TRY(names_search(src, NULL, out, err));
  if (out->count == 0) {
    TRY(names_of_attributes(src, &names, err));
    TRY(names.count < src->n ? MGNN_OK : names_search(src, &names, out, err));
  }
  if (out->count == 0)
    TRY(mg_fail(err, MGNN_EINVAL, "--chirality names: no residue has atoms N, CA, C "
                "and CB or HA; nodes must be named RESIDUE/ATOM, such as A/12/CA, or "
                "have attributes number and atom, or give a table a,b,c,d,sign"));
end:
  mg_names_free(&names);
  if (status != MGNN_OK)
    mg_centres_free(out);
  return status;
}
