#!/usr/bin/python3
"""The programs against a slow model of what the manual says they compute.

Random graphs, lengths and options are given to mgnn-layout and mgnn-inspect,
and what they write is computed a second time here, with NumPy, from the
formulas of the manual: every layer of every rule, the energy and all figures of
merit of the positions written, the worst edges, shortest paths and the stress
of all pairs, violations, ranks of rigidity matrices.  Lengths have scales from
1e-150 to 1e150, dimensions go up to 50 and nodes down to 1; files come in
several formats, line ends and compressed parts, whole or damaged.

  tests/differential.py [--seconds N] [--seed N] [--programs DIR] [--keep]

Problem k of a seed is the same each time: --seed S --first k --count 1 repeats
it.  Exits with 1 if anything differs.
"""
import argparse
import collections
import gzip
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

np.seterr(all="ignore")
LIMIT = 60                       # seconds that no run may take


class Difference(Exception):
    """The program and the model disagree."""


# ---- problems -------------------------------------------------------------

class Problem:
    """A graph with lengths, as the programs should understand it."""

    def __init__(self, rng):
        self.n = rng.choice([1, 2, 2, 3, 4, 5, 6, 8, 11, 14])
        density = rng.random()
        pairs = [(i, j) for i in range(self.n) for j in range(i)]
        self.edges = [p[::rng.choice([1, -1])] for p in pairs
                      if rng.random() < density]
        rng.shuffle(self.edges)
        self.dim = rng.choice([1, 2, 2, 2, 3, 3, 4, 7, 10, 50])
        self.scale = 10.0 ** rng.choice([0, 0, 0, 0, 3, -3, 40, -40, 75, -75,
                                         100, -100, 140, -140, 149, -149])
        self.kind = rng.choice(["one", "any", "any", "real", "real", "orders",
                                "zeros"])
        points = np.array([[rng.gauss(0, 1) for _ in range(self.dim)]
                           for _ in range(self.n)])
        self.points = points * self.scale
        self.lower = [self.length(rng, points, e) for e in self.edges]
        self.upper = list(self.lower)
        self.intervals = rng.random() < 0.2
        if self.intervals:
            self.upper = [math.inf if rng.random() < 0.1
                          else min(x + rng.choice([0, 0.1 + rng.random()])
                                   * self.scale, 1e150) for x in self.lower]
        self.stiffness = None
        if rng.random() < 0.2 and abs(math.log10(self.scale)) < 100:
            self.stiffness = [rng.choice([0.5, 1, 2, 10 * rng.random()])
                              for _ in self.edges]
        self.names = ["n%d" % i for i in range(self.n)]

    def length(self, rng, points, e):
        """A length of the kind of this problem."""
        if self.kind == "one":
            x = 1.0
        elif self.kind == "real":
            x = float(np.linalg.norm(points[e[0]] - points[e[1]])) or 1.0
        elif self.kind == "orders":
            x = 10 ** (6 * rng.random() - 3)
        elif self.kind == "zeros" and rng.random() < 0.3:
            return 0.0
        else:
            x = 0.1 + rng.random()
        return min(max(x * self.scale, 1e-150), 1e150)

    def weights(self):
        return np.array(self.stiffness if self.stiffness else
                        [1.0] * len(self.edges))

    def mean_length(self):
        return sum(self.lower) / len(self.lower) if self.lower else 1.0


def gml(p):
    out = ["graph ["]
    out += ["node [ id %d label \"%s\" ]" % (i, s) for i, s in enumerate(p.names)]
    for k, (i, j) in enumerate(p.edges):
        row = "edge [ source %d target %d " % (i, j)
        if p.intervals:
            row += "lower %r " % p.lower[k]
            row += ("upper \"inf\" " if math.isinf(p.upper[k])
                    else "upper %r " % p.upper[k])
        else:
            row += "len %r " % p.lower[k]
        if p.stiffness:
            row += "stiffness %r " % p.stiffness[k]
        out.append(row + "]")
    return out + ["]"]


def table(p, separator):
    titles = ["source", "target"] + (["lower", "upper"] if p.intervals
                                     else ["length"])
    titles += ["stiffness"] if p.stiffness else []
    out = [separator.join(titles)]
    for k, (i, j) in enumerate(p.edges):
        row = [p.names[i], p.names[j], repr(p.lower[k])]
        row += [repr(p.upper[k])] if p.intervals else []
        row += [repr(p.stiffness[k])] if p.stiffness else []
        out.append(separator.join(row))
    return out


