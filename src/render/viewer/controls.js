// The controls around the drawing: buttons, choices, keys, and words about the
// frame that is shown.
import { coordinatesOf, count, data, edgeShade, frames, groupCount, isMet, limit, longest, m, moved, n, nodeShade,
         one, percent, runs, say, two } from './data.js';
import { drawChart } from './chart.js';
import { neighbours } from './around.js';
import { announce, byId, checked, element, page, shape } from './dom.js';
import { savePng, saveSvg } from './export.js';
import { hasBars, hasLabels, legendKeys, legendWords, outerWords, paintBars } from './legend.js';
import { fillOf, ink, lightness, markOf, readColours, shorten } from './paint.js';
import { frameBox, inSpace, panBy, panels, resetTurn, resetView, shownPanels,
         turnBy, zoomBy } from './panel.js';
import { frameAhead, redraw, resize, seek, setPlaying, still } from './player.js';
import { chosen, choose, setLasso } from './lasso.js';
import { rules } from './forces.js';
import { curveOf, curveTitle } from './measure.js';
import { canMove, canRedo, canUndo, dampedLayers, figuresOf, furtherLayer, grab,
         layersOf, pullTo, redo, release,
         resetMoves, settle, togglePin, undo } from './live.js';
import { listenToPointers } from './pointer.js';
import { saveCsv, saveGml, saveJson } from './keep.js';
import { readLink } from './link.js';
import { ruleTo, setRuler, showRuler } from './ruler.js';
import { find, findNext } from './search.js';
import { heldItem, heldNode, hold } from './selection.js';
import { makeTable, setTable } from './table.js';
import { on, state } from './state.js';

// Words about the frame that is shown, or about to be.
function showTime(to) {
  const t = Math.round(to ?? state.time), slider = byId('slider');
  const words = `${data.unit} ${longest[t]} of ${longest[frames - 1]}`;
  slider.value = t;
  slider.setAttribute('aria-valuetext', words);
  byId('step').textContent = words;
  for (const p of panels) {
    const run = runs[p.run], f = Math.min(t, run.steps.length - 1);
    if (moved[p.run]) {
      showMoved(p);
      continue;
    }
    const merit = isMet(run.rms[f]) ? 'met' : Number.isFinite(run.merit[f])
      ? say(run.merit[f]) : '';
    p.head.textContent = !run.title ? ''
      : run.steps[f] === 0 && frames > 1 ? `${run.title}, start`
      : `${run.title}-${run.steps[f]}`;
    p.note.textContent = [merit === 'met' ? 'all lengths met'
                            : merit && `${data.sign} = ${merit}`,
      state.curve >= 0 && `${curveTitle()} = ${say(curveOf(run)[f])}`,
      Number.isFinite(run.share) && `${say(100 * run.share)}\u2009% of variance`]
      .filter(text => text).join(', ');
    p.over.setAttribute('aria-label', `Drawing ${run.title || ''}, ${words}: ${
      count(n, 'node')}, ${count(m, 'edge')}, ${data.merit} ${merit || 'unknown'
      }, length errors ${say(100 * run.rms[f])} percent, root mean square`);
  }
}

// The same of what the reader moved.
function showMoved(p) {
  const { energy, rms, worst, most } = figuresOf(p.run), run = runs[p.run];
  const more = layersOf(p.run);
  p.head.textContent = more ? `${run.title}-${run.steps.at(-1) + more}`
    : `${run.title ? `${run.title}, ` : ''}moved`;
  // Nodes at rest are within parts of a length that do not show.
  p.note.textContent = most < 1e-6 ? 'all lengths met' : [`E = ${say(energy)}`,
    `errors ${percent(rms).replace('+', '')}`, worst >= 0
    && `worst ${data.names[one[worst]]} – ${data.names[two[worst]]}: ${percent(most)
      .replace('+', '')}`].filter(text => text).join(', ');
  p.over.setAttribute('aria-label', `Drawing ${p.head.textContent}: ${count(n, 'node')}, ${
    count(m, 'edge')}, ${p.note.textContent}`);
}

// The panel that keys and buttons are for.
const panelNow = () => shownPanels().find(p => p.over === document.activeElement)
  ?? shownPanels()[0];

let shownAt = 0;
function showLive(word) {
  const now = performance.now();
  byId('undo').disabled = !canUndo();
  byId('redo').disabled = !canRedo();
  byId('reset').disabled = !moved.some(y => y);
  if (word !== 'settled' && now - shownAt < (m > 30000 ? 400 : 90))
    return;
  shownAt = now;
  showTime();
}

const tellTime = () => announce([byId('step').textContent, ...shownPanels()
  .map(p => `${p.head.textContent} ${p.note.textContent}`)].join('; '));

