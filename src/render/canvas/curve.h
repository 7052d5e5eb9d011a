/* Geometry of edges that are more than a line between two points: their ends at the
 * shapes of nodes, their bends, loops, and arrowheads.  All in one plane, in any
 * unit, y up or down. */
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

/* The border of a shape around 0: |x|/a + |y|/b = 1 (diamond),
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
 * M begins the border, which is closed; m begins a line inside it; L draws a line; T,
 * only as the first step, is the centre of the text; 0 ends the path. */
typedef struct {
  char op;
  signed char x, y, dx, dy;
} mg_path_step;

/* The path of a border; NULL for the ellipse. */
const mg_path_step *mg_border_path(mg_border border);

/* A shape: its centre, half of its width and half of its height. */
typedef struct {
  mg_border border;
  mg_xy at;
  double a, b;
} mg_outline;

/* How far out a point is, relative to the border: 0 at the centre, 1 on the border.
 * A shape without extent contains only its centre. */
double mg_outline_gauge(const mg_outline *s, mg_xy p);

/* The point of the border in direction d from the centre; the centre itself if d is 0
 * or the shape has no extent. */
mg_xy mg_outline_border(const mg_outline *s, mg_xy d);

/* The point of a step of a path. */
mg_xy mg_outline_step(const mg_outline *s, const mg_path_step *step);

/* Half of the width and height that a shape needs to contain a rectangle of half sizes
 * w and h around the centre of its text: w and h for a box, else both multiplied by
 * the same factor, sqrt(2) for an ellipse. */
void mg_outline_around(mg_border border, double w, double h, double *a, double *b);

/* The centre of the text in a shape. */
mg_xy mg_outline_text(const mg_outline *s);

mg_xy mg_curve_at(const mg_curve *c, double t);

/* The direction of the curve at t, of length 1; 0, 0 for a point. */
mg_xy mg_curve_direction(const mg_curve *c, double t);

/* The part of a curve from t0 to t1, by de Casteljau's construction. */
mg_curve mg_curve_part(const mg_curve *c, double t0, double t1);

double mg_curve_length(const mg_curve *c);

/* A curve from p to q whose middle is `bend` to the left of the line (if y is up). */
mg_curve mg_curve_bent(mg_xy p, mg_xy q, double bend);

/* A loop at a shape: it leaves and re-enters through the border `spread` radians on
 * either side of `angle`, and its farthest point is `reach` beyond the border. */
mg_curve mg_curve_loop(const mg_outline *s, double angle, double spread,
                       double reach);

/* The part of a curve outside its shapes: *t0 is where it leaves the shape in which it
 * starts, *t1 where it enters the one in which it ends, both found by bisection.  If
 * the shapes contain all of it, *t0 >= *t1. */
void mg_curve_outside(const mg_curve *c, const mg_outline *from,
                      const mg_outline *to, double *t0, double *t1);

/* The parameter t, at least t0, at which the curve is `length` away from its point at
 * t1, in a straight line. */
double mg_curve_before(const mg_curve *c, double t0, double t1, double length);

/* An arrowhead: the tip and the two corners of its base, whose middle is `length`
 * behind the tip, in direction -d; |d| = 1. */
void mg_arrowhead(mg_xy tip, mg_xy d, double length, double width, mg_xy corner[3]);

/* The bend of line k of `count` lines between the same nodes: symmetric about 0, so
 * that neighbouring lines are `gap` apart in the middle. */
double mg_fan_bend(int k, int count, double gap);

/* The middle of the widest gap between `count` angles, which are sorted in place;
 * `otherwise` if count is 0. */
double mg_widest_gap(double *angle, int count, double otherwise);

#endif
