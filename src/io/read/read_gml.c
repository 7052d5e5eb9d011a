/* Reads GML in one pass over a sliding buffer.  Nested lists become attributes
 * with dotted names (graphics.x).  What the attributes mean is decided elsewhere.
 *
 * Two things make it fast: every key remembers which key followed it last time,
 * so that the next one is mostly recognised by one comparison; and the ends of an
 * edge are looked up at once, so that ids are kept only for edges that come
 * before their nodes. */
#include "build.h"
#include "read.h"
#include "io/text/equal.h"
#include "io/text/gml_scan.h"
#include "io/text/message.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_DEPTH = 100, MAX_KEYS = 2000 };

/* Integers up to here are exact as doubles. */
#define EXACT INT64_C(9007199254740992)

/* The meaning of a key in its place.  The first ones are lists. */
typedef enum { TOP, GRAPH, NODE, EDGE, SKIP, DIRECTED, ID, SOURCE, TARGET,
               VALUE, KINDS } kind;

/* A key of one list; the same word in another list is another key. */
typedef struct entry {
  kind kind, alias;            /* alias: ID for "ID", and so on; else VALUE */
  const char *key;             /* as the file spells it */
  size_t len;
  const char *name;            /* of the attribute: dotted, in UTF-8 */
  size_t column;               /* its column + 1; 0: none yet */
  struct entry **child;        /* keys of a list, by their numbers in `keys` */
  size_t child_cap;
  mg_names keys;
  struct entry *first, *after; /* guesses: the key that comes first in this
                                  list, and the one that comes after this key */
} entry;

/* An open list. */
typedef struct {
  entry *list, *last;          /* the key seen last in it */
  size_t line, column;         /* of its key */
} frame;

/* The id of a node: an integer or a text.  A text that spells an integer is
 * that integer. */
typedef struct {
  int is_whole;
  int64_t whole;
  const char *s;
  size_t len;
} node_id;

/* An end of an edge whose node has not been read yet. */
typedef struct {
  size_t slot;                 /* its place in the ends of edges */
  size_t line, column;
  node_id id;                  /* its text is in the source's pool */
} pending;

/* The list of these ends. */
typedef struct {
  pending *end;
  size_t count, cap;
} pending_list;

/* Oddities of the file, reported at the end. */
typedef struct {
  mg_tally no_id, bare, repeated, more_graphs, inner_graphs, latin1;
  const char *repeated_name;
} oddities;

typedef struct {
  mg_gml_scan scan;
  const char *path;            /* for messages */
  mg_source *src;
  mg_builder build;
  size_t lines_cap;            /* of node_line */
  pending_list pending;

  entry fixed[KINDS];          /* keys of all kinds but VALUE */
  entry **entries;             /* all others, to free them */
  size_t entry_count, entry_cap;
  mg_pool pool;                /* their keys and names */
  frame frame[MAX_DEPTH + 1];
  size_t depth;

  mg_attributes *record;       /* of the node or edge being read */
  size_t item;                 /* its number */
  int seen[KINDS];             /* ID, SOURCE, TARGET: found already */
  entry *alias[KINDS];         /* keys such as "ID" */
  int graphs;                  /* begun so far */

  mg_gml_scratch scratch;
  oddities odd;
} gml_reader;

/* ------------------------------------------------------------------------
 * Keys */

