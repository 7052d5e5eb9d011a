// What is shown, in the page's address: a link opens the same view.
import { data, frames, runs } from './data.js';
import { byId } from './dom.js';
import { panels } from './panel.js';
import { seek } from './player.js';
import { heldItem, hold } from './selection.js';
import { on, state } from './state.js';
import { filters, setFilters, setTable } from './table.js';

const atFirst = { colour: state.colour, space: state.space };
const brief = x => String(Number(x.toPrecision(5)));

function addressWords() {
  const out = new URLSearchParams(), item = heldItem();
  const put = (key, value, usual) => String(value) !== String(usual) && out.set(key, value);
  put('frame', Math.round(state.time), frames - 1);
  put('model', state.run, -1);
  put('colour', state.colour, atFirst.colour);
  put('space', state.space, atFirst.space);
  put('names', state.names ? 'on' : 'off', state.namesAtFirst ? 'on' : 'off');
  put('only', state.only ?? '', '');
  panels.forEach((p, k) => put(`view${k}`, [p.zoom, p.cx, p.cy].map(brief).join(), '1,0,0'));
  if (item)
    out.set(item.kind, item.kind === 'node' ? data.names[item.index] : item.index);
  put('table', byId('edges').hidden ? '' : 'on', '');
  put('edges', filters.names, '');
  put('least', filters.least, 0);
  put('class', filters.class, '');
  return out.toString();
}

// Browsers refuse addresses that change too often, and those of pages within others.
let addressTimer = 0;
function writeAddress() {
  try {
    const text = addressWords();
    if (text !== window.location.hash.slice(1))
      window.history.replaceState(null, '', text ? `#${text}` : window.location.pathname);
  } catch {
    // The page works without an address.
  }
}
function writeSoon() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(writeAddress, 400);
}

// choose: presses the choice of a name, as a click would.
export function readLink(choose, only) {
  const said = new URLSearchParams(window.location.hash.slice(1));
  const number = key => said.has(key) ? Number(said.get(key)) : NaN;
  for (const [key, id] of [['model', 'models'], ['colour', 'colour'], ['space', 'space'],
                           ['names', 'names']])
    if (said.has(key))
      choose(id, said.get(key));
  if (number('frame') >= 0)
    seek(number('frame'), true);
  if (number('only') >= 0 && number('only') <= data.groups.length && said.get('only') !== '')
    only(number('only'));
  panels.forEach((p, k) => {
    const at = (said.get(`view${k}`) ?? '').split(',').map(Number);
    if (at.length === 3 && at.every(Number.isFinite) && at[0] > 0)
      [p.zoom, p.cx, p.cy] = at;
  });
  if (said.get('table') === 'on') {
    setFilters({ names: said.get('edges') ?? '', least: Math.max(0, number('least') || 0),
                 class: said.get('class') ?? '' });
    setTable(true);
  }
  const i = data.names.indexOf(said.get('node')), e = number('edge');
  const panel = panels[Math.max(0, state.run)];
  if (i >= 0)
    hold({ kind: 'node', index: i, panel });
  else if (Number.isInteger(e) && e >= 0 && e < data.edges && runs.length > 0)
    hold({ kind: 'edge', index: e, panel });
  for (const name of ['painted', 'time', 'filters', 'held'])
    on(name, writeSoon);
}
