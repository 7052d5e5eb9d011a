/* Owners of nodes: blocks, and what homes are asked. */
#include "owners.h"
#include "base/mem.h"

#include <string.h>

mgnn_status
mg_owners_init(mg_owners *owners, const mg_ranks *ranks, uint64_t n,
               mgnn_error *err)
{
  uint64_t size = (uint64_t)ranks->size;

  *owners = (mg_owners){ .ranks_per_node = n > 0 ? (double)size / (double)n : 0 };
  owners->first = mg_alloc(size + 1, sizeof *owners->first);
  for (uint64_t r = 0; r <= size && owners->first != NULL; r++)
    owners->first[r] = n / size * r + n % size * r / size;
  return mg_ranks_agree(ranks, mg_allocated(owners->first, err), err);
}

void
mg_owners_free(mg_owners *owners)
{
  mg_free(owners->first);
  mg_free(owners->owner);
  memset(owners, 0, sizeof *owners);
}

void
mg_owners_group(const mg_ranks *ranks, size_t count, const int *rank,
                size_t *order, size_t *number)
{
  size_t at = 0;

  memset(number, 0, (size_t)ranks->size * sizeof *number);
  for (size_t k = 0; k < count; k++)
    number[rank[k]]++;
  for (int r = 0; r < ranks->size; r++) {      /* where a rank's begin */
    size_t here = number[r];

    number[r] = at;
    at += here;
  }
  for (size_t k = 0; k < count; k++)
    order[number[rank[k]]++] = k;
  for (int r = ranks->size - 1; r > 0; r--)
    number[r] -= number[r - 1];
}

/* What homes are asked, and their answers, in order of the homes. */
typedef struct {
  int *home;
  size_t *order, *number;
  unsigned *asked;
  char *answer;
  mg_mail mail;
} home_question;

static void
question_free(home_question *q)
{
  mg_free(q->home);
  mg_free(q->order);
  mg_free(q->number);
  mg_free(q->asked);
  mg_free(q->answer);
  mg_mail_free(&q->mail);
}

static mgnn_status
question_init(home_question *q, const mg_owners *owners, const mg_ranks *ranks,
              size_t count, const unsigned *name, size_t size, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(q->home = mg_alloc(count, sizeof *q->home), err));
  TRY(mg_allocated(q->order = mg_alloc(count, sizeof *q->order), err));
  TRY(mg_allocated(q->number = mg_alloc((size_t)ranks->size, sizeof *q->number), err));
  TRY(mg_allocated(q->asked = mg_alloc(count, sizeof *q->asked), err));
  TRY(mg_allocated(q->answer = mg_alloc(count, size), err));
  for (size_t k = 0; k < count; k++)
    q->home[k] = mg_owners_home(owners, ranks, name[k]);
  mg_owners_group(ranks, count, q->home, q->order, q->number);
  for (size_t k = 0; k < count; k++)
    q->asked[k] = name[q->order[k]];
end:
  return status;
}

static void
table_tell(const void *ctx, size_t k, void *out)
{
  memcpy(out, (const uint32_t *)ctx + k, sizeof (uint32_t));
}

mg_home_answer
mg_home_table(const uint32_t *at_home)
{
  return (mg_home_answer){ sizeof *at_home, table_tell, at_home };
}

mgnn_status
mg_owners_ask(const mg_owners *owners, const mg_ranks *ranks, const mg_home_answer *how,
              size_t count, const unsigned *name, void *out, mgnn_error *err)
{
  uint64_t first = owners->first[ranks->rank];
  size_t size = how->size;
  home_question q = { 0 };
  char *told = NULL;
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(ranks, question_init(&q, owners, ranks, count, name, size, err),
                     err));
  TRY(mg_mail_send(&q.mail, ranks, sizeof *q.asked, q.number, q.asked, err));
  told = mg_alloc(q.mail.total, size);
  TRY(mg_ranks_agree(ranks, mg_allocated(told, err), err));
  for (size_t k = 0; k < q.mail.total; k++)
    how->tell(how->ctx, (size_t)(((unsigned *)q.mail.item)[k] - first), told + k * size);
  mg_mail_answer(&q.mail, ranks, size, told, q.number, q.answer);
  for (size_t k = 0; k < count; k++)
    memcpy((char *)out + q.order[k] * size, q.answer + k * size, size);
end:
  mg_free(told);
  question_free(&q);
  return status;
}

mgnn_status
mg_owners_find(const mg_owners *owners, const mg_ranks *ranks, size_t count,
               const unsigned *name, int *rank, mgnn_error *err)
{
  const mg_home_answer owner = mg_home_table((const uint32_t *)owners->owner);
  int explicit_here = owners->owner != NULL, explicit_all;

  MPI_Allreduce(&explicit_here, &explicit_all, 1, MPI_INT, MPI_MAX, ranks->comm);
  if (explicit_all)
    return mg_owners_ask(owners, ranks, &owner, count, name, rank, err);
  for (size_t k = 0; k < count; k++)
    rank[k] = mg_owners_home(owners, ranks, name[k]);
  return MGNN_OK;
}
