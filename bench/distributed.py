#!/usr/bin/python3
"""mgnn-layout-mpi beside mgnn-layout: reading, layers and memory on some graphs.

    bench/distributed.py [--edges M] [--ranks 1,2,4] [--build DIR] [GRAPH]...

Makes graphs of about M edges (10^6): rgg (points in the unit square, 16 neighbours), mesh
(a square grid), er (random pairs, mean degree 16), rmat (0.57 0.19 0.19 0.05); nodes and
edges are shuffled, lengths random.  Prints a table in Markdown: processor time of the
busiest rank, one thread each, as the difference of two runs of 10 and 60 layers divided
by the slots of a rank, without and with the exchange of ghosts, in which waiting for
others counts; of reading; bytes per edge at the peak, of all ranks.  Positions
must have the same bytes everywhere."""
import argparse
import filecmp
import os
import random
import re
import resource
import subprocess
import sys
import tempfile

FEW, MANY = 10, 60


def rgg(m, rng):
    """Points in the unit square, joined within a radius."""
    n = m // 8
    radius = (16 / (3.14159265 * n)) ** .5
    cells, points = {}, []
    for i in range(n):
        x, y = rng.random(), rng.random()
        points.append((x, y))
        cells.setdefault((int(x / radius), int(y / radius)), []).append(i)
    for (a, b), mine in cells.items():
        for da, db in ((0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)):
            for j in cells.get((a + da, b + db), ()):
                for i in mine:
                    if (da, db) == (0, 0) and i >= j:
                        continue
                    d = (points[i][0] - points[j][0], points[i][1] - points[j][1])
                    if d[0] * d[0] + d[1] * d[1] < radius * radius:
                        yield i, j


def mesh(m, _):
    """A square grid."""
    k = int((m / 2) ** .5) + 1
    for i in range(k):
        for j in range(k):
            if i + 1 < k:
                yield i * k + j, (i + 1) * k + j
            if j + 1 < k:
                yield i * k + j, i * k + j + 1


def er(m, rng):
    """Random pairs."""
    seen = set()
    while len(seen) < m:
        a, b = rng.randrange(m // 8), rng.randrange(m // 8)
        if a != b and (min(a, b), max(a, b)) not in seen:
            seen.add((min(a, b), max(a, b)))
            yield a, b


def rmat(m, rng):
    """A power law with hubs."""
    scale, seen = (m // 8).bit_length(), set()
    while len(seen) < m:
        a = b = 0
        for _ in range(scale):
            u = rng.random()
            a, b = 2 * a + (u > .76), 2 * b + (.57 < u <= .76 or u > .95)
        if a != b and (min(a, b), max(a, b)) not in seen:
            seen.add((min(a, b), max(a, b)))
            yield a, b


GRAPHS = {"rgg": rgg, "mesh": mesh, "er": er, "rmat": rmat}


def make(name, m, path):
    """Write a graph; the number of its edges."""
    rng = random.Random(1)
    edges = list(GRAPHS[name](m, rng))
    number = {}
    for edge in edges:
        for node in edge:
            number.setdefault(node, len(number))
    shuffled = list(range(len(number)))
    rng.shuffle(shuffled)
    rng.shuffle(edges)
    with open(path, "w", encoding="utf-8") as out:
        for a, b in edges:
            out.write(f"{shuffled[number[a]]} {shuffled[number[b]]} "
                      f"{.5 + rng.random():.6f}\n")
    return len(edges)


def ordinary(build, graph, layers, out):
    """Processor time and peak bytes of mgnn-layout."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([f"{build}/mgnn-layout", graph, "--layers", str(layers), "-v",
                           "-o", out], env=ENV, check=True, stderr=subprocess.PIPE,
                          text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime, done.stderr


def many(build, graph, layers, ranks, out):
    """What mgnn-layout-mpi says it took: read, partition, layers, write, MB of all."""
    done = subprocess.run(["mpirun", "-n", str(ranks), f"{build}/mgnn-layout-mpi", graph,
                           "--layers", str(layers), "-v", "-o", out], env=ENV, check=True,
                          stderr=subprocess.PIPE, text=True)
    found = re.search(r"read ([\d.]+) s, partition ([\d.]+) s, layers ([\d.]+) s \(([\d.]+) s without the "
                      r"exchange of ghosts\), write "
                      r"([\d.]+) s; at most [\d.]+ MB on a rank, ([\d.]+) MB", done.stderr)
    cut = re.search(r"\((\w+): ([\d.e-]+) of the slots", done.stderr)
    return [float(x) for x in found.groups()], cut.groups() if cut else ("-", "0")


def measure(name, args, work):
    """One graph: a row for each number of ranks."""
    graph = f"{work}/{name}.edges"
    m = make(name, args.edges, graph)
    slots = 2 * m
    few, _ = ordinary(args.build, graph, FEW, f"{work}/a.csv")
    lots, _ = ordinary(args.build, graph, MANY, f"{work}/a60.csv")
    plain = (lots - few) / (MANY - FEW) / slots * 1e9
    read, _ = ordinary(args.build, graph, 0, f"{work}/a0.csv")
    print(f"| {name} | ordinary | {plain:.2f} | | {read:.2f} | | | | |", flush=True)
    for ranks in args.ranks:
        first, _ = many(args.build, graph, FEW, ranks, f"{work}/b.csv")
        last, cut = many(args.build, graph, MANY, ranks, f"{work}/b60.csv")
        same = filecmp.cmp(f"{work}/a60.csv", f"{work}/b60.csv", shallow=False)
        per = ranks * 1e9 / (MANY - FEW) / slots
        print(f"| {name} | {ranks} | {(last[3] - first[3]) * per:.2f} "
              f"| {(last[2] - first[2]) * per:.2f} "
              f"| {min(first[0], last[0]):.2f} | {min(first[1], last[1]):.2f} | {cut[0]} {cut[1]} "
              f"| {last[5] * 1e6 / m:.0f} | {'yes' if same else 'NO'} |", flush=True)


def main():
    """Options, then the table."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--edges", type=int, default=10 ** 6)
    parser.add_argument("--ranks", default="1,2,4",
                        type=lambda s: [int(x) for x in s.split(",")])
    parser.add_argument("--build", default="build")
    parser.add_argument("graphs", nargs="*", default=list(GRAPHS), metavar="GRAPH")
    args = parser.parse_args()
    args.build = os.path.abspath(args.build)
    print("| graph | ranks | ns per slot and layer | with the exchange | read, s | partition, s | cut "
          "| peak, bytes per edge | same bytes |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
    with tempfile.TemporaryDirectory() as work:
        for name in args.graphs:
            measure(name, args, work)
    return 0


ENV = {**os.environ, "OMP_NUM_THREADS": "1"}
if __name__ == "__main__":
    sys.exit(main())
