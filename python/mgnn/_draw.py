"""Pictures by libmgnn-draw: what mgnn-layout draws, with the words of its options."""
from __future__ import annotations

import difflib
import io
import os
import pathlib
import re
import sys
import tempfile
import webbrowser
from typing import Any, Optional

import numpy as np

from . import _drawing
from ._core import Error
from ._graphs import Problem, edges_only, of_result
from ._values import Array, array_of, interruptible, items, plain, warn


# Of more edges the library draws plain lines (MG_LINES_DRAWN).
LINES_DRAWN = 100000

# A wheel has a font, for machines where none is set up.
_FONTS = pathlib.Path(__file__).with_name("libs") / "fonts.conf"
if _FONTS.exists() and not os.path.exists("/etc/fonts/fonts.conf"):
    os.environ.setdefault("FONTCONFIG_FILE", str(_FONTS))

# Options that name an attribute without attr: before it.
TEXTS = ("labels", "names", "edge_text")

# Other words for options, and the values that they stand for.
SPELLINGS = {"edge_labels": "edge_text", "node_text": "names"}


class Picture:
    """What was drawn: data (bytes) in a format, shown by notebooks."""

    def __init__(self, data: bytes, format: str):
        self.data, self.format = data, format

    def save(self, file: Any) -> None:
        """Write it to a file, whose suffix must be that of the format."""
        path = pathlib.Path(file)
        if path.suffix.lower() != "." + self.format:
            raise Error(f"the picture is {self.format}, but {str(file)!r} does not end in "
                        f".{self.format}; mgnn.draw(..., format=...) draws it in another format")
        path.write_bytes(self.data)

    def show(self) -> None:
        """Show it: in a notebook below the cell, else by the viewer of the desktop."""
        if "IPython" in sys.modules and sys.modules["IPython"].get_ipython() is not None:
            sys.modules["IPython"].display.display(self)
            return
        with tempfile.NamedTemporaryFile(suffix="." + self.format, delete=False) as file:
            file.write(self.data)
        webbrowser.open(pathlib.Path(file.name).as_uri())

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


def draw_options() -> dict[str, str]:
    """What draw takes as options, and what each does."""
    return {word.replace("-", "_"): (help if value is None else f"{value}: {help}").replace(": {shapes}", "")
            for word, value, help in _drawing.options()}


def draw_formats() -> list[str]:
    """The formats that draw writes."""
    return _drawing.formats()


def words(options: dict[Any, Any]) -> list[Any]:
    """Options as the library takes them: node_color="red" is node-color, red."""
    out: list[Any] = []
    known = {word: kind or "" for word, kind, _ in _drawing.options()}
    for name, value in options.items():
        if name == "node_labels":
            if value is None or options.get("names") is not None:
                continue
            name = "names"
        value = plain(value)
        word = name.replace("_", "-")
        if name == "style":
            raise Error("style is an option of mgnn-layout alone: a file says how it is drawn, and "
                        "arrays do not")
        if word not in known:
            near = difflib.get_close_matches(word, known, 1)
            raise Error(f"there is no option {name} to draw with; "
                        + (f"is it {near[0].replace('-', '_')}?  " if near else "")
                        + "mgnn.draw_options() has them all")
        if name == "names" and isinstance(value, bool):
            out.append((word, "yes" if value else "no"))
        elif name == "arrows" and isinstance(value, bool):
            out.append((word, "end" if value else "no"))
        elif isinstance(value, bool) and "yes|no" in known[word]:
            out.append((word, "yes" if value else "no"))
        elif value is True:
            out.append((word, None))
        elif isinstance(value, (list, tuple, np.ndarray)):
            out.append((word, ("x" if word == "size" else ",").join(map(str, value))))
        elif value is not None and value is not False:
            out.append((word, str(value)))
    return out


