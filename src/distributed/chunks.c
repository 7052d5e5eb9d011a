/* Reads files in byte ranges by MPI-IO. */
#define _POSIX_C_SOURCE 200809L
#include "chunks.h"
#include "base/mem.h"
#include "io/read/table_shape.h"
#include "io/text/message.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Limit for the head of a file; bytes to read at a time beyond the end of a chunk. */
enum { HEAD_MOST = 1 << 20, LINE_MOST = 1 << 16 };

/* ---- which files ---- */

static mgnn_status
file_add(void *ctx, const char *path, mgnn_error *err)
{
  mg_chunks *c = ctx;
  mg_chunk_file *grown = mg_grow(c->file, c->files, &c->file_cap, sizeof *grown);

  PASS(mg_allocated(grown, err));
  c->file = grown;
  c->file[c->files] = (mg_chunk_file){ .handle = MPI_FILE_NULL };
  PASS(mg_allocated(c->file[c->files].path = mg_strdup(path), err));
  c->files++;
  return MGNN_OK;
}

mgnn_status
mg_pattern_each(const char *path, mg_path_taker *take, void *ctx, mgnn_error *err)
{
  glob_t found;
  mgnn_status status = MGNN_OK;

  if (strpbrk(path, "*?[") == NULL || access(path, F_OK) == 0)
    return take(ctx, path, err);
  switch (glob(path, GLOB_ERR, NULL, &found)) {
  case 0:
    break;
  case GLOB_NOSPACE:
    return mg_fail_memory(err);
  default:
    return mg_fail(err, MGNN_EIO, "%s: no file has a name of this pattern", path);
  }
  for (size_t k = 0; k < found.gl_pathc; k++)
    TRY(take(ctx, found.gl_pathv[k], err));
end:
  globfree(&found);
  return status;
}

/* Find the reader; only those listed here can read a part of the rows alone. */
static mgnn_status
reader_find(mg_chunk_file *f, const char *word, mgnn_error *err)
{
  static const char *const known[] = { "edgelist", "csv", "tsv", "mtx" };
  const mg_reader *named = word == NULL ? mg_reader_of(f->path) : NULL;
  const char *found = named != NULL ? named->word : word;
  size_t len = strlen(f->path);
  int taken = 0;

  if (word == NULL && len > 3 && strcmp(f->path + len - 3, ".gz") == 0)
    return mg_fail(err, MGNN_EINVAL, "%s: a compressed file cannot be read by many at "
                   "once; gunzip it first", f->path);
  if (found == NULL)
    return mg_fail(err, MGNN_EINVAL, "%s: the suffix names no format; say -I edgelist, "
                   "csv, tsv, mtx or binary", f->path);
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    taken |= strcmp(found, known[k]) == 0;
  if (!taken)
    return mg_fail(err, MGNN_EINVAL, "%s: the format %s is not read by many ranks; "
                   "edgelist, csv, tsv, mtx and binary are, and mgnn-layout reads all",
                   f->path, found);
  for (const mg_reader *r = mg_readers; r->word != NULL; r++)
    if (strcmp(r->word, found) == 0)
      f->reader = r;
  f->is_matrix = strcmp(found, "mtx") == 0;
  return MGNN_OK;
}

/* ---- heads ---- */

