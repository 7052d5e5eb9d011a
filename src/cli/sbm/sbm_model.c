/* Reads block models and generates graphs: igraph makes the edges, GSL the features. */
#include "sbm_model.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/random.h"
#include "cli/common/igraph_names.h"

#include <math.h>
#include <string.h>

enum { BLOCKS_MAX = 1000, DIM_MAX = 10000 };
#define NODES_MAX 1e8
#define EDGES_MAX 1e9

/* igraph and GSL both use the Mersenne Twister.  Combined with the seed, this number
 * keeps features from getting the same random bits as the edges. */
#define FEATURE_SEED 0x9e3779b9UL

/* The next piece of a list: from *text up to a separator.  *text moves behind the
 * separator; it is NULL after the last piece. */
static const char *
piece(const char **text, char separator, size_t *len)
{
  const char *start = *text, *stop = strchr(start, separator);

  *len = stop != NULL ? (size_t)(stop - start) : strlen(start);
  *text = stop != NULL ? stop + 1 : NULL;
  return start;
}

static size_t
pieces(const char *text, size_t len, char separator)
{
  size_t count = 1;

  for (size_t k = 0; k < len; k++)
    count += text[k] == separator;
  return count;
}

mgnn_status
mg_sbm_blocks_read(mg_sbm *sbm, const char *text, mgnn_error *err)
{
  size_t count = pieces(text, strlen(text), ','), len;
  size_t *start;

  if (count > BLOCKS_MAX)
    return mg_fail(err, MGNN_EINVAL, "--blocks has %zu sizes, at most %d are "
                   "allowed", count, BLOCKS_MAX);
  PASS(mg_allocated(start = mg_alloc(count + 1, sizeof *start), err));
  start[0] = 0;
  for (size_t b = 0; b < count; b++) {
    const char *word = piece(&text, ',', &len);
    double x;

    if (!mg_number_whole(word, len, &x) || x != floor(x) || !(x >= 1)
        || !((double)start[b] + x <= NODES_MAX)) {
      mg_free(start);
      return mg_fail(err, MGNN_EINVAL, "--blocks: size %zu is \"%.*s\", must "
                     "be a whole number, at least 1, and all together at most "
                     "%.0f", b + 1, (int)(len < 40 ? len : 40), word, NODES_MAX);
    }
    start[b + 1] = start[b] + (size_t)x;
  }
  mg_free(sbm->start);
  sbm->start = start;
  sbm->blocks = count;
  sbm->n = start[count];
  return MGNN_OK;
}

/* Place the mean of block b at (b mod s, b div s), with s the least number such that
 * s^2 is at least the number of blocks. */
static void
grid_fill(const mg_sbm *sbm, double *mean)
{
  size_t side = 1;

  while (side * side < sbm->blocks)
    side++;
  for (size_t b = 0; b < sbm->blocks; b++) {
    mean[2 * b] = (double)(b % side);
    mean[2 * b + 1] = (double)(b / side);
  }
}

/* Read the coordinates of block b's mean from len bytes of text. */
static mgnn_status
point_read(const char *text, size_t len, size_t b, size_t dim, double *mean,
           mgnn_error *err)
{
  size_t count = pieces(text, len, ',');
  const char *end = text + len;

  if (count != dim)
    return mg_fail(err, MGNN_EINVAL, "--means: point %zu has dimension %zu, "
                   "the first has %zu", b + 1, count, dim);
  for (size_t c = 0; c < dim; c++) {
    const char *comma = memchr(text, ',', (size_t)(end - text));
    size_t word = (size_t)((comma != NULL ? comma : end) - text);

    if (!mg_number_whole(text, word, &mean[c]) || !isfinite(mean[c]))
      return mg_fail(err, MGNN_EINVAL, "--means: coordinate %zu of point %zu "
                     "is \"%.*s\", must be a number", c + 1, b + 1,
                     (int)(word < 40 ? word : 40), text);
    text += word + 1;
  }
  return MGNN_OK;
}

mgnn_status
mg_sbm_means_read(mg_sbm *sbm, const char *text, mgnn_error *err)
{
  size_t points = text != NULL ? pieces(text, strlen(text), ':') : sbm->blocks;
  size_t dim = text != NULL ? pieces(text, strcspn(text, ":"), ',') : 2, len;
  mgnn_status status = MGNN_OK;
  double *mean;

  if (points != sbm->blocks)
    return mg_fail(err, MGNN_EINVAL, "number of points in --means: %zu, of "
                   "blocks: %zu; give a point for each block, as in 0,0:1,0",
                   points, sbm->blocks);
  if (dim > DIM_MAX)
    return mg_fail(err, MGNN_EINVAL, "--means has %zu dimensions, at most %d "
                   "are allowed", dim, DIM_MAX);
  PASS(mg_allocated(mean = mg_alloc(points, dim * sizeof *mean), err));
  if (text == NULL)
    grid_fill(sbm, mean);
  for (size_t b = 0; text != NULL && status == MGNN_OK; b++) {
    const char *point = piece(&text, ':', &len);

    status = point_read(point, len, b, dim, mean + b * dim, err);
  }
  if (status != MGNN_OK) {
    mg_free(mean);
    return status;
  }
  mg_free(sbm->mean);
  sbm->mean = mean;
  sbm->dim = dim;
  return MGNN_OK;
}

void
mg_sbm_free(mg_sbm *sbm)
{
  mg_free_all(sbm->start, sbm->mean);
  memset(sbm, 0, sizeof *sbm);
}

