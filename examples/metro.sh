#!/bin/sh
# The rapid transit of Boston to true distances: only the distances of
# neighbouring stations are known.  Lines can be bent in many ways without
# changing any of them; stretched out as far as the distances allow, the drawing
# is aligned to the true map.
#
# usage: metro.sh [PICTURE]       (metro.png)
set -eu
layout=${MGNN_LAYOUT:-mgnn-layout}
"$layout" graphs/boston.gml --align graphs/boston-positions.csv \
  --edge-color attr:line --edge-width 3 --node-color '#333333' --node-size 5 \
  --node-labels --size 800x900 \
  -o "${1:-metro.png}"
