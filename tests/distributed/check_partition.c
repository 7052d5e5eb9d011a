/* Partitions: every kind on a grid whose names are shuffled, and what auto takes. */
#include "mpi_unit.h"
#include "base/random.h"
#include "distributed/partition.h"
#include "scatter.h"

#include <string.h>

enum { SIDE = 40, NODES = SIDE * SIDE };

static unsigned called[NODES]; /* the name of the node at each place of the grid */

/* Names in the order of the rows, or shuffled. */
static void
names_make(int shuffled)
{
  uint64_t stream = mg_random_stream(5, 2);

  for (unsigned i = 0; i < NODES; i++)
    called[i] = i;
  for (size_t i = NODES; shuffled && i-- > 1;) {
    size_t j = mg_random_below(&stream, i + 1);
    unsigned swap = called[i];

    called[i] = called[j];
    called[j] = swap;
  }
}

/* Every right and lower neighbour; the length of edge k is k. */
static void
grid_make(mg_graph *g)
{
  unsigned *ends = mg_alloc(4 * NODES, sizeof *ends);
  double length[2 * NODES];
  size_t m = 0;

  for (unsigned i = 0; i < NODES; i++) {
    for (int down = 0; down < 2; down++)
      if (down ? i / SIDE + 1 < SIDE : i % SIDE + 1 < SIDE) {
        ends[2 * m] = called[i];
        ends[2 * m + 1] = called[i + (down ? SIDE : 1)];
        length[m] = (double)m;
        m++;
      }
  }
  mg_graph_init(g, NODES, m, ends, NULL);
  mg_graph_lengths_set(g, length, NULL, NULL);
}

static void
star_make(mg_graph *g)
{
  unsigned *ends = mg_alloc(2 * NODES, sizeof *ends);
  double length[NODES];

  for (unsigned i = 1; i < NODES; i++) {
    ends[2 * (i - 1)] = 0;
    ends[2 * (i - 1) + 1] = i;
    length[i - 1] = 1;
  }
  mg_graph_init(g, NODES, NODES - 1, ends, NULL);
  mg_graph_lengths_set(g, length, NULL, NULL);
}

/* What a run of the partition leaves. */
typedef struct {
  mg_owners owners;
  mg_shard_rows rows;
  const char *used;
} divided;

/* The rows at home, divided. */
static mgnn_status
divide(divided *d, const mg_graph *g, const char *kind, mgnn_error *err)
{
  int *home = mg_alloc(g->n, sizeof *home);
  mgnn_status status = mg_owners_init(&d->owners, &all, g->n, err);

  for (size_t i = 0; i < g->n; i++)
    home[i] = mg_owners_home(&d->owners, &all, i);
  scatter_rows(g, home, all.rank, &d->rows);
  mg_free(home);
  if (status == MGNN_OK)
    status = mg_partition_find(&d->rows, &all, kind, &d->owners, &d->used, err);
  return status;
}

static void
divided_free(divided *d)
{
  mg_owners_free(&d->owners);
  mg_shard_rows_free(&d->rows);
}

/* Whether the program was built with it. */
static int
has_scotch(void)
{
  mg_graph g;
  divided d;
  mgnn_error err;
  mgnn_status status;

  names_make(0);
  grid_make(&g);
  status = divide(&d, &g, "scotch", &err);
  FACT(status == MGNN_OK || strstr(err.text, "without PT-Scotch") != NULL);
  divided_free(&d);
  mg_graph_free(&g);
  return status == MGNN_OK;
}

/* Node by node, slot by slot; returns how far apart neighbours are in all. */
static double
rows_are_those_of(const mg_graph *g, const mg_shard_rows *rows)
{
  unsigned *at = mg_zalloc(g->n, sizeof *at);
  uint64_t total;
  double sum = 0;

  mg_ranks_before(&all, rows->own, &total);
  FACT(total == g->n);
  for (size_t i = 0; i < rows->own; i++)
    at[rows->name[i]] = (unsigned)i + 1;
  for (size_t i = 0; i < rows->own; i++) {
    size_t from = g->row[rows->name[i]];

    FACT(rows->row[i + 1] - rows->row[i] == g->row[rows->name[i] + 1] - from);
    for (size_t k = rows->row[i]; k < rows->row[i + 1]; k++, from++) {
      FACT(rows->to[k] == g->to[from] && rows->length[k] == g->length[from]);
      if (at[rows->to[k]] > 0)
        sum += at[rows->to[k]] > i ? at[rows->to[k]] - i - 1 : i - at[rows->to[k]] + 1;
    }
  }
  mg_free(at);
  return sum;
}

