"""Run the cells of a notebook as Jupyter does: what they print, and the last expression.

    python3 tests/python/notebook.py FILE...        store the outputs in the files
"""
import ast
import base64
import contextlib
import io
import json
import os
import pathlib
import sys

KINDS = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_", "image/png": "_repr_png_"}


def lines(text):
    return text.splitlines(keepends=True)


def shown(value):
    """What a cell shows of its last expression."""
    data = {kind: method() for kind, name in KINDS.items()
            if (method := getattr(value, name, None)) is not None}
    return {**{kind: base64.b64encode(x).decode() if isinstance(x, bytes) else lines(x)
               for kind, x in data.items() if x is not None}, "text/plain": lines(repr(value))}


def run(cells):
    """The outputs of each cell of code; names last from cell to cell."""
    names = {"__name__": "__main__"}
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        tree, out = ast.parse("".join(cell["source"])), io.StringIO()
        last = tree.body.pop().value if isinstance(tree.body[-1], ast.Expr) else None
        with contextlib.redirect_stdout(out):
            exec(compile(tree, "cell", "exec"), names)
            value = None if last is None else eval(compile(ast.Expression(last), "cell", "eval"), names)
        outputs = [{"output_type": "stream", "name": "stdout", "text": lines(out.getvalue())}] \
            if out.getvalue() else []
        if value is not None:
            outputs.append({"output_type": "execute_result", "execution_count": None, "metadata": {},
                            "data": shown(value)})
        yield cell, outputs


if __name__ == "__main__":
    for path in [pathlib.Path(name).resolve() for name in sys.argv[1:]]:
        os.chdir(path.parent)               # as Jupyter does
        book = json.loads(path.read_text(encoding="utf-8"))
        for one, outcome in run(book["cells"]):
            one["outputs"] = outcome
        path.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
