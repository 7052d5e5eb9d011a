/* Figures for the quality of a plane drawing, whatever program made it. */
#ifndef MG_PLANE_FIGURES_H
#define MG_PLANE_FIGURES_H

#include "problem/problem.h"

typedef struct {
  double scale;                /* factor that fits the drawing best to the lengths */
  double rms, worst;           /* relative errors of lengths, after scaling */
  double stress;               /* E / sum w m^2, after scaling */
  double path_stress;          /* the mean over pairs of (s r - d)^2 / d^2, with
                                  d the length of the shortest path and s the
                                  best factor */
  double crossings;            /* pairs of edges without a common end that cross
                                  or touch */
  double neighbours;           /* neighbourhood preservation: for a node with d
                                  neighbours, the share of these among the d
                                  nearest nodes; the mean over nodes */
  double clumped;              /* nodes with another within 1/2000 of the larger
                                  side of the drawing */
  int sampled;                 /* the last four are estimates */
} mg_plane_figures;

/* Measure positions, 2*n doubles.  Exact up to 3000 nodes and 10000 edges;
 * beyond that, from 300 sources of paths, 1000 nodes and 2*10^7 pairs of edges
 * chosen at random from the seed.  Figures that are not defined are NAN. */
mgnn_status mg_plane_measure(const mgnn_problem *p, const double *xy,
                               unsigned long seed, mg_plane_figures *out,
                               mgnn_error *err);

/* The number of pairs of edges that cross: exact up to 10000 edges, else an
 * estimate. */
double mg_crossings_count(const mg_graph *g, const double *xy, unsigned long seed);

/* Whether the segments a b and c d in the plane have a point in common. */
int mg_segments_cross(const double *a, const double *b, const double *c,
                      const double *d);

#endif
