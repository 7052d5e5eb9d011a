/* Parses options and prints help, from the option table of any program. */
#include "options.h"
#include "base/mem.h"
#include "base/number.h"

#include <getopt.h>
#include <math.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { MOST_LISTED = 400 };      /* most bytes of a list in a message */
enum { FIRST_ROW = 256, FIRST_SPELLING = 65536 };      /* what getopt returns for them */

static int
takes_value(const mg_option *row)
{
  return mg_option_kind(row) == MG_FLAG ? no_argument
         : mg_option_may_lack_value(row) ? optional_argument : required_argument;
}

/* Make the two arrays that getopt_long takes.  longs: one item per option and per
 * spelling, and one at the end; shorts: 3 bytes per option, and 2 more. */
static void
getopt_forms(const mg_option_part *parts, struct option *longs, char *shorts)
{
  const mg_option *row;
  const char *value;

  *shorts++ = ':';             /* return ':', not '?', for a missing value */
  for (size_t k = 0; (row = mg_options_row(parts, k, NULL)) != NULL; k++) {
    *longs++ = (struct option){ row->word, takes_value(row), NULL,
                                FIRST_ROW + (int)k };
    if (row->letter != 0) {
      *shorts++ = row->letter;
      if (takes_value(row) == required_argument)
        *shorts++ = ':';
    }
  }
  for (const mg_spelling *s = mg_spellings; s->word != NULL; s++)
    if ((row = mg_options_find(parts, s->option, NULL, &value)) != NULL
        && mg_options_find(parts, s->word, NULL, &value) == row)
      *longs++ = (struct option){ s->word, s->value != NULL ? no_argument
                                  : takes_value(row), NULL,
                                  FIRST_SPELLING + (int)(s - mg_spellings) };
  memset(longs, 0, sizeof *longs);
  *shorts = '\0';
}

/* The row number of the option for which getopt returned `found`. */
static size_t
number_of(const mg_option_part *parts, int found)
{
  const char *word = found >= FIRST_SPELLING ? mg_spellings[found - FIRST_SPELLING].option
                                             : NULL;
  const mg_option *row;
  size_t k = 0;

  if (found >= FIRST_ROW && word == NULL)
    return (size_t)found - FIRST_ROW;
  while ((row = mg_options_row(parts, k, NULL)) != NULL
         && (word != NULL ? strcmp(row->word, word) != 0 : row->letter != found))
    k++;
  return k;
}

/* List the long options that start with word[0..len) in text; returns their number. */
static size_t
starting_like(const mg_option_part *parts, const char *word, size_t len,
              char text[MOST_LISTED])
{
  const mg_option *row;
  const mg_spelling *s = mg_spellings;
  size_t count = 0, at = 0;

  for (size_t k = 0; (row = mg_options_row(parts, k, NULL)) != NULL || s->word != NULL;
       k++) {
    const char *own = row != NULL ? row->word : s->word, *value;

    if (row == NULL && mg_options_find(parts, s++->option, NULL, &value) == NULL)
      continue;
    if (strncmp(own, word, len) == 0 && at < MOST_LISTED)
      at += (size_t)snprintf(text + at, MOST_LISTED - at, "%s--%s",
                             count++ == 0 ? "" : ", ", own);
  }
  return count;
}

/* Fail with the reason: an unknown letter or long option, or an ambiguous beginning. */
static mgnn_status
unknown(const mg_option_part *parts, const char *arg, int letter,
        mgnn_error *err)
{
  char text[MOST_LISTED];
  const mg_option *row;
  size_t len;

  if (letter != 0 && letter < FIRST_ROW)
    return mg_fail(err, MGNN_EINVAL, "there is no option -%c; try --help", letter);
  len = strcspn(arg + 2, "=");
  if (starting_like(parts, arg + 2, len, text) > 1)
    return mg_fail(err, MGNN_EINVAL, "%.*s may be one of %s: write it out",
                   (int)len + 2, arg, text);
  row = mg_option_like(parts, arg + 2, len);
  return mg_fail(err, MGNN_EINVAL, "there is no option %.40s; %s%s%s", arg,
                 row != NULL ? "did you mean --" : "try --help",
                 row != NULL ? row->word : "", row != NULL ? "?" : "");
}

/* Set the option that getopt found and mark it as given; fail on a usage error. */
static mgnn_status
take(const mg_option_part *parts, int found, const char *arg, void *values,
     const void **given, mgnn_error *err)
{
  size_t value = 0, k = number_of(parts, found == ':' || found == '?' ? optopt : found);
  const mg_option *row = mg_options_row(parts, k, &value);

  if (found == ':')
    return mg_fail(err, MGNN_EINVAL, "--%s needs a value: %s", row->word, row->arg);
  if (found == '?' && optopt >= FIRST_ROW)
    return mg_fail(err, MGNN_EINVAL, "%.*s takes no value", (int)strcspn(arg, "="), arg);
  if (found == '?')
    return unknown(parts, arg, optopt, err);
  given[k] = (char *)values + value;
  return mg_option_set(row, found >= FIRST_SPELLING && optarg == NULL
                       ? mg_spellings[found - FIRST_SPELLING].value : optarg,
                       (char *)values + value, err);
}

