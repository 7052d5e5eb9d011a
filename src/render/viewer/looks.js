// Edges one by one, with arrows, bends and loops, and nodes with shapes: what the
// file or the options say of them, as the drawings of mgnn-layout have it.
import { data, groupOf, n } from './data.js';
import { depths, edgeColourOf, fillOf, ink, isOther, lightness, paintEdges, paintNames,
         paintNodes, paintStacks, radiusOf, setFont, sizesOf, within } from './paint.js';
import { state } from './state.js';

const looks = data.looks ?? {};
// [a, b, place, of, flags, edge, width, colour, label]: flags has the arrow at b
// (no, end, middle), 4 times that at a, 16 times the dash, 64 and 1024 times the
// shapes of the heads at b and at a, with 8 added to those that are empty.
const lines = looks.lines ?? null;
// [shape, texts, fill, outline, clear, pen, dash, width, height]
const plates = looks.nodes ?? null;
const hasPlates = plates !== null;
const { shapes = [], dashes: lineDashes = [], arrows = [], heads = [] } = looks;

const curveAt = (c, t) => {
  const u = 1 - t, k = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
  return [0, 1].map(d => k.reduce((sum, f, j) => sum + f * c[2 * j + d], 0));
};

// How far out a point is, seen from the middle of a node: 1 on its border.
function gauge(s, x, y) {
  const u = Math.abs(x - s.x) / s.a, v = Math.abs(y - s.y) / s.b;
  return s.border === 1 ? Math.max(u, v) : s.border === 2 ? u + v : Math.hypot(u, v);
}

// The t nearest to `to` from which on, seen from `from`, a node holds the curve.
function leave(c, s, from, to) {
  let low = from, high = to;
  for (let k = 0; k < 22; k++) {
    const t = (low + high) / 2;
    if (gauge(s, ...curveAt(c, t)) < 1)
      low = t;
    else
      high = t;
  }
  return high;
}

const fontOf = () => data.style.font ?? 12;

// How far nodes with texts, and loops, go beyond the middles of nodes, about.
export const beyond = (plates ?? []).reduce(([x, y], [, texts, , , , , , width, height]) =>
  [Math.max(x, fontOf() * Math.max(width / 2, ...texts.map(text => 0.33 * text.length))),
   Math.max(y, fontOf() * Math.max(height / 2, 0.6 * texts.length))], [0, 0])
  .map(r => r + (lines?.some(([a, b]) => a === b) ? 36 : 0));
let plateSizes = null;
function measurePlates(ctx) {
  setFont(ctx, fontOf(), ink.ink);
  plateSizes = plates.map(([shape, texts, , , , , , width, height]) => {
    const { border, even, pads } = shapes[shape];
    const times = border === 1 ? 1 : border === 2 ? 2 : Math.SQRT2, em = fontOf();
    if (texts.length === 0)
      return null;
    const w = Math.max(...texts.map(text => ctx.measureText(text).width)) / 2
      + pads[0] * em, h = (0.5 + 0.585 * (texts.length - 1) + pads[1]) * em;
    const a = Math.max(times * w, width / 2 * em), b = Math.max(times * h, height / 2 * em);
    const r = Math.max(Math.hypot(w, h), width / 2 * em);
    return even ? [r, r] : [border === 0 ? Math.max(a, 1.3 * b) : a, b];
  });
}

// Where node i is, and how large.
function shapeOf(p, node, i) {
  const [a, b] = plateSizes?.[i] ?? [1, 1].map(() => radiusOf(p, node, i)
                                              * (hasPlates && plates[i][0] > 0 ? 1.24 : 1));
  return { x: p.x[i], y: p.y[i], a: a + 0.5, b: b + 0.5,
           border: hasPlates ? shapes[plates[i][0]].border : 0 };
}

// Loops are where the other edges of their node are farthest apart.
const loopsAt = new Map();
for (const [a, b] of lines ?? [])
  if (a === b)
    loopsAt.set(a, []);
for (const [a, b] of loopsAt.size > 0 ? lines : [])
  if (a !== b) {
    loopsAt.get(a)?.push(b);
    loopsAt.get(b)?.push(a);
  }
function loopAngle(p, i) {
  const all = loopsAt.get(i).map(j => Math.atan2(p.y[j] - p.y[i], p.x[j] - p.x[i]))
    .sort((a, b) => a - b);
  let widest = -1, found = -Math.PI / 2;
  all.forEach((angle, k) => {
    const next = k + 1 < all.length ? all[k + 1] : all[0] + 2 * Math.PI;
    if (next - angle > widest + 1e-9)
      [widest, found] = [next - angle, (angle + next) / 2];
  });
  return found;
}

