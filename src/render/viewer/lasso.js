// Selecting many nodes by drawing around them, in all panels at once.
import { count, data, groupCount, groupOf, n } from './data.js';
import { announce, byId } from './dom.js';
import { ink, radiusOf, sizesOf } from './paint.js';
import { namesOf } from './around.js';
import { state } from './state.js';

export const chosen = new Set();
const lasso = { panel: null, points: [] };

export function lassoTo(p, point) {
  lasso.panel = p;
  lasso.points.push(point);
}

// Whether a point is within a closed line: a ray from it crosses that an odd
// number of times.
function inside(points, x, y) {
  let odd = false;
  points.forEach(([ax, ay], k) => {
    const [bx, by] = points.at(k - 1);
    if (ay > y !== by > y && x < (bx - ax) * (y - ay) / (by - ay) + ax)
      odd = !odd;
  });
  return odd;
}

function tell() {
  const list = [...chosen], sizes = new Map();
  for (const i of list)
    sizes.set(groupOf(i), (sizes.get(groupOf(i)) || 0) + 1);
  byId('chosen').hidden = list.length === 0;
  byId('chosen').textContent = `${count(list.length, 'node')} selected`
    + (groupCount > 0 ? ` (${[...sizes].sort((a, b) => a[0] - b[0]).map(([g, k]) =>
      `${data.groups[g] ?? 'no label'}: ${k}`).join(', ')})` : '')
    + `: ${namesOf(list, 30)}`;
  announce(byId('chosen').textContent);
}

export function lassoEnd() {
  const { panel: p, points } = lasso;
  chosen.clear();
  for (let i = 0; p && i < n; i++)
    if (inside(points, p.x[i], p.y[i]))
      chosen.add(i);
  Object.assign(lasso, { panel: null, points: [] });
  tell();
}

export function choose(list) {
  chosen.clear();
  list.forEach(i => chosen.add(i));
  tell();
}

export function setLasso() {
  state.lasso = !state.lasso;
  byId('lasso').setAttribute('aria-pressed', String(state.lasso));
}

export function paintLasso(ctx, p) {
  const { node } = sizesOf(p);
  ctx.strokeStyle = ink.accent;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  for (const i of chosen) {
    const r = Math.max(radiusOf(p, node, i), 2) + 1.5;
    ctx.moveTo(p.x[i] + r, p.y[i]);
    ctx.arc(p.x[i], p.y[i], r, 0, 2 * Math.PI);
  }
  if (lasso.panel === p)
    lasso.points.forEach(([x, y], k) => k ? ctx.lineTo(x, y) : ctx.moveTo(x, y));
  ctx.stroke();
}
