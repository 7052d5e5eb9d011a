"""Train graph neural networks to tell the classes of nodes: libmgnn-learn.

>>> import mgnn.learn, numpy as np
>>> triangles = (6, [[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]])
>>> net = mgnn.learn.train(triangles, np.eye(6), list("aaabbb"), model="gcn",
...                        part="tvetve", lr=0.05, epochs=50)
>>> net.labels()
['a', 'a', 'a', 'b', 'b', 'b']
>>> net.result.test
100.0

Models and settings are those of mgnn-learn(1), with _ for - in their names.  The same
seed gives the same network.
"""
from __future__ import annotations

import os
import random
from typing import Any, Callable, NamedTuple, Optional, Sequence

import numpy as np

from . import _learning
from ._core import Error
from ._graphs import Problem, edges_only
from ._values import Array, items, reals, warn

__all__ = ["Network", "Result", "Tuned", "load", "train", "tune"]

_RENAMED = {"mgnn": "mgnn-message", "pgnn": "pgnn-code"}


class Result(NamedTuple):
    """The result of a training: accuracies, per cent, at the selected epoch."""
    epoch: int
    epochs: int
    train: float
    validation: float
    test: float
    parameters: int
    diverged: bool      #: the loss was no longer finite; what was best before counts
    stopped: bool       #: by Ctrl-C or the callback; what was best until then counts


class Tuned(NamedTuple):
    """The best settings that tune found."""
    settings: dict[str, Any]    #: for train
    validation: float           #: mean percent of the validation nodes told right
    splits: int                 #: on which it was found
    trials: list[tuple[dict[str, Any], float, int]]     #: all settings, in the order tried


# What mgnn-learn --tune draws from, and the models that look at it; None: all.
_GRID: dict[str, tuple[Sequence[Any], Optional[Sequence[str]]]] = {
    "lr": ((1e-3, 5e-3, 1e-2, 5e-2), None),
    "weight_decay": ((0, 1e-5, 5e-5, 1e-4, 5e-4, 1e-3, 5e-3, 1e-2), None),
    "dropout": ((0, 0.1, 0.3, 0.5), None),
    "layers": ((2, 4, 8), None),
    "alpha": ([k / 100 for k in range(101)], ("appnp", "gcnii", "mgnn", "mgnn-message")),
    "beta": ([k / 100 for k in range(101)], ("mgnn", "mgnn-message")),
    "theta": ((0.5, 1, 1.5), ("gcnii", "mgnn", "mgnn-message")),
    "mu": ([k / 100 for k in range(101)], ("pgnn", "pgnn-code")),
    "p": ((0.5, 1, 1.5, 2), ("pgnn", "pgnn-code")),
    "attention": (("concat", "bilinear"), ("mgnn", "mgnn-message")),
    "initial": (("linear", "mlp"), ("mgnn", "mgnn-message")),
}


class _Data:
    """A graph with features and classes, as an object of the library."""

    def __init__(self, graph: Any, features: Any, labels: Any):
        self.problem: Problem = edges_only(graph)
        n = self.problem.nodes
        self.classes, numbers = _classes(self.problem, labels)
        x = self.problem.ordered(features, "features")
        dense, sparse = None, (None, None, None)
        if hasattr(x, "tocsr"):
            rows = x.tocsr(copy=True)
            rows.sum_duplicates()           # sorts the columns too
            sparse = (rows.indptr.astype(np.uintp), rows.indices.astype(np.uint32),
                      rows.data.astype(np.float64))
        else:
            dense = x = np.ascontiguousarray(reals(x, "features"))
        if len(x.shape) != 2 or x.shape[0] != n:
            raise Error(f"features have the shape {tuple(x.shape)}, must have a row for each of "
                        f"the {n} nodes")
        self.core = _learning.data(n, _with_loops(self.problem), x.shape[1],
                                   max(len(self.classes), 2), numbers, dense, sparse)


def _with_loops(p: Problem) -> Array:
    """The edges without duplicates, and the loops, which count here."""
    if p.source is None:
        return p.edges
    loops = np.unique(p.source.u[p.source.u == p.source.v])
    return np.concatenate([p.edges, np.stack([loops, loops], axis=1).astype(np.uint32)])


