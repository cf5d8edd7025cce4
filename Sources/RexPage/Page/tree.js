// A value as the rows of a tree, of which only those on screen are made.
//
//   state            {3}             open
//     messages       [2]             open
//       0            {id: "m-1", …}  closed
//       1            {id: "m-2", …}
//     isLoading      false
//
// What is open is a tree, too: { ".messages": { "@sm-17": {} } }. A member is named by its key
// after a dot, an element by #index, or by its id after an @, so that it stays open when it moves.

import { writeJSON } from "./json.js";
import { arrayIndex, child, childCount, elementID, idKey, isContainer } from "./values.js";

/// The most characters of a value that a row shows.
const previewMax = 240;

/// A number of rows of a value's tree, from one on, with the number of all rows.
///
/// `dateOf` tells the date that a value at tokens is, if it is one.
export function treeRows(value, { open, from, count, marks = new Map(), dateOf = () => {} }) {
  const window = { from, to: from + count, at: 0, rows: [], dateOf };
  const root = { label: "", value, tokens: [], names: [], depth: 0, marks };
  emit(root, open, window);
  return { total: treeSize(value, open), rows: window.rows };
}

/// The number of rows; `open` is undefined for what is closed.
export function treeSize(value, open) {
  if (!open || !isContainer(value)) return 1;
  let size = 1 + childCount(value);
  for (const { inner, innerOpen } of openChildren(value, open)) {
    size += treeSize(inner, innerOpen) - 1;
  }
  return size;
}

/// What is open in a value when whole levels of it are, as many as have few enough rows.
export function openToDepth(value, rowsMax) {
  let open = {};
  for (let level = [[value, open]]; level.length > 0;) {
    const inner = level.flatMap(([container, names]) => children(container, rowsMax).map(
      ([token, child]) => [child, names, childName(container, token, child)]));
    const rows = inner.reduce((sum, [container]) => sum + childCount(container), 0);
    if (rows + treeSize(value, open) > rowsMax) break;
    level = inner.map(([container, names, name]) => [container, (names[name] = {})]);
  }
  return open;
}

/// The containers in a container, each with its token, at most a number of them.
function children(value, limit) {
  const found = [];
  for (const [key, inner] of isContainer(value) ? value.entries() : []) {
    if (found.length >= limit) break;
    if (isContainer(inner)) found.push([String(key), inner]);
  }
  return found;
}

/// The row of the value at tokens, and the tree in which it is visible.
export function reveal(value, open, tokens) {
  const opened = structuredClone(open ?? {});
  let [node, row] = [opened, 0];
  for (const [depth, token] of tokens.entries()) {
    const position = positionOf(value, token);
    if (position < 0) break;
    row += 1 + position;
    for (const { position: other, inner, innerOpen } of openChildren(value, node)) {
      if (other < position) row += treeSize(inner, innerOpen) - 1;
    }
    const inner = child(value, token);
    const name = childName(value, token, inner);
    if (depth < tokens.length - 1 && isContainer(inner)) node[name] ??= {};
    [value, node] = [inner, node[name] ?? {}];
  }
  return { open: opened, row };
}

/// The name of a child in `open`.
function childName(container, token, value) {
  if (!Array.isArray(container)) return `.${token}`;
  const id = elementID(value);
  return id === undefined ? `#${token}` : `@${idKey(id)}`;
}

function positionOf(value, token) {
  if (Array.isArray(value)) return arrayIndex(token) < value.length ? arrayIndex(token) : -1;
  return value instanceof Map && value.has(token) ? Array.from(value.keys()).indexOf(token) : -1;
}

/// The open children, in order.
function openChildren(value, open) {
  const names = Object.keys(open);
  if (names.length === 0) return [];
  const found = [];
  let position = 0;
  for (const [key, inner] of value.entries()) {
    if (isContainer(inner)) {
      const name = childName(value, String(key), inner);
      if (Object.hasOwn(open, name)) found.push({ position, inner, innerOpen: open[name] });
    }
    position += 1;
  }
  return found;
}

/// A number of rows of a filtered tree: values whose path has a text, or that changed, each with
/// those around it.
export function filteredRows(value, { text, isChanged, open, from, count, marks, dateOf }) {
  const window = { from, to: from + count, at: 0, rows: [], dateOf, isChanged, visited: 0 };
  window.fits = ({ mark, path }) => (
    (!isChanged || (mark !== undefined && mark !== "inside")) && path.toLowerCase().includes(text));
  const root = { label: "", value, tokens: [], names: [], depth: 0, marks, path: "" };
  emitFitting(root, open, window);
  return { total: window.at, rows: window.rows };
}

/// The most values that are looked at for a filter.
const visitedMax = 200_000;

