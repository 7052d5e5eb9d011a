#!/bin/sh
# A page to explore eight layers of three models on the heterophilic graph of
# the paper.  Open it in a browser; it needs no network.
#
# usage: explore.sh [PAGE]        (explore.html)
set -eu
"${MGNN_SBM:-mgnn-sbm}" -q --preset heterophilic -o explore
"${MGNN_LAYOUT:-mgnn-layout}" explore.gml --class block \
  --features explore-features.csv --metric explore-metric.csv \
  --layers 8 --model mgnn,sgc,appnp \
  --title "Four blocks, most edges between them" -o "${1:-explore.html}"
