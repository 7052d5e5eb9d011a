/* One run of mgnn-layout-mpi: its options, and what each stage leaves to the next. */
#ifndef MG_MPI_STAGES_H
#define MG_MPI_STAGES_H

#include "cli/layout/layout_options.h"
#include "distributed/partition.h"
#include "distributed/read_rows.h"
#include "distributed/shard_layers.h"
#include "distributed/shard_layout.h"

/* ---- the options: rows of mgnn-layout, by their words, and its own ---- */

typedef struct {
  mg_layout_options layout;    /* first, with the options of every program */
  const char *partition, *write_binary, *checkpoint;
  double every;                /* minutes; 0: not given */
  long gather;                 /* nodes of components that one rank searches */
  int resume, dry_run;
  long ranks;                  /* of --dry-run; 0: those there are */
} mg_mpi_options;

enum { MG_MPI_ROWS_MAX = 64, MG_MPI_PARTS_MAX = 8 };

/* The table of this program. */
typedef struct {
  mg_option row[MG_MPI_ROWS_MAX];
  mg_option_part part[MG_MPI_PARTS_MAX];
} mg_mpi_table;

void mg_mpi_table_make(mg_mpi_table *table);
void mg_mpi_options_init(void *options);

/* How the graph is to be read. */
mg_read_options mg_mpi_read_options(const mg_mpi_options *opt,
                                    const mg_metric_spec *metric);

/* Take the options of PETSc out of the words: those of one dash whose name begins as
 * PETSc's do (-ksp_, -log_, ...) or with -mgnn_, which is taken off, with the word that
 * follows unless it is an option.  Returns the name of the program, them, and NULL, to be freed; NULL: no
 * memory. */
char **mg_mpi_petsc_words(int *argc, char **argv, int *words);

/* MGNN_EINVAL if the words have an option that only mgnn-layout has: it is refused by
 * its name. */
mgnn_status mg_mpi_refuse(const mg_mpi_table *table, int argc, char **argv,
                          mgnn_error *err);

/* ---- what each stage leaves to the next ---- */

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
  mg_edge_fit worst[MG_WORST_MAX];
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
  mg_results runs;             /* what came of the models; `last` is of own nodes */
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

/* Processor time of this process since it was asked last, and what the system says of
 * its memory, on the busiest rank.  Returns the time here.  Collective. */
double mg_mpi_account(mg_mpi *m, int time);

/* Steps: positions into the files of -o, the report of both modes, the summary. */
mg_step_call mg_mpi_write, mg_mpi_report, mg_mpi_summary;

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
void mg_mpi_final_free(mg_mpi_final *f);

/* Step: what to say of a graph that was only written. */
mgnn_status mg_mpi_graph_summary(void *run, mgnn_error *err);

/* Step: print what the run would take. */
mgnn_status mg_mpi_forecast(void *run, mgnn_error *err);

/* Layout mode: its options checked, its steps, and the exit status. */
mgnn_status mg_mpi_layout_check(const mg_mpi *m, mgnn_error *err);
mg_step_call mg_mpi_layout, mg_mpi_layout_write, mg_mpi_layout_summary;
int mg_mpi_exit(void *run);

/* What both modes say of the graph and the ranks; with --verbose: processor time and
 * memory. */
void mg_mpi_say_graph(const mg_mpi *m);
void mg_mpi_say_took(const mg_mpi *m);

/* Check the names of -o, before anything is read. */
mgnn_status mg_mpi_outputs_check(const mg_mpi *m, mgnn_error *err);
/* In layout mode, once the graph is known: whether all of them can be made. */
mgnn_status mg_mpi_outputs_fit(const mg_mpi *m, mgnn_error *err);

#endif
