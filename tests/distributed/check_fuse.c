/* Every allocation of one rank may fail: all ranks end with the same status and text,
 * which names the rank, and none waits for another.  Every 29th is tried; MPI_FUSE=N
 * tries every N-th. */
#define _POSIX_C_SOURCE 200809L
#include "mpi_unit.h"
#include "base/mem.h"
#include "distributed/partition.h"
#include "distributed/read_graph.h"
#include "distributed/shard_layers.h"
#include "distributed/shard_layout.h"
#include "distributed/write_text.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIDE = 5, DIM = 2, PATIENCE = 120 };

static char graph[64], output[64], picture[64], kept[64];

/* ---- what is run ---- */

typedef struct {
  mg_read_result read;
  mg_shard shard;
  double *x;
} divided;

static mgnn_status
divide(divided *d, mgnn_error *err)
{
  char *const path[] = { graph };
  const mg_read_options how = { .path = path, .paths = 1, .chunk = 64 };
  const char *used;
  mgnn_status status = MGNN_OK;

  TRY(mg_read_graph(&d->read, &all, &how, err));
  TRY(mg_partition_find(&d->read.rows, &all, "block", &d->read.homes, &used, err));
  TRY(mg_partition_move(&d->read.rows, &all, &d->read.homes, err));
  TRY(mg_ranks_agree(&all, mg_partition_order(&d->read.rows, err), err));
  TRY(mg_shard_make(&d->shard, &all, &d->read.rows, &d->read.homes, err));
  d->x = mg_zalloc(d->shard.own * DIM, sizeof *d->x);
  TRY(mg_ranks_agree(&all, mg_allocated(d->x, err), err));
end:
  return status;
}

static void
divided_free(divided *d)
{
  mg_free(d->x);
  mg_shard_free(&d->shard);
  mg_read_result_free(&d->read);
}

static mgnn_status
run_layers(mgnn_error *err)
{
  divided d = { 0 };
  mgnn_layer_params par;
  mg_shard_run run = { &d.shard, DIM, &par, 0, NULL };
  mg_shard_figures figures;
  mgnn_status status = MGNN_OK;

  mgnn_layer_params_init(&par);
  par.layers = 2;
  TRY(divide(&d, err));
  for (size_t k = 0; k < d.shard.own * DIM; k++)
    d.x[k] = (double)(k * 7 % 11) + d.shard.name[k / DIM];
  TRY(mg_shard_propagate(&run, d.x, err));
  TRY(mg_shard_measure(&run, d.x, 1, 0.1, &figures, err));
  TRY(mg_write_positions_csv(&d.shard, &d.read.homes, &d.read.names, DIM, d.x, output,
                             err));
end:
  divided_free(&d);
  return status;
}

static mgnn_status
layout(int paths, int resume, mgnn_error *err)
{
  divided d = { 0 };
  mg_shard_layout_options opt;
  mg_shard_outcome out;
  mgnn_status status = MGNN_OK;

  mg_shard_layout_options_init(&opt);
  opt.paths = paths;
  opt.gather = 3;
  opt.limits.iterations = 2;
  opt.checkpoint = kept;
  opt.resume = resume;
  TRY(divide(&d, err));
  status = mg_shard_layout(&d.shard, &d.read.homes, &opt, NULL, d.x, &out, err);
  FACT(status != MGNN_ENOMEM || strstr(err->text, "in the phase \"") != NULL);
  TRY(status == MGNN_ENOCONV ? MGNN_OK : status);
  TRY(mg_shard_picture(&d.shard, d.x, picture, err));
end:
  divided_free(&d);
  return status;
}

static mgnn_status
run_paths(mgnn_error *err)
{
  return layout(1, 0, err);
}

static mgnn_status
run_edges(mgnn_error *err)
{
  return layout(0, 0, err);
}

static mgnn_status
run_resumed(mgnn_error *err)
{
  return layout(0, 1, err);
}

/* ---- with one allocation after the other failing ---- */

static volatile sig_atomic_t failing;

