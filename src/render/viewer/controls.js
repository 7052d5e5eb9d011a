// The controls around the drawing: buttons, choices, keys, and words about the
// frame that is shown.
import { count, data, frames, groupCount, limit, longest, m, n, percent, runs, say
       } from './data.js';
import { drawChart } from './chart.js';
import { announce, byId, checked, element, page } from './dom.js';
import { savePng, saveSvg } from './export.js';
import { hasLegend, keyBoxes, legendKeys, paintLegend } from './legend.js';
import { ink, lightness, readColours } from './paint.js';
import { frameBox, inSpace, panBy, panels, resetTurn, resetView, shownPanels,
         turnBy, zoomBy } from './panel.js';
import { frameAhead, redraw, resize, seek, setPlaying, still } from './player.js';
import { chosen, choose, setLasso } from './lasso.js';
import { curveOf, curveTitle } from './measure.js';
import { listenToPointers } from './pointer.js';
import { find, findNext } from './search.js';
import { hold } from './selection.js';
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
    const merit = Number.isFinite(run.merit[f]) ? say(run.merit[f]) : '';
    p.head.textContent = !run.title ? ''
      : run.steps[f] === 0 && frames > 1 ? `${run.title}, start`
      : `${run.title}-${run.steps[f]}`;
    p.note.textContent = [merit && `${data.sign} = ${merit}`,
      state.curve >= 0 && `${curveTitle()} = ${say(curveOf(run)[f])}`,
      Number.isFinite(run.share) && `${say(100 * run.share)}\u2009% of variance`]
      .filter(text => text).join(', ');
    p.over.setAttribute('aria-label', `Drawing ${run.title || ''}, ${words}: ${
      count(n, 'node')}, ${count(m, 'edge')}, ${data.merit} ${merit || 'unknown'
      }, length errors ${say(100 * run.rms[f])} percent, root mean square`);
  }
}

const tellTime = () => announce([byId('step').textContent, ...shownPanels()
  .map(p => `${p.head.textContent} ${p.note.textContent}`)].join('; '));

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

function showLegend() {
  const canvas = byId('legend'), ctx = canvas.getContext('2d');
  const width = byId('below').clientWidth - 260, ratio = devicePixelRatio || 1;
  const height = hasLegend() ? paintLegend(ctx, 0, 2, width) : 1;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  ctx.scale(ratio, ratio);
  if (hasLegend())
    paintLegend(ctx, 0, 2, width);
  canvas.setAttribute('aria-label', state.colour === 'strain'
    ? `Colours: strain from ${percent(-limit)}, too short, blue, over 0, grey, `
      + `to ${percent(limit)}, too long, red`
    : `Labels: ${legendKeys().map(key => key.text).join(', ')}`);
}

// A label alone, or all of them again.
function isolate(group) {
  state.only = group === state.only ? null : group;
  announce(state.only === null ? 'All labels' : `Only ${data.groups[group] ?? 'no label'}`);
  showLegend();
  redraw(false);
}

function keyAt(event) {
  const x = event.offsetX, y = event.offsetY;
  return hasLegend() && state.colour === 'label' ? keyBoxes.find(([, left, top, width]) =>
    x >= left && x < left + width && y >= top && y < top + 18) : null;
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
  c: () => chooseNext('colour'), z: () => chooseNext('space'),
  n: () => chooseNext('names'), m: () => chooseNext('models'),
  t: () => setTheme(!ink.dark), Escape: () => {
    choose([]);
    hold(null);
    if (state.only !== null)
      isolate(state.only);
  }
};

function onKey(event) {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || byId('keys').open)
    return;
  if (target.id === 'query') {
    if (key === 'Escape') {
      target.value = '';
      find('');
      target.blur();
    }
    return;
  }
  // Buttons, radio buttons and the slider have keys of their own.
  if (key === ' ' && target.matches('button, input[type="radio"]')
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
  } else if (Object.hasOwn(keys, key))
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
  });
  choices('colour', [groupCount > 0 ? ['label', 'label'] : ['plain', 'plain'],
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
  state.names = data.style.names ?? n <= 40;
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
  click('legend', event => keyAt(event) && isolate(keyAt(event)[0]));
  byId('legend').addEventListener('pointermove', event => {
    event.target.style.cursor = keyAt(event) ? 'pointer' : '';
  });
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
  system.addEventListener('change', () => setTheme(system.matches));
  panels.forEach(listenToPointers);
  panels.forEach(frameBox);
  setTheme(background ? lightness(background) < 0.45 : system.matches);
  showTime();
  if (data.plays && !still.matches)
    setPlaying(true);
  new ResizeObserver(() => {
    resize();
    drawChart();
    showLegend();
  }).observe(byId('stage'));
}
start();

// For scripts in the console: where a node is in the window, and going places.
window.mgnn = Object.freeze({
  where(name, panel = 0) {
    const i = data.names.indexOf(name), p = panels[panel];
    const box = p.over.getBoundingClientRect();
    return i < 0 ? null : [box.left + p.x[i], box.top + p.y[i]];
  },
  seek: frame => seek(frame, true),
  chosen: () => [...chosen].map(i => data.names[i])
});
