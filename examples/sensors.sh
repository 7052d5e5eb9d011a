#!/bin/sh
# Localisation of sensors: 1000 of them, the distances of 5547 pairs within
# radio range, and 20 anchors whose place is known.  --align does not turn the
# drawing here (pinned nodes hold it); it says how far from the truth it is.
#
# usage: sensors.sh [PICTURE]     (sensors.png)
set -eu
awk -F, 'NR == FNR { if ($2 == "anchor") anchor[$1]; next }
  FNR == 1 || $1 in anchor' graphs/net1000-labels.csv \
  graphs/net1000-positions.csv > anchors.csv
"${MGNN_LAYOUT:-mgnn-layout}" graphs/net1000.dist --pin anchors.csv \
  --labels graphs/net1000-labels.csv --align graphs/net1000-positions.csv \
  -o "${1:-sensors.png}"
rm anchors.csv
