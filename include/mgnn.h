/* libmgnn: embed graphs so that edges get their prescribed lengths.
 *
 * All data are plain arrays.  Positions are n*dim doubles, node after node.  Edges
 * are pairs of node numbers counted from 0.  Methods are named by strings.  The
 * library never prints, never exits and keeps no state between calls.  (GNU OpenMP
 * exits if there is no memory for its threads.)
 *
 * See libmgnn(3) for the mathematics and for examples. */
#ifndef MGNN_H
#define MGNN_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  MGNN_OK = 0,
  MGNN_EINVAL,                 /* a parameter or an option is not allowed */
  MGNN_EPARSE,                 /* a file does not hold what it should */
  MGNN_EIO,                    /* a file cannot be read or written */
  MGNN_ENOMEM,                 /* out of memory */
  MGNN_ENOCONV                 /* stopped by a limit; the result is filled in */
} mgnn_status;

/* Why a call failed.  `text` is one line without a final newline; messages
 * about input start with FILE:LINE: or FILE:LINE:COLUMN:. */
typedef struct {
  mgnn_status status;
  char text[1000];
} mgnn_error;

/* A short description of a status, in English; never NULL. */
const char *mgnn_status_text(mgnn_status status);

/* The version of the library, such as "0.2.0". */
const char *mgnn_version(void);

/* The number of a node, from 0 to 2^32 - 2. */
typedef unsigned int mgnn_node;

/* A graph with target lengths.  Calls that work with positions take the dimension
 * as `dim`, from 1 to 10000. */
typedef struct mgnn_problem mgnn_problem;

/* Make a problem from arrays.
 *
 * out     receives the problem; NULL if the call fails.  Free it with
 *         mgnn_problem_free.
 * n       number of nodes, at most 2^32 - 2.
 * m       number of edges.
 * ends    2*m node numbers: edge e joins ends[2e] and ends[2e+1].  No loops
 *         and no pair twice.  May be NULL if m is 0.
 * length  m target lengths, 0 or from 1e-150 to 1e150; NULL: all 1.
 * err     receives the reason of a failure; may be NULL.
 *
 * The arrays are copied.  Returns MGNN_OK, MGNN_EINVAL or MGNN_ENOMEM.
 * Time and memory O(n + m). */
mgnn_status mgnn_problem_new(mgnn_problem **out, size_t n, size_t m,
                             const mgnn_node *ends, const double *length,
                             mgnn_error *err);

/* Read a graph file of any supported format, recognised by its suffix (see
 * mgnn-formats(5)).  Lengths come from the edge attribute len, length, distance or
 * dist if the file has one, and are 1 otherwise.  Loops are dropped and parallel
 * edges merged.  Ownership and `err` as in mgnn_problem_new; also returns
 * MGNN_EIO and MGNN_EPARSE. */
mgnn_status mgnn_problem_read(mgnn_problem **out, const char *path,
                              mgnn_error *err);

/* The same from the content of a file in memory, compressed or not.  format is a
 * word of mgnn-formats(5): "gml", "csv", "edgelist", "graphml", "pdb", ...  Messages
 * call the file "memory". */
mgnn_status mgnn_problem_read_memory(mgnn_problem **out, const void *bytes,
                                     size_t size, const char *format,
                                     mgnn_error *err);

/* How to read a graph.  mgnn_read_params_init sets the defaults, all NULL. */
typedef struct {
  size_t size;                 /* of this struct; leave it alone */
  const char *path;            /* the file; with `bytes` its name in messages, NULL:
                                  "memory" */
  const void *bytes;           /* the content of a file; NULL: read `path` */
  size_t bytes_size;
  const char *format;          /* a word of mgnn-formats(5); NULL: by the suffix of
                                  the path */
  const char *lengths;         /* the edge attribute with the lengths, as in --metric
                                  attr:NAME; NULL: the usual ones */
  const char *stiffness;       /* the edge attribute with their weights, as in
                                  --stiffness NAME */
  const char *metric;          /* as in --metric: a table of lengths, FILE or
                                  FILE:COLUMN, or attr:NAME, const:X, walk:T,
                                  inverse:NAME, ...; NULL: none */
} mgnn_read_params;

void mgnn_read_params_init_size(mgnn_read_params *par, size_t size);
#define mgnn_read_params_init(par) \
  mgnn_read_params_init_size(par, sizeof *(par))

/* Read a graph with these parameters.  MGNN_EINVAL: there is no such attribute, both
 * lengths and metric are given, or neither path nor bytes.  MGNN_EPARSE: an edge
 * lacks the attribute. */
mgnn_status mgnn_problem_read_by(mgnn_problem **out, const mgnn_read_params *par,
                                 mgnn_error *err);

/* The name of node i as the programs write it: its label, name or id in the file, else
 * its number.  Unique, owned by the problem.  NULL: the problem was made from
 * arrays, or there is no node i. */
const char *mgnn_problem_node_name(const mgnn_problem *p, size_t i);

/* Note k about the file that the problem was read from, as the programs print it: an
 * attribute that is not used, a value that was replaced, ...  Owned by the problem.
 * NULL after the last. */
const char *mgnn_problem_note(const mgnn_problem *p, size_t k);

/* Free a problem; NULL is allowed. */
void mgnn_problem_free(mgnn_problem *p);

/* The sizes of a problem, its 2*m node numbers, and its m lengths (of intervals the
 * lower bounds).  The arrays belong to the problem and are valid until it is changed or
 * freed. */
size_t mgnn_problem_nodes(const mgnn_problem *p);
size_t mgnn_problem_edges(const mgnn_problem *p);
const mgnn_node *mgnn_problem_ends(const mgnn_problem *p);
const double *mgnn_problem_lengths(const mgnn_problem *p);