def _classes(p: Problem, labels: Any) -> tuple[Any, ...]:
    """The classes, sorted, and the number of each node's class, -1 if not known."""
    if isinstance(labels, str):
        name, labels = labels, p.node_attribute(labels)
        if labels is None:
            raise Error(f"labels is {name!r}, but the nodes have no such attribute")
    labels = items(p.ordered(labels, "labels"))
    if any(np.ndim(label) > 0 for label in labels):
        raise Error("labels has rows, must have one value for each node; of a matrix with a 1 in "
                    "each row: labels.argmax(axis=1)")
    if len(labels) != p.nodes:
        raise Error(f"there are {len(labels)} labels, but {p.nodes} nodes")

    def known(label: Any) -> bool:
        if isinstance(label, (int, float)) and not isinstance(label, bool):
            return label >= 0
        return label is not None

    classes = set(label for label in labels if known(label))
    try:
        ordered = sorted(classes)
    except TypeError:                       # of several types
        ordered = sorted(classes, key=lambda label: (type(label).__name__, str(label)))
    number = {label: k for k, label in enumerate(ordered)}
    return ordered, np.array([number[label] if known(label) else -1 for label in labels],
                             dtype=np.int32)


class Network:
    """A trained network.

    result      how well it tells the classes; None where it was loaded.
    classes     the labels, in the order of the columns of predict().
    predict()   array of n x classes: probabilities, the softmax of logits();
                predict(calibrated=True) divides the logits by a temperature before, the
                one that makes the labels of the validation nodes most likely.
    logits()    array of n x classes: what the network computes.
    labels()    the likeliest class of each node, keyed as the graph is.
    layer(k)    what the nodes are after layer k; 0: the embedding of the features.
    metric()    pairs of nodes and lengths worth drawing.
    save(file)  for load, and for mgnn-learn --load.
    """

    def __init__(self, data: _Data, net: _learning.Net, result: Optional[Result], model: str):
        self._data, self._net, self.result, self.model = data, net, result, model
        self.classes: list[Any] = data.classes

    def __repr__(self) -> str:
        size = f"{self._data.problem.nodes} nodes, {len(self.classes)} classes"
        if self.result is None:
            return f"<mgnn.learn.Network: {size}>"
        r = self.result
        return (f"<mgnn.learn.Network: {self.model}, {size}: {r.test:.2f} % of the test right, "
                f"{r.validation:.2f} % of the validation, epoch {r.epoch} of {r.epochs}>")

    def _numbers(self, which: str) -> Array:
        out = np.empty((self._data.problem.nodes, max(len(self.classes), 2)))
        self._net.predict(out, which)
        return out[:, :len(self.classes)]

    def predict(self, calibrated: bool = False) -> Array:
        return self._numbers("calibrated" if calibrated else "softmax")

    def logits(self) -> Array:
        return self._numbers("logits")

    def labels(self) -> Any:
        p = self._data.problem
        best = [self.classes[k] for k in self.predict().argmax(axis=1)]
        return best if p.keys is None else dict(zip(p.keys, best))

    def layer(self, layer: int) -> Array:
        size = self._net.layer_size(layer) if layer >= 0 else 0
        if size == 0:
            raise Error(f"there is no layer {layer}")
        out = np.empty((self._data.problem.nodes, size))
        self._net.layer(layer, out)
        return out

    def metric(self, source: str = "predictions", extra: int = 5) -> tuple[Array, Array]:
        """Pairs of nodes, m x 2, and their lengths, for mgnn.layout((n, pairs), lengths).

        source  "predictions", with `extra` pairs per node beside the edges; or
                "attention", the network's own, of a model with a metric.
        """
        if extra < 0:
            raise Error(f"extra is {extra}, must be at least 0")
        ends, lengths = self._net.metric(source, extra)
        return (np.frombuffer(ends, np.uint32).reshape(-1, 2).copy(),
                np.frombuffer(lengths, np.float64).copy())

    def save(self, file: Any) -> None:
        self._net.save(os.path.abspath(file))


def _letters(p: Problem, part: Any) -> str:
    """The part of each node as a letter of the library."""
    letters = items(p.ordered(part, "part"))
    for i, letter in enumerate(letters):
        if not isinstance(letter, str) or letter not in ("t", "v", "e", "-"):
            raise Error(f"part has {letter!r} for node {p.key(i)!r}, must be a letter for each "
                        "node: t training, v validation, e test, - unused")
    return "".join(letters)


