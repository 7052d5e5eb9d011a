/* Rows of numbers of nodes.  Names meet at a rank that their hash tells: homes send
 * there what their nodes are called, readers send rows, which go on to the homes. */
#include "read_rows.h"
#include "chunks.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/number.h"
#include "io/text/csv.h"
#include "io/text/equal.h"
#include "io/text/message.h"
#include "problem/problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 128 bits of a name. */
typedef struct {
  uint64_t half[2];
} name_hash;

typedef struct {
  mg_hash_key key[2];          /* the same on all ranks */
} name_hasher;

static name_hash
hash_of(const name_hasher *h, const char *s)
{
  size_t len = strlen(s);

  return (name_hash){ { mg_hash(&h->key[0], s, len), mg_hash(&h->key[1], s, len) } };
}

static int
hash_compare(const void *a, const void *b)
{
  const name_hash *p = a, *q = b;

  for (int k = 0; k < 2; k++)
    if (p->half[k] != q->half[k])
      return p->half[k] < q->half[k] ? -1 : 1;
  return 0;
}

/* Items of a size, each with a rank to go to. */
typedef struct {
  size_t size, count, cap, rank_cap;
  char *item;
  int *rank;
} outbox;

static mgnn_status
outbox_add(outbox *box, int rank, const void *item, mgnn_error *err)
{
  char *items = mg_grow(box->item, box->count, &box->cap, box->size);
  int *ranks;

  if (items == NULL)
    return mg_fail_memory(err);
  box->item = items;
  ranks = mg_grow(box->rank, box->count, &box->rank_cap, sizeof *ranks);
  if (ranks == NULL)
    return mg_fail_memory(err);
  box->rank = ranks;
  box->rank[box->count] = rank;
  memcpy(box->item + box->count++ * box->size, item, box->size);
  return MGNN_OK;
}

/* Send all, and empty it.  Collective. */
static mgnn_status
outbox_send(outbox *box, const mg_ranks *ranks, mg_mail *got, mgnn_error *err)
{
  size_t *order = mg_alloc(box->count, sizeof *order);
  size_t *number = mg_alloc((size_t)ranks->size, sizeof *number);
  char *sorted = mg_alloc(box->count, box->size);
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(ranks, order != NULL && number != NULL && sorted != NULL
                            ? MGNN_OK : mg_fail_memory(err), err));
  mg_owners_group(ranks, box->count, box->rank, order, number);
  for (size_t k = 0; k < box->count; k++)
    memcpy(sorted + k * box->size, box->item + order[k] * box->size, box->size);
  TRY(mg_mail_send(got, ranks, box->size, number, sorted, err));
end:
  box->count = 0;
  mg_free(order);
  mg_free(number);
  mg_free(sorted);
  return status;
}

static void
outbox_free(outbox *box)
{
  mg_free(box->item);
  mg_free(box->rank);
}

/* ---- who has which name ---- */

typedef struct {
  name_hash hash;
  uint64_t number;
} named;

/* The names of the nodes at home to the ranks of their hashes, sorted there. */
static mgnn_status
names_send(const mg_read_result *g, const mg_ranks *ranks, const name_hasher *hasher,
           mg_mail *known, mgnn_error *err)
{
  uint64_t first = g->homes.first[ranks->rank];
  size_t count = mg_owners_at_home(&g->homes, ranks->rank);
  outbox box = { .size = sizeof (named) };
  char buf[MG_NUMBER_MAX];
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < count && status == MGNN_OK; k++) {
    named item = { hash_of(hasher, mg_node_name(&g->names, k, first + k, buf)),
                   first + k };

    status = outbox_add(&box, (int)(item.hash.half[0] % (uint64_t)ranks->size), &item,
                        err);
  }
  TRY(mg_ranks_agree(ranks, status, err));
  TRY(outbox_send(&box, ranks, known, err));
  if (known->total > 1)
    qsort(known->item, known->total, sizeof (named), hash_compare);
end:
  outbox_free(&box);
  return status;
}

/* ---- rows ---- */

/* A row on its way: the hash, where it stood, the numbers.  At the rank of the hash
 * the first half of the hash becomes the number of the node. */
typedef struct {
  name_hash hash;
  uint64_t line;
} row_head;

