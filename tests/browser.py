"""Drives the page of `-o FILE.html` in chromium and prints TAP.

    tests/browser [WORD...]    only the facts whose name holds a WORD

Started by tests/browser with the folders of sample graphs and for scratch.
Needs nothing but Python's own library: chromedriver speaks JSON over HTTP (the
WebDriver protocol).  What a page shows is compared with positions that
mgnn-layout wrote as CSV, and with numbers computed from those here.
"""
import base64
import csv
import json
import math
import os
import re
import struct
import subprocess
import sys
import time
import traceback
import urllib.error
import urllib.request
import xml.etree.ElementTree as xml
import zlib

GRAPHS, WORK = sys.argv[1:3]
ONLY = sys.argv[3:] or [""]
PATIENCE = int(os.environ.get("PATIENCE", 60))         # seconds, for a loaded machine


class Browser:
    """One window of a headless chromium."""

    def __init__(self):
        log = os.path.join(WORK, "driver.log")
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=open(log, "w"),
            stderr=subprocess.STDOUT)
        port = wait_for(lambda: re.search(r"successfully on port (\d+)",
                                          open(log).read()))
        self.base = "http://127.0.0.1:%s/session" % port.group(1)
        arguments = ["--headless=new", "--disable-dev-shm-usage",
                     "--force-device-scale-factor=1", "--disable-gpu",
                     "--hide-scrollbars", "--window-size=1200,900",
                     "--user-data-dir=" + os.path.join(WORK, "profile")]
        if os.getuid() == 0:
            arguments.append("--no-sandbox")
        answer = self.call("POST", "", {"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
            "timeouts": {"script": 1000 * PATIENCE}}}})
        self.base += "/" + answer["sessionId"]
        self.cdp("Browser.setDownloadBehavior", behavior="allow",
                 downloadPath=WORK)

    def call(self, method, path, body=None):
        request = urllib.request.Request(
            self.base + path, method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=2 * PATIENCE) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def cdp(self, command, **params):
        return self.call("POST", "/goog/cdp/execute",
                         {"cmd": command, "params": params})

    def run(self, script, *args):
        return self.call("POST", "/execute/sync", {"script": script,
                                                   "args": list(args)})

    def log(self, kind):
        return self.call("POST", "/se/log", {"type": kind})

    def open(self, name):
        self.log("performance")
        self.call("POST", "/url", {"url": "file://" + os.path.join(WORK, name)})
        self.wait_until_still()

    def wait_until_still(self):
        """Wait until nothing moves any more."""
        wait_for(lambda: self.run("""
            return document.documentElement.dataset.still === 'true'"""))

    def keys(self, text):
        """Press keys one after the other; a shifted one as [shift, key]."""
        steps = []
        for key in text:
            pair = key if isinstance(key, tuple) else (key,)
            steps += [{"type": "keyDown", "value": k} for k in pair]
            steps += [{"type": "keyUp", "value": k} for k in reversed(pair)]
        self.call("POST", "/actions", {"actions": [
            {"type": "key", "id": "keyboard", "actions": steps}]})
        self.wait_until_still()

    def mouse(self, *points, drag=False):
        """Move over points of the window, with the button down if drag."""
        steps = [{"type": "pointerMove", "x": round(x), "y": round(y),
                  "duration": 0} for x, y in points]
        if drag:
            steps.insert(1, {"type": "pointerDown", "button": 0})
            steps.append({"type": "pointerUp", "button": 0})
        self.call("POST", "/actions", {"actions": [
            {"type": "pointer", "id": "mouse", "actions": steps,
             "parameters": {"pointerType": "mouse"}}]})
        self.run("return new Promise(done => requestAnimationFrame(() => "
                 "requestAnimationFrame(done)))")
        self.wait_until_still()

    def wheel(self, x, y, delta):
        self.call("POST", "/actions", {"actions": [
            {"type": "wheel", "id": "wheel", "actions": [
                {"type": "scroll", "x": round(x), "y": round(y), "deltaX": 0,
                 "deltaY": delta, "origin": "viewport"}]}]})
        self.wait_until_still()

    def click(self, selector):
        self.run("document.querySelector(arguments[0]).click()", selector)
        self.wait_until_still()

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])"
                        ".textContent", selector)

    def where(self, name, panel=0):
        """The place of a node in the window."""
        return self.run("return mgnn.where(...arguments)", name, panel)

    def picture(self, panel=0):
        """The bytes of a panel's canvas."""
        return self.run("return document.querySelectorAll('canvas.base')"
                        "[arguments[0]].toDataURL()", panel)

    def tip(self):
        """What the box about a node or an edge says, or None."""
        return self.run("""
            const tip = document.getElementById('tip');
            if (tip.hidden) return null;
            const out = { title: tip.querySelector('b').textContent };
            for (const dt of tip.querySelectorAll('dt'))
              out[dt.textContent] = dt.nextSibling.textContent;
            return out;""")

    def media(self, **features):
        self.cdp("Emulation.setEmulatedMedia", features=[
            {"name": name.replace("_", "-"), "value": value}
            for name, value in features.items()])

    def close(self):
        try:
            self.call("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()


def wait_for(question):
    end = time.monotonic() + PATIENCE
    while True:
        answer = question()
        if answer:
            return answer
        if time.monotonic() > end:
            raise RuntimeError("waited %d s in vain" % PATIENCE)
        time.sleep(0.02)


def layout(*words):
    subprocess.run(["mgnn-layout", "-q"] + list(words), cwd=WORK, check=True)


def put(name, text):
    with open(os.path.join(WORK, name), "w", newline="") as out:
        out.write(text)


def table(name):
    """Positions from CSV: a list of (node, numbers)."""
    with open(os.path.join(WORK, name), newline="") as rows:
        return {row[0]: [float(x) for x in row[1:]]
                for row in list(csv.reader(rows))[1:]}


def number(text):
    """A number as the page writes it."""
    text = text.replace("\u2212", "-").replace("\u2009", "")
    return float(text.rstrip("%"))


def near(a, b, relative=2e-3, absolute=1e-6):
    assert abs(a - b) <= max(relative * abs(b), absolute), (a, b)


def same_drawing(browser, positions, panel=0):
    """The nodes stand in the window as in the table, y up: one scale for both
    axes.  Returns the scale."""
    names = list(positions)
    seen = [browser.where(name, panel) for name in names]
    a, b = max(((i, j) for i in range(len(names)) for j in range(i)),
               key=lambda ij: math.dist(positions[names[ij[0]]],
                                        positions[names[ij[1]]]))
    scale = math.dist(seen[a], seen[b]) / math.dist(positions[names[a]],
                                                    positions[names[b]])
    x0, y0 = positions[names[a]]
    for name, (x, y) in zip(names, seen):
        near(x - seen[a][0], scale * (positions[name][0] - x0), 1e-3, 0.05)
        near(y - seen[a][1], -scale * (positions[name][1] - y0), 1e-3, 0.05)
    return scale


def clean(browser):
    errors = [entry for entry in browser.log("browser")
              if entry["level"] in ("SEVERE", "WARNING")]
    assert errors == [], errors


# ---- facts ----

FACTS = []


def fact(f):
    FACTS.append(f)
    return f


@fact
def opens_from_disk_without_errors_or_requests(b):
    b.open("blocks.html")
    clean(b)
    urls = [entry["params"]["request"]["url"] for entry in
            (json.loads(line["message"])["message"]
             for line in b.log("performance"))
            if entry["method"] == "Network.requestWillBeSent"]
    assert urls, "the page itself was not seen"
    assert all(url.startswith(("file:", "data:", "blob:")) for url in urls), urls
    assert b.text("#title") == "Two blocks"
    assert b.run("return document.querySelectorAll('.panel').length") == 3


@fact
def policy_stops_scripts_and_requests(b):
    b.open("blocks.html")
    b.run("""const script = document.createElement('script');
             script.textContent = 'window.intruder = 1';
             document.body.append(script);""")
    assert b.run("return window.intruder") is None
    answer = b.run("""return fetch('http://127.0.0.1:9/').then(() => 'came',
                      error => 'refused')""")
    assert answer == "refused"
    b.log("browser")           # both complaints


@fact
def every_layer_of_every_model_is_drawn_as_computed(b):
    b.open("blocks.html")
    for panel, model in enumerate(("mgnn", "sgc", "appnp")):
        for layer in (0, 1, 4):
            b.run("mgnn.seek(arguments[0])", layer)
            b.wait_until_still()
            same_drawing(b, table("z-%s-%d.csv" % (model, layer)), panel)


@fact
def slider_moves_the_drawing(b):
    b.open("blocks.html")
    before = b.picture()
    b.run("""const slider = document.getElementById('slider');
             slider.value = 1; slider.dispatchEvent(new Event('input'));""")
    b.wait_until_still()
    assert b.picture() != before
    assert b.text("#step") == "layer 1 of 4"
    assert b.text(".panel .caption b") == "MGNN-1"
    same_drawing(b, table("z-mgnn-1.csv"))


@fact
def energy_is_that_of_the_report(b):
    b.open("blocks.html")
    report = json.load(open(os.path.join(WORK, "blocks.json")))
    for layer in (0, 2, 4):
        b.run("mgnn.seek(arguments[0])", layer)
        b.wait_until_still()
        for panel, model in enumerate(report["models"]):
            text = b.run("return document.querySelectorAll('.caption span')"
                         "[arguments[0]].textContent", panel)
            near(number(text.replace("E = ", "")),
                 model["layers"][layer]["energy"])


@fact
def pointing_at_an_edge_shows_its_lengths(b):
    b.open("triangle.html")
    at = table("triangle.csv")
    for i, j, target in (("A", "B", 1), ("B", "C", 1), ("A", "C", 3)):
        (x0, y0), (x1, y1) = b.where(i), b.where(j)
        # The three lie on a line; near the ends no other edge is below.
        part = 0.25 if (i, j) != ("A", "C") else 0.5
        b.mouse((5, 5), (x0 + part * (x1 - x0), y0 + part * (y1 - y0)))
        tip, achieved = b.tip(), math.dist(at[i], at[j])
        if tip["title"] not in (i + " – " + j, j + " – " + i):
            assert (i, j) == ("A", "C"), tip        # B lies on it
            continue
        near(number(tip["target"]), target)
        near(number(tip["achieved"]), achieved)
        near(number(tip["strain"]), 100 * (achieved - target) / target)


@fact
def edges_of_a_kite_give_theirs(b):
    b.open("kite.html")
    at = table("kite.csv")
    with open(os.path.join(GRAPHS, "kite.csv"), newline="") as rows:
        edges = list(csv.DictReader(rows))
    seen = 0
    for edge in edges:
        i, j, target = edge["source"], edge["target"], float(edge["length"])
        (x0, y0), (x1, y1) = b.where(i), b.where(j)
        b.mouse((5, 5), (x0 + 0.4 * (x1 - x0), y0 + 0.4 * (y1 - y0)))
        tip, achieved = b.tip(), math.dist(at[i], at[j])
        if tip is None or tip["title"] != i + " – " + j:
            continue           # another edge crosses here
        near(number(tip["target"]), target)
        near(number(tip["achieved"]), achieved)
        seen += 1
    assert seen >= len(edges) / 2, seen


@fact
def pointing_at_a_node_shows_its_name_label_degree_and_place(b):
    b.open("blocks.html")
    at = table("z-mgnn-4.csv")
    seen = 0
    for name in list(at)[:6]:
        b.mouse((5, 5), b.where(name))
        tip = b.tip()
        if tip["title"] != name:
            continue           # another lies on top
        seen += 1
        x = [number(word) for word in tip["Z"].split(",")]
        near(x[0], at[name][0])
        near(x[1], at[name][1])
        assert int(tip["degree"]) == DEGREES[name], tip
        assert tip["label"] == LABELS[name], tip
    assert seen >= 3, seen


@fact
def arrows_and_shapes_are_painted(b):
    b.open("looks.html")
    clean(b)
    ink = """const [name, dx, dy] = arguments, [x, y] = mgnn.where(name);
             const canvas = document.querySelector('canvas.base');
             const box = canvas.getBoundingClientRect();
             return [...canvas.getContext('2d').getImageData(
               x - box.left + dx, y - box.top + dy, 1, 1).data]"""
    assert b.run(ink, "A", -7, 0) == [255, 0, 0, 255]       # a red box
    (ax, ay), (bx, by) = b.where("A"), b.where("B")
    length = math.dist((ax, ay), (bx, by))
    dark = lambda far: sum(b.run(ink, "B", (ax - bx) / length * far + by_x * side,
                                 (ay - by) / length * far + by_y * side)[3] > 100
                           for side in range(-6, 7))
    by_x, by_y = -(ay - by) / length, (ax - bx) / length
    # along the way to B the line is thin, and wide where its arrow is
    assert max(dark(far) for far in range(8, 30)) >= 3 * dark(length / 2)


@fact
def wide_nodes_and_loops_are_within(b):
    b.open("wide.html")
    left, foot = b.run("""const box = document.querySelector('canvas.base')
                            .getBoundingClientRect(); return [box.left, box.bottom]""")
    seen = [b.where(name) for name in ("m" * 30, "n" * 30, "o" * 30)]
    assert min(x for x, y in seen) - left > 0.3 * 30 * 12, (seen, left)
    assert foot - max(y for x, y in seen) > 36, (seen, foot)


@fact
def attributes_are_shown_and_labels_stand_alone(b):
    b.open("kinds.html")
    b.mouse(b.where("A"))
    assert b.tip()["size"] == "12", b.tip()
    b.mouse((5, 5))
    before = b.run("return document.querySelector('canvas.base').toDataURL()")
    b.run("document.querySelector('#legend button').focus()")
    b.keys([" "])
    after = b.run("return document.querySelector('canvas.base').toDataURL()")
    assert before != after
    assert b.text("#live").startswith("Only "), b.text("#live")
    b.keys(["\ue00c"])        # Escape: all again
    assert b.run("return document.querySelector('canvas.base').toDataURL()") == before


@fact
def z_and_y_are_distinguished(b):
    b.open("blocks.html")
    b.click("#space input[value=y]")
    same_drawing(b, table("y-mgnn-4.csv"))
    b.keys("z")
    same_drawing(b, table("z-mgnn-4.csv"))


@fact
def keys_step_play_zoom_and_switch(b):
    b.open("blocks.html")
    step = lambda: b.run("return Number(document.getElementById('slider').value)")
    LEFT, RIGHT, HOME, END = "\ue012", "\ue014", "\ue011", "\ue010"
    b.keys([LEFT])
    assert step() == 3
    b.keys([HOME])
    assert step() == 0
    b.keys([RIGHT, RIGHT])
    assert step() == 2
    assert "layer 2 of 4" in b.text("#live"), b.text("#live")
    b.keys([END])
    assert step() == 4
    b.keys([" "])              # plays from the start to the end
    wait_for(lambda: step() == 4)
    b.wait_until_still()
    same_drawing(b, table("z-mgnn-4.csv"))
    fit = same_drawing(b, table("z-mgnn-4.csv"))
    b.keys(["+", "+"])
    assert same_drawing(b, table("z-mgnn-4.csv")) > 1.5 * fit
    b.keys(["-"])
    assert same_drawing(b, table("z-mgnn-4.csv")) < 1.5 * fit
    before = b.where("a1")
    b.keys([("\ue008", RIGHT)])
    assert b.where("a1")[0] < before[0] - 10
    b.keys(["0"])
    near(same_drawing(b, table("z-mgnn-4.csv")), fit)
    b.keys(["c"])
    assert b.run("return document.querySelector('#colour :checked').value") \
        == "strain"
    b.keys(["m"])
    assert b.run("return document.querySelector('#models :checked').value") == "0"
    b.keys(["?"])
    assert b.run("return document.getElementById('keys').open")
    b.keys(["\ue00c"])
    assert not b.run("return document.getElementById('keys').open")


@fact
def models_stand_side_by_side_or_alone(b):
    b.open("blocks.html")
    widths = "return [...document.querySelectorAll('.panel')]" \
             ".map(p => p.getBoundingClientRect().width)"
    three = b.run(widths)
    assert min(three) > 200 and max(three) - min(three) < 3, three
    b.click("#models input[value='1']")
    alone = b.run(widths)
    assert alone[0] == alone[2] == 0 and alone[1] > 2.5 * three[1], alone
    same_drawing(b, table("z-sgc-4.csv"), 1)


@fact
def search_finds_a_node(b):
    b.open("kite.html")
    b.keys(["/"])
    assert b.run("return document.activeElement.id") == "query"
    names = list(table("kite.csv"))
    b.keys(names[1])
    assert b.tip()["title"] == names[1], b.tip()
    assert names[1] in b.text("#live")
    b.keys("xyzzy")
    assert b.text("#found") == "none"
    b.keys(["\ue00c"])
    assert b.tip() is None


@fact
def search_goes_on_and_centres_when_zoomed(b):
    b.open("blocks.html")
    b.keys(["+"] * 8)
    b.keys(["/"])
    b.keys("1")
    first = b.tip()["title"]
    assert first == "a1"
    b.keys(["\ue007"])
    assert b.tip()["title"] != first and "1" in b.tip()["title"]
    box = b.run("const r = document.querySelector('canvas.over')"
                ".getBoundingClientRect(); return [r.left + r.width / 2, "
                "r.top + r.height / 2]")
    at = b.where(b.tip()["title"])
    assert math.dist(box, at) < 15, (box, at)


@fact
def strain_is_red_where_too_long_and_blue_where_too_short(b):
    b.open("four.html")
    b.click("#colour input[value=strain]")
    at = table("four-at.csv")
    pairs = sorted(((math.dist(at[i], at[j]), i, j) for i in at for j in at
                    if i < j))
    for (length, i, j), long in ((pairs[0], False), (pairs[-1], True)):
        assert (length > 1) == long, pairs
        (x0, y0), (x1, y1) = b.where(i), b.where(j)
        r, g, blue, a = b.run("""
            const canvas = document.querySelector('canvas.base');
            const box = canvas.getBoundingClientRect();
            return [...canvas.getContext('2d').getImageData(
              Math.round(arguments[0] - box.left),
              Math.round(arguments[1] - box.top), 1, 1).data];""",
                              x0 + 0.3 * (x1 - x0), y0 + 0.3 * (y1 - y0))
        assert a > 0 and (r - blue if long else blue - r) > 20, (r, g, blue, a)
    legend = b.run("return document.getElementById('bar').ariaLabel")
    assert "strain" in legend, legend


def saved(b, button, suffix, page="hostile"):
    files = lambda: [name for name in os.listdir(WORK) if name.endswith(suffix)
                     and name.startswith(page)]
    for name in files():
        os.remove(os.path.join(WORK, name))
    b.click(button)
    name = wait_for(files)[0]
    return open(os.path.join(WORK, name), "rb").read()


@fact
def png_is_saved(b):
    b.open("hostile.html")
    data = saved(b, "#png", ".png")
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, pixels, size = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        assert zlib.crc32(kind + body) == struct.unpack(
            ">I", data[at + 8 + length:at + 12 + length])[0]
        if kind == b"IHDR":
            size = struct.unpack(">II", body[:8])
        if kind == b"IDAT":
            pixels += body
        at += 12 + length
    assert size[0] > 1500 and size[1] > 600, size
    assert len(set(zlib.decompress(pixels))) > 20       # not one colour
    clean(b)


@fact
def svg_is_saved_and_holds_names_as_text(b):
    b.open("hostile.html")
    root = xml.fromstring(saved(b, "#svg", ".svg"))
    space = "{http://www.w3.org/2000/svg}"
    kinds = {element.tag.replace(space, "") for element in root.iter()}
    assert kinds <= {"svg", "g", "path", "rect", "text", "clipPath"}, kinds
    texts = {element.text for element in root.iter(space + "text")}
    for name in HOSTILE:
        shown = name if len(name) <= 28 else name[:14] + "…" + name[-13:]
        assert shown.replace("\x01", "\ufffd") in texts, (name, texts)
    assert all(not key.startswith("on") for element in root.iter()
               for key in element.attrib)


@fact
def saved_files_are_named_for_what_they_show(b):
    b.open("blocks.html")
    for layer in (1, 3):
        b.run("mgnn.seek(arguments[0])", layer)
        saved(b, "#png", ".png", "blocks-%d." % layer)
    # In the middle of a move: the picture is that of the frame it goes to.
    for name in os.listdir(WORK):
        if re.fullmatch(r"blocks-[0-9]+[.]svg", name):
            os.remove(os.path.join(WORK, name))
    b.run("""document.body.dispatchEvent(new KeyboardEvent('keydown',
               { key: 'ArrowLeft', bubbles: true }));
             return new Promise(done => setTimeout(() => {
               document.getElementById('svg').click(); done(); }, 60))""")
    b.wait_until_still()
    path = os.path.join(WORK, "blocks-2.svg")
    wait_for(lambda: os.path.exists(path) and os.path.getsize(path) > 0)
    text = open(path).read()
    assert "MGNN-2" in text and "MGNN-3" not in text
    # Of a search, the iteration.
    b.open("search.html")
    report = json.load(open(os.path.join(WORK, "search.json")))
    saved(b, "#svg", ".svg", "ring-%d." % report["iterations"])


@fact
def iterations_are_those_of_the_report(b):
    for page in ("search", "london"):
        b.open(page + ".html")
        count = json.load(open(os.path.join(WORK, page + ".json")))["iterations"]
        about = b.text("#about").replace("\u2009", "")
        assert " %d iterations" % count in about, (about, count)
        assert b.text("#step") == "iteration %d of %d" % (count, count), b.text("#step")


@fact
def drawing_that_does_not_move_is_sent_once(b):
    b.open("given.html")
    assert b.run("return document.getElementById('time').hidden")
    same_drawing(b, table("kite.csv"))
    steps = b.run("""return JSON.parse(document.getElementById('data').textContent)
                     .runs[0].steps""")
    assert len(steps) == 1, steps
    clean(b)


@fact
def frames_between_others_are_made_by_the_page(b):
    b.open("london.html")
    run = b.run("""const { steps, kept } = JSON.parse(
                     document.getElementById('data').textContent).runs[0];
                   return { frames: steps.length, kept }""")
    kept = run["kept"]
    assert kept[0] == 0 and kept[-1] == run["frames"] - 1, kept
    gap = next(k for k in range(len(kept) - 1) if kept[k + 1] - kept[k] > 2)
    places = []
    for frame in (kept[gap], kept[gap] + 1, kept[gap + 1]):
        b.run("mgnn.seek(arguments[0])", frame)
        b.wait_until_still()
        places.append([b.where(str(i)) for i in (1, 50, 200)])
    part = 1 / (kept[gap + 1] - kept[gap])
    for start, here, end in zip(*places):
        for c in range(2):
            near(here[c], start[c] + part * (end[c] - start[c]), 1e-3, 0.05)


@fact
def frames_of_a_large_graph_are_those_of_the_program(b):
    b.open("large.html")
    b.click("#space input[value=z]")
    for layer in (0, 1, 2):
        at = table("large-%d.csv" % layer)
        b.run("mgnn.seek(arguments[0])", layer)
        b.wait_until_still()
        names = list(at)[::67]
        seen = b.run("return arguments[0].map(name => mgnn.where(name))", names)
        box = [max(x[c] for x in at.values()) - min(x[c] for x in at.values()) for c in (0, 1)]
        a, c = names[0], max(names, key=lambda name: math.dist(at[name], at[names[0]]))
        scale = math.dist(seen[0], seen[names.index(c)]) / math.dist(at[a], at[c])
        for name, (x, y) in zip(names, seen):
            near(x - seen[0][0], scale * (at[name][0] - at[a][0]), 0, scale * max(box) / 30000)
            near(y - seen[0][1], -scale * (at[name][1] - at[a][1]), 0, scale * max(box) / 30000)


@fact
def pages_are_small(b):
    """A page of 6,700 nodes, 20,000 edges and 11 layers: as differences, less than 2 bytes
    a coordinate."""
    size = os.path.getsize(os.path.join(WORK, "large-10.html"))
    once = os.path.getsize(os.path.join(WORK, "large-0.html"))
    assert size - once < 10 * 6700 * 2 * 2 * 4 / 3, (size, once)
    # An arrow per edge: less than 20 bytes.
    directed = os.path.getsize(os.path.join(WORK, "large-arrows.html"))
    assert 0 < directed - once < 20 * 20000, (directed, once)


@fact
def lengths_that_are_met_are_called_so(b):
    b.open("search.html")
    assert b.text(".caption span") == "all lengths met", b.text(".caption span")
    assert "met" in b.text("#chart"), b.text("#chart")
    assert "e−" not in b.text("#chart"), b.text("#chart")


@fact
def legend_holds_every_class(b):
    b.open("classes.html")
    high, seen = b.run("""const box = document.getElementById('scroll');
                          return [box.scrollHeight, box.clientHeight]""")
    assert high > seen + 18, (high, seen)
    svg = saved(b, "#svg", ".svg", "classes").decode()
    for k in range(60):
        assert ">class number %d<" % k in svg, k
    # Some are found by name; the last is reached by scrolling, and can be clicked.
    b.run("""const box = document.getElementById('labels-like');
             box.value = 'number 5'; box.dispatchEvent(new Event('input'))""")
    shown = b.run("""return [...document.querySelectorAll('#legend button')]
                     .filter(one => !one.hidden).map(one => one.textContent)""")
    assert shown == ["class number 5"] + ["class number 5%d" % k for k in range(10)], shown
    x, y = b.run("""const all = document.querySelectorAll('#legend button');
                    all[59].scrollIntoView(); all[55].hidden = all[59].hidden;
                    const box = all[59].getBoundingClientRect();
                    return [box.left + 20, box.top + 10]""")
    b.mouse((x, y), (x, y), drag=True)
    assert b.text("#live") == "Only class number 59", b.text("#live")
    b.keys(["\ue00c"])          # Escape


@fact
def strain_bar_tells_what_it_does_not_reach(b):
    b.open("long.html")
    legend = b.run("return document.getElementById('bar').ariaLabel")
    assert "edges go on to +112" in legend, legend
    svg = saved(b, "#svg", ".svg", "long").decode()
    assert "edges go on to +112" in svg


@fact
def edges_of_nodes_that_overlap_are_painted(b):
    b.open("overlap.html")
    svg = saved(b, "#svg", ".svg", "overlap").decode()
    assert svg.count('stroke="#ff0000"') == 4, svg.count('stroke="#ff0000"')
    assert svg.count('fill="#ff0000"') == 4        # and their arrows
    clean(b)


@fact
def lines_without_looks_are_painted_together(b):
    b.open("joined.html")
    svg = saved(b, "#svg", ".svg", "joined").decode()
    assert svg.count("<path") < 150, svg.count("<path")     # of 1501 lines, 1 is a loop
    ends = len(re.findall("M[-0-9.]+ [-0-9.]+L", svg))
    assert ends >= 1500, ends         # all edges, in the strokes of many
    clean(b)


@fact
def hostile_names_never_become_markup(b):
    b.open("hostile.html")
    clean(b)
    assert b.run("return window.broken") is None
    assert b.run("return document.querySelectorAll('img, iframe').length") == 0
    assert b.run("return document.scripts.length") == 2
    assert b.text("title") == HOSTILE[0], b.text("title")
    assert b.text("#title") == HOSTILE[0]
    for name in HOSTILE:
        b.mouse((5, 5), b.where(name))
        assert b.tip()["title"] == name, (b.tip(), name)
    b.run("""const box = document.getElementById('query');
             box.value = arguments[0]; box.dispatchEvent(new Event('input'));""",
          HOSTILE[0])
    b.wait_until_still()
    assert b.tip()["title"] == HOSTILE[0]
    assert b.run("return document.querySelectorAll('img, iframe').length") == 0
    assert b.run("return window.broken") is None


@fact
def wheel_zooms_about_the_pointer(b):
    b.open("kite.html")
    names = list(table("kite.csv"))
    here, other = b.where(names[0]), b.where(names[2])
    here = [round(x) for x in here]
    before = b.where(names[0])
    b.wheel(*here, -200)
    after = b.where(names[0])
    assert math.dist(before, after) < 1.5, (before, after)
    assert math.dist(after, b.where(names[2])) > 1.2 * math.dist(before, other)


@fact
def dragging_moves_the_plane(b):
    b.open("kite.html")
    name = list(table("kite.csv"))[0]
    before = b.where(name)
    x, y = b.run("const r = document.querySelector('canvas.over')"
                 ".getBoundingClientRect(); return [r.left + 40, r.bottom - 40]")
    b.mouse((x, y), (x + 30, y - 20), (x + 60, y - 40), drag=True)
    after = b.where(name)
    near(after[0] - before[0], 60, 0, 4)
    near(after[1] - before[1], -40, 0, 4)


@fact
def two_fingers_zoom(b):
    b.open("kite.html")
    names = list(table("kite.csv"))
    spread = lambda: math.dist(b.where(names[0]), b.where(names[2]))
    before = spread()
    x, y = b.run("const r = document.querySelector('canvas.over')"
                 ".getBoundingClientRect(); return [r.left + r.width / 2, "
                 "r.top + r.height / 2]")
    touch = lambda kind, gap: b.cdp(
        "Input.dispatchTouchEvent", type=kind, touchPoints=[] if gap is None else
        [{"x": x - gap, "y": y, "id": 0}, {"x": x + gap, "y": y, "id": 1}])
    touch("touchStart", 40)
    for gap in (50, 60, 70, 80):
        touch("touchMove", gap)
    touch("touchEnd", None)
    b.wait_until_still()
    near(spread() / before, 2, 0.15)


@fact
def page_opens_as_options_say(b):
    b.open("side.html")        # from where x is: y to the right, z up
    same_drawing(b, {name: x[1:] for name, x in table("space.csv").items()})
    assert b.run("return document.querySelector('#colour :checked').value") \
        == "strain"
    legend = b.run("return document.getElementById('bar').ariaLabel")
    assert "strain" in legend, legend
    clean(b)


@fact
def space_is_turned_by_dragging(b):
    b.open("space.html")
    at = table("space.csv")
    names = list(at)

    def view():
        """The linear map from space to the window, by four nodes."""
        seen = {name: b.where(name) for name in names}
        a = names[0]
        rows = [[p - q for p, q in zip(at[n], at[a])] for n in names[1:4]]
        axes = [solve(rows, [seen[n][k] - seen[a][k] for n in names[1:4]])
                for k in (0, 1)]
        for name in names:
            for k in (0, 1):
                near(seen[name][k] - seen[a][k],
                     dot(axes[k], [p - q for p, q in zip(at[name], at[a])]),
                     1e-3, 0.2)
        near(dot(axes[0], axes[1]), 0, 0, 1e-2 * dot(axes[0], axes[0]))
        near(dot(axes[0], axes[0]), dot(axes[1], axes[1]), 1e-2)
        return axes

    before = view()
    x, y = b.run("const r = document.querySelector('canvas.over')"
                 ".getBoundingClientRect(); return [r.left + 60, r.top + 60]")
    b.mouse((x, y), (x + 50, y + 20), (x + 100, y + 40), drag=True)
    after = view()
    near(dot(before[0], before[0]), dot(after[0], after[0]), 1e-2)
    turned = dot(before[0], after[0]) / dot(before[0], before[0])
    assert turned < 0.95, turned


def dot(a, c):
    return sum(x * y for x, y in zip(a, c))


def solve(rows, right):
    """Three equations in three unknowns, by Cramer's rule."""
    det = lambda m: (m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
                     - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
                     + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]))
    whole = det(rows)
    return [det([[right[r] if c == k else rows[r][c] for c in range(3)]
                 for r in range(3)]) / whole for k in range(3)]


