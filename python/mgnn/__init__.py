"""Embed graphs so that their edges get prescribed lengths.

>>> import mgnn
>>> drawing = mgnn.layout((3, [[0, 1], [1, 2], [2, 0]]), [3, 4, 5])
>>> drawing.converged
True

Every call of libmgnn(3) is here under its name, without mgnn_ and _find.  The
first argument is a graph of any kind that mgnn.problem knows; a Problem, which
it makes, has all that can be said of the lengths: bounds, stiffness, pins, noise.
Positions are arrays of n x dim doubles.  What the library refuses is raised as
mgnn.Error, a ValueError.  Ctrl-C ends a run with what it has come to, where that
can be told from what was asked for; calls without a callback, such as rigidity, determined
and uncertainty, go on to their end, which may take minutes for large graphs in space, and
raise KeyboardInterrupt then.

Where dim is None it is that of the pins, or 2.

draw makes pictures, as mgnn-layout does; the module mgnn.learn trains networks.

A run takes seed (1), threads (0 or None: as many as there are, but one on a machine whose
load is above twice its processors), max_iterations and
time_limit in seconds (0 or None: no limit), and a callback, which is told a Progress and ends
the run by a true answer.  In the children of a process with threads (multiprocessing)
one thread computes.
"""
from __future__ import annotations

import importlib
import operator
import signal
import threading
import warnings
from typing import TYPE_CHECKING, Any, Callable, Optional

import numpy as np

from . import _core
from ._core import Error
from ._draw import Picture, draw, draw_formats, draw_options
from ._graphs import Array, Problem, dimension, flag, pins_array, problem, reals
from ._results import (Comparison, Determined, Distribution, Edge, Feasibility, Figures, Flexes,
                       Infinitesimal, Layout, Progress, Realizations, Rigidity, Robust, Uncertainty,
                       Violation, Violations)

__version__: str = _core.version

__all__ = ["Comparison", "Determined", "Distribution", "Edge", "Error", "Feasibility", "Figures", "Flexes",
           "Infinitesimal", "Layout", "Picture", "Problem", "Progress", "Realizations", "Rigidity",
           "Robust", "Uncertainty", "Violation", "Violations", "align", "compare", "determined", "distribution", "draw",
           "draw_formats", "draw_options", "feasibility", "flexes",
           "infinitesimal", "layout", "layout_igraph", "layout_nx", "lengths_make", "measure", "place",
           "problem", "chirality_right", "propagate", "realizations", "rescale", "rigidity", "robust", "rule_names",
           "solve", "solver_names", "start", "uncertainty", "version", "violations"]

Callback = Callable[[Progress], Any]


if TYPE_CHECKING:
    from . import learn as learn
else:
    def __getattr__(name: str) -> Any:
        """The module learn is loaded when it is first used."""
        if name == "learn":
            return importlib.import_module(".learn", __name__)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def version() -> str:
    """The version of the library."""
    return _core.version


def rule_names() -> list[str]:
    """The models that propagate knows."""
    return _core.names("rules")


def solver_names() -> list[str]:
    """The solvers that solve knows."""
    return _core.names("solvers")


def _count(value: Any, name: str, most: int = 2**31 - 1) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}, must be a whole number") from None
    if not 0 <= number <= most:
        raise Error(f"{name} is {number}, must be between 0 and {most}")
    return number


def _seed(value: Any) -> int:
    return _count(value, "seed", 2**_core.seed_bits - 1)


