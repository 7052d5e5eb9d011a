/* Files that all ranks write. */
#define _POSIX_C_SOURCE 200809L
#include "write_text.h"
#include "base/mem.h"
#include "base/number.h"
#include "io/write/write.h"
#include "rank_output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- one file of all ranks ---- */

/* Rank after rank through rank 0, for what is no file. */
static void
pipe_write(const mg_ranks *ranks, FILE *out, const char *text, size_t len)
{
  enum { BUFFER = 1 << 16 };
  char buf[BUFFER];

  if (ranks->rank == 0)
    fwrite(text, 1, len, out);
  for (int r = 1; r < ranks->size; r++) {
    uint64_t left = len;

    MPI_Bcast(&left, 1, MPI_UINT64_T, r, ranks->comm);
    for (size_t done = 0; left > 0; done += BUFFER) {
      int size = left < BUFFER ? (int)left : BUFFER;

      if (ranks->rank == r)
        MPI_Send(text + done, size, MPI_BYTE, 0, 0, ranks->comm);
      else if (ranks->rank == 0) {
        MPI_Recv(buf, size, MPI_BYTE, r, 0, ranks->comm, MPI_STATUS_IGNORE);
        fwrite(buf, 1, (size_t)size, out);
      }
      left -= (uint64_t)size;
    }
  }
}

mgnn_status
mg_write_text(const mg_ranks *ranks, const char *path, const char *text, size_t len,
              mgnn_error *err)
{
  uint64_t at = mg_ranks_before(ranks, len, NULL);
  mg_rank_output out;
  int code = MPI_SUCCESS;
  mgnn_status status = MGNN_OK;

  TRY(mg_rank_output_open(&out, ranks, path, err));
  if (*out.part != '\0')
    code = mg_rank_file_write(out.file, at, text, len);
  else
    pipe_write(ranks, out.out.file, text, len);
  TRY(mg_rank_output_close(&out, code, err));
  TRY(mg_rank_output_commit(&out, err));
end:
  mg_rank_output_discard(&out);
  return status;
}

/* ---- numbers of nodes, home and back ---- */

typedef struct {
  int *home;
  size_t *order, *number;
  char *item;
  mg_mail mail;
} journey;

static void
journey_free(journey *j)
{
  mg_free(j->home);
  mg_free(j->order);
  mg_free(j->number);
  mg_free(j->item);
  mg_mail_free(&j->mail);
}

/* Who is home to which own node, and items of `size` bytes for them. */
static mgnn_status
journey_plan(journey *j, const mg_shard *s, const mg_owners *homes, size_t size,
             mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(j->home = mg_alloc(s->own, sizeof *j->home), err));
  TRY(mg_allocated(j->order = mg_alloc(s->own, sizeof *j->order), err));
  TRY(mg_allocated(j->number = mg_alloc((size_t)s->ranks->size, sizeof *j->number),
                   err));
  TRY(mg_allocated(j->item = mg_alloc(s->own, size), err));
  for (size_t i = 0; i < s->own; i++)
    j->home[i] = mg_owners_home(homes, s->ranks, s->name[i]);
  mg_owners_group(s->ranks, s->own, j->home, j->order, j->number);
end:
  return status;
}

mgnn_status
mg_numbers_home(const mg_shard *s, const mg_owners *homes, size_t dim,
                const double *x, double **out, mgnn_error *err)
{
  size_t bytes = dim * sizeof *x, size = sizeof (uint64_t) + bytes;
  uint64_t first = homes->first[s->ranks->rank], name;
  journey j = { 0 };
  mgnn_status status = MGNN_OK;

  *out = NULL;
  TRY(mg_ranks_agree(s->ranks, journey_plan(&j, s, homes, size, err), err));
  for (size_t k = 0; k < s->own; k++) {
    name = s->name[j.order[k]];
    memcpy(j.item + k * size, &name, sizeof name);
    memcpy(j.item + k * size + sizeof name, x + j.order[k] * dim, bytes);
  }
  TRY(mg_mail_send(&j.mail, s->ranks, size, j.number, j.item, err));
  *out = mg_zalloc(mg_owners_at_home(homes, s->ranks->rank) * dim, sizeof *x);
  TRY(mg_ranks_agree(s->ranks, mg_allocated(*out, err), err));
  for (size_t k = 0; k < j.mail.total; k++) {
    const char *item = (char *)j.mail.item + k * size;

    memcpy(&name, item, sizeof name);
    memcpy(*out + (size_t)(name - first) * dim, item + sizeof name, bytes);
  }
end:
  journey_free(&j);
  return status;
}

