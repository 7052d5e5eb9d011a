"""Convert graphs of many kinds to problems of the library.

A graph becomes two arrays with the node numbers of the ends of its edges and, with the
values of its edges, a Problem.  Loops are dropped.  Edges that occur twice, or in both
directions, become one.
"""
from __future__ import annotations

import copy
import functools
import itertools
import json
import operator
import os
import re
from typing import Any, Callable, Optional, Sequence

import numpy as np

from . import _core
from ._core import Error
from ._values import (Array, array_of, differ, flag, interruptible, is_masked, is_missing, is_number, items, plain,
                      reals, unmasked, warn)

# Titles by which a table's two ends are known: those of the edge tables that the
# programs read (mgnn-formats(5)).
END_TITLES = [("source", "target"), ("from", "to"), ("src", "dst"), ("node1", "node2"),
              ("id1", "id2"), ("node_1", "node_2"), ("node_a", "node_b"),
              ("source_id", "target_id"), ("from_id", "to_id"), ("gene_a", "gene_b"),
              ("gene1", "gene2"), ("gene_1", "gene_2"), ("protein1", "protein2"),
              ("protein_a", "protein_b"), ("interactor_a", "interactor_b"),
              ("person1", "person2"), ("start", "end")]


def dimension(value: Any) -> int:
    """Check a number of dimensions."""
    try:
        dim = operator.index(value)
    except TypeError:
        raise TypeError(f"dim is {value!r}, must be a whole number") from None
    if not 1 <= dim <= 10000:
        raise Error(f"dim is {dim}, must be between 1 and 10000")
    return dim


# Edge attributes and columns that are lengths unasked, in any letter case.
LENGTH_TITLES = ("len", "length", "distance", "dist")
# Others that are used unasked, or are no measures.
OTHER_TITLES = ("lower", "upper", "stiffness", "id", "key", "achieved")


