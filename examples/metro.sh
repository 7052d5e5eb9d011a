#!/bin/sh
# The rapid transit of Boston to true distances: only the distances of
# neighbouring stations are known.  First all pairs are drawn at their distance
# along the lines, which stretches the lines out; from there every distance
# between neighbours is met.  Then the drawing is aligned to the true map.
#
# usage: metro.sh [PICTURE]       (metro.png)
set -eu
layout=${MGNN_LAYOUT:-mgnn-layout}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$layout" -q graphs/boston.gml --pairs paths -o "$work/stretched.csv"
"$layout" graphs/boston.gml --init "$work/stretched.csv" \
  --align graphs/boston-positions.csv --edge-color attr:line --edge-width 3 \
  --node-color '#333333' --node-size 5 --node-labels --size 800x900 \
  -o "${1:-metro.png}"
