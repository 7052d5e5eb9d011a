"""Slow second computations of what the library computes, in NumPy."""
import itertools

import numpy as np


def lengths_of(y, edges):
    edges = np.asarray(edges)
    return np.linalg.norm(y[edges[:, 0]] - y[edges[:, 1]], axis=1)


def random_graph(seed, n, m):
    """Edges of a random simple graph, in random order and direction."""
    rng = np.random.default_rng(seed)
    pairs = np.array(list(itertools.combinations(range(n), 2)))
    edges = pairs[rng.permutation(len(pairs))[:m]]
    return np.where(rng.random((len(edges), 1)) < 0.5, edges, edges[:, ::-1])


def at_matrix(n, edges, loops=0):
    """D^-1/2 (A + loops I) D^-1/2."""
    a = loops * np.eye(n)
    for i, j in edges:
        a[i, j] = a[j, i] = 1
    d = a.sum(axis=1)
    s = np.where(d > 0, 1 / np.sqrt(np.where(d > 0, d, 1)), 0)
    return s[:, None] * a * s[None, :]


def layer(model, n, edges, lengths, z, z0, alpha, beta, eps):
    """One layer by matrices: Y = D^-1/2 Z, and back."""
    a = np.zeros((n, n))
    m = np.zeros((n, n))
    for (i, j), length in zip(edges, lengths):
        a[i, j] = a[j, i] = 1
        m[i, j] = m[j, i] = length
    d = a.sum(axis=1)
    s = np.where(d > 0, 1 / np.sqrt(np.where(d > 0, d, 1)), 0)
    spread = s[:, None] * a * s[None, :] @ z
    if model == "sgc":
        return spread
    if model == "appnp":
        return alpha * z0 + (1 - alpha) * spread
    y = s[:, None] * z
    push = np.zeros_like(z)
    for i in range(n):
        for j in range(n):
            if a[i, j]:
                gap = np.linalg.norm(y[i] - y[j]) + eps
                # The paper's code subtracts Z where its equation has Y.
                push[i] += beta * m[i, j] / gap * (
                    s[j] * (z[i] - z[j]) if model == "mgnn-message" else y[i] - y[j])
    return alpha * z0 + (1 - alpha) * spread + s[:, None] * push


def rigidity_rank(n, edges, dim, seed=0):
    """Of the rigidity matrix at random positions, which are generic."""
    y = np.random.default_rng(seed).normal(size=(n, dim))
    rows = np.zeros((len(edges), n * dim))
    for e, (i, j) in enumerate(edges):
        rows[e, i * dim:(i + 1) * dim] = y[i] - y[j]
        rows[e, j * dim:(j + 1) * dim] = y[j] - y[i]
    return np.linalg.matrix_rank(rows) if len(edges) else 0


def kabsch(y, other):
    """y by the best motion onto other, mirrors allowed."""
    a, b = y - y.mean(axis=0), other - other.mean(axis=0)
    u, _, vt = np.linalg.svd(a.T @ b)
    return a @ u @ vt + other.mean(axis=0)


def shortest_paths(n, edges, lengths):
    """Floyd and Warshall."""
    d = np.full((n, n), np.inf)
    np.fill_diagonal(d, 0)
    for (i, j), length in zip(edges, lengths):
        d[i, j] = d[j, i] = length
    for k in range(n):
        d = np.minimum(d, d[:, k:k + 1] + d[k:k + 1, :])
    return d