class Given:
    """A graph as it was given: the ends of its edges as integers, and the keys of its nodes."""

    def __init__(self, n: int, ends: Any, *, kind: str = "arrays",
                 keys: Optional[list[Any]] = None, attribute: Optional[Callable[..., Any]] = None,
                 node_attribute: Optional[Callable[..., Any]] = None, values: Any = None,
                 attributes: Callable[[bool], list[Any]] = lambda of_edges: [],
                 is_metric: bool = False, directed: bool = False):
        ends = pairs_of(ends)
        self.given_u: Optional[Array]
        self.given_u, self.v = (ends[0], ends[1]) if ends.shape[1] != 2 \
            else (ends[:, 0], ends[:, 1])
        self.rows: Optional[Array] = None       # where rows of a matrix begin in v
        self.directed = directed
        self.n = n if n >= 0 else int(ends.max(initial=-1)) + 1
        self.kind, self.keys, self.attribute, self.values = kind, keys, attribute, values
        self.node_attribute = node_attribute    # a value or None each; None: there is none
        self.attributes = functools.lru_cache(attributes)   # names: those of edges, or of nodes
        self.is_metric = is_metric              # values are lengths unasked
        # Edges that are there twice are parallel, not two directions of one.
        self.parallel = kind in ("networkx", "igraph", "a table") \
            or kind == "arrays" and ends.shape[1] == 2

    @property
    def u(self) -> Array:
        """The ends that are not in v; made on demand for a matrix."""
        if self.given_u is None:
            assert self.rows is not None
            self.given_u = np.repeat(np.arange(self.n, dtype=self.v.dtype), np.diff(self.rows))
        return self.given_u

    def column(self, value: Any, name: str) -> Optional[Array]:
        """One value per edge: an array, one number for all, or the values of an attribute."""
        m = len(self.v)
        if value is None:
            return None
        if isinstance(value, str):
            if self.attribute is None:
                raise Error(f"{name} is {value!r}, but a graph of {self.kind} has no attributes")
            value = self.attribute(value)
        elif isinstance(value, dict):
            value = self.by_ends(value, name)
        elif value is True:
            if self.values is None:
                raise Error(f"{name} is True, but only the entries of a matrix are values")
            value = self.values
        try:
            column = reals(value, name)
        except Error:
            raise
        except (TypeError, ValueError):
            raise Error(self.no_numbers(value, name)) from None
        if column.ndim == 0:
            column = np.full(m, column)
        if column.shape != (m,):
            column = self.as_given(column, name)
        if self.keys is not None and not (column >= 0).all():
            e = int(np.argmin(column >= 0))
            raise Error(f"{name}: edge {self.edge(e)} has {column[e]:g}, must be at least 0")
        return np.ascontiguousarray(column)

    def as_given(self, column: Array, name: str) -> Array:
        """Convert one value per edge of the problem, in its order, to one per edge as given; each
        of several parallel edges gets its share of the stiffness."""
        proper, first, group = self.joined()
        m, left = len(self.v), len(first)
        if column.shape != (left,):
            raise Error(f"{name} has the shape {column.shape}, but there are {m} edges"
                        + (f", {left} of them without loops and doubles" if left != m else ""))
        ends = np.frombuffer(core_of(self, {})[0].ends, np.uint32).reshape(-1, 2)
        column = column[np.argsort(pair_numbers(self.n, ends[:, 0], ends[:, 1]))]
        if name == "stiffness" and self.parallel:
            column = column / np.bincount(group)
        out = np.zeros(m)
        out[proper] = column[group]
        return out

    def joined(self) -> tuple[Array, Array, Array]:
        """The edges that are not loops; the first edge of each pair of nodes, in the order of
        their numbers; and the pair of each edge."""
        proper = np.flatnonzero(self.u != self.v)
        pair = pair_numbers(self.n, self.u[proper], self.v[proper])
        _, first, group = np.unique(pair, return_index=True, return_inverse=True)
        return proper, first, group

    def same_check(self, column: Array, name: str, proper: Array, twin: Array) -> None:
        """Refuse values that differ from those of parallel edges."""
        bad = np.flatnonzero(column[proper] != column[twin])
        if bad.size:
            e, f = twin[bad[0]], proper[bad[0]]
            raise Error(f"edges {e} and {f} both join {self.edge(e)}, but their {name} "
                        f"are {column[e]:g} and {column[f]:g}")

    def edge(self, e: int) -> str:
        """The name of an edge in messages."""
        keys = self.names if self.keys is None else self.keys
        ends = int(self.u[e]), int(self.v[e])
        return "{!r} - {!r}".format(*(ends if keys is None else (keys[i] for i in ends)))

    def by_ends(self, values: dict[Any, Any], name: str) -> list[Any]:
        """The values of a dictionary from pairs of nodes, in either order."""
        found: dict[Any, Any] = {}
        number = self.by_name()
        for pair, x in values.items():
            if not isinstance(pair, tuple) or len(pair) not in (2, 3):
                raise Error(f"{name}: {pair!r} is no pair of nodes")
            pair = tuple(number.get(key, key) for key in pair) if number else pair
            if differ(found.setdefault(pair[:2], x), x):
                raise Error(f"{name}: edge {pair[0]!r} - {pair[1]!r} has both {found[pair[:2]]!r} "
                            f"and {x!r}")
        ends = [(i, j) if self.keys is None else (self.keys[i], self.keys[j])
                for i, j in zip(self.u.tolist(), self.v.tolist())]
        edges = set(ends)
        for (a, b), x in found.items():
            if (a, b) not in edges and (b, a) not in edges:
                raise Error(f"{name}: there is no edge {a!r} - {b!r}")
            # An edge in both directions may have a value for each.
            if ((a, b) not in edges or (b, a) not in edges) \
                    and differ(found.get((b, a), x), x):
                raise Error(f"{name}: edge {a!r} - {b!r} has both {x!r} and {found[b, a]!r}")
        out = []
        for e, (a, b) in enumerate(ends):
            x = found.get((a, b), found.get((b, a)))
            if x is None:
                raise Error(f"{name}: there is nothing for edge {self.edge(e)}")
            out.append(x)
        return out

    @functools.cached_property
    def names(self) -> Optional[list[Any]]:
        """The attribute name of the nodes of an igraph graph, or None."""
        return None if self.kind != "igraph" or self.node_attribute is None \
            else self.node_attribute("name")

    def by_name(self) -> dict[Any, int]:
        """Node numbers by these names, if the names are unique."""
        names = self.names or []
        return {name: i for i, name in enumerate(names) if isinstance(name, str)} \
            if len(set(names)) == len(names) else {}

    def no_numbers(self, value: Any, name: str) -> str:
        """The error for a value that cannot become a column of numbers."""
        if isinstance(value, (list, tuple)) and len(value) == len(self.v):
            for e, x in enumerate(value):
                try:
                    float(x)
                except (TypeError, ValueError):
                    return f"{name}: edge {self.edge(e)} has {x!r}, which is no number"
        word = "; True takes the entries of the graph's own matrix" if hasattr(value, "tocoo") else ""
        return (f"{name} is of the type {type(value).__name__}, must be a number, one for each edge, "
                f"a dictionary from pairs of nodes, or the name of an attribute{word}")

    def usual(self, name: str) -> Optional[Array]:
        """The values of an attribute that the programs use without being asked, NaN for edges
        without one; None if no edge has it."""
        if self.attribute is None or self.kind not in ("networkx", "igraph", "a table"):
            return None
        there = self.attributes(True)
        name = name if name in there else next((x for x in there if str(x).lower() == name), name)
        values = self.attribute(name, missing=True) if name in there else None
        lacks = [] if values is None else [is_missing(x) for x in values]
        if values is None or all(lacks):
            return None
        there = [x for x, lack in zip(values, lacks) if not lack]
        if not any(is_number(x) for x in there):
            warn(f"the attribute {name} of the edges is ignored: its values, such as {there[0]!r}, "
                 "are not numbers")
            return None
        column = self.column([0 if lack else x for x, lack in zip(values, lacks)], name)
        assert column is not None
        column[lacks] = np.nan
        return column

    def usual_lengths(self) -> tuple[Optional[Array], Optional[Array]]:
        """The lengths that the programs would use: the attribute len or another of LENGTH_TITLES,
        else lower and upper, of which one is enough."""
        if self.is_metric:
            return self.values, None
        exact, name = self.exact_lengths()
        low, high = self.usual("lower"), self.usual("upper")
        some = [column for column in (exact, low, high) if column is not None]
        if not some:
            return None, None
        lacks = np.all([np.isnan(column) for column in some], axis=0)
        if lacks.any():
            raise Error(f"edge {self.edge(int(np.argmax(lacks)))} has no {name!r}: give it one, "
                        "or all lengths by lengths=...")
        if low is None and high is None:
            return exact, None
        low = np.zeros(len(self.v)) if low is None else np.where(np.isnan(low), 0, low)
        high = np.full(len(self.v), np.inf) if high is None \
            else np.where(np.isnan(high), np.inf, high)
        if exact is not None:
            low, high = (np.where(np.isnan(exact), bound, exact) for bound in (low, high))
        return low, high

    def exact_lengths(self) -> tuple[Optional[Array], str]:
        """The lengths in attributes of the usual names, NaN for edges without one, and the name.
        Two such attributes must agree."""
        found, name = None, "len"
        for other in sorted((title for title in map(str, self.attributes(True))
                             if title.lower() in LENGTH_TITLES),
                            key=lambda title: LENGTH_TITLES.index(title.lower())):
            column = self.usual(other)
            if found is None:
                found, name = column, other if column is not None else name
            elif column is not None:
                bad = np.flatnonzero((found != column) & ~np.isnan(found) & ~np.isnan(column))
                if bad.size:
                    raise Error(f"edge {self.edge(int(bad[0]))} has {name} {found[bad[0]]:g} and "
                                f"{other} {column[bad[0]]:g}: give lengths={name!r} or "
                                f"lengths={other!r}")
                found = np.where(np.isnan(found), column, found)
        return found, name

    def unused_warn(self, used: Sequence[Any], all_1: bool) -> None:
        """Warn about numeric edge attributes that are not used, as the programs do, unless all
        values are 1, as lengths are anyway."""
        for name in [True] if self.values is not None else self.attributes(True):
            values = self.values if name is True else self.attribute(name, missing=True) \
                if name not in used and self.attribute is not None else None
            numbers = array_of([] if values is None else values)
            if numbers.dtype.kind == "O" or numbers.dtype.kind == "f" and np.isnan(numbers).any():
                numbers = np.array([x for x in items(values) if x is not None])
            if numbers.dtype.kind not in "iuf" or numbers.ndim != 1 or (numbers == 1).all():
                continue
            low, high = numbers.min(), numbers.max()
            span = f"always {low:g}" if low == high else f"{low:g} to {high:g}"
            if name == "weight":
                warn("the edge attribute weight is ignored: it means length to some tools and stiffness "
                     'to others; use lengths="weight" or stiffness="weight"')
            elif name is True:
                warn(f"all lengths are 1; the entries of the matrix, {span}, are not used: lengths=True")
            else:
                warn(f"{'all lengths are 1; ' if all_1 else ''}the edge attribute {name}, {span}, is "
                     f'not used: lengths="{name}"')

    def usual_stiffness(self) -> Optional[Array]:
        """The attribute stiffness, which all edges or none must have."""
        stiffness = self.usual("stiffness")
        if stiffness is not None and np.isnan(stiffness).any():
            raise Error(f"edge {self.edge(int(np.argmax(np.isnan(stiffness))))} has no 'stiffness': "
                        "give it one, or all by stiffness=...")
        return stiffness

    def simplify(self, columns: dict[Any, Any]) -> tuple[Any, ...]:
        """The ends without loops and parallel edges, the edges that are kept, and their columns.
        Parallel edges add their stiffness; their other values must agree."""
        proper, first, group = self.joined()
        for name, column in columns.items():
            if name != "stiffness" or not self.parallel:
                self.same_check(column, name, proper, proper[first[group]])
        left = proper[np.sort(first)]
        kept = {name: column[left] for name, column in columns.items()}
        if "stiffness" in kept and self.parallel:
            sums = np.bincount(group, columns["stiffness"][proper], len(first))
            kept["stiffness"] = sums[np.argsort(first)]
        return np.stack([self.u[left], self.v[left]], axis=1).astype(np.uint32), left, kept


