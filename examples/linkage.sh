#!/bin/sh
# The rigid parts of a linkage, and the joints between them.
#
# usage: linkage.sh [PICTURE]   (linkage.png)
set -eu
"${MGNN_INSPECT:-mgnn-inspect}" graphs/linkage.csv --node-labels \
  -o "${1:-linkage.png}"
