/* What colours, sizes and remarks of drawings encode: the options, the
 * attributes that they name, and the values of each picture. */
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

/* Make one from the options, before anything is read: words become numbers, that
 * of --node-size goes into the style.  in_z: Z is drawn.  *opt is kept. */
typedef struct mg_encoding mg_encoding;
mgnn_status mg_encoding_new(mg_encoding **out, mg_encoding_options *opt,
                            mg_style *style, int in_z, mgnn_error *err);

/* Read the attributes that the options name, when the problem is there; *in is
 * kept.  The palette of the style becomes one in the order of the classes. */
mgnn_status mg_encoding_read(mg_encoding *p, const mg_drawn_graph *in, mg_style *style,
                             mgnn_error *err);
void mg_encoding_free(mg_encoding *p);

/* Choose the scales of the colours: announce how many positions Y will be
 * drawn, and in which dimension; add them all; then finish. */
void mg_encoding_begin(mg_encoding *p, size_t dim, size_t frames);
mgnn_status mg_encoding_add(mg_encoding *p, const double *y, mgnn_error *err);
mgnn_status mg_encoding_finish(mg_encoding *p, mgnn_error *err);

/* Whether colours stay the same whatever the positions; whether those of the
 * edges show their strain. */
int mg_encoding_is_constant(const mg_encoding *p);
int mg_encoding_shows_strain(const mg_encoding *p);

/* Whether node i has a colour of its own: where the values of the attribute of
 * --node-color are colours.  It is then in *out. */
int mg_encoding_node_own(const mg_encoding *p, size_t i, mg_colour *out);

/* The values of one picture; zeroed, there are none. */
typedef struct {
  double *edge_value, *node_value;
  mg_remark *remark;
  mg_pool pool;
} mg_encoded;

/* Fill in, for positions Y, all of a picture that is not its positions, names,
 * labels and captions.  The picture borrows from p and from *values, which is
 * zeroed at first and freed with mg_encoded_free, also after a failure. */
mgnn_status mg_encode(const mg_encoding *p, const double *y, mg_picture *pic,
                      mg_encoded *values, mgnn_error *err);
void mg_encoded_free(mg_encoded *values);

#endif
