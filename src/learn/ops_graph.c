/* Operations that collect values from neighbours. */
#include "ops.h"
#include "base/random.h"

#include <string.h>

/* ---- smoothing ---- */

static void
smooth_forward(mg_net *net, const mg_op *op)
{
  const mg_table *y = mg_out(net, op);

  net->kernels->smooth(op->graph, &(mg_smoothing){
    .share = (mg_real)op->number[0], .keep = (mg_real)op->number[1],
    .normal = op->flag, .z = mg_in(net, op, 0)->x,
    .origin = op->in[1] == MG_NONE ? NULL : mg_in(net, op, 1)->x, .out = y->x,
    .ld = y->ld });
}

/* The matrix is symmetric. */
static void
smooth_backward(mg_net *net, const mg_op *op)
{
  const mg_table *y = mg_out(net, op);

  net->kernels->smooth(op->graph, &(mg_smoothing){
    .share = (mg_real)op->number[0], .normal = op->flag, .add = 1, .z = y->dx,
    .out = mg_in(net, op, 0)->dx, .ld = y->ld });
  if (op->in[1] != MG_NONE)
    for (size_t k = 0; k < y->rows * y->ld; k++)
      mg_in(net, op, 1)->dx[k] += (mg_real)op->number[1] * y->dx[k];
}

int
mg_op_smooth(mg_net *net, const mg_slots *g, int in, double share, int origin,
             double keep, int normal)
{
  static const mg_op_kind kind = { "smooth", smooth_forward, smooth_backward };
  mg_op *op = mg_net_add(net, &kind, &g->n, mg_table_of(net, in).cols);

  if (op == NULL)
    return 0;
  op->graph = g;
  op->in[0] = in;
  op->in[1] = origin;
  op->number[0] = share;
  op->number[1] = keep;
  op->flag = normal;
  return op->out;
}

/* ---- the paper's layer ---- */

/* Kept arrays: 0 distances, 1 work. */
static mg_push
push_of(const mg_net *net, const mg_op *op)
{
  return (mg_push){
    .alpha = (mg_real)op->number[0], .beta = (mg_real)op->number[1],
    .eps = (mg_real)op->number[2], .matrix = op->flag,
    .ld = mg_out(net, op)->ld, .z = mg_in(net, op, 0)->x,
    .origin = mg_in(net, op, 1)->x, .metric = mg_in(net, op, 2)->x,
    .out = mg_out(net, op)->x, .distance = op->kept[0],
    .dout = mg_out(net, op)->dx, .dz = mg_in(net, op, 0)->dx,
    .dorigin = mg_in(net, op, 1)->dx, .dmetric = mg_in(net, op, 2)->dx,
    .work = op->kept[1] };
}

static void
push_forward(mg_net *net, const mg_op *op)
{
  mg_push p = push_of(net, op);

  net->kernels->push(op->graph, &p);
}

static void
push_backward(mg_net *net, const mg_op *op)
{
  mg_push p = push_of(net, op);

  net->kernels->push_back(op->graph, &p);
}

int
mg_op_push(mg_net *net, const mg_slots *g, int in, int origin, int metric,
           const mg_push_rates *rates)
{
  static const mg_op_kind kind = { "push", push_forward, push_backward };
  mg_op *op = mg_net_add(net, &kind, &g->n, mg_table_of(net, in).cols);

  if (op == NULL)
    return 0;
  op->graph = g;
  op->in[0] = in;
  op->in[1] = origin;
  op->in[2] = metric;
  op->number[0] = rates->alpha;
  op->number[1] = rates->beta;
  op->number[2] = rates->eps;
  op->flag = rates->matrix;
  op->keep[0] = op->keep[1] = g->slots;
  return op->out;
}

/* ---- attention ---- */

/* The dropout factor of slot k in this pass: 0 if dropped, else 1/(1 - drop). */
static mg_real
slot_mask(const mg_net *net, const mg_op *op, size_t k)
{
  double drop = net->training ? op->number[0] : 0;
  uint64_t stream;

  if (drop == 0)
    return 1;
  stream = mg_random_stream(mg_random_stream(net->noise,
                                             (uint64_t)(op - net->op) + 1), k);
  return mg_random_uniform(&stream) < drop ? 0 : (mg_real)(1 / (1 - drop));
}