/* The end of the first line that is neither empty nor a comment; 0 if there is none. */
static size_t
head_end(const char *text, size_t size, size_t *lines)
{
  size_t p = 0;

  for (*lines = 0; p < size;) {
    const char *stop = memchr(text + p, '\n', size - p);
    size_t end = stop != NULL ? (size_t)(stop - text) : size;

    if (p == 0 && size > 2 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
      p = 3;
    while (p < end && (text[p] == ' ' || text[p] == '\t' || text[p] == '\r'))
      p++;
    ++*lines;
    if (p < end && text[p] != '#' && text[p] != '%')
      return end + (stop != NULL);
    p = end + 1;
  }
  return 0;
}

/* On rank 0: read the beginning of the file, which must be a regular file. */
static mgnn_status
head_read(mg_chunk_file *f, mgnn_error *err)
{
  struct stat about;
  int fd = open(f->path, O_RDONLY | O_CLOEXEC);
  ssize_t got = 0;
  mgnn_status status = MGNN_OK;

  if (fd < 0 || fstat(fd, &about) != 0)
    TRY(mg_fail(err, MGNN_EIO, "%s: %s", f->path, strerror(errno)));
  if (!S_ISREG(about.st_mode))
    TRY(mg_fail(err, MGNN_EIO, "%s: is %s; ranks read a file from several places at "
                "once", f->path, S_ISDIR(about.st_mode) ? "a directory"
                                                        : "no regular file"));
  f->size = (uint64_t)about.st_size;
  TRY(mg_allocated(f->head = mg_alloc(HEAD_MOST, 1), err));
  while (f->head_size < HEAD_MOST
         && (got = read(fd, f->head + f->head_size, HEAD_MOST - f->head_size)) > 0)
    f->head_size += (size_t)got;
  if (got < 0)
    TRY(mg_fail(err, MGNN_EIO, "%s: %s", f->path, strerror(errno)));
  if (f->head_size > 1 && memcmp(f->head, "\x1f\x8b", 2) == 0)
    TRY(mg_fail(err, MGNN_EPARSE, "%s: is compressed, which cannot be read by many at "
                "once; gunzip it first", f->path));
  got = (ssize_t)head_end(f->head, f->head_size, &f->head_lines);
  if (got == 0 && f->size > HEAD_MOST)
    TRY(mg_fail(err, MGNN_EPARSE, "%s: the first million bytes hold no row", f->path));
  f->sample_size = f->head_size < MG_SAMPLE_BYTES ? f->head_size : MG_SAMPLE_BYTES;
  f->head_size = got > 0 ? (size_t)got : f->head_size;
  if (f->sample_size < f->head_size)
    f->sample_size = f->head_size;
  while (f->sample_size < f->size && f->sample_size > f->head_size
         && f->head[f->sample_size - 1] != '\n')
    f->sample_size--;
end:
  if (fd >= 0)
    close(fd);
  return status;
}

/* Send the head from rank 0 to the others. */
static mgnn_status
head_share(mg_chunk_file *f, const mg_ranks *ranks, mgnn_error *err)
{
  uint64_t sizes[4] = { f->size, f->head_size, f->head_lines, f->sample_size };

  MPI_Bcast(sizes, 4, MPI_UINT64_T, 0, ranks->comm);
  f->size = sizes[0];
  f->head_size = (size_t)sizes[1];
  f->head_lines = (size_t)sizes[2];
  f->sample_size = (size_t)sizes[3];
  if (f->head == NULL)
    f->head = mg_alloc(HEAD_MOST, 1);
  PASS(mg_ranks_agree(ranks, mg_allocated(f->head, err), err));
  MPI_Bcast(f->head, (int)f->sample_size, MPI_CHAR, 0, ranks->comm);
  return MGNN_OK;
}

/* The last number of a head, which its reader has already checked. */
static uint64_t
last_number(const char *text, size_t size)
{
  uint64_t x = 0;
  size_t begin;

  while (size > 0 && (text[size - 1] < '0' || text[size - 1] > '9'))
    size--;
  for (begin = size; begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9';)
    begin--;
  for (; begin < size; begin++)
    x = 10 * x + (uint64_t)(text[begin] - '0');
  return x;
}

/* Parse the head alone; all ranks get the same result. */
static mgnn_status
head_parse(mg_chunk_file *f, mgnn_error *err)
{
  mg_chunk none = { .file = f, .text = f->head };
  mg_source src = { 0 };
  size_t skip;
  mgnn_status status = mg_chunk_parse(&src, &none, NULL, &skip, err);

  f->head_is_edge = src.m > 0;
  if (status == MGNN_OK && f->is_matrix) {
    f->nodes = src.n;
    f->entries = last_number(f->head, f->head_size);
  } else if (status == MGNN_OK && !src.open_nodes)
    status = mg_fail(err, MGNN_EINVAL, "%s: this is a matrix of distances, which "
                     "mgnn-layout reads; many ranks read tables of edges", f->path);
  mg_source_free(&src);
  return status;
}

static mgnn_status
file_open(mg_chunks *c, mg_chunk_file *f, mgnn_error *err)
{
  const mg_ranks *ranks = c->ranks;
  uint64_t body;
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(ranks, ranks->rank == 0 ? head_read(f, err) : MGNN_OK, err));
  TRY(head_share(f, ranks, err));
  f->lengths = c->lengths;
  if (f->reader != NULL)
    TRY(mg_ranks_agree(ranks, head_parse(f, err), err));
  if (MPI_File_open(ranks->comm, f->path, MPI_MODE_RDONLY, MPI_INFO_NULL, &f->handle)
      != MPI_SUCCESS) {
    f->handle = MPI_FILE_NULL;
    status = mg_fail(err, MGNN_EIO, "%s: rank %d cannot open it; all ranks must see "
                     "the same files", f->path, ranks->rank);
  }
  TRY(mg_ranks_agree(ranks, status, err));
  body = f->size - f->head_size;
  f->first = c->count;
  f->chunks = body > 0 ? (body + c->bytes - 1) / c->bytes : 1;
  c->count += f->chunks;
end:
  return status;
}

mgnn_status
mg_chunks_open(mg_chunks *c, const mg_ranks *ranks, char *const *paths, size_t count,
               const char *word, size_t bytes, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  *c = (mg_chunks){ .ranks = ranks, .bytes = bytes > 0 ? bytes : MG_CHUNK_BYTES,
                    .lengths = c->lengths, .rows = c->rows };
  for (size_t k = 0; k < count && status == MGNN_OK; k++)
    status = mg_pattern_each(paths[k], file_add, c, err);
  for (size_t k = 0; k < c->files && status == MGNN_OK && !c->rows; k++)
    status = reader_find(&c->file[k], word, err);
  TRY(mg_ranks_agree(ranks, status, err));
  if (mg_ranks_most(ranks, c->files) + mg_ranks_most(ranks, UINT64_MAX - c->files)
      != UINT64_MAX)
    return mg_fail(err, MGNN_EIO, "%s: not all ranks see the same files", paths[0]);
  for (size_t k = 0; k < c->files; k++) {
    TRY(file_open(c, &c->file[k], err));
    if (c->files > 1 && c->file[k].is_matrix)
      TRY(mg_fail(err, MGNN_EINVAL, "%s: a matrix is one file; several are read of "
                  "tables only", c->file[k].path));
  }
  if (c->files == 1 && c->file->size == 0 && !c->rows)     /* one of several may be */
    TRY(mg_fail(err, MGNN_EPARSE, "%s: the file is empty", c->file->path));
end:
  return status;
}

void
mg_chunks_close(mg_chunks *c)
{
  for (size_t k = 0; k < c->files; k++) {
    mg_free_all(c->file[k].path, c->file[k].head);
    if (c->file[k].handle != MPI_FILE_NULL)
      MPI_File_close(&c->file[k].handle);
  }
  mg_free(c->file);
  *c = (mg_chunks){ 0 };
}

/* ---- chunks ---- */

/* Read the bytes begin to end - 1 of the body. */
static mgnn_status
bytes_read(const mg_chunk_file *f, uint64_t begin, uint64_t end, char *to,
           mgnn_error *err)
{
  MPI_Status about;
  int got = 0, wanted = (int)(end - begin);

  if (MPI_File_read_at(f->handle, (MPI_Offset)(f->head_size + begin), to, wanted,
                       MPI_BYTE, &about) != MPI_SUCCESS
      || MPI_Get_count(&about, MPI_BYTE, &got) != MPI_SUCCESS || got != wanted)
    return mg_fail(err, MGNN_EIO, "%s: cannot be read at byte %llu", f->path,
                   (unsigned long long)(f->head_size + begin));
  return MGNN_OK;
}

/* Read from the byte before the chunk to the end of the line that contains the
 * chunk's last byte. */
mgnn_status
mg_chunk_lines(mg_chunk *to, size_t bytes, mgnn_error *err)
{
  const mg_chunk_file *f = to->file;
  uint64_t body = f->size - f->head_size, begin = (to->number - f->first) * bytes;
  uint64_t from = begin > 0 ? begin - 1 : 0, end = begin + bytes < body ? begin + bytes
                                                                       : body;
  uint64_t have = from, want = end;
  char *stop = NULL, *start;

  do {
    char *grown;

    want = want + LINE_MOST < body ? want + LINE_MOST : body;
    if (want - from > INT32_MAX)
      PASS(mg_fail(err, MGNN_EPARSE, "%s: there is a line of more than a billion bytes",
                   f->path));
    grown = mg_resize(to->memory, (size_t)(want - from) + 1, 1);
    PASS(mg_allocated(grown, err));
    to->memory = grown;
    PASS(bytes_read(f, have, want, to->memory + (have - from), err));
    have = want;
    if (end > from)
      stop = memchr(to->memory + (end - from) - 1, '\n', (size_t)(have - end) + 1);
  } while (stop == NULL && have < body);
  stop = stop != NULL ? stop + 1 : to->memory + (have - from);
  to->text = to->memory;
  if (begin > 0) {
    start = memchr(to->memory, '\n', (size_t)(have - from));
    to->text = start != NULL && start + 1 < stop ? start + 1 : stop;
  }
  to->size = (size_t)(stop - to->text);
  return MGNN_OK;
}

static uint64_t
lines_count(const char *text, size_t size)
{
  uint64_t count = 0;
  const char *line;

  for (; size > 0 && (line = memchr(text, '\n', size)) != NULL; count++) {
    size -= (size_t)(line + 1 - text);
    text = line + 1;
  }
  return count;
}

/* Find the number of the first line, from the lines of all earlier chunks.
 * lines[]: the file of the last chunk, and the lines counted in it. */
static mgnn_status
lines_number(mg_chunk *to, const mg_chunks *c, uint64_t lines[2], mgnn_error *err)
{
  const mg_ranks *ranks = c->ranks;
  uint64_t own[2] = { to->file != NULL ? (uint64_t)(to->file - c->file) + 1 : 0,
                      lines_count(to->text, to->size) };
  uint64_t (*all)[2] = mg_alloc((size_t)ranks->size, sizeof *all);
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(ranks, mg_allocated(all, err), err));
  MPI_Allgather(own, 2, MPI_UINT64_T, all, 2, MPI_UINT64_T, ranks->comm);
  for (int r = 0; r < ranks->size && all[r][0] > 0; r++) {
    if (all[r][0] != lines[0]) {
      lines[0] = all[r][0];
      lines[1] = c->file[all[r][0] - 1].head_lines;
    }
    if (r == ranks->rank)
      to->line = (size_t)lines[1] + 1;
    lines[1] += all[r][1];
  }
end:
  mg_free(all);
  return status;
}