typedef struct {
  const char *path;
  size_t dim;
  outbox box;
  char *item;                  /* one row */
} rows_reader;

/* The cells of a row into r->item. */
static mgnn_status
row_take(rows_reader *r, const mg_csv *csv, const name_hasher *hasher,
         const mg_ranks *ranks, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];
  row_head head = { hash_of(hasher, csv->cell[0].text), csv->line };

  if (csv->count != r->dim + 1)
    return mg_csv_fail(csv, NULL, err, "the number of values is %zu here, but %zu in "
                       "the header", csv->count, r->dim + 1);
  memcpy(r->item, &head, sizeof head);
  for (size_t c = 0; c < r->dim; c++) {
    double x;

    if (!mg_csv_number(csv, &csv->cell[c + 1], &x) || !mg_position_allowed(x))
      return mg_csv_fail(csv, &csv->cell[c + 1], err, "%s is not a finite number",
                         mg_show(shown, csv->cell[c + 1].text));
    memcpy(r->item + sizeof head + c * sizeof x, &x, sizeof x);
  }
  return outbox_add(&r->box, (int)(head.hash.half[0] % (uint64_t)ranks->size), r->item,
                    err);
}

static mgnn_status
chunk_rows(rows_reader *r, const mg_chunk *chunk, const name_hasher *hasher,
           const mg_ranks *ranks, uint64_t *place, mgnn_error *err)
{
  const mg_piece piece = { chunk->file->head, chunk->text, chunk->file->head_size,
                           chunk->size, chunk->line };
  mg_limits limits;
  mg_csv csv = { 0 };
  mgnn_status status = MGNN_OK;

  mg_limits_init(&limits);
  limits.piece = &piece;
  TRY(mg_csv_open(&csv, r->path, 0, &limits, err));
  TRY(mg_csv_row(&csv, err));
  if (csv.count < 2 || !mg_text_is(csv.cell[0].text, csv.cell[0].len, "node"))
    TRY(mg_csv_fail(&csv, NULL, err, "the header must be node,x,y,...: rows that many "
                    "ranks read have to name their nodes"));
  r->dim = csv.count - 1;
  if (r->box.size == 0) {
    r->box.size = sizeof (row_head) + r->dim * sizeof (double);
    TRY(mg_allocated(r->item = mg_alloc(1, r->box.size), err));
  }
  for (;;) {
    TRY(mg_csv_row(&csv, err));
    if (csv.count == 0)
      break;
    TRY(row_take(r, &csv, hasher, ranks, err));
  }
end:
  *place = csv.line;
  mg_csv_close(&csv);
  return status;
}

/* The node of a row, UINT64_MAX if there is none of that name. */
static uint64_t
node_of(const mg_mail *known, const name_hash *hash)
{
  const named *found = known->total == 0 ? NULL
                       : bsearch(hash, known->item, known->total, sizeof *found,
                                 hash_compare);

  return found != NULL ? found->number : UINT64_MAX;
}

/* What came to the rank of the hash goes home. */
static mgnn_status
rows_forward(rows_reader *r, const mg_read_result *g, const mg_ranks *ranks,
             const mg_mail *known, mgnn_error *err)
{
  mg_mail got = { 0 };
  uint64_t place = 0;
  mgnn_status status = MGNN_OK;

  TRY(outbox_send(&r->box, ranks, &got, err));
  for (size_t k = 0; k < got.total && status == MGNN_OK; k++) {
    char *item = (char *)got.item + k * r->box.size;
    row_head head;

    memcpy(&head, item, sizeof head);
    head.hash.half[0] = node_of(known, &head.hash);
    if (head.hash.half[0] == UINT64_MAX) {
      place = head.line;
      status = mg_fail_at(err, r->path, (size_t)head.line, 0, "the graph has no node "
                          "of this name");
    } else {
      memcpy(item, &head, sizeof head);
      status = outbox_add(&r->box, mg_owners_home(&g->homes, ranks, head.hash.half[0]),
                          item, err);
    }
  }
  TRY(mg_ranks_agree_at(ranks, status, place, err));
end:
  mg_mail_free(&got);
  return status;
}

