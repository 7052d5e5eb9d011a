// Edges one by one, with arrows, bends and loops, and nodes with shapes: what the
// file or the options say of them, as the drawings of mgnn-layout have it.
import { data, m, n, nodeShade, one, two } from './data.js';
import { depths, edgeColourOf, edgeColours, fillOf, ink, isOther, lightness, nodeColour, paintEdges, paintNames,
         paintNodes, paintStacks, radiusOf, setFont, sizesOf, within } from './paint.js';
import { state } from './state.js';

const looks = data.looks ?? {};
// [a, b, place, of, flags, edge, width, colour, label]: flags has the arrow at b
// (no, end, middle), 4 times that at a, 16 times the dash, 64 and 1024 times the
// shapes of the heads at b and at a, with 8 added to those that are empty.
// [edge, flags] is the straight line of an edge that has nothing else, or of -1 - edge, the
// other way.
const lines = looks.lines?.map(line => {
  const [at, flags] = line, e = at < 0 ? -1 - at : at;
  return line.length > 2 ? line
    : at < 0 ? [two[e], one[e], 0, 1, flags, e] : [one[e], two[e], 0, 1, flags, e];
}) ?? null;
// [shape, texts, fill, outline, clear, pen, dash, width, height, borders, rounded,
// ink, font], the last four only where they are not 1, 0, null, 1.
const plates = looks.nodes ?? null;
const hasPlates = plates !== null;
const { shapes = [], dashes: lineDashes = [], arrows = [], heads = [] } = looks;

// Of many lines those without arrows, bends, dashes, widths and words are painted together,
// as edges are; between discs nobody sees the difference.
const isPlain = ([a, b, , of, flags, edge, times]) =>
  a !== b && of < 2 && (flags & 63) === 0 && edge >= 0 && times === undefined;
const joined = lines !== null && !hasPlates && lines.length > 1000;
export const plain = joined ? Uint32Array.from(lines.filter(isPlain), line => line[5]) : null;
const special = joined ? lines.filter(line => !isPlain(line)) : lines;

function curveAt(c, t) {
  const u = 1 - t, f = u * u * u, g = 3 * u * u * t, h = 3 * u * t * t, k = t * t * t;
  return [f * c[0] + g * c[2] + h * c[4] + k * c[6], f * c[1] + g * c[3] + h * c[5] + k * c[7]];
}

// Steps of a path: what it is, and x, y in halves of the width and the height and in the
// smaller of these.  The border comes first, after where the text belongs.
for (const shape of shapes) {
  shape.text = shape.path[0]?.[0] === 'T' ? shape.path.shift() : null;
  const end = shape.path.findIndex(([op]) => op === 'm');
  shape.lines = end < 0 ? [] : shape.path.splice(end);
  shape.box = shape.path.length === 0 && end >= 0
    || shape.path.length === 4 && shape.path.every(([, x, y, dx]) => x * x + y * y === 2 && !dx);
}
const stepOf = (s, [, x, y, dx, dy]) =>
  [s.x + x * s.a + dx * Math.min(s.a, s.b), s.y + y * s.b + dy * Math.min(s.a, s.b)];

// How far out a point is, seen from the middle of a node: 1 on its border, 1/t where
// t times the way to the point meets the last side.
function gauge(s, x, y) {
  const u = (x - s.x) / s.a, v = (y - s.y) / s.b;
  if (s.shape.path.length === 0 || s.shape.box)
    return s.shape.box ? Math.max(Math.abs(u), Math.abs(v)) : Math.hypot(u, v);
  const d = [x - s.x, y - s.y], cross = (p, q) => p[0] * q[1] - p[1] * q[0];
  let least = Infinity;
  const corners = s.shape.path.map(step => stepOf({ ...s, x: 0, y: 0 }, step));
  corners.forEach((p, k) => {
    const q = corners[(k + 1) % corners.length], turn = cross(p, q), sign = Math.sign(turn);
    const from = sign * cross(p, d), to = sign * cross(d, q);
    if (from >= 0 && to >= 0 && from + to > 0)
      least = Math.min(least, (from + to) / Math.abs(turn));
  });
  return least;
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
  plateSizes = plates.map(([shape, texts, , , , , , width, height, borders = 1, , ,
                            font = 1]) => {
    const { path, around, even, pads } = shapes[shape], em = font * fontOf();
    if (texts.length === 0)
      return null;
    const w = font * Math.max(...texts.map(line => ctx.measureText(line).width)) / 2
      + pads[0] * em, h = (0.5 + 0.585 * (texts.length - 1) + pads[1]) * em;
    const rings = 0.28 * em * (borders - 1);
    const a = Math.max(around * w, width / 2 * em), b = Math.max(around * h, height / 2 * em);
    const r = path.length > 0 ? Math.max(a, b) : Math.max(Math.hypot(w, h), width / 2 * em);
    return (even ? [r, r] : [path.length !== 4 ? Math.max(a, 1.3 * b) : a, b])
      .map(x => x + rings);
  });
}

