/* Which nodes the lengths determine, and how that is known. */
#ifndef MG_DETERMINED_H
#define MG_DETERMINED_H

#include "rigidity.h"

/* Why a node's answer is what it is; mg_determined_words has the texts. */
typedef enum {
  MG_HOW_OPEN,                 /* not known: no theorem decides */
  MG_HOW_LARGE,                /* not known: too much work */
  MG_HOW_PINNED,               /* yes */
  MG_HOW_WHOLE,                /* yes: the whole is globally rigid */
  MG_HOW_BODY,                 /* yes: all joined, in the body of reference */
  MG_HOW_KERNEL,               /* yes: the kernel of stress matrices */
  MG_HOW_NOTHING,              /* no: nothing is, there is no body */
  MG_HOW_MOTION,               /* no: a motion changes its place */
  MG_HOW_SEPARATED             /* no: dim nodes or fewer separate it */
} mg_how;

struct mgnn_determined {
  size_t n, count;             /* nodes; those with yes */
  unsigned char *node;         /* n: 1 yes, 0 no, 255 not known */
  unsigned char *how;          /* n: mg_how */
  const char *up_to;
  double error;
};

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
