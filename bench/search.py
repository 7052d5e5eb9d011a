#!/usr/bin/python3
"""The search for prescribed lengths, by two builds of mgnn-layout, side by side.

  bench/search.py [-g GENERATE] [-l SECONDS] [-k KIND[,KIND...]] [-s SEEDS] NEW [OLD]

Writes graphs of several kinds, lays each out with both programs on one thread and
prints one row per graph, the figures of OLD before those of NEW: energy E (the sum of
squared errors of the lengths, in mean lengths), the largest relative error of a
length, the distance from the true positions after the best motion (RMSD in mean
lengths), path stress per pair (the mean of (r/d - 1)^2 over the pairs of some nodes
with all others) and seconds of the processor.  A program that does not end within the
limit of time is stopped and delivers the best so far; its row has a *.
"""
import argparse
import heapq
import math
import os
import random
import resource
import subprocess
import tempfile


def disk(n, degree, seed, dim=2, c_shape=False):
    """Random points, joined if near; the largest component."""
    rng = random.Random(seed)
    volume = math.pi if dim == 2 else 4 * math.pi / 3
    share = 7 / 9 if c_shape else 1
    radius = (degree * share / (n * volume)) ** (1 / dim)
    at = []
    while len(at) < n:
        p = [rng.random() for _ in range(dim)]
        if not (c_shape and 1 / 3 < p[1] < 2 / 3 and p[0] > 1 / 3):
            at.append(p)
    cells = {}
    for i, p in enumerate(at):
        cells.setdefault(tuple(int(x / radius) for x in p), []).append(i)
    near = [()]
    for _ in range(dim):
        near = [c + (d,) for c in near for d in (-1, 0, 1)]
    edges = [(i, j) for cell, inside in cells.items() for c in near
             for j in cells.get(tuple(a + b for a, b in zip(cell, c)), ())
             for i in inside if i < j and math.dist(at[i], at[j]) < radius]
    return largest(at, edges)


def largest(at, edges):
    near = [[] for _ in at]
    for i, j in edges:
        near[i].append(j)
        near[j].append(i)
    seen, best = set(), []
    for i in range(len(at)):
        if i not in seen:
            seen.add(i)
            part = [i]
            for a in part:
                new = [b for b in near[a] if b not in seen]
                seen.update(new)
                part += new
            best = max(best, part, key=len)
    name = {a: k for k, a in enumerate(best)}
    return [at[a] for a in best], [(name[i], name[j]) for i, j in edges if i in name]


def grid(n, seed, diagonals):
    rng = random.Random(seed)
    w = math.isqrt(n)
    at = [[x + rng.uniform(-.3, .3), y + rng.uniform(-.3, .3)]
          for x in range(w) for y in range(w)]
    steps = [(1, 0), (0, 1)] + [(1, 1)] * diagonals
    return at, [(x * w + y, (x + a) * w + y + b) for x in range(w) for y in range(w)
                for a, b in steps if x + a < w and y + b < w]


def tree(n, seed):
    rng = random.Random(seed)
    return None, [(rng.randrange(max(0, i - 50), i), i) for i in range(1, n)]


def road(n, generate):
    text = subprocess.run([generate, "road", str(n), "0", "edges"], check=True,
                          capture_output=True, text=True).stdout.splitlines()
    rows = [line.split() for line in text if line and line[0].isdigit()]
    return [(int(a), int(b)) for a, b, _ in rows], [float(c) for _, _, c in rows]


def rounded(lengths, digits):
    return [float("%.*g" % (digits, x)) for x in lengths]


def noisy(lengths, share, seed):
    rng = random.Random(seed)
    return [x * abs(1 + share * rng.gauss(0, 1)) for x in lengths]


def make(kind, seed, generate):
    """Edges, lengths, true positions (or None), further options."""
    word = kind.split("-")
    n = int(float(word[1]))
    rng = random.Random(1000 + seed)
    at, options = None, []
    if word[0] in ("disk", "c", "ball"):
        at, edges = disk(n, float(word[2]), seed, 3 if word[0] == "ball" else 2,
                         word[0] == "c")
        word = word[:2] + word[3:]
        if word[0] == "ball":
            options = ["--dim", "3"]
    elif word[0] in ("grid", "triangles"):
        at, edges = grid(n, seed, word[0] == "triangles")
    elif word[0] == "tree":
        at, edges = tree(n, seed)
    else:
        edges, lengths = road(n, generate)
    if at is not None:
        lengths = [math.dist(at[i], at[j]) for i, j in edges]
    elif word[0] == "tree":
        lengths = [math.exp(.5 * rng.gauss(0, 1)) for _ in edges]
    for w in word[2:]:
        if w.endswith("digits"):
            lengths = rounded(lengths, int(w[:-6]))
        elif w == "curved":      # longer than straight: some do not fit
            lengths = [x * (1 + rng.uniform(.02, .08)) if rng.random() < .02 else x
                       for x in lengths]
        elif w.startswith("noise"):
            lengths = noisy(lengths, float(w[5:]) / 100, seed)
        elif w.startswith("told"):
            options += ["--noise", "relative:%g" % (float(w[4:]) / 100)]
    return edges, lengths, at, options


