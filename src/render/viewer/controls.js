// What the reader does, and what is told in words: controls, pointer, keys,
// search, the box about a node or an edge, the live region.

let hover = null, held = null;          // { kind, index, panel }
const announce = text => { byId('live').textContent = text; };
const element = (name, text, bidi) => {
  const node = document.createElement(name);
  const inner = bidi ? document.createElement('bdi') : node;
  inner.textContent = text;
  if (bidi)
    node.append(inner);
  return node;
};
const count = (k, one) => `${say(k)} ${one}${k === 1 ? '' : 's'}`;
const stepOf = (run, t) => {
  const all = runs[run].steps;
  return all[Math.min(Math.round(t), all.length - 1)];
};

// Words about the frame that is shown, or about to be.
function showTime(to) {
  const t = Math.round(to ?? state.time), slider = byId('slider');
  const longest = runs.reduce((a, b) => b.steps.length > a.length ? b.steps : a, []);
  const words = `${data.unit} ${longest[t]} of ${longest[frames - 1]}`;
  slider.value = t;
  slider.setAttribute('aria-valuetext', words);
  byId('step').textContent = words;
  for (const p of panels) {
    const run = runs[p.run], f = Math.min(t, run.steps.length - 1);
    p.head.textContent = run.title === null ? ''
      : run.steps[f] === 0 && frames > 1 ? `${run.title}, start`
      : `${run.title}-${run.steps[f]}`;
    p.note.textContent = Number.isFinite(run.energy[f])
      ? `E = ${say(run.energy[f])}` : '';
    p.over.setAttribute('aria-label', `Drawing${run.title ? ' of ' + run.title
      : ''}, ${words}: ${count(n, 'node')}, ${count(m, 'edge')}${
      Number.isFinite(run.energy[f]) ? `, energy ${say(run.energy[f])}` : ''}${
      Number.isFinite(run.rms[f]) ? `, length errors ${say(100 * run.rms[f])
      } percent, root mean square` : ''}`);
  }
  moveCursor();
  return words;
}

function tellTime() {
  const notes = shownPanels().map(p => [p.head.textContent, p.note.textContent]
    .filter(text => text).join(', '));
  announce(`${byId('step').textContent}. ${notes.join('; ')}`);
}

function showPlaying() {
  const button = byId('play');
  button.toggleAttribute('data-on', state.playing);
  button.setAttribute('aria-label', state.playing ? 'Pause' : 'Play');
  if (!state.playing)
    tellTime();
}

// A row of choices: native radio buttons, so that they work as expected.
function choices(id, list, value, change) {
  const box = byId(id);
  box.hidden = list.length < 2;
  for (const [key, text, title] of list) {
    const label = document.createElement('label'), input = element('input', '');
    input.type = 'radio';
    input.name = id;
    input.value = key;
    input.checked = key === String(value);
    input.addEventListener('change', () => change(key));
    label.title = title || '';
    label.append(input, element('span', text));
    box.append(label);
  }
}

function choose(id, key) {
  const input = [...document.querySelectorAll(`#${id} input`)]
    .find(item => item.value === key);
  if (input && !byId(id).hidden) {
    input.checked = true;
    input.dispatchEvent(new Event('change'));
    announce(`${byId(id).querySelector('legend').textContent}: ${
      input.nextSibling.textContent}`);
  }
}

function chooseNext(id) {
  const all = [...document.querySelectorAll(`#${id} input`)];
  const at = all.findIndex(input => input.checked);
  if (all.length > 0)
    choose(id, all[(at + 1) % all.length].value);
}

const hasLegend = () => data.style.legend
  && (state.colour === 'strain' || groupCount > 0);
function legendKeys() {
  const used = new Uint32Array(groupCount + 1);
  for (let i = 0; i < n; i++)
    used[groupOf(i)]++;
  const keys = data.groups.map((text, group) => ({ group, text }))
    .filter(key => used[key.group] > 0);
  if (groupCount > 0 && used[groupCount] > 0)
    keys.push({ group: groupCount, text: 'no label' });
  return keys;
}

