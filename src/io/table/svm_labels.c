/* Reads the labels of svmlight files; table_features.c reads their features. */
#include "array.h"
#include "base/mem.h"
#include "features.h"
#include "table_parts.h"

#include <string.h>

/* Whether a path ends in a suffix, or in the suffix and .gz. */
static int
ends_in(const char *path, const char *suffix)
{
  size_t len = strlen(path), tail = strlen(suffix);

  if (len > 3 && strcmp(path + len - 3, ".gz") == 0)
    len -= 3;
  return len > tail && strncmp(path + len - tail, suffix, tail) == 0;
}

int
mg_is_svm_path(const char *path)
{
  return ends_in(path, ".svm") || ends_in(path, ".libsvm")
         || ends_in(path, ".svmlight");
}

/* The first word of each line. */
typedef struct {
  mg_pool pool;
  const char **word;
  size_t count, cap;
} first_words;

static mgnn_status
first_words_read(first_words *w, mg_stream *in, mgnn_error *err)
{
  char *line;
  size_t len;

  for (;;) {
    const char *from;

    PASS(mg_room(&w->word, w->count, &w->cap, sizeof *w->word, err));
    PASS(mg_stream_line(in, &line, &len, err));
    if (line == NULL)
      break;
    if (len == 0 || *line == '#')
      continue;
    from = line + strspn(line, " \t");
    w->word[w->count] = mg_pool_keep(&w->pool, from, strcspn(from, " \t"));
    PASS(mg_allocated(w->word[w->count], err));
    w->count++;
  }
  return MGNN_OK;
}

mgnn_status
mg_read_svm_labels(mg_source *src, const char *path, const char *column,
                   mgnn_error *err)
{
  first_words w = { 0 };
  mg_stream in = { 0 };
  unsigned *node = NULL;
  mgnn_status status = MGNN_OK;

  TRY(mg_stream_open(&in, path, &src->limits, err));
  TRY(first_words_read(&w, &in, err));
  if (src->open_nodes && w.count > src->n)
    TRY(mg_array_nodes_add(src, path, w.count, err));
  TRY(mg_array_nodes(src, path, w.count, &node, err));
  for (size_t k = 0; k < w.count; k++)
    if (strcmp(w.word[k], "-1") != 0)
      TRY(mg_attribute_text(src, &src->node, column, node[k], w.word[k],
                            strlen(w.word[k]), err));
end:
  mg_stream_close(&in);
  mg_pool_free(&w.pool);
  mg_free_all(w.word, node);
  return status;
}
