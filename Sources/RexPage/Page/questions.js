// Questions about a whole log, answered bit by bit: which actions match, and what changed a value.

import { entryOrDamage } from "./entries.js";
import { decodeText, writeJSON } from "./json.js";
import { LineReader, lineAt } from "./lines.js";
import { touches } from "./patch.js";
import {
  arrayIndex, elementID, escapedToken, idKey, idText, isContainer, isEqual, pointerText,
  pointerTokens,
} from "./values.js";

/// The rows that match a filter: any of some types, a text, and a path.
export class Matching {
  constructor(rows, { types = [], text = "", path = "" }) {
    Object.assign(this, { rows, row: 0, found: [], isComplete: false });
    this.files = rows.log.files.forked();
    this.lines = null;
    this.types = new Set(types);
    this.text = text.toLowerCase();
    this.path = path;
    this.pathTokens = path.startsWith("/") ? pointerTokens(path) : null;
  }

  get offset() {
    return this.lines?.offset ?? 0;
  }

  /// Looks on until it is late, or to the last row that is known.
  work(isLate) {
    for (let count = 0; this.row < this.rows.count; count += 1) {
      if (count % 16 === 15 && isLate()) return;
      if (this.matches(this.row)) this.found.push(this.row);
      this.row += 1;
    }
    this.isComplete = this.rows.isComplete;
  }

  matches(row) {
    const kind = this.rows.kind(row);
    if (this.types.size > 0) {
      if (kind !== "action" && kind !== "unfinished") return false;
      if (!this.types.has(this.rows.typeName(row))) return false;
    }
    if (!this.text && !this.path) return kind !== "start" || this.types.size === 0;
    const bytes = this.line(row);
    return (!this.text || this.hasText(bytes)) && (!this.path || this.hasPath(bytes));
  }

  /// The line of a row; rows are in the order of their lines.
  line(row) {
    const offset = this.rows.offsets.get(row);
    if (!this.lines || this.lines.offset > offset) this.lines = new LineReader(this.files, offset);
    return lineAt(offset, this.lines);
  }

  hasText(bytes) {
    const hasEscapes = bytes.includes(0x5c);
    if (!hasEscapes && !decodeText(bytes).toLowerCase().includes(this.text)) return false;
    return textsOf(bytes).some((text) => text.toLowerCase().includes(this.text));
  }

  hasPath(bytes) {
    const patch = entryOrDamage(bytes).change?.patch ?? [];
    if (this.pathTokens) return patch.some((operation) => touches(operation, this.pathTokens));
    return patch.some(({ path }) => pointerText(path).includes(this.path));
  }
}

/// The texts of a line that a person looks for: its type, values, keys, paths, source and error.
function textsOf(bytes) {
  const entry = entryOrDamage(bytes);
  if (entry.problem) return [decodeText(bytes)];
  const texts = [];
  const add = (value) => {
    if (typeof value === "string") texts.push(value);
    else if (value !== undefined && !isContainer(value)) texts.push(writeJSON(value));
    if (!isContainer(value)) return;
    for (const key of value instanceof Map ? value.keys() : []) texts.push(key);
    for (const inner of value.values()) add(inner);
  };
  const { type, action, opaque, error, label, data, reason } = entry;
  [type, action, opaque, error, label, data, reason].forEach(add);
  if (entry.source) {
    const { file, line, function: name, info } = entry.source;
    [`${file}:${line}`, name, info].forEach(add);
  }
  for (const { path, value } of entry.change?.patch ?? []) {
    texts.push(pointerText(path));
    add(value);
  }
  return texts;
}

/// Every action that changed a value, found by walking through all states.
export class History {
  constructor(states, seq, tokens) {
    Object.assign(this, { seq, found: [], isComplete: false });
    this.steps = namedSteps(states.at(seq), tokens);
    this.reader = states.log.forked().reader();
    this.states = states.each(this.reader);
    this.last = unknown;
    // Where elements with ids were found last, to look there first.
    this.indexes = new Map();
  }

  /// The path, in which elements are named by their ids.
  get name() {
    return this.steps.map((step) => step.idText ?? `/${escapedToken(step.token)}`).join("");
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
      const { done, value: frame } = this.states.next();
      this.isComplete = done;
      if (!done) this.look(frame);
    }
  }

  look({ seq, state }) {
    this.seq = seq;
    const value = state === undefined ? unknown : this.find(state);
    const isFirst = this.last === unknown && value !== unknown && value !== undefined;
    if (isFirst) this.found.push({ seq, isFirst, now: value });
    else if (this.last !== unknown && value !== unknown && !isSame(this.last, value)) {
      this.found.push({ seq, old: this.last, now: value });
    }
    this.last = value;
  }

  /// The value at the steps, in which elements are found by their ids.
  find(value) {
    this.steps.forEach((step, depth) => {
      if (value instanceof Map) value = value.get(step.token);
      else value = Array.isArray(value) ? this.element(value, step, depth) : undefined;
    });
    return value;
  }

  element(elements, { token, id }, depth) {
    if (id === undefined) return elements[arrayIndex(token)];
    const hasID = (element) => {
      const own = elementID(element);
      return own !== undefined && idKey(own) === id;
    };
    const last = this.indexes.get(depth) ?? 0;
    const index = hasID(elements[last]) ? last : elements.findIndex(hasID);
    if (index >= 0) this.indexes.set(depth, index);
    return elements[index];
  }
}

const unknown = Symbol("unknown");

function isSame(left, right) {
  return left === right || (left !== undefined && right !== undefined && isEqual(left, right));
}

/// Tokens, each with the id of the element that it names, if it has one.
function namedSteps(value, tokens) {
  return tokens.map((token) => {
    const elements = Array.isArray(value) ? value : null;
    value = elements ? elements[arrayIndex(token)] : value?.get?.(token);
    const id = elements ? elementID(value) : undefined;
    if (id === undefined) return { token };
    return { token, id: idKey(id), idText: idText(id) };
  });
}
