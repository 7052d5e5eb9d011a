"""mgnn.layout has what the program has, by the same names."""
import inspect
import re
import subprocess

import mgnn
import numpy as np
import pytest

# Options for lengths and layout that are not parameters of mgnn.layout, and what has them.
ELSEWHERE = {"metric": mgnn.lengths_make, "metric_adds_edges": None, "unit": None, "pin": mgnn.problem,
             "align": mgnn.align, "no_layout": mgnn.draw, "no_overlap": mgnn.draw, "ellipses": mgnn.draw,
             "compare": None, "compare_table": None, "compare_sheet": None}


def test_every_option_of_the_search_is_a_parameter(program):
    text = subprocess.run([program("mgnn-layout"), "--help"], capture_output=True, text=True,
                          check=True).stdout
    part = text[text.index("Lengths:"):text.index("Layers (")]
    words = {w.replace("-", "_") for w in re.findall(r"^ {6}--([a-z-]+)", part, re.M)}
    assert len(words) > 20
    assert words - set(ELSEWHERE) <= set(inspect.signature(mgnn.layout).parameters)


def test_the_smallest_dimension_is_found():
    square = np.ones((4, 4)) - np.eye(4)        # a tetrahedron
    assert mgnn.layout(square, dim="auto").positions.shape == (4, 3)
    assert mgnn.layout((3, [[0, 1], [1, 2]]), [1, 2], dim="auto").positions.shape == (3, 1)
    with pytest.raises(mgnn.Error, match='dim="auto" does not go with pins'):
        mgnn.layout((2, [[0, 1]]), pins={0: [0, 0]}, dim="auto")


def test_an_ensemble_meets_the_bounds():
    edges, low = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]], np.ones(5)
    one = mgnn.layout((4, edges), lower=low, upper=2 * low, ensemble=4, cluster=0)
    assert one.models.shape == (4, 4, 2) and sorted(one.clusters) == [1, 2, 3, 4]
    assert np.array_equal(one.models[0], one.positions) and one.rmsd[0] == 0
    for at in one.models:
        far = np.linalg.norm(at[[a for a, _ in edges]] - at[[b for _, b in edges]], axis=1)
        assert (far > 0.99).all() and (far < 2.02).all()
    assert mgnn.layout((4, edges), lower=low, upper=2 * low).models is None


def test_restarts_keep_the_best():
    graph, length = (4, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]), [1, 1, 1, 1, 1, 1.7]
    each = [mgnn.layout(graph, length, seed=seed).energy for seed in (1, 2, 3)]
    assert mgnn.layout(graph, length, restarts=3).energy == min(each)


def test_smoothing_tightens_what_a_path_allows():
    p = mgnn.problem((3, [[0, 1], [1, 2], [2, 0]]), lower=[1, 1, 0], upper=[1, 1, 5])
    mgnn.layout(p, smooth=True)
    assert p.upper.tolist() == [1, 1, 2]


def test_a_wrong_length_is_left_out():
    at = np.random.default_rng(1).random((12, 2))
    i, j = np.triu_indices(12, 1)
    length = np.linalg.norm(at[i] - at[j], axis=1)
    length[5] *= 3
    out = mgnn.layout((12, np.stack([i, j], 1)), length, robust="geman-mcclure")
    assert out.robust.suspects == [5]
    assert mgnn.compare((12, np.stack([i, j], 1)), out, at).rmsd < 1e-4
    with pytest.raises(mgnn.Error, match="robust changes one drawing"):
        mgnn.layout((2, [[0, 1]]), [1], robust="huber", ensemble=2)


def test_words_that_do_not_exist_are_refused():
    for word, value in (("effort", "hard"), ("tree", "round")):
        with pytest.raises(mgnn.Error, match=f'the {word} is "{value}", must be'):
            mgnn.layout((2, [[0, 1]]), **{word: value})
