/* What the second stage of mgnn-layout leaves: where the layers of some models,
 * or a search, moved the nodes to, and what was measured there. */
#ifndef MG_RUN_H
#define MG_RUN_H

#include "facts.h"
#include "cli/common/input.h"
#include "io/write/output.h"
#include "measure/measure.h"
#include "propagate/rule.h"

/* What is known of one frame of a run. */
typedef struct {
  size_t step;                 /* the layer, or the iteration of the search */
  int between;                 /* interpolated between two frames that are not;
                                  the other members are those of the first */
  double merit;                /* what the search minimises: the energy, or with
                                  --pairs paths the stress of all pairs; never
                                  rises.  Layers mode: the energy */
  mgnn_figures figures;
} mg_snapshot;

/* The parameters of models; mg_layer_param_table tells of them. */
enum {
  MG_PARAM_ALPHA, MG_PARAM_BETA, MG_PARAM_EPS, MG_PARAM_STEP, MG_PARAM_THETA,
  MG_PARAM_P, MG_PARAM_MU, MG_PARAMS
};

/* One model in layers mode; the one solution in layout mode. */
typedef struct {
  const mg_rule *rule;         /* NULL in layout mode, as are the next two */
  const char *name, *title;    /* as --model has it; for people */
  char settings[64];           /* parameters of its own, for captions; "" */
  unsigned own;                /* bits of MG_PARAM_...: which those are */
  size_t look;                 /* number of its colour and mark */
  double param[MG_PARAMS];
  double *last;                /* n*dim: Z in layers mode, Y in layout mode */
  mgnn_figures *figures;       /* layers+1 of them, of which only the first and
                                  the last are filled in where neither frames
                                  nor a report are wanted; 1 in layout mode */
  double scale, scaled_stress; /* of Y after the last layer: the factor that
                                  suits the lengths best, and the stress then */
  mg_facts *facts;             /* layers+1; NULL: not wanted */

  /* Only where frames are wanted: positions of each, as in `last`, from the
   * start to `last` itself.  Layers mode: layers+1.  Layout mode: the
   * trajectory of the search that was chosen, at even steps of motion, some 80
   * at most. */
  double *frames;              /* frame_count * n*dim */
  mg_snapshot *frame;          /* frame_count */
  size_t frame_count;
  /* Layout mode: more points of that trajectory, without their positions. */
  mg_snapshot *curve;
  size_t curve_count;
} mg_run;

enum { MG_WORST_MAX = 10 };

/* All runs on one input. */
typedef struct {
  const mg_input *in;
  size_t dim;                  /* of the positions: in->dim, or by --dim auto */
  unsigned long seed;
  int in_layers;               /* layers mode, or layout mode */
  int paths;                   /* layout mode: all pairs count, not the edges
                                  alone */
  size_t layers;               /* 0 in layout mode */
  int keep_frames;             /* they will be drawn or written */
  int measure_all;             /* every layer, kept or not */
  double *attention;           /* m, of the model gat; NULL: not given */
  mg_output_set *files;        /* see mg_call */
  mg_facts_plan plan;          /* what more is measured of a layer */
  mg_run *run;
  size_t count;
  size_t ensemble;             /* layout mode: drawings that are asked for; 0: one */
  const double *models;        /* model_count * n*dim: all of an ensemble, that of
                                  the run first; NULL: none */
  size_t model_count;
  /* Of the first: the edges that are farthest from their lengths. */
  mg_edge_fit worst[MG_WORST_MAX];
  size_t worst_count;
} mg_results;

/* The last frame of a run, whether or not frames are kept. */
#define MG_FRAME_LAST SIZE_MAX

/* Copy the positions of a frame, in Z or in Y, into the caller's n*dim
 * doubles. */
void mg_run_positions(const mg_results *runs, const mg_run *run, size_t frame,
                      int in_z, double *x);

/* What was measured of its last positions. */
const mgnn_figures *mg_run_figures(const mg_results *runs, const mg_run *run);

/* Whether one of the runs leaves a length off by more than `limit`, relatively;
 * a length of 0 is judged by the mean length.  NAN: no limit. */
int mg_results_exceed(const mg_results *runs, double limit);


/* Keep the first `count` runs and free the others; free all. */
void mg_results_cut(mg_results *runs, size_t count);
void mg_results_free(mg_results *runs);

#endif
