/* Reads positions, pins and labels from node attributes. */
#include "attributes.h"
#include "base/graph.h"
#include "base/number.h"
#include "io/text/equal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A node that lacks one of its coordinates counts as without position. */
static size_t
from_columns(const mg_source *src, const char *const name[3], size_t dim,
             double *x, unsigned char *have)
{
  const mg_column *col[3] = { NULL, NULL, NULL };
  size_t count = 0;

  for (size_t c = 0; c < dim; c++)
    col[c] = mg_attribute_find(&src->node, name[c]);
  for (size_t i = 0; i < src->n; i++) {
    size_t found = 0;
    double xyz[3];

    while (found < dim && mg_column_number(col[found], i, &xyz[found]))
      found++;
    have[i] = found == dim;
    if (have[i])
      memcpy(x + i * dim, xyz, dim * sizeof *x);
    count += have[i];
  }
  return count;
}

/* Read "x,y[,z]", also with blanks for commas, or in brackets as a list of JSON.
 * Returns the number of coordinates, 0 if the text has another form.  *pinned is set
 * to whether it ends in "!". */
static size_t
pos_read(const char *s, double xyz[3], int *pinned)
{
  const char *end = s + strlen(s);
  size_t found = 0;

  *pinned = end > s && end[-1] == '!';
  end -= *pinned;
  if (end > s + 1 && *s == '[' && end[-1] == ']') {
    s++;
    end--;
  }
  while (s < end && found < 3) {
    s = mg_number_read(s, end, &xyz[found]);
    if (s == NULL || !isfinite(xyz[found]))
      return 0;
    found++;
    while (s < end && (*s == ' ' || *s == ','))
      s++;
  }
  return s == end ? found : 0;
}

static size_t
from_pos(const mg_source *src, size_t dim, double *x, unsigned char *have)
{
  const mg_column *col = mg_attribute_find(&src->node, "pos");
  const mg_column *unit = mg_attribute_find(&src->graph, "inputscale");
  size_t count = 0;
  double scale;

  /* In DOT, the unit of positions is that of len divided by inputscale, which is 72
   * for positions in points, and 1 if it is absent. */
  if (!mg_source_is(src, "dot") || !mg_column_number(unit, 0, &scale) || !(scale > 0))
    scale = 1;
  for (size_t i = 0; i < src->n; i++) {
    char buf[MG_NUMBER_MAX];
    const char *s = mg_column_text(col, i, buf);
    double xyz[3];
    int pinned;

    have[i] = s != NULL && pos_read(s, xyz, &pinned) >= dim;
    for (size_t c = 0; c < dim && have[i]; c++)
      x[i * dim + c] = xyz[c] / scale;
    count += have[i];
  }
  return count;
}

size_t
mg_attribute_positions(const mg_source *src, size_t dim, double *x,
                       unsigned char *have)
{
  static const char *const plain[3] = { "x", "y", "z" };
  static const char *const graphics[3] = { "graphics.x", "graphics.y",
                                           "graphics.z" };
  size_t count;

  memset(have, 0, src->n);
  if (dim > 3)
    return 0;
  count = from_columns(src, plain, dim, x, have);
  if (count == 0)
    count = from_columns(src, graphics, dim, x, have);
  if (count == 0)
    count = from_pos(src, dim, x, have);
  return count;
}

mgnn_status
mg_attribute_positions_check(const mg_source *src, size_t dim, const double *x,
                             const unsigned char *have,
                             const unsigned char *pin, const char *why,
                             mgnn_error *err)
{
  for (size_t k = 0; k < src->n * dim; k++)
    if (have[k / dim] && !mg_position_allowed(x[k]))
      return mg_fail(err, MGNN_EINVAL, "%s: node \"%.60s\" is at %g, which is "
                     "beyond 1e152: use another unit", src->path,
                     src->names.text[k / dim], x[k]);
  for (size_t i = 0; i < src->n; i++)
    if (!have[i] && (pin == NULL || memchr(pin + i * dim, 1, dim) != NULL))
      return mg_fail(err, MGNN_EINVAL, "%s: node \"%.60s\" has no position in "
                     "its attributes (x y%s, graphics, or pos), which %s",
                     src->path, src->names.text[i], dim > 2 ? " z" : "", why);
  return MGNN_OK;
}

