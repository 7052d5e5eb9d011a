/* One run of mgnn-layout, or of mgnn-inspect, which uses what is gathered:
 * what was read, what moved, what came of it.  The
 * steps fill it one after the other; mg_job_free empties it. */
#ifndef MG_JOB_H
#define MG_JOB_H

#include "input.h"
#include "layout_options.h"
#include "phase.h"
#include "propagate/rule.h"
#include "render/figure/picture.h"

#include <stdio.h>

/* What is known of one frame. */
typedef struct {
  size_t step;                 /* the layer, or the iteration of the search */
  int between;                 /* on the way to the next frame that is not; the
                                  other members are those of the one before */
  double merit;                /* what the search brings down: the energy, or
                                  with --pairs paths the stress of all pairs;
                                  never rises.  Layers mode: the energy */
  mgnn_figures figures;
} mg_frame;

/* One model in layers mode; the one solution in layout mode. */
typedef struct {
  const mg_rule *rule;         /* NULL in layout mode */
  double alpha, beta;
  double *last;                /* n*dim: Z in layers mode, Y in layout mode */
  mgnn_figures *figures;       /* layers+1 of them, of which only the first and
                                  the last are filled in where neither frames
                                  nor a report are asked for; 1 in layout mode */

  /* Only where mg_job_move is told to keep them: positions of each frame, as in
   * `last`, from the start to `last` itself.  Layers mode: layers+1, one for
   * each layer and the start.  Layout mode: the way to the drawing that was
   * chosen, at even steps of motion, some 80 at most; see mg_job_frame. */
  double *frames;              /* frame_count * n*dim */
  mg_frame *frame;             /* frame_count */
  size_t frame_count;
  /* Layout mode: more points on that way, without their positions. */
  mg_frame *curve;
  size_t curve_count;
} mg_run;

enum { MG_READ, MG_LAYOUT, MG_DRAW, MG_WRITE, MG_PHASES };

/* What colours and sizes say, see paint.h. */
typedef struct mg_paint mg_paint;
void mg_paint_free(mg_paint *p);

typedef struct {
  const mg_layout_options *opt;
  const char *program;         /* its name, for messages */
  const char *path;            /* the operand */
  int argc;
  char **argv;

  mg_input in;
  mg_paint *paint;

  /* moved */
  mg_run *run;
  size_t runs, layers;
  mgnn_outcome outcome;        /* layout mode: of the best of `tries` */
  mgnn_outcome *tries;
  size_t try_count;
  double align_rms;            /* distance left by --align, root mean square */
  int paths;                   /* all pairs count, not the edges alone */
  int dim_met;                 /* --dim auto: the lengths are met in it */
  int stopped;                 /* a limit or a signal ended it early */

  int judged;                  /* layout mode: the next is filled in */
  mgnn_feasibility verdict;    /* can the lengths be met? */
  int rigidity_known;          /* the next is filled in */
  mgnn_rigidity rigidity;      /* do the lengths determine the drawing? */

  struct {                     /* what --no-overlap did */
    size_t pairs;              /* nodes that covered each other */
    double mean_move, max_move, energy_before;
  } spread;

  int draws_z;                 /* which space is written and drawn */
  double seconds[MG_PHASES];
  mg_phases phases;            /* with --verbose */
} mg_job;

/* Layers mode, or layout mode. */
static inline int
mg_job_in_layers(const mg_job *job)
{
  return job->opt->layers >= 0;
}

/* Read everything and decide where the nodes start; positions: those to be
 * inspected, or NULL. */
mgnn_status mg_job_input(mg_job *job, const char *positions, mgnn_error *err);

/* Print the remarks about the input, and with -v how it was understood. */
void mg_report_notes(const mg_job *job);
void mg_report_verbose(const mg_job *job);

/* Check the models named by the options, before anything is read. */
mgnn_status mg_job_models(mg_job *job, mgnn_error *err);

/* Run the layers or the solver, and measure.  keep_frames: every layer, or the
 * way of the search, will be drawn or written. */
mgnn_status mg_job_move(mg_job *job, int keep_frames, mgnn_error *err);

/* Layout mode: make the frames of a run from the way of the search, which is
 * changed. */
struct mg_trajectory;
mgnn_status mg_job_record(const mg_job *job, mg_run *run, struct mg_trajectory *way,
                          mgnn_error *err);

/* Layout mode: say whether the lengths can be met, within a budget of some
 * seconds: a drawing that meets them says so, and where it does not a witness
 * is looked for. */
mgnn_status mg_job_judge(mg_job *job, mgnn_error *err);

/* --no-overlap: move nodes of a plane drawing apart as they would be drawn. */
mgnn_status mg_job_spread(mg_job *job, double *y, mgnn_error *err);

/* The outputs that were asked for, checked before anything is read. */
typedef struct mg_delivery mg_delivery;
mgnn_status mg_delivery_new(mg_delivery **out, const mg_job *job,
                            mgnn_error *err);
int mg_delivery_wants_frames(const mg_delivery *d);
void mg_delivery_free(mg_delivery *d);

/* Draw and write them all. */
mgnn_status mg_delivery_write(const mg_delivery *d, mg_job *job,
                              mgnn_error *err);

/* A page that shows `count` runs from the first on, with all their frames. */
mgnn_status mg_job_explore(const mg_job *job, const mg_run *first, size_t count,
                           FILE *out, mgnn_error *err);

/* The same as a moving drawing; one panel for each run. */
mgnn_status mg_job_animate_png(const mg_job *job, const mg_run *first,
                               size_t count, FILE *out, mgnn_error *err);
mgnn_status mg_job_animate_svg(const mg_job *job, const mg_run *first,
                               size_t count, FILE *out, mgnn_error *err);
mgnn_status mg_job_animate_html(const mg_job *job, const mg_run *first,
                                size_t count, FILE *out, mgnn_error *err);

/* Their figures and lengths as charts. */
mgnn_status mg_job_plot_svg(const mg_job *job, const mg_run *first,
                            size_t count, FILE *out, mgnn_error *err);
mgnn_status mg_job_plot_png(const mg_job *job, const mg_run *first,
                            size_t count, FILE *out, mgnn_error *err);
mgnn_status mg_job_plot_pdf(const mg_job *job, const mg_run *first,
                            size_t count, FILE *out, mgnn_error *err);

/* What all pictures of a job have in common. */
void mg_job_picture(const mg_job *job, mg_picture *pic);

/* The options that made a result, as a command without file names, for the
 * metadata of pictures; to be given back with free. */
mgnn_status mg_job_command(const mg_job *job, char **out, mgnn_error *err);

/* Write the report and the summary. */
mgnn_status mg_report_write(const mg_job *job, mgnn_error *err);
void mg_report_summary(const mg_job *job);

/* A number for people: three digits or all of a larger whole part, and an
 * exponent only where it would be unreadable without. */
void mg_job_say(char *out, size_t room, const char *before, double x);

/* Whether an edge's relative error exceeds --strict. */
int mg_job_strict_fails(const mg_job *job);

/* The positions of a run (at a layer, where frames are kept) in Z or in Y, as
 * the caller's n*dim doubles. */
void mg_job_positions(const mg_job *job, const mg_run *run, size_t layer,
                      int in_z, double *x);

/* The positions of a frame, where they are kept. */
void mg_job_frame(const mg_job *job, const mg_run *run, size_t frame, int in_z,
                  double *x);

void mg_job_tries_free(mg_job *job);
void mg_job_free(mg_job *job);

#endif
