/* Reads the data sets of mgnn-learn: graph, features, labels, splits. */
#define _POSIX_C_SOURCE 200809L
#include "learn.h"
#include "base/mem.h"
#include "io/read/read.h"
#include "io/table/features.h"
#include "io/table/table.h"
#include "cli/common/options.h"
#include "io/text/message.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char label_column[] = "label of the table";

/* ---- files ---- */

/* Find FOLDER/NAME.SUFFIX, with the first suffix for which this file exists. */
static mgnn_status
file_find(const char *folder, const char *name, const char *const *suffix,
          char **out, mgnn_error *err)
{
  size_t size = strlen(folder) + strlen(name) + 20;
  char *path = mg_alloc(size, 1);

  PASS(mg_allocated(path, err));
  for (; *suffix != NULL; suffix++) {
    snprintf(path, size, "%s/%s%s", folder, name, *suffix);
    if (access(path, F_OK) == 0) {
      *out = path;
      return MGNN_OK;
    }
  }
  mg_free(path);
  return mg_fail(err, MGNN_EIO, "%s: the folder has no file %s.*, which a data "
                 "set needs", folder, name);
}

/* The last part of a path, without slashes at its end. */
static char *
last_part(const char *path)
{
  const char *end = path + strlen(path), *begin;

  while (end > path + 1 && end[-1] == '/')
    end--;
  begin = end;
  while (begin > path && begin[-1] != '/')
    begin--;
  return mg_strndup(begin, (size_t)(end - begin));
}

/* The name of a set: that of the graph's folder, else that of the graph. */
static char *
set_name(const char *graph)
{
  const char *slash = strrchr(graph, '/');
  char *folder, *name;

  if (slash == NULL || slash == graph) {
    const char *dot = strchr(graph + (*graph == '.'), '.');

    return dot != NULL ? mg_strndup(graph, (size_t)(dot - graph))
                       : mg_strdup(graph);
  }
  folder = mg_strndup(graph, (size_t)(slash - graph));
  if (folder == NULL)
    return NULL;
  name = last_part(folder);
  mg_free(folder);
  return name;
}

/* Find the files in a folder.  A collection has the tables graphs, nodes and edges. */
static mgnn_status
files_of_folder(mg_learn_set *set, const char *folder, mgnn_error *err)
{
  static const char *const names[2][3] = { { "graph", "features", "labels" },
                                           { "graphs", "nodes", "edges" } };
  static const char *const tables[] = { ".csv", ".csv.gz", NULL };
  static const char *const graphs[] = { ".edges", ".edges.gz", ".csv", ".gml",
                                        ".mtx", ".graphml", NULL };
  static const char *const features[] = { ".svm", ".svm.gz", ".npy", ".csv",
                                          ".csv.gz", NULL };
  const char *const *const suffixes[] = { graphs, features, tables };
  char **const file[] = { &set->graph, &set->features, &set->labels };

  PASS(mg_allocated(set->name = last_part(folder), err));
  set->is_collection = file_find(folder, "graphs", tables, &set->graph, NULL)
                       == MGNN_OK;
  for (size_t k = 0; k < 3; k++)
    if (*file[k] == NULL)
      PASS(file_find(folder, names[set->is_collection][k],
                     set->is_collection ? tables : suffixes[k], file[k], err));
  return MGNN_OK;
}

static int
is_jsonl(const char *path)
{
  size_t len = strlen(path);

  if (len > 3 && strcmp(path + len - 3, ".gz") == 0)
    len -= 3;
  return len > 6 && strncmp(path + len - 6, ".jsonl", 6) == 0;
}

