/* Dense models in complex numbers. */
#include "oracle.h"

#include <complex.h>
#include <stdlib.h>
#include <string.h>

typedef double complex number;
typedef struct {
  size_t rows, cols;
  number a[128];
} dense;

typedef struct {
  const mg_net *net;
  const mg_learn_task *task;
  const mg_settings *s;
  size_t place;
  number moved;
  size_t next;                 /* weight */
} oracle;

static number
at(const dense *m, size_t i, size_t c)
{
  return m->a[i * m->cols + c];
}

static dense
zeros(size_t rows, size_t cols)
{
  dense m = { .rows = rows, .cols = cols };

  return m;
}

/* The next weight, in the order in which the model made them. */
static dense
weight(oracle *o)
{
  const mg_weight *w = &o->net->weight[o->next++];
  dense m = zeros(w->rows, w->cols);

  for (size_t i = 0; i < w->rows; i++)
    for (size_t c = 0; c < w->cols; c++) {
      size_t k = w->at + i * w->ld + c;

      m.a[i * m.cols + c] = o->net->w[k] + (k == o->place ? o->moved : 0);
    }
  return m;
}

static dense
times(dense x, dense y)
{
  dense m = zeros(x.rows, y.cols);

  for (size_t i = 0; i < x.rows; i++)
    for (size_t k = 0; k < x.cols; k++)
      for (size_t c = 0; c < y.cols; c++)
        m.a[i * m.cols + c] += at(&x, i, k) * at(&y, k, c);
  return m;
}

static dense
plus(dense x, number f, dense y)
{
  for (size_t k = 0; k < x.rows * x.cols; k++)
    x.a[k] += f * y.a[k];
  return x;
}

static dense
scaled(dense x, number f)
{
  for (size_t k = 0; k < x.rows * x.cols; k++)
    x.a[k] *= f;
  return x;
}

static dense
shifted(dense x, dense b)
{
  for (size_t k = 0; k < x.rows * x.cols; k++)
    x.a[k] += b.a[k % x.cols];
  return x;
}

static dense
relu(dense x)
{
  for (size_t k = 0; k < x.rows * x.cols; k++)
    x.a[k] = creal(x.a[k]) > 0 ? x.a[k] : 0;
  return x;
}

/* x W + b with the next weights; W first. */
static dense
linear(oracle *o, dense x)
{
  dense w = weight(o), b = weight(o);

  return shifted(times(x, w), b);
}

static dense
features(const oracle *o)
{
  const mg_matrix *x = o->task->inputs.features;
  dense m = zeros(x->rows, x->cols);

  if (x->dense != NULL)
    for (size_t i = 0; i < x->rows; i++)
      for (size_t c = 0; c < x->cols; c++)
        m.a[i * x->cols + c] = x->dense[i * mg_padded(x->cols) + c];
  else
    for (size_t i = 0; i < x->rows; i++)
      for (size_t k = x->by_row.row[i]; k < x->by_row.row[i + 1]; k++)
        m.a[i * x->cols + x->by_row.col[k]] = x->by_row.value[k];
  return m;
}

/* A, or A + I: 0 or 1 for each pair. */
static dense
adjacency(const oracle *o, int loops)
{
  const mg_slots *g = o->task->inputs.plain;
  dense m = zeros(g->n, g->n);

  for (size_t i = 0; i < g->n; i++) {
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
      m.a[i * g->n + g->to[k]] = 1;
    if (loops)
      m.a[i * g->n + i] = 1;
  }
  return m;
}

static double
degree_root(const dense *a, size_t i)
{
  double sum = 0;

  for (size_t j = 0; j < a->cols; j++)
    sum += creal(at(a, i, j));
  return sum > 0 ? 1 / sqrt(sum) : 0;
}

static dense
normal(dense a)
{
  dense m = a;

  for (size_t i = 0; i < a.rows; i++)
    for (size_t j = 0; j < a.cols; j++)
      m.a[i * a.cols + j] *= degree_root(&a, i) * degree_root(&a, j);
  return m;
}