/* u_e = a1.G_j + a2.G_i, l = leaky relu of u with 0.2, pi = softmax of l over
 * the slots of i, out_i = sum_j mask pi G_j + b.  Weights: a1 and a2 as two
 * rows, b.  Kept: 0 pi, 1 the slope of the leaky relu, 2 a1.G, 3 a2.G and later
 * sums of gradients. */
static void
attend_forward(mg_net *net, const mg_op *op)
{
  const mg_table *x = mg_in(net, op, 0), *y = mg_out(net, op);
  const mg_slots *g = op->graph;
  const mg_real *a = mg_w(net, op, 0), *b = mg_w(net, op, 1);
  mg_real *pi = op->kept[0], *slope = op->kept[1];

  for (size_t i = 0; i < g->n; i++) {
    op->kept[2][i] = mg_row_dot(net, a, x->x + i * x->ld, x->ld);
    op->kept[3][i] = mg_row_dot(net, a + x->ld, x->x + i * x->ld, x->ld);
  }
  for (size_t i = 0; i < g->n; i++) {
    mg_real most = -INFINITY, sum = 0, *out = y->x + i * y->ld;

    memcpy(out, b, y->ld * sizeof *out);
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      mg_real u = op->kept[2][g->to[k]] + op->kept[3][i];

      slope[k] = u > 0 ? 1 : (mg_real)0.2;
      pi[k] = slope[k] * u;
      most = pi[k] > most ? pi[k] : most;
    }
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
      sum += pi[k] = MG_REAL_EXP(pi[k] - most);
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      mg_real by;

      pi[k] /= sum;
      by = pi[k] * slot_mask(net, op, k);
      net->kernels->add(out, by, x->x + g->to[k] * x->ld, y->ld);
    }
  }
}

/* With D = dL/dout, dp_e = mask D_i.G_j, dl = pi (dp - sum pi dp), du = slope
 * dl: dG_j += mask pi D_i + (sum of du over slots from j) a1, dG_i += (sum of
 * du over the slots of i) a2. */
static void
attend_backward(mg_net *net, const mg_op *op)
{
  const mg_table *x = mg_in(net, op, 0), *y = mg_out(net, op);
  const mg_slots *g = op->graph;
  const mg_real *a = mg_w(net, op, 0), *pi = op->kept[0];
  mg_real *du = op->kept[1], *source = op->kept[2], *target = op->kept[3];
  mg_real *da = mg_dw(net, op, 0), *db = mg_dw(net, op, 1);

  memset(source, 0, g->n * sizeof *source);
  for (size_t i = 0; i < g->n; i++) {
    const mg_real *d = y->dx + i * y->ld;
    mg_real mean = 0, all = 0;

    for (size_t c = 0; c < y->ld; c++)
      db[c] += d[c];
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
      mean += pi[k] * slot_mask(net, op, k)
              * mg_row_dot(net, d, x->x + g->to[k] * x->ld, x->ld);
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      unsigned j = g->to[k];
      mg_real mask = slot_mask(net, op, k), by = mask * pi[k];

      du[k] *= pi[k] * (mask * mg_row_dot(net, d, x->x + j * x->ld, x->ld)
                        - mean);
      source[j] += du[k];
      all += du[k];
      net->kernels->add(x->dx + j * x->ld, by, d, y->ld);
    }
    target[i] = all;
  }
  for (size_t i = 0; i < g->n; i++)
    for (size_t c = 0; c < x->ld; c++) {
      x->dx[i * x->ld + c] += source[i] * a[c] + target[i] * a[x->ld + c];
      da[c] += source[i] * x->x[i * x->ld + c];
      da[x->ld + c] += target[i] * x->x[i * x->ld + c];
    }
}

int
mg_op_attend(mg_net *net, const mg_slots *g, int in, double drop)
{
  static const mg_op_kind kind = { "attend", attend_forward, attend_backward };
  size_t cols = mg_table_of(net, in).cols;
  mg_op *op = mg_net_add(net, &kind, &g->n, cols);

  if (op == NULL)
    return 0;
  op->graph = g;
  op->in[0] = in;
  op->number[0] = drop;
  op->weight[0] = mg_net_weight(net, 2, cols, MG_GLOROT, 1);
  op->weight[1] = mg_net_weight(net, 1, cols, MG_ZERO, 1);
  op->keep[0] = op->keep[1] = g->slots;
  op->keep[2] = op->keep[3] = g->n;
  return op->out;
}

