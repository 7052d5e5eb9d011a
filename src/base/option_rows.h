/* Command-line options as rows of tables: names, allowed values, where values go. */
#ifndef MG_OPTION_ROWS_H
#define MG_OPTION_ROWS_H

#include "error.h"

enum mg_option_kind {
  MG_FLAG,                     /* int, set to 1; takes no value */
  MG_WORD,                     /* const char * */
  MG_FILE,                     /* const char *, the name of a file */
  MG_MAYBE_WORD,               /* const char *; the value may be left out: "" */
  MG_LIST,                     /* mg_list of words: may be given repeatedly */
  MG_FILES,                    /* the same for names of files */
  MG_COUNT,                    /* long, min to max */
  MG_REAL,                     /* double, min to max */
  MG_MAYBE_REAL                /* double, 0 to max; the value may be left out:
                                  --strict is --strict=min */
};

/* Added to the kind of an option that only one mode of the program accepts. */
enum { MG_OF_LAYERS = 32, MG_OF_LAYOUT = 64 };

/* Values of an option that may be given several times, in order. */
typedef struct {
  const char **word;
  size_t count;
} mg_list;

typedef struct {
  char letter;                 /* 0 if there is no short form */
  const char *word, *arg;      /* long form, and the name of its value; an arg such
                                  as yes|no lists all words allowed as the value */
  int kind;                    /* enum mg_option_kind, maybe with MG_OF_... */
  size_t at;                   /* offset of its value in the stage's struct */
  double min, max;             /* allowed range, for COUNT and REAL */
  const char *help;            /* one line; NULL ends the rows.  {rules} is replaced
                                  by the words of a table, see mg_word_list */
} mg_option;

/* The words of a table, which replace a mark in help texts. */
typedef struct {
  const char *mark;            /* "{rules}"; NULL ends the lists */
  const char *(*word)(size_t k);       /* NULL after the last */
} mg_word_list;

/* An option that needs or excludes another.  Either may be limited to one value of an
 * option, as in "dim auto". */
typedef struct {
  const char *option;          /* NULL ends the relations */
  enum { MG_NEEDS, MG_EXCLUDES } how;
  const char *other;
  const char *why;             /* or NULL */
} mg_option_relation;

/* The options of one stage of a program.  A program has a list of these, one for
 * each of its stages. */
typedef struct {
  const char *heading;         /* printed above them in --help; or NULL */
  const mg_option *rows;       /* NULL ends the list */
  size_t at;                   /* offset of the stage's struct in the program's */
} mg_option_part;

#define MG_OPTIONS_END { 0, NULL, NULL, MG_FLAG, 0, 0, 0, NULL }

static inline enum mg_option_kind
mg_option_kind(const mg_option *row)
{
  return (enum mg_option_kind)(row->kind & (MG_OF_LAYERS - 1));
}

static inline int
mg_option_may_lack_value(const mg_option *row)
{
  return mg_option_kind(row) == MG_MAYBE_REAL || mg_option_kind(row) == MG_MAYBE_WORD;
}

/* A synonym of an option, or of an option with one of its values. */
typedef struct {
  const char *word, *option;   /* word NULL ends the spellings */
  const char *value;           /* NULL: the value follows the word */
} mg_spelling;
extern const mg_spelling mg_spellings[];

/* The option with that name or synonym, or NULL.  *at (at may be NULL) receives the
 * offset of its value; if the synonym stands for a value, *value receives that. */
const mg_option *mg_options_find(const mg_option_part *parts, const char *word,
                                 size_t *at, const char **value);

/* Option number k of a program, NULL after the last; *value, if it is not
 * NULL, receives the offset of its value in the program's struct. */
const mg_option *mg_options_row(const mg_option_part *parts, size_t k,
                                size_t *value);

/* The option most like a misspelt word of len bytes, by the fewest edits, or the first
 * of several; NULL if more than a quarter of the letters would have to change. */
const mg_option *mg_option_like(const mg_option_part *parts, const char *word,
                                size_t len);

/* Set the value of an option, stored at `where`, from text (NULL: no value given).
 * Only the pointer to a text is kept.  Fails with MGNN_EINVAL, naming the option
 * and the allowed values, or MGNN_ENOMEM. */
mgnn_status mg_option_set(const mg_option *row, const char *text, void *where,
                          mgnn_error *err);

#endif
