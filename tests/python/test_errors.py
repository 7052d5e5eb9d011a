"""Errors of lengths: covariance, outliers, weights, against NumPy; and what was set."""
import mgnn
import numpy as np
import oracles
import pytest


def network(seed, n, dim, sigma=0.0, share=0.8):
    """Points, most pairs of them, and lengths with errors."""
    rng = np.random.default_rng(seed)
    y = rng.random((n, dim)) * 10
    edges = oracles.random_graph(seed, n, int(share * n * (n - 1) / 2))
    lengths = oracles.lengths_of(y, edges) + sigma * rng.normal(size=len(edges))
    return y, edges, lengths


def jacobian(y, edges):
    rows = np.zeros((len(edges), y.size))
    for e, (i, j) in enumerate(edges):
        u = (y[i] - y[j]) / np.linalg.norm(y[i] - y[j])
        d = len(u)
        rows[e, i * d:(i + 1) * d], rows[e, j * d:(j + 1) * d] = u, -u
    return rows


def blocks(matrix, n, dim):
    return np.array([matrix[i * dim:(i + 1) * dim, i * dim:(i + 1) * dim] for i in range(n)])


@pytest.mark.parametrize("dim", [2, 3])
def test_the_free_covariance_is_the_pseudo_inverse(dim):
    y, edges, lengths = network(1, 15, dim)
    w = np.random.default_rng(2).random(len(edges)) + 0.5
    p = mgnn.problem((15, edges), lengths, stiffness=w, noise=0.3)
    u = mgnn.uncertainty(p, y)
    a = jacobian(y, edges)
    want = 0.09 * np.linalg.pinv(a.T @ (w[:, None] * a), rcond=1e-9)
    assert np.allclose(u.covariance, blocks(want, 15, dim), atol=1e-7)
    assert np.allclose(u.error ** 2, np.diagonal(u.covariance, axis1=1, axis2=2))
    hat = a @ want / 0.09 @ a.T
    assert np.allclose(u.leverage, w * np.diagonal(hat), atol=1e-6)
    assert u.freedom == pytest.approx(len(edges) - (15 * dim - dim * (dim + 1) // 2), abs=1e-5)
    assert u.free_nodes == 0 and u.chi2 == pytest.approx(0, abs=1e-12)


def test_the_pinned_covariance_is_the_inverse_of_what_is_free():
    y, edges, lengths = network(3, 12, 2, 0.05)
    pins = {i: y[i] for i in range(3)}
    found = mgnn.layout((12, edges), lengths, pins=pins, noise="estimate", tolerance=1e-12)
    u = mgnn.uncertainty(found.problem, found.positions)
    a = jacobian(found.positions, edges)[:, 6:]
    residuals = oracles.lengths_of(found.positions, edges) - lengths
    freedom = len(edges) - 18
    estimate = np.sqrt((residuals ** 2).sum() / freedom)
    assert u.estimate == pytest.approx(estimate, rel=1e-6) and np.isnan(u.chi2)
    want = estimate ** 2 * np.linalg.inv(a.T @ a)
    assert np.allclose(u.covariance[3:], blocks(want, 9, 2), rtol=1e-5, atol=1e-12)
    assert (u.error[:3] == 0).all()


def test_relative_noise_weighs_by_length():
    y, edges, lengths = network(4, 12, 2)
    p = mgnn.problem((12, edges), lengths, noise="relative:0.05")
    assert p.noise == ("relative", 0.05) and p.stiffness is None
    assert np.allclose(p.weights, (lengths ** 2).mean() / lengths ** 2)
    u = mgnn.uncertainty(p, y)
    a = jacobian(y, edges) / (0.05 * lengths[:, None])
    assert np.allclose(u.covariance, blocks(np.linalg.pinv(a.T @ a, rcond=1e-9), 12, 2), atol=1e-9)


def test_planted_outliers_are_found():
    y, edges, lengths = network(5, 40, 2, 0.01, 0.4)
    wrong = np.random.default_rng(6).permutation(len(edges))[:12]
    lengths[wrong] *= 2
    p = mgnn.problem((40, edges), lengths, pins={i: y[i] for i in range(3)})
    first = mgnn.layout(p)
    r = mgnn.robust(p, first.positions)
    assert set(r.suspects) == set(wrong.tolist()) and r.converged
    assert (np.diff(r.odds[r.suspects]) <= 0).all() and (r.odds[wrong] > 1).all()
    assert (r.weight[wrong] == 0).all() and r.weight.sum() == len(edges) - 12
    assert np.array_equal(p.stiffness, r.weight)

    def off(x):
        return np.sqrt(((x - y) ** 2).sum(axis=1).mean())
    assert off(r.positions) < 0.01 < 0.1 < off(first.positions)
    assert r.scale == pytest.approx(0.01, rel=0.2)
    assert r.share == pytest.approx(12 / len(edges), rel=0.2)
    u = mgnn.uncertainty(r.problem, r.positions)
    assert u.estimate == pytest.approx(0.01, rel=0.2)
    assert u.freedom == pytest.approx(len(edges) - 12 - 74, abs=1e-3)


def test_huber_counts_wrong_lengths_less():
    y, edges, lengths = network(7, 30, 2, 0.01, 0.4)
    lengths[5] *= 3
    r = mgnn.robust((30, edges), y, lengths, loss="huber")
    assert 0 < r.weight[5] < 0.1 and r.suspects[0] == 5


@pytest.mark.parametrize("noise, said", [
    ("often", "noise is 'often', must be"), (-1, "noise is -1"), (float("nan"), "noise is nan"),
    ("relative:x", "noise is 'relative:x'")])
def test_noise_that_is_none_is_refused(noise, said):
    with pytest.raises(mgnn.Error, match=said):
        mgnn.problem((2, [[0, 1]]), noise=noise)


def test_numbers_that_are_none_are_refused():
    triangle = (3, [[0, 1], [1, 2], [2, 0]])
    with pytest.raises(mgnn.Error, match="a length of edge 1 is nan, must be 0 or from"):
        mgnn.layout(triangle, [1, np.nan, 1])
    with pytest.raises(mgnn.Error, match="the position of node 0 is not finite"):
        mgnn.layout(triangle, [1, 1, 1], pins={0: (np.inf, 0)})
    with pytest.raises(mgnn.Error, match="the tolerance is nan, must be at least 0"):
        mgnn.layout(triangle, [1, 1, 1], tolerance=np.nan)


def test_a_loss_that_is_none_is_refused():
    with pytest.raises(mgnn.Error, match='the robust loss is "tukey", must be huber or geman-mcclure'):
        mgnn.robust((2, [[0, 1]]), [[0, 0], [1, 0]], loss="tukey")


def test_all_that_was_set_can_be_asked_for():
    edges = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [1, 3]]
    p = mgnn.problem((4, edges), lower=[1] * 6, upper=[1, 2, 3, 4, 5, np.inf],
                     stiffness=[1, 2, 3, 4, 5, 6], noise=0.5, self_loops=True, min_distance=0.25,
                     chirality=[(0, 1, 2, 3, -1), (1, 0, 2, 3, 1, 0.5)])
    assert p.upper.tolist() == [1, 2, 3, 4, 5, np.inf] and p.stiffness.tolist() == [1, 2, 3, 4, 5, 6]
    assert p.noise == ("absolute", 0.5) and p.self_loops and p.min_distance == 0.25
    assert p.chirality[0][:5] == (0, 1, 2, 3, -1) and np.isnan(p.chirality[0][5])
    assert p.chirality[1] == (1, 0, 2, 3, 1, 0.5)
    assert mgnn.problem((4, edges)).noise is None and mgnn.problem((4, edges)).weights is None


def test_signs_of_volumes_are_those_asked_for():
    """Two tetrahedra on one triangle, in all four ways."""
    edges = [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3], [0, 4], [1, 4], [2, 4]]
    lengths = [4, 5, 6, 4, 5, 4.5, 5, 6, 4.5]
    for a, b in [(1, 1), (1, -1), (-1, 1), (-1, -1)]:
        y = mgnn.layout((5, edges), lengths, dim=3,
                        chirality=[(0, 1, 2, 3, a), (0, 1, 2, 4, b)]).positions
        for node, sign in ((3, a), (4, b)):
            assert np.sign(np.linalg.det(y[[1, 2, node]] - y[0])) == sign
        assert np.allclose(oracles.lengths_of(y, edges), lengths, rtol=1e-4)


