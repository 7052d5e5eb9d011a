"""Layers and searches, against NumPy."""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types

import mgnn
import numpy as np
import pytest
from oracles import at_matrix, layer, lengths_of, random_graph

N, EDGES = 12, random_graph(1, 12, 25)
LENGTHS = np.random.default_rng(2).uniform(0.5, 2, len(EDGES))


def points(n, dim, seed=3):
    return np.random.default_rng(seed).normal(size=(n, dim))


@pytest.mark.parametrize("model", ["mgnn", "mgnn-message", "sgc", "appnp"])
@pytest.mark.parametrize("dim", [1, 2, 3, 7])
def test_layers_are_those_of_the_matrices(model, dim):
    z0 = points(N, dim)
    came = mgnn.propagate((N, EDGES), z0, model, 4, lengths=LENGTHS, alpha=0.2, beta=0.7)
    want = z0
    assert came.shape == (5, N, dim)
    assert np.array_equal(came[0], z0)
    for k in range(1, 5):
        want = layer(model, N, EDGES, LENGTHS, want, z0, 0.2, 0.7, 1e-5)
        np.testing.assert_allclose(came[k], want, rtol=0, atol=1e-12)


def test_the_last_layer_alone_is_the_last_of_all():
    z0 = points(N, 2)
    every = mgnn.propagate((N, EDGES), z0, lengths=LENGTHS, layers=6)
    last = mgnn.propagate((N, EDGES), z0, lengths=LENGTHS, layers=6, history=False)
    assert np.array_equal(every[-1], last)


def test_the_pull_of_appnp_is_stronger_unless_given():
    z0 = points(N, 2)
    given = mgnn.propagate((N, EDGES), z0, "appnp", 3, alpha=0.1)
    assert np.array_equal(given, mgnn.propagate((N, EDGES), z0, "appnp", 3))


def test_a_filter_is_its_polynomial():
    z0, g = points(N, 3), [0.3, 0.2, -0.1, 0.5]
    at = at_matrix(N, EDGES)
    linked = np.isin(np.arange(N), EDGES)
    want = sum(c * np.linalg.matrix_power(at, k) @ z0 for k, c in enumerate(g))
    came = mgnn.propagate((N, EDGES), z0, "gpr", 3, filter=g)[-1]
    np.testing.assert_allclose(came[linked], want[linked], rtol=0, atol=1e-13)


def test_gcn_is_sgc_with_loops():
    z0 = points(N, 3)
    assert np.array_equal(mgnn.propagate((N, EDGES), z0, "gcn", 3),
                          mgnn.propagate((N, EDGES), z0, "sgc", 3, self_loops=True))


def test_attention_averages_z_by_its_weights():
    z0 = points(N, 2)
    weight = np.random.default_rng(5).random(len(EDGES))
    a = np.zeros((N, N))
    for (i, j), w in zip(EDGES, weight):
        a[i, j] = a[j, i] = w
    linked = a.sum(axis=1) > 0
    want = a @ z0 / np.where(linked, a.sum(axis=1), 1)[:, None]
    came = mgnn.propagate((N, EDGES), z0, "gat", 1, attention=weight)[-1]
    np.testing.assert_allclose(came[linked], want[linked], rtol=0, atol=1e-14)
    with pytest.raises(mgnn.Error):
        mgnn.propagate((N, EDGES), z0, "gat", 1, attention=weight[1:])


def test_p_2_and_a_step_of_1_are_known():
    z0 = points(N, 2)
    np.testing.assert_allclose(mgnn.propagate((N, EDGES), z0, "pgnn", 3, p=2, mu=0.25),
                               mgnn.propagate((N, EDGES), z0, "appnp", 3, alpha=0.2),
                               rtol=0, atol=1e-14)
    assert np.array_equal(mgnn.propagate((N, EDGES), z0, "mgnn-damped", 3, step=1),
                          mgnn.propagate((N, EDGES), z0, "mgnn", 3))


