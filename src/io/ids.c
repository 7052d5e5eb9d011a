/* The table of ids: an array for small ids, as long as its length is in proportion
 * to their number, and a hash for all others. */
#include "ids.h"

#include <string.h>

/* The array may have this many places per id, so that sparse ids do not take more
 * memory than in a hash, plus PLACES_AT_ONCE. */
enum { PLACES_PER_ID = 8, PLACES_AT_ONCE = 4096 };

int
mg_ids_integer(const char *s, size_t len, int64_t *out)
{
  size_t i = len > 0 && s[0] == '-', digits = len - i;
  uint64_t v = 0, limit = i ? UINT64_C(1) << 63 : INT64_MAX;

  if (digits == 0 || digits > 19 || (s[i] == '0' && len > 1))
    return 0;
  for (; i < len; i++) {
    if ((unsigned)(s[i] - '0') > 9)
      return 0;
    v = v * 10 + (uint64_t)(s[i] - '0');
  }
  if (v > limit)
    return 0;
  *out = s[0] == '-' ? (int64_t)(0 - v) : (int64_t)v;
  return 1;
}

/* The slot that holds the id, or the free slot where it belongs. */
static size_t
probe(const mg_ids *ids, int64_t id)
{
  size_t mask = ids->slots - 1;
  size_t k = (size_t)mg_hash(&ids->key, &id, sizeof id) & mask;

  while (ids->slot[k].node != 0 && ids->slot[k].id != id)
    k = (k + 1) & mask;
  return k;
}

uint32_t
mg_ids_find_far(const mg_ids *ids, int64_t id)
{
  size_t k;

  if (ids->used == 0)
    return MG_NAMES_NONE;
  k = probe(ids, id);
  return ids->slot[k].node - 1;        /* 0 - 1 is MG_NAMES_NONE */
}

static int
widen(mg_ids *ids)
{
  mg_id_slot *old = ids->slot;
  size_t before = ids->slots;
  mg_id_slot *slot = mg_zalloc(before == 0 ? 64 : 2 * before, sizeof *slot);

  if (slot == NULL)
    return 0;
  if (before == 0)
    ids->key = mg_hash_key_new();
  ids->slot = slot;
  ids->slots = before == 0 ? 64 : 2 * before;
  for (size_t i = 0; i < before; i++)
    if (old[i].node != 0)
      slot[probe(ids, old[i].id)] = old[i];
  mg_free(old);
  return 1;
}

/* Lengthen the array to include `id`, unless it would become too long; returns 0 only
 * if out of memory.  It grows by at least half, so that copying takes linear time, and
 * takes over the hash's entries in its range, where the hash is not searched. */
static int
reach(mg_ids *ids, uint64_t id)
{
  uint64_t most = PLACES_PER_ID * (uint64_t)ids->count + PLACES_AT_ONCE;
  uint64_t want = ids->directs + ids->directs / 2;
  uint32_t *grown;

  if (want <= id)
    want = id + 1;
  if (want < PLACES_AT_ONCE)
    want = PLACES_AT_ONCE;
  if (id < ids->directs || want > most)
    return 1;
  grown = mg_resize(ids->direct, want, sizeof *grown);
  if (grown == NULL)
    return 0;
  memset(grown + ids->directs, 0, (want - ids->directs) * sizeof *grown);
  ids->direct = grown;
  ids->directs = want;
  for (size_t k = 0; k < ids->slots; k++)
    if (ids->slot[k].node != 0 && (uint64_t)ids->slot[k].id < want)
      grown[ids->slot[k].id] = ids->slot[k].node;
  return 1;
}

void
mg_ids_expect(mg_ids *ids, size_t directs)
{
  ids->direct = directs > 0 ? mg_zalloc(directs, sizeof *ids->direct) : NULL;
  ids->directs = ids->direct != NULL ? directs : 0;
}

mgnn_status
mg_ids_reach(mg_ids *ids, uint64_t id, mgnn_error *err)
{
  return reach(ids, id) ? MGNN_OK : mg_fail_memory(err);
}

mgnn_status
mg_ids_add(mg_ids *ids, int64_t id, uint32_t node, mgnn_error *err)
{
  if (id >= 0 && !reach(ids, (uint64_t)id))
    return mg_fail_memory(err);
  if (id >= 0 && (uint64_t)id < ids->directs)
    ids->direct[id] = node + 1;
  else {
    size_t k;

    if (3 * (ids->used + 1) > 2 * ids->slots && !widen(ids))
      return mg_fail_memory(err);
    k = probe(ids, id);
    ids->slot[k].id = id;
    ids->slot[k].node = node + 1;
    ids->used++;
  }
  ids->count++;
  return MGNN_OK;
}

uint32_t
mg_ids_find_text(const mg_ids *ids, const char *s, size_t len)
{
  int64_t whole;
  uint32_t at;

  if (mg_ids_integer(s, len, &whole))
    return mg_ids_find(ids, whole);
  at = mg_names_find(&ids->texts, s, len);
  return at != MG_NAMES_NONE ? ids->text_node[at] : at;
}

mgnn_status
mg_ids_add_text(mg_ids *ids, const char *s, size_t len, uint32_t node,
                mgnn_error *err)
{
  mgnn_status status;
  int64_t whole;
  uint32_t at;

  if (mg_ids_integer(s, len, &whole))
    return mg_ids_add(ids, whole, node, err);
  PASS(mg_room(&ids->text_node, ids->texts.count, &ids->text_cap,
               sizeof *ids->text_node, err));
  status = mg_names_add(&ids->texts, s, len, &at, err);
  if (status == MGNN_OK)
    ids->text_node[at] = node;
  return status;
}

void
mg_ids_free(mg_ids *ids)
{
  mg_free_all(ids->direct, ids->slot, ids->text_node);
  mg_names_free(&ids->texts);
  memset(ids, 0, sizeof *ids);
}
