// How a panel is painted, on a canvas or on the recorder of SVG: colours, sizes,
// edges by class, nodes in rounds of all labels, names where they cover nothing.
import { arrays, axes, between, data, degree, edgeShade, groupCount, groupOf, limit, m, n,
         nodeShade, one, perEdge, two, valueOf } from './data.js';
import { page } from './dom.js';
import { state } from './state.js';

export const within = (x, low, high) => Math.min(Math.max(x, low), high);
// Long texts lose their middle: their ends tell them apart.
export const shorten = (text, most) => {
  const letters = Array.from(text), tail = (most - 1) >> 1;
  return letters.length > most
    ? `${letters.slice(0, most - 1 - tail).join('')}…${letters.slice(-tail).join('')}` : text;
};

export function setFont(ctx, size, colour, align = 'left') {
  ctx.textBaseline = 'alphabetic';
  ctx.textAlign = align;
  ctx.font = `${size}px system-ui, sans-serif`;
  ctx.fillStyle = colour;
}

const rgb = hex => [1, 3, 5].map(k => parseInt(hex.slice(k, k + 2), 16));
const hex = part => '#' + part.map(x =>
  Math.round(x).toString(16).padStart(2, '0')).join('');
const mix = (a, b, t) => {
  const to = rgb(b);
  return hex(rgb(a).map((x, k) => x + t * (to[k] - x)));
};
export const lightness = colour =>
  rgb(colour).reduce((sum, x, k) => sum + x * [0.299, 0.587, 0.114][k] / 255, 0);

export const ink = {};                // the colours of the page as it is now
export function readColours() {
  const css = getComputedStyle(page), { style } = data;
  for (const name of ['paper', 'ink', 'faint', 'accent'])
    ink[name] = css.getPropertyValue('--' + name).trim();
  ink.dark = lightness(ink.paper) < 0.45;
  ink.edge = ink.dark ? '#cccccc' : style.edge;
  ink.scale = style.scales[ink.dark ? 1 : 0];
  ink.ramp = style.ramps[ink.dark ? 1 : 0];
  // A colour that would vanish on the page is turned into its opposite.
  const visible = c => Math.abs(lightness(c) - lightness(ink.paper)) < 0.12
    ? hex(rgb(c).map(x => 255 - x))
    : ink.dark && lightness(c) < 0.5 ? mix(c, '#ffffff', 0.22) : c;
  ink.groups = style.palette.map(visible);
  ink.edges = style.within ? [style.within, style.between].map(visible)
                           : [ink.edge];
}

// t from 0 to 1 on a scale, and from -1 to 1 on that of strain.
export function colourOn(scale, t) {
  const last = scale.length - 1, at = within(t, 0, 1) * last;
  const low = Math.min(Math.floor(at), last - 1);
  return mix(scale[low], scale[low + 1], at - low);
}
export const strainColour = t => colourOn(ink.scale, (t + 1) / 2);

// Numbers are painted in steps of their scale; the step after the last is of no number.
const steps = 21;
const shadeStep = ({ low, high }, x) => Number.isNaN(x) ? steps
  : within(Math.floor((high > low ? (x - low) / (high - low) : 0.5) * steps), 0, steps - 1);
const rampColours = () => Array.from({ length: steps }, (unused, k) =>
  colourOn(ink.ramp, k / (steps - 1)));
const byNumber = nodeShade?.kind === 'number';
export const showsGroups = groupCount > 0 && (!nodeShade || nodeShade.kind === 'label');

// Groups have colours, then the same with other shapes, and then none.
const { marks } = data.style, colourCount = data.style.palette.length;
const hasColour = group => group < Math.min(groupCount, colourCount * marks.length);
const lone = '#a0a4aa';
export const fillOf = group => nodeShade?.colours[nodeShade.kind === 'colour' ? 0 : group]
  ?? (hasColour(group) ? ink.groups[group % colourCount] : groupCount > 0 ? lone
    : edgeShade && edgeShade.kind !== 'colour' ? ink.edge : ink.groups[0]);
