/* Values of options, checked by their rows. */
#include "option_rows.h"
#include "mem.h"
#include "number.h"

#include <math.h>
#include <string.h>

enum { WORD_MOST = 40 };        /* longer words are like no option */

const mg_option *
mg_options_row(const mg_option_part *part, size_t k, size_t *value)
{
  for (; part->rows != NULL; part++)
    for (const mg_option *row = part->rows; row->help != NULL; row++)
      if (k-- == 0) {
        if (value != NULL)
          *value = part->at + row->at;
        return row;
      }
  return NULL;
}

/* How many letters to put in, take out or change to make b[0..len) of a: the last row
 * of the usual table, one row at a time. */
static size_t
edits(const char *a, const char *b, size_t len)
{
  size_t cost[WORD_MOST + 1], corner, above;

  for (size_t j = 0; j <= len; j++)
    cost[j] = j;
  for (size_t i = 0; a[i] != '\0'; i++) {
    corner = cost[0]++;
    for (size_t j = 0; j < len; j++) {
      above = cost[j + 1];
      cost[j + 1] = corner + (a[i] != b[j]);
      cost[j + 1] = cost[j + 1] <= above ? cost[j + 1] : above + 1;
      cost[j + 1] = cost[j + 1] <= cost[j] ? cost[j + 1] : cost[j] + 1;
      corner = above;
    }
  }
  return cost[len];
}

const mg_option *
mg_option_like(const mg_option_part *parts, const char *word, size_t len)
{
  const mg_option *row, *like = NULL;
  size_t least = (len + 1) / 4 + 1, now;

  if (len > WORD_MOST)
    return NULL;
  for (size_t k = 0; (row = mg_options_row(parts, k, NULL)) != NULL; k++)
    if ((now = edits(row->word, word, len)) < least) {
      least = now;
      like = row;
    }
  return like;
}

static mgnn_status
set_number(const mg_option *row, const char *text, void *where, mgnn_error *err)
{
  double x, min = row->kind == MG_MAYBE_REAL ? 0 : row->min;
  char most[MG_NUMBER_MAX];

  if (!mg_number_whole(text, strlen(text), &x) || !isfinite(x)
      || (row->kind == MG_COUNT && x != floor(x)))
    return mg_fail(err, MGNN_EINVAL, "--%s: \"%s\" is not a %s", row->word,
                   text, row->kind == MG_COUNT ? "whole number" : "number");
  if (x < min)
    return mg_fail(err, MGNN_EINVAL, "--%s is %s, must be at least %g",
                   row->word, text, min);
  if (x > row->max)
    return mg_fail(err, MGNN_EINVAL, "--%s is %s, must be at most %.*s",
                   row->word, text, (int)mg_number_write(most, row->max), most);
  if (row->kind == MG_COUNT)
    *(long *)where = (long)x;
  else
    *(double *)where = x;
  return MGNN_OK;
}

mgnn_status
mg_option_set(const mg_option *row, const char *text, void *where,
              mgnn_error *err)
{
  mg_list *list = where;

  switch (row->kind) {
  case MG_FLAG:
    *(int *)where = 1;
    break;
  case MG_MAYBE_WORD:
    *(const char **)where = text != NULL ? text : "";
    break;
  case MG_WORD:
  case MG_FILE:
    if (*text == '\0')
      return mg_fail(err, MGNN_EINVAL, "--%s needs a value, %s, and got an "
                     "empty one", row->word, row->arg);
    *(const char **)where = text;
    break;
  case MG_LIST:
  case MG_FILES: {
    const char **more = mg_resize(list->word, list->count + 1, sizeof *more);

    if (more == NULL)
      return mg_fail_memory(err);
    list->word = more;
    list->word[list->count++] = text;
    break;
  }
  case MG_MAYBE_REAL:
    if (text == NULL) {
      *(double *)where = row->min;
      break;
    }
    /* fall through */
  case MG_COUNT:
  case MG_REAL:
    return set_number(row, text, where, err);
  }
  return MGNN_OK;
}
