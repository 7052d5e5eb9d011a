// The legend, on the page and on figures that are saved.
import { arrays, data, groupCount, limit, percent } from './data.js';
import { fillOf, ink, markOf, markPath, setFont, shorten, strainColour
       } from './paint.js';
import { shownPanels } from './panel.js';
import { state } from './state.js';

export const hasLegend = () => data.style.legend
  && (state.colour === 'strain' || groupCount > 0);
export function legendKeys() {
  const used = new Set(arrays.group);
  return [...data.groups, 'no label'].map((text, group) => ({ text, group }))
    .filter(key => used.has(key.group))
    .sort((a, b) => (a.group === groupCount) - (b.group === groupCount)
      || a.text.localeCompare(b.text, 'en', { numeric: true }));
}

// The least and the largest strain of what is shown.
export function extremes() {
  let low = Infinity, high = -Infinity;
  for (const p of shownPanels())
    for (const s of p.strain) {
      if (s < low) low = s;
      if (s > high) high = s;
    }
  return [low, high];
}

// What the ends of the bar do not reach.
const outer = () => extremes().filter(s => Math.abs(s) > limit() * 1.0001
                                            && Math.abs(s) < Infinity);
export const outerWords = () => outer().length > 0
  ? `; edges go on to ${outer().map(percent).join(' and ')}` : '';

// From x, y on; returns its height.
export function paintLegend(ctx, x, y, width) {
  if (state.colour === 'strain') {
    const w = Math.min(220, width), parts = 44, beside = width > 440;
    for (let k = 0; k < parts; k++) {
      ctx.fillStyle = strainColour(2 * (k + 0.5) / parts - 1);
      ctx.fillRect(x + k * w / parts, y, w / parts, 9);
    }
    setFont(ctx, 12, ink.faint);
    if (beside)
      ctx.fillText('strain: (achieved − target) / target', x + w + 20, y + 9);
    if (outer().length > 0 && beside)
      ctx.fillText(outerWords().slice(2), x + w + 20, y + 24);
    ['left', 'center', 'right'].forEach((align, k) => {
      setFont(ctx, 12, ink.faint, align);
      ctx.fillText(percent((k - 1) * limit()), x + k / 2 * w, y + 24);
    });
    return 30;
  }
  let at = x, line = 0;
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
      line++;
    }
    ctx.globalAlpha = state.only === null || group === state.only ? 1 : 0.35;
    ctx.beginPath();
    markPath(ctx, markOf(group), at + 5, y + 6 + 18 * line, 4.6);
    ctx.fill();
    ctx.fillStyle = ink.ink;
    ctx.fillText(label, at + 15, y + 10 + 18 * line);
    at += w;
  }
  ctx.globalAlpha = 1;
  return 18 * (line + 1);
}