KINDS = (
    "disk-1000-12 disk-1000-12-6digits disk-1000-20-6digits disk-10000-12 "
    "disk-10000-12-6digits disk-1000-8 disk-1000-8-6digits c-1000-12 c-1000-12-6digits "
    "ball-1000-12 ball-1000-12-6digits ball-1000-20-6digits disk-10000-12-noise5 "
    "disk-10000-12-noise5-told5 disk-1000-12-noise1-told1 disk-1000-12-noise1 "
    "road-1000 road-5000-curved road-10000 road-15000-curved road-100000-curved "
    "triangles-1e4 triangles-1e5 grid-1e4 grid-1e5 tree-1000 tree-4000 tree-6000").split()


def run(program, path, options, limit):
    out = path + ".out"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([program, "--threads", "1", "--metric", "attr:len",
                           "--time-limit", str(limit), "-T", "csv", "-o", out]
                          + options + [path], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    places = {}
    with open(out, encoding="utf-8") as text:
        names = text.readline().strip().split(",")
        for line in text:
            row = line.strip().split(",")
            places[int(row[0])] = [float(x) for x in row[1:]]
    stopped = "limit" in done.stderr or "time" in done.stderr.split("\n")[0]
    return [places[i] for i in range(len(places))], seconds, done.stderr, stopped, names


def rmsd(at, y, mean):
    """In the plane: points as complex numbers, mirrored or not."""
    if at is None or len(at[0]) != 2 or len(at) != len(y):
        return math.nan
    a = [complex(*p) for p in at]
    b = [complex(*p[:2]) for p in y]
    ca, cb = sum(a) / len(a), sum(b) / len(b)
    a = [z - ca for z in a]
    best = math.inf
    for mirrored in (False, True):
        c = [(z - cb).conjugate() if mirrored else z - cb for z in b]
        turn = sum(p * q.conjugate() for p, q in zip(a, c))
        turn = turn / abs(turn) if turn else 1
        best = min(best, sum(abs(p - turn * q) ** 2 for p, q in zip(a, c)))
    return math.sqrt(best / len(a)) / mean


def path_stress(n, edges, lengths, y):
    near = [[] for _ in range(n)]
    for (i, j), x in zip(edges, lengths):
        near[i].append((j, x))
        near[j].append((i, x))
    total = count = 0
    for s in random.Random(5).sample(range(n), 20 if n < 20000 else 2):
        far = [math.inf] * n
        far[s] = 0
        heap = [(0, s)]
        while heap:
            d, i = heapq.heappop(heap)
            if d > far[i]:
                continue
            for j, x in near[i]:
                if d + x < far[j]:
                    far[j] = d + x
                    heapq.heappush(heap, (d + x, j))
        for i in range(n):
            if i != s and 0 < far[i] < math.inf:
                total += (math.dist(y[s], y[i]) / far[i] - 1) ** 2
                count += 1
    return total / count


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("-g", "--generate", default="bench/generate")
    parser.add_argument("-l", "--limit", type=float, default=120)
    parser.add_argument("-k", "--kinds", default=",".join(KINDS))
    parser.add_argument("-s", "--seeds", default="1")
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("program", nargs="+")
    opt = parser.parse_args()
    first, _, last = opt.seeds.partition("-")
    two = len(opt.program) > 1
    names = ["E", "largest error", "RMSD", "path stress", "seconds"]
    print("| graph |" + "".join(" %s%s | now |" % (x, " before") if two else " %s |" % x
                               for x in names))
    print("| --- |" + " ---: |" * (len(names) * (1 + two)))
    for kind in opt.kinds.split(","):
        for seed in range(int(first), int(last or first) + 1):
            edges, lengths, at, options = make(kind, seed, opt.generate)
            n = max(max(e) for e in edges) + 1
            mean = sum(lengths) / len(lengths)
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "g.csv")
                with open(path, "w", encoding="utf-8") as out:
                    out.write("source,target,len\n")
                    for (i, j), x in zip(edges, lengths):
                        out.write("%d,%d,%r\n" % (i, j, x))
                rows = []
                for program in reversed(opt.program):
                    y, seconds, said, stopped, _ = run(program, path, options, opt.limit)
                    off = [(math.dist(y[i], y[j]) - x, x)
                           for (i, j), x in zip(edges, lengths)]
                    rows.append(("%.3g" % (sum(e * e for e, _ in off) / mean ** 2),
                                 "%.2g" % max(abs(e) / x for e, x in off),
                                 ("%.3g" % rmsd(at, y, mean)).replace("nan", ""),
                                 "%.3g" % path_stress(n, edges, lengths, y),
                                 "%.2f%s" % (seconds, "*" if stopped else "")))
                    if opt.verbose:
                        print(said)
                name = kind if first == (last or first) else "%s, seed %d" % (kind, seed)
                print("| %s |" % name + "".join(" %s |" % x for column in zip(*rows)
                                               for x in column), flush=True)


main()