size_t
mg_sbm_block(const mg_sbm *sbm, size_t i)
{
  size_t low = 0, high = sbm->blocks;

  while (high - low > 1) {     /* start[low] <= i < start[high] */
    size_t middle = (low + high) / 2;

    if (sbm->start[middle] <= i)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static double
size_of(const mg_sbm *sbm, size_t b)
{
  return (double)(sbm->start[b + 1] - sbm->start[b]);
}

/* Refuse graphs that are too large, as igraph would not.  Expected number of edges:
 *   p_in sum_b n_b (n_b - 1)/2 + p_out (all other pairs). */
static mgnn_status
edges_check(const mg_sbm *sbm, mgnn_error *err)
{
  double n = (double)sbm->n, inner = 0, expected;

  for (size_t b = 0; b < sbm->blocks; b++)
    inner += 0.5 * size_of(sbm, b) * (size_of(sbm, b) - 1);
  expected = sbm->p_in * inner + sbm->p_out * (0.5 * n * (n - 1) - inner);
  if (expected > EDGES_MAX)
    return mg_fail(err, MGNN_EINVAL, "the graph would have about %.3g edges, "
                   "at most %g are allowed; lower --p-in or --p-out", expected,
                   EDGES_MAX);
  return MGNN_OK;
}

/* Copy the edges of a graph, lower end first; NULL if out of memory. */
static unsigned *
edges_copy(const igraph_t *g)
{
  size_t m = (size_t)igraph_ecount(g);
  unsigned *ends = mg_alloc(m, 2 * sizeof *ends);

  for (size_t e = 0; ends != NULL && e < m; e++) {
    unsigned a = (unsigned)IGRAPH_FROM(g, e), b = (unsigned)IGRAPH_TO(g, e);

    ends[2 * e] = a < b ? a : b;
    ends[2 * e + 1] = a < b ? b : a;
  }
  return ends;
}

static mgnn_status
edges_generate(const mg_sbm *sbm, unsigned long seed, size_t *m,
               unsigned **ends, mgnn_error *err)
{
  igraph_error_handler_t *host =
    igraph_set_error_handler(igraph_error_handler_ignore);
  mg_igraph_int blocks = (mg_igraph_int)sbm->blocks;
  mgnn_status status = MGNN_OK;
  igraph_vector_int_t size;
  igraph_error_t code;
  igraph_matrix_t p;
  igraph_t g;

  code = igraph_matrix_init(&p, blocks, blocks);
  if (code != IGRAPH_SUCCESS)
    goto end;
  code = igraph_vector_int_init(&size, blocks);
  if (code != IGRAPH_SUCCESS)
    goto drop_matrix;
  for (mg_igraph_int a = 0; a < blocks; a++) {
    VECTOR(size)[a] = (mg_igraph_int)size_of(sbm, (size_t)a);
    for (mg_igraph_int b = 0; b < blocks; b++)
      MATRIX(p, a, b) = a == b ? sbm->p_in : sbm->p_out;
  }
  code = igraph_rng_seed(igraph_rng_default(), (igraph_uint_t)seed);
  if (code == IGRAPH_SUCCESS)
    code = mg_igraph_sbm(&g, sbm->n, &p, &size);
  if (code == IGRAPH_SUCCESS) {
    *m = (size_t)igraph_ecount(&g);
    *ends = edges_copy(&g);
    status = mg_allocated(*ends, err);
    igraph_destroy(&g);
  }
  igraph_vector_int_destroy(&size);
drop_matrix:
  igraph_matrix_destroy(&p);
end:
  igraph_set_error_handler(host);
  if (code == IGRAPH_ENOMEM)
    status = mg_fail_memory(err);
  else if (code != IGRAPH_SUCCESS)
    status = mg_fail(err, MGNN_EINVAL, "igraph could not generate the graph: %s",
                     igraph_strerror(code));
  return status;
}

static mgnn_status
lengths_set(const mg_sbm *sbm, mg_graph *g, mgnn_error *err)
{
  double *length = mg_alloc(g->m, sizeof *length);
  mgnn_status status;

  PASS(mg_allocated(length, err));
  for (size_t e = 0; e < g->m; e++)
    length[e] = mg_sbm_block(sbm, g->ends[2 * e])
                == mg_sbm_block(sbm, g->ends[2 * e + 1]) ? sbm->within
                                                         : sbm->between;
  status = mg_graph_lengths_set(g, length, NULL, err);
  mg_free(length);
  return status;
}

mgnn_status
mg_sbm_generate(const mg_sbm *sbm, unsigned long seed, mg_graph *g,
                double *features, mgnn_error *err)
{
  unsigned *ends = NULL;
  size_t m = 0;
  mgnn_status status = MGNN_OK;

  memset(g, 0, sizeof *g);
  TRY(edges_check(sbm, err));
  TRY(edges_generate(sbm, seed, &m, &ends, err));
  TRY(mg_graph_init(g, sbm->n, m, ends, err));
  ends = NULL;                 /* now owned by the graph */
  TRY(lengths_set(sbm, g, err));
  TRY(mg_random_normal(seed ^ FEATURE_SEED, 1, sbm->n * sbm->dim, features,
                       err));
  for (size_t b = 0; b < sbm->blocks; b++)
    for (size_t i = sbm->start[b]; i < sbm->start[b + 1]; i++)
      for (size_t c = 0; c < sbm->dim; c++)
        features[i * sbm->dim + c] += sbm->mean[b * sbm->dim + c];
end:
  mg_free(ends);
  if (status != MGNN_OK)
    mg_graph_free(g);
  return status;
}
