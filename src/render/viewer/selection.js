// What is held or pointed at: its box of facts, its mark on every panel, and
// what is said about it.
import { namesOf, neighbours, paintBar, stack } from './around.js';
import { paintLasso } from './lasso.js';
import { paintPins, paintTrace } from './live.js';
import { arrays, axes, centre, data, degree, first, groupCount, groupOf, high, inUnit,
         lengthOf, low, one, percent, perEdge, positions, say, scale, slots, strainOf,
         targetWords, two } from './data.js';
import { announce, byId, element } from './dom.js';
import { ink, radiusOf, shorten, sizesOf, within } from './paint.js';
import { shownPanels } from './panel.js';
import { clearTo } from './player.js';
import { paintRuler } from './ruler.js';
import { emit, on, state } from './state.js';

// An item: { kind, index, panel, at }, a node or an edge.
let hovered = null, held = null;

// What the file says of a node or an edge.
function attributes(kind, index) {
  const all = data.attributes?.[kind];
  return all ? all.names.map((name, k) => [name, all.values[k][index]])
    .filter(row => row[1] !== null).slice(0, 12) : [];
}

// Neighbours with the lengths of their edges, and those asked for where they differ.
function lengthsAround(i, p) {
  const edges = [...slots.subarray(first[i], first[i + 1])];
  positions(p.run, state.time, false, p.metric);
  return edges.slice(0, 8).map(e => {
    const r = lengthOf(p.run, state.time, e, p.metric), s = strainOf(e, r);
    return `${shorten(data.names[one[e] === i ? two[e] : one[e]], 20)} ${inUnit(say(r * scale))}${
      Math.abs(s) < 1e-5 ? '' : ` (${targetWords(low(e), high(e))})`}`;
  }).join(', ') + (edges.length > 8 ? ', …' : '');
}

function facts({ kind, index }, p) {
  const rows = [];
  if (kind === 'node') {
    const from = c => state.space === 'y' ? centre[c] : 0;
    if (groupOf(index) < groupCount)
      rows.push(['label', data.groups[groupOf(index)]]);
    const here = stack(p, index);
    if (here.length > 1)
      rows.push(['stacked', `${here.length} nodes: ${namesOf(here)}`]);
    rows.push(['degree', String(degree(index))],
      [data.dim > 3 ? 'principal axes' : state.space.toUpperCase(),
       [...Array(axes).keys()].map(c =>
         say(p.world[3 * index + c] * scale + from(c))).join(',  ')]);
    if (degree(index) > 0)
      rows.push(['neighbours', lengthsAround(index, p)]);
    return { nodes: [index], rows: [...rows, ...attributes('node', index)] };
  }
  positions(p.run, state.time, false, p.metric);
  const r = lengthOf(p.run, state.time, index, p.metric);
  const s = strainOf(index, r);
  rows.push(['target', inUnit(targetWords(low(index), high(index)))],
    ['achieved', inUnit(say(r * scale))],
    ['strain', Number.isNaN(s) ? 'none, the target is 0' : percent(s)]);
  if (arrays.stiffness)
    rows.push(['stiffness', say(perEdge(arrays.stiffness, index))]);
  return { nodes: [one[index], two[index]],
           rows: [...rows, ...attributes('edge', index)] };
}

function showTip() {
  const tip = byId('tip'), item = hovered || held;
  const p = item && shownPanels().includes(item.panel) ? item.panel : null;
  tip.hidden = p === null;
  if (p === null)
    return;
  const { nodes, rows } = facts(item, p), box = p.box.getBoundingClientRect();
  const [first, ...others] = nodes.map(i => element('bdi', data.names[i]));
  tip.replaceChildren(
    element('b', first, ...others.flatMap(other => [' – ', other])),
    element('dl', ...rows.flatMap(([key, value]) =>
      [element('dt', key), element('dd', element('bdi', value))])));
  const [x, y] = item.at || [p.x, p.y].map(at =>
    nodes.reduce((sum, i) => sum + at[i] / nodes.length, 0));
  let left = box.left + within(x, 0, p.width) + 16;
  let top = box.top + within(y, 0, p.height) + 14;
  if (left + tip.offsetWidth > innerWidth - 8)
    left -= tip.offsetWidth + 30;
  if (top + tip.offsetHeight > innerHeight - 8)
    top -= tip.offsetHeight + 28;
  tip.style.left = `${Math.max(4, left)}px`;
  tip.style.top = `${Math.max(4, top)}px`;
}

// What is held or pointed at, in every panel, above the drawing.
function paintOver() {
  for (const p of shownPanels()) {
    const ctx = p.top, { node, width } = sizesOf(p);
    clearTo(ctx, p);
    paintBar(ctx, p);
    paintLasso(ctx, p);
    paintRuler(ctx, p);
    paintPins(ctx, p);
    paintTrace(ctx, p);
    ctx.lineCap = 'round';
    for (const item of [held, hovered].filter(item => item)) {
      const alone = item.kind === 'edge', i = item.index;
      const edges = alone ? [i] : slots.subarray(first[i], first[i + 1]);
      ctx.strokeStyle = ink.accent;
      ctx.globalAlpha = alone ? 1 : within(12 / edges.length, 0.25, 0.8);
      ctx.lineWidth = Math.max(width + 0.8, alone ? 2.4 : 1.2);
      for (const e of edges) {
        ctx.beginPath();
        ctx.moveTo(p.x[one[e]], p.y[one[e]]);
        ctx.lineTo(p.x[two[e]], p.y[two[e]]);
        ctx.stroke();
      }
      ctx.globalAlpha = 1;
      ctx.lineWidth = 1.2;
      for (const k of alone ? [] : neighbours(i).slice(0, 1000)) {
        ctx.beginPath();
        ctx.arc(p.x[k], p.y[k], Math.max(radiusOf(p, node, k), 2) + 1, 0,
                2 * Math.PI);
        ctx.stroke();
      }
      for (const k of alone ? [one[i], two[i]] : [i])
        for (const [thick, colour] of [[3.5, ink.paper], [2, ink.accent]]) {
          ctx.lineWidth = thick;
          ctx.strokeStyle = colour;
          ctx.beginPath();
          ctx.arc(p.x[k], p.y[k], Math.max(radiusOf(p, node, k), 2.5) + 2.5, 0,
                  2 * Math.PI);
          ctx.stroke();
        }
    }
  }
}

function show() {
  paintOver();
  showTip();
}
on('painted', show);

export const heldItem = () => held;
export const heldNode = () => held && held.kind === 'node' ? held.index : -1;

export function hover(item) {
  hovered = item;
  show();
}

// Where more painting follows at once.
export function forgetHovered() {
  hovered = null;
}

export function hold(item) {
  held = item;
  hovered = null;
  emit('held');
  if (item) {
    const { nodes, rows } = facts(item, item.panel);
    announce(`${item.kind} ${nodes.map(i => data.names[i]).join(' – ')}: ${
      rows.map(row => row.join(' ')).join(', ')}`);
  }
  show();
}
