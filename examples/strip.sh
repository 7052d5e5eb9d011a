#!/bin/sh
# Every drawing that a strip of four triangles has: at each inner edge the rest
# can be folded over, which makes eight.
#
# usage: strip.sh [PICTURE]   (strip.png)
set -eu
"${MGNN_INSPECT:-mgnn-inspect}" graphs/strip.csv --realizations 20 \
  --node-labels -o "${1:-strip.png}"
