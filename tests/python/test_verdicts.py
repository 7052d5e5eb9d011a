"""Figures and verdicts, against NumPy."""
import dataclasses
import re

import mgnn
import numpy as np
import pytest
from oracles import kabsch, lengths_of, random_graph, rigidity_rank, shortest_paths

RNG = np.random.default_rng(11)


@pytest.mark.parametrize("dim", [1, 2, 5])
def test_measure_is_its_formulas(dim):
    n, edges = 9, random_graph(7, 9, 20)
    y, want = RNG.normal(size=(n, dim)), RNG.uniform(0.5, 2, 20)
    r = lengths_of(y, edges)
    f = mgnn.measure((n, edges), y, want)
    relative = np.abs(r - want) / want
    energy = ((r - want)**2).sum()
    for came, expected in ((f.energy, energy), (f.objective, energy),
                           (f.stress, energy / (want**2).sum()),
                           (f.stress1, np.sqrt(energy / (r**2).sum())),
                           (f.max_relative_error, relative.max()),
                           (f.mean_relative_error, relative.mean()),
                           (f.rms_relative_error, np.sqrt((relative**2).mean()))):
        assert came == pytest.approx(expected, rel=1e-12)
    assert f.coincident == 0


def test_the_objective_adds_the_distance_from_the_origin():
    n, edges = 9, random_graph(7, 9, 20)
    y, origin = RNG.normal(size=(n, 2)), RNG.normal(size=(n, 2))
    z = mgnn.rescale((n, edges), y, "z")
    f = mgnn.measure((n, edges), y, origin=origin, alpha=0.3)
    assert f.objective == pytest.approx(0.7 * f.energy + 0.3 * ((z - origin)**2).sum())


def test_the_distribution_counts_edges():
    y = np.array([[0.0], [1.0], [3.0], [3.0]])
    d = mgnn.distribution((4, [[0, 1], [1, 2], [2, 3]]), y, [1, 1, 1])
    assert (d.met, d.too_long, d.too_short) == (1, 1, 1)
    assert d.bin.sum() == 3 and d.bin[0] == 1 and len(d.quantile) == 5
    assert d.scale == pytest.approx(3 / 5)      # sum M r / sum r^2


@pytest.mark.parametrize("dim", [1, 2, 3])
@pytest.mark.parametrize("m", [6, 12, 18, 25])
def test_rigidity_is_the_rank_of_the_matrix(dim, m):
    n, edges = 9, random_graph(m, 9, m)
    rank = rigidity_rank(n, edges, dim)
    r = mgnn.rigidity((n, edges), dim=dim)
    motions = dim * (dim + 1) // 2
    assert (r.nodes, r.edges, r.rank, r.motions) == (n, m, rank, motions)
    assert r.degrees_of_freedom == n * dim - motions - rank
    assert r.rigid == (r.degrees_of_freedom == 0)
    without = [rigidity_rank(n, np.delete(edges, e, axis=0), dim) for e in range(m)]
    assert r.edge_redundant.tolist() == [k == rank for k in without]
    assert r.redundant == r.edge_redundant.sum()
    for e, (i, j) in enumerate(edges):
        assert {i, j} <= set(r.parts[r.edge_part[e]].tolist())


def test_special_positions_are_freer_than_generic_ones():
    """A triangle with its nodes in line can move to first order."""
    triangle = (3, [[0, 1], [1, 2], [0, 2]])
    at = mgnn.infinitesimal(triangle, [[0, 0], [1, 0], [2, 0]])
    assert not at.rigid and at.degrees_of_freedom == 1 and at.stresses == 1
    assert mgnn.infinitesimal(triangle, [[0, 0], [1, 0], [2, 1]]).rigid
    assert mgnn.rigidity(triangle).globally_rigid


def test_special_lengths_are_judged_by_a_drawing():
    """A wheel whose rim turns either way: generic lengths would determine it."""
    edges = [[0, i] for i in range(1, 7)] + [[i, i % 6 + 1] for i in range(1, 7)]
    turn = np.arange(6) * np.pi / 3
    y = np.vstack([[0, 0], np.column_stack([np.cos(turn), np.sin(turn)])])
    wheel = mgnn.problem((7, edges), np.ones(12))
    assert mgnn.determined(wheel).count == 7
    given = mgnn.determined(wheel, positions=y)
    assert given.count == 3 and "another drawing" in given.how
    assert (mgnn.layout(wheel, seed=1, pairs="edges").determined == 1).sum() <= 3


def test_what_is_determined():
    """A kite: one triangle is the body, the fourth node can be folded over it."""
    kite = (4, [[0, 1], [1, 2], [0, 2], [1, 3], [2, 3]])
    d = mgnn.determined(kite)
    assert d.node.tolist() == [1, 1, 1, 0] and d.count == 3 and d.up_to == "rigid motions"
    assert d.how == ["body of reference"] * 3 + ["separated"]
    assert mgnn.determined((4, [*kite[1], [0, 3]])).count == 4
    pinned = mgnn.problem(kite, pins={0: (0, 0), 1: (1, 0)})
    assert mgnn.determined(pinned).up_to == "a mirror image"


