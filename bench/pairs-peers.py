#!/usr/bin/python3
"""Drawing all pairs: other programs beside ours, in one run.

  bench/pairs-peers.py [-l SECONDS] [-r REPEATS] [-m MGNN-LAYOUT] GRAPH...

GRAPH is an edge list of a connected graph; all lengths are 1.  One row per
graph and peer: full stress, the sum over pairs of (r-d)^2/d^2 at the best scale
of each drawing, and seconds of the processor (user and system, all threads),
the best of the repeats; whole commands for neato and mgnn-layout (on one thread,
as all others are), only the call for Python libraries.  What takes longer than
the limit is given up.

Needs graphviz, python3-igraph, python3-networkx, python3-sklearn.
"""
import argparse
import csv
import importlib.util
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import numpy
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import shortest_path


def edges_read(path):
    """The names in order of appearance, and the edges as pairs of numbers."""
    number, edges = {}, []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            words = line.split("#")[0].split("%")[0].split()
            if len(words) >= 2:
                ends = [number.setdefault(w, len(number)) for w in words[:2]]
                if ends[0] != ends[1]:
                    edges.append(tuple(sorted(ends)))
    return list(number), sorted(set(edges))


def distances_of(n, edges):
    i, j = numpy.array(edges).T
    one = numpy.ones(len(edges))
    return shortest_path(coo_matrix((one, (i, j)), (n, n)).tocsr(),
                         directed=False, unweighted=True)


def stress_of(distances, x):
    """At the scale s that makes the sum of (s r/d - 1)^2 least."""
    top, bottom, count = 0.0, 0.0, 0
    for i in range(len(x) - 1):
        q = numpy.hypot(*(x[i + 1:] - x[i]).T) / distances[i, i + 1:]
        top += q.sum()
        bottom += (q * q).sum()
        count += len(q)
    return count - top * top / bottom


# Python libraries, each in a process of its own: file name in, seconds and
# positions out.

def library_igraph(n, edges):
    import igraph
    graph = igraph.Graph(n=n, edges=edges)
    begin = time.process_time()
    layout = graph.layout_kamada_kawai()
    return time.process_time() - begin, numpy.array(layout.coords)


def library_networkx(n, edges):
    import networkx
    graph = networkx.Graph()
    graph.add_nodes_from(range(n))
    graph.add_edges_from(edges)
    begin = time.process_time()
    at = networkx.kamada_kawai_layout(graph)
    return time.process_time() - begin, numpy.array([at[i] for i in range(n)])


def library_sklearn(n, edges):
    from sklearn.manifold import MDS
    begin = time.process_time()
    mds = MDS(dissimilarity="precomputed", random_state=1)
    x = mds.fit_transform(distances_of(n, edges))
    return time.process_time() - begin, x


def child(name, path, out):
    names, edges = edges_read(path)
    seconds, x = globals()["library_" + name](len(names), edges)
    numpy.savez(out, seconds=seconds, x=x)


