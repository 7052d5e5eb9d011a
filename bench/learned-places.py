#!/usr/bin/python3
"""Classes of nodes in the plane, by lengths of several kinds: the sheet of the
gallery and its table.

  bench/learned-places.py FOLDER SHEET.svg

FOLDER is a data set of mgnn-learn.  Draws its graph with lengths 1, by eight layers
of smoothing from two principal components, with the learned metric of mgnn (the
logit bounded by 2, so that it is alive), with lengths from predictions, and beside
them t-SNE of the network whose predictions these are (scikit-learn, where it is
installed).  Under each stands the share of test nodes whose class most of their ten
nearest other nodes have; the nodes of the test were hidden from all training.
mgnn-learn and mgnn-layout are taken from PATH.
"""
import csv
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

SIZE, CAPTION, GAP = 380, 44, 12
SETTINGS = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                        "../examples/settings.csv")


def run(*words):
    subprocess.run([str(w) for w in words], check=True, stdout=subprocess.DEVNULL)


def rows_of(path):
    with open(path, newline="") as f:
        return list(csv.reader(f))[1:]


def places_of(path, nodes):
    at = {row[0]: [float(v) for v in row[1:3]] for row in rows_of(path)}
    return np.array([at[node] for node in nodes])


def places_write(path, nodes, x):
    with open(path, "w") as f:
        f.write("node,x,y\n")
        f.writelines("%s,%r,%r\n" % (node, float(a), float(b))
                     for node, (a, b) in zip(nodes, x))


def components_of(folder, n):
    """The first two principal components of the features, an entry at a time."""
    rows = [line.split()[1:] for line in open(os.path.join(folder, "features.svm"))]
    cells = [[c.split(":") for c in row] for row in rows]
    x = np.zeros((n, 1 + max(int(c[0]) for row in cells for c in row)),
                 dtype=np.float32)
    for i, row in enumerate(cells):
        for k, v in row:
            x[i, int(k)] = float(v)
    x -= x.mean(axis=0)
    u, s, _ = np.linalg.svd(x, full_matrices=False)
    return u[:, :2] * s[:2]


def nearest_accuracy(x, label, tested):
    """Of the tested nodes, those whose class most of the ten nearest others have;
    of classes equally frequent the first counts."""
    right = 0
    for i in tested:
        far = ((x - x[i]) ** 2).sum(axis=1)
        far[i] = np.inf
        near = label[np.argsort(far, kind="stable")[:10]]
        right += np.bincount(near).argmax() == label[i]
    return 100 * right / len(tested)


def drawings_make(folder, work, graph):
    """Names of drawings and their positions, all for the same split."""
    at = lambda name: os.path.join(work, name)
    train = ["mgnn-learn", "-q", folder, "--settings", SETTINGS]
    run(*train, "--model", "gcn,linear", "-o", at("lengths.csv"), "--predictions",
        at("told.csv"), "--embedding", at("z.npy"))
    run(*train, "--model", "mgnn-message", "--beta", 0.5, "--metric-bound", 2,
        "--metric-from", "attention", "-o", at("attention.csv"))
    told = rows_of(at("told.csv"))
    nodes = [row[0] for row in told]
    paths = ["mgnn-layout", "-q", graph, "--pairs", "paths", "--class",
             os.path.join(folder, "labels.csv")]
    run(*paths, "-o", at("unit.csv"))
    run(*paths, "--metric", at("attention.csv"), "-o", at("learned.csv"))
    run(*paths, "--metric", at("lengths.csv"), "--metric-adds-edges", "-o",
        at("predictions.csv"))
    places_write(at("pca.csv"), nodes, components_of(folder, len(nodes)))
    run("mgnn-layout", "-q", graph, "--class", os.path.join(folder, "labels.csv"),
        "--features", at("pca.csv"), "--layers", 8, "--model", "appnp", "-o",
        at("smooth.csv"))
    found = [("lengths 1", "unit"), ("8 layers of smoothing", "smooth"),
             ("the learned metric of MGNN", "learned"),
             ("lengths from predictions", "predictions")]
    try:
        from sklearn.manifold import TSNE
        z = np.load(at("z.npy"))
        places_write(at("tsne.csv"), nodes,
                     TSNE(random_state=1, init="pca", learning_rate="auto")
                     .fit_transform(z))
        found.append(("t-SNE of the network, no graph", "tsne"))
    except ImportError:
        print("scikit-learn is not installed: no t-SNE", file=sys.stderr)
    return found, told


def panel(svg, k, title, figure):
    """A drawing, nested in the sheet, with two lines below it."""
    svg = re.sub(r"<\?xml[^>]*\?>|<!DOCTYPE[^>]*>", "", svg)
    # Ids of one drawing must not meet those of another.
    svg = re.sub(r'\b(id="|url\(#|href="#)', r"\g<1>p%d-" % k, svg)
    svg = re.sub(r"<svg ", '<svg x="0" y="0" ', svg, count=1)
    return ('<g transform="translate(%d,%d)">%s<text x="%d" y="%d">%s</text>'
            '<text x="%d" y="%d">%s</text></g>\n'
            % (k * (SIZE + GAP), GAP, svg, SIZE / 2, SIZE + 16, title, SIZE / 2,
               SIZE + 34, figure))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    folder, sheet = sys.argv[1:]
    graph = os.path.join(folder, "graph.edges")
    with tempfile.TemporaryDirectory() as work:
        found, told = drawings_make(folder, work, graph)
        nodes = [row[0] for row in told]
        label = {row[0]: row[1] for row in rows_of(os.path.join(folder, "labels.csv"))}
        label = np.array([int(label[node]) for node in nodes])
        tested = [i for i, row in enumerate(told) if row[2] == "e"]
        right = sum(str(label[i]) == told[i][1] for i in tested)
        print("network: %.1f %% of %d test nodes" % (100 * right / len(tested),
                                                     len(tested)))
        panels = []
        for k, (title, name) in enumerate(found):
            at = os.path.join(work, name)
            share = nearest_accuracy(places_of(at + ".csv", nodes), label, tested)
            print("%-32s %.1f %%" % (title, share))
            run("mgnn-layout", "-q", graph, "--no-layout", "--init", at + ".csv",
                "--class", os.path.join(folder, "labels.csv"), "--no-legend",
                "--size", "%dx%d" % (SIZE, SIZE), "-o", at + ".svg")
            panels.append(panel(open(at + ".svg").read(), k, title,
                                "10 nearest: %.1f %%" % share))
    with open(sheet, "w") as out:
        out.write('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" '
                  'font-family="sans-serif" font-size="14" text-anchor="middle">\n'
                  '<rect width="100%%" height="100%%" fill="white"/>\n'
                  % (len(panels) * (SIZE + GAP), SIZE + CAPTION + GAP))
        out.writelines(panels + ["</svg>\n"])


if __name__ == "__main__":
    main()
