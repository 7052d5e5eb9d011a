/* Builds networks of operations, plans their memory, and runs them. */
#include "net.h"
#include "base/mem.h"
#include "base/random.h"

#include <string.h>

enum { LINE = 64 / sizeof(mg_real) };  /* numbers in a line of the cache */

static size_t
whole_lines(size_t count)
{
  return (count + LINE - 1) / LINE * LINE;
}

void
mg_net_init(mg_net *net)
{
  memset(net, 0, sizeof *net);
  net->kernels = mg_learn_kernels_best();
}

void
mg_net_free(mg_net *net)
{
  mg_free_all(net->table, net->weight, net->op, net->w, net->dw, net->arena,
              net->scratch, net->state);
  memset(net, 0, sizeof *net);
}

/* ---- building ---- */

/* Make room for one more item; 0 if memory has run out. */
static int
grow(mg_net *net, void *array, size_t used, size_t *cap, size_t size)
{
  net->failed |= mg_room(array, used, cap, size, NULL) != MGNN_OK;
  return !net->failed;
}

static int
table_add(mg_net *net, const size_t *rows, size_t cols)
{
  mg_table *t;

  if (!grow(net, &net->table, net->tables, &net->cap[0], sizeof *t))
    return MG_NONE;
  t = &net->table[net->tables];
  *t = (mg_table){ .rows = *rows, .cols = cols, .ld = mg_padded(cols),
                   .follows = rows };
  if (cols == 1)               /* one number per slot or node: no padding */
    t->ld = 1;
  t->size = whole_lines(*rows * t->ld);
  return (int)net->tables++;
}

mg_op *
mg_net_add(mg_net *net, const mg_op_kind *kind, const size_t *rows,
           size_t cols)
{
  mg_op *op;

  if (net->failed
      || !grow(net, &net->op, net->ops, &net->cap[2], sizeof *op))
    return NULL;
  op = &net->op[net->ops];
  *op = (mg_op){ .kind = kind, .in = { MG_NONE, MG_NONE, MG_NONE },
                 .weight = { MG_NONE, MG_NONE, MG_NONE }, .out = MG_NONE };
  if (rows != NULL && (op->out = table_add(net, rows, cols)) == MG_NONE)
    return NULL;
  net->ops++;
  return op;
}

int
mg_net_weight(mg_net *net, size_t rows, size_t cols, mg_weight_start start,
              size_t in)
{
  mg_weight *w;

  if (net->failed
      || !grow(net, &net->weight, net->weights, &net->cap[1], sizeof *w))
    return MG_NONE;
  w = &net->weight[net->weights];
  *w = (mg_weight){ .rows = rows, .cols = cols, .ld = mg_padded(cols),
                    .at = net->count, .start = start, .in = in };
  net->count += whole_lines(rows * w->ld);
  return (int)net->weights++;
}

int
mg_net_layer(mg_net *net, int t)
{
  if (!net->failed)
    net->table[t].layer = ++net->layers;
  return t;
}

/* ---- memory ---- */

/* Places of gradients, which are needed from the last operation that uses a table
 * to the one that fills it.  Tables of one size reuse each other's places. */
typedef struct {
  size_t size, at;             /* at: offset in the arena */
  int taken;
} slot_of_arena;

typedef struct {
  slot_of_arena *slot;
  size_t slots, end;           /* end: size of the arena so far */
  size_t *place;               /* per table: place of its gradient; 0: none yet */
} gradient_plan;

static void
gradient_take(gradient_plan *plan, const mg_net *net, int t)
{
  size_t k = 0, size;

  if (t == MG_NONE || plan->place[t] != 0)
    return;
  size = net->table[t].size;
  while (k < plan->slots && (plan->slot[k].taken || plan->slot[k].size != size))
    k++;
  if (k == plan->slots) {
    plan->slot[plan->slots++] = (slot_of_arena){ size, plan->end, 0 };
    plan->end += size;
  }
  plan->slot[k].taken = t + 1;
  plan->place[t] = plan->slot[k].at;
}

static int
is_input(const mg_op *op, int t)
{
  for (int k = 0; k < MG_OP_INPUTS; k++)
    if (op->in[k] == t)
      return 1;
  return 0;
}

/* Whether operation k fills its table first, rather than changing it in
 * place. */
static int
fills(const mg_net *net, size_t k)
{
  return !is_input(&net->op[k], net->op[k].out);
}

static void
gradients_plan(mg_net *net, gradient_plan *plan)
{
  for (size_t k = net->ops; k-- > 0;) {
    const mg_op *op = &net->op[k];

    gradient_take(plan, net, op->out);
    for (int i = 0; i < MG_OP_INPUTS; i++)
      gradient_take(plan, net, op->in[i]);
    for (size_t s = 0; s < plan->slots && fills(net, k) && k + 1 < net->ops; s++)
      if (plan->slot[s].taken == op->out + 1)
        plan->slot[s].taken = 0;
  }
}

