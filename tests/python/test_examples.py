"""The examples say what stands beside them, and so do those of the docstrings."""
import doctest
import pathlib
import subprocess
import sys

import mgnn
import pytest
from conftest import SOURCE

EXAMPLES = SOURCE / "examples" / "python"


@pytest.mark.parametrize("name", ["draw", "errors", "sensors", "layers"])
def test_an_example_says_what_it_should(name):
    if name == "draw":
        pytest.importorskip("networkx")
    came = subprocess.run([sys.executable, EXAMPLES / f"{name}.py"], cwd=SOURCE, check=True,
                          capture_output=True, text=True)
    assert came.stderr == ""
    assert came.stdout == (EXAMPLES / f"{name}.out").read_text(encoding="utf-8")


def test_no_example_is_left_out():
    assert sorted(p.stem for p in EXAMPLES.glob("*.py")) == ["draw", "errors", "layers", "sensors"]


def test_the_examples_of_docstrings():
    tried = doctest.testmod(mgnn)
    assert tried.failed == 0 and tried.attempted > 2


def test_every_call_has_a_docstring_and_hints():
    for name in mgnn.__all__:
        item = getattr(mgnn, name)
        assert item.__doc__, name
        if callable(item) and not isinstance(item, type):
            assert "return" in item.__annotations__, name


def test_every_call_of_the_header_is_there():
    """mgnn_x and mgnn_x_find are x; what Python does by other means is listed."""
    import re
    header = (SOURCE / "include" / "mgnn.h").read_text(encoding="utf-8")
    calls = set(re.findall(r"\bmgnn_(\w+)\(", re.sub(r"/\*.*?\*/", "", header, flags=re.S)))
    by_other_means = {
        "status_text",                          # exceptions
        "problem_new", "problem_read", "problem_nodes", "problem_edges", "problem_ends",
        "problem_lengths", "problem_bounds_set", "problem_stiffness_set",
        "problem_self_loops_set", "problem_pins_set", "problem_chirality_set",
        "problem_min_distance_set", "problem_noise_set", "problem_read_memory",  # mgnn.problem
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
    calls = {c for c in calls if not c.endswith(("_free", "_init", "_init_size"))} - by_other_means
    missing = {c.removesuffix("_find") for c in calls} - set(mgnn.__all__)
    assert not missing


def test_the_version_is_the_same_everywhere():
    def found(path, pattern):
        import re
        return re.search(pattern, (SOURCE / path).read_text(encoding="utf-8"), re.M).group(1)
    for path, pattern in (("configure.ac", r"AC_INIT\(\[mgnn-layout\], \[(.*?)\]"),
                          ("CITATION.cff", r"^version: (.*)$"),
                          ("debian/changelog", r"\A\S+ \((.*?)-\d+\)"),
                          ("NEWS", r"\Amgnn-layout (.*)$")):
        assert found(path, pattern) == mgnn.__version__, path


def test_the_example_of_the_readme(monkeypatch, tmp_path, program):
    pytest.importorskip("networkx")
    pytest.importorskip("matplotlib").use("Agg")
    lines = (SOURCE / "README").read_text(encoding="utf-8").split("\n")
    first = lines.index("    import mgnn, networkx as nx")
    block = "\n".join(line[4:] for line in lines[first:lines.index("", first)])
    names = {}
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MGNN_LAYOUT", program("mgnn-layout"))
    exec(block, names)
    assert (tmp_path / "petersen.svg").stat().st_size > 1000
    assert not mgnn.feasibility(names["result"].problem).feasible
