"""A molecule from bounds on distances, as NMR gives them: for structural biologists.

Six alanines as a helix.  Bonds and angles are known; of all other pairs within
5 Angstrom only bounds are, and the centres are those of L-amino acids.
"""
# %% Atoms, and what is known of their distances
import mgnn
import numpy as np

atoms, truth = [], []
for line in open("graphs/helix.pdb", encoding="ascii"):
    if line.startswith("ATOM"):
        atoms.append((int(line[22:26]), line[12:16].strip()))
        truth.append([float(line[k:k + 8]) for k in (30, 38, 46)])
truth = np.array(truth)
n = len(atoms)
far = np.linalg.norm(truth[:, None] - truth[None], axis=2)
hydrogen = np.array([name.startswith("H") for _, name in atoms])
bonded = (far < np.where(hydrogen[:, None] | hydrogen[None], 1.2, 1.7)) & (far > 0)
angle = (bonded.astype(int) @ bonded > 0) & ~bonded
pairs, lower, upper = [], [], []
for i in range(n):
    for j in range(i):
        if bonded[i, j] or angle[i, j]:
            low = high = far[i, j]
        elif far[i, j] < 5:
            low, high = max(1.8, 0.8 * far[i, j]), 1.2 * far[i, j]
        else:
            continue
        pairs.append((i, j))
        lower.append(low)
        upper.append(high)
exact = sum(a == b for a, b in zip(lower, upper))
print(n, "atoms,", exact, "exact lengths,", len(pairs) - exact, "bounds")

# %% Handedness: seen from HA, the other three of an L-amino acid are clockwise CO, R, N
index = {atom: i for i, atom in enumerate(atoms)}
centres = [(index[k, "HA"], index[k, "N"], index[k, "C"], index[k, "CB"]) for k in range(1, 7)]
volume = [np.linalg.det(truth[list(c[1:])] - truth[c[0]]) for c in centres]
molecule = mgnn.problem((n, pairs), lower=lower, upper=upper, dim=3,
                        chirality=[(*c, int(np.sign(v))) for c, v in zip(centres, volume)])
print("bounds determine nothing:", mgnn.rigidity(molecule, dim=3).degrees_of_freedom > 0)

# %% A structure that meets them
found = mgnn.layout(molecule, dim=3)


def rmsd(positions):
    moved = mgnn.align(positions, truth)
    return np.sqrt(((moved - truth) ** 2).sum(axis=1).mean())


print("largest relative error of a length below 0.001:", found.figures.max_relative_error < 1e-3)
print("centres of the right hand:", mgnn.chirality_right(molecule, found.positions), "of", len(centres))
print("within 1 Angstrom of the helix:", rmsd(found.positions) < 1)

# %% Others that meet them too: there are infinitely many, and at least so many
more = mgnn.realizations(molecule, found.positions, most=5, tolerance=1e-3)
print("structures:", len(more.y), "all within 1.5 Angstrom:",
      all(rmsd(y) < 1.5 for y in more.y))