def graph_write(p, rng, folder):
    """Write the graph; returns the file's name, and whether it is damaged."""
    linked = {i for e in p.edges for i in e}
    ways = ["gml"] + (["csv", "tsv"] if len(linked) == p.n else [])
    way = rng.choice(ways)
    lines = gml(p) if way == "gml" else table(p, "," if way == "csv" else "\t")
    text = b"".join(s.encode() + rng.choice([b"\n", b"\n", b"\r\n", b"\r\r\n"])
                    for s in lines)
    name = "g." + way
    damaged = False
    if rng.random() < 0.25:
        cuts = sorted(rng.randrange(len(text) + 1) for _ in range(rng.randrange(3)))
        parts = [bytearray(gzip.compress(text[a:b], mtime=0))
                 for a, b in zip([0] + cuts, cuts + [len(text)])]
        if rng.random() < 0.3:
            part = rng.choice(parts)
            if rng.random() < 0.5:
                part[rng.randrange(10, len(part))] ^= 1 << rng.randrange(8)
            else:
                del part[rng.randrange(1, len(part)):]
            damaged = True
        text = b"".join(bytes(x) for x in parts)
        name += ".gz"
    with open(os.path.join(folder, name), "wb") as out:
        out.write(text)
    return name, damaged


def rows_write(p, folder, name, x, some=None):
    with open(os.path.join(folder, name), "w") as out:
        out.write("node," + ",".join("x%d" % c for c in range(1, x.shape[1] + 1))
                  + "\n")
        for i in range(p.n):
            if some is None or i in some:
                out.write(p.names[i] + "," + ",".join(repr(float(v)) for v in x[i])
                          + "\n")


def rows_read(p, path):
    with open(path) as f:
        rows = [line.rstrip("\n").split(",") for line in f][1:]
    x = {r[0]: [float(v) for v in r[1:]] for r in rows}
    if sorted(x) != sorted(p.names):
        raise Difference("the nodes written are %s" % sorted(x))
    y = np.array([x[s] for s in p.names])
    if not np.isfinite(y).all():
        raise Difference("a position is not finite")
    return y


# ---- the model ------------------------------------------------------------

def norm(v):
    """Without overflow or underflow."""
    most = float(np.max(np.abs(v))) if len(v) else 0.0
    return most * float(np.sqrt(np.sum((v / most) ** 2))) if most > 0 else 0.0


def lengths_of(p, y):
    return np.array([norm(y[i] - y[j]) for i, j in p.edges])


def targets(p, r):
    return np.clip(r, p.lower, p.upper) if len(p.edges) else np.zeros(0)


def degrees(p, loops):
    d = np.full(p.n, 1.0 if loops else 0.0)
    for w, (i, j) in zip(p.weights(), p.edges):
        d[i] += w
        d[j] += w
    return d


def mix(x):
    """The finalizer of splitmix64."""
    x = (x + 0x9e3779b97f4a7c15) % 2 ** 64
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 % 2 ** 64
    x = (x ^ x >> 27) * 0x94d049bb133111eb % 2 ** 64
    return x ^ x >> 31


def random_map(dim, seed, k, theta):
    """(1-b) I + b W of layer k of gcnii."""
    stream = mix(mix(seed) ^ k)
    w = np.array([((mix((stream + c) % 2 ** 64) >> 11) + 0.5) * 2.0 ** -53
                  for c in range(dim * dim)])
    b = math.log1p(theta / k)
    return (1 - b) * np.eye(dim) + b * (2 * w.reshape(dim, dim) - 1) / math.sqrt(dim)


def adjacency(p, weight, loops):
    a = np.eye(p.n) if loops else np.zeros((p.n, p.n))
    for w, (i, j) in zip(weight, p.edges):
        a[i, j] = a[j, i] = w
    return a


def inverse(d):
    return np.where(d > 0, 1 / np.where(d > 0, d, 1), 0)


