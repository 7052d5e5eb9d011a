"""Graphs of every kind become the same problem."""
import copy
import pickle
import re
import types

import mgnn
import numpy as np
import pytest
from conftest import SOURCE
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
    p = mgnn.problem((N, BOTH.T), lower=low, upper=high, stiffness=TWICE)
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


@pytest.mark.parametrize("name", ["lengths", "lower", "upper", "stiffness"])
def test_lengths_beside_a_file_are_refused_by_name(graphs, name):
    with pytest.raises(mgnn.Error, match=f"{name} is given, but .* {name}=..."):
        mgnn.problem(graphs / "triangle.gml", **{name: [1, 2, 3]})
    with pytest.raises(mgnn.Error, match=r"mgnn.problem\(bytes, format='gml'\)"):
        mgnn.layout(b"0 1")


def test_the_format_of_a_file_may_be_given(tmp_path):
    file = tmp_path / "graph.data"
    file.write_text("source,target,length\na,b,3\nb,c,4\n")
    p = mgnn.problem(file, format="csv")
    assert p.keys == ["a", "b", "c"] and p.lower.tolist() == [3, 4]
    with pytest.raises(mgnn.Error, match="graph.data: .* tells no known format; give its format: gml") as told:
        mgnn.problem(file)
    assert "-I" not in str(told.value)
    with pytest.raises(mgnn.Error, match="the input format cvs is not known"):
        mgnn.problem(file, format="cvs")
    with pytest.raises(mgnn.Error, match="format is 'csv', but only files and bytes have one"):
        mgnn.problem((2, [[0, 1]]), format="csv")


@pytest.mark.parametrize("lengths, lower", [("inverse:km", [.5, .25]), ("const:3", [3, 3]),
                                            ("attr:km", [2, 4])])
def test_lengths_of_a_file_go_by_the_words_of_metric(tmp_path, lengths, lower):
    path = tmp_path / "a.csv"
    path.write_text("source,target,km,cost\na,b,2,1\nb,c,4,1\n", encoding="utf-8")
    assert mgnn.problem(path, lengths).lower.tolist() == lower


def test_attributes_of_a_file_are_taken_by_name(tmp_path):
    rows = "source,target,len,miles,trust\na,b,9,3,1\nb,c,9,4,2\na,c,9,5,0.5\n"
    file = tmp_path / "roads.csv"
    file.write_text(rows)
    for p in (mgnn.problem(file, lengths="miles", stiffness="trust"),
              mgnn.problem(rows.encode(), "miles", stiffness="trust", format="csv")):
        assert p.lower.tolist() == p.upper.tolist() == [3, 4, 5]
        assert p.stiffness.tolist() == [1, 2, 0.5]
    y = mgnn.layout(file, lengths="miles").positions
    assert np.linalg.norm(y[[0, 1, 0]] - y[[1, 2, 2]], axis=1) == pytest.approx([3, 4, 5])
    for name in ("lengths", "stiffness"):
        with pytest.raises(mgnn.Error, match='"km".*there are: len, miles, trust'):
            mgnn.problem(file, **{name: "km"})


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
    none, corner = np.empty((0, 2)), np.eye(3, 2)
    for graph, at, motions in (((0, []), none, 0), ((3, []), corner, 3)):
        found = mgnn.flexes(graph, at)          # n * dim less the three rigid motions
        assert found.motions.shape == (motions, *at.shape) and found.stresses.shape == (0, 0)
    assert mgnn.realizations((0, []), none).y.shape == (1, 0, 2)


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


@pytest.mark.parametrize("keys", [list("dabc"), [3, 1, 4, 2], [0, 1, 2, 3]])
def test_a_square_table_of_nodes_is_a_matrix(keys):
    pandas = pytest.importorskip("pandas")
    a = np.array([[0, 2, 0, 3], [2, 0, 5, np.nan], [0, 5, 0, 1], [3, np.nan, 1, 0]])
    table = pandas.DataFrame(a, index=keys, columns=keys)
    want = {(keys[i], keys[j]): a[i, j] for i, j in ((0, 1), (0, 3), (1, 2), (2, 3))}
    for turned in (table, table[keys[::-1]]) if keys[0] != 0 else (table,):
        p = mgnn.problem(turned, True)
        assert p.nodes == 4
        assert {(p.key(i), p.key(j)): x for (i, j), x in zip(p.edges, p.lower)} == want
        assert (mgnn.problem(turned).lower == 1).all()
    table.iloc[0, 1] = 7
    with pytest.raises(mgnn.Error, match="; if its rows are edges, name the columns" if keys[0] == 0 else
                       f"both join {keys[0]!r} - {keys[1]!r}, but their lengths are 7 and 2"):
        mgnn.problem(table, True)


