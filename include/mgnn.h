/* libmgnn: embed graphs so that edges get their prescribed lengths.
 *
 * Everything passes as plain arrays.  Positions are n*dim doubles, node after
 * node.  Edges are pairs of node numbers counted from 0.  Methods are
 * named by strings, in what is asked and in what is answered.  The library
 * never prints, never exits and keeps no state between calls; but where memory
 * runs out while OpenMP starts its threads, that library ends the process.
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

/* A graph with target lengths.  It can be embedded in any number of dimensions:
 * the calls that place nodes take it as `dim`, from 1 to 10000. */
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

/* Read a graph file of any supported format, told by its suffix (see
 * mgnn-formats(5)).  Lengths come from the edge attribute `len` or `length`
 * if the file has one and are 1 otherwise.  Loops are dropped and parallel
 * edges merged.  Ownership and `err` as in mgnn_problem_new; also returns
 * MGNN_EIO and MGNN_EPARSE.  The nodes keep their names: mgnn_problem_node_name. */
mgnn_status mgnn_problem_read(mgnn_problem **out, const char *path,
                              mgnn_error *err);

/* The same from `size` bytes in memory, as the file would hold them, compressed or
 * not.  format is a word of mgnn-formats(5): "gml", "csv", "edgelist", "graphml",
 * "pdb", ...  Messages call the file "memory". */
mgnn_status mgnn_problem_read_memory(mgnn_problem **out, const void *bytes,
                                     size_t size, const char *format,
                                     mgnn_error *err);

/* What is read, and how; set the defaults, all NULL, with mgnn_read_params_init. */
typedef struct {
  size_t size;                 /* of this struct; leave it alone */
  const char *path;            /* of the file; of bytes what messages call it, NULL:
                                  "memory" */
  const void *bytes;           /* NULL: the file; else what it would hold */
  size_t bytes_size;
  const char *format;          /* a word of mgnn-formats(5); NULL: by the suffix of
                                  the path */
  const char *lengths;         /* the edge attribute, or column, that they are, as
                                  after --metric attr:NAME; NULL: the usual ones */
  const char *stiffness;       /* the same, as after --stiffness NAME */
  const char *metric;          /* a table of lengths, FILE or FILE:COLUMN, as after
                                  --metric; NULL: none */
} mgnn_read_params;

void mgnn_read_params_init_size(mgnn_read_params *par, size_t size);
#define mgnn_read_params_init(par) \
  mgnn_read_params_init_size(par, sizeof *(par))

/* The same with all of these.  Fails with MGNN_EINVAL if there is no such attribute,
 * with both lengths and metric, and without a path and bytes; MGNN_EPARSE if an edge lacks the attribute. */
mgnn_status mgnn_problem_read_by(mgnn_problem **out, const mgnn_read_params *par,
                                 mgnn_error *err);

/* The name of node i, as the programs write it: of a file its label, name or id, else
 * its number.  Unique, owned by the problem.  NULL: the problem was made of
 * arrays, whose nodes have none, or i is not below the number of nodes. */
const char *mgnn_problem_node_name(const mgnn_problem *p, size_t i);

/* Note k about the file that the problem was read from, as the programs print it: an
 * attribute that is not used, a value that was replaced, ...  Owned by the problem.
 * NULL: there are no more. */
const char *mgnn_problem_note(const mgnn_problem *p, size_t k);

/* Free a problem; NULL is allowed. */
void mgnn_problem_free(mgnn_problem *p);

/* Sizes of a problem, and what was set.  What is an array points into the problem
 * and is valid until the problem is changed or freed: 2*m node numbers and m
 * lengths (the lower bounds where there are intervals). */
size_t mgnn_problem_nodes(const mgnn_problem *p);
size_t mgnn_problem_edges(const mgnn_problem *p);
const mgnn_node *mgnn_problem_ends(const mgnn_problem *p);
const double *mgnn_problem_lengths(const mgnn_problem *p);

/* Replace the target lengths by intervals: any length from lower[e] to
 * upper[e] is as good as any other; upper[e] may be INFINITY.  upper NULL:
 * lower has exact lengths; lower is not NULL. */
mgnn_status mgnn_problem_bounds_set(mgnn_problem *p, const double *lower,
                                    const double *upper, mgnn_error *err);
/* m upper bounds; where lengths are exact these. */
const double *mgnn_problem_upper(const mgnn_problem *p);

/* Make lengths of similarities, for mgnn_problem_bounds_set (as both bounds):
 *
 * metric  "inverse" (1/w), "neglog" (-log w, w at most 1), "complement" (1 - w,
 *         w from 0 to 1), or "jaccard", which needs no values: 1 less the common
 *         part of the neighbours of both ends, scaled to a mean of 1.
 * value   m similarities; NULL where none are needed.
 * length  receives m lengths; may be the same array.
 *
 * Returns MGNN_OK, MGNN_EINVAL (an unknown metric, a value out of range) or
 * MGNN_ENOMEM; length is then left alone. */
mgnn_status mgnn_lengths_make(const mgnn_problem *p, const char *metric,
                              const double *value, double *length,
                              mgnn_error *err);

