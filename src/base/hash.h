/* A hash of bytes under a secret key: SipHash-2-4 (Aumasson, Bernstein 2012).
 * The author of a file cannot choose names that collide, because the key is not
 * known: a table of n names costs O(n), whatever they are. */
#ifndef MG_HASH_H
#define MG_HASH_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint64_t half[2];
} mg_hash_key;

/* A random key.  Neither results nor the order of processing may depend on it. */
mg_hash_key mg_hash_key_new(void);

uint64_t mg_hash(const mg_hash_key *key, const void *data, size_t len);

#endif