/* Replace the target lengths by intervals: every length from lower[e] to upper[e]
 * is equally good; upper[e] may be INFINITY.  If upper is NULL, lower has exact
 * lengths.  lower must not be NULL. */
mgnn_status mgnn_problem_bounds_set(mgnn_problem *p, const double *lower,
                                    const double *upper, mgnn_error *err);
/* m upper bounds; for an exact length the length itself. */
const double *mgnn_problem_upper(const mgnn_problem *p);

/* Make lengths from similarities, for mgnn_problem_bounds_set (as both bounds):
 *
 * metric  "inverse" (1/w), "neglog" (-log w, w at most 1), "complement" (1 - w,
 *         w from 0 to 1), or "jaccard", which needs no values: 1 less the common
 *         part of the neighbours of both ends, scaled to a mean of 1.
 * value   m similarities; NULL for "jaccard".
 * length  receives m lengths; may be the same array.
 *
 * Returns MGNN_OK, MGNN_EINVAL (an unknown metric, a value out of range) or
 * MGNN_ENOMEM; length is then left alone. */
mgnn_status mgnn_lengths_make(const mgnn_problem *p, const char *metric,
                              const double *value, double *length,
                              mgnn_error *err);

/* Tighten intervals of lengths, in place, by the triangle inequality.  Drawings that
 * meet the old bounds meet the new ones.  *tightened (may be NULL) receives the number
 * of bounds that changed.  MGNN_EINVAL: more than 6000 nodes; MGNN_ENOMEM.  Time
 * O(n m) and n searches for paths. */
mgnn_status mgnn_problem_smooth(mgnn_problem *p, size_t *tightened, mgnn_error *err);

/* Give every edge a stiffness, finite and not negative, and at most 1e300 when
 * multiplied with the square of the edge's length; NULL: all 1.  A node
 * whose edges all have stiffness 0 counts as a node of degree 0. */
mgnn_status mgnn_problem_stiffness_set(mgnn_problem *p, const double *stiffness,
                                       mgnn_error *err);
/* m stiffnesses as they were set; NULL: all 1.  And the m weights of the terms of E:
 * the stiffnesses, times (u/l)^2 if noise is relative (see mgnn_problem_noise_set). */
const double *mgnn_problem_stiffness(const mgnn_problem *p);
const double *mgnn_problem_weights(const mgnn_problem *p);

/* Set the standard deviation of the errors of the lengths.
 *
 * kind   "absolute": sigma is a length, the standard deviation of every length of
 *        stiffness 1; with stiffness w it is sigma/sqrt(w).
 *        "relative": sigma is a share, 0.05 for 5 % of each length.  The weight of a
 *        length l is then its stiffness times (u/l)^2, with u the root mean square of
 *        all lengths.  No length may be 0.  Set bounds before this call.
 *        NULL: no errors, the default.
 * sigma  the standard deviation; 0: not known, to be estimated from the residuals.
 *
 * mgnn_layout stops searching once such errors explain what is left;
 * mgnn_robust_find and mgnn_uncertainty_find use it too.  MGNN_OK, MGNN_EINVAL or
 * MGNN_ENOMEM; after a failure the problem is as before. */
mgnn_status mgnn_problem_noise_set(mgnn_problem *p, const char *kind, double sigma,
                                   mgnn_error *err);
/* The kind, and sigma (which may be NULL). */
const char *mgnn_problem_noise(const mgnn_problem *p, double *sigma);

/* Nonzero: use A + I in place of A, as the papers of SGC and APPNP do. */
void mgnn_problem_self_loops_set(mgnn_problem *p, int on);
int mgnn_problem_self_loops(const mgnn_problem *p);

/* Fix coordinates at their starting values, for mgnn_solve and mgnn_layout: n*dim
 * bytes, nonzero for fixed; NULL: none.  Fixed coordinates, like those of any start,
 * must lie between -1e152 and 1e152.  From then on another `dim` is refused with
 * MGNN_EINVAL. */
mgnn_status mgnn_problem_pins_set(mgnn_problem *p, size_t dim,
                                  const unsigned char *pin, mgnn_error *err);
/* The n*dim bytes, and the dim they were set for (dim may be NULL); NULL and 0 if
 * none were set. */
const unsigned char *mgnn_problem_pins(const mgnn_problem *p, size_t *dim);

/* Prescribe the handedness of tetrahedra, for mgnn_layout and mgnn_solve in three
 * dimensions or more (where the first three count): the volume
 *   V(a,b,c,d) = det(b-a, c-a, d-a) / 6
 * gets the given sign, and the given size if there is one.  The term
 *   ((V - v) / u^2)^2
 * is added to the energy, with v the target volume (at least 0.03 u^3 if only the sign
 * is given) and u the mean length of the edges among the four nodes, or of all edges if
 * there are none among them.  Tetrahedra across components are ignored.
 *
 * nodes   4*count node numbers, a b c d of each; copied.  count 0: none.
 * sign    count: 1 or -1.
 * volume  count, positive, or NAN for the sign alone; NULL: all NAN.
 *
 * MGNN_OK, MGNN_EINVAL or MGNN_ENOMEM; after a failure the problem is as before. */
mgnn_status mgnn_problem_chirality_set(mgnn_problem *p, size_t count,
                                       const mgnn_node *nodes,
                                       const signed char *sign,
                                       const double *volume, mgnn_error *err);
/* The number of tetrahedra.  And tetrahedron k: fills in its four nodes and its volume
 * (NAN: only the sign is given; volume may be NULL) and returns its sign. */
size_t mgnn_problem_chirality_count(const mgnn_problem *p);
int mgnn_problem_chirality(const mgnn_problem *p, size_t k, mgnn_node *nodes,
                           double *volume);
/* The number of tetrahedra with the right sign at y; 0 below three dimensions. */
size_t mgnn_chirality_right(const mgnn_problem *p, size_t dim, const double *y);

