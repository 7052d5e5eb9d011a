/* Options from tables: the getopt arrays, the checks of the values and --help
 * are all made from their rows, so none of them can disagree. */
#ifndef MG_OPTIONS_H
#define MG_OPTIONS_H

#include "base/error.h"
#include <stdio.h>

enum mg_option_kind {
  MG_FLAG,                     /* int, set to 1; takes no value */
  MG_WORD,                     /* const char * */
  MG_FILE,                     /* const char *, the name of a file */
  MG_MAYBE_WORD,               /* const char *; the value may be left out: "" */
  MG_LIST,                     /* mg_list of words: may be given repeatedly */
  MG_FILES,                    /* the same, names of files */
  MG_COUNT,                    /* long, min to max */
  MG_REAL,                     /* double, min to max */
  MG_MAYBE_REAL                /* double, 0 to max; the value may be left out:
                                  --strict is --strict=min */
};

/* Values of an option that may be given several times, in order. */
typedef struct {
  const char **word;
  size_t count;
} mg_list;

typedef struct {
  char letter;                 /* 0 if there is no short form */
  const char *word, *arg;      /* long form, and the name of its value */
  enum mg_option_kind kind;
  size_t at;                   /* offset of its value in the stage's struct */
  double min, max;             /* allowed range, for COUNT and REAL */
  const char *help;            /* one line; NULL ends the rows */
} mg_option;

/* A stage has rows for the options that it takes, and a program lists the rows
 * of its stages. */
typedef struct {
  const char *heading;         /* above them in --help; NULL: none */
  const mg_option *rows;       /* NULL ends the list */
  size_t at;                   /* offset of the stage's struct in the program's */
} mg_option_part;

#define MG_OPTIONS_END { 0, NULL, NULL, MG_FLAG, 0, 0, 0, NULL }

static inline int
mg_option_may_lack_value(const mg_option *row)
{
  return row->kind == MG_MAYBE_REAL || row->kind == MG_MAYBE_WORD;
}

/* Option number k of a program, NULL after the last; *value, where it is not
 * NULL, receives the offset of its value in the program's struct. */
const mg_option *mg_options_row(const mg_option_part *parts, size_t k,
                                size_t *value);

/* Set the values that argv gives; those not given stay as they are.  Texts
 * point into argv.  Operands are moved to the end of argv, *first is the index
 * of the first.  `--` ends the options.  Fails with MGNN_EINVAL, naming the
 * option and what it takes, or MGNN_ENOMEM. */
mgnn_status mg_options_parse(const mg_option_part *parts, void *values, int argc,
                             char **argv, int *first, mgnn_error *err);

/* Free the lists. */
void mg_options_free(const mg_option_part *parts, void *values);

/* Print the rows as the text of --help. */
void mg_options_help(const mg_option_part *parts, FILE *out);

/* Print the options as they were given, for the record: in a form that does
 * not depend on file names (they become FILE) and leaves out the options named
 * in `skip` (ends with NULL).  `defaults` is a struct as it was before
 * parsing: what is equal there was not given. */
void mg_options_print(const mg_option_part *parts, const void *values,
                      const void *defaults, const char *const *skip, FILE *out);

#endif
