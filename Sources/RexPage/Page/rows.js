// The rows of a log: what its list shows, as a few numbers each, so that millions fit in memory.

import { LineReader } from "./lines.js";
import { lineMembers, memberBytes, memberValue } from "./members.js";
import { LogError, withColumn } from "./log.js";
import { firstIndex } from "./sorted.js";

/// The kinds of rows, by their number in `kinds`.
export const rowKinds = ["start", "action", "mark", "gap", "damage", "unfinished"];

const rowsMax = 6_000_000;
const blockRows = 2 ** 14;
const typesMax = 65_535;
/// More damage than this is not listed.
export const damagesMax = 100_000;

/// Numbers that grow block by block, without ever being copied.
class Column {
  constructor(Type) {
    Object.assign(this, { Type, blocks: [] });
  }

  set(row, value) {
    const block = Math.floor(row / blockRows);
    if (block === this.blocks.length) this.blocks.push(new this.Type(blockRows));
    this.blocks[block][row % blockRows] = value;
  }

  get(row) {
    return this.blocks[Math.floor(row / blockRows)][row % blockRows];
  }
}

/// The rows read so far, and what was found on the way.
export class Rows {
  constructor(log) {
    this.log = log;
    this.count = 0;
    this.kinds = new Column(Uint8Array);
    this.types = new Column(Uint16Array);
    this.times = new Column(Float64Array);
    this.seqs = new Column(Float64Array);
    this.offsets = new Column(Float64Array);
    this.typeNames = [];
    this.typeCounts = [];
    this.typeIds = new Map();
    this.keyframes = [];
    this.gaps = [];
    this.damages = [];
    this.lastMs = 0;
    this.torn = null;
    this.end = null;
    this.lastHasPatch = undefined;
    this.lastAction = null;
    this.reader = log.forked().reader();
    this.isComplete = false;
  }

  get isFull() {
    return this.count >= rowsMax;
  }

  get lastSeq() {
    return this.reader.order.lastSeq;
  }

  /// The number of the first state; undefined if the log has none.
  get firstSeq() {
    return this.keyframes[0]?.seq;
  }

  get files() {
    return this.reader.log.files;
  }

  get offset() {
    return this.reader.lines.offset;
  }

  /// Reads on until it is late, or to the end of the log.
  work(isLate) {
    for (let count = 0; !this.isComplete; count += 1) {
      if (count % 64 === 63 && isLate()) return;
      const record = this.reader.next();
      if (record) this.add(record);
      else this.finish();
    }
  }

  /// Reads on in a log that has grown.
  grow() {
    this.reader.grow();
    this.log.end = this.log.files.size;
    this.isComplete = false;
  }

  finish() {
    const { order } = this.reader;
    const isRest = this.log.end < this.log.files.size;
    this.torn = isRest ? this.log.finish(order, this.readLastHasPatch()) : null;
    if (isRest && !this.torn) {
      this.reader.log.end = this.log.end;
      this.reader.lines.end = this.log.end;
      return;
    }
    if (this.torn?.kind === "action") {
      const type = this.typeId(this.torn.type ?? "");
      this.append("unfinished", order.lastSeq + 1, this.log.end, this.torn.timeMs, type);
    }
    this.isComplete = true;
  }

  add(record) {
    const { head, line, problem, missing } = record;
    if (missing) this.appendGap(missing, line.offset);
    if (problem) this.addDamage(problem, record);
    const { order } = this.reader;
    const isRow = head?.kind === "action" || head?.kind === "mark";
    if (!head || (isRow && !order.isTrusted)) {
      this.append("damage", order.lastSeq, line.offset);
      return;
    }
    switch (head.kind) {
      case "action": {
        const { timeMs, type } = actionHead(line.bytes);
        this.lastAction = line.offset;
        this.append("action", head.seq, line.offset, timeMs, this.typeId(type));
        return;
      }
      case "keyframe":
        if (problem || !order.isStateKnown) return;
        if (this.keyframes.length === 0) this.append("start", head.seq, line.offset);
        this.keyframes.push({ seq: head.seq, offset: line.offset, segment: order.segment });
        return;
      case "mark":
        this.append("mark", head.seq, line.offset, this.timeOf(line.bytes));
        return;
      case "gap":
        if (order.isTrusted) this.appendGap(this.entryOf(record), line.offset);
        return;
      case "end":
        if (!problem && line.bytes.length <= 65_536) this.end = this.entryOf(record);
        this.lastMs = Math.max(this.lastMs, this.end?.timeMs ?? 0);
        return;
      default:
    }
  }

  appendGap(gap, offset) {
    if (!gap) return;
    this.gaps.push({ ...gap, row: this.count });
    this.append("gap", gap.from, offset);
  }

  entryOf(record) {
    try {
      return this.reader.entry(record);
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      this.addDamage({ text: error.problem, column: error.column }, record);
      return null;
    }
  }

