/* Random small problems of all kinds, many of them: the energy never rises,
 * results are finite, the same again and from eight threads at once, and
 * memory and descriptors stay as they are.  SOAK_ROUNDS sets how many. */
#include "base/mem.h"
#include "random_numbers.h"
#include "unit.h"

#include <malloc.h>
#include <math.h>
#include <mgnn.h>
#include <pthread.h>
#include <stdint.h>

enum { NODES_MAX = 14, EDGES_MAX = NODES_MAX * (NODES_MAX - 1) / 2, DIM_MAX = 50,
       SIZE_MAX_OF = NODES_MAX * DIM_MAX, WORKERS = 8 };

/* How often; `few` without SOAK_ROUNDS. */
static int
rounds(int few)
{
  const char *asked = getenv("SOAK_ROUNDS");

  return asked != NULL && atoi(asked) > 0 ? atoi(asked) : few;
}

/* Dimensions: few mostly, and now and then more than nodes. */
static size_t
random_dim(uint64_t *state)
{
  double u = random_unit(state), v = random_unit(state);

  return u < 0.9 ? 1 + (size_t)(v * 4) : 5 + (size_t)(v * (DIM_MAX - 4));
}

/* A length of the kind: all 1, all 0, some 0, twelve orders, far from 1 by
 * `orders`. */
static double
random_length(uint64_t *state, int kind, int orders)
{
  double u = random_unit(state);

  switch (kind) {
  case 0:  return 1;
  case 1:  return 0;
  case 2:  return u < 0.3 ? 0 : u;
  case 3:  return pow(10, 12 * u - 6);
  case 4:  return pow(10, orders) * (0.1 + 0.9 * u);
  case 5:  return pow(10, 1 - orders) * (0.1 + 0.9 * u);
  default: return 0.1 + u;
  }
}

/* The number of the first problem: SOAK_FIRST, for others each time. */
static int
first(void)
{
  const char *asked = getenv("SOAK_FIRST");

  return asked != NULL ? atoi(asked) : 0;
}

/* Problem number `number`, for *dim dimensions. */
static mgnn_problem *
problem_random(int number, size_t *dim)
{
  uint64_t state = (uint64_t)(number + first()) * 7919 + 17;
  mgnn_node ends[2 * EDGES_MAX];
  double lower[EDGES_MAX], upper[EDGES_MAX], stiff[EDGES_MAX];
  size_t n = 1 + (size_t)(random_unit(&state) * NODES_MAX), m = 0;
  static const int far[] = { 150, 140, 100, 75, 40 };
  int kind = number % 10, orders = far[number / 10 % 5];
  double density;
  mgnn_problem *p;

  *dim = random_dim(&state);
  density = random_unit(&state);
  random_unit(&state);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++)
      if (random_unit(&state) < density) {
        ends[2 * m] = i;
        ends[2 * m + 1] = j;
        lower[m] = random_length(&state, kind, orders);
        upper[m] = kind < 7 ? lower[m] : lower[m] + random_unit(&state);
        stiff[m] = random_unit(&state) < 0.1 ? 0 : random_unit(&state);
        m++;
      }
  ck_assert_int_eq(mgnn_problem_new(&p, n, m, ends, lower, NULL), MGNN_OK);
  if (kind >= 7)
    ck_assert_int_eq(mgnn_problem_bounds_set(p, lower, upper, NULL), MGNN_OK);
  if (kind == 9)
    ck_assert_int_eq(mgnn_problem_stiffness_set(p, stiff, NULL), MGNN_OK);
  return p;
}

static int
all_finite(const double *x, size_t size)
{
  for (size_t k = 0; k < size; k++)
    if (!isfinite(x[k]))
      return 0;
  return 1;
}

/* What watches a descent. */
typedef struct {
  const mgnn_problem *p;
  size_t dim;
  double energy;               /* of the step before */
  int rises;
} slope;

static int
watch_energy(void *ctx, const mgnn_progress *now)
{
  slope *s = ctx;
  mgnn_figures f;

  mgnn_measure(s->p, s->dim, now->x, NULL, 0, &f, NULL);
  /* Sums of the same terms in another order may differ in the last digits. */
  if (now->step > 0 && !(f.energy <= s->energy * (1 + 1e-12) + 1e-300))
    s->rises++;
  s->energy = f.energy;
  return 0;
}

