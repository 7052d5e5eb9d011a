"""The examples say what stands beside them, and so do those of the docstrings."""
import dataclasses
import doctest
import importlib.util
import inspect
import os
import re
import subprocess
import sys

import mgnn
import mgnn.learn
import numpy as np
import pytest
from conftest import SOURCE

EXAMPLES = SOURCE / "examples" / "python"


@pytest.mark.parametrize("name", ["draw", "errors", "molecule", "sensors", "layers"])
def test_an_example_says_what_it_should(name):
    if name == "draw":
        pytest.importorskip("networkx")
    came = subprocess.run([sys.executable, EXAMPLES / f"{name}.py"], cwd=SOURCE, check=True,
                          capture_output=True, text=True)
    assert came.stderr == ""
    assert came.stdout == (EXAMPLES / f"{name}.out").read_text(encoding="utf-8")


def test_no_example_is_left_out():
    assert sorted(p.stem for p in EXAMPLES.glob("*.py")) == ["draw", "errors", "layers", "molecule", "sensors"]


def test_the_examples_of_docstrings():
    for module, least in (mgnn, 3), (mgnn.learn, 3):
        tried = doctest.testmod(module)
        assert tried.failed == 0 and tried.attempted >= least


def test_every_call_has_a_docstring_and_hints():
    for name in mgnn.__all__:
        item = getattr(mgnn, name)
        assert item.__doc__, name
        if callable(item) and not isinstance(item, type):
            assert "return" in item.__annotations__, name


def without_comments(header):
    text = (SOURCE / "include" / header).read_text(encoding="utf-8")
    return re.sub(r"/\*.*?\*/", "", text, flags=re.S)


def calls_of(header, prefix):
    """What a header declares, without what frees and sets defaults."""
    return {name for name in re.findall(rf"\b{prefix}(\w+)\(", without_comments(header))
            if not name.endswith(("free", "_init", "_init_size"))}


def test_every_call_of_the_header_is_there():
    """mgnn_x and mgnn_x_find are x; what Python does by other means is listed."""
    calls = set(re.findall(r"\bmgnn_(\w+)\(", without_comments("mgnn.h")))
    by_other_means = {
        "status_text",                          # exceptions
        "problem_new", "problem_read", "problem_nodes", "problem_node_name", "problem_edges", "problem_ends",
        "problem_lengths", "problem_bounds_set", "problem_stiffness_set",
        "problem_self_loops_set", "problem_pins_set", "problem_chirality_set",
        "problem_min_distance_set", "problem_noise_set", "problem_read_memory", "problem_read_by",   # mgnn.problem
        "problem_upper", "problem_stiffness", "problem_weights", "problem_noise",
        "problem_self_loops", "problem_pins", "problem_chirality_count",
        "problem_chirality", "problem_min_distance",            # attributes of Problem
        "robust_suspects", "robust_suspect", "robust_odds", "robust_weight", "robust_scale",
        "robust_share",                                         # robust
        "uncertainty_covariance", "uncertainty_error", "uncertainty_free_nodes",
        "uncertainty_estimate", "uncertainty_freedom", "uncertainty_chi2",
        "uncertainty_leverage",                                 # uncertainty
        "feasibility_certify",                  # feasibility(positions=)
        "problem_bars", "determined_node", "determined_how", "determined_count",
        "determined_up_to", "determined_error",                 # determined
        "flexes_motions", "flexes_motion", "flexes_stresses", "flexes_stress",
        "flexes_prestress_stable",                              # flexes
        "rule_name", "solver_name"}             # rule_names, solver_names
    calls = {c for c in calls if not c.endswith(("_free", "_init", "_init_size"))}
    assert by_other_means <= calls
    missing = {c.removesuffix("_find") for c in calls - by_other_means} - set(mgnn.__all__)
    assert not missing


def test_every_call_of_the_companions_is_there():
    draw = calls_of("mgnn-draw.h", "mgnn_draw_")
    assert draw == {"new", "names", "numbers", "texts", "set", "bytes", "file",     # mgnn.draw
                    "option", "format"}                 # draw_options, draw_formats
    assert callable(mgnn.draw) and mgnn.draw_options() and mgnn.draw_formats()
    learn = calls_of("mgnn-learn.h", "mgnn_learn_") - {"data_new", "layer_size"}
    of_networks = {name for name in learn if hasattr(mgnn.learn.Network, name)}
    assert of_networks == {"predict", "layer", "metric", "save"}
    assert learn - of_networks == {"train", "load"} <= set(mgnn.learn.__all__)