def test_a_graph_is_read_from_bytes():
    p = mgnn.problem(b"source,target,length\na,b,3\nb,c,4\nc,a,5\n", format="csv")
    assert p.nodes == 3 and p.lower.tolist() == [3, 4, 5]
    with pytest.raises(mgnn.Error, match="the format of bytes is not given"):
        mgnn.problem(b"")
    with pytest.raises(mgnn.Error, match="^memory:2"):
        mgnn.problem(b"source,target,length\na,b,-3\n", format="csv")
    with pytest.raises(mgnn.Error, match="the input format xyzzy is not known"):
        mgnn.problem(b"a", format="xyzzy")


def test_chirality_in_the_plane_is_refused():
    graph, rows = (4, [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [1, 3]]), [(0, 1, 2, 3, 1)]
    p = mgnn.problem(graph, chirality=rows)
    for call in (lambda: mgnn.layout(graph, chirality=rows), lambda: mgnn.layout(p),
                 lambda: mgnn.solve(p, np.eye(4, 2)), lambda: mgnn.layout(p, dim=1)):
        with pytest.raises(mgnn.Error, match="chirality needs space, and dim is [12]"):
            call()
    assert mgnn.chirality_right(p, mgnn.layout(p, dim=3, pairs="edges").positions) == 1


