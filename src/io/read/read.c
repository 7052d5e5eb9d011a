/* Chooses the reader for a file, or explains why there is none. */
#include "read.h"
#include "base/error.h"
#include "io/numbering.h"
#include "io/text/stream.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

const mg_reader mg_readers[] = {
  { "gml",      ".gml",                    mg_read_gml, 1 },
  { "dot",      ".dot .gv",                mg_read_dot, 1 },
  { "edgelist", ".edges .edgelist .txt",   mg_read_table, 0 },
  { "csv",      ".csv",                    mg_read_table, 0 },
  { "tsv",      ".tsv",                    mg_read_table, 0 },
  { "mtx",      ".mtx",                    mg_read_mtx, 0 },
  { "dist",     ".dist .nmr .dgsol",       mg_read_dist, 0 },
  { "graphml",  ".graphml",                mg_read_graphml, 1 },
  { "gexf",     ".gexf",                   mg_read_gexf, 1 },
  { "json",     ".json .cyjs .jgf",        mg_read_json, 1 },
  { "pajek",    ".net",                    mg_read_pajek, 0 },
  { "ncol",     ".ncol",                   mg_read_ncol, 0 },
  { "lgl",      ".lgl",                    mg_read_lgl, 0 },
  { "metis",    ".graph .metis",           mg_read_metis, 0 },
  { "sif",      ".sif",                    mg_read_sif, 0 },
  { "leda",     ".leda .lgr .gw",          mg_read_leda, 0 },
  { "npy",      ".npy",                    mg_read_numpy, 0 },
  { "npz",      ".npz",                    mg_read_numpy, 0 },
  { "dl",       ".dl",                     mg_read_dl, 0 },
  { "ampl",     ".dat",                    mg_read_ampl, 0 },
  { "pdb",      ".pdb .ent",               mg_read_pdb, 1 },
  { "cif",      ".cif .mmcif",             mg_read_cif, 1 },
  { "sdf",      ".sdf .mol .sd",           mg_read_sdf, 1 },
  { "xyz",      ".xyz",                    mg_read_xyz, 1 },
  { "upl",      ".upl",                    mg_read_upl, 0 },
  { "lol",      ".lol",                    mg_read_lol, 0 },
  { "tbl",      ".tbl",                    mg_read_tbl, 0 },
  { "nmrstar",  ".str .star",              mg_read_nmrstar, 0 },
  { "pairs",    "",                        mg_read_table, 0 },
  { "matrix",   "",                        mg_read_table, 0 },
  { "adjacency", "",                       mg_read_table, 0 },
  { NULL, NULL, NULL, 0 }
};

/* Formats that people may try but that are not read, and how to convert them;
 * FILE stands for the name of the file. */
static const struct {
  const char *suffixes, *name, *advice;
} refused[] = {
  { ".gdf", "GUESS GDF", "open it in Gephi and export it as GraphML or GML" },
  { ".tlp .tlpx", "Tulip", "open it in Tulip and export it as GML" },
  { ".xgmml .cys", "Cytoscape",
    "open it in Cytoscape and export it as GraphML" },
  { ".graphdb", "GraphDB",
    "convert it with python-igraph: Graph.Read_GraphDB(\"FILE\")"
    ".write_gml(...)" },
  { ".g6 .s6 .graph6 .sparse6 .d6", "graph6",
    "turn it into an edge table with nauty (showg -e) or NetworkX" },
  { ".mol2 .pqr .gro .mmtf .bcif", "a molecule",
    "convert it to PDB or SDF, for example with: obabel FILE -O x.sdf" },
  { ".mat .pkl .rds .rdata .graphmlz", "binary data",
    "write the edges as a table with the header source,target,length" },
  { ".bz2 .xz .zst .zip .7z", "compressed, but not by gzip",
    "decompress it first" },
  { ".xls .xlsx .ods", "a spreadsheet", "save its table as CSV" },
  { ".svg .png .pdf .ps .eps .jpg .html", "a picture",
    "give the graph in one of the formats of mgnn-formats(5)" },
  { NULL, NULL, NULL }
};

static int
same_letters(const char *a, const char *b, size_t len)
{
  for (size_t i = 0; i < len; i++) {
    char c = a[i], d = b[i];

    c = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
    d = d >= 'A' && d <= 'Z' ? (char)(d + 32) : d;
    if (c != d)
      return 0;
  }
  return 1;
}