def pair_numbers(n: int, u: Array, v: Array) -> Array:
    """A number for each unordered pair of nodes."""
    low: Array = np.minimum(u, v).astype(np.uint64)
    return low * np.uint64(n) + np.maximum(u, v).astype(np.uint64)


def pairs_of(edges: Any) -> Array:
    """Check an array of two rows or two columns of integers with 32 or 64 bits."""
    advice = "; nodes with names: a graph of NetworkX or igraph"
    if is_masked(edges):
        raise Error("edges has masked values, must have two nodes everywhere")
    try:
        ends = array_of(edges)
    except ValueError:
        raise Error("edges are not all pairs of nodes" + advice) from None
    if ends.size == 0 and ends.dtype != object:
        ends = np.empty((0, 2), np.int64)
    if ends.ndim == 2 and 2 not in ends.shape and ends.shape[0] == ends.shape[1]:
        advice = "; a matrix of distances or of neighbours is a graph alone, without n"
    if ends.ndim == 1 and ends.dtype.kind == "f":
        advice = "; distances of all pairs: scipy.spatial.distance.squareform(d)"
    if ends.ndim == 0:
        raise Error(f"{edges!r:.60} is no graph: that is (n, edges), an array of edges, a sparse "
                    "matrix, a graph of NetworkX or igraph, a file, ...; see help(mgnn.problem)")
    if ends.ndim != 2 or 2 not in ends.shape:
        raise Error(f"edges have the shape {ends.shape}, must have two rows or two columns" + advice)
    if ends.dtype.kind not in "iu" or ends.dtype == np.uint64 and ends.max(initial=0) >= 2**63:
        raise Error(f"edges are {ends.dtype}, must be whole numbers of nodes from 0" + advice)
    return ends if ends.dtype == np.int32 else ends.astype(np.int64, copy=False)


def of_square(a: Array, keys: Optional[list[Any]]) -> Given:
    """Read a dense matrix: distances between all pairs, with NaN or inf for unknown ones; or, if
    its zeros show that it has no distances, an adjacency matrix with 0, NaN and inf for no
    edge. Without keys it is symmetric with a diagonal of 0."""
    n = len(a)
    a = np.where(np.isnan(a), a.T, a)       # one triangle may be blank
    least = 1e-9 * np.abs(a[np.isfinite(a)]).max(initial=0)     # rounding of computed distances
    with np.errstate(invalid="ignore"):     # inf - inf
        uneven = (np.abs(a - a.T) > least) & (a != a.T)
    loops = np.nan_to_num(np.abs(np.diagonal(a))) > least
    off = ~np.eye(n, dtype=bool)
    clean = not uneven.any() and not loops.any()
    if clean and is_metric(a, off):
        u, v = np.nonzero(np.triu(np.isfinite(a), 1))
        return Given(n, np.stack([u, v], axis=1), kind="a matrix", keys=keys,
                     values=np.maximum(a[u, v], 0), is_metric=True)
    bad = [np.argwhere(mark)[0] for mark in (uneven, np.diag(loops), (a < 0) & off) if mark.any()]
    if bad and (keys is None or not (a[off] == 0).any()):
        i, j = (int(k) if keys is None else keys[k] for k in bad[0])
        why = f"has {a[tuple(bad[0])]:g} at [{i!r}, {j!r}]" \
            + (f" and {a[tuple(bad[0][::-1])]:g} at [{j!r}, {i!r}]" if i != j else "")
        raise Error(f"the {n} x {n} matrix {why}: a matrix of distances is symmetric, with 0 on the "
                    "diagonal, nothing below 0, and NaN or inf for pairs without a length; for a "
                    "matrix of neighbours give scipy.sparse.csr_matrix(a)")
    u, v = np.nonzero(np.where(np.isfinite(a), a, 0))
    return Given(n, np.stack([u, v], axis=1), kind="a matrix", keys=keys, values=a[u, v])


def is_metric(a: Array, off: Array) -> bool:
    """Whether a symmetric matrix can have distances: no entry is negative, and nodes at distance 0
    are equally far from all others. A matrix of 0 and one other number is an adjacency matrix."""
    zero = (a == 0) & off
    if (a < 0).any() or zero.any() and len(np.unique(a[off & np.isfinite(a)])) == 2:
        return False
    _, place = np.unique(np.nan_to_num(a, nan=-1), axis=0, return_inverse=True)
    i, j = np.nonzero(zero)
    return np.array_equal(place[i], place[j])


def of_square_table(graph: Any, nodes: list[Any]) -> Optional[Given]:
    """Read a data frame whose rows and columns are the nodes; None if it is not one."""
    n, counted = len(nodes), nodes == list(graph.columns) == list(range(len(nodes)))
    if n == 0 or counted and n == 2 or len(graph.columns) != n or \
            len(set(nodes)) != n or set(nodes) != set(graph.columns):
        return None
    try:
        a = reals(graph[nodes], "the table")
    except (TypeError, ValueError):
        raise Error("the rows and columns of the table are the same nodes, but not all of its "
                    "values are numbers") from None
    try:
        return of_square(a, None if counted else nodes)
    except Error as error:
        raise Error(f"{error}; if its rows are edges, name the columns of their ends source and "
                    "target" if counted else str(error)) from None


def ends_check(graph: Any, both: Sequence[Any], ends: Sequence[Any]) -> None:
    """Refuse two columns whose titles and values do not look like ends of edges."""
    why = "its rows have several names; table.reset_index() makes columns of them" \
        if getattr(getattr(graph, "index", None), "nlevels", 1) > 1 else \
        "its first two, {!r} and {!r}, are numbers with fractions".format(*both) \
        if any(isinstance(key, float) and key % 1 != 0 for key in ends) else None
    if why is not None:
        raise Error("no columns of the table are named as the ends of edges, such as source and "
                    f"target, and {why}")


def of_table(graph: Any) -> Given:
    """Read a data frame of edges, from the columns named in END_TITLES or else the first two; or a
    matrix."""
    names = list(graph.columns)
    square = of_square_table(graph, list(graph.index)) if hasattr(graph, "index") else None
    if square is not None:
        return square
    if len(names) < 2:
        raise Error(f"the table has {len(names)} columns, must have two ends of each edge")
    titles = {name.lower(): name for name in reversed(names) if isinstance(name, str)}
    both = next(([titles[a], titles[b]] for a, b in END_TITLES if a in titles and b in titles),
                None)
    titled, both = both is not None, both or names[:2]
    ends_of_edges: list[Any] = both
    u, v = (graph[name].tolist() for name in both)
    for name, ends_there in zip(both, (u, v)):
        for row, key in enumerate(ends_there):
            if is_missing(key):
                raise Error(f"row {row} of the table (the first is 0) has no {name!r}")
    if not titled:
        ends_check(graph, both, u + v)
    number: dict[Any, int] = {}
    ends = [number.setdefault(key, len(number)) for edge in zip(u, v) for key in edge]

    def attribute(name: str, missing: bool = False) -> Optional[Sequence[Any]]:
        if name in names:
            values: list[Any] = graph[name].tolist()
            return values
        if missing:
            return None
        raise Error(f"the table has no column {name!r}; there are: {', '.join(map(str, names))}")

    return Given(len(number), np.array(ends, np.int64).reshape(-1, 2), kind="a table",
                 keys=list(number), attribute=attribute,
                 attributes=lambda of_edges: [x for x in names if x not in ends_of_edges] if of_edges else [])


