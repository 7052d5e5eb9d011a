/* Where a name leads, before anything is written there. */
#ifndef MG_PLACE_H
#define MG_PLACE_H

#include "base/error.h"
#include <sys/types.h>

/* Which file a name is of, whatever its spelling. */
typedef struct {
  enum {
    MG_PLACE_SHARED,           /* a pipe, a device: may be named twice */
    MG_PLACE_FILE,             /* a file that exists */
    MG_PLACE_NEW               /* one that is yet to be made */
  } kind;
  dev_t device;                /* of the file, or of the folder of a new one; */
  ino_t inode;                 /* both 0: the folder cannot be found */
  char *name;                  /* of a new one in its folder, or else all of
                                  it; NULL for the others */
} mg_place;

/* Find it.  "-" and the like are what the descriptor leads to.  Fails with
 * MGNN_EIO (links in a circle) or MGNN_ENOMEM, and leaves *p zeroed then. */
mgnn_status mg_place_find(mg_place *p, const char *path, mgnn_error *err);
void mg_place_free(mg_place *p);

/* Order of places; 0: they are of one file. */
int mg_place_compare(const mg_place *a, const mg_place *b);

/* The descriptor that a name such as - or /dev/stdout stands for, or -1. */
int mg_place_descriptor(const char *path);

/* What a user would call it. */
const char *mg_place_word(const char *path);

/* Where a path leads through symbolic links, as a new text in *real. */
mgnn_status mg_place_follow(const char *path, char **real, mgnn_error *err);

/* The bytes of the folder in a path, with its last slash; 0: there is none. */
size_t mg_place_folder(const char *path);

#endif