def test_single_precision_is_near_double():
    z0 = points(N, 2)
    one = mgnn.propagate((N, EDGES), z0, layers=3, single_precision=True)
    two = mgnn.propagate((N, EDGES), z0, layers=3)
    assert 0 < np.abs(one - two).max() < 1e-4


def test_the_start_is_left_alone_and_origin_is_what_alpha_pulls_to():
    z0, origin = points(N, 2), points(N, 2, 9)
    before = z0.copy()
    came = mgnn.propagate((N, EDGES), z0, layers=1, lengths=LENGTHS, origin=origin, alpha=0.3)
    assert np.array_equal(z0, before)
    want = layer("mgnn", N, EDGES, LENGTHS, z0, origin, 0.3, 0.5, 1e-5)
    np.testing.assert_allclose(came[1], want, atol=1e-12)


def test_rescale_divides_by_the_root_of_the_degree():
    z = points(N, 3)
    degree = np.bincount(EDGES.ravel(), minlength=N)
    y = mgnn.rescale((N, EDGES), z)
    np.testing.assert_allclose(y, z / np.sqrt(degree)[:, None], rtol=1e-14)
    np.testing.assert_allclose(mgnn.rescale((N, EDGES), y, "z"), z, rtol=1e-14)


def test_place_is_normal_and_of_the_seed():
    x = mgnn.place((5000, []), dim=3, seed=4, scale=2)
    assert abs(x.mean()) < 0.1 and abs(x.std() - 2) < 0.1
    assert np.array_equal(x, mgnn.place((5000, []), dim=3, seed=4, scale=2))
    assert not np.array_equal(x, mgnn.place((5000, []), dim=3, seed=5, scale=2))


@pytest.mark.parametrize("dim", [1, 2, 3])
def test_lengths_of_points_are_met(dim):
    y = points(8, dim)
    edges = np.array([(i, j) for i in range(8) for j in range(i)])
    result = mgnn.layout((8, edges), lengths_of(y, edges), dim=dim)
    assert result.converged
    np.testing.assert_allclose(lengths_of(result.positions, edges), lengths_of(y, edges), rtol=1e-6)
    assert set(result.determined) <= {-1, 0, 1} and not (result.determined == 0).any()


def test_a_layout_unpacks_and_is_an_array():
    positions, result = mgnn.layout((3, [[0, 1], [1, 2], [2, 0]]), [3, 4, 5])
    assert np.array_equal(np.asarray(result), positions)
    assert result.positions is positions
    np.testing.assert_allclose(np.sort(result.drawn), [3, 4, 5], rtol=1e-6)


def test_figures_errors_and_worst_edges_follow_from_the_positions():
    result = mgnn.layout((4, [[0, 1], [1, 2], [0, 2], [2, 3]]), [1, 1, 3, 1])
    drawn = lengths_of(result.positions, result.problem.edges)
    target = np.array([1, 1, 3, 1])
    np.testing.assert_allclose(result.energy, ((drawn - target)**2).sum(), rtol=1e-9)
    np.testing.assert_allclose(result.stress, ((drawn - target)**2).sum() / (target**2).sum(),
                               rtol=1e-9)
    np.testing.assert_allclose(result.errors, (drawn - target) / target, rtol=1e-9, atol=1e-15)
    assert result.figures.max_relative_error == pytest.approx(np.abs(result.errors).max())
    worst = result.worst(2)
    assert len(worst) == 2 and abs(worst[0].error) >= abs(worst[1].error)
    assert worst[0].drawn == pytest.approx(worst[0].lower * (1 + worst[0].error))
    assert "worst edges" in repr(result)