def plaplacian(p, z, z0, par):
    """F+ = diag(a) D^-1/2 M D^-1/2 F + (2 mu/p) diag(a) Z0, with
    M_ij = w_ij (sqrt(w_ij) |y_i - y_j|)^(p-2), a = 1/(M 1/d + 2 mu/p)."""
    a = adjacency(p, p.weights(), par["loops"])
    d = a.sum(axis=1)
    root = np.sqrt(np.where(d > 0, d, 1))
    y = z / root[:, None]
    m = np.zeros_like(a)
    for i in range(p.n):
        for j in range(p.n):
            r = math.sqrt(a[i, j]) * norm(y[i] - y[j])
            m[i, j] = a[i, j] * (1.0 if par["p"] == 2 else
                                 r ** (par["p"] - 2) if r > 0 else 0)
    pull = 2 * par["mu"] / par["p"]
    share = m.sum(axis=1) * inverse(d) + pull
    out = (m @ y * inverse(d)[:, None] + pull * z0 / root[:, None])
    out = np.where(share[:, None] > 0, out * inverse(share)[:, None], y)
    return np.where(d[:, None] > 0, out * root[:, None], z0)


def coefficients(par, k):
    """Of the powers 0 to k in layer k of gpr."""
    kind, _, value = par["filter"].partition(":")
    if kind == "ppr":
        return [par["alpha"] * (1 - par["alpha"]) ** j for j in range(k)] + [
            (1 - par["alpha"]) ** k]
    if kind == "heat":
        return [math.exp(-float(value)) * float(value) ** j / math.factorial(j)
                for j in range(k + 1)]
    if kind == "monomial":
        return [1.0 if j == min(k, int(value)) else 0.0 for j in range(k + 1)]
    given = [float(x) for x in kind.split(",")]
    return [given[j] if j < len(given) else 0.0 for j in range(k + 1)]


def layers_of(p, rule, z, z0, par, count):
    """Z of the layers 0 to count of a rule."""
    loops = par["loops"] or rule in ("gcn", "gcnii")
    weight = par["attention"] if rule == "gat" and par["attention"] else p.weights()
    a = adjacency(p, weight, loops)
    d = a.sum(axis=1)
    s = np.sqrt(inverse(d))
    at = s[:, None] * a * s if rule != "gat" else a * inverse(d)[:, None]
    alone = d[:, None] == 0
    every = [z]
    for k in range(1, count + 1):
        z = every[-1]
        if rule == "pgnn":
            z = plaplacian(p, z, z0, par)
        elif rule == "gpr":
            powers = [every[0]]
            for _ in range(k):
                powers.append(at @ powers[-1])
            z = sum(c * x for c, x in zip(coefficients(par, k), powers))
        elif rule == "gcnii":
            z = ((1 - par["alpha"]) * at @ z + par["alpha"] * z0) @ random_map(
                p.dim, par["seed"], k, par["theta"])
        elif rule in ("gcn", "gat"):
            z = at @ z
        elif rule == "mgnn-damped":
            z = z + par["step"] * (layer(p, "mgnn", z, z0, par) - z)
        else:
            z = layer(p, rule, z, z0, par)
        every.append(np.where(alone, z0, z) if rule in ("gpr", "gcn", "gat") else z)
    return every


def layer(p, rule, z, z0, par):
    """Z+ of one layer, by the formulas of mgnn-layout(1)."""
    d = degrees(p, par["loops"])
    root = np.sqrt(np.where(d > 0, d, 1))
    y = z / root[:, None]
    alpha = 0 if rule == "sgc" else par["alpha"]
    out = alpha * z0
    if par["loops"]:
        out = out + (1 - alpha) * z / d[:, None]
    r = lengths_of(p, y)
    m = targets(p, r)
    for k, (i, j) in enumerate(p.edges):
        w = p.weights()[k]
        for a, b in ((i, j), (j, i)):
            out[a] = out[a] + (1 - alpha) * w * z[b] / (root[a] * root[b])
            if rule in ("sgc", "appnp"):
                continue
            h = par["beta"] * w * (m[k] / (r[k] + par["eps"])
                                   if r[k] + par["eps"] > 0 else 0)
            if rule == "mgnn":
                out[a] = out[a] + h * (y[a] - y[b]) / root[a]
            else:
                out[a] = out[a] + h * (z[a] - z[b]) / (root[a] * root[b])
    out[d == 0] = z0[d == 0]
    return out


