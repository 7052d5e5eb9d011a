/* The options of mgnn-layout-mpi: rows of mgnn-layout, by their words, and its own. */
#ifndef MG_MPI_OPTIONS_H
#define MG_MPI_OPTIONS_H

#include "layout_options.h"
#include "distributed/read_graph.h"

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

/* MGNN_EINVAL if the words have an option that only mgnn-layout has: it is refused by
 * its name. */
mgnn_status mg_mpi_refuse(const mg_mpi_table *table, int argc, char **argv,
                          mgnn_error *err);

#endif
