// The drawing under the reader's hands: nodes that are pulled and the rest that
// follows, pins, further layers, and undoing all of it.
import { arrays, axes, data, goal, high, low, m, moved, n, one, percent, root, runs,
         say, scale, stiffness, strainOf, two } from './data.js';
import { announce } from './dom.js';
import { Relaxation, canMove, energyOf, framePositions, isPinned, layerOf, lengthIn, meanTarget,
         ownPositions, pins, setTarget } from './forces.js';
import { frontOf } from './looks.js';
import { ink, radiusOf, setFont, sizesOf, within } from './paint.js';
import { fromScreen, panels } from './panel.js';
import { movers, redraw, still } from './player.js';
import { emit, on, state } from './state.js';

// Of large graphs so many nodes move at once, those around the hand.
const most = m > 30000 ? 2500 : Infinity;
// Of a frame's 16 ms so many for layers: painting takes the rest.
const budget = 2;
// Parts of the mean length: nodes that move less are at rest, when all is to settle and
// when a hand lets go.
const settled = 1e-9, released = 1e-5;

const live = { pull: null, work: null, trace: runs.map(() => []), layers: runs.map(() => 0) };
export const layersOf = run => live.layers[run];        // further ones, and nothing else
export const traceOf = run => live.trace[run];

// ---- undo and redo ----

const history = { past: [], next: [] };
const copy = x => x && x.slice();
const snapshot = run => ({ run, y: copy(moved[run]), pins: pins[run].slice(),
                           layers: live.layers[run],
                           low: copy(goal.low), high: copy(goal.high) });
export const canUndo = () => history.past.length > 0;
export const canRedo = () => history.next.length > 0;

// Before a change: how it was.  What would take too much memory is forgotten.
export function remember(run) {
  stop();
  history.past.push(snapshot(run));
  history.next.length = 0;
  while (history.past.length > Math.max(2, Math.min(100, 4e6 / (n + m))))
    history.past.shift();
}

function back(from, to, word) {
  stop();
  const kept = from.pop();
  if (!kept)
    return;
  to.push(snapshot(kept.run));
  moved[kept.run] = kept.y;
  pins[kept.run].set(kept.pins);
  live.layers[kept.run] = kept.layers;
  Object.assign(goal, { low: kept.low, high: kept.high });
  changed(kept.run);
  announce(word);
}
export const undo = () => back(history.past, history.next, 'Undone');
export const redo = () => back(history.next, history.past, 'Redone');

function changed(run, moving = false) {
  live.trace[run].push(moved[run] ? energyOf(run) * scale ** 2 : NaN);
  redraw(moving);
  emit('live', 'settled');
}

// ---- what runs by itself ----

function stop() {
  (live.work ?? live.pull)?.relaxation.finish();
  live.work = live.pull = null;
  panels.forEach(p => Object.assign(p, { pulled: false, front: null }));
}

// What moves of a part is painted above a picture of the rest.
function setFront(run, { part, nodes, edges }) {
  for (const p of panels)
    if (p.run === run)
      p.front = part ? frontOf(p, nodes, edges) : null;
}

// Until nothing moves any more: all nodes, or those around some.
function settleFrom(run, hands, most, rest) {
  live.work = { run, relaxation: new Relaxation(run, hands, most), rest,
                end: performance.now() + (rest === released ? 6000 : 120000) };
  setFront(run, live.work.relaxation);
  redraw(true);
}

export function settle(run) {
  remember(run);
  ownPositions(run, state.time);
  live.layers[run] = 0;
  settleFrom(run, [], Infinity, settled);
}

movers.add(() => {
  const { pull, work } = live;
  if (pull !== null)
    return pullOn(pull);
  if (work === null)
    return false;
  const until = performance.now() + (still.matches ? 40 : 3 * budget);
  let energy, done;
  do {
    energy = work.relaxation.descend();
    done = work.relaxation.step < work.rest * meanTarget || performance.now() > work.end;
  } while (!done && performance.now() < until);
  trace(work.run, energy);
  if (done) {
    stop();
    redraw(false);
    emit('live', 'settled');
    announce(wordsOf(work.run));
    return false;
  }
  return still.matches ? 'unseen' : true;
});

function trace(run, energy) {
  const list = live.trace[run];
  list.push(energy * scale ** 2);
  if (list.length > 400)
    list.splice(0, list.length - 400);
  emit('live');
}

// ---- pulling ----

// Take nodes of a panel, from a point of the window on.
export function grab(p, list, at) {
  remember(p.run);
  ownPositions(p.run, state.time);
  live.layers[p.run] = 0;
  p.pulled = true;
  live.pull = { p, list, from: at, at, run: p.run,
                start: list.map(i => Array.from({ length: axes }, (unused, c) =>
                  moved[p.run][axes * i + c])),
                relaxation: new Relaxation(p.run, list, most) };
  setFront(p.run, live.pull.relaxation);
  redraw(true);
}
export const isGrabbed = () => live.pull !== null;

export function pullTo(at) {
  if (live.pull)
    live.pull.at = at;
  redraw(true);
}

// The nodes where the hand is, and as many layers for the rest as there is time for.
function pullOn(pull) {
  const { p, list, from, at, run, start, relaxation } = pull;
  const until = performance.now() + budget;
  const by = fromScreen(p, at[0] - from[0], at[1] - from[1]);
  let energy;
  if (pull.last !== at) {
    relaxation.finish();
    list.forEach((i, k) => {
      for (let c = 0; c < axes; c++)
        moved[run][axes * i + c] = start[k][c] + by[c] / (state.space === 'z' ? root[i] : 1);
    });
  }
  do
    energy = relaxation.descend();
  while (performance.now() < until);
  trace(run, energy);
  if (pull.last !== at) {
    pull.last = at;
    pull.end = performance.now() + 4000;
    return true;
  }
  const goes = relaxation.step > released * meanTarget && performance.now() < pull.end;
  if (!goes)
    emit('live', 'settled');
  return goes;
}

