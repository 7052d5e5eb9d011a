/* One run of mgnn-inspect: its options, its questions and the answers. */
#ifndef MG_INSPECT_H
#define MG_INSPECT_H

#include "inspect/determined.h"
#include "inspect/flexes.h"
#include "inspect/realize.h"
#include "inspect/rigidity.h"
#include "inspect_options.h"
#include "measure/measure.h"
#include "render/compose/rigid_parts.h"
#include "render/compose/still.h"

enum { MG_DRAWINGS = 2 };      /* POSITIONS and POSITIONS2 */

/* The quality of the best drawing found in one dimension. */
typedef struct {
  size_t dim;
  double energy, max_relative_error;
  int met;                     /* nonzero: all lengths within the tolerance */
} mg_dim_answer;

/* How well the given positions meet the lengths. */
enum { MG_WORST_EDGES = 10 };
typedef struct {
  mgnn_figures figures;
  mgnn_distribution errors;
  mg_edge_fit worst[MG_WORST_EDGES];
  size_t worst_count;
} mg_met;

/* Facts about which nodes are determined. */
typedef struct {
  size_t yes, no;              /* numbers of nodes; the others are not known */
  const char *up_to;           /* motions up to which positions are determined */
  int special;                 /* generic lengths would leave nodes free to move or
                                  reflect; for these lengths it is not known */
} mg_determined_facts;

typedef struct {
  mg_inspect_options opt;      /* first, as in every program */
  mg_input input;

  /* the positions to judge, in the space of Y */
  size_t given;
  const char *path[MG_DRAWINGS];
  double *y[MG_DRAWINGS];      /* n*dim each */

  /* 1: can the lengths be met? */
  mgnn_feasibility feasible;
  double *found;               /* n*dim: the drawing found by a search, or
                                  NULL */
  const char *unsearched;      /* the reason not to search, or NULL */

  /* 2: do they determine the drawing? */
  mg_edge_kinds kinds;         /* numbers of bars, intervals and loose edges */
  mgnn_rigidity rigidity;
  mgnn_determined *determined; /* which nodes; NULL: not known */
  mg_determined_facts nodes;
  char *undetermined;          /* why rigidity could not be tested, or NULL */
  mg_verified verified[MG_DRAWINGS];   /* which nodes are at their place */
  mgnn_infinitesimal local[MG_DRAWINGS];       /* rigidity at given positions */
  mgnn_flexes *flexes[MG_DRAWINGS];    /* motions, stresses; NULL: not wanted */

  /* 3: which dimension is enough? */
  mg_dim_answer *dims;

  /* 4: how well are they met? */
  mg_met met[MG_DRAWINGS];

  /* 5: are two drawings the same? */
  mgnn_comparison same;
  double *aligned;             /* n*dim: y[0] moved onto y[1] */

  /* 6: which other drawings are there? */
  mgnn_realizations others;      /* count 0: not wanted, or no drawing to start from */
  mgnn_figures *other_figures; /* one for each of these drawings */

  int stopped;                 /* nonzero: --time-limit or --max-iterations ended
                                  a search */
} mg_inspection;

/* Read the second positions.  Step: choose the start, and take over the first. */
mgnn_status mg_inspection_read_second(mg_inspection *in, mgnn_error *err);
mgnn_status mg_inspection_start(void *inspection, mgnn_error *err);

/* The questions, as steps: can the lengths be met; do they determine the drawing; does
 * the motion or stress of --show exist; in which of --dims can the lengths be met; how
 * well do positions meet them; are two drawings the same; which others are there? */
mg_step_call mg_ask_feasible, mg_ask_rigid, mg_ask_shown, mg_ask_dims, mg_ask_lengths,
  mg_ask_same, mg_ask_others;

/* Search for a drawing as mgnn-layout does, from the lengths alone; MGNN_ENOCONV if a
 * limit ended it.  f: a verdict whose witness the drawing becomes, or NULL. */
mgnn_status mg_inspection_embed(const mg_inspection *in, const char *pairs, size_t dim,
                                mgnn_feasibility *f, double *y, mgnn_error *err);

void mg_inspection_free(void *inspection);

/* Print the answers in words; print them as JSON. */
void mg_inspection_say(const mg_inspection *in, FILE *out);
void mg_inspection_put(const mg_inspection *in, FILE *out);

/* Describe in a few words the evidence for the verdict on the lengths. */
void mg_inspection_why(const mg_inspection *in, char *out, size_t size);

/* The same for rigidity or, if `global` is nonzero, for global rigidity. */
void mg_inspection_why_rigid(const mg_inspection *in, int global, char *out,
                             size_t size);

/* The smallest dimension of --dims that meets the lengths; 0: none of them does. */
size_t mg_inspection_dim_enough(const mg_inspection *in);

/* Find the nodes farthest from their counterparts after the best motion, the farthest
 * first.  Returns their number, at most `most`. */
typedef struct {
  size_t node;
  double distance;
} mg_node_rest;
size_t mg_inspection_farthest(const mg_inspection *in, size_t most,
                              mg_node_rest *out);

/* Whether the limit of --strict is exceeded. */
int mg_inspection_strict_fails(const mg_inspection *in);

/* Draw a page with the edges coloured by a self-stress. */
mgnn_status mg_inspection_stress(const mg_inspection *in, mg_scene *out,
                                 mgnn_error *err);

/* Draw a page with the rigid parts in colours and, with --show motion, velocities. */
mgnn_status mg_inspection_parts(const mg_inspection *in, mg_scene *out,
                                mgnn_error *err);

/* Step: write --motions and --stresses. */
mgnn_status mg_inspection_flexes_write(void *inspection, mgnn_error *err);

/* Steps: check the names of -o before anything is read; write the files. */
mg_step_call mg_inspection_outputs_check, mg_inspection_outputs_write;

#endif
