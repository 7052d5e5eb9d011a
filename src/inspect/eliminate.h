/* The multifrontal elimination of A^T W A, for the prime field and for doubles;
 * CHOLMOD only plans it, as it computes in floating point.  The including file
 * first defines the numbers: the type num, its arithmetic (num_add, num_sub,
 * num_mul, num_dot), and num_pivot, which returns the inverse of a number of D,
 * or 0 to leave the column out.  Each function takes a context first. */

typedef struct {
  const mg_shape *shape;
  const mg_fronts *fronts;
  const num *value, *weight;   /* weight NULL: all 1 */
  size_t *row_first;           /* fronts + 1: the rows of each front */
  unsigned *row;
  unsigned *child, *sibling;   /* by front: linked lists of child fronts */
  num **left;                  /* by front: the Schur complement, for the parent */
  unsigned *local;             /* nodes: position in the current front */
} elimination;

static void
elimination_free(elimination *e)
{
  if (e->left != NULL)
    for (size_t k = 0; k < e->fronts->count; k++)
      mg_free(e->left[k]);
  mg_free_all(e->row_first, e->row, e->child, e->left, e->local);
}

/* Build lists of the rows and the child fronts of each front. */
static void
elimination_sort(elimination *e)
{
  const mg_fronts *f = e->fronts;
  size_t at = 0;

  for (size_t r = 0; r < e->shape->rows; r++)
    if (f->row_front[r] != MG_NOWHERE)
      e->row_first[f->row_front[r]]++;
  for (size_t k = 0; k <= f->count; k++) {
    size_t here = e->row_first[k];

    e->row_first[k] = at;
    at += here;
  }
  for (size_t r = 0; r < e->shape->rows; r++)
    if (f->row_front[r] != MG_NOWHERE)
      e->row[e->row_first[f->row_front[r]]++] = (unsigned)r;
  memmove(e->row_first + 1, e->row_first, f->count * sizeof *e->row_first);
  e->row_first[0] = 0;
  for (size_t k = 0; k < f->count; k++)
    e->child[k] = e->sibling[k] = MG_NOWHERE;
  for (size_t k = f->count; k-- > 0;)
    if (f->parent[k] != MG_NOWHERE) {
      e->sibling[k] = e->child[f->parent[k]];
      e->child[f->parent[k]] = (unsigned)k;
    }
}

static mgnn_status
elimination_init(elimination *e, mgnn_error *err)
{
  size_t count = e->fronts->count;

  PASS(mg_allocated_all(err, MG_ZEROS(e->row_first, count + 1),
                        MG_NEW(e->row, e->shape->rows),
                        e->child = mg_alloc(count, 2 * sizeof *e->child),
                        MG_ZEROS(e->left, count),
                        MG_NEW(e->local, e->shape->nodes)));
  e->sibling = e->child + count;
  elimination_sort(e);
  return MGNN_OK;
}

/* Add w v v^T for row r to the lower triangle of the front, a matrix of order
 * `size`. */
static void
add_row(const elimination *e, const num_context *ctx, size_t r, num *a,
        size_t size)
{
  const mg_shape *s = e->shape;
  size_t width = s->width;

  for (size_t k = s->first[r]; k < s->first[r + 1]; k++)
    for (size_t c = 0; c < width; c++) {
      size_t i = e->local[s->node[k]] * width + c;
      num v = e->value[k * width + c];

      if (e->weight != NULL)
        v = num_mul(ctx, v, e->weight[r]);
      for (size_t l = s->first[r]; l < s->first[r + 1]; l++)
        for (size_t d = 0; d < width; d++) {
          size_t j = e->local[s->node[l]] * width + d;

          if (j <= i)
            a[i * size + j] = num_add(ctx, a[i * size + j],
                                      num_mul(ctx, v, e->value[l * width + d]));
        }
    }
}

