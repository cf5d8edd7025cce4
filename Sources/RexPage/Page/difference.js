// How two values differ, down to single values, for people to read.
//
//   /messages[id=m-17]/body   "hi" → "hello"
//   /messages[id=m-18]        was added
//   /messages[id=m-3]         moved from 3 to 7
//
// Elements of arrays are matched by `id`. Without ids, equal elements at both ends are matched
// first, then those at the same position between them. What two states share is skipped.

import { writeJSON } from "./json.js";
import { firstIndex } from "./sorted.js";
import { elementID, escapedToken, idKey, idNumberKey, idText, isEqual } from "./values.js";

/// The differences, in the order of the later value, at most a number of them.
///
/// Each is { path, tokens, change, old, new, from, to }; `tokens` lead to it in the later value, or
/// in the earlier one if it was removed.
export function differences(old, now, limit = Infinity) {
  const walk = new Walk(limit);
  walk.compare(old, now, { path: "", tokens: [] });
  return walk.found;
}

class Walk {
  constructor(limit) {
    Object.assign(this, { limit, found: [] });
  }

  compare(old, now, place) {
    if (old === now || this.found.length >= this.limit) return;
    if (old === undefined) this.report(place, { change: "added", new: now });
    else if (now === undefined) this.report(place, { change: "removed", old });
    else if (old instanceof Map && now instanceof Map) this.compareMembers(old, now, place);
    else if (Array.isArray(old) && Array.isArray(now)) this.compareElements(old, now, place);
    else if (!isEqual(old, now)) this.report(place, { change: "replaced", old, new: now });
  }

  report({ path, tokens }, difference) {
    if (this.found.length < this.limit) this.found.push({ path, tokens, ...difference });
  }

  compareMembers(old, now, place) {
    for (const [key, value] of old) {
      if (!now.has(key)) this.compare(value, undefined, member(place, key));
    }
    for (const [key, value] of now) this.compare(old.get(key), value, member(place, key));
  }

  compareElements(old, now, place) {
    const range = differingRange(old, now);
    const oldNames = new ElementNames(old, range.start, range.oldEnd);
    const names = new ElementNames(now, range.start, range.end);
    oldNames.dropSharedIDs(names);
    const pairs = pairElements(oldNames, names);
    for (let index = range.start; index < range.oldEnd; index += 1) {
      if (pairs.isPaired.has(index)) continue;
      this.compare(old[index], undefined, element(place, oldNames.text(index), index));
    }
    for (let index = range.start; index < range.end; index += 1) {
      const before = pairs.before.get(index);
      if (before !== undefined && old[before] === now[index] && !pairs.moved.has(index)) continue;
      const at = element(place, names.text(index), index);
      if (pairs.moved.has(index)) this.report(at, { change: "moved", from: before, to: index });
      this.compare(before === undefined ? undefined : old[before], now[index], at);
    }
  }
}

/// The elements between those that both arrays begin and end with.
function differingRange(old, now) {
  const { head, tail } = commonEnds(old, now);
  return { start: head, oldEnd: old.length - tail, end: now.length - tail };
}

