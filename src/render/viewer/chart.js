// The energy, or what else is brought down, of every frame: a curve per model,
// above the slider and to its scale.  The cursor is the time; a click goes there.
import { data, frames, longest, runs, say } from './data.js';
import { byId, shape } from './dom.js';
import { curveOf, curveTitle } from './measure.js';
import { seek } from './player.js';
import { on, state } from './state.js';

// The frames that were measured: others, in between, repeat the step before.
const measured = steps => [...steps.keys()].filter(f => steps[f] !== steps[f - 1]);
const dashes = ['', '5 3', '1.5 2.5', '8 3 2 3'];
const chart = { left: 0, right: 1, cursor: null, dots: [] };

export function drawChart() {
  const box = byId('chart'), slider = byId('slider'), svg = shape('svg', {});
  const h = box.clientHeight, top = 10, bottom = h - 20;
  const all = runs.flatMap(curveOf).filter(Number.isFinite);
  let low = all.reduce((a, b) => Math.min(a, b), Infinity);
  let high = all.reduce((a, b) => Math.max(a, b), -Infinity);
  // Far below its beginning an energy is rounding: the lengths are met.
  const floor = state.curve < 0 && data.sign === 'E' ? 1e-16 * high : -Infinity;
  low = Math.max(low, floor);
  box.hidden = frames < 2 || all.length < 2;
  if (box.hidden || h === 0)
    return;
  // The thumb's middle runs from half a thumb within the slider.
  const left = chart.left = slider.offsetLeft - box.offsetLeft + 8;
  const right = chart.right = left + slider.offsetWidth - 16;
  const log = low > 0 && high / low > 30, map = log ? Math.log : x => x;
  const extremes = [low, high];
  if (!log && low > 0 && low < 0.6 * high)
    low = 0;
  if (high === low)
    high = low + Math.abs(low) * 0.1 || 1;
  chart.x = f => left + f / (frames - 1) * (right - left);
  chart.y = e => bottom - (map(Math.max(e, floor)) - map(low)) / (map(high) - map(low))
                          * (bottom - top);
  // As ticks the extremes, which one wants to know, rather than round numbers.
  for (const value of new Set([low, ...extremes])) {
    const y = chart.y(value);
    if (value === low || bottom - y > 12)
      svg.append(
        shape('line', { class: 'grid', x1: left, x2: right, y1: y, y2: y }),
        shape('text', { x: left - 10, y: y + 4, 'text-anchor': 'end' },
              log && value <= floor ? 'met' : say(value)));
  }
  let free = left;
  for (const f of measured(longest))
    if (chart.x(f) >= free) {
      svg.append(shape('text', { x: chart.x(f), y: h - 4, 'text-anchor': 'middle' },
                       String(longest[f])));
      free = chart.x(f) + 44;
    }
  svg.append(shape('text', { y: h - 4, class: 'name' }, state.curve < 0 ? data.merit : ''));
  chart.cursor = shape('line', { class: 'cursor', y1: top - 6, y2: bottom + 4 });
  svg.append(chart.cursor);
  const labels = runs.map((run, r) => {
    const points = measured(run.steps)
      .map(f => `${chart.x(f)} ${chart.y(curveOf(run)[f] ?? NaN)}`)
      .filter(point => !/NaN|Inf/.test(point));
    const dim = state.run >= 0 && state.run !== r ? ' other' : '';
    svg.append(shape('path', { class: 'curve' + dim, d: 'M' + points.join('L'),
                               'stroke-dasharray': dashes[r % 4] }));
    return { text: run.title, dim, y: Number((points.at(-1) ?? '0 0').split(' ')[1]) + 4 };
  });
  labels.sort((a, b) => a.y - b.y).forEach((label, k, list) => {
    if (k > 0)
      label.y = Math.max(label.y, list[k - 1].y + 13);
    svg.append(shape('text', { x: right + 12, y: label.y,
                               class: 'name' + label.dim }, label.text));
  });
  chart.dots = runs.map(() => shape('circle', { r: 3.2 }));
  svg.append(...chart.dots);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', `${curveTitle()} by ${data.unit}: ` + runs.map(run =>
    `${run.title || ''} from ${say(curveOf(run)[0])} to ${say(curveOf(run).at(-1))}`));
  box.replaceChildren(svg);
  moveCursor();
}

function moveCursor() {
  if (!chart.cursor)
    return;
  const x = chart.x(state.time);
  chart.cursor.setAttribute('x1', x);
  chart.cursor.setAttribute('x2', x);
  runs.forEach((run, r) => {
    const at = measured(run.steps), k = at.findLastIndex(f => f <= state.time);
    const a = at[k], b = at[k + 1] ?? a, t = b > a ? (state.time - a) / (b - a) : 0;
    const e = curveOf(run), y = chart.y(e[a] + t * (e[b] - e[a]));
    chart.dots[r].setAttribute('cx', x);
    chart.dots[r].setAttribute('cy', Number.isFinite(y) ? y : -99);
  });
}

on('time', moveCursor);
for (const name of ['pointerdown', 'pointermove'])
  byId('chart').addEventListener(name, event => {
    const box = byId('chart'), at = event.clientX - box.getBoundingClientRect().left;
    if (name === 'pointerdown')
      box.setPointerCapture(event.pointerId);
    if (event.buttons & 1)
      seek((at - chart.left) / (chart.right - chart.left) * (frames - 1), true);
  });
