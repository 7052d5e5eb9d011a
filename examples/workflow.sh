#!/bin/sh
# The way of a manuscript, a directed graph whose file says what its nodes and
# edges look like: shapes with text within, colours, dashes, widths, labels, a
# loop, opposite and parallel edges.
#
# usage: workflow.sh [PICTURE]       (workflow.png)
set -eu
layout=${MGNN_LAYOUT:-mgnn-layout}
"$layout" graphs/manuscript.dot --no-overlap -o "${1:-workflow.png}"
