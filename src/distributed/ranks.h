/* The ranks (processes) of a parallel run, and how they communicate.  A
 * collective function is called by all ranks in the same order; if it fails, it
 * fails on all of them with the same status and text. */
#ifndef MG_RANKS_H
#define MG_RANKS_H

#include "base/reduce.h"
#include "base/reproducible_sum.h"

#include <mpi.h>
#include <stdint.h>

typedef struct {
  MPI_Comm comm;               /* our own copy: no foreign messages */
  int rank, size;
  MPI_Datatype sum_type;       /* an mg_sum; below, the addition */
  MPI_Op sum_op;
  struct mg_output_set *files; /* on rank 0: finished files wait here; NULL: no wait */
} mg_ranks;

/* Start MPI and PETSc; PETSc's options follow the program name in `word`.  End
 * them.  Collective. */
mgnn_status mg_ranks_init(mg_ranks *ranks, int words, char **word, mgnn_error *err);
void mg_ranks_end(mg_ranks *ranks);

/* Begin a stage of this name in PETSc's log. */
void mg_ranks_stage(const char *name);

/* Agree on a status: each rank passes its own, with the text in err.  If any is
 * not MGNN_OK, all ranks return the status and text of the lowest such rank.
 * If memory ran out, the text names the rank.  Collective. */
mgnn_status mg_ranks_agree(const mg_ranks *ranks, mgnn_status status,
                           mgnn_error *err);

/* The same for allocations; all: nonzero if this rank got all its memory. */
mgnn_status mg_ranks_have(const mg_ranks *ranks, int all, mgnn_error *err);

/* The same for faults in the input: all ranks return the one with the lowest
 * `place`, a number that grows along the input. */
mgnn_status mg_ranks_agree_at(const mg_ranks *ranks, mgnn_status status,
                              uint64_t place, mgnn_error *err);

/* The sum of x over the ranks below this one; *total (may be NULL): over all
 * ranks.  Collective. */
uint64_t mg_ranks_before(const mg_ranks *ranks, uint64_t x, uint64_t *total);

/* The largest x of all ranks.  Collective. */
uint64_t mg_ranks_most(const mg_ranks *ranks, uint64_t x);
double mg_ranks_most_real(const mg_ranks *ranks, double x);

/* Items of `size` bytes to and from all ranks. */
typedef struct {
  size_t size;
  size_t *count;               /* items received from each rank */
  size_t total;
  void *item;                  /* those from rank 0 first; in the order sent */
  int *at;                     /* work space for the transfer */
} mg_mail;

/* Send count[r] items to each rank r and receive the items sent here.  `item`
 * holds those for rank 0 first, then for rank 1, and so on.  Collective.
 * mg_mail_free is due in any case. */
mgnn_status mg_mail_send(mg_mail *got, const mg_ranks *ranks, size_t size,
                         const size_t *count, const void *item, mgnn_error *err);
void mg_mail_free(mg_mail *mail);

/* Send the same `count` items to every rank.  Collective. */
mgnn_status mg_mail_share(mg_mail *got, const mg_ranks *ranks, size_t size, size_t count,
                          const void *item, mgnn_error *err);

/* Send one answer of `size` bytes for each item of `got` back to its sender.
 * There the answers arrive in `back`, in the order in which the items were
 * sent, with count[r] items sent to rank r.  Collective; cannot fail. */
void mg_mail_answer(const mg_mail *got, const mg_ranks *ranks, size_t size,
                    const void *answer, const size_t *count, void *back);

/* ---- sums over all ranks, independent of how the terms are distributed ---- */

/* Replace each of `count` sums by its total over all ranks.  Collective. */
void mg_rank_sums(const mg_ranks *ranks, mg_sum *sum, size_t count);

/* The same for doubles, with rounding that depends on the ranks.  Collective. */
void mg_rank_add(const mg_ranks *ranks, double *x, size_t count);

/* Replace each number by its maximum over all ranks.  Collective. */
void mg_rank_most(const mg_ranks *ranks, double *x, size_t count);

/* Reductions over all ranks for code that also runs in a single process. */
mg_reducer mg_rank_reducer(const mg_ranks *ranks);

/* Replace each integer by its sum over all ranks.  Collective. */
void mg_rank_counts(const mg_ranks *ranks, int64_t *x, size_t count);

/* Nonzero if x is nonzero on any rank.  Collective. */
int mg_rank_any(const mg_ranks *ranks, int x);

#endif
