/* Command-line options from tables: the getopt arrays, the checks of values and
 * --help are all made from one set of rows, so they cannot disagree. */
#ifndef MG_OPTIONS_H
#define MG_OPTIONS_H

#include "base/option_rows.h"
#include <stdio.h>

/* Set *values from argv; values of options not given stay unchanged.  Texts point into
 * argv.  Operands are moved to the end of argv, *first is the index of the first.
 * `--` ends the options.  relations: which options need or exclude each other, or NULL.
 * Fails with MGNN_EINVAL, naming the option and the value it takes or the option it
 * needs or excludes, or with MGNN_ENOMEM. */
mgnn_status mg_options_parse(const mg_option_part *parts,
                             const mg_option_relation *relations, void *values,
                             int argc, char **argv, int *first, mgnn_error *err);

/* Whether a word names a file rather than something else: it has a dot or a slash, or
 * such a file exists. */
int mg_word_is_file(const char *word);

/* The rest of a comma-separated list after its first word; NULL: no comma. */
const char *mg_list_rest(const char *list);

/* Free the values that are lists. */
void mg_options_free(const mg_option_part *parts, void *values);

/* Print all rows as the text of --help, with the marks in it replaced by word lists. */
void mg_options_help(const mg_option_part *parts, const mg_word_list *lists,
                     FILE *out);

/* Print the help of one topic: the first word of a heading, or an option's name.
 * Returns whether there is such a topic. */
int mg_options_help_topic(const mg_option_part *parts, const mg_word_list *lists,
                          const char *topic, FILE *out);

/* Print the options listed in `words`, separated by blanks, each with its help up to
 * the first of ; : [.  Then print the list of topics. */
void mg_options_help_brief(const mg_option_part *parts, const mg_word_list *lists,
                           const char *words, FILE *out);

/* Print the options that were given, for the metadata of results.  File names are
 * printed as FILE, so that the text does not depend on them; options named in `skip`
 * (ends with NULL) are left out.  defaults: the struct before parsing; an option whose
 * value is equal in both counts as not given. */
void mg_options_print(const mg_option_part *parts, const void *values,
                      const void *defaults, const char *const *skip, FILE *out);

#endif
