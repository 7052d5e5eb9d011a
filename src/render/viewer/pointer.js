// Pointers on a panel: one drags or turns, two move and zoom; the wheel zooms.
import { lassoEnd, lassoTo } from './lasso.js';
import { inSpace, panBy, pick, turnBy, zoomBy } from './panel.js';
import { within } from './paint.js';
import { redraw } from './player.js';
import { forgetHovered, hold, hover } from './selection.js';
import { state } from './state.js';

export function listenToPointers(p) {
  const down = new Map(), { over } = p;
  let moved = 0, asked = null;
  const at = event => {
    const box = over.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const look = () => {
    const item = asked && pick(p, ...asked, 4);
    over.classList.toggle('on', item !== null);
    hover(item && { ...item, panel: p, at: asked });
    asked = null;
  };
  const react = (name, act) => over.addEventListener(name, act, { passive: false });
  react('pointerdown', event => {
    down.set(event.pointerId, { at: at(event), pan: event.shiftKey });
    over.setPointerCapture(event.pointerId);
    moved = 0;
  });
  react('pointermove', event => {
    const [x, y] = at(event), before = down.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse' && !state.playing) {
        if (asked === null)
          requestAnimationFrame(look);
        asked = [x, y];
      }
      return;
    }
    const dx = x - before.at[0], dy = y - before.at[1];
    moved += Math.abs(dx) + Math.abs(dy);
    if (moved < 4)
      return;
    forgetHovered();
    over.classList.add('held');
    if (state.lasso && down.size === 1) {
      lassoTo(p, [x, y]);
      hover(null);
      return;
    }
    if (down.size === 2) {
      const [u, v] = [...down.values()].find(other => other !== before).at;
      const gap = Math.hypot(before.at[0] - u, before.at[1] - v);
      panBy(p, dx / 2, dy / 2);
      if (gap > 5)
        zoomBy(p, Math.hypot(x - u, y - v) / gap, (x + u) / 2, (y + v) / 2);
    } else if (inSpace && !before.pan)
      turnBy(dx / 150, dy / 150);
    else
      panBy(p, dx, dy);
    before.at = [x, y];
    redraw(true);
  });
  const up = event => {
    if (!down.delete(event.pointerId))
      return;
    if (down.size === 0)
      over.classList.remove('held');
    if (state.lasso && moved >= 4) {
      lassoEnd();
      hover(null);
    } else if (moved < 4 && event.type === 'pointerup') {
      const item = pick(p, ...at(event), event.pointerType === 'mouse' ? 4 : 12);
      hold(item && { ...item, panel: p });
    }
  };
  react('pointerup', up);
  react('pointercancel', up);
  react('pointerleave', () => {
    asked = null;
    hover(null);
  });
  react('wheel', event => {
    event.preventDefault();
    const step = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
    forgetHovered();
    zoomBy(p, Math.exp(-within(step, -240, 240) * (event.ctrlKey ? 0.01 : 0.0022)),
           ...at(event));
    redraw(true);
  });
}
