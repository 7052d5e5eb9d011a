// Panels: one per model, each with its own part of the plane, all with the same
// time and the same turn in space.  When to paint, and how much of it.

const inSpace = axes === 3;
const still = matchMedia('(prefers-reduced-motion: reduce)');
// Rows: the page's x, its y (up), and the axis towards the reader.
let turn = data.view.slice();

const panels = runs.map((run, r) => {
  const box = byId('panel').content.cloneNode(true).firstElementChild;
  const [base, over] = box.querySelectorAll('canvas');
  const head = box.querySelector('b'), note = box.querySelector('span');
  byId('stage').append(box);
  return { run: r, box, base, over, head, note, ctx: base.getContext('2d'),
           top: over.getContext('2d'), width: 1, height: 1, ratio: 1,
           fit: 1, zoom: 1, cx: 0, cy: 0, world: new Float32Array(3 * n),
           metric: new Float32Array(3 * n), x: new Float32Array(n),
           y: new Float32Array(n), depth: inSpace ? new Float32Array(n) : null,
           strain: new Float32Array(m), meanLength: 0, work: null };
});
const shownPanels = () => panels.filter(p => state.run < 0 || p.run === state.run);

// The part of the plane, or the ball, that each frame of a run fills; and of
// all of them, which is what is shown unless the reader wants to follow.
function frameBox(p) {
  const x = new Float32Array(3 * n);
  p.meanLength = 0;
  p.boxes = runs[p.run].steps.map((unused, f) => {
    const low = [Infinity, Infinity, Infinity], high = low.map(v => -v);
    positions(p.run, f, state.space === 'z', x);
    for (let k = 0; k < 3 * n; k++) {
      if (x[k] < low[k % 3]) low[k % 3] = x[k];
      if (x[k] > high[k % 3]) high[k % 3] = x[k];
    }
    let sum = 0;
    for (let e = 0; e < m; e++) {
      const i = 3 * ends[2 * e], j = 3 * ends[2 * e + 1];
      const l = Math.hypot(x[i] - x[j], x[i + 1] - x[j + 1], x[i + 2] - x[j + 2]);
      sum += l < Infinity ? l : 0;
    }
    p.meanLength = Math.max(p.meanLength, sum / Math.max(m, 1));
    return boxOf(low, high, x);
  });
  p.all = boxOf(...['low', 'high'].map((side, s) => [0, 1, 2].map(c =>
    p.boxes.map(b => b[side][c]).reduce((a, b) => s ? Math.max(a, b)
                                                    : Math.min(a, b)))));
  p.all.radius = Math.max(...p.boxes.map(b => b.radius
    + Math.hypot(...b.middle.map((v, c) => v - p.all.middle[c]))));
}

// A box; its ball is the smallest about its middle that holds the points.
function boxOf(low, high, x) {
  if (!(low[0] <= high[0]))
    low = high = [0, 0, 0];
  const [a, b, c] = low.map((v, k) => (v + high[k]) / 2);
  let radius = 0;
  for (let k = 0; inSpace && x && k < 3 * n; k += 3) {
    const d = Math.hypot(x[k] - a, x[k + 1] - b, x[k + 2] - c);
    if (d > radius && d < Infinity) radius = d;
  }
  return { low, high, size: low.map((v, k) => high[k] - v), middle: [a, b, c],
           radius };
}

// The box to be shown at a time.
function boxAt(p) {
  if (!state.follow)
    return p.all;
  const last = p.boxes.length - 1, a = Math.min(Math.floor(state.time), last);
  const b = Math.min(a + 1, last), t = b > a ? state.time - a : 0;
  const [low, high] = ['low', 'high'].map(side => p.boxes[a][side].map((v, c) =>
    v + t * (p.boxes[b][side][c] - v)));
  return { ...boxOf(low, high), radius: p.boxes[a].radius
           + t * (p.boxes[b].radius - p.boxes[a].radius) };
}

function fitPanel(p) {
  const box = boxAt(p), w = Math.max(10, p.width - 60);
  const h = Math.max(10, p.height - 74);
  const [dx, dy] = inSpace ? [2 * box.radius, 2 * box.radius] : box.size;
  const k = Math.min(dx > 0 ? w / dx : Infinity, dy > 0 ? h / dy : Infinity);
  p.fit = k < Infinity ? inSpace ? 1.15 * k : k : 1;
  p.middle = box.middle;
  p.radius = box.radius;
}

function resetView(p) {
  p.zoom = 1;
  p.cx = p.cy = 0;
  fitPanel(p);
}

