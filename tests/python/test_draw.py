"""Pictures: what the program draws, without the program."""
import io
import os
import re
import subprocess
import sys
import threading
import xml.etree.ElementTree as tree

import mgnn
import numpy as np
import pytest

SVG = "{http://www.w3.org/2000/svg}"
TRIANGLE = (3, [[0, 1], [1, 2], [2, 0]])
Y = np.array([[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]])


@pytest.mark.parametrize("format, first", [("svg", b"<"), ("png", b"\x89PNG"), ("pdf", b"%PDF"),
                                           ("html", b"<!DOCTYPE html>")])
def test_a_picture_of_each_format(tmp_path, format, first):
    picture = mgnn.draw(TRIANGLE, Y, format=format, lengths=[4, 5, 3])
    assert picture.data.startswith(first)
    file = tmp_path / f"triangle.{format}"
    assert mgnn.draw(TRIANGLE, Y, file, lengths=[4, 5, 3]) is None
    assert file.read_bytes().startswith(first)
    shown = [picture._repr_svg_(), picture._repr_png_(), picture._repr_html_()]
    assert sum(x is not None for x in shown) == (format != "pdf")


# What pictures say of who made them.
ABOUT = re.compile(rb"<desc>.*?</desc>\n?|<metadata>.*?</metadata>\n?", re.S)


@pytest.mark.parametrize("options", [[], ["edge_color=strain"], ["annotate=worst:2", "node_labels"],
                                     ["node_color=stress", "size=300x200", "no_legend"]])
@pytest.mark.parametrize("dim", [1, 2, 3, 5])
def test_the_program_draws_the_same(program, tmp_path, dim, options):
    rng = np.random.default_rng(dim)
    y, ends = rng.normal(size=(6, dim)), [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0], [0, 3]]
    lengths = rng.uniform(1, 2, 7).round(3)
    graph, start = tmp_path / "graph.gml", tmp_path / "start.csv"
    graph.write_text("graph [\n" + "".join(f"node [ id {i} ]\n" for i in range(6))
                     + "".join(f"edge [ source {i} target {j} len {m} ]\n"
                               for (i, j), m in zip(ends, lengths)) + "]\n")
    start.write_text("node" + "".join(f",x{c}" for c in range(dim)) + "\n"
                     + "".join(f"{i}," + ",".join(map(repr, at)) + "\n"
                               for i, at in enumerate(y.tolist())))
    command = [program("mgnn-layout"), "-q", graph, f"--pin={start}", f"--dim={dim}", "-o", "-",
               *("--" + o.replace("_", "-") for o in options)]
    theirs = subprocess.run(command, capture_output=True, check=True).stdout
    words = {o.split("=")[0]: (o.split("=") + [True])[1] for o in options}
    ours = mgnn.draw((6, ends), y, lengths=lengths, **words).data
    assert ABOUT.sub(b"", ours) == ABOUT.sub(b"", theirs)


def test_names_are_those_of_the_graph():
    nx = pytest.importorskip("networkx")
    graph = nx.Graph([(2, 0), (0, 'a "b" & <c>, d')])
    pos = {2: (0, 0), 0: (1, 0), 'a "b" & <c>, d': (2, 1)}
    root = tree.fromstring(mgnn.draw(graph, pos, node_labels=True).data)
    text = {t.text: float(t.get("x")) for t in root.iter(f"{SVG}text")}
    assert {"2", "0", 'a "b" & <c>, d'} <= set(text)
    assert text["2"] < text["0"] < text['a "b" & <c>, d']


def test_options_have_the_words_of_the_program():
    red = mgnn.draw(TRIANGLE, Y, node_color="#ff0000", node_labels=None, title="Three").data
    assert b"Three" in red and (b"#ff0000" in red or b"#f00" in red or b'"red"' in red)
    with pytest.raises(mgnn.Error, match="there is no option hue to draw with"):
        mgnn.draw(TRIANGLE, Y, hue="red")
    with pytest.raises(mgnn.Error, match="^edge_color is"):
        mgnn.draw(TRIANGLE, Y, edge_color="invisible pink")


def test_intervals_go_along():
    p = mgnn.problem((3, [[0, 1], [1, 2], [2, 0]]), lower=[1, 1, 2], upper=[2, np.inf, 2])
    strain = mgnn.draw(p, Y, edge_color="strain")
    assert b"strain" in strain.data


def test_attributes_are_those_of_the_graph():
    nx = pytest.importorskip("networkx")
    graph = nx.karate_club_graph()
    pos = mgnn.layout_nx(graph, 1.0)
    svg = mgnn.draw(graph, pos, labels="club", edge_color="attr:weight").data.decode()
    assert "Mr. Hi" in svg and "Officer" in svg and ">weight<" in svg
    with pytest.raises(mgnn.Error, match="but the nodes have no attribute"):
        mgnn.draw(graph, pos, labels="clubs")
    given = mgnn.draw(TRIANGLE, Y, node_color="attr:age", node_data={"age": [1, 2.5, None]},
                      edge_color="attr:kind", edge_data={"kind": ["a road", "a road", None]})
    assert b">age<" in given.data and b"a road" in given.data
    with pytest.raises(mgnn.Error, match="the attribute age has 2 values, but there are 3"):
        mgnn.draw(TRIANGLE, Y, node_color="attr:age", node_data={"age": [1, 2]})


