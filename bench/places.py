#!/usr/bin/env python3
"""How far nodes move when a graph changes a little: a layout, then 5 % of the
nodes replaced by others and a layout again, afresh or from the places before
(--init, --align).  The mean displacement of the common nodes, in units of the
mean edge length.  Usage: places.py MGNN-LAYOUT GRAPH.edges..."""
import random
import subprocess
import sys
import tempfile
import os


def edges_of(path):
    return [line.split()[:2] for line in open(path)
            if line.strip() and line[0] not in '#%']


def positions(path):
    rows = [line.rstrip('\n').rsplit(',', 2) for line in open(path)][1:]
    return {name: (float(x), float(y)) for name, x, y in rows}


def changed(edges, rng):
    """Without 5 % of the nodes, and with as many new ones, two edges each."""
    names = sorted({n for e in edges for n in e})
    count = max(1, len(names) // 20)
    gone = set(rng.sample(names, count))
    kept = [e for e in edges if not gone & set(e)]
    left = sorted({n for e in kept for n in e})
    for k in range(count):
        a = rng.choice(left)
        near = [e for e in kept if a in e]
        b = rng.choice(rng.choice(near))
        kept += [['new%d' % k, a]] + ([['new%d' % k, b]] if b != a else [])
    return kept


def main():
    program, paths = sys.argv[1], sys.argv[2:]
    print('| graph | nodes | afresh | afresh, aligned | --init | --init --align |')
    print('| --- | ---: | ---: | ---: | ---: | ---: |')
    for path in paths:
        rng = random.Random(1)
        edges = edges_of(path)
        with tempfile.TemporaryDirectory() as folder:
            at = lambda name: os.path.join(folder, name)
            for name, rows in (('a', edges), ('b', changed(edges, rng))):
                with open(at(name + '.edges'), 'w') as out:
                    out.writelines('%s %s\n' % tuple(e) for e in rows)

            def run(graph, out, *options):
                subprocess.run([program, '-q', at(graph), '-o', at(out), *options],
                               check=True)
                return positions(at(out))
            old = run('a.edges', 'old.csv')
            figures = []
            for options in ([], ['--align', at('old.csv')],
                            ['--init', at('old.csv')],
                            ['--init', at('old.csv'), '--align', at('old.csv')]):
                new = run('b.edges', 'new.csv', *options)
                common = [n for n in old if n in new]
                gap = lambda a, b: ((a[0] - b[0])**2 + (a[1] - b[1])**2)**0.5
                length = sum(gap(old[a], old[b]) for a, b in edges) / len(edges)
                figures.append(sum(gap(old[n], new[n]) for n in common)
                               / len(common) / length)
            print('| %s | %d | %s |' % (os.path.basename(path), len(old), ' | '.join(
                '%.2f' % f for f in figures)))


if __name__ == '__main__':
    main()
