# Lengths 1, 1 and 3 break the triangle inequality: they cannot all be met.
graph [
  node [ id 1 label "A" ]
  node [ id 2 label "B" ]
  node [ id 3 label "C" ]
  edge [ source 1 target 2 len 1 ]
  edge [ source 2 target 3 len 1 ]
  edge [ source 1 target 3 len 3 ]
]