def _control(p: Problem, dim: int, seed: int = 1, threads: Optional[int] = 0,
             max_iterations: Optional[int] = 0,
             time_limit: Optional[float] = 0, callback: Optional[Callback] = None) -> tuple[Any, ...]:
    """What every run is told.  Ctrl-C is caught where Python itself would turn it
    into an exception: in the main thread, unless the program has other plans."""
    catches = (threading.current_thread() is threading.main_thread()
               and signal.getsignal(signal.SIGINT) is signal.default_int_handler)

    def tell(step: int, value: float, left: float, x: bytes) -> Any:
        now = np.frombuffer(x).reshape(p.nodes, dim)
        return callback(Progress(step, value, left, now))       # type: ignore[misc]

    if not isinstance(time_limit or 0, (int, float, np.number)):
        raise TypeError(f"time_limit is {time_limit!r}, must be a number of seconds")
    if callback is not None and not callable(callback):
        raise TypeError(f"callback is {callback!r}, must be a function of a Progress")
    return (_seed(seed), _count(threads or 0, "threads"),
            _count(max_iterations or 0, "max_iterations"),
            time_limit or 0, None if callback is None else tell, catches)


def _dim_of(p: Problem, dim: Optional[int]) -> int:
    """How many coordinates, where that may be left to the pins."""
    if dim is None:
        return 2 if p.pins is None else p.pins.shape[1]
    return dimension(dim)


def _volumes_check(p: Problem, dim: int) -> None:
    if dim < 3 and p.chirality:
        raise Error(f"chirality needs space, and dim is {dim}: there are no volumes; give dim=3")


def _start_of(p: Problem, dim: int) -> Array:
    """Zeros, but for pinned coordinates, unless these are others than are asked for, which
    the library refuses."""
    if p.pins is None or p.pins.shape[1] != dim:
        return np.zeros((p.nodes, dim))
    return np.nan_to_num(p.pins, nan=0.0, posinf=np.inf, neginf=-np.inf)


def layout(graph: Any, lengths: Any = None, *, lower: Any = None, upper: Any = None,
           stiffness: Any = None, pins: Any = None, dim: Optional[int] = None, chirality: Any = None,
           min_distance: float = 0, noise: Any = None, pairs: Optional[str] = None,
           spread: bool = True, tolerance: float = 1e-6, aspect: float = 1.0, seed: int = 1,
           threads: Optional[int] = 0, max_iterations: Optional[int] = 0, time_limit: Optional[float] = 0,
           callback: Optional[Callback] = None) -> Layout:
    """Find a good drawing from nothing but the lengths.

    The arguments up to noise are those of mgnn.problem.

    pairs      "edges": only the lengths of edges count; "paths": every pair is also
               kept at the distance of its shortest path.  None: edges where lengths
               are given, else paths, as mgnn-layout does.
    spread     the freedom that lengths leave is used to bring all pairs near their
               shortest-path distances; False: what is fastest.
    tolerance  relative decrease that ends a descent.
    aspect     width to height, where components are packed side by side.
    """
    p = problem(graph, lengths, lower=lower, upper=upper, stiffness=stiffness, pins=pins, dim=dim,
                chirality=chirality, min_distance=min_distance, noise=noise)
    dim = _dim_of(p, dim)
    _volumes_check(p, dim)
    y = _start_of(p, dim)
    outcome = p.core.search("layout", dim, y, (pairs or p.pairs, None, tolerance, aspect, flag(spread, "spread")),
                            _control(p, dim, seed, threads, max_iterations, time_limit, callback))
    return Layout(p, y, outcome)


def layout_nx(graph: Any, lengths: Any = None, **options: Any) -> dict[Any, Array]:
    """Positions as a dictionary, for nx.draw(graph, mgnn.layout_nx(graph))."""
    drawing = layout(graph, lengths, **options)
    return {drawing.problem.key(i): at for i, at in enumerate(drawing.positions)}


def layout_igraph(graph: Any, lengths: Any = None, **options: Any) -> Any:
    """Positions as a Layout of igraph, for igraph.plot(graph, layout=...)."""
    return layout(graph, lengths, **options).pos


