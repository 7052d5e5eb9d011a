// Pointers on a panel: one drags a node, or all, or turns; two move and zoom; the wheel
// zooms.  A double click or a long press pins a node.
import { chosen, lassoEnd, lassoTo } from './lasso.js';
import { canMove, grab, isGrabbed, pullTo, release, togglePin } from './live.js';
import { inSpace, panBy, pick, turnBy, zoomBy } from './panel.js';
import { within } from './paint.js';
import { redraw } from './player.js';
import { ruleTo } from './ruler.js';
import { forgetHovered, hold, hover } from './selection.js';
import { state } from './state.js';

const longPress = 550;         // ms

export function listenToPointers(p) {
  const down = new Map(), { over } = p;
  let walked = 0, asked = null, pressed = false;
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
    const touch = event.pointerType === 'touch', here = at(event);
    const item = canMove && !state.lasso && event.button === 0 && down.size === 0
      ? pick(p, ...here, touch ? 12 : 4) : null;
    down.set(event.pointerId, { at: here, pan: event.shiftKey,
                                node: item && item.kind === 'node' ? item.index : -1 });
    over.setPointerCapture(event.pointerId);
    walked = 0;
    pressed = false;
    if (touch && item && item.kind === 'node') {
      const press = down.get(event.pointerId);
      setTimeout(() => {
        if (walked < 4 && down.get(event.pointerId) === press && down.size === 1) {
          togglePin(p.run, item.index);
          pressed = true;
        }
      }, longPress);
    }
  });
  // Where several panels fill the page, a finger scrolls it, but for nodes and two fingers.
  react('touchstart', event => {
    const [{ clientX, clientY }] = event.touches, box = over.getBoundingClientRect();
    const item = pick(p, clientX - box.left, clientY - box.top, 12);
    if (event.touches.length > 1 || item && item.kind === 'node')
      event.preventDefault();
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
    walked += Math.abs(dx) + Math.abs(dy);
    if (walked < 4 || pressed)
      return;
    forgetHovered();
    over.classList.add('held');
    if (state.lasso && down.size === 1) {
      lassoTo(p, [x, y]);
      hover(null);
      return;
    }
    if (before.node >= 0 && down.size === 1) {
      if (!isGrabbed())
        grab(p, chosen.has(before.node) ? [...chosen] : [before.node], before.at);
      pullTo([x, y]);
      return;
    }
    if (down.size === 2) {
      release();
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
    if (isGrabbed())
      release();
    else if (state.lasso && walked >= 4) {
      lassoEnd();
      hover(null);
    } else if (walked < 4 && !pressed && event.type === 'pointerup') {
      const item = pick(p, ...at(event), event.pointerType === 'mouse' ? 4 : 12);
      if (state.ruler && item && item.kind === 'node')
        ruleTo(p.run, item.index);
      hold(item && { ...item, panel: p });
    }
  };
  react('dblclick', event => {
    const item = canMove && !state.ruler && pick(p, ...at(event), 4);
    if (item && item.kind === 'node')
      togglePin(p.run, item.index);
  });
  react('contextmenu', event => pressed && event.preventDefault());
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
