/* Allocation with overflow checks and a fuse. */
#define _GNU_SOURCE            /* madvise, memrchr */
#include "mem.h"
#include "config.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* The fuse is process-wide because a test must reach allocations made deep
 * inside any thread.  Outside tests it stays at -1 and costs one load. */
static atomic_long fuse = -1;
static atomic_int blown;
static atomic_long after;      /* value given to the fuse when it blows */

void
mg_fuse_set(long good)
{
  atomic_store(&blown, 0);
  atomic_store(&after, 0);
  atomic_store(&fuse, good);
}

void
mg_fuse_set_once(long good)
{
  mg_fuse_set(good);
  atomic_store(&after, -1);
}

int
mg_fuse_blown(void)
{
  return atomic_load(&blown);
}

static int
refused(void)
{
  if (atomic_load_explicit(&fuse, memory_order_relaxed) < 0)
    return 0;
  if (atomic_fetch_sub(&fuse, 1) > 0)
    return 0;
  atomic_store(&fuse, atomic_load(&after));
  atomic_store(&blown, 1);
  return 1;
}

/* count*size, but 0 if that exceeds the largest possible object (half the address
 * space), and 1 instead of 0, since malloc(0) may return NULL without a failure. */
static size_t
bytes(size_t count, size_t size)
{
  if (size != 0 && count > (SIZE_MAX / 2) / size)
    return 0;
  return count * size > 0 ? count * size : 1;
}

void *
mg_alloc(size_t count, size_t size)
{
  size_t want = bytes(count, size);

  return want == 0 || refused() ? NULL : malloc(want);
}

void *
mg_alloc_large(size_t count, size_t size)
{
  const size_t page = (size_t)1 << 21;
  size_t want = bytes(count, size);
  void *block;

  if (want < 2 * page)
    return mg_alloc(count, size);
  if (refused())
    return NULL;
  want = (want + page - 1) / page * page;
  block = aligned_alloc(page, want);
#ifdef MADV_HUGEPAGE
  if (block != NULL)
    (void)madvise(block, want, MADV_HUGEPAGE); /* a hint: may fail */
#endif
  return block;
}

void *
mg_zalloc(size_t count, size_t size)
{
  size_t want = bytes(count, size);

  return want == 0 || refused() ? NULL : calloc(1, want);
}

void *
mg_resize(void *block, size_t count, size_t size)
{
  size_t want = bytes(count, size);

  return want == 0 || refused() ? NULL : realloc(block, want);
}

void *
mg_grow(void *block, size_t used, size_t *cap, size_t size)
{
  size_t want;
  void *grown;

  if (used < *cap)
    return block;
  want = *cap + *cap / 2 + 16;
  grown = mg_resize(block, want, size);
  if (grown != NULL)
    *cap = want;
  return grown;
}

char *
mg_strndup(const char *s, size_t len)
{
  char *copy = mg_alloc(len + 1, 1);

  if (copy != NULL) {
    memcpy(copy, s, len);
    copy[len] = '\0';
  }
  return copy;
}

char *
mg_strdup(const char *s)
{
  return mg_strndup(s, strlen(s));
}

void
mg_free(void *block)
{
  free(block);
}

void
mg_free_each(size_t count, void *const *block)
{
  for (size_t k = 0; k < count; k++)
    mg_free(block[k]);
}

enum { POOL_BLOCK = 1 << 16 };

char *
mg_pool_keep(mg_pool *pool, const char *s, size_t len)
{
  char *copy;

  if (pool->left < len + 1) {
    size_t want = len + 1 > POOL_BLOCK ? len + 1 : POOL_BLOCK;
    char **list = mg_resize(pool->block, pool->blocks + 1, sizeof *list);
    char *block = mg_alloc(want, 1);

    if (list != NULL)
      pool->block = list;
    if (list == NULL || block == NULL) {
      mg_free(block);
      return NULL;
    }
    pool->block[pool->blocks++] = block;
    pool->next = block;
    pool->left = want;
  }
  copy = pool->next;
  memcpy(copy, s, len);
  copy[len] = '\0';
  pool->next += len + 1;
  pool->left -= len + 1;
  return copy;
}

void
mg_pool_free(mg_pool *pool)
{
  for (size_t i = 0; i < pool->blocks; i++)
    mg_free(pool->block[i]);
  mg_free(pool->block);
  memset(pool, 0, sizeof *pool);
}

char *
mg_last_byte(const char *p, char c, size_t n)
{
#ifdef HAVE_MEMRCHR
  return memrchr(p, c, n);
#else
  while (n > 0)
    if (p[--n] == c)
      return (char *)p + n;
  return NULL;
#endif
}
