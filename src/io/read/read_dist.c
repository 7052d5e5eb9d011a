/* Reads distances: `i j length` or `i j lower upper`; further columns are ignored.
 * Instances of MD-jeep also name atoms and residues,
 *   i j [group group] lower upper name name groupname groupname
 * which become node attributes.  Groups are recognised if all ten columns have the
 * expected form; a file that can be read both ways is refused. */
#include "build.h"
#include "read.h"
#include "io/text/equal.h"
#include "io/text/csv.h"
#include "io/text/message.h"
#include "base/dense.h"
#include "base/mem.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { LENGTH, BOUNDS, GROUPS } row_form;

typedef struct {
  mg_csv csv;
  mg_source *src;
  mg_builder build;
  row_form form;
  size_t first_line;           /* which determined the form; 0: none yet */
  int named;                   /* rows have names of atoms and residues */
  mg_bounds bounds;
} dist_reader;

/* Read a cell as a number; infinity, unless negative, counts as one. */
static int
is_number(const mg_cell *cell, double *x)
{
  if (mg_number_whole(cell->text, cell->len, x))
    return 1;
  *x = INFINITY;
  return cell->text[0] != '-' && mg_text_is_infinity(cell->text, cell->len);
}

static int
is_whole(const mg_cell *cell)
{
  int64_t id;

  return mg_ids_integer(cell->text, cell->len, &id);
}

static size_t
numbers(const dist_reader *r)
{
  size_t k = 2;
  double x;

  while (k < r->csv.count && is_number(&r->csv.cell[k], &x))
    k++;
  return k - 2;
}

static int
has_groups(const dist_reader *r)
{
  return r->csv.count == 10 && numbers(r) == 4 && is_whole(&r->csv.cell[2])
         && is_whole(&r->csv.cell[3]);
}

/* Determine the form from the first row.  Integers in columns 3 and 4 may be bounds
 * or groups; they are refused unless bounds that are not integers follow them. */
static mgnn_status
form_find(dist_reader *r, mgnn_error *err)
{
  const mg_cell *cell = r->csv.cell;
  size_t count = r->csv.count < 3 ? 0 : numbers(r);
  char shown[MG_SHOW_MAX];

  r->first_line = r->csv.line;
  if (r->csv.count < 3)
    return mg_csv_fail(&r->csv, NULL, err, "the row has %zu value%s; it must "
                       "be `i j length` or `i j lower upper`", r->csv.count,
                       r->csv.count == 1 ? "" : "s");
  if (count == 0)
    return mg_csv_fail(&r->csv, &cell[2], err, "the length is %s, must be a "
                       "number", mg_show(shown, cell[2].text));
  r->form = count == 1 ? LENGTH : BOUNDS;
  r->named = r->csv.count == 8 && count == 2;
  if (count < 4 || !is_whole(&cell[2]) || !is_whole(&cell[3]))
    return MGNN_OK;
  r->form = GROUPS;
  r->named = 1;
  if (has_groups(r) && !is_whole(&cell[4]) && !is_whole(&cell[5]))
    return MGNN_OK;
  return mg_csv_fail(&r->csv, &cell[2], err, "columns 3 and 4 may be bounds "
                     "or numbers of groups; keep the columns `i j lower "
                     "upper` only, for example with: awk '{ print $1, $2, $3, "
                     "$4 }'");
}

static mgnn_status
form_check(const dist_reader *r, mgnn_error *err)
{
  static const char *const form[] = {
    "i j length", "i j lower upper",
    "i j group group lower upper name name groupname groupname"
  };
  size_t count = r->csv.count < 2 ? 0 : numbers(r);

  if (r->form == LENGTH ? count == 1
      : r->form == BOUNDS ? count >= 2 : has_groups(r))
    return MGNN_OK;
  return mg_csv_fail(&r->csv, NULL, err, "this row is not of the form `%s` "
                     "that line %zu has", form[r->form], r->first_line);
}

