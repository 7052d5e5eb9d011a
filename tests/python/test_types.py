"""The hints hold, as far as mypy can tell."""
import os
import pathlib
import subprocess
import sys

import pytest


def test_mypy_finds_nothing(tmp_path):
    pytest.importorskip("mypy")
    package = pathlib.Path(os.environ["top_srcdir"]) / "python" / "mgnn"
    run = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path, package],
                         capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
