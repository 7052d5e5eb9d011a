/* The bytes of a file, decompressed if it is a gzip file.  zlib has gzread for
 * this, but it forgets bytes that it has read when a signal interrupts it. */
#ifndef MG_GZFILE_H
#define MG_GZFILE_H

#include "base/error.h"

typedef struct mg_gzfile mg_gzfile;

/* Take bytes from a descriptor, which belongs to it from now on; NULL:
 * out of memory, and the descriptor is still the caller's. */
mg_gzfile *mg_gzfile_new(int fd);

/* The same from bytes in memory, which stay the caller's. */
mg_gzfile *mg_gzfile_of(const void *memory, size_t size);

/* Read up to `size` bytes, at least 1, to a place; *got 0: this is the end.
 * `path` is for the message of a failure, MGNN_EIO, MGNN_ENOMEM or, where
 * compressed data is damaged, ends early or is followed by anything but
 * compressed data and zeros, MGNN_EPARSE. */
mgnn_status mg_gzfile_read(mg_gzfile *f, const char *path, char *to, size_t size,
                           size_t *got, mgnn_error *err);

/* How many bytes were taken from a gzip file so far; 0: it is none. */
size_t mg_gzfile_packed(const mg_gzfile *f);

void mg_gzfile_free(mg_gzfile *f);

#endif