def networkx_edges(graph: Any, number: dict[Any, int]) -> tuple[Array, Callable[[], list[Any]]]:
    """The ends of all edges in the order of graph.edges, and a function that returns their data."""
    if graph.is_multigraph():
        ends = np.fromiter((number[w] for edge in graph.edges for w in edge[:2]), np.int64)
        return ends.reshape(-1, 2), lambda: [data for _, _, data in graph.edges(data=True)]
    rows = [row for _, row in graph.adjacency()]
    u = np.repeat(np.arange(len(rows)), np.fromiter(map(len, rows), np.int64, len(rows)))
    every: Any = itertools.chain.from_iterable(rows)
    if list(number) != list(range(len(rows))):
        every = map(number.__getitem__, every)
    v = np.fromiter(every, np.int64, len(u))
    # Without directions both ends have the edge; it is that of the first.
    first = np.ones(len(u), bool) if graph.is_directed() else u <= v
    return np.stack([u[first], v[first]], axis=1), lambda: list(itertools.compress(
        itertools.chain.from_iterable(map(operator.methodcaller("values"), rows)), first.tolist()))


def of_networkx(graph: Any) -> Given:
    keys = list(graph.nodes)
    ends, data_of_edges = networkx_edges(graph, {key: i for i, key in enumerate(keys)})
    edge_data = functools.lru_cache(data_of_edges)

    def attribute(name: str, missing: bool = False) -> Optional[Sequence[Any]]:
        values = [data.get(name) for data in edge_data()]
        if missing or not values:
            return None if missing and not values else values
        if all(v is None for v in values):
            raise Error(f"the edges have no attribute {name!r}")
        return complete(values, name, lambda e: "{!r} - {!r}".format(*(keys[i] for i in ends[e])))

    def node_attribute(name: str) -> Optional[list[Any]]:
        values = [data.get(name) for _, data in graph.nodes(data=True)]
        return None if all(v is None for v in values) else values

    def attributes(of_edges: bool) -> list[Any]:
        all_data: Any = graph.nodes.values()
        if of_edges:            # from both ends of each edge, which is faster than a list of edges
            rows = map(operator.itemgetter(1), graph.adjacency())
            all_data = edge_data() if graph.is_multigraph() else itertools.chain.from_iterable(
                map(operator.methodcaller("values"), rows))
        return list(dict.fromkeys(itertools.chain.from_iterable(filter(None, all_data))))

    return Given(len(keys), ends, kind="networkx", keys=keys, attribute=attribute,
                 node_attribute=node_attribute, attributes=attributes, directed=graph.is_directed())


def of_igraph(graph: Any) -> Given:
    def attribute(name: str, missing: bool = False) -> Optional[Sequence[Any]]:
        if name not in graph.es.attributes():
            if missing:
                return None
            raise Error(f"the edges have no attribute {name!r}")
        if missing:
            return list(graph.es[name])
        return complete(graph.es[name], name,
                        lambda e: "{} - {}".format(*graph.es[e].tuple))

    ends = np.array(graph.get_edgelist(), np.int64).reshape(-1, 2)
    def node_attribute(name: str) -> Optional[list[Any]]:
        return graph.vs[name] if name in graph.vs.attributes() else None

    return Given(graph.vcount(), ends, kind="igraph", attribute=attribute,
                 node_attribute=node_attribute, directed=graph.is_directed(),
                 attributes=lambda of_edges: list((graph.es if of_edges else graph.vs).attributes()))


def complete(values: Sequence[Any], name: str, edge: Callable[[int], str]) -> Sequence[Any]:
    for e, value in enumerate(values):
        if value is None:
            raise Error(f"edge {edge(e)} has no {name!r}: give it one, or a dictionary or an array "
                        "with one for each edge in place of the name")
    return values


def of_matrix(graph: Any) -> Given:
    if graph.shape[0] != graph.shape[1]:
        raise Error(f"the matrix is {graph.shape[0]} x {graph.shape[1]}, must be square")
    if getattr(graph, "format", None) in ("csr", "csc"):    # of what tocoo does, nothing
        out = Given(graph.shape[0], [], kind="a matrix", values=graph.data)
        out.v, out.rows, out.given_u = graph.indices, graph.indptr, None
        return out
    coo = graph.tocoo(copy=False)
    out = Given(graph.shape[0], [], kind="a matrix", values=coo.data)
    out.given_u, out.v = coo.row, coo.col
    return out


def of_edge_index(graph: Any) -> Given:
    """Read a data object of PyTorch Geometric, or a similar one."""
    ends = array_of(graph.edge_index)
    n = getattr(graph, "num_nodes", None)

    def attribute(name: str, missing: bool = False) -> Optional[Array]:
        if getattr(graph, name, None) is None:
            if missing:
                return None
            raise Error(f"the graph has no {name!r}")
        values = array_of(getattr(graph, name))
        return values.reshape(-1) if values.shape[1:] == (1,) else values

    return Given(-1 if n is None else int(n), ends.T, kind="edge_index", attribute=attribute,
                 attributes=lambda of_edges: ["edge_weight", "edge_attr"] if of_edges else [])


def given(graph: Any) -> Given:
    """Recognise the kind of a graph by its attributes, without importing its library."""
    if hasattr(graph, "nodes") and hasattr(graph, "adj"):
        return of_networkx(graph)
    if hasattr(graph, "vcount") and hasattr(graph, "get_edgelist"):
        return of_igraph(graph)
    if hasattr(graph, "tocoo"):
        return of_matrix(graph)
    if hasattr(graph, "edge_index"):
        return of_edge_index(graph)
    if hasattr(graph, "columns") and hasattr(graph, "iloc"):
        return of_table(graph)
    if isinstance(graph, tuple) and len(graph) == 2 and np.ndim(graph[0]) == 0:
        try:
            n = operator.index(graph[0])
        except TypeError:
            raise Error(f"the number of nodes is {graph[0]!r}, must be a whole number") from None
        if n < 0:
            raise Error(f"the number of nodes is {n}, must be at least 0")
        return Given(n, graph[1])
    return square_of(graph) or Given(-1, graph)


def square_of(graph: Any) -> Optional[Given]:
    """An array of n x n numbers as a matrix. Two rows of two integers are edges instead."""
    try:
        a = array_of(graph)
    except ValueError:                      # rows of several lengths
        return None
    if a.ndim != 2 or a.shape[0] != a.shape[1] or a.size == 0 or a.shape[0] == 2 and \
            (a.dtype.kind != "f" or np.diagonal(a).any()):
        return None
    try:
        return of_square(reals(a, "the matrix"), None)
    except Error:
        raise
    except (TypeError, ValueError):         # not numbers
        return None


