// The entries of a log: each line's members, checked as docs/reference/log-format.md requires.

import { decodeText, Digits, JSONError, limits, parseJSON } from "./json.js";
import { fits, PatchError, readPatch } from "./patch.js";
import { isNumber, natural } from "./values.js";

/// Why a line is not an entry; `column` counts bytes from 1.
export class EntryError extends Error {
  constructor(problem, { column = 1, first, isAtEnd = false } = {}) {
    super(problem);
    Object.assign(this, { column, first, isAtEnd });
  }
}

/// The entry in a line's bytes, whole and checked.
export function readEntry(bytes) {
  return entryOf(parseLine(bytes));
}

/// The entry in a line's bytes; `{ kind: "damage", problem, text }` if they are none.
export function entryOrDamage(bytes) {
  try {
    return readEntry(bytes);
  } catch (error) {
    if (!(error instanceof EntryError)) throw error;
    return { kind: "damage", problem: error.message, text: decodeText(bytes.subarray(0, 2000)) };
  }
}

/// An entry without the members that can be large.
export function withoutValues({ line, action, state, data, change, ...facts }) {
  const patch = change?.patch;
  return { ...facts, leftOut: change?.leftOut, isUnrecorded: patch === null };
}

/// The value of a line.
export function parseLine(bytes) {
  try {
    return parseJSON(bytes, limits.lineDepth);
  } catch (error) {
    if (!(error instanceof JSONError)) throw error;
    const { message, offset, first, isAtEnd } = error;
    throw new EntryError(message, { column: offset + 1, first, isAtEnd });
  }
}

function entryOf(line) {
  const [key, kind] = line instanceof Map ? (line.entries().next().value ?? []) : [];
  if (key !== "kind" || typeof kind !== "string") throw new EntryError("this line is not an entry");
  const members = new Members(line, "");
  if (!Object.hasOwn(readers, kind)) return { kind: "unknown", line };
  return { kind, line, ...readers[kind](members) };
}

const readers = {
  session: (members) => {
    const version = members.required("rexlog");
    if (natural(version) !== 1) {
      const text = isNumber(version) ? numberText(version) : "of another kind";
      throw new EntryError(`version ${text} of the log format cannot be read`);
    }
    const app = members.object("app");
    return {
      app: {
        name: app.string("name"), version: app.optional("version", "string"),
        build: app.optional("build", "string"),
      },
      id: members.string("id"),
      startedAt: members.string("startedAt"),
      timeZone: members.line.get("timeZone"),
      types: names(members, "types", ["state", "action"]),
      system: names(members, "system", ["os", "arch", "swift"]),
      redacted: members.optional("redacted", "object") !== undefined,
      truncates: members.line.get("failures") === "truncated",
      isInBackground: members.line.get("diffing") === "background",
      after: members.optionalNatural("after", 0) ?? 0,
      segment: members.optionalNatural("segment", 1),
      origin: origin(members.line.get("origin")),
    };
  },
  keyframe: (members) => {
    const [seq, timeMs] = [members.natural("seq"), members.number("timeMs")];
    const state = members.required("state");
    if (fits(state, limits.stateDepth)) return { seq, timeMs, state };
    throw new EntryError(`nested deeper than ${limits.stateDepth}`);
  },
  action: (members) => {
    const seq = members.natural("seq");
    const action = {
      seq,
      timeMs: members.number("timeMs"),
      cause: validCause(natural(members.line.get("cause")), seq),
      type: members.label("type"),
      ...payload(members),
      source: source(members.optional("source", "object")),
      inputs: inputs(members.line.get("inputs")),
      originSeq: natural(members.line.get("originSeq")),
      isEdited: members.line.get("edited") === true,
    };
    if (!members.line.has("patch") && !members.line.has("tookMs")) return action;
    return {
      ...action,
      tookMs: members.number("tookMs"),
      change: readChange(members),
      error: members.optional("error", "string"),
      isExact: members.line.get("exact") !== false,
    };
  },
  mark: (members) => ({
    seq: members.natural("seq"), timeMs: members.number("timeMs"), label: members.string("label"),
    data: members.line.get("data"),
  }),
  gap: (members) => {
    const [from, to] = [members.natural("from"), members.natural("to")];
    const reason = members.string("reason");
    if (from > to) throw new EntryError(`the gap from ${from} to ${to} runs backwards`);
    return { from, to, reason };
  },
  end: (members) => {
    const end = {
      seq: members.natural("seq"), timeMs: members.number("timeMs"),
      reason: members.string("reason"),
    };
    checkStatistics(members.optional("statistics", "object"));
    return end;
  },
};

