/* What ranks have read of a graph before it goes home, and what is said of it: faults
 * and notes, by the places of edges in the files. */
#ifndef MG_READ_FAULTS_H
#define MG_READ_FAULTS_H

#include "chunks.h"
#include "io/line_runs.h"
#include "read_graph.h"

/* ---- rows made of slots as they come home, parallel edges merged ---- */

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

/* ---- what was read ---- */

/* A chunk of this rank, in the order of the rounds. */
typedef struct {
  uint64_t number;
  const mg_chunk_file *file;
  size_t skip, edges;          /* those of the head, passed over; and the others */
  unsigned *ends;              /* 2 for each edge, those passed over too: tokens, or
                                  nodes once these are numbered */
  double *value[MG_ROW_PLACE]; /* of each edge that is not passed over, NAN: none; or
                                  NULL: none has one */
  mg_line_runs lines;
} mg_chunk_edges;

typedef struct {
  const mg_ranks *ranks;
  const mg_read_options *opt;
  mg_chunks files;
  mg_tokens tokens;
  mg_chunk_edges *chunk;
  size_t chunks, chunk_cap;
  unsigned *number;            /* of each token: its node; NULL: ends are tokens yet, or
                                  nodes of a matrix */
  char length_name[64];        /* of the column that has lengths */
  mg_source first;             /* the first chunk, on rank 0, to tell of its columns */
} mg_chunk_reader;

static inline uint64_t
mg_edge_place(const mg_chunk_edges *c, size_t e)
{
  return c->number << 32 | (uint32_t)e;
}

static inline const unsigned *
mg_edge_ends(const mg_chunk_edges *c, size_t e)
{
  return c->ends + 2 * (c->skip + e);
}

static inline int
mg_edge_is_loop(const mg_chunk_edges *c, size_t e)
{
  return mg_edge_ends(c, e)[0] == mg_edge_ends(c, e)[1];
}

/* Whether a chunk of any rank has values of a kind.  Collective. */
int mg_chunks_have(const mg_chunk_reader *r, int v);

/* Refuse what is missing, or, with `lenient`, give edges without a stiffness the mean
 * of the others; note that, columns that are not used and a first row that may be a
 * header.  Tokens are not numbered yet; the first chunk is freed.  Collective. */
mgnn_status mg_chunk_edges_check(mg_chunk_reader *r, mg_notes *notes, mgnn_error *err);

/* Where merging found two parallel edges with different lengths: the rank that read
 * the later one tells.  Collective. */
mgnn_status mg_conflict_tell(const mg_chunk_reader *r, const mg_merge_conflict *c,
                             mgnn_error *err);

/* After merging, with `lenient`: edges of which none had a length, and a word on those
 * that differed.  Collective. */
mgnn_status mg_read_complete(const mg_chunk_reader *r, mg_read_result *out,
                             mgnn_error *err);

#endif