// Positions on the panel, and strains, for the time that is shown.
function place(p) {
  fitPanel(p);
  const { world, middle, x, y, depth } = p, k = p.fit * p.zoom;
  const left = p.width / 2, top = p.height / 2 + 7;
  positions(p.run, state.time, state.space === 'z', world);
  for (let i = 0; i < n; i++) {
    let a = world[3 * i] - middle[0], b = world[3 * i + 1] - middle[1];
    if (depth) {
      const u = a, v = b, w = world[3 * i + 2] - middle[2];
      a = turn[0] * u + turn[1] * v + turn[2] * w;
      b = turn[3] * u + turn[4] * v + turn[5] * w;
      depth[i] = (turn[6] * u + turn[7] * v + turn[8] * w) / (p.radius || 1);
    }
    x[i] = left + (a - p.cx) * k;
    y[i] = top - (b - p.cy) * k;
  }
  if (state.colour === 'strain') {
    positions(p.run, state.time, false, p.metric);
    for (let e = 0; e < m; e++)
      p.strain[e] = strainOf(e, lengthOf(p.run, state.time, e, p.metric));
  }
  sortEdges(p);
}

// While things move only as many edges are painted as there is time for:
// `share` follows the time that frames take.  When all is still, everything is
// painted, a large graph in slices on a canvas beside.
const clock = { share: 1, last: 0, moving: 0, asked: false };
const slice = 12;              // milliseconds

function clearTo(ctx, p) {
  ctx.setTransform(p.ratio, 0, 0, p.ratio, 0, 0);
  ctx.clearRect(0, 0, p.width, p.height);
}

function paintMoving(p) {
  const skip = Math.max(1, Math.round(1 / clock.share));
  p.work = null;
  clearTo(p.ctx, p);
  for (const unused of paintPanel(p.ctx, p, skip))
    ;
  p.rough = skip > 1 || state.names;
}

// Painting in slices: goes on for some milliseconds; true when all is there.
function paintMore(p, until) {
  if (p.work === null) {
    const side = m > 20000 ? document.createElement('canvas') : null;
    if (side) {
      side.width = p.base.width;
      side.height = p.base.height;
    }
    const ctx = side ? side.getContext('2d') : p.ctx;
    clearTo(ctx, p);
    p.work = { side, parts: paintPanel(ctx, p, 1) };
  }
  do
    if (p.work.parts.next().done) {
      if (p.work.side) {
        p.ctx.setTransform(1, 0, 0, 1, 0, 0);
        p.ctx.clearRect(0, 0, p.base.width, p.base.height);
        p.ctx.drawImage(p.work.side, 0, 0);
      }
      p.work = null;
      p.rough = p.stale = false;
      return true;
    }
  while (performance.now() < until);
  return false;
}

// Ask for a new picture.  moving: more of them are to be expected at once.
function redraw(moving) {
  for (const p of panels) {
    p.stale = true;
    p.work = null;
  }
  if (moving)
    clock.moving = performance.now();
  wake();
}

function wake() {
  document.documentElement.dataset.still = 'false';
  if (!clock.asked) {
    clock.asked = true;
    requestAnimationFrame(tick);
  }
}

function tick(now) {
  clock.asked = false;
  const gap = now - clock.last;
  clock.last = now;
  advance(now);
  const list = shownPanels();
  const moving = state.playing || tween !== null
                 || performance.now() - clock.moving < 140;
  if (moving && list.some(p => p.stale)) {
    if (gap < 200 && gap > 30)
      clock.share = Math.max(Math.min(1, 4000 / m), clock.share / 1.35);
    else if (gap < 20)
      clock.share = Math.min(1, clock.share * 1.08);
    for (const p of list) {
      place(p);
      paintMoving(p);
      p.stale = false;
    }
    afterPaint();
  } else if (!moving) {
    const until = performance.now() + slice;
    for (const p of list)
      if (p.stale || p.rough || p.work) {
        if (p.work === null) {
          place(p);
          afterPaint();
        }
        p.stale = false;
        p.rough = true;
        if (!paintMore(p, until) || performance.now() > until)
          break;
      }
  }
  if (state.playing || tween !== null || list.some(p => p.stale || p.rough))
    wake();
  document.documentElement.dataset.still =
    String(!(state.playing || tween || list.some(p => p.stale || p.rough)));
}

// Time.  Playing lets each frame stand for a while and then move on to the
// next; a step by hand moves there quickly, or jumps if the reader prefers.
let tween = null, playFrom = 0, playStart = 0;
const ease = u => u < 0 ? 0 : u > 1 ? 1 : u * u * (3 - 2 * u);
const frameTime = () => within(7000 / frames, 60, 900);

