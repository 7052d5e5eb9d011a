// What the reader does, and what is told in words: controls, pointer, keys,
// search, the box about a node or an edge, the live region.

let hover = null, held = null;          // { kind, index, panel, at }
const announce = text => { byId('live').textContent = text; };
const element = (name, ...inner) => {
  const node = document.createElement(name);
  node.append(...inner);       // texts become text, never markup
  return node;
};
const count = (k, one) => `${say(k)} ${one}${k === 1 ? '' : 's'}`;
const checked = id => document.querySelector(`#${id} :checked`);

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
    p.note.textContent = merit && `${data.sign} = ${merit}`;
    p.over.setAttribute('aria-label', `Drawing ${run.title || ''}, ${words}: ${
      count(n, 'node')}, ${count(m, 'edge')}, ${data.merit} ${merit || 'unknown'
      }, length errors ${say(100 * run.rms[f])} percent, root mean square`);
  }
  moveCursor();
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
  const width = byId('below').clientWidth - 190, ratio = devicePixelRatio || 1;
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

function facts({ kind, index }, p) {
  const rows = [];
  if (kind === 'node') {
    const from = c => state.space === 'y' ? centre[c] : 0;
    if (groupOf(index) < groupCount)
      rows.push(['label', data.groups[groupOf(index)]]);
    rows.push(['degree', String(degree(index))],
      [data.dim > 3 ? 'principal axes' : state.space.toUpperCase(),
       [...Array(axes).keys()].map(c =>
         say(p.world[3 * index + c] * scale + from(c))).join(',  ')]);
    return { nodes: [index], rows };
  }
  positions(p.run, state.time, false, p.metric);
  const r = lengthOf(p.run, state.time, index, p.metric);
  const low = lower(index), high = upper(index), s = strainOf(index, r);
  rows.push(['target', low === high ? say(low * scale)
      : high === Infinity ? `at least ${say(low * scale)}`
      : `${say(low * scale)} to ${say(high * scale)}`],
    ['achieved', say(r * scale)],
    ['strain', s === s ? percent(s) : 'none, the target is 0']);
  if (arrays.stiffness)
    rows.push(['stiffness', say(perEdge(arrays.stiffness, index))]);
  return { nodes: [one[index], two[index]], rows };
}

function showTip() {
  const tip = byId('tip'), spot = hover || held;
  const p = spot && shownPanels().includes(spot.panel) ? spot.panel : null;
  tip.hidden = p === null;
  if (p === null)
    return;
  const { nodes, rows } = facts(spot, p), box = p.box.getBoundingClientRect();
  const [first, ...others] = nodes.map(i => element('bdi', data.names[i]));
  tip.replaceChildren(
    element('b', first, ...others.flatMap(other => [' – ', other])),
    element('dl', ...rows.flatMap(([key, value]) =>
      [element('dt', key), element('dd', element('bdi', value))])));
  const [x, y] = spot.at || [p.x, p.y].map(at =>
    nodes.reduce((sum, i) => sum + at[i] / nodes.length, 0));
  let left = box.left + within(x, 0, p.width) + 16;
  let top = box.top + within(y, 0, p.height) + 14;
  if (left + tip.offsetWidth > innerWidth - 8)
    left -= tip.offsetWidth + 30;
  if (top + tip.offsetHeight > innerHeight - 8)
    top -= tip.offsetHeight + 28;
  tip.style.left = `${Math.max(4, left)}px`;
  tip.style.top = `${Math.max(4, top)}px`;
}

// What is held or pointed at, in every panel, above the drawing.
function paintOver() {
  for (const p of shownPanels()) {
    const ctx = p.top, { node, width } = sizesOf(p);
    clearTo(ctx, p);
    ctx.lineCap = 'round';
    for (const spot of [held, hover].filter(spot => spot)) {
      const alone = spot.kind === 'edge', i = spot.index;
      const edges = alone ? [i] : slots.subarray(first[i], first[i + 1]);
      ctx.strokeStyle = ink.accent;
      ctx.globalAlpha = alone ? 1 : within(12 / edges.length, 0.25, 0.8);
      ctx.lineWidth = Math.max(width + 0.8, alone ? 2.4 : 1.2);
      for (const e of edges) {
        ctx.beginPath();
        ctx.moveTo(p.x[one[e]], p.y[one[e]]);
        ctx.lineTo(p.x[two[e]], p.y[two[e]]);
        ctx.stroke();
      }
      ctx.globalAlpha = 1;
      for (const k of alone ? [one[i], two[i]] : [i])
        for (const [thick, colour] of [[3.5, ink.paper], [2, ink.accent]]) {
          ctx.lineWidth = thick;
          ctx.strokeStyle = colour;
          ctx.beginPath();
          ctx.arc(p.x[k], p.y[k], Math.max(radiusOf(p, node, k), 2.5) + 2.5, 0,
                  2 * Math.PI);
          ctx.stroke();
        }
    }
  }
}

function afterPaint() {
  paintOver();
  showTip();
}

function hold(spot) {
  held = spot;
  hover = null;
  if (spot) {
    const { nodes, rows } = facts(spot, spot.panel);
    announce(`${spot.kind} ${nodes.map(i => data.names[i]).join(' – ')}: ${
      rows.map(row => row.join(' ')).join(', ')}`);
  }
  afterPaint();
}