/* The cut of a grid of s x s nodes in p parts is about 2 sqrt(p) s of 2 s^2 edges; of
 * shuffled names nearly all is cut, 1 - 1/p.  By PT-Scotch it is at most three
 * times the first. */
static void
every_kind_moves_all_rows_and_the_good_ones_cut_little(void)
{
  int scotch = has_scotch();
  mg_graph g;

  names_make(1);
  grid_make(&g);
  for (size_t k = 0; k < (scotch ? 2 : 1); k++) {
    divided d;
    mg_shard s;
    mg_partition_facts f;
    mgnn_error err;
    double before;

    FACT(divide(&d, &g, k > 0 ? "scotch" : "block", &err) == MGNN_OK);
    FACT(mg_partition_move(&d.rows, &all, &d.owners, &err) == MGNN_OK);
    before = rows_are_those_of(&g, &d.rows);
    FACT(mg_partition_order(&d.rows, &err) == MGNN_OK);
    FACT(rows_are_those_of(&g, &d.rows) <= before);
    FACT(mg_shard_make(&s, &all, &d.rows, &d.owners, &err) == MGNN_OK);
    f = mg_partition_measure(&s);
    FACT(f.imbalance < 1.15);
    FACT(all.size > 1 ? f.cut > 0 && f.ghosts > 0 : f.cut == 0 && f.ghosts == 0);
    if (k > 0)
      FACT(f.cut < 3.0 * 2 * all.size / SIDE / 2);
    else if (all.size > 1)
      FACT(f.cut > 0.8 * (1 - 1.0 / all.size));
    mg_shard_free(&s);
    divided_free(&d);
  }
  mg_graph_free(&g);
}

static void
takes(const mg_graph *g, const char *kind)
{
  divided d;
  mgnn_error err;

  FACT(divide(&d, g, "auto", &err) == MGNN_OK);
  FACT(all.size == 1 || strcmp(d.used, kind) == 0);
  divided_free(&d);
}

/* Every node with the next `reach` ones, shuffled, or with as many anywhere. */
static void
ring_make(mg_graph *g, unsigned reach, int anywhere)
{
  unsigned *ends = mg_alloc(2 * NODES * reach, sizeof *ends);
  uint64_t stream = mg_random_stream(3, 4);
  size_t m = 0;

  for (unsigned i = 0; i < NODES; i++)
    for (unsigned k = 1; k <= reach; k++) {
      unsigned j = anywhere ? (unsigned)mg_random_below(&stream, NODES) : (i + k) % NODES;

      size_t e = 0;

      ends[2 * m] = called[i];
      ends[2 * m + 1] = called[j];
      while (e < m && (ends[2 * e] != called[j] || ends[2 * e + 1] != called[i])
             && (ends[2 * e] != called[i] || ends[2 * e + 1] != called[j]))
        e++;
      m += i != j && e == m;   /* each pair once */
    }
  FACT(mg_graph_init(g, NODES, m, ends, NULL) == MGNN_OK);
}

static void
auto_takes_what_suits_the_graph(void)
{
  int scotch = has_scotch();
  mg_graph g;

  names_make(0);
  grid_make(&g);
  takes(&g, "block");
  mg_graph_free(&g);
  names_make(1);
  grid_make(&g);
  takes(&g, scotch ? "scotch" : "block");
  mg_graph_free(&g);
  star_make(&g);
  takes(&g, "block");
  mg_graph_free(&g);
  for (int anywhere = 0; anywhere < 2; anywhere++) {
    ring_make(&g, 5, anywhere);
    takes(&g, scotch && !anywhere ? "scotch" : "block");
    mg_graph_free(&g);
  }
  ring_make(&g, 2, 1);           /* few neighbours: a good cut may be worth it */
  takes(&g, scotch ? "scotch" : "block");
  mg_graph_free(&g);
}

int
main(void)
{
  static const mpi_test tests[] = {
    MPI_TEST(every_kind_moves_all_rows_and_the_good_ones_cut_little),
    MPI_TEST(auto_takes_what_suits_the_graph)
  };

  return mpi_unit_run(tests, sizeof tests / sizeof *tests);
}
