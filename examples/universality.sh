#!/bin/sh
# What MGNN can express: take the output of another model, ask for the lengths
# that its edges have, and let MGNN find positions with these lengths.  They are
# always equivalent to that output, the same on every edge; they are congruent
# to it, the same up to a rigid motion, where the graph is globally rigid, and
# need not be where it is flexible.
#
# usage: universality.sh
set -eu
layout=${MGNN_LAYOUT:-mgnn-layout} inspect=${MGNN_INSPECT:-mgnn-inspect}
"${MGNN_SBM:-mgnn-sbm}" -q --blocks 20,20 --p-in 0.5 --p-out 0.2 -o rigid

ask() { sed -n "s/^  \"$1\": \([a-z]*\),*$/\1/p" answers.json; }

for graph in rigid.gml graphs/london.gml; do
  for model in sgc appnp; do
    # Z*, written as Y*: lengths are between rows as they are written.
    "$layout" -q "$graph" --init random --layers 3 --model $model --space y \
      -o star.csv
    "$layout" -q "$graph" --metric coords:star.csv -o found.csv
    "$inspect" -q "$graph" --metric coords:star.csv found.csv star.csv --json \
      >answers.json
    printf '%s, %s: globally rigid %s; equivalent %s, congruent %s\n' \
      "$graph" $model "$(ask globally_rigid)" "$(ask equivalent)" \
      "$(ask congruent)"
  done
done