mgnn_status
mg_numbers_fetch(const mg_shard *s, const mg_owners *homes, size_t dim,
                 const double *at_home, double *out, mgnn_error *err)
{
  size_t bytes = dim * sizeof *out;
  uint64_t first = homes->first[s->ranks->rank], name;
  double *answer = NULL, *back = NULL;
  journey j = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(s->ranks, journey_plan(&j, s, homes, sizeof name, err), err));
  for (size_t k = 0; k < s->own; k++) {
    name = s->name[j.order[k]];
    memcpy(j.item + k * sizeof name, &name, sizeof name);
  }
  TRY(mg_mail_send(&j.mail, s->ranks, sizeof name, j.number, j.item, err));
  answer = mg_alloc(j.mail.total, bytes);
  back = mg_alloc(s->own, bytes);
  TRY(mg_ranks_agree(s->ranks, answer != NULL && back != NULL ? MGNN_OK
                                                              : mg_fail_memory(err),
                     err));
  for (size_t k = 0; k < j.mail.total; k++) {
    memcpy(&name, (char *)j.mail.item + k * sizeof name, sizeof name);
    memcpy(answer + k * dim, at_home + (size_t)(name - first) * dim, bytes);
  }
  mg_mail_answer(&j.mail, s->ranks, bytes, answer, j.number, back);
  for (size_t k = 0; k < s->own; k++)
    memcpy(out + j.order[k] * dim, back + k * dim, bytes);
end:
  mg_free(answer);
  mg_free(back);
  journey_free(&j);
  return status;
}

/* ---- positions ---- */

enum { BLOCK = 4096 };         /* nodes whose names are made at a time */

/* Rows of the nodes at home, by the writer of mgnn-layout; it writes a header each
 * time, which only the first may have. */
static mgnn_status
rows_write(FILE *to, const mg_node_names *names, uint64_t first, size_t count,
           size_t dim, const double *x, int header, mgnn_error *err)
{
  char (*buf)[MG_NUMBER_MAX] = mg_alloc(BLOCK, sizeof *buf);
  const char **name = mg_alloc(BLOCK, sizeof *name);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(buf, err));
  TRY(mg_allocated(name, err));
  for (size_t done = 0; done < count || header; done += BLOCK) {
    size_t size = count - done < BLOCK ? count - done : BLOCK;
    const mg_graph g = { .n = size };
    char *text = NULL, *rows;
    size_t len = 0;
    FILE *block = open_memstream(&text, &len);

    if (block == NULL)
      TRY(mg_fail_memory(err));
    for (size_t k = 0; k < size; k++)
      name[k] = mg_node_name(names, done + k, first + done + k, buf[k]);
    status = mg_writer_find("csv")->write(&(mg_record){
      .graph = &g, .dim = dim, .x = x + done * dim, .names = name }, block, err);
    if (fclose(block) != 0 && status == MGNN_OK)
      status = mg_fail_memory(err);
    if (status == MGNN_OK) {
      rows = header ? text : strchr(text, '\n') + 1;
      fwrite(rows, 1, len - (size_t)(rows - text), to);
    }
    free(text);
    TRY(status);
    header = 0;
  }
end:
  mg_free(buf);
  mg_free(name);
  return status;
}

/* The rows of the nodes at home here, with the header on rank 0; *text belongs to the
 * caller, by free.  Collective. */
static mgnn_status
positions_text(const mg_shard *s, const mg_owners *homes, const mg_node_names *names,
               size_t dim, const double *x, char **text, mgnn_error *err)
{
  const mg_ranks *ranks = s->ranks;
  double *home = NULL;
  size_t len = 0;
  FILE *to = NULL;
  mgnn_status status = MGNN_OK;

  TRY(mg_numbers_home(s, homes, dim, x, &home, err));
  to = open_memstream(text, &len);
  status = to == NULL ? mg_fail_memory(err)
           : rows_write(to, names, homes->first[ranks->rank],
                        mg_owners_at_home(homes, ranks->rank), dim, home,
                        ranks->rank == 0, err);
  if (to != NULL && fclose(to) != 0 && status == MGNN_OK)
    status = mg_fail_memory(err);
  TRY(mg_ranks_agree(ranks, status, err));
end:
  mg_free(home);
  return status;
}

mgnn_status
mg_write_positions_csv(const mg_shard *s, const mg_owners *homes,
                       const mg_node_names *names, size_t dim, const double *x,
                       const char *path, mgnn_error *err)
{
  char *text = NULL;
  mgnn_status status = MGNN_OK;

  TRY(positions_text(s, homes, names, dim, x, &text, err));
  TRY(mg_write_text(s->ranks, path, text, strlen(text), err));
end:
  free(text);
  return status;
}

mgnn_status
mg_gather_positions_csv(const mg_shard *s, const mg_owners *homes,
                        const mg_node_names *names, size_t dim, const double *x,
                        FILE *to, mgnn_error *err)
{
  char *text = NULL;
  mgnn_status status = MGNN_OK;

  TRY(positions_text(s, homes, names, dim, x, &text, err));
  pipe_write(s->ranks, to, text, strlen(text));
end:
  free(text);
  return status;
}