def test_motions_and_stresses_are_the_null_spaces():
    """Of the rigidity matrix: a square with one diagonal less, a line that is held."""
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1.0]])
    edges = np.array([[0, 1], [1, 2], [2, 3], [3, 0]])
    f = mgnn.flexes((4, edges), square)
    assert f.motions.shape == (1, 4, 2) and f.stresses.shape == (0, 4)
    assert f.prestress_stable is False
    d = square[edges[:, 0]] - square[edges[:, 1]]
    v = f.motions[0][edges[:, 0]] - f.motions[0][edges[:, 1]]
    np.testing.assert_allclose((d * v).sum(axis=1), 0, atol=1e-9)
    line = mgnn.flexes((3, [[0, 1], [1, 2], [0, 2]]), [[0, 0], [1, 0], [2, 0]])
    assert line.prestress_stable and len(line.motions) == 1
    w = line.stresses[0] / line.stresses[0][0]
    np.testing.assert_allclose(w, [1, 1, -0.5], atol=1e-9)


def test_intervals_are_no_bars():
    edges = [[i, j] for i in range(4) for j in range(i)]
    bounded = mgnn.problem((4, edges), lower=[1.0] * 6, upper=[9.0] * 6)
    assert mgnn.determined(bounded).bars == 0 and mgnn.determined(bounded).count == 0
    assert mgnn.rigidity(bounded).degrees_of_freedom == 5


def test_pinned_nodes_are_one_body():
    """Two bars between three nodes: two pins leave one node free to turn no more."""
    path = (3, [[0, 1], [1, 2]])
    assert mgnn.rigidity(path).degrees_of_freedom == 1
    pinned = mgnn.problem(path, pins={0: (0, 0), 2: (1, 1)})
    assert mgnn.rigidity(pinned).degrees_of_freedom == 0


def test_violations_are_edges_longer_than_paths():
    n, edges = 8, random_graph(5, 8, 16)
    lengths = RNG.uniform(0.2, 3, 16)
    d = shortest_paths(n, edges, lengths)
    excess = {e: lengths[e] - d[i, j] for e, (i, j) in enumerate(edges)
              if lengths[e] > d[i, j] * (1 + 1e-12)}
    came = mgnn.violations((n, edges), lengths)
    assert {v.edge for v in came.items} == set(excess) and len(excess) > 1
    assert came.checked == 16
    assert came.shortening == pytest.approx(sum(excess.values()))
    for v in came.items:
        assert v.path_length == pytest.approx(d[tuple(edges[v.edge])])
        assert (v.path[0], v.path[-1]) == tuple(edges[v.edge])
        steps = {tuple(sorted(e)): x for e, x in zip(edges.tolist(), lengths)}
        walked = sum(steps[tuple(sorted(map(int, s)))] for s in zip(v.path, v.path[1:]))
        assert walked == pytest.approx(v.path_length)


def test_all_pairs_are_judged_by_eigenvalues():
    y = RNG.normal(size=(6, 3))
    edges = np.array([(i, j) for i in range(6) for j in range(i)])
    d = lengths_of(y, edges)
    in_3, in_2 = (mgnn.feasibility((6, edges), d, dim=dim) for dim in (3, 2))
    assert in_3.feasible is True and in_3.method == "spectrum" and in_3.edm_dim == 3
    assert in_2.feasible is False and in_2.method == "rank"
    square = np.zeros((6, 6))
    for (i, j), length in zip(edges, d):
        square[i, j] = square[j, i] = length**2
    centre = np.eye(6) - 1 / 6
    gram = np.linalg.eigvalsh(-centre @ square @ centre / 2) / (d**2).max()
    assert in_3.edm_most == pytest.approx(gram[-1])


def test_a_drawing_proves_that_lengths_can_be_met():
    n, edges = 8, random_graph(3, 8, 14)
    y = RNG.normal(size=(n, 2))
    lengths = lengths_of(y, edges)
    assert mgnn.feasibility((n, edges), lengths).feasible is None
    proved = mgnn.feasibility((n, edges), lengths, positions=y)
    assert proved.feasible is True and proved.method == "drawing"
    long = mgnn.feasibility((3, [[0, 1], [1, 2], [2, 0]]), [1, 1, 3])
    assert long.feasible is False and long.method == "paths"
    assert long.violations.items[0].edge == 2


@pytest.mark.parametrize("dim", [2, 3, 4])
def test_align_is_kabsch(dim):
    y, other = RNG.normal(size=(10, dim)), RNG.normal(size=(10, dim))
    np.testing.assert_allclose(mgnn.align(y, other), kabsch(y, other), atol=1e-9)