/* Keep nodes that no edge joins at least x apart, for mgnn_layout and mgnn_solve:
 * (x - r)^2 is added to the energy for every such pair with r < x.  0: off. */
mgnn_status mgnn_problem_min_distance_set(mgnn_problem *p, double x,
                                          mgnn_error *err);
double mgnn_problem_min_distance(const mgnn_problem *p);

/* The progress of a run, passed to its watcher. */
typedef struct {
  size_t step;                 /* layers, or iterations of all stages, so far */
  const double *x;             /* n*dim, valid during the call: the current
                                  positions, Z in mgnn_propagate, else Y.  In
                                  mgnn_layout components are not yet rotated and
                                  packed, and those still to be searched are at
                                  their starts */
  double value;                /* the energy reached in the current stage: E, or
                                  the stress of all pairs of the component; NAN:
                                  not known */
  double left;                 /* an estimate of the seconds until this stage
                                  ends; NAN: not known */
} mgnn_progress;

/* Parameters are structs.  Their first member is the size of the struct when the
 * caller was compiled; mgnn_..._init sets it and the defaults.  New members are only
 * added at the end (in mgnn_control in place of reserved ones), and older callers get
 * their defaults.  NULL in place of a struct of parameters stands for the defaults. */

/* Settings of all runs. */
typedef struct {
  unsigned long seed;          /* 1: the seed of all random numbers */
  int threads;                 /* 0: as many as OpenMP offers, but one if the
                                  machine is busy and OMP_NUM_THREADS is not set,
                                  or after fork() in a process with threads */
  size_t max_iterations;       /* 0: no limit that a normal graph reaches */
  double time_limit;           /* 0: none; else seconds, not negative */
  /* NULL, or called at the start (step 0), after each layer, and during a search
   * after an iteration or less often.  Returning a value other than 0 ends the run
   * with MGNN_ENOCONV.  The last call of mgnn_layout has its result. */
  int (*watch)(void *ctx, const mgnn_progress *now);
  void *watch_ctx;
  void *reserved[8];           /* NULL, for later versions */
} mgnn_control;

/* Parameters of layers.  Set the defaults with mgnn_layer_params_init, then change
 * what you need. */
typedef struct {
  size_t size;                 /* of this struct; leave it alone */
  const char *rule;            /* "mgnn", as NULL is; see mgnn_rule_name */
  size_t layers;               /* 1 */
  double alpha;                /* 0.05: pull to the start, 0 to 1 */
  double beta;                 /* 0.5: weight of the lengths, not negative */
  double eps;                  /* 1e-5: added to distances, not negative */
  const double *origin;        /* NULL: Z0 is the start; else n*dim doubles */
  int single_precision;        /* 0; 1: positions and lengths are floats, which
                                  is faster, takes half the memory, and is less
                                  exact */
  double step;                 /* 0.5, of mgnn-damped: above 0, at most 1 */
  double theta;                /* 0.5, of gcnii: weight of its random maps */
  double p, mu;                /* 1.5 and 0.1, of pgnn: power from 1 to 100, pull
                                  to the start */
  const char *filter;          /* "ppr", as NULL is, of gpr; "heat:T", "monomial:K",
                                  or coefficients "0.1,0.2,..." */
  const double *attention;     /* of gat: m weights, not negative; NULL: those
                                  of A */
  mgnn_control control;
} mgnn_layer_params;

void mgnn_layer_params_init_size(mgnn_layer_params *par, size_t size);
#define mgnn_layer_params_init(par) \
  mgnn_layer_params_init_size(par, sizeof *(par))

/* Parameters of a search. */
typedef struct {
  size_t size;                 /* of this struct; leave it alone */
  const char *pairs;           /* "edges" (or NULL): fit the edges' lengths;
                                  "paths": hold all pairs at their shortest-path
                                  distances */
  const char *solver;          /* NULL: the default; see mgnn_solver_name */
  int spread;                  /* 1: if the lengths do not fix the drawing,
                                  mgnn_layout takes the one closest to the
                                  shortest-path distances; 0: any, faster */
  double tolerance;            /* 1e-6: relative decrease that ends a descent */
  double aspect;               /* 1: ratio of width to height into which
                                  components are packed; positive, finite */
  mgnn_control control;
  /* For mgnn_layout and mgnn_drawings_find only: */
  const char *effort;          /* how long to search if the lengths are not met but
                                  might be.  NULL: no longer; "low": the same, and
                                  only two starts with pairs "paths"; "normal": some
                                  tenths of a second, if the lengths fix the
                                  drawing; "high": minutes */
  size_t restarts;             /* 0 or 1: one search; else the number of searches,
                                  each with its own seed, of which the best is kept */
  const char *tree;            /* "stress" (or NULL): trees are drawn as any other
                                  graph; "radial": around their roots */
  size_t ensemble;             /* 0: the number of drawings that mgnn_drawings_find
                                  finds */
  double cluster;              /* the RMSD up to which two drawings count as alike;
                                  0: a tenth of the radius */
  double met;                  /* the largest relative error of a length at which
                                  mgnn_drawings_find accepts a dimension; 0: 1e-3 */
} mgnn_search_params;

void mgnn_search_params_init_size(mgnn_search_params *par, size_t size);
#define mgnn_search_params_init(par) \
  mgnn_search_params_init_size(par, sizeof *(par))

/* The name of rule i, of solver i; NULL past the last. */
const char *mgnn_rule_name(size_t i);
const char *mgnn_solver_name(size_t i);

/* The usual random start: fill x, n*dim doubles, with independent normal deviates of
 * mean 0 and standard deviation `scale`.  The same seed gives the same positions on
 * every machine. */
