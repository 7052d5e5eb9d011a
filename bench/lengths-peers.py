#!/usr/bin/python3
"""Drawing to prescribed lengths: other programs beside ours, in one run.

  bench/lengths-peers.py [-l SECONDS] [-r REPEATS] [-m MGNN-LAYOUT]

Random geometric graphs in a square with their true lengths, in radii of the
connection; the seed is fixed.  One row per graph and program: the RMS and the
largest relative error of a length, at the best scale for a program that chooses
its own, and seconds of the processor (user and system), the best of the
repeats; whole commands for neato and mgnn-layout, only the call for Python
libraries, all on one thread.  What takes longer than the limit is given up.

igraph is not here: its Kamada-Kawai takes no lengths from Python.

Needs graphviz, python3-networkx, python3-sklearn.
"""
import argparse
import importlib
import os
import sys
import tempfile
import time

import numpy
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components, shortest_path
from scipy.spatial import cKDTree

sys.dont_write_bytecode = True
pairs = importlib.import_module("pairs-peers")

SEED = 1
GRAPHS = [(200, 12), (200, 20), (1000, 12), (1000, 20)]


def matrix_of(n, edges, lengths):
    i, j = edges.T
    return coo_matrix((lengths, (i, j)), (n, n)).tocsr()


def graph_make(n, degree):
    """The largest component: its number of nodes, edges and lengths."""
    x = numpy.random.default_rng(SEED).random((n, 2))
    radius = numpy.sqrt(degree / (numpy.pi * n))
    edges = cKDTree(x).query_pairs(radius, output_type="ndarray")
    lengths = numpy.hypot(*(x[edges[:, 0]] - x[edges[:, 1]]).T) / radius
    _, part = connected_components(matrix_of(n, edges, lengths), False)
    inside = part == numpy.bincount(part).argmax()
    number = numpy.cumsum(inside) - 1
    kept = inside[edges[:, 0]]
    return int(inside.sum()), number[edges[kept]], lengths[kept]


def graph_write(path, edges, lengths):
    with open(path, "w", encoding="utf-8") as to:
        to.write("source,target,len\n")
        to.writelines(f"{i},{j},{d:.17g}\n"
                      for (i, j), d in zip(edges, lengths))


def graph_read(path):
    table = numpy.loadtxt(path, delimiter=",", skiprows=1)
    edges = table[:, :2].astype(int)
    return int(edges.max()) + 1, edges, table[:, 2]


def errors_of(edges, lengths, x, rescale):
    """RMS and largest; the best scale makes the RMS least."""
    q = numpy.hypot(*(x[edges[:, 0]] - x[edges[:, 1]]).T) / lengths
    if rescale:
        q *= q.sum() / (q * q).sum()
    return numpy.sqrt(numpy.mean((q - 1) ** 2)), numpy.abs(q - 1).max()


# Python libraries, each in a process of its own.

def library_networkx(n, edges, lengths):
    import networkx
    graph = networkx.Graph()
    graph.add_nodes_from(range(n))
    for (i, j), d in zip(edges.tolist(), lengths):
        graph.add_edge(i, j, weight=d)
    begin = time.process_time()
    at = networkx.kamada_kawai_layout(graph, weight="weight")
    return time.process_time() - begin, numpy.array([at[i] for i in range(n)])


def library_sklearn(n, edges, lengths):
    from sklearn.manifold import MDS
    begin = time.process_time()
    distances = shortest_path(matrix_of(n, edges, lengths), directed=False)
    mds = MDS(dissimilarity="precomputed", random_state=1)
    x = mds.fit_transform(distances)
    return time.process_time() - begin, x


LIBRARIES = {"networkx": library_networkx, "sklearn": library_sklearn}


def child(name, path, out):
    seconds, x = LIBRARIES[name](*graph_read(path))
    numpy.savez(out, seconds=seconds, x=x)


def graph_compare(peers, n, degree):
    n, edges, lengths = graph_make(n, degree)
    path = peers.file("graph.csv")
    graph_write(path, edges, lengths)
    names = [str(i) for i in range(n)]
    limit, repeats = peers.options.limit, peers.options.repeats
    # Name, whether it chooses its own scale, how it is run; ours first.
    rows = [("mgnn-layout", False, lambda: peers.ours(path, names, "edges")),
            ("neato major", False,
             lambda: peers.neato("major", names, edges, lengths)),
            ("NetworkX kamada_kawai", True,
             lambda: peers.library("networkx", path)),
            ("scikit-learn MDS", False,
             lambda: peers.library("sklearn", path))]
    our_time = None
    for name, rescale, call in rows:
        head = f"| {n} | {len(edges)} | {degree} | {name} "
        if pairs.missing(name):
            print(f"{head}| | | absent {pairs.missing(name)} | |")
            continue
        found = pairs.best(repeats, call)
        if found is None:
            print(f"{head}| | | > {limit} | > {limit / our_time:.0f} |")
            continue
        seconds, x = found
        our_time = our_time or seconds
        rms, largest = errors_of(edges, lengths, x, rescale)
        print(f"{head}| {rms:.2g} | {largest:.2g} | {seconds:.3g} "
              f"| {seconds / our_time:.1f} |")
        sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("-l", "--limit", type=int, default=40)
    parser.add_argument("-r", "--repeats", type=int, default=2)
    parser.add_argument("-m", "--mgnn-layout", default="./mgnn-layout")
    options = parser.parse_args()
    for name in "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS":
        os.environ[name] = "1"
    print("| nodes | edges | degree asked | program | RMS error "
          "| largest error | seconds | ratio |")
    print("| ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as directory:
        for n, degree in GRAPHS:
            graph_compare(pairs.Peers(options, directory), n, degree)


if __name__ == "__main__":
    if len(sys.argv) == 5 and sys.argv[1] == "--child":
        child(*sys.argv[2:])
    else:
        main()
