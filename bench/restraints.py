#!/usr/bin/env python3
"""Structures from upper bounds, beside a textbook embedding: RMSD, centres, contacts.

Usage: restraints.py [--layout PROGRAM] [--count N] [--no-textbook] STRUCTURE.pdb...

For each structure, noe.py --upper makes an instance of N bounds (1500), and

    mgnn-layout INSTANCE --dim 3 --chirality names --min-distance 2.6

solves it.  The yardstick is the method of the textbook (Crippen and Havel, 1988;
Havel, 1991), written here with NumPy and SciPy: bounds smoothed by the triangle
inequality, random distances between them, the metric matrix in four dimensions,
L-BFGS in four dimensions on squared violations with volumes and repulsion, the fourth
dimension squeezed out, L-BFGS in three.  The best of TRIES embeddings counts.

A row has the RMSD of N, CA and C after alignment without reflection, the centres
with the right handedness, the pairs nearer than 2.4 that have no length, the
largest violation of a bound and the seconds; the last row has medians."""
import argparse
import csv
import os
import subprocess
import sys
import tempfile
import time

import numpy as np

from noe import atoms

HERE = os.path.dirname(os.path.abspath(__file__))
LEAST, TRIES = 2.6, 3


class Instance:
    def __init__(self, structure, table):
        truth = dict(atoms(structure))
        rows = list(csv.DictReader(open(table)))
        self.names = list(dict.fromkeys(r[k] for r in rows for k in ("source", "target")))
        at = {name: k for k, name in enumerate(self.names)}
        self.truth = np.array([truth[name] for name in self.names])
        self.i = np.array([at[r["source"]] for r in rows])
        self.j = np.array([at[r["target"]] for r in rows])
        self.low = np.array([float(r["lower"]) for r in rows])
        self.high = np.array([float(r["upper"]) for r in rows])
        self.backbone = [k for k, name in enumerate(self.names)
                         if name.split("/")[1] in ("N", "CA", "C")]
        residues = dict.fromkeys(name.split("/")[0] for name in self.names)
        centres = [[at.get(f"{r}/{a}") for a in ("N", "CA", "C", "CB")] for r in residues]
        self.centres = np.array([c for c in centres if None not in c])
        n = len(self.names)
        self.free = np.triu(np.ones((n, n), bool), 1)
        self.free[np.minimum(self.i, self.j), np.maximum(self.i, self.j)] = False

    def volumes(self, x):
        a, b, c, d = (x[self.centres[:, k], :3] for k in range(4))
        return np.einsum("ij,ij->i", b - a, np.cross(c - a, d - a)) / 6

    def measure(self, x):
        a = x[self.backbone] - x[self.backbone].mean(0)
        b = self.truth[self.backbone] - self.truth[self.backbone].mean(0)
        u, s, v = np.linalg.svd(a.T @ b)
        s[2] *= np.sign(np.linalg.det(u @ v))
        rmsd = np.sqrt(max(0, ((a**2).sum() + (b**2).sum() - 2 * s.sum()) / len(a)))
        r = np.linalg.norm(x[self.i] - x[self.j], axis=1)
        far = np.linalg.norm(x[:, None] - x[None], axis=2)
        return (rmsd, int((self.volumes(x) < 0).sum()), len(self.centres),
                int((far[self.free] < LEAST - 0.2).sum()),
                max((self.low - r).max(), (r - self.high).max()))


def smooth(t):
    n = len(t.names)
    upper = np.full((n, n), 1e3)
    lower = np.full((n, n), LEAST)
    upper[t.i, t.j] = upper[t.j, t.i] = t.high
    lower[t.i, t.j] = lower[t.j, t.i] = t.low
    for m in (upper, lower):
        np.fill_diagonal(m, 0)
    for k in range(n):
        upper = np.minimum(upper, upper[:, k:k + 1] + upper[k:k + 1])
    for k in range(n):
        gap = lower[:, k:k + 1] - upper[k:k + 1]
        lower = np.maximum(lower, np.maximum(gap, gap.T))
    return np.minimum(lower, upper), upper


def embed(lower, upper, rng):
    n = len(lower)
    far = np.triu(lower + rng.random((n, n)) * (upper - lower), 1)
    square = (far + far.T)**2
    gram = -(square - square.mean(0) - square.mean(1)[:, None] + square.mean()) / 2
    value, vector = np.linalg.eigh(gram)
    return vector[:, :-5:-1] * np.sqrt(np.maximum(value[:-5:-1], 0))


