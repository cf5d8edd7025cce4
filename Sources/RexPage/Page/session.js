// A log being looked at: what the page asks of it. All answers are plain values.

import { Dates } from "./dates.js";
import { commonEnds, differences } from "./difference.js";
import { entryOrDamage, withoutValues } from "./entries.js";
import { findingsIn } from "./findings.js";
import { writeJSON } from "./json.js";
import { LineReader, lineAt } from "./lines.js";
import { Rows } from "./rows.js";
import { changePieces, differenceText, payloadPieces } from "./rowtexts.js";
import { stepsAt, tokensIn } from "./steps.js";
import { States, UnknownState } from "./states.js";
import { changedPaths, densityOf, summaryOf } from "./summaries.js";
import { endAt, marksOf, openToDepth, preview, reveal, treeRows } from "./tree.js";
import { valueAt } from "./values.js";

/// The most differences that are listed, and the most characters of a value in them.
const changesMax = 500;
const changeTextMax = 400;
/// The most gaps and damaged lines that the page is told of.
const shownPlacesMax = 1000;
/// How long the worker looks for what rows changed before it answers.
const rowChangesMs = 20;
/// The most actions among which the one that removed a value is looked for.
const turnMax = 20_000;

export class Session {
  constructor(log, verdict) {
    this.log = log;
    this.rows = new Rows(log);
    this.dates = new Dates(log.session);
    this.states = new States(this.rows, this.dates);
    this.findings = findingsIn(verdict);
    this.verdict = verdict?.get("verdict");
    this.lastEntry = null;
    this.isChecked = false;
  }

  /// Takes what a check of all lines found in place of what was found while they were listed.
  takeCheck({ damages }) {
    this.isChecked = true;
    this.rows.takeDamages(damages);
  }

  /// What is known about the whole log by now.
  overview() {
    const { rows, log, findings, verdict } = this;
    return {
      session: withoutValues(log.session),
      files: log.files.files.map(({ name }) => name),
      byteCount: log.files.size,
      readBytes: rows.offset,
      isChecked: this.isChecked,
      isComplete: rows.isComplete,
      isFull: rows.isFull,
      rowCount: rows.count,
      lastSeq: rows.lastSeq,
      lastMs: rows.lastMs,
      types: rows.typeNames.map((name, id) => ({ name, count: rows.typeCounts[id] })),
      gaps: rows.gaps.slice(0, shownPlacesMax),
      damages: rows.damages.slice(0, shownPlacesMax),
      damageCount: rows.damages.length,
      end: rows.end && { reason: rows.end.reason },
      torn: rows.torn && withoutValues(rows.torn),
      findings: findings.slice(0, shownPlacesMax),
      verdict: typeof verdict === "string" ? verdict : undefined,
    };
  }

  /// What the list shows of rows.
  summaries({ numbers }) {
    let reader = null;
    return Array.from(numbers, (row) => {
      const summary = summaryOf(this.rows, row, () => {
        const offset = this.rows.offsets.get(row);
        const ahead = reader ? offset - reader.offset : -1;
        if (ahead < 0 || ahead > 2 ** 16) reader = new LineReader(this.log.files, offset);
        return lineAt(offset, reader);
      });
      const { payload, ...shown } = summary;
      const finding = this.findings.find(({ seq }) => seq === summary.seq);
      return {
        ...shown,
        deltaMs: row > 0 ? shown.timeMs - this.rows.times.get(row - 1) : 0,
        payload: payload && payloadPieces(payload.value, shown.type, this.dates.ofPayloads),
        finding: shown.kind === "action" ? finding?.outcome : undefined,
      };
    });
  }

  /// What the actions of some rows changed, with the old and the new values: as many as there is
  /// time for, in their order.
  rowChanges({ numbers }) {
    const end = performance.now() + rowChangesMs;
    const found = [];
    for (const row of numbers) {
      if (found.length > 0 && performance.now() > end) break;
      found.push({ row, ...this.rowChange(row) });
    }
    return found;
  }

  rowChange(row) {
    const state = this.stateOrNothing(this.seqOf(row));
    if (state === undefined) return { isUnknown: true };
    const { changes, isBeforeUnknown } = this.changesOf(row, state);
    return isBeforeUnknown ? { isUnknown: true } : changePieces(changes, this.dates.ofStates);
  }

  /// What the timeline shows of some rows; without `to`, of all from one on.
  density({ lanes, from, to = this.rows.count, buckets }) {
    const end = Math.max(from + 1, Math.min(to, this.rows.count));
    return densityOf(this.rows, this.findings, { lanes, from, to: end, buckets });
  }