/* |f x_i - g x_j| */
static number
gap(const dense *x, size_t i, number f, size_t j, number g)
{
  number sum = 0;

  for (size_t c = 0; c < x->cols; c++)
    sum += (f * at(x, i, c) - g * at(x, j, c))
           * (f * at(x, i, c) - g * at(x, j, c));
  return csqrt(sum);
}

static dense
mlp(oracle *o, dense x)
{
  return linear(o, relu(linear(o, x)));
}

/* ---- the models ---- */

static dense
run_linear(oracle *o)
{
  return linear(o, features(o));
}

static dense
run_mlp(oracle *o)
{
  dense z = linear(o, features(o));

  for (long k = 2; k <= o->s->layers; k++)
    z = linear(o, relu(z));
  return z;
}

static dense
run_gcn(oracle *o)
{
  dense a = normal(adjacency(o, 1)), z = features(o);

  for (long k = 1; k <= o->s->layers; k++) {
    dense w = weight(o);

    z = times(a, times(k > 1 ? relu(z) : z, w));
    z = shifted(z, weight(o));
  }
  return z;
}

static dense
run_sgc(oracle *o)
{
  dense a = normal(adjacency(o, 1)), z = features(o), w = weight(o);

  for (long k = 1; k <= o->s->layers; k++)
    z = times(a, z);
  return shifted(times(z, w), weight(o));
}

static dense
run_appnp(oracle *o)
{
  dense a = normal(adjacency(o, 1)), start = mlp(o, features(o)), z = start;

  for (long k = 1; k <= o->s->layers; k++)
    z = plus(scaled(times(a, z), 1 - o->s->alpha), o->s->alpha, start);
  return linear(o, z);
}

static dense
run_pointnet(oracle *o)
{
  dense a = adjacency(o, 1), z = mlp(o, features(o)), place = mlp(o, z);
  dense w = weight(o), b = weight(o), space = weight(o), v = weight(o);
  dense d = weight(o);

  for (long k = 1; k <= o->s->layers; k++) {
    dense next = zeros(z.rows, w.cols);

    for (size_t i = 0; i < z.rows; i++)
      for (size_t c = 0; c < w.cols; c++) {
        double most = -INFINITY;

        for (size_t j = 0; j < z.rows; j++) {
          number q = b.a[c];

          if (creal(at(&a, i, j)) == 0)
            continue;
          for (size_t f = 0; f < z.cols; f++)
            q += at(&z, j, f) * at(&w, f, c);
          for (size_t f = 0; f < place.cols; f++)
            q += (at(&place, j, f) - at(&place, i, f)) * at(&space, f, c);
          if (creal(q) > most) {
            most = creal(q);
            next.a[i * w.cols + c] = q;
          }
        }
      }
    z = relu(shifted(times(next, v), d));
  }
  return linear(o, z);
}

static dense
run_gat(oracle *o)
{
  dense a = adjacency(o, 1), z = features(o);

  for (long k = 1; k <= o->s->layers; k++) {
    dense w = weight(o), v, b, next;
    size_t n = z.rows;

    z = times(k > 1 ? relu(z) : z, w);
    v = weight(o);
    b = weight(o);
    next = zeros(n, z.cols);
    for (size_t i = 0; i < n; i++) {
      number sum = 0;

      for (int pass = 0; pass < 2; pass++)
        for (size_t j = 0; j < n; j++) {
          number u = 0;

          if (creal(at(&a, i, j)) == 0)
            continue;
          for (size_t c = 0; c < z.cols; c++)
            u += at(&v, 0, c) * at(&z, j, c) + at(&v, 1, c) * at(&z, i, c);
          u = cexp(creal(u) > 0 ? u : 0.2 * u);
          if (pass == 0)
            sum += u;
          else
            for (size_t c = 0; c < z.cols; c++)
              next.a[i * z.cols + c] += u / sum * at(&z, j, c);
        }
    }
    z = shifted(next, b);
  }
  return z;
}

