/* The cost model. */
#include "cost.h"

#include <math.h>

const mg_cost_machine mg_cost_here = {
  .read_numbers = 0.10e9, .read_names = 0.07e9,
  .read_binary = 0.5e9,
  .slot_near = 1.9e-9, .slot_far = 5.5e-9,
  .write = 0.25e9, .link = 12.5e9 / 64, .message = 1.5e-6,
  .build_edge = 20, .build_value = 24, .build_node = 44
};

/* Slots that are cut hit the other nodes as if at random: of N balls in n boxes,
 * n (1 - exp(-N/n)) boxes are hit.  Where neighbours have neighbours in common, as in
 * meshes, fewer are: this is an upper bound. */
static double
ghosts_of(const mg_cost_run *r)
{
  double others = r->nodes - r->nodes / r->ranks;
  double cut = r->cut * 2 * r->edges / r->ranks;

  return others > 0 ? -others * expm1(-cut / others) : 0;
}

/* Rows: 4 bytes for the neighbour and 8 for each value of a slot, 4 more for the length
 * as the kernels have it; a node has its name, degree, row and three positions, a ghost
 * name, degree and position. */
static double
held_of(const mg_cost_run *r, double ghosts)
{
  double slots = 2 * r->edges / r->ranks, own = r->nodes / r->ranks;
  double position = r->dim * r->number_bytes;

  return slots * (4 + 8 * (double)r->values + (r->values > 0 ? 4 : 0))
         + own * (20 + 16 + 3 * position + 8 * r->dim) + ghosts * (12 + position);
}

/* Seconds of a slot grow with the dimension as the bytes of a position do. */
static double
layer_of(const mg_cost_run *r, const mg_cost_machine *m)
{
  double slot = m->slot_near + r->far * (m->slot_far - m->slot_near);

  return 2 * r->edges / r->ranks * slot * fmax(r->dim / 2, 1) * r->number_bytes / 8;
}

/* Whom a rank talks to: where few slots are cut, the parts around its own, as in a mesh;
 * else everybody. */
static double
partners_of(const mg_cost_run *r, double ghosts)
{
  return fmin(fmin(r->ranks - 1, ghosts), r->cut < 0.5 ? 8 : INFINITY);
}

mg_cost
mg_cost_predict(const mg_cost_run *r, const mg_cost_machine *m)
{
  double ghosts = ghosts_of(r), position = r->dim * r->number_bytes;
  mg_cost c = { .ghosts = ghosts };

  c.held_bytes = held_of(r, ghosts);
  c.read_bytes = r->binary ? c.held_bytes
                 : fmax(c.held_bytes, r->edges / r->ranks
                                      * (m->build_edge
                                         + m->build_value * (double)r->values)
                                      + r->nodes / r->ranks * m->build_node);
  c.read_seconds = r->bytes / r->ranks
                   / (r->binary ? m->read_binary
                      : r->named ? m->read_names : m->read_numbers);
  c.layer_seconds = layer_of(r, m);
  c.network_seconds = ghosts * position / m->link
                      + partners_of(r, ghosts) * m->message;
  c.write_seconds = r->nodes / r->ranks * (10 + 18 * r->dim) / m->write;
  /* ghosts travel while rows that need none are computed */
  c.seconds = c.read_seconds + c.write_seconds
              + r->layers * (fmax(c.layer_seconds * (1 - r->cut), c.network_seconds)
                             + c.layer_seconds * r->cut);
  return c;
}
