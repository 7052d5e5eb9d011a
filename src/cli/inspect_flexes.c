/* The tables of infinitesimal motions and self-stresses. */
#include "inspect.h"
#include "io/write/output.h"
#include "io/write/sink.h"
#include "io/write/write.h"

/* motion,node,x,y: a row for each node, motion after motion. */
static void
put_motions(const mg_inspection *in, mg_sink *s)
{
  const mgnn_flexes *f = in->flexes[0];
  size_t dim = in->input.dim;
  char axis[MG_COORDINATE_MAX];

  mg_put_text(s, "motion,node");
  for (size_t c = 0; c < dim; c++) {
    mg_put_char(s, ',');
    mg_put_text(s, mg_coordinate_name(dim, c, axis));
  }
  for (size_t k = 0; k < mgnn_flexes_motions(f); k++)
    for (size_t i = 0; i < in->input.src.n; i++) {
      mg_put_char(s, '\n');
      mg_put_count(s, k + 1);
      mg_put_char(s, ',');
      mg_put_cell(s, in->input.src.names.text[i]);
      for (size_t c = 0; c < dim; c++) {
        mg_put_char(s, ',');
        mg_put_number(s, mgnn_flexes_motion(f, k)[i * dim + c]);
      }
    }
  mg_put_char(s, '\n');
}

/* stress,source,target,value: a row for each edge, stress after stress. */
static void
put_stresses(const mg_inspection *in, mg_sink *s)
{
  const mgnn_flexes *f = in->flexes[0];
  const mg_graph *g = &in->input.problem->graph;

  mg_put_text(s, "stress,source,target,value\n");
  for (size_t k = 0; k < mgnn_flexes_stresses(f); k++)
    for (size_t e = 0; e < g->m; e++) {
      mg_put_count(s, k + 1);
      for (size_t side = 0; side < 2; side++) {
        mg_put_char(s, ',');
        mg_put_cell(s, in->input.src.names.text[g->ends[2 * e + side]]);
      }
      mg_put_char(s, ',');
      mg_put_number(s, mgnn_flexes_stress(f, k)[e]);
      mg_put_char(s, '\n');
    }
}

static mgnn_status
write_table(const mg_inspection *in, const char *path,
            void (*put)(const mg_inspection *, mg_sink *), mgnn_error *err)
{
  mg_output out = { 0 };
  mg_sink sink;
  mgnn_status status = MGNN_OK;

  if (path == NULL || in->flexes[0] == NULL)
    return MGNN_OK;
  TRY(mg_output_open(&out, path, err));
  mg_sink_init(&sink, out.file);
  put(in, &sink);
  mg_sink_flush(&sink);
  TRY(mg_output_commit(&out, err));
end:
  mg_output_discard(&out);
  return status;
}

mgnn_status
mg_inspection_flexes_write(void *inspection, mgnn_error *err)
{
  const mg_inspection *in = inspection;
  mgnn_status status = MGNN_OK;

  TRY(write_table(in, in->opt.motions, put_motions, err));
  TRY(write_table(in, in->opt.stresses, put_stresses, err));
end:
  return status;
}
