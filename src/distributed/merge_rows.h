/* Rows made of slots as they come home, parallel edges merged. */
#ifndef MG_MERGE_ROWS_H
#define MG_MERGE_ROWS_H

#include "read_graph.h"

/* What a slot may have beside its neighbour: the length or lower bound (NAN: none), the
 * upper one, the stiffness, and the place of its edge in the files (uint64_t), which is
 * sent only to tell of a fault. */
enum { MG_ROW_LOWER, MG_ROW_UPPER, MG_ROW_WEIGHT, MG_ROW_PLACE, MG_ROW_VALUES };

/* The first of all pairs of parallel edges with different lengths. */
typedef struct {
  uint64_t place;              /* of the later one; UINT64_MAX: there is none */
  uint64_t first_place;        /* and of the earlier one */
  double x[2], first[2];       /* its bounds, and those of the earlier one */
} mg_merge_conflict;

/* Zeroed, it can be freed. */
typedef struct {
  mg_read_result *out;         /* whose rows are made */
  const int *have;             /* MG_ROW_VALUES: which values there are */
  uint64_t first;              /* the first node at home */
  uint64_t *place;             /* of each slot, or NULL */
  struct mg_met_neighbour *table;
  uint64_t merged, differing;
  mg_merge_conflict conflict;
} mg_row_maker;

/* First count what comes, with rows of nodes at home, then make the memory, then take
 * the slots, in the order of the files: records of row, neighbour and the values that
 * there are.  Init and alloc are collective. */
size_t mg_row_record_size(const int have[MG_ROW_VALUES]);
mgnn_status mg_row_maker_init(mg_row_maker *k, mg_read_result *out, const mg_ranks *ranks,
                              const int have[MG_ROW_VALUES], mgnn_error *err);
void mg_row_maker_count(mg_row_maker *k, size_t count, const unsigned *row);
mgnn_status mg_row_maker_alloc(mg_row_maker *k, const mg_ranks *ranks, mgnn_error *err);
void mg_row_maker_add(mg_row_maker *k, size_t count, const char *record);

/* Merge parallel edges; sets merged and differing of the result too.  Without `lenient`
 * a conflict is told, the same to all ranks, and rows are not to be used; where slots
 * have no places, that of the conflict is 0.  Collective. */
void mg_row_maker_merge(mg_row_maker *k, const mg_ranks *ranks, int lenient,
                        mg_merge_conflict *conflict);
void mg_row_maker_free(mg_row_maker *k);

/* Give slots without a length, NAN, the mean of the others, in which each edge counts
 * once, and, with `weights`, a stiffness in the same way.  Returns the mean length;
 * *missing: how many edges got it.  Collective. */
double mg_rows_complete(mg_shard_rows *rows, const mg_ranks *ranks, int weights,
                        uint64_t *missing);

#endif
