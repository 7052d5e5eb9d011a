/* Parts of JSON reports that several programs share. */
#include "put_json.h"
#include "io/write/output.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void
mg_json_figures(mg_json *j, const mgnn_figures *f)
{
  put_number(j, "energy", f->energy);
  put_number(j, "objective", f->objective);
  put_number(j, "stress", f->stress);
  put_number(j, "stress1", f->stress1);
  put_number(j, "max_relative_error", f->max_relative_error);
  put_number(j, "rms_relative_error", f->rms_relative_error);
  put_number(j, "mean_relative_error", f->mean_relative_error);
  put_number(j, "max_zero_length", f->max_zero_length);
  put_count(j, "coincident", f->coincident);
}

void
mg_json_fit(mg_json *j, const char *source, const char *target, const mg_edge_fit *fit)
{
  mg_json_row(j, '{');
  put_text(j, "source", source);
  put_text(j, "target", target);
  put_number(j, "length", fit->target);
  put_number(j, "achieved", fit->length);
  put_number(j, "relative_error", fit->error);
  mg_json_close(j);
}

void
mg_json_worst(mg_json *j, const mg_input *in, const mg_edge_fit *worst,
              size_t count)
{
  const mg_graph *g = &in->problem->graph;

  put_open(j, "worst", '[');
  for (size_t k = 0; k < count; k++) {
    const unsigned *ends = g->ends + 2 * worst[k].edge;

    mg_json_fit(j, in->src.names.text[ends[0]], in->src.names.text[ends[1]], &worst[k]);
  }
  mg_json_close(j);
}

void
mg_json_edge(mg_json *j, const mg_input *in, size_t e)
{
  const unsigned *ends = in->problem->graph.ends;

  mg_json_nodes(j, in, "edge", ends + 2 * e, 2);
}

void
mg_json_nodes(mg_json *j, const mg_input *in, const char *key,
              const unsigned *node, size_t count)
{
  put_row(j, key, '[');
  for (size_t k = 0; k < count; k++)
    mg_json_text(j, in->src.names.text[node[k]]);
  mg_json_close(j);
}

void
mg_json_violations(mg_json *j, const mg_input *in, const mgnn_violations *v)
{
  put_open(j, "violations", '[');
  for (size_t k = 0; k < v->count; k++) {
    mg_json_row(j, '{');
    mg_json_edge(j, in, v->item[k].edge);
    put_number(j, "length", v->item[k].length);
    mg_json_nodes(j, in, "path", v->item[k].path, v->item[k].nodes);
    put_number(j, "path_length", v->item[k].path_length);
    put_number(j, "excess", v->item[k].length - v->item[k].path_length);
    mg_json_close(j);
  }
  mg_json_close(j);
}

void
mg_json_determined(mg_json *j, const mg_input *in, const mgnn_determined *d)
{
  put_number(j, "determined_nodes", d != NULL ? (double)mgnn_determined_count(d)
                                              : NAN);
  put_number(j, "generic_nodes", d != NULL ? (double)d->generic : NAN);
  put_text(j, "determined_up_to", d != NULL ? mgnn_determined_up_to(d) : NULL);
  put_text(j, "anchors", d != NULL ? d->anchors : NULL);
  put_number(j, "determined_error", d != NULL ? mgnn_determined_error(d) : NAN);
  for (int by = 0; by < 2; by++) {
    if (!put_key_if(j, by ? "determined_by" : "determined", d != NULL))
      continue;
    mg_json_row(j, '{');
    for (size_t i = 0; i < in->src.n; i++)
      if (by)
        put_text(j, in->src.names.text[i], mgnn_determined_how(d, i));
      else
        put_flag(j, in->src.names.text[i], mgnn_determined_node(d, i));
    mg_json_close(j);
  }
}

void
mg_json_verified(mg_json *j, const mg_input *in, const mg_verified *v)
{
  put_number(j, "verified_nodes", v->node != NULL ? (double)v->count : NAN);
  if (!put_key_if(j, "verified", v->node != NULL))
    return;
  mg_json_row(j, '{');
  for (size_t i = 0; i < in->src.n; i++)
    put_flag(j, in->src.names.text[i], v->node[i] == 255 ? -1 : v->node[i]);
  mg_json_close(j);
}

mgnn_status
mg_json_call(mg_json *j, const mg_call *call, mgnn_error *err)
{
  char *text = NULL;
  size_t size;
  mg_output memory;
  FILE *out;
  mgnn_status status = MGNN_OK;

  TRY(mg_output_open_memory(&memory, err));
  out = memory.file;
  for (int k = 0; k < call->argc; k++) {
    const char *word = call->argv[k];
    int plain = *word != '\0' && strpbrk(word, " \t\n\"'\\$`*?[]{}()<>|&;!#~")
                                == NULL;

    fputs(k > 0 ? plain ? " " : " '" : plain ? "" : "'", out);
    for (; *word != '\0'; word++)
      if (*word == '\'')
        fputs("'\\''", out);
      else
        fputc(*word, out);
    fputs(plain ? "" : "'", out);
  }
  TRY(mg_output_take(&memory, &text, &size, err));
  put_text(j, "command", text);
  put_text(j, "version", mgnn_version());
  put_count(j, "seed", (size_t)call->seed);
end:
  mg_free(text);
  return status;
}

void
mg_json_seconds(mg_json *j, const mg_call *call)
{
  static const char *const part[MG_REPORT] = { "read", "layout", "draw", "write" };

  put_row(j, "seconds", '{');
  for (int k = 0; k < MG_REPORT; k++)
    put_number(j, part[k], call->seconds[k]);
  mg_json_close(j);
}