/* Tighten intervals of lengths, in place, to what the triangle inequality leaves of
 * them.  Drawings that meet all bounds still do.  *tightened, which may be NULL:
 * how many bounds changed.  MGNN_EINVAL: more than 6000 nodes; MGNN_ENOMEM.  Time
 * O(n m) and n searches for paths. */
mgnn_status mgnn_problem_smooth(mgnn_problem *p, size_t *tightened, mgnn_error *err);

/* Give every edge a stiffness, finite and not negative, and at most 1e300 when
 * multiplied with the square of the edge's length; NULL: all 1.  A node
 * whose edges all have stiffness 0 counts as a node of degree 0. */
mgnn_status mgnn_problem_stiffness_set(mgnn_problem *p, const double *stiffness,
                                       mgnn_error *err);
/* m stiffnesses as they were set; NULL: all 1.  And m weights, by which lengths
 * count: the same, but where noise is relative. */
const double *mgnn_problem_stiffness(const mgnn_problem *p);
const double *mgnn_problem_weights(const mgnn_problem *p);

/* Say that lengths have errors, and of which size.
 *
 * kind   "absolute": sigma is a length, the standard deviation of every length of
 *        stiffness 1; of one of stiffness w it is sigma/sqrt(w).
 *        "relative": sigma is a share, 0.05 for 5 % of each length.  A length l
 *        then counts by its stiffness times (u/l)^2, u the root mean square of
 *        all; none may be 0, and set bounds before: they stay as they are.
 *        NULL: nothing is said, as at first; weights are stiffnesses again.
 * sigma  the standard deviation; 0: not known, it is estimated where it is needed.
 *
 * Used by mgnn_layout, which does not search for what errors leave unmet, by
 * mgnn_robust_find and by mgnn_uncertainty_find.  MGNN_OK, MGNN_EINVAL or
 * MGNN_ENOMEM; the problem is then as before. */
mgnn_status mgnn_problem_noise_set(mgnn_problem *p, const char *kind, double sigma,
                                   mgnn_error *err);
/* The kind, and sigma (which may be NULL). */
const char *mgnn_problem_noise(const mgnn_problem *p, double *sigma);

/* Nonzero: use A + I in place of A, as the papers of SGC and APPNP do. */
void mgnn_problem_self_loops_set(mgnn_problem *p, int on);
int mgnn_problem_self_loops(const mgnn_problem *p);

/* Hold coordinates where they start, for mgnn_solve and mgnn_layout: n*dim
 * bytes, nonzero is held, at a coordinate within -1e152 and 1e152, as those of
 * any start are; NULL: none.  From then on the problem can be placed in this
 * many dimensions only: another `dim` is MGNN_EINVAL. */
mgnn_status mgnn_problem_pins_set(mgnn_problem *p, size_t dim,
                                  const unsigned char *pin, mgnn_error *err);
/* n*dim bytes, with dim (which may be NULL) as it was set; NULL and 0: none. */
const unsigned char *mgnn_problem_pins(const mgnn_problem *p, size_t *dim);

/* Prescribe the handedness of tetrahedra, for mgnn_layout and mgnn_solve in three
 * dimensions or more (where the first three count): the volume
 *   V(a,b,c,d) = det(b-a, c-a, d-a) / 6
 * has the given sign, and the given size where there is one.  A term
 *   ((V - v) / u^2)^2
 * is added to what is minimised, v the volume asked for (at least 0.03 u^3 if there
 * is only a sign), u the mean length of the edges among the four nodes, or of all
 * edges if there are none.  Tetrahedra of several components are ignored.
 *
 * nodes   4*count node numbers, a b c d of each; copied.  count 0: none.
 * sign    count: 1 or -1.
 * volume  count, positive, or NAN where only the sign counts; NULL: all so.
 *
 * MGNN_OK, MGNN_EINVAL or MGNN_ENOMEM; the problem is then as before. */
mgnn_status mgnn_problem_chirality_set(mgnn_problem *p, size_t count,
                                       const mgnn_node *nodes,
                                       const signed char *sign,
                                       const double *volume, mgnn_error *err);
/* How many tetrahedra there are; and number k of them, below that: its four nodes,
 * its volume (NAN: only the sign counts; volume may be NULL), and the sign, which
 * is returned. */
size_t mgnn_problem_chirality_count(const mgnn_problem *p);
int mgnn_problem_chirality(const mgnn_problem *p, size_t k, mgnn_node *nodes,
                           double *volume);
/* How many of them have the sign asked for at y; 0 below three dimensions. */
size_t mgnn_chirality_right(const mgnn_problem *p, size_t dim, const double *y);

/* Keep nodes that no edge joins at least x apart, for mgnn_layout and mgnn_solve:
 * (x - r)^2 is added for every such pair with r < x.  0: not asked for. */
mgnn_status mgnn_problem_min_distance_set(mgnn_problem *p, double x,
                                          mgnn_error *err);
double mgnn_problem_min_distance(const mgnn_problem *p);

/* How far a run is, as its watcher is told. */
typedef struct {
  size_t step;                 /* layers, or iterations of all stages, so far */
  const double *x;             /* n*dim: where the nodes are now, valid during
                                  the call: Z in mgnn_propagate, Y in mgnn_solve
                                  and mgnn_layout, where components are not yet
                                  oriented and packed, and those whose search has
                                  not begun are as given */
  double value;                /* of what the stage under way minimises: E, or
                                  the stress of all pairs of the component; NAN:
                                  not known */
  double left;                 /* estimate of the seconds that this stage still
                                  takes; NAN: none */
} mgnn_progress;