mgnn_status mgnn_place(const mgnn_problem *p, size_t dim, unsigned long seed,
                       double scale, double *x, mgnn_error *err);

/* A start of a search: n*dim doubles y in the space of Y, found from the lengths by
 * "pivot" (or NULL: PivotMDS on shortest paths) or "buildup" (node by node).
 * Components are rotated and packed as in mgnn_layout. */
mgnn_status mgnn_start(const mgnn_problem *p, size_t dim, const char *start,
                       const mgnn_search_params *par, double *y,
                       mgnn_error *err);

/* Move every node `par->layers` times by the rule named in `par->rule`.
 *
 * p    graph and target lengths; not changed.
 * par  checked first: alpha between 0 and 1, beta and eps not negative.
 * z    the caller's n*dim doubles, node after node, in the space of Z.  In: the start.
 *      Out: the result; unchanged if the call fails.
 * err  receives the reason of a failure; may be NULL.
 *
 * Returns MGNN_OK, MGNN_EINVAL (a bad parameter, an unknown rule), MGNN_ENOMEM or
 * MGNN_ENOCONV (a limit or the watcher ended the run; z holds the layer that was
 * reached).  Time O(layers * edges * dim), extra memory O(edges + n * dim). */
mgnn_status mgnn_propagate(const mgnn_problem *p, size_t dim,
                           const mgnn_layer_params *par, double *z,
                           mgnn_error *err);

/* How a search ended. */
typedef struct {
  size_t iterations;
  double energy;               /* of the positions returned */
  const char *reason;          /* "converged", "iterations", "time", "stopped";
                                  after mgnn_layout "local minimum" if it ended by
                                  itself with lengths unmet that might be met */
  const char *stage;           /* of mgnn_layout: the stage that found the drawing
                                  of the largest component; else NULL */
  double pair_stress;          /* with pairs "paths": the sum over pairs of
                                  w (r-d)^2/d^2, d the length of the shortest
                                  path; else NAN */
  unsigned char *determined;   /* of mgnn_layout with pairs "edges": n bytes, by
                                  mgnn_determined_given: 1 if the lengths determine
                                  the place of the node, 0 if not, 255 if not known,
                                  as after "time" and "stopped"; else NULL */
  size_t spread_nodes;         /* of mgnn_layout with pairs "edges": nodes that
                                  the lengths leave free and that were unfolded */
  double spread_stress;        /* as pair_stress, over the components with such
                                  nodes; 0 without them, NAN if not known */
} mgnn_outcome;

/* Free the arrays of an outcome, which may be all zero. */
void mgnn_outcome_free(mgnn_outcome *out);

/* Minimise the energy E(Y) from the given start.  With pairs "paths" minimise the
 * sum over the pairs of each component of w (r-d)^2/d^2 instead, with w the stiffness
 * of an edge and 1 for other pairs, and d the length of the shortest path; the solver
 * is then ignored.
 *
 * y    the caller's n*dim doubles in the space of Y.  In: the start.  Out: the
 *      best positions found; unchanged if the call fails.
 * out  receives how the search ended; may be NULL.
 *
 * Returns MGNN_OK, MGNN_ENOCONV (a limit or the watcher ended it; y is filled
 * in), MGNN_EINVAL or MGNN_ENOMEM.  The energy never rises from one iteration
 * to the next. */
mgnn_status mgnn_solve(const mgnn_problem *p, size_t dim,
                       const mgnn_search_params *par, double *y,
                       mgnn_outcome *out, mgnn_error *err);

/* Find the best drawing for the lengths, without a start (see libmgnn(3)).
 *
 * Components are laid out separately, rotated to their principal axes, and packed
 * side by side.  With pinned coordinates (y holds their values) they are neither
 * rotated nor packed.
 *
 * y    the caller's n*dim doubles in the space of Y.  In: pinned coordinates.
 *      Out: the drawing; unchanged if the call fails.
 * out  receives how the search ended, to be freed with mgnn_outcome_free; may be
 *      NULL.  All zero if the call fails.
 *
 * Returns as mgnn_solve does. */
mgnn_status mgnn_layout(const mgnn_problem *p, size_t dim,
                        const mgnn_search_params *par, double *y,
                        mgnn_outcome *out, mgnn_error *err);

/* The result of mgnn_drawings_find. */
typedef struct mgnn_drawings mgnn_drawings;

/* mgnn_layout in the smallest suitable dimension, or for several drawings.
 *
 * dim  0: the smallest dimension from 1 to 6 in which the lengths are met to par->met,
 *      or if there is none the smallest that comes within 1 % of the energy in 6.
 * par  ensemble: the number of drawings to find that meet the lengths, with other
 *      seeds and, for intervals, from random lengths within them.
 * y    pinned coordinates; NULL if there are no pins.
 * out  to be freed with mgnn_drawings_free; NULL if the call fails.
 *
 * Returns as mgnn_layout does. */
mgnn_status mgnn_drawings_find(const mgnn_problem *p, size_t dim,
                               const mgnn_search_params *par, const double *y,
                               mgnn_drawings **out, mgnn_error *err);
void mgnn_drawings_free(mgnn_drawings *d);

/* The dimension; how the search for the best drawing ended; the number of drawings, and
 * the n*dim positions of drawing k: the best is first, the others are aligned to it
 * and sorted by energy. */
size_t mgnn_drawings_dim(const mgnn_drawings *d);
const mgnn_outcome *mgnn_drawings_outcome(const mgnn_drawings *d);
size_t mgnn_drawings_count(const mgnn_drawings *d);
const double *mgnn_drawings_positions(const mgnn_drawings *d, size_t k);
/* The cluster of drawing k, from 1, and its RMSD to the first drawing. */
size_t mgnn_drawings_cluster(const mgnn_drawings *d, size_t k);
double mgnn_drawings_rmsd(const mgnn_drawings *d, size_t k);