function bendOf(p, line, s, e, head, width) {
  const [a, b, place, of] = line;
  if (a === b) {
    const angle = loopAngle(p, a), size = Math.min(s.a, s.b), spread = 0.55;
    const reach = (hasPlates ? within(1.3 * size, 21, 30) : Math.max(3 * size, 11))
      * (1 + 0.55 * place);
    const edge = d => {
      const g = gauge(s, s.x + Math.cos(d), s.y + Math.sin(d));
      return [s.x + Math.cos(d) / g, s.y + Math.sin(d) / g];
    };
    const p0 = edge(angle - spread), p3 = edge(angle + spread), tip = edge(angle);
    const out = q => (q[0] - s.x) * Math.cos(angle) + (q[1] - s.y) * Math.sin(angle);
    const near = (out(p0) + out(p3)) / 2;
    const far = (4 * (out(tip) + reach) - near) / 3 / Math.cos(spread);
    return [...p0, s.x + far * Math.cos(angle - spread), s.y + far * Math.sin(angle - spread),
            s.x + far * Math.cos(angle + spread), s.y + far * Math.sin(angle + spread), ...p3];
  }
  const dx = e.x - s.x, dy = e.y - s.y, length = Math.hypot(dx, dy) || 1;
  const gap = Math.min(Math.max(1.33 * head, 3 * width + 2, 0.1 * length),
                       0.6 * length / Math.max(of - 1, 1));
  const bend = (a < b ? 2 : -2) * gap * (place - (of - 1) / 2) / length;
  const cx = (s.x + e.x) / 2 - bend * dy, cy = (s.y + e.y) / 2 + bend * dx;
  return [s.x, s.y, s.x + 2 / 3 * (cx - s.x), s.y + 2 / 3 * (cy - s.y),
          e.x + 2 / 3 * (cx - e.x), e.y + 2 / 3 * (cy - e.y), e.x, e.y];
}

function paintHead(ctx, tip, from, head, shape) {
  const r = Math.hypot(tip[0] - from[0], tip[1] - from[1]) || 1;
  const [dx, dy] = [0, 1].map(k => (tip[k] - from[k]) / r);
  const corners = heads[shape & 7];
  ctx.beginPath();
  for (let k = 1; k < corners.length; k += 2) {
    const u = head * corners[k], v = head * corners[k + 1];
    ctx.lineTo(tip[0] + u * dx - v * dy, tip[1] + u * dy + v * dx);
  }
  ctx.closePath();
  if (shape & 8)
    ctx.stroke();
  else
    ctx.fill();
}

// The arrow of one end, of which `along` says where it is; the t where the line
// then ends.
function paintArrow(ctx, c, [t0, t1], along, head, shape) {
  const d = Math.sign(t1 - t0) / 100;
  if (along < 0)
    return t1;
  if (along < 1) {
    const t = t0 + along * (t1 - t0), q = curveAt(c, t), from = curveAt(c, t - d);
    const r = Math.hypot(q[0] - from[0], q[1] - from[1]) || 1;
    paintHead(ctx, q.map((x, k) => x + head / 2 * (x - from[k]) / r), from, head,
              shape);
    return t1;
  }
  const tip = curveAt(c, t1);
  const before = length => {
    let low = t0, high = t1;
    for (let k = 0; k < 22; k++) {
      const t = (low + high) / 2, q = curveAt(c, t);
      if (Math.hypot(q[0] - tip[0], q[1] - tip[1]) < length)
        high = t;
      else
        low = t;
    }
    return low;
  };
  paintHead(ctx, tip, curveAt(c, before(0.95 * head)), head, shape);
  return before(heads[shape & 7][0] * head);
}

const curvePart = (c, t0, t1) => [0, 1].map(d => {
  const blossom = (...ts) => {
    const q = [0, 1, 2, 3].map(k => c[2 * k + d]);
    ts.forEach((t, level) => {
      for (let k = 0; k < 3 - level; k++)
        q[k] += t * (q[k + 1] - q[k]);
    });
    return q[0];
  };
  return [blossom(t0, t0, t0), blossom(t0, t0, t1), blossom(t0, t1, t1), blossom(t1, t1, t1)];
});

function paintLine(ctx, p, line, sizes, colour) {
  const [a, b, , of, flags, , times = 1, own = null, label = null] = line;
  const width = sizes.width * times;
  const head = Math.max(2.6, 3.4 * Math.min(width, 6) + 0.42 * Math.min(sizes.node, 14));
  const s = shapeOf(p, sizes.node, a), e = shapeOf(p, sizes.node, b);
  const c = bendOf(p, line, s, e, head, width);
  let t0 = a === b ? 0 : leave(c, s, 0, 1), t1 = a === b ? 1 : leave(c, e, 1, 0);
  if (!(width > 0) || !(t1 - t0 > 1e-3) || !c.every(x => Math.abs(x) < 1e6))
    return;
  const ends = [curveAt(c, t0), curveAt(c, t1)];
  const seen = a === b ? 60 : Math.hypot(ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]);
  const size = Math.min(head, 0.62 * seen);
  ctx.strokeStyle = ctx.fillStyle = own ?? colour;
  ctx.globalAlpha = own ? 1 : sizes.opacity;
  ctx.lineWidth = width;
  const middle = curveAt(c, (t0 + t1) / 2);
  const after = paintArrow(ctx, c, [t0, t1], arrows[flags & 3], size, flags >> 6 & 15);
  t0 = paintArrow(ctx, c, [t1, t0], arrows[flags >> 2 & 3], size, flags >> 10 & 15);
  t1 = after;
  const [x, y] = curvePart(c, t0, t1), dash = lineDashes[flags >> 4 & 3];
  ctx.setLineDash(dash.map(k => k * width));
  ctx.beginPath();
  ctx.moveTo(x[0], y[0]);
  if (of < 2 && a !== b)
    ctx.lineTo(x[3], y[3]);
  else
    ctx.bezierCurveTo(x[1], y[1], x[2], y[2], x[3], y[3]);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
  if (label)
    sizes.labels.push([label, ...middle]);
}

