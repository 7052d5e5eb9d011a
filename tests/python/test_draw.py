"""Pictures: what the program draws, without the program."""
import io
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import warnings
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


def page_data(page):
    text = page.data.decode()
    return json.loads(re.search('id="data">\n(.*?)</script>', text, re.S).group(1))


def test_the_page_of_a_layout_is_that_of_draw():
    drawing = mgnn.layout(TRIANGLE, [3, 4, 5])
    page = drawing.page(title="Three")
    assert page.format == "html" and page._repr_html_().startswith("<iframe srcdoc=")
    assert page.data == mgnn.draw(drawing.problem, drawing.positions, format="html",
                                  title="Three").data
    assert page_data(page)["title"] == "Three"


def test_the_page_of_layers_has_their_energies():
    layers = mgnn.rescale(TRIANGLE, mgnn.propagate(TRIANGLE, lengths=[3, 4, 5], layers=6))
    page = mgnn.draw(TRIANGLE, layers, lengths=[3, 4, 5])
    run = page_data(page)["runs"][0]
    assert page.format == "html" and run["steps"] == list(range(7))
    energies = [mgnn.measure(TRIANGLE, y, lengths=[3, 4, 5]).energy for y in layers]
    assert np.allclose(run["merit"], energies, rtol=1e-12)
    assert mgnn.draw(TRIANGLE, layers, lengths=[3, 4, 5], format="svg").data \
        == mgnn.draw(TRIANGLE, layers[-1], lengths=[3, 4, 5]).data


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
    assert "strain" in words["edge_color"] and "leave out the legend" == words["no_legend"]


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


@pytest.mark.parametrize("library, call", [
    ("libpangocairo-1.0.so.0", "mgnn.draw((2, [[0, 1]]), [[0, 0], [1, 0]])"),
    ("libxml2.so.2", "mgnn.problem('pair.graphml')"),
    ("libcholmod.so.3", "mgnn.infinitesimal(GRID, POINTS)")])
def test_a_library_of_another_version_is_an_error(tmp_path, library, call):
    """It lacks the functions that are called: the interpreter goes on."""
    (tmp_path / "pair.graphml").write_text(
        "<graphml><graph edgedefault='undirected'><node id='a'/><node id='b'/>"
        "<edge source='a' target='b'/></graph></graphml>")
    (tmp_path / "stub").mkdir()
    if shutil.which("cc") is None:
        pytest.skip("there is no compiler")
    subprocess.run(["cc", "-shared", "-x", "c", "-o", tmp_path / "stub" / library, os.devnull],
                   check=True)
    code = ("import mgnn, numpy as np\nPOINTS = np.random.default_rng(1).normal(size=(400, 3))\n"
            "GRID = (400, [[i, j] for i in range(400) for j in range(i + 1, min(i + 7, 400))])\n"
            f"try:\n  {call}\nexcept (OSError, mgnn.Error) as error:\n"
            f"  print('refused', '{library} has no function' in str(error))\nprint('goes on')")
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False,
                         cwd=tmp_path, env=dict(os.environ, LD_LIBRARY_PATH=str(tmp_path / "stub")))
    if run.stdout == "goes on\n":
        pytest.skip(f"{library} is linked as usual")
    assert run.stdout == "refused True\ngoes on\n", run.stdout + run.stderr


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


@pytest.mark.parametrize("options", [["node_shape=box"], ["arrows=middle", "edge_text=road"],
                                     ["edge_width=attr:km", "node_shape=attr:kind"], ["arrows=no"]])
def test_the_program_draws_the_same_directions(program, tmp_path, options):
    y, ends = np.random.default_rng(3).normal(size=(4, 2)), [[0, 1], [2, 1], [2, 3], [3, 0]]
    graph, start = tmp_path / "graph.gml", tmp_path / "start.csv"
    kinds, km, roads = ["box", "circle", "diamond", "point"], [1, 2, 4, 3], ["A1", "B 27", "C3", "D"]
    graph.write_text("graph [\ndirected 1\n" + "".join(f'node [ id {i} kind "{k}" ]\n' for i, k in enumerate(kinds))
                     + "".join(f'edge [ source {i} target {j} len 1 km {m} road "{road}" ]\n'
                               for (i, j), m, road in zip(ends, km, roads)) + "]\n")
    start.write_text("node,x,y\n" + "".join(f"{i},{a!r},{b!r}\n" for i, (a, b) in enumerate(y.tolist())))
    command = [program("mgnn-layout"), "-q", graph, f"--pin={start}", "-o", "-",
               *("--" + o.replace("_", "-") for o in options)]
    theirs = subprocess.run(command, capture_output=True, check=True).stdout
    words = {"arrows": "end"} | dict(o.split("=") for o in options)
    ours = mgnn.draw((4, ends), y, lengths=1.0, node_data={"kind": kinds}, edge_data={"km": km, "road": roads},
                     **words).data
    assert ABOUT.sub(b"", ours) == ABOUT.sub(b"", theirs)