/// How many elements or characters both begin and end with.
export function commonEnds(old, now) {
  const common = Math.min(old.length, now.length);
  let [head, tail] = [0, 0];
  while (head < common && old[head] === now[head]) head += 1;
  while (tail < common - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  return { head, tail };
}

function member({ path, tokens }, key) {
  return { path: `${path}/${escapedToken(key)}`, tokens: [...tokens, key] };
}

function element({ path, tokens }, name, index) {
  const base = path === "" && !name.startsWith("/") ? "/" : path;
  return { path: base + name, tokens: [...tokens, String(index)] };
}

/// Names for some elements of an array: their ids, if no other element has the same one, or one
/// that a path does not tell apart, as 7 and "7".
class ElementNames {
  constructor(elements, start = 0, end = elements.length) {
    Object.assign(this, { elements, start, end });
    this.counts = new Map();
    for (const index of this.indexes()) {
      const key = elementKey(elements[index]);
      if (key !== undefined) this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    }
  }

  /// Drops the ids that several elements have, in either of two arrays.
  ///
  /// Outside their ranges, the arrays have the same elements.
  dropSharedIDs(other) {
    if (this.counts.size + other.counts.size === 0) return;
    const [shared, outside] = [new Set(), new Set()];
    for (const [key, count] of [...this.counts, ...other.counts]) if (count > 1) shared.add(key);
    this.elements.forEach((value, index) => {
      if (index >= this.start && index < this.end) return;
      const key = elementKey(value);
      outside.add(key);
      if (this.counts.has(key) || other.counts.has(key)) shared.add(key);
    });
    for (const { counts } of [this, other]) {
      for (const key of [...counts.keys(), ...outside]) {
        const number = key === undefined ? undefined : idNumberKey(key);
        if (!counts.has(number) && !outside.has(number)) continue;
        if (number !== undefined) shared.add(key).add(number);
      }
    }
    for (const names of [this, other]) for (const key of shared) names.counts.delete(key);
  }

  /// A key for the element's id; undefined if it has none of its own.
  key(index) {
    const key = elementKey(this.elements[index]);
    return this.counts.has(key) ? key : undefined;
  }

  /// The element as a part of a path: `[id=m-17]`, or `/3`.
  text(index) {
    const hasKey = this.key(index) !== undefined;
    return (hasKey && idText(elementID(this.elements[index]))) || `/${index}`;
  }

  *indexes() {
    for (let index = this.start; index < this.end; index += 1) yield index;
  }
}

function elementKey(value) {
  const id = elementID(value);
  return id === undefined ? undefined : idKey(id);
}

/// Which element of the old array each one of the new array is.
function pairElements(oldNames, names) {
  const [before, isPaired] = [new Map(), new Set()];
  const pair = (oldIndex, index) => {
    before.set(index, oldIndex);
    isPaired.add(oldIndex);
  };
  const oldIndexes = new Map();
  for (const index of oldNames.indexes()) {
    const key = oldNames.key(index);
    if (key !== undefined) oldIndexes.set(key, index);
  }
  for (const index of names.indexes()) {
    const oldIndex = oldIndexes.get(names.key(index));
    if (oldIndex !== undefined) pair(oldIndex, index);
  }
  const moved = movedElements(before);
  pairRest(oldNames, names, pair);
  return { before, moved, isPaired };
}

/// The paired elements that are not in the longest run that kept its order.
function movedElements(before) {
  const paired = Array.from(before.keys());
  const kept = longestIncreasing(Array.from(before.values()));
  const moved = new Set(paired);
  for (const position of kept) moved.delete(paired[position]);
  return moved;
}

/// The positions of a longest increasing subsequence (patience sorting).
function longestIncreasing(numbers) {
  const tops = [];
  const previous = new Int32Array(numbers.length).fill(-1);
  numbers.forEach((number, position) => {
    const low = firstIndex(tops.length, (index) => numbers[tops[index]] >= number);
    if (low > 0) previous[position] = tops[low - 1];
    tops[low] = position;
  });
  const positions = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = previous[at]) positions.push(at);
  return positions.reverse();
}

/// Pairs the elements without ids: equal ones, then those between the same neighbours.
function pairRest(oldNames, names, pair) {
  const withoutID = (list) => Array.from(list.indexes()).filter((index) => !list.key(index));
  const [oldRest, rest] = [withoutID(oldNames), withoutID(names)];
  const [oldTexts, texts] = [[oldRest, oldNames], [rest, names]].map(
    ([indexes, { elements }]) => indexes.map((index) => writeJSON(elements[index])));
  let [oldStart, start] = [0, 0];
  const end = [oldRest.length, rest.length];
  for (const [oldNext, next] of [...commonSubsequence(oldTexts, texts), end]) {
    while (oldStart < oldNext && start < next) pair(oldRest[oldStart++], rest[start++]);
    if (next < rest.length) pair(oldRest[oldNext], rest[next]);
    [oldStart, start] = [oldNext + 1, next + 1];
  }
}

/// The most pairs of texts that are compared for a common subsequence.
const comparedMax = 2 ** 20;

/// The positions of a longest common subsequence; of none if that would take too long.
function commonSubsequence(old, now) {
  const width = now.length + 1;
  if (old.length * now.length === 0 || old.length * now.length > comparedMax) return [];
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let at = now.length - 1; at >= 0; at -= 1) {
      const cell = row * width + at;
      lengths[cell] = old[row] === now[at]
        ? lengths[cell + width + 1] + 1 : Math.max(lengths[cell + width], lengths[cell + 1]);
    }
  }
  const positions = [];
  for (let [row, at] = [0, 0]; row < old.length && at < now.length;) {
    const cell = row * width + at;
    if (old[row] === now[at]) positions.push([row++, at++]);
    else if (lengths[cell + width] >= lengths[cell + 1]) row += 1;
    else at += 1;
  }
  return positions;
}
