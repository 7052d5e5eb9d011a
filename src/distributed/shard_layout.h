/* Layout mode for a graph that is divided among ranks. */
#ifndef MG_SHARD_LAYOUT_H
#define MG_SHARD_LAYOUT_H

#include "shard_task.h"

enum { MG_SHARD_DIM_MOST = 8 };

typedef struct {
  size_t dim;                  /* at most MG_SHARD_DIM_MOST */
  unsigned long seed;
  int paths;                   /* every pair counts, not the edges alone */
  int given;                   /* y is a start */
  double tolerance, aspect;
  uint64_t gather;             /* components of at most so many nodes are searched whole
                                  by one rank, as the ordinary program does */
  mg_shard_limits limits;      /* what was reached is set there */
  const char *checkpoint;      /* NULL, or the file */
  double every;                /* seconds between two */
  int resume;
} mg_shard_layout_options;

/* The mean length of all edges, of an interval its lower bound.  Collective. */
double mg_shard_mean_length(const mg_shard *s);

void mg_shard_layout_options_init(mg_shard_layout_options *opt);

typedef struct {
  double energy;               /* E */
  double stress;               /* of all pairs, estimated where no rank had a component
                                  whole; NAN with edges alone, or not known */
  double pairs;                /* how many */
  uint64_t components, divided;        /* all; those that no rank had whole */
  size_t iterations;
  int kept;                    /* there is a checkpoint */
  const char *phase;           /* where a failure happened */
} mg_shard_outcome;

/* Search positions for all nodes: y (own * dim) holds pinned coordinates and the start,
 * if any; out the positions.  Returns MGNN_OK,
 * MGNN_ENOCONV if a limit was reached, or a failure, of which the text names the phase
 * if memory ran out.  Collective. */
mgnn_status mg_shard_layout(mg_shard *s, const mg_owners *owners,
                            mg_shard_layout_options *opt, const unsigned char *pin,
                            double *y, mg_shard_outcome *out, mgnn_error *err);

/* As mg_extend_places, and with its bytes: has (own) tells which own nodes have a place
 * in x (own * dim), all have one in the end.  Rank 0 gets the rows of those that have
 * none, and of their neighbours.  Collective. */
mgnn_status mg_shard_extend(mg_shard *s, size_t dim, unsigned long seed,
                            const unsigned char *has, double *x, mgnn_error *err);

/* Draw own nodes at y (2 numbers each) as PNG into the file `path`, whole or not at
 * all: edges as lines and nodes as small squares, with the sizes and colours of
 * mgnn-layout.  Each rank adds up its own edges.  Collective. */
mgnn_status mg_shard_picture(mg_shard *s, const double *y, const char *path,
                             mgnn_error *err);

#endif
