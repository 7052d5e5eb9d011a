// The current view as a file: the same painting once more, with title, captions
// and legend, on a canvas of twice the size (PNG) or on a recorder (SVG).
import { paintBar } from './around.js';
import { data, frames, longest } from './data.js';
import { announce, element, xmlns } from './dom.js';
import { hasLegend, paintLegend } from './legend.js';
import { paintAll } from './looks.js';
import { ink, setFont } from './paint.js';
import { place, shownPanels } from './panel.js';
import { frameAhead, seek } from './player.js';
import { state } from './state.js';

// What XML cannot hold is replaced; what it could take for its own is escaped.
const xmlText = text => text.toWellFormed()
  .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
  .replace(/[<>&"']/g, c => `&#${c.charCodeAt(0)};`);
const short = x => +x.toFixed(1);

// Takes the calls that our painting makes of a canvas, and writes SVG.
class Recorder {
  constructor(width, height) {
    this.parts = [`<svg xmlns="${xmlns}" viewBox="0 0 ${width} ${height}" width="${
      width}" height="${height}">`];
    this.globalAlpha = 1;
    this.ruler = element('canvas').getContext('2d');
  }
  beginPath() { this.path = ''; }
  moveTo(x, y) { this.path += `M${short(x)} ${short(y)}`; }
  lineTo(x, y) { this.path += `L${short(x)} ${short(y)}`; }
  bezierCurveTo(...at) { this.path += `C${at.map(short).join(' ')}`; }
  setLineDash(dash) { this.dash = dash.map(short).join(' '); }
  closePath() { this.path += 'z'; }
  rect(x, y, w, h) { this.path += `M${short(x)} ${short(y)}h${w}v${h}h${-w}z`; }
  arc(x, y, radius) {          // whole circles, from where moveTo went
    const r = short(radius);
    this.path += `a${r} ${r} 0 1 0 ${-2 * r} 0a${r} ${r} 0 1 0 ${2 * r} 0`;
  }
  add(name, look, text = '') {
    this.parts.push(`<${name} ${look} opacity="${+this.globalAlpha.toFixed(3)}">${
      text}</${name}>`);
  }
  line() {
    return `fill="none" stroke="${this.strokeStyle}" stroke-linecap="${this.lineCap ?? 'round'}" `
      + `stroke-linejoin="round" stroke-width="${+this.lineWidth.toFixed(2)}"`
      + (this.dash ? ` stroke-dasharray="${this.dash}"` : '');
  }
  stroke() { this.add('path', `d="${this.path}" ${this.line()}`); }
  fill() { this.add('path', `d="${this.path}" fill="${this.fillStyle}"`); }
  fillRect(x, y, w, h) {
    this.beginPath();
    this.rect(x, y, w, h);
    this.fill();
  }
  measureText(text) {
    this.ruler.font = this.font;
    return this.ruler.measureText(text);
  }
  fillText(text, x, y, look = `fill="${this.fillStyle}"`) {
    const [, weight, size] = /^(\d+ )?([\d.]+)px/.exec(this.font);
    const anchor = { center: 'middle', right: 'end' }[this.textAlign] || 'start';
    this.add('text', `x="${short(x)}" y="${short(y)}" font-size="${size}" `
      + `font-family="system-ui, sans-serif" font-weight="${+weight || 400}" `
      + `text-anchor="${anchor}" ${look}`, xmlText(text));
  }
  strokeText(text, x, y) { this.fillText(text, x, y, this.line()); }
  enter(x, y, w, h) {
    this.parts.push(`<svg x="${x}" y="${y}" width="${w}" height="${h}">`);
  }
  restore() { this.parts.push('</svg>'); }
}

// The frame that is shown, or about to be: what moves is there at once.
function arrive() {
  const t = frameAhead();
  if (state.time !== t)
    seek(t, true);
  shownPanels().forEach(place);
  return (data.heading.replace(/[^\w-]+/g, '-') || 'graph')
    + (frames > 1 ? `-${longest[t]}` : '');
}

function figure() {
  const list = shownPanels(), head = data.title ? 40 : 12;
  const width = list.reduce((sum, p) => sum + p.width, 32);
  const height = head + Math.max(...list.map(p => p.height));
  const legend = hasLegend() ? paintLegend(element('canvas').getContext('2d'), 16, 0,
                                           width - 32) : 0;
  return { list, head, width, height: height + legend + 12, foot: height + 10 };
}

function paintFigure(ctx) {
  const { list, head, width, height, foot } = figure();
  let left = 16;
  ctx.fillStyle = ink.paper;
  ctx.fillRect(0, 0, width, height);
  setFont(ctx, '600 18', ink.ink);
  ctx.fillText(data.title || '', left, 28);
  for (const p of list) {
    if (ctx.enter)
      ctx.enter(left, head, p.width, p.height);
    else {
      ctx.save();
      ctx.translate(left, head);
      ctx.beginPath();
      ctx.rect(0, 0, p.width, p.height);
      ctx.clip();
    }
    paintAll(ctx, p, 1);
    paintBar(ctx, p);
    setFont(ctx, '600 13', ink.ink);
    ctx.fillText(p.head.textContent, 4, 20);
    const gap = ctx.measureText(p.head.textContent).width;
    setFont(ctx, 13, ink.faint);
    ctx.fillText(p.note.textContent, gap > 0 ? gap + 14 : 4, 20);
    ctx.restore();
    left += p.width;
  }
  if (hasLegend())
    paintLegend(ctx, 16, foot, width - 32);
}

export function saveBlob(blob, name) {
  const link = element('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 30000);
  announce(`Saved ${link.download}`);
}

export function savePng() {
  const name = arrive(), { width, height } = figure(), canvas = element('canvas');
  const twice = Math.min(2, 8192 / Math.max(width, height));
  const ctx = canvas.getContext('2d');
  canvas.width = width * twice;
  canvas.height = height * twice;
  ctx.scale(twice, twice);
  paintFigure(ctx);
  canvas.toBlob(blob => saveBlob(blob, `${name}.png`));
}

export function saveSvg() {
  const name = arrive(), { width, height } = figure(), recorder = new Recorder(width, height);
  paintFigure(recorder);
  recorder.restore();
  saveBlob(new Blob([recorder.parts.join('\n')], { type: 'image/svg+xml' }),
           `${name}.svg`);
}