class Problem:
    """A graph with target lengths for its edges, made by mgnn.problem.

    A Problem can be used wherever a graph can, and saves the conversion.

    nodes   the number of nodes.
    edges   array of m x 2 node numbers, without loops and parallel edges.
    lower, upper    arrays of m lengths; equal unless there are intervals.
    keys    the names of the nodes in the graph; None: the numbers from 0.
    pins    array of n x dim coordinates, NaN for free ones; or None.
    stiffness   array of m stiffnesses; None: all 1.
    weights     array of the m weights in the energy; they differ from stiffness if the noise is
                relative.  None: all 1.
    noise   ("absolute" or "relative", sigma), with sigma 0 if it is not known; or None.
    chirality   rows of four nodes, sign and volume (NaN: only the sign is given).
    min_distance, self_loops    as they were set.
    """

    def __init__(self, core: _core.Problem, source: Optional[Given] = None,
                 left: Optional[Array] = None):
        self.core, self.source, self.left = core, source, left
        self.nodes = core.nodes
        self.keys = source.keys if source is not None else None
        self.kind = source.kind if source is not None else "arrays"
        self.pairs = "edges"    # what counts in a layout if nothing is said
        self.pins: Optional[Array] = None

    @functools.cached_property
    def edges(self) -> Array:
        return np.frombuffer(self.core.ends, np.uint32).reshape(-1, 2)

    @functools.cached_property
    def lower(self) -> Array:
        return np.frombuffer(self.core.lengths, np.float64)

    @functools.cached_property
    def upper(self) -> Array:
        upper = np.frombuffer(self.core.upper, np.float64)
        return self.lower if np.array_equal(upper, self.lower) else upper

    @property
    def stiffness(self) -> Optional[Array]:
        return None if self.core.stiffness is None else np.frombuffer(self.core.stiffness)

    @property
    def weights(self) -> Optional[Array]:
        return None if self.core.weights is None else np.frombuffer(self.core.weights)

    @property
    def noise(self) -> Optional[tuple[str, float]]:
        return self.core.noise

    @property
    def chirality(self) -> list[tuple[Any, ...]]:
        return [tuple(self.key(i) for i in row[:4]) + row[4:] for row in self.core.chirality]

    @property
    def min_distance(self) -> float:
        return self.core.min_distance

    @property
    def self_loops(self) -> bool:
        return self.core.self_loops

    def __reduce__(self) -> tuple[Any, ...]:
        """Support pickle and copy; attributes of the original graph are left out."""
        return _again, (self.nodes, self.edges, self.lower, self.upper, self.stiffness,
                        self.core.chirality, self.noise,
                        (self.self_loops, self.min_distance, self.pins),
                        (self.keys, self.kind, self.pairs))

    def smooth(self) -> None:
        """Tighten the bounds by the triangle inequality: those of a copy, since other threads may
        compute with this problem."""
        own = copy.copy(self)
        if interruptible(own.core.smooth) > 0:
            self.core.bounds_set(own.lower, own.upper)
            for name in ("lower", "upper"):
                vars(self).pop(name, None)

    def __repr__(self) -> str:
        return f"<mgnn.Problem of {self.nodes} nodes and {len(self.edges)} edges>"

    def numbers(self) -> dict[Any, int]:
        """The number of each node by its key, and for igraph by the attribute name if it is
        unique."""
        out: dict[Any, int] = {key: i for i, key in enumerate(self.keys or range(self.nodes))}
        return out if self.source is None else out | self.source.by_name()

    def key(self, i: int) -> Any:
        """The key of node i in the graph."""
        return int(i) if self.keys is None else self.keys[i]

    def name(self, i: int) -> Any:
        """The name of node i in drawings and messages: its key, or the attribute name for igraph."""
        names = self.source.names if self.source is not None else None
        return self.key(i) if names is None or names[i] is None else names[i]

    def titles(self) -> Optional[list[Any]]:
        """The names of the nodes, for igraph the attribute name; None if there are only numbers."""
        return self.source.names if self.keys is None and self.source is not None else self.keys

    def node_attribute(self, name: str) -> Optional[list[Any]]:
        """The values of a node attribute, None for missing ones; None if there is no such
        attribute."""
        of = self.source.node_attribute if self.source is not None else None
        return None if of is None else of(name)

    def edge_attribute(self, name: str) -> Any:
        """The values of an edge attribute, one per edge as given."""
        if self.source is None or self.source.attribute is None:
            return None
        try:
            return self.source.attribute(name)
        except Error:
            return None

    def kept(self, values: Any) -> Any:
        """From one value per edge as given, those of the edges that are kept."""
        source, m, values = self.source, len(self.edges), items(values)
        if source is None or len(values) != len(source.v) or len(values) == m:
            return values
        left = np.flatnonzero(source.u < source.v) if self.left is None else self.left
        return [values[e] for e in left]

    def by_ends(self, values: dict[Any, Any], name: str) -> list[Any]:
        """The values of the edges from a dictionary of pairs of nodes."""
        names = self.source.node_attribute if self.source is not None else None
        return Given(self.nodes, self.edges, kind=self.kind, keys=self.keys,
                     node_attribute=names).by_ends(values, name)

    def numbers_of_edges(self, values: Any, name: str) -> Array:
        """One number per edge of `edges`, from as many values or from one per edge as given;
        parallel edges must agree."""
        column, source, m = np.ascontiguousarray(reals(values, name)), self.source, len(self.edges)
        if source is not None and column.shape == (len(source.v),) != (m,):
            proper, first, group = source.joined()
            source.same_check(column, name, proper, proper[first[group]])
            out = np.empty(m)
            out[np.argsort(pair_numbers(self.nodes, *self.edges.T))] = column[proper[first]]
            return out
        if column.shape != (m,):
            raise Error(f"{name} has the shape {column.shape}, but there are {m} edges")
        return column

    def named(self, nodes: Array) -> Any:
        """Nodes by their keys: a list, or an array of numbers."""
        return nodes if self.keys is None else [self.keys[i] for i in nodes]

    def ordered(self, values: Any, name: str) -> Any:
        """Values in the order of the nodes, from a dictionary or from a pandas column or table
        whose index names the nodes; anything else unchanged."""
        if hasattr(values, "iloc") and self.keys is not None \
                and type(values.index).__name__ != "RangeIndex" and set(values.index) == set(self.keys):
            return values.loc[self.keys]
        if not isinstance(values, dict):
            return values
        number = self.numbers()
        out: list[Any] = [self] * self.nodes        # which is no value
        for key, value in values.items():
            if key in number:
                out[number[key]] = value
        for i, value in enumerate(out):
            if value is self:
                raise Error(f"{name}: there is nothing for node {self.name(i)!r}")
        return out

    def positions(self, y: Any, name: str = "positions", dim: Optional[int] = None, *,
                  free: bool = False) -> Array:
        """Coordinates, n x dim, from an array, a dictionary or an igraph Layout. They must be
        finite, unless NaN marks free ones."""
        y = self.ordered(y, name)
        if hasattr(y, "toarray"):
            raise Error(f"{name} are a sparse matrix, must be an array: {name}.toarray()")
        if hasattr(y, "coords"):
            y = y.coords
        try:
            x = np.ascontiguousarray(reals(y, name))
        except Error:
            raise
        except (TypeError, ValueError):
            raise Error(f"{name} are not all numbers, or rows differ in length; must be an array "
                        f"with a row for each of the {self.nodes} nodes") from None
        if x.ndim == 1:
            x = x.reshape(-1, 1)
        if x.ndim != 2 or x.shape[0] != self.nodes or (dim is not None and x.shape[1] != dim):
            raise Error(f"{name} have the shape {np.shape(y)}, must have a row for each of the "
                        f"{self.nodes} nodes" + ("" if dim is None else f" and {dim} columns"))
        if not free and not np.isfinite(x).all():
            bad = int(np.argmin(np.isfinite(x).all(axis=1)))
            raise Error(f"{name}: the row of node {self.key(bad)!r} is not finite")
        return x

    def keyed(self, y: Array) -> Any:
        """Positions in the form that the library of the graph uses."""
        if self.keys is not None:
            return dict(zip(self.keys, y))
        if self.kind == "igraph":
            import igraph                   # type: ignore[import]
            return igraph.Layout(y.tolist())
        return y