enum { ALL = 0x7fffffff };     /* every coordinate is held */

/* The coordinates held by the pin with this text, one bit each; ALL for 1, true
 * and yes; -1 for any other text. */
static int
pin_mask(const char *s)
{
  static const char *const none[] = { "", "0", "false", "no" };
  static const char *const all[] = { "1", "true", "yes" };
  int mask = 0;

  for (size_t k = 0; k < sizeof none / sizeof *none; k++)
    if (strcmp(s, none[k]) == 0)
      return 0;
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    if (strcmp(s, all[k]) == 0)
      return ALL;
  for (; *s != '\0'; s++) {
    if (*s < 'x' || *s > 'z')
      return -1;
    mask |= 1 << (*s - 'x');
  }
  return mask;
}

static void
pin_set(unsigned char *pin, size_t dim, int mask)
{
  for (size_t c = 0; c < dim; c++)
    pin[c] |= c > 30 ? mask == ALL : (mask >> c & 1);
}

static mgnn_status
pins_from(mg_source *src, const mg_column *col, int asked, size_t dim,
          unsigned char *pin, mgnn_error *err)
{
  size_t odd = 0;
  char buf[MG_NUMBER_MAX];

  for (size_t i = 0; i < src->n; i++) {
    const char *s = mg_column_text(col, i, buf);
    int mask = s != NULL ? pin_mask(s) : 0;

    if (mask >= 0)
      pin_set(pin + i * dim, dim, mask);
    else if (asked)
      return mg_fail(err, MGNN_EINVAL, "%s: the pin of node \"%.60s\" is "
                     "\"%.60s\", must be 0, 1, or letters out of x, y, z",
                     src->path, src->names.text[i], s);
    else
      odd++;
  }
  if (odd > 0)
    return mg_note(&src->notes, err, "%s: the attribute pin of %zu nodes is "
                   "not 0, 1 or letters out of x, y, z: ignored", src->path,
                   odd);
  return MGNN_OK;
}

mgnn_status
mg_attribute_pins(mg_source *src, const char *name, size_t dim,
                  unsigned char *pin, size_t *count, mgnn_error *err)
{
  const mg_column *col
    = mg_attribute_find(&src->node, name != NULL ? name : "pin");
  const mg_column *pos = mg_attribute_find(&src->node, "pos");

  memset(pin, 0, src->n * dim);
  *count = 0;
  if (name != NULL && col == NULL)
    return mg_attribute_missing(src, &src->node, "node", "the pins (nor a "
                                "file of that name: a table node,x,y)", name, err);
  if (col != NULL)
    PASS(pins_from(src, col, name != NULL, dim, pin, err));
  for (size_t i = 0; i < src->n; i++) {
    char buf[MG_NUMBER_MAX];
    const char *s = mg_column_text(pos, i, buf);
    double xyz[3];
    int pinned = 0;

    if (s != NULL && pos_read(s, xyz, &pinned) > 0 && pinned)
      pin_set(pin + i * dim, dim, ALL);
    *count += memchr(pin + i * dim, 1, dim) != NULL;
  }
  return MGNN_OK;
}

