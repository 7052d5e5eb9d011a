/* Numbers tokens.  The hash of a token names a rank, its keeper, which finds out who
 * met it first; that rank numbers it, and the keeper tells all ranks that met it. */
#include "number_tokens.h"
#include "base/mem.h"
#include "base/number.h"

#include <string.h>

/* ---- keepers of tokens ---- */

/* The keeper of a token.  The key is fixed, so that all ranks agree.  Names
 * chosen to hash to one rank would make that rank slow, but no result wrong. */
static int
keeper(const mg_tokens *t, size_t k, const mg_ranks *ranks)
{
  static const mg_hash_key key = { { 0x6d676e6e, 0x6c61796f7574 } };
  const char *s = t->text[k] != MG_NAMES_NONE ? t->ids.texts.text[t->text[k]] : NULL;
  uint64_t hash = s != NULL ? mg_hash(&key, s, strlen(s))
                            : mg_hash(&key, &t->integer[k], sizeof *t->integer);

  return (int)(hash % (uint64_t)ranks->size);
}

/* A question to the keepers: the tokens of this rank, grouped by keeper. */
typedef struct {
  int *rank;
  size_t *order, *tokens, *bytes;      /* number for each rank */
  uint64_t *answer;            /* one per token, grouped by keeper */
} keeper_question;

/* The head of a token sent; `size` bytes of text, if any, are sent separately. */
typedef struct {
  int64_t integer;
  uint64_t place;
  uint64_t size;               /* of text and final 0; 0: token is the integer */
} letter;

/* The tokens that a keeper has received. */
typedef struct {
  mg_mail heads, texts;
  mg_tokens kept;              /* place: of the first */
  uint32_t *which;             /* per token received: the token kept */
  uint64_t *number;            /* per token kept */
  uint64_t *reply;             /* per token received */
} keep;

static void
question_free(keeper_question *q)
{
  mg_free_all(q->rank, q->order, q->tokens, q->bytes, q->answer);
}

static void
keep_free(keep *k)
{
  mg_mail_free(&k->heads);
  mg_mail_free(&k->texts);
  mg_tokens_free(&k->kept);
  mg_free_all(k->which, k->number, k->reply);
}

static mgnn_status
question_init(keeper_question *q, const mg_tokens *t, const mg_ranks *ranks, mgnn_error *err)
{
  size_t size = (size_t)ranks->size;

  PASS(mg_allocated(q->rank = mg_alloc(t->count, sizeof *q->rank), err));
  PASS(mg_allocated(q->order = mg_alloc(t->count, sizeof *q->order), err));
  PASS(mg_allocated(q->tokens = mg_alloc(size, sizeof *q->tokens), err));
  PASS(mg_allocated(q->bytes = mg_zalloc(size, sizeof *q->bytes), err));
  PASS(mg_allocated(q->answer = mg_alloc(t->count, sizeof *q->answer), err));
  for (size_t k = 0; k < t->count; k++)
    q->rank[k] = keeper(t, k, ranks);
  mg_owners_group(ranks, t->count, q->rank, q->order, q->tokens);
  return MGNN_OK;
}

/* Send the tokens to their keepers. */
static mgnn_status
tokens_send(keep *k, keeper_question *q, const mg_tokens *t, const mg_ranks *ranks,
            mgnn_error *err)
{
  letter *heads = mg_alloc(t->count, sizeof *heads);
  char *texts = NULL;
  size_t total = 0, at = 0;
  mgnn_status status = mg_allocated(heads, err);

  TRY(mg_ranks_agree(ranks, status, err));
  for (size_t i = 0; i < t->count; i++) {
    size_t j = q->order[i];
    const char *s = t->text[j] != MG_NAMES_NONE ? t->ids.texts.text[t->text[j]] : NULL;

    heads[i] = (letter){ t->integer[j], t->place[j], s != NULL ? strlen(s) + 1 : 0 };
    q->bytes[q->rank[j]] += (size_t)heads[i].size;
    total += (size_t)heads[i].size;
  }
  TRY(mg_ranks_agree(ranks, mg_allocated(texts = mg_alloc(total, 1), err), err));
  for (size_t i = 0; i < t->count; i++)
    if (heads[i].size > 0) {
      memcpy(texts + at, t->ids.texts.text[t->text[q->order[i]]],
             (size_t)heads[i].size);
      at += (size_t)heads[i].size;
    }
  mg_mail_free(&k->heads);
  mg_mail_free(&k->texts);
  TRY(mg_mail_send(&k->heads, ranks, sizeof *heads, q->tokens, heads, err));
  TRY(mg_mail_send(&k->texts, ranks, 1, q->bytes, texts, err));
end:
  mg_free_all(heads, texts);
  return status;
}

