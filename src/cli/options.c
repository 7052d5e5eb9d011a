/* The machine behind every program's option table. */
#include "options.h"
#include "base/mem.h"
#include "base/number.h"

#include <getopt.h>
#include <math.h>
#include <string.h>

static int
takes_value(const mg_option *row)
{
  return row->kind == MG_FLAG ? no_argument
         : row->kind == MG_MAYBE_REAL ? optional_argument : required_argument;
}

static size_t
rows_of(const mg_option *table)
{
  size_t count = 0;

  while (table[count].help != NULL)
    count++;
  return count;
}

static mgnn_status
set_number(const mg_option *row, const char *text, void *where, mgnn_error *err)
{
  double x, min = row->kind == MG_MAYBE_REAL ? 0 : row->min;

  if (!mg_number_whole(text, strlen(text), &x) || !isfinite(x)
      || (row->kind == MG_COUNT && x != floor(x)))
    return mg_fail(err, MGNN_EINVAL, "--%s: \"%s\" is not a %s", row->word,
                   text, row->kind == MG_COUNT ? "whole number" : "number");
  if (x < min)
    return mg_fail(err, MGNN_EINVAL, "--%s is %s, must be at least %g",
                   row->word, text, min);
  if (x > row->max)
    return mg_fail(err, MGNN_EINVAL, "--%s is %s, must be at most %.17g",
                   row->word, text, row->max);
  if (row->kind == MG_COUNT)
    *(long *)where = (long)x;
  else
    *(double *)where = x;
  return MGNN_OK;
}

