#!/usr/bin/env python3
"""A protein as NMR sees it, from a PDB file: an instance of distance geometry.

Usage: noe.py [--upper] STRUCTURE.pdb [COUNT [SEED]] > instance.csv

Heavy atoms of the first model and chain, named NUMBER/ATOM.  Bonds (nearer than
2.0) and pairs two bonds apart have their exact distances; of the other pairs nearer
than 5, COUNT (2500, or all if there are fewer) random ones have bounds, from
0.7 to 1.15 times the distance, at least 1.8 and at most 6.  With --upper they have
the upper bounds of strong, medium and weak signals, 2.7, 3.5 and 5, and no lower."""
import math
import random
import sys


def atoms(path):
    out, chain = [], None
    for line in open(path):
        if line.startswith("ENDMDL"):
            break
        if not line.startswith("ATOM") or line[16] not in " A":
            continue
        chain = chain or line[21]
        name = line[12:16].strip()
        if line[21] == chain and not name.lstrip("0123456789").startswith("H"):
            out.append((f"{line[22:27].strip()}/{name}",
                        [float(line[k:k + 8]) for k in (30, 38, 46)]))
    return out


def main():
    words = [w for w in sys.argv[1:] if w != "--upper"]
    all_atoms = atoms(words[0])
    count = int(words[1]) if len(words) > 1 else 2500
    rng = random.Random(int(words[2]) if len(words) > 2 else 1)
    n = len(all_atoms)
    far = {(i, j): math.dist(all_atoms[i][1], all_atoms[j][1])
           for j in range(n) for i in range(j)}
    bonds = [set() for _ in range(n)]
    for (i, j), r in far.items():
        if r < 2.0:
            bonds[i].add(j)
            bonds[j].add(i)
    exact = {(i, j) for i in range(n) for j in bonds[i] if i < j}
    exact |= {(min(i, k), max(i, k)) for j in range(n) for i in bonds[j]
              for k in bonds[j] if i != k}
    near = [p for p, r in sorted(far.items()) if r < 5 and p not in exact]
    rng.shuffle(near)
    print("source,target,lower,upper")
    for i, j in sorted(exact):
        print(f"{all_atoms[i][0]},{all_atoms[j][0]},{far[i, j]!r},{far[i, j]!r}")
    for i, j in sorted(near[:count]):
        r = far[i, j]
        if len(words) < len(sys.argv) - 1:
            print(f"{all_atoms[i][0]},{all_atoms[j][0]},0,"
                  f"{2.7 if r < 2.7 else 3.5 if r < 3.5 else 5}")
            continue
        print(f"{all_atoms[i][0]},{all_atoms[j][0]},{max(1.8, 0.7 * r)!r},"
              f"{min(6.0, max(1.9, 1.15 * r))!r}")


if __name__ == "__main__":
    main()