export const markOf = group => hasColour(group) ? Math.floor(group / colourCount) : 0;
const colourOfStep = k => k < steps ? colourOn(ink.ramp, k / (steps - 1)) : lone;
const nodeValue = (p, i) => nodeShade.measured ? p.share[i] : valueOf('nodeValue', i);
export const nodeColour = (p, i) => byNumber ? colourOfStep(shadeStep(nodeShade, nodeValue(p, i)))
  : fillOf(groupOf(i));

// As the drawings of mgnn-layout have them, for the part of the panel that the
// frame fills, and how they grow with the zoom.
export function sizesOf(p) {
  const { style } = data, panel = p.width * p.height;
  const [low, high] = p.boxes[between(p.run, state.time)[0]];
  const area = within((high[0] - low[0]) * (high[1] - low[1]) * p.fit ** 2,
                      panel / 25, panel);
  const gap = Math.sqrt(Math.sqrt(area * panel) / Math.max(n, 1));
  const length = p.meanLength * p.fit || gap;
  const least = within(0.5 * gap, 0.9, 1.8);
  let node = within(Math.min(Math.pow(gap, 0.52), 0.45 * gap), least, 15);
  if (node > 0.5 * length)
    node = Math.max(0.5 * length, 0.4 * node, least);
  let width = within(0.11 * node, 0.35, 1.5)
              * within(Math.sqrt(5 * n / (2 * m || 1)), 0.45, 1);
  if (state.colour === 'strain') {     // which is a matter of the edges
    node *= 0.6;
    width *= 1.6;
  }
  // Thin lines are as faint as wide ones of less opacity: some ink is left of each.
  const cover = m * width * length / area / p.zoom;
  node *= within(Math.sqrt(p.zoom), 0.6, Math.max(1, 14 / node));
  width *= within(Math.pow(p.zoom, 0.4), 0.8, Math.max(1, 2 / width));
  const opacity = within((state.colour === 'strain' ? 1.3 : 0.85)
                         / (1 + 2 * cover), m > 30000 ? 0.05 : within(0.3 / width, 0.05, 1), 1);
  return { node: style.node ?? node, width: style.width ?? width,
           opacity: style.opacity ?? opacity };
}

// They are painted class by class: by strain in steps of the scale, the last
// class being edges of target 0, or by labels; in space each of them again by
// depth, the farthest first and faded.
export const depths = axes === 3 ? 8 : 1;
const binOf = z => within(Math.floor((z + 1) / 2 * depths), 0, depths - 1);
const fadeOf = bin => depths > 1 ? 1 - bin / (depths - 1) : 0;

// Strain is what colours tell, or, as a tint of edges, what one sees of pulling.
export const showsStrain = p => state.colour === 'strain' || p.pulled;
export function edgeColours(p) {
  if (!showsStrain(p) && edgeShade)
    return edgeShade.kind === 'number' ? [...rampColours(), ink.faint]
      : edgeShade.kind === 'colour' ? edgeShade.colours : [...edgeShade.kind === 'own'
        ? edgeShade.colours : edgeShade.groups.length > 0 ? edgeShade.groups.map((text, k) =>
          k < colourCount ? ink.groups[k] : ink.edge)
          : ink.edges.length > 1 ? ink.edges : data.groups.map((text, k) => fillOf(k)), ink.edge];
  const tint = t => mix(ink.edge, strainColour(Math.sign(t)), Math.abs(t));
  return !showsStrain(p) ? ink.edges : Array.from({ length: steps }, (unused, k) =>
    (state.colour === 'strain' ? strainColour : tint)(2 * k / (steps - 1) - 1)).concat(ink.faint);
}

function classOf(p, e) {
  if (showsStrain(p))
    return shadeStep({ low: -p.limit, high: p.limit }, p.strain[e]);
  if (edgeShade && (edgeShade.kind !== 'label' || ink.edges.length < 2)) {
    const last = p.colours.length - 1, same = groupOf(one[e]) === groupOf(two[e]);
    return edgeShade.kind === 'number'
      ? shadeStep(edgeShade, edgeShade.measured ? p.strain[e] : valueOf('edgeValue', e))
      : edgeShade.kind === 'colour' ? 0 : edgeShade.kind === 'label'
        ? Math.min(same ? groupOf(one[e]) : last, last) : Math.min(arrays.edgeGroup[e], last);
  }
  return ink.edges.length > 1
         && groupOf(one[e]) !== groupOf(two[e]) ? 1 : 0;
}