/* Enter the tokens received, each with its first place. */
static mgnn_status
tokens_keep(keep *k, mgnn_error *err)
{
  const letter *heads = k->heads.item;
  const char *text = k->texts.item;
  char buf[MG_NUMBER_MAX];

  mg_free_all(k->which, k->reply, k->number);
  k->reply = k->number = NULL;
  PASS(mg_allocated(k->which = mg_alloc(k->heads.total, sizeof *k->which), err));
  PASS(mg_allocated(k->reply = mg_alloc(k->heads.total, sizeof *k->reply), err));
  for (size_t i = 0; i < k->heads.total; i++) {
    PASS(mg_tokens_add(&k->kept, heads[i].size > 0 ? text
                       : mg_token_integer(heads[i].integer, buf), heads[i].place,
                       &k->which[i], err));
    if (k->kept.place[k->which[i]] > heads[i].place)
      k->kept.place[k->which[i]] = heads[i].place;
    text += heads[i].size;
  }
  return mg_allocated(k->number = mg_alloc(k->kept.count, sizeof *k->number), err);
}

/* Send tokens to their keepers and enter those that are new to them. */
static mgnn_status
tokens_tell(keep *k, keeper_question *q, const mg_tokens *t, const mg_ranks *ranks,
            mgnn_error *err)
{
  PASS(mg_ranks_agree(ranks, question_init(q, t, ranks, err), err));
  PASS(tokens_send(k, q, t, ranks, err));
  return mg_ranks_agree(ranks, tokens_keep(k, err), err);
}

/* Send what[] of each token to all ranks that sent this token to its keeper. */
static void
answer(keep *k, const uint64_t *what, keeper_question *q, const mg_ranks *ranks)
{
  for (size_t i = 0; i < k->heads.total; i++)
    k->reply[i] = what[k->which[i]];
  mg_mail_answer(&k->heads, ranks, sizeof *k->reply, k->reply, q->tokens, q->answer);
}

/* ---- numbers ---- */

/* Number the tokens that this rank met first, chunk by chunk; number[] of the
 * other tokens is UINT64_MAX.  *n: how many there are on all ranks. */
static mgnn_status
firsts_number(const mg_tokens *t, const keeper_question *q, const mg_ranks *ranks,
              uint64_t chunks, uint64_t *number, uint64_t *n, mgnn_error *err)
{
  uint64_t *before = mg_zalloc((size_t)chunks + 1, sizeof *before);
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(ranks, mg_allocated(before, err), err));
  for (size_t i = 0; i < t->count; i++) {
    size_t k = q->order[i];

    number[k] = q->answer[i] == t->place[k] ? 0 : UINT64_MAX;
    before[(t->place[k] >> 32) + 1] += number[k] == 0;
  }
  for (uint64_t at = 0; at <= chunks; at += 1 << 20) {
    uint64_t left = chunks + 1 - at;

    MPI_Allreduce(MPI_IN_PLACE, before + at, (int)(left < 1 << 20 ? left : 1 << 20),
                  MPI_UINT64_T, MPI_SUM, ranks->comm);
  }
  for (uint64_t g = 0; g < chunks; g++)
    before[g + 1] += before[g];
  *n = before[chunks];
  for (size_t k = 0; k < t->count; k++)
    if (number[k] == 0)
      number[k] = before[t->place[k] >> 32]++;
end:
  mg_free(before);
  return status;
}

/* Send new numbers to the keepers, which send them to all ranks that met the token. */
static mgnn_status
numbers_share(keep *k, keeper_question *q, const uint64_t *number, const mg_tokens *t,
              const mg_ranks *ranks, mgnn_error *err)
{
  uint64_t *sent = mg_alloc(t->count, sizeof *sent);
  const uint64_t *got;
  mg_mail mail = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(ranks, mg_allocated(sent, err), err));
  for (size_t i = 0; i < t->count; i++)
    sent[i] = number[q->order[i]];
  TRY(mg_mail_send(&mail, ranks, sizeof *sent, q->tokens, sent, err));
  got = mail.item;
  for (size_t i = 0; i < mail.total; i++)
    if (got[i] != UINT64_MAX)
      k->number[k->which[i]] = got[i];
  answer(k, k->number, q, ranks);
end:
  mg_mail_free(&mail);
  mg_free(sent);
  return status;
}

/* ---- numbers as names ---- */

/* How many nodes there are if the names are all numbers from 0 or 1 to the
 * largest; *first: 0 or 1.  Returns 0 if that is impossible.  Collective. */