Fit = collections.namedtuple("Fit", "energy slack target2 length2 error")


def fit_of(p, y):
    """The sums of the figures of merit in units of the largest length, and how
    much rounding may have changed the energy."""
    r = lengths_of(p, y)
    m = targets(p, r)
    unit = max([1e-300] + list(r) + list(m))
    w = p.weights()
    off = (r - m) / unit
    eps = 1e-14 * np.maximum(r, m) / unit
    error = []
    for k in range(len(r)):
        if p.upper[k] > 0:
            bound = p.lower[k] if r[k] < p.lower[k] else p.upper[k]
            gap = abs(r[k] - m[k])
            error.append(gap / bound if gap > 0 and bound > 0 else
                         (0.0 if gap == 0 else math.inf))
        else:
            error.append(math.nan)
    return r, m, unit, Fit(math.fsum(w * off ** 2),
                           math.fsum(w * (2 * abs(off) * eps + eps ** 2)),
                           math.fsum(w * (m / unit) ** 2),
                           math.fsum(w * (r / unit) ** 2), np.array(error))


def energy_of(p, y):
    _, _, unit, fit = fit_of(p, y)
    return fit.energy * unit * unit


def near(name, came, want, slack):
    """Whether two numbers agree; None is what is not defined."""
    if want is None or (isinstance(want, float) and math.isnan(want)):
        if came is not None:
            raise Difference("%s is %r, should be null" % (name, came))
        return
    if came is None or not abs(came - want) <= slack + 1e-9 * abs(want):
        raise Difference("%s is %r, should be %r +- %g" % (name, came, want, slack))


def figures_check(p, y, f, origin=None, alpha=0, loops=False):
    r, m, unit, fit = fit_of(p, y)
    # Beside rounding, what the smallest numbers leave of small squares.
    energy, slack = fit.energy, fit.slack + 1e-322 * len(r) / unit / unit
    e = fit.error[~np.isnan(fit.error)]
    # An error of rounding in r counts beside M, which may be much smaller.
    fuzz = max([0.0] + [1e-14 * r[k] / p.lower[k] for k in range(len(r))
                        if p.lower[k] > 0]) + 1e-14
    near("energy", f["energy"] / unit / unit, energy, slack)
    near("stress", f["stress"], energy / fit.target2 if fit.target2 > 0 else None,
         slack / fit.target2 if fit.target2 > 0 else 0)
    if max(r, default=0) > 1e-150:     # else squares vanish
        near("stress1", f["stress1"], math.sqrt(energy / fit.length2),
             math.sqrt(slack / fit.length2))
    near("max_relative_error", f["max_relative_error"],
         float(e.max()) if len(e) else None, fuzz)
    near("rms_relative_error", f["rms_relative_error"],
         norm(e) / math.sqrt(len(e)) if len(e) else None, fuzz)
    near("mean_relative_error", f["mean_relative_error"],
         float(np.mean(e)) if len(e) else None, fuzz)
    zero = [r[k] for k in range(len(r)) if p.upper[k] == 0]
    near("max_zero_length", f["max_zero_length"] / unit
         if f["max_zero_length"] is not None else None,
         max(zero) / unit if zero else None, 1e-14)
    if origin is not None:
        d = degrees(p, loops)
        z = y * np.sqrt(np.where(d > 0, d, 1))[:, None]
        most = max(unit, float(np.max(np.abs(z))), float(np.max(np.abs(origin))))
        share = (unit / most) ** 2
        drift = float(np.sum(((z - origin) / most) ** 2))
        near("objective", f["objective"] / most / most,
             (1 - alpha) * energy * share + alpha * drift,
             slack * share + 1e-13 * p.n * p.dim)
    if "worst" in f:
        worst_check(p, r, fit.error, f["worst"], fuzz)


def worst_check(p, r, error, worst, fuzz):
    """The largest relative errors, in their order, with what was reached."""
    where = {frozenset((p.names[i], p.names[j])): k
             for k, (i, j) in enumerate(p.edges)}
    want = sorted((x for x in error if not math.isnan(x)), reverse=True)
    if len(worst) < min(3, sum(x > fuzz for x in want)):
        raise Difference("%d worst edges" % len(worst))
    for k, row in enumerate(worst):
        e = where[frozenset((row["source"], row["target"]))]
        near("worst error %d" % k, row["relative_error"], float(want[k]), fuzz)
        near("worst error of its edge", row["relative_error"], float(error[e]), fuzz)
        near("worst achieved", row["achieved"] / (max(r) or 1),
             r[e] / (max(r) or 1), 1e-14)


