/* The learned metric: each slot gets a logit, and from it a length. */
#include "ops.h"

#include <string.h>

/* ---- scores ---- */

/* Weights: 0 W, 1 b, 2 a1 and a2 as two rows.  (u W + b).a = u.(W a) + b.a, so
 * two vectors take the place of a product.  Kept: 0 W a1 and W a2. */
static void
scores_forward(mg_net *net, const mg_op *op)
{
  const mg_table *u = mg_in(net, op, 0), *y = mg_out(net, op);
  const mg_weight *map = &net->weight[op->weight[0]];
  const mg_real *w = mg_w(net, op, 0), *b = mg_w(net, op, 1);

  for (size_t s = 0; s < 2; s++) {
    const mg_real *a = mg_w(net, op, 2) + s * map->ld;
    mg_real *v = op->kept[0] + s * u->ld, shift = mg_row_dot(net, b, a, map->ld);

    for (size_t i = 0; i < map->rows; i++)
      v[i] = mg_row_dot(net, w + i * map->ld, a, map->ld);
    for (size_t i = 0; i < u->rows; i++)
      y->x[i * y->ld + s] = mg_row_dot(net, u->x + i * u->ld, v, u->ld) + shift;
  }
}

/* dv = u' dp; dW = dv a', da = W' dv + b sum dp, db = a sum dp, du = dp v'. */
static void
scores_backward(mg_net *net, const mg_op *op)
{
  const mg_table *u = mg_in(net, op, 0), *y = mg_out(net, op);
  const mg_weight *map = &net->weight[op->weight[0]];
  const mg_real *w = mg_w(net, op, 0), *b = mg_w(net, op, 1);

  for (size_t s = 0; s < 2; s++) {
    const mg_real *a = mg_w(net, op, 2) + s * map->ld;
    const mg_real *v = op->kept[0] + s * u->ld;
    mg_real *dv = net->scratch, sum = 0;

    memset(dv, 0, u->ld * sizeof *dv);
    for (size_t i = 0; i < u->rows; i++) {
      mg_real d = y->dx[i * y->ld + s];

      sum += d;
      net->kernels->add(dv, d, u->x + i * u->ld, u->ld);
      net->kernels->add(u->dx + i * u->ld, d, v, u->ld);
    }
    for (size_t c = 0; c < map->ld; c++) {
      mg_dw(net, op, 1)[c] += sum * a[c];
      mg_dw(net, op, 2)[s * map->ld + c] += sum * b[c];
    }
    for (size_t i = 0; i < map->rows; i++)
      for (size_t c = 0; c < map->ld; c++) {
        mg_dw(net, op, 0)[i * map->ld + c] += dv[i] * a[c];
        mg_dw(net, op, 2)[s * map->ld + c] += w[i * map->ld + c] * dv[i];
      }
  }
}

int
mg_op_scores(mg_net *net, int in, size_t width)
{
  static const mg_op_kind kind = { "scores", scores_forward, scores_backward };
  mg_table u = mg_table_of(net, in);
  mg_op *op = mg_net_add(net, &kind, u.follows, 2);

  if (op == NULL)
    return 0;
  op->in[0] = in;
  op->weight[0] = mg_net_weight(net, u.cols, width, MG_UNIFORM, u.cols);
  op->weight[1] = mg_net_weight(net, 1, width, MG_UNIFORM, u.cols);
  /* initialised by Glorot as one row of 2 width numbers */
  op->weight[2] = mg_net_weight(net, 2, width, MG_GLOROT, width + 1);
  op->keep[0] = 2 * u.ld;
  return op->out;
}

/* ---- the metric ---- */

/* (1 - tanh t)/(1 + tanh t) is exp(-2t): with E = exp(-2t) for t >= 0,
 * w = 2E/(2 + eps (1 + E)), and with F = exp(2t) for t < 0,
 * w = 2/(2F + eps (1 + F)).  Neither overflows. */
double
mg_metric_weight(double t, double eps, double *slope)
{
  double e = exp(-2 * fabs(t));
  double q = t >= 0 ? 2 + eps * (1 + e) : 2 * e + eps * (1 + e);

  *slope = -4 * e * (2 + eps) / (q * q);
  return t >= 0 ? 2 * e / q : 2 / q;
}

/* Inputs: z0, then the scores, or h and v.  Kept: 0 the logits before the
 * bound, 1 |z0_i - z0_j|, 2 w, 3 the gradient of the logits. */