/* ---- the p-Laplacian ---- */

/* r_e = |s_i f_i - s_j f_j|, w_e = r^(p-2), a_i = 1/(s_i^2 sum_j w_e + 2 mu/p),
 * out_i = a_i (sum_j s_i w_e s_j f_j + 2 mu/p z_i); f_i where a_i is infinite.  The
 * published code: out_i = sum_j a_j s_i w_e s_j f_j + 4 mu/p a_i z_i, 0 for an
 * infinite a_i.  A coincident pair has w = 0 if p < 2.  Kept: 0 r and the gradient
 * of w, 1 w, 2 a (0: infinite), 3 its gradient.  Numbers: 0 mu, 1 p. */
static mg_real
laplace_pull(const mg_op *op)
{
  return (mg_real)((op->flag ? 4 : 2) * op->number[0]
                   / op->number[1]);
}

static void
laplace_forward(mg_net *net, const mg_op *op)
{
  const mg_table *f = mg_in(net, op, 0), *z = mg_in(net, op, 1);
  const mg_table *y = mg_out(net, op);
  const mg_slots *g = op->graph;
  const mg_real mu = (mg_real)op->number[0], p = (mg_real)op->number[1];
  const mg_real pull = laplace_pull(op);
  const int code = op->flag;
  mg_real *r = op->kept[0], *w = op->kept[1], *a = op->kept[2];

  for (size_t i = 0; i < g->n; i++) {
    mg_real sum = 0, si = g->scale[i];

    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      const mg_real *fi = f->x + i * f->ld, *fj = f->x + g->to[k] * f->ld;

      r[k] = net->kernels->gap(si, fi, g->scale[g->to[k]], fj, f->ld);
      w[k] = r[k] > 0 ? MG_REAL_POW(r[k], p - 2) : p == 2 ? 1 : 0;
      if (!isfinite(w[k]))
        w[k] = 0;
      sum += w[k];
    }
    a[i] = 1 / (si * si * sum + 2 * mu / p);
    if (!isfinite(a[i]))
      a[i] = 0;
  }
  for (size_t i = 0; i < g->n; i++) {
    mg_real *out = y->x + i * y->ld;

    for (size_t c = 0; c < y->ld; c++)
      out[c] = a[i] == 0 && !code ? f->x[i * f->ld + c]
               : pull * a[i] * z->x[i * z->ld + c];
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      unsigned j = g->to[k];
      mg_real by = a[code ? j : i] * g->scale[j] * w[k] * g->scale[i];

      net->kernels->add(out, by, f->x + j * f->ld, y->ld);
    }
  }
}

/* q_e = D_i.f_j; da_i = sum over slots of i of s_i s_j w q + 2 mu/p D_i.z_i; the
 * gradient of w_e is a_i s_i s_j q_e - a_i^2 s_i^2 da_i; w_e and w_e' are one
 * number, so h = (p-2) r^(p-4) (their gradients' sum) serves both ends.  In the
 * published code da_j sums over slots from j, and a_j is before s_i s_j q_e. */
static void
laplace_weights_back(const mg_net *net, const mg_op *op)
{
  const mg_table *f = mg_in(net, op, 0), *z = mg_in(net, op, 1);
  const mg_table *y = mg_out(net, op);
  const mg_slots *g = op->graph;
  const mg_real pull = laplace_pull(op);
  const int code = op->flag;
  const mg_real *w = op->kept[1], *a = op->kept[2], *s = g->scale;
  mg_real *da = op->kept[3], *dw = op->kept[0] + g->slots;

  for (size_t i = 0; i < g->n; i++) {
    mg_real sum = pull * mg_row_dot(net, y->dx + i * y->ld,
                                    z->x + i * z->ld, z->ld);

    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      size_t j = g->to[k], into = code ? j : i, from = code ? i : j;

      sum += s[i] * s[j] * w[k] * mg_row_dot(net, y->dx + into * y->ld,
                                             f->x + from * f->ld, f->ld);
    }
    da[i] = sum;
  }
  for (size_t i = 0; i < g->n; i++)
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      unsigned j = g->to[k];

      dw[k] = a[code ? j : i] * s[i] * s[j]
              * mg_row_dot(net, y->dx + i * y->ld, f->x + j * f->ld, f->ld)
              - a[i] * a[i] * s[i] * s[i] * da[i];
    }
}