function showLegend() {
  const box = byId('legend');
  box.replaceChildren();
  if (!hasLegend())
    return;
  if (state.colour === 'strain') {
    const w = 220, svg = shape('svg', { width: w + 40, height: 30, role: 'img',
      'aria-label': `Colours: strain from ${percent(-limit)}, blue, too short, `
        + `over 0, grey, to ${percent(limit)}, red, too long` });
    for (let k = 0; k < 44; k++)
      svg.append(shape('rect', { x: 20 + k * w / 44, y: 2, width: w / 44 + 0.3,
        height: 9, fill: strainColour(2 * (k + 0.5) / 44 - 1) }));
    for (const t of [-1, 0, 1])
      svg.append(shape('text', { x: 20 + (t + 1) / 2 * w, y: 25,
        'text-anchor': 'middle', fill: 'currentColor' }, percent(t * limit)));
    const note = element('span', 'strain: (achieved − target) / target');
    box.append(svg, note);
    return;
  }
  for (const { group, text } of legendKeys().slice(0, 60)) {
    const key = document.createElement('span');
    const svg = shape('svg', { width: 11, height: 11, 'aria-hidden': 'true' });
    const path = new Recorder(1, 1);
    markPath(path, markOf(group), 5.5, 5.5, 4.6);
    svg.append(shape('path', { d: path.path.join(''), fill: fillOf(group) }));
    key.className = 'key';
    key.append(svg, element('bdi', shorten(text, 60)));
    box.append(key);
  }
}

// The box about a node or an edge.
const nodeName = i => data.names[i];
function facts(spot, p) {
  const rows = [];
  if (spot.kind === 'node') {
    const i = spot.index, far = data.dim > 3;
    const from = c => state.space === 'y' ? (data.centre[c] || 0) : 0;
    if (groupOf(i) < groupCount)
      rows.push(['label', data.groups[groupOf(i)], true]);
    rows.push(['degree', String(degree(i))]);
    const x = [...Array(axes).keys()].map(c =>
      say(p.world[3 * i + c] * scale + from(c)));
    rows.push([far ? 'principal axes' : state.space.toUpperCase(), x.join(',  ')]);
    return { title: nodeName(i), rows };
  }
  const e = spot.index, t = state.time;
  positions(p.run, t, false, p.y3);
  const r = lengthOf(p.run, t, e, p.y3), low = lower(e), high = upper(e);
  rows.push(['target', low === high ? say(low * scale)
    : high === Infinity ? `at least ${say(low * scale)}`
    : `${say(low * scale)} to ${say(high * scale)}`]);
  rows.push(['achieved', say(r * scale)]);
  const s = strainOf(e, r);
  rows.push(['strain', s === s ? percent(s) : 'none, the target is 0']);
  if (arrays.stiffness)
    rows.push(['stiffness', say(perEdge(arrays.stiffness, e))]);
  return { title: `${nodeName(ends[2 * e])} – ${nodeName(ends[2 * e + 1])}`,
           pair: [ends[2 * e], ends[2 * e + 1]], rows };
}

function spotPlace(spot, p) {
  if (spot.kind === 'node')
    return [p.x[spot.index], p.y[spot.index]];
  const i = ends[2 * spot.index], j = ends[2 * spot.index + 1];
  return [(p.x[i] + p.x[j]) / 2, (p.y[i] + p.y[j]) / 2];
}

function showTip() {
  const tip = byId('tip'), spot = hover || held;
  const p = spot && shownPanels().includes(spot.panel) ? spot.panel : null;
  tip.hidden = p === null;
  if (p === null)
    return;
  const { title, pair, rows } = facts(spot, p), head = document.createElement('b');
  if (pair)
    head.append(element('bdi', nodeName(pair[0])), ' – ',
                element('bdi', nodeName(pair[1])));
  else
    head.append(element('bdi', title));
  const list = document.createElement('dl');
  for (const [key, value, bidi] of rows)
    list.append(element('dt', key), element('dd', value, bidi));
  tip.replaceChildren(head, list);
  const box = p.box.getBoundingClientRect();
  const [sx, sy] = hover && hover.at ? hover.at : spotPlace(spot, p);
  let x = box.left + within(sx, 0, p.width) + 16;
  let y = box.top + within(sy, 0, p.height) + 14;
  if (x + tip.offsetWidth > innerWidth - 8)
    x -= tip.offsetWidth + 30;
  if (y + tip.offsetHeight > innerHeight - 8)
    y -= tip.offsetHeight + 28;
  tip.style.left = `${Math.max(4, x)}px`;
  tip.style.top = `${Math.max(4, y)}px`;
}