def test_a_table_is_not_guessed_to_have_edges():
    pandas = pytest.importorskip("pandas")
    assert mgnn.problem(pandas.DataFrame([[0, 1], [1, 2]])).nodes == 3
    assert mgnn.problem(pandas.DataFrame({"a": [1.0, 2.0], "b": [2.0, 3.0]})).nodes == 3
    with pytest.raises(mgnn.Error, match="its first two, 'x' and 'y', are numbers with fractions"):
        mgnn.problem(pandas.DataFrame({"x": [0.5, 1.0], "y": [2.0, 3.0]}))
    edges = pandas.DataFrame({"u": ["a", "b"], "v": ["b", "c"], "km": [1, 2], "h": [3, 4]})
    with pytest.raises(mgnn.Error, match=r"rows have several names; table.reset_index\(\)"):
        mgnn.problem(edges.set_index(["u", "v"]))
    words = pandas.DataFrame([["", "x"], ["x", ""]], index=["a", "b"], columns=["a", "b"])
    with pytest.raises(mgnn.Error, match="not all of its values are numbers"):
        mgnn.problem(words)


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
    (lambda: mgnn.problem(np.ones((3, 3))), r"for a matrix of neighbours give scipy.sparse"),
    (lambda: mgnn.problem((3, np.array([[0, 2**63]], np.uint64))), "edges are uint64"),
    (lambda: mgnn.problem((3, [[0, 1]]), print), "lengths is of the type builtin_function"),
    (lambda: mgnn.problem(types.SimpleNamespace(edge_index=BOTH.T, far=None), "far"),
     "the graph has no 'far'"),
    (lambda: mgnn.rigidity((2, [[0, 1]]), dim=-1), "dim is -1"),
    (lambda: mgnn.propagate((2, [[0, 1]]), [["a", "b"]] * 2), "Z0 are not all numbers"),
    (lambda: mgnn.propagate((2, [[0, 1]]), [[0, np.nan], [1, 0]]), "Z0: the row of node 0 is not finite"),
    (lambda: mgnn.problem((3, [[0, 1, 2]])), r"edges have the shape \(1, 3\)"),
    (lambda: mgnn.problem((3, [[0, 1]]), [1, 2]), r"lengths has the shape \(2,\), but there are 1"),
    (lambda: mgnn.problem((3, [[0, 1]]), "len"), "a graph of arrays has no attributes"),
    (lambda: mgnn.problem((3, [[0, 1]]), True), "only the entries of a matrix"),
    (lambda: mgnn.problem((3, [[0, 1]]), [-1]), "length"),
    (lambda: mgnn.problem((3, [[0, 1]]), 1, lower=1), "lengths are given twice"),
    (lambda: mgnn.problem((3, [[0, 1]]), lower=2, upper=1), "bound"),
    (lambda: mgnn.problem(mgnn.problem((2, [[0, 1]])), 2), "has its lengths"),
    (lambda: mgnn.problem((2, [[0, 1]]), pins={5: (0, 0)}), "there is no node 5"),
    (lambda: mgnn.problem((2, [[0, 1]]), pins={0: (0, 0, 0)}, dim=2), r"must be \(2,\)"),
    (lambda: mgnn.problem((2, [[0, 1]]), pins={0: (0, 0, 0), 1: (0, 0)}), r"must be \(3,\)"),
    (lambda: mgnn.layout((2, [[0, 1]]), dim=0), "dim is 0, must be between 1 and 10000"),
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
    ({"pins": {0: (1, 1)}, "dim": "3"}, "dim is '3', must be"),
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


@pytest.mark.parametrize("edges", [[[0, 1], [1, 0], [1, 2]], [[0, 1], [0, 1], [2, 1]]])
def test_parallel_edges_add_their_stiffness(edges):
    p = mgnn.problem((3, edges), stiffness=[2, 3, 1])
    assert p.stiffness.tolist() == [5, 1] and len(p.edges) == 2
    table = Table({"source": [a for a, _ in edges], "target": [b for _, b in edges],
                   "stiffness": [2, 3, 1]})
    assert mgnn.problem(table).stiffness.tolist() == [5, 1]
    text = "source,target,stiffness\n" + "".join(f"n{a},n{b},{k}\n" for (a, b), k in zip(edges, (2, 3, 1)))
    assert mgnn.problem(text.encode(), format="csv").stiffness.tolist() == [5, 1]