/* Parameters are structs whose first member is their size where the caller was
 * compiled, set by mgnn_..._init with the defaults: a library that knows further
 * members gives those their defaults.  Members are only ever added, at the end;
 * those of mgnn_control, which is part of others, in what is reserved there.
 * Where parameters are asked for, NULL stands for the defaults. */

/* What every run is told, whatever it computes. */
typedef struct {
  unsigned long seed;          /* 1: of all random numbers */
  int threads;                 /* 0: as many as OpenMP offers, but one where the
                                  machine is busy and OMP_NUM_THREADS is not set;
                                  1 in a child that a process with threads made
                                  by fork */
  size_t max_iterations;       /* 0: no limit that a normal graph reaches */
  double time_limit;           /* 0: none; else seconds, not negative */
  /* NULL, or called at the start (step 0), after each layer, and after each
   * iteration or now and then during a search.  A nonzero answer ends the run
   * there with MGNN_ENOCONV.  mgnn_layout tells at its end what it delivers. */
  int (*watch)(void *ctx, const mgnn_progress *now);
  void *watch_ctx;
  void *reserved[8];           /* NULL, for later versions */
} mgnn_control;

/* What layers do.  Set the defaults with mgnn_layer_params_init, then change
 * what you need. */
typedef struct {
  size_t size;                 /* of this struct; leave it alone */
  const char *rule;            /* "mgnn", as NULL is; see mgnn_rule_name */
  size_t layers;               /* 1 */
  double alpha;                /* 0.05: pull to the start, 0 to 1 */
  double beta;                 /* 0.5: weight of the lengths, not negative */
  double eps;                  /* 1e-5: added to distances, not negative */
  const double *origin;        /* NULL: Z0 is the start; else n*dim doubles */
  int single_precision;        /* 0; else positions and lengths are floats:
                                  faster, in half of the memory, less exact */
  double step;                 /* 0.5, of mgnn-damped: above 0, at most 1 */
  double theta;                /* 0.5, of gcnii: weight of its random maps */
  double p, mu;                /* 1.5 and 0.1, of pgnn: power from 1 to 100, pull
                                  to the start */
  const char *filter;          /* "ppr", as NULL is, of gpr; "heat:T", "monomial:K",
                                  or coefficients "0.1,0.2,..." */
  const double *attention;     /* of gat: m weights, not negative; NULL: all
                                  neighbours count as in A */
  mgnn_control control;
} mgnn_layer_params;

void mgnn_layer_params_init_size(mgnn_layer_params *par, size_t size);
#define mgnn_layer_params_init(par) \
  mgnn_layer_params_init_size(par, sizeof *(par))

/* What a search minimises, and when it stops.  Defaults as above. */
typedef struct {
  size_t size;                 /* of this struct; leave it alone */
  const char *pairs;           /* "edges", as NULL is, or "paths": what counts */
  const char *solver;          /* NULL: the default; see mgnn_solver_name */
  int spread;                  /* 1: mgnn_layout uses the freedom that lengths
                                  leave to bring all pairs near their
                                  shortest-path distances; 0: what is fastest */
  double tolerance;            /* 1e-6: relative decrease that ends a descent */
  double aspect;               /* 1: width to height, where components are
                                  packed side by side; positive, finite */
  mgnn_control control;
  /* Of mgnn_layout and mgnn_drawings_find alone: */
  const char *effort;          /* how long to go on searching if the lengths are not
                                  met and may be: not at all (NULL); "low", which
                                  also makes only two starts with pairs "paths";
                                  "normal" (if they determine the drawing: some
                                  tenths of a second); "high" (minutes) */
  size_t restarts;             /* 0, as 1: that many searches are made, each from a
                                  seed of its own, and the best is kept */
  const char *tree;            /* "stress", as NULL is, or "radial": trees are drawn
                                  around their roots */
  size_t ensemble;             /* 0; mgnn_drawings_find: that many drawings */
  double cluster;              /* 0: a tenth of the radius; the RMSD up to which
                                  drawings of an ensemble belong together */
  double met;                  /* 0: 1e-3; the relative error of lengths at which
                                  the dimension is large enough */
} mgnn_search_params;

void mgnn_search_params_init_size(mgnn_search_params *par, size_t size);
#define mgnn_search_params_init(par) \
  mgnn_search_params_init_size(par, sizeof *(par))

/* The name of rule i, of solver i; NULL past the last. */
const char *mgnn_rule_name(size_t i);
const char *mgnn_solver_name(size_t i);

/* Fill x with independent normal deviates of mean 0 and the given standard
 * deviation, generated from the seed: the usual random start.  x has n*dim
 * doubles.  The same seed gives the same positions on every machine. */
mgnn_status mgnn_place(const mgnn_problem *p, size_t dim, unsigned long seed,
                       double scale, double *x, mgnn_error *err);

/* Positions in the space of Y from the lengths alone, not yet refined: start
 * "pivot", as NULL is (PivotMDS on shortest paths), or "buildup" (node by node).
 * Components are turned and packed as mgnn_layout does.  y has n*dim doubles. */
