/* The ranks of a run of many processes, and what they agree on.  A function that is
 * called collective is called by all ranks, in the same order; if it fails, it fails
 * on all of them with the same status and the same text. */
#ifndef MG_RANKS_H
#define MG_RANKS_H

#include "base/reduce.h"
#include "base/reproducible_sum.h"

#include <mpi.h>
#include <stdint.h>

typedef struct {
  MPI_Comm comm;               /* of our own: no message of others is in it */
  int rank, size;
  MPI_Datatype sum_type;       /* an mg_sum, and its addition */
  MPI_Op sum_op;
  struct mg_output_set *files; /* of rank 0: finished ones wait here; NULL: none does */
} mg_ranks;

/* Start MPI and PETSc, with its options after the name of the program, and end them.
 * Collective. */
mgnn_status mg_ranks_init(mg_ranks *ranks, int words, char **word, mgnn_error *err);
void mg_ranks_end(mg_ranks *ranks);

/* What follows is this stage of PETSc's log. */
void mg_ranks_stage(const char *name);

/* Agree on a status: every rank hands over its own, with its text in err.  If one
 * of them is not MGNN_OK, all return that of the lowest such rank and have its text.
 * Collective.  Memory that ran out is told with the rank. */
mgnn_status mg_ranks_agree(const mg_ranks *ranks, mgnn_status status,
                           mgnn_error *err);

/* The same where memory may have run out: whether this rank got all it asked for. */
mgnn_status mg_ranks_have(const mg_ranks *ranks, int all, mgnn_error *err);

/* The same where faults have a place in the input, as a number that grows along it:
 * the first one is told. */
mgnn_status mg_ranks_agree_at(const mg_ranks *ranks, mgnn_status status,
                              uint64_t place, mgnn_error *err);

/* The sum of x over the ranks before this one; *total, which may be NULL: over all.
 * Collective. */
uint64_t mg_ranks_before(const mg_ranks *ranks, uint64_t x, uint64_t *total);

/* The largest of all. */
uint64_t mg_ranks_most(const mg_ranks *ranks, uint64_t x);
double mg_ranks_most_real(const mg_ranks *ranks, double x);

/* Items of `size` bytes to and from all ranks. */
typedef struct {
  size_t size;
  size_t *count;               /* for each rank: how many come from it */
  size_t total;
  void *item;                  /* those from rank 0 first, in the order sent */
  int *at;                     /* of the transport */
} mg_mail;

/* Send count[r] items to rank r, in the order of the ranks one after the other in
 * `item`, and take what the others send here.  Collective.  mg_mail_free is due in
 * any case. */
mgnn_status mg_mail_send(mg_mail *got, const mg_ranks *ranks, size_t size,
                         const size_t *count, const void *item, mgnn_error *err);
void mg_mail_free(mg_mail *mail);

/* Send the same `count` items to every rank.  Collective. */
mgnn_status mg_mail_share(mg_mail *got, const mg_ranks *ranks, size_t size, size_t count,
                          const void *item, mgnn_error *err);

/* Send the items of `got`, changed but as many, of `size` bytes, back to where they
 * came from: there they arrive in `back`, in the order in which they were sent, for
 * count[r] items to rank r.  Collective; it cannot fail. */
void mg_mail_answer(const mg_mail *got, const mg_ranks *ranks, size_t size,
                    const void *answer, const size_t *count, void *back);

/* ---- sums over all ranks that do not depend on who has which term ---- */

/* Replace `count` sums by those over all ranks.  Collective. */
void mg_rank_sums(const mg_ranks *ranks, mg_sum *sum, size_t count);

/* Plain sums, in place.  Collective. */
void mg_rank_add(const mg_ranks *ranks, double *x, size_t count);

/* The largest over all ranks, in place.  Collective. */
void mg_rank_most(const mg_ranks *ranks, double *x, size_t count);

/* The same for sources that one process has, too. */
mg_reducer mg_rank_reducer(const mg_ranks *ranks);

/* Sums of whole numbers, in place.  Collective. */
void mg_rank_counts(const mg_ranks *ranks, int64_t *x, size_t count);

/* Nonzero if it is on any rank.  Collective. */
int mg_rank_any(const mg_ranks *ranks, int x);

#endif