def test_the_stiffness_of_two_directions_counts_once_in_an_edge_index():
    both = np.array([[0, 1], [1, 2], [1, 0], [2, 1]])
    assert mgnn.problem((3, both.T), stiffness=[2, 3, 2, 3]).stiffness.tolist() == [2, 3]
    assert mgnn.problem((3, both), stiffness=[2, 3, 2, 3]).stiffness.tolist() == [4, 6]
    data = types.SimpleNamespace(edge_index=both.T, k=np.array([2, 3, 2, 3]))
    assert mgnn.problem(data, stiffness="k").stiffness.tolist() == [2, 3]


def test_nodes_of_a_file_have_its_names(graphs):
    p = mgnn.problem(graphs / "triangle.gml")
    assert p.keys == ["A", "B", "C"]
    drawn = mgnn.layout(p)
    assert list(drawn.pos) == ["A", "B", "C"]
    assert {edge.ends for edge in drawn.worst()} == {("A", "B"), ("B", "C"), ("A", "C")}
    assert ">A</text>" in mgnn.draw(p, drawn, node_labels=True).data.decode()
    held = mgnn.layout(graphs / "triangle.gml", pins={"B": (7, 8)})
    assert held.positions[1].tolist() == [7, 8]
    assert pickle.loads(pickle.dumps(p)).keys == p.keys
    assert mgnn.problem(b"5 7\n7 3\n", format="edgelist").keys == [5, 7, 3]
    assert mgnn.problem(b"0 1\n1 2\n", format="edgelist").keys is None
    assert mgnn.problem(b"01 1\n1 2\n", format="edgelist").keys == ["01", "1", "2"]
    assert mgnn.problem((3, [[0, 1]])).keys is None


BOUNDS = {"length": [3.0, None, None, None], "lower": [None, 1.0, 2.0, None],
          "upper": [None, 2.0, None, 4.0], "stiffness": [1.0, 2.0, 3.0, 4.0]}


@pytest.mark.parametrize("kind", ["ours", "pandas", "networkx", "igraph"])
def test_bounds_and_stiffness_are_found_as_in_files(kind):
    if kind in ("ours", "pandas"):
        table = Table if kind == "ours" else pytest.importorskip("pandas").DataFrame
        graph = table({"source": list("abcd"), "target": list("bcda"), **BOUNDS})
    else:
        library = pytest.importorskip(kind)
        rows = [dict(zip(BOUNDS, row)) for row in zip(*BOUNDS.values())]
        if kind == "networkx":
            graph = library.Graph()
            for k, row in enumerate(rows):
                graph.add_edge("abcd"[k], "abcd"[(k + 1) % 4],
                               **{name: x for name, x in row.items() if x is not None})
        else:
            graph = library.Graph(n=4, edges=[(0, 1), (1, 2), (2, 3), (3, 0)])
            for name, values in BOUNDS.items():
                graph.es[name] = values
    p = mgnn.problem(graph)
    found = {tuple(sorted(map(int, e))): x for e, *x in zip(p.edges, p.lower, p.upper, p.stiffness)}
    ends = [(0, 1), (1, 2), (2, 3), (0, 3)] if kind != "networkx" else \
        [tuple(sorted(p.keys.index(c) for c in pair)) for pair in ("ab", "bc", "cd", "da")]
    assert [found[e] for e in ends] == [[3, 3, 1], [1, 2, 2], [2, np.inf, 3], [0, 4, 4]]
    given = mgnn.problem(graph, 2, stiffness=1)
    assert (given.lower == 2).all() and given.upper is given.lower
    assert given.stiffness is None or (given.stiffness == 1).all()


def test_what_the_edges_lack_or_is_no_number():
    ends = {"source": ["a", "b"], "target": ["b", "c"]}
    with pytest.raises(mgnn.Error, match="edge 'b' - 'c' has no 'stiffness'"):
        mgnn.problem(Table({**ends, "stiffness": [1, None]}))
    with pytest.raises(mgnn.Error, match="edge 'b' - 'c' has no 'length'"):
        mgnn.problem(Table({**ends, "length": [1, np.nan], "upper": [2, None]}))
    with pytest.warns(UserWarning, match="the attribute lower of the edges is ignored: .* 'house'"):
        p = mgnn.problem(Table({**ends, "lower": ["house", "town"]}))
    assert (p.lower == 1).all()


