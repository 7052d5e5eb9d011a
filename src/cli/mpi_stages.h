/* One run of mgnn-layout-mpi: its options, and what each stage leaves to the next. */
#ifndef MG_MPI_STAGES_H
#define MG_MPI_STAGES_H

#include "mpi_options.h"
#include "distributed/partition.h"
#include "distributed/read_rows.h"
#include "distributed/shard_layers.h"
#include "distributed/shard_layout.h"
#include "distributed/shard_worst.h"
#include "io/write/json.h"

/* What came of one model. */
typedef struct {
  double *last;                /* own * dim */
  mg_shard_figures *figures;   /* layers + 1; but for the first and the last only
                                  where a report is wanted */
} mg_mpi_result;

/* What tables say of the nodes at home, and what is to be said of the tables. */
typedef struct {
  mg_node_rows features, start, pins;  /* x NULL: not given */
  unsigned char *pin;          /* of the own nodes, own * dim: nonzero coordinates stay;
                                  NULL on all ranks: none do */
  mg_notes notes;
} mg_mpi_tables;

/* What is known of the positions in the end, of the first model. */
typedef struct {
  mg_shard_figures figures;
  double mean;                 /* length */
  mg_shard_fit worst[MG_WORST_MAX];
  char *name[2 * MG_WORST_MAX];        /* of their ends */
  size_t count;
} mg_mpi_final;

/* The graph in its parts. */
typedef struct {
  uint64_t components;
  const char *kind;            /* of the partition that was taken */
  mg_partition_facts facts;
} mg_mpi_division;

typedef struct {
  mg_mpi_options opt;          /* first, as in every program */
  mg_mpi_table table;
  mg_ranks *ranks;
  mg_metric_spec metric;
  mg_read_result graph;        /* its rows are gone once the shard is made */
  int lengths_given;
  mg_shard shard;
  mg_mpi_division partition;
  size_t dim;
  int in_z;                    /* which coordinates are written */
  mg_mpi_tables tables;
  double *start;               /* own * dim, in Z with layers */
  double *origin;              /* the features, if nodes do not start there; or NULL */
  mg_input in;                 /* of which layers know the start */
  mg_results runs;             /* which models */
  mg_mpi_result *result;       /* of each */
  mg_shard_layout_options layout;      /* of layout mode, and what came of it; `start`
                                  then has the positions */
  mg_shard_outcome outcome;
  mg_mpi_final final;
  struct {                     /* of the busiest rank, by the parts of a run: */
    double before, processor[MG_TIMES];        /* seconds; MG_DRAW: the partition */
    double rows;               /* of layers, without the exchange of ghosts */
    double peak, peak_all;     /* bytes; and of all ranks */
  } took;
} mg_mpi;

/* Steps: positions into the files of -o, the report, the summary. */
mgnn_status mg_mpi_write(void *run, mgnn_error *err);
mgnn_status mg_mpi_report(void *run, mgnn_error *err);
mgnn_status mg_mpi_summary(void *run, mgnn_error *err);

/* Tables of positions and features: their options checked; read (a step); features,
 * the start and pins, from home to the owners. */
mgnn_status mg_mpi_tables_check(const mg_mpi *m, mgnn_error *err);
mgnn_status mg_mpi_tables_read(void *run, mgnn_error *err);
mgnn_status mg_mpi_rows_fetch(mg_mpi *m, const double *at_home, double **out,
                              mgnn_error *err);
mgnn_status mg_mpi_start_fetch(mg_mpi *m, mgnn_error *err);    /* also of new nodes */
mgnn_status mg_mpi_pins_fetch(mg_mpi *m, mgnn_error *err);
void mg_mpi_tables_free(mg_mpi_tables *t);

/* Step: measure the positions in the end, and find the worst edges, for the report. */
mgnn_status mg_mpi_final_find(void *run, mgnn_error *err);
void mg_mpi_put_final(mg_json *j, const mg_mpi *m);
void mg_mpi_final_free(mg_mpi_final *f);

/* Step: what to say of a graph that was only written. */
mgnn_status mg_mpi_graph_summary(void *run, mgnn_error *err);

/* Step: print what the run would take. */
mgnn_status mg_mpi_forecast(void *run, mgnn_error *err);

/* Layout mode: its options checked, its steps, and the exit status. */
mgnn_status mg_mpi_layout_check(const mg_mpi *m, mgnn_error *err);
mgnn_status mg_mpi_layout(void *run, mgnn_error *err);
mgnn_status mg_mpi_layout_write(void *run, mgnn_error *err);
mgnn_status mg_mpi_layout_report(void *run, mgnn_error *err);
mgnn_status mg_mpi_layout_summary(void *run, mgnn_error *err);
int mg_mpi_exit(void *run);

/* Whether an output is a picture. */
int mg_mpi_is_png(const mg_mpi *m, const char *name);

/* Outputs that rank 0 makes as mgnn-layout does, of graphs of at most so many nodes and
 * edges: whether a name is one, whether it can be made, whether the graph is small
 * enough; made (collective). */
enum { MG_MPI_GATHERED_MOST = 100000 };
int mg_mpi_is_gathered(const mg_mpi *m, const char *name);
mgnn_status mg_mpi_gathered_check(const mg_mpi *m, const char *name, mgnn_error *err);
mgnn_status mg_mpi_gathered_size(const mg_mpi *m, mgnn_error *err);
mgnn_status mg_mpi_gathered_write(mg_mpi *m, const char *name, mgnn_error *err);

/* What both modes report, and say, of the graph and the ranks. */
mgnn_status mg_mpi_put_graph(mg_json *j, const mg_mpi *m, const char *mode,
                             mgnn_error *err);
void mg_mpi_put_seconds(mg_json *j, const mg_mpi *m);
void mg_mpi_say_graph(const mg_mpi *m);
/* With --verbose: processor time and memory. */
void mg_mpi_say_took(const mg_mpi *m);

/* Check the names of -o, before anything is read. */
mgnn_status mg_mpi_outputs_check(const mg_mpi *m, mgnn_error *err);

#endif
