"""Block models, sweeps, claims, layouts side by side and tuning, against the programs."""
import csv
import json
import re
import subprocess

import mgnn
import mgnn.learn
import numpy as np
import pytest


def run(program, *words, **how):
    return subprocess.run([program("mgnn-layout"), "-q", *map(str, words)], check=True, text=True,
                          capture_output=True, **how).stdout


@pytest.fixture
def blocks(tmp_path):
    """A block model, and the files that give it to the programs."""
    b = mgnn.sbm(blocks=(14, 10, 9), p_in=0.5, p_out=0.1, within=1, seed=4)
    n, edges = b.graph
    rows = {"graph.csv": ["source,target,length", *(f"{i},{j},{m}" for (i, j), m in zip(edges, b.lengths))],
            "z0.csv": ["node,x,y", *(f"{i},{x!r},{y!r}" for i, (x, y) in enumerate(b.features.tolist()))],
            "labels.csv": ["node,label", *(f"{i},{c}" for i, c in enumerate(b.labels))]}
    for name, lines in rows.items():
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert len(np.unique(edges)) == n               # no node that the table does not name
    return b


LAYERS = ["graph.csv", "--features", "z0.csv", "--labels", "labels.csv", "--model", "mgnn,sgc"]


def test_blocks_have_their_probabilities_and_lengths():
    b = mgnn.sbm("heterophilic", blocks=(300, 200), within=2, between=3, means=[[0, 0, 9], [1, 1, 1]])
    n, edges = b.graph
    assert n == 500 and (edges[:, 0] < edges[:, 1]).all() and len(np.unique(edges, axis=0)) == len(edges)
    same = b.labels[edges[:, 0]] == b.labels[edges[:, 1]]
    assert np.array_equal(b.lengths, np.where(same, 2, 3))
    for count, pairs, p in ((same.sum(), 300 * 299 / 2 + 200 * 199 / 2, 0.05),
                            ((~same).sum(), 300 * 200, 0.2)):
        assert abs(count - p * pairs) < 5 * np.sqrt(pairs * p * (1 - p))
    assert np.abs(b.features[:300].mean(axis=0) - [0, 0, 9]).max() < 5 / np.sqrt(300)
    assert np.abs(b.features.std(axis=0)[:1] - 1).max() < 0.2
    whole = mgnn.sbm(blocks=(5, 4, 3), p_in=1, p_out=1)
    assert len(whole.graph[1]) == 12 * 11 / 2 and len(np.unique(whole.graph[1], axis=0)) == 66
    assert len(mgnn.sbm(blocks=(5, 4), p_in=0, p_out=0).graph[1]) == 0
    assert np.array_equal(mgnn.sbm(seed=7).graph[1], mgnn.sbm(seed=7).graph[1])
    for words, text in (({"preset": "x"}, "must be homophilic"), ({"blocks": (0,)}, "sizes of at least 1"),
                        ({"p_in": 2}, "p_in is 2, must be"), ({"means": [[0]]}, "a row for each of the 4")):
        with pytest.raises(mgnn.Error, match=text):
            mgnn.sbm(**words)


