"""Embed graphs so that their edges get prescribed lengths.

>>> import mgnn
>>> drawing = mgnn.layout((3, [[0, 1], [1, 2], [2, 0]]), [3, 4, 5])
>>> drawing.converged
True

Graphs
    problem makes a Problem of a graph of any kind and the lengths of its edges, with
    bounds, stiffness, pins and noise.  Every call below takes such a Problem or the
    graph itself as its first argument.  lengths_make turns similarities into lengths.
    sbm makes a graph of a stochastic block model, with lengths, labels and features.

Drawings
    layout finds a drawing from the lengths alone; solve improves one; start and place
    give positions to begin with; robust leaves wrong lengths out; align moves one drawing
    onto another.  layout_nx and layout_igraph return the positions as these libraries
    do.  solver_names lists the solvers.  MGNNLayout is layout as an estimator of
    scikit-learn, for dissimilarities.  A Layout becomes tables of pandas by to_pandas.
    compare_layouts puts those of other libraries beside it.

Pictures
    draw makes them, as mgnn-layout does; draw_options and draw_formats list the options
    and formats.  A Layout is shown in a notebook as the interactive page.
    draw_networkx draws on axes of matplotlib, as the method plot of a Layout does.

Verdicts
    Of a drawing: measure, distribution, compare, uncertainty, chirality_right,
    infinitesimal, flexes, realizations.
    Of the lengths: feasibility, violations, determined; of the graph: rigidity.

Layers
    propagate runs the layers of a model; rule_names lists the models; rescale turns Z into Y.
    layer_measures says what a layer did; sweep runs layers under many settings, and its claims
    tell what they show.  The module mgnn.learn trains networks, and tunes their settings.

What all calls share
    Positions are arrays of n x dim doubles.  If dim is None, it is that of the pins, or 2.
    Arrays may be those of NumPy, pandas, PyTorch and others with __array__ or
    __dlpack__, or lists.  A Layout in place of positions brings its own lengths, pins
    and names; if the graph has others, that is an error.

    What the library refuses is raised as mgnn.Error, a ValueError.  What the programs
    would note is a warning.

    A run takes seed (1), threads (0 or None: one per processor, but only one on a machine
    whose load is above twice its processors), max_iterations and time_limit in seconds (0
    or None: no limit).  It calls callback with a Progress, and ends if that returns true;
    progress makes a callback that shows a bar of tqdm.
    In the children of a process with threads (multiprocessing) one thread computes.

    Ctrl-C ends a run and returns the result so far, if the result says that it was ended.
    Calls without a callback, such as rigidity, determined and uncertainty, raise
    KeyboardInterrupt at once; what they began goes on in a thread of its own until it is done.

    Runs of different threads do not disturb each other.  Python without the global lock
    takes it again for mgnn; subinterpreters are refused.

The names are those of libmgnn(3), without mgnn_ and _find; version returns that of the library.
"""
from __future__ import annotations

import copy
import importlib
import importlib.util
import operator
import signal
import threading
from typing import TYPE_CHECKING, Any, Callable, Optional

import numpy as np

from . import _core
from ._core import Error
from ._draw import Picture, draw, draw_formats, draw_options
from ._experiments import Blocks, Claim, LayoutFigures, Sweep, compare_layouts, layer_measures, sbm, sweep
from ._graphs import Problem, dimension, edges_only, finish, of_result, pins_array, problem
from ._plot import progress
from ._results import (Comparison, Determined, Distribution, Edge, Feasibility, Figures, Flexes,
                       Infinitesimal, Layout, Progress, Realizations, Rigidity, Robust, Tables, Uncertainty,
                       Violation, Violations)
from ._values import Array, array_of, flag, interruptible, plain, reals, warn

__version__: str = _core.version

__all__ = ["Blocks", "Claim", "Comparison", "Determined", "Distribution", "Edge", "Error", "Feasibility", "Figures",
           "Flexes", "Infinitesimal", "Layout", "LayoutFigures", "Picture", "Problem", "Progress", "Realizations",
           "Rigidity", "Robust", "Sweep", "Uncertainty", "Violation", "Violations", "align", "compare",
           "compare_layouts", "determined", "distribution", "draw",
           "draw_formats", "draw_networkx", "draw_options", "feasibility", "flexes",
           "infinitesimal", "layer_measures", "layout", "layout_igraph", "layout_nx", "lengths_make", "measure", "place",
           "problem", "chirality_right", "progress", "propagate", "realizations", "rescale", "rigidity", "robust", "rule_names",
           "sbm", "solve", "solver_names", "start", "sweep", "Tables", "uncertainty", "version", "violations"]