/* How well positions meet the lengths.  Relative errors are over the edges
 * with a positive target; a figure that is undefined (no such edge) is NAN. */
typedef struct {
  double energy;               /* E(Y), over all edges */
  double objective;            /* (1-alpha) E(Y) + alpha |Z - Z0|^2 */
  double stress;               /* E / sum of w M^2 */
  double stress1;              /* sqrt(E / sum of w r^2), Kruskal's stress-1 */
  double max_relative_error;   /* the largest |r - M| / M: LDE */
  double rms_relative_error;
  double mean_relative_error;  /* MDE */
  double max_zero_length;      /* the largest r of an edge of length 0 */
  size_t coincident;           /* edges with r = 0 and M > 0 */
} mgnn_figures;

/* Measure positions.
 *
 * y       n*dim doubles in the space of Y.
 * origin  Z0 for the objective, n*dim doubles in the space of Z; NULL: the
 *         objective is the energy.
 * alpha   as in the objective; ignored if origin is NULL.
 *
 * Layers that grow without bound can be measured too: if coordinates are NAN, infinite
 * or beyond 1e152, so are the figures.  Returns MGNN_OK, MGNN_EINVAL or MGNN_ENOMEM.
 * Time O(m * dim). */
mgnn_status mgnn_measure(const mgnn_problem *p, size_t dim, const double *y,
                         const double *origin, double alpha,
                         mgnn_figures *out, mgnn_error *err);

/* Which lengths are grossly wrong, and the weight of each. */
typedef struct mgnn_robust mgnn_robust;

/* Iteratively reweighted least squares, from positions of mgnn_layout or mgnn_solve.
 *
 * loss  "huber": residuals beyond 1.345 standard deviations lose weight.
 *       "geman-mcclure" (or NULL): graduated non-convexity; in the end lengths that are
 *       more likely wrong than right have weight 0, the others 1.
 * par   parameters of each round; the limits and the watcher of its control are for
 *       all rounds together.
 * y     n*dim doubles in the space of Y.  In: the start.  Out: the positions for the
 *       reweighted lengths.
 * out   the result, to be freed with mgnn_robust_free; NULL if the call fails.
 *
 * The standard deviation of correct lengths is that of mgnn_problem_noise_set, or
 * 1.4826 times the median residual.  The stiffnesses of the problem are multiplied
 * by the weights, so that later calls leave wrong lengths out; to restore them call
 * mgnn_problem_stiffness_set.
 *
 * Returns MGNN_OK, MGNN_ENOCONV (stopped early; the result is filled in), MGNN_EINVAL
 * or MGNN_ENOMEM; after the last two problem and y are as before. */
mgnn_status mgnn_robust_find(mgnn_problem *p, size_t dim, const char *loss,
                             const mgnn_search_params *par, double *y,
                             mgnn_robust **out, mgnn_error *err);
void mgnn_robust_free(mgnn_robust *r);

/* The number of suspects, lengths that are more likely wrong than right; and the edge
 * of suspect k, the likeliest first. */
size_t mgnn_robust_suspects(const mgnn_robust *r);
size_t mgnn_robust_suspect(const mgnn_robust *r, size_t k);

/* The odds that the length of edge e is wrong (99: 99 to 1), and the factor from 0 to 1
 * by which its stiffness was multiplied. */
double mgnn_robust_odds(const mgnn_robust *r, size_t e);
double mgnn_robust_weight(const mgnn_robust *r, size_t e);

/* The standard deviation of the other lengths (a share if noise is relative), and the
 * estimated share of wrong lengths. */
double mgnn_robust_scale(const mgnn_robust *r);
double mgnn_robust_share(const mgnn_robust *r);

/* How precisely lengths with errors determine the positions. */
typedef struct mgnn_uncertainty mgnn_uncertainty;

/* The covariance of least squares at a minimum y of E, n*dim doubles in the space of
 * Y: sigma^2 N^-1, with N the Gauss-Newton matrix of the coordinates that are not
 * pinned.  Without pins it is that of positions aligned to the true ones.  sigma is
 * that of mgnn_problem_noise_set, or else estimated.
 *
 * Returns MGNN_OK, MGNN_EINVAL (more than 10 dimensions, y is not finite) or
 * MGNN_ENOMEM; *out, to be freed with mgnn_uncertainty_free, is NULL after a failure.
 * Costs twice as much as a sparse factorization. */
mgnn_status mgnn_uncertainty_find(const mgnn_problem *p, size_t dim,
                                  const double *y, mgnn_uncertainty **out,
                                  mgnn_error *err);
void mgnn_uncertainty_free(mgnn_uncertainty *u);

/* The dim*dim covariances of the coordinates of node i, row after row, and the standard
 * error of its coordinate c.  NAN if the lengths leave the node free, or if sigma is
 * neither given nor can be estimated; 0 for pinned coordinates. */
const double *mgnn_uncertainty_covariance(const mgnn_uncertainty *u, size_t i);
double mgnn_uncertainty_error(const mgnn_uncertainty *u, size_t i, size_t c);
/* The number of nodes that the lengths leave free. */
size_t mgnn_uncertainty_free_nodes(const mgnn_uncertainty *u);

/* The standard deviation of the lengths, estimated from the residuals (a share if noise
 * is relative; NAN if there are too few lengths); the degrees of freedom behind it; and
 * chi2, the sum of squared residuals in units of the given sigma, which should be about
 * the degrees of freedom (NAN: no sigma was given). */
double mgnn_uncertainty_estimate(const mgnn_uncertainty *u);
double mgnn_uncertainty_freedom(const mgnn_uncertainty *u);
double mgnn_uncertainty_chi2(const mgnn_uncertainty *u);

/* The leverage of edge e, from 0 to 1: how much the drawn length follows the given one;
 * 1 if no other length checks it. */
