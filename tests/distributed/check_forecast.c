/* Forecasts of graphs whose figures are known, and the model in cases that can be done by
 * hand. */
#define _POSIX_C_SOURCE 200809L
#include "mpi_unit.h"
#include "distributed/binary_graph.h"
#include "distributed/forecast.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIDE = 400, NODES = SIDE * SIDE };

static char file[64];          /* the same on all ranks */

/* A grid, row by row; `prefix` makes words of the numbers. */
static void
grid_write(const char *prefix)
{
  long pid = getpid();

  MPI_Bcast(&pid, 1, MPI_LONG, 0, all.comm);
  snprintf(file, sizeof file, "/tmp/mgnn-forecast-%ld.csv", pid);
  if (all.rank == 0) {
    FILE *f = fopen(file, "w");

    FACT(f != NULL);
    fputs("source,target,length\n", f);
    for (int i = 0; i < NODES; i++) {
      if (i % SIDE + 1 < SIDE)
        fprintf(f, "%s%d,%s%d,1\n", prefix, i, prefix, i + 1);
      if (i + SIDE < NODES)
        fprintf(f, "%s%d,%s%d,1\n", prefix, i, prefix, i + SIDE);
    }
    fclose(f);
  }
  MPI_Barrier(all.comm);
}

static int
near(double x, double wanted, double share)
{
  return fabs(x - wanted) <= share * wanted;
}

static mg_cost_run
forecast(double ranks)
{
  char *path[] = { file };
  mg_cost_run run = { .ranks = ranks, .dim = 2, .layers = 10, .number_bytes = 8 };
  mgnn_error err = { 0 };

  FACT(mg_forecast(&run, &all, &(mg_read_options){ .path = path, .paths = 1 }, &err)
       == MGNN_OK);
  return run;
}

/* Blocks of whole rows cut SIDE edges at each of the borders between them. */
static void
a_grid_is_seen_in_its_sample(void)
{
  const double edges = 2.0 * SIDE * (SIDE - 1);
  char *path[] = { file };
  mgnn_error err = { 0 };
  mg_read_result got;
  mg_cost_run run;

  grid_write("");
  run = forecast(40);
  FACT(near(run.nodes, NODES, 0.05) && near(run.edges, edges, 0.05));
  FACT(near(run.cut, 39.0 * SIDE / edges, 0.35) && run.far == 0);
  FACT(run.values == 1 && !run.named);
  FACT(mg_read_graph(&got, &all, &(mg_read_options){ .path = path, .paths = 1 }, &err)
       == MGNN_OK);
  FACT(mg_binary_write(&got, &all, file, &err) == MGNN_OK);
  mg_read_result_free(&got);
  run = forecast(40);
  FACT(run.nodes == NODES && run.edges == edges && run.values == 1 && run.binary);
  FACT(near(run.cut, 39.0 * SIDE / edges, 0.35));
  grid_write("node");
  run = forecast(40);
  FACT(run.named && near(run.edges, edges, 0.05));
  if (all.rank == 0)
    unlink(file);
}

/* Twice the ranks, half of everything that has no border; a cut of 1 of a large random
 * graph makes nearly as many ghosts as slots. */
static void
the_model_divides_what_can_be_divided(void)
{
  mg_cost_run run = { .nodes = 1e9, .edges = 1e10, .bytes = 2e11, .values = 1,
                      .ranks = 1000, .dim = 2, .layers = 10, .number_bytes = 8 };
  mg_cost one = mg_cost_predict(&run, &mg_cost_here), two;

  run.ranks = 2000;
  two = mg_cost_predict(&run, &mg_cost_here);
  FACT(near(one.held_bytes, 2 * two.held_bytes, 1e-9));
  FACT(near(one.read_seconds, 2 * two.read_seconds, 1e-9));
  FACT(near(one.layer_seconds, 2 * two.layer_seconds, 1e-9));
  FACT(one.ghosts == 0 && one.seconds > 10 * one.layer_seconds);
  run.cut = 1;
  two = mg_cost_predict(&run, &mg_cost_here);
  FACT(near(two.ghosts, 1e7, 0.01) && two.held_bytes > 0);
}

int
main(void)
{
  static const mpi_test tests[] = {
    MPI_TEST(a_grid_is_seen_in_its_sample),
    MPI_TEST(the_model_divides_what_can_be_divided)
  };

  return mpi_unit_run(tests, sizeof tests / sizeof *tests);
}