static mgnn_status
entry_new(gml_reader *r, entry *list, const char *key, size_t len, entry **out,
          mgnn_error *err)
{
  size_t outer = list->kind == VALUE ? strlen(list->name) : 0;
  const char *s = key;
  size_t name_len = len;
  entry *e;
  uint32_t at;
  char *name;

  PASS(mg_room(&r->entries, r->entry_count, &r->entry_cap, sizeof *r->entries, err));
  PASS(mg_allocated(e = mg_zalloc(1, sizeof *e), err));
  r->entries[r->entry_count++] = e;
  PASS(mg_gml_text(&r->scratch, &s, &name_len, err));
  PASS(mg_allocated(name = mg_alloc(outer + name_len + 2, 1), err));
  if (outer > 0) {
    memcpy(name, list->name, outer);
    name[outer++] = '.';
  }
  memcpy(name + outer, s, name_len);
  e->name = mg_pool_keep(&r->pool, name, outer + name_len);
  mg_free(name);
  e->key = mg_pool_keep(&r->pool, key, len);
  if (e->name == NULL || e->key == NULL)
    return mg_fail_memory(err);
  e->len = len;
  e->kind = e->alias = VALUE;
  PASS(mg_room(&list->child, list->keys.count, &list->child_cap, sizeof *list->child,
               err));
  PASS(mg_names_add(&list->keys, e->key, e->len, &at, err));
  list->child[at] = e;
  *out = e;
  return MGNN_OK;
}

/* Find or add a key among those of the innermost open list, if the guess of
 * key_read failed. */
static mgnn_status
entry_find(gml_reader *r, const char *key, size_t len, entry **out, mgnn_error *err)
{
  static const kind in_top[] = { GRAPH, DIRECTED, NODE, EDGE, KINDS };
  static const kind in_graph[] = { NODE, EDGE, DIRECTED, KINDS };
  entry *list = r->frame[r->depth].list;
  const kind *known = list->kind == TOP ? in_top : in_graph;
  char shown[MG_SHOW_MAX];
  uint32_t at;

  *out = &r->fixed[SKIP];
  if (list->kind == SKIP)
    return MGNN_OK;
  if (list->kind == TOP || list->kind == GRAPH) {
    for (; *known != KINDS; known++)
      if (mg_text_is(key, len, r->fixed[*known].key))
        *out = &r->fixed[*known];
    if (list->kind == TOP || (*out)->kind != SKIP)
      return MGNN_OK;
  }
  at = mg_names_find(&list->keys, key, len);
  if (at != MG_NAMES_NONE) {
    *out = list->child[at];
    return MGNN_OK;
  }
  if (r->entry_count >= MAX_KEYS)
    return mg_fail_at(err, r->path, r->scan.at.line,
                      mg_gml_column(&r->scan, r->scan.at, key), "the "
                      "attribute %s is one more than the %d that a file may "
                      "have", mg_show_part(shown, key, len), MAX_KEYS);
  PASS(entry_new(r, list, key, len, out, err));
  for (kind k = ID; k <= TARGET; k++)
    if (list->kind == (k == ID ? NODE : EDGE)
        && mg_text_is(key, len, r->fixed[k].key)) {
      if (memcmp(r->fixed[k].key, key, len) == 0)
        (*out)->kind = k;
      else {
        (*out)->alias = k;
        r->alias[k] = *out;
      }
    }
  return MGNN_OK;
}

/* Read the key at p: *stop is its end, *guess its entry if the same key came
 * here last time, else NULL.  Returns where the next guess is stored. */
static entry **
key_read(gml_reader *r, char *p, char **stop, entry **guess)
{
  frame *f = &r->frame[r->depth];
  entry **slot = f->last != NULL ? &f->last->after : &f->list->first;

  *guess = *slot;
  if (*guess != NULL) {
    const char *key = (*guess)->key;

    for (; *key != '\0' && *p == *key; key++)
      p++;
    if (*key != '\0' || mg_gml_is_word(*p))
      *guess = NULL;
  }
  while (mg_gml_is_word(*p))
    p++;
  *stop = p;
  return slot;
}

/* ------------------------------------------------------------------------
 * Values */

static const char *
show(char buf[MG_SHOW_MAX], const mg_gml_value *v)
{
  return mg_show_part(buf, v->s, (size_t)(v->end - v->s));
}

