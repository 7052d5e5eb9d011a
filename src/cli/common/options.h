/* Options from tables: the getopt arrays, the checks of the values and --help
 * are all made from their rows, so none of them can disagree. */
#ifndef MG_OPTIONS_H
#define MG_OPTIONS_H

#include "base/option_rows.h"
#include <stdio.h>

/* Set the values that argv gives; those not given stay as they are.  Texts
 * point into argv.  Operands are moved to the end of argv, *first is the index
 * of the first.  `--` ends the options.  relations: which options need or exclude
 * each other; NULL: none.  Fails with MGNN_EINVAL, naming the
 * option and what it takes, does not go with or needs, or MGNN_ENOMEM. */
mgnn_status mg_options_parse(const mg_option_part *parts,
                             const mg_option_relation *relations, void *values,
                             int argc, char **argv, int *first, mgnn_error *err);

/* Whether a word that may be something else names a file: it looks like one, or is
 * one. */
int mg_word_is_file(const char *word);

/* What follows the first word of a list with commas; NULL: nothing. */
const char *mg_list_rest(const char *list);

/* Free the lists. */
void mg_options_free(const mg_option_part *parts, void *values);

/* Print the rows as the text of --help, with the words of the lists at their marks. */
void mg_options_help(const mg_option_part *parts, const mg_word_list *lists,
                     FILE *out);

/* The same for one topic alone, the first word of a heading or an option's name;
 * whether there is such a topic. */
int mg_options_help_topic(const mg_option_part *parts, const mg_word_list *lists,
                          const char *topic, FILE *out);

/* Print the options that `words` names, with blanks between, each with the part of its
 * help before the first of ; : [; then which topics there are. */
void mg_options_help_brief(const mg_option_part *parts, const mg_word_list *lists,
                           const char *words, FILE *out);

/* Print the options as they were given, for the record: in a form that does
 * not depend on file names (they become FILE) and leaves out the options named
 * in `skip` (ends with NULL).  `defaults` is a struct as it was before
 * parsing: what is equal there was not given. */
void mg_options_print(const mg_option_part *parts, const void *values,
                      const void *defaults, const char *const *skip, FILE *out);

#endif