def test_attributes_of_edges_in_both_directions_are_halved():
    both = np.array([[0, 1], [1, 0], [1, 2], [2, 1]])
    svg = mgnn.draw((3, both), Y, edge_color="attr:kind", edge_data={"kind": list("aabb")})
    assert b">kind<" in svg.data


def test_igraph_has_names_and_attributes():
    igraph = pytest.importorskip("igraph")
    graph = igraph.Graph([(0, 1), (1, 2)], vertex_attrs={"name": ["ann", "bob", "cid"],
                                                         "team": ["x", "y", "y"]})
    svg = mgnn.draw(graph, Y, node_labels=True, labels="team").data.decode()
    assert "bob" in svg and "team" in svg


def test_every_option_is_listed():
    words = mgnn.draw_options()
    assert "strain" in words["edge_color"] and "leave the legend out" == words["no_legend"]


def test_where_nothing_can_be_written(tmp_path):
    with pytest.raises(OSError):
        mgnn.draw(TRIANGLE, Y, tmp_path / "no" / "x.svg")
    with pytest.raises(mgnn.Error, match="svg, png, pdf, html"):
        mgnn.draw(TRIANGLE, Y, format="gif")
    with pytest.raises(mgnn.Error, match="the name has no suffix"):
        mgnn.draw(TRIANGLE, Y, tmp_path / "x")


def test_libraries_that_cannot_be_loaded_are_an_error(tmp_path):
    (tmp_path / "libpangocairo-1.0.so.0").write_text("no library")
    code = ("import mgnn\ntry:\n  mgnn.draw((2, [[0, 1]]), [[0, 0], [1, 0]])\n"
            "except OSError as error:\n  print('refused', 'libpangocairo' in str(error))")
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False,
                         env=dict(os.environ, LD_LIBRARY_PATH=str(tmp_path)))
    if run.stdout == "" and run.returncode == 0:
        pytest.skip("the libraries that draw are linked as usual")
    assert run.stdout == "refused True\n", run.stderr