def run(command, limit):
    """Seconds of the processor, or None if it took longer or failed."""
    def limit_set():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    process = subprocess.Popen(command, preexec_fn=limit_set,
                               stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = status
    return used.ru_utime + used.ru_stime if status == 0 else None


# The first word of a peer's name: its package, and the module it is, if any.
PACKAGES = {"neato": ("graphviz", None), "sfdp": ("graphviz", None),
            "igraph": ("python3-igraph", "igraph"),
            "NetworkX": ("python3-networkx", "networkx"),
            "scikit-learn": ("python3-sklearn", "sklearn")}


def missing(name):
    """The package to install before this peer can be asked, or None."""
    word = name.split()[0]
    package, module = PACKAGES.get(word, (None, None))
    there = importlib.util.find_spec(module) if module else shutil.which(word)
    return package if package and not there else None


class Peers:
    def __init__(self, options, directory):
        self.options = options
        self.at = directory

    def file(self, name):
        return os.path.join(self.at, name)

    def ours(self, path, names, pairs="paths", more=()):
        out = self.file("ours.csv")
        seconds = run([self.options.mgnn_layout, "-q", "--threads", "1",
                       "--pairs", pairs, *more, "-o", out, path],
                      self.options.limit)
        if seconds is None:
            return None
        with open(out, encoding="utf-8") as rows:
            at = {r["node"]: (float(r["x"]), float(r["y"]))
                  for r in csv.DictReader(rows)}
        return seconds, numpy.array([at[name] for name in names])

    def neato(self, mode, names, edges, lengths=None):
        return self.graphviz(["neato", "-Gmode=" + mode], names, edges, lengths)

    def graphviz(self, program, names, edges, lengths=None):
        dot, out = self.file("in.dot"), self.file("out.txt")
        with open(dot, "w", encoding="utf-8") as to:
            to.write("graph {\nnode [shape=point]\n")
            to.writelines(f"{i};\n" for i in range(len(names)))
            for k, (i, j) in enumerate(edges):
                of = "" if lengths is None else f" [len={lengths[k]:.17g}]"
                to.write(f"{i} -- {j}{of};\n")
            to.write("}\n")
        seconds = run(program + ["-Tplain", "-o", out, dot], self.options.limit)
        if seconds is None:
            return None
        x = numpy.zeros((len(names), 2))
        with open(out, encoding="utf-8") as lines:
            for line in lines:
                words = line.split()
                if words[0] == "node":
                    x[int(words[1])] = float(words[2]), float(words[3])
        return seconds, x

    def library(self, name, path):
        out = self.file("out.npz")
        if run([sys.executable, sys.argv[0], "--child", name, path, out],
               self.options.limit) is None:
            return None
        found = numpy.load(out)
        return float(found["seconds"]), found["x"]


def best(times, call):
    """The best time of some; the drawings are the same each time."""
    found = call()
    for _ in range(times - 1):
        if found is None or found[0] > 10:
            break
        again = call()
        if again is not None and again[0] < found[0]:
            found = again
    return found


def graph_compare(peers, path):
    names, edges = edges_read(path)
    distances = distances_of(len(names), edges)
    repeats = peers.options.repeats
    title = os.path.basename(path).split(".")[0]
    our_time, x = best(repeats, lambda: peers.ours(path, names))
    our_stress = stress_of(distances, x)
    rows = [("neato major", lambda: peers.neato("major", names, edges)),
            ("neato KK", lambda: peers.neato("KK", names, edges)),
            ("neato sgd", lambda: peers.neato("sgd", names, edges)),
            ("sfdp", lambda: peers.graphviz(["sfdp"], names, edges)),
            ("igraph kamada_kawai", lambda: peers.library("igraph", path)),
            ("NetworkX kamada_kawai", lambda: peers.library("networkx", path)),
            ("scikit-learn MDS", lambda: peers.library("sklearn", path))]
    for name, call in rows:
        if peers.options.only and peers.options.only not in name:
            continue
        if missing(name):
            print(f"| {title} | {len(names)} | {name} | | {our_stress:.6g} "
                  f"| absent {missing(name)} | {our_time:.3g} | |")
            continue
        found = best(repeats, call)
        if found is None:
            limit = peers.options.limit
            print(f"| {title} | {len(names)} | {name} | | {our_stress:.6g} "
                  f"| > {limit} | {our_time:.3g} | > {limit / our_time:.0f} |")
        else:
            print(f"| {title} | {len(names)} | {name} "
                  f"| {stress_of(distances, found[1]):.6g} | {our_stress:.6g} "
                  f"| {found[0]:.3g} | {our_time:.3g} "
                  f"| {found[0] / our_time:.1f} |")
        sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("-l", "--limit", type=int, default=120)
    parser.add_argument("-r", "--repeats", type=int, default=3)
    parser.add_argument("-m", "--mgnn-layout", default="./mgnn-layout")
    parser.add_argument("-p", "--only", help="peers with this in their name")
    parser.add_argument("graph", nargs="+")
    options = parser.parse_args()
    print("| graph | nodes | peer | its stress | our stress | its seconds "
          "| our seconds | ratio |")
    print("| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as directory:
        for path in options.graph:
            graph_compare(Peers(options, directory), path)


if __name__ == "__main__":
    if len(sys.argv) == 5 and sys.argv[1] == "--child":
        child(*sys.argv[2:])
    else:
        main()
