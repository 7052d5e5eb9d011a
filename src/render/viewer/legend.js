// The legend, on the page and on figures that are saved.
import { arrays, data, edgeShade, groupCount, limit, nodeShade, percent, say } from './data.js';
import { colourOn, edgeColours, fillOf, ink, markOf, markPath, setFont, shorten, showsGroups, strainColour
       } from './paint.js';
import { shownPanels } from './panel.js';
import { state } from './state.js';

const strained = () => state.colour === 'strain';
const numbers = [edgeShade, nodeShade].filter(shade => shade?.kind === 'number');
export const hasBars = () => data.style.legend && (strained() || numbers.length > 0
  || edgeShade?.groups.length > 0 || Boolean(data.sizes));
export const hasLabels = () => data.style.legend && !strained() && showsGroups;
export const hasLegend = () => hasBars() || hasLabels();
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

// One scale of colours with its ends; `words` go beside it.
function paintScale(ctx, x, y, width, { colour, words, ends }) {
  const w = Math.min(220, width), parts = 44;
  for (let k = 0; k < parts; k++) {
    ctx.fillStyle = colour((k + 0.5) / parts);
    ctx.fillRect(x + k * w / parts, y, w / parts, 9);
  }
  setFont(ctx, 12, ink.faint);
  words.forEach((text, k) => width > 440 && ctx.fillText(text, x + w + 20, y + 9 + 15 * k));
  ['left', 'center', 'right'].forEach((align, k) => {
    setFont(ctx, 12, ink.faint, align);
    ctx.fillText(ends[k], x + k / 2 * w, y + 24);
  });
}

// Keys in lines; the first is a title.  mark: paints that of key k at a place.
function paintKeys(ctx, x, y, width, title, keys, mark) {
  let at = x, line = 0;
  if (title) {
    setFont(ctx, 12, ink.faint);
    ctx.fillText(shorten(title, 40), at, y + 10);
    at += ctx.measureText(shorten(title, 40)).width + 16;
  }
  for (const key of keys) {
    setFont(ctx, 12, ink.ink);
    const label = shorten(key.text, 40), w = ctx.measureText(label).width + 32;
    if (at + w > x + width && at > x) {
      at = x;
      line++;
    }
    mark(key, at + 5, y + 6 + 18 * line);
    ctx.fillStyle = ink.ink;
    ctx.fillText(label, at + 15, y + 10 + 18 * line);
    at += w;
  }
  ctx.globalAlpha = 1;
  return 18 * (line + 1);
}

// Scales of colours, and what the colours of edges and the sizes of nodes say; returns
// the height.
export function paintBars(ctx, x, y, width) {
  let at = y;
  const shown = shade => x => shade.percent ? percent(x).replace('+', '') : say(x);
  for (const bar of strained() ? [{ colour: t => strainColour(2 * t - 1),
    words: ['strain: (achieved − target) / target', outerWords().slice(2)],
    ends: [-1, 0, 1].map(k => percent(k * limit())) }] : numbers.map(shade => ({
    colour: t => colourOn(ink.ramp, t), words: [shade.title],
    ends: [shade.low, '', shade.high].map(x => x === '' ? '' : shown(shade)(x)) }))) {
    paintScale(ctx, x, at, width, bar);
    at += 30;
  }
  if (!strained() && edgeShade?.groups.length > 0) {
    const colours = edgeColours({});
    at += paintKeys(ctx, x, at, width, edgeShade.title, edgeShade.groups.map((text, k) =>
      ({ text, colour: colours[k] })), ({ colour }, px, py) => {
      ctx.fillStyle = colour;
      ctx.fillRect(px - 5, py - 1, 10, 2.5);
    });
  }
  if (data.sizes)
    at += paintKeys(ctx, x, at, width, data.sizes, []);
  return at - y;
}

export const legendWords = () => [...numbers.map(({ title, low, high }) =>
  `${title} from ${say(low)} to ${say(high)}`), ...edgeShade?.groups ?? []].join(', ');

// All of it, from x, y on; returns its height.
export function paintLegend(ctx, x, y, width) {
  const height = hasBars() ? paintBars(ctx, x, y, width) : 0;
  return height + (!hasLabels() ? 0 : paintKeys(ctx, x, y + height, width, data.label,
    legendKeys(), ({ group }, px, py) => {
    ctx.globalAlpha = state.only === null || group === state.only ? 1 : 0.35;
    ctx.fillStyle = fillOf(group);
    ctx.beginPath();
    markPath(ctx, markOf(group), px, py, 4.6);
    ctx.fill();
  }));
}
