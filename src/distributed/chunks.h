/* Text files in chunks, which the ranks take in turn: chunk g is that of rank g modulo
 * their number, so that what is sent round by round arrives in the order of the files.
 * A line belongs to the chunk that it begins in. */
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
  uint64_t size;               /* bytes */
  char *head;                  /* up to the first row, which tells the columns */
  size_t head_size, head_lines;
  size_t sample_size;          /* rows after it, in the same array, tell what it means */
  int head_is_edge;            /* that row is an edge too, the first one */
  int lengths;                 /* it is read for them, not as a graph */
  int is_matrix;               /* then its nodes are called 1, 2, ..., */
  uint64_t nodes, entries;     /* and there are so many */
  uint64_t first, chunks;      /* the number of its first chunk, and how many */
} mg_chunk_file;

typedef struct {
  const mg_ranks *ranks;
  mg_chunk_file *file;
  size_t files, file_cap;
  uint64_t count;              /* chunks of all files */
  size_t bytes;                /* of a chunk */
  int lengths, rows;           /* set before: what is read are lengths of edges; rows of
                                  another table, without a reader */
} mg_chunks;

/* What chunks have by default. */
enum { MG_CHUNK_BYTES = 8 << 20 };

/* Call `take` for each file that a path names: itself, unless it is a pattern of the
 * shell and no file is called so; then those of the pattern, in the order of their
 * names.  Ends with the first failure. */
typedef mgnn_status mg_path_taker(void *ctx, const char *path, mgnn_error *err);
mgnn_status mg_pattern_each(const char *path, mg_path_taker *take, void *ctx,
                            mgnn_error *err);

/* Open the files that `paths` name in this way.  word: the format, NULL: by their
 * suffixes.  bytes: of a chunk, 0: as above.  Only edge tables and Matrix Market are read
 * by many; others are refused with the way out.  Collective; mg_chunks_close is due in
 * any case. */
mgnn_status mg_chunks_open(mg_chunks *c, const mg_ranks *ranks, char *const *paths,
                           size_t count, const char *word, size_t bytes,
                           mgnn_error *err);
void mg_chunks_close(mg_chunks *c);

/* The lines of a chunk. */
typedef struct {
  uint64_t number;             /* of the chunk */
  const mg_chunk_file *file;   /* NULL: this rank has none in this round */
  size_t line;                 /* of the first */
  char *memory;
  char *text;
  size_t size;
} mg_chunk;

void mg_chunk_free(mg_chunk *chunk);

/* In each round, 0, 1, ..., each rank reads and takes its chunk, if it has one: `take`
 * sets the place of a fault, a number that grows along the files.  All end as the first
 * fault does.  `lines` is the caller's, of two numbers, 0 at first.  Collective. */
typedef struct {
  mgnn_status (*take)(void *ctx, const mg_chunk *chunk, uint64_t *place,
                      mgnn_error *err);
  void *ctx;
} mg_chunk_taker;

mgnn_status mg_chunk_take(const mg_chunks *c, uint64_t round, uint64_t lines[2],
                          const mg_chunk_taker *by, mgnn_error *err);

/* The lines alone of a chunk whose number and file are set, of so many bytes; by one
 * rank. */
mgnn_status mg_chunk_lines(mg_chunk *to, size_t bytes, mgnn_error *err);

/* Its lines after the head of the file, for a reader. */
mg_piece mg_chunk_piece(const mg_chunk *chunk);

/* What the file's reader makes of it; the edge of the head is left out but in the first
 * chunk: *skip tells how many edges to pass over.  The nodes, but those of a matrix, are
 * named, or entered into the tokens if these are not NULL, whose places are the chunk's
 * number in the upper half.  src is to be freed in any case. */
mgnn_status mg_chunk_parse(mg_source *src, const mg_chunk *chunk, mg_tokens *tokens,
                           size_t *skip, mgnn_error *err);

/* The rounds it takes. */
static inline uint64_t
mg_chunks_rounds(const mg_chunks *c)
{
  uint64_t ranks = (uint64_t)c->ranks->size;

  return (c->count + ranks - 1) / ranks;
}

#endif