Callback = Callable[[Progress], Any]
_getsignal = importlib.import_module("_signal").getsignal       # that of signal looks for an enum first
# The outcome of positions that no search found.
_GIVEN = {"iterations": 0, "energy": float("nan"), "reason": "given", "stage": None,
          "pair_stress": float("nan"), "spread_nodes": 0, "spread_stress": float("nan"),
          "determined": None}


if TYPE_CHECKING:
    from . import learn as learn
    from ._estimator import MGNNLayout as MGNNLayout
else:
    def __getattr__(name: str) -> Any:
        """The module learn, and scikit-learn, are loaded when they are first used."""
        if name == "learn":
            return importlib.import_module(".learn", __name__)
        if name == "MGNNLayout":
            return importlib.import_module("._estimator", __name__).MGNNLayout
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names, for completion."""
    optional = ["MGNNLayout"] if importlib.util.find_spec("sklearn") is not None else []
    return sorted(["__doc__", "__file__", "__name__", "__path__", "__version__", "learn", *optional, *__all__])


def version() -> str:
    """The version of the library."""
    return _core.version


def rule_names() -> list[str]:
    """The names of the models for propagate."""
    return _core.names("rules")


def solver_names() -> list[str]:
    """The names of the solvers for solve."""
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
    """Settings of a run for the library. Ctrl-C is caught if Python itself would turn it into an
    exception: in the main thread, unless the program has another handler."""
    catches = (threading.current_thread() is threading.main_thread()
               and _getsignal(signal.SIGINT) is signal.default_int_handler)

    def tell(step: int, value: float, left: float, x: bytes) -> Any:
        now = np.frombuffer(x).reshape(p.nodes, dim)
        return callback(Progress(step, None if np.isnan(value) else value,  # type: ignore[misc]
                                 None if np.isnan(left) else left, now))

    if not isinstance(time_limit or 0, (int, float, np.number)):
        raise TypeError(f"time_limit is {time_limit!r}, must be a number of seconds")
    if callback is not None and not callable(callback):
        raise TypeError(f"callback is {callback!r}, must be a function of a Progress")
    return (_seed(seed), _count(threads or 0, "threads"),
            _count(max_iterations or 0, "max_iterations"),
            time_limit or 0, None if callback is None else tell, catches)


def _dim_of(p: Problem, dim: Optional[int]) -> int:
    """The number of coordinates; None stands for that of the pins."""
    if dim is None:
        return 2 if p.pins is None else p.pins.shape[1]
    return dimension(dim)


def _volumes_check(p: Problem, dim: int) -> None:
    if dim < 3 and p.chirality:
        raise Error(f"chirality needs space, and dim is {dim}: there are no volumes; give dim=3")


def _start_of(p: Problem, dim: int) -> Array:
    """Zeros with the pinned coordinates; the library refuses pins of another dimension."""
    if p.pins is None or p.pins.shape[1] != dim:
        return np.zeros((p.nodes, dim))
    return np.nan_to_num(p.pins, nan=0.0, posinf=np.inf, neginf=-np.inf)


def layout(graph: Any, lengths: Any = None, *, lower: Any = None, upper: Any = None,
           stiffness: Any = None, pins: Any = None, dim: Any = None, chirality: Any = None,
           min_distance: float = 0, noise: Any = None, smooth: bool = False, pairs: Optional[str] = None,
           spread: bool = True, tree: Optional[str] = None, tolerance: float = 1e-6, aspect: float = 1.0,
           effort: str = "low", restarts: int = 1, ensemble: Optional[int] = None,
           cluster: Optional[float] = None, robust: Optional[str] = None, strict: float = 1e-3,
           unit: Optional[str] = None, seed: int = 1,
           threads: Optional[int] = 0, max_iterations: Optional[int] = 0, time_limit: Optional[float] = 0,
           callback: Optional[Callback] = None) -> Layout:
    """Find the best drawing for the lengths, without a start.

    The arguments up to noise are those of mgnn.problem.

    dim        a number; None: that of the pins, or 2; "auto": the smallest in which every
               length is met to strict, relatively.  The callback then gets no positions.
    smooth     tighten bounds by the triangle inequality first.
    pairs      "edges": fit the lengths of edges only; "paths": also hold every other pair
               at its shortest-path distance.  None: edges if there are lengths, else paths.
    spread     if the lengths do not fix the drawing, unfold it: take the drawing closest to
               the shortest-path distances.  False: take any, which is faster.
    tree       "radial": draw trees, and trees attached to a graph without lengths, around
               their roots without crossings; "stress": draw them as any other graph.
               None: radial unless pairs or spread is given.
    tolerance  the relative decrease that ends a descent.
    aspect     the ratio of width to height into which components are packed.
    effort     how long to search if the lengths are not met but might be: "low" (no longer;
               with pairs "paths" only two starts), "normal" (some tenths of a second, if the
               lengths fix the drawing; the default of mgnn-layout) or "high" (minutes).
    restarts   the number of searches, each with its own seed; the best is kept.
    ensemble   the number of drawings that meet the lengths to find, as different as the
               lengths allow; result.models has them.
    cluster    the RMSD up to which drawings of an ensemble count as alike; None: a tenth of
               the radius.
    robust     "huber" or "geman-mcclure": give lengths that contradict the others less
               weight, or none; result.robust has the result of mgnn.robust.
    unit       of the lengths, such as "km", for the scale bar of drawings and pages.
    """
    auto = isinstance(dim, str) and dim == "auto"
    p = problem(graph, lengths, lower=lower, upper=upper, stiffness=stiffness, pins=pins,
                dim=None if auto else dim, chirality=chirality, min_distance=min_distance, noise=noise)
    of = pairs or ("edges" if auto else p.pairs)
    if robust is not None and (ensemble or of != "edges"):
        raise Error("robust changes one drawing by its edges' lengths: leave ensemble and pairs out")
    if flag(smooth, "smooth"):
        p.smooth()
    if auto and p.pins is not None:
        raise Error('dim="auto" does not go with pins: they have a dimension')
    at = 0 if auto else _dim_of(p, dim)
    if not auto:
        _volumes_check(p, at)
    outcome = p.core.drawings(at, None if auto else _start_of(p, at), (
        of, tolerance, aspect, flag(spread, "spread"), effort, _count(restarts, "restarts"),
        tree or ("radial" if pairs is None and spread else "stress"),
        _count(ensemble or 0, "ensemble"), 0 if cluster is None else max(cluster, 5e-324), strict),
        _control(p, at, seed, threads, max_iterations, time_limit, callback))
    out = Layout(p, np.frombuffer(outcome["models"][0][0]).reshape(p.nodes, outcome["dim"]).copy(), outcome)
    if robust is not None and not p.core.interrupted:
        run = {"seed": seed, "threads": threads, "max_iterations": max_iterations,
               "time_limit": time_limit, "callback": callback}
        found = globals()["robust"](p, out.positions, loss=robust, **run)
        out = Layout(p, found.positions, {**outcome, "energy": None})
        out.robust = found
    out.unit = unit
    return out


def _weighted(lengths: Any, weight: Optional[str]) -> Any:
    """The lengths, which NetworkX's argument weight may name."""
    if weight is not None and lengths is not None:
        raise Error(f"weight is {weight!r}, which names the lengths, and lengths are given too; "
                    f"give one of them, or the strength of edges by stiffness={weight!r}")
    return lengths if weight is None else weight