mgnn_status mgnn_start(const mgnn_problem *p, size_t dim, const char *start,
                       const mgnn_search_params *par, double *y,
                       mgnn_error *err);

/* Move every node `par->layers` times by the rule named in `par->rule`.
 *
 * p    graph and target lengths; not changed.
 * par  checked first: alpha between 0 and 1, beta and eps not negative.
 * z    caller's n*dim doubles, node after node, in the space of Z.  In: where
 *      the nodes start.  Out: where they end; left as it was if the call fails.
 * err  receives the reason of a failure; may be NULL.
 *
 * Returns MGNN_OK, MGNN_EINVAL (a bad parameter, an unknown rule),
 * MGNN_ENOMEM or MGNN_ENOCONV (a limit or the watcher ended the run; z holds
 * the layer that was reached).  Time O(layers * edges * dim), extra memory O(edges + n * dim); long runs on graphs
 * whose neighbours have distant numbers work on a renumbered copy. */
mgnn_status mgnn_propagate(const mgnn_problem *p, size_t dim,
                           const mgnn_layer_params *par, double *z,
                           mgnn_error *err);

/* How a search went. */
typedef struct {
  size_t iterations;
  double energy;               /* of the positions returned */
  const char *reason;          /* "converged", "iterations", "time", "stopped";
                                  mgnn_layout: "local minimum" if it ended by
                                  itself with lengths not met that may be */
  const char *stage;           /* mgnn_layout: what found them, of the largest
                                  component; else NULL */
  double pair_stress;          /* with pairs "paths": the sum over pairs
                                  of w (r-d)^2/d^2, d the length of the shortest
                                  path; else NAN */
  unsigned char *determined;   /* mgnn_layout with pairs "edges": n bytes, 1
                                  where the lengths determine a node's place, as
                                  mgnn_determined_given has it, 0
                                  where not, 255 where that is not known, as
                                  after "time" and "stopped"; else NULL */
  size_t spread_nodes;         /* mgnn_layout with pairs "edges": nodes that
                                  lengths left free and that were spread */
  double spread_stress;        /* of components that have such nodes: the sum
                                  over pairs, as pair_stress; 0 if there are
                                  none, NAN if not known */
} mgnn_outcome;

/* Free what an outcome holds; zeroed ones are allowed. */
void mgnn_outcome_free(mgnn_outcome *out);

/* Minimise the energy E(Y) from the given start; with pairs "paths" the sum
 * over the pairs of each component of w (r-d)^2/d^2 instead, w the stiffness of an
 * edge and 1 for other pairs, d the length of the
 * shortest path, and the solver makes no difference.
 *
 * y    caller's n*dim doubles in the space of Y.  In: the start.  Out: the
 *      best positions found; left as they were if the call fails.
 * out  how it went; may be NULL.
 *
 * Returns MGNN_OK, MGNN_ENOCONV (a limit or the watcher ended it; y is filled
 * in), MGNN_EINVAL or MGNN_ENOMEM.  The energy never rises from one iteration
 * to the next. */
mgnn_status mgnn_solve(const mgnn_problem *p, size_t dim,
                       const mgnn_search_params *par, double *y,
                       mgnn_outcome *out, mgnn_error *err);

/* Find a good drawing from nothing but the lengths: the best that several
 * starts, repairs and polishes come to (see libmgnn(3)).
 *
 * With pairs "edges" only the lengths of edges count; with "paths" every pair
 * is also kept at its shortest-path distance.  Components are laid out on
 * their own, turned so that their principal axes are the coordinate axes, and
 * packed side by side; where coordinates are pinned (y holds their values)
 * nothing is turned or packed.
 *
 * y    caller's n*dim doubles in the space of Y.  In: pinned coordinates.
 *      Out: the drawing; left as it was if the call fails.
 * out  how it went, to be freed with mgnn_outcome_free; may be NULL.  All zero
 *      if the call fails.
 *
 * Returns as mgnn_solve does. */
mgnn_status mgnn_layout(const mgnn_problem *p, size_t dim,
                        const mgnn_search_params *par, double *y,
                        mgnn_outcome *out, mgnn_error *err);

/* What a search with further wishes found. */
typedef struct mgnn_drawings mgnn_drawings;

/* mgnn_layout in a dimension that is sought, or for several drawings.
 *
 * dim  0: the smallest of 1 to 6 in which the lengths are met to par->met; if they
 *      never are, the smallest that comes within 1 % of the energy in 6.
 * par  ensemble: find so many drawings that meet the lengths, from other seeds and
 *      where lengths are intervals from a random part of each.
 * y    pinned coordinates; NULL if there are no pins.
 * out  to be freed with mgnn_drawings_free; NULL if the call fails.
 *
 * Returns as mgnn_layout does. */
mgnn_status mgnn_drawings_find(const mgnn_problem *p, size_t dim,
                               const mgnn_search_params *par, const double *y,
                               mgnn_drawings **out, mgnn_error *err);
void mgnn_drawings_free(mgnn_drawings *d);

/* The dimension; how the search for the best drawing went; how many drawings there
 * are, and the n*dim positions of number k of them: the best is first, the others
 * are aligned to it and sorted by energy. */
