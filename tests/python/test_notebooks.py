"""What people have in notebooks: axes of matplotlib, tables, bars, estimators."""
import mgnn
import numpy as np
import pytest

TRIANGLE = (3, [[0, 1], [1, 2], [2, 0]])


@pytest.fixture
def pyplot():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    import matplotlib.pyplot as plt
    yield plt
    plt.close("all")


def test_a_result_is_plotted_at_its_positions(pyplot):
    result = mgnn.layout(TRIANGLE, [1, 1, 3])
    _, axes = pyplot.subplots()
    assert result.plot(axes) is axes
    lines, points = axes.collections
    assert np.array_equal(points.get_offsets(), result.positions)
    assert np.allclose(np.array(lines.get_segments()), result.positions[result.problem.edges])
    assert np.allclose(lines.get_array(), result.errors)        # strain
    new = result.plot(edge_color="red", node_size=9)
    assert new is not axes and new.collections[0].get_array() is None


def test_a_drawing_in_space_needs_axes_in_space(pyplot):
    result = mgnn.layout(TRIANGLE, dim=3)
    assert hasattr(result.plot(), "get_zlim")
    with pytest.raises(mgnn.Error, match='the axes are flat: give .*projection="3d"'):
        result.plot(pyplot.subplots()[1])
    with pytest.raises(mgnn.Error, match="the drawing has 2 dimensions, and the axes are of space"):
        mgnn.layout(TRIANGLE).plot(result.plot())
    with pytest.raises(mgnn.Error, match="the drawing has 5 dimensions, axes have up to 3"):
        mgnn.layout(TRIANGLE, dim=5).plot()
    assert mgnn.layout(TRIANGLE, dim=1).plot() is not None


def test_networkx_is_drawn_with_names_and_weights(pyplot):
    nx = pytest.importorskip("networkx")
    graph = nx.Graph()
    graph.add_weighted_edges_from([("a", "b", 3), ("b", "c", 4), ("c", "a", 5)], "km")
    axes = mgnn.draw_networkx(graph, weight="km")
    drawn = np.array(axes.collections[0].get_segments())
    assert np.allclose(np.linalg.norm(drawn[:, 0] - drawn[:, 1], axis=1), [3, 5, 4], rtol=1e-5)
    assert [text.get_text() for text in axes.texts] == ["a", "b", "c"]
    pos = mgnn.layout_nx(graph, weight="km")
    assert not mgnn.draw_networkx(graph, pos, with_labels=False).texts
    with pytest.raises(TypeError, match="pos is given, so that dim has no effect"):
        mgnn.draw_networkx(graph, pos, dim=2)
    with pytest.raises(mgnn.Error, match="weight is 'km', which names the lengths, and lengths are given"):
        mgnn.layout_nx(graph, 1.0, weight="km")


def test_tables_have_what_the_result_has():
    pytest.importorskip("pandas")
    nx = pytest.importorskip("networkx")
    graph = nx.Graph([("a", "b"), ("b", "c"), ("c", "a")])
    result = mgnn.layout(graph, [1, 3, 1])
    tables = result.to_pandas(worst=2)
    assert list(tables.nodes["node"]) == ["a", "b", "c"]
    assert np.array_equal(tables.nodes[["x", "y"]], result.positions)
    assert np.array_equal(tables.edges["drawn"], result.drawn)
    assert len(tables.worst) == 2 and abs(tables.worst["error"].iloc[0]) == np.abs(result.errors).max()
    assert [tuple(row) for row in tables.edges[["source", "target"]].values] == list(graph.edges)
    assert list(mgnn.layout(graph, dim=4).to_pandas().nodes.columns)[1:5] == ["x1", "x2", "x3", "x4"]


class Bar:
    """What of tqdm progress uses."""
    def __init__(self):
        self.n, self.shown = 0, {}

    def update(self, by):
        self.n += by

    def set_postfix(self, values, refresh):
        self.shown = values


def test_a_bar_follows_the_steps_and_no_value_is_nan():
    bar, seen = Bar(), []
    callback = mgnn.progress(bar)

    def both(now):
        callback(now)
        seen.append(now)
        assert bar.n == now.step
    mgnn.layout((100, [[i, (i + 1) % 100] for i in range(100)]), 1.0, callback=both)
    mgnn.propagate(TRIANGLE, layers=3, callback=both)
    assert seen and all(x is None or x == x for now in seen for x in now[:3])
    assert float(bar.shown["value"]) >= 0


def test_a_layout_is_a_page_in_a_notebook():
    result = mgnn.layout(TRIANGLE, [3, 4, 5])
    assert result._repr_html_() == result.page()._repr_html_()
    many = (30000, [[i, i + 1] for i in range(29999)])
    assert mgnn.layout(many, time_limit=0.01, pairs="edges")._repr_html_() is None


def test_the_estimator_is_one_of_scikit_learn():
    checks = pytest.importorskip("sklearn.utils.estimator_checks")
    for estimator in (mgnn.MGNNLayout(), mgnn.MGNNLayout(metric="euclidean")):
        checks.check_estimator(estimator)


def test_the_estimator_finds_points_of_their_distances():
    pytest.importorskip("sklearn")
    points = np.random.default_rng(1).normal(size=(30, 2))
    d = np.linalg.norm(points[:, None] - points, axis=2)
    found = mgnn.MGNNLayout(random_state=1).fit(d)
    got = np.linalg.norm(found.embedding_[:, None] - found.embedding_, axis=2)
    assert np.allclose(got, d, atol=1e-4) and found.stress_ < 1e-8
    d[3, 4] = d[4, 3] = np.nan                  # which the others determine
    holes = mgnn.MGNNLayout(random_state=1).fit_transform(d)
    assert np.isclose(np.linalg.norm(holes[3] - holes[4]), np.linalg.norm(points[3] - points[4]), atol=1e-4)
    features = mgnn.MGNNLayout(metric="euclidean", random_state=1).fit(points)
    assert features.stress_ < 1e-8
    for bad, text in ((points, "must be a square matrix"), (d - 1, "symmetric and at least 0"),
                      (np.triu(np.ones((3, 3)), 1), "symmetric and at least 0")):
        with pytest.raises(mgnn.Error, match=text):
            mgnn.MGNNLayout().fit(bad)