static void
laplace_backward(mg_net *net, const mg_op *op)
{
  const mg_table *f = mg_in(net, op, 0), *z = mg_in(net, op, 1);
  const mg_table *y = mg_out(net, op);
  const mg_slots *g = op->graph;
  const mg_real p = (mg_real)op->number[1], *r = op->kept[0];
  const mg_real *w = op->kept[1], *a = op->kept[2], *s = g->scale;
  const mg_real *dw = r + g->slots;
  const mg_real pull = laplace_pull(op);
  const int code = op->flag;

  laplace_weights_back(net, op);
  for (size_t i = 0; i < g->n; i++) {
    mg_real *df = f->dx + i * f->ld;

    for (size_t c = 0; c < y->ld; c++)
      (a[i] == 0 && !code ? f->dx + i * f->ld : z->dx + i * z->ld)[c] +=
        (a[i] == 0 && !code ? 1 : pull * a[i]) * y->dx[i * y->ld + c];
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      unsigned j = g->to[k];
      mg_real by = a[code ? i : j] * s[i] * s[j] * w[k];
      mg_real h = r[k] > 0 && w[k] != 0
                  ? (p - 2) * w[k] / (r[k] * r[k]) * (dw[k] + dw[g->rev[k]])
                  : 0;

      net->kernels->add(df, by, y->dx + j * y->ld, y->ld);
      net->kernels->add(df, h * s[i] * s[i], f->x + i * f->ld, f->ld);
      net->kernels->add(df, -h * s[i] * s[j], f->x + j * f->ld, f->ld);
    }
  }
}

int
mg_op_laplace(mg_net *net, const mg_slots *g, int in, int origin,
              const mg_laplace_rates *rates)
{
  static const mg_op_kind kind = { "laplace", laplace_forward,
                                   laplace_backward };
  mg_op *op = mg_net_add(net, &kind, &g->n, mg_table_of(net, in).cols);

  if (op == NULL)
    return 0;
  op->graph = g;
  op->in[0] = in;
  op->in[1] = origin;
  op->number[0] = rates->mu;
  op->number[1] = rates->p;
  op->flag = rates->code;
  op->keep[0] = 2 * g->slots;
  op->keep[1] = g->slots;
  op->keep[2] = op->keep[3] = g->n;
  return op->out;
}

/* ---- the maximum ---- */

/* Kept: 0 the slot of each maximum, counted from the node's first slot; ties go
 * to the first.  A node without slots gets 0. */
static void
maximum_forward(mg_net *net, const mg_op *op)
{
  const mg_table *x = mg_in(net, op, 0), *y = mg_out(net, op);
  const mg_slots *g = op->graph;

  for (size_t i = 0; i < g->n; i++) {
    mg_real *out = y->x + i * y->ld, *at = op->kept[0] + i * y->ld;
    size_t from = g->row[i];

    memset(out, 0, y->ld * sizeof *out);
    memset(at, 0, y->ld * sizeof *at);
    for (size_t k = from; k < g->row[i + 1]; k++) {
      const mg_real *q = x->x + g->to[k] * x->ld;

      for (size_t c = 0; c < y->ld; c++)
        if (k == from || q[c] > out[c]) {
          out[c] = q[c];
          at[c] = (mg_real)(k - from);
        }
    }
  }
}

static void
maximum_backward(mg_net *net, const mg_op *op)
{
  const mg_table *x = mg_in(net, op, 0), *y = mg_out(net, op);
  const mg_slots *g = op->graph;

  for (size_t i = 0; i < g->n; i++)
    for (size_t c = 0; c < y->cols && g->row[i] < g->row[i + 1]; c++) {
      size_t k = g->row[i] + (size_t)op->kept[0][i * y->ld + c];

      x->dx[g->to[k] * x->ld + c] += y->dx[i * y->ld + c];
    }
}

int
mg_op_maximum(mg_net *net, const mg_slots *g, int in)
{
  static const mg_op_kind kind = { "maximum", maximum_forward,
                                   maximum_backward };
  mg_op *op = mg_net_add(net, &kind, &g->n, mg_table_of(net, in).cols);

  if (op == NULL)
    return 0;
  op->graph = g;
  op->in[0] = in;
  op->keep[0] = g->n * net->table[op->out].ld;
  return op->out;
}