  rowOfSeq({ seq }) {
    return this.rows.rowOfSeq(seq);
  }

  /// The next mark, gap, finding or damaged line in a direction; the same row if there is none.
  nextProblem({ row, step }) {
    const { rows } = this;
    const found = new Set(rows.damages.map((damage) => damage.row));
    for (const { seq } of this.findings) found.add(rows.rowOfSeq(seq));
    for (let at = row + step; at >= 0 && at < rows.count; at += step) {
      if (found.has(at) || !["start", "action"].includes(rows.kind(at))) return at;
    }
    return row;
  }

  /// Everything about a row: its entry, what it changed, and the state after it.
  frame({ row, state, selection }) {
    const { rows } = this;
    const entry = this.entry(row);
    const [kind, seq] = [rows.kind(row), rows.seqs.get(row)];
    // This learns the dates in the payload.
    const shown = this.stateOf(row, entry, state);
    this.dates.learn((name) => entry.line?.get?.(name));
    return {
      row, kind, seq, timeMs: rows.times.get(row), type: rows.typeName(row),
      entry: withoutValues(entry),
      findings: kind === "action" ? this.findings.filter((finding) => finding.seq === seq) : [],
      payload: payloadTree(payloadOf(entry), this.dates.ofPayloads),
      written: changedPaths(entry.change?.patch ?? []),
      damage: this.damageOf(row, entry),
      causeRow: this.rowOfFrame(entry.cause),
      ...shown,
      selection: selection && this.follow(selection, this.seqOf(row)),
    };
  }

  /// A selected value in the state after an action: { steps, seq, tokens, text }.
  ///
  /// If it is not there, `steps` and `seq` are those of the last state that had it, without tokens;
  /// the action that removed it, or added it later, is `removedBy` or `addedBy`, if it is known.
  follow(selection, seq) {
    const { steps, seq: last, removedBy, addedBy } = selection;
    const state = this.stateOrNothing(seq);
    if (state === undefined) return { steps, seq: last, isUnknown: true };
    const tokens = tokensIn(state, steps);
    if (tokens) {
      const text = preview(valueAt(state, tokens));
      return { steps: stepsAt(state, tokens), seq, tokens, text };
    }
    if (last === undefined) return { steps };
    if (last < seq) {
      const isStill = removedBy <= seq;
      return { steps, seq: last, removedBy: isStill ? removedBy : this.turnOf(steps, last, seq) };
    }
    const isStill = addedBy > seq;
    return { steps, seq: last, addedBy: isStill ? addedBy : this.turnOf(steps, seq, last) };
  }

