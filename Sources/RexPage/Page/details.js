// An action besides its values: its type, when and where it was dispatched, and what is unusual.

import { el, quoted, separated, shown, time } from "./dom.js";
import { preview } from "./tree.js";

/// The details of a row; `go` takes the row of its cause.
export function actionDetails(frame, { go }) {
  const { kind, timeMs, entry, damage, causeRow, findings } = frame;
  return [
    el("p", { class: "headline" }, ...headline(frame)),
    kind === "damage"
      ? null : el("p", { class: "facts" }, ...separated(facts(entry, timeMs), " · ")),
    entry.cause === undefined ? null : cause(entry.cause, causeRow, go),
    ...notes(entry),
    damage ? damageCard(damage) : null,
    ...findings.map(findingCard),
  ].filter(Boolean);
}

function headline({ kind, seq, type, entry }) {
  switch (kind) {
    case "start": return [seq === 0 ? "The initial state" : `The state after action ${seq}`];
    case "mark": return ["Mark ", quoted(entry.label ?? "", { class: "type" })];
    case "gap": return [`Actions ${entry.from} to ${entry.to} are lost: `, quoted(entry.reason)];
    case "damage": return ["A damaged line"];
    default: {
      const name = quoted(type || "?", { class: "type" });
      return [el("span", { class: "quiet" }, `#${seq} `), name];
    }
  }
}

function facts({ timeMs, source, tookMs }, rowMs) {
  const list = [`at ${time(timeMs ?? rowMs)}`];
  if (tookMs !== undefined) list.push(`took ${tookMs} ms`);
  if (source) {
    const parts = [`${source.file}:${source.line}`, source.function, source.info];
    list.push(quoted(parts.filter(Boolean).join(" ")));
  }
  return list;
}

function cause(seq, row, go) {
  const link = row === undefined
    ? `#${seq}, which is not in this log`
    : el("button", { type: "button", class: "link", onclick: () => go(row) }, `#${seq}`);
  return el("p", { class: "facts" }, "caused by ", link);
}

const inputsMax = 10;
const inputTextMax = 100;

function notes({ error, isExact, originSeq, isEdited, opaque, seen, inputs = [] }) {
  const list = [];
  const add = (...text) => list.push(el("p", { class: "note" }, ...text));
  if (inputs.length > 0) {
    const shown = inputs.slice(0, inputsMax).map((input) => preview(input, inputTextMax));
    const more = inputs.length > inputsMax ? ` and ${inputs.length - inputsMax} more` : "";
    add("Its reducer took ", quoted(shown.join(", ")), more);
  }
  if (error !== undefined) add("Its reducer threw: ", quoted(error));
  if (isExact === false) add("Not exact: the change may include that of other actions.");
  if (opaque !== undefined && seen === undefined) {
    add("Opaque: the action itself is not in the log, only its description: ", quoted(opaque));
  } else if (seen !== undefined) {
    add("Seen, not replayable.");
  }
  if (originSeq !== undefined) {
    add(`Action ${originSeq} of the original recording${isEdited ? ", edited" : ""}.`);
  }
  return list;
}

function damageCard({ text, line }) {
  return el(
    "div", { class: "problem" }, quoted(text), line ? el("pre", {}, quoted(line)) : null);
}

const findingTitles = {
  rule: "A rule is broken here",
  diverged: "Verification: this build computes something else",
  crashed: "Verification: the reducer crashed here",
  nondeterministic: "Verification: two runs computed different states",
  undecodable: "Verification: this build cannot decode it",
};

const findingParts = [
  ["recorded", "recorded"], ["reduced", "reduced again"], ["first", "one run"],
  ["other", "another run"], ["inputs", "inputs"], ["reason", "reason"], ["likely", "likely"],
  ["message", "message"], ["readings", "read"],
];

function findingCard({ outcome, rule, path, ...finding }) {
  return el(
    "div", { class: "finding" },
    el("strong", {}, findingTitles[outcome]), rule === undefined ? null : quoted(rule),
    path === undefined ? null : quoted(path || "the whole state", { class: "path" }),
    ...findingParts.filter(([key]) => finding[key] !== undefined).map(([key, title]) => el(
      "div", {}, el("span", { class: "quiet" }, `${title} `), quoted(finding[key]))));
}

/// A row in a few words: `#12 addMessage, 3.250 s`.
export function placeText({ kind, seq, type, timeMs }) {
  const isAction = kind === "action" || kind === "unfinished";
  return `#${seq} ${isAction ? shown(type) : kind}, ${time(timeMs)}`;
}