@pytest.mark.parametrize("a, b", [("from", "to"), ("src", "dst"), ("Node1", "Node2"),
                                  ("protein_a", "protein_b")])
def test_ends_of_a_table_are_known_by_their_titles(a, b):
    p = mgnn.problem(Table({"km": [3.0, 4.0], a: ["x", "y"], b: ["y", "z"]}), "km")
    assert p.keys == ["x", "y", "z"] and p.lower.tolist() == [3, 4]


def test_titles_are_those_of_the_edge_tables():
    text = (SOURCE / "src" / "io" / "read" / "table_shape.c").read_text(encoding="utf-8")
    rows = re.search(r"end_titles\[\] = \{(.*?)\};", text, re.S).group(1)
    assert re.findall(r'\{ "(\w+)", "(\w+)", 0 \}', rows) == mgnn._graphs.END_TITLES


@pytest.mark.parametrize("none", [None, np.nan, "NA"])
def test_a_row_without_an_end_is_named(none):
    if none == "NA":
        none = pytest.importorskip("pandas").NA
    with pytest.raises(mgnn.Error, match=r"row 1 of the table \(the first is 0\) has no 'to'"):
        mgnn.problem(Table({"from": ["a", "b"], "to": ["b", none]}))


MASKED = np.ma.masked_array([1.0, 2.0, 3.0], [False, True, False])
T = (3, [[0, 1], [1, 2], [2, 0]])
SPOTS = np.array([[0, 0], [1, 0], [0, 1.0]])


@pytest.mark.parametrize("name", ["lengths", "lower", "upper", "stiffness"])
@pytest.mark.parametrize("values, text", [
    (MASKED, "masked values"), ([1, np.ma.masked, 1], "masked values"), ([1, 2j, 1], "complex numbers")])
def test_values_that_would_be_lost_are_refused(name, values, text):
    with pytest.raises(mgnn.Error, match=f"{name} has {text}"):
        mgnn.problem(T, **{name: values})


def test_positions_that_would_be_lost_are_refused():
    masked = np.ma.masked_array(SPOTS, SPOTS == 1)
    with pytest.raises(mgnn.Error, match="positions has masked values"):
        mgnn.measure(T, masked)
    with pytest.raises(mgnn.Error, match="positions has complex numbers"):
        mgnn.measure(T, SPOTS + 1j)
    nothing = np.ma.masked_array(SPOTS, np.zeros((3, 2), bool))
    assert mgnn.measure(T, nothing).energy == mgnn.measure(T, SPOTS).energy
    with pytest.raises(mgnn.Error, match="edges has masked values"):
        mgnn.problem((3, np.ma.masked_array([[0, 1], [1, 2]], [[False, True], [False, False]])))
    with pytest.raises(mgnn.Error, match="other has complex numbers"):
        mgnn.align(SPOTS, SPOTS + 1j)


def test_a_masked_pin_is_free():
    pins = np.ma.masked_array([[1, 2], [3, 4], [5, 6]], [[False, False], [True, True], [False, True]])
    p = mgnn.problem(T, pins=pins)
    np.testing.assert_array_equal(p.pins, [[1, 2], [np.nan, np.nan], [5, np.nan]])
    p = mgnn.problem(T, pins={1: np.ma.masked_array([3, 4], [True, False])})
    np.testing.assert_array_equal(p.pins[1], [np.nan, 4])
    p = mgnn.problem(T, pins=[None, np.ma.masked_array([3, 4], [True, False]), None])
    np.testing.assert_array_equal(p.pins[1], [np.nan, 4])
    with pytest.raises(mgnn.Error, match="the pin of node 1 is 'home', must be coordinates"):
        mgnn.problem(T, pins={1: "home"})


BAD = np.where(np.arange(6).reshape(3, 2) == 4, np.nan, 1.0 * SPOTS)