  append(kind, seq, offset, timeMs = this.lastMs, type = typesMax) {
    if (Number.isFinite(timeMs)) this.lastMs = Math.max(this.lastMs, timeMs);
    if (this.isFull) return;
    const row = this.count;
    this.kinds.set(row, rowKinds.indexOf(kind));
    this.types.set(row, type);
    this.times.set(row, this.lastMs);
    this.seqs.set(row, seq);
    this.offsets.set(row, offset);
    this.count += 1;
  }

  addDamage(problem, record) {
    if (this.damages.length >= damagesMax) return;
    const { text, column } = withColumn(problem);
    const { file, number } = record.line;
    const name = this.log.files.files[file].name;
    this.damages.push({ file: name, line: number, column, problem: text, row: this.count });
  }

  typeId(name) {
    const known = this.typeIds.get(name);
    const id = known ?? Math.min(this.typeNames.length, typesMax - 1);
    if (known === undefined && id < typesMax - 1) {
      this.typeIds.set(name, id);
      this.typeNames.push(name);
      this.typeCounts.push(0);
    }
    this.typeCounts[id] = (this.typeCounts[id] ?? 0) + 1;
    return id;
  }

  timeOf(bytes) {
    return memberValue(lineMembers(bytes), "timeMs", bytes);
  }

  /// Whether the last finished action has a patch; undefined if there is none.
  readLastHasPatch() {
    if (this.lastAction === null) return undefined;
    const { bytes } = new LineReader(this.log.files, this.lastAction).next();
    const patch = memberBytes(lineMembers(bytes), "patch", bytes);
    return patch ? patch[0] !== 0x6e : true;
  }

  /// The gap that a row is.
  gapAt(row) {
    return this.gaps.find((gap) => gap.row === row);
  }

  /// The damage of a row's line; undefined if there is none.
  damageAt(row) {
    return this.damages.find((damage) => damage.row === row);
  }

  takeDamages(damages) {
    this.damages = damages.map((damage) => ({ ...damage, row: this.rowOfOffset(damage.offset) }));
  }

  kind(row) {
    return rowKinds[this.kinds.get(row)];
  }

  typeName(row) {
    return this.typeNames[this.types.get(row)] ?? "";
  }

  /// The number of the action that a row is, or of the start; undefined for other rows.
  frameSeq(row) {
    const isFrame = ["start", "action", "unfinished"].includes(this.kind(row));
    return isFrame ? this.seqs.get(row) : undefined;
  }

  /// The row of an action or of the start; the nearest before it if there is none.
  rowOfSeq(seq) {
    const first = firstIndex(this.count, (row) => this.seqs.get(row) >= seq);
    for (let row = first; row < Math.min(first + 64, this.count); row += 1) {
      if (this.frameSeq(row) === seq) return row;
    }
    return Math.min(first, this.count - 1);
  }

  /// The last row whose line begins at an offset or before it.
  rowOfOffset(offset) {
    return Math.max(0, firstIndex(this.count, (row) => this.offsets.get(row) > offset) - 1);
  }
}

/// The time and the type of an action's line; empty if they cannot be read.
function actionHead(bytes) {
  const common = commonHead(bytes);
  if (common) return common;
  const members = lineMembers(bytes);
  const [timeMs, type] = ["timeMs", "type"].map((name) => memberValue(members, name, bytes));
  return { timeMs, type: typeof type === "string" ? type.slice(0, 1024) : "" };
}

const [seqKey, timeKey, causeKey, typeKey] = [
  '{"kind":"action","seq":', ',"timeMs":', ',"cause":', ',"type":"',
].map((text) => new TextEncoder().encode(text));
const typeBytesMax = 200;

/// The head of a line as writers write it, read without a decoder, which keeps its texts for long.
///
///     {"kind":"action","seq":7,"timeMs":12.5,"cause":3,"type":"load",…
function commonHead(bytes) {
  if (!startsWith(bytes, 0, seqKey)) return null;
  let at = bytes.indexOf(0x2c, seqKey.length);
  if (!startsWith(bytes, at, timeKey)) return null;
  const timeAt = at + timeKey.length;
  const timeEnd = bytes.indexOf(0x2c, timeAt);
  at = startsWith(bytes, timeEnd, causeKey) ? bytes.indexOf(0x2c, timeEnd + 1) : timeEnd;
  if (!startsWith(bytes, at, typeKey)) return null;
  const typeAt = at + typeKey.length;
  const typeEnd = bytes.indexOf(0x22, typeAt);
  if (typeEnd < 0 || typeEnd - typeAt > typeBytesMax || timeEnd - timeAt > 30) return null;
  const type = asciiText(bytes, typeAt, typeEnd);
  return type === null ? null : { timeMs: Number(asciiText(bytes, timeAt, timeEnd)), type };
}

function startsWith(bytes, at, beginning) {
  return at >= 0 && beginning.every((byte, index) => bytes[at + index] === byte);
}

/// A text without escapes; null if it has bytes beyond ASCII.
function asciiText(bytes, start, end) {
  let text = "";
  for (let at = start; at < end; at += 1) {
    if (bytes[at] >= 0x7f || bytes[at] < 0x20 || bytes[at] === 0x5c) return null;
    text += String.fromCharCode(bytes[at]);
  }
  return text;
}
