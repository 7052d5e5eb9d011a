#!/bin/sh
# A ball of 60 carbon atoms, drawn in space from its bonds alone: each pair of
# atoms should be as far apart as the path along the bonds is long.
#
# usage: ball.sh [PICTURE]      (ball.png)
set -eu
"${MGNN_LAYOUT:-mgnn-layout}" graphs/c60.csv --pairs paths --dim 3 \
  --edge-color attr:bond --node-color dimgray --scale-bar no --size 560x600 \
  -o "${1:-ball.png}"