function advance(now) {
  if (state.playing) {
    const at = playFrom + (now - playStart) / frameTime();
    const whole = Math.floor(at), part = at - whole;
    if (at >= frames - 1) {
      state.time = frames - 1;
      setPlaying(false);
    } else
      state.time = still.matches ? whole
                 : whole + (frames > 24 ? part : ease((part - 0.35) / 0.65));
    for (const p of panels)
      p.stale = true;
    showTime();
  } else if (tween !== null) {
    const u = (now - tween.start) / 220;
    state.time = tween.from + (tween.to - tween.from) * ease(u);
    if (u >= 1) {
      state.time = tween.to;
      tween = null;
      clock.moving = now;
    }
    for (const p of panels)
      p.stale = true;
    showTime();
  }
}

function seek(frame, atOnce) {
  const to = within(Math.round(frame), 0, frames - 1);
  setPlaying(false);
  if (atOnce || still.matches || m > 60000) {
    tween = null;
    state.time = to;
    redraw(atOnce);
  } else {
    tween = { from: state.time, to, start: performance.now() };
    redraw(true);
  }
  showTime(to);
}

function setPlaying(on) {
  if (on === state.playing || frames < 2)
    return;
  if (on) {
    if (state.time >= frames - 1 - 1e-9)
      state.time = 0;
    tween = null;
    playFrom = Math.floor(state.time + 1e-9);
    playStart = performance.now();
  } else
    clock.moving = performance.now();
  state.playing = on;
  showPlaying();
  redraw(true);
}

// Which node, else which edge, is under a point of a panel.  All are tried:
// that takes about a millisecond for 200,000 edges.
function pick(p, px, py, reach) {
  const { node } = sizesOf(p);
  let best = reach + node / 2, found = null;
  for (let i = 0; i < n; i++) {
    const dx = p.x[i] - px, dy = p.y[i] - py;
    if (dx < best && dx > -best && dy < best && dy > -best) {
      const d = Math.hypot(dx, dy);
      if (d < best) {
        best = d;
        found = { kind: 'node', index: i };
      }
    }
  }
  if (found !== null || data.style.width === 0)
    return found;
  best = reach + 1;
  for (let e = 0; e < m; e++) {
    const i = ends[2 * e], j = ends[2 * e + 1];
    const ax = p.x[i], ay = p.y[i], dx = p.x[j] - ax, dy = p.y[j] - ay;
    if (Math.min(ax, ax + dx) - best > px || Math.max(ax, ax + dx) + best < px
        || Math.min(ay, ay + dy) - best > py || Math.max(ay, ay + dy) + best < py)
      continue;
    const square = dx * dx + dy * dy;
    const t = square > 0 ? within(((px - ax) * dx + (py - ay) * dy) / square, 0, 1)
                         : 0;
    const d = Math.hypot(ax + t * dx - px, ay + t * dy - py);
    if (d < best) {
      best = d;
      found = { kind: 'edge', index: e };
    }
  }
  return found;
}

function zoomBy(p, factor, px, py) {
  const next = within(p.zoom * factor, 0.2, 5000), k = p.fit * p.zoom;
  const dx = (px - p.width / 2) / k, dy = (p.height / 2 + 7 - py) / k;
  p.cx += dx * (1 - p.zoom / next);
  p.cy += dy * (1 - p.zoom / next);
  p.zoom = next;
}

function panBy(p, dx, dy) {
  p.cx -= dx / (p.fit * p.zoom);
  p.cy += dy / (p.fit * p.zoom);
}

// Turn about the page's vertical and horizontal axis.
function turnBy(a, b) {
  const [ca, sa, cb, sb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
  const step = [ca, 0, sa, sa * sb, cb, -ca * sb, -sa * cb, sb, ca * cb];
  turn = [0, 1, 2].flatMap(r => [0, 1, 2].map(c =>
    [0, 1, 2].reduce((sum, k) => sum + step[3 * r + k] * turn[3 * k + c], 0)));
}

function resize() {
  for (const p of panels) {
    const w = p.box.clientWidth, h = p.box.clientHeight;
    if (w === 0 || h === 0)
      continue;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    if (w === p.width && h === p.height && ratio === p.ratio)
      continue;
    Object.assign(p, { width: w, height: h, ratio });
    for (const canvas of [p.base, p.over]) {
      canvas.width = Math.round(w * ratio);
      canvas.height = Math.round(h * ratio);
    }
    fitPanel(p);
  }
  redraw(false);
}
