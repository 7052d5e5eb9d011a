#!/usr/bin/python3
"""The Python package beside other layouts in Python, and what its conversion costs.

  bench/python-peers.py [conversion]   with mgnn in PYTHONPATH; bench/run calls it

Prints rows of bench/run, parted by tabs; with a word, those of conversions only.
Calls only, seconds of the processor on one thread, the best of three; the stress is the sum over pairs of (r-d)^2/d^2 at
the best scale of each drawing.  What is converted is a random graph of 10^6 edges;
the run beside it is ten layers in two dimensions, on one thread.

Needs python3-numpy, python3-scipy; python3-networkx, python3-igraph and
python3-sklearn are the peers.
"""
import importlib.util
import sys
import time

import mgnn
import numpy as np
from mgnn import _core
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import shortest_path


def best(call, repeats=3):
    """The answer, and the least of the processor's seconds."""
    least, answer = np.inf, None
    for _ in range(repeats):
        begin = time.process_time()
        answer = call()
        least = min(least, time.process_time() - begin)
    return answer, least


def row(*cells):
    print("\t".join(c if isinstance(c, str) else f"{c:.6g}" for c in cells), flush=True)


def grid(side):
    at = np.arange(side * side).reshape(side, side)
    return np.concatenate([np.stack([at[:, :-1].ravel(), at[:, 1:].ravel()], 1),
                           np.stack([at[:-1].ravel(), at[1:].ravel()], 1)])


def stress_of(distance, x):
    i, j = np.triu_indices(len(x), 1)
    q = np.linalg.norm(x[i] - x[j], axis=1) / distance[i, j]
    return len(q) - q.sum()**2 / (q * q).sum()


def library_networkx(n, edges, distance):
    import networkx
    graph = networkx.Graph()
    graph.add_nodes_from(range(n))
    graph.add_edges_from(edges.tolist())
    at, seconds = best(lambda: networkx.kamada_kawai_layout(graph), 1)
    return np.array([at[i] for i in range(n)]), seconds


def library_igraph(n, edges, distance):
    import igraph
    graph = igraph.Graph(n=n, edges=edges.tolist())
    layout, seconds = best(graph.layout_kamada_kawai)
    return np.array(layout.coords), seconds


def library_sklearn(n, edges, distance):
    from sklearn.manifold import MDS
    mds = MDS(dissimilarity="precomputed", n_init=4, random_state=1, normalized_stress=False)
    return best(lambda: mds.fit_transform(distance), 1)


PEERS = [("networkx.kamada_kawai_layout", "networkx", library_networkx),
         ("igraph layout_kamada_kawai", "igraph", library_igraph),
         ("sklearn MDS", "sklearn", library_sklearn)]


def layouts():
    for side in 10, 20:
        edges, n = grid(side), side * side
        i, j = edges.T
        distance = shortest_path(coo_matrix((np.ones(len(edges)), (i, j)), (n, n)).tocsr(),
                                 directed=False, unweighted=True)
        ours, seconds = best(lambda: mgnn.layout((n, edges), pairs="paths", threads=1))
        what = f"Python: layout of a {side} x {side} grid"
        stress = stress_of(distance, ours.positions)
        for name, module, call in PEERS:
            if importlib.util.find_spec(module) is None:
                row("", what, name, f"absent python3-{module}", seconds, "s", "faster")
                continue
            theirs, spent = call(n, edges, distance)
            row("", what, name, spent, seconds, "s", "faster")
            row("", what + ", stress", name, stress_of(distance, theirs), stress, "", "faster")


def converted(graph, values):
    """Seconds of all that makes a Problem, but for the library's own call."""
    within, call = [], _core.problem_new

    def timed(*words):
        begin = time.process_time()
        out = call(*words)
        within.append(time.process_time() - begin)
        return out

    begin = time.process_time()
    _core.problem_new = timed
    try:
        mgnn.problem(graph, values)
    finally:
        _core.problem_new = call
    return time.process_time() - begin - sum(within)


def conversion():
    rng = np.random.default_rng(1)
    n, m = 10**5, 10**6
    edges = rng.integers(0, n, (m + m // 20, 2))
    edges = edges[edges[:, 0] != edges[:, 1]]
    _, first = np.unique(np.sort(edges, axis=1) @ (n, 1), return_index=True)
    edges = edges[np.sort(first)][:m]
    lengths = rng.integers(1, 16, m) / 8
    both, twice = np.concatenate([edges, edges[:, ::-1]]).T.copy(), np.tile(lengths, 2)
    matrix = coo_matrix((twice, both), (n, n)).tocsr()
    z = rng.normal(size=(n, 2))
    for name, graph, values in (("arrays m x 2", (n, edges), lengths),
                                ("edge_index", (n, both), twice), ("CSR matrix", matrix, True)):
        spent = min(converted(graph, values) for _ in range(5))
        _, whole = best(lambda: mgnn.propagate(graph, z, layers=10, lengths=values, threads=1))
        row("python/conversion", f"Python: conversion of {name}, 10^6 edges",
            "10 layers, the whole call", whole, spent, "s", "limit")


def networkx_conversion():
    """Beside np.fromiter of the same edges."""
    if importlib.util.find_spec("networkx") is None:
        return
    import networkx
    rng = np.random.default_rng(1)
    for kind in networkx.Graph, networkx.DiGraph:
        graph = kind()
        graph.add_nodes_from(range(10**5))
        graph.add_edges_from((a, b) for a, b in rng.integers(0, 10**5, (5 * 10**5, 2)).tolist() if a != b)
        _, bare = best(lambda: np.fromiter((end for ends in graph.edges() for end in ends), np.int64))
        _, spent = best(lambda: mgnn.problem(graph))
        row("python/conversion", f"Python: networkx.{kind.__name__}, 5*10^5 edges", "numpy.fromiter",
            bare, spent, "s", "limit")


if len(sys.argv) == 1:
    layouts()
conversion()
networkx_conversion()