static mgnn_status
set(const mg_option *row, const char *text, void *values, mgnn_error *err)
{
  void *where = (char *)values + row->at;
  mg_list *list = where;

  switch (row->kind) {
  case MG_HEADING:
    break;
  case MG_FLAG:
    *(int *)where = 1;
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
    const char **grown = mg_resize(list->word, list->count + 1, sizeof *grown);

    if (grown == NULL)
      return mg_fail_memory(err);
    list->word = grown;
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

/* getopt's two forms of the table: longs has rows_of + 1 places, shorts
 * 3 * rows_of + 2. */
static void
getopt_forms(const mg_option *table, struct option *longs, char *shorts)
{
  *shorts++ = ':';             /* a missing value is told apart */
  for (size_t r = 0; table[r].help != NULL; r++) {
    if (table[r].kind == MG_HEADING)
      continue;
    *longs++ = (struct option){ table[r].word, takes_value(&table[r]), NULL,
                                256 + (int)r };
    if (table[r].letter != 0) {
      *shorts++ = table[r].letter;
      if (takes_value(&table[r]) == required_argument)
        *shorts++ = ':';
    }
  }
  memset(longs, 0, sizeof *longs);
  *shorts = '\0';
}

static const mg_option *
row_of(const mg_option *table, int found)
{
  if (found >= 256)
    return &table[found - 256];
  for (; table->help != NULL; table++)
    if (table->letter == found && table->kind != MG_HEADING)
      return table;
  return NULL;
}

/* The long options that start like a misspelt word, for the message. */
static mgnn_status
unknown(const mg_option *table, const char *said, int letter, mgnn_error *err)
{
  if (letter != 0 && letter < 256)
    return mg_fail(err, MGNN_EINVAL, "there is no option -%c; try --help",
                   letter);
  for (size_t keep = strcspn(said, "="); keep > 3; keep--)
    for (const mg_option *row = table; row->help != NULL; row++)
      if (row->kind != MG_HEADING && strncmp(row->word, said + 2, keep - 2) == 0)
        return mg_fail(err, MGNN_EINVAL, "there is no single option %.40s; did "
                       "you mean --%s?", said, row->word);
  return mg_fail(err, MGNN_EINVAL, "there is no option %.40s; try --help", said);
}

mgnn_status
mg_options_parse(const mg_option *table, void *values, int argc, char **argv,
                 int *first, mgnn_error *err)
{
  size_t rows = rows_of(table);
  struct option *longs = mg_alloc(rows + 1, sizeof *longs);
  char *shorts = mg_alloc(3 * rows + 2, 1);
  mgnn_status status = MGNN_OK;
  int found;

  if (longs == NULL || shorts == NULL) {
    status = mg_fail_memory(err);
    goto leave;
  }
  getopt_forms(table, longs, shorts);
  opterr = 0;
  optind = 0;                  /* forget an earlier call altogether */
  while (status == MGNN_OK
         && (found = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
    const mg_option *row = row_of(table, found == ':' ? optopt : found);

    if (found == ':')
      status = mg_fail(err, MGNN_EINVAL, "--%s needs a value: %s", row->word,
                       row->arg);
    else if (found == '?' && optopt >= 256)
      status = mg_fail(err, MGNN_EINVAL, "--%s takes no value",
                       table[optopt - 256].word);
    else if (found == '?')
      status = unknown(table, argv[optind - 1], optopt, err);
    else
      status = set(row, optarg, values, err);
  }
  *first = optind;
leave:
  mg_free(longs);
  mg_free(shorts);
  return status;
}

void
mg_options_free(const mg_option *table, void *values)
{
  for (; table->help != NULL; table++)
    if (table->kind == MG_LIST || table->kind == MG_FILES) {
      mg_list *list = (mg_list *)((char *)values + table->at);

      mg_free(list->word);
      memset(list, 0, sizeof *list);
    }
}

enum { HELP_COLUMN = 29, HELP_WIDTH = 79 };

/* Words of a line from the given column on, broken at HELP_WIDTH. */
static void
print_wrapped(const char *text, FILE *out)
{
  int column = HELP_COLUMN;

  while (*text != '\0') {
    size_t len = strcspn(text, " ");

    if (column > HELP_COLUMN && column + 1 + (int)len > HELP_WIDTH) {
      fprintf(out, "\n%*s", HELP_COLUMN, "");
      column = HELP_COLUMN;
    } else if (column > HELP_COLUMN) {
      fputc(' ', out);
      column++;
    }
    fwrite(text, 1, len, out);
    column += (int)len;
    text += len + (text[len] == ' ');
  }
  fputc('\n', out);
}

void
mg_options_help(const mg_option *table, FILE *out)
{
  for (const mg_option *row = table; row->help != NULL; row++) {
    char left[100];
    int used;

    if (row->kind == MG_HEADING) {
      fprintf(out, "\n%s:\n", row->help);
      continue;
    }
    used = row->letter != 0 ? snprintf(left, sizeof left, "  -%c, --%s",
                                       row->letter, row->word)
                            : snprintf(left, sizeof left, "      --%s",
                                       row->word);
    if (row->kind == MG_MAYBE_REAL)
      snprintf(left + used, sizeof left - (size_t)used, "[=%s]", row->arg);
    else if (row->kind != MG_FLAG)
      snprintf(left + used, sizeof left - (size_t)used, " %s", row->arg);
    if ((int)strlen(left) + 2 > HELP_COLUMN)
      fprintf(out, "%s\n%*s", left, HELP_COLUMN, "");
    else
      fprintf(out, "%-*s", HELP_COLUMN, left);
    print_wrapped(row->help, out);
  }
}

static int
listed(const char *word, const char *const *skip)
{
  for (; *skip != NULL; skip++)
    if (strcmp(word, *skip) == 0)
      return 1;
  return 0;
}

void
mg_options_print(const mg_option *table, const void *values,
                 const void *defaults, const char *const *skip, FILE *out)
{
  for (const mg_option *row = table; row->help != NULL; row++) {
    const void *at = (const char *)values + row->at;
    const void *was = (const char *)defaults + row->at;
    char buf[MG_NUMBER_MAX] = "";

    if (row->kind == MG_HEADING || listed(row->word, skip))
      continue;
    switch (row->kind) {
    case MG_HEADING:
      break;
    case MG_FLAG:
      if (*(const int *)at)
        fprintf(out, " --%s", row->word);
      break;
    case MG_WORD:
    case MG_FILE:
      if (*(const char *const *)at != *(const char *const *)was)
        fprintf(out, " --%s %s", row->word, row->kind == MG_FILE ? "FILE"
                : *(const char *const *)at);
      break;
    case MG_LIST:
    case MG_FILES:
      for (size_t k = 0; k < ((const mg_list *)at)->count; k++)
        fprintf(out, " --%s %s", row->word, row->kind == MG_FILES ? "FILE"
                : ((const mg_list *)at)->word[k]);
      break;
    case MG_COUNT:
      if (*(const long *)at != *(const long *)was)
        fprintf(out, " --%s %ld", row->word, *(const long *)at);
      break;
    case MG_MAYBE_REAL:
    case MG_REAL:
      if (!isnan(*(const double *)at)
          && *(const double *)at != *(const double *)was) {
        buf[mg_number_write(buf, *(const double *)at)] = '\0';
        fprintf(out, row->kind == MG_REAL ? " --%s %s" : " --%s=%s", row->word,
                buf);
      }
      break;
    }
  }
}