// Where node i is, and how large.
const disc = { path: [] };
function shapeOf(p, node, i) {
  const own = plateSizes?.[i], r = own ? 0
    : radiusOf(p, node, i) * (hasPlates && plates[i][0] > 0 ? 1.24 : 1);
  return { x: p.x[i], y: p.y[i], a: (own ? own[0] : r) + 0.5, b: (own ? own[1] : r) + 0.5,
           shape: hasPlates ? shapes[plates[i][0]] : disc };
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
// then ends.  far: how long a straight line is, else 0.
function paintArrow(ctx, c, [t0, t1], along, head, shape, far) {
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
    if (far > 0)
      return t1 - 100 * d * Math.min(length / far, Math.abs(t1 - t0));
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

// A link to be drawn above two nodes that cover their line: across what they share.
function linkOf([a, b, place, of], s, e, head, width) {
  const r = Math.hypot(e.x - s.x, e.y - s.y);
  const [u, v] = r > 0 ? [(e.x - s.x) / r, (e.y - s.y) / r] : [1, 0];
  const out = t => 1 / gauge({ ...t, x: 0, y: 0 }, u, v);     // to the border
  const least = Math.min(s.a, s.b, e.a, e.b), middle = (out(s) + r - out(e)) / 2;
  const half = Math.min(Math.max(Math.abs(out(s) + out(e) - r) / 2, least, 2 * width),
                        Math.max(r / 2, least));
  const shift = (a < b ? 1 : -1) * Math.max(1.33 * head, 3 * width + 2)
    * (place - (of - 1) / 2);
  return [-1, -1 / 3, 1 / 3, 1].flatMap(t =>
    [s.x + (middle + t * half) * u - shift * v, s.y + (middle + t * half) * v + shift * u]);
}

// over: only those that nodes cover, which are kept for then in sizes.covered.
function paintLine(ctx, p, line, sizes, colour, over) {
  const [a, b, , of, flags, , times = 1, own = null, label = null] = line;
  const width = sizes.width * times;
  const head = Math.max(2.6, 3.4 * Math.min(width, 6) + 0.42 * Math.min(sizes.node, 14));
  const s = shapeOf(p, sizes.node, a), e = shapeOf(p, sizes.node, b);
  const c = over ? linkOf(line, s, e, head, width) : bendOf(p, line, s, e, head, width);
  const whole = over || a === b;
  const far = of < 2 && !whole ? Math.hypot(e.x - s.x, e.y - s.y) : 0;
  let t0 = whole ? 0 : far > 0 && s.shape === disc ? Math.min(1, s.a / far) : leave(c, s, 0, 1);
  let t1 = whole ? 1 : far > 0 && e.shape === disc ? Math.max(0, 1 - e.a / far) : leave(c, e, 1, 0);
  const ends = [curveAt(c, t0), curveAt(c, t1)];
  if (!(width > 0) || !c.every(x => Math.abs(x) < 1e6))
    return;
  if (!whole && !(t1 > t0 && Math.hypot(ends[1][0] - ends[0][0], ends[1][1] - ends[0][1])
                  >= Math.max(width, 1.5))) {
    sizes.covered.push([line, colour]);
    return;
  }
  if (over) {
    ctx.strokeStyle = ink.paper;
    ctx.lineWidth = width + 2;
    ctx.beginPath();
    ctx.moveTo(...ends[0]);
    ctx.lineTo(...ends[1]);
    ctx.stroke();
  }
  const seen = a === b ? 60 : Math.hypot(ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]);
  const size = Math.min(head, 0.62 * seen);
  ctx.strokeStyle = ctx.fillStyle = own ?? colour;
  ctx.globalAlpha = own || over ? 1 : sizes.opacity;
  ctx.lineWidth = width;
  const middle = curveAt(c, (t0 + t1) / 2);
  const after = paintArrow(ctx, c, [t0, t1], arrows[flags & 3], size, flags >> 6 & 15, far);
  t0 = paintArrow(ctx, c, [t1, t0], arrows[flags >> 2 & 3], size, flags >> 10 & 15, far);
  t1 = after;
  const dash = lineDashes[flags >> 4 & 3];
  ctx.setLineDash(dash.map(k => k * width));
  ctx.beginPath();
  ctx.moveTo(...curveAt(c, t0));
  if (of < 2 && a !== b)
    ctx.lineTo(...curveAt(c, t1));
  else {
    const [x, y] = curvePart(c, t0, t1);
    ctx.bezierCurveTo(x[1], y[1], x[2], y[2], x[3], y[3]);
  }
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
  if (label)
    sizes.labels.push([label, ...middle]);
}

// All lines; a generator like paintEdges.
function* paintLines(ctx, p, skip) {
  const sizes = p.lineSizes = { ...sizesOf(p), labels: [], covered: [] };
  if (hasPlates && plateSizes === null)
    measurePlates(ctx);
  const colours = edgeColours(p);
  ctx.lineCap = 'butt';
  for (let k = 0; k < special.length; k += skip) {
    const [a, b, , , , edge] = special[k];
    if (!isOther(a) && !isOther(b))
      paintLine(ctx, p, special[k], sizes, edge < 0 ? ink.edge : edgeColourOf(p, edge, colours));
    if (k % 256 === 255)
      yield;
  }
  paintLabels(ctx, sizes.labels);
}

// Those of nodes that overlap, above them.
function paintCovered(ctx, p) {
  const sizes = { ...p.lineSizes, labels: [] };
  ctx.lineCap = 'butt';
  for (const [line, colour] of sizes.covered)
    paintLine(ctx, p, line, sizes, colour, true);
  paintLabels(ctx, sizes.labels);
}

function paintLabels(ctx, labels) {
  setFont(ctx, 0.85 * fontOf(), ink.ink, 'center');
  ctx.lineWidth = 3;
  ctx.strokeStyle = ink.paper;
  for (const [label, x, y] of labels) {
    ctx.strokeText(label, x, y + 3);
    ctx.fillText(label, x, y + 3);
  }
}

function platePath(ctx, s, radius) {
  const { x, y, a, b, shape } = s, k = 0.5522847;
  ctx.beginPath();
  if (shape.path.length === 0 && !shape.box) {
    ctx.moveTo(x + a, y);
    [[1, 0], [0, 1], [-1, 0], [0, -1]].forEach(([u, v], n, all) => {
      const [r, t] = all[(n + 1) % 4];
      ctx.bezierCurveTo(x + a * (u + k * r), y + b * (v + k * t), x + a * (r + k * u),
                        y + b * (t + k * v), x + a * r, y + b * t);
    });
  }
  roundedPath(ctx, shape.path.map(step => stepOf(s, step)), radius);
  if (!shape.lines?.length || shape.path.length > 0)
    ctx.closePath();
  shape.lines?.forEach(step => ctx[step[0] === 'L' ? 'lineTo' : 'moveTo'](...stepOf(s, step)));
}

function roundedPath(ctx, corners, radius) {
  corners.forEach((q, n) => {
    const [from, to] = [corners.at(n - 1), corners[(n + 1) % corners.length]].map(([u, v]) => {
      const t = Math.min(0.5, radius / (Math.hypot(u - q[0], v - q[1]) || 1));
      return [q[0] + t * (u - q[0]), q[1] + t * (v - q[1])];
    });
    ctx[n > 0 ? 'lineTo' : 'moveTo'](...from);
    if (radius > 0)                 // one control point as two
      ctx.bezierCurveTo(...[from, to].flatMap(t => [0, 1].map(c => (t[c] + 2 * q[c]) / 3)),
                        ...to);
  });
}

function* paintPlates(ctx, p) {
  const { node } = sizesOf(p), em = fontOf();
  const order = plates.map((plate, i) => i);
  if (p.depth)
    order.sort((i, j) => p.depth[i] - p.depth[j]);
  if (plateSizes === null)
    measurePlates(ctx);
  for (const i of order) {
    const [shape, texts, own, outline, clear, pen, dash, , , borders = 1, rounded = false,
           colour = null, font = 1] = plates[i];
    const s = shapeOf(p, node, i), fill = own ?? (clear && !nodeShade ? ink.paper : nodeColour(p, i));
    if (!(Math.abs(s.x) < 1e5 && Math.abs(s.y) < 1e5))
      continue;
    ctx.globalAlpha = isOther(i) ? 0.12 : 1;
    for (let ring = 0; ring < borders && shapes[shape].drawn; ring++) {
      const inner = ring * 0.28 * font * em;
      platePath(ctx, { ...s, a: s.a - inner, b: s.b - inner }, rounded ? 0.6 * font * em : 0);
      ctx.fillStyle = fill;
      if (ring + 1 === borders && s.shape.path.length + !s.shape.box > 0)
        ctx.fill();
      ctx.strokeStyle = outline ?? (shape > 0 ? ink.ink : ink.paper);
      ctx.lineWidth = pen;
      ctx.setLineDash(lineDashes[dash].map(k => k * pen));
      ctx.stroke();
      ctx.setLineDash([]);
    }
    const on = shapes[shape].drawn ? lightness(fill) : lightness(ink.paper);
    setFont(ctx, font * em, colour && Math.abs(on - lightness(colour)) > 0.1 ? colour
      : Math.abs(on - lightness(ink.ink)) > 0.42 ? ink.ink
      : lightness(ink.ink) > 0.5 ? '#1c1e21' : '#ffffff', 'center');
    const [x, y] = shapes[shape].text ? stepOf(s, shapes[shape].text) : [s.x, s.y];
    texts.forEach((text, k) => ctx.fillText(text.replace(/[\x01\x02]$/, ''), x,
      y + (0.36 + 1.17 * (k - (texts.length - 1) / 2)) * font * em));
    ctx.globalAlpha = 1;
    if (i % 256 === 255)
      yield;
  }
}

// Boxes and hulls around groups: [text, up, round, fill, outline, ink, pen, dash,
// rounded].  Lines in some directions, each as far out as the farthest node.
const hulls = looks.groups ?? [], hullOf = looks.groupOf ?? [];
const levels = hulls.map(() => 0), members = hulls.map(() => []);
for (let k = hulls.length - 1; k >= 0; k--)
  if (hulls[k][1] >= 0)
    levels[hulls[k][1]] = Math.max(levels[hulls[k][1]], levels[k] + 1);
hullOf.forEach((inner, i) => {
  for (let k = inner; k >= 0; k = hulls[k][1])
    members[k].push(i);
});
function paintHulls(ctx, p) {
  const { node } = sizesOf(p), em = fontOf();
  if (hasPlates && plateSizes === null)
    measurePlates(ctx);
  hulls.forEach(([text, , round, fill, outline, colour, pen, dash, rounded], k) => {
    const count = round ? 16 : 4, turn = 2 * Math.PI / count;
    const shapesOf = members[k].map(i => shapeOf(p, node, i));
    const r = Array.from({ length: count }, (unused, d) => {
      const [u, v] = [Math.cos(d * turn), Math.sin(d * turn)];
      return shapesOf.reduce((most, s) => Math.max(most, s.x * u + s.y * v
        + Math.abs(s.a * u) + Math.abs(s.b * v)), -Infinity) + (0.8 + 0.6 * levels[k]) * em
        + (!round && text && d === 3 ? 1.3 * (levels[k] + 1) * em : 0);
    });
    if (shapesOf.length === 0)
      return;
    const corner = r.map((x, d) => {
      const [u, v] = [Math.cos(d * turn), Math.sin(d * turn)];
      const aside = (r[(d + 1) % count] - x * Math.cos(turn)) / Math.sin(turn);
      return [x * u - aside * v, x * v + aside * u];
    });
    ctx.beginPath();
    roundedPath(ctx, corner, round || rounded ? em : 0);
    ctx.closePath();
    ctx.globalAlpha = round ? 0.12 : 1;
    ctx.fillStyle = fill ?? fillOf(k);
    if (fill || round)
      ctx.fill();
    ctx.globalAlpha = round ? 0.7 : 1;
    ctx.strokeStyle = outline ?? fillOf(k);
    ctx.lineWidth = pen;
    ctx.setLineDash(lineDashes[dash].map(x => x * pen));
    if (pen > 0 && (outline || round))
      ctx.stroke();
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
    setFont(ctx, em, colour ?? (round ? fillOf(k) : ink.ink), 'center');
    ctx.fillText(text ?? '', corner.reduce((sum, [x]) => sum + x / count, 0),
                 Math.min(...corner.map(([, y]) => y)) + (round ? -0.3 : 1.1) * em);
  });
}

// A panel, in slices; every `skip`-th edge only.
export function* paintPanel(ctx, p, skip) {
  if (hulls.length > 0 && !p.depth)
    paintHulls(ctx, p);
  for (let bin = 0; plain && bin < depths; bin++)
    yield* paintEdges(ctx, p, skip, bin);
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
  if (lines)
    paintCovered(ctx, p);
  if (!hasPlates && skip === 1 && !p.nodes) {
    paintStacks(ctx, p);
    if (state.names)
      paintNames(ctx, p);
  }
}

// A part of a panel that moves, and the rest of it; null where edges are painted one
// by one.
export function frontOf(p, nodes, edges) {
  const inFront = [new Uint8Array(n), new Uint8Array(m)];
  if (lines || hasPlates)
    return null;
  nodes.forEach(i => { inFront[0][i] = 1; });
  edges.forEach(e => { inFront[1][e] = 1; });
  const part = (nodes, edges) => Object.assign(Object.create(p), { nodes, edges, mark: null,
                                                                   order: null });
  const rest = (count, of) => Uint32Array.from({ length: count }, (unused, k) => k)
    .filter(k => !of[k]);
  return { part: part(nodes, edges), rest: part(rest(n, inFront[0]), rest(m, inFront[1])),
           canvas: null, view: '' };
}

// All at once.
export function paintAll(ctx, p, skip) {
  const parts = paintPanel(ctx, p, skip);
  while (!parts.next().done);
}
