#!/usr/bin/python3
"""Layers by Python libraries, on demand: bench/run lets them take turns with
ours.

  bench/layers-peers.py GRAPH

GRAPH is what bench/layers-worker wrote.  Commands and answers are those of
bench/layers-worker: "run WHO RULE LAYERS THREADS", "compare WHO RULE LAYERS
FILE".  Ready, it prints who there is.  All iterate on Y = D^-1/2 Z, which is
the faster form for them too.
"""
import sys
import time
import warnings

import numpy

ALPHA, BETA, EPS = 0.05, 0.5, 1e-5


class Graph:
    def __init__(self, path):
        with open(path, "rb") as data:
            self.n, self.slots, self.dim = numpy.fromfile(data, "i8", 3)
            self.row = numpy.fromfile(data, "i8", self.n + 1)
            self.to = numpy.fromfile(data, "i8", self.slots)
            self.length = numpy.fromfile(data, "f8", self.slots)
            z0 = numpy.fromfile(data, "f8", self.n * self.dim)
        degree = numpy.diff(self.row)
        self.at = numpy.repeat(numpy.arange(self.n), degree)
        self.degree = degree.astype("f8")[:, None]
        self.y0 = z0.reshape(self.n, self.dim) / numpy.sqrt(self.degree)


# Each library: a class whose constructor takes the graph and which has `rule`,
# and `layer`, the next y from y.  `begin` and `end` convert positions.

class Plain:
    dtype = "f8"

    def __init__(self, g):
        self.g = g

    def begin(self, y):
        return y.astype(self.dtype)

    def end(self, y):
        return numpy.asarray(y, "f8")

    def threads(self, count):
        return count == 1


class NumpyMgnn(Plain):
    rule = "mgnn"

    def layer(self, y):
        g = self.g
        other = y[g.to]
        apart = y[g.at] - other
        push = BETA * g.length / (numpy.sqrt((apart * apart).sum(1)) + EPS)
        part = (1 - ALPHA) * other + push[:, None] * apart
        total = numpy.stack([numpy.bincount(g.at, part[:, c], g.n)
                             for c in range(g.dim)], 1)
        return ALPHA * g.y0 + total / g.degree


class ScipyMgnn(Plain):
    """H is made anew for each layer: sums are products with matrices."""
    rule = "mgnn"

    def __init__(self, g):
        from scipy.sparse import csr_matrix
        super().__init__(g)
        shape = (g.n, g.n)
        self.a = csr_matrix((numpy.ones(g.slots), g.to, g.row), shape)
        self.h = csr_matrix((numpy.ones(g.slots), g.to, g.row), shape)

    def layer(self, y):
        g = self.g
        apart = y[g.at] - y[g.to]
        self.h.data = g.length / (numpy.sqrt((apart * apart).sum(1)) + EPS)
        strain = numpy.asarray(self.h.sum(1)) * y - self.h @ y
        total = (1 - ALPHA) * (self.a @ y) + BETA * strain
        return ALPHA * g.y0 + total / g.degree


class ScipySgc(Plain):
    rule = "sgc"

    def __init__(self, g):
        from scipy.sparse import csr_matrix
        super().__init__(g)
        value = numpy.repeat(1 / g.degree[:, 0], numpy.diff(g.row))
        self.a = csr_matrix((value, g.to, g.row), (g.n, g.n))

    def layer(self, y):
        return self.a @ y


class TorchMgnn(Plain):
    rule = "mgnn"

    def __init__(self, g):
        import torch
        super().__init__(g)
        self.torch = torch
        self.at = torch.from_numpy(g.at)
        self.to = torch.from_numpy(g.to)
        self.length = torch.from_numpy(g.length.astype(self.dtype))
        self.degree = torch.from_numpy(g.degree.astype(self.dtype))
        self.y0 = torch.from_numpy(g.y0.astype(self.dtype))

    def begin(self, y):
        return self.torch.from_numpy(y.astype(self.dtype))

    def end(self, y):
        return y.numpy().astype("f8")

    def threads(self, count):
        self.torch.set_num_threads(count)
        return True

    def layer(self, y):
        other = y[self.to]
        apart = y[self.at] - other
        push = BETA * self.length / (apart.norm(dim=1) + EPS)
        part = (1 - ALPHA) * other + push[:, None] * apart
        total = self.torch.zeros_like(y).index_add(0, self.at, part)
        return ALPHA * self.y0 + total / self.degree


class TorchMgnnSingle(TorchMgnn):
    rule = "mgnn-single"
    dtype = "f4"


class TorchSgc(TorchMgnn):
    rule = "sgc"

    def __init__(self, g):
        super().__init__(g)
        value = numpy.repeat(1 / g.degree[:, 0], numpy.diff(g.row))
        warnings.simplefilter("ignore")        # CSR is in its beta state
        self.a = self.torch.sparse_coo_tensor(
            numpy.stack([g.at, g.to]), value,
            (int(g.n), int(g.n))).coalesce().to_sparse_csr()

    def layer(self, y):
        return self.a @ y


LIBRARIES = {"numpy": [NumpyMgnn], "scipy": [ScipyMgnn, ScipySgc],
             "torch": [TorchMgnn, TorchMgnnSingle, TorchSgc]}


def present():
    """What of each can be imported."""
    found = {}
    for who, classes in LIBRARIES.items():
        try:
            __import__(who)
        except ImportError:
            continue
        found.update({(who, c.rule): c for c in classes})
    return found


def run(peer, layers):
    y = peer.begin(peer.g.y0)
    begin = time.perf_counter(), time.process_time()
    for _ in range(layers):
        y = peer.layer(y)
    return time.perf_counter() - begin[0], time.process_time() - begin[1], y


def compare(peer, layers, path):
    peer.threads(1)
    z = peer.end(run(peer, layers)[2]) * numpy.sqrt(peer.g.degree)
    other = numpy.fromfile(path, "f8").reshape(z.shape)
    return numpy.abs(z - other).max() / numpy.abs(other).max()


def answer(peer, words):
    if peer is None:
        return "absent"
    layers = int(words[3])
    if words[0] == "compare":
        return f"{compare(peer, layers, words[4]):.3g}"
    if not peer.threads(int(words[4])):
        return "absent"
    passed, used, _ = run(peer, layers)
    took = used if words[4] == "1" else passed
    return f"{1e9 * took / (layers * peer.g.slots):.6g}"


def main():
    graph = Graph(sys.argv[1])
    classes, made = present(), {}
    print(" ".join(sorted({who for who, _ in classes})), flush=True)
    for line in sys.stdin:
        words = line.split()
        key = words[1], words[2]
        if key not in made:
            made[key] = classes[key](graph) if key in classes else None
        print(answer(made[key], words), flush=True)


if __name__ == "__main__":
    main()
