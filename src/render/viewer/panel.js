// Panels: one per model, each with its own part of the plane, all with the same
// time and the same turn in space.  When to paint, and how much of it.

const inSpace = axes === 3;
const still = matchMedia('(prefers-reduced-motion: reduce)');
// Rows: the page's x, its y (up), and the axis towards the reader.
let turn = data.view.slice();

const panels = runs.map((run, r) => {
  const box = byId('panel').content.cloneNode(true).firstElementChild;
  const [base, over] = box.querySelectorAll('canvas');
  byId('stage').append(box);
  return { run: r, box, base, over, ctx: base.getContext('2d'),
           top: over.getContext('2d'), head: box.querySelector('b'),
           note: box.querySelector('span'), width: 1, height: 1, ratio: 1,
           fit: 1, zoom: 1, cx: 0, cy: 0, world: new Float32Array(3 * n),
           metric: new Float32Array(3 * n), x: new Float32Array(n),
           y: new Float32Array(n), depth: inSpace && new Float32Array(n),
           strain: new Float32Array(m), work: null };
});
const shownPanels = () => panels.filter(p => !p.box.hidden);

// What part of the plane, or of space, is shown.
// The box that each frame of a run fills, the one of all frames, and the one of
// all layers without the start, which often is much larger.
const union = boxes => boxes.reduce(([a, b], [c, d]) =>
  [a.map((v, k) => Math.min(v, c[k])), b.map((v, k) => Math.max(v, d[k]))]);
function frameBox(p) {
  const x = p.world;
  p.boxes = runs[p.run].steps.map((unused, f) => {
    const box = [Infinity, -Infinity].map(v => [v, v, v]), [low, high] = box;
    positions(p.run, f, state.space === 'z', x);
    for (let k = 0; k < 3 * n; k++) {
      if (x[k] < low[k % 3]) low[k % 3] = x[k];
      if (x[k] > high[k % 3]) high[k % 3] = x[k];
    }
    return box.map(side => side.map(v => Number.isFinite(v) ? v : 0));
  });
  p.all = union(p.boxes);
  p.layers = data.unit === 'layer' && frames > 1 ? union(p.boxes.slice(1)) : p.all;
  p.meanLength = 0;            // of the last frame
  for (let e = 0; e < m; e++)
    p.meanLength += distance(x, e) / m || 0;
}

// The scale at which the box of this time fits, and its middle.
function fitPanel(p) {
  const [a, b, t] = between(p.run, state.time);
  const boxOf = f => state.follow ? p.boxes[f] : f > 0 ? p.layers : p.all;
  const [low, high] = boxOf(a).map((side, s) => side.map((v, c) =>
    v + t * (boxOf(b)[s][c] - v)));
  const size = low.map((v, c) => high[c] - v);
  p.radius = 0.36 * Math.hypot(...size) || 1;
  const [w, h] = inSpace ? [2 * p.radius, 2 * p.radius] : size;
  const k = Math.min(Math.max(10, p.width - 60) / w,
                     Math.max(10, p.height - 74) / h);
  p.fit = k < Infinity ? k : 1;
  p.middle = low.map((v, c) => (v + high[c]) / 2);
}

function resetView(p) {
  p.zoom = 1;
  p.cx = p.cy = 0;
}

function zoomBy(p, factor, px, py) {
  const next = within(p.zoom * factor, 0.2, 5000), k = p.fit * p.zoom;
  p.cx += (px - p.width / 2) / k * (1 - p.zoom / next);
  p.cy += (p.height / 2 + 7 - py) / k * (1 - p.zoom / next);
  p.zoom = next;
}

function panBy(p, dx, dy) {
  p.cx -= dx / (p.fit * p.zoom);
  p.cy += dy / (p.fit * p.zoom);
}

