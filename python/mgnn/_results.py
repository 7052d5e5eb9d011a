"""What the calls answer with: the structs of mgnn.h, by their names."""
from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Iterator, NamedTuple, Optional

import numpy as np

from ._core import Error
from ._graphs import Problem
from ._values import Array


EDGES_MOST = 20000      # more would take a browser longer to show than us to compute


def same(a: Any, b: Any) -> bool:
    """Whether two values are equal, also inside arrays and lists; NaN equals NaN."""
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return type(a) is type(b) and a.dtype == b.dtype \
            and np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
    if isinstance(a, (list, tuple)):
        return type(a) is type(b) and len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, Problem) and isinstance(b, Problem) and a is not b:
        return same(a.__reduce__()[1], b.__reduce__()[1])
    return a is b or bool(a == b) or bool(a != a and b != b)


class Compared:
    """Equal to another if all figures and arrays are."""

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return same(list(vars(self).values()), list(vars(other).values()))


class Progress(NamedTuple):
    """The progress of a run, passed to its callback; returning a true value ends the run."""
    step: int
    value: Optional[float]      #: of what the stage minimises; None: not known
    left: Optional[float]       #: estimate of the seconds that it still takes; None: none
    positions: Array            #: a copy


class Edge(NamedTuple):
    """An edge with its target and drawn length; its ends are named as in the graph."""
    ends: tuple[Any, ...]
    lower: float
    upper: float
    drawn: float
    error: float        #: relative: above 0 too long, below too short


class Tables(NamedTuple):
    """A result as data frames of pandas.

    nodes   a row per node: node, its coordinates, and determined if known.
    edges   a row per edge: source, target, the bounds lower and upper, the drawn length, and
            error, the relative error.
    worst   the rows of the edges with the largest errors.
    """
    nodes: Any
    edges: Any
    worst: Any


def shown(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, np.ndarray):
        return f"array of {' x '.join(map(str, value.shape))}"
    if isinstance(value, Record):
        return repr(value).replace("\n", "\n  ")
    if isinstance(value, list) and len(value) > 6:
        return f"list of {len(value)}"
    return repr(value)


class Record(Compared):
    """Prints every figure on a line of its own."""

    def __repr__(self) -> str:
        names = [f.name for f in fields(self)]
        lines = [f"  {name} = {shown(getattr(self, name))}" for name in names]
        return "\n".join([f"mgnn.{type(self).__name__}:"] + lines)


@dataclass(repr=False, eq=False)
class Figures(Record):
    """How well positions meet the lengths; NaN if a figure is undefined.

    r is a drawn length, M the target and w the weight.  Relative errors are over the edges with
    M > 0; for bounds, M is the bound that r violates, or r itself.

    energy      E, the sum of w (r - M)^2.
    objective   (1-alpha) E + alpha |Z - Z0|^2; without an origin E.
    stress      E divided by the sum of w M^2.
    stress1     Kruskal's stress-1: the root of E divided by the sum of w r^2.
    max_relative_error, rms_relative_error, mean_relative_error     of |r - M| / M.
    max_zero_length     the largest r of an edge with M = 0.
    coincident  the number of edges with r = 0 and M > 0.
    """
    energy: float
    objective: float
    stress: float
    stress1: float
    max_relative_error: float
    rms_relative_error: float
    mean_relative_error: float
    max_zero_length: float
    coincident: int


@dataclass(repr=False, eq=False)
class Distribution(Record):
    """The distribution of the relative errors, over the edges of positive length.

    met, too_short, too_long    the number of edges within the tolerance, below and above.
    quantile    array of 5: the quantiles .25, .5, .75, .9 and .99.
    bin         array of 8: the number of edges up to 1e-6, 1e-5, ..., 1, and above.
    scale       the factor that scales the drawing best; NaN if it is a point.
    scaled_stress       the stress after scaling.
    """
    met: int
    too_short: int
    too_long: int
    quantile: Array
    bin: Array
    scale: float
    scaled_stress: float


