/* What every test of src/distributed has: facts that are counted on all ranks, and a
 * main that runs a table of tests and prints TAP on rank 0.  A test is called by all
 * ranks; a fact that fails on one of them is told, and the test goes on, since the
 * other ranks wait for this one. */
#ifndef MPI_UNIT_H
#define MPI_UNIT_H

#include "distributed/ranks.h"

#include <stdio.h>

static mg_ranks all;           /* of this run */
static int facts_failed;

#define FACT(fact) \
  do { \
    if (!(fact)) { \
      facts_failed++; \
      fprintf(stderr, "# rank %d: %s:%d: %s\n", all.rank, __FILE__, __LINE__, \
              #fact); \
    } \
  } while (0)

typedef struct {
  const char *name;
  void (*run)(void);
} mpi_test;

#define MPI_TEST(test) { #test, test }

/* Returns the exit status. */
static inline int
mpi_unit_run(const mpi_test *tests, size_t count)
{
  mgnn_error err;
  int failed = 0;

  if (mg_ranks_init(&all, 1, (char *[]){ "unit", NULL }, &err) != MGNN_OK) {
    printf("Bail out! %s\n", err.text);
    return 1;
  }
  if (all.rank == 0)
    printf("1..%zu\n", count);
  for (size_t k = 0; k < count; k++) {
    int sum;

    facts_failed = 0;
    tests[k].run();
    MPI_Allreduce(&facts_failed, &sum, 1, MPI_INT, MPI_SUM, all.comm);
    if (all.rank == 0)
      printf("%sok %zu - %s, %d ranks\n", sum > 0 ? "not " : "", k + 1,
             tests[k].name, all.size);
    failed |= sum > 0;
  }
  fflush(stdout);
  mg_ranks_end(&all);
  return failed;
}

#endif
