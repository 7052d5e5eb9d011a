/* Output files, as every program checks and writes them. */
#ifndef MG_FILES_H
#define MG_FILES_H

#include "io/write/write.h"
#include "render/backend/backend.h"

/* What is written into a file: a drawing or data; both NULL: the word is no
 * format of ours. */
typedef struct {
  const mg_backend *draw;
  const mg_writer *write;
} mg_file_format;

/* The format named by a word or, where that is NULL, the suffix of a
 * file's name; *word is then set to it, or stays NULL if there is no suffix. */
mg_file_format mg_file_format_of(const char *name, const char **word);

/* The words of all formats, in the order of --help; NULL after the last. */
const char *mg_format_word(size_t k);

#endif
