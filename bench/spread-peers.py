#!/usr/bin/python3
"""Drawings to read, of graphs whose lengths leave freedom, beside neato's.

  bench/spread-peers.py [-l SECONDS] [-r REPEATS] [-m MGNN-LAYOUT] [KIND...]

Metro maps, road networks, trees, circuits and grids; random lengths are
lognormal (sigma 0.5), the seed is fixed.  One row per graph and program: path
stress per pair, the mean of (r/d - 1)^2 over all pairs with d the length of the
shortest path; crossings of edges; the largest relative error of a length; and
seconds of the processor for the whole command on one thread, the best of the
repeats.  neato is given the lengths, as `len`.  Up to 300 nodes there is also a
plain continuation in SciPy: from the drawing of least path stress S, minimise
sum over edges of (r/L - 1)^2 + lambda S by L-BFGS with lambda from 1 to 1e-7, then
without S.

Needs graphviz, python3-scipy.
"""
import argparse
import importlib
import os
import re
import sys
import tempfile
import time

import numpy
from scipy.optimize import minimize
from scipy.sparse.csgraph import minimum_spanning_tree, shortest_path
from scipy.spatial import Delaunay

sys.dont_write_bytecode = True
pairs = importlib.import_module("pairs-peers")
lengths_peers = importlib.import_module("lengths-peers")

SEED = 1
GRAPHS = os.path.join(os.path.dirname(__file__), "..", "graphs")


def random_lengths(edges):
    rng = numpy.random.default_rng(SEED)
    return numpy.exp(0.5 * rng.standard_normal(len(edges)))


def gml(name, own):
    """Edges of a sample in GML, each once, with its own lengths or random ones."""
    with open(os.path.join(GRAPHS, name), encoding="utf-8") as text:
        blocks = re.findall(r"\bedge\s*\[(.*?)\]", text.read(), re.S)
    found = {}
    for block in blocks:
        get = dict(re.findall(r"(\w+)\s+([-\d.]+)", block))
        ends = tuple(sorted((int(get["source"]), int(get["target"]))))
        if ends[0] != ends[1]:
            found[ends] = float(get.get("len", 1))
    nodes = {v: k for k, v in enumerate(sorted({i for e in found for i in e}))}
    edges = numpy.array([(nodes[i], nodes[j]) for i, j in found])
    return edges, numpy.array(list(found.values())) if own else random_lengths(edges)


def delaunay(n, keep, own):
    """A road network: a minimum spanning tree and some other edges."""
    rng = numpy.random.default_rng(SEED)
    x = rng.random((n, 2)) * numpy.sqrt(n)
    t = Delaunay(x).simplices
    edges = numpy.unique(numpy.sort(t[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)),
                         axis=0)
    true = numpy.hypot(*(x[edges[:, 0]] - x[edges[:, 1]]).T)
    tree = minimum_spanning_tree(lengths_peers.matrix_of(n, edges, true)).tocoo()
    inside = {tuple(sorted(e)) for e in zip(tree.row.tolist(), tree.col.tolist())}
    kept = numpy.array([tuple(e) in inside or rng.random() < keep
                        for e in edges.tolist()])
    return edges[kept], true[kept] if own else random_lengths(edges[kept])


def tree(n, back):
    rng = numpy.random.default_rng(SEED)
    edges = numpy.array([(rng.integers(max(0, i - back), i), i)
                         for i in range(1, n)])
    return edges, random_lengths(edges)


def circuit(n):
    """A tree with loops over short distances."""
    rng = numpy.random.default_rng(SEED)
    edges = {(int(rng.integers(max(0, i - 20), i)), i) for i in range(1, n)}
    edges |= {(int(rng.integers(max(0, i - 20), i)), i)
              for i in range(30, n, 5)}
    edges = numpy.array(sorted(edges))
    return edges, random_lengths(edges)


def grid(w, unit):
    at = numpy.arange(w * w).reshape(w, w)
    edges = numpy.concatenate([
        numpy.stack([at[:, :-1].ravel(), at[:, 1:].ravel()], 1),
        numpy.stack([at[:-1].ravel(), at[1:].ravel()], 1)])
    return edges, numpy.ones(len(edges)) if unit else random_lengths(edges)


KINDS = {
    "Boston's metro, true lengths": lambda: gml("boston.gml", True),
    "London's metro, random lengths": lambda: gml("london.gml", False),
    "metro, random lengths": lambda: delaunay(84, 0.045, False),
    "large metro, random lengths": lambda: delaunay(211, 0.009, False),
    "roads, true lengths": lambda: delaunay(500, 0.25, True),
    "many roads, true lengths": lambda: delaunay(2000, 0.25, True),
    "roads, random lengths": lambda: delaunay(300, 0.25, False),
    "tree, random lengths": lambda: tree(109, 12),
    "bushy tree, random lengths": lambda: tree(200, 200),
    "circuit, random lengths": lambda: circuit(150),
    "grid, unit lengths": lambda: grid(10, True),
    "grid, random lengths": lambda: grid(12, False),
}


