#!/bin/sh
# Lengths from a trained network, drawn beside unit lengths: a data set of
# classes (a folder with graph.*, features.*, labels.csv), by default two noisy
# blocks.  Writes unit.svg, walk.svg and learned.svg.
set -eu
learn=${MGNN_LEARN:-mgnn-learn}
layout=${MGNN_LAYOUT:-mgnn-layout}
if [ $# -gt 0 ]; then
  for graph in "$1"/graph.*; do break; done
  "$learn" -q "$1" --model gcn,linear --lr 0.01 -o lengths.csv \
    --predictions told.csv >accuracy.txt
else
  "${MGNN_SBM:-mgnn-sbm}" -q --blocks 40,40,40 --p-in 0.12 --p-out 0.03 \
    --means 0,0:2,0:0,2 -o three
  graph=three.gml
  "$learn" -q three.gml --features three-features.csv --class block \
    --model gcn,linear --lr 0.05 -o lengths.csv --predictions told.csv \
    >accuracy.txt
fi
"$layout" -q "$graph" --pairs paths --class told.csv -o unit.svg
"$layout" -q "$graph" --metric walk:5 --pairs paths --class told.csv -o walk.svg
"$layout" -q "$graph" --metric lengths.csv --metric-adds-edges --pairs paths \
  --class told.csv -o learned.svg
