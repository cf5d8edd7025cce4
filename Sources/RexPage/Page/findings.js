// What the tool found in a log: with `verify --json`, `check --json` and `when --json`.

import { parseJSON } from "./json.js";
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
/// How deep a document may nest: as a state, in the members around it.
const documentDepth = 270;

/// A document that the tool printed.
export function documentOf(bytes) {
  return parseJSON(bytes, documentDepth);
}

/// Documents, one a line.
export function documentsOf(bytes) {
  const lines = new TextDecoder().decode(bytes).split("\n").filter((line) => line !== "");
  return lines.map((line) => documentOf(new TextEncoder().encode(line)));
}

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

/// The rules in documents of `check --json`: of a broken one, the first action that broke it.
export function rulesIn(documents) {
  return documents.flatMap((document) => document.get("rules") ?? []).map((item) => ({
    rule: textOf(item.get("rule")), condition: textOf(item.get("condition")),
    verdict: textOf(item.get("verdict")), problem: textOf(item.get("problem")),
    seq: natural(item.get("seq")),
    readings: (item.get("readings") ?? []).map(readingText).join(", "),
  }));
}

/// What a condition read: `$.total 120 → 90`.
function readingText(reading) {
  const [before, value] = ["before", "value"].map((key) => (
    reading.has(key) ? preview(reading.get(key), 60) : undefined));
  const change = [before, value].filter((text) => text !== undefined).join(" → ");
  return `${textOf(reading.get("text"))} ${change}`.trim();
}

/// The broken rules as findings of actions.
export function brokenRules(rules) {
  return rules.filter(({ verdict, seq }) => verdict === "broken" && seq !== undefined)
    .map(({ rule, condition, seq, readings }) => (
      { seq, outcome: "rule", rule, path: condition, readings: readings || undefined }));
}

/// Conditions and where they become true, of documents that a page has.
export function conditionsIn(documents) {
  return documents.map((document) => ({
    condition: textOf(document.get("condition")),
    seqs: (document.get("seqs") ?? []).map(natural).filter((seq) => seq !== undefined),
    notes: (document.get("notes") ?? []).map(textOf),
  }));
}

function textOf(value) {
  return typeof value === "string" ? value : "";
}
