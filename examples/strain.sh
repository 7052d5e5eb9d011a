#!/bin/sh
# Which road distances the map could not meet: every edge is coloured by how
# much too short (blue) or too long (red) it came out, and the five worst say
# what they are and should be.
#
# usage: strain.sh [PICTURE]      (strain.png)
set -eu
"${MGNN_LAYOUT:-mgnn-layout}" graphs/cities.csv \
  --align graphs/cities-positions.csv --size 1200x800 --node-size 6 \
  --edge-color strain --annotate worst:5 -o "${1:-strain.png}"