/* Read one of the two nodes of a row; a new node gets its names as attributes. */
static mgnn_status
node_read(dist_reader *r, size_t side, unsigned *out, mgnn_error *err)
{
  static const char *const title[] = { "atom", "residue", "number" };
  const mg_cell *cell = r->csv.cell;
  size_t count = r->csv.count, n = r->src->n;
  size_t at[] = { count - 4 + side, count - 2 + side, 2 + side };

  PASS(mg_builder_node(&r->build, cell[side].text, cell[side].len, out, err));
  for (size_t k = 0; k < (r->form == GROUPS ? 3 : 2); k++)
    if (r->named && r->src->n > n && count == (r->form == GROUPS ? 10 : 8))
      PASS(mg_attribute_text(r->src, &r->src->node, title[k], *out, cell[at[k]].text,
                             cell[at[k]].len, err));
  return MGNN_OK;
}

/* Number the residues if only their names are given: in the order of the ids, a new
 * one begins with another residue's name or with the name of its first atom. */
static mgnn_status
residues_count(dist_reader *r, mgnn_error *err)
{
  mg_source *src = r->src;
  const mg_column *atom = mg_attribute_find(&src->node, "atom");
  const mg_column *residue = mg_attribute_find(&src->node, "residue");
  uint64_t (*all)[2] = mg_alloc(src->n, sizeof *all);  /* id and node */
  const char *first = NULL, *name = NULL;
  char buf[MG_NUMBER_MAX];
  size_t number = 0;
  int64_t id;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(all, err));
  for (size_t i = 0; i < src->n; i++) {
    const char *token = mg_builder_token(&r->build, i, buf);

    if (!mg_ids_integer(token, strlen(token), &id) || id < 0)
      goto end;
    all[i][0] = (uint64_t)id;
    all[i][1] = i;
  }
  qsort(all, src->n, sizeof *all, mg_ascending_words);
  for (size_t i = 0; i < src->n; i++) {
    const char *here = mg_column_text(atom, all[i][1], buf);
    const char *group = mg_column_text(residue, all[i][1], buf);

    if (here == NULL || group == NULL)
      continue;
    if (first == NULL || strcmp(here, first) == 0 || strcmp(group, name) != 0) {
      first = here;
      name = group;
      number++;
    }
    snprintf(buf, sizeof buf, "%zu", number);
    TRY(mg_attribute_text(src, &src->node, "number", all[i][1], buf, strlen(buf),
                          err));
  }
end:
  mg_free(all);
  return status;
}

static mgnn_status
row_read(dist_reader *r, mgnn_error *err)
{
  const mg_cell *cell = r->csv.cell;
  size_t at = r->form == GROUPS ? 4 : 2;
  size_t second = r->form == LENGTH ? at : at + 1;
  char shown[MG_SHOW_MAX];
  double lower = 0, upper = 0;
  unsigned a, b;

  is_number(&cell[at], &lower);
  is_number(&cell[second], &upper);
  if (!(lower >= 0) || isinf(lower))
    return mg_csv_fail(&r->csv, &cell[at], err, "the %s is %s, must be finite "
                       "and not negative",
                       r->form == LENGTH ? "length" : "lower bound",
                       mg_show(shown, cell[at].text));
  if (lower > upper)
    return mg_csv_fail(&r->csv, &cell[second], err, "the upper bound %s is "
                       "less than the lower one",
                       mg_show(shown, cell[second].text));
  PASS(node_read(r, 0, &a, err));
  PASS(node_read(r, 1, &b, err));
  PASS(mg_builder_edge(&r->build, a, b, r->csv.line, err));
  return mg_bounds_put(&r->bounds, r->src, lower, upper, err);
}

mgnn_status
mg_read_dist(mg_source *out, const char *path, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  dist_reader r = { .src = out };

  out->open_nodes = out->unordered = 1;
  mg_builder_init(&r.build, out);
  TRY(mg_csv_open(&r.csv, path, ' ', &out->limits, err));
  EACH(mg_csv_row(&r.csv, err), r.csv.count > 0) {
    TRY(r.first_line == 0 ? form_find(&r, err) : form_check(&r, err));
    TRY(row_read(&r, err));
  }
  TRY(status);
  if (r.named && r.form == BOUNDS)
    TRY(residues_count(&r, err));
  mg_bounds_done(&r.bounds, out);
  mg_builder_done(&r.build);
end:
  mg_builder_free(&r.build);
  mg_csv_close(&r.csv);
  return status;
}
