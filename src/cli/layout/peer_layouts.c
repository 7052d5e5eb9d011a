/* Layouts by igraph.  Kamada-Kawai, MDS and UMAP get the lengths as they are,
 * Fruchterman-Reingold and DrL as weights 1/length; the others do not use lengths. */
#include "config.h"
#include "peer_layouts.h"
#include "base/library.h"
#include "base/threads.h"
#include "cli/common/igraph_names.h"
#include "cli/common/program.h"
#include "problem/paths.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef IGRAPH_LIBRARY
#define LATE(name) MG_LATE(IGRAPH_LIBRARY, name)
#define igraph_create LATE(igraph_create)
#define igraph_error_handler_ignore LATE(igraph_error_handler_ignore)
#define igraph_set_error_handler LATE(igraph_set_error_handler)
#define igraph_strerror LATE(igraph_strerror)
#define igraph_rng_default LATE(igraph_rng_default)
#define igraph_rng_seed LATE(igraph_rng_seed)
#define igraph_vector_init LATE(igraph_vector_init)
#define igraph_vector_int_init LATE(igraph_vector_int_init)
#define igraph_matrix_init LATE(igraph_matrix_init)
#define igraph_layout_kamada_kawai LATE(igraph_layout_kamada_kawai)
#define igraph_layout_fruchterman_reingold LATE(igraph_layout_fruchterman_reingold)
#define igraph_layout_drl LATE(igraph_layout_drl)
#define igraph_layout_drl_options_init LATE(igraph_layout_drl_options_init)
#define igraph_layout_mds LATE(igraph_layout_mds)
#define igraph_layout_umap LATE(igraph_layout_umap)
#define igraph_layout_gem LATE(igraph_layout_gem)
#define igraph_layout_graphopt LATE(igraph_layout_graphopt)
#define igraph_layout_lgl LATE(igraph_layout_lgl)
#define igraph_layout_davidson_harel LATE(igraph_layout_davidson_harel)
#else
#define IGRAPH_LIBRARY NULL
#endif

enum { MDS_NODES = 3000 };

/* The input of a layout. */
typedef struct {
  const mg_graph *g;
  igraph_t graph;
  igraph_vector_t length, weight;      /* of each edge; weight is 1/length */
} given;

static igraph_error_t
kamada_kawai(const given *in, igraph_matrix_t *out)
{
  mg_igraph_int n = (mg_igraph_int)in->g->n;

  return igraph_layout_kamada_kawai(&in->graph, out, 0, 50 * n, 0,
                                    n > 0 ? (double)n : 1, &in->length, NULL,
                                    NULL, NULL, NULL);
}

static igraph_error_t
fruchterman_reingold(const given *in, igraph_matrix_t *out)
{
  return igraph_layout_fruchterman_reingold(&in->graph, out, 0, 500,
                                            sqrt((double)in->g->n) / 10,
                                            IGRAPH_LAYOUT_AUTOGRID, &in->weight,
                                            NULL, NULL, NULL, NULL);
}

static igraph_error_t
drl(const given *in, igraph_matrix_t *out)
{
  igraph_layout_drl_options_t options;
  igraph_error_t code = igraph_layout_drl_options_init(
                          &options, IGRAPH_LAYOUT_DRL_DEFAULT);

  return code != IGRAPH_SUCCESS ? code
         : igraph_layout_drl(&in->graph, out, 0, &options, &in->weight);
}

static igraph_error_t
umap(const given *in, igraph_matrix_t *out)
{
  return igraph_layout_umap(&in->graph, out, 0, &in->length, 0.01, 500, 0.8);
}

static igraph_error_t
gem(const given *in, igraph_matrix_t *out)
{
  double n = (double)in->g->n;

  return igraph_layout_gem(&in->graph, out, 0, (mg_igraph_int)(40 * n * n), n, 0.1,
                           sqrt(n));
}

