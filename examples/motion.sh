#!/bin/sh
# The layers of three models as an animation, and their energies and lengths as
# charts: the homophilic and the heterophilic graph of the paper.
#
# usage: motion.sh [ANIMATION [CHARTS]]     (layers.png curves.png)
set -eu
animation=${1:-layers.png}
charts=${2:-curves.png}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
models="--layers 8 --model mgnn,sgc,appnp --class block"
for graph in homophilic heterophilic; do
  "${MGNN_SBM:-mgnn-sbm}" -q --preset $graph -o "$work/$graph"
done
# shellcheck disable=SC2086
"${MGNN_LAYOUT:-mgnn-layout}" "$work/homophilic.gml" $models --palette paper \
  --features "$work/homophilic-features.csv" \
  --metric "$work/homophilic-metric.csv" --size 540x228 --animate "$animation"
# shellcheck disable=SC2086
"${MGNN_LAYOUT:-mgnn-layout}" "$work/heterophilic.gml" $models \
  --features "$work/heterophilic-features.csv" \
  --metric "$work/heterophilic-metric.csv" --plot "$charts"
