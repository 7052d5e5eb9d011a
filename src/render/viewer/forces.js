// The layers that run on the page: damped ones, which move nodes towards their
// lengths, and further layers of a model.  Numbers only; positions are in Y.
import { arrays, axes, centre, data, first, goal, high, low, m, moved, n, one,
         positions, root, runs, scale, scratch, slots, stiffness, two } from './data.js';

export const canMove = data.dim <= 3 && n > 0;

// What stays: coordinates that the input or the reader pinned.
export const pins = runs.map(() => arrays.pin ? arrays.pin.slice() : new Uint8Array(n * axes));
export function isPinned(run, i) {
  for (let k = i * axes; k < (i + 1) * axes; k++)
    if (!pins[run][k])
      return false;
  return true;
}

// The positions of a run at time t, and those that may be changed.
export function framePositions(run, t) {
  positions(run, t, false, scratch);
  return Float64Array.from({ length: n * axes }, (unused, k) =>
    scratch[3 * Math.floor(k / axes) + k % axes]);
}
export function ownPositions(run, t) {
  moved[run] ??= framePositions(run, t);
}

// Nodes around some, breadth first, at most `most`: those that move with them.
function around(list, most) {
  const seen = new Uint8Array(n), out = [...list];
  for (const i of out)
    seen[i] = 1;
  for (let at = 0; at < out.length && out.length < most; at++)
    for (let k = first[out[at]]; k < first[out[at] + 1] && out.length < most; k++) {
      const e = slots[k], j = one[e] === out[at] ? two[e] : one[e];
      if (!seen[j]) {
        seen[j] = 1;
        out.push(j);
      }
    }
  return out;
}

// A direction for two nodes at one point: they are to be drawn apart.
const apart = (e, c) => [Math.cos(2.4 * e), Math.sin(2.4 * e), 0][axes === 1 ? 0 : c]
  || (axes === 1 ? 1 : 0);

// Damped layers of some nodes, or of all.  E, the sum over edges of w (r - t)^2, has
// half the gradient g_i = sum_j w (1 - t/r) (y_i - y_j); y_i - g_i / (2 d_i), half a
// layer with alpha 0, beta 1 and eps 0, never raises it, whichever nodes stay.
export class Relaxation {
  // hands: nodes that the reader holds.  most: how many nodes move at once.
  constructor(run, hands = [], most = Infinity) {
    const nodes = n > most ? around(hands, most) : Array.from({ length: n }, (u, i) => i);
    const free = new Uint8Array(n), held = new Set(hands);
    this.y = moved[run];
    this.nodes = Uint32Array.from(nodes);
    this.part = nodes.length < n;
    for (const i of nodes)
      free[i] = 1;
    const edges = [];          // each from the first of its ends that moves
    for (const i of nodes)
      for (let k = first[i]; k < first[i + 1]; k++)
        if (one[slots[k]] === i || !free[one[slots[k]]])
          edges.push(slots[k]);
    this.edges = Uint32Array.from(edges);
    this.rate = new Float64Array(n * axes);
    for (const i of nodes)
      for (let c = 0; c < axes; c++)
        this.rate[axes * i + c] = pins[run][axes * i + c] || held.has(i)
          ? 0 : 0.5 / root[i] ** 2;
    this.low = Float64Array.from(this.edges, low);
    this.high = Float64Array.from(this.edges, high);
    this.weight = arrays.stiffness ? Float64Array.from(this.edges, stiffness) : null;
    this.from = Uint32Array.from(this.edges, e => one[e] * axes);
    this.to = Uint32Array.from(this.edges, e => two[e] * axes);
    this.grad = new Float64Array(n * axes);
    this.past = null;          // what the momentum of descend has
    this.rest = 0;             // the energy of what does not move
    if (this.part)
      this.rest = energyOf(run) - this.slope();
  }
  // A node that is held no more.
  free(i, pin) {
    for (let c = 0; c < axes; c++)
      this.rate[axes * i + c] = pin[axes * i + c] ? 0 : 0.5 / root[i] ** 2;
  }
  // g, and the energy of the edges.
  slope() {
    const { y, grad, from, to, low, high, weight } = this;
    let sum = 0;
    grad.fill(0);
    for (let k = 0; k < from.length; k++) {
      const i = from[k], j = to[k], w = weight === null ? 1 : weight[k];
      const a = y[i] - y[j], b = axes > 1 ? y[i + 1] - y[j + 1] : 0;
      const c = axes > 2 ? y[i + 2] - y[j + 2] : 0, r = Math.sqrt(a * a + b * b + c * c);
      const t = r < low[k] ? low[k] : r > high[k] ? high[k] : r;
      sum += w * (r - t) * (r - t);
      if (r > 0) {
        const f = w * (1 - t / r);
        grad[i] += f * a;
        grad[j] -= f * a;
        if (axes > 1) {
          grad[i + 1] += f * b;
          grad[j + 1] -= f * b;
        }
        if (axes > 2) {
          grad[i + 2] += f * c;
          grad[j + 2] -= f * c;
        }
      } else
        for (let d = 0; d < axes; d++) {
          const f = w * t * apart(this.edges[k], d);
          grad[i + d] -= f;
          grad[j + d] += f;
        }
    }
    return sum;
  }
  // One layer; returns the energy before it, and in .step how far nodes went.
  layer() {
    const { y, grad, rate, nodes } = this, energy = this.slope() + this.rest;
    let most = 0;
    for (let k = 0; k < nodes.length; k++)
      for (let at = axes * nodes[k]; at < axes * (nodes[k] + 1); at++) {
        const step = rate[at] * grad[at];
        y[at] -= step;
        if (step > most || -step > most)
          most = Math.abs(step);
      }
    this.step = most;
    return energy;
  }
  // The same with momentum, which is dropped as soon as the energy would rise: so
  // often as a layer alone would, it never does.
  descend() {
    const { y, nodes } = this;
    const past = this.past ??= { before: y.slice(), after: y.slice(), k: 0, energy: Infinity };
    let energy = this.slope() + this.rest;
    if (energy > past.energy) {
      y.set(past.after);
      past.k = 0;
      energy = this.slope() + this.rest;
    }
    past.energy = energy;
    past.before.set(past.after);
    const push = past.k / (past.k + 3);
    let most = 0;
    past.k++;
    for (let k = 0; k < nodes.length; k++)
      for (let at = axes * nodes[k]; at < axes * (nodes[k] + 1); at++) {
        const step = this.rate[at] * this.grad[at];
        past.after[at] = y[at] - step;
        y[at] = past.after[at] + push * (past.after[at] - past.before[at]);
        if (step > most || -step > most)
          most = Math.abs(step);
      }
    this.step = most;
    return energy;
  }
  // After descend: to the point that the last layer gave.
  finish() {
    if (this.past)
      this.y.set(this.past.after);
    this.past = null;
  }
}

