/* Text files in chunks, which the ranks read in turn: rank (g modulo the number
 * of ranks) reads chunk g, so data sent round by round arrives in the order of
 * the files.  A line belongs to the chunk in which it begins. */
#ifndef MG_CHUNKS_H
#define MG_CHUNKS_H

#include "ranks.h"
#include "io/read/read.h"
#include "io/text/stream.h"
#include "io/tokens.h"

typedef struct {
  char *path;
  const mg_reader *reader;
  MPI_File handle;             /* MPI_FILE_NULL: not open */
  uint64_t size;               /* in bytes */
  char *head;                  /* everything up to the end of the first row */
  size_t head_size, head_lines;
  size_t sample_size;          /* head and a sample of rows, to judge columns by */
  int head_is_edge;            /* the first row is an edge, too */
  int lengths;                 /* read for lengths, not as a graph */
  int is_matrix;               /* a matrix; its nodes are called 1, 2, ... */
  uint64_t nodes, entries;     /* of a matrix: their numbers, as its head has them */
  uint64_t first, chunks;      /* number of its first chunk; how many it has */
} mg_chunk_file;

typedef struct {
  const mg_ranks *ranks;
  mg_chunk_file *file;
  size_t files, file_cap;
  uint64_t count;              /* chunks of all files together */
  size_t bytes;                /* bytes per chunk */
  int lengths, rows;           /* set by the caller: files hold lengths of edges;
                                  files hold another table, without a reader */
} mg_chunks;

/* The default size of a chunk. */
enum { MG_CHUNK_BYTES = 8 << 20 };

/* Call `take` for each file that `path` stands for: the file of that name if
 * there is one, else the files that match it as a shell pattern, in the order
 * of their names.  Ends with the first failure. */
typedef mgnn_status mg_path_taker(void *ctx, const char *path, mgnn_error *err);
mgnn_status mg_pattern_each(const char *path, mg_path_taker *take, void *ctx,
                            mgnn_error *err);

/* Open the files that `paths` stand for, see above.  word: the format; NULL:
 * from the suffixes.  bytes: per chunk; 0: the default.  Only edge tables and
 * Matrix Market can be read by many ranks; for others the message names the
 * alternative.  Collective; mg_chunks_close is due in any case. */
mgnn_status mg_chunks_open(mg_chunks *c, const mg_ranks *ranks, char *const *paths,
                           size_t count, const char *word, size_t bytes,
                           mgnn_error *err);
void mg_chunks_close(mg_chunks *c);

/* The lines of a chunk, in `text`. */
typedef struct {
  uint64_t number;             /* number of the chunk */
  const mg_chunk_file *file;   /* NULL: no chunk for this rank in this round */
  size_t line;                 /* number of the first line */
  char *memory;
  char *text;
  size_t size;
} mg_chunk;

void mg_chunk_free(mg_chunk *chunk);

/* In each round, 0, 1, ..., each rank reads its chunk, if any, and gives it to `take`,
 * which sets *place of a fault to a number that grows along the files.  All ranks
 * return the first fault.  `lines`: state between rounds, first 0.  Collective. */
typedef struct {
  mgnn_status (*take)(void *ctx, const mg_chunk *chunk, uint64_t *place,
                      mgnn_error *err);
  void *ctx;
} mg_chunk_taker;

mgnn_status mg_chunk_take(const mg_chunks *c, uint64_t round, uint64_t lines[2],
                          const mg_chunk_taker *by, mgnn_error *err);

/* Read the lines of a chunk with number and file set, without numbering them.
 * bytes: the size of chunks.  Not collective. */
mgnn_status mg_chunk_lines(mg_chunk *to, size_t bytes, mgnn_error *err);

/* The chunk's lines behind the head of the file, as input for a reader. */
mg_piece mg_chunk_piece(const mg_chunk *chunk);

/* Parse a chunk with the reader of its file.  If the head holds an edge, that edge
 * comes first in every chunk; *skip is the number of edges to ignore.  Nodes (not of
 * a matrix) are named, or, if `tokens` is not NULL, entered there with the chunk's
 * number in the upper half of their places.  src must be freed in any case. */
mgnn_status mg_chunk_parse(mg_source *src, const mg_chunk *chunk, mg_tokens *tokens,
                           size_t *skip, mgnn_error *err);

/* The number of rounds until all chunks are read. */
static inline uint64_t
mg_chunks_rounds(const mg_chunks *c)
{
  uint64_t ranks = (uint64_t)c->ranks->size;

  return (c->count + ranks - 1) / ranks;
}

#endif
