/* Linear maps, and operations on single numbers or rows. */
#include "ops.h"
#include "base/random.h"

#include <string.h>

static const double MOMENTUM = 0.1, VARIANCE_LEAST = 1e-5;     /* batch norm */

mg_map
mg_map_new(mg_net *net, size_t in, size_t out, mg_weight_start start,
           int with_bias)
{
  mg_map map = { mg_net_weight(net, in, out, start, in), MG_NONE };

  if (with_bias)
    map.b = mg_net_weight(net, 1, out, MG_UNIFORM, in);
  return map;
}

/* db = sum of the rows of dy */
static void
bias_back(const mg_net *net, const mg_op *op, int k, double by)
{
  const mg_table *y = mg_out(net, op);
  mg_real *db = mg_dw(net, op, k);

  for (size_t i = 0; i < y->rows && db != NULL; i++)
    net->kernels->add(db, (mg_real)by, y->dx + i * y->ld, y->ld);
}

/* to = transposed `from`, of rows x cols numbers; rows of `to` are padded with 0. */
static void
transpose(const mg_real *from, size_t rows, size_t ld, size_t cols, mg_real *to)
{
  size_t padded = mg_padded(rows);

  for (size_t c = 0; c < cols; c++)
    for (size_t i = 0; i < padded; i++)
      to[c * padded + i] = i < rows ? from[i * ld + c] : 0;
}

/* dx += by dy w' */
static void
product_back(const mg_net *net, const mg_table *x, const mg_table *y,
             const mg_real *w)
{
  transpose(w, x->cols, y->ld, y->ld, net->scratch);
  net->kernels->multiply(&(mg_product){
    .rows = x->rows, .inner = y->ld, .cols = x->ld, .a = y->dx,
    .b = net->scratch, .c = x->dx, .lda = y->ld, .ldb = x->ld, .ldc = x->ld,
    .add = 1 });
}

/* ---- a constant matrix times weights ---- */

static void
features_forward(mg_net *net, const mg_op *op)
{
  const mg_table *y = mg_out(net, op);
  const mg_matrix *x = op->matrix;

  if (x->dense == NULL)
    net->kernels->sparse(&x->by_row, mg_w(net, op, 0), mg_w(net, op, 1), y->x,
                         y->ld, 0);
  else
    net->kernels->multiply(&(mg_product){
      .rows = x->rows, .inner = x->cols, .cols = y->ld, .a = x->dense,
      .b = mg_w(net, op, 0), .c = y->x, .lda = mg_padded(x->cols),
      .ldb = y->ld, .ldc = y->ld, .bias = mg_w(net, op, 1) });
}

static void
features_backward(mg_net *net, const mg_op *op)
{
  const mg_table *y = mg_out(net, op);
  const mg_matrix *x = op->matrix;

  if (x->dense == NULL)
    net->kernels->sparse(&x->by_col, y->dx, NULL, mg_dw(net, op, 0), y->ld, 1);
  else
    net->kernels->multiply_by_transposed(&(mg_product){
      .rows = x->cols, .inner = x->rows, .cols = y->ld, .a = x->dense,
      .b = y->dx, .c = mg_dw(net, op, 0), .lda = mg_padded(x->cols),
      .ldb = y->ld, .ldc = y->ld });
  bias_back(net, op, 1, 1);
}

int
mg_op_features(mg_net *net, const mg_matrix *x, mg_map map)
{
  static const mg_op_kind kind = { "features", features_forward,
                                   features_backward };
  mg_op *op = map.w == MG_NONE ? NULL
              : mg_net_add(net, &kind, &x->rows, net->weight[map.w].cols);

  if (op == NULL)
    return 0;
  op->matrix = x;
  op->weight[0] = map.w;
  op->weight[1] = map.b;
  return op->out;
}

/* ---- a table times weights ---- */

static void
linear_forward(mg_net *net, const mg_op *op)
{
  const mg_table *x = mg_in(net, op, 0), *y = mg_out(net, op);

  net->kernels->multiply(&(mg_product){
    .rows = x->rows, .inner = x->cols, .cols = y->ld, .a = x->x,
    .b = mg_w(net, op, 0), .c = y->x, .lda = x->ld, .ldb = y->ld,
    .ldc = y->ld, .bias = mg_w(net, op, 1) });
}

