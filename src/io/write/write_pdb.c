/* Writes atoms for molecule viewers, as PDB or XYZ, of one drawing or several.
 * The atoms' data in the input are kept; nodes that are not atoms become
 * carbon. */
#include "fields.h"

#include <math.h>

/* The chemical symbol at the start of a name, as in C, CA (carbon alpha), C12, Na+
 * and OXT; it must not be followed by a small letter.  For other names it is C, which
 * every viewer draws.  Returns the length of the symbol. */
static size_t
element_of_name(const char *name, const char **symbol)
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

/* The value of an attribute of node i in the input, or "". */
static const char *
text_of(const mg_record *r, const char *column, size_t i, char *buf)
{
  const mg_column *col = r->given != NULL
                         ? mg_attribute_find(&r->given->src->node, column)
                         : NULL;
  const char *text = col != NULL ? mg_column_text(col, i, buf) : NULL;

  return text != NULL ? text : "";
}

static size_t
element_find(const mg_record *r, size_t i, char *buf, const char **symbol)
{
  const char *element = text_of(r, "element", i, buf);

  if (element[0] >= 'A' && element[0] <= 'Z' && strlen(element) <= 2) {
    *symbol = element;
    return strlen(element);
  }
  for (*symbol = text_of(r, "atom", i, buf); **symbol >= '0' && **symbol <= '9';)
    ++*symbol;                 /* 1HB is hydrogen, CA carbon */
  if (**symbol >= 'A' && **symbol <= 'Z')
    return 1;
  return element_of_name(mg_record_name(r, i, buf), symbol);
}

static mgnn_status
dim_check(const mg_record *r, const char *format, mgnn_error *err)
{
  if (r->dim > 3)
    return mg_fail(err, MGNN_EINVAL, "%s files hold at most 3 dimensions, the "
                   "positions have %zu; write csv", format, r->dim);
  return mg_record_check(r, err);
}

/* Write a drawing as XYZ.  model: its number, or 0 for a single one. */
static void
put_frame(mg_sink *s, const mg_record *r, const double *x, size_t model)
{
  char buf[MG_NUMBER_MAX];

  mg_put_count(s, r->graph->n);
  mg_put_text(s, "\nmgnn-layout");
  if (r->space != NULL)
    mg_put_texts(s, ", space ", r->space, (char *)NULL);
  if (model > 0) {
    mg_put_text(s, ", model ");
    mg_put_count(s, model);
  }
  mg_put_char(s, '\n');
  for (size_t i = 0; i < r->graph->n; i++) {
    const char *symbol;
    size_t len = element_find(r, i, buf, &symbol);

    mg_put_bytes(s, symbol, len);
    for (size_t c = 0; c < 3; c++) {
      mg_put_char(s, ' ');
      mg_put_number(s, c < r->dim ? x[i * r->dim + c] : 0);
    }
    mg_put_char(s, '\n');
  }
}

mgnn_status
mg_write_xyz(const mg_record *r, FILE *out, mgnn_error *err)
{
  mg_sink s;

  PASS(dim_check(r, "xyz", err));
  mg_sink_init(&s, out);
  if (r->models == NULL)
    put_frame(&s, r, r->x, 0);
  for (size_t k = 0; k < r->model_count && r->models != NULL; k++)
    put_frame(&s, r, r->models + k * r->graph->n * r->dim, k + 1);
  mg_sink_flush(&s);
  return MGNN_OK;
}

/* ---- PDB ---- */

/* Write a text, cut to `width` columns, aligned left or (right nonzero) right. */
static void
put_field(mg_sink *s, const char *text, int width, int right)
{
  int len = (int)strlen(text);

  len = len < width ? len : width;
  for (int k = len; k < width && right; k++)
    mg_put_char(s, ' ');
  for (int k = 0; k < len; k++)
    mg_put_char(s, text[k] > ' ' && text[k] < 0x7f ? text[k] : '?');
  for (int k = len; k < width && !right; k++)
    mg_put_char(s, ' ');
}