@pytest.mark.parametrize("call", [
    lambda: mgnn.measure(T, BAD), lambda: mgnn.distribution(T, BAD),
    lambda: mgnn.infinitesimal(T, BAD), lambda: mgnn.flexes(T, BAD),
    lambda: mgnn.realizations(T, BAD), lambda: mgnn.robust(T, BAD), lambda: mgnn.uncertainty(T, BAD),
    lambda: mgnn.compare(T, SPOTS, BAD), lambda: mgnn.feasibility(T, positions=BAD),
    lambda: mgnn.solve(T, BAD), lambda: mgnn.draw(T, BAD), lambda: mgnn.rescale(T, BAD),
    lambda: mgnn.measure(T, SPOTS, origin=BAD), lambda: mgnn.propagate(T, SPOTS, origin=BAD),
    lambda: mgnn.measure(T, np.nan_to_num(BAD, nan=np.inf))])
def test_positions_that_are_not_finite_are_refused(call):
    with pytest.raises(mgnn.Error, match="the row of node 2 is not finite"):
        call()


def test_pairs_that_are_no_edges_are_refused():
    lengths = {(0, 1): 1.0, (1, 2): 2.0, (0, 2): 3.0}
    with pytest.raises(mgnn.Error, match="lengths: there is no edge 0 - 7"):
        mgnn.problem(T, {**lengths, (0, 7): 1.0})
    with pytest.raises(mgnn.Error, match="lengths: edge 0 - 1 has both 1.0 and 5.0"):
        mgnn.problem(T, {**lengths, (1, 0): 5.0})
    with pytest.raises(mgnn.Error, match="lengths: 'ab' is no pair of nodes"):
        mgnn.problem(T, {**lengths, "ab": 5.0})
    with pytest.raises(mgnn.Error, match="a length of edge 1 is nan"):
        mgnn.problem(T, {**lengths, (1, 2): np.nan})
    assert mgnn.problem(T, {**lengths, (1, 0): 1.0}).lower.tolist() == [1, 2, 3]
    twice = (2, [[0, 1], [1, 0]])
    assert mgnn.problem(twice, stiffness={(0, 1): 1, (1, 0): 2}).stiffness.tolist() == [3]


def test_pairs_of_igraph_go_by_name():
    igraph = pytest.importorskip("igraph")
    graph = igraph.Graph(n=3, edges=[(0, 1), (1, 2), (2, 0)])
    graph.vs["name"] = ["Bonn", "Kiel", "Ulm"]
    far = {("Kiel", "Bonn"): 1.0, (1, 2): 2.0, ("Bonn", "Ulm"): 9.0}
    drawing = mgnn.layout(graph, far, stiffness={("Bonn", "Kiel"): 2, ("Ulm", "Kiel"): 3, (0, 2): 4})
    assert drawing.problem.lower.tolist() == [1, 2, 9]
    assert drawing.problem.stiffness.tolist() == [2, 3, 4]
    assert {frozenset(edge.ends) for edge in drawing.worst(3)} == \
        {frozenset(pair) for pair in (("Bonn", "Kiel"), ("Kiel", "Ulm"), ("Ulm", "Bonn"))}
    assert "Bonn - Ulm: 9 asked" in repr(drawing)
    with pytest.raises(mgnn.Error, match="there is nothing for edge 'Bonn' - 'Ulm'"):
        mgnn.problem(graph, {("Kiel", "Bonn"): 1, ("Kiel", "Ulm"): 1})
    with pytest.raises(mgnn.Error, match="there is no edge 'Rom' - 0"):
        mgnn.problem(graph, far | {("Rom", 0): 1})
    graph.vs["name"] = ["Bonn", "Bonn", "Ulm"]
    with pytest.raises(mgnn.Error, match="there is no edge 'Bonn' - 'Ulm'"):
        mgnn.problem(graph, {("Bonn", "Ulm"): 1})


def test_pins_of_igraph_go_by_name():
    igraph = pytest.importorskip("igraph")
    graph = igraph.Graph(n=3, edges=[(0, 1), (1, 2)])
    assert mgnn.layout(graph, pins={1: (3, 4)}).positions[1].tolist() == [3, 4]
    graph.vs["name"] = ["a", "b", "c"]
    assert mgnn.layout(graph, pins={"b": (3, 4)}).positions[1].tolist() == [3, 4]


@pytest.mark.parametrize("call", [
    lambda x: mgnn.layout(T, spread=x), lambda x: mgnn.problem(T, self_loops=x),
    lambda x: mgnn.propagate(T, history=x), lambda x: mgnn.propagate(T, single_precision=x)])
def test_words_that_are_no_booleans_are_refused(call):
    for word in ("nein", 2, None):
        with pytest.raises(TypeError, match="must be True or False"):
            call(word)
    call("no")
    call(np.bool_(True))