/* Decode the text of a value; the result is valid until the next call. */
static mgnn_status
text_of(gml_reader *r, const mg_gml_value *v, const char **s, size_t *len,
        mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  *s = v->s;
  *len = (size_t)(v->end - v->s);
  if (v->coded && memchr(*s, '\0', *len) != NULL)
    return mg_fail_at(err, r->path, v->line, v->column, "the text holds a "
                      "zero byte: this is not a text file");
  if (v->coded)
    status = mg_gml_text(&r->scratch, s, len, err);
  if (r->scratch.latin1) {
    mg_tally_add(&r->odd.latin1, v->line);
    r->scratch.latin1 = 0;
  }
  return status;
}

static mgnn_status
put_text(gml_reader *r, mg_column *col, const char *s, size_t len, mgnn_error *err)
{
  size_t i = r->item;
  const char *kept = NULL;

  /* Neighbours in the file often share a value: keep it once. */
  if (i > 0 && col->text != NULL && i - 1 < col->cap) {
    kept = col->text[i - 1];
    if (kept != NULL && (strncmp(kept, s, len) != 0 || kept[len] != '\0'))
      kept = NULL;
  }
  if (kept == NULL)
    kept = mg_pool_keep(&r->src->pool, s, len);
  return kept != NULL ? mg_column_put_text(r->src, col, i, kept, err)
                      : mg_fail_memory(err);
}

/* NetworkX writes a list as a repeated key: a `pos` of several numbers becomes
 * the text "x,y", as other programs write it. */
static mgnn_status
join_position(gml_reader *r, mg_column *col, const mg_gml_value *v, mgnn_error *err)
{
  char number[MG_NUMBER_MAX], joined[200];
  const char *before = mg_column_text(col, r->item, number);
  size_t len = strlen(before), more_len = (size_t)(v->end - v->s);

  if (len + more_len + 1 > sizeof joined)
    return mg_fail_at(err, r->path, v->line, v->column, "pos has too many "
                      "values");
  memcpy(joined, before, len);
  joined[len++] = ',';
  memcpy(joined + len, v->s, more_len);
  return put_text(r, col, joined, len + more_len, err);
}

/* The fast path of attribute_set: a number for a column of numbers that has
 * space for this item, which has no value yet.  0: not that case. */
static inline int
number_set(gml_reader *r, const entry *e, const mg_gml_value *v)
{
  mg_column *col;
  size_t i = r->item;

  if (e->column == 0 || v->kind > MG_GML_REAL)
    return 0;
  col = &r->record->column[e->column - 1];
  if (i >= col->cap || col->number == NULL || col->text != NULL
      || !isnan(col->number[i]))
    return 0;
  if (v->kind == MG_GML_REAL) {
    col->number[i] = v->x;
    col->type = MG_TYPE_DOUBLE;
  } else if (v->whole <= EXACT && v->whole >= -EXACT)
    col->number[i] = (double)v->whole;
  else
    return 0;
  return 1;
}

static mgnn_status
attribute_set(gml_reader *r, entry *e, const mg_gml_value *v, mgnn_error *err)
{
  mg_column *col;
  const char *s;
  size_t len;

  if (e->column == 0) {
    PASS(mg_attribute_column(r->src, r->record, e->name, &e->column, err));
    e->column++;
  }
  col = &r->record->column[e->column - 1];
  if (mg_column_has(col, r->item)) {
    if (v->kind <= MG_GML_REAL && r->record == &r->src->node
        && strcmp(e->name, "pos") == 0)
      return join_position(r, col, v, err);
    if (e->kind == VALUE && r->frame[r->depth].list->kind != VALUE
        && r->record != &r->src->graph) {
      r->odd.repeated_name = r->odd.repeated.count == 0 ? e->name
                             : r->odd.repeated_name;
      mg_tally_add(&r->odd.repeated, v->line);
    }
  }
  if (v->kind == MG_GML_REAL) {
    col->type = MG_TYPE_DOUBLE;
    return mg_column_put_number(r->src, col, r->item, v->x, err);
  }
  if (v->kind == MG_GML_INTEGER && v->whole <= EXACT && v->whole >= -EXACT)
    return mg_column_put_number(r->src, col, r->item, (double)v->whole, err);
  PASS(text_of(r, v, &s, &len, err));
  return put_text(r, col, s, len, err);
}