def test_threads_draw_the_same():
    rng = np.random.default_rng(1)
    y = rng.normal(size=(300, 2))
    graph = (300, [[i, i + 1] for i in range(299)])
    alone = mgnn.draw(graph, y, edge_color="strain").data
    found = []
    threads = [threading.Thread(target=lambda: found.append(
        mgnn.draw(graph, y, edge_color="strain").data)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [alone] * 4


def test_a_notebook_shows_strain_where_there_are_lengths():
    root = tree.fromstring(mgnn.layout(TRIANGLE, [1, 1, 3])._repr_svg_())
    assert any("strain" in (t.text or "") for t in root.iter(f"{SVG}text"))
    many = (30000, [[i, i + 1] for i in range(29999)])
    assert mgnn.layout(many, time_limit=0.01, pairs="edges")._repr_svg_() is None
    assert mgnn.layout((9, [[0, 1]]), dim=3)._repr_svg_() is not None
    assert mgnn.layout((3, []))._repr_svg_() is not None
    nx = pytest.importorskip("networkx")
    assert "&lt;script&gt;" in mgnn.layout(nx.Graph([("<script>", "&")]))._repr_svg_()


def test_one_value_for_each_is_data():
    """What NetworkX's drawing takes as lists comes out as attributes do."""
    edges, y = [[0, 1], [1, 2], [2, 0]], [[0, 0], [1, 0], [0, 1]]
    by_name = mgnn.draw((3, edges), y, node_data={"node_color": [1, 2, 3.5]},
                        edge_data={"edge_color": [3, 2, 1]}, node_color="attr:node_color",
                        edge_color="attr:edge_color")
    assert mgnn.draw((3, edges), y, node_color=np.array([1, 2, 3.5]),
                     edge_color=[3, 2, 1]).data == by_name.data
    nx = pytest.importorskip("networkx")
    graph = nx.Graph([("a", "b"), ("b", "c")])
    drawn = mgnn.draw(graph, y, names={"c": "third", "a": "first", "b": "second"})
    assert b">third<" in drawn.data


def test_words_may_be_values_of_python():
    triangle, y = (3, [[0, 1], [1, 2], [2, 0]]), [[0, 0], [1, 0], [0, 1]]

    def drawn(**words):
        return mgnn.draw(triangle, y, lengths=[1, 1, 1], **words).data
    assert drawn(size=(300, 200)) == drawn(size="300x200")
    assert drawn(scale_bar=False) == drawn(scale_bar="no") != drawn(scale_bar=True)
    assert drawn(names=False) == drawn(names="no") != drawn(names=True)
    out = io.BytesIO()
    assert mgnn.draw(triangle, y, out, format="png", title="to a stream") is None
    assert out.getvalue() == mgnn.draw(triangle, y, format="png", title="to a stream").data


@pytest.mark.parametrize("words, text", [
    ({"edge_colour": "red"}, "there is no option edge_colour to draw with; is it edge_color?"),
    ({"node_color": "attr:age"}, "node_color is 'attr:age', but the nodes have no attribute 'age'"),
    ({"labels": "clubb"}, "labels is 'clubb', but the nodes have no attribute 'clubb'; there are: none"),
    ({"node_size": "wide"}, "^node_size is"),
    ({"node_color": [1, 2]}, "the attribute node_color has 2 values, but there are 3")])
def test_messages_have_the_words_of_python(words, text):
    with pytest.raises(mgnn.Error, match=text):
        mgnn.draw((3, [[0, 1]]), np.eye(3), **words)


def test_no_names_where_they_are_not_wanted():
    nx = pytest.importorskip("networkx")
    graph = nx.relabel_nodes(nx.path_graph(3), {0: "ann", 1: "bob", 2: "cid"})

    def drawn(**words):
        return b">ann</text>" in mgnn.draw(graph, Y, **words).data
    assert drawn() and drawn(node_labels=True) and not drawn(node_labels=False)
    assert drawn(node_labels=False, names=["ann", "x", "y"])


def test_what_only_the_program_draws_is_said(tmp_path):
    with pytest.raises(mgnn.Error, match="arrows is an option of mgnn-layout alone"):
        mgnn.draw(TRIANGLE, Y, arrows="end")
    assert not set(mgnn._draw.ONLY_PROGRAM) & set(mgnn.draw_options())
    for file in (io.StringIO(), open(tmp_path / "text", "w", encoding="utf-8")):
        with file, pytest.raises(TypeError, match="file is open for text, must be for bytes"):
            mgnn.draw(TRIANGLE, Y, file)
    with open(tmp_path / "bytes", "wb") as file:
        mgnn.draw(TRIANGLE, Y, file)
    assert (tmp_path / "bytes").read_bytes() == mgnn.draw(TRIANGLE, Y).data


def test_colours_may_be_numbers_and_dictionaries():
    ends = [tuple(edge) for edge in TRIANGLE[1]]
    red, rest = mgnn.draw(TRIANGLE, Y, node_color=["#ff0000", "#008080", "#ff0000"]).data, (0, 128 / 255, 128 / 255)
    rows = [(1, 0, 0), rest, (1.0, 0, 0)]
    for colors in (rows, np.array(rows), [(*row, 1) for row in rows], ["#ff0000", *rows[1:]], dict(enumerate(rows))):
        assert mgnn.draw(TRIANGLE, Y, node_color=colors).data == red
    edges = mgnn.draw(TRIANGLE, Y, edge_color=["#ff0000", "#008080", "#ff0000"]).data
    assert edges.count(b"#ff0000") == 1 and edges.count(b"#008080") == 1
    for colors in (dict(zip(ends, rows)), {end[::-1]: row for end, row in zip(ends, rows)}, rows):
        assert mgnn.draw(TRIANGLE, Y, edge_color=colors).data == edges
    for color in ((1, 0, 2), (1, 0, 0, 0.5), (1, 0)):
        with pytest.raises(mgnn.Error, match="node_color has .* must be a colour: red, green and blue"):
            mgnn.draw(TRIANGLE, Y, node_color=[color] * 3)
    with pytest.raises(mgnn.Error, match="edge_color: there is nothing for edge"):
        mgnn.draw(TRIANGLE, Y, edge_color={ends[0]: "red"})
    assert mgnn.draw(TRIANGLE, Y, size=np.array([600, 400])).data == \
        mgnn.draw(TRIANGLE, Y, size=(600, 400)).data


@pytest.mark.parametrize("kind", ["networkx", "igraph"])
def test_attributes_that_there_are_are_named(kind):
    module = pytest.importorskip(kind)
    graph = module.Graph([(0, 1), (1, 2)])
    if kind == "igraph":
        graph.vs["club"], graph.es["km"] = list("abc"), [1, 2]
    else:
        graph.nodes[1]["club"] = "b"
        graph.edges[0, 1]["km"] = 3
    for options, there in (({"labels": "clubb"}, "age, club"), ({"names": "id"}, "age, club"),
                           ({"node_size": "attr:x"}, "age, club"), ({"edge_color": "attr:x"}, "km")):
        with pytest.raises(mgnn.Error, match=f"have no attribute '.*'; there are: {there}$"):
            mgnn.draw(graph, np.eye(3, 2), node_data={"age": [1, 2, 3]}, **options)
