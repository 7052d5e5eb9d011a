/* The machine behind every program's option table. */
#include "options.h"
#include "base/mem.h"
#include "base/number.h"

#include <getopt.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

enum { MOST_LISTED = 400 };      /* bytes of options in a message */

static int
takes_value(const mg_option *row)
{
  return row->kind == MG_FLAG ? no_argument
         : mg_option_may_lack_value(row) ? optional_argument : required_argument;
}

/* getopt's two forms of the options: longs has a place for each and one more,
 * shorts 3 for each and 2 more. */
static void
getopt_forms(const mg_option_part *parts, struct option *longs, char *shorts)
{
  const mg_option *row;

  *shorts++ = ':';             /* a missing value is ':', not '?' */
  for (size_t k = 0; (row = mg_options_row(parts, k, NULL)) != NULL; k++) {
    *longs++ = (struct option){ row->word, takes_value(row), NULL,
                                256 + (int)k };
    if (row->letter != 0) {
      *shorts++ = row->letter;
      if (takes_value(row) == required_argument)
        *shorts++ = ':';
    }
  }
  memset(longs, 0, sizeof *longs);
  *shorts = '\0';
}

/* The option that getopt found, by its number or its letter. */
static const mg_option *
row_of(const mg_option_part *parts, int found, size_t *value)
{
  const mg_option *row;
  size_t k = 0;

  if (found >= 256)
    return mg_options_row(parts, (size_t)found - 256, value);
  do
    row = mg_options_row(parts, k++, value);
  while (row != NULL && row->letter != found);
  return row;
}

/* The long options that start like word[0..len), as a list in text; how many. */
static size_t
starting_like(const mg_option_part *parts, const char *word, size_t len,
              char text[MOST_LISTED])
{
  const mg_option *row;
  size_t count = 0, at = 0;

  for (size_t k = 0; (row = mg_options_row(parts, k, NULL)) != NULL; k++)
    if (strncmp(row->word, word, len) == 0 && at < MOST_LISTED)
      at += (size_t)snprintf(text + at, MOST_LISTED - at, "%s--%s",
                             count++ == 0 ? "" : ", ", row->word);
  return count;
}

/* A long option that is none, or the start of several; or a letter. */
static mgnn_status
unknown(const mg_option_part *parts, const char *arg, int letter,
        mgnn_error *err)
{
  char text[MOST_LISTED];
  const mg_option *row;
  size_t len;

  if (letter != 0 && letter < 256)
    return mg_fail(err, MGNN_EINVAL, "there is no option -%c; try --help",
                   letter);
  len = strcspn(arg + 2, "=");
  if (starting_like(parts, arg + 2, len, text) > 1)
    return mg_fail(err, MGNN_EINVAL, "%.*s may be one of %s: write it out",
                   (int)len + 2, arg, text);
  row = mg_option_like(parts, arg + 2, len);
  return mg_fail(err, MGNN_EINVAL, "there is no option %.40s; %s%s%s", arg,
                 row != NULL ? "did you mean --" : "try --help",
                 row != NULL ? row->word : "", row != NULL ? "?" : "");
}

/* Set what getopt found, which may be a mistake. */
static mgnn_status
take(const mg_option_part *parts, int found, const char *arg, void *values,
     mgnn_error *err)
{
  size_t value = 0;
  const mg_option *row = row_of(parts, found == ':' || found == '?' ? optopt
                                : found, &value);

  if (found == ':')
    return mg_fail(err, MGNN_EINVAL, "--%s needs a value: %s", row->word,
                   row->arg);
  if (found == '?' && optopt >= 256)
    return mg_fail(err, MGNN_EINVAL, "--%s takes no value", row->word);
  if (found == '?')
    return unknown(parts, arg, optopt, err);
  return mg_option_set(row, optarg, (char *)values + value, err);
}

