/* A hash table with open addressing over the ends and the key of edges. */
#include "edge_index.h"
#include "base/mem.h"

static mg_edge_slot *
probe(const mg_edge_index *x, const mg_edge_slot *want)
{
  uint64_t h = ((uint64_t)want->a << 32 | want->b)
               + want->key * UINT64_C(0xd6e8feb86659fd93);
  size_t mask = x->slots - 1, k;

  h = (h ^ h >> 32) * UINT64_C(0x9e3779b97f4a7c15);
  for (k = (size_t)(h ^ h >> 29) & mask; x->slot[k].edge != 0;
       k = (k + 1) & mask)
    if (x->slot[k].a == want->a && x->slot[k].b == want->b
        && x->slot[k].key == want->key)
      break;
  return &x->slot[k];
}

static mgnn_status
widen(mg_edge_index *x, mgnn_error *err)
{
  mg_edge_index wide = { .slots = x->slots > 0 ? 2 * x->slots : 64,
                         .used = x->used };

  PASS(mg_allocated(wide.slot = mg_zalloc(wide.slots, sizeof *wide.slot), err));
  for (size_t k = 0; k < x->slots; k++)
    if (x->slot[k].edge != 0)
      *probe(&wide, &x->slot[k]) = x->slot[k];
  mg_free(x->slot);
  *x = wide;
  return MGNN_OK;
}

mgnn_status
mg_edge_index_find(mg_edge_index *x, const mg_edge_slot *want, uint32_t fresh,
                   uint32_t *out, mgnn_error *err)
{
  mg_edge_slot *slot;

  if (3 * (x->used + 1) > 2 * x->slots)
    PASS(widen(x, err));
  slot = probe(x, want);
  if (slot->edge == 0) {
    *slot = *want;
    slot->edge = fresh + 1;
    x->used++;
  }
  *out = slot->edge - 1;
  return MGNN_OK;
}

mgnn_status
mg_edge_index_pair(mg_edge_index *x, unsigned a, unsigned b, uint32_t fresh, uint32_t *out,
                   mgnn_error *err)
{
  return mg_edge_index_find(x, &(mg_edge_slot){ a < b ? a : b, a < b ? b : a, 0, 0 }, fresh,
                            out, err);
}

mgnn_status
mg_edge_index_pairs(mg_edge_index *x, size_t m, const unsigned *ends, mgnn_error *err)
{
  uint32_t found;

  for (uint32_t e = 0; e < m; e++)
    PASS(mg_edge_index_pair(x, ends[2 * e], ends[2 * e + 1], e, &found, err));
  return MGNN_OK;
}

void
mg_edge_index_free(mg_edge_index *x)
{
  mg_free(x->slot);
}