/* At home: every node once. */
static mgnn_status
rows_settle(const rows_reader *r, const mg_read_result *g, int rank, const mg_mail *got,
            double *x, uint64_t *place, mgnn_error *err)
{
  uint64_t first = g->homes.first[rank];
  size_t count = mg_owners_at_home(&g->homes, rank);
  char buf[MG_NUMBER_MAX], shown[MG_SHOW_MAX];

  for (size_t k = 0; k < count * r->dim; k++)
    x[k] = NAN;
  for (size_t k = 0; k < got->total; k++) {
    const char *item = (char *)got->item + k * r->box.size;
    row_head head;
    double *row;

    memcpy(&head, item, sizeof head);
    row = x + (size_t)(head.hash.half[0] - first) * r->dim;
    *place = head.line;
    if (!isnan(row[0]))
      return mg_fail_at(err, r->path, (size_t)head.line, 0, "the node has two rows");
    memcpy(row, item + sizeof head, r->dim * sizeof *row);
  }
  *place = UINT64_MAX - 1;
  for (size_t k = 0; k < count; k++)
    if (isnan(x[k * r->dim]))
      return mg_fail_at(err, r->path, 0, 0, "node %s has no row",
                        mg_show(shown, mg_node_name(&g->names, k, first + k, buf)));
  return MGNN_OK;
}

static mgnn_status
rows_read(rows_reader *r, const mg_chunks *chunks, const name_hasher *hasher,
          mgnn_error *err)
{
  uint64_t lines[2] = { 0 }, place = 0;
  mgnn_status status = MGNN_OK;

  for (uint64_t round = 0; round < mg_chunks_rounds(chunks); round++) {
    mg_chunk chunk = { 0 };

    status = mg_chunk_read(&chunk, chunks, round, lines, err);
    if (status == MGNN_OK && chunk.file != NULL)
      status = chunk_rows(r, &chunk, hasher, chunks->ranks, &place, err);
    mg_chunk_free(&chunk);
    TRY(mg_ranks_agree_at(chunks->ranks, status, place, err));
  }
end:
  return status;
}

/* Ranks without rows do not know the width. */
static mgnn_status
width_share(rows_reader *r, const mg_ranks *ranks, mgnn_error *err)
{
  r->dim = (size_t)mg_ranks_most(ranks, r->dim);
  r->box.size = sizeof (row_head) + r->dim * sizeof (double);
  return r->dim <= MG_DIM_MAX ? MGNN_OK
         : mg_fail(err, MGNN_EINVAL, "%s: has %zu numbers for a node, more than %d",
                   r->path, r->dim, MG_DIM_MAX);
}

mgnn_status
mg_read_node_rows(const mg_read_result *g, const mg_ranks *ranks, const char *path,
                  double **x, size_t *dim, mgnn_error *err)
{
  name_hasher hasher = { { mg_hash_key_new(), mg_hash_key_new() } };
  rows_reader r = { .path = path };
  mg_chunks chunks = { 0 };
  mg_mail known = { 0 }, got = { 0 };
  uint64_t place = 0;
  mgnn_status status = MGNN_OK;

  *x = NULL;
  MPI_Bcast(&hasher, sizeof hasher, MPI_BYTE, 0, ranks->comm);
  TRY(mg_chunks_open_rows(&chunks, ranks, path, err));
  TRY(names_send(g, ranks, &hasher, &known, err));
  TRY(rows_read(&r, &chunks, &hasher, err));
  TRY(width_share(&r, ranks, err));
  TRY(rows_forward(&r, g, ranks, &known, err));
  TRY(outbox_send(&r.box, ranks, &got, err));
  *dim = r.dim;
  *x = mg_alloc(mg_owners_at_home(&g->homes, ranks->rank) * r.dim, sizeof **x);
  status = *x == NULL ? mg_fail_memory(err)
           : rows_settle(&r, g, ranks->rank, &got, *x, &place, err);
  TRY(mg_ranks_agree_at(ranks, status, place, err));
end:
  if (status != MGNN_OK) {
    mg_free(*x);
    *x = NULL;
  }
  mg_chunks_close(&chunks);
  mg_mail_free(&known);
  mg_mail_free(&got);
  outbox_free(&r.box);
  mg_free(r.item);
  return status;
}