static mgnn_status
files_given(mg_learn_set *set, const mg_learning *l, const char *graph,
            mgnn_error *err)
{
  if (l->in.features == NULL)
    return mg_fail(err, MGNN_EINVAL, "%s: give the features of its nodes with "
                   "--features FILE", graph);
  if (l->in.labels == NULL && l->out.load == NULL)
    return mg_fail(err, MGNN_EINVAL, "%s: give the classes of its nodes with "
                   "--class NAME or --class FILE", graph);
  set->name = l->in.name != NULL ? mg_strdup(l->in.name) : set_name(graph);
  PASS(mg_allocated_all(err, set->name, set->graph = mg_strdup(graph),
                        set->features = mg_strdup(l->in.features)));
  if (l->in.labels != NULL)
    PASS(mg_allocated(set->labels = mg_strdup(l->in.labels), err));
  return MGNN_OK;
}

static mgnn_status
files_choose(mg_learn_set *set, const mg_learning *l, const char *operand,
             mgnn_error *err)
{
  struct stat about;

  if (stat(operand, &about) == 0 && S_ISDIR(about.st_mode)) {
    if (l->in.features != NULL || l->in.labels != NULL || l->in.name != NULL)
      return mg_fail(err, MGNN_EINVAL, "%s is a folder, which has its own graph, "
                     "features, labels and name; leave out --features, --class "
                     "and --set", operand);
    return files_of_folder(set, operand, err);
  }
  if (l->call.operands > 1)
    return mg_fail(err, MGNN_EINVAL, "%s: several data sets must be folders, "
                   "with files graph.*, features.* and labels.*", operand);
  if (is_jsonl(operand)) {
    set->name = l->in.name != NULL ? mg_strdup(l->in.name) : set_name(operand);
    set->graph = mg_strdup(operand);
    set->is_collection = 1;
    return mg_allocated(set->name != NULL ? set->graph : NULL, err);
  }
  return files_given(set, l, operand, err);
}

/* ---- labels ---- */

/* Make a class of each label other than -1, in the order of the labels. */
static mgnn_status
classes_make(mg_learn_set *set, mgnn_error *err)
{
  const mg_groups *g = &set->groups;
  size_t n = set->src.n, classes = 0, labelled = 0;
  int *class_of = mg_alloc(g->count, sizeof *class_of);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, class_of, MG_NEW(set->label, n),
                       MG_NEW(set->class_group, g->count)));
  for (size_t k = 0; k < g->count; k++) {
    class_of[k] = -1;
    if (strcmp(g->name[k], "-1") == 0 || g->name[k][0] == '\0')
      continue;
    set->class_group[classes] = k;
    class_of[k] = (int)classes++;
  }
  for (size_t i = 0; i < n; i++) {
    set->label[i] = g->group[i] < 0 ? -1 : class_of[g->group[i]];
    labelled += set->label[i] >= 0;
  }
  set->task.inputs.outputs = classes;
  if (labelled == 0)
    status = mg_fail(err, MGNN_EINVAL, "%s: no node has a label", set->labels);
  else if (classes < 2)
    status = mg_fail(err, MGNN_EINVAL, "%s: all labels are \"%.40s\"; there must "
                     "be at least two classes to tell apart", set->labels,
                     g->name[set->class_group[0]]);
end:
  mg_free(class_of);
  return status;
}

static mgnn_status
labels_read(mg_learn_set *set, mgnn_error *err)
{
  const char *named = set->labels;

  if (mg_attribute_find(&set->src.node, named) == NULL) {
    if (!mg_word_is_file(named))
      return mg_attribute_missing(&set->src, &set->src.node, "node",
                                  "--class (and no such file)", named, err);
    PASS(mg_read_labels(&set->src, named, label_column, err));
    named = label_column;
  }
  PASS(mg_groups_read(&set->groups, &set->src, named, err));
  return classes_make(set, err);
}

/* ---- features and graph ---- */

