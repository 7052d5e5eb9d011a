#!/usr/bin/python3
"""Drawings at defaults by mgnn-layout, neato and sfdp: pictures side by side, and a table.

  bench/pictures.py [-p PROGRAM] [-c COUNT] [-n NODES] [-o FOLDER] [-t SECONDS] [-m WORD]
                    GRAPHS...

Takes COUNT files of the folders GRAPHS, evenly from those that every program can read
and that have 3 to NODES nodes.  Graphviz gets DOT files as they are and all others as
DOT with names, edges and lengths, 1 in the mean.  With -o every triple is put into
FOLDER as one PNG, and ten of them on each contact sheet (sheet-01.png, ...).  Columns,
each for ours, neato, sfdp:

  crossings  of edges as straight lines between the middles of nodes
  nodes      pairs of nodes that cover each other, as they are drawn
  names      nodes whose text is drawn
  texts      pairs of texts that cover each other; ours are taken to be .58 em wide per
             character, those of Graphviz as wide as it says
  near       neighbours of a node among as many nearest nodes, in %
  area       smallest rectangle around the nodes, of the page, in %
  seconds    of the processor, with the PNG

Then a verdict against each of the two.  In each of the first five columns ours is better
or worse if it differs by more than 5 % and by more than 2 (near: by more than 10).  A
drawing is better if it is better in more columns than it is worse in, and so on.  The
columns in which it is worse are listed.

Needs Python 3 with NumPy, graphviz, and rsvg-convert for -o.
"""
import argparse
import base64
import html
import json
import math
import os
import re
import resource
import struct
import subprocess
import tempfile

import numpy as np

PEERS = ("neato", "sfdp")
# Column, whether more is better, and the difference that counts.
MEASURES = (("crossings", False, 2), ("nodes", False, 2), ("names", True, 2),
            ("texts", False, 2), ("near", True, 10))
ON_SHEET = 10
EM = 0.58                              # width of a character of DejaVu Sans, about


