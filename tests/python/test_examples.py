"""The examples say what stands beside them, and so do those of the docstrings."""
import dataclasses
import doctest
import importlib.util
import inspect
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile

import mgnn
import mgnn.learn
import notebook
import numpy as np
import pytest
from conftest import SOURCE

EXAMPLES = SOURCE / "examples" / "python"


@pytest.mark.parametrize("name", ["errors", "molecule"])
def test_an_example_says_what_it_should(name):
    came = subprocess.run([sys.executable, EXAMPLES / f"{name}.py"], cwd=SOURCE, check=True,
                          capture_output=True, text=True)
    assert came.stderr == ""
    assert came.stdout == (EXAMPLES / f"{name}.out").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["draw", "sensors", "layers"])
def test_a_notebook_holds_what_its_cells_say(name, monkeypatch):
    if name == "draw":
        pytest.importorskip("networkx")
    monkeypatch.chdir(SOURCE / "examples" / "notebooks")        # as Jupyter does
    book = json.loads(pathlib.Path(f"{name}.ipynb").read_text(encoding="utf-8"))
    for cell, outputs in notebook.run(book["cells"]):
        assert [out.get("text") for out in outputs] == [out.get("text") for out in cell["outputs"]]
        assert [[*out.get("data", ())] for out in outputs] == [[*out.get("data", ())] for out in cell["outputs"]]


def test_no_example_is_left_out():
    assert sorted(p.stem for p in EXAMPLES.glob("*.py")) == ["errors", "molecule"]
    assert len([*SOURCE.glob("examples/notebooks/*.ipynb")]) == 3


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
        "problem_new", "problem_read", "problem_nodes", "problem_node_name", "problem_note", "problem_edges", "problem_ends",
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
        "determined_up_to", "determined_error", "determined_given",   # determined
        "flexes_motions", "flexes_motion", "flexes_stresses", "flexes_stress",
        "flexes_prestress_stable",                              # flexes
        "drawings_find", "drawings_dim", "drawings_outcome", "drawings_count", "drawings_positions",
        "drawings_cluster", "drawings_rmsd", "problem_smooth",  # layout
        "rule_name", "solver_name"}             # rule_names, solver_names
    calls = {c for c in calls if not c.endswith(("_free", "_init", "_init_size"))}
    assert by_other_means <= calls
    missing = {c.removesuffix("_find") for c in calls - by_other_means} - set(mgnn.__all__)
    assert not missing


def test_every_call_of_the_companions_is_there():
    draw = calls_of("mgnn-draw.h", "mgnn_draw_")
    assert draw == {"new", "names", "numbers", "texts", "set", "frames", "bytes",  # mgnn.draw
                    "file", "option", "format"}                 # draw_options, draw_formats
    assert callable(mgnn.draw) and mgnn.draw_options() and mgnn.draw_formats()
    learn = calls_of("mgnn-learn.h", "mgnn_learn_") - {"data_new", "layer_size",
                                                       "predict_calibrated"}
    assert "calibrated" in inspect.signature(mgnn.learn.Network.predict).parameters
    of_networks = {name for name in learn if hasattr(mgnn.learn.Network, name)}
    assert of_networks == {"predict", "logits", "layer", "metric", "save"}
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
    ("mgnn_search_params", {"met": "strict", "size": None, "control": None},
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
    lines = (SOURCE / "README.md").read_text(encoding="utf-8").split("\n")
    first = lines.index("    import mgnn, networkx as nx")
    block = "\n".join(line[4:] for line in lines[first:lines.index("", first)])
    names = {}
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MGNN_LAYOUT", program("mgnn-layout"))
    exec(block, names)
    assert (tmp_path / "petersen.svg").stat().st_size > 1000
    assert not mgnn.feasibility(names["result"].problem).feasible


def setup_run(tmp_path, *words):
    """setup.py where no libmgnn is installed; what it builds goes to tmp_path."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("MGNN_")}
    env |= {"PKG_CONFIG_PATH": "", "PKG_CONFIG_LIBDIR": str(tmp_path)}
    if "build_ext" in words:
        env["PATH"] = str(tmp_path)             # where no compiler is
    return subprocess.run([sys.executable, SOURCE / "python" / "setup.py", *words], env=env,
                          capture_output=True, text=True, check=False)


def test_what_cannot_be_built_is_told(tmp_path):
    came = setup_run(tmp_path, "build_ext", "--build-temp", tmp_path, "--build-lib", tmp_path)
    assert came.returncode == 1 and "Traceback" not in came.stderr
    assert "error: building libmgnn failed: " in came.stderr and "PKG_CONFIG_PATH must" in came.stderr


def test_a_source_package_has_the_sources_of_the_libraries(tmp_path):
    if not os.access(SOURCE / "python", os.W_OK):
        pytest.skip("the source tree cannot be written to")
    came = setup_run(tmp_path, "-q", "egg_info", "--egg-base", tmp_path, "sdist", "-d", tmp_path)
    assert came.returncode == 0, came.stderr
    package, = tmp_path.glob("*.tar.gz")
    with tarfile.open(package) as tar:
        there = {name.partition("/libmgnn/")[2] for name in tar.getnames()}
    lists = (SOURCE / "Makefile.am").read_text(encoding="utf-8").replace("\\\n", " ")
    for group in ("libcore_la_SOURCES", "libdraw_la_SOURCES", "learn_sources"):
        wanted = re.search(rf"(?m)^{group} *= *(.*)$", lists)[1].split()
        assert len(wanted) > 10 and {name for name in wanted if "$" not in name} <= there
    assert {"configure", "Makefile.in", "include/mgnn.h", "src/libmgnn.map"} <= there
    assert not any(name.endswith((".o", ".lo")) for name in there)
