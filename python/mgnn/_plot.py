"""Drawings on axes of matplotlib, and progress bars for notebooks."""
from __future__ import annotations

from typing import Any, Optional

import numpy as np

from ._core import Error
from ._graphs import Problem
from ._values import Array

NAMES_MOST = 40         # more names than this are written only if asked for


def plot(p: Problem, y: Array, strain: Optional[Array], ax: Any = None, *,
         node_color: Any = "#0072b2", node_size: Any = 40, edge_color: Any = None,
         width: Any = 1.2, with_labels: Optional[bool] = None, font_size: float = 9) -> Any:
    """Draw nodes, edges and names on axes (None: new ones) and return the axes. Edges without a
    colour are coloured by strain."""
    from matplotlib import pyplot                   # type: ignore[import]
    from matplotlib.collections import LineCollection       # type: ignore[import]

    dim = y.shape[1]
    if dim > 3:
        raise Error(f"the drawing has {dim} dimensions, axes have up to 3: give dim=2, or use "
                    "mgnn.draw, which projects")
    if dim == 1:
        y = np.column_stack([y, np.zeros(len(y))])
    if ax is None:
        ax = pyplot.figure().add_subplot(projection="3d" if dim == 3 else None)
    if (dim == 3) != hasattr(ax, "get_zlim"):
        raise Error(f"the drawing has {dim} dimensions, and the axes are "
                    + ('flat: give pyplot.figure().add_subplot(projection="3d")' if dim == 3 else
                       "of space: give dim=3 to the layout"))
    if dim == 3:
        from mpl_toolkits.mplot3d.art3d import Line3DCollection as LineCollection   # type: ignore[import]
    usual = None if strain is not None else "#404040"
    lines = LineCollection(y[p.edges], linewidths=width, zorder=1,
                           colors=usual if edge_color is None else edge_color)
    if strain is not None and edge_color is None:
        shown = np.nan_to_num(strain)
        most = np.abs(shown).max(initial=0.01)
        lines.set(array=shown, cmap="coolwarm", clim=(-most, most))
    ax.add_collection(lines)
    ax.scatter(*y.T, s=node_size, c=node_color, zorder=2, edgecolors="white")
    if with_labels or with_labels is None and p.titles() is not None and p.nodes <= NAMES_MOST:
        for i, at in enumerate(y):
            if dim == 3:
                ax.text(*at, f" {p.name(i)}", fontsize=font_size)
            else:
                ax.annotate(str(p.name(i)), at, (4, 4), textcoords="offset points", fontsize=font_size)
    ax.set_aspect("equal")
    ax.set_axis_off()
    return ax


def progress(bar: Any = None) -> Any:
    """A callback that shows how far a run is on a bar of tqdm:
    mgnn.layout(graph, callback=mgnn.progress()).

    bar     one that there is already, such as tqdm(total=1000); None: a new one.
    """
    if bar is None:
        from tqdm.auto import tqdm                  # type: ignore[import]
        bar = tqdm(unit="step")

    def callback(now: Any) -> None:
        if now.value is not None:
            bar.set_postfix({"value": f"{now.value:.4g}"}, refresh=False)
        bar.update(now.step - bar.n)        # each stage counts from 0
    return callback