static igraph_error_t
graphopt(const given *in, igraph_matrix_t *out)
{
  return igraph_layout_graphopt(&in->graph, out, 500, 0.001, 30, 0, 1, 5, 0);
}

static igraph_error_t
lgl(const given *in, igraph_matrix_t *out)
{
  double n = (double)in->g->n;

  return igraph_layout_lgl(&in->graph, out, 150, n, n * n, 1.5, n * n * n,
                           sqrt(n), -1);
}

static igraph_error_t
davidson_harel(const given *in, igraph_matrix_t *out)
{
  double n = (double)in->g->n, m = (double)in->g->m;
  double density = n > 1 ? 2 * m / (n * (n - 1)) : 0;

  return igraph_layout_davidson_harel(&in->graph, out, 0, 10,
                                      (mg_igraph_int)fmax(10, log2(fmax(n, 1))),
                                      0.75, 1, 0, density / 10,
                                      1 - sqrt(density), 0.2 * (1 - density));
}

/* MDS of shortest-path distances.  Nodes in different components count as the largest
 * distance plus the mean length apart. */
static igraph_error_t
mds(const given *in, igraph_matrix_t *out)
{
  size_t n = in->g->n;
  mg_paths paths = { 0 };
  igraph_matrix_t d;
  double most = 0;
  igraph_error_t code;

  if (mg_paths_init(&paths, in->g, NULL) != MGNN_OK)
    return IGRAPH_ENOMEM;
  code = igraph_matrix_init(&d, (mg_igraph_int)n, (mg_igraph_int)n);
  for (size_t i = 0; i < n && code == IGRAPH_SUCCESS; i++) {
    mg_paths_all(&paths, i);
    for (size_t j = 0; j < n; j++) {
      MATRIX(d, i, j) = paths.distance[j];
      if (isfinite(paths.distance[j]))
        most = fmax(most, paths.distance[j]);
    }
  }
  mg_paths_free(&paths);
  if (code != IGRAPH_SUCCESS)
    return code;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      if (!isfinite(MATRIX(d, i, j)))
        MATRIX(d, i, j) = most + mg_mean_length(in->g);
  return igraph_layout_mds(&in->graph, out, &d, 2);
}

static const struct {
  const char *name, *title;
  igraph_error_t (*run)(const given *in, igraph_matrix_t *out);
} peers[] = {
  { "kk", "Kamada-Kawai", kamada_kawai },
  { "fr", "Fruchterman-Reingold", fruchterman_reingold },
  { "drl", "DrL", drl }, { "mds", "MDS", mds }, { "umap", "UMAP", umap },
  { "gem", "GEM", gem }, { "graphopt", "graphopt", graphopt }, { "lgl", "LGL", lgl },
  { "dh", "Davidson-Harel", davidson_harel }
};

const char *
mg_peer_name(size_t k)
{
  return k < sizeof peers / sizeof *peers ? peers[k].name : NULL;
}

const char *
mg_peer_title(const char *name, size_t len)
{
  for (size_t k = 0; k < sizeof peers / sizeof *peers; k++)
    if (strlen(peers[k].name) == len && strncmp(peers[k].name, name, len) == 0)
      return peers[k].title;
  return NULL;
}

static igraph_error_t
given_make(given *in, const mg_graph *g)
{
  mg_igraph_int m = (mg_igraph_int)g->m;
  igraph_vector_int_t ends;
  igraph_error_t code;

  in->g = g;
  code = igraph_vector_int_init(&ends, 2 * m);
  for (size_t k = 0; k < 2 * g->m && code == IGRAPH_SUCCESS; k++)
    VECTOR(ends)[k] = (mg_igraph_int)g->ends[k];
  if (code == IGRAPH_SUCCESS)
    code = igraph_create(&in->graph, &ends, (mg_igraph_int)g->n, IGRAPH_UNDIRECTED);
  if (code == IGRAPH_SUCCESS)
    code = igraph_vector_init(&in->length, m);
  if (code == IGRAPH_SUCCESS)
    code = igraph_vector_init(&in->weight, m);
  for (size_t e = 0; e < g->m && code == IGRAPH_SUCCESS; e++) {
    /* igraph requires positive weights. */
    double least = 1e-3 * mg_mean_length(g);
    double length = g->target[e] > least ? g->target[e] : least > 0 ? least : 1;

    VECTOR(in->length)[e] = length;
    VECTOR(in->weight)[e] = 1 / length;
  }
  return code;
}

