"""Graphs of every kind become the same problem."""
import copy
import pickle
import types

import mgnn
import numpy as np
import pytest
from oracles import random_graph

N, EDGES = 10, random_graph(4, 10, 20)
LENGTHS = np.random.default_rng(5).integers(1, 9, 20) / 4


def as_set(p):
    return {(*sorted(map(int, e)), low) for e, low in zip(p.edges, p.lower)}


WANT = {(*sorted(map(int, e)), low) for e, low in zip(EDGES, LENGTHS)}
BOTH, TWICE = np.concatenate([EDGES, EDGES[:, ::-1]]), np.concatenate([LENGTHS, LENGTHS])


@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.uint32, np.uint64, np.int8])
def test_edges_of_any_whole_numbers(dtype):
    p = mgnn.problem((N, EDGES.astype(dtype)), LENGTHS)
    assert np.array_equal(p.edges, EDGES) and np.array_equal(p.lower, LENGTHS)


@pytest.mark.parametrize("edges", [EDGES.T, EDGES.tolist(), np.asfortranarray(EDGES),
                                   np.repeat(EDGES, 2, axis=0)[::2]])
def test_edges_in_any_order_of_memory(edges):
    p = mgnn.problem((N, edges), LENGTHS)
    assert np.array_equal(p.edges, EDGES)


def test_an_array_alone_has_as_many_nodes_as_it_names():
    p = mgnn.problem(np.array([[0, 1], [1, 5], [5, 2]]))
    assert p.nodes == 6 and (p.lower == 1).all()


@pytest.mark.parametrize("order", ["one after the other", "sorted", "mixed"])
def test_both_directions_become_one_edge(order):
    pick = {"one after the other": np.arange(40), "sorted": np.lexsort(BOTH.T),
            "mixed": np.random.default_rng(1).permutation(40)}[order]
    p = mgnn.problem((N, BOTH[pick].T), TWICE[pick])
    assert as_set(p) == WANT


def test_loops_and_doubles_go():
    edges = np.concatenate([EDGES, [[3, 3]], EDGES[:5], EDGES[:2, ::-1]])
    lengths = np.concatenate([LENGTHS, [7], LENGTHS[:5], LENGTHS[:2]])
    p = mgnn.problem((N, edges), lengths)
    assert np.array_equal(p.edges, EDGES) and np.array_equal(p.lower, LENGTHS)
    p = mgnn.problem((N, np.concatenate([BOTH, [[0, 0]]]).T), np.append(TWICE, 1))
    assert as_set(p) == WANT


def test_directions_that_disagree_are_refused():
    lengths = TWICE.copy()
    lengths[25] += 1
    with pytest.raises(mgnn.Error, match="edges 5 and 25 both join \\d+ - \\d+, but their "
                                         "lengths are .* and "):
        mgnn.problem((N, BOTH.T), lengths)
    stiffness = np.ones(40)
    stiffness[3] = 2
    with pytest.raises(mgnn.Error, match="edges 3 and 23 .* their stiffness are 2 and 1"):
        mgnn.problem((N, BOTH.T), TWICE, stiffness=stiffness)


def test_one_direction_here_and_both_there():
    """As many up as down, but not the same."""
    edges = np.array([[0, 1], [2, 1], [2, 3], [3, 4], [4, 0], [0, 4]])
    assert len(mgnn.problem((5, edges)).edges) == 5


def test_stiffness_and_bounds_follow_the_edges_that_are_left():
    low, high = TWICE / 2, TWICE * 2
    p = mgnn.problem((N, BOTH), lower=low, upper=high, stiffness=TWICE)
    assert as_set(p) == {(i, j, x / 2) for i, j, x in WANT}
    assert np.array_equal(p.upper, 4 * p.lower)
    y = np.random.default_rng(1).normal(size=(N, 2))
    r = np.linalg.norm(y[p.edges[:, 0]] - y[p.edges[:, 1]], axis=1)
    energy = (2 * p.lower * (r - np.clip(r, p.lower, p.upper))**2).sum()
    assert mgnn.measure(p, y).energy == pytest.approx(energy)


