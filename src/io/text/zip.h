/* Reads and writes zip archives as NumPy does: members are stored or deflated. */
#ifndef MG_ZIP_H
#define MG_ZIP_H

#include "base/error.h"

#include <stdio.h>

typedef struct {
  const char *name;            /* not followed by a 0 */
  size_t name_len;
  unsigned method;             /* 0 stored, 8 deflated; others are refused when
                                  the member is read */
  unsigned long crc;
  size_t packed, size;         /* bytes in the archive, and unpacked */
  size_t at;                   /* offset of its local header */
} mg_zip_member;

/* An open archive; its bytes are borrowed. */
typedef struct {
  const char *path;            /* for messages */
  const unsigned char *bytes;
  size_t size, limit;          /* limit: on the bytes of a member */
  mg_zip_member *member;
  size_t count;
} mg_zip;

/* Read the directory.  Fails with MGNN_EPARSE if it is missing or does not fit
 * the file.  Call mg_zip_free in any case. */
mgnn_status mg_zip_open(mg_zip *z, const char *path, const void *bytes,
                        size_t size, size_t limit, mgnn_error *err);

/* Unpack a member and verify its checksum; free the bytes with mg_free. */
mgnn_status mg_zip_take(const mg_zip *z, const mg_zip_member *m, char **out,
                        mgnn_error *err);
void mg_zip_free(mg_zip *z);

/* An archive being written, with stored members.  Start zeroed, with `out`
 * set. */
typedef struct {
  FILE *out;
  char *directory;             /* to be written at the end */
  size_t directory_size, count, at;
} mg_zip_writer;

mgnn_status mg_zip_put(mg_zip_writer *w, const char *name, const void *bytes,
                       size_t size, mgnn_error *err);
/* Write the directory that ends the file. */
void mg_zip_finish(mg_zip_writer *w);
/* Call in any case. */
void mg_zip_writer_free(mg_zip_writer *w);

#endif
