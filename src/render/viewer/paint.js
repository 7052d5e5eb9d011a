// How a panel is painted, on a canvas or on the stand-in that records SVG:
// colours, sizes, edges by class, nodes by label, names where there is room.

// What the reader chose.
const state = { time: frames - 1, playing: false, colour: groupCount > 0
                ? 'label' : 'plain', space: data.space, run: -1, names: false,
                follow: false };

const scales = {
  light: ['#08306b', '#1f5fa8', '#4b8fc7', '#8fb3cf', '#b3b3b3', '#d9a68f',
          '#d9704f', '#b52a2e', '#6b0015'],
  dark: ['#c6e6ff', '#8cc8f7', '#5a9fd6', '#557a99', '#666666', '#99664d',
         '#d67b4b', '#ffa573', '#ffd9bd']
};

const rgb = hex => [1, 3, 5].map(k => parseInt(hex.slice(k, k + 2), 16));
const hex = part => '#' + part.map(x =>
  Math.round(x).toString(16).padStart(2, '0')).join('');
const mix = (a, b, t) => {
  const from = rgb(a), to = rgb(b);
  return hex(from.map((x, k) => x + t * (to[k] - x)));
};
const lightness = colour => {
  const [r, g, b] = rgb(colour);
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255;
};

// The colours of the page as it is now.
const ink = {};
function readColours() {
  const css = getComputedStyle(document.documentElement);
  for (const name of ['paper', 'ink', 'faint', 'line', 'accent']) {
    const value = css.getPropertyValue('--' + name).trim();
    ink[name] = value.length === 4 ? value.replace(/[^#]/g, '$&$&') : value;
  }
  ink.dark = lightness(ink.paper) < 0.45;
  ink.edge = ink.dark ? '#cccccc' : data.style.edge;
  ink.scale = scales[ink.dark ? 'dark' : 'light'];
  ink.lone = '#a0a4aa';
  // A colour that would vanish on the page is turned into its opposite.
  const visible = colour => Math.abs(lightness(colour) - lightness(ink.paper))
    < 0.12 ? hex(rgb(colour).map(x => 255 - x)) : colour;
  ink.groups = data.style.palette.map(visible)
    .map(c => ink.dark && lightness(c) < 0.5 ? mix(c, '#ffffff', 0.22) : c);
  ink.within = data.style.within && visible(data.style.within);
  ink.between = data.style.between && visible(data.style.between);
}

// t from -1 to 1 on the scale of strain.
function strainColour(t) {
  const at = (Math.max(-1, Math.min(1, t)) + 1) / 2 * (ink.scale.length - 1);
  const low = Math.min(Math.floor(at), ink.scale.length - 2);
  return mix(ink.scale[low], ink.scale[low + 1], at - low);
}

const fillOf = group => group < groupCount
  ? ink.groups[group % ink.groups.length]
  : groupCount > 0 ? ink.lone : ink.groups[0];
const markOf = group => group < groupCount
  ? Math.floor(group / ink.groups.length) % 4 : 0;

// Edges are painted class by class: by strain in steps of the scale, or by
// labels; in space each of them again by depth, the farthest first and faded.
const within = (x, low, high) => Math.min(Math.max(x, low), high);
const steps = 21, depths = 8;
const binOf = z => within(Math.floor((z + 1) / 2 * depths), 0, depths - 1);
function edgeColours() {
  if (state.colour === 'strain')
    return [...Array(steps).keys()].map(k =>
      strainColour(2 * k / (steps - 1) - 1)).concat(ink.faint);
  return ink.within && state.colour === 'label' ? [ink.within, ink.between]
                                                : [ink.edge];
}

function classOf(p, e) {
  if (state.colour === 'strain') {
    const t = p.strain[e] / limit;
    return t === t ? Math.round((Math.max(-1, Math.min(1, t)) + 1) / 2
                                * (steps - 1)) : steps;
  }
  return ink.within && state.colour === 'label'
         && groupOf(ends[2 * e]) !== groupOf(ends[2 * e + 1]) ? 1 : 0;
}

// Sizes that suit the graph, as the drawings of mgnn-layout have them, and how
// they grow with the zoom.
function sizesOf(p) {
  const style = data.style, area = Math.max(1, p.width * p.height);
  const gap = Math.sqrt(area / Math.max(n, 1)), mean = p.meanLength * p.fit;
  let node = within(0.6 * Math.pow(gap, 0.7), 0.9, 15);
  const length = mean > 0 ? mean : gap;
  if (node > 0.5 * length)
    node = Math.max(0.5 * length, 0.4 * node);
  let width = within(0.11 * node, 0.35, 1.5)
              * within(Math.sqrt(5 * n / (2 * m || 1)), 0.45, 1);
  const cover = m * width * length / area / p.zoom;
  node *= within(Math.sqrt(p.zoom), 0.6, Math.max(1, 14 / node));
  width *= within(Math.pow(p.zoom, 0.4), 0.8, Math.max(1, 2 / width));
  let opacity = within((state.colour === 'strain' ? 1.3 : 0.85)
                       / (1 + 2 * cover), 0.05, 1);
  return { node: style.node ?? node, width: style.width ?? width,
           opacity: style.opacity ?? opacity };
}

// Edges in the order of their classes, by counting.
function sortEdges(p) {
  const colours = edgeColours().length, bins = p.depth ? depths : 1;
  const start = new Uint32Array(colours * bins + 1);
  const mark = p.mark || (p.mark = new Uint16Array(m));
  const order = p.order || (p.order = new Uint32Array(m));
  for (let e = 0; e < m; e++) {
    let c = classOf(p, e);
    if (p.depth) {
      const z = (p.depth[ends[2 * e]] + p.depth[ends[2 * e + 1]]) / 2;
      c += colours * binOf(z);
    }
    mark[e] = c;
    start[c + 1]++;
  }
  for (let c = 0; c < colours * bins; c++)
    start[c + 1] += start[c];
  const next = start.slice();
  for (let e = 0; e < m; e++)
    order[next[mark[e]]++] = e;
  p.start = start;
}

// Paint the edges of one depth; every `skip`-th only.  A generator, so that a
// large graph can be painted in slices: it yields after every stroke.
const strokeSize = 256;
function* paintEdges(ctx, p, skip, bin) {
  const { width, opacity } = sizesOf(p), colours = edgeColours();
  const { x, y, order, start } = p, w = p.width, h = p.height;
  const far = p.depth ? 1 - bin / (depths - 1) : 0;
  if (!(width > 0))
    return;
  ctx.lineWidth = width;
  ctx.lineCap = 'round';
  for (let c = 0; c < colours.length; c++) {
    const from = start[bin * colours.length + c];
    const to = start[bin * colours.length + c + 1];
    if (from === to)
      continue;
    const zero = state.colour === 'strain' && c === steps;
    ctx.strokeStyle = mix(colours[c], ink.paper, 0.75 * far);
    ctx.globalAlpha = Math.min(1, opacity * Math.pow(skip, 0.6)
                                  * (zero ? 0.5 : 1));
    let count = 0;
    ctx.beginPath();
    for (let k = from; k < to; k += skip) {
      const i = ends[2 * order[k]], j = ends[2 * order[k] + 1];
      if (x[i] < 0 && x[j] < 0 || x[i] > w && x[j] > w
          || y[i] < 0 && y[j] < 0 || y[i] > h && y[j] > h
          || !(Math.abs(x[i] - x[j]) < 1e6 && Math.abs(y[i] - y[j]) < 1e6))
        continue;
      ctx.moveTo(x[i], y[i]);
      ctx.lineTo(x[j], y[j]);
      if (++count === strokeSize) {
        ctx.stroke();
        ctx.beginPath();
        count = 0;
        yield;
      }
    }
    if (count > 0)
      ctx.stroke();
  }
  ctx.globalAlpha = 1;
}

// One node's outline, added to the path; all shapes cover about one area.
function markPath(ctx, mark, x, y, r) {
  if (mark === 0) {
    ctx.moveTo(x + r, y);
    ctx.arc(x, y, r, 0, 2 * Math.PI);
    return;
  }
  const corners = mark === 1 ? [[-.89, -.89], [.89, -.89], [.89, .89], [-.89, .89]]
    : mark === 2 ? [[0, -1.25], [1.25, 0], [0, 1.25], [-1.25, 0]]
    : [[0, -1.45], [1.3, .8], [-1.3, .8]];
  corners.forEach(([a, b], k) => k === 0 ? ctx.moveTo(x + r * a, y + r * b)
                                         : ctx.lineTo(x + r * a, y + r * b));
  ctx.closePath();
}

// In space near nodes are larger; order and fading as for edges.
const radiusOf = (p, node, i) =>
  node / 2 * (p.depth ? 1 + 0.28 * p.depth[i] : 1);

function* paintNodes(ctx, p, skip, bin) {
  const { node } = sizesOf(p), rows = [];
  const far = p.depth ? 1 - bin / (depths - 1) : 0;
  const outline = node < 2.4 ? 0 : within(0.09 * node, 0.25, 1.2);
  if (!(node > 0))
    return;
  for (let k = 0; k <= groupCount; k++)
    rows.push([]);
  for (let i = 0; i < n; i += skip)
    if (p.x[i] > -20 && p.x[i] < p.width + 20 && p.y[i] > -20
        && p.y[i] < p.height + 20 && (!p.depth || binOf(p.depth[i]) === bin))
      rows[groupOf(i)].push(i);
  for (let k = 0; k < rows.length; k++) {
    ctx.fillStyle = mix(state.colour === 'strain' ? ink.faint : fillOf(k),
                        ink.paper, 0.6 * far);
    ctx.strokeStyle = ink.paper;
    ctx.lineWidth = 2 * outline;
    for (let from = 0; from < rows[k].length; from += strokeSize) {
      ctx.beginPath();
      for (const i of rows[k].slice(from, from + strokeSize)) {
        const r = radiusOf(p, node, i);
        if (r < 1.2)
          ctx.rect(p.x[i] - r, p.y[i] - r, 2 * r, 2 * r);
        else
          markPath(ctx, markOf(k), p.x[i], p.y[i], r);
      }
      if (outline > 0)
        ctx.stroke();
      ctx.fill();
      yield;
    }
  }
}

// Names, those of the largest degree first, each where it covers neither a name
// nor another node.  What is taken is kept in cells of 6 pixels.
const byDegree = [...Array(n).keys()];
let degreesSorted = false;
function paintNames(ctx, p) {
  const { node } = sizesOf(p), cell = 6, most = 400;
  const cols = Math.ceil(p.width / cell), rows = Math.ceil(p.height / cell);
  const taken = new Uint8Array(cols * rows);
  const size = data.style.font ?? 11.5;
  const box = (x0, y0, x1, y1, set) => {
    if (!set && (x0 < 0 || y0 < 0 || x1 > p.width || y1 > p.height))
      return false;
    for (let r = Math.max(0, Math.floor(y0 / cell));
         r <= Math.min(rows - 1, Math.floor(y1 / cell)); r++)
      for (let c = Math.max(0, Math.floor(x0 / cell));
           c <= Math.min(cols - 1, Math.floor(x1 / cell)); c++)
        if (set)
          taken[r * cols + c] = 1;
        else if (taken[r * cols + c])
          return false;
    return true;
  };
  if (!degreesSorted) {
    byDegree.sort((i, j) => degree(j) - degree(i) || i - j);
    degreesSorted = true;
  }
  const seen = byDegree.filter(i => p.x[i] > 0 && p.x[i] < p.width
                                    && p.y[i] > 0 && p.y[i] < p.height);
  if (node >= 3)
    for (const i of seen)
      box(p.x[i] - node / 3, p.y[i] - node / 3, p.x[i] + node / 3,
          p.y[i] + node / 3, true);
  ctx.font = `${size}px system-ui, sans-serif`;
  ctx.textBaseline = 'alphabetic';
  ctx.textAlign = 'left';
  ctx.lineJoin = 'round';
  ctx.lineWidth = 3;
  ctx.strokeStyle = ink.paper;
  ctx.fillStyle = ink.ink;
  let done = 0;
  for (const i of seen.slice(0, 4000)) {
    const text = shorten(data.names[i], 28), w = ctx.measureText(text).width;
    const gap = node / 2 + 3, x = p.x[i], y = p.y[i];
    for (const [a, b] of [[gap, 0.36 * size], [-gap - w, 0.36 * size],
                          [-w / 2, -gap], [-w / 2, gap + 0.76 * size]]) {
      if (!box(x + a, y + b - 0.8 * size, x + a + w, y + b + 0.2 * size, false))
        continue;
      box(x + a, y + b - 0.8 * size, x + a + w, y + b + 0.2 * size, true);
      ctx.globalAlpha = 0.85;
      ctx.strokeText(text, x + a, y + b);
      ctx.globalAlpha = 1;
      ctx.fillText(text, x + a, y + b);
      done++;
      break;
    }
    if (done === most)
      break;
  }
}

const shorten = (text, most) => {
  const letters = Array.from(text);
  return letters.length > most ? letters.slice(0, most - 1).join('') + '…' : text;
};

function* paintPanel(ctx, p, skip) {
  for (let bin = 0; bin < (p.depth ? depths : 1); bin++) {
    yield* paintEdges(ctx, p, skip, bin);
    yield* paintNodes(ctx, p, n > 2000 ? skip : 1, bin);
  }
  if (state.names && skip === 1)
    paintNames(ctx, p);
}
