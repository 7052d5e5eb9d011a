/* One run of mgnn-layout-mpi: its options, and the data that its stages pass on. */
#ifndef MG_MPI_STAGES_H
#define MG_MPI_STAGES_H

#include "cli/layout/layout_options.h"
#include "distributed/partition.h"
#include "distributed/read_rows.h"
#include "distributed/shard_layers.h"
#include "distributed/shard_layout.h"

/* ---- options: those shared with mgnn-layout, and its own ---- */

typedef struct {
  mg_layout_options layout;    /* first, with the options of every program */
  const char *partition, *write_binary, *checkpoint;
  double every;                /* minutes; 0: not given */
  long gather;                 /* most nodes of a component that one rank searches */
  int resume, dry_run;
  long ranks;                  /* for --dry-run; 0: as many as are running */
} mg_mpi_options;

enum { MG_MPI_ROWS_MAX = 64, MG_MPI_PARTS_MAX = 8 };

/* The option table of this program. */
typedef struct {
  mg_option row[MG_MPI_ROWS_MAX];
  mg_option_part part[MG_MPI_PARTS_MAX];
} mg_mpi_table;

void mg_mpi_table_make(mg_mpi_table *table);
void mg_mpi_options_init(void *options);

/* The options for reading the graph. */
mg_read_options mg_mpi_read_options(const mg_mpi_options *opt,
                                    const mg_metric_spec *metric);

/* Move the options of PETSc from argv to a new array: those that begin as PETSc's do
 * (-ksp_, -log_, ...) or with -mgnn_, a prefix that is removed; each with the word
 * after it unless that is an option.  Returns the program's name, these words, and
 * NULL; free the array with mg_free.  NULL: out of memory. */
char **mg_mpi_petsc_words(int *argc, char **argv, int *words);

/* Fail with MGNN_EINVAL if argv has an option that only mgnn-layout has; the message
 * names it. */
mgnn_status mg_mpi_refuse(const mg_mpi_table *table, int argc, char **argv,
                          mgnn_error *err);

/* ---- data that stages pass on ---- */

/* Rows of tables for the nodes at home on this rank, and notes on the tables. */
typedef struct {
  mg_node_rows features, start, pins;  /* x NULL: not given */
  unsigned char *pin;          /* own * dim, for own nodes; nonzero: coordinate fixed;
                                  NULL on all ranks: no pins */
  mg_notes notes;
} mg_mpi_tables;

/* Figures and worst edges of the final positions, in layers mode of the first model. */
typedef struct {
  mg_shard_figures figures;
  double mean;                 /* mean of all lengths */
  mg_edge_fit worst[MG_WORST_MAX];
  char *name[2 * MG_WORST_MAX];        /* names of the ends of these edges */
  size_t count;
} mg_mpi_final;

/* Facts about the graph and its partition. */
typedef struct {
  uint64_t components;
  const char *kind;            /* the kind of partition used */
  mg_partition_facts facts;
} mg_mpi_division;

typedef struct {
  mg_mpi_options opt;          /* first, as in every program */
  mg_mpi_table table;
  mg_ranks *ranks;
  mg_metric_spec metric;
  mg_read_result graph;        /* without its rows once the shard is made */
  int lengths_given;
  mg_shard shard;
  mg_mpi_division partition;
  size_t dim;
  int in_z;                    /* nonzero: write Z, else Y */
  mg_mpi_tables tables;
  double *start;               /* own * dim, in Z with layers */
  double *origin;              /* the features, if the start is elsewhere; or NULL */
  mg_input in;                 /* only start and origin are set, for layers */
  mg_results runs;             /* results of the models; `last` has own nodes only */
  mg_shard_layout_options layout;      /* layout mode: its options and outcome; `start`
                                  becomes the final positions */
  mg_shard_outcome outcome;
  mg_mpi_final final;
  struct {                     /* cost on the busiest rank, by parts of a run: */
    double before, processor[MG_TIMES];        /* seconds; MG_DRAW: the partition */
    double rows;               /* seconds in layers, without exchanging ghosts */
    double peak, peak_all;     /* bytes; peak_all: sum over all ranks */
  } took;
} mg_mpi;

/* Add the processor time since the last call to part `time` of m->took, and update the
 * peak memory, both of the busiest rank.  Returns this rank's time.  Collective. */
double mg_mpi_account(mg_mpi *m, int time);

/* Steps: write positions (layers mode) to the files of -o; report; summary. */
mg_step_call mg_mpi_write, mg_mpi_report, mg_mpi_summary;

/* Tables of positions and features: check their options; read them (a step); send the
 * rows of features, start and pins from the homes of nodes to their owners. */
mgnn_status mg_mpi_tables_check(const mg_mpi *m, mgnn_error *err);
mgnn_status mg_mpi_tables_read(void *run, mgnn_error *err);
mgnn_status mg_mpi_rows_fetch(mg_mpi *m, const double *at_home, double **out,
                              mgnn_error *err);
mgnn_status mg_mpi_start_fetch(mg_mpi *m, mgnn_error *err);    /* also of new nodes */
mgnn_status mg_mpi_pins_fetch(mg_mpi *m, mgnn_error *err);
void mg_mpi_tables_free(mg_mpi_tables *t);

/* Step: measure the final positions, and find the worst edges. */
mgnn_status mg_mpi_final_find(void *run, mgnn_error *err);
void mg_mpi_final_free(mg_mpi_final *f);

/* Step: print the summary for a graph that was only written in binary form. */
mgnn_status mg_mpi_graph_summary(void *run, mgnn_error *err);

/* Step of --dry-run: print the memory and time that a run would take. */
mgnn_status mg_mpi_forecast(void *run, mgnn_error *err);

/* Layout mode: check its options; its steps; the exit status. */
mgnn_status mg_mpi_layout_check(const mg_mpi *m, mgnn_error *err);
mg_step_call mg_mpi_layout, mg_mpi_layout_write, mg_mpi_layout_summary;
int mg_mpi_exit(void *run);

/* Parts of the summary in both modes: the graph and the ranks; with --verbose,
 * processor time and memory. */
void mg_mpi_say_graph(const mg_mpi *m);
void mg_mpi_say_took(const mg_mpi *m);

/* Check the names of -o, before anything is read. */
mgnn_status mg_mpi_outputs_check(const mg_mpi *m, mgnn_error *err);
/* In layout mode, once the graph is known: check that all files of -o can be made. */
mgnn_status mg_mpi_outputs_fit(const mg_mpi *m, mgnn_error *err);

#endif
