// The energy of every frame, one curve per model, above the slider and to its
// scale; a cursor follows the time, and a click goes there.

const xmlns = 'http://www.w3.org/2000/svg';
function shape(name, attributes, text) {
  const node = document.createElementNS(xmlns, name);
  for (const [key, value] of Object.entries(attributes))
    node.setAttribute(key, value);
  if (text !== undefined)
    node.textContent = text;
  return node;
}

const dashes = ['', '5 3', '1.5 2.5', '8 3 2 3'];
const chart = { left: 0, right: 1, cursor: null, dots: [], y: null };

// Round numbers from low to high, about `count` of them; powers of ten, and
// their halves and fifths where few, on a logarithmic axis.
function ticks(low, high, count, log) {
  const out = [];
  if (log) {
    for (const parts of [[1], [1, 3], [1, 2, 5]]) {
      out.length = 0;
      for (let p = Math.floor(Math.log10(low)); p <= Math.log10(high); p++)
        for (const k of parts)
          if (k * 10 ** p >= low && k * 10 ** p <= high)
            out.push(k * 10 ** p);
      if (out.length >= 2)
        break;
    }
    const every = Math.ceil(out.length / count);
    return out.filter((x, k) => k % every === 0);
  }
  const raw = (high - low) / count, ten = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find(k => k * ten >= raw) * ten;
  for (let x = Math.ceil(low / step) * step; x <= high + step * 1e-9; x += step)
    out.push(Math.abs(x) < step * 1e-9 ? 0 : x);
  return out;
}

function drawChart() {
  const box = byId('chart'), slider = byId('slider');
  const w = box.clientWidth, h = box.clientHeight, top = 10, bottom = h - 20;
  const all = runs.flatMap(run => run.energy).filter(Number.isFinite);
  box.replaceChildren();
  chart.dots = [];
  if (w === 0 || frames < 2 || all.length < 2) {
    box.hidden = true;
    return;
  }
  // The thumb's middle runs from half a thumb within the slider.
  chart.left = slider.offsetLeft - box.offsetLeft + 8;
  chart.right = chart.left + slider.offsetWidth - 16;
  let low = Math.min(...all), high = Math.max(...all);
  const log = low > 0 && high / low > 30;
  if (!log && low > 0 && low < 0.6 * high) low = 0;
  if (high === low) { high += Math.abs(high) * 0.1 || 1; low -= Math.abs(low) * 0.1; }
  const map = log ? Math.log : x => x;
  chart.y = e => bottom - (map(e) - map(low)) / (map(high) - map(low))
                          * (bottom - top);
  chart.x = f => chart.left + f / (frames - 1) * (chart.right - chart.left);
  const svg = shape('svg', { role: 'img', 'aria-label': chartWords() });
  for (const value of ticks(low, high, 3, log)) {
    svg.append(shape('line', { class: 'grid', x1: chart.left, x2: chart.right,
                               y1: chart.y(value), y2: chart.y(value) }),
               shape('text', { x: chart.left - 10, y: chart.y(value) + 4,
                               'text-anchor': 'end' }, say(value)));
  }
  const every = Math.ceil(frames / within((chart.right - chart.left) / 44, 2, 20));
  const steps = runs.reduce((a, b) => b.steps.length > a.length ? b.steps : a, []);
  for (let f = 0; f < frames; f += every)
    svg.append(shape('text', { x: chart.x(f), y: h - 4, 'text-anchor': 'middle' },
                     steps[f]));
  svg.append(shape('text', { x: 0, y: top - 1, class: 'name' }, 'Energy'));
  chart.cursor = shape('line', { class: 'cursor', y1: top - 6, y2: bottom + 4 });
  svg.append(chart.cursor);
  const labels = [];
  runs.forEach((run, r) => {
    const path = run.energy.map((e, f) => Number.isFinite(e) && (!log || e > 0)
      ? `${chart.x(f).toFixed(1)} ${chart.y(e).toFixed(1)}` : null)
      .filter(text => text !== null).join('L');
    const dim = state.run >= 0 && state.run !== r ? ' other' : '';
    svg.append(shape('path', { class: 'curve' + dim, d: 'M' + path,
                               'stroke-dasharray': dashes[r % 4] }));
    const end = run.energy.findLast(Number.isFinite);
    labels.push({ text: run.title || '', y: chart.y(end) + 4, dim });
    chart.dots.push(shape('circle', { r: 3.2, class: dim.trim() }));
  });
  labels.sort((a, b) => a.y - b.y).forEach((label, k, list) => {
    if (k > 0)
      label.y = Math.max(label.y, list[k - 1].y + 13);
    svg.append(shape('text', { x: chart.right + 12, y: label.y,
                               class: 'name' + label.dim }, label.text));
  });
  svg.append(...chart.dots);
  box.append(svg);
  moveCursor();
}

// The curves in words.
function chartWords() {
  const words = runs.map(run => `${run.title || 'Energy'} from `
    + `${say(run.energy[0])} to ${say(run.energy[run.energy.length - 1])}`);
  return `Energy by ${data.unit}: ${words.join('; ')}`;
}

function moveCursor() {
  if (!chart.cursor)
    return;
  const x = chart.x(state.time);
  chart.cursor.setAttribute('x1', x);
  chart.cursor.setAttribute('x2', x);
  runs.forEach((run, r) => {
    const last = run.energy.length - 1, a = Math.min(Math.floor(state.time), last);
    const b = Math.min(a + 1, last), part = state.time - a;
    const e = run.energy[a] + (part > 0 ? part : 0) * (run.energy[b] - run.energy[a]);
    chart.dots[r].setAttribute('cx', x);
    chart.dots[r].setAttribute('cy', Number.isFinite(chart.y(e)) ? chart.y(e) : -99);
  });
}

{
  const box = byId('chart');
  const go = event => {
    const at = event.clientX - box.getBoundingClientRect().left;
    seek((at - chart.left) / (chart.right - chart.left) * (frames - 1), true);
  };
  box.addEventListener('pointerdown', event => {
    box.setPointerCapture(event.pointerId);
    go(event);
  });
  box.addEventListener('pointermove', event => event.buttons & 1 && go(event));
}
