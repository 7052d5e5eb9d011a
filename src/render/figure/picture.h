/* The input of a drawing: a graph with positions in the plane, and its texts. */
#ifndef MG_PICTURE_H
#define MG_PICTURE_H

#include "appearance.h"
#include "render/canvas/scene.h"
#include "render/canvas/shade.h"

#include <stddef.h>

/* A short text at an edge or at a node. */
typedef struct {
  unsigned a, b;               /* the edge's ends, or the node twice */
  size_t edge;                 /* not used at a node */
  const char *text;
  const mg_segment *along;     /* segment of the page beside which it goes, in a
                                * placed figure; NULL: the line between the nodes */
  double line;                 /* width of that line; for a loop half its height */
  mg_colour ink;               /* alpha 0: the usual colour */
} mg_remark;

/* Sizes of nodes that show data; times NULL: all have the usual size. */
typedef struct {
  const double *times;         /* n: times the usual diameter */
  const char *title;           /* meaning of the sizes, for the legend */
  double most, least;          /* value of the largest; most value of the smallest */
} mg_sizing;

/* The data that colours show.  The shade determines which array is used; without a
 * shade the palette sets the colours. */
typedef struct {
  const mg_shade *shade;       /* or NULL */
  const double *value;         /* of each edge or node, if the shade is by numbers */
  const int *group;            /* of each edge, if it is by groups; -1: none */
} mg_colouring;

/* Ellipses and arrows at nodes; NULL: not drawn. */
typedef struct {
  const double *ellipse;       /* 3n: of each node xx, xy, yy of the matrix C of an
                                * ellipse d^T C^-1 d = 1 around it; NAN: none */
  const double *arrow;         /* 2n: vector from each node; 0, 0: no arrow */
  const char *arrows_title;    /* meaning of the arrows, for the legend */
} mg_surroundings;

/* Texts at edges and nodes, the most important first. */
typedef struct {
  const mg_remark *list;
  size_t count;
} mg_remarks;

/* The scale bar: none, in lengths, or in units of the coordinates. */
typedef struct {
  enum { MG_SCALE_NONE, MG_SCALE_LENGTH, MG_SCALE_UNIT } kind;
  const char *unit;            /* of the lengths; NULL or empty: not known */
} mg_bar_scale;

/* A picture.  All is borrowed for the call; y points up. */
typedef struct {
  size_t n, m;
  const unsigned *ends;        /* 2m node numbers */
  const double *xy;            /* 2n */
  const char *const *names;    /* n, UTF-8 if the input was; or NULL */
  const char *const *shown;    /* n: texts written at the nodes; NULL: the
                                * names */
  const int *group;            /* n: the label of each node, -1 none; or NULL */
  const char *const *groups;   /* the labels' texts */
  size_t group_count;
  const char *groups_title;    /* title of the groups, for the legend; or NULL */
  const char *caption;         /* "MGNN-3"; or NULL */
  const char *note;            /* a second line, such as the energy; or NULL */

  /* Further data of nodes and edges; NULL: not known. */
  const double *depth;         /* n: larger is nearer to the reader */
  mg_sizing size;
  const mg_appearance *appearance;
  mg_colouring nodes, edges;
  mg_remarks remarks;
  mg_surroundings around;
  mg_bar_scale to_scale;
} mg_picture;

/* The group of a node, or group_count if the node has no group. */
static inline size_t
mg_picture_group(const mg_picture *pic, size_t i)
{
  return pic->group != NULL && pic->group[i] >= 0
         && (size_t)pic->group[i] < pic->group_count
         ? (size_t)pic->group[i] : pic->group_count;
}

#endif