/// Emits a value if it fits, or what fits in it, below it; returns whether anything does.
function emitFitting(row, open, window) {
  const { value, depth } = row;
  const isFitting = depth > 0 && window.fits(row);
  if (isFitting) {
    const end = window.at + treeSize(value, open);
    emit(row, open, window);
    window.at = end;
    return true;
  }
  window.visited += 1;
  const [at, place] = [window.at, window.rows.length];
  window.at += 1;
  let isAny = depth === 0;
  for (const [key, inner] of isContainer(value) ? value.entries() : []) {
    if (window.visited > visitedMax) break;
    const child = childRow(row, String(key), inner);
    if (window.isChanged && child.mark === undefined) continue;
    isAny = emitFitting(child, open?.[child.names.at(-1)], window) || isAny;
  }
  if (!isAny) window.at = at;
  else if (at >= window.from && at < window.to) {
    window.rows.splice(place, 0, { ...shownRow(row, {}), isOpen: isContainer(value) });
  }
  return isAny;
}

function childRow({ value, tokens, names, depth, marks, path = "" }, token, inner, position) {
  const name = childName(value, token, inner);
  return {
    label: token, value: inner, depth: depth + 1, tokens: [...tokens, token],
    names: [...names, name], marks: marks.get?.(token)?.inner ?? none,
    mark: marks.get?.(token)?.mark, siblings: childCount(value), position,
    path: name.startsWith("@") ? `${path}[id=${name.slice(1)}]` : `${path}/${token}`,
  };
}

function emit(row, open, window) {
  const { value, tokens } = row;
  if (window.at >= window.from && window.at < window.to) {
    window.rows.push({ ...shownRow(row, open), date: window.dateOf(value, tokens) });
  }
  window.at += 1;
  if (!open || !isContainer(value)) return;
  const openAt = new Map(openChildren(value, open).map((opened) => [opened.position, opened]));
  let position = 0;
  for (const [key, inner] of value.entries()) {
    if (window.at >= window.to) return;
    const innerOpen = openAt.get(position)?.innerOpen;
    const size = innerOpen ? treeSize(inner, innerOpen) : 1;
    if (window.at + size <= window.from) {
      window.at += size;
    } else {
      emit(childRow(row, String(key), inner, position + 1), innerOpen, window);
    }
    position += 1;
  }
}

const none = new Map();

function shownRow(row, open) {
  const { label, value, depth, tokens, names, mark, position = 1, siblings = 1 } = row;
  return {
    label, depth, tokens, names, mark, position, siblings,
    isContainer: isContainer(value) && childCount(value) > 0,
    isOpen: open !== undefined && isContainer(value),
    kind: valueKind(value),
    count: isContainer(value) ? childCount(value) : undefined,
    text: preview(value),
  };
}

function valueKind(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (isContainer(value)) return "object";
  return typeof value === "object" ? "number" : typeof value;
}

/// A value on one line, cut if it is long.
export function preview(value, limit = previewMax) {
  if (value === undefined) return "";
  if (typeof value === "string") {
    const text = JSON.stringify(value.slice(0, endAt(value, limit)));
    return value.length > limit ? `${text}…` : text;
  }
  if (!isContainer(value)) return cut(writeJSON(value), limit);
  const [first, last] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const parts = [];
  let length = 0;
  for (const [key, inner] of value.entries()) {
    const text = preview(inner, Math.max(20, Math.floor(limit / 6)));
    const part = Array.isArray(value) ? text : `${key}: ${text}`;
    if (length + part.length > limit) {
      parts.push("…");
      break;
    }
    parts.push(part);
    length += part.length + 2;
  }
  return first + parts.join(", ") + last;
}

/// A text, cut if it is long.
export function cut(text, limit) {
  return text.length > limit ? `${text.slice(0, endAt(text, limit))}…` : text;
}

/// A limit that is not inside a character of two UTF-16 units.
export function endAt(text, limit) {
  return text.codePointAt(limit - 1) > 0xffff ? limit - 1 : limit;
}

/// The marks of changed values, as a tree by tokens: Map(token → { mark, inner }).
///
/// A container around a change has the mark `inside`.
export function marksOf(changes) {
  const marks = new Map();
  for (const { tokens, change } of changes) {
    let level = marks;
    tokens.forEach((token, depth) => {
      const isLast = depth === tokens.length - 1;
      // What is at a removed value's index now is another one.
      if (isLast && change === "removed") return;
      const entry = level.get(token) ?? { mark: "inside", inner: new Map() };
      if (isLast) entry.mark = change;
      level.set(token, entry);
      level = entry.inner;
    });
  }
  return marks;
}
