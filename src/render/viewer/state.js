// What the reader chose, and the events by which one part of the page hears of
// another: "time" when another frame is shown (with the frame it goes to, if it
// is on its way), "leave" before that, "playing" when playing starts or ends, "live"
// when nodes were moved by hand ("settled": they are at rest), "held" when
// a node or an edge is, "filters" when the table has others, "painted" when the
// panels were repainted.
import { data, frames, groupCount } from './data.js';

export const state = {
  time: frames - 1, playing: false, space: data.space, run: -1,
  colour: data.colour || (groupCount > 0 ? 'label' : 'plain'),
  names: false, follow: false, lasso: false, ruler: false,
  grip: false,                 // arrow keys move the node that is held
  curve: -1,                   // what the curve shows: -1, or a measure
  only: null                   // the one label that is shown
};

const events = new EventTarget();
export const emit = (name, detail) =>
  events.dispatchEvent(new CustomEvent(name, { detail }));
export const on = (name, act) =>
  events.addEventListener(name, event => act(event.detail ?? undefined));