/* Allocate one arena for gradients, then kept arrays, then values. */
static mgnn_status
arena_make(mg_net *net, mgnn_error *err)
{
  gradient_plan plan = { .end = LINE };        /* so that place 0 means none */
  mg_real *x;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, MG_NEW(plan.slot, net->tables),
                       MG_ZEROS(plan.place, net->tables)));
  gradients_plan(net, &plan);
  for (size_t t = 0; t < net->tables; t++)
    plan.end += net->table[t].size;
  for (size_t k = 0; k < net->ops; k++)
    for (int i = 0; i < MG_OP_KEPT; i++)
      plan.end += whole_lines(net->op[k].keep[i]);
  TRY(mg_allocated(net->arena = mg_zalloc(plan.end + LINE, sizeof *net->arena), err));
  x = (mg_real *)(((uintptr_t)net->arena + 63) / 64 * 64);
  for (size_t t = 0; t < net->tables; t++)
    net->table[t].dx = x + plan.place[t];
  x += plan.end;
  for (size_t t = 0; t < net->tables; t++)
    net->table[t].x = x -= net->table[t].size;
  for (size_t k = 0; k < net->ops; k++)
    for (int i = 0; i < MG_OP_KEPT; i++)
      net->op[k].kept[i] = x -= whole_lines(net->op[k].keep[i]);
end:
  mg_free_all(plan.slot, plan.place);
  return status;
}

mgnn_status
mg_net_finish(mg_net *net, mgnn_error *err)
{
  size_t largest = 0;

  if (net->failed)
    return mg_fail_memory(err);
  for (size_t k = 0; k < net->weights; k++) {
    size_t rows = mg_padded(net->weight[k].rows) * net->weight[k].ld;

    largest = rows > largest ? rows : largest;
  }
  PASS(mg_allocated_all(err, MG_ZEROS(net->w, net->count + 1),
                        MG_ZEROS(net->dw, net->count + 1)));
  net->scratch = mg_zalloc(2 * largest + 1, sizeof *net->scratch);
  PASS(mg_allocated_all(err, net->scratch, MG_ZEROS(net->state, net->states + 1)));
  return arena_make(net, err);
}

void
mg_net_follow(mg_net *net)
{
  for (size_t t = 0; t < net->tables; t++)
    net->table[t].rows = *net->table[t].follows;
}

/* ---- weights ---- */

void
mg_net_start(mg_net *net, uint64_t seed)
{
  memset(net->state, 0, net->states * sizeof *net->state);
  for (size_t k = 0; k < net->weights; k++) {
    const mg_weight *v = &net->weight[k];
    uint64_t stream = mg_random_stream(seed, k + 1);
    double in = (double)v->in, out = (double)v->cols;
    double bound = v->start == MG_GLOROT ? sqrt(6 / (in + out)) : 1 / sqrt(in);

    for (size_t i = 0; i < v->rows; i++)
      for (size_t c = 0; c < v->cols; c++)
        net->w[v->at + i * v->ld + c] = (mg_real)(
          v->start == MG_ZERO ? 0 : v->start == MG_ONE ? 1
          : bound * (2 * mg_random_uniform(&stream) - 1));
  }
}

size_t
mg_net_parameters(const mg_net *net)
{
  size_t sum = 0;

  for (size_t k = 0; k < net->weights; k++)
    sum += net->weight[k].rows * net->weight[k].cols;
  return sum;
}

/* ---- running ---- */

void
mg_net_forward(mg_net *net)
{
  for (size_t k = 0; k < net->ops; k++)
    net->op[k].kind->forward(net, &net->op[k]);
}

/* Gradients share memory, so each is cleared just before its first use, which
 * is by the last operation that has the table as an input. */
static void
clear_first_used(mg_net *net, size_t k)
{
  for (int i = 0; i < MG_OP_INPUTS; i++) {
    int t = net->op[k].in[i], used = t == MG_NONE || t == net->op[k].out;

    for (size_t later = k + 1; later < net->ops && !used; later++)
      used = is_input(&net->op[later], t) || net->op[later].out == t;
    for (int before = 0; before < i; before++)
      used |= net->op[k].in[before] == t;
    if (!used)
      memset(net->table[t].dx, 0, net->table[t].size * sizeof(mg_real));
  }
}

void
mg_net_backward(mg_net *net)
{
  memset(net->dw, 0, net->count * sizeof *net->dw);
  for (size_t k = net->ops; k-- > 0;) {
    clear_first_used(net, k);
    net->op[k].kind->backward(net, &net->op[k]);
  }
}
