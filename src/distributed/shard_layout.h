/* Layout mode, extension of layouts and pictures for a graph divided among ranks. */
#ifndef MG_SHARD_LAYOUT_H
#define MG_SHARD_LAYOUT_H

#include "shard_task.h"

enum { MG_SHARD_DIM_MOST = 8 };

typedef struct {
  size_t dim;                  /* at most MG_SHARD_DIM_MOST */
  unsigned long seed;
  int paths;                   /* fit all pairs, not only the edges */
  int given;                   /* y holds starting positions */
  double tolerance, aspect;
  uint64_t gather;             /* up to this many nodes, a component is searched
                                  by one rank, like in the ordinary program */
  mg_shard_limits limits;      /* afterwards, `reached` names the limit reached */
  const char *checkpoint;      /* file for checkpoints, or NULL */
  double every;                /* seconds between checkpoints */
  int resume;
} mg_shard_layout_options;

/* The mean length of all edges; of intervals the lower bound counts.  Collective. */
double mg_shard_mean_length(const mg_shard *s);

void mg_shard_layout_options_init(mg_shard_layout_options *opt);

typedef struct {
  double energy;               /* E at these positions */
  double stress;               /* of all pairs, estimated for divided components;
                                  NAN if only edges count, or unknown */
  double pairs;                /* number of pairs */
  uint64_t components, divided;        /* all; those searched by several ranks */
  size_t iterations;
  int kept;                    /* a checkpoint was written */
  const char *phase;           /* in which phase a failure happened */
} mg_shard_outcome;

/* Find positions of all nodes.  y (own * dim): in, pinned coordinates and the
 * start, if given; out, the positions.  Returns MGNN_OK, MGNN_ENOCONV if a
 * limit was reached, or a failure; if memory ran out, its text names the phase.
 * Collective. */
mgnn_status mg_shard_layout(mg_shard *s, const mg_owners *owners,
                            mg_shard_layout_options *opt, const unsigned char *pin,
                            double *y, mg_shard_outcome *out, mgnn_error *err);

/* Place new nodes like mg_extend_places, with the same bytes.  has (own):
 * nonzero for own nodes placed in x (own * dim); at the end all are.  Rank 0
 * receives the rows of new nodes and of their neighbours.  Collective. */
mgnn_status mg_shard_extend(mg_shard *s, size_t dim, unsigned long seed,
                            const unsigned char *has, double *x, mgnn_error *err);

/* Draw the own nodes at y (2 numbers each) into the PNG file `path`, with edges as
 * lines and nodes as small squares, in the sizes and colours of mgnn-layout.  Each
 * rank draws its own edges.  On failure no partial file is left.  Collective. */
mgnn_status mg_shard_picture(mg_shard *s, const double *y, const char *path,
                             mgnn_error *err);

#endif
