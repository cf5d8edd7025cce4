// The states of a log, each computed from the nearest keyframe and never all kept.
//
//   keyframe 0 ──patch 1──▶ 1 ──patch 2──▶ 2 … keyframe 61 ──patch 62──▶ 62
//                                ▲ some are kept, and share what is the same in them

import { limits, parseJSON } from "./json.js";
import { lineMembers, memberBytes, memberValue } from "./members.js";
import { LineOrder } from "./order.js";
import { applyPatch, PatchError, readPatch } from "./patch.js";
import { LogError, problemOf } from "./log.js";

/// Why a state is not known, in a sentence.
export class UnknownState extends Error {}

/// The patches between two kept states, at most.
const keptSpacing = 64;
/// The kept states, and the slots of containers that were copied for them, at most.
const keptMax = 256;
const keptSlotsMax = 2 ** 22;

export class States {
  constructor(rows, dates) {
    Object.assign(this, { rows, dates, log: rows.log });
    this.kept = new Map();
    this.keptSlots = 0;
  }

  /// The state after an action; throws UnknownState.
  at(seq) {
    return this.cursorAt(seq).state;
  }

  /// The states that a reader comes to, each as { seq, state }; undefined where it is unknown, also
  /// once for a gap. In a log that has grown, they go on from the last state.
  *each(reader, state) {
    const { order } = reader;
    for (let record = reader.next(); record; record = reader.next()) {
      if (!order.isStateKnown) state = undefined;
      if (!order.isTrusted) continue;
      const { kind, seq, first } = record.head;
      const lost = record.missing?.from ?? (kind === "gap" ? first : undefined);
      if (lost !== undefined) yield { seq: lost, state };
      if (kind !== "keyframe" && kind !== "action") continue;
      try {
        const isKeyframe = kind === "keyframe";
        state = isKeyframe ? reader.entry(record).state : this.next(state, record, reader);
      } catch (error) {
        if (!(error instanceof UnknownState || error instanceof LogError)) throw error;
        state = undefined;
      }
      yield { seq, state };
    }
  }

  next(state, record, reader) {
    const { patch } = this.change(record, reader);
    if (patch === null || state === undefined) return undefined;
    return this.apply(patch, state, new Set(), record);
  }

  cursorAt(seq) {
    const kept = this.kept.get(seq);
    if (kept) return this.keep(kept);
    const { firstSeq, lastSeq } = this.rows;
    if (!(firstSeq <= lastSeq)) throw new UnknownState("The log has no state.");
    if (seq < firstSeq || seq > lastSeq) {
      throw new UnknownState(`This log has states ${firstSeq} to ${lastSeq}.`);
    }
    const { cursor, damage } = this.start(seq);
    try {
      return this.walk(cursor, seq);
    } catch (error) {
      throw damage && error instanceof UnknownState ? damage : error;
    }
  }

  /// The nearest known state at or before an action.
  ///
  /// A damaged keyframe is skipped; its damage is told if the patches before it lead nowhere.
  start(seq) {
    const { keyframes } = this.rows;
    let damage = null;
    let last = keyframes.findLastIndex((keyframe) => keyframe.seq <= seq);
    for (; last >= 0; last -= 1) {
      const keyframe = keyframes[last];
      const kept = this.lastKept(keyframe.seq, seq);
      if (kept) return { cursor: kept, damage };
      try {
        return { cursor: this.keep(this.read(keyframe)), damage };
      } catch (error) {
        if (!(error instanceof LogError)) throw error;
        damage ??= unknownBecause(error);
      }
    }
    throw damage ?? new UnknownState(`The state after action ${seq} is not recorded.`);
  }

  lastKept(from, to) {
    let last = null;
    for (const cursor of this.kept.values()) {
      if (cursor.seq >= (last?.seq ?? from) && cursor.seq <= to) last = cursor;
    }
    return last;
  }

  read(keyframe) {
    const order = LineOrder.after(keyframe.seq, keyframe.segment);
    const reader = this.log.reader({ offset: keyframe.offset, order });
    const { state, line } = reader.entry(reader.next());
    this.dates.learn((name) => line.get(name));
    return { seq: keyframe.seq, state, offset: reader.lines.offset, order, slots: 1000 };
  }

