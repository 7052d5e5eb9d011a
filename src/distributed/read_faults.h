/* What ranks have read of a graph before it goes home, and what is said of it: faults
 * and notes, by the places of edges in the files. */
#ifndef MG_READ_FAULTS_H
#define MG_READ_FAULTS_H

#include "chunks.h"
#include "io/line_runs.h"
#include "merge_rows.h"

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