double mgnn_uncertainty_leverage(const mgnn_uncertainty *u, size_t e);

/* The number of bars: edges with an exact length and positive stiffness. */
size_t mgnn_problem_bars(const mgnn_problem *p);

/* What the lengths of the edges determine, for generic positions: a property
 * of the graph, whatever the lengths are (see libmgnn(3)).  Only bars count.
 * Nodes pinned in all coordinates count as one rigid body. */
typedef struct {
  size_t dim;
  size_t nodes, edges;
  size_t rank;                 /* of the rigidity matrix, over the coordinates
                                  that are not pinned */
  size_t motions;              /* rigid motions that the pins allow */
  size_t degrees_of_freedom;   /* independent motions beyond these; 0: rigid */
  size_t stresses;             /* bars - rank: independent self-stresses */
  int rigid, redundantly_rigid; /* 0 or 1 */
  int globally_rigid;          /* 0 or 1; -1: would take too long */
  const char *method;          /* "combinatorial" or "randomized" */
  const char *global_method;   /* the same for globally_rigid */
  double error, global_error;  /* bounds on the probability that a verdict is
                                  wrong; 0: exact */
  size_t redundant;            /* bars that can be removed without losing rank,
                                  and so can carry a stress */
  unsigned char *edge_redundant; /* edges: 1 for these */
  size_t parts;                /* maximal rigid parts, the largest first */
  size_t *part_first;          /* parts+1: part k has the nodes */
  mgnn_node *part_node;        /* part_node[part_first[k]] to
                                  part_node[part_first[k+1]-1], rising */
  unsigned *edge_part;         /* edges: the largest part that contains each;
                                  UINT_MAX if the edge is not a bar */
} mgnn_rigidity;

/* Analyse the rigidity of the graph: exactly in one and two dimensions, in more by the
 * rank of matrices over a prime field at random positions.
 *
 * out  filled in; free its arrays with mgnn_rigidity_free.  All zero if the
 *      call fails.
 *
 * Returns MGNN_OK, MGNN_EINVAL (too large) or MGNN_ENOMEM.  Time close to
 * O(n + m) in one and two dimensions, as of a sparse elimination in more. */
mgnn_status mgnn_rigidity_find(const mgnn_problem *p, size_t dim,
                               unsigned long seed, mgnn_rigidity *out,
                               mgnn_error *err);
void mgnn_rigidity_free(mgnn_rigidity *r);

/* Which nodes have the same place in every drawing with the given lengths.  Places are
 * relative to the pinned nodes, which are assumed to be in general position (if all lie
 * on a line, there is a mirror image too); without pins, to the largest set of nodes
 * whose places relative to each other are determined. */
typedef struct mgnn_determined mgnn_determined;

/* For generic lengths: by the tests of mgnn_rigidity_find, and by the kernels of random
 * stress matrices over a prime field.
 *
 * out  the answers, to be freed with mgnn_determined_free; NULL if the call
 *      fails.
 *
 * Returns as mgnn_rigidity_find does. */
mgnn_status mgnn_determined_find(const mgnn_problem *p, size_t dim,
                                 unsigned long seed, mgnn_determined **out,
                                 mgnn_error *err);
void mgnn_determined_free(mgnn_determined *d);

/* The same for the given lengths, from a drawing y (n*dim doubles) that meets them.
 * Special lengths (equal, on a lattice, nodes on a line) can have drawings that generic
 * lengths do not have.  A node is determined only if that is excluded.  Pinned nodes
 * are at their places in y. */
mgnn_status mgnn_determined_given(const mgnn_problem *p, size_t dim,
                                  const double *y, unsigned long seed,
                                  mgnn_determined **out, mgnn_error *err);

/* Whether node i is determined: 1 yes, 0 no, -1 not known; and the reason:
 * yes  "pinned", "body of reference", for generic lengths "globally rigid graph",
 *      "stress kernel", for the given lengths "trilateration", "branch and prune"
 * no   "no body of reference", "motion" (that changes its place), "separated"
 *      (by dim nodes or fewer, and so can be reflected), "another drawing" (with the
 *      given lengths has it elsewhere)
 * not known  "no theorem decides", "too much work"; for the given lengths also
 *      "globally rigid graph", "stress kernel" (generic ones would determine it), the
 *      first three of no if y does not meet the lengths, "special lengths" (generic
 *      ones would not), "lengths that cannot be met" */
int mgnn_determined_node(const mgnn_determined *d, size_t i);
const char *mgnn_determined_how(const mgnn_determined *d, size_t i);

/* The number of determined nodes; the motions that remain possible: "nothing" (with
 * more than dim pinned nodes), "a mirror image" (with dim of them) or "rigid motions";
 * and a bound on the probability that an answer for generic lengths is wrong, 0 if
 * exact. */
size_t mgnn_determined_count(const mgnn_determined *d);
const char *mgnn_determined_up_to(const mgnn_determined *d);
double mgnn_determined_error(const mgnn_determined *d);

/* Infinitesimal rigidity at given positions, which may be special: motions that change
 * no length to first order. */
typedef struct {
  size_t rank, motions, degrees_of_freedom, stresses; /* as above */
  int rigid;                   /* 0 or 1; -1: a singular value is within a factor
                                  of 10 of the tolerance, so that rounding decides */
  double tolerance;            /* as given */
  double gap_low, gap_high;    /* no singular value is between these; smaller
                                  ones count as 0 */
} mgnn_infinitesimal;

/* y          n*dim doubles in the space of Y, finite.
 * tolerance  singular values below this count as 0, of the rigidity matrix
 *            with a unit vector for each end of an edge; from 1e-7 to 1, such
 *            as 1e-6.
 *
 * Returns MGNN_OK, MGNN_EINVAL or MGNN_ENOMEM; *out is then left alone. */
