#!/bin/sh
# Classifiers do not notice congruence.  A linear classifier sign(w y + b) is
# fitted by least squares on the output Y* of APPNP, for the two blocks of a rigid
# graph.  Layout mode finds Y' with the lengths of Y*, which is Y* turned,
# mirrored and shifted: Y' = R Y* + t.  Written for Y' the classifier is
#   sign(w R^T y' + b - w R^T t),
# and predicts the same for every node.
#
# usage: classifier.sh
set -eu
layout=${MGNN_LAYOUT:-mgnn-layout} inspect=${MGNN_INSPECT:-mgnn-inspect}
"${MGNN_SBM:-mgnn-sbm}" -q --blocks 20,20 --p-in 0.5 --p-out 0.2 -o rigid
"$layout" -q rigid.gml --init random --layers 3 --model appnp --space y -o star.csv
"$layout" -q rigid.gml --metric coords:star.csv --seed 3 -o found.csv
# And by hand: mirrored, turned by 40 degrees and moved, which no search decides.
LC_ALL=C awk -F, 'NR == 1 { print; next }
  { a = 40 * atan2(0, -1) / 180
    printf "%s,%.17g,%.17g\n", $1, 3 - $2 * cos(a) + $3 * sin(a),
           $2 * sin(a) + $3 * cos(a) - 2 }' star.csv >mirrored.csv
sed -n 's/^ *id \([0-9]*\)$/\1/p; s/^ *block \([0-9]*\)$/\1/p' rigid.gml |
  paste -d ' ' - - >blocks
for moved in found mirrored; do
"$inspect" -q rigid.gml --metric coords:star.csv $moved.csv star.csv --json |
  sed -n "s/^  \"\(congruent\)\": \([a-z]*\),*$/$moved: \1 \2/p"
LC_ALL=C awk '
  FILENAME == "blocks" { class[$1] = $2 > 0 ? 1 : -1; next }
  FNR == 1 { split($0, head, ","); next }
  { split($0, cell, ",")
    if (FILENAME == "star.csv") { id[++n] = cell[1]; x[n] = cell[2]; y[n] = cell[3] }
    else { u[FNR - 1] = cell[2]; v[FNR - 1] = cell[3] } }
  # Solve the normal equations of w1 x + w2 y + b = class by Cramer.
  function fit(   i, k, a, d) {
    for (i = 1; i <= n; i++) {
      a[1] += x[i] * x[i]; a[2] += x[i] * y[i]; a[3] += x[i]
      a[4] += y[i] * y[i]; a[5] += y[i]; a[6] += class[id[i]] * x[i]
      a[7] += class[id[i]] * y[i]; a[8] += class[id[i]]
    }
    d = det(a[1], a[2], a[3], a[2], a[4], a[5], a[3], a[5], n)
    w1 = det(a[6], a[2], a[3], a[7], a[4], a[5], a[8], a[5], n) / d
    w2 = det(a[1], a[6], a[3], a[2], a[7], a[5], a[3], a[8], n) / d
    b = det(a[1], a[2], a[6], a[2], a[4], a[7], a[3], a[5], a[8]) / d
  }
  function det(a, b, c, d, e, f, g, h, i) {
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  }
  # The best R and t with (u, v) = R (x, y) + t: a turn, or a turn of the mirror
  # image, whichever is nearer.
  function motion(   i, mx, my, mu, mv, p, q, r, s, turn, flip, len) {
    for (i = 1; i <= n; i++) {
      mx += x[i] / n; my += y[i] / n; mu += u[i] / n; mv += v[i] / n
    }
    for (i = 1; i <= n; i++) {
      p += (u[i] - mu) * (x[i] - mx); q += (v[i] - mv) * (y[i] - my)
      r += (v[i] - mv) * (x[i] - mx); s += (u[i] - mu) * (y[i] - my)
    }
    turn = sqrt((p + q) ^ 2 + (r - s) ^ 2); flip = sqrt((p - q) ^ 2 + (r + s) ^ 2)
    mirrored = flip > turn; len = mirrored ? flip : turn
    r11 = (mirrored ? p - q : p + q) / len
    r21 = (mirrored ? r + s : r - s) / len
    r12 = mirrored ? r21 : -r21; r22 = mirrored ? -r11 : r11
    t1 = mu - r11 * mx - r12 * my; t2 = mv - r21 * mx - r22 * my
  }
  function sign(x) { return x > 0 ? 1 : -1 }
  END {
    fit(); motion()
    c1 = w1 * r11 + w2 * r12; c2 = w1 * r21 + w2 * r22     # w R^T
    shift = b - c1 * t1 - c2 * t2
    for (i = 1; i <= n; i++) {
      one = sign(w1 * x[i] + w2 * y[i] + b)
      right += one == class[id[i]]
      same += one == sign(c1 * u[i] + c2 * v[i] + shift)
      kept += one == sign(w1 * u[i] + w2 * v[i] + b)
    }
    printf "  fitted on Y*: %d of %d nodes right\n", right, n
    printf "  rewritten: the same prediction for %d of %d\n", same, n
    printf "  not rewritten: the same for %d of %d\n", kept, n
  }' blocks star.csv $moved.csv
done