def _again(nodes: int, edges: Array, lower: Array, upper: Array, stiffness: Optional[Array],
           chirality: Any, noise: Any, more: tuple[Any, ...], kept: tuple[Any, ...]) -> Problem:
    """Rebuild a Problem from the parts of Problem.__reduce__."""
    out = Problem(_core.problem_new(nodes, np.ascontiguousarray(edges), None))
    out.core.bounds_set(lower, upper)
    if stiffness is not None:
        out.core.stiffness_set(stiffness)
    self_loops, min_distance, out.pins = more
    chirality_put(out, chirality)
    finish(out, self_loops, min_distance)
    if noise is not None:
        out.core.noise_set(*noise)
    out.keys, out.kind, out.pairs = kept
    return out


def finish(p: Problem, self_loops: bool, min_distance: float) -> None:
    """Set the properties that every problem has, and its pins."""
    if flag(self_loops, "self_loops"):
        p.core.self_loops_set(True)
    if min_distance:
        p.core.min_distance_set(min_distance)
    if p.pins is not None:
        p.core.pins_set(p.pins.shape[1], (~np.isnan(p.pins)).astype(np.uint8))


def chirality_put(problem: Problem, rows: Any) -> None:
    """Set the chirality: rows of four nodes, a sign and perhaps a volume."""
    number = problem.numbers()
    nodes, sign, volume = [], [], []
    for row in rows:
        row = tuple(row)
        if len(row) not in (5, 6):
            raise Error(f"chirality: a row has {len(row)} values, must be a, b, c, d, sign and "
                        "perhaps a volume")
        try:
            nodes.append([number[key] for key in row[:4]])
        except (KeyError, TypeError):
            raise Error(f"chirality: not all of {row[:4]!r} are nodes") from None
        if row[4] not in (1, -1):
            raise Error(f"chirality: the sign is {row[4]!r}, must be 1 or -1")
        sign.append(row[4])
        volume.append(np.nan if len(row) < 6 or row[5] is None else row[5])
    problem.core.chirality_set(len(nodes), np.array(nodes, dtype=np.uint32).reshape(-1, 4),
                               np.array(sign, dtype=np.int8),
                               np.array(volume, dtype=np.float64))


def coordinates(at: Any, name: str) -> Array:
    """The coordinates of a point; None, NaN and masked ones are free."""
    try:
        return reals(unmasked(at), name)
    except Error:
        raise
    except (TypeError, ValueError):
        raise Error(f"{name} is {at!r}, must be coordinates") from None


def coordinates_of(pins: Any) -> int:
    """The number of coordinates of the first pin; 2 if there are no pins."""
    pins = plain(pins)
    rows = pins.values() if isinstance(pins, dict) else getattr(pins, "coords", pins)
    return dimension(np.size(plain(next((row for row in rows if row is not None), (0, 0)))))


def pins_array(problem: Problem, pins: Any, dim: int) -> Array:
    """Fixed coordinates as an array, NaN for free ones."""
    pins = unmasked(pins)
    if isinstance(pins, (list, tuple)):         # where a row may be None
        pins = [[np.nan] * dim if row is None else unmasked(row) for row in pins]
    if not isinstance(pins, dict):
        return problem.positions(pins, "pins", dim, free=True).copy()
    out = np.full((problem.nodes, dim), np.nan)
    number = problem.numbers()
    for key, at in pins.items():
        try:
            row = number[key]
        except (KeyError, TypeError):
            raise Error(f"pins: there is no node {key!r}") from None
        at = coordinates(at, f"the pin of node {key!r}")
        if at.shape != (dim,):
            raise Error(f"the pin of node {key!r} has the shape {at.shape}, must be ({dim},)")
        out[row] = at
    return out


def lengths_of(graph: Given, lengths: Any, lower: Any, upper: Any) -> tuple[Any, ...]:
    """Columns of lengths: none (all 1), one, or two for bounds."""
    if lower is None and upper is None:
        return graph.usual_lengths() if lengths is None \
            else (graph.column(lengths, "lengths"), None)
    if lengths is not None:
        raise Error("lengths are given twice: use either lengths, or lower and upper")
    low, high = graph.column(lower, "lower"), graph.column(upper, "upper")
    m = len(graph.v)
    return np.zeros(m) if low is None else low, np.full(m, np.inf) if high is None else high


def is_table_of(graph: Optional[Given], lengths: Any) -> bool:
    """Whether lengths name a table, FILE or FILE:COLUMN, rather than an attribute of the graph."""
    if isinstance(lengths, os.PathLike):
        return True
    if not isinstance(lengths, str) or graph is not None and graph.attribute is not None \
            and lengths in graph.attributes(True):
        return False
    return os.path.isfile(lengths) or os.path.isfile(lengths.rpartition(":")[0])


def table_columns(graph: Given, table: Any) -> tuple[Any, ...]:
    """The lengths or bounds, and the stiffness, of a table that the library reads for this graph;
    the table names nodes by the texts of their keys."""
    keys = graph.names or graph.keys or range(graph.n)
    whole = np.frombuffer(core_of(graph, {})[0].ends, np.uint32).reshape(-1, 2)
    text = json.dumps({"nodes": [{"id": str(key)} for key in keys],
                       "links": [{"source": str(keys[a]), "target": str(keys[b])}
                                 for a, b in whole.tolist()]})
    core = _core.problem_read("the graph", text.encode(), "json", None, None, table)
    for note in core.notes:
        warn(note)
    columns = [np.frombuffer(x) for x in (core.lengths, core.upper)]
    low, high = (graph.as_given(column, "lengths") for column in columns)
    stiff = core.stiffness and graph.as_given(np.frombuffer(core.stiffness), "stiffness")
    return low, None if np.array_equal(low, high) else high, stiff


