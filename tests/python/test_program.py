"""The same answers as the programs, to the last bit."""
import csv
import json
import subprocess

import mgnn
import numpy as np
import pytest


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def positions_read(text):
    rows = list(csv.reader(text.splitlines()))[1:]
    return [row[0] for row in rows], np.array([[float(x) for x in row[1:]] for row in rows])


@pytest.mark.parametrize("name", ["kite.csv", "c60.csv", "strip.csv", "triangle.gml"])
def test_layout_of_a_file(program, graphs, name):
    path = str(graphs / name)
    _, want = positions_read(run(program("mgnn-layout"), "-q", "--pairs", "edges", path,
                                 "-T", "csv", "-o", "-"))
    assert np.array_equal(mgnn.layout(path, pairs="edges").positions, want)


@pytest.mark.parametrize("model", mgnn.rule_names())
@pytest.mark.parametrize("dim", [2, 3])
def test_layers_of_a_file(program, graphs, model, dim):
    path = str(graphs / "karate.gml")
    _, want = positions_read(run(program("mgnn-layout"), "-q", path, "--layers", "6", "--model",
                                 model, "--dim", str(dim), "--seed", "3", "-T", "csv", "-o", "-"))
    came = mgnn.propagate(path, model=model, layers=6, dim=dim, seed=3)
    assert np.array_equal(came[-1], want)


def test_arrays_come_to_what_their_file_does(program, tmp_path):
    rng = np.random.default_rng(3)
    edges = np.unique(np.sort(rng.integers(0, 40, (120, 2)), axis=1), axis=0)
    edges = edges[edges[:, 0] != edges[:, 1]]
    lengths = rng.integers(1, 20, len(edges)) / 8
    path = tmp_path / "graph.csv"
    path.write_text("source,target,length\n" + "".join(
        f"{i},{j},{x}\n" for (i, j), x in zip(edges, lengths)))
    names, want = positions_read(run(program("mgnn-layout"), "-q", str(path), "-T", "csv",
                                     "-o", "-"))
    number = {int(name): k for k, name in enumerate(names)}
    ends = np.array([[number[i], number[j]] for i, j in edges])
    assert np.array_equal(mgnn.layout((len(names), ends), lengths).positions, want)


def test_verdicts_are_those_of_mgnn_inspect(program, graphs):
    path = str(graphs / "strip.csv")
    said = json.loads(run(program("mgnn-inspect"), "--json", "--no-search", path))
    rigidity = mgnn.rigidity(path)
    for name in ("rank", "degrees_of_freedom", "stresses", "rigid", "redundantly_rigid",
                 "globally_rigid"):
        assert said[name] == getattr(rigidity, name), name


@pytest.mark.parametrize("words, spread", [((), True), (("--spread", "no"), False)])
def test_freedom_is_used_as_by_the_program(program, tmp_path, words, spread):
    """Two triangles that share a node turn about it."""
    path = tmp_path / "hinge.csv"
    path.write_text("source,target,length\na,b,1\nb,c,1\nc,a,1\nc,d,2\nd,e,2\ne,c,2\n")
    _, want = positions_read(run(program("mgnn-layout"), "-q", str(path), *words, "-T", "csv",
                                 "-o", "-"))
    came = mgnn.layout(path, spread=spread)
    assert np.array_equal(came.positions, want)
    assert (came.spread_nodes > 0) == spread
