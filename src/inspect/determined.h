/* Which nodes have only one possible place, given the lengths, and why. */
#ifndef MG_DETERMINED_H
#define MG_DETERMINED_H

#include "rigidity.h"

/* The reason for a node's answer; mg_determined_words has the texts. */
typedef enum {
  MG_HOW_OPEN,                 /* not known: no theorem decides */
  MG_HOW_LARGE,                /* not known: too much work */
  MG_HOW_SPECIAL,              /* not known: the drawing is singular */
  MG_HOW_VOID,                 /* not known: no drawing can meet the lengths */
  MG_HOW_PINNED,               /* yes: pinned */
  MG_HOW_WHOLE,                /* yes if generic: the graph is globally rigid */
  MG_HOW_BODY,                 /* yes: one of the reference nodes, all joined */
  MG_HOW_KERNEL,               /* yes if generic: by the kernel of stress matrices */
  MG_HOW_PLACED,               /* yes: by bars to nodes in general position */
  MG_HOW_COUNTED,              /* yes: all drawings were found, and agree on it */
  MG_HOW_NOTHING,              /* no: there is no body of reference */
  MG_HOW_MOTION,               /* no: a motion changes its place */
  MG_HOW_SEPARATED,            /* no: dim nodes or fewer separate it */
  MG_HOW_ANOTHER               /* no: another drawing has it elsewhere */
} mg_how;

struct mgnn_determined {
  size_t n, count;             /* number of nodes; of determined nodes */
  size_t generic;              /* determined nodes, were the lengths generic */
  size_t freedom;              /* degrees of freedom at generic positions */
  unsigned char *node;         /* n: 1 yes, 0 no, 255 not known */
  unsigned char *how;          /* n: mg_how */
  const char *up_to;
  const char *anchors;         /* their special position, such as "on a line"; NULL:
                                * general position, or not tested */
  double error;                /* bound on the probability that `generic` is wrong */
  int others;                  /* a drawing not congruent to this one was found */
};

/* One more than the dimension of the affine span of n points, or of those
 * marked in `pin`; 0 without points.  Deviations below `tolerance` times their
 * extent are ignored.  scratch has (dim+1)*dim doubles. */
size_t mg_affine_span(const double *y, size_t n, size_t dim,
                      const unsigned char *pin, double tolerance,
                      double *scratch);

/* Set d->anchors and d->up_to from the positions of the anchors in y, n*dim: if anchors
 * lie on a line, or in space in a plane, nodes are determined up to a mirror image. */
mgnn_status mg_determined_anchors(mgnn_determined *d, const mgnn_problem *p,
                                  size_t dim, const double *y, mgnn_error *err);

/* Turn the answers for generic lengths into answers for the given lengths, using
 * the best drawing y (NULL: none).  An answer for generic lengths only becomes "not
 * known" and keeps its `how`; if feasible is 0, all answers become "not known". */
mgnn_status mg_determined_given(mgnn_determined *d, const mgnn_problem *p, size_t dim,
                                const double *y, int feasible, mgnn_error *err);

static inline void
mg_determined_set(mgnn_determined *d, size_t i, int yes, mg_how how)
{
  d->node[i] = (unsigned char)yes;
  d->how[i] = (unsigned char)how;
}

/* Nonzero if some node has this reason; 0 if d is NULL. */
int mg_determined_has(const mgnn_determined *d, mg_how how);

/* Answer "no" for every node that has different places in the first and in another of
 * several drawings with these lengths. */
mgnn_status mg_determined_compare(mgnn_determined *d, const mgnn_problem *p,
                                  size_t dim, const mgnn_realizations *r,
                                  mgnn_error *err);

/* Largest relative error of a bar used to verify places, unless lengths are
 * written less exactly.  A reflection in nearly the right line moves nodes far,
 * yet changes lengths by as little as 1e-6. */
#define MG_VERIFIED_MET 1e-9

/* Set *yes if y has more infinitesimal motions (singular values below `tolerance`) than
 * the `freedom` of generic positions; 0 also if that takes longer than a layout. */
mgnn_status mg_singular_find(const mgnn_problem *p, size_t dim, const double *y,
                             double tolerance, size_t freedom, int *yes,
                             mgnn_error *err);

/* The determined nodes that the drawing has at their one possible place. */
typedef struct {
  size_t count;                /* verified nodes */
  size_t asked;                /* nodes that are determined and not pinned */
  unsigned char *node;         /* n: 1 if its place in the drawing follows from bars
                                * that are met, 0 if not; 255: not known, or pinned */
  size_t off;                  /* bars that miss their length by more than `to` */
  double to;                   /* relative error allowed */
} mg_verified;

/* Verify determined nodes of y: all if it meets all bars, else those that follow node
 * by node from bars it meets.  d: of p.  Free with mg_verified_free. */
mgnn_status mg_verified_find(const mgnn_determined *d, const mgnn_problem *p,
                             size_t dim, const double *y, mg_verified *out,
                             mgnn_error *err);
void mg_verified_free(mg_verified *v);

/* Mark in `placed`, n bytes, the nodes whose places follow from the bars that y
 * meets, starting from the pins or the body of reference of d.  *off: the bars y does
 * not meet.  y NULL: only a complete graph that is all determined is marked. */
mgnn_status mg_placed_find(const mgnn_determined *d, const mgnn_problem *p,
                           size_t dim, const double *y, unsigned char *placed,
                           size_t *off, mgnn_error *err);

/* As mg_placed_find, with bars b that y meets up to `rounding`; ask: n bytes,
 * nonzero in the body of reference. */
mgnn_status mg_trilaterate(const mg_bars *b, size_t dim, const double *y,
                           const unsigned char *ask, double rounding,
                           unsigned char *placed, mgnn_error *err);

/* As mgnn_determined_find, given the rigidity r of p, with eliminations of up
 * to `work` multiplications. */
mgnn_status mg_determined_find(const mgnn_problem *p, unsigned long seed,
                               const mgnn_rigidity *r, double work,
                               mgnn_determined **out, mgnn_error *err);

/* Mark in `separated` each node that a cut of at most `most` nodes separates from
 * `body`: every v with `ask[v]` from which at most `most` paths that share only v lead
 * to different nodes of the body, and its side of the cut.  Arrays have n bytes. */
mgnn_status mg_separated_find(const mg_bars *b, size_t most,
                              const unsigned char *body,
                              const unsigned char *ask,
                              unsigned char *separated, mgnn_error *err);

#endif