def heads(picture):
    """Arrowheads: the only closed outlines, where nodes are discs."""
    return len(re.findall("z[\"M]", "".join(re.findall('class="arrow".*', picture.data.decode()))))


def test_directions_have_heads():
    """1 + 1 + 2: an edge each way, and one both ways."""
    nx = pytest.importorskip("networkx")
    ways = [("a", "b"), ("c", "b"), ("c", "d"), ("d", "c"), ("d", "d")]
    pos = {"a": (0, 0), "b": (1, 0), "c": (1, 1), "d": (0, 1)}
    assert heads(mgnn.draw(nx.DiGraph(ways), pos)) == 4
    assert heads(mgnn.draw(nx.DiGraph(ways), pos, arrows=False)) == 0
    assert heads(mgnn.draw(nx.Graph(ways), pos)) == 0
    assert heads(mgnn.draw(nx.Graph(ways), pos, arrows=True)) == 3
    right = mgnn.draw((2, [[0, 1]]), [[0, 0], [1, 0]], arrows="end").data
    left = mgnn.draw((2, [[1, 0]]), [[0, 0], [1, 0]], arrows="end").data
    tips = [float(re.search(r'class="arrow".* d="M([\d.]+)', x.decode())[1]) for x in (right, left)]
    assert tips[0] > 200 > tips[1]
    igraph = pytest.importorskip("igraph")
    assert heads(mgnn.draw(igraph.Graph([(0, 1), (1, 2)], directed=True), Y)) == 2


def test_what_is_not_drawn_of_many_edges_is_said():
    many = (450, np.argwhere(np.triu(np.ones((450, 450)), 1)))
    y = np.random.default_rng(1).normal(size=(450, 2))
    with pytest.warns(UserWarning, match="of more than 100000 edges directions, labels and widths are not"):
        mgnn.draw(many, y, format="png", size=(50, 50), arrows=True, names=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mgnn.draw(many, y, format="png", size=(50, 50), names=False)


def test_shapes_words_and_widths_are_one_each():
    drawn = mgnn.draw(TRIANGLE, Y, node_shape=["box", "circle", "diamond"], edge_width=[1, 2, 4],
                      edge_text={(0, 1): "A1", (2, 1): "B27", (0, 2): ""}, names=["x", "y", "z"]).data
    assert b">A1</text>" in drawn and b">B27</text>" in drawn and b"width of edges" in drawn
    assert b">x</text>" in drawn
    boxes = [mgnn.draw(TRIANGLE, Y, node_shape=shape).data for shape in ("box", ["box"] * 3, "diamond")]
    assert boxes[0] == boxes[1] != boxes[2]
    with pytest.raises(mgnn.Error, match="node_shape is"):
        mgnn.draw(TRIANGLE, Y, node_shape="egg")
    with pytest.raises(mgnn.Error, match="edge_text is 'km', but the edges have no attribute 'km'"):
        mgnn.draw(TRIANGLE, Y, edge_text="km")


def test_nodes_that_cover_each_other_move_apart():
    """Centres of discs of diameter 12 or so on the page: nearer before, not after."""
    near = np.array([[0, 0], [0.01, 0], [4, 3]])

    def least(**options):
        at = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"',
                        mgnn.draw(TRIANGLE, near, no_rings=True, names=False, **options).data.decode())
        x = np.array(at, float)
        return np.hypot(*(x[0] - x[1])[:2]) - 2 * x[0, 2]
    assert least() < 0 < least(no_overlap=True) + 0.1
    with pytest.raises(mgnn.Error, match="no_overlap is for one drawing in the plane"):
        mgnn.draw(TRIANGLE, np.zeros((3, 3)), no_overlap=True)


def test_layers_are_a_sheet_or_an_animation(tmp_path):
    layers = mgnn.rescale(TRIANGLE, mgnn.propagate(TRIANGLE, layers=3))
    sheet = mgnn.draw(TRIANGLE, layers, frames="sheet")
    assert sheet.format == "svg" and [f">layer {k}<" in sheet.data.decode() for k in range(5)] == [True] * 4 + [False]
    assert b"<animate" in mgnn.draw(TRIANGLE, layers, frames="animation", fps=4).data
    mgnn.draw(TRIANGLE, layers, tmp_path / "x.png", frames="animation", hold=0)
    assert b"acTL" in (tmp_path / "x.png").read_bytes()
    with pytest.raises(mgnn.Error, match="an animation can be svg, png or html, not pdf"):
        mgnn.draw(TRIANGLE, layers, frames="animation", format="pdf")


