/* Rows of neighbours as the kernels of the layers read them: compact, and
 * independent of whose they are.  Rows and neighbours are numbered apart, so
 * that a range of rows can be computed where only its own nodes and copies of
 * their neighbours are at hand. */
#ifndef MG_ROWS_H
#define MG_ROWS_H

#include "base/graph.h"

/* From begin to end - 1. */
typedef struct {
  size_t begin, end;
} mg_range;

typedef struct {
  size_t n;                    /* rows */
  const size_t *row;           /* n+1: slots of row i are row[i]..row[i+1]-1 */
  const unsigned *to;          /* the neighbour in a slot */

  /* Its target: one of the first two, or neither where the rule needs none. */
  const float *length_single;
  const double *length;
  const double *upper;         /* or NULL: lengths are exact */
  const double *weight;        /* or NULL: all 1 */

  double loop;                 /* 1 with self-loops, else 0 */
  int in_z;                    /* positions are Z, which is not scaled by
                                  degrees */
  const double *degree;        /* n, or NULL: the slots of a row, plus loop */
  const double *near_root;     /* sqrt(degree) of neighbours; NULL as degree is
                                  not: used by the message form only */
  /* What nodes are called where a direction is random: rows, neighbours.
   * NULL: by their numbers. */
  const unsigned *name, *near_name;
  const unsigned *place;       /* of a row's position in Z; NULL: that of its
                                  number */

  void *own[8];                /* what mg_rows_free frees */
  size_t owned;
} mg_rows;

/* What a rule reads of the rows. */
enum { MG_ROWS_LENGTH = 1, MG_ROWS_ROOT = 2 };

/* Make the rows of a graph, which must outlive them: what the graph has in the
 * right form is borrowed.  Lengths are kept as floats where that loses nothing,
 * or, if `single` is set, always; they are multiplied by `scale`, a power of
 * two.  The values of slots follow from those of the edges.  Frees nothing of
 * *rows; on failure there is nothing to free. */
mgnn_status mg_rows_make(mg_rows *rows, const mg_graph *g, int reads,
                         int single, double scale, int threads,
                         mgnn_error *err);

/* Memory that mg_rows_free frees; NULL if there is none. */
void *mg_rows_alloc(mg_rows *rows, size_t count, size_t size);

/* Whether all of them are floats. */
int mg_rows_fit_single(const double *x, size_t count);

void mg_rows_free(mg_rows *rows);

/* Number the nodes anew: row i becomes what was row order[i], neighbour j is
 * called place[j], and names are the old numbers.  Slots of a row keep their
 * order, and so sums their bits.  `order` must outlive the rows.  On failure
 * they are as they were. */
mgnn_status mg_rows_reorder(mg_rows *rows, const unsigned *order,
                            const unsigned *place, int threads,
                            mgnn_error *err);

static inline double
mg_rows_degree(const mg_rows *rows, size_t i)
{
  return rows->degree != NULL ? rows->degree[i]
         : (double)(rows->row[i + 1] - rows->row[i]) + rows->loop;
}

static inline size_t
mg_rows_name(const mg_rows *rows, size_t i)
{
  return rows->name != NULL ? rows->name[i] : i;
}

static inline size_t
mg_rows_place(const mg_rows *rows, size_t i)
{
  return rows->place != NULL ? rows->place[i] : i;
}

static inline size_t
mg_rows_near_name(const mg_rows *rows, size_t k)
{
  return rows->near_name != NULL ? rows->near_name[rows->to[k]] : rows->to[k];
}

#endif
