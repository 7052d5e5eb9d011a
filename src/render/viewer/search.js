// Finding nodes by name.
import { data, say } from './data.js';
import { announce, byId } from './dom.js';
import { panBy, place, shownPanels } from './panel.js';
import { redraw } from './player.js';
import { hold } from './selection.js';

const search = { text: '', list: [], at: 0 };

// Exact names first, then beginnings, then anywhere.
export function find(text) {
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

export function findNext() {
  search.at = (search.at + 1) % (search.list.length || 1);
  showFound();
}

function showFound() {
  const { text, list, at } = search, some = list.length > 0;
  byId('found').textContent = text === '' ? ''
    : some ? `${at + 1} of ${say(list.length)}` : 'none';
  if (!some) {
    hold(null);
    if (text !== '')
      announce(`No node has a name like ${text}`);
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