export function release() {
  if (live.pull === null)
    return;
  const { run, list } = live.pull;
  live.pull.relaxation.finish();
  live.pull = null;
  settleFrom(run, list.filter(i => isPinned(run, i)).length === list.length ? [] : list,
             most, released);
  const { relaxation } = live.work;
  for (const i of list)
    relaxation.free(i, pins[run]);
}

// ---- pins, targets, further layers, the file's drawing ----

export function togglePin(run, i) {
  const on = !isPinned(run, i);
  remember(run);
  ownPositions(run, state.time);
  live.layers[run] = 0;
  pins[run].fill(on ? 1 : 0, axes * i, axes * (i + 1));
  changed(run);
  announce(`${data.names[i]} ${on ? 'is pinned' : 'is no longer pinned'}`);
}

export function askFor(run, e, from, to) {
  remember(run);
  ownPositions(run, state.time);
  live.layers[run] = 0;
  setTarget(e, from / scale, to / scale);
  // From nodes on one line no layer leads away: the ends leave it a little.
  [one[e], two[e]].forEach((i, side) => {
    for (let c = 0; c < axes; c++)
      if (!pins[run][axes * i + c])
        moved[run][axes * i + c] += 1e-5 * meanTarget * Math.cos(1 + 2 * c + 3 * side);
  });
  settleFrom(run, [], Infinity, settled);
}

export function furtherLayer(run, alpha, beta) {
  const layers = moved[run] === null ? 1 : live.layers[run] && live.layers[run] + 1;
  remember(run);
  ownPositions(run, state.time);
  moved[run] = layerOf(run, alpha, beta);
  live.layers[run] = layers;
  changed(run);
}

// Another frame is asked for: what was moved is left, and undo has it.
on('leave', () => runs.forEach((unused, r) => {
  if (moved[r]) {
    remember(r);
    moved[r] = null;
    live.trace[r].length = 0;
    emit('live');
  }
}));

// The file's drawing, pins and lengths again.
export function resetMoves() {
  const list = runs.map((unused, r) => r).filter(r => moved[r]);
  for (const r of list) {
    remember(r);
    moved[r] = null;
    if (arrays.pin)
      pins[r].set(arrays.pin);
    else
      pins[r].fill(0);
    live.trace[r].length = 0;
  }
  goal.low = goal.high = null;
  list.forEach(r => changed(r));
  emit('live', 'settled');
}

// ---- words ----

// Energy, root mean square and worst of the relative errors of what was moved.
export function figuresOf(run) {
  const y = moved[run] ?? framePositions(run, state.time);
  let energy = 0, squares = 0, count = 0, worst = -1, most = 0;
  for (let e = 0; e < m; e++) {
    const r = lengthIn(y, e), s = strainOf(e, r), a = low(e), b = high(e);
    energy += stiffness(e) * (r < a ? r - a : r > b ? r - b : 0) ** 2;
    if (a > 0) {
      squares += s * s;
      count++;
    }
    if (Math.abs(s) > most) {
      most = Math.abs(s);
      worst = e;
    }
  }
  return { energy: energy * scale ** 2, rms: count ? Math.sqrt(squares / count) : 0,
           worst, most };
}

function wordsOf(run) {
  const { rms } = figuresOf(run);
  return `Settled: length errors ${percent(rms).replace('+', '')}, root mean square`;
}

// ---- on the panel ----

export function paintPins(ctx, p) {
  if (!canMove || !moved[p.run] && !arrays.pin)
    return;
  const { node } = sizesOf(p);
  ctx.fillStyle = ink.ink;
  ctx.strokeStyle = ink.paper;
  ctx.lineWidth = 1.5;
  for (let i = 0; i < n; i++)
    if (isPinned(p.run, i)) {
      const r = within(0.42 * radiusOf(p, node, i), 2, 5);
      ctx.beginPath();
      ctx.rect(p.x[i] - r, p.y[i] - r, 2 * r, 2 * r);
      ctx.stroke();
      ctx.fill();
    }
}

// The energy since the reader took hold, in the corner of the panel.
export function paintTrace(ctx, p) {
  const list = traceOf(p.run).filter(Number.isFinite), w = 150, h = 40;
  if (!moved[p.run] || list.length < 2 || p.width < 300)
    return;
  const met = 1e-12 * m * (meanTarget * scale) ** 2;    // errors of 1e-6, as in the caption
  const top = Math.max(...list), floor = Math.max(top * 1e-8, met, Number.MIN_VALUE);
  const map = e => Math.log(Math.max(e, floor));
  const least = Math.min(...list.map(map)), span = map(top) - least || 1;
  const x = p.width - w - 12, y = p.height - 16;
  setFont(ctx, 11, ink.faint, 'right');
  ctx.fillText(list.at(-1) > met ? `E ${say(list.at(-1))}` : 'lengths met', x + w, y - h - 6);
  ctx.strokeStyle = ink.accent;
  ctx.lineWidth = 1.4;
  ctx.beginPath();
  list.forEach((e, k) => ctx[k > 0 ? 'lineTo' : 'moveTo'](
    x + k / (list.length - 1) * w, y - (map(e) - least) / span * h));
  ctx.stroke();
}

// k damped layers of all nodes at once; the energy before them and after.
export function dampedLayers(run, k) {
  ownPositions(run, state.time);
  const all = new Relaxation(run), before = energyOf(run) * scale ** 2;
  for (let step = 0; step < k; step++)
    all.layer();
  changed(run);
  return [before, energyOf(run) * scale ** 2];
}
export { canMove };