export const edgeColourOf = (p, e, colours) => colours[classOf(p, e)];

// Edges in the order of their classes, by counting: all, or those of p.edges.
export function sortEdges(p) {
  const list = p.edges, size = list ? list.length : m;
  const colours = (p.colours = edgeColours(p)).length;
  p.limit = limit();
  const start = p.start = new Uint32Array(colours * depths + 1);
  const mark = p.mark = p.mark || new Uint16Array(size);
  p.order = p.order || new Uint32Array(size);
  for (let k = 0; k < size; k++) {
    const e = list ? list[k] : k;
    mark[k] = classOf(p, e) + (p.depth ? colours * binOf(
      (p.depth[one[e]] + p.depth[two[e]]) / 2) : 0);
    start[mark[k] + 1]++;
  }
  for (let c = 1; c < start.length; c++)
    start[c] += start[c - 1];
  const next = start.slice();
  for (let k = 0; k < size; k++)
    p.order[next[mark[k]]++] = list ? list[k] : k;
}

const strokeSize = 256;
// Where one label is shown alone, edges are those within it.
export const isOther = i => state.only !== null && groupOf(i) !== state.only;

// Paint the edges of one depth; every `skip`-th only.  A generator, so that a
// large graph can be painted in slices: it yields after every stroke.
export function* paintEdges(ctx, p, skip, bin) {
  const { width, opacity } = sizesOf(p), colours = edgeColours(p);
  const { x, y, order, start } = p, w = p.width, h = p.height;
  if (!(width > 0))
    return;
  ctx.lineWidth = width;
  ctx.lineCap = width < 2 ? 'butt' : 'round';          // what does not show takes time
  for (let c = 0; c < colours.length; c++) {
    const from = start[bin * colours.length + c];
    const to = start[bin * colours.length + c + 1];
    let count = 0;
    ctx.strokeStyle = mix(colours[c], ink.paper, 0.75 * fadeOf(bin));
    ctx.globalAlpha = Math.min(1, opacity * Math.pow(skip, 0.6)
                                  * (showsStrain(p) && c === steps ? 0.5 : 1));
    ctx.beginPath();
    for (let k = from; k < to; k += skip) {
      const i = one[order[k]], j = two[order[k]];
      if (isOther(i) || isOther(j) || x[i] < 0 && x[j] < 0 || x[i] > w && x[j] > w
          || y[i] < 0 && y[j] < 0 || y[i] > h && y[j] > h
          || !(Math.abs(x[i] - x[j]) < 1e6 && Math.abs(y[i] - y[j]) < 1e6))
        continue;
      ctx.moveTo(x[i], y[i]);
      ctx.lineTo(x[j], y[j]);
      if (++count % strokeSize === 0) {
        ctx.stroke();
        ctx.beginPath();
        yield;
      }
    }
    if (count % strokeSize > 0)
      ctx.stroke();
  }
  ctx.globalAlpha = 1;
}

// One node's outline, added to the path: a disc, or corners.
export function markPath(ctx, mark, x, y, r) {
  if (mark === 0) {
    ctx.moveTo(x + r, y);
    ctx.arc(x, y, r, 0, 2 * Math.PI);
    return;
  }
  marks[mark].forEach(([a, b], k) =>
    ctx[k > 0 ? 'lineTo' : 'moveTo'](x + r * a, y + r * b));
  ctx.closePath();
}

// In space near nodes are larger.
export const radiusOf = (p, node, i) =>
  node / 2 * (arrays.size ? perEdge(arrays.size, i) : 1) * (p.depth ? 1 + 0.28 * within(p.depth[i], -1, 1) : 1);

// So that no label hides another, each node is in one of some rounds, and in each
// round the labels begin with another.
const classes = byNumber ? steps + 1 : groupCount + 1;
const rounds = groupCount > 1
  ? within(Math.floor(Math.min(n / 8, 4096 / classes)), 1, 16) : 1;
