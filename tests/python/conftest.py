"""For make check every test is a line of TAP; by hand pytest reports as it does."""
import os
import pathlib

import pytest

SOURCE = pathlib.Path(os.environ.get("top_srcdir", pathlib.Path(__file__).parents[2]))
BUILD = pathlib.Path(os.environ.get("top_builddir", SOURCE / "build"))

if os.environ.get("MGNN_TAP"):
    TAP = os.fdopen(int(os.environ.pop("MGNN_TAP")), "w")

    def say(text):
        print(text, file=TAP, flush=True)

    def pytest_collection_finish(session):
        session.config.counted = 0
        say(f"1..{len(session.items)}")

    def pytest_collectreport(report):
        if report.failed:
            say("Bail out! " + str(report.longrepr).replace("\n", "\n# "))

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(item, call):
        report = (yield).get_result()
        config = item.config
        done = report.when == "call" or (report.when == "setup" and not report.passed)
        if not done:
            return
        config.counted += 1
        name = item.nodeid.split("/")[-1].replace("::", ": ").replace("#", "")
        word = "" if not report.skipped else f" # SKIP {report.longrepr[2]}"
        say(f"{'not ok' if report.failed else 'ok'} {config.counted} - {name}{word}")
        if report.failed:
            say("\n".join("# " + line for line in report.longreprtext.splitlines()))


@pytest.fixture
def graphs():
    """Where the sample graphs are."""
    return SOURCE / "graphs"


@pytest.fixture
def program():
    """The path of a program just built."""
    return lambda name: str(BUILD / name)
