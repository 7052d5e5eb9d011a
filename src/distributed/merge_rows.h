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
 * so, the length or lower bound, the upper one, the stiffness.  Takes over the slots.
 * Without `lenient` a conflict is told, the same to all ranks, and rows are not to be
 * used.  Collective. */
mgnn_status mg_merge_rows(mg_read_result *out, const mg_ranks *ranks, mg_slot_records *slots,
                          const int have[3], int lenient, mg_merge_conflict *conflict,
                          mgnn_error *err);

#endif