def test_intervals_allow_any_length_between():
    edges = [[0, 1], [1, 2], [0, 2]]
    result = mgnn.layout((3, edges), lower=[1, 1, 5], upper=[2, 2, 6])
    drawn = result.drawn
    target = np.clip(drawn, [1, 1, 5], [2, 2, 6])
    np.testing.assert_allclose(result.energy, ((drawn - target)**2).sum(), rtol=1e-9)
    assert result.figures.max_relative_error == pytest.approx(np.abs(result.errors).max())
    one_sided = mgnn.layout((2, [[0, 1]]), lower=3)
    assert one_sided.drawn[0] > 3 * (1 - 1e-9) and one_sided.problem.upper[0] == np.inf


def test_stiffness_decides_between_contradictions():
    """Three points in line: 0-2 should be 3 and 2; the stiff one wins."""
    edges, lengths = [[0, 1], [1, 2], [0, 2]], [1, 1, 3]
    stiff = mgnn.layout((3, edges), lengths, stiffness=[1, 1, 1e6])
    assert stiff.drawn[2] == pytest.approx(3, abs=1e-4)
    assert stiff.drawn[0] == pytest.approx(1.5, abs=1e-3)


@pytest.mark.parametrize("pins", [
    {0: (0, 0), 1: (4, None)},
    np.array([[0, 0], [4, np.nan], [np.nan, np.nan]])])
def test_pinned_coordinates_stay(pins):
    result = mgnn.layout((3, [[0, 1], [1, 2], [2, 0]]), [5, 3, 4], pins=pins)
    assert tuple(result.positions[0]) == (0, 0)
    assert result.positions[1, 0] == 4
    assert abs(result.positions[1, 1]) == pytest.approx(3, rel=1e-6)


@pytest.mark.parametrize("pins", [{1: (1.0, 2.0, 3.0)}, [None, (1.0, 2.0, 3.0), None],
                                  np.array([[np.nan] * 3, [1, 2, 3], [np.nan] * 3])])
def test_the_dimension_is_that_of_the_pins(pins):
    graph = (3, [[0, 1], [1, 2], [2, 0]])
    p = mgnn.problem(graph, [3, 4, 5], pins=pins)
    came = mgnn.layout(graph, [3, 4, 5], pins=pins).positions
    assert came.shape == (3, 3) and came[1].tolist() == [1, 2, 3]
    assert np.array_equal(mgnn.layout(p).positions, came)
    assert mgnn.start(p).shape == mgnn.place(p).shape == (3, 3)
    assert mgnn.propagate(p, layers=1).shape == (2, 3, 3)
    assert mgnn.rigidity(p).dim == mgnn.feasibility(p).dim == 3
    assert mgnn.determined(p).count == mgnn.determined(p, dim=3).count
    for call in (mgnn.layout, mgnn.start, mgnn.place, mgnn.rigidity, mgnn.determined):
        with pytest.raises(mgnn.Error, match="the dimension is 2, but the pins are for 3"):
            call(p, dim=2)


def test_solve_never_raises_the_energy_and_holds_what_is_told():
    y = points(N, 2)
    before = mgnn.measure((N, EDGES), y, LENGTHS).energy
    for solver in mgnn.solver_names():
        result = mgnn.solve((N, EDGES), y, LENGTHS, solver=solver)
        assert result.energy < before
    held = mgnn.solve((N, EDGES), y, LENGTHS, pins=np.arange(N) < 2)
    assert np.array_equal(held.positions[:2], y[:2])
    assert not np.array_equal(held.positions[2:], y[2:])


def test_solve_takes_the_pins_of_a_layout():
    y = np.array([[0, 0], [1, 0.1], [0.1, 1], [5, 5]])
    square = (4, [[0, 1], [0, 2], [1, 3], [2, 3]])
    nan = np.nan
    free = mgnn.solve(square, y, 2).positions
    assert np.array_equal(mgnn.solve(square, y, 2, pins=[[nan, nan]] * 4).positions, free)
    for pins in ({0: (3, 4)}, [(3, 4), None, None, None], np.where(np.eye(4)[:, :1], [3, 4], nan)):
        held = mgnn.solve(square, y, 2, pins=pins)
        assert held.positions[0].tolist() == [3, 4] and held.energy < 1e-8
    marks = np.zeros((4, 2), bool)
    marks[1, 1] = True
    assert mgnn.solve(square, y, 2, pins=marks).positions[1, 1] == 0.1
    for bad, text in (([True, 0], "whole numbers"), ([True, False], r"the shape \(2,\)"),
                      ([[1, 0]] * 4, "whole numbers"), ([0.5] * 4, r"the shape \(4,\)")):
        with pytest.raises(mgnn.Error, match="pins .*" + text):
            mgnn.solve(square, y, 2, pins=bad)


