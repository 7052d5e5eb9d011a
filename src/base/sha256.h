/* SHA-256 (FIPS 180-4), by which a page names the script it allows to run. */
#ifndef MG_SHA256_H
#define MG_SHA256_H

#include <stddef.h>

enum { MG_SHA256_SIZE = 32 };

/* The hash of `count` texts taken as one, the k-th of len[k] bytes. */
void mg_sha256(size_t count, const unsigned char *const *text,
               const size_t *len, unsigned char out[MG_SHA256_SIZE]);

#endif
