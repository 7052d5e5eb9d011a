/* Checkpoints: the state of a layout, saved from time to time, so that an
 * interrupted run can be resumed on any number of ranks. */
#ifndef MG_CHECKPOINT_H
#define MG_CHECKPOINT_H

#include "shard_task.h"

enum { MG_KEPT_VECTORS = 2 };

/* The stage that the search of a component has reached. */
enum { MG_STAGE_FIRST, MG_STAGE_LAST, MG_STAGE_DESCENT };

/* The head of the file: 8-byte integers and doubles only. */
typedef struct {
  char magic[8];
  uint64_t version;
  struct {                     /* must be the same in the run that resumes */
    uint64_t n, m, graph;      /* graph: checksum of edges, lengths and stiffness */
    uint64_t dim, seed, paths, gather, start;  /* start: checksum of start and pins */
    double tolerance;
  } of;
  int64_t component;           /* the component being searched, by its lowest name */
  int64_t stage;
  uint64_t step, iterations;   /* within the stage; in the whole run */
  uint64_t vectors;            /* vectors saved of this component */
  double damping;              /* of the Levenberg-Marquardt descent */
  double stress;               /* sum over the finished components */
  struct {                     /* components searched whole by one rank */
    uint64_t unfinished;       /* a limit ended one: search all again */
    uint64_t iterations;
    double stress;
  } small;
  uint64_t check_positions, check_vectors;
  uint64_t check;              /* checksum of the head, computed with 0 here */
} mg_kept_state;

typedef struct mg_checkpoint {
  const mg_ranks *ranks;
  const char *path;
  double every, last;          /* seconds between two; time of the last, by mg_clock */
  const mg_owners *owners;     /* of all nodes: each rank writes the nodes at home */
  const mg_shard *whole;       /* the shard whose nodes y holds */
  const double *y;             /* own * dim: positions of all components when
                                  their present stage began */
  const mg_shard *part;        /* the shard whose nodes the vectors hold */
  double *vector;              /* vectors * own * dim; belongs to the caller */
  mg_kept_state state;
  int written;                 /* a checkpoint has been written */
  int resumed;                 /* state and vectors were read and not used yet */
} mg_checkpoint;

/* Whether a checkpoint can be written at this path.  Called on one rank. */
mgnn_status mg_checkpoint_try(const char *path, mgnn_error *err);

/* Whether to write a checkpoint now: it is time, or a limit ends the search.  0 if
 * `keep` is NULL, or after a limit, when states are no use for resuming.  *over: a
 * limit is reached, on all ranks alike.  Collective, as are all calls below. */
int mg_checkpoint_due(const mg_checkpoint *keep, const mg_ranks *ranks,
                      mg_shard_limits *limits, int *over);

/* Write a temporary file and rename it.  Returns MGNN_OK, MGNN_ENOMEM or MGNN_EIO. */
mgnn_status mg_checkpoint_write(mg_checkpoint *keep, size_t vectors, mgnn_error *err);

/* Read the head, which must match keep->state.of, and the positions into y.  Once
 * `part` is known, read_part reads its vectors, at most MG_KEPT_VECTORS.  All is
 * checked against the sums in the head.  Returns MGNN_OK, MGNN_ENOMEM, MGNN_EIO,
 * MGNN_EPARSE (no checkpoint, or damaged) or MGNN_EINVAL (of another run). */
mgnn_status mg_checkpoint_read(mg_checkpoint *keep, double *y, mgnn_error *err);
mgnn_status mg_checkpoint_read_part(mg_checkpoint *keep, mgnn_error *err);

#endif
