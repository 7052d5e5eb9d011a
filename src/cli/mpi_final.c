/* What mgnn-layout-mpi reports of the positions in the end. */
#include "mpi_stages.h"
#include "base/mem.h"
#include "distributed/find_names.h"
#include "put_json.h"

#include <string.h>

enum { NAME_MOST = 1000 };     /* bytes of a name in the report */

/* Names are at the homes of the nodes.  Collective. */
static mgnn_status
names_find(mg_mpi *m, mgnn_error *err)
{
  mg_mpi_final *f = &m->final;
  char name[NAME_MOST];
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < 2 * f->count; k++) {
    mg_name_share(&m->graph, m->ranks, f->worst[k / 2].ends[k % 2], name, sizeof name);
    f->name[k] = mg_strdup(name);
    TRY(mg_ranks_agree(m->ranks, mg_allocated(f->name[k], err), err));
  }
end:
  return status;
}

mgnn_status
mg_mpi_final_find(void *run, mgnn_error *err)
{
  mg_mpi *m = run;
  mgnn_layer_params none = { .origin = NULL };
  const mg_shard_run of = { &m->shard, m->dim, &none,
                            m->opt.layout.layers.self_loops, NULL, NULL };
  size_t size = m->shard.own * m->dim;
  double *y = NULL;
  mgnn_status status = MGNN_OK;

  m->final.mean = mg_shard_mean_length(&m->shard);
  if (m->runs.in_layers && m->opt.layout.output.report == NULL)
    return MGNN_OK;
  y = mg_alloc(size, sizeof *y);
  TRY(mg_ranks_agree(m->ranks, mg_allocated(y, err), err));
  memcpy(y, m->runs.in_layers ? m->result[0].last : m->start, size * sizeof *y);
  for (size_t i = 0; i < size && m->runs.in_layers; i++)
    y[i] /= mg_shard_root(&of, i / m->dim);
  if (m->runs.in_layers)
    m->final.figures = m->result[0].figures[m->runs.layers];
  else
    TRY(mg_shard_measure(&of, y, 0, 0, &m->final.figures, err));
  TRY(mg_shard_worst(&m->shard, m->dim, y, MG_WORST_MAX, m->final.worst, &m->final.count,
                     err));
  TRY(names_find(m, err));
end:
  mg_free(y);
  return status;
}

void
mg_mpi_put_final(mg_json *j, const mg_mpi *m)
{
  const mg_mpi_final *f = &m->final;

  mg_json_key(j, "final");
  mg_json_open(j, '{');
  mg_json_figures(j, &f->figures.figures);
  mg_json_key(j, "worst");
  mg_json_open(j, '[');
  for (size_t k = 0; k < f->count; k++)
    mg_json_fit(j, f->name[2 * k], f->name[2 * k + 1], &f->worst[k].fit);
  mg_json_close(j);
  mg_json_close(j);
}

void
mg_mpi_final_free(mg_mpi_final *f)
{
  for (size_t k = 0; k < 2 * MG_WORST_MAX; k++)
    mg_free(f->name[k]);
}
