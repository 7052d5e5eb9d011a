/* Options as rows of tables: what they are called, and where their values go. */
#ifndef MG_OPTION_ROWS_H
#define MG_OPTION_ROWS_H

#include "error.h"

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

/* Added to a kind: the mode that an option belongs to; in the other it is refused. */
enum { MG_OF_LAYERS = 32, MG_OF_LAYOUT = 64 };

/* Values of an option that may be given several times, in order. */
typedef struct {
  const char **word;
  size_t count;
} mg_list;

typedef struct {
  char letter;                 /* 0 if there is no short form */
  const char *word, *arg;      /* long form, and the name of its value; words with
                                  bars between, as in yes|no, are all it may be */
  int kind;                    /* enum mg_option_kind, maybe with MG_OF_... */
  size_t at;                   /* offset of its value in the stage's struct */
  double min, max;             /* allowed range, for COUNT and REAL */
  const char *help;            /* one line; NULL ends the rows.  {rules} stands for
                                  the words of a table, see mg_word_list */
} mg_option;

/* The words of a table, which help says where it has the mark. */
typedef struct {
  const char *mark;            /* "{rules}"; NULL ends the lists */
  const char *(*word)(size_t k);       /* NULL after the last */
} mg_word_list;

/* Two options that need or exclude each other; either may be one value alone, as in
 * "dim auto". */
typedef struct {
  const char *option;          /* NULL ends the relations */
  enum { MG_NEEDS, MG_EXCLUDES } how;
  const char *other;
  const char *why;             /* or NULL */
} mg_option_relation;

/* A stage has rows for the options that it takes, and a program lists the rows
 * of its stages. */
typedef struct {
  const char *heading;         /* above them in --help; NULL: none */
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

/* Another word for an option, or for one value of it. */
typedef struct {
  const char *word, *option;   /* word NULL ends the spellings */
  const char *value;           /* NULL: the value follows the word */
} mg_spelling;
extern const mg_spelling mg_spellings[];

/* The option of a word or a spelling, or NULL.  *at (may be NULL) receives the offset of
 * its value; *value becomes the value that the spelling stands for, if it has one. */
const mg_option *mg_options_find(const mg_option_part *parts, const char *word,
                                 size_t *at, const char **value);

/* Option number k of a program, NULL after the last; *value, if it is not
 * NULL, receives the offset of its value in the program's struct. */
const mg_option *mg_options_row(const mg_option_part *parts, size_t k,
                                size_t *value);

/* The option nearest to a misspelt word of len bytes: the first of those that the
 * fewest letters differ from; NULL: a quarter of the letters differ from any. */
const mg_option *mg_option_like(const mg_option_part *parts, const char *word,
                                size_t len);

/* Set the value of a row, which is at `where`; text NULL: none was given.  Texts
 * are kept as pointers.  Fails with MGNN_EINVAL, naming the option and what it
 * takes, or MGNN_ENOMEM. */
mgnn_status mg_option_set(const mg_option *row, const char *text, void *where,
                          mgnn_error *err);

#endif
