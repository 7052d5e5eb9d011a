// The edges as a table: target, achieved and error, sorted and filtered; another target
// can be asked for.
import { count, data, distance, goal, groupCount, groupOf, high, lengthOf, low, lower, m, moved,
         one, percent, positions, say, scale, scratch, strainOf, targetWords, two, upper
       } from './data.js';
import { byId, element } from './dom.js';
import { askFor, canMove } from './live.js';
import { shorten } from './paint.js';
import { panBy, place, shownPanels } from './panel.js';
import { redraw } from './player.js';
import { hold } from './selection.js';
import { emit, on, state } from './state.js';

const page1 = 100;             // rows at once
const table = { by: 'error', down: true, rows: [], shown: page1, at: 0, timer: 0 };
export const filters = { names: '', least: 0, class: '' };

const panelOf = () => shownPanels()[0];

// Of every edge what the columns show.
function measureAll(run) {
  const length = new Float64Array(m), error = new Float64Array(m);
  positions(run, state.time, false, scratch);
  for (let e = 0; e < m; e++) {
    length[e] = moved[run] ? distance(scratch, e) : lengthOf(run, state.time, e, scratch);
    const s = strainOf(e, length[e]);
    error[e] = Number.isNaN(s) ? 0 : s;
  }
  return { length, error };
}

const nameOf = e => `${data.names[one[e]]} – ${data.names[two[e]]}`;

function wanted(e, error) {
  const [a, b] = [one[e], two[e]], text = filters.names.toLowerCase();
  return Math.abs(error) * 100 >= filters.least
    && (filters.class === '' || (filters.class === 'between'
      ? groupOf(a) !== groupOf(b)
      : groupOf(a) === Number(filters.class) && groupOf(b) === Number(filters.class)))
    && (text === '' || nameOf(e).toLowerCase().includes(text));
}

function findEdge(e) {
  for (const p of shownPanels()) {
    place(p);
    const x = (p.x[one[e]] + p.x[two[e]]) / 2, y = (p.y[one[e]] + p.y[two[e]]) / 2;
    if (p.zoom > 1.01 || x < 30 || y < 30 || x > p.width - 30 || y > p.height - 30)
      panBy(p, p.width / 2 - x, p.height / 2 - y);
    place(p);
  }
  hold({ kind: 'edge', index: e, panel: panelOf() });
  redraw(false);
}

// "2" or "1 to 2", in the units of the file.
function askAgain(input, e) {
  const part = input.value.replace(/\u2212/g, '-').replace(/\u2009/g, '').split(/\s*to\s*/)
    .map(text => text.trim() === '' ? NaN : Number(text));
  const right = part.length <= 2 && part.every(x => x >= 0 && x < Infinity)
    && part[0] <= part.at(-1);
  input.setCustomValidity(right ? '' : 'A length of 0 or more, or an interval: 1 to 2');
  if (right)
    askFor(panelOf().run, e, part[0], part.at(-1));
  else
    input.reportValidity();
}

function tableRow(e) {
  const button = element('button', element('bdi', shorten(nameOf(e), 34)));
  const target = canMove ? element('input') : element('span');
  const row = element('tr', element('td', button), element('td', target), element('td'),
                      element('td'));
  button.title = nameOf(e);
  button.addEventListener('click', () => findEdge(e));
  if (canMove) {
    target.size = 7;
    target.setAttribute('aria-label', `Target of ${nameOf(e)}`);
    target.addEventListener('change', () => askAgain(target, e));
  }
  return { e, row, target };
}

function fillRow({ e, row, target }, { length, error }) {
  const words = targetWords(low(e), high(e));
  const changed = goal.low !== null && (goal.low[e] !== lower(e) || goal.high[e] !== upper(e));
  if (document.activeElement !== target)
    target[canMove ? 'value' : 'textContent'] = words;
  row.cells[2].textContent = say(length[e] * scale);
  row.cells[3].textContent = high(e) > 0 ? percent(error[e]) : '–';
  row.classList.toggle('changed', changed);
}

function showTable() {
  if (byId('edges').hidden)
    return;
  const p = panelOf(), facts = measureAll(p.run), { by, down, at } = table;
  const body = byId('rows'), list = [];
  table.at = performance.now();
  // What the reader is typing in stays where it is.
  if (body.contains(document.activeElement) && at > 0) {
    table.rows.forEach(row => fillRow(row, facts));
    return;
  }
  for (let e = 0; e < m; e++)
    if (wanted(e, facts.error[e]))
      list.push(e);
  const key = { target: low, achieved: e => facts.length[e],
                error: e => Math.abs(facts.error[e]) }[by];
  list.sort(key ? (a, b) => (down ? key(b) - key(a) : key(a) - key(b)) || a - b
    : (a, b) => (down ? -1 : 1) * nameOf(a).localeCompare(nameOf(b)) || a - b);
  const old = new Map(table.rows.map(row => [row.e, row]));
  table.rows = list.slice(0, table.shown).map(e => old.get(e) ?? tableRow(e));
  table.rows.forEach(row => fillRow(row, facts));
  body.replaceChildren(...table.rows.map(row => row.row));
  byId('more').hidden = list.length <= table.shown;
  byId('counted').textContent = list.length === m ? count(m, 'edge')
    : `${say(list.length)} of ${count(m, 'edge')}`;
  for (const head of byId('edges').querySelectorAll('th')) {
    const on = head.dataset.by === by;
    head.setAttribute('aria-sort', !on ? 'none' : down ? 'descending' : 'ascending');
  }
}

// Not more often than twice a second, or than a large table takes.
function showSoon() {
  if (byId('edges').hidden || table.timer !== 0)
    return;
  table.timer = setTimeout(() => {
    table.timer = 0;
    showTable();
  }, Math.max(0, table.at + Math.max(300, m / 60) - performance.now()));
}

export function setTable(on = byId('edges').hidden) {
  byId('edges').hidden = !on;
  byId('table').setAttribute('aria-pressed', String(on));
  table.at = 0;
  showTable();
  emit('filters');
}

export function setFilters(values) {
  Object.assign(filters, values);
  byId('edge-names').value = filters.names;
  byId('edge-least').value = filters.least || '';
  byId('edge-class').value = filters.class;
  showTable();
}

export function makeTable() {
  const change = (id, name, act) => byId(id).addEventListener('input', event => {
    filters[name] = act(event.target.value);
    table.shown = page1;
    showTable();
    emit('filters');
  });
  for (const [value, text] of [['', 'all edges'], ...(groupCount > 1 ? [['between',
    'between labels']] : []), ...data.groups.map((text, g) => [String(g), shorten(text, 24)])]) {
    const option = element('option', text);
    option.value = value;
    byId('edge-class').append(option);
  }
  byId('edge-class').hidden = groupCount < 2;
  change('edge-names', 'names', text => text);
  change('edge-least', 'least', text => Math.max(0, Number(text) || 0));
  change('edge-class', 'class', text => text);
  for (const head of byId('edges').querySelectorAll('th'))
    head.firstChild.addEventListener('click', () => {
      table.down = table.by === head.dataset.by ? !table.down : head.dataset.by !== 'name';
      table.by = head.dataset.by;
      showTable();
    });
  byId('more').addEventListener('click', () => {
    table.shown *= 3;
    showTable();
  });
  byId('edges').addEventListener('submit', event => event.preventDefault());
  on('live', showSoon);
  on('time', showSoon);
  on('painted', showSoon);
}
