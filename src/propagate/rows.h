/* Rows of neighbours in the compact form that the layer kernels read.  Rows and
 * neighbours are numbered separately, so that a process can compute a range of
 * rows with only its own nodes and copies of their neighbours. */
#ifndef MG_ROWS_H
#define MG_ROWS_H

#include "base/graph.h"

/* The numbers begin to end - 1. */
typedef struct {
  size_t begin, end;
} mg_range;

typedef struct {
  size_t n;                    /* rows */
  const size_t *row;           /* n+1: slots of row i are row[i]..row[i+1]-1 */
  const unsigned *to;          /* the neighbour in a slot */

  /* A slot's target length is in one of two arrays, or none if the rule needs none. */
  const float *length_single;
  const double *length;
  const double *upper;         /* NULL: lengths are exact */
  const double *weight;        /* NULL: all 1 */

  double loop;                 /* 1 with self-loops, else 0 */
  int in_z;                    /* positions are Z itself, not scaled by
                                  degrees */
  const double *degree;        /* n; NULL: the slots of a row, plus loop */
  const double *near_root;     /* sqrt(degree) of neighbours, NULL if degree is;
                                  only the message form uses it */
  /* Names from which random directions are derived, of rows and of neighbours.
   * NULL: their numbers. */
  const unsigned *name, *near_name;
  const unsigned *place;       /* place of a row's position in Z; NULL: its
                                  number */

  void *own[8];                /* memory that mg_rows_free frees */
  size_t owned;
} mg_rows;

/* Arrays that a rule reads besides the neighbours. */
enum { MG_ROWS_LENGTH = 1, MG_ROWS_ROOT = 2 };

/* Make the rows of a graph.  Arrays of the graph in the right form are
 * borrowed, so the graph must outlive the rows.  Lengths are stored as floats
 * if that is exact or if `single` is set, and multiplied by `scale`, a power of
 * two.  Edge values are copied to both slots.  Old contents of *rows are not
 * freed; on failure there is nothing to free. */
mgnn_status mg_rows_make(mg_rows *rows, const mg_graph *g, int reads,
                         int single, double scale, int threads,
                         mgnn_error *err);

/* Allocate memory that mg_rows_free frees; NULL if there is not enough. */
void *mg_rows_alloc(mg_rows *rows, size_t count, size_t size);

/* Nonzero if floats hold all the numbers exactly. */
int mg_rows_fit_single(const double *x, size_t count);

void mg_rows_free(mg_rows *rows);

/* Renumber the nodes: the new row i is the old row order[i], neighbour j
 * becomes place[j], and names are the old numbers.  The slots of a row keep
 * their order, so that sums keep their bits.  `order` must outlive the rows.
 * On failure the rows are unchanged. */
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
