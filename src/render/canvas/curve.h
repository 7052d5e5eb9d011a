/* Formulas of edges that are more than a line between two points: where they
 * leave a shape, how they bend, loops, and arrowheads.  All in one plane, in
 * any unit, y up or down. */
#ifndef MG_CURVE_H
#define MG_CURVE_H

typedef struct {
  double x, y;
} mg_xy;

/* A cubic Bezier curve,
 *   B(t) = (1-t)^3 p0 + 3 (1-t)^2 t p1 + 3 (1-t) t^2 p2 + t^3 p3. */
typedef struct {
  mg_xy p[4];
} mg_curve;

/* What the border of a shape around 0 is: |x|/a + |y|/b = 1 (diamond),
 * (x/a)^2 + (y/b)^2 = 1 (ellipse), max(|x|/a, |y|/b) = 1 (box), or a path. */
typedef enum {
  MG_BORDER_ELLIPSE, MG_BORDER_BOX, MG_BORDER_DIAMOND, MG_BORDER_TRIANGLE,
  MG_BORDER_INVTRIANGLE, MG_BORDER_PENTAGON, MG_BORDER_HEXAGON,
  MG_BORDER_SEPTAGON, MG_BORDER_OCTAGON, MG_BORDER_HOUSE, MG_BORDER_INVHOUSE,
  MG_BORDER_TRAPEZIUM, MG_BORDER_INVTRAPEZIUM, MG_BORDER_PARALLELOGRAM,
  MG_BORDER_STAR, MG_BORDER_NOTE, MG_BORDER_TAB, MG_BORDER_FOLDER,
  MG_BORDER_BOX3D, MG_BORDER_COMPONENT, MG_BORDER_CYLINDER, MG_BORDER_CDS,
  MG_BORDER_RARROW, MG_BORDER_LARROW, MG_BORDER_MSQUARE, MG_BORDER_MDIAMOND,
  MG_BORDER_UNDERLINE, MG_BORDERS
} mg_border;

/* A step of a path, y down, in hundredths: x and y of half the width and half the
 * height, dx and dy of the smaller of these, so that a fold is as high as wide.
 * M begins the border, which is closed, m a line upon it; L leads on; T, the first if
 * it is there, is where the middle of a text belongs; 0 is the end. */
typedef struct {
  char op;
  signed char x, y, dx, dy;
} mg_path_step;

/* The path of a border; NULL: an ellipse. */
const mg_path_step *mg_border_path(mg_border border);

/* A shape: its middle, half of its width and of its height. */
typedef struct {
  mg_border border;
  mg_xy at;
  double a, b;
} mg_outline;

/* How far a point is out, measured from the middle: 1 on the border, less
 * within.  A shape without extent has only its middle within. */
double mg_outline_gauge(const mg_outline *s, mg_xy p);

/* The point of the border in direction d from the middle; the middle itself
 * where d is 0 or the shape has no extent. */
mg_xy mg_outline_border(const mg_outline *s, mg_xy d);

/* Where a step of a path is. */
mg_xy mg_outline_step(const mg_outline *s, const mg_path_step *step);

/* Half of the width and of the height that a shape needs so that a rectangle
 * of half sizes w and h, about the place of its text, is within: the same for a
 * box; else both as many times as much, sqrt(2) for an ellipse. */
void mg_outline_around(mg_border border, double w, double h, double *a, double *b);

/* Where the middle of that text is. */
mg_xy mg_outline_text(const mg_outline *s);

mg_xy mg_curve_at(const mg_curve *c, double t);

/* The direction of the curve at t, of length 1; 0, 0 for a point. */
mg_xy mg_curve_direction(const mg_curve *c, double t);

/* The part of a curve from t0 to t1, by de Casteljau's construction. */
mg_curve mg_curve_part(const mg_curve *c, double t0, double t1);

double mg_curve_length(const mg_curve *c);

/* From p to q, its middle `bend` to the left of the line where y is up. */
mg_curve mg_curve_bent(mg_xy p, mg_xy q, double bend);

/* A loop at a shape: it leaves and comes back through the border `spread`
 * radians on either side of `angle`, and its farthest point is `reach` beyond
 * the border. */
mg_curve mg_curve_loop(const mg_outline *s, double angle, double spread,
                       double reach);

/* What of a curve is outside of a shape: the last t where it leaves the one
 * that it starts in, the first where it enters the one that it ends in, both
 * by halving.  Shapes that hold all of it leave *t0 >= *t1. */
void mg_curve_outside(const mg_curve *c, const mg_outline *from,
                      const mg_outline *to, double *t0, double *t1);

/* Where t is so that the rest of the curve, to t1, is `length` long in a
 * straight line; t0 at least. */
double mg_curve_before(const mg_curve *c, double t0, double t1, double length);

/* An arrowhead: the tip and the two corners of its base, whose middle is
 * `length` behind in direction -d; |d| = 1. */
void mg_arrowhead(mg_xy tip, mg_xy d, double length, double width, mg_xy corner[3]);

/* The bend of line k of `count` that join the same nodes, so that they are
 * `gap` apart where they are farthest: even about 0. */
double mg_fan_bend(int k, int count, double gap);

/* The middle of the widest gap between `count` angles, which are sorted in
 * place; `otherwise` if there are none. */
double mg_widest_gap(double *angle, int count, double otherwise);

#endif
