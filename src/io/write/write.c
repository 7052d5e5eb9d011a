/* The table of output formats, and the writer of CSV.  All numbers read back
 * as the same doubles. */
#include "fields.h"

/* Write the rows of one drawing.  model: its number, for a last column, or 0. */
static void
put_rows(mg_sink *s, const mg_record *r, const double *x, size_t model)
{
  char buf[MG_COORDINATE_MAX];

  for (size_t i = 0; i < r->graph->n; i++) {
    mg_put_cell(s, mg_record_name(r, i, buf));
    for (size_t c = 0; c < r->dim; c++) {
      mg_put_char(s, ',');
      mg_put_number(s, x[i * r->dim + c]);
    }
    if (model > 0) {
      mg_put_char(s, ',');
      mg_put_count(s, model);
    }
    mg_put_char(s, '\n');
  }
}

static mgnn_status
write_csv(const mg_record *r, FILE *out, mgnn_error *err)
{
  size_t size = r->graph->n * r->dim;
  char buf[MG_COORDINATE_MAX];
  mg_sink s;

  PASS(mg_record_check(r, err));
  mg_sink_init(&s, out);
  mg_put_text(&s, "node");
  for (size_t c = 0; c < r->dim; c++)
    mg_put_texts(&s, ",", mg_coordinate_name(r->dim, c, buf), (char *)NULL);
  mg_put_text(&s, r->models != NULL ? ",model\n" : "\n");
  if (r->models == NULL)
    put_rows(&s, r, r->x, 0);
  for (size_t k = 0; k < r->model_count && r->models != NULL; k++)
    put_rows(&s, r, r->models + k * size, k + 1);
  mg_sink_flush(&s);
  return MGNN_OK;
}

const mg_writer mg_writers[] = {
  { "csv",     "positions as a table",                     0, write_csv },
  { "gml",     "the graph with positions",                 1, mg_write_gml },
  { "graphml", "the same as XML",                          1, mg_write_graphml },
  { "gexf",    "the same for Gephi",                       1, mg_write_gexf },
  { "dot",     "the same for Graphviz (neato -n2)",        1, mg_write_dot },
  { "json",    "the same as JSON",                         1, mg_write_json },
  { "xyz",     "positions for molecule viewers, up to 3D", MG_ATOMS_OF_INPUT, mg_write_xyz },
  { "pdb",     "the same with names of atoms and residues", MG_ATOMS_OF_INPUT, mg_write_pdb },
  { "npy",     "positions as an array of NumPy",           0,
    mg_write_positions_npy },
  { "npz",     "the same with edge_index, lengths, names", 0, mg_write_npz },
  { "svm",     "positions as svmlight",                    0, mg_write_svm },
  { NULL, NULL, 0, NULL }
};

const char *
mg_writer_word(size_t k)
{
  return mg_writers[k].word;
}

const mg_writer *
mg_writer_find(const char *word)
{
  for (const mg_writer *w = mg_writers; w->word != NULL; w++)
    if (strcmp(w->word, word) == 0)
      return w;
  return NULL;
}