static mgnn_status
id_of(gml_reader *r, const entry *e, const mg_gml_value *v, node_id *out,
      mgnn_error *err)
{
  char shown[MG_SHOW_MAX];

  out->is_whole = 1;
  if (v->kind == MG_GML_INTEGER) {
    out->whole = v->whole;
    return MGNN_OK;
  }
  if (v->kind == MG_GML_REAL && v->x == floor(v->x)
      && fabs(v->x) <= (double)EXACT) {
    out->whole = (int64_t)v->x;
    return MGNN_OK;
  }
  PASS(text_of(r, v, &out->s, &out->len, err));
  if (v->kind == MG_GML_REAL || out->len == 0)
    return mg_fail_at(err, r->path, v->line, v->column, "%s is %s; it must be "
                      "a whole number or a text", e->name,
                      mg_show_part(shown, out->s, out->len));
  out->is_whole = mg_ids_integer(out->s, out->len, &out->whole);
  return MGNN_OK;
}

static inline uint32_t
node_find(const gml_reader *r, const node_id *id)
{
  return id->is_whole ? mg_ids_find(&r->build.ids, id->whole)
                      : mg_ids_find_text(&r->build.ids, id->s, id->len);
}

static mgnn_status
id_set(gml_reader *r, entry *e, const mg_gml_value *v, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];
  node_id id;
  uint32_t node = (uint32_t)r->item, same;

  PASS(id_of(r, e, v, &id, err));
  if (r->seen[ID])
    return mg_fail_at(err, r->path, v->line, v->column, "this node has a "
                      "second id");
  r->seen[ID] = 1;
  same = node_find(r, &id);
  if (same != MG_NAMES_NONE)
    return mg_fail_at(err, r->path, v->line, v->column, "the node at line %u "
                      "has the same id %s; ids must differ",
                      (unsigned)r->src->node_line[same], show(shown, v));
  PASS(id.is_whole ? mg_ids_add(&r->build.ids, id.whole, node, err)
       : mg_ids_add_text(&r->build.ids, id.s, id.len, node, err));
  return attribute_set(r, e, v, err);
}

/* Resolve this end later; its text moves to the pool, as the buffer will slide on. */
static mgnn_status
end_later(gml_reader *r, size_t slot, const mg_gml_value *v, const node_id *id,
          mgnn_error *err)
{
  pending_list *list = &r->pending;
  pending *p;

  PASS(mg_room(&list->end, list->count, &list->cap, sizeof *list->end, err));
  p = &list->end[list->count++];
  *p = (pending){ .slot = slot, .line = v->line, .column = v->column,
                  .id = *id };
  if (!id->is_whole)
    PASS(mg_allocated(p->id.s = mg_pool_keep(&r->src->pool, id->s, id->len), err));
  return MGNN_OK;
}

static mgnn_status
end_set(gml_reader *r, const entry *e, kind which, const mg_gml_value *v,
        mgnn_error *err)
{
  size_t slot = 2 * r->item + (which == TARGET);
  node_id id;
  uint32_t node;

  PASS(id_of(r, e, v, &id, err));
  if (r->seen[which])
    return mg_fail_at(err, r->path, v->line, v->column, "this edge has a "
                      "second %s", e->name);
  r->seen[which] = 1;
  node = node_find(r, &id);
  r->src->ends[slot] = node;
  if (node == MG_NAMES_NONE)
    PASS(end_later(r, slot, v, &id, err));
  return MGNN_OK;
}

static mgnn_status
directed_set(gml_reader *r, const mg_gml_value *v, mgnn_error *err)
{
  const char *s;
  size_t len;
  double x = v->kind == MG_GML_INTEGER ? (double)v->whole : v->x;
  char shown[MG_SHOW_MAX];

  PASS(text_of(r, v, &s, &len, err));
  if ((v->kind > MG_GML_REAL && !mg_number_whole(s, len, &x))
      || (x != 0 && x != 1))
    return mg_fail_at(err, r->path, v->line, v->column, "directed is %s, must "
                      "be 0 or 1", show(shown, v));
  if (r->graphs < 2)
    r->src->directed = x == 1;
  return MGNN_OK;
}