/// The action that caused one, which must come before it.
export function validCause(cause, seq) {
  return cause > 0 && cause < seq ? cause : undefined;
}

/// Whether a keyframe must come before the action after this one.
export function needsKeyframe(action) {
  if (action.change?.patch !== null) return false;
  return action.change.leftOut !== undefined || action.opaque !== undefined || !action.isExact;
}

/// The operations that an action's line records, or why there are none.
function readChange(members) {
  const value = members.required("patch");
  if (value !== null) return { patch: checkedPatch(value) };
  const leftOut = members.optional("leftOut", "object");
  if (!leftOut) return { patch: null };
  return {
    patch: null,
    leftOut: { bytes: leftOut.natural("bytes"), fingerprint: leftOut.string("fingerprint") },
  };
}

function checkedPatch(value) {
  try {
    return readPatch(value);
  } catch (error) {
    throw error instanceof PatchError ? new EntryError(error.message) : error;
  }
}

function payload(members) {
  const action = members.line.get("action");
  if (action !== undefined) return { action };
  const opaque = members.optional("opaque", "string");
  if (opaque === undefined) throw new EntryError("/action is missing");
  return { opaque, seen: members.line.get("seen") };
}

function source(members) {
  return members && {
    file: members.string("file"), line: members.natural("line"),
    function: members.optional("function", "string"), info: members.optional("info", "string"),
  };
}

/// What a reducer took from outside, in order; each is an object of its kind and value.
function inputs(value) {
  return Array.isArray(value) ? value.filter((input) => input instanceof Map) : [];
}

function names(members, key, parts) {
  const object = members.optional(key, "object");
  return object && Object.fromEntries(parts.map((part) => [part, object.string(part)]));
}

function origin(value) {
  if (!(value instanceof Map)) return undefined;
  const [id, from] = [value.get("id"), natural(value.get("from"))];
  return typeof id === "string" && from !== undefined ? { id, from } : undefined;
}

function checkStatistics(statistics) {
  if (!statistics) return;
  for (const key of ["actions", "opaque", "gaps", "lost", "redacted", "bytes"]) {
    statistics.optionalNatural(key, 0);
  }
  for (const key of ["reducersMs", "ownMs", "ownMsP50", "ownMsP99"]) {
    if (statistics.line.has(key)) statistics.number(key);
  }
}

/// Typed access to the members of an object; problems name a member by its JSON Pointer.
class Members {
  constructor(line, path) {
    Object.assign(this, { line, path });
  }

  required(key) {
    const value = this.line.get(key);
    if (value === undefined) throw new EntryError(`${this.path}/${key} is missing`);
    return value;
  }

  string(key) {
    return this.checked(key, (value) => typeof value === "string", "a string");
  }

  label(key) {
    const text = this.string(key);
    const limit = 1024;
    if (new TextEncoder().encode(text).length <= limit) return text;
    throw new EntryError(`longer than ${limit} bytes`);
  }

  number(key) {
    const isFinite = (value) => isNumber(value) && Number.isFinite(Number(numberText(value)));
    return Number(numberText(this.checked(key, isFinite, "a number that a Double holds")));
  }

  natural(key, least = 0) {
    const isNatural = (value) => natural(value) >= least;
    return natural(
      this.checked(key, isNatural, `an integer from ${least} to ${Number.MAX_SAFE_INTEGER}`));
  }

  optionalNatural(key, least) {
    return this.line.has(key) ? this.natural(key, least) : undefined;
  }