mgnn_status mgnn_infinitesimal_find(const mgnn_problem *p, size_t dim,
                                    const double *y, double tolerance,
                                    mgnn_infinitesimal *out, mgnn_error *err);

/* Infinitesimal motions and self-stresses at given positions. */
typedef struct mgnn_flexes mgnn_flexes;

/* Find the vectors behind mgnn_infinitesimal_find, for up to 800 coordinates and bars.
 * Free *out with mgnn_flexes_free; it is NULL if the call fails. */
mgnn_status mgnn_flexes_find(const mgnn_problem *p, size_t dim, const double *y,
                             double tolerance, mgnn_flexes **out,
                             mgnn_error *err);
void mgnn_flexes_free(mgnn_flexes *f);

/* The number of motions beyond the rigid ones, and motion k: n*dim velocities that
 * change no length, orthonormal, 0 at pinned nodes. */
size_t mgnn_flexes_motions(const mgnn_flexes *f);
const double *mgnn_flexes_motion(const mgnn_flexes *f, size_t k);

/* The number of stresses, and stress k: a number w_ij per edge such that the sum over j
 * of w_ij (y_i - y_j) is 0 at every node that is not pinned. */
size_t mgnn_flexes_stresses(const mgnn_flexes *f);
const double *mgnn_flexes_stress(const mgnn_flexes *f, size_t k);

/* 1 if for some stress w the sum of w_ij |v_i - v_j|^2 is positive for all motions v
 * other than 0: then the framework is rigid to second order.  0 if there is no such
 * stress; -1 if none was found among several stresses and motions. */
int mgnn_flexes_prestress_stable(const mgnn_flexes *f);

/* An edge that is longer than another path between its ends. */
typedef struct {
  size_t edge;
  double length;               /* the target length, or the lower bound */
  double path_length;          /* of the shortest path, by upper bounds */
  size_t nodes;                /* on that path, both ends included */
  const mgnn_node *path;       /*   from the edge's first end to its second */
} mgnn_violation;

/* All of them, the largest excess first. */
typedef struct {
  mgnn_violation *item;
  size_t count;
  size_t checked;              /* the number of edges checked: all, unless the
                                  time ran out */
  double uniform_change;       /* the smallest t such that changing each length by
                                  at most the factor 1 - t or 1 + t can remove all
                                  violations */
  double shortening;           /* the sum by which lengths must at least be
                                  shortened if none is lengthened: each of these
                                  edges to its path_length */
  mgnn_node *path_nodes;       /* the memory that the paths point into */
} mgnn_violations;

/* Find every edge that is longer than a path between its ends (with intervals: whose
 * lower bound is longer than a path of upper bounds).  Such lengths cannot be met in
 * any dimension.  Lengths without violations may still be impossible.  Exact, up to a
 * relative excess of 1e-12, which counts as rounding.
 *
 * The search stops after about 20 seconds of work, which large graphs with very
 * different lengths may need; `checked` is then below the number of edges.  Free with
 * mgnn_violations_free.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mgnn_violations_find(const mgnn_problem *p, mgnn_violations *out,
                                 mgnn_error *err);
void mgnn_violations_free(mgnn_violations *v);

/* Whether the lengths can be met in `dim` dimensions. */
typedef struct {
  int feasible;                /* 1: yes, 0: no, -1: not known */
  const char *method;          /* the evidence; NULL: not known.
                                  "paths"     no: there are violations; exact
                                  "spectrum"  the eigenvalues of the Gram matrix
                                              of all pairs: not Euclidean, or so
                                              in dim
                                  "rank"      no: Euclidean, but of a higher
                                              dimension
                                  "clique"    no: so for the nodes of a group
                                  "drawing"   yes: positions that meet them */
  size_t dim;                  /* as given */
  double tolerance;            /* relative, of lengths */
  double max_error;            /* of the drawing last tried, or NAN */
  mgnn_violations violations;  /* those that remain even if lengths change within
                                  the tolerance */

  /* dim + 2 nodes, all joined, whose lengths do not fit; group_size 0: not found. */
  mgnn_node *group;
  size_t group_size;

  /* If all pairs have exact lengths, up to 1000 nodes: eigenvalues of the Gram
   * matrix in units of the largest squared length. */
  int edm;                     /* 1: Euclidean, 0: not, -1: not all pairs */
  size_t edm_dim;              /* eigenvalues above the slack */
  double edm_least, edm_most;  /* the smallest and the largest eigenvalue */
  double edm_slack;            /* the largest change of an eigenvalue within the
                                  tolerance */
  double *nearest;             /* the m nearest Euclidean lengths if the given ones
                                  are not Euclidean, up to 64 nodes; else NULL */
  size_t nearest_dim;
  double nearest_change;       /* |D' - D|_F / |D|_F of the squared lengths */
} mgnn_feasibility;

/* Find whether the lengths can be met.  "No" needs a witness, "yes" the lengths of all
 * pairs and points that have them.  mgnn_feasibility_certify turns "not known" into
 * "yes" if positions y meet every length within the tolerance (relative to the mean
 * length for an edge of length 0).  Free with mgnn_feasibility_free.  MGNN_OK,
 * MGNN_EINVAL (the tolerance) or MGNN_ENOMEM. */
mgnn_status mgnn_feasibility_find(const mgnn_problem *p, size_t dim,
                                  double tolerance, mgnn_feasibility *out,
                                  mgnn_error *err);
mgnn_status mgnn_feasibility_certify(mgnn_feasibility *f, const mgnn_problem *p,
                                     const double *y, mgnn_error *err);
void mgnn_feasibility_free(mgnn_feasibility *f);

/* How the relative errors of the lengths are distributed, over the edges with
 * a positive target. */