def test_a_layer_that_is_not_the_last_is_said():
    n = 2000
    graph = mgnn.problem((n, random_graph(5, n, 8000)))
    with pytest.warns(UserWarning, match=r"the time limit ended the run after layer \d+ of 1000000"):
        mgnn.propagate(graph, layers=10**6, history=False, time_limit=0.05)


def test_all_pairs_count_where_no_lengths_are_given():
    """A path of four, straight, has every pair at its distance."""
    path = (4, [[0, 1], [1, 2], [2, 3]])
    result = mgnn.layout(path, tree="stress")
    assert result.pair_stress == pytest.approx(0, abs=1e-6)
    assert np.linalg.norm(result.positions[0] - result.positions[3]) == pytest.approx(3, rel=1e-3)
    assert result.determined is None
    assert np.isnan(mgnn.layout(path, pairs="edges").pair_stress)


@pytest.mark.parametrize("name", ["pivot", "buildup"])
def test_starts_are_drawings(name):
    y = mgnn.start((N, EDGES), name, LENGTHS)
    assert y.shape == (N, 2) and np.isfinite(y).all()


def test_nodes_that_nothing_determines_are_told(graphs):
    """Karate's equal lengths cannot be met: there is no drawing whose nodes could be
    determined.  Of a node on one edge that can be met, none of the lengths tells the side."""
    result = mgnn.layout(graphs / "karate.gml", pairs="edges")
    assert not mgnn.feasibility(result.problem).feasible and (result.determined == -1).all()
    at, edges = points(5, 2), [(i, j) for i in range(4) for j in range(i)] + [(3, 4)]
    lengths = [np.linalg.norm(at[i] - at[j]) for i, j in edges]
    assert mgnn.layout((5, edges), lengths).determined.tolist() == [1, 1, 1, 1, 0]


def test_threads_and_seeds_decide_nothing_and_everything():
    one = mgnn.layout((N, EDGES), LENGTHS, threads=1).positions
    assert np.array_equal(one, mgnn.layout((N, EDGES), LENGTHS, threads=3).positions)
    assert not np.array_equal(one, mgnn.layout((N, EDGES), LENGTHS, seed=2).positions)


# ---- who watches ----

def test_a_callback_is_told_positions_of_all_pairs():
    seen = []
    result = mgnn.layout((N, EDGES), LENGTHS, pairs="paths", callback=lambda now: seen.append(now))
    assert len(seen) > 1 and all(now.positions.shape == (N, 2) for now in seen)
    assert np.array_equal(seen[-1].positions, result.positions)


def test_a_callback_is_told_the_layers():
    seen = []
    z = mgnn.propagate((N, EDGES), points(N, 2), layers=3, callback=lambda now: seen.append(now))
    assert [now.step for now in seen] == [0, 1, 2, 3]
    for now in seen:
        assert np.array_equal(now.positions, z[now.step])


def test_a_true_answer_ends_a_run():
    z = mgnn.propagate((N, EDGES), points(N, 2), layers=100, callback=lambda now: now.step == 4)
    assert z.shape == (5, N, 2)
    result = mgnn.layout((N, EDGES), LENGTHS, callback=lambda now: True)
    assert result.reason == "stopped" and not result.converged
    assert np.isfinite(result.positions).all()


