// What the curve shows: what is brought down, or a measure of the layers.
import { data } from './data.js';
import { state } from './state.js';

export const curveTitle = () =>
  state.curve < 0 ? data.merit : data.measures[state.curve];
export const curveOf = run =>
  state.curve < 0 ? run.merit : run[state.space][state.curve];