/* A rank waits for one that has left: tell, and end all. */
static void
on_alarm(int number)
{
  char text[] = "# waits for ever: allocation 000000\n";

  (void)number;
  for (int k = 34, left = (int)failing; left > 0 && k > 28; k--, left /= 10)
    text[k] = (char)('0' + left % 10);
  (void)!write(2, text, sizeof text - 1);
  _exit(1);
}

/* Try one; returns nonzero while there is an allocation to fail. */
static int
tried(mgnn_status (*run)(mgnn_error *err), int rank, long good)
{
  mgnn_error err = { MGNN_OK, "" };
  char word[32];
  int status, least, most, blown;

  failing = (int)good;
  alarm(PATIENCE);
  if (all.rank == rank)
    mg_fuse_set(good);
  status = (int)run(&err);
  blown = mg_fuse_blown();
  mg_fuse_set(-1);
  MPI_Bcast(&blown, 1, MPI_INT, rank, all.comm);
  MPI_Allreduce(&status, &least, 1, MPI_INT, MPI_MIN, all.comm);
  MPI_Allreduce(&status, &most, 1, MPI_INT, MPI_MAX, all.comm);
  alarm(0);
  FACT(least == most);
  FACT(status == MGNN_OK || (blown && status == MGNN_ENOMEM));
  snprintf(word, sizeof word, "on rank %d of %d", rank, all.size);
  FACT(status == MGNN_OK || all.size == 1 || strstr(err.text, word) != NULL);
  if (facts_failed > 0)
    fprintf(stderr, "# allocation %ld of rank %d: status %d, \"%s\"\n", good, rank,
            status, err.text);
  return blown && facts_failed == 0;
}

static void
fuse(mgnn_status (*run)(mgnn_error *err))
{
  const char *word = getenv("MPI_FUSE");
  long step = word != NULL && atol(word) > 0 ? atol(word) : 29;

  for (int rank = 0; rank < all.size; rank++) {
    long good = rank % step;

    while (tried(run, rank, good))
      good += step;
  }
}

static void
layers_fail_on_all_ranks(void)
{
  fuse(run_layers);
}

static void
all_pairs_fail_on_all_ranks(void)
{
  fuse(run_paths);
}

static void
edges_fail_on_all_ranks(void)
{
  fuse(run_edges);
}

static void
resumed_searches_fail_on_all_ranks(void)
{
  mgnn_error err;

  FACT(run_edges(&err) == MGNN_OK);
  fuse(run_resumed);
}

/* A grid and a lone pair. */
static void
graph_write(void)
{
  FILE *f = all.rank == 0 ? fopen(graph, "w") : NULL;

  for (int i = 0; f != NULL && i < SIDE * SIDE; i++) {
    if (i % SIDE < SIDE - 1)
      fprintf(f, "n%d n%d\n", i, i + 1);
    if (i < SIDE * (SIDE - 1))
      fprintf(f, "n%d n%d\n", i, i + SIDE);
  }
  if (f != NULL) {
    fprintf(f, "a b\n");
    fclose(f);
  }
  MPI_Barrier(all.comm);
}

static void
files_are_made(void)
{
  int number = (int)getpid();

  MPI_Bcast(&number, 1, MPI_INT, 0, all.comm);
  snprintf(graph, sizeof graph, "fuse-%d.edges", number);
  snprintf(output, sizeof output, "fuse-%d.csv", number);
  snprintf(picture, sizeof picture, "fuse-%d.png", number);
  snprintf(kept, sizeof kept, "fuse-%d.bin", number);
  graph_write();
  signal(SIGALRM, on_alarm);
}

static void
files_are_removed(void)
{
  MPI_Barrier(all.comm);
  if (all.rank == 0) {
    unlink(graph);
    unlink(output);
    unlink(picture);
    unlink(kept);
  }
}

int
main(void)
{
  static const mpi_test tests[] = {
    MPI_TEST(files_are_made),
    MPI_TEST(layers_fail_on_all_ranks),
    MPI_TEST(all_pairs_fail_on_all_ranks),
    MPI_TEST(edges_fail_on_all_ranks),
    MPI_TEST(resumed_searches_fail_on_all_ranks),
    MPI_TEST(files_are_removed)
  };

  return mpi_unit_run(tests, sizeof tests / sizeof *tests);
}