enum { MGNN_QUANTILES = 5, MGNN_ERROR_BINS = 8 };
typedef struct {
  size_t met, too_short, too_long;       /* within the tolerance, or not */
  double quantile[MGNN_QUANTILES];       /* quantiles .25, .5, .75, .9 and .99 */
  size_t bin[MGNN_ERROR_BINS];           /* up to 1e-6, 1e-5, ..., 1, above */
  double scale;                /* the factor that scales the drawing best; NAN: it
                                  is a point */
  double scaled_stress;        /* the stress after scaling */
} mgnn_distribution;

/* Returns MGNN_OK, MGNN_EINVAL (the tolerance is negative or NAN) or
 * MGNN_ENOMEM.  Time O(m (dim + log m)). */
mgnn_status mgnn_distribution_find(const mgnn_problem *p, size_t dim,
                                   const double *y, double tolerance,
                                   mgnn_distribution *out, mgnn_error *err);

/* Whether two drawings are the same.  Flags are 0 or 1. */
typedef struct {
  int equivalent;              /* the lengths of every edge agree within the
                                  relative tolerance (for edges of target 0, of the
                                  mean length) */
  int congruent;               /* equivalent, and after the best rigid motion no
                                  node is off by more than tolerance times size */
  int similar;                 /* congruent, or congruent after scaling */
  int mirrored;                /* 1 if the best motion is a reflection, 0 if not, -1
                                  if the drawings are not similar */
  double max_edge_difference;  /* relative */
  double max_deviation;        /* of a node, after the best motion */
  double rmsd;                 /* root mean square deviation after the best rigid
                                  motion, reflections included */
  double rmsd_unmirrored;      /* the same without reflections */
  double rmsd_scaled;          /* the same with reflections and scaling */
  double scale;                /* the factor of that scaling */
  double size;                 /* of `other`: root mean square distance from
                                  its centroid */
} mgnn_comparison;

/* Compare positions y with `other`, n*dim doubles each in the space of Y.
 * MGNN_OK, MGNN_EINVAL (the tolerance is negative or NAN, a coordinate is not
 * finite or beyond 1e152) or MGNN_ENOMEM.  Time O(n dim^2 + m dim). */
mgnn_status mgnn_compare(const mgnn_problem *p, size_t dim, const double *y,
                         const double *other, double tolerance,
                         mgnn_comparison *out, mgnn_error *err);

/* Move n points y by the rigid motion or reflection that brings them nearest to `other`
 * in the sum of squares (Kabsch).  MGNN_OK, MGNN_EINVAL (dim, a coordinate that is not
 * finite or beyond 1e152) or MGNN_ENOMEM; after a failure y is unchanged. */
mgnn_status mgnn_align(size_t n, size_t dim, const double *other, double *y,
                       mgnn_error *err);

/* Parameters of the search for other drawings with the same lengths.  Set the defaults
 * with mgnn_realization_params_init. */
typedef struct {
  size_t size;                 /* of this struct; leave it alone */
  unsigned long seed;          /* 1 */
  size_t most;                 /* 10: the largest number of drawings; at least 1 */
  double tolerance;            /* 1e-5: relative, of lengths */
} mgnn_realization_params;

void mgnn_realization_params_init_size(mgnn_realization_params *par,
                                       size_t size);
#define mgnn_realization_params_init(par) \
  mgnn_realization_params_init_size(par, sizeof *(par))

typedef struct {
  size_t count;
  double *y;                   /* count * n*dim, aligned to the first so that as
                                  many nodes as possible coincide */
  const char **how;            /* count: "given", "branch", "reflection",
                                  "restart" */
  size_t separators;           /* the number of node sets used for reflections */
  size_t restarts;             /* the number of searches from other starts */
  int all_separators;          /* 0: more separators exist than were tried */
  double total;                /* the number of drawings that exist, exactly if
                                  `complete`, else a lower bound */
  int complete;                /* 1: the search was exhaustive, and y meets the
                                  lengths to rounding */
} mgnn_realizations;

/* Find drawings that meet the lengths within the tolerance and are pairwise not
 * congruent.  The first is y, n*dim doubles in the space of Y; if y does not meet the
 * lengths, `count` is 0.  Signed volumes (mgnn_problem_chirality_set) and the least
 * distance must hold too.
 *
 * With exact lengths, a discretization order (mgnn-inspect(1)) and at most 4 dimensions,
 * branch and prune finds all drawings, to rounding, and counts those beyond `most`.
 * Pinned nodes are joined by their distances, and drawings then differ if a node is at
 * another place.  With intervals there is usually a continuum of drawings; branch and
 * prune finds some of them in 2 and 3 dimensions, first at the middles of the possible
 * arcs, then at random places.
 *
 * If this finds too few, or takes more than some seconds, a heuristic follows.  Every
 * drawing is reflected, piece by piece, in the hyperplane through each set of up to dim
 * nodes that separates the graph (a random one through smaller sets); pieces with pinned
 * nodes stay.  Then come searches from random positions, and from drawings folded over
 * along a random line.  There may be more drawings than it finds.
 *
 * Free with mgnn_realizations_free.  MGNN_OK, MGNN_EINVAL (a parameter, y is not
 * finite) or MGNN_ENOMEM; after a failure *out is all zero. */
mgnn_status mgnn_realizations_find(const mgnn_problem *p, size_t dim,
                                   const double *y,
                                   const mgnn_realization_params *par,
                                   mgnn_realizations *out, mgnn_error *err);
void mgnn_realizations_free(mgnn_realizations *r);

/* Convert Z to Y = D^-1/2 Z (if to_y is not 0) or back, in place: n*dim doubles. */
void mgnn_rescale(const mgnn_problem *p, size_t dim, double *x, int to_y);

#ifdef __cplusplus
}
#endif

#endif
