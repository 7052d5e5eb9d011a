// What the page was given: names and figures as JSON, long arrays as base64.
// Nothing here touches the drawing.
import { byId } from './dom.js';

export const data = JSON.parse(byId('data').textContent);

const kinds = { u1: Uint8Array, u2: Uint16Array, u4: Uint32Array,
                f4: Float32Array };

// The arrays follow one another, each from a multiple of 4 bytes on.  "at" and
// "lengths" come once per run, all others once.
function unpack() {
  const text = atob(byId('bytes').textContent.replace(/\s/g, ''));
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < bytes.length; k++)
    bytes[k] = text.charCodeAt(k);
  byId('bytes').remove();
  const out = { at: [], lengths: [] };
  let from = 0;
  for (const [name, kind, count] of data.arrays) {
    from = (from + 3) & ~3;
    const array = new kinds[kind](bytes.buffer, from, count);
    from += array.byteLength;
    if (name in out)
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
export const lower = e => perEdge(arrays.target, e);
export const upper = e => arrays.upper ? perEdge(arrays.upper, e) : lower(e);
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
const root = new Float64Array(n);
for (let i = 0; i < n; i++) {
  let sum = data.loop;
  for (let k = first[i]; k < first[i + 1]; k++)
    sum += arrays.stiffness ? perEdge(arrays.stiffness, slots[k]) : 1;
  root[i] = sum > 0 ? Math.sqrt(sum) : 1;
}

// The frames of a run around time t, and how far it is from one to the other.
export function between(run, t) {
  const last = runs[run].steps.length - 1, a = Math.min(Math.floor(t), last);
  return a < last ? [a, a + 1, t - a] : [last, last, 0];
}

// Positions of a run at time t into out: three numbers per node, in Y or Z.
export function positions(run, t, inZ, out) {
  const at = arrays.at[run], size = n * axes, [a, b, part] = between(run, t);
  for (let i = 0; i < n; i++) {
    const factor = inZ ? root[i] : 1;
    for (let c = 0; c < axes; c++) {
      const k = i * axes + c, from = at[a * size + k];
      const y = part > 0 ? from + part * (at[b * size + k] - from) : from;
      out[3 * i + c] = inZ ? factor * (y + centre[c] / scale) : y;
    }
    for (let c = axes; c < 3; c++)
      out[3 * i + c] = 0;
  }
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
  if (arrays.lengths.length > 0) {
    const all = arrays.lengths[run], [a, b, part] = between(run, t);
    return all[a * m + e] + part * (all[b * m + e] - all[a * m + e]);
  }
  return distance(y, e);
}

// (achieved - target) / target; within an interval 0; NaN where 0 was asked.
export function strainOf(e, r) {
  const low = lower(e), high = upper(e);
  const target = r < low ? low : r > high ? high : r;
  return r === target && high > 0 ? 0 : target > 0 ? (r - target) / target : NaN;
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
export const limit = strainLimit();

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
export const percent = x => Math.abs(x) < 1e-5 ? '0\u2009%'
  : (x > 0 ? '+' : '') + say(100 * x) + '\u2009%';
export const count = (k, noun) => `${say(k)} ${noun}${k === 1 ? '' : 's'}`;