  object(key) {
    const value = this.checked(key, (member) => member instanceof Map, "an object");
    return new Members(value, `${this.path}/${key}`);
  }

  /// A member of a type, `string` or `object`; undefined if there is none.
  optional(key, type) {
    return this.line.has(key) ? this[type](key) : undefined;
  }

  checked(key, isValid, expected) {
    const value = this.required(key);
    if (isValid(value)) return value;
    throw new EntryError(`${this.path}/${key} is ${kindText(value)}, not ${expected}`);
  }
}

/// The number itself, or the kind of any other value.
function kindText(value) {
  if (value === null) return "null";
  if (isNumber(value)) {
    const text = numberText(value);
    return text.length > 100 ? `${text.slice(0, 99)}…` : text;
  }
  if (Array.isArray(value)) return "an array";
  if (value instanceof Map) return "an object";
  return typeof value === "string" ? "a string" : "a boolean";
}

function numberText(number) {
  return number instanceof Digits ? number.text : String(number);
}

/// What can be read of a last line that was cut off.
///
///     {"kind":"action","seq":7,"timeMs":12.5,"type":"load","action":{"lo
///     └──────────────── complete members ───────────────┘
export function recoverTornLine(bytes) {
  const line = completeMembers(bytes);
  const kind = line?.get("kind");
  const torn = { byteCount: bytes.length, kind: typeof kind === "string" ? kind : undefined };
  if (kind !== "action") return torn;
  const seq = natural(line.get("seq"));
  const [type, opaque] = [line.get("type"), line.get("opaque")];
  return {
    ...torn, seq, line,
    cause: validCause(natural(line.get("cause")), seq ?? 0),
    timeMs: isNumber(line.get("timeMs")) ? Number(numberText(line.get("timeMs"))) : undefined,
    type: typeof type === "string" ? type : undefined,
    action: line.get("action"),
    opaque: typeof opaque === "string" ? opaque : undefined,
    seen: line.get("seen"),
    source: recoverSource(line.get("source")),
    inputs: inputs(line.get("inputs")),
  };
}

function recoverSource(value) {
  if (!(value instanceof Map)) return undefined;
  try {
    return source(new Members(value, "/source"));
  } catch {
    return undefined;
  }
}

/// The object of the members before the cut; undefined if there is none.
function completeMembers(bytes) {
  const isCutInNumber = bytes.at(-1) >= 0x30 && bytes.at(-1) <= 0x39;
  const ends = completeEnds(bytes).reverse();
  if (!isCutInNumber) ends.unshift({ end: bytes.length, closing: "}" });
  const candidates = ends.map(({ end, closing }) => decodeText(bytes.subarray(0, end)) + closing);
  for (const text of [decodeText(bytes), ...candidates]) {
    try {
      const value = parseJSON(new TextEncoder().encode(text));
      if (value instanceof Map) return value;
    } catch (error) {
      if (!(error instanceof JSONError)) throw error;
    }
  }
  return undefined;
}

/// The last ends of members of the outermost object, and of the elements of an array in it, each
/// with what closes it; more than an entry has are ignored.
function completeEnds(bytes) {
  const ends = [];
  let [depth, isInString, isInArray] = [0, false, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isInString) {
      if (byte === 0x5c) at += 1;
      isInString = byte !== 0x22;
    } else if (byte === 0x22) {
      isInString = true;
    } else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      if (depth === 2) isInArray = byte === 0x5b;
    } else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1;
      if (depth === 2 && isInArray) ends.push({ end: at + 1, closing: "]}" });
    } else if (byte === 0x2c && depth === 1) {
      ends.push({ end: at, closing: "}" });
    }
    if (ends.length > 32) ends.splice(0, 16);
  }
  return ends.slice(-16);
}

/// Whether bytes are the beginning of a line, or an action that never finished.
export function isTorn(bytes) {
  try {
    const entry = readEntry(bytes);
    return entry.kind === "action" && entry.change === undefined;
  } catch (error) {
    if (!(error instanceof EntryError)) throw error;
    return error.isAtEnd;
  }
}

