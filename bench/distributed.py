#!/usr/bin/python3
"""mgnn-layout-mpi beside mgnn-layout: reading, layers and memory on some graphs.

    bench/distributed.py [--edges M] [--ranks 1,2,4] [--times N] [--build DIR] [GRAPH]...

Makes graphs of about M edges (10^6): rgg (points in the unit square, 16 neighbours), mesh
(a square grid), er (random pairs, mean degree 16), rmat (0.57 0.19 0.19 0.05); nodes and
edges are shuffled, lengths random.  Prints a table in Markdown: processor time of the
busiest rank, one thread each, the best of N runs (3): of a layer, as the difference of
runs of 60 and 160 layers divided by the slots of a rank, without and with the exchange
of ghosts, in which waiting for others counts; of reading, which in mgnn-layout is the
phases read, tables and build; of the partition.  Bytes per edge: after reading, of
rank 0 times the ranks, and at the peak, of all.  Positions must have the same bytes everywhere.  Needs NumPy
and SciPy."""
import argparse
import filecmp
import os
import re
import subprocess
import sys
import tempfile

import numpy as np
from scipy.spatial import cKDTree

FEW, MANY = 60, 160            # from 60 on nodes may be numbered anew


def rgg(m, rng):
    """Points in the unit square, joined within a radius."""
    n = m // 8
    return cKDTree(rng.random((n, 2))).query_pairs((16 / np.pi / n) ** .5,
                                                   output_type="ndarray")


def mesh(m, _):
    """A square grid."""
    k = int((m / 2) ** .5) + 1
    i = np.arange(k * k).reshape(k, k)
    return np.vstack([np.c_[i[1:].ravel(), i[:-1].ravel()],
                      np.c_[i[:, 1:].ravel(), i[:, :-1].ravel()]])


def er(m, rng):
    """Random pairs."""
    return rng.integers(0, m // 8, (m, 2))


def rmat(m, rng):
    """A power law with hubs."""
    a, b = np.zeros((2, m), np.int64)
    for _ in range((m // 8).bit_length()):
        u = rng.random(m)
        a, b = 2 * a + (u > .76), 2 * b + (((u > .57) & (u <= .76)) | (u > .95))
    return np.c_[a, b]


GRAPHS = {"rgg": rgg, "mesh": mesh, "er": er, "rmat": rmat}


def make(name, m, path):
    """Write a graph without loops and parallel edges; the number of its edges."""
    rng = np.random.default_rng(1)
    edges = np.sort(GRAPHS[name](m, rng), axis=1)
    edges = np.unique(edges[edges[:, 0] != edges[:, 1]], axis=0)
    names, edges = np.unique(edges, return_inverse=True)
    edges = rng.permutation(len(names))[edges.reshape(-1, 2)]
    rng.shuffle(edges)
    with open(path, "w", encoding="utf-8") as out:
        for begin in range(0, len(edges), 1 << 20):
            part = edges[begin:begin + (1 << 20)]
            lengths = .5 + rng.random(len(part))
            out.writelines(f"{a} {b} {x:.6f}\n" for (a, b), x in
                           zip(part.tolist(), lengths.tolist()))
    return len(edges)


def run(command, layers, out):
    """Phases of a run, {name: (processor seconds, peak MB)}, and all that it said."""
    done = subprocess.run([*command, "--layers", str(layers), "-v", "-o", out], env=ENV,
                          check=True, stderr=subprocess.PIPE, text=True)
    return {name: (float(cpu), float(peak)) for name, cpu, peak in re.findall(
        r"phase (\w+) +wall +[\d.]+ s cpu +([\d.]+) s .* peak +([\d.]+) MB",
        done.stderr)}, done.stderr


def best(function, times):
    """The least of each number that some calls return."""
    return np.min([function() for _ in range(times)], axis=0)


def ordinary(args, graph, out):
    """Seconds of reading and of layers."""
    def once():
        sums = []
        for layers in FEW, MANY:
            phase = run([f"{args.build}/mgnn-layout", graph], layers, out)[0]
            sums.append((sum(phase[k][0] for k in ("read", "tables", "build")),
                         phase["layers"][0]))
        return min(sums[0][0], sums[1][0]), sums[1][1] - sums[0][1]
    return best(once, args.times)


def many(args, graph, ranks, out, facts):
    """Seconds of layers without the exchange and with it, of reading and the partition,
    MB after reading and at the peak, of all ranks."""
    def once():
        rows = []
        for layers in FEW, MANY:
            phase, said = run(["mpirun", "-n", str(ranks), f"{args.build}/mgnn-layout-mpi",
                               graph], layers, out)
            took = re.search(r"read ([\d.]+) s, partition ([\d.]+) s, layers ([\d.]+) s "
                             r"\(([\d.]+) s without.* ([\d.]+) MB on all", said)
            cut = re.search(r"\((\w+): ([\d.e-]+) of the slots", said)
            facts[:] = [" ".join(cut.groups()) if cut else "-"]
            rows.append([float(x) for x in took.groups()] + [phase["read"][1] * ranks])
        (few, lots) = rows
        return (lots[3] - few[3], lots[2] - few[2], min(few[0], lots[0]),
                min(few[1], lots[1]), lots[5], lots[4])
    return best(once, args.times)


def measure(name, args, work):
    """One graph: a row for each number of ranks."""
    graph = f"{work}/{name}.edges"
    m = make(name, args.edges, graph)
    slots = 2 * m * (MANY - FEW)
    read, layers = ordinary(args, graph, f"{work}/a.csv")
    print(f"| {name} | mgnn-layout | {layers / slots * 1e9:.2f} | | {read:.2f} | | | | | |",
          flush=True)
    for ranks in args.ranks:
        facts = []
        rows, both, took, parted, held, peak = many(args, graph, ranks, f"{work}/b.csv",
                                                    facts)
        same = filecmp.cmp(f"{work}/a.csv", f"{work}/b.csv", shallow=False)
        print(f"| {name} | {ranks} | {rows * ranks / slots * 1e9:.2f} "
              f"| {both * ranks / slots * 1e9:.2f} | {took:.2f} | {parted:.2f} "
              f"| {facts[0]} | {held * 1e6 / m:.0f} | {peak * 1e6 / m:.0f} "
              f"| {'yes' if same else 'NO'} |", flush=True)


def main():
    """Options, then the table."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--edges", type=int, default=10 ** 6)
    parser.add_argument("--ranks", default="1,2,4",
                        type=lambda s: [int(x) for x in s.split(",")])
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--build", default="build")
    parser.add_argument("graphs", nargs="*", default=list(GRAPHS), metavar="GRAPH")
    args = parser.parse_args()
    args.build = os.path.abspath(args.build)
    print("| graph | ranks | ns per slot and layer | with the exchange | read, s "
          "| partition, s | cut | bytes per edge after reading | at the peak "
          "| same bytes |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
    with tempfile.TemporaryDirectory() as work:
        for name in args.graphs:
            measure(name, args, work)
    return 0


ENV = {**os.environ, "OMP_NUM_THREADS": "1"}
if __name__ == "__main__":
    sys.exit(main())
