"""mgnn.layout has what the program has, by the same names."""
import inspect
import re
import subprocess

import mgnn
import mgnn.learn
import numpy as np
import pytest

# What has an option of a program, where no parameter of its name does: a call or a class, or a
# text that says why Python needs none.
FILES, TERMINAL, SHELL = "files", "a terminal", "limits for files of strangers"
INPUT = {"input_format": "problem(format=)", "cutoff": FILES, "topology": FILES, "project": FILES,
         "init": mgnn.start, "component": "the graph is chosen by the caller", "no_isolates":
         "the graph is chosen by the caller", "lenient": FILES, "strict_tables": FILES,
         "metric_adds_edges": FILES, "metric": mgnn.lengths_make, "pin": mgnn.problem, "class": mgnn.draw,
         "features": mgnn.propagate, "max_nodes": SHELL, "max_edges": SHELL, "max_bytes": SHELL}
GENERAL = {"quiet": TERMINAL, "verbose": TERMINAL, "usage": TERMINAL, "help": TERMINAL,
           "version": mgnn.version, "output": mgnn.Picture.save}
DRAWN = {"style": FILES, "embed": "draw takes the principal axes", "space": mgnn.rescale}
LAYOUT = {"positions": mgnn.draw, "align": mgnn.align, "no_layout": mgnn.draw,
          "ellipses": mgnn.uncertainty, "compare": mgnn.compare_layouts,
          "compare_table": mgnn.compare_layouts, "compare_sheet": mgnn.draw}
LAYERS = {"gpr": "propagate(filter=)", "precision": "propagate(single_precision=)",
          "measures": mgnn.layer_measures, "captions": mgnn.draw, "splits": "probe_accuracy",
          "reference": mgnn.compare, "sweep": mgnn.sweep, "seeds": mgnn.sweep, "table": mgnn.Sweep.to_pandas,
          "claims": mgnn.Sweep.claims}
WRITTEN = {"sheet": "draw(frames='sheet')", "show_layers": "the caller slices the layers",
           "viewport": "draw(frames='sheet')", "animate": "draw(frames='animation')",
           "plot": "charts of layer_measures, by the caller's matplotlib",
           "uncertainty": mgnn.uncertainty, "worst": mgnn.Layout.worst, "report": mgnn.measure}
JUDGED = {"met": "feasibility(tolerance=)", "dims": "layout(dim='auto')",
          "realizations": mgnn.realizations, "no_search": mgnn.feasibility,
          "json": mgnn.feasibility, "motions": mgnn.flexes, "stresses": mgnn.flexes,
          "show": mgnn.rigidity}
LEARNED = {"model": mgnn.learn.train, "binary_features": "the caller's features", "set": FILES, "settings": FILES,
           "metric_attention": "train(attention=)",
           "form": "former names", "split": "train(validation=, test=)", "splits": mgnn.learn.train,
           "seeds": mgnn.learn.train, "batch": "graph regression", "readout": "graph regression",
           "tune": mgnn.learn.tune, "journal": FILES, "metric_from": mgnn.learn.Network.metric,
           "extra_pairs": mgnn.learn.Network.metric, "predictions": mgnn.learn.Network.predict,
           "logits": mgnn.learn.Network.logits, "embedding": mgnn.learn.Network.layer,
           "save": mgnn.learn.Network.save, "load": mgnn.learn.load, "report": mgnn.learn.Result,
           "format": FILES, "paper": FILES, "threads": "the caller's threads"}


def settings_of_networks(program):
    """Those that **settings of train takes: the library refuses others by name."""
    graph = (2, [[0, 1]])
    for name in ("lr", "weight_decay", "dropout", "hidden", "layers", "alpha", "beta", "theta", "mu", "p",
                 "attention", "initial", "eps", "metric_bound", "epochs", "patience"):
        with pytest.raises(mgnn.Error) as error:
            mgnn.learn.train(graph, np.eye(2), [0, 1], part="tv", **{name: "x"})
        assert "there is none of this name" not in str(error.value), name
        yield name


@pytest.mark.parametrize("name, calls, elsewhere", [
    ("mgnn-layout", [mgnn.layout, mgnn.problem, mgnn.propagate],
     {**INPUT, **LAYOUT, **LAYERS, **DRAWN, **WRITTEN, **GENERAL}),
    ("mgnn-inspect", [mgnn.layout, mgnn.problem, mgnn.feasibility], {**INPUT, **JUDGED, **DRAWN, **GENERAL}),
    ("mgnn-sbm", [mgnn.sbm], GENERAL),
    ("mgnn-learn", [mgnn.learn.train, mgnn.learn.tune, mgnn.learn.Network.predict, mgnn.learn.Network.layer],
     {**INPUT, **LEARNED, **GENERAL})])
def test_every_option_of_a_program_is_somewhere(program, name, calls, elsewhere):
    text = subprocess.run([program(name), "--help"], capture_output=True, text=True, check=True).stdout
    words = {w.replace("-", "_") for w in re.findall(r"^  (?:-., |    )--([a-z-]+)", text, re.M)}
    assert len(words) > 8
    here = {name for call in calls for name in inspect.signature(call).parameters}
    here |= set(settings_of_networks(program)) if name == "mgnn-learn" else set(mgnn.draw_options())
    here |= {"format"}
    assert words - here - set(elsewhere) == set()
    assert all(callable(what) or isinstance(what, (str, type)) for what in elsewhere.values())


def test_every_option_of_the_search_is_a_parameter(program):
    text = subprocess.run([program("mgnn-layout"), "--help"], capture_output=True, text=True,
                          check=True).stdout
    part = text[text.index("Lengths:"):text.index("Layers (")]
    words = {w.replace("-", "_") for w in re.findall(r"^ {6}--([a-z-]+)", part, re.M)}
    assert len(words) > 20
    there = set(inspect.signature(mgnn.layout).parameters)
    assert words - {*LAYOUT, "metric", "metric_adds_edges", "pin", "no_overlap"} <= there
    assert {"effort", "restarts", "ensemble", "smooth", "dim", "robust", "noise", "chirality", "min_distance",
            "unit"} <= words & there


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
    assert p.upper[2] == 5
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
