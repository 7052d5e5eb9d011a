/* What a reader sees of a drawing in the plane, whatever made it. */
#ifndef MG_PLANE_FIGURES_H
#define MG_PLANE_FIGURES_H

#include "problem/problem.h"

typedef struct {
  double scale;                /* by which it fits the lengths best */
  double rms, worst;           /* relative errors of lengths, so scaled */
  double stress;               /* E / sum w m^2, so scaled */
  double path_stress;          /* the mean over pairs of (s r - d)^2 / d^2, d the
                                  length of the shortest path, with the s that is
                                  best for it */
  double crossings;            /* pairs of edges without a common end that have
                                  a point in common */
  double neighbours;           /* neighbourhood preservation: of the nodes that
                                  have d neighbours, how many of these are among
                                  the d nearest nodes; the mean over nodes */
  double clumped;              /* nodes nearer to another than 1/2000 of the larger
                                  side of the drawing */
  int sampled;                 /* the last four are estimates */
} mg_plane_figures;

/* Measure positions, 2*n doubles.  Up to 3000 nodes and 10000 edges exact; of
 * more, 300 sources of paths, 1000 nodes and 2*10^7 pairs of edges are drawn
 * from the seed.  Figures that are not defined are NAN. */
mgnn_status mg_plane_measure(const mgnn_problem *p, const double *xy,
                               unsigned long seed, mg_plane_figures *out,
                               mgnn_error *err);

/* Pairs of edges that cross: exact up to 10000 edges, else an estimate. */
double mg_crossings_count(const mg_graph *g, const double *xy, unsigned long seed);

/* Whether the segments a b and c d, two points of the plane each, have a point
 * in common. */
int mg_segments_cross(const double *a, const double *b, const double *c,
                      const double *d);

#endif
