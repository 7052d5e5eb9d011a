/* Numbers for the tokens of nodes, by a table of ids, and tokens by their numbers. */
#include "tokens.h"
#include "base/number.h"

#include <string.h>

const char *
mg_token_integer(int64_t x, char *buf)
{
  size_t sign = x < 0;

  buf[0] = '-';
  buf[sign + mg_number_write_integer(buf + sign, sign ? -(uint64_t)x : (uint64_t)x)] = 0;
  return buf;
}

mgnn_status
mg_tokens_append(mg_tokens *t, const mg_ids *ids, const int64_t *whole, uint64_t place,
                 mgnn_error *err)
{
  size_t k = t->count;

  PASS(mg_room(&t->integer, k, &t->cap, sizeof *t->integer, err));
  PASS(mg_room(&t->text, k, &t->caps[0], sizeof *t->text, err));
  PASS(mg_room(&t->place, k, &t->caps[1], sizeof *t->place, err));
  t->integer[k] = whole != NULL ? *whole : 0;
  t->text[k] = whole != NULL ? MG_NAMES_NONE : (uint32_t)ids->texts.count;
  t->place[k] = place;
  t->count++;
  return MGNN_OK;
}

mgnn_status
mg_tokens_add(mg_tokens *t, const char *s, uint64_t place, uint32_t *out,
              mgnn_error *err)
{
  size_t len = strlen(s);
  int64_t integer = 0;
  int whole = mg_ids_integer(s, len, &integer);
  mgnn_status status = MGNN_OK;

  *out = whole ? mg_ids_find(&t->ids, integer) : mg_ids_find_text(&t->ids, s, len);
  if (*out != MG_NAMES_NONE)
    return MGNN_OK;
  *out = (uint32_t)t->count;
  TRY(mg_tokens_append(t, &t->ids, whole ? &integer : NULL, place, err));
  status = whole ? mg_ids_add(&t->ids, integer, *out, err)
                 : mg_ids_add_text(&t->ids, s, len, *out, err);
  t->count -= status != MGNN_OK;
end:
  return status;
}

void
mg_tokens_free(mg_tokens *t)
{
  mg_ids_free(&t->ids);
  mg_free_all(t->integer, t->text, t->place);
  memset(t, 0, sizeof *t);
}

const char *
mg_tokens_text(const mg_tokens *t, size_t k, char *buf)
{
  if (t->text[k] != MG_NAMES_NONE)
    return t->ids.texts.text[t->text[k]];
  return mg_token_integer(t->integer[k], buf);
}
