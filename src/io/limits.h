/* What a file may cost, and where its bytes come from if not from a file. */
#ifndef MG_LIMITS_H
#define MG_LIMITS_H

#include <stddef.h>

/* What a hostile file may cost at most, and what readers are told beside it. */
typedef struct {
  size_t nodes, edges;
  size_t bytes;                /* of each file, decompressed; and of the arrays
                                  of all columns together, or 1 MB; 0:
                                  MG_BYTES_MAX */
  double cutoff;               /* atoms as near as this are joined by an edge of
                                  their distance; 0: those that have a bond */
  const char *topology;        /* the structure whose atoms restraints name; or
                                  NULL */
  const struct mg_piece *piece; /* for edge tables and Matrix Market: what is read
                                  instead of the file; or NULL */
  const void *memory;          /* NULL, or `size` bytes which are read in the
                                  place of a file; its path is for messages */
  size_t size;
  const char *format_hint;     /* how a program is told the format, "give -I with",
                                  for messages; or NULL */
  int lengths;                 /* the file is read for its lengths, not as a graph */
  size_t directs;              /* then ids below are expected, as the graph has them */
  int lenient;                 /* values that contradict each other become means */
  int *is_empty;               /* whether the file opened last has no bytes; or NULL:
                                  not wanted */
} mg_limits;

#endif
