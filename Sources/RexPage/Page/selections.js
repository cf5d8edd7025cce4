// A selected value in the states that one steps through.

import { stepsAt, tokensIn } from "./steps.js";
import { preview } from "./tree.js";
import { valueAt } from "./values.js";

/// The most actions among which the one that removed a value is looked for.
const turnMax = 20_000;

/// A selected value in the state after an action: { steps, seq, tokens, text }.
///
/// If it is not there, `steps` and `seq` are those of the last state that had it, without tokens;
/// the action that removed it, or added it later, is `removedBy` or `addedBy`, if it is known.
/// `stateOf(seq)` returns a state, or undefined where it is unknown.
export function followed(selection, seq, stateOf) {
  const { steps, seq: last, removedBy, addedBy } = selection;
  const state = stateOf(seq);
  if (state === undefined) return { steps, seq: last, isUnknown: true };
  const tokens = tokensIn(state, steps);
  if (tokens) {
    const text = preview(valueAt(state, tokens));
    return { steps: stepsAt(state, tokens), seq, tokens, text };
  }
  if (last === undefined) return { steps };
  if (last < seq) {
    const isStill = removedBy <= seq;
    return { steps, seq: last, removedBy: isStill ? removedBy : turnOf(steps, last, seq, stateOf) };
  }
  const isStill = addedBy > seq;
  return { steps, seq: last, addedBy: isStill ? addedBy : turnOf(steps, seq, last, stateOf) };
}

/// An action that added or removed a value, between a state with it and one without it.
///
/// Undefined if a state on the way is unknown, or if that would take long.
function turnOf(steps, first, last, stateOf) {
  if (last - first > turnMax) return undefined;
  const has = (seq) => {
    const state = stateOf(seq);
    return state === undefined ? undefined : tokensIn(state, steps) !== undefined;
  };
  let [low, high] = [first, last];
  const atFirst = has(first);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const isThere = has(middle);
    if (isThere === undefined) return undefined;
    if (isThere === atFirst) low = middle;
    else high = middle;
  }
  return high;
}
