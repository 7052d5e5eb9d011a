#!/bin/sh
# Protein G from distances: bounds for the pairs of its 436 heavy atoms that are
# closer than 5 Angstrom, in three dimensions, and nothing else.  The result is
# aligned to the crystal structure to see how near it comes; protein.xyz is for
# molecule viewers.
#
# usage: protein.sh [PICTURE]     (protein.png)
set -eu
"${MGNN_LAYOUT:-mgnn-layout}" graphs/1pga.dist --dim 3 \
  --align graphs/1pga-positions.csv --size 700x500 \
  -o "${1:-protein.png}" -o protein.xyz
