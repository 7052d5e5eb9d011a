// Panels: one per model, each with its own part of the plane, all with the same
// time and the same turn in space.  Where everything is on them, and what is
// under a point.
import { axes, between, data, distance, edgeShade, frames, high, lengthOf, low, m, moved, n,
         nodeShade, one, positions, runs, scale, stiffness, strainOf, two } from './data.js';
import { byId, page } from './dom.js';
import { beyond, plain } from './looks.js';
import { showsStrain, sizesOf, sortEdges, within } from './paint.js';
import { state } from './state.js';

export const inSpace = axes === 3;
// Rows: the page's x, its y (up), and the axis towards the reader.
let turn = data.view.slice();

export const panels = runs.map((run, r) => {
  const box = byId('panel').content.cloneNode(true).firstElementChild;
  const [base, over] = box.querySelectorAll('canvas');
  byId('stage').append(box);
  return { run: r, box, base, over, ctx: base.getContext('2d'),
           top: over.getContext('2d'), head: box.querySelector('b'),
           note: box.querySelector('span'), width: 1, height: 1, ratio: 1,
           fit: 1, zoom: 1, cx: 0, cy: 0, world: new Float32Array(3 * n),
           metric: new Float32Array(3 * n), x: new Float32Array(n),
           y: new Float32Array(n), depth: inSpace && new Float32Array(n),
           strain: new Float32Array(m), edges: plain, work: null };
});
export const shownPanels = () => panels.filter(p => !p.box.hidden);

// The box that each frame of a run fills, the one of all frames, and the one of
// all layers without the start, which often is much larger.
const union = boxes => boxes.reduce(([a, b], [c, d]) =>
  [a.map((v, k) => Math.min(v, c[k])), b.map((v, k) => Math.max(v, d[k]))]);
function boxAt(p, f) {
  const x = p.world, box = [Infinity, -Infinity].map(v => [v, v, v]), [low, high] = box;
  positions(p.run, f, state.space === 'z', x);
  for (let c = 0; c < 3; c++)
    for (let k = c; k < 3 * n; k += 3) {
      if (x[k] < low[c]) low[c] = x[k];
      if (x[k] > high[c]) high[c] = x[k];
    }
  return box.map(side => side.map(v => Number.isFinite(v) ? v : 0));
}

export function frameBox(p) {
  const own = moved[p.run];
  p.ownBox = moved[p.run] = null;
  p.boxes = runs[p.run].steps.map((unused, f) => boxAt(p, f));
  moved[p.run] = own;
  p.all = union(p.boxes);
  p.layers = data.unit === 'layer' && frames > 1 ? union(p.boxes.slice(1)) : p.all;
  p.meanLength = 0;            // of the last frame
  for (let e = 0; e < m; e++)
    p.meanLength += distance(p.world, e) / m || 0;
}

// The scale at which the box of this time fits, and its middle.
function fitPanel(p) {
  const [a, b, t] = between(p.run, state.time);
  const boxOf = f => p.ownBox && moved[p.run] ? p.ownBox
    : state.follow ? p.boxes[f] : f > 0 ? p.layers : p.all;
  const [low, high] = boxOf(a).map((side, s) => side.map((v, c) =>
    v + t * (boxOf(b)[s][c] - v)));
  const size = low.map((v, c) => high[c] - v);
  p.radius = 0.36 * Math.hypot(...size) || 1;
  const [w, h] = inSpace ? [2 * p.radius, 2 * p.radius] : size;
  const pad = [p.width, p.height].map((side, c) => Math.min(2 * beyond[c], side / 2));
  const k = Math.min(Math.max(10, p.width - 60 - pad[0]) / w,
                     Math.max(10, p.height - 74 - pad[1]) / h);
  p.fit = k < Infinity ? k : 1;
  p.middle = low.map((v, c) => (v + high[c]) / 2);
}

export function resetView(p) {
  p.ownBox = moved[p.run] && boxAt(p, state.time);
  p.zoom = 1;
  p.cx = p.cy = 0;
}

export function zoomBy(p, factor, px, py) {
  const next = within(p.zoom * factor, 0.2, 5000), k = p.fit * p.zoom;
  p.cx += (px - p.width / 2) / k * (1 - p.zoom / next);
  p.cy += (p.height / 2 + 7 - py) / k * (1 - p.zoom / next);
  p.zoom = next;
}

export function panBy(p, dx, dy) {
  p.cx -= dx / (p.fit * p.zoom);
  p.cy += dy / (p.fit * p.zoom);
}

export function resetTurn() {
  turn = data.view.slice();
}

// Turn about the page's vertical and horizontal axis.
export function turnBy(a, b) {
  const [ca, sa, cb, sb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
  const by = [ca, 0, sa, sa * sb, cb, -ca * sb, -sa * cb, sb, ca * cb];
  turn = turn.map((unused, k) => [0, 1, 2].reduce((sum, j) =>
    sum + by[k - k % 3 + j] * turn[3 * j + k % 3], 0));
}

// A way on the panel in the drawing's coordinates.
export function fromScreen(p, dx, dy) {
  const a = dx / (p.fit * p.zoom), b = -dy / (p.fit * p.zoom);
  return inSpace ? [0, 1, 2].map(c => turn[c] * a + turn[3 + c] * b) : [a, b, 0];
}

// The share of each node in the energy: half of that of its edges.
function shareOut(p) {
  let sum = 0;
  p.share ??= new Float32Array(n);
  p.share.fill(0);
  positions(p.run, state.time, false, p.metric);
  for (let e = 0; e < m; e++) {
    const r = lengthOf(p.run, state.time, e, p.metric), t = within(r, low(e), high(e));
    const half = stiffness(e) * (r - t) ** 2 / 2;
    p.share[one[e]] += half;
    p.share[two[e]] += half;
    sum += 2 * half;
  }
  for (let i = 0; i < n && sum > 0; i++)
    p.share[i] /= sum;
}

// Places on the panel, and strains, for the time that is shown.
export function place(p) {
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
  // Of a part that moves the rest is known.
  const view = [k, p.cx, p.cy, ...turn, state.colour, page.dataset.theme].join();
  const part = p.front && p.front.view === view ? p.front.part.edges : null;
  const strains = showsStrain(p);
  if (strains || edgeShade?.measured) {
    positions(p.run, state.time, false, p.metric);
    for (let at = 0; at < (part ? part.length : m); at++) {
      const e = part ? part[at] : at, r = lengthOf(p.run, state.time, e, p.metric);
      p.strain[e] = strains ? strainOf(e, r) : r * scale;
    }
  }
  if (nodeShade?.measured)
    shareOut(p);
  if (p.front) {
    if (!part) {
      Object.assign(p.front, { view, canvas: null });
      sortEdges(p.front.rest);
    }
    sortEdges(p.front.part);
  } else
    sortEdges(p);
}

// Which node, else which edge, is under a point of a panel.  All are compared:
// that takes about a millisecond for 200,000 edges.
export function pick(p, px, py, reach) {
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
