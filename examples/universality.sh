#!/bin/sh
# What MGNN can express, by layers and by layout mode.  Take the output of another
# model, ask for the lengths that its edges have, and let MGNN find positions with
# these lengths:
#   layers (alpha 0, beta 1, eps 0), whole ones and half steps, from ten random
#   starts and from PivotMDS,
#   layout mode, which chooses its starts and steps.
# Found positions are equivalent to that output if all edges have its lengths,
# and congruent if a rigid motion brings them onto it; where the graph is
# globally rigid the first implies the second.
#
# usage: universality.sh
set -eu
layout=${MGNN_LAYOUT:-mgnn-layout} inspect=${MGNN_INSPECT:-mgnn-inspect}
"${MGNN_SBM:-mgnn-sbm}" -q --blocks 20,20 --p-in 0.5 --p-out 0.2 -o rigid

ask() { sed -n "s/^  \"$1\": \([-a-z0-9.+]*\),*$/\1/p" answers.json; }

# Find positions and compare them with star.csv: root mean square of the relative
# errors of lengths, equivalent, congruent.
try() {
  "$layout" -q "$graph" --metric coords:star.csv "$@" -o found.csv
  "$inspect" -q "$graph" --metric coords:star.csv found.csv star.csv --json \
    >answers.json
  echo "$(ask rms_relative_error) $(ask equivalent) $(ask congruent)"
}

layers() {
  try --layers 2000 --model mgnn-damped --alpha 0 --beta 1 --eps 0 --space y "$@"
}

# Some tries in one line, with the median of the errors.
tell() {
  LC_ALL=C sort -g tries | LC_ALL=C awk -v way="$1" '
    { x[NR] = 100 * $1; e += $2 == "true"; c += $3 == "true" }
    END {
      m = NR % 2 ? x[(NR + 1) / 2] : (x[NR / 2] + x[NR / 2 + 1]) / 2
      printf "  %-35s off by %.3g %%; equivalent %d of %d, congruent %d\n",
             way ":", m < 1e-7 ? 0 : m, e, NR, c }'
}

for graph in rigid.gml graphs/london.gml; do
  for model in sgc appnp; do
    # Z*, written as Y*: lengths are between rows as they are written.
    "$layout" -q "$graph" --init random --layers 3 --model $model --space y \
      -o star.csv
    "$inspect" -q "$graph" --json >answers.json
    echo "$graph, $model: globally rigid $(ask globally_rigid)"
    for step in 1 0.5; do
      # Other seeds than that of Z*, whose start would be half of the answer.
      for seed in 2 3 4 5 6 7 8 9 10 11; do
        layers --init random --step $step --seed $seed
      done >tries
      tell "2000 layers from random, step $step"
      layers --init pivot --step $step >tries
      tell "2000 layers from pivot, step $step"
    done
    try >tries
    tell "layout mode"
  done
done