/* ---- options that need or exclude others ---- */

/* The row of an option (or an option and value, as "dim auto") if given, else NULL. */
static const mg_option *
row_given(const mg_option_part *parts, const void *const *given, const char *option)
{
  size_t len = strcspn(option, " ");
  const mg_option *row;

  for (size_t k = 0; (row = mg_options_row(parts, k, NULL)) != NULL; k++)
    if (given[k] != NULL && strlen(row->word) == len
        && strncmp(row->word, option, len) == 0)
      return option[len] == '\0'
             || strcmp(*(const char *const *)given[k], option + len + 1) == 0 ? row
                                                                              : NULL;
  return NULL;
}

static mgnn_status
relation_check(const mg_option_part *parts, const void *const *given,
               const mg_option_relation *r, mgnn_error *err)
{
  const mg_option *other;

  if (row_given(parts, given, r->option) == NULL
      || (row_given(parts, given, r->other) != NULL) == (r->how == MG_NEEDS))
    return MGNN_OK;
  if (r->how == MG_EXCLUDES)
    return mg_fail(err, MGNN_EINVAL, "--%s does not go with --%s%s%s: leave one of them "
                   "out", r->option, r->other, r->why != NULL ? ", " : "",
                   r->why != NULL ? r->why : "");
  other = mg_option_like(parts, r->other, strlen(r->other));
  return mg_fail(err, MGNN_EINVAL, "--%s needs --%s %s: give that too, or leave --%s "
                 "out", r->option, other->word, other->arg, r->option);
}

/* Refuse options that exclude each other or belong to the other mode.  --layers
 * selects layers mode. */
static mgnn_status
given_check(const mg_option_part *parts, const mg_option_relation *relation,
            const void *const *given, mgnn_error *err)
{
  int layers = row_given(parts, given, "layers") != NULL;
  const mg_option *row;

  if (row_given(parts, given, "help") != NULL || row_given(parts, given, "usage") != NULL
      || row_given(parts, given, "version") != NULL)
    return MGNN_OK;
  for (; relation != NULL && relation->option != NULL; relation++)
    PASS(relation_check(parts, given, relation, err));
  for (size_t k = 0; (row = mg_options_row(parts, k, NULL)) != NULL; k++) {
    if (given[k] != NULL && row->kind & MG_OF_LAYERS && !layers)
      return mg_fail(err, MGNN_EINVAL, "--%s belongs to layers mode: give the number of "
                     "layers with --layers K", row->word);
    if (given[k] != NULL && row->kind & MG_OF_LAYOUT && layers)
      return mg_fail(err, MGNN_EINVAL, "--%s belongs to layout mode: leave it out, or "
                     "--layers", row->word);
  }
  return MGNN_OK;
}

mgnn_status
mg_options_parse(const mg_option_part *parts, const mg_option_relation *relations,
                 void *values, int argc, char **argv, int *first, mgnn_error *err)
{
  struct option *longs = NULL;
  const void **given = NULL;   /* the value of each option; NULL: not given */
  char *shorts = NULL;
  mgnn_status status = MGNN_OK;
  size_t rows = 0, spellings = 0;
  int found;

  while (mg_options_row(parts, rows, NULL) != NULL)
    rows++;
  while (mg_spellings[spellings].word != NULL)
    spellings++;
  TRY(mg_allocated_all(err, MG_NEW(longs, rows + spellings + 1),
                       shorts = mg_alloc(3 * rows + 2, 1),
                       MG_ZEROS(given, rows)));
  getopt_forms(parts, longs, shorts);
  opterr = 0;
  optind = 0;                  /* resets getopt after an earlier call */
  while ((found = getopt_long(argc, argv, shorts, longs, NULL)) != -1)
    TRY(take(parts, found, argv[optind - 1], values, given, err));
  *first = optind;
  TRY(given_check(parts, relations, given, err));
end:
  mg_free_all(longs, shorts, given);
  return status;
}

int
mg_word_is_file(const char *word)
{
  return strpbrk(word, "./") != NULL || access(word, F_OK) == 0;
}

const char *
mg_list_rest(const char *list)
{
  const char *comma = strchr(list, ',');

  return comma != NULL ? comma + 1 : NULL;
}

void
mg_options_free(const mg_option_part *parts, void *values)
{
  const mg_option *row;
  size_t value;

  for (size_t k = 0; (row = mg_options_row(parts, k, &value)) != NULL; k++)
    if (mg_option_kind(row) == MG_LIST || mg_option_kind(row) == MG_FILES) {
      mg_list *list = (mg_list *)((char *)values + value);

      mg_free(list->word);
      memset(list, 0, sizeof *list);
    }
}

enum { HELP_COLUMN = 29, HELP_WIDTH = 79, HELP_MOST = 600 };

/* Print text from HELP_COLUMN on, wrapped at HELP_WIDTH. */
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

/* The help of an option; a mark in it is replaced by the words of its list, separated
 * by commas (shell completions are made from them). */
