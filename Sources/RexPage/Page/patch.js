// Patches (RFC 6902): reading them, and applying them without changing the state before.
//
//   before  { messages, isLoading }        after  { messages′, isLoading }
//             └ [ a, b, c ]                         └ [ a, b′, c ]
//
// Only the containers along an operation's path are copied. So two states share all that is the
// same in both, and comparing them takes as long as the change is large.

import { writeJSON } from "./json.js";
import {
  arrayIndex, child, isContainer, isEqual, isNumber, pointerText, pointerTokens, valueAt,
} from "./values.js";

/// Why a patch cannot be read or applied.
export class PatchError extends Error {
  constructor(reason, { operation, path } = {}) {
    super(reason);
    Object.assign(this, { reason, operation, path });
    const subject = operation === undefined ? "the patch" : `operation ${operation}`;
    const place = path === undefined ? "" : ` at ${pointerText(path) || "the root"}`;
    this.message = `${subject}${place}: ${reason}`;
  }
}

const patchLimits = {
  depth: 256,
  copiedBytes: 1024,
  copiedBytesPerCopy: 256,
  shiftedElements: 2_000_000_000,
};

/// The operations in an array, each as { op, path, from, value }; paths are tokens.
export function readPatch(value) {
  if (!Array.isArray(value)) throw new PatchError("it is not an array of operations");
  return value.map((element, operation) => {
    try {
      return readOperation(element);
    } catch (error) {
      throw error instanceof PatchError ? new PatchError(error.reason, { operation }) : error;
    }
  });
}

function readOperation(element) {
  if (!(element instanceof Map)) throw new PatchError("it is not an object");
  const op = textMember(element, "op");
  const members = operationMembers.get(op);
  if (!members) throw new PatchError(`there is no operation "${op}"`);
  const operation = { op };
  for (const member of members) {
    operation[member] =
      member === "value" ? requiredMember(element, member) : pointerMember(element, member);
  }
  return operation;
}

const operationMembers = new Map([
  ["add", ["path", "value"]], ["remove", ["path"]], ["replace", ["path", "value"]],
  ["move", ["from", "path"]], ["copy", ["from", "path"]], ["test", ["path", "value"]],
]);

function requiredMember(element, key) {
  const value = element.get(key);
  if (value !== undefined) return value;
  throw new PatchError(`its member "${key}" is missing or of the wrong kind`);
}

function textMember(element, key) {
  const text = requiredMember(element, key);
  if (typeof text === "string") return text;
  throw new PatchError(`its member "${key}" is missing or of the wrong kind`);
}

function pointerMember(element, key) {
  const text = textMember(element, key);
  const tokens = pointerTokens(text);
  if (tokens) return tokens;
  throw new PatchError(`"${text}" is not a JSON Pointer`);
}

/// Applies operations to a state; throws a PatchError at the first that does not fit.
///
/// `owned` has the containers that nobody else refers to, which are changed in place. Pass the same
/// set for a series of patches between which no state is kept.
export function applyPatch(state, operations, owned = new Set()) {
  const edit = new Edit(state, owned);
  operations.forEach((operation, index) => {
    try {
      edit.apply(operation);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      throw new PatchError(error.reason, { operation: index, path: error.path });
    }
  });
  return edit.root;
}

class Edit {
  constructor(root, owned) {
    Object.assign(this, {
      root, owned, copiedBytesLeft: patchLimits.copiedBytes, shiftedElements: 0,
    });
  }

  apply({ op, path, from, value }) {
    switch (op) {
      case "add":
        this.checkDepth(value, path);
        return this.add(path, value);
      case "remove":
        this.remove(path);
        return;
      case "replace":
        this.checkDepth(value, path);
        return this.replace(path, value);
      case "move": return this.move(from, path);
      case "copy": return this.copy(from, path);
      default:
        if (isEqual(this.valueAt(path), value, { ignoresZeroSign: true })) return;
        throw new PatchError("the value is not the expected one", { path });
    }
  }

  add(path, value) {
    if (path.length === 0) return void (this.root = value);
    const [parent, token] = this.parent(path);
    if (parent instanceof Map) return void parent.set(token, value);
    const index = token === "-" ? parent.length : elementIndex(token, parent.length, path);
    this.countShift(parent.length - index, path);
    parent.splice(index, 0, value);
  }

  remove(path) {
    if (path.length === 0) throw new PatchError("the whole state cannot be removed", { path });
    const value = this.target(path);
    const [parent, token] = this.parent(path);
    if (parent instanceof Map) {
      parent.delete(token);
    } else {
      this.countShift(parent.length - arrayIndex(token), path);
      parent.splice(arrayIndex(token), 1);
    }
    return value;
  }