static dense
run_gin(oracle *o)
{
  dense a = adjacency(o, 0), z = features(o);

  for (long k = 1; k <= o->s->layers; k++) {
    dense x = k > 1 ? relu(z) : z, w = weight(o);

    x = shifted(times(plus(x, 1, times(a, x)), w), weight(o));
    z = linear(o, relu(x));
  }
  return z;
}

static dense
residual(oracle *o, dense p, long k, int with_bias)
{
  double g = log(1 + o->s->theta / (double)k);
  dense w = weight(o), q = times(p, w);

  if (with_bias)
    q = shifted(q, weight(o));
  return relu(plus(scaled(p, 1 - g), g, q));
}

static dense
run_gcnii(oracle *o)
{
  dense a = normal(adjacency(o, 1)), start = mlp(o, features(o)), z = start;

  for (long k = 1; k <= o->s->layers; k++)
    z = residual(o, plus(scaled(times(a, z), 1 - o->s->alpha), o->s->alpha,
                         start), k, 0);
  return linear(o, z);
}

static dense
pgnn(oracle *o, int code)
{
  dense a = adjacency(o, 0), start = relu(linear(o, features(o))), f = start;
  double p = o->s->p, mu = o->s->mu;
  size_t n = f.rows;

  for (long k = 1; k <= o->s->layers; k++) {
    dense w = zeros(n, n), next = zeros(n, f.cols);
    number share[16];

    for (size_t i = 0; i < n; i++) {
      double si = degree_root(&a, i);
      number sum = 0;

      for (size_t j = 0; j < n; j++) {
        number r = gap(&f, i, si, j, degree_root(&a, j));

        if (creal(at(&a, i, j)) == 0)
          continue;
        w.a[i * n + j] = creal(r) != 0 ? cpow(r, p - 2) : p == 2 ? 1 : 0;
        sum += w.a[i * n + j];
      }
      share[i] = 1 / (si * si * sum + 2 * mu / p);
    }
    for (size_t i = 0; i < n; i++)
      for (size_t c = 0; c < f.cols; c++) {
        next.a[i * f.cols + c] = (code ? 4 : 2) * mu / p * share[i]
                                 * at(&start, i, c);
        for (size_t j = 0; j < n; j++)
          next.a[i * f.cols + c] += share[code ? j : i] * degree_root(&a, j)
            * degree_root(&a, i) * at(&w, i, j) * at(&f, j, c);
      }
    f = next;
  }
  return linear(o, f);
}

static dense
run_pgnn(oracle *o)
{
  return pgnn(o, 0);
}

static dense
run_pgnn_code(oracle *o)
{
  return pgnn(o, 1);
}

static dense
batch_norm(oracle *o, dense x)
{
  dense f = weight(o), b = weight(o);
  double n = (double)x.rows;

  for (size_t c = 0; c < x.cols; c++) {
    number m = 0, v = 0;

    for (size_t i = 0; i < x.rows; i++)
      m += at(&x, i, c) / n;
    for (size_t i = 0; i < x.rows; i++)
      v += (at(&x, i, c) - m) * (at(&x, i, c) - m) / n;
    for (size_t i = 0; i < x.rows; i++)
      x.a[i * x.cols + c] = (at(&x, i, c) - m) / csqrt(v + 1e-5) * f.a[c]
                            + b.a[c];
  }
  return x;
}

static dense
run_linkx(oracle *o)
{
  dense a = linear(o, adjacency(o, 0)), x, z;

  a = plus(a, 1, linear(o, a));
  x = linear(o, features(o));
  z = relu(plus(plus(a, 1, x), 1, linear(o, x)));
  for (long k = 1; k < o->s->layers; k++)
    z = batch_norm(o, relu(linear(o, z)));
  return linear(o, z);
}