def test_a_callback_of_a_layout_is_told_positions():
    least = []

    def callback(now):
        least.append(((lengths_of(now.positions, EDGES) - LENGTHS) ** 2).sum())

    result = mgnn.layout((N, EDGES), LENGTHS, callback=callback)
    assert min(least) <= result.energy * 1.05 + 1e-12


def test_an_exception_of_a_callback_comes_out():
    def callback(now):
        raise LookupError("here")
    with pytest.raises(LookupError, match="here"):
        mgnn.layout((N, EDGES), LENGTHS, callback=callback)
    with pytest.raises(LookupError, match="here"):
        mgnn.propagate((N, EDGES), layers=2, callback=callback)


def test_a_time_limit_ends_a_search():
    n = 400
    result = mgnn.layout((n, random_graph(5, n, 3000)), pairs="edges", time_limit=0.01)
    assert result.reason == "time"


INTERRUPTED = """
import mgnn, numpy as np, os, signal, sys
rng = np.random.default_rng(1)
n = 3000
edges = np.unique(np.sort(rng.integers(0, n, (30000, 2)), axis=1), axis=0)
edges = edges[edges[:, 0] != edges[:, 1]]
told = []
def callback(now):
    if not told:
        told.append(True)
        print("running", flush=True)
{}
print(type(result).__name__, flush=True)
try:
    os.kill(os.getpid(), signal.SIGINT)
    import time
    time.sleep(5)
    print("Ctrl-C is lost afterwards")
except KeyboardInterrupt:
    print("and works as before")
"""


@pytest.mark.parametrize("call, came", [
    ("result = mgnn.layout((n, edges), pairs='edges', threads=2, callback=callback)\n"
     "print(result.reason)", ["stopped", "Layout"]),
    ("try:\n"
     "    result = mgnn.propagate((n, edges), layers=10**8, history=False, callback=callback)\n"
     "except KeyboardInterrupt as ended:\n"
     "    result = ended", ["KeyboardInterrupt"])])
def test_ctrl_c_ends_a_run_with_what_it_has(tmp_path, call, came):
    script = tmp_path / "run.py"
    script.write_text(INTERRUPTED.format(call))
    # A shell lets what it runs in the background ignore the signal.
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True,
                          preexec_fn=lambda: signal.signal(signal.SIGINT,
                                                           signal.SIG_DFL)) as run:
        try:
            assert run.stdout.readline() == "running\n"
            time.sleep(0.3)
            run.send_signal(signal.SIGINT)
            said = run.communicate(timeout=600)[0].split("\n")
        finally:
            run.kill()
    assert said == came + ["and works as before", ""]
    assert run.returncode == 0


def test_other_threads_run_meanwhile():
    """The lock is released: a thread counts while the library works."""
    ticks, over = [], threading.Event()

    def tick():
        while not over.wait(0.001):
            ticks.append(time.perf_counter())
    thread = threading.Thread(target=tick)
    thread.start()
    begin = time.perf_counter()
    mgnn.layout((3000, random_graph(5, 3000, 30000)), pairs="edges", time_limit=3)
    end = time.perf_counter()
    over.set()
    thread.join()
    assert sum(begin < t < end for t in ticks) > 5


def test_a_problem_in_use_is_not_changed():
    p = mgnn.problem((N, EDGES), LENGTHS)
    with pytest.raises(RuntimeError, match="in use"):
        mgnn.propagate(p, layers=1, callback=lambda now: p.core.self_loops_set(True))
    p.core.self_loops_set(True)