def crossings_of(edges, x):
    """Pairs of edges without a common end that cross."""
    def side(p, q, r):
        return ((q[..., 0] - p[..., 0]) * (r[..., 1] - p[..., 1])
                - (q[..., 1] - p[..., 1]) * (r[..., 0] - p[..., 0]))
    a, b, count = x[edges[:, 0]], x[edges[:, 1]], 0
    for k in range(len(edges) - 1):
        apart = ~numpy.isin(edges[k + 1:], edges[k]).any(1)
        p, q = a[k + 1:][apart], b[k + 1:][apart]
        count += int(((side(a[k], b[k], p) * side(a[k], b[k], q) < 0)
                      & (side(p, q, a[k]) * side(p, q, b[k]) < 0)).sum())
    return count


def figures_of(edges, lengths, x):
    i, j = numpy.triu_indices(len(x), 1)
    d = shortest_path(lengths_peers.matrix_of(len(x), edges, lengths),
                      directed=False)[i, j]
    stress = numpy.mean((numpy.hypot(*(x[i] - x[j]).T) / d - 1) ** 2)
    _, largest = lengths_peers.errors_of(edges, lengths, x, False)
    return stress, crossings_of(edges, x), largest


def terms(x, i, j, d, by):
    """by times the sum of (r/d - 1)^2 over some pairs, and its gradient."""
    apart = x[i] - x[j]
    r = numpy.hypot(*apart.T) + 1e-12
    off, grad = r / d - 1, numpy.zeros_like(x)
    push = (2 * by * off / d / r)[:, None] * apart
    numpy.add.at(grad, i, push)
    numpy.add.at(grad, j, -push)
    return by * (off ** 2).sum(), grad


def continuation(edges, lengths):
    n = int(edges.max()) + 1
    far = shortest_path(lengths_peers.matrix_of(n, edges, lengths), directed=False)
    centre = numpy.eye(n) - 1 / n
    size, axes = numpy.linalg.eigh(-centre @ far ** 2 @ centre / 2)
    x = (axes[:, -2:] * numpy.sqrt(size[-2:])).ravel()
    pairs_of = numpy.triu_indices(n, 1)
    depth = {"maxiter": 2500, "maxfun": 4000, "ftol": 1e-15, "gtol": 1e-12,
             "maxcor": 30}
    for edge, path in [(0, 1)] + [(1, 10.0 ** -k) for k in range(8)] + [(1, 0)]:
        def value(z, edge=edge, path=path):
            y = z.reshape(n, 2)
            a = terms(y, edges[:, 0], edges[:, 1], lengths, edge)
            b = terms(y, *pairs_of, far[pairs_of], path) if path else (0, 0)
            return a[0] + b[0], (a[1] + b[1]).ravel()
        x = minimize(value, x, jac=True, method="L-BFGS-B", options=depth).x
    return x.reshape(n, 2)


def timed(call, *arguments):
    began = time.process_time()
    found = call(*arguments)
    return time.process_time() - began, found


def graph_compare(peers, kind):
    edges, lengths = KINDS[kind]()
    n = int(edges.max()) + 1
    path = peers.file("graph.csv")
    lengths_peers.graph_write(path, edges, lengths)
    names = [str(i) for i in range(n)]
    rows = [("mgnn-layout", lambda: peers.ours(path, names, "edges")),
            ("--spread no", lambda: peers.ours(path, names, "edges",
                                               ["--spread", "no"])),
            ("neato major",
             lambda: peers.neato("major", names, edges, lengths))]
    if n <= 300:
        rows.append(("continuation", lambda: timed(continuation, edges, lengths)))
    for name, call in rows:
        head = f"| {kind} | {n} | {len(edges)} | {name} "
        if pairs.missing(name):
            print(f"{head}| | | | absent {pairs.missing(name)} |")
            continue
        found = pairs.best(peers.options.repeats, call)
        if found is None:
            print(f"{head}| | | | > {peers.options.limit} |")
            continue
        stress, crossings, largest = figures_of(edges, lengths, found[1])
        print(f"{head}| {stress:.3f} | {crossings} | {largest:.1e} "
              f"| {found[0]:.3g} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("-l", "--limit", type=int, default=40)
    parser.add_argument("-r", "--repeats", type=int, default=2)
    parser.add_argument("-m", "--mgnn-layout", default="./mgnn-layout")
    parser.add_argument("kind", nargs="*", help="; ".join(KINDS))
    options = parser.parse_args()
    os.environ["OMP_NUM_THREADS"] = "1"
    print("| graph | nodes | edges | program | path stress per pair "
          "| crossings | largest error | seconds |")
    print("| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as directory:
        for kind in options.kind or KINDS:
            graph_compare(pairs.Peers(options, directory), kind)


if __name__ == "__main__":
    main()
