"""Arrays of every library mean the same, and nothing that was given is lost without a word."""
import subprocess
import types
import warnings

import mgnn
import mgnn.learn
import numpy as np
import pytest

SQUARE = (4, [[0, 1], [1, 2], [2, 3], [3, 0]])
Y = np.array([[0.0, 0.0], [3.0, 0.0], [3.0, 4.0], [0.0, 4.0]])
D = np.linalg.norm(Y[:, None] - Y[None], axis=2)


class WithArray:
    """An array of a library that we do not know."""
    def __init__(self, values):
        self.array = np.asarray(values)

    def __array__(self, dtype=None):
        return self.array.astype(dtype or self.array.dtype)


class WithDlpack:
    """One with another way to get at it."""
    def __init__(self, values):
        self.array = np.asarray(values)

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def of_torch(values):
    torch = pytest.importorskip("torch")
    return torch.tensor(np.asarray(values))


def of_pandas(dtype):
    def make(values):
        pandas = pytest.importorskip("pandas")
        array = np.asarray(values)
        return pandas.Series(array, dtype=dtype) if array.ndim == 1 else \
            pandas.DataFrame(array, dtype=dtype)
    return make


KINDS = {"numpy": np.asarray, "list": lambda x: np.asarray(x).tolist(),
         "objects": lambda x: np.asarray(x).astype(object), "array": WithArray, "dlpack": WithDlpack,
         "pandas": of_pandas(None), "nullable": of_pandas("Float64"), "torch": of_torch,
         "list of arrays": lambda x: [WithArray(row) for row in np.asarray(x)],
         "list of tensors": lambda x: [of_torch(row) for row in np.asarray(x)],
         "masked": np.ma.array}
every_kind = pytest.mark.parametrize("kind", KINDS)


@every_kind
def test_lengths_and_positions_of_every_kind(kind):
    make, lengths = KINDS[kind], np.array([3.0, 4.0, 3.0, 4.0])
    assert mgnn.problem(SQUARE, make(lengths)).lower.tolist() == lengths.tolist()
    assert mgnn.problem(SQUARE, stiffness=make(lengths)).stiffness.tolist() == lengths.tolist()
    assert mgnn.measure(SQUARE, make(Y), lengths).energy == 0
    assert mgnn.layout(SQUARE, lengths, pins=make(Y)).energy == 0
    assert np.allclose(mgnn.align(make(Y), Y), Y)
    assert mgnn.problem((4, KINDS[kind if kind != "nullable" else "pandas"](SQUARE[1]))).nodes == 4


@every_kind
def test_a_matrix_of_distances_of_every_kind(kind):
    p = mgnn.problem(KINDS[kind](D))
    assert p.nodes == 4 and len(p.edges) == 6 and p.pairs == "edges"
    assert all(low == D[i, j] for (i, j), low in zip(p.edges, p.lower))


@every_kind
@pytest.mark.parametrize("labels", [[0, 1, 1, -1], [True, False, True, True], [2.0, 5.0, 2.0, np.nan]])
def test_labels_of_every_kind(kind, labels):
    given = labels if kind == "list" else np.asarray(labels)
    if kind == "nullable":
        given = pytest.importorskip("pandas").Series(labels).convert_dtypes()
    elif kind != "list":
        given = KINDS[kind](given)
    if kind == "dlpack" and labels[0] is True:
        pytest.skip("DLPack has no truth values")
    _, numbers = mgnn.learn._classes(mgnn.problem(SQUARE), given)
    assert numbers.tolist() == {"int": [0, 1, 1, -1], "bool": [1, 0, 1, 1],
                                "float": [0, 1, 0, -1]}[type(labels[0]).__name__]


def test_labels_that_are_texts():
    pandas = pytest.importorskip("pandas")
    texts = ["b", None, "a", "b"]
    for given in (texts, np.array(texts, object), pandas.Series(texts), pandas.Series(texts, dtype="string"),
                  pandas.Series(texts, dtype="category"), pandas.Categorical(texts)):
        assert mgnn.learn._classes(mgnn.problem(SQUARE), given)[1].tolist() == [1, -1, 0, 1]


def test_labels_of_torch_are_classes():
    torch = pytest.importorskip("torch")
    net = mgnn.learn.train(SQUARE, torch.eye(4, requires_grad=True), torch.tensor([0, 0, 1, 1]), model="gcn",
                           part="tvte", epochs=2)
    assert net.classes == [0, 1]


