#!/bin/sh
# Four blocks at mutual distance 5 do not exist in the plane.  Let the
# dimension be found: it is 3, and the blocks are the corners of a tetrahedron.
#
# usage: tetrahedron.sh [PICTURE]   (tetrahedron.png)
set -eu
"${MGNN_LAYOUT:-mgnn-layout}" graphs/blocks.gml --labels block --dim auto \
  --size 600x600 -o "${1:-tetrahedron.png}" -o tetrahedron.xyz
