/* The files that mgnn-inspect writes. */
#include "inspect.h"
#include "io/output.h"
#include "io/write.h"

#include <string.h>
#include <strings.h>

/* What a file name, or -T, asks for; NULL: it is no format of positions. */
static const mg_writer *
writer_of(const mg_inspection *in, const char *path)
{
  const char *word = in->job.opt->format, *dot = strrchr(path, '.');

  if (word == NULL && dot != NULL && strchr(dot, '/') == NULL)
    word = dot + 1;
  for (const mg_writer *w = mg_writers; word != NULL && w->word != NULL; w++)
    if (strcasecmp(w->word, word) == 0)
      return w;
  return NULL;
}

/* No output may replace an input, or another output. */
static mgnn_status
check_one(const mg_inspection *in, size_t k, mgnn_error *err)
{
  const mg_layout_options *opt = in->job.opt;
  const char *const input[] = { in->job.path, in->path[0], in->path[1],
                                opt->metric, opt->labels, opt->features,
                                opt->pin };
  const char *path = opt->outputs.word[k];

  if (strcmp(path, "-") == 0)
    return mg_fail(err, MGNN_EINVAL, "-o -: standard output carries the "
                   "answers; name a file");
  if (in->given < 2)
    return mg_fail(err, MGNN_EINVAL, "-o %s: there is nothing to write without "
                   "two drawings to lay onto each other", path);
  if (writer_of(in, path) == NULL)
    return mg_fail(err, MGNN_EINVAL, "-o %s: the positions are written as csv, "
                   "gml, graphml, json or xyz; give such a suffix, or -T WORD",
                   path);
  for (size_t a = 0; a < sizeof input / sizeof *input; a++)
    if (input[a] != NULL && mg_output_same(path, input[a]))
      return mg_fail(err, MGNN_EINVAL, "%s is an input: it will not be "
                     "replaced; name another output", path);
  for (size_t a = 0; a < k; a++)
    if (mg_output_same(path, opt->outputs.word[a]))
      return mg_fail(err, MGNN_EINVAL, "%s and %s are the same output; name two",
                     opt->outputs.word[a], path);
  return mg_output_try(path, err);
}

mgnn_status
mg_inspection_outputs_check(const mg_inspection *in, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < in->job.opt->outputs.count && status == MGNN_OK; k++)
    status = check_one(in, k, err);
  return status;
}

/* The first drawing as it lies on the second. */
static mgnn_status
write_aligned(const mg_inspection *in, const char *path, mgnn_error *err)
{
  const mg_record record = {
    .graph = &in->job.problem->graph, .dim = in->job.dim, .x = in->aligned,
    .y = in->aligned, .names = (const char *const *)in->job.src.names.text,
    .space = "y", .without_lengths = !in->job.lengths_given
  };
  mg_output out;
  mgnn_status status = mg_output_open(&out, path, err);

  if (status != MGNN_OK)
    return status;
  status = writer_of(in, path)->write(&record, out.file, err);
  if (status == MGNN_OK)
    return mg_output_commit(&out, err);
  mg_output_discard(&out);
  return status;
}

mgnn_status
mg_inspection_outputs_write(const mg_inspection *in, mgnn_error *err)
{
  const mg_list *outputs = &in->job.opt->outputs;
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < outputs->count && status == MGNN_OK; k++)
    status = write_aligned(in, outputs->word[k], err);
  return status;
}