// Further layers of the model that is shown, where the page knows its rule.
const rates = {};              // alpha and beta, where the reader chose them
const further = () => shownPanels().filter(p => runs[p.run].rule in rules);
function showRates() {
  const [p] = further(), list = p ? rules[runs[p.run].rule] : [];
  byId('further').hidden = !canMove || !p;
  for (const name of ['alpha', 'beta']) {
    byId(name).parentNode.hidden = !list.includes(name);
    byId(name).nextElementSibling.textContent = say(Number(byId(name).value));
  }
}

function showPlaying() {
  byId('play').toggleAttribute('data-on', state.playing);
  byId('play').setAttribute('aria-label', state.playing ? 'Pause' : 'Play');
  if (!state.playing)
    tellTime();
}

// Choices: native radio buttons, so that they work as expected.
function choices(id, list, value, change) {
  const box = byId(id);
  box.hidden = list.length < 2;
  for (const [key, text, title] of list) {
    const input = element('input');
    Object.assign(input, { type: 'radio', name: id, value: key,
                           checked: key === value });
    input.addEventListener('change', () => change(key));
    const label = element('label', input, element('span', text));
    label.title = title || '';
    box.append(label);
  }
}

function chooseNext(id) {
  const all = [...document.querySelectorAll(`#${id} input`)];
  if (all.length === 0)
    return;
  all[(all.indexOf(checked(id)) + 1) % all.length].click();
  announce(`${byId(id).firstChild.textContent}: ${
    checked(id).nextSibling.textContent}`);
}

// The labels as buttons: each shows its nodes alone.
function legendButton({ group, text }) {
  const mark = shape('svg', { viewBox: '-5 -5 10 10', 'aria-hidden': 'true' });
  const corners = data.style.marks[markOf(group)], fill = fillOf(group);
  mark.append(markOf(group) === 0 ? shape('circle', { r: 4.6, fill })
    : shape('polygon', { points: corners.map(at => at.map(x => 4.6 * x)).join(' '), fill }));
  const button = element('button', mark, element('bdi', shorten(text, 40)));
  button.title = text;
  button.dataset.group = group;
  button.addEventListener('click', () => isolate(group));
  return button;
}

function showBar() {
  const canvas = byId('bar'), ctx = canvas.getContext('2d'), ratio = devicePixelRatio || 1;
  const width = Math.min(560, byId('scroll').clientWidth);
  const height = paintBars(ctx, 0, 2, width);
  Object.assign(canvas, { width: width * ratio, height: height * ratio });
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  ctx.scale(ratio, ratio);
  paintBars(ctx, 0, 2, width);
  canvas.setAttribute('aria-label', `Colours: ${state.colour === 'strain'
    ? `strain from ${percent(-limit())}, too short, blue, over 0, grey, to ${
      percent(limit())}, too long, red${outerWords()}` : legendWords()}`);
}

function showLegend() {
  const box = byId('legend'), search = byId('labels-like');
  byId('bar').hidden = !hasBars();
  byId('labels').hidden = !hasLabels();
  if (hasBars())
    showBar();
  if (!hasLabels())
    return;
  const want = search.value.toLowerCase(), keys = legendKeys();
  search.hidden = keys.length <= 12;
  byId('labels-of').textContent = data.label ? shorten(data.label, 40) : '';
  if (box.dataset.theme !== page.dataset.theme || box.children.length === 0)
    box.replaceChildren(...keys.map(legendButton));
  box.dataset.theme = page.dataset.theme;
  [...box.children].forEach((button, k) => {
    button.hidden = !keys[k].text.toLowerCase().includes(want);
    button.setAttribute('aria-pressed', String(state.only === keys[k].group));
    button.classList.toggle('dim', state.only !== null && state.only !== keys[k].group);
  });
}

// A label alone, or all of them again.
function isolate(group) {
  state.only = group === state.only ? null : group;
  announce(state.only === null ? 'All labels' : `Only ${data.groups[group] ?? 'no label'}`);
  showLegend();
  redraw(false);
}

function zoomAll(factor) {
  for (const p of shownPanels())
    zoomBy(p, factor, p.width / 2, p.height / 2 + 7);
  redraw(true);
}

function fitAll() {
  resetTurn();
  panels.forEach(resetView);
  redraw(false);
}

function setFollow() {
  state.follow = !state.follow;
  byId('follow').setAttribute('aria-pressed', String(state.follow));
  fitAll();
}

function setTheme(dark) {
  const paper = data.style.background;
  page.dataset.theme = dark ? 'dark' : 'light';
  page.style.removeProperty('--paper');
  if (paper && (lightness(paper) < 0.45) === dark)
    page.style.setProperty('--paper', paper);
  byId('theme').setAttribute('aria-pressed', String(dark));
  readColours();
  showLegend();
  redraw(false);
}

