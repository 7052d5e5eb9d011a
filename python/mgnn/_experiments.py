"""Block models, measures of layers under many settings, claims, and layouts side by side.

These are mgnn-sbm, and mgnn-layout with --sweep, --claims and --compare.
"""
from __future__ import annotations

import itertools
from typing import Any, Iterator, NamedTuple, Optional, Sequence, Union

import numpy as np

from ._core import Error
from ._graphs import Problem, of_result, problem
from ._values import Array, items, reals, warn

# p_in and p_out of mgnn-sbm --preset.
PRESETS = {"homophilic": (0.3, 0.05), "heterophilic": (0.05, 0.2)}
NEIGHBOURS = 10             # of knn_accuracy

# Claim, measure, whether the value must be at least the threshold, the threshold, and the
# claim that must hold too: those of mgnn-layout --claims.
CLAIMS = [("centroids tell classes", "centroid_accuracy", True, 0.9, None),
          ("classes are clusters", "silhouette", True, 0.25, None),
          ("collapsed to a line", "linear_ratio", False, 0.05, None),
          ("collapsed to a ray", "mad_all", False, 0.01, 2),
          ("collapsed to a point", "point_ratio", False, 0.03, 3),
          ("arranged to the metric", "scaled_stress", False, 0.05, None),
          ("as good as layout mode", "gap", False, 0.02, None)]


class Blocks(NamedTuple):
    """A graph of a stochastic block model."""
    graph: tuple[int, Array]    #: (nodes, edges), as every call takes it
    lengths: Array              #: one per edge: within a block, or between two
    labels: Array               #: the block of each node, from 0
    features: Array             #: n x dim, normal around the mean of the block


class Claim(NamedTuple):
    """What a sweep shows about a model after one layer, in one space."""
    model: str
    layer: int
    space: str          #: "z" or "y"
    claim: str
    measure: str
    at_least: bool      #: the measure must be at least the threshold; else at most
    threshold: float
    mean: float         #: of the measure over the settings
    sd: float           #: its standard deviation; NaN: there is one setting
    settings: int       #: in which the claim can be judged
    met: int            #: in which it holds


class LayoutFigures(NamedTuple):
    """How well a layout, at its best scale, meets the lengths."""
    layout: str
    rms_relative_error: float
    max_relative_error: float
    scaled_stress: float
    scale: float        #: the factor that suits the lengths best


def _distinct(rng: Any, total: int, p: float) -> Array:
    """A random subset of `total` numbers, each with probability p."""
    return np.sort(rng.choice(total, rng.binomial(total, p), replace=False, shuffle=False))