// Turn about the page's vertical and horizontal axis.
function turnBy(a, b) {
  const [ca, sa, cb, sb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
  const by = [ca, 0, sa, sa * sb, cb, -ca * sb, -sa * cb, sb, ca * cb];
  turn = turn.map((unused, k) => [0, 1, 2].reduce((sum, j) =>
    sum + by[k - k % 3 + j] * turn[3 * j + k % 3], 0));
}

function resize() {
  const ratio = Math.min(devicePixelRatio || 1, 2);
  for (const p of shownPanels()) {
    const width = p.box.clientWidth, height = p.box.clientHeight;
    if (width === p.width && height === p.height && ratio === p.ratio)
      continue;
    Object.assign(p, { width, height, ratio });
    for (const canvas of [p.base, p.over]) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
  }
  redraw(false);
}

// Places on the panel, and strains, for the time that is shown.
function place(p) {
  fitPanel(p);
  const { world, middle, depth } = p, k = p.fit * p.zoom;
  positions(p.run, state.time, state.space === 'z', world);
  for (let i = 0; i < n; i++) {
    let a = world[3 * i] - middle[0], b = world[3 * i + 1] - middle[1];
    if (inSpace) {
      const u = a, v = b, w = world[3 * i + 2] - middle[2];
      a = turn[0] * u + turn[1] * v + turn[2] * w;
      b = turn[3] * u + turn[4] * v + turn[5] * w;
      depth[i] = (turn[6] * u + turn[7] * v + turn[8] * w) / p.radius;
    }
    p.x[i] = p.width / 2 + (a - p.cx) * k;
    p.y[i] = p.height / 2 + 7 - (b - p.cy) * k;
  }
  if (state.colour === 'strain') {
    positions(p.run, state.time, false, p.metric);
    for (let e = 0; e < m; e++)
      p.strain[e] = strainOf(e, lengthOf(p.run, state.time, e, p.metric));
  }
  sortEdges(p);
}

// Which node, else which edge, is under a point of a panel.  All are tried:
// that takes about a millisecond for 200,000 edges.
function pick(p, px, py, reach) {
  let best = reach + sizesOf(p).node / 2, found = null;
  for (let i = 0; i < n; i++) {
    const dx = p.x[i] - px, dy = p.y[i] - py;
    if (dx * dx + dy * dy < best * best) {
      best = Math.hypot(dx, dy);
      found = { kind: 'node', index: i };
    }
  }
  if (found !== null || data.style.width === 0)
    return found;
  best = reach + 1;
  for (let e = 0; e < m; e++) {
    const i = one[e], j = two[e], ax = p.x[i], ay = p.y[i];
    const bx = p.x[j], by = p.y[j], dx = bx - ax, dy = by - ay;
    if (Math.min(ax, bx) - best > px || Math.max(ax, bx) + best < px
        || Math.min(ay, by) - best > py || Math.max(ay, by) + best < py)
      continue;
    const t = within(((px - ax) * dx + (py - ay) * dy)
                     / (dx * dx + dy * dy || 1), 0, 1);
    const d = Math.hypot(ax + t * dx - px, ay + t * dy - py);
    if (d < best) {
      best = d;
      found = { kind: 'edge', index: e };
    }
  }
  return found;
}

// While things move only as many edges are painted as there is time for:
// `share` follows the time that frames take.  When all is still, everything is
// painted, a large graph in slices on a canvas beside.
const clock = { share: Math.min(1, 40000 / (m * runs.length)), last: 0, moving: 0,
                asked: false };

function clearTo(ctx, p) {
  ctx.setTransform(p.ratio, 0, 0, p.ratio, 0, 0);
  ctx.clearRect(0, 0, p.width, p.height);
}

// Go on painting everything until a time; true when all is there.
function paintMore(p, until) {
  if (p.work === null) {
    const side = m > 20000 ? document.createElement('canvas') : p.base;
    if (side !== p.base)
      Object.assign(side, { width: p.base.width, height: p.base.height });
    const ctx = side.getContext('2d');
    clearTo(ctx, p);
    p.work = { side, parts: paintPanel(ctx, p, 1) };
  }
  do
    if (p.work.parts.next().done) {
      if (p.work.side !== p.base) {
        clearTo(p.ctx, p);
        p.ctx.drawImage(p.work.side, 0, 0, p.width, p.height);
      }
      p.work = null;
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
  page.dataset.still = 'false';
  if (!clock.asked)
    requestAnimationFrame(tick);
  clock.asked = true;
}

function tick(now) {
  const list = shownPanels(), gap = now - clock.last;
  clock.asked = false;
  clock.last = now;
  advance(now);
  const moving = state.playing || tween !== null || now - clock.moving < 140;
  if (moving && list.some(p => p.stale)) {
    if (gap < 20)
      clock.share = Math.min(1, clock.share * 1.08);
    else if (gap > 30 && gap < 400)
      clock.share = Math.max(Math.min(1, 4000 / m), clock.share / 1.35);
    const skip = Math.max(1, Math.round(1 / clock.share));
    for (const p of list) {
      place(p);
      clearTo(p.ctx, p);
      for (const unused of paintPanel(p.ctx, p, skip))
        ;
      p.rough = skip > 1 || state.names;
      p.stale = false;
    }
    afterPaint();
  } else if (!moving) {
    const until = performance.now() + 12;
    for (const p of list) {
      if (p.stale) {
        place(p);
        afterPaint();
      }
      p.rough = p.rough || p.stale;
      p.stale = false;
      if (p.rough && paintMore(p, until))
        p.rough = false;
      if (performance.now() > until)
        break;
    }
  }
  if (state.playing || tween !== null || list.some(p => p.stale || p.rough))
    wake();
  else
    page.dataset.still = 'true';
}

// Playing lets each frame stand for a while and then move on to the next; a
// step by hand moves there quickly, or jumps if the reader prefers.
let tween = null, play = null;
const ease = u => u < 0 ? 0 : u > 1 ? 1 : u * u * (3 - 2 * u);

function advance(now) {
  if (state.playing) {
    // A frame's time may lie before that of the click it answers.
    const at = play.from + Math.max(0, now - play.start)
      / (data.fps ? 1000 / data.fps : within(7000 / frames, 60, 900));
    const whole = Math.floor(at), part = at - whole;
    state.time = Math.min(frames - 1, still.matches ? whole : frames > 24 ? at
                          : whole + ease((part - 0.35) / 0.65));
    if (at >= frames - 1)
      setPlaying(false);
  } else if (tween !== null) {
    const u = (now - tween.start) / 220;
    state.time = tween.from + (tween.to - tween.from) * ease(u);
    if (u >= 1)
      tween = null;
  } else
    return;
  redraw(true);
  showTime();
}

function seek(frame, atOnce) {
  const to = within(Math.round(frame), 0, frames - 1);
  setPlaying(false);
  tween = atOnce || still.matches || m > 60000 ? null
        : { from: state.time, to, start: performance.now() };
  if (tween === null)
    state.time = to;
  redraw(true);
  showTime(to);
}

function setPlaying(on) {
  if (on === state.playing || frames < 2)
    return;
  if (state.time > frames - 1.01 && on)
    state.time = 0;
  tween = null;
  play = { from: Math.floor(state.time), start: performance.now() };
  state.playing = on;
  showPlaying();
  redraw(true);
}
