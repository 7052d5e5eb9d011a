/* Rows of a metric table of pairs, one by one: for readers that keep no table. */
#include "pair_rows.h"
#include "io/table/table_parts.h"

#include <math.h>
#include <stdio.h>

mgnn_status
mg_pair_columns_find(mg_pair_columns *at, const mg_table_shape *s, const char *path,
                     mgnn_error *err)
{
  size_t others = 0, other = s->columns;

  *at = (mg_pair_columns){ s->source, s->target, s->columns, s->columns, s->columns,
                           s->columns, s->columns, s->line };
  for (size_t k = 0; k < s->columns; k++) {
    mg_title kind = mg_title_kind(s->title != NULL ? s->title[k] : "");
    size_t *to = kind == MG_TITLE_LENGTH ? &at->length : kind == MG_TITLE_LOWER
                 ? &at->lower : kind == MG_TITLE_UPPER ? &at->upper
                 : kind == MG_TITLE_STIFFNESS ? &at->stiffness : NULL;

    if (to != NULL && *to < s->columns)
      return mg_fail_at(err, path, s->line, 0, "columns %zu and %zu both hold %s",
                        *to + 1, k + 1, s->title[k]);
    if (to != NULL)
      *to = k;
    else if (k != s->source && k != s->target) {
      other = k;
      others++;
    }
  }
  if (at->length == at->count && at->lower == at->count && at->upper == at->count)
    at->length = others == 1 ? other : s->length;
  if (at->length == at->count && at->lower == at->count && at->upper == at->count)
    return mg_fail_at(err, path, s->line, 0, "no column is called length, lower "
                      "or upper, and there is more than one that may be");
  return MGNN_OK;
}

static int
filled(const mg_pair_columns *at, const mg_csv *csv, size_t k)
{
  return k < at->count && csv->cell[k].len > 0;
}

/* The number in a column that must not be negative; `what` names it. */
static mgnn_status
read_amount(const mg_pair_columns *at, const mg_csv *csv, size_t k, const char *what,
            double *out, mgnn_error *err)
{
  char number[MG_SHOW_MAX], a[MG_SHOW_MAX], b[MG_SHOW_MAX];

  PASS(mg_table_number(csv, k, what, out, err));
  if (*out < 0)
    return mg_csv_fail(csv, NULL, err, "the %s of %s - %s is %s; it must not "
                       "be negative", what,
                       mg_show(a, csv->cell[at->source].text),
                       mg_show(b, csv->cell[at->target].text),
                       mg_show_number(number, *out));
  return MGNN_OK;
}

/* Whether the bounds, and the length if there is one, fit. */
static mgnn_status
bounds_check(const mg_pair_columns *at, const mg_csv *csv, const mg_pair_values *v,
             const double *length, mgnn_error *err)
{
  char a[MG_SHOW_MAX], b[MG_SHOW_MAX], low[MG_SHOW_MAX], high[MG_SHOW_MAX];
  char here[MG_SHOW_MAX];

  mg_show(a, csv->cell[at->source].text);
  mg_show(b, csv->cell[at->target].text);
  if (v->lower > v->upper)
    return mg_csv_fail(csv, NULL, err, "the lower bound of %s - %s, %s, is "
                       "greater than the upper, %s", a, b,
                       mg_show_number(low, v->lower), mg_show_number(high, v->upper));
  if (length != NULL && (*length < v->lower || *length > v->upper))
    return mg_csv_fail(csv, NULL, err, "the length of %s - %s, %s, is not "
                       "between its bounds %s and %s", a, b,
                       mg_show_number(here, *length), mg_show_number(low, v->lower),
                       mg_show_number(high, v->upper));
  return MGNN_OK;
}

mgnn_status
mg_pair_values_read(const mg_pair_columns *at, const mg_csv *csv, mg_pair_values *out,
                    mgnn_error *err)
{
  int exact = filled(at, csv, at->length);
  char a[MG_SHOW_MAX], b[MG_SHOW_MAX];
  double length = 0;

  *out = (mg_pair_values){ 0, INFINITY, 1 };
  if (exact)
    PASS(read_amount(at, csv, at->length, "length", &length, err));
  if (filled(at, csv, at->lower))
    PASS(read_amount(at, csv, at->lower, "lower", &out->lower, err));
  if (filled(at, csv, at->upper) && !mg_cell_is(&csv->cell[at->upper], "inf")
      && !mg_cell_is(&csv->cell[at->upper], "infinity"))
    PASS(read_amount(at, csv, at->upper, "upper", &out->upper, err));
  if (!exact && !filled(at, csv, at->lower) && !filled(at, csv, at->upper))
    return mg_csv_fail(csv, NULL, err, "%s - %s has no length%s",
                       mg_show(a, csv->cell[at->source].text),
                       mg_show(b, csv->cell[at->target].text),
                       at->lower < at->count || at->upper < at->count
                       ? " and no bound" : "");
  PASS(bounds_check(at, csv, out, exact ? &length : NULL, err));
  if (exact)
    out->lower = out->upper = length;
  if (at->stiffness < at->count)
    PASS(read_amount(at, csv, at->stiffness, "stiffness", &out->stiffness, err));
  return MGNN_OK;
}

mgnn_status
mg_pair_loop(const mg_csv *csv, const char *name, double length, mgnn_error *err)
{
  char shown[MG_SHOW_MAX], number[MG_SHOW_MAX];

  return mg_csv_fail(csv, NULL, err, "the length from node %s to itself is "
                     "%s; it must be 0", mg_show(shown, name),
                     mg_show_number(number, length));
}

/* "1.5", or "between 1 and 2". */
static const char *
show_bounds(char buf[3 * MG_SHOW_MAX], const mg_pair_values *v)
{
  char low[MG_SHOW_MAX], high[MG_SHOW_MAX];

  if (v->lower == v->upper)
    return mg_show_number(buf, v->lower);
  snprintf(buf, 3 * MG_SHOW_MAX, "between %s and %s",
           mg_show_number(low, v->lower), mg_show_number(high, v->upper));
  return buf;
}

mgnn_status
mg_pair_twice(const char *path, const char *const names[2], const mg_pair_said *first,
              const mg_pair_said *again, mgnn_error *err)
{
  const mg_pair_values *e = &first->values, *f = &again->values;
  char a[MG_SHOW_MAX], b[MG_SHOW_MAX];
  char here[3 * MG_SHOW_MAX], there[3 * MG_SHOW_MAX];
  int lengths = e->lower != f->lower || e->upper != f->upper;

  return mg_fail(err, MGNN_EPARSE, "%s:%zu: the %s of %s - %s is %s here and %s "
                 "in line %zu", path, again->line, lengths ? "length" : "stiffness",
                 mg_show(a, names[0]), mg_show(b, names[1]),
                 lengths ? show_bounds(here, f) : mg_show_number(here, f->stiffness),
                 lengths ? show_bounds(there, e) : mg_show_number(there, e->stiffness),
                 first->line);
}