def run(command, limit):
    """Seconds of the processor, or None if it failed or took too long."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, stdout=subprocess.DEVNULL, timeout=limit,
                              stderr=subprocess.DEVNULL, check=False)
    except subprocess.TimeoutExpired:
        return None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime if done.returncode == 0 else None


def crossings(at, ends):
    """Pairs of edges that cross, by the signs of four triangles."""
    ends = [e for e in {tuple(sorted(e)) for e in ends} if e[0] != e[1]]
    if len(ends) > 8000:
        return math.nan
    e = np.array(ends, dtype=int).reshape(-1, 2)
    a, b = at[e[:, 0]], at[e[:, 1]]
    total = 0
    for k in range(len(e) - 1):
        p, q, c, d = a[k], b[k], a[k + 1:], b[k + 1:]

        def side(u, v, w):
            return np.sign((v[..., 0] - u[..., 0]) * (w[..., 1] - u[..., 1])
                           - (v[..., 1] - u[..., 1]) * (w[..., 0] - u[..., 0]))
        total += np.sum((side(p, q, c) * side(p, q, d) < 0)
                        & (side(c, d, p) * side(c, d, q) < 0))
    return int(total)


def overlaps(box, disc=False):
    """Pairs of boxes (x, y, half width, half height) that cover each other."""
    b = np.array(box).reshape(-1, 4)
    total = 0
    for k in range(len(b) - 1):
        d = np.abs(b[k + 1:, :2] - b[k, :2])
        r = (b[k + 1:, 2:] + b[k, 2:]) * 0.98
        if disc:
            total += np.sum((d / np.maximum(r, 1e-9))[:, 0] ** 2
                            + (d / np.maximum(r, 1e-9))[:, 1] ** 2 < 1)
        else:
            total += np.sum((d[:, 0] < r[:, 0]) & (d[:, 1] < r[:, 1]))
    return int(total)


def area(at, page):
    """The smallest rectangle around the points, of the page."""
    best = math.inf
    for turn in np.linspace(0, math.pi / 2, 91):
        c, s = math.cos(turn), math.sin(turn)
        u, v = at[:, 0] * c + at[:, 1] * s, at[:, 1] * c - at[:, 0] * s
        best = min(best, (u.max() - u.min()) * (v.max() - v.min()))
    return 100 * best / (page[0] * page[1])


def near(at, ends):
    """Neighbours of a node among as many nearest nodes, in %, in the mean."""
    to = [set() for _ in at]
    for a, b in ends:
        if a != b:
            to[a].add(b)
            to[b].add(a)
    shares = []
    for i, mine in enumerate(to):
        if mine:
            d = np.sum((at - at[i]) ** 2, axis=1)
            d[i] = np.inf
            found = set(np.argsort(d, kind="stable")[:len(mine)])
            shares.append(len(found & mine) / len(found | mine))
    return 100 * float(np.mean(shares)) if shares else math.nan


def verdict(ours, peer):
    """Sum of better and worse, and the columns in which ours is worse."""
    total, worse = 0, []
    for (name, more, least), a, b in zip(MEASURES, ours, peer):
        gain = (a - b) * (1 if more else -1)
        if abs(gain) > max(least, 0.05 * max(a, b)):
            total += 1 if gain > 0 else -1
            if gain < 0:
                worse.append(name)
    return total, worse


class Picture:
    """What a drawing shows."""
    def __init__(self):
        self.at, self.boxes, self.disc = [], [], False
        self.ends, self.texts, self.named = [], [], 0
        self.page, self.seconds = (1, 1), math.nan

    def row(self):
        at = np.array(self.at)
        return (crossings(at, self.ends), overlaps(self.boxes, self.disc), self.named,
                overlaps(self.texts), near(at, self.ends), area(at, self.page),
                self.seconds)


def ours(program, path, png, limit):
    """Ours from its SVG and its JSON."""
    with tempfile.TemporaryDirectory() as folder:
        svg, table = os.path.join(folder, "a.svg"), os.path.join(folder, "a.json")
        seconds = run([program, "-q", path, "-o", png], limit)
        if seconds is None:
            return None, None
        said = subprocess.run([program, path, "-o", svg, "-o", table], check=False,
                              capture_output=True, text=True).stderr
        with open(table, encoding="utf-8") as file:
            graph = json.load(file)
        with open(svg, encoding="utf-8") as file:
            text = file.read()
    p = Picture()
    p.seconds = seconds
    p.page = tuple(float(x) for x in
                   re.search(r'<svg[^>]*width="([\d.]+)" height="([\d.]+)"', text).groups())
    p.at = [n["position"] for n in graph["nodes"]]
    if p.at and len(p.at[0]) != 2:
        return None, None
    number = {n["id"]: k for k, n in enumerate(graph["nodes"])}
    p.ends = [(number[e["source"]], number[e["target"]]) for e in graph["edges"]]
    for x, y, r in re.findall(r'<circle cx="([-\d.]+)" cy="([-\d.]+)" r="([\d.]+)" data-name',
                              text):
        p.boxes.append((float(x), float(y), float(r), float(r)))
        p.disc = True
    # Further borders and the cells of records are paths within others: without a title.
    for d in re.findall(r'<path d="([^"]+)" class="node[^>]*><title>', text):
        xy = np.array([float(v) for v in re.findall(r"-?\d*\.?\d+", d)])
        if len(xy) % 2 == 0 and re.fullmatch(r"[MLz\d. -]+", d):
            x, y = xy[::2], xy[1::2]
            p.boxes.append(((x.min() + x.max()) / 2, (y.min() + y.max()) / 2,
                            (x.max() - x.min()) / 2, (y.max() - y.min()) / 2))
    for tag, x, y, rx, ry in re.findall(
            r'<(ellipse|circle) cx="([-\d.]+)" cy="([-\d.]+)" r[x]?="([\d.]+)"'
            r'(?: ry="([\d.]+)")? class="node', text):
        p.boxes.append((float(x), float(y), float(rx), float(ry or rx)))
        p.disc = True
    # Positions on the page, as far as they are seen, for the area.
    for size, group in re.findall(r'<g class="label[^"]*" font-size="([\d.]+)"[^>]*>(.*?)</g>',
                                  text, re.S):
        size = float(size)
        for x, y, anchor, word in re.findall(
                r'<text x="([-\d.]+)" y="([-\d.]+)"(?: text-anchor="(\w+)")?[^>]*>(.*?)</text>',
                group, re.S):
            word = re.sub(r"<title>.*?</title>|<[^>]+>", "", word)
            wide = EM * size * len(word)
            x = float(x) + {"": 0.5, "start": 0.5, "middle": 0, "end": -0.5}[anchor] * wide
            p.texts.append((x, float(y) - 0.35 * size, wide / 2, 0.42 * size))
    missing = re.search(r"(\d+) of (\d+) names of nodes are left", said)
    p.named = (int(missing[2]) - int(missing[1]) if missing
               else len(p.at) if p.texts else 0)
    span = np.ptp(np.array(p.at), axis=0)
    seen = np.array([b[:2] for b in p.boxes]) if p.boxes else None
    scale = (np.ptp(seen, axis=0).max() / span.max() if seen is not None and span.max() > 0
             else min(p.page) / max(span.max(), 1e-300))
    p.at = np.array(p.at) * scale
    return p, graph


def peer(program, path, png, limit):
    """Graphviz's from its JSON, which has how wide texts are."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        seconds = run([program, path, "-Tpng", "-o", png], limit)
        if seconds is None or run([program, path, "-Tjson", "-o", file.name], limit) is None:
            return None
        with open(file.name, encoding="utf-8", errors="replace") as f:
            graph = json.load(f, strict=False)
    p = Picture()
    number = {}
    p.seconds = seconds
    box = [float(x) for x in graph["bb"].split(",")]
    p.page = (box[2] - box[0] + 8, box[3] - box[1] + 8)
    for item in graph.get("objects", []):
        if "nodes" in item or "subgraphs" in item or "pos" not in item:
            continue
        x, y = (float(v) for v in item["pos"].strip("!").split(","))
        number[item["_gvid"]] = len(p.at)
        p.at.append((x, y))
        p.boxes.append((x, y, 36 * float(item["width"]), 36 * float(item["height"])))
        size, texts = 14, len(p.texts)
        for op in item.get("_ldraw_", []):
            size = op.get("size", size)
            if op["op"] == "T" and op["text"]:
                x = op["pt"][0] + {"l": 0.5, "c": 0, "r": -0.5}[op["align"]] * op["width"]
                p.texts.append((x, op["pt"][1] + 0.3 * size, op["width"] / 2, 0.42 * size))
        p.named += len(p.texts) > texts
    p.ends = [(number[e["tail"]], number[e["head"]]) for e in graph.get("edges", [])
              if e["tail"] in number and e["head"] in number]
    p.at = np.array(p.at)
    return p if len(p.at) else None


