#!/bin/sh
# What MGNN can express, asked of trained networks: take the embedding of a GCN
# and of APPNP, ask for the lengths that its edges have, and let MGNN find them
# from lengths alone: by plain layers from a random start, by layers from a good
# start, and in layout mode.  Congruent embeddings have the same distances, so
# whoever classifies by distances (here by the nearest mean of the training nodes
# of a class) says the same of both; the last column is the share of nodes of
# which the same is said.
#
# usage: trained.sh
set -eu
layout=${MGNN_LAYOUT:-mgnn-layout} inspect=${MGNN_INSPECT:-mgnn-inspect}
"${MGNN_SBM:-mgnn-sbm}" -q --blocks 30,30,30 --p-in 0.25 --p-out 0.08 \
  --means 0,0:1,0:0,1 -o three

ask() { sed -n "s/^  \"$1\": \([a-z]*\),*$/\1/p" answers.json; }

# The class that each node is told to have: the nearest mean of training nodes.
classify() {
  awk -F, '
    FNR == 1 { next }
    NR == FNR { label[$1] = $2; part[$1] = $3; next }
    { node[++n] = $1
      for (c = 2; c <= NF; c++) {
        x[$1, c] = $c
        if (part[$1] == "t") sum[label[$1], c] += $c
      }
      if (part[$1] == "t") count[label[$1]]++ }
    END {
      for (k = 1; k <= n; k++) {
        best = ""
        for (l in count) {
          far = 0
          for (c = 2; c <= NF; c++)
            far += (x[node[k], c] - sum[l, c] / count[l]) ^ 2
          if (best == "" || far < least) { best = l; least = far }
        }
        print node[k] "," best
      }
    }' told.csv "$1"
}

printf 'network  lengths found by              equivalent congruent same classes\n'
for model in gcn appnp; do
  "${MGNN_LEARN:-mgnn-learn}" -q three.gml --features three-features.csv --class block \
    --model $model --hidden 3 --lr 0.05 --dropout 0 --weight-decay 0 \
    --embedding star.csv --predictions told.csv >accuracy.txt
  classify star.csv >star-classes.csv
  for by in random pivot layout; do
    case $by in
    layout)
      what='layout mode'
      "$layout" -q three.gml --metric coords:star.csv --dim 3 -o found.csv ;;
    *)
      what="2000 layers, $by start"
      "$layout" -q three.gml --metric coords:star.csv --dim 3 --init $by \
        --layers 2000 --alpha 0 --beta 1 --eps 0 --space y -o found.csv ;;
    esac
    "$inspect" -q three.gml --metric coords:star.csv found.csv star.csv --json \
      >answers.json
    classify found.csv | diff - star-classes.csv | grep -c '^<' >differ || :
    printf '%-8s %-29s %-10s %-9s %s %%\n' $model "$what" "$(ask equivalent)" \
      "$(ask congruent)" "$(awk '{ print 100 * (90 - $1) / 90 }' differ)"
  done
done
