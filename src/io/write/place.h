/* Finds out which file a name stands for, before anything is written there. */
#ifndef MG_PLACE_H
#define MG_PLACE_H

#include "base/error.h"
#include <sys/types.h>

/* The file that a name stands for; equal for different spellings of one file. */
typedef struct {
  enum {
    MG_PLACE_SHARED,           /* a pipe or device: may be named twice */
    MG_PLACE_FILE,             /* a file that exists */
    MG_PLACE_NEW               /* a file that does not exist yet */
  } kind;
  dev_t device;                /* of the file, or of the folder of a new file; */
  ino_t inode;                 /* both 0: the folder cannot be found */
  char *name;                  /* of a new file: its name in the folder, or the whole
                                  path if that cannot be found; else NULL */
} mg_place;

/* Find the place of a path.  "-" and the like stand for the file of the descriptor.
 * Fails with MGNN_EIO (links in a circle) or MGNN_ENOMEM; *p is then zeroed. */
mgnn_status mg_place_find(mg_place *p, const char *path, mgnn_error *err);
void mg_place_free(mg_place *p);

/* Compare two places, for sorting; 0: they are the same file. */
int mg_place_compare(const mg_place *a, const mg_place *b);

/* The descriptor that a name such as - or /dev/stdout stands for, or -1. */
int mg_place_descriptor(const char *path);

/* The path in messages: "standard output" for "-". */
const char *mg_place_word(const char *path);

/* Follow symbolic links from a path; *real receives the target as a new text. */
mgnn_status mg_place_follow(const char *path, char **real, mgnn_error *err);

/* The length of the folder part of a path, up to the last slash; 0: no folder. */
size_t mg_place_folder(const char *path);

#endif