def members_of(header, struct):
    """The members of a struct of a public header."""
    text = re.search(r"typedef struct \{([^{}]*)\} " + struct + ";", without_comments(header)).group(1)
    text = re.sub(r"\(\*(\w+)\)\([^)]*\)", r"\1", text)      # a pointer to a function is a name
    text = re.sub(r"\[[^]]*\]", "", text)
    return {re.search(r"(\w+)$", word.strip()).group(1)
            for line in text.split(";") if line.strip() for word in line.split(",")}


def parameters(*calls):
    return {name for call in calls for name in inspect.signature(call).parameters}


@pytest.mark.parametrize("struct, renamed, has", [
    ("mgnn_layer_params", {"rule": "model", "size": None, "control": None},
     lambda: parameters(mgnn.propagate)),
    ("mgnn_search_params", {"size": None, "control": None},
     lambda: parameters(mgnn.layout, mgnn.solve)),
    ("mgnn_realization_params", {"size": None}, lambda: parameters(mgnn.realizations)),
    ("mgnn_control", {"watch": "callback", "watch_ctx": None, "reserved": None},
     lambda: parameters(mgnn.layout)),
    ("mgnn_progress", {"x": "positions"}, lambda: mgnn.Progress._fields),
    ("mgnn_outcome", {}, lambda: dir(mgnn.layout((2, [[0, 1]])))),
    ("mgnn_figures", {}, lambda: dir(mgnn.measure((2, [[0, 1]]), np.eye(2)))),
    ("mgnn_rigidity", {"part_first": "parts", "part_node": "parts"},
     lambda: names_of(mgnn.Rigidity)),
    ("mgnn_infinitesimal", {}, lambda: names_of(mgnn.Infinitesimal)),
    ("mgnn_violation", {"nodes": "path"}, lambda: mgnn.Violation._fields),
    ("mgnn_violations", {"item": "items", "count": "items", "path_nodes": None},
     lambda: names_of(mgnn.Violations)),
    ("mgnn_feasibility", {"group_size": "group"}, lambda: names_of(mgnn.Feasibility)),
    ("mgnn_distribution", {}, lambda: names_of(mgnn.Distribution)),
    ("mgnn_comparison", {}, lambda: names_of(mgnn.Comparison)),
    ("mgnn_realizations", {"count": "y"}, lambda: names_of(mgnn.Realizations)),
    ("mgnn_learn_params", {"size": None, "watch": "callback", "watch_ctx": None},
     lambda: parameters(mgnn.learn.train)),
    ("mgnn_learn_result", {}, lambda: mgnn.learn.Result._fields)])
def test_every_member_of_the_structs_is_there(struct, renamed, has):
    members = members_of("mgnn-learn.h" if "learn" in struct else "mgnn.h", struct)
    assert len(members) > 2 and set(renamed) <= members
    assert {renamed.get(name, name) for name in members} - {None} <= set(has())


def names_of(record):
    return [field.name for field in dataclasses.fields(record)]


def test_the_version_is_the_same_everywhere():
    def found(path, pattern):
        return re.search(pattern, (SOURCE / path).read_text(encoding="utf-8"), re.M).group(1)
    for path, pattern in (("configure.ac", r"AC_INIT\(\[mgnn-layout\], \[(.*?)\]"),
                          ("CITATION.cff", r"^version: (.*)$"),
                          ("debian/changelog", r"\A\S+ \((.*?)-\d+\)"),
                          ("NEWS", r"\Amgnn-layout (.*)$")):
        assert found(path, pattern) == mgnn.__version__, path


def test_the_example_of_the_readme(monkeypatch, tmp_path, program):
    nx = pytest.importorskip("networkx")
    if importlib.util.find_spec("matplotlib"):
        import matplotlib
        matplotlib.use("Agg")
    else:                           # the line is run all the same, but for the picture
        monkeypatch.setattr(nx, "draw", lambda graph, pos: [pos[i][1] for i in graph])
    lines = (SOURCE / "README").read_text(encoding="utf-8").split("\n")
    first = lines.index("    import mgnn, networkx as nx")
    block = "\n".join(line[4:] for line in lines[first:lines.index("", first)])
    names = {}
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MGNN_LAYOUT", program("mgnn-layout"))
    exec(block, names)
    assert (tmp_path / "petersen.svg").stat().st_size > 1000
    assert not mgnn.feasibility(names["result"].problem).feasible


@pytest.mark.parametrize("path", [True, False])
def test_a_missing_library_is_named(tmp_path, path):
    """setup.py without the library, and without pkg-config."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("MGNN_")}
    env |= {"PKG_CONFIG_PATH": "", "PKG_CONFIG_LIBDIR": str(tmp_path)}
    if not path:
        env["PATH"] = str(tmp_path)
    came = subprocess.run([sys.executable, SOURCE / "python" / "setup.py", "--version"], env=env,
                          capture_output=True, text=True, check=False)
    assert came.returncode == 1 and "Traceback" not in came.stderr
    assert "build and install mgnn-layout first" in came.stderr