static void
metric_forward(mg_net *net, const mg_op *op)
{
  const mg_table *z = mg_in(net, op, 0), *h = mg_in(net, op, 1);
  const mg_table *y = mg_out(net, op);
  const mg_slots *g = op->graph;
  const double eps = op->number[0], bound = op->number[1];

  for (size_t i = 0; i < g->n; i++)
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      unsigned j = g->to[k];
      const mg_real *zi = z->x + i * z->ld, *zj = z->x + j * z->ld;
      double slope, t;

      op->kept[0][k] = op->in[2] == MG_NONE
        ? h->x[j * h->ld] + h->x[i * h->ld + 1]
        : mg_row_dot(net, h->x + j * h->ld, mg_in(net, op, 2)->x + i * h->ld,
                 h->ld);
      t = op->kept[0][k];
      if (bound > 0)
        t = bound * tanh(t / bound);
      op->kept[2][k] = (mg_real)mg_metric_weight(t, eps, &slope);
      op->kept[1][k] = j >= i ? net->kernels->gap(1, zi, 1, zj, z->ld)
                              : op->kept[1][g->rev[k]];
      y->x[k] = op->kept[2][k] * op->kept[1][k];
    }
}

/* dt_e = dM_e delta w', times 1 - (t/B)^2 with t the bounded logit. */
static void
logits_back(const mg_net *net, const mg_op *op)
{
  const mg_table *y = mg_out(net, op);
  const double eps = op->number[0], bound = op->number[1];

  for (size_t k = 0; k < op->graph->slots; k++) {
    double t = op->kept[0][k], by = 1, slope;

    if (bound > 0) {
      double u = tanh(t / bound);

      t = bound * u;
      by = 1 - u * u;
    }
    mg_metric_weight(t, eps, &slope);
    op->kept[3][k] = (mg_real)(y->dx[k] * op->kept[1][k] * slope * by);
  }
}

/* dz0_i = sum_j (dM_e w_e + dM_e' w_e') (z0_i - z0_j)/delta, a term 0 if delta is 0. */
static void
metric_backward(mg_net *net, const mg_op *op)
{
  const mg_table *z = mg_in(net, op, 0), *h = mg_in(net, op, 1);
  const mg_table *y = mg_out(net, op);
  const mg_slots *g = op->graph;
  const mg_real *dt = op->kept[3], *w = op->kept[2];

  logits_back(net, op);
  for (size_t i = 0; i < g->n; i++)
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      size_t j = g->to[k], e = g->rev[k];
      const mg_real *zi = z->x + i * z->ld, *zj = z->x + j * z->ld;
      mg_real delta = op->kept[1][k], by;

      if (op->in[2] == MG_NONE) {
        h->dx[i * h->ld] += dt[e];
        h->dx[i * h->ld + 1] += dt[k];
      } else {
        const mg_table *v = mg_in(net, op, 2);

        net->kernels->add(v->dx + i * h->ld, dt[k], h->x + j * h->ld, h->ld);
        net->kernels->add(h->dx + i * h->ld, dt[e], v->x + j * h->ld, h->ld);
      }
      if (!(delta > 0))
        continue;
      by = (y->dx[k] * w[k] + y->dx[e] * w[e]) / delta;
      net->kernels->add(z->dx + i * z->ld, by, zi, z->ld);
      net->kernels->add(z->dx + i * z->ld, -by, zj, z->ld);
    }
}

static const mg_op_kind metric_kind = { "metric", metric_forward,
                                        metric_backward };

int
mg_op_metric_bilinear(mg_net *net, const mg_slots *g, int z0, int h, int v,
                      double eps, double bound)
{
  mg_op *op = mg_net_add(net, &metric_kind, &g->slots, 1);

  if (op == NULL)
    return 0;
  op->graph = g;
  op->in[0] = z0;
  op->in[1] = h;
  op->in[2] = v;
  op->number[0] = eps;
  op->number[1] = bound;
  for (int k = 0; k < MG_OP_KEPT; k++)
    op->keep[k] = g->slots;
  return op->out;
}

int
mg_op_metric_concat(mg_net *net, const mg_slots *g, int z0, int scores,
                    double eps, double bound)
{
  return mg_op_metric_bilinear(net, g, z0, scores, MG_NONE, eps, bound);
}

const mg_op *
mg_metric_op(const mg_net *net)
{
  for (size_t k = 0; k < net->ops; k++)
    if (net->op[k].kind == &metric_kind)
      return &net->op[k];
  return NULL;
}