  /// Applies the patches after a known state.
  walk(from, seq) {
    const order = from.order.copy();
    const reader = this.log.reader({ offset: from.offset, order });
    let [cursor, owned, problem] = [from, new Set(), null];
    while (cursor.seq < seq) {
      const record = reader.next();
      if (!record) break;
      const gap = reader.gap(record);
      if (gap) throw lost(seq, gap);
      if (record.problem) problem = this.log.error(record.problem, record);
      // The keyframe that a walk begins at is the nearest, so any other is damaged.
      if (!order.isStateKnown) break;
      if (record.head?.kind !== "action") continue;
      const { patch } = this.change(record, reader);
      if (patch === null) throw this.unrecorded(seq);
      const state = this.apply(patch, cursor.state, owned, record);
      const [last, offset] = [order.lastSeq, reader.lines.offset];
      cursor = { seq: last, state, offset, order, slots: 0 };
      problem = null;
      if (last >= seq - 1 || last % keptSpacing === 0) {
        cursor.order = order.copy();
        cursor.slots = slotsOf(owned);
        this.keep(cursor);
        owned = new Set();
      }
    }
    if (cursor.seq >= seq) return cursor;
    throw problem ? unknownBecause(problem) : new UnknownState(`There is no action ${seq}.`);
  }

  /// The change that a line records; for most lines, only the patch is parsed.
  change(record, reader) {
    try {
      if (record.problem) throw this.log.error(record.problem, record);
      const { bytes } = record.line;
      const members = lineMembers(bytes);
      const change = changeOf(members, bytes) ?? wholeChange(reader, record);
      this.dates.learn((name) => memberValue(members, name, bytes));
      const problem = reader.order.takeChange(change, false);
      if (problem) throw this.log.error(problem, record);
      return change;
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      reader.order.loseState();
      throw unknownBecause(error);
    }
  }

  apply(patch, state, owned, record) {
    try {
      return applyPatch(state, patch, owned);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      const text = `the patch does not fit the state before it: ${error.message}`;
      throw unknownBecause(this.log.error(text, record));
    }
  }

  unrecorded(seq) {
    const next = this.rows.keyframes.find((keyframe) => keyframe.seq > seq);
    const hint = next ? ` The next known state is after action ${next.seq}.` : "";
    return new UnknownState(`The state after action ${seq} is not recorded.${hint}`);
  }

  /// Keeps a state as the last that is dropped.
  keep(cursor) {
    if (!this.kept.delete(cursor.seq)) this.keptSlots += cursor.slots;
    this.kept.set(cursor.seq, cursor);
    for (const [seq, oldest] of this.kept) {
      const isTooMuch = this.kept.size > keptMax || this.keptSlots > keptSlotsMax;
      if (!isTooMuch || this.kept.size <= 2) break;
      this.kept.delete(seq);
      this.keptSlots -= oldest.slots;
    }
    return cursor;
  }
}

/// The change of a usual line; null for another, or if it has none.
export function changeOf(members, bytes) {
  const patch = members && memberBytes(members, "patch", bytes);
  if (!patch || patch[0] !== 0x5b) return null;
  try {
    return { patch: readPatch(parseJSON(patch, limits.lineDepth)) };
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return null;
  }
}

/// The change of an unusual or damaged line, which is parsed whole for a precise problem.
function wholeChange(reader, record) {
  const entry = reader.entryOr(record.line, (error) => {
    throw reader.log.error(problemOf(error), record);
  });
  return entry.change;
}

function slotsOf(owned) {
  let slots = 0;
  for (const container of owned) slots += container.length ?? 4 * container.size;
  return slots;
}

function unknownBecause({ file, line, column, problem }) {
  return new UnknownState(`${file}:${line}:${column}: ${problem}`);
}

function lost(seq, { from, to, reason }) {
  return new UnknownState(
    `The state after action ${seq} was lost in a gap from ${from} to ${to}: ${reason}`);
}