  /// An action that added or removed a value, between a state with it and one without it.
  ///
  /// Undefined if a state on the way is unknown, or if that would take long.
  turnOf(steps, first, last) {
    if (last - first > turnMax) return undefined;
    const has = (seq) => {
      const state = this.stateOrNothing(seq);
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

  /// The row of an action; undefined if it is not in the log.
  rowOfFrame(seq) {
    const row = seq === undefined ? -1 : this.rows.rowOfSeq(seq);
    return row >= 0 && this.rows.seqs.get(row) === seq ? row : undefined;
  }

  /// An action in a list, as { seq, row, type }.
  nameOfFrame(seq) {
    const row = this.rowOfFrame(seq);
    const isAction = row !== undefined && this.rows.kind(row) === "action";
    return { seq, row, type: isAction ? this.rows.typeName(row) : "" };
  }

  damageOf(row, { problem, text }) {
    const damage = this.rows.damageAt(row);
    if (!damage) return problem && { text: problem, line: text };
    const { file, line, column } = damage;
    return { text: `${file}:${line}:${column}: ${damage.problem}`, line: text };
  }

  /// The state after a row and what the row changed, or why the state is unknown.
  stateOf(row, entry, tree) {
    const seq = this.seqOf(row);
    try {
      if (entry.problem && this.rows.kind(row) === "action") throw new UnknownState(entry.problem);
      const state = this.states.at(seq);
      const { changes, isBeforeUnknown } = this.changesOf(row, state);
      return {
        stateSeq: seq,
        isBeforeUnknown,
        ...shownChanges(changes, { dateOf: this.dates.ofStates }),
        state: partOfTree(
          state, { ...tree, marks: marksOf(changes), dateOf: this.dates.ofStates }),
      };
    } catch (error) {
      if (!(error instanceof UnknownState)) throw error;
      return { stateSeq: seq, unknown: error.message, changes: [] };
    }
  }

  /// What an action changed; nothing for other rows.
  changesOf(row, state) {
    if (this.rows.kind(row) !== "action") return { changes: [] };
    const before = this.stateOrNothing(this.seqOf(row) - 1);
    if (before === undefined) return { changes: [], isBeforeUnknown: true };
    return { changes: differences(before, state, changesMax + 1) };
  }

  stateOrNothing(seq) {
    try {
      return this.states.at(seq);
    } catch (error) {
      if (error instanceof UnknownState) return undefined;
      throw error;
    }
  }

  /// The number of the state that a row shows: that after it, or before an unfinished action.
  seqOf(row) {
    const [kind, seq] = [this.rows.kind(row), this.rows.seqs.get(row)];
    if (kind === "unfinished") return seq - 1;
    return kind === "gap" ? this.rows.gapAt(row).to : seq;
  }

  /// The rows of a tree that is scrolled, opened, or shown at the value that `tokens` lead to.
  tree({ row, source, open, from, count, tokens }) {
    if (source === "payload") {
      return partOfTree(
        payloadOf(this.entry(row)), { open, from, count, dateOf: this.dates.ofPayloads });
    }
    const state = this.stateOrNothing(this.seqOf(row));
    if (state === undefined) return null;
    const marks = marksOf(this.changesOf(row, state).changes);
    const dateOf = this.dates.ofStates;
    if (!tokens) return partOfTree(state, { open, from, count, marks, dateOf });
    if (valueAt(state, tokens) === undefined) return null;
    const revealed = reveal(state, open, tokens);
    const start = Math.max(0, revealed.row - Math.floor(count / 2));
    const part = partOfTree(state, { open: revealed.open, from: start, count, marks, dateOf });
    return { ...part, open: revealed.open, found: revealed.row };
  }

  /// The JSON text of a value in the state or the payload, to be copied; null if it is not there.
  text({ row, source, tokens }) {
    const isPayload = source === "payload";
    const whole = isPayload ? payloadOf(this.entry(row)) : this.stateOrNothing(this.seqOf(row));
    const value = valueAt(whole, tokens);
    return value === undefined ? null : writeJSON(value);
  }

  /// How the states of two rows differ.
  difference({ first, second }) {
    const [old, now] = [first, second].map((row) => this.stateOrNothing(this.seqOf(row)));
    if (old === undefined || now === undefined) return { isUnknown: true, changes: [] };
    const changes = differences(old, now, changesMax + 1);
    return shownChanges(changes, { dateOf: this.dates.ofStates });
  }

  /// The entry of a row; that of a damaged line has its `problem` and `text`.
  entry(row) {
    if (this.lastEntry?.row !== row) this.lastEntry = { row, entry: this.readEntry(row) };
    return this.lastEntry.entry;
  }

  readEntry(row) {
    const { rows } = this;
    switch (rows.kind(row)) {
      case "start": return { kind: "start" };
      case "gap": return { kind: "gap", ...rows.gapAt(row) };
      case "unfinished": return rows.torn;
      default: {
        const offset = rows.offsets.get(row);
        return entryOrDamage(lineAt(offset, new LineReader(this.log.files, offset)));
      }
    }
  }
}

const shownMembers = new Set([
  "kind", "seq", "timeMs", "cause", "type", "opaque", "source", "originSeq", "edited", "tookMs",
  "error", "exact", "patch", "leftOut", "label", "from", "to", "reason", "state", "dates",
  "actionDates",
]);

/// The value of a line that is shown as a tree: the action, or with it members of later versions.
function payloadOf({ line }) {
  const members = line instanceof Map ? Array.from(line) : [];
  const values = members.filter(([key]) => !shownMembers.has(key));
  return values.length === 1 ? values[0][1] : new Map(values);
}

/// The most rows of a value that is opened by itself.
const openedRowsMax = 40;

/// The tree of a payload; null if there is nothing to show.
function payloadTree(value, dateOf) {
  const isEmpty = value instanceof Map && value.size === 0;
  return isEmpty ? null : partOfTree(value, { open: null, from: 0, count: openedRowsMax, dateOf });
}

/// A part of the tree of a value; with an `anchor`, the part in which that value is found again.
///
/// Without `open`, as much is open as is seen at once.
function partOfTree(value, { open, from, count, anchor, marks, dateOf }) {
  if (open === null) {
    const opened = openToDepth(value, openedRowsMax);
    const rows = treeRows(value, { open: opened, from: 0, count, marks, dateOf });
    return { ...rows, from: 0, open: opened };
  }
  if (anchor) from = Math.max(0, reveal(value, open, anchor.tokens).row - anchor.offset);
  return { ...treeRows(value, { open, from, count, marks, dateOf }), from };
}

/// Differences with their values as text.
export function shownChanges(changes, { limit = changesMax, dateOf = () => undefined }) {
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