def test_a_picture_is_saved_and_shown(tmp_path, monkeypatch):
    picture, seen = mgnn.draw(TRIANGLE, Y), []
    picture.save(tmp_path / "x.svg")
    assert (tmp_path / "x.svg").read_bytes() == picture.data
    with pytest.raises(mgnn.Error, match="the picture is svg, but .*x.png' does not end in .svg"):
        picture.save(tmp_path / "x.png")
    monkeypatch.setattr("webbrowser.open", seen.append)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    picture.show()
    assert seen[0].startswith("file:///") and seen[0].endswith(".svg")


def test_style_is_of_files_alone(tmp_path):
    with pytest.raises(mgnn.Error, match="style is an option of mgnn-layout alone"):
        mgnn.draw(TRIANGLE, Y, style="file")
    assert "style" not in mgnn.draw_options()
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


# ---- a result is drawn with its own lengths ----

def test_a_result_is_drawn_with_its_own_lengths():
    nx = pytest.importorskip("networkx")
    graph = nx.cycle_graph(list("abcd"))
    result = mgnn.layout(graph, [6, 1, 1, 1])           # which no drawing has
    want = mgnn.draw(result.problem, result.positions, edge_color="strain").data
    assert mgnn.draw(graph, result, edge_color="strain").data == want
    assert mgnn.draw(graph, result, lengths=[6, 1, 1, 1], edge_color="strain").data == want
    assert mgnn.draw(graph, result.positions, edge_color="strain").data != want
    turned = nx.Graph([("a", "b"), ("c", "d"), ("d", "a"), ("b", "c")])    # the nodes in the same order
    assert mgnn.measure(turned, result).energy == pytest.approx(result.energy, rel=1e-14)


@pytest.mark.parametrize("call", [mgnn.measure, mgnn.distribution, mgnn.uncertainty, mgnn.robust,
                                  mgnn.realizations, lambda g, y: mgnn.compare(g, y, y), mgnn.solve,
                                  lambda g, y: mgnn.feasibility(g, positions=y)])
def test_a_result_is_judged_by_its_own_lengths(call):
    edges = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [1, 3]]
    result = mgnn.layout((4, edges), [3, 4, 3, 4, 5, 5.5])
    want = call(result.problem, result.positions)
    got = call((4, edges), result)
    assert mgnn._results.same([v for v in vars(want).values() if not isinstance(v, mgnn.Problem)],
                              [v for v in vars(got).values() if not isinstance(v, mgnn.Problem)])


def path(names, edges=((0, 1), (1, 2)), **data):
    nx = pytest.importorskip("networkx")
    graph = nx.Graph()
    graph.add_nodes_from(names)
    for k, (i, j) in enumerate(edges):
        graph.add_edge(names[i], names[j], **{name: values[k] for name, values in data.items()})
    return graph


@pytest.mark.parametrize("graph, text", [
    (lambda: path("abcd"), "the number of nodes is 4 in the graph and 3 in positions, a Layout; give "
                           "positions.problem as the graph, or positions.positions"),
    (lambda: path("acb"), "the name of node 1 is 'c' in the graph and 'b' in positions, a Layout"),
    (lambda: path("abc", [(0, 1), (0, 2)]), "edge 'a' - 'c' is in the graph and not in positions, a Layout"),
    (lambda: path("abc", [(0, 1)]), "edge 'b' - 'c' is in positions, a Layout and not in the graph"),
    (lambda: path("abc", len=[2, 4]), "the length of edge 'b' - 'c' is 4.0 in the graph and 3.0 in positions"),
    (lambda: path("abc", stiffness=[1, 7]), "the stiffness of edge 'b' - 'c' is 7.0 in the graph and 5.0 in"),
    (lambda: mgnn.problem(path("abc"), pins={"a": (1, 1)}), r"the pin of node 'a' is \[1.0, 1.0\] in the "
                                                           r"graph and \[0.0, 0.0\] in positions"),
])
def test_a_graph_and_a_result_that_contradict_each_other(graph, text):
    result = mgnn.layout(path("abc"), [2, 3], stiffness=[1, 5], pins={"a": (0, 0)})
    for call in (mgnn.draw, mgnn.measure):
        with pytest.raises(mgnn.Error, match=text):
            call(graph(), result)
    mgnn.draw(result.problem, result)
    with pytest.raises(mgnn.Error, match="the length of edge 'a' - 'b' is 9.0 in the graph and 2.0 in"):
        mgnn.measure(path("abc"), result, [9, 3])


def test_a_result_without_lengths_takes_those_of_the_graph():
    result = mgnn.layout(path("abc"))
    assert mgnn.measure(path("abc"), result, [1, 3]) == mgnn.measure(path("abc"), result.positions, [1, 3])
    numbers = mgnn.layout((3, [[0, 1], [1, 2]]), [2, 3])            # which has no names
    assert b">b<" in mgnn.draw(path("abc"), numbers, node_labels=True).data