  replace(path, value) {
    if (path.length === 0) return void (this.root = value);
    this.target(path);
    const [parent, token] = this.parent(path);
    if (parent instanceof Map) parent.set(token, value);
    else parent[arrayIndex(token)] = value;
  }

  move(from, path) {
    if (isSamePath(from, path)) return void this.valueAt(path);
    if (path.length > from.length && isSamePath(from, path.slice(0, from.length))) {
      throw new PatchError("a value cannot be moved into itself", { path });
    }
    if (path.length > from.length) {
      const value = valueAt(this.root, from);
      this.countShift(roughBytes(value, patchLimits.shiftedElements - this.shiftedElements), path);
      this.checkDepth(value, path);
    }
    this.add(path, this.remove(from));
  }

  copy(from, path) {
    const value = this.valueAt(from);
    this.copiedBytesLeft += patchLimits.copiedBytesPerCopy;
    this.copiedBytesLeft -= roughBytes(value, this.copiedBytesLeft);
    if (this.copiedBytesLeft < 0) {
      throw new PatchError(`copies of more than ${patchLimits.copiedBytes} bytes`, { path });
    }
    this.checkDepth(value, path);
    // Both places now refer to the value, so neither may change it in place.
    disown(value, this.owned);
    this.add(path, value);
  }

  /// The container of a path's value, to be changed, and the token of the value in it.
  parent(path) {
    this.root = this.own(this.root, path);
    let parent = this.root;
    for (const token of path.slice(0, -1)) {
      const key = Array.isArray(parent) ? elementIndex(token, parent.length - 1, path) : token;
      const inner = this.own(child(parent, token), path);
      if (Array.isArray(parent)) parent[key] = inner;
      else parent.set(token, inner);
      parent = inner;
    }
    return [parent, path.at(-1)];
  }

  own(value, path) {
    if (!isContainer(value)) throw new PatchError("there is no value", { path });
    if (this.owned.has(value)) return value;
    const copy = Array.isArray(value) ? value.slice() : new Map(value);
    this.owned.add(copy);
    return copy;
  }

  /// The existing value at a path; an index beyond the end is told as such.
  target(path) {
    let value = this.root;
    for (const token of path) {
      if (Array.isArray(value)) elementIndex(token, value.length - 1, path);
      value = child(value, token);
      if (value === undefined) throw new PatchError("there is no value", { path });
    }
    return value;
  }

  valueAt(path) {
    const value = valueAt(this.root, path);
    if (value !== undefined) return value;
    throw new PatchError("there is no value", { path });
  }

  countShift(count, path) {
    this.shiftedElements += Math.max(0, count);
    const limit = patchLimits.shiftedElements;
    if (this.shiftedElements <= limit) return;
    throw new PatchError(`more than ${limit} elements of arrays would be shifted`, { path });
  }

  checkDepth(value, path) {
    if (fits(value, patchLimits.depth - path.length)) return;
    throw new PatchError(`the state would nest deeper than ${patchLimits.depth}`, { path });
  }
}

function elementIndex(token, last, path) {
  const index = arrayIndex(token);
  if (index < 0) throw new PatchError(`"${token}" is not an array index`, { path });
  if (index > last) throw new PatchError(`index ${index} is beyond ${last}`, { path });
  return index;
}

function isSamePath(left, right) {
  return left.length === right.length && left.every((token, index) => token === right[index]);
}

/// Whether a value nests at most this deep.
export function fits(value, depth) {
  if (!isContainer(value)) return depth >= 0;
  return depth > 0 && Array.from(value.values()).every((inner) => fits(inner, depth - 1));
}

function disown(value, owned) {
  if (!isContainer(value)) return;
  owned.delete(value);
  for (const inner of value.values()) disown(inner, owned);
}

/// The approximate size of a value's text; more than the limit as soon as that is certain.
function roughBytes(value, limit) {
  if (typeof value === "string") return 8 + utf8Length(value, limit);
  if (!isContainer(value)) return 8 + (isNumber(value) ? writeJSON(value).length : 0);
  let bytes = 8;
  for (const [key, inner] of value.entries()) {
    if (value instanceof Map) bytes += utf8Length(key, limit);
    bytes += roughBytes(inner, limit - bytes);
    if (bytes > limit) return bytes;
  }
  return bytes;
}

function utf8Length(text, limit) {
  return text.length > limit ? text.length : new TextEncoder().encode(text).length;
}

/// Whether an operation changes or tests a value at, in or around a path.
export function touches({ op, path, from }, tokens) {
  return isRelated(path, tokens) || (op === "move" && isRelated(from, tokens));
}

function isRelated(left, right) {
  const depth = Math.min(left.length, right.length);
  return isSamePath(left.slice(0, depth), right.slice(0, depth));
}