def ends_of(graph: Given, columns: dict[Any, Any]) -> tuple[Array, dict[Any, Any]]:
    """Pairs of nodes and their values; only half of them if every edge occurs in both directions."""
    m = len(graph.v)
    ends = np.empty((m, 2), np.uint32)
    values = np.concatenate(list(columns.values())) if len(columns) > 1 else \
        next(iter(columns.values()), None)
    half = None if values is None else np.empty_like(values)
    # Row pointers as many as entries would be taken for pairs.
    first = graph.rows if graph.rows is not None and m != graph.n + 1 else graph.u
    count = -_core.ends(first, graph.v, graph.n, values, ends, half)
    if count <= 0:
        return ends, columns
    halves = {name: half[k * count:(k + 1) * count]         # type: ignore[index]
              for k, name in enumerate(columns)}
    if "stiffness" in halves and graph.parallel:
        halves["stiffness"] = 2 * halves["stiffness"]
    return ends[:count], halves


def core_of(graph: Given, columns: dict[Any, Any]) -> tuple[Any, ...]:
    """The library's problem with its lengths, the edges that are kept (None: all, or those with
    rising ends) and their columns."""
    ends, halves = ends_of(graph, columns)
    try:
        return _core.problem_new(graph.n, ends, halves.get("lengths")), None, halves
    except Error:
        if any(np.isnan(column).any() for column in columns.values()):
            raise                   # which is no double edge with two lengths
        # The library takes simple graphs only; is this one?
        simple, left, halves = graph.simplify(columns)
        if len(simple) in (len(graph.v), len(ends)):
            raise
        return _core.problem_new(graph.n, simple, halves.get("lengths")), left, halves


def edges_only(graph: Any) -> Problem:
    """The problem of a graph for a call that needs no lengths: without notices about them."""
    return graph if isinstance(graph, Problem) else of_any(graph, None, notices=False)


def problem(graph: Any, lengths: Any = None, *, lower: Any = None, upper: Any = None,
            stiffness: Any = None, pins: Any = None, dim: Optional[int] = None,
            self_loops: bool = False, chirality: Any = None,
            min_distance: float = 0, noise: Any = None,
            format: Optional[str] = None) -> Problem:
    """Make a Problem of a graph and the lengths that its edges should have.

    graph      (n, edges) with an array of m x 2 or 2 x m node numbers; such an
               array alone; a square array of distances, NaN or inf for a pair without
               one (see below); a SciPy sparse matrix, whose entries are edges and
               their values lengths only with lengths=True; a graph of NetworkX or of
               python-igraph; an object with edge_index, such as those of PyTorch
               Geometric; a pandas table of edges, whose columns are source and
               target, from and to, or others that edge tables have, or the first two;
               one whose rows and columns are the nodes, as a square array;
               the name of a file (see mgnn-formats(5)); the bytes of one, with its
               format; a Problem.
               A square array is a matrix of distances if it is symmetric with 0 on the
               diagonal: every pair with a distance is an edge of that length.  If
               zeros show that it has no distances (nodes 0 apart that are not equally
               far from the others, or only 0 and one other number), it is a matrix of
               neighbours, where 0 means no edge.
               Two rows of two whole numbers are two edges.
               Loops are dropped, and a pair that is joined twice, in either
               direction, becomes one edge, if its lengths are the same.
    lengths    None: the attribute or column len, length, distance or dist (in any letter
               case), and for an edge without it lower and upper, of a graph of NetworkX
               or igraph, a table or a file; else all 1.  A warning names every other
               attribute of numbers.  A number for all; an array with one for each edge as
               given, or in the order of problem(graph).edges; a dictionary from pairs of
               nodes, in either order; the name of an attribute, also of a file; failing
               that, or as a pathlib.Path, a table of lengths, FILE or FILE:COLUMN, as
               mgnn-layout --metric reads it; of a file also the other words of --metric,
               such as "walk:5" or "inverse:weight"; True: the entries of the matrix.
    lower, upper    instead: any length between these is as good as any other.
    stiffness  weights of the edges, in the same forms; None: the attribute stiffness,
               where a graph or table has it, else all 1.  Parallel edges add theirs, as
               in files: those of rows of pairs (m x 2), of NetworkX, igraph and
               tables.  In an edge_index (2 x m) and a matrix the two directions are
               one edge, and must have the same.
    pins       coordinates to hold: a dictionary from nodes to points, or n rows of
               dim; None, NaN or what is masked is a coordinate, or a row, that is free.
               Nodes go by their keys, those of igraph also by the attribute name, here
               and in pairs.
    dim        the dimension of the pins; None: as many as the first of them has.
    self_loops use A + I in place of A, as the papers of SGC and APPNP do.
    chirality  handedness in space: rows a, b, c, d, sign and perhaps a volume; four
               nodes, 1 or -1 for that of det(b-a, c-a, d-a) / 6, and its size.
    min_distance    nodes that no edge joins are kept so far apart.
    noise      errors of the lengths, as after mgnn-layout --noise: their standard
               deviation, a number; "relative:0.05" for 5 % of each length, which then
               counts by 1/length^2; "relative" or "estimate" where it is not known.
    format     of a file or bytes: "gml", "csv", "edgelist", "pdb", ...; see mgnn-formats(5).
               None: by the suffix of the file.
    """
    if isinstance(graph, Problem):
        if (any(x is not None for x in (lengths, lower, upper, stiffness, pins, chirality, noise))
                or self_loops or min_distance):
            raise Error("a Problem has its lengths, stiffness and pins already")
        return graph
    out = of_any(graph, lengths, lower, upper, stiffness, format)
    if chirality is not None:
        chirality_put(out, chirality)
    if noise is not None:
        out.core.noise_set(*noise_words(noise))
    if pins is not None:
        out.pins = pins_array(out, pins, coordinates_of(pins) if dim is None else dimension(dim))
    finish(out, self_loops, min_distance)
    return out


def of_any(graph: Any, lengths: Any, lower: Any = None, upper: Any = None, stiffness: Any = None,
           format: Optional[str] = None, notices: bool = True) -> Problem:
    """The problem of a graph; notices: whether to warn about attributes that are not used."""
    if isinstance(graph, (str, os.PathLike, bytes, bytearray, memoryview)):
        out = of_file(graph, format, lengths, lower, upper, stiffness)
        for note in out.core.notes if notices else ():
            warn(with_way_out(note))
        return out
    if format is not None:
        raise Error(f"format is {format!r}, but only files and bytes have one")
    source = given(graph)
    out = of_given(source, lengths, lower, upper, stiffness)
    if notices and lengths is None and lower is None and upper is None and not source.is_metric:
        source.unused_warn([name for name in source.attributes(True) if name == stiffness
                            or str(name).lower() in LENGTH_TITLES + OTHER_TITLES],
                           out.pairs == "paths")
    return out


def with_way_out(note: str) -> str:
    """Replace the options in a note of the library by the arguments of problem."""
    return re.sub(r"(: ([^:]*), [^,]*, is not used)$", r'\1: lengths="\2"', note)


