/* mgnn-learn: its options, and what its steps leave to the next. */
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
  const char *value[MG_SETTINGS];      /* of the settings, as given; or NULL */
  const char *split, *splits, *seeds, *journal, *readout;
  long tune, batch;
} mg_learn_run_options;

/* The files that are made of a network. */
enum {
  MG_LEARN_METRIC, MG_LEARN_PREDICTIONS, MG_LEARN_LOGITS, MG_LEARN_EMBEDDING,
  MG_LEARN_SAVE, MG_LEARN_FILES
};

typedef struct {
  const char *file[MG_LEARN_FILES];
  const char *metric_from, *load;
  const char *report, *format;
  long layer;                  /* of --embedding; -1: the last */
  long extra;                  /* pairs per node of --metric-from predictions */
  int calibrated, paper;
} mg_learn_output_options;

/* ---- a data set ---- */

typedef struct {
  char *name;                  /* for settings and results */
  char *graph, *features, *labels;     /* files; the last may be an attribute */
  mg_source src;
  double homophily;            /* share of the edges within a class */
  mg_matrix x;
  mg_learn_graph g;
  mg_groups groups;            /* as read */
  int *label;                  /* n: the class; -1: none */
  size_t *class_group;         /* the group that each class is */
  mg_learn_task task;
  unsigned char *part;         /* of --splits: splits * n; or NULL */
  size_t splits;
  mg_collection collection;    /* where it is one of graphs, and nothing of the
                                  above but the names of its files */
  int is_collection;
} mg_learn_set;

/* Whether graphs and not nodes are learned from: then errors are small where
 * accuracies are large. */
static inline int
mg_learn_of_graphs(const mg_learn_set *set)
{
  return set->collection.graphs > 0;
}

/* ---- runs ---- */

/* A model on a data set. */
typedef struct {
  const mg_learn_set *set;
  const mg_model *model;
  mg_settings s;
  double paper;                /* what the table of settings says was reached;
                                  NAN: nothing */
} mg_learn_case;

/* One split of a case. */
typedef struct {
  size_t of;                   /* case */
  unsigned long seed;          /* or the number of the split, from 1 */
  int done;
  mg_outcome out;
  mg_metric_facts facts;
} mg_learn_job;

/* A trained network, evaluated. */
typedef struct {
  int exists;
  size_t job;                  /* whose it is */
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
  size_t jobs, resumed;        /* resumed: taken from the journal */
  int stopped;                 /* by a signal, before all jobs were done */
  unsigned long *seed;
  size_t seeds;
  double validation, test;     /* shares of --split */

  mg_learned best;             /* what the output files are made of */
  mg_model_file loaded;        /* of --load */
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

/* The graphs of a set whose files are known. */
mgnn_status mg_learn_collection_read(mg_learn_set *set, size_t limit,
                                     mgnn_error *err);

/* The parts of a split: n bytes, of a seed or of the table. */
mgnn_status mg_learn_part(const mg_learning *l, const mg_learn_set *set,
                          unsigned long seed, unsigned char *part,
                          mgnn_error *err);

/* Whether some file is wanted that is made of a network. */
int mg_learn_net_wanted(const mg_learning *l);

/* Mean and standard deviation (n - 1) of a case's test accuracies, and the
 * means of other figures. */
typedef struct {
  double mean, sd, validation, seconds;
  size_t parameters, diverged;
  mg_metric_facts facts;       /* means over the splits */
} mg_learn_summary;
void mg_learn_summarise(const mg_learning *l, size_t of, mg_learn_summary *out);
/* Whether a metric takes part: some M is not 0 and it changes predictions. */
int mg_learn_metric_alive(const mg_metric_facts *f);

/* The journal: read what is there, and add a line. */
mgnn_status mg_learn_journal_read(mg_learning *l, mgnn_error *err);
mgnn_status mg_learn_journal_add(const mg_learning *l, const mg_learn_job *job,
                                 mgnn_error *err);

#endif
