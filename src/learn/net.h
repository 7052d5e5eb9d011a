/* A network: a list of operations on tables of numbers, each with its gradient.
 *
 * A model is written with the calls below; each adds an operation and returns the
 * number of the table that holds its result.  If an allocation fails, mg_net_finish
 * reports it, so that the code of a model reads like its formula. */
#ifndef MG_NET_H
#define MG_NET_H

#include "base/error.h"
#include "kernels.h"

/* A constant matrix: sparse, by rows and by columns, or dense. */
typedef struct {
  size_t rows, cols;
  mg_csr by_row, by_col;       /* by_col: the transposed matrix by rows */
  mg_real *dense;              /* rows of mg_padded(cols); NULL: the matrix is sparse */
} mg_matrix;

typedef struct {
  size_t rows, cols, ld;
  const size_t *follows;       /* the source of `rows`: a member of an input,
                                  which may become smaller later */
  mg_real *x, *dx;             /* values, gradient; padding is 0 in both */
  size_t size;                 /* rows * ld, rounded up */
  int layer;                   /* 1 + the number of the layer whose result this
                                  is (the embedding is layer 0), or 0 */
} mg_table;

/* Initial weights: uniform in +-sqrt(6/(in+out)) or +-1/sqrt(in), all 0, or all
 * 1. */
typedef enum { MG_GLOROT, MG_UNIFORM, MG_ZERO, MG_ONE } mg_weight_start;

typedef struct {
  size_t rows, cols, ld, at;   /* at: its offset among all weights */
  mg_weight_start start;
  size_t in;                   /* how many numbers each of its results depends on */
} mg_weight;

typedef struct mg_net mg_net;
typedef struct mg_op mg_op;

/* A kind of operation.  Its backward function adds to the gradients of the
 * inputs and weights. */
typedef struct {
  const char *name;
  void (*forward)(mg_net *net, const mg_op *op);
  void (*backward)(mg_net *net, const mg_op *op);
} mg_op_kind;

enum { MG_OP_INPUTS = 3, MG_OP_WEIGHTS = 3, MG_OP_KEPT = 4, MG_NONE = -1 };

struct mg_op {
  const mg_op_kind *kind;
  int in[MG_OP_INPUTS], out, weight[MG_OP_WEIGHTS];    /* MG_NONE: unused */
  double number[4];
  int flag;
  const mg_matrix *matrix;
  const mg_slots *graph;
  size_t state;                /* offset of the operation's state in net->state */
  size_t keep[MG_OP_KEPT];     /* sizes of the arrays kept from forward to backward */
  mg_real *kept[MG_OP_KEPT];
};

struct mg_net {
  const mg_learn_kernels *kernels;
  mg_table *table;
  mg_weight *weight;
  mg_op *op;
  size_t tables, weights, ops;
  size_t cap[3];               /* capacities of the arrays above */

  size_t count;                /* numbers in all weights, with padding */
  mg_real *w, *dw, *arena;     /* all weights; their gradients; everything else */
  mg_real *scratch;            /* twice the size of the largest weight */
  mg_real *state;              /* statistics that operations learn without gradients,
                                  initially 0.  Networks with any behave differently
                                  in training and evaluation, even without dropout */
  size_t states;
  int layers;                  /* number of layers, including the embedding */
  int failed;                  /* an allocation failed */

  int training;                /* 0: evaluation, without dropout */
  uint64_t noise;              /* random key for the dropout of this pass */
};

void mg_net_init(mg_net *net);
void mg_net_free(mg_net *net);

/* Finish building: allocate the memory.  Call it after the last operation.
 * MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_net_finish(mg_net *net, mgnn_error *err);

/* Initialise all weights randomly from a seed. */
void mg_net_start(mg_net *net, uint64_t seed);

/* The number of weights, without padding. */
size_t mg_net_parameters(const mg_net *net);

void mg_net_forward(mg_net *net);
/* Propagate the gradient of the last table back to all weights. */
void mg_net_backward(mg_net *net);

/* Adapt to new contents of the inputs, which must not be larger than when the
 * network was made: take over their numbers of rows. */
void mg_net_follow(mg_net *net);

/* For ops: add an operation, for the caller to fill in.  It gets a table of
 * *rows x cols numbers; with rows NULL the caller must name the table. */
mg_op *mg_net_add(mg_net *net, const mg_op_kind *kind, const size_t *rows,
                  size_t cols);
/* Mark table t as the result of the next layer; returns t. */
int mg_net_layer(mg_net *net, int t);

int mg_net_weight(mg_net *net, size_t rows, size_t cols, mg_weight_start start,
                  size_t in);

/* A table of a network being built; an empty one if building has failed. */
static inline mg_table
mg_table_of(const mg_net *net, int t)
{
  return net->failed ? (mg_table){ .cols = 1, .ld = MG_PAD } : net->table[t];
}

/* The dot product of two rows. */
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
