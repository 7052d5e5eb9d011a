"""A small picture for notebooks where mgnn-layout, which draws better, is not
installed: edges coloured by their strain."""
from __future__ import annotations

from typing import Optional
from xml.sax.saxutils import escape

import numpy as np

from ._graphs import Problem

EDGES_MOST = 20000      # more would take longer to show than to compute
NAMES_MOST = 60
SIZE, MARGIN = 400, 20


def plane(y: np.ndarray) -> np.ndarray:
    """The two principal axes of positions with more dimensions; y itself in two."""
    if y.shape[1] == 1:
        return np.column_stack([y, np.zeros(len(y))])
    if y.shape[1] == 2:
        return y
    centred = y - y.mean(axis=0)
    axes = np.linalg.svd(centred.T @ centred)[0]
    return centred @ axes[:, :2]


def colour(error: float) -> str:
    """Grey at the right length, to red too long, to blue too short, full at 10 %."""
    t = min(abs(error) / 0.1, 1.0) if error == error else 0.0
    full = (200, 30, 30) if error > 0 else (30, 60, 200)
    return "#%02x%02x%02x" % tuple(round(136 + t * (c - 136)) for c in full)


def picture(problem: Problem, y: np.ndarray, errors: np.ndarray) -> Optional[str]:
    if len(y) == 0:
        return None
    at = plane(y) * (1, -1)
    low, span = at.min(axis=0), np.ptp(at, axis=0)
    scale = (SIZE - 2 * MARGIN) / (span.max() or 1)
    at = (at - low) * scale + MARGIN
    width, height = span * scale + 2 * MARGIN
    radius = float(np.clip(60 / np.sqrt(len(at)), 1, 5))
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
           f'viewBox="0 0 {width:.1f} {height:.1f}">', '<g stroke-width="1.2">']
    for (i, j), error in zip(problem.edges, errors):
        (x1, y1), (x2, y2) = at[i], at[j]
        out.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
                   f'stroke="{colour(error)}"/>')
    out.append('</g><g fill="#333">')
    out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>' for x, y in at]
    out.append('</g>')
    if problem.keys is not None and len(at) <= NAMES_MOST:
        out.append('<g font-size="10" font-family="sans-serif">')
        out += [f'<text x="{x + radius + 1:.1f}" y="{y - radius:.1f}">{escape(str(key))}</text>'
                for key, (x, y) in zip(problem.keys, at)]
        out.append('</g>')
    return "\n".join(out + ['</svg>\n'])