@pytest.mark.parametrize("dtype", ["float16", "float32", "bfloat16", "int32", "uint8"])
def test_tensors_of_every_type_with_gradients(dtype):
    torch = pytest.importorskip("torch")
    lengths = torch.tensor([3, 4, 3, 4]).to(getattr(torch, dtype))
    lengths = lengths.requires_grad_() if lengths.is_floating_point() else lengths
    assert mgnn.problem(SQUARE, lengths).lower.tolist() == [3, 4, 3, 4]


@pytest.mark.parametrize("values, text", [
    (np.array([1, 2, 3, 4], "datetime64[D]"), "lengths has dates or times"),
    (np.array([1, 2, 3, 4], "timedelta64[s]"), "lengths has dates or times"),
    (np.array([1, 2, 3, 4j]), "lengths has complex numbers"),
    (np.ma.array([1, 2, 3, 4], mask=[0, 1, 0, 0]), "lengths has masked values"),
    (np.array([1, 2, 3, None], object), "nan"),
])
def test_values_that_are_no_numbers(values, text):
    with pytest.raises(mgnn.Error, match=text):
        mgnn.problem(SQUARE, values)


@every_kind
def test_values_to_draw_of_every_kind(kind):
    make, size = KINDS[kind], [1.0, 2.0, 3.0, 4.0]
    want = mgnn.draw(SQUARE, Y, node_color=size, edge_color=size, size=(300, 200)).data
    shape = make([300, 200]) if kind in ("numpy", "torch") else (300, 200)
    assert mgnn.draw(SQUARE, make(Y), node_color=make(size), edge_color=make(size), size=shape).data == want
    if kind not in ("list of arrays", "list of tensors", "masked"):
        colors = make([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]])
        assert b"#00ff00" in mgnn.draw(SQUARE, Y, node_color=colors).data.lower()


def test_a_column_of_pandas_goes_by_its_index():
    pandas, nx = pytest.importorskip("pandas"), pytest.importorskip("networkx")
    graph = nx.cycle_graph(list("dabc"))
    table = pandas.DataFrame(Y, index=list("dabc")).sort_index()
    p = mgnn.problem(graph)
    assert np.array_equal(p.positions(table), Y)
    assert p.ordered(pandas.Series({"a": 1, "b": 2, "c": 3, "d": 0}), "x").tolist() == [0, 1, 2, 3]


# ---- matrices ----

def test_a_matrix_of_distances_is_drawn_to_them():
    drawing = mgnn.layout(D)
    assert drawing.energy < 1e-12 and len(drawing.errors) == 6
    pandas = pytest.importorskip("pandas")
    named = mgnn.layout(pandas.DataFrame(D, index=list("abcd"), columns=list("abcd")))
    assert named.energy < 1e-12 and named.problem.keys == list("abcd")
    assert mgnn.problem([[0.0, 2.5], [2.5, 0.0]]).lower.tolist() == [2.5]


def test_pairs_of_a_matrix_without_a_length():
    for blank in (np.nan, np.inf):
        a = D.copy()
        a[0, 2] = a[2, 0] = blank
        p = mgnn.problem(a)
        assert [0, 2] not in p.edges.tolist() and len(p.edges) == 5
    half = np.where(np.tri(4, k=-1), D, np.nan)
    assert mgnn.problem(half).lower.tolist() == mgnn.problem(D).lower.tolist()
    assert mgnn.problem(D + 1e-17 * np.tri(4)).lower.tolist() == mgnn.problem(D).lower.tolist()


def test_nodes_on_one_spot_have_the_distance_0():
    y = np.array([[0.0, 0], [0, 0], [1, 0], [0, 2]])
    p = mgnn.problem(np.linalg.norm(y[:, None] - y[None], axis=2))
    assert len(p.edges) == 6 and p.lower[0] == 0


@pytest.mark.parametrize("a", [
    [[0, 1, 0], [1, 0, 1], [0, 1, 0]],                                  # a path: rows 0 and 2 alike
    [[0, 1, 1, 1], [1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]]])          # a star
def test_a_matrix_of_neighbours(a):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        p = mgnn.problem(np.array(a))
    assert len(p.edges) == np.count_nonzero(a) // 2 and (p.lower == 1).all() and p.pairs == "paths"


