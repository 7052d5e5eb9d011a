/* What the colours, sizes and remarks of a job's pictures say. */
#ifndef MG_PAINT_H
#define MG_PAINT_H

#include "job.h"
#include "render/figure/picture.h"

/* Check the options, before anything is read, and take the numbers from their
 * words. */
mgnn_status mg_paint_check(mg_layout_options *opt, mgnn_error *err);

/* Read the attributes that the options name, when the problem is there. */
mgnn_status mg_paint_new(mg_paint **out, const mg_job *job, mgnn_error *err);

/* Announce how many positions Y will be drawn, show them all, then settle the
 * scales of colours, which fit them. */
void mg_paint_expect(mg_paint *p, size_t frames);
mgnn_status mg_paint_see(mg_paint *p, const double *y, mgnn_error *err);
mgnn_status mg_paint_settle(mg_paint *p, mgnn_error *err);

/* What one picture needs of its own; zeroed, it is empty. */
typedef struct {
  double *edge_value, *node_value;
  unsigned char *joined;
  mg_remark *remark;
  mg_pool pool;
} mg_dress;

/* Fill in, for positions Y, all of a picture that is not its positions, names,
 * labels and captions.  The picture borrows from p and from *dress, which is
 * freed with mg_dress_free, also after a failure. */
mgnn_status mg_paint_dress(const mg_paint *p, const double *y,
                           mg_picture *pic, mg_dress *dress, mgnn_error *err);
void mg_dress_free(mg_dress *dress);

#endif