static uint64_t
numbers_reach(const mg_tokens *t, const mg_ranks *ranks, int *first)
{
  int64_t range[2] = { INT64_MIN, INT64_MIN };  /* -1 - smallest, largest */
  uint64_t texts = t->ids.texts.count > 0, met, reach;

  for (size_t k = 0; k < t->count; k++) {
    if (~t->integer[k] > range[0])
      range[0] = ~t->integer[k];
    if (t->integer[k] > range[1])
      range[1] = t->integer[k];
  }
  MPI_Allreduce(MPI_IN_PLACE, range, 2, MPI_INT64_T, MPI_MAX, ranks->comm);
  mg_ranks_before(ranks, t->count, &met);
  if (mg_ranks_most(ranks, texts) > 0 || met == 0 || ~range[0] < 0 || ~range[0] > 1)
    return 0;
  *first = (int)~range[0];
  reach = (uint64_t)(range[1] - *first) + 1;
  return reach <= met && reach < UINT32_MAX ? reach : 0;
}

/* Count the distinct numbers of all ranks, with a byte at each number's home.
 * number[k]: the number of token k. */
static mgnn_status
numbers_count(const unsigned *number, size_t count, const mg_ranks *ranks,
              const mg_owners *homes, uint64_t *met, mgnn_error *err)
{
  size_t home = mg_owners_at_home(homes, ranks->rank);
  unsigned char *seen = mg_zalloc(home, 1), *ones = mg_alloc(count, 1);
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_have(ranks, seen != NULL && ones != NULL, err));
  memset(ones, 1, count);
  TRY(mg_home_put(&(mg_home_table){ homes, ranks, 1, seen }, count, number, ones, err));
  *met = 0;
  for (size_t k = 0; k < home; k++)
    *met += seen[k];
  mg_ranks_before(ranks, *met, met);
end:
  mg_free_all(seen, ones);
  return status;
}

/* If nodes are called 0 to n-1 or 1 to n, take their numbers from these names,
 * without keepers.  Else sets names->first to -1. */
static mgnn_status
numbers_take(const mg_tokens *t, const mg_ranks *ranks, unsigned *number,
             mg_owners *homes, mg_node_names *names, mgnn_error *err)
{
  int first = 0;
  uint64_t reach = numbers_reach(t, ranks, &first), met = t->count;

  names->first = -1;
  if (reach == 0)
    return MGNN_OK;
  PASS(mg_owners_init(homes, ranks, reach, err));
  for (size_t k = 0; k < t->count; k++)
    number[k] = (unsigned)(t->integer[k] - first);
  if (ranks->size > 1)
    PASS(numbers_count(number, t->count, ranks, homes, &met, err));
  if (met < reach) {
    mg_owners_free(homes);
    return MGNN_OK;
  }
  names->n = reach;
  names->first = first;
  return MGNN_OK;
}

/* ---- names ---- */

void
mg_node_names_free(mg_node_names *names)
{
  mg_free_all(names->integer, names->text);
  mg_pool_free(&names->pool);
  *names = (mg_node_names){ 0 };
}

const char *
mg_node_name(const mg_node_names *names, size_t k, uint64_t i, char *buf)
{
  if (names->first < 0 && names->text[k] != NULL)
    return names->text[k];
  return mg_token_integer(names->first >= 0 ? (int64_t)i + names->first : names->integer[k],
                      buf);
}

/* Store the names received for the nodes at home. */
static mgnn_status
names_put(mg_node_names *names, const mg_mail *heads, const mg_mail *texts,
          uint64_t first, size_t home, mgnn_error *err)
{
  const letter *h = heads->item;
  const char *text = texts->item;

  PASS(mg_allocated(names->integer = mg_alloc(home, sizeof *names->integer), err));
  PASS(mg_allocated(names->text = mg_zalloc(home, sizeof *names->text), err));
  for (size_t i = 0; i < heads->total; i++) {
    size_t k = (size_t)(h[i].place - first);

    names->integer[k] = h[i].integer;
    if (h[i].size > 0)
      PASS(mg_allocated(names->text[k] = mg_pool_keep(&names->pool, text,
                                                      (size_t)h[i].size - 1), err));
    text += h[i].size;
  }
  return MGNN_OK;
}