// All lines; a generator like paintEdges.
function* paintLines(ctx, p, skip) {
  const sizes = { ...sizesOf(p), labels: [] };
  if (hasPlates && plateSizes === null)
    measurePlates(ctx);
  ctx.lineCap = 'butt';
  for (let k = 0; k < lines.length; k += skip) {
    const [a, b, , , , edge] = lines[k];
    if (!isOther(a) && !isOther(b))
      paintLine(ctx, p, lines[k], sizes, edge < 0 ? ink.edge : edgeColourOf(p, edge));
    if (k % 256 === 255)
      yield;
  }
  setFont(ctx, 0.85 * fontOf(), ink.ink, 'center');
  ctx.lineWidth = 3;
  ctx.strokeStyle = ink.paper;
  for (const [label, x, y] of sizes.labels) {
    ctx.strokeText(label, x, y + 3);
    ctx.fillText(label, x, y + 3);
  }
}

function platePath(ctx, { x, y, a, b, border }) {
  const k = 0.5522847;
  ctx.beginPath();
  if (border === 0) {
    ctx.moveTo(x + a, y);
    [[1, 0], [0, 1], [-1, 0], [0, -1]].forEach(([u, v], n, all) => {
      const [r, s] = all[(n + 1) % 4];
      ctx.bezierCurveTo(x + a * (u + k * r), y + b * (v + k * s), x + a * (r + k * u),
                        y + b * (s + k * v), x + a * r, y + b * s);
    });
  } else {
    const corner = border === 1 ? [[-1, -1], [1, -1], [1, 1], [-1, 1]]
                                : [[0, -1], [1, 0], [0, 1], [-1, 0]];
    corner.forEach(([u, v], n) => ctx[n > 0 ? 'lineTo' : 'moveTo'](x + a * u, y + b * v));
  }
  ctx.closePath();
}

function* paintPlates(ctx, p) {
  const { node } = sizesOf(p), em = fontOf();
  const order = plates.map((plate, i) => i);
  if (p.depth)
    order.sort((i, j) => p.depth[i] - p.depth[j]);
  if (plateSizes === null)
    measurePlates(ctx);
  for (const i of order) {
    const [shape, texts, own, outline, clear, pen, dash] = plates[i];
    const s = shapeOf(p, node, i), fill = own ?? (clear ? ink.paper : fillOf(groupOf(i)));
    if (!(Math.abs(s.x) < 1e5 && Math.abs(s.y) < 1e5))
      continue;
    ctx.globalAlpha = isOther(i) ? 0.12 : 1;
    platePath(ctx, s);
    if (shapes[shape].drawn) {
      ctx.fillStyle = fill;
      ctx.fill();
      ctx.strokeStyle = outline ?? (shape > 0 ? ink.ink : ink.paper);
      ctx.lineWidth = pen;
      ctx.setLineDash(lineDashes[dash].map(k => k * pen));
      ctx.stroke();
      ctx.setLineDash([]);
    }
    const on = shapes[shape].drawn ? lightness(fill) : lightness(ink.paper);
    setFont(ctx, em, Math.abs(on - lightness(ink.ink)) > 0.42 ? ink.ink
      : lightness(ink.ink) > 0.5 ? '#1c1e21' : '#ffffff', 'center');
    texts.forEach((text, k) => ctx.fillText(text, s.x,
      s.y + (0.36 + 1.17 * (k - (texts.length - 1) / 2)) * em));
    ctx.globalAlpha = 1;
    if (i % 256 === 255)
      yield;
  }
}

// A panel, in slices; every `skip`-th edge only.
export function* paintPanel(ctx, p, skip) {
  if (lines)
    yield* paintLines(ctx, p, skip);
  for (let bin = 0; bin < depths; bin++) {
    if (!lines)
      yield* paintEdges(ctx, p, skip, bin);
    if (!hasPlates)
      yield* paintNodes(ctx, p, n > 2000 ? skip : 1, bin);
  }
  if (hasPlates)
    yield* paintPlates(ctx, p);
  else if (skip === 1) {
    paintStacks(ctx, p);
    if (state.names)
      paintNames(ctx, p);
  }
}

// All at once.
export function paintAll(ctx, p, skip) {
  const parts = paintPanel(ctx, p, skip);
  while (!parts.next().done);
}
