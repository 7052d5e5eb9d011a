/* Limits for reading a file, and other settings of the readers. */
#ifndef MG_LIMITS_H
#define MG_LIMITS_H

#include <stddef.h>

/* Limits against hostile or damaged files, and settings for the readers. */
typedef struct {
  size_t nodes, edges;
  size_t bytes;                /* limit for each file, decompressed, and (but at
                                  least 1 MB) for the arrays of all columns
                                  together; 0: MG_BYTES_MAX */
  double cutoff;               /* join atoms at most this far apart by edges of
                                  their distance; 0: join bonded atoms */
  const char *topology;        /* path of the structure with the atoms that
                                  restraints name; or NULL */
  const struct mg_piece *piece; /* for edge tables and Matrix Market: a piece to
                                  read instead of the file; or NULL */
  const void *memory;          /* `size` bytes to read instead of a file, whose path
                                  is then for messages only; or NULL */
  size_t size;
  const char *format_hint;     /* for messages: how to name the format to a program,
                                  as "give -I with"; or NULL */
  int lengths;                 /* the file is read for its lengths, not as a graph */
  size_t directs;              /* with `lengths`: expect ids below this */
  int lenient;                 /* replace contradictory values by their mean */
  int *is_empty;               /* set to whether the file opened last has no bytes;
                                  or NULL */
} mg_limits;

#endif
