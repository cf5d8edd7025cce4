// What is known about the log as a whole: its app, its size, how it ended, what is wrong with it.

import { bytes, count, el, quoted, separated, time } from "./dom.js";
import { readableDate } from "./welcome.js";

/// The app and the recording, in a line.
export function titleOf({ session, files, byteCount, lastMs, types }) {
  const { name, version, build } = session.app;
  const actions = types.reduce((sum, type) => sum + type.count, 0);
  const facts = [
    ...nameOf(session, files),
    readableDate(session), time(lastMs), count(actions, "action"), bytes(byteCount),
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

/// What is remarkable, each as a button that goes there; `go` takes a row.
export function chipsOf(overview, { go, goToSeq, showDamages, check }) {
  const { isComplete, isFull, isChecked, torn, end, gaps, damageCount, findings } = overview;
  const { rowCount, verdict } = overview;
  const chips = [];
  const add = (text, kind, onclick) => {
    const properties = { class: `chip ${kind}`, type: onclick && "button", onclick };
    chips.push(el(onclick ? "button" : "span", properties, quoted(text)));
  };
  if (!isComplete) add(`reading: ${percent(overview)}`, "busy");
  if (isComplete && torn?.kind === "action") {
    add(`ends inside action ${torn.type ?? ""}`, "bad", () => go(rowCount - 1));
  } else if (isComplete && !end) {
    add("not closed", "");
  }
  if (findings.length > 0) {
    add(`verify: ${count(findings.length, "finding")}`, "bad", () => goToSeq(findings[0].seq));
  } else if (verdict) add(`verify: ${verdict}`, verdict === "verified" ? "good" : "warn");
  if (damageCount > 0) add(count(damageCount, "damaged line"), "bad", showDamages);
  if (isComplete && !isChecked) add("check all lines", "", check);
  if (gaps.length > 0) add(count(gaps.length, "gap"), "warn", () => go(gaps[0].row));
  if (overview.session.redacted) add("redacted", "");
  if (overview.session.origin) add("edited: not a recording", "warn");
  if (isFull) add(`only the first ${rowCount} rows are listed`, "warn");
  return chips;
}

/// How much of a log is read.
export function percent({ readBytes, byteCount }) {
  return `${Math.floor((100 * readBytes) / Math.max(1, byteCount))} %`;
}
