#!/usr/bin/python3
"""Seconds of the processor that a Python library takes to read a graph.

  bench/read-peers.py networkx|igraph|scipy gml|edges|mtx|graphml|gexf|json FILE

Prints "absent" if there is no such library.  bench/run calls it.
"""
import sys
import time


def reader(who, form):
    if who == "scipy":
        from scipy.io import mmread
        return lambda path: mmread(path).tocsr()
    if who == "igraph":
        import igraph
        return lambda path: igraph.Graph.Read(path, format=form)
    import networkx
    if form == "gml":
        return lambda path: networkx.read_gml(path, label="id")
    if form == "graphml":
        return networkx.read_graphml
    if form == "gexf":
        return networkx.read_gexf
    if form == "json":
        import json
        return lambda path: networkx.node_link_graph(json.load(open(path)))
    return networkx.read_weighted_edgelist


def main():
    who, form, path = sys.argv[1:]
    try:
        read = reader(who, form)
    except ImportError:
        print("absent")
        return
    begin = time.process_time()
    read(path)
    print(time.process_time() - begin)


if __name__ == "__main__":
    main()