def paths(p, weight):
    """Lengths of shortest paths between all pairs, by Floyd and Warshall."""
    d = np.full((p.n, p.n), math.inf)
    np.fill_diagonal(d, 0)
    for (i, j), x in zip(p.edges, weight):
        d[i, j] = d[j, i] = min(d[i, j], x)
    for k in range(p.n):
        d = np.minimum(d, d[:, k:k + 1] + d[k:k + 1, :])
    return d


def rigidity(p, dim, rng):
    """Bars (exact lengths of positive stiffness), rank of their rigidity matrix at
    random positions, and of it without each; by singular values, for few nodes
    only."""
    x = np.array([[rng.uniform(-1, 1) for _ in range(dim)] for _ in range(p.n)])
    bars = [e for e, low, high, w in zip(p.edges, p.lower, p.upper, p.weights())
            if low == high and w > 0]
    rows = np.zeros((len(bars), p.n * dim))
    for k, (i, j) in enumerate(bars):
        rows[k, i * dim:(i + 1) * dim] = x[i] - x[j]
        rows[k, j * dim:(j + 1) * dim] = x[j] - x[i]
    rank = int(np.linalg.matrix_rank(rows, 1e-9)) if len(rows) else 0
    redundant = sum(1 for k in range(len(rows)) if np.linalg.matrix_rank(
        np.delete(rows, k, 0), 1e-9) == rank) if len(rows) > 1 else 0
    most = p.n * dim - (dim * (dim + 1) // 2 if p.n >= dim
                        else dim * p.n - p.n * (p.n - 1) // 2)
    return len(bars), rank, redundant, most


# ---- runs -----------------------------------------------------------------

class Runs:
    def __init__(self, programs, folder):
        self.programs, self.folder = programs, folder
        self.words = []
        self.count = collections.Counter()

    def run(self, program, *words, env=None):
        self.words = [program] + [str(w) for w in words]
        done = subprocess.run([os.path.join(self.programs, program)]
                              + self.words[1:], cwd=self.folder, text=True,
                              errors="replace", stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=LIMIT, env=env, check=False)
        if done.returncode not in (0, 1, 2, 3, 4):
            raise Difference("status %d: %s" % (done.returncode,
                                                done.stderr[-300:]))
        self.count[program + " %d" % done.returncode] += 1
        return done

    def path(self, name):
        return os.path.join(self.folder, name)

    def report(self, name="r.json"):
        with open(self.path(name)) as f:
            return json.load(f)


def good(done):
    """The run did what was asked; else why not."""
    if done.returncode != 0:
        raise Difference("status %d: %s" % (done.returncode, done.stderr[-300:]))


def input_words(p):
    return ["--stiffness", "stiffness"] if p.stiffness else []


def layers_try(p, rng, runs, graph):
    rule = rng.choice(["mgnn", "mgnn-message", "mgnn-damped", "sgc", "appnp", "gcn",
                       "gcnii", "gpr", "pgnn", "gat"])
    par = {"alpha": rng.choice([0, 0.05, 0.5, 1, rng.random()]),
           "step": rng.choice([1, 0.5, 0.01 + 0.99 * rng.random()]),
           "theta": rng.choice([0, 0.5, 3 * rng.random()]),
           "p": rng.choice([1, 1.5, 2, 1 + rng.random()]),
           "mu": rng.choice([0, 0.1, 2]), "seed": rng.randrange(1, 1000),
           "filter": rng.choice(["ppr", "heat:%r" % (5 * rng.random()),
                                 "monomial:%d" % rng.randrange(4), "0.5,-1,0.25"]),
           "attention": p.stiffness if rng.random() < 0.7 else None,
           "beta": rng.choice([0, 0.5, 1, 3 * rng.random()]),
           "eps": min(rng.choice([0, 1e-5, 0.1]) * p.scale, 1e100),
           "loops": rng.random() < 0.3}
    count = rng.choice([0, 1, 2, 5])
    z0 = np.array([[rng.gauss(0, 1) for _ in range(p.dim)]
                   for _ in range(p.n)]) * p.scale
    z = z0
    words = ["--features", "z0.csv"]
    if rng.random() < 0.3:
        z = z0 + np.array([[rng.gauss(0, 1) for _ in range(p.dim)]
                           for _ in range(p.n)]) * p.scale
        rows_write(p, runs.folder, "z.csv", z)
        words += ["--init", "z.csv"]
    rows_write(p, runs.folder, "z0.csv", z0)
    words += input_words(p) + (["--self-loops"] if par["loops"] else [])
    words += ["--eps", repr(par["eps"])]
    words += ["--alpha", repr(par["alpha"])] if rule != "sgc" else []
    words += ["--beta", repr(par["beta"])] if rule.startswith("mgnn") else []
    own = {"mgnn-damped": ["step"], "gcnii": ["theta", "seed"], "pgnn": ["p", "mu"]}
    for name in own.get(rule, []):
        words += ["--" + name, repr(par[name])]
    words += ["--gpr", par["filter"]] if rule == "gpr" else []
    words += (["--attention", "stiffness"] if rule == "gat" and par["attention"]
              else [])
    good(runs.run("mgnn-layout", "-q", graph, "--layers", count, "--model", rule,
                  "-o", "out-%d.csv", "--report", "r.json", "--threads",
                  rng.choice([1, 2]), *words))
    model = runs.report()["models"][0]
    alpha = 0 if rule in ("sgc", "gcn", "pgnn", "gat") else par["alpha"]
    d = degrees(p, par["loops"])
    root = np.sqrt(np.where(d > 0, d, 1))[:, None]
    shaken = z * (1 + 1e-13 * np.array([[rng.gauss(0, 1) for _ in range(p.dim)]
                                        for _ in range(p.n)]))
    every, others = (layers_of(p, rule, x, z0, par, count) for x in (z, shaken))
    for k, (z, shaken) in enumerate(zip(every, others)):
        came = rows_read(p, runs.path("out-%d.csv" % k))
        size = max(1e-300, float(np.max(np.abs(z))), float(np.max(np.abs(z0))))
        slack = 1e-11 * size + 100 * float(np.max(np.abs(shaken - z)))
        worst = float(np.max(np.abs(came - z)))
        if not worst <= slack and slack < 0.1 * size:
            raise Difference("layer %d of %s is off by %g of %g" % (k, rule, worst,
                                                                   size))
        figures_check(p, came / root, model["layers"][k], z0, alpha, par["loops"])
    figures_check(p, came / root, runs.report()["final"], z0, alpha, par["loops"])


def majorize(p, y, rounds):
    """Steps y - D^-1 g: each lowers the energy or leaves it."""
    d = degrees(p, False)
    d = np.where(d > 0, d, 1)[:, None]
    w = p.weights()
    for _ in range(rounds):
        r = lengths_of(p, y)
        m = targets(p, r)
        step = np.zeros_like(y)
        for k, (i, j) in enumerate(p.edges):
            if r[k] > 0:
                g = w[k] * (1 - m[k] / r[k]) * (y[i] - y[j])
                step[i] -= g
                step[j] += g
        y = y + 0.5 * step / d
    return y


def layout_try(p, rng, runs, graph):
    words = ["--dim", p.dim, "--seed", rng.randrange(100)] + input_words(p)
    pinned = []
    if rng.random() < 0.25 and p.n > 1:
        pinned = rng.sample(range(p.n), rng.randrange(1, p.n + 1))
        rows_write(p, runs.folder, "pin.csv", p.points, set(pinned))
        words += ["--pin", "pin.csv"]
    good(runs.run("mgnn-layout", "-q", graph, "--pairs", "edges", "-o", "y.csv",
                  "--report", "r.json", *words))
    y = rows_read(p, runs.path("y.csv"))
    report = runs.report()
    figures_check(p, y, report["final"])
    for i in pinned:
        if list(y[i]) != list(p.points[i]):
            raise Difference("%s was pinned and moved" % p.names[i])
    _, m, unit, before = fit_of(p, y)
    if not pinned and len(m):
        # Its own unit, so that squares of steps neither overflow nor vanish.
        own = Scaled(p, unit)
        low = energy_of(own, majorize(own, y / unit, 60))
        if low < 0.98 * before.energy - 1e-6 * before.target2:
            raise Difference("60 steps of a layer lower the energy from %g to %g"
                             % (before.energy, low))
        if own.n <= 6 and p.dim <= 3 and p.kind != "orders":
            best = min(energy_of(own, majorize(own, np.array(
                [[rng.gauss(0, 1) for _ in range(p.dim)] for _ in range(p.n)]),
                150)) for _ in range(4))
            if best < 0.98 * before.energy - 1e-4 * before.target2:
                raise Difference("the energy is %g; a random start gives %g"
                                 % (before.energy, best))
    if report["feasible"] is True and not report["final"]["max_relative_error"] \
            in (None, 0) and report["final"]["max_relative_error"] > 1e-2:
        runs.count["feasible, not met"] += 1
    if rng.random() < 0.3:
        again = ["--threads", 2]
        good(runs.run("mgnn-layout", "-q", graph, "--pairs", "edges", "-o",
                      "y2.csv", *words, *again))
        with open(runs.path("y.csv")) as a, open(runs.path("y2.csv")) as b:
            if a.read() != b.read():
                raise Difference("other threads give other bytes")
    return y


class Scaled:
    """A problem in another unit of length."""

    def __init__(self, p, unit):
        self.n, self.edges, self.stiffness = p.n, p.edges, p.stiffness
        self.lower = [x / unit for x in p.lower]
        self.upper = [x / unit for x in p.upper]
        self.weights = p.weights


def paths_try(p, rng, runs, graph):
    good(runs.run("mgnn-layout", "-q", graph, "--pairs", "paths", "-o", "y.csv",
                  "--report", "r.json", "--dim", p.dim, *input_words(p)))
    y = rows_read(p, runs.path("y.csv"))
    report = runs.report()
    figures_check(p, y, report["final"])
    if p.intervals or min([1] + p.lower) == 0 or not p.edges:
        return y
    d = paths(p, p.lower)
    # A pair that is an edge has its stiffness, any other 1.
    stiff = np.ones((p.n, p.n))
    for (i, j), w in zip(p.edges, p.weights()):
        stiff[i, j] = stiff[j, i] = w
    want = []
    for i in range(p.n):
        for j in range(i):
            if 0 < d[i, j] < math.inf:
                want.append(stiff[i, j] * (norm(y[i] - y[j]) / d[i, j] - 1) ** 2)
    # It is summed in pieces, of up to single precision.
    near("pair_stress", report["pair_stress"], math.fsum(want),
         1e-5 * math.fsum(want) + 1e-9 * len(want))
    return y


def inspect_try(p, rng, runs, graph, y):
    dim = p.dim if y is not None else rng.choice([1, 2, 3, 4])
    words = ["--json", "--no-search", graph] + input_words(p)
    tolerance = rng.choice([1e-5, 1e-3, 0.1])
    words += ["--tolerance", repr(tolerance)]
    if y is not None:
        words += ["y.csv"]
    words += ["--dim", dim]
    if rng.random() < 0.2 and dim <= 4 and p.n <= 8:
        words += ["--realizations", 3]
    done = runs.run("mgnn-inspect", *words)
    good(done)
    a = json.loads(done.stdout)
    if (a["nodes"], a["edges"]) != (p.n, len(p.edges)):
        raise Difference("%d nodes, %d edges" % (a["nodes"], a["edges"]))
    if dim <= 7:
        bars, rank, redundant, most = rigidity(p, dim, rng)
        for name, want in (("bars", bars), ("rank", rank), ("stresses", bars - rank),
                           ("degrees_of_freedom", most - rank),
                           ("rigid", rank == most), ("redundant_edges", redundant)):
            if a[name] is not None and a[name] != want:
                raise Difference("%s is %r, should be %r" % (name, a[name], want))
    d = paths(p, p.upper)
    # Beyond what lengths may change by within the tolerance.
    longer = {frozenset((p.names[i], p.names[j]))
              for k, (i, j) in enumerate(p.edges)
              if p.lower[k] - d[i, j] > tolerance * (p.lower[k] + d[i, j])}
    said = {frozenset(v["edge"]) for v in a["violations"]}
    if a["violations_checked"] == len(p.edges) and said != longer and len(said) < 10:
        raise Difference("violations: %s, should be %s" % (said, longer))
    for v in a["violations"]:
        i, j = (p.names.index(s) for s in v["edge"])
        near("path_length", v["path_length"] / p.scale, d[i, j] / p.scale, 0)
    if longer and a["feasible"] is not False:
        raise Difference("feasible is %r although %s" % (a["feasible"], longer))
    if y is not None:
        figures_check(p, y, a)
        distribution_check(p, y, a, tolerance)


def distribution_check(p, y, a, tolerance):
    """How many edges are met, too short, too long; none where it is close."""
    r, _, _, fit = fit_of(p, y)
    mean = p.mean_length()
    met = short = close = 0
    for k, e in enumerate(fit.error):
        e = r[k] / mean if math.isnan(e) and mean > 0 else e
        close += abs(e - tolerance) < 1e-9
        met += e <= tolerance
        short += e > tolerance and r[k] < p.lower[k]
    if not close and "met" in a and p.kind != "zeros" and not p.intervals:
        if (a["met"], a["too_short"]) != (met, short):
            raise Difference("met %d, too short %d; should be %d and %d"
                             % (a["met"], a["too_short"], met, short))


def problem_try(number, seed, programs, folder, count):
    rng = random.Random(seed * 1000003 + number)
    p = Problem(rng)
    runs = Runs(programs, folder)
    runs.count = count
    graph, damaged = graph_write(p, rng, folder)
    try:
        if damaged:
            whole = runs.run("mgnn-layout", "-q", graph, "--layers", 0, "-o",
                             "y.csv", *input_words(p))
            if whole.returncode == 0:
                # The header has bytes that mean nothing.
                rows_read(p, runs.path("y.csv"))
                count["damage without effect"] += 1
            return
        what = rng.choice(["layers", "layers", "layout", "paths", "inspect"])
        y = None
        if what == "layers":
            layers_try(p, rng, runs, graph)
        if what == "layout":
            y = layout_try(p, rng, runs, graph)
        if what == "paths":
            y = paths_try(p, rng, runs, graph)
        if what == "inspect" or (y is not None and rng.random() < 0.5):
            inspect_try(p, rng, runs, graph, y)
        count[what] += 1
    except subprocess.TimeoutExpired:
        raise Difference("did not end within %d s: %s"
                         % (LIMIT, " ".join(runs.words))) from None
    except (Difference, KeyError, ValueError) as e:
        raise Difference("%s: %s\n  by: %s\n  %d nodes, %d edges, dim %d, %s, "
                         "scale %g" % (type(e).__name__, e, " ".join(runs.words),
                                       p.n, len(p.edges), p.dim, p.kind,
                                       p.scale)) from None


def main():
    parse = argparse.ArgumentParser()
    parse.add_argument("--seconds", type=float, default=60)
    parse.add_argument("--seed", type=int, default=1)
    parse.add_argument("--first", type=int, default=0)
    parse.add_argument("--count", type=int, default=10 ** 9)
    parse.add_argument("--programs", default=os.environ.get("top_builddir", "build"))
    parse.add_argument("--keep", action="store_true", help="files of differences")
    args = parse.parse_args()
    programs = os.path.abspath(args.programs)
    os.environ.update(LC_ALL="C", OMP_NUM_THREADS="1")
    end = time.monotonic() + args.seconds
    count = collections.Counter()
    tried = failed = 0
    for k in range(args.first, args.first + args.count):
        if time.monotonic() > end:
            break
        folder = tempfile.mkdtemp(prefix="mgnn-differential-")
        tried += 1
        try:
            problem_try(k, args.seed, programs, folder, count)
            bad = False
        except Difference as e:
            failed += 1
            bad = True
            print("problem %d of seed %d: %s%s" % (k, args.seed, e,
                  "\n  files in " + folder if args.keep else ""), flush=True)
        if not (bad and args.keep):
            shutil.rmtree(folder)
    print("%d problems, %d differ; %s" % (tried, failed, ", ".join(
        "%s: %d" % x for x in sorted(count.items()))))
    sys.exit(failed > 0 or tried == 0)


main()