START_TEST(energy_never_rises)
{
  int count = rounds(1500);

  for (int k = 0; k < count; k++) {
    size_t dim, size;
    mgnn_problem *p = problem_random(k, &dim);
    double y[SIZE_MAX_OF];

    size = mgnn_problem_nodes(p) * dim;
    for (size_t s = 0; mgnn_solver_name(s) != NULL; s++) {
      slope watched = { p, dim, INFINITY, 0 };
      mgnn_search_params par;
      mgnn_status status;

      mgnn_search_params_init(&par);
      par.solver = mgnn_solver_name(s);
      par.control.threads = 1;
      par.control.max_iterations = 300;
      par.control.watch = watch_energy;
      par.control.watch_ctx = &watched;
      ck_assert_int_eq(mgnn_place(p, dim, (unsigned long)k, 1, y, NULL), MGNN_OK);
      status = mgnn_solve(p, dim, &par, y, NULL, NULL);
      ck_assert_msg(status == MGNN_OK || status == MGNN_ENOCONV,
                    "problem %d: status %d", k, (int)status);
      ck_assert_msg(all_finite(y, size), "problem %d: not finite", k);
      ck_assert_msg(watched.rises == 0, "problem %d, %s: rose %d times", k,
                    par.solver, watched.rises);
    }
    mgnn_problem_free(p);
  }
}
END_TEST

/* Two layouts, and every rule; the table has fewer than so many. */
enum { RULES_MOST = 30, RESULTS = (2 + RULES_MOST) * SIZE_MAX_OF + 2 };

/* All that the library does with problem k, into one array of doubles; returns
 * how many.  NULL for what fails. */
static size_t
work(int k, double *out)
{
  static const char *const files[] = { "g.gml", "g.graphml", "g.net", "g.csv",
                                       "g.ncol", "g.lgl" };
  size_t dim, size, at = 0;
  mgnn_problem *p = problem_random(k, &dim);
  mgnn_outcome how;
  mgnn_search_params search;
  mgnn_layer_params par;
  mgnn_status status;

  size = mgnn_problem_nodes(p) * dim;
  for (int paths = 0; paths < 2; paths++) {
    double *y = out + at;

    mgnn_search_params_init(&search);
    search.control.threads = 1;
    search.control.max_iterations = 2000;
    search.pairs = paths ? "paths" : "edges";
    search.control.seed = (unsigned long)k;
    memset(y, 0, size * sizeof *y);
    status = mgnn_layout(p, dim, &search, y, &how, NULL);
    mgnn_outcome_free(&how);
    ck_assert_msg(status == MGNN_OK || status == MGNN_ENOCONV,
                  "problem %d: status %d", k, (int)status);
    ck_assert_msg(all_finite(y, size), "problem %d: not finite", k);
    at += size;
  }
  for (size_t r = 0; mgnn_rule_name(r) != NULL; r++) {
    double *z = out + at;

    ck_assert_uint_lt(r, RULES_MOST);
    mgnn_layer_params_init(&par);
    par.rule = mgnn_rule_name(r);
    par.layers = 3;
    par.control.threads = 1;
    par.alpha = k % 3 * 0.5;   /* 0 and 1 among them */
    par.beta = k % 4 * 0.5;
    par.eps = k % 5 == 0 ? 0 : 1e-5;
    mgnn_place(p, dim, (unsigned long)k, 1, z, NULL);
    status = mgnn_propagate(p, dim, &par, z, NULL);
    ck_assert_msg(status == MGNN_OK || status == MGNN_EINVAL,
                  "problem %d: status %d", k, (int)status);
    ck_assert_msg(all_finite(z, size), "problem %d: not finite", k);
    at += size;
  }
  mgnn_problem_free(p);
  ck_assert_int_eq(mgnn_problem_read(&p, files[k % 6], NULL), MGNN_OK);
  out[at++] = (double)mgnn_problem_edges(p);
  out[at++] = mgnn_problem_lengths(p)[0];
  mgnn_problem_free(p);
  return at;
}

/* The results of one problem: two layouts, the rules, the file. */

static void
files_put(void)
{
  put("g.gml", "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 "
      "len 3.5 ] ]\n");
  put("g.graphml", "<graphml><key id=\"l\" for=\"edge\" attr.name=\"len\" "
      "attr.type=\"double\"/><graph edgedefault=\"undirected\"><node id=\"a\"/>"
      "<node id=\"b\"/><edge source=\"a\" target=\"b\"><data key=\"l\">2.5</data>"
      "</edge></graph></graphml>\n");
  put("g.net", "*Vertices 3\n1 \"a\"\n2 \"b\"\n3 \"c\"\n*Edges\n1 2\n2 3\n");
  put("g.csv", "source,target,length\na,b,7\n");
  put("g.ncol", "a b\nb c\n");
  put("g.lgl", "# a\nb\nc\n");
}

