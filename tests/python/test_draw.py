"""Pictures: by the program, and the small ones of notebooks without it."""
import xml.etree.ElementTree as tree

import mgnn
import numpy as np
import pytest

SVG = "{http://www.w3.org/2000/svg}"
TRIANGLE = (3, [[0, 1], [1, 2], [2, 0]])
Y = np.array([[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]])


@pytest.fixture
def alone(monkeypatch, tmp_path):
    """Without the program."""
    monkeypatch.delenv("MGNN_LAYOUT", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.fixture
def drawn(monkeypatch, program):
    monkeypatch.setenv("MGNN_LAYOUT", program("mgnn-layout"))


@pytest.mark.parametrize("format, first", [("svg", b"<"), ("png", b"\x89PNG"), ("pdf", b"%PDF"),
                                           ("html", b"<!DOCTYPE html>")])
def test_a_picture_of_each_format(drawn, tmp_path, format, first):
    picture = mgnn.draw(TRIANGLE, Y, format=format, lengths=[4, 5, 3])
    assert picture.data.startswith(first)
    file = tmp_path / f"triangle.{format}"
    assert mgnn.draw(TRIANGLE, Y, file, lengths=[4, 5, 3]) is None
    assert file.read_bytes().startswith(first)
    shown = [picture._repr_svg_(), picture._repr_png_(), picture._repr_html_()]
    assert sum(x is not None for x in shown) == (format != "pdf")


@pytest.mark.parametrize("dim", [1, 2, 3])
def test_nothing_is_moved(drawn, dim):
    y = np.random.default_rng(dim).normal(size=(4, dim))
    picture = mgnn.draw((4, [[0, 1], [2, 3]]), y, format="csv")
    rows = [line.split(",")[1:] for line in picture.data.decode().split()[1:]]
    assert np.array_equal(np.array(rows, float), y)


def test_names_are_those_of_the_graph(drawn):
    nx = pytest.importorskip("networkx")
    graph = nx.Graph([(2, 0), (0, 'a "b" & <c>, d')])
    pos = {2: (0, 0), 0: (1, 0), 'a "b" & <c>, d': (2, 1)}
    root = tree.fromstring(mgnn.draw(graph, pos, node_labels=True).data)
    text = {t.text: float(t.get("x")) for t in root.iter(f"{SVG}text")}
    assert {"2", "0", 'a "b" & <c>, d'} <= set(text)
    assert text["2"] < text["0"] < text['a "b" & <c>, d']
    twice = nx.Graph([(1, "1")])        # both are called 1: numbers instead
    rows = mgnn.draw(twice, {1: (0, 0), "1": (1, 0)}, format="csv").data.decode()
    assert rows.split() == ["node,x,y", "0,0,0", "1,1,0"]


def test_options_have_the_words_of_the_program(drawn):
    red = mgnn.draw(TRIANGLE, Y, node_color="#ff0000", node_labels=None, title="Three").data
    assert b"Three" in red and (b"#ff0000" in red or b"#f00" in red or b'"red"' in red)
    with pytest.raises(mgnn.Error, match="there is no option --hue"):
        mgnn.draw(TRIANGLE, Y, hue="red")
    with pytest.raises(mgnn.Error, match="--edge-color is"):
        mgnn.draw(TRIANGLE, Y, edge_color="invisible pink")


def test_intervals_go_along(drawn):
    p = mgnn.problem((3, [[0, 1], [1, 2], [2, 0]]), lower=[1, 1, 2], upper=[2, np.inf, 2])
    strain = mgnn.draw(p, Y, edge_color="strain")
    assert b"strain" in strain.data


def test_without_the_program_it_says_so(alone):
    with pytest.raises(mgnn.Error, match="needs the program mgnn-layout"):
        mgnn.draw(TRIANGLE, Y)


def test_a_notebook_shows_what_the_program_draws(drawn):
    result = mgnn.layout(TRIANGLE, [1, 1, 3])
    root = tree.fromstring(result._repr_svg_())
    assert any("strain" in (t.text or "") for t in root.iter(f"{SVG}text"))
    many = (30000, [[i, i + 1] for i in range(29999)])
    assert mgnn.layout(many, time_limit=0.01, pairs="edges")._repr_svg_() is None


def test_and_a_small_picture_without_it(alone):
    result = mgnn.layout(TRIANGLE, [1, 1, 3])
    root = tree.fromstring(result._repr_svg_())
    lines = root.findall(f".//{SVG}line")
    assert len(lines) == 3 and len(root.findall(f".//{SVG}circle")) == 3
    for line, error in zip(lines, result.errors):
        red, blue = line.get("stroke")[1:3], line.get("stroke")[5:7]
        assert (red > blue) == (error > 0)
    assert mgnn.layout((9, [[0, 1]]), dim=3)._repr_svg_() is not None
    assert mgnn.layout((3, []))._repr_svg_() is not None
    nx = pytest.importorskip("networkx")
    assert "&lt;script&gt;" in mgnn.layout(nx.Graph([("<script>", "&")]))._repr_svg_()
