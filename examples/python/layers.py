"""Layers of three models side by side: for those who study propagation.

The experiment of the MGNN paper in small: four blocks, length 0 within a block
and 5 between.
"""
# %% A block model, as the edge_index of PyTorch Geometric: both directions
import mgnn
import numpy as np

rng = np.random.default_rng(1)
block = np.repeat(np.arange(4), 25)
chance = np.where(block[:, None] == block[None, :], 0.3, 0.05)
adjacent = np.triu(rng.random((100, 100)) < chance, 1)
edge_index = np.array(np.nonzero(adjacent | adjacent.T))
lengths = np.where(block[edge_index[0]] == block[edge_index[1]], 0.0, 5.0)
graph = mgnn.problem((100, edge_index), lengths)
print(graph)

# %% Eight layers of each model, from one start
corner = np.array([(0, 0), (0, 1), (1, 0), (1, 1)])[block]
Z0 = mgnn.rescale(graph, corner + rng.normal(scale=0.3, size=(100, 2)), "z")
layers = {model: mgnn.propagate(graph, Z0, model, 8) for model in ("mgnn", "sgc", "appnp")}

# %% The energy of every layer, and how well blocks come apart


def apart(y):
    """The variance between blocks in the whole variance."""
    middle = np.array([y[block == b].mean(axis=0) for b in range(4)])[block]
    return ((middle - y.mean(axis=0))**2).sum() / ((y - y.mean(axis=0))**2).sum()


for model, every in layers.items():
    drawings = [mgnn.rescale(graph, z) for z in every]
    energy = [mgnn.measure(graph, y).energy for y in drawings]
    print(f"{model:6} energy {energy[0]:.0f} -> {energy[-1]:.0f}, blocks apart "
          f"{apart(drawings[0]):.2f} -> {apart(drawings[-1]):.2f}")

# %% A layer of one's own: sgc is the mean of neighbours, scaled by degrees
degree = np.bincount(edge_index[0], minlength=100)
A = np.zeros((100, 100))
A[tuple(edge_index)] = 1
own = A / np.sqrt(np.outer(degree, degree)) @ Z0
print("the same as by hand:", np.allclose(layers["sgc"][1], own, atol=1e-12))
