/* Edges on their way from the chunks to the rows at home: making and merging rows,
 * and the faults and notes to report, located by the edges' places in the files. */
#ifndef MG_READ_FAULTS_H
#define MG_READ_FAULTS_H

#include "chunks.h"
#include "io/line_runs.h"
#include "read_graph.h"

/* ---- rows made from slots arriving at their homes, parallel edges merged ---- */

/* Values sent along with a slot: length or lower bound (NAN: missing), upper
 * bound, stiffness, and the place of its edge in the files (uint64_t), which is
 * sent only if a fault has to be reported. */
enum { MG_ROW_LOWER, MG_ROW_UPPER, MG_ROW_WEIGHT, MG_ROW_PLACE, MG_ROW_VALUES };

/* The first pair of parallel edges with different lengths. */
typedef struct {
  uint64_t place;              /* of the later edge; UINT64_MAX: no conflict */
  uint64_t first_place;        /* of the earlier edge */
  double x[2], first[2];       /* bounds of the later and of the earlier edge */
} mg_merge_conflict;

/* Builds the rows at home.  Zeroed, it can be freed. */
typedef struct {
  mg_read_result *out;         /* receives the rows */
  const int *have;             /* MG_ROW_VALUES flags: the values slots have */
  uint64_t first;              /* the first node at home */
  uint64_t *place;             /* of each slot, or NULL */
  struct mg_met_neighbour *table;
  uint64_t merged, differing;
  mg_merge_conflict conflict;
} mg_row_maker;

/* First count the incoming slots by their row (a node at home), then allocate,
 * then add the slots in the order of the files.  A record holds row, neighbour
 * and the values that slots have.  Init and alloc are collective. */
size_t mg_row_record_size(const int have[MG_ROW_VALUES]);
mgnn_status mg_row_maker_init(mg_row_maker *k, mg_read_result *out, const mg_ranks *ranks,
                              const int have[MG_ROW_VALUES], mgnn_error *err);
void mg_row_maker_count(mg_row_maker *k, size_t count, const unsigned *row);
mgnn_status mg_row_maker_alloc(mg_row_maker *k, const mg_ranks *ranks, mgnn_error *err);
void mg_row_maker_add(mg_row_maker *k, size_t count, const char *record);

/* Merge parallel edges; also sets merged and differing of the result.  Without
 * `lenient`, *conflict is the first conflict of all ranks; if there is one the
 * rows must not be used.  Its place is 0 if slots have no places.  Collective. */
void mg_row_maker_merge(mg_row_maker *k, const mg_ranks *ranks, int lenient,
                        mg_merge_conflict *conflict);
void mg_row_maker_free(mg_row_maker *k);

/* Replace missing lengths (NAN) by the mean of the others, counting each edge
 * once, and with `weights` the stiffness of these edges likewise.  Returns the
 * mean length; *missing: the number of edges filled in.  Collective. */
double mg_rows_complete(mg_shard_rows *rows, const mg_ranks *ranks, int weights,
                        uint64_t *missing);

/* ---- the edges read from the chunks ---- */

/* The edges of one chunk; a rank has its chunks in the order of the rounds. */
typedef struct {
  uint64_t number;
  const mg_chunk_file *file;
  size_t skip, edges;          /* edges of the head, to be ignored; other edges */
  unsigned *ends;              /* 2 per edge, ignored ones included: tokens;
                                  later, once numbered, nodes */
  double *value[MG_ROW_PLACE]; /* one per edge not ignored, NAN: missing; NULL
                                  if all are missing */
  mg_line_runs lines;
} mg_chunk_edges;

typedef struct {
  const mg_ranks *ranks;
  const mg_read_options *opt;
  mg_chunks files;
  mg_tokens tokens;
  mg_chunk_edges *chunk;
  size_t chunks, chunk_cap;
  unsigned *number;            /* node of each token; NULL: ends are still
                                  tokens, or nodes of a matrix */
  char length_name[64];        /* name of the column of lengths */
  mg_source first;             /* first chunk, on rank 0, for messages about columns */
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

/* Whether any chunk of any rank has values of kind v.  Collective. */
int mg_chunks_have(const mg_chunk_reader *r, int v);

/* Check the edges before tokens are numbered.  Missing values are refused; with
 * `lenient` missing stiffness becomes the mean.  Notes: values filled in, unused
 * columns, a first row that may be a header.  Frees the first chunk.  Collective. */
mgnn_status mg_chunk_edges_check(mg_chunk_reader *r, mg_notes *notes, mgnn_error *err);

/* Fail with the message for a merge conflict, written by the rank that read the
 * later edge.  Collective. */
mgnn_status mg_conflict_tell(const mg_chunk_reader *r, const mg_merge_conflict *c,
                             mgnn_error *err);

/* After merging, with `lenient`: fill in lengths still missing, and note how
 * many differed.  Collective. */
mgnn_status mg_read_complete(const mg_chunk_reader *r, mg_read_result *out,
                             mgnn_error *err);

#endif
