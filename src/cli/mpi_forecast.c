/* --dry-run: what memory and time a run would take, from a sample of its input. */
#include "mpi_stages.h"
#include "base/number.h"
#include "distributed/forecast.h"
#include "io/text/message.h"

#include <stdio.h>

/* A number to two digits, with a unit. */
static const char *
show_bytes(double x, char buf[MG_SHOW_MAX])
{
  static const char *const unit[] = { "B", "kB", "MB", "GB", "TB", "PB" };
  size_t k = 0;

  for (; x >= 999.5 && k + 1 < sizeof unit / sizeof *unit; k++)
    x /= 1000;
  snprintf(buf, MG_SHOW_MAX, x < 10 ? "%.1f %s" : "%.0f %s", x, unit[k]);
  return buf;
}

static void
forecast_print(const mg_cost_run *run, const mg_cost *cost, int exact)
{
  char a[MG_SHOW_MAX], b[MG_SHOW_MAX];

  printf("graph      %s%.3g nodes, %.3g edges, %s of input\n", exact ? "" : "about ",
         run->nodes, run->edges, show_bytes(run->bytes, a));
  printf("ranks      %.0f, in blocks: %.2g %% of the slots cut, at most %.2g ghosts on "
         "each\n", run->ranks, 100 * run->cut, cost->ghosts);
  printf("memory     of each rank: %s while reading, %s while layers run\n",
         show_bytes(cost->read_bytes, a), show_bytes(cost->held_bytes, b));
  printf("time       reading %.2g s, a layer %.2g s (of which ghosts travel %.2g s, "
         "beside it), writing %.2g s\n", cost->read_seconds, cost->layer_seconds,
         cost->network_seconds, cost->write_seconds);
  printf("in all     %.2g s for %.0f layers; the disk and the network being as fast as "
         "in mgnn-layout-mpi(1)\n", cost->seconds, run->layers);
}

mgnn_status
mg_mpi_forecast(void *run, mgnn_error *err)
{
  const mg_mpi *m = run;
  const mg_layout_options *opt = &m->opt.layout;
  mg_cost_run what = {
    .ranks = m->opt.ranks > 0 ? (double)m->opt.ranks : m->ranks->size,
    .dim = (double)m->dim, .layers = (double)m->runs.layers,
    .number_bytes = opt->layers.precision != NULL && *opt->layers.precision == 's'
                    ? 4 : 8
  };
  const mg_read_options how = mg_mpi_read_options(&m->opt, &m->metric);
  mg_cost cost;
  mgnn_status status = MGNN_OK;

  TRY(mg_forecast(&what, m->ranks, &how, err));
  cost = mg_cost_predict(&what, &mg_cost_here);
  if (m->ranks->rank == 0)
    forecast_print(&what, &cost, what.binary);
end:
  return status;
}