static void
put_atom(mg_sink *s, const mg_record *r, const double *x, size_t i)
{
  char buf[MG_NUMBER_MAX], more[MG_NUMBER_MAX], symbol[3] = "";
  const char *name, *residue, *number, *element;
  size_t len = element_find(r, i, buf, &element);
  int inserted, second;

  memcpy(symbol, element, len);
  if (symbol[1] >= 'a' && symbol[1] <= 'z')
    symbol[1] = (char)(symbol[1] - 32);  /* PDB has capitals only */
  residue = text_of(r, "residue", i, more);
  mg_put_text(s, residue[0] != '\0' ? "ATOM  " : "HETATM");
  snprintf(buf, sizeof buf, "%zu", (i + 1) % 100000);
  put_field(s, buf, 5, 1);
  mg_put_char(s, ' ');
  name = text_of(r, "atom", i, buf);
  name = name[0] != '\0' ? name : mg_record_name(r, i, buf);
  second = strlen(name) < 4 && len == 1;       /* element of one letter: column 2 */
  if (second)
    mg_put_char(s, ' ');
  put_field(s, name, 4 - second, 0);
  mg_put_char(s, ' ');
  put_field(s, residue[0] != '\0' ? residue : "UNK", 3, 1);
  mg_put_char(s, ' ');
  name = text_of(r, "chain", i, buf);
  mg_put_char(s, name[0] > ' ' && name[0] < 0x7f ? name[0] : 'A');
  number = text_of(r, "number", i, more);
  len = strlen(number);
  inserted = len > 0 && (number[len - 1] < '0' || number[len - 1] > '9');
  put_field(s, number[0] != '\0' ? number : "1", 4 + inserted, 1);
  mg_put_text(s, inserted ? "   " : "    ");
  for (size_t c = 0; c < 3; c++) {     /* mg_write_pdb checks that 8 columns suffice */
    double at = c < r->dim ? x[i * r->dim + c] : 0;
    long thousandths = lround(fabs(at) * 1000);

    snprintf(buf, sizeof buf, "%s%ld.%03ld", at < 0 && thousandths > 0 ? "-" : "",
             thousandths / 1000, thousandths % 1000);
    put_field(s, buf, 8, 1);
  }
  mg_put_text(s, "  1.00  0.00          ");
  put_field(s, symbol, 2, 1);
  mg_put_char(s, '\n');
}

mgnn_status
mg_write_pdb(const mg_record *r, FILE *out, mgnn_error *err)
{
  const double *x = r->models != NULL ? r->models : r->x;
  size_t count = r->models != NULL ? r->model_count : 1;
  size_t size = r->graph->n * r->dim;
  char buf[MG_COORDINATE_MAX];
  mg_sink s;

  PASS(dim_check(r, "pdb", err));
  for (size_t k = 0; k < count * size; k++)
    if (!(x[k] > -999.9995 && x[k] < 9999.9995))
      PASS(mg_fail(err, MGNN_EINVAL, "a coordinate of node %s is %g, but pdb "
                   "files hold -999.999 to 9999.999; write xyz",
                   mg_record_name(r, k % size / r->dim, buf), x[k]));
  mg_sink_init(&s, out);
  mg_put_text(&s, "REMARK   1 mgnn-layout\n");
  for (size_t k = 0; k < count; k++) {
    if (count > 1) {
      snprintf(buf, sizeof buf, "MODEL     %4zu\n", (k + 1) % 10000);
      mg_put_text(&s, buf);
    }
    for (size_t i = 0; i < r->graph->n; i++)
      put_atom(&s, r, x + k * size, i);
    mg_put_text(&s, count > 1 ? "ENDMDL\n" : "TER\n");
  }
  mg_put_text(&s, "END\n");
  mg_sink_flush(&s);
  return MGNN_OK;
}
