/* Samples the input to estimate the whole graph, and predicts the costs of a run. */
#include "forecast.h"
#include "base/mem.h"
#include "binary_graph.h"
#include "chunks.h"
#include "problem/metric_parts.h"

#include <math.h>
#include <string.h>

enum { SAMPLES = 16, SAMPLE_BYTES = 1 << 18 };

/* Sums over a sample. */
enum { TEXT, EDGES, ENDS, CUT, FAR, WORDS, VALUES, COUNTS };

/* Neighbours at least this far away in memory are in no cache (of 1 MB). */
#define FAR_BYTES 1e6

typedef struct {
  double sum[COUNTS];
  double most;                 /* the largest number used as a name */
  double distinct;             /* distinct names in all samples together */
} sample;

/* The n with n (1 - exp(-draws/n)) = distinct: from n nodes, so many draws are
 * expected to show so many distinct ones. */
static double
nodes_behind(double draws, double distinct)
{
  double low = distinct, high = distinct * draws + 1;

  if (distinct >= draws * 0.999)
    return high;
  for (int k = 0; k < 100; k++) {
    double middle = sqrt(low * high);

    if (-middle * expm1(-draws / middle) < distinct)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Read one sample.  Every rank reads all samples, which are few, to save messages. */
static mgnn_status
part_read(const mg_chunks *c, uint64_t number, mg_source *src, size_t *skip,
          double *bytes, mgnn_error *err)
{
  mg_chunk chunk = { .number = number };
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < c->files; k++)
    if (c->file[k].first <= number)
      chunk.file = &c->file[k];
  TRY(mg_chunk_lines(&chunk, c->bytes, err));
  chunk.line = 1;
  TRY(mg_chunk_parse(src, &chunk, NULL, skip, err));
  *bytes += (double)chunk.size;
end:
  mg_chunk_free(&chunk);
  return status;
}

/* The number that a node has as its name; names that are no numbers are counted. */
static double
number_of(sample *s, const mg_source *src, const mg_chunk_file *f, unsigned node)
{
  int64_t x;

  if (f->is_matrix)
    return node;
  if (mg_ids_integer(src->names.text[node], strlen(src->names.text[node]), &x))
    return (double)x;
  s->sum[WORDS]++;
  return NAN;
}

/* First pass: find the largest number.  Second: the cut, with blocks up to it. */
static mgnn_status
samples_take(sample *s, const mg_chunks *c, const mg_cost_run *run,
             const mg_read_options *opt, mgnn_error *err)
{
  uint64_t count = c->count < SAMPLES ? c->count : SAMPLES;
  mg_tokens tokens = { 0 };
  mgnn_status status = MGNN_OK;

  for (uint64_t k = 0; k < count && status == MGNN_OK; k++) {
    mg_source src = { 0 };
    mg_edge_values length, stiffness;
    size_t skip = 0;
    uint32_t token;

    status = part_read(c, k * c->count / count, &src, &skip, &s->sum[TEXT], err);
    for (size_t i = 0; status == MGNN_OK && i < src.n && src.names.count > 0; i++)
      status = mg_tokens_add(&tokens, src.names.text[i], k, &token, err);
    for (size_t e = skip; status == MGNN_OK && e < src.m; e++) {
      double a = number_of(s, &src, &c->file[0], src.ends[2 * e]);
      double b = number_of(s, &src, &c->file[0], src.ends[2 * e + 1]);
      double block = (run->nodes + 1) / run->ranks;

      s->most = fmax(s->most, fmax(a, b));
      s->sum[CUT] += !(floor(a / block) == floor(b / block));
      s->sum[FAR] += !(fabs(a - b) * run->dim * run->number_bytes < FAR_BYTES);
    }
    s->sum[EDGES] += (double)(src.m - skip);
    mg_edge_values_find(&length, &src, mg_read_length(opt));
    mg_edge_values_find(&stiffness, &src, mg_read_stiffness(opt));
    s->sum[VALUES] = fmax(s->sum[VALUES], (length.exact != NULL || length.lower != NULL)
                          + (length.upper != NULL) + (stiffness.exact != NULL));
    mg_source_free(&src);
  }
  s->distinct = (double)tokens.count;
  mg_tokens_free(&tokens);
  return status;
}

static mgnn_status
tables_forecast(mg_cost_run *run, const mg_ranks *ranks, const mg_read_options *opt,
                mgnn_error *err)
{
  mg_chunks c = { 0 };
  sample first = { { 0 }, 0, 0 }, second = { { 0 }, 0, 0 };
  double body = 0;
  mgnn_status status = MGNN_OK;

  TRY(mg_chunks_open(&c, ranks, opt->path, opt->paths, opt->format, SAMPLE_BYTES, err));
  for (size_t k = 0; k < c.files; k++) {
    run->bytes += (double)c.file[k].size;
    body += (double)(c.file[k].size - c.file[k].head_size);
  }
  TRY(mg_ranks_agree(ranks, samples_take(&first, &c, run, opt, err), err));
  run->edges = first.sum[TEXT] > 0 ? first.sum[EDGES] * body / first.sum[TEXT] : 0;
  run->named = first.sum[WORDS] > 0;
  run->nodes = c.files > 0 && c.file[0].is_matrix ? (double)c.file[0].nodes
               : run->named ? fmin(nodes_behind(2 * first.sum[EDGES], first.distinct),
                                   2 * run->edges)
               : fmin(first.most + 1, 2 * run->edges);
  TRY(mg_ranks_agree(ranks, samples_take(&second, &c, run, opt, err), err));
  run->values = (size_t)second.sum[VALUES];
  run->cut = run->ranks > 1 && second.sum[EDGES] > 0 ? second.sum[CUT] / second.sum[EDGES]
                                                     : 0;
  run->far = second.sum[EDGES] > 0 ? second.sum[FAR] / second.sum[EDGES] : 0;
end:
  mg_chunks_close(&c);
  return status;
}

mgnn_status
mg_forecast(mg_cost_run *run, const mg_ranks *ranks, const mg_read_options *opt,
            mgnn_error *err)
{
  mg_binary_facts facts;

  run->bytes = 0;
  if (opt->paths != 1 || !mg_binary_is(opt->path[0]))
    return tables_forecast(run, ranks, opt, err);
  PASS(mg_ranks_agree(ranks, mg_binary_look(&facts, opt->path[0], run->ranks, FAR_BYTES
                               / (run->dim * run->number_bytes), err), err));
  run->nodes = (double)facts.n;
  run->edges = (double)facts.slots / 2;
  run->bytes = (double)facts.bytes;
  run->values = facts.values;
  run->named = facts.named;
  run->binary = 1;
  run->cut = facts.cut;
  run->far = facts.far;
  return MGNN_OK;
}

/* ---- the cost model ---- */

const mg_cost_machine mg_cost_here = {
  .read_numbers = 0.10e9, .read_names = 0.07e9,
  .read_binary = 0.5e9,
  .slot_near = 1.9e-9, .slot_far = 5.5e-9,
  .write = 0.25e9, .link = 12.5e9 / 64, .message = 1.5e-6,
  .build_edge = 20, .build_value = 24, .build_node = 44
};

/* Neighbours over cut slots are taken as random: N balls in n boxes hit n (1 -
 * exp(-N/n)) boxes.  This is an upper bound; if neighbours share neighbours, as
 * in meshes, there are fewer ghosts. */
static double
ghosts_of(const mg_cost_run *r)
{
  double others = r->nodes - r->nodes / r->ranks;
  double cut = r->cut * 2 * r->edges / r->ranks;

  return others > 0 ? -others * expm1(-cut / others) : 0;
}

/* Bytes per slot: 4 for the neighbour, 8 for each value, and 4 for the length
 * as the kernels store it.  A node has its name, degree, row and three
 * positions; a ghost has its name, degree and position. */
static double
held_of(const mg_cost_run *r, double ghosts)
{
  double slots = 2 * r->edges / r->ranks, own = r->nodes / r->ranks;
  double position = r->dim * r->number_bytes;

  return slots * (4 + 8 * (double)r->values + (r->values > 0 ? 4 : 0))
         + own * (20 + 16 + 3 * position + 8 * r->dim) + ghosts * (12 + position);
}

mg_cost
mg_cost_predict(const mg_cost_run *r, const mg_cost_machine *m)
{
  double ghosts = ghosts_of(r), position = r->dim * r->number_bytes;
  double slot = m->slot_near + r->far * (m->slot_far - m->slot_near);
  /* number of ranks to exchange with: if few slots are cut, the surrounding
   * parts as in a mesh; else all ranks */
  double partners = fmin(fmin(r->ranks - 1, ghosts), r->cut < 0.5 ? 8 : INFINITY);
  mg_cost c = { .ghosts = ghosts };

  c.held_bytes = held_of(r, ghosts);
  /* fitted to MUMPS: grids, triangles; 10^4, 10^5 nodes; 1 to 4 ranks; to a tenth */
  c.factor_bytes = 10 * r->edges * r->dim * r->dim * log2(fmax(r->nodes, 2))
                   / pow(r->ranks, 2.0 / 3);
  c.read_bytes = r->binary ? c.held_bytes
                 : fmax(c.held_bytes, r->edges / r->ranks
                                      * (m->build_edge
                                         + m->build_value * (double)r->values)
                                      + r->nodes / r->ranks * m->build_node);
  c.read_seconds = r->bytes / r->ranks
                   / (r->binary ? m->read_binary
                      : r->named ? m->read_names : m->read_numbers);
  /* time per slot grows with the dimension like the bytes of a position */
  c.layer_seconds = 2 * r->edges / r->ranks * slot * fmax(r->dim / 2, 1)
                    * r->number_bytes / 8;
  c.network_seconds = ghosts * position / m->link + partners * m->message;
  c.write_seconds = r->nodes / r->ranks * (10 + 18 * r->dim) / m->write;
  /* rows that need no ghosts are computed while ghosts travel */
  c.seconds = c.read_seconds + c.write_seconds
              + r->layers * (fmax(c.layer_seconds * (1 - r->cut), c.network_seconds)
                             + c.layer_seconds * r->cut);
  return c;
}