static mgnn_status
value_set(gml_reader *r, entry *e, const mg_gml_value *v, mgnn_error *err)
{
  switch (e->kind) {
  case SKIP:
    return MGNN_OK;
  case DIRECTED:
    return directed_set(r, v, err);
  case ID:
    return id_set(r, e, v, err);
  case SOURCE:
  case TARGET:
    return end_set(r, e, e->kind, v, err);
  case VALUE:
    return number_set(r, e, v) ? MGNN_OK : attribute_set(r, e, v, err);
  default:
    return mg_fail_at(err, r->path, v->line, v->column, "after %s there must "
                      "be a [, not a value", e->key);
  }
}

/* ------------------------------------------------------------------------
 * Lists */

static mgnn_status
node_begin(gml_reader *r, size_t line, mgnn_error *err)
{
  mg_source *src = r->src;

  PASS(mg_source_allows(src, src->n + 1, src->m, line, err));
  PASS(mg_room(&src->node_line, src->n, &r->lines_cap, sizeof *src->node_line, err));
  src->node_line[src->n] = line < UINT32_MAX ? (uint32_t)line : UINT32_MAX;
  r->record = &src->node;
  r->item = src->n++;
  r->seen[ID] = 0;
  return MGNN_OK;
}

/* Use "ID" if a node has no "id", and likewise "Source" and "Target" for edges. */
static mgnn_status
alias_use(gml_reader *r, kind which, const frame *f, mgnn_error *err)
{
  entry *e = r->alias[which];
  const mg_column *col;
  const char *text;
  char number[MG_NUMBER_MAX];
  mg_gml_value v = { .kind = MG_GML_TEXT, .line = f->line,
                     .column = f->column };

  if (r->seen[which] || e == NULL || e->column == 0)
    return MGNN_OK;
  col = &r->record->column[e->column - 1];
  text = mg_column_text(col, r->item, number);
  if (text == NULL)
    return MGNN_OK;
  v.s = text;
  v.end = text + strlen(text);
  if (text == number) {
    v.kind = MG_GML_REAL;
    v.x = col->number[r->item];
  }
  return which == ID ? id_set(r, &r->fixed[ID], &v, err)
                     : end_set(r, &r->fixed[which], which, &v, err);
}

/* Check a node or edge at its end: only now is it known that "ID" must replace "id". */
static mgnn_status
record_end(gml_reader *r, const frame *f, mgnn_error *err)
{
  if (f->list->kind == NODE) {
    if (r->seen[ID])
      return MGNN_OK;
    PASS(alias_use(r, ID, f, err));
    if (!r->seen[ID])
      mg_tally_add(&r->odd.no_id, f->line);
    return MGNN_OK;
  }
  if (r->seen[SOURCE] && r->seen[TARGET])
    return MGNN_OK;
  PASS(alias_use(r, SOURCE, f, err));
  PASS(alias_use(r, TARGET, f, err));
  if (!(r->seen[SOURCE] && r->seen[TARGET]))
    return mg_fail_at(err, r->path, f->line, f->column, "this edge has no %s",
                      r->seen[SOURCE] ? "target" : "source");
  return MGNN_OK;
}

