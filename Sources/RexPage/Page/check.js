// A check of every line of a log, and of the states that its patches lead to.
//
//   keyframe 0   1 ✓   2 ✓   3 ✗   4 ?   5 ?   keyframe 5   6 ✓

import { decodeText } from "./json.js";
import { applyPatch, PatchError } from "./patch.js";
import { LogError } from "./log.js";
import { damagesMax } from "./rows.js";
import { escapedToken, isContainer, isEqual } from "./values.js";

/// What stands for a secret text.
const placeholder = /redacted[0-9a-f]{8}/;

export class Check {
  constructor(log) {
    Object.assign(this, { log, reader: log.reader(), damages: [], isComplete: false });
    // The last known state, and whether it is that after the line that was read last.
    Object.assign(this, { state: undefined, isKnown: false });
    Object.assign(this, { seq: 0, isRedacted: false });
    this.owned = new Set();
  }

  get files() {
    return this.log.files;
  }

  get offset() {
    return this.reader.lines.offset;
  }

  /// Reads on until it is late, or to the end of the log.
  work(isLate) {
    for (let count = 0; !this.isComplete; count += 1) {
      if (count % 16 === 15 && isLate()) return;
      const record = this.reader.next();
      if (record) this.add(record);
      this.isComplete = !record || this.damages.length >= damagesMax;
    }
  }

  /// Reads on in a log that has grown.
  grow() {
    this.reader.grow();
    this.isComplete = false;
  }

  add(record) {
    if (record.missing) this.loseState();
    if (this.log.session.redacted && !this.isRedacted) {
      this.isRedacted = placeholder.test(decodeText(record.line.bytes));
    }
    try {
      if (record.problem) throw this.log.error(record.problem, record);
      if (record.head.kind !== "session") this.take(this.reader.entry(record), record);
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      const { file, line, column, problem } = error;
      this.damages.push({ file, line, column, problem, offset: record.line.offset });
    }
    if (!this.reader.order.isStateKnown) this.loseState();
  }

  take(entry, record) {
    if (entry.kind === "keyframe") this.takeKeyframe(entry, record);
    if (entry.kind === "gap") this.loseState();
    if (entry.kind !== "action" || !this.isKnown || !entry.change.patch) return;
    try {
      this.state = applyPatch(this.state, entry.change.patch, this.owned);
      this.seq = entry.seq;
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      this.state = undefined;
      this.reader.order.loseState();
      const problem = `the patch does not fit the state before it: ${error.message}`;
      throw this.log.error(problem, record);
    }
  }

  takeKeyframe(keyframe, record) {
    if (!this.reader.order.isStateKnown) return;
    const before = keyframe.seq === this.seq ? this.state : undefined;
    this.loseState();
    Object.assign(this, { state: keyframe.state, isKnown: true, seq: keyframe.seq });
    if (before === undefined) return;
    const path = firstDifference(keyframe.state, before);
    if (path === null) return;
    const place = path === "" ? "the root" : path;
    throw this.log.error(`the keyframe differs from the state before it at ${place}`, record);
  }

  loseState() {
    this.isKnown = false;
    this.owned = new Set();
  }
}

/// The path of the first value that differs, in the order of the left one; null if none does.
function firstDifference(left, right) {
  if (isEqual(left, right)) return null;
  const isSameKind = isContainer(left) && isContainer(right)
    && Array.isArray(left) === Array.isArray(right);
  if (!isSameKind) return "";
  const get = (value, key) => (Array.isArray(value) ? value[key] : value.get(key));
  for (const [key, member] of left.entries()) {
    const other = get(right, key);
    const inner = other === undefined ? "" : firstDifference(member, other);
    if (inner !== null) return `/${escapedToken(key)}${inner}`;
  }
  for (const key of right.keys()) {
    if (get(left, key) === undefined) return `/${escapedToken(key)}`;
  }
  return "";
}