size_t mgnn_drawings_dim(const mgnn_drawings *d);
const mgnn_outcome *mgnn_drawings_outcome(const mgnn_drawings *d);
size_t mgnn_drawings_count(const mgnn_drawings *d);
const double *mgnn_drawings_positions(const mgnn_drawings *d, size_t k);
/* The cluster of number k, from 1, and its RMSD to the first. */
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
  double max_zero_length;      /* the largest r where 0 was asked */
  size_t coincident;           /* edges with r = 0 and M > 0 */
} mgnn_figures;

/* Measure positions.
 *
 * y       n*dim doubles in the space of Y.
 * origin  Z0 for the objective, n*dim doubles in the space of Z; NULL: the
 *         objective is the energy.
 * alpha   as in the objective; ignored if origin is NULL.
 *
 * Positions are taken as they are, so that layers which grow without bound can
 * be measured too: where coordinates are NAN, infinite or beyond 1e152, so are
 * the figures.  Returns MGNN_OK, MGNN_EINVAL or MGNN_ENOMEM.  Time O(m * dim). */
mgnn_status mgnn_measure(const mgnn_problem *p, size_t dim, const double *y,
                         const double *origin, double alpha,
                         mgnn_figures *out, mgnn_error *err);

/* Lengths some of which are grossly wrong: which, and how much each counts. */
typedef struct mgnn_robust mgnn_robust;

/* From positions of mgnn_layout or mgnn_solve, least squares again and again, where
 * the weights follow from the residuals.
 *
 * loss  "huber": those beyond 1.345 standard deviations count less; or
 *       "geman-mcclure", as NULL is: ever less from all being counted (graduated
 *       non-convexity), until lengths that are more likely wrong than right do not
 *       count at all and the others do fully.
 * par   of each round; of its control, limit and watcher are for all of them.
 * y     n*dim doubles in the space of Y.  In: where to begin.  Out: the positions
 *       that the reweighted lengths have.
 * out   what was found, to be freed with mgnn_robust_free; NULL if the call fails.
 *
 * The standard deviation of good lengths is that of mgnn_problem_noise_set, or
 * 1.4826 times the median residual.  The stiffnesses of the problem are multiplied
 * by the weights, so that what is asked next leaves wrong lengths out;
 * mgnn_problem_stiffness_set brings them back.
 *
 * Returns MGNN_OK, MGNN_ENOCONV (stopped early; all is filled in), MGNN_EINVAL or
 * MGNN_ENOMEM; with these two problem and y are as before. */
mgnn_status mgnn_robust_find(mgnn_problem *p, size_t dim, const char *loss,
                             const mgnn_search_params *par, double *y,
                             mgnn_robust **out, mgnn_error *err);
void mgnn_robust_free(mgnn_robust *r);

/* How many lengths are suspect, more likely wrong than right; and the edge of number
 * k of them, the likeliest first. */
size_t mgnn_robust_suspects(const mgnn_robust *r);
size_t mgnn_robust_suspect(const mgnn_robust *r, size_t k);

/* Of edge e: the odds that its length is wrong (99: 99 to 1), and what its
 * stiffness was multiplied by, 0 to 1. */
double mgnn_robust_odds(const mgnn_robust *r, size_t e);
double mgnn_robust_weight(const mgnn_robust *r, size_t e);

/* The standard deviation of the others, a length or, where noise is relative, a
 * share; and the share of wrong lengths among all, estimated. */
double mgnn_robust_scale(const mgnn_robust *r);
double mgnn_robust_share(const mgnn_robust *r);

/* How well lengths with errors determine positions. */
typedef struct mgnn_uncertainty mgnn_uncertainty;

/* The covariance of least squares at positions y, n*dim doubles in the space of Y,
 * where E has its minimum: sigma^2 N^-1, N the Gauss-Newton matrix, over what is
 * not pinned.  Where nothing is pinned it is free of rigid motions: that of
 * positions aligned to the true ones.  sigma is that of mgnn_problem_noise_set, or
 * the estimate.
 *
 * Returns MGNN_OK, MGNN_EINVAL (more than 10 dimensions, y is not finite) or
 * MGNN_ENOMEM; *out, to be freed with mgnn_uncertainty_free, is then NULL.  The
 * cost of a sparse factorization, and as much again. */
mgnn_status mgnn_uncertainty_find(const mgnn_problem *p, size_t dim,
                                  const double *y, mgnn_uncertainty **out,
                                  mgnn_error *err);
void mgnn_uncertainty_free(mgnn_uncertainty *u);

/* Of node i: dim*dim covariances of its coordinates, row after row, and the standard
 * error of coordinate c.  NAN where the lengths leave the node free, and all of them
 * where sigma is neither given nor can be estimated; 0 of what is pinned. */
const double *mgnn_uncertainty_covariance(const mgnn_uncertainty *u, size_t i);
double mgnn_uncertainty_error(const mgnn_uncertainty *u, size_t i, size_t c);
/* How many nodes are free. */
size_t mgnn_uncertainty_free_nodes(const mgnn_uncertainty *u);

/* The standard deviation of lengths that the residuals show, a length or, where
 * noise is relative, a share (NAN: there are no more lengths than positions need);
 * the degrees of freedom that it comes from; and chi2, the sum of squared residuals
 * in units of the sigma that was given, about as many as degrees of freedom if that
 * is right (NAN: none was given). */
