// What the page was given: names and figures as JSON, long arrays as base64.
// Nothing here touches the drawing.
import { byId } from './dom.js';

export const data = JSON.parse(byId('data').textContent);

const kinds = { u1: Uint8Array, u2: Uint16Array, u4: Uint32Array,
                f4: Float32Array };

// The arrays follow one another, each from a multiple of 4 bytes on.  "lengths" come
// once per run, "at" once per frame, the last of a run as floats; all others once.
function unpack() {
  const text = atob(byId('bytes').textContent.replace(/\s/g, ''));
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < bytes.length; k++)
    bytes[k] = text.charCodeAt(k);
  byId('bytes').remove();
  const out = { at: [], lengths: [] };
  let from = 0, frames = [];
  const whole = () => {        // 7 bits per byte
    let code = 0, unit = 1;
    for (; bytes[from] > 127; unit *= 128)
      code += (bytes[from++] & 127) * unit;
    return code + bytes[from++] * unit;
  };
  for (const [name, kind, count] of data.arrays) {
    from = (from + 3) & ~3;
    let array;
    if (kind === 'd1') {       // differences from the frame before, or from 0
      const step = new DataView(bytes.buffer).getFloat32(from, true);
      const before = step > 0 ? frames.at(-1) : null;
      from += 4;
      array = new Float32Array(count).map((unused, k) => {
        const code = whole(), q = code % 2 ? (code - 1) / 2 : -code / 2;
        return code === 0 ? NaN : (before?.[k] || 0) + q * Math.abs(step);
      });
    } else {
      array = new kinds[kind](bytes.buffer, from, count);
      from += array.byteLength;
    }
    if (name === 'at') {
      frames.push(array);
      if (kind === 'f4') {
        out.at.push(frames);
        frames = [];
      }
    } else if (name in out)
      out[name].push(array);
    else
      out[name] = array;
  }
  return out;
}

export const arrays = unpack();
export const { nodes: n, edges: m, axes, runs, scale } = data;
// Edge e joins one[e] and two[e].
export const one = arrays.ends.filter((i, k) => k % 2 === 0);
export const two = arrays.ends.filter((i, k) => k % 2 > 0);
export const groupCount = data.groups.length;
export const centre = [...data.centre, 0, 0, 0];
export const longest = runs.map(run => run.steps)
  .reduce((a, b) => b.length > a.length ? b : a);
export const frames = longest.length;

// A number per edge; one that all share was sent once.
export const perEdge = (array, e) => array.length === 1 ? array[0] : array[e];
// What the file asks, and what the reader asks in its place.
export const lower = e => perEdge(arrays.target, e);
export const upper = e => arrays.upper ? perEdge(arrays.upper, e) : lower(e);
export const goal = { low: null, high: null };
export const low = e => goal.low ? goal.low[e] : lower(e);
export const high = e => goal.high ? goal.high[e] : upper(e);
// What colours say, in the drawing: of edges and of nodes, by numbers or by groups.
export const { edgeShade = null, nodeShade = null } = data;
export const valueOf = (name, k) => arrays[name] ? perEdge(arrays[name], k) : NaN;
export const stiffness = e => arrays.stiffness ? perEdge(arrays.stiffness, e) : 1;
export const groupOf = i => arrays.group ? arrays.group[i] : groupCount;

// Neighbours: the edges of node i are slots[first[i]] to slots[first[i+1]-1].
export const first = new Uint32Array(n + 1), slots = new Uint32Array(2 * m);
for (const i of arrays.ends)
  first[i + 1]++;
for (let i = 0; i < n; i++)
  first[i + 1] += first[i];
{
  const next = first.slice();
  for (let k = 0; k < 2 * m; k++)
    slots[next[arrays.ends[k]]++] = k >> 1;
}
export const degree = i => first[i + 1] - first[i];

// Z = D^1/2 Y, D the sum of stiffnesses, with the loop of --self-loops.
export const root = new Float64Array(n);
for (let i = 0; i < n; i++) {
  let sum = data.loop;
  for (let k = first[i]; k < first[i + 1]; k++)
    sum += stiffness(slots[k]);
  root[i] = sum > 0 ? Math.sqrt(sum) : 1;
}

// The frames of a run around time t, and how far it is from one to the other.
export function between(run, t) {
  const last = runs[run].steps.length - 1, a = Math.min(Math.floor(t), last);
  return a < last ? [a, a + 1, t - a] : [last, last, 0];
}

// The same of the frames whose positions were sent, which are run.kept: those
// between two of them lie on the line from one to the other, at even steps.
const kept = runs.map(run => run.steps.map((unused, f) =>
  run.kept.findLastIndex(k => k <= f)));