def test_entries_of_matrices_are_not_left_out_in_silence():
    sparse = pytest.importorskip("scipy.sparse")
    a = np.array([[0, 2, 0], [2, 0, 5], [0, 5, 0.0]])
    for graph in (a, sparse.csr_matrix(a), sparse.coo_matrix(a)):
        with pytest.warns(UserWarning, match="^all lengths are 1; the entries of the matrix, 2 to 5, are not used: "
                                             "lengths=True$"):
            assert (mgnn.problem(graph).lower == 1).all()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert mgnn.problem(graph, lengths=True).lower.tolist() == [2, 5]


@pytest.mark.parametrize("a, text", [
    ([[0, 1, 2], [1, 0, 3], [2, 4, 0]], r"the 3 x 3 matrix has 3 at \[1, 2\] and 4 at \[2, 1\]: a matrix of "
     "distances is symmetric"),
    ([[1, 1, 2], [1, 0, 3], [2, 3, 0]], r"has 1 at \[0, 0\]:"),
    ([[0, 1, 2], [1, 0, -3], [2, -3, 0]], r"has -3 at \[1, 2\]"),
    (np.corrcoef(Y + np.eye(4)[:, :2]), r"has 1 at \[0, 0\]"),
])
def test_matrices_that_are_neither(a, text):
    with pytest.raises(mgnn.Error, match=text):
        mgnn.problem(np.array(a))
    pandas = pytest.importorskip("pandas")
    with pytest.raises(mgnn.Error, match=text):
        mgnn.problem(pandas.DataFrame(a))


def test_the_advice_for_other_forms_is_right():
    distance = pytest.importorskip("scipy.spatial.distance")
    condensed = distance.pdist(Y)
    with pytest.raises(mgnn.Error, match=r"scipy.spatial.distance.squareform\(d\)"):
        mgnn.problem(condensed)
    assert mgnn.layout(distance.squareform(condensed)).energy < 1e-12
    with pytest.raises(mgnn.Error, match="a matrix of distances or of neighbours is a graph alone"):
        mgnn.problem((4, D))


# ---- attributes of edges ----

def graph_of(kind, **columns):
    """A path a, b, c with these values of its two edges."""
    if kind == "networkx":
        graph = pytest.importorskip("networkx").path_graph(list("abc"))
        for name, values in columns.items():
            for (i, j), x in zip(graph.edges, values):
                if x is not None:
                    graph[i][j][name] = x
        return graph
    if kind == "igraph":
        graph = pytest.importorskip("igraph").Graph([(0, 1), (1, 2)])
        graph.vs["name"] = list("abc")
        for name, values in columns.items():
            graph.es[name] = values
        return graph
    return pytest.importorskip("pandas").DataFrame({"from": list("ab"), "to": list("bc"), **columns})


every_graph = pytest.mark.parametrize("kind", ["networkx", "igraph", "pandas"])


@every_graph
def test_numbers_of_edges_are_not_left_out_in_silence(kind):
    graph = graph_of(kind, km=[932, 93], weight=[0.5, 2.0], name=["x", "y"], one=[1, 1])
    with pytest.warns(UserWarning) as seen:
        assert (mgnn.problem(graph).lower == 1).all()
    assert [str(w.message) for w in seen] == [
        'all lengths are 1; the edge attribute km, 93 to 932, is not used: lengths="km"',
        "the edge attribute weight is ignored: it means length to some tools and stiffness to others; "
        'use lengths="weight" or stiffness="weight"']
    assert {w.filename for w in seen} == {__file__}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert mgnn.problem(graph, "km").lower.tolist() == [932, 93]
        mgnn.rigidity(graph)
        mgnn.place(graph)
        mgnn.draw(graph, Y[:3], edge_color="attr:weight")
        mgnn.learn.train(graph, np.eye(3), [0, 1, 1], model="gcn", part="tve", epochs=1)
    with pytest.warns(UserWarning, match="attribute km, ") as seen:
        mgnn.problem(graph, stiffness="weight")
    assert len(seen) == 1