/* Add the Schur complement of front k to its parent's matrix a, and free it. */
static void
add_child(elimination *e, const num_context *ctx, size_t k, num *a,
          size_t size)
{
  const unsigned *rest = e->fronts->rest + e->fronts->rest_first[k];
  size_t width = e->shape->width;
  size_t count = e->fronts->rest_first[k + 1] - e->fronts->rest_first[k];
  const num *left = e->left[k];

  for (size_t i = 0; i < count * width; i++) {
    size_t at = e->local[rest[i / width]] * width + i % width;

    for (size_t j = 0; j <= i; j++) {
      size_t bt = e->local[rest[j / width]] * width + j % width;
      size_t place = at > bt ? at * size + bt : bt * size + at;

      a[place] = num_add(ctx, a[place], left[i * count * width + j]);
    }
  }
  mg_free(e->left[k]);
  e->left[k] = NULL;
}

/* Eliminate the first `pivots` columns of a.  Column by column,
 *   u_ij = a_ij - sum over t < j of l_it u_jt,   l_ij = u_ij / u_jj;
 * a keeps the u, `lower` gets the l. */
static void
eliminate_pivots(num_context *ctx, num *a, size_t size, size_t pivots,
                 const size_t *column, num *lower)
{
  for (size_t j = 0; j < pivots; j++) {
    num inverse;

    for (size_t i = j; i < size; i++)
      a[i * size + j] = num_sub(ctx, a[i * size + j],
                                num_dot(ctx, lower + i * pivots,
                                        a + j * size, j));
    inverse = num_pivot(ctx, column[j], &a[j * size + j]);
    for (size_t i = j; i < size; i++) {
      if (inverse == 0)
        a[i * size + j] = 0;
      lower[i * pivots + j] = num_mul(ctx, a[i * size + j], inverse);
    }
  }
}

/* The Schur complement, for the parent: c_ij = a_ij - sum over t of l_it u_jt. */
static void
eliminate_rest(const num_context *ctx, const num *a, size_t size,
               size_t pivots, const num *lower, num *left)
{
  size_t count = size - pivots;

  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j <= i; j++)
      left[i * count + j] =
        num_sub(ctx, a[(pivots + i) * size + pivots + j],
                num_dot(ctx, lower + (pivots + i) * pivots,
                        a + (pivots + j) * size, pivots));
}

/* Assemble and eliminate front k; *lower receives its part of L, which the
 * caller frees. */
static mgnn_status
eliminate_front(elimination *e, num_context *ctx, size_t k, num **lower,
                mgnn_error *err)
{
  const mg_fronts *f = e->fronts;
  size_t width = e->shape->width;
  size_t pivots = f->pivot_first[k + 1] - f->pivot_first[k];
  size_t rest = f->rest_first[k + 1] - f->rest_first[k];
  size_t size = (pivots + rest) * width;
  size_t *column = mg_alloc(pivots * width, sizeof *column);
  num *a = size > 0 && size > (size_t)-1 / size / sizeof *a ? NULL
         : mg_zalloc(size * size, sizeof *a);
  mgnn_status status = MGNN_OK;

  *lower = mg_alloc(size * width, pivots * sizeof **lower);
  e->left[k] = mg_alloc(rest * width, rest * width * sizeof **e->left);
  if (column == NULL || a == NULL || *lower == NULL || e->left[k] == NULL)
    TRY(mg_fail_memory(err));
  for (size_t i = 0; i < pivots; i++) {
    unsigned node = f->pivot[f->pivot_first[k] + i];

    e->local[node] = (unsigned)i;
    for (size_t c = 0; c < width; c++)
      column[i * width + c] = node * width + c;
  }
  for (size_t i = 0; i < rest; i++)
    e->local[f->rest[f->rest_first[k] + i]] = (unsigned)(pivots + i);
  for (size_t r = e->row_first[k]; r < e->row_first[k + 1]; r++)
    add_row(e, ctx, e->row[r], a, size);
  for (unsigned c = e->child[k]; c != MG_NOWHERE; c = e->sibling[c])
    add_child(e, ctx, c, a, size);
  eliminate_pivots(ctx, a, size, pivots * width, column, *lower);
  eliminate_rest(ctx, a, size, pivots * width, *lower, e->left[k]);
end:
  mg_free_all(a, column);
  return status;
}