@dataclass(repr=False, eq=False)
class Rigidity(Record):
    """The rigidity of a graph, for generic positions.

    dim, nodes, edges   of the problem.
    rank        of the rigidity matrix, over the coordinates that are not pinned.
    motions     the number of rigid motions that the pins allow.
    degrees_of_freedom  the number of independent motions beyond these; 0: rigid.
    stresses    bars - rank: the number of independent self-stresses.
    rigid, redundantly_rigid    whether the graph can only move as a whole, and whether that
                remains so without any one edge.
    globally_rigid      whether no other drawing has these lengths; None: would take too long.
    method, global_method       "combinatorial" or "randomized".
    error, global_error         bounds on the probability that a verdict is wrong.
    redundant   the number of bars that can be removed without losing rank.
    edge_redundant      array of m: True for these.
    parts       the nodes of each maximal rigid part, the largest first.
    edge_part   array of m: the largest part that contains each edge; 2^32-1 if it is not a bar.
    """
    dim: int
    nodes: int
    edges: int
    rank: int
    motions: int
    degrees_of_freedom: int
    stresses: int
    rigid: bool
    redundantly_rigid: bool
    globally_rigid: Optional[bool]
    method: str
    global_method: str
    error: float
    global_error: float
    redundant: int
    edge_redundant: Array
    parts: list[Any]
    edge_part: Array


@dataclass(repr=False, eq=False)
class Determined(Record):
    """Which nodes the lengths determine.

    node        array of n: 1 yes, 0 no, -1 not known.
    how         list of n: the reasons.  Yes: "pinned", "globally rigid graph", "body of
                reference", "stress kernel", "trilateration" or "branch and prune"; no:
                "no body of reference", "motion" (that changes its place), "separated" (by
                dim nodes or fewer, so that it can be reflected) or "another drawing"; not
                known: "no theorem decides", "too much work", "special lengths", or a
                reason of yes or no that holds for generic lengths only.
    count       the number of determined nodes.
    up_to       the motions that remain possible: "nothing", "a mirror image" or "rigid motions".
    error       a bound on the probability that an answer is wrong; 0: exact.
    bars        the number of edges with exact length and positive stiffness; only these count.
    """
    node: Array
    how: list[Any]
    count: int
    up_to: str
    error: float
    bars: int


@dataclass(repr=False, eq=False)
class Robust(Record):
    """Positions that leave grossly wrong lengths out, and which these are.

    positions   array of n x dim, for the reweighted lengths.
    suspects    the edges that are more likely wrong than right, the likeliest first.
    odds        array of m: the odds that the length is wrong, 99 for 99 to 1.
    weight      array of m: the factor from 0 to 1 by which the stiffness was multiplied.
    scale       the standard deviation of the other lengths, of the kind of noise.
    share       the estimated share of wrong lengths.
    converged   False if a limit, Ctrl-C or the callback ended it early.
    problem     the problem with the new stiffness, which leaves the wrong lengths out.
    """
    positions: Array
    suspects: list[int]
    odds: Array
    weight: Array
    scale: float
    share: float
    converged: bool
    problem: Problem


@dataclass(repr=False, eq=False)
class Uncertainty(Record):
    """How precisely lengths with errors determine the positions.

    covariance  array of n x dim x dim; NaN for free nodes.
    error       array of n x dim: standard errors.
    free_nodes  the number of nodes that the lengths leave free.
    estimate    the standard deviation of the lengths, estimated from the residuals.
    freedom     the degrees of freedom behind that estimate.
    chi2        the sum of squared residuals in units of the given noise; NaN if none was given.
    leverage    array of m: how much each drawn length follows the given one, from 0 to 1.
    """
    covariance: Array
    error: Array
    free_nodes: int
    estimate: float
    freedom: float
    chi2: float
    leverage: Array


@dataclass(repr=False, eq=False)
class Infinitesimal(Record):
    """Infinitesimal rigidity at given positions: motions that change no length to first order.

    rank        of the rigidity matrix, over the coordinates that are not pinned.
    motions     the number of rigid motions that the pins allow.
    degrees_of_freedom  the number of independent motions beyond these; 0: rigid.
    stresses    bars - rank: the number of independent self-stresses.
    rigid       None if a singular value is so near the tolerance that rounding decides.
    tolerance   as given.
    gap_low, gap_high   no singular value is between these; smaller ones count as 0.
    """
    rank: int
    motions: int
    degrees_of_freedom: int
    stresses: int
    rigid: Optional[bool]
    tolerance: float
    gap_low: float
    gap_high: float


