/* A hash from names to numbers: node names, ids, column names. */
#ifndef MG_NAMES_H
#define MG_NAMES_H

#include "base/error.h"
#include "base/hash.h"
#include "base/mem.h"
#include <stdint.h>

/* Zeroed, it is empty.  The texts live in a pool of its own. */
typedef struct {
  char **text;                 /* by number, in the order they came */
  size_t count, cap;
  uint32_t *slot;              /* number + 1, 0 is free; a power of two many */
  size_t slots;
  mg_hash_key key;             /* of the slots, from the first one on */
  mg_pool pool;
} mg_names;

#define MG_NAMES_NONE UINT32_MAX

/* The number of a name, or MG_NAMES_NONE.  A name is len bytes, or fewer if
 * there is a 0 byte among them: it ends there. */
uint32_t mg_names_find(const mg_names *names, const char *s, size_t len);

/* The number of a name, which is added if it is new (*out is then the old
 * count).  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_names_add(mg_names *names, const char *s, size_t len,
                         uint32_t *out, mgnn_error *err);

/* Add a name that is known to be new, without entering it into the hash: for
 * tables whose names another one finds. */
mgnn_status mg_names_append(mg_names *names, const char *s, size_t len,
                            uint32_t *out, mgnn_error *err);

void mg_names_free(mg_names *names);

#endif
