/* Layout mode: decides how many searches run, from which starts and in which dimension,
 * and when the lengths are tested for feasibility and rigidity.  The searches themselves
 * are in solve, the tests in inspect; each test runs at most once. */
#ifndef MG_POLICY_H
#define MG_POLICY_H

#include "inspect/determined.h"
#include "problem/components.h"
#include "solve/arrange/trajectory.h"
#include "solve/limit.h"

/* A row of --effort: how long to keep searching when the lengths fix the drawing but
 * no search has met them yet. */
typedef struct {
  const char *name;
  size_t searches;             /* further searches, each from another seed */
  double work;                 /* stop once iterations * edges of all searches exceed
                                  this */
  double rigidity;             /* budget of rigidity tests, see MG_WORK_LITTLE */
  size_t same;                 /* stop once so many searches gave the same result */
  int thorough;                /* search on even if the lengths leave freedom */
} mg_effort;

/* Groups of nodes, which may hold others. */
typedef struct {
  size_t count;
  unsigned *in;                /* n + count: the group that each node, and then each
                                  group, is in, as n plus its number; MG_NOWHERE: none */
} mg_grouping;

/* What to do: the input of mg_plan_run. */
typedef struct {
  const mgnn_problem *p;
  size_t dim;                  /* 0: the smallest that meets the lengths */
  mgnn_search_params par;
  const double *start;         /* n*dim: positions of the pins and the start of a
                                  descent; NULL: no pins and no start */
  double random;               /* standard deviation of random starts; 0: choose the
                                  starts from the graph */
  mg_grouping groups;          /* kept together and apart by a search of all pairs;
                                  borrowed */
  int given;                   /* descend once from start, without a search */
  int as_given;                /* deliver start unchanged */
  int record;                  /* keep the trajectory */
  int judge;                   /* test the lengths for feasibility and rigidity */
  int connected;               /* the caller knows that the graph is connected */
  const mg_effort *effort;     /* set by mg_plan_check from par */
  double begin;                /* when the run began, by mg_clock */
} mg_plan;

/* What the tests found out about the lengths, within a budget of some seconds. */
typedef struct {
  enum {
    MG_LENGTHS_OPEN, MG_LENGTHS_PATHS, /* only shortest paths compared */
    MG_LENGTHS_JUDGED          /* all tests done */
  } asked;
  mgnn_feasibility lengths;    /* can they be met? */
  int rigidity_asked, rigidity_known;  /* known: rigidity is set */
  mgnn_rigidity rigidity;      /* do they determine the drawing? */
  mgnn_determined *determined; /* nodes with one possible place; NULL: not known */
  size_t unmet;                /* edges off although nothing proves that they must
                                  be: a better drawing may exist; 0: converged */
  double unmet_beyond;         /* the relative error that those edges exceed */
  mg_edge_kinds kinds;         /* counts of bars, intervals and loose edges */
  mg_verified verified;        /* determined nodes that are at their place; node
                                * NULL: not known */
  int inner_known;             /* inner_freedom is set */
  size_t inner_freedom;        /* degrees of freedom within the components, without
                                  the placing of components beside each other */
} mg_verdict;

/* One drawing of an ensemble. */
typedef struct {
  unsigned long seed;
  double energy, worst;        /* largest relative error of a length */
  double rmsd;                 /* distance to the first model, after alignment */
  size_t cluster;              /* its number, from 1 */
} mg_ensemble_model;

typedef struct {
  size_t count;
  mg_ensemble_model *model;             /* the best first, the others by energy */
  double *x;                   /* count * n*dim, aligned to the first */
  size_t clusters;
  double threshold;            /* largest RMSD within a cluster */
} mg_ensemble;

/* The result of mg_plan_run. */
typedef struct {
  double *y;                   /* n*dim: the best drawing */
  size_t dim, size;            /* n*dim */
  mgnn_outcome *tries;         /* one for each search */
  size_t try_count;
  const mgnn_outcome *best;    /* the search that gave y; NULL: none yet */
  int stopped;                 /* a limit or the watcher ended it early */
  const char *stopped_by;      /* the reason, if stopped */
  int dim_met;                 /* with plan dim 0: y meets the lengths in dim */
  int exhausted;               /* as many searches as --effort high makes gave the
                                  same result: nothing is left to try */
  int moved;                   /* y was changed after the search, lengths included */
  int met;                     /* y meets all lengths; set by mg_found_finish */
  mg_trajectory trajectory;    /* of the search that gave y */
  mg_verdict verdict;
  mg_ensemble ensemble;
} mg_found;

enum { MG_DIM_MOST = 6 };      /* largest dimension tried with dim 0 */

/* A search of all pairs that keeps the nodes of groups together and groups apart. */
mgnn_status mg_search_grouped(const mg_descent *d, const mg_grouping *groups, double *y,
                              mgnn_outcome *out, mgnn_error *err);

/* The components of a graph and of its groups: those that a group joins are one. */
mgnn_status mg_grouped_components(mg_components *out, const mg_graph *g,
                                  const mg_grouping *groups, mgnn_error *err);

/* Check the parameters of a plan and set its effort. */
mgnn_status mg_plan_check(mg_plan *plan, mgnn_error *err);

/* Nonzero if the plan minimises the stress of all pairs instead of edge lengths. */
int mg_plan_is_paths(const mg_plan *plan);

/* Run all searches of a plan and keep the best drawing; with an ensemble, find its other
 * models too.  A search that did not converge is not a failure: out->stopped reports it.
 * The caller frees *out, also after a failure. */
mgnn_status mg_plan_run(const mg_plan *plan, mg_found *out, mgnn_error *err);
void mg_found_free(mg_found *f);

/* Find the models of an ensemble; mg_plan_run calls it. */
mgnn_status mg_ensemble_find(const mg_plan *plan, mg_found *f, mgnn_error *err);

/* Align all models of an ensemble to its first, whose positions are now y, and cluster
 * them: a model joins the first cluster whose first model is at most `cluster` away
 * [default 0: a tenth of the radius]. */
mgnn_status mg_ensemble_cluster(const mg_plan *plan, mg_found *f, const double *y,
                                mgnn_error *err);

/* Test whether the lengths can be met, and which nodes they determine, unless the search
 * did so already.  y: the current drawing; NULL (first call only): there is none yet.
 * work: the budget of the rigidity tests. */
mgnn_status mg_lengths_judge(const mg_plan *plan, mg_found *f, const double *y,
                             mgnn_error *err);
mgnn_status mg_determined_judge(const mg_plan *plan, mg_found *f, const double *y,
                                double work, mgnn_error *err);
/* Both tests, and the members of a verdict that only the report needs. */
mgnn_status mg_verdict_find(const mg_plan *plan, mg_found *f, const double *y,
                            double work, mgnn_error *err);
void mg_verdict_free(mg_verdict *v);

/* Run mgnn_layout; if f is not NULL, its drawing becomes the witness of *f. */
mgnn_status mg_feasibility_search(mgnn_feasibility *f, const mgnn_problem *p, size_t dim,
                                  const char *pairs, const mgnn_control *control,
                                  double *y, mgnn_error *err);

#endif