def of_result(graph: Any, lengths: Any, result: Any, name: str = "positions") -> Problem:
    """The problem that positions belong to: that of the graph. If the positions are a Layout, or
    another result with a problem, its lengths, pins and other properties count, and those of
    the graph must agree."""
    own = getattr(result, "problem", None)
    if not isinstance(own, Problem):
        return problem(graph, lengths)
    p = problem(graph, lengths) if isinstance(graph, Problem) else \
        of_any(graph, lengths, notices=False)
    return p if p is own else agreed(p, own, f"{name}, a {type(result).__name__}",
                                     f"; give {name}.problem as the graph, or {name}.positions to "
                                     "leave its own lengths and names out")


def agreed(p: Problem, own: Problem, of_own: str, way_out: str) -> Problem:
    """Combine two problems, which must not contradict each other."""
    def same(what: str, mine: Any, theirs: Any) -> None:
        if mine is not None and theirs is not None and differ(mine, theirs):
            raise Error(f"{what} is {mine!r} in the graph and {theirs!r} in {of_own}{way_out}")

    def one_of(what: Callable[[int], str], mine: Optional[Array], theirs: Optional[Array]) -> Any:
        if mine is None or theirs is None:
            return theirs if mine is None else mine
        for k in np.flatnonzero(~np.isclose(mine, theirs, 0, 0, equal_nan=True).reshape(len(mine), -1)
                                .all(axis=1))[:1]:
            same(what(k), mine[k].tolist(), theirs[k].tolist())
        return mine

    def edge(k: int) -> str:
        return "edge {!r} - {!r}".format(*(p.name(int(i)) for i in p.edges[k]))

    same("the number of nodes", p.nodes, own.nodes)
    for i, pair in enumerate(zip(p.titles() or [], own.titles() or [])):
        same(f"the name of node {i}", *pair)
    ours, theirs = (pair_numbers(p.nodes, *of.edges.T) for of in (p, own))
    everything: Any = slice(None)
    for odd in np.setxor1d(ours, theirs)[:1].tolist():
        i, j = p.name(odd // p.nodes), p.name(odd % p.nodes)
        places = "the graph", of_own
        raise Error("edge {!r} - {!r} is in {} and not in {}".format(
            i, j, *(places if odd in ours else places[::-1])) + way_out)
    at = np.argsort(theirs)[np.argsort(np.argsort(ours))]       # of each of our edges in theirs
    both = [(of.lower[k], of.upper[k]) if of.pairs == "edges" else (None, None)
            for of, k in ((p, everything), (own, at))]
    lower, upper = (one_of(lambda k: f"the length of {edge(k)}", *pair) for pair in zip(*both))
    stiffness = one_of(lambda k: f"the stiffness of {edge(k)}", p.stiffness,
                       None if own.stiffness is None else own.stiffness[at])
    same("the dimension of the pins", *(None if of.pins is None else of.pins.shape[1] for of in (p, own)))
    pins = one_of(lambda i: f"the pin of node {p.name(i)!r}", p.pins, own.pins)
    out = _again(p.nodes, p.edges, p.lower if lower is None else lower,
                 p.upper if upper is None else upper, stiffness,
                 own.core.chirality or p.core.chirality, own.noise or p.noise,
                 (own.self_loops or p.self_loops, own.min_distance or p.min_distance, pins),
                 (p.keys, p.kind, "paths" if lower is None else "edges"))
    out.source, out.left = p.source, p.left
    return out


def of_file(file: Any, format: Optional[str], lengths: Any, lower: Any, upper: Any,
            stiffness: Any) -> Problem:
    """Read a graph from a path or from the bytes of a file."""
    for name, x in (("lengths", lengths), ("stiffness", stiffness), ("lower", lower),
                    ("upper", upper)):
        if x is not None and not (isinstance(x, str) and name in ("lengths", "stiffness")
                                  or isinstance(x, os.PathLike) and name == "lengths"):
            raise Error(f"{name} is given, but the lengths of a file are those it names, by len, "
                        "length, lower, upper and stiffness, or by other attributes with "
                        "lengths='...' and stiffness='...', or a table of lengths; for others: p = mgnn.problem(file), "
                        f"then mgnn.problem((p.nodes, p.edges), {name}=...)")
    named = isinstance(file, (str, os.PathLike))
    if not named and format is None:
        raise Error("the format of bytes is not given: mgnn.problem(bytes, format='gml'), "
                    "or 'csv', ...")
    source = (file if named else None, None if named else file, format)
    try:
        words = (None, stiffness, lengths) if isinstance(lengths, os.PathLike) \
            else (lengths, stiffness, None)
        core = interruptible(_core.problem_read, *source, *words)
    except Error as fault:                  # no such attribute: a table, or a word of --metric
        if not isinstance(lengths, str):
            raise
        try:
            core = interruptible(_core.problem_read, *source, None, stiffness, lengths)
        except (Error, OSError):
            if is_table_of(None, lengths) or ":" in lengths:
                raise
            raise fault from None
    out = Problem(core)
    out.keys = keys_of_file(out.core.names)
    if lengths is None and (out.lower == 1).all():
        out.pairs = "paths"
    return out


def keys_of_file(names: Optional[list[str]]) -> Optional[list[Any]]:
    """The names of nodes in a file: integers if all of them are, None if these count from 0."""
    if names is None:
        return None
    if not all(name.isascii() and name.isdigit() and (name == "0" or name[0] != "0")
               for name in names):
        return list(names)
    numbers = [int(name) for name in names]
    return None if numbers == list(range(len(numbers))) else numbers


def noise_words(noise: Any) -> tuple[str, float]:
    """The kind of errors and their standard deviation, 0 if not known."""
    kind, sigma = "absolute", noise
    if isinstance(noise, str) and noise != "estimate":
        kind, _, sigma = noise.partition(":")
        if kind != "relative":
            kind, sigma = "absolute", noise
    if isinstance(noise, str) and sigma in ("estimate", ""):
        return kind, 0.0
    try:
        number = float(sigma)
    except (TypeError, ValueError):
        number = -1.0
    if not number > 0:
        raise Error(f"noise is {noise!r}, must be a positive number, 'relative', 'relative:X' "
                    "with X positive, or 'estimate'")
    return kind, number


def of_given(graph: Given, lengths: Any, lower: Any, upper: Any, stiffness: Any) -> Problem:
    of_table = None
    if lower is None and upper is None and is_table_of(graph, lengths):
        low, high, of_table = table_columns(graph, lengths)
    else:
        low, high = lengths_of(graph, lengths, lower, upper)
    stiff = graph.column(stiffness, "stiffness")
    if stiffness is None and of_table is not None:
        stiff = of_table
    elif stiffness is None and not (isinstance(lengths, str) and lengths == "stiffness"):
        stiff = graph.usual_stiffness()
    columns = {"lengths" if high is None else "lower bounds": low, "upper bounds": high,
               "stiffness": stiff}
    core, left, kept = core_of(graph, {k: c for k, c in columns.items() if c is not None})
    if high is not None:
        core.bounds_set(kept["lower bounds"], kept["upper bounds"])
    if stiff is not None:
        core.stiffness_set(kept["stiffness"])
    out = Problem(core, graph, left)
    if low is None:
        out.pairs = "paths"
    return out
