/* Finds nodes by the ids that edges use for them.  Most ids are integers, which have a
 * table of their own: an array if they are dense, else a hash.  All other ids are
 * texts. */
#ifndef MG_IDS_H
#define MG_IDS_H

#include "names.h"

typedef struct {
  int64_t id;
  uint32_t node;               /* node + 1; 0: the slot is free */
} mg_id_slot;

/* Zeroed, it is empty. */
typedef struct {
  uint32_t *direct;            /* node + 1 of the ids 0, 1, ...; 0: no such id */
  size_t directs;              /* length of `direct` */
  mg_id_slot *slot;            /* hash of all other integers; a power of two slots */
  size_t slots, used;
  mg_hash_key key;             /* of the hash; set when it gets its first slots */
  size_t count;                /* integers known */
  mg_names texts;              /* the ids that are not integers */
  uint32_t *text_node;         /* the node of each of these */
  size_t text_cap;
} mg_ids;

/* Whether a text is an integer in its usual spelling ("12", "-3"; not "012",
 * "+1" or one that needs more than 64 bits); *out receives it. */
int mg_ids_integer(const char *s, size_t len, int64_t *out);

/* The node of an id; MG_NAMES_NONE if there is none.  A text that spells an
 * integer is the same id as that integer. */
uint32_t mg_ids_find_far(const mg_ids *ids, int64_t id);
uint32_t mg_ids_find_text(const mg_ids *ids, const char *s, size_t len);

static inline uint32_t
mg_ids_find(const mg_ids *ids, int64_t id)
{
  if ((uint64_t)id < ids->directs && ids->direct[id] != 0)
    return ids->direct[id] - 1;
  return mg_ids_find_far(ids, id);
}

/* Call before the first id: make an array for ids below `directs`, to avoid a hash. */
void mg_ids_expect(mg_ids *ids, size_t directs);
/* Lengthen the array `direct` to include an id, unless it would be too long for the
 * number of known ids (never so if all of 0 to n are).  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_ids_reach(mg_ids *ids, uint64_t id, mgnn_error *err);

/* Add an id, which must be new.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_ids_add(mg_ids *ids, int64_t id, uint32_t node, mgnn_error *err);
mgnn_status mg_ids_add_text(mg_ids *ids, const char *s, size_t len,
                            uint32_t node, mgnn_error *err);

void mg_ids_free(mg_ids *ids);

#endif