@every_graph
@pytest.mark.parametrize("name", ["len", "Length", "DISTANCE", "dist", "Len"])
def test_lengths_go_by_the_usual_names_in_any_case(kind, name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert mgnn.problem(graph_of(kind, **{name: [3, 4]})).lower.tolist() == [3, 4]
        assert mgnn.problem(graph_of(kind, **{name: [3, 4]}, lEn=[3, None])).lower.tolist() == [3, 4]


@every_graph
def test_lengths_that_contradict_each_other(kind):
    with pytest.raises(mgnn.Error, match="edge 'b' - 'c' has len 4 and Distance 5: give lengths='len' or "
                                         "lengths='Distance'"):
        mgnn.problem(graph_of(kind, Distance=[3, 5], len=[3, 4]))


def test_weights_of_an_edge_index_are_named():
    data = types.SimpleNamespace(edge_index=np.array(SQUARE[1]).T, num_nodes=4,
                                 edge_weight=np.array([1.0, 2, 3, 4]))
    with pytest.warns(UserWarning, match='the edge attribute edge_weight, 1 to 4, is not used: lengths="edge_weight"$'):
        mgnn.problem(data)


def test_notes_about_a_file_are_warnings(program, tmp_path):
    file = tmp_path / "path.gml"
    file.write_text("graph [ node [ id 0 ] node [ id 1 ] node [ id 2 ]\n"
                    "edge [ source 0 target 1 weight 2 ] edge [ source 1 target 2 weight 3 ] ]\n")
    with pytest.warns(UserWarning, match="weight") as seen:
        mgnn.layout(file)
    assert len(seen) == 1 and seen[0].filename == __file__
    said = subprocess.run([program("mgnn-layout"), file, "-o", tmp_path / "x.svg"], capture_output=True,
                          text=True, check=True).stderr
    assert str(seen[0].message).split(":")[1] in said


def test_notes_about_a_file_name_the_way_out():
    note = "x.gml: km, 93 to 932, is not used"
    assert mgnn._graphs.with_way_out(note) == note + ': lengths="km"'
    assert mgnn._graphs.with_way_out("x.gml: another note") == "x.gml: another note"


TABLES = {
    "pairs.csv": "from,to,km\nc,b,4\nb,a,3\n",
    "matrix.csv": ",a,b,c\na,0,3,\nb,3,0,4\nc,,4,0\n",
    "excel.csv": "\ufeffvon;nach;km\r\na;b;3,0\r\nb;c;4,0\r\n",
}


@pytest.mark.parametrize("name", list(TABLES))
def test_lengths_of_a_table(name, tmp_path, monkeypatch):
    """The tables that --metric takes, for graphs of files, of NetworkX and of igraph."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(TABLES[name])
    (tmp_path / "g.csv").write_text("source,target\na,b\nb,c\n")
    graphs = ["g.csv", tmp_path / "g.csv"]
    if nx := pytest.importorskip("networkx"):
        graphs += [nx.Graph([("a", "b"), ("b", "c")]), nx.DiGraph([("b", "a"), ("c", "b")])]
    for graph in graphs:
        for lengths in (name, tmp_path / name):
            p = mgnn.problem(graph, lengths)
            found = {frozenset(p.key(i) for i in ends): x for ends, x in zip(p.edges.tolist(), p.lower)}
            assert found == {frozenset("ab"): 3, frozenset("bc"): 4}


def test_tables_of_arrays_go_by_numbers(tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("i,j,lower,upper,stiffness\n0,1,1,2,5\n2,1,3,3,6\n0,2,9,9,9\n")
    with pytest.warns(UserWarning, match="t.csv: 1 pair is no edge of the graph and was ignored"):
        p = mgnn.problem((3, [[1, 2], [0, 1]]), table)
    assert p.edges.tolist() == [[1, 2], [0, 1]] and p.lower.tolist() == [3, 1]
    assert p.upper.tolist() == [3, 2] and p.stiffness.tolist() == [6, 5]
    matrix = tmp_path / "m.npy"
    np.save(matrix, D)
    assert mgnn.problem(SQUARE, matrix).lower.tolist() == mgnn.problem(SQUARE, [3, 4, 3, 4]).lower.tolist()
    table.write_text("0,1,3\n")
    with pytest.raises(mgnn.Error, match="there is no length for edge"):
        mgnn.problem((3, [[1, 2], [0, 1]]), table)
    with pytest.raises(mgnn.Error, match="but a graph of arrays has no attributes"):
        mgnn.problem(SQUARE, "none.csv")
