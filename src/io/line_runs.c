/* Runs of line numbers.  Numbers beyond 32 bits are stored as unknown. */
#include "line_runs.h"
#include "base/mem.h"

#include <string.h>

static size_t
last_count(const mg_line_runs *r)
{
  return r->count - r->run[r->runs - 1].item;
}

/* Whether an item in this line continues the last run.  The second item of a run
 * sets the step. */
static int
goes_on(const mg_line_runs *r, uint32_t line)
{
  mg_line_run *last;

  if (r->runs == 0)
    return 0;
  last = &r->run[r->runs - 1];
  if (line < last->line || (line > 0) != (last->line > 0))
    return 0;
  if (last_count(r) == 1)
    last->step = line - last->line;
  return line == last->line + (uint64_t)last->step * last_count(r);
}

static mgnn_status
run_new(mg_line_runs *r, uint32_t line, uint32_t step, mgnn_error *err)
{
  PASS(mg_room(&r->run, r->runs, &r->cap, sizeof *r->run, err));
  r->run[r->runs++] = (mg_line_run){ (uint32_t)r->count, line, step };
  return MGNN_OK;
}

mgnn_status
mg_line_runs_add(mg_line_runs *r, size_t count, size_t line, mgnn_error *err)
{
  uint32_t first = line + count <= UINT32_MAX ? (uint32_t)line : 0;
  uint32_t step = first > 0;

  if (count == 0)
    return MGNN_OK;
  if (!goes_on(r, first))
    PASS(run_new(r, first, step, err));
  r->count++;
  /* The first item may have continued a run whose step does not fit the others. */
  if (count > 1 && r->run[r->runs - 1].step != step)
    PASS(run_new(r, first + step, step, err));
  r->count += count - 1;
  return MGNN_OK;
}

uint32_t
mg_line_runs_find(const mg_line_runs *r, size_t item)
{
  size_t from = 0, to = r->runs;

  if (item >= r->count)
    return 0;
  while (to - from > 1) {
    size_t mid = from + (to - from) / 2;

    if (r->run[mid].item <= item)
      from = mid;
    else
      to = mid;
  }
  return r->run[from].line
         + r->run[from].step * (uint32_t)(item - r->run[from].item);
}

void
mg_line_runs_free(mg_line_runs *r)
{
  mg_free(r->run);
  memset(r, 0, sizeof *r);
}
