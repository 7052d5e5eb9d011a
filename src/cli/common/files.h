/* The formats of output files, for all programs. */
#ifndef MG_FILES_H
#define MG_FILES_H

#include "io/write/write.h"
#include "render/backend/backend.h"

/* A format of output files: draw is set for drawings, write for data; both are NULL
 * if the format is unknown. */
typedef struct {
  const mg_backend *draw;
  const mg_writer *write;
} mg_file_format;

/* The format named by *word.  If *word is NULL, it is first set to the suffix of the
 * file's name; it stays NULL if the name has no suffix. */
mg_file_format mg_file_format_of(const char *name, const char **word);

/* The word of the k-th format, in the order of --help; NULL after the last. */
const char *mg_format_word(size_t k);

#endif
