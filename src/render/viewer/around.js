// What is around a node, and how long a round length is on a panel.
import { data, first, inUnit, n, one, say, scale, slots, two } from './data.js';
import { ink, setFont } from './paint.js';

export const neighbours = i => [...slots.subarray(first[i], first[i + 1])]
  .map(e => one[e] === i ? two[e] : one[e]);

// Nodes that are drawn where node i is.
export function stack(p, i) {
  const out = [];
  for (let j = 0; j < n; j++)
    if (Math.abs(p.x[i] - p.x[j]) < 1.5 && Math.abs(p.y[i] - p.y[j]) < 1.5)
      out.push(j);
  return out;
}

// Some names of a list.
export const namesOf = (list, most = 8) => list.slice(0, most)
  .map(i => data.names[i]).join(', ') + (list.length > most ? ', …' : '');

// The largest of 1, 2, 5 times a power of ten that is at most 90 pixels wide.
export function paintBar(ctx, p) {
  const unit = p.fit * p.zoom / scale, most = 90 / unit;
  if (data.dim > 3 || !(most > 0 && most < Infinity) || p.width < 150)
    return;
  const ten = 10 ** Math.floor(Math.log10(most));
  const length = [5, 2, 1].find(k => k * ten <= most) * ten || ten;
  const x = 12, y = p.height - 10, end = x + length * unit;
  ctx.strokeStyle = ink.faint;
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (const [a, b, c, d] of [[x, y, end, y], [x, y - 3, x, y + 3],
                              [end, y - 3, end, y + 3]]) {
    ctx.moveTo(a, b);
    ctx.lineTo(c, d);
  }
  ctx.stroke();
  setFont(ctx, 11, ink.faint);
  ctx.fillText(inUnit(say(length)), end + 6, y + 4);
}
