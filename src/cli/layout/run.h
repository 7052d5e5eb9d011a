/* The results of the second stage of mgnn-layout: the positions to which layers or a
 * search moved the nodes, and their figures of merit. */
#ifndef MG_RUN_H
#define MG_RUN_H

#include "facts.h"
#include "cli/common/input.h"
#include "io/write/output.h"
#include "measure/measure.h"
#include "propagate/rule.h"

/* Data on one frame of a run, without its positions. */
typedef struct {
  size_t step;                 /* the layer, or the iteration of the search */
  int between;                 /* nonzero: interpolated between two others; the
                                  other members are those of the frame before */
  double merit;                /* the value that the search minimises: energy, or
                                  with --pairs paths the stress of all pairs;
                                  never rises.  Layers mode: the energy */
  mgnn_figures figures;
} mg_snapshot;

/* The parameters of models; mg_layer_param_table describes them. */
enum {
  MG_PARAM_ALPHA, MG_PARAM_BETA, MG_PARAM_EPS, MG_PARAM_STEP, MG_PARAM_THETA,
  MG_PARAM_P, MG_PARAM_MU, MG_PARAMS
};

/* One model in layers mode; the one solution in layout mode. */
typedef struct {
  const mg_rule *rule;         /* NULL in layout mode, as are the next two */
  const char *name, *title;    /* its word in --model; its name in texts */
  char settings[64];           /* parameters set in --model, for captions; or "" */
  unsigned own;                /* bits 1 << MG_PARAM_... of these parameters */
  size_t look;                 /* number of its colour and mark in charts */
  double param[MG_PARAMS];
  double *last;                /* n*dim: Z in layers mode, Y in layout mode */
  mgnn_figures *figures;       /* layers+1; if neither frames nor a report are
                                  wanted, only the first and the last are filled
                                  in.  1 in layout mode */
  double scale, scaled_stress; /* the factor by which the last layer's Y fits the
                                  lengths best, and the stress after scaling */
  mg_facts *facts;             /* layers+1; NULL: not wanted */

  /* Set only if frames are wanted: the positions of each frame, in the space of
   * `last`, from the start to `last` itself.  Layers mode: layers+1 frames.  Layout
   * mode: the trajectory of the best search, at even steps of motion, some 80
   * frames at most. */
  double *frames;              /* frame_count * n*dim */
  mg_snapshot *frame;          /* frame_count */
  size_t frame_count;
  /* Layout mode: the measured points of that trajectory, without positions. */
  mg_snapshot *curve;
  size_t curve_count;
} mg_run;

enum { MG_WORST_MAX = 10 };

/* All runs on one input. */
typedef struct {
  const mg_input *in;
  size_t dim;                  /* of the positions: in->dim, or from --dim auto */
  unsigned long seed;
  int in_layers;               /* 1: layers mode, 0: layout mode */
  int paths;                   /* layout mode: nonzero: fit all pairs, not only
                                  the edges */
  size_t layers;               /* 0 in layout mode */
  int keep_frames;             /* nonzero: frames will be drawn or written */
  int measure_all;             /* nonzero: measure every layer, kept or not */
  double *attention;           /* m, for the model gat; NULL: not given */
  mg_output_set *files;        /* see mg_call */
  mg_facts_plan plan;          /* the additional measures of each layer */
  mg_run *run;
  size_t count;
  size_t ensemble;             /* layout mode: N of --ensemble; 0: not given */
  const double *models;        /* model_count * n*dim: the drawings of an ensemble,
                                  that of the run first; NULL: no ensemble */
  size_t model_count;
  /* The edges of the first run that are farthest from their lengths. */
  mg_edge_fit worst[MG_WORST_MAX];
  size_t worst_count;
} mg_results;

/* The last frame of a run, whether or not frames are kept. */
#define MG_FRAME_LAST SIZE_MAX

/* Copy the positions of a frame, as Z or as Y, into the caller's n*dim doubles. */
void mg_run_positions(const mg_results *runs, const mg_run *run, size_t frame,
                      int in_z, double *x);

/* The figures of merit of a run's last positions. */
const mgnn_figures *mg_run_figures(const mg_results *runs, const mg_run *run);

/* Whether any run leaves a length off by more than the relative error `limit`; the
 * error of a length of 0 is relative to the mean length.  limit NAN: never. */
int mg_results_exceed(const mg_results *runs, double limit);


/* Free all but the first `count` runs; free everything. */
void mg_results_cut(mg_results *runs, size_t count);
void mg_results_free(mg_results *runs);

#endif
