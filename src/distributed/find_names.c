/* Names meet at a rank that their hash tells: homes send there what their nodes are
 * called, those who ask get numbers back. */
#include "find_names.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 128 bits of a name; the keys are the same on all ranks. */
typedef struct {
  uint64_t half[2];
} name_hash;

static name_hash
hash_of(const mg_hash_key key[2], const char *s)
{
  size_t len = strlen(s);

  return (name_hash){ { mg_hash(&key[0], s, len), mg_hash(&key[1], s, len) } };
}

static int
rank_of(const name_hash *h, const mg_ranks *ranks)
{
  return (int)(h->half[0] % (uint64_t)ranks->size);
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

typedef struct {
  name_hash hash;
  uint64_t number;
} named;

/* The names of the nodes at home to the ranks of their hashes, sorted there. */
static mgnn_status
names_send(const mg_read_result *g, const mg_ranks *ranks, const mg_hash_key key[2],
           mg_mail *known, mgnn_error *err)
{
  uint64_t first = g->homes.first[ranks->rank];
  size_t count = mg_owners_at_home(&g->homes, ranks->rank);
  mg_outbox box = { .size = sizeof (named) };
  char buf[MG_NUMBER_MAX];
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < count && status == MGNN_OK; k++) {
    named item = { hash_of(key, mg_node_name(&g->names, k, first + k, buf)), first + k };

    status = mg_outbox_add(&box, rank_of(&item.hash, ranks), &item, err);
  }
  TRY(mg_ranks_agree(ranks, status, err));
  TRY(mg_outbox_send(&box, ranks, known, err));
  if (known->total > 1)
    qsort(known->item, known->total, sizeof (named), hash_compare);
end:
  mg_outbox_free(&box);
  return status;
}

static unsigned
number_of(const mg_mail *known, const name_hash *hash)
{
  const named *found = known->total == 0 ? NULL
                       : bsearch(hash, known->item, known->total, sizeof *found,
                                 hash_compare);

  return found != NULL ? (unsigned)found->number : MG_NAMES_NONE;
}

/* A question for each token, in the order of the ranks that are asked. */
typedef struct {
  name_hash *hash, *sorted;
  int *rank;
  size_t *order, *number;
  unsigned *answer;
} name_question;

static void
question_free(name_question *q)
{
  mg_free(q->hash);
  mg_free(q->sorted);
  mg_free(q->rank);
  mg_free(q->order);
  mg_free(q->number);
  mg_free(q->answer);
}

static mgnn_status
question_make(name_question *q, const mg_tokens *t, const mg_ranks *ranks,
              const mg_hash_key key[2], mgnn_error *err)
{
  char buf[MG_NUMBER_MAX];
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(q->hash = mg_alloc(t->count, sizeof *q->hash), err));
  TRY(mg_allocated(q->sorted = mg_alloc(t->count, sizeof *q->sorted), err));
  TRY(mg_allocated(q->rank = mg_alloc(t->count, sizeof *q->rank), err));
  TRY(mg_allocated(q->order = mg_alloc(t->count, sizeof *q->order), err));
  TRY(mg_allocated(q->number = mg_alloc((size_t)ranks->size, sizeof *q->number), err));
  TRY(mg_allocated(q->answer = mg_alloc(t->count, sizeof *q->answer), err));
  for (size_t k = 0; k < t->count; k++) {
    q->hash[k] = hash_of(key, mg_tokens_text(t, k, buf));
    q->rank[k] = rank_of(&q->hash[k], ranks);
  }
  mg_owners_group(ranks, t->count, q->rank, q->order, q->number);
  for (size_t k = 0; k < t->count; k++)
    q->sorted[k] = q->hash[q->order[k]];
end:
  return status;
}

/* Nodes that are called by their numbers need nobody to be asked. */
static void
numbers_find(const mg_tokens *t, const mg_node_names *names, unsigned *number)
{
  for (size_t k = 0; k < t->count; k++) {
    int64_t i = t->integer[k] - names->first;

    number[k] = t->text[k] == MG_NAMES_NONE && t->integer[k] >= names->first
                && (uint64_t)i < names->n ? (unsigned)i : MG_NAMES_NONE;
  }
}

mgnn_status
mg_tokens_find(const mg_tokens *t, const mg_read_result *g, const mg_ranks *ranks,
               unsigned *number, mgnn_error *err)
{
  mg_hash_key key[2] = { mg_hash_key_new(), mg_hash_key_new() };
  name_question q = { 0 };
  mg_mail known = { 0 }, asked = { 0 };
  unsigned *reply = NULL;
  mgnn_status status = MGNN_OK;

  if (g->names.first >= 0) {
    numbers_find(t, &g->names, number);
    return MGNN_OK;
  }
  MPI_Bcast(key, sizeof key, MPI_BYTE, 0, ranks->comm);
  TRY(names_send(g, ranks, key, &known, err));
  TRY(mg_ranks_agree(ranks, question_make(&q, t, ranks, key, err), err));
  TRY(mg_mail_send(&asked, ranks, sizeof *q.sorted, q.number, q.sorted, err));
  reply = mg_alloc(asked.total, sizeof *reply);
  TRY(mg_ranks_agree(ranks, mg_allocated(reply, err), err));
  for (size_t k = 0; k < asked.total; k++)
    reply[k] = number_of(&known, (name_hash *)asked.item + k);
  mg_mail_answer(&asked, ranks, sizeof *reply, reply, q.number, q.answer);
  for (size_t k = 0; k < t->count; k++)
    number[q.order[k]] = q.answer[k];
end:
  question_free(&q);
  mg_mail_free(&known);
  mg_mail_free(&asked);
  mg_free(reply);
  return status;
}

void
mg_name_share(const mg_read_result *g, const mg_ranks *ranks, uint64_t number, char *to,
              size_t size)
{
  char buf[MG_NUMBER_MAX];
  int from = number < g->names.n ? mg_owners_home(&g->homes, ranks, number) : 0;

  memset(to, 0, size);
  if (ranks->rank == from && number < g->names.n)
    snprintf(to, size, "%s",
             mg_node_name(&g->names, (size_t)(number - g->homes.first[from]), number,
                          buf));
  MPI_Bcast(to, (int)size, MPI_CHAR, from, ranks->comm);
}