/* dw += by x' dy */
static void
weights_back(const mg_net *net, const mg_table *x, const mg_table *y,
             mg_real *dw)
{
  net->kernels->multiply_by_transposed(&(mg_product){
    .rows = x->cols, .inner = x->rows, .cols = y->ld, .a = x->x, .b = y->dx,
    .c = dw, .lda = x->ld, .ldb = y->ld, .ldc = y->ld });
}

static void
linear_backward(mg_net *net, const mg_op *op)
{
  const mg_table *x = mg_in(net, op, 0), *y = mg_out(net, op);

  weights_back(net, x, y, mg_dw(net, op, 0));
  bias_back(net, op, 1, 1);
  product_back(net, x, y, mg_w(net, op, 0));
}

int
mg_op_linear(mg_net *net, int in, mg_map map)
{
  static const mg_op_kind kind = { "linear", linear_forward, linear_backward };
  mg_op *op = map.w == MG_NONE ? NULL
              : mg_net_add(net, &kind, net->table[in].follows,
                           net->weight[map.w].cols);

  if (op == NULL)
    return 0;
  op->in[0] = in;
  op->weight[0] = map.w;
  op->weight[1] = map.b;
  return op->out;
}

/* ---- a constant matrix times a table ---- */

static void
matrix_forward(mg_net *net, const mg_op *op)
{
  const mg_table *y = mg_out(net, op);

  net->kernels->sparse(&op->matrix->by_row, mg_in(net, op, 0)->x, NULL, y->x,
                       y->ld, 0);
}

static void
matrix_backward(mg_net *net, const mg_op *op)
{
  const mg_table *y = mg_out(net, op);

  net->kernels->sparse(&op->matrix->by_col, y->dx, NULL, mg_in(net, op, 0)->dx,
                       y->ld, 1);
}

int
mg_op_matrix(mg_net *net, const mg_matrix *x, int in)
{
  static const mg_op_kind kind = { "matrix", matrix_forward, matrix_backward };
  mg_op *op = mg_net_add(net, &kind, &x->rows, mg_table_of(net, in).cols);

  if (op == NULL)
    return 0;
  op->in[0] = in;
  op->matrix = x;
  return op->out;
}

/* ---- in place ---- */

static void
bias_forward(mg_net *net, const mg_op *op)
{
  const mg_table *y = mg_out(net, op);
  const mg_real *b = mg_w(net, op, 0);

  for (size_t i = 0; i < y->rows; i++)
    for (size_t c = 0; c < y->ld; c++)
      y->x[i * y->ld + c] += b[c];
}

static void
bias_backward(mg_net *net, const mg_op *op)
{
  bias_back(net, op, 0, 1);
}

/* Add an operation that changes a table in place. */
static mg_op *
in_place(mg_net *net, const mg_op_kind *kind, int in)
{
  mg_op *op = mg_net_add(net, kind, NULL, 0);

  if (op != NULL)
    op->in[0] = op->out = in;
  return op;
}

int
mg_op_bias(mg_net *net, int in)
{
  static const mg_op_kind kind = { "bias", bias_forward, bias_backward };
  mg_op *op = in_place(net, &kind, in);

  if (op != NULL)
    op->weight[0] = mg_net_weight(net, 1, net->table[in].cols, MG_ZERO, 1);
  return in;
}

/* The random key of dropout, different for each pass and each operation. */
static uint32_t
noise_key(const mg_net *net, const mg_op *op)
{
  uint64_t x = mg_random_stream(net->noise, (uint64_t)(op - net->op) + 1);

  return (uint32_t)(x ^ x >> 32);
}

static void
activate_forward(mg_net *net, const mg_op *op)
{
  const mg_table *y = mg_out(net, op);

  net->kernels->activate(y->x, y->rows * y->ld, op->flag,
                         net->training ? op->number[0] : 0,
                         noise_key(net, op));
}

static void
activate_backward(mg_net *net, const mg_op *op)
{
  const mg_table *y = mg_out(net, op);

  net->kernels->activate_back(y->x, y->dx, y->rows * y->ld, op->flag,
                              net->training ? op->number[0] : 0,
                              noise_key(net, op));
}