const rowOf = (p, i) => (Math.imul(i + 1, 2654435761) >>> 8) % rounds * classes
  + (byNumber ? shadeStep(nodeShade, nodeValue(p, i)) : groupOf(i));

export function* paintNodes(ctx, p, skip, bin) {
  const { node } = sizesOf(p), rows = Array.from({ length: rounds * classes },
                                                 () => []);
  // Many nodes that are pulled are squares of the same area, without an outline: discs
  // take three times as long.
  const rough = p.pulled && n > 1000;
  const outline = node < 2.4 || rough ? 0 : within(0.09 * node, 0.25, 1.2);
  if (!(node > 0))
    return;
  for (let k = 0; k < (p.nodes ? p.nodes.length : n); k += skip) {
    const i = p.nodes ? p.nodes[k] : k;
    if (p.x[i] > -20 && p.x[i] < p.width + 20 && p.y[i] > -20
        && p.y[i] < p.height + 20 && (!p.depth || binOf(p.depth[i]) === bin))
      rows[rowOf(p, i)].push(i);
  }
  for (let row = 0; row < rows.length; row++) {
    const round = Math.floor(row / classes), group = (row + round) % classes;
    const k = round * classes + group;
    ctx.fillStyle = mix(byNumber ? colourOfStep(group) : state.colour === 'strain' ? ink.faint
      : fillOf(group), ink.paper, 0.6 * fadeOf(bin));
    ctx.strokeStyle = ink.paper;
    ctx.lineWidth = 2 * outline;
    ctx.globalAlpha = state.only !== null && !byNumber && group !== state.only ? 0.12 : 1;
    for (let from = 0; from < rows[k].length; from += strokeSize) {
      ctx.beginPath();
      for (const i of rows[k].slice(from, from + strokeSize)) {
        const r = radiusOf(p, node, i), a = rough ? 0.89 * r : r;
        if (a < (rough ? 3 : 1.2))
          ctx.rect(p.x[i] - a, p.y[i] - a, 2 * a, 2 * a);
        else
          markPath(ctx, byNumber ? 0 : markOf(group), p.x[i], p.y[i], r);
      }
      if (outline > 0)
        ctx.stroke();
      ctx.fill();
      yield;
    }
  }
  ctx.globalAlpha = 1;
}

// Nodes that lie on one another: a pie of their labels, and how many they are; the
// largest first, as many as there is space for.
export function paintStacks(ctx, p) {
  const at = new Map(), twins = [], r = 1.35 * Math.max(sizesOf(p).node / 2, 3);
  if (!data.style.rings || n > 5000)
    return;
  for (let i = 0; i < n; i++) {
    const key = Math.round(p.x[i]) + 16384 * (Math.round(p.y[i])
      + 16384 * (p.depth ? 100 + Math.round(50 * p.depth[i]) : 0)), same = at.get(key);
    if (isOther(i) || !(p.x[i] > 0 && p.x[i] < p.width && p.y[i] > 0 && p.y[i] < p.height))
      continue;
    if (same === undefined)
      at.set(key, i);
    else if (typeof same === 'number')
      at.set(key, twins[twins.push([same, i]) - 1]);
    else
      same.push(i);
  }
  const stacks = twins
    .sort((a, b) => b.length - a.length).slice(0, 4 + p.width * p.height / 12000);
  for (const list of stacks) {
    const [x, y] = [p.x[list[0]], p.y[list[0]]];
    const groups = list.map(groupOf).sort((a, b) => a - b);
    const point = t => [x + r * Math.sin(2 * Math.PI * t), y - r * Math.cos(2 * Math.PI * t)];
    for (let from = 0, to; from < groups.length; from = to) {
      to = groups.lastIndexOf(groups[from]) + 1;
      ctx.fillStyle = state.colour === 'strain' ? ink.faint : fillOf(groups[from]);
      ctx.beginPath();
      ctx.moveTo(x, y);
      for (let k = 0; k <= 36; k++)
        ctx.lineTo(...point((from + (to - from) * k / 36) / groups.length));
      ctx.closePath();
      ctx.fill();
    }
    ctx.strokeStyle = ink.ink;
    ctx.lineWidth = 1;
    ctx.beginPath();
    markPath(ctx, 0, x, y, r);
    ctx.stroke();
    setFont(ctx, 10.5, ink.ink, 'center');
    ctx.fillText(`×${list.length}`, x, y - r - 3);
  }
}

