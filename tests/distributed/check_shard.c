/* Shards: rows, ghosts, exchange and reduction, for several owners of the nodes. */
#include "mpi_unit.h"
#include "base/random.h"
#include "scatter.h"

#include <string.h>

static scatter_owner *const owners[] = { scatter_block, scatter_round, scatter_last };

enum { OWNERS = sizeof owners / sizeof *owners, NODES = 60 };

/* The same on all ranks: a ring with random chords, and a node without edges. */
static void
ring_make(mg_graph *g)
{
  uint64_t stream = mg_random_stream(7, 1);
  unsigned *ends = mg_alloc(2 * 3 * NODES, sizeof *ends);
  unsigned char seen[NODES][NODES] = { { 0 } };
  double length[3 * NODES], weight[3 * NODES];
  size_t m = 0;

  for (size_t k = 0; k < 3 * NODES; k++) {
    size_t a = k < NODES - 1 ? k : mg_random_below(&stream, NODES - 1);
    size_t b = k < NODES - 1 ? (k + 1) % (NODES - 1)
                             : mg_random_below(&stream, NODES - 1);

    if (a == b || seen[a][b])
      continue;
    seen[a][b] = seen[b][a] = 1;
    ends[2 * m] = (unsigned)a;
    ends[2 * m + 1] = (unsigned)b;
    length[m] = mg_random_uniform(&stream);
    weight[m++] = mg_random_uniform(&stream);
  }
  mg_graph_init(g, NODES, m, ends, NULL);
  mg_graph_lengths_set(g, length, NULL, NULL);
  mg_graph_stiffness_set(g, weight, NULL);
}

/* Row by row, slot by slot, the shards have what the graph has, and every node has
 * one owner. */
static void
shards_have_the_rows_of_the_graph(void)
{
  mg_graph g;

  ring_make(&g);
  for (size_t o = 0; o < OWNERS; o++) {
    mg_shard s;
    mgnn_error err;
    uint64_t total;

    FACT(scatter(&s, &all, &g, owners[o], &err) == MGNN_OK);
    FACT(s.n == g.n && s.m == g.m);
    mg_ranks_before(&all, s.own, &total);
    FACT(total == g.n);
    for (size_t i = 0; i < s.own; i++) {
      size_t from = g.row[s.name[i]];

      FACT(owners[o](s.name[i], g.n, all.size) == all.rank);
      FACT(s.row[i + 1] - s.row[i] == g.row[s.name[i] + 1] - from);
      FACT(s.degree[i] == g.degree[s.name[i]]);
      for (size_t k = s.row[i]; k < s.row[i + 1]; k++, from++) {
        FACT(s.name[s.to[k]] == g.to[from]);
        FACT(s.length[k] == g.length[from] && s.weight[k] == g.weight[from]);
        FACT(i >= s.interior || s.to[k] < s.own);
      }
    }
    for (size_t i = s.own; i < s.own + s.ghosts; i++)
      FACT(s.degree[i] == g.degree[s.name[i]]);
    mg_shard_free(&s);
  }
  mg_graph_free(&g);
}

/* An exchange brings what the owner has, of any width and kind. */
static void
ghosts_get_what_their_owners_have(void)
{
  mg_graph g;
  mgnn_error err;

  ring_make(&g);
  for (size_t o = 0; o < OWNERS; o++)
    for (size_t width = 1; width < 12; width++) {
      mg_shard s;
      double *x;
      float *y;

      FACT(scatter(&s, &all, &g, owners[o], &err) == MGNN_OK);
      x = mg_zalloc((s.own + s.ghosts) * width, sizeof *x);
      y = mg_zalloc((s.own + s.ghosts) * width, sizeof *y);
      for (size_t i = 0; i < s.own * width; i++) {
        x[i] = s.name[i / width] + 1000.0 * (double)(i % width);
        y[i] = (float)x[i];
      }
      FACT(mg_shard_exchange(&s, MG_DOUBLE, width, x, &err) == MGNN_OK);
      FACT(mg_shard_exchange(&s, MG_FLOAT, width, y, &err) == MGNN_OK);
      for (size_t i = s.own * width; i < (s.own + s.ghosts) * width; i++)
        FACT(x[i] == s.name[i / width] + 1000.0 * (double)(i % width)
             && y[i] == (float)x[i]);
      mg_free(x);
      mg_free(y);
      mg_shard_free(&s);
    }
  mg_graph_free(&g);
}

/* A failure of one rank is that of all, the first by its place. */
static void
all_ranks_fail_alike(void)
{
  mgnn_error err = { MGNN_OK, "" };
  mgnn_status status = MGNN_OK;
  int last = all.size - 1;

  FACT(mg_ranks_agree(&all, MGNN_OK, &err) == MGNN_OK);
  if (all.rank == last)
    status = mg_fail(&err, MGNN_EPARSE, "a:%d: wrong", 7);
  FACT(mg_ranks_agree(&all, status, &err) == MGNN_EPARSE);
  FACT(err.status == MGNN_EPARSE && strcmp(err.text, "a:7: wrong") == 0);
  status = mg_fail(&err, MGNN_EPARSE, "of rank %d", all.rank);
  FACT(mg_ranks_agree_at(&all, status, (uint64_t)(100 - all.rank), &err)
       == MGNN_EPARSE);
  FACT(err.text[8] == '0' + last);
  status = all.rank == last ? mg_fail_memory(&err) : MGNN_OK;
  FACT(mg_ranks_agree(&all, status, &err) == MGNN_ENOMEM);
  FACT((strstr(err.text, "on rank") != NULL) == (all.size > 1));
}

/* Items come in the order of ranks and of sending, and answers where they were
 * asked. */
static void
mail_comes_in_order(void)
{
  size_t count[64], at = 0;
  int item[64 * 64], back[64 * 64];
  mg_mail mail;
  mgnn_error err;

  for (int r = 0; r < all.size; r++) {
    count[r] = (size_t)((all.rank + 2 * r) % 5);
    for (size_t k = 0; k < count[r]; k++)
      item[at++] = 1000 * all.rank + 100 * r + (int)k;
  }
  FACT(mg_mail_send(&mail, &all, sizeof *item, count, item, &err) == MGNN_OK);
  at = 0;
  for (int r = 0; r < all.size; r++) {
    FACT(mail.count[r] == (size_t)((r + 2 * all.rank) % 5));
    for (size_t k = 0; k < mail.count[r]; k++, at++) {
      FACT(((int *)mail.item)[at] == 1000 * r + 100 * all.rank + (int)k);
      ((int *)mail.item)[at] += 7;
    }
  }
  FACT(at == mail.total);
  mg_mail_answer(&mail, &all, sizeof *item, mail.item, count, back);
  at = 0;
  for (int r = 0; r < all.size; r++)
    for (size_t k = 0; k < count[r]; k++, at++)
      FACT(back[at] == item[at] + 7);
  mg_mail_free(&mail);
}

int
main(void)
{
  const mpi_test tests[] = {
    MPI_TEST(shards_have_the_rows_of_the_graph),
    MPI_TEST(ghosts_get_what_their_owners_have),
    MPI_TEST(all_ranks_fail_alike),
    MPI_TEST(mail_comes_in_order)
  };

  return mpi_unit_run(tests, sizeof tests / sizeof *tests);
}