int
mg_op_activate(mg_net *net, int in, int relu, double drop)
{
  static const mg_op_kind kind = { "activate", activate_forward,
                                   activate_backward };
  mg_op *op;

  if (!relu && drop == 0)
    return in;
  op = in_place(net, &kind, in);
  if (op != NULL) {
    op->flag = relu;
    op->number[0] = drop;
  }
  return in;
}

/* ---- sums ---- */

static void
add_forward(mg_net *net, const mg_op *op)
{
  const mg_table *y = mg_out(net, op);
  const mg_real *a = mg_in(net, op, 0)->x, *b = mg_in(net, op, 1)->x;
  const mg_real fa = (mg_real)op->number[0], fb = (mg_real)op->number[1];

  for (size_t k = 0; k < y->rows * y->ld; k++)
    y->x[k] = fa * a[k] + fb * b[k];
  if (op->in[2] != MG_NONE)
    for (size_t k = 0; k < y->rows * y->ld; k++)
      y->x[k] += mg_in(net, op, 2)->x[k];
}

static void
add_backward(mg_net *net, const mg_op *op)
{
  const mg_table *y = mg_out(net, op);

  for (int i = 0; i < MG_OP_INPUTS && op->in[i] != MG_NONE; i++) {
    mg_real *dx = mg_in(net, op, i)->dx;
    mg_real by = i < 2 ? (mg_real)op->number[i] : 1;

    for (size_t k = 0; k < y->rows * y->ld; k++)
      dx[k] += by * y->dx[k];
  }
}

int
mg_op_add(mg_net *net, int a, double fa, int b, double fb, int c)
{
  static const mg_op_kind kind = { "add", add_forward, add_backward };
  mg_table x = mg_table_of(net, a);
  mg_op *op = mg_net_add(net, &kind, x.follows, x.cols);

  if (op == NULL)
    return 0;
  op->in[0] = a;
  op->in[1] = b;
  op->in[2] = c;
  op->number[0] = fa;
  op->number[1] = fb;
  return op->out;
}

/* ---- the residual map of the layers ---- */

/* V = (1-g) I + g W, written to the second half of the scratch memory. */
static mg_real *
residual_map(const mg_net *net, const mg_op *op)
{
  const mg_weight *w = &net->weight[op->weight[0]];
  const mg_real *from = mg_w(net, op, 0), g = (mg_real)op->number[0];
  mg_real *to = net->scratch + mg_padded(w->rows) * w->ld;

  for (size_t k = 0; k < w->rows * w->ld; k++)
    to[k] = g * from[k];
  for (size_t i = 0; i < w->rows; i++)
    to[i * w->ld + i] += 1 - g;
  return to;
}

static void
residual_forward(mg_net *net, const mg_op *op)
{
  const mg_table *x = mg_in(net, op, 0), *y = mg_out(net, op);
  const mg_real *b = mg_w(net, op, 1);
  mg_real *bias = NULL;

  if (b != NULL) {             /* g b, in the unused first half */
    bias = net->scratch;
    for (size_t c = 0; c < y->ld; c++)
      bias[c] = (mg_real)op->number[0] * b[c];
  }
  net->kernels->multiply(&(mg_product){
    .rows = x->rows, .inner = x->cols, .cols = y->ld, .a = x->x,
    .b = residual_map(net, op), .c = y->x, .lda = x->ld, .ldb = y->ld,
    .ldc = y->ld, .bias = bias });
  net->kernels->activate(y->x, y->rows * y->ld, 1,
                         net->training ? op->number[1] : 0,
                         noise_key(net, op));
}

static void
residual_backward(mg_net *net, const mg_op *op)
{
  const mg_table *x = mg_in(net, op, 0), *y = mg_out(net, op);
  const mg_weight *w = &net->weight[op->weight[0]];
  const mg_real g = (mg_real)op->number[0];
  mg_real *map = net->scratch + mg_padded(w->rows) * w->ld;
  mg_real *dw = mg_dw(net, op, 0);

  net->kernels->activate_back(y->x, y->dx, y->rows * y->ld, 1,
                              net->training ? op->number[1] : 0, 0);
  memset(map, 0, w->rows * w->ld * sizeof *map);
  weights_back(net, x, y, map);
  for (size_t k = 0; k < w->rows * w->ld; k++)
    dw[k] += g * map[k];
  bias_back(net, op, 1, g);
  product_back(net, x, y, residual_map(net, op));
}