function stored(run, t) {
  const [a, , part] = between(run, t), i = kept[run][a], at = runs[run].kept;
  return i + 1 < at.length ? [i, i + 1, (a + part - at[i]) / (at[i + 1] - at[i])]
                           : [i, i, 0];
}

// Positions that the reader changed, n * axes per run, in Y; null: those of the file.
export const moved = runs.map(() => null);
export const scratch = new Float32Array(3 * n);         // for a moment

// Positions of a run at time t into out: three numbers per node, in Y or Z.
export function positions(run, t, inZ, out) {
  const own = moved[run], at = own ? [own] : arrays.at[run];
  const [a, b, part] = own ? [0, 0, 0] : stored(run, t);
  for (let i = 0; i < n; i++) {
    const factor = inZ ? root[i] : 1;
    for (let c = 0; c < axes; c++) {
      const k = i * axes + c, from = at[a][k];
      const y = part > 0 ? from + part * (at[b][k] - from) : from;
      out[3 * i + c] = inZ ? factor * (y + centre[c] / scale) : y;
    }
    for (let c = axes; c < 3; c++)
      out[3 * i + c] = 0;
  }
}

// Where the nodes of a run are, in Y, as the reader moved them or at time t.
export function coordinatesOf(run, t) {
  positions(run, t, false, scratch);
  return Array.from({ length: n }, (unused, i) => Array.from({ length: axes }, (u, c) =>
    (moved[run] ? moved[run][axes * i + c] : scratch[3 * i + c]) * scale + centre[c]));
}

// Between the ends of edge e.
export function distance(x, e) {
  const i = 3 * one[e], j = 3 * two[e];
  const a = x[i] - x[j], b = x[i + 1] - x[j + 1], c = x[i + 2] - x[j + 2];
  return Math.sqrt(a * a + b * b + c * c);
}

// The length of edge e at time t, in Y, whose positions are given.  In more
// than three dimensions they are a projection: the length is in the data.
export function lengthOf(run, t, e, y) {
  if (arrays.lengths.length > 0 && !moved[run]) {
    const all = arrays.lengths[run], [a, b, part] = stored(run, t);
    return all[a * m + e] + part * (all[b * m + e] - all[a * m + e]);
  }
  return distance(y, e);
}

// (achieved - target) / target; within an interval 0; NaN where 0 was asked.
export function strainOf(e, r) {
  const from = low(e), to = high(e);
  const target = r < from ? from : r > to ? to : r;
  return r === target && to > 0 ? 0 : target > 0 ? (r - target) / target : NaN;
}

// The strain at the ends of the colour scale: most edges of the last frames lie
// within, rounded up to 1, 2 or 5 times a power of ten.  One for all frames and
// models, so that a colour means one thing.
function strainLimit() {
  const all = [], y = new Float32Array(3 * n);
  runs.forEach((run, r) => {
    const last = run.steps.length - 1;
    positions(r, last, false, y);
    for (let e = 0; e < m; e += 1 + Math.floor(m / 20000))
      all.push(Math.abs(strainOf(e, lengthOf(r, last, e, y))));
  });
  const sorted = all.filter(Number.isFinite).sort((a, b) => a - b);
  const most = Math.max(0.01, sorted[Math.floor(0.98 * sorted.length)] || 0);
  const ten = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 5, 10].find(k => k * ten >= most * 0.9999) * ten;
}
const fileLimit = strainLimit();
// Of what the reader pulls at, a quarter at least.
export const limit = () => moved.some(y => y) ? Math.max(fileLimit, 0.25) : fileLimit;

// A number for people: four digits, thin blanks between thousands.
export function say(x) {
  const size = Math.abs(x), text = x === null || Number.isNaN(x) ? '–'
    : size === Infinity ? '∞'
    : size !== 0 && (size < 1e-4 || size >= 1e9) ? x.toExponential(3)
    : size >= 1000 ? String(Math.round(x)) : String(Number(x.toPrecision(4)));
  return text.replace(/-/g, '−').replace(/\B(?=(\d{3})+$)/g, size >= 10000
    && size < 1e9 ? '\u2009' : '');
}
// Floats do not distinguish strains below a thousandth of a percent from 0.
// Lengths that are met to nine digits are met, as the program has it: what is left
// of the energy is rounding.
export const isMet = rms => rms < 1e-9;
export const percent = x => Math.abs(x) < 1e-5 ? '0\u2009%'
  : (x > 0 ? '+' : '') + say(100 * x) + '\u2009%';
export const targetWords = (from, to) => from === to ? say(from * scale)
  : to === Infinity ? `at least ${say(from * scale)}`
  : `${say(from * scale)} to ${say(to * scale)}`;
// The same with the unit of lengths, if one is known.
export const inUnit = words => data.length ? `${words} ${data.length}` : words;
export const count = (k, noun) => `${say(k)} ${noun}${k === 1 ? '' : 's'}`;