// The length of edge e in positions of n * axes numbers.
export function lengthIn(y, e) {
  const i = axes * one[e], j = axes * two[e], a = y[i] - y[j];
  const b = axes > 1 ? y[i + 1] - y[j + 1] : 0, c = axes > 2 ? y[i + 2] - y[j + 2] : 0;
  return Math.sqrt(a * a + b * b + c * c);
}

// E of a run's own positions, in the page's unit.
export function energyOf(run) {
  let sum = 0;
  for (let e = 0; e < m; e++) {
    const r = lengthIn(moved[run], e), from = low(e), to = high(e);
    sum += stiffness(e) * (r < from ? r - from : r > to ? r - to : 0) ** 2;
  }
  return sum;
}

// The mean length that the file asks; small parts of it do not show.
export const meanTarget = (() => {
  let sum = 0, count = 0;
  for (let e = 0; e < m; e++)
    if (low(e) > 0) {
      sum += low(e);
      count++;
    }
  return count > 0 ? sum / count : 1;
})();

// Which parameters the models have that the page can go on with.
export const rules = { mgnn: ['alpha', 'beta'], 'mgnn-message': ['alpha', 'beta'],
                       'mgnn-damped': ['alpha', 'beta'], appnp: ['alpha'], sgc: [] };

// The next layer of a model, from its positions and those of layer 0:
//   y_i+ = alpha y0_i + 1/d_i sum_j w ((1-alpha) y_j + beta t (y_i - y_j) / (r + eps))
export function layerOf(run, alpha, beta) {
  const { rule, eps, step } = runs[run], y = moved[run], out = new Float64Array(n * axes);
  const start = new Float32Array(3 * n), own = new Float64Array(axes), a = new Float64Array(axes);
  const message = rule === 'mgnn-message', metric = rules[rule].includes('beta');
  const shift = c => message ? centre[c] / scale : 0;
  moved[run] = null;
  positions(run, 0, false, start);
  moved[run] = y;
  for (let i = 0; i < n; i++) {
    const d = root[i] ** 2, alone = first[i + 1] === first[i] && data.loop === 0;
    for (let c = 0; c < axes; c++)
      own[c] = data.loop * (1 - alpha) * y[axes * i + c];
    for (let k = first[i]; k < first[i + 1]; k++) {
      const e = slots[k], j = one[e] === i ? two[e] : one[e], w = stiffness(e);
      let square = 0;
      for (let c = 0; c < axes; c++) {
        a[c] = y[axes * i + c] - y[axes * j + c];
        square += a[c] * a[c];
      }
      const r = Math.sqrt(square), t = r < low(e) ? low(e) : r > high(e) ? high(e) : r;
      const push = metric ? beta * t / (r + eps / scale) : 0;
      for (let c = 0; c < axes; c++)
        own[c] += w * ((1 - alpha) * y[axes * j + c] + push * (!message ? a[c]
          : root[i] / root[j] * (y[axes * i + c] + shift(c)) - y[axes * j + c] - shift(c)));
    }
    for (let c = 0; c < axes; c++) {
      const k = axes * i + c, next = alone ? start[3 * i + c]
        : alpha * start[3 * i + c] + own[c] / d;
      out[k] = rule === 'mgnn-damped' ? y[k] + step * (next - y[k]) : next;
    }
  }
  return out;
}

// Lengths that the reader asks for in place of the file's.
export function setTarget(e, from, to) {
  goal.low ??= Float64Array.from({ length: m }, (u, k) => low(k));
  goal.high ??= Float64Array.from({ length: m }, (u, k) => high(k));
  goal.low[e] = from;
  goal.high[e] = to;
}