/* One parameter of a search or of layers made one that no comparison finds, or
 * one that makes no sense: the call says so at once, and touches nothing. */
START_TEST(parameters_that_make_no_sense_are_refused)
{
  static const double bad[] = { NAN, -NAN, -1, -INFINITY, -1e-300 };

  for (int k = 0; k < rounds(200); k++) {
    size_t dim, size;
    mgnn_problem *p = problem_random(k, &dim);
    double y[SIZE_MAX_OF], kept[SIZE_MAX_OF], wrong = bad[k % 5];
    mgnn_search_params search;
    mgnn_layer_params layers;
    mgnn_error err;

    size = mgnn_problem_nodes(p) * dim;
    mgnn_search_params_init(&search);
    mgnn_layer_params_init(&layers);
    *(k % 3 == 0 ? &search.tolerance : k % 3 == 1 ? &search.aspect
      : &search.control.time_limit) = wrong;
    *(k % 4 == 0 ? &layers.alpha : k % 4 == 1 ? &layers.beta
      : k % 4 == 2 ? &layers.eps : &layers.control.time_limit) = wrong;
    mgnn_place(p, dim, 1, 1, y, NULL);
    memcpy(kept, y, size * sizeof *y);
    ck_assert_int_eq(mgnn_layout(p, dim, &search, y, NULL, &err), MGNN_EINVAL);
    ck_assert_int_eq(mgnn_propagate(p, dim, &layers, y, &err), MGNN_EINVAL);
    if (size > 0)
      ck_assert_mem_eq(y, kept, size * sizeof *y);
    y[0] = k % 2 ? NAN : 1e200;
    mgnn_search_params_init(&search);
    ck_assert_int_eq(mgnn_solve(p, dim, &search, y, NULL, &err), MGNN_EINVAL);
    mgnn_problem_free(p);
  }
}
END_TEST

/* Bytes that the C library has given out; 0 where it does not say. */
static size_t
memory_used(void)
{
  return mallinfo2().uordblks;
}

START_TEST(memory_and_descriptors_stay)
{
  int count = rounds(400), free_fd = dup(0), last_fd;
  double *out = mg_alloc(RESULTS, sizeof *out);
  size_t before;

  close(free_fd);
  files_put();
  for (int k = 0; k < 50; k++)
    work(k, out);              /* tables that libraries make once */
  before = memory_used();
  for (int k = 0; k < count; k++)
    work(k, out);
  ck_assert_uint_le(memory_used(), before + 262144);   /* caches and the like */
  last_fd = dup(0);
  close(last_fd);
  ck_assert_int_eq(last_fd, free_fd);
  mg_free(out);
}
END_TEST

/* A worker does every problem that is its turn. */
typedef struct {
  int first, step, count;
  double *out;                 /* RESULTS doubles per problem */
} share;

static void *
share_work(void *ctx)
{
  const share *s = ctx;

  for (int k = s->first; k < s->count; k += s->step)
    work(k, s->out + (size_t)k * RESULTS);
  return NULL;
}

START_TEST(eight_threads_give_the_same_bytes)
{
  int count = rounds(160) < 2000 ? rounds(160) : 2000;
  double *alone = mg_zalloc((size_t)count * RESULTS, sizeof *alone);
  double *together = mg_zalloc((size_t)count * RESULTS, sizeof *together);
  share whole = { 0, 1, count, alone }, part[WORKERS];
  pthread_t thread[WORKERS];

  files_put();
  share_work(&whole);
  for (int w = 0; w < WORKERS; w++) {
    part[w] = (share){ w, WORKERS, count, together };
    ck_assert_int_eq(pthread_create(&thread[w], NULL, share_work, &part[w]), 0);
  }
  for (int w = 0; w < WORKERS; w++)
    pthread_join(thread[w], NULL);
  ck_assert_mem_eq(alone, together, (size_t)count * RESULTS * sizeof *alone);
  mg_free(alone);
  mg_free(together);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(energy_never_rises),
    TEST(parameters_that_make_no_sense_are_refused),
    TEST(memory_and_descriptors_stay),
    TEST(eight_threads_give_the_same_bytes)
  };
  const unit_needs needs = {
    .seconds = getenv("SOAK_ROUNDS") != NULL ? 3600 : 60
  };

  return unit_run("soak", tests, COUNT(tests), &needs);
}
