// How far two nodes are from each other: straight, and along edges.
import { count, data, distance, first, low, m, n, one, positions, say, scale, scratch, slots,
         two } from './data.js';
import { announce, byId } from './dom.js';
import { ink } from './paint.js';
import { state } from './state.js';

const ruler = { ends: [], path: [] };

// The shortest path by the lengths given, as edges from j back to i; null: there is none.
function pathBetween(i, j, length) {
  const best = new Float64Array(n).fill(Infinity), via = new Int32Array(n).fill(-1);
  const heap = [];             // nodes, the nearest first, with their distances
  const push = (at, d) => {
    let k = heap.push([d, at]) - 1;
    for (let up; k > 0 && heap[up = (k - 1) >> 1][0] > heap[k][0]; k = up)
      [heap[k], heap[up]] = [heap[up], heap[k]];
  };
  const pop = () => {
    const top = heap[0], last = heap.pop();
    if (heap.length === 0)
      return top;
    heap[0] = last;
    for (let k = 0, next; (next = 2 * k + 1) < heap.length; k = next) {
      if (next + 1 < heap.length && heap[next + 1][0] < heap[next][0])
        next++;
      if (heap[next][0] >= heap[k][0])
        break;
      [heap[k], heap[next]] = [heap[next], heap[k]];
    }
    return top;
  };
  best[i] = 0;
  push(i, 0);
  while (heap.length > 0) {
    const [d, at] = pop();
    if (at === j)
      break;
    if (d > best[at])
      continue;
    for (let k = first[at]; k < first[at + 1]; k++) {
      const e = slots[k], next = one[e] === at ? two[e] : one[e], far = d + length(e);
      if (far < best[next]) {
        best[next] = far;
        via[next] = e;
        push(next, far);
      }
    }
  }
  if (best[j] === Infinity)
    return null;
  const out = [];
  for (let at = j; at !== i; at = one[out.at(-1)] === at ? two[out.at(-1)] : one[out.at(-1)])
    out.push(via[at]);
  return out;
}

// What the ruler says of its ends in a run; measured in Y.
export function measureOf(run, [i, j]) {
  positions(run, state.time, false, scratch);
  const path = pathBetween(i, j, e => distance(scratch, e));
  const sum = of => path.reduce((total, e) => total + of(e), 0) * scale;
  const straight = Math.hypot(...[0, 1, 2].map(c => scratch[3 * i + c] - scratch[3 * j + c]));
  return { straight: straight * scale, path, along: path && sum(e => distance(scratch, e)),
           targets: path && sum(low) };
}

export function showRuler(run) {
  const box = byId('ruled'), names = ruler.ends.map(i => data.names[i]);
  box.hidden = !state.ruler && names.length === 0;
  ruler.path = [];
  if (names.length < 2) {
    box.textContent = names.length === 0 ? 'Ruler: click on two nodes'
                                         : `Ruler: from ${names[0]} to …`;
    return;
  }
  const { straight, path, along, targets } = measureOf(run, ruler.ends);
  ruler.path = path ?? [];
  box.textContent = `${names[0]} to ${names[1]}: ${data.dim > 3 ? '' : `${say(straight)} straight, `}`
    + (path ? `${say(along)} along ${count(path.length, 'edge')}, sum of their targets ${
      say(targets)}` : 'no path along edges');
}

// One end, then the other; a third click begins again.
export function ruleTo(run, i) {
  ruler.ends = ruler.ends.length === 1 && ruler.ends[0] !== i ? [ruler.ends[0], i] : [i];
  showRuler(run);
  announce(byId('ruled').textContent);
}

export function setRuler(run, on = !state.ruler) {
  state.ruler = on;
  byId('ruler').setAttribute('aria-pressed', String(on));
  if (!on)
    ruler.ends = [];
  showRuler(run);
}

export function paintRuler(ctx, p) {
  if (ruler.ends.length === 0)
    return;
  ctx.lineCap = 'round';
  ctx.strokeStyle = ink.accent;
  ctx.lineWidth = 3;
  ctx.beginPath();
  for (const e of m > 0 ? ruler.path : []) {
    ctx.moveTo(p.x[one[e]], p.y[one[e]]);
    ctx.lineTo(p.x[two[e]], p.y[two[e]]);
  }
  ctx.stroke();
  ctx.lineWidth = 1.2;
  ctx.setLineDash([5, 4]);
  ctx.beginPath();
  ruler.ends.forEach((i, k) => ctx[k > 0 ? 'lineTo' : 'moveTo'](p.x[i], p.y[i]));
  ctx.stroke();
  ctx.setLineDash([]);
  for (const i of ruler.ends) {
    ctx.beginPath();
    ctx.arc(p.x[i], p.y[i], 6, 0, 2 * Math.PI);
    ctx.stroke();
  }
}