mgnn_status
mg_options_parse(const mg_option_part *parts, void *values, int argc,
                 char **argv, int *first, mgnn_error *err)
{
  struct option *longs = NULL;
  char *shorts = NULL;
  mgnn_status status = MGNN_OK;
  size_t rows = 0;
  int found;

  while (mg_options_row(parts, rows, NULL) != NULL)
    rows++;
  TRY(mg_allocated(longs = mg_alloc(rows + 1, sizeof *longs), err));
  TRY(mg_allocated(shorts = mg_alloc(3 * rows + 2, 1), err));
  getopt_forms(parts, longs, shorts);
  opterr = 0;
  optind = 0;                  /* forget an earlier call altogether */
  while ((found = getopt_long(argc, argv, shorts, longs, NULL)) != -1)
    TRY(take(parts, found, argv[optind - 1], values, err));
  *first = optind;
end:
  mg_free(longs);
  mg_free(shorts);
  return status;
}

int
mg_word_is_file(const char *word)
{
  return strpbrk(word, "./") != NULL || access(word, F_OK) == 0;
}

void
mg_options_free(const mg_option_part *parts, void *values)
{
  const mg_option *row;
  size_t value;

  for (size_t k = 0; (row = mg_options_row(parts, k, &value)) != NULL; k++)
    if (row->kind == MG_LIST || row->kind == MG_FILES) {
      mg_list *list = (mg_list *)((char *)values + value);

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

static void
print_row(const mg_option *row, FILE *out)
{
  char left[100];
  int used = row->letter != 0 ? snprintf(left, sizeof left, "  -%c, --%s",
                                         row->letter, row->word)
                              : snprintf(left, sizeof left, "      --%s",
                                         row->word);

  if (mg_option_may_lack_value(row))
    snprintf(left + used, sizeof left - (size_t)used, "[=%s]", row->arg);
  else if (row->kind != MG_FLAG)
    snprintf(left + used, sizeof left - (size_t)used, " %s", row->arg);
  if ((int)strlen(left) + 2 > HELP_COLUMN)
    fprintf(out, "%s\n%*s", left, HELP_COLUMN, "");
  else
    fprintf(out, "%-*s", HELP_COLUMN, left);
  print_wrapped(row->help, out);
}

void
mg_options_help(const mg_option_part *part, FILE *out)
{
  for (; part->rows != NULL; part++) {
    if (part->heading != NULL)
      fprintf(out, "\n%s:\n", part->heading);
    for (const mg_option *row = part->rows; row->help != NULL; row++)
      print_row(row, out);
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

/* One option as it was given, unless it has the value that it had before. */
static void
print_given(const mg_option *row, const void *at, const void *was, FILE *out)
{
  const mg_list *list = at;
  char buf[MG_NUMBER_MAX] = "";

  switch (row->kind) {
  case MG_FLAG:
    if (*(const int *)at)
      fprintf(out, " --%s", row->word);
    break;
  case MG_MAYBE_WORD:
    if (*(const char *const *)at != NULL)
      fprintf(out, " --%s%s%s", row->word, **(const char *const *)at != '\0'
              ? "=" : "", *(const char *const *)at);
    break;
  case MG_WORD:
  case MG_FILE:
    if (*(const char *const *)at != *(const char *const *)was)
      fprintf(out, " --%s %s", row->word, row->kind == MG_FILE ? "FILE"
              : *(const char *const *)at);
    break;
  case MG_LIST:
  case MG_FILES:
    for (size_t k = 0; k < list->count; k++)
      fprintf(out, " --%s %s", row->word, row->kind == MG_FILES ? "FILE"
              : list->word[k]);
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

void
mg_options_print(const mg_option_part *parts, const void *values,
                 const void *defaults, const char *const *skip, FILE *out)
{
  const mg_option *row;
  size_t value;

  for (size_t k = 0; (row = mg_options_row(parts, k, &value)) != NULL; k++)
    if (!listed(row->word, skip))
      print_given(row, (const char *)values + value,
                  (const char *)defaults + value, out);
}