def test_a_sparse_matrix():
    sparse = pytest.importorskip("scipy.sparse")
    both = sparse.coo_matrix((TWICE, BOTH.T), (N, N))
    for matrix in (both, both.tocsr(), both.tocsc(), sparse.triu(both), both.tolil()):
        assert as_set(mgnn.problem(matrix, True)) == WANT
        assert (mgnn.problem(matrix).lower == 1).all()
    tiny = sparse.coo_matrix(([2.0, 2.0], ([0, 1], [1, 0])), (3, 3))
    assert as_set(mgnn.problem(tiny, True)) == {(0, 1, 2.0)}
    with pytest.raises(mgnn.Error, match="2 x 3, must be square"):
        mgnn.problem(sparse.coo_matrix((2, 3)))


def test_an_object_with_edge_index():
    data = types.SimpleNamespace(edge_index=BOTH.T, num_nodes=12, edge_attr=TWICE[:, None])
    p = mgnn.problem(data, "edge_attr")
    assert p.nodes == 12 and as_set(p) == WANT
    two = types.SimpleNamespace(edge_index=np.array([[0, 2], [1, 3]]))
    assert mgnn.problem(two).edges.tolist() == [[0, 1], [2, 3]]


def test_a_graph_of_networkx():
    nx = pytest.importorskip("networkx")
    graph = nx.Graph()
    graph.add_nodes_from("abcd")
    graph.add_edge("a", "c", far=3.0)
    graph.add_edge("c", "d", far=4.0)
    graph.add_edge("d", "a", far=5.0)
    result = mgnn.layout(graph, "far")
    assert list(result.pos) == list("abcd")
    assert np.linalg.norm(result.pos["a"] - result.pos["c"]) == pytest.approx(3, rel=1e-6)
    assert {frozenset(e.ends) for e in result.worst(9)} == {frozenset("ac"), frozenset("cd"),
                                                           frozenset("ad")}
    assert mgnn.rigidity(graph).parts == [["a", "c", "d"]]
    assert mgnn.measure(graph, result.pos, "far").energy == pytest.approx(result.energy, abs=1e-18)
    assert (mgnn.problem(graph).lower == 1).all()
    nx.set_edge_attributes(graph, 2.5, "len")
    assert (mgnn.problem(graph).lower == 2.5).all()
    graph.add_edge("a", "b")
    with pytest.raises(mgnn.Error, match="edge 'a' - 'b' has no 'len'"):
        mgnn.problem(graph)
    pinned = mgnn.layout(graph, 1, pins={"b": (7, 7)})
    assert tuple(pinned.pos["b"]) == (7, 7)
    with pytest.raises(mgnn.Error, match="there is no node 'z'"):
        mgnn.layout(graph, 1, pins={"z": (7, 7)})


def test_what_networkx_draws():
    nx = pytest.importorskip("networkx")
    graph = nx.petersen_graph()
    pos = mgnn.layout_nx(graph)
    assert set(pos) == set(graph) and all(p.shape == (2,) for p in pos.values())
    directed, multi = nx.DiGraph(graph), nx.MultiGraph(graph)
    multi.add_edge(0, 1)
    for other in (directed, multi):
        assert len(mgnn.problem(other).edges) == 15


def test_a_graph_of_igraph():
    igraph = pytest.importorskip("igraph")
    graph = igraph.Graph(n=N, edges=EDGES.tolist())
    graph.es["far"] = LENGTHS.tolist()
    assert as_set(mgnn.problem(graph, "far")) == WANT
    layout = mgnn.layout_igraph(graph, "far")
    assert isinstance(layout, igraph.Layout) and len(layout) == N and layout.dim == 2
    assert mgnn.measure(graph, layout, "far").energy >= 0
    graph.es["length"] = 3
    assert (mgnn.problem(graph).lower == 3).all()
    with pytest.raises(mgnn.Error, match="no attribute 'weight'"):
        mgnn.problem(graph, "weight")


