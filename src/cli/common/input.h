/* The first stage of a program: read a graph and all that goes with it, build
 * the problem, and decide where the nodes start. */
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

/* Terms of the energy beside the lengths. */
typedef struct {
  const char *chirality;       /* a table, or names; or NULL */
  double min_distance;         /* 0: none asked for */
} mg_input_terms;

/* Of files about atoms. */
typedef struct {
  double cutoff;               /* of the pairs that are edges; 0: bonds */
  const char *topology;
} mg_input_atoms;

/* What a user can say about the input. */
typedef struct {
  const char *format;          /* --input-format */
  mg_input_atoms atoms;
  const char *metric, *unit;
  int metric_adds_edges;
  const char *stiffness, *pin, *labels, *features, *init;
  const char *project;         /* --project: of the features; or NULL */
  const char *component;       /* largest, all or a number; or NULL */
  int no_isolates;
  int lenient, strict_tables;
  long max_nodes, max_edges, max_bytes;
  long dim;                    /* 0: not given */
  mg_input_terms terms;
} mg_input_options;

/* The graph and its lengths; labels and features; what is tolerated, and what a
 * file may cost.  Programs list their own rows between. */
extern const mg_option mg_input_graph_rows[], mg_input_part_rows[],
                       mg_input_node_rows[], mg_input_length_rows[],
                       mg_input_table_rows[], mg_input_limit_rows[];

void mg_input_options_init(mg_input_options *opt);

/* The k-th word of --init, or NULL. */
const char *mg_start_word(size_t k);

/* What the library's messages end in: the options that help. */
extern const char *const mg_input_hints[MG_HINTS];

/* What is read, and what the later stages need of it. */
typedef struct {
  const char *path;            /* the graph */
  const char *positions;       /* to be inspected; they set dim; or NULL */
  const char *align;           /* to align the drawing to; or NULL */
  const char *splits, *reference;      /* to measure layers with; or NULL */
  unsigned long seed;
  int layers;                  /* layers mode: the start is Z, and nothing can
                                  be pinned */
  int solved;                  /* and a solver will be asked all the same */
  int self_loops;              /* and A + I in place of A */
  double eps;                  /* of the attention metric */
  double aspect;               /* of the page, for pivot and buildup */
  const char *edge_column;     /* an edge attribute that will be read after the
                                  lengths were made; or NULL */
  int edge_columns;            /* nonzero: all of them may be */
  const char *names;           /* --names: a node attribute, yes or no; or
                                  NULL */
  mg_keep keep;                /* of the source, once the start is chosen */
} mg_input_use;

/* Tables that only the steps of this stage need; NULL: not given. */
typedef struct {
  mg_tables lengths;
  double *features, *start;    /* n*dim */
  unsigned char *start_has;    /* n: 1 for nodes that `start` has */
  double *pins;                /* n*dim, of the nodes with a row */
  unsigned char *pinned;       /* n: 1 for these */
} mg_input_files;

/* Tables that layers are measured with. */
typedef struct {
  double *reference;           /* n*dim; NULL: not given */
  mg_splits splits;            /* count 0: none */
} mg_layer_tables;

/* The components. */
typedef struct {
  size_t count;
  double pairs;                /* of nodes within one component */
  size_t left, left_nodes;     /* components left out, and their nodes */
} mg_input_parts;

/* The stage: what was asked for, what was read, and what came of it. */
typedef struct {
  const mg_input_options *opt;
  mg_input_use use;
  mg_specification spec;       /* what these ask of the problem */
  mg_input_files files;

  mg_source src;
  mg_simple simple;            /* what became of its edges */
  mg_groups groups;
  mg_shown_names shown;
  size_t dim;
  mgnn_problem *problem;
  int lengths_given;           /* 0: all 1, none were given */
  char unit[MG_UNIT_MAX];      /* of the lengths; or empty: not known */
  mg_input_parts parts;

  double *start;               /* n*dim: Z in layers mode, else Y */
  double *origin;              /* layers mode: Z0, n*dim, maybe `start` itself */
  size_t pinned;               /* nodes with a pin */
  int start_given;             /* 0: layout mode chooses its starts itself */
  double start_scale;          /* of a random start that was asked for; else 0 */
  double random_scale;         /* of a random start, asked for or not; else 0 */

  double *positions, *align;   /* n*dim: what the files of these names hold; or
                                  NULL */
  mg_layer_tables layer_tables;
  unsigned char *align_has;    /* n: 1 for nodes that `align` has */
} mg_input;

/* The steps, to be called in this order: read the graph; read the tables that
 * belong to its nodes; build the problem; choose the start.  What was read
 * stays with *in, zeroed at first, whatever fails, until mg_input_free. */
mgnn_status mg_input_read(mg_input *in, const mg_input_options *opt,
                          const mg_input_use *use, mgnn_error *err);
mgnn_status mg_input_tables(mg_input *in, mgnn_error *err);
mgnn_status mg_input_build(mg_input *in, mgnn_error *err);
mgnn_status mg_input_start(mg_input *in, mgnn_error *err);
void mg_input_free(mg_input *in);

/* Of the problem that was built, keep what --component and --no-isolates ask
 * for: part of mg_input_build. */
mgnn_status mg_input_select(mg_input *in, mgnn_error *err);
mgnn_status mg_input_selection_parse(const mg_input_options *opt,
                                     mg_selection *out, mgnn_error *err);

/* Whether a table has as many coordinates as `what`, such as "--dim is", says. */
mgnn_status mg_coordinates_check(const char *path, size_t dim, const char *what,
                                 size_t other, mgnn_error *err);

/* Give back what use.keep does not ask for. */
void mg_input_release(mg_input *in);

/* As drawings show it; dim is that of the input. */
mg_drawn_graph mg_input_drawn(const mg_input *in);

/* The graph as it was given, as far as it was kept. */
mg_given mg_input_given(const mg_input *in);

#endif
