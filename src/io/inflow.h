/* The bytes of a file, decompressed if it is a gzip file. */
#ifndef MG_INFLOW_H
#define MG_INFLOW_H

#include "base/error.h"

typedef struct mg_inflow mg_inflow;

/* Take bytes from a descriptor, which belongs to the inflow from now on; NULL:
 * out of memory, and the descriptor is still the caller's. */
mg_inflow *mg_inflow_new(int fd);

/* Read up to `size` bytes, at least 1, to a place; *got 0: this is the end.
 * `path` is for the message of a failure, MGNN_EIO, MGNN_ENOMEM or, where
 * compressed data is damaged or ends early, MGNN_EPARSE. */
mgnn_status mg_inflow_read(mg_inflow *f, const char *path, char *to, size_t size,
                           size_t *got, mgnn_error *err);

/* How many bytes were taken from a gzip file so far; 0: it is none. */
size_t mg_inflow_packed(const mg_inflow *f);

void mg_inflow_free(mg_inflow *f);

#endif