/* Send names from keepers to the homes; letter.place is the number of the node. */
static mgnn_status
names_send(mg_node_names *names, const keep *k, const mg_owners *homes,
           const mg_ranks *ranks, mgnn_error *err)
{
  mg_tokens to_home = k->kept;
  keeper_question q = { 0 };
  keep got = { 0 };
  mgnn_status status = MGNN_OK;

  to_home.place = k->number;
  TRY(mg_ranks_agree(ranks, question_init(&q, &to_home, ranks, err), err));
  for (size_t i = 0; i < to_home.count; i++)
    q.rank[i] = mg_owners_home(homes, ranks, k->number[i]);
  mg_owners_group(ranks, to_home.count, q.rank, q.order, q.tokens);
  TRY(tokens_send(&got, &q, &to_home, ranks, err));
  TRY(mg_ranks_agree(ranks, names_put(names, &got.heads, &got.texts,
                                      homes->first[ranks->rank],
                                      mg_owners_at_home(homes, ranks->rank), err),
                     err));
end:
  question_free(&q);
  keep_free(&got);
  return status;
}

mgnn_status
mg_tokens_number(const mg_tokens *t, const mg_ranks *ranks, uint64_t chunks,
                 unsigned *number, mg_owners *homes, mg_node_names *names,
                 mgnn_error *err)
{
  uint64_t *wide = NULL, n = 0;
  keeper_question q = { 0 };
  keep k = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(numbers_take(t, ranks, number, homes, names, err));
  if (names->first >= 0)
    goto end;
  TRY(mg_ranks_agree(ranks, mg_allocated(wide = mg_alloc(t->count, sizeof *wide), err),
                     err));
  TRY(tokens_tell(&k, &q, t, ranks, err));
  answer(&k, k.kept.place, &q, ranks);
  TRY(firsts_number(t, &q, ranks, chunks, wide, &n, err));
  if (n > UINT32_MAX - 1)
    TRY(mg_fail(err, MGNN_EINVAL, "there are %llu nodes; at most 4294967294 can be "
                "numbered", (unsigned long long)n));
  names->n = n;
  TRY(mg_owners_init(homes, ranks, n, err));
  TRY(numbers_share(&k, &q, wide, t, ranks, err));
  TRY(names_send(names, &k, homes, ranks, err));
  for (size_t i = 0; i < t->count; i++)
    number[q.order[i]] = (unsigned)q.answer[i];
end:
  mg_free(wide);
  question_free(&q);
  keep_free(&k);
  return status;
}

/* ---- nodes by their names ---- */

/* If names are numbers, find the nodes without asking keepers. */
static void
numbers_find(const mg_tokens *t, const mg_node_names *names, unsigned *number)
{
  for (size_t k = 0; k < t->count; k++) {
    int64_t i = t->integer[k] - names->first;

    number[k] = t->text[k] == MG_NAMES_NONE && t->integer[k] >= names->first
                && (uint64_t)i < names->n ? (unsigned)i : MG_NAMES_NONE;
  }
}

/* Keepers receive the names of the nodes at home, with their numbers as places,
 * and then the tokens to look up, with the place UINT64_MAX. */
mgnn_status
mg_tokens_find(const mg_tokens *t, const mg_node_names *names, const mg_owners *homes,
               const mg_ranks *ranks, unsigned *number, mgnn_error *err)
{
  uint64_t first = homes->first[ranks->rank];
  size_t home = mg_owners_at_home(homes, ranks->rank);
  mg_tokens known = { 0 }, asked = *t;
  keeper_question q = { 0 };
  keep k = { 0 };
  char buf[MG_NUMBER_MAX];
  uint32_t token;
  mgnn_status status = MGNN_OK;

  if (names->first >= 0) {
    numbers_find(t, names, number);
    return MGNN_OK;
  }
  asked.place = mg_alloc(t->count, sizeof *asked.place);
  status = mg_allocated(asked.place, err);
  for (size_t i = 0; i < t->count && status == MGNN_OK; i++)
    asked.place[i] = UINT64_MAX;
  for (size_t i = 0; i < home && status == MGNN_OK; i++)
    status = mg_tokens_add(&known, mg_node_name(names, i, first + i, buf), first + i,
                           &token, err);
  TRY(mg_ranks_agree(ranks, status, err));
  TRY(tokens_tell(&k, &q, &known, ranks, err));
  question_free(&q);
  q = (keeper_question){ 0 };
  TRY(tokens_tell(&k, &q, &asked, ranks, err));
  answer(&k, k.kept.place, &q, ranks);
  for (size_t i = 0; i < t->count; i++)
    number[q.order[i]] = q.answer[i] < names->n ? (unsigned)q.answer[i] : MG_NAMES_NONE;
end:
  mg_free(asked.place);
  mg_tokens_free(&known);
  question_free(&q);
  keep_free(&k);
  return status;
}
