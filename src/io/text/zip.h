/* Archives of zip as NumPy writes them: members stored or deflated. */
#ifndef MG_ZIP_H
#define MG_ZIP_H

#include "base/error.h"

#include <stdio.h>

typedef struct {
  const char *name;            /* not ended by a 0 */
  size_t name_len;
  unsigned method;             /* 0 stored, 8 deflated; others are refused when
                                  the member is taken */
  unsigned long crc;
  size_t packed, size;         /* bytes in the archive, and of the member */
  size_t at;                   /* of its local header */
} mg_zip_member;

/* Borrows the bytes of the archive. */
typedef struct {
  const char *path;            /* for messages */
  const unsigned char *bytes;
  size_t size, limit;          /* limit: of a member's bytes */
  mg_zip_member *member;
  size_t count;
} mg_zip;

/* Read the directory.  MGNN_EPARSE: there is none, or it does not fit the file.
 * mg_zip_free is due in any case. */
mgnn_status mg_zip_open(mg_zip *z, const char *path, const void *bytes,
                        size_t size, size_t limit, mgnn_error *err);

/* The bytes of a member, to be freed with mg_free; checked by its checksum. */
mgnn_status mg_zip_take(const mg_zip *z, const mg_zip_member *m, char **out,
                        mgnn_error *err);
void mg_zip_free(mg_zip *z);

/* An archive being written, of stored members; zeroed but for `out`, it is
 * empty. */
typedef struct {
  FILE *out;
  char *directory;             /* what the end will hold */
  size_t directory_size, count, at;
} mg_zip_writer;

mgnn_status mg_zip_put(mg_zip_writer *w, const char *name, const void *bytes,
                       size_t size, mgnn_error *err);
/* The end of the file. */
void mg_zip_finish(mg_zip_writer *w);
/* Due in any case. */
void mg_zip_writer_free(mg_zip_writer *w);

#endif