def dot_of(graph, path):
    """The graph as Graphviz takes it."""
    def quoted(text):
        return '"' + str(text).replace("\\", "\\\\").replace('"', '\\"') + '"'
    arrow = "->" if graph["directed"] else "--"
    lengths = [e.get("len") for e in graph["edges"]]
    mean = (np.mean(lengths) if all(isinstance(x, (int, float)) and x > 0 for x in lengths)
            else None)
    with open(path, "w", encoding="utf-8") as file:
        file.write("digraph {\n" if graph["directed"] else "graph {\n")
        for n in graph["nodes"]:
            label = n.get("label", n.get("name", n["id"]))
            file.write(f"{quoted(n['id'])} [label={quoted(label)}]\n")
        for e in graph["edges"]:
            given = f" [len={e['len'] / mean}]" if mean else ""
            file.write(f"{quoted(e['source'])} {arrow} {quoted(e['target'])}{given}\n")
        file.write("}\n")


def join(pictures, out, wide=900, high=760, columns=3):
    """Pictures in rows, each as large as a cell of that size allows."""
    with tempfile.NamedTemporaryFile("w", suffix=".svg") as svg:
        svg.write(f'<svg xmlns="http://www.w3.org/2000/svg" '
                  f'xmlns:xlink="http://www.w3.org/1999/xlink" '
                  f'width="{wide * min(columns, len(pictures))}" '
                  f'height="{high * -(-len(pictures) // columns)}">'
                  '<rect width="100%" height="100%" fill="white"/>')
        for k, path in enumerate(pictures):
            with open(path, "rb") as file:
                data = file.read()
            w, h = struct.unpack(">II", data[16:24])
            times = min(1, (wide - 10) / w, (high - 10 - 20 * (columns == 2)) / h)
            x, y = k % columns * wide + 5, k // columns * high + 5
            svg.write(f'<image x="{x}" y="{y}" width="{w * times}" '
                      f'height="{h * times}" xlink:href="data:image/png;base64,'
                      f'{base64.b64encode(data).decode()}"/>')
            if columns == 2:   # a contact sheet
                svg.write(f'<text x="{x + 20}" y="{y + high - 14}" font-size="16">'
                          f'{html.escape(os.path.basename(path))}</text>')
        svg.write("</svg>")
        svg.flush()
        subprocess.run(["rsvg-convert", "--unlimited", svg.name, "-o", out], check=False)