@fact
def five_dimensions_show_true_lengths(b):
    b.open("five.html")
    at = table("five.csv")
    names = list(at)
    seen = 0
    for k in range(len(names)):
        i, j = names[k], names[(k + 1) % len(names)]
        (x0, y0), (x1, y1) = b.where(i), b.where(j)
        b.mouse((5, 5), ((x0 + x1) / 2, (y0 + y1) / 2))
        tip = b.tip()
        if tip and set(tip["title"].split(" – ")) == {i, j}:
            near(number(tip["achieved"]), math.dist(at[i], at[j]))
            seen += 1
    assert seen >= 2, seen


@fact
def search_of_layout_mode_ends_at_the_drawing(b):
    b.open("search.html")
    frames = b.run("return Number(document.getElementById('slider').max)")
    assert frames >= 3, frames
    same_drawing(b, table("search.csv"))
    end = b.where("1")
    b.run("mgnn.seek(0)")
    b.wait_until_still()
    assert b.text("#step").startswith("iteration 0 of"), b.text("#step")
    assert math.dist(end, b.where("1")) > 1


@fact
def animated_page_plays_by_itself(b):
    b.open("plays.html")       # and is still only at the end
    assert b.text("#step") == "layer 4 of 4", b.text("#step")
    b.media(prefers_reduced_motion="reduce")
    b.open("plays.html")
    assert b.run("return document.getElementById('play').ariaLabel") == "Play"
    b.media(prefers_reduced_motion="no-preference")