// Pointers: one drags or turns, two move and zoom.
function listen(p) {
  const down = new Map(), { over } = p;
  let moved = 0, ask = null;
  const at = event => {
    const box = over.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const look = () => {
    const spot = ask && pick(p, ...ask, 4);
    hover = spot && { ...spot, panel: p, at: ask };
    ask = null;
    over.classList.toggle('on', hover !== null);
    afterPaint();
  };
  const on = (name, act) => over.addEventListener(name, act, { passive: false });
  on('pointerdown', event => {
    down.set(event.pointerId, { at: at(event), pan: event.shiftKey });
    over.setPointerCapture(event.pointerId);
    moved = 0;
  });
  on('pointermove', event => {
    const [x, y] = at(event), before = down.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse' && !state.playing) {
        if (ask === null)
          requestAnimationFrame(look);
        ask = [x, y];
      }
      return;
    }
    const dx = x - before.at[0], dy = y - before.at[1];
    moved += Math.abs(dx) + Math.abs(dy);
    if (moved < 4)
      return;
    hover = null;
    over.classList.add('held');
    if (down.size === 2) {
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
    if (moved < 4 && event.type === 'pointerup') {
      const spot = pick(p, ...at(event), event.pointerType === 'mouse' ? 4 : 12);
      hold(spot && { ...spot, panel: p });
    }
  };
  on('pointerup', up);
  on('pointercancel', up);
  on('pointerleave', () => {
    ask = hover = null;
    afterPaint();
  });
  on('wheel', event => {
    event.preventDefault();
    const step = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
    hover = null;
    zoomBy(p, Math.exp(-within(step, -240, 240) * (event.ctrlKey ? 0.01 : 0.0022)),
           ...at(event));
    redraw(true);
  });
}

function zoomAll(factor) {
  for (const p of shownPanels())
    zoomBy(p, factor, p.width / 2, p.height / 2 + 7);
  redraw(true);
}

function fitAll() {
  turn = data.view.slice();
  panels.forEach(resetView);
  redraw(false);
}

function setFollow() {
  state.follow = !state.follow;
  byId('follow').setAttribute('aria-pressed', String(state.follow));
  fitAll();
}

// Search: exact names first, then beginnings, then anywhere.
const search = { text: '', list: [], at: 0 };
function find(text) {
  const want = text.toLowerCase(), ranks = [[], [], []];
  if (want !== '')
    data.names.forEach((name, i) => {
      const at = name.toLowerCase().indexOf(want);
      if (at >= 0)
        ranks[name.length === text.length ? 0 : at === 0 ? 1 : 2].push(i);
    });
  Object.assign(search, { text, list: ranks.flat(), at: 0 });
  showFound();
}

function showFound() {
  const { text, list, at } = search, some = list.length > 0;
  byId('found').textContent = text === '' ? ''
    : some ? `${at + 1} of ${say(list.length)}` : 'none';
  if (!some) {
    hold(null);
    if (text !== '')
      announce(`No node is named like ${text}`);
    return;
  }
  const i = list[at], near = (x, size) => x > 40 && x < size - 40;
  for (const p of shownPanels()) {
    place(p);
    if (p.zoom > 1.01 || !near(p.x[i], p.width) || !near(p.y[i], p.height)) {
      panBy(p, p.width / 2 - p.x[i], p.height / 2 - p.y[i]);
      place(p);
    }
  }
  hold({ kind: 'node', index: i, panel: shownPanels()[0] });
  redraw(false);
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
  seek((tween ? tween.to : Math.round(state.time)) + by);
  tellTime();
};
const keys = {
  ' ': () => setPlaying(!state.playing),
  ArrowLeft: () => step(-1), ArrowRight: () => step(1),
  Home: () => step(-frames), End: () => step(frames),
  '+': () => zoomAll(1.3), '=': () => zoomAll(1.3), '-': () => zoomAll(1 / 1.3),
  0: fitAll, f: setFollow,
  '/': () => byId('query').focus(), '?': () => byId('keys').showModal(),
  c: () => chooseNext('colour'), z: () => chooseNext('space'),
  n: () => chooseNext('names'), m: () => chooseNext('models'),
  t: () => setTheme(!ink.dark), Escape: () => hold(null)
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
  const way = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1],
                ArrowDown: [0, -1] }[key];
  if (way && event.shiftKey) {
    if (inSpace)
      turnBy(-0.15 * way[0], -0.15 * way[1]);
    else
      shownPanels().forEach(p => panBy(p, 50 * way[0], 50 * way[1]));
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
  });
  choices('names', [['off', 'off'], ['on', 'on']], state.names ? 'on' : 'off',
          key => {
    state.names = key === 'on';
    redraw(false);
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
  state.names = data.style.names || n <= 40;
  makeChoices();
  byId('time').hidden = byId('follow').hidden = frames < 2;
  slider.max = frames - 1;
  slider.setAttribute('aria-label', data.unit);
  slider.addEventListener('input', () => seek(Number(slider.value), true));
  click('play', () => setPlaying(!state.playing));
  click('in', () => zoomAll(1.3));
  click('out', () => zoomAll(1 / 1.3));
  click('fit', fitAll);
  click('follow', setFollow);
  click('png', savePng);
  click('svg', saveSvg);
  click('help', keys['?']);
  click('theme', keys.t);
  byId('query').addEventListener('input', event => find(event.target.value));
  byId('search').addEventListener('submit', event => {
    event.preventDefault();
    search.at = (search.at + 1) % (search.list.length || 1);
    showFound();
  });
  document.addEventListener('keydown', onKey);
  system.addEventListener('change', () => setTheme(system.matches));
  panels.forEach(listen);
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
  seek: frame => seek(frame, true)
});