/* Make the matrix of features from *f, which is freed in any case. */
static mgnn_status
features_take(mg_learn_set *set, mg_features *f, int binary, mgnn_error *err)
{
  mg_csr rows = { .rows = f->rows, .cols = f->cols, .row = f->row,
                  .col = f->col };
  mgnn_status status = MGNN_OK;

  f->row = NULL;               /* now in rows */
  f->col = NULL;
  if (f->dense != NULL) {
    for (size_t k = 0; k < f->rows * f->cols && binary; k++)
      f->dense[k] = f->dense[k] != 0;
    TRY(mg_matrix_make(&set->x, f->rows, f->cols, f->dense, err));
    goto end;
  }
  TRY(mg_allocated(rows.value = mg_alloc(rows.row[f->rows], sizeof *rows.value), err));
  for (size_t k = 0; k < rows.row[f->rows]; k++)
    rows.value[k] = binary ? 1 : (mg_real)f->value[k];
  TRY(mg_matrix_sparse(&set->x, &rows, err));
end:
  mg_csr_free(&rows);
  mg_features_free(f);
  return status;
}

static void
homophily_find(mg_learn_set *set)
{
  const mg_slots *g = &set->g.plain;
  size_t known = 0, within = 0;

  for (size_t i = 0; i < g->n; i++)
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      int a = set->label[i], b = set->label[g->to[k]];

      known += g->to[k] > i && a >= 0 && b >= 0;
      within += g->to[k] > i && a >= 0 && a == b;
    }
  set->homophily = known > 0 ? (double)within / (double)known : NAN;
}

/* ---- splits ---- */

/* Read --splits.  Nodes without a label are in no part.  No part may be empty. */
static mgnn_status
splits_read(mg_learn_set *set, const char *path, mgnn_error *err)
{
  mg_splits read = { 0 };
  size_t n = set->src.n;

  PASS(mg_read_splits(&set->src, path, &read, err));
  set->part = read.part;
  set->splits = read.count;
  for (size_t k = 0; k < set->splits; k++) {
    unsigned char *part = set->part + k * n;

    for (size_t i = 0; i < n; i++)
      if (set->label[i] < 0)
        part[i] = MG_UNUSED;
    for (const char *which = "tve"; *which != '\0'; which++)
      if (memchr(part, *which, n) == NULL)
        return mg_fail(err, MGNN_EINVAL, "%s: split %zu has no node for %s", path,
                       k + 1, *which == 't' ? "training (t)" : *which == 'v'
                       ? "validation (v)" : "the test (e)");
  }
  return MGNN_OK;
}

mgnn_status
mg_learn_part(const mg_learning *l, const mg_learn_set *set,
              unsigned long seed, unsigned char *part, mgnn_error *err)
{
  if (set->part == NULL)
    return mg_split_random(set->src.n, set->label, l->validation, l->test, seed,
                           part, err);
  memcpy(part, set->part + (seed - 1) * set->src.n, set->src.n);
  return MGNN_OK;
}

/* With --splits, seeds are column numbers: check them; without --seeds, take all. */
static mgnn_status
columns_choose(mg_learning *l, mgnn_error *err)
{
  const mg_learn_set *set = &l->set[0];

  if (l->run.seeds == NULL) {
    PASS(mg_allocated(l->seed = mg_alloc(set->splits, sizeof *l->seed), err));
    for (; l->seeds < set->splits; l->seeds++)
      l->seed[l->seeds] = l->seeds + 1;
  }
  for (size_t k = 0; k < l->seeds; k++)
    if (l->seed[k] < 1 || l->seed[k] > set->splits)
      return mg_fail(err, MGNN_EINVAL, "--seeds: %s has no split %lu; there are "
                     "1 to %zu", l->run.splits, l->seed[k], set->splits);
  return MGNN_OK;
}

/* ---- a set ---- */

