/* Finds options by name, checks their values and stores them. */
#include "option_rows.h"
#include "mem.h"
#include "number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WORD_MOST = 40 };        /* for longer words no similar option is sought */

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

const mg_spelling mg_spellings[] = {
  { "labels", "class", NULL },
  { "node-labels", "names", "yes" },
  { "node-text", "names", NULL },
  { "no-names", "names", "no" },
  { "edge-labels", "edge-text", NULL },
  { "tolerance", "met", NULL },            /* of mgnn-inspect */
  { "attention", "metric-attention", NULL },       /* of mgnn-learn */
  { NULL, NULL, NULL }
};

const mg_option *
mg_options_find(const mg_option_part *parts, const char *word, size_t *at,
                const char **value)
{
  const mg_option *row;

  for (size_t k = 0; (row = mg_options_row(parts, k, at)) != NULL; k++)
    if (strcmp(row->word, word) == 0)
      return row;
  for (const mg_spelling *s = mg_spellings; s->word != NULL; s++)
    if (strcmp(s->word, word) == 0) {
      if (s->value != NULL)
        *value = s->value;
      return mg_options_find(parts, s->option, at, value);
    }
  return NULL;
}

/* Levenshtein distance of a and b[0..len): letters to insert, remove or change.  Only
 * one row of the usual table is kept. */
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

/* If arg is a list of words such as yes|no, fail unless the value is one of them. */
static mgnn_status
word_check(const mg_option *row, const char *text, mgnn_error *err)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyz-|";
  const char *word = row->arg;
  char words[200];
  size_t used = 0;

  if (strchr(word, '|') == NULL || word[strspn(word, plain)] != '\0')
    return MGNN_OK;
  for (;;) {
    size_t len = strcspn(word, "|");
    int last = word[len] == '\0';

    if (strlen(text) == len && strncmp(text, word, len) == 0)
      return MGNN_OK;
    if (used < sizeof words)
      used += (size_t)snprintf(words + used, sizeof words - used, "%s%.*s",
                               used == 0 ? "" : last ? " or " : ", ", (int)len, word);
    if (last)
      return mg_fail(err, MGNN_EINVAL, "--%s is \"%.60s\", must be %s", row->word,
                     text, words);
    word += len + 1;
  }
}

static mgnn_status
set_number(const mg_option *row, const char *text, void *where, mgnn_error *err)
{
  double x, min = mg_option_kind(row) == MG_MAYBE_REAL ? 0 : row->min;
  char most[MG_NUMBER_MAX];

  if (!mg_number_whole(text, strlen(text), &x) || !isfinite(x)
      || (mg_option_kind(row) == MG_COUNT && x != floor(x)))
    return mg_fail(err, MGNN_EINVAL, "--%s: \"%s\" is not a %s", row->word,
                   text, mg_option_kind(row) == MG_COUNT ? "whole number" : "number");
  if (x < min)
    return mg_fail(err, MGNN_EINVAL, "--%s is %s, must be at least %g",
                   row->word, text, min);
  if (x > row->max)
    return mg_fail(err, MGNN_EINVAL, "--%s is %s, must be at most %.*s",
                   row->word, text, (int)mg_number_write(most, row->max), most);
  if (mg_option_kind(row) == MG_COUNT)
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

  switch (mg_option_kind(row)) {
  case MG_FLAG:
    *(int *)where = 1;
    break;
  case MG_MAYBE_WORD:
    *(const char **)where = text != NULL ? text : "";
    return text != NULL ? word_check(row, text, err) : MGNN_OK;
  case MG_WORD:
  case MG_FILE:
    if (*text == '\0')
      return mg_fail(err, MGNN_EINVAL, "--%s needs a value, %s, and got an "
                     "empty one", row->word, row->arg);
    *(const char **)where = text;
    return word_check(row, text, err);
  case MG_LIST:
  case MG_FILES:
    PASS(mg_resized(&list->word, list->count + 1, sizeof *list->word, err));
    list->word[list->count++] = text;
    break;
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