static mgnn_status
chunk_read(mg_chunk *to, const mg_chunks *c, uint64_t round, uint64_t lines[2],
           mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  *to = (mg_chunk){ .number = round * (uint64_t)c->ranks->size
                              + (uint64_t)c->ranks->rank };
  for (size_t k = 0; k < c->files && to->number < c->count; k++)
    if (c->file[k].first <= to->number)
      to->file = &c->file[k];
  if (to->file != NULL)
    status = mg_chunk_lines(to, c->bytes, err);
  TRY(mg_ranks_agree(c->ranks, status, err));
  TRY(lines_number(to, c, lines, err));
end:
  return status;
}

mgnn_status
mg_chunk_take(const mg_chunks *c, uint64_t round, uint64_t lines[2],
              const mg_chunk_taker *by, mgnn_error *err)
{
  mg_chunk chunk = { 0 };
  uint64_t place = 0;
  mgnn_status status = MGNN_OK;

  TRY(chunk_read(&chunk, c, round, lines, err));
  if (chunk.file != NULL)
    status = by->take(by->ctx, &chunk, &place, err);
  TRY(mg_ranks_agree_at(c->ranks, status, place, err));
end:
  mg_chunk_free(&chunk);
  return status;
}

void
mg_chunk_free(mg_chunk *chunk)
{
  mg_free(chunk->memory);
  *chunk = (mg_chunk){ 0 };
}

