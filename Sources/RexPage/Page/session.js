// A log being looked at: what the page asks of it. All answers are plain values.

import { Dates } from "./dates.js";
import { differences } from "./difference.js";
import { entryOrDamage, withoutValues } from "./entries.js";
import {
  brokenRules, conditionsIn, documentOf, documentsOf, findingsIn, rulesIn,
} from "./findings.js";
import { writeJSON } from "./json.js";
import { LineReader, lineAt } from "./lines.js";
import { rowOfPlace } from "./places.js";
import { Rows } from "./rows.js";
import { changePieces, payloadPieces } from "./rowtexts.js";
import { followed } from "./selections.js";
import { shownChanges, shownChangesMax } from "./shownchanges.js";
import { States, UnknownState } from "./states.js";
import { changedPaths, densityOf, summaryOf } from "./summaries.js";
import { filteredRows, marksOf, openToDepth, reveal, treeRows } from "./tree.js";
import { valueAt } from "./values.js";

/// The most gaps and damaged lines that the page is told of.
const shownPlacesMax = 1000;
/// How long the worker looks for what rows changed before it answers.
const rowChangesMs = 20;

export class Session {
  /// `verdict`, `rules` and `when` are the documents that a page has, as bytes.
  constructor(log, { verdict, rules, when }) {
    this.log = log;
    this.rows = new Rows(log);
    this.dates = new Dates(log.session);
    this.states = new States(this.rows, this.dates);
    Object.assign(this, { rules: [], verified: [], findings: [], verdict: undefined });
    if (verdict) this.takeVerdict(documentOf(verdict));
    if (rules) this.takeRules(documentsOf(rules));
    this.conditions = when ? conditionsIn(documentsOf(when)) : [];
    this.lastEntry = null;
    Object.assign(this, { isRedacted: false, isChecked: false });
  }

  /// Takes the last line of an answer of the tool: what verify found, or the rules.
  takeFound({ text }) {
    const line = documentOf(new TextEncoder().encode(text));
    if (line.has("verdict")) this.takeVerdict(line.get("verdict"));
    if (line.has("rules")) this.takeRules(line.get("rules"));
    return this.overview();
  }

  /// What was found in a log is not known of what came after.
  forgetFound() {
    Object.assign(this, { verified: [], verdict: undefined, rules: [] });
    this.showFound();
  }

  takeVerdict(document) {
    this.verified = findingsIn(document);
    this.verdict = document.get("verdict");
    this.showFound();
  }

  takeRules(documents) {
    this.rules = rulesIn(documents);
    this.showFound();
  }

  /// The findings at actions, in their order.
  showFound() {
    this.findings = [...this.verified, ...brokenRules(this.rules)]
      .sort((left, right) => left.seq - right.seq);
  }

  /// Takes what a check of all lines found in place of what was found while they were listed.
  takeCheck({ damages, isRedacted }) {
    Object.assign(this, { isRedacted, isChecked: true });
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
      isRedacted: this.isRedacted,
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
      rules: this.rules,
      conditions: this.conditions,
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
        finding: shown.kind === "action" && finding ? badgeOf(finding) : undefined,
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
  density({ from, to = this.rows.count, ...wanted }) {
    const end = Math.max(from + 1, Math.min(to, this.rows.count));
    return densityOf(this.rows, this.findings, { from, to: end, ...wanted });
  }

  rowOfSeq({ seq }) {
    return this.rows.rowOfSeq(seq);
  }

  /// The rows of actions that the tool found; `isKnown` is false if they are not read yet.
  rowsOfSeqs({ seqs }) {
    const { rows } = this;
    const isKnown = rows.isComplete || seqs.at(-1) <= rows.lastSeq;
    return { isKnown, rows: isKnown ? Uint32Array.from(seqs, (seq) => rows.rowOfSeq(seq)) : null };
  }

  /// The row of a place that a person typed, or what is wrong with it.
  rowOfText({ text }) {
    const { rows, log: { session } } = this;
    return rowOfPlace(text, { rows, session, labelOf: (row) => this.entry(row).label ?? "" });
  }

  /// The next mark, or the next gap, finding, damaged or unfinished line, in a direction; the same
  /// row if there is none.
  nextPlace({ row, step, isMark = false }) {
    const { rows } = this;
    const kinds = isMark ? ["mark"] : ["gap", "damage", "unfinished"];
    const found = new Set(isMark ? [] : rows.damages.map((damage) => damage.row));
    for (const { seq } of isMark ? [] : this.findings) found.add(rows.rowOfSeq(seq));
    for (let at = row + step; at >= 0 && at < rows.count; at += step) {
      if (found.has(at) || kinds.includes(rows.kind(at))) return at;
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
      selection: selection
        && followed(selection, this.seqOf(row), (state) => this.stateOrNothing(state)),
    };
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
    return { changes: differences(before, state, shownChangesMax + 1) };
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
  tree({ row, source, open, from, count, tokens, filter }) {
    if (source === "payload") {
      return partOfTree(
        payloadOf(this.entry(row)), { open, from, count, dateOf: this.dates.ofPayloads });
    }
    const state = this.stateOrNothing(this.seqOf(row));
    if (state === undefined) return null;
    const marks = marksOf(this.changesOf(row, state).changes);
    const dateOf = this.dates.ofStates;
    if (!tokens) return partOfTree(state, { open, from, count, marks, dateOf, filter });
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
    const changes = differences(old, now, shownChangesMax + 1);
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

function badgeOf({ outcome, rule }) {
  return rule === undefined ? outcome : `breaks ${rule}`;
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
function partOfTree(value, { open, from, count, anchor, marks, dateOf, filter }) {
  if (open === null) {
    const opened = openToDepth(value, openedRowsMax);
    const rows = treeRows(value, { open: opened, from: 0, count, marks, dateOf });
    return { ...rows, from: 0, open: opened };
  }
  const window = { open, from, count, marks, dateOf };
  if (filter) return { ...filteredRows(value, { ...filter, ...window }), from };
  if (anchor) from = Math.max(0, reveal(value, open, anchor.tokens).row - anchor.offset);
  return { ...treeRows(value, { ...window, from }), from };
}
