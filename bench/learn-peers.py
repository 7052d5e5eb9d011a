#!/usr/bin/python3
"""Epochs of MGNN in PyTorch, for bench/run: what a user of it would write.

  bench/learn-peers.py FOLDER EPOCHS

FOLDER is a data set of mgnn-learn.  Prints the milliseconds of the processor for
an epoch: training with dropout, a step of Adam, and an evaluation; the best of
EPOCHS, on one thread.  The settings are those of the paper for cora.
"""
import math
import os
import sys
import time

import torch
from torch.nn import Linear, functional

HIDDEN, LAYERS, DROP = 64, 8, 0.5
ALPHA, BETA, THETA, EPS = 0.15, 0.98, 1.0, 1e-5


def read(folder):
    """Features, labels and both directions of every edge."""
    with open(os.path.join(folder, "labels.csv"), encoding="ascii") as rows:
        label = [int(row.split(",")[1]) for row in list(rows)[1:]]
    entries = []
    with open(os.path.join(folder, "features.svm"), encoding="ascii") as rows:
        for node, row in enumerate(rows):
            for cell in row.split()[1:]:
                index, value = cell.split(":")
                entries.append((node, int(index), float(value)))
    x = torch.zeros(len(label), 1 + max(column for _, column, _ in entries))
    for node, column, value in entries:
        x[node, column] = value
    with open(os.path.join(folder, "graph.edges"), encoding="ascii") as rows:
        ends = torch.tensor([[int(v) for v in row.split()] for row in rows])
    return x, torch.tensor(label), torch.cat([ends, ends.flip(1)]).T


class Mgnn(torch.nn.Module):
    def __init__(self, features, classes):
        super().__init__()
        self.embed = Linear(features, HIDDEN)
        self.first, self.second = Linear(HIDDEN, HIDDEN), Linear(HIDDEN, HIDDEN)
        self.attention = Linear(2 * HIDDEN, 1, bias=False)
        self.layers = torch.nn.ModuleList(Linear(HIDDEN, HIDDEN)
                                          for _ in range(LAYERS))
        self.last = Linear(HIDDEN, classes)

    def drop(self, z):
        return functional.dropout(z, DROP, self.training)

    def forward(self, x, source, target):
        start = z = self.embed(x)
        degree = torch.bincount(target, minlength=len(x)).float()
        scale = degree.pow(-0.5)
        scale[torch.isinf(scale)] = 0
        share = (scale[source] * scale[target])[:, None]
        h = self.second(self.drop(functional.relu(self.first(start))))
        a = torch.tanh(self.attention(torch.cat([h[source], h[target]], 1)))
        metric = ((1 - a) / (1 + a + EPS)
                  * (start[source] - start[target]).norm(dim=1)[:, None])
        for k, layer in enumerate(self.layers):
            zi, zj = z[target], z[source]
            gap = (scale[target, None] * zi - scale[source, None] * zj).norm(dim=1)
            message = share * ((1 - ALPHA) * zj + BETA * metric * (zi - zj)
                               / (gap[:, None] + EPS))
            p = (ALPHA * start).index_add(0, target, message)
            g = math.log(THETA / (k + 1) + 1)
            z = functional.relu(self.drop((1 - g) * p + g * layer(p)))
        return self.last(z)


def main():
    torch.set_num_threads(1)
    torch.manual_seed(1)
    x, label, (source, target) = read(sys.argv[1])
    net = Mgnn(x.shape[1], int(label.max()) + 1)
    adam = torch.optim.Adam(net.parameters(), lr=0.01, weight_decay=1e-3)
    train = torch.rand(len(label)) < 0.6
    best = math.inf
    for _ in range(int(sys.argv[2])):
        begin = time.process_time()
        net.train()
        adam.zero_grad()
        functional.cross_entropy(net(x, source, target)[train],
                                 label[train]).backward()
        adam.step()
        net.eval()
        with torch.no_grad():
            net(x, source, target).argmax(1)
        best = min(best, time.process_time() - begin)
    print(1e3 * best)


main()