def sbm(preset: Optional[str] = None, *, blocks: Sequence[int] = (50, 50, 50, 50),
        p_in: Optional[float] = None, p_out: Optional[float] = None, means: Any = None,
        within: float = 0.0, between: float = 5.0, seed: int = 1) -> Blocks:
    """A random graph of a stochastic block model, with features and lengths, as mgnn-sbm makes
    them; the random numbers are those of NumPy, so that a seed gives another graph.

    preset  "homophilic": p_in 0.3, p_out 0.05; "heterophilic": 0.05 and 0.2.
    blocks  the sizes of the blocks.
    p_in    probability of an edge within a block; p_out: between two.
    means   a row for each block: the mean of its features, whose variance is 1; None: points
            of a square grid.
    within, between    lengths of the edges.
    """
    if preset is not None and preset not in PRESETS:
        raise Error(f"preset is {preset!r}, must be homophilic or heterophilic")
    usual = PRESETS[preset or "homophilic"]
    inside, outside = (given if given is not None else x for given, x in zip((p_in, p_out), usual))
    sizes = np.array(blocks, np.int64)
    if sizes.ndim != 1 or len(sizes) == 0 or (sizes < 1).any():
        raise Error(f"blocks is {blocks!r}, must be sizes of at least 1")
    for name, p in (("p_in", inside), ("p_out", outside)):
        if not 0 <= p <= 1:
            raise Error(f"{name} is {p}, must be between 0 and 1")
    side = int(np.ceil(np.sqrt(len(sizes))))
    centres = np.array([(b % side, b // side) for b in range(len(sizes))], np.float64) \
        if means is None else reals(means, "means")
    if centres.ndim != 2 or len(centres) != len(sizes):
        raise Error(f"means have the shape {centres.shape}, must have a row for each of the "
                    f"{len(sizes)} blocks")
    rng, start = np.random.default_rng(seed), np.concatenate([[0], np.cumsum(sizes)])
    parts = []
    for a in range(len(sizes)):
        k = _distinct(rng, int(sizes[a] * (sizes[a] - 1) // 2), inside)
        i = ((1 + np.sqrt(8 * k + 1)) // 2).astype(np.int64)        # the row of a triangle
        i -= k < i * (i - 1) // 2
        parts.append(np.stack([k - i * (i - 1) // 2, i], axis=1) + start[a])
        for b in range(a + 1, len(sizes)):
            k = _distinct(rng, int(sizes[a] * sizes[b]), outside)
            parts.append(np.stack([start[a] + k // sizes[b], start[b] + k % sizes[b]], axis=1))
    edges = np.concatenate(parts)
    labels = np.repeat(np.arange(len(sizes)), sizes)
    same = labels[edges[:, 0]] == labels[edges[:, 1]]
    return Blocks((int(start[-1]), edges), np.where(same, float(within), float(between)), labels,
                  rng.normal(centres[labels]))


def _scale_of(p: Problem, length: Array) -> tuple[float, float]:
    """The factor s that fits the lengths best, and the stress at that scale, from the sum of w (s
    r - t)^2 with t the target nearest to s r."""
    low, high = p.lower, p.upper
    w = np.ones(len(low)) if p.stiffness is None else p.stiffness
    exact, scale = high is low or bool((high == low).all()), 1.0
    total, square = float(w @ low ** 2), float(w @ length ** 2)
    if square == 0:
        return np.nan, np.nan
    for _ in range(1 if exact else 1000):
        target = low if exact else np.clip(scale * length, low, high)
        before, scale = scale, float(w @ (length * target)) / square
        if abs(scale - before) <= 1e-15 * scale:
            break
    target = low if exact else np.clip(scale * length, low, high)
    return scale, float(w @ (scale * length - target) ** 2) / total if total > 0 else np.nan


def _spectrum(x: Array) -> tuple[float, float]:
    """The ratio of the second singular value to the first, and exp of the entropy of all."""
    s = np.linalg.svd(x, compute_uv=False) if x.size else np.zeros(1)
    s = np.where(s > 1e-8 * s[0], s, 0)
    if s[0] == 0:
        return np.nan, np.nan
    share = s[s > 0] / s.sum()
    return float(s[1] / s[0]) if x.shape[1] > 1 and len(s) > 1 else 0.0, \
        float(np.exp(-(share * np.log(share)).sum()))


def _separation(x: Array, label: Array) -> dict[str, float]:
    """How well an embedding separates the classes of the nodes whose label is not -1."""
    x, label = x[label >= 0], label[label >= 0]
    classes, n = int(label.max(initial=-1)) + 1, len(x)
    if n == 0:
        return dict.fromkeys(("centroid_accuracy", "knn_accuracy", "silhouette"), np.nan)
    size = np.bincount(label, minlength=classes)
    member = np.eye(classes)[label]
    centre = member.T @ x / np.maximum(size, 1)[:, np.newaxis]
    centre[size == 0] = np.inf
    near = np.linalg.norm(x[:, np.newaxis] - centre, axis=2).argmin(axis=1)
    right, silhouette = 0, 0.0
    for i in range(n):
        d = np.linalg.norm(x - x[i], axis=1)
        mean = d @ member
        d[i] = np.inf
        votes = np.bincount(label[np.argsort(d, kind="stable")[:min(NEIGHBOURS, n - 1)]],
                            minlength=classes)
        right += int(n > 1 and votes.argmax() == label[i])
        others = [mean[c] / size[c] for c in range(classes) if c != label[i] and size[c] > 0]
        if size[label[i]] > 1 and others:
            a, b = mean[label[i]] / (size[label[i]] - 1), min(others)
            silhouette += (b - a) / max(a, b) if max(a, b) > 0 else 0
    return {"centroid_accuracy": float((near == label).mean()), "knn_accuracy": right / n,
            "silhouette": silhouette / n}


def _numbers_of(p: Problem, labels: Any) -> Array:
    """The number of each node's class, -1 if it has none."""
    if isinstance(labels, str):
        labels = p.node_attribute(labels)
    values = items(p.ordered(labels, "labels"))
    known = {value: k for k, value in enumerate(dict.fromkeys(x for x in values if x is not None))}
    if len(values) != p.nodes:
        raise Error(f"there are {len(values)} labels, but {p.nodes} nodes")
    return np.array([-1 if x is None else known[x] for x in values])


def layer_measures(graph: Any, x: Any, labels: Any = None, *, lengths: Any = None,
                   best: Optional[float] = None) -> dict[str, float]:
    """What layers do to an embedding, Z or Y: the measures of mgnn-layout --measures, which
    mgnn-math(7) explains, but for probe_accuracy.  NaN is one that is not defined.

    labels  the class of each node, None where it is not known; without them what needs
            classes is left out.
    best    scaled_stress of the best drawing that is known, for gap.
    """
    p = of_result(graph, lengths, x)
    at = p.positions(x)
    n, dim = at.shape
    w = np.ones(len(p.edges)) if p.stiffness is None else p.stiffness
    root = np.ones((n, 1))
    p.core.rescale(1, root, False)                          # the roots of the degrees
    a, b = p.edges[:, 0], p.edges[:, 1]
    size = np.linalg.norm(at, axis=1)
    unit = at / np.where(size > 0, size, 1)[:, np.newaxis]
    ends = (size[a] > 0) & (size[b] > 0)
    lonely = np.bincount(p.edges.ravel(), minlength=n) == 0
    lonely &= not p.self_loops
    apart = float(w @ ((at[a] / root[a] - at[b] / root[b]) ** 2).sum(axis=1) + (size[lonely] ** 2).sum())
    centred, total = at - at.mean(axis=0) if n else at, float((size ** 2).sum())
    scale, stress = _scale_of(p, np.linalg.norm(at[a] - at[b], axis=1))
    singular, rank = _spectrum(centred)
    out = {"scale": scale, "scaled_stress": stress, "gap": np.nan if best is None else stress - best,
           "dirichlet": apart / total if total > 0 else np.nan,
           "mad": float((1 - (unit[a] * unit[b]).sum(axis=1)[ends]).mean()) if ends.any() else np.nan,
           "mad_all": max(0.0, 1 - float((unit.sum(axis=0) ** 2).sum()) / int((size > 0).sum()) ** 2)
           if (size > 0).any() else np.nan,
           "effective_rank": rank, "singular_ratio": singular, "linear_ratio": _spectrum(at)[0],
           "point_ratio": float(np.sqrt((centred ** 2).sum() / total)) if total > 0 else np.nan}
    return out if labels is None else {**out, **_separation(at, _numbers_of(p, labels))}


class Sweep:
    """Measures of layers under many settings, as mgnn-layout --sweep makes them.

    rows         a dictionary for each: the settings, model, layer, space, measure, value.
    claims()     what they show about each model after the first layer and the last.
    to_pandas()  the rows as a table.
    """

    def __init__(self, rows: list[dict[str, Any]], settings: Sequence[str]):
        self.rows, self._settings = rows, tuple(settings)

    def __repr__(self) -> str:
        return f"<mgnn.Sweep: {len(self.rows)} values, over {', '.join(self._settings) or 'no setting'}>"

    def to_pandas(self) -> Any:
        """The rows as a DataFrame."""
        import pandas                                       # type: ignore[import]
        return pandas.DataFrame(self.rows)

    def claims(self) -> list[Claim]:
        """For each model, claim, space and layer the mean of the measure over the settings, its
        standard deviation, and how many settings meet the threshold."""
        found: dict[Any, dict[Any, dict[str, float]]] = {}
        for row in self.rows:
            setting = tuple(row[name] for name in self._settings)
            found.setdefault((row["model"], row["space"]), {}).setdefault(
                (setting, row["layer"]), {})[row["measure"]] = row["value"]
        return [claim for (model, space), values in found.items()
                for claim in self._claims_of(model, space, values)]

    def _claims_of(self, model: str, space: str,
                   values: dict[Any, dict[str, float]]) -> Iterator[Claim]:
        last: dict[Any, int] = {}
        for setting, layer in values:
            last[setting] = max(layer, last.get(setting, 0))
        most = max(last.values())
        for name, measure, least, threshold, _ in CLAIMS:
            for layer in ([1] if most > 1 else []) + [most]:
                at = [values[setting, end if layer == most else 1] for setting, end in last.items()
                      if layer == most or end >= 1]
                some = np.array([row[measure] for row in at if np.isfinite(row.get(measure, np.nan))])
                holds = [x for x in (_holds(name, row) for row in at) if x is not None]
                if measure in at[0]:
                    yield Claim(model, layer, space, name, measure, least, threshold,
                                float(some.mean()) if len(some) else np.nan,
                                float(some.std(ddof=1)) if len(some) > 1 else np.nan,
                                len(holds), sum(holds))


def _holds(name: str, row: dict[str, float]) -> Optional[bool]:
    """Whether a claim, and the claims it needs, hold; None if not known."""
    _, measure, least, threshold, needs = next(claim for claim in CLAIMS if claim[0] == name)
    value = row.get(measure, np.nan)
    if not np.isfinite(value):
        return None
    holds = value >= threshold if least else value <= threshold
    before = True if needs is None else _holds(CLAIMS[needs][0], row)
    return None if before is None else bool(holds and before)


def sweep(graph: Any, Z0: Any = None, model: Union[str, Sequence[str]] = "mgnn", layers: int = 8, *,
          over: Optional[dict[str, Any]] = None, labels: Any = None, lengths: Any = None,
          stiffness: Any = None, self_loops: bool = False, best: Optional[float] = None,
          **options: Any) -> Sweep:
    """Run layers of a model, or of several, under all combinations of settings, and measure
    each layer in Z and in Y.

    over     values by the names of parameters of propagate, such as
             {"alpha": [0.05, 0.1], "seed": range(10), "layers": [4, 8]}.
    labels, best    those of layer_measures.
    options  other parameters of propagate, for all runs.

    Ctrl-C ends the sweep with the settings that are complete.
    """
    from . import propagate, rescale
    p = problem(graph, lengths, stiffness=stiffness, self_loops=self_loops)
    axes = {name: list(values) for name, values in (over or {}).items()}
    models: list[str] = [model] if isinstance(model, str) else list(model)
    rows: list[dict[str, Any]] = []

    def measured(name: str, setting: dict[str, Any]) -> list[dict[str, Any]]:
        run: dict[str, Any] = {"layers": layers, **options, **setting}
        z = propagate(p, Z0, name, **run)
        if p.core.interrupted:
            raise KeyboardInterrupt
        return [{**setting, "model": name, "layer": layer, "space": space, "measure": measure,
                 "value": value}
                for layer, at in enumerate(z) for space, x in (("z", at), ("y", rescale(p, at)))
                for measure, value in layer_measures(p, x, labels, best=best).items()]

    settings = [dict(zip(axes, values)) for values in itertools.product(*axes.values())]
    for count, setting in enumerate(settings):
        try:
            rows += [row for name in models for row in measured(name, setting)]
        except KeyboardInterrupt:
            if count == 0:
                raise
            warn(f"Ctrl-C ended the sweep after {count} of {len(settings)} settings")
            break
    return Sweep(rows, list(axes))


def compare_layouts(graph: Any, layouts: dict[str, Any], lengths: Any = None) -> list[LayoutFigures]:
    """Layouts side by side, as mgnn-layout --compare measures them: each at the scale that suits
    the lengths best.

    layouts  positions by name, in all forms that measure takes, such as
             {"mgnn": mgnn.layout(G), "spring": nx.spring_layout(G)}.
    """
    out = []
    for name, at in layouts.items():
        p = of_result(graph, lengths, at, name)
        y = p.positions(at, name)
        ends = p.edges
        scale, stress = _scale_of(p, np.linalg.norm(y[ends[:, 0]] - y[ends[:, 1]], axis=1))
        figures = p.core.measure(y.shape[1], y * (scale if np.isfinite(scale) else 1), None, 0)
        out.append(LayoutFigures(name, figures["rms_relative_error"], figures["max_relative_error"],
                                 stress, scale))
    return out