@dataclass(repr=False, eq=False)
class Flexes(Record):
    """Infinitesimal motions and self-stresses at given positions.

    motions     array of k x n x dim: velocities that change no length to first order,
                beyond rigid motions.
    stresses    array of s x m: a number per edge, in balance at every node.
    prestress_stable    whether some stress makes the framework rigid to second order; None if
                none was found among several stresses and motions.
    """
    motions: Array
    stresses: Array
    prestress_stable: Optional[bool]


class Violation(NamedTuple):
    """An edge that is longer than another path between its ends.

    edge        its number in problem.edges.
    length      the target length, or the lower bound.
    path_length of the shortest path, by upper bounds.
    path        the nodes on it, from the edge's first end to its second.
    """
    edge: int
    length: float
    path_length: float
    path: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, tuple) and same(tuple(self), tuple(other))

    def __ne__(self, other: object) -> bool:
        return not self == other


@dataclass(repr=False, eq=False)
class Violations(Record):
    """All edges that are longer than another path between their ends.

    items       a Violation each, the largest excess first.
    checked     the number of edges checked: all, unless the time ran out.
    uniform_change      the smallest t such that changing each length by at most the factor 1 - t
                or 1 + t can remove all violations.
    shortening  the sum by which lengths must at least be shortened if none is lengthened:
                each of these edges to its path_length.
    """
    items: list[Any]
    checked: int
    uniform_change: float
    shortening: float


@dataclass(repr=False, eq=False)
class Feasibility(Record):
    """Whether the lengths can be met.

    feasible    True, False, or None if not known.
    method      the evidence: "paths" (violations), "spectrum" (eigenvalues of the Gram matrix of
                all pairs), "rank" (Euclidean, but of a higher dimension), "clique" (the same for
                a group of nodes), "drawing" (positions that meet the lengths); or None.
    dim, tolerance      as given.
    max_error   the largest relative error of the positions tried; NaN if none were.
    violations  Violations: edges longer than paths, beyond the tolerance.
    group       dim + 2 nodes, all joined, whose lengths do not fit; None if not found.
    edm         whether the lengths of all pairs are Euclidean; None if pairs lack a length.
    edm_dim     the number of eigenvalues above the slack.
    edm_least, edm_most, edm_slack      the smallest and the largest eigenvalue, and the largest
                change of one within the tolerance, in units of the largest squared length.
    nearest     array of m: the nearest Euclidean lengths if the given ones are not Euclidean
                (all pairs, up to 64 nodes); else None.
    nearest_dim, nearest_change     their dimension, and the relative change of squares.
    """
    feasible: Optional[bool]
    method: Optional[str]
    dim: int
    tolerance: float
    max_error: float
    violations: Violations
    group: Any
    edm: Optional[bool]
    edm_dim: int
    edm_least: float
    edm_most: float
    edm_slack: float
    nearest: Optional[Array]
    nearest_dim: int
    nearest_change: float


@dataclass(repr=False, eq=False)
class Comparison(Record):
    """Whether two drawings are the same.

    equivalent  the lengths of every edge agree within the relative tolerance.
    congruent   equivalent, and the best rigid motion brings every node to its place.
    similar     congruent, or congruent after scaling.
    mirrored    whether the best motion is a reflection; None if they are not similar.
    max_edge_difference     relative.
    max_deviation       of a node, after the best motion.
    rmsd, rmsd_unmirrored, rmsd_scaled  root mean square deviation after the best rigid motion,
                reflections included; without reflections; with reflections and scaling.
    scale       the factor of that scaling.
    size        of the other drawing: root mean square distance from its centroid.
    """
    equivalent: bool
    congruent: bool
    similar: bool
    mirrored: Optional[bool]
    max_edge_difference: float
    max_deviation: float
    rmsd: float
    rmsd_unmirrored: float
    rmsd_scaled: float
    scale: float
    size: float