/* Whether the blank-separated list holds the word. */
static int
list_has(const char *list, const char *word, size_t len)
{
  while (*list != '\0') {
    size_t item = strcspn(list, " ");

    if (item == len && same_letters(list, word, len))
      return 1;
    list += item + strspn(list + item, " ");
  }
  return 0;
}

/* The suffix of a path, with its dot and without .gz. */
static const char *
suffix_of(const char *path, size_t *len)
{
  const char *name = strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path;
  size_t end = strlen(name), dot;

  if (end > 3 && same_letters(name + end - 3, ".gz", 3))
    end -= 3;
  if (strstr(name, ".npz:") != NULL)   /* a member of an archive */
    end = (size_t)(strstr(name, ".npz:") - name) + 4;
  for (dot = end; dot > 0 && name[dot - 1] != '.'; dot--)
    ;
  *len = dot > 1 ? end - dot + 1 : 0;  /* not a name that begins with a dot */
  return name + end - *len;
}

static const mg_reader *
reader_by_word(const char *word)
{
  for (const mg_reader *r = mg_readers; r->word != NULL; r++)
    if (strlen(word) == strlen(r->word)
        && same_letters(word, r->word, strlen(word)))
      return r;
  return NULL;
}

static const mg_reader *
reader_by_suffix(const char *suffix, size_t len)
{
  for (const mg_reader *r = mg_readers; r->word != NULL; r++)
    if (list_has(r->suffixes, suffix, len))
      return r;
  return NULL;
}

/* Fail with advice if the suffix is of a known format that is not read. */
static int
refuse(const char *path, const char *suffix, size_t len, mgnn_error *err)
{
  for (size_t k = 0; refused[k].name != NULL; k++)
    if (list_has(refused[k].suffixes, suffix, len)) {
      const char *advice = refused[k].advice;
      const char *mark = strstr(advice, "FILE");
      size_t before = mark != NULL ? (size_t)(mark - advice) : strlen(advice);

      mg_fail(err, MGNN_EINVAL, "%s: %.*s files (%s) are not read; %.*s%s%s",
              path, (int)len, suffix, refused[k].name, (int)before, advice,
              mark != NULL ? path : "", mark != NULL ? mark + 4 : "");
      return 1;
    }
  return 0;
}

const char *
mg_reader_word(size_t k)
{
  return mg_readers[k].word;
}

/* If the suffix is not known, the file may not exist: report that first. */
static mgnn_status
file_find(const char *path, mgnn_error *err)
{
  struct stat about;

  if (stat(path, &about) != 0)
    return mg_fail(err, MGNN_EIO, "%s: %s", path, strerror(errno));
  if (S_ISDIR(about.st_mode))
    return mg_fail(err, MGNN_EIO, "%s: is a directory", path);
  return MGNN_OK;
}

/* Choose the reader by the suffix.  `how` tells how to give a format, for messages. */
static mgnn_status
reader_by_name(const char *path, const char *how, int is_file,
               const mg_reader **out, mgnn_error *err)
{
  size_t len;
  const char *suffix = suffix_of(path, &len);

  *out = len > 0 ? reader_by_suffix(suffix, len) : NULL;
  if (*out != NULL)
    return MGNN_OK;
  if (len > 0 && refuse(path, suffix, len, err))
    return MGNN_EINVAL;
  if (is_file)
    PASS(file_find(path, err));
  if (len == 0)
    return mg_fail(err, MGNN_EINVAL, "%s: the name has no suffix that tells the "
                   "format; %s", path, how);
  return mg_fail(err, MGNN_EINVAL, "%s: the suffix %.*s tells no known format; %s",
                 path, (int)(len < 40 ? len : 40), suffix, how);
  return MGNN_OK;
}