def hex_color(color: Any, name: str) -> str:
    """Of red, green and blue from 0 to 1, perhaps with an opacity of 1."""
    x = array_of(color).astype(np.float64)
    if x.shape not in ((3,), (4,)) or not ((x >= 0) & (x <= 1)).all() or (x[3:] != 1).any():
        raise Error(f"{name} has {color!r}, must be a colour: red, green and blue from 0 to 1, a "
                    "CSS name or #rrggbb")
    return "#" + "".join(f"{round(255 * part):02x}" for part in x[:3])


def of_each(p: Problem, options: dict[Any, Any], data: dict[bool, dict[Any, Any]]) -> dict[Any, Any]:
    """Options with one value for each node or edge become data that they name."""
    out = dict(options)
    for name in ("node_color", "node_size", "node_shape", "edge_color", "edge_width", *TEXTS):
        values: Any = options.get(name)
        values = p.by_ends(values, name) if name.startswith("edge") and isinstance(values, dict) \
            else values if name.startswith("edge") else p.ordered(values, name)
        values = plain(values)
        if name.endswith("color") and isinstance(values, (list, tuple, np.ndarray)):
            values = [hex_color(color, name) if np.ndim(color) > 0 else color for color in values]
        if values is None or isinstance(values, (str, bool)) or np.ndim(values) != 1:
            continue
        data[name.startswith("edge")][name] = values
        out[name] = name if name in TEXTS else f"attr:{name}"
    return out


def column(values: Any, count: int, name: str) -> Any:
    """An attribute: numbers as an array of doubles, else texts as a list; None is a
    value that is missing."""
    values = items(values)
    if len(values) != count:
        raise Error(f"the attribute {name} has {len(values)} values, but there are {count}")
    if all(v is None or isinstance(v, (int, float)) and not isinstance(v, bool) for v in values):
        return np.array([np.nan if v is None else v for v in values], dtype=np.float64)
    return [None if v is None else str(v).replace("\0", " ") for v in values]


def attributes(p: Problem, options: dict[Any, Any], node_data: dict[Any, Any], edge_data: dict[Any, Any]) -> list[Any]:
    """What is given, and what options name of a graph that has attributes."""
    out = {(False, k): column(v, p.nodes, k) for k, v in node_data.items()}
    out |= {(True, k): column(p.kept(v), len(p.edges), k) for k, v in edge_data.items()}
    for option, word in options.items():
        if not isinstance(word, str):
            continue
        of_edges = option.startswith("edge")
        name = word.removeprefix("attr:")
        if (of_edges, name) in out or (name == word and option not in TEXTS):
            continue
        values = p.edge_attribute(name) if of_edges else p.node_attribute(name)
        if values is None and (name != word or option != "names" or word not in ("yes", "no")):
            there = [given for of, given in out if of == of_edges] \
                + (p.source.attributes(of_edges) if p.source is not None else [])
            raise Error(f"{option} is {word!r}, but the {'edges' if of_edges else 'nodes'} have no "
                        f"attribute {name!r}; there are: {', '.join(map(str, there)) or 'none'}")
        if values is not None:
            out[of_edges, name] = column(p.kept(values), len(p.edges), name) if of_edges \
                else column(values, p.nodes, name)
    return [(of_edges, name, values) for (of_edges, name), values in out.items()]


def arrows_of(p: Problem, every: bool) -> tuple[Array, list[Any]]:
    """The ends of the edges, the first of them where an arrow begins, and what the library is
    told of directions: 0 none, 1 from the first end to the second, 2 both."""
    source, ends = p.source, p.edges
    if source is None or not (source.directed or every):
        return ends, []
    there = source.u.astype(np.uint64) * np.uint64(p.nodes) + source.v.astype(np.uint64)
    wide = ends.astype(np.uint64)
    along, back = (np.isin(wide[:, a] * np.uint64(p.nodes) + wide[:, 1 - a], there) for a in (0, 1))
    turned = np.where((back & ~along)[:, np.newaxis], ends[:, ::-1], ends)
    return np.ascontiguousarray(turned), [(True, "(directed)", np.where(along & back, 2.0, 1.0))]