@fact
def playing_from_before_the_click_starts_at_the_start(b):
    b.open("blocks.html")
    b.run("""const now = performance.now.bind(performance);
             performance.now = () => now() + 500;
             document.getElementById('play').click();
             performance.now = now;""")
    wait_for(lambda: b.text("#step") == "layer 4 of 4")
    b.wait_until_still()
    clean(b)


@fact
def curve_is_clicked_to_go_there(b):
    b.open("blocks.html")
    x, y = b.run("""const r = document.querySelector('#chart svg .grid')
        .getBoundingClientRect(); return [r.left + r.width / 2, r.top];""")
    b.mouse((x, y), (x, y), drag=True)
    assert b.text("#step") == "layer 2 of 4", b.text("#step")
    cursor = b.run("return Number(document.querySelector('#chart .cursor')"
                   ".getAttribute('x1')) + document.querySelector('#chart svg')"
                   ".getBoundingClientRect().left")
    near(cursor, x, 0, 2)


@fact
def follow_zooms_to_each_frame(b):
    b.open("blocks.html")
    small = same_drawing(b, table("z-sgc-4.csv"), 1)
    b.click("#follow")
    assert same_drawing(b, table("z-sgc-4.csv"), 1) > 1.2 * small


@fact
def dark_follows_the_system_and_the_switch(b):
    paper = lambda: b.run("return getComputedStyle(document.body)"
                          ".backgroundColor")
    dark = lambda: sum(int(x) for x in re.findall(r"\d+", paper())[:3]) < 200
    b.open("blocks.html")
    assert not dark(), paper()
    b.media(prefers_color_scheme="dark")
    b.wait_until_still()
    wait_for(dark)
    b.click("#theme")
    assert not dark()
    b.keys("t")
    assert dark()
    assert b.run("return document.getElementById('theme')"
                 ".getAttribute('aria-pressed')") == "true"
    b.media(prefers_color_scheme="light")


