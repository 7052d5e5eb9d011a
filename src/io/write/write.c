/* The table of formats, and the plain ones.  All numbers read back as
 * the same doubles. */
#include "fields.h"

static mgnn_status
write_csv(const mg_record *r, FILE *out, mgnn_error *err)
{
  char buf[MG_COORDINATE_MAX];
  mgnn_status status = MGNN_OK;
  mg_sink s;

  TRY(mg_record_check(r, err));
  mg_sink_init(&s, out);
  mg_put_text(&s, "node");
  for (size_t c = 0; c < r->dim; c++)
    mg_put_texts(&s, ",", mg_coordinate_name(r->dim, c, buf), (char *)NULL);
  mg_put_char(&s, '\n');
  for (size_t i = 0; i < r->graph->n; i++) {
    mg_put_cell(&s, mg_record_name(r, i, buf));
    for (size_t c = 0; c < r->dim; c++) {
      mg_put_char(&s, ',');
      mg_put_number(&s, r->x[i * r->dim + c]);
    }
    mg_put_char(&s, '\n');
  }
  mg_sink_flush(&s);
end:
  return status;
}

/* The chemical symbol at the start of a name, as in C, CA (carbon alpha), C12,
 * Na+ and OXT: it counts if no small letter follows.  Other names are C, which
 * every viewer draws.  Returns its length. */
static size_t
element(const char *name, const char **symbol)
{
  static const char known[] =
    " H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni"
    " Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I"
    " Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt"
    " Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr"
    " Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og ";
  size_t len = name[0] != '\0' && name[1] >= 'a' && name[1] <= 'z' ? 2 : 1;
  char word[5];

  snprintf(word, sizeof word, " %.*s ", (int)len, name);
  *symbol = name;
  if (name[0] >= 'A' && name[0] <= 'Z' && strstr(known, word) != NULL
      && !(name[1] != '\0' && len == 2 && name[2] >= 'a' && name[2] <= 'z'))
    return len;
  *symbol = "C";
  return 1;
}

static mgnn_status
write_xyz(const mg_record *r, FILE *out, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  char buf[MG_COORDINATE_MAX];
  mg_sink s;

  if (r->dim > 3)
    return mg_fail(err, MGNN_EINVAL, "xyz files hold at most 3 dimensions, the "
                   "positions have %zu; write csv", r->dim);
  TRY(mg_record_check(r, err));
  mg_sink_init(&s, out);
  mg_put_count(&s, r->graph->n);
  mg_put_text(&s, "\nmgnn-layout");
  if (r->space != NULL)
    mg_put_texts(&s, ", space ", r->space, (char *)NULL);
  mg_put_char(&s, '\n');
  for (size_t i = 0; i < r->graph->n; i++) {
    const char *symbol;
    size_t len = element(mg_record_name(r, i, buf), &symbol);

    mg_put_bytes(&s, symbol, len);
    for (size_t c = 0; c < 3; c++) {
      mg_put_char(&s, ' ');
      mg_put_number(&s, c < r->dim ? r->x[i * r->dim + c] : 0);
    }
    mg_put_char(&s, '\n');
  }
  mg_sink_flush(&s);
end:
  return status;
}

const mg_writer mg_writers[] = {
  { "csv",     "positions as a table",                     0, write_csv },
  { "gml",     "the graph with positions",                 1, mg_write_gml },
  { "graphml", "the same as XML",                          1, mg_write_graphml },
  { "gexf",    "the same for Gephi",                       1, mg_write_gexf },
  { "dot",     "the same for Graphviz (neato -n2)",        1, mg_write_dot },
  { "json",    "the same as JSON",                         1, mg_write_json },
  { "xyz",     "positions for molecule viewers, up to 3D", 0, write_xyz },
  { "npy",     "positions as an array of NumPy",           0,
    mg_write_positions_npy },
  { "npz",     "the same with edge_index, lengths, names", 0, mg_write_npz },
  { "svm",     "positions as svmlight",                    0, mg_write_svm },
  { NULL, NULL, 0, NULL }
};

const mg_writer *
mg_writer_find(const char *word)
{
  for (const mg_writer *w = mg_writers; w->word != NULL; w++)
    if (strcmp(w->word, word) == 0)
      return w;
  return NULL;
}