def draw(graph: Any, positions: Any, file: Any = None, *, format: Optional[str] = None,
         lengths: Any = None, node_data: Optional[dict[Any, Any]] = None,
         edge_data: Optional[dict[Any, Any]] = None, **options: Any) -> Optional[Picture]:
    """Draw positions (in the space of Y) as mgnn-layout does.

    positions  an array, a dictionary from nodes, or a Layout, which is drawn with its own
               lengths; an error, if the graph or lengths= has others.  Or layers, an array
               of layers x n x dim such as rescale(graph, propagate(graph)): html shows them
               all, the other formats the last, unless frames is "sheet", all on one page,
               or "animation" (svg or png), with fps and hold in seconds.
    file       where to: a name, or what has a method write, for bytes; None: a Picture is
               answered, which notebooks show.
    format     "svg", "png", "pdf" or "html", the interactive page, which a notebook shows
               inline; None: by the suffix of the file, or svg, of layers html.
    node_data, edge_data    what is known of nodes and edges: dictionaries from names
               to one number or text each, which options name, such as
               node_color="attr:age".  Those of a graph of NetworkX or igraph need
               not be given.
    options    those of mgnn-layout that say how it is drawn, with _ for - (see
               draw_options): edge_color="strain", names=True, size=(600, 400),
               labels="club", node_shape="box", edge_text="km", no_overlap=True.
               node_color, node_size, node_shape, labels, names, edge_color, edge_width and
               edge_text may be one value for each node, or edge, or a dictionary from nodes,
               or pairs; a colour is a CSS name, #rrggbb or three numbers from 0 to 1.
               names=False writes no names; those that find no space are left out without a
               word.

    Directed graphs of NetworkX and igraph have arrowheads; the edges of others have them
    if arrows="end" or "middle" is given.  arrows=False leaves them out.  Loops and parallel
    edges are not drawn.
    """
    if hasattr(file, "write") and (isinstance(file, io.TextIOBase) or hasattr(file, "encoding")):
        raise TypeError('file is open for text, must be for bytes: open(name, "wb") or io.BytesIO()')
    p = of_result(edges_only(graph) if lengths is None else graph, lengths, positions)
    layers = np.ndim(plain(positions)) == 3 and not isinstance(positions, dict)
    y = np.stack([p.positions(at) for at in positions]) if layers and len(positions) > 0 \
        else p.positions(positions)
    data_of = {False: dict(node_data or {}), True: dict(edge_data or {})}
    options = {SPELLINGS.get(name, name): value for name, value in options.items()}
    if getattr(positions, "unit", None):
        options = {"unit": positions.unit, **options}
    options = of_each(p, options, data_of)
    words_of = words(options)
    if hasattr(file, "write"):
        file.write(draw(p, y, format=format, node_data=data_of[False], edge_data=data_of[True],
                        **options).data)                                # type: ignore[union-attr]
        return None
    arrows = options.get("arrows")
    ends, directions = arrows_of(p, arrows not in (None, False, "no"))
    if len(ends) > LINES_DRAWN and (directions and arrows not in (False, "no") or any(
            word == "edge-text" or word == "edge-width" and str(value).startswith("attr:")
            for word, value in words_of)):
        warn(f"of more than {LINES_DRAWN} edges directions, labels and widths are not drawn")
    given = p.pairs == "edges"
    names = [str(p.name(i)).replace("\0", " ") for i in range(p.nodes)]
    where = None if file is None else os.fsencode(os.path.abspath(file))
    shape = format or (None if file is not None
                       else "html" if layers and not options.get("frames") else "svg")
    try:
        data = interruptible(
            _drawing.draw, (p.nodes, ends, p.lower if given else None,
             p.upper if given and p.upper is not p.lower else None, p.stiffness),
            names, attributes(p, options, data_of[False], data_of[True]) + directions, words_of,
            y.shape[-1], y, shape, where)
    except Error as error:          # which has the words of the program
        raise Error(re.sub(r"--([a-z][a-z-]*)", lambda word: word[1].replace("-", "_"),
                           str(error))) from None
    return None if data is None else Picture(data, str(shape))