def _held(p: Problem, pins: Any, x: Array) -> Array:
    """The coordinates that solve is to hold, NaN where free."""
    forms = (f"must be True or False for each of the {p.nodes} nodes, or n x dim of them, or "
             "coordinates, NaN where free")
    if not isinstance(pins, dict):
        try:
            marks = np.asarray(pins)
        except ValueError:                  # rows and None
            marks = np.empty(0)
        if marks.dtype == bool:
            if marks.shape not in ((p.nodes,), (p.nodes, 1), x.shape):
                raise Error(f"pins have the shape {marks.shape}, {forms}")
            return np.where(marks.reshape(p.nodes, -1), x, np.nan)
        if marks.dtype.kind in "iu":        # marks or places?
            raise Error(f"pins are whole numbers, {forms}")
    return pins_array(p, pins, x.shape[1])


def solve(graph: Any, y: Any, lengths: Any = None, *, lower: Any = None, upper: Any = None,
          stiffness: Any = None, pins: Any = None, pairs: Optional[str] = None,
          solver: Optional[str] = None, tolerance: float = 1e-6, seed: int = 1,
          threads: Optional[int] = 0, max_iterations: Optional[int] = 0, time_limit: Optional[float] = 0,
          callback: Optional[Callback] = None) -> Layout:
    """Minimise the energy from the start y; it never rises.  See solver_names.

    pins are True where the start is to be held: n, or n x dim of them; or coordinates, in
    the forms of mgnn.problem, which then take the place of the start's.
    """
    p = problem(graph, lengths, lower=lower, upper=upper, stiffness=stiffness)
    x = p.positions(y, "y").copy()
    dim = x.shape[1]
    _volumes_check(p, dim)
    if pins is not None:
        at = _held(p, pins, x)
        x = np.where(np.isnan(at), x, at)
        p = problem(graph, lengths, lower=lower, upper=upper, stiffness=stiffness, pins=at, dim=dim)
    outcome = p.core.search("solve", dim, x, (pairs or p.pairs, solver, tolerance, 1.0, True),
                            _control(p, dim, seed, threads, max_iterations, time_limit, callback))
    return Layout(p, x, outcome)


def start(graph: Any, start: str = "pivot", lengths: Any = None, *, dim: Optional[int] = None,
          aspect: float = 1.0, seed: int = 1, threads: Optional[int] = 0) -> Array:
    """Positions from the lengths alone, not yet refined: "pivot" or "buildup"."""
    p = problem(graph, lengths)
    dim = _dim_of(p, dim)
    y = _start_of(p, dim)
    if start in ("layout", "solve"):
        raise Error(f'there is no start named "{start}"')
    p.core.search(start, dim, y, ("edges", None, 1e-6, aspect, True), _control(p, dim, seed, threads))
    return y


def place(graph: Any, *, dim: Optional[int] = None, seed: int = 1, scale: float = 1.0) -> Array:
    """Independent normal deviates: the usual random start, in the space of Z."""
    p = problem(graph)
    dim = _dim_of(p, dim)
    x = np.empty((p.nodes, dim))
    p.core.place(dim, _seed(seed), scale, x)
    return x


