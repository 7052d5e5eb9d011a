// The current view as a file: the same painting once more, with title, captions
// and legend, on a canvas of twice the size (PNG) or on a recorder (SVG).

// What XML cannot hold is left out; what it could take for its own is escaped.
const xmlText = text => String(text).toWellFormed()
  .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
  .replace(/[<>&"']/g, c => `&#${c.charCodeAt(0)};`);

// Takes the calls of a canvas context that our painting makes, and writes SVG.
class Recorder {
  constructor(width, height) {
    this.parts = [];
    this.path = [];
    this.open = [0];
    this.clips = 0;
    this.head = `<svg xmlns="${xmlns}" width="${width}" height="${height}" `
                + `viewBox="0 0 ${width} ${height}">\n`;
    this.globalAlpha = 1;
    this.dash = [];
    this.ruler = document.createElement('canvas').getContext('2d');
  }
  at(x, y) { return `${+x.toFixed(1)} ${+y.toFixed(1)}`; }
  add(part) { this.parts.push(part); }
  beginPath() { this.path = []; }
  moveTo(x, y) { this.path.push('M' + this.at(x, y)); }
  lineTo(x, y) { this.path.push('L' + this.at(x, y)); }
  closePath() { this.path.push('z'); }
  rect(x, y, w, h) {
    this.path.push(`M${this.at(x, y)}h${+w.toFixed(2)}v${+h.toFixed(2)}h${
      +(-w).toFixed(2)}z`);
  }
  arc(x, y, r) {               // whole circles only; moveTo came before
    const d = +(2 * r).toFixed(2), s = +r.toFixed(2);
    this.path.push(`a${s} ${s} 0 1 0 ${-d} 0a${s} ${s} 0 1 0 ${d} 0`);
  }
  alpha() { return this.globalAlpha < 1 ? ` opacity="${+this.globalAlpha.toFixed(3)}"` : ''; }
  stroke() {
    if (this.path.length > 0)
      this.add(`<path d="${this.path.join('')}" fill="none" stroke="${
        this.strokeStyle}" stroke-width="${+this.lineWidth.toFixed(2)}" `
        + `stroke-linecap="round"${this.alpha()}/>`);
  }
  fill() {
    if (this.path.length > 0)
      this.add(`<path d="${this.path.join('')}" fill="${this.fillStyle}"${
        this.alpha()}/>`);
  }
  fillRect(x, y, w, h) {
    this.add(`<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${
      this.fillStyle}"/>`);
  }
  measureText(text) {
    this.ruler.font = this.font;
    return this.ruler.measureText(text);
  }
  words(text, x, y, look) {
    const [, weight, size] = /^(\d+ )?([\d.]+)px/.exec(this.font);
    const anchor = { center: 'middle', right: 'end' }[this.textAlign] || 'start';
    this.add(`<text x="${+x.toFixed(1)}" y="${+y.toFixed(1)}" font-family="`
      + `system-ui, sans-serif" font-size="${size}" font-weight="${
        (weight || '400').trim()}" text-anchor="${anchor}" ${look}${
        this.alpha()}>${xmlText(text)}</text>`);
  }
  fillText(text, x, y) { this.words(text, x, y, `fill="${this.fillStyle}"`); }
  strokeText(text, x, y) {
    this.words(text, x, y, `fill="none" stroke="${this.strokeStyle}" `
      + `stroke-width="${this.lineWidth}" stroke-linejoin="round"`);
  }
  save() { this.open.push(0); }
  group(attributes) {
    this.add(`<g ${attributes}>`);
    this.open[this.open.length - 1]++;
  }
  translate(x, y) { this.group(`transform="translate(${this.at(x, y)})"`); }
  clip() {
    const id = `clip${++this.clips}`;
    this.add(`<clipPath id="${id}"><path d="${this.path.join('')}"/></clipPath>`);
    this.group(`clip-path="url(#${id})"`);
  }
  restore() { this.add('</g>'.repeat(this.open.pop())); }
  text() { return this.head + this.parts.join('\n') + '\n</svg>\n'; }
}

// The legend, on the page and on figures, from x, y on; returns its height.
const hasLegend = () => data.style.legend
  && (state.colour === 'strain' || groupCount > 0);
function legendKeys() {
  const used = new Set(arrays.group);
  return [...data.groups, 'no label'].map((text, group) => ({ text, group }))
    .filter(key => used.has(key.group));
}

function paintLegend(ctx, x, y, width) {
  ctx.textBaseline = 'alphabetic';
  ctx.textAlign = 'left';
  ctx.font = '12px system-ui, sans-serif';
  if (state.colour === 'strain') {
    const w = 220, parts = 44;
    for (let k = 0; k < parts; k++) {
      ctx.fillStyle = strainColour(2 * (k + 0.5) / parts - 1);
      ctx.fillRect(x + k * w / parts, y, w / parts + 0.4, 9);
    }
    ctx.fillStyle = ink.faint;
    ctx.fillText('strain: (achieved − target) / target', x + w + 20, y + 9);
    [['left', -1], ['center', 0], ['right', 1]].forEach(([align, t]) => {
      ctx.textAlign = align;
      ctx.fillText(percent(t * limit), x + (t + 1) / 2 * w, y + 24);
    });
    return 30;
  }
  let at = x, line = 0;
  for (const { group, text } of legendKeys()) {
    const short = shorten(text, 40), w = ctx.measureText(short).width + 32;
    if (at + w > x + width && at > x) {
      at = x;
      if (++line > 3)
        break;
    }
    ctx.fillStyle = fillOf(group);
    ctx.beginPath();
    markPath(ctx, markOf(group), at + 5, y + 6 + 18 * line, 4.6);
    ctx.fill();
    ctx.fillStyle = ink.ink;
    ctx.fillText(short, at + 15, y + 10 + 18 * line);
    at += w;
  }
  return 18 * Math.min(line + 1, 4);
}

function figureSize() {
  const list = shownPanels();
  return { list, head: data.title ? 40 : 12,
           width: list.reduce((sum, p) => sum + p.width, 0) + 32,
           height: Math.max(...list.map(p => p.height)) };
}

function paintFigure(ctx) {
  const { list, head, width, height } = figureSize();
  ctx.fillStyle = ink.paper;
  ctx.fillRect(0, 0, width, head + height + 86);
  ctx.textBaseline = 'alphabetic';
  ctx.textAlign = 'left';
  if (data.title) {
    ctx.fillStyle = ink.ink;
    ctx.font = '600 18px system-ui, sans-serif';
    ctx.fillText(data.title, 16, 28);
  }
  let left = 16;
  for (const p of list) {
    ctx.save();
    ctx.translate(left, head);
    ctx.beginPath();
    ctx.rect(0, 0, p.width, p.height);
    ctx.clip();
    for (const unused of paintPanel(ctx, p, 1))
      ;
    ctx.textBaseline = 'alphabetic';
    ctx.textAlign = 'left';
    ctx.fillStyle = ink.ink;
    ctx.font = '600 13px system-ui, sans-serif';
    ctx.fillText(p.head.textContent, 4, 20);
    const gap = ctx.measureText(p.head.textContent).width;
    ctx.fillStyle = ink.faint;
    ctx.font = '13px system-ui, sans-serif';
    ctx.fillText(p.note.textContent, gap > 0 ? gap + 14 : 4, 20);
    ctx.restore();
    left += p.width;
  }
  if (hasLegend())
    paintLegend(ctx, 16, head + height + 10, width - 32);
}

const fileName = suffix => (data.heading.replace(/[^\w-]+/g, '-') || 'graph')
  + (frames > 1 ? `-${Math.round(state.time)}` : '') + suffix;

function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 30000);
  announce(`Saved ${name}`);
}

function figureBox() {
  const { head, width, height } = figureSize();
  return [width, head + height + (hasLegend() ? 86 : 14)];
}

function savePng() {
  const [width, height] = figureBox(), canvas = document.createElement('canvas');
  const twice = Math.min(2, 8192 / Math.max(width, height));
  canvas.width = width * twice;
  canvas.height = height * twice;
  const ctx = canvas.getContext('2d');
  ctx.scale(twice, twice);
  paintFigure(ctx);
  canvas.toBlob(blob => save(blob, fileName('.png')), 'image/png');
}

function saveSvg() {
  const recorder = new Recorder(...figureBox());
  paintFigure(recorder);
  save(new Blob([recorder.text()], { type: 'image/svg+xml' }), fileName('.svg'));
}
