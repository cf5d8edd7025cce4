// What `verify --json` found, by action.

import { preview } from "./tree.js";
import { natural } from "./values.js";

/// The outcome of an action, by the kind of what was found at it.
const outcomes = new Map([
  ["divergence", "diverged"], ["crash", "crashed"], ["nondeterminism", "nondeterministic"],
  ["undecodable", "undecodable"],
]);
const values = ["recorded", "reduced", "first", "other", "inputs"];
const texts = ["path", "reason", "likely", "message"];
const valueTextMax = 400;

/// The findings of a document, each as { seq, outcome } with texts and values to be shown.
export function findingsIn(verdict) {
  const found = [];
  for (const item of verdict?.get("findings") ?? []) {
    const [seq, outcome] = [natural(item.get("seq")), outcomes.get(item.get("kind"))];
    if (seq !== undefined && outcome) found.push({ seq, outcome, ...partsOf(item) });
  }
  return found;
}

function partsOf(item) {
  const parts = {};
  for (const key of values) {
    if (item.has(key)) parts[key] = preview(item.get(key), valueTextMax);
  }
  for (const key of texts) {
    if (typeof item.get(key) === "string") parts[key] = item.get(key);
  }
  return parts;
}
