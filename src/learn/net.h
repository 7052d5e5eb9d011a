/* A network: a list of operations on tables of numbers, each with its gradient.
 *
 * A model is written with the calls below; each adds an operation and returns
 * the number of the table that it fills.  A failed allocation is remembered and
 * told by mg_net_finish, so that a model reads as its formula. */
#ifndef MG_NET_H
#define MG_NET_H

#include "base/error.h"
#include "kernels.h"

/* A constant matrix, as rows and as columns, or dense. */
typedef struct {
  size_t rows, cols;
  mg_csr by_row, by_col;       /* by_col: the transposed matrix by rows */
  mg_real *dense;              /* rows of mg_padded(cols); or NULL: it is sparse */
} mg_matrix;

typedef struct {
  size_t rows, cols, ld;
  const size_t *follows;       /* what its rows are counted by: a member of an
                                  input, which may shrink later */
  mg_real *x, *dx;             /* values, gradient; padding is 0 in both */
  size_t size;                 /* rows * ld, rounded up */
  int layer;                   /* 0, or 1 + the number of the layer whose result
                                  it is; the embedding is layer 0 */
} mg_table;

/* Where weights begin: uniform in +-sqrt(6/(in+out)), in +-1/sqrt(in), all 0,
 * all 1. */
typedef enum { MG_GLOROT, MG_UNIFORM, MG_ZERO, MG_ONE } mg_weight_start;

typedef struct {
  size_t rows, cols, ld, at;   /* at: its place among all weights */
  mg_weight_start start;
  size_t in;                   /* numbers that go into each of its results */
} mg_weight;

typedef struct mg_net mg_net;
typedef struct mg_op mg_op;

/* A kind of operation.  Backward adds to the gradients of its inputs and of
 * its weights. */
typedef struct {
  const char *name;
  void (*forward)(mg_net *net, const mg_op *op);
  void (*backward)(mg_net *net, const mg_op *op);
} mg_op_kind;

enum { MG_OP_INPUTS = 3, MG_OP_WEIGHTS = 3, MG_OP_KEPT = 4, MG_NONE = -1 };

struct mg_op {
  const mg_op_kind *kind;
  int in[MG_OP_INPUTS], out, weight[MG_OP_WEIGHTS];    /* MG_NONE: not used */
  double number[4];
  int flag;
  const mg_matrix *matrix;
  const mg_slots *graph;
  size_t state;                /* place of its own numbers in net->state */
  size_t keep[MG_OP_KEPT];     /* numbers kept from forward to backward */
  mg_real *kept[MG_OP_KEPT];
};

struct mg_net {
  const mg_learn_kernels *kernels;
  mg_table *table;
  mg_weight *weight;
  mg_op *op;
  size_t tables, weights, ops;
  size_t cap[3];               /* of these */

  size_t count;                /* of numbers in all weights, with padding */
  mg_real *w, *dw, *arena;     /* all weights, their gradient, all the rest */
  mg_real *scratch;            /* as large as the largest weight, twice */
  mg_real *state;              /* what operations learn without gradients; 0 at
                                  the start.  Where there is some, evaluation
                                  differs from training even without dropout */
  size_t states;
  int layers;                  /* with a number, the embedding included */
  int failed;                  /* an allocation */

  int training;                /* 0: nothing is dropped */
  uint64_t noise;              /* names this pass for what is dropped */
};

void mg_net_init(mg_net *net);
void mg_net_free(mg_net *net);

/* To be called when the last operation is there: gets the memory.  MGNN_OK or
 * MGNN_ENOMEM. */
mgnn_status mg_net_finish(mg_net *net, mgnn_error *err);

/* Draw all weights from a seed. */
void mg_net_start(mg_net *net, uint64_t seed);

/* Numbers in all weights, without padding. */
size_t mg_net_parameters(const mg_net *net);

void mg_net_forward(mg_net *net);
/* From the gradient of the last table to those of all weights. */
void mg_net_backward(mg_net *net);

/* The inputs have other contents than when the network was made, and are not
 * larger: take over how many rows they have now. */
void mg_net_follow(mg_net *net);

/* For ops: an operation of that kind, to be filled in by the caller.  Its table
 * has *rows x cols numbers; rows NULL: none, the caller names one. */
mg_op *mg_net_add(mg_net *net, const mg_op_kind *kind, const size_t *rows,
                  size_t cols);
/* A table is the result of the next layer; returns it. */
int mg_net_layer(mg_net *net, int t);

int mg_net_weight(mg_net *net, size_t rows, size_t cols, mg_weight_start start,
                  size_t in);

/* A table while the network is made; of one that has failed, an empty one. */
static inline mg_table
mg_table_of(const mg_net *net, int t)
{
  return net->failed ? (mg_table){ .cols = 1, .ld = MG_PAD } : net->table[t];
}

/* a.b of two rows. */
static inline mg_real
mg_row_dot(const mg_net *net, const mg_real *a, const mg_real *b, size_t ld)
{
  return net->kernels->inner(a, b, ld);
}

static inline mg_table *
mg_in(const mg_net *net, const mg_op *op, int k)
{
  return &net->table[op->in[k]];
}

static inline mg_table *
mg_out(const mg_net *net, const mg_op *op)
{
  return &net->table[op->out];
}

static inline mg_real *
mg_w(const mg_net *net, const mg_op *op, int k)
{
  return op->weight[k] == MG_NONE ? NULL
         : net->w + net->weight[op->weight[k]].at;
}

static inline mg_real *
mg_dw(const mg_net *net, const mg_op *op, int k)
{
  return op->weight[k] == MG_NONE ? NULL
         : net->dw + net->weight[op->weight[k]].at;
}

#endif
