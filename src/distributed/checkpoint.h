/* What is kept of a layout from time to time, so that a run that was ended can be taken
 * up again, on any number of ranks. */
#ifndef MG_CHECKPOINT_H
#define MG_CHECKPOINT_H

#include "shard_task.h"

enum { MG_KEPT_VECTORS = 2 };

/* How far a component is. */
enum { MG_STAGE_FIRST, MG_STAGE_LAST, MG_STAGE_DESCENT };

/* Whole numbers and doubles of 8 bytes only: it is the head of the file. */
typedef struct {
  char magic[8];
  uint64_t version;
  struct {                     /* what has to be the same */
    uint64_t n, m, graph;      /* graph: a sum of edges, lengths and stiffness */
    uint64_t dim, seed, paths, gather, start;  /* start: of what is given, and pins */
    double tolerance;
  } of;
  int64_t component;           /* the one that is searched, by its lowest name */
  int64_t stage;
  uint64_t step, iterations;   /* of the stage; of all */
  uint64_t vectors;            /* that are kept of the component */
  double damping;              /* of the descent */
  double stress;               /* of the components before */
  struct {                     /* of those that one rank had whole */
    uint64_t unfinished;       /* a limit ended one of them: all are searched again */
    uint64_t iterations;
    double stress;
  } small;
  uint64_t check_positions, check_vectors;
  uint64_t check;              /* of the head, with 0 for this */
} mg_kept_state;

typedef struct mg_checkpoint {
  const mg_ranks *ranks;
  const char *path;
  double every, last;          /* seconds; when one was written, by mg_clock */
  const mg_owners *owners;     /* of all nodes: each rank writes those at home */
  const mg_shard *whole;       /* the nodes of y */
  const double *y;             /* own * dim: of all components, where their present
                                  stage began */
  const mg_shard *part;        /* the nodes of the vectors */
  double *vector;              /* vectors * own * dim: the owner's */
  mg_kept_state state;
  int written;                 /* there is one */
  int resumed;                 /* state and vectors were read and not taken up yet */
} mg_checkpoint;

/* Whether one can be written there at all.  On one rank. */
mgnn_status mg_checkpoint_try(const char *path, mgnn_error *err);

/* Whether to write one, if there is a `keep`: it is time, or a limit ends the search
 * here; what comes after that is no state to go on from.  *over: a limit is
 * reached, on all ranks alike.  Collective, and so is the rest. */
int mg_checkpoint_due(const mg_checkpoint *keep, const mg_ranks *ranks,
                      mg_shard_limits *limits, int *over);

/* Write it beside and rename it.  Returns MGNN_OK, MGNN_ENOMEM or MGNN_EIO. */
mgnn_status mg_checkpoint_write(mg_checkpoint *keep, size_t vectors, mgnn_error *err);

/* Read the head, which has to fit keep->state.of, and the positions into y.  Then, when
 * `part` is known, its vectors, at most MG_KEPT_VECTORS; all is checked against the sums
 * of the head.  Returns MGNN_OK, MGNN_ENOMEM, MGNN_EIO, MGNN_EPARSE if the file is
 * none or damaged, or MGNN_EINVAL if it is of another run. */
mgnn_status mg_checkpoint_read(mg_checkpoint *keep, double *y, mgnn_error *err);
mgnn_status mg_checkpoint_read_part(mg_checkpoint *keep, mgnn_error *err);

#endif