double mgnn_uncertainty_estimate(const mgnn_uncertainty *u);
double mgnn_uncertainty_freedom(const mgnn_uncertainty *u);
double mgnn_uncertainty_chi2(const mgnn_uncertainty *u);

/* The share of the length of edge e in the length it gets, 0 to 1: 1 if nothing
 * checks it. */
double mgnn_uncertainty_leverage(const mgnn_uncertainty *u, size_t e);

/* The edges that are bars: those with an exact length and positive stiffness.
 * Intervals bound a drawing, they do not determine it. */
size_t mgnn_problem_bars(const mgnn_problem *p);

/* What the lengths of the edges determine, for generic positions: a property
 * of the graph, whatever the lengths are (see libmgnn(3)).  Only bars count.
 * Nodes pinned in all coordinates count as one rigid body. */
typedef struct {
  size_t dim;
  size_t nodes, edges;
  size_t rank;                 /* of the rigidity matrix, over the coordinates
                                  that are not pinned */
  size_t motions;              /* rigid motions that pins leave possible */
  size_t degrees_of_freedom;   /* independent motions beyond these; 0: rigid */
  size_t stresses;             /* bars - rank: independent self-stresses */
  int rigid, redundantly_rigid; /* 0 or 1 */
  int globally_rigid;          /* 0 or 1; -1: would take too long */
  const char *method;          /* how: "combinatorial" or "randomized" */
  const char *global_method;   /* the same of globally_rigid */
  double error, global_error;  /* bounds on the probability that a verdict is
                                  wrong; 0: exact */
  size_t redundant;            /* bars whose loss costs no rank: those that
                                  can carry a stress */
  unsigned char *edge_redundant; /* edges: 1 for these */
  size_t parts;                /* maximal rigid parts, the largest first */
  size_t *part_first;          /* parts+1: part k has the nodes */
  mgnn_node *part_node;        /* part_node[part_first[k]] to
                                  part_node[part_first[k+1]-1], rising */
  unsigned *edge_part;         /* edges: the largest part that each is in;
                                  UINT_MAX: it is no bar */
} mgnn_rigidity;

/* Find out.  In one and two dimensions exact, by counting; in more by the rank
 * of matrices over a prime field at random positions generated from the seed.
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

/* Which nodes lengths determine, for generic lengths: the same place in every
 * drawing, relative to the pinned nodes; where none are, to the largest set of
 * nodes that is determined in itself.  Pinned nodes are taken to be in general
 * position: if all are on a line, there is a mirror image too. */
typedef struct mgnn_determined mgnn_determined;

/* Find out, with the tests of mgnn_rigidity_find and what they leave open by the
 * kernel of random stress matrices over a prime field.
 *
 * out  the answers, to be freed with mgnn_determined_free; NULL if the call
 *      fails.
 *
 * Returns as mgnn_rigidity_find does. */
mgnn_status mgnn_determined_find(const mgnn_problem *p, size_t dim,
                                 unsigned long seed, mgnn_determined **out,
                                 mgnn_error *err);
void mgnn_determined_free(mgnn_determined *d);

/* The same for the lengths given, by a drawing that meets them, y, n*dim doubles.
 * Special lengths (equal, on a lattice, nodes on a line) can have drawings that
 * generic ones have not: a node is determined only if that is excluded, or if the
 * lengths look generic.  Pinned nodes count where y has them. */
mgnn_status mgnn_determined_given(const mgnn_problem *p, size_t dim,
                                  const double *y, unsigned long seed,
                                  mgnn_determined **out, mgnn_error *err);

/* Of node i, below the number of nodes: 1 yes, 0 no, -1 not known; and by what:
 * yes  "pinned", "globally rigid graph", "body of reference", "stress kernel",
 *      for the lengths given also "trilateration", "branch and prune"
 * no   "no body of reference", "motion" (that changes its place), "separated"
 *      (by dim nodes or fewer, and so can be reflected), "another drawing" (of the
 *      lengths given has it elsewhere)
 * not known  "no theorem decides", "too much work", "special lengths" (generic
 *      ones would determine it) */
int mgnn_determined_node(const mgnn_determined *d, size_t i);
const char *mgnn_determined_how(const mgnn_determined *d, size_t i);

/* How many are; what their places are determined up to: "nothing" (with more than
 * dim pinned nodes), "a mirror image" (with dim of them) or "rigid motions"; and a
 * bound on the probability that the answer of a node is wrong, 0: exact. */
size_t mgnn_determined_count(const mgnn_determined *d);
const char *mgnn_determined_up_to(const mgnn_determined *d);
double mgnn_determined_error(const mgnn_determined *d);

/* The same to first order at given positions, where they may be special:
 * which small motions change no length. */