def test_a_file(graphs, tmp_path):
    p = mgnn.problem(graphs / "triangle.gml")
    assert p.nodes == 3 and len(p.edges) == 3
    with pytest.raises(OSError, match="no.where"):
        mgnn.problem(tmp_path / "no.where.gml")
    bad = tmp_path / "bad.gml"
    bad.write_text("graph [ node [ id 1 ] edge [ source 1 target 2 ] ]")
    with pytest.raises(mgnn.Error, match="bad.gml:1"):
        mgnn.problem(bad)


def test_no_copy_is_made_of_arrays_that_fit():
    p = mgnn.problem((N, EDGES), LENGTHS)
    y = np.random.default_rng(1).normal(size=(N, 2))
    assert p.positions(y) is y
    given = mgnn._graphs.given((N, EDGES))
    assert np.shares_memory(given.u, EDGES) and given.column(LENGTHS, "x") is LENGTHS


def test_empty_graphs():
    assert mgnn.layout((0, [])).positions.shape == (0, 2)
    assert mgnn.layout((3, [])).positions.shape == (3, 2)
    assert mgnn.propagate((2, np.empty((0, 2), int)), layers=2).shape == (3, 2, 2)
    assert mgnn.rigidity((4, [])).parts == []


def test_lengths_by_pairs_of_nodes():
    nx = pytest.importorskip("networkx")
    graph = nx.MultiDiGraph([("a", "b"), ("b", "c"), ("b", "a")])
    far = {("b", "a"): 2.0, ("c", "b"): 3.0}
    assert mgnn.problem(graph, far).lower.tolist() == [2, 3]
    nx.set_edge_attributes(graph, 4.0, "far")
    assert (mgnn.problem(graph, nx.get_edge_attributes(graph, "far")).lower == 4).all()
    assert mgnn.problem((3, [[0, 1], [2, 1]]), {(0, 1): 1, (1, 2): 5}).lower.tolist() == [1, 5]
    with pytest.raises(mgnn.Error, match="lengths: there is nothing for edge 'b' - 'c'"):
        mgnn.problem(graph, {("a", "b"): 2.0})
    graph.add_edge("c", "a", far="long")
    with pytest.raises(mgnn.Error, match="lengths: edge 'c' - 'a' has 'long', which is no number"):
        mgnn.problem(graph, "far")
    graph["c"]["a"][0]["far"] = -1
    with pytest.raises(mgnn.Error, match="lengths: edge 'c' - 'a' has -1, must be at least 0"):
        mgnn.problem(graph, "far")
    graph["c"]["a"][0]["far"], graph["b"]["a"][0]["far"] = 1, 5
    with pytest.raises(mgnn.Error, match="both join 'a' - 'b', but their lengths are 4 and 5"):
        mgnn.problem(graph, "far")
    with pytest.raises(mgnn.Error, match="the edges have no attribute 'farr'"):
        mgnn.problem(graph, "farr")


class Table:
    """As much of a data frame as is needed, where pandas is not installed."""

    def __init__(self, columns):
        self.columns, self.iloc = list(columns), None
        self.of = {name: np.array(values, object) for name, values in columns.items()}

    def __getitem__(self, name):
        return self.of[name]