def test_a_sweep_is_that_of_the_program(program, tmp_path, blocks):
    run(program, *LAYERS, "--layers", 3, "--sweep", "alpha=0.1,0.3", "--table", "table.csv", cwd=tmp_path)
    swept = mgnn.sweep(blocks.graph, blocks.features, ["mgnn", "sgc"], 3, over={"alpha": [0.1, 0.3]},
                       labels=blocks.labels, lengths=blocks.lengths)
    key = ("alpha", "model", "layer", "space", "measure")
    ours = {tuple(str(row[name]) for name in key): row["value"] for row in swept.rows}
    with open(tmp_path / "table.csv", newline="", encoding="utf-8") as rows:
        seen = {row["measure"]: 0 for row in csv.DictReader(rows)}
    with open(tmp_path / "table.csv", newline="", encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            at = tuple(row[name] for name in key)
            if row["measure"] == "probe_accuracy" or row["measure"] == "gap":
                continue
            seen[row["measure"]] += 1
            assert np.isclose(ours[at], float(row["value"] or "nan"), rtol=1e-9, atol=1e-12,
                              equal_nan=True), at
    assert sum(count == 2 * 2 * 2 * 4 for count in seen.values()) == 12, seen


def test_claims_are_those_of_the_program(program, tmp_path, blocks):
    told = json.loads(run(program, *LAYERS, "--layers", 4, "--seeds", "1..2", "--claims=json", "--measures",
                          "all", cwd=tmp_path))
    best = next(row["mean"] for row in told if row["measure"] == "scaled_stress") \
        - next(row["mean"] for row in told if row["measure"] == "gap")
    ours = mgnn.sweep(blocks.graph, blocks.features, ["mgnn", "sgc"], 4, over={"seed": [1, 2]},
                      labels=blocks.labels, lengths=blocks.lengths, best=best).claims()
    key = {(c.model, c.layer, c.space, c.claim): c for c in ours}
    assert len(told) == len(key) == 2 * 2 * 2 * 7
    for row in told:
        claim = key[row["model"], row["layer"], row["space"], row["claim"]]
        assert (claim.measure, claim.at_least, claim.threshold) \
            == (row["measure"], row["threshold_is"] == "least", row["threshold"])
        assert np.isclose(claim.mean, row["mean"], rtol=1e-9, atol=1e-12), row
        assert np.isclose(claim.sd, row["sd"], rtol=1e-9, atol=1e-9), row
        assert (claim.settings, claim.met) == (row["settings"], row["settings_met"]), row


def test_the_scale_of_bounds_has_the_least_stress():
    p = mgnn.problem((4, [[0, 1], [1, 2], [2, 3], [3, 0]]), lower=[1, 1, 2, 3], upper=[1, 2, 2, 9])
    x = np.array([[0, 0], [3, 0], [3, 4], [0, 5]], float)
    found = mgnn.layer_measures(p, x)
    r = np.linalg.norm(x[p.edges[:, 0]] - x[p.edges[:, 1]], axis=1)

    def stress(s):
        return ((s * r - np.clip(s * r, p.lower, p.upper)) ** 2).sum() / (p.lower ** 2).sum()
    least = min(stress(s) for s in np.linspace(0.01, 3, 30001))
    assert found["scaled_stress"] <= least * (1 + 1e-6) and np.isclose(found["scaled_stress"], least, rtol=1e-5)
    assert np.isclose(stress(found["scale"]), found["scaled_stress"])
    assert "silhouette" not in found and np.isnan(found["gap"])


def test_layouts_are_compared_as_by_the_program(program, tmp_path, blocks):
    result = mgnn.layout(blocks.graph, blocks.lengths)
    for name, at in (("a", result.positions), ("b", blocks.features)):
        np.savetxt(tmp_path / f"{name}.csv", np.c_[np.arange(len(at)), at], "%d,%.17g,%.17g", header="node,x,y",
                   comments="")
    run(program, "graph.csv", "--init", "a.csv", "--no-layout", "--compare", "b.csv", "--compare-table", "t.csv",
        "-o", "again.csv", cwd=tmp_path)
    ours = mgnn.compare_layouts(blocks.graph, {"mgnn": result, "b": blocks.features}, blocks.lengths)
    with open(tmp_path / "t.csv", newline="", encoding="utf-8") as rows:
        told = list(csv.DictReader(rows))
    assert len(told) == len(ours) == 2
    for row, own in zip(told, ours):
        for name in own._fields[1:]:
            assert np.isclose(getattr(own, name), float(row[name]), rtol=1e-9), (row, own)


def test_settings_are_tuned_by_validation(program):
    triangles = (30, [[3 * k + a, 3 * k + (a + 1) % 3] for k in range(10) for a in range(3)])
    labels = [i // 3 % 2 for i in range(30)]
    features = np.random.default_rng(1).normal(np.array(labels)[:, np.newaxis], 0.3, (30, 2))
    found = mgnn.learn.tune(triangles, features, labels, "gcn", trials=5, splits=3, epochs=20, hidden=8,
                            grid={"lr": [0.0, 0.05]})
    # Halving: 5 on one split, 3 on two, 2 on three.
    assert sorted(splits for _, _, splits in found.trials) == [1, 1, 2, 3, 3]
    assert found.splits == 3 and found.trials[0][0] == {"epochs": 20, "hidden": 8}
    assert all(settings["lr"] in (0.0, 0.05) for settings, _, _ in found.trials[1:])
    assert found.validation == max(value for _, value, splits in found.trials if splits == 3)
    means = [mgnn.learn.train(triangles, features, labels, "gcn", seed=seed, **found.settings).result.validation
             for seed in (1, 2, 3)]
    assert np.isclose(np.mean(means), found.validation)
    text = subprocess.run([program("mgnn-learn"), "--help"], capture_output=True, text=True, check=True).stdout
    for name, (_, models) in mgnn.learn._GRID.items():
        option = "metric-attention" if name == "attention" else name.replace("_", "-")
        words = re.search(rf"\n      --{option} (.*?)\n      --", text, re.S)[1]
        told = re.search(r"; for\s+([a-z, \n-]+)", words)
        assert (models is None) == (told is None), name
        assert models is None or set(models) == set(re.findall("[a-z-]+", told[1].replace("default", ""))), name


def test_the_unit_is_at_the_scale_bar_and_on_the_page():
    result = mgnn.layout((3, [[0, 1], [1, 2], [2, 0]]), [3, 4, 5], unit="km")
    assert result.unit == "km"
    assert " km<" in mgnn.draw((3, [[0, 1], [1, 2], [2, 0]]), result, scale_bar=True).data.decode()
    assert '"length":"km"' in result.page().data.decode().replace(": ", ":")
    assert " m<" in mgnn.draw((3, [[0, 1], [1, 2], [2, 0]]), result, scale_bar=True, unit="m").data.decode()
