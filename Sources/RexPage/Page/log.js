// A log: its session, how it ends, and a reader of its lines in order.

import { EntryError, isTorn, needsKeyframe, readEntry, recoverTornLine } from "./entries.js";
import { limits } from "./json.js";
import { LineReader, restStart } from "./lines.js";
import { lineHead } from "./members.js";
import { LineOrder } from "./order.js";

/// A problem with its place: `{ file, line, column, problem }`.
export class LogError extends Error {
  constructor(problem, place) {
    super(problem);
    Object.assign(this, place, { problem });
  }
}

/// An open log; lines are read when they are needed.
export class Log {
  constructor(files) {
    this.files = files;
    const { session, start } = findSession(files);
    Object.assign(this, { session, start, end: files.size });
    const rest = restStart(files);
    this.rest = rest > start && rest < files.size && files.size - rest <= limits.lineBytes
      ? files.read(rest, files.size) : null;
    if (this.rest) this.end = rest;
  }

  /// The same log, whose files are read ahead for another task.
  forked() {
    return Object.assign(Object.create(Log.prototype), this, { files: this.files.forked() });
  }

  /// A reader of all lines; of those from a place on, if one is given.
  reader({ offset, order } = {}) {
    if (offset === undefined) {
      const lines = new LineReader(this.files, this.start, this.end);
      return new LogReader(this, lines, LineOrder.ofSession(this.session));
    }
    return new LogReader(this, new LineReader(this.files, offset, this.end, NaN), order);
  }

  /// Decides what the bytes after the last line feed are, given the order of all lines before them.
  ///
  /// Returns the torn line; null if they are a line like any other, which is then read next.
  finish(order, lastHasPatch) {
    if (!this.rest) return null;
    const torn = !order.isEnded && isTorn(this.rest) ? recoverTornLine(this.rest) : null;
    const isNext = torn && (torn.seq === undefined || torn.seq === order.lastSeq + 1);
    if (!isNext) {
      this.end = this.files.size;
      return null;
    }
    const { truncates, isInBackground } = this.session;
    const isCertain = truncates && lastHasPatch !== false && !isInBackground;
    return { ...torn, mayHaveFinished: torn.kind === "action" && !isCertain };
  }

  /// A problem of a line, with its place in the log.
  error(problem, record) {
    const { file, offset, number } = record.line;
    const { text, column, first } = withColumn(problem);
    const line = number || this.files.lineNumber(offset);
    const known = first === undefined ? text : `${text}; it first appears at ${line}:${first + 1}`;
    return new LogError(known, { file: this.files.files[file].name, line, column });
  }
}

/// The first session line; segments whose session line is torn are skipped.
function findSession(files) {
  const last = files.files.at(-1);
  if (files.size === 0) throw new LogError("the file is empty", place(last));
  for (const file of files.files) {
    const line = file.size > 0 ? new LineReader(files, file.start, file.end).next() : null;
    if (!line) continue;
    const text = new TextDecoder().decode(line.bytes.subarray(0, sessionBeginning.length));
    const isBeginning = sessionBeginning.startsWith(text);
    if (!line.isEnded && file !== last && isBeginning && isTorn(line.bytes)) continue;
    return { session: readSession(line, file), start: file.start };
  }
  throw new LogError(notALog, place(last));
}

const notALog = "not a rexreplay log: the first line is not a session line";
const sessionBeginning = '{"kind":"session",';

function place(file) {
  return { file: file?.name ?? "", line: 1, column: 1 };
}

/// What a file is instead of a log, by its first bytes.
const foreignFiles = [
  [[0x50, 0x4b, 3, 4], "the file is a zip archive; unpack it first"],
  [[0x1f, 0x8b], "the file is compressed; unpack it first"],
  [[0xef, 0xbb, 0xbf], "the file begins with a byte order mark; remove it first"],
  [[0xff, 0xfe], "the file is UTF-16; convert it to UTF-8 first"],
  [[0xfe, 0xff], "the file is UTF-16; convert it to UTF-8 first"],
];

function readSession(line, file) {
  const foreign = foreignFiles.find(([beginning]) =>
    beginning.every((byte, index) => line.bytes[index] === byte),
  );
  if (foreign) throw new LogError(foreign[1], place(file));
  try {
    const entry = line.isTooLong ? null : readEntry(line.bytes);
    if (entry?.kind === "session") return entry;
  } catch (error) {
    if (!(error instanceof EntryError)) throw error;
    const isJSON = error.column === 1 && !error.isAtEnd;
    throw new LogError(isJSON ? error.message : notALog, { ...place(file), column: error.column });
  }
  throw new LogError(notALog, place(file));
}

/// Reads records in order: a line, its head, and the problem with it.
export class LogReader {
  constructor(log, lines, order) {
    Object.assign(this, { log, lines, order });
  }

  /// Reads on in a log that has grown.
  grow() {
    this.log.end = this.log.files.size;
    this.lines.end = this.log.end;
  }

  /// The next record; null after the last.
  next() {
    const line = this.lines.next();
    return line && this.record(line);
  }

  record(line) {
    const { log, order } = this;
    if (line.offset === log.start) {
      return { line, head: { kind: "session", seq: log.session.after }, session: log.session };
    }
    if (!line.isEnded && line.file < log.files.files.length - 1 && isTorn(line.bytes)) {
      return { line, head: { kind: "unknown", seq: 0 }, isTornSegment: true };
    }
    const head = line.isTooLong ? null : lineHead(line.bytes);
    if (!head) return this.unreadable(line);
    if (head.kind !== "session") return { line, head, problem: order.take(head) };
    const session = this.entryOr(line, (error) => error);
    if (session instanceof EntryError) {
      order.doubt();
      return { line, head: null, problem: problemOf(session) };
    }
    const { problem, missing } = order.takeSession(session, log.session);
    return { line, head: { kind: "session", seq: session.after }, session, problem, missing };
  }

  unreadable(line) {
    this.order.doubt();
    if (line.isTooLong) {
      return { line, head: null, problem: `longer than ${limits.lineBytes} bytes` };
    }
    const problem = this.entryOr(line, problemOf);
    return { line, head: null, problem: problem.text ? problem : "this line is not an entry" };
  }

  /// The checked entry of a line; what `recover` makes of the error if it has one.
  entryOr(line, recover) {
    try {
      return readEntry(line.bytes);
    } catch (error) {
      if (!(error instanceof EntryError)) throw error;
      return recover(error);
    }
  }

  /// The entry of the current record, whole and checked; throws its problem.
  entry(record) {
    if (record.problem) throw this.log.error(record.problem, record);
    if (record.isTornSegment) return { kind: "unknown" };
    const entry = this.entryOr(record.line, (error) => {
      if (record.head?.kind === "action") this.order.loseState();
      throw this.log.error(problemOf(error), record);
    });
    const problem = entry.kind === "action"
      && this.order.takeChange(entry.change, needsKeyframe(entry));
    if (!problem) return entry;
    this.order.loseState();
    throw this.log.error(problem, record);
  }

  /// The gap that a record is, or that is before its segment; undefined if there is none.
  gap(record) {
    if (record.missing) return record.missing;
    return record.head?.kind === "gap" && !record.problem ? this.entry(record) : undefined;
  }
}

/// A problem, which can be a text alone, as text and column.
export function withColumn(problem) {
  return typeof problem === "string" ? { text: problem, column: 1 } : problem;
}

/// An error as text and column.
export function problemOf(error) {
  return { text: error.message, column: error.column ?? 1, first: error.first };
}

