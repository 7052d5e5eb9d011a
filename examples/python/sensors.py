"""Sensors located by distances and anchors: for those who locate.

1000 sensors in the unit square, the distances of pairs within radio range, and
20 anchors whose place is known.
"""
# %% Distances and anchors, as arrays
import csv

import mgnn
import numpy as np

rows = [line.split() for line in open("graphs/net1000.dist", encoding="utf-8")
        if line.strip() and not line.startswith("#")]
ends = np.array([[int(row[0]), int(row[1])] for row in rows])
low = np.array([float(row[2]) for row in rows])
first = ends.min()
n = int(ends.max()) - first + 1


def table(path):
    with open(path, encoding="utf-8") as lines:
        return {int(row["node"]) - first: row for row in csv.DictReader(lines)}


place = {i: (float(row["x"]), float(row["y"]))
         for i, row in table("graphs/net1000-positions.csv").items()}
anchors = [i for i, row in table("graphs/net1000-labels.csv").items()
           if row["label"] == "anchor"]
print(n, "sensors,", len(ends), "distances,", len(anchors), "anchors")

# %% What can be known: the graph alone decides whether lengths determine places
network = mgnn.problem((n, ends - first), low, pins={i: place[i] for i in anchors})
rigid = mgnn.rigidity(network)
print("degrees of freedom:", rigid.degrees_of_freedom)
print("sensors in the largest rigid part:", len(rigid.parts[0]))

# %% Locate them
drawing = mgnn.layout(network)
there = np.array([place[i] for i in range(n)])
error = np.linalg.norm(drawing.positions - there, axis=1)
print(f"largest relative error of a distance: {drawing.figures.max_relative_error:.0e}"
      if drawing.figures.max_relative_error > 1e-5 else "all distances are met")
sure = drawing.determined == 1
print("determined by the distances:", sure.sum())
print("of these within 0.001 of the truth:", (error[sure] < 1e-3).sum())
