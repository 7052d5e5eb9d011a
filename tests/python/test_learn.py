"""mgnn.learn: against the program, and what it takes."""
import os
import signal
import subprocess
import sys
import time

import mgnn
import mgnn.learn
import numpy as np
import pytest


def cliques(half=10):
    """Two cliques, which a single edge joins, and features that say little."""
    ends = [(i, j) for i in range(2 * half) for j in range(i) if (i < half) == (j < half)]
    labels = [i < half for i in range(2 * half)]
    x = np.random.default_rng(3).normal(size=(2 * half, 3)) + np.array(labels)[:, None]
    return (2 * half, ends + [(0, half)]), x, ["left" if left else "right" for left in labels]


FAST = {"lr": 0.05, "dropout": 0, "hidden": 8, "epochs": 60}


def test_classes_are_told():
    graph, x, labels = cliques()
    net = mgnn.learn.train(graph, x, labels, model="gcn", **FAST)
    assert net.classes == ["left", "right"] and net.result.test == 100
    p = net.predict()
    assert p.shape == (20, 2) and np.allclose(p.sum(axis=1), 1)
    told = np.array(net.labels()) == np.array(labels)
    assert 100 * told.mean() >= 90
    odds = np.exp(net.logits())
    assert np.allclose(p, odds / odds.sum(axis=1, keepdims=True))
    # calibrated: the logits divided by one number for all nodes
    ratio = np.diff(np.log(net.predict(calibrated=True))) / np.diff(net.logits())
    assert np.ptp(ratio) < 1e-6 and ratio[0] > 0
    assert "gcn, 20 nodes, 2 classes: 100.00 % of the test right" in repr(net)
    deep = mgnn.learn.train(graph, x, labels, layers=3, **FAST)
    assert [deep.layer(k).shape for k in range(4)] == [(20, 8)] * 4
    with pytest.raises(mgnn.Error, match="there is no layer 4"):
        deep.layer(4)


def test_a_name_that_meant_another_model_warns():
    graph, x, labels = cliques()
    with pytest.warns(UserWarning, match="earlier versions trained mgnn-message under it"):
        net = mgnn.learn.train(graph, x, labels, model="mgnn", **FAST)
    by_default, message = (
        mgnn.learn.train(graph, x, labels, **words, **FAST).predict()
        for words in ({}, {"model": "mgnn-message"}))
    assert np.array_equal(by_default, message)
    assert not np.allclose(net.predict(), message)


@pytest.mark.parametrize("model", ["mgnn-message", "gcn", "appnp"])
def test_the_program_learns_the_same(program, tmp_path, model):
    (n, ends), x, labels = cliques()
    lines = {"graph.csv": [f"{i},{j}" for i, j in ends],
             "features.csv": [",".join(map(repr, row)) for row in x.tolist()],
             "labels.csv": ["node,label"] + [f"{i},{label}" for i, label in enumerate(labels)]}
    # The program numbers nodes as they come: an order that is ours.
    lines["graph.csv"] = ["source,target"] + lines["graph.csv"]
    for name, rows in lines.items():
        (tmp_path / name).write_text("\n".join(rows) + "\n")
    told = tmp_path / "told.csv"
    subprocess.run([program("mgnn-learn"), "-q", tmp_path, "--model", model, "--seeds", "1",
                    "--predictions", told, *(f"--{k}={v}" for k, v in FAST.items())],
                   check=True, capture_output=True)
    rows = [line.split(",") for line in told.read_text().split()]
    head = rows[0]
    net = mgnn.learn.train((n, ends), x, labels, model=model, **FAST)
    theirs = {int(row[0]): [float(row[head.index(c)]) for c in net.classes] for row in rows[1:]}
    assert np.allclose(net.predict(), [theirs[i] for i in range(n)], atol=1e-4)


def test_sparse_features_are_the_same():
    scipy = pytest.importorskip("scipy.sparse")
    graph, x, labels = cliques()
    x[x < 0] = 0
    dense, sparse = (mgnn.learn.train(graph, f, labels, model="sgc", **FAST).predict()
                     for f in (x, scipy.coo_matrix(x)))
    assert np.allclose(dense, sparse, atol=1e-5)


def test_results_are_keyed_as_the_graph(tmp_path):
    nx = pytest.importorskip("networkx")
    graph = nx.karate_club_graph()
    graph = nx.relabel_nodes(graph, {i: f"member {i}" for i in graph})
    x = {node: [graph.degree[node], 1.0] for node in graph}
    net = mgnn.learn.train(graph, x, "club", model="linkx", **FAST)
    assert net.classes == ["Mr. Hi", "Officer"] and set(net.labels()) == set(graph)
    pairs, lengths = net.metric()
    assert len(pairs) == len(lengths) > graph.number_of_edges() and (lengths > 0).all()
    assert mgnn.layout((34, pairs), lengths, time_limit=5).positions.shape == (34, 2)
    net.save(tmp_path / "net")
    again = mgnn.learn.load(tmp_path / "net", graph, x, "club")
    assert np.array_equal(again.predict(), net.predict())
    del x["member 3"]
    with pytest.raises(mgnn.Error, match="features: there is nothing for node 'member 3'"):
        mgnn.learn.train(graph, x, "club")