/* M of every ordered pair (i from j) that is an edge, by the printed formula. */
static dense
metric(oracle *o, dense z)
{
  dense a = adjacency(o, 0), h = mlp(o, z), v = weight(o);
  dense m = zeros(z.rows, z.rows), hv = { 0 };

  if (o->s->bilinear)
    hv = times(h, v);
  for (size_t i = 0; i < z.rows; i++)
    for (size_t j = 0; j < z.rows; j++) {
      number t = 0;

      if (creal(at(&a, i, j)) == 0)
        continue;
      for (size_t c = 0; c < h.cols; c++)
        t += o->s->bilinear ? at(&h, j, c) * at(&hv, i, c)
             : at(&v, 0, c) * at(&h, j, c) + at(&v, 1, c) * at(&h, i, c);
      if (o->s->bound > 0)
        t = o->s->bound * ctanh(t / o->s->bound);
      t = ctanh(t);
      m.a[i * z.rows + j] = (1 - t) / (1 + t + o->s->eps)
                            * gap(&z, i, 1, j, 1);
    }
  return m;
}

static dense
mgnn(oracle *o, int matrix)
{
  dense a = adjacency(o, 0), m = { 0 };
  dense start = o->s->mlp ? mlp(o, features(o)) : linear(o, features(o));
  dense z = start;
  size_t n = z.rows;

  if (o->s->beta > 0)
    m = metric(o, start);
  for (long k = 1; k <= o->s->layers; k++) {
    dense p = scaled(start, o->s->alpha);

    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++) {
        double si = degree_root(&a, i), sj = degree_root(&a, j);
        number push;

        if (creal(at(&a, i, j)) == 0)
          continue;
        push = o->s->beta > 0 ? o->s->beta * at(&m, i, j)
                                / (gap(&z, i, si, j, sj) + o->s->eps) : 0;
        for (size_t c = 0; c < z.cols; c++)
          p.a[i * z.cols + c] += (1 - o->s->alpha) * si * sj * at(&z, j, c)
            + push * si * (matrix
                           ? si * at(&z, i, c) - sj * at(&z, j, c)
                           : sj * (at(&z, i, c) - at(&z, j, c)));
      }
    z = residual(o, p, k, 1);
  }
  return linear(o, z);
}

static dense
run_mgnn(oracle *o)
{
  return mgnn(o, 1);
}

static dense
run_mgnn_message(oracle *o)
{
  return mgnn(o, 0);
}

double complex
oracle_loss(const char *model, const mg_net *net, const mg_learn_task *task,
            const mg_settings *s, const unsigned char *part, size_t place,
            double complex moved)
{
  static const struct {
    const char *name;
    dense (*run)(oracle *o);
  } models[] = {
    { "linear", run_linear }, { "mlp", run_mlp }, { "gcn", run_gcn },
    { "sgc", run_sgc }, { "appnp", run_appnp }, { "pointnet", run_pointnet },
    { "gat", run_gat }, { "gin", run_gin }, { "gcnii", run_gcnii },
    { "pgnn", run_pgnn }, { "pgnn-code", run_pgnn_code },
    { "linkx", run_linkx }, { "mgnn", run_mgnn },
    { "mgnn-message", run_mgnn_message }
  };
  oracle o = { net, task, s, place, moved, 0 };
  dense y = { 0 };
  number loss = 0;
  size_t count = 0;

  for (size_t k = 0; k < sizeof models / sizeof *models; k++)
    if (strcmp(models[k].name, model) == 0)
      y = models[k].run(&o);
  if (y.rows != task->n || o.next != net->weights)
    abort();                   /* not all weights were used, or no such model */
  for (size_t i = 0; i < task->n; i++) {
    number sum = 0;

    if (part[i] != MG_TRAIN)
      continue;
    count++;
    for (size_t c = 0; c < y.cols; c++)
      sum += cexp(at(&y, i, c));
    loss += clog(sum) - at(&y, i, (size_t)task->label[i]);
  }
  return loss / (double)count;
}