def propagate(graph: Any, Z0: Any = None, model: str = "mgnn", layers: int = 8, *,
              lengths: Any = None, stiffness: Any = None, self_loops: bool = False,
              alpha: Optional[float] = None, beta: float = 0.5, eps: float = 1e-5, origin: Any = None,
              step: float = 0.5, theta: float = 0.5, p: float = 1.5, mu: float = 0.1,
              filter: Any = "ppr", attention: Any = None, dim: Optional[int] = None, single_precision: bool = False,
              history: bool = True, seed: int = 1, threads: Optional[int] = 0,
              time_limit: Optional[float] = 0,
              callback: Optional[Callback] = None) -> Array:
    """Run layers of a model (see rule_names) from Z0.

    Z0         n x dim in the space of Z = D^1/2 Y; None: place(graph, dim, seed).
    alpha      the pull to the start; None: 0.05, for appnp, gcnii and gpr 0.1.
    origin     what alpha pulls to, if not Z0.
    step       of mgnn-damped; theta of gcnii; p and mu of pgnn.
    filter     of gpr: "ppr", "heat:T", "monomial:K", or its coefficients.
    attention  of gat: a weight for each edge, the same in both directions; None: all
               neighbours count as in A.
    history    True: the answer is an array of (layers + 1) x n x dim, the start
               first; shorter if the run was ended.  False: only the last layer, or,
               with a warning, that at which the time limit ended the run; Ctrl-C then
               raises KeyboardInterrupt.
    """
    history = flag(history, "history")
    of = problem(graph, lengths, stiffness=stiffness, self_loops=self_loops)
    z = place(of, dim=dim, seed=seed) if Z0 is None else of.positions(Z0, "Z0").copy()
    dim, layers = z.shape[1], _count(layers, "layers")
    pull = alpha if alpha is not None else 0.1 if model in ("appnp", "gcnii", "gpr") else 0.05
    first = None if origin is None else of.positions(origin, "origin", dim)
    weights = None if attention is None else of.numbers_of_edges(attention, "attention")
    if not isinstance(filter, str):
        filter = ",".join(repr(float(c)) for c in filter)
    every = np.empty((layers + 1,) + z.shape) if history else None
    reached = of.core.propagate(dim, z, every, first, weights,
                                (model, layers, pull, beta, eps,
                                 flag(single_precision, "single_precision"), step, theta,
                                 p, mu, filter),
                                _control(of, dim, seed, threads, 0, time_limit, callback))
    if every is None and reached < layers and callback is None:
        warnings.warn(f"the time limit ended the run after layer {reached} of {layers}",
                      stacklevel=2)
    return z if every is None else every[:reached + 1]


def rescale(graph: Any, x: Any, to: str = "y") -> Array:
    """Turn Z into Y = D^-1/2 Z, or with to="z" back."""
    if to not in ("y", "z"):
        raise Error(f'to is "{to}", must be y or z')
    p = problem(graph)
    out = p.positions(x).copy()
    p.core.rescale(out.shape[1], out, to == "y")
    return out


def lengths_make(graph: Any, metric: str, values: Any = None) -> Array:
    """Lengths out of similarities of edges: "inverse", "neglog", "complement", or
    "jaccard", which needs no values.  In the order of problem(graph).edges, as lengths may
    be; values are one per edge of these or as given, or the name of an attribute."""
    p = problem(graph)
    if isinstance(values, str):
        name, values = values, p.edge_attribute(values)
        if values is None:
            raise Error(f"values is {name!r}, but the edges have no such attribute")
    given = None if values is None else p.numbers_of_edges(values, "values")
    out = np.empty(len(p.edges))
    p.core.lengths_make(metric, given, out)
    return out


def _judged(graph: Any, positions: Any, lengths: Any = None) -> tuple[Any, ...]:
    """A problem and positions of it."""
    p = problem(graph, lengths)
    y = p.positions(positions)
    return p, y.shape[1], y


def measure(graph: Any, positions: Any, lengths: Any = None, *, origin: Any = None,
            alpha: float = 0.0) -> Figures:
    """How well positions (in the space of Y) meet the lengths; with origin, Z0, also
    the objective (1-alpha) E + alpha |Z - Z0|^2."""
    p, dim, y = _judged(graph, positions, lengths)
    first = None if origin is None else p.positions(origin, "origin", dim)
    return Figures(**p.core.measure(dim, y, first, alpha))


def distribution(graph: Any, positions: Any, lengths: Any = None, *, tolerance: float = 1e-5) -> Distribution:
    """How the relative errors of the lengths are distributed."""
    p, dim, y = _judged(graph, positions, lengths)
    out = p.core.at_positions("distribution", dim, y, tolerance)
    out["quantile"] = np.frombuffer(out["quantile"])
    out["bin"] = np.frombuffer(out["bin"], np.uintp)
    return Distribution(**out)


