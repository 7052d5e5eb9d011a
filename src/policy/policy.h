/* Layout mode: how many searches are made, from which starts and in which dimension, and
 * what is known of the lengths before, between and after them.  A search is in solve,
 * a test of the lengths in inspect; here is when each of them is called, once. */
#ifndef MG_POLICY_H
#define MG_POLICY_H

#include "inspect/determined.h"
#include "problem/components.h"
#include "solve/arrange/trajectory.h"
#include "solve/limit.h"

/* How much is done for lengths that determine a drawing and are not met. */
typedef struct {
  const char *name;
  size_t searches;             /* more of them, from other seeds, */
  double work;                 /* as long as all together took no more iterations
                                  times edges */
  double rigidity;             /* see MG_WORK_LITTLE */
  size_t same;                 /* searches that came to the same end it */
  int thorough;                /* go on even if they do not determine it */
} mg_effort;

/* Groups of nodes, which may hold others. */
typedef struct {
  size_t count;
  unsigned *in;                /* n + count: the group that each node, and then each
                                  group, is in, as n plus its number; MG_NOWHERE: none */
} mg_grouping;

/* What is to be done. */
typedef struct {
  const mgnn_problem *p;
  size_t dim;                  /* 0: the smallest that meets the lengths */
  mgnn_search_params par;
  const double *start;         /* n*dim: where pins are, and where a descent begins;
                                  NULL: neither, as with dim 0 */
  double random;               /* standard deviation of starts, by the seed; 0: they
                                  are not random */
  mg_grouping groups;          /* to be kept together and apart by a search of all
                                  pairs, borrowed */
  int given;                   /* the start is: a descent, no search */
  int as_given;                /* not even that */
  int record;                  /* trajectories are wanted */
  int judge;                   /* the lengths are asked about */
  int connected;               /* the graph is known to be */
  const mg_effort *effort;     /* of par, by mg_plan_check */
  double begin;                /* by mg_clock */
} mg_plan;

/* What is known of the lengths, within a budget of some seconds. */
typedef struct {
  enum {
    MG_LENGTHS_OPEN, MG_LENGTHS_PATHS, /* paths were looked at, */
    MG_LENGTHS_JUDGED          /* and all else */
  } asked;
  mgnn_feasibility lengths;    /* can they be met? */
  int rigidity_asked, rigidity_known;  /* the next is filled in */
  mgnn_rigidity rigidity;      /* do they determine the drawing? */
  mgnn_determined *determined; /* which nodes; NULL: not known */
  size_t unmet;                /* edges that are off although they may not have to
                                  be, and the search ended by itself; 0: it has
                                  converged */
  double unmet_beyond;         /* relative: they are off by more than this */
  mg_edge_kinds kinds;         /* of the edges */
  mg_verified verified;        /* which determined nodes are where they belong; node
                                * NULL: not known */
  int inner_known;             /* the next is filled in */
  size_t inner_freedom;        /* degrees of freedom within components: those
                                  that packing does not use */
} mg_verdict;

/* One drawing of an ensemble. */
typedef struct {
  unsigned long seed;
  double energy, worst;        /* largest relative error of a length */
  double rmsd;                 /* to the first, after alignment */
  size_t cluster;              /* from 1 */
} mg_ensemble_model;

typedef struct {
  size_t count;
  mg_ensemble_model *model;             /* the best, then by energy */
  double *x;                   /* count * n*dim, aligned to the first */
  size_t clusters;
  double threshold;            /* RMSD within a cluster */
} mg_ensemble;

/* What was found. */
typedef struct {
  double *y;                   /* n*dim: the best */
  size_t dim, size;            /* n*dim */
  mgnn_outcome *tries;         /* of every restart */
  size_t try_count;
  const mgnn_outcome *best;    /* the one that was chosen; NULL: none yet */
  int stopped;                 /* a limit or the watcher ended it early */
  const char *stopped_by;      /* the reason, if stopped */
  int dim_met;                 /* with dim 0: the lengths are met in it */
  int exhausted;               /* as many searches as high effort makes came to the
                                  same: there is nothing left to try */
  int moved;                   /* positions were since, and lengths with them */
  int met;                     /* the lengths are, by mg_found_finish */
  mg_trajectory trajectory;    /* of the best */
  mg_verdict verdict;
  mg_ensemble ensemble;
} mg_found;

enum { MG_DIM_MOST = 6 };      /* that is tried with dim 0 */

/* A search of all pairs that keeps the nodes of groups together and groups apart. */
mgnn_status mg_search_grouped(const mg_descent *d, const mg_grouping *groups, double *y,
                              mgnn_outcome *out, mgnn_error *err);

/* The components of a graph and of its groups: those that a group joins are one. */
mgnn_status mg_grouped_components(mg_components *out, const mg_graph *g,
                                  const mg_grouping *groups, mgnn_error *err);

/* Check what the plan's parameters ask for, and find its effort. */
mgnn_status mg_plan_check(mg_plan *plan, mgnn_error *err);

/* Whether stress of all pairs is asked for, and no lengths of edges. */
int mg_plan_is_paths(const mg_plan *plan);

/* Search as often as the plan says, and keep the best; then for the others of an
 * ensemble, whose best becomes the drawing.  Not converging is no failure here:
 * out->stopped says so.  *out is to be freed, also after a failure. */
mgnn_status mg_plan_run(const mg_plan *plan, mg_found *out, mgnn_error *err);
void mg_found_free(mg_found *f);

/* The ensemble's part of both. */
mgnn_status mg_ensemble_find(const mg_plan *plan, mg_found *f, mgnn_error *err);

/* Align an ensemble to its first as that is now, y, and cluster it: a model belongs
 * to the first cluster whose first model is at most `cluster` away (0: a tenth of
 * the radius). */
mgnn_status mg_ensemble_cluster(const mg_plan *plan, mg_found *f, const double *y,
                                mgnn_error *err);

/* Ask whether lengths can be met and what they determine, as far as the search has not
 * asked; y: the drawing as it is now, or for the lengths NULL: there is none yet.
 * work: of the tests of rigidity. */
mgnn_status mg_lengths_judge(const mg_plan *plan, mg_found *f, const double *y,
                             mgnn_error *err);
mgnn_status mg_determined_judge(const mg_plan *plan, mg_found *f, const double *y,
                                double work, mgnn_error *err);
/* Both, and the members of a verdict that only a report takes. */
mgnn_status mg_verdict_find(const mg_plan *plan, mg_found *f, const double *y,
                            double work, mgnn_error *err);
void mg_verdict_free(mg_verdict *v);

/* mgnn_layout, whose drawing then is a witness of *f, if f is not NULL. */
mgnn_status mg_feasibility_search(mgnn_feasibility *f, const mgnn_problem *p, size_t dim,
                                  const char *pairs, const mgnn_control *control,
                                  double *y, mgnn_error *err);

#endif