/* Run a layout of igraph, in a child process, whose end frees the memory. */
static igraph_error_t
layout(const char *title, const mg_graph *g, unsigned long seed, double *xy)
{
  igraph_matrix_t out;
  given in = { 0 };
  size_t k = 0;
  igraph_error_t code = given_make(&in, g);

  while (strcmp(peers[k].title, title) != 0)
    k++;
  if (code == IGRAPH_SUCCESS)
    code = igraph_matrix_init(&out, 0, 0);
  if (code == IGRAPH_SUCCESS) {
    igraph_rng_seed(igraph_rng_default(), (igraph_uint_t)seed);
    code = peers[k].run(&in, &out);
  }
  for (size_t i = 0; i < g->n && code == IGRAPH_SUCCESS; i++)
    for (size_t c = 0; c < 2; c++)
      xy[2 * i + c] = MATRIX(out, i, c);
  return code;
}

/* Run a layout in a child process, which is killed on a signal to us or at the time
 * limit: some layouts take minutes and cannot be interrupted.  *code: from igraph. */
static mgnn_status
layout_apart(const char *title, const mg_graph *g, const mgnn_control *control,
             double *shared, int *code, mgnn_error *err)
{
  const struct timespec interval = { 0, 5000000 };
  double begin = mg_clock();
  int state = 0, stopped = 0;
  pid_t child = fork();

  if (child < 0)
    return mg_fail(err, MGNN_EIO, "--compare: %s needs a process: %s", title,
                   strerror(errno));
  if (child == 0) {
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    igraph_set_error_handler(igraph_error_handler_ignore);
    _exit(layout(title, g, control->seed, shared));
  }
  while (waitpid(child, &state, WNOHANG) == 0) {
    stopped |= mg_program_stopped()
               || (control->time_limit > 0 && mg_clock() - begin > control->time_limit);
    if (stopped)
      kill(child, SIGKILL);
    nanosleep(&interval, NULL);
  }
  *code = WIFEXITED(state) ? WEXITSTATUS(state) : IGRAPH_FAILURE;
  return stopped || mg_program_stopped() ? MGNN_ENOCONV : MGNN_OK;
}

mgnn_status
mg_peer_layout(const char *title, const mg_graph *g, const mgnn_control *control,
               double *xy, mgnn_error *err)
{
  size_t size = 2 * g->n * sizeof *xy;
  double *shared;
  int code = IGRAPH_FAILURE;
  mgnn_status status;

  PASS(mg_library_load(IGRAPH_LIBRARY, err));
  if (strcmp(title, "MDS") == 0 && g->n > MDS_NODES)
    return mg_fail(err, MGNN_EINVAL, "--compare mds: igraph's takes a dense matrix; "
                   "%zu nodes are more than %d", g->n, MDS_NODES);
  shared = mmap(NULL, size + 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    return mg_fail_memory(err);
  status = layout_apart(title, g, control, shared, &code, err);
  memcpy(xy, shared, size);
  munmap(shared, size + 1);
  PASS(status);
  if (code != IGRAPH_SUCCESS)
    return mg_fail(err, MGNN_EINVAL, "--compare: igraph could not draw by %s: %s",
                   title, igraph_strerror((igraph_error_t)code));
  for (size_t k = 0; k < 2 * g->n; k++)
    if (!mg_position_allowed(xy[k]))
      return mg_fail(err, MGNN_EINVAL, "--compare: igraph's %s gave a position that "
                     "is not finite", title);
  return MGNN_OK;
}
