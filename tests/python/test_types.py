"""The hints hold, as far as mypy can tell, and the help is complete."""
import dataclasses
import os
import pathlib
import re
import subprocess
import sys

import mgnn
import pytest


def test_mypy_finds_nothing(tmp_path):
    pytest.importorskip("mypy")
    package = pathlib.Path(os.environ["top_srcdir"]) / "python" / "mgnn"
    run = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path, package],
                         capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


def test_all_that_answers_have_is_explained():
    kinds = [getattr(mgnn, name) for name in mgnn.__all__]
    kinds = [kind for kind in kinds if dataclasses.is_dataclass(kind)] + [mgnn.Violation]
    assert len(kinds) > 10
    for kind in kinds:
        names = kind._fields if kind is mgnn.Violation else [f.name for f in dataclasses.fields(kind)]
        assert [name for name in names
                if not re.search(rf"(?m)^    (\w+, )*{name}\b", kind.__doc__)] == [], kind


def test_only_public_names_are_listed():
    names = [name for name in dir(mgnn) if not re.fullmatch("__[a-z]+__", name)]
    assert set(names) - {"MGNNLayout"} == {*mgnn.__all__, "learn"}
    assert all(hasattr(mgnn, name) for name in dir(mgnn))


def test_the_help_has_every_call_in_a_section():
    sections = re.findall(r"(?m)^([A-Z][a-z ]+)\n((?:    .*\n)(?:    .*\n|\n)*)", mgnn.__doc__)
    assert [title for title, _ in sections] == ["Graphs", "Drawings", "Pictures", "Verdicts", "Layers",
                                                "What all calls share"]
    calls = {name for name in mgnn.__all__ if name[0].islower()} - {"version"}
    assert {name for name in calls if not any(re.search(rf"\b{name}\b", text) for _, text in sections)} \
        == set()
