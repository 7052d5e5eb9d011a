// When to paint, and how much of it; playing, and going from frame to frame.
import { data, frames, m, runs } from './data.js';
import { page } from './dom.js';
import { paintAll, paintPanel } from './looks.js';
import { within } from './paint.js';
import { panels, place, shownPanels } from './panel.js';
import { emit, state } from './state.js';

export const still = matchMedia('(prefers-reduced-motion: reduce)');

// What moves nodes by itself: each is asked once per frame.  true: it moved some and
// goes on; 'unseen': the same without a picture; false: it waits or has nothing to do.
export const movers = new Set();
let busy = false;

// While things move only as many edges are painted as there is time for:
// `share` follows the time that frames take.  When all is still, everything is
// painted, a large graph in slices on a canvas beside.
const clock = { share: Math.min(1, 40000 / (m * runs.length)), last: 0, moving: -1e9,
                asked: false };

export function clearTo(ctx, p) {
  ctx.setTransform(p.ratio, 0, 0, p.ratio, 0, 0);
  ctx.clearRect(0, 0, p.width, p.height);
}

// What moves above what does not, which is painted once.
function paintFront(p) {
  const { front } = p, { width, height } = p.base;
  if (front.canvas === null) {
    front.canvas = Object.assign(document.createElement('canvas'), { width, height });
    clearTo(front.canvas.getContext('2d'), p);
    paintAll(front.canvas.getContext('2d'), front.rest, 1);
  }
  clearTo(p.ctx, p);
  p.ctx.drawImage(front.canvas, 0, 0, p.width, p.height);
  paintAll(p.ctx, front.part, 1);
}

// Go on painting everything until a time; true when all is there.
function paintMore(p, until) {
  if (p.work === null) {
    const side = m > 20000 ? document.createElement('canvas') : p.base;
    if (side !== p.base)
      Object.assign(side, { width: p.base.width, height: p.base.height });
    const ctx = side.getContext('2d');
    clearTo(ctx, p);
    p.work = { side, parts: paintPanel(ctx, p, 1) };
  }
  do
    if (p.work.parts.next().done) {
      if (p.work.side !== p.base) {
        clearTo(p.ctx, p);
        p.ctx.drawImage(p.work.side, 0, 0, p.width, p.height);
      }
      p.work = null;
      return true;
    }
  while (performance.now() < until);
  return false;
}

// Repaint.  moving: more frames follow at once.
export function redraw(moving) {
  for (const p of panels) {
    p.stale = true;
    p.work = null;
  }
  if (moving)
    clock.moving = performance.now();
  wake();
}

function wake() {
  page.dataset.still = 'false';
  if (!clock.asked)
    requestAnimationFrame(tick);
  clock.asked = true;
}

function tick(now) {
  const list = shownPanels(), gap = now - clock.last;
  clock.asked = false;
  clock.last = now;
  advance(now);
  const answers = [...movers].map(move => move(now));
  busy = answers.some(answer => answer === true || answer === 'unseen');
  if (answers.includes(true))
    redraw(true);
  const moving = state.playing || tween !== null || now - clock.moving < 140;
  if (moving && list.some(p => p.stale)) {
    if (gap < 20)
      clock.share = Math.min(1, clock.share * 1.08);
    else if (gap > 30 && gap < 400)
      clock.share = Math.max(Math.min(1, 4000 / m), clock.share / 1.35);
    const skip = Math.max(1, Math.round(1 / clock.share));
    for (const p of list) {
      place(p);
      if (p.front)
        paintFront(p);
      else {
        clearTo(p.ctx, p);
        paintAll(p.ctx, p, skip);
      }
      p.rough = skip > 1 || state.names;
      p.stale = false;
    }
    emit('painted');
  } else if (!moving) {
    const until = performance.now() + 12;
    for (const p of list) {
      if (p.stale) {
        place(p);
        emit('painted');
      }
      p.rough = p.rough || p.stale;
      p.stale = false;
      if (p.front)
        paintFront(p);
      if (p.rough && (p.front || paintMore(p, until)))
        p.rough = false;
      if (performance.now() > until)
        break;
    }
  }
  if (state.playing || tween !== null || busy || list.some(p => p.stale || p.rough))
    wake();
  else
    page.dataset.still = 'true';
}

// Playing shows each frame for a while and then moves on to the next; a
// step by hand moves there quickly, or jumps if the reader prefers.
let tween = null, play = null;
// The frame that is shown, or about to be.
export const frameAhead = () => tween ? tween.to : Math.round(state.time);
const ease = u => u < 0 ? 0 : u > 1 ? 1 : u * u * (3 - 2 * u);

function advance(now) {
  if (state.playing) {
    // A frame's time may lie before that of the click it answers.
    const at = play.from + Math.max(0, now - play.start)
      / (data.fps ? 1000 / data.fps : within(7000 / frames, 60, 900));
    const whole = Math.floor(at), part = at - whole;
    state.time = Math.min(frames - 1, still.matches ? whole : frames > 24 ? at
                          : whole + ease((part - 0.35) / 0.65));
    if (at >= frames - 1)
      setPlaying(false);
  } else if (tween !== null) {
    const u = (now - tween.start) / 220;
    state.time = tween.from + (tween.to - tween.from) * ease(u);
    if (u >= 1)
      tween = null;
  } else
    return;
  redraw(true);
  emit('time');
}

export function seek(frame, atOnce) {
  const to = within(Math.round(frame), 0, frames - 1);
  emit('leave');
  setPlaying(false);
  tween = atOnce || still.matches || m > 60000 ? null
        : { from: state.time, to, start: performance.now() };
  if (tween === null)
    state.time = to;
  redraw(true);
  emit('time', to);
}

export function setPlaying(on) {
  if (on === state.playing || frames < 2)
    return;
  if (state.time > frames - 1.01 && on)
    state.time = 0;
  if (on)
    emit('leave');
  tween = null;
  play = { from: Math.floor(state.time), start: performance.now() };
  state.playing = on;
  emit('playing');
  redraw(true);
}

// The canvases follow their panels.
export function resize() {
  const ratio = Math.min(devicePixelRatio || 1, 2);
  for (const p of shownPanels()) {
    const width = p.box.clientWidth, height = p.box.clientHeight;
    if (width === p.width && height === p.height && ratio === p.ratio)
      continue;
    Object.assign(p, { width, height, ratio });
    for (const canvas of [p.base, p.over]) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
  }
  redraw(false);
}