def train(graph: Any, features: Any, labels: Any, model: str = "mgnn-message", *,
          part: Optional[Sequence[Any]] = None, validation: float = 0.2, test: float = 0.2,
          seed: int = 1, callback: Optional[Callable[[int, float, float], Any]] = None,
          **settings: Any) -> Network:
    """Train a model of mgnn-learn(1).

    graph       of any kind that mgnn.problem knows.
    features    n x f numbers, an array or a SciPy sparse matrix, in the order of the
                nodes; or a dictionary from nodes to rows.
    labels      one for each node, in the same forms, or the name of an attribute of
                the graph's nodes; None, NaN and numbers below 0 are not known.
    part        one letter for each node: t training, v validation, e test, - unused;
                None: drawn from the seed, with the shares validation and test.
    callback    called after each epoch with its number, the loss and the percent of
                the validation nodes told right; a true answer ends the training, as
                Ctrl-C does: result.stopped is then True.
    settings    lr, hidden, layers, dropout, epochs, ... of mgnn-learn(1).
    """
    if model in _RENAMED:
        warn(f"{model} is now the equation that mgnn.propagate has under this name; earlier versions "
             f"trained {_RENAMED[model]} under it")
    data = _Data(graph, features, labels)
    words = " ".join(f"{name.replace('_', '-')}={value}" for name, value in settings.items())
    letters = None if part is None else _letters(data.problem, part)
    net, numbers = _learning.train(data.core, model, words, letters, validation, test, seed,
                                 callback)
    return Network(data, net, Result(*numbers), model)


def tune(graph: Any, features: Any, labels: Any, model: str = "mgnn-message", *, trials: int = 16,
         splits: int = 4, grid: Optional[dict[str, Sequence[Any]]] = None, seed: int = 1,
         **settings: Any) -> Tuned:
    """Find settings by successive halving, on validation alone, as mgnn-learn --tune does: all
    trials on one split, the better half on two, and so on.

    trials    how many settings are tried: those given, and others drawn from the grid.
    splits    how many splits the last are tried on; each is drawn from its number.
    grid      values by the names of settings; None: those of the paper, of what the model uses.
    settings  of train, and validation, test and callback; they stay as they are.

    Ctrl-C, or a callback that returns true, ends it with the best settings so far.
    The best are for train(..., **tune(...).settings).
    """
    rng = random.Random(seed)
    values = grid if grid is not None else {name: some for name, (some, models) in _GRID.items()
                                            if models is None or model in models}
    left: list[Any] = [[k, {**({name: rng.choice(some) for name, some in values.items()
                                if name not in settings} if k > 0 else {}), **settings}, 0.0, 0]
                       for k in range(max(trials, 1))]
    tried, upto, stopped = list(left), 1, False
    while True:
        for trial, split in [(trial, split) for trial in left for split in range(trial[3], upto)]:
            try:
                result = train(graph, features, labels, model, seed=split + 1, **trial[1]).result
                assert result is not None
                trial[2], trial[3], stopped = trial[2] + result.validation, trial[3] + 1, result.stopped
            except KeyboardInterrupt:       # before the first epoch or after the last
                if tried[0][3] == 0:
                    raise
                stopped = True
            if stopped:
                break
        left.sort(key=lambda trial: (-trial[3], -trial[2] / max(trial[3], 1), trial[0]))
        if stopped or len(left) == 1 or upto >= splits:
            break
        left, upto = left[:(len(left) + 1) // 2], min(2 * upto, splits)
    tried = [trial for trial in tried if trial[3] > 0]
    if stopped:
        warn(f"the tuning was ended after {sum(trial[3] for trial in tried)} trainings: these are the "
             "best settings so far")
    return Tuned(left[0][1], left[0][2] / left[0][3], left[0][3],
                 [(trial[1], trial[2] / trial[3], trial[3]) for trial in tried])


def load(file: Any, graph: Any, features: Any, labels: Any) -> Network:
    """Load a network that was saved, for data with as many features and classes."""
    data = _Data(graph, features, labels)
    return Network(data, _learning.load(data.core, os.path.abspath(file)), None, "loaded")