def layout_nx(graph: Any, lengths: Any = None, *, weight: Optional[str] = None,
              **options: Any) -> dict[Any, Array]:
    """Positions as a dictionary, for nx.draw(graph, mgnn.layout_nx(graph)).

    weight  the edge attribute that has the lengths, as for nx.kamada_kawai_layout: the same
            as lengths=weight.  In nx.spring_layout the weight is a strength: that is
            stiffness="weight" here.
    """
    drawing = layout(graph, _weighted(lengths, weight), **options)
    return {drawing.problem.key(i): at for i, at in enumerate(drawing.positions)}


def draw_networkx(graph: Any, pos: Any = None, ax: Any = None, *, lengths: Any = None,
                  weight: Optional[str] = None, node_color: Any = "#0072b2", node_size: Any = 40,
                  edge_color: Any = None, width: Any = 1.2, with_labels: Optional[bool] = None,
                  font_size: float = 9, **options: Any) -> Any:
    """Draw a graph on axes of matplotlib (None: new ones), and return the axes.

    pos     positions, a dictionary from nodes or a Layout; None: layout finds them, with
            lengths and the options given.
    weight  the edge attribute that has the lengths, as for layout_nx.

    Edges with lengths are coloured by strain, blue too short and red too long, unless
    edge_color is given.  The other arguments are those of matplotlib; with_labels=None
    writes names if there are at most 40.
    """
    from ._plot import plot
    found = layout(graph, _weighted(lengths, weight), **options) if pos is None else None
    if options and found is None:
        raise TypeError(f"pos is given, so that {next(iter(options))} has no effect")
    p = found.problem if found is not None else of_result(graph, _weighted(lengths, weight), pos, "pos")
    drawing = found or Layout(p, p.positions(pos, "pos"), _GIVEN)
    return plot(p, drawing.positions, drawing.errors if p.pairs == "edges" else None, ax,
                node_color=node_color, node_size=node_size, edge_color=edge_color, width=width,
                with_labels=with_labels, font_size=font_size)


