// Differences of two states, with their values as text.

import { commonEnds } from "./difference.js";
import { differenceText } from "./rowtexts.js";
import { endAt, preview } from "./tree.js";

/// The most differences that are listed, and the most characters of a value in them.
export const shownChangesMax = 500;
const changeTextMax = 400;

/// Differences with their values as text.
export function shownChanges(changes, { limit = shownChangesMax, dateOf = () => undefined }) {
  return {
    changes: changes.slice(0, limit).map((change) => ({
      ...change, ...shownValues(change, dateOf),
    })),
    hasMoreChanges: changes.length > limit,
  };
}

function shownValues({ old, new: now, tokens }, dateOf) {
  if (typeof old === "string" && typeof now === "string") {
    const parts = differingParts(old, now);
    if (parts) return parts;
  }
  const text = (value) => {
    const date = dateOf(value, tokens);
    const shown = value === undefined ? undefined : preview(value, changeTextMax);
    return date ? `${shown} (${date})` : shown;
  };
  return { old: text(old), new: text(now), difference: differenceText(old, now) };
}

/// The differing parts of long texts, with some context; null for others.
function differingParts(old, now) {
  if (Math.min(old.length, now.length) <= 60) return null;
  const { head, tail } = commonEnds(old, now);
  if (Math.max(head, tail) <= 20) return null;
  const part = (text) => {
    const start = endAt(text, Math.max(head - 10, 0));
    const end = endAt(
      text, Math.min(text.length - tail + Math.min(tail, 10), start + changeTextMax));
    const middle = JSON.stringify(text.slice(start, end));
    return `${start > 0 ? "…" : ""}${middle}${end < text.length ? "…" : ""}`;
  };
  return { old: part(old), new: part(now) };
}
