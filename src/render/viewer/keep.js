// The positions as they are now, as files that mgnn-layout reads again: CSV, JSON and GML,
// the last two with the graph and with what the reader changed.
import { arrays, axes, coordinatesOf, data, goal, high, low, lower, m, moved, one, root, scale,
         stiffness, two, upper } from './data.js';
import { saveBlob } from './export.js';
import { isPinned } from './forces.js';
import { shownPanels } from './panel.js';
import { state } from './state.js';

const quoted = text => /[",\r\n]/.test(text) || text !== text.trim()
  ? `"${text.replace(/"/g, '""')}"` : text;
const entity = text => text.replace(/[&"<>]|[^\x20-\x7e]/gu, c => `&#${c.codePointAt(0)};`);

// What is saved: the first of the panels that are shown, in the space that is shown.
function nodesNow() {
  const { run } = shownPanels()[0];
  return coordinatesOf(run, state.time).map((at, i) => ({
    name: data.names[i], pin: isPinned(run, i),
    at: state.space === 'z' ? at.map(x => root[i] * x) : at
  }));
}

const edgesNow = () => Array.from({ length: m }, (unused, e) => ({
  source: one[e], target: two[e], low: low(e) * scale, high: high(e) * scale,
  stiffness: stiffness(e),
  asked: goal.low && (goal.low[e] !== lower(e) || goal.high[e] !== upper(e))
    ? lower(e) * scale : null
}));

const fileName = () => `${data.heading.replace(/[^\w-]+/g, '-') || 'graph'}${
  moved[shownPanels()[0].run] ? '-moved' : ''}`;
const keep = (text, suffix, type) =>
  saveBlob(new Blob([text], { type }), `${fileName()}.${suffix}`);

export function saveCsv() {
  keep([`node,${'xyz'.slice(0, axes).split('').join()}`, ...nodesNow().map(({ name, at }) =>
    `${quoted(name)},${at.join()}`), ''].join('\n'), 'csv', 'text/csv');
}

// Lengths as the writers of mgnn-layout name them, and the one that the file asked.
function lengthsOf({ low: from, high: to, stiffness: w, asked }) {
  return { ...from === to ? { len: from } : { lower: from, ...to < Infinity && { upper: to } },
           ...arrays.stiffness && { stiffness: w }, ...asked !== null && { asked } };
}

export function saveJson() {
  const nodes = nodesNow().map(({ name, at, pin }) => ({ id: name, name, position: at,
                                                         ...pin && { pin: 1 } }));
  const edges = edgesNow().map(edge => ({ source: data.names[edge.source],
    target: data.names[edge.target], ...lengthsOf(edge) }));
  keep(JSON.stringify({ directed: false, multigraph: false, graph: {}, space: state.space,
                        dim: axes, nodes, edges }, null, 1), 'json', 'application/json');
}

export function saveGml() {
  const put = list => Object.entries(list).map(([key, x]) => `${key} ${real(x)}`).join(' ');
  const lines = nodesNow().map(({ name, at, pin }, i) => {
    const where = at.map((x, c) => `${'xyz'[c]} ${real(x)}`).join(' ');
    return `  node [ id ${i} label "${entity(name)}" ${where}${pin ? ' pin 1' : ''
    } graphics [ ${where} ] ]`;
  });
  for (const edge of edgesNow())
    lines.push(`  edge [ source ${edge.source} target ${edge.target} ${put(lengthsOf(edge))} ]`);
  keep(`graph [\n  directed 0\n  space "${state.space}"\n${lines.join('\n')}\n]\n`, 'gml',
       'text/plain');
}

// GML tells reals from whole numbers by their point.
function real(x) {
  const text = String(x);
  return /[.e]/.test(text) ? text.replace(/^(-?\d+)e/, '$1.0e') : `${text}.0`;
}