def layout_igraph(graph: Any, lengths: Any = None, **options: Any) -> Any:
    """Positions as a Layout of igraph, for igraph.plot(graph, layout=...)."""
    return layout(graph, lengths, **options).pos


def _held(p: Problem, pins: Any, x: Array) -> Array:
    """The coordinates that solve holds, NaN for free ones."""
    forms = (f"must be True or False for each of the {p.nodes} nodes, or n x dim of them, or "
             "coordinates, NaN where free")
    if not isinstance(pins, dict):
        try:
            marks = array_of(pins)
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

    pins is an array of n, or n x dim, booleans: True holds a node, or coordinate, at its
    start.  Or it has coordinates in a form of mgnn.problem, which replace those of the start.
    If y is a Layout and no lengths are given, its lengths count.
    """
    p = problem(graph, lengths, lower=lower, upper=upper, stiffness=stiffness)
    if p.pairs == "paths" and stiffness is None:
        p = of_result(p, None, y, "y")
    x = p.positions(y, "y").copy()
    dim = x.shape[1]
    _volumes_check(p, dim)
    if pins is not None:
        if isinstance(graph, Problem):
            problem(graph, pins=pins)       # which refuses that
        at = p.pins = _held(p, pins, x)
        x = np.where(np.isnan(at), x, at)
        finish(p, False, 0)
    outcome = p.core.search("solve", dim, x, (pairs or p.pairs, solver, tolerance, 1.0, True),
                            _control(p, dim, seed, threads, max_iterations, time_limit, callback))
    return Layout(p, x, outcome)


def start(graph: Any, start: str = "pivot", lengths: Any = None, *, dim: Optional[int] = None,
          aspect: float = 1.0, seed: int = 1, threads: Optional[int] = 0) -> Array:
    """A start from the lengths alone: "pivot" or "buildup"."""
    p = problem(graph, lengths)
    dim = _dim_of(p, dim)
    y = _start_of(p, dim)
    if start in ("layout", "solve"):
        raise Error(f'there is no start named "{start}"')
    p.core.search(start, dim, y, ("edges", None, 1e-6, aspect, True), _control(p, dim, seed, threads))
    return y


def place(graph: Any, *, dim: Optional[int] = None, seed: int = 1, scale: float = 1.0) -> Array:
    """The usual random start, independent normal deviates in the space of Z."""
    p = edges_only(graph)
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
        warn(f"the time limit ended the run after layer {reached} of {layers}")
    return z if every is None else every[:reached + 1]


def rescale(graph: Any, x: Any, to: str = "y") -> Array:
    """Convert Z to Y = D^-1/2 Z, or back with to="z": positions, or layers of them."""
    if to not in ("y", "z"):
        raise Error(f'to is "{to}", must be y or z')
    p = edges_only(graph)
    if np.ndim(plain(x)) == 3 and len(x) > 0:
        return np.stack([rescale(p, layer, to) for layer in x])
    out = p.positions(x).copy()
    p.core.rescale(out.shape[1], out, to == "y")
    return out


def lengths_make(graph: Any, metric: str, values: Any = None) -> Array:
    """Compute lengths from similarities of edges: "inverse", "neglog", "complement" or "jaccard".

    values      one similarity per edge, in the order of problem(graph).edges or as given, or the
                name of an attribute; not for "jaccard".
    The result can be passed as lengths.
    """
    p = edges_only(graph)
    if isinstance(values, str):
        name, values = values, p.edge_attribute(values)
        if values is None:
            raise Error(f"values is {name!r}, but the edges have no such attribute")
    given = None if values is None else p.numbers_of_edges(values, "values")
    out = np.empty(len(p.edges))
    p.core.lengths_make(metric, given, out)
    return out


def _judged(graph: Any, positions: Any, lengths: Any = None) -> tuple[Any, ...]:
    """A problem and positions, which may be a Layout with lengths of its own."""
    p = of_result(graph, lengths, positions)
    y = p.positions(positions)
    return p, y.shape[1], y


def measure(graph: Any, positions: Any, lengths: Any = None, *, origin: Any = None,
            alpha: float = 0.0) -> Figures:
    """Measure how well positions (in the space of Y) meet the lengths. With origin, Z0, this
    includes the objective (1-alpha) E + alpha |Z - Z0|^2."""
    p, dim, y = _judged(graph, positions, lengths)
    first = None if origin is None else p.positions(origin, "origin", dim)
    return Figures(**p.core.measure(dim, y, first, alpha))


def distribution(graph: Any, positions: Any, lengths: Any = None, *, tolerance: float = 1e-5) -> Distribution:
    """The distribution of the relative errors of the lengths."""
    p, dim, y = _judged(graph, positions, lengths)
    out = p.core.at_positions("distribution", dim, y, tolerance)
    out["quantile"] = np.frombuffer(out["quantile"])
    out["bin"] = np.frombuffer(out["bin"], np.uintp)
    return Distribution(**out)


def rigidity(graph: Any, *, dim: Optional[int] = None, seed: int = 1) -> Rigidity:
    """The rigidity of the graph, for generic positions."""
    p = edges_only(graph)
    out = interruptible(p.core.rigidity, _dim_of(p, dim), _seed(seed))
    first = np.frombuffer(out.pop("part_first"), np.uintp)
    node = np.frombuffer(out.pop("part_node"), np.uint32)
    out["parts"] = [p.named(node[a:b]) for a, b in zip(first[:-1], first[1:])]
    out["edge_redundant"] = np.frombuffer(out["edge_redundant"], np.bool_)
    out["edge_part"] = np.frombuffer(out["edge_part"], np.uint32)
    return Rigidity(**out)


def determined(graph: Any, lengths: Any = None, *, dim: Optional[int] = None, seed: int = 1,
               positions: Any = None) -> Determined:
    """Which nodes have the same place in all drawings with these lengths.

    Places are relative to the pinned nodes, or else to the largest set of nodes whose places
    relative to each other are determined.  Without positions the answers hold for generic
    lengths.  With positions, a drawing that meets the lengths, they hold for the given lengths:
    equal lengths, or nodes on a line, can have other drawings.
    """
    p = problem(graph, lengths)
    if positions is None:
        y, d = None, _dim_of(p, dim)
    else:
        p, d, y = _judged(p, positions)
    node, how, count, up_to, error = interruptible(p.core.determined, d, _seed(seed), y)
    return Determined(np.array(node, np.int8), how, count, up_to, error, p.core.bars())


def _tables(data: bytes, *shape: int) -> Array:
    """An array of tables of one shape, possibly empty."""
    size = 8 * int(np.prod(shape))
    return np.frombuffer(data).reshape(len(data) // size if size > 0 else 0, *shape)


def infinitesimal(graph: Any, positions: Any, *, tolerance: float = 1e-6) -> Infinitesimal:
    """Infinitesimal rigidity at these positions."""
    p, dim, y = _judged(edges_only(graph), positions)
    return Infinitesimal(**interruptible(p.core.at_positions, "infinitesimal", dim, y, tolerance))


def flexes(graph: Any, positions: Any, *, tolerance: float = 1e-6) -> Flexes:
    """Infinitesimal motions and self-stresses at these positions, and whether a stress makes the
    framework rigid to second order."""
    p, dim, y = _judged(edges_only(graph), positions)
    motions, stresses, stable = interruptible(p.core.flexes, dim, y, tolerance)
    return Flexes(_tables(motions, *y.shape), _tables(stresses, len(p.edges)),
                  None if stable < 0 else bool(stable))


def _violations(p: Problem, found: dict[Any, Any]) -> Violations:
    items = [Violation(edge, length, path_length, p.named(np.frombuffer(path, np.uint32)))
             for edge, length, path_length, path in found.pop("items")]
    return Violations(items=items, **found)


def violations(graph: Any, lengths: Any = None) -> Violations:
    """Find every edge that is longer than another path between its ends."""
    p = problem(graph, lengths)
    return _violations(p, interruptible(p.core.violations))


def feasibility(graph: Any, lengths: Any = None, *, dim: Optional[int] = None, tolerance: float = 1e-5,
                positions: Any = None) -> Feasibility:
    """Find whether the lengths can be met; positions that meet them prove it."""
    p = of_result(graph, lengths, positions)
    dim = _dim_of(p, dim)
    y = None if positions is None else p.positions(positions, dim=dim)
    out = interruptible(p.core.feasibility, dim, tolerance, y)
    out["violations"] = _violations(p, out["violations"])
    out["group"] = p.named(np.frombuffer(out["group"], np.uint32)) if out["group"] else None
    out["nearest"] = np.frombuffer(out["nearest"]) if out["nearest"] else None
    return Feasibility(**out)


def compare(graph: Any, positions: Any, other: Any, lengths: Any = None, *,
            tolerance: float = 1e-5) -> Comparison:
    """Find whether two drawings are equivalent, congruent, mirrored or similar."""
    p, dim, y = _judged(graph, positions, lengths)
    return Comparison(**p.core.compare(dim, y, p.positions(other, "other", dim), tolerance))


def robust(graph: Any, positions: Any, lengths: Any = None, *, loss: str = "geman-mcclure",
           solver: Optional[str] = None, tolerance: float = 1e-6, seed: int = 1, threads: Optional[int] = 0,
           max_iterations: Optional[int] = 0, time_limit: Optional[float] = 0,
           callback: Optional[Callback] = None) -> Robust:
    """Find lengths that contradict the others, and give them less weight or none.

    positions  the start, of layout or solve.
    loss       "geman-mcclure" leaves wrong lengths out; "huber" gives them less weight.

    The problem of the result is that of the graph, or the given Problem, with the stiffness
    multiplied by the weights, so that uncertainty(r.problem, r.positions) leaves wrong lengths
    out.
    """
    p, dim, y = _judged(graph, positions, lengths)
    x, own = y.copy(), copy.copy(p)     # other threads may compute with p meanwhile
    out = own.core.robust(dim, x, loss, (solver, tolerance),
                          _control(p, dim, seed, threads, max_iterations, time_limit, callback))
    p.core.stiffness_set(own.stiffness)
    for name in ("odds", "weight"):
        out[name] = np.frombuffer(out[name])
    return Robust(positions=x, problem=p, **out)


def uncertainty(graph: Any, positions: Any, lengths: Any = None) -> Uncertainty:
    """Standard errors and covariances of positions at a minimum, such as those of layout.

    They are relative to the pins; without pins, to positions aligned to the true ones.  The
    errors of the lengths are those of the problem's noise, or estimated.
    """
    p, dim, y = _judged(graph, positions, lengths)
    out = interruptible(p.core.uncertainty, dim, y)
    covariance = np.frombuffer(out.pop("covariance")).reshape(p.nodes, dim, dim)
    error = np.sqrt(np.maximum(np.diagonal(covariance, axis1=1, axis2=2), 0))
    out["leverage"] = np.frombuffer(out["leverage"])
    return Uncertainty(covariance=covariance, error=error, **out)


def chirality_right(graph: Any, positions: Any) -> int:
    """The number of tetrahedra of the problem's chirality with the right sign."""
    p, dim, y = _judged(edges_only(graph), positions)
    return int(p.core.chirality_right(dim, y))


def realizations(graph: Any, positions: Any, lengths: Any = None, *, most: int = 10,
                 tolerance: float = 1e-5, seed: int = 1) -> Realizations:
    """Find other drawings with the same lengths: all of them if there is a discretization order
    (`complete`), else some, by a heuristic. A warning says if the positions do not meet the
    lengths."""
    p, dim, y = _judged(graph, positions, lengths)
    out = interruptible(p.core.realizations, dim, y, _count(most, "most"), tolerance, _seed(seed))
    out["y"] = np.frombuffer(out["y"] or b"").reshape(len(out["how"]), p.nodes, dim)
    if not out["how"]:
        error = p.core.measure(dim, y, None, 0)["max_relative_error"]
        warn("the positions do not meet "
             + (f"the lengths: they are off by {error:.3g} of a length, the tolerance is "
                f"{tolerance:g}" if error > tolerance else "all that is asked for")
             + "; no other drawing was looked for")
    return Realizations(**out)


def align(positions: Any, other: Any) -> Any:
    """Move points by the rigid motion or reflection that brings them nearest to `other` in the sum
    of squares. For two dictionaries with the same keys the result is a dictionary."""
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