mg_piece
mg_chunk_piece(const mg_chunk *chunk)
{
  return (mg_piece){ .head = chunk->file->head, .head_size = chunk->file->head_size,
                     .sample_size = chunk->file->sample_size,
                     .is_all = chunk->file->sample_size == chunk->file->size,
                     .body = chunk->text, .body_size = chunk->size,
                     .line = chunk->line };
}

mgnn_status
mg_chunk_parse(mg_source *src, const mg_chunk *chunk, mg_tokens *tokens, size_t *skip,
               mgnn_error *err)
{
  const mg_chunk_file *f = chunk->file;
  mg_piece piece = mg_chunk_piece(chunk);
  mgnn_status status = MGNN_OK;

  piece.tokens = f->is_matrix ? NULL : tokens;
  piece.place = chunk->number << 32;
  *skip = f->head_is_edge && chunk->number > f->first;
  mg_limits_init(&src->limits);
  src->limits.lengths = f->lengths;
  src->limits.nodes = src->limits.edges = UINT32_MAX - 1;
  src->limits.piece = &piece;
  TRY(mg_allocated(src->path = mg_strdup(f->path), err));
  src->format = f->reader->word;
  TRY(f->reader->read(src, f->path, err));
  src->met = piece.tokens;
  if (!f->is_matrix && tokens == NULL)
    TRY(mg_source_name_nodes(src, err));
end:
  src->limits.piece = NULL;
  return status;
}