@pytest.mark.parametrize("frame", ["ours", "pandas"])
def test_a_table_of_edges(frame):
    table = Table if frame == "ours" else pytest.importorskip("pandas").DataFrame
    edges = {"km": [3.0, 4.0, 5.0], "source": ["b", "c", "a"], "target": ["c", "a", "b"]}
    result = mgnn.layout(table(edges), "km")
    assert list(result.pos) == ["b", "c", "a"] and result.problem.lower.tolist() == [3, 4, 5]
    assert (mgnn.problem(table(edges)).lower == 1).all()
    numbers = table({"from": [7, 8], "to": [8, 9], "len": [1.5, 2.5]})
    p = mgnn.problem(numbers)
    assert p.keys == [7, 8, 9] and p.lower.tolist() == [1.5, 2.5]
    with pytest.raises(mgnn.Error, match="no column 'miles'; there are: from, to, len"):
        mgnn.problem(numbers, "miles")
    with pytest.raises(mgnn.Error, match="the table has 1 columns"):
        mgnn.problem(table({"from": [7, 8]}))


def test_a_problem_is_copied_with_all_that_was_set():
    nx = pytest.importorskip("networkx")
    graph = nx.complete_graph(list("abcd"))
    p = mgnn.problem(graph, lower=[1] * 6, upper=[1, 2, 3, 4, 5, np.inf], stiffness=range(1, 7),
                     pins={"a": (0, 0, None)}, dim=3, self_loops=True, min_distance=0.25, noise=0.5,
                     chirality=[("a", "b", "c", "d", -1, 0.5)])
    other = pickle.loads(pickle.dumps(p))
    for name in ("nodes", "keys", "kind", "pairs", "noise", "chirality", "min_distance",
                 "self_loops"):
        assert getattr(other, name) == getattr(p, name), name
    for name in ("edges", "lower", "upper", "stiffness", "weights", "pins"):
        np.testing.assert_array_equal(getattr(other, name), getattr(p, name))
    drawn = mgnn.layout(p, dim=3)
    again = copy.deepcopy(drawn)
    assert np.array_equal(mgnn.layout(other, dim=3).positions, drawn.positions)
    assert repr(again) == repr(drawn) and np.array_equal(again.positions, drawn.positions)


