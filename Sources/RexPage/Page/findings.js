// What `verify --json` found, by action.

import { preview } from "./tree.js";
import { natural } from "./values.js";

const outcomes = [
  ["divergences", "diverged"], ["crashes", "crashed"], ["nondeterminism", "nondeterministic"],
  ["undecodables", "undecodable"],
];
const values = ["recorded", "reduced", "first", "other"];
const texts = ["path", "reason", "likely", "message"];
const valueTextMax = 400;

/// The findings of a document, each as { seq, outcome } with texts and values to be shown.
export function findingsIn(verdict) {
  const found = [];
  for (const [key, outcome] of outcomes) {
    for (const item of verdict?.get(key) ?? []) {
      const seq = natural(item.get("seq"));
      if (seq !== undefined) found.push({ seq, outcome, ...partsOf(item) });
    }
  }
  return found.sort((left, right) => left.seq - right.seq);
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
