#!/bin/sh
# A map out of road distances: 128 cities, and for pairs at most 500 miles
# apart the miles by road; nothing else is known.  The drawing is then aligned
# to the true map to see how near it comes.
#
# usage: cities.sh [PICTURE]      (cities.png)
set -eu
"${MGNN_LAYOUT:-mgnn-layout}" graphs/cities.csv \
  --align graphs/cities-positions.csv --size 1200x800 --node-labels \
  --node-size 5 --opacity 0.12 -o "${1:-cities.png}"
