// What is wrong in a log: the action that never finished, findings, thrown errors, gaps, damage.

import { digits, el, quoted } from "./dom.js";

/// The most problems of a kind that are listed.
const listedMax = 1000;

/// How many problems there are.
export function problemCount({ torn, findings, gaps, damageCount }, errorCount) {
  const unfinished = torn?.kind === "action" ? 1 : 0;
  return unfinished + findings.length + gaps.length + damageCount + errorCount;
}

/// The problems by kind; `errors` are the summaries of rows whose reducers threw, of `errorCount`.
export function problemLists(overview, { errors, errorCount }, { go, goToSeq }) {
  const { torn, findings, gaps, damages, damageCount, rowCount, lastSeq } = overview;
  const unfinished = torn?.kind === "action" ? [torn] : [];
  return [
    list("Never finished", unfinished, 1, ({ type }) => item(
      () => go(rowCount - 1), `#${lastSeq + 1} ${type ?? ""}`, "it began and never finished")),
    list("Findings of verify", findings, findings.length, ({ seq, outcome, path }) => item(
      () => goToSeq(seq), `#${seq}`, [outcome, path].filter(Boolean).join(" "))),
    list("Thrown errors", errors, errorCount, ({ row, seq, type, error }) => item(
      () => go(row), `#${seq} ${type}`, error ?? "")),
    list("Gaps", gaps, gaps.length, ({ row, from, to, reason }) => item(
      () => go(row), `#${from} to #${to}`, reason)),
    list("Damaged lines", damages, damageCount, ({ file, line, column, problem, row }) => item(
      () => go(row), `${file}:${line}:${column}`, problem), "damages"),
  ].filter(Boolean);
}

function list(title, problems, total, itemOf, name = "") {
  if (problems.length === 0) return null;
  const shown = problems.slice(0, listedMax).map((problem) => el("li", {}, itemOf(problem)));
  const isPart = total > shown.length;
  const more = isPart ? ` (the first ${digits(shown.length)} of ${digits(total)})` : "";
  return el(
    "section", {}, el("h3", {}, title, el("span", { class: "quiet" }, more)),
    el("ul", { class: `changes problems ${name}` }, ...shown));
}

function item(onclick, place, text) {
  return el(
    "button", { type: "button", onclick }, quoted(place, { class: "path" }),
    quoted(text, { class: "change" }));
}