@fact
def still_pictures_for_who_prefers_them(b):
    b.media(prefers_reduced_motion="reduce")
    b.open("blocks.html")
    at = b.run("""document.dispatchEvent(new KeyboardEvent('keydown',
        { key: 'Home', bubbles: true }));
        return new Promise(done => requestAnimationFrame(() =>
          requestAnimationFrame(() => done(mgnn.where('a1', 0)))));""")
    b.wait_until_still()
    assert at == b.where("a1"), "it moved there"
    b.media(prefers_reduced_motion="no-preference")


@fact
def colours_contrast(b):
    """At least 4.5 to 1 for every text, which WCAG asks for, on what it stands."""
    def light(colour):
        parts = [int(colour[k:k + 2], 16) / 255 for k in (1, 3, 5)]
        parts = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    b.open("blocks.html")
    for theme in range(2):
        of = {name: light(b.run("return getComputedStyle(document.documentElement)"
                                ".getPropertyValue('--' + arguments[0]).trim()", name))
              for name in ("paper", "ink", "faint", "accent", "hold")}
        for text, ground in (("ink", "paper"), ("faint", "paper"), ("accent", "paper"),
                             ("ink", "hold")):
            low, high = sorted((of[text], of[ground]))
            assert (high + 0.05) / (low + 0.05) >= 4.5, (theme, text, ground)
        b.keys("t")
    b.keys("t")


