/* A hash table with open addressing and linear probing.  (igraph's trie is not in
 * its public headers.) */
#include "names.h"

#include <string.h>

/* The slot that holds the name, or the free slot where it belongs.  The name must
 * have no 0 byte: strncmp would stop there, and have[len] be out of bounds. */
static size_t
probe(const mg_names *names, const char *s, size_t len)
{
  size_t mask = names->slots - 1, k = mg_hash(&names->key, s, len) & mask;

  while (names->slot[k] != 0) {
    const char *have = names->text[names->slot[k] - 1];

    if (strncmp(have, s, len) == 0 && have[len] == '\0')
      break;
    k = (k + 1) & mask;
  }
  return k;
}

uint32_t
mg_names_find(const mg_names *names, const char *s, size_t len)
{
  size_t k;

  if (names->slots == 0)
    return MG_NAMES_NONE;
  k = probe(names, s, strnlen(s, len));
  return names->slot[k] != 0 ? names->slot[k] - 1 : MG_NAMES_NONE;
}

static int
widen(mg_names *names)
{
  size_t slots = names->slots == 0 ? 64 : 2 * names->slots;
  uint32_t *slot = mg_zalloc(slots, sizeof *slot), *old = names->slot;

  if (slot == NULL)
    return 0;
  if (names->slots == 0)
    names->key = mg_hash_key_new();
  names->slot = slot;
  names->slots = slots;
  for (size_t i = 0; i < names->count; i++)
    slot[probe(names, names->text[i], strlen(names->text[i]))] = (uint32_t)i + 1;
  mg_free(old);
  return 1;
}

mgnn_status
mg_names_append(mg_names *names, const char *s, size_t len, uint32_t *out,
                mgnn_error *err)
{
  char *copy;

  PASS(mg_room(&names->text, names->count, &names->cap, sizeof *names->text, err));
  PASS(mg_allocated(copy = mg_pool_keep(&names->pool, s, len), err));
  names->text[names->count] = copy;
  *out = (uint32_t)names->count++;
  return MGNN_OK;
}

mgnn_status
mg_names_add(mg_names *names, const char *s, size_t len, uint32_t *out,
             mgnn_error *err)
{
  mgnn_status status;
  size_t k;

  if (3 * (names->count + 1) > 2 * names->slots && !widen(names))
    return mg_fail_memory(err);
  len = strnlen(s, len);
  k = probe(names, s, len);
  if (names->slot[k] != 0) {
    *out = names->slot[k] - 1;
    return MGNN_OK;
  }
  status = mg_names_append(names, s, len, out, err);
  if (status == MGNN_OK)
    names->slot[k] = *out + 1;
  return status;
}

void
mg_names_free(mg_names *names)
{
  mg_free_all(names->text, names->slot);
  mg_pool_free(&names->pool);
  memset(names, 0, sizeof *names);
}
