#!/usr/bin/env python3
"""Whether standard errors, ellipses, noise estimates and outliers are what they are
said to be, by Monte Carlo: mgnn-layout on one graph with many draws of errors.

Usage: statistics.py [PROGRAM [DRAWS]]

A random geometric graph in the unit square, 80 nodes of mean degree 14, six of them
anchors at their true positions; lengths are true ones with Gaussian errors of SIGMA.
Each line gives what is expected, by a formula or as it was put in, what came out, and
the standard error of that over the draws.  Exit status 1 if anything is more than
10 % off."""
import csv
import json
import math
import random
import subprocess
import sys
import tempfile

NODES, ANCHORS, DEGREE, SIGMA = 80, 6, 14, 0.002
GROSS, OFF = 8, 0.05            # outliers: how many, and by how much at least


def graph(rng):
    while True:
        x = [(rng.random(), rng.random()) for _ in range(NODES)]
        radius = math.sqrt(DEGREE / math.pi / NODES) * 1.1
        edges = [(i, j) for j in range(NODES) for i in range(j) if math.dist(x[i], x[j]) < radius]
        degree = [sum(k in e for e in edges) for k in range(NODES)]
        if min(degree) >= 5:
            return x, edges


def write(path, head, rows):
    with open(path, "w", encoding="ascii") as out:
        print(head, file=out)
        for row in rows:
            print(*row, sep=",", file=out)


def run(program, folder, x, edges, lengths, *options):
    write(f"{folder}/g.csv", "source,target,length",
          [(i, j, f"{r:.17g}") for (i, j), r in zip(edges, lengths)])
    write(f"{folder}/pin.csv", "node,x,y", [(i, *x[i]) for i in range(ANCHORS)])
    subprocess.run([program, "-q", f"{folder}/g.csv", "--pin", f"{folder}/pin.csv", *options,
                    "-o", f"{folder}/y.csv", "--report", f"{folder}/r.json"],
                   check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(f"{folder}/r.json", encoding="utf-8") as lines:
        report = json.load(lines)
    with open(f"{folder}/y.csv", encoding="utf-8") as lines:
        y = {row["node"]: row for row in csv.DictReader(lines)}
    return report, y


class Mean:
    """A mean over draws, with its standard error, beside what is expected."""

    def __init__(self, what, expected):
        self.what, self.expected, self.values = what, expected, []

    def tell(self):
        n = len(self.values)
        mean = sum(self.values) / n
        spread = math.sqrt(sum((v - mean)**2 for v in self.values) / max(1, n - 1) / n)
        off = abs(mean / self.expected - 1)
        print(f"{self.what:58} {self.expected:10.5g} {mean:10.5g} {spread:9.2g} {100 * off:6.1f} %")
        return off <= 0.1


def distance2(u, dx, dy):
    """(dx, dy) S^-1 (dx, dy) for the covariance S of a row of --uncertainty."""
    a, b, c = float(u["se_x"])**2, float(u["cov_x_y"]), float(u["se_y"])**2
    return (c * dx * dx - 2 * b * dx * dy + a * dy * dy) / (a * c - b * b)


def rmsd(x, y):
    return math.sqrt(sum((float(y[str(i)]["x"]) - x[i][0])**2 + (float(y[str(i)]["y"]) - x[i][1])**2
                         for i in range(ANCHORS, NODES)) / (NODES - ANCHORS))


def errors(program, folder, x, edges, draws, rng):
    """Gaussian errors: 95 % of the ellipses hold the true position (chi-square with 2
    degrees of freedom: -2 ln 0.05), of standardised squares the mean is 2, chi-square
    per degree of freedom is 1, and the estimate of the error is the error."""
    means = [Mean("95 % ellipses that hold the true position", 0.95),
             Mean("squared error of a node in its own covariance", 2),
             Mean("chi-square per degree of freedom", 1),
             Mean("--noise estimate", SIGMA), Mean("--noise relative, estimated", 0.02)]
    true = [math.dist(x[i], x[j]) for i, j in edges]
    for _ in range(draws):
        report, y = run(program, folder, x, edges, [r + rng.gauss(0, SIGMA) for r in true],
                        "--noise", str(SIGMA), "--uncertainty", f"{folder}/u.csv")
        with open(f"{folder}/u.csv", encoding="utf-8") as lines:
            table = {row["node"]: row for row in csv.DictReader(lines)}
        far = [distance2(table[str(i)], float(y[str(i)]["x"]) - x[i][0], float(y[str(i)]["y"]) - x[i][1])
               for i in range(ANCHORS, NODES)]
        means[0].values.append(sum(d <= -2 * math.log(0.05) for d in far) / len(far))
        means[1].values.append(sum(far) / len(far))
        means[2].values.append(report["errors"]["chi2_per_degree"])
        report, _ = run(program, folder, x, edges, [r + rng.gauss(0, SIGMA) for r in true], "--noise", "estimate")
        means[3].values.append(report["errors"]["estimate"])
        report, _ = run(program, folder, x, edges, [r * (1 + rng.gauss(0, 0.02)) for r in true],
                        "--noise", "relative:0.02")
        means[4].values.append(math.sqrt(report["errors"]["chi2_per_degree"]) * 0.02)
    return [m.tell() for m in means]


def outliers(program, folder, x, edges, draws, rng):
    """Gross errors in some lengths: they are found, and the positions are as good as
    without these lengths."""
    means = [Mean("gross lengths listed by --robust geman-mcclure, share", 1),
             Mean("RMSD with them within 10 % of that without, draws", 1)]
    ratios = []
    true = [math.dist(x[i], x[j]) for i, j in edges]
    loose = 0
    for _ in range(draws):
        lengths = [r + rng.gauss(0, SIGMA) for r in true]
        gross = set(rng.sample(range(len(edges)), GROSS))
        clean = [k for k in range(len(edges)) if k not in gross]
        _, y = run(program, folder, x, [edges[k] for k in clean], [lengths[k] for k in clean])
        best = rmsd(x, y)
        for k in gross:
            lengths[k] += rng.uniform(OFF, 2 * OFF)
        report, y = run(program, folder, x, edges, lengths, "--robust", "geman-mcclure", "--noise", str(SIGMA))
        named = {frozenset((s["source"], s["target"])) for s in report["errors"]["suspects"]}
        found = sum(frozenset(map(str, edges[k])) in named for k in gross)
        means[0].values.append(found / GROSS)
        ratios.append(rmsd(x, y) / best)
        means[1].values.append(ratios[-1] <= 1.1)
        loose += len(named) - found
    print(f"lengths listed that have no gross error: {loose} of {draws * (len(edges) - GROSS)}")
    ratios.sort()
    print(f"RMSD with them, of that without: median {ratios[draws // 2]:.3f}, largest {ratios[-1]:.3g}")
    return [m.tell() for m in means]


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "mgnn-layout"
    draws = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    rng = random.Random(1)
    x, edges = graph(rng)
    print(f"{NODES} nodes, {len(edges)} lengths, {draws} draws; what, expected, found, its standard error, off by")
    with tempfile.TemporaryDirectory() as folder:
        good = errors(program, folder, x, edges, draws, rng)
        good += outliers(program, folder, x, edges, draws, rng)
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
