#!/bin/sh
# What lengths leave free: three graphs whose lengths are met by many drawings,
# drawn without regard to that (--spread no) and spread, which is the default.
#
# usage: spread.sh [FOLDER]      (the present one)
set -eu
layout=${MGNN_LAYOUT:-mgnn-layout}
to=${1:-.}
for graph in boston.gml roads.csv tree.csv; do
  name=${graph%.*}
  "$layout" -q "graphs/$graph" --spread no --size 480x400 \
    -o "$to/spread-$name-before.png"
  "$layout" "graphs/$graph" --size 480x400 -o "$to/spread-$name-after.png"
done
