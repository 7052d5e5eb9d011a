"""Distances that are measured, and some that are wrong: for those who locate.

60 sensors, the distances of pairs within radio range to 3 %, of which ten are echoes,
and four anchors whose place is known.
"""
# %% Sensors, and what they measure
import mgnn
import numpy as np

rng = np.random.default_rng(5)
n = 60
truth = 100 * rng.random((n, 2))
pairs = np.array([(i, j) for i in range(n) for j in range(i)
                  if np.linalg.norm(truth[i] - truth[j]) < 40])
distances = np.linalg.norm(truth[pairs[:, 0]] - truth[pairs[:, 1]], axis=1)
distances *= 1 + 0.03 * rng.normal(size=len(pairs))
echoes = rng.permutation(len(pairs))[:10]
distances[echoes] *= 1.8
print(n, "sensors,", len(pairs), "distances")


def off(positions):
    return f"{np.sqrt(((positions - truth) ** 2).sum(axis=1).mean()):.1f}"


# %% Locate them; the echoes spoil it
network = mgnn.problem((n, pairs), distances, pins={i: truth[i] for i in range(4)},
                       noise="relative")
first = mgnn.layout(network)
print("off by", off(first.positions))

# %% Which distances contradict the others?
robust = mgnn.robust(network, first.positions)
print(len(robust.suspects), "distances are suspect,", np.isin(robust.suspects, echoes).sum(),
      "of them echoes")
print("off by", off(robust.positions))

# %% How sure are the places?  robust.problem leaves the suspects out.
sure = mgnn.uncertainty(robust.problem, robust.positions)
print(f"error of the distances, estimated: {100 * sure.estimate:.0f} %")
away = np.abs(robust.positions - truth)[4:]
print(f"within two standard errors: {100 * (away < 2 * sure.error[4:]).mean():.0f} %")