@fact
def every_control_has_a_name_for_screen_readers(b):
    b.open("blocks.html")
    b.cdp("Accessibility.enable")
    tree = b.cdp("Accessibility.getFullAXTree")["nodes"]
    kinds = {}
    for node in tree:
        role = node.get("role", {}).get("value")
        if not node.get("ignored") and role in (
                "button", "slider", "searchbox", "radio", "image", "dialog"):
            name = node.get("name", {}).get("value", "")
            assert name, node
            kinds.setdefault(role, []).append(name)
    assert "layer" in kinds["slider"], kinds
    assert len(kinds["button"]) >= 8 and len(kinds["radio"]) >= 8, kinds
    assert any("200" in name or "nodes" in name for name in kinds["image"]), kinds


@fact
def what_is_shown_is_within_landmarks(b):
    """Also the box about a node: screen readers go from landmark to landmark."""
    b.open("blocks.html")
    b.mouse(b.where("a1"))
    assert b.tip() is not None
    outside = b.run("""return [...document.body.querySelectorAll('*')].filter(one =>
        one.children.length === 0 && one.textContent.trim() !== '' && one.offsetParent !== null
        && !one.closest('header, main, section, footer, dialog, [aria-live]'))
        .map(one => one.outerHTML)""")
    assert outside == [], outside


@fact
def focus_can_be_seen(b):
    b.open("blocks.html")
    b.keys(["\ue004"])
    assert b.run("return getComputedStyle(document.activeElement).outlineStyle") \
        == "solid"


@fact
def empty_graph_opens(b):
    b.open("empty.html")
    clean(b)
    b.open("single.html")
    clean(b)


@fact
def small_windows_have_room(b):
    b.cdp("Emulation.setDeviceMetricsOverride", width=380, height=700,
          deviceScaleFactor=2, mobile=True)
    b.open("blocks.html")
    assert b.run("return document.documentElement.scrollWidth") <= 380
    assert b.run("return document.querySelector('.panel').clientWidth") > 300
    b.cdp("Emulation.clearDeviceMetricsOverride")
    clean(b)


@fact
def twenty_thousand_edges_open_and_answer(b):
    b.open("large.html")
    clean(b)
    b.mouse((5, 5), b.where("v3000"))
    assert b.tip() is not None
    b.wheel(400, 400, -300)
    before = b.picture()
    b.wheel(400, 400, 300)
    assert b.picture() != before


@fact
def curve_shows_the_measure_that_is_chosen(b):
    b.open("blocks.html")
    report = json.load(open(os.path.join(WORK, "blocks.json")))
    titles = b.run("return [...document.querySelectorAll('#measure option')]"
                   ".map(o => o.textContent)")
    for space in "zy":
        if space == "y":
            b.click("#space input[value=y]")
        for title, name in (("Silhouette", "silhouette"),
                            ("Mean average distance", "mad")):
            b.run("""const box = document.getElementById('measure');
                     box.value = arguments[0]; box.dispatchEvent(new Event('change'))
                     """, titles.index(title) - 1)
            for layer in (0, 3):
                b.run("mgnn.seek(arguments[0])", layer)
                b.wait_until_still()
                for panel, model in enumerate(report["models"]):
                    text = b.run("return document.querySelectorAll('.caption span')"
                                 "[arguments[0]].textContent", panel)
                    near(number(re.search(title + " = (\\S+)", text).group(1)
                                .rstrip(",")), model["layers"][layer][space][name])
            label = b.run("return document.querySelector('#chart svg')"
                          ".getAttribute('aria-label')")
            assert label.startswith(title + " by layer"), label
    clean(b)