def test_compare_tells_motions_mirrors_and_scales():
    n, edges = 7, random_graph(2, 7, 15)
    y = RNG.normal(size=(n, 2))
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    moved, mirrored, larger = y @ turn + 5, y * (1, -1), 3 * y
    c = mgnn.compare((n, edges), moved, y)
    assert c.equivalent and c.congruent and c.similar and c.mirrored is False
    assert c.rmsd == pytest.approx(0, abs=1e-9)
    c = mgnn.compare((n, edges), mirrored, y)
    assert c.congruent and c.mirrored is True
    c = mgnn.compare((n, edges), larger, y)
    assert not c.congruent and c.similar and c.scale == pytest.approx(1 / 3)
    other = RNG.normal(size=(n, 2))
    c = mgnn.compare((n, edges), other, y)
    assert not c.similar and c.mirrored is None
    assert c.rmsd == pytest.approx(np.sqrt(((kabsch(other, y) - y)**2).sum(axis=1).mean()))
    assert c.size == pytest.approx(np.sqrt(((y - y.mean(axis=0))**2).sum(axis=1).mean()))


def test_realizations_meet_the_lengths_and_differ():
    """Three triangles in a strip: each of the two hinges folds or not."""
    edges = np.array([[0, 1], [1, 2], [0, 2], [1, 3], [2, 3], [2, 4], [3, 4]])
    y = RNG.normal(size=(5, 2))
    lengths = lengths_of(y, edges)
    found = mgnn.realizations((5, edges), y, lengths, most=20)
    assert found.y.shape == (4, 5, 2) and found.how[0] == "given"
    for k, one in enumerate(found.y):
        np.testing.assert_allclose(lengths_of(one, edges), lengths, rtol=1e-5)
        for other in found.y[:k]:
            assert not mgnn.compare((5, edges), one, other, lengths, tolerance=1e-4).congruent
    with pytest.warns(UserWarning, match="off by 1 of a length, the tolerance is 1e-05"):
        nothing = mgnn.realizations((5, edges), 2 * y, lengths)
    assert nothing.y.shape == (0, 5, 2) and nothing.how == ()


def test_records_show_their_figures():
    text = repr(mgnn.measure((2, [[0, 1]]), [[0, 0], [2, 0]]))
    assert text.startswith("mgnn.Figures:") and "energy = 1" in text


def test_handedness_is_that_asked_for():
    """Six lengths fit a tetrahedron and its mirror image."""
    edges = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
    lengths = [1, 1.1, 1.2, 1.3, 1.4, 1.5]
    for sign in (1, -1):
        p = mgnn.problem((4, edges), lengths, chirality=[(0, 1, 2, 3, sign)])
        y = mgnn.layout(p, dim=3).positions
        volume = np.linalg.det(y[1:] - y[0]) / 6
        assert np.sign(volume) == sign
        assert mgnn.chirality_right(p, y) == 1
        assert mgnn.chirality_right(p, y * [1, 1, -1]) == 0
    with pytest.raises(mgnn.Error, match="sign is 0"):
        mgnn.problem((4, edges), chirality=[(0, 1, 2, 3, 0)])
    with pytest.raises(mgnn.Error, match="are nodes"):
        mgnn.problem((4, edges), chirality=[(0, 1, 2, 9, 1)])


def test_nodes_without_an_edge_keep_a_distance():
    y = mgnn.layout((3, [[0, 1], [1, 2]]), 1, dim=2, min_distance=1.5).positions
    assert np.linalg.norm(y[0] - y[2]) > 1.499


def test_every_figure_is_told_by_its_docstring():
    for record in (mgnn.Feasibility, mgnn.Rigidity, mgnn.Comparison, mgnn.Uncertainty):
        for field in dataclasses.fields(record):
            assert re.search(rf"\b{field.name}\b", record.__doc__), (record, field.name)


@pytest.mark.parametrize("dim", [0, 10001, 2**31 - 1])
@pytest.mark.parametrize("call", ["place", "layout", "start", "rigidity", "determined", "feasibility"])
def test_dimensions_are_bounded(call, dim):
    with pytest.raises(mgnn.Error, match=f"dim is {dim}, must be between 1 and 10000"):
        getattr(mgnn, call)((2, [[0, 1]]), dim=dim)


@pytest.mark.parametrize("call", [
    lambda graph, y: mgnn.layout(graph, [1, 1, 1, 1, 9]), mgnn.measure, mgnn.distribution,
    lambda graph, y: mgnn.rigidity(graph), lambda graph, y: mgnn.determined(graph), mgnn.flexes,
    mgnn.uncertainty, mgnn.robust, mgnn.infinitesimal, lambda graph, y: mgnn.violations(graph, [1, 1, 1, 1, 9]),
    lambda graph, y: mgnn.feasibility(graph, [1, 1, 1, 1, 9]), mgnn.realizations])
def test_answers_are_compared_by_what_they_say(call):
    graph = (4, [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]])
    y = mgnn.layout(graph).positions
    a, b = call(graph, y), call(graph, y)
    assert a is not b and a == b and not a != b
    assert a != call((5, [[0, 1], [1, 2], [2, 3], [3, 0], [0, 4]]), np.vstack([y, [[0.1, 0.2]]])) \
        and a != 1 and a != [a]


def test_violations_are_compared():
    graph = (3, [[0, 1], [1, 2], [2, 0]])
    a, b = (mgnn.violations(graph, [1, 1, far]).items[0] for far in (9, 9))
    assert a == b and not a != b and a != mgnn.violations(graph, [1, 1, 8]).items[0]
