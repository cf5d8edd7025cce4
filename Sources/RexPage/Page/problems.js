// What is wrong in a log: the action that never finished, findings, thrown errors, gaps, damage.

import { digits, el, quoted } from "./dom.js";

/// The most problems of a kind that are listed, and the most actions that are named of one.
const listedMax = 1000;
const namedMax = 5;

/// How many problems there are.
export function problemCount({ torn, findings, gaps, damageCount }, errorCount) {
  const unfinished = torn?.kind === "action" ? 1 : 0;
  return unfinished + findings.length + gaps.length + damageCount + errorCount;
}

/// The problems by kind; `errors` are the summaries of rows whose reducers threw, of `errorCount`,
/// and `unusual` what the tool said is unusual.
export function problemLists(overview, { errors, errorCount, unusual }, { go, goToSeq }) {
  const { torn, findings, rules, gaps, damages, damageCount, rowCount, lastSeq } = overview;
  const unfinished = torn?.kind === "action" ? [torn] : [];
  const broken = findings.filter(({ outcome }) => outcome === "rule");
  const verified = findings.filter(({ outcome }) => outcome !== "rule");
  const others = rules.filter(({ verdict }) => verdict !== "broken");
  return [
    list("Never finished", unfinished, 1, ({ type }) => item(
      () => go(rowCount - 1), `#${lastSeq + 1} ${type ?? ""}`, "it began and never finished")),
    list("Broken rules", broken, broken.length, ({ seq, rule, path, readings }) => item(
      () => goToSeq(seq), `#${seq} ${rule}`, [path, readings].filter(Boolean).join(": "))),
    list("Findings of verify", verified, verified.length, ({ seq, outcome, path }) => item(
      () => goToSeq(seq), `#${seq}`, [outcome, path].filter(Boolean).join(" "))),
    list("Thrown errors", errors, errorCount, ({ row, seq, type, error }) => item(
      () => go(row), `#${seq} ${type}`, error ?? "")),
    list("Gaps", gaps, gaps.length, ({ row, from, to, reason }) => item(
      () => go(row), `#${from} to #${to}`, reason)),
    list("Damaged lines", damages, damageCount, ({ file, line, column, problem, row }) => item(
      () => go(row), `${file}:${line}:${column}`, problem), "damages"),
    list("Unusual", unusual, unusual.length, (answer) => unusualItem(answer, goToSeq), "unusual"),
    list("Other rules", others, others.length, ({ rule, verdict, condition, problem }) => el(
      "div", { class: "item" }, quoted(`${rule}: ${verdict}`, { class: "path" }),
      quoted(problem || condition, { class: "change" }))),
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

/// What some actions did that others of their type did not, with links to them.
function unusualItem(answer, goToSeq) {
  const { seqs, count: number, of: all } = answer;
  const links = seqs.slice(0, namedMax).flatMap((seq) => [" ", el("button", {
    type: "button", class: "link", onclick: () => goToSeq(seq),
  }, `#${seq}`)]);
  const more = number > Math.min(seqs.length, namedMax) ? " …" : "";
  return el(
    "div", { class: "item" }, quoted(unusualText(answer), { class: "path" }),
    el("span", { class: "change quiet" }, `${digits(number)} of ${digits(all)}:`, ...links, more));
}

function unusualText({ type, what, path, changes, changedBy, changedByType }) {
  const place = path || "the whole state";
  switch (what) {
    case "nothing": return `${type} changed nothing`;
    case "late": {
      const by = changedBy === undefined ? "" : ` by #${changedBy} ${changedByType ?? ""}`;
      return `${type} changed ${place}, changed after its cause${by}`;
    }
    case "exactly": {
      const all = changes?.map((change) => `${change.what} ${change.path}`).join(", ");
      return `${type}: exactly ${all}`;
    }
    case "type": return `${type}: a type of its own`;
    default: return `${type} ${what} ${place}`;
  }
}
