/* What is drawn: a graph with positions in the plane, and its words. */
#ifndef MG_PICTURE_H
#define MG_PICTURE_H

#include "appearance.h"
#include "render/canvas/scene.h"
#include "render/canvas/shade.h"

#include <stddef.h>

/* A few words at an edge, or at a node. */
typedef struct {
  unsigned a, b;               /* the edge's ends, or the node twice */
  size_t edge;                 /* not used at a node */
  const char *text;
  const mg_segment *along;     /* where it belongs on the page, once the figure
                                * is placed; NULL: to the line between the nodes */
  double line;                 /* how wide that is; half of a loop */
  mg_colour ink;               /* alpha 0: the usual */
} mg_remark;

/* Sizes that say something; times NULL: they do not. */
typedef struct {
  const double *times;         /* n: times the usual diameter */
  const char *title;           /* what that says, for the legend, */
  double most, least;          /* the value of the largest, up to which all are smallest */
} mg_sizing;

/* What colours say.  Which of the arrays counts depends on the shade; without
 * one, on the palette. */
typedef struct {
  const mg_shade *shade;       /* or NULL */
  const double *value;         /* each edge's or node's, by numbers */
  const int *group;            /* each edge's, by groups; -1: none */
} mg_colouring;

/* What is drawn around nodes; NULL if nothing is. */
typedef struct {
  const double *ellipse;       /* 3n: of each node xx, xy, yy of the matrix C of an
                                * ellipse d^T C^-1 d = 1 around it; NAN: none */
  const double *arrow;         /* 2n: from each node so far; 0, 0: none */
  const char *arrows_title;    /* what they say, for the legend */
} mg_surroundings;

/* Texts with a place, the most important ones first. */
typedef struct {
  const mg_remark *list;
  size_t count;
} mg_remarks;

/* What a scale bar tells: nothing, lengths, or units of the coordinates. */
typedef struct {
  enum { MG_SCALE_NONE, MG_SCALE_LENGTH, MG_SCALE_UNIT } kind;
  const char *unit;            /* of the lengths; NULL or empty: not known */
} mg_bar_scale;

/* Borrowed for the call.  y points up. */
typedef struct {
  size_t n, m;
  const unsigned *ends;        /* 2m node numbers */
  const double *xy;            /* 2n */
  const char *const *names;    /* n, UTF-8 as far as the input was; or NULL */
  const char *const *shown;    /* n: what is written at the nodes; NULL: the
                                * names */
  const int *group;            /* n: the label of each node, -1 none; or NULL */
  const char *const *groups;   /* the labels' texts */
  size_t group_count;
  const char *groups_title;    /* what they are, for the legend; or NULL */
  const char *caption;         /* "MGNN-3"; or NULL */
  const char *note;            /* a second line, such as the energy; or NULL */

  /* What more is known of nodes and edges; NULL if nothing is. */
  const double *depth;         /* n: larger is nearer to the reader */
  mg_sizing size;
  const mg_appearance *appearance;
  mg_colouring nodes, edges;
  mg_remarks remarks;
  mg_surroundings around;
  mg_bar_scale to_scale;
} mg_picture;

/* The group of a node; group_count for a node that has none. */
static inline size_t
mg_picture_group(const mg_picture *pic, size_t i)
{
  return pic->group != NULL && pic->group[i] >= 0
         && (size_t)pic->group[i] < pic->group_count
         ? (size_t)pic->group[i] : pic->group_count;
}

#endif
