// Questions about a whole log, answered bit by bit: which actions match, and what changed a value.

import { ChangeTexts } from "./changetexts.js";
import { entryOrDamage } from "./entries.js";
import { decodeText, writeJSON } from "./json.js";
import { LineReader, lineAt } from "./lines.js";
import { lineMembers, memberBytes, memberValue } from "./members.js";
import { touches } from "./patch.js";
import { stepsOfPath, tokensIn } from "./steps.js";
import {
  isContainer, isEqual, natural, pointerText, pointerTokens, valueAt,
} from "./values.js";

/// In a log that is larger, texts are looked for in the lines alone.
const walkedBytesMax = 64 * 2 ** 20;

/// The rows that match a filter: any of some types, a text, and a path.
export class Matching {
  constructor({ rows, states }, filter) {
    const { types = null, text = "", path = "", isChange = false, isError = false } = filter;
    Object.assign(this, { rows, row: filter.startRow ?? 0, found: [], isComplete: false });
    // Actions that the tool found, and the one that is the cause of those that are wanted.
    this.seqs = filter.seqs && new Set(filter.seqs);
    this.cause = filter.cause;
    this.files = rows.log.files.forked();
    this.lines = null;
    // Any of these, or all if there is no such filter.
    this.types = types && new Set(types);
    this.text = text.toLowerCase();
    this.path = path;
    // Whether only actions are wanted that may have changed something.
    this.isChange = isChange;
    // Whether only actions are wanted whose reducers threw.
    this.isError = isError;
    this.pathTokens = path.startsWith("/") ? pointerTokens(path) : null;
    const steps = this.pathTokens && stepsOfPath(path);
    // Patches have indices, so elements with ids are followed through all states.
    this.history = steps?.some(({ keys }) => keys) ? new History(states, steps) : null;
    const isText = this.text !== "" || (path !== "" && !this.pathTokens);
    this.changes = isText && this.files.size <= walkedBytesMax ? new ChangeTexts(states) : null;
  }

  get offset() {
    return this.lines?.offset ?? 0;
  }

  /// Looks on until it is late, or to the last row that is known.
  work(isLate) {
    for (let count = 0; this.row < this.rows.count; count += 1) {
      if (count % 16 === 15 && isLate()) return;
      this.history?.workThrough(this.rows.seqs.get(this.row));
      if (this.matches(this.row)) this.found.push(this.row);
      this.row += 1;
    }
    this.isComplete = this.rows.isComplete;
  }

  /// Looks on in a log that has grown.
  grow() {
    this.lines = null;
    this.history?.grow();
    this.changes?.grow();
    this.isComplete = false;
  }

  matches(row) {
    const kind = this.rows.kind(row);
    if (this.seqs && !this.seqs.has(this.rows.frameSeq(row))) return false;
    if (this.types) {
      if (kind !== "action" && kind !== "unfinished") return false;
      if (!this.types.has(this.rows.typeName(row))) return false;
    }
    if (this.cause !== undefined) return kind === "action" && this.isCaused(this.line(row));
    if (this.isError) return kind === "action" && hasError(this.line(row));
    if (this.isChange && kind === "action" && isWithoutChange(this.line(row))) return false;
    if (!this.text && !this.path) return kind !== "start" || !this.types;
    const bytes = this.line(row);
    return (!this.text || this.hasText(row, bytes)) && (!this.path || this.hasPath(row, bytes));
  }

  /// The line of a row; rows are in the order of their lines.
  line(row) {
    const offset = this.rows.offsets.get(row);
    if (!this.lines || this.lines.offset > offset) this.lines = new LineReader(this.files, offset);
    return lineAt(offset, this.lines);
  }

  isCaused(bytes) {
    return natural(memberValue(lineMembers(bytes), "cause", bytes)) === this.cause;
  }

  hasText(row, bytes) {
    const isIn = (texts) => texts.some((text) => text.toLowerCase().includes(this.text));
    const mayHave = bytes.includes(0x5c) || decodeText(bytes).toLowerCase().includes(this.text);
    if (mayHave && isIn(textsOf(bytes))) return true;
    const { paths, values } = this.changesOf(row, bytes);
    return isIn([...paths, ...values.flatMap(textsIn)]);
  }

  /// What the row shows of changes, and the line does not have.
  changesOf(row, bytes) {
    const isAction = this.changes && this.rows.kind(row) === "action";
    return isAction ? this.changes.of(this.rows.seqs.get(row), bytes) : { paths: [], values: [] };
  }