static mgnn_status
set_read(mg_learn_set *set, const mg_learning *l, const char *operand,
         mgnn_error *err)
{
  const mg_limits limits = { .nodes = (size_t)l->in.max_nodes,
                             .edges = (size_t)l->in.max_edges,
                             .bytes = (size_t)l->in.max_bytes,
                             .format_hint = "give -I with" };
  mg_features f = { 0 };

  PASS(files_choose(set, l, operand, err));
  if (set->is_collection)
    return mg_learn_collection_read(set, limits.bytes, err);
  PASS(mg_read_within(&set->src, set->graph, l->in.format, &limits, err));
  if (set->labels != NULL)
    PASS(labels_read(set, err));
  else
    PASS(mg_allocated(set->label = mg_alloc(set->src.n, sizeof *set->label), err));
  for (size_t i = 0; i < set->src.n && set->labels == NULL; i++)
    set->label[i] = -1;
  PASS(mg_read_features(&set->src, set->features, &f, err));
  PASS(features_take(set, &f, l->in.binary, err));
  PASS(mg_learn_graph_make(&set->g, set->src.n, set->src.m, set->src.ends, err));
  homophily_find(set);
  if (l->run.splits != NULL)
    PASS(splits_read(set, l->run.splits, err));
  set->task = (mg_learn_task){
    .inputs = { .features = &set->x, .adjacency = &set->g.adjacency,
                .plain = &set->g.plain, .loops = &set->g.loops,
                .outputs = set->task.inputs.outputs },
    .n = set->src.n, .label = set->label };
  return MGNN_OK;
}

static void
set_print(const mg_learning *l, const mg_learn_set *set)
{
  for (size_t k = 0; k < set->src.notes.count; k++)
    fprintf(stderr, "%s: %s\n", l->call.program, set->src.notes.text[k]);
  if (l->call.verbose && mg_learn_of_graphs(set))
    fprintf(stderr, "%s: %s: %zu graphs, %zu nodes, %zu edges, %zu kinds of "
            "nodes, %zu of edges\n", l->call.program, set->name,
            set->collection.graphs,
            set->collection.node[set->collection.graphs],
            set->collection.edge[set->collection.graphs], set->collection.types,
            set->collection.bonds);
  else if (l->call.verbose)
    fprintf(stderr, "%s: %s: %zu nodes, %zu edges, %zu features, %zu classes, "
            "homophily %.3f\n", l->call.program, set->name, set->src.n,
            set->g.edges, set->x.cols, set->task.inputs.outputs, set->homophily);
}

mgnn_status
mg_learn_sets_read(void *run, mgnn_error *err)
{
  mg_learning *l = run;

  if (l->run.splits != NULL && l->call.operands > 1)
    return mg_fail(err, MGNN_EINVAL, "--splits is for one data set; there are "
                   "%zu", l->call.operands);
  PASS(mg_allocated(l->set = mg_zalloc(l->call.operands, sizeof *l->set), err));
  for (; l->sets < l->call.operands;) {
    l->sets++;                 /* counted now, to be freed on failure */
    PASS(set_read(&l->set[l->sets - 1], l, l->call.operand[l->sets - 1], err));
    if (!l->call.quiet)
      set_print(l, &l->set[l->sets - 1]);
  }
  for (size_t k = 1; k < l->sets; k++)
    if (mg_learn_of_graphs(&l->set[k]) != mg_learn_of_graphs(&l->set[0]))
      return mg_fail(err, MGNN_EINVAL, "%s and %s: one has classes of nodes, the "
                     "other numbers of graphs; give them apart", l->set[0].name,
                     l->set[k].name);
  return l->run.splits != NULL ? columns_choose(l, err) : MGNN_OK;
}

static void
set_free(mg_learn_set *set)
{
  mg_free_all(set->name, set->graph, set->features, set->labels);
  mg_source_free(&set->src);
  mg_matrix_free(&set->x);
  mg_learn_graph_free(&set->g);
  mg_groups_free(&set->groups);
  mg_free_all(set->label, set->class_group, set->part);
  mg_collection_free(&set->collection);
}

void
mg_learning_free(void *run)
{
  mg_learning *l = run;

  for (size_t k = 0; k < l->sets; k++)
    set_free(&l->set[k]);
  mg_free_all(l->set, l->cases, l->job, l->seed);
  mg_net_free(&l->best.net);
  mg_model_file_free(&l->loaded);
}
