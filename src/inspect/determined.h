/* Which nodes the lengths determine, and how that is known. */
#ifndef MG_DETERMINED_H
#define MG_DETERMINED_H

#include "rigidity.h"

/* Why a node's answer is what it is; mg_determined_words has the texts. */
typedef enum {
  MG_HOW_OPEN,                 /* not known: no theorem decides */
  MG_HOW_LARGE,                /* not known: too much work */
  MG_HOW_SPECIAL,              /* not known: the drawing is at a special place */
  MG_HOW_VOID,                 /* not known: no drawing can meet the lengths */
  MG_HOW_PINNED,               /* yes */
  MG_HOW_WHOLE,                /* generic lengths: the whole is globally rigid */
  MG_HOW_BODY,                 /* yes: all joined, in the body of reference */
  MG_HOW_KERNEL,               /* generic lengths: the kernel of stress matrices */
  MG_HOW_PLACED,               /* yes: by bars to nodes in general position */
  MG_HOW_COUNTED,              /* yes: in all drawings that there are */
  MG_HOW_NOTHING,              /* no: nothing is, there is no body */
  MG_HOW_MOTION,               /* no: a motion changes its place */
  MG_HOW_SEPARATED,            /* no: dim nodes or fewer separate it */
  MG_HOW_ANOTHER               /* no: another drawing has it elsewhere */
} mg_how;

struct mgnn_determined {
  size_t n, count;             /* nodes; those with yes */
  size_t generic;              /* those with yes if the lengths were generic */
  size_t freedom;              /* degrees of freedom at generic positions */
  unsigned char *node;         /* n: 1 yes, 0 no, 255 not known */
  unsigned char *how;          /* n: mg_how */
  const char *up_to;
  const char *anchors;         /* where they all are, "on a line"; NULL: in general
                                * position, or not looked at */
  double error;                /* bound on the probability that `generic` is wrong */
  int others;                  /* a drawing was found that is not congruent */
};

/* The dimension plus 1 that points span, 0 without points: n of them, or those marked
 * in `pin`.  What is off by less than `tolerance` of their extent does not count.
 * scratch has (dim+1)*dim doubles. */
size_t mg_affine_span(const double *y, size_t n, size_t dim,
                      const unsigned char *pin, double tolerance,
                      double *scratch);

/* By the places of the anchors in y, n*dim, say what nodes are determined up to:
 * anchors on a line, or in space in a plane, leave a mirror image. */
mgnn_status mg_determined_anchors(mgnn_determined *d, const mgnn_problem *p,
                                  size_t dim, const double *y, mgnn_error *err);

/* From answers for generic lengths make those for the lengths given, by a drawing y
 * that meets them as well as can be; NULL: none is known.  What holds for generic
 * lengths alone becomes "not known", with its `how`; all does if feasible is 0. */
mgnn_status mg_determined_given(mgnn_determined *d, const mgnn_problem *p, size_t dim,
                                const double *y, int feasible, mgnn_error *err);

static inline void
mg_determined_set(mgnn_determined *d, size_t i, int yes, mg_how how)
{
  d->node[i] = (unsigned char)yes;
  d->how[i] = (unsigned char)how;
}

/* Whether this is the answer for any node; no if d is NULL. */
int mg_determined_has(const mgnn_determined *d, mg_how how);

/* Answer "no" for nodes that one of several drawings with these lengths has at
 * another place than the first. */
mgnn_status mg_determined_compare(mgnn_determined *d, const mgnn_problem *p,
                                  size_t dim, const mgnn_realizations *r,
                                  mgnn_error *err);

/* Bars that places are to follow from are met to so much, relatively, or as exactly
 * as they are written: reflections in nearly the right line keep lengths to 1e-6 and
 * more, with nodes far off. */
#define MG_VERIFIED_MET 1e-9

/* Whether y has more infinitesimal motions than `freedom`, that of generic positions, with
 * singular values below `tolerance` as 0; no too if that takes longer than a layout. */
mgnn_status mg_singular_find(const mgnn_problem *p, size_t dim, const double *y,
                             double tolerance, size_t freedom, int *yes,
                             mgnn_error *err);

/* Which free nodes that are determined are where they belong.  Pinned ones are given:
 * nothing is to be verified. */
typedef struct {
  size_t count;                /* of nodes with 1 */
  size_t asked;                /* nodes that are determined, and not pinned */
  unsigned char *node;         /* n: 1 if its place in the drawing follows from bars
                                * that are met, 0 if not; 255: not known, or pinned */
  size_t off;                  /* bars that are not met, */
  double to;                   /*   to this, relatively */
} mg_verified;

/* Nodes are verified if y meets all bars, or if the bars that it meets lead to
 * them node by node.  d: of p.  Free with mg_verified_free. */
mgnn_status mg_verified_find(const mgnn_determined *d, const mgnn_problem *p,
                             size_t dim, const double *y, mg_verified *out,
                             mgnn_error *err);
void mg_verified_free(mg_verified *v);

/* Mark with 1, in n bytes, the nodes whose places follow from each other and from
 * the pins by bars that y meets, for these lengths, with the body of reference of d;
 * *off: how many bars y does not meet.  y NULL: only what needs no drawing. */
mgnn_status mg_placed_find(const mgnn_determined *d, const mgnn_problem *p,
                           size_t dim, const double *y, unsigned char *placed,
                           size_t *off, mgnn_error *err);

/* The same by bars b, all of them met, to `rounding`; ask: n bytes, nonzero in the
 * body of reference. */
mgnn_status mg_trilaterate(const mg_bars *b, size_t dim, const double *y,
                           const unsigned char *ask, double rounding,
                           unsigned char *placed, mgnn_error *err);

/* As mgnn_determined_find, with the rigidity of p known and eliminations of up to
 * `work`. */
mgnn_status mg_determined_find(const mgnn_problem *p, unsigned long seed,
                               const mgnn_rigidity *r, double work,
                               mgnn_determined **out, mgnn_error *err);

/* Mark with 1, in `separated`, n bytes, every node v with `ask[v]` from which no
 * more than `most` paths that share no other node lead to different nodes of
 * `body`, n bytes, and what lies on its side of such a cut. */
mgnn_status mg_separated_find(const mg_bars *b, size_t most,
                              const unsigned char *body,
                              const unsigned char *ask,
                              unsigned char *separated, mgnn_error *err);

#endif
