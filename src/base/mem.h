/* Allocation with overflow checks, and the fuse with which tests make the k-th
 * allocation fail.  The library allocates all its memory here; igraph, GSL, libxml2,
 * Cairo and zlib allocate their own. */
#ifndef MG_MEM_H
#define MG_MEM_H

#include <stddef.h>

/* `count` objects of `size` bytes, not cleared; NULL if out of memory or if
 * the product overflows.  A count of 0 gives a pointer that can be freed. */
void *mg_alloc(size_t count, size_t size);

/* mg_alloc with all bytes 0. */
void *mg_zalloc(size_t count, size_t size);

/* mg_alloc for arrays that are read in random order: large arrays are put in huge
 * pages if the system has them. */
void *mg_alloc_large(size_t count, size_t size);

/* Set x to a new array of n items, not cleared or all 0. */
#define MG_NEW(x, n) ((x) = mg_alloc(n, sizeof *(x)))
#define MG_ZEROS(x, n) ((x) = mg_zalloc(n, sizeof *(x)))

/* Change the size of a block.  NULL if that fails; the old block is then kept. */
void *mg_resize(void *block, size_t count, size_t size);

/* Make room for one more item in a growing array: if `used` has reached *cap,
 * *cap grows by half and the array is resized.  Returns the array, or NULL if
 * that fails; the old array is then kept. */
void *mg_grow(void *block, size_t used, size_t *cap, size_t size);

/* A copy of a string, or of its first len bytes with a 0 added. */
char *mg_strdup(const char *s);
char *mg_strndup(const char *s, size_t len);

void mg_free(void *block);

/* Free several blocks; list the members of a struct before the struct. */
void mg_free_each(size_t count, void *const *block);
#define mg_free_all(...) \
  mg_free_each(sizeof (void *[]){ __VA_ARGS__ } / sizeof (void *), (void *[]){ __VA_ARGS__ })

/* Tests only: let the next `good` allocations of this process succeed and
 * those after it fail; a negative number lets all succeed. */
void mg_fuse_set(long good);
/* The same, but only one allocation fails; those after it succeed again. */
void mg_fuse_set_once(long good);
/* Nonzero if an allocation was refused since mg_fuse_set. */
int mg_fuse_blown(void);

/* A pool of strings that are all freed at once.  A zeroed struct is an empty
 * pool. */
typedef struct {
  char **block;
  size_t blocks, left;         /* blocks held; free bytes in the last one */
  char *next;                  /* the first of these free bytes */
} mg_pool;

/* Keep a copy of len bytes, with a 0 added; NULL if out of memory. */
char *mg_pool_keep(mg_pool *pool, const char *s, size_t len);
void mg_pool_free(mg_pool *pool);

/* The last byte equal to c among the n bytes at p, or NULL if there is none.  (This is
 * memrchr, which macOS lacks.) */
char *mg_last_byte(const char *p, char c, size_t n);

#endif