def refine(t, x, dim, squeeze):
    from scipy.optimize import minimize
    from scipy.spatial import cKDTree
    n = len(x)
    p, o, q, r = t.centres.T            # the volume by its four corners
    edges = set(zip(np.minimum(t.i, t.j).tolist(), np.maximum(t.i, t.j).tolist()))

    def value(flat):
        y = flat.reshape(n, dim)
        grad = np.zeros_like(y)

        def pairs(i, j, low, high):
            d = y[i] - y[j]
            far = np.sqrt((d**2).sum(1)) + 1e-12
            off = far - np.clip(far, low, high)
            push = (2 * off / far)[:, None] * d
            np.add.at(grad, i, push)
            np.add.at(grad, j, -push)
            return (off**2).sum()

        sum_ = pairs(t.i, t.j, t.low, t.high)
        near = cKDTree(y).query_pairs(LEAST, output_type="ndarray")
        if len(near):
            near = np.array([e for e in near.tolist() if tuple(e) not in edges],
                            int).reshape(-1, 2)
            sum_ += pairs(near[:, 0], near[:, 1], LEAST, np.inf)
        off = np.maximum(t.volumes(y) + 0.4, 0)      # those of L-amino acids: -0.43
        sum_ += (off**2).sum()
        b, c, d = (y[k, :3] - y[p, :3] for k in (o, q, r))
        for k, g in ((o, np.cross(c, d)), (q, np.cross(d, b)), (r, np.cross(b, c))):
            g = off[:, None] * g / 3
            np.add.at(grad[:, :3], k, g)
            np.add.at(grad[:, :3], p, -g)
        if dim == 4:
            sum_ += squeeze * (y[:, 3]**2).sum()
            grad[:, 3] += 2 * squeeze * y[:, 3]
        return sum_, grad.ravel()

    found = minimize(value, x.ravel(), jac=True, method="L-BFGS-B",
                     options={"maxiter": 1000 if dim == 3 else 300, "maxfun": 3000})
    return found.x.reshape(n, dim), found.fun


def textbook(t):
    rng = np.random.default_rng(1)
    lower, upper = smooth(t)
    best, least = None, np.inf
    for _ in range(TRIES):
        x = embed(lower, upper, rng)
        if 2 * (t.volumes(x) > 0).sum() > len(t.centres):
            x[:, 0] *= -1
        for squeeze in (0.01, 0.1, 1):
            x, _ = refine(t, x, 4, squeeze)
        x, energy = refine(t, x[:, :3].copy(), 3, 0)
        if energy < least:
            best, least = x, energy
    return best


def ours(t, layout, table, out):
    subprocess.run([layout, "-q", table, "--dim", "3", "--chirality", "names",
                    "--min-distance", str(LEAST), "-o", out], check=True)
    rows = {r["node"]: [float(r[c]) for c in "xyz"] for r in csv.DictReader(open(out))}
    return np.array([rows[name] for name in t.names])


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--layout", default=os.path.join(HERE, "../build/mgnn-layout"))
    parser.add_argument("--count", default="1500")
    parser.add_argument("--no-textbook", action="store_true")
    parser.add_argument("structures", nargs="+")
    opt = parser.parse_args()
    methods = {"mgnn-layout": lambda t, table, out: ours(t, opt.layout, table, out)}
    if not opt.no_textbook:
        methods["textbook"] = lambda t, table, out: textbook(t)
    print("| structure | atoms |" + "".join(
        f" {m}: RMSD | centres | near | violation | s |" for m in methods))
    print("|---|---:|" + "---:|" * 5 * len(methods))
    all_ = {m: [] for m in methods}
    with tempfile.TemporaryDirectory() as work:
        table, out = os.path.join(work, "in.csv"), os.path.join(work, "out.csv")
        for structure in opt.structures:
            with open(table, "w") as to:
                subprocess.run([sys.executable, os.path.join(HERE, "noe.py"), "--upper",
                                structure, opt.count], stdout=to, check=True)
            t = Instance(structure, table)
            line = f"| {os.path.basename(structure)} | {len(t.names)} |"
            for name, method in methods.items():
                begin = time.time()
                m = t.measure(method(t, table, out)[:, :3])
                all_[name].append([*m, time.time() - begin])
                line += (f" {m[0]:.2f} | {m[1]} of {m[2]} | {m[3]} | {m[4]:.2f} |"
                         f" {time.time() - begin:.1f} |")
            print(line, flush=True)
    print("| median | |" + "".join(
        f" {np.median([r[0] for r in rows]):.2f} |"
        f" {sum(r[1] for r in rows)} of {sum(r[2] for r in rows)} |"
        f" {sum(r[3] for r in rows)} | {max(r[4] for r in rows):.2f} |"
        f" {np.median([r[5] for r in rows]):.1f} |" for rows in all_.values()))


if __name__ == "__main__":
    main()