const step = by => {
  seek(frameAhead() + by);
  tellTime();
};
const keys = {
  ' ': () => setPlaying(!state.playing),
  ArrowLeft: () => step(-1), ArrowRight: () => step(1),
  Home: () => step(-frames), End: () => step(frames),
  '+': () => zoomAll(1.3), '=': () => zoomAll(1.3), '-': () => zoomAll(1 / 1.3),
  0: fitAll, f: setFollow, l: setLasso,
  '/': () => byId('query').focus(), '?': () => byId('keys').showModal(),
  u: undo, U: redo, s: () => settle(panelNow().run), R: resetMoves,
  p: () => heldNode() >= 0 && togglePin(panelNow().run, heldNode()),
  '.': () => further().forEach(p => furtherLayer(p.run, rates.alpha ?? runs[p.run].alpha,
                                                 rates.beta ?? runs[p.run].beta)),
  c: () => chooseNext('colour'), z: () => chooseNext('space'),
  n: () => chooseNext('names'), m: () => chooseNext('models'),
  e: () => setTable(),
  r: () => {
    if (heldNode() < 0)
      setRuler(panelNow().run);
    else
      ruleTo(panelNow().run, heldNode());
    redraw(false);
  },
  g: () => {
    state.grip = canMove && !state.grip && heldNode() >= 0;
    announce(state.grip ? `Arrow keys move ${data.names[heldNode()]}` : 'Arrow keys go along edges');
  },
  Enter: () => {
    const p = panelNow();
    if (!heldItem())
      hold({ kind: 'node', index: nearest(p, p.width / 2, p.height / 2, () => true), panel: p });
  },
  t: () => setTheme(!ink.dark), Escape: () => {
    choose([]);
    state.grip = false;
    setRuler(panelNow().run, false);
    hold(null);
    if (state.only !== null)
      isolate(state.only);
  }
};

// The node whose place on a panel is nearest to a point, of those that count.
function nearest(p, x, y, counts) {
  let best = -1;
  const far = i => (p.x[i] - x) ** 2 + (p.y[i] - y) ** 2;
  for (let i = 0; i < n; i++)
    if (counts(i) && (best < 0 || far(i) < far(best)))
      best = i;
  return best;
}

// From the node that is held along the edge that points most into a direction; or the
// node itself goes there.
function walk([dx, dy]) {
  const p = panelNow(), i = heldNode();
  if (state.grip) {
    const [x, y] = [p.x[i], p.y[i]];
    grab(p, [i], [x, y]);
    pullTo([x - 12 * dx, y - 12 * dy]);
    setTimeout(release, 60);
    return;
  }
  const turn = j => {
    const a = p.x[j] - p.x[i], b = p.y[j] - p.y[i];
    return (-a * dx - b * dy) / (Math.hypot(a, b) || 1);
  };
  const next = neighbours(i).filter(j => turn(j) > 0.3).sort((a, b) => turn(b) - turn(a))[0];
  if (next === undefined)
    announce('No edge goes there');
  else
    hold({ kind: 'node', index: next, panel: p });
  redraw(false);
}

function onKey(event) {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || byId('keys').open)
    return;
  if (target.matches('input:not([type="radio"]):not([type="range"]), select')) {
    if (key === 'Escape' && target.id !== 'query')
      target.blur();
    else if (key === 'Escape') {
      target.value = '';
      find('');
      target.blur();
    }
    return;
  }
  // Buttons, radio buttons and the slider have keys of their own.
  if ((key === ' ' || key === 'Enter') && target.matches('button, input[type="radio"]')
      || /^(Arrow|Home|End)/.test(key) && target.matches('input'))
    return;
  const direction = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1],
                      ArrowDown: [0, -1] }[key];
  if (direction && event.shiftKey) {
    if (inSpace)
      turnBy(-0.15 * direction[0], -0.15 * direction[1]);
    else
      shownPanels().forEach(p => panBy(p, 50 * direction[0], 50 * direction[1]));
    redraw(true);
  } else if (direction && heldNode() >= 0 && target.matches('.over'))
    walk(direction);
  else if (Object.hasOwn(keys, key))
    keys[key]();
  else
    return;
  event.preventDefault();
}

function makeChoices() {
  choices('models', runs.length < 2 ? [] : [['-1', 'all'],
    ...runs.map((run, r) => [String(r), run.title])], '-1', key => {
    state.run = Number(key);
    for (const p of panels)
      p.box.hidden = state.run >= 0 && p.run !== state.run;
    resize();
    drawChart();
    showRates();
  });
  choices('colour', [[groupCount > 0 ? 'label' : 'plain', shorten(nodeShade?.title
    ?? edgeShade?.title ?? (groupCount > 0 ? 'label' : 'plain'), 24)],
    ['strain', 'strain', '(achieved − target) / target']], state.colour, key => {
    state.colour = key;
    showLegend();
    redraw(false);
  });
  choices('space', [['z', 'Z', 'the hidden features Z'],
    ['y', 'Y', 'Y = D^−1/2 Z, for which the lengths are prescribed']],
    state.space, key => {
    state.space = key;
    panels.forEach(frameBox);
    panels.forEach(resetView);
    redraw(false);
    drawChart();
    showTime();
  });
  choices('names', [['off', 'off'], ['on', 'on']], state.names ? 'on' : 'off',
          key => {
    state.names = key === 'on';
    redraw(false);
  });
}

