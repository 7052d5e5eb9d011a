#!/usr/bin/env python3
"""Chains with contacts: random backbones as distance geometry instances.

Usage: chains.py NODES CONTACTS SEED [DIM] > chain.csv

Node i is 1.5 from node i-1, the angle at each node between 100 and 120 degrees,
torsions uniform (in the plane the side is random); a node nearer than 1.5 to
another that is three or more before it is drawn again.  The file has the exact
distances of all nodes up to DIM apart along the chain (DIM 3: i-1, i-2, i-3) and
CONTACTS pairs, random among those at least DIM+1 apart along the chain and nearer
than 6; if there are fewer of these, the nearest of the rest.  17 digits."""
import math
import random
import sys


def step(x, dim, rng):
    """A point 1.5 from the last, at an angle of 100 to 120 degrees."""
    bend = math.radians(rng.uniform(100, 120))
    u = [b - a for a, b in zip(x[-2], x[-1])]
    norm = math.sqrt(sum(c * c for c in u))
    u = [c / norm for c in u]
    while True:
        v = [rng.gauss(0, 1) for _ in range(dim)]
        along = sum(a * b for a, b in zip(u, v))
        v = [b - along * a for a, b in zip(u, v)]
        norm = math.sqrt(sum(c * c for c in v))
        if norm > 1e-6:
            break
    return [p - 1.5 * math.cos(bend) * a + 1.5 * math.sin(bend) * b / norm
            for p, a, b in zip(x[-1], u, v)]


def chain(n, dim, rng):
    while True:
        x = [[0.0] * dim, [1.5] + [0.0] * (dim - 1)]
        while len(x) < n:
            for _ in range(50):
                new = step(x, dim, rng)
                if all(math.dist(new, p) >= 1.5 for p in x[:-3]):
                    break
            else:
                break
            x.append(new)
        if len(x) == n:
            return x


def main():
    n, contacts, seed = (int(a) for a in sys.argv[1:4])
    dim = int(sys.argv[4]) if len(sys.argv) > 4 else 3
    rng = random.Random(seed)
    x = chain(n, dim, rng)
    pairs = [(i, j) for j in range(n) for i in range(j - dim)]
    rng.shuffle(pairs)
    pairs.sort(key=lambda p: max(6, math.dist(x[p[0]], x[p[1]])))
    near = [(i, j) for j in range(n) for i in range(max(0, j - dim), j)]
    print("source,target,length")
    for i, j in near + sorted(pairs[:contacts]):
        print(f"{i},{j},{math.dist(x[i], x[j])!r}")


main()
