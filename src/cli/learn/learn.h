/* mgnn-learn: its options, and the data that its steps pass on. */
#ifndef MG_CLI_LEARN_H
#define MG_CLI_LEARN_H

#include "io/source.h"
#include "learn/collection.h"
#include "learn/data.h"
#include "learn/drawn_metric.h"
#include "learn/model_file.h"
#include "learn/settings.h"
#include "problem/attributes.h"
#include "cli/common/program.h"

/* ---- options ---- */

typedef struct {
  const char *format, *features, *labels, *name;
  int binary;
  long max_nodes, max_edges, max_bytes;
} mg_learn_input_options;

typedef struct {
  const char *models;          /* a,b,... or all */
  const char *settings;        /* a table */
  const char *value[MG_SETTINGS];      /* of settings given as options; or NULL */
  const char *split, *splits, *seeds, *journal, *readout;
  long tune, batch;
} mg_learn_run_options;

/* The output files that are made from a trained network. */
enum {
  MG_LEARN_METRIC, MG_LEARN_PREDICTIONS, MG_LEARN_LOGITS, MG_LEARN_EMBEDDING,
  MG_LEARN_SAVE, MG_LEARN_FILES
};

typedef struct {
  const char *file[MG_LEARN_FILES];
  const char *metric_from, *load;
  const char *report, *format;
  long layer;                  /* of --embedding; -1: the last */
  long extra;                  /* --extra-pairs, per node */
  int calibrated, paper;
} mg_learn_output_options;

/* ---- a data set ---- */

typedef struct {
  char *name;                  /* in settings and results */
  char *graph, *features, *labels;     /* files; labels may be an attribute */
  mg_source src;
  double homophily;            /* share of the edges within a class */
  mg_matrix x;
  mg_learn_graph g;
  mg_groups groups;            /* the labels as read */
  int *label;                  /* n: the class of each node; -1: no label */
  size_t *class_group;         /* the number in `groups` of each class */
  mg_learn_task task;
  unsigned char *part;         /* splits * n, from --splits; or NULL */
  size_t splits;
  mg_collection collection;    /* for a collection of graphs; of the above, only
                                  the name and files are then set */
  int is_collection;
} mg_learn_set;

/* Whether the samples are graphs, not nodes.  Results are then errors, of which small
 * ones are better, in place of accuracies. */
static inline int
mg_learn_of_graphs(const mg_learn_set *set)
{
  return set->collection.graphs > 0;
}

/* ---- runs ---- */

/* A model to train on a data set, with its settings. */
typedef struct {
  const mg_learn_set *set;
  const mg_model *model;
  mg_settings s;
  double paper;                /* published result, from the table of settings;
                                  NAN: not given */
} mg_learn_case;

/* One run of a case: training on one split. */
typedef struct {
  size_t of;                   /* number of the case */
  unsigned long seed;          /* with --splits the number of the split, from 1 */
  int done;
  mg_outcome out;
  mg_metric_facts facts;
} mg_learn_job;

/* A trained network, with its results for all nodes. */
typedef struct {
  int exists;
  size_t job;                  /* the job that trained it */
  mg_net net;
} mg_learned;

typedef struct {
  mg_call call;                /* first, as in every program */
  mg_learn_input_options in;
  mg_learn_run_options run;
  mg_learn_output_options out;

  mg_learn_set *set;
  size_t sets;
  mg_learn_case *cases;
  size_t case_count;
  mg_learn_job *job;
  size_t jobs, resumed;        /* resumed: number taken from the journal */
  int stopped;                 /* nonzero: a signal came before all were done */
  unsigned long *seed;
  size_t seeds;
  double validation, test;     /* shares of --split */

  mg_learned best;             /* the network to write output files from */
  mg_model_file loaded;        /* the model of --load */
} mg_learning;

extern const mg_option_part mg_learn_options[];
extern const mg_word_list mg_learn_lists[];
extern const mg_option_relation mg_learn_relations[];
mgnn_status mg_learn_options_check(mg_learning *l, mgnn_error *err);

/* The steps of the program, in this order; run is the mg_learning. */
void mg_learn_options_init(void *run);
mg_step_call mg_learn_files_check, mg_learn_sets_read, mg_learn_kind_check,
  mg_learn_cases_make, mg_learn_load, mg_learn_tune, mg_learn_jobs_run,
  mg_learn_files_write, mg_learn_report_write, mg_learn_results_print;
void mg_learning_free(void *run);

/* Read the graphs of a collection, from the files named in *set.  limit: in bytes. */
mgnn_status mg_learn_collection_read(mg_learn_set *set, size_t limit,
                                     mgnn_error *err);

/* Fill in a split, n bytes: drawn from the seed, or column `seed` of --splits. */
mgnn_status mg_learn_part(const mg_learning *l, const mg_learn_set *set,
                          unsigned long seed, unsigned char *part,
                          mgnn_error *err);

/* Whether any output file needs a network. */
int mg_learn_net_wanted(const mg_learning *l);

/* Mean and standard deviation (n - 1) of the test accuracies of a case, and means of
 * other figures. */
typedef struct {
  double mean, sd, validation, seconds;
  size_t parameters, diverged;
  mg_metric_facts facts;       /* means over the splits */
} mg_learn_summary;
void mg_learn_summarise(const mg_learning *l, size_t of, mg_learn_summary *out);
/* Whether learned lengths have an effect: < 90 % of M is 0, and predictions change. */
int mg_learn_metric_alive(const mg_metric_facts *f);

/* The journal: take finished jobs from it; add a line for a job. */
mgnn_status mg_learn_journal_read(mg_learning *l, mgnn_error *err);
mgnn_status mg_learn_journal_add(const mg_learning *l, const mg_learn_job *job,
                                 mgnn_error *err);

#endif