// The curve: of what is brought down, or of a measure.
function makeCurves() {
  const box = byId('measure');
  box.hidden = data.measures.length === 0;
  [data.merit, ...data.measures].forEach((title, k) => {
    const option = element('option', title);
    option.value = k - 1;
    box.append(option);
  });
  box.addEventListener('change', () => {
    state.curve = Number(box.value);
    drawChart();
    showTime();
  });
}

function start() {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const click = (id, act) => byId(id).addEventListener('click', act);
  const { background } = data.style, slider = byId('slider');
  byId('title').textContent = data.title || data.heading;
  byId('about').textContent = [count(n, 'node'), count(m, 'edge'),
    data.dim > 2 && `${data.dim} dimensions`,
    data.dim > 3 && 'the first principal axes shown',
    frames > 1 && count(longest[frames - 1], data.unit),
    data.unasked && 'all lengths 1'].filter(text => text).join(' · ');
  byId('about').title = `${data.meta.Software}: ${data.meta.Command}`;
  state.names = state.namesAtFirst = data.style.names ?? n <= 40;
  makeChoices();
  makeCurves();
  byId('time').hidden = byId('follow').hidden = frames < 2;
  slider.max = frames - 1;
  slider.setAttribute('aria-label', data.unit);
  slider.addEventListener('input', () => seek(Number(slider.value), true));
  click('play', () => setPlaying(!state.playing));
  click('in', () => zoomAll(1.3));
  click('out', () => zoomAll(1 / 1.3));
  click('fit', fitAll);
  click('follow', setFollow);
  click('lasso', setLasso);
  click('png', savePng);
  click('svg', saveSvg);
  click('csv', saveCsv);
  click('json', saveJson);
  click('gml', saveGml);
  click('table', keys.e);
  click('ruler', () => {
    setRuler(panelNow().run);
    redraw(false);
  });
  makeTable();
  byId('labels-like').addEventListener('input', showLegend);
  for (const id of ['moves', 'further'])
    byId(id).hidden = !canMove;
  click('undo', undo);
  click('redo', redo);
  click('settle', keys.s);
  click('reset', resetMoves);
  click('layer', keys['.']);
  for (const name of ['alpha', 'beta']) {
    byId(name).value = runs[0][name] ?? 0;
    byId(name).addEventListener('input', () => {
      rates[name] = Number(byId(name).value);
      showRates();
    });
  }
  showRates();
  showLive();
  on('live', showLive);
  for (const name of ['live', 'time'])
    on(name, () => showRuler(panelNow().run));
  click('help', keys['?']);
  click('theme', keys.t);
  byId('query').addEventListener('input', event => find(event.target.value));
  byId('search').addEventListener('submit', event => {
    event.preventDefault();
    findNext();
  });
  document.addEventListener('keydown', onKey);
  on('time', showTime);
  on('playing', showPlaying);
  on('painted', () => state.colour === 'strain' && showLegend());
  system.addEventListener('change', () => setTheme(system.matches));
  panels.forEach(listenToPointers);
  panels.forEach(frameBox);
  setTheme(background ? lightness(background) < 0.45 : system.matches);
  showTime();
  resize();
  readLink((id, value) => [...document.querySelectorAll(`#${id} input`)]
    .find(input => input.value === value)?.click(), isolate);
  if (data.plays && !still.matches && window.location.hash === '')
    setPlaying(true);
  new ResizeObserver(() => {
    resize();
    drawChart();
    showLegend();
  }).observe(byId('stage'));
}
start();

// For scripts in the console: where a node is in the window and in Y, going places, and
// damped layers, of which the energy before and after is answered.
window.mgnn = Object.freeze({
  where(name, panel = 0) {
    const i = data.names.indexOf(name), p = panels[panel];
    const box = p.over.getBoundingClientRect();
    return i < 0 ? null : [box.left + p.x[i], box.top + p.y[i]];
  },
  seek: frame => seek(frame, true),
  layers: (k, panel = 0) => dampedLayers(panels[panel].run, k),
  positions: (panel = 0) => coordinatesOf(panels[panel].run, state.time)
    .map((at, i) => [data.names[i], ...at]),
  energy: (panel = 0) => figuresOf(panels[panel].run).energy,
  chosen: () => [...chosen].map(i => data.names[i])
});