@pytest.mark.parametrize("call, text", [
    (lambda: mgnn.problem((3, [[0, 3]])), "edge 0 joins nodes 0 and 3, must be from 0 to 2"),
    (lambda: mgnn.problem((3, [[0, 1], [-1, 2]])), "edge 1 joins nodes -1 and 2"),
    (lambda: mgnn.problem((-1, [])), "the number of nodes is -1"),
    (lambda: mgnn.problem((3, [[0.0, 1.0]])), "edges are float64, must be whole numbers"),
    (lambda: mgnn.problem(3), "3 is no graph: that is"),
    (lambda: mgnn.problem({0: [1]}), "is no graph: that is"),
    (lambda: mgnn.problem((3.5, [[0, 1]])), "the number of nodes is 3.5, must be a whole number"),
    (lambda: mgnn.problem((3, [[0, 1], [2]])), "edges are not all pairs of nodes"),
    (lambda: mgnn.problem([("a", "b")]), "nodes with names: a graph of NetworkX or igraph"),
    (lambda: mgnn.problem(np.ones((3, 3))), r"a matrix of neighbours: scipy.sparse"),
    (lambda: mgnn.problem((3, np.array([[0, 2**63]], np.uint64))), "edges are uint64"),
    (lambda: mgnn.problem((3, [[0, 1]]), print), "lengths is of the type builtin_function"),
    (lambda: mgnn.problem(types.SimpleNamespace(edge_index=BOTH.T, far=None), "far"),
     "the graph has no 'far'"),
    (lambda: mgnn.rigidity((2, [[0, 1]]), dim=-1), "dim is -1"),
    (lambda: mgnn.propagate((2, [[0, 1]]), [["a", "b"]] * 2), "Z0 are not all numbers"),
    (lambda: mgnn.propagate((2, [[0, 1]]), [[0, np.nan], [1, 0]]), "start of node 0 is not finite"),
    (lambda: mgnn.problem((3, [[0, 1, 2]])), r"edges have the shape \(1, 3\)"),
    (lambda: mgnn.problem((3, [[0, 1]]), [1, 2]), r"lengths has the shape \(2,\), but there are 1"),
    (lambda: mgnn.problem((3, [[0, 1]]), "len"), "a graph of arrays has no attributes"),
    (lambda: mgnn.problem((3, [[0, 1]]), True), "only the entries of a matrix"),
    (lambda: mgnn.problem((3, [[0, 1]]), [-1]), "length"),
    (lambda: mgnn.problem((3, [[0, 1]]), 1, lower=1), "lengths are given twice"),
    (lambda: mgnn.problem((3, [[0, 1]]), lower=2, upper=1), "bound"),
    (lambda: mgnn.problem(mgnn.problem((2, [[0, 1]])), 2), "has its lengths"),
    (lambda: mgnn.problem((2, [[0, 1]]), pins={5: (0, 0)}), "there is no node 5"),
    (lambda: mgnn.problem((2, [[0, 1]]), pins={0: (0, 0, 0)}), r"must be \(2,\)"),
    (lambda: mgnn.layout((2, [[0, 1]]), dim=0), "dimension is 0"),
    (lambda: mgnn.layout((2, [[0, 1]]), pairs="all"), 'pairs is "all"'),
    (lambda: mgnn.layout((2, [[0, 1]]), seed=-1), "seed is -1, must be between 0 and"),
    (lambda: mgnn.layout((2, [[0, 1]]), threads=-2), "threads is -2"),
    (lambda: mgnn.layout((2, [[0, 1]]), time_limit=-1), "time limit is -1"),
    (lambda: mgnn.solve((2, [[0, 1]]), [[0, 0], [1, 1]], 1, solver="magic"), "magic"),
    (lambda: mgnn.solve((2, [[0, 1]]), [[0, np.nan], [1, 1]]), "node 0 is not finite"),
    (lambda: mgnn.start((2, [[0, 1]]), "layout"), 'no start named "layout"'),
    (lambda: mgnn.start((2, [[0, 1]]), "magic"), 'no start named "magic"'),
    (lambda: mgnn.propagate((2, [[0, 1]]), [[0, 0]]), r"Z0 have the shape \(1, 2\)"),
    (lambda: mgnn.propagate((2, [[0, 1]]), model="gnu"), "gnu"),
    (lambda: mgnn.propagate((2, [[0, 1]]), alpha=2), "alpha is 2"),
    (lambda: mgnn.measure((2, [[0, 1]]), np.zeros((3, 2))), "each of the 2 nodes"),
    (lambda: mgnn.compare((2, [[0, 1]]), np.zeros((2, 2)), np.zeros((2, 3))), "and 2 columns"),
    (lambda: mgnn.align(np.zeros((2, 2)), np.zeros((3, 2))), "two arrays of n x dim"),
    (lambda: mgnn.rescale((2, [[0, 1]]), np.zeros((2, 2)), "x"), "must be y or z"),
    (lambda: mgnn.realizations((2, [[0, 1]]), np.zeros((2, 2)), most=0), "at least 1")])
def test_what_is_wrong_is_said(call, text):
    with pytest.raises(mgnn.Error, match=text):
        call()


@pytest.mark.parametrize("words, text", [
    ({"seed": 1.5}, "seed is 1.5, must be a whole number"), ({"dim": "2"}, "dim is '2', must be"),
    ({"callback": 3}, "callback is 3, must be a function")])
def test_what_is_of_another_type_is_named(words, text):
    with pytest.raises(TypeError, match=text):
        mgnn.layout((2, [[0, 1]]), **words)


def test_none_is_no_limit_and_no_pin():
    triangle = (3, [[0, 1], [1, 2], [2, 0]])
    want = mgnn.layout(triangle).positions
    assert np.array_equal(mgnn.layout(triangle, threads=None, max_iterations=None,
                                      time_limit=None).positions, want)
    at = mgnn.layout(triangle, 1, pins=[(5, 6), None, None]).positions
    assert at[0].tolist() == [5, 6] and mgnn.measure(triangle, at).energy < 1e-10