def rigidity(graph: Any, *, dim: Optional[int] = None, seed: int = 1) -> Rigidity:
    """What lengths determine, for generic positions: a property of the graph."""
    p = problem(graph)
    out = p.core.rigidity(_dim_of(p, dim), _seed(seed))
    first = np.frombuffer(out.pop("part_first"), np.uintp)
    node = np.frombuffer(out.pop("part_node"), np.uint32)
    out["parts"] = [p.named(node[a:b]) for a, b in zip(first[:-1], first[1:])]
    out["edge_redundant"] = np.frombuffer(out["edge_redundant"], np.bool_)
    out["edge_part"] = np.frombuffer(out["edge_part"], np.uint32)
    return Rigidity(**out)


def determined(graph: Any, lengths: Any = None, *, dim: Optional[int] = None, seed: int = 1) -> Determined:
    """Which nodes lengths determine, for generic lengths: relative to the pinned nodes,
    or else to the largest set of nodes that is determined in itself."""
    p = problem(graph, lengths)
    node, how, count, up_to, error = p.core.determined(_dim_of(p, dim), _seed(seed))
    return Determined(np.array(node, np.int8), how, count, up_to, error, p.core.bars())


def _tables(data: bytes, *shape: int) -> Array:
    """Tables of a shape one after the other; none, where that has no entries."""
    size = 8 * int(np.prod(shape))
    return np.frombuffer(data).reshape(len(data) // size if size > 0 else 0, *shape)


def infinitesimal(graph: Any, positions: Any, *, tolerance: float = 1e-6) -> Infinitesimal:
    """Rigidity to first order, at these positions."""
    p, dim, y = _judged(graph, positions)
    return Infinitesimal(**p.core.at_positions("infinitesimal", dim, y, tolerance))


def flexes(graph: Any, positions: Any, *, tolerance: float = 1e-6) -> Flexes:
    """Infinitesimal motions and self-stresses at these positions, and whether a stress
    holds what is flexible to first order."""
    p, dim, y = _judged(graph, positions)
    motions, stresses, stable = p.core.flexes(dim, y, tolerance)
    return Flexes(_tables(motions, *y.shape), _tables(stresses, len(p.edges)),
                  None if stable < 0 else bool(stable))


def _violations(p: Problem, found: dict[Any, Any]) -> Violations:
    items = [Violation(edge, length, path_length, p.named(np.frombuffer(path, np.uint32)))
             for edge, length, path_length, path in found.pop("items")]
    return Violations(items=items, **found)


def violations(graph: Any, lengths: Any = None) -> Violations:
    """Every edge that is longer than another path between its ends."""
    p = problem(graph, lengths)
    return _violations(p, p.core.violations())


def feasibility(graph: Any, lengths: Any = None, *, dim: Optional[int] = None, tolerance: float = 1e-5,
                positions: Any = None) -> Feasibility:
    """Whether the lengths can be met; positions that meet them prove it."""
    p = problem(graph, lengths)
    dim = _dim_of(p, dim)
    y = None if positions is None else p.positions(positions, dim=dim)
    out = p.core.feasibility(dim, tolerance, y)
    out["violations"] = _violations(p, out["violations"])
    out["group"] = p.named(np.frombuffer(out["group"], np.uint32)) if out["group"] else None
    out["nearest"] = np.frombuffer(out["nearest"]) if out["nearest"] else None
    return Feasibility(**out)


def compare(graph: Any, positions: Any, other: Any, lengths: Any = None, *,
            tolerance: float = 1e-5) -> Comparison:
    """Whether two drawings are equivalent, congruent, mirrored or similar."""
    p, dim, y = _judged(graph, positions, lengths)
    return Comparison(**p.core.compare(dim, y, p.positions(other, "other", dim), tolerance))


def robust(graph: Any, positions: Any, lengths: Any = None, *, loss: str = "geman-mcclure",
           solver: Optional[str] = None, tolerance: float = 1e-6, seed: int = 1, threads: Optional[int] = 0,
           max_iterations: Optional[int] = 0, time_limit: Optional[float] = 0,
           callback: Optional[Callback] = None) -> Robust:
    """Lengths that contradict the others: found, and counted less or not at all.

    positions  of layout or solve: where to begin.
    loss       "geman-mcclure" leaves wrong lengths out; "huber" lets them count less.

    The answer's problem is that of the graph, or the Problem given, with its stiffness
    multiplied by the weights: uncertainty(r.problem, r.positions) leaves them out.
    """
    p, dim, y = _judged(graph, positions, lengths)
    x = y.copy()
    out = p.core.robust(dim, x, loss, (solver, tolerance),
                        _control(p, dim, seed, threads, max_iterations, time_limit, callback))
    for name in ("odds", "weight"):
        out[name] = np.frombuffer(out[name])
    return Robust(positions=x, problem=p, **out)


def uncertainty(graph: Any, positions: Any, lengths: Any = None) -> Uncertainty:
    """Standard errors and covariances of positions at a minimum, such as those of layout:
    relative to the pins, or without any to positions aligned to the true ones.

    The errors of the lengths are those of the problem's noise, or estimated.
    """
    p, dim, y = _judged(graph, positions, lengths)
    out = p.core.uncertainty(dim, y)
    covariance = np.frombuffer(out.pop("covariance")).reshape(p.nodes, dim, dim)
    error = np.sqrt(np.maximum(np.diagonal(covariance, axis1=1, axis2=2), 0))
    out["leverage"] = np.frombuffer(out["leverage"])
    return Uncertainty(covariance=covariance, error=error, **out)


def chirality_right(graph: Any, positions: Any) -> int:
    """How many tetrahedra of the problem's chirality have the sign asked for."""
    p, dim, y = _judged(graph, positions, None)
    return int(p.core.chirality_right(dim, y))


def realizations(graph: Any, positions: Any, lengths: Any = None, *, most: int = 10,
                 tolerance: float = 1e-5, seed: int = 1) -> Realizations:
    """Other drawings with the same lengths: all, where these have a discretization order
    (`complete`), else by a heuristic.  Positions that do not meet the lengths have none,
    which a warning says."""
    p, dim, y = _judged(graph, positions, lengths)
    out = p.core.realizations(dim, y, _count(most, "most"), tolerance, _seed(seed))
    out["y"] = np.frombuffer(out["y"] or b"").reshape(len(out["how"]), p.nodes, dim)
    if not out["how"]:
        error = p.core.measure(dim, y, None, 0)["max_relative_error"]
        warnings.warn("the positions do not meet "
                      + (f"the lengths: they are off by {error:.3g} of a length, the tolerance is "
                         f"{tolerance:g}" if error > tolerance else "all that is asked for")
                      + "; no other drawing was looked for", stacklevel=2)
    return Realizations(**out)


def align(positions: Any, other: Any) -> Any:
    """Move points by the rigid motion, which may mirror, that brings them nearest to
    `other` in the sum of squares.  Of two dictionaries with the same keys it is a
    dictionary."""
    if isinstance(positions, dict) or isinstance(other, dict):
        if not isinstance(positions, dict) or not isinstance(other, dict) \
                or positions.keys() != other.keys():
            raise Error("points are to be aligned that are not two arrays, or two dictionaries "
                        "with the same keys")
        return dict(zip(positions, align(list(positions.values()),
                                         [other[key] for key in positions])))
    y = np.array(reals(positions, "positions"), order="C")
    to = np.ascontiguousarray(reals(other, "other"))
    if y.ndim != 2 or y.shape != to.shape:
        raise Error(f"points have the shapes {y.shape} and {to.shape}, must be two arrays of "
                    "n x dim")
    _core.align(y.shape[0], y.shape[1], to, y)
    return y