// What is held or pointed at, in every panel, above the drawing.
function paintOver() {
  for (const p of shownPanels()) {
    const ctx = p.top, { node, width } = sizesOf(p);
    clearTo(ctx, p);
    for (const spot of [held, hover]) {
      if (!spot)
        continue;
      const edges = spot.kind === 'edge' ? [spot.index]
        : slots.subarray(first[spot.index], first[spot.index + 1]);
      ctx.lineCap = 'round';
      ctx.strokeStyle = ink.accent;
      ctx.globalAlpha = spot.kind === 'edge' ? 1 : within(12 / edges.length, 0.25, 0.8);
      ctx.lineWidth = Math.max(width + 0.8, spot.kind === 'edge' ? 2.4 : 1.2);
      for (const e of edges) {
        ctx.beginPath();
        ctx.moveTo(p.x[ends[2 * e]], p.y[ends[2 * e]]);
        ctx.lineTo(p.x[ends[2 * e + 1]], p.y[ends[2 * e + 1]]);
        ctx.stroke();
      }
      ctx.globalAlpha = 1;
      const nodes = spot.kind === 'node' ? [spot.index]
        : [ends[2 * spot.index], ends[2 * spot.index + 1]];
      for (const i of nodes) {
        ctx.beginPath();
        ctx.arc(p.x[i], p.y[i], Math.max(radiusOf(p, node, i), 2.5) + 2.5, 0,
                2 * Math.PI);
        ctx.lineWidth = 3.5;
        ctx.strokeStyle = ink.paper;
        ctx.stroke();
        ctx.lineWidth = 2;
        ctx.strokeStyle = ink.accent;
        ctx.stroke();
      }
    }
  }
}

function afterPaint() {
  paintOver();
  showTip();
}

function hold(spot, tell) {
  held = spot;
  if (tell && spot) {
    const { title, rows } = facts(spot, spot.panel);
    announce(`${spot.kind === 'edge' ? 'Edge' : 'Node'} ${title}: ${
      rows.map(([key, value]) => `${key} ${value}`).join(', ')}`);
  }
  afterPaint();
}