/* Check the list that entry e opens; *out is the entry to read it as. */
static mgnn_status
list_kind(gml_reader *r, entry *e, size_t line, size_t column, entry **out,
          mgnn_error *err)
{
  const frame *f = &r->frame[r->depth];
  int in_record = f->list->kind == NODE || f->list->kind == EDGE;

  *out = e;
  if ((e->kind == NODE || e->kind == EDGE) && f->list->kind == TOP)
    return mg_fail_at(err, r->path, line, column, "%s [ outside of graph [ ]",
                      e->key);
  if (e->kind == DIRECTED || (e->kind >= ID && e->kind <= TARGET))
    return mg_fail_at(err, r->path, line, column, "%s has a list [ ] as its "
                      "value", e->key);
  if (in_record && (mg_text_is(e->key, e->len, "node")
                    || mg_text_is(e->key, e->len, "edge")))
    return mg_fail_at(err, r->path, line, column, "%s [ within the %s that "
                      "begins at line %zu: is its ] missing?", e->key,
                      f->list->key, f->line);
  if (in_record && mg_text_is(e->key, e->len, "graph")) {
    mg_tally_add(&r->odd.inner_graphs, line);
    *out = &r->fixed[SKIP];
  } else if (e->kind == GRAPH && ++r->graphs > 1) {
    mg_tally_add(&r->odd.more_graphs, line);
    *out = &r->fixed[SKIP];
  }
  return MGNN_OK;
}

static mgnn_status
list_open(gml_reader *r, entry *e, size_t line, size_t column, mgnn_error *err)
{
  frame *f;

  PASS(list_kind(r, e, line, column, &e, err));
  if (r->depth == MAX_DEPTH)
    return mg_fail_at(err, r->path, line, column, "lists [ ] are nested "
                      "deeper than %d", MAX_DEPTH);
  f = &r->frame[++r->depth];
  *f = (frame){ .list = e, .line = line, .column = column };
  if (e->kind == NODE)
    PASS(node_begin(r, line, err));
  else if (e->kind == EDGE) {
    r->record = &r->src->edge;
    r->item = r->src->m;
    r->seen[SOURCE] = r->seen[TARGET] = 0;
    PASS(mg_builder_edge(&r->build, MG_NAMES_NONE, MG_NAMES_NONE, line, err));
  }
  return MGNN_OK;
}

static mgnn_status
list_close(gml_reader *r, const char *p, mgnn_error *err)
{
  const frame *f = &r->frame[r->depth];

  if (r->depth == 0)
    return mg_fail_at(err, r->path, r->scan.at.line,
                      mg_gml_column(&r->scan, r->scan.at, p), "a ] without "
                      "its [");
  r->depth--;
  if (f->list->kind != NODE && f->list->kind != EDGE)
    return MGNN_OK;
  PASS(record_end(r, f, err));
  r->record = &r->src->graph;
  r->item = 0;
  return MGNN_OK;
}

/* ------------------------------------------------------------------------
 * The file */

/* Whether to ignore a value of the graph: it is neither a number nor a text,
 * and nothing depends on it. */
static int
is_loose(const gml_reader *r, const mg_gml_value *v)
{
  return r->record == &r->src->graph
         && (v->kind == MG_GML_NO_NUMBER || v->kind == MG_GML_WORD
             || (v->kind == MG_GML_REAL && isinf(v->x)));
}

static mgnn_status
value_check(gml_reader *r, const entry *e, const mg_gml_value *v, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];

  if (v->kind == MG_GML_OPEN)
    return mg_fail_at(err, r->path, v->line, v->column, "the text that begins "
                      "here is never closed by a \" (within a text, write "
                      "&quot; for a quote and &#92; for a backslash before "
                      "one)");
  if (e->kind == SKIP || is_loose(r, v))
    return MGNN_OK;
  if (v->kind == MG_GML_NO_NUMBER)
    return mg_fail_at(err, r->path, v->line, v->column, "%s is %s, which is "
                      "neither a number nor a text in quotes", e->name,
                      show(shown, v));
  if (v->kind == MG_GML_REAL && isinf(v->x))
    return mg_fail_at(err, r->path, v->line, v->column, "the number %s is out "
                      "of range", show(shown, v));
  if (v->kind == MG_GML_WORD)
    mg_tally_add(&r->odd.bare, v->line);
  return MGNN_OK;
}

/* Read `key value` or `key [`, which begins at the scanner's place.  *again:
 * the rest of it is not in the buffer yet, and nothing has changed. */