  hasPath(row, bytes) {
    if (this.history) {
      return this.rows.kind(row) === "action" && this.history.hasChangeAt(this.rows.seqs.get(row));
    }
    const patch = entryOrDamage(bytes).change?.patch ?? [];
    if (this.pathTokens) return patch.some((operation) => touches(operation, this.pathTokens));
    const { paths } = this.changesOf(row, bytes);
    return [...patch.map(({ path }) => pointerText(path)), ...paths].some((path) => (
      path.includes(this.path)));
  }
}

function hasError(bytes) {
  return memberBytes(lineMembers(bytes), "error", bytes) !== undefined;
}

/// Whether an action's line tells that it changed nothing.
function isWithoutChange(bytes) {
  const patch = memberBytes(lineMembers(bytes), "patch", bytes);
  return patch?.length === 2 && patch[0] === 0x5b;
}

/// The texts of a line that a person looks for: its type, values, keys, paths, source and error.
function textsOf(bytes) {
  const entry = entryOrDamage(bytes);
  if (entry.problem) return [decodeText(bytes)];
  const { type, action, opaque, seen, error, label, data, reason } = entry;
  const values = [type, action, opaque, seen, error, label, data, reason];
  if (entry.source) {
    const { file, line, function: name, info } = entry.source;
    values.push(`${file}:${line}`, name, info);
  }
  for (const { path, value } of entry.change?.patch ?? []) values.push(pointerText(path), value);
  return values.flatMap(textsIn);
}

/// A value that is not a container, or all keys and values in one, as texts.
function textsIn(value) {
  const texts = [];
  const add = (inner) => {
    if (typeof inner === "string") texts.push(inner);
    else if (inner !== undefined && !isContainer(inner)) texts.push(writeJSON(inner));
    if (!isContainer(inner)) return;
    for (const key of inner instanceof Map ? inner.keys() : []) texts.push(key);
    for (const each of inner.values()) add(each);
  };
  add(value);
  return texts;
}

/// Every action that changed a value, found by walking through all states.
///
/// Each is { seq, old, now }. Where the value becomes known, it is { seq, isFirst, now }, and where
/// it is not known any more, { seq, isUnknown }.
export class History {
  constructor(states, steps) {
    Object.assign(this, { steps, seq: -1, found: [], isComplete: false });
    this.reader = states.log.forked().reader();
    Object.assign(this, { source: states, states: states.each(this.reader), state: undefined });
    // Where the value was last, to look there first.
    this.tokens = null;
    // The last known value, and whether it is unknown since.
    Object.assign(this, { last: null, isUnknown: false });
  }

  get files() {
    return this.reader.log.files;
  }

  get offset() {
    return this.reader.lines.offset;
  }

  /// Looks on until it is late, or to the last state.
  work(isLate) {
    for (let count = 0; !this.isComplete; count += 1) {
      if (count % 8 === 7 && isLate()) return;
      this.step();
    }
  }

  /// Looks on in a log that has grown.
  grow() {
    this.reader.grow();
    this.states = this.source.each(this.reader, this.state);
    this.isComplete = false;
  }

  /// Looks on to the state after an action.
  workThrough(seq) {
    while (!this.isComplete && this.seq <= seq) this.step();
  }

  /// Whether the action that was looked at changed the value.
  hasChangeAt(seq) {
    return this.found.slice(-4).some((change) => change.seq === seq && "old" in change);
  }

  step() {
    const { done, value: frame } = this.states.next();
    const { pending } = this;
    this.pending = undefined;
    // A keyframe can tell a state that the action's line does not.
    if (pending && (done || frame.seq !== pending.seq)) this.loseAt(pending.seq);
    this.isComplete = done;
    if (done) return;
    Object.assign(this, { seq: frame.seq, state: frame.state });
    if (frame.state === undefined) this.pending = frame;
    else this.take(frame.seq, this.find(frame.state));
  }

  take(seq, value) {
    const { last } = this;
    if (last && seq - last.seq > 1) this.loseAt(last.seq + 1);
    if (this.isUnknown || (!last && value !== undefined)) {
      this.found.push({ seq, isFirst: true, now: value, tokens: this.tokens });
    } else if (last && !isSame(last.value, value)) {
      this.found.push({ seq, old: last.value, now: value, tokens: this.tokens });
    }
    Object.assign(this, { last: { seq, value }, isUnknown: false });
  }

  loseAt(seq) {
    if (!this.isUnknown) this.found.push({ seq, isUnknown: true });
    this.isUnknown = true;
  }

  /// The value at the steps, in which elements are found by their ids.
  find(state) {
    const steps = this.tokens
      ? this.steps.map((step, depth) => ({ ...step, token: this.tokens[depth] })) : this.steps;
    const tokens = tokensIn(state, steps);
    if (!tokens) return undefined;
    this.tokens = tokens;
    return valueAt(state, tokens);
  }
}

function isSame(left, right) {
  return left === right || (left !== undefined && right !== undefined && isEqual(left, right));
}
