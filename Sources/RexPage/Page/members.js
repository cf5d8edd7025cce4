// The members of a line as ranges of its bytes, found without building values.
//
//   {"kind":"action","seq":7,"timeMs":12.5,"type":"load","action":{…},"patch":[…]}
//            action        7           12.5       "load"           {…}          […]
//
// Only brackets, quotes and commas count, so some invalid lines have members, too: whoever uses a
// member parses it.

import { decodeText, JSONError, parseJSON } from "./json.js";
import { natural } from "./values.js";

/// The ranges by name; null if the line is not an object that begins with `kind`.
export function lineMembers(bytes) {
  return new MemberScanner(bytes).members();
}

/// The bytes of a member; undefined if there is none.
export function memberBytes(members, name, bytes) {
  const range = members?.get(name);
  return range && bytes.subarray(range[0], range[1]);
}

/// The value of a member; undefined if there is none, or if it is no JSON.
export function memberValue(members, name, bytes) {
  try {
    const text = memberBytes(members, name, bytes);
    return text && parseJSON(text);
  } catch (error) {
    if (error instanceof JSONError) return undefined;
    throw error;
  }
}

/// A line's kind and number; null if they cannot be read.
///
/// `first` is a gap's first number, and that of any other line the same as `seq`.
export function lineHead(bytes) {
  for (const { kind, prefix } of commonBeginnings) {
    const seq = seqAfter(prefix, bytes);
    if (seq >= 0) return { kind, seq, first: seq };
  }
  const members = lineMembers(bytes);
  return members && headOf(members, bytes);
}

const kinds = ["session", "keyframe", "action", "mark", "gap", "end"];

const commonBeginnings = ["action", "keyframe"].map((kind) => ({
  kind, prefix: new TextEncoder().encode(`{"kind":"${kind}","seq":`),
}));

/// The digits between a prefix and a comma; -1 if the line does not have this form.
function seqAfter(prefix, bytes) {
  if (bytes.length < prefix.length + 3 || bytes[bytes.length - 1] !== 0x7d) return -1;
  for (let at = prefix.length - 1; at >= 0; at -= 1) if (bytes[at] !== prefix[at]) return -1;
  let [at, value] = [prefix.length, 0];
  for (let digit; at < bytes.length && (digit = bytes[at] - 0x30) >= 0 && digit < 10; at += 1) {
    value = value * 10 + digit;
  }
  const count = at - prefix.length;
  const isPlain = count === 1 || (count > 1 && count <= 15 && bytes[prefix.length] !== 0x30);
  return isPlain && bytes[at] === 0x2c ? value : -1;
}

function headOf(members, bytes) {
  const name = memberValue(members, "kind", bytes);
  if (typeof name !== "string") return null;
  const kind = kinds.includes(name) ? name : "unknown";
  if (kind === "session" || kind === "unknown") return { kind, seq: 0, first: 0 };
  const seq = natural(memberValue(members, kind === "gap" ? "to" : "seq", bytes));
  const first = kind === "gap" ? natural(memberValue(members, "from", bytes)) : seq;
  return seq === undefined || first === undefined ? null : { kind, seq, first };
}

class MemberScanner {
  constructor(bytes) {
    Object.assign(this, { bytes, at: 0 });
  }

  members() {
    const members = new Map();
    if (!this.takes(0x7b)) return null;
    do {
      this.skipSpace();
      const key = this.string();
      if (!key || !this.takes(0x3a)) return null;
      this.skipSpace();
      const name = this.keyText(key);
      if (members.size === 0 && name !== "kind") return null;
      const start = this.at;
      if (!this.skipValue()) return null;
      members.set(name, [start, this.at]);
    } while (this.takes(0x2c));
    if (!this.takes(0x7d)) return null;
    this.skipSpace();
    return this.at === this.bytes.length ? members : null;
  }

  keyText([start, end]) {
    const key = this.bytes.subarray(start, end);
    if (!key.includes(0x5c)) return decodeText(key);
    return memberValue(new Map([["key", [start - 1, end + 1]]]), "key", this.bytes);
  }

  skipValue() {
    const byte = this.bytes[this.at];
    if (byte === 0x22) return this.string() !== null;
    if (byte === 0x7b || byte === 0x5b) return this.skipContainer();
    const start = this.at;
    while (this.at < this.bytes.length && !endsScalar(this.bytes[this.at])) this.at += 1;
    return this.at > start;
  }

  skipContainer() {
    const { bytes } = this;
    let depth = 0;
    for (; this.at < bytes.length; this.at += 1) {
      const byte = bytes[this.at];
      if (byte === 0x22) {
        if (!this.string()) return false;
        this.at -= 1;
      } else if (byte === 0x7b || byte === 0x5b) {
        depth += 1;
      } else if (byte === 0x7d || byte === 0x5d) {
        depth -= 1;
        if (depth === 0) {
          this.at += 1;
          return true;
        }
      }
    }
    return false;
  }

  /// Skips a string; its range is between the quotes.
  string() {
    const { bytes } = this;
    if (bytes[this.at] !== 0x22) return null;
    const start = this.at + 1;
    for (let at = start; at < bytes.length; at += 1) {
      if (bytes[at] === 0x5c) {
        at += 1;
      } else if (bytes[at] === 0x22) {
        this.at = at + 1;
        return [start, at];
      }
    }
    this.at = bytes.length;
    return null;
  }

  takes(byte) {
    this.skipSpace();
    if (this.bytes[this.at] !== byte) return false;
    this.at += 1;
    return true;
  }

  skipSpace() {
    while (isSpace(this.bytes[this.at])) this.at += 1;
  }
}

function isSpace(byte) {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

function endsScalar(byte) {
  return byte === 0x2c || byte === 0x7d || byte === 0x5d || byte <= 0x20;
}
