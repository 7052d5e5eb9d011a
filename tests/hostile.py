#!/usr/bin/python3
"""Calls of the Python package as an enemy would make them.

    tests/hostile.py [--seconds N] [--seed N] [--build DIR]

Random calls get wrong shapes, numbers that are none, buffers of the wrong size, callbacks
that raise, change what they are given or call again, and threads that share a problem.
Anything may be refused by an exception; a crash, a SystemError, or what a sanitizer reports
is a fault, and so is a problem that computes something else afterwards.  Call k of a seed is
the same each time, and the last one is named in a crash.

--build is a build tree of configure --enable-sanitize, without --disable-shared: its libraries
are used, with the sanitizers loaded before Python.  Without it, the package that is installed.
"""
import argparse
import faulthandler
import os
import random
import subprocess
import sys
import threading
import time

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def restart(build):
    """Build the package against a sanitized tree, and run it with the sanitizers."""
    out, libs = os.path.join(build, "hostile"), os.path.join(os.path.abspath(build), ".libs")
    sanitize = "-fsanitize=address,undefined"
    env = dict(os.environ, MGNN_CFLAGS=f"-I{TOP}/include -g {sanitize}",
               MGNN_LIBS=f"-L{libs} -Wl,-rpath,{libs} {sanitize}")
    subprocess.run([sys.executable, f"{TOP}/python/setup.py", "-q", "build", "-f", "--build-base",
                    f"{out}/temp", "--build-lib", os.path.abspath(out)], env=env, check=True)
    found = [subprocess.run(["gcc", f"-print-file-name=lib{name}.so"], check=True, text=True,
                            capture_output=True).stdout.strip() for name in ("asan", "ubsan")]
    env.update(LD_PRELOAD=" ".join(found), PYTHONPATH=os.path.abspath(out), PYTHONMALLOC="malloc",
               ASAN_OPTIONS="detect_leaks=0:allocator_may_return_null=1:abort_on_error=1",
               UBSAN_OPTIONS="print_stacktrace=1:halt_on_error=1")
    words = [word for k, word in enumerate(sys.argv[1:]) if "--build" not in (word, sys.argv[k])]
    return subprocess.run([sys.executable, __file__, *words], env=env, check=False).returncode


def hostile_values(np, rng):
    """What an argument may be instead of what it should be."""
    odd = np.arange(12.0).reshape(3, 4)
    return [None, 0, -1, 2**31, 2**63, 10**30, 1e308, -0.0, float("nan"), float("inf"), "", "x", "a\0b",
            "\ud800", b"\0\xff" * 9, [], [[]], {}, {(0, 1): 1}, {"a": None}, object(), True, 1j, ...,
            np.zeros(0), np.zeros((0, 2)), np.zeros((3, 0)), np.full(3, np.nan), odd[::-1, ::2], odd.T,
            np.array([None, 1]), np.array(["x"]), np.array(5), np.zeros(3, "datetime64[s]"),
            np.arange(6, dtype=np.int8).reshape(3, 2), np.array([[0, 2**40]]), np.ma.masked_all((3, 2)),
            rng.random((3, 2)) * 1e-320, rng.random((3, 2)) * 1e300, memoryview(b"12345678"),
            (3, [[0, 1], [1, 2], [2, 0]]), (2**33, [[0, 1]]), (3, [[0, 7]]), (0, []), lambda *x: x[0]]


def callbacks(mgnn, np):
    """What a run may be watched by."""
    def raises(now):
        raise KeyError("of the callback")

    def changes(now):
        now.positions.setflags(write=True)

    def again(now):
        mgnn.layout((3, [[0, 1], [1, 2]]), max_iterations=2)

    def many(now):
        threads = [threading.Thread(target=again, args=(now,)) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return [raises, changes, again, many, lambda now: np.array([1, 2]), lambda: 0, lambda now: True]


def core_calls(core, rng, values):
    """The extension itself, which only the package calls: buffers of any size."""
    problem = core.problem_new(3, bytes(range(0)) or (b"\0\0\0\0\1\0\0\0\1\0\0\0\2\0\0\0"), None)
    name = rng.choice([n for n in dir(problem) if not n.startswith("_")])
    call = getattr(problem, name)
    if callable(call):
        call(*(rng.choice(values + [2, 2, b"\0" * 48, bytearray(48)]) for _ in range(rng.randrange(7))))


def once(mgnn, np, rng, state):
    """One call."""
    values = hostile_values(np, np.random.default_rng(rng.randrange(2**31)))
    if rng.random() < 0.2:
        return core_calls(mgnn._core, rng, values)
    calls = [name for name in mgnn.__all__ if name[0].islower()
             and name not in ("progress", "draw_networkx", "layout_igraph")]
    call = getattr(mgnn, rng.choice(calls))
    if call is mgnn.robust:             # which gives the problem other stiffnesses
        state = dict(state, problem=mgnn.problem((state["problem"].nodes, state["problem"].edges), 1.5))
    known = [p for p in call.__code__.co_varnames[:call.__code__.co_argcount
                                                  + call.__code__.co_kwonlyargcount]]
    good = {"graph": state["problem"], "positions": state["y"], "y": state["y"], "x": state["y"],
            "other": state["y"], "Z0": state["y"], "file": None, "layers": 3, "time_limit": 0.2,
            "max_iterations": 50, "metric": "jaccard"}
    given = {name: good[name] for name in known if name in good}
    for name in rng.sample(known, min(len(known), rng.randrange(3))):
        if name != "file":              # it would write
            given[name] = rng.choice(values)
    if "callback" in known and rng.random() < 0.5:
        given["callback"] = rng.choice(callbacks(mgnn, np))
    if isinstance(given.get("graph"), (str, bytes)) or given.get("most") in (2**31, 10**30):
        return None
    return call(**given)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build")
    told = parser.parse_args()
    if told.build:
        return restart(told.build)
    import mgnn
    import numpy as np
    import warnings
    warnings.simplefilter("ignore")
    faulthandler.enable()
    graph = mgnn.problem((6, [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0], [0, 3]]), 1.5)
    state = {"problem": graph, "y": np.random.default_rng(1).normal(size=(6, 2))}
    want = mgnn.layout(graph).positions
    end, count, refused = time.monotonic() + told.seconds, 0, 0
    while time.monotonic() < end:
        os.environ["HOSTILE"] = str(count)
        try:
            once(mgnn, np, random.Random(f"{told.seed} {count}"), state)
        except SystemError:
            print(f"call {count} of seed {told.seed}", file=sys.stderr)
            raise
        except Exception:       # refused
            refused += 1
        count += 1
        if count % 500 == 0 and not np.array_equal(mgnn.layout(graph).positions, want):
            sys.exit(f"after call {count} of seed {told.seed} a problem computes something else")
    print(f"{count} calls, {refused} of them refused")
    return 0


if __name__ == "__main__":
    sys.exit(main())