typedef struct {
  size_t rank, motions, degrees_of_freedom, stresses; /* as above */
  int rigid;                   /* 0 or 1; -1: there are singular values within
                                  a factor of 10 of the tolerance, which
                                  rounding may have made */
  double tolerance;            /* as it was given */
  double gap_low, gap_high;    /* no singular value is between these; those
                                  below count as 0 */
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

/* As mgnn_infinitesimal_find, but the vectors themselves, for up to 800 coordinates
 * and bars.  *out is to be freed with mgnn_flexes_free, and NULL if the call fails. */
mgnn_status mgnn_flexes_find(const mgnn_problem *p, size_t dim, const double *y,
                             double tolerance, mgnn_flexes **out,
                             mgnn_error *err);
void mgnn_flexes_free(mgnn_flexes *f);

/* How many motions there are beyond the rigid ones, and number k of them: n*dim
 * velocities that change no length, orthonormal, 0 at pinned nodes. */
size_t mgnn_flexes_motions(const mgnn_flexes *f);
const double *mgnn_flexes_motion(const mgnn_flexes *f, size_t k);

/* How many stresses, and number k of them: a number w_ij per edge such that the sum
 * over j of w_ij (y_i - y_j) is 0 at every node that is not pinned. */
size_t mgnn_flexes_stresses(const mgnn_flexes *f);
const double *mgnn_flexes_stress(const mgnn_flexes *f, size_t k);

/* Whether a stress w holds what the first order leaves free: the sum of
 * w_ij |v_i - v_j|^2 is positive for all motions v other than 0.  Then the
 * framework is rigid, to second order.  1: yes, 0: no; -1: none was found, which
 * says nothing where there are several motions and several stresses. */
int mgnn_flexes_prestress_stable(const mgnn_flexes *f);

/* An edge that is longer than another path between its ends. */
typedef struct {
  size_t edge;
  double length;               /* asked for: the length, or the lower bound */
  double path_length;          /* of the shortest path, by upper bounds */
  size_t nodes;                /* on that path, both ends included */
  const mgnn_node *path;       /*   from the edge's first end to its second */
} mgnn_violation;

/* All of them, the largest excess first. */
typedef struct {
  mgnn_violation *item;
  size_t count;
  size_t checked;              /* edges: all, or as far as the budget went */
  double uniform_change;       /* the smallest t such that lengths that differ
                                  from these by a factor from 1 - t to 1 + t
                                  have no violation */
  double shortening;           /* the least that lengths must be shortened by,
                                  in sum, if none is lengthened: each of these
                                  edges to its path_length */
  mgnn_node *path_nodes;       /* the memory that the paths point into */
} mgnn_violations;

/* Find every edge that is longer than a path between its ends; with intervals,
 * whose lower bound is longer than a path of upper bounds.  Exact, but for a
 * relative excess of 1e-12, which may be rounding.  Such lengths can be met in
 * no dimension.  That there are none proves nothing.
 *
 * The search is given up after some 20 seconds of work, which large graphs
 * whose lengths differ wildly may need: `checked` is then below the number of
 * edges.  Free with mgnn_violations_free.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mgnn_violations_find(const mgnn_problem *p, mgnn_violations *out,
                                 mgnn_error *err);
void mgnn_violations_free(mgnn_violations *v);

/* Whether the lengths can be met in `dim` dimensions. */
typedef struct {
  int feasible;                /* 1: yes, 0: no, -1: not known */
  const char *method;          /* what that rests on; NULL: not known.
                                  "paths"     no: there are violations; exact
                                  "spectrum"  the eigenvalues of the Gram matrix
                                              of all pairs: not Euclidean, or so
                                              in dim
                                  "rank"      no: Euclidean, but of a higher
                                              dimension
                                  "clique"    no: so for the nodes of a group
                                  "drawing"   yes: positions that meet them */
  size_t dim;                  /* as it was given */
  double tolerance;            /* relative, of lengths */
  double max_error;            /* of the drawing last tried, or NAN */
  mgnn_violations violations;  /* beyond the tolerance: no change of lengths
                                  within it removes them */

  /* dim + 2 nodes, all joined, that do not fit; group_size 0: not found. */
  mgnn_node *group;
  size_t group_size;

  /* Where all pairs have exact lengths, up to 1000 nodes: eigenvalues of the
   * Gram matrix in units of the largest squared length. */
  int edm;                     /* 1: Euclidean, 0: not, -1: not all pairs */
  size_t edm_dim;              /* eigenvalues above the slack */
  double edm_least, edm_most;  /* the smallest and the largest eigenvalue */
  double edm_slack;            /* what the tolerance can do to one of them */
  double *nearest;             /* m lengths, the nearest Euclidean ones, if
                                  these are not, up to 64 nodes; else NULL */
  size_t nearest_dim;
  double nearest_change;       /* |D' - D|_F / |D|_F of the squared lengths */
} mgnn_feasibility;

/* Judge the lengths.  "No" is said only with a witness, "yes" only for all
 * pairs whose points were found; positions are judged by
 * mgnn_feasibility_certify, which turns "not known" into "yes" if they meet
 * every length within the tolerance (an edge of length 0 counts by the mean
 * length).  Free with mgnn_feasibility_free.  MGNN_OK, MGNN_EINVAL (the
 * tolerance) or MGNN_ENOMEM. */
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
  double quantile[MGNN_QUANTILES];       /* what 25, 50, 75, 90 and 99 % of the
                                            edges do not exceed */
  size_t bin[MGNN_ERROR_BINS];           /* up to 1e-6, 1e-5, ..., 1, above */
  double scale;                /* the factor by which the drawing is best
                                  enlarged; NAN: it is a point */
  double scaled_stress;        /* the stress that is then left */
} mgnn_distribution;

/* Returns MGNN_OK, MGNN_EINVAL (the tolerance is negative or NAN) or
 * MGNN_ENOMEM.  Time O(m (dim + log m)). */