static const char *
help_of(const mg_option *row, const mg_word_list *list, char text[HELP_MOST])
{
  const char *mark = NULL;
  size_t used;

  for (; list != NULL && list->mark != NULL; list++)
    if ((mark = strstr(row->help, list->mark)) != NULL)
      break;
  if (mark == NULL)
    return row->help;
  used = (size_t)snprintf(text, HELP_MOST, "%.*s", (int)(mark - row->help), row->help);
  for (size_t k = 0; list->word(k) != NULL && used < HELP_MOST; k++)
    used += (size_t)snprintf(text + used, HELP_MOST - used, "%s%s", k > 0 ? ", " : "",
                             list->word(k));
  if (used < HELP_MOST)
    snprintf(text + used, HELP_MOST - used, "%s", mark + strlen(list->mark));
  return text;
}

/* Print an option and its help; brief: only the help up to the first of ; : [. */
static void
print_row(const mg_option *row, const mg_word_list *lists, int brief, FILE *out)
{
  char left[100], text[HELP_MOST], first[HELP_MOST];
  const char *help = help_of(row, lists, text);
  int used = row->letter != 0 ? snprintf(left, sizeof left, "  -%c, --%s",
                                         row->letter, row->word)
                              : snprintf(left, sizeof left, "      --%s",
                                         row->word);

  if (mg_option_may_lack_value(row))
    snprintf(left + used, sizeof left - (size_t)used, "[=%s]", row->arg);
  else if (mg_option_kind(row) != MG_FLAG)
    snprintf(left + used, sizeof left - (size_t)used, " %s", row->arg);
  if ((int)strlen(left) + 2 > HELP_COLUMN)
    fprintf(out, "%s\n%*s", left, HELP_COLUMN, "");
  else
    fprintf(out, "%-*s", HELP_COLUMN, left);
  if (brief) {
    snprintf(first, sizeof first, "%.*s", (int)strcspn(help, ";:["), help);
    help = first;
  }
  print_wrapped(help, out);
}

void
mg_options_help(const mg_option_part *part, const mg_word_list *lists, FILE *out)
{
  for (; part->rows != NULL; part++) {
    if (part->heading != NULL)
      fprintf(out, "\n%s:\n", part->heading);
    for (const mg_option *row = part->rows; row->help != NULL; row++)
      print_row(row, lists, 0, out);
  }
}

/* Whether `topic` is the first word of the heading, ignoring case. */
static int
heads(const mg_option_part *part, const char *topic)
{
  size_t len = strlen(topic);

  return part->heading != NULL && strncasecmp(part->heading, topic, len) == 0
         && strcspn(part->heading, " ,(") == len;
}

int
mg_options_help_topic(const mg_option_part *parts, const mg_word_list *lists,
                      const char *topic, FILE *out)
{
  const mg_option *row;
  int found = 0, here = 0;

  for (const mg_option_part *part = parts; part->rows != NULL; part++) {
    if (part->heading != NULL && (here = heads(part, topic)))
      fprintf(out, "%s:\n", part->heading);
    found |= here;
    for (row = part->rows; here && row->help != NULL; row++)
      print_row(row, lists, 0, out);
  }
  if (!found && (row = mg_options_find(parts, topic, NULL, &topic)) != NULL) {
    print_row(row, lists, 0, out);
    found = 1;
  }
  return found;
}

void
mg_options_help_brief(const mg_option_part *parts, const mg_word_list *lists,
                      const char *words, FILE *out)
{
  const mg_option *row;

  for (; *words != '\0'; words += strcspn(words, " "), words += *words == ' ')
    for (size_t k = 0; (row = mg_options_row(parts, k, NULL)) != NULL; k++)
      if (strlen(row->word) == strcspn(words, " ")
          && strncmp(row->word, words, strlen(row->word)) == 0)
        print_row(row, lists, 1, out);
  fputs("\n--help prints all options, and --help TOPIC those of a topic:\n", out);
  for (const mg_option_part *part = parts; part->rows != NULL; part++)
    if (part->heading != NULL) {
      for (size_t k = 0; k < strcspn(part->heading, " ,("); k++)
        fputc(part->heading[k] | ('A' ^ 'a'), out);
      fputs(", ", out);
    }
  fputs("or an option.\n", out);
}

static int
listed(const char *word, const char *const *skip)
{
  for (; *skip != NULL; skip++)
    if (strcmp(word, *skip) == 0)
      return 1;
  return 0;
}

/* Print an option as it was given, unless its value is still the default. */
static void
print_given(const mg_option *row, const void *at, const void *was, FILE *out)
{
  const mg_list *list = at;
  char buf[MG_NUMBER_MAX] = "";

  switch (mg_option_kind(row)) {
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
      fprintf(out, " --%s %s", row->word, mg_option_kind(row) == MG_FILE ? "FILE"
              : *(const char *const *)at);
    break;
  case MG_LIST:
  case MG_FILES:
    for (size_t k = 0; k < list->count; k++)
      fprintf(out, " --%s %s", row->word, mg_option_kind(row) == MG_FILES ? "FILE"
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
      fprintf(out, mg_option_kind(row) == MG_REAL ? " --%s %s" : " --%s=%s", row->word,
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