static mgnn_status
pair(gml_reader *r, int *again, mgnn_error *err)
{
  char *key = r->scan.in.p, *stop, *p, *next;
  frame *f = &r->frame[r->depth];
  mg_gml_place at = r->scan.at;
  char shown[MG_SHOW_MAX];
  mg_gml_value v;
  entry *e, **slot = key_read(r, key, &stop, &e);

  *again = 1;
  if (mg_gml_is_cut(&r->scan, stop))
    return MGNN_OK;
  p = mg_gml_skip(&r->scan, stop, &at);
  if (mg_gml_is_cut(&r->scan, p))
    return MGNN_OK;
  if (p == r->scan.in.end || *p == ']')
    return mg_fail_at(err, r->path, r->scan.at.line,
                      mg_gml_column(&r->scan, r->scan.at, key), "the key %s "
                      "has no value",
                      mg_show_part(shown, key, (size_t)(stop - key)));
  if (e == NULL)
    PASS(entry_find(r, key, (size_t)(stop - key), &e, err));
  if (*p == '[') {
    next = p + 1;
    PASS(list_open(r, e, r->scan.at.line,
                   mg_gml_column(&r->scan, r->scan.at, key), err));
  } else {
    next = mg_gml_value_read(&r->scan, p, (e->kind >= ID && e->kind <= TARGET)
                             || e->alias != VALUE, &v, &at);
    if (next == NULL)
      return MGNN_OK;
    PASS(value_check(r, e, &v, err));
    if (e->kind == VALUE && is_loose(r, &v))
      e = &r->fixed[SKIP];
    PASS(value_set(r, e, &v, err));
  }
  if (e->kind != SKIP)         /* SKIP stands for many keys */
    *slot = f->last = e;
  *again = 0;
  r->scan.in.p = next;
  r->scan.at = at;
  return MGNN_OK;
}

static mgnn_status
parse(gml_reader *r, mgnn_error *err)
{
  for (;;) {
    int again = 0;
    char *p = r->scan.in.p = mg_gml_skip(&r->scan, r->scan.in.p, &r->scan.at);

    if (mg_gml_is_cut(&r->scan, p))
      again = 1;
    else if (p == r->scan.in.end)
      return MGNN_OK;
    else if (*p == ']') {
      PASS(list_close(r, p, err));
      r->scan.in.p++;
    } else if (mg_gml_starts_key(*p))
      PASS(pair(r, &again, err));
    else {
      char *q = p + 1, shown[MG_SHOW_MAX];
      const char *what = "a zero byte";

      while (mg_gml_is_word(*q))
        q++;
      if (*p != '\0')
        what = mg_show_part(shown, p, (size_t)(q - p));
      return mg_fail_at(err, r->path, r->scan.at.line,
                        mg_gml_column(&r->scan, r->scan.at, p), "a key is "
                        "expected here, not %s", what);
    }
    if (again)
      PASS(mg_gml_more(&r->scan, err));
  }
  return MGNN_OK;
}

static mgnn_status
resolve(gml_reader *r, mgnn_error *err)
{
  mg_unlisted added = { 0 };

  for (size_t k = 0; k < r->pending.count; k++) {
    const pending *p = &r->pending.end[k];
    uint32_t node = node_find(r, &p->id);
    char whole[32];

    if (node == MG_NAMES_NONE) {
      const char *id = p->id.is_whole ? whole : p->id.s;

      snprintf(whole, sizeof whole, "%lld", (long long)p->id.whole);
      added.column = p->column;
      PASS(mg_unlisted_end(&added, &r->build, id, p->line, &node, err));
    }
    r->src->ends[p->slot] = node;
  }
  return mg_unlisted_note(&added, r->src, err);
}