// Pointers: one drags or turns, two move and zoom.
function listen(p) {
  const down = new Map();
  let moved = 0, ask = null;
  const at = event => {
    const box = p.over.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const look = (x, y, reach) => {
    const spot = pick(p, x, y, reach);
    hover = spot ? { ...spot, panel: p, at: [x, y] } : null;
    p.over.classList.toggle('on', hover !== null);
    afterPaint();
  };
  p.over.addEventListener('pointerdown', event => {
    down.set(event.pointerId, { at: at(event), pan: event.shiftKey
                                || event.button === 2 || event.button === 1 });
    p.over.setPointerCapture(event.pointerId);
    moved = 0;
  });
  p.over.addEventListener('pointermove', event => {
    const [x, y] = at(event), before = down.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse' && !state.playing) {
        if (ask === null)
          requestAnimationFrame(() => { const xy = ask; ask = null;
                                        if (xy) look(...xy, 4); });
        ask = [x, y];
      }
      return;
    }
    const dx = x - before.at[0], dy = y - before.at[1];
    moved += Math.abs(dx) + Math.abs(dy);
    if (moved < 4)
      return;
    hover = null;
    p.over.classList.add('held');
    if (down.size === 2) {
      const [a, b] = [...down.values()].map(d => d.at);
      const gap = Math.hypot(a[0] - b[0], a[1] - b[1]);
      const other = before.at === a ? b : a;
      const next = Math.hypot(x - other[0], y - other[1]);
      panBy(p, dx / 2, dy / 2);
      if (gap > 5)
        zoomBy(p, next / gap, (x + other[0]) / 2, (y + other[1]) / 2);
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
      p.over.classList.remove('held');
    if (moved < 4 && event.type === 'pointerup') {
      const [x, y] = at(event), touch = event.pointerType !== 'mouse';
      const spot = pick(p, x, y, touch ? 12 : 4);
      hover = null;
      hold(spot && { ...spot, panel: p }, true);
    }
  };
  p.over.addEventListener('pointerup', up);
  p.over.addEventListener('pointercancel', up);
  p.over.addEventListener('pointerleave', () => {
    ask = hover = null;
    afterPaint();
  });
  p.over.addEventListener('contextmenu', event => inSpace && event.preventDefault());
  p.over.addEventListener('wheel', event => {
    event.preventDefault();
    const step = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
    hover = null;
    zoomBy(p, Math.exp(-within(step, -240, 240) * (event.ctrlKey ? 0.01 : 0.0022)),
           ...at(event));
    redraw(true);
  }, { passive: false });
  p.over.addEventListener('dblclick', event => {
    zoomBy(p, 2, ...at(event));
    redraw(true);
  });
}

function zoomAll(factor) {
  for (const p of shownPanels())
    zoomBy(p, factor, p.width / 2, p.height / 2 + 7);
  redraw(true);
}

function setFollow(on) {
  state.follow = on;
  byId('follow').setAttribute('aria-pressed', String(on));
  fitAll();
}

function fitAll() {
  turn = data.view.slice();
  panels.forEach(resetView);
  redraw(false);
}

// Search: exact names first, then those that begin so, then those that hold it.
const search = { text: '', list: [], at: 0 };
function find(text) {
  const want = text.toLowerCase(), ranks = [[], [], []];
  search.text = text;
  search.at = 0;
  if (want !== '')
    data.names.forEach((name, i) => {
      const at = name.toLowerCase().indexOf(want);
      if (at >= 0)
        ranks[name.length === text.length ? 0 : at === 0 ? 1 : 2].push(i);
    });
  search.list = ranks.flat();
  showFound();
}

function showFound() {
  const { text, list, at } = search;
  byId('found').textContent = text === '' ? ''
    : list.length === 0 ? 'none' : `${at + 1} of ${say(list.length)}`;
  if (text !== '' && list.length === 0)
    announce(`No node is named like ${text}`);
  if (list.length === 0) {
    if (text !== '') hold(null);
    return;
  }
  const i = list[at], p = shownPanels()[0];
  for (const q of shownPanels()) {
    place(q);
    if (q.x[i] < 40 || q.x[i] > q.width - 40 || q.y[i] < 40
        || q.y[i] > q.height - 40 || q.zoom > 1.01)
      panBy(q, q.width / 2 - q.x[i], q.height / 2 - q.y[i]);
    place(q);
  }
  hold({ kind: 'node', index: i, panel: p }, true);
  redraw(false);
}

function setTheme(name) {
  const root = document.documentElement;
  root.dataset.theme = name;
  root.style.removeProperty('--paper');
  const paper = data.style.background;
  if (paper && (lightness(paper) < 0.45) === (name === 'dark'))
    root.style.setProperty('--paper', paper);
  byId('theme').setAttribute('aria-pressed', String(name === 'dark'));
  readColours();
  showLegend();
  redraw(false);
}

const keys = {
  ' ': () => setPlaying(!state.playing),
  ArrowLeft: () => { seek(state.time - 1); tellTime(); },
  ArrowRight: () => { seek(state.time + 1); tellTime(); },
  Home: () => { seek(0); tellTime(); },
  End: () => { seek(frames - 1); tellTime(); },
  '+': () => zoomAll(1.3), '=': () => zoomAll(1.3), '-': () => zoomAll(1 / 1.3),
  '0': fitAll, f: () => setFollow(!state.follow),
  '/': () => byId('query').focus(),
  '?': () => byId('keys').showModal(),
  c: () => chooseNext('colour'), z: () => chooseNext('space'),
  n: () => chooseNext('names'), m: () => chooseNext('models'),
  t: () => setTheme(ink.dark ? 'light' : 'dark'),
  Escape: () => { hover = null; hold(null); }
};

function onKey(event) {
  const target = event.target, typing = target.matches('input[type="search"]');
  if (event.ctrlKey || event.metaKey || event.altKey || byId('keys').open)
    return;
  if (typing) {
    if (event.key === 'Escape') {
      target.value = '';
      find('');
      hold(null);
      target.blur();
    }
    return;
  }
  // Buttons, radio buttons and the slider have keys of their own.
  if (event.key === ' ' && target.matches('button, input[type="radio"]')
      || /^(Arrow|Home|End)/.test(event.key) && target.matches('input'))
    return;
  const way = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1],
                ArrowDown: [0, -1] }[event.key];
  if (way && event.shiftKey) {
    if (inSpace)
      turnBy(-way[0] * 0.15, -way[1] * 0.15);
    else
      shownPanels().forEach(p => panBy(p, 50 * way[0], 50 * way[1]));
    redraw(true);
  } else if (Object.hasOwn(keys, event.key))
    keys[event.key]();
  else
    return;
  event.preventDefault();
}