def test_what_to_give_instead_is_said():
    nx, sparse = pytest.importorskip("networkx"), pytest.importorskip("scipy.sparse")
    triangle, y = (3, [[0, 1], [1, 2], [2, 0]]), np.eye(3, 2)
    lacks = nx.Graph([("a", "b", {"len": 1, "stiffness": 1}), ("b", "c", {"len": 1})])
    lacks_length = nx.Graph([("a", "b", {"len": 1}), ("b", "c")])
    for call, text in (
            (lambda: mgnn.layout(lacks_length), "has no 'len': give it one, or all lengths by lengths="),
            (lambda: mgnn.layout(lacks), "has no 'stiffness': give it one, or all by stiffness="),
            (lambda: mgnn.layout(lacks_length, "len"), "has no 'len': give it one, or a dictionary"),
            (lambda: mgnn.propagate(triangle, sparse.eye(3)), r"Z0 are a sparse .*: Z0.toarray\(\)"),
            (lambda: mgnn.align({"a": (0, 0)}, {"b": (0, 0)}), "two dictionaries with the same keys"),
            (lambda: mgnn.align(y, dict(enumerate(y))), "two dictionaries with the same keys"),
            (lambda: mgnn.solve(triangle, y, solver="adam"), "no solver named \"adam\"")):
        with pytest.raises(mgnn.Error, match=text):
            call()
    for call in (mgnn.layout, mgnn.propagate):
        with pytest.raises(TypeError, match="time_limit is '5', must be a number of seconds"):
            call(triangle, time_limit="5")


def test_dictionaries_are_aligned_by_their_keys():
    y = np.random.default_rng(3).normal(size=(5, 2))
    turned = y @ [[0.6, 0.8], [0.8, -0.6]] + 3          # and mirrored
    came = mgnn.align(dict(zip("abcde", turned)), dict(zip("edcba", y[::-1])))
    assert list(came) == list("abcde")
    np.testing.assert_allclose(np.array(list(came.values())), y, rtol=0, atol=1e-12)


def test_a_callback_that_raises_leaves_the_stiffness_alone():
    p = mgnn.problem((4, [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [1, 3]]), [1, 1, 1, 1, 1.4, 9])
    y = mgnn.layout(p).positions
    with pytest.raises(ZeroDivisionError):
        mgnn.robust(p, y, callback=lambda now: 1 / 0)
    assert p.stiffness is None
