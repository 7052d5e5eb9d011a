/* The data that colours, sizes and remarks show: reads the options and the
 * attributes named in them, and computes the values for each picture. */
#ifndef MG_ENCODING_H
#define MG_ENCODING_H

#include "drawn_graph.h"
#include "base/option_rows.h"
#include "render/canvas/style.h"

typedef struct {
  const char *edge_color, *node_color, *node_size;
  const char *annotate, *scale_bar, *view;
  double from[2];              /* of --view: azimuth and elevation, in degrees */
} mg_encoding_options;

extern const mg_option mg_encoding_rows[];

/* Parse the options, before any graph is read; a number in --node-size is stored in
 * the style.  in_z: the drawing shows Z, not Y.  *opt must outlive *out. */
typedef struct mg_encoding mg_encoding;
mgnn_status mg_encoding_new(mg_encoding **out, mg_encoding_options *opt,
                            mg_style *style, int in_z, mgnn_error *err);

/* Read the attributes named in the options, once the problem is known; *in must
 * outlive p.  Replaces the style's palette by its colours in class order. */
mgnn_status mg_encoding_read(mg_encoding *p, const mg_drawn_graph *in, mg_style *style,
                             mgnn_error *err);
void mg_encoding_free(mg_encoding *p);

/* Choose the colour scales: begin with the dimension and the number of frames, add
 * the positions Y of every frame, then finish. */
void mg_encoding_begin(mg_encoding *p, size_t dim, size_t frames);
mgnn_status mg_encoding_add(mg_encoding *p, const double *y, mgnn_error *err);
mgnn_status mg_encoding_finish(mg_encoding *p, mgnn_error *err);

/* Whether the colours are independent of the positions; whether the edge colours
 * show strain. */
int mg_encoding_is_constant(const mg_encoding *p);
int mg_encoding_shows_strain(const mg_encoding *p);

/* If the values of the --node-color attribute are colours and node i has one, put
 * it in *out and return nonzero. */
int mg_encoding_node_own(const mg_encoding *p, size_t i, mg_colour *out);

/* The computed values of one picture; empty if zeroed. */
typedef struct {
  double *edge_value, *node_value;
  mg_remark *remark;
  mg_pool pool;
} mg_encoded;

/* Fill in the colours, sizes, remarks and scale bar of a picture for positions Y.
 * The picture borrows from p and from *values; zero *values first, and free it
 * with mg_encoded_free, also after a failure. */
mgnn_status mg_encode(const mg_encoding *p, const double *y, mg_picture *pic,
                      mg_encoded *values, mgnn_error *err);
void mg_encoded_free(mg_encoded *values);

#endif