def test_labels_that_are_not_known():
    graph, x, labels = cliques()
    numbers = np.array([float(label == "left") for label in labels])
    numbers[3] = np.nan
    net = mgnn.learn.train(graph, x, numbers, model="mlp", **FAST)
    assert net.classes == [0.0, 1.0]
    parts = "".join("tve-"[i % 4] if i != 3 else "-" for i in range(20))
    assert mgnn.learn.train(graph, x, numbers, part=parts, model="mlp", **FAST).result.epochs > 0


@pytest.mark.parametrize("change, text", [
    ({"model": "cnn"}, "cnn"), ({"lr": "fast"}, "lr"), ({"speed": 3}, "speed"),
    ({"part": "ttt"}, "part has 3 letters, but there are 20 nodes"),
    ({"part": np.arange(20) < 9}, "part has .*True.* for node 0, must be a letter for each node"),
    ({"part": ["train"] * 20}, "part has 'train' for node 0, must be a letter"),
    ({"features": np.ones((20, 2)) * 1j}, "features has complex numbers"),
    ({"features": np.ones((3, 2))}, r"features have the shape \(3, 2\)"),
    ({"labels": np.eye(20)}, r"labels has rows, .*: labels.argmax\(axis=1\)"),
    ({"labels": ["left"]}, "there are 1 labels, but 20 nodes"),
    ({"labels": "club"}, "no such attribute")])
def test_what_is_wrong_is_named(change, text):
    graph, x, labels = cliques()
    words = {"features": x, "labels": labels} | FAST | change
    with pytest.raises(mgnn.Error, match=text):
        mgnn.learn.train(graph, **words)


def test_a_file_that_is_no_network(tmp_path):
    graph, x, labels = cliques()
    with pytest.raises(OSError):
        mgnn.learn.load(tmp_path / "none", graph, x, labels)
    (tmp_path / "bad").write_text("nothing\n")
    with pytest.raises(mgnn.Error):
        mgnn.learn.load(tmp_path / "bad", graph, x, labels)


def test_a_callback_ends_a_training():
    graph, x, labels = cliques()
    epochs = []

    def watch(epoch, loss, validation):
        epochs.append(epoch)
        assert loss > 0 and 0 <= validation <= 100
        return epoch == 5

    net = mgnn.learn.train(graph, x, labels, model="gcn", callback=watch, **FAST)
    assert epochs == [1, 2, 3, 4, 5]
    assert net.result.stopped and net.result.epochs == 5
    assert not mgnn.learn.train(graph, x, labels, model="gcn", **FAST).result.stopped

    def fail(epoch, loss, validation):
        raise RuntimeError(f"at {epoch}")

    with pytest.raises(RuntimeError, match="at 1"):
        mgnn.learn.train(graph, x, labels, model="gcn", callback=fail, **FAST)


INTERRUPTED = """
import mgnn.learn, numpy as np
n = 400
ends = [(i, (i + k) % n) for i in range(n) for k in (1, 2, 3)]
print("begun", flush=True)
net = mgnn.learn.train((n, ends), np.eye(n), [i % 2 for i in range(n)], model="gcn",
                       epochs=10**7, patience=10**7)
print(net.result.stopped, net.result.epochs < 10**7, net.predict().shape)
"""


def test_ctrl_c_ends_a_training():
    with subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True,
                          preexec_fn=lambda: signal.signal(signal.SIGINT,
                                                           signal.SIG_DFL)) as run:
        try:
            assert run.stdout.readline() == "begun\n"
            time.sleep(3)
            run.send_signal(signal.SIGINT)
            said = run.communicate(timeout=600)[0]
        finally:
            run.kill()
    assert said == "True True (400, 2)\n" and run.returncode == 0


def test_the_module_is_loaded_when_it_is_used():
    code = ("import sys, mgnn; assert 'mgnn.learn' not in sys.modules\n"
            "print(mgnn.learn.train.__name__)\n"
            "try: mgnn.lern\nexcept AttributeError as none: print(none)")
    came = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert came.stdout == "train\nmodule 'mgnn' has no attribute 'lern'\n"


@pytest.mark.parametrize("end", [lambda: True, lambda: os.kill(os.getpid(), signal.SIGINT)])
def test_a_tuning_that_is_ended_has_the_best_so_far(end):
    graph, begun = (6, [[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]]), []

    def third(epoch, loss, validation):
        begun.extend([epoch] if epoch == 1 else [])
        return end() if len(begun) == 3 else None
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.warns(UserWarning, match="the tuning was ended after 3 trainings"):
            best = mgnn.learn.tune(graph, np.eye(6), list("aaabbb"), model="gcn", part="tvetve", epochs=20,
                                   callback=third)
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(best.trials) == 3 and best.splits == 1
    assert best.validation == max(value for _, value, _ in best.trials)
