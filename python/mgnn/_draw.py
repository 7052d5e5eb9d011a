"""Pictures by mgnn-layout: the graph goes to a file, the program draws it.

The renderer belongs to the programs; what it draws here is what it draws there,
and its options have the same words.
"""
from __future__ import annotations

import csv
import os
import pathlib
import shutil
import subprocess
import tempfile
from typing import Any, Optional

import numpy as np

from ._core import Error
from ._graphs import Problem, problem


class Picture:
    """What was drawn: data (bytes) in a format, shown by notebooks."""

    def __init__(self, data: bytes, format: str):
        self.data, self.format = data, format

    def __repr__(self) -> str:
        return f"<mgnn.Picture: {self.format}, {len(self.data)} bytes>"

    def _repr_svg_(self) -> Optional[str]:
        return self.data.decode() if self.format == "svg" else None

    def _repr_png_(self) -> Optional[bytes]:
        return self.data if self.format == "png" else None

    def _repr_html_(self) -> Optional[str]:
        if self.format != "html":
            return None
        # The page is a document of its own, with a policy that forbids others'.
        page = self.data.decode().replace("&", "&amp;").replace('"', "&quot;")
        return f'<iframe srcdoc="{page}" width="100%" height="600" style="border:0"></iframe>'


def program() -> Optional[str]:
    """Where mgnn-layout is."""
    return os.environ.get("MGNN_LAYOUT") or shutil.which("mgnn-layout")


def names_of(p: Problem) -> list:
    """What the program calls the nodes: as the graph does, or by numbers where that
    would be the same for two of them."""
    names = [str(p.key(i)).replace("\n", " ") for i in range(p.nodes)]
    unique = len(set(names)) == len(names) and "" not in names
    return names if unique else [str(i) for i in range(p.nodes)]


def gml(p: Problem, names: list) -> str:
    """Nodes by name and edges with their lengths."""
    lines = ["graph ["]
    for i, name in enumerate(names):
        name = name.replace("&", "&amp;").replace('"', "&quot;")
        lines.append(f'node [ id {i} label "{name}" ]')
    for (i, j), low, high in zip(p.edges.tolist(), p.lower.tolist(), p.upper.tolist()):
        length = f"len {low!r}" if low == high else \
            f"lower {low!r}" if high == np.inf else f"lower {low!r} upper {high!r}"
        lines.append(f"edge [ source {i} target {j} {length} ]")
    return "\n".join(lines + ["]\n"])


def words(options: dict) -> list:
    """Options as the program takes them: node_color="red" is --node-color red."""
    out = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is True:
                out.append(option)
            elif one is not None and one is not False:
                out.append(f"{option}={one}")
    return out


def draw(graph: Any, positions: Any, file: Any = None, *, format: Optional[str] = None,
         lengths: Any = None, **options: Any) -> Optional[Picture]:
    """Draw positions (in the space of Y) with the program mgnn-layout.

    file       where to; None: a Picture is answered, which notebooks show.
    format     "svg", "png", "pdf", "html", ...; None: by the suffix of the file, or
               svg.
    options    those of mgnn-layout that say how it is drawn, with _ for -:
               edge_color="strain", node_labels=True, size="600x400".
    """
    p = problem(graph, lengths)
    y = p.positions(positions)
    command = program()
    if command is None:
        raise Error("drawing needs the program mgnn-layout, which is not in PATH")
    with tempfile.TemporaryDirectory(prefix="mgnn-") as folder:
        to = os.path.abspath(file) if file is not None \
            else os.path.join(folder, f"picture.{format or 'svg'}")
        source, start = os.path.join(folder, "graph.gml"), os.path.join(folder, "start.csv")
        names = names_of(p)
        pathlib.Path(source).write_text(gml(p, names), encoding="utf-8")
        with open(start, "w", encoding="utf-8", newline="") as table:
            rows = csv.writer(table)
            rows.writerow(["node"] + [f"x{c}" for c in range(y.shape[1])])
            rows.writerows([name, *at] for name, at in zip(names, y.tolist()))
        run = subprocess.run(
            # Pinned, every node stays where it is.
            [command, "-q", source, f"--pin={start}", f"--dim={y.shape[1]}", "-o", to, *(["-T", format] if format else []),
             *words(options)], capture_output=True, text=True, check=False)
        if run.returncode != 0:
            raise Error(run.stderr.strip().removeprefix("mgnn-layout: ")
                        or f"mgnn-layout ended with status {run.returncode}")
        if file is not None:
            return None
        return Picture(pathlib.Path(to).read_bytes(), format or "svg")