def test_eight_threads_come_to_what_one_does():
    alone = mgnn.layout((N, EDGES), LENGTHS).positions
    came = [None] * 8

    def run(k):
        came[k] = mgnn.layout((N, EDGES), LENGTHS).positions
    threads = [threading.Thread(target=run, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(y, alone) for y in came)


FORKED = """
import mgnn, numpy as np, os, sys
side = 120
at = np.arange(side * side).reshape(side, side)
grid = (at.size, np.concatenate([np.stack([at[1:], at[:-1]], -1).reshape(-1, 2),
                                 np.stack([at[:, 1:], at[:, :-1]], -1).reshape(-1, 2)]))
small = at[:30, :30].ravel()
few = (900, np.searchsorted(small, grid[1][np.isin(grid[1], small).all(axis=1)]))
def work(threads=0):
    y = mgnn.place(grid, dim=3)
    return [y, mgnn.propagate(grid, layers=3, threads=threads), np.array(mgnn.measure(grid, y).energy),
            mgnn.layout(few, pairs="paths", threads=threads, max_iterations=30).positions,
            mgnn.layout(few, 1, dim=3, max_iterations=30).positions,
            np.frombuffer(mgnn.draw(few, mgnn.place(few), format="png", size=(300, 300)).data, np.uint8)]
here = work(3)
assert os.stat("/proc/self/task").st_nlink > 3
child = os.fork()
there = work(3)
same = all(np.array_equal(a, b) for a, b in zip(here, there))
if child == 0:
    grandchild = os.fork()
    same = same and (grandchild != 0 or np.array_equal(mgnn.place(grid, dim=3), here[0]))
    if grandchild == 0:
        os._exit(not same)
    os._exit(not same or os.waitpid(grandchild, 0)[1] != 0)
sys.exit(not same or os.waitpid(child, 0)[1] != 0)
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="threads are counted by /proc")
def test_a_child_of_fork_computes_what_its_parent_does():
    with subprocess.Popen([sys.executable, "-c", FORKED], start_new_session=True,
                          env=os.environ | {"OMP_NUM_THREADS": "3"}) as run:
        try:
            assert run.wait(timeout=600) == 0
        finally:
            os.killpg(run.pid, signal.SIGKILL) if run.poll() is None else None


def test_lengths_of_similarities_are_their_formulas():
    w = np.linspace(0.1, 0.9, len(EDGES))
    for metric, want in (("inverse", 1 / w), ("neglog", -np.log(w)), ("complement", 1 - w)):
        np.testing.assert_allclose(mgnn.lengths_make((N, EDGES), metric, w), want, rtol=1e-14)
    assert mgnn.lengths_make((N, EDGES), "jaccard").mean() == pytest.approx(1)
    with pytest.raises(mgnn.Error):
        mgnn.lengths_make((N, EDGES), "magic", w)
    with pytest.raises(mgnn.Error, match="but there are"):
        mgnn.lengths_make((N, EDGES), "inverse", w[1:])


def in_both_directions(kind):
    """EDGES twice, those of a second half turned; and one loop."""
    ends = np.concatenate([EDGES[:10, ::-1], EDGES[10:], [[0, 0]], EDGES[::-1, ::-1][:15],
                           EDGES[::-1][15:]])
    ends = ends if kind == "edge_index" else np.concatenate([ends[:25], ends[26:]])
    if kind == "scipy":
        sparse = pytest.importorskip("scipy.sparse")
        return sparse.coo_matrix((np.ones(len(ends)), ends.T), (N, N)).tocsr()
    if kind == "networkx":
        graph = pytest.importorskip("networkx").DiGraph()
        graph.add_nodes_from(range(N))
        graph.add_edges_from(ends.tolist())
        return graph
    return types.SimpleNamespace(edge_index=ends.T, num_nodes=N)


@pytest.mark.parametrize("kind", ["scipy", "networkx", "edge_index"])
def test_lengths_may_be_in_the_order_of_the_problem(kind):
    graph = in_both_directions(kind)
    p = mgnn.problem(graph)
    assert len(p.edges) == len(EDGES)
    lengths = mgnn.lengths_make(graph, "jaccard")
    stiffness = np.arange(1.0, len(EDGES) + 1)
    q = mgnn.layout(graph, lengths, stiffness=stiffness, max_iterations=1).problem
    assert np.array_equal(q.edges, p.edges) and np.array_equal(q.lower, lengths)
    assert np.array_equal(q.stiffness, stiffness)
    with pytest.raises(mgnn.Error, match=f"there are .* edges, {len(EDGES)} of them without loops"):
        mgnn.problem(graph, lengths[1:])


@pytest.mark.parametrize("kind", ["scipy", "networkx", "edge_index"])
def test_values_of_the_two_directions_must_be_the_same(kind):
    graph = in_both_directions(kind)
    p, source = mgnn.problem(graph), mgnn.problem(graph).source
    of = {tuple(sorted(e)): 0.1 + 0.03 * k for k, e in enumerate(p.edges.tolist())}
    given = np.array([of.get((min(e), max(e)), 9.0) for e in zip(source.u.tolist(), source.v.tolist())])
    z0, own = points(N, 2), np.array(list(of.values()))
    np.testing.assert_allclose(mgnn.lengths_make(graph, "neglog", given), -np.log(own), rtol=1e-14)
    assert np.array_equal(mgnn.propagate(graph, z0, "gat", 2, attention=given),
                          mgnn.propagate(graph, z0, "gat", 2, attention=own))
    given[-1] += 0.5
    for name, call in (("values", lambda: mgnn.lengths_make(graph, "inverse", given)),
                       ("attention", lambda: mgnn.propagate(graph, z0, "gat", attention=given)),
                       ("lengths", lambda: mgnn.problem(graph, given))):
        with pytest.raises(mgnn.Error, match=f"both join .* but their {name} are"):
            call()


def test_similarities_may_be_an_attribute():
    nx = pytest.importorskip("networkx")
    graph = nx.Graph()
    graph.add_edge("a", "b", weight=2.0)
    graph.add_edge("b", "c", weight=4.0)
    assert mgnn.lengths_make(graph, "inverse", "weight").tolist() == [0.5, 0.25]
    with pytest.raises(mgnn.Error, match="values is 'wait', but the edges have no such attribute"):
        mgnn.lengths_make(graph, "inverse", "wait")
    with pytest.raises(mgnn.Error, match="must be inverse, neglog, complement or jaccard"):
        mgnn.lengths_make(graph, "invers", "weight")


def test_a_layout_says_how_it_ended():
    triangle = (3, [[0, 1], [1, 2], [2, 0]])
    one = mgnn.Layout(mgnn.problem(triangle), np.eye(3, 2), {
        "iterations": 1, "energy": 0.0, "reason": "iterations", "stage": None,
        "pair_stress": np.nan, "spread_nodes": 0, "spread_stress": 0.0, "determined": None})
    assert "2 dimensions: ended by their limit after 1 iteration\n" in repr(one)
    one.reason, one.iterations = "converged", 7
    assert ": converged after 7 iterations\n" in repr(one)
    assert one.worst(0) == []
    with pytest.raises(mgnn.Error, match="count is -1, must be at least 0"):
        one.worst(-1)


def test_what_was_ended_does_not_wait_for_verdicts():
    """Which nodes are determined would take seconds here; nobody waits for it."""
    n, rng = 3000, np.random.default_rng(1)
    edges = np.unique(np.sort(rng.integers(0, n, (4 * n, 2)), axis=1), axis=0)
    edges = edges[edges[:, 0] != edges[:, 1]]
    begin = time.process_time()
    r = mgnn.layout((n, edges), rng.uniform(1, 5, len(edges)), threads=1,
                    callback=lambda now: True)
    assert r.reason == "stopped" and (r.determined == -1).all()
    assert time.process_time() - begin < 4
    limited = mgnn.layout((n, edges), rng.uniform(1, 5, len(edges)), time_limit=0.1)
    assert limited.reason == "time" and (limited.determined == -1).all()


@pytest.mark.parametrize("run", [
    lambda call: mgnn.layout((N, EDGES), callback=call),
    lambda call: mgnn.layout((N, EDGES), pairs="edges", callback=call),
    lambda call: mgnn.propagate((N, EDGES), callback=call)])
def test_progress_is_a_number_or_not_known(run):
    seen = []
    run(lambda now: seen.append(now[:3]))
    assert seen and not any(x != x for row in seen for x in row)


def test_ctrl_c_ends_what_has_no_callback():
    """The ranks of this graph take a minute or so."""
    code = ("import mgnn, numpy as np, os, signal, threading, time\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "edges = np.unique(np.sort(np.random.default_rng(1).integers(0, 6000, (30000, 2)), axis=1), axis=0)\n"
            "graph = mgnn.problem((6000, edges[edges[:, 0] != edges[:, 1]]))\n"
            "threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
            "before = time.monotonic()\n"
            "try:\n    mgnn.rigidity(graph, dim=3)\n"
            "except KeyboardInterrupt:\n    print('ended', time.monotonic() - before < 10)\n")
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=600)
    assert run.stdout == "ended True\n" and run.returncode == 0


def test_an_error_of_what_has_no_callback_comes_out():
    with pytest.raises(mgnn.Error, match="tolerance"):
        mgnn.feasibility((2, [[0, 1]]), tolerance=-1)


def test_subinterpreters_are_refused():
    interpreters = pytest.importorskip("_xxsubinterpreters")
    code = ("import importlib.util\n"
            f"spec = importlib.util.spec_from_file_location('mgnn._core', {mgnn._core.__file__!r})\n"
            "try:\n    spec.loader.exec_module(importlib.util.module_from_spec(spec))\n"
            "except ImportError as error:\n    open({!r}, 'w').write(str(error))\n")
    with tempfile.NamedTemporaryFile("r") as said:
        interpreters.run_string(interpreters.create(), code.replace("{!r}", repr(said.name)))
        assert said.read().startswith("mgnn works in the main interpreter only")


@pytest.fixture
def ctrl_c():
    """Sends the signal; Python's own handler is set, which it is not in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield lambda: os.kill(os.getpid(), signal.SIGINT)
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_ends_no_later_run_of_a_thread(ctrl_c):
    reasons = []

    def run(callback):
        reasons.append(mgnn.layout((N, EDGES), LENGTHS, callback=callback).reason)
    run(lambda now: ctrl_c())
    thread = threading.Thread(target=run, args=(lambda now: None,))
    thread.start()
    thread.join()
    assert reasons == ["stopped", "converged"]


def test_ctrl_c_is_not_lost_in_a_callback_that_calls_again(ctrl_c):
    def callback(now):
        ctrl_c()
        mgnn.layout((2, [[0, 1]]), [1])
    assert mgnn.layout((N, EDGES), LENGTHS, callback=callback).reason == "stopped"


def test_ctrl_c_ends_all_runs_of_a_call(ctrl_c):
    graph, length = (4, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]), [1, 1, 1, 1, 1, 1.7]
    found = mgnn.layout(graph, length, robust="huber", callback=lambda now: ctrl_c())
    assert found.reason == "stopped" and found.robust is None
    seen = []

    def third(now):
        seen.append(now.step)
        if seen.count(1) == 3:
            ctrl_c()
    with pytest.warns(UserWarning, match="Ctrl-C ended the sweep after 2 of 5 settings"):
        rows = mgnn.sweep(graph, lengths=length, over={"seed": range(5)}, layers=50, callback=third).rows
    assert {row["seed"] for row in rows} == {0, 1}
    with pytest.raises(KeyboardInterrupt):
        mgnn.sweep(graph, lengths=length, callback=lambda now: ctrl_c())


def test_a_problem_is_changed_when_a_search_for_outliers_is_done():
    p = mgnn.problem((4, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]), [1, 1, 1, 1, 1, 1.7])
    seen = []
    found = mgnn.robust(p, mgnn.layout(p), callback=lambda now: seen.append(p.stiffness))
    assert seen and not any(seen) and np.array_equal(p.stiffness, found.weight)
