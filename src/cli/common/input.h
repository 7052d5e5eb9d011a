/* The first stage of a program: read a graph and its tables, build the problem, and
 * choose the starting positions. */
#ifndef MG_INPUT_H
#define MG_INPUT_H

#include "draw/drawn_graph.h"
#include "io/given.h"
#include "io/table/chirality.h"
#include "io/table/table.h"
#include "options.h"
#include "problem/attributes.h"
#include "problem/metric.h"
#include "problem/problem.h"
#include "problem/components.h"

/* Options for terms of the energy besides the lengths. */
typedef struct {
  const char *chirality;       /* a table, or names; or NULL */
  double min_distance;         /* of --min-distance; 0: not given */
} mg_input_terms;

/* Options for files that describe atoms. */
typedef struct {
  double cutoff;               /* join atoms at most this far apart; 0: bonds */
  const char *topology;
} mg_input_atoms;

/* The options about the input. */
typedef struct {
  const char *format;          /* --input-format */
  mg_input_atoms atoms;
  const char *metric, *unit;
  int metric_adds_edges;
  const char *stiffness, *pin, *labels, *features, *init;
  const char *project;         /* --project, for the features; or NULL */
  const char *component;       /* largest, all or a number; or NULL */
  int no_isolates;
  int lenient, strict_tables;
  long max_nodes, max_edges, max_bytes;
  long dim;                    /* 0: not given */
  mg_input_terms terms;
} mg_input_options;

/* Option rows, grouped so that each program can list its own between them: graph and
 * lengths; labels and features; strictness of tables, and size limits for files. */
extern const mg_option mg_input_graph_rows[], mg_input_part_rows[],
                       mg_input_node_rows[], mg_input_length_rows[],
                       mg_input_table_rows[], mg_input_limit_rows[];

void mg_input_options_init(mg_input_options *opt);

/* The k-th word of --init, or NULL. */
const char *mg_start_word(size_t k);

/* Texts for the ends of the library's messages, naming the options that help. */
extern const char *const mg_input_hints[MG_HINTS];

/* Which files to read, and what the later stages need from the input. */
typedef struct {
  const char *path;            /* the graph */
  const char *positions;       /* the drawing to inspect; sets dim; or NULL */
  const char *align;           /* to align the drawing to; or NULL */
  const char *splits, *reference;      /* for measures of layers; or NULL */
  unsigned long seed;
  int layers;                  /* layers mode: the start is in Z, and nodes
                                  cannot be pinned */
  int solved;                  /* layers mode, but a solver runs as well */
  int self_loops;              /* layers mode: use A + I in place of A */
  double eps;                  /* of the attention metric */
  double aspect;               /* of the page; for --init pivot, buildup */
  const char *edge_column;     /* an edge attribute still needed after the
                                  lengths are made; or NULL */
  int edge_columns;            /* nonzero: all may still be needed */
  const char *names;           /* --names: yes, no or a node attribute; or
                                  NULL */
  mg_keep keep;                /* parts of the source to keep after the start */
} mg_input_use;

/* Tables needed by this stage only; NULL: not given. */
typedef struct {
  mg_tables lengths;
  double *features, *start;    /* n*dim */
  unsigned char *start_has;    /* n: 1 for nodes with a row in `start` */
  double *pins;                /* n*dim: positions of the pinned nodes */
  unsigned char *pinned;       /* n: 1 for nodes with a row in `pins` */
} mg_input_files;

/* Tables for the measures of layers. */
typedef struct {
  double *reference;           /* n*dim; NULL: not given */
  mg_splits splits;            /* count 0: not given */
} mg_layer_tables;

/* Counts of components. */
typedef struct {
  size_t count;
  double pairs;                /* pairs of nodes in the same component */
  size_t left, left_nodes;     /* components left out, and their nodes */
} mg_input_parts;

/* The stage: its options, the data read, and the results for later stages. */
typedef struct {
  const mg_input_options *opt;
  mg_input_use use;
  mg_specification spec;       /* of the problem, made from the options */
  mg_input_files files;

  mg_source src;
  mg_simple simple;            /* its edges after merging and dropping loops */
  mg_groups groups;
  mg_shown_names shown;
  size_t dim;
  mgnn_problem *problem;
  int lengths_given;           /* 0: no lengths were given, so all are 1 */
  char unit[MG_UNIT_MAX];      /* of the lengths; "": not known */
  mg_input_parts parts;

  double *start;               /* n*dim: Z in layers mode, else Y */
  double *origin;              /* n*dim: Z0 in layers mode; may be `start` */
  size_t pinned;               /* number of pinned nodes */
  int start_given;             /* 0: layout mode chooses its starts itself */
  double start_scale;          /* of a random start with --init random; else 0 */
  double random_scale;         /* of any random start; else 0 */

  double *positions, *align;   /* n*dim, as read from use.positions and
                                  use.align; or NULL */
  mg_layer_tables layer_tables;
  unsigned char *align_has;    /* n: 1 for nodes with a position in `align` */
} mg_input;

/* The steps, to be called in this order: read the graph; read the tables about its
 * nodes; build the problem; choose the start.  *in must be zeroed before the first.
 * After a failure, too, free it with mg_input_free. */
mgnn_status mg_input_read(mg_input *in, const mg_input_options *opt,
                          const mg_input_use *use, mgnn_error *err);
mgnn_status mg_input_tables(mg_input *in, mgnn_error *err);
mgnn_status mg_input_build(mg_input *in, mgnn_error *err);
mgnn_status mg_input_start(mg_input *in, mgnn_error *err);
void mg_input_free(mg_input *in);

/* Reduce the problem to the nodes that --component and --no-isolates select; the
 * first function is called by mg_input_build. */
mgnn_status mg_input_select(mg_input *in, mgnn_error *err);
mgnn_status mg_input_selection_parse(const mg_input_options *opt,
                                     mg_selection *out, mgnn_error *err);

/* Fail unless dim equals other.  what: the start of the reason, as in "--dim is". */
mgnn_status mg_coordinates_check(const char *path, size_t dim, const char *what,
                                 size_t other, mgnn_error *err);

/* Free all parts of the source except those in use.keep. */
void mg_input_release(mg_input *in);

/* The graph in the form that drawings take; its dim is in->dim. */
mg_drawn_graph mg_input_drawn(const mg_input *in);

/* The graph as it was read, before merging, as far as use.keep kept it. */
mg_given mg_input_given(const mg_input *in);

#endif
