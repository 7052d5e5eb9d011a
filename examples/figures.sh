#!/bin/sh
# Make every figure of the paper's experiment with stochastic block models: for
# a homophilic and a heterophilic graph the original drawing and layers 1 to 8
# of MGNN, SGC and APPNP, each as SVG and PNG, a sheet of them all, what can be
# claimed of the models by measure, and a table of energies.  MGNN is drawn in the
# matrix form that the paper derives (mgnn) and in the message form that its
# published code computes, and its figures show (mgnn-message).
#
# usage: figures.sh [FOLDER]      (figures)
#
# The programs are taken from PATH, or from MGNN_SBM and MGNN_LAYOUT.
set -eu
sbm=${MGNN_SBM:-mgnn-sbm}
layout=${MGNN_LAYOUT:-mgnn-layout}
folder=${1:-figures}
mkdir -p "$folder"
cd "$folder"

models=mgnn,mgnn-message,sgc,appnp

# draw GRAPH OPTION...: mgnn-layout with what all figures of a graph share.
draw() {
  graph=$1
  shift
  "$layout" -q "$graph.gml" --features "$graph-features.csv" \
    --metric "$graph-metric.csv" --class block --palette paper "$@"
}

for graph in homophilic heterophilic; do
  "$sbm" -q --preset "$graph" -o "$graph"
  draw "$graph" --layers 0 --title "Original graph, $graph" \
    -o "$graph-original.svg" -o "$graph-original.png"
  draw "$graph" --layers 8 --model $models \
    -o "$graph-%m-%d.svg" -o "$graph-%m-%d.png" \
    --sheet "$graph.svg" --report "$graph.json"
  draw "$graph" --layers 8 --model $models --sheet "$graph.png"
  draw "$graph" --layers 8 --model $models --claims=markdown \
    >"$graph-claims.md"
  # Layer 0 is the original graph once more.
  rm -f "$graph"-*-0.svg "$graph"-*-0.png
done

# The reports hold one layer per line, below the name of its model.
awk '
  FNR == 1 { graph = FILENAME; sub(/\.json$/, "", graph) }
  /^ *"name": / { split($0, part, "\""); column[++columns] = graph " " part[4] }
  /^ *\{"layer": / {
    layer = energy = $0
    sub(/.*"layer": /, "", layer)
    sub(/.*"energy": /, "", energy)
    value[columns, layer + 0] = energy + 0
    if (layer + 0 > layers)
      layers = layer + 0
  }
  END {
    printf "| layer |"
    for (c = 1; c <= columns; c++)
      printf " %s |", column[c]
    printf "\n| ---: |"
    for (c = 1; c <= columns; c++)
      printf " ---: |"
    for (l = 0; l <= layers; l++) {
      printf "\n| %d |", l
      for (c = 1; c <= columns; c++)
        printf " %.1f |", value[c, l]
    }
    print ""
  }' homophilic.json heterophilic.json >energies.md

set -- *.svg *.png
echo "$# drawings and energies.md in $(pwd)"