def files_of(folders, nodes, program, count):
    """Files that hold small enough graphs, evenly taken."""
    found = []
    for base, _, names in (step for f in folders for step in sorted(os.walk(f))):
        for name in sorted(names):
            path = os.path.join(base, name)
            if os.path.getsize(path) > 6e5 or not re.search(
                    r"\.(gml|graphml|gexf|gv|dot|net|edges|edgelist|txt|csv|mtx|dl|json)$", name):
                continue
            done = subprocess.run([program, "-q", "--no-layout", "--init", "random", path,
                                   "-o", "-", "-T", "json"], capture_output=True, check=False)
            if done.returncode == 0:
                graph = json.loads(done.stdout)
                if 3 <= len(graph["nodes"]) <= nodes and graph["edges"] and graph["dim"] == 2:
                    found.append(path)
    step = max(1, len(found) / count)
    return [found[int(k * step)] for k in range(min(count, len(found)))]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graphs", nargs="+")
    parser.add_argument("-p", default="./mgnn-layout", metavar="PROGRAM")
    parser.add_argument("-c", type=int, default=80, metavar="COUNT")
    parser.add_argument("-n", type=int, default=2000, metavar="NODES")
    parser.add_argument("-o", metavar="FOLDER")
    parser.add_argument("-t", type=float, default=60, metavar="SECONDS")
    parser.add_argument("-m", metavar="WORD", help="only files with this in their name")
    opt = parser.parse_args()
    total = {name: [0.0] * 7 for name in ("ours",) + PEERS}
    tally = {name: [0, 0, 0] for name in PEERS}
    joined = []
    if opt.o:
        os.makedirs(opt.o, exist_ok=True)
    print("file, and for ours / neato / sfdp: crossings, nodes, names, texts, near, area, "
          "seconds")
    with tempfile.TemporaryDirectory() as scratch:
        for path in files_of(opt.graphs, opt.n, opt.p, opt.c):
            if opt.m and opt.m not in path:
                continue
            png = [os.path.join(scratch, f"{k}.png") for k in range(3)]
            p, graph = ours(opt.p, path, png[0], opt.t)
            if p is None:
                print(f"{os.path.basename(path)}: not drawn by us")
                continue
            source = path
            if not path.endswith((".gv", ".dot")):
                source = os.path.join(scratch, "graph.gv")
                dot_of(graph, source)
            rows = [p.row()] + [q.row() if q else None for q in
                                (peer(name, source, file, opt.t)
                                 for name, file in zip(PEERS, png[1:]))]
            print(f"{os.path.basename(path)} ({len(p.at)}, {len(p.ends)})", end="")
            for c in range(7):
                print("  ", " / ".join("-" if r is None else f"{r[c]:.3g}" for r in rows),
                      end="")
            for name, row in zip(PEERS, rows[1:]):
                if row is not None:
                    score, worse = verdict(rows[0], row)
                    tally[name][(score < 0) - (score > 0) + 1] += 1
                    print("  ", name + ":", ("equal", "better", "worse")[(score > 0)
                                                                       - (score < 0)],
                          "(worse: " + ", ".join(worse) + ")" if worse else "", end="")
            print(flush=True)
            if None not in rows:
                for name, row in zip(total, rows):
                    total[name] = [a + (0 if math.isnan(b) else b)
                                   for a, b in zip(total[name], row)]
            if opt.o:
                joined.append(os.path.join(opt.o, os.path.basename(path) + ".png"))
                join([f for f, r in zip(png, rows) if r is not None], joined[-1])
    for k in range(0, len(joined), ON_SHEET):
        join(joined[k:k + ON_SHEET],
             os.path.join(opt.o, f"sheet-{k // ON_SHEET + 1:02d}.png"), 1000, 310, 2)
    for name, row in total.items():
        print(f"{name}:  crossings {row[0]:.0f}  nodes {row[1]:.0f}  names {row[2]:.0f}  "
              f"texts {row[3]:.0f}  seconds {row[6]:.1f}")
    for name, (better, equal, worse) in tally.items():
        print(f"against {name}: better {better}, equal {equal}, worse {worse}")


if __name__ == "__main__":
    main()
