// What is known about the log as a whole: its app, its size, how it ended, what is wrong with it.

import { bytes, count, el, quoted, separated, time } from "./dom.js";
import { readableDate } from "./welcome.js";

/// The app and the recording, in a line; `served` is what the tool serves, if it does.
export function titleOf({ session, files, byteCount, lastMs, types }, served) {
  const { name, version, build } = session.app;
  const actions = types.reduce((sum, type) => sum + type.count, 0);
  const facts = [
    ...nameOf(session, files),
    readableDate(session), time(lastMs), count(actions, "action"), bytes(byteCount),
    ...(served?.isFollowed ? ["followed as it grows"] : []),
  ];
  return [
    el("h1", {}, quoted([name, version, build && `(${build})`].filter(Boolean).join(" "))),
    el("p", { class: "facts" }, ...separated(facts.map((fact) => quoted(fact)), " · ")),
  ];
}

/// What a person calls the log: its file; of segments, which are all named alike, the session.
function nameOf({ id }, files) {
  const name = files[0].split("/").at(-1);
  if (files.length === 1 && !/^\d{4,}\.jsonl$/.test(name)) return [name];
  const segments = files.length > 1 ? [count(files.length, "segment")] : [];
  return [`session ${id.slice(0, 8)}`, ...segments];
}

/// The most rules and conditions that have chips.
const chippedMax = 5;

/// What is remarkable, each as a button that goes there; `go` takes a row, and `branch` is a chip.
export function chipsOf(overview, { branch, isGone, ...does }) {
  const { isComplete, isFull, isChecked, torn, end, gaps, damageCount, findings } = overview;
  const { rowCount, verdict, rules, conditions } = overview;
  const { go, goToSeq, showProblems, showCondition, check } = does;
  const chips = [];
  const add = (text, kind, onclick) => {
    const properties = { class: `chip ${kind}`, type: onclick && "button", onclick };
    chips.push(el(onclick ? "button" : "span", properties, quoted(text)));
  };
  if (isGone) add("the tool has ended", "bad");
  if (branch) add(branch.text, "warn", branch.show);
  if (!isComplete) add(`reading: ${percent(overview)}`, "busy");
  if (isComplete && torn?.kind === "action") {
    add(`ends inside action ${torn.type ?? ""}`, "bad", () => go(rowCount - 1));
  } else if (isComplete && !end) {
    add("not closed", "");
  }
  for (const rule of findings.filter(({ outcome }) => outcome === "rule").slice(0, chippedMax)) {
    add(`${rule.rule} broken from #${rule.seq}`, "bad", () => goToSeq(rule.seq));
  }
  if (rules.length > 0 && rules.every((rule) => rule.verdict === "holds")) {
    add(`${count(rules.length, "rule")} ${rules.length === 1 ? "holds" : "hold"}`, "good");
  }
  for (const condition of conditions.slice(0, chippedMax)) {
    const times = count(condition.seqs.length, "time");
    add(`when ${condition.condition}: ${times}`, "", () => showCondition(condition));
  }
  const verified = findings.filter(({ outcome }) => outcome !== "rule");
  if (verified.length > 0) {
    add(`verify: ${count(verified.length, "finding")}`, "bad", () => goToSeq(verified[0].seq));
  } else if (verdict) add(`verify: ${verdict}`, verdict === "verified" ? "good" : "warn");
  if (damageCount > 0) add(count(damageCount, "damaged line"), "bad", showProblems);
  if (isComplete && !isChecked) add("check all lines", "", check);
  if (gaps.length > 0) add(count(gaps.length, "gap"), "warn", () => go(gaps[0].row));
  if (overview.isRedacted) add("redacted", "");
  if (overview.session.origin) add("edited: not a recording", "warn");
  if (isFull) add(`only the first ${rowCount} rows are listed`, "warn");
  return chips;
}

/// How much of a log is read.
export function percent({ readBytes, byteCount }) {
  return `${Math.floor((100 * readBytes) / Math.max(1, byteCount))} %`;
}
