// The legend, on the page and on figures that are saved.
import { arrays, data, groupCount, limit, percent } from './data.js';
import { fillOf, ink, markOf, markPath, setFont, shorten, strainColour
       } from './paint.js';
import { state } from './state.js';

// Where the keys are that can be clicked: [group, x, y, width].
export const keyBoxes = [];


export const hasLegend = () => data.style.legend
  && (state.colour === 'strain' || groupCount > 0);
export function legendKeys() {
  const used = new Set(arrays.group);
  return [...data.groups, 'no label'].map((text, group) => ({ text, group }))
    .filter(key => used.has(key.group));
}

// From x, y on; returns its height.
export function paintLegend(ctx, x, y, width) {
  if (state.colour === 'strain') {
    const w = 220, parts = 44;
    for (let k = 0; k < parts; k++) {
      ctx.fillStyle = strainColour(2 * (k + 0.5) / parts - 1);
      ctx.fillRect(x + k * w / parts, y, w / parts, 9);
    }
    setFont(ctx, 12, ink.faint);
    ctx.fillText('strain: (achieved − target) / target', x + w + 20, y + 9);
    ['left', 'center', 'right'].forEach((align, k) => {
      setFont(ctx, 12, ink.faint, align);
      ctx.fillText(percent((k - 1) * limit), x + k / 2 * w, y + 24);
    });
    return 30;
  }
  let at = x, line = 0;
  keyBoxes.length = 0;
  if (data.label) {
    setFont(ctx, 12, ink.faint);
    ctx.fillText(shorten(data.label, 40), at, y + 10);
    at += ctx.measureText(shorten(data.label, 40)).width + 16;
  }
  for (const { group, text } of legendKeys()) {
    setFont(ctx, 12, fillOf(group));
    const label = shorten(text, 40), w = ctx.measureText(label).width + 32;
    if (at + w > x + width && at > x) {
      at = x;
      if (++line > 3)
        break;
    }
    keyBoxes.push([group, at - 4, y + 18 * line, w]);
    ctx.globalAlpha = state.only === null || group === state.only ? 1 : 0.35;
    ctx.beginPath();
    markPath(ctx, markOf(group), at + 5, y + 6 + 18 * line, 4.6);
    ctx.fill();
    ctx.fillStyle = ink.ink;
    ctx.fillText(label, at + 15, y + 10 + 18 * line);
    at += w;
  }
  ctx.globalAlpha = 1;
  return 18 * Math.min(line + 1, 4);
}