@fact
def lasso_chooses_what_it_encloses(b):
    b.open("blocks.html")
    names = list(table("z-mgnn-4.csv"))
    places = {name: b.where(name) for name in names}
    xs = sorted(x for x, y in places.values())
    middle = (xs[len(xs) // 2 - 1] + xs[len(xs) // 2]) / 2
    ys = [y for x, y in places.values()]
    left, top, low = xs[0] - 8, min(ys) - 8, max(ys) + 8
    b.keys("l")
    b.mouse((left, top), (middle, top), (middle, low), (left, low), (left, top),
            drag=True)
    want = sorted(name for name in names if places[name][0] < middle)
    assert sorted(b.run("return mgnn.chosen()")) == want
    text = b.text("#chosen")
    assert text.startswith("%d nodes selected" % len(want)), text
    assert all(name in text for name in want), text
    b.keys(["\ue00c"])          # Escape
    assert b.run("return mgnn.chosen()") == []
    clean(b)


@fact
def node_tells_its_neighbours_and_what_lies_below(b):
    b.open("stacked.html")
    x, y = b.where("a")
    b.mouse((5, 5), (x, y))
    tip = b.tip()
    assert sorted(tip["neighbours"].split(", ")) == ["c 0.7071 (1)", "d 0.7071 (1)"], tip
    assert tip["stacked"] == "2 nodes: a, b", tip
    svg = saved(b, "#svg", ".svg", "stacked").decode()
    assert svg.count("×2") == 1 and "×3" not in svg, svg[-400:]
    x, y = b.where("c")
    b.mouse((5, 5), (x, y))
    assert "stacked" not in b.tip()


@fact
def more_dimensions_say_how_much_is_shown(b):
    b.open("five.html")
    at = list(table("five.csv").values())
    mean = [sum(c) / len(at) for c in zip(*at)]
    rows = [[x - m for x, m in zip(row, mean)] for row in at]
    d = len(mean)
    scatter = [[sum(r[a] * r[c] for r in rows) for c in range(d)]
               for a in range(d)]
    total, seen = sum(scatter[c][c] for c in range(d)), 0
    for _ in range(3):         # the largest eigenvalue, then without it
        v = [1 + 0.1 * c for c in range(d)]
        for _ in range(3000):
            w = [sum(scatter[a][c] * v[c] for c in range(d)) for a in range(d)]
            size = math.hypot(*w)
            v = [x / size for x in w]
        seen += size
        scatter = [[scatter[a][c] - size * v[a] * v[c] for c in range(d)]
                   for a in range(d)]
    text = b.text(".caption span")
    near(number(re.search("([0-9.]+)\u2009% of variance", text).group(1)),
         100 * seen / total, 5e-3)


def positions(b, panel=0):
    """All nodes in Y, to the last digit."""
    return {row[0]: row[1:] for row in b.run("return mgnn.positions(arguments[0])", panel)}


def hand(b, *steps):
    """A pointer: pairs are places to go to, "down" and "up" the button."""
    b.call("POST", "/actions", {"actions": [
        {"type": "pointer", "id": "hand", "parameters": {"pointerType": "mouse"},
         "actions": [{"type": "pointer" + step.title(), "button": 0} if isinstance(step, str)
                     else {"type": "pointerMove", "x": round(step[0]), "y": round(step[1]),
                           "duration": 20} for step in steps]}]})


def pull(b, name, dx, dy):
    """Take a node and let it go elsewhere; what it was like in the hand: where the node was,
    and the energy."""
    x, y = b.where(name)
    hand(b, (x, y), "down", (x + dx / 2, y + dy / 2), (x + dx, y + dy))
    b.wait_until_still()
    held = b.where(name), b.run("return mgnn.energy()")
    hand(b, "up")
    b.wait_until_still()
    return held


def energy_of(at, edges):
    """The sum of w (r - target)^2; an edge is (i, j, lower, upper, w)."""
    total = 0
    for i, j, low, high, w in edges:
        r = math.dist(at[i], at[j])
        total += w * (r - min(max(r, low), high)) ** 2
    return total


@fact
def node_follows_the_hand_and_the_lengths_hold(b):
    b.open("braced.html")
    edges = [(i, j, t, t, 1) for i, j, t in BRACED]
    start = positions(b)
    x, y = b.where("v0")
    held, energy = pull(b, "v0", 90, -70)
    assert math.dist(held, (x + 90, y - 70)) < 2, (held, x, y)
    after = positions(b)
    # Nothing else holds the grid: all of it comes along, and every distance is as it was.
    assert energy_of(after, edges) < 1e-6, energy_of(after, edges)
    for i in start:
        assert math.dist(after[i], start[i]) > 0.1, i
        for j in start:
            near(math.dist(after[i], after[j]), math.dist(start[i], start[j]), 1e-2, 1e-3)
    near(b.run("return mgnn.energy()"), energy_of(after, edges), 1e-3, 1e-9)
    assert b.text(".caption b") == "moved"
    clean(b)


@fact
def caption_and_curve_are_of_what_is_shown(b):
    b.open("kite.html")
    b.run("""window.texts = [];
             const paint = CanvasRenderingContext2D.prototype.fillText;
             CanvasRenderingContext2D.prototype.fillText = function(text, ...at) {
               texts.push(text); paint.call(this, text, ...at); }""")
    x, y = b.where("south")
    hand(b, (x, y), "down", (x + 40, y - 30), (x + 60, y - 40))
    b.wait_until_still()        # with the node still in the hand
    assert b.text(".caption span") == "all lengths met", b.text(".caption span")
    hand(b, "up")
    b.wait_until_still()
    texts = b.run("return texts")
    assert "lengths met" in texts, texts
    assert not any("e\u2212" in text for text in texts), texts


@fact
def moves_are_undone_and_done_again(b):
    b.open("braced.html")
    states = [positions(b)]
    for name, dx in (("v0", 60), ("v24", -50), ("v4", 40)):
        pull(b, name, dx, 30)
        states.append(positions(b))
    for k in (2, 1, 0):
        b.click("#undo")
        assert positions(b) == states[k], k
    assert b.run("return document.getElementById('undo').disabled")
    for k in (1, 2, 3):
        b.keys("U")
        assert positions(b) == states[k], k
    assert b.run("return document.getElementById('redo').disabled")
    b.click("#reset")
    assert positions(b) == states[0]
    assert b.text(".caption b") == ""
    b.keys("u")
    assert positions(b) == states[3]


@fact
def damped_layers_are_those_of_the_program(b):
    for page in ("walk", "walk-blocks"):       # intervals and stiffness; lengths
        b.open(page + ".html")
        layers = json.load(open(os.path.join(WORK, page + ".json")))["models"][0]["layers"]
        for first, last in ((0, 40), (3, 10)):
            b.run("mgnn.seek(arguments[0])", first)
            b.wait_until_still()
            before, after = b.run("return mgnn.layers(arguments[0])", last - first)
            near(before, layers[first]["energy"], 1e-6, 1e-12)
            near(after, layers[last]["energy"], 1e-6, 1e-12)
        energies = [row["energy"] for row in layers]
        assert all(a >= c * (1 - 1e-12) for a, c in zip(energies, energies[1:])), energies


@fact
def settling_never_raises_the_energy_and_ends_at_rest(b):
    b.open("bounds.html")
    pull(b, list(positions(b))[1], 60, 60)
    before = b.run("return mgnn.energy()")
    b.click("#settle")
    b.wait_until_still()
    after = b.run("return mgnn.energy()")
    # Lengths of about 1 are rounded to 1e-16: energies of 1e-15 by about 1e-23 an edge.
    assert after <= before * (1 + 1e-9) + 1e-20, (before, after)
    there = positions(b)
    b.run("mgnn.layers(20)")
    for name, at in positions(b).items():
        assert math.dist(at, there[name]) < 1e-6, name
    assert "Settled" in b.text("#live"), b.text("#live")


@fact
def pins_of_the_file_and_of_the_reader_stay(b):
    b.open("pinned.html")
    start = positions(b)
    x, y = b.where("v4")
    hand(b, (x, y), "down", "up", "down", "up")         # a double click
    b.wait_until_still()
    assert "v4 is pinned" in b.text("#live"), b.text("#live")
    pull(b, "v24", 70, -40)
    after = positions(b)
    for name in ("v0", "v4"):
        assert after[name] == start[name], name
    assert math.dist(after["v12"], start["v12"]) > 1e-3
    b.mouse((5, 5), b.where("v4"))
    hand(b, b.where("v4"), "down", "up")
    b.keys("p")
    assert "v4 is no longer pinned" in b.text("#live"), b.text("#live")
    pull(b, "v24", 70, -40)
    assert positions(b)["v4"] != start["v4"]
    assert positions(b)["v0"] == start["v0"]


@fact
def further_layers_are_those_of_the_program(b):
    b.open("blocks.html")
    b.click("#layer")
    for panel, model in enumerate(("mgnn", "sgc", "appnp")):
        same_drawing(b, table("z-%s-5.csv" % model), panel)
    assert b.text(".caption b") == "MGNN-5", b.text(".caption b")
    b.keys("..")
    assert b.text(".caption b") == "MGNN-7", b.text(".caption b")
    b.click("#undo")
    # Another frame leaves them; undo has them.
    b.run("mgnn.seek(2)")
    b.wait_until_still()
    assert b.text(".caption b") == "MGNN-2", b.text(".caption b")
    same_drawing(b, table("z-mgnn-2.csv"))


@fact
def of_a_large_graph_the_part_around_the_hand_moves(b):
    b.open("huge.html")
    start = positions(b)
    pull(b, "v60", 40, 30)
    after = positions(b)
    moved = {name for name in start if start[name] != after[name]}
    assert "v61" in moved and 100 < len(moved) <= 2500, len(moved)
    assert "v12099" not in moved
    clean(b)


@fact
def table_of_edges_is_sorted_filtered_and_found(b):
    b.open("triangle.html")
    at = table("triangle.csv")
    b.keys("e")
    rows = lambda: b.run("""return [...document.querySelectorAll('#rows tr')].map(row =>
        [row.cells[0].textContent, row.querySelector('input').value,
         row.cells[2].textContent, row.cells[3].textContent])""")
    errors = {}
    for name, target, achieved, error in rows():
        i, j = name.split(" – ")
        near(number(achieved), math.dist(at[i], at[j]))
        errors[name] = (math.dist(at[i], at[j]) - float(target)) / float(target)
        near(number(error), 100 * errors[name])
    sizes = [abs(errors[row[0]]) for row in rows()]
    assert len(sizes) == 3 and sizes == sorted(sizes, reverse=True), sizes
    b.click("#edges th[data-by=target] button")
    targets = [float(row[1]) for row in rows()]
    assert targets == [3, 1, 1], targets
    b.click("#edges th[data-by=target] button")
    assert [float(row[1]) for row in rows()] == [1, 1, 3]
    b.run("""const box = document.getElementById('edge-names'); box.value = 'c';
             box.dispatchEvent(new Event('input'))""")
    assert {row[0] for row in rows()} == {"B – C", "A – C"}, rows()
    b.run("""const box = document.getElementById('edge-least'); box.value = '40';
             box.dispatchEvent(new Event('input'))""")
    assert all(abs(errors[row[0]]) >= 0.4 for row in rows()), rows()
    b.run("""for (const id of ['edge-names', 'edge-least']) {
               const box = document.getElementById(id); box.value = '';
               box.dispatchEvent(new Event('input')); }""")
    b.run("document.querySelector('#rows button').click()")
    assert b.tip()["title"] == rows()[0][0], b.tip()
    clean(b)


@fact
def another_target_is_asked_for_and_met(b):
    b.open("triangle.html")
    b.click("#table")
    b.click("#edges th[data-by=target] button")
    ask = """const box = document.querySelector('#rows input'); box.value = arguments[0];
             box.dispatchEvent(new Event('change')); return box.checkValidity()"""
    start = positions(b)
    assert b.run(ask, "minus") is False
    assert positions(b) == start
    assert b.run(ask, "1.5")            # A - C, which was 3: now the triangle closes
    b.wait_until_still()
    at = positions(b)
    near(math.dist(at["A"], at["C"]), 1.5, 1e-4)
    near(math.dist(at["A"], at["B"]), 1, 1e-4)
    assert b.text(".caption span") == "all lengths met", b.text(".caption span")
    gml = saved(b, "#gml", ".gml", "triangle-moved").decode()
    assert gml.count("len 1.5 asked 3") == 1, gml
    b.click("#undo")
    b.wait_until_still()
    assert "met" not in b.text(".caption span"), b.text(".caption span")


@fact
def ruler_measures_straight_and_along_edges(b):
    b.open("braced.html")
    b.keys("r")
    for name in ("v0", "v14"):
        b.mouse(b.where(name), b.where(name), drag=True)
    # v0 is at (0, 0) and v14 at (4, 2): two diagonals and two sides.
    text = b.text("#ruled")
    found = re.match(r"v0 to v14: ([\d.]+) straight, ([\d.]+) along 4 edges, sum of their "
                     r"targets ([\d.]+)", text)
    assert found, text
    near(float(found.group(1)), math.sqrt(20), 1e-3)
    near(float(found.group(2)), 2 + 2 * math.sqrt(2), 1e-3)
    near(float(found.group(3)), 2 + 2 * math.sqrt(2), 1e-3)
    b.keys(["\ue00c"])
    assert b.run("return document.getElementById('ruled').hidden")


@fact
def saved_positions_are_read_again(b):
    b.open("braced.html")
    start = positions(b)
    hand(b, b.where("v24"), "down", "up", "down", "up")         # pinned
    b.wait_until_still()
    pull(b, "v0", 70, 50)
    there = positions(b)
    for button, suffix in (("#csv", ".csv"), ("#json", ".json"), ("#gml", ".gml")):
        name = "read" + suffix
        with open(os.path.join(WORK, name), "wb") as out:
            out.write(saved(b, button, suffix, "braced-moved"))
        layout("braced.csv" if suffix == ".csv" else name, "--no-layout", "-o", "again.csv",
               *(["--init", name] if suffix == ".csv" else []))
        again = table("again.csv")
        for node, at in there.items():
            assert math.dist(at, again[node]) < 1e-9, (suffix, node, at, again[node])
    gml = open(os.path.join(WORK, "read.gml")).read()
    assert gml.count(" pin 1") == 1, gml
    assert there["v24"] == start["v24"]


@fact
def address_holds_what_is_shown(b):
    b.open("blocks.html")
    b.keys("c")
    b.run("mgnn.seek(2)")
    b.keys(["+", "+"])
    b.keys("e")
    b.run("""const box = document.getElementById('edge-least'); box.value = '60';
             box.dispatchEvent(new Event('input'))""")
    b.mouse(b.where("a1"), b.where("a1"), drag=True)
    b.mouse((5, 5))
    wait_for(lambda: "node=" in b.run("return location.hash"))
    seen = lambda: (b.text("#step"), b.picture(), b.tip(), b.where("b2", 1),
                    b.run("return document.querySelectorAll('#rows tr').length"),
                    b.run("return document.querySelector('#colour :checked').value"))
    before = seen()
    assert before[4] > 0 and before[2], before
    link = b.run("return location.href")
    b.call("POST", "/url", {"url": "about:blank"})
    b.call("POST", "/url", {"url": link})
    b.wait_until_still()
    for a, c in zip(before, seen()):
        assert a == c, (a, c)
    clean(b)
    b.call("POST", "/url", {"url": "about:blank"})


@fact
def arrow_keys_go_along_edges(b):
    b.open("braced.html")
    LEFT, UP, RIGHT, DOWN = "\ue012", "\ue013", "\ue014", "\ue015"
    b.run("document.querySelector('canvas.over').focus()")
    b.keys(["\ue007"])
    assert b.tip()["title"] == "v12", b.tip()           # the one in the middle
    for key, name in ((RIGHT, "v13"), (UP, "v18"), (LEFT, "v17"), (DOWN, "v12")):
        b.keys([key])
        assert b.tip()["title"] == name, (b.tip(), name)
    start = positions(b)
    b.keys(["g"])
    b.keys([RIGHT])
    time.sleep(0.3)
    b.wait_until_still()
    assert positions(b)["v12"][0] > start["v12"][0] + 0.01
    assert b.tip()["title"] == "v12", b.tip()
    b.keys(["\ue00c"])


@fact
def fingers_pull_and_pin(b):
    b.open("braced.html")
    start = positions(b)
    x, y = b.where("v0")
    touch = lambda kind, *at: b.cdp("Input.dispatchTouchEvent", type=kind, touchPoints=[
        {"x": at[k], "y": at[k + 1], "id": k} for k in range(0, len(at), 2)])
    touch("touchStart", x, y)
    for k in range(1, 8):
        touch("touchMove", x + 10 * k, y)
    touch("touchEnd")
    b.wait_until_still()
    assert math.dist(positions(b)["v0"], start["v0"]) > 0.1
    x, y = b.where("v6")
    touch("touchStart", x, y)
    wait_for(lambda: "v6 is pinned" in b.text("#live"))
    touch("touchEnd")
    clean(b)


@fact
def fingers_scroll_over_several_panels(b):
    b.cdp("Emulation.setDeviceMetricsOverride", width=360, height=640, deviceScaleFactor=2,
          mobile=True)
    b.open("blocks.html")

    def swipe(x, y):
        """Move a finger up by 105 pixels; how far that scrolled the page."""
        before = b.run("return scrollY")
        for k in range(9):
            b.cdp("Input.dispatchTouchEvent", type="touchMove" if k else "touchStart",
                  touchPoints=[{"x": x, "y": y - 15 * min(k, 7), "id": 0}])
            time.sleep(0.02 if k < 7 else 0.2)      # at last it rests: nothing rolls on
        b.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        b.wait_until_still()
        return b.run("return scrollY") - before
    top = "document.querySelector('.over').scrollIntoView()"
    b.run(top)
    x, y = b.run("const r = document.querySelector('.over').getBoundingClientRect();"
                 "return [r.left + 6, r.bottom - 20]")
    start = positions(b)
    wait_for(lambda: swipe(x, y) > 50)
    b.run(top)
    assert positions(b) == start
    assert swipe(*b.where("a1")) == 0               # a node: it is pulled
    assert positions(b)["a1"] != start["a1"]
    b.cdp("Emulation.clearDeviceMetricsOverride")
    clean(b)


@fact
def colours_and_sizes_are_those_of_the_drawing(b):
    for k in range(len(COLOURS)):
        b.open("colours-%d.html" % k)
        clean(b)
        drawn = open(os.path.join(WORK, "drawn-%d.svg" % k)).read()
        page = saved(b, "#svg", ".svg", "colours").decode()
        want = {kind: set(re.findall(r'<g class="%s[^>]* %s="(#\w+)"' % (kind, paint), drawn))
                for kind, paint in (("node", "fill"), ("edge", "stroke"))}
        want["node"].discard("#404040")         # of sizes, in the legend
        discs = re.findall(r'd="[^"]*a([\d.]+) [^"]*" fill="(#\w+)"', page)
        assert {colour for r, colour in discs} == want["node"], (k, discs, want)
        lines = set(re.findall(r'd="M[-\d.]+ [-\d.]+L[^"]*" fill="none" stroke="(#\w+)"', page))
        assert want["edge"] <= lines, (k, lines, want)
    # Areas are as values: 1 to 4 to 9, the smallest at least 0.35 of the usual diameter.
    b.open("colours-0.html")
    page = saved(b, "#svg", ".svg", "colours").decode()
    sizes = sorted({float(r) for r in re.findall(r'd="M[-\d.]+ [-\d.]+a([\d.]+) [^"]*" fill', page)})
    near(sizes[-1] / sizes[-2], 1.5, 0.05)
    near(sizes[-1] / sizes[0], 3, 0.05)
    assert ">age<" in page and ">km<" in page and ">area of nodes: big<" in page
    label = b.run("return document.getElementById('bar').ariaLabel")
    assert "age from 10 to 45" in label and "km from 5 to 30" in label, label


@fact
def names_leave_edges_free(b):
    b.open("braced.html")
    # Of v0, a corner of the grid, all edges go right and up: its name is left of it or below.
    svg = saved(b, "#svg", ".svg", "braced").decode()
    x, y = (float(k) for k in re.search(r'<text x="([-\d.]+)" y="([-\d.]+)"[^>]*>v0<', svg).groups())
    box = b.run("const r = document.querySelector('.over').getBoundingClientRect();"
                "return [r.left, r.top]")
    at = [p - q for p, q in zip(b.where("v0"), box)]
    assert x < at[0] - 15 or y > at[1] + 10, (x, y, at)


@fact
def print_has_no_controls(b):
    b.open("blocks.html")
    b.cdp("Emulation.setEmulatedMedia", media="print")
    shown = b.run("""return [...document.querySelectorAll('button, input, select')]
        .filter(one => one.offsetParent !== null && !one.closest('#legend')).map(one => one.id)""")
    assert shown == [], shown
    b.cdp("Emulation.setEmulatedMedia", media="")


HOSTILE = ["</script><script>window.broken=1</script>",
           "<img src=x onerror=window.broken=2>", "\"'`&amp;<b>",
           "a\u2028b\u2029c", "\u202egnp.exe", "${window.broken=3}",
           "__proto__", "x\x01y", "日本語 ©"]
DEGREES, LABELS = {}, {}
# A grid of 5 by 5 squares with both diagonals, which no hand can bend for good.
BRACED = [("v%d" % i, "v%d" % (i + step), length) for i in range(25)
          for step, length in ((1, 1), (5, 1), (6, math.sqrt(2)), (4, math.sqrt(2)))
          if i + step < 25 and (step == 5 or (i % 5 > 0 if step == 4 else i % 5 < 4))]
BOUNDS = ["--stiffness", "weight"]


COLOURS = ["--node-color attr:age --edge-color attr:km --node-size attr:big",
           "--node-color attr:colour --edge-color attr:road",
           "--node-color stress --edge-color length",
           "--node-color red --edge-color #00aa00", "--edge-color label --labels kind"]


def prepare():
    """The pages, and the same positions as tables."""
    blocks = os.path.join(GRAPHS, "blocks.gml")
    models = ["--labels", "block", "--layers", "4", "--model", "mgnn,sgc,appnp"]
    layout(blocks, *models, "-o", "blocks.html", "-o", "z-%m-%d.csv", "--report",
           "blocks.json", "--title", "Two blocks")
    layout(blocks, *models, "--space", "y", "-o", "y-%m-%d.csv")
    layout(blocks, *models[:3], "5", *models[4:], "-o", "z-%m-%d.csv")
    layout(blocks, "--labels", "block", "-o", "blocks-out.json")
    graph = json.load(open(os.path.join(WORK, "blocks-out.json")))
    for node in graph["nodes"]:
        LABELS[node["name"]] = str(node["class"])
        DEGREES[node["name"]] = 0
    for edge in graph["edges"]:
        for end in (edge["source"], edge["target"]):
            DEGREES[graph["nodes"][end]["name"]] += 1
    layout(blocks, *models, "--animate", "plays.html", "--fps", "20")
    put("ring.edges", "".join("%d %d 1\n" % (k, (k + 1) % 12)
                              for k in range(12)))
    layout("ring.edges", "--init", "random", "-o", "search.html", "-o", "search.csv",
           "--report", "search.json")
    layout(os.path.join(GRAPHS, "london.gml"), "-o", "london.html", "--report",
           "london.json")
    layout(os.path.join(GRAPHS, "triangle.gml"), "-o", "triangle.html", "-o",
           "triangle.csv")
    # Four nodes at mutual distance 1 do not exist in the plane: a square, its
    # sides too short and its diagonals too long.
    put("four.csv", "source,target,length\na,b,1\na,c,1\na,d,1\nb,c,1\nb,d,1\n"
                    "c,d,1\n")
    layout("four.csv", "-o", "four.html", "-o", "four-at.csv")
    layout(os.path.join(GRAPHS, "kite.csv"), "-o", "kite.html", "-o", "kite.csv")
    layout(os.path.join(GRAPHS, "kite.csv"), "--init", "kite.csv", "--no-layout",
           "-o", "given.html")
    put("classes.csv", "source,target\n" + "".join(
        "%d,%d\n" % (k, (k + 1) % 60) for k in range(60)))
    put("classes-of.csv", "node,label\n" + "".join(
        "%d,class number %d\n" % (k, k) for k in range(60)))
    layout("classes.csv", "--labels", "classes-of.csv", "-o", "classes.html")
    # 100 edges of length 1, one of them drawn 2.12 long
    put("long.csv", "source,target,length\n" + "".join(
        "%d,%d,1\n" % (k, k + 1) for k in range(100)))
    put("long-at.csv", "node,x,y\n" + "".join(
        "%d,%.2f,0\n" % (k, k if k < 50 else k + 1.12) for k in range(101)))
    layout("long.csv", "--init", "long-at.csv", "--no-layout", "--edge-color",
           "strain", "-o", "long.html")
    put("overlap.dot", """digraph { node [shape=box]; edge [color="#ff0000"];
        a [pos="0,0!"]; b [pos="0,0!"]; c [pos="9,1!"]; d [pos="400,90!"];
        a -> b; b -> a; b -> c; c -> d }\n""")
    layout("overlap.dot", "-o", "overlap.html")
    put("joined.edges", "0 0\n" + "".join("%d %d\n" % (k, (k + 1) % 1500) for k in range(1500)))
    layout("joined.edges", "-o", "joined.html")
    quoted = ['"%s"' % name.replace('"', '""') for name in HOSTILE]
    put("hostile.csv", "source,target,length\n" + "".join(
        "%s,%s,1\n" % (quoted[k], quoted[(k + 1) % len(quoted)])
        for k in range(len(quoted))))
    layout("hostile.csv", "--title", HOSTILE[0], "-o", "hostile.html")
    put("k5.csv", "source,target,length\n" + "".join(
        "p%d,p%d,%d\n" % (i, j, 3 + (i * j) % 3)
        for i in range(7) for j in range(i)))
    layout("k5.csv", "--dim", "3", "-o", "space.html", "-o", "space.csv")
    layout("k5.csv", "--dim", "3", "--view", "90,0", "--edge-color", "strain",
           "-o", "side.html")
    layout("k5.csv", "--dim", "5", "-o", "five.html", "-o", "five.csv")
    put("looks.dot", """digraph {
        A [shape=box, style=filled, fillcolor=red, size=12, kind=x];
        B [kind=y]; C [kind=x]; A -> B; B -> C; C -> A; C -> C }\n""")
    layout("looks.dot", "-o", "looks.html")
    put("wide.dot", "digraph { %s -> %s -> %s -> %s; %s -> %s }\n"
        % ("m" * 30, "n" * 30, "o" * 30, "m" * 30, "o" * 30, "o" * 30))
    layout("wide.dot", "-o", "wide.html")
    put("kinds.gml", "graph [ node [ id 1 label \"A\" size 12 kind \"x\" ] "
        "node [ id 2 label \"B\" kind \"y\" ] edge [ source 1 target 2 ] ]\n")
    layout("kinds.gml", "--labels", "kind", "-o", "kinds.html")
    put("stacked.csv", "source,target\na,c\na,d\nb,c\nb,d\n")
    put("stacked-at.csv", "node,x,y\na,0,0\nb,0,0\nc,1,0\nd,0,1\n")
    layout("stacked.csv", "--features", "stacked-at.csv", "--layers", "0", "-o",
           "stacked.html")
    put("braced.csv", "source,target,length\n" + "".join("%s,%s,%.17g\n" % edge
                                                          for edge in BRACED))
    put("braced-at.csv", "node,x,y\n" + "".join("v%d,%d,%d\n" % (i, i % 5, i // 5)
                                                for i in range(25)))
    layout("braced.csv", "--init", "braced-at.csv", "-o", "braced.html")
    put("pins.csv", "node,x,y\nv0,0,0\n")
    layout("braced.csv", "--init", "braced-at.csv", "--pin", "pins.csv", "-o", "pinned.html")
    put("bounds.csv", "source,target,lower,upper,weight\n" + "".join(
        "%s,%s,%.17g,%.17g,%d\n" % (i, j, t, t * (1 + k % 3 / 4), 1 + k % 2)
        for k, (i, j, t) in enumerate(BRACED)))
    layout("bounds.csv", *BOUNDS, "-o", "bounds.html")
    damped = ["--layers", "40", "--model", "mgnn-damped:alpha=0:beta=1:eps=0"]
    layout("bounds.csv", *BOUNDS, *damped, "-o", "walk.html", "--report", "walk.json")
    layout(blocks, *damped, "-o", "walk-blocks.html", "--report", "walk-blocks.json")
    side = 110
    put("huge.csv", "source,target\n" + "".join(
        "v%d,v%d\n" % (i, i + step) for i in range(side * side)
        for step in (1, side, side + 1) if i + step < side * side
        and (step == side or i % side < side - 1)))
    put("huge-at.csv", "node,x,y\n" + "".join(
        "v%d,%d,%d\n" % (i, i % side, i // side) for i in range(side * side)))
    layout("huge.csv", "--init", "huge-at.csv", "--no-layout", "-o", "huge.html")
    put("colours.gml", "graph [" + "".join(
        " node [ id %d age %d kind \"%s\" colour \"%s\" big %d ]\n" % node for node in
        ((1, 10, "x", "red", 1), (2, 20, "y", "blue", 4), (3, 30, "x", "green", 9),
         (4, 45, "z", "orange", 4))) + "".join(
        " edge [ source %d target %d len %g km %d road \"%s\" ]\n" % edge for edge in
        ((1, 2, 1, 5, "main"), (2, 3, 2, 15, "side"), (3, 4, 1, 9, "main"),
         (4, 1, 3, 30, "path"), (1, 3, 1.2, 22, "side"))) + "]\n")
    for k, words in enumerate(COLOURS):
        layout("colours.gml", *words.split(), "-o", "colours-%d.html" % k, "-o",
               "drawn-%d.svg" % k)
    put("empty.gml", "graph [ ]\n")
    layout("empty.gml", "-o", "empty.html")
    put("single.gml", "graph [ node [ id 1 ] ]\n")
    layout("single.gml", "-o", "single.html", "--layers", "2")
    put("large.csv", "source,target\n" + "".join(
        "v%d,v%d\n" % (i, j) for i in range(6700)
        for j in (i + 1, i + 2, i + 82) if j < 6700))
    layout("large.csv", "--layers", "2", "-o", "large.html", "-o", "large-%d.csv")
    layout("large.csv", "--layers", "0", "--arrows", "end", "-o", "large-arrows.html")
    for layers in ("0", "10"):
        layout("large.csv", "--layers", layers, "-o", "large-%s.html" % layers)


def main():
    prepare()
    facts = [f for f in FACTS if any(word in f.__name__ for word in ONLY)]
    try:
        browser = Browser()
    except Exception as error:
        print("1..0 # SKIP the page was not tried in a browser: it does not "
              "start: %s" % str(error).splitlines()[0])
        return 0
    failed = 0
    print("1..%d" % len(facts), flush=True)
    for k, f in enumerate(facts):
        try:
            browser.log("browser")
            f(browser)
            print("ok %d - %s" % (k + 1, f.__name__), flush=True)
        except Exception:
            failed = 1
            print("not ok %d - %s" % (k + 1, f.__name__))
            print("# " + traceback.format_exc().replace("\n", "\n# "),
                  flush=True)
    browser.close()
    return failed


sys.exit(main())