mgnn_status mgnn_distribution_find(const mgnn_problem *p, size_t dim,
                                   const double *y, double tolerance,
                                   mgnn_distribution *out, mgnn_error *err);

/* Whether two drawings are the same.  Flags are 0 or 1. */
typedef struct {
  int equivalent;              /* on every edge: lengths differ by no more than
                                  the tolerance, relatively (edges of target 0:
                                  to the mean length) */
  int congruent;               /* on every pair: equivalent, and the best rigid
                                  motion leaves no node farther than tolerance
                                  times size from where it should be */
  int similar;                 /* congruent, or so after scaling */
  int mirrored;                /* 1 if that takes a mirror, 0 if not, -1 if the
                                  drawings are not similar */
  double max_edge_difference;  /* relative */
  double max_deviation;        /* of a node, after the best motion */
  double rmsd;                 /* root mean square deviation, after the best
                                  motion, which may mirror */
  double rmsd_unmirrored;      /* which may not */
  double rmsd_scaled;          /* which may mirror and scale */
  double scale;                /* by this factor */
  double size;                 /* of `other`: root mean square distance from
                                  its centroid */
} mgnn_comparison;

/* Compare positions y with `other`, n*dim doubles each in the space of Y.
 * MGNN_OK, MGNN_EINVAL (the tolerance is negative or NAN, a coordinate is not
 * finite or beyond 1e152) or MGNN_ENOMEM.  Time O(n dim^2 + m dim). */
mgnn_status mgnn_compare(const mgnn_problem *p, size_t dim, const double *y,
                         const double *other, double tolerance,
                         mgnn_comparison *out, mgnn_error *err);

/* Move n points y by the rigid motion, which may mirror, that brings them
 * nearest to `other` in the sum of squares (Kabsch).  MGNN_OK, MGNN_EINVAL (dim,
 * a coordinate that is not finite or beyond 1e152) or MGNN_ENOMEM; unless
 * MGNN_OK y stays as it was. */
mgnn_status mgnn_align(size_t n, size_t dim, const double *other, double *y,
                       mgnn_error *err);

/* Other drawings with the same lengths: how many are wanted.  Set the defaults
 * with mgnn_realization_params_init. */
typedef struct {
  size_t size;                 /* of this struct; leave it alone */
  unsigned long seed;          /* 1 */
  size_t most;                 /* 10: no more than so many; at least 1 */
  double tolerance;            /* 1e-5: relative, of lengths */
} mgnn_realization_params;

void mgnn_realization_params_init_size(mgnn_realization_params *par,
                                       size_t size);
#define mgnn_realization_params_init(par) \
  mgnn_realization_params_init_size(par, sizeof *(par))

typedef struct {
  size_t count;
  double *y;                   /* count * n*dim, aligned to the first so that
                                  many nodes are in place */
  const char **how;            /* count: "given", "branch", "reflection",
                                  "restart" */
  size_t separators;           /* sets of nodes that were reflected through */
  size_t restarts;             /* searches from elsewhere */
  int all_separators;          /* 0: there are more than were tried */
  double total;                /* drawings that there are, kept or not: exactly
                                  so many if `complete`, else at least */
  int complete;                /* all sides of all nodes were searched, and y meets
                                  the lengths to rounding */
} mgnn_realizations;

/* From positions y, n*dim doubles in the space of Y, find drawings (y is the
 * first) that meet the lengths within the tolerance and are pairwise not
 * congruent; signed volumes (mgnn_problem_chirality_set) and the least distance are
 * asked of them as well.  If y does not meet them, `count` is 0.
 *
 * Where exact lengths have a discretization order (mgnn-layout(1)) and there are
 * no more than 4 dimensions, branch and prune finds all of them, to rounding, and
 * counts those beyond `most`; nodes with all coordinates pinned are joined by
 * their distances, and drawings then differ if a node is elsewhere.  Where there is
 * only an order with intervals (2 or 3 dimensions), which leave arcs and mostly a
 * continuum of drawings, branch and prune finds some: at the middles of arcs, then
 * at random places, from the seed.  Where it finds too few, or takes longer than
 * some seconds, every found drawing is reflected, piece by piece, in the hyperplane
 * through each set of up to dim nodes whose loss takes the graph apart; a
 * smaller set leaves a choice of hyperplane, which is random.
 * Pieces with pinned nodes stay.  Then come searches: from random positions, and from found drawings with the
 * nodes on one side of a random line folded over.  A heuristic: that no more
 * are found does not mean that there are none.
 *
 * Free with mgnn_realizations_free.  MGNN_OK, MGNN_EINVAL (a parameter, y is
 * not finite) or MGNN_ENOMEM; *out is then all zero. */
mgnn_status mgnn_realizations_find(const mgnn_problem *p, size_t dim,
                                   const double *y,
                                   const mgnn_realization_params *par,
                                   mgnn_realizations *out, mgnn_error *err);
void mgnn_realizations_free(mgnn_realizations *r);

/* Turn Z into Y = D^-1/2 Z (to_y nonzero) or back, in place: n*dim doubles. */
void mgnn_rescale(const mgnn_problem *p, size_t dim, double *x, int to_y);

#ifdef __cplusplus
}
#endif

#endif