mgnn_status
mg_attribute_missing(const mg_source *src, const mg_attributes *at,
                     const char *what, const char *purpose, const char *name,
                     mgnn_error *err)
{
  char list[400] = "";
  size_t used = 0;

  for (size_t k = 0; k < at->count; k++)
    if (mg_text_like(at->column[k].name, name))
      return mg_fail(err, MGNN_EINVAL, "%s: there is no %s attribute \"%.60s\" for %s, but "
                     "one is called \"%.60s\"", src->path, what, name, purpose,
                     at->column[k].name);

  for (size_t k = 0; k < at->count && used + 2 < sizeof list; k++)
    used += (size_t)snprintf(list + used, sizeof list - used, "%s%.60s",
                             k > 0 ? ", " : "", at->column[k].name);
  return mg_fail(err, MGNN_EINVAL, "%s: there is no %s attribute \"%.60s\" for "
                 "%s; %s%s", src->path, what, name, purpose,
                 at->count > 0 ? "there are: " : "there are none", list);
}

/* A label that is a number, and its place in the order of first appearance. */
typedef struct {
  double value;
  uint32_t number;
} label;

static int
by_value(const void *a, const void *b)
{
  const label *x = a, *y = b;

  return x->value != y->value ? (x->value > y->value) - (x->value < y->value)
         : (x->number > y->number) - (x->number < y->number);
}

/* If all labels are numbers, order them by value: 2 before 10. */
static mgnn_status
groups_sort(mg_groups *g, size_t n, mgnn_error *err)
{
  label *order = mg_alloc(g->count, sizeof *order);
  char **name = mg_alloc(g->count, sizeof *name);
  int *place = mg_alloc(g->count, sizeof *place);
  mgnn_status status = MGNN_OK;

  if (order == NULL || name == NULL || place == NULL)
    TRY(mg_fail_memory(err));
  for (size_t k = 0; k < g->count; k++) {
    order[k].number = (uint32_t)k;
    if (!mg_number_whole(g->name[k], strlen(g->name[k]), &order[k].value))
      goto end;
  }
  qsort(order, g->count, sizeof *order, by_value);
  for (size_t k = 0; k < g->count; k++) {
    name[k] = g->name[order[k].number];
    place[order[k].number] = (int)k;
  }
  memcpy(g->name, name, g->count * sizeof *name);
  for (size_t i = 0; i < n; i++)
    if (g->group[i] >= 0)
      g->group[i] = place[g->group[i]];
end:
  mg_free_all(order, name, place);
  return status;
}

mgnn_status
mg_groups_make(mg_groups *out, const mg_column *col, size_t count,
               mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  mg_names seen = { 0 };
  char buf[MG_NUMBER_MAX];

  memset(out, 0, sizeof *out);
  TRY(mg_allocated(out->group = mg_alloc(count, sizeof *out->group), err));
  for (size_t i = 0; i < count; i++) {
    const char *s = mg_column_text(col, i, buf);
    uint32_t number = 0;

    if (s != NULL)
      TRY(mg_names_add(&seen, s, strlen(s), &number, err));
    out->group[i] = s != NULL ? (int)number : -1;
  }
  TRY(mg_allocated(out->name = mg_alloc(seen.count, sizeof *out->name), err));
  for (; out->count < seen.count; out->count++) {
    char **name = &out->name[out->count];

    TRY(mg_allocated(*name = mg_strdup(seen.text[out->count]), err));
  }
  TRY(groups_sort(out, count, err));
end:
  mg_names_free(&seen);
  if (status != MGNN_OK)
    mg_groups_free(out);
  return status;
}

mgnn_status
mg_groups_read(mg_groups *out, const mg_source *src, const char *name,
               mgnn_error *err)
{
  const mg_column *col = mg_attribute_find(&src->node, name);

  memset(out, 0, sizeof *out);
  if (col == NULL)
    return mg_attribute_missing(src, &src->node, "node", "the labels", name, err);
  return mg_groups_make(out, col, src->n, err);
}

void
mg_groups_free(mg_groups *g)
{
  for (size_t k = 0; k < g->count; k++)
    mg_free(g->name[k]);
  mg_free_all(g->name, g->group);
  memset(g, 0, sizeof *g);
}