/* Report each oddity once, with its count. */
static mgnn_status
note_oddities(gml_reader *r, mgnn_error *err)
{
  mg_notes *notes = &r->src->notes;
  const oddities *odd = &r->odd;

  if (odd->no_id.count > 0)
    PASS(mg_note(notes, err, "%s:%zu: %zu node%s without an id (the first here): "
                 "no edge can name %s", r->path, odd->no_id.line,
                 odd->no_id.count, mg_plural(odd->no_id.count),
                 odd->no_id.count == 1 ? "it" : "them"));
  if (odd->bare.count > 0)
    PASS(mg_note(notes, err, "%s:%zu: %zu word%s without quotes (the first here), "
                 "read as text", r->path, odd->bare.line, odd->bare.count,
                 mg_plural(odd->bare.count)));
  if (odd->repeated.count > 0)
    PASS(mg_note(notes, err, "%s:%zu: %zu repeated value%s of an attribute (the "
                 "first here, of %s): the last one counts", r->path,
                 odd->repeated.line, odd->repeated.count,
                 mg_plural(odd->repeated.count), odd->repeated_name));
  if (odd->inner_graphs.count > 0)
    PASS(mg_note(notes, err, "%s:%zu: %zu graph%s within a node or edge (the "
                 "first here) ignored", r->path, odd->inner_graphs.line,
                 odd->inner_graphs.count, mg_plural(odd->inner_graphs.count)));
  if (odd->more_graphs.count > 0)
    PASS(mg_note(notes, err, "%s:%zu: the file holds %zu graphs; only the first "
                 "is read", r->path, odd->more_graphs.line,
                 odd->more_graphs.count + 1));
  if (odd->latin1.count > 0)
    PASS(mg_note(notes, err, "%s:%zu: %zu text%s not in UTF-8 (the first here), "
                 "read as Latin-1", r->path, odd->latin1.line, odd->latin1.count,
                 mg_plural(odd->latin1.count)));
  return MGNN_OK;
}

static void
reader_init(gml_reader *r, mg_source *src)
{
  static const char *const key[KINDS] = {
    "", "graph", "node", "edge", "", "directed", "id", "source", "target", ""
  };

  memset(r, 0, sizeof *r);
  r->src = src;
  mg_builder_init(&r->build, src);
  r->record = &src->graph;
  r->scan.at.line = 1;
  for (kind k = TOP; k < KINDS; k++) {
    r->fixed[k].kind = k;
    r->fixed[k].alias = VALUE;
    r->fixed[k].key = r->fixed[k].name = key[k];
    r->fixed[k].len = strlen(key[k]);
  }
  r->frame[0].list = &r->fixed[TOP];
}

static void
entry_free(entry *e)
{
  mg_free(e->child);
  mg_names_free(&e->keys);
}

static void
reader_free(gml_reader *r)
{
  for (kind k = TOP; k < KINDS; k++)
    entry_free(&r->fixed[k]);
  for (size_t k = 0; k < r->entry_count; k++) {
    entry_free(r->entries[k]);
    mg_free(r->entries[k]);
  }
  mg_free(r->entries);
  mg_pool_free(&r->pool);
  mg_builder_free(&r->build);
  mg_free_all(r->pending.end, r->scratch.buf);
}

mgnn_status
mg_read_gml(mg_source *out, const char *path, mgnn_error *err)
{
  gml_reader r;
  const frame *open;
  mgnn_status status = MGNN_OK;

  reader_init(&r, out);
  TRY(mg_stream_open(&r.scan.in, path, &out->limits, err));
  r.path = r.scan.in.path;
  r.scan.at.start = r.scan.in.p - r.scan.in.buf;
  TRY(parse(&r, err));
  open = &r.frame[r.depth];
  if (r.depth > 0)
    TRY(mg_fail_at(err, r.path, open->line, open->column, "the list of %s "
                   "that begins here is never closed by a ]",
                   open->list->kind == SKIP ? "values" : open->list->key));
  if (r.graphs == 0)
    TRY(mg_fail_at(err, r.path, 0, 0, "there is no graph [ in this file; is "
                   "it GML?"));
  TRY(resolve(&r, err));
  TRY(note_oddities(&r, err));
  mg_source_trim(out);
end:
  mg_stream_close(&r.scan.in);
  reader_free(&r);
  return status;
}
