/* A hash table from names (of nodes, ids, columns) to numbers. */
#ifndef MG_NAMES_H
#define MG_NAMES_H

#include "base/error.h"
#include "base/hash.h"
#include "base/mem.h"
#include <stdint.h>

/* Zeroed, it is empty.  Its pool holds the texts. */
typedef struct {
  char **text;                 /* by number, in the order they were added */
  size_t count, cap;
  uint32_t *slot;              /* number + 1, 0: free; a power of two slots */
  size_t slots;
  mg_hash_key key;             /* set when the first slots are allocated */
  mg_pool pool;
} mg_names;

#define MG_NAMES_NONE UINT32_MAX

/* The number of a name, or MG_NAMES_NONE.  A name has len bytes, or ends before a 0
 * byte among them. */
uint32_t mg_names_find(const mg_names *names, const char *s, size_t len);

/* The number of a name, which is added if it is new (*out is then the old
 * count).  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_names_add(mg_names *names, const char *s, size_t len,
                         uint32_t *out, mgnn_error *err);

/* Add a name that must be new, without entering it into the hash: for tables whose
 * names are looked up elsewhere (see mg_source.tokens). */
mgnn_status mg_names_append(mg_names *names, const char *s, size_t len,
                            uint32_t *out, mgnn_error *err);

void mg_names_free(mg_names *names);

#endif