@dataclass(repr=False, eq=False)
class Realizations(Record):
    """Drawings with the same lengths, no two congruent.

    y           array of count x n x dim, aligned to the first, the given one.
    how         how each was found: "given", "branch", "reflection" or "restart".
    separators  the number of node sets used for reflections.
    restarts    the number of searches from other starts.
    all_separators      False if more separators exist than were tried.
    total       the number of drawings that exist, exactly if complete, else a lower bound.
    complete    whether the search was exhaustive and the given drawing meets the lengths to
                rounding.
    """
    y: Array
    how: tuple[Any, ...]
    separators: int
    restarts: int
    all_separators: bool
    total: float
    complete: bool


class Layout(Compared):
    """A drawing and how it was found.

    Unpacks as ``positions, result = mgnn.layout(...)``, is an array to NumPy, and
    a picture in a notebook.

    positions   array of n x dim.
    pos         the same, keyed as the graph was: a dictionary for NetworkX, a
                Layout for igraph, else the array.
    energy, stress, figures     how well the lengths are met.
    errors      relative error of each edge of problem.edges; NaN where 0 is asked.
    worst(k)    the k edges with the greatest errors.
    plot(ax), page(), to_pandas()   drawn by matplotlib, as the interactive page, as tables.
    converged, reason   "converged", "iterations", "time", "stopped" (by the callback
                or Ctrl-C) or "local minimum": it ended by itself with lengths that are
                not met, and that nothing shows to be impossible.
    determined  layout by edges: 1 where the lengths determine a node's place, 0
                where not, -1 where that is not known; else None.
    models      layout with ensemble: the positions of all of them, this one first, as an
                array of count x n x dim; else None.  clusters and rmsd: the cluster of
                each, from 1, and how far it is from the first.
    robust      layout with robust: the Robust that was found; else None.
    unit        of the lengths, as given to layout; drawings show it.
    iterations, stage, pair_stress, spread_nodes, spread_stress     as in
                mgnn_outcome of mgnn.h.
    """

    def __init__(self, problem: Problem, positions: Array, outcome: dict[Any, Any]):
        self.problem, self.positions = problem, positions
        self.iterations: int = outcome["iterations"]
        self.energy: float = outcome["energy"]
        self.reason: str = outcome["reason"]
        self.stage: Optional[str] = outcome["stage"]
        self.pair_stress: float = outcome["pair_stress"]
        self.spread_nodes: int = outcome["spread_nodes"]
        self.spread_stress: float = outcome["spread_stress"]
        marks = outcome["determined"]
        self.determined: Optional[Array] = None if marks is None \
            else np.frombuffer(marks, np.int8)          # 255 is -1
        self.figures = Figures(**problem.core.measure(positions.shape[1], positions, None, 0))
        if self.energy is None:
            self.energy = self.figures.energy
        models = outcome.get("models", ())
        self.models: Optional[Array] = None
        self.clusters: Optional[Array] = None
        self.rmsd: Optional[Array] = None
        if len(models) > 1:
            self.models = np.stack([np.frombuffer(model[0]).reshape(positions.shape)
                                    for model in models])
            self.clusters = np.array([model[1] for model in models])
            self.rmsd = np.array([model[2] for model in models])
        self.robust: Optional[Robust] = None
        self.unit: Optional[str] = None

    @property
    def converged(self) -> bool:
        return self.reason == "converged"

    @property
    def stress(self) -> float:
        return self.figures.stress

    @property
    def pos(self) -> Any:
        return self.problem.keyed(self.positions)

    @property
    def drawn(self) -> Array:
        """The drawn length of each edge."""
        ends = self.problem.edges
        drawn: Array = np.linalg.norm(self.positions[ends[:, 0]] - self.positions[ends[:, 1]],
                                      axis=1)
        return drawn

    @property
    def errors(self) -> Array:
        drawn = self.drawn
        target = np.clip(drawn, self.problem.lower, self.problem.upper)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(target > 0, (drawn - target) / target, np.nan)

    def worst(self, count: int = 5) -> list[Any]:
        """The edges with the largest errors, the worst first."""
        if count < 0:
            raise Error(f"count is {count}, must be at least 0")
        p, drawn, errors = self.problem, self.drawn, self.errors
        size = np.nan_to_num(np.abs(errors), nan=-1)
        return [Edge((p.name(p.edges[e, 0]), p.name(p.edges[e, 1])), float(p.lower[e]),
                     float(p.upper[e]), float(drawn[e]), float(errors[e]))
                for e in np.argsort(-size, kind="stable")[:count]]

    def to_pandas(self, worst: int = 5) -> Tables:
        """Nodes, edges and the worst edges as data frames. The index of the edges is their number
        in problem.edges."""
        import pandas                       # type: ignore[import]
        p, dim = self.problem, self.positions.shape[1]
        names = [p.name(i) for i in range(p.nodes)]
        axes = "xyz"[:dim] if dim <= 3 else [f"x{c + 1}" for c in range(dim)]
        nodes = pandas.DataFrame({"node": names} | dict(zip(axes, self.positions.T)))
        if self.determined is not None:
            nodes["determined"] = pandas.array([{1: True, 0: False}.get(int(x)) for x in self.determined],
                                               dtype="boolean")
        edges = pandas.DataFrame({"source": [names[i] for i in p.edges[:, 0]],
                                  "target": [names[i] for i in p.edges[:, 1]], "lower": p.lower,
                                  "upper": p.upper, "drawn": self.drawn, "error": self.errors})
        order = np.argsort(-np.nan_to_num(np.abs(self.errors), nan=-1), kind="stable")
        return Tables(nodes, edges, edges.iloc[order[:worst]])

    def plot(self, ax: Any = None, **options: Any) -> Any:
        """Draw on axes of matplotlib (None: new ones) and return the axes.  Edges with lengths
        are coloured by strain, blue too short and red too long.

        options     node_color, node_size, edge_color and width as matplotlib takes them,
                    with_labels and font_size.
        """
        from ._plot import plot
        return plot(self.problem, self.positions,
                    self.errors if self.problem.pairs == "edges" else None, ax, **options)

    def __array__(self, dtype: Any = None) -> Array:
        return np.asarray(self.positions, dtype)

    def __iter__(self) -> Iterator[Any]:
        return iter((self.positions, self))

    def __repr__(self) -> str:
        n, dim = self.positions.shape
        f = self.figures
        how = {"iterations": "ended by their limit", "time": "ended by the time limit"}.get(
            self.reason, self.reason)
        lines = [f"mgnn.Layout of {n} nodes and {len(self.problem.edges)} edges in {dim} "
                 f"dimension{'' if dim == 1 else 's'}: {how} after "
                 f"{self.iterations} iteration{'' if self.iterations == 1 else 's'}",
                 f"  energy {self.energy:.6g}, stress {f.stress:.6g}, relative error "
                 f"{f.max_relative_error:.3g} at most, {f.mean_relative_error:.3g} on average"]
        if not np.isnan(self.pair_stress):
            lines.append(f"  stress of all pairs {self.pair_stress:.6g}")
        if self.determined is not None:
            known = [int((self.determined == mark).sum()) for mark in (1, 0, -1)]
            lines.append("  nodes that the lengths determine: {}, do not: {}, not known: {}"
                         .format(*known))
        if f.max_relative_error > 1e-5:
            lines.append("  worst edges:")
        for edge in self.worst() if f.max_relative_error > 1e-5 else ():
            asked = f"{edge.lower:.6g}" if edge.lower == edge.upper \
                else f"{edge.lower:.6g} to {edge.upper:.6g}"
            lines.append(f"    {edge.ends[0]} - {edge.ends[1]}: {asked} asked, "
                         f"{edge.drawn:.6g} drawn, {100 * edge.error:+.3g} %")
        return "\n".join(lines)

    def page(self, **options: Any) -> Any:
        """The interactive page, with options of draw: a Picture, which notebooks show inline and
        whose data (bytes) are a file."""
        from . import _draw
        return _draw.draw(self.problem, self, format="html", **options)

    def _repr_html_(self) -> Optional[str]:
        page = self.page() if len(self.problem.edges) <= EDGES_MOST else None
        return None if page is None else str(page._repr_html_())

    def _repr_svg_(self) -> Optional[str]:
        from . import _draw
        if len(self.problem.edges) > EDGES_MOST:
            return None
        picture = _draw.draw(self.problem, self, size="500x500",
                             edge_color="strain" if self.problem.pairs == "edges" else None,
                             node_labels=None if self.problem.keys is None else True)
        return picture._repr_svg_() if picture is not None else None
