"""A map out of road distances: for those who draw to length.

128 cities and, for pairs at most 500 miles apart, the miles by road.  Cells start
with # %%, as notebooks of editors have them; in Jupyter the last line of a cell
that is a layout shows as a picture.
"""
# %% Read the distances into a graph of NetworkX
import csv

import mgnn
import networkx as nx
import numpy as np

roads = nx.Graph()
with open("graphs/cities.csv", encoding="utf-8") as table:
    for row in csv.DictReader(table):
        roads.add_edge(row["source"], row["target"], length=float(row["length"]))
print(roads.number_of_nodes(), "cities,", roads.number_of_edges(), "roads")

# %% Draw: the attribute `length` is found by its name
drawing = mgnn.layout(roads)
print("converged:", drawing.converged)
print(f"roads are off by {drawing.figures.mean_relative_error:.1%} on average")
drawing

# %% Which roads do not fit the plane, and why
for edge in drawing.worst(3):
    print(f"{edge.ends[0]} - {edge.ends[1]}: {edge.lower:.0f} miles by road, "
          f"{edge.drawn:.0f} on the map")
verdict = mgnn.feasibility(roads)
print("can all be met:", verdict.feasible, "because of", verdict.method)

# %% How near it comes to the true map, after the best motion
with open("graphs/cities-positions.csv", encoding="utf-8") as table:
    rows = list(csv.DictReader(table))
true = {row["node"]: (float(row["x"]), float(row["y"])) for row in rows}
there = np.array([true[city] for city in roads])
here = mgnn.align(drawing.positions, there)
miles = np.linalg.norm(here - there, axis=1)
print(f"half of the cities are within {np.median(miles):.0f} miles of where they are")

# %% For others' programs: positions by name
pos = mgnn.layout_nx(roads, max_iterations=100)
assert set(pos) == set(roads)       # nx.draw(roads, pos)