function start() {
  const title = data.title || data.heading;
  byId('title').textContent = title;
  byId('about').textContent = [count(n, 'node'), count(m, 'edge'),
    data.dim > 2 ? `${data.dim} dimensions${data.dim > 3 ? ', the first principal axes shown' : ''}` : '',
    frames > 1 ? `${count(runs[0].steps[frames - 1] ?? frames - 1, data.unit)}` : '',
    data.unasked ? 'all lengths 1' : ''].filter(text => text).join(' · ');
  byId('about').title = `${data.meta.Software}: ${data.meta.Command}`;
  const dark = data.style.background ? lightness(data.style.background) < 0.45
    : matchMedia('(prefers-color-scheme: dark)').matches;
  state.names = data.style.names || n <= 40;
  choices('models', runs.length < 2 ? [] : [['-1', 'all'],
    ...runs.map((run, r) => [String(r), run.title])], -1, key => {
    state.run = Number(key);
    panels.forEach(p => { p.box.hidden = state.run >= 0 && p.run !== state.run;
                          p.box.style.display = p.box.hidden ? 'none' : ''; });
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
  });
  choices('names', [['off', 'off'], ['on', 'on']], state.names ? 'on' : 'off',
          key => {
    state.names = key === 'on';
    redraw(false);
  });
  byId('time').hidden = frames < 2;
  const slider = byId('slider');
  slider.max = frames - 1;
  slider.setAttribute('aria-label', data.unit);
  slider.addEventListener('input', () => seek(Number(slider.value), true));
  byId('play').addEventListener('click', () => setPlaying(!state.playing));
  byId('in').addEventListener('click', () => zoomAll(1.3));
  byId('out').addEventListener('click', () => zoomAll(1 / 1.3));
  byId('fit').addEventListener('click', fitAll);
  byId('follow').hidden = frames < 2;
  byId('follow').addEventListener('click', () => setFollow(!state.follow));
  byId('png').addEventListener('click', savePng);
  byId('svg').addEventListener('click', saveSvg);
  byId('help').addEventListener('click', () => byId('keys').showModal());
  byId('theme').addEventListener('click', () =>
    setTheme(ink.dark ? 'light' : 'dark'));
  byId('query').addEventListener('input', event => find(event.target.value));
  byId('search').addEventListener('submit', event => {
    event.preventDefault();
    if (search.list.length > 0)
      search.at = (search.at + 1) % search.list.length;
    showFound();
  });
  document.addEventListener('keydown', onKey);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', event =>
    setTheme(event.matches ? 'dark' : 'light'));
  panels.forEach(listen);
  panels.forEach(frameBox);
  setTheme(dark ? 'dark' : 'light');
  resize();
  panels.forEach(resetView);
  drawChart();
  showTime();
  new ResizeObserver(() => { resize(); drawChart(); }).observe(byId('stage'));
}
start();

// For scripts in the console: where a node is on the page, and going places.
window.mgnn = Object.freeze({
  where(name, panel = 0) {
    const i = data.names.indexOf(name), p = panels[panel];
    const box = p.over.getBoundingClientRect();
    return i < 0 ? null : [box.left + p.x[i], box.top + p.y[i]];
  },
  seek: frame => seek(frame, true),
  play: () => setPlaying(true),
  turn: (a, b) => { turnBy(a, b); redraw(true); }
});