int
mg_op_residual(mg_net *net, int in, mg_map map, double g, double drop)
{
  static const mg_op_kind kind = { "residual", residual_forward,
                                   residual_backward };
  int out = mg_op_linear(net, in, map);

  if (!net->failed) {
    net->op[net->ops - 1].kind = &kind;
    net->op[net->ops - 1].number[0] = g;
    net->op[net->ops - 1].number[1] = drop;
  }
  return out;
}

/* ---- batch norm ---- */

/* Kept: 0 the normalised input, 1 1/sqrt(variance).  State: the running mean,
 * and the running variance minus 1.  Weights: factor and shift. */
static void
norm_forward(mg_net *net, const mg_op *op)
{
  const mg_table *x = mg_in(net, op, 0), *y = mg_out(net, op);
  const mg_real *factor = mg_w(net, op, 0), *shift = mg_w(net, op, 1);
  mg_real *mean = net->state + op->state, *variance = mean + x->ld;
  double n = (double)x->rows;

  for (size_t c = 0; c < x->cols; c++) {
    double m = mean[c], v = 1 + variance[c];

    if (net->training) {
      m = v = 0;
      for (size_t i = 0; i < x->rows; i++)
        m += x->x[i * x->ld + c] / n;
      for (size_t i = 0; i < x->rows; i++)
        v += (x->x[i * x->ld + c] - m) * (x->x[i * x->ld + c] - m) / n;
      mean[c] = (mg_real)((1 - MOMENTUM) * mean[c] + MOMENTUM * m);
      variance[c] = (mg_real)((1 - MOMENTUM) * variance[c]
                              + MOMENTUM
                                * (v * (n > 1 ? n / (n - 1) : 1) - 1));
    }
    op->kept[1][c] = (mg_real)(1 / sqrt(v + VARIANCE_LEAST));
    for (size_t i = 0; i < x->rows; i++) {
      mg_real u = (mg_real)((x->x[i * x->ld + c] - m) * op->kept[1][c]);

      op->kept[0][i * x->ld + c] = u;
      y->x[i * x->ld + c] = factor[c] * u + shift[c];
    }
  }
}

/* dx = f/sd (D - mean D - u mean(D u)) */
static void
norm_backward(mg_net *net, const mg_op *op)
{
  const mg_table *x = mg_in(net, op, 0), *y = mg_out(net, op);
  const mg_real *factor = mg_w(net, op, 0), *u = op->kept[0];
  double n = (double)x->rows;

  for (size_t c = 0; c < x->cols; c++) {
    double d = 0, du = 0;
    mg_real by = factor[c] * op->kept[1][c];

    for (size_t i = 0; i < x->rows; i++) {
      d += y->dx[i * x->ld + c];
      du += (double)y->dx[i * x->ld + c] * u[i * x->ld + c];
    }
    mg_dw(net, op, 0)[c] += (mg_real)du;
    mg_dw(net, op, 1)[c] += (mg_real)d;
    for (size_t k = c; k < x->rows * x->ld; k += x->ld)
      x->dx[k] += by * (mg_real)(y->dx[k] - d / n - u[k] * du / n);
  }
}

int
mg_op_batch_norm(mg_net *net, int in)
{
  static const mg_op_kind kind = { "batch norm", norm_forward, norm_backward };
  mg_table x = mg_table_of(net, in);
  mg_op *op = mg_net_add(net, &kind, x.follows, x.cols);

  if (op == NULL)
    return 0;
  op->in[0] = in;
  op->weight[0] = mg_net_weight(net, 1, x.cols, MG_ONE, 1);
  op->weight[1] = mg_net_weight(net, 1, x.cols, MG_ZERO, 1);
  op->keep[0] = x.rows * x.ld;
  op->keep[1] = x.ld;
  op->state = net->states;
  net->states += 2 * x.ld;
  return op->out;
}