/* Choose the reader by the name of a format, or if that is NULL by the path. */
static mgnn_status
reader_choose(const char *path, const char *word, const mg_limits *limits,
              const mg_reader **out, mgnn_error *err)
{
  int is_file = limits->memory == NULL && limits->piece == NULL;
  char words[400], how[500], dotted[32];

  *out = word != NULL ? reader_by_word(word) : NULL;
  if (*out != NULL)
    return MGNN_OK;
  mg_choices(words, sizeof words, mg_reader_word);
  snprintf(how, sizeof how, "%s %s", limits->format_hint != NULL
           ? limits->format_hint : "give its format:", words);
  if (word != NULL) {
    snprintf(dotted, sizeof dotted, ".%s", word);
    return refuse(path, dotted, strlen(dotted), err) ? MGNN_EINVAL
           : mg_fail(err, MGNN_EINVAL, "the input format %s is not known; it "
                     "must be %s", word, words);
  }
  return reader_by_name(path, how, is_file, out, err);
}

/* ---- standard input ---- */

/* Read all of it, decompressed, into a new buffer; its first bytes tell the format. */
static mgnn_status
input_read(char **out, size_t *size, const mg_limits *limits, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  mg_stream in = { 0 };

  TRY(mg_stream_open_raw(&in, "-", limits, err));
  while (!in.done) {
    char *keep = in.p;

    TRY(mg_stream_more(&in, &keep, err));
  }
  *size = (size_t)(in.end - in.p);
  TRY(mg_allocated(*out = mg_alloc(*size + 1, 1), err));
  memcpy(*out, in.p, *size);
  (*out)[*size] = '\0';
end:
  mg_stream_close(&in);
  return status;
}

/* Guess the format from the first bytes, which end with a 0; the default is a table. */
static const char *
format_of(const char *p)
{
  static const struct {
    const char *start, *word;
  } known[] = {
    { "\x93NUMPY", "npy" }, { "PK\x03\x04", "npz" }, { "%%MatrixMarket", "mtx" },
    { "{", "json" }, { "[", "json" }, { "*", "pajek" }, { "strict ", "dot" },
    { "digraph", "dot" }, { "Creator", "gml" }, { "Version", "gml" }, { "dl ", "dl" },
    { "LEDA.GRAPH", "leda" }
  };

  p += strncmp(p, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  p += strspn(p, " \t\r\n");
  while (*p == '#')            /* comments */
    p += strcspn(p, "\n") + strspn(p + strcspn(p, "\n"), " \t\r\n");
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (strncmp(p, known[k].start, strlen(known[k].start)) == 0)
      return known[k].word;
  if (*p == '<')
    return strstr(p, "<gexf") != NULL ? "gexf" : "graphml";
  if (strncmp(p, "graph", 5) == 0 && strpbrk(p, "[{") != NULL)
    return *strpbrk(p, "[{") == '[' ? "gml" : "dot";
  return "csv";
}

const mg_reader *
mg_reader_of(const char *path)
{
  size_t len;
  const char *suffix = suffix_of(path, &len);

  return len > 0 ? reader_by_suffix(suffix, len) : NULL;
}

mgnn_status
mg_read(mg_source *out, const char *path, const char *word, mgnn_error *err)
{
  mg_limits limits;

  mg_limits_init(&limits);
  return mg_read_within(out, path, word, &limits, err);
}

mgnn_status
mg_read_within(mg_source *out, const char *path, const char *word,
               const mg_limits *limits, mgnn_error *err)
{
  mg_limits bytes = *limits;
  char *text = NULL;
  const mg_reader *r;
  mgnn_status status = MGNN_OK;
  int is_empty = 0;

  memset(out, 0, sizeof *out);
  if (word == NULL && strcmp(path, "-") == 0 && limits->memory == NULL) {
    TRY(input_read(&text, &bytes.size, limits, err));
    word = format_of(text);
    bytes.memory = text;
  }
  TRY(reader_choose(path, word, limits, &r, err));
  TRY(mg_allocated(out->path = mg_strdup(strcmp(path, "-") == 0 ? "stdin" : path),
                   err));
  out->limits = bytes;
  out->limits.is_empty = &is_empty;
  out->format = r->word;
  status = r->read(out, path, err);
  out->limits.memory = NULL;
  out->limits.is_empty = NULL;
  if (is_empty && (status == MGNN_OK || status == MGNN_EPARSE))
    status = mg_fail(err, MGNN_EPARSE, "%s: the file is empty", out->path);
  TRY(status);
  TRY(mg_source_number(out, err));
  TRY(mg_source_name_nodes(out, err));
end:
  mg_free(text);
  if (status != MGNN_OK)
    mg_source_free(out);
  return status;
}
