/* Slots as they came home, sorted into rows, parallel edges merged. */
#ifndef MG_MERGE_ROWS_H
#define MG_MERGE_ROWS_H

#include "read_graph.h"

/* Records of 16 bytes and some values each: row, neighbour (unsigned), the place of the
 * edge in the files (uint64_t), then doubles.  In the order of the files.  Zeroed but
 * for `values`, it has none. */
typedef struct {
  size_t values;
  char *record;
  size_t count, cap;
} mg_slot_records;

mgnn_status mg_slot_records_add(mg_slot_records *s, const void *record, size_t count, mgnn_error *err);
void mg_slot_records_free(mg_slot_records *s);

/* The first of all pairs of parallel edges with different lengths. */
typedef struct {
  uint64_t place;              /* of the later one; UINT64_MAX: there is none */
  double x[2], first[2];       /* its bounds, and those of the earlier one */
} mg_merge_conflict;

/* Fill out->rows, merged and differing from slots whose values are, where have[] says
 * so, the length or lower bound (NAN: none), the upper one, the stiffness.  Takes over
 * the slots.
 * Without `lenient` a conflict is told, the same to all ranks, and rows are not to be
 * used.  Collective. */
mgnn_status mg_merge_rows(mg_read_result *out, const mg_ranks *ranks, mg_slot_records *slots,
                          const int have[3], int lenient, mg_merge_conflict *conflict,
                          mgnn_error *err);

/* Give slots without a length, NAN, the mean of the others, in which each edge counts
 * once, and, with `weights`, a stiffness in the same way.  Returns the mean length;
 * *missing: how many edges got it.  Collective. */
double mg_rows_complete(mg_shard_rows *rows, const mg_ranks *ranks, int weights,
                        uint64_t *missing);

#endif