// How many points of edges are in each cell, of graphs that are not too large.
function edgeCells(p, cell, cols, rows) {
  const lines = new Uint16Array(cols * rows);
  for (let e = 0; e < m && m <= 4000; e++) {
    const i = one[e], j = two[e], a = p.x[j] - p.x[i], b = p.y[j] - p.y[i];
    const count = Math.min(400, Math.ceil(Math.hypot(a, b) / cell));
    for (let k = 0; k <= count; k++) {
      const c = Math.floor((p.x[i] + k / count * a) / cell);
      const r = Math.floor((p.y[i] + k / count * b) / cell);
      if (c >= 0 && c < cols && r >= 0 && r < rows)
        lines[r * cols + c]++;
    }
  }
  return lines;
}

// Those of the largest degree first, each where it covers neither a name nor
// another node, and the least of edges.  What is taken is kept in cells of 3 pixels.
let byDegree = null;
export function paintNames(ctx, p) {
  const { node } = sizesOf(p), cell = 3, size = data.style.font ?? 11.5;
  const cols = Math.ceil(p.width / cell), rows = Math.ceil(p.height / cell);
  const taken = new Uint8Array(cols * rows);
  // Whether a rectangle is free; take: from now on it is not.
  const free = (x, y, w, h, take) => {
    if (!take && (x < 0 || y < 0 || x + w > p.width || y + h > p.height))
      return false;
    for (let r = Math.max(0, Math.floor(y / cell)); r <= (y + h) / cell && r < rows; r++)
      for (let c = Math.max(0, Math.floor(x / cell)); c <= (x + w) / cell && c < cols; c++)
        if (take)
          taken[r * cols + c] = 1;
        else if (taken[r * cols + c])
          return false;
    return true;
  };
  const lines = edgeCells(p, cell, cols, rows);
  const covered = (x, y, w, h) => {
    let sum = 0;
    for (let r = Math.max(0, Math.floor(y / cell)); r <= (y + h) / cell && r < rows; r++)
      for (let c = Math.max(0, Math.floor(x / cell)); c <= (x + w) / cell && c < cols; c++)
        sum += lines[r * cols + c];
    return sum;
  };
  byDegree = byDegree || [...Array(n).keys()].sort((i, j) =>
    degree(j) - degree(i) || i - j);
  const seen = byDegree.filter(i => !isOther(i) && p.x[i] > 0 && p.x[i] < p.width
                                    && p.y[i] > 0 && p.y[i] < p.height);
  for (const i of node < 3 ? [] : seen) {
    const r = 0.67 * radiusOf(p, node, i);
    free(p.x[i] - r, p.y[i] - r, 2 * r, 2 * r, true);
  }
  setFont(ctx, size, ink.ink);
  ctx.lineJoin = 'round';
  ctx.lineWidth = 3;
  ctx.strokeStyle = ink.paper;
  for (const i of seen.slice(0, 3000)) {
    const text = shorten((data.shown ?? data.names)[i], 28), w = ctx.measureText(text).width;
    const gap = radiusOf(p, node, i) + 3, x = p.x[i], y = p.y[i], rise = 0.8 * size;
    const offset = [[gap, 0.36 * size], [-gap - w, 0.36 * size], [-w / 2, -gap],
                    [-w / 2, gap + 0.76 * size]]
      .filter(([a, b]) => free(x + a, y + b - rise, w, size))
      .map(at => [covered(x + at[0], y + at[1] - rise, w, size), at])
      .reduce((best, next) => best && best[0] <= next[0] ? best : next, null)?.[1];
    if (!offset)
      continue;
    free(x + offset[0], y + offset[1] - rise, w, size, true);
    ctx.globalAlpha = 0.85;
    ctx.strokeText(text, x + offset[0], y + offset[1]);
    ctx.globalAlpha = 1;
    ctx.fillText(text, x + offset[0], y + offset[1]);
  }
}

